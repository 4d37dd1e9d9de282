"""What the report says of runs: what counts of their steps, over how many scores are means, and what lacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rankpress.core.bibliography import cite
from rankpress.core.scores import Balance, Gap, MetricResults, MetricScores, Reading
from rankpress.topics.phrases import datasets_named, grouped_by, listed, over_instances, over_runs
from rankpress.wording.numbers import between_in_words, counted_in_words
from rankpress.wording.strings import counted, shown
from rankpress.wording.text import Prose, algorithm_named, dataset_named, join, joined, metric_named, say

_MOST_CELLS = 3
WEIGHTED = (
    "Means over data sets are weighted (scores.weights); ranks, tests and effect sizes count all data sets alike."
)
_WAYS = {
    "last": "its last one",
    "best": "its best one over the steps",
    "mean": "the mean over its steps",
    "area": "the area under its scores over the steps, divided by their range",
}


def runs_sentences(scores: MetricResults) -> Iterator[Prose]:
    """Say what of a run counts, over how many runs a measurement is a mean, and where some lack."""
    reading = scores.reading
    if reading.normalized:
        yield f"On each data set scores are normalized: {shown(reading.normalized)}."
    if isinstance(scores, MetricScores) and scores.weights is not None:
        yield WEIGHTED
    if reading.step:
        yield f"The score of each run is {score_of_steps(reading)} (column {shown(reading.step)})."
    if not isinstance(scores, MetricScores):
        return
    sampled = sum(each is not None for each in scores.instances)
    if sampled:
        where = "" if sampled == len(scores.datasets) else f" on {counted(sampled, 'data set')}"
        yield f"Each score{where} is the mean over {over_instances(scores)}, samples from the distribution of the data."
    if scores.seeds is None:
        return
    if max(scores.seeds) == 1:
        yield "Each measurement is one run."
    else:
        short = () if reading.balance is None else reading.balance.short
        some = say("; {}", _some_of(_short_of_runs(short), form="{}; {} have fewer runs, too")) if short else ""
        over = over_runs(scores)
        if scores.by_seed and not (reading.balance is not None and reading.balance.by_rows):
            over = f"{between_in_words(scores.seeds, 'independent run')} (seeds)"
        yield say("Each measurement is the mean over {}{}.", over, some)


def score_of_steps(reading: Reading) -> str:
    """Say which score a run has of those at its steps."""
    way, number = reading.reduced, reading.reduced_to
    if not number or (way, number) == ("last", "1"):
        return _WAYS[way]
    return (
        f"the mean of its last {counted_in_words(int(number), 'score')}" if way == "last" else f"that at step {number}"
    )


def balance_lines(balance: Balance, metric: Prose | None = None) -> Iterator[Prose]:
    """Say in one to three lines how many results and runs were expected and read, what lacks, and why.

    `metric` stands in the place of its name, where the same holds of several.
    """
    lacking = say(": {}", _some_of(_lacking(balance.gaps))) if balance.gaps else ""
    metric = metric_named(balance.metric) if metric is None else metric
    if balance.read == balance.expected:
        yield say("All {} of {} were read{}", counted(balance.expected, "expected result"), metric, lacking)
    else:
        form = "{:,} of {} of {} were read{}"
        yield say(form, balance.read, counted(balance.expected, "expected result"), metric, lacking)
    if balance.runs_each is not None:
        short = say("; {}", _some_of(_short_of_runs(balance.short))) if balance.short else ""
        means = between_in_words(balance.runs_each, "row" if balance.by_rows else "run")
        runs = counted(balance.runs_expected, "expected run")
        number = "all" if balance.runs_read == balance.runs_expected else f"{balance.runs_read:,} of"
        yield say("scores are means over {}; {} {} were read{}", means, number, runs, short)
    if balance.early:
        yield say("runs that end before others: {}", early_ends(balance))


_Clauses = Sequence[tuple[Prose, int]]  # each with the number of results that it is about


def _some_of(clauses: _Clauses, most: int = _MOST_CELLS, form: str = "{}; results.json lists {}") -> Prose:
    """Join clauses about what lacks, the first few of many, and count the other results, of which a clause has several.

    Readers of a paper have no results.json.
    """
    texts = [clause for clause, _ in clauses]
    if len(texts) <= most + 1:
        return joined(texts)
    return say(form, join(texts[:most], ", "), counted_in_words(sum(n for _, n in clauses[most:]), "more result"))


def fewer_runs(short: Sequence[Gap], most: int) -> Prose:
    """Say which results are means over fewer runs than others, as far as a note has room."""
    return _some_of(_short_of_runs(short), most, "{}, and {}")


def _lacking(gaps: Sequence[Gap]) -> _Clauses:
    """Say which results are not there or not whole, those of an algorithm that lack alike together."""
    alike = grouped_by(((gap.algorithm, gap.present, gap.expected, gap.reason), gap.dataset) for gap in gaps)
    clauses, before = list[tuple[Prose, int]](), ""
    for (algorithm, present, expected, reason), datasets in alike.items():
        number = f"{present} of {counted(expected, 'measurement')}" if present else "none"
        has = "" if number == before else f" has {number}"  # said once of algorithms that follow each other
        why = f" ({reason})" if reason else ""
        clause = say("{}{} on {}{}", algorithm_named(algorithm), has, datasets_named(datasets), why)
        clauses.append((clause, len(datasets)))
        before = number
    return clauses


def _short_of_runs(short: Sequence[Gap]) -> _Clauses:
    """Say which results are means over fewer runs than others, those of an algorithm that lack alike together."""
    alike = grouped_by(((gap.algorithm, gap.present, gap.expected, gap.reason), gap.dataset) for gap in short)
    return [
        (
            say(
                "{} has {} of {} on {}{}",
                algorithm_named(algorithm),
                present,
                expected,
                datasets_named(datasets),
                f" ({reason})" if reason else "",
            ),
            len(datasets),
        )
        for (algorithm, present, expected, reason), datasets in alike.items()
    ]


def early_ends(balance: Balance) -> Prose:
    """Say which runs end early, and at which step."""
    ends = [
        say(
            "{} on {} ends at step {:.10g} of {:.10g}",
            algorithm_named(end.algorithm),
            dataset_named(end.dataset),
            end.step,
            end.latest,
        )
        for end in balance.early
    ]
    return listed(ends, _MOST_CELLS)


def optimism(scores: MetricResults) -> Iterator[Prose]:
    """Yield that scores were chosen by themselves, which makes them better than they are."""
    what = ""
    if scores.reading.reduced == "best":
        what = "step of a run was chosen by the score"
    elif scores.reading.chosen is not None and scores.reading.chosen[0] == scores.name:
        what = "setting of a run was chosen by the score"
    if what:
        yield say(
            "The best {} that algorithms are compared by. Such scores are optimistic, the more so the more were tried"
            " ({}); a validation score to choose by avoids this.",
            what,
            cite("salzberg1997"),
        )
