"""Columns of a long table that hold its scores and costs, and those that could and are not taken."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import better_of, is_any_score, is_cost, is_rate, is_speed, way_of, words_of
from rankpress.core.doubts import Doubt, Way
from rankpress.core.faults import Fault, FaultsFound
from rankpress.init.definitions import definition_in
from rankpress.init.descriptions import stated_by
from rankpress.init.directions import Direction, direction_of
from rankpress.init.sentences import metric_of_title, says_way, way_of_title
from rankpress.init.stated import Stated, direction_in_comments, leaves_open, stated_direction
from rankpress.init.table import MOST_EMPTY, Column, Table
from rankpress.init.vocabulary import (
    EXTREMES,
    MEANS,
    MOST_METRICS,
    SPREAD,
    UNKNOWN,
    is_example,
    is_extreme,
    is_metric_name,
    is_neither,
    is_on_tests,
    is_on_training,
    is_version,
    role_of,
    statistic_of,
)
from rankpress.sources.conventions import measured_in
from rankpress.wording.strings import counted, listed, quoted

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better


class WithoutScores(FaultsFound):
    """Report that no column of a table holds scores."""


@dataclass(frozen=True)
class Selection:
    """The rows of one metric, or of metrics that agree, where a column names the metric of each row."""

    metric: str = ""  # what decides the direction
    others: tuple[str, ...] = ()  # further ones whose rows are read too, each on data sets of its own
    where: dict[str, tuple[str, ...]] = field(default_factory=dict)  # by column the values whose rows are read
    column: str = ""  # the column of metrics
    doubts: tuple[Doubt, ...] = ()

    @property
    def is_on_one_scale(self) -> bool:
        """Whether the numbers of all data sets are of one metric, or all of shares."""
        return not self.others or all(map(is_rate, (self.metric, *self.others)))


def select_metric(table: Table, naming: Sequence[str], requested: str = "") -> Selection:
    """Return which rows are read where a column names the metric of each: those of the requested one, if it does.

    `naming` are the columns of names.
    """
    naming_column = next(filter(None, (_metrics_in(table, name) for name in table.columns)), None)
    if naming_column is None:
        return Selection()
    name, labels = naming_column
    labels = sorted(labels, key=lambda label: (way_of(label) is None, is_on_training(label)))
    first = labels[0]
    first = requested if requested in labels else first
    if len(labels) == 1:
        return Selection(first, column=name)
    wholes = [other for other in naming if other != name and table.distinct(other) > len(labels)]
    owner = next((other for other in wholes if table.follows(name, other)), None)
    if owner is None:
        rest = [label for label in labels if label != first]
        return Selection(first, where={name: (first,)}, column=name, doubts=(_others_left(name, first, rest),))
    return _of_owners(table, name, labels, owner)


def _metrics_in(table: Table, name: str) -> tuple[str, list[str]] | None:
    """Return a column and the metrics that its cells name, if they do."""
    column = table.columns[name]
    labels = list(column.labels)
    if not column.is_full or column.is_numeric or len(labels) > MOST_METRICS:
        return None
    metrics = [label for label in labels if better_of(label)]
    called = is_metric_name(name) or not {"metric", "scoring", "measure"}.isdisjoint(words_of(name))
    if " / " in name and not metrics:  # the corner of two rows of names says what these are
        return None
    alike = len(labels) > 1 and len(metrics) == len(labels) and name not in table.parts
    # losses that are compared: what they were measured in has a column that says so
    alike = alike and not (role_of(name) == "algorithm" and _named_scores(table))
    return (name, labels) if alike or (called and (metrics or is_metric_name(name))) else None


def _named_scores(table: Table) -> list[str]:
    return [other for other in table.readable if better_of(other) and not is_any_score(other)]


def _others_left(name: str, read: str, others: Sequence[str]) -> Doubt:
    ways = tuple(Way(f"the rows of {label} are compared", "metric", label) for label in (read, *others[:3]))
    text = f"the rows of one metric; the others are {listed(others)}"
    # of several versions nothing says which is meant
    return Doubt(text, "where", name, is_open=any(map(is_version, (read, *others))), ways=ways)


_FEWEST_ALGORITHMS = 3  # columns of numbers of unknown names, from which on these may be of algorithms


def _of_owners(table: Table, name: str, labels: Sequence[str], owner: str) -> Selection:
    """Return what is read where each data set has a metric of its own."""
    scores = _named_scores(table)
    unknown = [other for other in table.readable if not (way_of(other) or role_of(other))]
    # of a wide table an algorithm may be called as a metric is: MapLight
    scores = scores if len(unknown) < _FEWEST_ALGORITHMS else []
    ways = {label: way_of(label) for label in labels}
    text = f"each {owner} has a metric of its own ({listed(labels)})"
    if scores or len({*ways.values()}) == 1:
        text += "; all are read, as ranks compare within a data set"
        doubt = Doubt(
            f"{text}{'' if all(map(is_rate, labels)) else '; means over data sets mix them'}", "metrics", name
        )
        chosen = labels[0] if not scores else next((label for label in labels if ways[label] == way_of(scores[0])), "")
        others = tuple(label for label in labels if label != chosen)
        return Selection(chosen, others, column=name, doubts=(doubt,))
    groups: dict[Better | None, list[str]] = {}
    for label, way in ways.items():
        groups.setdefault(way, []).append(label)
    column = table.columns[name]

    def n_owners(some: Sequence[str]) -> int:
        return len(np.unique(table.columns[owner].codes[column.where(some)]))

    kept = max((group for way, group in groups.items() if way), key=n_owners)
    left = [label for label in labels if label not in kept]
    text += (
        f", and their better directions differ: {listed(kept)} on {n_owners(kept)} of {table.distinct(owner)} are "
        f"read, {listed(left)} on {n_owners(left)} are omitted"
    )
    ways_out = tuple(
        Way(
            f"{listed(some)} alone",
            "set",
            f"scores.where={json.dumps({name: some}, ensure_ascii=False)}",
            (("better", str(better)),),
        )
        for some, better in ((kept, ways[kept[0]]), (left, _other(ways[kept[0]])))
    )
    doubt = Doubt(text, "where", name, is_open=True, ways=ways_out)
    return Selection(kept[0], tuple(kept[1:]), {name: tuple(kept)}, name, (doubt,))


def _other(better: Better | None) -> Better:
    return "higher" if better == "lower" else "lower"


def find_metrics(
    table: Table,
    free: Sequence[str],
    costs: Sequence[str],
    doubts: list[Doubt],
    place: str,
    metric: str = "",
    requested: str = "",
) -> dict[str, Better]:
    """Columns named like metrics; failing that any number, the first cost, or the only numbers under another name.

    `metric` is what a column of metrics names: then one column has its values, the first. `requested` is the metric
    that the user names.
    """
    free = [name for name in free if not table.lacks(name)]
    others = [name for name in free if name not in costs]
    if table.better:
        there = {name: better for name, better in table.better.items() if name in table.columns}
        return _nearly_whole(table, there) or _fullest(table, doubts)
    names = _scores_among(table, others) or list(costs[:1]) or _only_numbers(table, others, requested, doubts)
    if not names:
        raise WithoutScores([_without_scores(table, others, place)])
    read = names[:1] if metric else names
    stated, comments = stated_direction(table), direction_in_comments(table)
    directions = {
        name: _direction_of_ranks(table.columns[name])
        if _is_rank(name)
        else direction_of(
            table.columns[name],
            metric or measured_in(table.unit_of([name])),
            table.files_at(place),
            stated_by(table.described, metric if metric and is_any_score(name) else name)
            or _stated_of(name, stated, comments, len(read)),
        )
        for name in read
    }
    # whole numbers of no known name next to costs may be what a run used or where it ran, and the cost what is compared
    directions = {
        name: replace(way, is_open=True)
        if costs and way.doubt and not better_of(name) and not _is_rank(name) and table.columns[name].is_integral
        else way
        for name, way in directions.items()
    }
    # an error next to a mean says how far it varies, and not which direction of it is better
    if leaves_open(table) or any(better_of(name) and _is_half_width(table, name) for name in others):
        directions = {
            name: replace(way, is_open=way.is_open or way.doubt == UNKNOWN) for name, way in directions.items()
        }
    compared = [Way(f"{quoted(name)} is compared", "metric", name) for name in costs[:2] if name not in read]
    squared = _squared_distances(table, directions)
    doubts += [
        replace(each, ways=(*each.ways, *squared, *compared)) if each.is_open else each
        for each in directions_in_doubt(directions)
    ]
    return {name: way.better for name, way in directions.items()}


def _squared_distances(table: Table, directions: Mapping[str, Direction]) -> list[Way]:
    """Return the way in which the squared distance of the only score from its best value is compared.

    Rows of one data set and algorithm would be summed before, so that there is none where a column numbers some.
    """
    [(name, way), *more] = directions.items()
    if (
        more
        or not way.ideal
        or any(role_of(other) in ("repeat", "fold") or is_example(other) for other in table.columns)
    ):
        return []
    metric = {
        "name": f"squared distance of {name} from {way.ideal}",
        "better": "lower",
        "from": {"x": name},
        "expression": f"(x - {way.ideal})*(x - {way.ideal})",
    }
    meaning = f"the squared distance from {way.ideal} is compared"
    return [Way(meaning, "set", f"scores.metrics={json.dumps([metric], ensure_ascii=False)}")]


def _stated_of(name: str, column: Stated | None, comments: Stated | None, n_scores: int) -> Stated | None:
    """Return what states the direction of a score: of several, a column speaks for those whose names do not."""
    says = way_of(name) is not None
    if column is not None:
        return None if n_scores > 1 and says else column
    if not says or is_any_score(name) or comments is None:
        return comments
    # in words, and of this score or of all
    own = {*words_of(name)}
    lines = [line for line in comments.values if says_way(line) and {*words_of(metric_of_title(line))} <= own]
    lines += [line for line in comments.values if (of := definition_in(line)) and {*words_of(of.name)} == own]
    ways = {way_of_title(line) for line in lines}
    return Stated("", ways.pop(), tuple(lines)) if n_scores == len(ways) == 1 else None


def directions_in_doubt(directions: Mapping[str, Direction]) -> list[Doubt]:
    """Return what is not certain of the directions of metrics, with the ways where the answer depends on it.

    A direction that a user states is that of all metrics, so that one of several is compared alone then.
    """
    sure = [name for name, way in directions.items() if not way.is_open]
    doubts = []
    for name, way in directions.items():
        ways = ways_of(way.better) if way.is_open else ()
        if len(directions) > 1 and ways:
            ways = tuple(
                Way(f"{quoted(name)} is compared, {each.meaning}", "metric", name, each.options) for each in ways
            )
            ways += tuple(Way(f"{quoted(other)} is compared", "metric", other) for other in sure[:1])
        if way.doubt:
            doubts.append(Doubt(way.doubt, name, name, is_open=way.is_open, ways=ways))
    return doubts


_OF_RANKS = Direction(
    "lower", "a rank by its name, of which 1 is the best; lower is assumed (otherwise add --better higher)"
)


_NO_RANKS = Direction(
    "lower",
    "a rank by its name, though not by its values; lower is assumed (otherwise add --better higher)",
    is_open=True,
)


def _direction_of_ranks(column: Column) -> Direction:
    """Return that the lowest rank is the best, open where the values are no ranks: below 1, or between two places.

    Ties are at halves; means of ranks are any numbers from 1 on.
    """
    numbers = column.numbers[np.isfinite(column.numbers)]
    are_places = bool(np.all(2 * numbers % 1 == 0)) or not MEANS.isdisjoint(words_of(column.name))
    return _OF_RANKS if are_places and bool(np.all(numbers >= 1)) else _NO_RANKS


_RANKS = frozenset("rank ranks ranking place placement placing position rang platz".split())


def _is_rank(name: str) -> bool:
    return better_of(name) is None and not _RANKS.isdisjoint(words_of(name))


def ways_of(better: Better) -> tuple[Way, ...]:
    """Return the two directions of a metric, the one that was taken first."""
    return tuple(Way(f"{way} is better", "better", way) for way in (better, _other(better)))


def _scores_among(table: Table, others: Sequence[str]) -> list[str]:
    """Return the columns that are scores: those of known metrics, failing that numbers that may be of any."""
    others = [name for name in others if not (_is_spread(name, others) or _is_half_width(table, name))]
    of_metrics = [name for name in others if better_of(name) and not is_neither(name)]
    of_metrics = [name for name in of_metrics if not is_extreme(name)] or of_metrics
    of_metrics = [name for name in of_metrics if not is_speed(name)] or of_metrics  # how fast it went, next to how well
    if of_metrics:
        return _of_tests(table, of_metrics)
    unknown = [name for name in others if not is_neither(name) and not is_example(name) and table.distinct(name) > 1]
    # where some are fractions, whole numbers are settings and counts
    return [name for name in unknown if not table.columns[name].is_whole] or unknown


def _is_spread(name: str, others: Sequence[str]) -> bool:
    """Return whether a name is that of another score with a word of how far it varies: Score Error (99.9%), acc_ci."""
    for other in others:
        if statistic_of(name, other) == "spread":
            return True
        ends = [name.removeprefix(other), name.removesuffix(other)] if other != name else []
        words = next((words_of(end) for end in ends if end != name and re.match(r"[\W_]|.*[\W_]$", end)), [])
        if words and not _OF_SPREADS.isdisjoint(words):
            return True
    return False


_OF_SPREADS = SPREAD | EXTREMES | {"error", "err", "margin", "half", "halfwidth"}


def are_of_runs(table: Table, name: str) -> bool:
    """Return whether a column has the numbers of runs that the means in another one are of: accuracy_count."""
    column = table.columns[name]
    others = [other for other in table.numeric if other != name] if column.is_integral else []
    return any(statistic_of(name, other) == "count" for other in others)


def _is_half_width(table: Table, name: str) -> bool:
    """Return whether a column says no more than how far numbers vary, behind a score of any kind: Score, Error."""
    columns = list(table.columns)
    before = columns[: columns.index(name)][-1:]
    scores = [each for each in before if is_any_score(each) or is_speed(each)]
    means = {each: {*words_of(re.sub(r"[(\[][^)\]]*[)\]]", "", each))} for each in columns if each != name}
    scores += [each for each, words in means.items() if words and words <= MEANS]
    return any(each in table.numeric and _has_half_width(table, each, name) for each in scores)


def _has_half_width(table: Table, score: str, name: str) -> bool:
    """Return whether a column has the half widths of a score, in its unit, by its name and numbers."""
    words = {word for word in words_of(name) if not word.isdecimal()}
    is_width = words <= _HALF_WIDTHS | {*words_of(score)} and (bool(words & _HALF_WIDTHS) or "±" in name)
    units = {table.unit_of([each]) for each in (score, name)} - {""}
    if not is_width or len(units) > 1:
        return False
    scores, widths = (table.columns[each].numbers for each in (score, name))
    n = min(len(scores), len(widths))
    there = np.isfinite(scores[:n]) & np.isfinite(widths[:n])
    return bool(np.all(widths[:n][there] >= 0) and np.mean(widths[:n][there] <= np.abs(scores[:n][there])) >= _MOSTLY)


_HALF_WIDTHS = frozenset(
    "error err margin of half width halfwidth ci conf confidence interval pm plus minus std dev stdev stddev sd se sem "
    "stderr deviation standard".split()
)
# A half width is below the score itself in so many rows.
_MOSTLY = 0.75


def _only_numbers(table: Table, others: Sequence[str], requested: str, doubts: list[Doubt]) -> list[str]:
    """Return the metric that is requested, or else the only column of numbers whatever its name is, with a doubt."""
    if requested in others:
        return [requested]
    rest = _may_be_requested(table, others)
    if len(rest) == 1:
        text = (
            "the only column of numbers that may be scores; taken for them, though its name is that of something else"
        )
        doubts.append(Doubt(text, "metrics", rest[0]))
        return rest
    return []


def _may_be_requested(table: Table, names: Sequence[str]) -> list[str]:
    """Return the columns of numbers that vary and number no rows."""
    return [
        name for name in names if table.distinct(name) > 1 and not is_example(name) and not _numbers_rows(table, name)
    ]


def _numbers_rows(table: Table, name: str) -> bool:
    column = table.columns[name]  # a rand index is none
    is_called = column.is_whole and not {"id", "index", "idx", "unnamed"}.isdisjoint(words_of(name))
    return column.is_running or is_called


def _without_scores(table: Table, others: Sequence[str], place: str) -> Fault:
    """Return that no column is one of scores: which have numbers, why they were passed over, and what to do."""
    text, remedy = of_some_files(table)
    if rest := _may_be_requested(table, others):
        text += f"; {listed(map(quoted, rest), 8)} {'has' if len(rest) == 1 else 'have'} names of something else"
        remedy = remedy or f"name the one that is compared: --metric {shlex.quote(rest[0])}"
    elif measured := _texts_with_digits(table):
        cells = [f"{quoted(name)} has cells such as {listed(map(quoted, cells))}" for name, cells in measured.items()]
        text += f"; {listed(cells, 3)}"
        remedy = remedy or "write the number of a cell alone, all numbers of a column in one unit"
    expected = "a column such as 'accuracy', with a number in each cell"
    message = f"there is no column of numbers that could be scores{text}"
    return Fault(place, message, expected, remedy, for_files=bool(remedy))


def _texts_with_digits(table: Table) -> dict[str, tuple[str, ...]]:
    """Return cells of each column whose texts begin with digits and name no rows, one of each unit: 3.06it/s, 2s/it."""
    labels = {name: column.labels for name, column in table.columns.items() if not (column.is_numeric or role_of(name))}
    return {
        name: tuple({_DIGITS.sub("", text): text for text in reversed(texts) if text}.values())[-1:-3:-1]
        for name, texts in labels.items()
        if len(texts) > 1 and all(_BEGINS_WITH_DIGIT.match(text) for text in texts if text)
    }


_DIGITS = re.compile(r"[\d.,\s]+")
_BEGINS_WITH_DIGIT = re.compile(r"[-+\N{MINUS SIGN}<>~\u2248]?\s*[.,]?\d")


def doubt_others(
    table: Table, free: Iterable[str], taken: Iterable[str], names: Iterable[Sequence[str]]
) -> list[Doubt]:
    """Return a doubt for each column of numbers that could be a score and is not taken.

    `free` are the columns that the reading has no other place for, `names` those that name data sets, and algorithms.
    Where the source itself says what its scores are, these are meant alone.
    """
    doubts, read = [], set(taken)
    for name in (name for name in free if name in table.better or not table.better):
        column = table.columns[name]
        if name in read or column.distinct < 2 or column.is_running or is_example(name) or not words_of(name):
            continue
        if (is_on_training(name) and better_of(name)) or _varies_with(name, table.numeric):
            continue
        if _is_spread(name, list(table.numeric)) or _is_half_width(table, name):
            continue
        if any(table.follows(name, *owner) for owner in names):  # it describes data sets or algorithms
            continue
        empty = table.empty_share(name)
        text = f"{empty:.0%} of its cells are empty" if empty > MOST_EMPTY else "its numbers could be scores"
        text += f"{_of_sentinel(column)}; it"
        doubts.append(Doubt(f"{text} is not compared, and --metric {shlex.quote(name)} compares it", "metrics", name))
    return doubts


def _varies_with(name: str, others: Sequence[str]) -> bool:
    """Return whether a name is a word of spreads or extremes alone, or such a word and the name of another column."""
    words = words_of(name)
    rest = [word for word in words if word not in SPREAD | EXTREMES]
    names_another = any(set(rest) <= set(words_of(other)) for other in others if other != name)
    return rest != words and (not rest or names_another)


def _of_sentinel(column: Column) -> str:
    """Return that -1 stands among numbers that are above 0 otherwise, and in how many rows; "" where it does not."""
    numbers = column.numbers[np.isfinite(column.numbers)]
    is_sentinel = numbers == -1
    if not is_sentinel.any() or is_sentinel.all() or not (numbers[~is_sentinel] >= 0).all():
        return ""
    return f", and -1 in {counted(int(is_sentinel.sum()), 'row')} may stand for no result"


def of_some_files(table: Table) -> tuple[str, str]:
    """Say which columns of numbers only some of the files have, and what to do; nothing where there are none."""
    names = [name for name in table.numeric if name in table.partial]
    if not names:
        return "", ""
    remedy = "name the files that hold the scores, by a pattern in quotes such as 'results-*.csv'"
    return f"; only some of the files have {listed(names, 8)}", remedy


def _of_tests(table: Table, metrics: Sequence[str]) -> list[str]:
    """Return the metrics that are on test cases, where some are, and that nearly all rows have, where some do."""
    others = [name for name in metrics if not is_on_training(name)]
    left = others if any(map(is_on_tests, metrics)) else list(metrics)
    return list(_nearly_whole(table, dict.fromkeys(left, "higher"))) or left


def _nearly_whole(table: Table, metrics: dict[str, Better]) -> dict[str, Better]:
    """Return those of the metrics that nearly all rows have."""
    return {name: better for name, better in metrics.items() if table.empty_share(name) <= MOST_EMPTY}


def _fullest(table: Table, doubts: list[Doubt]) -> dict[str, Better]:
    """Return the metric of the source that most rows have."""
    name = min(table.better, key=table.empty_share)
    others = ", ".join(other for other in table.better if other != name)
    empty = round(table.empty_share(name) * table.rows)
    doubts.append(Doubt(f"{empty} of {counted(table.rows, 'row')} have none; others are {others}", name, name))
    return {name: table.better[name]}


def find_costs(table: Table, names: Sequence[str], metrics: Iterable[str], notes: dict[str, str]) -> list[str]:
    """Return those of the costs that each row with a score has, that differ, and that were taken."""
    costs, columns = [], [table.columns[metric] for metric in metrics]
    for name in names:
        column = table.columns[name]
        if table.lacks(name) or column.distinct < 2:
            continue
        if 2 * (column.numbers == 0).sum() >= len(column.codes):
            notes[name] = "not taken for a cost, as it is 0 in most rows"
        elif lacking := _scored_without(column, columns):
            notes[name] = f"not taken for a cost, as it is missing in {counted(lacking, 'row')} with a score"
        else:
            costs.append(name)
    return costs


def _scored_without(cost: Column, metrics: Sequence[Column]) -> int:
    """Return how many of the rows at hand have a score and no cost."""
    rows = min(len(column.codes) for column in (cost, *metrics))
    scored = np.zeros(rows, dtype=bool)
    for metric in metrics:
        scored |= ~metric.where([""])[:rows]
    return int(np.count_nonzero(scored & cost.where([""])[:rows]))


def costs_among(names: Sequence[str]) -> list[str]:
    """Return the columns whose names are those of costs, and not of how far these vary."""
    costs = [name for name in names if is_cost(name) and better_of(name) is None]
    return [name for name in costs if SPREAD.isdisjoint(words_of(name))]


def main_measure(table: Table, names: Iterable[str]) -> str:
    """Return the column of numbers that is most likely the score, of those with many different ones; "" for none."""
    several = [
        name
        for name in names
        if table.distinct(name) > 2 and role_of(name) is None and not table.lacks(name) and not is_example(name)
    ]
    for kind in (lambda name: better_of(name), is_cost, lambda name: not table.columns[name].is_integral):
        if chosen := [name for name in several if kind(name) and not is_neither(name)]:
            return chosen[0] if better_of(chosen[0]) or is_cost(chosen[0]) else max(chosen, key=table.distinct)
    return max((name for name in several if not is_neither(name)), key=table.distinct, default="")


def are_levels(table: Table, name: str, names: Sequence[str]) -> bool:
    """Return whether most pairs of data set and algorithm have a row of each number of a column, as of a setting."""
    n = table.distinct(name)
    return n > 1 and 2 * n <= table.rows and table.combinations(*names, name) > 0.9 * n * table.combinations(*names)
