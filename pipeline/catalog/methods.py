"""The methods of a study: what each is called, where it is from, what it needs and what it promises.

Only data, read without numpy and scipy. The functions are in `rankpress.stats`, by the same names.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Protocol, TypeVar

from rankpress.core.plugins import Registry


class _Named(Protocol):
    @property
    def name(self) -> str: ...


Entry = TypeVar("Entry", bound=_Named)


def _by_name(entries: Iterable[Entry], group: str = "") -> Registry[Entry]:
    return Registry({entry.name: entry for entry in entries}, group)


ErrorRate = Literal[
    "family-wise error", "family-wise error if independent", "family-wise error if all are true", "false discovery rate"
]
"""The chance of any error; that chance for independent p-values only, where those that it is for are known to exceed
it; that chance if no hypothesis is false; or the expected share of errors among the rejections."""


@dataclass(frozen=True)
class AdjustmentMethod:
    """An adjustment of p-values for their number.

    Parameters
    ----------
    name, title : str
        In a study and in a report.
    reference : str
        Bibliography key of its source.
    controls : str
        The error rate that it keeps at the level.
    pairs : {"any", "all", "control"}
        Whether it takes any comparisons, needs those of all pairs, or those with a control.
    test : str or None
        The pairwise test whose statistics it needs; None if p-values suffice.
    stand_in : str or None
        If its time explodes with the number of algorithms, a quick adjustment all of whose rejections it shares.
    options : tuple of str
        Options that a study may set.
    inequality : {"simes", "sidak"} or None
        The inequality that it rests on, if that needs more than any p-values have.
    by_signs : bool
        Whether it draws random signs of the data sets, and so needs the scores and a test with `signs`.
    caution : str
        A sentence for the reader of its p-values.
    """

    name: str
    title: str
    reference: str
    controls: ErrorRate
    pairs: Literal["any", "all", "control"] = "any"
    test: str | None = None
    stand_in: str | None = None
    options: tuple[str, ...] = ()
    inequality: Literal["simes", "sidak"] | None = None
    by_signs: bool = False
    caution: str = ""

    @property
    def is_logical(self) -> bool:
        """Whether it uses which hypotheses can be true together, and so needs a test of transitive ones."""
        return self.pairs == "all" and self.test is None

    def fits(self, *, control: bool, pairwise: str) -> bool:
        """Return whether it goes with comparisons with a control, or of all pairs, by a test."""
        method = PAIRWISE[pairwise]
        if (self.by_signs and method.signs is None) or (self.is_logical and not method.transitive):
            return False
        return self.pairs != ("all" if control else "control") and self.test in (None, pairwise)

    def orders(self, *, by_ranks: bool) -> bool:
        """Return whether an order may rest on it: of algorithms by their ranks, or of two on one data set."""
        tests = (None, "rank-z") if by_ranks else (None,)
        return (
            self.controls == "family-wise error"
            and not self.by_signs
            and self.pairs != "control"
            and self.test in tests
        )


_FWER: ErrorRate = "family-wise error"
_FDR: ErrorRate = "false discovery rate"
_OF_SIGNS = (
    "The Westfall-Young procedure keeps the level where the differences of algorithms that perform equally well are"
    " jointly symmetric about zero; where they are skewed, it does so for many data sets only."
)

ADJUSTMENTS = _by_name(
    (
        AdjustmentMethod("bonferroni", "Bonferroni", "dunn1961", _FWER),
        AdjustmentMethod("sidak", "Šidák", "sidak1967", _FWER, inequality="sidak"),
        AdjustmentMethod("nemenyi", "Nemenyi", "nemenyi1963", _FWER, "all", "rank-z"),
        AdjustmentMethod("bonferroni-dunn", "Bonferroni-Dunn", "dunn1961", _FWER, "control", "rank-z"),
        AdjustmentMethod("tukey", "Tukey", "tukey1949", _FWER, "all", "block-t"),
        AdjustmentMethod("dunnett", "Dunnett", "dunnett1955", _FWER, "control", "block-t"),
        AdjustmentMethod("holm", "Holm", "holm1979", _FWER),
        AdjustmentMethod("holland", "Holland", "holland1987", _FWER, inequality="sidak"),
        AdjustmentMethod("hochberg", "Hochberg", "hochberg1988", _FWER, inequality="simes"),
        AdjustmentMethod("hommel", "Hommel", "hommel1988", _FWER, inequality="simes"),
        AdjustmentMethod(
            "rom",
            "Rom",
            "rom1990",
            _FWER,
            caution="Rom keeps the level for independent comparisons; for comparisons that share algorithms this"
            " is not guaranteed.",
        ),
        AdjustmentMethod(
            "li",
            "Li",
            "li2008",
            "family-wise error if independent",
            "control",
            caution="Li's procedure rests on the largest p-value: if that is near 1, it finds little.",
        ),
        AdjustmentMethod(
            "westfall-young",
            "Westfall-Young",
            "westfall1993",
            _FWER,
            options=("draws", "seed"),
            by_signs=True,
            caution=_OF_SIGNS,
        ),
        AdjustmentMethod(
            "westfall-young-single-step",
            "single-step Westfall-Young",
            "westfall1993",
            _FWER,
            options=("draws", "seed"),
            by_signs=True,
            caution=_OF_SIGNS,
        ),
        AdjustmentMethod("shaffer", "Shaffer", "shaffer1986", _FWER, "all"),
        AdjustmentMethod("shaffer-dynamic", "Shaffer dynamic", "shaffer1986", _FWER, "all", stand_in="shaffer"),
        AdjustmentMethod(
            "bergmann-hommel",
            "Bergmann-Hommel",
            "bergmann1988",
            _FWER,
            "all",
            stand_in="shaffer",
            options=("monotone",),
        ),
        AdjustmentMethod(
            "bergmann-hommel-simes",
            "Bergmann-Hommel with Simes' test",
            "hommel1999",
            _FWER,
            "all",
            stand_in="shaffer",
            inequality="simes",
        ),
        AdjustmentMethod("finner", "Finner", "finner1993", "family-wise error if all are true"),
        AdjustmentMethod(
            "benjamini-hochberg",
            "Benjamini-Hochberg FDR",
            "benjamini1995",
            _FDR,
            caution="Benjamini-Hochberg keeps the false discovery rate for independent or positively dependent"
            " comparisons; for two-sided ones that share algorithms this is not guaranteed.",
        ),
        AdjustmentMethod("benjamini-yekutieli", "Benjamini-Yekutieli FDR", "benjamini2001", _FDR),
    ),
    "rankpress.adjustments",
)


@dataclass(frozen=True)
class OmnibusMethod:
    """A test of all algorithms at once.

    `incomplete`: it takes gaps; `balanced`: but of a balanced design only; `from_average_ranks`: these suffice;
    `of_means`: it compares scores, and knows no ties; `uncorrected`: bibliography key of its form that ignores ties.
    """

    name: str
    title: str
    reference: str
    uses: Literal["ranks", "scores"]
    incomplete: bool = False
    balanced: bool = False
    from_average_ranks: bool = False
    of_means: bool = False
    uncorrected: str = ""


@dataclass(frozen=True)
class PairwiseMethod:
    """A test of two algorithms over data sets.

    Parameters
    ----------
    name, title : str
        In a study and in a report.
    reference : str
        Bibliography key of its source.
    uses : {"average-ranks", "ranks", "scores"}
        What it is computed from.
    null : str
        The null hypothesis of its error rate, in `NULLS`: of the two if `pair_alone`, else of all algorithms.
    pair_alone : bool
        Whether it rests on the results of the two alone, so that gaps leave it the data sets that both have.
    incomplete : bool
        Whether it takes gaps.
    balanced : bool
        Whether it needs a balanced design.
    one_sign : bool
        Whether all scores of a data set must have the same sign.
    of_average_ranks : bool
        Whether it tests the difference of average ranks.
    of_folds : bool
        Whether it takes the scores of folds next to their means.
    signs : {"t", "wilcoxon"} or None
        The statistic whose joint distribution by random signs of the data sets adjusts its p-values, if there is one.
    transitive : bool
        Whether of three algorithms two pairs cannot be alike, by its hypotheses, and the third not; so it is of
        hypotheses on a mean or a rank of each algorithm, and not of those on the differences of each pair.
    of_signs : bool
        Whether its exact p is a share of all signs of the data sets, and so at least 2 / 2^N.
    options : tuple of str
        Options that a study may set.
    caution : str
        A sentence for the reader of its p-values.
    """

    name: str
    title: str
    reference: str
    uses: Literal["average-ranks", "ranks", "scores"]
    null: str
    pair_alone: bool = False
    incomplete: bool = False
    balanced: bool = False
    one_sign: bool = False
    of_average_ranks: bool = False
    of_folds: bool = False
    signs: Literal["t", "wilcoxon"] | None = None
    transitive: bool = True
    of_signs: bool = False
    options: tuple[str, ...] = ()
    caution: str = ""


@dataclass(frozen=True)
class WithinMethod:
    """A test of two algorithms on one data set; a liberal one rejects too often where the algorithms are equal.

    Of a test of outcomes, `p_value` says whether p is exact, a mid-p, or from the chi-squared distribution.
    """

    name: str
    title: str
    reference: str
    design: Literal["folds", "kfold", "folds-ratio", "5x2", "outcomes", "examples"]
    liberal: bool = False
    p_value: Literal["exact", "mid-p", "chi-squared"] | None = None


@dataclass(frozen=True)
class EffectMethod:
    """A measure of how far two algorithms differ over data sets.

    Parameters
    ----------
    name, title : str
        In a study and in a report.
    reference, interval_reference : str
        Bibliography keys of the sources of the measure and of its interval.
    in_unit : bool
        Whether it has the unit of the scores.
    range : tuple of float
        Least and greatest value.
    no_difference : float
        Its value where two algorithms perform equally well.
    of_order : bool
        Whether it depends only on which of two scores on a data set is the higher.
    of_mean : bool
        Whether its interval is one of t, so that simultaneous ones go by the largest t.
    of_ratio : bool
        Whether it divides scores, all of which must be above 0; made where a study asks for it.
    """

    name: str
    title: str
    reference: str
    interval_reference: str
    in_unit: bool = False
    range: tuple[float, float] = (-1.0, 1.0)
    no_difference: float = 0.0
    of_order: bool = False
    of_mean: bool = False
    of_ratio: bool = False

    def turned(self, value: float) -> float:
        """Return the measure of b against a from that of a against b."""
        return 1 / value if self.of_ratio else 2 * self.no_difference - value


@dataclass(frozen=True)
class BayesMethod:
    """A Bayesian comparison of two algorithms, over data sets from their scores or from their folds."""

    name: str
    title: str
    reference: str
    uses: Literal["scores", "folds"] = "scores"


@dataclass(frozen=True)
class CurveForm:
    """The statistic that a confidence curve of one data set is made of."""

    name: str
    title: str
    reference: str
    design: Literal["folds-ratio", "outcomes"]


_UNBOUNDED = (float("-inf"), float("inf"))

OMNIBUS = _by_name(
    (
        OmnibusMethod(
            "friedman", "Friedman test", "friedman1937", "ranks", from_average_ranks=True, uncorrected="demsar2006"
        ),
        OmnibusMethod(
            "iman-davenport",
            "Iman-Davenport test",
            "iman1980",
            "ranks",
            from_average_ranks=True,
            uncorrected="demsar2006",
        ),
        OmnibusMethod("aligned-ranks", "Friedman aligned-ranks test", "hodges1962", "scores"),
        OmnibusMethod("quade", "Quade test", "quade1979", "scores"),
        OmnibusMethod("rm-anova", "repeated-measures ANOVA", "fisher1959", "scores", of_means=True),
        OmnibusMethod(
            "skillings-mack",
            "Skillings-Mack test",
            "skillings1981",
            "ranks",
            incomplete=True,
            uncorrected="skillings1981",
        ),
        OmnibusMethod(
            "durbin", "Durbin test", "durbin1951", "ranks", incomplete=True, balanced=True, uncorrected="durbin1951"
        ),
    )
)

PAIRWISE = _by_name(
    (
        PairwiseMethod(
            "rank-z", "z test of average ranks", "demsar2006", "average-ranks", "exchangeable", of_average_ranks=True
        ),
        PairwiseMethod(
            "wilcoxon",
            "Wilcoxon signed-ranks test",
            "wilcoxon1945",
            "scores",
            "symmetric",
            pair_alone=True,
            signs="wilcoxon",
            transitive=False,
            of_signs=True,
            options=("zeros",),
            caution="The signed-ranks test takes differences on different data sets to be comparable in size.",
        ),
        PairwiseMethod(
            "sign",
            "sign test",
            "demsar2006",
            "ranks",
            "median",
            pair_alone=True,
            transitive=False,
            of_signs=True,
            caution="The sign test counts wins and losses and not how large they are, so that it finds fewer"
            " differences.",
        ),
        PairwiseMethod("t", "paired t test", "student1908", "scores", "normal", pair_alone=True, signs="t"),
        PairwiseMethod(
            "mixed",
            "mixed-model test of differences on folds",
            "kuznetsova2017",
            "scores",
            "normal",
            pair_alone=True,
            of_folds=True,
            caution="The mixed model takes differences to be normal and on one scale. Data sets with more folds weigh"
            " more; where all have as many, or one score, it is the paired t test of their means.",
        ),
        PairwiseMethod(
            "relative-t",
            "paired t test of relative differences",
            "demsar2006",
            "scores",
            "relative",
            pair_alone=True,
            transitive=False,
            one_sign=True,
        ),
        PairwiseMethod(
            "permutation",
            "paired permutation test",
            "fisher1935",
            "scores",
            "symmetric",
            pair_alone=True,
            signs="t",
            transitive=False,
            of_signs=True,
            options=("draws", "seed"),
            caution="The permutation test is of the mean difference: it takes differences on different data sets"
            " to be on one scale, and a single one that stands out can hide a difference.",
        ),
        PairwiseMethod(
            "conover",
            "Conover t test of rank sums",
            "conover1999",
            "ranks",
            "exchangeable",
            of_average_ranks=True,
            caution="Conover's test takes its error from the ranks as they fell, and rejects more readily than"
            " the z test of average ranks: it is meant for pairs that are compared because the omnibus"
            " test rejected.",
        ),
        PairwiseMethod(
            "quade",
            "Quade t test of weighted rank sums",
            "conover1999",
            "scores",
            "exchangeable",
            caution="Quade's test weighs data sets by the range of their scores, and so takes these to be comparable in"
            " size. It is meant for pairs that are compared because the omnibus test rejected. One error is estimated"
            " from all algorithms, which is too small for two that are equal where others stand far apart.",
        ),
        PairwiseMethod(
            "aligned-ranks",
            "z test of aligned ranks",
            "hodges1962",
            "scores",
            "exchangeable",
            caution="Aligned ranks take differences on different data sets to be comparable in size, and depend"
            " on which other algorithms are in the study.",
        ),
        PairwiseMethod(
            "block-t",
            "t test with the error of the block design",
            "demsar2006",
            "scores",
            "spherical",
            caution="One error for all pairs is too small for algorithms that vary more than the others, and too large"
            " for those that vary less.",
        ),
        PairwiseMethod(
            "skillings-mack",
            "z test of Skillings-Mack effects",
            "skillings1981",
            "ranks",
            "exchangeable",
            incomplete=True,
            caution="An estimated effect depends on which other algorithms are in the study. It can order a pair"
            " otherwise than average ranks do, where the two met different opponents.",
        ),
        PairwiseMethod(
            "durbin",
            "Conover t test of Durbin rank sums",
            "conover1999",
            "ranks",
            "exchangeable",
            incomplete=True,
            balanced=True,
        ),
    ),
    "rankpress.tests",
)

WITHIN = _by_name(
    (
        WithinMethod("corrected-t", "corrected resampled t test", "nadeau2003", "folds-ratio"),
        WithinMethod("5x2cv-f", "combined 5x2cv F test", "alpaydin1999", "5x2"),
        WithinMethod("5x2cv-t", "5x2cv paired t test", "dietterich1998", "5x2"),
        WithinMethod("kfold-t", "k-fold cross-validated paired t test", "dietterich1998", "kfold", liberal=True),
        WithinMethod("resampled-t", "uncorrected resampled t test", "dietterich1998", "folds", liberal=True),
        WithinMethod("permutation", "paired permutation test", "fisher1935", "folds", liberal=True),
        WithinMethod("mcnemar", "exact McNemar test", "mcnemar1947", "outcomes", p_value="exact"),
        WithinMethod("mcnemar-mid-p", "McNemar mid-p test", "fagerland2013", "outcomes", p_value="mid-p"),
        WithinMethod(
            "mcnemar-chi2",
            "McNemar chi-squared test without continuity correction",
            "mcnemar1947",
            "outcomes",
            p_value="chi-squared",
        ),
        WithinMethod(
            "mcnemar-chi2-corrected",
            "McNemar chi-squared test with continuity correction",
            "edwards1948",
            "outcomes",
            p_value="chi-squared",
        ),
        WithinMethod(
            "binomial", "binomial test, the exact form of McNemar's", "salzberg1997", "outcomes", p_value="exact"
        ),
        WithinMethod("clustered-t", "paired t test with clustered standard errors", "miller2024", "examples"),
    )
)

EFFECTS = _by_name(
    (
        EffectMethod(
            "mean-difference",
            "mean difference",
            "student1908",
            "hall1992",
            in_unit=True,
            range=_UNBOUNDED,
            of_mean=True,
        ),
        EffectMethod(
            "median-difference", "median difference", "thompson1936", "thompson1936", in_unit=True, range=_UNBOUNDED
        ),
        EffectMethod(
            "hodges-lehmann", "Hodges-Lehmann shift", "hodges1963", "bauer1972", in_unit=True, range=_UNBOUNDED
        ),
        EffectMethod("hedges-g", "Hedges' g", "hedges1981", "cumming2001", range=_UNBOUNDED, of_mean=True),
        EffectMethod("cliffs-delta", "Cliff's delta", "cliff1993", "feng2004"),
        EffectMethod(
            "superiority",
            "probability of superiority",
            "grissom2012",
            "wilson1927",
            range=(0.0, 1.0),
            no_difference=0.5,
            of_order=True,
        ),
        EffectMethod("rank-biserial", "matched-pairs rank-biserial correlation", "kerby2014", "newcombe2006"),
        EffectMethod(
            "ratio",
            "geometric mean of score ratios",
            "demsar2006",
            "hall1992",
            range=(0.0, float("inf")),
            no_difference=1.0,
            of_ratio=True,
        ),
    ),
    "rankpress.effects",
)

BAYES_OVER = _by_name(
    (
        BayesMethod("signed-rank", "Bayesian signed-rank test", "benavoli2014"),
        BayesMethod("sign", "Bayesian sign test", "benavoli2017"),
        BayesMethod("hierarchical", "hierarchical Bayesian correlated t test", "corani2017", "folds"),
    )
)

# With fewer data sets not even wins on all of them are significant at 0.05 by an exact test of signs, for 2 / 2^5 is
# 0.0625: a posterior verdict then depends on the prior, and must be the same under another one.
LEAST_DATASETS_OF_POSTERIOR = 6

BAYES_WITHIN = _by_name((BayesMethod("correlated-t", "Bayesian correlated t test", "corani2015", "folds"),))

CURVE_FORMS = _by_name(
    (
        CurveForm("t", "Student's t", "nadeau2003", "folds-ratio"),
        CurveForm("quesenberry-hurst", "Quesenberry-Hurst", "quesenberry1964", "outcomes"),
    )
)


# The tests of a study that names none: in general, with average ranks alone, and where gaps are left as they are.
PAIRWISE_OF_SCORES = "wilcoxon"
PAIRWISE_OF_RANKS = "rank-z"
PAIRWISE_OF_GAPS = "skillings-mack"
OMNIBUS_OF_GAPS = ("skillings-mack",)
# The tests that are reported with the one that decides: of two algorithms, and of several.
ALSO_OF_TWO = (PAIRWISE_OF_SCORES, "sign", "t")
ALSO_OF_SEVERAL = (PAIRWISE_OF_SCORES, PAIRWISE_OF_RANKS)
# The tests of places over the data sets that an order may rest on.
OF_PLACES = (PAIRWISE_OF_RANKS, PAIRWISE_OF_SCORES, "sign")
# The adjustment that finds most where its time allows it.
EXHAUSTIVE = "bergmann-hommel"


def test_of(adjustments: Iterable[str]) -> str | None:
    """Return the test that adjustments ask for by themselves; None where they go with any."""
    methods = [ADJUSTMENTS[name] for name in adjustments if name in ADJUSTMENTS]
    needed = [method.test for method in methods if method.test]
    return needed[0] if needed else PAIRWISE_OF_RANKS if any(method.is_logical for method in methods) else None


def default_adjustments(*, control: bool, pairwise: str) -> tuple[str, ...]:
    """Return the adjustments of a study that names none; the first decides groups and bold face."""
    own = (
        name
        for name, adjustment in ADJUSTMENTS.items()
        if adjustment.test and adjustment.fits(control=control, pairwise=pairwise)
    )
    if control:
        return (*own, "holm", "hochberg")
    return (*own, "holm", *(["shaffer"] if PAIRWISE[pairwise].transitive else []))


def tests_of_order(pairwise: str, test: str | None, adjustment: str | None) -> tuple[str, str]:
    """Return the test and the correction of an order over the data sets, as far as a study leaves them open.

    The test is that of the study where it can be made of places, but of a correction that is of average ranks only.
    """
    if test is None:
        of_ranks = adjustment is not None and test_of([adjustment]) == PAIRWISE_OF_RANKS
        test = PAIRWISE_OF_RANKS if of_ranks or pairwise not in OF_PLACES else pairwise
    return test, adjustment or (EXHAUSTIVE if PAIRWISE[test].transitive else "holm")
