"""Topic schemes: a difference by each resampling scheme of a data set, with confidence curves and their average."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

import numpy as np
from typing_extensions import TypedDict

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import FigureKind, TableKind
from rankpress.core.bibliography import cite
from rankpress.core.document import PANELS, Missing, Plan, numbered
from rankpress.core.scores import Folds, MetricResults, MetricScores, complete_pairs, ratio_tested_to_trained
from rankpress.core.table import Table
from rankpress.spec.topic_steps import Step
from rankpress.stats.curves import AveragedCurve, ConfidenceCurve, from_folds, scaled
from rankpress.stats.pairs import all_pairs
from rankpress.topics.phrases import named, number, p_value, table_of
from rankpress.topics.topic import DATASETS, Axes, Request, ResultKey, Topic, register, where
from rankpress.wording.numbers import Rounding
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, dataset_named, joined, say

_AVERAGE = "average"
_LEVEL = 0.95


@dataclass(frozen=True)
class ByScheme:
    """The difference of a pair on a data set by one resampling scheme: scores of a less those of b."""

    dataset: str
    scheme: str
    a: int
    b: int
    difference: float
    curve: ConfidenceCurve | None  # None where the scheme has no folds that a curve could use


@dataclass(frozen=True)
class Schemes:
    """What was found for one metric."""

    names: tuple[str, ...]
    differences: tuple[ByScheme, ...]  # by data set, pair and scheme

    def of(self, a: int, b: int) -> dict[str, list[ByScheme]]:
        """Return by data set the differences of a pair, the other way round where it is so compared."""
        by_dataset: dict[str, list[ByScheme]] = {}
        for each in self.differences:
            if (each.a, each.b) in ((a, b), (b, a)):
                by_dataset.setdefault(each.dataset, []).append(each if each.a == a else _turned(each))
        return by_dataset


def _turned(each: ByScheme) -> ByScheme:
    curve = each.curve
    turned = None if curve is None else ConfidenceCurve(-curve.difference, curve.standard_error, curve.df)
    return ByScheme(each.dataset, each.scheme, each.b, each.a, -each.difference, turned)


def compute_schemes(read: MetricResults) -> Schemes | None:
    """Compute the difference of every pair by each scheme; None where no column names schemes."""
    if not isinstance(read, MetricScores) or len(read.schemes) < 2:
        return None
    pairs = all_pairs(len(read.algorithms))
    by_scheme = [
        ByScheme(dataset, scheme.name, a, b, float(scheme.means[row, a] - scheme.means[row, b]), curve)
        for row, dataset in enumerate(read.datasets)
        for a, b in pairs.tolist()
        for scheme in read.schemes
        for curve in [_curve(scheme.folds[row], a, b)]
        if np.isfinite(scheme.means[row, [a, b]]).all()
    ]
    return Schemes(tuple(scheme.name for scheme in read.schemes), tuple(by_scheme))


def _curve(folds: Folds | None, a: int, b: int) -> ConfidenceCurve | None:
    """Return the curve of the corrected resampled t test, where folds say how much their training parts overlap."""
    if folds is None or not len(complete_pairs(folds, np.array([[a, b]]))):
        return None
    ratio = ratio_tested_to_trained(folds)
    return None if ratio is None else from_folds(folds.scores[:, a] - folds.scores[:, b], ratio)


def schemes_of(analysis: Analysis) -> Schemes | None:
    """Return the differences by resampling scheme; None where the study has no schemes."""
    schemes: Schemes | None = analysis.computed.get("schemes")
    return schemes


def _average(differences: Sequence[ByScheme]) -> AveragedCurve | None:
    curves = [each.curve for each in differences if each.curve is not None]
    return AveragedCurve(curves) if len(curves) > 1 else None


def _rounding(analysis: Analysis, schemes: Schemes) -> Rounding:
    estimates = np.array([each.difference for each in schemes.differences])
    errors = [np.nan if each.curve is None else each.curve.standard_error for each in schemes.differences]
    return analysis.scores.scale.rounding_of_estimates(estimates, np.array(errors))


@where(schemes_of)
def _findings(analysis: Analysis, schemes: Schemes) -> Iterator[Prose]:
    """Say on each data set between what the first difference lies by scheme, and whether schemes agree on its sign."""
    a, b = analysis.leading_pair
    form = _rounding(analysis, schemes)
    for dataset, differences in list(schemes.of(a, b).items())[:3]:
        values = [each.difference for each in differences]
        curves = [each.curve for each in differences if each.curve is not None]
        rejected = sum(curve.p_null <= analysis.adjusted.alpha for curve in curves)
        yield say(
            "On {}, the difference in {} between {} and {} is {} to {} by {}; {} of {} have an unadjusted p of at most"
            " {:g}.",
            dataset_named(dataset),
            analysis.metric,
            analysis.algorithms[a],
            analysis.algorithms[b],
            form.text(min(values)),
            form.text(max(values)),
            counted(len(values), "resampling scheme"),
            rejected,
            len(curves),
            analysis.adjusted.alpha,
        )


@where(schemes_of)
def caveats(analysis: Analysis, schemes: Schemes) -> Iterator[Prose]:
    """Say what schemes are not."""
    yield (
        "The schemes share the cases of a data set: they are no independent studies and no further data sets, their"
        " p-values are not to be combined, and their average is no more precise than they are."
    )


@where(schemes_of)
def _methods(analysis: Analysis, schemes: Schemes) -> Iterator[Prose]:
    """Say how schemes were put next to one another."""
    yield say(
        "Differences by {} resampling schemes ({}) were put next to one another as confidence curves of the corrected"
        " resampled t test, with their average, level by level ({}); no test over data sets uses more than one scheme.",
        len(schemes.names),
        joined(schemes.names),
        cite("berrar2017"),
    )


@Axes(DATASETS, ("Scheme", "Difference", "From", "To", "p"), needs="scores.columns.scheme")
def schemes_table(analysis: Analysis) -> Table | None:
    """Build the table of the first difference on each data set by scheme, with p of each."""
    schemes = schemes_of(analysis)
    if schemes is None:
        return None
    a, b = analysis.leading_pair
    form, rows = _rounding(analysis, schemes), []
    for dataset, differences in schemes.of(a, b).items():
        average = _average(differences)
        rows_shown = [(each.scheme, each.difference, each.curve) for each in differences]
        rows_shown += [] if average is None else [(_AVERAGE, average.difference, average)]  # type: ignore[list-item]
        for scheme, difference, curve in rows_shown:
            low, high = (math.nan, math.nan) if curve is None else curve.interval(_LEVEL)
            p = math.nan if curve is None or scheme == _AVERAGE else curve.p_null
            rows.append(
                (
                    named(dataset_named(dataset)),
                    named(scheme),
                    *(number(value, form) for value in (difference, low, high)),
                    p_value(p, analysis.adjusted.alpha, marked=False),
                )
            )
    return table_of(
        ("Data set", "Scheme", "Difference", "From", "To", "p"),
        rows,
        names=2,
        title=say("Differences in {} by resampling scheme", analysis.metric),
        caption=say(
            "Difference in {} between {} and {} by resampling scheme, with 95% intervals and unadjusted p (corrected"
            " resampled t test).",
            analysis.measured,
            analysis.algorithms[a],
            analysis.algorithms[b],
        ),
        notes=("The schemes share the cases of the data set and are no independent studies.",),
    )


def plan_schemes(request: Request) -> Iterator[Plan | Missing]:
    """Plan a panel for each data set, with the curve by each scheme and their average."""
    from rankpress.figures.curves import confidence_curve_page, describe_curves, panels_by_page

    analysis, labels = request.analysis, request.labels
    schemes = schemes_of(analysis)
    a, b = analysis.leading_pair
    by_dataset = {} if schemes is None else schemes.of(a, b)
    factor = analysis.scores.scale.factor
    panels = []
    for dataset, differences in by_dataset.items():
        average = _average(differences)
        if average is not None:
            curves = [(each.scheme, scaled(each.curve, factor)) for each in differences if each.curve is not None]
            panels.append((labels.plain(dataset_named(dataset)), (*curves, (_AVERAGE, scaled(average, factor)))))
    if not panels:
        yield request.missing("no data set has folds by two resampling schemes (scores.columns.scheme)")
        return
    pair = say("{} − {}", analysis.algorithms[a], analysis.algorithms[b])
    texts: dict[str, Any] = {"baseline": None, "metric": f"{labels.plain(analysis.measured)}, {labels.plain(pair)}"}
    for part, which, page in numbered(panels_by_page(panels, style=request.style)):
        yield request.plan(
            partial(confidence_curve_page, page, **texts, among=panels),
            say("Differences in {} by resampling scheme{}", analysis.metric, which),
            say(
                "Confidence curves of the difference in {} between {} and {} by resampling scheme, and their"
                " average, level by level. The schemes share the cases of the data set.",
                analysis.metric,
                analysis.algorithms[a],
                analysis.algorithms[b],
            ),
            describe_curves(page, **texts),
            [request.names],
            whole=PANELS,
            part=part,
        )


class SchemeResult(TypedDict):
    """The difference of two algorithms on a data set by one resampling scheme."""

    dataset: str
    scheme: str
    a: str
    b: str
    difference: Annotated[float, "a minus b"]
    interval: Annotated[list[float] | None, "its 95% interval; null without folds that overlap in a known way"]
    p: Annotated[float | None, "unadjusted, of the corrected resampled t test; likewise"]


def _results(analysis: Analysis) -> list[dict[str, Any]] | None:
    """Return the key `schemes` of the metric in results.json."""
    schemes = schemes_of(analysis)
    if schemes is None:
        return None
    return [
        {
            "dataset": each.dataset,
            "scheme": each.scheme,
            "a": analysis.names[each.a],
            "b": analysis.names[each.b],
            "difference": each.difference,
            "interval": None if each.curve is None else list(each.curve.interval(_LEVEL)),
            "p": None if each.curve is None else each.curve.p_null,
        }
        for each in schemes.differences
    ]


def _has_schemes(study: Any) -> bool:
    return study.scores.columns.scheme is not None


register(
    Topic(
        "schemes",
        "Resampling schemes",
        paragraphs=_findings,
        caveats=caveats,
        after="curves",
        step=Step("schemes", compute_schemes, takes=("read",), active=_has_schemes),
        methods=(_methods,),
        results=(ResultKey("schemes", list[SchemeResult] | None, _results),),
        tables=(
            TableKind("schemes", "the first difference on each data set by resampling scheme", builder=schemes_table),
        ),
        figures=(
            FigureKind(
                "schemes",
                "confidence curves of the first difference by resampling scheme, and their average",
                builder=plan_schemes,
                default_where=_has_schemes,
            ),
        ),
    )
)
