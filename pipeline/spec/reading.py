"""From the path of a study.yaml to a `Study`, or to all that is wrong with it."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from rankpress.core.faults import Fault, FaultsFound
from rankpress.core.plugins import Plugin, activate, active, file_plugin
from rankpress.core.quotable import Quotable
from rankpress.core.regular_files import content_of, link_target
from rankpress.spec.complaints import Complaint, complaints_of
from rankpress.spec.document import Path as KeyPath
from rankpress.spec.document import SpecDocument, SpecSource, parse_document, quoted_value, value_text
from rankpress.spec.model import Study
from rankpress.spec.theme import DEFAULT_THEME, STYLE_SHEET, THEMES, Theme, read_theme
from rankpress.spec.variables import with_variables
from rankpress.wording.numbers import counted_in_words

EXTENDS = "extends"
_MOST_BASES = 20
_LEADS_OUT = "goes through a link that leads out of the folder of the study"
_NO_LINK = "a file in that folder, or its own path without a link"


@dataclass(frozen=True)
class Extended:
    """What a file and those that it extends say together."""

    data: Any  # mappings merged key by key; all else is that of the file which extends
    owners: Mapping[KeyPath, SpecDocument]  # the file that each value stands in
    bases: tuple[Path, ...] = ()  # the files that are extended


def extended(
    document: SpecDocument,
    folder: Path,
    read: Callable[[Path], SpecDocument],
    above: tuple[Path, ...] = (),
    root: Path | None = None,  # the folder of the study that is built, if this is one that it extends
) -> Extended:
    """Return what a document says with what it extends, whose paths are relative to its own folder."""
    root = folder if root is None else root
    document = with_variables(document, folder, root)
    unextended = Extended(document.data, dict.fromkeys(document.values, document))
    if not isinstance(document.data, dict) or EXTENDS not in document.data:
        return unextended
    merged = Extended({}, {})
    for path in _bases(document, folder):
        if path in above or len(above) > _MOST_BASES:
            circle = " extends ".join(str(file) for file in (*above[above.index(path) if path in above else 0 :], path))
            raise _fault(document, f"the studies extend each other: {circle}", "a study that does not extend this one")
        base = extended(read(path), path.parent, read, (*above, path), root)
        merged = _merged(merged, replace(base, bases=(path, *base.bases)))
    merged = _merged(
        merged, replace(unextended, data={key: value for key, value in unextended.data.items() if key != EXTENDS})
    )
    return replace(merged, bases=tuple(dict.fromkeys(merged.bases)))


def _bases(document: SpecDocument, folder: Path) -> Iterator[Path]:
    bases = document.data[EXTENDS]
    paths = bases if isinstance(bases, list) else [bases]
    if not paths or not all(isinstance(path, str) and path for path in paths):
        raise _fault(
            document, f"{EXTENDS} is {value_text(bases)}", "the path of a file such as base.yaml, or a list of such"
        )
    for path in paths:
        base = Path(os.path.normpath(folder / path))
        if not base.is_file():
            raise _fault(document, f"there is no file {quoted_value(path)}", "a path relative to this file")
        if link_target(Path(path), folder) is not None:
            raise _fault(document, f"{quoted_value(path)} {_LEADS_OUT}", _NO_LINK)
        yield base


def _fault(document: SpecDocument, message: str, expected: str) -> FaultsFound:
    return FaultsFound([SpecSource(document).fault((EXTENDS,), message, expected)])


def _merged(base: Extended, over: Extended) -> Extended:
    """Put what extends over what is extended."""
    owners = dict(base.owners)
    for path in over.owners:
        if path and not (_is_mapping(base.data, path) and _is_mapping(over.data, path)):
            owners = {earlier: owner for earlier, owner in owners.items() if earlier[: len(path)] != path}
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


def apply_overrides(data: Any, overrides: Sequence[str]) -> tuple[Any, dict[KeyPath, str], list[Fault]]:
    """Put the values of --set into what a file says."""
    data = deepcopy(data)
    options: dict[KeyPath, str] = {}
    faults = []
    for override in overrides:
        name, equals, text = override.partition("=")
        option = f"--set {name}"
        keys = name.split(".")
        if not equals or not all(keys):
            expected = "--set key.path=value, as in --set test.alpha=0.01 or --set adjust.0=holm"
            faults.append(Fault(f"--set {override}", "no key and value", expected))
            continue
        try:
            value = parse_document(text, option).data
            path = _put(data, keys, value, option)
        except FaultsFound as error:
            faults += [replace(fault, place=option) for fault in error.faults]
        else:
            options = {earlier: by for earlier, by in options.items() if earlier[: len(path)] != path}
            options[path] = option
    return data, options, faults


def _put(data: Any, keys: Sequence[str], value: Any, option: str) -> KeyPath:
    """Set the value at the end of the keys and return its path; sections that are not there yet are made."""
    path: list[str | int] = []
    inside = data
    for key, after in zip(keys, [*keys[1:], None], strict=True):
        step = _step(inside, key, path, option)
        path.append(step)
        if after is None:
            inside[step] = value
            break
        if isinstance(inside, dict) and inside.get(key) is None:
            inside[key] = {}
        inside = inside[step]
    return tuple(path)


def _step(inside: Any, key: str, path: Sequence[str | int], option: str) -> str | int:
    """Return the key, or the index it stands for in a list."""
    if isinstance(inside, dict):
        return key
    where = ".".join(map(str, path))
    if not isinstance(inside, list):
        message = f"{where} is {value_text(inside)}, which has no {quoted_value(key)} inside"
        raise FaultsFound([Fault(option, message, f"--set {where}=..., or the key of a mapping or list")])
    numbers = [str(index) for index in range(len(inside))]
    if key not in numbers:
        message = f"{where} is a list of {len(inside)}, which has no {quoted_value(key)} inside"
        allowed = f"a number from 0 to {len(inside) - 1}" if inside else f"--set {where}=[...]"
        raise FaultsFound([Fault(option, message, allowed)])
    return int(key)


MAX_BYTES = 1 << 20


@dataclass(frozen=True)
class ReadStudy:
    """A study and where it was read."""

    study: Study  # what it says, defaults included
    folder: Path  # folder of study.yaml, which its paths are relative to
    source: SpecSource  # its text, for faults that point into it
    theme: Theme = DEFAULT_THEME  # how its documents look
    plugins: tuple[Plugin, ...] = ()  # the files and packages beyond rankpress that it uses
    bases: tuple[Path, ...] = ()  # the studies that it extends
    texts: tuple[str, ...] = ()  # what the file and those that it extends hold
    quotable_folder: Path | None = None  # where the scores lie that the user named, if the study was guessed from them
    is_missing_assumed: bool = False  # whether nobody said what is to be done about missing results

    @property
    def quotable(self) -> Quotable:
        """Where files lie whose words may be shown."""
        return Quotable(self.folder, self.quotable_folder)

    @property
    def out(self) -> Path:
        """The folder of the report, unless the user names another."""
        return self.folder / (self.study.report.out or "report")

    @property
    def templates(self) -> Path | None:
        """The folder of the user's own templates."""
        templates = self.study.report.templates
        return None if templates is None else self.folder / templates

    @property
    def own_files(self) -> tuple[str, ...]:
        """The user's own style sheet, plug-ins and studies that are extended, relative to the folder of study.yaml."""
        theme = self.study.report.theme
        sheets = () if theme is None or theme in THEMES else (str(PurePosixPath(theme)),)
        return (*sheets, *self.study.plugins, *(os.path.relpath(path, self.folder) for path in self.bases))


