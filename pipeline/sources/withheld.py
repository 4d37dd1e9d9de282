"""The faults of sources whose words are not shown: what was read, as far as numbers say it, and why no more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rankpress.core.faults import Fault, FaultsFound, Findings
from rankpress.core.quotable import Quotable, folder_named
from rankpress.sources.databases import Query
from rankpress.sources.files import Origin, Unreadable, count_lines, match_files
from rankpress.sources.opening import format_of, open_origin
from rankpress.wording.strings import counted

if TYPE_CHECKING:
    from rankpress.spec.model import ScoresOptions

_EXPECTED = "scores in the folder of the study, in the current folder or next to one of them, without a link"
_REMEDY = "if the file is yours, copy it into the folder of the study, and all that is wrong with it is shown"
MOST_DESCRIBED = 1 << 24  # bytes of a file whose rows and columns are counted


def without_words(faults: Sequence[Fault], options: ScoresOptions, quotable: Quotable) -> tuple[Fault, ...]:
    """Return what is wrong with the sources of a study; of those that may not be quoted, without a word of theirs.

    A fault of one source may quote another, such as a name that only the other has: where one may not be quoted, there
    are no words of any.
    """
    if not faults:
        return ()
    withheld, of_paths = _withheld_of(options, quotable)
    if not withheld:
        return tuple(faults)
    return (*(fault for fault in faults if fault in of_paths), *_faults(withheld, quotable, len(faults)))


def unquoted(faults: Sequence[Fault], options: ScoresOptions, quotable: Quotable) -> tuple[Fault, ...]:
    """Return faults of a study that its scores do not agree with, without words of those that may not be quoted."""
    if not faults or not _withheld_of(options, quotable)[0]:
        return tuple(faults)
    message, remedy = "the scores, of which no word is shown, do not agree with this", _REMEDY
    return tuple(replace(fault, message=message, expected="", remedy=remedy) for fault in faults)


@contextmanager
def withholding_words(given: str) -> Iterator[None]:
    """As `without_words`, of faults that are raised where a study is guessed from what the user named."""
    try:
        yield
    except FaultsFound as error:
        quotable = Quotable(Path(), folder_named(given))
        path = given if Path(given).exists() else given.rpartition("#")[0] or given
        paths = [path] if Path(path).exists() else [file.path for file in match_files(Path(), [path], Findings())]
        withheld = _withheld(paths, quotable)
        if not withheld:
            raise
        raise FaultsFound(_faults(withheld, quotable, len(error.faults))) from None


def _withheld_of(options: ScoresOptions, quotable: Quotable) -> tuple[dict[str, str], tuple[Fault, ...]]:
    """Return the sources of a study that may not be quoted, with the reasons, and what is wrong with their paths."""
    findings = Findings()
    if options.database:
        path = Query(options.database, "", quotable.folder).sqlite
        return _withheld([] if path is None else [path], quotable), ()
    matched = match_files(quotable.folder, options.files or (), findings)
    return _withheld((file.path for file in matched), quotable), findings.faults()


def _withheld(paths: Iterable[str], quotable: Quotable) -> dict[str, str]:
    return {path: reason for path in paths if (reason := quotable.refusal(path))}


def _faults(withheld: Mapping[str, str], quotable: Quotable, faults: int) -> tuple[Fault, ...]:
    findings = Findings()

    def fault_of(path: str) -> Fault:
        origin = Origin(quotable.folder, path)
        message = f"{counted(faults, 'error')} in what is read, of which no word is shown because {withheld[path]}"
        return Fault(origin.place, f"{message}; the file is {_described(origin)}", _EXPECTED, _REMEDY)

    findings.add_each("files of which no word is shown", withheld, fault_of)
    return findings.faults()


def _described(origin: Origin) -> str:
    """Return the kind of a source, its size, and how many lines and columns it has, where it has some."""
    if origin.is_folder:
        return "a folder"
    if not origin.full.is_file():
        return "a pipe or a device"
    size = origin.full.stat().st_size
    form = format_of(origin, None, Findings())
    parts = ["of no format that is known" if form is None else form.holds, counted(size, "byte")]
    if size <= MOST_DESCRIBED:
        sheets = open_origin(origin, Findings())
        parts += [counted(sum(len(sheet.header) for sheet in sheets), "column")] if sheets else []
        with suppress(Unreadable):  # of what is no text
            parts += [counted(count_lines(origin.text.encode()), "line")]
    return ", ".join(parts)
