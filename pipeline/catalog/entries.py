"""What the catalogue says of a method, and how its function is called.

An entry gives the function of a built-in method by its path, ``package.module:name``, which is imported when the method
is used; that of a plug-in is the function itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar

from rankpress.core.plugins import imported

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from rankpress.stats.arrays import FloatArray
    from rankpress.stats.bayes import Posterior
    from rankpress.stats.effects import PairEffects
    from rankpress.stats.families import Family
    from rankpress.stats.pairs import PairTests
    from rankpress.stats.procedures import OmnibusTest
    from rankpress.stats.resampled import WithinTests

# What functions return, by names: nothing of it is imported.
_P: TypeAlias = "FloatArray"
_Omnibus: TypeAlias = "OmnibusTest"
_Pairs: TypeAlias = "PairTests"
_Within: TypeAlias = "WithinTests"
_Effects: TypeAlias = "PairEffects"
_Posterior: TypeAlias = "Posterior"

_Function = str | Callable[..., Any]
_Result = TypeVar("_Result")


def _called(function: _Function) -> Callable[..., Any]:
    called: Callable[..., Any] = imported(function) if isinstance(function, str) else function
    return called


@dataclass(frozen=True)
class CatalogMethod(Generic[_Result]):
    """What is said of every method that computes something.

    Parameters
    ----------
    name, title : str
        In a study and in a report.
    reference : str
        Bibliography key of its source.
    function : str or callable
        What computes it.
    """

    name: str
    title: str
    reference: str
    function: _Function

    @property
    def heading(self) -> str:
        """The title at the head of a row or a column."""
        return self.title[:1].upper() + self.title[1:]

    def run(self, *arguments: Any, **options: Any) -> _Result:
        """Call the function."""
        output: _Result = _called(self.function)(*arguments, **options)
        return output


ErrorRate = Literal[
    "family-wise error",
    "family-wise error if independent",
    "family-wise error if all are true",
    "false discovery rate",
    "error of each comparison",
]
"""The chance of any error; that chance for independent p-values only, where those that it is for are known to exceed
it; that chance if no hypothesis is false; the expected share of errors among the rejections; or the chance of an error
in each comparison by itself."""


@dataclass(frozen=True)
class AdjustmentMethod(CatalogMethod[_P]):
    """An adjustment of p-values for their number.

    Parameters
    ----------
    controls : str
        The error rate that it keeps at the level.
    pairs : {"any", "all", "control"}
        Whether it takes any comparisons, needs those of all pairs, or those with a control.
    test : str or None
        The pairwise test whose statistics it needs; None if p-values suffice.
    uses : {"p", "family"}
        Whether its function is called with the p-values, or is a `FamilyAdjustment`, called with their `Family` and the
        options.
    rejects_with : {"bonferroni", "shaffer"} or None
        The quick adjustment all of whose rejections it shares, Shaffer's static one sharing those of Bonferroni's; with
        "shaffer", it also rejects nothing where that does not.
    stand_in : str or None
        If its time explodes with the number of algorithms, a quick adjustment all of whose rejections it shares.
    single_step : bool
        Whether the adjusted p of a pair follows from its own p, and rises with it.
    options : tuple of str
        Options that a study may set.
    inequality : {"simes", "sidak"} or None
        The inequality that it rests on, if that needs more than any p-values have.
    by_signs : bool
        Whether it draws random signs of the data sets, and so needs the scores and a test with `signs`.
    caution : str
        A sentence for the reader of its p-values.
    """

    controls: ErrorRate
    pairs: Literal["any", "all", "control"] = "any"
    test: str | None = None
    uses: Literal["p", "family"] = "p"
    rejects_with: Literal["bonferroni", "shaffer"] | None = None
    stand_in: str | None = None
    single_step: bool = False
    options: tuple[str, ...] = ()
    inequality: Literal["simes", "sidak"] | None = None
    by_signs: bool = False
    caution: str = ""

    def adjust(self, family: Family, **options: Any) -> FloatArray:
        """Return the adjusted p-values in the family's order; `over` says whether they allow for others too."""
        if self.uses != "p":
            return self.run(family, **options)
        if options.get("over", "pairs") == "pairs":
            return self.run(family.p)
        return self.run(family.p_with_others)[: len(family.p)]

    def inapplicable(self, family: Family) -> str:
        """Say in a sentence why it cannot be applied to a family; "" if it can."""
        if self.uses == "p":
            return ""
        reason: str = imported(str(self.function)).inapplicable(family)
        return reason

    @property
    def is_logical(self) -> bool:
        """Whether it uses which hypotheses can be true together, and so needs a test of transitive ones."""
        return self.pairs == "all" and self.test is None

    def fits(self, *, control: bool, pairwise: PairwiseMethod) -> bool:
        """Return whether it goes with comparisons with a control, or of all pairs, by a test."""
        if (self.by_signs and pairwise.signs is None) or (self.is_logical and not pairwise.transitive):
            return False
        return self.pairs != ("all" if control else "control") and self.test in (None, pairwise.name)

    def orders(self, *, by_ranks: bool) -> bool:
        """Return whether an order may rest on it: of algorithms by their ranks, or of two on one data set."""
        tests = (None, "rank-z") if by_ranks else (None,)
        return (
            self.controls == "family-wise error"
            and not self.by_signs
            and self.pairs != "control"
            and self.test in tests
        )


