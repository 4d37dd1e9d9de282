"""`rankpress help`: the reference of study.yaml, one key or method at a time."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from importlib.resources import files
from itertools import groupby
from textwrap import fill
from typing import Any, NamedTuple

from rankpress.app.terminal import print_result
from rankpress.core.faults import Fault, FaultsFound
from rankpress.core.plugins import Registry

_WIDTH = 100


class Entry(NamedTuple):
    """A row of a table of the reference: the section it stands in, its name, and what each column says of it."""

    section: str
    name: str
    columns: tuple[tuple[str, str], ...]

    @property
    def is_key(self) -> bool:
        """Return whether it is a key of study.yaml, not a method or a type of table or figure."""
        return any(head == "default" for head, _ in self.columns)

    @property
    def path(self) -> str:
        """Return the key as a study writes it; of a method its name alone."""
        return f"{self.section}.{self.name}".removeprefix("Sections.") if self.is_key and self.section else self.name

    @property
    def what(self) -> str:
        """Return the column that describes it."""
        return next((text for head, text in self.columns if head == "what"), self.columns[0][1])


def run(arguments: argparse.Namespace) -> None:
    """Print what the reference says of a key or a method, or which sections there are."""
    entries = list(read_reference())
    key = " ".join(arguments.key)
    if not key:
        print_result("\n".join(_by_subject(entries)))
        return
    matching = [entry for entry in entries if key.casefold() in (entry.path.casefold(), entry.name.casefold())]
    inside = [entry for entry in entries if _plain(entry.section) == key]
    if key in _COLLECTIONS:
        print_result("\n".join(_of_collection(key, entries)))
        return
    if not matching and not inside and _of_plugins(key):
        return
    if not matching and not inside:
        by_name = [entry for entry in entries if _mentions((entry.name,), key)]
        matching = by_name or [entry for entry in entries if _mentions([text for _, text in entry.columns], key)]
    if not matching and not inside:
        names = [name for entry in entries for name in (entry.path, entry.name, _plain(entry.section)) if name]
        [close] = get_close_matches(key, names, 1, _LEAST_ALIKE) or [""]
        near = next((entry.path for entry in entries if entry.name == close), close)
        expected = "a key such as test.alpha, or a method such as holm" + (f"; did you mean {near}?" if near else "")
        raise FaultsFound([Fault(f"help {key}", "no key and no method of study.yaml", expected)])
    if len(matching) > _MOST_IN_FULL:
        print_result("\n".join(_line(entry, entry.path) for entry in matching))
    else:
        print_result("\n".join(map(_in_full, matching)))
    if inside:
        print_result("\n".join(_line(entry) for entry in inside))


_MOST_IN_FULL = 3
_LEAST_ALIKE = 0.8  # a word of another subject is no suggestion

_SUBJECTS = {
    "Data": ("scores", "protocol", "labels"),
    "Comparisons": ("rank", "test", "adjust", "effects", "bayes", "order", "curves"),
    "Robustness": ("sensitivity", "replicability", "power"),
    "Reports": ("title", "plot", "report"),
    "The study itself": ("extends", "plugins", "compute"),
}
_FURTHER = "Further analyses"


def _by_subject(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the sections of study.yaml by subject, then the names of methods."""
    sections = {entry.name: entry for entry in entries if entry.section == "Sections"}
    further = tuple(name for name in sections if not any(name in names for names in _SUBJECTS.values()))
    for subject, names in {**_SUBJECTS, _FURTHER: further}.items():
        yield f"{subject}:"
        yield from (_line(sections[name], f"  {name}") for name in names)
        yield ""
    methods = {name: [entry.name for entry in of] for name, of in _methods_by_section(entries) if name in _METHODS}
    for section, title in _METHODS.items():
        yield fill(f"{title}: {', '.join(methods[section])}", _WIDTH, subsequent_indent="  ")
    yield "\nrankpress help NAME explains a section, a key (test.alpha), a method (holm) or a word (bold)"


_METHODS = {
    "test.omnibus": "Tests of all algorithms",
    "test.pairwise": "Tests of pairs",
    "test.within": "Tests on one data set",
    "adjust": "Adjustments",
    "effects.measures": "Effect sizes",
}


# Words for all methods of some sections.
_COLLECTIONS = {
    "tests": ("test.omnibus", "test.pairwise", "test.within"),
    "adjustments": ("adjust",),
    "measures": ("effects.measures",),
}


def _of_collection(word: str, entries: Sequence[Entry]) -> Iterator[str]:
    """Yield each method of a collection, with what it is by the catalogue and by the reference."""
    for section, of in _methods_by_section(entries):
        if section in _COLLECTIONS[word]:
            yield f"{_METHODS[section]} ({section}):"
            titles = {entry.name: _title_and_null(entry.name, section).get("title", "") for entry in of}
            indent = " " * (max(map(len, titles)) + 3)
            for entry in of:
                title = titles[entry.name]  # none of "none"
                if title:
                    meaning = entry.what if title.casefold() == entry.name else f"{title}: {entry.what}"
                    yield fill(
                        meaning, _WIDTH, initial_indent=f" {entry.name}".ljust(len(indent)), subsequent_indent=indent
                    )
            yield ""
    yield "rankpress help NAME explains one of them"


