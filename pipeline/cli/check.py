"""`rankpress check`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from rankpress.cli.telling import tell_result
from rankpress.spec.reading import SpecAtFault, read_study
from rankpress.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rankpress.scores import MetricScores, Scores
    from rankpress.spec.model import Study


def run(arguments: argparse.Namespace) -> None:
    """Tell that nothing is wrong with a study, or raise all that is."""
    try:
        read = read_study(arguments.study, arguments.overrides)
    except SpecAtFault as found:
        if found.rest is None:
            raise
        from rankpress.examination import with_the_rest

        raise with_the_rest(found) from found
    from rankpress.examination import agreeing_scores

    scores = agreeing_scores(read)
    if not arguments.quiet:
        tell_result(f"{arguments.study}: {_summary(scores.metrics)}; nothing wrong")
        for line in _advice(read.study, scores):
            tell_result(f"{arguments.study}: {line}")


def _advice(study: Study, scores: Scores) -> Iterator[str]:
    """Sections that ask for nothing, draws that cannot be made, and what the protocol lacks; no fault of the study."""
    for name in ("sensitivity", "replicability"):
        if name in study.model_fields_set and getattr(study, name) is None:
            yield f"{name} is left empty, which asks for nothing; {name}: {{}} asks for its defaults"
    if study.replicability is not None:
        from rankpress.draws import undrawable, unmade_draws

        for metric, complete in unmade_draws(scores.metrics, study.replicability):
            yield f"metric {metric}: no draws for replicability. {undrawable(complete, study.replicability)}"
    if study.protocol is not None:
        from rankpress.protocol.advice import protocol_advice

        yield from protocol_advice(study, scores)


def _summary(metrics: tuple[MetricScores, ...]) -> str:
    """How much there is; by metric, where the metrics differ."""
    sizes = {metric.name: _size(metric) for metric in metrics}
    if len(set(sizes.values())) == 1:
        word = "metric" if len(metrics) == 1 else "metrics"
        return f"{sizes[metrics[0].name]}, {word} {', '.join(sizes)}"
    return "; ".join(f"metric {name}: {size}" for name, size in sizes.items())


def _size(metric: MetricScores) -> str:
    return f"{counted(metric.n_datasets, 'data set')}, {counted(len(metric.algorithms), 'algorithm')}"
