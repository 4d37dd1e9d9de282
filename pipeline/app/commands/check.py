"""`rankpress check`."""

from __future__ import annotations

import argparse
import io
from contextlib import nullcontext, redirect_stdout
from typing import TYPE_CHECKING

from rankpress.app.terminal import print_answer, print_result
from rankpress.core.faults import FaultsFound
from rankpress.core.scores import MetricVotes
from rankpress.spec.reading import SpecAtFault, read_study
from rankpress.wording.strings import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from rankpress.analysis import Analysis
    from rankpress.core.scores import MetricResults, Scores
    from rankpress.spec.model import Study


# What an empty section (null) does, and what its author may have meant.
_LEFT_EMPTY = {
    "sensitivity": "omits it; sensitivity: {} has its defaults",
    "replicability": "omits it; replicability: {} has its defaults",
    "power": "omits it; power: {effect: 0.01} simulates a difference of 0.01",
    "protocol": "omits it; protocol: {} lists every item that is not reported",
}


def run(arguments: argparse.Namespace) -> None:
    """Report that nothing is wrong with a study, or raise all that is."""
    try:
        read = read_study(arguments.study, arguments.overrides, allow_plugins=arguments.allow_plugins)
    except SpecAtFault as error:
        if error.rest is None:
            raise
        from rankpress.checks.agreement import with_the_rest

        raise with_the_rest(error) from error
    from rankpress.analysis import analyse
    from rankpress.checks.agreement import agreeing_scores
    from rankpress.checks.digest import overview
    from rankpress.checks.doubts import doubts_of, stated_doubts

    try:
        scores = agreeing_scores(read)
    except FaultsFound:
        if not arguments.quiet:  # what was guessed wrongly may be why
            for doubt in stated_doubts(read):
                print_result(f"in doubt: {doubt}")
        raise
    # with --quiet the same is done, so that the same faults are found
    with redirect_stdout(io.StringIO()) if arguments.quiet else nullcontext():
        doubts = doubts_of(read, scores)
        verdict = "not confirmed" if doubts else "no errors"
        print_result(f"{arguments.study}: {_summary(scores.metrics)}; {verdict}")
        for line in overview(scores, read.study):
            print_result(line)
        for doubt in doubts:
            print_result(f"in doubt: {doubt}")
        if doubts:
            print_result(f"{arguments.study}: once these are settled, set scores.confirmed to true")
        analyses = analyse(_without_robustness(read.study), scores)
        for line in (*_advice(read.study, scores, analyses), *_repeated_looks(read.out, scores)):
            print_result(f"{arguments.study}: {line}")
        print_result("")
        print_answer(analyses, read.study.labels.names)


def _without_robustness(study: Study) -> Study:
    """Return a study without the sections that take long and that the answer does not show."""
    left_out: dict[str, None] = dict.fromkeys(("effects", "bayes", "curves", "sensitivity", "replicability", "power"))
    return study.model_copy(update={**left_out, "rank": study.rank.model_copy(update={"intervals": "none"})})


def _advice(study: Study, scores: Scores, analyses: Sequence[Analysis]) -> Iterator[str]:
    """Sections that ask for nothing, draws that cannot be made, and what the protocol lacks; no fault of the study."""
    from rankpress.checks.designs import null_of_all_algorithms, too_few_datasets
    from rankpress.topics.data.runs import optimism
    from rankpress.wording.text import plain, without_citations

    for of_metric in scores.metrics:
        yield from (f"metric {of_metric.name}: {plain(without_citations(text))}" for text in optimism(of_metric))
    compared = [analysis.scores for analysis in analyses if analysis.tested.over is not None]  # over the data sets
    yield from too_few_datasets(study, compared)
    yield from null_of_all_algorithms(study, compared)
    for name, instead in _LEFT_EMPTY.items():
        if name in study.model_fields_set and getattr(study, name) is None:
            yield f"{name} is left empty, which {instead}"
    if _asks_for_no_groups(study):
        yield "sensitivity.leave_out requests groups, and scores.groups names none: none is omitted"
    if study.replicability is not None:
        from rankpress.robustness.draws import undrawable, unmade_draws

        for metric, complete in unmade_draws(scores.metrics, study.replicability):
            yield f"metric {metric}: no samples for replicability. {undrawable(complete, study.replicability)}"
    if study.protocol is not None:
        from rankpress.robustness.protocol import protocol_advice

        yield from protocol_advice(study, scores)


REPEATED = 0.23
"""How often Wilcoxon's test at 0.05 rejects a true hypothesis at 6, 7, ... or 40 data sets; a test simulates it."""


def _repeated_looks(out: Path, scores: Scores) -> Iterator[str]:
    """Caution that the data sets have grown since the report that is there."""
    from rankpress.diff.comparison import read_stored

    if not out.exists():
        return
    try:
        earlier = read_stored(out).results["metrics"]
    except FaultsFound:  # a folder without a report, or one of another version
        return
    for metric in scores.metrics:
        before = earlier.get(metric.name)
        fewer = 0 if before is None else before.get("n_datasets", 0)
        if before is not None and 0 < fewer < metric.n_datasets and {*before["datasets"]} <= {*metric.datasets}:
            yield (
                f"metric {metric.name}: {out.name} has results on {fewer} of these"
                f" {counted(metric.n_datasets, 'data set')}; p-values assume that their number was fixed before results"
                " were seen. If tests are repeated as data sets are added, errors are more frequent: from 6 to 40 data"
                f" sets {REPEATED:.0%} of true hypotheses are rejected at 0.05 at least once"
            )


def _asks_for_no_groups(study: Study) -> bool:
    """Return whether groups are to be omitted by name, and there are none."""
    options = study.sensitivity
    by_name = options is not None and "leave_out" in options.model_fields_set and "groups" in options.leave_out
    return by_name and not study.scores.groups


def _summary(metrics: tuple[MetricResults, ...]) -> str:
    """Return how much there is; by metric, where the metrics differ."""
    sizes = {f"{metric.name} ({metric.better} is better)": _size(metric) for metric in metrics}
    if len(set(sizes.values())) == 1:
        word = "metric" if len(metrics) == 1 else "metrics"
        return f"{sizes[next(iter(sizes))]}, {word} {', '.join(sizes)}"
    return "; ".join(f"metric {name}: {size}" for name, size in sizes.items())


def _size(metric: MetricResults) -> str:
    if isinstance(metric, MetricVotes):
        return f"{counted(metric.votes.n, 'vote')} on {counted(len(metric.algorithms), 'algorithm')}"
    return f"{counted(metric.n_datasets, 'data set')}, {counted(len(metric.algorithms), 'algorithm')}"
