"""Which difference changed a conclusion: each is applied to the old study by itself, then as few as it takes.

A study between the two reports has some of the differences, so that its scores and settings are those of either
report. It is ranked, tested and adjusted, and what it concludes is compared with what the new report concludes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from pydantic import TypeAdapter, ValidationError

from rankpress.core.scores import MetricScores, Missing
from rankpress.diff.changes import Cause, Factor
from rankpress.diff.stored_report import StoredReport
from rankpress.spec.model import AdjustMethod, RankOptions, TestOptions
from rankpress.stages.adjust import adjust, signed_by_dataset
from rankpress.stages.conclude import (
    DIFFER,
    Concluded,
    Conclusion,
    Conclusions,
    Verdict,
    about_pair,
    among,
    best_ranked,
    concluded_of_pairs,
    concluded_over,
    least,
)
from rankpress.stages.rank import rank
from rankpress.stages.test import compare
from rankpress.topics.results_model import MetricResult
from rankpress.topics.results_of_tests import WithinResult

SECTIONS = ("rank", "test", "adjust")
# What these ask for is a conclusion of its own, or changes none.
_OF_OTHERS = ("test.omnibus", "test.within", "test.tuning_runs")
BETTER, MISSING, ALPHA = "better", "scores.missing", "test.alpha"


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
        policy = self.metric.get("missing", {}).get("policy", "error")
        values: dict[str, Any] = {BETTER: self.metric["better"], MISSING: policy}
        for name in SECTIONS:
            section = self.sections.get(name)
            if isinstance(section, Mapping):
                values |= {f"{name}.{key}": value for key, value in section.items()}
            else:
                values[name] = section
        return {key: value for key, value in values.items() if key not in _OF_OTHERS and value is not None}

    @property
    def means(self) -> Mapping[str, Mapping[str, float | None]]:
        """The scores by data set and algorithm; None where there is a gap."""
        return self.metric.get("means") or {}

    @cached_property
    def within(self) -> dict[Conclusion, WithinResult]:
        """The tests on single data sets; a pair is the same whichever algorithm is named first."""
        tests = self.metric.get("within", ())
        pairs = ((item["dataset"], *sorted((item["a"], item["b"]))) for item in tests)
        return {Conclusion("within", item["test"], about): item for item, about in zip(tests, pairs, strict=True)}

    @cached_property
    def conclusions(self) -> Conclusions:
        """All that the report concludes of the metric."""
        metric, alpha = self.metric, self.alpha
        concluded = {Conclusion("best-ranked"): Concluded(best_ranked(metric["average_ranks"]))}
        for name, test in metric.get("omnibus", {}).items():
            p = test.get("p")
            concluded[Conclusion("omnibus", name)] = Concluded(DIFFER if p is not None and p <= alpha else (), p)
        best, ranking = metric.get("best"), metric.get("order", {}).get("ranking")
        if best is not None:
            named = best.get("algorithm")
            concluded[Conclusion("best")] = Concluded(() if named is None else ((named,),))
        for pair in metric.get("comparisons", ()):
            favours = pair.get("favours", pair["a"])  # reports that do not say it mean the better ranked
            for method, p in pair.get("adjusted", {}).items():
                significant = favours is not None and p is not None and p <= alpha
                about = about_pair(method, pair["a"], pair["b"])
                concluded[about] = Concluded(((favours or "",),) if significant else (), p)
        for method, groups in metric.get("groups", {}).items():
            concluded[Conclusion("groups", method)] = Concluded(tuple(map(tuple, groups)))
        if ranking:
            concluded[Conclusion("order")] = Concluded((tuple(place["algorithm"] for place in ranking),))
        for about, result in self.within.items():
            concluded[about] = Concluded(verdict_within(result, alpha, metric["better"]), result.get("p"))
        return concluded


def verdict_within(result: WithinResult, alpha: float, better: str) -> Verdict:
    """Return which algorithm is better on a data set, at a level."""
    difference, p = result.get("difference"), result.get("p")
    if not difference or p is None or p > alpha:
        return ()
    return ((result["a"] if (difference < 0) == (better == "lower") else result["b"],),)


# Studies of one metric: fewer where each takes long. Of more differences, those that move ranks most are tried alone.
_MOST_STUDIES, _LEAST_STUDIES, _WORK = 500, 40, 200_000
_LAST_BITS = 1e-12


@dataclass(frozen=True)
class Options:
    """Settings as the stages take them."""

    rank: RankOptions
    test: TestOptions
    adjust: tuple[AdjustMethod, ...]


_OPTIONS, _PLAIN = TypeAdapter(Options), TypeAdapter[object](object)


def _options(values: Mapping[str, Any]) -> Options | None:
    """Validate settings by their keys; None where those of one report do not go together with those of the other."""
    sections: dict[str, Any] = {"rank": {}, "test": {}, "adjust": values.get("adjust")}
    for key, value in values.items():
        section, _, inside = key.partition(".")
        if inside and section in sections:
            sections[section][inside] = value
    sections["test"] |= {"within": "none", "omnibus": []}
    try:  # as JSON, in which a tuple of the study is a list
        return _OPTIONS.validate_json(_PLAIN.dump_json(sections))
    except ValidationError:
        return None


def _same(old: WithinResult, new: WithinResult) -> bool:
    """Return whether a test found the same, whichever algorithm is named first, but for last bits."""
    pairs: Any = [(old.get(key), new.get(key)) for key in ("difference", "standard_error")]
    within = {"rel_tol": _LAST_BITS, "abs_tol": _LAST_BITS}
    return all(a == b or (None not in (a, b) and math.isclose(abs(a), abs(b), **within)) for a, b in pairs)


def _factors(old: Side, new: Side) -> Iterator[Factor]:
    """Yield all that differs between the studies of a metric."""
    keys = dict.fromkeys((*old.settings, *new.settings))
    yield from (Factor("setting", key) for key in keys if old.settings.get(key) != new.settings.get(key))
    yield from _members("algorithm", old.metric["algorithms"], new.metric["algorithms"])
    yield from _members("data set", old.metric["datasets"], new.metric["datasets"])
    tests = ((about.subject[0], old.within.get(about), test) for about, test in new.within.items())
    retested = {dataset for dataset, then, now in tests if then is not None and not _same(then, now)}
    for name in new.metric["datasets"]:
        if name in old.metric["datasets"] and (name in retested or any(_rescored(old, new, name))):
            yield Factor("data set", name)


def _members(kind: Any, old: Collection[str], new: Collection[str]) -> Iterator[Factor]:
    """Yield the names that are new or removed."""
    yield from (Factor(kind, name, "added") for name in new if name not in {*old})
    yield from (Factor(kind, name, "removed") for name in old if name not in {*new})


def _rescored(old: Side, new: Side, dataset: str) -> Iterator[str]:
    """Yield the algorithms of both reports with another mean on a data set."""
    then, now = old.means.get(dataset, {}), new.means.get(dataset, {})
    return (name for name, score in now.items() if name in then and then[name] != score)


def _search(tried: Sequence[Factor], factors: Sequence[Factor], flips: Callable[[Collection[Factor]], bool]) -> Cause:
    """Return the differences that flip a conclusion alone, or else a minimal set that does."""
    alone = tuple(factor for factor in tried if flips((factor,)))
    together = () if alone else least(factors, flips)
    return Cause(alone, together, "" if alone or together else "no differences found that change it")


class Causes:
    """The causes of changed conclusions of one metric, from the studies between the two reports."""

    def __init__(self, old: Side, new: Side, requested: Collection[Conclusion]) -> None:
        self._old, self._new, self._requested = old, new, frozenset(requested)
        self._shared = frozenset(old.metric["algorithms"]) & frozenset(new.metric["algorithms"])
        self.factors = tuple(_factors(old, new))
        self._weighty = sorted(self.factors, key=lambda item: (item.kind == "data set", -self._moved(item.name), item))
        remeasured = {name for dataset in new.means for name in _rescored(old, new, dataset)}
        work = len(new.metric["algorithms"]) ** 2 / 2 * (1 + len(new.metric["datasets"]) / 500)
        self._most = int(min(max(_WORK / max(work, 1), _LEAST_STUDIES), _MOST_STUDIES))
        algorithms = [Factor("algorithm", name) for name in sorted(remeasured)] if len(self.factors) > 1 else []
        self._tried = [*self._weighty[: self._most // 4], *algorithms[: self._most // 16]]
        self._studies: dict[frozenset[Factor], Mapping[Conclusion, Verdict]] = {}

    def of(self, about: Conclusion) -> Cause:
        """Find what changed a conclusion."""
        sides = (self._old, self._new)
        before, after = (among(about, side.conclusions[about].verdict, self._shared) for side in sides)
        if about.kind == "within":
            return self._of_test_within(about)
        if about.kind in ("best", "order"):
            return Cause(why="it also depends on costs and on tests within data sets")
        if any(side.metric.get("means") is None for side in sides):
            return Cause(why="a report has average ranks only")
        if any(key not in side.sections for side in sides for key in SECTIONS):
            return Cause(why="a report of an earlier version does not state its settings")
        old, new = self._verdict(about, ()), self._verdict(about, self.factors)
        if old is None or new is None:
            return Cause(why="the reports do not contain enough to recompute it")
        if old == new:
            return Cause(alone=(Factor("version"),))
        if (old, new) != (before, after):
            return Cause(why=f"this version does not reproduce the {'old' if old != before else 'new'} report")
        limit = len(self._studies) + self._most

        def flips(applied: Collection[Factor]) -> bool:
            return len(self._studies) < limit and self._verdict(about, applied) == after

        return _search(self._tried, self._weighty, flips)

    def _of_test_within(self, about: Conclusion) -> Cause:
        """Find what changed a test on one data set: its scores, the level, or the direction."""
        sides, tests = (self._old, self._new), (self._old.within[about], self._new.within[about])
        dataset, level, direction = (
            Factor("data set", about.subject[0]),
            Factor("setting", ALPHA),
            Factor("setting", BETTER),
        )
        differing = [item for item in (dataset, level, direction) if item in self.factors]

        def flips(applied: Collection[Factor]) -> bool:
            alpha, better = sides[level in applied].alpha, sides[direction in applied].metric["better"]
            return verdict_within(tests[dataset in applied], alpha, better) == self._new.conclusions[about].verdict

        return _search(differing, differing, flips)

    def _moved(self, dataset: str) -> float:
        """Return by how much a data set moves the ranks of the algorithms."""
        old, new = ((side.metric.get("ranks") or {}).get(dataset, {}) for side in (self._old, self._new))
        middle = (len(self._shared) + 1) / 2
        pairs = ([middle if item is None else item for item in (old.get(n), new.get(n))] for n in self._shared)
        return sum(abs(a - b) for a, b in pairs)

    def _verdict(self, about: Conclusion, applied: Collection[Factor]) -> Verdict | None:
        """Return what the study with these differences concludes; None where there is no such study."""
        key = frozenset(applied)
        if key not in self._studies:
            self._studies[key] = self._conclude(key)
        verdict = self._studies[key].get(about)
        return None if verdict is None else among(about, verdict, self._shared)

    def _conclude(self, applied: frozenset[Factor]) -> Mapping[Conclusion, Verdict]:
        keys = dict.fromkeys((*self._old.settings, *self._new.settings))
        sides = {key: self._new if Factor("setting", key) in applied else self._old for key in keys}
        values = {key: side.settings[key] for key, side in sides.items() if key in side.settings}
        options, scores = _options(values), self._scores(applied, values)
        if options is None or scores is None or options.test.control not in (None, *scores.algorithms):
            return {}
        named = {item.method for item in self._requested if item.kind in ("pair", "groups")}
        omnibus = sorted(item.method for item in self._requested if item.kind == "omnibus")
        tests = options.test.model_copy(update={"omnibus": tuple(omnibus)})
        methods = tuple(method for method in options.adjust if method.name in named)
        ranking = rank(scores, options.rank)
        tested = compare(scores, ranking, tests, None, exact=False)
        adjusted = adjust(ranking, tested, methods, tests.alpha, signed_by_dataset(scores, tested, methods))
        concluded = concluded_over(scores.algorithms, ranking, tested, adjusted)
        concluded |= concluded_of_pairs(scores.algorithms, tested, adjusted, self._requested)
        return {about: item.verdict for about, item in concluded.items()}

    def _scores(self, applied: frozenset[Factor], values: Mapping[str, Any]) -> MetricScores | None:
        """Return the scores of a study; None where one was never measured, or there are too few to compare."""
        algorithms, datasets = (self._names(key, applied) for key in ("algorithm", "data set"))
        if len(algorithms) < 2 or len(datasets) < 2:
            return None
        means = np.empty((len(datasets), len(algorithms)))
        for row, dataset in enumerate(datasets):
            old, new = self._old.means.get(dataset, {}), self._new.means.get(dataset, {})
            for column, name in enumerate(algorithms):
                is_new = Factor("data set", dataset) in applied or Factor("algorithm", name) in applied
                first, second = (new, old) if is_new else (old, new)
                if name not in first and name not in second:
                    return None
                score = first[name] if name in first else second[name]
                means[row, column] = math.nan if score is None else score
        missing = Missing(values[MISSING])
        return MetricScores("", values[BETTER], datasets, algorithms, means, len(datasets), missing=missing)

    def _names(self, kind: str, applied: frozenset[Factor]) -> tuple[str, ...]:
        """Return the data sets or algorithms of a study."""
        changed = {item.name: item for item in self.factors if item.kind == kind and item.change != "changed"}
        metrics = self._new.metric, self._old.metric
        listed = (metric["algorithms" if kind == "algorithm" else "datasets"] for metric in metrics)
        names = dict.fromkeys(name for names in listed for name in names)
        return tuple(n for n in names if n not in changed or (changed[n].change == "added") == (changed[n] in applied))
