"""What `rankpress check` has to say of a protocol, which is no fault of the study."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rankpress.faults import LISTED
from rankpress.protocol.compared import foreseen
from rankpress.protocol.record import asked_together
from rankpress.protocol.recording import record_protocol
from rankpress.sources.findings import alike, quoted

if TYPE_CHECKING:
    from rankpress.scores import Scores
    from rankpress.spec.model import Study
    from rankpress.spec.protocol_section import ProtocolOptions


def protocol_advice(study: Study, scores: Scores) -> Iterator[str]:
    """What a protocol does not say, its pitfalls, and names that may be misspelt.

    Parameters
    ----------
    study : Study
    scores : Scores
        Whose comparisons are counted as a build would make them.

    Yields
    ------
    str
        Nothing where the study has no section `protocol`.
    """
    options = study.protocol
    if options is None:
        return
    datasets = list(dict.fromkeys(name for metric in scores.metrics for name in metric.datasets))
    compared = [foreseen(study, metric) for metric in scores.metrics]
    protocol = record_protocol(options, study.test, scores.algorithms, datasets, compared)
    if protocol.unsaid:
        yield f"not said in protocol: {asked_together(protocol.unsaid, lacking=True)}"
    for item in protocol.pitfalls:
        yield f"pitfall in protocol: {item.told}"
    yield from _unknown_datasets(options, scores.all_datasets)


def _unknown_datasets(options: ProtocolOptions, known: list[str]) -> Iterator[str]:
    """Data sets of development that are not in the study: rightly, or misspelt, which would hide a pitfall."""
    there = frozenset(known)
    unknown = [name for name in options.datasets.developed_on or () if name not in there]
    for name in unknown[:LISTED]:
        near = alike(name, known)
        meant = f"; if {quoted(near)} is meant, write it so" if near else ""
        yield f"protocol.datasets.developed_on: there is no data set {quoted(name)} in the scores{meant}"
    if len(unknown) > LISTED:
        yield f"protocol.datasets.developed_on: and {len(unknown) - LISTED:,} more data sets that are not in the scores"
