"""What many comparisons come to by chance: sentences on tests over the data sets and within them."""

from __future__ import annotations

from collections.abc import Iterator

from rankpress.analysis import Analysis
from rankpress.core.bibliography import cite
from rankpress.core.faults import counted
from rankpress.core.numbers import expected_text, fixed, grouped_number, level_text, small_level_text
from rankpress.core.text import Prose, say
from rankpress.stages.test import Attempts
from rankpress.topics.phrases import at_level

_NEARLY_ONE = 0.9995


def many_comparisons(analysis: Analysis) -> Iterator[Prose]:
    """Say what the comparisons over the data sets would come to by chance, unadjusted."""
    attempts = analysis.multiplicity.over
    if attempts is None or attempts.number < 2:
        return
    created = f"{grouped_number(attempts.tests)} comparisons"
    yield say(
        "If no algorithm differed from another and the {} were independent, {}. A level of {} for each would keep that"
        " probability at {} ({}).",
        _with_tuning(created, attempts),
        _by_chance(analysis, attempts),
        small_level_text(attempts.level_for_family),
        level_text(attempts.alpha),
        cite("salzberg1997"),
    )
    if attempts.tuning_runs:
        yield (
            "Each time that an algorithm was tuned and tried counts as one more comparison there. Adjusted p-values are"
            " adjusted for the comparisons in the table and not for tuning."
        )


def many_tests_within(analysis: Analysis) -> Iterator[Prose]:
    """Say what the tests within data sets are adjusted for, and what they would come to by chance unadjusted."""
    attempts = analysis.multiplicity.within
    if attempts is None or attempts.number < 2 or analysis.tested.within_means:
        return
    within = analysis.tested.within
    adjusted = "These p-values are not adjusted. If"
    if any(len(item.pairs) > 1 for item in within):
        rest = ", not for the number of data sets" if len(within) > 1 else ""
        adjusted = f"Holm's adjustment allows for the pairs of a data set{rest}. Without it, if"
    yield say(
        "{} no algorithm differed from another and the {} were independent, {} ({}).",
        adjusted,
        _with_tuning(counted(attempts.tests, "test"), attempts),
        _by_chance(analysis, attempts),
        cite("salzberg1997"),
    )


def _with_tuning(tests: str, attempts: Attempts) -> str:
    return f"{tests} and {counted(attempts.tuning_runs, 'tuning run')}" if attempts.tuning_runs else tests


def _by_chance(analysis: Analysis, attempts: Attempts) -> str:
    chance, expected = attempts.chance_of_any_error, attempts.expected_errors
    text = "more than 0.999" if chance > _NEARLY_ONE else fixed(chance, 3)
    return (
        f"{expected_text(expected)} of them would be significant {at_level(analysis)} by chance on"
        f" average, and at least one with probability {text}"
    )
