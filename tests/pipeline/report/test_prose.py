"""The text of the report: sentences.txt has what is said of many studies, of each what none before it has.

Each sentence must be whole, each source cited must be listed and each listed cited. That what is said is true of
random studies is held in test_prose_properties.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rankpress.analysis import Analysis
from rankpress.core.document import Document, Drawing, Section
from rankpress.core.scores import Gap, Missing
from rankpress.core.text import join, pieces, plain
from rankpress.spec.report_sections import ProseOptions
from rankpress.topics.kinds import FINDINGS, build_document
from rankpress.topics.methods_text import merged
from rankpress.topics.phrases import listed
from rankpress.topics.tables import build_tables

Make = Callable[..., Analysis]


def document(*analyses: Analysis, drawings: tuple[Drawing, ...] = (), **prose: str) -> Document:
    tables = [table for analysis in analyses for table in build_tables(analysis)]
    return build_document(
        "Title",
        analyses,
        tables,
        drawings,
        (("spec", "abc"),),
        prose=ProseOptions.model_validate({"length": "full", **prose}),
    )


def sections(document: Document) -> Iterator[Section]:
    def walk(several: tuple[Section, ...]) -> Iterator[Section]:
        for section in several:
            yield section
            yield from walk(section.sections)

    return walk(document.sections)


def marked(written: Document) -> list[str]:
    """All sentences, with their marks."""
    told = list(written.summary)
    for section in sections(written):
        told += [*section.paragraphs, *section.caveats]
        told += [text for table in section.tables for text in (table.caption, *table.notes)]
    return told


def sentences(written: Document) -> list[str]:
    return [plain(text) for text in marked(written)]


def whole(written: Document) -> str:
    return "\n".join(sentences(written))


def assert_sound(written: Document) -> None:
    for text in sentences(written):
        assert re.search(r"\.$|doi:\S+$", text), text
        assert not re.search(r"\bnan\b|\bNone\b(?! of)|\binf\b|  | ,|\.\.|p = 0\.000", text), text
    identifiers = [section.identifier for section in sections(written)]
    assert len(set(identifiers)) == len(identifiers)
    assert all(re.fullmatch("[a-z0-9-]+", identifier) for identifier in identifiers)
    names = [table.name for section in sections(written) for table in section.tables]
    assert len(set(names)) == len(names)


GROUPS = {"one": ["data 0"], "some": ["data 1", "data 2", "data 3"], "none": ["gone"]}
AGREEING = np.array([[0.9, 0.8, 0.7]] * 3)
GAP = Gap("data 9", "alg 0", 0, 1)
OPEN = np.array([[0.9, np.nan, 0.7], [0.8, 0.7, 0.6], [0.8, 0.6, 0.7]])
RANKED_LAST = Missing("worst-rank", (Gap("data 0", "alg 1", 0, 1),), worst_ranked=(Gap("data 0", "alg 1", 0, 1),))
ROWS = {"n": 5, "k": 3, "folds": (5, 2)}
EXAMPLES = {"n": 5, "examples": 50, "costs": True}
STUDIES: dict[str, dict[str, Any]] = {
    "the defaults": {"n": 9},
    "folds, costs, curves and effects": {
        "n": 9,
        "folds": (5, 2),
        "costs": True,
        "curves": {"pairs": "all", "average": True},
        "effects": {"bootstrap": True},
    },
    "a control": {"n": 9, "k": 5, "folds": (5, 2), "test": {"control": "alg 1"}, "curves": {"baseline": "alg 1"}},
    "the F test of 5x2cv": {**ROWS, "test": {"within": "5x2cv-f"}},
    "the t test of 5x2cv": {**ROWS, "test": {"within": "5x2cv-t"}},
    "tests that take folds for independent": {**ROWS, "folds": (1, 10), "test": {"within": "kfold-t"}},
    "the uncorrected resampled t test": {**ROWS, "test": {"within": "resampled-t"}},
    "McNemar": EXAMPLES,
    "McNemar by chi-squared, and curves": {
        **EXAMPLES,
        "test": {"within": "mcnemar-chi2-corrected"},
        "curves": {"pairs": "all"},
    },
    "the binomial test of two": {**EXAMPLES, "k": 2, "test": {"within": "binomial"}},
    "examples without tests": {**EXAMPLES, "test": {"within": "none"}},
    "Wilcoxon": {"n": 14, "k": 3, "test": {"pairwise": "wilcoxon"}, "adjust": ["holm", "hochberg"]},
    "Wilcoxon by Pratt": {"n": 14, "k": 3, "test": {"pairwise": {"wilcoxon": {"zeros": "pratt"}}}},
    "Wilcoxon without ties": {"n": 14, "k": 3, "test": {"pairwise": {"wilcoxon": {"zeros": "wilcox"}}}},
    "Wilcoxon on many": {"n": 60, "k": 3, "test": {"pairwise": "wilcoxon"}},
    "Wilcoxon on too few": {"n": 4, "test": {"pairwise": "wilcoxon"}, "adjust": ["holm", "hochberg"]},
    "permutations": {"n": 14, "k": 3, "test": {"pairwise": "permutation"}},
    "random signs": {"n": 30, "k": 3, "test": {"pairwise": {"permutation": {"draws": 99, "seed": 3}}}},
    "t": {"n": 8, "k": 3, "means": np.random.default_rng(0).random((8, 3))[:, [0, 1, 1]], "test": {"pairwise": "t"}},
    "relative t": {"n": 14, "k": 3, "test": {"pairwise": "relative-t"}},
    "the sign test": {"n": 14, "k": 3, "test": {"pairwise": "sign"}},
    "the sign test on five": {"n": 5, "k": 3, "test": {"pairwise": "sign"}},
    "complete blocks": {
        "n": 12,
        "k": 5,
        "test": {"omnibus": ["friedman", "aligned-ranks", "quade", "rm-anova"], "pairwise": "block-t"},
    },
    "few complete blocks": {"n": 4, "k": 5, "test": {"omnibus": ["rm-anova", "quade"], "pairwise": "quade"}},
    "Conover": {"n": 12, "k": 5, "test": {"pairwise": "conover"}, "adjust": ["hommel", "rom"]},
    "aligned ranks": {"n": 12, "k": 5, "test": {"pairwise": "aligned-ranks"}, "adjust": ["shaffer-dynamic", "sidak"]},
    "Bergmann and Hommel": {"n": 12, "adjust": ["bergmann-hommel", "holland"]},
    "the false discovery rate": {"n": 8, "adjust": ["benjamini-hochberg", "finner"]},
    "the false discovery rate under dependence": {"n": 8, "adjust": ["holm", "benjamini-yekutieli"]},
    "Li": {"n": 8, "adjust": ["li"], "test": {"control": "alg 1"}},
    "Dunnett": {"n": 8, "adjust": ["dunnett"], "test": {"control": "alg 1", "pairwise": "block-t"}},
    "tuning": {"n": 10, "k": 3, "folds": (2, 5), "test": {"tuning_runs": 151}},
    "Bayes": {"n": 8, "k": 3, "folds": (2, 5), "bayes": {"rope": 0.01, "draws": 2000, "seed": 7}, "adjust": ["holm"]},
    "Bayes without a rope": {"n": 8, "k": 3, "bayes": {"rope": 0, "over": "sign"}},
    "all equal": {"n": 6, "k": 3, "means": np.full((6, 3), 0.5)},
    "all agree": {"n": 30, "means": np.array([[0.9, 0.8, 0.7, 0.6]] * 30), "adjust": ["holm"]},
    "the exact p beside the other": {"n": 3, "k": 3, "means": AGREEING},
    "the exact p that decides": {"n": 2, "k": 3, "means": AGREEING[:2]},
    "many groups": {
        "n": 30,
        "k": 20,
        "adjust": ["nemenyi"],
        "means": np.arange(20) / 40 + np.random.default_rng(1).normal(0, 0.02, (30, 20)),
    },
    "one data set": {"n": 1, "k": 3, "folds": (2, 5)},
    "lower is better": {"n": 12, "k": 3, "better": "lower"},
    "groups": {"n": 9, "k": 3, "folds": (5, 2), "costs": True, "groups": GROUPS, "order": {"cost": {"seconds": 2}}},
    "groups in a stated order": {"n": 9, "k": 3, "groups": GROUPS, "order": {"prior": ["alg 1", "alg 0", "alg 2"]}},
    "validation scores": {"n": 9, "folds": (5, 2), "costs": True, "validation": True},
    "data sets dropped": {"n": 6, "k": 3, "missing": Missing("drop-datasets", (GAP,), dropped_datasets=("data 9",))},
    "gaps ranked last": {"n": 3, "k": 3, "means": OPEN, "missing": RANKED_LAST},
    "a protocol": {
        "n": 6,
        "k": 3,
        "folds": (5, 2),
        "protocol": {
            "kind": "exploratory",
            "planned": {"metric": "after"},
            "earlier": {"number": 3},
            "tuning": {"alg 1": {"data": "test", "tries": 12, "by": "us"}, "alg 2": {"data": "none"}},
        },
    },
    "sensitivity": {"n": 6, "k": 3, "effects": None, "sensitivity": {"pairwise": ["wilcoxon"], "digits": [1]}},
    "replicability": {"n": 14, "effects": None, "replicability": {"draws": 60, "size": 6, "biases": [0, 10]}},
    "power": {
        "n": 12,
        "k": 3,
        "effects": None,
        "adjust": ["holm"],
        "power": {"effect": [0.02, 0.04], "draws": 200, "datasets": [5, 20]},
    },
}


def cited(written: Document) -> set[str]:
    """Keys of the sources that the text cites."""
    return {piece.source for text in marked(written) for piece in pieces(text) if piece.kind == "citation"}


def test_what_is_said_of_studies(make_analysis: Make, golden: Callable[[Path, str], None]) -> None:
    """Of each study, the sentences that none before it has."""
    known, told = set[str](), list[str]()
    for name, spec in STUDIES.items():
        written = document(make_analysis(**spec))
        assert_sound(written)
        assert cited(written) == {reference.key for reference in written.references}, name
        new = list(dict.fromkeys(text for text in sentences(written) if text not in known))
        known |= set(new)
        told += [f"== {name}", *new, ""]
    golden(Path(__file__).parent / "sentences.txt", "\n".join(told))


def test_several_metrics(make_analysis: Make) -> None:
    one, two = make_analysis(8, 3), make_analysis(8, 3, metric="F1 score", folds=(2, 5), seed=4)
    written = document(one, two)
    assert_sound(written)
    assert len(written.summary) == 2
    scores = next(section for section in written.sections if section.identifier == "scores")
    assert [section.identifier for section in scores.sections] == ["scores-accuracy", "scores-f1-score"]
    assert scores.reminders == "keep-in-mind-scores"
    told = [plain(text) for section in sections(written) for text in (*section.paragraphs, *section.caveats)]
    assert len([text for text in told if "Scores on different data sets need not be on one scale" in text]) == 1
    assert {table.metric for section in sections(written) for table in section.tables} == {"accuracy", "F1 score"}


def test_every_table_and_figure_has_its_place(make_analysis: Make) -> None:
    analysis = make_analysis(8, 12, folds=(2, 5), costs=True, curves={"pairs": "all"})
    drawings = tuple(
        Drawing(f"accuracy-{kind}", "accuracy", kind, "", "", "", b"", b"") for kind in ("cd", "order", "curves")
    )
    written = document(analysis, drawings=drawings)
    placed = {table.name for section in sections(written) for table in section.tables}
    assert placed == {table.name for table in build_tables(analysis)}
    assert len([drawing for section in sections(written) for drawing in section.drawings]) == 3


def test_ways_lead_to_what_there_is(make_analysis: Make) -> None:
    written = document(make_analysis(test={"control": "alg 0"}))  # there are no groups to keep anything in mind of
    identifiers = {section.identifier for section in sections(written)}
    ways = [section.reminders for section in written.sections]
    assert {way for way in ways if way} <= identifiers
    assert any(ways)


def test_contents_list_no_title_twice(make_analysis: Make) -> None:
    listed = [section.title for section in sections(document(make_analysis(folds=(5, 2)))) if section.in_contents]
    assert "Limitations" in listed
    assert len(listed) == len(set(listed))


@pytest.mark.parametrize("spec", [{}, {"folds": (5, 2), "curves": {"pairs": "all"}, "bayes": {"rope": 0}}])
def test_what_a_paper_is_told_has_every_caveat(make_analysis: Make, spec: dict[str, Any]) -> None:
    analysis = make_analysis(3, **spec)
    caveats = [caveat for topic in FINDINGS.values() for caveat in topic.caveats(analysis)]
    assert caveats
    told = plain(join(document(analysis).account))
    assert all(plain(caveat) in told for caveat in caveats)


def test_sentences_of_several_metrics_keep_the_order_of_the_first() -> None:
    told = merged({"accuracy": ["One.", "Two.", "Three."], "recall": ["Three.", "Four.", "One."]})
    assert told == ("One.", "For accuracy: Two.", "Three.", "For recall: Four.")


def test_long_lists_are_counted() -> None:
    assert listed([str(i) for i in range(9)]) == "0, 1, 2, 3, 4, 5, 6, 7 and 8"
    assert listed([str(i) for i in range(10)]) == "0, 1, 2, 3, 4, 5, 6, 7 and 2 others"


def test_hostile_names(make_analysis: Make) -> None:
    names = (r"\input{x}", "50% $x$ & #1", "<img src=x>", "x" * 300)
    written = document(make_analysis(names=names, datasets=names, metric="a_b%", folds=(2, 5)))
    assert r"\input{x}" in whole(written)  # as written: each format escapes it
    assert all(re.fullmatch("[a-z0-9-]+", section.identifier) for section in sections(written))
