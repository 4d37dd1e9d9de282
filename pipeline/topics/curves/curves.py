"""Topic confidence curves: tables, sentences, facts and results."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Literal

import numpy as np
from pydantic import Field
from typing_extensions import TypedDict

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import FigureKind, TableKind
from rankpress.catalog.methods import CURVE_FORMS
from rankpress.core.bibliography import cite
from rankpress.core.plain_data import Json, picked, stated, whole
from rankpress.core.table import Cell, Table, TableLayout
from rankpress.spec.plot_sections import FigureOptions, PairsOptions
from rankpress.spec.strict import Level, NamedPlace, Pairs, Text
from rankpress.spec.table_options import Transposable
from rankpress.stages.within import PairCurve
from rankpress.stats.curves import Curve
from rankpress.topics.facts import NONE, Fact, Pair, Subject, Subjects, Unit, interval
from rankpress.topics.phrases import (
    MOST_CELLS_BUILT,
    count,
    difference,
    number,
    p_value,
    table_of,
    which_is_better,
)
from rankpress.topics.result_types import Bounds, Degrees, Figure, Why
from rankpress.topics.topic import (
    DATASETS,
    PAIRS,
    PAIRS_ON_DATASETS,
    Axes,
    Facts,
    ResultKey,
    TableRequest,
    Topic,
    register,
    where,
)
from rankpress.topics.within.within import reminders_of_folds
from rankpress.wording.forms import NumberForm
from rankpress.wording.numbers import Rounding, Scale, counted_in_words
from rankpress.wording.text import Prose, capitalized, dataset_named, join, joined, say


class PairCurveResult(TypedDict, total=False):
    """A confidence curve of the difference of two algorithms."""

    a: str
    b: Annotated[str, "as the study has them, the baseline being b"]
    difference: Figure
    aucc: Annotated[Figure, "area under the curve, in the unit of the metric"]
    interval_95: Bounds
    p_null: Annotated[Figure, "two-sided p of no difference"]
    entangled_null: Annotated[Figure, "the other difference that has the p of none"]
    why: Why


class AveragedCurveResult(PairCurveResult, total=False):
    """The average of a pair's confidence curves over data sets."""

    datasets: Annotated[int, "number of data sets"]


class CurveResult(PairCurveResult, total=False):
    """The confidence curve of a pair on a data set."""

    dataset: str
    form: Annotated[str, "`t` or `quesenberry-hurst`"]
    standard_error: Figure
    df: Degrees
    aucc_normal: Annotated[Figure, "area as if df were infinite"]


@Axes(DATASETS, ("Difference", "AUCC"), of_pairs=True).by_request
def aucc_table(request: TableRequest) -> Table | None:
    """Build the table of differences and areas under the confidence curves, laid out as Table 3 of Berrar (2017)."""
    analysis = request.analysis
    curves = {
        (pair_curve.dataset, pair_curve.a, pair_curve.b): pair_curve.curve for pair_curve in analysis.tested.curves
    }
    if not curves or 2 * len(curves) > request.most(MOST_CELLS_BUILT):
        return None
    pairs = list(dict.fromkeys((pair_curve.a, pair_curve.b) for pair_curve in analysis.tested.curves))
    datasets = dict.fromkeys(pair_curve.dataset for pair_curve in analysis.tested.curves)
    rounding = difference_rounding(analysis.tested.curves, analysis.scores.scale)
    titles = [difference(analysis.algorithms[a], analysis.algorithms[b]) for a, b in pairs]
    baselines = {b for _, b in pairs}
    common = analysis.algorithms[baselines.pop()] if len(baselines) == 1 < len(pairs) else None
    metric = analysis.metric if common is None else say("{} from {}", analysis.metric, common)
    heads = titles if common is None else [analysis.algorithms[a] for a, _ in pairs]

    def cells(curve: Curve | None) -> Iterator[Cell]:
        values = (math.nan, math.nan) if curve is None else (curve.difference, curve.aucc)
        return (_score(value, rounding) for value in values)

    table = table_of(
        ("Data set", *["Difference", "AUCC"] * len(pairs)),
        (
            (dataset_named(name), *(cell for pair in pairs for cell in cells(curves.get((name, *pair)))))
            for name in datasets
        ),
        title=say("Differences in {} on each data set", metric),
        caption=say("Difference in {} and area under its confidence curve (AUCC).", metric),
        notes=(
            _exactness(analysis),
            say("{} A smaller AUCC indicates a more precise estimate.", which_is_better(analysis)),
        ),
        unit=2,
        layout=TableLayout(dispensable=("AUCC",)),
        columns=("Data set", *(column for title in titles for column in (title, say("{} AUCC", title)))),
    )
    over = (Cell(head, title, span=2) for head, title in zip(heads, titles, strict=True))
    return replace(table, head=((Cell(""), *over), *table.head))


