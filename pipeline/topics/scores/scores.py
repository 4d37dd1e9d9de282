"""Topic scores: tables of scores and of ranks on each data set, their marks and sentences."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import TableKind
from rankpress.core.plain_data import picked
from rankpress.core.scores import MetricScores
from rankpress.core.table import MOST_CELLS_SHOWN, Cell, Mark, Table
from rankpress.spec.table_options import TableOptions
from rankpress.topics.data.data import facts_of_data, missing_share
from rankpress.topics.data.runs import fewer_runs
from rankpress.topics.facts import PLACE, Fact, Subjects, Unit
from rankpress.topics.imputation import notes_on_averages
from rankpress.topics.phrases import (
    ARROWS,
    IMPUTED,
    IMPUTED_SIGN,
    SCALED_RANKS,
    asterisk,
    direction,
    head_row,
    named,
    number,
    of_asterisks,
    once,
    over_instances,
    over_runs,
    right,
    scope,
)
from rankpress.topics.scores.cells import (
    PLUS_OR_MINUS,
    SIGNS,
    VIEWS,
    ScoreCells,
    bare_rows,
    score_cells,
    spread_meaning,
    spread_note,
    spread_phrase,
)
from rankpress.topics.scores.marks import (
    SHADES,
    Marking,
    best_and_second,
    mark_datasets,
    marked_by,
    significant_against,
    test_within,
    tolerance_phrase,
    words_for_marks,
)
from rankpress.topics.scores.options import RanksTableOptions, ScoresTableOptions, with_algorithm
from rankpress.topics.scores.results import OF_SCORES
from rankpress.topics.scores.rows import (
    DIFFERENCES,
    PLUS_MINUS_RECORD,
    SUMMARIES,
    SummaryRows,
    against_row,
    compared_with,
    differences,
    divisor,
    marked_averages,
    measured_scores,
    parts_with_deviations,
    record_phrase,
    relative_note,
    rounding_of_differences,
    scores_phrase,
    summary_notes,
    undefined_notes,
)
from rankpress.topics.topic import (
    DATASETS,
    ON_DATASETS,
    Axes,
    Facts,
    Headline,
    TableRequest,
    Topic,
    register,
    silent,
    where,
)
from rankpress.wording.forms import NumberForm
from rankpress.wording.numbers import are_apart, level_text, short_number, typical_size
from rankpress.wording.text import Prose, algorithm_named, capitalized, dataset_named, group_named, join, say

_ON_DATASET = NumberForm("place")
_MOST_SHORT = 5  # scores of fewer runs than others that a note lists


def imputed_note(analysis: Analysis) -> str:
    """Return what the sign behind a score that was not measured means; empty where there is none."""
    missing = analysis.scores.missing
    return f"{IMPUTED_SIGN}: no result; {IMPUTED[missing.policy]} in its place." if missing.imputed else ""


# With more algorithms the ranks make the table of scores too wide to read, and have a table of their own.
MOST_WITH_RANKS = 8


@Axes(DATASETS, of_algorithms=True).by_request
def scores_table(request: TableRequest[ScoresTableOptions]) -> Table | None:
    """Build the table of scores, with ranks next to them where there are few algorithms."""
    analysis, options = request.analysis, request.options
    scores, ranking = analysis.scores, analysis.ranking
    if (
        not isinstance(scores, MetricScores)
        or ranking.ranks is None
        or analysis.is_one_benchmark
        or _has_no_groups(analysis, options)
    ):
        return None
    among, printed = shown_algorithms(analysis, options), _is_printed(analysis, options)
    options = marked_by(analysis, options, among)
    cells = _cells(analysis, options)
    marking = mark_datasets(analysis, options, among, printed=printed)
    named_apart = _is_named_apart(scores.name)
    metric, what = measured_scores(analysis, options), scores_phrase([analysis], options)
    return _by_dataset(
        analysis,
        title=say("{}{}{}", what, " and ranks" if cells.with_ranks else "", _by(analysis) if named_apart else ""),
        caption=say(
            "{} of {}{}{}{}.",
            what,
            scope(analysis),
            say(" in {}", metric) if named_apart else "",
            by_group(options),
            "".join(f", {phrase}" for phrase in behind_scores(analysis, options, cells.behind)),
        ),
        spanner=Cell(say("{} {}", metric, ARROWS[scores.better]), analysis.metric),
        options=options,
        rows=cells.rows(marking.rows) if printed else cells.unprinted_rows(),
        marking=marking,
        notes=lambda noted: tuple(_scores_notes(analysis, cells, noted, options)),
        cells=cells,
    )


def _by(analysis: Analysis) -> Prose:
    return say(" by {}", analysis.metric)


def _has_no_groups(analysis: Analysis, options: TableOptions) -> bool:
    """Return whether groups of data sets are requested and none has a data set of the metric."""
    return options.rows == "groups" and not analysis.conclusions.dataset_groups


def _cells(analysis: Analysis, options: ScoresTableOptions) -> ScoreCells:
    """Return the cells of the table of scores: scores, or differences where the study asks for them."""
    ranks, few = analysis.ranking.ranks, len(analysis.algorithms) <= MOST_WITH_RANKS
    if ranks is None:
        raise ValueError(f"metric {analysis.scores.name}: average ranks alone have no scores")
    by_default = few and options.center == "mean" and options.spread_as != "parentheses"
    with_ranks = options.rows != "groups" and (by_default if options.ranks is None else options.ranks)
    cells = score_cells(analysis.scores, ranks, options, with_ranks=with_ranks)
    cells = replace(cells, against=significant_against(analysis, options), signs=_signs(options))
    is_difference = with_algorithm(options.cells)[0] in DIFFERENCES
    compared = compared_with(analysis, options.cells) if is_difference else None
    if compared is None:
        return cells
    rounding = rounding_of_differences(cells, options, relative=compared.relative)
    return replace(cells, differences=(differences(analysis, compared), rounding), relative=compared.relative)


def _is_printed(analysis: Analysis, options: ScoresTableOptions) -> bool:
    """Return whether a document may show the table, whole or in the rows and columns that a study selects."""
    is_whole = options.rows is None and options.columns is None
    return not (is_whole and analysis.scores.n_datasets * len(analysis.algorithms) > MOST_CELLS_SHOWN)


def shown_algorithms(analysis: Analysis, options: ScoresTableOptions) -> Collection[int] | None:
    """Return the algorithms in the columns that a study asks for; None where these are all."""
    listed = {name for name in options.columns or () if isinstance(name, str)}
    return {index for index, name in enumerate(analysis.names) if name in listed} or None


def _signs(options: ScoresTableOptions) -> Mapping[float, str]:
    """Return what stands behind scores that are significantly better or worse than those of another algorithm."""
    _, sides = options.marked_against
    if options.signs:
        return PLUS_OR_MINUS
    return SIGNS if len(sides) > 1 else dict.fromkeys(sides, SIGNS[1.0])


def _against_note(analysis: Analysis, options: ScoresTableOptions) -> Prose:
    """Say what daggers and bullets mean, as far as the table has them."""
    name, sides = options.marked_against
    direction_of_one = "" if len(sides) > 1 else " directions"  # of which one has a mark
    test, level = test_within(analysis), level_text(analysis.adjusted.alpha)
    signs = _signs_phrase(options, "significantly better than", "significantly worse than")
    counts = f"{PLUS_MINUS_RECORD} counts them" if options.signs else f"Significant W/T/L counts both{direction_of_one}"
    return say("{} ({}, level {}). {}; it is no test.", signs, test, level, counts) if name else ""


def _signs_phrase(options: ScoresTableOptions, better: str, worse: str) -> Prose:
    name, sides = options.marked_against
    if name is None:
        return ""
    other = algorithm_named(name)
    if options.signs:
        return say("+: {} {}; {}: significantly worse; =: neither", better, other, PLUS_OR_MINUS[-1.0])
    if sides == (1.0,):
        return say("{}: {} {}", SIGNS[1.0], better, other)
    if sides == (-1.0,):
        return say("{}: {} is significantly better", SIGNS[1.0], other)
    return say("{}: {} {}; {}: significantly worse", SIGNS[1.0], better, other, SIGNS[-1.0])


def behind_scores(analysis: Analysis, options: ScoresTableOptions, parts: Collection[str]) -> tuple[str, ...]:
    """Return the phrases of a caption on what stands next to the scores."""
    form, scores = options.spread, analysis.scores
    phrases = []
    if isinstance(scores, MetricScores) and form is not None and form in parts:
        phrases.append(spread_phrase(scores, options))
    elif options.center == "median":
        phrases.append("medians over the measurements of each data set")
    return tuple(phrases)


@Axes(DATASETS, of_algorithms=True).by_request
def ranks_table(request: TableRequest[RanksTableOptions]) -> Table | None:
    """Build the table of ranks on each data set, for so many algorithms that scores and ranks are apart."""
    analysis = request.analysis
    options = ScoresTableOptions.unchecked(
        **picked(request.options, "rows columns marks")
    )  # ranks are marked as scores are
    scores, ranks = analysis.scores, analysis.ranking.ranks
    if ranks is None or len(analysis.algorithms) <= MOST_WITH_RANKS or _has_no_groups(analysis, options):
        return None
    among, printed = shown_algorithms(analysis, options), _is_printed(analysis, options)
    options = marked_by(analysis, options, among)
    marking = mark_datasets(analysis, options, among, printed=printed)
    rows = [
        [_place(rank, mark) for rank, mark in zip(row.tolist(), marked, strict=True)]
        for row, marked in zip(ranks, marking.rows, strict=printed)
    ]
    metric = analysis.metric
    return _by_dataset(
        analysis,
        title=say("Ranks by {}", metric),
        caption=say("Ranks of {} by {}{}, 1 being the best.", scope(analysis), metric, by_group(options)),
        spanner=Cell(say("Rank by {} {}", metric, ARROWS[scores.better]), metric),
        options=options,
        rows=rows if printed else bare_rows(ranks),
        marking=marking,
        notes=lambda noted: (
            say("{}: {} {} is better; rank 1 is the best.", ARROWS[scores.better], scores.better, metric),
            *((noted,) if noted else ()),
            *((SCALED_RANKS,) if analysis.ranking.has_gaps else ()),
        ),
    )


def by_group(options: TableOptions) -> str:
    """Say in a caption that rows are groups of data sets."""
    return ", by group of data sets" if options.rows == "groups" else ""


def _by_dataset(
    analysis: Analysis,
    *,
    title: Prose,
    caption: Prose,
    spanner: Cell,
    options: ScoresTableOptions,
    rows: list[list[Cell]],
    marking: Marking,
    notes: Callable[[Prose], tuple[Prose, ...]],
    cells: ScoreCells | None = None,
) -> Table:
    """Return a table with one row per data set and one column per algorithm, and the average ranks below."""
    k = len(analysis.algorithms)
    among, of_groups = shown_algorithms(analysis, options), options.rows == "groups"
    averages = marked_averages(analysis, options, among)
    summed = SummaryRows(analysis, cells, options, among)
    footer = list(summed.footer(averages))
    named_rows = [
        (named(dataset_named(dataset)), *row) for dataset, row in zip(analysis.scores.datasets, rows, strict=True)
    ]
    body, ends = _in_groups(analysis, summed) if of_groups else _grouped(analysis, named_rows, summed)
    subtotals = frozenset(body[end - 1][0].name for end in ends)
    if cells is not None and cells.against is not None and not of_groups:
        footer.append(summed.signed(against_row(cells.against, options)))
    parts = () if cells is None or of_groups else tuple(cells.behind)
    if cells is not None and "mean-spread" in options.summary:
        parts = ("sd",) if of_groups else parts_with_deviations(cells)
    underlined = any("underline" in cell.marks for row in (*body, *footer) for cell in row)
    if options.marks == "gray":
        body, footer = list(map(_shaded, body)), list(map(_shaded, footer))
    bold = (marking.note(underlined), *_of_averages(analysis, options, averages, underlined=underlined))
    in_short = _bold_in_short(analysis, options, marking, underlined=underlined)
    star, best = asterisk(analysis).strip(), SHADES["bold"] if options.marks == "gray" else "bold"
    on_averages = dict(_on_averages(analysis, (*body, *footer), options, cells))
    whole: tuple[Prose, ...] = tuple(filter(None, (*notes(bold[0]), *bold[1:], star, *_on_groups(analysis, options))))
    short: tuple[Prose, ...] = tuple(filter(None, (in_short, star, *_short_notes(analysis, options, cells))))
    short = short or whole[:1] if on_averages else short
    return Table(
        title=title,
        caption=caption,
        head=(
            (named(""), replace(spanner, span=k)),
            head_row("Group" if of_groups else "Data set", *analysis.algorithms),
        ),
        rows=(*body, *footer),
        align=("left", *right(k)),
        footer=len(footer),
        notes=(*whole, *on_averages.values()),
        short_note=(*short, *on_averages.values()),
        mark_notes=(*((best, note) for note in (*bold, in_short)), *of_asterisks(star), *on_averages.items()),
        group_ends=tuple(ends if footer or not ends or ends[-1] < len(body) else ends[:-1]),
        subtotals=subtotals,
        shows=marking.shows or averages.shows,
        detail=parts[0] if parts else "",
        detail_parts=parts if len(parts) > 1 else (),
        has_subscripts=options.spread is not None and options.spread_as == "subscript",
        views=() if cells is None or of_groups else _views(cells),
    )


def _on_averages(
    analysis: Analysis, rows: Sequence[Sequence[Cell]], options: ScoresTableOptions, cells: ScoreCells | None
) -> Iterator[tuple[Mark, str]]:
    """Yield what the signs at averages mean, as far as rows have them."""
    of_groups = options.rows == "groups"
    averaged = of_groups or any(with_algorithm(choice)[0] in SUMMARIES for choice in options.summary)
    return notes_on_averages(
        analysis,
        rows,
        below_scores=cells is not None and not of_groups,
        are_marked=cells is not None and averaged and options.marks not in ("tests", "none"),
    )


def _shaded(row: Sequence[Cell]) -> tuple[Cell, ...]:
    """Return a row with shades in place of bold and underlined numbers."""
    return tuple(
        replace(cell, marks=frozenset(SHADES.get(mark, mark) for mark in cell.marks)) if cell.marks else cell
        for cell in row
    )


def _views(cells: ScoreCells) -> tuple[str, ...]:
    return VIEWS if cells.differences is None else ("Differences", *VIEWS[1:])


def _of_averages(
    analysis: Analysis, options: ScoresTableOptions, averages: Marking, *, underlined: bool
) -> Iterator[Prose]:
    """Say what the marks of average ranks mean where they differ from those of the other rows, and are printed."""
    if "average-rank" in options.summary and analysis.averages_ranks:
        yield from filter(None, [averages.note(underlined)])


def _bold_in_short(analysis: Analysis, options: ScoresTableOptions, marking: Marking, *, underlined: bool) -> Prose:
    """Return what bold means, in short."""
    if options.marks == "tests" and marking.shows:
        level = join(filter(None, (f"level {level_text(analysis.adjusted.alpha)}", marking.reserve)), "; ")
        return say("Bold: not significantly worse than the best ({}).", level)
    if options.marks == "none":
        return ""
    near, words = tolerance_phrase(analysis, options), words_for_marks(options)
    return best_and_second(underlined=underlined, near=near, words=words)


def _short_notes(analysis: Analysis, options: ScoresTableOptions, cells: ScoreCells | None) -> Iterator[Prose]:
    """Yield what daggers, the sign of a score that was not measured and what is behind scores mean, in short."""
    if cells is None:
        return
    if cells.against is not None:
        signs = _signs_phrase(options, "significantly better than", "significantly worse than")
        yield say("{} ({}).", signs, test_within(analysis))
    for name, algorithm in map(with_algorithm, options.summary):
        if name == "wins-ties-losses" and algorithm in analysis.names:
            yield say("{}.", record_phrase(algorithm or ""))
    yield from relative_note(analysis, options)
    if options.rows != "groups":
        yield imputed_note(analysis)
        yield _behind_note(analysis, tuple(cells.behind), options)


def _in_groups(analysis: Analysis, summed: SummaryRows) -> tuple[list[tuple[Cell, ...]], list[int]]:
    """Return a row for each group of data sets, which none of these ends."""
    places = {dataset: place for place, dataset in enumerate(analysis.scores.datasets)}
    groups = analysis.conclusions.dataset_groups.items()
    return [
        (named(group_named(name)), *summed.of_group([places[dataset] for dataset in members])[1:])
        for name, members in groups
    ], []


def _grouped(
    analysis: Analysis, rows: Sequence[tuple[Cell, ...]], summed: SummaryRows
) -> tuple[list[tuple[Cell, ...]], list[int]]:
    """Put the data sets of each group together with a row that sums them up; return also where the groups end."""
    places = {dataset: place for place, dataset in enumerate(analysis.scores.datasets)}
    remaining, body, ends = list(range(len(rows))), list[tuple[Cell, ...]](), list[int]()
    for name, members in analysis.conclusions.dataset_groups.items():
        of_group = [places[dataset] for dataset in members]
        body += [rows[place] for place in of_group if place in remaining]
        remaining = [place for place in remaining if place not in of_group]
        title, *subtotal = summed.of_group(of_group)
        body.append((replace(title, text=say("{}: {}", group_named(name), title.text)), *subtotal))
        ends.append(len(body))
    body += [rows[place] for place in remaining]
    return body, ends


def _on_groups(analysis: Analysis, options: ScoresTableOptions) -> Iterator[Prose]:
    groups = analysis.conclusions.dataset_groups
    if options.rows == "groups":
        sizes = (say("{}: {}", group_named(name), len(members)) for name, members in groups.items())
        yield say("Rows are groups of data sets ({}).", join(sizes, ", "))
        return
    members = [dataset for group in groups.values() for dataset in group]
    if len(set(members)) < len(members):
        yield "A data set of several groups is listed in the first and counted in each."


@lru_cache(maxsize=4096)
def _place(rank: float, marks: frozenset[Mark]) -> Cell:
    return number(rank, _ON_DATASET, marks)


def _scores_notes(analysis: Analysis, cells: ScoreCells, marked: Prose, options: ScoresTableOptions) -> Iterator[Prose]:
    scores = analysis.scores
    yield direction(analysis)
    if marked:
        yield marked
    yield "Ranks are based on unrounded scores."
    if (compared := compared_with(analysis, options.cells)) and cells.differences is not None:
        divided = f" divided by {divisor(analysis, compared)}, in percent" if compared.relative else ""
        yield say("Differences: score minus that of {}{}.", analysis.algorithms[compared.other], divided)
    yield from undefined_notes(analysis, options)
    if options.rows != "groups" and (behind := _behind_note(analysis, cells.behind, options)):
        yield behind
    if cells.spreads is not None and options.spread and isinstance(scores, MetricScores):
        yield from filter(None, [spread_note(scores, options.spread)])
    yield from _notes_on_runs(analysis, options)
    if cells.against is not None and options.against:
        yield _against_note(analysis, options)
    yield from summary_notes(analysis, options)
    if scores.has_censored:
        is_assumed = isinstance(scores, MetricScores) and scores.limit_is_assumed
        limit = "the limit, which is assumed to be the largest time" if is_assumed else "the limit"
        yield f"{cells.unsolved_text}: not solved within {limit}; all such runs share the last place."
    if scores.missing.worst_ranked:
        yield "A dash is a missing result, ranked last on its data set."
    if scores.missing.imputed and options.rows != "groups":
        yield f"{imputed_note(analysis)} Such scores are never marked as best."
    if scores.missing.left_open:
        yield f"A dash is a missing result. {SCALED_RANKS}"


_SPREAD_SIGNS = {
    "plus-minus": "\N{PLUS-MINUS SIGN}",
    "parentheses": "In parentheses",
    "subscript": "Subscripts",
}


def _notes_on_runs(analysis: Analysis, options: ScoresTableOptions) -> Iterator[Prose]:
    """Say what medians are not of, and which scores are of fewer runs than others."""
    if options.center == "median":
        yield "Scores are medians; ranks and tests over the data sets are of means."
    balance = analysis.scores.reading.balance
    if balance is not None and balance.short and options.rows != "groups":
        yield say("Fewer runs: {}.", fewer_runs(balance.short, _MOST_SHORT))


def _behind_note(analysis: Analysis, parts: Collection[str], options: ScoresTableOptions) -> str:
    """Return what stands behind the scores: what ± is, and what is in parentheses."""
    texts, scores = [], analysis.scores
    if options.spread is not None and options.spread in parts and isinstance(scores, MetricScores):
        texts.append(f"{_SPREAD_SIGNS[options.spread_as]}: {spread_meaning(scores, options.spread)}.")
    if "rank" in parts:
        texts.append("In parentheses: the rank on the data set.")
    return " ".join(texts)


def _is_named_apart(metric: str) -> bool:
    """Return whether the metric has a name of its own, which that of a wide file without one has not."""
    return metric.casefold() not in ("score", "scores")


def scores_paragraphs(analysis: Analysis) -> list[Prose]:
    """Return what the scores are."""
    scores = analysis.scores
    if not isinstance(scores, MetricScores) or analysis.is_one_benchmark:
        return []
    # of what a single number is the mean, no file says
    cell = "the only one of an algorithm on a data set"
    if scores.seeds:
        cell = "one measurement" if max(scores.seeds) == 1 else f"a mean over {over_runs(scores)}"
    if scores.has_folds:
        without = any(folds is None for folds in scores.folds)
        cell = "a mean over folds, or the only one where there are none" if without else "a mean over folds"
        cell += "" if max(scores.seeds or (1,)) == 1 else " and runs"
    if scores.has_instances:
        cell = f"a mean over {over_instances(scores)}"
        cell += "" if all(each is not None for each in scores.instances) else ", or over what else was measured"
    if scores.has_outcomes:
        cell = "a share of the test examples"
    if scores.formula:
        cell = f"{scores.formula} of counts, summed over the folds and runs of a data set"
    better = capitalized(scores.better)
    score = say("Each score in {}", analysis.metric) if _is_named_apart(scores.name) else "Each score"
    return [say("{} is {}. {} is better.", score, cell, better)]


@where(lambda analysis: analysis.scores if isinstance(analysis.scores, MetricScores) else None)
def scores_reminders(analysis: Analysis, scores: MetricScores) -> Iterator[Prose]:
    """Return what not to read into scores."""
    if analysis.scores.n_datasets < 2 or analysis.scores.reading.normalized:
        return
    sizes = [typical_size(row) for row in scores.means]
    if are_apart(sizes):
        least, most = min(filter(None, sizes)), max(sizes)
        yield say(
            "Scores are not on one scale: a typical one is {} on {} and {} on {}, so that averages over data sets, and"
            " differences of them, are those on the latter; ranks, and differences on each data set, are comparable.",
            *(part for size in (least, most) for part in _typical(scores, size, sizes.index(size))),
        )
        return
    yield (
        "Scores on different data sets need not be on one scale, so that their average over data sets says little;"
        " ranks, and differences on each data set, are comparable."
    )


def _typical(scores: MetricScores, size: float, place: int) -> tuple[Prose, Prose]:
    number = short_number(size * scores.scale.factor)
    return scores.scale.score_phrase(number), dataset_named(scores.datasets[place])


def facts_of_scores(about: Subjects) -> Iterator[Fact]:
    """State the scores and ranks of algorithms on single data sets."""
    analysis, scores, ranks = about.analysis, about.analysis.scores, about.analysis.ranking.ranks
    if not isinstance(scores, MetricScores) or ranks is None:
        return
    roundings = scores.scale.roundings(scores.means, scores.scale.rounding(scores.means))
    for dataset, means, places, rounding in zip(scores.datasets, scores.means, ranks, roundings, strict=True):
        if about.datasets(dataset):
            where, unit = about.on(dataset), Unit(rounding.text)
            for name, mean, place in zip(analysis.algorithms, means.tolist(), places.tolist(), strict=True):
                of = about.algorithms[name]
                yield Fact("Score", mean, unit, say("score of {} on {}", name, dataset_named(dataset)), of, where)
                yield Fact("Rank", place, PLACE, say("rank of {} on {}", name, dataset_named(dataset)), of, where)


def least_of_scores(about: Subjects) -> int:
    """Return how many facts there are: a score and a rank of each algorithm on each data set."""
    scores = about.analysis.scores
    has_scores = isinstance(scores, MetricScores) and about.analysis.ranking.ranks is not None
    return 2 * len(scores.algorithms) * sum(map(about.datasets, scores.datasets)) if has_scores else 0


register(
    Topic(
        "scores",
        "Scores",
        after="conclusion",
        paragraphs=scores_paragraphs,
        reminders=scores_reminders,
        account=silent,
        results=OF_SCORES,
        headline=Headline(lambda analysis, earlier: once(missing_share(analysis), earlier), place=20),
        facts=(
            Facts(facts_of_data),
            Facts(facts_of_scores, "datasets", ON_DATASETS, is_often_cited=True, least=least_of_scores),
        ),
        tables=(
            TableKind(
                "scores",
                "scores, with ranks where there are few algorithms",
                builder=scores_table,
                options=ScoresTableOptions,
            ),
            TableKind(
                "ranks",
                "ranks on each data set, where there are many algorithms",
                builder=ranks_table,
                options=RanksTableOptions,
                shown_among="views",
                is_detail=True,
            ),
        ),
    )
)
