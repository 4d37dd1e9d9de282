"""results.json: every figure that a report prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from pydantic_core import to_json

from rankpress.account.results_arrays import in_two_files
from rankpress.account.results_model import ARRAYS, SCHEMA, Results
from rankpress.analysis import Analysis
from rankpress.core.doubts import Doubt
from rankpress.core.labels import Names
from rankpress.core.plain_data import Json, picked, plain_data, stated
from rankpress.spec.topic_steps import topic_sections
from rankpress.topics.columns import ABSENT, Records
from rankpress.topics.topic import topics, topics_of_study

NO_LABELS: Names = {}
NO_SETTINGS: Mapping[str, Any] = {}
# Sections of a study that decide what is found in scores; the manifest says where these come from.
_SETTINGS = (
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
    whole = {
        "schema": SCHEMA,
        "title": title,
        "alpha": alpha,
        **stated(
            settings={name: settings[name] for name in (*_SETTINGS, *topic_sections()) if name in settings},
            labels=labels,
        ),
        "doubts": [doubt.plain for doubt in doubts],
        **{key.name: key.of(analyses) for of_study in topics_of_study() for key in of_study.results},
    }
    metrics = {analysis.scores.name: _of_metric(analysis) for analysis in analyses}
    return cast("Results", {**plain_data(whole), "metrics": metrics})


def _of_metric(analysis: Analysis) -> Json:
    """Return the keys of a metric: those that no topic declares, and those that topics declare."""
    scores, tested = analysis.scores, analysis.tested
    of_topics = {key.name: key.of(analysis) for topic in topics() for key in topic.results}
    values = {
        "better": scores.better,
        **picked(scores, "n_datasets datasets algorithms"),
        **{name: value for name, value in of_topics.items() if value is not ABSENT},
        "left_out": {**tested.left_out, **analysis.adjusted.left_out},
        "notes": (*tested.notes, *analysis.adjusted.notes, *analysis.ordered.notes),
    }
    return {name: value if isinstance(value, Records) else plain_data(value) for name, value in values.items()}


def results_files(of_report: Results) -> dict[str, bytes]:
    """Return results.json, and the file of arrays next to it where lists are long."""
    short, arrays = in_two_files(of_report)
    return {"results.json": json_text(short).encode(), **({ARRAYS: arrays} if arrays else {})}


def json_text(of_report: Mapping[str, Any]) -> str:
    """Return plain data as the text of a file."""
    return to_json(of_report, indent=1, inf_nan_mode="null").decode() + "\n"
