"""A spec as resolved: defaults and those that depend on other keys, sections, studies that extend others, methods."""

import inspect
from pathlib import Path
from typing import get_args

import pytest
from pydantic import ValidationError

from rankpress import stats
from rankpress.catalog import methods
from rankpress.catalog.kinds import TABLES
from rankpress.core.faults import FaultsFound
from rankpress.core.labels import Label
from rankpress.core.plugins import imported
from rankpress.spec.method_sections import AdjustMethod, PairwiseMethod
from rankpress.spec.model import OrderOptions, Study, _adjustments_for
from rankpress.spec.plot_sections import PlottedFigure, default_figures
from rankpress.spec.reading import read_study
from rankpress.spec.report_sections import ReportOptions
from rankpress.spec.statistics_sections import EffectsOptions
from rankpress.spec.strict import Section
from rankpress.spec.table_options import table_options
from rankpress.spec.theme import MOST_BYTES, THEMES, read_theme
from rankpress.stats.families import FamilyAdjustment
from rankpress.stats.wilcoxon import Zeros
from rankpress.wording.text import plain

EVERYTHING = {
    "title": "Tree pruning on fourteen data sets",
    "scores": {
        "files": "runs/*.csv",
        "layout": "long",
        "columns": {"dataset": "task"},
        "metrics": [{"name": "accuracy", "better": "higher"}, {"name": "error", "better": "lower"}],
        "costs": ["fit_seconds", "model_bytes"],
        "missing": "worst-rank",
    },
    "rank": {"ties": "max", "tolerance": 1e-9},
    "test": {"alpha": 0.1, "omnibus": ["friedman"], "within": "5x2cv-f"},
    "adjust": ["holm", {"bergmann-hommel": {"monotone": True}}],
    "effects": {"measures": ["hedges-g", "superiority"], "level": 0.9, "bootstrap": True, "draws": 5000, "seed": 0},
    "bayes": {"over": "sign", "rope": {"accuracy": 0.01, "error": 1}, "prior_strength": 0, "draws": 2000, "seed": 3},
    "order": {"prior": ["A", "B"], "adjust": "shaffer", "within_adjust": "bonferroni"},
    "curves": {"pairs": [["A", "B"], ["B", "C"]]},
    "plot": ["cd"],
    "report": {"formats": ["html"], "templates": "mine"},
}


def study(**sections):
    return Study.model_validate({"scores": {"files": ["a.csv"]}, **sections})


def names(methods):
    return [method.name for method in methods]


@pytest.mark.parametrize(
    "section",
    [
        lambda pairs: {"curves": {"pairs": pairs}},
        lambda pairs: {"power": {"effect": 0.1, "pairs": pairs}},
        lambda pairs: {"replicability": {"pairs": pairs}},
        lambda pairs: {"plot": [{"scatter": {"pairs": pairs}}]},
        lambda pairs: {"report": {"macros": {"pairs": pairs}}},
    ],
)
@pytest.mark.parametrize("again", [["A", "B"], ["B", "A"]])
def test_a_pair_is_named_once_whoever_comes_first(section, again):
    with pytest.raises(ValidationError, match="the pair 'A and B' is listed twice"):
        study(**section([["A", "B"], ["B", "C"], again]))


@pytest.mark.parametrize(
    ("test", "adjust"),
    [
        ({}, ["holm"]),
        ({"pairwise": "auto"}, ["holm"]),
        ({"pairwise": "rank-z"}, ["nemenyi", "holm", "shaffer"]),
        ({"control": "A"}, ["holm", "hochberg"]),
        ({"control": "A", "pairwise": "rank-z"}, ["bonferroni-dunn", "holm", "hochberg"]),
        ({"control": "A", "pairwise": "sign"}, ["holm", "hochberg"]),
    ],
)
def test_adjustments_follow_the_tests(test, adjust):
    assert names(study(test=test).adjust) == adjust