class SpecAtFault(FaultsFound):
    """A study.yaml is invalid."""

    # `rest` is the study without the sections at fault, where it is one and they say nothing of the scores: what else
    # is wrong shows next to them.

    def __init__(self, faults: Iterable[Fault], rest: ReadStudy | None = None, sections: Iterable[str] = ()) -> None:
        super().__init__(faults)
        self.rest, self.sections = rest, frozenset(sections)


def read_study(
    path: str | os.PathLike[str], overrides: Sequence[str] = (), *, allow_plugins: bool = False
) -> ReadStudy:
    """Read and check a study.yaml; the score files are not looked at."""
    # Overrides are ``key.path=value``, the value in YAML, numbers for items of lists. `allow_plugins` lets the files
    # run that it names in `plugins`. Raises FaultsFound, which is a `SpecAtFault` if it can be read at all.
    path = Path(path)
    content = _text(path)
    if link_target(Path(path.name), path.parent) is not None:
        _other_study(content, path)
    return study_of_text(content, str(path), path.parent, overrides, allow_plugins=allow_plugins)


def study_of_text(
    text: str,
    name: str,
    folder: Path,
    overrides: Sequence[str] = (),
    *,
    options: Mapping[KeyPath, str] = MappingProxyType({}),
    allow_plugins: bool = False,
) -> ReadStudy:
    """As `read_study`, of a text that faults call by a name, with paths relative to a folder.

    Values that an option of the command line put into the text, by their paths, are faults of that option.
    """
    read = parse_document(text, name)
    if not isinstance(read.data, dict):
        raise FaultsFound([_not_a_study(read)])
    of_bases: dict[Path, str] = {}

    def base(path: Path) -> SpecDocument:
        of_bases[path] = _text(path)
        extended_study = _other_study(of_bases[path], path)
        if extended_study.faults:
            raise FaultsFound([fault for _, fault in extended_study.faults])
        return extended_study

    merged = extended(read, folder, base, (Path(os.path.normpath(name)),))
    data, overridden, misput = apply_overrides(merged.data, overrides)
    source = SpecSource(read, {**options, **overridden}, merged.owners)
    _load_plugins(data, folder, source, allow_plugins)
    study, complaints = _validated(data)
    if study is not None:
        complaints += _wrong_paths(study, folder)
    texts = [
        (source.mark(path, at_key), source.fault(path, message, expected, remedy, at_key))
        for path, at_key, message, expected, remedy in complaints
    ]
    faults = [
        fault for _, fault in sorted([*read.faults, *texts], key=lambda place_and_fault: place_and_fault[0])
    ] + misput
    theme = DEFAULT_THEME
    if study is not None and study.report.theme is not None and not complaints:
        try:
            theme = read_theme(study.report.theme, folder)
        except FaultsFound as error:
            faults += error.faults
    if study is not None and not faults:
        read_from = (text, *(of_bases[path] for path in merged.bases))
        return ReadStudy(study, folder, source, theme, active(), merged.bases, read_from)
    sections, rest = {str(complaint.path[0]) for complaint in complaints if complaint.path}, None
    # What stands in a document with faults of its own, such as a key that is there twice, is not certain.
    if not (read.faults or misput) and "scores" not in sections and all(complaint.path for complaint in complaints):
        rest, _ = _validated({key: value for key, value in data.items() if str(key) not in sections})
    sound = None if rest is None else ReadStudy(rest, folder, source, plugins=active())
    raise SpecAtFault(faults, sound, sections)


