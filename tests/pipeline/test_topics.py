"""Topics: all that a report says about a subject, declared in one file, built in or of a plug-in."""

import json
from dataclasses import fields

import numpy as np
import pytest

from rankpress.account.tables import kinds_in_order
from rankpress.app.cli import main
from rankpress.app.freshness import stages_of
from rankpress.app.run import build
from rankpress.catalog.kinds import FIGURES, TABLES
from rankpress.core import plugins
from rankpress.core.faults import FaultsFound
from rankpress.diff.comparison import read_stored
from rankpress.spec.model import Study
from rankpress.spec.reading import read_study, schema_text
from rankpress.topics.topic import TOPICS, Topic, topics

STUDY = "plugins: [regret.py]\nscores: {files: scores.csv, metrics: [accuracy]}\nreport: {formats: [latex, markdown]}\n"
NAMES = ("knn", "tree", "forest")


@pytest.fixture(autouse=True)
def _afresh():
    yield
    plugins.activate(())


@pytest.fixture
def folder(tmp_path, root):
    """A study with the topic of the documentation, and nothing else that names it."""
    (tmp_path / "regret.py").write_text((root / "docs/plugin-example/rankpress_regret.py").read_text(encoding="utf-8"))
    drawn = np.random.default_rng(5).normal(0, 0.02, (12, 3)).round(4)
    scores = (np.linspace(0.7, 0.78, 3) + drawn).tolist()
    rows = [f"d{row},{NAMES[i]},{score:.4f}" for row, of in enumerate(scores) for i, score in enumerate(of)]
    (tmp_path / "scores.csv").write_text("\n".join(["dataset,algorithm,accuracy", *rows, ""]))
    (tmp_path / "study.yaml").write_text(STUDY)
    return tmp_path


def read(folder, *overrides):
    return read_study(folder / "study.yaml", overrides, allow_plugins=True)


def text_of(folder, name):
    return (folder / "out" / name).read_text(encoding="utf-8")


def test_steps_are_of_the_designs_that_they_are_for():
    def names(**scores):
        study = Study.model_validate({"scores": {"files": "x.csv", "metrics": ["accuracy"], **scores}})
        return {step.name for step, _ in study.steps()}

    assert names() == set()
    assert names(columns={"seed": "seed"}) == names(repeats="rows") == {"runs-and-datasets"}
    assert names(columns={"scheme": "plan"}, scheme="5x2") == {"schemes"}
    assert names(censored={"limit": 60}, metrics=[{"name": "seconds", "better": "lower"}]) == {"runtimes"}


def test_a_topic_of_one_file_reaches_all_that_a_report_has(folder):
    build(read(folder), folder / "out")
    metric = json.loads(text_of(folder, "results.json"))["metrics"]["accuracy"]
    assert set(metric["regret"]) == {"tolerance", "mean", "largest"}
    least = min(metric["regret"]["mean"], key=metric["regret"]["mean"].get)
    sentence = f"{least} has the smallest mean regret in accuracy ({metric['regret']['mean'][least]:.3f})."
    report = text_of(folder, "report.md")
    assert report.count(sentence) == 2  # in the summary and in its section
    assert report.index("## Scores") < report.index("## Regret") < report.index("## Ranks")
    for words in (
        "Distance in accuracy from the best",
        "is its distance from the best score there (Savage 1951)",
        "Regrets depend on",
    ):
        assert words in report
    assert sentence in text_of(folder, "results.tex")
    assert "is its distance from the best score there" in text_of(folder, "methods.tex")
    assert "savage1951" in text_of(folder, "references.bib")
    assert f"rpAccuracyMeanRegret{least.capitalize()}" in text_of(folder, "macros.tex")
    for name in ("tables/accuracy-regret.tex", "tables/accuracy-regret.csv", "figures/accuracy-regret.pdf"):
        assert (folder / "out" / name).stat().st_size
    assert read_stored(folder / "out").results["metrics"]["accuracy"]["regret"] == metric["regret"]


