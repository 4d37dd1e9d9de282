"""Environment variables in a study: the keys that take them, and what their values may be.

A study may be someone else's, and a report may be published, so no variable is put where a report or a message would
show what it holds: a variable stands for the address of a database, or for a part of a path that is there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from rankpress.core.faults import Fault, FaultsFound, path_text
from rankpress.core.store_key import take_key
from rankpress.spec.document import Path as KeyPath
from rankpress.spec.document import SpecDocument, SpecSource

EXTENDS, DATABASE = ("extends",), ("scores", "database")
PATHS = (EXTENDS, ("scores", "files"), ("report", "templates"), ("report", "theme"))
SQLITE = "sqlite:///"
_TAKING = (*PATHS, DATABASE)
_VARIABLE = re.compile(r"\$(\$?)\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}")
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9_+.-]*://.*", re.DOTALL)

Complain = Callable[[str, str, str], None]  # what is wrong, what was expected, what to do


def with_variables(document: SpecDocument, folder: Path, root: Path) -> SpecDocument:
    """Put in the values of environment variables where paths, or the database, name them as ${NAME} or ${NAME:-value}.

    Studies that are extended are relative to the folder of the document, other paths to the root. Raises FaultsFound
    for a variable in another key, one that is not set, and a value of another kind; no fault has the value.
    """
    if not any("${" in line for line in document.lines):
        return document
    take_key()  # which is no value of a study
    source, faults = SpecSource(document), list[Fault]()

    def put(data: Any, path: KeyPath) -> Any:
        if isinstance(data, str):
            return _put_in(
                data,
                path[:-1] if path[:-1] in PATHS and isinstance(path[-1], int) else path,
                folder if path[:1] == EXTENDS else root,
                lambda message, expected, remedy: faults.append(source.fault(path, message, expected, remedy)),
            )
        if isinstance(data, dict):
            return {key: put(value, (*path, key)) for key, value in data.items()}
        return [put(value, (*path, index)) for index, value in enumerate(data)] if isinstance(data, list) else data

    data = put(document.data, ())
    if faults:
        raise FaultsFound(faults)
    return replace(document, data=data)


def _put_in(text: str, key: KeyPath, folder: Path, complain: Complain) -> str:
    """Return a text of a key with the values of the variables that it names, each of which is checked."""
    parts, end = [""], 0
    for variable in _VARIABLE.finditer(text):
        parts.append(text[end : variable.start()])
        end = variable.end()
        escaped, name, default = variable.groups()
        if escaped:
            parts.append(variable[0][1:])
            continue
        wrong = [*_misplaced(text, variable, key)]
        value = os.environ.get(name) or default
        if not wrong and value is None:
            expected = f"a value in it, or ${{{name}:-...}} with one for where it is not set"
            wrong = [(f"the environment variable {name} is not set, or empty", expected, _for_text(name))]
        if not wrong and os.environ.get(name):
            wrong = [*_wrong_value(name, "".join(parts), str(value), key, folder)]
        for fault in wrong[:1]:
            complain(*fault)
        parts.append("" if wrong else str(value))
    return "".join((*parts, text[end:]))


def _misplaced(text: str, variable: re.Match[str], key: KeyPath) -> Iterator[tuple[str, str, str]]:
    """Find variables where none may stand: in a glob, for one, matches would reveal how the value begins."""
    name, remedy = variable[2], _for_text(variable[2])
    if key not in _TAKING:
        message = f"{path_text(key)} names the environment variable {name}, and takes none"
        *others, last = map(path_text, _TAKING)
        expected = f"variables in {', '.join(others)} and {last}"
        yield message, expected, f"give its value by --set {'.'.join(map(str, key))}=...; {remedy}"
        return
    before, after = text[: variable.start()], text[variable.end() :]
    if key == DATABASE:
        if not (before or after):
            return
        if not before.startswith(SQLITE):
            message = f"the environment variable {name} is a part of an address"
            yield message, f"the whole address in a variable, or a part of the path behind {SQLITE}", remedy
            return
    if not (before.endswith("/") or not before) or not (after.startswith("/") or not after):
        yield f"the environment variable {name} is not a whole part of a path", f"as in ${{{name}}}/scores.csv", remedy


def _wrong_value(name: str, before: str, value: str, key: KeyPath, folder: Path) -> Iterator[tuple[str, str, str]]:
    """Find variables whose value, which is not shown, is of another type than their key."""
    if key == DATABASE and not before and not _ADDRESS.fullmatch(value):
        message = f"the environment variable {name} holds no address of a database"
        yield message, "one as SQLAlchemy writes it, such as postgresql://host/runs", ""
        return
    path = before + value
    if key == DATABASE:
        if not path.startswith(SQLITE):
            return
        path = unquote(path.removeprefix(SQLITE).partition("?")[0])
    if not os.path.lexists(folder / path):
        message = f"the environment variable {name} leads to nothing that is there"
        yield message, "the path of a file or folder, without signs of globs", ""


def _for_text(name: str) -> str:
    return f"for the text itself write $${{{name}}}"
