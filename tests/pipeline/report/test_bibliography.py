"""Sources: exactly those of the methods used, all that sentences cite, and BibTeX that is plain ASCII."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from rankpress.analysis import Analysis
from rankpress.core.bibliography import Reference, library, references_bib
from rankpress.topics.kinds import build_document
from rankpress.topics.tables import build_tables

Make = Callable[..., Analysis]
# By the type of an entry: the fields that it has, and those that it may have.
FIELDS = {
    "article": ({"author", "title", "journal", "volume", "pages", "year"}, {"number", "doi"}),
    "book": ({"author", "title", "edition", "publisher", "year"}, {"doi"}),
    "incollection": ({"author", "title", "booktitle", "publisher", "year"}, {"editor", "pages", "doi"}),
    "inproceedings": ({"author", "title", "booktitle", "publisher", "year"}, {"editor", "pages", "doi"}),
    "misc": ({"author", "title", "howpublished", "year"}, {"doi"}),
    "phdthesis": ({"author", "title", "school", "year"}, {"doi"}),
}


def sources(analysis: Analysis) -> tuple[Reference, ...]:
    """Those of the report on one metric."""
    return build_document("", [analysis], build_tables(analysis), ()).references


def test_the_library_is_whole() -> None:
    assert list(library()) == sorted(library())
    for reference in library().values():
        required, optional = FIELDS[reference.kind]
        assert required <= reference.fields.keys() <= required | optional
        assert all(value.strip() for value in reference.fields.values())
        assert reference.key.endswith(reference.fields["year"])
        assert not re.search(r"[{}]", reference.text)


def test_labels_and_texts() -> None:
    assert library()["ulas2012"].label == "Ulaş et al. 2012"
    assert library()["nadeau2003"].text == (
        "C. Nadeau and Y. Bengio. Inference for the Generalization Error. Machine Learning 52(3), 239–281. 2003."
        " doi:10.1023/A:1024068626366"
    )
    assert library()["bouckaertr2004"].text.endswith(" Conference on Machine Learning. ACM. 2004.")


def test_only_what_was_used(make_analysis: Make) -> None:
    effects = {"measures": ["mean-difference", "superiority"]}
    analysis = make_analysis(6, 3, test={"pairwise": "wilcoxon"}, adjust=["holm"], effects=effects)
    keys = {reference.key for reference in sources(analysis)}
    assert keys == {
        *("demsar2006", "benavoli2016", "berrar2017", "sellke2001", "salzberg1997"),
        *("friedman1937", "iman1980", "wilcoxon1945", "holm1979"),
        *("hall1992", "student1908", "grissom2012", "wilson1927", "kendall1939"),
    }


def test_bibtex(make_analysis: Make) -> None:
    spec: dict[str, Any] = {"order": {"cost": "seconds", "adjust": "bergmann-hommel"}, "curves": {"pairs": "all"}}
    text = references_bib(sources(make_analysis(6, 3, folds=(2, 5), costs=True, **spec)))
    assert text.isascii()
    assert text.count("{") == text.count("}")
    assert r"author = {Ula{\c{s}}, A. and Y{\i{}}ld{\i{}}z, O. T. and Alpayd{\i{}}n, E.}" in text
    assert "pages = {1772--1781}" in text
    assert "doi = {10.1007/978-3-642-52307-6_8}" in text
    assert text.startswith("@preamble{")
    assert sorted(re.findall(r"@\w+\{(\w+),", text)) == re.findall(r"@\w+\{(\w+),", text)
