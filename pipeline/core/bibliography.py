"""The sources of the methods that a study used."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from rankpress.core.latex import latex_escape
from rankpress.core.plugins import Registry
from rankpress.wording.text import Prose, Text, citation, pieces

# Styles of natbib set a DOI as text where there is no package url, and an underscore in it would then be a subscript.
_PREAMBLE = r'@preamble{"\ifx\urlstyle\undefined\providecommand{\doi}[1]{doi: {\ttfamily\detokenize{#1}}}\fi"}' + "\n"
_DATA = "references.toml"


@dataclass(frozen=True)
class Source:
    """One source."""

    key: str  # what it is cited by
    kind: str  # the kind of BibTeX entry
    fields: Mapping[str, str]  # the entry's fields; braces protect capitals

    @property
    def label(self) -> str:
        """How sentences cite it: Demšar 2006, Nadeau and Bengio 2003, Ulaş et al. 2012."""
        surnames = [author.partition(",")[0] for author in self.fields["author"].split(" and ")]
        who = f"{surnames[0]} et al." if len(surnames) > 2 else " and ".join(surnames)
        return f"{who} {self.fields['year']}"

    @property
    def text(self) -> str:
        """The source in words, with its DOI where it has one."""
        return f"{self.described} doi:{self.doi}" if self.doi else self.described

    @property
    def described(self) -> str:
        """The source in words."""
        parts = [_names(self.fields["author"]), self._title(), *self._place(), self.fields["year"]]
        return re.sub(r"([.?!])\.", r"\1", ". ".join(parts)) + "."

    @property
    def doi(self) -> str:
        """Its DOI; empty where it has none."""
        return self.fields.get("doi", "")

    def _title(self) -> str:
        return re.sub(r"[{}]", "", self.fields["title"])

    def _place(self) -> Iterator[str]:
        if self.kind == "article":
            number = f"({self.fields['number']})" if "number" in self.fields else ""
            yield f"{self.fields['journal']} {self.fields['volume']}{number}, {self.fields['pages']}"
        elif self.kind == "misc":
            yield self.fields["howpublished"]
        elif self.kind == "phdthesis":
            yield f"PhD thesis, {self.fields['school']}"
        elif self.kind == "book":
            yield f"{self.fields['edition']} edition, {self.fields['publisher']}"
        else:
            editors = f" (edited by {_names(self.fields['editor'])})" if "editor" in self.fields else ""
            pages = f", {self.fields['pages']}" if "pages" in self.fields else ""
            yield f"In {self.fields['booktitle']}{editors}{pages}"
            yield self.fields["publisher"]


def _names(people: str) -> str:
    names = [" ".join(reversed(name.split(", "))) for name in people.split(" and ")]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


_SOURCES = Registry[Source](by="key")


def library() -> Registry[Source]:
    """Return all sources by key: built-in ones in alphabetical order, and those of plug-ins."""
    _add_built_in()
    return _SOURCES


@cache
def _add_built_in() -> None:
    entries = tomllib.loads(files("rankpress.templates").joinpath(_DATA).read_text(encoding="utf-8"))
    _SOURCES.add(*(Source(key, entry.pop("type"), entry) for key, entry in entries.items()))


def cite(key: str) -> Text:
    """Return how a sentence cites a source, which each format sets in its own way.

    Examples
    --------
    >>> from rankpress.wording.text import plain, say
    >>> plain(say("Ranks are averaged ({}).", cite("demsar2006")))
    'Ranks are averaged (Demšar 2006).'
    """
    return citation(key, library()[key].label)


def cited_sources(texts: Iterable[Prose]) -> tuple[Source, ...]:
    """Return the sources that texts cite, in alphabetical order of their keys."""
    keys = {piece.source for text in texts for piece in pieces(text) if piece.kind == "citation"}
    return tuple(library()[key] for key in sorted(keys & library().keys()))


def references_bib(sources: Iterable[Source]) -> str:
    """Return the text of references.bib."""
    cited = tuple(sources)
    return "\n".join([*([_PREAMBLE] if any("_" in source.doi for source in cited) else []), *map(_entry, cited)])


def _entry(reference: Source) -> str:
    body = ",\n".join(f"  {name} = {{{_bibtex(name, value)}}}" for name, value in reference.fields.items())
    return f"@{reference.kind}{{{reference.key},\n{body}\n}}\n"


def _bibtex(name: str, value: str) -> str:
    """Return a field as BibTeX sorts and abbreviates it: each accented letter in braces of its own."""
    if name == "doi":
        return value
    if name == "pages":
        return value.replace("\N{EN DASH}", "--")
    return "".join(c if c.isascii() and c not in "<>" else f"{{{latex_escape(c)}}}" for c in value)
