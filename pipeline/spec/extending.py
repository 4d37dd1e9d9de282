"""Studies that extend others, and values that come from the environment."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rankpress.core.faults import FaultsFound
from rankpress.spec.document import Document, SpecSource, quoted, shown
from rankpress.spec.document import Path as KeyPath

EXTENDS = "extends"
_VARIABLE = re.compile(r"\$(\$?)\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}")
_MOST_BASES = 20


@dataclass(frozen=True)
class Extended:
    """What a file and those that it extends say together.

    Parameters
    ----------
    data : object
        Mappings merged key by key; all else is that of the file which extends.
    owners : mapping of path to Document
        The file that each value stands in.
    bases : tuple of Path
        The files that are extended.
    """

    data: Any
    owners: Mapping[KeyPath, Document]
    bases: tuple[Path, ...] = ()


def extended(
    document: Document, folder: Path, read: Callable[[Path], Document], above: tuple[Path, ...] = ()
) -> Extended:
    """Return what a document says with what it extends, whose paths are relative to its own folder."""
    document = with_variables(document)
    unextended = Extended(document.data, dict.fromkeys(document.values, document))
    if not isinstance(document.data, dict) or EXTENDS not in document.data:
        return unextended
    merged = Extended({}, {})
    for path in _bases(document, folder):
        if path in above or len(above) > _MOST_BASES:
            circle = " extends ".join(str(item) for item in (*above[above.index(path) if path in above else 0 :], path))
            raise _fault(document, f"the studies extend each other: {circle}", "a study that does not extend this one")
        base = extended(read(path), path.parent, read, (*above, path))
        merged = _merged(merged, replace(base, bases=(path, *base.bases)))
    merged = _merged(
        merged, replace(unextended, data={key: value for key, value in unextended.data.items() if key != EXTENDS})
    )
    return replace(merged, bases=tuple(dict.fromkeys(merged.bases)))


def _bases(document: Document, folder: Path) -> Iterator[Path]:
    named = document.data[EXTENDS]
    paths = named if isinstance(named, list) else [named]
    if not paths or not all(isinstance(path, str) and path for path in paths):
        raise _fault(
            document, f"{EXTENDS} is {shown(named)}", "the path of a file such as base.yaml, or a list of such"
        )
    for path in paths:
        base = Path(os.path.normpath(folder / path))
        if not base.is_file():
            raise _fault(document, f"there is no file {quoted(path)}", "a path relative to this file")
        yield base


def _fault(document: Document, message: str, expected: str) -> FaultsFound:
    return FaultsFound([SpecSource(document).fault((EXTENDS,), message, expected)])


def _merged(base: Extended, over: Extended) -> Extended:
    """Put what extends over what is extended."""
    owners = dict(base.owners)
    for path in over.owners:
        if path and not (_is_mapping(base.data, path) and _is_mapping(over.data, path)):
            owners = {known: owner for known, owner in owners.items() if known[: len(path)] != path}
    return Extended(_put_over(base.data, over.data), {**owners, **over.owners}, (*base.bases, *over.bases))


def _put_over(base: Any, over: Any) -> Any:
    if not (isinstance(base, dict) and isinstance(over, dict)):
        return over
    return {**base, **{key: _put_over(base[key], value) if key in base else value for key, value in over.items()}}


def _is_mapping(data: Any, path: KeyPath) -> bool:
    for key in path:
        if not isinstance(data, dict) or key not in data:
            return False
        data = data[key]
    return isinstance(data, dict)


def with_variables(document: Document) -> Document:
    """Put the values of environment variables into texts that name them as ${NAME} or ${NAME:-value}."""
    if not any("${" in line for line in document.lines):
        return document
    faults: list[Any] = []

    def value(match: re.Match[str], path: KeyPath) -> str:
        escaped, name, default = match.groups()
        if escaped:
            return match[0][1:]
        text = os.environ.get(name, default)
        if text is None:
            message = f"the environment variable {name} is not set"
            expected = f"a value in it, or ${{{name}:-...}} with one for where it is not set"
            remedy = f"for the text itself write $${{{name}}}"
            faults.append(SpecSource(document).fault(path, message, expected, remedy))
        return text or ""

    def put(data: Any, path: KeyPath) -> Any:
        if isinstance(data, str):
            return _VARIABLE.sub(lambda match: value(match, path), data)
        if isinstance(data, dict):
            return {key: put(item, (*path, key)) for key, item in data.items()}
        return [put(item, (*path, index)) for index, item in enumerate(data)] if isinstance(data, list) else data

    result = replace(document, data=put(document.data, ()))
    if faults:
        raise FaultsFound(faults)
    return result