def difference_rounding(curves: tuple[PairCurve, ...], scale: Scale) -> Rounding:
    """Choose how differences are rounded, by their standard errors."""
    estimates = np.array([curve.curve.difference for curve in curves])
    return scale.rounding_of_estimates(estimates, np.array([_spread(curve) for curve in curves]))


def _spread(curve: PairCurve) -> float:
    """Return the standard error, or where the form has none, what comes near it."""
    if not math.isnan(curve.standard_error):
        return curve.standard_error
    low, high = curve.curve.interval(0.68)
    return (high - low) / 2


def _exactness(analysis: Analysis) -> str:
    """Return how the areas were found, by the forms that there are."""
    ways = {"t": "exact for Student's t", "quesenberry-hurst": "by quadrature for Quesenberry-Hurst intervals"}
    forms = dict.fromkeys(curve.form for curve in analysis.tested.curves)
    return f"The AUCC is {joined(ways[form] for form in forms)}."


def _score(value: float, rounding: Rounding) -> Cell:
    return number(value, rounding)


_FIGURES = ("Difference", "SE", "df", "From", "To", "AUCC", "AUCC normal", "p of 0", "Entangled null")
_DISPENSABLE = ("AUCC normal", "Entangled null", "Form", "df", "SE")
_OF_T = ("SE", "df", "AUCC normal")  # no other form has them


_INTERVAL_COLUMNS = ("Difference", "From", "To", "AUCC", "p of 0", "Entangled null")


@Axes(PAIRS_ON_DATASETS, ("Form", *_INTERVAL_COLUMNS, "SE", "df", "AUCC normal")).by_request
def curves_table(request: TableRequest) -> Table | None:
    """Build the table of all that the confidence curves tell: estimates, intervals, areas."""
    analysis = request.analysis
    curves, names = analysis.tested.curves, analysis.algorithms
    forms = {pair_curve.form for pair_curve in curves}
    figures = [name for name in _FIGURES if "t" in forms or name not in _OF_T]
    head = ("Data set", "a", "b", "Form", *figures)
    if not curves or len(curves) * len(head) > request.most(MOST_CELLS_BUILT):
        return None
    rounding = difference_rounding(curves, analysis.scores.scale)
    rows = []
    for pair_curve in curves:
        cells = _figures(pair_curve.curve, rounding, analysis.adjusted.alpha)
        cells["SE"], cells["AUCC normal"] = (
            _score(value, rounding.finer) for value in (pair_curve.standard_error, pair_curve.aucc_normal)
        )
        cells["df"] = number(pair_curve.df, NumberForm("df")) if pair_curve.df > 0 else Cell("", pair_curve.df)
        pair = names[pair_curve.a], names[pair_curve.b], CURVE_FORMS[pair_curve.form].title
        rows.append((dataset_named(pair_curve.dataset), *pair, *(cells[name] for name in figures)))
    return table_of(
        head,
        rows,
        names=4,
        stub=3,
        title=say("Estimates and intervals of differences in {}", analysis.metric),
        caption=say(
            "Difference in {}, a minus b, with its 95% interval, from {}.",
            analysis.metric,
            counted_in_words(len(curves), "confidence curve"),
        ),
        notes=tuple(_curves_notes(analysis)),
        layout=TableLayout(
            dispensable=tuple(name for name in _DISPENSABLE if name in head and (name != "Form" or len(forms) == 1))
        ),
    )


