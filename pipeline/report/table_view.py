"""What a study asks of its tables: rows, columns, captions, transposition, metrics side by side."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rankpress.account.tables import axes_of, build_tables, has_pairs, table_called
from rankpress.analysis import Analysis
from rankpress.catalog.kinds import TABLES
from rankpress.core.scores import MetricScores
from rankpress.core.table import (
    MOST_CELLS_SHOWN,
    UNSHADED,
    Cell,
    Mark,
    Table,
    cells_by_column,
    column_forms,
    names_of_columns,
    with_aligned_records,
    with_columns,
    without_absent_marks,
)
from rankpress.report.selection import selected
from rankpress.report.tables_together import table_together
from rankpress.report.unmet_options import WithoutEffect, unmet_columns, unmet_orders
from rankpress.spec.table_options import (
    Halved,
    Rounded,
    Sortable,
    SortKey,
    SortOptions,
    TableOptions,
    Transposable,
    Triangle,
    sorting,
    table_options,
)
from rankpress.topics.data.tables import once_for_all_metrics
from rankpress.topics.imputation import have_one_basis
from rankpress.topics.phrases import (
    MOST_CELLS_BUILT,
    is_exploratory,
    left,
    named,
    right,
)
from rankpress.topics.scores.cells import is_share, spreads_of
from rankpress.topics.scores.marks import marked_by, significant_against
from rankpress.topics.scores.options import RanksTableOptions, ScoresTableOptions
from rankpress.topics.scores.rows import summarized
from rankpress.topics.topic import ALGORITHMS, DATASETS, Axes
from rankpress.wording.forms import in_digits
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, join, joined

# What the names over the columns are, at each level of the head; of the others they say what the figures are.
_LEVELS = {
    "scores": ("Algorithm",),
    "ranks": ("Algorithm",),
    "ordering-datasets": ("Algorithm",),
    "aucc": ("Pair", ""),
}
_METRIC = "Metric"


def transposed(table: Table) -> Table:
    """Turn rows into columns; what sums up the rows is the last of the columns."""
    spanner, levels = _levels(table)
    names = [row[0] for row in table.rows]
    corners = (_METRIC, *_LEVELS.get(table.kind, ("",)))[-len(levels) :]
    head = [(*map(named, corners), *names)]
    if spanner is not None:
        head.insert(
            0, (named("", span=len(levels)), replace(spanner, span=len(table.body)), *[named("")] * table.footer)
        )
    return replace(
        table,
        head=tuple(head),
        rows=tuple(
            (*(replace(level[column], span=1) for level in levels), *(row[column] for row in table.rows))
            for column in range(1, len(table.align))
        ),
        align=(*left(len(levels)), *right(len(names))),
        footer=0,
        group_ends=(),
        is_transposed=True,
        stub=len(levels),
        unit=1,
        columns=(*(corner or "Figure" for corner in corners), *(cell.text for cell in names)),
    )


def _levels(table: Table) -> tuple[Cell | None, list[list[Cell]]]:
    """Return a head over all columns alike, if there is one, and the levels of those that name the columns."""
    rows = [cells_by_column(row) for row in table.head]
    if len(rows) == 1:
        return None, rows
    [over, leaves] = rows
    over_figures = [cell for cell in table.head[0] if cell.text]
    if len(over_figures) == 1:
        return over_figures[0], [leaves]
    return None, [over, leaves]


def _arranged(table: Table, options: TableOptions) -> Table | None:
    """Arrange a table as a study asks."""
    if options.omit:
        return None
    chosen = selected(table, options.listed_rows, options.columns)
    n_rows, n_columns = len(chosen.body), len(chosen.align) - table.stub
    if not n_rows or not n_columns:
        return None
    if isinstance(options, Halved):
        chosen = _triangle(chosen, options.triangle)
    if isinstance(options, Rounded):
        chosen = _in_digits(chosen, options.digits)
    chosen = _highlighted(without_absent_marks(chosen), options.highlighted)  # a name that is bold is no best
    is_turned = isinstance(options, Transposable) and options.transpose
    chosen = _with_choice_stated(table, chosen, n_rows, n_columns, is_turned=is_turned)
    chosen = replace(
        chosen,
        notes=chosen.notes if options.notes is None else chosen.notes_in(options.notes),
        short_note=() if options.notes == "off" else chosen.short_note,
        group_ends=() if options.rows else chosen.group_ends,
        in_pdf=chosen.in_pdf or chosen != table,
        layout=replace(
            chosen.layout,
            long=options.long,
            landscape=options.landscape,
            width=options.width or "",
            dispensable=() if options.columns else chosen.layout.dispensable,
        ),
        unprinted=() if options.columns else chosen.unprinted,
        caption=_caption(chosen, options),
    )
    return with_aligned_records(transposed(chosen) if is_turned else chosen)


def _highlighted(table: Table, names: Sequence[str]) -> Table:
    """Set off the rows and columns of some algorithms."""
    if not names:
        return table
    heads = [cell.name in names for cell in cells_by_column(table.head[-1])]
    # where shades mean best and second, a further one would be taken for these
    has_ranked_shades = any(not cell.marks.isdisjoint(UNSHADED) for row in table.rows for cell in row)
    rows = tuple(
        tuple(
            _set_off(cell, is_name=place < table.stub and cell.name in names)
            if (of_row or of_column) and (place < table.stub or not has_ranked_shades)
            else cell
            for place, (cell, of_column) in enumerate(zip(row, heads, strict=True))
        )
        for row in table.rows
        for of_row in [any(cell.name in names for cell in row[: table.stub])]
    )
    last = tuple(
        _set_off(cell, is_name=True) if of_column else cell
        for cell, of_column in zip(table.head[-1], heads, strict=True)
    )
    return replace(table, head=(*table.head[:-1], last), rows=rows)


def _set_off(cell: Cell, *, is_name: bool) -> Cell:
    return replace(cell, marks=cell.marks | HIGHLIGHTED_NAME if is_name else cell.marks | HIGHLIGHTED)


def _triangle(table: Table, half: Triangle | None) -> Table:
    """Keep one half of a table with the same algorithms in rows and columns."""
    if half in (None, "both") or not is_square(table):
        return table
    places = {row[0].name: place for place, row in enumerate(table.rows)}
    sign, heads = 1 if half == "upper" else -1, [cell.name for cell in cells_by_column(table.head[-1])]

    def is_in_half(row: str, column: str) -> bool:
        return sign * (places[column] - places[row]) > 0

    rows = [
        (
            row[0],
            *(cell if is_in_half(row[0].name, head) else _BLANK for cell, head in zip(row[1:], heads[1:], strict=True)),
        )
        for row in table.rows
        if any(is_in_half(row[0].name, head) for head in heads[1:])
    ]
    columns = [place for place, head in enumerate(heads) if not place or any(is_in_half(name, head) for name in places)]
    return with_columns(replace(table, rows=tuple(rows)), columns)


def is_square(table: Table) -> bool:
    """Return whether a table has the same algorithms in rows and columns."""
    return not table.footer and {row[0].name for row in table.rows} == {cell.name for cell in table.head[-1][1:]}


_BLANK = Cell("", "")
HIGHLIGHTED = frozenset[Mark]({"highlight"})
HIGHLIGHTED_NAME = frozenset[Mark]({"highlight", "bold"})


def _in_digits(table: Table, digits: int | Mapping[str, int] | None) -> Table:
    """Print all numbers of a table, or those of columns, in so many decimals."""
    if digits is None:
        return table
    if isinstance(digits, int):
        return replace(table, rows=tuple(tuple(_in_decimals(cell, digits) for cell in row) for row in table.rows))
    requested = [next((digits[name] for name in names if name in digits), None) for names in names_of_columns(table)]
    columns = list(zip(column_forms(table), requested, strict=True))
    rows = (
        tuple(
            cell
            if decimals is None or cell.form is None or type(cell.form) is not type(of_column)
            else cell.printed_as(cell.form.with_decimals(decimals))
            for cell, (of_column, decimals) in zip(row, columns, strict=True)
        )
        for row in table.rows
    )
    return replace(table, rows=tuple(rows))


def _in_decimals(cell: Cell, decimals: int) -> Cell:
    form = None if cell.form is None else in_digits(cell.form, decimals)
    # scores were printed so when their table was built, some with what a number alone does not tell
    return cell if form is None or form == cell.form else cell.printed_as(form)


def _caption(table: Table, options: TableOptions) -> Prose:
    caption = options.caption
    if isinstance(caption, dict):
        return caption.get(table.metric, table.caption)
    return table.caption if caption is None else caption


def _with_choice_stated(whole: Table, chosen: Table, n_rows: int, n_columns: int, *, is_turned: bool) -> Table:
    """Say in the caption, the notes and the line for a paper that ranks, marks and tests are of more than is shown."""
    rows = (n_rows, sum(row[0].name not in whole.subtotals for row in whole.body))
    columns = (n_columns, len(whole.align) - whole.stub) if axes_of(whole.kind).of_algorithms else (0, 0)
    sizes = zip(("row", "column"), (columns, rows) if is_turned else (rows, columns), strict=True)
    texts = {axis: f"{n} of {counted(of_all, axis)}" for axis, (n, of_all) in sizes if n < of_all}
    if not texts:
        return chosen
    of_shown = ", marks of those shown" if issubclass(table_options(whole.kind), RanksTableOptions) else ""
    note = f"Shown: {' and '.join(texts.values())}; ranks, averages and tests are of all{of_shown}."
    return replace(
        chosen,
        caption=join((chosen.caption, f"Selected {' and '.join(f'{axis}s' for axis in texts)}.")),
        notes=(*chosen.notes, note),
        short_note=(*(chosen.short_note or chosen.notes[:1]), note),
    )


_AS_BUILT = TableOptions.unchecked()


@dataclass(frozen=True)
class ChosenTables:
    """The tables of a report in reading order, which of them have nothing to show, and options without effect."""

    tables: tuple[Table, ...]
    left_out: tuple[str, ...] = ()  # warnings
    without_effect: tuple[WithoutEffect, ...] = ()

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a build warns of."""
        return (*self.left_out, *map(str, self.without_effect))


