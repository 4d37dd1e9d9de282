"""The tables of sensitivity: which conclusions stand under which variations, and which variations turn them over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rankpress.analysis import Analysis
from rankpress.report.bibliography import cite
from rankpress.report.numbers import MISSING, percent_text
from rankpress.report.table import Cell, Mark, Table
from rankpress.report.tables.cells import MOST_CELLS, P_ROUNDED, UNMARKED, head_row, left, named, p_value, right
from rankpress.report.variations_told import KIND_HEADS, NAMED, decided_by, subject_of, variation_told, verdict_told
from rankpress.sensitivity.found import Sensitivity, Stability
from rankpress.slugs import slug
from rankpress.wording import counted, joined

_BOLD = frozenset[Mark]({"bold"})
_MOST_NAMED = 6


def sensitivity_table(analysis: Analysis, most: int = MOST_CELLS) -> Table | None:
    """Build the table of conclusions by kinds of variation.

    Parameters
    ----------
    analysis : Analysis
        One metric.
    most : int
        Cells of the largest table that is built.

    Returns
    -------
    Table or None
        A row a conclusion, the pairs that are turned over most first; None where nothing was varied, or far too many.
    """
    found = analysis.sensitivity
    if found is None or not found.variations:
        return None
    head = ("Conclusion", "Verdict", "p", "All", *(KIND_HEADS[kind] for kind in found.kinds), "Fewest data sets")
    if len(head) * len(found.conclusions) > most:
        return None
    rows = tuple(
        (
            named(subject_of(one)),
            named(verdict_told(one, one.verdict)),
            Cell(MISSING, "") if one.p is None else p_value(one.p),
            _share(one.stands, one.tried),
            *(_share(*one.counts.get(kind, (0, 0))) for kind in found.kinds),
            _fewest(one),
        )
        for one in in_order(found)
    )
    return Table(
        name=f"{slug(analysis.scores.name)}-sensitivity",
        metric=analysis.scores.name,
        kind="sensitivity",
        title=f"Conclusions under variations of the study by {analysis.scores.name}",
        caption=(
            f"{counted(len(rows), 'conclusion')} by {decided_by(analysis)} when one choice of the study is made"
            f" otherwise: under how many of {counted(len(found.variations), 'variation')} each stands, by kind."
        ),
        head=(head_row(*head),),
        rows=rows,
        align=("left", "left", *right(len(head) - 2)),
        notes=tuple(_notes(found)),
    )


def in_order(found: Sensitivity) -> list[Stability]:
    """The conclusions on all algorithms, then the pairs, those first that stand least."""
    whole = [one for one in found.conclusions if one.conclusion.kind != "pair"]
    pairs = [one for one in found.conclusions if one.conclusion.kind == "pair"]
    return [*whole, *sorted(pairs, key=lambda one: one.share)]


def _share(stands: int, tried: int) -> Cell:
    if not tried:
        return Cell(MISSING, "")
    return Cell(f"{stands}/{tried}", stands / tried, _BOLD if stands == tried else UNMARKED)


def _fewest(one: Stability) -> Cell:
    if one.fewest is None:
        return Cell(MISSING, "")
    number = len(one.fewest.datasets)
    return Cell(f"{number}" if one.fewest.exact else f"≤ {number}", number)


def _notes(found: Sensitivity) -> Iterator[str]:
    yield (
        "21/24: the conclusion stands under 21 of the 24 variations that can touch it. Bold: under all of them. Who"
        " leads is not asked where the leader is left out, nor a pair of which one is."
    )
    yield "p is that of the study: at any level from p on, and at no lower one, there is a difference. " + P_ROUNDED
    if any(one.conclusion.kind == "best" for one in found.conclusions):
        yield f"{NAMED}: by the four conditions of {cite('ulas2012')}, which hang on the groups of the adjustment."
    if any(one.fewest is not None for one in found.conclusions):
        yield (
            "Fewest data sets: so many, left out together, turn the conclusion over, and no fewer; ≤: found by a search"
            " that leaves out first those that support it most, so that fewer may do it. A dash: no set of up to half"
            " of them was found, or none was looked for."
        )


def sensitivity_flips_table(analysis: Analysis, most: int = MOST_CELLS) -> Table | None:
    """Build the table of what turns conclusions over.

    Parameters
    ----------
    analysis, most
        As for `sensitivity_table`.

    Returns
    -------
    Table or None
        A row a conclusion, a kind of variation and what is concluded then; None where all conclusions stand.
    """
    found = analysis.sensitivity
    if found is None or not found.fragile:
        return None
    rows = tuple(row for one in in_order(found) if one.flips for row in _flip_rows(one, found))
    if 5 * len(rows) > most:
        return None
    return Table(
        name=f"{slug(analysis.scores.name)}-sensitivity-flips",
        metric=analysis.scores.name,
        kind="sensitivity-flips",
        title=f"What turns conclusions over by {analysis.scores.name}",
        caption=(
            f"{counted(len(found.fragile), 'conclusion')} of {len(found.conclusions)} that some variation of the study"
            f" turns over: by {decided_by(analysis)} what is concluded, what is otherwise, and what is concluded then."
        ),
        head=(head_row("Conclusion", "Verdict", "Choice", "Otherwise", "Then"),),
        rows=rows,
        align=left(5),
        notes=tuple(_flip_notes(found)),
        stub=1,
    )


def _flip_rows(one: Stability, found: Sensitivity) -> Iterator[tuple[Cell, ...]]:
    for kind in found.kinds:
        by_verdict: dict[str, list[str]] = {}
        for variation, verdict in found.flips_of(one, kind):
            by_verdict.setdefault(verdict_told(one, verdict), []).append(variation_told(variation, found))
        for then, names in by_verdict.items():
            yield (
                named(subject_of(one)),
                named(verdict_told(one, one.verdict)),
                named(KIND_HEADS[kind]),
                named(_listed(names)),
                named(then),
            )
    if one.fewest is not None and len(one.fewest.datasets) > 1:
        together = f"{len(one.fewest.datasets)} together" + ("" if one.fewest.exact else "; fewer may do")
        yield (
            named(subject_of(one)),
            named(verdict_told(one, one.verdict)),
            named("Data sets left out"),
            named(f"{joined(one.fewest.datasets)} ({together})"),
            named(verdict_told(one, one.fewest.verdict)),
        )


def _listed(names: Sequence[str]) -> str:
    """Some names, and how many more there are than have room in a cell."""
    rest = len(names) - _MOST_NAMED
    return joined([*names[:_MOST_NAMED], f"{rest} others"] if rest > 1 else names)


def _flip_notes(found: Sensitivity) -> Iterator[str]:
    yield "Each of several names in a cell does it by itself, but for data sets that are said to do it together."
    stands = len(found.conclusions) - len(found.fragile)
    if stands:
        are = "is" if stands == 1 else "are"
        yield f"{counted(stands, 'conclusion')} that no variation turns over {are} not listed."
    if any(one.conclusion.kind == "order" for one in found.fragile):
        yield "An order of many is told by whom it begins with, and in how many places another one is there."


def sensitivity_leader_table(analysis: Analysis) -> Table | None:
    """Build the table of who leads under each variation that changes it; None where none does."""
    found = analysis.sensitivity
    leader = None if found is None else found.leader
    if found is None or leader is None or not (leader.flips or leader.fewest):
        return None
    stands, tried = leader.stands, leader.tried
    return Table(
        name=f"{slug(analysis.scores.name)}-sensitivity-leader",
        metric=analysis.scores.name,
        kind="sensitivity-leader",
        title=f"Who leads when the study is varied, by {analysis.scores.name}",
        caption=(
            f"{joined(leader.verdict[0])} {'has' if len(leader.verdict[0]) == 1 else 'have'} the best average rank in"
            f" the study, and under {stands} of {counted(tried, 'variation')} that leave the leader in"
            f" ({percent_text(round(leader.share, 3))}); listed is what gives another."
        ),
        head=(head_row("Choice", "Otherwise", "Best average rank"),),
        rows=tuple(_leader_rows(leader, found)),
        align=left(3),
        notes=(
            ("No fewer data sets left out together change who leads.",)
            if leader.fewest is not None and leader.fewest.exact and len(leader.fewest.datasets) > 1
            else ()
        ),
    )


def _leader_rows(leader: Stability, found: Sensitivity) -> Iterator[tuple[Cell, ...]]:
    for at, verdict in leader.flips.items():
        variation = found.variations[at]
        otherwise = named(variation_told(variation, found))
        yield named(KIND_HEADS[variation.kind]), otherwise, named(joined(verdict[0]))
    if leader.fewest is not None and len(leader.fewest.datasets) > 1:
        without, leads = joined(leader.fewest.datasets), joined(leader.fewest.verdict[0])
        yield named("Data sets left out"), named(without), named(leads)
