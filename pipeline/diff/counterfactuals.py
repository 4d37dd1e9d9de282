"""What a study would conclude with some of the changes between two reports."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike
from pydantic import ValidationError

from rankpress.core.scores import BoolArray, FloatArray, MetricScores, Missing
from rankpress.diff.changes import BETTER, MISSING, ORDER_TESTS, SECTIONS, Factor, Options, deciding, options_of
from rankpress.diff.stored_report import KeptMetric
from rankpress.stages.adjust import Adjusted, adjust
from rankpress.stages.conclude import (
    Conclusion,
    Conclusions,
    Verdict,
    concluded_best,
    concluded_of_pairs,
    concluded_order,
    concluded_over,
    find_best,
)
from rankpress.stages.order import Ordered, order_from_places
from rankpress.stages.rank import Ranking, rank
from rankpress.stages.test import Tested, compare


@dataclass(frozen=True)
class TablesOfScores:
    """The scores of two reports over the data sets and algorithms of both.

    Parameters
    ----------
    rows, columns : mapping of str to int
        Where each data set and each algorithm is.
    old, new : (n_datasets, n_algorithms) float array
        The scores; nan where there is a gap, or no such measurement.
    had, has : (n_datasets, n_algorithms) bool array
        Whether the report has that measurement, if only a gap.
    """

    rows: Mapping[str, int]
    columns: Mapping[str, int]
    old: FloatArray
    new: FloatArray
    had: BoolArray
    has: BoolArray

    @classmethod
    def of_metrics(cls, old: KeptMetric, new: KeptMetric) -> TablesOfScores:
        """The scores of a metric in both reports."""
        rows = {name: at for at, name in enumerate(dict.fromkeys((*old.datasets, *new.datasets)))}
        columns = {name: at for at, name in enumerate(dict.fromkeys((*old.algorithms, *new.algorithms)))}
        tables, known = [], []
        for metric in (old, new):
            values = np.full((len(rows), len(columns)), np.nan)
            there = np.zeros(values.shape, dtype=bool)
            for dataset, scores in (metric.means or {}).items():
                for algorithm, score in scores.items():
                    at = rows[dataset], columns[algorithm]
                    values[at], there[at] = np.nan if score is None else score, True
            tables.append(values)
            known.append(there)
        return cls(rows, columns, *tables, *known)

    def of(
        self, datasets: Sequence[str], algorithms: Sequence[str], rows_anew: ArrayLike, columns_anew: ArrayLike
    ) -> FloatArray | None:
        """A table with the new scores on some data sets; None where a score is in neither report."""
        at = np.ix_([self.rows[name] for name in datasets], [self.columns[name] for name in algorithms])
        anew = np.asarray(rows_anew, dtype=bool)[:, None] ^ np.asarray(columns_anew, dtype=bool)
        if not (self.had | self.has)[at].all():
            return None
        from_new = np.where(anew, self.has[at], ~self.had[at])
        means: FloatArray = np.where(from_new, self.new[at], self.old[at])
        return means

    def changed(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Data sets of both on which algorithms of both have other scores, with those algorithms."""
        same = (self.old == self.new) | (np.isnan(self.old) & np.isnan(self.new))
        other = self.had & self.has & ~same
        for name, at in self.rows.items():
            if other[at].any():
                yield name, tuple(one for one, column in self.columns.items() if other[at, column])


COSTS = Factor("costs")
# Studies that are made for one metric: fewer where each takes long, but some.
_MOST_STUDIES, _LEAST_STUDIES, _WORK = 500, 40, 200_000
_MANY_DATASETS = 500  # take as long again as the pairs


class TooManyStudies(Exception):
    """Enough were made."""


@dataclass(frozen=True)
class Side:
    """One of the two reports: a metric of it, and the settings of its study."""

    metric: KeptMetric
    settings: Mapping[str, Any]

    @cached_property
    def deciding(self) -> dict[str, Any]:
        """What of the settings decides."""
        return deciding(self.metric, self.settings)