@dataclass(frozen=True)
class OmnibusMethod(CatalogMethod[_Omnibus]):
    """A test of all algorithms at once.

    Its function is called with a matrix, one row per data set and one column per algorithm, of ranks, 1 for the best,
    or of scores, of which higher is better.

    Parameters
    ----------
    uses : {"ranks", "scores"}
        Which of the two.
    incomplete : bool
        Whether the matrix may have gaps.
    balanced : bool
        Whether, where it has, the design must be balanced.
    from_average_ranks : str or None
        What is called with (average ranks, number of data sets) where nothing else is known; None if they do not do.
    has_exact : bool
        Whether the function takes `exact`, for an exact p next to the approximate one.
    of_means : bool
        Whether it compares scores, and knows no ties.
    uncorrected : str
        Bibliography key of its form that ignores ties.
    """

    uses: Literal["ranks", "scores"]
    incomplete: bool = False
    balanced: bool = False
    from_average_ranks: str | None = None
    has_exact: bool = False
    of_means: bool = False
    uncorrected: str = ""

    def test(self, matrix: ArrayLike, *, exact: bool = True) -> OmnibusTest:
        """Test ranks or scores; without its exact p, which takes long, if that is not wanted."""
        return self.run(matrix, exact=exact) if self.has_exact else self.run(matrix)

    def test_average_ranks(self, ranks: ArrayLike, n_datasets: int) -> OmnibusTest | None:
        """Test average ranks, where these suffice."""
        if self.from_average_ranks is None:
            return None
        tested: OmnibusTest = imported(self.from_average_ranks)(ranks, n_datasets)
        return tested


@dataclass(frozen=True)
class PairwiseMethod(CatalogMethod[_Pairs]):
    """A test of two algorithms over data sets.

    Parameters
    ----------
    uses : {"average-ranks", "ranks", "scores"}
        Whether its function is called with (average ranks, number of data sets, pairs), with (ranks, pairs) or with
        (scores, pairs), and the options as keywords.
    null : str
        The null hypothesis of its error rate, in `NULLS`: of the two if `pair_alone`, else of all algorithms.
    pair_alone : bool
        Whether it rests on the results of the two alone, so that gaps leave it the data sets that both have.
    incomplete : bool
        Whether it takes a matrix with gaps.
    balanced : bool
        Whether it needs a balanced design.
    one_sign : bool
        Whether all scores of a data set must have the same sign.
    of_average_ranks : bool
        Whether it tests the difference of average ranks.
    of_folds : bool
        Whether it takes as keyword `folds`, the scores of folds by data set, and with them a matrix with gaps.
    signs : {"t", "wilcoxon"} or None
        The statistic whose joint distribution by random signs of the data sets adjusts its p-values, if there is one.
    transitive : bool
        Whether of three algorithms two pairs cannot be alike, by its hypotheses, and the third not; so it is of
        hypotheses on a mean or a rank of each algorithm, and not of those on the differences of each pair.
    of_signs : bool
        Whether its exact p is a share of all signs of the data sets, and so at least 2 / 2^N.
    effect : str
        The effect size that belongs to it, by its name in `EFFECTS`: with the interval that inverts the test, if
        there is one, so that interval and verdict agree.
    has_ties : bool
        Whether it counts differences, and so takes as keyword `tolerance` what is none.
    options : tuple of str
        Options that a study may set.
    caution : str
        A sentence for the reader of its p-values.
    """

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
    effect: str = "mean-difference"
    has_ties: bool = False
    options: tuple[str, ...] = ()
    caution: str = ""


