"""Labels, names that sentences set apart, and mathematics: what readers see, and what programs read."""

import csv
import json
import random
import re
import string
from html.parser import HTMLParser

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rankpress.account.document import build_document
from rankpress.account.macros import collect
from rankpress.analysis import analyse, labels_of
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
from rankpress.core.bibliography import cite
from rankpress.core.document import Section
from rankpress.core.labels import LONG, Label, Labels, briefly, dashed
from rankpress.core.latex import unknown_to_latex
from rankpress.core.mathematics import (
    ESCAPED,
    LONGEST,
    OPERATORS,
    SPACES,
    SYMBOLS,
    WrongMathematics,
    in_unicode,
    is_mathematics,
    with_mathematics,
)
from rankpress.core.scores import MetricScores, Scores
from rankpress.core.table import table_csv
from rankpress.figures.text import printable
from rankpress.report.fonts import own_faces
from rankpress.report.latex import latex_report
from rankpress.report.latex_table import table_files
from rankpress.report.macro_files import macros_tex
from rankpress.report.markdown import markdown_report
from rankpress.report.page import html_report
from rankpress.report.page_table import LinkedText
from rankpress.report.plot import plot
from rankpress.report.table_view import choose_tables
from rankpress.spec.model import Study
from rankpress.spec.reading import read_study
from rankpress.topics.phrases import table_of
from rankpress.wording.text import (
    Piece,
    Text,
    Writing,
    algorithm_named,
    capitalized,
    compose,
    in_unit,
    mathematics,
    metric_named,
    pieces,
    plain,
    reference,
    references,
    say,
    without_citations,
)

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
# of each label a part that is nowhere else
SHOWN_NAMES = re.compile(
    "ℓ|SVM|Naïve|C4[.]5|θ|Iris|[$]100|χ|Wine|Zoo|balanced F|validation fig|test loss|training time|10³"
)
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
    "control, gaps ranked last": """
scores: {files: gaps.csv, metrics: [{name: qmet}], costs: [qcost, qbytes], missing: worst-rank}
test: {control: qalgb}
order: {prior: [qalga, qalgb, qalgc, qalgd]}
curves: {baseline: qalgb}
report:
  tables:
    scores: {columns: [qalga, qalgc]}
    pairs: {rows: [qalgb, qalgc]}
    aucc: {transpose: true}
""",
    "average ranks": "scores: {files: ranks.csv, layout: ranks, datasets: 9, metrics: [{name: qmet}]}\n",
}
# the others are left to the nightly tests
SHOWN = [pytest.param(name, marks=pytest.mark.nightly if name != "everything" else ()) for name in STUDIES]
OF_LABELS = {
    **dict.fromkeys(STUDIES, ONE_METRIC),
    "everything": LABELS,
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
    # one has no result on one data set
    gaps = [row for row in rows if row[:2] != (DATASETS[1], ALGORITHMS[2])]
    tables = {
        "long": [COLUMNS, *rows],
        "gaps": [COLUMNS, *gaps],
        "ranks": [ALGORITHMS, (1.2, 2.1, 2.9, 3.8)],
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
    """Build a study once, "everything" with LaTeX too; the text of each file by its path."""
    built = {}

    def build(name, labelled):
        if (name, labelled) not in built:
            out = tmp_path_factory.mktemp("out")
            formats = ("html", "markdown", *["latex"] * (name == "everything"))
            build_report(read(name, labelled), out, formats=formats if labelled else ("latex",))
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
                    r"\{(?:tab|fig|sec|tables|figures)[:/][^}]*\}|\]\([^)]*\)|^\\n\{[^}]*\}|\\rp[A-Za-z]+",
                    "",
                    text,
                    flags=re.MULTILINE,
                ),
            )


def raw_names(files):
    return {(path, occurrence[0]) for path, text in read_by_people(files) for occurrence in RAW.finditer(text)}


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("name", SHOWN)
def test_no_name_of_the_files_is_shown(name, build):
    files = build(name, True)
    unused = json.loads(files["results.json"])["reading"]["unused"]  # a column that nothing is read from has no label
    assert {(path, raw) for path, raw in raw_names(files) if raw not in unused} == set()


