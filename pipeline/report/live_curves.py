"""Confidence curves for the page's script: their parameters, from which it finds every height and bound itself.

A curve is two or three numbers. Student's t comes with the beta function of its degrees of freedom, and a Quesenberry-
Hurst curve with its area; all else the script computes by the formulas of `rankpress.stats`, to about ten digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rankpress.drawings.curves import AVERAGE
from rankpress.report.document import Live
from rankpress.report.tables.curves import difference_rounding
from rankpress.stats.curve_forms import CURVE_FORMS
from rankpress.stats.curves import ConfidenceCurve
from rankpress.stats.quesenberry_hurst import QuesenberryHurstCurve
from rankpress.stats.tails import t_beta

if TYPE_CHECKING:
    from rankpress.analysis import Analysis
    from rankpress.curves import PairCurve
    from rankpress.drawings.plan import Drawing

MOST_CURVES = 20_000
"""About 600 kB of the page; more would be a page that nobody waits for."""


def live_curves(analysis: Analysis, drawing: Drawing) -> Live | None:
    """Prepare the confidence curves of one metric for the page's script.

    Parameters
    ----------
    analysis : Analysis
        One metric.
    drawing : Drawing
        The one that the live figure goes with.

    Returns
    -------
    Live or None
        `data` has ``forms``; ``curves``, a row a pair and an entry a data set, null where there is no curve;
        ``averaged``; and how differences are rounded. `choices` are the pairs and data sets by name, the average first.
        None where there are no curves; without data where there are too many.
    """
    curves, names = analysis.tested.curves, analysis.names
    if not curves:
        return None
    title = f"Confidence curves of differences in {analysis.scores.name}"
    if len(curves) > MOST_CURVES:
        why = f"These {len(curves):,} confidence curves are too many for a live figure."
        return Live("curves", drawing.name, title, why=why)
    pairs = list(dict.fromkeys((one.a, one.b) for one in curves))
    datasets = list(dict.fromkeys(one.dataset for one in curves))
    forms: dict[tuple[str, float], int] = {}
    own = {(one.a, one.b, one.dataset): _parameters(one, forms) for one in curves}
    averaged = bool(analysis.tested.averaged_curves)
    rounding = difference_rounding(curves).finer
    return Live(
        kind="curves",
        drawing=drawing.name,
        title=title,
        choices={
            "pair": tuple(f"{names[a]} \N{MINUS SIGN} {names[b]}" for a, b in pairs),
            "dataset": (*([AVERAGE] if averaged else []), *datasets),
        },
        data={
            "metric": analysis.scores.name,
            "forms": [_form(name, df) for name, df in forms],
            "curves": [[own.get((*pair, dataset)) for dataset in datasets] for pair in pairs],
            "averaged": averaged,
            "decimals": rounding.decimals,
            "scientific": rounding.scientific,
        },
    )


def _parameters(one: PairCurve, forms: dict[tuple[str, float], int]) -> Sequence[float]:
    """The number of a curve's form, and its parameters to twelve digits."""
    curve = one.curve
    parameters: Sequence[float]
    if isinstance(curve, ConfidenceCurve):
        form, parameters = ("t", curve.df), (curve.difference, curve.standard_error)
    elif isinstance(curve, QuesenberryHurstCurve):
        form, parameters = (one.form, 0.0), (curve.difference, curve.discordant, curve.n, curve.aucc)
    else:
        raise TypeError(f"curve: got {type(curve).__name__}, which the page's script does not know")
    return [forms.setdefault(form, len(forms)), *(_shortened(value) for value in parameters)]


def _form(name: str, df: float) -> dict[str, object]:
    title = CURVE_FORMS[name].title
    if name != "t":
        return {"form": name, "title": title}
    return {"form": name, "title": f"{title}, df = {df:g}", "df": df, "beta": t_beta(df)}


def _shortened(value: float) -> float:
    short = float(f"{value:.12g}")
    return int(short) if short.is_integer() else short
