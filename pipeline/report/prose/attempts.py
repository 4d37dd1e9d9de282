"""What the number of tests does to the chance of an error, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from rankpress.analysis import Analysis
from rankpress.multiplicity import Attempts
from rankpress.report.bibliography import cite
from rankpress.report.numbers import expected_text, fixed, level_text, small_level_text
from rankpress.report.prose.phrases import at_level
from rankpress.wording import counted

_NEARLY_ONE = 0.9995


def many_comparisons(analysis: Analysis) -> Iterator[str]:
    """Say what the comparisons over the data sets would come to by chance, unadjusted."""
    attempts = analysis.multiplicity.over
    if attempts is None or attempts.number < 2:
        return
    made = counted(attempts.tests, "comparison")
    yield (
        f"If no algorithm differed from another and the {_with_tuning(made, attempts)} were independent,"
        f" {_by_chance(analysis, attempts)}. A level of {small_level_text(attempts.level_for_family)} for each would"
        f" keep that probability at {level_text(attempts.alpha)} ({cite('salzberg1997')})."
    )
    if attempts.tuning_runs:
        yield (
            "Each time that an algorithm was tuned and tried counts as one more comparison there. Adjusted p-values are"
            " adjusted for the comparisons in the table and not for tuning."
        )


def many_tests_within(analysis: Analysis) -> Iterator[str]:
    """Say what the tests within data sets would come to by chance, of which none is adjusted."""
    attempts = analysis.multiplicity.within
    if attempts is None or attempts.number < 2:
        return
    yield (
        "These p-values are not adjusted. If no algorithm differed from another and the"
        f" {_with_tuning(counted(attempts.tests, 'test'), attempts)} were independent,"
        f" {_by_chance(analysis, attempts)} ({cite('salzberg1997')})."
    )


def _with_tuning(tests: str, attempts: Attempts) -> str:
    return f"{tests} and {counted(attempts.tuning_runs, 'tuning run')}" if attempts.tuning_runs else tests


def _by_chance(analysis: Analysis, attempts: Attempts) -> str:
    chance, expected = attempts.chance_of_any_error, attempts.expected_errors
    told = "more than 0.999" if chance > _NEARLY_ONE else fixed(chance, 3)
    return (
        f"{expected_text(expected)} of them would be significant {at_level(analysis)} by chance on"
        f" average, and at least one with probability {told}"
    )
