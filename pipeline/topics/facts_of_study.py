"""Facts of a study, its algorithms, its settings and its robustness analyses."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from rankpress.analysis import Analysis
from rankpress.catalog.methods import ADJUSTMENTS, OMNIBUS, PAIRWISE
from rankpress.core.faults import counted
from rankpress.core.numbers import (
    expected_text,
    level_text,
    percent_text,
    rounding_of,
    small_level_text,
)
from rankpress.core.scores import FloatArray
from rankpress.core.text import Prose, cost_named, plain, say
from rankpress.robustness.power import PairPower, Powered
from rankpress.stages.order import Ordered, Position
from rankpress.stages.test import Attempts
from rankpress.stats.replicability import Replicability
from rankpress.topics.facts import (
    COUNT,
    LEVEL,
    NAMES,
    PROBABILITY,
    RANK,
    STATISTIC,
    WORDS,
    Fact,
    P,
    Pair,
    Subjects,
    Unit,
    camel,
    decimals,
    distinct_words,
    interval,
    printed,
    subjects_of,
)
from rankpress.topics.omnibus import facts_of_omnibus
from rankpress.topics.pairwise_test import needed_wins
from rankpress.topics.power import by_procedure, own_power, power_bounds, rounding_of_smallest, sizes_text
from rankpress.topics.score_cells import won_and_tied


def facts_of_study(about: Subjects) -> Iterator[Fact]:
    """State the facts of a metric that are about no single pair and no single data set."""
    analysis = about.analysis
    scores, missing = analysis.scores, analysis.scores.missing
    yield Fact("Datasets", scores.n_datasets, COUNT, "number of data sets")
    yield Fact("Algorithms", len(scores.algorithms), COUNT, "number of algorithms")
    yield Fact("Alpha", analysis.adjusted.alpha, LEVEL, "level of significance")
    yield Fact("DroppedDatasets", len(missing.dropped_datasets), COUNT, "data sets omitted for missing results")
    yield Fact("DroppedAlgorithms", len(missing.dropped_algorithms), COUNT, "algorithms omitted for missing results")
    yield Fact("Gaps", len(missing.gaps), COUNT, "results that are missing, of all that the files name")
    yield from _attempts(analysis)
    yield from _ranks(about)
    for name, test in analysis.tested.omnibus.items():
        yield from facts_of_omnibus(camel(name), test, OMNIBUS[name].title)
    for name, result in analysis.adjusted.critical_difference.items():
        title = ADJUSTMENTS[name].title
        yield Fact(f"CD/{name}", result.cd, decimals(2), f"critical difference of average ranks, {title}")
        yield Fact(f"Q/{name}", result.q, decimals(3), f"the same in standard errors, {title}")
    yield from _separated(analysis)
    concordance = None if analysis.estimated is None else analysis.estimated.concordance
    if concordance is not None:
        yield Fact("KendallW", concordance.estimate, decimals(2), "Kendall's W")
        meaning = f"the {percent_text(concordance.level)} interval of Kendall's W"
        yield from interval("KendallW", (concordance.low, concordance.high), decimals(2), meaning)
    yield from _stability(analysis)
    yield from facts_of_replicability(analysis)
    yield from _power(about)
    if analysis.bayesian is not None:
        yield Fact("Rope", analysis.bayesian.rope, LEVEL, "differences up to this are practically equivalent")
    yield from _order(about)
    yield from _fronts(about)
    yield from _groups(about)


def _attempts(analysis: Analysis) -> Iterator[Fact]:
    over, within = analysis.multiplicity.over, analysis.multiplicity.within
    if over is not None:
        yield Fact("Comparisons", over.tests, COUNT, "number of comparisons over the data sets")
        yield Fact("TuningRuns", over.tuning_runs, COUNT, "number of tuning runs")
        yield from _errors("", over, counted(over.tests, "comparison"))
    if within is not None:
        yield Fact("WithinTests", within.tests, COUNT, "number of tests within the data sets")
        yield from _errors("Within", within, f"{counted(within.tests, 'test')} within data sets")
    for needed in needed_wins(analysis):
        if needed.wins:
            meaning = f"wins that the sign test takes on {needed.n_datasets} data sets"
            yield Fact(f"CriticalWinsOf/{needed.n_datasets}", needed.wins, COUNT, meaning)


def _errors(key: str, attempts: Attempts, tests: str) -> Iterator[Fact]:
    level, each = level_text(attempts.alpha), f"{tests} and {counted(attempts.tuning_runs, 'tuning run')}"
    meaning = f"errors to expect of {each} at level {level} where no algorithms differ"
    yield Fact(f"{key}ExpectedErrors", attempts.expected_errors, Unit(expected_text), meaning)
    meaning = f"chance of at least one of them, if {each} are independent"
    yield Fact(f"{key}ChanceOfAnyError", attempts.chance_of_any_error, PROBABILITY, meaning)
    meaning = f"level of each that keeps that chance at {level}"
    yield Fact(f"{key}LevelForFamily", attempts.level_for_family, Unit(small_level_text), meaning)


def _ranks(about: Subjects) -> Iterator[Fact]:
    """Who has the best average rank, who follows and who is last, with their ranks; then all ranks and wins."""
    names, ranking = about.analysis.algorithms, about.analysis.ranking
    average = ranking.average.tolist()
    places = sorted({*average})
    for key, place, which in (("Best", 0, "best"), ("Second", 1, "second best"), ("Last", -1, "worst")):
        if place < len(places):
            rank = places[place]
            there = [names[i] for i in ranking.best_first if average[i] == rank]
            yield Fact(key, there, NAMES, f"algorithm of the {which} average rank")
            yield Fact(f"{key}Rank", rank, RANK, f"{which} average rank")
    for name, rank in zip(names, average, strict=True):
        yield Fact("Rank", rank, RANK, say("average rank of {}", name), about.algorithms[name])
    sure = about.analysis.rank_intervals
    if sure is not None:
        for index, name in enumerate(names):
            bounds = int(sure.low[index]), int(sure.high[index])
            meaning = say("the {} rank interval of {}", sure.method, name)
            yield from interval("Rank", bounds, COUNT, meaning, about.algorithms[name])
    if ranking.ranks is None:
        return
    won, tied = won_and_tied(ranking.ranks)
    for index, name in enumerate(names):
        of = about.algorithms[name]
        yield Fact("Wins", int(won[index].sum()), COUNT, say("wins of {} over all others together", name), of)
        yield Fact("Ties", int(tied[index].sum()), COUNT, say("ties of {}", name), of)
        yield Fact("Losses", int(won[:, index].sum()), COUNT, say("losses of {}", name), of)


def _separated(analysis: Analysis) -> Iterator[Fact]:
    """Count the significant pairs of each adjustment and its groups; list who does not differ from the best."""
    over, adjusted, names, ranking = analysis.tested.over, analysis.adjusted, analysis.algorithms, analysis.ranking
    if over is None:
        return
    # where one algorithm has it, and was compared with all others
    has_best = len(ranking.best) == 1 and analysis.tested.control in (None, ranking.best[0])
    for name, p in adjusted.p.items():
        title = ADJUSTMENTS[name].title
        apart = p <= adjusted.alpha
        yield Fact(f"Separated/{name}", int(apart.sum()), COUNT, f"pairs that differ significantly, {title}")
        yield Fact(f"Together/{name}", int((~apart).sum()), COUNT, f"pairs that do not differ significantly, {title}")
        if name in adjusted.groups:
            groups = len(adjusted.groups[name])
            yield Fact(f"Groups/{name}", groups, COUNT, f"groups in which no pair differs, {title}")
        if has_best:
            best = ranking.best[0]
            near = {i for pair in over.pairs[~apart].tolist() if best in pair for i in pair} - {best}
            others = [names[i] for i in ranking.best_first if i in near]
            meaning = f"not significantly different from the best average rank, {title}"
            yield Fact(f"NearBest/{name}", len(near), COUNT, f"number of algorithms {meaning}")
            yield Fact(f"NamesNearBest/{name}", others or ["none"], NAMES, f"algorithms {meaning}")
            together = f"the best average rank and those {meaning}"
            yield Fact(f"BestGroup/{name}", [names[best], *others], NAMES, together)


def _stability(analysis: Analysis) -> Iterator[Fact]:
    """Yield how many conclusions hang on a choice of the study, and whether who leads does."""
    result = analysis.sensitivity
    if result is None or not result.variations:
        return
    conclusions, fragile, leader = len(result.conclusions), len(result.fragile), result.leader
    yield Fact("Variations", len(result.variations), COUNT, "variations of the study that were examined")
    yield Fact("Conclusions", conclusions, COUNT, "conclusions that were held against them")
    yield Fact("FragileConclusions", fragile, COUNT, "conclusions that some variation turns over")
    yield Fact("StableConclusions", conclusions - fragile, COUNT, "conclusions that stand under all")
    if leader is None or not leader.tried:
        return
    meaning = "variations under which the best average rank is the same algorithm's"
    yield Fact("LeaderStands", leader.stands, COUNT, meaning)
    yield Fact("LeaderTried", leader.tried, COUNT, "variations that leave that algorithm in")
    share = Unit(lambda share: percent_text(round(share, 3)))
    yield Fact("LeaderStability", leader.share, share, "the share of the former in the latter")
    text = f"{leader.stands} of {counted(leader.tried, 'variation')}"
    yield Fact("LeaderStabilityPhrase", text, WORDS, "the same for a sentence")
    if leader.fewest is not None:
        meaning = "data sets that change who leads when they are omitted"
        yield Fact("LeaderFewestDatasets", len(leader.fewest.datasets), COUNT, meaning)


def facts_of_replicability(analysis: Analysis) -> Iterator[Fact]:
    """State what the draws find at the bias of the tables; nothing where there are none."""
    result = analysis.replicated
    if result is None or not result.each:
        return
    index, bias = result.tabled, f"bias {result.table_bias:g}"
    yield Fact("Draws", result.draws, COUNT, "draws of data sets at each bias")
    yield Fact("DrawnDatasets", result.size, COUNT, "data sets in a draw")
    for name, item in index.alone.items():
        yield from _drawn(name, item, f"{PAIRWISE[name].title}, all pairs, {bias}")
    for name, item in index.omnibus.items():
        yield from _drawn(name, item, f"{OMNIBUS[name].title}, {bias}")
    for name, (mean, _) in index.rejected.items():
        meaning = f"pairs significant in a draw on average, {ADJUSTMENTS[name].title}, {bias}"
        yield Fact(f"DrawnSeparated/{name}", mean, decimals(2), meaning)


def _drawn(name: str, replicability: Replicability, of: str) -> Iterator[Fact]:
    share = float(replicability.rejections.mean()) / replicability.n
    yield Fact(f"DrawnRejections/{name}", share, decimals(3), f"share of draws that reject, {of}")
    yield Fact(
        f"DrawnAverageP/{name}", float(replicability.average_p.mean()), decimals(3, is_p=True), f"average p, {of}"
    )
    yield Fact(f"DrawnRp/{name}", float(replicability.of_p.mean()), decimals(2), f"R(p), {of}")
    yield Fact(f"DrawnRe/{name}", float(replicability.of_outcomes.mean()), decimals(2), f"R(e), {of}")


def _power(about: Subjects) -> Iterator[Fact]:
    """Yield the power of the pairs that were simulated, by the procedure that decides groups."""
    powered = about.analysis.powered
    if powered is None or not powered.each:
        return
    yield Fact("PowerTarget", powered.target, LEVEL, "the power that is wanted")
    meaning = "simulated studies at each number of data sets and each difference"
    yield Fact("PowerDraws", powered.draws, COUNT, meaning)
    for effect, word in zip(powered.effects, _words(powered), strict=True):
        yield Fact(f"PowerEffect{word}", effect, LEVEL, "a difference worth having")
    for item in powered.each:
        a, b = about.analysis.algorithms[item.a], about.analysis.algorithms[item.b]
        yield from _power_of_pair(powered, item, Pair(a, b, 1, about.both(a, b)))


def _words(powered: Powered) -> list[str]:
    """Return what distinguishes differences in names, which have no digits."""
    if len(powered.effects) == 1:
        return [""]
    return [chr(ord("A") + place) if place < 26 else f"Z{'z' * (place - 25)}" for place in range(len(powered.effects))]


def _power_of_pair(powered: Powered, item: PairPower, pair: Pair) -> Iterator[Fact]:
    index, of, target = powered.deciding, pair.of, level_text(powered.target)
    how = by_procedure(powered, powered.procedures[index])
    for place, word in enumerate(_words(powered)):
        difference = say("a difference of {} of {}", level_text(powered.effects[place]), pair.both)
        power, *ends = power_bounds(powered, own_power(powered, item, place, index))
        meaning = say("power on {} for {}, {}", counted(powered.n_datasets, "data set"), difference, how)
        yield Fact(f"Power{word}", power, decimals(2), meaning, of)
        yield from interval(f"Power{word}", ends, decimals(2), meaning, of)
        needed = item.by_size[place].needed[index].place
        text, meaning = (
            sizes_text(powered, needed),
            say("data sets that {} needs for a power of {}, {}", difference, target, how),
        )
        known = math.ceil(needed) if math.isfinite(needed) else text
        yield Fact(f"DatasetsNeeded{word}", known, printed(text), meaning, of)
    smallest = item.by_difference.smallest[index]
    if math.isfinite(smallest.place):
        unit = Unit(rounding_of_smallest(powered).text)
        meaning = say("smallest difference of {} found with a power of {} here, {}", pair.both, target, how)
        yield Fact("SmallestDifference", smallest.place, unit, meaning, of)
        yield from interval("SmallestDifference", (smallest.low, smallest.high), unit, meaning, of)


def _order(about: Subjects) -> Iterator[Fact]:
    ordered, names = about.analysis.ordered, about.analysis.algorithms
    if not ordered.ranking:
        return
    in_order = [names[position.algorithm] for position in ordered.ranking]
    yield Fact("Order", in_order, NAMES, "the algorithms in the order by tests and cost, the first the best")
    yield Fact("OrderFirst", in_order[0], WORDS, "first in the order by tests and cost")
    edges = "pairs of which the more expensive is significantly more accurate"
    yield Fact("OrderEdges", len(ordered.edges), COUNT, edges)
    yield from _places(about, "Place", ordered.ranking, "in the order")
    yield from _costs(about, ordered, "Cost", "averaged")
    if ordered.omnibus is not None:
        meaning = "Friedman test on what the order compares"
        yield Fact("OrderFriedmanStatistic", ordered.omnibus.statistic, STATISTIC, f"{meaning}: statistic")
        yield Fact("OrderFriedmanP", ordered.omnibus.p, P, f"{meaning}: p")


def _fronts(about: Subjects) -> Iterator[Fact]:
    analysis = about.analysis
    words = subjects_of([front.cost for front in analysis.fronts])
    for front in analysis.fronts:
        if front.by_rank is not None:
            members = [analysis.algorithms[i] for i in front.by_rank.members]
            meaning = say("undominated in average rank and mean {}, the cheapest first", cost_named(front.cost))
            yield Fact(f"Undominated/{words[front.cost].path}", members, NAMES, meaning)
        yield from _means(about, f"Mean/{words[front.cost].path}", front.costs, say("mean {}", cost_named(front.cost)))
    scores = next((front.scores for front in analysis.fronts if front.scores is not None), None)
    yield from _means(about, "MeanScore", scores, say("mean over the data sets of the {}", analysis.metric))


def _means(about: Subjects, key: str, means: FloatArray | None, meaning: Prose) -> Iterator[Fact]:
    if means is not None:
        unit = Unit(rounding_of(means[None, :]).text)
        for name, value in zip(about.analysis.algorithms, means.tolist(), strict=True):
            yield Fact(key, value, unit, say("{} of {}", meaning, name), about.algorithms[name], is_minor="/" in key)


def _groups(about: Subjects) -> Iterator[Fact]:
    """Who may be named the best, the orders on groups of data sets, and that from validation scores."""
    best, validation, tau = about.analysis.best, about.analysis.validation, "tau-b of the orders"
    if best is not None and best.named.best is not None:
        meaning = f"who {ADJUSTMENTS[best.adjustment].title} lets be named best"
        yield Fact("NamedBest", about.analysis.algorithms[best.named.best], WORDS, meaning)
    words = distinct_words(group.name for group in about.analysis.groups)
    for group in about.analysis.groups:
        where = f"In{words[group.name]}"
        yield Fact(f"Datasets{where}", len(group.datasets), COUNT, f"number of data sets in {group.name}")
        if group.agreement is not None:
            meaning = f"{tau} on {group.name} and on all data sets"
            yield Fact(f"Tau{where}", group.agreement.tau_b, decimals(2), meaning)
        yield from _places(about, f"Place{where}", group.ordered.ranking, f"in the order on {group.name}")
        yield from _costs(about, group.ordered, f"Cost{where}", f"averaged on {group.name}")
    if about.analysis.similarity is not None:
        meaning = f"mean {tau} on two data sets"
        yield Fact("OrderSimilarity", about.analysis.similarity.mean, decimals(2), meaning)
    words = distinct_words(plain(ordered.cost or "") for ordered in about.analysis.orders_by_other_costs)
    for ordered, agreement in about.analysis.other_orders:
        if agreement is not None:
            by = f"By{words[plain(ordered.cost or '')]}"
            yield Fact(
                f"OrderTau{by}", agreement.tau_b, decimals(2), say("{} by the first cost and {}", tau, ordered.cost)
            )
            yield from _places(about, f"Place{by}", ordered.ranking, say("in the order by {}", ordered.cost))
            yield from _costs(about, ordered, f"Cost{by}", "averaged")
    if validation is not None and validation.agreement is not None:
        meaning = f"{tau} from test and validation scores"
        yield Fact("ValidationTau", validation.agreement.tau_b, decimals(2), meaning)
        yield from _places(about, "ValidationPlace", validation.ordered.ranking, "by validation scores")


def _costs(about: Subjects, ordered: Ordered, key: str, averaged: str) -> Iterator[Fact]:
    if ordered.average_costs is not None:
        for name, cost in zip(about.analysis.algorithms, ordered.average_costs.tolist(), strict=True):
            meaning = say("cost of {}, normalized on each data set and {}", name, averaged)
            yield Fact(key, cost, decimals(2), meaning, about.algorithms[name], is_minor=True)


def _places(about: Subjects, key: str, ranking: Sequence[Position], where: Prose) -> Iterator[Fact]:
    for place, position in enumerate(ranking, start=1):
        name = about.analysis.algorithms[position.algorithm]
        yield Fact(key, place, COUNT, say("place of {} {}", name, where), about.algorithms[name])


def of_protocol(analyses: Sequence[Analysis]) -> Iterator[Fact]:
    """State the facts of a study whatever its metrics."""
    protocol = next((analysis.protocol for analysis in analyses), None)
    if protocol is not None:
        yield Fact("ProtocolKind", protocol.kind or "not reported", WORDS, "kind of study, as its authors say")
        yield Fact("ProtocolItems", len(protocol.items), COUNT, "number of items of the protocol")
        unsaid = "items of the protocol that are not reported, as a whole or in part"
        yield Fact("ProtocolUnsaid", len(protocol.unsaid), COUNT, unsaid)
        yield Fact(
            "ProtocolPitfalls", len(protocol.pitfalls), COUNT, "items of the protocol that have a potential issue"
        )
