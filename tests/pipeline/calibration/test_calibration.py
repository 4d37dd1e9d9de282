"""`rankpress calibrate`: the paper's figures come out, and the same bytes whatever the number of processes.

Checked against: what section 4.6 of Ulas et al. (2012) says of figures 4 and 5; the level of tests that are known to
keep it and of those known not to (bands of 4 standard errors); and one run against others that were interrupted, done
in further processes, or given more draws afterwards.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from rankpress.app.cli import main
from rankpress.cache.store import Store
from rankpress.calibration import experiments
from rankpress.calibration.experiments import Calibration, calibrate
from rankpress.calibration.rates import family_rates, results
from rankpress.calibration.report import render_calibration
from rankpress.calibration.settings import Settings
from rankpress.catalog.methods import PAIRWISE
from rankpress.core.processes import processes
from rankpress.stats.synthetic import FamilyErrors
from rankpress.topics.results import json_text

SMALL = Settings(draws=6, steps=(0.0, 0.1), sizes=((4, 6),), cases=60)


def test_the_orders_are_those_of_the_paper():
    settings = Settings(draws=100, steps=(0.0, 0.03, 0.05, 0.065, 0.1), sizes=(), cases=0)
    one, several = calibrate(settings).orderings
    assert one.shares((0, 1, 2))[0] > 0.95  # all equal: the prior
    assert one.shares((1, 2, 0))[1:4].max() > 0.2  # 3 is better than 1, but not than 2
    assert one.shares((2, 1, 0))[-1] > 0.6  # all differ: the prior reversed
    assert several.shares((0, 1, 2, 3))[0] > 0.95
    assert several.shares((2, 3, 0, 1))[3] > 0.5  # 1 and 3, 2 and 4 exchanged
    assert several.shares((3, 2, 1, 0))[-1] > 0.8
    assert 0.1 < several.shares((1, 2, 3, 0)).max() < 0.5  # which the paper has first, is one among several here
    for found in (one, several):
        assert sum(found.shares(order) for order in found.counts) == pytest.approx(1.0)


def test_corrected_tests_keep_the_level_on_overlapping_folds_and_the_uncorrected_one_does_not():
    found = calibrate(Settings(draws=500, steps=(), sizes=())).within
    assert found is not None
    margin = 4 * sqrt(0.05 * 0.95 / 500)
    for name in ("corrected-t", "mcnemar", "mcnemar-chi2-corrected"):
        assert found.rejected[name] / 500 <= 0.05 + margin, name
    assert found.rejected["resampled-t"] / 500 > 0.3


@pytest.fixture
def few_draws_a_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(experiments, "MOST_DRAWS", 3)


@pytest.fixture(scope="module")
def small() -> Calibration:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(experiments, "MOST_DRAWS", 3)
        return calibrate(SMALL)


def bytes_of(calibration: Calibration) -> str:
    return json_text(results(calibration, family_rates(calibration)))


@pytest.mark.usefixtures("few_draws_a_piece")
def test_interrupted_work_resumes_and_more_draws_add_to_it(tmp_path: Path, small: Calibration):
    def breaks_off(function, items) -> Iterator[object]:
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


@pytest.mark.usefixtures("few_draws_a_piece")
def test_the_number_of_processes_changes_no_byte(small: Calibration):
    with ExitStack() as begun:
        submit = begun.enter_context(processes(2))
        far = Store(None, spread=lambda function, items: [one.result() for one in [submit(function, x) for x in items]])
        assert bytes_of(calibrate(SMALL, far)) == bytes_of(small)


def erring_in(calibration: Calibration, *too_often: str) -> Calibration:
    """The same calibration with 1,000 draws, in which no rate is above the level but those of these tests."""

    def errors(world: str, one: FamilyErrors) -> FamilyErrors:
        erring = 150 if one.test in too_often and world != "equal" else 40
        return replace(one, draws=1000, erring=erring, false_shares=float(erring))

    def counts(found: Mapping[str, int]) -> dict[str, int]:
        return {name: 300 if name in too_often else 50 for name in found}

    assert calibration.within is not None
    return replace(
        calibration,
        families=tuple(
            replace(found, errors=tuple(errors(found.studies.name, one) for one in found.errors))
            for found in calibration.families
        ),
        omnibus=tuple(replace(one, draws=1000, rejected=counts(one.rejected)) for one in calibration.omnibus),
        within=replace(calibration.within, draws=1000, rejected=counts(calibration.within.rejected)),
    )


def test_the_report_flags_what_is_above_the_level_in_words(small: Calibration):
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


def test_a_place_that_cannot_be_written_to_is_reported_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr("rankpress.calibration.experiments.calibrate", lambda *given: pytest.fail("worked in vain"))
    (tmp_path / "taken").touch()
    assert main(["calibrate", "--out", str(tmp_path / "taken")]) == 2
    assert "which is no folder" in capsys.readouterr().err


def test_every_key_is_documented(root: Path, small: Calibration):
    """pipeline/calibration/RESULTS.md against results.json, whose names of methods and orders it has in capitals."""
    page = (root / "pipeline/calibration/RESULTS.md").read_text(encoding="utf-8").partition("## Keys")[2]
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    documented = {key for row in rows for key in re.findall("`([^`]+)`", row)}

    def paths(value: Any, path: str = "") -> Iterator[str]:
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
        ["--draws", "0"],
        ["--seed", "-1"],
        ["--only", "docx"],
        ["--algorithms", "1"],
        ["--datasets", "2.5"],
        ["--alpha", "1"],
    ],
)
def test_arguments_that_are_wrong(wrong: list[str], capsys: pytest.CaptureFixture[str]):
    assert main(["calibrate", *wrong]) == 2
    assert wrong[0] in capsys.readouterr().err
