"""Topic Bayesian comparisons: tables, sentences, facts, results and the triangle of a posterior."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, NamedTuple

import numpy as np
from pydantic import FiniteFloat
from typing_extensions import TypedDict

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import FigureKind, TableKind
from rankpress.catalog.methods import BAYES_OVER, BAYES_WITHIN, LEAST_DATASETS_OF_POSTERIOR
from rankpress.core.bibliography import cite
from rankpress.core.document import Missing, Plan
from rankpress.core.plain_data import Json, picked, stated, whole
from rankpress.core.scores import MetricScores
from rankpress.spec.plot_sections import PairsOptions
from rankpress.stages.bayes import Bayesian, oriented_folds
from rankpress.stats.bayes import Posterior
from rankpress.topics.facts import NONE, POSTERIOR, Fact, Pair, Subject, Subjects, size_unit
from rankpress.topics.phrases import (
    SHARED_DATASETS,
    grouped_by,
    listed,
)
from rankpress.topics.result_types import Degrees, Figure, What, Why
from rankpress.topics.topic import (
    OF_TESTS,
    OF_TESTS_ON_DATASETS,
    Facts,
    Headline,
    Request,
    ResultKey,
    Topic,
    chosen_pairs,
    part_of,
    place_of,
    register,
    where,
)
from rankpress.wording.numbers import counted_in_words, in_words, level_text, percent_text, probability_text
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, capitalized, dataset_named, join, joined, say

if TYPE_CHECKING:
    from rankpress.stats.simplex import SimplexDensity
from rankpress.topics.bayes.tables import (
    CONVINCING,
    MOST_R_HAT,
    bayes_over_table,
    bayes_within_table,
    compared_bayesian,
    decisive,
    probabilities,
    probabilities_of_pair,
    too_many_within,
)
from rankpress.topics.bayes.verdicts import bayes_verdicts

_NOT_INSTEAD = (
    "Posterior probabilities and p-values answer different questions: how probable a difference is given the scores,"
    " and how rare such scores would be without a difference. The literature does not agree on which to prefer ({})."
)


def bayes_paragraphs(analysis: Analysis) -> list[Prose]:
    """Return what the Bayesian comparisons found."""
    paragraphs, bayesian = bayes_findings(analysis), analysis.bayesian
    if bayesian is not None and bayesian.within and too_many_within(bayesian):
        paragraphs[-1] += " They are too many to print; results.json has them all."
    return paragraphs


@where(compared_bayesian)
def bayes_findings(analysis: Analysis, bayesian: Bayesian) -> Iterator[Prose]:
    """Return what the Bayesian comparisons found over the data sets and within each, in a paragraph each."""
    if bayesian.over is not None:
        yield join(_text_over(analysis, bayesian, bayesian.over))
    if bayesian.within:
        p = np.concatenate([probabilities(of_dataset.posterior) for of_dataset in bayesian.within])
        better, equal = int((p[:, [0, 2]] >= CONVINCING).sum()), int((p[:, 1] >= CONVINCING).sum())
        where_ = "Within the data sets" if len(bayesian.within) > 1 else "On the data set"
        one, two = ("none" if number == 0 else in_words(number) for number in (better, equal))
        yield (
            f"{where_}, the {BAYES_WITHIN[bayesian.within_procedure].title} over the folds finds one algorithm better"
            f" in {one} of {counted_in_words(len(p), 'comparison')} and the two equivalent in {two} (with a probability"
            f" of at least {level_text(CONVINCING)})."
        )


class _Verdicts(NamedTuple):
    """The pairs by what a Bayesian comparison says of them."""

    better: list[tuple[Prose, Prose]]  # the better one first
    equivalent: list[tuple[Prose, Prose]]
    undecided: list[tuple[Prose, Prose]]


def _verdicts(analysis: Analysis, bayesian: Bayesian, posterior: Posterior) -> _Verdicts:
    names, verdicts = analysis.algorithms, _Verdicts([], [], [])
    rows = zip(bayesian.pairs.tolist(), decisive(analysis, bayesian, posterior).tolist(), strict=True)
    place = {algorithm: place for place, algorithm in enumerate(analysis.best_first)}
    for (a, b), p in sorted(rows, key=lambda row: sorted(place[algorithm] for algorithm in row[0])):
        if max(p) < CONVINCING:
            verdicts.undecided.append((names[a], names[b]))
        elif p[1] >= CONVINCING:
            verdicts.equivalent.append((names[a], names[b]))
        else:
            verdicts.better.append((names[a], names[b]) if p[0] >= CONVINCING else (names[b], names[a]))
    return verdicts


@where(compared_bayesian)
def verdicts_in_short(analysis: Analysis, bayesian: Bayesian) -> Iterator[Prose]:
    """Say which pairs the Bayesian comparison over the data sets finds equivalent or leaves undecided."""
    if bayesian.over is None:
        return
    title, rope = BAYES_OVER[bayesian.over_procedure].title, analysis.scores.scale.size_phrase(bayesian.rope)
    by = f"By the {title} (equivalent within {rope})" if bayesian.rope else f"By the {title}"
    better, equivalent, undecided = _verdicts(analysis, bayesian, bayesian.over)
    pairs = counted_in_words(len(bayesian.pairs), "pair")
    if len(bayesian.pairs) == 1:
        [(a, b)] = better or equivalent or undecided
        form = "{}, {} is better than {}." if better else "{}, {} and {} are equivalent."
        yield say("{}, the comparison of {} and {} is undecided." if undecided else form, by, a, b)
        return
    if len(bayesian.pairs) in (len(undecided), len(equivalent)):
        which = "both pairs" if len(bayesian.pairs) == 2 else f"all {pairs}"
        verdict = "undecided" if undecided else "equivalent"
        yield say("{}, {} are {} ({}).", by, which, verdict, _pairs_listed(undecided or equivalent))
        return
    parts = [
        say(
            "{} of {} {} {} ({})", in_words(len(of)), pairs, "is" if len(of) == 1 else "are", verdict, _pairs_listed(of)
        )
        for verdict, of in (("undecided", undecided), ("equivalent", equivalent))
        if of
    ]
    if not parts:
        yield f"{by}, each of the {pairs} has a better algorithm."
        return
    yield say("{}, {}.", by, joined(parts))


def _pairs_listed(pairs: Sequence[tuple[Prose, Prose]]) -> Prose:
    """Name a few pairs, and count the rest."""
    few = pairs if len(pairs) <= _MOST_PAIRS_NAMED + 1 else pairs[:_MOST_PAIRS_NAMED]
    names = [say("{} and {}", a, b) for a, b in few]
    return join([*names, *([f"{in_words(len(pairs) - len(few))} others"] if len(few) < len(pairs) else [])], "; ")


_MOST_PAIRS_NAMED = 3


def _text_over(analysis: Analysis, bayesian: Bayesian, posterior: Posterior) -> Iterator[Prose]:
    """Return the findings over the data sets, then what counts as equivalent; on few data sets, their limits first."""
    title = BAYES_OVER[bayesian.over_procedure].title
    few = analysis.scores.n_datasets < LEAST_DATASETS_OF_POSTERIOR
    if few:
        pairs = f"{counted_in_words(n_pairs := len(bayesian.pairs), 'pair')} {'was' if n_pairs == 1 else 'were'}"
        yield f"{capitalized(pairs)} compared over the data sets by the {title}."
        yield from _of_few(analysis, bayesian, posterior)
    if not few or bayesian.against is not None:
        also = " whichever way the prior lies" if few else ""
        first, *others = _findings_over(analysis, bayesian, _verdicts(analysis, bayesian, posterior), also)
        yield capitalized(first) if few else say("By the {} over the data sets, {}", title, first)
        yield from map(capitalized, others)
    if bayesian.rope:
        size = analysis.scores.scale.size_phrase(bayesian.rope)
        yield say("Scores that differ by at most {} in {} count as equivalent.", size, analysis.metric)
    else:
        yield "The region of practical equivalence has no width, so that one or the other is better."


def _findings_over(analysis: Analysis, bayesian: Bayesian, verdicts: _Verdicts, also: str) -> Iterator[Prose]:
    """Say which pairs have a better algorithm, are equivalent or undecided: few by name, of many the number."""
    better, *rest = verdicts
    level, losers = level_text(CONVINCING), grouped_by(better)
    probable = f"with a probability of at least {level}{also}"
    if len(better) > _MOST_PAIRS_NAMED + 1:
        number = in_words(len(better)) if len(better) < len(bayesian.pairs) else "each"
        most = max(losers, key=lambda winner: len(losers[winner]))  # the best ranked of several
        n_losers, n_others = len(losers[most]), len(analysis.names) - 1
        number_of = "all the" if n_losers == n_others else f"{in_words(n_losers)} of the"
        named = say("; {} is better than {} {} others", most, number_of, in_words(n_others)) if n_losers > 1 else ""
        pairs = counted_in_words(len(bayesian.pairs), "pair")
        yield say("one algorithm is better {} in {} of {}{}.", probable, number, pairs, named)
    elif better:
        each = [say("{} is better than {}", winner, listed(of)) for winner, of in losers.items()]
        yield say("{}{} {}.", join(each, "; "), "" if len(better) == 1 else ", each", probable)
    reasons = f" {probable}", f": no outcome has a probability of {level}{also}"
    for of, verdict, reason in zip(rest, ("equivalent", "undecided"), reasons, strict=True):
        if of:
            number = f"{counted_in_words(len(of), 'pair')} {'is' if len(of) == 1 else 'are'}"
            yield say("{} {} ({}){}.", number, verdict, _pairs_listed(of), reason)


def _of_few(analysis: Analysis, bayesian: Bayesian, posterior: Posterior) -> Iterator[Prose]:
    """Say on few data sets that a verdict must not depend on the prior, and which one does, with both probabilities."""
    number = counted_in_words(analysis.scores.n_datasets, "data set")
    if bayesian.against is None:
        yield f"On only {number}, probabilities depend on the prior, and no verdict is drawn from them."
        return
    yield f"On only {number}, probabilities depend on the prior."
    usual, against, names = probabilities(posterior), bayesian.against, analysis.algorithms
    hangs = np.argwhere((usual >= CONVINCING) & ~(against >= CONVINCING)).tolist()
    if not hangs:
        return
    pairs = [tuple(names[i] for i in pair) for pair in bayesian.pairs.tolist()]
    outcomes = join((_outcome(pairs[row], usual[row, which], against[row, which], which) for row, which in hangs), "; ")
    under = "under the study's prior, but not under one against them"
    yield say("These outcomes have a probability of at least {} {}: {}.", level_text(CONVINCING), under, outcomes)


def _outcome(pair: Sequence[Prose], usual: float, against: float, which: int) -> Prose:
    """Return an outcome that depends on the prior, with its probability under the usual one and one against it."""
    form = "{} and {} are equivalent ({}; {})" if which == 1 else "{} is better than {} ({}; {})"
    return say(form, *pair[:: -1 if which == 2 else 1], probability_text(usual), probability_text(against))


@where(compared_bayesian)
def bayes_caveats(analysis: Analysis, bayesian: Bayesian) -> list[Prose]:
    """Return how these comparisons were made, where that was not as stated."""
    # of the tests and curves within data sets, where there are any, the same is reported there
    tested = analysis.tested
    elsewhere = tested.notes if tested.within or tested.curves else ()
    return [note for note in bayesian.notes if note not in elsewhere]


@where(compared_bayesian)
def bayes_reminders(analysis: Analysis, bayesian: Bayesian) -> Iterator[Prose]:
    """Return what not to read into the Bayesian comparisons."""
    yield say(_NOT_INSTEAD, say("{} argue for the first", cite("benavoli2017")))
    if bayesian.rope:
        yield (
            f"That a difference of {analysis.scores.scale.size_phrase(bayesian.rope)} does not matter is a judgment to"
            " be made before the scores are seen; another region gives other probabilities."
        )
    if bayesian.over is not None:
        yield (
            "A probability over the data sets is that of the outcome being the most likely of the three on further data"
            " sets, of which those of the study are assumed to be a sample."
        )
    r_hat = np.ones(1) if bayesian.over is None else bayesian.over.details.get("r_hat", np.ones(1))
    if np.nanmax(r_hat, initial=1.0) > MOST_R_HAT:
        yield (
            f"Some chains of the sampler have not converged (split R-hat above {MOST_R_HAT}): raise bayes.draws before"
            " the probabilities are used."
        )
    if bayesian.within or (bayesian.over is not None and BAYES_OVER[bayesian.over_procedure].uses == "folds"):
        form = (
            "Within a data set, the correlation of folds is not estimated but taken to be the share of cases tested on,"
            " an approximation ({})."
        )
        yield say(form, cite("nadeau2003"))


@where(compared_bayesian)
def bayes_methods_over(analysis: Analysis, bayesian: Bayesian) -> Iterator[Prose]:
    """Return what was done over the data sets, for the section on methods."""
    posterior, method = bayesian.over, BAYES_OVER.get(bayesian.over_procedure)
    if posterior is None or method is None:
        return
    sources = join(dict.fromkeys([cite(method.reference), cite("benavoli2017")]), "; ")
    if method.uses == "folds":
        form = (
            "The same pairs were compared over the folds of all data sets by the {} ({}), {}: mean differences on data"
            " sets are from a Student's t distribution, and folds of a data set are correlated as in the corrected"
            " resampled t test ({})."
        )
        yield say(form, method.title, sources, _with_rope(analysis, bayesian), cite("nadeau2003"))
    else:
        form = (
            "The same pairs were compared over the data sets by the {} ({}), {} and a prior that counts for {} on which"
            " they are equal."
        )
        strength = posterior.prior_strength
        prior = counted(1, "data set") if strength == 1 else f"{strength:g} data sets"
        yield say(form, method.title, sources, _with_rope(analysis, bayesian), prior)
    yield (
        "The probability of an outcome (a better, equivalent, b better) is the posterior probability that it is the"
        " most likely of the three."
        if bayesian.rope
        else "The probability that an algorithm is better is the posterior probability that it is the more likely of"
        " the two to be better."
    )
    if posterior.draws:
        yield f"Probabilities are estimated from {posterior.draws:,} posterior samples (seed {posterior.seed})."
    if analysis.ranking.has_gaps:
        yield SHARED_DATASETS


@where(compared_bayesian)
def bayes_methods_within(analysis: Analysis, bayesian: Bayesian) -> Iterator[Prose]:
    """Return what was done within each data set, for the section on methods."""
    if bayesian.within:
        method = BAYES_WITHIN[bayesian.within_procedure]
        form = (
            "Within each data set, posterior probabilities over the folds are those of the {} ({}), {}: a Student's t"
            " with the variance of the corrected resampled t test ({})."
        )
        yield say(form, method.title, cite(method.reference), _with_rope(analysis, bayesian), cite("nadeau2003"))


def _with_rope(analysis: Analysis, bayesian: Bayesian) -> str:
    if bayesian.rope == 0:
        return "with no region of practical equivalence"
    return f"with a region of practical equivalence of ±{analysis.scores.scale.size_phrase(bayesian.rope)}"


def facts_of_rope(about: Subjects) -> Iterator[Fact]:
    """State the region of practical equivalence."""
    if about.analysis.bayesian is not None:
        unit = size_unit(about.analysis.scores.scale)
        yield Fact("Rope", about.analysis.bayesian.rope, unit, "differences up to this are practically equivalent")


def facts_of_posteriors(about: Subjects) -> Iterator[Fact]:
    """State the posterior probabilities over the data sets."""
    bayesian = about.analysis.bayesian
    if bayesian is not None and bayesian.over is not None:
        for row, pair in about.of_pairs(bayesian.pairs.tolist()):
            yield from _facts_of_posterior(NONE, "", bayesian.over, row, pair)


def facts_of_posteriors_within(about: Subjects) -> Iterator[Fact]:
    """State the posterior probabilities on single data sets."""
    for of_dataset in about.analysis.bayesian.within if about.analysis.bayesian else ():
        on = about.on(of_dataset.dataset), say(" on {}", dataset_named(of_dataset.dataset))
        for row, pair in about.of_pairs(of_dataset.pairs.tolist() if about.datasets(of_dataset.dataset) else ()):
            yield from _facts_of_posterior(*on, of_dataset.posterior, row, pair)


def _facts_of_posterior(where: Subject, on: Prose, posterior: Posterior, row: int, pair: Pair) -> Iterator[Fact]:
    """Yield the posterior probabilities of a pair, over the data sets or on one of them."""
    a, b, sign, of = pair
    forms = ("{} is better than {}", "{} and {} are equivalent", "{} is worse than {}")
    values = probabilities_of_pair(posterior, row)[::sign]
    for key, value, form in zip(("Better", "Equal", "Worse"), values, forms, strict=True):
        meaning = say("posterior probability that {}{}", say(form, a, b), on)
        yield Fact(f"Posterior{key}", value, POSTERIOR, meaning, of, where)


class PosteriorResult(TypedDict, total=False):
    """Posterior probabilities of a comparison."""

    a: str
    b: str
    a_better: Figure
    equal: Figure
    b_better: Figure
    why: Why


class PosteriorDetails(TypedDict, total=False):
    """What a Bayesian test over the data sets computes further."""

    n_used: Annotated[Figure, "signed-rank, hierarchical: data sets"]
    mean: Annotated[Figure, "hierarchical: posterior mean of the average difference, above 0 where a is better"]
    low: Annotated[Figure, "hierarchical: lower end of its 95% interval"]
    high: Annotated[Figure, "hierarchical: upper end of its 95% interval"]
    spread: Annotated[Figure, "hierarchical: median of the scale of differences between data sets"]
    df: Annotated[Figure, "hierarchical: median of the degrees of freedom of their t distribution"]
    r_hat: Annotated[Figure, "hierarchical: largest split R-hat of the three parameters"]
    ess: Annotated[Figure, "hierarchical: their smallest effective sample size"]
    weight_first: Annotated[Figure, "signed-rank: expected weight of a better"]
    weight_equal: Annotated[Figure, "signed-rank: expected weight of neither"]
    weight_second: Annotated[Figure, "signed-rank: expected weight of b better"]
    n_first: Annotated[Figure, "sign: data sets on which a is better"]
    n_equal: Annotated[Figure, "sign: data sets on which neither is"]
    n_second: Annotated[Figure, "sign: data sets on which b is better"]


class PosteriorOverResult(PosteriorResult, total=False):
    """A Bayesian comparison over the data sets."""

    against: Annotated[
        list[Figure] | None,
        "on fewer than six data sets: a_better, equal and b_better, each under a prior that lies against it",
    ]
    monte_carlo_error: Annotated[Figure, "the largest Monte Carlo standard error of the three"]
    details: PosteriorDetails


class BayesOverResult(TypedDict, total=False):
    """The Bayesian comparisons over the data sets."""

    test: str
    rope: FiniteFloat
    prior_strength: Figure
    draws: Annotated[int | None, "null if exact"]
    seed: int | None
    comparisons: list[PosteriorOverResult]


class PosteriorWithinResult(PosteriorResult, total=False):
    """A Bayesian comparison on one data set."""

    dataset: str
    test: str
    rope: FiniteFloat
    difference: Annotated[Figure, "of the posterior of the mean difference, a t distribution"]
    scale: Annotated[Figure, "of that distribution"]
    df: Annotated[Degrees, "of that distribution"]


class BayesResult(TypedDict, total=False):
    """The Bayesian comparisons."""

    rope: Annotated[FiniteFloat, "half the width of the region of equivalence, in the unit of the metric"]
    over: BayesOverResult | None
    within: list[PosteriorWithinResult]
    left_out: Annotated[dict[What, str], "what was requested and not computed, and why"]
    notes: list[str]


def bayes_results(analysis: Analysis) -> Json | None:
    """Return the comparisons over the data sets and within each; None where none were requested."""
    bayesian = analysis.bayesian
    if bayesian is None:
        return None
    return {
        "rope": bayesian.rope,
        "over": None if bayesian.over is None else _results_over(analysis, bayesian, bayesian.over),
        "within": _results_within(analysis, bayesian),
        **picked(bayesian, "left_out notes"),
    }


def _results_over(analysis: Analysis, bayesian: Bayesian, posterior: Posterior) -> Json:
    return {
        "test": bayesian.over_procedure,
        **picked(posterior, "rope prior_strength draws seed"),
        "comparisons": [
            {
                "a": analysis.names[a],
                "b": analysis.names[b],
                **_results_probabilities(posterior, index),
                "against": None if bayesian.against is None else bayesian.against[index],
                "monte_carlo_error": posterior.monte_carlo_error[index],
                "details": {name: float(values[index]) for name, values in posterior.details.items()},
            }
            for index, (a, b) in enumerate(bayesian.pairs.tolist())
        ],
    }


def _results_within(analysis: Analysis, bayesian: Bayesian) -> Iterator[Json]:
    names, sign = analysis.names, analysis.scores.sign
    for of_dataset in bayesian.within:
        details = of_dataset.posterior.details
        for index, (a, b) in enumerate(of_dataset.pairs.tolist()):
            yield {
                "dataset": of_dataset.dataset,
                "a": names[a],
                "b": names[b],
                "test": bayesian.within_procedure,
                "rope": of_dataset.posterior.rope,
                "difference": sign * details["mean"][index],
                "scale": details["scale"][index],
                "df": whole(details["df"][index]),
                **_results_probabilities(of_dataset.posterior, index),
            }


def _results_probabilities(posterior: Posterior, row: int) -> Json:
    outcomes = zip(("a_better", "equal", "b_better"), probabilities_of_pair(posterior, row), strict=True)
    return {**dict(outcomes), **stated(why=posterior.why[row])}


# Of an exact procedure, whose probabilities do not come from draws.
_DRAWS, _SEED = 50_000, 0


def plan_simplex(request: Request[PairsOptions]) -> Iterator[Plan | Missing]:
    """Plan a triangle for each pair."""
    analysis, bayesian, scores = request.analysis, request.analysis.bayesian, request.analysis.scores
    if bayesian is None or bayesian.over is None or not isinstance(scores, MetricScores):
        yield request.missing(
            "there are no Bayesian comparisons over the data sets; bayes: {rope: NUMBER} requests them"
        )
        return
    if bayesian.rope == 0:
        yield request.missing("without a region of practical equivalence there are two chances, not three")
        return
    pairs = chosen_pairs(analysis, request.options.pairs)
    for pair in pairs:
        density = partial(_density, bayesian, bayesian.over, scores, pair)
        yield _plan_pair(request, bayesian, bayesian.over, density, pair, part_of(analysis, pair, among=len(pairs)))


def _plan_pair(
    request: Request[PairsOptions],
    bayesian: Bayesian,
    posterior: Posterior,
    density_of: Callable[[], SimplexDensity],
    pair: tuple[int, int],
    part: str,
) -> Plan | Missing:
    from rankpress.figures.simplex import describe_simplex, posterior_simplex

    analysis, (a, b) = request.analysis, pair
    names = (analysis.algorithms[a], analysis.algorithms[b])
    place = place_of(pair, bayesian.pairs)
    if place is None or BAYES_OVER[bayesian.over_procedure].draw is None or posterior.why[place[0]]:
        return request.missing(say("there is no posterior of {} and {}", *names))
    index, turned = place
    chances = probabilities_of_pair(posterior, index)[:: -1 if turned else 1]
    density = density_of()
    first, second = request.labels.in_text(names)
    drawn = request.labels.plain(names[0]), request.labels.plain(names[1])
    return request.plan(
        partial(posterior_simplex, drawn, density, chances),
        say("Posterior of {} against {} by {}", *names, analysis.metric),
        simplex_caption(analysis, bayesian, posterior, names, density),
        describe_simplex((first, second), chances, [float(chance) for chance in density.mean]),
        part=part,
    )


def _density(bayesian: Bayesian, posterior: Posterior, scores: MetricScores, pair: tuple[int, int]) -> SimplexDensity:
    """Return the density of draws from the posterior: the draws of its probabilities, where these were drawn."""
    from rankpress.stats.simplex import simplex_density

    draw = BAYES_OVER[bayesian.over_procedure].drawn_by
    assert draw is not None
    sampled = {"draws": posterior.draws or _DRAWS, "seed": _SEED if posterior.seed is None else posterior.seed}
    if BAYES_OVER[bayesian.over_procedure].uses == "folds":
        return simplex_density(draw(*oriented_folds(scores), pair, bayesian.rope, **sampled))
    return simplex_density(
        draw(scores.oriented, pair, bayesian.rope, prior_strength=posterior.prior_strength, **sampled)
    )


def simplex_caption(
    analysis: Analysis, bayesian: Bayesian, posterior: Posterior, names: tuple[Prose, Prose], density: SimplexDensity
) -> Prose:
    """Return what the triangle of a posterior shows."""
    chance = {
        "sign": say("that on a further data set the difference in {}", analysis.metric),
        "hierarchical": say("that on a further data set the mean difference in {}", analysis.metric),
        "signed-rank": say("that on two further data sets the mean difference in {}", analysis.metric),
    }[bayesian.over_procedure]
    shares = joined(percent_text(share) for share in density.shares)
    return say(
        "Posterior of {} against {} by the {} over {}: probabilities {} is in favor of one by more than {}, is no"
        " larger, or is in favor of the other. In each corner one outcome is certain; the dashed lines separate the"
        " regions in which each is the most probable, and P is its posterior probability. Shades contain {} of"
        " {:,} posterior samples; the diamond is the mean.",
        names[0],
        names[1],
        BAYES_OVER[bayesian.over_procedure].title,
        counted(analysis.scores.n_datasets, "data set"),
        chance,
        analysis.scores.scale.size_phrase(bayesian.rope),
        shares,
        posterior.draws or _DRAWS,
    )


register(
    Topic(
        "bayes",
        "Bayesian comparisons",
        paragraphs=bayes_paragraphs,
        caveats=bayes_caveats,
        reminders=bayes_reminders,
        after="runs-and-datasets",
        methods=(bayes_methods_over, bayes_methods_within),
        brief_methods=bayes_methods_over,
        headline=Headline(lambda analysis, _earlier: verdicts_in_short(analysis), place=45),
        account=lambda analysis, _earlier: [*bayes_findings(analysis), *bayes_caveats(analysis)],
        brief_account=lambda analysis, _earlier: bayes_findings(analysis),
        facts=(
            Facts(facts_of_rope),
            Facts(facts_of_posteriors, "pairs", OF_TESTS, is_often_cited=True),
            Facts(facts_of_posteriors_within, "pairs on datasets", OF_TESTS_ON_DATASETS),
        ),
        results=(ResultKey("bayes", BayesResult | None, bayes_results),),
        verdicts=bayes_verdicts,
        tables=(
            TableKind("bayes-over", "Bayesian comparisons over the data sets", builder=bayes_over_table, shows="p"),
            TableKind("bayes-within", "Bayesian comparisons within the data sets", builder=bayes_within_table),
        ),
        figures=(
            FigureKind(
                "simplex",
                "how probable it is that a difference matters, for each pair",
                builder=plan_simplex,
                options=PairsOptions,
            ),
        ),
    )
)