@pytest.mark.parametrize(
    ("cost", "weights", "label"),
    [
        ("seconds", {"seconds": 1.0}, "seconds"),
        ({"bytes": 0.2}, {"bytes": 1.0}, "bytes"),
        ({"seconds": 7, "bytes": 3}, {"seconds": 0.7, "bytes": 0.3}, "0.7 seconds + 0.3 bytes"),
        ({"seconds": 1e100, "bytes": 1e100}, {"seconds": 0.5, "bytes": 0.5}, "0.5 seconds + 0.5 bytes"),
    ],
)
def test_weights_of_costs_sum_to_1(cost, weights, label):
    order = study(scores={"files": "a.csv", "costs": ["seconds", "bytes"]}, order={"cost": cost}).order
    assert order.cost_weights == pytest.approx(weights)
    assert list(order.cost_weights) == list(weights)
    assert plain(order.cost_label) == label


def test_test_within_an_order_is_that_of_the_study_unless_it_has_its_own():
    stated = study(test={"within": "5x2cv-f"}, order={"prior": ["A", "B"]})
    follows = {"test": "wilcoxon", "adjust": "holm"}
    assert stated.order == OrderOptions(prior=("A", "B"), within="5x2cv-f", **follows)
    own = study(test={"within": "5x2cv-f"}, order={"prior": ["A", "B"], "within": "none"})
    assert own.order == OrderOptions(prior=("A", "B"), within="none", **follows)


@pytest.mark.parametrize(
    ("test", "order", "expected"),
    [
        ({}, {}, ("wilcoxon", "holm")),
        ({"pairwise": "rank-z"}, {}, ("rank-z", "bergmann-hommel")),
        ({"pairwise": "t"}, {}, ("rank-z", "bergmann-hommel")),  # places are not compared by their means
        ({}, {"adjust": "shaffer"}, ("rank-z", "shaffer")),
        ({}, {"test": "sign", "adjust": "hochberg"}, ("sign", "hochberg")),
    ],
)
def test_an_order_follows_the_tests_of_the_study(test, order, expected):
    resolved = study(test=test, order={"prior": ["A", "B"], **order}).order
    assert (resolved.test, resolved.adjust) == expected
    with pytest.raises(ValidationError, match="whose hypotheses are not those"):
        study(order={"prior": ["A", "B"], "test": "wilcoxon", "adjust": "shaffer"})


def test_test_within_follows_the_scores():
    of_examples = {"files": "a.csv", "columns": {"example": "case"}, "costs": ["seconds"]}
    of_counts = {"files": "a.csv", "layout": "counts"}
    for scores in (of_examples, of_counts):
        assert study(scores=scores).test.within == "mcnemar"
        assert study(scores=scores, test={"alpha": 0.1}).test.within == "mcnemar"
        assert study(scores=scores, test={"within": "binomial"}).test.within == "binomial"
    order = study(scores=of_examples, order={"cost": "seconds"}).order
    assert order.within == "mcnemar"
    assert [metric.name for metric in study(scores=of_counts).scores.metrics] == ["accuracy"]


@pytest.mark.parametrize("layout", ["folds", "counts"])
def test_test_examples_are_rows_of_a_long_or_a_wide_file(layout):
    with pytest.raises(ValidationError, match=f"example with layout: {layout}, whose files have no row for each test"):
        study(scores={"files": "a.csv", "layout": layout, "columns": {"example": "case"}})
    with pytest.raises(ValidationError, match="the column 'fold' stands for fold and for example"):
        study(scores={"files": "a.csv", "columns": {"example": "fold"}})


@pytest.mark.parametrize("data", [{"scores": {"files": ["a.csv"]}}, EVERYTHING])
def test_study_as_resolved_is_read_back(data):
    read = Study.model_validate(data)
    resolved = read.model_dump(mode="json")
    assert Study.model_validate(resolved) == read
    assert Study.model_validate(resolved).model_dump(mode="json") == resolved


@pytest.mark.parametrize(
    ("written", "resolved", "options"),
    [
        ("sign", "sign", {}),
        ({"sign": {}}, "sign", {}),
        ("wilcoxon", "wilcoxon", {"zeros": "split"}),
        ({"wilcoxon": {"zeros": "split"}}, "wilcoxon", {"zeros": "split"}),
        ({"wilcoxon": {"zeros": "pratt"}}, {"wilcoxon": {"zeros": "pratt"}}, {"zeros": "pratt"}),
        ({"permutation": {"seed": 7}}, {"permutation": {"seed": 7}}, {"draws": 100_000, "seed": 7}),
        (
            {"permutation": {"draws": 20_000, "seed": 7}},
            {"permutation": {"draws": 20_000, "seed": 7}},
            {"draws": 20_000, "seed": 7},
        ),
    ],
)
def test_a_pairwise_test_has_its_options(written, resolved, options):
    read = study(test={"pairwise": written})
    assert read.test.pairwise.options == options
    assert read.model_dump(mode="json")["test"]["pairwise"] == resolved
    assert names(read.adjust) == ["holm"]