def without_labels(files):
    """What results.json has next to the labels themselves."""
    texts = json.loads(files["results.json"])
    assert texts.pop("labels")["metrics"]["qmet"] == {"label": "balanced Fᵦ", "short": "balanced Fᵦ"}
    return texts


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("name", SHOWN)
def test_no_label_is_in_what_programs_read(name, build):
    files = build(name, True)
    tables = {path: text for path, text in files.items() if path.startswith("tables/") and path.endswith(".csv")}
    assert tables
    for path, text in {**tables, "results.json": json.dumps(without_labels(files), ensure_ascii=False)}.items():
        assert not SHOWN_NAMES.search(text), path


@pytest.mark.weekly
def test_what_programs_read_is_as_without_labels(build):
    without, labelled = build("everything", False), build("everything", True)
    assert {*without} <= {*labelled}
    for path in without:
        if path.startswith("tables/") and path.endswith(".csv"):
            assert labelled[path] == without[path]
    assert without_labels(labelled) == json.loads(without["results.json"])
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


HEBREW, ARABIC = "\u05d0\u05d1\u05d2 (2)", "\u062d\u062e\u062f"
LONG_NAME = "forest-" + "depth" * 30 + "-end"
# Scripts, and the cells of CSV; and descriptions of figures, which are read aloud in the order of the letters.
_NOT_SHOWN = re.compile(r'<(script|style)\b.*?</\1>|data-[a-z]+=("[^"]*"|[^ >]*)', re.DOTALL)
_DESCRIBED = re.compile(r'<svg[^>]* aria-label="[^"]*"|!\[[^]]*\]')
ISOLATES = re.compile("[\u2066-\u2069\u202a-\u202e]")


def study_of(**sections):
    return Study.model_validate({"scores": {"files": "a.csv", "metrics": [{"name": "accuracy"}]}, **sections})


def analysed(*algorithms, **sections):
    """Six data sets, one of which has a name from right to left where an algorithm has."""
    n = 6
    means = np.random.default_rng(4).normal(0.7, 0.05, (n, len(algorithms))) - 0.03 * np.arange(len(algorithms))
    datasets = (ARABIC if HEBREW in algorithms else "iris", *(f"d{at}" for at in range(1, n)))
    metric = MetricScores("accuracy", "higher", algorithms, datasets, means)
    return analyse(study_of(**sections), Scores((metric,), {}, ()))


def formats(analyses):
    """A report in the formats that are texts."""
    labels = labels_of(analyses)
    tables = choose_tables(analyses, {}).tables
    drawings = plot(analyses, study_of(plot=["cd"]).plot).drawings
    document = labels.shown(build_document("T", analyses, tables, drawings))
    return {
        "html": html_report(document),
        "markdown": markdown_report(document),
        "latex": latex_report(document, stamp="")
        + "".join(text for _, text in table_files(labels.shown(tables), stamp="")),
        "csv": "".join(map(table_csv, tables)),
        "macros": macros_tex(labels.shown(collect(analyses)), stamp=""),
        "figures": "".join(one.forms.svg.decode() for one in drawings),
    }


@pytest.mark.nightly
def test_right_to_left_names_keep_their_direction_to_themselves():
    texts = formats(analysed("A", HEBREW, "C"))
    for form in ("html", "markdown"):
        text = _DESCRIBED.sub("", _NOT_SHOWN.sub("", texts[form]))
        for name in (HEBREW, ARABIC):
            assert text.count(f"\u2068{name}\u2069") == text.count(name) > 1, (form, name)
        assert set(re.findall("\u2068([^\u2069]*)\u2069", text)) == {HEBREW, ARABIC}
    for form in ("latex", "csv", "figures"):
        assert not ISOLATES.search(texts[form]), form
    assert not ISOLATES.search(texts["macros"])


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["ß 漢 (2)" + "Ω" * (LONG - 7)])
def test_other_names_are_as_they_were(name):
    analyses = analysed("A", name, "C")
    assert labels_of(analyses).text(algorithm_named(name)) == name
    assert not any(ISOLATES.search(text) for text in formats(analyses).values())