def _load_plugins(data: dict[Any, Any], folder: Path, source: SpecSource, allowed: bool) -> None:
    """Run the files of `plugins`, if that is allowed, so that what they register is known; other plug-ins are not."""
    files = data.get("plugins")
    names = list(map(str, files)) if isinstance(files, list | tuple) else []
    if names and not allowed:
        message = f"the study names {counted_in_words(len(names), 'plug-in')}, whose code may do anything that you may"
        expected = "--allow-plugins, or in Python allow_plugins=True"
        raise SpecAtFault([source.fault(("plugins",), message, expected, f"read {', '.join(names)} first")])
    plugins = []
    for index, name in enumerate(names):
        try:
            if Path(name).is_absolute():
                raise ValueError("its path is absolute")
            source_code = content_of(folder / name, MAX_BYTES).decode("utf-8-sig")
            plugins.append(file_plugin(name, source_code))
        except (OSError, ValueError) as error:
            message = f"the plug-in {quoted_value(name)} cannot be read: {getattr(error, 'strerror', None) or error}"
            expected = "a file of Python, relative to the folder of study.yaml"
            raise SpecAtFault([source.fault(("plugins", index), message, expected)]) from error
    activate(plugins)


def _text(path: Path) -> str:
    """Return the text of the file."""
    try:
        content = content_of(path, MAX_BYTES)
    except OSError as error:
        raise FaultsFound([_unreadable(path, error)]) from error
    try:
        # utf-8-sig would count the place of an error from behind the byte order mark
        return content.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8-sig").splitlines(keepends=True) or [""]
        place = f"{path}:{len(before)}:{len(before[-1]) + 1}"
        message = f"the byte 0x{content[error.start]:02x}, which is not UTF-8"
        raise FaultsFound([Fault(place, message, "text in UTF-8", "save the file as UTF-8")]) from error


