"""How the command line speaks: results on stdout; faults, warnings and progress on stderr."""

from __future__ import annotations

import logging
import os
import re
import sys
import time
import traceback
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TextIO, cast

from rankpress.core.faults import Fault, FaultsFound
from rankpress.wording.strings import counted, without_controls

if TYPE_CHECKING:
    from rankpress.analysis import Analysis
    from rankpress.core.doubts import Doubt
    from rankpress.core.labels import Names
    from rankpress.wording.text import Prose

LOGGER = logging.getLogger("rankpress")
SILENT = logging.CRITICAL + 1

BOLD, RED, YELLOW, DIM, PLAIN = "\x1b[1m", "\x1b[31m", "\x1b[33m", "\x1b[2m", "\x1b[0m"


def print_result(line: str) -> None:
    """Write a line to stdout."""
    with _results() as stdout:
        stdout.write(disobeyed(for_terminal(line)) + "\n")


def print_answer(
    analyses: Sequence[Analysis], names: Names, account: Iterable[Prose] = (), doubts: Iterable[Doubt] = ()
) -> None:
    """Write what a study found to stdout."""
    from rankpress.app.answer import write_answer

    with _results() as stdout:
        answer = _Disobeyed(stdout)
        write_answer(analyses, names, cast("TextIO", answer), account, doubts)
        answer.end()


def flush() -> None:
    """Write what stdout and stderr still hold, and raise as `print_result` does."""
    tell("", end="")
    with _results() as stdout:
        stdout.flush()


@contextmanager
def _results() -> Iterator[TextIO]:
    try:
        yield sys.stdout
    except OSError as error:
        _abandon(sys.stdout)
        if not isinstance(error, BrokenPipeError):
            message = (error.strerror or str(error)).lower()
            raise FaultsFound([Fault("stdout", message, "a place that can be written")]) from error


def _abandon(stream: TextIO) -> None:
    """Lead a stream that cannot be written nowhere, so that Python does not complain when it flushes at the end."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def print_faults(faults: Iterable[Fault]) -> None:
    """Write faults to stderr, each place in bold on a terminal, and how many there are."""
    faults = list(faults)
    for fault in faults:
        first, *rest = for_terminal(str(fault)).split("\n")
        place = for_terminal(fault.place)
        tell(coloured(place, BOLD) + first.removeprefix(place))
        for line in rest:
            tell(line)
    if len(faults) > 1:
        tell(counted(len(faults), "error"))


def print_warning(message: str) -> None:
    """Write a warning to stderr."""
    tell(coloured("warning: ", YELLOW) + for_terminal(message))


def print_own_fault(error: BaseException, verbose: bool) -> None:
    """Own up to a fault of rankpress; where it arose is reported only under -v."""
    if verbose:
        tell("".join(traceback.format_exception(error)).rstrip())
    first_line = f"{type(error).__name__}: {error}".splitlines()[0]
    ask = "please report it with the lines above" if verbose else "run again with -v and report what it prints"
    tell(coloured("internal error", RED) + f", not of your study: {for_terminal(first_line)}; {ask}")


def tell(line: str, end: str = "\n") -> None:
    """Write a line to stderr; where that is impossible, the exit code remains."""
    try:
        sys.stderr.write(disobeyed(line) + end)
        sys.stderr.flush()
    except OSError:
        _abandon(sys.stderr)


@contextmanager
def progress(quiet: bool, verbose: bool) -> Iterator[None]:
    """While it lasts, what is logged as `rankpress` goes to stderr if that is a terminal or all is to be reported.

    Under -v, what the libraries log or warn of is reported as well; otherwise it is nothing that a user could mend.
    """
    resort = cast("logging.Handler", logging.lastResort)  # where libraries log to nobody, it writes to stderr
    is_shown = verbose or (not quiet and sys.stderr.isatty())
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Elapsed())
    logger = logging.getLogger() if verbose else LOGGER
    before = logger.level, LOGGER.level, resort.level
    if is_shown:
        logger.addHandler(handler)
        LOGGER.setLevel(logging.INFO)
    logging.captureWarnings(True)
    if not verbose:
        resort.setLevel(SILENT)
    try:
        yield
    finally:
        logging.captureWarnings(False)
        resort.setLevel(before[2])
        logger.removeHandler(handler)
        logger.setLevel(before[0])
        LOGGER.setLevel(before[1])


def for_terminal(text: str) -> str:
    """Return the text with escapes for what would steer a terminal: names in spec and data are not ours to trust."""
    return "\n".join(map(without_controls, text.split("\n")))


# Commands of GitHub Actions stand at the start of a line; those of Azure Pipelines, TeamCity, old runners anywhere.
_OBEYED = re.compile(r"^(\s*):(?=:)|(#)#(?=\[|vso\[|teamcity\[)", re.MULTILINE)


def disobeyed(text: str) -> str:
    """Return the text with an escape in what a CI runner would take for a command, such as a file's name ::error."""
    return _OBEYED.sub(lambda match: f"{match[1]}\\u003a" if match[1] is not None else "#\\u0023", text)


class _Disobeyed:
    """A stream whose lines no runner obeys, however they are put together."""

    def __init__(self, inner: TextIO) -> None:
        self._inner, self._line = inner, ""

    def write(self, text: str) -> int:
        """Write what is a whole line by now."""
        whole, newline, self._line = (self._line + text).rpartition("\n")
        self._inner.write(disobeyed(whole) + newline)
        return len(text)

    def end(self) -> None:
        """Write what is left."""
        self._inner.write(disobeyed(self._line))
        self._line = ""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


def coloured(text: str, colour: str) -> str:
    """Return the text in a color, if stderr is a terminal and the user has not declined."""
    # https://no-color.org: any value but the empty one declines
    takes = sys.stderr.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return f"{colour}{text}{PLAIN}" if takes else text


class _Elapsed(logging.Formatter):
    """Puts the seconds since the command began before each line, or since what the line is `began` by."""

    def __init__(self) -> None:
        super().__init__()
        self._began = time.monotonic()

    def format(self, record: logging.LogRecord) -> str:
        began = getattr(record, "began", self._began)
        return coloured(f"{time.monotonic() - began:6.1f} s ", DIM) + disobeyed(for_terminal(super().format(record)))


PATIENCE = 2.0  # seconds before a bar is worth showing
_LONGEST = 36  # letters of what is reported, so that a line of 80 has room for all


def with_progress_bar(results: Iterable[Any], number: int, label: str) -> Iterable[Any]:
    """Yield results as they come, with a bar on a terminal once that takes long."""
    if number < 2 or not sys.stderr.isatty():
        return results
    from tqdm import tqdm

    tqdm.monitor_interval = 0  # a thread of its own, which a further process must not begin with
    shape = "{desc}: {n_fmt}/{total_fmt} |{bar:20}| {remaining} left"
    name = for_terminal(label)
    desc = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"  # else the time left is beyond the line's end
    bar: Iterable[Any] = tqdm(
        results, desc=desc, total=number, file=sys.stderr, leave=False, delay=PATIENCE, bar_format=shape
    )
    return bar