@pytest.mark.nightly
def test_a_long_name_is_short_in_sentences_and_whole_in_tables_and_on_request():
    texts = formats(analysed(LONG_NAME, "B", "C"))
    body = texts["html"].partition("</style>")[2].partition("<script")[0]
    sentences = re.findall(r"<p>(.*?)</p>", body, re.DOTALL)
    assert any("forest-" in one for one in sentences)
    for sentence in (one for one in sentences if "forest-" in one):
        spans = re.findall(r'<span class="brief" title="([^"]*)">([^<]*)</span>', sentence)
        assert spans
        assert set(spans) == {(LONG_NAME, briefly([LONG_NAME])[LONG_NAME])}
        assert LONG_NAME not in re.sub("<[^>]*>", "", sentence)
    heads = re.findall(r'<th[^>]*>(<span class="elided">.*?)(?=<t[hdr]|</tr)', body, re.DOTALL)
    assert {re.sub("<[^>]*>", "", head) for head in heads} == {LONG_NAME}  # what is copied, and heard
    [numbered] = re.findall(r"<th[^>]*>(1 forest-[^<]*)<", body)  # in a matrix, whose columns have numbers
    assert numbered == f"1 {briefly([LONG_NAME])[LONG_NAME]}"
    assert LONG_NAME.replace("-", "") in re.sub(r"\\hspace\{0pt\}|[-{}]", "", texts["latex"])
    assert LONG_NAME in texts["csv"]


@pytest.mark.nightly
def test_heads_that_begin_alike_are_seen_to_differ():
    one, other = ("forest-" + "depth" * 20 + end for end in ("-6-levels", "-10-levels"))
    body = formats(analysed(one, other, "C"))["html"]
    elided = {
        re.sub("<[^>]*>", "", "…".join(ends))
        for ends in re.findall(r'<span class="elided">(.*?)<span class="middle">[^<]*</span>(.*?)</span>', body)
    }
    assert elided == {*briefly([one, other]).values()}


def _name(shown, brief=""):
    return Text((Piece("name", shown, brief),))


def test_a_text_from_outside_is_quoted_as_it_is():
    """A name in the files that holds the code points of a mark, with another name for its shorter form."""
    link = LinkedText(Writing(), ())
    assert link(_name("a…b", "B…b")) == link(_name("a…b", "B")) == "a…b"
    assert link(_name("a long b", "a…b")) == '<span class="brief" title="a long b">a…b</span>'
    assert link(_name("\u2069x")) == "U+2069\N{THIN SPACE}x"


@given(st.lists(st.text("ab\u0301\u200d-…", min_size=1, max_size=200), min_size=1, max_size=5, unique=True))
@example(["a" * 61, "a" * 62, "a" * 200])
@example(["b" * 100, "b" * 30 + "…" + "b" * 18])
def test_brief_names_differ_as_the_names_do(names):
    short_forms = briefly(names)
    assert {name for name in names if len(name) > LONG} >= short_forms.keys()
    texts = [short_forms.get(name, name) for name in names]
    assert len(set(texts)) == len(names)
    for name, brief in short_forms.items():
        assert len(brief) < len(name)
        assert any(
            brief == f"{name[:at]}…{name[len(name) - (len(brief) - at - 1) :]}" for at in range(1, len(brief) - 1)
        )


def test_labels_are_set_apart_and_those_with_mathematics_left_as_they_are():
    formula = compose(HEBREW, " ", mathematics("x^2", "x²"))
    labels = Labels({"algorithms": {"A": Label(HEBREW, ARABIC), "B": Label(formula, formula), "C": Label("plain", "")}})
    shown = [labels.text(name) for name in references("algorithms", "ABC")]
    assert shown == [_name(HEBREW), formula, "plain"]
    assert labels.text(algorithm_named("A"), short=True) == _name(ARABIC)


has_glyph = own_faces().has_glyph
ACCENTS = ("hat", "tilde", "bar", "vec", "dot", "ddot", "acute", "grave", "check", "breve")


