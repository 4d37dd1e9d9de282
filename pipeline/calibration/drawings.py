"""The figures of a calibration, planned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import isnan, nan
from typing import TYPE_CHECKING

from rankpress.calibration.calibration import Calibration
from rankpress.calibration.orderings import FREQUENT, Order, Orderings
from rankpress.calibration.rates import LEVEL, Rate, estimate, largest, largest_rates
from rankpress.calibration.settings import TRUTHS, Truth
from rankpress.calibration.tables import order_text
from rankpress.drawings.plan import Plan
from rankpress.drawings.styling import style_of
from rankpress.report.numbers import fixed, level_text, percent_text
from rankpress.slugs import slug
from rankpress.spec.figures_section import FiguresOptions
from rankpress.stats.exact_interval import bounds_of_counts
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.simulated_families import UNADJUSTED
from rankpress.wording import joined

if TYPE_CHECKING:
    from rankpress.figures.lines.layout import Line


def plans(calibration: Calibration, rates: Sequence[Rate], options: FiguresOptions) -> Iterator[Plan]:
    """One figure for each experiment on orders, and one of the families of tests."""
    yield from (_of_orders(found, options) for found in calibration.orderings)
    yield _of_families(calibration, rates, options)


def _of_orders(found: Orderings, options: FiguresOptions) -> Plan:
    from rankpress.figures import LinePanel, line_panels

    panel = LinePanel("", tuple(_line(found, order) for order in found.frequent))
    draw = partial(
        line_panels,
        (panel,),
        x_title="λ",
        y_title="share of repetitions",
        y_range=(0.0, 1.0),
        style=style_of(options),
    )
    name = f"{slug(found.procedure)}-orders"
    title = f"Orders that {found.procedure} finds"
    return Plan((), name, title, _caption(found), _alt(found), draw, file=name)


def _line(found: Orderings, order: Order) -> Line:
    from rankpress.figures import Line

    bands = [estimate(count, found.draws) for count in found.counts[order]]
    lows, highs = tuple(one.low for one in bands), tuple(one.high for one in bands)
    return Line(order_text(order), found.steps, tuple(one.value for one in bands), lows, highs)


def _caption(found: Orderings) -> str:
    rare = len(found.counts) - len(found.frequent)
    left_out = f" Left out: {rare} that no λ gives a share of {FREQUENT:g}." if rare else ""
    return (
        f"Share of {found.draws:,} repetitions in which {found.procedure} found each order, best first; 1 is the"
        " cheapest algorithm, and the costlier ones are the more accurate the larger λ is. Bands: intervals of"
        f" {percent_text(LEVEL)}.{left_out}"
    )


def _alt(found: Orderings) -> str:
    told = []
    for order in found.frequent:
        shares = found.shares(order)
        at = int(shares.argmax())
        told.append(f"{order_text(order)} has at most {shares[at]:.2f}, at {found.steps[at]:g}")
    return f"Lines of shares over λ from {found.steps[0]:g} to {found.steps[-1]:g}: {joined(told)}."


def _of_families(calibration: Calibration, rates: Sequence[Rate], options: FiguresOptions) -> Plan:
    """A strip a test of pairs: its rate without adjustment, and with each that is to keep the level."""
    from rankpress.figures import p_strips

    methods = calibration.settings.methods
    pairs = [one for one in rates if one.errors.control == methods.controls[0]]
    promised = largest_rates(one for one in pairs if one.is_promised)
    plain = largest_rates(one for one in pairs if one.errors.adjustment == UNADJUSTED)
    truths = [truth for truth in TRUTHS if any(one.studies.truth == truth for one in pairs)]
    draw = partial(
        p_strips,
        [PAIRWISE[test].title for test in methods.tests],
        [_largest_drawn(plain.get((truth, test, UNADJUSTED)) for truth in truths) for test in methods.tests],
        {
            truth: [[_drawn(promised.get((truth, test, one))) for one in methods.adjustments] for test in methods.tests]
            for truth in truths
        },
        alpha=calibration.settings.alpha,
        title="rate of errors",
        own_label="not adjusted",
        style=style_of(options),
    )
    design = "comparisons with a control" if methods.controls[0] else "tests of all pairs"
    name, title = "family-errors", f"Rates of errors of {design}"
    return Plan((), name, title, _families_caption(calibration), _families_alt(calibration, promised), draw, file=name)


def _largest_drawn(rates: Iterable[Rate | None]) -> float:
    return max((one for one in map(_drawn, rates) if not isnan(one)), default=nan)


def _drawn(rate: Rate | None) -> float:
    """A rate of none has no place on a logarithmic axis."""
    return rate.estimate.value if rate is not None and rate.estimate.value > 0 else nan


def _families_caption(calibration: Calibration) -> str:
    alpha, draws = calibration.settings.alpha, calibration.settings.draws
    pairs = "pairs with a control" if calibration.settings.methods.controls[0] else "pairs"
    low, high = (fixed(float(count) / draws, 3) for count in bounds_of_counts(alpha, draws, LEVEL))
    return (
        f"For each test of {pairs}, a mark for each adjustment that is to keep the level: its rate of errors, the"
        f" largest in studies of all sizes and distributions of scores. Of {draws:,} draws, the estimate of a rate of"
        f" {level_text(alpha)} lies between {low} and {high} with {percent_text(LEVEL)}; the largest of several lies"
        " higher. Rates of 0 are not drawn. Thick strokes: p-values that are not adjusted."
    )


def _families_alt(calibration: Calibration, promised: Mapping[tuple[Truth, str, str], Rate]) -> str:
    told = []
    for test in calibration.settings.methods.tests:
        worst = largest(one for (_, name, _), one in promised.items() if name == test)
        if worst is not None:
            told.append(f"{PAIRWISE[test].title} {worst.estimate.value:.2g}")
    level = level_text(calibration.settings.alpha)
    most = f" At most: {joined(told)}." if told else ""
    return f"Rates of errors by test, each with its adjustments, level {level}.{most}"
