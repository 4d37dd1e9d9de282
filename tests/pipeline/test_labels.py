"""Labels: what a reader sees bears them, and what a program reads keeps the names of the files.

The documents as pdfLaTeX, WeasyPrint and matplotlib show them: tests/documents/test_labels.py.
"""

import csv
import json
import random
import re
from html.parser import HTMLParser

import pytest

from rankpress.app.run import build as build_report
from rankpress.catalog.methods import (
    ADJUSTMENTS,
    BAYES_OVER,
    BAYES_WITHIN,
    CURVE_FORMS,
    EFFECTS,
    OMNIBUS,
    PAIRWISE,
    WITHIN,
)
from rankpress.core.document import Section
from rankpress.core.labels import Label, Labels, dashed
from rankpress.core.text import algorithm_named, plain
from rankpress.spec.reading import read_study
from rankpress.topics.phrases import table_of

ALGORITHMS = ("qalga", "qalgb", "qalgc", "qalgd")
DATASETS = ("qseta", "qsetb", "qsetc", "qsetd", "qsete")
RAW = re.compile(r"(?<![\w/-])q(?:alg[a-z]|set[a-z]|met|val|second|cost|bytes)(?![\w-])")
COLUMNS = ("dataset", "algorithm", "repeat", "fold", "qmet", "qval", "qsecond", "qcost", "qbytes")

LABELS = r"""
labels:
  algorithms:
    qalga: {label: '$\ell_1$-SVM & 50% #1', short: '$\ell_1$', math: true}
    qalgb: 'Naïve <b>Bayes</b>'
    qalgc: 'C4.5_x {a} \input{y}'
    qalgd: {label: '$\hat{\theta}^2_{\mathrm{max}}$', math: true}
  datasets: {qseta: Iris & co., qsetb: '$100', qsetc: {label: '$\chi^2$', math: true}, qsetd: Wine, qsete: 'Zoo "1"'}
  metrics: {qmet: {label: 'balanced $F_\beta$', math: true}, qval: validation figure, qsecond: test loss}
  costs: {qcost: training time, qbytes: {label: '$10^3$ bytes', math: true}}
"""
FILES = "files: long.csv, metrics: [{name: qmet, validation: qval}, {name: qsecond, better: lower}]"
ONE_METRIC = LABELS.replace("qval: validation figure, qsecond: test loss", "").replace(", }", "}")
NO_COSTS = re.sub("  costs: .*\n", "", ONE_METRIC)
STUDIES = {
    "everything": """
scores: {FILES, costs: [qcost, qbytes], groups: {early: [qseta, qsetb], late: [qsetc, qsetd, qsete]}}
test: {within: 5x2cv-f}
bayes: {rope: 0.01, draws: 1000}
order: {cost: {qcost: 0.7, qbytes: 0.3}}
curves: {pairs: all, average: true}
""",
    "control": """
scores: {FILES, costs: [qcost, qbytes]}
test: {control: qalgb, pairwise: wilcoxon}
order: {cost: qcost, within: none}
curves: {baseline: qalgb}
report:
  formats: [latex, html, markdown]
  tables:
    scores: {metrics: together, columns: [qalga, qalgc]}
    pairs: {rows: [qalgb, qalgc]}
    aucc: {transpose: true}
""",
    "gaps ranked last": """
scores: {files: gaps.csv, metrics: [{name: qmet}], costs: [qcost, qbytes], missing: worst-rank}
""",
    "gaps left open": """
scores: {files: gaps.csv, metrics: [{name: qmet}], costs: [qcost, qbytes], missing: incomplete-blocks}
""",
    "gaps dropped": """
scores: {files: gaps.csv, metrics: [{name: qmet}], costs: [qcost, qbytes], missing: drop-algorithms}
curves: {pairs: all}
""",
    "no data set shared": """
scores: {files: apart.csv, layout: wide, metrics: [{name: qmet}], missing: incomplete-blocks}
""",
    "average ranks": "scores: {files: ranks.csv, layout: ranks, datasets: 9, metrics: [{name: qmet}]}\n",
    "one fold": """
scores: {files: uneven.csv, metrics: [{name: qmet}], costs: [qcost, qbytes]}
bayes: {rope: 0.01, draws: 1000}
""",
}
# the others are left to the nightly tests
SHOWN = [
    pytest.param(name, marks=pytest.mark.nightly if name not in ("everything", "gaps ranked last") else ())
    for name in STUDIES
]
OF_LABELS = {
    **dict.fromkeys(STUDIES, ONE_METRIC),
    **dict.fromkeys(("everything", "control"), LABELS),
    "no data set shared": NO_COSTS,
    "average ranks": re.sub("  datasets: .*\n", "", NO_COSTS),
}


