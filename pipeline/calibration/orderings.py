"""Which orders MultiTest and Multi2Test find where errors are known (section 4.6 of Ulas et al. 2012)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rankpress.calibration.pieces import Experiment, Piece
from rankpress.calibration.settings import Settings
from rankpress.order import second_pass
from rankpress.scores import BoolArray, FloatArray
from rankpress.spec.model import OrderOptions
from rankpress.stats.adjustments import holm
from rankpress.stats.five_by_two import five_by_two_cv_f
from rankpress.stats.friedman import friedman_from_average_ranks
from rankpress.stats.multitest import more_accurate, multitest
from rankpress.stats.pairs import all_pairs
from rankpress.stats.synthetic import drawn_error_rates, evenly_apart

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
    """How often each order was found.

    Parameters
    ----------
    procedure : str
        "MultiTest" or "Multi2Test".
    k, n_datasets, draws : int
        Algorithms, the first being the cheapest; data sets; repetitions of each lambda.
    steps : tuple of float
        The lambdas.
    counts : mapping of tuple of int to (n_steps,) tuple of int
        By order, best first: in how many repetitions it was found. Orders that never were are left out; those that
        are most frequent at lower lambdas come first.
    """

    procedure: str
    k: int
    n_datasets: int
    draws: int
    steps: tuple[float, ...]
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

    def gather(found: Mapping[str, list[Mapping[Order, int]]]) -> Orderings:
        counters = [_added(pieces) for pieces in found.values()]
        orders = sorted({order for one in counters for order in one}, key=lambda order: (_peak(order, counters), order))
        counts = {order: tuple(one[order] for one in counters) for order in orders}
        return Orderings(procedure, k, n_datasets, settings.draws, settings.steps, counts)

    return Experiment(f"orders by {procedure}", steps, _orders_of, gather)


def _added(pieces: Iterable[Mapping[Order, int]]) -> Counter[Order]:
    total: Counter[Order] = Counter()
    for piece in pieces:
        total.update(piece)
    return total


def _peak(order: Order, counters: Sequence[Counter[Order]]) -> int:
    """Which lambda, from the least on, it is found at most often."""
    return int(np.argmax([one[order] for one in counters]))


def _orders_of(piece: Piece[Step]) -> dict[Order, int]:
    """The orders found in a piece, and how often each."""
    setting, generator = piece.setting, piece.generator
    shape = (piece.draws, setting.n_datasets)
    middle = 0.5 if setting.n_datasets == 1 else generator.uniform(*BASE, size=shape)
    chances = evenly_apart(np.broadcast_to(middle, shape), setting.step, setting.k)
    places = _places_within(
        drawn_error_rates(np.broadcast_to(chances, (5, 2, *chances.shape)), CASES, generator), setting
    )
    if setting.n_datasets == 1:
        orders = (np.argsort(one[0]) for one in places)
    else:
        orders = (np.array(_order_over(one, setting.alpha)) for one in places)
    return dict(sorted(Counter(tuple(int(at) for at in order) for order in orders).items()))


def _places_within(rates: FloatArray, setting: Step) -> FloatArray:
    """MultiTest's order on each data set, as places: (draws, n_datasets, k) from error rates (5, 2, draws, ...)."""
    k, shape = setting.k, rates.shape[2:4]
    pairs = all_pairs(k)
    differences = rates[..., pairs[:, 1]] - rates[..., pairs[:, 0]]  # fewer errors are better
    tests = five_by_two_cv_f(differences.reshape(5, 2, -1))
    p, difference = tests.p.reshape(-1, len(pairs)), tests.difference.reshape(-1, len(pairs))
    rejected = np.zeros(p.shape, dtype=np.bool_)
    for at in np.flatnonzero(p.min(axis=1) <= setting.alpha):
        rejected[at] = holm(p[at]) <= setting.alpha
    # few patterns of who is better than whom come up, and each has one order
    outcomes, of_each = np.unique(np.where(rejected, np.sign(difference), 0.0), axis=0, return_inverse=True)
    of_outcome = np.array([_places(multitest(_better(one, k), range(k)).order) for one in outcomes])
    return np.asarray(of_outcome[of_each.ravel()].reshape(*shape, k))


def _better(outcome: FloatArray, k: int) -> BoolArray:
    return more_accurate(np.where(outcome == 0, 1.0, 0.0), outcome, all_pairs(k), k, 0.5)


def _places(order: Order) -> FloatArray:
    return np.argsort(order).astype(np.float64) + 1


def _order_over(places: FloatArray, alpha: float) -> Order:
    """The order over the data sets, as a study's is made; places have no ties, so that the averages tell all."""
    average = places.mean(axis=0)
    better, _ = second_pass(average, friedman_from_average_ranks(average, len(places)), len(places), OPTIONS, alpha)
    return multitest(better, range(len(average))).order