@pytest.mark.parametrize("number", [1e101, 1e308, 1e-101, 5e-324])
@pytest.mark.parametrize(
    ("section", "at"),
    [
        (lambda number: {"rank": {"tolerance": number}}, ("rank", "tolerance")),
        (lambda number: {"bayes": {"rope": {"score": number}}}, ("bayes", "rope", "score")),
        (lambda number: {"power": {"effect": [0.1, number]}}, ("power", "effect", 1)),
        (lambda number: {"replicability": {"biases": [number]}}, ("replicability", "biases", 0)),
    ],
)
def test_numbers_that_nothing_can_be_computed_with(section, at, number):
    with pytest.raises(ValidationError) as refusal:
        study(**section(number))
    [error] = [error for error in refusal.value.errors() if "to be computed with" in error["msg"]]
    assert tuple(part for part in error["loc"] if not str(part).startswith("<")) == at


@pytest.mark.parametrize(
    "method",
    [
        *(*methods.OMNIBUS.values(), *methods.PAIRWISE.values(), *methods.WITHIN.values(), *methods.EFFECTS.values()),
        *(*methods.ADJUSTMENTS.values(), *methods.BAYES_OVER.values(), *methods.BAYES_WITHIN.values()),
    ],
    ids=lambda method: f"{type(method).__name__} {method.name}",
)
def test_each_method_has_a_function_that_takes_what_is_said(method):
    function = imported(method.function)
    takes = inspect.signature(getattr(function, "function", function)).parameters
    assert set(getattr(method, "options", ())) <= set(takes)
    assert ("folds" in takes) == getattr(method, "of_folds", "folds" in takes)
    assert ("exact" in takes) == getattr(method, "has_exact", "exact" in takes)
    assert isinstance(function, FamilyAdjustment) == (getattr(method, "uses", "") == "family")
    for other in filter(None, (getattr(method, "from_average_ranks", None), getattr(method, "draw", None))):
        assert callable(imported(other))


def test_defaults_of_options():
    assert get_args(methods.Zeros) == get_args(Zeros)
    draws = inspect.signature(stats.permutation).parameters
    assert PairwiseMethod(name="permutation").options == {name: draws[name].default for name in ("draws", "seed")}
    assert PairwiseMethod(name="wilcoxon").zeros == inspect.signature(stats.wilcoxon).parameters["zeros"].default


def test_effect_sizes():
    given = inspect.signature(stats.hedges_g).parameters
    defaults = EffectsOptions()
    for name in methods.EFFECTS["hedges-g"].options:
        assert getattr(defaults, name) == given[name].default


def labels_of(**labels):
    return dict(Study.model_validate({"scores": {"files": "a.csv"}, "labels": labels}).labels.names)


def test_a_text_is_a_label_without_more():
    labels = labels_of(algorithms={"nb": "naive Bayes", "c45": {"label": "C4.5", "short": "C4"}})["algorithms"]
    assert labels == {"nb": Label("naive Bayes", "naive Bayes"), "c45": Label("C4.5", "C4")}


def test_a_dollar_is_a_dollar_unless_mathematics_is_requested():
    written = r"$\alpha$ of $5"
    assert labels_of(costs={"price": written})["costs"] == {"price": Label(written, written)}
    [label] = labels_of(costs={"price": {"label": r"$\alpha$ of", "short": r"$\beta$", "math": True}})["costs"].values()
    assert (plain(label.shown), plain(label.short)) == ("α of", "β")


