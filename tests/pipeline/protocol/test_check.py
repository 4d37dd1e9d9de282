"""How a study came about, from the spec to the command line.

Held: the keys that go together, and names that the scores have not; that `check` tells what is not said, and foresees
the comparisons that a build makes; the blocks that `init` writes; that a build knows what of the section changed.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rankpress.analysis import analyse
from rankpress.app.cli import main
from rankpress.checks.agreement import examine
from rankpress.report.table_view import choose_tables
from rankpress.robustness.protocol import compared_in, foreseen
from rankpress.spec.reading import read_study
from rankpress.topics.results import results

FAULTS = (
    (
        "test: {tuning_runs: 3}\nprotocol: {tuning: {A: {data: test, tries: 5}}}\n",
        r"study.yaml:\d+:\d+: .*tuning_runs is 3",
    ),
    ("protocol: {kind: exploratry}\n", "exploratory"),
    ("protocol: {datasets: {developed_on: [a, a]}}\n", "'a' is listed twice"),
    ("protocol: {tuning: {A: {tries: many}}}\n", "a whole number"),
    ("protocol: {partition: {test_seen: no}}\n", "true or false"),
    ("protocol: {tuning: {Aa: {data: none}}}\n", "there is no algorithm 'Aa' in the scores"),
    ("protocol: {algorithms: {new: [D]}}\n", "there is no algorithm 'D' in the scores"),
    (
        "protocol: {tuning: {A: {data: none, tries: 3}}}\n",
        r"study.yaml:2:\d+: data: none says that it was not tuned, and",
    ),
    ("protocol: {tuning: {A: {data: none, by: me}}}\n", r"study.yaml:2:\d+: data: none says .* and by who did"),
    ("protocol: {tuning: {A: {data: test, tries: 0}}}\n", r"data: test says that it was tuned"),
    ("protocol: no\n", "write null"),
    ("protocol: {tunning: {}}\n", "tuning"),
    (
        "protocol: {algorithms: {new: [A], closest: A}}\n",
        r"study.yaml:2:\d+: 'A' is one of the new algorithms, and no new one is the closest to itself",
    ),
)


@pytest.mark.parametrize(("spec", "told"), FAULTS)
def test_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str], spec: str, told: str, write_study: Any) -> None:
    assert main(["check", str(write_study(tmp_path, spec))]) == 2
    assert re.search(told, capsys.readouterr().err)


def test_check_advises_and_does_not_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str], write_study: Any) -> None:
    path = write_study(tmp_path, "adjust: [holm]\nprotocol: {datasets: {when: after}}\n")
    assert main(["check", str(path)]) == 0
    first, unsaid, pitfall = capsys.readouterr().out.splitlines()
    assert first.endswith("nothing wrong")
    assert "not said in protocol: Kind of study; Data sets – how chosen, source," in unsaid
    assert "pitfall in protocol: Data sets: when chosen (after results were seen): " in pitfall
    assert main(["check", str(path), "-q"]) == 0
    assert not capsys.readouterr().out


def test_check_lists_pitfalls_that_follow_from_the_comparisons(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], write_study: Any
) -> None:
    path = write_study(tmp_path, "adjust: [holm, nemenyi]\nprotocol: {}\n")
    rows = [
        f"{name},{fold},{where},{(at * fold) % 5}"
        for name in (f"d{number}" for number in range(6))
        for fold in (1, 2, 3)
        for at, where in enumerate("ABC")
    ]
    (tmp_path / "a.csv").write_text("\n".join(["dataset,fold,algorithm,score", *rows, ""]), encoding="utf-8")
    assert main(["check", str(path)]) == 0
    adjusted, within = capsys.readouterr().out.splitlines()[-2:]
    assert (
        "pitfall in protocol: Adjustments for their number (Holm and Nemenyi; the first decides): several" in adjusted
    )
    assert "pitfall in protocol: Tests within the data sets (18; not adjusted for their number): were" in within


@pytest.mark.parametrize("misnamed", ["D1", "elsewhere"])
def test_check_asks_about_data_sets_that_are_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], misnamed: str, write_study: Any
) -> None:
    path = write_study(tmp_path, f"protocol: {{datasets: {{developed_on: [{misnamed}]}}}}\n")
    assert main(["check", str(path)]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert f"protocol.datasets.developed_on: there is no data set '{misnamed}' in the scores" in last
    assert ("; if 'd1' is meant, write it so" in last) == (misnamed == "D1")


@pytest.mark.parametrize("within", ["corrected-t", "kfold-t", "5x2cv-f", "none"])
@pytest.mark.parametrize("control", [None, "B"])
def test_check_foresees_the_comparisons_of_a_build(
    within: str, control: str | None, study_of: Any, scores_of: Any, analysed: Any
) -> None:
    """So that the pitfalls that follow from them are told before the build."""
    adjust = ["holm", "hochberg"] if control else ["nemenyi", "bergmann-hommel"]
    spec: dict[str, Any] = {"test": {"within": within, "control": control}, "adjust": adjust}
    gapped = scores_of("f1", repeats=1, per_repeat=5)
    folds = (None, *gapped.folds[1:])
    metrics = (scores_of(), replace(gapped, folds=folds))
    study = study_of({}, **spec)
    made = analysed({}, *metrics, **spec)
    for metric, analysis in zip(metrics, made, strict=True):
        before, after = foreseen(study, metric), compared_in(analysis)
        for field in ("over", "within", "within_procedure", "adjustments"):
            assert getattr(before, field) == getattr(after, field)


def uncommented(folder: Path, section: str) -> Path:
    """A study that init writes, with one section without the signs that make it a comment."""
    assert main(["init", str(folder / "study"), "-q"]) == 0
    path = folder / "study" / "study.yaml"
    text = path.read_text(encoding="utf-8")
    assert getattr(read_study(path).study, section) is None
    begin = text.index(f"# {section}:")
    block = text[begin:].partition("\n\n")[0]
    shown = block.replace("# ", "", 1).replace("\n# ", "\n").replace("NAME", "majority")
    path.write_text(text.replace(block, shown), encoding="utf-8")
    assert main(["check", str(path), "-q"]) == 0
    return path


@pytest.mark.parametrize("section", ["sensitivity", "replicability", "power"])
def test_the_blocks_of_init_work(tmp_path: Path, section: str) -> None:
    few = {
        "sensitivity": ["adjust=[]", "omnibus=[]", "pairwise=[]", "leave_out=[datasets]"],
        "replicability": ["draws=5", "biases=[0, 15]"],
        "power": ["draws=100", "datasets=[10]", "adjust=[]", "pairs=[[majority, random forest]]"],
    }
    asked = [f"{section}.{one}" for one in few[section]]
    read = read_study(uncommented(tmp_path, section), asked)
    [analysis] = analyse(read.study, examine(read).scores)
    found = results("T", 0.05, [analysis])["metrics"]["accuracy"][section]
    assert found is not None
    assert not found.get("why")
    assert not found.get("left_out")


def test_the_block_of_init_is_a_protocol(tmp_path: Path) -> None:
    protocol = read_study(uncommented(tmp_path, "protocol")).study.protocol
    assert protocol is not None
    filled = protocol.model_dump(exclude_none=True)
    assert set(filled) == set(type(protocol).model_fields)
    assert all(filled.values())


def test_rows_are_chosen_by_their_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], analysed: Any, kinds: Any, write_study: Any
) -> None:
    rows = "[Kind of study, Tuning of A, Training data of folds]"
    spec = f"protocol: {{tuning: {{A: {{data: none}}}}}}\nreport: {{tables: {{protocol: {{rows: {rows}}}}}}}\n"
    path = write_study(tmp_path, spec)
    assert main(["check", str(path), "-q"]) == 0
    study = read_study(path).study
    tables = choose_tables(analysed({"tuning": {"A": {"data": "none"}}}), study.report.tables).tables
    asked = [row[0].text for row in kinds(tables)["protocol"].rows]
    assert asked == ["Kind of study", "Tuning of A", "Training data of folds"]
    assert main(["check", str(write_study(tmp_path, spec.replace("Kind of", "Kin of")))]) == 2


def test_a_dry_run_knows_it(tmp_path: Path, capsys: pytest.CaptureFixture[str], write_study: Any) -> None:
    path = write_study(tmp_path, "protocol: {kind: exploratory}\nplot: [cd]\nreport: {formats: [html]}\n")
    assert main(["build", str(path), "-q"]) == 0
    first = (tmp_path / "report/results.json").read_bytes()
    assert main(["build", str(path), "--dry-run"]) == 0
    assert main(["build", str(path), "--force", "-q"]) == 0
    assert (tmp_path / "report/results.json").read_bytes() == first
    path.write_text(path.read_text().replace("exploratory", "confirmatory"))
    assert main(["status", str(path)]) == 0
    assert "protocol" in capsys.readouterr().out
