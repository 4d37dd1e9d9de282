"""The tables of Bayesian comparisons: posterior probabilities over the data sets, beside the tests, and within each."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rankpress.analysis import Analysis
from rankpress.bayes import Bayesian
from rankpress.report.numbers import df_text, level_text, probability_text, rounding_of
from rankpress.report.table import Cell, Mark, Table
from rankpress.report.tables.cells import (
    MOST_CELLS,
    UNMARKED,
    head_row,
    named,
    number,
    p_of,
    p_value,
    right,
    scope,
)
from rankpress.scores import FloatArray
from rankpress.slugs import slug
from rankpress.stats.bayesian import BAYES_OVER, BAYES_WITHIN
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.posterior import Posterior
from rankpress.wording import counted

CONVINCING = 0.95
_BOLD = frozenset[Mark]({"bold"})
_REGIONS = ("P(a better)", "P(equivalent)", "P(b better)")


def probabilities(posterior: Posterior) -> FloatArray:
    """Probabilities of the first to be better, of both to be equivalent, and of the second, a row a pair."""
    return np.column_stack([posterior.p_first, posterior.p_equal, posterior.p_second])


def bayes_over_table(analysis: Analysis) -> Table | None:
    """Build the table of Bayesian comparisons over the data sets, with the p-values of the tests beside them.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    Table or None
        A row a comparison, in the order of the table of tests; None where there are none.
    """
    bayesian = analysis.bayesian
    if bayesian is None or bayesian.over is None:
        return None
    tested, deciding = analysis.tested.over, analysis.adjusted.deciding
    p = [] if tested is None else [("p", tested.p)]
    if tested is not None and deciding is not None:
        p.append((p_of(deciding), analysis.adjusted.p[deciding]))
    head = ("a", "b", *_regions(bayesian), *(title for title, _ in p))
    order = range(len(bayesian.pairs)) if tested is None else np.argsort(tested.p, kind="stable").tolist()
    rows = tuple(
        (
            *(named(analysis.names[i]) for i in bayesian.pairs[at]),
            *_probabilities(bayesian, bayesian.over, at),
            *(p_value(values[at]) for _, values in p),
        )
        for at in order
    )
    return Table(
        name=f"{slug(analysis.scores.name)}-bayes-over",
        metric=analysis.scores.name,
        kind="bayes-over",
        title=f"Bayesian comparisons over the data sets by {analysis.scores.name}",
        caption=(
            f"{counted(len(rows), 'comparison')} of {scope(analysis)} by the"
            f" {BAYES_OVER[bayesian.over_procedure].title}: posterior probabilities, with"
            f" {rope_text(bayesian)}.{_beside(analysis)}"
        ),
        head=(head_row(*head),),
        rows=rows,
        align=("left", "left", *right(len(head) - 2)),
        notes=tuple(_notes_over(analysis, bayesian, bayesian.over)),
        stub=2,
    )


def _beside(analysis: Analysis) -> str:
    """Which test's p stand beside the probabilities."""
    over, deciding = analysis.tested.over, analysis.adjusted.deciding
    if over is None:
        return ""
    told = f" Beside them p by the {PAIRWISE[over.procedure].title}"
    if deciding is None:
        return f"{told}."
    level = level_text(analysis.adjusted.alpha)
    return f"{told}, as it is and adjusted by {ADJUSTMENTS[deciding].title}, at level {level}."


def rope_text(bayesian: Bayesian) -> str:
    """The rope in a caption."""
    if bayesian.rope == 0:
        return "no region of practical equivalence"
    return f"scores that differ by at most {level_text(bayesian.rope)} taken as equivalent"


def _regions(bayesian: Bayesian) -> tuple[str, ...]:
    """Heads of the columns; without a rope nothing can be equivalent."""
    return _REGIONS if bayesian.rope else (_REGIONS[0], _REGIONS[2])


