"""Whatever a stage reads is among the parts that its result is kept under, so that nobody can forget one.

A whole build is watched: each key of the spec and each field of the scores and of the tests that is read while a stage
makes its result is held against the parts that the stage was recalled with.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rankpress
from rankpress.cache.store import OfMetric, Parts, Store, digest
from rankpress.checks.agreement import agreeing_scores
from rankpress.core.faults import Fault
from rankpress.core.scores import Gap, MetricScores, PairedOutcomes
from rankpress.spec.model import Study
from rankpress.spec.plot_sections import FiguresOptions
from rankpress.spec.report_sections import CurvesOptions, OrderOptions, ReportOptions
from rankpress.spec.robustness_sections import PowerOptions, ReplicabilityOptions, SensitivityOptions
from rankpress.spec.scores_section import Metric, ScoresOptions
from rankpress.spec.strict import Section
from rankpress.spec.test_sections import BayesOptions, EffectsOptions, RankOptions, TestOptions
from rankpress.stages.test import Tested as FoundByTests

SECTIONS: Mapping[type[Section], str] = {
    ScoresOptions: "scores",
    RankOptions: "rank",
    TestOptions: "test",
    EffectsOptions: "effects",
    BayesOptions: "bayes",
    OrderOptions: "order",
    CurvesOptions: "curves",
    SensitivityOptions: "sensitivity",
    ReplicabilityOptions: "replicability",
    PowerOptions: "power",
    FiguresOptions: "report.figures",
}
STAGES = ("load", "rank", "test", "effects", "adjust", "bayes", "order", "conclude", "draw", "set")
OF_GROUPS, ON_DATASETS = (
    ("order groups", "order validation"),
    ("tests within", "bayes within", "curves", "order within", "sensitivity within"),
)
OF_TRUST = ("sensitivity", "replicability", "power")
IN_PIECES = (
    "sensitivity variations",
    "sensitivity search",
    "sensitivity sets",
    "replicability draws",
    "power sizes",
    "power differences",
)
# what of the scores is among the parts of work on one data set
ON_ONE = frozenset({"name", "better", "datasets", "algorithms", "means", "folds", "outcomes", "n_datasets"})


@dataclass
class Watch:
    """What is read while stages, the innermost last, make their results, and is not among the parts of these."""

    making: list[tuple[str, Parts]] = field(default_factory=list)
    stages: set[str] = field(default_factory=set)
    unlisted: set[str] = field(default_factory=set)
    tested: list[FoundByTests] = field(default_factory=list)  # by the stages, and not in studies that one imagines

    @contextmanager
    def over(self, stage: str, parts: Parts) -> Iterator[None]:
        self.stages.add(stage)
        self.making.append((stage, parts))
        yield
        self.making.pop()

    def see(self, making: list[tuple[str, Parts]], owner: object, name: str, value: object) -> None:
        key = f"{SECTIONS.get(type(owner), type(owner).__name__)}.{name}"  # type: ignore[call-overload]
        for stage, parts in making:
            if isinstance(owner, MetricScores) and name in (ON_ONE if stage in ON_DATASETS else OTHER):
                continue
            if stage == "load" and isinstance(owner, Metric | MetricScores):
                continue  # which it makes
            if (stage, key) == ("order validation", "MetricScores.validation"):
                continue  # of which another name is a part
            if (stage, key) == ("sensitivity", "MetricScores.unreduced"):
                continue  # the same
            if isinstance(owner, FoundByTests) and not any(owner is one for one in self.tested):
                continue
            if stage.startswith("sensitivity ") and isinstance(owner, Section) and holds(dict(parts), type(owner)):
                continue  # a copy of the study's, which is a part as a whole, with a choice made otherwise
            if isinstance(owner, FoundByTests) and (
                holds(dict(parts), value) if name != "control" else "test.control" in parts
            ):
                continue  # what it reads of the tests is a part, where they are not as a whole
            if key not in parts and not holds(dict(parts), owner):
                self.unlisted.add(f"{stage} reads {key}")


def holds(value: Any, owner: object) -> bool:
    """Whether a value has that very object somewhere in it, or a section that is the same, or one of that class."""
    if value is owner or (isinstance(owner, Section) and type(value) is type(owner) and value == owner):
        return True
    if type(value) is owner:
        return True
    if isinstance(value, Section):
        return any(holds(getattr(value, name), owner) for name in type(value).model_fields)
    if dataclasses.is_dataclass(value):
        return any(holds(getattr(value, one.name), owner) for one in dataclasses.fields(value))
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, tuple | list) else ()
    return any(holds(one, owner) for one in inner)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Sees all reads of keys, scores and tests from now on, and begins no other process."""
    seen, recall, recall_each = Watch(), Store.recall, Store.recall_each

    def recalled(store: Store, stage: str, unit: str, parts: Parts, make: Callable[[], Any], **rest: Any) -> Any:
        def watched() -> Any:
            with seen.over(stage, parts):
                return make()

        found = recall(store, stage, unit, parts, watched, **rest)
        seen.tested += [found] if isinstance(found, FoundByTests) else []
        return found

    def recalled_each(store: Store, stage: str, items: Any, parts: Any, function: Any, **rest: Any) -> Any:
        names = iter(items)

        def watched(item: Any) -> Any:
            with seen.over(stage, parts(next(names))):
                return function(item)

        return recall_each(store, stage, items, parts, watched, **rest | {"spread": map})

    for kind in (Section, MetricScores, FoundByTests):
        _see_reads(monkeypatch, seen, kind)
    monkeypatch.setattr(Store, "recall", recalled)
    monkeypatch.setattr(Store, "recall_each", recalled_each)
    return seen


