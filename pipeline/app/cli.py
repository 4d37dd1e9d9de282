"""The command line: commands and options, from arguments to an exit code."""

from __future__ import annotations

import argparse
import atexit
import errno
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from types import FrameType

from rankpress.app import code_pages
from rankpress.app.parser import make_parser
from rankpress.app.terminal import flush, print_faults, print_own_fault, progress, tell
from rankpress.core.faults import Fault, FaultsFound, noting_memory
from rankpress.core.garbage import look_rarely
from rankpress.core.signals import ASKING_TO_END
from rankpress.core.store_key import take_key
from rankpress.figures.loading import leave_undocumented

_UNTOUCHED = (signal.SIG_DFL, signal.default_int_handler)
# A second one ends the process at once, but not where it comes so soon (in seconds) that both are one to the person who
# sends them: a key that is pressed twice, a signal to the process and to its group.
TWICE = 1.0


class Interrupted(KeyboardInterrupt):
    """A signal that asks to end, by its number."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number

    @property
    def code(self) -> int:
        """What shells call a process that such a signal ended."""
        return 128 + self.number


# Signals that this command got to end, and when.
_HEARD: list[tuple[int, float]] = []


def raise_what_was_heard() -> None:
    """Raise again a request to end that was raised within a destructor, where Python drops it."""
    if _HEARD:
        raise Interrupted(_HEARD[0][0])


@contextmanager
def interruptible() -> Iterator[None]:
    """Raise `Interrupted` where a signal asks to end, unless the caller handles it."""
    _HEARD.clear()

    def hear(number: int, frame: FrameType | None) -> None:
        _HEARD.append((number, time.monotonic()))
        if len(_HEARD) == 1:
            raise Interrupted(number)
        if _HEARD[-1][1] - _HEARD[0][1] > TWICE:
            os._exit(128 + number)

    # only the main thread may; an ignored one, as under nohup, stays ignored
    in_main = threading.current_thread() is threading.main_thread()
    ours = [number for number in ASKING_TO_END if in_main and signal.getsignal(number) in _UNTOUCHED]
    before = {number: signal.signal(number, hear) for number in ours}
    try:
        yield
    finally:
        if _HEARD:  # a second signal must not change how the process ends
            time.sleep(0.1)  # it may be on its way
            atexit.register(lambda: [signal.signal(number, signal.SIG_IGN) for number in ours])
        for number, handler in before.items():
            signal.signal(number, handler)


DONE, OWN_FAULT, USERS_FAULT, INTERRUPTED = 0, 1, 2, 130

# What only the user can mend: no right, no room, another file in the way.
OF_THE_DISK = {
    *(errno.EACCES, errno.EPERM, errno.EROFS),
    *(errno.EEXIST, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG),
}
# These come without the name of a file where it was open already.
NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def _is_beginning() -> bool:
    """Whether this is a process that a build begins, which first runs the script that the build is called from."""
    processes = sys.modules.get("multiprocessing.process")
    return processes is not None and getattr(processes.current_process(), "_inheriting", False)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command."""
    if _is_beginning():
        return DONE  # the command that it is to help with waits for it
    _open_streams()
    _take_any_character()
    look_rarely()
    leave_undocumented()
    take_key()
    _leave_relative_folders()
    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"  # which it looks for in the metadata of all packages
    os.environ["MPLBACKEND"] = "agg"  # matplotlib refuses to be imported where the user's own is misspelled
    with interruptible():
        try:
            code = _run(argv)
        except KeyboardInterrupt as requested:
            tell("interrupted")
            code = requested.code if isinstance(requested, Interrupted) else INTERRUPTED
    try:
        flush()
    except FaultsFound as error:
        print_faults(error.faults)
        return code or USERS_FAULT
    return code


