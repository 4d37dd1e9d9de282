"""The settings of a calibration, and its experiments in pieces that have their own draws."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from rankpress.cache.store import Store
from rankpress.catalog.entries import Design
from rankpress.catalog.methods import ADJUSTMENTS, OMNIBUS, PAIRWISE, WITHIN
from rankpress.core.faults import Fault, FaultsFound
from rankpress.core.scores import BoolArray, FloatArray, IntArray
from rankpress.robustness.draws import MOST_SIGNS, complete_datasets, with_fewer_signs
from rankpress.spec.model import OrderOptions
from rankpress.stages.order import second_pass
from rankpress.stats.adjustments import holm
from rankpress.stats.friedman import friedman_from_average_ranks
from rankpress.stats.multitest import more_accurate, multitest, one_sided
from rankpress.stats.pairs import all_pairs
from rankpress.stats.ranks import rank_scores
from rankpress.stats.resampled import five_by_two_cv_f
from rankpress.stats.synthetic import (
    FamilyErrors,
    added,
    cross_validation,
    drawn_cases,
    drawn_error_rates,
    errors_of_families,
    evenly_apart,
    right_of_nearest_mean,
)
from rankpress.stats.worlds import WORLDS, World
from rankpress.wording.strings import counted
from rankpress.wording.text import joined

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


Setting = TypeVar("Setting")
Made = TypeVar("Made")

MOST_DRAWS = 100


@dataclass(frozen=True)
class Piece(Generic[Setting]):
    """Some of the draws of a setting."""

    experiment: str
    name: str
    setting: Setting
    number: int  # which of the pieces of its setting, from 0
    draws: int
    seed: int
    function: Callable[[Piece[Any]], Any]

    @property
    def label(self) -> str:
        """What it is called where it is reported."""
        first = self.number * MOST_DRAWS
        return f"{self.experiment}, {self.name}, draws {first + 1:,} to {first + self.draws:,}"

    @property
    def generator(self) -> np.random.Generator:
        """Its random numbers, which depend on nothing but the seed and what the piece is."""
        text = hashlib.sha256(f"{self.experiment}: {self.name}".encode()).digest()
        key = (int.from_bytes(text[:8], "little"), self.number)
        return np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=key))


@dataclass(frozen=True)
class Experiment:
    """Something that is tried in several settings."""

    name: str
    settings: Mapping[str, Any]  # by what they are called
    # what a `Piece` comes to, which depends on its setting, its draws and the seed alone; it can be pickled
    function: Callable[[Piece[Any]], Any]
    gather: Callable[[Mapping[str, list[Any]]], Any]  # what is made of all, given by setting what its pieces came to


def run_experiments(store: Store, experiments: Sequence[Experiment], draws: int, seed: int) -> list[Any]:
    """Run experiments together, but for the pieces whose results are kept."""
    # the first piece of every setting, then the second: so the time that is left is known from all kinds of work
    pieces = {piece.label: piece for piece in sorted(_pieces(experiments, draws, seed), key=lambda item: item.number)}
    created = store.map("calibrate", run_piece, items=pieces)
    results: dict[str, dict[str, list[Any]]] = {
        experiment.name: {name: [] for name in experiment.settings} for experiment in experiments
    }
    for piece, result in zip(pieces.values(), created, strict=True):
        results[piece.experiment][piece.name].append(result)
    return [experiment.gather(results[experiment.name]) for experiment in experiments]


def run_piece(piece: Piece[Any]) -> Any:
    """Return what a piece comes to."""
    return piece.function(piece)


def _pieces(experiments: Sequence[Experiment], draws: int, seed: int) -> Iterator[Piece[Any]]:
    for experiment in experiments:
        for name, setting in experiment.settings.items():
            for number, first in enumerate(range(0, draws, MOST_DRAWS)):
                yield Piece(
                    experiment.name, name, setting, number, min(MOST_DRAWS, draws - first), seed, experiment.function
                )


@dataclass(frozen=True)
class Studies:
    """Studies of one kind: their size, the name of their world, and what is tried."""

    k: int
    n_datasets: int
    name: str
    alpha: float
    methods: Methods

    @property
    def world(self) -> World:
        """What is true in them."""
        return WORLDS[self.name]

    def scores(self, piece: Piece[Studies]) -> FloatArray:
        """Draw the scores of a piece, (draws, n_datasets, k)."""
        return self.world.scores(piece.draws, self.n_datasets, self.k, piece.generator)


@dataclass(frozen=True)
class FamilyCalibration:
    """Studies of one kind, and how often each test and adjustment erred in them."""

    studies: Studies
    errors: tuple[FamilyErrors, ...]


def _kinds(settings: Settings, null: str | None = None) -> dict[str, Studies]:
    """Return studies of all sizes in all worlds, or in those in which a null hypothesis is true, by a label."""
    return {
        f"{world.name}, {counted(k, 'algorithm')}, {counted(n, 'data set')}": Studies(
            k, n, world.name, settings.alpha, settings.methods
        )
        for k, n in settings.sizes
        for world in worlds_of(k)
        if null is None or null in world.true
    }


def family_experiment(settings: Settings) -> Experiment:
    """Return the tests of pairs and their adjustments in studies of all sizes and worlds."""
    # It gathers a tuple of `FamilyCalibration`.
    kinds = _kinds(settings)

    def gather(results: Mapping[str, list[tuple[FamilyErrors, ...]]]) -> tuple[FamilyCalibration, ...]:
        return tuple(FamilyCalibration(kinds[name], added(pieces)) for name, pieces in results.items())

    return Experiment("families of tests", kinds, _errors, gather)


def _errors(piece: Piece[Studies]) -> tuple[FamilyErrors, ...]:
    studies, methods = piece.setting, piece.setting.methods
    scores = studies.scores(piece)
    adjustments = [(ADJUSTMENTS[name], options) for name, options in methods.adjustments.items()]
    return tuple(
        errors
        for control in methods.controls
        for test, options in methods.tests.items()
        for errors in errors_of_families(
            PAIRWISE[test],
            scores,
            studies.world.equal(studies.k),
            studies.alpha,
            control=control,
            options=options,
            adjustments=adjustments,
        )
    )


CASES = 100
DATASETS = 30
BASE = (0.45, 0.55)
FREQUENT = 0.05  # rarer orders are in results.json alone
OPTIONS = OrderOptions(prior=("1", "2", "3", "4"))  # and Bergmann and Hommel's correction, as theirs

Order = tuple[int, ...]


@dataclass(frozen=True)
class Step:
    """A setting: algorithms, data sets, how far their errors are apart, and the level."""

    k: int
    n_datasets: int
    step: float
    alpha: float


@dataclass(frozen=True)
class Orderings:
    """How often each order was found."""

    procedure: str  # "MultiTest" or "Multi2Test"
    k: int  # algorithms, the first being the cheapest
    n_datasets: int
    draws: int
    steps: tuple[float, ...]  # the lambdas; each has so many draws
    # by order, best first: in how many repetitions it was found. Orders that never were are left out; those that are
    # most frequent at lower lambdas come first
    counts: Mapping[Order, tuple[int, ...]]

    def shares(self, order: Order) -> FloatArray:
        """In which part of the repetitions an order was found, by lambda."""
        return np.array(self.counts.get(order, (0,) * len(self.steps))) / self.draws

    @property
    def frequent(self) -> tuple[Order, ...]:
        """The orders that have some share at one of the lambdas at least."""
        return tuple(order for order in self.counts if self.shares(order).max() >= FREQUENT)


def order_experiments(settings: Settings) -> tuple[Experiment, Experiment]:
    """Both experiments: three algorithms on one data set, and four on thirty. Each gathers `Orderings`."""
    return _experiment("MultiTest", 3, 1, settings), _experiment("Multi2Test", 4, DATASETS, settings)


def _experiment(procedure: str, k: int, n_datasets: int, settings: Settings) -> Experiment:
    steps = {f"lambda {step:g}": Step(k, n_datasets, step, settings.alpha) for step in settings.steps}

    def gather(results: Mapping[str, list[Mapping[Order, int]]]) -> Orderings:
        counters = [_added(pieces) for pieces in results.values()]
        orders = sorted(
            {order for counter in counters for order in counter},
            # at which lambda, counted from the least, it is found most often
            key=lambda order: (int(np.argmax([counter[order] for counter in counters])), order),
        )
        counts = {order: tuple(counter[order] for counter in counters) for order in orders}
        return Orderings(procedure, k, n_datasets, settings.draws, settings.steps, counts)

    return Experiment(f"orders by {procedure}", steps, _orders_of, gather)


def _added(pieces: Iterable[Mapping[Any, int]]) -> Counter[Any]:
    total: Counter[Any] = Counter()
    for piece in pieces:
        total.update(piece)
    return total


def _orders_of(piece: Piece[Step]) -> dict[Order, int]:
    """Return the orders found in a piece, and how often each."""
    setting, generator = piece.setting, piece.generator
    shape = (piece.draws, setting.n_datasets)
    middle = 0.5 if setting.n_datasets == 1 else generator.uniform(*BASE, size=shape)
    chances = evenly_apart(np.broadcast_to(middle, shape), setting.step, setting.k)
    places = _places_within(
        drawn_error_rates(np.broadcast_to(chances, (5, 2, *chances.shape)), CASES, generator), setting
    )
    if setting.n_datasets == 1:
        orders = (np.argsort(place[0]) for place in places)
    else:
        orders = (np.array(_order_over(place, setting.alpha)) for place in places)
    return dict(sorted(Counter(tuple(int(index) for index in order) for order in orders).items()))


def _places_within(rates: FloatArray, setting: Step) -> FloatArray:
    """MultiTest's order on each data set, as places: (draws, n_datasets, k) from error rates (5, 2, draws, ...)."""
    k, shape = setting.k, rates.shape[2:4]
    pairs = all_pairs(k)
    differences = rates[..., pairs[:, 1]] - rates[..., pairs[:, 0]]  # fewer errors are better
    # Ten error rates are drawn independently, as in the paper, although folds of one data set share training cases. The
    # tests of `within_experiment` have real training sets that overlap; here the order that follows from p-values is
    # tried, and not whether these hold.
    tests = five_by_two_cv_f(differences.reshape(5, 2, -1))
    difference = tests.difference.reshape(-1, len(pairs))
    # As in the paper, tests ask whether the more expensive of two is better.
    p = one_sided(tests.p, tests.difference, np.tile(pairs, (len(difference), 1)), tuple(range(k)))
    p = p.reshape(-1, len(pairs))
    # Holm rejects nothing where the least p is above the level, which spares most data sets the loop.
    rejected = np.zeros(p.shape, dtype=np.bool_)
    for index in np.flatnonzero(p.min(axis=1) <= setting.alpha):
        rejected[index] = holm(p[index]) <= setting.alpha
    # few patterns of who is better than whom come up, and each has one order
    outcomes, of_each = np.unique(np.where(rejected, np.sign(difference), 0.0), axis=0, return_inverse=True)
    better = (more_accurate(np.where(outcome == 0, 1.0, 0.0), outcome, pairs, k, 0.5) for outcome in outcomes)
    of_outcome = np.array([np.argsort(multitest(item, range(k)).order) + 1.0 for item in better])
    return np.asarray(of_outcome[of_each.ravel()].reshape(*shape, k))


