"""Topic scores: tables of scores and of ranks on each data set, their marks and sentences."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.methods import ADJUSTMENTS, WITHIN
from rankpress.core.scores import BoolArray, FloatArray
from rankpress.core.table import MOST_CELLS_SHOWN, Cell, Mark, Table
from rankpress.spec.report_sections import TableOptions
from rankpress.stages.within import WithinDataset
from rankpress.stats.multitest import more_accurate
from rankpress.stats.ranks import scaled_average_ranks
from rankpress.topics.data import facts_of_data
from rankpress.topics.facts import PLACE, Fact, Subjects, Unit
from rankpress.topics.phrases import (
    ARROWS,
    IMPUTED,
    PLUS_MINUS,
    SCALED_RANKS,
    UNMARKED,
    at_level_of,
    average_rank,
    deciding_test,
    direction,
    head_row,
    named,
    number,
    over_runs,
    right,
    scope,
)
from rankpress.topics.score_cells import (
    IMPUTED_SIGN,
    SIGNS,
    SUMMARIES,
    VIEWS,
    ScoreCells,
    against_row,
    bare_rows,
    comparison_row,
    deviations,
    score_cells,
    spread_meaning,
    spread_note,
    spread_phrase,
    summarized,
    summary_notes,
    wins_row,
)
from rankpress.topics.topic import DATASETS, ON_DATASETS, Axes, Facts, Topic, nothing, register, where
from rankpress.wording.forms import NumberForm
from rankpress.wording.numbers import level_text
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, algorithm_named, capitalized, dataset_named, join, plain, say

BEST_AND_SECOND = "Bold: best; underlined: second."
_BEST = frozenset[Mark]({"bold"})
_SECOND = frozenset[Mark]({"underline"})
_OF_RANKS = "the best is bold and, unless several share the first place, the next underlined"
_ON_DATASET = NumberForm("place")
_WITHOUT_TEST = "no test is behind these marks"


@dataclass(frozen=True)
class Marking:
    """The marks of rows of figures, and what the notes say of them."""

    rows: tuple[tuple[frozenset[Mark], ...], ...]  # in the order of the rows and columns they are for
    note: Prose  # a sentence; empty where nothing is marked
    shows: Literal["", "marks"] = ""  # whether tests are behind the marks


def mark_average_ranks(analysis: Analysis, shown: Collection[int] | None = None) -> Marking:
    """Mark average ranks by the tests over the data sets, adjusted by the first method."""
    average, over, adjusted = _among(analysis.ranking.average, shown), analysis.tested.over, analysis.adjusted
    control, best = analysis.tested.control, np.flatnonzero(average == np.nanmin(average)).tolist()
    if over is None or adjusted.deciding is None or not (control is None or control in best):
        why: Prose = _WITHOUT_TEST
        if over is not None and control is not None:
            why = say("{}, for only comparisons with {} were made", why, analysis.algorithms[control])
        return Marking((_by_rank(average),), say("Of the average ranks {}; {}.", _OF_RANKS, why))
    p = adjusted.p[adjusted.deciding]
    better = more_accurate(p, over.favours, over.pairs, len(average), adjusted.alpha)
    test = deciding_test(analysis, adjusted.deciding)
    level = at_level_of(adjusted.deciding, adjusted.alpha)
    return Marking(
        (_by_test(average, better),),
        f"Of the average ranks the best is bold, and so is each that is not significantly worse {level} ({test}); where"
        " all others are worse, the next is underlined.",
        "marks",
    )


def mark_datasets(
    analysis: Analysis, marks: str, shown: Collection[int] | None = None, *, printed: bool = True
) -> Marking:
    """Mark the scores or ranks on each data set, among the algorithms that are shown; no rows if none is printed."""
    ranks = analysis.ranking.ranks
    ranks = np.empty((0, 0)) if ranks is None or not printed else _measured(analysis, _among(ranks, shown))
    if marks == "none":
        return Marking(tuple((UNMARKED,) * len(row) for row in ranks), "")
    by_rank = f"On each data set {_OF_RANKS}"
    if marks == "best":
        where = "" if analysis.scores.n_datasets == 1 else "On each data set and among the average ranks "
        note = capitalized(f"{where}{_OF_RANKS}.")
        return Marking(tuple(map(_by_rank, ranks)), note)
    better, test = _within(analysis, shown)
    if not better:
        return Marking(tuple(map(_by_rank, ranks)), f"{by_rank}; {_WITHOUT_TEST}, for there are none within data sets.")
    datasets = analysis.scores.datasets
    rows = tuple(
        _by_test(row, better[dataset]) if dataset in better else _by_rank(row)
        for dataset, row in zip(datasets, ranks, strict=printed)
    )
    note = (
        "On each data set the best is bold, and so is each that is not significantly worse at level"
        f" {level_text(analysis.adjusted.alpha)} ({test}, over the pairs of algorithms on the data set); where all"
        " others are worse, the next is underlined."
    )
    if untested := sum(dataset not in better for dataset in datasets):
        of_all = counted(len(datasets), "data set")
        note += f" On {untested} of {of_all} the best was not tested against the others, and {_OF_RANKS}."
    return Marking(rows, note, "marks")


def _measured(analysis: Analysis, ranks: FloatArray) -> FloatArray:
    """Return the ranks on each data set, nan for those of scores that stand in for missing ones: these get no mark."""
    imputed = analysis.scores.missing.is_imputed(analysis.scores.datasets, analysis.names)
    return np.where(imputed, np.nan, ranks) if imputed.any() else ranks


def imputed_note(analysis: Analysis) -> str:
    """Return what the sign behind a score that was not measured means; empty where there is none."""
    missing = analysis.scores.missing
    return f"{IMPUTED_SIGN}: no result; {IMPUTED[missing.policy]} in its place." if missing.imputed else ""


def _among(ranks: FloatArray, shown: Collection[int] | None) -> FloatArray:
    """Return ranks, nan for the algorithms that are not shown."""
    if shown is None:
        return ranks
    hidden = [index for index in range(ranks.shape[-1]) if index not in shown]
    among = ranks.copy()
    among[..., hidden] = np.nan
    return among


def _by_rank(ranks: FloatArray) -> tuple[frozenset[Mark], ...]:
    """Bold for the least rank, underlined for the next, unless several share the first place; none where all tie."""
    listed = ranks.tolist()  # sets of few numbers are quicker than arrays
    distinct = {rank for rank in listed if not math.isnan(rank)}
    if len(distinct) < 2:
        return (UNMARKED,) * len(listed)
    best = min(distinct)
    return _marked(listed, [index for index, rank in enumerate(listed) if rank == best])


def _by_test(ranks: FloatArray, better: BoolArray) -> tuple[frozenset[Mark], ...]:
    """Bold for the least rank and all that none of the best is significantly better than."""
    there = ~np.isnan(ranks)
    best = there & (ranks == np.nanmin(ranks))
    worse = better[best].any(axis=0) & ~best
    return _marked(ranks.tolist(), np.flatnonzero(there & ~worse).tolist())


def _marked(ranks: Sequence[float], bold: Collection[int]) -> tuple[frozenset[Mark], ...]:
    others = [rank for index, rank in enumerate(ranks) if index not in bold and not math.isnan(rank)]
    second = min(others) if others and len(bold) == 1 else None
    return tuple(
        _BEST if index in bold else _SECOND if rank == second else UNMARKED for index, rank in enumerate(ranks)
    )


def _within(analysis: Analysis, shown: Collection[int] | None = None) -> tuple[Mapping[str, BoolArray], str]:
    """Who is significantly better than whom on each data set that was tested, and by which test and adjustment."""
    ordered, tested = analysis.ordered, analysis.tested
    if ordered.two_sided_within:
        return ordered.two_sided_within, _adjusted(ordered.within, ordered.within_adjust)
    ranks = analysis.ranking.ranks
    if ranks is None:
        return {}, ""
    row_of = dict(zip(analysis.scores.datasets, _among(ranks, shown), strict=True))
    # with a control, where it is the best on the data set: only then was the best tested against all others
    control = tested.control
    results = {
        item.dataset: _better(analysis, item)
        for item in tested.within
        if control is None or row_of[item.dataset][control] == np.nanmin(row_of[item.dataset])
    }
    return results, _adjusted(tested.within_procedure, "holm") if results else ""


def _adjusted(test: str, adjustment: str) -> str:
    return f"{WITHIN[test].title}, adjusted by {ADJUSTMENTS[adjustment].title}"


def _better(analysis: Analysis, dataset: WithinDataset) -> BoolArray:
    p = np.nan_to_num(dataset.holm_p, nan=1.0)
    difference = analysis.scores.sign * np.nan_to_num(dataset.tests.tested_difference)
    return more_accurate(p, difference, dataset.pairs, len(analysis.algorithms), analysis.adjusted.alpha)


# With more algorithms the ranks make the table of scores too wide to read, and have a table of their own.
MOST_WITH_RANKS = 8
AS_BUILT = TableOptions.unchecked()


@Axes(DATASETS, of_algorithms=True)
def scores_table(analysis: Analysis, options: TableOptions = AS_BUILT) -> Table | None:
    """Build the table of scores, with ranks next to them where there are few algorithms."""
    scores, ranking = analysis.scores, analysis.ranking
    if scores.means is None or ranking.ranks is None or analysis.is_one_benchmark:
        return None
    few = len(analysis.algorithms) <= MOST_WITH_RANKS
    with_ranks, shown = few if options.ranks is None else options.ranks, shown_algorithms(analysis, options)
    cells = score_cells(scores, ranking.ranks, options, with_ranks=with_ranks)
    cells = replace(cells, against=significant_against(analysis, options.against))
    printed = _is_printed(analysis, options)
    marking = mark_datasets(analysis, options.marks, shown, printed=printed)
    named_apart = _is_named_apart(scores.name)
    metric = analysis.measured_in(cells.scale)
    behind = behind_scores(analysis, options, cells.behind)
    return _by_dataset(
        analysis,
        title=f"Scores{' and ranks' if cells.with_ranks else ''}"
        + (say(" by {}", analysis.metric) if named_apart else ""),
        caption=f"Scores of {scope(analysis)}" + (say(" in {}", metric) if named_apart else "") + f"{behind}.",
        spanner=Cell(say("{} {}", metric, ARROWS[scores.better]), analysis.metric),
        options=options,
        rows=cells.rows(marking.rows) if printed else cells.unprinted_rows(),
        marking=marking,
        notes=tuple(_scores_notes(analysis, cells, marking.note, options)),
        cells=cells,
    )


def _is_printed(analysis: Analysis, options: TableOptions) -> bool:
    """Return whether a document may show the table, whole or in the rows and columns that a study selects."""
    is_whole = options.rows is None and options.columns is None
    return not (is_whole and analysis.scores.n_datasets * len(analysis.algorithms) > MOST_CELLS_SHOWN)


def shown_algorithms(analysis: Analysis, options: TableOptions) -> Collection[int] | None:
    """Return the algorithms in the columns that a study asks for; None where these are all."""
    listed = {name for name in options.columns or () if isinstance(name, str)}
    return {index for index, name in enumerate(analysis.names) if name in listed} or None


def significant_against(analysis: Analysis, name: str | None) -> FloatArray | None:
    """Return on each data set who is significantly better (1) or worse (-1) than an algorithm; None without tests."""
    tested, better = analysis.tested, analysis.ordered.two_sided_within
    better = better or {item.dataset: _better(analysis, item) for item in tested.within}
    if name not in analysis.names or not better:
        return None
    other, k = analysis.names.index(name), len(analysis.names)
    if not analysis.ordered.two_sided_within and tested.control not in (None, other):
        return None
    signs = np.full((len(analysis.scores.datasets), k), np.nan)
    for place, dataset in enumerate(analysis.scores.datasets):
        if dataset in better:
            signs[place] = better[dataset][:, other].astype(float) - better[dataset][other, :]
    signs[:, other] = np.nan
    return signs


def _against_note(analysis: Analysis, name: str) -> Prose:
    ordered = analysis.ordered
    test = (
        _adjusted(ordered.within, ordered.within_adjust)
        if ordered.two_sided_within
        else _adjusted(analysis.tested.within_procedure, "holm")
    )
    form = "{}: significantly better than {}; {}: significantly worse ({}, level {}). W/T/L counts both; it is no test."
    level = level_text(analysis.adjusted.alpha)
    return say(form, SIGNS[1.0], algorithm_named(name), SIGNS[-1.0], test, level)


def behind_scores(analysis: Analysis, options: TableOptions, parts: Collection[str]) -> str:
    """Say in a caption what stands next to the scores."""
    form = options.spread
    spread = f", {spread_phrase(analysis.scores, form)}" if form is not None and form in parts else ""
    return spread + (", with ranks in parentheses" if "rank" in parts else "")


@Axes(DATASETS, of_algorithms=True)
def ranks_table(analysis: Analysis, options: TableOptions = AS_BUILT) -> Table | None:
    """Build the table of ranks on each data set, for so many algorithms that scores and ranks are apart."""
    scores, ranks = analysis.scores, analysis.ranking.ranks
    if ranks is None or len(analysis.algorithms) <= MOST_WITH_RANKS:
        return None
    printed = _is_printed(analysis, options)
    marking = mark_datasets(analysis, options.marks, shown_algorithms(analysis, options), printed=printed)
    rows = [
        [_place(rank, mark) for rank, mark in zip(row.tolist(), marked, strict=True)]
        for row, marked in zip(ranks, marking.rows, strict=printed)
    ]
    return _by_dataset(
        analysis,
        title=say("Ranks by {}", analysis.metric),
        caption=say("Ranks of {} by {}, 1 being the best.", scope(analysis), analysis.metric),
        spanner=Cell(say("Rank by {} {}", analysis.metric, ARROWS[scores.better]), analysis.metric),
        options=options,
        rows=rows if printed else bare_rows(ranks),
        marking=marking,
        notes=(
            say("{}: {} {} is better; rank 1 is the best.", ARROWS[scores.better], scores.better, analysis.metric),
            *((marking.note,) if marking.note else ()),
            "Average ranks are rounded to 2 decimals.",
            *((SCALED_RANKS,) if analysis.ranking.has_gaps else ()),
        ),
    )


def _by_dataset(
    analysis: Analysis,
    *,
    title: Prose,
    caption: Prose,
    spanner: Cell,
    options: TableOptions,
    rows: list[list[Cell]],
    marking: Marking,
    notes: tuple[Prose, ...],
    cells: ScoreCells | None = None,
) -> Table:
    """Return a table with a row a data set and a column an algorithm, and the average ranks below."""
    k, average, parts = len(analysis.algorithms), analysis.ranking.average, () if cells is None else tuple(cells.behind)
    shown = shown_algorithms(analysis, options)
    summary = ("average-rank",) if cells is None else options.summary
    if analysis.scores.n_datasets == 1:
        summary = tuple(name for name in summary if name != "average-rank")
    marked = _averages_marked(analysis, options, shown)
    bold_among = shown if options.marks == "best" else ()
    footer = [
        row
        for name in summary
        if (
            row := _average_row(average, marked.rows[0])
            if name == "average-rank"
            else _summary_row(analysis, cells, name, bold_among)
        )
    ]
    named_rows = [
        (named(dataset_named(dataset)), *row) for dataset, row in zip(analysis.scores.datasets, rows, strict=True)
    ]
    body, ends = _grouped(analysis, named_rows, cells, next(iter(summary), ""), bold_among)
    if cells is not None and cells.against is not None:
        footer.append(against_row(cells.against, options.against or ""))
    return Table(
        title=title,
        caption=caption,
        head=((named(""), replace(spanner, span=k)), head_row("Data set", *analysis.algorithms)),
        rows=(*body, *footer),
        align=("left", *right(k)),
        footer=len(footer),
        notes=(*notes, *((marked.note,) if marked.note else ()), *_on_groups(analysis)),
        short_note=join(
            filter(
                None,
                (
                    _short_note(analysis, options, cells, tested=bool(marking.shows)),
                    _behind_note(analysis, parts, options),
                ),
            )
        ),
        group_ends=tuple(ends if footer or not ends or ends[-1] < len(body) else ends[:-1]),
        shows=marking.shows or marked.shows,
        detail=parts[0] if parts else "",
        detail_parts=parts if len(parts) > 1 else (),
        views=() if cells is None else VIEWS,
    )


def _averages_marked(analysis: Analysis, options: TableOptions, shown: Collection[int] | None) -> Marking:
    """Mark the average ranks, so that bold has one meaning in a table."""
    if options.marks == "tests":
        return mark_average_ranks(analysis, shown)
    if options.marks == "none":
        return Marking(((UNMARKED,) * len(analysis.algorithms),), "")
    return Marking((_by_rank(_among(analysis.ranking.average, shown)),), "")


def _average_row(ranks: FloatArray, marks: Sequence[frozenset[Mark]]) -> tuple[Cell, ...]:
    return (named("Average rank"), *(average_rank(rank, mark) for rank, mark in zip(ranks, marks, strict=True)))


def _short_note(analysis: Analysis, options: TableOptions, cells: ScoreCells | None, *, tested: bool) -> Prose:
    """Return what bold, daggers and the sign of a score that was not measured mean, in one line."""
    imputed = "" if cells is None else imputed_note(analysis)
    note = {
        "best": BEST_AND_SECOND,
        "tests": f"Bold: not significantly worse than the best (level {level_text(analysis.adjusted.alpha)}).",
        "none": "",
    }["best" if options.marks == "tests" and not tested else options.marks]
    if options.against is None:
        return join(filter(None, (note, imputed)))
    form = "{} {}/{}: significantly better/worse than {}."
    against = say(form, note, SIGNS[1.0], SIGNS[-1.0], algorithm_named(options.against))
    return join(filter(None, (against, imputed)))


def _grouped(
    analysis: Analysis,
    rows: Sequence[tuple[Cell, ...]],
    cells: ScoreCells | None,
    summary: str,
    shown: Collection[int] | None,
) -> tuple[list[tuple[Cell, ...]], list[int]]:
    """Put the data sets of each group together with a row that sums them up; return also where the groups end."""
    places = {dataset: place for place, dataset in enumerate(analysis.scores.datasets)}
    remaining, body, ends = list(range(len(rows))), list[tuple[Cell, ...]](), list[int]()
    for name, members in analysis.dataset_groups.items():
        of_group = [places[dataset] for dataset in members]
        body += [rows[place] for place in of_group if place in remaining]
        remaining = [place for place in remaining if place not in of_group]
        title, *subtotal = _subtotal(analysis, cells, summary, of_group, shown)
        body.append((replace(title, text=say("{}: {}", name, title.text)), *subtotal))
        ends.append(len(body))
    body += [rows[place] for place in remaining]
    return body, ends


def _subtotal(
    analysis: Analysis, cells: ScoreCells | None, summary: str, of_group: Sequence[int], shown: Collection[int] | None
) -> tuple[Cell, ...]:
    """Sum up a group as the first row below the scores does all, if that is a mean or the like; else by ranks."""
    if cells is not None and summary in SUMMARIES:
        return _score_row(analysis, cells, summary, shown, of_group)
    ranks = analysis.ranking.ranks
    if ranks is None:
        raise ValueError(f"metric {analysis.scores.name}: average ranks alone have no groups")
    average = scaled_average_ranks(ranks[of_group]) if analysis.ranking.has_gaps else ranks[of_group].mean(axis=0)
    marks = (UNMARKED,) * len(average) if shown == () else _by_rank(_among(average, shown))
    return _average_row(average, marks)


def _on_groups(analysis: Analysis) -> Iterator[str]:
    members = [dataset for group in analysis.dataset_groups.values() for dataset in group]
    if len(set(members)) < len(members):
        yield "A data set of several groups stands in the first of them and counts in each."


def _summary_row(
    analysis: Analysis, cells: ScoreCells | None, name: str, shown: Collection[int] | None
) -> tuple[Cell, ...] | None:
    """Return a row below the scores; None where the study has no such numbers."""
    if name in ("p", "effect"):
        return comparison_row(analysis, name)
    if cells is None or name not in SUMMARIES:
        return wins_row(analysis, name)
    return _score_row(analysis, cells, name, shown)


def _score_row(
    analysis: Analysis,
    cells: ScoreCells,
    name: str,
    shown: Collection[int] | None,
    of_group: Sequence[int] | None = None,
) -> tuple[Cell, ...]:
    """Sum up the scores of each algorithm; the best is bold among those shown, of which () are none."""
    means = cells.means if of_group is None else cells.means[of_group]
    values = summarized(means, name)
    places = _among(-analysis.scores.sign * values, shown)
    marks = (UNMARKED,) * len(values) if shown == () else _by_rank(places)
    cells_of_row = [number(value, cells.rounding, mark) for value, mark in zip(values.tolist(), marks, strict=True)]
    if name == "mean-spread":
        spreads = [PLUS_MINUS.format(cells.rounding.text(spread)) for spread in deviations(means).tolist()]
        cells_of_row = [
            replace(cell, text=f"{plain(cell.text)} {spread}", detail=spread)
            for cell, spread in zip(cells_of_row, spreads, strict=True)
        ]
    return (named(SUMMARIES[name]), *cells_of_row)


@lru_cache(maxsize=4096)
def _place(rank: float, marks: frozenset[Mark]) -> Cell:
    return number(rank, _ON_DATASET, marks)


def _scores_notes(analysis: Analysis, cells: ScoreCells, marked: Prose, options: TableOptions) -> Iterator[Prose]:
    scores = analysis.scores
    with_averages = scores.n_datasets > 1 and "average-rank" in options.summary
    averages = ", average ranks to 2 decimals" if with_averages else ""
    rounded = f"Scores are rounded {cells.rounding.statement}{averages}"
    yield direction(analysis)
    if marked:
        yield marked
    yield f"{rounded}; ranks and marks are of unrounded scores."
    if behind := _behind_note(analysis, cells.behind, options):
        yield behind
    if cells.spreads is not None and options.spread and (note := spread_note(scores, options.spread)):
        yield note
    if cells.against is not None and options.against:
        yield _against_note(analysis, options.against)
    yield from summary_notes(analysis, options)
    if scores.missing.worst_ranked:
        yield "A dash is a missing result, ranked last on its data set."
    if scores.missing.imputed:
        yield f"{imputed_note(analysis)} Such scores are never marked as best."
    if scores.missing.left_open:
        yield f"A dash is a missing result. {SCALED_RANKS}"


def _behind_note(analysis: Analysis, parts: Collection[str], options: TableOptions) -> str:
    """Return what stands behind the scores: what ± is, and what is in parentheses."""
    texts = []
    if options.spread is not None and options.spread in parts:
        texts.append(f"\N{PLUS-MINUS SIGN}: {spread_meaning(analysis.scores, options.spread)}.")
    if "rank" in parts:
        texts.append("In parentheses: the rank on the data set.")
    return " ".join(texts)


def _is_named_apart(metric: str) -> bool:
    """Return whether the metric has a name of its own, which that of a wide file without one has not."""
    return metric.casefold() not in ("score", "scores")


def scores_paragraphs(analysis: Analysis) -> list[Prose]:
    """Return what the scores are."""
    scores = analysis.scores
    if scores.means is None or analysis.is_one_benchmark:
        return []
    cell = "one measurement" if scores.seeds is None else f"the mean over {over_runs(scores)}"
    if scores.has_folds:
        without = any(folds is None for folds in scores.folds)
        cell = "a mean over folds, or one measurement where there are none" if without else "a mean over folds"
        cell += "" if scores.seeds is None else " and seeds"
    if scores.has_outcomes:
        cell = "a share of the test examples"
    if scores.formula:
        cell = f"{scores.formula} of counts, summed over the folds and runs of a data set"
    better = capitalized(scores.better)
    what = analysis.metric if _is_named_apart(scores.name) else "those"
    return [say("The scores are {} of {}; each is {}. {} is better.", what, scope(analysis), cell, better)]


@where(lambda analysis: analysis.scores.means)
def scores_reminders(analysis: Analysis, _means: FloatArray) -> Iterator[str]:
    """Return what not to read into scores."""
    if analysis.scores.n_datasets > 1:
        yield (
            "Scores on different data sets need not be on one scale, so that their average over data sets says little;"
            " ranks, and differences on each data set, are comparable."
        )


def facts_of_scores(about: Subjects) -> Iterator[Fact]:
    """State the scores and ranks of algorithms on single data sets."""
    analysis, scores, ranks = about.analysis, about.analysis.scores, about.analysis.ranking.ranks
    if scores.means is None or ranks is None:
        return
    unit = Unit(scores.scale.rounding(scores.means).text)
    for dataset, means, places in zip(scores.datasets, scores.means, ranks, strict=True):
        if about.datasets(dataset):
            where = about.on(dataset)
            for name, mean, place in zip(analysis.algorithms, means.tolist(), places.tolist(), strict=True):
                of = about.algorithms[name]
                yield Fact("Score", mean, unit, say("score of {} on {}", name, dataset_named(dataset)), of, where)
                yield Fact("Rank", place, PLACE, say("rank of {} on {}", name, dataset_named(dataset)), of, where)


def least_of_scores(about: Subjects) -> int:
    """Return how many facts there are: a score and a rank of each algorithm on each data set."""
    scores = about.analysis.scores
    known = scores.means is not None and about.analysis.ranking.ranks is not None
    return 2 * len(scores.algorithms) * sum(map(about.datasets, scores.datasets)) if known else 0


register(
    Topic(
        "scores",
        "Scores",
        paragraphs=scores_paragraphs,
        reminders=scores_reminders,
        account=nothing,
        facts=(
            Facts(facts_of_data),
            Facts(facts_of_scores, "datasets", ON_DATASETS, is_often_cited=True, least=least_of_scores),
        ),
    )
)
