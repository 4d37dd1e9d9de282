"""Tables of several metrics side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, chain

import numpy as np

from rankpress.analysis import Analysis
from rankpress.core.table import Cell, Table, with_columns, without_absent_marks
from rankpress.report.selection import selected
from rankpress.spec.table_options import Sortable, TableOptions
from rankpress.topics.comparisons.pairs import STATISTIC_TITLE, pair_quantities
from rankpress.topics.phrases import ARROWS, direction, head_row, named, right, scope
from rankpress.topics.ranks.ranking import RANKS_OR_MEANS, TITLES, is_requested
from rankpress.topics.scores.options import RanksTableOptions, ScoresTableOptions
from rankpress.topics.scores.rows import measured_scores, scores_phrase
from rankpress.topics.scores.scores import behind_scores, by_group
from rankpress.topics.sentences_of_metrics import merged
from rankpress.wording.numbers import MISSING
from rankpress.wording.text import Prose, Text, compose, join, joined, plain, say

_NONE = Cell(MISSING, "")
_TITLES = {
    "ranks": "Ranks",
    "average-ranks": "Ranking",
    "pairs": "Pairs of algorithms",
}


def table_together(kind: str, analyses: Sequence[Analysis], tables: Sequence[Table], options: TableOptions) -> Table:
    """Put the tables of one kind into one."""
    if len(tables) == 1:
        return tables[0]
    tables = list(_parts(kind, tables, options))
    having = {table.metric for table in tables}
    concerned = [analysis for analysis in analyses if analysis.scores.name in having]
    if kind == "pairs":
        created = _pairs_together(concerned, tables, options)
    elif isinstance(options, RanksTableOptions) and options.metrics == "stacked":
        created = _stacked(concerned, tables, options)
    else:
        created = _side_by_side(concerned, tables, options)
    metrics = joined(analysis.metric for analysis in concerned)
    return replace(
        created,
        name=f"all-{kind}",
        metric="",
        kind=kind,
        title=say("{} by {}", _what(kind, concerned, options), metrics),
        caption=_caption_together(kind, concerned, tables, options),
        notes=tuple(_notes_together(kind, concerned, tables)),
        short_note=tuple(merged({a.metric: table.short_note for a, table in zip(concerned, tables, strict=True)})),
        shows=max(table.shows for table in tables),
        subtotals=frozenset[str]().union(*(table.subtotals for table in tables)),
    )


def _parts(kind: str, tables: Sequence[Table], options: TableOptions) -> Iterator[Table]:
    """Yield the tables of the metrics that are requested, each with the notes on what is requested of it."""
    columns = options.columns
    if kind != "average-ranks":  # where a metric is its mean; elsewhere all columns below it
        columns = options.columns_below(table.metric for table in tables)
        named = [table for table in tables if table.metric in (options.columns or ())]
        tables = named or tables
    if options.listed_rows is None and columns is None:
        yield from tables
        return
    chosen = [without_absent_marks(selected(table, options.listed_rows, columns)) for table in tables]
    has_any = any(len(part.align) > part.stub for part in chosen)
    for table, part in zip(tables, chosen, strict=True):
        if not has_any or len(part.align) > part.stub:
            yield replace(table, notes=part.notes, short_note=part.short_note)


def _what(kind: str, analyses: Sequence[Analysis], options: TableOptions) -> Prose:
    return scores_phrase(analyses, options) if isinstance(options, ScoresTableOptions) else _TITLES[kind]


def _caption_together(kind: str, analyses: Sequence[Analysis], tables: Sequence[Table], options: TableOptions) -> Prose:
    metrics = joined(analysis.metric for analysis in analyses)
    if isinstance(options, ScoresTableOptions):
        measured = joined(measured_scores(analysis, options) for analysis in analyses)
        more = join((by_group(options), *(say(", {}", phrase) for phrase in _behind(analyses, tables, options))), "")
        return say("{} of {} in {}{}.", scores_phrase(analyses, options), _scope(analyses), measured, more)
    if kind == "ranks":
        return say("Ranks of {} by {}{}, 1 being the best.", _scope(analyses), metrics, by_group(options))
    if kind == "average-ranks":
        has_rank, first = is_requested(options.columns, "Average rank"), analyses[0].metric
        best = say("the best{} by {} first", "" if has_rank else " average rank", first)
        is_sorted = isinstance(options, Sortable) and options.sort is not None
        order = "" if is_sorted else say(", {}", best)
        return say("{} of {}{}.", RANKS_OR_MEANS[has_rank], _scope(analyses), order)
    captions = [_of_metrics(table.caption, analysis, metrics) for analysis, table in zip(analyses, tables, strict=True)]
    if len(set(captions)) == 1:
        return captions[0]
    return join(merged({analysis.metric: [table.caption] for analysis, table in zip(analyses, tables, strict=True)}))


def _of_metrics(caption: Prose, analysis: Analysis, metrics: Prose) -> Prose:
    """Return a caption with all metrics in place of its own."""
    parts = caption.parts if isinstance(caption, Text) else (caption,)
    return compose(*(metrics if part in analysis.metric.parts else part for part in parts))


def _scope(analyses: Sequence[Analysis]) -> Prose:
    scopes = dict.fromkeys(map(scope, analyses))
    if len(scopes) == 1:
        return next(iter(scopes))
    return joined(say("{} ({})", scope(analysis), analysis.metric) for analysis in analyses)


def _behind(analyses: Sequence[Analysis], tables: Sequence[Table], options: ScoresTableOptions) -> Iterator[Prose]:
    """Yield the phrases on what stands next to the scores, each with its metrics where it is not true of all."""
    phrases = [
        behind_scores(analysis, options, (table.detail, *table.detail_parts))
        for analysis, table in zip(analyses, tables, strict=True)
    ]
    for phrase in dict.fromkeys(chain.from_iterable(phrases)):
        metrics = [analysis.metric for analysis, of_one in zip(analyses, phrases, strict=True) if phrase in of_one]
        yield phrase if len(metrics) == len(analyses) else say("{} ({})", phrase, joined(metrics))


def _notes_together(kind: str, analyses: Sequence[Analysis], tables: Sequence[Table]) -> Iterator[Prose]:
    """Yield the notes of the tables, each once, with the metrics that it is of where it is not of all."""
    directions = [direction(analysis) for analysis in analyses]
    yield from dict.fromkeys(directions)
    if kind == "pairs":
        yield say("Of two algorithms, the first is the better ranked by {}.", _orients_pairs(analyses))
    yield from merged(
        {
            analysis.metric: [note for note in table.notes if note not in directions]
            for analysis, table in zip(analyses, tables, strict=True)
        }
    )


def _orients_pairs(analyses: Sequence[Analysis]) -> Prose:
    """Say by which metric the first algorithm of a pair is the better ranked: the first that has both."""
    first, *others = analyses
    has_all = all(set(analysis.names) <= set(first.names) for analysis in others)
    return first.metric if has_all else say("{}, or the next metric that has both", first.metric)


def _stacked(analyses: Sequence[Analysis], tables: Sequence[Table], options: TableOptions) -> Table:
    """Put a row for each metric below each data set, with the columns of all algorithms."""
    names = list(dict.fromkeys(cell.name for table in tables for cell in table.head[-1][table.stub :]))
    head_of = {cell.name: cell for table in tables for cell in table.head[-1][table.stub :]}
    of_scores = options if isinstance(options, ScoresTableOptions) else None
    measured = [measured_scores(analysis, of_scores) if of_scores else analysis.metric for analysis in analyses]
    metrics = [
        Cell(say("{} {}", name, ARROWS[analysis.scores.better]), analysis.metric)
        for analysis, name in zip(analyses, measured, strict=True)
    ]
    bodies, footers = (
        list(_below_one_another([_in_columns(table, rows, names) for table, rows in parts], metrics))
        for parts in (
            [(table, table.body) for table in tables],
            [(table, table.foot) for table in tables],
        )
    )
    body, footer = ([row for run in runs for row in run] for runs in (bodies, footers))
    detailed = max(tables, key=lambda table: (bool(table.detail), len(table.detail_parts)))
    first = tables[0]
    return replace(
        first,
        head=((*first.head[-1][: first.stub], named("Metric"), *(head_of[name] for name in names)),),
        rows=(*body, *footer),
        footer=len(footer),
        stub=first.stub + 1,
        align=(*first.align[: first.stub], "left", *right(len(names))),
        group_ends=tuple(accumulate(map(len, bodies[:-1]))),
        columns=(),
        unit=1,
        views=(),
        detail=detailed.detail,
        detail_parts=detailed.detail_parts,
    )


def _in_columns(table: Table, rows: Sequence[tuple[Cell, ...]], names: Sequence[str]) -> _RowsByName:
    """Return rows by their names, with the cells of these columns."""
    place = {cell.name: column for column, cell in enumerate(table.head[-1]) if column >= table.stub}
    return {
        name: (*row[: table.stub], *(row[place[of]] if of in place else _NONE for of in names))
        for name, row in _by_name(table, rows).items()
    }


def _below_one_another(parts: Sequence[_RowsByName], metrics: Sequence[Cell]) -> Iterator[list[tuple[Cell, ...]]]:
    """Yield the rows of each name, one for each metric that has it."""
    for name in dict.fromkeys(name for part in parts for name in part):
        stub = len(name)
        yield [
            (*part[name][:stub], metric, *part[name][stub:])
            for part, metric in zip(parts, metrics, strict=True)
            if name in part
        ]


_RowsByName = Mapping[tuple[str, ...], tuple[Cell, ...]]


def _side_by_side(analyses: Sequence[Analysis], tables: Sequence[Table], options: TableOptions) -> Table:
    """Join tables by the names of their rows; costs that are those of all metrics are the last columns, once."""
    costs = _common_costs(analyses, tables)
    if costs:
        places = [[place for place, cell in enumerate(table.head[-1]) if cell.name not in costs] for table in tables]
        own = [with_columns(table, kept) for table, kept in zip(tables, places, strict=True)]
        return _with_costs(_side_by_side(analyses, own, options), tables, costs)
    stub = tables[0].stub
    bodies = [_by_name(table, table.body) for table in tables]
    footers = [_by_name(table, table.foot) for table in tables]
    heads = [table.head[-1][stub:] for table in tables]
    created = _joined_columns(analyses, tables[0], heads, bodies, footers, options)
    align = (*tables[0].align[:stub], *(align for table in tables for align in table.align[stub:]))
    detailed = max(tables, key=lambda table: (bool(table.detail), len(table.detail_parts)))
    ends = {table.group_ends for table in tables if len(table.rows) == len(created.rows)}
    created = replace(created, group_ends=ends.pop() if len(ends) == 1 else ())
    return replace(created, align=align, unit=1, detail=detailed.detail, detail_parts=detailed.detail_parts)


def _common_costs(analyses: Sequence[Analysis], tables: Sequence[Table]) -> dict[str, Cell]:
    """Return the heads of columns of costs in all tables, with the same numbers in each."""
    costs = {front.cost for analysis in analyses for front in analysis.conclusions.fronts}.difference(TITLES)
    numbers: dict[str, list[Mapping[tuple[str, ...], object]]] = {}
    heads: dict[str, Cell] = {}
    for table in tables:
        for place, head in enumerate(table.head[-1]):
            if place >= table.stub and head.name in costs:
                of_rows = {name: row[place].value for name, row in _by_name(table, table.rows).items()}
                numbers.setdefault(head.name, []).append(of_rows)
                heads[head.name] = head
    return {
        name: heads[name]
        for name, columns in numbers.items()
        if len(columns) == len(tables) and all(of_rows == columns[0] for of_rows in columns)
    }


def _with_costs(joined_table: Table, tables: Sequence[Table], costs: Mapping[str, Cell]) -> Table:
    """Append columns of costs, below no metric."""
    first = tables[0]
    places = [place for place, cell in enumerate(first.head[-1]) if cell.name in costs]
    of_rows = _by_name(first, first.rows)
    over, under = joined_table.head
    return replace(
        joined_table,
        head=((*over, named("", span=len(costs))), (*under, *costs.values())),
        rows=tuple(
            (*row, *(of_rows[name][place] for place in places))
            for name, row in _by_name(joined_table, joined_table.rows).items()
        ),
        align=(*joined_table.align, *right(len(costs))),
        columns=(*joined_table.columns, *costs),
    )


def _by_name(table: Table, rows: Sequence[tuple[Cell, ...]]) -> _RowsByName:
    return {tuple(cell.name for cell in row[: table.stub]): row for row in rows}


def _joined_columns(
    analyses: Sequence[Analysis],
    first: Table,
    heads: Sequence[tuple[Cell, ...]],
    bodies: Sequence[_RowsByName],
    footers: Sequence[_RowsByName] = (),
    options: TableOptions | None = None,
) -> Table:
    """Put the columns of each metric, under their `heads`, next to the stub of the first table."""
    # what stands over ranks or pairs is the metric that they go by
    of_scores = options if isinstance(options, ScoresTableOptions) else None
    measured = [measured_scores(analysis, of_scores) if of_scores else analysis.metric for analysis in analyses]
    stub, widths = first.head[-1][: first.stub], [len(head) for head in heads]
    over = [
        Cell(say("{} {}", metric, ARROWS[analysis.scores.better]), analysis.metric, span=width)
        for analysis, metric, width in zip(analyses, measured, widths, strict=True)
    ]
    rows, footer = (tuple(_joined_rows(parts, first.stub, widths)) for parts in (bodies, footers))
    columns = (
        say("{} {}", analysis.metric, cell.text if cell.value is None else cell.value)
        for analysis, head in zip(analyses, heads, strict=True)
        for cell in head
    )
    return replace(
        first,
        head=((named("", span=len(stub)), *over), (*stub, *(cell for head in heads for cell in head))),
        rows=(*rows, *footer),
        align=(*first.align[: first.stub], *right(sum(widths))),
        footer=len(footer),
        columns=(*(cell.text for cell in stub), *columns),
    )


def _joined_rows(parts: Sequence[_RowsByName], stub: int, widths: Sequence[int]) -> Iterator[tuple[Cell, ...]]:
    """Yield a row for each name, with dashes where a metric has no such row."""
    for name in dict.fromkeys(name for part in parts for name in part):
        named_by = next(part[name] for part in parts if name in part)
        cells = (
            part[name][stub:] if name in part else (_NONE,) * width for part, width in zip(parts, widths, strict=True)
        )
        yield (*named_by[:stub], *(cell for run in cells for cell in run))


def _pairs_together(analyses: Sequence[Analysis], tables: Sequence[Table], options: TableOptions) -> Table:
    """Return the pairs of algorithms, the first of each the better ranked by the first metric that has the pair."""
    oriented: dict[frozenset[Text], tuple[Text, Text]] = {}
    bodies, heads = [], []
    requested = options.columns_below(analysis.scores.name for analysis in analyses)
    for analysis in analyses:
        columns = [
            quantity
            for quantity in pair_quantities(analysis, requested)
            if (quantity.in_print if requested is None else quantity.title in requested)
            and quantity.title != STATISTIC_TITLE  # which of the two it favors, its sign need not say
        ]
        body: dict[tuple[str, ...], tuple[Cell, ...]] = {}
        for index, names in _by_p(analysis):
            a, b = oriented.setdefault(frozenset(names), names)
            body[plain(a), plain(b)] = (
                named(a),
                named(b),
                *(quantity.cell(index, (a, b) != names) for quantity in columns),
            )
        bodies.append(body)
        heads.append(head_row(*(quantity.title for quantity in columns)))
    first = replace(
        tables[0], head=(head_row("a", "b"),), unprinted=(), layout=replace(tables[0].layout, dispensable=())
    )
    return _joined_columns(analyses, first, heads, bodies)


def _by_p(analysis: Analysis) -> Iterator[tuple[int, tuple[Text, Text]]]:
    """Yield where each comparison is found, and its two names, the better ranked first; the least p first."""
    over, names = analysis.tested.over, analysis.algorithms
    if over is None:
        return
    for index in np.argsort(over.p, kind="stable").tolist():
        a, b = over.pairs[index].tolist()
        yield index, (names[a], names[b])
