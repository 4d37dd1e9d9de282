"""`rankpress calibrate`: the paper's figures come out, and the same bytes whatever the number of processes.

Checked against: what section 4.6 of Ulas et al. (2012) says of figures 4 and 5; the level of tests that are known to
keep it and of those known not to (bands of 4 standard errors); and one run against others that were interrupted, done
in further processes, or given more draws afterwards.
"""

import json
import re
from contextlib import ExitStack
from dataclasses import replace
from math import sqrt

import numpy as np
import pytest
from scipy.stats import norm

from rankpress.app.cli import main
from rankpress.cache.store import Store
from rankpress.calibration import experiments
from rankpress.calibration.experiments import Methods, Settings, calibrate, settings_of_study
from rankpress.calibration.rates import family_rates, results
from rankpress.calibration.report import render_calibration
from rankpress.catalog.methods import ADJUSTMENTS, PAIRWISE
from rankpress.checks.agreement import agreeing_scores
from rankpress.core.processes import processes
from rankpress.robustness.draws import MOST_SIGNS
from rankpress.spec.reading import read_study
from rankpress.stats.synthetic import errors_of_families
from rankpress.stats.worlds import WORLDS
from rankpress.topics.results import json_text

SMALL = Settings(draws=6, steps=(0.0, 0.1), sizes=((4, 6),), cases=60)


def test_the_orders_are_those_of_the_paper():
    settings = Settings(draws=100, steps=(0.0, 0.03, 0.04, 0.065, 0.1), sizes=(), cases=0)
    one, several = calibrate(settings).orderings
    assert one.shares((0, 1, 2))[0] > 0.95  # all equal: the prior
    assert one.shares((1, 2, 0))[1:4].max() > 0.2  # 3 is better than 1, but not than 2
    assert one.shares((2, 1, 0))[-1] > 0.6  # all differ: the prior reversed
    assert several.shares((0, 1, 2, 3))[0] > 0.95
    assert several.shares((2, 3, 0, 1))[3] > 0.5  # 1 and 3, 2 and 4 exchanged
    assert several.shares((3, 2, 1, 0))[-1] > 0.8
    # 1 is found worse than all others first, as in the paper, which two-sided tests find at most half as often
    assert 0.2 < several.shares((1, 2, 3, 0)).max() < 0.5
    for found in (one, several):
        assert sum(found.shares(order) for order in found.counts) == pytest.approx(1.0)


def test_corrected_tests_keep_the_level_on_overlapping_folds_and_the_uncorrected_one_does_not():
    found = calibrate(Settings(draws=500, steps=(), sizes=())).within
    margin = 4 * sqrt(0.05 * 0.95 / 500)
    for name in ("corrected-t", "mcnemar", "mcnemar-chi2-corrected"):
        assert found.rejected[name] / 500 <= 0.05 + margin, name
    assert found.rejected["resampled-t"] / 500 > 0.3


@pytest.fixture
def few_draws_a_piece(monkeypatch):
    monkeypatch.setattr(experiments, "MOST_DRAWS", 3)


@pytest.fixture(scope="module")
def small():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(experiments, "MOST_DRAWS", 3)
        return calibrate(SMALL)


def bytes_of(calibration):
    return json_text(results(calibration, family_rates(calibration)))


@pytest.mark.usefixtures("few_draws_a_piece")
def test_interrupted_work_resumes_and_more_draws_add_to_it(tmp_path, small):
    def breaks_off(function, items):
        for at, item in enumerate(items):
            if at == 3:
                raise KeyboardInterrupt
            yield function(item)

    with pytest.raises(KeyboardInterrupt):
        calibrate(SMALL, Store(tmp_path, spread=breaks_off))
    resumed = Store(tmp_path)
    assert bytes_of(calibrate(SMALL, resumed)) == bytes_of(small)
    assert sum(not work.why for work in resumed.work) == 3
    more = Store(tmp_path)
    assert bytes_of(calibrate(replace(SMALL, draws=9), more)) == bytes_of(calibrate(replace(SMALL, draws=9)))
    assert sum(bool(work.why) for work in more.work) == len(more.work) / 3


@pytest.mark.nightly
@pytest.mark.usefixtures("few_draws_a_piece")
def test_the_number_of_processes_changes_no_byte(small):
    with ExitStack() as begun:
        submit = begun.enter_context(processes(2))
        far = Store(None, spread=lambda function, items: [one.result() for one in [submit(function, x) for x in items]])
        assert bytes_of(calibrate(SMALL, far)) == bytes_of(small)


def erring_in(calibration, *too_often):
    """The same calibration with 1,000 draws, in which no rate is above the level but those of these tests."""

    def errors(world, one):
        erring = 150 if one.test in too_often and world != "equal" else 40
        return replace(one, draws=1000, erring=erring, false_shares=float(erring))

    def counts(found):
        return {name: 300 if name in too_often else 50 for name in found}

    return replace(
        calibration,
        families=tuple(
            replace(found, errors=tuple(errors(found.studies.name, one) for one in found.errors))
            for found in calibration.families
        ),
        omnibus=tuple(replace(one, draws=1000, rejected=counts(one.rejected)) for one in calibration.omnibus),
        within=replace(calibration.within, draws=1000, rejected=counts(calibration.within.rejected)),
    )