def choose_tables(
    analyses: Sequence[Analysis],
    options: Mapping[str, TableOptions],
    sort: SortKey | SortOptions = "rank",
    *,
    long: bool = False,
    of_all: Sequence[Analysis] = (),
) -> ChosenTables:
    """Build the tables of metrics and arrange them; documents on paper have the long ones on request.

    `of_all` are the analyses of all metrics of the study, where these are some of them.
    """
    by_kind: dict[str, TableOptions] = dict(options.items())
    orders = [_Orders(analysis, sorting(sort), by_kind) for analysis in analyses]
    together = {kind: queried for kind, queried in by_kind.items() if queried.is_together}
    places = {analysis.scores.name: place for place, analysis in enumerate(analyses)}
    each = [
        table
        for place, analysis in enumerate(analyses)
        for table in build_tables(analysis, by_kind, orders[place].of, of_all or analyses)
        if table.metric or not place  # what is of the study is the same from each metric
    ]
    built = [
        orders[0 if table.kind in together else places.get(table.metric, 0)].sorted(table)
        for table in once_for_all_metrics(analyses, each)
    ]
    exploratory = is_exploratory(analyses)
    arranged, warnings = [], []
    whole = [*_put_together(analyses, built, together)]
    for table in whole:
        requested = by_kind.get(table.kind, _AS_BUILT)
        created = _arranged(table, requested)
        if created and table.kind not in by_kind and not long and _is_for_files(created):
            created = replace(created, in_pdf=False)
        if created and (long or table.kind in by_kind):
            created = replace(created, printed_rows=0)
        why = _why_not(created, requested)
        if created is not None and not why:
            arranged.append(table_called(created) if exploratory else created)
        elif why:
            warnings.append(f"the table {table.name} was omitted: {why}")
    tables = tuple(table if table.kind in by_kind else _unless_shown(table, arranged, long=long) for table in arranged)
    absent = _not_built(by_kind, {table.kind for table in built})
    vain = (
        *_without_effect(analyses, by_kind),
        *unmet_orders(analyses, sort, by_kind),
        *unmet_columns(analyses, whole, by_kind),
        *_not_highlighted(tables, by_kind),
    )
    return ChosenTables(tables, (*absent, *warnings), vain)


