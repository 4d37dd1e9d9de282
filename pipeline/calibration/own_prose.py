"""Sentences of a calibration that is of one test: what its error rates are, and which study it was taken from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rankpress.calibration.family_tables import TRUTHS_IN_WORDS, title_of
from rankpress.calibration.rates import Rate, interval_text, largest
from rankpress.calibration.settings import TRUTHS, Settings
from rankpress.report.numbers import level_text
from rankpress.stats.omnibus_table import OMNIBUS
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.simulated_families import UNADJUSTED
from rankpress.wording import counted, joined

_RATES = {"false discovery rate": "the false discovery rate"}


def own_rates(settings: Settings, rates: Sequence[Rate]) -> Iterator[str]:
    """Of the only test that is tried, the largest rate under each truth, by the adjustment that is named first."""
    if len(settings.methods.tests) > 1:
        return
    tried = dict.fromkeys(one.errors.adjustment for one in rates)
    deciding = next((one for one in tried if one != UNADJUSTED), UNADJUSTED)
    of_it = [one for one in rates if one.errors.adjustment == deciding]
    by_truth = {truth: largest(one for one in of_it if one.studies.truth == truth) for truth in TRUTHS}
    told = [
        f"{interval_text(one.estimate)} where {TRUTHS_IN_WORDS[truth]}"
        for truth, one in by_truth.items()
        if one is not None
    ]
    if told:
        [test] = settings.methods.tests
        rate = _RATES.get(of_it[0].holds or "", "the chance of an error in any of its comparisons")
        adjusted = "without adjustment" if deciding == UNADJUSTED else f"adjusted by {title_of(deciding)}"
        yield (
            f"Of the {PAIRWISE[test].title} {adjusted}, {rate} is estimated at {'; '.join(told)}. Each is the largest"
            " of the rates with normal, tied and heavy-tailed scores."
        )


def taken(settings: Settings) -> Iterator[str]:
    """What was taken from a study, and what of it was not."""
    if not settings.study:
        return
    methods = settings.methods
    [test] = methods.tests
    adjustments = f", adjusted by {joined(map(title_of, methods.adjustments))}" if methods.adjustments else ""
    design = "for comparisons with a control" if methods.controls[0] else "for all pairs"
    omnibus = f"; the {' and the '.join(OMNIBUS[one].title for one in methods.omnibus)}" if methods.omnibus else ""
    sizes = joined(f"{counted(k, 'algorithm')} on {counted(n, 'data set')}" for k, n in settings.sizes)
    yield (
        f"Taken from the study “{settings.study}” were its size, its level and its methods: {sizes}; the level"
        f" {level_text(settings.alpha)}; the {PAIRWISE[test].title} {design}{adjustments}{omnibus}. None of its scores"
        " was taken: the draws differ from them in their distribution, and in which algorithms are equal, which nobody"
        " knows of the study."
    )
    yield from settings.notes
