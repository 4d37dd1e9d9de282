"""`rankpress calibrate`: the paper's figures come out, and the same bytes whatever the number of processes.

Checked against: what section 4.6 of Ulas et al. (2012) says of figures 4 and 5; the level of tests that are known to
keep it and of those known not to (bands of 4 standard errors); and one run against others that were interrupted, done
in further processes, or given more draws afterwards.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from rankpress.calibration import pieces
from rankpress.calibration.calibration import Calibration, calibrate
from rankpress.calibration.orderings import find_orderings
from rankpress.calibration.rates import estimate, family_rates
from rankpress.calibration.rendering import render_calibration
from rankpress.calibration.results import results
from rankpress.calibration.settings import Settings, equal, settings_of, shifts, truths_of
from rankpress.calibration.single_tests import calibrate_within
from rankpress.cli import main
from rankpress.processes import processes
from rankpress.report.results import json_text
from rankpress.stats.simulated_families import errors_of_families
from rankpress.stats.synthetic import drawn_scores
from rankpress.store.entries import Store

SMALL = Settings(draws=6, steps=(0.0, 0.1), sizes=((4, 6),), cases=60)


def test_the_orders_are_those_of_the_paper():
    one, several = find_orderings(Settings(draws=150, steps=(0.0, 0.03, 0.065, 0.1)), Store(None))
    assert one.shares((0, 1, 2))[0] > 0.95  # all equal: the prior
    assert one.shares((1, 2, 0))[1:3].max() > 0.2  # 3 is better than 1, but not than 2
    assert one.shares((2, 1, 0))[3] > 0.6  # all differ: the prior reversed
    assert several.shares((0, 1, 2, 3))[0] > 0.95
    assert several.shares((2, 3, 0, 1))[2] > 0.5  # 1 and 3, 2 and 4 exchanged
    assert several.shares((3, 2, 1, 0))[3] > 0.8
    for found in (one, several):
        assert sum(found.shares(order) for order in found.counts) == pytest.approx(1.0)


def test_corrected_tests_keep_the_level_on_overlapping_folds_and_the_uncorrected_one_does_not():
    found = calibrate_within(Settings(draws=500), Store(None))
    margin = 4 * sqrt(0.05 * 0.95 / 500)
    for name in ("corrected-t", "mcnemar", "mcnemar-chi2-corrected"):
        assert found.rejected[name] / 500 <= 0.05 + margin, name
    assert found.rejected["resampled-t"] / 500 > 0.3


def test_pairs_alone_keep_the_error_where_some_differ_and_pooled_ranks_do_not():
    scores = drawn_scores(250, 10, shifts("two groups", 5), "normal", np.random.default_rng(1))
    rates = {
        (one.test, one.adjustment): one.rate
        for test in ("t", "conover")
        for one in errors_of_families(test, scores, equal("two groups", 5), 0.05)
    }
    margin = 4 * sqrt(0.05 * 0.95 / 250)
    assert rates["t", "shaffer"] <= 0.05 + margin < rates["conover", "shaffer"]


def test_truths():
    assert truths_of(3) == ("all equal", "one better")
    assert [shifts(truth, 5).astype(bool).sum() for truth in truths_of(5)] == [0, 1, 2]


def test_an_estimate_is_above_the_level_where_its_interval_is():
    assert not estimate(0.06, 1000).above(0.05)
    assert estimate(0.07, 1000).above(0.05)
    assert not estimate(0.07, 1000, 5000).clearly_above(0.05)
    assert estimate(0.0, 1000).low == 0


@pytest.fixture
def few_draws_a_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "MOST_DRAWS", 3)


def bytes_of(calibration: Calibration) -> str:
    return json_text(results(calibration, family_rates(calibration)))


@pytest.mark.slow
@pytest.mark.usefixtures("few_draws_a_piece")
def test_interrupted_work_resumes_and_more_draws_add_to_it(tmp_path: Path):
    def breaks_off(function, items) -> Iterator[object]:
        for at, item in enumerate(items):
            if at == 3:
                raise KeyboardInterrupt
            yield function(item)

    whole = bytes_of(calibrate(SMALL))
    with pytest.raises(KeyboardInterrupt):
        calibrate(SMALL, Store(tmp_path, spread=breaks_off))
    resumed = Store(tmp_path)
    assert bytes_of(calibrate(SMALL, resumed)) == whole
    assert sum(not work.why for work in resumed.work) == 3
    more = Store(tmp_path)
    assert bytes_of(calibrate(replace(SMALL, draws=9), more)) == bytes_of(calibrate(replace(SMALL, draws=9)))
    assert sum(bool(work.why) for work in more.work) == len(more.work) / 3


@pytest.mark.slow
@pytest.mark.usefixtures("few_draws_a_piece")
def test_the_number_of_processes_changes_no_byte():
    with ExitStack() as begun:
        submit = begun.enter_context(processes(2))
        far = Store(None, spread=lambda function, items: [one.result() for one in [submit(function, x) for x in items]])
        assert bytes_of(calibrate(SMALL, far)) == bytes_of(calibrate(SMALL))


@pytest.mark.slow
def test_another_seed_draws_others():
    assert bytes_of(calibrate(replace(SMALL, seed=2))) != bytes_of(calibrate(SMALL))


@pytest.mark.slow
def test_the_report_flags_what_is_above_the_level_in_words():
    settings = Settings(draws=80, steps=(0.0, 0.1), sizes=((5, 10),), cases=60)
    calibration = calibrate(settings)
    files = render_calibration(calibration, ("html", "latex", "markdown"), 1, Store(None))
    told = files["report.md"].decode()
    assert "clearly above the level are the Conover t test of rank sums with" in told
    assert "clearly more often than at 0.05 are the uncorrected resampled t test" in told
    assert {"report.html", "report.tex", "references.bib", "figures/multitest-orders.pdf"} <= files.keys()
    found = json.loads(files["results.json"])
    flagged = [one for one in found["families"] if one["clearly_above"] and one["adjustment"] != "none"]
    assert flagged
    assert all(one["interval_95"][0] > 0.05 for one in flagged)
    assert files["tables/family-errors-all.csv"].count(b"\n") == 1 + len(found["families"])


def test_quick_settings():
    assert settings_of(quick=True).draws == 200
    assert settings_of(30, 7, quick=True) == replace(settings_of(quick=True), draws=30, seed=7)
    assert settings_of() == Settings()


@pytest.mark.slow
def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("rankpress.calibration.settings.settings_of", lambda draws, seed, quick: SMALL)
    assert main(["calibrate", "--quick", "--jobs", "1"]) == 0
    told = capsys.readouterr()
    assert told.out.splitlines()[0] == "calibration/report.html"
    first = {path.name: path.read_bytes() for path in (tmp_path / "calibration").iterdir() if path.is_file()}
    assert main(["calibrate", "--quick", "--jobs", "1", "--out", "again/deeper", "-q"]) == 0
    assert capsys.readouterr().out == ""
    for name, content in first.items():
        assert (tmp_path / "again" / "deeper" / name).read_bytes() == content, name


@pytest.mark.parametrize("wrong", [["--draws", "0"], ["--seed", "-1"], ["--only", "docx"]])
def test_arguments_that_are_wrong(wrong: list[str], capsys: pytest.CaptureFixture[str]):
    assert main(["calibrate", *wrong]) == 2
    assert wrong[0] in capsys.readouterr().err
