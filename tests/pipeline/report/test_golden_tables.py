"""Every kind of table as LaTeX, HTML and Markdown, held against golden files that were looked at.

The scores are made up and small. What the numbers should be is shown elsewhere; here, that no table changes unseen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rankpress.analysis import Analysis
from rankpress.app.run import analyse
from rankpress.catalog.kinds import TABLES
from rankpress.checks.agreement import agreeing_scores
from rankpress.core.table import Table, in_print
from rankpress.report.latex_table import table_fragment
from rankpress.report.markdown import table_markdown
from rankpress.report.page_table import display_html
from rankpress.spec.reading import read_study
from rankpress.spec.report_sections import TableOptions
from rankpress.topics.kinds import TABLES as DECLARED
from rankpress.topics.tables import build_tables

GOLDENS = Path(__file__).parent / "golden_tables"
SMALL: dict[str, Any] = {"n": 5, "k": 4}
STUDIES: tuple[dict[str, Any], ...] = (
    {"folds": (2, 5), "costs": True, "curves": {"pairs": "all", "average": True}, "bayes": {"rope": 0.01}},
    {"k": 9},
    {
        "folds": (2, 5),
        "protocol": {
            "kind": "exploratory",
            "tuning": {"alg 1": {"data": "test", "tries": 12}, "alg 2": {"data": "none"}},
            "planned": {"metric": "after"},
        },
    },
    {"replicability": {"draws": 50, "size": 4, "biases": [0, 15]}},
    {"examples": 60, "test": {"within": "mcnemar"}},
    {"examples": 60, "test": {"within": "clustered-t"}},
    {"n": 8, "adjust": ["holm"], "power": {"effect": [0.05, 0.2], "draws": 200, "datasets": [5, 20]}},
    {"test": {"pairwise": "rank-z"}, "adjust": ["bergmann-hommel"]},
    {"n": 6, "sensitivity": {"pairwise": ["wilcoxon"], "adjust": ["holm"], "alpha": [0.5], "digits": [1]}},
    {
        "order": {"cost": ["seconds", "bytes"]},
        "costs": True,
        "more_costs": ["bytes"],
        "folds": (2, 5),
        "validation": True,
        "groups": {"text": ["data 0"]},
    },
)
GAPS = "dataset,A,B,C,D\none,0.9,0.8,,0.7\ntwo,0.7,0.75,0.6,\nthree,0.5,0.6,0.55,0.4\nfour,0.8,0.82,0.7,0.6\n"
ON_REQUEST = {name: TableOptions() for name, kind in DECLARED.items() if kind.on_request}
POLICIES = ("incomplete-blocks", "worst-rank")


def with_gaps(folder: Path, policy: str) -> Analysis:
    (folder / "gaps.csv").write_text(GAPS)
    spec = f"scores: {{files: gaps.csv, layout: wide, metrics: [{{name: accuracy}}], missing: {policy}}}\n"
    (folder / "study.yaml").write_text(spec)
    read = read_study(folder / "study.yaml")
    return analyse(read.study, agreeing_scores(read))[0]


@pytest.fixture
def tables(make_analysis: Callable[..., Analysis], tmp_path: Path) -> dict[str, Table]:
    """The first table of each kind."""

    def analyses() -> Iterator[Analysis]:
        for spec in STUDIES:
            yield make_analysis(**{**SMALL, **spec})
        for policy in POLICIES:
            yield with_gaps(tmp_path, policy)

    found: dict[str, Table] = {}
    for analysis in analyses():
        for table in build_tables(analysis, ON_REQUEST):
            found.setdefault(table.kind, in_print(table))
    return found


def test_there_is_one_of_every_kind(tables: dict[str, Table]) -> None:
    assert set(tables) == set(TABLES)
    assert {path.stem for path in GOLDENS.iterdir()} == set(TABLES)


def test_tables(tables: dict[str, Table], golden: Callable[[Path, str], None]) -> None:
    for kind, table in tables.items():
        golden(GOLDENS / f"{kind}.tex", table_fragment(table, stamp="rankpress, spec 0123456789ab"))
        golden(GOLDENS / f"{kind}.html", display_html([table]).partition("</style>")[2])
        golden(GOLDENS / f"{kind}.md", table_markdown(table))
