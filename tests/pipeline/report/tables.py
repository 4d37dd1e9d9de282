"""Tables of analyses as tests of their options read them."""

import csv
import io
from dataclasses import replace

from rankpress.core.table import table_csv
from rankpress.report.latex_table import table_fragment
from rankpress.report.markdown import table_markdown
from rankpress.report.page_table import display_html
from rankpress.report.table_view import choose_tables
from rankpress.spec.table_options import table_options
from rankpress.wording.text import plain


def chosen(analyses, sort="file", **options):
    """The tables by kind, with options of kinds."""
    options = {
        kind.replace("_", "-"): table_options(kind.replace("_", "-"))(**given) for kind, given in options.items()
    }
    analyses = analyses if isinstance(analyses, list) else [analyses]
    return {table.kind: table for table in choose_tables(analyses, options, sort).tables}


def table_of(analysis, kind, **options):
    """The table of a kind; of two metrics that are alike, where they are together."""
    other = replace(analysis, scores=replace(analysis.scores, name="f1"))
    analyses = [analysis, other] if options.get("metrics") == "together" else analysis
    return chosen(analyses, **{kind: options})[kind]


def texts(table):
    return [[plain(cell.text) for cell in row] for row in table.rows]


def read(table):
    return list(csv.DictReader(io.StringIO(table_csv(table))))


def cells_by_name(table):
    """Cells by the names of their row and all heads over their column."""
    over = [[cell.name for cell in row for _ in range(cell.span)] for row in table.head]
    return {
        tuple(sorted((*(cell.name for cell in row[: table.stub]), *(names[at] for names in over)))): cell
        for row in table.rows
        for at, cell in enumerate(row)
        if at >= table.stub
    }


def heads(table):
    return [plain(cell.text) for cell in table.head[-1]][table.stub :]


def formats(table):
    return {
        "latex": table_fragment(table, stamp=""),
        "markdown": table_markdown(table),
        "html": display_html([table]),
        "csv": table_csv(table),
    }
