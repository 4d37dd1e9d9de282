"""results.json: every figure that a report prints."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np
from pydantic_core import to_json

from rankpress.account.results_arrays import in_two_files
from rankpress.account.results_model import ARRAYS, SCHEMA, Results
from rankpress.analysis import Analysis
from rankpress.catalog.methods import ADJUSTMENTS, PAIRWISE
from rankpress.catalog.tests import NULLS
from rankpress.core.doubts import Doubt
from rankpress.core.labels import Names
from rankpress.core.plain_data import Json, by_name, picked, plain_data, stated
from rankpress.core.scores import Balance, FloatArray, Gap, MetricScores
from rankpress.spec.topic_steps import topic_sections
from rankpress.stats.multiplicity import bayes_factor_bound, error_probability_bound
from rankpress.topics.columns import ABSENT, Records, from_columns
from rankpress.topics.comparisons.comparisons import (
    also_results,
    bound_result,
    favoured_names,
)
from rankpress.topics.comparisons.equivalence import pair_equivalence
from rankpress.topics.comparisons.omnibus import omnibus_result
from rankpress.topics.comparisons.pairs import levels_of_steps
from rankpress.topics.data.data import bias_of_missing, missing_pattern
from rankpress.topics.data.protocol import kind_of_p
from rankpress.topics.effects.effects import pair_effects
from rankpress.topics.scores.cells import spreads_of
from rankpress.topics.topic import topics, topics_of_study

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
    doubts: Sequence[Doubt] = (),
) -> Results:
    """Return all results of a study."""
    labels = {
        kind: {name: {"label": label.shown, "short": label.short} for name, label in of_kind.items()}
        for kind, of_kind in names.items()
        if of_kind
    }
    result = {
        "schema": SCHEMA,
        "title": title,
        "alpha": alpha,
        **stated(
            settings={name: settings[name] for name in (*SETTINGS, *topic_sections()) if name in settings},
            labels=labels,
        ),
        "doubts": [doubt.plain for doubt in doubts],
        "reading": _reading(analyses),
        **{key.name: key.of(analyses) for of_study in topics_of_study() for key in of_study.results},
        "metrics": {
            analysis.scores.name: {**_of_scores(analysis), **_of_tests(analysis), **_of_conclusions(analysis)}
            for analysis in analyses
        },
    }
    written = plain_data(result)
    for analysis in analyses:
        written["metrics"][analysis.scores.name] |= _long_lists(analysis) | _of_topics(analysis)
    return cast("Results", written)


def _reading(analyses: Sequence[Analysis]) -> Json:
    """Return what was read, the same for all metrics."""
    first = analyses[0].scores
    reading = first.reading
    where = {"conditions": dict(reading.where), "rows": reading.rows, "left_out": reading.passed_over}
    return {
        "formats": reading.formats,
        "where": where if reading.where else None,
        "renamed": dict(reading.renamed),
        **picked(reading, "joined ignored empty filled comments marks accompanied"),
        "unused": [column for column in reading.unused if column in reading.not_used],
        "seeds": first.seeds if isinstance(first, MetricScores) else None,
        "instances": _instances(first) if isinstance(first, MetricScores) else None,
        "steps": {"column": reading.step, "reduce": reading.reduction} if reading.step else None,
        "chosen": None if reading.chosen is None else dict(zip(("by", "best"), reading.chosen, strict=True)),
        "balance": {analysis.scores.name: _balance(analysis.scores.reading.balance) for analysis in analyses},
    }


def _instances(scores: MetricScores) -> list[int] | None:
    counts = [len(each) for each in scores.instances if each is not None]
    return [min(counts), max(counts)] if counts else None


def _balance(balance: Balance | None) -> Json | None:
    """Return what was expected of a metric and what was there."""
    if balance is None:
        return None
    runs = {"expected": balance.runs_expected, "read": balance.runs_read, "each": balance.runs_each}
    return {
        "expected": balance.expected,
        **picked(balance, "algorithms datasets read"),
        "gaps": _gaps(balance.gaps),
        "runs": None if balance.runs_each is None else {**runs, "short": _gaps(balance.short)},
        "early": [picked(end, "dataset algorithm step latest runs") for end in balance.early],
    }


def _gaps(gaps: Sequence[Gap]) -> list[Json]:
    return [{**picked(gap, "dataset algorithm present expected"), **stated(reason=gap.reason)} for gap in gaps]


def results_files(result: Results) -> dict[str, bytes]:
    """Return results.json, and the file of arrays next to it where lists are long."""
    short, arrays = in_two_files(result)
    return {"results.json": json_text(short).encode(), **({ARRAYS: arrays} if arrays else {})}


def json_text(result: Mapping[str, Any]) -> str:
    """Return plain data as the text of a file."""
    return to_json(result, indent=1, inf_nan_mode="null").decode() + "\n"


def _of_scores(analysis: Analysis) -> Json:
    scores, ranking = analysis.scores, analysis.ranking
    weights = scores.weights if isinstance(scores, MetricScores) else None
    return {
        "better": scores.better,
        "p_values": kind_of_p(analysis),
        **picked(scores, "n_datasets datasets algorithms"),
        "dropped": {"datasets": scores.missing.dropped_datasets, "algorithms": scores.missing.dropped_algorithms},
        "missing": _missing(analysis),
        "means": _matrix(analysis, scores.means if isinstance(scores, MetricScores) else None),
        **stated(
            normalized=scores.reading.normalized,
            weights=None if weights is None else by_name(scores.datasets, weights),
        ),
        "spread": _spread(analysis),
        "ranks": _matrix(analysis, ranking.ranks),
        "average_ranks": by_name(analysis.names, ranking.average),
        **stated(ranks_scaled=ranking.has_gaps),
        **_censored(analysis),
    }


def _censored(analysis: Analysis) -> Json:
    """Return which runs were not solved within the limit, where the study has it that some may be."""
    scores = analysis.scores
    if not isinstance(scores, MetricScores) or scores.censored is None:
        return {}
    rows = zip(scores.datasets, scores.censored.tolist(), strict=True)
    return {
        "limit": scores.limit,
        "censored": {dataset: dict(zip(analysis.names, row, strict=True)) for dataset, row in rows},
    }


def _error_rate(analysis: Analysis, method: str) -> str:
    """Return which rate of errors an adjustment controls, and where missing results make the tests exceed it."""
    rate, bias = ADJUSTMENTS[method].controls, bias_of_missing(analysis)
    return rate if bias is None else f"{rate}; exceeded {bias.condition} (in {bias.share})"


def _of_tests(analysis: Analysis) -> Json:
    tested, adjusted, names = analysis.tested, analysis.adjusted, analysis.names
    null = None if tested.over is None else PAIRWISE[tested.over.procedure]
    return {
        "control": None if tested.control is None else names[tested.control],
        "omnibus": {name: omnibus_result(test) for name, test in tested.omnibus.items()},
        "pairwise": None if tested.over is None else tested.over.procedure,
        "critical_difference": _critical_differences(analysis),
        "error_rates": {method: _error_rate(analysis, method) for method in adjusted.p},
        "null_hypothesis": null
        and {"of": "each pair" if null.pair_alone else "all algorithms", "text": NULLS[null.null].statement},
        "comparisons": (),  # those of _long_lists
        "groups": {
            method: [[names[i] for i in group] for group in groups] for method, groups in adjusted.groups.items()
        },
        "example_scores": [
            {
                "dataset": dataset,
                "algorithm": algorithm,
                "examples": means.n,
                "clusters": means.clusters,
                "df": means.df,
            }
            | {name: getattr(means, name)[row] for name in _EXAMPLES}
            | {"interval": [means.low[row], means.high[row]], "level": means.level}
            for dataset, means in tested.within_means.items()
            for row, algorithm in enumerate(names)
        ],
        "within_omnibus": [
            {"dataset": dataset, "test": test.name, **omnibus_result(test)}
            for dataset, test in tested.within_omnibus.items()
        ],
    }


def _of_conclusions(analysis: Analysis) -> Json:
    tested, adjusted = analysis.tested, analysis.adjusted
    return {
        "left_out": {**tested.left_out, **adjusted.left_out},
        "notes": (*tested.notes, *adjusted.notes, *analysis.ordered.notes),
    }


def _long_lists(analysis: Analysis) -> Json:
    """Return the lists that may be so long that their records are made as they are read."""
    over = analysis.tested.over
    return {
        "comparisons": from_columns(0 if over is None else len(over.pairs), _comparisons(analysis)),
    }


def _of_topics(analysis: Analysis) -> Json:
    """Return the keys that topics declare."""
    found = {key.name: key.of(analysis) for topic in topics() for key in topic.results}
    return {name: value if isinstance(value, Records) else plain_data(value) for name, value in found.items()}


_EXAMPLES = ("mean", "standard_error", "unclustered_error", "sampling_share")


def _matrix(analysis: Analysis, values: FloatArray | None) -> Json | None:
    if values is None:
        return None
    rows = zip(analysis.scores.datasets, values, strict=True)
    return {dataset: by_name(analysis.names, row) for dataset, row in rows}


def _missing(analysis: Analysis) -> Json:
    missing, pattern = analysis.scores.missing, missing_pattern(analysis)
    result: Json = {"policy": missing.policy} | {
        name: _gaps(gaps) for name, gaps in picked(missing, "gaps worst_ranked left_open imputed").items()
    }
    if pattern is None or missing.coverage is None:
        return result | {"coverage": None, "why": "only average ranks were given"}
    datasets, algorithms = missing.coverage.datasets, missing.coverage.algorithms
    return result | {
        "coverage": {
            "algorithms": dict(zip(algorithms, pattern.per_algorithm, strict=True)),
            "datasets": dict(zip(datasets, pattern.per_dataset, strict=True)),
            "measurements": dict(zip(datasets, missing.coverage.measurements, strict=True)),
            "never_together": [[algorithms[a], algorithms[b]] for a, b in pattern.never_together.tolist()],
            "parts": [[algorithms[i] for i in part] for part in pattern.components],
            **picked(pattern, "connected balanced"),
        }
    }


def _spread(analysis: Analysis) -> Json | None:
    """Return how far the scores of each data set vary over folds or seeds; None where each is one measurement."""
    scores = analysis.scores
    if not isinstance(scores, MetricScores):
        return None
    deviations, errors, widths = (spreads_of(scores, form) for form in ("sd", "se", "ci"))
    if deviations is None or errors is None or widths is None:
        return None
    low, high = scores.means - widths, scores.means + widths
    folds = [0 if of_dataset is None else len(of_dataset.scores) for of_dataset in scores.folds]
    counts = np.repeat(np.array(folds, dtype=np.float64)[:, None], len(analysis.names), axis=1)
    if scores.runs is not None:
        counts = np.where(np.isnan(scores.runs), counts, scores.runs)
    return {
        dataset: {
            name: {
                "measurements": int(counts[row, column]),
                "sd": deviations[row, column],
                "se": errors[row, column],
                "interval": [low[row, column], high[row, column]],
            }
            for column, name in enumerate(analysis.names)
            if not math.isnan(deviations[row, column])
        }
        for row, dataset in enumerate(scores.datasets)
        if counts[row].any()
    }


def _critical_differences(analysis: Analysis) -> Json:
    result, over = analysis.adjusted.critical_difference, analysis.tested.over
    if analysis.ranking.is_of_two:
        return {}
    why = (
        analysis.tested.left_out.get("over", "")
        if over is None
        else f"A critical difference of average ranks belongs to rank-z; comparisons were made by {over.procedure}."
    )
    none = {"alpha": analysis.adjusted.alpha, "q": None, "cd": None, "why": why}
    return {name: result.get(name, none) for name, adjustment in ADJUSTMENTS.items() if adjustment.test == "rank-z"}


def _comparisons(analysis: Analysis) -> Json:
    """Return what is known of each pair, as columns."""
    over, names = analysis.tested.over, analysis.names
    if over is None:
        return {}
    sides, p_values = over.pairs.tolist(), over.p.tolist()
    details = {name: values.astype(float) for name, values in over.details.items()}
    others = {
        "details": details,
        "effects": pair_effects(analysis),
        "equivalence": pair_equivalence(analysis),
        "also": also_results(analysis),
    }
    return {
        "a": [names[a] for a, _ in sides],
        "b": [names[b] for _, b in sides],
        "difference": over.difference,
        "statistic": over.statistic,
        "p": over.p,
        "favours": favoured_names(over, names),
        "bayes_factor_bound": [bound_result(bayes_factor_bound, p) for p in p_values],
        "error_probability_bound": [bound_result(error_probability_bound, p) for p in p_values],
        "adjusted": dict(analysis.adjusted.p),
        **({"levels": levels} if (levels := levels_of_steps(analysis)) else {}),
        **({} if over.wins is None else dict(zip(("wins", "ties", "losses"), over.wins.T, strict=True))),
        "why": [why or ABSENT for why in over.why or [""] * len(sides)],
        **stated(**others),
    }