@pytest.mark.parametrize(
    ("tex", "shown"),
    [
        (r"\ell_1", "ℓ₁"),
        (r"\chi^2", "χ²"),
        (r"x_{ij}", "xᵢⱼ"),
        (r"F_\beta", "Fᵦ"),
        (r"x'", "x′"),
        (r"x'^2_1", "x′²₁"),
        (r"90^\circ", "90°"),
        (r"k^*", "k*"),
        (r"a - b", "a − b"),
        (r"\alpha x", "αx"),
        (r"k = 5", "k = 5"),
        (r"\lambda = 5", "λ = 5"),
        (r"a b", "ab"),
        (r"a\,b", "a\u00a0b"),
        (r"10^{-3}", "10⁻³"),
        (r"e^{-\lambda t}", "e^(−λt)"),  # there is no small λ that stands high
        (r"q_c", "q_c"),
        (r"x_{bc}", "x_bc"),
        (r"\log n", "log n"),
        (r"\log(n)", "log(n)"),
        (r"\log_2 n", "log₂n"),
        (r"\mathrm{acc}_{\max}", "accₘₐₓ"),
        (r"\mathbf{x}", "x"),
        (r"\mathcal{L}", "ℒ"),
        (r"\mathcal{I}", "ℐ"),  # unicodeit has another letter
        (r"\mathcal{A}", "A"),  # which only few fonts have in script
        (r"\hat{\theta}", "θ̂"),
        (r"\bar{x}", "x̄"),
        (r"\frac{a}{b}", "a/b"),
        (r"\frac{a+1}{\sqrt{n}}", "(a+1)/√n"),
        (r"\sqrt{a b}", "√(ab)"),
        (r"\langle x\rangle", "⟨x⟩"),
        (r"x^V", "xⱽ"),  # unicodeit has a Korean letter
        (r"\{x\}", "{x}"),
        (r"{\alpha}_{1}", "α₁"),
    ],
)
def test_mathematics_is_written_in_unicode(tex, shown):
    assert in_unicode(tex) == shown


@pytest.mark.parametrize(
    "tex",
    [
        *("", " ", "{}", "{", "}", "x}", "{x", "x^", "x_", "x^^2", "x^2^3", "x_1_2", "x^2'", "^'", "_^2"),
        *("#", "%", "&", "~", '"', "$", "\\", "\\\\", "`", "α", "×", "é", "x\x00", "x\u202e"),
        *(r"\input{x}", r"\write18{ls}", r"\def\x{y}", r"\csname", r"\catcode`\_=12", r"\expandafter", r"\begin{x}"),
        *(r"\mathrm x", r"\mathrm", r"\frac{a}", r"\frac a b", r"\sqrt", r"x^\hat{y}", r"x^\mathrm{a}", r"\mathbb{R}"),
        *(
            *(r"\mathcal{a}", r"\mathcal{\alpha}", r"\ALPHA", r"\alphax", r"\text{a}", r"\left(", r"\$", r"\'"),
            *(r"\@", "^^5c"),
        ),
        "x" * (LONGEST + 1),
    ],
)
def test_all_else_is_refused(tex):
    assert not is_mathematics(tex)
    with pytest.raises(WrongMathematics):
        in_unicode(tex)


def formulas():
    """Formulas of every kind of thing that is taken."""
    letters = st.sampled_from([*string.ascii_letters, *string.digits, *"()[]+-=/,.:;!?|<>*@"])
    commands = st.sampled_from([f"\\{name} " for name in sorted(SYMBOLS | OPERATORS | {"quad"})])
    spaces = st.sampled_from([f"\\{name}" for name in [*SPACES, *ESCAPED] if name != "quad"])
    leaves = letters | commands | spaces

    def larger(inner):
        braced = inner.map("{{{}}}".format)
        scripts = st.sampled_from(["", "^{}", "_{}", "_{}^{}", "'", "'^{}"])
        return st.one_of(
            st.builds(lambda mark, base, a, b: base + mark.format(a, b), scripts, braced, braced, braced),
            st.builds(r"\{}{}".format, st.sampled_from(["mathrm", "mathit", "mathbf", "sqrt", *ACCENTS]), braced),
            st.builds(r"\frac{}{}".format, braced, braced),
            st.lists(inner, min_size=1, max_size=4).map("".join),
        )

    return st.recursive(leaves, larger, max_leaves=8)


@given(formulas())
def test_what_is_taken_can_be_shown_everywhere(tex):
    if len(tex) > LONGEST or not is_mathematics(tex):
        return  # one of blanks alone, or one whose scripts follow others
    shown = in_unicode(tex)
    assert shown.strip()
    assert "\\" not in shown
    assert all(map(has_glyph, shown))
    assert printable(shown) == " ".join(shown.split())