@dataclass(frozen=True)
class Imagined:
    """Studies between two reports.

    A study is told by what of the changes it has. The scores of an algorithm that were measured anew are no change of
    their own beside those on the data sets: put into a study, they go to the other side than its data sets are on.

    Parameters
    ----------
    old, new : Side
        The reports.
    factors : tuple of Factor
        All that differs between them.
    asked : collection of Conclusion
        What is asked about.
    """

    old: Side
    new: Side
    factors: tuple[Factor, ...]
    asked: Collection[Conclusion]
    _known: dict[frozenset[Factor], Mapping[Conclusion, Verdict]] = field(default_factory=dict)

    @property
    def most(self) -> int:
        """How many studies may be made."""
        metric = self.new.metric
        one = len(metric.algorithms) ** 2 / 2 * (1 + len(metric.datasets) / _MANY_DATASETS)
        return int(min(max(_WORK / max(one, 1), _LEAST_STUDIES), _MOST_STUDIES))

    def why_not(self) -> str:
        """Why such studies cannot be made; empty where they can."""
        sides = (self.old, self.new)
        if any(side.metric.means is None for side in sides):
            return "there are average ranks alone, which no data set can be taken out of"
        if any(key not in side.settings for side in sides for key in SECTIONS):
            return "a report of an earlier version does not say with which settings it was made"
        try:
            for side in sides:
                options_of(side.deciding)
        except ValidationError:
            return "a report has settings that this version does not know"
        return ""

    def concluded(self, applied: frozenset[Factor], limited: bool = False) -> Mapping[Conclusion, Verdict]:
        """What the study concludes that has these of the changes; nothing where there is no such study."""
        if applied not in self._known:
            if limited and len(self._known) >= self.most:
                raise TooManyStudies
            self._known[applied] = self._conclude(applied)
        return self._known[applied]

    def _conclude(self, applied: frozenset[Factor]) -> Mapping[Conclusion, Verdict]:
        values = self._values(applied)
        options = _options(values)
        scores = None if options is None else self._scores(applied, values)
        if options is None or scores is None:
            return {}
        control = options.test.control
        if control is not None and control not in scores.algorithms:
            return {}
        ranking = rank(scores, options.rank)
        tested = compare(scores, ranking, self._tests(options), None, exact=False)
        methods = tuple(method for method in options.adjust if self._asks_for(method.name, options))
        adjusted = adjust(ranking, tested, methods, options.test.alpha)
        names = scores.algorithms
        found = concluded_over(names, ranking, tested, adjusted)
        found |= concluded_of_pairs(names, tested, adjusted, self.asked)
        found |= self._by_cost(scores, ranking, tested, adjusted, options, applied)
        return {conclusion: one.verdict for conclusion, one in found.items()}

    def _tests(self, options: Options) -> Any:
        """The tests that are asked about."""
        omnibus = tuple(one.method for one in self.asked if one.kind == "omnibus")
        return options.test.model_copy(update={"omnibus": tuple(sorted(omnibus))})

    def _asks_for(self, method: str, options: Options) -> bool:
        """Whether a correction is needed: corrections of many pairs take long."""
        kinds = {one.kind for one in self.asked if one.method == method}
        best = any(one.kind == "best" for one in self.asked) and method == options.adjust[0].name
        return best or not kinds.isdisjoint(("pair", "groups"))

    def _by_cost(
        self,
        scores: MetricScores,
        ranking: Ranking,
        tested: Tested,
        adjusted: Adjusted,
        options: Options,
        applied: frozenset[Factor],
    ) -> Conclusions:
        """What rests on who is the cheaper: who may be named the best, and the order."""
        prior = self._prior(scores.algorithms, applied)
        if prior is None:
            return {}
        found = concluded_best(scores.algorithms, find_best(ranking, tested, adjusted, Ordered(prior=prior)))
        places = self._places_on(scores, options, applied)
        if prior and places is not None and not ranking.has_gaps and options.order is not None:
            known = places if places.size else None
            ordered = order_from_places(scores, ranking, known, prior, options.order, options.test.alpha, exact=False)
            found |= concluded_order(scores.algorithms, ordered)
        return found

    def _prior(self, algorithms: Sequence[str], applied: frozenset[Factor]) -> tuple[int, ...] | None:
        """The algorithms by cost, cheapest first, none where nothing costs; None where that cannot be told."""
        for side in self._sides(self._of_prior, applied):
            prior = side.metric.order.prior
            if not prior or set(algorithms) <= set(prior):
                return tuple(algorithms.index(name) for name in prior if name in algorithms)
        return None

    def _places_on(self, scores: MetricScores, options: Options, applied: frozenset[Factor]) -> Any:
        """The place of each algorithm on each data set, none where ranks are compared; None where it is not known."""
        if options.order is None or (options.order.within or "none") == "none":
            return np.empty(0)
        anew = any(one.kind == "algorithm" and one.change == "changed" for one in applied)
        orders = []
        for dataset in scores.datasets:
            changed = Factor("data set", dataset)
            if anew and changed in self.factors:
                return None
            sides = self._sides((*self._of_order, changed), applied)
            found = (side.metric.order.per_dataset.get(dataset, ()) for side in sides)
            orders.append(next((one for one in found if set(one) == set(scores.algorithms)), ()))
        if not all(orders):
            return None
        return np.array([[one.index(name) + 1.0 for name in scores.algorithms] for one in orders])

    @cached_property
    def _of_prior(self) -> tuple[Factor, ...]:
        """The changes that who is cheaper rests on."""
        settings = [one for one in self._of_order if one.name not in (*ORDER_TESTS, "test.alpha", BETTER)]
        return (COSTS, *settings)

    @cached_property
    def _of_order(self) -> tuple[Factor, ...]:
        """The changes, but those of scores, that the order on a data set rests on."""
        named = [one for one in self.factors if one.kind == "setting"]
        of_order = [one for one in named if one.name.split(".")[0] == "order" or one.name in ("test.alpha", BETTER)]
        return (COSTS, *of_order)

    def _sides(self, relevant: Iterable[Factor], applied: frozenset[Factor]) -> tuple[Side, ...]:
        """The reports that have just what the study has of these changes: none where it has some and not others."""
        taken = {factor in applied for factor in relevant if factor in self.factors}
        if not taken:
            return (self.new, self.old)
        return () if len(taken) > 1 else (self.new,) if taken.pop() else (self.old,)

    def _values(self, applied: frozenset[Factor]) -> dict[str, Any]:
        """The settings of such a study."""
        keys = dict.fromkeys((*self.old.deciding, *self.new.deciding))
        sides = {key: self.new if Factor("setting", key) in applied else self.old for key in keys}
        return {key: side.deciding[key] for key, side in sides.items() if key in side.deciding}

    def _scores(self, applied: frozenset[Factor], values: Mapping[str, Any]) -> MetricScores | None:
        """The scores of such a study; None where one was never measured, or they are too few to compare."""
        algorithms, datasets = self._of("algorithm", applied), self._of("data set", applied)
        means = self._tables.of(
            datasets,
            algorithms,
            [Factor("data set", name) in applied for name in datasets],
            [Factor("algorithm", name) in applied for name in algorithms],
        )
        if means is None or len(algorithms) < 2 or len(datasets) < 2:
            return None
        better = cast("Any", values[BETTER])
        missing = Missing(values[MISSING])
        return MetricScores("", better, datasets, algorithms, means, len(datasets), missing=missing)

    def _of(self, kind: str, applied: frozenset[Factor]) -> tuple[str, ...]:
        """The data sets or algorithms of such a study."""
        changes = {factor.name: factor for factor in self.factors if factor.kind == kind}
        new, old = (
            side.metric.algorithms if kind == "algorithm" else side.metric.datasets for side in (self.new, self.old)
        )
        there = []
        for name in dict.fromkeys((*new, *old)):
            factor = changes.get(name)
            if factor is None or factor.change == "changed" or (factor.change == "added") == (factor in applied):
                there.append(name)
        return tuple(there)

    @cached_property
    def _tables(self) -> TablesOfScores:
        return TablesOfScores.of_metrics(self.old.metric, self.new.metric)


def _options(values: Mapping[str, Any]) -> Options | None:
    """The settings; None where some of one report do not go together with others of the other."""
    try:
        return options_of(values)
    except (ValidationError, KeyError):
        return None
