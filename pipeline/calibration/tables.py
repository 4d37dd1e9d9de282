"""The tables of a calibration."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rankpress.calibration.calibration import Calibration
from rankpress.calibration.orderings import Order, Orderings
from rankpress.calibration.rates import Estimate, Rate, estimate
from rankpress.calibration.settings import TRUTHS, Truth
from rankpress.report.numbers import fixed, level_text
from rankpress.report.table import Cell, Mark, Table
from rankpress.report.tables.cells import UNMARKED, count, head_row, left, named, number, right
from rankpress.slugs import slug
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.omnibus_table import OMNIBUS
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.simulated_families import UNADJUSTED
from rankpress.stats.within import WITHIN

BOLD = frozenset[Mark]({"bold"})
DECIMALS = 3


def order_text(order: Order) -> str:
    """An order as its algorithms, best first, numbered from the cheapest on."""
    return "–".join(str(at + 1) for at in order)


def orders_table(found: Orderings) -> Table:
    """A row a lambda, a column an order."""
    orders = [order_text(order) for order in found.counts]
    shares = [found.shares(order) for order in found.counts]
    rows = tuple(
        (Cell(f"{step:g}", step), *(number(float(share[at]), fixed(float(share[at]), DECIMALS)) for share in shares))
        for at, step in enumerate(found.steps)
    )
    return Table(
        name=f"{slug(found.procedure)}-orders",
        metric="",
        title=f"Orders that {found.procedure} finds",
        caption=(
            f"Share of {found.draws:,} repetitions in which each order of {found.k} algorithms was found, best first;"
            " 1 is the cheapest. λ says how far their errors are apart."
        ),
        head=(head_row("λ", *orders),),
        rows=rows,
        align=("left", *right(len(orders))),
        notes=(
            (
                "Orders that were never found are left out. A share has a standard error of at most"
                f" {fixed(0.5 / found.draws**0.5, DECIMALS)}; the figure shows Wilson's intervals of 95%."
            ),
        ),
    )


def family_tables(calibration: Calibration, rates: tuple[Rate, ...]) -> Iterator[Table]:
    """A table for each truth and design: a row an adjustment, a column a test."""
    for control in (False, True):
        for truth in TRUTHS:
            chosen = [one for one in rates if one.studies.truth == truth and one.errors.control == control]
            if chosen:
                yield _family_table(calibration, chosen, truth, control)


def _family_table(calibration: Calibration, rates: list[Rate], truth: Truth, control: bool) -> Table:
    alpha, adjustments = calibration.settings.alpha, list(dict.fromkeys(one.errors.adjustment for one in rates))
    in_order = [name for name in (UNADJUSTED, *ADJUSTMENTS) if name in adjustments]
    cells = {name: {test: _worst_of(rates, name, test) for test in PAIRWISE} for name in in_order}
    design = "comparisons with a control" if control else "all pairs"
    return Table(
        name=f"family-errors-{slug(truth)}-{'control' if control else 'pairs'}",
        metric="",
        title=f"Errors of {design}: {truth}",
        caption=(
            f"The largest rate of errors over {len({one.studies for one in rates})} kinds of studies (numbers of"
            f" algorithms and data sets, distributions of scores), {calibration.settings.draws:,} draws each, of"
            f" families tested at {level_text(alpha)}, where {_truth_in_words(truth)}. Of procedures for the false"
            " discovery rate it is that rate, of all others the family-wise error."
        ),
        head=(head_row("Adjustment", *PAIRWISE),),
        rows=tuple(
            (
                named("none" if name == UNADJUSTED else ADJUSTMENTS[name].title),
                *(_rate_cell(cells[name][test], alpha) for test in PAIRWISE),
            )
            for name in in_order
        ),
        align=("left", *right(len(PAIRWISE))),
        notes=(
            (
                "Bold: the rate is above the level even by intervals of Wilson that hold for all rates of adjustments"
                " together with 95%."
            ),
            "The largest of several estimates is above the level by chance where none of the true rates is.",
            "A dash: the adjustment does not go with the test.",
        ),
        columns=("adjustment", *PAIRWISE),
    )


def _truth_in_words(truth: Truth) -> str:
    return {
        "all equal": "all algorithms are equal",
        "one better": "one algorithm is far better than the others, which are equal",
        "two groups": "half of the algorithms are far better than the others, and all are equal within the halves",
    }[truth]


def _worst_of(rates: Iterable[Rate], adjustment: str, test: str) -> Rate | None:
    return max(
        (one for one in rates if (one.errors.adjustment, one.errors.test) == (adjustment, test)),
        key=lambda one: one.estimate.value,
        default=None,
    )


def _rate_cell(rate: Rate | None, alpha: float) -> Cell:
    if rate is None:
        return number(float("nan"), "")
    marks = BOLD if rate.estimate.clearly_above(alpha) else UNMARKED
    return number(rate.estimate.value, fixed(rate.estimate.value, DECIMALS), marks)


def every_rate(rates: tuple[Rate, ...]) -> Table:
    """All rates in one table, for its CSV alone."""
    head = (
        *("truth", "scores", "algorithms", "datasets", "control", "test", "adjustment", "draws", "erring"),
        *("family_wise_error", "false_discovery_rate", "interval_from", "interval_to"),
    )
    return Table(
        name="family-errors-all",
        metric="",
        title="Errors of all families",
        caption="",
        head=(head_row(*head),),
        rows=tuple(_whole_row(one) for one in rates),
        align=left(len(head)),
    )


def _whole_row(one: Rate) -> tuple[Cell, ...]:
    studies, errors, found = one.studies, one.errors, one.estimate
    return (
        *head_row(studies.truth, studies.kind),
        *(count(value) for value in (studies.k, studies.n_datasets)),
        *head_row("yes" if errors.control else "no", errors.test, errors.adjustment),
        *(count(value) for value in (errors.draws, errors.erring)),
        *(Cell(fixed(v, 4), v) for v in (errors.rate, errors.false_discovery_rate, found.low, found.high)),
    )


def omnibus_table(calibration: Calibration) -> Table:
    """A row for each kind of studies, a column a test."""
    alpha, number_of_rates = calibration.settings.alpha, len(calibration.omnibus) * len(OMNIBUS)
    rows = tuple(
        (
            named(found.studies.kind),
            count(found.studies.k),
            count(found.studies.n_datasets),
            *(
                _estimate_cell(estimate(found.rejected[name] / found.draws, found.draws, number_of_rates), alpha)
                for name in OMNIBUS
            ),
        )
        for found in calibration.omnibus
    )
    return Table(
        name="omnibus-errors",
        metric="",
        title="Rejections by omnibus tests where all algorithms are equal",
        caption=f"Share of {calibration.settings.draws:,} studies of each kind rejected at {level_text(alpha)}.",
        head=(head_row("Scores", "Algorithms", "Data sets", *OMNIBUS),),
        rows=rows,
        align=("left", *right(len(OMNIBUS) + 2)),
        stub=3,
        notes=("Bold: above the level by intervals that hold for all rates of this table together with 95%.",),
    )


def within_table(calibration: Calibration) -> Table:
    """A row a test within a data set."""
    alpha, found = calibration.settings.alpha, calibration.within
    rows = []
    for name, procedure in WITHIN.items():
        one = estimate(found.rejected[name] / found.draws, found.draws, len(WITHIN))
        ends = tuple(Cell(fixed(value, DECIMALS), value) for value in (one.low, one.high))
        rows.append((named(procedure.title), _estimate_cell(one, alpha), *ends))
    return Table(
        name="within-errors",
        metric="",
        title="Rejections by tests within a data set where two learners are equally good",
        caption=(
            f"Share of {found.draws:,} data sets of {found.learners.cases} cases on which two learners of the same"
            f" expected accuracy were found to differ at {level_text(alpha)}."
        ),
        head=(head_row("Test", "Rejected", "from", "to"),),
        rows=tuple(rows),
        align=("left", *right(3)),
        notes=(
            "From, to: Wilson's interval of 95%.",
            "Bold: above the level by intervals that hold for all tests together with 95%.",
        ),
    )


def _estimate_cell(one: Estimate, alpha: float) -> Cell:
    return number(one.value, fixed(one.value, DECIMALS), BOLD if one.clearly_above(alpha) else UNMARKED)
