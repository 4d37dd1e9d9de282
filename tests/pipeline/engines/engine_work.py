"""Work for engines to do, in a module that their processes can import."""

from __future__ import annotations

import os
import signal
import time

from rankpress.core.scores import MetricScores


def told_of(one: MetricScores, more: int = 0) -> tuple[str, str, float, int, bool]:
    assert one.means is not None
    return one.name, one.datasets[0], float(one.means.sum()) + more, os.getpid(), one.folds[0] is None


def place(_: object) -> int:
    return os.getpid()


class Shared:
    """What all pieces of work share; how often this process unpacked it is counted."""

    unpacked = 0

    def __setstate__(self, state: object) -> None:
        Shared.unpacked += 1

    def __getstate__(self) -> object:
        return "something"


def unpacked_how_often(_shared: Shared, _: object) -> tuple[int, int]:
    time.sleep(0.02)  # so that both workers have some of it to do
    return os.getpid(), Shared.unpacked


def ending(item: int) -> int:
    if item == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return item


def wrong(item: int) -> int:
    raise ValueError(f"item {item}")


def slow(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()
