"""Names in a wide table that say of which kind the numbers next to them are, so that some are not to be compared."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metric_names import COST
from rankpress.catalog.metrics import ANY_SCORE, better_of, is_cost, is_plain_metric, is_speed, words_of
from rankpress.core.doubts import Doubt, Way
from rankpress.init.blocks import parted, with_runs_as_columns
from rankpress.init.predictions import is_truth
from rankpress.init.vocabulary import EXTREMES, MEANS, SPREAD, is_on_training
from rankpress.wording.strings import counted, listed, quoted

if TYPE_CHECKING:
    from rankpress.core.scores import FloatArray
    from rankpress.init.table import Table

# Under which conditions something was measured, or by which part of the data.
_CONDITIONS = frozenset(
    "train training val valid validation dev test clean noisy corrupted cold hot warm before after seen unseen id ood "
    "iid in out insample outsample adversarial robust easy medium hard cpu gpu zeroshot fewshot shot zero few".split()
)
# The numbers of classes are fewer, and agree with those of others in so large a share of many rows.
_MOST_CLASSES, _LEAST_EQUAL, _LEAST_ROWS = 20, 0.3, 20


def doubts_on_kinds(
    table: Table, keys: Sequence[str], cells: Sequence[str], ignored: Sequence[str], *, of_rows: bool
) -> Iterator[Doubt]:
    """Yield what the names of rows and columns say that are compared and may be no data sets or algorithms; all open.

    `keys` name the rows, `cells` are the columns of scores, `ignored` those that are not read; `of_rows` is whether the
    rows are the algorithms.
    """
    if not cells or any(len(table.columns[name].codes) != table.rows for name in (*keys, *cells)):
        return
    scores = np.column_stack([table.columns[name].numbers for name in cells])
    yield from _doubts_on_classes(cells, scores)
    if not of_rows:
        yield from _doubts_on_truths(cells, ignored)
        yield from _doubts_on_bests(cells, scores)
    word = "data set" if of_rows else "algorithm"
    yield from _doubts_on_statistics(cells, word)
    measures = _measures_among(cells, of_datasets=of_rows)
    yield from _doubts_on_conditions([name for name in cells if name not in measures], ignored, word)
    for name in measures:
        doubt = f"named like a metric or a cost, next to the names of {word}s; it is read as one"
        yield Doubt(doubt, "ignore", name, is_open=True)
    if len(keys) == 1:
        yield from _doubts_on_rows(table, keys[0], of_rows=of_rows)


def _doubts_on_classes(cells: Sequence[str], scores: FloatArray) -> Iterator[Doubt]:
    """Yield that numbers may be classes that were predicted of single cases rather than scores on data sets."""
    if _are_classes(scores):
        doubt = (
            "all numbers are whole, few, and mostly the same in all columns, as predicted classes are; predictions on "
            "single cases are no scores: write the score of each algorithm on each data set"
        )
        ways = (Way("each row has the scores on a data set", "set", "scores.layout=wide"),)
        yield Doubt(doubt, "layout", cells[0], is_open=True, ways=ways)


def _doubts_on_truths(cells: Sequence[str], ignored: Sequence[str]) -> Iterator[Doubt]:
    """Yield that a column is named like what was to be predicted, which is no algorithm; it can be left out alone."""
    for name in filter(is_truth, cells):
        ignore = json.dumps([*ignored, name], ensure_ascii=False)
        ways = (Way(f"{quoted(name)} is not compared", "set", f"scores.ignore={ignore}"),)
        doubt = "named like what was to be predicted, which is no algorithm; where it is one, rename its column"
        yield Doubt(doubt, "ignore", name, is_open=True, ways=ways)


def _are_classes(scores: FloatArray) -> bool:
    there = scores[np.isfinite(scores).all(axis=1)]
    if len(there) < _LEAST_ROWS or scores.shape[1] < 2 or (there != np.round(there)).any():
        return False
    return len(np.unique(there)) <= _MOST_CLASSES and bool(np.mean(np.ptp(there, axis=1) == 0) >= _LEAST_EQUAL)


def _doubts_on_statistics(cells: Sequence[str], word: str) -> Iterator[Doubt]:
    """Yield that all columns end in the names of statistics, as rank / min and rank / mean do; open."""
    ends = [(words_of(cell) or [""])[-1] for cell in cells]
    if len({*ends}) > 1 and all(end in _OF_STATISTICS for end in ends):
        doubt = (
            f"columns such as {listed(map(quoted, cells), 3)} are named like statistics of one measurement, which are "
        )
        ways = (Way(f"each column is {_a(word)}", "set", "scores.layout=wide"),)
        yield Doubt(f"{doubt}no {word}s", "layout", cells[0], is_open=True, ways=ways)


_OF_STATISTICS = (MEANS | SPREAD | EXTREMES | {"count", "total", "sum"}) - {"rank", "diff", "delta"}


def _doubts_on_conditions(cells: Sequence[str], ignored: Sequence[str], word: str) -> Iterator[Doubt]:
    """Yield that each algorithm, or data set, has a column of each of several conditions."""
    grid = _under_conditions(cells)
    if not grid:
        return
    ends = list(next(iter(grid.values())))
    doubt = (
        f"columns such as {listed(map(quoted, next(iter(grid.values())).values()), 3)} seem to be of "
        f"{counted(len(grid), word)} under {counted(len(ends), 'condition')} ({listed(map(quoted, ends), 4)}), "
        f"and would be {len(cells)} {word}s"
    )
    kept = sorted(ends, key=lambda end: ("test" not in words_of(end), is_on_training(end)))
    meanings = {f"each column is {_a(word)} of its own": list[str]()}
    for end in kept[:3]:
        others = [columns[other] for columns in grid.values() for other in ends if other != end]
        meanings[f"{quoted(end)} alone is compared"] = others
    # all of them state the same key, so that they can be decided along with others on columns
    ways = [
        Way(meaning, "set", f"scores.ignore={json.dumps([*ignored, *others], ensure_ascii=False)}")
        for meaning, others in meanings.items()
    ]
    yield Doubt(doubt, "ignore", is_open=True, ways=tuple(ways))


def doubts_on_conditions_of(column: str, labels: Sequence[str], word: str) -> Iterator[Doubt]:
    """Yield that the names in a column, of data sets or algorithms, are such under each of several conditions; open.

    `word` is what they name.
    """
    grid = _under_conditions(labels)
    ends = list(next(iter(grid.values()), ()))
    if not ends:
        return
    doubt = (
        f"names such as {listed(map(quoted, next(iter(grid.values())).values()), 3)} seem to be of "
        f"{counted(len(grid), word)}, each under {counted(len(ends), 'condition')}, and would be {len(labels)}"
    )
    ways = [Way(f"each name is {_a(word)} of its own", "set", "scores.where={}")]
    for end in sorted(ends, key=lambda end: ("test" not in words_of(end), is_on_training(end)))[:3]:
        where = json.dumps({column: [names[end] for names in grid.values()]}, ensure_ascii=False)
        ways.append(Way(f"those with {quoted(end)} alone are compared", "set", f"scores.where={where}"))
    yield Doubt(doubt, "where", column, is_open=True, ways=tuple(ways))


def doubts_on_runs_of(column: str, labels: Sequence[str], word: str) -> Iterator[Doubt]:
    """Yield that the names in a column, of data sets or algorithms, number runs, or are statistics of one; open."""
    of_runs = [] if word == "data set" and are_runs_alone(labels) else with_runs_as_columns(labels)
    # numbers without a word may tell data sets of one kind apart
    of_runs = of_runs if word == "algorithm" or any(map(_RUN.search, labels)) else []
    reason = ""
    if of_runs:
        reason = f"seem to be runs of {counted(len(of_runs), word)}, {listed(of_runs, 3)}, and would be {len(labels)}"
    elif word == "data set" and len(labels) > 1 and all(map(_RUN.fullmatch, labels)):
        reason = "seem to be runs or resamples of one data set, which are no data sets of their own"
    elif word == "data set" and len(labels) > 1 and all(map(_STATISTIC.fullmatch, labels)):
        reason = "are named like statistics of one measurement, which are no data sets"
    if reason:
        ways = (Way(f"each name is {_a(word)} of its own", "set", "scores.where={}"),)
        yield Doubt(
            f"names such as {listed(map(quoted, labels[:3]))} {reason}", "where", column, is_open=True, ways=ways
        )


_RUN_WORDS = "seed|fold|run|rep|repeat|repetition|trial|split|cv|boot|bootstrap|resample|bag|shuffle"
_RUN = re.compile(rf"(?:.*[\W_])?(?:{_RUN_WORDS})[\W_]*\d+[\W_]*", re.IGNORECASE)
_RUNS_ALONE = re.compile(rf"(?:(?:{_RUN_WORDS})[\W_]*\d+[\W_]*)+", re.IGNORECASE)


def are_runs_alone(labels: Sequence[str]) -> bool:
    """Return whether each label is the number of a fold, repeat or seed, or of several, and of nothing else.

    >>> are_runs_alone(["Fold1.Rep1", "Fold2.Rep1"]), are_runs_alone(["fold_1_seed_3"]), are_runs_alone(["iris_fold1"])
    (True, True, False)
    """
    return bool(labels) and all(map(_RUNS_ALONE.fullmatch, labels))


_STATISTIC = re.compile(
    r"(?:p|q|percentile[\W_]*)(?:5|10|25|50|75|80|90|95|98|99)(?:\.\d+)?|"
    r"\d+(?:\.\d+)?(?:th|%)|mean|median|min|max|std|avg|average|sd|iqr",
    re.IGNORECASE,
)


def doubts_on_measures_of(column: str, labels: Sequence[str]) -> Iterator[Doubt]:
    """Yield that names in a column of data sets are those of metrics; always open."""
    for label in _measures_among(labels, of_datasets=True):
        doubt = f"{quoted(label)} is named like a metric or a cost, next to the names of data sets; it is read as one"
        yield Doubt(doubt, "where", column, value=label, is_open=True)


def _doubts_on_bests(cells: Sequence[str], scores: FloatArray) -> Iterator[Doubt]:
    """Yield that columns are called the best of others and have one of their numbers in each row."""
    for index, name in enumerate(cells):
        others = np.delete(scores, index, axis=1)
        if {"best", "max"}.isdisjoint(words_of(name)) or not others.shape[1]:
            continue
        if (scores[:, [index]] == others).any(axis=1).all():
            doubt = "called the best of others, and each of its numbers stands in another column too; it is read"
            yield Doubt(doubt, "ignore", name, is_open=True)


def _a(word: str) -> str:
    return f"{'an' if word == 'algorithm' else 'a'} {word}"


def _is_measured(end: str) -> bool:
    return bool(better_of(end)) or is_cost(end)


def _under_conditions(names: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return names by what they are of and the condition that each of these has a name for; {} where they have none.

    >>> _under_conditions(["RF_cold", "RF_hot", "NB_cold", "NB_hot"])["NB"]
    {'cold': 'NB_cold', 'hot': 'NB_hot'}
    >>> _under_conditions(["RF_gini", "RF_entropy", "ET_gini", "ET_entropy"])
    {}
    """
    grids = (
        grid
        for grid in crossed(names)
        if all(_CONDITIONS.issuperset(re.split(r"[\W_]+", end.casefold())) for end in next(iter(grid.values())))
    )
    return next(grids, {})


