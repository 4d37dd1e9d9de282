"""Who leads, and which differences are significant, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rankpress.analysis import Analysis
from rankpress.core.scores import MetricScores, MetricVotes
from rankpress.topics.comparisons.omnibus import any_rejects
from rankpress.topics.comparisons.pairwise_test import limit_of_significance
from rankpress.topics.phrases import (
    Separation,
    deciding_test,
    is_exploratory,
    level_of,
    listed,
    names_by_rank,
    once,
    p_in_words,
    separation,
)
from rankpress.topics.within.benchmark import benchmark_differences, benchmark_leader
from rankpress.topics.within.examples import verdicts_within
from rankpress.wording.numbers import all_in_words, counted_in_words, fixed, in_words, ordinal, rank_text
from rankpress.wording.text import Prose, capitalized, join, joined, say

NO_TESTS = "There were no tests over the data sets."


def disagreement(analyses: Sequence[Analysis]) -> Iterator[Prose]:
    """Say which metrics have another leader, and how many pairs differ significantly in opposite directions."""
    ranked = [
        analysis
        for analysis in analyses
        if analysis.scores.n_datasets > 1 and analysis.algorithms == analyses[0].algorithms
    ]
    if len(ranked) < 2:
        return
    if not set.intersection(*({*analysis.best} for analysis in ranked)):
        yield say("The metrics disagree on the leader: {}.", join(_leads(ranked), "; "))
    opposite = [] if is_exploratory(analyses) else _opposite(ranked)
    if opposite:
        n_pairs = len(ranked[0].names) * (len(ranked[0].names) - 1) // 2
        names = [say("{} and {}", *(ranked[0].algorithms[i] for i in pair)) for pair in opposite[:_MOST_NAMED]]
        if len(opposite) > len(names):
            names.append(f"{in_words(len(opposite) - len(names))} others")
        verb = "differs" if len(opposite) == 1 else "differ"
        form = "{} of {} {} significantly in opposite directions ({})."
        number = capitalized(in_words(len(opposite)))
        yield say(form, number, counted_in_words(n_pairs, "pair"), verb, join(names, "; "))


def _leads(ranked: Sequence[Analysis]) -> Iterator[Prose]:
    """Yield who leads in each metric, a single leader with its places in the others."""
    for analysis in ranked:
        best, others = analysis.best, [other for other in ranked if other is not analysis]
        who = listed([analysis.algorithms[i] for i in best])
        lead = say("{} {} in {}", who, "leads" if len(best) == 1 else "lead", analysis.metric)
        places = [say("{} in {}", _place(other, best[0]), other.metric) for other in others]
        yield say("{} ({})", lead, joined(places)) if len(best) == 1 else lead


def _place(analysis: Analysis, algorithm: int) -> str:
    """Return the place of an algorithm by what decides who leads, the same for those that tie."""
    standing = analysis.standing
    place = 1 + int((standing < standing[algorithm]).sum())
    tied = "tied " if int((standing == standing[algorithm]).sum()) > 1 else ""
    return f"{tied}{ordinal(place)}"


def _opposite(ranked: Sequence[Analysis]) -> list[tuple[int, int]]:
    """Return the pairs of which one is significantly better in a metric and the other in another."""
    results = [verdicts for verdicts in map(separation, ranked) if verdicts is not None]
    better = {pair for verdicts in results for pair in verdicts.separated}
    return sorted((a, b) for a, b in better if a < b and (b, a) in better)


def headline(analysis: Analysis, earlier: set[Prose]) -> Iterator[Prose]:
    """Say who leads and which differences are significant, for the summary."""
    if analysis.is_benchmark:
        yield from benchmark_leader(analysis)
        yield from benchmark_differences(analysis)
        yield from once([analysis.tested.left_out["over"]], earlier) if analysis.scores.n_datasets > 1 else ()
    elif is_exploratory([analysis]):
        yield capitalized(say("{}.", _led(analysis, followed=True)))
        yield from limit_of_significance(analysis)
    else:
        yield capitalized(say("{}.", _led(analysis)))
        verdicts = separation(analysis)
        if verdicts is not None:
            leader = "It" if len(analysis.best) == 1 else ""
            yield separated_in_words(analysis, verdicts, leader, earlier=earlier)
            yield from limit_of_significance(analysis)
            yield from reservations(analysis, verdicts)
        elif analysis.tested.over is not None:
            yield from once(["No adjustment for the number of comparisons could be made."], earlier)
        elif analysis.scores.n_datasets == 1 and analysis.tested.within:
            yield from verdicts_within(analysis)
        else:
            yield from once([analysis.tested.left_out.get("over", NO_TESTS)], earlier)


def leaders(analysis: Analysis, *, with_metric: bool = True) -> Prose:
    """Return who has the best average rank, in a whole sentence, which names the metric on request."""
    best, number = len(analysis.best), len(analysis.algorithms)
    return capitalized(say("{}.", _led(analysis, followed=best < number, with_metric=with_metric)))


def _led(analysis: Analysis, *, followed: bool = False, with_metric: bool = True) -> Prose:
    """Return who has the best average rank, and on request who follows, in a sentence without its end."""
    names, best, order = analysis.algorithms, analysis.best, analysis.best_first
    figures = _figures_of_lead(analysis)
    in_brackets = [f" ({figure})" if figure else "" for figure in figures]
    single = analysis.scores.n_datasets == 1  # there are no ranks to average
    first = in_brackets[best[0]]
    what: Prose = say("average rank in {}", analysis.metric) if with_metric else "average rank"
    superlative = "best"
    if isinstance(analysis.scores, MetricVotes):
        what = say("strength in {}", analysis.metric) if with_metric else "strength"
        superlative = "highest"
    elif single:
        what, superlative = analysis.metric, {"higher": "highest", "lower": "lowest"}[analysis.scores.better]
    if len(best) == len(names):
        who = "both algorithms" if len(names) == 2 else "all algorithms"
        return say("{} have the same {}{}", who, what, first)
    if len(best) > 1:
        return say("{} share the {} {}{}", listed([names[i] for i in best]), superlative, what, first)
    if len(names) == 2:
        both = f" ({figures[order[0]]} against {figures[order[1]]})" if first else ""
        comparative = {"best": "better", "highest": "higher", "lowest": "lower"}[superlative]
        return say("{} achieves the {} {}{}", names[best[0]], comparative, what, both)
    leading = say("{} achieves the {} {}{}", names[best[0]], superlative, what, first)
    if not followed:
        return leading
    average = analysis.ranking.average
    several = single or len(names) > 3 or average[order[1]] == average[order[2]]
    after = order[1 : 3 if several else 2]
    return say("{}, followed by {}", leading, joined(say("{}{}", names[i], in_brackets[i]) for i in after))


def _figures_of_lead(analysis: Analysis) -> list[str]:
    """Return what each algorithm leads or follows by: its average rank, or its score on the only data set."""
    if analysis.scores.n_datasets > 1:
        return [rank_text(rank) for rank in analysis.ranking.average.tolist()]
    if not isinstance(analysis.scores, MetricScores):
        return [""] * len(analysis.algorithms)
    means = analysis.scores.means
    scale, rounding = analysis.scores.scale, analysis.scores.scale.rounding(means)
    return [scale.score_phrase(rounding.text(mean)) for mean in means[0].tolist()]


def reservations(analysis: Analysis, verdicts: Separation) -> Iterator[str]:
    """Say what calls for caution where pairs differ significantly and all algorithms together do not."""
    if not any_rejects(analysis) and verdicts.separated:
        yield "Since no test of all algorithms together rejects, the significant pairwise differences call for caution."


def separated_in_words(
    analysis: Analysis,
    verdicts: Separation,
    leader: Prose = "",
    *,
    in_paper: bool = False,
    earlier: set[Prose] | None = None,
) -> Prose:
    """Return which differences from the leader or the control are significant; the leader may be called It."""
    # A paper has the critical difference and more names. What has been stated of an earlier metric, by which test and
    # that no significance is no evidence, is not repeated.
    earlier = set() if earlier is None else earlier
    difference = analysis.adjusted.critical_difference.get(verdicts.method) if in_paper else None
    most, level = _MOST_IN_PAPER if in_paper else _MOST_NAMED, level_of(analysis, verdicts.method)
    cd = "" if difference is None else f", critical difference {fixed(difference.cd, 2)}"
    test = say(" ({}{}, {}{})", deciding_test(analysis, verdicts.method), _p_of_two(analysis), level, cd)
    by = join(once([test], earlier))
    best, control = analysis.best, analysis.tested.control
    if verdicts.number == 1 and verdicts.together:
        return say("The difference between the two is not significant{}{}.", by, _no_evidence("the two are", earlier))
    if verdicts.number == 1:
        return _of_two(analysis, verdicts, leader, by)
    if not verdicts.separated:
        pair: Prose = "pairwise difference"
        pair = say("difference from {}, the control,", analysis.algorithms[control]) if control is not None else pair
        return say("No {} is significant{}{}.", pair, by, _no_evidence("the algorithms are", earlier))
    loses = any(worse in best for _, worse in verdicts.separated)  # as a test of scores may find
    if control is None and not verdicts.together and not (loses and len(best) == 1):
        among = join(_among_equals(analysis, verdicts), ", and ")
        rest = say("; {}, although they share the best average rank", among) if among else ""
        return say("{} are significant{}{}.", all_in_words(verdicts.number, "pairwise difference"), by, rest)
    if control is None and len(best) > 1 and verdicts.number > 1:
        form = "Of the {} pairwise differences, {} {} significant{}{}."
        number = len(verdicts.separated)
        verb, rest = "is" if number == 1 else "are", "other is" if len(verdicts.together) == 1 else "others are"
        who = "they are" if len(verdicts.together) > 1 else "the two are"
        equal = _no_evidence(who, earlier) if verdicts.together else ""
        others = f"; the {rest} not{equal}" if equal else ""
        return say(form, in_words(verdicts.number), in_words(number), verb, by, others)
    subject = best[0] if control is None else control
    name: Prose = analysis.algorithms[subject]
    if control is not None:
        name = say("{}, the control,", name)
    leads = len(best) == 1 and subject == best[0]
    return _of_one(analysis, verdicts, subject, (leader if leads else "") or name, by, most, earlier)


def _of_two(analysis: Analysis, verdicts: Separation, leader: Prose, by: Prose) -> Prose:
    """Say which of two algorithms is significantly better, and where that is not the one that leads by rank."""
    [(better, worse)] = verdicts.separated
    names, best = analysis.algorithms, analysis.best
    form = "{} is significantly better than {}{}{}."
    if len(best) > 1:
        return say(form, names[better], names[worse], by, ", although their average ranks are equal")
    if better != best[0]:
        return say(form, names[better], names[worse], by, ", although its average rank is worse")
    return say(form, leader or names[better], names[worse], by, "")


def _among_equals(analysis: Analysis, verdicts: Separation) -> Iterator[Prose]:
    """Yield who is significantly better among those that share the best average rank."""
    names, best = analysis.algorithms, analysis.best
    for a, b in verdicts.separated:
        if a in best and b in best:
            yield say("{} is significantly better than {}", names[a], names[b])


def comparisons_in_short(analysis: Analysis) -> Iterator[Prose]:
    """Say in a line how many of all pairs differ significantly, unless the headline does."""
    verdicts = separation(analysis)
    if verdicts is None or analysis.is_benchmark or is_exploratory([analysis]):
        return
    is_of_leader = analysis.tested.control is None and len(analysis.best) == 1
    if is_of_leader and verdicts.together and verdicts.separated:
        verb = "is" if len(verdicts.separated) == 1 else "are"
        form = "Of the {} pairwise differences, {} {} significant."
        yield form.format(in_words(verdicts.number), in_words(len(verdicts.separated)), verb)


def _p_of_two(analysis: Analysis) -> Prose:
    """Return the p-value of two algorithms, which is the only one; empty of several."""
    over = analysis.tested.over
    if over is None or not analysis.ranking.is_of_two:
        return ""
    adjusted, deciding = analysis.adjusted, analysis.adjusted.deciding or ""
    p = adjusted.p[deciding] if deciding in adjusted.across else over.p
    return say(", {}", p_in_words(analysis, float(p[0]), deciding))


_NO_EVIDENCE = "which is not evidence that"


def _no_evidence(who: str, earlier: set[Prose]) -> str:
    """Return the clause on differences that are not significant, unless it has been stated."""
    return f", {_NO_EVIDENCE} {who} equal" if [*once([_NO_EVIDENCE], earlier)] else ""


def _of_one(
    analysis: Analysis, verdicts: Separation, subject: int, name: Prose, by: Prose, most: int, earlier: set[Prose]
) -> Prose:
    """Compare the leader, or the control, with all others."""
    worse = names_by_rank(analysis, [b for a, b in verdicts.separated if a == subject])
    better = names_by_rank(analysis, [a for a, b in verdicts.separated if b == subject])
    near = names_by_rank(analysis, verdicts.together_with(subject))
    others = len(worse) + len(better) + len(near)
    parts = [say("significantly better than {}", _share(worse, others, most))] if worse else []
    parts += [say("significantly worse than {}", _share(better, others, most))] if better else []
    from_ = say("its {} from {}", "difference" if len(near) == 1 else "differences", listed(near)) if near else ""
    if not parts:
        form = "{} differs significantly from no other algorithm{}{}."
        return say(form, name, by, _no_evidence("they are", earlier))
    verb, who = ("is", "the two are") if len(near) == 1 else ("are", "they are")
    rest = say("; {} {} not significant{}", from_, verb, _no_evidence(who, earlier)) if near else ""
    return say("{} is {}{}{}.", name, joined(parts), by, rest)


def _share(names: Sequence[Prose], others: int, most: int) -> Prose:
    """Name the algorithms, or count them where they are many."""
    of_others = counted_in_words(others, "other algorithm")
    if len(names) == others:
        return names[0] if others == 1 else "both other algorithms" if others == 2 else f"all {of_others}"
    if len(names) <= most:
        return joined(names)
    return f"{in_words(len(names))} of the {of_others}"


_MOST_NAMED, _MOST_IN_PAPER = 3, 8
