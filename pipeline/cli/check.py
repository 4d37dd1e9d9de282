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
    """What the protocol does not say, and what of it is a pitfall; no fault of the study."""
    if study.protocol is None:
        return
    from rankpress.protocol.record import asked_together
    from rankpress.protocol.recording import record_protocol

    datasets = list(dict.fromkeys(name for metric in scores.metrics for name in metric.datasets))
    protocol = record_protocol(study.protocol, study.test, scores.algorithms, datasets)
    if protocol.unsaid:
        yield f"not said in protocol: {asked_together(protocol.unsaid, lacking=True)}"
    for item in protocol.pitfalls:
        yield f"pitfall in protocol: {item.told}"


def _summary(metrics: tuple[MetricScores, ...]) -> str:
    """How much there is; by metric, where the metrics differ."""
    sizes = {metric.name: _size(metric) for metric in metrics}
    if len(set(sizes.values())) == 1:
        word = "metric" if len(metrics) == 1 else "metrics"
        return f"{sizes[metrics[0].name]}, {word} {', '.join(sizes)}"
    return "; ".join(f"metric {name}: {size}" for name, size in sizes.items())


def _size(metric: MetricScores) -> str:
    return f"{counted(metric.n_datasets, 'data set')}, {counted(len(metric.algorithms), 'algorithm')}"
