"""The tables of tests on draws of data sets: each pair by itself, and all algorithms together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from rankpress.analysis import Analysis
from rankpress.replicability.found import Replicated
from rankpress.report.numbers import fixed, level_text
from rankpress.report.table import Cell, Table
from rankpress.report.tables.cells import MOST_ACROSS, MOST_CELLS, decimal, head_row, left, named, right
from rankpress.report.tables.omnibus import title_of as omnibus_title
from rankpress.scores import FloatArray, IntArray
from rankpress.slugs import slug
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.replicability import Replicability
from rankpress.wording import counted, joined

NO_MEASURE = "None of this tells how likely a finding is to be found again: that depends on power, not on p."


def replicability_table(analysis: Analysis) -> Table | None:
    """Build the table of the tests of each pair by itself.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    Table or None
        A row a test and algorithm, a column an algorithm; with a control a row a test and pair. None where there is
        nothing, or far too much.
    """
    found, k = analysis.replicated, len(analysis.names)
    if found is None or not found.each or not found.tabled.alone:
        return None
    if len(found.tabled.alone) * k * k > MOST_CELLS:
        return None
    control = analysis.tested.control is not None
    body = _by_pair(analysis, found) if control else _matrix(analysis, found)
    heads = ("a", "b", "Average p / R(p)", "Rejections / R(e)") if control else ("Algorithm", *analysis.names)
    where = "" if control else "Below the diagonal: average p / R(p). Above it: rejections / R(e)."
    return Table(
        name=f"{slug(analysis.scores.name)}-replicability",
        metric=analysis.scores.name,
        kind="replicability",
        title=f"Tests of pairs on draws of data sets by {analysis.scores.name}",
        caption=f"{_drawn(found, drawn_by(analysis, found))} {where}".rstrip(),
        head=(head_row("Test", *heads),),
        rows=tuple(body),
        align=(*left(3 if control else 2), *right(2 if control else k)),
        notes=tuple(_notes(found, list(found.tabled.alone.values()))),
        stub=3 if control else 2,
        detail="R",
        in_pdf=k <= MOST_ACROSS,
        long=len(found.tabled.alone) * k > 30,
    )


def _drawn(found: Replicated, where: str) -> str:
    with_replacement = "with" if found.replacement else "without"
    favours = f"draws favour data sets on which {where}" if found.table_bias else "no data set is favoured"
    return (
        f"{found.draws:,} draws of {found.size:,} of the {counted(found.n_datasets, 'data set')}, {with_replacement}"
        f" replacement, at bias k = {found.table_bias:g}: {favours}."
    )


def drawn_by(analysis: Analysis, found: Replicated) -> str:
    """On which data sets what is the case that are the more probable, in a clause."""
    if found.by == "pair" or (found.by == "others" and len(analysis.names) == 2):
        return "the better ranked of the pair is better"
    if found.by == "others":
        return "the better ranked of the pair is better than the mean of all others"
    return drawn_for_all(analysis, found)


def drawn_for_all(analysis: Analysis, found: Replicated) -> str:
    """The same where all algorithms are tested."""
    over = "the mean of all others" if found.against is None else analysis.names[found.against]
    return f"{analysis.names[found.favoured]} is better than {over}"


def adjusted_of(found: Replicated) -> str:
    """Which tests are adjusted by what, in a sentence."""
    by_test: dict[str, list[str]] = {}
    for method, test in found.adjusts.items():
        by_test.setdefault(test, []).append(ADJUSTMENTS[method].title)
    told = [f"of the {PAIRWISE[test].title} ({joined(methods)})" for test, methods in by_test.items()]
    return f"Adjusted p are those {joined(told)}."


def _matrix(analysis: Analysis, found: Replicated) -> Iterator[tuple[Cell, ...]]:
    k = len(analysis.names)
    where = np.full((k, k), -1)
    where[found.pairs[:, 0], found.pairs[:, 1]] = where[found.pairs[:, 1], found.pairs[:, 0]] = range(len(found.pairs))
    for name, one in found.tabled.alone.items():
        for i in range(k):
            cells = (_cell(one, where, i, j) for j in range(k))
            yield (named(title_of(name)), named(analysis.names[i]), *cells)


def title_of(name: str) -> str:
    """A test of pairs at the head of a row."""
    title = PAIRWISE[name].title
    return title[:1].upper() + title[1:]


def _cell(one: Replicability, where: IntArray, i: int, j: int) -> Cell:
    if i == j:
        return Cell("", "")
    return _of_p(one, where[i, j]) if i > j else _of_rejections(one, where[i, j])


def _of_p(one: Replicability, at: int) -> Cell:
    return _two(fixed(one.average_p[at], 2), float(one.average_p[at]), float(one.of_p[at]))


def _of_rejections(one: Replicability, at: int) -> Cell:
    return _two(f"{one.rejections[at]:,}", int(one.rejections[at]), float(one.of_outcomes[at]))


def _two(text: str, value: float, r: float) -> Cell:
    detail = f"/ {fixed(r, 2)}"
    return Cell(f"{text} {detail}", value, detail=detail, detail_value=r)


def _by_pair(analysis: Analysis, found: Replicated) -> Iterator[tuple[Cell, ...]]:
    for name, one in found.tabled.alone.items():
        for at, (a, b) in enumerate(found.pairs.tolist()):
            heads = head_row(title_of(name), analysis.names[a], analysis.names[b])
            yield (*heads, _of_p(one, at), _of_rejections(one, at))


def _notes(found: Replicated, several: list[Replicability]) -> Iterator[str]:
    alpha = level_text(several[0].alpha)
    yield (
        f"Rejections: draws with p of at most {alpha}. R(p) = 1 − 2 var(p); R(e): the share of pairs of draws that come"
        f" to the same outcome. Monte Carlo standard errors, seed {found.seed}: of average p at most"
        f" {_most(one.average_p_error for one in several)}, of R(p) {_most(one.of_p_error for one in several)}, of R(e)"
        f" {_most(one.of_outcomes_error for one in several)}."
    )
    yield NO_MEASURE


def _most(errors: Iterable[FloatArray]) -> str:
    return fixed(max(float(one.max()) for one in errors), 3)


def replicability_multiple_table(analysis: Analysis) -> Table | None:
    """Build the table of omnibus tests and adjustments.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    Table or None
        A row an omnibus test or adjustment.
    """
    found = analysis.replicated
    if found is None or not found.each or not (found.tabled.omnibus or found.tabled.adjusted):
        return None
    at = found.tabled
    head = ("Procedure", "Average p", "R(p)", "Rejections", "R(e)", "Pairs rejected")
    rows = [(named(omnibus_title(name)), *_means(one), Cell("", "")) for name, one in at.omnibus.items()] + [
        (named(ADJUSTMENTS[name].title), *_means(one), decimal(at.rejected[name][0], 2))
        for name, one in at.adjusted.items()
    ]
    several = [*at.omnibus.values(), *at.adjusted.values()]
    error = max((error for _, error in at.rejected.values()), default=0.0)
    return Table(
        name=f"{slug(analysis.scores.name)}-replicability-multiple",
        metric=analysis.scores.name,
        kind="replicability-multiple",
        title=f"Omnibus tests and adjustments on draws of data sets by {analysis.scores.name}",
        caption=(
            f"{_drawn(found, drawn_for_all(analysis, found))} Of an adjustment p, R(p), rejections and R(e) are means"
            f" over {counted(len(found.pairs), 'pair')}, and pairs rejected their number in a draw, on average."
        ),
        head=(head_row(*head),),
        rows=tuple(rows),
        align=("left", *right(5)),
        notes=(
            *_notes(found, several),
            *([adjusted_of(found)] if at.rejected else []),
            *([f"The standard error of pairs rejected is at most {fixed(error, 3)}."] if at.rejected else []),
        ),
    )


def _means(one: Replicability) -> tuple[Cell, ...]:
    rejections = float(one.rejections.mean())
    decimals = 0 if len(one.rejections) == 1 else 1
    return (
        decimal(float(one.average_p.mean()), 3),
        decimal(float(one.of_p.mean()), 2),
        Cell(f"{rejections:,.{decimals}f}", rejections),
        decimal(float(one.of_outcomes.mean()), 2),
    )