def _probabilities(bayesian: Bayesian, posterior: Posterior, at: int) -> Iterator[Cell]:
    values = (
        (posterior.p_first, posterior.p_equal, posterior.p_second)
        if bayesian.rope
        else (
            posterior.p_first,
            posterior.p_second,
        )
    )
    for value in values:
        yield number(value[at], probability_text(value[at]), _BOLD if value[at] >= CONVINCING else UNMARKED)


def _notes_over(analysis: Analysis, bayesian: Bayesian, posterior: Posterior) -> Iterator[str]:
    yield _bold_note()
    if posterior.draws:
        yield (
            f"From {posterior.draws:,} draws with seed {posterior.seed}; the standard error that comes of their number"
            f" is at most {np.nanmax(posterior.monte_carlo_error, initial=0.0):.4f}."
        )
    if analysis.tested.over is not None:
        yield (
            f"p is that of the {PAIRWISE[analysis.tested.over.procedure].title}; it answers another question than a"
            " posterior probability does, and neither replaces the other."
        )
    yield from _reasons(posterior.why, np.isnan(posterior.p_first).tolist())


def _bold_note() -> str:
    return f"Bold: probabilities of at least {level_text(CONVINCING)}; all are rounded to 3 decimals."


def _reasons(why: tuple[str, ...], undefined: list[bool]) -> list[str]:
    reasons = {reason for reason, none in zip(why, undefined, strict=True) if reason and none}
    return [f"A dash: {reason}." for reason in sorted(reasons)]


def bayes_within_table(analysis: Analysis, most: int = MOST_CELLS) -> Table | None:
    """Build the table of Bayesian comparisons within the data sets.

    Parameters
    ----------
    analysis : Analysis
        One metric.
    most : int
        Cells of the largest table that is built.

    Returns
    -------
    Table or None
        A row a data set and pair; None where there are none, or far too many.
    """
    bayesian = analysis.bayesian
    n_rows = 0 if bayesian is None else sum(len(one.pairs) for one in bayesian.within)
    if bayesian is None or not n_rows or too_many_within(bayesian, most):
        return None
    head = ("Data set", "a", "b", "Difference", "Scale", "df", *_regions(bayesian))
    return Table(
        name=f"{slug(analysis.scores.name)}-bayes-within",
        metric=analysis.scores.name,
        kind="bayes-within",
        title=f"Bayesian comparisons within the data sets by {analysis.scores.name}",
        caption=(
            f"{counted(n_rows, 'comparison')} on {counted(len(bayesian.within), 'data set')}, over the folds of each,"
            f" by the {BAYES_WITHIN[bayesian.within_procedure].title}: posterior probabilities, with"
            f" {rope_text(bayesian)}. A difference is the score of a less that of b."
        ),
        head=(head_row(*head),),
        rows=tuple(_rows_within(analysis, bayesian)),
        align=("left", "left", "left", *right(len(head) - 3)),
        notes=(
            "The mean difference has as posterior a Student's t about the difference, with this scale and these df.",
            _bold_note(),
        ),
        stub=3,
    )


def too_many_within(bayesian: Bayesian, most: int = MOST_CELLS) -> bool:
    """Whether the comparisons within data sets are left to results.json."""
    return 9 * sum(len(one.pairs) for one in bayesian.within) > most


def _rows_within(analysis: Analysis, bayesian: Bayesian) -> Iterator[tuple[Cell, ...]]:
    sign = 1 if analysis.scores.better == "higher" else -1
    means = np.concatenate([one.posterior.details["mean"] for one in bayesian.within])
    rounding = rounding_of(np.abs(means)[None])
    finer = rounding.finer
    for one in bayesian.within:
        details = one.posterior.details
        for at, (a, b) in enumerate(one.pairs.tolist()):
            difference, scale, df = sign * details["mean"][at], details["scale"][at], float(details["df"][at])
            yield (
                *head_row(one.dataset, analysis.names[a], analysis.names[b]),
                number(difference, rounding.text(difference)),
                number(scale, finer.text(scale)),
                Cell(df_text(df), df),
                *_probabilities(bayesian, one.posterior, at),
            )
