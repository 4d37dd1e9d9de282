"""Predictions on single cases are refused whatever is asked for: true values are no algorithm, classes no scores."""

import re
from functools import partial
from itertools import product

import numpy as np
import pandas as pd
import pytest

from rankpress.core.faults import FaultsFound
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table

RNG = np.random.default_rng(7)
TRUTHS = ["label", "gold", "target", "y_true", "ground_truth", "expected", "goldLabel"]
MAYBE_TRUTHS = ["y", "reference", "class"]
KINDS = {"of two classes": ["0", "1"], "of classes": ["0", "1", "2", "3"], "of names": ["cat", "dog", "fox"]}
N = 24


def predictions(kind, of=3):
    """Return true values and what some algorithms predict, of which four in five are right or near."""
    if kind == "of numbers":
        values = RNG.normal(50, 9, N)
        return [[f"{v:.3f}" for v in values], *([f"{v:.3f}" for v in values + RNG.normal(0, 2, N)] for _ in range(of))]
    truth = RNG.choice(KINDS[kind], N)
    return [truth, *(np.where(RNG.random(N) < 0.8, truth, RNG.choice(KINDS[kind], N)) for _ in range(of))]


def wide(truth, kind, names=("bert", "t5", "svm"), datasets=1):
    frame = pd.DataFrame(dict(zip([truth, *names], predictions(kind), strict=True)))
    frame.insert(0, "id", range(N))
    if datasets > 1:
        frame.insert(0, "dataset", [f"set{n % datasets}" for n in range(N)])
    return frame


def long(truth, kind, predicted="y_pred"):
    frames = wide(truth, kind, datasets=3).melt(["dataset", "id", truth], var_name="model", value_name=predicted)
    return frames[["dataset", "model", "id", truth, predicted]]


def refusal(frame, tmp_path):
    """Return why a table is refused, whichever reading is asked for."""
    path = tmp_path / "a.csv"
    frame.to_csv(path, index=False)
    table = read_table(str(path))
    for reading in (None, 0):
        with pytest.raises(FaultsFound) as raised:
            guess_study(table, str(path), reading)
    return str(raised.value)


FORMS = [wide, partial(wide, datasets=3), long]
SHAPES = list(product(FORMS, [*KINDS, "of numbers"]))


@pytest.mark.parametrize(
    ("truth", "form", "kind"),
    [
        *((truth, *SHAPES[(5 * n) % len(SHAPES)]) for n, truth in enumerate(TRUTHS)),
        *((truth, form, "of two classes") for truth, form in zip(MAYBE_TRUTHS, FORMS, strict=True)),
        ("y", wide, "of numbers"),
    ],
)
def test_no_reading_ranks_what_was_to_be_predicted(truth, form, kind, tmp_path):
    text = refusal(form(truth, kind), tmp_path)
    assert f"{truth!r} is named like what was to be predicted" in text
    assert "rankpress" not in text


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("of two classes", ("bert_pred", "t5_pred", "svm_pred")),
        ("of names", ("pred_bert", "pred_t5", "pred_svm")),
        ("of numbers", ("BERT prediction", "T5 prediction", "SVM prediction")),
    ],
)
def test_columns_named_like_predictions_are_refused(kind, names, tmp_path):
    text = refusal(wide("label", kind, names).drop(columns="label"), tmp_path)
    assert "named like predictions; predictions on single cases are no scores" in text
    assert "rankpress" not in text


@pytest.mark.parametrize("predicted", ["y_pred", "prediction"])
def test_a_column_of_predictions_of_all_is_refused(predicted, tmp_path):
    assert "named like predictions" in refusal(long("label", "of classes", predicted).drop(columns="label"), tmp_path)


@pytest.mark.parametrize("name", ["score", "prob"])
def test_scores_of_cases_of_known_classes_are_no_scores_of_algorithms(name, tmp_path):
    frame = long("label", "of two classes", name)
    frame[name] = frame[name].astype(int) * 0.6 + RNG.random(len(frame)) * 0.4
    assert f"column '{name}' seems to hold predictions" in refusal(frame, tmp_path)


@pytest.mark.parametrize("row", ["truth", "y_true"])
def test_what_was_to_be_predicted_is_no_algorithm_in_a_row_either(row, tmp_path):
    frame = wide(row, "of classes").set_index("id")
    assert repr(row) in refusal(frame.T.rename_axis("model").reset_index(), tmp_path)
    below = frame.reset_index().melt("id", var_name="model", value_name="value")
    assert repr(row) in refusal(below, tmp_path)


