"""The tables of a calibration on families of tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rankpress.calibration.calibration import Calibration
from rankpress.calibration.rates import LEVEL, Rate, largest, largest_rates
from rankpress.calibration.settings import TRUTHS, Truth
from rankpress.calibration.tables import CLEARLY, with_interval
from rankpress.report.numbers import fixed, level_text, percent_text
from rankpress.report.table import Cell, Mark, Table
from rankpress.report.tables.cells import UNMARKED, count, head_row, left, named, number, right
from rankpress.slugs import slug
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.simulated_families import UNADJUSTED
from rankpress.wording import counted

TRUTHS_IN_WORDS: Mapping[Truth, str] = {
    "all equal": "all algorithms are equal",
    "one better": "one algorithm is far better than the others, which are equal",
    "two groups": "half of the algorithms are far better than the others, and all are equal within the halves",
}


def family_tables(calibration: Calibration, rates: Sequence[Rate]) -> Iterator[Table]:
    """A table for all pairs and one for those with a control: a row a test with an adjustment, a column a truth."""
    for control in calibration.settings.methods.controls:
        yield _family_table(calibration, [one for one in rates if one.errors.control == control], control)


def _family_table(calibration: Calibration, rates: Sequence[Rate], control: bool) -> Table:
    settings = calibration.settings
    truths = [truth for truth in TRUTHS if any(one.studies.truth == truth for one in rates)]
    design = "comparisons with a control" if control else "all pairs"
    return Table(
        name=f"family-errors-{'control' if control else 'pairs'}",
        metric="",
        title=f"Rates of errors of {design}",
        caption=(
            f"Share of {settings.draws:,} studies with an error in {design} tested at {level_text(settings.alpha)},"
            f" with its {percent_text(LEVEL)} interval: the largest such share among studies of"
            f" {counted(len({(one.studies.k, one.studies.n_datasets) for one in rates}), 'size')} and"
            f" {counted(len({one.studies.kind for one in rates}), 'distribution')} of scores. Of the procedures of"
            " Benjamini with Hochberg and with Yekutieli it is the false discovery rate, of all others the family-wise"
            f" error. {' '.join(f'{heading}: {TRUTHS_IN_WORDS[heading]}.' for heading in truths)}"
        ),
        head=(head_row("Test", "Adjustment", *truths),),
        rows=tuple(_family_rows(rates, truths, settings.alpha)),
        align=("left", "left", *right(len(truths))),
        stub=2,
        notes=(
            CLEARLY,
            (
                "An asterisk: the procedure is not said to keep the level there. The largest of several estimates is"
                " above the level by chance where none of the true rates is."
            ),
            "An adjustment that does not go with a test has no row.",
            "family-errors-all.csv has the rates of each size and distribution.",
        ),
        columns=("test", "adjustment", *map(slug, truths)),
        detail="interval",
        detail_parts=("from", "to"),
        long=True,
    )


def _family_rows(rates: Sequence[Rate], truths: Sequence[Truth], alpha: float) -> Iterator[tuple[Cell, ...]]:
    found = largest_rates(rates)
    for test in PAIRWISE:
        for adjustment in (UNADJUSTED, *ADJUSTMENTS):
            cells = [found.get((truth, test, adjustment)) for truth in truths]
            if any(cells):
                names = named(PAIRWISE[test].title), named(title_of(adjustment))
                yield (*names, *(_rate_cell(one, alpha) for one in cells))


def too_often_table(calibration: Calibration, rates: Sequence[Rate]) -> Table | None:
    """A row for each test, truth and design in which adjustments err clearly too often although they are to hold."""
    alpha = calibration.settings.alpha
    held: dict[tuple[Truth, bool, str], list[Rate]] = {}
    for one in rates:
        if one.is_promised:
            held.setdefault((one.studies.truth, one.errors.control, one.errors.test), []).append(one)
    rows = []
    for (truth, control, test), there in held.items():
        above = [one for one in there if one.estimate.clearly_above(alpha)]
        worst = largest(above)
        if worst is None:
            continue
        adjustments = {one.errors.adjustment for one in there}
        rows.append(
            (
                named(truth),
                named("control" if control else "all"),
                named(PAIRWISE[test].title),
                named(f"{len({one.errors.adjustment for one in above})} of {len(adjustments)}"),
                named(title_of(worst.errors.adjustment)),
                named(f"{worst.studies.k} × {worst.studies.n_datasets}, {worst.studies.kind}"),
                _rate_cell(worst, alpha),
            )
        )
    if not rows:
        return None
    heads = ("Truth", "Pairs", "Test", "Above", "Worst by", "Studies", "Rate")
    return Table(
        name="families-too-often",
        metric="",
        title="Tests whose families err too often",
        caption=(
            f"Tests with adjustments whose rate of errors is clearly above {level_text(alpha)} although they are to"
            " keep it: how many of these adjustments it is, and the studies in which one of them errs most, with the"
            f" {percent_text(LEVEL)} interval of its rate."
        ),
        head=(head_row(*heads),),
        rows=tuple(rows),
        align=("left", "left", "left", "right", "left", "left", "right"),
        stub=3,
        notes=(CLEARLY, "Studies: algorithms × data sets, and the scores."),
        columns=tuple(map(slug, heads)),
        detail="interval",
        detail_parts=("from", "to"),
    )


def title_of(adjustment: str) -> str:
    """What a report calls an adjustment."""
    return "none" if adjustment == UNADJUSTED else ADJUSTMENTS[adjustment].title


def _rate_cell(rate: Rate | None, alpha: float) -> Cell:
    if rate is None:
        return number(float("nan"), "")
    unpromised = rate.errors.adjustment != UNADJUSTED and not rate.is_promised
    return with_interval(rate.estimate, alpha, frozenset[Mark]({"significant"}) if unpromised else UNMARKED)


def every_rate(calibration: Calibration, rates: tuple[Rate, ...]) -> Table:
    """All rates in one table, for its CSV alone."""
    alpha = calibration.settings.alpha
    head = (
        *("truth", "scores", "algorithms", "datasets", "control", "test", "adjustment", "draws", "erring"),
        *("family_wise_error", "false_discovery_rate", "interval_from", "interval_to"),
        *("promised", "above", "clearly_above"),
    )
    return Table(
        name="family-errors-all",
        metric="",
        title="Errors of all families",
        caption="",
        head=(head_row(*head),),
        rows=tuple(_whole_row(one, alpha) for one in rates),
        align=left(len(head)),
    )


def _whole_row(one: Rate, alpha: float) -> tuple[Cell, ...]:
    studies, errors, found = one.studies, one.errors, one.estimate
    return (
        *head_row(studies.truth, studies.kind),
        *(count(value) for value in (studies.k, studies.n_datasets)),
        *head_row(_yes(errors.control), errors.test, errors.adjustment),
        *(count(value) for value in (errors.draws, errors.erring)),
        *(Cell(fixed(v, 4), v) for v in (errors.rate, errors.false_discovery_rate, found.low, found.high)),
        *head_row(_yes(one.is_promised), _yes(found.above(alpha)), _yes(found.clearly_above(alpha))),
    )


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"
