"""Columns that say how a run ended: a run that failed is no result of its number."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import better_of, is_time, words_of
from rankpress.core.doubts import Doubt, Way
from rankpress.core.scores import BoolArray
from rankpress.init.vocabulary import FAILURES, is_metric_name, is_setting, numbered_role
from rankpress.sources.numerals import speaks_of_time
from rankpress.wording.strings import counted, listed, quoted

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better
    from rankpress.init.table import Column, Table

_ENDED = frozenset(
    "ok okay success successful successfully succeeded finished finish done complete completed solved true yes y pass "
    "passed converged optimal optimum feasible sat unsat satisfiable unsatisfiable valid found good normal "
    "final verified reproduced confirmed official".split()
)
# What a run is called that is not to be compared, though it has a number: it is not over, or something is wrong.
_EXCLUDED = frozenset(
    "running pending queued partial preliminary interim draft outlier outliers excluded exclude discarded discard "
    "skipped skip ignored ignore flagged suspicious suspect debug debugging dryrun smoke contaminated contamination "
    "leaked leak leakage leaky deprecated superseded retracted withdrawn disqualified corrupt corrupted stale "
    "bad estimated estimate extrapolated projected imputed unverified unofficial selfreported".split()
)
_ASSURED = frozenset("verified reproduced confirmed official trusted reviewed valid".split())
_FAILED = (
    FAILURES
    | _EXCLUDED
    | frozenset(
        "false no not n timeout timedout timeouted timelimit out oom memout memory limit error errors err exception "
        "fail failed failure failing crash crashed killed kill abort aborted diverged unknown unsolved infeasible "
        "invalid incomplete interrupted cancelled canceled pruned stopped maxiter exceeded signal segfault sigkill "
        "traceback unsupported nan inf none unsuccessful unfinished nonconverged broken lost".split()
    )
)
# What a problem may be, so that the run that says so solved it; where others found a solution it is a failure.
_ANSWERS = frozenset("infeasible unbounded".split())
# Words of the names of columns of 0 and 1, or of codes: of those 1 is good, and of these 0.
_GOOD_IF_SET = _ASSURED | frozenset(
    "solved found success succeeded converged feasible valid ok done completed finished ended reached".split()
)
_GOOD_IF_ZERO = _EXCLUDED | frozenset(
    "exit exitcode exitstatus code returncode retcode rc error err errors fail failed failure timeout timedout crashed "
    "crash killed aborted status oom ret return".split()
)
_TRUTHS = frozenset("true false yes no y n t f pass fail".split())
# What names a failure that is over, or none: the number next to it is that of a run which ended.
_AGAIN = r"(?:re-?(?:run|ran|tried|started|sumed|peated|covered)|fixed|resolved)"
_MENDED = re.compile(
    rf"{_AGAIN}|.*\b{_AGAIN}\b.*\b(?:after|following|since|due)\b.*"
    r"|(?:no|without|0)\s+(?:error|failure|crash|exception|timeout|issue|problem|warning)(?:s|es)?",
    re.IGNORECASE,
)
# More kinds of ends than this are none; remarks, which some rows have, may be more.
_MOST_ENDS = 12
_MOST_REMARKS = 60
_LEAST_FAILED = 2
# How far the mean place of failed runs among those of a data set or algorithm, from 0 to 1, is from that of others.
_EXTREME = 0.35


@dataclass(frozen=True)
class Outcome:
    """A column that says how runs ended, and which of its values say that they failed."""

    column: str
    ended: tuple[str, ...]  # the values of runs that came to a result
    failed: BoolArray  # by row
    why: str


def find_outcomes(table: Table, names: Sequence[str], measure: str, free: Iterable[str]) -> list[Outcome]:
    """Return the columns that say how runs ended, of those that nothing else is known of.

    `names` are the columns of data set and algorithm, `measure` a column of scores.
    """
    if not measure:
        return []
    outcomes = (_outcome(table, table.columns[name], names, measure) for name in free if name != measure)
    return [outcome for outcome in outcomes if outcome is not None and outcome.failed.any()]


def is_outcome_text(column: Column) -> bool:
    """Return whether the cells of a column of text say how runs ended, whatever its name."""
    labels = [label for label in column.labels if label]
    if column.is_numeric or not labels or len(labels) > _MOST_ENDS:
        return False
    kinds = [_kind(label) for label in labels]
    return -1 in kinds and len(labels) > 1 and (1 in kinds and 0 not in kinds) and not _are_truths(labels)


def says_failed(cell: str) -> bool:
    """Return whether a cell without a number says that a run failed, and not only that there is no result.

    >>> says_failed("OOM"), says_failed("crashed (CUDA)"), says_failed("missing"), says_failed("see text")
    (True, True, False, False)
    """
    return cell.casefold() != "missing" and _kind(cell) == -1


def _kind(label: str) -> int:
    """Return 1 for a text that says that a run ended well, -1 for one that it failed, and 0 for another."""
    if _MENDED.fullmatch(label.strip()):
        return 1
    every = words_of(label)
    # the n of n_jobs says nothing, that of a whole cell no
    words = {"".join(every), *(word for word in every if len(word) > 1)}
    if not _FAILED.isdisjoint(words) or any(word.endswith(("error", "exception")) for word in words):
        return -1
    return int(not _ENDED.isdisjoint(words))


def _are_truths(labels: Iterable[str]) -> bool:
    return {label.casefold() for label in labels} <= _TRUTHS


def _outcome(table: Table, column: Column, names: Sequence[str], measure: str) -> Outcome | None:
    if len(column.codes) != table.rows or is_metric_name(column.name) or numbered_role(column.name):
        return None
    labels = [label for label in column.labels if label]
    if not labels or (column.distinct < 2 and column.is_full):
        return None
    if column.is_numeric:
        return _of_flags(table, column, names, measure)
    if len(labels) > (_MOST_ENDS if column.is_full else _MOST_REMARKS):
        is_error = not column.is_full and _are_errors(column, list(map(_kind, labels)))
        return _made(column, (), "messages in some rows alone") if is_error else None
    if column.distinct < 2 and not _is_message(column, labels[0]):
        return None
    if _are_truths(labels):
        return _of_truths(table, column, names, measure)
    kinds = {label: _kind(label) for label in labels}
    kinds |= dict.fromkeys(_answers(table, column, kinds, names[0]), 1)
    if -1 in kinds.values() and (1 in kinds.values() or not column.is_full):
        others_failed = _are_errors(column, list(kinds.values()))
        ended = tuple(label for label, kind in kinds.items() if kind > 0 or (kind == 0 and not others_failed))
        return _made(column, ended, "its words")
    if len(labels) > _MOST_ENDS:
        return None
    if _tells_rows_apart(table, column.name, names):
        return None
    odd = {label: why for label in labels if (why := _effect(table, column.where([label]), names, measure, True))}
    if odd and len(odd) < len(labels):
        ended = tuple(label for label in labels if label not in odd)
        return _made(column, ended, next(iter(odd.values())))
    return None


def _answers(table: Table, column: Column, kinds: Mapping[str, int], dataset: str) -> list[str]:
    """Return the labels that may be an answer of a solver and are one: no run on the same data set found another."""
    owner = table.columns[dataset]

    def on(labels: Sequence[str]) -> set[int]:
        rows = column.where(labels)[: len(owner.codes)]
        return set(owner.codes[: len(rows)][rows].tolist())

    ended = on([label for label, kind in kinds.items() if kind > 0])
    return [label for label in kinds if not _ANSWERS.isdisjoint(words_of(label)) and ended.isdisjoint(on([label]))]


def _are_errors(column: Column, kinds: Sequence[int]) -> bool:
    """Return whether all that a column says are failures, as its name and most of its texts do."""
    return 2 * kinds.count(-1) > len(kinds) and not {"error", "exception"}.isdisjoint(words_of(column.name))


def _is_message(column: Column, label: str) -> bool:
    """Return whether the only text of a column, in few rows or below the name of errors, is what failed runs say."""
    is_rare = float((~column.where([""])).mean()) < 0.5
    return _kind(label) == -1 and (is_rare or not {"error", "exception"}.isdisjoint(words_of(column.name)))


def _made(column: Column, ended: tuple[str, ...], why: str) -> Outcome:
    """Return the outcome by the values of runs that ended; an empty cell says of no failure."""
    silent = () if column.is_full or "" in ended else ("",)
    return Outcome(column.name, (*silent, *ended), ~column.where((*silent, *ended)), why)


def _tells_rows_apart(table: Table, name: str, names: Sequence[str]) -> bool:
    """Return whether a column describes data sets or algorithms, or most cells have a row of several of its values."""
    if any(table.follows(name, owner) for owner in names):
        return True
    cells = table.combinations(*names)
    return table.combinations(*names, name) >= min(1.8, 0.9 * table.distinct(name)) * cells


def _of_truths(table: Table, column: Column, names: Sequence[str], measure: str) -> Outcome | None:
    words = set(words_of(column.name))
    if words.isdisjoint(_EXCLUDED | _ASSURED) and (
        _tells_rows_apart(table, column.name, names) or is_setting(column.name)
    ):
        return None
    good = [label for label in column.labels if label.casefold() in ("true", "yes", "y", "t", "pass")]
    if words & _GOOD_IF_ZERO and not words & _GOOD_IF_SET:  # timed_out: true
        good = [label for label in column.labels if label and label not in good]
        return _made(column, tuple(good), "its name")
    failed = column.where([label for label in column.labels if label not in good])
    if words & _GOOD_IF_SET or _effect(table, failed, names, measure):
        return _made(column, tuple(good), "its words")
    return None


def _of_flags(table: Table, column: Column, names: Sequence[str], measure: str) -> Outcome | None:
    """Return the outcome that a column of 0 and 1, or of codes of which 0 is usual, says."""
    words, labels = set(words_of(column.name)), [label for label in column.labels if label]
    called = bool(words & (_GOOD_IF_SET | _GOOD_IF_ZERO))
    if not column.is_integral or column.distinct > _MOST_ENDS or (better_of(column.name) and not called):
        return None
    zero = [label for label in labels if float(label) == 0]
    is_excluded = not words.isdisjoint(_EXCLUDED) and column.is_zero_or_one
    if not zero or (not is_excluded and (_tells_rows_apart(table, column.name, names) or is_setting(column.name))):
        return None
    others = tuple(label for label in labels if label not in zero)
    if words & _GOOD_IF_SET and column.is_zero_or_one:
        return _made(column, others, "its name")
    if words & _GOOD_IF_ZERO:
        return _made(column, tuple(zero), "its name")
    is_code = any(abs(float(label)) > 1 for label in others)
    for failed, ended in ((others, zero), *(() if is_code else ((zero, others),))):
        if why := _effect(table, column.where(failed), names, measure):
            return _made(column, tuple(ended), why)
    return None


def _effect(table: Table, failed: BoolArray, names: Sequence[str], measure: str, strong: bool = False) -> str:
    """Return what the scores of some rows have that failed runs have; strong: leave out that they are extreme."""
    scores = table.columns[measure].numbers
    n = min(len(scores), len(failed))
    scores, failed = scores[:n], failed[:n]
    if failed.sum() < _LEAST_FAILED or (~failed).sum() < _LEAST_FAILED or failed.mean() > 0.6:
        return ""
    there = np.isfinite(scores)
    if there[failed].mean() < 0.1 and there[~failed].mean() > 0.9:
        return "their scores are missing"
    own, rest = scores[failed & there], scores[~failed & there]
    if len(own) >= _LEAST_FAILED and len(np.unique(own)) == 1 and len(np.unique(rest)) > 2:
        at_end = own[0] <= rest.min() or own[0] >= rest.max() or own[0] == 0
        if at_end:
            return f"their scores are all {own[0]:g}"
    if strong or len(own) < 3:
        return ""
    places = [_places(scores, table.columns[name].codes[:n]) for name in names]
    far = max(abs(float(np.nanmean(place[failed])) - float(np.nanmean(place[~failed]))) for place in places)
    return "their scores are extreme" if far > _EXTREME else ""


def _places(scores: np.ndarray, group: np.ndarray) -> np.ndarray:
    """Return the place of each score among those of its group, from 0 to 1."""
    order = np.lexsort((scores, group))
    counts = np.bincount(group)
    first = np.concatenate([[0], np.cumsum(counts)[:-1]])
    place = np.empty(len(scores))
    place[order] = (np.arange(len(scores)) - first[group[order]]) / np.maximum(counts[group[order]] - 1, 1)
    place[~np.isfinite(scores)] = np.nan
    return place


def solved_within(table: Table, outcome: Outcome, measure: str, metrics: Mapping[str, Better]) -> Iterator[Way]:
    """Yield that failed runs are unsolved within a limit, where a column says so of times."""
    if not is_time(measure) or not all(outcome.ended):
        return
    ok = ", ".join(json.dumps(label, ensure_ascii=False) for label in outcome.ended)
    column = json.dumps(outcome.column, ensure_ascii=False)
    limit = f"{_limit_of(table, outcome, measure):.10g}"
    value = f"scores.censored={{column: {column}, ok: [{ok}], limit: {limit}}}"
    further = ["scores.where={}", "scores.missing=error"]
    if metrics != {measure: "lower"}:
        further.append(f"scores.metrics=[{{name: {json.dumps(measure, ensure_ascii=False)}, better: lower}}]")
    compared = "" if measure in metrics else f"{measure} is compared, and "
    meaning = f"{compared}failed runs are unsolved within a limit of {limit}"
    yield Way(meaning, "set", value, tuple(("set", key) for key in further))


def _limit_of(table: Table, outcome: Outcome, measure: str) -> float:
    """Return the limit of the runs: the least time of a failed run that none that ended exceeds, else the longest."""
    times = table.columns[measure].numbers
    n = min(len(times), len(outcome.failed))
    times, failed = times[:n], outcome.failed[:n]
    longest = float(np.nanmax(times[~failed], initial=0.0))
    stopped = times[failed & np.isfinite(times) & (times >= longest)]
    if not len(stopped):
        return float(np.nanmax(times, initial=0.0))
    # clocks run on for a moment: of 5000.03 the limit is 5000
    least = float(stopped.min())
    unit = 10.0 ** (math.floor(math.log10(least)) - 1) if least > 0 else 1.0
    rounded = math.floor(least / unit) * unit
    return rounded if rounded >= max(longest, 0.98 * least) else least


def doubt_of(
    table: Table,
    outcome: Outcome,
    pair: tuple[str, str],
    measures: Sequence[str],
    single_runs: Mapping[str, Better] | None = None,
    *,
    averages: bool = False,
    is_chosen: bool = False,
) -> Doubt:
    """Return what a column says of runs that failed, of whom they are, and what is done with them.

    `pair` names the columns of data sets and algorithms, `measures` that of the scores and those of times, which may
    be compared in their place where time ran out; `single_runs` has the metrics, where there is one run of an algorithm
    on a data set and one column of outcomes; where a score is a mean over runs, it `averages`, and where it is that of
    the best of several settings, it `is_chosen`.
    """
    algorithm, measure = pair[1], measures[0]
    solved, of_time = tuple[Way, ...](), tuple[Way, ...]()
    if single_runs is not None:
        solved = tuple(solved_within(table, outcome, measure, single_runs))
        limited = {label for label in table.columns[outcome.column].labels if speaks_of_time(label)} - {*outcome.ended}
        further = measures[1:2] if limited and not solved else ()
        of_time = tuple(way for time in further for way in solved_within(table, outcome, time, single_runs))
    column, owner = table.columns[outcome.column], table.columns[algorithm]
    n = min(len(column.codes), len(owner.codes))
    failed = outcome.failed[:n]
    values = [quoted(label) if label else "no text" for label in column.labels if label not in outcome.ended]
    counts = np.bincount(owner.codes[:n][failed], minlength=len(owner.labels))
    total = np.bincount(owner.codes[:n], minlength=len(owner.labels))
    whose = [f"{counts[code]} of {total[code]} of {owner.labels[code]}" for code in np.argsort(-counts) if counts[code]]
    doubt = f"{int(failed.sum()):,} of {counted(n, 'run')} failed by it ({listed(values, 3)}): {listed(whose, 3)}"
    if "" in outcome.ended and (remarks := [quoted(label) for label in outcome.ended if label]):
        doubt += f"; rows with {listed(remarks, 3)} or without a remark are read"
    if have_scores(table, outcome, measure):
        doubt += (
            f"; a failed run is no result of its {measure}, so that its rows are not read (where), and where none is "
            "left the algorithm is the worst (missing)"
        )
        if lost := [owner.labels[code] for code in np.flatnonzero((counts == total) & (total > 0))]:
            doubt += f"; none is left of {listed(lost, 3)}"
        ways = (
            *solved,
            *(_WITHOUT_CHOICE if is_chosen else _without_failed(table, outcome, pair, averages=averages)),
            Way(
                "their numbers count as those of other runs",
                "set",
                "scores.where={}",
                (("set", "scores.missing=error"),),
            ),
            *of_time,
        )
        return Doubt(doubt, "missing", outcome.column, is_open=True, ways=ways)
    return Doubt(f"{doubt}; they have no {measure}", "missing", outcome.column, is_open=bool(solved), ways=solved)


# A run of which one setting failed has others to choose from.
_WITHOUT_CHOICE = (
    Way("an algorithm is the worst where all settings of a run of it failed", "set", "scores.missing=worst-rank"),
    Way("data sets where all settings of a run failed are omitted", "set", "scores.missing=drop-datasets"),
)


def _without_failed(table: Table, outcome: Outcome, pair: tuple[str, str], *, averages: bool) -> Iterator[Way]:
    """Yield what may be done where runs failed: of those that are averaged, others of the same cell may be left."""
    codes = np.column_stack([table.columns[name].codes for name in pair])[: len(outcome.failed)]
    failed = outcome.failed[: len(codes)]
    _, cell = np.unique(codes, axis=0, return_inverse=True)
    cell = cell.reshape(-1)
    in_part = np.bincount(cell, weights=failed) % np.bincount(cell) > 0
    whole = (("set", "scores.runs=complete"),) if averages and in_part.any() else ()
    yield Way("an algorithm is the worst where a run of it failed", "set", "scores.missing=worst-rank", whole)
    yield Way("data sets with a failed run are omitted", "set", "scores.missing=drop-datasets", whole)
    if whole:
        all_failed = np.bincount(cell, weights=failed) == np.bincount(cell)
        policy, worst = ("worst-rank", ", and the worst where all did") if all_failed.any() else ("error", "")
        meaning = f"scores are means over the runs that did not fail{worst}"
        yield Way(meaning, "set", f"scores.missing={policy}", (("set", "scores.runs=available"),))


def doubts_next_to_scores(table: Table, cells: Sequence[str], ignored: Sequence[str]) -> Iterator[Doubt]:
    """Yield that columns of a wide table say that runs failed whose numbers stand in the columns of their algorithms.

    Such a column shares words of its name with that of the numbers: Zeta time, Zeta result.
    """
    common = set.intersection(*(set(words_of(cell)) for cell in cells)) if cells else set()
    failed = dict[str, str]()
    for name in ignored:
        column = table.columns[name]
        owned = [cell for cell in cells if (set(words_of(cell)) - common) & set(words_of(name))]
        if len(owned) != 1 or not (is_outcome_text(column) or _all_failed(column)):
            continue
        labels = [label for label in column.labels if label and _kind(label) == -1]
        rows = column.where(labels)
        n = int(np.isfinite(table.columns[owned[0]].only(rows).numbers).sum())
        if n:
            failed[name] = (
                f"{n} of {len(rows)} of {quoted(owned[0])} by {quoted(name)} ({listed(map(quoted, labels), 3)})"
            )
    if failed:
        doubt = (
            f"runs failed that have numbers: {listed(list(failed.values()), 3)}; a failed run is no result of its "
            "number: empty the cells of those numbers and set scores.missing, or let them count"
        )
        names = json.dumps(list(ignored), ensure_ascii=False)
        ways = (Way("the numbers of failed runs count as those of other runs", "set", f"scores.ignore={names}"),)
        yield Doubt(doubt, "ignore", next(iter(failed)), is_open=True, ways=ways)


def _all_failed(column: Column) -> bool:
    labels = [label for label in column.labels if label]
    return not column.is_numeric and 0 < len(labels) <= _MOST_ENDS and all(_kind(label) == -1 for label in labels)


def have_scores(table: Table, outcome: Outcome, measure: str) -> bool:
    """Return whether failed runs have scores, which are not to be read."""
    scores = table.columns[measure].numbers
    n = min(len(scores), len(outcome.failed))
    return bool(np.isfinite(scores[:n][outcome.failed[:n]]).any())
