"""The section on Bayesian comparisons, and what the section on methods says of them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rankpress.analysis import Analysis
from rankpress.bayes import Bayesian
from rankpress.report.bibliography import cite
from rankpress.report.numbers import level_text
from rankpress.report.prose.phrases import SHARED_DATASETS, listed, pairs_counted, procedure, separation
from rankpress.report.tables.bayes import CONVINCING, probabilities, too_many_within
from rankpress.stats.bayesian import BAYES_OVER, BAYES_WITHIN
from rankpress.stats.posterior import Posterior
from rankpress.wording import counted

_NOT_INSTEAD = (
    "These probabilities and the p-values of the tests answer different questions: what to believe of a difference"
    " after the scores are seen, and how rare such scores would be if there were none. The literature does not agree on"
    " which of the two to ask ({}); they are printed side by side, and neither replaces the other."
)


def bayes_paragraphs(analysis: Analysis) -> list[str]:
    """What the Bayesian comparisons found."""
    told, bayesian = bayes_found(analysis), analysis.bayesian
    if bayesian is not None and bayesian.within and too_many_within(bayesian):
        told[-1] += " They are too many to print; results.json has them all."
    return told


def bayes_found(analysis: Analysis) -> list[str]:
    """What the Bayesian comparisons found over the data sets and within each, in a paragraph each."""
    bayesian = analysis.bayesian
    if bayesian is None:
        return []
    told = [] if bayesian.over is None else [" ".join(_over(analysis, bayesian, bayesian.over))]
    return [*told, *([_within(bayesian)] if bayesian.within else [])]


def _over(analysis: Analysis, bayesian: Bayesian, posterior: Posterior) -> Iterator[str]:
    names, level = analysis.names, level_text(CONVINCING)
    p = probabilities(posterior)
    yield (
        f"{counted(len(p), 'pair')} of algorithms {'was' if len(p) == 1 else 'were'} compared over the data sets by the"
        f" {BAYES_OVER[bayesian.over_procedure].title}; {_equivalence(analysis, bayesian)}."
    )
    pairs = [(names[a], names[b]) for a, b in bayesian.pairs.tolist()]
    better = [f"{a} is better than {b}" for (a, b), one in zip(pairs, p, strict=True) if one[0] >= CONVINCING]
    better += [f"{b} is better than {a}" for (a, b), one in zip(pairs, p, strict=True) if one[2] >= CONVINCING]
    equal = [f"{a} and {b}" for (a, b), one in zip(pairs, p, strict=True) if one[1] >= CONVINCING]
    if better:
        yield f"With a probability of at least {level}, {listed(better)}."
    if equal:
        yield f"With a probability of at least {level}, equivalent are {listed(equal)}."
    undecided = len(p) - len(better) - len(equal)
    if undecided:
        yield f"Of {counted(undecided, 'pair')} none of these has a probability of {level}."
    found = separation(analysis)
    if found is not None:
        yield f"Among the tests, {procedure(found.method)} {pairs_counted(len(found.separated), found.number)}."


def _equivalence(analysis: Analysis, bayesian: Bayesian) -> str:
    if bayesian.rope == 0:
        return "with a region of practical equivalence of no width, so that one or the other is better"
    return f"scores that differ by at most {level_text(bayesian.rope)} in {analysis.scores.name} count as equivalent"


def _within(bayesian: Bayesian) -> str:
    p = np.concatenate([probabilities(one.posterior) for one in bayesian.within])
    better, equal = int((p[:, [0, 2]] >= CONVINCING).sum()), int((p[:, 1] >= CONVINCING).sum())
    return (
        f"On {counted(len(bayesian.within), 'data set')}, pairs were compared over the folds by the"
        f" {BAYES_WITHIN[bayesian.within_procedure].title}: {counted(len(p), 'comparison')}, with a probability of at"
        f" least {level_text(CONVINCING)} that one is better in {better or 'none'}, and that the two are equivalent in"
        f" {equal or 'none'}."
    )


def bayes_caveats(analysis: Analysis) -> list[str]:
    """How these comparisons were made, where that was not as stated."""
    bayesian, tested = analysis.bayesian, analysis.tested
    if bayesian is None or (bayesian.over is None and not bayesian.within):
        return []
    # of the tests and curves within data sets, where there are any, the same is told there
    told = tested.notes if tested.within or tested.curves else ()
    return [note for note in bayesian.notes if note not in told]


def bayes_reminders(analysis: Analysis) -> list[str]:
    """What not to read into the Bayesian comparisons."""
    bayesian = analysis.bayesian
    if bayesian is None or (bayesian.over is None and not bayesian.within):
        return []
    caveats = [_NOT_INSTEAD.format(f"{cite('benavoli2017')} argue for the first")]
    if bayesian.rope:
        caveats.append(
            f"That a difference of {level_text(bayesian.rope)} does not matter is a judgement of whoever wrote the"
            " study, to be made before the scores are seen; another one gives other probabilities."
        )
    if bayesian.over is not None:
        caveats.append(
            "A probability over the data sets is that this outcome is the likeliest of the three on further data sets;"
            " how likely it is there, it does not tell. Data sets are taken for a sample of those the conclusion is to"
            " hold for."
        )
    if bayesian.within:
        caveats.append(
            "Within a data set, the correlation of folds is not estimated but taken to be the share of cases tested on,"
            f" an approximation ({cite('nadeau2003')})."
        )
    return caveats


def bayes_methods_over(analysis: Analysis) -> list[str]:
    """What was done over the data sets, for the section on methods."""
    bayesian = analysis.bayesian
    if bayesian is None or bayesian.over is None:
        return []
    return list(_methods_over(analysis, bayesian, bayesian.over))


def bayes_methods_within(analysis: Analysis) -> list[str]:
    """What was done within each data set, for the section on methods."""
    bayesian = analysis.bayesian
    if bayesian is None or not bayesian.within:
        return []
    one = BAYES_WITHIN[bayesian.within_procedure]
    return [
        (
            f"Within a data set, posterior probabilities over its folds are those of the {one.title}"
            f" ({cite(one.reference)}), {_with_rope(bayesian)}: a Student's t with the variance of the corrected"
            f" resampled t test ({cite('nadeau2003')})."
        )
    ]


def _methods_over(analysis: Analysis, bayesian: Bayesian, posterior: Posterior) -> Iterator[str]:
    one = BAYES_OVER[bayesian.over_procedure]
    sources = dict.fromkeys([cite(one.reference), cite("benavoli2017")])
    yield (
        f"The same pairs were compared over the data sets by the {one.title} ({'; '.join(sources)}),"
        f" {_with_rope(bayesian)} and a prior that counts for {_prior_sets(posterior)} on which they are equal."
    )
    if bayesian.rope:
        yield (
            "A probability is the posterior's share on which this outcome (a better, equivalent, b better) has the"
            " greatest chance of the three."
        )
    else:
        yield (
            "A probability is the posterior's share on which this algorithm of the two has the greater chance of being"
            " better."
        )
    if posterior.draws:
        yield f"They rest on {posterior.draws:,} draws from the posterior (seed {posterior.seed})."
    if analysis.ranking.has_gaps:
        yield SHARED_DATASETS


def _prior_sets(posterior: Posterior) -> str:
    strength = posterior.prior_strength
    return counted(1, "data set") if strength == 1 else f"{strength:g} data sets"


def _with_rope(bayesian: Bayesian) -> str:
    if bayesian.rope == 0:
        return "with no region of practical equivalence"
    return f"with a region of practical equivalence of ±{level_text(bayesian.rope)}"
