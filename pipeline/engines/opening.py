"""The engine that a study asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rankpress.engines.local import Local

if TYPE_CHECKING:
    from rankpress.scores import Scores
    from rankpress.spec.compute_section import ComputeOptions
    from rankpress.spec.model import ScoresOptions

Map = Callable[[Callable[[Any], Any], Sequence[Any]], Iterable[Any]]


@contextmanager
def opened_engine(
    compute: ComputeOptions, jobs: int, options: ScoresOptions, folder: Path, scores: Scores
) -> Iterator[Map]:
    """Give what has a function called with each of several items, wherever the study wants that done.

    Parameters
    ----------
    compute : ComputeOptions
        The section `compute` of the study.
    jobs : int
        Processes of an engine that is here.
    options, folder, scores : ScoresOptions, Path, Scores
        What scores the study has, where they are, and what was read from there, for engines that read them anew.

    Yields
    ------
    callable
        ``map(function, items)`` gives the results in the order of the items. The function, what it takes and what it
        returns can be pickled, and depends on nothing else.

    Raises
    ------
    FaultsFound
        If a cluster is not there, or goes away while it works.
    """
    if compute.address is None:
        with Local(jobs) as local:
            yield local.map
        return
    from rankpress.engines.cluster import Cluster

    with Cluster(compute.address, options, folder, scores) as cluster:
        yield cluster.map
