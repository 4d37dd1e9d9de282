"""`rankpress help`: the reference of study.yaml, one key or method at a time."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from importlib.resources import files
from textwrap import fill
from typing import Any, NamedTuple

from rankpress.app.terminal import print_result
from rankpress.core.faults import Fault, FaultsFound, nearest
from rankpress.core.plugins import Registry

WIDTH = 100


class Entry(NamedTuple):
    """A row of a table of the reference: the section it stands in, its name, and what each column says of it."""

    section: str
    name: str
    columns: tuple[tuple[str, str], ...]

    @property
    def path(self) -> str:
        """Return the key as a study writes it; of a method its name alone."""
        is_key = any(head == "default" for head, _ in self.columns)
        return f"{self.section}.{self.name}".removeprefix("Sections.") if is_key and self.section else self.name


def run(arguments: argparse.Namespace) -> None:
    """Print what the reference says of a key or a method, or which sections there are."""
    entries = list(read_reference())
    key: str = arguments.key
    if not key:
        for entry in entries:
            if entry.section == "Sections":
                print_result(_line(entry))
        print_result("\nrankpress help KEY says more, of a section, a key such as test.alpha, or a method such as holm")
        return
    matching = [entry for entry in entries if key in (entry.path, entry.name)]
    inside = [entry for entry in entries if _plain(entry.section) == key]
    if not matching and not inside and _of_plugins(key):
        return
    if not matching and not inside:
        names = [name for entry in entries for name in (entry.path, _plain(entry.section)) if name]
        near = nearest(key, names)
        expected = "a key such as test.alpha, or a method such as holm" + (f"; did you mean {near}?" if near else "")
        raise FaultsFound([Fault(f"help {key}", "no key and no method of study.yaml", expected)])
    for entry in matching:
        print_result("\n".join([entry.path, *(_paragraph(head, text) for head, text in entry.columns if text)]))
    for entry in inside:
        print_result(_line(entry))


def _of_plugins(name: str) -> bool:
    """Print what a package adds under a name, if one does."""
    from rankpress.catalog.entries import AdjustmentMethod, PairwiseMethod
    from rankpress.catalog.kinds import FIGURES, TABLES, VENUES
    from rankpress.catalog.methods import ADJUSTMENTS, EFFECTS, PAIRWISE
    from rankpress.catalog.tests import NULLS
    from rankpress.core.bibliography import library

    registries: tuple[Registry[Any], ...] = (PAIRWISE, ADJUSTMENTS, EFFECTS)
    method = next((known[name] for known in registries if known.finds(name)), None)
    if method is None:
        kinds: dict[str, Registry[Any]] = {"table": TABLES, "figure": FIGURES, "venue": VENUES}
        kinds_named = [word for word, known in kinds.items() if known.finds(name)]
        for word in kinds_named:
            print_result(f"{name}\n  a {word} of a plug-in")
        return bool(kinds_named)
    null = {"null hypothesis": NULLS[method.null].statement} if isinstance(method, PairwiseMethod) else {}
    rate = {"error rate": method.controls} if isinstance(method, AdjustmentMethod) else {}
    description = {"title": method.title, **null, **rate, "source": library()[method.reference].text}
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
            yield from (
                Entry(section, entry, tuple(zip(heads[1:], cells, strict=True))) for entry in name.split(", ") if entry
            )


def _cells(line: str) -> tuple[str, ...]:
    cells = re.split(r"(?<!\\)\|", line.strip().strip("|"))
    return tuple(cell.strip().replace("`", "").replace("\\|", "|") for cell in cells)


def _plain(section: str) -> str:
    """Return a heading as a key: `plot: options` is plot, `report.tables.NAME` report.tables."""
    return section.partition(":")[0].removesuffix(".NAME").removesuffix("[]")


def _line(entry: Entry) -> str:
    what = entry.columns[-1][1]
    return fill(what, WIDTH, initial_indent=f"{entry.name:<16} ", subsequent_indent=" " * 17)


def _paragraph(head: str, text: str) -> str:
    return fill(f"{head}: {text}", WIDTH, initial_indent="  ", subsequent_indent="      ")
