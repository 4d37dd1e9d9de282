"""A stated direction that contradicts a metric whose direction is known is reported, wherever it was stated."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from rankpress.app.cli import main
from rankpress.app.comparison import compare
from rankpress.checks.doubts import implausible
from rankpress.core.scores import MetricScores, Scores

KNOWN = {
    "lower": "RMSE MAE error_rate test_loss fit_seconds perplexity FID rmse_mean neg_accuracy",
    "higher": "accuracy macro_f1 R2 AUC neg_mean_squared_error throughput accuracy_mean",
}
# Names that show no direction, or leave it open.
OPEN = "forgetting score value attack_success_rate power MR calibration_slope zork"
ROWS = [[0.31, 0.22, 0.43], [0.52, 0.44, 0.61], [0.13, 0.24, 0.35], [0.74, 0.63, 0.85]]
SIGNED = {"RMSE": -1, "neg_mean_squared_error": -1, "neg_accuracy": -1, "fit_seconds": -1}


def doubts_on(name, better, numbers=ROWS):
    metric = MetricScores(name, better, ("a", "b", "c"), ("p", "q", "r", "s"), np.array(numbers))
    return [doubt.text for doubt in implausible(Scores((metric,), {}, ())) if "by its name" in doubt.text]


@pytest.mark.parametrize(("known", "name"), [(known, name) for known in KNOWN for name in KNOWN[known].split()])
def test_a_known_metric_is_reported_where_the_other_direction_is_stated(known, name):
    numbers = np.array(ROWS) * (SIGNED[name] if name.startswith("neg") else 1)
    other = "higher" if known == "lower" else "lower"
    assert not doubts_on(name, known, numbers)
    assert len(doubts_on(name, other, numbers)) == 1


@pytest.mark.parametrize("name", OPEN.split())
@pytest.mark.parametrize("better", ["higher", "lower"])
def test_a_name_that_leaves_the_direction_open_contradicts_nothing(name, better):
    assert not doubts_on(name, better)


def test_the_sign_of_the_numbers_turns_what_the_name_shows():
    assert not doubts_on("RMSE", "higher", -np.array(ROWS))
    assert not doubts_on("neg_mean_squared_error", "lower", np.array(ROWS))


def test_a_study_that_states_it_is_in_doubt_until_it_is_confirmed(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    rows = [f"{dataset},{','.join(map(str, row))}" for dataset, row in zip("pqrs", ROWS, strict=True)]
    Path("scores.csv").write_text("\n".join(["dataset,a,b,c", *rows, ""]), encoding="utf-8")
    study = "scores:\n  files: scores.csv\n  layout: wide\n"
    Path("study.yaml").write_text(study + "  metrics: [{name: RMSE, better: higher}]\n", encoding="utf-8")
    assert main(["check", "study.yaml"]) == 0
    assert "in doubt: RMSE: by its name lower is better, but higher is stated" in capsys.readouterr().out
    assert main(["check", "study.yaml", "--set", "scores.confirmed=true"]) == 0
    assert "by its name" not in capsys.readouterr().out


def test_frames_for_which_it_is_stated_are_in_doubt():
    frame = pd.DataFrame(ROWS, columns=["a", "b", "c"], index=pd.Index(["p", "q", "r", "s"], name="dataset"))
    with pytest.warns(UserWarning, match="RMSE: by its name lower is better, but higher is stated"):
        compare(frame, metric="RMSE", better="higher")