def _run(argv: Sequence[str] | None) -> int:
    verbose = False
    try:
        arguments = make_parser().parse_args(argv)
        verbose = arguments.verbose
        with progress(arguments.quiet, verbose), noting_memory(f"running rankpress {arguments.command}"):
            return _command(arguments.command)(arguments) or DONE
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else DONE
    except FaultsFound as error:
        if verbose and error.__cause__ is not None:
            tell("".join(traceback.format_exception(error.__cause__)).rstrip())
        print_faults(error.faults)
        return USERS_FAULT
    except Exception as error:  # noqa: BLE001 - the last resort: no traceback may reach a user who did not ask for it
        fault = users_fault(error)
        if fault is None:
            print_own_fault(error, verbose)
            return OWN_FAULT
        print_faults([fault])
        return USERS_FAULT


def _command(name: str) -> Callable[[argparse.Namespace], int | None]:
    command: Callable[[argparse.Namespace], int | None] = import_module(f"rankpress.app.commands.{name}").run
    return command


def users_fault(error: Exception) -> Fault | None:
    """Return what the user can mend of the disk or the memory; None where an error is a fault of rankpress."""
    if isinstance(error, MemoryError):
        return _fault_of_the_memory(error)
    return fault_of_the_disk(error) if isinstance(error, OSError) else None


def fault_of_the_disk(error: OSError) -> Fault | None:
    """Return what the user can mend; None where it is a fault of rankpress."""
    if error.errno == errno.ENOMEM:
        return _fault_of_the_memory(error)
    if error.errno is None and isinstance(error.__cause__, OSError):
        error = error.__cause__  # which a library put into words of its own
    if error.errno == errno.ENOENT and error.filename is None:
        expected = "the environment variable TMPDIR to name a folder that can be written"
        return Fault("temporary files", (error.strerror or "").lower(), expected)
    if error.errno in NO_ROOM:
        place = "the disk" if error.filename is None else str(error.filename)
        expected = "room for the report, and for temporary files, whose folder the environment variable TMPDIR names"
        return Fault(place, (error.strerror or "").lower(), expected)
    if error.errno not in OF_THE_DISK or error.filename is None:
        return None
    return Fault(str(error.filename), (error.strerror or "").lower(), "a place that can be read and written")


def _fault_of_the_memory(error: BaseException) -> Fault:
    """Say what took more memory than there is, and what takes less."""
    doing = next(iter(getattr(error, "__notes__", ())), "")
    if doing.startswith("computing"):
        remedy = "use --jobs 1, read fewer rows and columns (scores.where, scores.metrics), or reduce draws"
    elif doing == "reading the scores":
        remedy = "read fewer rows and columns (scores.where, scores.metrics), or lower scores.limit"
    else:
        remedy = "allow the command more memory (ulimit -v, or the limit of the job)"
    return Fault(
        "the memory",
        f"the memory ran out{' while ' if doing else ''}{doing}" + (f": {error}" if str(error) else ""),
        "memory for all that is read and computed",
        remedy,
    )


def _leave_relative_folders() -> None:
    """Look for programs, such as LaTeX, in no folder that depends on the current one, which may be someone else's."""
    if "PATH" in os.environ:
        folders = os.environ["PATH"].split(os.pathsep)
        absolute = os.pathsep.join(folder for folder in folders if os.path.isabs(folder))  # noqa: PTH117
        os.environ["PATH"] = absolute or os.defpath  # an empty one would be the current folder


def _take_any_character() -> None:
    """A name that the terminal's encoding lacks is written with escapes, instead of ending the program."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError):  # a stream that a caller put in place may be of another kind
            stream.reconfigure(errors=code_pages.NAME)  # type: ignore[union-attr]


def _open_streams() -> None:
    """Lead each standard stream that is closed nowhere; else the next file that is opened would take its number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            number = os.open(os.devnull, os.O_RDWR)  # the lowest free one, which is the stream's own
            os.set_inheritable(number, True)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115 - as long as the process


__all__ = ["main"]