def crossed(names: Sequence[str]) -> Iterator[dict[str, dict[str, str]]]:
    """Yield names by their beginnings and ends, and the reverse, if each stands with each, two of both at least.

    >>> len(list(crossed(["RF_cold", "NB_hot"]))), len(list(crossed(["GPT-3", "GPT-4", "Yi-3", "Yi-4"])))
    (0, 0)
    """
    for at, place in ((1, -1), (1, 0), (0, 0), (0, -1)):
        grid: dict[str, dict[str, str]] = {}
        for name in names:
            if parts := list(parted(name, at)):
                stem, end = parts[place]
                grid.setdefault(stem, {})[end] = name
        ends = {frozenset(columns) for columns in grid.values()}
        whole = len(ends) == 1 and sum(map(len, grid.values())) == len(names)
        if whole and len(grid) > 1 and len(min(ends)) > 1 and not any(map(str.isdecimal, min(ends))):
            yield {stem: {end: grid[stem][end] for end in next(iter(grid.values()))} for stem in grid}


def _measures_among(names: Sequence[str], *, of_datasets: bool) -> list[str]:
    """Return the names that are those of metrics or costs next to others that are not: several, or at either end.

    No data set is named like a metric or an amount, wherever it stands.

    >>> _measures_among(["iris", "wine", "ECE"], of_datasets=True)
    ['ECE']
    >>> [_measures_among(names, of_datasets=True) for names in (["ant", "energy", "wine"], ["F1", "F2", "F3"])]
    [[], []]
    >>> _measures_among(["MMLU", "ARC", "GSM8K", "Output $/M tokens", "Context"], of_datasets=True)
    ['Output $/M tokens']
    >>> _measures_among(["road", "FPS", "wall", "car", "bus", "sky", "mIoU", "PixelAcc", "Cat. IoU"], of_datasets=True)
    ['FPS', 'mIoU', 'PixelAcc', 'Cat. IoU']
    """
    called = [_is_measure(name, names) for name in names]
    if all(called):
        return []
    front, back = called.index(False), called[::-1].index(False)
    at_ends = {*range(front), *range(len(names) - back, len(names))}
    kept = [
        called[n] and (n in at_ends or (of_datasets and not is_cost(names[n])) or _is_amount(names[n]))
        for n in range(len(names))
    ]
    return [name for name, is_kept in zip(names, kept, strict=True) if is_kept]