def test_every_kind_takes_what_is_common_to_all():
    common = {"rows": ["A", "B"], "columns": ["x"], "long": True, "landscape": True, "caption": "Mine.", "omit": False}
    study = Study.model_validate({"scores": {"files": "a.csv"}, "report": {"tables": dict.fromkeys(TABLES, common)}})
    assert [*study.report.tables] == [*TABLES]
    assert all(options.rows == ("A", "B") for options in study.report.tables.values())
    for key, value in (("transpose", True), ("metrics", "together"), ("marks", "tests")):
        for kind in TABLES:
            section = {"scores": {"files": "a.csv"}, "report": {"tables": {kind: {key: value}}}}
            if key in table_options(kind).model_fields:
                assert getattr(Study.model_validate(section).report.tables[kind], key) == value
            else:
                with pytest.raises(ValueError, match="Extra inputs"):
                    Study.model_validate(section)


def sheet(folder, content):
    (folder / "house.css").write_bytes(content)
    return read_theme("house.css", folder).css


def test_a_style_sheet_is_read_as_a_browser_reads_it(tmp_path):
    css = '\ufeffp { color: red }\r\ni { background: url( "data:image/png;base64,AA") }\r\0'.encode()
    assert sheet(tmp_path, css) == 'p { color: red }\ni { background: url( "data:image/png;base64,AA") }\n\ufffd'


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"\n@Import 'a.css';", "house.css:2: the style sheet imports another style sheet"),
        (b"p {\n background: URL(//host/a.png) }", "house.css:2: the style sheet loads a file"),
        (rb"p { background: u\72l(http://host/a.png) }", "house.css:1: the style sheet loads a file"),
        (b"p { background: url( 'file:///etc/passwd') }", "house.css:1: the style sheet loads a file"),
        (b"/* </STYLE><script> */", "house.css:1: the style sheet has the characters </"),
        (b"p { content: '\xff' }", "house.css: it is not UTF-8"),
        (b"/" * (MOST_BYTES + 1), "house.css: it has more than 1,048,576 bytes"),
    ],
)
def test_what_would_load_anything_is_refused(content, problem, tmp_path):
    with pytest.raises(FaultsFound, match=problem):
        sheet(tmp_path, content)


def test_a_study_names_a_theme_or_a_style_sheet(tmp_path):
    study, spec = tmp_path / "study.yaml", "scores: {files: s.csv}\nreport: {theme: %s}\n"
    for name, theme in THEMES.items():
        study.write_text(spec % name)
        assert (read_study(study).theme, read_study(study).own_files) == (theme, ())
    for name in ("theme.yaml", "house.css", "."):
        study.write_text(spec % name)
        with pytest.raises(
            FaultsFound, match=r"(?s)study.yaml:2:17: there is no .*a4, letter, compact, or a style sheet"
        ):
            read_study(study)
    (tmp_path / "house.css").mkdir()
    study.write_text(spec % "house.css")
    with pytest.raises(FaultsFound, match=r"house\.css: it cannot be read"):
        read_study(study)
    (tmp_path / "house.css").rmdir()
    (tmp_path / "house.css").write_text("p {}")
    assert (read_study(study).theme.css, read_study(study).own_files) == ("p {}", ("house.css",))


SCORES = "scores: {files: a.csv, metrics: [{name: accuracy, better: higher}]}\n"


@pytest.fixture
def read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(**texts):
        for name, text in texts.items():
            path = tmp_path / f"{name.replace('__', '/')}.yaml"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        return read_study("study.yaml")

    return write


def faults(write, **texts):
    with pytest.raises(FaultsFound) as raised:
        write(**texts)
    return [str(fault) for fault in raised.value.faults]


def test_mappings_are_merged_and_all_else_is_replaced(read):
    study = read(
        lab__base="extends: house.yaml\ntest: {alpha: 0.1, control: A}\nadjust: [holm, hochberg]\n",
        lab__house="title: House\ntest: {alpha: 0.01, pairwise: t}\nreport: {formats: [html]}\n",
        study=f"extends: lab/base.yaml\n{SCORES}test: {{control: B}}\nadjust: [holm]\n",
    )
    assert (study.study.title, study.study.report.formats) == ("House", ("html",))
    assert (study.study.test.alpha, study.study.test.control, study.study.test.pairwise.name) == (0.1, "B", "t")
    assert [method.name for method in study.study.adjust] == ["holm"]
    assert [path.name for path in study.bases] == ["base.yaml", "house.yaml"]
    assert "extends" not in study.study.model_dump()


