"""Topic ranks: average ranks with their intervals and groups, wins, ties and losses."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from pydantic import Field

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import TableKind
from rankpress.catalog.methods import ADJUSTMENTS
from rankpress.core.bibliography import cite
from rankpress.core.plain_data import Json, picked
from rankpress.core.table import Alignment, Cell, Mark, Table
from rankpress.spec.table_options import Joinable, Scaled, Sort, Sortable, Transposable
from rankpress.stages.rank import Ranking
from rankpress.stats.groups import is_run
from rankpress.stats.rank_intervals import RankIntervals
from rankpress.topics.facts import COUNT, NAMES, RANK, Fact, Subjects, interval
from rankpress.topics.phrases import (
    ARROWS,
    PLUS_MINUS,
    SCALED_RANKS,
    adjusted_p_of,
    asterisk,
    at_level_of,
    average_rank,
    count,
    deciding_p_value,
    deciding_test,
    decimals_asked,
    group_letters,
    level_of,
    listed,
    named,
    number,
    over_runs,
    p_decimals_asked,
    p_rounded,
    procedure,
    reference_role,
    scope,
    separation,
    significance_note,
    with_detail,
)
from rankpress.topics.results_of_tests import RankIntervalsResult, TiesResult
from rankpress.topics.score_cells import scale_in, spreads_of
from rankpress.topics.score_marks import Marking, best_and_second, mark_average_ranks
from rankpress.topics.score_rows import p_against_reference, reference, won_and_tied
from rankpress.topics.topic import Axes, Facts, ResultKey, TableRequest, Topic, adjusted_p, nothing, register, where
from rankpress.wording.numbers import (
    MISSING,
    Scale,
    counted_in_words,
    fixed,
    in_words,
    level_text,
    part_in_words,
    percent_text,
    tolerance_text,
)
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, capitalized, cost_named, join, joined, mathematics, plain, say

if TYPE_CHECKING:
    from rankpress.spec.model import Study

_WINS = ("Wins", "Ties", "Losses")
_SHORTER = (("Rank", ("Average rank",)), ("W/T/L", _WINS))  # heads in LaTeX, and the columns that they stand for
RANK_INTERVAL = "Rank interval"
MUTED = frozenset[Mark]({"muted"})


class AverageRanksOptions(Transposable, Joinable, Sortable, Scaled):
    """Those of the ranking."""

    sort: Sort | None = Field(default=None, description="The order of its rows, as report.sort. Left out: best first.")


def _heads(study: Study) -> list[str]:
    """Return the heads of p-values, and those printed in the place of names of columns."""
    printed = f"p vs. {'best' if study.test.control is None else 'control'}"
    options = study.report.tables.get("average-ranks")
    means = (
        []
        if options is not None and options.is_together
        else [*(item.name for item in study.scores.metrics), *study.scores.costs]
    )
    return [*adjusted_p(study), printed, *(head for head, _ in _SHORTER), *means]


@Axes(columns=("Average rank", RANK_INTERVAL, "Data sets", "Mean", *_WINS, "Groups"), more_columns=_heads).by_request
def average_ranks_table(request: TableRequest[AverageRanksOptions]) -> Table | None:
    """Build the ranking: average rank, mean score, wins, comparison with the best or the control, groups."""
    analysis, options, requested = request.analysis, request.options, request.options.columns
    if analysis.scores.n_datasets == 1 and (analysis.scores.means is not None or analysis.scores.votes is not None):
        return None
    ranking, scale = analysis.ranking, scale_in(analysis.scores, options)
    p_cells = p_against_reference(analysis)
    against = {title: p_cells for title in [*adjusted_p_of(analysis)][:1] if p_cells}
    columns = [
        interval_cells(analysis),
        _coverage(analysis),
        _means(analysis, scale),
        against,
        _groups(analysis),
        _wins(analysis),
    ]
    of_others = {} if options.is_together else _requested_means(analysis, request.analyses, requested or (), options)
    columns.append({column.name: column.cells for column in of_others.values()})
    extra = {title: cells for column in columns for title, cells in column.items()}
    against_head = say("{} vs. {}", mathematics("p", "p"), reference_role(analysis))
    heads = {title: plain(against_head) if title in against else title for title in extra}
    if requested is not None and _is_asked_for(requested, "Average rank", *extra, *heads.values()):
        extra = {title: cells for title, cells in extra.items() if _is_asked_for(requested, title, heads[title])}
    marked, has_p = mark_average_ranks(analysis), bool(against.keys() & extra.keys())
    has_rank = requested is None or _is_asked_for(requested, "Average rank")
    separated = separation(analysis)
    worse = set() if separated is None else {b for a, b in separated.separated if a in ranking.best}
    rows = []
    for algorithm in ranking.best_first:
        name, rank = analysis.algorithms[algorithm], average_rank(ranking.average[algorithm], marked.rows[0][algorithm])
        named_row = Cell(say("{} (control)", name), name) if algorithm == analysis.tested.control else named(name)
        row = (named_row, rank, *(cells[algorithm] for cells in extra.values()))
        rows.append(tuple(replace(cell, marks=cell.marks | MUTED) for cell in row) if algorithm in worse else row)
    titles = ("Algorithm", "Average rank", *extra)
    printed: dict[str, Prose] = dict.fromkeys(against, against_head)
    printed |= {name: column.head for name, column in of_others.items()}
    if scale.sign:
        printed["Mean"] = f"Mean ({scale.sign})"
    align: list[Alignment] = ["left", "right", *("left" if title == "Groups" else "right" for title in extra)]
    return Table(
        title=say("Ranking by {}", analysis.metric),
        caption=_caption(analysis, options, has_rank=has_rank, has_verdicts=has_p or "Groups" in extra),
        head=(tuple(Cell(printed[title], title) if title in printed else named(title) for title in titles),),
        rows=tuple(rows),
        align=tuple(align),
        notes=tuple(_ranks_notes(analysis, list(extra), marked if has_rank else None, options, of_others.values())),
        short_note=_short_note(analysis, list(extra), marked if has_rank else None, of_others.values(), has_p=has_p),
        column_notes=tuple(_notes_on_columns(analysis, of_others.values())),
        detail="sd" if any(cell.detail for row in rows for cell in row) else "",
        shows="p" if has_p else "marks" if "Groups" in extra else marked.shows,
        columns=titles,
        narrow=True,
        dispensable=tuple(title for title in ("Mean", "Data sets", "Groups") if title in extra),
        shorter=_SHORTER,
    )


def _is_asked_for(requested: Collection[object], *titles: str) -> bool:
    """Return whether any of the columns is requested, by its own name or by the head that LaTeX sets."""
    heads = {head for head, names in _SHORTER if not set(names).isdisjoint(titles)}
    return not {*titles, *heads}.isdisjoint(requested)


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
    for item in analyses or (analysis,):
        if item.scores.name in requested and (means := _means(item, scale_in(item.scores, options))):
            cell_of = dict(zip(item.names, means["Mean"], strict=True))
            head = say("{} {}", item.measured_in(scale_in(item.scores, options)), ARROWS[item.scores.better])
            cells = [cell_of.get(name, Cell(MISSING, "")) for name in analysis.names]
            columns[item.scores.name] = _MeanColumn(item.scores.name, head, cells, item.metric, item)
    for front in analysis.fronts:
        if front.cost in requested and front.costs is not None:
            rounding = Scale().rounding(front.costs[None, :])
            cells = [number(cost, rounding) for cost in front.costs.tolist()]
            name = cost_named(front.cost)
            columns[front.cost] = _MeanColumn(front.cost, say("{} {}", name, ARROWS["lower"]), cells, name)
    return columns


def _caption(analysis: Analysis, options: AverageRanksOptions, *, has_rank: bool, has_verdicts: bool) -> Prose:
    what = "Average ranks" if has_rank else "Means"
    order = "" if options.sort is not None else ", best first" if has_rank else ", best average rank first"
    deciding = analysis.adjusted.deciding
    if not has_verdicts or deciding is None:
        return f"{what} of {scope(analysis)}{order}."
    test = deciding_test(analysis, deciding)
    return say("{} of {}{}. {}, {}.", what, scope(analysis), order, capitalized(test), level_of(analysis, deciding))


def _short_note(
    analysis: Analysis, columns: list[str], marked: Marking | None, means: Collection[_MeanColumn], *, has_p: bool
) -> tuple[str, ...]:
    letters = _LETTERS if "Groups" in columns else ""
    by_tests = "Bold: not significantly worse than the best."
    bold = "" if marked is None else by_tests if marked.shows else best_and_second(underlined=marked.underlines)
    wins = "W/T/L: against all others." if set(_WINS) <= set(columns) else ""
    spread = dict.fromkeys(_spread_notes(analysis, columns, means))
    star = asterisk(analysis).strip() if has_p else ""
    scaled = "Average ranks: of ranks scaled to all algorithms." if analysis.ranking.has_gaps else ""
    return tuple(filter(None, (bold, star, letters, wins, *spread, scaled)))


_LETTERS = "Algorithms that share a letter do not differ significantly."


def _notes_on_columns(analysis: Analysis, means: Collection[_MeanColumn]) -> Iterator[tuple[str, Prose]]:
    """Yield what of the notes is about a single column, with its name."""
    yield "Groups", _LETTERS
    if analysis.adjusted.deciding is not None:
        yield "Groups", _note_on_letters(analysis, analysis.adjusted.deciding)
    yield "Mean", _note_on_mean(analysis)
    yield from (("Mean", note) for note in _spread_notes(analysis, ("Mean",), ()))
    for mean in means:
        yield from ((mean.name, note) for note in _spread_notes(analysis, (), [mean]))


def _note_on_letters(analysis: Analysis, deciding: str) -> str:
    level = at_level_of(deciding, analysis.adjusted.alpha)
    return f"Algorithms that share a letter do not differ significantly {level} ({ADJUSTMENTS[deciding].title})."


def _note_on_mean(analysis: Analysis) -> str:
    weighted = "" if analysis.scores.weights is None else "weighted "
    return " ".join((f"Mean: {weighted}mean score over the data sets.", *_spread_notes(analysis, ("Mean",), ())))


def _spread_notes(analysis: Analysis, columns: Collection[str], means: Collection[_MeanColumn]) -> Iterator[str]:
    """Yield what ± is, as far as the table has it."""
    for item in [*([analysis] if "Mean" in columns else []), *(mean.of for mean in means if mean.of)]:
        if _pooled_spread(item) is not None:
            yield _spread_note(item)


def _spread_note(analysis: Analysis) -> str:
    over = "folds" if analysis.scores.has_folds else over_runs(analysis.scores)
    return f"\N{PLUS-MINUS SIGN}: standard deviation over {over}, pooled over the data sets."


def _favored(analysis: Analysis) -> Prose:
    """Return whom an asterisk favors: of two algorithms that differ significantly the better one."""
    over, deciding, other = analysis.tested.over, analysis.adjusted.deciding, reference(analysis)
    if over is None or deciding is None:
        return ""
    average, names = analysis.ranking.average, analysis.algorithms
    significant = analysis.adjusted.p[deciding] <= analysis.adjusted.alpha
    pairs = [(a, b) if lean >= 0 else (b, a) for (a, b), lean in zip(over.pairs.tolist(), over.favours, strict=True)]
    marked = [pair for pair, rejects in zip(pairs, significant, strict=True) if rejects and other in pair]
    against_ranks = [names[better] for better, worse in marked if average[better] > average[worse]]
    if not marked:
        return ""
    if not against_ranks:
        return "It favors the lower average rank."
    return say("It favors the lower average rank, but for {}.", joined(against_ranks))


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


def _means(analysis: Analysis, scale: Scale) -> dict[str, list[Cell]]:
    """Mean score over the data sets, where all have one, with the spread over folds or seeds."""
    means = analysis.scores.means
    if means is None or np.isnan(means).any():
        return {}
    spreads = _pooled_spread(analysis)
    weights = np.ones(len(means)) if analysis.scores.weights is None else analysis.scores.weights
    # whatever the order of the data sets
    average = [math.fsum(column) / math.fsum(weights) for column in (means.T * weights).tolist()]
    # scores of one decimal have means of more
    rounding = scale.rounding(np.vstack([means, average]))
    if spreads is None:
        return {"Mean": [number(mean, rounding) for mean in average]}
    pairs = zip(average, spreads, strict=True)
    return {"Mean": [with_detail(mean, sd, PLUS_MINUS, rounding) for mean, sd in pairs]}


def _pooled_spread(analysis: Analysis) -> list[float] | None:
    """Return the standard deviation over the folds or seeds of a data set, pooled over data sets; None without both."""
    scores = analysis.scores
    deviations = spreads_of(scores, "sd") if scores.has_folds or scores.seeds else None
    if deviations is None or np.isnan(deviations).any():
        return None
    return [math.sqrt(math.fsum(sd**2 for sd in column) / len(column)) for column in deviations.T.tolist()]


def _ranks_notes(
    analysis: Analysis,
    columns: list[str],
    marked: Marking | None,
    options: AverageRanksOptions,
    means: Collection[_MeanColumn],
) -> list[Prose]:
    adjusted, decimals = analysis.adjusted, decimals_asked(options, "Average rank", "Rank")
    rounded = counted(2 if decimals is None else decimals, "decimal")
    notes: list[Prose] = []
    if marked is not None:
        noted = marked.note(marked.underlines)
        notes.append(say("Rank 1 is the best; average ranks are rounded to {}. {}", rounded, noted))
    if RANK_INTERVAL in columns:
        notes.extend(interval_note(analysis))
    if "Mean" in columns:
        notes.append(_note_on_mean(analysis))
    if means:
        notes.append(say("{}: means over the data sets.", capitalized(joined(mean.what for mean in means))))
        notes.extend(dict.fromkeys(_spread_notes(analysis, (), means)))
    if "Wins" in columns:
        notes.append("Wins, ties and losses are counted over all data sets and all other algorithms.")
    if analysis.ranking.has_gaps:
        notes.append(f"{SCALED_RANKS} What two algorithms win is counted on the data sets that both have.")
    if adjusted.deciding is None:
        return notes
    title, level = ADJUSTMENTS[adjusted.deciding].title, at_level_of(adjusted.deciding, adjusted.alpha)
    if "Groups" in columns:
        notes.append(_note_on_letters(analysis, adjusted.deciding))
    if (head_of_p := next(iter(adjusted_p_of(analysis)))) in columns:
        rounded = p_rounded(p_decimals_asked(options, head_of_p, f"p vs. {reference_role(analysis)}"))
        favored, called = _favored(analysis), deciding_p_value(analysis)
        note = significance_note(adjusted.alpha, f"{called}s of comparisons with {{}}", "")
        if not favored:
            note = f"No {called} of a comparison with {{}} is at most {level_text(adjusted.alpha)}."
        of_reference = say(note, analysis.algorithms[reference(analysis)])
        notes.append(join(filter(None, (of_reference, favored, rounded))))
    difference = adjusted.critical_difference.get(adjusted.deciding)
    if difference is not None:
        notes.append(f"Critical difference {level} ({title}): {fixed(difference.cd, 2)}.")
    return notes


class _Kind(NamedTuple):
    what: str
    note: str
    method: Prose


_KINDS = {
    "simultaneous": _Kind(
        "simultaneous {} confidence sets",
        "all sets together hold the true ranks",
        say(
            "Confidence sets for ranks ({}) rest on step-down tests of all pairs of average ranks by the largest t"
            " statistic under random signs of the data sets.",
            cite("mogstad2024"),
        ),
    ),
    "marginal": _Kind(
        "marginal {} confidence sets",
        "each set by itself holds its true rank",
        say(
            "Confidence sets for ranks ({}), one for each algorithm, rest on step-down tests of its average rank"
            " against all others by the largest t statistic under random signs of the data sets.",
            cite("mogstad2024"),
        ),
    ),
    "bootstrap": _Kind(
        "{} bootstrap intervals",
        "percentiles of the ranks on resampled data sets, too narrow where algorithms are nearly equal",
        say(
            "Bootstrap intervals of ranks ({}) are percentiles over resampled data sets; where algorithms are nearly"
            " equal, they hold true ranks less often than their level says ({}).",
            cite("goldstein1996"),
            cite("mogstad2024"),
        ),
    ),
}


_where_intervals = where(lambda analysis: analysis.rank_intervals)


def interval_cells(analysis: Analysis) -> dict[str, list[Cell]]:
    """Return the column of rank intervals, from the best to the worst rank that an algorithm may have."""
    intervals = analysis.rank_intervals
    if intervals is None:
        return {}
    return {RANK_INTERVAL: [Cell(_span(low, high), _span(low, high)) for low, high in _bounds(intervals)]}


def _bounds(intervals: RankIntervals) -> Iterator[tuple[int, int]]:
    return zip(intervals.low.tolist(), intervals.high.tolist(), strict=True)


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}\N{EN DASH}{high}"


def title_of_intervals(analysis: Analysis) -> str:
    """Return what the intervals are, with their level; empty where there are none."""
    intervals = analysis.rank_intervals
    return "" if intervals is None else _KINDS[intervals.method].what.format(percent_text(intervals.level))


@_where_intervals
def interval_note(analysis: Analysis, intervals: RankIntervals) -> Iterator[str]:
    """Say what the column shows."""
    yield f"{RANK_INTERVAL}: {title_of_intervals(analysis)}; {_KINDS[intervals.method].note}."


def rank_interval_sentences(analysis: Analysis) -> Iterator[Prose]:
    """Say between which ranks the best ranked lies, and who may rank first."""
    intervals, names = analysis.rank_intervals, analysis.algorithms
    if intervals is None:
        if analysis.no_rank_intervals:
            yield analysis.no_rank_intervals
        return
    best = analysis.ranking.best_first[0]
    first = [names[i] for i in analysis.ranking.best_first if intervals.low[i] == 1]
    low, high = int(intervals.low[best]), int(intervals.high[best])
    place = "first" if high == 1 else f"between {low} and {high}"
    kind = title_of_intervals(analysis)
    alone = "no other algorithm may rank first"
    others = alone if len(first) == 1 else say("{} may rank first", listed(first) if len(first) > 2 else joined(first))
    yield say("By {} of the ranks, {} ranks {}; {}.", kind, names[best], place, others)


@_where_intervals
def rank_interval_methods(_analysis: Analysis, intervals: RankIntervals) -> Iterator[Prose]:
    """Say how the intervals were computed."""
    yield _KINDS[intervals.method].method


def rank_interval_results(analysis: Analysis) -> Json | None:
    """Return the intervals for results.json."""
    intervals = analysis.rank_intervals
    if intervals is None:
        return None
    return {
        **picked(intervals, "method level"),
        "intervals": dict(zip(analysis.names, _bounds(intervals), strict=True)),
    }


_SHARED = {
    "average": "share the average of their ranks",
    "min": "all receive the best of their ranks",
    "max": "all receive the worst of their ranks",
}


def ties_methods(analysis: Analysis) -> Iterator[str]:
    """Say when two scores are tied, where that is not by default, and how many unequal scores are."""
    ranking = analysis.ranking
    if ranking.ranks is None:
        return
    if ranking.tolerance is not None or ranking.ties != "average":
        near = _near_ties(ranking) if ranking.tolerance is not None else ""
        yield f"{_rule_of_ties(ranking)} are tied{near}; tied algorithms {_SHARED[ranking.ties]}."


def ranks_reminders(analysis: Analysis) -> Iterator[str]:
    """Say what counts as a tie by default."""
    if analysis.ranking.ranks is not None and analysis.ranking.tolerance is None:
        yield f"{_rule_of_ties(analysis.ranking)} are tied{_near_ties(analysis.ranking)}."


def _near_ties(ranking: Ranking) -> str:
    """Return how many comparisons of unequal scores are ties by the rule, in parentheses; empty of none."""
    if not ranking.near_ties:
        return ""
    return f" ({in_words(ranking.near_ties)} of {counted(ranking.compared, 'comparison')} of two scores)"


def _rule_of_ties(ranking: Ranking) -> str:
    if ranking.tolerance is None:
        return "Scores that differ by rounding error only (16 units in the last place)"
    if ranking.tolerance == 0:
        return "Equal scores"
    return f"Scores that differ by less than {tolerance_text(ranking.tolerance)}"


def ties_sentences(analysis: Analysis) -> Iterator[str]:
    """Say how many comparisons of two scores on a data set are ties."""
    ranking = analysis.ranking
    if ranking.ranks is not None and ranking.tied:
        verb = "is a tie" if ranking.tied == 1 else "are ties"
        compared = f"{counted(ranking.compared, 'comparison')} of two scores on a data set"
        yield f"Of the {compared}, {part_in_words(ranking.tied, ranking.compared)} {verb}."


def ties_results(analysis: Analysis) -> Json | None:
    """Return the rule, the tolerance and how many comparisons they concern; None where only ranks were given."""
    ranking = analysis.ranking
    if ranking.ranks is None:
        return None
    counts = {"comparisons": ranking.compared, "tied": ranking.tied, "near": ranking.near_ties}
    return {"rule": ranking.ties, "tolerance": ranking.tolerance, **counts}


_MOST_GROUPED, _MOST_LETTERS = 24, 400  # names in the groups that a sentence lists, and letters of these


_MOST_UNPLACED = 4  # algorithms in more than one group that a sentence names


def ranks_paragraphs(analysis: Analysis) -> list[Prose]:
    """Return the groups, the rank intervals and how many scores are tied; the summary says who leads."""
    if analysis.is_one_benchmark:
        return []
    sentences = [*grouped(analysis), *rank_interval_sentences(analysis), *ties_sentences(analysis)]
    return [join(sentences)] if sentences else []


def grouped(analysis: Analysis) -> Iterator[Prose]:
    """Say within which groups no difference is significant; a group of all algorithms is no finding."""
    deciding = analysis.adjusted.deciding
    if deciding is not None and len(analysis.adjusted.groups.get(deciding, ())) > 1:
        yield _groups_named(analysis, deciding)
        yield from _in_several_groups(analysis, deciding)


def _in_several_groups(analysis: Analysis, method: str) -> Iterator[Prose]:
    """Say of which algorithms the data leave open to which group they belong."""
    memberships = Counter(chain.from_iterable(analysis.adjusted.groups[method]))
    several = [analysis.algorithms[i] for i in analysis.ranking.best_first if memberships[i] > 1]
    if not several:
        return
    which = joined(several) if len(several) <= _MOST_UNPLACED else counted_in_words(len(several), "algorithm")
    assigned = "one of its groups" if len(several) == 1 else "one group each"
    yield say("The data do not suffice to assign {} to {} ({}).", which, assigned, cite("demsar2006"))


def _groups_named(analysis: Analysis, method: str) -> Prose:
    groups = analysis.adjusted.groups[method]
    lengths = [sum(len(analysis.names[i]) for i in group) for group in groups]
    sizes = zip(accumulate(map(len, groups)), accumulate(lengths), strict=True)
    room = sum(names <= _MOST_GROUPED and letters <= _MOST_LETTERS for names, letters in sizes)
    if not room:
        form = (
            "Column Groups of the table of average ranks shows the {} within which {} finds no significant difference."
        )
        return form.format(counted(len(groups), "group"), procedure(method))
    shown = [listed([analysis.algorithms[i] for i in group]) for group in groups[:room]]
    more = len(groups) - len(shown)
    rest = f"; {counted(more, 'further group')} can be seen in the table of average ranks" if more else ""
    return say(
        "Groups within which {} finds no significant difference: {}{}.", procedure(method), join(shown, "; "), rest
    )


def ranks_caveats(analysis: Analysis) -> list[Prose]:
    """Return what must be said next to these ranks and groups."""
    adjusted, caveats = analysis.adjusted, []
    groups = adjusted.groups.get(adjusted.deciding or "", ())
    if not all(is_run(group, analysis.ranking.average) for group in groups):
        caveats.append(
            "Some groups pass over an algorithm whose average rank lies between those of their members: with this test"
            " a pair that is farther apart in rank need not have the smaller p-value."
        )
    if analysis.scores.missing.worst_ranked:
        caveats.append("Missing results were ranked last on their data sets, which counts against the algorithm.")
    if analysis.ranking.has_gaps:
        caveats.append(
            "Some results are missing: an average rank rests on the data sets that the algorithm has, and does not know"
            " against whom it was ranked there."
        )
    return [*caveats, *adjusted.notes]


def facts_of_ranks(about: Subjects) -> Iterator[Fact]:
    """Who has the best average rank, who follows and who is last, with their ranks; then all ranks and wins."""
    names, ranking = about.analysis.algorithms, about.analysis.ranking
    average = ranking.average.tolist()
    places = sorted({*average})
    for key, place, which in (("Best", 0, "best"), ("Second", 1, "second best"), ("Last", -1, "worst")):
        if place < len(places):
            rank = places[place]
            there = [names[i] for i in ranking.best_first if average[i] == rank]
            yield Fact(key, there, NAMES, f"algorithm of the {which} average rank")
            yield Fact(f"{key}Rank", rank, RANK, f"{which} average rank")
    for name, rank in zip(names, average, strict=True):
        yield Fact("Rank", rank, RANK, say("average rank of {}", name), about.algorithms[name])
    sure = about.analysis.rank_intervals
    if sure is not None:
        for index, name in enumerate(names):
            bounds = int(sure.low[index]), int(sure.high[index])
            meaning = say("the {} rank interval of {}", sure.method, name)
            yield from interval("Rank", bounds, COUNT, meaning, about.algorithms[name])
    counts = won_and_tied(about.analysis)
    if counts is None:
        return
    won, tied = counts
    for index, name in enumerate(names):
        of = about.algorithms[name]
        yield Fact("Wins", int(won[index].sum()), COUNT, say("wins of {} over all others together", name), of)
        yield Fact("Ties", int(tied[index].sum()), COUNT, say("ties of {}", name), of)
        yield Fact("Losses", int(won[:, index].sum()), COUNT, say("losses of {}", name), of)


register(
    Topic(
        "ranks",
        "Ranks",
        paragraphs=ranks_paragraphs,
        caveats=ranks_caveats,
        reminders=lambda analysis: list(ranks_reminders(analysis)),
        after="scores",
        account=nothing,
        facts=(Facts(facts_of_ranks),),
        results=(
            ResultKey("ties", TiesResult | None, ties_results, "null if only average ranks were given"),
            ResultKey("rank_intervals", RankIntervalsResult | None, rank_interval_results),
        ),
        tables=(
            TableKind(
                "average-ranks",
                "the ranking: average rank, mean score, wins, comparison with the best or the control, groups",
                builder=average_ranks_table,
                options=AverageRanksOptions,
            ),
        ),
    )
)