def _not_highlighted(tables: Sequence[Table], options: Mapping[str, TableOptions]) -> Iterator[WithoutEffect]:
    """Find the kinds of tables that have no row or column of what is to stand out in them."""
    for kind in {table.kind: None for table in tables}:
        names = options.get(kind, _AS_BUILT).highlighted
        cells = (cell for table in tables if table.kind == kind for row in (*table.head, *table.rows) for cell in row)
        if names and not any("highlight" in cell.marks for cell in cells):
            yield WithoutEffect(kind, "highlight", f"the table has no row and no column of {joined(names)}")


def _not_built(options: Mapping[str, TableOptions], built: Container[str]) -> Iterator[str]:
    """Say which tables that the study asks for by name none of its metrics has results for."""
    for kind, requested in options.items():
        if kind not in built and not requested.omit:
            needs = axes_of(kind).needs
            why = f"it needs {needs}" if needs else "the study has no results for it"
            yield f"the table {kind} was not written: {why}"


def _unless_shown(table: Table, tables: Sequence[Table], *, long: bool) -> Table:
    """Leave a table out of documents where another table can show what it says."""
    among = TABLES[table.kind].shown_among
    if not among or not any(getattr(other, among) and other.metric in (table.metric, "") for other in tables):
        return table
    return replace(table, in_pdf=long and table.in_pdf, in_page=table.in_page and among == "quantities")