@pytest.mark.nightly
def test_its_section_of_the_study(folder, capsys):
    out = folder / "out"
    build(read(folder, "regret={tolerance: 0.5}"), out, formats=("markdown",))
    assert json.loads(text_of(folder, "results.json"))["settings"]["regret"] == {"tolerance": 0.5, "datasets": None}
    assert "near: up to 0.5" in text_of(folder, "report.md")
    assert '"tolerance"' in schema_text()
    build(read(folder, "regret=null"), out, formats=("markdown",))
    assert "mean regret" not in text_of(folder, "report.md")
    assert json.loads(text_of(folder, "results.json"))["metrics"]["accuracy"]["regret"] is None
    for value, expected in (
        ("{tolerance: -1}", "regret.tolerance is the number -1"),
        ("{tolerances: 1}", "unknown key 'tolerances' in regret"),
        ("1", "a mapping with keys of tolerance"),
    ):
        with pytest.raises(FaultsFound) as refused:
            read(folder, f"regret={value}")
        assert expected in str(refused.value)
    with pytest.raises(FaultsFound, match="there is no data set 'x'") as refused:
        build(read(folder, "regret.datasets=[d1, x]"), out)
    assert refused.value.faults[0].place == "--set regret.datasets"
    with pytest.raises(FaultsFound, match="unknown key 'regrets'") as refused:
        read(folder, "regrets={}", "test.alpha=2")
    assert len(refused.value.faults) == 2
    assert any("regret" in fault.expected for fault in refused.value.faults)


@pytest.mark.nightly
def test_what_it_computes_is_kept_until_its_section_changes(folder, capsys):
    study = str(folder / "study.yaml")
    run = ["build", study, "--allow-plugins", "--only", "markdown", "-v"]
    assert main(run) == 0
    assert "regret accuracy: not computed yet" in capsys.readouterr().err
    assert main([*run, "--set", "test.alpha=0.1"]) == 0
    assert "regret accuracy: kept" in capsys.readouterr().err
    assert main([*run, "--set", "regret.tolerance=0.2"]) == 0
    assert "regret accuracy: regret.tolerance changed" in capsys.readouterr().err
    assert main([*run, "--dry-run", "--set", "regret.tolerance=0.3"]) == 0
    foreseen = capsys.readouterr().out
    assert "regret accuracy: regret.tolerance changed" in foreseen
    assert "draw: depends on regret accuracy" in foreseen
    assert stages_of(read(folder).study)[-3:] == (("regret", "accuracy"), ("draw", ""), ("render", ""))


def test_it_ends_with_the_study(folder):
    read(folder)
    names = [topic.identifier for topic in topics()]
    assert names.index("scores") < names.index("regret") < names.index("ranks")
    with pytest.raises(FaultsFound, match="unknown key 'regret'"):
        read_study(folder / "study.yaml", ["plugins=[]", "regret={}"])
    assert "regret" not in [topic.identifier for topic in topics()]


@pytest.mark.few
@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("        name, regret = least", "        1 / 0\n        name, regret = least", "ZeroDivisionError"),
        ('yield "Regrets depend', 'yield 3\n        yield "Regrets depend', "topic regret: limits returned 3"),
        ('"tolerance": regrets["tolerance"], **by_name', "**by_name", "tolerance"),
        ('ResultKey("regret"', 'ResultKey("means"', "results.json has a key 'means' of its own"),
        ('ResultKey("regret"', 'ResultKey("power"', "the name 'power' is taken by rankpress"),
        ('    Topic(\n        "regret"', '    Topic(\n        "power"', "the name 'power' is taken by rankpress"),
        ('TableKind("regret"', 'TableKind("pairs"', "the name 'pairs' is taken by rankpress"),
    ],
)
def test_faults(folder, capsys, before, after, expected):
    code = (folder / "regret.py").read_text(encoding="utf-8")
    assert before in code
    (folder / "regret.py").write_text(code.replace(before, after, 1))
    assert main(["build", str(folder / "study.yaml"), "--allow-plugins", "--only", "markdown"]) == 2
    assert expected in capsys.readouterr().err


def test_a_built_in_topic_is_declared_as_that_of_a_plug_in(folder):
    """Each part of a topic is used by some built-in topic, or by the example, which tests it."""
    read(folder)
    used = {item.name for topic in topics() for item in fields(Topic) if getattr(topic, item.name) != item.default}
    assert {item.name for item in fields(Topic)} - used == {"sources"}


def test_the_order_of_topics_does_not_depend_on_which_module_was_imported_first(monkeypatch):
    expected = [topic.identifier for topic in topics()]
    monkeypatch.setattr(TOPICS, "_entries", dict(reversed([*TOPICS.items()])))
    assert [topic.identifier for topic in topics()] == expected
    for topic in topics()[1:]:
        assert expected.index(topic.after) < expected.index(topic.identifier)


@pytest.mark.parametrize(("kinds", "declared"), [(TABLES, "tables"), (FIGURES, "figures")])
def test_tables_and_figures_stand_as_their_topic_declares_them(kinds, declared):
    for topic in topics():
        names = [kind.name for kind in getattr(topic, declared)]
        assert [kind.name for kind in kinds_in_order(kinds) if kind.topic == topic.identifier][: len(names)] == names
