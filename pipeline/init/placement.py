"""Places each column of a wide table among the scores or not: by its values among the others, then by its name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from rankpress.catalog.metrics import is_cost, is_rate, words_of
from rankpress.core.scores import FloatArray
from rankpress.init.blocks import Block, blocks_of
from rankpress.init.bounds import bounds_of_others, direction_by, references_among
from rankpress.init.derived import Series, are_mean_ranks, functions_of_others, medians, ranked_by, ranks_of_columns
from rankpress.init.numerals import is_in_per_cent
from rankpress.init.one_scale import of_one_scale
from rankpress.init.spellings import is_coined, is_own, is_unlike
from rankpress.init.table import Column, Table
from rankpress.init.vocabulary import (
    DESCRIPTIVE,
    SPREAD,
    UNITS,
    is_baseline,
    is_example,
    is_letter,
    is_overall,
    is_reference,
    leaning_of,
    role_of,
    sums_up,
)
from rankpress.wording.strings import counted, quoted

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better

Role = Literal[
    "names", "score", "metric", "fold", "cost", "descriptor", "summary", "identifier", "constant", "split", "other"
]
# So many different numbers are the same in two columns by no chance.
_FEWEST_COPIED = 4
# So many rows are looked at.
_MOST_ROWS = 400
# A number is far from others where it is so many times as large, in powers of ten, and so many times as far from the
# nearest of them as they are from each other.
_TIMES, _WIDTHS = 0.7, 3.0
# What speaks for a score or against it, in points.
_AMONG, _NEAR, _FAR, _HALF_FAR = 3.0, 1.5, -4.0, -2.0
# One column of another scale is one among many where so many are read.
_MANY = 3
_FRACTIONS, _PER_CENT = "fractions of 1 next to percent", "percent next to fractions of 1"
_WHOLE, _BEYOND, _BEYOND_RATE, _CALLED = -1.5, -1.5, -3.0, -2.0


@dataclass(frozen=True)
class Use:
    """What a column was taken for, and why."""

    role: Role
    reason: str = ""
    doubt: str = ""  # why another use is nearly as likely; "" where its values leave no doubt
    points: float = 0.0  # what its values alone say for a score
    is_open: bool = False  # whether another algorithm may be first if it is otherwise, whatever its numbers are
    is_of_mixed_scale: bool = False  # whether its numbers are in percent and the others fractions, or the reverse

    @property
    def has_scores(self) -> bool:
        """Whether its values are like scores, whatever it was taken for."""
        return self.role == "score" or self.points > 0


@dataclass(frozen=True)
class Placement:
    """The use of each column of numbers of a wide table."""

    uses: Mapping[str, Use]
    # where several numbers of each algorithm stand side by side, the columns of each: first those that are read
    blocks: tuple[Block, ...] = ()
    # which direction is better as no score goes beyond what a column has, and that column
    bounded: tuple[str, Better] | None = None

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """The columns of scores."""
        return tuple(name for name, use in self.uses.items() if use.role == "score")

    @cached_property
    def folds(self) -> tuple[str, ...]:
        """The columns of the folds of one score."""
        return tuple(name for name, use in self.uses.items() if use.role == "fold")

    @property
    def measure(self) -> str:
        """What the header says that was measured; "" where it says names alone."""
        return self.blocks[0].measure if self.blocks else ""

    @cached_property
    def of_other_scales(self) -> tuple[str, ...]:
        """The columns that are not read for where their numbers lie alone: no name speaks of another quantity."""
        return tuple(
            name
            for name, use in self.uses.items()
            if use.role == "descriptor" and not use.has_scores and may_score(name, use)
        )

    @property
    def may_be_mixed(self) -> bool:
        """Whether columns of other scales are no few among those that are read, so that either may be the scores."""
        return 0 < len(self.cells) < _MANY * len(self.of_other_scales)

    @cached_property
    def left_out(self) -> tuple[str, ...]:
        """The columns that are not read though their values are like scores."""
        return tuple(name for name, use in self.uses.items() if use.role not in ("score", "fold") and use.points > 0)


@dataclass(frozen=True)
class _Profile:
    """A column of numbers, and what it shows by itself."""

    name: str
    numbers: FloatArray
    is_whole: bool
    constant: bool
    running: bool
    called: str  # what its name says that it is, where that is all that it says
    series: Series = field(compare=False, kw_only=True)

    @property
    def weight(self) -> float:
        """How much it counts where columns of one scale are looked for."""
        return (0.2 if self.called else 1.0) * (0.5 if self.is_whole else 1.0) * (0.1 if self.constant else 1.0)


class Placer:
    """Places the columns of a table, for any column that names its rows."""

    def __init__(self, table: Table, metric: str = "", requested: str = "") -> None:
        # the metric, where it is known; what a rate can be is known too; and the one that the user names
        self.table, self.metric, self.requested = table, metric, requested
        self._placements: dict[tuple[str, ...], Placement] = {}
        self._derived: dict[tuple[str, ...], dict[str, str]] = {}

    def place(self, keys: Sequence[str]) -> Placement:
        """Return the use of each column of numbers but those that name the rows."""
        names = tuple(name for name in self.table.numeric if name not in keys)
        if names not in self._placements:
            self._placements[names] = self._place(names)
        return self._placements[names]

    def place_next_to(self, folds: Sequence[str]) -> Placement:
        """Return the use of each column of numbers, of which some are known to be the folds of one score."""
        own = [self._profiles[name] for name in folds]
        others = {name: profile for name, profile in self._profiles.items() if name not in folds}
        certain = self._certain(self._profiles)
        uses = {name: Use("fold") for name in folds}
        for name, profile in others.items():
            uses[name] = certain.get(name) or self._use(profile, False, *self._points(profile, own), own)
        return Placement(uses)

    def _place(self, names: tuple[str, ...]) -> Placement:
        uses = _uses_of_bounds({name: self._profiles[name].numbers for name in names})
        free = [name for name in names if name not in uses]
        blocks = sorted(blocks_of(free), key=lambda block: block.measure != self.requested)
        uses |= {name: use for block in blocks[1:] for name, use in _uses_of_others(block, blocks[0])}
        profiles = {name: self._profiles[name] for name in names if name not in uses}
        for name in blocks[0].columns if blocks else ():  # of RF mean, RF std the word says what was measured
            profiles[name] = replace(profiles[name], called="", series=replace(profiles[name].series, is_called=False))
        spreads = _spreads_of_others(profiles)
        ranks = ranks_of_columns([profile.series for profile in profiles.values()]) if spreads else {}
        ranked = {name for index, name in enumerate(profiles) if index in ranks}  # which values show by themselves
        aside = {name: of for name, of in spreads.items() if name not in ranked} if len(spreads) > 1 else {}
        uses |= self._certain({name: profile for name, profile in profiles.items() if name not in aside})
        uses |= self._by_scale({name: profile for name, profile in profiles.items() if name not in (*uses, *aside)})
        scores = [profile for name, profile in profiles.items() if name not in aside and uses[name].role == "score"]
        uses |= self._of_spreads(aside, scores)
        for name, (other, word) in spreads.items():
            if uses[name].role == "score":
                doubt = f"named like the {word} of {quoted(other)}, but its values are like scores; taken for scores"
                uses[name] = replace(uses[name], doubt=doubt)
        # columns on other scales, such as gaps in percent, say nothing of what is a reference of the scores
        cells = {n: self._profiles[n].numbers for n in names if uses[n].role == "score" or is_reference(n)}
        references = references_among(cells)
        uses |= _uses_of_references(references)
        return Placement({name: uses[name] for name in names}, tuple(blocks), direction_by(references, cells))

    def _of_spreads(self, spreads: Mapping[str, tuple[str, str]], scores: Sequence[_Profile]) -> dict[str, Use]:
        """Return the uses of columns that are called as the spreads of others: in doubt all are, or none is."""
        uses = dict[str, Use]()
        for name, (other, word) in spreads.items():
            points, evidence = self._points(self._profiles[name], scores)
            doubt = (
                f"the {word} of {quoted(other)} by its name, though {evidence}; it is not read" if points > 0 else ""
            )
            uses[name] = Use("metric", f"the {word} of another column", doubt, points)
        doubt = next((use.doubt for use in uses.values() if use.doubt), "")
        return {name: replace(use, doubt=use.doubt or doubt) for name, use in uses.items()}

    @cached_property
    def _profiles(self) -> dict[str, _Profile]:
        return {name: _profile(self.table.columns[name]) for name in self.table.numeric}

    def _certain(self, profiles: Mapping[str, _Profile]) -> dict[str, Use]:
        """Return the uses that values show by themselves: numbers of rows, and functions of other columns."""
        uses: dict[str, Use] = {}
        scores = [profile for profile in profiles.values() if not profile.running]
        varying = any(not profile.constant and not profile.is_whole for profile in scores)
        series = [profile.series for profile in scores]
        names = [profile.name for profile in scores]
        ranks = {names[index]: how for index, how in ranks_of_columns(series).items()}
        derived = {names[index]: how for index, how in {**ranked_by(series), **functions_of_others(series)}.items()}
        for name, profile in profiles.items():
            if profile.running:
                uses[name] = self._aside("identifier", "a running number", profile, scores)
            elif name in ranks:  # so many agree by no chance, so that no answer hangs on them
                uses[name] = Use("summary", ranks[name], f"each of its numbers is {ranks[name]}, so it is not read")
            elif name in derived:
                is_spread = "deviation of" in derived[name] and not SPREAD.isdisjoint(words_of(name))
                is_called = profile.series.is_called or is_spread
                doubt = "" if is_called else f"each of its numbers is {derived[name]}, so it is not read"
                of_change = derived[name].startswith("the change")  # no chance gives these
                uses[name] = Use("summary", derived[name], doubt, 1.0 if doubt and not of_change else 0.0)
            elif profile.called == "summary" and (other := _copied(profile, scores)):
                uses[name] = Use("summary", f"the numbers of {quoted(other)} again")
            elif profile.called == "summary" and are_mean_ranks(profile.series, len(profile.numbers)):
                uses[name] = Use("summary", "mean ranks of the rows")
            elif profile.constant and (profile.is_whole or profile.called) and varying and len(profile.numbers) > 2:
                others = [other for other in scores if other is not profile]
                uses[name] = self._aside("constant", "the same in all rows", profile, others)
        return uses

    def _aside(self, role: Role, reason: str, own: _Profile, scores: Sequence[_Profile]) -> Use:
        """Return the use of what is no score by its numbers, in doubt where it may be one by its name and its scale."""
        points, evidence = self._points(own, scores)
        if own.called or not words_of(own.name) or points <= 0:
            return Use(role, reason)
        text = evidence if reason in evidence else f"{reason}, though {evidence}"
        return Use(role, reason, f"{text}; it is not read", points)

    def _by_scale(self, profiles: dict[str, _Profile]) -> dict[str, Use]:
        """Return the uses of columns by where their numbers lie among those of the others, then by their names."""
        names = list(profiles)
        may_be_rates = is_rate(self.metric) or not self.metric
        columns = [(each.numbers, each.weight, each.is_whole) for each in profiles.values()]
        scores = [profiles[names[index]] for index in of_one_scale(columns, may_be_rates)]
        points: dict[str, tuple[float, str]] = {}
        for _ in range(4):
            points = {
                name: self._points(profile, [o for o in scores if o.name != name]) for name, profile in profiles.items()
            }
            chosen = [
                profile
                for profile in profiles.values()
                if points[profile.name][0] + self._by_name(profile, scores) >= 0
            ]
            if [profile.name for profile in chosen] == [profile.name for profile in scores]:
                break
            scores = chosen
        chosen_names = {profile.name for profile in scores}
        uses = {
            name: self._use(profile, name in chosen_names, *points[name], scores) for name, profile in profiles.items()
        }
        return _between_descriptors(
            uses, [name for name, profile in profiles.items() if profile.called in ("descriptor", "cost")]
        )

    def _points(self, own: _Profile, scores: Sequence[_Profile]) -> tuple[float, str]:
        """Return what the values of a column say for a score next to others, and in words."""
        if not scores:
            return 0.0, "no other columns to compare it with"
        cells = np.column_stack([profile.numbers for profile in scores])
        points, texts = points_by_distance(own.numbers, cells)
        fractions = [profile for profile in scores if not profile.is_whole]
        if own.is_whole and 3 * len(fractions) >= 2 * len(scores):
            points, texts = points + _WHOLE, [*texts, "whole numbers next to fractions"]
        is_known = bool(self.metric)
        # numbers that are all written in percent are no fractions of 1, however small they are
        in_per_cent = all(is_in_per_cent(self.table, profile.name) for profile in (own, *scores))
        if not in_per_cent and (evidence := _as_per_cent(own.numbers, cells)):
            return _HALF_FAR, evidence
        numbers, others = (own.numbers / 100, cells / 100) if in_per_cent else (own.numbers, cells)
        may_be_beyond = is_rate(self.metric) or not (is_known or in_per_cent)
        if may_be_beyond and (evidence := _beyond(numbers, others, self.metric)):
            points, texts = points + (_BEYOND_RATE if is_known else _BEYOND), [*texts, evidence]
        if own.constant and own.is_whole and any(not profile.constant for profile in scores):
            points, texts = points - 1, [*texts, "the same in all rows"]
        if _is_zero_or_one(own.numbers) and any(not _is_zero_or_one(profile.numbers) for profile in scores):
            points, texts = points - 1.5, [*texts, "0 or 1 in each row"]
        return points, "; ".join(texts)

    def _by_name(self, own: _Profile, scores: Sequence[_Profile]) -> float:
        """Return what the name of a column says; nothing where it is that of a sum and the values can be none."""
        if own.called == "summary":
            others = [profile.numbers for profile in scores if profile.name != own.name]
            is_mean = is_overall(own.name) or "median" in words_of(own.name)
            if is_mean and others and can_be_mean(own.numbers, np.column_stack(others)):
                return 3 * _CALLED
            return 0.5 * _CALLED
        return _CALLED if own.called else 0.0

    def _use(self, own: _Profile, is_score: bool, points: float, evidence: str, scores: Sequence[_Profile]) -> Use:
        """Return what a column is taken for, with a doubt where its name and its values disagree."""
        what = {"summary": "a summary of others", "cost": "a cost", "": ""}.get(own.called, "a property of the rows")
        others = [other.name for other in scores if other.name != own.name]
        if is_score and (text := _unlike_algorithms(own.name, others, is_first=scores[0].name == own.name)):
            return Use("score", evidence, f"{text}, but {evidence}; taken for scores", points, is_open=True)
        if is_score:
            called = f"named like {what}, but " if own.called else ""
            doubt = f"{called}{evidence}; taken for scores" if called or points <= 0 else ""
            return Use("score", evidence, doubt if len(scores) > 2 else "", points)
        role: Role = own.called if own.called in ("summary", "cost") else "descriptor"  # type: ignore[assignment]
        if points > 0:
            reason = f"named like {what}" if own.called else evidence
            return Use(
                role, reason, f"{reason}, though its values are like scores ({evidence}); it is not read", points
            )
        if not own.called:
            is_mixed = evidence in (_FRACTIONS, _PER_CENT)
            convert = "no number is converted: write all alike" if is_mixed else "it is not read"
            return Use(role, evidence, f"{evidence}; {convert}", points, is_mixed, is_mixed)
        return Use(role, evidence, "", points)


def _copied(own: _Profile, scores: Sequence[_Profile]) -> str:
    """Return the column whose numbers a column repeats, which differ from row to row; "" for none."""
    if len({*own.numbers.tolist()}) < _FEWEST_COPIED:
        return ""
    others = (each for each in scores if each.name != own.name and not each.called)
    return next((each.name for each in others if np.array_equal(each.numbers, own.numbers, equal_nan=True)), "")


def _uses_of_others(block: Block, read: Block) -> Iterator[tuple[str, Use]]:
    """Yield the use of the columns of a block next to the one that is read."""
    reason = f"another metric, {quoted(block.measure)}, of the same algorithms"
    where = f" in {counted(len(block.columns), 'column')}" if len(block.columns) > 1 else ""
    is_spread = block.order > read.order and not SPREAD.isdisjoint(words_of(block.measure))
    doubt = "" if is_spread else f"{reason}{where}; only {quoted(read.measure)} is read"
    yield from ((name, Use("metric", reason, doubt, float(not is_spread))) for name in block.columns)


def _uses_of_bounds(numbers: Mapping[str, FloatArray]) -> dict[str, Use]:
    """Return the uses of columns of bounds: of the scores of one algorithm, or of those of all."""
    bounds = bounds_of_others(numbers)
    uses = {
        name: Use("summary", reason, f"{reason} by its name, and by its values in each row; it is not read")
        for name, other in bounds.items()
        if (reason := f"a bound of {quoted(other)}")
    }
    return uses | _uses_of_references(
        references_among({name: each for name, each in numbers.items() if name not in bounds})
    )


def _uses_of_references(references: Mapping[str, bool]) -> dict[str, Use]:
    reason = "named like a best known result or a bound, and no other column goes beyond it in any row"
    return {
        name: Use("summary", reason, f"{reason}; it is not read", is_open=not is_sure)
        for name, is_sure in references.items()
    }


def _spreads_of_others(names: Collection[str]) -> dict[str, tuple[str, str]]:
    """Return the columns that are called as the spread of another one, as A_std next to A: the other and the word."""
    spreads = dict[str, tuple[str, str]]()
    for name in names:
        parted = re.fullmatch(r"(?P<stem>.+?)[\W_]+(?P<word>[^\W_]+)[\W_]*", name)
        if parted and parted["stem"] in names and parted["word"].casefold() in SPREAD:
            spreads[name] = parted["stem"], parted["word"]
    return spreads


def _profile(column: Column) -> _Profile:
    codes = column.codes[:_MOST_ROWS]
    labels = [column.labels[code] for code in codes.tolist()]
    numbers = np.array([float(label) if label else np.nan for label in labels])
    finite = numbers[np.isfinite(numbers)]
    called = called_as(column.name)
    return _Profile(
        column.name,
        numbers,
        is_whole=column.is_whole,
        constant=len(np.unique(finite)) < 2,
        running=column.is_running and numbers[0] in (0, 1),
        called=called,
        series=Series.of_labels(column.name, numbers, labels, is_called=called == "summary"),
    )


# Instances and features are called so, where nothing else is said of the numbers.
_COUNTED = (["inst"], ["feat"], ["feats"])


def called_as(name: str) -> str:
    """Return what a name says where all its words say so: summary, cost, descriptor; "" for any other name.

    Words within words say nothing: MaxEnt and TimeGPT are names of their own.
    """
    if sums_up(name):
        return "summary"
    words = [word for word in words_of(name) if not word.isdecimal()]
    if name.rstrip().endswith("±") or re.match(r"#\s*[^\W\d]", name) or words in _COUNTED:
        return "descriptor"
    # the spreads of several columns are numbered: std1, sd2
    words = [bare if (bare := word.rstrip("0123456789")) in SPREAD else word for word in words]
    if (name and not words) or (re.search("[a-z][A-Z]", name) and not role_of(name)):
        return ""
    if is_overall(name):
        return "summary"
    if is_cost(name) and all(is_cost(word) or word in DESCRIPTIVE for word in words):
        return "cost"
    is_name = is_letter(name) or UNITS.issuperset(words)
    described = all(word in DESCRIPTIVE for word in words) and not is_name
    return "descriptor" if described or role_of(name) or is_example(name) else ""


# What a number of each row begins with, before what it is of.
_STATISTICS = frozenset("median mean average avg total number num max min maximum minimum std share percentage".split())


def is_statistic(name: str) -> bool:
    """Return whether a name says of what a number of each row is a statistic: Median log10 kcat.

    >>> is_statistic("Median log10 kcat"), is_statistic("mean"), is_statistic("Mean SVM"), is_statistic("std-PSO")
    (True, False, False, False)
    """
    words = [word for word in re.split(r"[\W_]+", name.casefold()) if word]
    return len(words) > 1 and words[0] in _STATISTICS and leaning_of([name]) >= 0 and not is_coined(name)


def _unlike_algorithms(name: str, others: Sequence[str], *, is_first: bool) -> str:
    """Return why a column of scores may be a number of each row by its name alone; "" where nothing says so."""
    if is_statistic(name) and not any(map(is_statistic, others)):
        return "named like a number of each row"
    is_known = leaning_of([name]) < 0 or is_baseline(name) or is_own(name)
    return (
        "in front of the others and written unlike them"
        if is_first and not is_known and is_unlike(name, others)
        else ""
    )


def points_by_distance(own: FloatArray, cells: FloatArray) -> tuple[float, list[str]]:
    """Return the points for how far numbers lie from those in the other columns, in each row and on the whole."""
    finite = np.isfinite(own) & np.isfinite(cells).any(axis=1)
    if not finite.any():
        return 0.0, ["no row has it and another one"]
    low, high = np.nanmin(cells), np.nanmax(cells)
    own, cells = own[finite], cells[finite]
    slack = 0.2 * (high - low)
    inside = float(np.mean((own >= low - slack) & (own <= high + slack)))
    far = float(np.mean(_is_far(own, cells)))
    if far >= 0.75:
        points, reason = (_FAR, "on another scale than all others") if inside < 0.25 else (_HALF_FAR, "far from others")
    elif inside >= 0.5 and far <= 0.5:
        points, reason = _AMONG, "its values are among those of the others"
    elif far <= 0.3:
        points, reason = _NEAR, "its values are near those of the others"
    else:
        points, reason = 0.0, "its values are partly far from those of the others"
    return points, [reason]


def _is_far(own: FloatArray, cells: FloatArray) -> np.typing.NDArray[np.bool_]:
    """Return in which rows a number is many times as large or small as all others, and many of their ranges away."""
    low, high = np.nanmin(cells, axis=1), np.nanmax(cells, axis=1)
    width = np.maximum(high - low, np.median(high - low))
    gap = np.maximum(np.maximum(low - own, own - high), 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        to_low, to_high = np.abs(np.log10(own / low)), np.abs(np.log10(own / high))
    # of signs, since the product of two small numbers is 0
    on_side_of = [np.sign(own) * np.sign(bound) > 0 for bound in (low, high)]
    times = np.minimum(np.where(on_side_of[0], to_low, np.inf), np.where(on_side_of[1], to_high, np.inf))
    far: np.typing.NDArray[np.bool_] = (gap > _WIDTHS * width) & (times > _TIMES)
    return far


def _beyond(own: FloatArray, cells: FloatArray, metric: str) -> str:
    """Return that most numbers lie beyond what the metric can be: a rate, or one that all others seem to be."""
    finite = own[np.isfinite(own)]
    if not np.isfinite(cells).any() or len(finite) < (1 if metric else 2) or (low := np.nanmin(cells)) < 0:
        return ""
    high = np.nanmax(cells)
    limit = 1.0 if high <= 1 else 100.0 if high <= 100 and (metric or low > 1) else 0.0
    if not limit or np.mean((finite < 0) | (finite > limit)) < 0.5:
        return ""
    what = f"what {metric} can be" if metric else f"0 to {limit:g}, where all others are"
    return f"outside {what}"


def _as_per_cent(own: FloatArray, cells: FloatArray) -> str:
    """Return that a column has fractions of 1 where the others have percent of the same size, or the reverse."""
    finite = own[np.isfinite(own)]
    if not np.isfinite(cells).any() or not len(finite) or finite.min() < 0 or (low := np.nanmin(cells)) < 0:
        return ""
    high = np.nanmax(cells)
    if finite.max() <= 1 < low and high <= 100:
        scaled, reason = 100 * finite, _FRACTIONS
    elif high <= 1 < np.median(finite) and finite.max() <= 100:
        scaled, reason = np.where(finite > 1, finite / 100, finite), _PER_CENT
    else:
        return ""
    return reason if np.mean((scaled >= low) & (scaled <= high)) >= 0.5 else ""


def in_size_of(own: FloatArray, cells: FloatArray) -> FloatArray:
    """Return numbers times a power of ten by which most are of the size of the others, as in another unit of these.

    >>> in_size_of(np.array([900.0, 1100.0]), np.array([[1.0, 1.2], [1.4, 1.1]])).tolist()
    [0.9, 1.1]
    >>> in_size_of(np.array([900.0, 11.0]), np.array([[1.0, 1.2], [1.4, 1.1]])).tolist()
    [900.0, 11.0]
    """
    there = np.isfinite(own) & np.isfinite(cells).any(axis=1)
    middle, numbers = medians(cells[there], axis=1), own[there]
    if not len(numbers) or not (np.sign(numbers) * np.sign(middle) > 0).all():
        return own
    factor = 10.0 ** round(float(np.median(np.log10(middle / numbers))))
    near = np.abs(np.log10(numbers * factor / middle)) < np.log10(_OF_SIZE)
    return own * factor if np.mean(near) >= _MOSTLY_NEAR else own


# Numbers are of one size up to this factor, in so large a share of the rows.
_OF_SIZE, _MOSTLY_NEAR = 3.0, 0.75


def _is_zero_or_one(numbers: FloatArray) -> bool:
    return bool(np.isin(numbers[np.isfinite(numbers)], (0, 1)).all())


def can_be_mean(own: FloatArray, cells: FloatArray) -> bool:
    """Return whether numbers lie between the least and the greatest of each row, as any mean with weights does."""
    low, high = np.nanmin(cells, axis=1), np.nanmax(cells, axis=1)
    finite = np.isfinite(own) & np.isfinite(low)
    slack = 0.01 * (high - low)
    return bool(np.all((own >= low - slack)[finite] & (own <= high + slack)[finite]))


def _between_descriptors(uses: dict[str, Use], called: Collection[str]) -> dict[str, Use]:
    """Leave columns out that stand between several that describe the rows, or next to one and are called so."""
    names, placed = list(uses), dict(uses)
    at = [index for index, name in enumerate(names) if uses[name].role in ("descriptor", "cost")]
    of_place = {
        names[index + step]: "next to a column that describes the rows, and named like such columns"
        for index in at
        for step in (-1, 1)
        if 0 <= index + step < len(names) and names[index + step] in called
    }
    if len(at) > 2 and at[-1] - at[0] < 1.5 * len(at):
        of_place |= dict.fromkeys(names[at[0] : at[-1]], "between columns that describe the rows")
    scores = [name for name, use in uses.items() if use.role == "score"]
    if len([name for name in scores if name not in of_place]) < 2 <= len(scores):  # then they describe nothing
        return uses
    for name, reason in of_place.items():
        if uses[name].role == "score":
            doubt = f"{reason}, though its values are like scores; it is not read"
            placed[name] = replace(uses[name], role="descriptor", reason=reason, doubt=doubt)
    return placed


def may_score(name: str, use: Use) -> bool:
    """Return whether what is in doubt may be an algorithm: by its values, or on a scale of its own and first by far."""
    is_free = bool(words_of(name)) and not called_as(name)  # what has no name is no algorithm
    return use.has_scores or (is_free and use.role == "descriptor" and "outside " not in use.reason)


def average_ranks_best(cells: FloatArray, lower: bool) -> list[int]:
    """Return the columns with the best average rank over rows in which all have a number."""
    cells = cells[np.isfinite(cells).all(axis=1)]
    if not len(cells):
        return []
    signed = cells if lower else -cells
    below = (signed[:, :, None] > signed[:, None, :]).sum(axis=2)
    equal = (signed[:, :, None] == signed[:, None, :]).sum(axis=2)
    ranks = (below + (equal + 1) / 2).mean(axis=0)
    return np.flatnonzero(ranks <= ranks.min() + 1e-12).tolist()
