"""Topic confidence curves: tables and results."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.methods import CURVE_FORMS
from rankpress.core.bibliography import cite
from rankpress.core.faults import counted
from rankpress.core.numbers import Json, Rounding, df_text, picked, rounding_of_estimates, stated, whole
from rankpress.core.table import Cell, Table
from rankpress.core.text import Prose, dataset_named, joined, say
from rankpress.stages.within import AveragedPair, PairCurve
from rankpress.stats.curves import Curve
from rankpress.topics.phrases import (
    MOST_CELLS,
    P_ROUNDED,
    count,
    difference,
    head_row,
    named,
    number,
    p_value,
    right,
    which_is_better,
)
from rankpress.topics.topic import FigureKind, TableKind, datasets, pairs, pairs_on_datasets


def aucc_table(analysis: Analysis, most: int = MOST_CELLS) -> Table | None:
    """Build the table of differences and areas under the confidence curves, laid out as Table 3 of Berrar (2017)."""
    curves = {(item.dataset, item.a, item.b): item.curve for item in analysis.tested.curves}
    if not curves or 2 * len(curves) > most:
        return None
    pairs = list(dict.fromkeys((item.a, item.b) for item in analysis.tested.curves))
    datasets = list(dict.fromkeys(item.dataset for item in analysis.tested.curves))
    rounding = difference_rounding(analysis.tested.curves)
    rows = [
        (
            named(dataset_named(dataset)),
            *(cell for pair in pairs for cell in _pair(curves.get((dataset, *pair)), rounding)),
        )
        for dataset in datasets
    ]
    titles = [difference(analysis.algorithms[a], analysis.algorithms[b]) for a, b in pairs]
    baselines = {b for _, b in pairs}
    common = analysis.algorithms[baselines.pop()] if len(baselines) == 1 < len(pairs) else None
    metric = analysis.metric if common is None else say("{} from {}", analysis.metric, common)
    heads = titles if common is None else [analysis.algorithms[a] for a, _ in pairs]
    return Table(
        title=say("Differences in {} on each data set", metric),
        caption=say("Difference in {} and area under its confidence curve (AUCC).", metric),
        head=(
            (named(""), *(Cell(head, title, span=2) for head, title in zip(heads, titles, strict=True))),
            head_row("Data set", *["Difference", "AUCC"] * len(pairs)),
        ),
        rows=tuple(rows),
        align=("left", *right(2 * len(pairs))),
        notes=(
            _exactness(analysis),
            "The smaller the AUCC, the more precise the estimate of the difference.",
            say("{} Rounded {}.", which_is_better(analysis), rounding.statement),
        ),
        unit=2,
        dispensable=("AUCC",),
        columns=("Data set", *(column for title in titles for column in (title, say("{} AUCC", title)))),
    )


def difference_rounding(curves: tuple[PairCurve, ...]) -> Rounding:
    """Choose how differences are rounded, by their standard errors."""
    estimates = np.array([curve.curve.difference for curve in curves])
    return rounding_of_estimates(estimates, np.array([_spread(curve) for curve in curves]))


def _spread(curve: PairCurve) -> float:
    """Return the standard error, or where the form has none, what comes near it."""
    low, high = curve.curve.interval(0.68)
    return (high - low) / 2 if np.isnan(curve.standard_error) else curve.standard_error


def _exactness(analysis: Analysis) -> str:
    """Return how the areas were found, by the forms that there are."""
    ways = {"t": "exact for Student's t", "quesenberry-hurst": "by quadrature for Quesenberry-Hurst intervals"}
    forms = dict.fromkeys(curve.form for curve in analysis.tested.curves)
    return f"The AUCC is {joined(ways[form] for form in forms)}."


def _pair(curve: Curve | None, rounding: Rounding) -> tuple[Cell, Cell]:
    if curve is None:
        return number(np.nan, ""), number(np.nan, "")
    return _score(curve.difference, rounding), _score(curve.aucc, rounding)


def _score(value: float, rounding: Rounding) -> Cell:
    return number(value, rounding.text(value))


_FIGURES = ("Difference", "SE", "df", "From", "To", "AUCC", "AUCC normal", "p of 0", "Entangled null")
_DISPENSABLE = ("AUCC normal", "Entangled null", "Form", "df", "SE")
_OF_T = ("SE", "df", "AUCC normal")  # no other form has them


def curves_table(analysis: Analysis, most: int = MOST_CELLS) -> Table | None:
    """Build the table of all that the confidence curves tell: estimates, intervals, areas."""
    curves, names = analysis.tested.curves, analysis.algorithms
    forms = {item.form for item in curves}
    of_t = "t" in forms
    figures = tuple(name for name in _FIGURES if of_t or name not in _OF_T)
    head = ("Data set", "a", "b", "Form", *figures)
    if not curves or len(curves) * len(head) > most:
        return None
    rounding = difference_rounding(curves)
    return Table(
        title=say("Estimates and intervals of differences in {}", analysis.metric),
        caption=f"Score of a less that of b, with its 95% interval, from {counted(len(curves), 'confidence curve')}.",
        head=(head_row(*head),),
        rows=tuple(
            (*head_row(dataset_named(item.dataset), names[item.a], names[item.b], CURVE_FORMS[item.form].title), *text)
            for item in curves
            for text in [[cell for name, cell in _figures(item, rounding).items() if name in figures]]
        ),
        align=("left", "left", "left", "left", *right(len(figures))),
        notes=tuple(_curves_notes(analysis)),
        stub=3,
        dispensable=tuple(name for name in _DISPENSABLE if name in head and (name != "Form" or len(forms) == 1)),
    )


def _curves_notes(analysis: Analysis) -> Iterator[Prose]:
    forms = {curve.form for curve in analysis.tested.curves}
    if "t" in forms:
        yield f"{CURVE_FORMS['t'].title}: by the corrected resampled t test, over the folds; SE is the standard error."
    if "quesenberry-hurst" in forms:
        title = CURVE_FORMS["quesenberry-hurst"].title
        lacking = " They have no standard error and no degrees of freedom." if "t" in forms else ""
        yield f"{title}: by {title} intervals, from test examples.{lacking}"
    form = (
        "{} p of 0 is that of no difference, unadjusted; the entangled null is the difference that has the same p. {}"
    )
    yield say(form, which_is_better(analysis), P_ROUNDED)
    yield _exactness(analysis)
    if "t" in forms:
        yield say("AUCC normal, its limit for many folds, is equation 2 of {}.", cite("berrar2017"))


def _figures(curve: PairCurve, rounding: Rounding) -> dict[str, Cell]:
    """Return the figures of a curve, each under the head of its column."""
    low, high = curve.curve.interval(0.95)
    finer = rounding.finer
    cells = (
        _score(curve.curve.difference, rounding),
        _score(curve.standard_error, finer),
        number(curve.df, df_text(curve.df) if curve.df > 0 else ""),
        _score(low, rounding),
        _score(high, rounding),
        _score(curve.curve.aucc, finer),
        _score(curve.aucc_normal, finer),
        p_value(curve.curve.p_null),
        _score(curve.curve.entangled_null, rounding),
    )
    return dict(zip(_FIGURES, cells, strict=True))


def averaged_curves_table(analysis: Analysis, most: int = MOST_CELLS) -> Table | None:
    """Build the table of the averages of curves over the data sets, after figure 5f of Berrar (2017)."""
    averaged, names = analysis.tested.averaged_curves, analysis.algorithms
    head = ("a", "b", "Data sets", "Difference", "From", "To", "AUCC", "p of 0", "Entangled null")
    if not averaged or len(averaged) * len(head) > most:
        return None
    rounding = difference_rounding(analysis.tested.curves)
    return Table(
        title=say("Averages over the data sets of curves of differences in {}", analysis.metric),
        caption="Score of a less that of b, with the means of the 95% intervals' bounds, from"
        f" {counted(len(averaged), 'average')} of confidence curves.",
        head=(head_row(*head),),
        rows=tuple((*head_row(names[item.a], names[item.b]), *_average_text(item, rounding)) for item in averaged),
        align=("left", "left", *right(len(head) - 2)),
        notes=(
            "Bounds at every level are the means of the data sets' bounds, and the AUCC is the mean of theirs.",
            say("{} {}", which_is_better(analysis), P_ROUNDED),
            "p of 0 is the height of the averaged curve at 0; the entangled null is where it is as high again.",
            "An average of curves is no pooled estimate: more data sets do not make it narrower.",
        ),
        stub=2,
    )


def _average_text(pair: AveragedPair, rounding: Rounding) -> tuple[Cell, ...]:
    low, high = pair.curve.interval(0.95)
    finer = rounding.finer
    return (
        count(len(pair.datasets)),
        _score(pair.curve.difference, rounding),
        _score(low, rounding),
        _score(high, rounding),
        _score(pair.curve.aucc, finer),
        p_value(pair.curve.p_null),
        _score(pair.curve.entangled_null, rounding),
    )


def curve_results(analysis: Analysis) -> Iterator[Json]:
    """Confidence curves of pairs of algorithms, each on a data set."""
    for item in analysis.tested.curves:
        of_t = not math.isnan(item.df)
        lacking = "" if of_t else f"the form {item.form} has no standard error and no degrees of freedom"
        curve = _of_curve(item.curve, lacking)
        yield {
            "dataset": item.dataset,
            "a": analysis.names[item.a],
            "b": analysis.names[item.b],
            "form": item.form,
            "difference": curve.pop("difference"),
            "standard_error": item.standard_error,
            "df": whole(item.df) if of_t else None,
            "aucc": curve.pop("aucc"),
            "aucc_normal": item.aucc_normal,
            **curve,
        }


def averaged_curve_results(analysis: Analysis) -> Iterator[Json]:
    """Curves of pairs averaged over the data sets."""
    for item in analysis.tested.averaged_curves:
        pair = {"a": analysis.names[item.a], "b": analysis.names[item.b]}
        yield {**pair, "datasets": len(item.datasets), **_of_curve(item.curve)}


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


_INTERVAL_COLUMNS = ("Difference", "From", "To", "AUCC", "p of 0", "Entangled null")
TABLES = (
    TableKind("aucc", aucc_table, datasets, ("Difference", "AUCC"), of_pairs=True),
    TableKind(
        "curves", curves_table, pairs_on_datasets, ("Form", *_INTERVAL_COLUMNS, "SE", "df", "AUCC normal"), shows="p"
    ),
    TableKind("averaged-curves", averaged_curves_table, pairs, ("Data sets", *_INTERVAL_COLUMNS), shows="p"),
)
FIGURES = (
    FigureKind("curves", "curves_figures", shows="p"),
    FigureKind("average-curves", "curves_figures", shows="p"),
    FigureKind("curve", "curves_figures", shows="p"),
)
