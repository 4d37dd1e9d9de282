"""What a family of comparisons is, and what several metrics do to the chance of an error; part of the topic tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rankpress.analysis import Analysis
from rankpress.catalog.adjustments import UNADJUSTED
from rankpress.catalog.methods import ADJUSTMENTS
from rankpress.core.plain_data import Json
from rankpress.stats.multiplicity import chance_of_any_error
from rankpress.topics.phrases import is_exploratory
from rankpress.wording.numbers import counted_in_words, fixed
from rankpress.wording.text import Prose, joined, metric_named, say

CORRELATION = 0.5  # of the statistics of two metrics, in the example next to independent ones


def families_in_words(analyses: Sequence[Analysis]) -> Iterator[Prose]:
    """Say which comparisons are adjusted together, and how likely an error is over all metrics."""
    tested = [analysis for analysis in analyses if analysis.adjusted.deciding is not None]
    if not tested or is_exploratory(analyses):
        return
    first, metrics = tested[0], len(tested)
    together, alone = _by_family(tested)
    if _across(first) is not None:
        family = f"{_of_all_metrics(first, metrics)} are one family"
        if alone:
            verb = "adjusts" if len(alone) == 1 else "adjust"
            family += f" for {joined(together)}; {joined(alone)} {verb} each metric alone"
        yield f"{family}."
        return
    one, of = ("pair", "of algorithms") if first.tested.control is None else ("comparison", "with the control")
    numbers = {0 if analysis.tested.over is None else len(analysis.tested.over.p) for analysis in tested}
    several = max(numbers) > 1
    if metrics > 1:
        family = f"The {one}s {of} of one metric are a family" if several else "Each metric has one comparison"
        if together:
            verb = "takes" if len(together) == 1 else "take"
            yield f"{family}; {joined(together)} alone {verb} all metrics together."
        else:
            yield f"{family}; p-values are not adjusted across metrics."
        yield from _over_metrics(tested)


def _by_family(tested: Sequence[Analysis]) -> tuple[list[str], list[str]]:
    """Return the adjustments that take the comparisons of all metrics together, and those of each metric alone."""
    names = dict.fromkeys(name for analysis in tested for name in analysis.adjusted.p if name != UNADJUSTED)
    together = {name for analysis in tested for name in analysis.adjusted.across}
    return (
        [ADJUSTMENTS[name].title for name in names if name in together],
        [ADJUSTMENTS[name].title for name in names if name not in together],
    )


def _of_all_metrics(first: Analysis, metrics: int) -> str:
    of_all = "both metrics" if metrics == 2 else f"all {counted_in_words(metrics, 'metric')}"
    return f"The {counted_in_words(_across(first) or 0, 'comparison')} of {of_all}"


def _over_metrics(tested: Sequence[Analysis]) -> Iterator[Prose]:
    """Say which metric decides, where that was planned, or else how likely an error in any is."""
    primary = primary_metric(tested)
    if primary is not None:
        yield say("The primary metric, {}, decides; results by the others are secondary.", metric_named(primary))
    elif all(_keeps_family_wise_error(analysis) for analysis in tested):
        independent, correlated = _chances(tested)
        most = min(1.0, len(tested) * tested[0].adjusted.alpha)  # by Bonferroni's inequality
        yield (
            f"With {counted_in_words(len(tested), 'metric')} the chance of any error is at most {fixed(most, 2)} ("
            f"{fixed(independent, 3)} if their statistics are independent, {fixed(correlated, 3)} if they correlate by"
            f" {CORRELATION:g})."
        )


def _keeps_family_wise_error(analysis: Analysis) -> bool:
    deciding = analysis.adjusted.deciding
    return analysis.ranking.is_of_two or (
        deciding is not None and ADJUSTMENTS[deciding].controls == "family-wise error"
    )


def _chances(tested: Sequence[Analysis]) -> tuple[float, float]:
    """Return the chance of an error in any metric, each at the level, if they are independent and if correlated."""
    number, alpha = len(tested), tested[0].adjusted.alpha
    return chance_of_any_error(number, alpha), chance_of_any_error(number, alpha, CORRELATION)


def _across(analysis: Analysis) -> int | None:
    """Return how many comparisons of all metrics the deciding adjustment takes together; None of one metric alone."""
    return analysis.adjusted.across.get(analysis.adjusted.deciding or "")


def primary_metric(analyses: Sequence[Analysis]) -> str | None:
    """Return the metric that was planned to decide; None where none is stated."""
    protocol = analyses[0].protocol
    return None if protocol is None else protocol.primary


def families_result(analyses: Sequence[Analysis]) -> Json | None:
    """Return what a family is and the chance of any error over the metrics; None where nothing was adjusted."""
    tested = [analysis for analysis in analyses if analysis.adjusted.deciding is not None]
    if not tested:
        return None
    across = _across(tested[0])
    independent, correlated = (tested[0].adjusted.alpha,) * 2 if across is not None else _chances(tested)
    keep = all(_keeps_family_wise_error(analysis) for analysis in tested)
    return {
        "over": "pairs" if across is None else "metrics",
        "comparisons": {
            analysis.scores.name: 0 if analysis.tested.over is None else len(analysis.tested.over.p)
            for analysis in tested
        },
        "primary": primary_metric(analyses),
        "chance_of_any_error": independent if keep else None,
        "correlation": CORRELATION,
        "chance_if_correlated": correlated if keep else None,
    }