Design = Literal["folds", "kfold", "folds-ratio", "5x2", "outcomes", "examples", "runs", "paired-runs"]


@dataclass(frozen=True)
class WithinMethod(CatalogMethod[_Within]):
    """A test of two algorithms on one data set.

    Parameters
    ----------
    design : {"folds", "kfold", "folds-ratio", "5x2", "outcomes", "examples", "runs", "paired-runs"}
        What its function is called with: differences by fold; the same, of a single cross-validation; differences by
        fold and the ratio of test to training cases; differences by repeat and fold, which are five and two; or on how
        many test examples only the first is right, only the second, and the number of examples; or differences by test
        example, their clusters, and as a keyword the variance of their answers; or scores by run and algorithm and the
        pairs, runs being independent or paired by their seeds.
    liberal : bool
        Whether it rejects too often where the algorithms are equal.
    p_value : {"exact", "mid-p", "chi-squared"} or None
        Of a test of outcomes, whether p is exact, a mid-p, or from the chi-squared distribution.
    """

    design: Design
    liberal: bool = False
    p_value: Literal["exact", "mid-p", "chi-squared"] | None = None


@dataclass(frozen=True)
class EffectMethod(CatalogMethod[_Effects]):
    """A measure of how far two algorithms differ over data sets.

    Its function is called with (scores, pairs, level), and the options as keywords; greater where the first is better.

    Parameters
    ----------
    interval_reference : str
        Bibliography key of the source of its interval.
    options : tuple of str
        Names of the keyword options that the function takes: of `effects`, or `zeros` and `tolerance` of the test.
    in_unit : bool
        Whether it has the unit of the scores.
    range : tuple of float
        Least and greatest value.
    no_difference : float
        Its value where two algorithms perform equally well.
    of_order : bool
        Whether it depends only on which of two scores on a data set is the higher.
    has_ties : bool
        Whether it counts differences, and so takes as keyword `tolerance` what is none.
    of_mean : bool
        Whether its interval is one of t, so that simultaneous ones go by the largest t.
    of_ratio : bool
        Whether it divides scores, all of which must be above 0; made where a study asks for it.
    """

    interval_reference: str
    options: tuple[str, ...] = ()
    in_unit: bool = False
    range: tuple[float, float] = (-1.0, 1.0)
    no_difference: float = 0.0
    of_order: bool = False
    has_ties: bool = False
    of_mean: bool = False
    of_ratio: bool = False

    def turned(self, value: float) -> float:
        """Return the measure of b against a from that of a against b."""
        return 1 / value if self.of_ratio else 2 * self.no_difference - value


@dataclass(frozen=True)
class BayesMethod(CatalogMethod[_Posterior]):
    """A Bayesian comparison of two algorithms.

    Over data sets its function is called with (scores, pairs, rope), or with (folds and ratios of test to training
    cases by data set, pairs, rope); within a data set with (differences by fold, the ratio, rope); and the options as
    keywords.

    Parameters
    ----------
    uses : {"scores", "folds"}
        Whether the function takes mean scores or the scores of folds.
    options : tuple of str
        Options that a study may set.
    draw : str or None
        What draws the three chances of one pair over data sets, called as the function but for one pair, and as
        keywords with the options, `draws` and `seed`.
    """

    uses: Literal["scores", "folds"] = "scores"
    options: tuple[str, ...] = ()
    draw: str | None = None

    @property
    def drawn_by(self) -> Callable[..., FloatArray] | None:
        """The function that draws chances."""
        return None if self.draw is None else _called(self.draw)


@dataclass(frozen=True)
class CurveForm:
    """The statistic that a confidence curve of one data set is made of."""

    name: str
    title: str
    reference: str
    design: Literal["folds-ratio", "outcomes"]
