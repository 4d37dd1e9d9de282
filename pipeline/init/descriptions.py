"""Files next to scores that say what columns mean: codebooks, legends, lists of metrics with their directions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from rankpress.catalog.metrics import words_of
from rankpress.core.faults import FaultsFound, Findings
from rankpress.init.sentences import says_way, way_of_title
from rankpress.init.stated import Stated, way_of_cell
from rankpress.init.vocabulary import is_neither
from rankpress.sources.cells import NUMBER, Sheet, texts
from rankpress.sources.files import Origin
from rankpress.sources.opening import open_origin

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better

# What files are called that say what columns are, and those that say what data sets or algorithms are.
_OF_COLUMNS = frozenset(
    "codebook codebooks book legend legends dictionary glossary variable variables field fields column columns metric "
    "metrics measure measures description descriptions definition definitions direction directions meta metadata "
    "schema info".split()
)
_OF_THINGS = frozenset(
    "dataset datasets data sets instance instances problem problems task tasks method methods algorithm algorithms "
    "model models solver solvers".split()
)
_SUFFIXES = frozenset({".csv", ".tsv", ".yaml", ".yml", ".json", ".txt", ".md"})
_LARGEST = 100_000  # bytes


def describes(file: Path) -> bool:
    """Return whether a file says what columns, data sets or algorithms are, by its name and by what it holds."""
    of_columns, of_things = (_is_called(file, words) for words in (_OF_COLUMNS, _OF_THINGS))
    if not (of_columns or of_things) or file.stat().st_size > _LARGEST:
        return False
    is_table = file.suffix in (".csv", ".tsv")
    if of_columns and (file.suffix in (".txt", ".md") or (not is_table and directions_in(file))):
        return True
    sheets = _tables_in(file)
    return bool(sheets) and not any(map(_may_be_score, sheets))


def _is_called(file: Path, words: Collection[str]) -> bool:
    """Return whether the last word of a file's name is one of these, or the one before what describes something."""
    own = [word for word in words_of(file.stem) if not word.isdecimal()]
    return file.suffix.lower() in _SUFFIXES and bool(own) and (own[-1] in words or own[-1] in _OF_COLUMNS)


def descriptions_in(folder: Path, read: Collection[str]) -> dict[str, Stated]:
    """Return what files of descriptions in a folder say of directions, by metric; `read` are the files of scores."""
    said: dict[str, Stated] = {}
    for file in sorted(folder.iterdir()) if folder.is_dir() else ():
        if file.as_posix() in read or not file.is_file() or not _is_called(file, _OF_COLUMNS):
            continue
        if file.stat().st_size <= _LARGEST:
            said |= {
                name: Stated("", better, (better,), file.name) for name, better in directions_in(file).items()
            } | said
    return said


def directions_in(file: Path) -> dict[str, Better]:
    """Return the better directions that a file of descriptions states, by metric."""
    if file.suffix in (".txt", ".md"):
        return dict(_in_lines(file.read_text(encoding="utf-8", errors="replace")))
    if file.suffix in (".csv", ".tsv"):
        return {name: better for sheet in _tables_in(file) for name, better in _in_table(sheet)}
    try:
        document = yaml.safe_load(file.read_text(encoding="utf-8", errors="replace"))  # JSON is YAML
    except (yaml.YAMLError, RecursionError):
        return {}
    return dict(_in_objects(document))


def _in_lines(text: str) -> Iterator[tuple[str, Better]]:
    """Yield what lines such as "quux: a badness, lower is better" say."""
    for line in text.splitlines():
        name, sign, said = re.sub(r"^[\s*#>|-]+", "", line).partition(":")
        better = way_of_title(said) if sign and says_way(said) else None
        if better and len(name.split()) <= _MOST_WORDS:
            yield name.strip(" `*\"'"), better


_MOST_WORDS = 3


def _in_table(sheet: Sheet) -> Iterator[tuple[str, Better]]:
    """Yield what the rows of a table say whose first cells name columns."""
    for stretch in sheet.stretches(range(len(sheet.header)), Findings()):
        for row in zip(*map(texts, stretch.columns), strict=True):
            cells = zip(sheet.header[1:], row[1:], strict=True)
            ways = {better for key, value in cells if (better := way_of_cell(key, value))}
            if row[0] and len(ways) == 1:
                yield row[0], ways.pop()


def _in_objects(described: Any) -> Iterator[tuple[str, Better]]:
    """Yield what objects by name, or in a list, say."""
    if isinstance(described, list):
        for each in filter(_is_object, described):
            name = next((each[key] for key in ("name", "metric", "id", "column", "variable") if key in each), None)
            yield from _in_objects({str(name): each}) if name is not None else ()
        return
    for name, value in described.items() if _is_object(described) else ():
        pairs = value.items() if _is_object(value) else [("direction", value)]
        ways = {better for key, cell in pairs if (better := way_of_cell(str(key), _text(cell)))}
        if len(ways) == 1:
            yield str(name), ways.pop()
        elif not ways and isinstance(value, dict | list):  # metrics: {...}
            yield from _in_objects(value)


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _text(value: Any) -> str:
    return str(value) if isinstance(value, str | bool | int | float) else ""


def _tables_in(file: Path) -> list[Sheet]:
    try:
        return list(open_origin(Origin(file.parent, file.name), Findings()))
    except FaultsFound:
        return []


def _may_be_score(sheet: Sheet) -> bool:
    """Return whether a column of a table holds numbers and is not called as what describes data sets."""
    stretch = next(iter(sheet.stretches(range(len(sheet.header)), Findings())), None)
    columns = zip(sheet.header, stretch.columns, strict=True) if stretch else ()
    return any(
        words_of(name) and not is_neither(name) and all(NUMBER.fullmatch(cell) for cell in texts(cells) if cell)
        for name, cells in columns
    )


def stated_by(described: Mapping[str, Stated], name: str) -> Stated | None:
    """Return what is said of a metric of that name, whatever its capitals and signs."""
    plain = re.sub(r"[\W_]", "", name.casefold())
    return next((said for other, said in described.items() if re.sub(r"[\W_]", "", other.casefold()) == plain), None)
