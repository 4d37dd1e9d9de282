"""Names that a sentence sets apart: from right to left, and long ones."""

import re

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rankpress.analysis import analyse, labels_of
from rankpress.core.labels import LONG, Label, Labels, briefly
from rankpress.core.scores import MetricScores, Missing, Scores
from rankpress.core.table import table_csv
from rankpress.core.text import Piece, Text, Writing, algorithm_named, compose, mathematics, references
from rankpress.report.latex import latex_report
from rankpress.report.latex_table import table_files
from rankpress.report.markdown import markdown_report
from rankpress.report.page import html_report
from rankpress.report.page_table import LinkedText
from rankpress.report.plot import plot
from rankpress.report.table_view import choose_tables
from rankpress.spec.model import Study
from rankpress.topics.kinds import build_document
from rankpress.topics.macros import collect, macros_tex

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
    metric = MetricScores("accuracy", "higher", datasets, algorithms, means, n, missing=Missing("error"))
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
        "figures": "".join(one.svg.decode() for one in drawings),
    }


def test_right_to_left_names_keep_their_direction_to_themselves():
    told = formats(analysed("A", HEBREW, "C"))
    for form in ("html", "markdown"):
        text = _DESCRIBED.sub("", _NOT_SHOWN.sub("", told[form]))
        for name in (HEBREW, ARABIC):
            assert text.count(f"\u2068{name}\u2069") == text.count(name) > 1, (form, name)
        assert set(re.findall("\u2068([^\u2069]*)\u2069", text)) == {HEBREW, ARABIC}
    for form in ("latex", "csv", "figures"):
        assert not ISOLATES.search(told[form]), form
    assert not ISOLATES.search(told["macros"])


@pytest.mark.parametrize("name", ["ß 漢 (2)" + "Ω" * (LONG - 7)])
def test_other_names_are_as_they_were(name):
    analyses = analysed("A", name, "C")
    assert labels_of(analyses).text(algorithm_named(name)) == name
    assert not any(ISOLATES.search(text) for text in formats(analyses).values())


def test_a_long_name_is_short_in_sentences_and_whole_in_tables_and_on_request():
    told = formats(analysed(LONG_NAME, "B", "C"))
    body = told["html"].partition("</style>")[2].partition("<script")[0]
    sentences = re.findall(r"<p>(.*?)</p>", body, re.DOTALL)
    assert any("forest-" in one for one in sentences)
    for sentence in (one for one in sentences if "forest-" in one):
        spans = re.findall(r'<span class="brief" title="([^"]*)">([^<]*)</span>', sentence)
        assert spans
        assert set(spans) == {(LONG_NAME, briefly([LONG_NAME])[LONG_NAME])}
        assert LONG_NAME not in re.sub("<[^>]*>", "", sentence)
    heads = re.findall(r'<th[^>]*>(<span class="elided">.*?)(?=<t[hdr]|</tr)', body, re.DOTALL)
    assert {re.sub("<[^>]*>", "", head) for head in heads} == {LONG_NAME}  # what is copied, and heard
    assert LONG_NAME.replace("-", "") in re.sub(r"\\hspace\{0pt\}|[-{}]", "", told["latex"])
    assert LONG_NAME in told["csv"]


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


def test_a_text_from_outside_cannot_be_told_otherwise_than_it_is():
    """A name in the files that holds the code points of a mark, with another name for its shorter form."""
    link = LinkedText(Writing(), ())
    assert link(_name("a…b", "B…b")) == link(_name("a…b", "B")) == "a…b"
    assert link(_name("a long b", "a…b")) == '<span class="brief" title="a long b">a…b</span>'
    assert link(_name("\u2069x")) == "U+2069\N{THIN SPACE}x"


@given(st.lists(st.text("ab\u0301\u200d-…", min_size=1, max_size=200), min_size=1, max_size=5, unique=True))
@example(["a" * 61, "a" * 62, "a" * 200])
@example(["b" * 100, "b" * 30 + "…" + "b" * 18])
def test_brief_names_differ_as_the_names_do(names):
    found = briefly(names)
    assert {name for name in names if len(name) > LONG} >= found.keys()
    told = [found.get(name, name) for name in names]
    assert len(set(told)) == len(names)
    for name, brief in found.items():
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
