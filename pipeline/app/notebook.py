"""What a notebook shows of analyses and builds, and their tables as data frames."""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from rankpress.account.tables import built_table
from rankpress.analysis import Analyses, Analysis, labels_of
from rankpress.core.faults import Fault, FaultsFound
from rankpress.core.labels import Labels, slug
from rankpress.core.table import heads_of_values, show_in_notebooks
from rankpress.report.page_table import display_html, display_markdown
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, plain

if TYPE_CHECKING:
    from pandas import DataFrame

    from rankpress.app.run import Built
    from rankpress.core.doubts import Doubt
    from rankpress.core.table import Cell, Table
    from rankpress.report.table_view import ChosenTables
    from rankpress.spec.model import Study


# What sums an analysis up; all others are to be had by name.
_SHOWN = ("average-ranks", "pairs")


def tables(analyses: Analysis | Sequence[Analysis], study: Study | None = None) -> dict[str, Table]:
    """Return the tables of analyses, each of which a notebook shows as it is in the report."""
    of_all = (analyses,) if isinstance(analyses, Analysis) else tuple(analyses)
    return {table.name: table for table in chosen_tables(of_all, study).tables}


def chosen_tables(
    analyses: Sequence[Analysis], study: Study | None = None, of_all: Sequence[Analysis] = ()
) -> ChosenTables:
    """Return the tables of analyses with the names that the study shows, and what of its options has no effect."""
    from rankpress.report.table_view import choose_tables
    from rankpress.spec.report_sections import ReportOptions

    # a table of one metric may name the others
    labels = Labels() if study is None else labels_of(of_all or analyses, study.names)
    report = ReportOptions.unchecked() if study is None else study.report
    chosen = choose_tables(analyses, report.tables, report.sort, of_all=of_all)
    return replace(chosen, tables=tuple(labels.shown(table, marked=True) for table in chosen.tables))


# A diagram is drawn in dark ink, which a dark notebook would not show.
_ON_PAPER = "display: inline-block; max-width: 100%; padding: 4px; background: #fff"


def comparison_html(analyses: Sequence[Analysis], study: Study, doubts: Sequence[Doubt] = ()) -> str:
    """Return what a notebook shows of a comparison: for each metric the headline, the diagram and the ranking."""
    from rankpress.account.summary import summary_lines
    from rankpress.core.document import Plan
    from rankpress.figures.output import to_svg
    from rankpress.report.plot import plans_of
    from rankpress.spec.plot_sections import PlottedFigure

    labels, blocks = labels_of(analyses, study.names), []
    if doubts:
        blocks.append(display_html([], "Not confirmed", list(map(str, doubts))))
    for analysis in analyses:
        sentences = [labels.text(sentence) for sentence in summary_lines((analysis,))[0]]
        rankings = [table for table in tables(analysis, study).values() if table.kind == "average-ranks"]
        blocks.append(display_html([], "", sentences))
        for plan in plans_of([analysis], [PlottedFigure.of_kind("cd")], study.report.drawing, study.names):
            if isinstance(plan, Plan):
                title, alt = plain(plan.title), plain(plan.alt)
                salt = f"rankpress-{slug(analysis.scores.name)}"
                svg = to_svg(plan.draw(), salt=salt, title=title, description=alt).decode()
                blocks.append(f'<div style="{_ON_PAPER}">{svg}</div>')
        blocks.append(display_html(rankings))
    return "".join(blocks)


def analyses_html(analyses: Sequence[Analysis]) -> str:
    """Return what a notebook shows of analyses: for each metric a summary, the average ranks and the comparisons."""
    return "".join(display_html(*_shown(analysis)) for analysis in analyses)


def analyses_markdown(analyses: Sequence[Analysis]) -> str:
    """Return what a notebook shows of analyses as Markdown."""
    return "\n".join(display_markdown(*_shown(analysis)) for analysis in analyses)


def _shown(analysis: Analysis) -> tuple[list[Table], str, tuple[Prose, ...]]:
    from rankpress.account.summary import summary

    chosen = [table for table in tables(analysis).values() if table.kind in _SHOWN]
    return chosen, f"rankpress: {analysis.scores.name}", summary((analysis,))


def built_html(built: Built) -> str:
    """What a notebook shows of a build: the reports, each a link where the notebook can open it, and warnings."""
    below = [path.relative_to(built.out) for path in built.paths]
    items = []
    for path in (path for path in below if len(path.parts) == 1):
        address = Path(os.path.relpath(built.out / path)).as_posix()  # a notebook opens what is below its folder
        name = escape(path.name)
        items.append(name if address.startswith("..") else f'<a href="{escape(quote(address))}">{name}</a>')
    folders = Counter(path.parts[0] for path in below if len(path.parts) > 1)
    items += [escape(f"{folder}/ ({counted(count, 'file')})") for folder, count in folders.items()]
    listed = "".join(f"<li>{line}</li>" for line in items)
    warnings = "".join(f"<p>{escape(warning)}</p>" for warning in built.warnings)
    place = f"<p>The report is in <code>{escape(str(built.out))}</code>:</p>"
    return f'<div class="rankpress">{place}<ul>{listed}</ul>{warnings}</div>'


show_in_notebooks(Analyses, analyses_html, analyses_markdown)
show_in_notebooks(Analysis, lambda analysis: analyses_html([analysis]), lambda analysis: analyses_markdown([analysis]))


def data_frame(analysis: Analysis, kind: str) -> DataFrame:
    """Return a table of an analysis as a data frame, unrounded; it has to have it."""
    table = built_table(kind, analysis)
    if table is None:
        raise FaultsFound([Fault(f"table {kind}", "the study has no such table", "a table that it has")])
    return frame_of(table, details=False)


def frame_of(table: Table, *, details: bool = True) -> DataFrame:
    """Return a table as a data frame, unrounded; with details also what stands behind the numbers, such as a spread."""
    from pandas import DataFrame

    # as the CSV file has them: what stands behind the numbers of a column in columns of its own
    heads = [heads if details else heads[:1] for heads in heads_of_values(table)]
    rows = [
        [
            value
            for cell, align, names in zip(row, table.align, heads, strict=True)
            for value in (
                math.nan if align == "right" and _value(cell) == "" else _value(cell),
                *_details(cell, len(names) - 1),
            )
        ]
        for row in table.rows
    ]
    columns = [*chain.from_iterable(heads)]
    frame = DataFrame(rows, columns=columns).set_index(columns[: table.stub])
    if table.p_values:
        frame.attrs["p_values"] = table.p_values
    return frame


def _details(cell: Cell, count: int) -> list[float]:
    """Return the numbers behind that of a cell, nan where there is none."""
    value = cell.detail_value
    details = value if isinstance(value, tuple) else () if value is None else (value,)
    return [*details, *[math.nan] * (count - len(details))][:count]


def _value(cell: Cell) -> float | str:
    value = cell.body if cell.value is None else cell.value
    return value if isinstance(value, float | int) else plain(value)