def test_the_report_flags_what_is_above_the_level_in_words(small):
    calibration = erring_in(small, "conover", "durbin", "resampled-t", "quade", "t")
    files = render_calibration(calibration, ("html", "latex", "markdown"), 1, Store(None))
    text = files["report.md"].decode()
    assert "Although the null hypothesis is true, adjustments exceed their error rate with the paired t" in text
    assert (
        "If all have the same mean, and two do well on opposite data sets, adjustments exceed their error rate with the"
        " Conover t test of rank sums, the Quade t test of weighted rank sums and the Conover t test of Durbin rank"
        " sums (up to 0.150"
    ) in text
    assert "Omnibus tests that reject equal algorithms clearly more often than 0.05: the Quade test, 0.300" in text
    assert "Tests within a data set that reject equal learners clearly more often than 0.05: the uncorrected" in text
    assert {"report.html", "report.tex", "references.bib", "figures/multitest-orders.pdf"} <= files.keys()
    listed = json.loads(files["results.json"])["families"]
    flagged = [rate for rate in listed if rate["clearly_above"] and rate["promised"]]
    assert {rate["test"] for rate in flagged} == {"conover", "durbin", "quade", "t"}
    assert all(rate["world"] != "equal" for rate in flagged)
    every = sum(len(family.errors) for family in calibration.families)
    assert files["tables/family-errors-all.csv"].count(b"\n") == 1 + every > len(listed)
    assert files["tables/family-errors-worlds.csv"].count(b"\n") == 1 + len(PAIRWISE)


