"""One metric of one of the two reports: its scores, settings and conclusions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rankpress.diff.stored_report import StoredReport
from rankpress.stages.conclude import DIFFER, Concluded, Conclusion, Conclusions, Verdict, about_pair, best_ranked
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
