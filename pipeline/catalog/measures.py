"""The effect sizes, Bayesian comparisons and confidence curves.

Only data, read without numpy and scipy: `Method` says how functions are given.
"""

from __future__ import annotations

from rankpress.catalog.entries import BayesMethod, CurveForm, EffectMethod
from rankpress.core.plugins import Registry

_UNBOUNDED = (float("-inf"), float("inf"))

EFFECTS = Registry[EffectMethod]("rankpress.effects")
EFFECTS.add(
    EffectMethod(
        "mean-difference",
        "mean difference",
        "student1908",
        "rankpress.stats.effects:mean_difference",
        "student1908",
        in_unit=True,
        range=_UNBOUNDED,
        of_mean=True,
        options=("interval",),
    ),
    EffectMethod(
        "median-difference",
        "median difference",
        "thompson1936",
        "rankpress.stats.effects:median_difference",
        "thompson1936",
        in_unit=True,
        range=_UNBOUNDED,
    ),
    EffectMethod(
        "hodges-lehmann",
        "Hodges-Lehmann shift",
        "hodges1963",
        "rankpress.stats.hodges_lehmann:hodges_lehmann",
        "bauer1972",
        in_unit=True,
        range=_UNBOUNDED,
        options=("zeros", "tolerance"),
    ),
    EffectMethod(
        "hedges-g",
        "Hedges' g",
        "hedges1981",
        "rankpress.stats.hedges:hedges_g",
        "cumming2001",
        range=_UNBOUNDED,
        of_mean=True,
        options=("bootstrap", "draws", "seed"),
    ),
    EffectMethod(
        "cliffs-delta",
        "Cliff's delta",
        "cliff1993",
        "rankpress.stats.dominance:cliffs_delta",
        "feng2004",
        has_ties=True,
    ),
    EffectMethod(
        "superiority",
        "probability of superiority",
        "grissom2012",
        "rankpress.stats.dominance:probability_of_superiority",
        "wilson1927",
        range=(0.0, 1.0),
        no_difference=0.5,
        of_order=True,
        has_ties=True,
    ),
    EffectMethod(
        "rank-biserial",
        "matched-pairs rank-biserial correlation",
        "kerby2014",
        "rankpress.stats.effects:rank_biserial",
        "newcombe2006",
        has_ties=True,
    ),
    EffectMethod(
        "ratio",
        "geometric mean of score ratios",
        "demsar2006",
        "rankpress.stats.effects:ratio",
        "student1908",
        range=(0.0, float("inf")),
        no_difference=1.0,
        of_ratio=True,
        options=("interval",),
    ),
)

BAYES_OVER = Registry[BayesMethod]()
BAYES_OVER.add(
    BayesMethod(
        "signed-rank",
        "Bayesian signed-rank test",
        "benavoli2014",
        "rankpress.stats.bayes_signed_rank:bayes_signed_rank",
        options=("prior_strength", "draws", "seed"),
        draw="rankpress.stats.bayes_signed_rank:signed_rank_draws",
    ),
    BayesMethod(
        "sign",
        "Bayesian sign test",
        "benavoli2017",
        "rankpress.stats.bayes:bayes_sign",
        options=("prior_strength",),
        draw="rankpress.stats.bayes:sign_draws",
    ),
    BayesMethod(
        "hierarchical",
        "hierarchical Bayesian correlated t test",
        "corani2017",
        "rankpress.stats.hierarchical:bayes_hierarchical",
        "folds",
        options=("draws", "seed"),
        draw="rankpress.stats.hierarchical:hierarchical_chances",
    ),
)

BAYES_WITHIN = Registry[BayesMethod]()
BAYES_WITHIN.add(
    BayesMethod(
        "correlated-t", "Bayesian correlated t test", "corani2015", "rankpress.stats.bayes:bayes_correlated_t", "folds"
    ),
)

CURVE_FORMS = Registry[CurveForm]()
CURVE_FORMS.add(
    CurveForm("t", "Student's t", "nadeau2003", "folds-ratio"),
    CurveForm("quesenberry-hurst", "Quesenberry-Hurst", "quesenberry1964", "outcomes"),
)