def _curves_notes(analysis: Analysis) -> Iterator[Prose]:
    forms = {curve.form for curve in analysis.tested.curves}
    if "t" in forms:
        yield f"{CURVE_FORMS['t'].title}: corrected resampled t test over the folds; SE: standard error."
    if "quesenberry-hurst" in forms:
        title = CURVE_FORMS["quesenberry-hurst"].title
        yield f"{title}: intervals from test examples, without standard error and degrees of freedom."
    form = "{} p of 0: unadjusted p of no difference; entangled null: the difference with the same p."
    yield say(form, which_is_better(analysis))
    yield _exactness(analysis)
    if "t" in forms:
        yield say("AUCC normal, its limit for many folds, is equation 2 of {}.", cite("berrar2017"))


def _figures(curve: Curve, rounding: Rounding, alpha: float) -> dict[str, Cell]:
    """Return what a curve of any form has, each under the head of its column."""
    low, high = curve.interval(0.95)
    values = {"Difference": curve.difference, "From": low, "To": high, "Entangled null": curve.entangled_null}
    cells = {name: _score(value, rounding) for name, value in values.items()}
    return cells | {"AUCC": _score(curve.aucc, rounding.finer), "p of 0": p_value(curve.p_null, alpha, marked=False)}


@Axes(PAIRS, ("Data sets", *_INTERVAL_COLUMNS)).by_request
def averaged_curves_table(request: TableRequest) -> Table | None:
    """Build the table of the averages of curves over the data sets, after figure 5f of Berrar (2017)."""
    analysis = request.analysis
    averaged, names = analysis.tested.averaged_curves, analysis.algorithms
    head = ("a", "b", "Data sets", *_INTERVAL_COLUMNS)
    if not averaged or len(averaged) * len(head) > request.most(MOST_CELLS_BUILT):
        return None
    rounding = difference_rounding(analysis.tested.curves, analysis.scores.scale)
    rows = []
    for pair_average in averaged:
        cells = _figures(pair_average.curve, rounding, analysis.adjusted.alpha)
        rows.append(
            (
                names[pair_average.a],
                names[pair_average.b],
                count(len(pair_average.datasets)),
                *(cells[name] for name in head[3:]),
            )
        )
    return table_of(
        head,
        rows,
        names=2,
        title=say("Averages over the data sets of curves of differences in {}", analysis.metric),
        caption=say(
            "Difference in {}, a minus b, with mean 95% intervals, from {} of confidence curves.",
            analysis.metric,
            counted_in_words(len(averaged), "average"),
        ),
        notes=(
            "Bounds and AUCC are means over the data sets.",
            which_is_better(analysis),
            "p of 0: height of the averaged curve at 0; entangled null: the other difference of that height.",
            "Averaged curves do not narrow with more data sets and are not a pooled estimate.",
        ),
    )


_where_curves = where(lambda analysis: analysis.tested.curves or None)


@_where_curves
def curves_paragraphs(analysis: Analysis, _curves: tuple[PairCurve, ...]) -> Iterator[Prose]:
    """Return what the confidence curves show, and how to read them."""
    yield say(
        "A confidence curve shows the two-sided p-value of every hypothetical difference; its width at 0.05 is the"
        " 95% interval. A smaller area under the curve (AUCC) indicates a more precise estimate ({}).",
        cite("berrar2017"),
    )
    yield (
        "The data are equally compatible with a difference of zero and with the entangled null value, which has the"
        " same p-value, so that a large p-value supports neither."
    )
    yield join(curves_findings(analysis))


@_where_curves
def curves_findings(analysis: Analysis, curves: tuple[PairCurve, ...]) -> Iterator[Prose]:
    """Return what confidence curves were computed; figures may draw them, or their intervals, or none."""
    n_datasets = len({pair_curve.dataset for pair_curve in curves})
    were = "was" if len(curves) == 1 else "were"
    number, on = (
        capitalized(counted_in_words(len(curves), "confidence curve")),
        counted_in_words(n_datasets, "data set"),
    )
    pairs = counted_in_words(len({(curve.a, curve.b) for curve in curves}), "pair")
    form = "{} of the difference in {} {} computed for {} of algorithms on {}."
    yield say(form, number, analysis.metric, were, pairs, on)


