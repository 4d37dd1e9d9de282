"""What the adjustments keep at the level, told alike in tables, captions and prose."""

from __future__ import annotations

from collections.abc import Iterator

from rankpress.analysis import Analysis
from rankpress.report.numbers import level_text
from rankpress.stats.families import ADJUSTMENTS
from rankpress.wording import joined


def at_level_of(adjustment: str, alpha: float) -> str:
    """The level of an adjustment in a sentence.

    Examples
    --------
    >>> at_level_of("holm", 0.05), at_level_of("benjamini-hochberg", 0.05)
    ('at level 0.05', 'at false discovery rate 0.05')
    """
    rate = "false discovery rate" if ADJUSTMENTS[adjustment].holds == "false discovery rate" else "level"
    return f"at {rate} {level_text(alpha)}"


def weaker(analysis: Analysis, adjustments: tuple[str, ...] | None = None) -> tuple[str, ...]:
    """Say what adjustments keep that do not keep the chance of any error, the family-wise error.

    Parameters
    ----------
    analysis : Analysis
        One metric.
    adjustments : tuple of str, optional
        Those to speak of; all that were made if left out.

    Returns
    -------
    tuple of str
        Sentences; none for a single comparison, whose p-value no adjustment changes.
    """
    asked = tuple(analysis.adjusted.p) if adjustments is None else adjustments
    if analysis.tested.over is None or len(analysis.tested.over.p) < 2:
        return ()
    return tuple(_weaker(asked, level_text(analysis.adjusted.alpha)))


def _weaker(adjustments: tuple[str, ...], level: str) -> Iterator[str]:
    titles = [ADJUSTMENTS[name].title for name in adjustments if ADJUSTMENTS[name].holds == "false discovery rate"]
    if titles:
        yield (
            f"{joined(titles)} {'bounds' if len(titles) == 1 else 'bound'} by {level} the false discovery rate (FDR),"
            " the expected share of errors among the differences found, and not the family-wise error, the chance of"
            " any error."
        )
    if "li" in adjustments:
        yield (
            f"Li bounds the chance of any error by {level} for independent comparisons; comparisons with one control"
            " depend on each other, and with many of them the chance can be half as large again."
        )
    if "finner" in adjustments:
        yield (
            f"Finner bounds the chance of any error by {level} only where no algorithms differ: among true differences"
            " it can call equal algorithms different far more often."
        )


def of_all_together(analysis: Analysis) -> str:
    """For which columns of adjusted p-values the level is that of any error among all comparisons."""
    methods = [ADJUSTMENTS[name] for name in analysis.adjusted.p]
    others = weaker(analysis)
    titles = [method.title for method in methods if not others or method.holds == "family-wise error"]
    if not titles:
        return ""
    columns = joined(titles) if others else "a column"
    return f"those of {columns} hold for all comparisons together at level {level_text(analysis.adjusted.alpha)}"