def test_of_several_the_last_holds_and_one_may_be_reached_twice(read):
    study = read(
        a="extends: c.yaml\ntitle: A\n",
        b="extends: c.yaml\ntitle: B\n",
        c="title: C\ntest: {alpha: 0.2}\n",
        study=f"extends: [a.yaml, b.yaml]\n{SCORES}",
    )
    assert (study.study.title, study.study.test.alpha) == ("B", 0.2)


def test_a_fault_is_where_it_is_written(read):
    base = "test:\n  alpha: 2\nadjust: [holm, hol]\n"
    messages = faults(read, base=base, study=f"extends: base.yaml\n{SCORES}tset: {{}}\n")
    places = [message.partition(": ")[0] for message in messages]
    assert {"base.yaml:2:10", "base.yaml:3:16", "study.yaml:3:1"} == set(places)
    assert any("2 |   alpha: 2" in message for message in messages)
    [of_list] = faults(read, base="adjust: [holm, hol]\n", study=f"extends: base.yaml\n{SCORES}adjust: [hml]\n")
    assert of_list.startswith("study.yaml:3:10")


def test_no_study_extends_itself(read):
    [messages] = faults(read, a="extends: b.yaml\n", b="extends: ./a.yaml\n", study=f"extends: a.yaml\n{SCORES}")
    assert messages.startswith("b.yaml:1:10: the studies extend each other: a.yaml extends b.yaml extends a.yaml")
    [messages] = faults(read, study=f"extends: study.yaml\n{SCORES}")
    assert "study.yaml extends study.yaml" in messages


@pytest.mark.parametrize("named", ["gone.yaml", "3", "[]", "[base.yaml, 1]", "{a: b}"])
def test_what_is_no_study_to_extend(read, named):
    [messages] = faults(read, base="title: x\n", study=f"extends: {named}\n{SCORES}")
    assert messages.startswith("study.yaml:1:10: ")
    with pytest.raises(FaultsFound, match="it is for files"):
        Study.from_dict({"extends": "base.yaml", "scores": {"files": "a.csv"}})


def test_variables_of_the_environment(read, monkeypatch):
    monkeypatch.setenv("RUNS", "runs 7")
    monkeypatch.setenv("EMPTY", "")
    Path("runs 7").mkdir()
    study = read(
        base="title: 'of $${RUNS}, $x_{1}$'\n",
        study="extends: '${EMPTY:-base.yaml}'\nscores: {files: ['${RUNS}/*.csv', '${GONE:-a/b}/x.csv']}\n",
    )
    assert study.study.title == "of ${RUNS}, $x_{1}$"
    assert study.study.scores.files == ("runs 7/*.csv", "a/b/x.csv")
    for name in ("GONE", "EMPTY"):
        [messages] = faults(read, study=f"scores: {{files: '${{{name}}}'}}\n")
        assert messages.startswith(f"study.yaml:1:17: the environment variable {name} is not set, or empty")


def subclasses(section):
    return {section, *(kind for below in section.__subclasses__() for kind in subclasses(below))}


def test_sections_made_without_their_validators_are_those_made_with_them():
    defaults = [known.default for section in subclasses(Section) for known in section.model_fields.values()]
    listed = [item for default in defaults for item in (default if isinstance(default, tuple) else (default,))]
    made = [item for item in (*listed, *_adjustments_for({}), *default_figures()) if isinstance(item, Section)]
    assert {PlottedFigure, AdjustMethod, PairwiseMethod, ReportOptions} <= {*map(type, made)}
    for item in made:
        given = {key: getattr(item, key) for key in item.model_fields_set}
        assert item == type(item)(**given)


class Sized(Section):
    size: float


@pytest.mark.parametrize("sign", [1, -1])
def test_numbers_up_to_the_largest_and_its_reciprocal_are_taken(sign):
    assert Sized.model_validate({"size": sign * 1e100}).size == sign * 1e100
    assert Sized.model_validate({"size": sign / 1e100}).size == sign / 1e100
    for size, word in ((1.01e100, "large"), (0.99e-100, "small")):
        with pytest.raises(ValidationError, match=f"too {word} to be computed with"):
            Sized.model_validate({"size": sign * size})