def curves_caveats(analysis: Analysis) -> list[Prose]:
    """State how these curves were computed where that deviates from the methods, unless the tests within state it."""
    tested = analysis.tested
    return list(tested.notes) if tested.curves and not tested.within else []


@_where_curves
def curves_reminders(analysis: Analysis, curves: tuple[PairCurve, ...]) -> Iterator[Prose]:
    """Return what not to read into confidence curves."""
    forms = {curve.form for curve in curves}
    yield (
        "A curve is meant to be read as a whole, for the range of differences that the data are compatible with, and"
        " not only for whether it includes zero. Curves are not adjusted for multiplicity."
    )
    if "t" in forms:
        normal = say("equation 2 of {}, their normal limit for many folds, is smaller", cite("berrar2017"))
        yield say("Areas in closed form are exact for Student's t, in the unit of the scores; {}.", normal)
        yield from reminders_of_folds("corrected-t")
    if "quesenberry-hurst" in forms:
        yield (
            "Quesenberry-Hurst intervals hold for many examples, drawn independently of each other. They show how far"
            " another test set would change the difference, and not how far another training set would. Where two"
            " algorithms are right on the same examples, they shrink to a point, which is no sign of precision."
        )
    if analysis.tested.averaged_curves:
        yield (
            "Averaged curves are not a pooled estimate: their intervals do not narrow with more data sets and do not"
            " show how far these differ. All data sets have the same weight."
        )


def facts_of_curves(about: Subjects) -> Iterator[Fact]:
    """State what confidence curves on single data sets show."""
    tested = about.analysis.tested
    curves = [curve for curve in tested.curves if about.pairs(curve.a, curve.b) and about.datasets(curve.dataset)]
    if curves:
        rounding = difference_rounding(tested.curves, about.analysis.scores.scale)
        for curve in curves:
            pair, where = about.pair(curve.a, curve.b), say("on {}", dataset_named(curve.dataset))
            yield from _facts_of_curve("", where, curve.curve, pair, rounding, about.p, about.on(curve.dataset))


def facts_of_averaged_curves(about: Subjects) -> Iterator[Fact]:
    """State what confidence curves averaged over the data sets show."""
    tested = about.analysis.tested
    for averaged in tested.averaged_curves:
        if about.pairs(averaged.a, averaged.b):
            pair = about.pair(averaged.a, averaged.b)
            rounding = difference_rounding(tested.curves, about.analysis.scores.scale)
            yield from _facts_of_curve(
                "Averaged", "averaged over the data sets", averaged.curve, pair, rounding, about.p, NONE
            )


def _facts_of_curve(
    key: str, where: Prose, curve: Curve, pair: Pair, rounding: Rounding, p: Unit, on: Subject
) -> Iterator[Fact]:
    a, b, sign, of = pair
    difference, unit = say("{} minus {} {}", a, b, where), Unit(rounding.text)
    yield Fact(f"{key}Difference", sign * curve.difference, unit, say("difference: {}", difference), of, on)
    bounds = sorted(sign * bound for bound in curve.interval(0.95))
    yield from interval(key, bounds, unit, difference, of, on, level=0.95)
    meaning = say("area under the confidence curve: {}", difference)
    yield Fact(f"{key}AUCC", curve.aucc, Unit(rounding.finer.text), meaning, of, on)
    yield Fact(f"{key}P", curve.p_null, p, say("unadjusted p of no difference: {}", difference), of, on)
    meaning = say("entangled null value: {}", difference)
    yield Fact(f"{key}Entangled", sign * curve.entangled_null, unit, meaning, of, on)


