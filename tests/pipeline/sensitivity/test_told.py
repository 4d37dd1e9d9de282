"""What reports tell of variations: tables, sentences, macros, results.json and the figure, of the same study.

Held: that the summary says when who leads is not stable and names what topples the leader; that conclusions that stand
least come first; that tables, macros and results.json agree; that labels stand wherever names do; that hostile names
break no table or figure; that faults of the section say where and what.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rankpress.analysis import Analysis, analyse
from rankpress.checks.agreement import agreeing_scores
from rankpress.core.document import Missing, Plan
from rankpress.core.faults import FaultsFound
from rankpress.core.text import plain
from rankpress.figures import PAPER
from rankpress.robustness.variations import POLICIES
from rankpress.spec.plot_sections import PlottedFigure
from rankpress.spec.reading import read_study
from rankpress.topics.labelled import relabelled
from rankpress.topics.macros import collect
from rankpress.topics.results import results
from rankpress.topics.robustness_figures import plan_sensitivity
from rankpress.topics.sensitivity import (
    leader_stability,
    phrase_of,
    sensitivity_caveats,
    sensitivity_flips_table,
    sensitivity_leader_table,
    sensitivity_paragraphs,
    sensitivity_table,
)
from rankpress.topics.summary import summary

# The first leads by a hair: without d0, where it is best by far ahead of both, the second does.
RANKS = [[1, 3, 2], [1, 2, 3], [2, 1, 3], [1, 2, 3], [2, 1, 3], [2, 1, 3]]
HOSTILE = ("50% & #1 $x$ a_b", "<img src=x onerror=alert(1)>", "\\input{a} " + "long " * 30)


def analysis_of(
    folder: Path, names: tuple[str, ...] = ("one", "two", "three"), spec: str = "", ranks: list[list[int]] = RANKS
) -> Analysis:
    """A study of these ranks."""
    lines = [",".join(["dataset", *(f'"{name}"' for name in names)])]
    scores = 0.9 - 0.1 * np.array(ranks)
    lines += [f"d{at}," + ",".join(f"{score:.3f}" for score in row) for at, row in enumerate(scores)]
    (folder / "a.csv").write_text("\n".join([*lines, ""]), encoding="utf-8")
    text = f"scores: {{files: a.csv, layout: wide, metrics: [{{name: accuracy}}]}}\neffects: null\n{spec}"
    (folder / "study.yaml").write_text(text + ("" if "sensitivity" in spec else "sensitivity: {}\n"), encoding="utf-8")
    read = read_study(folder / "study.yaml")
    [analysis] = relabelled(analyse(read.study, agreeing_scores(read)), read.study.labels.names)
    return analysis


def test_the_summary_says_that_the_leader_is_not_stable_and_what_topples_it(tmp_path):
    analysis = analysis_of(tmp_path)
    [told] = summary([analysis])
    assert "Who leads is not stable: one keeps the best average rank under" in told
    assert "two leads with the data set d0 left out" in told


def test_a_leader_that_stands_is_said_to(tmp_path):
    [told] = leader_stability(analysis_of(tmp_path, ranks=[[1, 2, 3]] * 6))
    assert told == "one keeps the best average rank under all 8 variations of the study that leave it in."


def test_a_test_that_ties_leave_undefined_has_no_p_anywhere(tmp_path):
    analysis = analysis_of(tmp_path, spec="sensitivity: {}\nrank: {tolerance: 1}\n")
    assert "nan" not in json.dumps(results("", 0.05, [analysis])["metrics"]["accuracy"]["sensitivity"]).lower()
    [made] = plan_sensitivity(analysis, PlottedFigure(name="sensitivity"), PAPER)
    assert "Any difference undefined" in made.alt


def test_a_study_without_the_section_says_nothing(tmp_path):
    analysis = analysis_of(tmp_path, spec="sensitivity: null\n")
    assert analysis.sensitivity is None
    assert sensitivity_table(analysis) is None
    assert not sensitivity_paragraphs(analysis)
    assert "stable" not in summary([analysis])[0]
    [missing] = plan_sensitivity(analysis, PlottedFigure(name="sensitivity"), PAPER)
    assert isinstance(missing, Missing)


def test_tables_macros_and_results_tell_the_same(tmp_path):
    analysis = analysis_of(tmp_path)
    told = results("T", 0.05, [analysis])["metrics"]["accuracy"]["sensitivity"]
    leader = next(one for one in told["conclusions"] if one["kind"] == "best-ranked")
    table = sensitivity_table(analysis)
    row = next(row for row in table.rows if row[0].text == "Best average rank")
    heads = [cell.text for cell in table.head[0]]
    assert row[heads.index("All")].text == f"{leader['stands']}/{leader['tried']}"
    assert leader["tried"] - leader["stands"] == len(leader["flips"])
    macros = {one.name: one.text for one in collect([analysis]).macros}
    assert macros["rpAccuracyLeaderStands"] == str(leader["stands"])
    assert macros["rpAccuracyLeaderStabilityPhrase"] == f"{leader['stands']} of {leader['tried']} variations"
    assert int(macros["rpAccuracyFragileConclusions"]) == sum(bool(one["flips"]) for one in told["conclusions"])
    assert len(sensitivity_leader_table(analysis).rows) == len(leader["flips"])
    bold = [cell.marks for cell in row if cell.text == f"{leader['tried']}/{leader['tried']}"]
    assert not bold


def test_pairs_that_stand_least_come_first(tmp_path):
    analysis = analysis_of(tmp_path)
    table = sensitivity_table(analysis)
    place = [cell.text for cell in table.head[0]].index("All")
    shares = [row[place].value for row in table.rows if " and " in row[0].text]
    assert shares == sorted(shares)
    fragile = analysis.sensitivity.fragile
    assert [one.share for one in fragile] == sorted(one.share for one in fragile)


def test_labels_stand_wherever_names_do(tmp_path):
    spec = "labels: {algorithms: {one: Erster, two: Zweiter}, datasets: {d0: Daten null}}\n"
    analysis = analysis_of(tmp_path, spec=spec)
    told = " ".join([*map(plain, sensitivity_paragraphs(analysis)), *leader_stability(analysis)])
    assert "Erster keeps" in told
    assert "Zweiter leads with the data set Daten null left out" in told
    for table in (sensitivity_table, sensitivity_flips_table, sensitivity_leader_table):
        cells = " | ".join(cell.text for row in table(analysis).rows for cell in row)
        assert "Erster" in cells or "Zweiter" in cells
        assert "one" not in cells.replace("none", "")
        assert "d0" not in cells


def test_hostile_names_break_neither_table_nor_figure(tmp_path):
    analysis = analysis_of(tmp_path, HOSTILE)
    assert sensitivity_table(analysis) is not None
    [planned] = plan_sensitivity(analysis, PlottedFigure(name="sensitivity"), PAPER)
    assert isinstance(planned, Plan)
    assert planned.draw().get_figwidth() > 0
    assert HOSTILE[1] in planned.alt


GAPPED = "dataset,one,two,three\nd0,0.8,0.6,\n" + "".join(f"d{at},0.9{at},0.8,0.7{at % 3}\n" for at in range(1, 7))


def test_policies_and_methods_are_told_in_words(tmp_path):
    path = tmp_path / "study.yaml"
    (tmp_path / "a.csv").write_text(GAPPED, encoding="utf-8")
    path.write_text(
        "scores: {files: a.csv, layout: wide, metrics: [{name: accuracy}], missing: worst-rank}\neffects: null\n"
        "sensitivity: {leave_out: [], digits: [], omnibus: [], pairwise: [{wilcoxon: {zeros: pratt}}], adjust: []}\n",
        encoding="utf-8",
    )
    read = read_study(path)
    [analysis] = analyse(read.study, agreeing_scores(read))
    found = analysis.sensitivity
    told = [phrase_of(one, found) for one in found.variations if one.kind == "missing"]
    assert told[:2] == ["results missing: data sets dropped", "results missing: algorithms dropped"]
    assert told[2] == "results missing: gaps left open (z test of Skillings-Mack effects with Holm)"
    leader = replace(found.leader, flips=dict.fromkeys(range(len(found.variations)), (("two",),)))
    analysis = replace(analysis, sensitivity=replace(found, conclusions=(leader,)))
    printed = [*sensitivity_paragraphs(analysis), *sensitivity_caveats(analysis)]
    printed += [cell.text for row in sensitivity_flips_table(analysis).rows for cell in row]
    assert any("data sets dropped" in text for text in printed)
    for key in (*POLICIES, "skillings-mack", "holm", "missing: drop"):
        assert not any(key in text for text in printed), key


def test_what_was_asked_for_and_not_made_is_told_even_where_nothing_was(tmp_path):
    nothing = "leave_out: [], digits: [], omnibus: [], pairwise: [], adjust: []"
    analysis = analysis_of(tmp_path, spec=f"sensitivity: {{{nothing}, missing: [worst-rank], alpha: [0.05]}}\n")
    assert sensitivity_paragraphs(analysis) == ["None of the choices that were asked for could be made otherwise."]
    [told] = sensitivity_caveats(analysis)
    assert told == (
        "Not examined: level 0.05 (as the study has it); results missing: ranked last (no results are missing)."
    )


@pytest.mark.parametrize(("least", "edge"), [(1e-5, False), (1e-7, True)])
def test_the_caption_speaks_of_the_edge_only_where_some_p_stand_there(tmp_path, least, edge):
    analysis = analysis_of(tmp_path)
    found = analysis.sensitivity
    conclusions = tuple(
        one if one.p_under is None else replace(one, p_under=np.maximum(one.p_under, least) * 0 + least)
        for one in found.conclusions
    )
    varied = replace(analysis, sensitivity=replace(found, conclusions=conclusions))
    [planned] = plan_sensitivity(varied, PlottedFigure(name="sensitivity"), PAPER)
    assert ("Smaller p than 0.000001 stand there, at the left edge." in planned.caption) == edge
    assert ("edge" in planned.caption) == edge


@pytest.mark.parametrize(
    ("section", "told"),
    [
        ("{digits: [0]}", "digits"),
        ("{digits: [2, 2]}", "the value '2' is listed twice"),
        ("{alpha: [1.5]}", "alpha"),
        ("{costs: [seconds]}", "the cost 'seconds' is not one of scores.costs"),
        ("{adjust: [dunnett]}", "dunnett is a correction for comparisons with one algorithm"),
        ("{adjust: [holm, holm]}", "the correction 'holm' is listed twice"),
        ("{leave_out: [folds]}", "folds"),
        ("{missing: [error]}", "error"),
        ("{digit: [2]}", "unknown key 'digit'"),
        ("3", "sensitivity"),
    ],
)
def test_faults_of_the_section_say_what_is_wrong(tmp_path, section, told):
    with pytest.raises(FaultsFound) as found:
        analysis_of(tmp_path, spec=f"sensitivity: {section}\n")
    assert told in " ".join(str(fault) for fault in found.value.faults)
    assert "study.yaml:3" in str(found.value.faults[0])
