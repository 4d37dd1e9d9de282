"""How far the results of one metric can be trusted: under other choices, on other data sets, with more of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from rankpress.adjust import Adjusted
from rankpress.durations import long_work
from rankpress.order import Ordered
from rankpress.rank import Ranking
from rankpress.scores import Costs, MetricScores
from rankpress.store.of_metric import OfMetric, section
from rankpress.store.work import Unmade
from rankpress.test import Tested

if TYPE_CHECKING:
    from rankpress.power.found import Powered
    from rankpress.replicability.found import Replicated
    from rankpress.sensitivity.found import Sensitivity
    from rankpress.spec.model import Study


@dataclass(frozen=True)
class Found:
    """What the stages found of which trust is asked.

    Parameters
    ----------
    ranking, tested, adjusted, ordered
        What the stages rank, test, adjust and order found.
    """

    ranking: Ranking
    tested: Tested
    adjusted: Adjusted
    ordered: Ordered


@dataclass(frozen=True)
class Trust:
    """How far results can be trusted, as the fields of `Analysis` of these names.

    Parameters
    ----------
    sensitivity : Sensitivity or None
        Which conclusions hang on choices of the study, where that was asked for.
    replicated : Replicated or None
        The tests made anew on draws of data sets, where that was asked for.
    powered : Powered or None
        The simulated power of the study's procedures, where that was asked for.
    """

    sensitivity: Sensitivity | None
    replicated: Replicated | None
    powered: Powered | None


def find_trust(study: Study, scores: MetricScores, costs: Mapping[str, Costs], keep: OfMetric, found: Found) -> Trust:
    """Vary the choices of a study, draw its data sets anew, and simulate its power, as far as it asks for these.

    Parameters
    ----------
    study : Study
        The study.
    scores : MetricScores
        Of one metric; in a dry run that has none `Unmade`.
    costs : mapping of str to Costs
        By their names.
    keep : OfMetric
        The store, for the metric.
    found : Found
        What the stages found; in a dry run some may be `Unmade`.

    Returns
    -------
    Trust
    """
    long = {} if isinstance(scores, Unmade) else dict(long_work(study, scores))
    return Trust(
        sensitivity=_sensitive(study, scores, costs, keep, found, long.get("sensitivity", "")),
        replicated=_replicated(study, scores, keep, found, long.get("replicability", "")),
        powered=_powered(study, scores, keep, found, long.get("power", "")),
    )


def _sensitive(
    study: Study, scores: MetricScores, costs: Mapping[str, Costs], keep: OfMetric, found: Found, long: str
) -> Sensitivity | None:
    options = study.sensitivity
    if options is None:
        return None
    from rankpress.sensitivity.stage import Varying, vary

    parts = {
        **section("sensitivity", options),
        **section("rank", study.rank),
        **section("test", study.test),
        **section("order", study.order),
        "adjust": study.adjust,
        "scores.groups": study.scores.groups,
        "scores before any were left out": scores.unreduced,
        "the costs": costs,
        "the tests": found.tested,
        "the adjusted p-values": found.adjusted,
        "the order": found.ordered,
    }
    varying = Varying(study.rank, study.test, study.adjust, study.order, study.scores.groups)
    of_stages = found.tested, found.adjusted, found.ordered
    return keep.recall("sensitivity", parts, partial(vary, scores, costs, varying, options, *of_stages, keep), long)


def _replicated(study: Study, scores: MetricScores, keep: OfMetric, found: Found, long: str) -> Replicated | None:
    options = study.replicability
    if options is None:
        return None
    from rankpress.replicability.stage import replicate

    parts = {
        **section("replicability", options),
        **{f"test.{name}": getattr(study.test, name) for name in ("alpha", "pairwise", "control")},
        "adjust": study.adjust,
        "the ranks": found.ranking,
    }
    of_study = study.test, study.adjust, options
    made = partial(replicate, scores, found.ranking, found.tested, *of_study, keep)
    return keep.recall("replicability", parts, made, long)


def _powered(study: Study, scores: MetricScores, keep: OfMetric, found: Found, long: str) -> Powered | None:
    options = study.power
    if options is None:
        return None
    from rankpress.power.stage import simulate_power

    parts = {
        **section("power", options),
        **section("rank", study.rank),
        **{f"test.{name}": getattr(study.test, name) for name in ("alpha", "pairwise", "control")},
        "adjust": study.adjust,
        "the ranks": found.ranking,
        "the tests over data sets": found.tested.over,
        "tests that are left out": found.tested.left_out,
        "the adjusted p-values": found.adjusted,
    }
    of_study = options, study.rank, study.test, study.adjust
    made = partial(simulate_power, scores, found.ranking, found.tested, found.adjusted, *of_study, keep)
    return keep.recall("power", parts, made, long)
