"""How long report.html and report.pdf take, from start of Python, and how much memory.

Run it with ``python tests/benchmarks/pdf.py`` for a report the size of the example project's, and with ``--rows 5000``
for one table of 10 columns and so many rows; each format is made in a process of its own. The file tells as well how
much processor time there was: on a busy machine only that can be compared.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time

from rankpress.core.document import Document, Drawing, Section
from rankpress.core.table import Cell, Mark, Table

ROWS, COLUMNS = 24, 12


def table(number: int) -> Table:
    """A table of scores with ranks, of 312 cells with its head and footer."""
    heads = (Cell("Data set"), *(Cell(f"algorithm {column}") for column in range(COLUMNS)))
    rows = tuple(
        (
            Cell(f"data set {row}"),
            *(
                Cell(
                    f"0.{row}{column:02} ({column})",
                    row / 100 + column / 1e4,
                    detail=f"({column})",
                    detail_value=column,
                )
                for column in range(COLUMNS)
            ),
        )
        for row in range(ROWS)
    )
    aligned = ("left", *("right",) * COLUMNS)
    return Table(f"t{number}", "accuracy", "Scores", "Means of folds.", (heads,), rows, aligned, detail="rank")


def drawing(number: int) -> Drawing:
    """Twelve panels of six curves, as a figure of confidence curves has."""
    points = " ".join(f"L {x} {100 - (x * 37 % 89) / 3:.6f}" for x in range(1, 120))
    curve = f'<path d="M 0 100 {points}" style="fill: none; stroke: #1f77b4; stroke-width: 0.8"/>'
    panels = "".join(f'<g transform="translate({120 * (n % 3)} {120 * (n // 3)})">{curve * 6}</g>' for n in range(12))
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 480" width="360pt" height="480pt">{panels}</svg>'
    return Drawing(f"f{number}", "accuracy", "curves", "Curves", "Confidence curves.", "Curves.", b"", svg.encode())


def document(cells: int, figures: int) -> Document:
    """A report of about so many cells."""
    tables = tuple(table(number) for number in range(round(cells / (COLUMNS + 1) / ROWS)))
    drawings = tuple(drawing(number) for number in range(figures))
    return Document(
        "Benchmark", ("A summary.",), (Section("all", "All", ("Text.",), tables=tables, drawings=drawings),)
    )


def appendix(rows: int, columns: int = 10) -> Document:
    """A report of one long table."""
    heads = (Cell("Data set"), *(Cell(f"algorithm {column}") for column in range(1, columns)))
    body = tuple(
        (Cell(f"data set {row}"), *(_score(row, column) for column in range(1, columns))) for row in range(rows)
    )
    aligned = ("left", *("right",) * (columns - 1))
    long = Table("t", "accuracy", "Scores", "Means of folds.", (heads,), body, aligned, kind="scores")
    return Document("Benchmark", ("A summary.",), (Section("all", "All", ("Text.",), tables=(long,)),))


def _score(row: int, column: int) -> Cell:
    value = (row * 7919 + column * 31) % 1000 / 1000
    mark: Mark | None = "bold" if column == row % 9 + 1 else "underline" if column == (row + 1) % 9 + 1 else None
    return Cell(f"{value:.3f}", value, frozenset(() if mark is None else (mark,)))


def make(form: str, report: Document) -> None:
    """Make one format here, and print how long that took and how much memory."""
    started = time.perf_counter()
    if form == "html":
        from rankpress.report.page import html_report

        imported = time.perf_counter()
        size = len(html_report(report).encode())
    else:
        from rankpress.report.pdf import pdf_report

        imported = time.perf_counter()
        size = len(pdf_report(report))
    ended = time.perf_counter()
    own, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = sum(one.ru_utime + one.ru_stime for one in (own, others))
    sys.stdout.write(
        f"{form}: {ended - started:.2f} s, {ended - imported:.2f} s of them after imports;"
        f" {processor:.2f} s of processor; {size / 1e3:.0f} kB;"
        f" {own.ru_maxrss / 1024:.0f} MiB, and the largest of other processes {others.ru_maxrss / 1024:.0f} MiB\n"
    )


def main() -> None:
    """Measure the formats that the command line asks for."""
    parser = argparse.ArgumentParser(description="Measure report.html and report.pdf.")
    parser.add_argument("--cells", type=int, default=2500)
    parser.add_argument("--figures", type=int, default=8)
    parser.add_argument("--rows", type=int, help="of one table of 10 columns, in place of all that")
    parser.add_argument("--form", choices=["html", "pdf"], help="make this one only, in this process")
    asked = parser.parse_args()
    if asked.form:
        report = appendix(asked.rows) if asked.rows else document(asked.cells, asked.figures)
        make(asked.form, report)
        return
    for form in ("html", "pdf"):
        subprocess.run([sys.executable, __file__, "--form", form, *sys.argv[1:]], check=True, timeout=3600)


if __name__ == "__main__":
    main()