def refusal_as_wide(tmp_path):
    with pytest.raises(FaultsFound) as raised:
        guess_study(read_table(str(tmp_path / "a.csv")), str(tmp_path / "a.csv"))
    return str(raised.value)


@pytest.mark.parametrize(("form", "kind"), [(wide, "of names"), (wide, "of two classes"), (long, "of classes")])
def test_what_is_printed_makes_outcomes_of_predictions(kind, form, tmp_path):
    """Done as printed, the numbers are those of right and wrong predictions, and are read as such."""
    frame = form("label", kind)
    own = frame["label"]
    right = {name: (frame[name] == own).mean() for name in frame if name in ("bert", "t5", "svm", "y_pred")}
    step = re.search(r"with pandas: (.*?); where", refusal(frame, tmp_path))[1]
    frame = pd.read_csv(tmp_path / "a.csv")
    exec(step, {"frame": frame})
    assert frame[frame.columns.intersection(["bert", "t5", "svm", "correct"])].mean().tolist() == [*right.values()]
    frame.to_csv(tmp_path / "a.csv", index=False)
    if form is long:
        guess = guess_study(read_table(str(tmp_path / "a.csv")), str(tmp_path / "a.csv"))
        assert (guess.metrics, guess.columns["example"]) == ({"correct": "higher"}, "id")
    else:
        assert "seems to be a test example, which was solved or not" in refusal_as_wide(tmp_path)


def test_a_column_that_is_called_so_can_only_be_left_out(tmp_path):
    """Shares of labeled cases are no predictions, but neither are they the scores of an algorithm."""
    rows = [(d, share, *RNG.random(3).round(3)) for d in range(6) for share in (0.1, 0.5, 1.0)]
    frame = pd.DataFrame(rows, columns=["dataset", "labels", "rf", "svm", "knn"])
    frame["dataset"] = "set" + frame["dataset"].astype(str)
    frame.to_csv(tmp_path / "a.csv", index=False)
    guess = guess_study(read_table(str(tmp_path / "a.csv")), str(tmp_path / "a.csv"))
    [doubt] = [doubt for doubt in guess.doubts if doubt.is_open and doubt.column == "labels"]
    assert [way.value for way in doubt.ways] == ['scores.ignore=["labels"]']


SETS = [f"set{n}" for n in range(9)]
SCORES = pd.DataFrame(RNG.random((9, 3)).round(3), columns=["rf", "svm", "knn"])


@pytest.mark.few
@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame({"dataset": SETS, "reference": RNG.random(9).round(3), **SCORES}),
        pd.DataFrame({"dataset": SETS, "class": RNG.integers(1, 4, 9), **SCORES.rank(axis=1).astype(int)}),
        pd.DataFrame({"instance": SETS, "target": range(100, 1000, 100), **SCORES}),
        pd.DataFrame(
            [(f"{a}->{b}", a, b, *RNG.random(2).round(3)) for a in range(4) for b in range(4) if a != b],
            columns=["task", "source", "target", "rf", "svm"],
        ),
        pd.DataFrame({"label": ["a", "b", "c", "d"], "iris": [0.1, 0.3, 0.2, 0.4], "wine": [0.5, 0.6, 0.4, 0.7]}),
        pd.DataFrame({"method": ["a", "b", "c"], "source": [0.1, 0.3, 0.2], "target": [0.5, 0.6, 0.4]}),
        pd.DataFrame(
            [(d, a, c, RNG.random()) for d in SETS[:3] for a in "AB" for c in range(3)],
            columns=["dataset", "model", "label", "f1"],
        ),
        pd.DataFrame(
            [(d, a, t, RNG.random()) for d in SETS[:3] for a in "AB" for t in ("t1", "t2")],
            columns=["dataset", "model", "target", "value"],
        ),
        pd.DataFrame(
            [(d, a, n, n, RNG.random()) for d in SETS[:3] for a in "AB" for n in range(3)],
            columns=["dataset", "model", "y_true", "y_pred", "rmse"],
        ),
    ],
    ids=lambda frame: ",".join(frame.columns),
)
def test_scores_next_to_such_names_are_read(frame, tmp_path):
    path = tmp_path / "accuracy.csv"
    frame.to_csv(path, index=False)
    assert guess_study(read_table(str(path)), str(path)).metrics
