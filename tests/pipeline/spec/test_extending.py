"""Studies that extend others, and values from the environment."""

import pytest

from rankpress.core.faults import FaultsFound
from rankpress.spec.model import Study
from rankpress.spec.reading import read_study

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
    told = faults(read, base=base, study=f"extends: base.yaml\n{SCORES}tset: {{}}\n")
    places = [message.partition(": ")[0] for message in told]
    assert {"base.yaml:2:10", "base.yaml:3:16", "study.yaml:3:1"} == set(places)
    assert any("2 |   alpha: 2" in message for message in told)
    [of_list] = faults(read, base="adjust: [holm, hol]\n", study=f"extends: base.yaml\n{SCORES}adjust: [hml]\n")
    assert of_list.startswith("study.yaml:3:10")


def test_no_study_extends_itself(read):
    [told] = faults(read, a="extends: b.yaml\n", b="extends: ./a.yaml\n", study=f"extends: a.yaml\n{SCORES}")
    assert told.startswith("b.yaml:1:10: the studies extend each other: a.yaml extends b.yaml extends a.yaml")
    [told] = faults(read, study=f"extends: study.yaml\n{SCORES}")
    assert "study.yaml extends study.yaml" in told


@pytest.mark.parametrize("named", ["gone.yaml", "3", "[]", "[base.yaml, 1]", "{a: b}"])
def test_what_is_no_study_to_extend(read, named):
    [told] = faults(read, base="title: x\n", study=f"extends: {named}\n{SCORES}")
    assert told.startswith("study.yaml:1:10: ")
    with pytest.raises(FaultsFound, match="it is for files"):
        Study.from_dict({"extends": "base.yaml", "scores": {"files": "a.csv"}})


def test_variables_of_the_environment(read, monkeypatch):
    monkeypatch.setenv("RUNS", "runs 7")
    monkeypatch.delenv("ALPHA", raising=False)
    study = read(
        base="title: '${RUNS} of ${WHO:-us}, $${RUNS}, $x_{1}$'\n",
        study="extends: base.yaml\nscores: {files: ['${RUNS}/*.csv'], metrics: [accuracy]}\n",
    )
    assert study.study.title == "runs 7 of us, ${RUNS}, $x_{1}$"
    assert study.study.scores.files == ("runs 7/*.csv",)
    [told] = faults(read, study=f"title: a ${{ALPHA}}\n{SCORES}")
    assert told.startswith("study.yaml:1:8: the environment variable ALPHA is not set")