def _methods_by_section(entries: Sequence[Entry]) -> Iterator[tuple[str, list[Entry]]]:
    """Yield the entries that are no keys by the section they stand in, its name as a key."""
    methods = [entry for entry in entries if not entry.is_key]
    for section, of in groupby(methods, key=lambda entry: _plain(entry.section).partition(",")[0]):
        yield section, list(of)


def _mentions(texts: Sequence[str], words: str) -> bool:
    """Return whether a text has words, in whatever case, in the singular or the plural, with hyphens or spaces."""
    pattern = r"[\s_-]+".join(map(re.escape, re.split(r"[\s_-]+", words.removesuffix("s"))))
    return any(re.search(rf"(?<!\w){pattern}s?(?!\w)", text, re.IGNORECASE) for text in texts)


def _in_full(entry: Entry) -> str:
    """Return all columns, the work that a method is from with its title."""
    from rankpress.core.bibliography import library

    works = library()
    cells = [(head, works[cell].text if head == "source" and cell in works else cell) for head, cell in entry.columns]
    title = {} if entry.is_key else _title_and_null(entry.name, _plain(entry.section).partition(",")[0])
    return "\n".join([entry.path, *(_paragraph(head, cell) for head, cell in (*title.items(), *cells) if cell)])


def _title_and_null(name: str, section: str = "") -> dict[str, str]:
    """Return what a method of a section or of any is, and of a test of pairs over the data sets its null hypothesis."""
    from rankpress.catalog.entries import PairwiseMethod
    from rankpress.catalog.methods import ADJUSTMENTS, EFFECTS, OMNIBUS, PAIRWISE, WITHIN
    from rankpress.catalog.tests import NULLS

    registries: tuple[Registry[Any], ...] = (OMNIBUS, PAIRWISE, WITHIN, ADJUSTMENTS, EFFECTS)
    of_section = dict(zip(_METHODS, registries, strict=True))
    searched = of_section.values() if not section else [of_section[section]] if section in of_section else []
    method = next((registry[name] for registry in searched if registry.finds(name)), None)
    if method is None:
        return {}
    null = {"null hypothesis": NULLS[method.null].statement} if isinstance(method, PairwiseMethod) else {}
    return {"title": method.title, **null}


def _of_plugins(name: str) -> bool:
    """Print what a package adds under a name, if one does."""
    from rankpress.catalog.entries import AdjustmentMethod
    from rankpress.catalog.kinds import FIGURES, TABLES, VENUES
    from rankpress.catalog.methods import ADJUSTMENTS, EFFECTS, PAIRWISE
    from rankpress.core.bibliography import library

    registries: tuple[Registry[Any], ...] = (PAIRWISE, ADJUSTMENTS, EFFECTS)
    method = next((registry[name] for registry in registries if registry.finds(name)), None)
    if method is None:
        kinds: dict[str, Registry[Any]] = {"table": TABLES, "figure": FIGURES, "venue": VENUES}
        kinds_named = [word for word, registry in kinds.items() if registry.finds(name)]
        for word in kinds_named:
            print_result(f"{name}\n  a {word} of a plug-in")
        return bool(kinds_named)
    rate = {"error rate": method.controls} if isinstance(method, AdjustmentMethod) else {}
    description = {**_title_and_null(name), **rate, "source": library()[method.reference].text}
    print_result("\n".join([name, *(_paragraph(head, text) for head, text in description.items())]))
    return True


def read_reference() -> Iterator[Entry]:
    """Yield the rows of all tables of the reference."""
    section, heads = "", tuple[str, ...]()
    for line in files("rankpress.spec").joinpath("REFERENCE.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            section, heads = line.lstrip("# ").replace("`", ""), ()
        elif not line.startswith("|"):
            heads = ()
        elif not heads:
            heads = _cells(line)
        elif not line.startswith("|---"):
            name, *cells = _cells(line)
            if "default" not in heads and any(
                map(_is_number, cells)
            ):  # of simulations, which the reference has next to the methods
                continue
            yield from (
                Entry(section, key, tuple(zip(heads[1:], cells, strict=True))) for key in name.split(", ") if key
            )


def _cells(line: str) -> tuple[str, ...]:
    cells = re.split(r"(?<!\\)\|", line.strip().strip("|"))
    return tuple(cell.strip().replace("`", "").replace("\\|", "|") for cell in cells)


def _plain(section: str) -> str:
    """Return a heading as a key: `plot: options` is plot, `report.tables.NAME` report.tables."""
    return section.partition(":")[0].removesuffix(".NAME").removesuffix("[]")


def _is_number(cell: str) -> bool:
    return re.fullmatch(r"[\d.]+\*?", cell) is not None


def _line(entry: Entry, name: str = "") -> str:
    return fill(entry.what, _WIDTH, initial_indent=f"{name or entry.name:<16} ", subsequent_indent=" " * 17)


def _paragraph(head: str, text: str) -> str:
    return fill(f"{head}: {text}", _WIDTH, initial_indent="  ", subsequent_indent="      ")
