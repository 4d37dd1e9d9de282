"""The tables of a calibration."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from rankpress.calibration.calibration import Calibration
from rankpress.calibration.orderings import FREQUENT, Order, Orderings
from rankpress.calibration.rates import LEVEL, Estimate, omnibus_rates
from rankpress.calibration.single_tests import WithinCalibration
from rankpress.report.numbers import fixed, level_text, percent_text
from rankpress.report.table import Cell, Mark, Table
from rankpress.report.tables.cells import UNMARKED, count, decimal, head_row, named, right
from rankpress.slugs import slug
from rankpress.stats.omnibus_table import OMNIBUS
from rankpress.stats.within import WITHIN

BOLD = frozenset[Mark]({"bold"})
DECIMALS = 3
CLEARLY = (
    "Bold: clearly above the level, that is by intervals made so wide that all of their kind in this report hold"
    " together with 95%."
)


def order_text(order: Order) -> str:
    """An order as its algorithms, best first, numbered from the cheapest on."""
    return "–".join(str(at + 1) for at in order)


def orders_table(found: Orderings) -> Table:
    """A row a lambda, a column an order."""
    shares = np.array([found.shares(order) for order in found.frequent])
    by_step = np.vstack([shares, np.clip(1 - shares.sum(axis=0), 0.0, 1.0)]).T
    rows = tuple(
        (Cell(f"{step:g}", step), *(decimal(float(share), DECIMALS) for share in row))
        for step, row in zip(found.steps, by_step, strict=True)
    )
    return Table(
        name=f"{slug(found.procedure)}-orders",
        metric="",
        title=f"Orders that {found.procedure} finds",
        caption=(
            f"Share of {found.draws:,} repetitions in which each order of {found.k} algorithms was found, best first;"
            " 1 is the cheapest. λ says how far their errors are apart."
        ),
        head=(head_row("λ", *map(order_text, found.frequent), "others"),),
        rows=rows,
        align=("left", *right(len(shares) + 1)),
        notes=(
            (
                f"Others: orders that have a share of less than {FREQUENT:g} throughout. A share has a standard error"
                f" of at most {fixed(0.5 / found.draws**0.5, DECIMALS)}; the figure shows intervals of"
                f" {percent_text(LEVEL)}."
            ),
        ),
    )


def omnibus_table(calibration: Calibration) -> Table:
    """A row for each kind of studies, a column a test."""
    alpha, tests = calibration.settings.alpha, calibration.settings.methods.omnibus
    rows = tuple(
        (
            named(found.studies.kind),
            count(found.studies.k),
            count(found.studies.n_datasets),
            *(with_interval(rates[name], alpha) for name in tests),
        )
        for found, rates in zip(calibration.omnibus, omnibus_rates(calibration), strict=True)
    )
    return Table(
        name="omnibus-errors",
        metric="",
        title="Rejections by omnibus tests where all algorithms are equal",
        caption=(
            f"Share of {calibration.settings.draws:,} studies of each kind rejected at {level_text(alpha)}, with its"
            f" {percent_text(LEVEL)} interval."
        ),
        head=(head_row("Scores", "Algorithms", "Data sets", *(OMNIBUS[name].title for name in tests)),),
        rows=rows,
        align=("left", *right(len(tests) + 2)),
        stub=3,
        notes=(CLEARLY,),
        columns=("scores", "algorithms", "datasets", *tests),
        detail="interval",
        detail_parts=("from", "to"),
    )


def within_table(found: WithinCalibration, rates: Mapping[str, Estimate], alpha: float) -> Table:
    """A row a test within a data set."""
    return Table(
        name="within-errors",
        metric="",
        title="Rejections by tests within a data set where two learners are equally good",
        caption=(
            f"Share of {found.draws:,} data sets of {found.learners.cases} cases on which two learners of the same"
            f" expected accuracy were found to differ at {level_text(alpha)}, with its {percent_text(LEVEL)} interval."
        ),
        head=(head_row("Test", "Rejected"),),
        rows=tuple((named(WITHIN[name].title), with_interval(one, alpha)) for name, one in rates.items()),
        align=("left", "right"),
        notes=(CLEARLY,),
        columns=("test", "rejected"),
        detail="interval",
        detail_parts=("from", "to"),
    )


def with_interval(one: Estimate, alpha: float, marks: frozenset[Mark] = UNMARKED) -> Cell:
    """A cell with a rate and its interval, bold where it is clearly above the level."""
    interval = f"[{fixed(one.low, DECIMALS)}, {fixed(one.high, DECIMALS)}]"
    return Cell(
        f"{fixed(one.value, DECIMALS)} {interval}",
        one.value,
        marks | BOLD if one.clearly_above(alpha) else marks,
        detail=interval,
        detail_value=(one.low, one.high),
    )
