"""What was read, and which results are missing, in results.json."""

from __future__ import annotations

from collections.abc import Sequence

from rankpress.analysis import Analysis
from rankpress.core.plain_data import Json, picked, stated
from rankpress.core.scores import Balance, Gap, MetricScores
from rankpress.topics.data.tables import missing_pattern
from rankpress.topics.topic import ResultKey, StudyResultKey


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
        **stated(blank_rows=reading.blank_rows, normalized_by=dict(reading.normalized_by)),
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


def _missing(analysis: Analysis) -> Json:
    missing, pattern = analysis.scores.missing, missing_pattern(analysis)
    what: Json = {"policy": missing.policy} | {
        name: _gaps(gaps) for name, gaps in picked(missing, "gaps worst_ranked left_open imputed").items()
    }
    if pattern is None or missing.coverage is None:
        return what | {"coverage": None, "why": "only average ranks were given"}
    datasets, algorithms = missing.coverage.datasets, missing.coverage.algorithms
    return what | {
        "coverage": {
            "algorithms": dict(zip(algorithms, pattern.per_algorithm, strict=True)),
            "datasets": dict(zip(datasets, pattern.per_dataset, strict=True)),
            "measurements": dict(zip(datasets, missing.coverage.measurements, strict=True)),
            "never_together": [[algorithms[a], algorithms[b]] for a, b in pattern.never_together.tolist()],
            "parts": [[algorithms[i] for i in part] for part in pattern.components],
            **picked(pattern, "connected balanced"),
        }
    }


def _dropped(analysis: Analysis) -> Json:
    """Return what the policy for missing results omitted."""
    missing = analysis.scores.missing
    return {"datasets": missing.dropped_datasets, "algorithms": missing.dropped_algorithms}


OF_DATA = (ResultKey("dropped", None, _dropped), ResultKey("missing", None, _missing))
OF_READING = (StudyResultKey("reading", None, _reading),)
