"""What the work of a study is done with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rankpress.executors.local import Local

if TYPE_CHECKING:
    from rankpress.spec.report_sections import ComputeOptions

Map = Callable[[Callable[[Any], Any], Sequence[Any]], Iterator[Any]]


@dataclass(frozen=True)
class Engine:
    """What calls a function with each of several items; on a cluster, also one that takes several of them at once."""

    map: Map
    map_pieces: Map | None = None


@contextmanager
def opened_engine(compute: ComputeOptions, jobs: int, warn: Callable[[str], None]) -> Iterator[Engine]:
    """Give what does the work, where the study wants that done."""
    if compute.address is None:
        with Local(jobs) as local:
            yield Engine(local.map)
        return
    from rankpress.executors.cluster import Cluster  # loads asyncio, which few studies need

    with Cluster(compute.address, warn) as cluster:
        yield Engine(cluster.map, cluster.map_pieces)