def _without_effect(analyses: Sequence[Analysis], options: Mapping[str, TableOptions]) -> Iterator[WithoutEffect]:
    """Find the options that do nothing."""
    for kind, requested in options.items():
        if requested.is_together and len(analyses) < 2:
            yield WithoutEffect(kind, "metrics", "the study has one metric")
        by_tests = isinstance(requested, RanksTableOptions) and requested.marks == "tests"
        as_scores = ScoresTableOptions.unchecked(marks="tests")  # whose tests are those of ranks too
        if by_tests and all(marked_by(analysis, as_scores).marks != "tests" for analysis in analyses):
            yield WithoutEffect(kind, "marks", "no data set has tests of its own, and scores are marked by rank")
    yield from (
        WithoutEffect("scores", *key_and_why)
        for key_and_why in _without_effect_on_scores(analyses, options.get("scores"))
    )


def _without_effect_on_scores(
    analyses: Sequence[Analysis], requested: TableOptions | None
) -> Iterator[tuple[str, str]]:
    """Find the options of the table of scores that do nothing: their keys, and why."""
    if not isinstance(requested, ScoresTableOptions):
        return
    scored = [analysis.scores for analysis in analyses if isinstance(analysis.scores, MetricScores)]
    if requested.spread and all(spreads_of(scores, requested.spread) is None for scores in scored):
        yield "spread", "each score is a single measurement, without a spread"
    if requested.center == "median" and all(spreads_of(scores, "sd") is None for scores in scored):
        yield "center", "each score is a single measurement, its own median"
    if "p" in requested.summary and all(analysis.adjusted.deciding is None for analysis in analyses):
        yield "summary", "there is no p without adjusted comparisons over the data sets"
    if "effect" in requested.summary and all(analysis.estimated is None for analysis in analyses):
        yield "summary", "there is no effect without effect sizes over the data sets"
    if requested.against and all(significant_against(analysis, requested) is None for analysis in analyses):
        yield "against", f"no tests of '{requested.marked_against[0]}' within data sets"
    if requested.percent is True and not any(is_share(scores) for scores in scored):
        yield "percent", "no metric has shares, scores from 0 to 1"


def _why_not(table: Table | None, options: TableOptions) -> str:
    """Return why a requested table is missing; empty if it is there or was not requested."""
    if table is None:
        return "" if options.omit else "it has none of the requested rows or columns"
    # a choice of what is too large to be shown may be too large itself
    if (options.rows or options.columns) and len(table.rows) * len(table.align) > MOST_CELLS_BUILT:
        return f"{counted(len(table.rows), 'row')} are too many"
    return ""


def _put_together(
    analyses: Sequence[Analysis], tables: Sequence[Table], kinds: Mapping[str, TableOptions]
) -> Iterator[Table]:
    """Yield the tables, those of several metrics in the place of the first of them."""
    if not kinds:
        yield from tables
        return
    done = set()
    for table in tables:
        if table.kind not in kinds:
            yield table
        elif table.kind not in done:
            done.add(table.kind)
            alike = [other for other in tables if other.kind == table.kind]
            yield table_together(table.kind, analyses, alike, kinds[table.kind])


# What is printed without being requested: rows of a table of details, cells of one with one row per data set, which are
# about eight pages, and its columns, which are two pages on their sides.
MOST_ROWS, MOST_CELLS, MOST_COLUMNS = 20, 2_000, 30


