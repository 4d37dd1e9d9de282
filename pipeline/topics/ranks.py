"""Topic ranks: average ranks, wins, ties and losses, and the omnibus tests over data sets."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.methods import ADJUSTMENTS
from rankpress.core.faults import counted
from rankpress.core.numbers import (
    MINUS,
    Json,
    fixed,
    grouped_number,
    in_words,
    level_text,
    p_text,
    rounding_of,
)
from rankpress.core.scores import FloatArray
from rankpress.core.table import Alignment, Cell, Mark, Table
from rankpress.core.text import Prose, joined, mathematics, say
from rankpress.stages.rank import Ranking
from rankpress.stages.test import OverDatasets
from rankpress.stats.multiplicity import least_p_of_signs
from rankpress.topics.phrases import (
    SCALED_RANKS,
    asterisk,
    at_level_of,
    average_rank,
    count,
    group_letters,
    named,
    p_of,
    scope,
    separation,
    significance_note,
)
from rankpress.topics.rank_intervals import TITLE as RANK_INTERVAL
from rankpress.topics.rank_intervals import interval_cells, interval_note
from rankpress.topics.score_cells import p_against_reference, reference, reference_role, spreads_of, won_and_tied
from rankpress.topics.scores import BEST_AND_SECOND, mark_average_ranks
from rankpress.topics.topic import Axes, adjusted_p

_WINS = ("Wins", "Ties", "Losses")
MUTED = frozenset[Mark]({"muted"})


@Axes(columns=("Average rank", RANK_INTERVAL, "Data sets", "Mean", *_WINS, "Groups"), more_columns=adjusted_p)
def average_ranks_table(analysis: Analysis, requested: Collection[object] | None = None) -> Table | None:
    """Build the ranking: average rank, mean score, wins, comparison with the best or the control, groups."""
    if analysis.scores.n_datasets == 1 and analysis.scores.means is not None:
        return None
    ranking = analysis.ranking
    deciding, p_cells = analysis.adjusted.deciding, p_against_reference(analysis)
    against = {} if deciding is None or not p_cells else {p_of(deciding): p_cells}
    columns = [
        interval_cells(analysis),
        _coverage(analysis),
        _means(analysis),
        _wins(analysis),
        against,
        _groups(analysis),
    ]
    extra = {title: cells for column in columns for title, cells in column.items()}
    if requested is not None and not {"Average rank", *extra}.isdisjoint(requested):
        extra = {title: cells for title, cells in extra.items() if title in requested}
    marked, has_p = mark_average_ranks(analysis), bool(against.keys() & extra.keys())
    separated = separation(analysis)
    worse = set() if separated is None else {b for a, b in separated.separated if a in ranking.best}
    rows = []
    for algorithm in ranking.best_first:
        name, rank = analysis.algorithms[algorithm], average_rank(ranking.average[algorithm], marked.rows[0][algorithm])
        named_row = Cell(say("{} (control)", name), name) if algorithm == analysis.tested.control else named(name)
        row = (named_row, rank, *(cells[algorithm] for cells in extra.values()))
        rows.append(tuple(replace(cell, marks=cell.marks | MUTED) for cell in row) if algorithm in worse else row)
    titles = ("Algorithm", "Average rank", *extra)
    against_head = say("{} vs. {}", mathematics("p", "p"), reference_role(analysis))
    align: list[Alignment] = ["left", "right", *("left" if title == "Groups" else "right" for title in extra)]
    return Table(
        title=say("Ranking by {}", analysis.metric),
        caption=f"Average ranks of {scope(analysis)}, best first.",
        head=(tuple(Cell(against_head, title) if title in against else named(title) for title in titles),),
        rows=tuple(rows),
        align=tuple(align),
        notes=tuple(_ranks_notes(analysis, list(extra), marked.note)),
        short_note=_short_note(analysis, list(extra), marked.shows, has_p=has_p),
        detail="sd" if any(cell.detail for row in rows for cell in row) else "",
        shows="p" if has_p else "marks" if "Groups" in extra else marked.shows,
        columns=titles,
        narrow=True,
        dispensable=tuple(title for title in ("Mean", "Data sets", "Groups") if title in extra),
        shorter=(("Rank", ("Average rank",)), ("W/T/L", _WINS)),
    )


def _short_note(analysis: Analysis, columns: list[str], marks: str, *, has_p: bool) -> str:
    letters = "Algorithms that share a letter do not differ significantly." if "Groups" in columns else ""
    bold = "Bold: not significantly worse than the best." if marks else BEST_AND_SECOND
    return f"{bold} {asterisk(analysis) if has_p else ''}{letters}".rstrip()


def _coverage(analysis: Analysis) -> dict[str, list[Cell]]:
    """On how many data sets each average rests, where that is not all of them."""
    ranks = analysis.ranking.ranks
    if ranks is None or not analysis.ranking.has_gaps:
        return {}
    return {"Data sets": [count(n) for n in np.count_nonzero(~np.isnan(ranks), axis=0)]}


def _wins(analysis: Analysis) -> dict[str, list[Cell]]:
    """Wins, ties and losses of each algorithm against all others together."""
    ranks = analysis.ranking.ranks
    if ranks is None:
        return {}
    won, tied = won_and_tied(ranks)
    columns = (won.sum(axis=1), tied.sum(axis=1), won.sum(axis=0))
    return {title: [count(n) for n in column] for title, column in zip(_WINS, columns, strict=True)}


def _groups(analysis: Analysis) -> dict[str, list[Cell]]:
    deciding = analysis.adjusted.deciding
    if deciding is None or deciding not in analysis.adjusted.groups:
        return {}
    letters = group_letters(analysis.adjusted.groups[deciding], analysis.ranking.best_first)
    return {"Groups": [named(letters[algorithm]) for algorithm in range(len(analysis.algorithms))]}


def _means(analysis: Analysis) -> dict[str, list[Cell]]:
    """Mean score over the data sets, where all have one, with the spread over folds or seeds."""
    means = analysis.scores.means
    if means is None or np.isnan(means).any():
        return {}
    spreads = _pooled_spread(analysis)
    average = [math.fsum(column) / len(column) for column in means.T.tolist()]  # whatever the order of the data sets
    rounding = rounding_of(np.vstack([means, average]))  # scores of one decimal have means of more
    if spreads is None:
        return {"Mean": [Cell(rounding.text(mean), mean) for mean in average]}
    cells = []
    for mean, sd in zip(average, spreads, strict=True):
        detail = f"\N{PLUS-MINUS SIGN} {rounding.text(sd)}"
        cells.append(Cell(f"{rounding.text(mean)} {detail}", mean, detail=detail, detail_value=sd))
    return {"Mean": cells}


def _pooled_spread(analysis: Analysis) -> list[float] | None:
    """Return the standard deviation over the folds or seeds of a data set, pooled over data sets; None without both."""
    scores = analysis.scores
    deviations = spreads_of(scores, "sd") if scores.has_folds or scores.seeds else None
    if deviations is None or np.isnan(deviations).any():
        return None
    return [math.sqrt(math.fsum(sd**2 for sd in column) / len(column)) for column in deviations.T.tolist()]


def _ranks_notes(analysis: Analysis, columns: list[str], marked: Prose) -> list[Prose]:
    adjusted = analysis.adjusted
    notes: list[Prose] = [say("Rank 1 is the best; average ranks are rounded to 2 decimals. {}", marked)]
    if RANK_INTERVAL in columns:
        notes.extend(interval_note(analysis))
    if "Mean" in columns:
        over = "folds" if analysis.scores.has_folds else "seeds"
        pooled = f"; \N{PLUS-MINUS SIGN} is the standard deviation over {over}, pooled over the data sets"
        spread = "" if _pooled_spread(analysis) is None else pooled
        notes.append(f"Mean: mean score over the data sets{spread}.")
    if "Wins" in columns:
        notes.append("Wins, ties and losses are counted over all data sets and all other algorithms.")
    if analysis.ranking.has_gaps:
        notes.append(f"{SCALED_RANKS} What two algorithms win is counted on the data sets that both have.")
    if adjusted.deciding is None:
        return notes
    title, level = ADJUSTMENTS[adjusted.deciding].title, at_level_of(adjusted.deciding, adjusted.alpha)
    if "Groups" in columns:
        notes.append(f"Algorithms that share a letter do not differ significantly {level} ({title}).")
    if p_of(adjusted.deciding) in columns:
        note = significance_note(adjusted.alpha, "adjusted p-values of comparisons with {}")
        notes.append(say(note, analysis.algorithms[reference(analysis)]))
    difference = adjusted.critical_difference.get(adjusted.deciding)
    if difference is not None:
        notes.append(f"Critical difference {level} ({title}): {fixed(difference.cd, 2)}.")
    return notes


_SHARED = {
    "average": "share the average of their ranks",
    "min": "all receive the best of their ranks",
    "max": "all receive the worst of their ranks",
}


def ties_methods(analysis: Analysis) -> Iterator[str]:
    """Say when two scores are tied, and how many unequal scores are."""
    ranking = analysis.ranking
    if ranking.ranks is None:
        return
    yield f"{_rule_of_ties(ranking)} are tied; tied algorithms {_SHARED[ranking.ties]}."
    if ranking.near_ties:
        scores = "two unequal scores on a data set are tied"
        number = f"{in_words(ranking.near_ties)} of {grouped_number(ranking.compared)}"
        yield f"By this rule, {scores} in {number} comparisons."


def _rule_of_ties(ranking: Ranking) -> str:
    if ranking.tolerance is None:
        return "Scores that differ by rounding error only (16 units in the last place)"
    if ranking.tolerance == 0:
        return "Equal scores"
    mantissa, power, exponent = level_text(ranking.tolerance).partition("e-")
    return f"Scores that differ by less than {mantissa}{power and f'e{MINUS}{int(exponent)}'}"


def ties_sentences(analysis: Analysis) -> Iterator[str]:
    """Say how many comparisons of two scores on a data set are ties."""
    ranking = analysis.ranking
    if ranking.ranks is not None and ranking.tied:
        verb = "is a tie" if ranking.tied == 1 else "are ties"
        compared = f"{grouped_number(ranking.compared)} comparisons of two scores on a data set"
        yield f"Of the {compared}, {in_words(ranking.tied)} {verb}."


def ties_results(analysis: Analysis) -> Json | None:
    """Return the rule, the tolerance and how many comparisons they concern; None where only ranks were given."""
    ranking = analysis.ranking
    if ranking.ranks is None:
        return None
    counts = {"comparisons": ranking.compared, "tied": ranking.tied, "near": ranking.near_ties}
    return {"rule": ranking.ties, "tolerance": ranking.tolerance, **counts}


def nothing_could_be_found(analysis: Analysis) -> bool:
    """Return whether the deciding adjustment could not have separated any pair, whatever the scores."""
    least = analysis.adjusted.least.get(analysis.adjusted.deciding or "")
    return least is not None and bool((least > analysis.adjusted.alpha).all())


def unattainable(analysis: Analysis) -> Iterator[str]:
    """Say where the comparisons over the data sets could not have been significant."""
    over, alpha = analysis.tested.over, analysis.adjusted.alpha
    if over is None or "least_p" not in over.details:
        return
    least = np.nan_to_num(over.details["least_p"], nan=1.0)
    level = level_text(alpha)
    text = f"{_given(analysis, over, least)} the least p that this test can give is {p_text(least.min())}"
    if least.min() > alpha:
        yield f"{text}, so that nothing could be significant at level {level}."
        return
    hopeless = [name for name, p in analysis.adjusted.least.items() if (p > alpha).all()]
    if hopeless:
        bounds = joined(
            f"{p_text(analysis.adjusted.least[name].min())} by {ADJUSTMENTS[name].title}" for name in hopeless
        )
        among = {at_level_of(name, alpha) for name in hopeless}
        yield (
            f"{text}, adjusted for {counted(len(least), 'comparison')} {bounds}, so that nothing could be significant"
            f" after that adjustment {joined(sorted(among))}."
        )
    few = int(np.count_nonzero(least > alpha))
    if few:
        yield (
            f"Of {counted(len(least), 'comparison')} {few} could not be significant at level {level} even unadjusted:"
            " too few data sets tell the two apart."
        )


def _given(analysis: Analysis, over: OverDatasets, least: FloatArray) -> str:
    n, draws = analysis.scores.n_datasets, over.details.get("draws", np.zeros(1))
    if np.nanmax(draws, initial=0.0) > 0:
        return f"With {counted(n, 'data set')} and {np.nanmax(draws):,.0f} random signs"
    if (least == least_p_of_signs(n)).all():
        return f"With {counted(n, 'data set')}"
    return f"With so few of {counted(n, 'data set')} on which the two of a pair differ"


def unattainable_wins(analysis: Analysis) -> Iterator[str]:
    """Say where the sign test over significant wins could not have been significant."""
    wins, alpha = analysis.wins, analysis.adjusted.alpha
    if wins is None or len(analysis.tested.within) < 2 or (wins.least <= alpha).any():
        return
    yield (
        f"With {counted(len(analysis.tested.within), 'data set')} and {counted(len(wins.pairs), 'pair')} the least"
        f" adjusted p that this sign test can give is {p_text(wins.least.min())}, so that nothing could be significant"
        f" at level {level_text(alpha)}."
    )