def _order_over(places: FloatArray, alpha: float) -> Order:
    """Return the order over the data sets, as in a study; places have no ties, so that averages suffice."""
    average = places.mean(axis=0)
    omnibus = friedman_from_average_ranks(average, len(places))
    better, _ = second_pass((None, len(places)), average, omnibus, OPTIONS, alpha)
    return multitest(better, range(len(average))).order


REPEATS, FOLDS = 10, 10
HELD_OUT = 3  # one case of so many is tested on, for tests of outcomes


@dataclass(frozen=True)
class EqualLearners:
    """Data sets of so many cases on which two learners are equally good."""

    cases: int
    alpha: float


@dataclass(frozen=True)
class OmnibusCalibration:
    """Studies of one kind, and in how many of the draws each omnibus test rejected."""

    studies: Studies
    draws: int
    rejected: Mapping[str, int]


@dataclass(frozen=True)
class WithinCalibration:
    """Data sets of one size, and on how many of those drawn each test rejected."""

    learners: EqualLearners
    draws: int
    rejected: Mapping[str, int]


def omnibus_experiment(settings: Settings) -> Experiment:
    """Return the omnibus tests where all algorithms are exchangeable; a tuple of `OmnibusCalibration`."""
    kinds = _kinds(settings, "exchangeable") if settings.methods.omnibus else {}

    def gather(results: Mapping[str, list[Mapping[str, int]]]) -> tuple[OmnibusCalibration, ...]:
        return tuple(
            OmnibusCalibration(kinds[name], settings.draws, _added(pieces)) for name, pieces in results.items()
        )

    return Experiment("omnibus tests", kinds, _omnibus, gather)


