"""The figures of a calibration, planned."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from rankpress.calibration.calibration import Calibration
from rankpress.calibration.orderings import Order, Orderings
from rankpress.calibration.rates import estimate
from rankpress.calibration.tables import order_text
from rankpress.drawings.plan import Plan
from rankpress.drawings.styling import style_of
from rankpress.slugs import slug
from rankpress.spec.figures_section import FiguresOptions
from rankpress.wording import joined

if TYPE_CHECKING:
    from rankpress.figures.lines.layout import Line

WORTH_A_LINE = 0.05


def plans(calibration: Calibration, options: FiguresOptions) -> Iterator[Plan]:
    """One figure for each experiment on orders."""
    from rankpress.figures import LinePanel, line_panels

    for found in calibration.orderings:
        shown = [order for order in found.counts if found.shares(order).max() >= WORTH_A_LINE]
        panel = LinePanel("", tuple(_line(found, order) for order in shown))
        draw = partial(
            line_panels,
            (panel,),
            x_title="λ",
            y_title="share of repetitions",
            y_range=(0.0, 1.0),
            style=style_of(options),
        )
        name = f"{slug(found.procedure)}-orders"
        yield Plan(
            (),
            name,
            f"Orders that {found.procedure} finds",
            _caption(found, shown),
            _alt(found, shown),
            draw,
            file=name,
        )


def _line(found: Orderings, order: Order) -> Line:
    from rankpress.figures import Line

    bands = [estimate(count / found.draws, found.draws) for count in found.counts[order]]
    lows, highs = tuple(one.low for one in bands), tuple(one.high for one in bands)
    return Line(order_text(order), found.steps, tuple(one.value for one in bands), lows, highs)


def _caption(found: Orderings, shown: list[Order]) -> str:
    rare = len(found.counts) - len(shown)
    left_out = f" Left out: {rare} that no λ gives a share of {WORTH_A_LINE:g}." if rare else ""
    return (
        f"Share of {found.draws:,} repetitions in which {found.procedure} found each order, best first; 1 is the"
        " cheapest algorithm, and the costlier ones are the more accurate the larger λ is. Bands: Wilson's intervals of"
        f" 95%.{left_out}"
    )


def _alt(found: Orderings, shown: list[Order]) -> str:
    told = []
    for order in shown:
        shares = found.shares(order)
        at = int(shares.argmax())
        told.append(f"{order_text(order)} has at most {shares[at]:.2f}, at {found.steps[at]:g}")
    return f"Lines of shares over λ from {found.steps[0]:g} to {found.steps[-1]:g}: {joined(told)}."
