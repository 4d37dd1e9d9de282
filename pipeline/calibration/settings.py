"""The settings of a calibration, in general and for a reader's own study."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from rankpress.catalog.methods import ADJUSTMENTS, OMNIBUS, PAIRWISE
from rankpress.core.faults import Fault, FaultsFound, counted
from rankpress.core.text import joined
from rankpress.robustness.draws import MOST_SIGNS, complete_datasets, with_fewer_signs
from rankpress.stats.worlds import WORLDS, World

if TYPE_CHECKING:
    from rankpress.core.scores import MetricScores, Scores
    from rankpress.spec.model import Study


MOST_OF_SLOW = 9  # algorithms, with which these take as long as Rom's; with 12 they take ten times as long


def _without_options(names: Mapping[str, object]) -> dict[str, dict[str, Any]]:
    return {name: {} for name in names}


@dataclass(frozen=True)
class Methods:
    """The methods simulated in studies over data sets: all by default."""

    omnibus: tuple[str, ...] = tuple(OMNIBUS)
    # by name, each with its options
    tests: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: _without_options(PAIRWISE))
    adjustments: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: _without_options(ADJUSTMENTS))
    controls: tuple[bool, ...] = (False, True)  # whether pairs are those with a control


def methods_for(k: int) -> Methods:
    """Return all methods that are quick enough with so many algorithms."""
    return Methods(
        adjustments={name: {} for name, item in ADJUSTMENTS.items() if k <= MOST_OF_SLOW or not item.stand_in}
    )


@dataclass(frozen=True)
class Settings:
    """A calibration."""

    draws: int = 1000  # studies or data sets drawn of each kind
    seed: int = 1  # of all draws
    alpha: float = 0.05  # level of every test and family
    # the lambdas of the experiments on orders; none, and these are not made
    steps: tuple[float, ...] = tuple(round(0.005 * step, 3) for step in range(21))
    # numbers of algorithms and data sets of the studies on which tests over data sets are tried
    sizes: tuple[tuple[int, int], ...] = ((3, 10), (3, 20), (5, 10), (5, 20))
    cases: int = 200  # cases of the data sets on which tests within data sets are tried; 0, and they are not
    methods: Methods = field(default_factory=Methods)  # what is tried over data sets
    study: str = ""  # title of the study that sizes, level and methods were taken from; empty where it is none
    notes: tuple[str, ...] = ()  # what of that study was not taken as it is, in sentences


def settings_of(
    draws: int | None = None,
    seed: int = 1,
    *,
    quick: bool = False,
    alpha: float = 0.05,
    size: tuple[int, int] | None = None,
) -> Settings:
    """Return the settings that the command line asks for."""
    requested = Settings(draws=draws or (200 if quick else 1000), seed=seed, alpha=alpha)
    if size is not None:
        return replace(requested, steps=(), sizes=(size,), cases=0, methods=methods_for(size[0]))
    if not quick:
        return requested
    return replace(requested, steps=tuple(round(0.01 * step, 2) for step in range(11)), sizes=((3, 10), (4, 10)))


def worlds_of(k: int) -> Iterator[World]:
    """Yield the worlds that so many algorithms can be in."""
    return (world for world in WORLDS.values() if k >= world.fewest)


FEWEST = 2  # algorithms, and data sets


def settings_of_study(
    study: Study,
    scores: Scores,
    settings: Settings,
    *,
    alpha: float | None = None,
    algorithms: int | None = None,
    datasets: int | None = None,
) -> Settings:
    """Return what is to be tried for a study: the tests and adjustments that it makes, in studies of its size."""
    sizes = [(algorithms or len(metric.algorithms), datasets or _complete(metric)) for metric in scores.metrics]
    for k, n in sizes:
        if min(k, n) < FEWEST:
            message = (
                "errors of tests over data sets need two algorithms and two data sets with all results; here are"
                f" {counted(k, 'algorithm')} and {counted(n, 'data set')}"
            )
            raise FaultsFound([Fault("calibrate", message, remedy="--algorithms 5 --datasets 20 sets a size")])
    return replace(
        settings,
        alpha=study.test.alpha if alpha is None else alpha,
        steps=(),
        sizes=tuple(dict.fromkeys(sizes)),
        cases=0,
        methods=_methods(study),
        study=study.title,
        notes=(*_set_otherwise(alpha, algorithms, datasets), *_notes(study, scores, datasets)),
    )


def _complete(metric: MetricScores) -> int:
    return metric.n_datasets if metric.oriented is None else len(complete_datasets(metric.oriented))


def _methods(study: Study) -> Methods:
    test = study.test
    return Methods(
        omnibus=test.omnibus,
        tests={test.pairwise.name: with_fewer_signs(test.pairwise.options)},
        adjustments={method.name: method.options for method in study.adjust},
        controls=(test.control is not None,),
    )


def _notes(study: Study, scores: Scores, datasets: int | None) -> Iterator[str]:
    """Yield what is not as in the study."""
    gaps = any(_complete(metric) < metric.n_datasets for metric in scores.metrics)
    if gaps and datasets is None:
        yield "Data sets with missing results are not counted, and what the tests do with gaps is not tried."
    if study.test.pairwise.options.get("draws", 0) > MOST_SIGNS:
        yield (
            f"The permutation test draws {MOST_SIGNS:,} signs where the data sets are too many for all, fewer than in"
            " the study."
        )
    if study.rank.ties != "average":
        yield "Ties have the mean of their ranks, otherwise than in the study."


def _set_otherwise(alpha: float | None, algorithms: int | None, datasets: int | None) -> Iterator[str]:
    record = {"the level": alpha, "the number of algorithms": algorithms, "the number of data sets": datasets}
    given = [name for name, value in record.items() if value is not None]
    if given:
        yield f"Of these, {joined(given)} {'was' if len(given) == 1 else 'were'} set otherwise on the command line."
