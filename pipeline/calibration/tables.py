"""The tables of a calibration, and its results.json."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from rankpress.calibration.experiments import FREQUENT, Calibration, Order, Orderings, Studies, WithinCalibration
from rankpress.catalog.methods import ADJUSTMENTS, OMNIBUS, PAIRWISE, WITHIN, ErrorRate
from rankpress.core.labels import slug
from rankpress.core.numbers import Json, fixed, level_text, percent_text
from rankpress.core.table import Cell, Mark, Table
from rankpress.stats import families
from rankpress.stats.proportions import exact_interval
from rankpress.stats.synthetic import UNADJUSTED, FamilyErrors
from rankpress.stats.worlds import WORLDS
from rankpress.topics.phrases import UNMARKED, count, decimal, head_row, left, named, number, right

LEVEL = 0.95


@dataclass(frozen=True)
class Estimate:
    """An estimated chance: its value, the interval of 95%, and the low end of that which holds together with others."""

    value: float
    low: float
    high: float
    low_of_all: float

    def above(self, level: float) -> bool:
        """Return whether its own interval lies above a level."""
        return self.low > level

    def clearly_above(self, level: float) -> bool:
        """Return whether the interval that holds together with all others does."""
        return self.low_of_all > level


@dataclass(frozen=True)
class Rate:
    """The rate of errors of an adjustment of a test in studies of one kind, that rate which it is to keep."""

    studies: Studies
    errors: FamilyErrors
    estimate: Estimate

    @property
    def holds(self) -> ErrorRate | None:
        """What the adjustment keeps at the level; None of no adjustment."""
        return None if self.errors.adjustment == UNADJUSTED else ADJUSTMENTS[self.errors.adjustment].controls

    @property
    def has_true_null(self) -> bool:
        """Whether the null hypothesis of the test is true of pairs that are equal."""
        return PAIRWISE[self.errors.test].null in self.studies.world.true

    @property
    def is_to_hold(self) -> bool:
        """Whether there is an adjustment, and it is to keep its rate given a test whose null hypothesis is true."""
        if self.holds == "family-wise error if all are true":
            return self.studies.world.better == "none"
        return self.holds not in (None, "family-wise error if independent")

    @property
    def is_promised(self) -> bool:
        """Whether the adjustment is to keep its rate in these studies."""
        return self.has_true_null and self.is_to_hold


def estimate(successes: float, draws: int, n_estimates: int = 1) -> Estimate:
    """Return an estimate with Clopper and Pearson's intervals."""
    # Thousands of rates are estimated, of which one in forty lies above its level by its own interval though none is.
    # So a rate is called clearly above only by an interval that holds together with all others (Bonferroni), which is
    # what the summary counts; the intervals in the tables remain each rate's own.
    low, high = exact_interval(successes, draws, LEVEL)
    low_of_all, _ = exact_interval(successes, draws, 1 - (1 - LEVEL) / n_estimates)
    return Estimate(successes / draws, low, high, low_of_all)


def family_rates(calibration: Calibration) -> tuple[Rate, ...]:
    """The rates of all tests, adjustments and kinds of studies; unadjusted p-values have their family-wise error."""
    every = [(family.studies, errors) for family in calibration.families for errors in family.errors]
    number = sum(errors.adjustment != UNADJUSTED for _, errors in every)
    return tuple(
        Rate(studies, errors, estimate(_controlled_rate(errors), errors.draws, number)) for studies, errors in every
    )


def _controlled_rate(errors: FamilyErrors) -> float:
    """Return the sum over the draws of what the adjustment is to keep."""
    adjustment = ADJUSTMENTS.get(errors.adjustment)
    is_fdr = adjustment is not None and adjustment.controls == "false discovery rate"
    return errors.false_shares if is_fdr else errors.erring


def interval_text(item: Estimate) -> str:
    """Return an estimate with its interval."""
    return f"{fixed(item.value, 3)} ({percent_text(LEVEL)} interval {fixed(item.low, 3)} to {fixed(item.high, 3)})"


def too_few(draws: int, alpha: float) -> str:
    """Warn that so few simulations cannot show whether a level is kept; nothing where they can."""
    none = estimate(0, draws)
    if none.high <= alpha:
        return ""
    return (
        f"These draws are too few to tell whether a rate of {level_text(alpha)} is kept: even none of {draws:,} has an"
        f" interval up to {fixed(none.high, 3)}."
    )


def largest(rates: Iterable[Rate]) -> Rate | None:
    """Return the one with the largest estimate; None of none."""
    return max(rates, key=lambda rate: rate.estimate.value, default=None)


