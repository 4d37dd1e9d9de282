"""The tables of a calibration."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from rankpress.calibration.experiments import FREQUENT, Calibration, Orderings
from rankpress.calibration.rates import (
    LEVEL,
    Estimate,
    Rate,
    largest,
    largest_rates,
    omnibus_rates,
    order_text,
    within_rates,
)
from rankpress.catalog.methods import ADJUSTMENTS, OMNIBUS, PAIRWISE, WITHIN
from rankpress.core.labels import slug
from rankpress.core.numbers import fixed, level_text, percent_text
from rankpress.core.table import Cell, Mark, Table
from rankpress.stats import families
from rankpress.stats.synthetic import UNADJUSTED
from rankpress.stats.worlds import WORLDS
from rankpress.topics.phrases import UNMARKED, count, decimal, head_row, named, number, table_of

_BOLD, _ASTERISK = frozenset[Mark]({"bold"}), frozenset[Mark]({"significant"})
_DECIMALS = 3
_CLEARLY = "Bold: above the level by an interval that holds simultaneously with all others of its kind."
_CONTROLLED = "Asterisk: the null hypothesis of the test is false, or the adjustment does not control the level."
_WITH_INTERVALS: dict[str, Any] = {"notes": (_CLEARLY,), "detail": "interval", "detail_parts": ("from", "to")}

Cells = tuple[Cell, ...]


def _table(name: str, title: str, caption: str, header: Sequence[str], rows: Iterator[Cells], **more: Any) -> Table:
    """Build a table whose first columns name a row, and whose others have numbers."""
    return table_of(header, rows, more.pop("stub", 1), name=name, title=title, caption=caption, **more)


def orders_table(orderings: Orderings) -> Table:
    """Return a row a lambda, a column an order."""
    shares = np.array([orderings.shares(order) for order in orderings.frequent])
    by_step = np.vstack([shares, np.clip(1 - shares.sum(axis=0), 0.0, 1.0)]).T
    steps = zip(orderings.steps, by_step.tolist(), strict=True)
    rows = ((Cell(f"{step:g}", step), *(decimal(share, _DECIMALS) for share in row)) for step, row in steps)
    return _table(
        f"{slug(orderings.procedure)}-orders",
        f"Orders that {orderings.procedure} returns",
        f"Share of {orderings.draws:,} repetitions with each order of {orderings.k} algorithms, best first; 1 is the"
        " cheapest, and λ is the difference of their error rates.",
        ("λ", *map(order_text, orderings.frequent), "others"),
        rows,
        notes=(f"Others: orders with a share below {FREQUENT:g} at each λ.",),
    )


def omnibus_table(calibration: Calibration) -> Table:
    """Return a row for each kind of studies, a column a test."""
    alpha, tests = calibration.settings.alpha, calibration.settings.methods.omnibus
    kinds = zip((item.studies for item in calibration.omnibus), omnibus_rates(calibration), strict=True)
    rows = (
        (named(studies.name), count(studies.k), count(studies.n_datasets), *_with_intervals(rates, tests, alpha))
        for studies, rates in kinds
    )
    return _table(
        "omnibus-errors",
        "Rejections by omnibus tests if all algorithms are equal",
        f"Share of {calibration.settings.draws:,} studies rejected at {level_text(alpha)}, with"
        f" {percent_text(LEVEL)} interval.",
        ("Scores", "Algorithms", "Data sets", *(OMNIBUS[name].title for name in tests)),
        rows,
        stub=3,
        columns=("scores", "algorithms", "datasets", *tests),
        **_WITH_INTERVALS,
    )


def within_table(calibration: Calibration) -> Table:
    """Return a row a test within a data set."""
    alpha, rates = calibration.settings.alpha, within_rates(calibration)
    return _table(
        "within-errors",
        "Rejections by tests within a data set if two learners are equal",
        f"Share of {calibration.settings.draws:,} data sets of {calibration.settings.cases} cases rejected at"
        f" {level_text(alpha)}, with {percent_text(LEVEL)} interval.",
        ("Test", "Rejected"),
        ((named(WITHIN[name].title), *_with_intervals(rates, (name,), alpha)) for name in rates),
        columns=("test", "rejected"),
        **_WITH_INTERVALS,
    )


def _with_intervals(rates: Mapping[str, Estimate], names: Sequence[str], alpha: float) -> Iterator[Cell]:
    for item in (rates[name] for name in names):
        interval = f"[{fixed(item.low, _DECIMALS)}, {fixed(item.high, _DECIMALS)}]"
        marks = _BOLD if item.clearly_above(alpha) else UNMARKED
        text = f"{fixed(item.value, _DECIMALS)} {interval}"
        yield Cell(text, item.value, marks, detail=interval, detail_value=(item.low, item.high))


def worlds_table(calibration: Calibration, rates: Sequence[Rate]) -> Table | None:
    """Return a row a test, a column a world: the largest rate of the adjustments that control it."""
    alpha, controlled = calibration.settings.alpha, [rate for rate in rates if rate.is_to_hold]
    worlds, rows = _worlds(controlled), []
    for test in dict.fromkeys(rate.errors.test for rate in controlled):
        of_test = [rate for rate in controlled if rate.errors.test == test]
        worst = (largest(rate for rate in of_test if rate.studies.name == world) for world in worlds)
        rows.append((named(PAIRWISE[test].title), *(_rate_cell(rate, alpha) for rate in worst)))
    caption = f"{_caption(calibration)} The largest of all adjustments that control the rate."
    title = "Error rates by what is true of the algorithms"
    header, columns = ("Test", *worlds), ("test", *map(slug, worlds))
    notes = (_CLEARLY, _CONTROLLED, _legend(worlds))
    return (
        _table("family-errors-worlds", title, caption, header, iter(rows), notes=notes, columns=columns)
        if rows
        else None
    )


def family_tables(calibration: Calibration, rates: Sequence[Rate]) -> Iterator[Table]:
    """Yield a table of all pairs and one of those with a control: a row a test with an adjustment, a column a world."""
    for control in calibration.settings.methods.controls:
        of_design = [rate for rate in rates if rate.errors.control == control]
        worlds = _worlds(of_design)
        yield _table(
            f"family-errors-{'control' if control else 'pairs'}",
            f"Error rates of {'comparisons with a control' if control else 'all pairs'}",
            f"{_caption(calibration)} The false discovery rate of procedures that control it, else the family-wise"
            " error.",
            ("Test", "Adjustment", *worlds),
            _family_rows(of_design, worlds, calibration.settings.alpha),
            stub=2,
            notes=(_CLEARLY, _CONTROLLED, _legend(worlds), "family-errors-all.csv has the rates of each size."),
            columns=("test", "adjustment", *map(slug, worlds)),
            long=True,
        )


def _family_rows(rates: Sequence[Rate], worlds: Sequence[str], alpha: float) -> Iterator[Cells]:
    by_key = largest_rates(rates)
    for test in PAIRWISE:
        for adjustment in (UNADJUSTED, *families.ADJUSTMENTS):
            cells = [by_key.get((world, test, adjustment)) for world in worlds]
            if any(cells):
                yield (named(test), named(title_of(adjustment)), *(_rate_cell(cell, alpha) for cell in cells))


def _worlds(rates: Sequence[Rate]) -> list[str]:
    present = {rate.studies.name for rate in rates}
    return [name for name in WORLDS if name in present]


def _caption(calibration: Calibration) -> str:
    settings = calibration.settings
    error = (settings.alpha * (1 - settings.alpha) / settings.draws) ** 0.5
    sizes = f", the largest of {len(settings.sizes)} sizes" if len(settings.sizes) > 1 else ""
    level = level_text(settings.alpha)
    return (
        f"Share of {settings.draws:,} studies with an error at {level}{sizes}; the Monte Carlo error of a share of"
        f" {level} is {fixed(error, _DECIMALS)}."
    )


def _legend(worlds: Sequence[str]) -> str:
    return " ".join(f"{world.capitalize()}: {WORLDS[world].title}." for world in worlds)


def title_of(adjustment: str) -> str:
    """Return what a report calls an adjustment."""
    return "none" if adjustment == UNADJUSTED else ADJUSTMENTS[adjustment].title


def _rate_cell(rate: Rate | None, alpha: float) -> Cell:
    if rate is None:
        return number(float("nan"), "")
    controlled = rate.has_true_null if rate.errors.adjustment == UNADJUSTED else rate.is_promised
    marks = (_BOLD if rate.estimate.clearly_above(alpha) else UNMARKED) | (UNMARKED if controlled else _ASTERISK)
    return Cell(fixed(rate.estimate.value, _DECIMALS), rate.estimate.value, marks)


def every_rate(calibration: Calibration, rates: Sequence[Rate]) -> Table:
    """Return all rates in one table, for its CSV alone."""
    header = (
        *("world", "algorithms", "datasets", "control", "test", "adjustment", "draws", "erring"),
        *("family_wise_error", "false_discovery_rate", "interval_from", "interval_to"),
        *("null_is_true", "promised", "above", "clearly_above"),
    )
    rows = (_row(rate, calibration.settings.alpha) for rate in rates)
    return _table("family-errors-all", "Errors of all families", "", header, rows, stub=len(header))


def _row(rate: Rate, alpha: float) -> Cells:
    studies, errors, item = rate.studies, rate.errors, rate.estimate
    values = (errors.rate, errors.false_discovery_rate, item.low, item.high)
    answers = (rate.has_true_null, rate.is_promised, item.above(alpha), item.clearly_above(alpha))
    return (
        *(named(studies.name), count(studies.k), count(studies.n_datasets)),
        *head_row("yes" if errors.control else "no", errors.test, errors.adjustment),
        *(count(errors.draws), count(errors.erring)),
        *(Cell(fixed(value, 4), value) for value in values),
        *head_row(*("yes" if answer else "no" for answer in answers)),
    )
