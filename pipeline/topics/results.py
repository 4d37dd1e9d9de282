"""results.json: every figure that a report prints."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import numpy as np
from pydantic_core import to_json

from rankpress.analysis import Analysis
from rankpress.catalog.methods import ADJUSTMENTS, PAIRWISE
from rankpress.catalog.nulls import NULLS
from rankpress.core.labels import Names
from rankpress.core.numbers import by_name, number, whole
from rankpress.core.scores import Gap
from rankpress.core.text import plain
from rankpress.stats.multiplicity import bayes_factor_bound, error_probability_bound
from rankpress.topics.bayes import bayes_results
from rankpress.topics.comparisons import bound_result, multiplicity_results, sign_test_results
from rankpress.topics.curves import averaged_curve_results, curve_results
from rankpress.topics.data import pattern_of
from rankpress.topics.dispute import also_results, dispute_results
from rankpress.topics.effects import concordance_results, effects_results, pair_effects
from rankpress.topics.ordering import best_results, front_results, order_results, within_wins_results
from rankpress.topics.power import power_results
from rankpress.topics.protocol import kind_of_p, protocol_results
from rankpress.topics.rank_intervals import rank_interval_results
from rankpress.topics.replicability import replicability_results
from rankpress.topics.results_model import (
    SCHEMA,
    GapResult,
    LabelResult,
    MetricResult,
    MissingResult,
    NullResult,
    ReadingResult,
    Results,
    SpreadResult,
)
from rankpress.topics.results_of_tests import (
    ComparisonResult,
    CriticalDifferenceResult,
    Degrees,
    ExampleScoresResult,
    Matrix,
    WithinOmnibusResult,
    WithinResult,
    omnibus_result,
)
from rankpress.topics.score_cells import SPREADS, spreads_of
from rankpress.topics.sensitivity import sensitivity_results
from rankpress.topics.stepwise import levels_of_steps
from rankpress.topics.ties import ties_results

NO_LABELS: Names = {}
NO_SETTINGS: Mapping[str, Any] = {}
# Sections of a study that decide what is found in scores; where they come from is the manifest's.
SETTINGS = (
    "rank",
    "test",
    "adjust",
    "effects",
    "bayes",
    "order",
    "curves",
    "sensitivity",
    "replicability",
    "power",
    "protocol",
)


def results(
    title: str,
    alpha: float,
    analyses: Sequence[Analysis],
    names: Names = NO_LABELS,
    settings: Mapping[str, Any] = NO_SETTINGS,
) -> Results:
    """Return all results of a study."""
    optional: Any = {"settings": {name: settings[name] for name in SETTINGS}} if settings else {}
    optional |= {"labels": labels} if (labels := _labels(names)) else {}
    result: Any = {
        "schema": SCHEMA,
        "title": title,
        "alpha": alpha,
        **optional,
        "reading": _reading(analyses),
        "protocol": protocol_results(analyses),
        "metrics": {analysis.scores.name: _metric(analysis) for analysis in analyses},
    }
    return cast("Results", result)


def _labels(names: Names) -> dict[str, dict[str, LabelResult]]:
    """Return what reports show, by what the files call it, as text."""
    return {
        kind: {name: {"label": plain(label.shown), "short": plain(label.short)} for name, label in of_kind.items()}
        for kind, of_kind in names.items()
        if of_kind
    }


def _reading(analyses: Sequence[Analysis]) -> ReadingResult:
    """Return what was read, the same for all metrics."""
    reading = analyses[0].scores.reading
    return {
        "formats": dict(reading.formats),
        "where": {"conditions": dict(reading.where), "rows": reading.rows, "left_out": reading.passed_over}
        if reading.where
        else None,
        "renamed": dict(reading.renamed),
        "joined": {name: list(columns) for name, columns in reading.joined.items()},
        "ignored": list(reading.ignored),
        "empty": dict(reading.empty),
        "accompanied": reading.accompanied,
        "seeds": None if (seeds := analyses[0].scores.seeds) is None else list(seeds),
    }


def json_text(result: Mapping[str, Any]) -> str:
    """Return plain data as the text of a file."""
    return to_json(result, indent=1, inf_nan_mode="null").decode() + "\n"


def _metric(analysis: Analysis) -> MetricResult:
    scores, ranking, tested, adjusted = analysis.scores, analysis.ranking, analysis.tested, analysis.adjusted
    return {
        "better": scores.better,
        "p_values": kind_of_p(analysis),
        "n_datasets": scores.n_datasets,
        "datasets": list(scores.datasets),
        "algorithms": list(scores.algorithms),
        "dropped": {
            "datasets": list(scores.missing.dropped_datasets),
            "algorithms": list(scores.missing.dropped_algorithms),
        },
        "missing": _missing(analysis),
        "means": None if scores.means is None else _matrix(analysis, scores.means),
        "spread": _spread(analysis),
        "ranks": None if ranking.ranks is None else _matrix(analysis, ranking.ranks),
        "average_ranks": dict(zip(analysis.names, ranking.average.tolist(), strict=True)),
        "ties": ties_results(analysis),
        "rank_intervals": rank_interval_results(analysis),
        "control": None if tested.control is None else scores.algorithms[tested.control],
        "omnibus": {name: omnibus_result(test) for name, test in tested.omnibus.items()},
        "pairwise": None if tested.over is None else tested.over.procedure,
        "critical_difference": _critical_differences(analysis),
        "error_rates": {method: ADJUSTMENTS[method].controls for method in adjusted.p},
        "null_hypothesis": _null(analysis),
        "multiplicity": multiplicity_results(analysis),
        "sign_test": list(sign_test_results(analysis)),
        "comparisons": list(_comparisons(analysis)),
        "dispute": dispute_results(analysis),
        "effects": effects_results(analysis),
        "concordance": concordance_results(analysis),
        "groups": {
            method: [[scores.algorithms[i] for i in group] for group in groups]
            for method, groups in adjusted.groups.items()
        },
        "within": list(_within(analysis)),
        "example_scores": list(_example_scores(analysis)),
        "within_omnibus": list(_within_omnibus(analysis)),
        "curves": list(curve_results(analysis)),
        "averaged_curves": list(averaged_curve_results(analysis)),
        "within_wins": list(within_wins_results(analysis)),
        "best": best_results(analysis),
        "bayes": bayes_results(analysis),
        "sensitivity": sensitivity_results(analysis),
        "replicability": replicability_results(analysis),
        "power": power_results(analysis),
        "order": order_results(analysis),
        "cost_fronts": list(front_results(analysis)),
        "left_out": {part: plain(why) for part, why in {**tested.left_out, **adjusted.left_out}.items()},
        "notes": list(map(plain, (*tested.notes, *adjusted.notes, *analysis.ordered.notes))),
    }


def _missing(analysis: Analysis) -> MissingResult:
    missing, pattern = analysis.scores.missing, pattern_of(analysis)
    result: MissingResult = {
        "policy": missing.policy,
        "gaps": [_gap(gap) for gap in missing.gaps],
        "worst_ranked": [_gap(gap) for gap in missing.worst_ranked],
        "left_open": [_gap(gap) for gap in missing.left_open],
        "imputed": [_gap(gap) for gap in missing.imputed],
    }
    if pattern is None or missing.coverage is None:
        return result | {"coverage": None, "why": "only average ranks were given"}
    datasets, algorithms = missing.coverage.datasets, missing.coverage.algorithms
    return result | {
        "coverage": {
            "algorithms": dict(zip(algorithms, pattern.per_algorithm.tolist(), strict=True)),
            "datasets": dict(zip(datasets, pattern.per_dataset.tolist(), strict=True)),
            "measurements": dict(zip(datasets, missing.coverage.measurements, strict=True)),
            "never_together": [[algorithms[a], algorithms[b]] for a, b in pattern.never_together.tolist()],
            "parts": [[algorithms[i] for i in part] for part in pattern.components],
            "connected": pattern.connected,
            "balanced": pattern.balanced,
        }
    }


def _gap(gap: Gap) -> GapResult:
    result: GapResult = {
        "dataset": gap.dataset,
        "algorithm": gap.algorithm,
        "found": gap.found,
        "expected": gap.expected,
    }
    return {**result, "reason": gap.reason} if gap.reason else result


def _by_algorithm(analysis: Analysis, values: Sequence[float] | np.ndarray[Any, Any]) -> dict[str, float | None]:
    return by_name(analysis.names, values)


def _matrix(analysis: Analysis, values: np.ndarray[Any, Any]) -> Matrix:
    return {
        dataset: _by_algorithm(analysis, row) for dataset, row in zip(analysis.scores.datasets, values, strict=True)
    }


def _spread(analysis: Analysis) -> dict[str, dict[str, SpreadResult]] | None:
    """Return how far the scores of each data set vary over folds or runs; None where each is one measurement."""
    forms = {form: spreads_of(analysis.scores, form) for form in SPREADS}
    deviations, errors, widths = forms["sd"], forms["se"], forms["ci"]
    if deviations is None or errors is None or widths is None or analysis.scores.means is None:
        return None
    low, high = analysis.scores.means - widths, analysis.scores.means + widths
    return {
        dataset: {
            name: {
                "measurements": len(folds.scores),
                "sd": number(deviations[row, column]),
                "se": number(errors[row, column]),
                "interval": [number(low[row, column]), number(high[row, column])],
            }
            for column, name in enumerate(analysis.names)
            if not math.isnan(deviations[row, column])
        }
        for row, (dataset, folds) in enumerate(zip(analysis.scores.datasets, analysis.scores.folds, strict=True))
        if folds is not None
    }


def _critical_differences(analysis: Analysis) -> dict[str, CriticalDifferenceResult]:
    result = analysis.adjusted.critical_difference
    over = analysis.tested.over
    why = (
        plain(analysis.tested.left_out.get("over", ""))
        if over is None
        else f"A critical difference of average ranks belongs to rank-z; comparisons were made by {over.procedure}."
    )
    return {
        name: {"alpha": result[name].alpha, "q": result[name].q, "cd": result[name].cd}
        if name in result
        else {"alpha": analysis.adjusted.alpha, "q": None, "cd": None, "why": why}
        for name, adjustment in ADJUSTMENTS.items()
        if adjustment.test == "rank-z"
    }


def _null(analysis: Analysis) -> NullResult | None:
    if analysis.tested.over is None:
        return None
    method = PAIRWISE[analysis.tested.over.procedure]
    return {"of": "each pair" if method.pair_alone else "all algorithms", "text": NULLS[method.null]}


def _comparisons(analysis: Analysis) -> Iterator[ComparisonResult]:
    over, names = analysis.tested.over, analysis.names
    if over is None:
        return
    effects, levels = pair_effects(analysis), levels_of_steps(analysis)
    for row, (a, b) in enumerate(over.pairs):
        result: ComparisonResult = {
            "a": names[a],
            "b": names[b],
            "difference": number(over.difference[row]),
            "statistic": number(over.statistic[row]),
            "p": number(over.p[row]),
            "favours": (None, names[a], names[b])[int(over.favours[row])],
            "bayes_factor_bound": bound_result(bayes_factor_bound, float(over.p[row])),
            "error_probability_bound": bound_result(error_probability_bound, float(over.p[row])),
            "adjusted": {method: number(p[row]) for method, p in analysis.adjusted.p.items()},
            "levels": {method: number(values[row]) for method, values in levels.items()},
        }
        if over.wins is not None:
            result["wins"], result["ties"], result["losses"] = map(int, over.wins[row])
        if over.why and over.why[row]:
            result["why"] = over.why[row]
        if over.details:
            details: Any = {name: number(values[row]) for name, values in over.details.items()}
            result["details"] = details
        if effects:
            result["effects"] = effects[row]
        if analysis.tested.also:
            result["also"] = also_results(analysis, row)
        yield result


def _within(analysis: Analysis) -> Iterator[WithinResult]:
    names = analysis.names
    for item in analysis.tested.within:
        tests, holm_p = item.tests, item.holm_p
        for row, (a, b) in enumerate(item.pairs):
            result: WithinResult = {
                "dataset": item.dataset,
                "a": names[a],
                "b": names[b],
                "test": tests.name,
                "difference": number(tests.difference[row]),
                "standard_error": number(tests.standard_error[row]),
                "df": _degrees(tests.df, row),
                "statistic": number(tests.statistic[row]),
                "p": number(tests.p[row]),
                "holm_p": number(holm_p[row]),
            }
            result |= cast("WithinResult", {name: _detail(name, values[row]) for name, values in tests.details.items()})
            if tests.why[row]:
                result["why"] = tests.why[row]
            yield result


def _detail(name: str, value: float) -> float | int | None:
    return int(value) if name in ("only_a", "only_b", "n", "clusters") else number(value)


def _example_scores(analysis: Analysis) -> Iterator[ExampleScoresResult]:
    for dataset, means in analysis.tested.within_means.items():
        for row, algorithm in enumerate(analysis.names):
            yield {
                "dataset": dataset,
                "algorithm": algorithm,
                "examples": means.n,
                "clusters": means.clusters,
                "mean": number(means.mean[row]),
                "standard_error": number(means.standard_error[row]),
                "unclustered_error": number(means.unclustered_error[row]),
                "sampling_share": number(means.sampling_share[row]),
                "interval": [number(means.low[row]), number(means.high[row])],
                "level": means.level,
            }


def _degrees(df: tuple[float, ...] | np.ndarray[Any, Any], row: int) -> Degrees:
    """One number for each comparison, or the two of an F test that all comparisons share; None of an exact test."""
    if isinstance(df, tuple):
        return [whole(value) for value in df]
    return None if math.isnan(df[row]) else whole(df[row])


def _within_omnibus(analysis: Analysis) -> Iterator[WithinOmnibusResult]:
    for dataset, test in analysis.tested.within_omnibus.items():
        yield {"dataset": dataset, "test": test.name, **omnibus_result(test)}