SOUND = st.lists(st.sampled_from(["a", "B1", " ", "^2", "_{ab}", r"\alpha ", r"\#", r"\%", "{x}", "x'"]), min_size=1)


@given(SOUND.map("".join).filter(is_mathematics), st.sampled_from('$#%&~"`αé'))
def test_a_sign_that_latex_takes_otherwise_is_refused_next_to_any_mathematics(tex, sign):
    assert not is_mathematics(tex + sign)
    assert not is_mathematics(sign + tex)


@given(st.text(st.sampled_from(r"\^_{}'ab1 $#%" + "αé\n"), max_size=12) | st.text(max_size=8))
def test_any_text_is_taken_or_refused(tex):
    assert is_mathematics(tex) <= tex.isascii()


@pytest.mark.nightly
def test_every_sign_has_a_glyph_and_is_one_sign():
    signs = {name: in_unicode(f"\\{name}") for name in SYMBOLS}
    assert {name: shown for name, shown in signs.items() if len(shown) != 1 or not has_glyph(shown)} == {}
    assert {name for name, shown in signs.items() if printable(shown) != shown} == set()
    # so that what is copied from a page of HTML can be set by LaTeX
    assert {name for name, shown in signs.items() if unknown_to_latex(shown)} == set()
    scripts = [in_unicode(f"{mark}{sign}") for mark in "^_" for sign in string.ascii_letters + string.digits + "+-=()"]
    assert [shown for shown in scripts if unknown_to_latex(shown) or not all(map(has_glyph, shown))] == []


def test_only_what_is_between_dollars_is_mathematics():
    label = with_mathematics(r"50% of $\ell_1$ & $x^2$_y")
    assert plain(label) == "50% of ℓ₁ & x²_y"
    assert [(piece.kind, piece.source) for piece in pieces(label)] == [
        ("text", ""),
        ("mathematics", r"\ell_1"),
        ("text", ""),
        ("mathematics", "x^2"),
        ("text", ""),
    ]
    assert with_mathematics("no dollar \\x") == "no dollar \\x"
    for wrong in ("$", "a $x$ $", "$$", "$x$$", "$ $"):
        with pytest.raises(WrongMathematics):
            with_mathematics(wrong)


def test_known_columns_are_called_what_they_measure():
    named = [("costs", "fit_seconds"), ("costs", "energy"), ("metrics", "params"), ("algorithms", "params")]
    labels, cost = Labels({}, named), reference("costs", "fit_seconds")
    in_words = ["training time", "energy", "number of parameters", "params"]
    assert [labels.plain(reference(kind, name)) for kind, name in named] == in_words
    own = Labels({"costs": {"fit_seconds": Label("cost of training", "cost")}}, named)
    both = Labels({}, [("costs", "fit_seconds"), ("costs", "train_seconds")])
    assert [each.plain(cost) for each in (own, both)] == ["cost of training", "fit_seconds"]
    heads = [each.plain(in_unit(cost)) for each in (labels, own, both)]
    assert heads == ["training time (s)", "cost of training", "fit_seconds"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (say("{} recommends it.", cite("demsar2006")), "Demšar (2006) recommends it."),
        (
            say("It is advised ({}; {}).", cite("demsar2006"), cite("holm1979")),
            "It is advised (Demšar 2006; Holm 1979).",
        ),
        (
            say("A test (F; {}) as in {}.", cite("demsar2006"), cite("holm1979")),
            "A test (F; Demšar 2006) as in Holm (1979).",
        ),
        (say("{}; {}", cite("demsar2006"), cite("holm1979")), "Demšar 2006; Holm 1979"),
    ],
)
def test_a_citation_in_a_sentence_has_its_year_in_parentheses(text, shown):
    assert plain(text) == shown
    assert plain(without_citations(text)) == shown


@pytest.mark.parametrize(
    ("name", "first"), [("accuracy", "Accuracy"), ("sMAPE", "sMAPE"), ("mAP", "mAP"), ("log_loss", "log_loss")]
)
def test_a_metric_begins_a_sentence_with_a_capital_only_where_it_is_a_word(name, first):
    assert Labels({}).plain(say("{} differs", capitalized(metric_named(name)))) == f"{first} differs"
