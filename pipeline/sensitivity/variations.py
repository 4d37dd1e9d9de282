"""Which choices of a study can be made otherwise, one at a time."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, get_args

import numpy as np

from rankpress.naming import Mention, Sentence
from rankpress.scores import MetricScores
from rankpress.sensitivity.found import Variation, VariationKind
from rankpress.sensitivity.setting import Setting, under_policy
from rankpress.sensitivity.suited import is_of_use, unsuited_omnibus, unsuited_pairwise
from rankpress.spec.method_sections import AdjustMethod, PairwiseMethod
from rankpress.spec.methods import (
    ADJUSTMENTS,
    OMNIBUS_OF_GAPS,
    PAIRWISE_OF_GAPS,
    Omnibus,
    Pairwise,
    default_adjustments,
)
from rankpress.spec.report_section import OrderOptions
from rankpress.spec.test_section import misfit_of

if TYPE_CHECKING:
    from rankpress.spec.sensitivity_section import SensitivityOptions

POLICIES = ("drop-datasets", "drop-algorithms", "worst-rank", "incomplete-blocks")
OWN = "as the study has it"
AGAIN = "like another that is asked for"
NO_GAPS = "no results are missing"
NO_OMNIBUS = "the study makes no omnibus test"
NO_ADJUSTMENT = "no adjustment decides in the study"
NO_ORDER = "the study has no order by cost"
_MOST_DECIMALS = 300  # beyond, floats have no digits that could be rounded away


@dataclass(frozen=True)
class Choice:
    """A variation, and the settings of the study that has it; the reason where it cannot be made."""

    variation: Variation
    setting: Setting
    why: str = ""


def unit_of(scores: MetricScores) -> float:
    """The power of ten that the largest score is a part of: 1 for accuracies, 100 for percentages.

    Examples
    --------
    >>> unit_of(MetricScores("accuracy", "higher", ("iris",), ("A", "B"), np.array([[0.5, 0.95]]), 1))
    1.0
    """
    largest = float(np.nanmax(np.abs(np.asarray(scores.means)), initial=0.0))
    return float(10.0 ** min(_exponent(largest), sys.float_info.max_10_exp))


def _exponent(largest: float) -> int:
    return math.ceil(math.log10(largest) - 1e-12) if 0 < largest < math.inf else 0


def choices(
    scores: MetricScores,
    groups: Mapping[str, Sequence[str]],
    costs: Iterable[str],
    own: Setting,
    options: SensitivityOptions,
) -> Iterator[Choice]:
    """List the choices that are made otherwise; of those that the study asks for by name, also the ones that cannot be.

    Parameters
    ----------
    scores : MetricScores
        Scores of the metric.
    groups : mapping of str to sequence of str
        Named groups of data sets.
    costs : iterable of str
        The costs that were read.
    own : Setting
        Of the study as it is.
    options : SensitivityOptions
        Which are asked for.

    Yields
    ------
    Choice
    """
    yield from _left_out(scores, groups, own, options)
    yield from _rounded(scores, own, options)
    yield from _omnibus(scores, own, options)
    yield from _pairwise(scores, own, options)
    yield from _adjust(own, options)
    yield from _alpha(own, options)
    yield from _missing(scores, own, options)
    yield from _costs(tuple(costs), own, options)


def _left_out(
    scores: MetricScores, groups: Mapping[str, Sequence[str]], own: Setting, options: SensitivityOptions
) -> Iterator[Choice]:
    if "datasets" in options.leave_out:
        for name in scores.datasets:
            yield Choice(Variation("dataset", name), replace(own, without_datasets=(name,)))
    if "algorithms" in options.leave_out:
        for name in scores.algorithms:
            yield Choice(Variation("algorithm", name), replace(own, without_algorithms=(name,)))
    if "groups" in options.leave_out:
        yield from _groups(
            scores, groups, own, {(name,) for name in scores.datasets if "datasets" in options.leave_out}
        )


def _groups(
    scores: MetricScores, groups: Mapping[str, Sequence[str]], own: Setting, known: set[tuple[str, ...]]
) -> Iterator[Choice]:
    """Groups left out, then alone; of several that leave out the same data sets the first, and none that is known."""
    kinds: tuple[VariationKind, VariationKind] = ("group", "group-alone")
    for kind in kinds:
        for name, members in groups.items():
            without = tuple(one for one in scores.datasets if (one in members) == (kind == "group"))
            if without and without not in known:
                known.add(without)
                yield Choice(Variation(kind, name), replace(own, without_datasets=without))


def _rounded(scores: MetricScores, own: Setting, options: SensitivityOptions) -> Iterator[Choice]:
    means, exponent = np.asarray(scores.means), round(math.log10(unit_of(scores)))
    for digits in options.digits:
        same = digits - exponent > _MOST_DECIMALS or np.allclose(
            means, np.round(means, digits - exponent), rtol=1e-12, atol=0, equal_nan=True
        )
        why = "the scores have no more digits" if same else ""
        yield Choice(Variation("digits", f"{digits}", digits), replace(own, decimals=digits - exponent), why)


def _omnibus(scores: MetricScores, own: Setting, options: SensitivityOptions) -> Iterator[Choice]:
    asked = get_args(Omnibus) if options.omnibus is None else options.omnibus
    for name in asked:
        why = unsuited_omnibus(name, scores)
        if not own.test.omnibus or name == own.test.omnibus[0]:
            why = OWN if own.test.omnibus else NO_OMNIBUS
        if options.omnibus is not None or (not why and is_of_use(name, scores)):
            at = replace(own, test=own.test.model_copy(update={"omnibus": (name,)}))
            yield Choice(Variation("omnibus", name), at, why)


def _pairwise(scores: MetricScores, own: Setting, options: SensitivityOptions) -> Iterator[Choice]:
    asked = tuple(PairwiseMethod(name=name) for name in get_args(Pairwise))
    for method in asked if options.pairwise is None else options.pairwise:
        same = method.name == own.test.pairwise.name if options.pairwise is None else method == own.test.pairwise
        why = OWN if same else unsuited_pairwise(method.name, scores)
        if options.pairwise is not None or (not why and is_of_use(method.name, scores)):
            at, with_ = _with_pairwise(own, method)
            yield Choice(Variation("pairwise", f"{_named(method)}{with_}"), at, why)


def _with_pairwise(own: Setting, method: PairwiseMethod) -> tuple[Setting, str]:
    """The settings with another pairwise test, and an adjustment that goes with it, told where it is another."""
    test, adjust = own.test.model_copy(update={"pairwise": method}), own.adjust
    control = own.test.control is not None
    if adjust is None or misfit_of(adjust.name, control=control, pairwise=method.name) is None:
        return replace(own, test=test), ""
    other = AdjustMethod(name=default_adjustments(control, method.name)[0])
    return replace(own, test=test, adjust=other), f" with {other.name}"


def _named(method: PairwiseMethod | AdjustMethod) -> str:
    """A method by its name, with the options that differ from their defaults."""
    said = method.model_dump()
    if isinstance(said, str):
        return said
    return f"{method.name} ({', '.join(f'{option}: {value}' for option, value in said[method.name].items())})"


def _adjust(own: Setting, options: SensitivityOptions) -> Iterator[Choice]:
    if own.adjust is None:
        yield from (Choice(Variation("adjust", _named(one)), own, NO_ADJUSTMENT) for one in options.adjust or ())
        return
    control, pairwise = own.test.control is not None, own.test.pairwise.name
    fitting = (name for name in ADJUSTMENTS if misfit_of(name, control=control, pairwise=pairwise) is None)
    asked = tuple(AdjustMethod(name=name) for name in fitting)
    for method in asked if options.adjust is None else options.adjust:
        same = method.name == own.adjust.name if options.adjust is None else method == own.adjust
        if not same or options.adjust is not None:
            yield Choice(Variation("adjust", _named(method)), replace(own, adjust=method), OWN if same else "")


def _alpha(own: Setting, options: SensitivityOptions) -> Iterator[Choice]:
    by_name = options.alpha != type(options).model_fields["alpha"].default
    for alpha in options.alpha:
        same = alpha == own.test.alpha
        if not same or by_name:
            at = replace(own, test=own.test.model_copy(update={"alpha": alpha}))
            yield Choice(Variation("alpha", f"{alpha:g}", alpha), at, OWN if same else "")


def _missing(scores: MetricScores, own: Setting, options: SensitivityOptions) -> Iterator[Choice]:
    coverage = scores.missing.coverage
    if coverage is None or coverage.present.all():
        yield from (Choice(Variation("missing", policy), own, NO_GAPS) for policy in options.missing or ())
        return
    for policy in POLICIES if options.missing is None else options.missing:
        if policy == scores.missing.policy:
            if options.missing is not None:
                yield Choice(Variation("missing", policy), own, OWN)
            continue
        other = under_policy(scores, policy)
        at, told = replace(own, missing=policy), ""
        if policy == "incomplete-blocks" and np.isnan(np.asarray(other.means)).any():
            if own.test.omnibus and unsuited_omnibus(own.test.omnibus[0], other):
                at = replace(at, test=at.test.model_copy(update={"omnibus": OMNIBUS_OF_GAPS}))
            if unsuited_pairwise(own.test.pairwise.name, other):
                at, with_ = _with_pairwise(at, PairwiseMethod(name=PAIRWISE_OF_GAPS))
                told = f" with {PAIRWISE_OF_GAPS}{with_.replace('with', 'and')}"
        why = unsuited_pairwise(at.test.pairwise.name, other)
        if not why and at.test.omnibus:
            why = unsuited_omnibus(at.test.omnibus[0], other)
        yield Choice(Variation("missing", f"{policy}{told}"), at, why)


def _costs(costs: tuple[str, ...], own: Setting, options: SensitivityOptions) -> Iterator[Choice]:
    known = [] if own.order is None else [own.order.cost_weights]
    equal: list[str | dict[str, float]] = [dict.fromkeys(costs, 1.0)] if len(costs) > 1 else []
    for cost in (*costs, *equal) if options.costs is None else options.costs:
        as_it_is = own.order or OrderOptions(cost=cost)
        order = as_it_is.model_copy(update={"cost": cost, "prior": None})
        why = "" if own.order is not None else NO_ORDER
        if not why and order.cost_weights in known:
            why = OWN if order.cost_weights == known[0] else AGAIN
        known.append(order.cost_weights)
        if not why or options.costs is not None:
            name = order.cost_label or Sentence.of(Mention("costs", str(cost)))
            yield Choice(Variation("cost", name), replace(own, order=order), why)