def _other_study(text: str, path: Path) -> SpecDocument:
    """Read a study that another file named, or a link leads to; of a file that is none, faults show no word."""
    try:
        document = parse_document(text, str(path))
    except FaultsFound as error:
        remedy = f"rankpress check {path} shows the line"
        raise FaultsFound(
            [Fault(fault.place, "this is no YAML", "a study that can be extended", remedy) for fault in error.faults]
        ) from None
    keys = document.data if isinstance(document.data, dict) else {}
    if not keys or not set(keys) <= {EXTENDS, *Study.fields()}:
        message = "the file is no study" + (", for it has other keys" if keys else "")
        raise FaultsFound([Fault(str(path), message, "a mapping with no keys but those of study.yaml")])
    return document


def _unreadable(path: Path, error: OSError) -> Fault:
    if path.is_dir():
        inside = path / "study.yaml"
        remedy = f"name {inside}" if inside.is_file() else "name the file in it"
        return Fault(str(path), "this is a folder", "the path of a study.yaml", remedy)
    if isinstance(error, FileNotFoundError):
        remedy = "rankpress init DIR writes a starter study"
        return Fault(str(path), "there is no such file", "the path of a study.yaml", remedy)
    if error.errno == errno.EFBIG:
        message = f"the file has more than {MAX_BYTES:,} bytes"
        return Fault(str(path), message, "a study.yaml, which names the score files")
    return Fault(str(path), f"the file cannot be read: {error.strerror}", "a file that can be read")


def _not_a_study(read: SpecDocument) -> Fault:
    source = SpecSource(read)
    if read.data is None:
        return Fault(read.name, "the file is empty", "the key scores", "rankpress init DIR writes an example")
    remedy = "rankpress run FILE compares a file of scores" if isinstance(read.data, str) else ""
    return source.fault((), f"the study is {value_text(read.data)}", "a mapping with the key scores", remedy)


def _validated(data: Any) -> tuple[Study | None, list[Complaint]]:
    """Return the study, if it is one, and what is wrong with it."""
    try:
        return Study.model_validate(data), []
    except ValidationError as error:
        return None, list(complaints_of(error, data, Study))


def _wrong_paths(study: Study, folder: Path) -> Iterator[Complaint]:
    """Complain of paths in `report` that lead nowhere; one that no system takes, such as a long one, is among them."""
    templates, theme = study.report.templates, study.report.theme
    is_folder, exists = os.path.isdir, os.path.exists  # Path's raise errors of such a path
    if templates is not None and not is_folder(folder / templates):
        message = f"there is no folder {value_text(templates)}"
        yield Complaint(("report", "templates"), False, message, "a folder, relative to that of study.yaml")
    elif templates is not None and (out := _link_out(folder, templates)):
        yield Complaint(("report", "templates"), False, f"{value_text(out)} {_LEADS_OUT}", _NO_LINK)
    if theme is not None and theme not in THEMES:
        expected = f"{', '.join(THEMES)}, or a style sheet of your own, relative to study.yaml, such as house.css"
        is_style_sheet = theme.endswith(STYLE_SHEET)
        if not (is_style_sheet and exists(folder / theme)):
            message = f"there is no {'file' if is_style_sheet else 'theme'} {value_text(theme)}"
            yield Complaint(("report", "theme"), False, message, expected)
        elif link_target(Path(theme), folder) is not None:
            yield Complaint(("report", "theme"), False, f"{value_text(theme)} {_LEADS_OUT}", _NO_LINK)


def _link_out(folder: Path, templates: str) -> str | None:
    """Return the first of a folder of templates and the files in it that a link outside is on the way of."""
    inside = (path for path in sorted((folder / templates).rglob("*")) if path.is_symlink())
    paths = [templates, *(os.path.join(templates, path.relative_to(folder / templates)) for path in inside)]  # noqa: PTH118
    return next((path for path in paths if link_target(Path(path), folder) is not None), None)


DIALECT = "https://json-schema.org/draft/2020-12/schema"


def study_schema() -> dict[str, Any]:
    """Return the schema as JSON Schema, draft 2020-12."""
    from pydantic.json_schema import GenerateJsonSchema  # loaded late: no build needs it

    class Untitled(GenerateJsonSchema):
        """Leaves out the titles that pydantic makes of keys: an editor would show them above each description."""

        def field_title_should_be_set(self, schema: Any) -> bool:
            return False

    schema = Study.model_json_schema(schema_generator=Untitled)
    identity = f"urn:rankpress:study:{version('rankpress')}"
    return {"$schema": DIALECT, "$id": identity, **schema, "title": "study.yaml of rankpress"}


def schema_text() -> str:
    """Return the schema as the text of a file."""
    return json.dumps(study_schema(), indent=2, ensure_ascii=False) + "\n"
