"""What the sentences of a report are made of."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rankpress.analysis import Analysis
from rankpress.report.exploratory import called, is_exploratory
from rankpress.report.numbers import df_text, level_text, p_phrase, p_text, statistic_text
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.omnibus import OmnibusTest
from rankpress.stats.omnibus_table import OMNIBUS
from rankpress.wording import counted, joined

SHARED_DATASETS = "Each pair was compared on the data sets that both have."

_MOST_NAMES = 8
# Adjustments that are tests of a statistic of their own rather than of p-values.
_TESTS = ("nemenyi", "bonferroni-dunn", "tukey", "dunnett")


def listed(names: Sequence[str], most: int = _MOST_NAMES) -> str:
    """Name a few things, and count the rest.

    Examples
    --------
    >>> listed(["A", "B"]), listed(list("ABCDEFGHIJ"), most=3)
    ('A and B', 'A, B, C and 7 others')
    """
    if len(names) <= most + 1:
        return joined(names)
    return joined([*names[:most], f"{len(names) - most} others"])


def procedure(adjustment: str) -> str:
    """An adjustment in a sentence.

    Examples
    --------
    >>> procedure("holm"), procedure("tukey")
    ('the Holm procedure', 'the Tukey test')
    """
    return f"the {ADJUSTMENTS[adjustment].title} {'test' if adjustment in _TESTS else 'procedure'}"


def at_level(analysis: Analysis) -> str:
    """The level of the tests in a sentence."""
    return f"at level {level_text(analysis.adjusted.alpha)}"


def capitalized(sentence: str) -> str:
    """A sentence with its first letter a capital, the rest as it stands."""
    return sentence[:1].upper() + sentence[1:]


@dataclass(frozen=True)
class Read:
    """An omnibus test as the report reads it.

    Parameters
    ----------
    title : str
        The test.
    test : OmnibusTest
        The form whose p is known: corrected for ties, or else not.
    corrected : bool
        Whether it is the former.
    alpha : float
        The study's level.
    exact_p : float or None
        The exact p, where there is one; it decides, whatever the approximate one says.
    exploratory : bool
        Whether p is to be called so.
    """

    title: str
    test: OmnibusTest
    corrected: bool
    alpha: float
    exact_p: float | None
    exploratory: bool = False

    @property
    def rejects(self) -> bool | None:
        """Whether the test rejects at the study's level; None where no p is known."""
        p = self.test.p if self.exact_p is None else self.exact_p
        return None if math.isnan(p) else p <= self.alpha

    @property
    def contradiction(self) -> str:
        """A sentence where the approximate p is on the other side of the level than the exact one; or nothing."""
        p = self.test.p
        if self.exact_p is None or math.isnan(p) or (p <= self.alpha) == (self.exact_p <= self.alpha):
            return ""
        form = "F" if len(self.test.df) == 2 else "chi-squared"
        whose = self.title.removesuffix(" test")
        told = f"{whose}'s {form} approximation gives {p_phrase(p)}, the exact p is {p_text(self.exact_p)}."
        return called(told) if self.exploratory else told

    @property
    def figures(self) -> str:
        """Statistic, degrees of freedom and p in parentheses."""
        told = [] if math.isnan(self.test.statistic) else [f"statistic {statistic_text(self.test.statistic)}"]
        told += [f"df {df_text(self.test.df)}", p_phrase(self.test.p)]
        if self.exact_p is not None:
            told.append(f"exact {p_phrase(self.exact_p)}")
        told = [called(one) for one in told] if self.exploratory else told
        return f"({', '.join(told)}{'' if self.corrected else ', not corrected for ties'})"


def read_omnibus(analysis: Analysis) -> list[Read]:
    """Read the omnibus tests of a metric."""
    alpha, exploratory = analysis.adjusted.alpha, is_exploratory([analysis])
    return [
        replace(_read(OMNIBUS[name].title, test, alpha), exploratory=exploratory)
        for name, test in analysis.tested.omnibus.items()
    ]


def _read(title: str, test: OmnibusTest, alpha: float) -> Read:
    forms = [test] if test.uncorrected is None else [test, test.uncorrected]
    known = next((form for form in forms if not math.isnan(form.p)), test)
    return Read(title, known, known is test, alpha, test.details.get("exact_p"))


def any_rejects(analysis: Analysis) -> bool:
    """Whether some omnibus test rejects, or there was none that could."""
    known = [read.rejects for read in read_omnibus(analysis) if read.rejects is not None]
    return any(known) or not known


@dataclass(frozen=True)
class Separation:
    """Which pairs the first adjustment separates; algorithms are told by place in the scores.

    Parameters
    ----------
    method : str
        The adjustment.
    separated : tuple of pairs
        Pairs whose adjusted p is at most the level; the one that the test favours first.
    together : tuple of pairs
        All others; the better ranked first.
    """

    method: str
    separated: tuple[tuple[int, int], ...]
    together: tuple[tuple[int, int], ...]

    @property
    def number(self) -> int:
        """How many comparisons there were."""
        return len(self.separated) + len(self.together)

    def together_with(self, algorithm: int) -> list[int]:
        """The algorithms that it is compared with and not separated from."""
        return [b if a == algorithm else a for a, b in self.together if algorithm in (a, b)]


def separation(analysis: Analysis) -> Separation | None:
    """What the deciding adjustment separates; None where nothing was compared or adjusted."""
    over, method = analysis.tested.over, analysis.adjusted.deciding
    if over is None or method is None:
        return None
    found = (analysis.adjusted.p[method] <= analysis.adjusted.alpha).tolist()
    pairs = [(a, b) for a, b in over.pairs.tolist()]
    return Separation(
        method,
        tuple(
            pair[:: favoured or 1]
            for pair, favoured, apart in zip(pairs, over.favours.tolist(), found, strict=True)
            if apart
        ),
        tuple(pair for pair, apart in zip(pairs, found, strict=True) if not apart),
    )


def by_rank(analysis: Analysis, algorithms: Sequence[int]) -> list[str]:
    """Names of algorithms, the best ranked first."""
    return [analysis.names[i] for i in analysis.ranking.best_first if i in set(algorithms)]


def pairs_counted(number: int, of: int) -> str:
    """How many pairs of how many are separated: separates 3 of 6 pairs."""
    if of == 1:
        return "separates the pair" if number else "does not separate the pair"
    return f"separates {number or 'none'} of {counted(of, 'pair')}"


def compared(analysis: Analysis) -> str:
    """Which pairs were compared, as the beginning of a sentence."""
    control = analysis.tested.control
    if control is None:
        return "All pairs of algorithms were compared"
    return f"Each other algorithm was compared with {analysis.names[control]}"
