"""The summary of a report, and what many tests come to by chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rankpress.analysis import Analysis
from rankpress.catalog.methods import ADJUSTMENTS, PAIRWISE
from rankpress.core.bibliography import cite
from rankpress.core.faults import counted
from rankpress.core.numbers import (
    expected_text,
    fixed,
    grouped_number,
    in_words,
    level_text,
    rank_text,
    small_level_text,
)
from rankpress.core.text import Prose, capitalized, join, joined, mathematics, say
from rankpress.stages.test import Attempts
from rankpress.topics.examples import benchmark_leader
from rankpress.topics.phrases import (
    Read,
    Separation,
    any_rejects,
    at_level,
    by_rank,
    listed,
    procedure,
    read_omnibus,
    separation,
)
from rankpress.topics.ranks import nothing_could_be_found, unattainable
from rankpress.topics.sensitivity import leader_stability


def summary(analyses: Sequence[Analysis]) -> tuple[Prose, ...]:
    """Sum up a study in a few sentences for each metric; the sections have the evidence, and repeat none of them."""
    return tuple(join(_headline(analysis)) for analysis in analyses)


def _headline(analysis: Analysis) -> Iterator[Prose]:
    if analysis.is_one_benchmark:
        yield from benchmark_leader(analysis)
        return
    over, result, open_ = analysis.tested.over, separation(analysis), len(analysis.scores.missing.left_open)
    yield from list(unattainable(analysis))[:1] if nothing_could_be_found(analysis) else ()
    yield say("By {}, {}.", analysis.metric, _led(analysis))
    if over is None:
        yield analysis.tested.left_out.get("over", "There were no tests over the data sets.")
    elif result is None:
        yield "No adjustment for the number of comparisons could be made."
    else:
        yield separated_in_words(analysis, result, "It")
    if result is not None:
        yield from reservations(analysis, result)
    if open_:
        cells = counted(analysis.scores.n_datasets * len(analysis.algorithms), "result")
        yield f"Of {cells}, {open_} {'is' if open_ == 1 else 'are'} missing."
    yield from cheapest_of_equals(analysis)
    yield from leader_stability(analysis)


def cheapest_of_equals(analysis: Analysis) -> Iterator[Prose]:
    """Say which algorithm comes first in the cost-aware order, where the study asks for one, and who is better."""
    ordered, result = analysis.ordered, separation(analysis)
    if not ordered.ranking or not ordered.cost:
        return
    first = ordered.ranking[0].algorithm
    name = analysis.algorithms[first]
    better = by_rank(analysis, [a for a, b in result.separated if b == first]) if result is not None else []
    although: Prose = ""
    if better:
        verb = "is" if len(better) == 1 else "are"
        although = say(", although {} {} significantly better in {}", listed(better, 3), verb, analysis.metric)
    equal: Prose = say("that do not differ significantly in {}", analysis.metric)
    if ordered.per_dataset and ordered.omnibus is not None:
        equal = "whose places on the data sets do not differ significantly"
    yield say("When algorithms {} are ordered by {}, {} comes first{}.", equal, ordered.cost, name, although)


def leaders(analysis: Analysis, metric: Prose = "") -> Prose:
    """Return who has the best average rank, in a whole sentence, which names the metric that it is given."""
    best, number = len(analysis.ranking.best), len(analysis.algorithms)
    led = _led(analysis, followed=best < number)
    if best < number:
        led = say("the {} {}", "algorithm" if best == 1 else "algorithms", led)
    return say("{}.", say("By {}, {}", metric, led) if metric else capitalized(led))


def _led(analysis: Analysis, *, followed: bool = False) -> Prose:
    """Return who has the best average rank, and on request who follows, in a sentence without its end."""
    names, average, best = analysis.algorithms, analysis.ranking.average, analysis.ranking.best
    rank = rank_text(average[best[0]])
    if len(best) == len(names):
        return f"all algorithms have the same average rank ({rank})"
    if len(best) > 1:
        return say("{} share the best average rank ({})", listed([names[i] for i in best]), rank)
    second = analysis.ranking.best_first[1]
    other = rank_text(average[second])
    if len(names) == 2:
        return say("{} achieves the better average rank ({} against {})", names[best[0]], rank, other)
    text = say("{} achieves the best average rank ({})", names[best[0]], rank)
    if not followed:
        return text
    next_best = [say("{} ({})", names[i], rank_text(average[i])) for i in analysis.ranking.best_first[1:3]]
    return say("{}, followed by {}", text, joined(next_best if len(names) > 3 else next_best[:1]))


def omnibus_in_words(analysis: Analysis) -> Iterator[Prose]:
    """Say whether the algorithms differ at all, and by which tests."""
    read = read_omnibus(analysis)
    for_, against = ([item for item in read if item.rejects is verdict] for verdict in (True, False))
    metric, among = capitalized(analysis.metric), "between" if len(analysis.algorithms) == 2 else "among"
    if for_:
        rest = say(", but not according to every test ({})", _evidence(against)) if against else ""
        yield say("{} differs significantly {} the algorithms ({}){}.", metric, among, _evidence(for_), rest)
    elif against:
        yield say("{} does not differ significantly {} the algorithms ({}).", metric, among, _evidence(against))


def _evidence(read: Sequence[Read]) -> Prose:
    return join((say("{}, {}", item.title, item.figures) for item in read), "; ")


def reservations(analysis: Analysis, result: Separation) -> Iterator[str]:
    """Say what calls for caution where pairs differ significantly and all algorithms together do not."""
    if not any_rejects(analysis) and result.separated:
        yield "Since no test of all algorithms together rejects, the significant pairwise differences call for caution."


def separated_in_words(analysis: Analysis, result: Separation, leader: Prose = "", *, in_paper: bool = False) -> Prose:
    """Return which differences from the leader or the control are significant; the leader may be called It.

    A paper has the critical difference and more names.
    """
    difference = analysis.adjusted.critical_difference.get(result.method) if in_paper else None
    named = _MOST_IN_PAPER if in_paper else _MOST_NAMED
    cd = "" if difference is None else f", critical difference {fixed(difference.cd, 2)}"
    by = say("({}, {}{})", _decided_by(analysis, result), level_of(analysis, result.method), cd)
    best, control = analysis.ranking.best, analysis.tested.control
    if result.number == 1 and result.together:
        return say("The difference between the two is not significant {}{}.", by, _no_evidence(result))
    if not result.separated:
        pair: Prose = "pairwise difference"
        pair = say("difference from the control {}", analysis.algorithms[control]) if control is not None else pair
        return say("No {} is significant {}{}.", pair, by, ", which is not evidence that the algorithms are equal")
    loses = any(worse == best[0] for _, worse in result.separated)  # as a test of scores may find
    if control is None and not result.together and result.number > 1 and not loses:
        return say("All {} pairwise differences are significant {}.", in_words(result.number), by)
    if control is None and len(best) > 1 and result.number > 1:
        form = "Of the {} pairwise differences, {} {} significant {}; the {} not{}."
        number = len(result.separated)
        verb, rest = "is" if number == 1 else "are", "other is" if len(result.together) == 1 else "others are"
        return say(form, in_words(result.number), in_words(number), verb, by, rest, _no_evidence(result))
    if control is None:
        return _of_one(
            analysis, result, best[0], leader or say("The algorithm {}", analysis.algorithms[best[0]]), by, named
        )
    return _of_one(analysis, result, control, say("The control {}", analysis.algorithms[control]), by, named)


def comparisons_in_short(analysis: Analysis) -> Iterator[Prose]:
    """Say in a line how many differences are significant, and by which test."""
    result = separation(analysis)
    if result is None or analysis.is_one_benchmark:
        return
    number = len(result.separated)
    text = f"{number or 'None'} of {result.number:,} differences {'is' if number < 2 else 'are'} significant"
    if result.number == 1:
        text = f"The difference is {'' if number else 'not '}significant"
    yield say("{} ({}, {}).", text, _decided_by(analysis, result), level_of(analysis, result.method))


def _decided_by(analysis: Analysis, result: Separation) -> str:
    """Return the test that decides, with the adjustment of its p-values where that is not the test itself."""
    if ADJUSTMENTS[result.method].test or analysis.tested.over is None:
        return procedure(result.method).removeprefix("the ")
    title = PAIRWISE[analysis.tested.over.procedure].title
    return f"{title}, adjusted by {ADJUSTMENTS[result.method].title}" if result.number > 1 else title


def _no_evidence(result: Separation) -> str:
    """Return the clause that follows from differences that are not significant."""
    many = "they are" if len(result.together) != 1 else "the two are"
    return f", which is not evidence that {many} equal" if result.together else ""


def level_of(analysis: Analysis, method: str) -> Prose:
    """Return the level of an adjustment: α = 0.05."""
    level = level_text(analysis.adjusted.alpha)
    if ADJUSTMENTS[method].controls == "false discovery rate":
        return f"false discovery rate {level}"
    return mathematics(rf"\alpha = {level}", f"\N{GREEK SMALL LETTER ALPHA} = {level}")


def _of_one(analysis: Analysis, result: Separation, subject: int, name: Prose, by: Prose, most: int) -> Prose:
    """Compare the leader, or the control, with all others."""
    worse = by_rank(analysis, [b for a, b in result.separated if a == subject])
    better = by_rank(analysis, [a for a, b in result.separated if b == subject])
    near = by_rank(analysis, result.together_with(subject))
    others = len(worse) + len(better) + len(near)
    parts = [say("significantly better than {}", _share(worse, others, most))] if worse else []
    parts += [say("significantly worse than {}", _share(better, others, most))] if better else []
    from_ = say("its {} from {}", "difference" if len(near) == 1 else "differences", listed(near)) if near else ""
    verb = "is" if len(near) == 1 else "are"
    equal = f"{verb} not significant, which is not evidence that {'the two' if len(near) == 1 else 'they'} are equal"
    if not parts:
        form = "{} differs significantly from no other algorithm {}, which is not evidence that they are equal."
        return say(form, name, by)
    rest = say("; {} {}", from_, equal) if near else ""
    return say("{} is {} {}{}.", name, joined(parts), by, rest)


def _share(names: Sequence[Prose], others: int, most: int) -> Prose:
    """Name the algorithms, or count them where they are many."""
    if len(names) == others:
        return names[0] if others == 1 else f"{'both' if others == 2 else f'all {in_words(others)}'} other algorithms"
    if len(names) <= most:
        return joined(names)
    return f"{in_words(len(names))} of the {in_words(others)} other algorithms"


_MOST_NAMED, _MOST_IN_PAPER = 3, 8
_NEARLY_ONE = 0.9995


def many_comparisons(analysis: Analysis) -> Iterator[Prose]:
    """Say what the comparisons over the data sets would come to by chance, unadjusted."""
    attempts = analysis.multiplicity.over
    if attempts is None or attempts.number < 2:
        return
    created = f"{grouped_number(attempts.tests)} comparisons"
    yield say(
        "If no algorithm differed from another and the {} were independent, {}. A level of {} for each would keep that"
        " probability at {} ({}).",
        _with_tuning(created, attempts),
        _by_chance(analysis, attempts),
        small_level_text(attempts.level_for_family),
        level_text(attempts.alpha),
        cite("salzberg1997"),
    )
    if attempts.tuning_runs:
        yield (
            "Each time that an algorithm was tuned and tried counts as one more comparison there. Adjusted p-values are"
            " adjusted for the comparisons in the table and not for tuning."
        )


def many_tests_within(analysis: Analysis) -> Iterator[Prose]:
    """Say what the tests within data sets would come to by chance, of which none is adjusted."""
    attempts = analysis.multiplicity.within
    if attempts is None or attempts.number < 2 or analysis.tested.within_means:
        return
    yield say(
        "These p-values are not adjusted. If no algorithm differed from another and the {} were independent, {} ({}).",
        _with_tuning(counted(attempts.tests, "test"), attempts),
        _by_chance(analysis, attempts),
        cite("salzberg1997"),
    )


def _with_tuning(tests: str, attempts: Attempts) -> str:
    return f"{tests} and {counted(attempts.tuning_runs, 'tuning run')}" if attempts.tuning_runs else tests


def _by_chance(analysis: Analysis, attempts: Attempts) -> str:
    chance, expected = attempts.chance_of_any_error, attempts.expected_errors
    text = "more than 0.999" if chance > _NEARLY_ONE else fixed(chance, 3)
    return (
        f"{expected_text(expected)} of them would be significant {at_level(analysis)} by chance on"
        f" average, and at least one with probability {text}"
    )