def _see_reads(monkeypatch: pytest.MonkeyPatch, seen: Watch, kind: type) -> None:
    get = kind.__getattribute__

    def read(self: Any, name: str) -> Any:
        fields = type(self).__dict__.get("__dataclass_fields__") or getattr(type(self), "model_fields", ())
        copied = sys._getframe(1).f_code in (dataclasses.replace.__code__, MetricScores.on.__code__)
        if seen.making and name in fields and not copied and not isinstance(self, Study | ReportOptions):
            making, seen.making = seen.making, []  # what the check itself reads is no matter
            seen.see(making, self, name, get(self, name))
            seen.making = making
        return get(self, name)

    monkeypatch.setattr(kind, "__getattribute__", read)


def test_every_key_that_a_stage_reads_is_a_part_of_it(trusted: Path, tmp_path: Path, watch: Watch) -> None:
    rankpress.build(rankpress.read_study(trusted), tmp_path / "out", formats=("html",))
    assert watch.stages == {*STAGES, *OF_GROUPS, *ON_DATASETS, *OF_TRUST, *IN_PIECES}
    assert not watch.unlisted


OTHER: Mapping[str, Callable[[MetricScores], Any]] = {
    "name": lambda scores: "other",
    "better": lambda scores: "lower",
    "datasets": lambda scores: ("other", *scores.datasets[1:]),
    "algorithms": lambda scores: ("other", *scores.algorithms[1:]),
    "means": lambda scores: scores.means + 1.0,
    "n_datasets": lambda scores: 7,
    "average_ranks": lambda scores: scores.means[0],
    "folds": lambda scores: (None, *scores.folds[1:]),
    "missing": lambda scores: dataclasses.replace(scores.missing, gaps=(Gap("a", "b", 0, 1),)),
    "outcomes": lambda scores: (PairedOutcomes(3, np.ones((4, 4))),) * len(scores.datasets),
    "not_outcomes": lambda scores: (Fault("a", "b"),),
    "seeds": lambda scores: (1, 2),
}


def test_every_field_of_the_scores_is_a_part_of_what_is_made_from_them(study: Path, tmp_path: Path) -> None:
    [scores, _] = agreeing_scores(rankpress.read_study(study)).metrics
    # validation scores, and those that the missing policy left out, are parts by themselves of the one stage that reads
    # them, and no stage reads how all were read
    assert {*OTHER, "validation", "unreduced", "reading"} == {one.name for one in dataclasses.fields(MetricScores)}
    keys = {digest(parts_of(tmp_path, dataclasses.replace(scores, **{name: OTHER[name](scores)}))) for name in OTHER}
    assert len({*keys, digest(parts_of(tmp_path, scores))}) == len(OTHER) + 1


def parts_of(folder: Path, scores: MetricScores) -> Parts:
    """What the parts are that a result of the scores is recalled under."""
    asked: list[Parts] = []

    class Told(Store):
        def recall(self, stage: str, unit: str, parts: Parts, *rest: Any, **also: Any) -> Any:
            asked.append(parts)

    OfMetric(Told(folder), scores, scores.name).recall("rank", {}, dict)
    return asked[0]
