"""Which choices of a study can be made otherwise, and the study with one of them."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from rankpress.catalog import entries
from rankpress.catalog.adjustments import UNADJUSTED
from rankpress.catalog.methods import (
    ADJUSTMENTS,
    OF_INCOMPLETE_BLOCKS,
    OMNIBUS,
    OMNIBUS_OF_GAPS,
    PAIRWISE,
    PAIRWISE_OF_GAPS,
    default_adjustments,
)
from rankpress.core.scores import FloatArray, MetricResults, MetricScores
from rankpress.robustness.aggregations import Led
from rankpress.robustness.varied_study import VariedSetting, under_policy
from rankpress.spec.method_sections import AdjustMethod, PairwiseMethod
from rankpress.spec.report_sections import OrderOptions
from rankpress.stages.conclude import Conclusion, Verdict
from rankpress.stages.suitability import Lack, lack_of
from rankpress.wording.text import Prose, reference

if TYPE_CHECKING:
    from rankpress.spec.statistics_sections import SensitivityOptions


VariationKind = Literal[
    "dataset", "algorithm", "group", "group-alone", "digits", "omnibus", "pairwise", "adjust", "alpha", "missing",
    "cost",
]  # fmt: skip


@dataclass(frozen=True)
class Variation:
    """One choice of the study changed."""

    # ``dataset``, ``algorithm``, ``group``: one is omitted; ``group-alone``: all other groups are; ``digits``: scores
    # are rounded; the other kinds change a setting
    kind: VariationKind
    name: Prose  # what is omitted, kept alone, or replaces the study's own choice
    value: float | None = None  # the level; the number of digits
    method: str = ""  # the test, adjustment or policy by its name
    options: str = ""  # those of its options that are stated: (zeros: pratt)
    test: str = ""  # the pairwise test that it needs, where that is another one
    adjust: str = ""  # the adjustment that goes with the test, where that is another one


@dataclass(frozen=True)
class Varied:
    """How one variation changes the conclusions of a study."""

    flips: Mapping[int, Verdict]  # another verdict, by the place of the conclusion among those of the study
    # conclusions that the study so varied says nothing about, such as those on an algorithm that is left out
    silent: tuple[int, ...]
    p: FloatArray  # (n_conclusions,) float array: the p-values that decide; nan where there is none
    # (n_conclusions,) float array: how strongly the tests favour the first algorithm of a pair, before adjustment:
    # -log10 p, below 0 where they favour the second; of omnibus tests -log10 p; nan elsewhere
    strength: FloatArray
    why: Prose = ""  # why nothing could be concluded, where nothing could


@dataclass(frozen=True)
class Fewest:
    """Data sets that turn a conclusion over when they are omitted together."""

    datasets: tuple[str, ...]  # as few as were found
    verdict: Verdict  # what is concluded without them
    exact: bool  # whether no fewer turn it over; otherwise fewer might


@dataclass(frozen=True)
class Stability:
    """How often a conclusion of the study holds under variations."""

    conclusion: Conclusion  # without its method: a variation may have another
    verdict: Verdict  # of the study as it is
    p: float | None = None  # the p-value that decides it, where it is a test's
    # by kind of variation, under how many it stands, and how many say anything about it
    counts: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    # other verdicts, by the place of the variation in `Sensitivity.variations`
    flips: Mapping[int, Verdict] = field(default_factory=dict)
    # (n_variations,): the p-value under each variation, of pairs and omnibus tests; nan where there is none
    p_under: FloatArray | None = None
    fewest: Fewest | None = None  # the fewest data sets that turn it over, where any were found

    @property
    def stands(self) -> int:
        """Under how many variations it stands."""
        return sum(stands for stands, _ in self.counts.values())

    @property
    def tried(self) -> int:
        """How many variations say anything about it."""
        return sum(tried for _, tried in self.counts.values())

    @property
    def share(self) -> float:
        """The share of those under which it stands; 1 where there are none."""
        return self.stands / self.tried if self.tried else 1.0


@dataclass(frozen=True)
class Sensitivity:
    """Which conclusions in one metric depend on choices of the study."""

    variations: tuple[Variation, ...] = ()  # those that could be examined
    # do they differ, who leads, who may be named the best, the order, then the pairs
    conclusions: tuple[Stability, ...] = ()
    alpha: float = 0.05  # level of the study
    # omnibus, pairwise, adjust: the tests and the adjustment that decide in the study; empty where there are none
    omnibus: str = ""
    pairwise: str = ""
    adjust: str = ""
    searched: int = 0  # for how many pairs data sets that turn them over together were looked for
    # what the last of so many digits counts where a score is rounded to none: 1 for accuracies, 100 for percentages
    unit: float = 1.0
    skipped: tuple[tuple[Variation, Prose], ...] = ()  # variations that could not be examined, and why, in a clause
    why: Prose = ""  # why nothing was varied, in a sentence, where nothing was
    led: tuple[Led, ...] = ()  # who leads by each way to aggregate

    @property
    def kinds(self) -> tuple[VariationKind, ...]:
        """The kinds of variations that there are, in their order."""
        return tuple(dict.fromkeys(variation.kind for variation in self.variations))

    @property
    def leader(self) -> Stability | None:
        """The conclusion on who has the best average rank."""
        return next(
            (conclusion for conclusion in self.conclusions if conclusion.conclusion.kind == "best-ranked"), None
        )

    @property
    def fragile(self) -> tuple[Stability, ...]:
        """The conclusions that some variation turns over, those first that stand under the smallest share."""
        return tuple(
            sorted(
                (conclusion for conclusion in self.conclusions if conclusion.flips),
                key=lambda conclusion: conclusion.share,
            )
        )

    def flips_of(self, stability: Stability, kind: str) -> Iterator[tuple[Variation, Verdict]]:
        """Yield the variations of a kind that turn a conclusion over, and to what."""
        for index, verdict in stability.flips.items():
            if self.variations[index].kind == kind:
                yield self.variations[index], verdict


_WHY: Mapping[Lack, str] = {
    "results": "it needs the results on each data set",
    "score": "it needs a result of each algorithm on each data set",
    "whole": "it needs a result of each algorithm on each data set",
    "balance": "it needs a balanced design",
    "sign": "on a data set scores are of different sign",
}


def unsuited(method: entries.OmnibusMethod | entries.PairwiseMethod, scores: MetricResults) -> str:
    """Why a test over the data sets cannot be made of these scores; empty where it can."""
    lack = lack_of(method, scores)
    return "" if lack is None else _WHY[lack]


def is_of_use(name: str, scores: MetricResults) -> bool:
    """Return whether a test says anything that others do not: those for gaps are like the Friedman test without any."""
    return name not in OF_INCOMPLETE_BLOCKS or _is_open(scores)


def _has_gaps(scores: MetricResults) -> bool:
    return isinstance(scores, MetricScores) and bool(np.isnan(scores.means).any())


def _is_open(scores: MetricResults) -> bool:
    """Return whether gaps are left without a rank."""
    return scores.missing.policy == "incomplete-blocks" and _has_gaps(scores)


POLICIES = ("drop-datasets", "drop-algorithms", "worst-rank", "incomplete-blocks")
_OWN = "as the study has it"
AGAIN = "the same as another requested variation"
NO_GAPS = "no results are missing"
NO_OMNIBUS = "the study makes no omnibus test"
NO_ADJUSTMENT = "no adjustment decides in the study"
NO_ORDER = "the study has no order by cost"
_MOST_DECIMALS = 300  # beyond, floats have no digits that could be rounded away


@dataclass(frozen=True)
class VariedChoice:
    """A variation with the varied settings of the study, or with the reason why it cannot be made."""

    variation: Variation
    setting: VariedSetting
    why: Prose = ""


def power_of_ten(scores: MetricScores) -> float:
    """Return the power of ten that the largest score is a part of: 1 for accuracies, 100 for percentages."""
    largest = float(np.nanmax(np.abs(scores.means), initial=0.0))
    exponent = math.ceil(math.log10(largest) - 1e-12) if 0 < largest < math.inf else 0
    return float(10.0 ** min(exponent, sys.float_info.max_10_exp))


def choices(
    scores: MetricScores,
    groups: Mapping[str, Sequence[str]],
    costs: Iterable[str],
    original: VariedSetting,
    options: SensitivityOptions,
) -> Iterator[VariedChoice]:
    """List the choices that are varied; where the study names them, also those that cannot be varied."""
    if "datasets" in options.leave_out:
        for name in scores.datasets:
            yield VariedChoice(Variation("dataset", name), replace(original, without_datasets=(name,)))
    if "algorithms" in options.leave_out:
        for name in scores.algorithms:
            yield VariedChoice(Variation("algorithm", name), replace(original, without_algorithms=(name,)))
    if "groups" in options.leave_out:
        yield from _groups(
            scores, groups, original, {(name,) for name in scores.datasets if "datasets" in options.leave_out}
        )
    yield from _rounded(scores, original, options)
    by_level = options.alpha != type(options).model_fields["alpha"].default
    for are_named, of_kind in (
        (options.omnibus is not None, _omnibus(scores, original, options)),
        (options.pairwise is not None, _pairwise(scores, original, options)),
        (options.adjust is not None, _adjust(scores, original, options)),
        (by_level, _alpha(original, options)),
        (True, _missing(scores, original, options)),
        (options.costs is not None, _costs(tuple(costs), original, options)),
    ):
        yield from (choice for choice in of_kind if are_named or not choice.why)


def _groups(
    scores: MetricResults,
    groups: Mapping[str, Sequence[str]],
    original: VariedSetting,
    left_out_already: set[tuple[str, ...]],
) -> Iterator[VariedChoice]:
    """Groups omitted, then alone; of several that leave out the same data sets the first, and none that is known."""
    kinds: tuple[VariationKind, VariationKind] = ("group", "group-alone")
    for kind in kinds:
        for name, members in groups.items():
            without = tuple(dataset for dataset in scores.datasets if (dataset in members) == (kind == "group"))
            if without and without not in left_out_already:
                left_out_already.add(without)
                yield VariedChoice(Variation(kind, name), replace(original, without_datasets=without))


def _rounded(scores: MetricScores, original: VariedSetting, options: SensitivityOptions) -> Iterator[VariedChoice]:
    means, exponent = scores.means, round(math.log10(power_of_ten(scores)))
    for digits in options.digits:
        same = digits - exponent > _MOST_DECIMALS or np.allclose(
            means, np.round(means, digits - exponent), rtol=1e-12, atol=0, equal_nan=True
        )
        why = "the scores have no more digits" if same else ""
        yield VariedChoice(Variation("digits", f"{digits}", digits), replace(original, decimals=digits - exponent), why)


def _omnibus(scores: MetricScores, original: VariedSetting, options: SensitivityOptions) -> Iterator[VariedChoice]:
    every = (name for name in OMNIBUS if is_of_use(name, scores))
    for name in every if options.omnibus is None else options.omnibus:
        why = unsuited(OMNIBUS[name], scores)
        if not original.test.omnibus or name == original.test.omnibus[0]:
            why = _OWN if original.test.omnibus else NO_OMNIBUS
        index = replace(original, test=original.test.model_copy(update={"omnibus": (name,)}))
        yield VariedChoice(Variation("omnibus", name), index, why)


def _pairwise(scores: MetricScores, original: VariedSetting, options: SensitivityOptions) -> Iterator[VariedChoice]:
    every = (PairwiseMethod(name=name) for name in PAIRWISE if is_of_use(name, scores))
    for method in every if options.pairwise is None else options.pairwise:
        same = (
            method.name == original.test.pairwise.name if options.pairwise is None else method == original.test.pairwise
        )
        why = _OWN if same else unsuited(PAIRWISE[method.name], scores)
        index, adjust = _with_pairwise(original, method)
        name = f"{_method_name(method)} with {adjust}" if adjust else _method_name(method)
        variation = Variation("pairwise", name, method=method.name, options=_options_text(method), adjust=adjust)
        yield VariedChoice(variation, index, why)


def _with_pairwise(original: VariedSetting, method: PairwiseMethod) -> tuple[VariedSetting, str]:
    """Return the settings with another pairwise test and an adjustment that suits it, and its name where it differs."""
    test, adjust = original.test.model_copy(update={"pairwise": method}), original.adjust
    control = original.test.control is not None
    if adjust is None or ADJUSTMENTS[adjust.name].fits(control=control, pairwise=PAIRWISE[method.name]):
        return replace(original, test=test), ""
    suited = AdjustMethod(name=default_adjustments(control=control, pairwise=method.name)[0])
    return replace(original, test=test, adjust=suited), suited.name


def _method_name(method: PairwiseMethod | AdjustMethod) -> str:
    """Return a method by its name, with the options that differ from their defaults."""
    options = _options_text(method)
    return f"{method.name} {options}" if options else method.name


def _options_text(method: PairwiseMethod | AdjustMethod) -> str:
    """Return the options of a method that differ from their defaults, in parentheses."""
    dumped = method.model_dump()
    if isinstance(dumped, str):
        return ""
    return f"({', '.join(f'{option}: {setting}' for option, setting in dumped[method.name].items())})"


def _adjustment(method: AdjustMethod) -> Variation:
    return Variation("adjust", _method_name(method), method=method.name, options=_options_text(method))


def _adjust(scores: MetricScores, original: VariedSetting, options: SensitivityOptions) -> Iterator[VariedChoice]:
    if original.adjust is None or len(scores.algorithms) == 2:
        yield from (VariedChoice(_adjustment(method), original, NO_ADJUSTMENT) for method in options.adjust or ())
        return
    control, pairwise = original.test.control is not None, original.test.pairwise.name
    fitting = (
        name
        for name, adjustment in ADJUSTMENTS.items()
        if name != UNADJUSTED and adjustment.fits(control=control, pairwise=PAIRWISE[pairwise])
    )
    every = (AdjustMethod(name=name) for name in fitting)
    for method in every if options.adjust is None else options.adjust:
        same = method.name == original.adjust.name if options.adjust is None else method == original.adjust
        yield VariedChoice(_adjustment(method), replace(original, adjust=method), _OWN if same else "")


def _alpha(original: VariedSetting, options: SensitivityOptions) -> Iterator[VariedChoice]:
    for alpha in options.alpha:
        setting = replace(original, test=original.test.model_copy(update={"alpha": alpha}))
        yield VariedChoice(
            Variation("alpha", f"{alpha:g}", alpha), setting, _OWN if alpha == original.test.alpha else ""
        )


def _missing(scores: MetricScores, original: VariedSetting, options: SensitivityOptions) -> Iterator[VariedChoice]:
    coverage = scores.missing.coverage
    if coverage is None or coverage.present.all():
        yield from (
            VariedChoice(Variation("missing", policy, method=policy), original, NO_GAPS)
            for policy in options.missing or ()
        )
        return
    for policy in POLICIES if options.missing is None else options.missing:
        if policy == scores.missing.policy:
            if options.missing is not None:
                yield VariedChoice(Variation("missing", policy, method=policy), original, _OWN)
            continue
        scores_then = under_policy(scores, policy)
        suited = tuple(name for name in original.test.omnibus if not unsuited(OMNIBUS[name], scores_then))
        setting, test, adjust = replace(original, missing=policy), "", ""
        if original.test.omnibus[:1] == suited[:1]:
            setting = replace(setting, test=setting.test.model_copy(update={"omnibus": suited}))
        if policy == "incomplete-blocks" and np.isnan(scores_then.means).any():
            if original.test.omnibus and unsuited(OMNIBUS[original.test.omnibus[0]], scores_then):
                setting = replace(setting, test=setting.test.model_copy(update={"omnibus": OMNIBUS_OF_GAPS}))
            if unsuited(PAIRWISE[original.test.pairwise.name], scores_then):
                test = PAIRWISE_OF_GAPS
                setting, adjust = _with_pairwise(setting, PairwiseMethod(name=PAIRWISE_OF_GAPS))
        why = unsuited(PAIRWISE[setting.test.pairwise.name], scores_then)
        if not why and setting.test.omnibus:
            why = unsuited(OMNIBUS[setting.test.omnibus[0]], scores_then)
        needed = " and ".join(filter(None, (test, adjust)))
        name = f"{policy} with {needed}" if needed else policy
        yield VariedChoice(Variation("missing", name, method=policy, test=test, adjust=adjust), setting, why)


def _costs(costs: tuple[str, ...], original: VariedSetting, options: SensitivityOptions) -> Iterator[VariedChoice]:
    earlier = [] if original.order is None else [original.order.cost_weights]
    equal: list[str | dict[str, float]] = [dict.fromkeys(costs, 1.0)] if len(costs) > 1 else []
    for cost in (*costs, *equal) if options.costs is None else options.costs:
        as_it_is = original.order or OrderOptions(cost=cost)
        order = as_it_is.model_copy(update={"cost": cost, "prior": None})
        why = "" if original.order is not None else NO_ORDER
        if not why and order.cost_weights in earlier:
            why = _OWN if order.cost_weights == earlier[0] else AGAIN
        earlier.append(order.cost_weights)
        name = order.cost_label or reference("costs", str(cost))
        yield VariedChoice(Variation("cost", name), replace(original, order=order), why)
