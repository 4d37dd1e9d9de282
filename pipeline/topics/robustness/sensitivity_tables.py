"""Tables of sensitivity: how many of the other choices leave each conclusion, and which change it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rankpress.analysis import Analysis
from rankpress.core.bibliography import cite
from rankpress.core.table import Cell, Mark, Table
from rankpress.topics.phrases import (
    MOST_CELLS_BUILT,
    UNMARKED,
    grouped_by,
    p_value,
    table_of,
)
from rankpress.topics.robustness.sensitivity_phrases import (
    DIFFER,
    KINDS,
    LEADER,
    NAMED,
    ORDERED,
    algorithms_named,
    decided_by,
    subject_of,
    variation_text,
    verdict_text,
)
from rankpress.topics.topic import Axes, Rows, TableRequest
from rankpress.wording.numbers import MISSING, percent_text
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, joined, references, say

if TYPE_CHECKING:
    from rankpress.robustness.variations import Sensitivity, Stability
    from rankpress.spec.model import Study


_HEADS = tuple(kind.head for kind in KINDS.values())
_BOLD = frozenset[Mark]({"bold"})
_MOST_NAMED = 6
_PRINTED = 40  # rows on paper, those of the least stable conclusions


def _conclusions(_study: Study, names: Sequence[str], _datasets: Sequence[str]) -> list[str]:
    return [LEADER, NAMED, DIFFER, ORDERED, *(f"{a} and {b}" for a in names for b in names if a != b)]


_CONCLUSIONS = Rows("conclusions, such as Best average rank, or A and B", _conclusions)


@Axes(_CONCLUSIONS, ("Verdict", "p", "All", *_HEADS, "Fewest data sets")).by_request
def sensitivity_table(request: TableRequest) -> Table | None:
    """Build the table of conclusions by kinds of variation."""
    analysis = request.analysis
    sensitivity = analysis.robustness.sensitivity
    if sensitivity is None or not sensitivity.variations:
        return None
    head = ("Conclusion", "Verdict", "p", "All", *(KINDS[kind].head for kind in sensitivity.kinds), "Fewest data sets")
    if len(head) * len(sensitivity.conclusions) > request.most(MOST_CELLS_BUILT):
        return None
    rows = (
        (
            subject_of(stability),
            verdict_text(stability, stability.verdict),
            p_value(math.nan if stability.p is None else stability.p, sensitivity.alpha, marked=False),
            _share(stability.stands, stability.tried),
            *(_share(*stability.counts.get(kind, (0, 0))) for kind in sensitivity.kinds),
            _fewest(stability),
        )
        for stability in _in_order(sensitivity)
    )
    return table_of(
        head,
        rows,
        names=2,
        stub=1,
        title=say("Conclusions under variations of the study by {}", analysis.metric),
        caption=(
            f"Number of {counted(len(sensitivity.variations), 'variation')}, each of one choice, that leave the"
            f" conclusions by {decided_by(analysis)} unchanged."
        ),
        notes=tuple(_notes(sensitivity)),
        printed_rows=_PRINTED,
    )


def _in_order(sensitivity: Sensitivity) -> list[Stability]:
    """Return the conclusions on all algorithms, then the pairs, those first that stand least."""
    of_all = [conclusion for conclusion in sensitivity.conclusions if conclusion.conclusion.kind != "pair"]
    pairs = [conclusion for conclusion in sensitivity.conclusions if conclusion.conclusion.kind == "pair"]
    return [*of_all, *sorted(pairs, key=lambda stability: stability.share)]


def _share(stands: int, tried: int) -> Cell:
    if not tried:
        return Cell(MISSING, "")
    return Cell(f"{stands}/{tried}", stands / tried, _BOLD if stands == tried else UNMARKED)


def _fewest(stability: Stability) -> Cell:
    if stability.fewest is None:
        return Cell(MISSING, "")
    number = len(stability.fewest.datasets)
    return Cell(f"{number}" if stability.fewest.exact else f"≤ {number}", number)


def _notes(sensitivity: Sensitivity) -> Iterator[Prose]:
    yield "21/24: unchanged under 21 of the 24 variations that apply; bold: under all. p: adjusted, of the study."
    if any(stability.conclusion.kind == "best" for stability in sensitivity.conclusions):
        yield say("{}: by the conditions of {}, which depend on the adjustment.", NAMED, cite("ulas2012"))
    if any(stability.fewest is not None for stability in sensitivity.conclusions):
        yield (
            "Fewest data sets: the smallest number whose joint omission changes the conclusion (≤: greedy search); a"
            " dash: none of up to half of them was found."
        )


@Axes(_CONCLUSIONS, ("Verdict", "Choice", "Otherwise", "Then")).by_request
def sensitivity_flips_table(request: TableRequest) -> Table | None:
    """Build the table of what turns conclusions over."""
    analysis = request.analysis
    sensitivity = analysis.robustness.sensitivity
    if sensitivity is None or not sensitivity.fragile:
        return None
    rows = [
        row for stability in _in_order(sensitivity) if stability.flips for row in _flip_rows(stability, sensitivity)
    ]
    if 5 * len(rows) > request.most(MOST_CELLS_BUILT):
        return None
    return table_of(
        ("Conclusion", "Verdict", "Choice", "Otherwise", "Then"),
        rows,
        names=5,
        stub=1,
        title=say("Changed conclusions by {}", analysis.metric),
        caption=(
            f"Conclusions by {decided_by(analysis)} that change under some variation of the study"
            f" ({len(sensitivity.fragile):,} of {len(sensitivity.conclusions):,})."
        ),
        notes=tuple(_flip_notes(sensitivity)),
        printed_rows=_PRINTED,
    )


def _flip_rows(stability: Stability, sensitivity: Sensitivity) -> Iterator[tuple[Prose, ...]]:
    conclusion = subject_of(stability), verdict_text(stability, stability.verdict)
    for kind in sensitivity.kinds:
        by_verdict = grouped_by(
            (verdict_text(stability, verdict), variation_text(variation, sensitivity))
            for variation, verdict in sensitivity.flips_of(stability, kind)
        )
        for then, names in by_verdict.items():
            rest = len(names) - _MOST_NAMED
            some = joined([*names[:_MOST_NAMED], f"{rest} others"] if rest > 1 else names)
            yield *conclusion, KINDS[kind].head, some, then
    if stability.fewest is not None and len(stability.fewest.datasets) > 1:
        fewest = stability.fewest
        together = f"{len(fewest.datasets)} together" + ("" if fewest.exact else "; fewer may do")
        without = say("{} ({})", joined(references("datasets", fewest.datasets)), together)
        yield *conclusion, "Data sets omitted", without, verdict_text(stability, fewest.verdict)


def _flip_notes(sensitivity: Sensitivity) -> Iterator[str]:
    yield "Each of several names in a cell is a variation by itself, except data sets marked as omitted together."
    stable = len(sensitivity.conclusions) - len(sensitivity.fragile)
    if stable:
        yield f"Not listed: {counted(stable, 'conclusion')} that no variation changes."


@Axes(
    Rows("types of variation, such as Data sets omitted", lambda *_: (*_HEADS, "Data sets omitted")),
    ("Otherwise", "Best average rank"),
)
def sensitivity_leader_table(analysis: Analysis) -> Table | None:
    """Build the table of who leads under each variation that changes it; None where none does."""
    sensitivity = analysis.robustness.sensitivity
    leader = None if sensitivity is None else sensitivity.leader
    if sensitivity is None or leader is None or not (leader.flips or leader.fewest):
        return None
    form = (
        "Variations that change who leads: {} {} the best average rank in the study and in {} of {} that include the"
        " leader ({})."
    )
    has, share = "has" if len(leader.verdict[0]) == 1 else "have", percent_text(round(leader.share, 3))
    tried, several = counted(leader.tried, "variation"), leader.fewest is not None and len(leader.fewest.datasets) > 1
    fewer = ("Omitting fewer data sets together does not change who leads.",)
    return table_of(
        ("Choice", "Otherwise", "Best average rank"),
        _leader_rows(leader, sensitivity),
        names=3,
        stub=1,
        title=say("Who leads when the study is varied, by {}", analysis.metric),
        caption=say(form, algorithms_named(leader.verdict[0]), has, leader.stands, tried, share),
        notes=fewer if several and leader.fewest is not None and leader.fewest.exact else (),
    )


def _leader_rows(leader: Stability, sensitivity: Sensitivity) -> Iterator[tuple[Prose, ...]]:
    for index, verdict in leader.flips.items():
        variation = sensitivity.variations[index]
        yield KINDS[variation.kind].head, variation_text(variation, sensitivity), algorithms_named(verdict[0])
    if leader.fewest is not None and len(leader.fewest.datasets) > 1:
        without = joined(references("datasets", leader.fewest.datasets))
        yield "Data sets omitted", without, algorithms_named(leader.fewest.verdict[0])