def write_scores(folder):
    draw = random.Random(1)
    rows = [
        (
            *(dataset, name, repeat, fold),
            *(round(0.6 + place / 20 + draw.gauss(0, 0.03), 4) for _ in range(3)),
            *(round(9 * place + fold + draw.random(), 3), place + 1),
        )
        for dataset in DATASETS
        for place, name in enumerate(ALGORITHMS)
        for repeat in range(1, 6)
        for fold in (1, 2)
    ]
    tables = {
        "long": [COLUMNS, *rows],
        # one has no result on one data set
        "gaps": [COLUMNS, *(row for row in rows if row[:2] != (DATASETS[1], ALGORITHMS[2]))],
        # one data set has a single fold, so that nothing can be tested within it
        "uneven": [COLUMNS, *(row for row in rows if row[0] != DATASETS[3] or row[2:4] == (1, 1))],
        "ranks": [ALGORITHMS, (1.2, 2.1, 2.9, 3.8)],
        # two and two share no data set
        "apart": [("dataset", *ALGORITHMS), *((d, 1, 2 + i, "", "") for i, d in enumerate(DATASETS[:2]))]
        + [(d, "", "", 3, 4 + i) for i, d in enumerate(DATASETS[2:])],
    }
    for name, table in tables.items():
        with (folder / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows(table)


@pytest.fixture(scope="module")
def read(tmp_path_factory):
    folder = tmp_path_factory.mktemp("labels")
    write_scores(folder)

    def read(name, labelled):
        path = folder / "study.yaml"
        path.write_text(STUDIES[name].replace("FILES", FILES) + labelled * OF_LABELS[name], encoding="utf-8")
        return read_study(path)

    return read


@pytest.fixture(scope="module")
def build(read, tmp_path_factory):
    """Build everything but the PDF, once a study; the text of each file by its path."""
    built = {}

    def build(name, labelled):
        if (name, labelled) not in built:
            out = tmp_path_factory.mktemp("out")
            build_report(read(name, labelled), out, formats=("latex", "html", "markdown"))
            built[name, labelled] = {
                path.relative_to(out).as_posix(): path.read_text(encoding="utf-8")
                for path in sorted(out.rglob("*"))
                if path.is_file() and path.suffix != ".pdf" and path.name != "manifest.json"
            }
        return built[name, labelled]

    return build


class Page(HTMLParser):
    """All that a reader of a page sees or hears, and the data that its script draws from."""

    def __init__(self):
        super().__init__()
        self.texts = []
        self._style = False

    def handle_starttag(self, tag, attrs):
        self._style = tag == "style"
        not_read = ("id", "class", "href", "for", "name", "style", "d", "download")
        self.texts += [
            value for key, value in attrs if value and key not in not_read and not key.startswith(("aria-", "data-"))
        ]
        self.texts += [value for key, value in attrs if value and key in ("aria-label", "aria-description")]

    def handle_data(self, data):
        if not self._style:
            self.texts.append(data)


def read_by_people(files):
    """The texts that people read, without paths, anchors, names of macros and keys."""
    for path, text in files.items():
        if path.endswith((".html", ".svg")):
            page = Page()
            page.feed(text)
            yield from ((path, one) for one in page.texts)
        elif path.endswith((".tex", ".md")):
            yield (
                path,
                re.sub(
                    r"\{(?:tab|fig|sec|tables|figures)[:/][^}]*\}|\]\([^)]*\)|\\rpnumber\{[^}]*\}|\\rp[A-Za-z]+",
                    "",
                    text,
                ),
            )


def raw_names(files):
    return {(path, found[0]) for path, text in read_by_people(files) for found in RAW.finditer(text)}


@pytest.mark.parametrize("name", SHOWN)
def test_no_name_of_the_files_is_shown(name, build):
    assert raw_names(build(name, True)) == set()


@pytest.mark.parametrize("name", SHOWN)
def test_what_programs_read_keeps_the_names_of_the_files(name, build):
    without, labelled = build(name, False), build(name, True)
    assert [*without] == [*labelled]
    for path in without:
        if path.startswith("tables/") and path.endswith(".csv"):
            assert labelled[path] == without[path]
    told = json.loads(labelled["results.json"])
    assert told.pop("labels")["metrics"]["qmet"] == {"label": "balanced Fᵦ", "short": "balanced Fᵦ"}
    assert told == json.loads(without["results.json"])
    names = [re.findall(r"\\newcommand\{?\\(\w+)", files["macros.tex"]) for files in (without, labelled)]
    assert names[0] == names[1]
    assert len(names[0]) > 10


TITLES = [
    item.title
    for catalogue in (ADJUSTMENTS, OMNIBUS, PAIRWISE, WITHIN, EFFECTS, CURVE_FORMS, BAYES_OVER, BAYES_WITHIN)
    for item in catalogue.values()
]


def test_an_en_dash_stands_between_the_names_of_two_people():
    of_two = re.compile(r"[A-Z]\w+-[A-Z]")
    assert any(map(of_two.search, TITLES))
    assert not [title for title in map(dashed, TITLES) if of_two.search(title)]
    assert [title for title in TITLES if dashed(title).replace("–", "-") != title] == []


def test_a_table_gets_labels_once_and_those_of_its_report():
    table = table_of(("Algorithm", "Rank"), [(algorithm_named("a"), "1")], name="ranks")
    of_reports = [Labels({"algorithms": {"a": Label(name, name)}}) for name in ("first", "second")]
    shown = [labels.shown(table) for labels in of_reports]
    assert [plain(table.rows[0][0].text) for table in shown] == ["first", "second"]
    for labels, table in zip(of_reports, shown, strict=True):
        assert labels.shown(Section("ranks", algorithm_named("a"), tables=(table,))).tables[0] is table
