"""What the scores and the spec themselves tell of how a study came about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rankpress.naming import Mention, Sentence, mentioned
from rankpress.protocol.chance import found_by_chance
from rankpress.protocol.compared import Compared
from rankpress.protocol.record import RECOMMENDED, VALIDITY, Item
from rankpress.scores import Folds, MetricScores
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.within import WITHIN
from rankpress.wording import counted, joined

if TYPE_CHECKING:
    from rankpress.spec.protocol_section import Planned


FOLDS, METRICS, OVER = "Training data of folds", "Metrics compared by", "Comparisons over the data sets"
ADJUSTED, TESTS_WITHIN = "Adjustments for their number", "Tests within the data sets"
# What the scores tell, and not the spec alone.
SUBJECTS = (FOLDS, METRICS, OVER, ADJUSTED, TESTS_WITHIN)


def found_of_folds(compared: Sequence[Compared]) -> Iterator[Item]:
    """On how many data sets folds were trained on data that overlap, and what the tests make of it."""
    one = compared[0]
    liberal = WITHIN[one.within_procedure].liberal if one.within else False
    overlapping = sum(folds is not None and _overlap(folds) for folds in one.scores.folds)
    pitfall = ""
    if overlapping and liberal:
        title = WITHIN[one.within_procedure].title
        pitfall = f"the {title} takes folds for independent trials, and rejects too often"
    yield Item(
        FOLDS,
        _measured(one.scores, overlapping),
        "found",
        pitfall=pitfall,
        section=RECOMMENDED if pitfall else "",
    )


def _overlap(folds: Folds) -> bool:
    """Whether two folds were trained on some of the same cases, as all are but two of one division into halves."""
    return len(folds.per_repeat) > 1 or int(folds.per_repeat.max()) > 2


def _measured(scores: MetricScores, overlapping: int) -> str:
    of_folds = sum(one is not None for one in scores.folds)
    if of_folds:
        return f"overlap on {overlapping} of {counted(of_folds, 'data set')} with folds"
    if any(one is not None for one in scores.outcomes):
        return "no folds; outcomes on test examples"
    return "no folds; " + ("average ranks alone" if scores.means is None else "one score a data set and algorithm")


def found_of_metrics(compared: Sequence[Compared], planned: Planned) -> Iterator[Item]:
    """By how many metrics algorithms were compared."""
    pitfall = ""
    if len(compared) > 1 and planned.metric != "before":
        pitfall = "each is one more chance of a difference, and none is said to have been chosen before"
    names = mentioned("metrics", [one.scores.name for one in compared])
    yield _found(METRICS, names, pitfall)


def found_of_tests(compared: Sequence[Compared], planned: Planned, alpha: float) -> Iterator[Item]:
    """How many tests were made, over the data sets and within them, and how they were adjusted."""
    over = [(one.scores.name, one.over) for one in compared if one.over]
    within = [(one.scores.name, one.within) for one in compared if one.within]
    if over:
        yield _found(OVER, _by_metric(over, len(compared)))
    adjustments = list(dict.fromkeys(name for one in compared for name in one.adjustments))
    if adjustments:
        titles = joined(ADJUSTMENTS[name].title for name in adjustments)
        pitfall = ""
        if len(adjustments) > 1 and planned.tests != "before" and max(number for _, number in over) > 1:
            pitfall = "several stand side by side, and none is said to have been chosen before"
        yield _found(ADJUSTED, f"{titles}; the first decides", pitfall)
    if within:
        made = sum(number for _, number in within)
        told = Sentence.of(_by_metric(within, len(compared)), "; not adjusted for their number")
        pitfall = found_by_chance(f"the {made:,} tests", made, alpha) if made > 1 else ""
        yield _found(TESTS_WITHIN, told, pitfall)


def found_of_tries(tuning_runs: int) -> Iterator[Item]:
    """How many tries of tuning count as comparisons."""
    yield _found("Tuning: tries that count as comparisons", f"{tuning_runs:,}")


def _by_metric(numbers: Sequence[tuple[str, int]], metrics: int) -> Sentence:
    if metrics == 1:
        return Sentence.of(f"{numbers[0][1]:,}")
    parts: list[str | Mention] = []
    for metric, number in numbers:
        parts += [", ", f"{number:,} by ", Mention("metrics", metric)]
    return Sentence.of(*parts[1:])


def _found(subject: str, answer: str, pitfall: str = "") -> Item:
    return Item(subject, answer, "found", pitfall=pitfall, section=VALIDITY if pitfall else "")
