"""Sentences of random studies: settings and shapes of data are drawn, and what is written is held against the analysis.

Whatever is drawn, sentences are whole, nothing is told twice, sources cited are listed, and what the summary and
results.tex say of leaders, tests and pairs is what the arrays say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rankpress.analysis import Analysis
from rankpress.catalog.methods import ADJUSTMENTS, EFFECTS, OMNIBUS, PAIRWISE
from rankpress.core.document import Document, Section
from rankpress.core.scores import Gap, Missing
from rankpress.core.text import join, pieces, plain
from rankpress.report.latex import latex_paragraphs
from rankpress.spec.methods import OF_INCOMPLETE_BLOCKS
from rankpress.topics.kinds import build_document
from rankpress.topics.methods_text import results_paragraphs
from rankpress.topics.paper import methods_for_paper, results_for_paper
from rankpress.topics.tables import build_tables

Make = Callable[..., Analysis]
BROKEN = re.compile(r"\b[Nn]an\b|\bNone\b|\binf\b|  | [,.;:)]|\( |\.\.|,,|p = 0\.000|[a-z]_[a-z]|'[a-z]+-[a-z]+'|\{\}")

KEYS = re.compile(
    r"rank-z|corrected-t\b|5x2cv-|kfold-|resampled-t\b|mcnemar|rm-anova|iman-|quesenberry-|bergmann-|block-t\b|relative-t\b"
    r"|correlated-t\b|hodges-|hedges-|worst-rank|incomplete-blocks|drop-|benjamini-|skillings-"
)  # names of the spec, which a sentence tells in words


def walk(several: tuple[Section, ...]) -> Iterator[Section]:
    for section in several:
        yield section
        yield from walk(section.sections)


def paragraphs(written: Document) -> list[str]:
    """All that the report and its account for papers say, tables aside."""
    told = [*written.summary, *written.account]
    return told + [text for section in walk(written.sections) for text in (*section.paragraphs, *section.caveats)]


def keys(texts: tuple[str, ...]) -> set[str]:
    return {piece.source for text in texts for piece in pieces(text) if piece.kind == "citation"}


def chosen(draw: st.DrawFn, names: list[str], most: int) -> list[str]:
    return draw(st.lists(st.sampled_from(names), min_size=1, max_size=most, unique=True))


@st.composite
def shapes(draw: st.DrawFn) -> dict[str, Any]:
    """How many there are, how far they agree, which folds, and what is missing."""
    n, k = draw(st.integers(1, 14)), draw(st.integers(2, 6))
    folds = draw(st.sampled_from([None, (5, 2), (1, 10), (2, 5)]))
    shape: dict[str, Any] = {"n": n, "k": k, "seed": draw(st.integers(0, 50)), "folds": folds}
    shape["better"] = draw(st.sampled_from(["higher", "lower"]))
    if folds is None:
        rng = np.random.default_rng(shape["seed"])
        agreement = draw(st.sampled_from([0.0, 0.2, 5.0]))  # none, some, and all data sets rank alike
        shape["means"] = (2 * rng.random((n, k)) + agreement * np.arange(k)).round(draw(st.integers(0, 4)))
        if draw(st.booleans()):
            shape["examples"], shape["means"] = draw(st.integers(20, 60)), None
        elif n > 3 and draw(st.booleans()):
            shape["means"][1, 0] = np.nan
            gap = Gap("data 1", "alg 0", 0, 1)
            policy = draw(st.sampled_from(["worst-rank", "incomplete-blocks"]))
            kept = {"worst-rank": "worst_ranked", "incomplete-blocks": "left_open"}[policy]
            shape["missing"] = Missing(policy, (gap,), **{kept: (gap,)})
    return shape


@st.composite
def specs(draw: st.DrawFn, shape: dict[str, Any]) -> dict[str, Any]:
    """Settings that go together and with the data, as `check` sees to."""
    missing = shape.get("missing")
    control = draw(st.sampled_from([None, "alg 1"]))
    omnibus, pairwise = list(OMNIBUS), list(PAIRWISE)
    if missing is not None:
        gaps = missing.policy == "incomplete-blocks"
        omnibus = ["skillings-mack"] if gaps else ["friedman", "iman-davenport"]
        pairwise = (
            ["skillings-mack", *sorted(name for name, test in PAIRWISE.items() if test.pair_alone)]
            if gaps
            else ["rank-z", "conover", "sign"]
        )
    else:
        omnibus, pairwise = ([name for name in one if name not in OF_INCOMPLETE_BLOCKS] for one in (omnibus, pairwise))
    test = {
        "control": control,
        "omnibus": chosen(draw, sorted(omnibus), 4),
        "pairwise": draw(st.sampled_from(pairwise)),
    }
    test["alpha"] = draw(st.sampled_from([0.05, 0.1, 0.001]))
    of_folds = ["none", "corrected-t", "resampled-t"]
    of_folds += ["5x2cv-f", "5x2cv-t"] if shape["folds"] == (5, 2) else []
    within = ["none", "mcnemar", "binomial", "mcnemar-chi2"] if shape.get("examples") else of_folds
    test["within"] = draw(st.sampled_from(within))
    with_control, over = control is not None, test["pairwise"]
    left = {name for name, one in ADJUSTMENTS.items() if one.fits(control=with_control, pairwise=over)}
    left -= {"bergmann-hommel"} if shape["k"] > 5 else set()
    spec: dict[str, Any] = {"test": test, "adjust": chosen(draw, sorted(left), 3)}
    spec["curves"] = draw(st.sampled_from([None, {"pairs": "all"}, {"baseline": "alg 1", "average": True}]))
    spec["effects"] = {"measures": chosen(draw, list(EFFECTS), 3)} if draw(st.booleans()) else None
    if missing is None:
        rope = draw(st.sampled_from([0, 0.01]))
        spec["bayes"] = draw(st.sampled_from([None, {"over": "sign", "within": "correlated-t", "rope": rope}]))
        spec["costs"] = draw(st.booleans())
    return spec


@st.composite
def studies(draw: st.DrawFn) -> list[dict[str, Any]]:
    """A metric or two, under the same settings."""
    first = draw(shapes())
    spec = draw(specs(first))
    several = [{**first, **spec}]
    if draw(st.booleans()):
        several.append({**first, **spec, "metric": "recall", "seed": first["seed"] + 1})
    return several


def assert_whole(text: str) -> None:
    told = plain(text)
    assert not BROKEN.search(told), told
    assert not KEYS.search(told), told
    assert re.search(r"\.$", told), told
    depth = 0
    for character in told:
        depth += {"(": 1, ")": -1}.get(character, 0)
        assert depth >= 0, told
    assert depth == 0, told
    assert not re.search(r"(?<!al)\. [a-oq-z]", told.replace("alg ", "")), (
        told
    )  # a sentence begins with a capital, or p


def assert_true(analysis: Analysis, told: str) -> None:
    """Hold what is said of leaders, omnibus tests and pairs against the arrays."""
    average = analysis.ranking.average
    leaders = [analysis.names[i] for i in np.flatnonzero(np.isclose(average, average.min(), rtol=0, atol=1e-9))]
    one = analysis.scores.n_datasets == 1
    assert not (one and "average rank" in told)
    if len(leaders) < len(analysis.names):
        names = " and ".join(leaders[-2:])
        value = r"score \(" if one else rf"average rank \({average.min():.2f}"
        assert re.search(rf"{names} (achieves|share) the (best|better) {value}", told)
    if analysis.tested.over is None:
        assert "separate" not in told
        return
    alpha, deciding = analysis.adjusted.alpha, analysis.adjusted.deciding
    decisive = [test.details.get("exact_p", test.p) for test in analysis.tested.omnibus.values()]
    known = [p for p in decisive if not np.isnan(p)]
    assert ("No omnibus test rejects" in told) == (bool(known) and min(known) > alpha)
    rejecting = sum(p <= alpha for p in known)
    assert ("differs significantly" in told.replace("differs significantly from", "")) == bool(rejecting)
    assert ("but not according to every test" in told) == (0 < rejecting < len(known))
    if deciding is None:
        return
    apart = int((analysis.adjusted.p[deciding] <= alpha).sum())
    number = len(analysis.tested.over.p)
    if number > 1:
        after = rf"; {apart or 'none'} (is|are) significant after adjustment by {ADJUSTMENTS[deciding].title}"
        assert re.search(after, told)
    else:
        assert ("The difference between the two is not significant" in told) == (not apart)
    if number > 1 and apart and known and min(known) > alpha:
        assert "significant pairwise differences call for caution" in told


@settings(deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(several=studies())
def test_any_study(make_analysis: Make, several: list[dict[str, Any]]) -> None:
    analyses = [make_analysis(**study) for study in several]
    tables = [table for analysis in analyses for table in build_tables(analysis)]
    written = build_document("Title", analyses, tables, ())
    for text in paragraphs(written):
        assert_whole(text)
    shown = [text for section in walk(written.sections) for text in section.caveats]
    shown += [text for section in walk(written.sections) if "keep" in section.identifier for text in section.paragraphs]
    assert len(analyses) > 1 or len(shown) == len(set(shown))
    listed = {source.key for source in written.references}
    assert keys((*written.methods, *written.account)) <= listed
    for text in (
        methods_for_paper(analyses, "we"),
        methods_for_paper(analyses, "passive"),
        *results_for_paper(analyses),
    ):
        assert_whole(text)
    for analysis in analyses:
        assert_true(analysis, plain(join(results_paragraphs([analysis]))))
        if analysis.tested.over is not None:
            used = {OMNIBUS[name].reference for name in analysis.tested.omnibus}
            used |= {ADJUSTMENTS[name].reference for name in analysis.adjusted.p}
            assert used | {PAIRWISE[analysis.tested.over.procedure].reference} <= keys(written.methods)
        assert any(analysis.scores.name in plain(text).lower() for text in written.summary)
    for told in (written.methods, written.account):
        latex = latex_paragraphs(told, title="T", stamp="s")
        assert latex.isascii()
        cited = {key for group in re.findall(r"\\cite[pt]\{([a-z0-9,]+)\}", latex) for key in group.split(",")}
        assert cited == keys(told)
        assert "(\\cite" not in latex
