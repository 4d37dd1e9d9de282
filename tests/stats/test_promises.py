"""Error rates and intervals that rankpress states, as tests/trials/promises.py simulated them: nothing is refuted."""

import csv
import runpy

import pytest

CHEAP = ("any wrong difference by Wilcoxon and Holm", "95% interval of hodges-lehmann", "Holm over metrics")


@pytest.fixture(scope="module")
def trial(root):
    return runpy.run_path(str(root / "tests/trials/promises.py"))


@pytest.fixture(scope="module")
def rows(trial):
    with trial["FILE"].open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_the_file_has_all_statements_and_none_is_refuted(trial, rows):
    stated = [(what, world, f"{least:.3g}", f"{most:.3g}") for what, world, least, most, *_ in trial["promises"]()]
    assert [tuple(row[key] for key in ("statement", "world", "least", "most")) for row in rows] == stated
    for row in rows:
        studies, share = int(row["studies"]), float(row["share"])
        _, low, high, is_refuted = trial["judged"](
            float(row["least"]), float(row["most"]), studies, round(share * studies)
        )
        assert not is_refuted, row
        assert [float(row["low"]), float(row["high"])] == pytest.approx([low, high], abs=1e-4)


@pytest.mark.parametrize("what", CHEAP)
def test_the_file_has_what_is_simulated(trial, rows, what):
    """One world of a statement again, with the same seed."""
    row = next(row for row in rows if row["statement"] == what)
    studies = int(row["studies"])
    *_, count = next(item for item in trial["promises"]() if item[:2] == (what, row["world"]))
    assert f"{count(studies) / studies:.4f}" == row["share"]
