"""The sources of the methods that a study used: as BibTeX, and as the list that the report prints."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from rankpress.analysis import Analysis
from rankpress.report.escaping import latex_escape
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.omnibus_table import OMNIBUS
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.within import WITHIN

_ENTRY = re.compile(r"@(\w+)\{(\w+),\n(.*?)\n\}\n", re.DOTALL)
_FIELD = re.compile(r"  (\w+) = \{(.*)\},?")


@dataclass(frozen=True)
class Reference:
    """One source.

    Parameters
    ----------
    key : str
        What it is cited by.
    kind : str
        The kind of BibTeX entry.
    fields : mapping of str to str
        The entry's fields; braces protect capitals.
    """

    key: str
    kind: str
    fields: Mapping[str, str]

    @property
    def label(self) -> str:
        """How sentences cite it: Demšar 2006, Nadeau and Bengio 2003, Ulaş et al. 2012."""
        surnames = [author.partition(",")[0] for author in self.fields["author"].split(" and ")]
        who = f"{surnames[0]} et al." if len(surnames) > 2 else " and ".join(surnames)
        return f"{who} {self.fields['year']}"

    @property
    def text(self) -> str:
        """The source in words."""
        parts = [_names(self.fields["author"]), self._title(), *self._place(), self.fields["year"]]
        doi = f" doi:{self.fields['doi']}" if "doi" in self.fields else ""
        return ". ".join(parts).replace("..", ".") + f".{doi}"

    def _title(self) -> str:
        return re.sub(r"[{}]", "", self.fields["title"])

    def _place(self) -> Iterator[str]:
        if self.kind == "article":
            number = f"({self.fields['number']})" if "number" in self.fields else ""
            yield f"{self.fields['journal']} {self.fields['volume']}{number}, {self.fields['pages']}"
        elif self.kind == "phdthesis":
            yield f"PhD thesis, {self.fields['school']}"
        else:
            editors = f" (edited by {_names(self.fields['editor'])})" if "editor" in self.fields else ""
            yield f"In {self.fields['booktitle']}{editors}, {self.fields['pages']}"
            yield self.fields["publisher"]


def _names(people: str) -> str:
    names = [" ".join(reversed(name.split(", "))) for name in people.split(" and ")]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


@cache
def library() -> Mapping[str, Reference]:
    """All sources by key, in alphabetical order."""
    text = files("rankpress.templates").joinpath("references.bib").read_text(encoding="utf-8")
    found = (Reference(key, kind, dict(_FIELD.findall(body))) for kind, key, body in _ENTRY.findall(text))
    return MappingProxyType({reference.key: reference for reference in found})


def cite(key: str) -> str:
    """How a sentence cites a source.

    Examples
    --------
    >>> cite("nadeau2003"), cite("ulas2012")
    ('Nadeau and Bengio 2003', 'Ulaş et al. 2012')
    """
    return library()[key].label


def references(analyses: Iterable[Analysis]) -> tuple[Reference, ...]:
    """The sources of all that was done, and of the caveats that go with it.

    Parameters
    ----------
    analyses : iterable of Analysis
        One a metric.

    Returns
    -------
    tuple of Reference
        In alphabetical order of their keys, each once.
    """
    keys = {key for analysis in analyses for key in _keys(analysis)}
    return tuple(reference for key, reference in library().items() if key in keys)


def _keys(analysis: Analysis) -> Iterator[str]:
    tested, ordered = analysis.tested, analysis.ordered
    if tested.over is not None:
        yield from ("demsar2006", "berrar2017", "sellke2001", PAIRWISE[tested.over.procedure].reference)
        yield from (OMNIBUS[name].reference for name in tested.omnibus)
        yield from (ADJUSTMENTS[name].reference for name in analysis.adjusted.p)
        if {"shaffer", "shaffer-dynamic", "bergmann-hommel"} & analysis.adjusted.p.keys():
            yield "garcia2008"
        if "finner" in analysis.adjusted.p:
            yield "garcia2010"
    if tested.within:
        yield from ("salzberg1997", *_within(tested.within_procedure))
    if tested.curves:
        yield from ("berrar2017", *_within("corrected-t"))
    if ordered.ranking:
        yield from ("ulas2012", "yildiz2006", ADJUSTMENTS[ordered.adjust].reference)
        if ordered.omnibus is not None:
            yield "friedman1937"
        if ordered.within != "none":
            yield from (WITHIN[ordered.within].reference, ADJUSTMENTS[ordered.within_adjust].reference)


def _within(procedure: str) -> tuple[str, ...]:
    # repeated cross-validation came with the second
    also = ("bouckaert2004",) if procedure == "corrected-t" else ()
    return (WITHIN[procedure].reference, *also)


def references_bib(analyses: Sequence[Analysis]) -> str:
    """The text of references.bib.

    Parameters
    ----------
    analyses : sequence of Analysis
        One a metric.

    Returns
    -------
    str
        ASCII.
    """
    return "\n".join(_entry(reference) for reference in references(analyses))


def _entry(reference: Reference) -> str:
    body = ",\n".join(f"  {name} = {{{_bibtex(name, value)}}}" for name, value in reference.fields.items())
    return f"@{reference.kind}{{{reference.key},\n{body}\n}}\n"


def _bibtex(name: str, value: str) -> str:
    """A field as BibTeX sorts and abbreviates it: each accented letter in braces of its own."""
    if name == "doi":
        return value
    if name == "pages":
        return value.replace("\N{EN DASH}", "--")
    return "".join(c if c.isascii() and c not in "<>" else f"{{{latex_escape(c)}}}" for c in value)
