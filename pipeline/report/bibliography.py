"""The sources of the methods that a study used: as BibTeX, and as the list that the report prints."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from rankpress.analysis import Analysis
from rankpress.bayes import Bayesian
from rankpress.effects import Estimated
from rankpress.over import OverDatasets
from rankpress.report.escaping import latex_escape
from rankpress.stats.bayesian import BAYES_OVER, BAYES_WITHIN
from rankpress.stats.curve_forms import CURVE_FORMS
from rankpress.stats.effects_table import EFFECTS
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
        elif self.kind == "book":
            yield f"{self.fields['edition']} edition, {self.fields['publisher']}"
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
    tested, ordered, attempts = analysis.tested, analysis.ordered, analysis.multiplicity.over
    yield from (OMNIBUS[name].reference for name in tested.omnibus)
    if "rm-anova" in tested.omnibus:
        yield from ("mauchly1940", "greenhouse1959", "huynh1976")
    if tested.over is not None:
        yield from ("demsar2006", "berrar2017", "sellke2001", PAIRWISE[tested.over.procedure].reference)
        yield from _of_variant(tested.over)
        if attempts is not None and attempts.number > 1:
            yield "salzberg1997"
        yield from (ADJUSTMENTS[name].reference for name in analysis.adjusted.p)
        if {"shaffer", "shaffer-dynamic", "bergmann-hommel"} & analysis.adjusted.p.keys():
            yield "garcia2008"
        if "finner" in analysis.adjusted.p:
            yield "garcia2010"
    if tested.within_omnibus:
        yield "cochran1950"
    if tested.within:
        yield from ("salzberg1997", *_within(tested.within_procedure))
    if tested.curves:
        yield "berrar2017"
        forms = {one.form for one in tested.curves}
        yield from (CURVE_FORMS[form].reference for form in forms)
        if "t" in forms:
            yield from _within("corrected-t")
    if len(tested.within) > 1:
        yield from ("ulas2012", PAIRWISE["sign"].reference, ADJUSTMENTS["holm"].reference)
    if analysis.best is not None and analysis.best.named.best is not None:
        yield "ulas2012"
    yield from _of_effects(analysis.estimated)
    yield from _of_bayes(analysis.bayesian)
    if ordered.ranking:
        yield from ("ulas2012", "yildiz2006", ADJUSTMENTS[ordered.adjust].reference)
        if analysis.groups or analysis.validation is not None:
            yield "kendall1945"
        if ordered.omnibus is not None:
            yield "friedman1937"
        if ordered.within != "none":
            yield from (WITHIN[ordered.within].reference, ADJUSTMENTS[ordered.within_adjust].reference)


def _of_effects(estimated: Estimated | None) -> Iterator[str]:
    if estimated is None:
        return
    for name, effect in estimated.effects.items():
        yield from (
            EFFECTS[name].reference,
            "efron1987" if effect.method == "BCa" else EFFECTS[name].interval_reference,
        )
    if estimated.concordance is not None:
        yield "kendall1939"


def _of_bayes(bayesian: Bayesian | None) -> Iterator[str]:
    if bayesian is not None and (bayesian.over is not None or bayesian.within):
        yield "benavoli2017"
        if bayesian.over is not None:
            yield BAYES_OVER[bayesian.over_procedure].reference
        if bayesian.within:
            yield from (BAYES_WITHIN[bayesian.within_procedure].reference, "nadeau2003")


def _of_variant(over: OverDatasets) -> Iterator[str]:
    if over.options.get("zeros") == "pratt":
        yield "pratt1959"
    if over.procedure == "permutation" and over.details["draws"].any():
        yield "phipson2010"


def _within(procedure: str) -> tuple[str, ...]:
    if procedure == "corrected-t":
        return (WITHIN[procedure].reference, "bouckaert2004")  # repeated cross-validation came with the second
    if WITHIN[procedure].liberal:
        return ("dietterich1998", "demsar2006", "nadeau2003")
    exact = ("fagerland2013",) if procedure in ("mcnemar", "binomial") else ()
    if procedure == "5x2cv-t":
        return (WITHIN[procedure].reference, "alpaydin1999")
    of_examples = ("dietterich1998",) if WITHIN[procedure].design == "outcomes" else ()
    return (WITHIN[procedure].reference, *of_examples, *exact)


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
