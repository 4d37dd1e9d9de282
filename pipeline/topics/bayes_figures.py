"""The figure of a Bayesian comparison: its posterior in a triangle."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rankpress.analysis import Analysis
from rankpress.catalog.methods import BAYES_OVER
from rankpress.core.document import Missing, Plan
from rankpress.core.faults import counted
from rankpress.core.numbers import level_text, percent_text
from rankpress.core.scores import MetricScores
from rankpress.core.text import Prose, joined, say
from rankpress.stages.bayes import Bayesian, oriented_folds
from rankpress.stats.bayes import Posterior
from rankpress.stats.simplex import SimplexDensity, simplex_density
from rankpress.topics.ranks_figures import chosen_pairs, part_of, place_of
from rankpress.topics.topic import Request

# Of an exact procedure, whose probabilities do not come from draws.
_DRAWS, _SEED = 50_000, 0


def plan_simplex(request: Request) -> Iterator[Plan | Missing]:
    """Plan a triangle for each pair."""
    analysis, bayesian = request.analysis, request.analysis.bayesian
    if bayesian is None or bayesian.over is None or analysis.scores.means is None:
        yield request.missing("no Bayesian comparisons over the data sets were made")
        return
    if bayesian.rope == 0:
        yield request.missing("without a region of practical equivalence there are two chances, not three")
        return
    pairs = chosen_pairs(analysis, request.figure.pairs)
    for pair in pairs:
        yield _plan_pair(request, bayesian, bayesian.over, pair, part_of(analysis, pair, among=len(pairs)))


def _plan_pair(
    request: Request, bayesian: Bayesian, posterior: Posterior, pair: tuple[int, int], part: str
) -> Plan | Missing:
    from rankpress.figures.simplex import describe_simplex, posterior_simplex

    analysis, (a, b) = request.analysis, pair
    names = (analysis.algorithms[a], analysis.algorithms[b])
    place = place_of(pair, bayesian.pairs)
    if place is None or BAYES_OVER[bayesian.over_procedure].draw is None or posterior.why[place[0]]:
        return request.missing(f"there is no posterior of {' and '.join(map(request.labels.plain, names))}")
    index, turned = place
    ends = (float(posterior.p_first[index]), float(posterior.p_second[index]))
    probabilities = (ends[turned], float(posterior.p_equal[index]), ends[not turned])
    density = _density(bayesian, posterior, analysis.scores, pair)
    first, second = request.labels.in_text(names)
    return request.plan(
        partial(posterior_simplex, (first, second), density, probabilities),
        say("Posterior of {} against {} by {}", *names, analysis.metric),
        simplex_caption(analysis, bayesian, posterior, names, density),
        describe_simplex((first, second), probabilities, [float(chance) for chance in density.mean]),
        part=part,
    )


def _density(bayesian: Bayesian, posterior: Posterior, scores: MetricScores, pair: tuple[int, int]) -> SimplexDensity:
    """That of draws from the posterior, those of its probabilities where they are from draws."""
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
    held = joined(percent_text(share) for share in density.held)
    return say(
        "Posterior of {} against {} by the {} over {}: the chances {} is in favour of one by more than {}, is no larger"
        " than that, or is in favour of the other. A corner is where one of them is certain; the dashed lines part"
        " where each is the greatest, and P is the posterior probability of that part. From the innermost shade"
        " outwards they hold {} of {:,} draws; the diamond is the mean.",
        names[0],
        names[1],
        BAYES_OVER[bayesian.over_procedure].title,
        counted(analysis.scores.n_datasets, "data set"),
        chance,
        level_text(bayesian.rope),
        held,
        posterior.draws or _DRAWS,
    )