# Units that no data set is in, and those that are letters or words of other things too.
_UNIT = r"[\(\[]\s*(?:[µu]s|ms|s|secs?|seconds?|[kmgt]i?b|[mgt]?flops|fps|hz|k?wh|k?j|w|\$|usd|€|\w+/s)\s*[\)\]]\s*$"
_LETTER = r"[\(\[]\s*(?:[kmgbh]|min|mins|hours?|million|billion|[^\s()]+/\w+)\s*[\)\]]\s*$"
_OF_COSTS = frozenset(
    "inference training train test gpu cpu wall clock model peak average avg total mean run ram input output in out "
    "prompt completion cached blended per of tok toks token tokens mtok mtoks m k million thousand request requests "
    "query queries image images sample samples epoch step api usd eur".split()
)
_MOST_OF_SPEED = 3  # words: fps on GPU
# A single sign, before a word or alone in brackets: $k$ is a formula.
_MONEY = re.compile(r"[^$]*(?:[$€£¥](?=\s*[\w/)\]])[^$]*|\b(?:usd|eur|gbp)\b.*)", re.IGNORECASE)
_THROUGHPUT = re.compile(
    r"\b(?:tok|token|image|sample|frame|request|step)s?\s*/\s*(?:s|sec|second|min|h)\b", re.IGNORECASE
)


