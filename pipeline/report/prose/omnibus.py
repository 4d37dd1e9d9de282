"""What the omnibus tests assume, and what is said of an analysis of variance where the assumptions may not hold."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rankpress.analysis import Analysis
from rankpress.report.bibliography import cite
from rankpress.report.numbers import fixed, level_text, p_phrase
from rankpress.report.sphericity import corrections
from rankpress.stats.omnibus import OmnibusTest
from rankpress.wording import joined

_ASSUMPTIONS = {
    "aligned-ranks": "Aligned ranks take differences on different data sets to be comparable in size.",
    "quade": "Quade's test takes the ranges of the scores on different data sets to be comparable in size.",
}


def sphericity(test: OmnibusTest, alpha: float) -> Iterator[str]:
    """Say p with the corrections of an analysis of variance, and whether they are called for."""
    corrected = [
        f"{p_phrase(p)} after {title} (epsilon {fixed(epsilon, 2)})" for title, epsilon, p in corrections(test)
    ]
    if corrected:
        yield f"Corrected for want of sphericity, {joined(corrected)}."
    w = test.details.get("mauchly_w", math.nan)
    if not math.isnan(w):
        p = test.details["mauchly_p"]
        verdict = f"{'rejects' if p <= alpha else 'does not reject'} it at level {level_text(alpha)}"
        yield f"Mauchly's test of sphericity gives W = {fixed(w, 3)} and {p_phrase(p)}, and {verdict}."
    elif corrected:
        yield f"{test.why}."


def omnibus_assumptions(analysis: Analysis) -> Iterator[str]:
    """Say what the tests of scores assume."""
    tests = analysis.tested.omnibus
    yield from (_ASSUMPTIONS[name] for name in tests if name in _ASSUMPTIONS)
    if "rm-anova" in tests:
        yield (
            "The analysis of variance takes scores to be normal around the sum of what the data set and what the"
            f" algorithm adds, and differences of any two algorithms to vary alike (sphericity); {cite('demsar2006')}"
            " doubts both of algorithms on data sets. The corrections allow for the second."
        )
