"""Work for engines to do, in a module that their processes can import."""

import os
import signal
import time


def told_of(one, more=0):
    return one.name, one.datasets[0], float(one.means.sum()) + more, os.getpid(), one.folds[0] is None


def place(_):
    return os.getpid()


class Shared:
    """What all pieces of work share; how often this process unpacked it is counted."""

    unpacked = 0

    def __setstate__(self, state):
        Shared.unpacked += 1

    def __getstate__(self):
        return "something"


def unpacked_how_often(_shared, _):
    time.sleep(0.02)  # so that both workers have some of it to do
    return os.getpid(), Shared.unpacked


def ending(item):
    if item == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return item


def wrong(item):
    raise ValueError(f"item {item}")


def slow(seconds):
    time.sleep(seconds)
    return os.getpid()


def busy(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return os.getpid()
