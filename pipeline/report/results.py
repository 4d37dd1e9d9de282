"""results.json: every figure the report prints, unrounded; what is undefined is null, with the reason."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from rankpress.analysis import Analysis
from rankpress.scores import Gap
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.omnibus import OmnibusTest

SCHEMA = "rankpress.results/1"

Json = dict[str, Any]


def results(title: str, alpha: float, analyses: Sequence[Analysis]) -> Json:
    """All results of a study as plain data.

    Parameters
    ----------
    title : str
        The study's.
    alpha : float
        Level of the tests.
    analyses : sequence of Analysis
        One a metric.

    Returns
    -------
    dict
        Ready for JSON: no nan, no infinity.
    """
    return {
        "schema": SCHEMA,
        "title": title,
        "alpha": alpha,
        "metrics": {analysis.scores.name: _metric(analysis) for analysis in analyses},
    }


def results_json(title: str, alpha: float, analyses: Sequence[Analysis]) -> str:
    """The text of results.json."""
    return json.dumps(results(title, alpha, analyses), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _metric(analysis: Analysis) -> Json:
    scores, ranking, tested, adjusted = analysis.scores, analysis.ranking, analysis.tested, analysis.adjusted
    return {
        "better": scores.better,
        "n_datasets": scores.n_datasets,
        "datasets": list(scores.datasets),
        "algorithms": list(scores.algorithms),
        "dropped": {
            "datasets": list(scores.missing.dropped_datasets),
            "algorithms": list(scores.missing.dropped_algorithms),
        },
        "missing": {
            "policy": scores.missing.policy,
            "gaps": [_gap(gap) for gap in scores.missing.gaps],
            "worst_ranked": [_gap(gap) for gap in scores.missing.worst_ranked],
        },
        "means": None if scores.means is None else _matrix(analysis, scores.means),
        "ranks": None if ranking.ranks is None else _matrix(analysis, ranking.ranks),
        "average_ranks": _by_algorithm(analysis, ranking.average),
        "control": None if tested.control is None else scores.algorithms[tested.control],
        "omnibus": {name: _omnibus(test) for name, test in tested.omnibus.items()},
        "pairwise": None if tested.over is None else tested.over.procedure,
        "critical_difference": _critical_differences(analysis),
        "error_rates": {method: ADJUSTMENTS[method].holds for method in adjusted.p},
        "comparisons": list(_comparisons(analysis)),
        "groups": {
            method: [[scores.algorithms[i] for i in group] for group in groups]
            for method, groups in adjusted.groups.items()
        },
        "within": list(_within(analysis)),
        "curves": list(_curves(analysis)),
        "order": _order(analysis),
        "left_out": {**tested.left_out, **adjusted.left_out},
        "notes": [*tested.notes, *adjusted.notes, *analysis.ordered.notes],
    }


def _number(value: float | np.floating[Any]) -> float | None:
    return float(value) if math.isfinite(value) else None


def _gap(gap: Gap) -> Json:
    return {"dataset": gap.dataset, "algorithm": gap.algorithm, "found": gap.found, "expected": gap.expected}


def _by_algorithm(analysis: Analysis, values: Sequence[float] | np.ndarray[Any, Any]) -> Json:
    return {name: _number(value) for name, value in zip(analysis.names, values, strict=True)}


def _matrix(analysis: Analysis, values: np.ndarray[Any, Any]) -> Json:
    return {
        dataset: _by_algorithm(analysis, row) for dataset, row in zip(analysis.scores.datasets, values, strict=True)
    }


def _omnibus(test: OmnibusTest) -> Json:
    told = _omnibus_figures(test)
    if test.uncorrected is not None:
        told["uncorrected"] = _omnibus_figures(test.uncorrected)
    return told


def _omnibus_figures(test: OmnibusTest) -> Json:
    df = [_whole(value) for value in test.df]
    told: Json = {
        "statistic": _number(test.statistic),
        "df": df[0] if len(df) == 1 else df,
        "p": _number(test.p),
    }
    return {**told, "why": test.why} if test.why else told


def _whole(value: float) -> float | int:
    return int(value) if float(value).is_integer() else float(value)


def _critical_differences(analysis: Analysis) -> Json:
    found = analysis.adjusted.critical_difference
    over = analysis.tested.over
    why = (
        analysis.tested.left_out.get("over", "")
        if over is None
        else f"A critical difference of average ranks belongs to rank-z; comparisons were made by {over.procedure}."
    )
    return {
        name: {"alpha": found[name].alpha, "q": found[name].q, "cd": found[name].cd}
        if name in found
        else {"alpha": analysis.adjusted.alpha, "q": None, "cd": None, "why": why}
        for name in ("nemenyi", "bonferroni-dunn")
    }


def _comparisons(analysis: Analysis) -> Iterator[Json]:
    over, names = analysis.tested.over, analysis.names
    if over is None:
        return
    for row, (a, b) in enumerate(over.pairs):
        told: Json = {
            "a": names[a],
            "b": names[b],
            "difference": _number(over.difference[row]),
            "statistic": _number(over.statistic[row]),
            "p": _number(over.p[row]),
            "adjusted": {method: _number(p[row]) for method, p in analysis.adjusted.p.items()},
        }
        if over.wins is not None:
            told |= dict(zip(("wins", "ties", "losses"), (int(n) for n in over.wins[row]), strict=True))
        if over.details:
            told["details"] = {name: _number(values[row]) for name, values in over.details.items()}
        yield told


def _within(analysis: Analysis) -> Iterator[Json]:
    names = analysis.names
    for one in analysis.tested.within:
        for row, (a, b) in enumerate(one.pairs):
            tests = one.tests
            told = {
                "dataset": one.dataset,
                "a": names[a],
                "b": names[b],
                "test": tests.name,
                "difference": _number(tests.difference[row]),
                "standard_error": _number(tests.standard_error[row]),
                "df": _degrees(tests.df, row),
                "statistic": _number(tests.statistic[row]),
                "p": _number(tests.p[row]),
            }
            yield {**told, "why": tests.why[row]} if tests.why[row] else told


def _degrees(df: tuple[float, ...] | np.ndarray[Any, Any], row: int) -> Any:
    """One number for each comparison, or the two of an F test that all comparisons share."""
    return [_whole(value) for value in df] if isinstance(df, tuple) else _whole(df[row])


def _curves(analysis: Analysis) -> Iterator[Json]:
    names = analysis.names
    for one in analysis.tested.curves:
        curve = one.curve
        told = {
            "dataset": one.dataset,
            "a": names[one.a],
            "b": names[one.b],
            "difference": _number(curve.difference),
            "standard_error": _number(curve.standard_error),
            "df": _whole(curve.df),
            "aucc": _number(curve.aucc),
            "aucc_normal": _number(curve.aucc_normal),
            "interval_95": [_number(bound) for bound in curve.interval(0.95)],
            "p_null": _number(curve.p_null),
        }
        if math.isinf(curve.aucc):
            told["why"] = "with one degree of freedom the area under the curve is infinite"
        yield told


def _order(analysis: Analysis) -> Json:
    ordered, names = analysis.ordered, analysis.names
    told: Json = {
        "cost": ordered.cost,
        "prior": [names[i] for i in ordered.prior],
        "ranking": [
            {"position": place, "algorithm": names[position.algorithm], "decided_by": position.decided_by}
            for place, position in enumerate(ordered.ranking, start=1)
        ],
        "edges": [[names[a], names[b]] for a, b in ordered.edges],
        "per_dataset": {dataset: [names[i] for i in order] for dataset, order in ordered.per_dataset.items()},
    }
    if ordered.why:
        return {**told, "why": ordered.why}
    told |= {
        "within": ordered.within,
        "adjust": ordered.adjust,
        "within_adjust": ordered.within_adjust,
        "average_ranks": None if ordered.average_ranks is None else _by_algorithm(analysis, ordered.average_ranks),
        "average_costs": None if ordered.average_costs is None else _by_algorithm(analysis, ordered.average_costs),
        "omnibus": None if ordered.omnibus is None else _omnibus(ordered.omnibus),
        "rejected": ordered.rejected,
    }
    return told
