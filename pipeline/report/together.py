"""One table of several metrics, side by side."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.methods import ADJUSTMENTS, PAIRWISE
from rankpress.core.numbers import MISSING
from rankpress.core.table import Cell, Table
from rankpress.core.text import Prose, Text, join, joined, plain, say
from rankpress.spec.report_sections import TableOptions
from rankpress.stages.test import OverDatasets
from rankpress.topics.comparisons import with_adjustments
from rankpress.topics.effects import effects_cells, effects_head, level_of_intervals, with_measures
from rankpress.topics.methods_text import merged
from rankpress.topics.phrases import ARROWS, decimal, direction, head_row, named, p_value, right, scope
from rankpress.topics.scores import behind_scores

_Heads = Callable[[Analysis], tuple[str, ...]]
_Cells = Callable[[Analysis], Callable[[int, bool], tuple[Cell, ...]]]
_NONE = Cell(MISSING, "")
_TITLES = {
    "scores": "Scores",
    "ranks": "Ranks",
    "average-ranks": "Ranking",
    "wins-ties-losses": "Wins, ties and losses",
    "adjusted-p": "Comparisons over the data sets",
    "effects": "Effect sizes over the data sets",
}


def table_together(kind: str, analyses: Sequence[Analysis], tables: Sequence[Table], options: TableOptions) -> Table:
    """Put the tables of one kind into one."""
    if len(tables) == 1:
        return tables[0]
    having = {table.metric for table in tables}
    concerned = [analysis for analysis in analyses if analysis.scores.name in having]
    if kind in _PARTS:
        narrow, heads, cells = _PARTS[kind]
        created = _comparisons(heads, cells, [narrow(analysis, options.columns) for analysis in concerned], tables)
    else:
        created = _side_by_side(concerned, tables)
    metrics = joined(analysis.metric for analysis in concerned)
    return replace(
        created,
        name=f"all-{kind}",
        metric="",
        kind=kind,
        title=say("{} by {}", _TITLES[kind], metrics),
        caption=_caption(kind, concerned, tables, options),
        notes=tuple(_notes(kind, concerned, tables)),
        short_note=join(dict.fromkeys(table.short_note for table in tables if table.short_note)),
        shows=max(table.shows for table in tables),
    )


def _caption(kind: str, analyses: Sequence[Analysis], tables: Sequence[Table], options: TableOptions) -> Prose:
    metrics = joined(analysis.metric for analysis in analyses)
    if kind == "scores":
        parts = {part for table in tables for part in (table.detail, *table.detail_parts)}
        percent = ", in per cent" if options.percent else ""
        form = "Scores of {} in {}{}{}."
        return say(form, _scope(analyses), metrics, percent, behind_scores(analyses[0], options, parts))
    if kind == "ranks":
        return say("Ranks of {} by {}, 1 being the best.", _scope(analyses), metrics)
    if kind == "average-ranks":
        return say("Average ranks of {}, the best by {} first.", _scope(analyses), analyses[0].metric)
    if kind == "effects":
        levels = {level_of_intervals(item.estimated) for item in analyses if item.estimated is not None}
        return say("Effect sizes of a against b, with {} intervals: {}.", joined(levels), _scope(analyses))
    captions = {analysis.metric: [table.caption] for analysis, table in zip(analyses, tables, strict=True)}
    return join(merged(captions))


def _scope(analyses: Sequence[Analysis]) -> Prose:
    scopes = dict.fromkeys(map(scope, analyses))
    if len(scopes) == 1:
        return next(iter(scopes))
    return joined(say("{} ({})", scope(analysis), analysis.metric) for analysis in analyses)


def _notes(kind: str, analyses: Sequence[Analysis], tables: Sequence[Table]) -> Iterator[Prose]:
    """Yield the notes of the tables, each once, with the metrics that it is of where it is not of all."""
    directions = [direction(analysis) for analysis in analyses]
    yield from dict.fromkeys(directions)
    if kind in _PARTS:
        yield say("Of a and b, a is the better ranked by {}.", analyses[0].metric)
    yield from merged(
        {
            analysis.metric: [note for note in table.notes if note not in directions]
            for analysis, table in zip(analyses, tables, strict=True)
        }
    )


_Rows = Mapping[tuple[str, ...], tuple[Cell, ...]]


def _side_by_side(analyses: Sequence[Analysis], tables: Sequence[Table]) -> Table:
    """Join tables by the names of their rows."""
    stub = tables[0].stub
    bodies = [_by_name(table, table.rows[: len(table.rows) - table.footer]) for table in tables]
    footers = [_by_name(table, table.rows[len(table.rows) - table.footer :]) for table in tables]
    heads = [table.head[-1][stub:] for table in tables]
    created = _joined(analyses, tables[0], heads, bodies, footers)
    align = (*tables[0].align[:stub], *(align for table in tables for align in table.align[stub:]))
    detailed = max(tables, key=lambda table: (bool(table.detail), len(table.detail_parts)))
    ends = {table.group_ends for table in tables if len(table.rows) == len(created.rows)}
    created = replace(created, group_ends=ends.pop() if len(ends) == 1 else ())
    return replace(created, align=align, unit=1, detail=detailed.detail, detail_parts=detailed.detail_parts)


def _by_name(table: Table, rows: Sequence[tuple[Cell, ...]]) -> _Rows:
    return {tuple(cell.name for cell in row[: table.stub]): row for row in rows}


def _joined(
    analyses: Sequence[Analysis],
    first: Table,
    heads: Sequence[tuple[Cell, ...]],
    bodies: Sequence[_Rows],
    footers: Sequence[_Rows] = (),
) -> Table:
    """Put the columns of each metric, under their `heads`, next to the stub of the first table."""
    stub, widths = first.head[-1][: first.stub], [len(head) for head in heads]
    over = [_over(analysis, width) for analysis, width in zip(analyses, widths, strict=True)]
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


def _joined_rows(parts: Sequence[_Rows], stub: int, widths: Sequence[int]) -> Iterator[tuple[Cell, ...]]:
    """Yield a row for each name, with dashes where a metric has no such row."""
    for name in dict.fromkeys(name for part in parts for name in part):
        named_by = next(part[name] for part in parts if name in part)
        cells = (
            part[name][stub:] if name in part else (_NONE,) * width for part, width in zip(parts, widths, strict=True)
        )
        yield (*named_by[:stub], *(cell for run in cells for cell in run))


def _over(analysis: Analysis, width: int) -> Cell:
    """Return the head over the columns of a metric, with the arrow of its direction."""
    return Cell(say("{} {}", analysis.metric, ARROWS[analysis.scores.better]), analysis.metric, span=width)


def _comparisons(heads: _Heads, cells_of: _Cells, analyses: Sequence[Analysis], tables: Sequence[Table]) -> Table:
    """Return the comparisons of pairs, a the better ranked by the first metric that has the pair."""
    oriented: dict[frozenset[Text], tuple[Text, Text]] = {}
    bodies: list[_Rows] = []
    for analysis in analyses:
        body: dict[tuple[str, ...], tuple[Cell, ...]] = {}
        cells = cells_of(analysis)
        for pair, (index, names) in _pairs(analysis).items():
            a, b = oriented.setdefault(pair, names)
            body[plain(a), plain(b)] = (named(a), named(b), *cells(index, (a, b) != names))
        bodies.append(body)
    first = replace(tables[0], head=(head_row("a", "b"),))
    return _joined(analyses, first, [head_row(*heads(analysis)) for analysis in analyses], bodies)


_Pairs = Mapping[frozenset[Text], tuple[int, tuple[Text, Text]]]


def _pairs(analysis: Analysis) -> _Pairs:
    """Return where each comparison is found, and its two names, the better ranked first; the least p first."""
    over, names = _over_datasets(analysis), analysis.algorithms
    order = np.argsort(over.p, kind="stable").tolist()
    pairs = ((index, *over.pairs[index].tolist()) for index in order)
    return {frozenset((names[a], names[b])): (index, (names[a], names[b])) for index, a, b in pairs}


def _over_datasets(analysis: Analysis) -> OverDatasets:
    over = analysis.tested.over
    if over is None:
        raise ValueError(f"metric {analysis.scores.name}: no comparisons over the data sets")
    return over


def _p_head(analysis: Analysis) -> tuple[str, ...]:
    by_ranks = PAIRWISE[_over_datasets(analysis).procedure].of_average_ranks
    difference = "Rank difference" if by_ranks else "Rank difference (not tested)"
    return (difference, "p", *(ADJUSTMENTS[name].title for name in analysis.adjusted.p))


def _p_cells(analysis: Analysis) -> Callable[[int, bool], tuple[Cell, ...]]:
    over, adjusted = _over_datasets(analysis), analysis.adjusted
    return lambda index, turned: (
        decimal(-over.difference[index] if turned else over.difference[index], 2),
        p_value(over.p[index]),
        *(p_value(p[index], adjusted.alpha) for p in adjusted.p.values()),
    )


# What narrows an analysis to the columns asked for, the heads of the columns of a metric, and what makes their cells:
# of which comparison, turned round or not.
_PARTS: Mapping[str, tuple[Callable[[Analysis, Collection[object] | None], Analysis], _Heads, _Cells]] = {
    "adjusted-p": (with_adjustments, _p_head, _p_cells),
    "effects": (with_measures, effects_head, effects_cells),
}
