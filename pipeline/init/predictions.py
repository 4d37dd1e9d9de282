"""Predictions on single cases, which are no scores, and the true values next to them, which are no algorithm."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from rankpress.catalog.metrics import better_of, is_any_score, is_cost, words_of
from rankpress.core.faults import Fault
from rankpress.core.scores import FloatArray
from rankpress.init.placement import points_by_distance
from rankpress.init.table import Column, Table
from rankpress.init.vocabulary import is_example, role_of
from rankpress.wording.strings import listed, quoted

# What was to be predicted is called so; by the words in parentheses only where numbers or rows show it too.
_TRUTHS = frozenset(
    "truth truths groundtruth gt label labels target targets gold goldstandard actual actuals observed answer answers "
    "expected ytrue trueclass truelabel truevalue ytest".split()
)
_MAYBE_TRUTHS = frozenset(
    "y class classes category reference references ref real true correct solution outcome response key".split()
)
_WITH_TRUTH = frozenset("y true ground the id class value values test correct standard of".split())
_PREDICTED = frozenset("pred preds prediction predictions predicted yhat ypred yprob ŷ".split())
_MAYBE_PREDICTED = frozenset(
    "forecast forecasts prob probs proba probability probabilities logit logits output outputs confidence guess".split()
)
_WITH_PREDICTED = frozenset("y hat class label value values test score scores model raw the id".split())
# Of classes there are fewer than of numbers, and nearly all that is predicted is one of them.
_MOST_CLASSES, _MOSTLY = 20, 0.9
# From so many rows on, a column called y holds what was to be predicted; x, y and z may be algorithms on fewer.
_LEAST_ROWS = 20
_LEAST_PREDICTED = 2
# Of numbers that are predicted, hardly any stands in so many rows on average.
_FEWEST_OF_EACH = 3
# Numbers that were to be predicted may lie this far outside the range of all that were predicted, in parts of it.
_SLACK = 0.3
# In so large a share of the rows more than by chance, predictions agree with a column that may be what they predict.
_LEAST_MORE = 0.15


@dataclass(frozen=True)
class Predictions:
    """Columns that hold predictions, and the one with what was to be predicted; "" where a row has it, or nothing."""

    columns: tuple[str, ...]
    truth: str = ""
    of_classes: bool = False
    reason: str = ""


def find_predictions(table: Table, place: str) -> Iterator[Fault]:
    """Yield that a table holds predictions and no scores, whatever else could be read from it.

    No command is named that reads them: the true values would be an algorithm, and classes would be ranked.
    """
    if predictions := _predictions_in(table.at_hand):
        yield Fault(
            place,
            f"{predictions.reason}; predictions on single cases are no scores",
            "the score of each algorithm on each data set, or whether it was right on each test example",
            _remedy(predictions),
            for_files=True,
        )


def is_truth(name: str, *, surely: bool = True) -> bool:
    """Return whether what was to be predicted is called so.

    >>> is_truth("y_true"), is_truth("Ground truth"), is_truth("goldLabel"), is_truth("target encoder")
    (True, True, True, False)
    >>> is_truth("y"), is_truth("y", surely=False)
    (False, True)
    """
    words, called = set(words_of(name)), _TRUTHS if surely else _TRUTHS | _MAYBE_TRUTHS
    return bool(words) and (
        "".join(words_of(name)) in called or (not words.isdisjoint(called) and words <= called | _WITH_TRUTH)
    )


def is_predicted(name: str) -> bool:
    """Return whether predictions are called so, of whichever algorithm.

    >>> [name for name in ("y_pred", "y_hat", "predicted class", "BERT_pred", "prediction_error") if is_predicted(name)]
    ['y_pred', 'y_hat', 'predicted class']
    """
    words, joined = set(words_of(name)), "".join(words_of(name))
    own = _PREDICTED | _MAYBE_PREDICTED
    return joined in _PREDICTED or (not words.isdisjoint(own) and words <= own | _WITH_PREDICTED)


def _predictions_in(table: Table) -> Predictions | None:
    free = [name for name in table.columns if name not in table.claimed and _may_be_values(table, name)]
    named = [name for name in free if is_predicted(name)]
    scores = [name for name in free if _is_score(name) and name not in named]
    algorithms = [name for name in table.columns if role_of(name) == "algorithm" and not table.columns[name].is_numeric]
    is_long = any(not table.is_key(name) for name in algorithms)
    if scores and (is_long or named or 2 * len(scores) >= len(free)):
        return None  # then these are compared
    if truth := _truth_next_to(table, free, named):
        return Predictions(tuple(named), truth, _are_classes(table, truth, named), _next_to(truth, named))
    if is_long:
        return _of_long(table, free, named) or _with_truth_in_rows(table, free, algorithms)
    return _with_truth_in_rows(table, free, algorithms) if algorithms else _of_wide(table, free)


def _truth_next_to(table: Table, free: Sequence[str], named: Sequence[str]) -> str:
    """Return what was to be predicted by its name, next to columns that are named like predictions."""
    if any(_is_surely_predicted(name) for name in named):
        return next((name for name in free if is_truth(name, surely=False)), "")
    is_number = (name for name in free if named and table.columns[name].is_numeric)
    return next((name for name in is_number if is_truth(name) or name.casefold() == "y"), "")


def _may_be_values(table: Table, name: str) -> bool:
    column = table.columns[name]
    if role_of(name) or is_cost(name) or len(column.codes) != table.rows or column.distinct == 0:
        return False
    return not (is_example(name) and not is_truth(name)) and not column.is_running and not column.is_date


def _is_score(name: str) -> bool:
    return better_of(name) is not None and not is_any_score(name) and not is_truth(name, surely=False)


def _next_to(truth: str, columns: Sequence[str]) -> str:
    verb = "seem to be predictions" if len(columns) > 1 else "seems to hold predictions"
    return f"{_names(columns)} {verb}, since {quoted(truth)} is named like what was to be predicted"


def _are(columns: Sequence[str]) -> str:
    return "are" if len(columns) > 1 else "is"


def _names(columns: Sequence[str]) -> str:
    return f"{'columns' if len(columns) > 1 else 'column'} {listed(map(quoted, columns), 3)}"


def _of_wide(table: Table, free: Sequence[str]) -> Predictions | None:
    """Return predictions of which each algorithm has a column."""
    named = [name for name in free if _is_surely_predicted(name)]
    letters = {name.casefold() for name in free} & {"x", "z"}
    truths = [name for name in free if is_truth(name, surely=False) and name not in named]
    for truth in (name for name in truths if not (letters and name.casefold() == "y")):
        others = [name for name in free if name != truth]
        classes = tuple(name for name in others if _are_classes(table, truth, [name]))
        if len(classes) >= _LEAST_PREDICTED and (is_truth(truth) or _agree(table, truth, classes)):
            return Predictions(classes, truth, True, _next_to(truth, classes))
        numbers = tuple(name for name in others if table.columns[name].is_numeric)
        numbers = tuple(name for name in numbers if not table.columns[name].is_integral) or numbers  # settings, days
        if len(numbers) >= _LEAST_PREDICTED and _is_truth_of_numbers(table, truth, numbers):
            return Predictions(numbers, truth, False, _next_to(truth, numbers))
    if len(named) >= _LEAST_PREDICTED and 2 * len(named) > sum(table.columns[name].is_numeric for name in free):
        return Predictions(tuple(named), reason=f"{_names(named)} are named like predictions")
    return None


def _is_surely_predicted(name: str) -> bool:
    words = words_of(name)
    return not _PREDICTED.isdisjoint({*words, "".join(words)}) and better_of(name) is None and not is_cost(name)


def _agree(table: Table, truth: str, columns: Sequence[str]) -> bool:
    """Return whether a column has the class of another one in clearly more rows than independent columns would."""
    own = _classes_of(table.columns[truth])
    for name in columns:
        other = _classes_of(table.columns[name])
        by_chance = sum(float(np.mean(own == label) * np.mean(other == label)) for label in set(own.tolist()))
        if float(np.mean(own == other)) > by_chance + _LEAST_MORE:
            return True
    return False


def _classes_of(column: Column) -> np.ndarray:
    return np.array([_plain(label) for label in column.labels])[column.codes]


def _are_classes(table: Table, truth: str, columns: Sequence[str]) -> bool:
    """Return whether a column has few different values, texts or whole numbers, of which others mostly have one."""
    own = table.columns[truth]
    if own.is_numeric and not own.is_integral:
        return False
    classes = {_plain(label) for label in own.labels if label}
    if not 1 < len(classes) <= min(_MOST_CLASSES, table.rows - 1):
        return False
    return all(_share_in(table.columns[name], classes) >= _MOSTLY for name in columns)


def _share_in(column: Column, classes: set[str]) -> float:
    is_in = np.array([_plain(label) in classes for label in column.labels], dtype=bool)
    there = np.array([bool(label) for label in column.labels], dtype=bool)
    counts = np.bincount(column.codes, minlength=len(column.labels))
    return float(counts[is_in & there].sum() / max(counts[there].sum(), 1)) if column.distinct > 1 else 0.0


def _plain(label: str) -> str:
    return re.sub(r"\.0*$", "", label.strip()) if re.fullmatch(r"\s*[-+]?\d+\.0*\s*", label) else label.strip()


def _is_truth_of_numbers(table: Table, truth: str, numbers: Sequence[str]) -> bool:
    """Return whether numbers of the size of others are what these were to predict, by name or by the rows too."""
    own = table.columns[truth]
    if not own.is_numeric:
        return False
    if not own.is_integral and _FEWEST_OF_EACH * own.distinct <= table.rows:
        return False  # a setting
    cells = np.column_stack([table.columns[name].numbers for name in numbers])
    if is_truth(truth) and own.is_zero_or_one and not ((cells < 0) | (cells > 1)).any():
        return True  # of probabilities
    if points_by_distance(own.numbers, cells)[0] <= 0 or (own.is_integral and not _is_within(own.numbers, cells)):
        return False
    if is_truth(truth):
        return True
    of_cases = any(is_example(name) or column.is_date for name, column in table.columns.items())
    return of_cases or ("".join(words_of(truth)) == "y" and table.rows >= _LEAST_ROWS)


def _is_within(own: FloatArray, cells: FloatArray) -> bool:
    """Return whether numbers hardly leave the range of others, as whole numbers that are no classes of rows do not."""
    low, high = np.nanmin(cells), np.nanmax(cells)
    return bool(np.nanmin(own) >= low - _SLACK * (high - low) and np.nanmax(own) <= high + _SLACK * (high - low))


def _of_long(table: Table, free: Sequence[str], named: Sequence[str]) -> Predictions | None:
    """Return predictions of all algorithms in one column."""
    numbers = [name for name in free if table.columns[name].is_numeric]
    cases = [name for name in table.columns if is_example(name) and role_of(name) != "dataset"]
    certain = [name for name in named if _is_surely_predicted(name)]
    has_others = any(is_any_score(name) for name in numbers) or any(map(is_cost, table.columns))
    if certain and (cases or not has_others):
        return Predictions(tuple(certain), reason=f"{_names(certain)} {_are(certain)} named like predictions")
    cases = [name for name in cases if not table.columns[name].is_unique]
    datasets = [name for name in table.columns if role_of(name) == "dataset"]
    for truth in filter(is_truth, free):
        rest = tuple(name for name in numbers if name != truth)
        of_case = any(table.follows(truth, *datasets, case) for case in cases) and not table.follows(truth, *datasets)
        if rest and of_case and _are_classes(table, truth, ()):
            return Predictions(rest, truth, _are_classes(table, truth, rest), _next_to(truth, rest))
    return None


def _with_truth_in_rows(table: Table, free: Sequence[str], algorithms: Sequence[str]) -> Predictions | None:
    """Return predictions of classes, where an algorithm is named like what was to be predicted."""
    numbers = [name for name in free if table.columns[name].is_numeric and not is_truth(name)]
    classes = {_plain(label) for name in numbers for label in table.columns[name].labels if label}
    if not numbers or not 1 < len(classes) <= _MOST_CLASSES:
        return None
    if not all(table.columns[name].is_integral for name in numbers):
        return None
    for name in algorithms:
        if truth := next((label for label in table.columns[name].labels if is_truth(label)), ""):
            reason = f"{quoted(truth)} in column {quoted(name)} is named like what was to be predicted"
            reason += ", and all numbers are few and whole, as predicted classes are"
            return Predictions(tuple(numbers), reason=reason)
    return None


def _remedy(predictions: Predictions) -> str:
    columns, truth = list(predictions.columns), predictions.truth
    if not truth:
        remedy = (
            "compare the predictions with the true values first, and give the accuracy or the error of each algorithm"
        )
        return f"{remedy} on each data set; where these are scores, rename what is named otherwise"
    if not predictions.of_classes:
        remedy = (
            f"compute from the predictions and {quoted(truth)} first how good each algorithm is on each data set, "
            "such as its mean absolute error, or its AUC where classes were to be predicted"
        )
    elif len(columns) > 1:
        several = f"frame[{columns}]"
        step = f"{several} = {several}.eq(frame.pop({truth!r}), axis=0).astype(int)"
        remedy = f"compare the predictions with {quoted(truth)} first; with pandas: {step}"
        if any(map(_is_surely_predicted, columns)):
            remedy += ", and rename the columns to the algorithms"
    else:
        step = f"frame['correct'] = frame.pop({columns[0]!r}).eq(frame.pop({truth!r})).astype(int)"
        remedy = f"compare the predictions with {quoted(truth)} first; with pandas: {step}"
    return f"{remedy}; where {quoted(truth)} is an algorithm or a part of a name, rename its column"
