"""The summary of a report, and what many tests come to by chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rankpress.analysis import Analysis
from rankpress.core.bibliography import cite
from rankpress.core.faults import counted
from rankpress.core.numbers import expected_text, fixed, level_text, rank_text, small_level_text
from rankpress.core.text import Prose, capitalized, join, joined, say
from rankpress.stages.test import Attempts
from rankpress.topics.phrases import (
    Separation,
    alike,
    any_rejects,
    at_level,
    at_level_of,
    by_rank,
    listed,
    procedure,
    read_omnibus,
    scope,
    separation,
    weaker,
)
from rankpress.topics.ranks import nothing_could_be_found, unattainable
from rankpress.topics.sensitivity import leader_stability


def summary(analyses: Sequence[Analysis]) -> tuple[Prose, ...]:
    """Sum up a study."""
    if len(analyses) == 1:
        [only] = analyses
        return (say("{} {}", compared_in_words(only), join(_of_metric(only, leaders(only)), " ")),)
    return (
        say("{} {}", _all_compared(analyses), _all_led(analyses)),
        *(
            join(
                _of_metric(
                    analysis, say("By {} ({} is better), {}", analysis.metric, analysis.scores.better, _led(analysis))
                )
            )
            for analysis in analyses
        ),
    )


def compared_in_words(analysis: Analysis) -> Prose:
    """Return what was compared by one metric, in a sentence."""
    scores, control = analysis.scores, analysis.tested.control
    with_control = "" if control is None else say(", {} with each of the others", analysis.algorithms[control])
    return say(
        "{} were compared by {} ({} is better) on {}{}.",
        counted(len(analysis.algorithms), "algorithm"),
        analysis.metric,
        scores.better,
        counted(scores.n_datasets, "data set"),
        with_control,
    )


def _all_compared(analyses: Sequence[Analysis]) -> Prose:
    scopes = [scope(analysis) for analysis in analyses]
    if len(set(scopes)) > 1:
        texts = [say("by {} {}", item.metric, what) for item, what in zip(analyses, scopes, strict=True)]
        return say("Compared were {}.", joined(texts))
    algorithms, _, datasets = scopes[0].partition(" on ")
    return say("{} were compared on {} by {}.", algorithms, datasets, joined(item.metric for item in analyses))


def _all_led(analyses: Sequence[Analysis]) -> Prose:
    """Who leads by which metric, and how many pairs are separated by each."""
    leading = dict[Prose, list[Prose]]()
    for analysis in analyses:
        leading.setdefault(listed([analysis.algorithms[i] for i in analysis.ranking.best]), []).append(analysis.metric)
    (first, by), *others = leading.items()
    texts = [say("The best average rank is that of {} by {}", first, joined(by))]
    texts += [say("of {} by {}", who, joined(metrics)) for who, metrics in others]
    matches = [(item, separated) for item in analyses if (separated := separation(item)) is not None]
    if not matches:
        return say("{}.", joined(texts))
    levels = {at_level_of(separated.method, item.adjusted.alpha) for item, separated in matches}
    counts = [
        say("{} of {} by {}", len(separated.separated) or "none", separated.number, item.metric)
        for item, separated in matches
    ]
    return say(
        "{}; pairs separated{}: {}.", joined(texts), f" {levels.pop()}" if len(levels) == 1 else "", joined(counts)
    )


def _of_metric(analysis: Analysis, led: Prose) -> Iterator[Prose]:
    scores, match = analysis.scores, separation(analysis)
    yield say("{}{}.", led, "" if match is None else say("; {}", _separated(analysis, match)))
    open_ = len(scores.missing.left_open)
    if open_:
        cells = counted(scores.n_datasets * len(analysis.algorithms), "result")
        yield f"Of {cells}, {open_} {'is' if open_ == 1 else 'are'} missing."
    if analysis.tested.over is None:
        yield analysis.tested.left_out.get("over", "There were no tests over the data sets.")
    else:
        yield from _tested(analysis)
    if analysis.ordered.ranking:
        first = analysis.algorithms[analysis.ordered.ranking[0].algorithm]
        form = "The order by {} and {} begins with {}."
        yield say(form, analysis.metric, analysis.ordered.cost or "the stated prior", first)
    yield from leader_stability(analysis)


def leaders(analysis: Analysis) -> Prose:
    """Who has the best average rank, in a sentence without its end."""
    text = _led(analysis)
    return capitalized(text) if len(analysis.ranking.best) == len(analysis.algorithms) else text


def _led(analysis: Analysis) -> Prose:
    names, average, best = analysis.algorithms, analysis.ranking.average, analysis.ranking.best
    rank = rank_text(average[best[0]])
    if len(best) == len(names):
        return f"all have the same average rank, {rank}"
    if len(best) > 1:
        return say("{} share the best average rank, {}", listed([names[i] for i in best]), rank)
    second = analysis.ranking.best_first[1]
    follows = say("followed by {} with {}", names[second], rank_text(average[second]))
    return say("{} has the best average rank, {}, {}", names[best[0]], rank, follows)


def _tested(analysis: Analysis) -> Iterator[str]:
    rejecting = [read.title for read in read_omnibus(analysis) if read.rejects]
    sparing = [read.title for read in read_omnibus(analysis) if read.rejects is False]
    hypothesis = f"the hypothesis that all {alike(analysis)} {at_level(analysis)}"
    if rejecting:
        yield f"The {joined(rejecting)} {'rejects' if len(rejecting) == 1 else 'reject'} {hypothesis}."
    if sparing:
        yield f"The {joined(sparing)} {'does' if len(sparing) == 1 else 'do'} not reject {hypothesis}."
    yield from (read.contradiction for read in read_omnibus(analysis) if read.contradiction)
    result = separation(analysis)
    if result is None:
        yield "No adjustment for the number of comparisons could be made."
        return
    if nothing_could_be_found(analysis):
        yield from list(unattainable(analysis))[:1]
    yield from weaker(analysis, (result.method,))
    yield from reservations(analysis, result)


def reservations(analysis: Analysis, result: Separation) -> Iterator[str]:
    """Say what may not be concluded from the pairs that are separated and those that are not."""
    if result.together:
        yield "Algorithms that are not separated may still differ."
    if not any_rejects(analysis) and result.separated:
        yield "As no test of all at once rejects, the pairs that are separated call for caution."


def separated_in_words(analysis: Analysis, result: Separation) -> Prose:
    """Return what the deciding adjustment separates, and what of the leader or the control it does not."""
    return say("{}.", capitalized(_separated(analysis, result)))


def _separated(analysis: Analysis, result: Separation) -> Prose:
    control = analysis.tested.control
    subject, level = procedure(result.method), at_level_of(result.method, analysis.adjusted.alpha)
    if control is not None:
        return _with_control(analysis, result, subject, control)
    if not result.separated:
        return f"{subject} separates no pair of algorithms {level}"
    if not result.together:
        return f"{subject} separates every pair of algorithms {level}"
    text = f"{subject} separates {len(result.separated)} of {counted(result.number, 'pair')} {level}"
    best = analysis.ranking.best
    if len(best) > 1:
        return text
    near = by_rank(analysis, result.together_with(best[0]))
    leader = analysis.algorithms[best[0]]
    return (
        say("{}, but not {} from {}", text, leader, listed(near))
        if near
        else say("{}, and {} from all others", text, leader)
    )


def _with_control(analysis: Analysis, result: Separation, subject: str, control: int) -> Prose:
    name = analysis.algorithms[control]
    better = by_rank(analysis, [a for a, b in result.separated if b == control])
    worse = by_rank(analysis, [b for a, b in result.separated if a == control])
    parts = [say("finds {} better than {}", listed(better), name)] if better else []
    parts += [say("finds {} worse than {}", listed(worse), name)] if worse else []
    near = by_rank(analysis, result.together_with(control))
    if near:
        parts.append(
            say("does not separate {} from it", listed(near)) if parts else say("separates no algorithm from {}", name)
        )
    return say("{} {} {}", subject, joined(parts), at_level_of(result.method, analysis.adjusted.alpha))


_NEARLY_ONE = 0.9995


def many_comparisons(analysis: Analysis) -> Iterator[Prose]:
    """Say what the comparisons over the data sets would come to by chance, unadjusted."""
    attempts = analysis.multiplicity.over
    if attempts is None or attempts.number < 2:
        return
    created = counted(attempts.tests, "comparison")
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
    if attempts is None or attempts.number < 2:
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
