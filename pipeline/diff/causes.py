"""Which difference between two studies changes a conclusion by itself: the old study with it alone is tested again."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from math import nan
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from pydantic import TypeAdapter, ValidationError

from rankpress.core.scores import MetricScores, Missing
from rankpress.spec.model import AdjustMethod, RankOptions, TestOptions
from rankpress.stages.adjust import adjusted_p, at_level, signed_by_dataset
from rankpress.stages.conclude import Conclusion, Verdict, among, concluded_of_pairs, concluded_over
from rankpress.stages.rank import rank
from rankpress.stages.test import compare

if TYPE_CHECKING:
    from rankpress.topics.results_model import MetricResult

SECTIONS = ("rank", "test", "adjust")  # whose settings are tried
# Studies that are tried for a metric: fewer where each takes long, never by the clock.
_MOST_STUDIES, _LEAST_STUDIES, _WORK = 500, 40, 200_000

Place = tuple[str, ...]  # of a difference: the key of a setting, or a list of data, what happened, and the name


@dataclass(frozen=True)
class Side:
    """A metric of one report, and the settings of its study by their keys."""

    metric: MetricResult
    settings: Mapping[str, Any]

    def score(self, dataset: str, algorithm: str) -> float | None:
        """Return a score: nan where there is a gap, None where it was never measured."""
        row = (self.metric.get("means") or {}).get(dataset, {})
        score = row.get(algorithm)
        return nan if score is None and algorithm in row else score


@dataclass(frozen=True)
class _Options:
    rank: RankOptions
    test: TestOptions
    adjust: tuple[AdjustMethod, ...]


_OPTIONS, _PLAIN = TypeAdapter(_Options), TypeAdapter[object](object)


def single_causes(
    old: Side, new: Side, differences: Collection[Place], flipped: Collection[Conclusion]
) -> dict[Conclusion, tuple[Place, ...]]:
    """Return by conclusion the differences each of which changes it alone.

    Those of the data sets come last, by how much they move ranks; of very many the last are not tried.
    """
    policies = [side.metric.get("missing", {}).get("policy", "error") for side in (old, new)]
    if not flipped or old.metric["better"] != new.metric["better"] or policies[0] != policies[1]:
        return {}
    shared = {*old.metric["algorithms"]} & {*new.metric["algorithms"]}
    requested, named = frozenset(flipped), {about.method for about in flipped}

    def concluded(applied: Iterable[Place]) -> dict[Conclusion, Verdict]:
        """Return what the old study with some of the differences concludes; nothing where there is no such study."""
        options = _options(old, new, {*applied})
        scores = _scores(old, new, differences, {*applied}, policies[0])
        if options is None or scores is None or options.test.control not in (None, *scores.algorithms):
            return {}
        ranking = rank(scores, options.rank)
        tested = compare(scores, ranking, options.test, None, exact=False)
        methods, alpha = tuple(item for item in options.adjust if item.name in named), options.test.alpha
        adjusted = adjusted_p(ranking, tested, methods, alpha, signed_by_dataset(scores, tested, methods))
        result = concluded_over(scores.algorithms, ranking, tested, at_level(ranking, tested, adjusted, alpha))
        result |= concluded_of_pairs(scores.algorithms, tested, adjusted, requested)
        return {about: among(about, item.verdict, shared) for about, item in result.items() if about in requested}

    before, after = concluded(()), concluded(differences)
    explained = [about for about in flipped if about in before and before[about] != after.get(about, before[about])]
    tried = sorted(differences, key=lambda place: (place[0] == "datasets", -_moved(old, new, place, shared)))
    work = max(len(new.metric["algorithms"]) ** 2 / 2 * (1 + len(new.metric["datasets"]) / 500), 1)
    most = int(min(max(_WORK / work, _LEAST_STUDIES), _MOST_STUDIES)) if explained else 0
    studies = {place: concluded((place,)) for place in tried[:most]}
    return {
        about: tuple(place for place, study in studies.items() if study.get(about) == after[about])
        for about in explained
    }


def _moved(old: Side, new: Side, place: Place, algorithms: Collection[str]) -> float:
    """Return by how much a data set moves the ranks of algorithms; one that is new or gone, from the middle."""
    sides = [(side.metric.get("ranks") or {}).get(place[-1], {}) for side in (old, new)]
    middle = (len(algorithms) + 1) / 2
    ranks: Any = ([middle if row.get(name) is None else row[name] for row in sides] for name in algorithms)
    return sum((abs(then - now) for then, now in ranks), 0.0)


def _options(old: Side, new: Side, applied: Collection[Place]) -> _Options | None:
    """Return the sections that decide; None where settings of one report do not go together with the other's."""
    sections: dict[str, Any] = {"rank": {}, "test": {}}
    for key in dict.fromkeys((*old.settings, *new.settings)):
        value = (new if (key,) in applied else old).settings.get(key)
        if key.partition(".")[0] in SECTIONS and value is not None:
            *outer, last = key.split(".")
            reduce(lambda inner, name: inner.setdefault(name, {}), outer, sections)[last] = value
    sections["test"] |= {"within": "none", "also": []}
    try:  # as JSON, in which a tuple of the study is a list
        return _OPTIONS.validate_json(_PLAIN.dump_json(sections))
    except ValidationError:
        return None


def _scores(
    old: Side, new: Side, differences: Collection[Place], applied: Collection[Place], policy: Any
) -> MetricScores | None:
    """Return the scores of a study; None where one was never measured, or there are too few to compare."""

    def names(what: Literal["algorithms", "datasets"]) -> tuple[str, ...]:
        changed = {place for place in differences if place[0] == what}
        absent = {
            place[2] for place in changed if (place[1], place in applied) in (("added", False), ("removed", True))
        }
        return tuple(dict.fromkeys(name for name in (*new.metric[what], *old.metric[what]) if name not in absent))

    def row(dataset: str, algorithms: Sequence[str]) -> Iterator[float | None]:
        rescored = ("datasets", "with other scores", dataset) in applied
        first, second = (new, old) if rescored else (old, new)
        for name in algorithms:
            score = first.score(dataset, name)
            yield second.score(dataset, name) if score is None else score

    algorithms, datasets = names("algorithms"), names("datasets")
    means = [[*row(dataset, algorithms)] for dataset in datasets]
    if len(algorithms) < 2 or len(datasets) < 2 or any(None in scores for scores in means):
        return None
    values = np.array(means, dtype=np.float64)
    better: Any = old.metric["better"]
    return MetricScores("", better, datasets, algorithms, values, len(datasets), missing=Missing(policy))
