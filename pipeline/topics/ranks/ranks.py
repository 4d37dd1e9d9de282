"""Topic ranks: average ranks with their intervals and groups, wins, ties and losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import accumulate, chain
from typing import Annotated

from pydantic import FiniteFloat
from typing_extensions import TypedDict

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import TableKind
from rankpress.core.plain_data import Json, by_name
from rankpress.core.scores import MetricVotes
from rankpress.stages.rank import Ranking
from rankpress.stats.groups import is_run
from rankpress.topics.columns import ABSENT
from rankpress.topics.facts import COUNT, NAMES, RANK, Fact, Subjects, interval
from rankpress.topics.phrases import (
    listed,
)
from rankpress.topics.ranks.intervals import rank_interval_results, rank_interval_sentences
from rankpress.topics.ranks.ranking import AverageRanksOptions, average_ranks_table
from rankpress.topics.result_types import Algorithm
from rankpress.topics.scores.results import matrix_result
from rankpress.topics.scores.rows import won_and_tied
from rankpress.topics.topic import Facts, ResultKey, Topic, register, silent
from rankpress.wording.numbers import (
    counted_in_words,
    in_words,
    part_in_words,
    tolerance_text,
)
from rankpress.wording.text import Prose, capitalized, join, joined, say


class RankIntervalsResult(TypedDict, total=False):
    """Between which ranks each algorithm lies."""

    method: Annotated[str, "`simultaneous`, `marginal` or `bootstrap`"]
    level: FiniteFloat
    intervals: Annotated[dict[Algorithm, list[int]], "the best and the worst rank"]


class TiesResult(TypedDict, total=False):
    """When scores on a data set are tied, and how many comparisons of two of them are."""

    rule: Annotated[str, "`average`, `min` or `max`: which of their ranks tied algorithms get"]
    tolerance: Annotated[
        float | None, "scores nearer than this are tied; null: those that agree but for rounding error"
    ]
    comparisons: Annotated[int, "of two scores on a data set"]
    tied: Annotated[int, "of them, ties"]
    near: Annotated[int, "of these, ties of unequal scores"]


_SHARED = {
    "min": "all receive the best of their ranks",
    "max": "all receive the worst of their ranks",
}


def ties_methods(analysis: Analysis) -> Iterator[str]:
    """Say when two scores are tied, where that is not by default, and how many unequal scores are."""
    ranking = analysis.ranking
    if ranking.ranks is None:
        return
    if ranking.tolerance is not None or ranking.ties != "average":
        near = _near_ties(ranking) if ranking.tolerance is not None else ""
        share = "" if ranking.ties == "average" else f"; tied algorithms {_SHARED[ranking.ties]}"  # else said of ranks
        yield f"{_rule_of_ties(ranking)} are tied{near}{share}."


def ranks_reminders(analysis: Analysis) -> Iterator[str]:
    """Say what counts as a tie by default."""
    if analysis.ranking.ranks is not None and analysis.ranking.tolerance is None:
        yield f"{_rule_of_ties(analysis.ranking)} are tied{_near_ties(analysis.ranking)}."


def _near_ties(ranking: Ranking) -> str:
    """Return how many comparisons of unequal scores are ties by the rule, in parentheses; empty of none."""
    if not ranking.near_ties:
        return ""
    return f" ({in_words(ranking.near_ties)} of {counted_in_words(ranking.compared, 'comparison')} of two scores)"


def _rule_of_ties(ranking: Ranking) -> str:
    if ranking.tolerance is None:
        return "Scores that differ by rounding error only (16 units in the last place)"
    if ranking.tolerance == 0:
        return "Equal scores"
    return f"Scores that differ by less than {tolerance_text(ranking.tolerance)}"


def ties_sentences(analysis: Analysis) -> Iterator[str]:
    """Say how many comparisons of two scores on a data set are ties."""
    ranking = analysis.ranking
    if ranking.ranks is not None and ranking.tied:
        verb = "is a tie" if ranking.tied == 1 else "are ties"
        compared = f"{counted_in_words(ranking.compared, 'comparison')} of two scores on a data set"
        yield f"Of the {compared}, {part_in_words(ranking.tied, ranking.compared)} {verb}."


def ties_results(analysis: Analysis) -> Json | None:
    """Return the rule, the tolerance and how many comparisons they concern; None where only ranks were given."""
    ranking = analysis.ranking
    if ranking.ranks is None:
        return None
    counts = {"comparisons": ranking.compared, "tied": ranking.tied, "near": ranking.near_ties}
    return {"rule": ranking.ties, "tolerance": ranking.tolerance, **counts}


_MOST_GROUPED, _MOST_LETTERS = 24, 400  # names in the groups that a sentence lists, and letters of these


_MOST_UNPLACED = 4  # algorithms in more than one group that a sentence names


def ranks_paragraphs(analysis: Analysis) -> list[Prose]:
    """Return the groups, the rank intervals and how many scores are tied; the summary says who leads."""
    sentences = [*grouped(analysis), *rank_interval_sentences(analysis)]
    sentences += [] if analysis.is_benchmark else ties_sentences(analysis)
    return [join(sentences)] if sentences else []


def grouped(analysis: Analysis) -> Iterator[Prose]:
    """Say within which groups no difference is significant; a group of all algorithms is no finding."""
    deciding = analysis.adjusted.deciding
    if deciding is not None and len(analysis.adjusted.groups.get(deciding, ())) > 1:
        yield _groups_named(analysis, deciding)
        yield from _in_several_groups(analysis, deciding)


def _in_several_groups(analysis: Analysis, method: str) -> Iterator[Prose]:
    """Say of which algorithms the data leave open to which group they belong."""
    memberships = Counter(chain.from_iterable(analysis.adjusted.groups[method]))
    several = [analysis.algorithms[i] for i in analysis.ranking.best_first if memberships[i] > 1]
    if not several:
        return
    which = joined(several) if len(several) <= _MOST_UNPLACED else counted_in_words(len(several), "algorithm")
    belongs = "belongs" if len(several) == 1 else "belong"
    yield say("{} {} to more than one group.", capitalized(which), belongs)


def _groups_named(analysis: Analysis, method: str) -> Prose:
    groups = analysis.adjusted.groups[method]
    lengths = [sum(len(analysis.names[i]) for i in group) for group in groups]
    sizes = zip(accumulate(map(len, groups)), accumulate(lengths), strict=True)
    room = sum(names <= _MOST_GROUPED and letters <= _MOST_LETTERS for names, letters in sizes)
    if not room:
        number = counted_in_words(len(groups), "group")
        return f"Column Groups of the ranking shows the {number} of algorithms that do not differ significantly."
    sentences = [listed([analysis.algorithms[i] for i in group]) for group in groups[:room]]
    more = len(groups) - len(sentences)
    number = f"{in_words(more)} further {'groups are' if more > 1 else 'group is'}"
    rest = f"; {number} in column Groups of the ranking" if more else ""
    return say("Groups of algorithms that do not differ significantly: {}{}.", join(sentences, "; "), rest)


def ranks_caveats(analysis: Analysis) -> list[Prose]:
    """Return what must be said next to these ranks and groups."""
    adjusted, caveats = analysis.adjusted, []
    groups = adjusted.groups.get(adjusted.deciding or "", ())
    if not all(is_run(group, analysis.ranking.average) for group in groups):
        caveats.append(
            "Groups need not be contiguous in average rank, because the test does not compare average ranks."
        )
    if analysis.scores.missing.worst_ranked:
        caveats.append("Missing results were ranked last on their data sets, which counts against the algorithm.")
    if analysis.ranking.has_gaps:
        caveats.append(
            "Some results are missing: an average rank covers only the data sets on which the algorithm has a result,"
            " and ignores which other algorithms have one there."
        )
    return [*caveats, *adjusted.notes]


_AVERAGE_RANK = "average rank"


def _led_by(analysis: Analysis) -> str:
    """Return what decides who leads, in words."""
    if isinstance(analysis.scores, MetricVotes):
        return "strength in votes"
    return "mean over the test examples" if analysis.is_benchmark else _AVERAGE_RANK


def facts_of_ranks(about: Subjects) -> Iterator[Fact]:
    """Who leads, who follows and who is last, by average rank with their ranks; then all ranks and wins."""
    analysis, names = about.analysis, about.analysis.algorithms
    standing, by = analysis.standing.tolist(), _led_by(analysis)
    places = sorted({*standing})
    for key, place, which in (("Best", 0, "best"), ("Second", 1, "second best"), ("Last", -1, "worst")):
        if place < len(places):
            there = [names[i] for i in analysis.best_first if standing[i] == places[place]]
            yield Fact(key, there, NAMES, f"algorithm of the {which} {by}")
            if by == _AVERAGE_RANK:
                yield Fact(f"{key}Rank", places[place], RANK, f"{which} {by}")
    if isinstance(analysis.scores, MetricVotes):  # which rank algorithms once, by their strengths
        return
    for name, rank in zip(names, analysis.ranking.average.tolist(), strict=True):
        yield Fact("Rank", rank, RANK, say("average rank of {}", name), about.algorithms[name])
    sure = about.analysis.rank_intervals
    if sure is not None:
        for index, name in enumerate(names):
            bounds = int(sure.low[index]), int(sure.high[index])
            what, word = say("the rank of {}", name), f"{sure.method} interval"
            yield from interval("Rank", bounds, COUNT, what, about.algorithms[name], level=sure.level, word=word)
    counts = won_and_tied(about.analysis)
    if counts is None:
        return
    won, tied = counts
    for index, name in enumerate(names):
        of = about.algorithms[name]
        yield Fact("Wins", int(won[index].sum()), COUNT, say("wins of {} over all others together", name), of)
        yield Fact("Ties", int(tied[index].sum()), COUNT, say("ties of {}", name), of)
        yield Fact("Losses", int(won[:, index].sum()), COUNT, say("losses of {}", name), of)


register(
    Topic(
        "ranks",
        "Ranks",
        paragraphs=ranks_paragraphs,
        caveats=ranks_caveats,
        reminders=lambda analysis: list(ranks_reminders(analysis)),
        after="scores",
        account=silent,
        facts=(Facts(facts_of_ranks),),
        results=(
            ResultKey("ranks", None, lambda analysis: matrix_result(analysis, analysis.ranking.ranks)),
            ResultKey("average_ranks", None, lambda analysis: by_name(analysis.names, analysis.ranking.average)),
            ResultKey("ranks_scaled", None, lambda analysis: analysis.ranking.has_gaps or ABSENT),
            ResultKey("ties", TiesResult | None, ties_results, "null if only average ranks were given"),
            ResultKey("rank_intervals", RankIntervalsResult | None, rank_interval_results),
        ),
        tables=(
            TableKind(
                "average-ranks",
                "the ranking: average rank, mean score, wins, comparison with the best or the control, groups",
                builder=average_ranks_table,
                options=AverageRanksOptions,
                opens=1,
            ),
        ),
    )
)