def largest_rates(rates: Iterable[Rate]) -> dict[tuple[str, str, str], Rate]:
    """By world, test and adjustment the largest of the rates in studies of all sizes."""
    result: dict[tuple[str, str, str], Rate] = {}
    for rate in rates:
        key = rate.studies.name, rate.errors.test, rate.errors.adjustment
        if key not in result or rate.estimate.value > result[key].estimate.value:
            result[key] = rate
    return result


def omnibus_rates(calibration: Calibration) -> tuple[Mapping[str, Estimate], ...]:
    """For each kind of studies, the rate of each omnibus test; their intervals hold together over all kinds."""
    number = sum(len(result.rejected) for result in calibration.omnibus)
    return tuple(
        {name: estimate(count, result.draws, number) for name, count in result.rejected.items()}
        for result in calibration.omnibus
    )


def within_rates(calibration: Calibration) -> Mapping[str, Estimate]:
    """Return the rate of each test within a data set; empty where none was tried."""
    result = calibration.within
    if result is None:
        return {}
    return {name: estimate(count, result.draws, len(result.rejected)) for name, count in result.rejected.items()}


BOLD = frozenset[Mark]({"bold"})
DECIMALS = 3
CLEARLY = (
    "Bold: clearly above the level, that is by intervals made so wide that all of their kind in this report hold"
    " together with 95%."
)


def order_text(order: Order) -> str:
    """Return an order as its algorithms, best first, numbered from the cheapest on."""
    return "–".join(str(index + 1) for index in order)


def orders_table(orderings: Orderings) -> Table:
    """Return a row a lambda, a column an order."""
    shares = np.array([orderings.shares(order) for order in orderings.frequent])
    by_step = np.vstack([shares, np.clip(1 - shares.sum(axis=0), 0.0, 1.0)]).T
    rows = tuple(
        (Cell(f"{step:g}", step), *(decimal(float(share), DECIMALS) for share in row))
        for step, row in zip(orderings.steps, by_step, strict=True)
    )
    return Table(
        name=f"{slug(orderings.procedure)}-orders",
        metric="",
        title=f"Orders that {orderings.procedure} finds",
        caption=(
            f"Share of {orderings.draws:,} repetitions in which each order of {orderings.k} algorithms was found, best"
            " first;"
            " 1 is the cheapest. λ says how far their errors are apart."
        ),
        head=(head_row("λ", *map(order_text, orderings.frequent), "others"),),
        rows=rows,
        align=("left", *right(len(shares) + 1)),
        notes=(
            (
                f"Others: orders that have a share of less than {FREQUENT:g} throughout. A share has a standard error"
                f" of at most {fixed(0.5 / orderings.draws**0.5, DECIMALS)}; the figure shows intervals of"
                f" {percent_text(LEVEL)}."
            ),
        ),
    )


