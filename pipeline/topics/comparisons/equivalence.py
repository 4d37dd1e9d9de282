"""Topic equivalence: which algorithms differ by less than the margin that the study states."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.methods import ADJUSTMENTS, PAIRWISE
from rankpress.core.bibliography import cite
from rankpress.core.plain_data import Json
from rankpress.core.table import Cell
from rankpress.stages.equivalence import Equivalence
from rankpress.topics.columns import ABSENT
from rankpress.topics.facts import Fact, Subjects, p_unit, size_unit
from rankpress.topics.phrases import EQUALS, UNMARKED, alpha_of, is_exploratory, number, procedure, separation
from rankpress.topics.topic import OF_TESTS, Facts, Headline, Outcome, StatedVerdict, Topic, register, where
from rankpress.wording.forms import NumberForm
from rankpress.wording.numbers import (
    all_in_words,
    counted_in_words,
    in_words,
    level_text,
    none_in_words,
    p_phrase,
    p_text,
    part_in_words,
)
from rankpress.wording.text import Prose, capitalized, join, joined, mathematics, say

EQUIVALENCE = "p (equivalence)"
FIRST_NOT_INFERIOR, SECOND_NOT_INFERIOR = "p (first not inferior)", "p (second not inferior)"
COLUMNS = (EQUIVALENCE, FIRST_NOT_INFERIOR, SECOND_NOT_INFERIOR)
_MOST_PAIRS = 6
_NAMED = {"t": "two one-sided paired t tests", "wilcoxon": "two one-sided Wilcoxon signed-ranks tests"}
_ASSUMED = {"t": "normal", "wilcoxon": "symmetric"}


def _tested(analysis: Analysis) -> Equivalence | None:
    equivalence = analysis.equivalence
    return None if equivalence is None or equivalence.left_out else equivalence


def equivalence_columns(analysis: Analysis) -> dict[str, list[Cell]]:
    """Return the columns of adjusted p-values, a cell for each comparison; none without such tests."""
    equivalence = _tested(analysis)
    if equivalence is None:
        return {}
    values = (equivalence.adjusted, equivalence.adjusted_first, equivalence.adjusted_second)
    form = NumberForm("p", level=equivalence.alpha)
    return {
        title: [number(p, form, EQUALS if p <= equivalence.alpha else UNMARKED) for p in column.tolist()]
        for title, column in zip(COLUMNS, values, strict=True)
    }


def equivalence_note(analysis: Analysis) -> Prose:
    """Say what the equals sign means and by what equivalence was tested."""
    equivalence = _tested(analysis)
    if equivalence is None:
        return ""
    form = "An equals sign marks equivalence within {} ({} of at most {})."
    by = "p" if len(equivalence.pairs) == 1 else "p adjusted by Holm"
    return say(form, _within(analysis, equivalence), by, level_text(equivalence.alpha))


def _within(analysis: Analysis, equivalence: Equivalence) -> str:
    return f"±{analysis.scores.scale.size_phrase(equivalence.margin)}"


@where(lambda analysis: analysis.equivalence)
def equivalence_findings(analysis: Analysis, equivalence: Equivalence) -> Iterator[Prose]:
    """Report which pairs are equivalent, and who is non-inferior to the leader or the control."""
    if equivalence.left_out:
        yield equivalence.left_out
    elif is_exploratory([analysis]):
        yield _explored(analysis, equivalence)
    elif len(equivalence.pairs) == 1:
        yield _of_one_pair(analysis, equivalence)
    else:
        yield from _of_several(analysis, equivalence)
        yield from _not_inferior(analysis, equivalence)


def _explored(analysis: Analysis, equivalence: Equivalence) -> Prose:
    """Return the result of an exploratory study, before any adjustment."""
    within, tests = _within(analysis, equivalence), _NAMED[equivalence.test]
    if len(equivalence.p) == 1:
        form = "For equivalence within {}, {} give an exploratory {}."
        return say(form, within, tests, p_phrase(float(equivalence.p[0]), equivalence.alpha))
    low = int(np.count_nonzero(equivalence.p <= equivalence.alpha))
    form = "For equivalence within {}, {} of the {} {} an unadjusted exploratory p ≤ {} by {}."
    verb, pairs = "has" if low < 2 else "have", counted_in_words(len(equivalence.p), "pair")
    return say(form, within, part_in_words(low, len(equivalence.p)), pairs, verb, level_text(equivalence.alpha), tests)


def _of_one_pair(analysis: Analysis, equivalence: Equivalence) -> Prose:
    a, b = (analysis.algorithms[i] for i in equivalence.pairs[0].tolist())
    within, evidence = _within(analysis, equivalence), _p(float(equivalence.p[0]), equivalence.alpha)
    if equivalence.equivalent[0]:
        return say("{} and {} are equivalent within {} ({}, {}).", a, b, within, _NAMED[equivalence.test], evidence)
    not_shown = say("Equivalence within {} is not shown ({}, {})", within, _NAMED[equivalence.test], evidence)
    # the better ranked is of course not inferior
    if (p := float(equivalence.second[0])) <= equivalence.alpha:
        margin = analysis.scores.scale.size_phrase(equivalence.margin)
        return say(
            "{}, but {} is non-inferior to {} (margin {}, {}).", not_shown, b, a, margin, _p(p, equivalence.alpha)
        )
    return say("{}.", not_shown)


def _p(p: float, alpha: float) -> Prose:
    phrase = p_phrase(p, alpha)
    return mathematics(phrase, phrase)


def _of_several(analysis: Analysis, equivalence: Equivalence) -> Iterator[Prose]:
    pairs = [
        (a, b)
        for (a, b), equal in zip(equivalence.pairs.tolist(), equivalence.equivalent.tolist(), strict=True)
        if equal
    ]
    within, number = _within(analysis, equivalence), len(equivalence.pairs)
    by = say("({}, adjusted by {}, {})", _NAMED[equivalence.test], ADJUSTMENTS["holm"].title, alpha_of(analysis))
    if not pairs:
        yield say("{} is shown to be equivalent within {} {}.", none_in_words(number, "pair"), within, by)
        return
    which = f"{capitalized(in_words(len(pairs)))} of the {counted_in_words(number, 'pair')}"
    which = all_in_words(number, "pair") if len(pairs) == number else which
    verb = "is" if len(pairs) == 1 else "are"
    pairs_named: Prose = "" if len(pairs) == number else say(": {}", _pairs(analysis, pairs))
    yield say("{} {} equivalent within {} {}{}.", which, verb, within, by, pairs_named)
    verdicts = separation(analysis)
    apart = [] if verdicts is None else [pair for pair in pairs if {pair, pair[::-1]} & set(verdicts.separated)]
    if apart:
        form = "Of these, {} {} significantly, but by less than the margin."
        yield say(form, _pairs(analysis, apart), "differ" if len(apart) == 1 else "each differ")


def _pairs(analysis: Analysis, pairs: Sequence[tuple[int, int]]) -> Prose:
    """Name a few pairs, and count the rest."""
    names = [say("{} and {}", *(analysis.algorithms[i] for i in pair)) for pair in pairs[:_MOST_PAIRS]]
    more = [f"{len(pairs) - _MOST_PAIRS} more"] if len(pairs) > _MOST_PAIRS else []
    return join([*names, *more], "; ")


def _not_inferior(analysis: Analysis, equivalence: Equivalence) -> Iterator[Prose]:
    """Yield who is non-inferior to the leader or the control, and neither equivalent nor significantly better."""
    best, control = analysis.best, analysis.tested.control
    if control is None and len(best) > 1:
        return
    to = best[0] if control is None else control
    sides = zip(
        equivalence.pairs.tolist(),
        zip(equivalence.adjusted_first.tolist(), equivalence.adjusted_second.tolist(), strict=True),
        equivalence.equivalent.tolist(),
        strict=True,
    )
    verdicts = separation(analysis)
    better = set() if verdicts is None else {a for a, b in verdicts.separated if b == to}
    others = [
        both[1 - both.index(to)]
        for both, p, equal in sides
        if to in both and not equal and p[1 - both.index(to)] <= equivalence.alpha
    ]
    others = [i for i in analysis.best_first if i in others and i not in better]
    if others:
        verb, role = "is" if len(others) == 1 else "are", "leader" if control is None else "control"
        margin = analysis.scores.scale.size_phrase(equivalence.margin)
        form = "{} {} non-inferior to the {}, {} (margin {})."
        yield say(form, joined([analysis.algorithms[i] for i in others]), verb, role, analysis.algorithms[to], margin)


@where(_tested)
def equivalence_caveats(analysis: Analysis, equivalence: Equivalence) -> Iterator[Prose]:
    """Say where so few data sets cannot show equivalence, and where p is but a limit."""
    least = 0.5**analysis.scores.n_datasets
    if equivalence.test == "wilcoxon" and len(equivalence.pairs) * least > equivalence.alpha:
        after = (
            f", and {p_text(min(1.0, len(equivalence.pairs) * least), equivalence.alpha)} after adjustment"
            if len(equivalence.pairs) > 1
            else ""
        )
        form = "On so few data sets Wilcoxon's test cannot show equivalence: p is at least {}{}."
        yield say(form, p_text(least, equivalence.alpha), after)
    yield from (f"{capitalized(why)}." for why in sorted(set(equivalence.why) - {""}))


@where(_tested)
def equivalence_reminders(analysis: Analysis, equivalence: Equivalence) -> Iterator[Prose]:
    """Say what equivalence rests on."""
    form = (
        "Equivalence and non-inferiority are relative to the margin of {}, which has to be chosen before the scores are"
        " seen. The one-sided tests take the differences between two algorithms to be {}."
    )
    yield say(form, analysis.scores.scale.size_phrase(equivalence.margin), _ASSUMED[equivalence.test])


@where(_tested)
def equivalence_methods(analysis: Analysis, equivalence: Equivalence) -> Iterator[Prose]:
    """Say how equivalence was tested."""
    test = PAIRWISE[equivalence.test]
    tests = say("two one-sided {}s ({}; {})", test.title, cite("schuirmann1987"), cite(test.reference))
    within = _within(analysis, equivalence)
    if len(equivalence.pairs) == 1:
        yield say("Equivalence within {} was tested by {}.", within, tests)
        return
    sources = say("{}; {}", cite(ADJUSTMENTS["holm"].reference), cite("shaffer1986"))
    form = "Equivalence within {} was tested by {}, adjusted for the number of pairs by {} ({})."
    yield say(form, within, tests, procedure("holm"), sources)


def facts_of_equivalence(about: Subjects) -> Iterator[Fact]:
    """State the margin, and of each pair the adjusted p of equivalence and non-inferiority."""
    equivalence = _tested(about.analysis)
    if equivalence is None:
        return
    unit = size_unit(about.analysis.scores.scale)
    yield Fact("EquivalenceMargin", equivalence.margin, unit, "differences below this are equivalent")


def facts_of_equivalent_pairs(about: Subjects) -> Iterator[Fact]:
    """State the adjusted p of equivalence and non-inferiority of each pair."""
    equivalence = _tested(about.analysis)
    if equivalence is None:
        return
    sides = equivalence.adjusted_first.tolist(), equivalence.adjusted_second.tolist()
    adjusted, unit = equivalence.adjusted.tolist(), p_unit(equivalence.alpha)
    for row, (a, b, sign, of) in about.of_pairs(equivalence.pairs.tolist()):
        both, within = say("{} and {}", a, b), _within(about.analysis, equivalence)
        yield Fact("EquivalenceP", adjusted[row], unit, say("p of equivalence of {} within {}", both, within), of)
        first, second = (side[row] for side in sides[::sign])
        yield Fact("FirstNotInferiorP", first, unit, say("p of {} not being inferior to {}", a, b), of, is_minor=True)
        yield Fact("SecondNotInferiorP", second, unit, say("p of {} not being inferior to {}", b, a), of, is_minor=True)


def pair_equivalence(analysis: Analysis) -> Json:
    """Return the tests of each comparison, in the order of the comparisons, as columns; empty without such tests."""
    equivalence = _tested(analysis)
    if equivalence is None:
        return {}
    return {
        "margin": np.full(len(equivalence.pairs), equivalence.margin),
        "test": [equivalence.test] * len(equivalence.pairs),
        "p": equivalence.p,
        "adjusted": equivalence.adjusted,
        "statistics": (equivalence.statistics[:, 0], equivalence.statistics[:, 1]),
        "not_inferior": {
            "a": {"p": equivalence.first, "adjusted": equivalence.adjusted_first},
            "b": {"p": equivalence.second, "adjusted": equivalence.adjusted_second},
        },
        "why": [why or ABSENT for why in equivalence.why],
    }


def equivalence_verdicts(of_metric: Mapping[str, Any], level: float) -> Iterator[StatedVerdict]:
    """Yield which pairs are equivalent, and who is non-inferior to the leader or the control."""
    ranks = of_metric["average_ranks"]
    leaders = [name for name, rank in ranks.items() if rank == min(ranks.values())]
    to = of_metric.get("control") or (leaders[0] if len(leaders) == 1 else None)
    for pair in of_metric.get("comparisons", ()):
        a, b, tested = pair["a"], pair["b"], pair.get("equivalence")
        if not tested:
            continue
        first, second, side = (b, a, "b") if a == to else (a, b, "a")
        outcomes: dict[Outcome, float | None] = {"equal": tested["adjusted"]}
        decisive = next(iter(pair.get("adjusted", {}).values()), None)
        is_better = pair.get("favours") == first and decisive is not None and decisive <= level
        if second == to and not is_better:
            outcomes["not inferior"] = tested["not_inferior"][side]["adjusted"]
        shown = ((outcome, p) for outcome, p in outcomes.items() if p is not None and p <= level)
        yield StatedVerdict("equivalence", first, second, *next(shown, ("open", tested["adjusted"])))


register(
    Topic(
        "equivalence",
        "Equivalence",
        paragraphs=equivalence_findings,
        caveats=equivalence_caveats,
        reminders=equivalence_reminders,
        after="anytime",
        methods=(equivalence_methods,),
        brief_methods=equivalence_methods,
        brief_account=lambda analysis, earlier: [*equivalence_findings(analysis), *equivalence_caveats(analysis)],
        headline=Headline(lambda analysis, earlier: equivalence_findings(analysis), place=35),
        verdicts=equivalence_verdicts,
        facts=(
            Facts(facts_of_equivalence),
            Facts(facts_of_equivalent_pairs, "pairs", OF_TESTS, is_often_cited=True),
        ),
    )
)