def within_experiment(settings: Settings) -> Experiment:
    """All tests within a data set on learners that are equally good; a `WithinCalibration`, or None of no cases."""
    learners = EqualLearners(settings.cases, settings.alpha)

    def gather(results: Mapping[str, list[Mapping[str, int]]]) -> WithinCalibration | None:
        counts = [_added(pieces) for pieces in results.values()]
        return WithinCalibration(learners, settings.draws, counts[0]) if counts else None

    sizes = {counted(settings.cases, "case"): learners} if settings.cases else {}
    return Experiment("tests within a data set", sizes, _within, gather)


def _omnibus(piece: Piece[Studies]) -> dict[str, int]:
    studies = piece.setting
    scores = studies.scores(piece)
    ranks = rank_scores(scores.reshape(-1, studies.k)).reshape(scores.shape)
    return {
        name: sum(
            OMNIBUS[name].test(rank, exact=False).rejects(studies.alpha)
            for rank in (ranks if OMNIBUS[name].uses == "ranks" else scores)
        )
        for name in studies.methods.omnibus
    }


def _within(piece: Piece[EqualLearners]) -> dict[str, int]:
    cases, alpha, generator = piece.setting.cases, piece.setting.alpha, piece.generator
    features, classes = drawn_cases(piece.draws, cases, generator)
    repeated, halves = (
        cross_validation(piece.draws, cases, repeats, folds, generator) for repeats, folds in ((REPEATS, FOLDS), (5, 2))
    )
    held_out = cross_validation(piece.draws, cases, 1, HELD_OUT, generator)[:, :1]
    over_folds, over_halves = (
        np.subtract(*(_accuracy(feature, classes, tested) for feature in features)) for tested in (repeated, halves)
    )
    first, second = (right_of_nearest_mean(feature, classes, ~held_out) & held_out for feature in features)
    outcomes = ((first & ~second).sum(axis=(1, 2)), (second & ~first).sum(axis=(1, 2)), held_out.sum(axis=(1, 2)))
    arguments: Mapping[Design, tuple[object, ...]] = {
        "folds": (over_folds,),
        "folds-ratio": (over_folds, 1 / (FOLDS - 1)),
        "kfold": (over_folds[:FOLDS],),  # one repeat: the test is of k folds
        "5x2": (over_halves.reshape(5, 2, -1),),
        "outcomes": outcomes,
        "examples": (np.subtract(first, second, dtype=np.float64)[held_out].reshape(piece.draws, -1).T,),
    }
    return {
        name: int((procedure.run(*arguments[procedure.design]).p <= alpha).sum())
        for name, procedure in WITHIN.items()
        if procedure.design in arguments
    }


def _accuracy(features: FloatArray, classes: IntArray, tested: BoolArray) -> FloatArray:
    """By fold and data set, the share of tested cases that the learner is right on."""
    right = right_of_nearest_mean(features, classes, ~tested) & tested
    return np.asarray((right.sum(axis=2) / tested.sum(axis=2)).T, dtype=np.float64)


@dataclass(frozen=True)
class Calibration:
    """What the experiments found."""

    settings: Settings
    orderings: tuple[Orderings, ...]  # by MultiTest, and by Multi2Test; empty where the settings have no lambdas
    families: tuple[FamilyCalibration, ...]  # studies of each kind
    omnibus: tuple[OmnibusCalibration, ...]  # studies of each kind
    within: WithinCalibration | None  # none where the settings have no cases


def calibrate(settings: Settings, store: Store | None = None) -> Calibration:
    """Run all experiments."""
    experiments = (
        *order_experiments(settings),
        family_experiment(settings),
        omnibus_experiment(settings),
        within_experiment(settings),
    )
    result = run_experiments(store or Store(None), experiments, settings.draws, settings.seed)
    *orderings, families, omnibus, within = result
    return Calibration(settings, tuple(orderings) if settings.steps else (), families, omnibus, within)