def test_a_place_that_cannot_be_written_to_is_reported_before_the_work(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("rankpress.calibration.experiments.calibrate", lambda *given: pytest.fail("worked in vain"))
    (tmp_path / "taken").touch()
    assert main(["calibrate", "--out", str(tmp_path / "taken")]) == 2
    assert "which is no folder" in capsys.readouterr().err


def test_every_key_is_documented(root, small):
    """pipeline/calibration/RESULTS.md against results.json, whose names of methods and orders it has in capitals."""
    page = (root / "pipeline/calibration/RESULTS.md").read_text(encoding="utf-8").partition("## Keys")[2]
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    documented = {key for row in rows for key in re.findall("`([^`]+)`", row)}

    def paths(value, path=""):
        if isinstance(value, dict):
            for key, inside in value.items():
                yield from paths(inside, f"{path}.{key}".removeprefix("."))
        elif isinstance(value, list) and not path.endswith("[]"):
            yield from (one for inside in value for one in paths(inside, f"{path}[]"))
        else:
            yield re.sub(r"\b(orders|rates)\.[^.]+", r"\1.NAME", path)

    noted = replace(small, settings=replace(SMALL, notes=("Otherwise.",)))
    written = {*paths(json.loads(bytes_of(noted)))}
    assert written == {re.sub(r"\b[A-Z]{4,}\b", "NAME", key) for key in documented}


@pytest.mark.parametrize(
    "wrong",
    [
        *(["--draws", "0"], ["--seed", "-1"], ["--only", "docx"], ["--algorithms", "1"], ["--datasets", "2.5"]),
        ["--alpha", "1"],
    ],
)
def test_arguments_that_are_wrong(wrong, capsys):
    assert main(["calibrate", *wrong]) == 2
    assert wrong[0] in capsys.readouterr().err


SPEC = """\
title: Four of ours
scores: {files: scores.csv, layout: wide, missing: drop-datasets}
test: {alpha: 0.1, omnibus: [quade], pairwise: {wilcoxon: {zeros: pratt}}, logical: assume}
adjust: [shaffer, {bergmann-hommel: {monotone: true}}]
"""


@pytest.fixture
def study(tmp_path):
    rows = [
        "dataset,A,B,C,D",
        *(f"d{row},0.{row}1,0.{row}3,0.{9 - row}2,0.{row}4" for row in range(1, 8)),
        "gap,0.1,,0.2,0.3",
    ]
    (tmp_path / "scores.csv").write_text("\n".join(rows) + "\n")
    (tmp_path / "study.yaml").write_text(SPEC)
    return tmp_path / "study.yaml"


def settings_from(study, *overrides, **requested):
    read = read_study(study, overrides)
    return settings_of_study(read.study, agreeing_scores(read), Settings(draws=20), **requested)


def test_what_is_taken_from_a_study(study):
    found = settings_from(study)
    assert (found.sizes, found.alpha, found.draws, found.study) == (((4, 7),), 0.1, 20, "Four of ours")
    assert found.methods == Methods(
        ("quade",), {"wilcoxon": {"zeros": "pratt"}}, {"shaffer": {}, "bergmann-hommel": {"monotone": True}}, (False,)
    )
    assert (found.steps, found.cases) == ((), 0)
    controlled = settings_from(study, "test.control=B", "adjust=[holm]")
    assert controlled.methods.controls == (True,)


def test_differences_from_the_study_are_noted(study):
    assert settings_from(study).notes == ()
    (note,) = settings_from(study, "rank.ties=min").notes
    assert note.startswith("Ties have the mean")
    skillings = "test.pairwise=skillings-mack", "test.omnibus=[skillings-mack]"
    gaps = settings_from(study, "scores.missing=incomplete-blocks", *skillings)
    assert gaps.sizes == ((4, 7),)
    assert gaps.notes[0].startswith("Data sets with missing results are not counted")
    other = settings_from(study, alpha=0.01, datasets=30)
    assert (other.sizes, other.alpha) == (((4, 30),), 0.01)
    assert other.notes == ("Of these, the level and the number of data sets were set otherwise on the command line.",)
    signs = settings_from(study, "test.pairwise={permutation: {draws: 100000}}")
    assert signs.methods.tests["permutation"]["draws"] == MOST_SIGNS
    assert any(f"draws {MOST_SIGNS:,} signs" in note for note in signs.notes)


def rates(calibration):
    return {
        (found.studies.name, one.adjustment): one.erring
        for found in calibration.families
        for one in found.errors
        if one.test == "t" and not one.control
    }


def test_one_case_has_the_figures_of_all_methods_together():
    whole = Settings(draws=12, steps=(), sizes=((4, 5),), cases=0)
    own = Methods(("quade",), {"t": {}}, {"holm": {}, "li": {}}, (False,))
    of_all, of_one = calibrate(whole), calibrate(settings_with(whole, own))
    expected = rates(of_all)
    found = rates(of_one)
    assert {adjustment for _, adjustment in found} == {"none", "holm"}  # Li's is for a control
    assert found == {key: expected[key] for key in found}
    assert [dict(one.rejected) for one in of_one.omnibus] == [
        {"quade": one.rejected["quade"]} for one in of_all.omnibus
    ]


def settings_with(settings, methods):
    return Settings(settings.draws, sizes=settings.sizes, steps=(), cases=0, methods=methods)


def test_conovers_error_nears_what_the_report_of_a_study_says():
    """Of three algorithms one is always best: the statistic of the other two is sqrt(2) too large."""
    limit = 2 * norm.sf(norm.isf(0.025) / sqrt(2))
    draws, world = 2000, WORLDS["one better"]
    scores = world.scores(draws, 200, 3, np.random.default_rng(1)) + 9 * world.shifts(3)
    found = errors_of_families(
        PAIRWISE["conover"], scores, world.equal(3), 0.05, adjustments=[(ADJUSTMENTS["holm"], {})]
    )
    assert round(limit, 2) == 0.17
    assert [one.rate for one in found] == pytest.approx([limit] * 2, abs=4 * sqrt(limit * (1 - limit) / draws))


@pytest.mark.parametrize(("pairwise", "is_shown"), [("conover", True), ("durbin", True), ("t", False)])
def test_the_report_of_a_study_warns_of_an_error_that_is_too_small(study, pairwise, is_shown):
    settings = [f"test.pairwise={pairwise}", "adjust=[holm]", "test.alpha=0.05"]
    assert main(["build", str(study), "--only", "markdown", "-q", *(f"--set={item}" for item in settings)]) == 0
    report = (study.parent / "report" / "report.md").read_text(encoding="utf-8")
    assert ("chance that nears 17%" in report) == is_shown


def test_the_command_tries_a_study(study):
    out = study.parent / "own"
    command = ["calibrate", str(study), "--draws", "4", "--only", "markdown", "--jobs", "1", "--out", str(out)]
    assert main([*command, "--set", "title=<b>Ours & theirs"]) == 0
    found = json.loads((out / "results.json").read_bytes())
    assert found["settings"]["sizes"] == [[4, 7]]
    assert {(one["test"], one["adjustment"]) for one in found["families"]} == {
        ("wilcoxon", "none"),
        ("wilcoxon", "shaffer"),
        ("wilcoxon", "bergmann-hommel"),
    }
    text = (out / "report.md").read_text(encoding="utf-8")
    assert "The largest error rate of the Wilcoxon signed-ranks test, adjusted by Shaffer, is" in text
    assert "4 algorithms on 7 data sets; the level 0.1;" in text
    assert "MultiTest" not in text
    assert "Quade test" in text


def test_a_study_too_small(study, capsys):
    (study.parent / "scores.csv").write_text("dataset,A,B\nd1,0.1,0.2\nd2,0.1,\n")
    assert main(["calibrate", str(study), "--set", "adjust=[holm]"]) == 2
    assert "here are 2 algorithms and 1 data set" in capsys.readouterr().err