# What a metric is called that sums up classes or pixels: mIoU, PixelAcc, Cat. IoU.
_AVERAGED = re.compile(
    r"^(?:[miao](?=[A-Z])|(?i:fw|cat|category|class|pixel|mean|avg|overall|macro|micro|weighted)[\W_]*)(?=\w)"
)


def _is_amount(name: str) -> bool:
    """Return whether a name of several words or with a unit is what is paid or needed, and nothing else.

    >>> [_is_amount(name) for name in ("Input price", "$ in", "Cost/1M tok", "Tokens/s", "Memory (GB)", "GPU hours")]
    [True, True, True, True, True, True]
    >>> [_is_amount(name) for name in ("memory", "Energy efficiency", "House prices", "$k$-means", "noise & $")]
    [False, False, False, False, False]
    """
    return _is_cost_of(name) or _has_amount(name)


def _is_speed_alone(name: str) -> bool:
    return is_speed(name) and len(words_of(name)) <= _MOST_OF_SPEED


def _is_cost_of(name: str) -> bool:
    words = [bare for word in words_of(name) if (bare := word.strip("0123456789"))]
    return len(words) > 1 and not COST.isdisjoint(words) and (COST | _OF_COSTS).issuperset(words)


def _has_amount(name: str) -> bool:
    return _has_unit(name) or bool(_MONEY.fullmatch(name) or _THROUGHPUT.search(name))


