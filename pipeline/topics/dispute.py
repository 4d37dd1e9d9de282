"""Which test should compare pairs: what the one that is not chosen finds, and what average ranks hang on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rankpress.analysis import Analysis
from rankpress.catalog.methods import PAIRWISE
from rankpress.core.bibliography import cite
from rankpress.core.numbers import Json, grouped_number, in_words, p_phrase, p_text
from rankpress.core.text import Prose, join, joined, say
from rankpress.stages.conclude import Dispute
from rankpress.stages.test import OverDatasets
from rankpress.topics.phrases import test_with
from rankpress.topics.variants import sentence_called

_MOST_PAIRS = 4
_DISPUTED = (
    "Which test should compare pairs is disputed: average ranks ({}) depend on all algorithms of the study, and"
    " therefore tests that use the two algorithms alone are recommended instead ({})."
)


def other_tests(analysis: Analysis) -> Iterator[Prose]:
    """Say what the tests find that decide nothing: of two algorithms the p-values, of several where they part."""
    if len(analysis.algorithms) == 2 and analysis.tested.also:
        found = [_of_two(analysis, over) for over in analysis.tested.also]
        yield say("For comparison, {}.", joined(found))
    if analysis.dispute is not None:
        yield join(_disputed(analysis, analysis.dispute))


def _of_two(analysis: Analysis, over: OverDatasets) -> str:
    p = sentence_called(analysis, p_phrase(float(over.p[0]), analysis.adjusted.alpha))
    return f"the {PAIRWISE[over.procedure].title} gives {p}"


def _disputed(analysis: Analysis, dispute: Dispute) -> Iterator[Prose]:
    yield say(_DISPUTED, cite("demsar2006"), cite("benavoli2016"))
    yield _parting(analysis, dispute)
    if dispute.turned:
        yield _hanging(analysis, dispute)


def _parting(analysis: Analysis, dispute: Dispute) -> Prose:
    """Return on which pairs the two tests come to different verdicts."""
    own, other = _titles(analysis, dispute)
    number_of_pairs = grouped_number(len(dispute_pairs(analysis)))
    if not dispute.only_deciding and not dispute.only_other:
        return say("Here {} and {} lead to the same verdict on each of the {} pairs.", own, other, number_of_pairs)
    parts = [
        say("{} finds {} significant", name, _pairs(analysis, rows))
        for name, rows in ((own, dispute.only_deciding), (other, dispute.only_other))
        if rows
    ]
    changed = len(dispute.only_deciding) + len(dispute.only_other)
    form = "Here the choice changes the verdict on {} of {} pairs: only {}."
    return say(form, in_words(changed), number_of_pairs, join(parts, ", only "))


def _hanging(analysis: Analysis, dispute: Dispute) -> Prose:
    """Return of how many pairs the verdict by average ranks hangs on one other algorithm, with an example."""
    pool, row = dispute.pool, dispute.turned[0]
    if pool is None:
        raise ValueError("verdicts can only turn where ranks are known")
    a, b = (analysis.algorithms[i] for i in pool.pairs[row].tolist())
    rises = pool.p[row] <= analysis.adjusted.alpha
    p, without = (
        (pool.highest[row], pool.without_highest[row]) if rises else (pool.lowest[row], pool.without_lowest[row])
    )
    pairs = "pair" if len(dispute.turned) == 1 else "pairs"
    form = (
        "Without one of the other algorithms, the unadjusted verdict by average ranks changes for {} {} ({} and {}: {},"
        " without {} {}); that of a test of the two alone does not."
    )
    phrase = sentence_called(analysis, p_phrase(float(pool.p[row]), analysis.adjusted.alpha))
    left = p_text(float(p), analysis.adjusted.alpha)
    return say(form, in_words(len(dispute.turned)), pairs, a, b, phrase, analysis.algorithms[int(without)], left)


def dispute_pairs(analysis: Analysis) -> Sequence[Sequence[int]]:
    """Return the pairs that are compared."""
    over = analysis.tested.over
    return [] if over is None else over.pairs.tolist()


def _titles(analysis: Analysis, dispute: Dispute) -> tuple[str, str]:
    """Return the test that decides and the other one, each with its adjustment."""
    over, adjusted = analysis.tested.over, analysis.adjusted
    if over is None or adjusted.deciding is None:
        raise ValueError("there is a dispute only where pairs were compared")
    other = analysis.tested.also[dispute.other].procedure
    return test_with(over.procedure, adjusted.deciding), test_with(other, dispute.adjustment)


def _pairs(analysis: Analysis, rows: Sequence[int]) -> Prose:
    """Name the pairs, or count them where they are many."""
    if len(rows) > _MOST_PAIRS:
        return f"{in_words(len(rows))} of them"
    names, pairs = analysis.algorithms, dispute_pairs(analysis)
    return joined(say("{} and {}", *(names[i] for i in pairs[row])) for row in rows)


def also_results(analysis: Analysis, row: int) -> Json:
    """Return what the other tests find of one pair, by test."""
    return {
        over.procedure: {
            "statistic": over.statistic[row],
            "p": over.p[row],
            "favours": (None, *(analysis.names[i] for i in over.pairs[row].tolist()))[int(over.favours[row])],
            "adjusted": {method: p[row] for method, p in adjusted.p.items()},
        }
        for over, adjusted in zip(analysis.tested.also, analysis.adjusted.also, strict=True)
    }


def dispute_results(analysis: Analysis) -> Json | None:
    """Return where the test that decides and one of the other kind part."""
    dispute, names, pairs = analysis.dispute, analysis.names, dispute_pairs(analysis)
    if dispute is None:
        return None
    only_deciding, only_other, turned = (
        [[names[i] for i in pairs[row]] for row in rows]
        for rows in (dispute.only_deciding, dispute.only_other, dispute.turned)
    )
    return {
        "test": analysis.tested.also[dispute.other].procedure,
        "adjustment": dispute.adjustment,
        "only_deciding": only_deciding,
        "only_other": only_other,
        "depends_on_pool": turned if dispute.pool is not None else None,
    }
