"""What the work of a study is done with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rankpress.executors.local import Local

if TYPE_CHECKING:
    from rankpress.spec.report_sections import ComputeOptions

Map = Callable[[Callable[[Any], Any], Sequence[Any]], Iterable[Any]]


@contextmanager
def opened_engine(compute: ComputeOptions, jobs: int, warn: Callable[[str], None]) -> Iterator[Map]:
    """Give what calls a function with each of several items, where the study wants that done."""
    if compute.address is None:
        with Local(jobs) as local:
            yield local.map
        return
    from rankpress.executors.cluster import Cluster  # loads asyncio, which few studies need

    with Cluster(compute.address, warn) as cluster:
        yield cluster.map