def _has_unit(name: str) -> bool:
    if re.search(_UNIT, name, re.IGNORECASE):
        return True
    bare = re.sub(_LETTER, "", name, flags=re.IGNORECASE).strip()
    return len(bare) > 1 and bare != name.strip() and _is_measured(bare)


def _is_measure(name: str, others: Sequence[str]) -> bool:
    """Return whether a name is that of a metric or cost alone, and no number of a series such as F1, F2, F3.

    A unit is that of a cost, unless many have one, as all of a suite of data sets may.
    """
    if _is_cost_of(name) or any(
        has(name) and 3 * sum(map(has, others)) <= len(others) for has in (_has_amount, _is_speed_alone)
    ):
        return True
    name = re.sub(r"\s*[(\[][^()\[\]]*[)\]]\s*$", "", name)  # params (M)
    name = _AVERAGED.sub("", name)
    words = words_of(name)
    if words[-1:] == ["speed"] and _OF_COSTS.issuperset(words[:-1]):
        return True
    if not words or ANY_SCORE.issuperset(words) or not is_plain_metric(name):
        return False
    if better_of(name) is None and COST.isdisjoint(words):  # a letter that is a unit may be a name
        return False
    stem = name.rstrip("0123456789")
    return stem == name or not any(other != name and other.rstrip("0123456789") == stem for other in others)


def _doubts_on_rows(table: Table, key: str, *, of_rows: bool) -> Iterator[Doubt]:
    """Yield that rows are called as what is measured, those at the end or those of each data set."""
    column = table.columns[key]
    if column.is_numeric or not column.is_unique or len(column.codes) != table.rows:
        return
    labels = [column.labels[code] for code in column.codes.tolist()]
    word = "algorithm" if of_rows else "data set"
    for label in _measures_among(labels, of_datasets=not of_rows):
        file, row = table.place_of(labels.index(label))
        doubt = f"row {quoted(label)}: named like a metric or a cost, next to the names of {word}s; it is read as one"
        yield Doubt(doubt, "where", key, file, row, label, is_open=True)
    yield from doubts_on_conditions_of(key, labels, word)
    yield from doubts_on_runs_of(key, labels, word)
    of_measures = (grid for grid in crossed(labels) if sum(map(_is_measured, next(iter(grid.values())))) > 1)
    if grid := next(of_measures, None):
        ends = list(next(iter(grid.values())))
        doubt = f"each {word} has rows of several measures, {listed(map(quoted, ends), 3)}, which are read as {word}s"
        ways = [Way(f"each row is {_a(word)}", "set", "scores.layout=wide")]
        for end in ends[:3]:
            where = json.dumps({key: [rows[end] for rows in grid.values()]}, ensure_ascii=False)
            ways.append(Way(f"the rows of {quoted(end)} alone are compared", "set", f"scores.where={where}"))
        yield Doubt(doubt, "where", key, is_open=True, ways=tuple(ways))
