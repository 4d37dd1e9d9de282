"""Which change flipped a conclusion: each is applied to the old study, and omitted from the new one, by itself.

A study between the two reports has some of the changes, so that its scores and settings are those of either report. It
is ranked, tested and adjusted, and its conclusions are compared with those of the reports.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import numpy as np
from pydantic import TypeAdapter, ValidationError

from rankpress.core.scores import MetricScores, Missing
from rankpress.diff.changes import Cause, Change, Factor, Flip, Membership, Rescored
from rankpress.diff.stored_report import StoredReport
from rankpress.spec.model import AdjustMethod, OrderOptions, RankOptions, TestOptions
from rankpress.stages.adjust import adjust, signed_by_dataset
from rankpress.stages.conclude import (
    Conclusion,
    Conclusions,
    Verdict,
    among,
    concluded_best,
    concluded_of_pairs,
    concluded_order,
    concluded_over,
    find_best,
    least,
)
from rankpress.stages.order import Ordered, order_from_places
from rankpress.stages.rank import rank
from rankpress.stages.test import compare
from rankpress.topics.results_model import MetricResult
from rankpress.topics.results_of_tests import WithinResult

# Each change is a study of its own to be tested; of more, those that move ranks most are tried.
MOST_TRIED = 100
# Studies of one metric: fewer where each takes long, but some. Many data sets take as long again as the pairs.
_MOST_STUDIES, _LEAST_STUDIES, _WORK, _MANY_DATASETS = 500, 40, 200_000, 500
# So few data sets say more than the algorithm that has other scores on all of them.
_FEW = 5
# These cannot be computed for every study that can be tested: the folds are not known.
_OF_FOLDS = ("order", "best")
_LAST_BITS = 1e-12

_SAME = "no change of scores or settings did it: this version finds the same in both reports"
_OTHERWISE = "this version finds otherwise in the scores of the {} report"
_UNKNOWN = "the reports do not contain enough to recompute it"

_SECTIONS = ("rank", "test", "adjust", "order")
# What these ask for is a conclusion of its own, or changes none.
_OF_OTHERS = ("test.omnibus", "test.within", "test.tuning_runs")
_BETTER, _MISSING, _ALPHA = "better", "scores.missing", "test.alpha"
# Settings of an order that do not matter to who is cheaper.
_ORDER_TESTS = ("order.within", "order.test", "order.adjust")
_COSTS = Factor("costs")


class _Unknown(Exception):
    """A study exists, but what it concludes is not known, or enough were tried."""


@dataclass(frozen=True)
class Options:
    """Settings as the stages take them."""

    rank: RankOptions
    test: TestOptions
    adjust: tuple[AdjustMethod, ...]
    order: OrderOptions | None


def _options(values: Mapping[str, Any]) -> Options | None:
    """Validate settings by their keys; None where some of one report do not go together with others of the other."""
    sections: dict[str, Any] = {name: {} for name in _SECTIONS} | {"adjust": values.get("adjust")}
    for key, value in values.items():
        section, _, inside = key.partition(".")
        if inside and section in sections:
            sections[section][inside] = value
    tests = {**sections["test"], "within": "none", "omnibus": []}
    try:  # as JSON, in which a tuple of the study is a list
        return _OPTIONS.validate_json(_PLAIN.dump_json({**sections, "test": tests, "order": sections["order"] or None}))
    except ValidationError:
        return None


_OPTIONS, _PLAIN = TypeAdapter(Options), TypeAdapter[object](object)


@dataclass(frozen=True)
class Side:
    """A metric of one of the two reports, its level, and the sections of its study that decide."""

    metric: MetricResult
    alpha: float
    sections: Mapping[str, Any]

    @classmethod
    def of(cls, report: StoredReport, metric: str) -> Side:
        """Take a metric of a report."""
        return cls(report.results["metrics"][metric], report.results["alpha"], report.settings)

    @cached_property
    def settings(self) -> dict[str, Any]:
        """Settings that decide, by the keys that a user knows, without those that are null."""
        results: dict[str, Any] = {
            _BETTER: self.metric["better"],
            _MISSING: self.metric.get("missing", {}).get("policy", "error"),
        }
        for name in _SECTIONS:
            value = self.sections.get(name)
            section = value if isinstance(value, Mapping) else None
            results |= {name: value} if section is None else {f"{name}.{key}": held for key, held in section.items()}
        return {key: value for key, value in results.items() if key not in _OF_OTHERS and value is not None}

    @cached_property
    def tests(self) -> dict[Conclusion, WithinResult]:
        """The tests on single data sets."""
        tests = self.metric.get("within", ())
        return {about_within(item["test"], item["dataset"], item["a"], item["b"]): item for item in tests}

    @property
    def prior(self) -> list[str]:
        """The algorithms, cheapest first; none where nothing costs."""
        return self.metric.get("order", {}).get("prior", [])

    @property
    def means(self) -> Mapping[str, Mapping[str, float | None]]:
        """The scores by data set and algorithm; None where there is a gap."""
        return self.metric.get("means") or {}


def about_within(test: str, dataset: str, a: str, b: str) -> Conclusion:
    """Return the conclusion whether two algorithms differ on a data set, the same whichever is named first."""
    return Conclusion("within", test, (dataset, *sorted((a, b))))


def verdict_within(result: WithinResult, alpha: float, better: str) -> Verdict:
    """Say which algorithm is better on a data set, at a level."""
    difference, p = result.get("difference"), result.get("p")
    if not difference or p is None or p > alpha:
        return ()
    return ((result["a"] if (difference < 0) == (better == "lower") else result["b"],),)


def cause_within(flip: Flip, old: Side, new: Side) -> Cause:
    """Find what changed the verdict of a test on one data set: its scores, the level, or the direction."""
    sides, test = (old, new), (old.tests[flip.conclusion], new.tests[flip.conclusion])
    differing = {
        Factor("data set", flip.conclusion.subject[0]): test[0] != test[1],
        Factor("setting", _ALPHA): old.alpha != new.alpha,
        Factor("setting", _BETTER): old.metric["better"] != new.metric["better"],
    }
    factors = [factor for factor, differs in differing.items() if differs]

    def verdict(applied: Collection[Factor]) -> Verdict:
        scores, level, direction = (factor in applied for factor in differing)
        return verdict_within(test[scores], sides[level].alpha, sides[direction].metric["better"])

    alone = tuple(item for item in factors if verdict({item}) == flip.new)
    needed = tuple(item for item in factors if verdict({*factors} - {item}) == flip.old)
    together = () if alone else least(factors, lambda applied: verdict(applied) == flip.new)
    return Cause(alone, needed, together, len(factors), len(factors))


def rescored(before: MetricResult, after: MetricResult) -> tuple[Rescored, ...]:
    """Find the data sets of both on which an algorithm of both has another mean, or a pair another test result."""
    old, new = Side(before, 0, {}), Side(after, 0, {})
    columns = dict.fromkeys((*before["algorithms"], *after["algorithms"]))
    retested = {
        about.subject[0]
        for about, test in new.tests.items()
        if about in old.tests and not _same(old.tests[about], test)
    }
    matches = []
    for dataset in after["datasets"]:
        then, now = old.means.get(dataset, {}), new.means.get(dataset, {})
        others = tuple(name for name in columns if name in then and name in now and then[name] != now[name])
        if others or dataset in retested:
            matches.append(Rescored(dataset, others))
    return tuple(matches)


def _same(old: WithinResult, new: WithinResult) -> bool:
    """Whether a test found the same, whichever algorithm is named first and whatever a version does to last bits."""
    pairs: Any = [(old.get(key), new.get(key)) for key in ("difference", "standard_error")]
    within = {"rel_tol": _LAST_BITS, "abs_tol": _LAST_BITS}
    return all(a == b or (None not in (a, b) and math.isclose(abs(a), abs(b), **within)) for a, b in pairs)


def _factors(old: Side, new: Side, datasets: Membership, algorithms: Membership) -> Iterator[Factor]:
    """Yield all that differs; scores of single algorithms are those of the data sets that they are on."""
    keys = dict.fromkeys((*old.settings, *new.settings))
    changed = [key for key in keys if old.settings.get(key) != new.settings.get(key)]
    yield from (Factor("setting", key) for key in changed)
    changes: tuple[Change, ...] = ("changed", "added", "gone")
    for change in changes[1:]:
        yield from (Factor("algorithm", name, change) for name in getattr(algorithms, change))
    for change in changes:
        yield from (Factor("data set", name, change) for name in getattr(datasets, change))
    both = {*old.prior} & {*new.prior}
    orders = ([name for name in side.prior if name in both] for side in (old, new))
    if next(orders) != next(orders) and not any(key.startswith("order") for key in changed):
        yield _COSTS


class Causes:
    """The causes of flips in one metric, from the studies between the two reports.

    A study is known by the changes that it has. The new scores of an algorithm are no change of their own next to those
    of the data sets: applied to a study, they come from the other report than its data set.
    """

    def __init__(
        self, old: Side, new: Side, datasets: Membership, algorithms: Membership, conclusions: Collection[Conclusion]
    ) -> None:
        self._old, self._new = old, new
        self._asked = frozenset(conclusion for conclusion in conclusions if conclusion.kind != "within")
        self._factors = tuple(_factors(old, new, datasets, algorithms))
        self._all = frozenset(self._factors)
        self._shared = frozenset(old.metric["algorithms"]) & frozenset(new.metric["algorithms"])
        self._known: dict[frozenset[Factor], Mapping[Conclusion, Verdict]] = {}
        work = len(new.metric["algorithms"]) ** 2 / 2 * (1 + len(new.metric["datasets"]) / _MANY_DATASETS)
        self._most = int(min(max(_WORK / max(work, 1), _LEAST_STUDIES), _MOST_STUDIES))
        self._weighty = sorted(
            self._factors, key=lambda factor: (factor.kind == "data set", -self._moved(factor.name), factor)
        )
        tried = min(MOST_TRIED, self._most // 4)
        self._tried = self._weighty[:tried]
        self._remeasured = [Factor("algorithm", name) for name in algorithms.changed[: tried // 4]]
        self._found: list[tuple[Factor, ...]] = []

    def of(self, flip: Flip) -> Cause:
        """Find what changed a conclusion."""
        about, everything = flip.conclusion, self._all
        before, after = (among(about, verdict, self._shared) for verdict in (flip.old, flip.new))
        why = self._why_no_study or self._why_not(about, before, after)
        if why:
            return Cause(why=why)
        applied = {item: self._verdict(about, frozenset({item})) for item in self._tried}
        alone = tuple(item for item, verdict in applied.items() if verdict == after)
        needed = tuple(item for item in self._tried if self._verdict(about, everything - {item}) == before)
        together: tuple[Factor, ...] = ()
        if not alone:
            together = self._together(about, after) if len(everything) <= _FEW else ()
            remeasured = [] if together else self._remeasured
            alone = tuple(item for item in remeasured if self._verdict(about, frozenset({item})) == after)
            if alone and not needed:
                needed = tuple(item for item in remeasured if self._verdict(about, everything | {item}) == before)
            together = together or (() if alone else self._together(about, after))
        tried = sum(verdict is not None for verdict in applied.values())
        return Cause(alone, needed, together, tried, len(everything))

    @cached_property
    def _why_no_study(self) -> str:
        """Why no study between the reports can be made; empty where they can."""
        sides = (self._old, self._new)
        if any(side.metric.get("means") is None for side in sides):
            return "there are average ranks alone, which no data set can be taken out of"
        if any(key not in side.sections for side in sides for key in _SECTIONS):
            return "a report of an earlier version does not say with which settings it was made"
        known = all(_options(side.settings) for side in sides)
        return "" if known else "a report has settings that this version does not know"

    def _why_not(self, about: Conclusion, before: Verdict, after: Verdict) -> str:
        """Why no cause is known: the studies of the two reports themselves have to conclude what the reports do."""
        old, new = self._verdict(about, frozenset()), self._verdict(about, self._all)
        if None not in (old, new) and old != new and (old, new) == (before, after):
            return ""
        if None in (old, new) or about.kind in _OF_FOLDS:
            return _UNKNOWN
        return _SAME if old == new else _OTHERWISE.format("old" if old != before else "new")

    def _together(self, about: Conclusion, after: Verdict) -> tuple[Factor, ...]:
        """Return a minimal set of changes that flips it together, the weightiest first."""

        def flips(applied: Sequence[Factor]) -> bool:
            verdict = self._verdict(about, frozenset(applied), limited=True)
            if verdict is None and about.kind in _OF_FOLDS and self._concluded(frozenset(applied)):
                raise _Unknown  # it may flip it
            return verdict == after

        try:
            match = next((item for item in self._found if _is_minimal(item, flips)), None) or least(
                self._weighty, flips
            )
        except _Unknown:
            return ()
        if match and match not in self._found:
            self._found.append(match)
        return match

    def _moved(self, dataset: str) -> float:
        """By how much a data set moves the ranks of the algorithms."""
        old, new = ((side.metric.get("ranks") or {}).get(dataset, {}) for side in (self._old, self._new))
        middle = (len(self._shared) + 1) / 2
        pairs = ([middle if item is None else item for item in (old.get(n), new.get(n))] for n in self._shared)
        return sum(abs(a - b) for a, b in pairs)

    def _verdict(self, about: Conclusion, applied: frozenset[Factor], limited: bool = False) -> Verdict | None:
        result = self._concluded(applied, limited).get(about)
        return None if result is None else among(about, result, self._shared)

    def _concluded(self, applied: frozenset[Factor], limited: bool = False) -> Mapping[Conclusion, Verdict]:
        """Return what the study concludes that has these changes; nothing where there is no such study."""
        if applied not in self._known:
            if limited and len(self._known) >= self._most:
                raise _Unknown
            self._known[applied] = {about: item.verdict for about, item in self._conclude(applied).items()}
        return self._known[applied]

    def _conclude(self, applied: frozenset[Factor]) -> Conclusions:
        keys = dict.fromkeys((*self._old.settings, *self._new.settings))
        sides = {key: self._new if Factor("setting", key) in applied else self._old for key in keys}
        values = {key: side.settings[key] for key, side in sides.items() if key in side.settings}
        options, scores = _options(values), self._scores(applied, values)
        if options is None or scores is None or options.test.control not in (None, *scores.algorithms):
            return {}
        kinds = {
            method.name: {item.kind for item in self._asked if item.method == method.name} for method in options.adjust
        }
        best = options.adjust[0].name if any(item.kind == "best" for item in self._asked) else None
        methods = tuple(m for m in options.adjust if m.name == best or kinds[m.name] & {"pair", "groups"})
        omnibus = sorted(item.method for item in self._asked if item.kind == "omnibus")
        ranking = rank(scores, options.rank)
        tests = options.test.model_copy(update={"omnibus": tuple(omnibus)})
        tested = compare(scores, ranking, tests, None, exact=False)
        signed = signed_by_dataset(scores, tested, methods)
        adjusted = adjust(ranking, tested, methods, options.test.alpha, signed)
        result = concluded_over(scores.algorithms, ranking, tested, adjusted)
        result |= concluded_of_pairs(scores.algorithms, tested, adjusted, self._asked)
        named = [factor for factor in self._factors if factor.kind == "setting"]
        of_order = [item for item in named if item.name.split(".")[0] == "order" or item.name in (_ALPHA, _BETTER)]
        of_prior = [item for item in of_order if item.name not in (*_ORDER_TESTS, _ALPHA, _BETTER)]
        priors = (side.prior for side in self._sides([_COSTS, *of_prior], applied))
        costs = next((prior for prior in priors if not prior or {*scores.algorithms} <= {*prior}), None)
        if costs is None:  # which algorithm is cheaper is not known
            return result
        prior = tuple(scores.algorithms.index(name) for name in costs if name in scores.algorithms)
        result |= concluded_best(scores.algorithms, find_best(ranking, tested, adjusted, Ordered(prior=prior)))
        if not prior or options.order is None or ranking.has_gaps:
            return result
        places = None
        if (options.order.within or "none") != "none":
            places = self._places(scores, [_COSTS, *of_order], applied)
            if places is None:
                return result
        ordered = order_from_places(scores, ranking, places, prior, options.order, options.test.alpha, exact=False)
        return result | concluded_order(scores.algorithms, ordered)

    def _scores(self, applied: frozenset[Factor], values: Mapping[str, Any]) -> MetricScores | None:
        """Return the scores of a study; None where one was never measured, or they are too few to compare."""
        algorithms, datasets = self._names("algorithm", applied), self._names("data set", applied)
        if len(algorithms) < 2 or len(datasets) < 2:
            return None
        remeasured = {name for name in algorithms if Factor("algorithm", name) in applied}
        means = np.empty((len(datasets), len(algorithms)))
        for row, dataset in enumerate(datasets):
            is_new = Factor("data set", dataset) in applied
            old, new = self._old.means.get(dataset, {}), self._new.means.get(dataset, {})
            for column, name in enumerate(algorithms):
                first, second = (new, old) if is_new != (name in remeasured) else (old, new)
                if name not in first and name not in second:
                    return None
                score = first[name] if name in first else second[name]
                means[row, column] = math.nan if score is None else score
        better, missing = cast("Any", values[_BETTER]), Missing(values[_MISSING])
        return MetricScores("", better, datasets, algorithms, means, len(datasets), missing=missing)

    def _names(self, kind: str, applied: frozenset[Factor]) -> tuple[str, ...]:
        """Return the data sets or algorithms of a study."""
        changes = {
            factor.name: factor for factor in self._factors if factor.kind == kind and factor.change != "changed"
        }
        new, old = (
            side.metric["algorithms"] if kind == "algorithm" else side.metric["datasets"]
            for side in (self._new, self._old)
        )
        names = dict.fromkeys((*new, *old))
        return tuple(n for n in names if n not in changes or (changes[n].change == "added") == (changes[n] in applied))

    def _places(self, scores: MetricScores, relevant: list[Factor], applied: frozenset[Factor]) -> Any:
        """Return the place of each algorithm in the orders on the data sets; None where it is not known."""
        remeasured = any(item.kind == "algorithm" and item.change == "changed" for item in applied)
        places = []
        for dataset in scores.datasets:
            changed = Factor("data set", dataset)
            sides = () if remeasured and changed in self._all else self._sides([*relevant, changed], applied)
            orders = (side.metric.get("order", {}).get("per_dataset", {}).get(dataset, []) for side in sides)
            order = next((item for item in orders if {*item} == {*scores.algorithms}), None)
            if order is None:
                return None
            places.append([order.index(name) + 1.0 for name in scores.algorithms])
        return np.array(places)

    def _sides(self, relevant: Sequence[Factor], applied: frozenset[Factor]) -> tuple[Side, ...]:
        """The reports that have just what the study has of these changes: none where it has some and not others."""
        taken = {factor in applied for factor in relevant if factor in self._all}
        if not taken:
            return (self._new, self._old)
        return () if len(taken) > 1 else (self._new,) if taken.pop() else (self._old,)


def _is_minimal(factors: Sequence[Factor], flips: Callable[[Sequence[Factor]], bool]) -> bool:
    """Return whether the changes flip it together, and none can be spared."""
    return flips(factors) and not any(flips([factor for factor in factors if factor != spared]) for spared in factors)
