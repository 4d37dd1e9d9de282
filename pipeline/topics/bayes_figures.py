"""The figure of a Bayesian comparison: its posterior in a triangle."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from rankpress.analysis import Analysis
from rankpress.catalog import methods as catalog
from rankpress.core.document import Missing, Plan
from rankpress.core.faults import counted
from rankpress.core.labels import Labels
from rankpress.core.numbers import level_text, percent_text
from rankpress.core.scores import MetricScores
from rankpress.core.text import Prose, joined, say
from rankpress.spec.plot_sections import PlottedFigure
from rankpress.stages.bayes import Bayesian, oriented_folds
from rankpress.stats.bayes import Posterior
from rankpress.stats.procedures import BAYES_OVER
from rankpress.stats.simplex import SimplexDensity, simplex_density
from rankpress.topics.ranks_figures import chosen_pairs, part_of, place_of

if TYPE_CHECKING:
    from rankpress.figures.style import Style


# Of an exact procedure, whose probabilities do not come from draws.
_DRAWS, _SEED = 50_000, 0


def plan_simplex(analysis: Analysis, figure: PlottedFigure, style: Style, labels: Labels) -> Iterator[Plan | Missing]:
    """Plan a triangle for each pair."""
    metric, bayesian, scores = analysis.metric, analysis.bayesian, analysis.scores
    if bayesian is None or bayesian.over is None or scores.means is None:
        yield Missing("simplex", metric, "no Bayesian comparisons over the data sets were made")
        return
    if bayesian.rope == 0:
        yield Missing("simplex", metric, "without a region of practical equivalence there are two chances, not three")
        return
    pairs = chosen_pairs(analysis, figure.pairs)
    for pair in pairs:
        part = part_of(analysis, pair, among=len(pairs))
        yield _plan_pair(analysis, bayesian, bayesian.over, scores, pair, part, style, labels)


def _plan_pair(
    analysis: Analysis,
    bayesian: Bayesian,
    posterior: Posterior,
    scores: MetricScores,
    pair: tuple[int, int],
    part: str,
    style: Style,
    labels: Labels,
) -> Plan | Missing:
    from rankpress.figures.simplex import describe_simplex, posterior_simplex

    metric, names = analysis.metric, (analysis.algorithms[pair[0]], analysis.algorithms[pair[1]])
    place = place_of(pair, bayesian.pairs)
    if place is None or BAYES_OVER[bayesian.over_procedure].draw is None or posterior.why[place[0]]:
        text = " and ".join(map(labels.plain, names))
        return Missing("simplex", metric, f"there is no posterior of {text}")
    index, turned = place
    ends = (float(posterior.p_first[index]), float(posterior.p_second[index]))
    probabilities = (ends[turned], float(posterior.p_equal[index]), ends[not turned])
    density = _density(bayesian, posterior, scores, pair)
    first, second = labels.in_text(names)
    return Plan(
        metrics=(analysis.scores.name,),
        kind="simplex",
        title=say("Posterior of {} against {} by {}", names[0], names[1], metric),
        caption=simplex_caption(analysis, bayesian, posterior, names, density),
        alt=describe_simplex((first, second), probabilities, [float(chance) for chance in density.mean]),
        draw=partial(posterior_simplex, (first, second), density, probabilities, style=style),
        part=part,
    )


def _density(bayesian: Bayesian, posterior: Posterior, scores: MetricScores, pair: tuple[int, int]) -> SimplexDensity:
    """That of draws from the posterior, those of its probabilities where they are from draws."""
    draw = BAYES_OVER[bayesian.over_procedure].draw
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
        catalog.BAYES_OVER[bayesian.over_procedure].title,
        counted(analysis.scores.n_datasets, "data set"),
        chance,
        level_text(bayesian.rope),
        held,
        posterior.draws or _DRAWS,
    )
