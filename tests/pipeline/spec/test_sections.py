"""Sections of a spec as they are read: labels, tables, themes, and the names that catalog and functions share."""

import inspect
from typing import get_args

import pytest

from rankpress import stats
from rankpress.catalog import methods
from rankpress.catalog.kinds import TABLES
from rankpress.core.faults import FaultsFound
from rankpress.core.labels import Label
from rankpress.core.plugins import imported
from rankpress.core.text import plain
from rankpress.spec.method_sections import PairwiseMethod
from rankpress.spec.model import Study
from rankpress.spec.reading import read_study
from rankpress.spec.statistics_sections import EffectsOptions
from rankpress.spec.theme import MOST_BYTES, THEMES, read_theme
from rankpress.stats.families import FamilyAdjustment
from rankpress.stats.wilcoxon import Zeros


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


def names(**labels):
    return dict(Study.model_validate({"scores": {"files": "a.csv"}, "labels": labels}).labels.names)


def test_a_text_is_a_label_without_more():
    found = names(algorithms={"nb": "naive Bayes", "c45": {"label": "C4.5", "short": "C4"}})["algorithms"]
    assert found == {"nb": Label("naive Bayes", "naive Bayes"), "c45": Label("C4.5", "C4")}


def test_a_dollar_is_a_dollar_unless_mathematics_is_asked_for():
    written = r"$\alpha$ of $5"
    assert names(costs={"price": written})["costs"] == {"price": Label(written, written)}
    [label] = names(costs={"price": {"label": r"$\alpha$ of", "short": r"$\beta$", "math": True}})["costs"].values()
    assert tuple(map(plain, label)) == ("α of", "β")


def test_every_kind_takes_what_is_common_to_all():
    common = {"rows": ["A", "B"], "columns": ["x"], "long": True, "landscape": True, "caption": "Mine.", "omit": False}
    study = Study.model_validate({"scores": {"files": "a.csv"}, "report": {"tables": dict.fromkeys(TABLES, common)}})
    assert [*study.report.tables] == [*TABLES]
    assert all(options.rows == ("A", "B") for options in study.report.tables.values())
    for key, value in (("transpose", True), ("metrics", "together"), ("marks", "tests")):
        for kind, takes in TABLES.items():
            section = {"scores": {"files": "a.csv"}, "report": {"tables": {kind: {key: value}}}}
            if key in takes.keys:
                assert getattr(Study.model_validate(section).report.tables[kind], key) == value
            else:
                with pytest.raises(ValueError, match=f"is not for the table {kind}"):
                    Study.model_validate(section)


def sheet(folder, content):
    """The style sheet as it is read."""
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