def _is_for_files(table: Table) -> bool:
    """Return whether a table is so long that paper has it on request only; another sums it up."""
    if TABLES[table.kind].is_detail or any(has_pairs(table.kind, axis) for axis in ("rows", "columns")):
        return len(table.rows) > MOST_ROWS
    is_large = _cells(table) > MOST_CELLS or len(table.align) > MOST_COLUMNS
    return axes_of(table.kind).rows is DATASETS and is_large


def tables_in_print(tables: Sequence[Table], most: int = MOST_CELLS_SHOWN) -> tuple[Table, ...]:
    """Leave the longest tables out of the printed reports, until the others have no more cells than that."""
    left, retained = most, set()
    for index in sorted(range(len(tables)), key=lambda position: _cells(tables[position])):
        left -= _cells(tables[index]) if tables[index].in_pdf else 0
        if left >= 0:
            retained.add(index)
    return tuple(
        table if place in retained or not table.in_pdf else replace(table, in_pdf=False)
        for place, table in enumerate(tables)
    )


def is_too_long(table: Table) -> bool:
    """Return whether a table has too many cells for any document, so that only its CSV file is written."""
    return _cells(table) > MOST_CELLS_SHOWN


def _cells(table: Table) -> int:
    return len(table.rows) * len(table.align)


class _Orders:
    """The orders of the algorithms in the tables of a metric: that of the report, and those of kinds of tables."""

    def __init__(self, analysis: Analysis, sort: SortOptions, options: Mapping[str, TableOptions]) -> None:
        self._analysis, self._sort, self._options = analysis, sort, options
        self._places = algorithm_places(analysis, sort)

    def _own(self, kind: str) -> SortOptions | None:
        options = self._options.get(kind)
        return sorting(options.sort) if isinstance(options, Sortable) and options.sort is not None else None

    def of(self, kind: str) -> Mapping[str, int]:
        """Return the place of each algorithm in tables of a kind."""
        own = self._own(kind)
        return self._places if own is None else algorithm_places(self._analysis, own)

    def sorted(self, table: Table) -> Table:
        """Sort the algorithms in a table, and put last what the study wants last."""
        axes, own = axes_of(table.kind), self._own(table.kind)
        by_rank = axes.rows is ALGORITHMS and not axes.of_algorithms  # unless its own order is another
        ordered = _in_order(table, self.of(table.kind), axes, rows=axes.sorts_rows or (by_rank and own is not None))
        return _with_last(ordered, (own or self._sort).at_the_end)


def _with_last(table: Table, names: Sequence[str]) -> Table:
    """Put columns last."""
    places = {
        column: max((names.index(name) for name in called if name in names), default=-1)
        for column, called in enumerate(names_of_columns(table))
        if column >= table.stub and len(table.head) == 1
    }
    if all(place < 0 for place in places.values()):
        return table
    return with_columns(table, [*range(table.stub), *sorted(places, key=lambda column: places[column])])


def _in_order(table: Table, places: Mapping[str, int], axes: Axes, *, rows: bool | None = None) -> Table:
    """Sort the algorithms in the columns of a table, and in its rows, by their places; what has none follows them."""
    last, stub = len(places), range(table.stub)
    if axes.of_algorithms:
        heads = [cell.name for cell in table.head[-1]]
        if len(heads) == len(table.align) and set(heads[table.stub :]) & places.keys():
            columns = sorted(range(table.stub, len(heads)), key=lambda column: places.get(heads[column], last))
            table = with_columns(table, [*stub, *columns])
    if axes.sorts_rows if rows is None else rows:
        body = sorted(table.body, key=lambda row: places.get(row[0].name, last))
        table = replace(table, rows=(*body, *table.foot))
    return table


def algorithm_places(analysis: Analysis, options: SortOptions) -> dict[str, int]:
    """Return the place of each algorithm in the order that a study asks for."""
    sort, at_the_end = options.by, options.at_the_end
    names, scores = analysis.names, analysis.scores
    order: Sequence[int] = analysis.best_first
    if sort == "name":
        order = sorted(range(len(names)), key=lambda index: (names[index].casefold(), names[index]))
    elif sort == "file":
        order = range(len(names))
    elif sort == "mean" and isinstance(scores, MetricScores) and have_one_basis(scores.means):
        order = np.argsort(-summarized(scores.oriented, "mean", scores.weights), kind="stable").tolist()
    others = [names[index] for index in order if names[index] not in at_the_end]
    return {name: place for place, name in enumerate((*others, *(name for name in at_the_end if name in names)))}
