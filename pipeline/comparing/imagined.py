"""What a study would conclude that has some of the changes between two reports and not the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, cast

import numpy as np
from pydantic import TypeAdapter, ValidationError

from rankpress.adjust import adjust
from rankpress.comparing.changes import Conclusion, Factor, Verdict
from rankpress.comparing.kept import KeptMetric
from rankpress.comparing.verdicts import DIFFER, about_pair, best_ranked
from rankpress.order import order_from_places
from rankpress.rank import Ranking, rank
from rankpress.scores import BoolArray, FloatArray, MetricScores, Missing
from rankpress.spec.model import AdjustMethod, OrderOptions, RankOptions, TestOptions
from rankpress.test import compare

SETTINGS, COSTS = Factor("settings"), Factor("costs")
_DECIDING = ("rank", "test", "adjust", "order")
_ADJUST: TypeAdapter[tuple[AdjustMethod, ...]] = TypeAdapter(tuple[AdjustMethod, ...])
_ORDER: TypeAdapter[OrderOptions | None] = TypeAdapter(OrderOptions | None)
# Studies that are made for one metric: fewer where each takes long, but some.
_MOST_STUDIES, _LEAST_STUDIES, _WORK = 500, 40, 500_000_000


class TooManyStudies(Exception):
    """Enough were made."""


@dataclass(frozen=True)
class Side:
    """One of the two reports: a metric of it, and the settings that decide what it concludes."""

    metric: KeptMetric
    settings: Mapping[str, Any]

    @cached_property
    def deciding(self) -> tuple[object, ...]:
        """What of the settings decides; equal where it is the same."""
        of_study = tuple(self.settings.get(key) for key in _DECIDING)
        return (self.metric.better, self.metric.missing.policy, *of_study)

    @cached_property
    def options(self) -> tuple[RankOptions, TestOptions, tuple[AdjustMethod, ...], OrderOptions | None]:
        """The settings as the stages take them."""
        # as JSON: a tuple of the study is a list there
        rank_options = RankOptions.model_validate_json(_json(self.settings["rank"]))
        test = TestOptions.model_validate_json(_json({**self.settings["test"], "within": "none"}))
        adjusts = _ADJUST.validate_json(_json(self.settings["adjust"]))
        return rank_options, test, adjusts, _ORDER.validate_json(_json(self.settings["order"]))


@dataclass(frozen=True)
class Imagined:
    """Studies between two reports.

    Parameters
    ----------
    old, new : Side
        The reports.
    factors : tuple of Factor
        All that differs between them.
    omnibus : frozenset of str
        The tests of all algorithms that are asked about.
    """

    old: Side
    new: Side
    factors: tuple[Factor, ...]
    omnibus: frozenset[str] = frozenset()
    _known: dict[frozenset[Factor], Mapping[Conclusion, Verdict]] = field(default_factory=dict)

    @property
    def most(self) -> int:
        """How many studies may be made."""
        one = len(self.new.metric.datasets) * len(self.new.metric.algorithms) ** 2
        return min(max(_WORK // max(one, 1), _LEAST_STUDIES), _MOST_STUDIES)

    def why_not(self) -> str:
        """Why such studies cannot be made; empty where they can."""
        sides = (self.old, self.new)
        if any(side.metric.means is None for side in sides):
            return "there are average ranks alone, which no data set can be taken out of"
        if any(key not in side.settings for side in sides for key in _DECIDING):
            return "a report of an earlier version does not say with which settings it was made"
        try:
            assert all(side.options for side in sides)
        except ValidationError:
            return "a report has settings that this version does not know"
        return ""

    def concluded(self, applied: frozenset[Factor], limited: bool = False) -> Mapping[Conclusion, Verdict]:
        """What the study concludes that has these of the changes; nothing where there is no such study.

        Raises
        ------
        TooManyStudies
            Where it is not known yet, the number of studies is limited, and enough were made.
        """
        if applied not in self._known:
            if limited and len(self._known) >= self.most:
                raise TooManyStudies
            self._known[applied] = self._conclude(applied)
        return self._known[applied]

    def _conclude(self, applied: frozenset[Factor]) -> Mapping[Conclusion, Verdict]:
        side = self.new if SETTINGS in applied else self.old
        rank_options, test, adjustments, order_options = side.options
        algorithms, datasets = self._of("algorithm", applied), self._of("data set", applied)
        means = self._means(algorithms, datasets, applied)
        absent = test.control is not None and test.control not in algorithms
        if means is None or absent or len(algorithms) < 2 or len(datasets) < 2:
            return {}
        better = cast("Any", side.metric.better)
        missing = Missing(side.metric.missing.policy)
        scores = MetricScores("", better, datasets, algorithms, means, len(datasets), missing=missing)
        ranking = rank(scores, rank_options)
        asked = tuple(name for name in test.omnibus if name in self.omnibus)
        tested = compare(scores, ranking, test.model_copy(update={"omnibus": asked}), None)
        adjusted = adjust(ranking, tested, adjustments, test.alpha)
        averages = dict(zip(algorithms, ranking.average.tolist(), strict=True))
        found: dict[Conclusion, Verdict] = {Conclusion("best-ranked"): best_ranked(averages)}
        for name, outcome in tested.omnibus.items():
            found[Conclusion("omnibus", name)] = DIFFER if outcome.p <= test.alpha else ()
        for method, p in adjusted.p.items():
            assert tested.over is not None
            for row, (a, b) in enumerate(tested.over.pairs.tolist()):
                favours = (None, (algorithms[a],), (algorithms[b],))[int(tested.over.favours[row])]
                winner: Verdict = (favours,) if favours and p[row] <= test.alpha else ()
                found[about_pair(method, algorithms[a], algorithms[b])] = winner
        for method, groups in adjusted.groups.items():
            found[Conclusion("groups", method)] = tuple(tuple(algorithms[i] for i in group) for group in groups)
        ordered = self._order(scores, ranking, order_options, test.alpha, applied)
        return found if ordered is None else {**found, Conclusion("order"): ordered}

    def _of(self, kind: str, applied: frozenset[Factor]) -> tuple[str, ...]:
        """The data sets or algorithms of such a study."""
        changes = {factor.name: factor for factor in self.factors if factor.kind == kind}
        names = [
            side.metric.algorithms if kind == "algorithm" else side.metric.datasets for side in (self.new, self.old)
        ]
        there = []
        for name in dict.fromkeys((*names[0], *names[1])):
            factor = changes.get(name)
            if factor is None or factor.change == "changed" or (factor.change == "added") == (factor in applied):
                there.append(name)
        return tuple(there)

    def _means(
        self, algorithms: Sequence[str], datasets: Sequence[str], applied: frozenset[Factor]
    ) -> FloatArray | None:
        """The scores of such a study; None where one was never measured."""
        rows, columns = self._places
        at = np.ix_([rows[name] for name in datasets], [columns[name] for name in algorithms])
        changed = np.array([Factor("data set", name) in applied for name in datasets])[:, None]
        (old, has_old), (new, has_new) = ((values[at], known[at]) for values, known in self._tables)
        if not (has_old | has_new).all():
            return None
        preferred, other = np.where(changed, new, old), np.where(changed, old, new)
        means: FloatArray = np.where(np.where(changed, has_new, has_old), preferred, other)
        return means

    @cached_property
    def _places(self) -> tuple[dict[str, int], dict[str, int]]:
        """Rows of the data sets and columns of the algorithms of both reports."""
        sides = self.old.metric, self.new.metric
        datasets = dict.fromkeys(name for side in sides for name in side.datasets)
        algorithms = dict.fromkeys(name for side in sides for name in side.algorithms)
        return {name: at for at, name in enumerate(datasets)}, {name: at for at, name in enumerate(algorithms)}

    @cached_property
    def _tables(self) -> tuple[tuple[FloatArray, BoolArray], ...]:
        """The scores of each report, and where it has one, if only a gap."""
        rows, columns = self._places
        found = []
        for side in (self.old, self.new):
            values = np.full((len(rows), len(columns)), np.nan)
            known = np.zeros(values.shape, dtype=bool)
            for dataset, scores in (side.metric.means or {}).items():
                for algorithm, score in scores.items():
                    at = rows[dataset], columns[algorithm]
                    values[at], known[at] = np.nan if score is None else score, True
            found.append((values, known))
        return tuple(found)

    def _by_preference(self, dataset: str, applied: frozenset[Factor]) -> tuple[Side, Side]:
        changed = Factor("data set", dataset) in applied
        return (self.new, self.old) if changed else (self.old, self.new)

    def _order(
        self,
        scores: MetricScores,
        ranking: Ranking,
        options: OrderOptions | None,
        alpha: float,
        applied: frozenset[Factor],
    ) -> Verdict | None:
        """The order over the data sets, from those on each; those are of all algorithms, and hold for no fewer."""
        prior = (self.new if COSTS in applied else self.old).metric.order.prior
        if options is None or ranking.has_gaps or set(prior) != set(scores.algorithms):
            return None
        indices = {name: at for at, name in enumerate(scores.algorithms)}
        within = (self.new if SETTINGS in applied else self.old).metric.order.per_dataset
        places = None
        if within:
            orders = [self._order_on(dataset, applied) for dataset in scores.datasets]
            if any(set(one) != set(prior) for one in orders):
                return None
            places = np.array([[one.index(name) + 1.0 for name in scores.algorithms] for one in orders])
        cheapest_first = tuple(indices[name] for name in prior)
        ordered = order_from_places(scores, ranking, places, cheapest_first, options, alpha)
        return (tuple(scores.algorithms[place.algorithm] for place in ordered.ranking),)

    def _order_on(self, dataset: str, applied: frozenset[Factor]) -> tuple[str, ...]:
        first, second = (side.metric.order.per_dataset for side in self._by_preference(dataset, applied))
        return first.get(dataset) or second.get(dataset, ())


def _json(value: object) -> str:
    return TypeAdapter(object).dump_json(value).decode()
