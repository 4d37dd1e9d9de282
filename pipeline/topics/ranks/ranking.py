"""The ranking: the table of average ranks, means, wins, the comparison with the best or the control, and groups."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from string import ascii_lowercase
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from pydantic import Field

from rankpress.analysis import Analysis
from rankpress.core.scores import MetricScores, MetricVotes
from rankpress.core.table import Alignment, Cell, Mark, Table, TableLayout
from rankpress.spec.table_options import Joinable, Scaled, Sort, Sortable, Transposable
from rankpress.topics.phrases import (
    ARROWS,
    PLUS_MINUS,
    SCALED_RANKS,
    adjusted_p_of,
    adjustment_title,
    asterisk,
    at_level_of,
    average_rank,
    count,
    deciding_test,
    level_of,
    mean_over_datasets,
    named,
    number,
    over_runs,
    reference_role,
    scope_of_metric,
    separation,
    with_detail,
)
from rankpress.topics.ranks.intervals import RANK_INTERVAL, interval_cells, interval_note
from rankpress.topics.scores.cells import scale_in, spreads_of
from rankpress.topics.scores.marks import Marking, best_and_second, mark_average_ranks
from rankpress.topics.scores.rows import p_against_reference, reference_algorithm, won_and_tied
from rankpress.topics.topic import Axes, RankingColumn, TableRequest, heads_of_adjusted_p, topics
from rankpress.wording.numbers import (
    MISSING,
    Scale,
    are_apart,
    fixed,
    level_text,
    typical_size,
)
from rankpress.wording.text import Prose, capitalized, cost_named, in_unit, join, joined, mathematics, plain, say

if TYPE_CHECKING:
    from rankpress.spec.model import Study

_WINS = ("Wins", "Ties", "Losses")
_SHORTER = (("Rank", ("Average rank",)), ("W/T/L", _WINS))  # heads in LaTeX, and the columns that they stand for
RANKS_OR_MEANS = {True: "Average ranks", False: "Means"}  # what a ranking shows with its ranks, and without
MUTED = frozenset[Mark]({"muted"})


class AverageRanksOptions(Transposable, Joinable, Sortable, Scaled):
    """Options of the ranking."""

    sort: Sort | None = Field(default=None, description="The order of its rows, as report.sort. Default: best first.")


TITLES = ("Average rank", RANK_INTERVAL, "Data sets", "Mean", *_WINS, "Groups")


def _requested(request: TableRequest[AverageRanksOptions]) -> tuple[object, ...] | None:
    """Return the columns that a study requests; of one table of all metrics, each metric has its mean below it."""
    requested, metric = request.options.columns, request.analysis.scores.name
    if requested is None or not request.options.is_together or metric not in requested or metric in TITLES:
        return requested
    return (*requested, "Mean")


def _heads(study: Study) -> list[str]:
    """Return the heads of p-values, and those printed in the place of names of columns."""
    printed = f"p vs. {'best' if study.test.control is None else 'control'}"
    options = study.report.tables.get("average-ranks")
    is_together = options is not None and options.is_together
    metrics = [] if is_together else [metric.name for metric in study.scores.metrics]
    of_topics = [name for topic in topics() if topic.ranking_columns for name in topic.ranking_columns.names(study)]
    return [
        *heads_of_adjusted_p(study),
        printed,
        *(head for head, _ in _SHORTER),
        *metrics,
        *study.scores.costs,
        *of_topics,
    ]


@Axes(columns=TITLES, more_columns=_heads).by_request
def average_ranks_table(request: TableRequest[AverageRanksOptions]) -> Table | None:
    """Build the ranking: average rank, mean score, wins, comparison with the best or the control, groups."""
    analysis, options = request.analysis, request.options
    requested = _requested(request)
    if not analysis.averages_ranks and isinstance(analysis.scores, MetricScores | MetricVotes):
        return None
    scale = scale_in(analysis.scores, options)
    p_cells = p_against_reference(analysis)
    against = {title: p_cells for title in [*adjusted_p_of(analysis)][:1] if p_cells}
    # together, each metric has a column of its own mean
    metrics = () if options.is_together else request.analyses or (analysis,)
    of_topics = _columns_of_topics(analysis, requested or ())
    titles_of_own = {*TITLES, *against, *of_topics, *(head for head, _ in _SHORTER)}
    # a title of the ranking names its column, and no metric or cost of that name
    of_others = _requested_means(analysis, metrics, {*(requested or ())} - titles_of_own, options)
    extra = {
        **_columns(analysis, scale, against),
        **{column.name: column.cells for column in of_others.values()},
        **{name: column.cells for name, column in of_topics.items()},
    }
    printed = _printed_heads(analysis, scale, against, {**of_others, **of_topics})
    heads = {title: plain(printed[title]) if title in against else title for title in extra}
    extra = {title: cells for title, cells in extra.items() if is_requested(requested, title, heads[title])}
    marked, has_p = mark_average_ranks(analysis), bool(against.keys() & extra.keys())
    has_rank = is_requested(requested, "Average rank")
    rows = _rows(analysis, marked, [*extra.values()])
    titles = ("Algorithm", "Average rank", *extra)
    align: list[Alignment] = ["left", "right", *("left" if title == "Groups" else "right" for title in extra)]
    return Table(
        title=say("Ranking by {}", analysis.metric),
        caption=_caption(analysis, options, has_rank=has_rank, has_verdicts=has_p or "Groups" in extra),
        head=(tuple(Cell(printed[title], title) if title in printed else named(title) for title in titles),),
        rows=rows,
        align=tuple(align),
        notes=(
            *_ranks_notes(analysis, list(extra), marked if has_rank else None, options, of_others.values()),
            *(column.note for column in of_topics.values()),
        ),
        short_note=_short_note(analysis, list(extra), marked if has_rank else None, of_others.values(), has_p=has_p),
        column_notes=tuple(_notes_on_columns(analysis, of_others.values())),
        mark_notes=(("bold", _note_on_bold(marked)), ("bold", marked.note(marked.underlines))),
        detail="sd" if any(cell.detail for row in rows for cell in row) else "",
        shows="p" if has_p else "marks" if "Groups" in extra else marked.shows,
        columns=titles,
        layout=TableLayout(
            narrow=True,
            dispensable=tuple(title for title in ("Mean", "Data sets", "Groups") if title in extra),
            shorter=_SHORTER,
        ),
    )


def _printed_heads(
    analysis: Analysis, scale: Scale, against: Iterable[str], columns: Mapping[str, RankingColumn | _MeanColumn]
) -> dict[str, Prose]:
    """Return the heads of columns that are printed otherwise than the columns are called."""
    heads: dict[str, Prose] = dict.fromkeys(against, say("{} vs. {}", mathematics("p", "p"), reference_role(analysis)))
    heads |= {name: column.head for name, column in columns.items()}
    return heads | ({"Mean": f"Mean ({scale.sign})"} if scale.sign else {})


def _columns(analysis: Analysis, scale: Scale, against: Mapping[str, list[Cell]]) -> dict[str, list[Cell]]:
    """Return the columns behind the average rank that any study may have, by their titles."""
    return {
        **interval_cells(analysis),
        **_coverage(analysis),
        **_means(analysis, scale),
        **against,
        **_groups(analysis),
        **_wins(analysis),
    }


def _rows(analysis: Analysis, marked: Marking, extra: Sequence[Sequence[Cell]]) -> tuple[tuple[Cell, ...], ...]:
    """Return one row per algorithm, the best first; those significantly worse than one of the best are muted."""
    ranking, separated = analysis.ranking, separation(analysis)
    worse = set() if separated is None else {b for a, b in separated.separated if a in ranking.best}
    rows = []
    for algorithm in ranking.best_first:
        name, rank = analysis.algorithms[algorithm], average_rank(ranking.average[algorithm], marked.rows[0][algorithm])
        named_row = Cell(say("{} (control)", name), name) if algorithm == analysis.tested.control else named(name)
        row = (named_row, rank, *(cells[algorithm] for cells in extra))
        rows.append(tuple(replace(cell, marks=cell.marks | MUTED) for cell in row) if algorithm in worse else row)
    return tuple(rows)


def is_requested(requested: Collection[object] | None, *titles: str) -> bool:
    """Return whether any of the columns is requested, by its own name or by the head that LaTeX sets; None for all."""
    if requested is None:
        return True
    heads = {head for head, names in _SHORTER if not set(names).isdisjoint(titles)}
    return not {*titles, *heads}.isdisjoint(requested)


def _columns_of_topics(analysis: Analysis, requested: Collection[object]) -> dict[str, RankingColumn]:
    """Return the columns that topics offer, such as Elo, as far as a study names them."""
    offered = (topic.ranking_columns.of(analysis) for topic in topics() if topic.ranking_columns)
    return {name: column for columns in offered for name, column in columns.items() if name in requested}


class _MeanColumn(NamedTuple):
    """A column of means over the data sets: of a metric, or of a cost."""

    name: str
    head: Prose
    cells: list[Cell]
    what: Prose
    of: Analysis | None = None  # the metric


def _requested_means(
    analysis: Analysis, analyses: Sequence[Analysis], requested: Collection[object], options: AverageRanksOptions
) -> dict[str, _MeanColumn]:
    """Return the columns of metrics and costs that a study asks for by name, as far as there are means of all."""
    columns = {}
    for of_metric in analyses:
        if of_metric.scores.name in requested and (means := _means(of_metric, scale_in(of_metric.scores, options))):
            cell_of = dict(zip(of_metric.names, means["Mean"], strict=True))
            head = say(
                "{} {}", of_metric.measured_in(scale_in(of_metric.scores, options)), ARROWS[of_metric.scores.better]
            )
            cells = [cell_of.get(name, Cell(MISSING, "")) for name in analysis.names]
            columns[of_metric.scores.name] = _MeanColumn(
                of_metric.scores.name, head, cells, of_metric.metric, of_metric
            )
    for front in analysis.conclusions.fronts:
        if front.cost in requested and front.costs is not None and front.n_complete is None:
            rounding = Scale().rounding(front.costs[None, :])
            cells = [number(cost, rounding) for cost in front.costs.tolist()]
            name = cost_named(front.cost)
            head = say("{} {}", in_unit(name), ARROWS["lower"])
            columns[front.cost] = _MeanColumn(front.cost, head, cells, name)
    return columns


def _caption(analysis: Analysis, options: AverageRanksOptions, *, has_rank: bool, has_verdicts: bool) -> Prose:
    what = RANKS_OR_MEANS[has_rank]
    order = "" if options.sort is not None else ", best first" if has_rank else ", best average rank first"
    deciding = analysis.adjusted.deciding
    if not has_verdicts or deciding is None:
        return say("{} of {}{}.", what, scope_of_metric(analysis), order)
    test = deciding_test(analysis, deciding)
    return say("{} of {}{} ({}, {}).", what, scope_of_metric(analysis), order, test, level_of(analysis, deciding))


def _short_note(
    analysis: Analysis, columns: list[str], marked: Marking | None, means: Collection[_MeanColumn], *, has_p: bool
) -> tuple[Prose, ...]:
    letters = _LETTERS if "Groups" in columns else ""
    bold = "" if marked is None else _note_on_bold(marked)
    others = "the other" if analysis.ranking.is_of_two else "all others"
    wins = f"W/T/L: against {others}." if set(_WINS) <= set(columns) else ""
    spread = dict.fromkeys(_spread_notes(analysis, columns, means))
    star = _star_in_short(analysis) if has_p else ""
    scaled = "Average ranks: of ranks scaled to all algorithms." if analysis.ranking.has_gaps else ""
    return tuple(filter(None, (bold, star, letters, wins, *spread, scaled)))


def _note_on_bold(marked: Marking) -> str:
    """Return what bold and underlined average ranks are; the caption has the test."""
    if not marked.shows:
        return best_and_second(underlined=marked.underlines)
    return f"Bold: not significantly worse than the best{'; underlined: second' if marked.underlines else ''}."


def _star_in_short(analysis: Analysis) -> Prose:
    """Return what the asterisk means, and whom it favors where the best average rank need not be the better one."""
    favored, star = _favored(analysis), asterisk(analysis).strip()
    if not favored:
        return ""
    return star if favored == _BY_RANK else say("{} {}", star, favored)


_BY_RANK = "The lower average rank is better."
_LETTERS = "Algorithms that share a letter do not differ significantly."


def _notes_on_columns(analysis: Analysis, means: Collection[_MeanColumn]) -> Iterator[tuple[str, Prose]]:
    """Yield what of the notes is about a single column, with its name."""
    yield "Groups", _LETTERS
    yield from (("Mean", note) for note in _notes_on_mean(analysis))
    for mean in means:
        yield from ((mean.name, note) for note in _spread_notes(analysis, (), [mean]))


def _notes_on_mean(analysis: Analysis) -> Iterator[str]:
    """Yield what a mean is where its title does not show it: weighted, or with a spread."""
    if analysis.is_weighted:
        yield "Mean: weighted mean score over the data sets."
    yield from _spread_notes(analysis, ("Mean",), ())


def _spread_notes(analysis: Analysis, columns: Collection[str], means: Collection[_MeanColumn]) -> Iterator[str]:
    """Yield what ± is, as far as the table has it."""
    for of_metric in [*([analysis] if "Mean" in columns else []), *(mean.of for mean in means if mean.of)]:
        if isinstance(of_metric.scores, MetricScores) and _pooled_spread(of_metric) is not None:
            yield _spread_note(of_metric.scores)


def _spread_note(scores: MetricScores) -> str:
    over = "folds" if scores.has_folds else over_runs(scores)
    weighted = "" if scores.weights is None else ", weighted as the means"
    return f"\N{PLUS-MINUS SIGN}: standard deviation over {over}, pooled over the data sets{weighted}."


def _favored(analysis: Analysis) -> Prose:
    """Return whom an asterisk favors: of two algorithms that differ significantly the better one."""
    over, deciding, other = analysis.tested.over, analysis.adjusted.deciding, reference_algorithm(analysis)
    if over is None or deciding is None:
        return ""
    significant = analysis.adjusted.p[deciding] <= analysis.adjusted.alpha
    pairs = [(a, b) if lean >= 0 else (b, a) for (a, b), lean in zip(over.pairs.tolist(), over.favours, strict=True)]
    marked = [pair for pair, rejects in zip(pairs, significant, strict=True) if rejects and other in pair]
    unlike_ranks = favored_unlike_ranks(analysis, marked)
    if not marked:
        return ""
    if not unlike_ranks:
        return _BY_RANK
    if len(unlike_ranks) == len(marked):
        return say("{} {} better.", joined(unlike_ranks), "is" if len(unlike_ranks) == 1 else "are")
    return say("The lower average rank is better, except for {}.", joined(unlike_ranks))


def favored_unlike_ranks(analysis: Analysis, separated: Iterable[tuple[int, int]]) -> list[Prose]:
    """Return who is better in pairs, the better first, whose average ranks are equal or say otherwise."""
    average, names = analysis.ranking.average, analysis.algorithms
    return list(dict.fromkeys(names[better] for better, worse in separated if average[better] >= average[worse]))


def _coverage(analysis: Analysis) -> dict[str, list[Cell]]:
    """On how many data sets each average rests, where that is not all of them."""
    ranks = analysis.ranking.ranks
    if ranks is None or not analysis.ranking.has_gaps:
        return {}
    return {"Data sets": [count(n) for n in np.count_nonzero(~np.isnan(ranks), axis=0)]}


def _wins(analysis: Analysis) -> dict[str, list[Cell]]:
    """Wins, ties and losses of each algorithm against all others together."""
    counts = won_and_tied(analysis)
    if counts is None:
        return {}
    won, tied = counts
    columns = (won.sum(axis=1), tied.sum(axis=1), won.sum(axis=0))
    return {title: [count(n) for n in column] for title, column in zip(_WINS, columns, strict=True)}


def _groups(analysis: Analysis) -> dict[str, list[Cell]]:
    deciding = analysis.adjusted.deciding
    if deciding is None or deciding not in analysis.adjusted.groups:
        return {}
    letters = group_letters(analysis.adjusted.groups[deciding], analysis.ranking.best_first)
    return {"Groups": [named(letters[algorithm]) for algorithm in range(len(analysis.algorithms))]}


def group_letters(groups: Sequence[Sequence[int]], best_first: Sequence[int]) -> dict[int, str]:
    """Give each group a letter, and each algorithm the letters of its groups."""
    place = {algorithm: position for position, algorithm in enumerate(best_first)}
    grouped = {algorithm for group in groups for algorithm in group}
    sets = [tuple(group) for group in groups] + [(algorithm,) for algorithm in best_first if algorithm not in grouped]
    sets.sort(key=lambda group: sorted(place[algorithm] for algorithm in group))
    letters: dict[int, list[str]] = {algorithm: [] for algorithm in best_first}
    for index, group in enumerate(sets):
        for algorithm in group:
            letters[algorithm].append(_letter(index))
    return {algorithm: " ".join(letter) for algorithm, letter in letters.items()}


def _letter(index: int) -> str:
    """Return a, b, ... z, aa, ab, ..."""
    size = len(ascii_lowercase)
    return (_letter(index // size - 1) if index >= size else "") + ascii_lowercase[index % size]


def _means(analysis: Analysis, scale: Scale) -> dict[str, list[Cell]]:
    """Mean score over the data sets, where all have one, with the spread over folds or seeds."""
    scores = analysis.scores
    if not isinstance(scores, MetricScores) or np.isnan(scores.means).any():
        return {}
    means = scores.means
    spreads = _pooled_spread(analysis)
    weights = np.ones(len(means)) if scores.weights is None else scores.weights
    # whatever the order of the data sets
    average = [math.fsum(column) / math.fsum(weights) for column in (means.T * weights).tolist()]
    # scores of one decimal have means of more; of data sets on scales of their own, means have that of the largest
    is_one_scale = not are_apart([typical_size(row) for row in means])
    rounding = scale.rounding(np.vstack([means, average]) if is_one_scale else np.array([average]))
    if spreads is None:
        return {"Mean": [number(mean, rounding) for mean in average]}
    pairs = zip(average, spreads, strict=True)
    return {"Mean": [with_detail(mean, sd, PLUS_MINUS, rounding) for mean, sd in pairs]}


def _pooled_spread(analysis: Analysis) -> list[float] | None:
    """Return the standard deviation over the folds or seeds of a data set, pooled over data sets; None without both."""
    scores = analysis.scores
    if not isinstance(scores, MetricScores):
        return None
    deviations = spreads_of(scores, "sd") if scores.has_folds or scores.seeds else None
    if deviations is None or np.isnan(deviations).any():
        return None
    weights = np.ones(len(deviations)) if scores.weights is None else scores.weights
    sums = [math.fsum(column) for column in (deviations.T**2 * weights).tolist()]
    return [math.sqrt(variance / math.fsum(weights)) for variance in sums]


def _ranks_notes(
    analysis: Analysis,
    columns: list[str],
    marked: Marking | None,
    options: AverageRanksOptions,
    means: Collection[_MeanColumn],
) -> list[Prose]:
    adjusted = analysis.adjusted
    notes: list[Prose] = []
    if marked is not None:
        notes.append(f"Rank 1 is the best. {_note_on_bold(marked)}")
    if RANK_INTERVAL in columns:
        notes.extend(interval_note(analysis))
    if "Mean" in columns:
        notes.extend(_notes_on_mean(analysis))
    if means:
        what = capitalized(joined(mean.what for mean in means))
        notes.append(say("{}: {}s over the data sets.", what, mean_over_datasets(analysis)))
        notes.extend(dict.fromkeys(_spread_notes(analysis, (), means)))
    if "Wins" in columns:
        others = "" if analysis.ranking.is_of_two else " and all other algorithms"
        over = "the data sets that both have" if analysis.ranking.has_gaps else f"all data sets{others}"
        notes.append(f"Wins, ties and losses are counted over {over}.")
    if analysis.ranking.has_gaps:
        notes.append(SCALED_RANKS)
    if adjusted.deciding is None:
        return notes
    title, level = adjustment_title(analysis, adjusted.deciding), at_level_of(adjusted.deciding, adjusted.alpha)
    if "Groups" in columns:
        notes.append(_LETTERS)
    if next(iter(adjusted_p_of(analysis))) in columns:
        favored = _favored(analysis)
        by = "" if analysis.ranking.is_of_two else f" ({title})"
        reference = say(" against {}{}", analysis.algorithms[reference_algorithm(analysis)], by)
        note = say("*: p ≤ {}{}.", level_text(adjusted.alpha), reference)
        if not favored:
            note = say("No p ≤ {}{}.", level_text(adjusted.alpha), reference)
        notes.append(note if favored == _BY_RANK else join(filter(None, (note, favored))))
    difference = adjusted.critical_difference.get(adjusted.deciding)
    if difference is not None:
        notes.append(f"Critical difference {level} ({title}): {fixed(difference.cd, 2)}.")
    return notes
