"""How long a calibration will take, guessed before it begins."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from rankpress.calibration.pieces import Task, do_task
from rankpress.calibration.settings import KINDS, Settings, truths_of
from rankpress.durations import WORTH_TELLING, in_words, seconds_of_study

TRIED = 5  # draws of each setting
LONGEST = 5.0  # seconds of trying; settings that come after are taken to be like the others


HOPELESS = 10 * WORTH_TELLING  # by sizes alone: then a few draws would take too long themselves


def foretold(settings: Settings, tasks: Sequence[Task], jobs: int) -> str:
    """What to tell before tasks of a calibration are done; nothing of those that are quick."""
    by_sizes = seconds_by_sizes(settings) / jobs
    if by_sizes > HOPELESS:
        return told_of(by_sizes, jobs, settings.draws, "the sizes alone")
    return told_of(expected_seconds(tasks, jobs), jobs, settings.draws)


def seconds_by_sizes(settings: Settings) -> float:
    """Seconds that tests of pairs and their adjustments take, roughly, by the sizes alone.

    Examples
    --------
    >>> seconds_by_sizes(Settings(sizes=((60, 10),))) > 100 * seconds_by_sizes(Settings(sizes=((5, 10),)))
    True
    """
    methods = settings.methods
    return settings.draws * sum(
        len(KINDS) * len(truths_of(k)) * seconds_of_study(n, k, k * (k - 1) // 2, test, methods.adjustments)
        for k, n in settings.sizes
        for test in methods.tests
    )


def expected_seconds(tasks: Sequence[Task], jobs: int) -> float:
    """How long tasks will take, roughly: a few draws of each setting are made and timed.

    Parameters
    ----------
    tasks : sequence of Task
    jobs : int
        Processes that will share them.

    Returns
    -------
    float
        Seconds. What a call costs whatever its draws is counted for each of these, so that it is rather too much.
    """
    seconds: dict[tuple[str, str], float] = {}
    began = time.monotonic()
    for task in tasks:
        if _key(task) not in seconds and time.monotonic() - began <= LONGEST:
            if not any(experiment == task.piece.experiment for experiment, _ in seconds):
                _seconds_a_draw(task, 1)  # what is imported or looked up once
            seconds[_key(task)] = _seconds_a_draw(task, min(TRIED, task.piece.draws))
    typical = sum(seconds.values()) / max(len(seconds), 1)
    return sum(seconds.get(_key(task), typical) * task.piece.draws for task in tasks) / jobs


def _key(task: Task) -> tuple[str, str]:
    return task.piece.experiment, task.piece.name


def _seconds_a_draw(task: Task, draws: int) -> float:
    began = time.monotonic()
    do_task(replace(task, piece=replace(task.piece, draws=draws)))
    return (time.monotonic() - began) / draws


def told_of(seconds: float, jobs: int, draws: int, source: str = "a few draws of each setting") -> str:
    """What to tell of work that takes more than a minute, and how to make it shorter; empty of less.

    Examples
    --------
    >>> told_of(180, 1, 1000)
    'about 3 minutes expected, by 1 process: a guess from a few draws of each setting; --draws 200 takes about a fifth'
    >>> told_of(10, 2, 1000)
    ''
    """
    if seconds <= WORTH_TELLING:
        return ""
    by = f"{jobs} process{'es' if jobs > 1 else ''}"
    shorter = f"; --draws {draws // 5} takes about a fifth" if draws >= 500 else ""
    return f"about {in_words(seconds)} expected, by {by}: a guess from {source}{shorter}"