def omnibus_table(calibration: Calibration) -> Table:
    """Return a row for each kind of studies, a column a test."""
    alpha, tests = calibration.settings.alpha, calibration.settings.methods.omnibus
    rows = tuple(
        (
            named(result.studies.name),
            count(result.studies.k),
            count(result.studies.n_datasets),
            *(with_interval(rates[name], alpha) for name in tests),
        )
        for result, rates in zip(calibration.omnibus, omnibus_rates(calibration), strict=True)
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


def within_table(calibration: WithinCalibration, rates: Mapping[str, Estimate], alpha: float) -> Table:
    """Return a row a test within a data set."""
    return Table(
        name="within-errors",
        metric="",
        title="Rejections by tests within a data set where two learners are equally good",
        caption=(
            f"Share of {calibration.draws:,} data sets of {calibration.learners.cases} cases on which two learners"
            " of the"
            " same"
            f" expected accuracy were found to differ at {level_text(alpha)}, with its {percent_text(LEVEL)} interval."
        ),
        head=(head_row("Test", "Rejected"),),
        rows=tuple((named(WITHIN[name].title), with_interval(rate, alpha)) for name, rate in rates.items()),
        align=("left", "right"),
        notes=(CLEARLY,),
        columns=("test", "rejected"),
        detail="interval",
        detail_parts=("from", "to"),
    )


def with_interval(item: Estimate, alpha: float) -> Cell:
    """Return a cell with a rate and its interval, bold where it is clearly above the level."""
    interval = f"[{fixed(item.low, DECIMALS)}, {fixed(item.high, DECIMALS)}]"
    return Cell(
        f"{fixed(item.value, DECIMALS)} {interval}",
        item.value,
        BOLD if item.clearly_above(alpha) else UNMARKED,
        detail=interval,
        detail_value=(item.low, item.high),
    )


def worlds_table(calibration: Calibration, rates: Sequence[Rate]) -> Table | None:
    """Return a row a test, a column a world: the largest rate by an adjustment that is to keep the level of a test."""
    held = [rate for rate in rates if rate.is_to_hold]
    worlds = _worlds(held)
    rows = []
    for test in dict.fromkeys(rate.errors.test for rate in held):
        worst = (largest(r for r in held if (r.errors.test, r.studies.name) == (test, world)) for world in worlds)
        rows.append((named(PAIRWISE[test].title), *(_rate_cell(rate, calibration.settings.alpha) for rate in worst)))
    if not rows:
        return None
    return Table(
        name="family-errors-worlds",
        metric="",
        title="Rates of errors by what is true of the algorithms",
        caption=(
            f"{_shares(calibration, 'some comparison')} The largest of all adjustments that control the family-wise"
            " error or the false discovery rate."
        ),
        head=(head_row("Test", *worlds),),
        rows=tuple(rows),
        align=("left", *right(len(worlds))),
        notes=_notes(worlds),
        columns=("test", *map(slug, worlds)),
    )


def _worlds(rates: Iterable[Rate]) -> list[str]:
    there = {rate.studies.name for rate in rates}
    return [name for name in WORLDS if name in there]


def _shares(calibration: Calibration, comparisons: str) -> str:
    settings = calibration.settings
    level, error = level_text(settings.alpha), (settings.alpha * (1 - settings.alpha) / settings.draws) ** 0.5
    sizes = f", the largest of {len(settings.sizes)} sizes" if len(settings.sizes) > 1 else ""
    return (
        f"Share of {settings.draws:,} studies with an error in {comparisons} at {level}{sizes}; a share of {level} has"
        f" a Monte Carlo error of {fixed(error, DECIMALS)}."
    )


def _notes(worlds: Sequence[str]) -> tuple[str, ...]:
    asterisk = "Asterisk: the null hypothesis of the test is not true, or the adjustment is not to keep the level."
    return CLEARLY, asterisk, " ".join(f"{world.capitalize()}: {WORLDS[world].title}." for world in worlds)


def family_tables(calibration: Calibration, rates: Sequence[Rate]) -> Iterator[Table]:
    """A table for all pairs and one for those with a control: a row a test with an adjustment, a column a world."""
    for control in calibration.settings.methods.controls:
        yield _family_table(calibration, [rate for rate in rates if rate.errors.control == control], control)


def _family_table(calibration: Calibration, rates: Sequence[Rate], control: bool) -> Table:
    worlds = _worlds(rates)
    design = "comparisons with a control" if control else "all pairs"
    return Table(
        name=f"family-errors-{'control' if control else 'pairs'}",
        metric="",
        title=f"Rates of errors of {design}",
        caption=(
            f"{_shares(calibration, design)} Of the procedures of Benjamini with Hochberg and with Yekutieli it is the"
            " false discovery rate, of all others the family-wise error."
        ),
        head=(head_row("Test", "Adjustment", *worlds),),
        rows=tuple(_family_rows(rates, worlds, calibration.settings.alpha)),
        align=("left", "left", *right(len(worlds))),
        stub=2,
        notes=(*_notes(worlds), "family-errors-all.csv has the rates of each size with their intervals."),
        columns=("test", "adjustment", *map(slug, worlds)),
        long=True,
    )


def _family_rows(rates: Sequence[Rate], worlds: Sequence[str], alpha: float) -> Iterator[tuple[Cell, ...]]:
    result = largest_rates(rates)
    for test in PAIRWISE:
        for adjustment in (UNADJUSTED, *families.ADJUSTMENTS):
            cells = [result.get((world, test, adjustment)) for world in worlds]
            if any(cells):
                names = named(test), named(title_of(adjustment))
                yield (*names, *(_rate_cell(cell, alpha) for cell in cells))


def title_of(adjustment: str) -> str:
    """Return what a report calls an adjustment."""
    return "none" if adjustment == UNADJUSTED else ADJUSTMENTS[adjustment].title


def _rate_cell(rate: Rate | None, alpha: float) -> Cell:
    if rate is None:
        return number(float("nan"), "")
    item = rate.estimate
    unpromised = not (rate.has_true_null if rate.errors.adjustment == UNADJUSTED else rate.is_promised)
    marks = frozenset[Mark]({"significant"}) if unpromised else UNMARKED
    return Cell(fixed(item.value, DECIMALS), item.value, marks | BOLD if item.clearly_above(alpha) else marks)


def every_rate(calibration: Calibration, rates: tuple[Rate, ...]) -> Table:
    """Return all rates in one table, for its CSV alone."""
    alpha = calibration.settings.alpha
    head = (
        *("world", "algorithms", "datasets", "control", "test", "adjustment", "draws", "erring"),
        *("family_wise_error", "false_discovery_rate", "interval_from", "interval_to"),
        *("null_is_true", "promised", "above", "clearly_above"),
    )
    return Table(
        name="family-errors-all",
        metric="",
        title="Errors of all families",
        caption="",
        head=(head_row(*head),),
        rows=tuple(_whole_row(rate, alpha) for rate in rates),
        align=left(len(head)),
    )


def _whole_row(rate: Rate, alpha: float) -> tuple[Cell, ...]:
    studies, errors, result = rate.studies, rate.errors, rate.estimate
    return (
        *head_row(studies.name),
        *(count(value) for value in (studies.k, studies.n_datasets)),
        *head_row(_yes(errors.control), errors.test, errors.adjustment),
        *(count(value) for value in (errors.draws, errors.erring)),
        *(Cell(fixed(v, 4), v) for v in (errors.rate, errors.false_discovery_rate, result.low, result.high)),
        *head_row(*map(_yes, (rate.has_true_null, rate.is_promised, result.above(alpha), result.clearly_above(alpha)))),
    )


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"


SCHEMA = "rankpress.calibration/3"


def results(calibration: Calibration, rates: Sequence[Rate]) -> Json:
    """Every figure that the report of a calibration prints, unrounded."""
    settings, alpha = asdict(calibration.settings), calibration.settings.alpha
    result: Json = {
        "schema": SCHEMA,
        "settings": {**settings, "sizes": [list(size) for size in settings["sizes"]], "methods": _methods(calibration)},
        "orders": {ordering.procedure: _orders(ordering) for ordering in calibration.orderings},
        "families": [_rate(item, alpha) for control in (False, True) for item in _largest(rates, control)],
        "omnibus": [
            {
                "world": match.studies.name,
                "algorithms": match.studies.k,
                "datasets": match.studies.n_datasets,
                "rates": _rates(rates, alpha),
            }
            for match, rates in zip(calibration.omnibus, omnibus_rates(calibration), strict=True)
        ],
    }
    if calibration.within is not None:
        result["within"] = {
            "cases": calibration.within.learners.cases,
            "rates": _rates(within_rates(calibration), alpha),
        }
    return result


def _methods(calibration: Calibration) -> Json:
    methods = calibration.settings.methods
    return {
        "omnibus": list(methods.omnibus),
        "tests": [{"name": name, "options": dict(options) or None} for name, options in methods.tests.items()],
        "adjustments": [
            {"name": name, "options": dict(adjustment) or None} for name, adjustment in methods.adjustments.items()
        ],
        "controls": list(methods.controls),
    }


def _largest(rates: Sequence[Rate], control: bool) -> Iterable[Rate]:
    """Of each test with each adjustment in each world, the rate that the tables have."""
    return largest_rates(rate for rate in rates if rate.errors.control == control).values()


def _orders(orderings: Orderings) -> Json:
    return {
        "algorithms": orderings.k,
        "datasets": orderings.n_datasets,
        "draws": orderings.draws,
        "shares": [
            {
                "lambda": step,
                "orders": {
                    order_text(order): _interval(estimate(counts[index], orderings.draws))
                    for order, counts in orderings.counts.items()
                    if counts[index]
                },
            }
            for index, step in enumerate(orderings.steps)
        ],
    }


def _rate(rate: Rate, alpha: float) -> Json:
    studies, errors = rate.studies, rate.errors
    return {
        "world": studies.name,
        "algorithms": studies.k,
        "datasets": studies.n_datasets,
        "control": errors.control,
        "test": errors.test,
        "adjustment": errors.adjustment,
        "holds": rate.holds,
        "draws": errors.draws,
        "erring": errors.erring,
        "false_discovery_rate": errors.false_discovery_rate,
        "null_is_true": rate.has_true_null,
        "promised": rate.is_promised,
        **_estimate(rate.estimate, alpha),
    }


def _rates(rates: Mapping[str, Estimate], alpha: float) -> Json:
    return {name: _estimate(rate, alpha) for name, rate in rates.items()}


def _estimate(item: Estimate, alpha: float) -> Json:
    return {**_interval(item), "above": item.above(alpha), "clearly_above": item.clearly_above(alpha)}


def _interval(item: Estimate) -> Json:
    return {"rate": item.value, "interval_95": [item.low, item.high]}
