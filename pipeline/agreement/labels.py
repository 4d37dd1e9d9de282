"""Labels: whether the scores have what they name, and whether a reader can tell what they show apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from rankpress.agreement.names import Found, unknown
from rankpress.faults import Fault
from rankpress.naming import SINGULAR, Kind, Name, short_of
from rankpress.report.inline import plain
from rankpress.scores import Scores
from rankpress.sources.findings import quoted

if TYPE_CHECKING:
    from rankpress.spec.document import Path
    from rankpress.spec.model import Study
    from rankpress.spec.source import SpecSource


def find_wrong_labels(study: Study, scores: Scores, source: SpecSource) -> Iterator[tuple[Path, Found]]:
    """Find labels of what is not there, and those that show two things alike.

    Parameters
    ----------
    study, scores, source : Study, Scores, SpecSource
        As for `rankpress.agreement.disagreements`.

    Yields
    ------
    (path, Fault)
        The path of the spec that the fault is about.
    """
    for kind, names in study.labels.names.items():
        known = dict.fromkeys(_known(kind, scores) if names else ())
        for name in names:
            if name not in known:
                path: Path = ("labels", kind, name)
                yield path, partial(unknown, SINGULAR[kind], path, name, list(known), source, at_key=True)
        yield from _alike(kind, known, names, source)


def _known(kind: Kind, scores: Scores) -> list[str]:
    """What the scores call things of a kind, those included that the missing policy dropped."""
    if kind == "algorithms":
        return scores.all_algorithms
    if kind == "datasets":
        return scores.all_datasets
    if kind == "costs":
        return list(scores.costs)
    both = (one for metric in scores.metrics for one in (metric, metric.validation))
    return list(dict.fromkeys(one.name for one in both if one is not None))


def _alike(
    kind: Kind, known: Iterable[str], names: Mapping[str, Name], source: SpecSource
) -> Iterator[tuple[Path, Fault]]:
    """Labels that show what is shown of another too; of two alike the one with a label is told, or the later."""
    shown: dict[str, str] = {}
    for name in sorted(known, key=lambda name: name in names):
        label = names.get(name, name)
        for key in ("label", "short"):
            told = plain(label if key == "label" else short_of(label))
            other = shown.setdefault(told, name)
            if other != name:
                path: Path = ("labels", kind, name)
                message = (
                    f"the {SINGULAR[kind]}s {quoted(other)} and {quoted(name)} would both be shown as {quoted(told)}"
                )
                yield path, source.fault(path, message, f"another {key}")
                break
