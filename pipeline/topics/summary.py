"""The summary of a report, and what many tests come to by chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rankpress.analysis import Analysis
from rankpress.core.bibliography import cite
from rankpress.core.faults import counted, joined
from rankpress.core.numbers import expected_text, fixed, level_text, rank_text, small_level_text
from rankpress.stages.test import Attempts
from rankpress.topics.phrases import (
    Separation,
    alike,
    any_rejects,
    at_level,
    at_level_of,
    by_rank,
    capitalized,
    listed,
    procedure,
    read_omnibus,
    scope,
    separation,
    weaker,
)
from rankpress.topics.ranks import nothing_could_be_found, unattainable
from rankpress.topics.sensitivity import leader_stability


def summary(analyses: Sequence[Analysis]) -> tuple[str, ...]:
    """Sum up a study."""
    if len(analyses) == 1:
        [only] = analyses
        return (f"{compared_in_words(only)} {' '.join(_of_metric(only, leaders(only)))}",)
    return (
        f"{_all_compared(analyses)} {_all_led(analyses)}",
        *(
            " ".join(
                _of_metric(
                    analysis, f"By {analysis.scores.name} ({analysis.scores.better} is better), {_led(analysis)}"
                )
            )
            for analysis in analyses
        ),
    )


def compared_in_words(analysis: Analysis) -> str:
    """Return what was compared by one metric, in a sentence."""
    scores, control = analysis.scores, analysis.tested.control
    with_control = "" if control is None else f", {analysis.names[control]} with each of the others"
    return (
        f"{counted(len(analysis.names), 'algorithm')} were compared by {scores.name} ({scores.better} is better) on"
        f" {counted(scores.n_datasets, 'data set')}{with_control}."
    )


def _all_compared(analyses: Sequence[Analysis]) -> str:
    scopes = [scope(analysis) for analysis in analyses]
    if len(set(scopes)) > 1:
        texts = [f"by {item.scores.name} {what}" for item, what in zip(analyses, scopes, strict=True)]
        return f"Compared were {joined(texts)}."
    algorithms, _, datasets = scopes[0].partition(" on ")
    return f"{algorithms} were compared on {datasets} by {joined(item.scores.name for item in analyses)}."


def _all_led(analyses: Sequence[Analysis]) -> str:
    """Who leads by which metric, and how many pairs are separated by each."""
    leading = dict[str, list[str]]()
    for analysis in analyses:
        leading.setdefault(listed([analysis.names[i] for i in analysis.ranking.best]), []).append(analysis.scores.name)
    (first, by), *others = leading.items()
    texts = [f"The best average rank is that of {first} by {joined(by)}"]
    texts += [f"of {who} by {joined(metrics)}" for who, metrics in others]
    matches = [(item, separated) for item in analyses if (separated := separation(item)) is not None]
    if not matches:
        return f"{joined(texts)}."
    levels = {at_level_of(separated.method, item.adjusted.alpha) for item, separated in matches}
    counts = [
        f"{len(separated.separated) or 'none'} of {separated.number} by {item.scores.name}"
        for item, separated in matches
    ]
    return f"{joined(texts)}; pairs separated{f' {levels.pop()}' if len(levels) == 1 else ''}: {joined(counts)}."


def _of_metric(analysis: Analysis, led: str) -> Iterator[str]:
    scores, match = analysis.scores, separation(analysis)
    yield f"{led}{'' if match is None else f'; {_separated(analysis, match)}'}."
    open_ = len(scores.missing.left_open)
    if open_:
        cells = counted(scores.n_datasets * len(analysis.names), "result")
        yield f"Of {cells}, {open_} {'is' if open_ == 1 else 'are'} missing."
    if analysis.tested.over is None:
        yield analysis.tested.left_out.get("over", "There were no tests over the data sets.")
    else:
        yield from _tested(analysis)
    if analysis.ordered.ranking:
        first = analysis.names[analysis.ordered.ranking[0].algorithm]
        yield f"The order by {scores.name} and {analysis.ordered.cost or 'the stated prior'} begins with {first}."
    yield from leader_stability(analysis)


def leaders(analysis: Analysis) -> str:
    """Who has the best average rank, in a sentence without its end."""
    text = _led(analysis)
    return capitalized(text) if len(analysis.ranking.best) == len(analysis.names) else text


def _led(analysis: Analysis) -> str:
    names, average, best = analysis.names, analysis.ranking.average, analysis.ranking.best
    rank = rank_text(average[best[0]])
    if len(best) == len(names):
        return f"all have the same average rank, {rank}"
    if len(best) > 1:
        return f"{listed([names[i] for i in best])} share the best average rank, {rank}"
    second = analysis.ranking.best_first[1]
    follows = f"followed by {names[second]} with {rank_text(average[second])}"
    return f"{names[best[0]]} has the best average rank, {rank}, {follows}"


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


def separated_in_words(analysis: Analysis, result: Separation) -> str:
    """Return what the deciding adjustment separates, and what of the leader or the control it does not."""
    return f"{capitalized(_separated(analysis, result))}."


def _separated(analysis: Analysis, result: Separation) -> str:
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
    leader = analysis.names[best[0]]
    return f"{text}, but not {leader} from {listed(near)}" if near else f"{text}, and {leader} from all others"


def _with_control(analysis: Analysis, result: Separation, subject: str, control: int) -> str:
    name = analysis.names[control]
    better = by_rank(analysis, [a for a, b in result.separated if b == control])
    worse = by_rank(analysis, [b for a, b in result.separated if a == control])
    parts = [f"finds {listed(better)} better than {name}"] if better else []
    parts += [f"finds {listed(worse)} worse than {name}"] if worse else []
    near = by_rank(analysis, result.together_with(control))
    if near:
        parts.append(f"does not separate {listed(near)} from it" if parts else f"separates no algorithm from {name}")
    return f"{subject} {joined(parts)} {at_level_of(result.method, analysis.adjusted.alpha)}"


_NEARLY_ONE = 0.9995


def many_comparisons(analysis: Analysis) -> Iterator[str]:
    """Say what the comparisons over the data sets would come to by chance, unadjusted."""
    attempts = analysis.multiplicity.over
    if attempts is None or attempts.number < 2:
        return
    created = counted(attempts.tests, "comparison")
    yield (
        f"If no algorithm differed from another and the {_with_tuning(created, attempts)} were independent,"
        f" {_by_chance(analysis, attempts)}. A level of {small_level_text(attempts.level_for_family)} for each would"
        f" keep that probability at {level_text(attempts.alpha)} ({cite('salzberg1997')})."
    )
    if attempts.tuning_runs:
        yield (
            "Each time that an algorithm was tuned and tried counts as one more comparison there. Adjusted p-values are"
            " adjusted for the comparisons in the table and not for tuning."
        )


def many_tests_within(analysis: Analysis) -> Iterator[str]:
    """Say what the tests within data sets would come to by chance, of which none is adjusted."""
    attempts = analysis.multiplicity.within
    if attempts is None or attempts.number < 2:
        return
    yield (
        "These p-values are not adjusted. If no algorithm differed from another and the"
        f" {_with_tuning(counted(attempts.tests, 'test'), attempts)} were independent,"
        f" {_by_chance(analysis, attempts)} ({cite('salzberg1997')})."
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
