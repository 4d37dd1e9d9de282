"""Writes tests/CONFORMANCE.md: what rankpress computes, compared with what others computed, and whether it holds.

``python tests/conformance/page.py`` runs every test that bears the marker ``conformance`` and writes the page. A test
compares what they claim, and in how many cases, with the page that is there; whether they hold is what the suite shows.
"""

import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
PAGE = TESTS / "CONFORMANCE.md"
FOLDERS = (
    "stats",
    "conformance",
    "papers",
    "pipeline/test_families.py",
    "pipeline/app/test_check.py",
    "pipeline/spec/test_published.py",
)

HEAD = """# Conformance

Written by `python tests/conformance/page.py` from the tests that bear the marker `conformance`; a test of the suite
compares it with what they say today. Each row is a procedure, where the expected value comes from, the test, in how
many cases it was compared with it, and whether it holds.
"""

FAULTS = """
## Cases on which published packages go wrong

A comment in each test says what goes wrong there. The numbers are those of a survey of 2026.
"""


@dataclass
class Row:
    """One test function: what it claims, in how many cases, and in how many of them it does not hold."""

    place: str
    procedure: str
    source: str
    fault: str = ""
    cases: int = 0
    failed: int = 0

    @property
    def result(self):
        """Whether all cases hold."""
        return "FAILS" if self.failed else "holds"


@dataclass(eq=False)  # pytest keeps its plugins in a set
class Collector:
    """A plugin that notes the outcome of each marked test."""

    rows: dict[str, Row] = field(default_factory=dict)

    def pytest_collection_modifyitems(self, items):
        self.rows = rows_of(items)

    def pytest_runtest_logreport(self, report):
        row = self.rows.get(report.nodeid.partition("[")[0].removeprefix("tests/"))
        if row is not None and not report.passed:
            row.failed += 1


def files():
    """The files that have tests with the marker."""
    paths = {path for name in FOLDERS for path in [TESTS / name, *(TESTS / name).rglob("test_*.py")] if path.is_file()}
    return {path for path in paths if "mark.conformance" in path.read_text(encoding="utf-8")}


def rows_of(items):
    """The rows of collected tests, by their places."""
    rows = {}
    for item in items:
        for mark in item.iter_markers("conformance"):
            place = item.nodeid.partition("[")[0].removeprefix("tests/")
            rows.setdefault(place, Row(place, *mark.args)).cases += 1
    return rows


def is_current(rows):
    """Whether the page that is there has these rows."""
    return PAGE.exists() and PAGE.read_text(encoding="utf-8") == page(rows)


def page(rows):
    """The text of the page."""
    plain = sorted((row for row in rows if not row.fault), key=lambda row: (row.procedure, row.place))
    faults = sorted((row for row in rows if row.fault), key=lambda row: (_number(row.fault), row.place))
    lines = [HEAD, "| procedure | expected value from | test | cases | result |", "|---|---|---|---|---|"]
    lines += [f"| {row.procedure} | {row.source} | `{row.place}` | {row.cases} | {row.result} |" for row in plain]
    lines += [FAULTS, "| fault | procedure | expected value from | test | result |", "|---|---|---|---|---|"]
    lines += [f"| {row.fault} | {row.procedure} | {row.source} | `{row.place}` | {row.result} |" for row in faults]
    return "\n".join(lines) + "\n"


def _number(fault):
    first = fault.split(",")[0].strip()
    return int(first[1:]), fault


def main():
    """Run the marked tests and write the page."""
    collector = Collector()
    folders = [str(TESTS / name) for name in FOLDERS]
    ended = pytest.main(["-q", "--no-header", "-m", "conformance", *folders], plugins=[collector])
    if ended in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        PAGE.write_text(page(collector.rows.values()), encoding="utf-8")
    return int(ended)


if __name__ == "__main__":
    sys.exit(main())