def curve_results(analysis: Analysis) -> Iterator[Json]:
    """Confidence curves of pairs of algorithms, each on a data set."""
    for pair_curve in analysis.tested.curves:
        of_t = not math.isnan(pair_curve.df)
        lacking = "" if of_t else f"the form {pair_curve.form} has no standard error and no degrees of freedom"
        curve = _of_curve(pair_curve.curve, lacking)
        yield {
            "dataset": pair_curve.dataset,
            "a": analysis.names[pair_curve.a],
            "b": analysis.names[pair_curve.b],
            "form": pair_curve.form,
            "difference": curve.pop("difference"),
            "standard_error": pair_curve.standard_error,
            "df": whole(pair_curve.df) if of_t else None,
            "aucc": curve.pop("aucc"),
            "aucc_normal": pair_curve.aucc_normal,
            **curve,
        }


def averaged_curve_results(analysis: Analysis) -> Iterator[Json]:
    """Curves of pairs averaged over the data sets."""
    for pair_average in analysis.tested.averaged_curves:
        pair = {"a": analysis.names[pair_average.a], "b": analysis.names[pair_average.b]}
        yield {**pair, "datasets": len(pair_average.datasets), **_of_curve(pair_average.curve)}


def _of_curve(curve: Curve, lacking: str = "") -> Json:
    """Return what all curves have, and why something of it is not known."""
    why = [
        "with one degree of freedom the area under the curve is infinite" if math.isinf(curve.aucc) else "",
        "no one other difference has the p-value of none" if math.isnan(curve.entangled_null) else "",
        lacking,
    ]
    interval = {"interval_95": curve.interval(0.95)}
    reasons = stated(why="; ".join(filter(None, why)))
    return picked(curve, "difference aucc") | interval | picked(curve, "p_null entangled_null") | reasons


class CurvesFigureOptions(FigureOptions):
    """Options of the differences on each data set."""

    axes: Literal["shared", "own"] = Field(
        default="own",
        description="A scale for each panel, which shows narrow intervals better, or one scale for all panels, whose "
        "widths can be compared.",
    )
    form: Literal["intervals", "curves"] = Field(
        default="intervals",
        description="intervals: estimates with 95% intervals. curves: the whole confidence curves.",
    )


class CurveOptions(PairsOptions):
    """Options of a single confidence curve."""

    pairs: Pairs | None = Field(
        default=None,
        min_length=1,
        description="Pairs [A, B] of algorithms, one figure for each. Default: the first pair of curves, if any, else "
        "the best ranked and the next, or the control and the best other.",
    )
    dataset: Text | None = Field(
        default=None, description="The data set. Default: the first on which the pair has a curve."
    )
    level: Level = Field(default=0.95, description="Confidence level of the interval that is marked.")

    def datasets(self) -> Iterator[NamedPlace]:
        """Yield the data set."""
        if self.dataset is not None:
            yield ("dataset",), self.dataset


register(
    Topic(
        "curves",
        "Confidence curves",
        paragraphs=curves_paragraphs,
        caveats=curves_caveats,
        reminders=curves_reminders,
        after="pareto",
        account=lambda analysis, _earlier: [*curves_findings(analysis), *curves_caveats(analysis)],
        facts=(
            Facts(facts_of_averaged_curves, "pairs", "averaged confidence curves{}"),
            Facts(facts_of_curves, "pairs on datasets", "confidence curves{}"),
        ),
        results=(
            ResultKey("curves", list[CurveResult], curve_results),
            ResultKey("averaged_curves", list[AveragedCurveResult], averaged_curve_results),
        ),
        tables=(
            TableKind(
                "aucc", "differences and areas under their confidence curves", builder=aucc_table, options=Transposable
            ),
            TableKind("curves", "all numbers of the confidence curves", builder=curves_table, shows="p"),
            TableKind("averaged-curves", "averages of confidence curves", builder=averaged_curves_table, shows="p"),
        ),
        figures=(
            FigureKind(
                "curves",
                "with which differences the data are compatible, on each data set",
                builder="curves.figures",
                options=CurvesFigureOptions,
                shows="p",
                by_family=True,
            ),
            FigureKind(
                "average-curves",
                "the averages of confidence curves over the data sets",
                builder="curves.figures",
                shows="p",
            ),
            FigureKind(
                "curve",
                "a confidence curve with all that is read off it",
                builder="curves.figures",
                options=CurveOptions,
                shows="p",
            ),
        ),
    )
)
