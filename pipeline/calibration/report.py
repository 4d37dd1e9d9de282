"""The report of a calibration: its sentences, figures and document, written as the reports of studies are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any

import numpy as np

from rankpress.cache.store import Store
from rankpress.calibration.experiments import (
    BASE,
    CASES,
    DATASETS,
    FOLDS,
    FREQUENT,
    HELD_OUT,
    REPEATS,
    Calibration,
    Order,
    Orderings,
    Settings,
)
from rankpress.calibration.rates import (
    LEVEL,
    Estimate,
    Rate,
    estimate,
    family_rates,
    largest,
    largest_rates,
    omnibus_rates,
    order_text,
    results,
    within_rates,
)
from rankpress.catalog.methods import ADJUSTMENTS, OMNIBUS, PAIRWISE, WITHIN
from rankpress.core import manifest
from rankpress.core.bibliography import cite, references, references_bib
from rankpress.core.document import Document, Drawing, Plan, Section, all_sections
from rankpress.core.labels import slug
from rankpress.core.table import Cell, Mark, Table, table_csv
from rankpress.report.latex import latex_report
from rankpress.report.latex_table import table_files
from rankpress.report.macro_files import macros_tex
from rankpress.report.markdown import markdown_report
from rankpress.report.page import html_report
from rankpress.report.pdf import pdf_report
from rankpress.report.plot import draw_all
from rankpress.report.render import in_any_format
from rankpress.spec.plot_sections import FiguresOptions
from rankpress.stats.synthetic import UNADJUSTED
from rankpress.stats.worlds import APART, WORLDS
from rankpress.topics.macros import Macros
from rankpress.topics.phrases import UNMARKED, count, decimal, head_row, named, number, table_of, with_interval
from rankpress.topics.results import json_text
from rankpress.topics.styling import style_of
from rankpress.wording.forms import NumberForm
from rankpress.wording.numbers import MISSING, Rounding, fixed, level_text, percent_text
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, capitalized, join, joined, say

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
    rows = ((number(step, NumberForm("number")), *(decimal(share, _DECIMALS) for share in row)) for step, row in steps)
    return _table(
        f"{slug(orderings.procedure)}-orders",
        f"Orders that {orderings.procedure} returns",
        f"Share of {orderings.draws:,} repetitions with each order of {counted(orderings.k, 'algorithm')}, best first;"
        " 1 is the cheapest, and neighbors differ by 2λ in their error rates.",
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
        f"Share of {counted(calibration.settings.draws, 'data set')} of {counted(calibration.settings.cases, 'case')}"
        f" rejected at {level_text(alpha)}, with {percent_text(LEVEL)} interval.",
        ("Test", "Rejected"),
        ((named(WITHIN[name].title), *_with_intervals(rates, (name,), alpha)) for name in rates),
        columns=("test", "rejected"),
        **_WITH_INTERVALS,
    )


def _with_intervals(rates: Mapping[str, Estimate], names: Sequence[str], alpha: float) -> Iterator[Cell]:
    for item in (rates[name] for name in names):
        marks = _BOLD if item.clearly_above(alpha) else UNMARKED
        yield replace(with_interval(item.value, item.low, item.high, Rounding(_DECIMALS)), marks=marks)


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
        for adjustment in (UNADJUSTED, *ADJUSTMENTS):
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
        return Cell(MISSING, "")
    controlled = rate.has_true_null if rate.errors.adjustment == UNADJUSTED else rate.is_promised
    marks = (_BOLD if rate.estimate.clearly_above(alpha) else UNMARKED) | (UNMARKED if controlled else _ASTERISK)
    return number(rate.estimate.value, Rounding(_DECIMALS), marks)


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
        *(decimal(value, 4) for value in values),
        *head_row(*("yes" if answer else "no" for answer in answers)),
    )


TITLE = "Calibration of rankpress"


def render_calibration(calibration: Calibration, formats: Sequence[str], jobs: int, store: Store) -> dict[str, bytes]:
    """Return the files of a calibration's report."""
    rates, options = family_rates(calibration), FiguresOptions.unchecked()
    plans = [_plan(orderings, options) for orderings in calibration.orderings]
    drawings = tuple(draw_all(plans, options, jobs, store))
    document = _document(calibration, rates, drawings)
    tables = [table for section in all_sections(document.sections) for table in section.tables]
    stamp, every = f"rankpress calibrate, seed {calibration.settings.seed}", every_rate(calibration, rates)
    texts = {"results.json": json_text(results(calibration, rates)), f"tables/{every.name}.csv": table_csv(every)}
    if "latex" in formats:
        texts |= table_files(tables, stamp=stamp)
        texts["macros.tex"] = macros_tex(Macros(()), stamp=stamp)
        texts["references.bib"] = references_bib(document.references)
        texts["report.tex"] = latex_report(document, stamp=stamp)
    if "html" in formats:
        texts["report.html"] = html_report(document)
    if "markdown" in formats:
        texts["report.md"] = markdown_report(document)
    pdf = {"report.pdf": pdf_report(document)} if "pdf" in formats else {}
    return {path: text.encode() for path, text in texts.items()} | in_any_format(tables, drawings, stamp, None) | pdf


def described(calibration: Calibration, formats: Sequence[str], files: Mapping[str, bytes]) -> manifest.Manifest:
    """Return what manifest.json lists."""
    requested = {name: list(v) if isinstance(v, tuple) else v for name, v in asdict(calibration.settings).items()}
    return manifest.describe({"calibrate": requested}, formats, (), manifest.library_versions(), files)


def _plan(orderings: Orderings, options: FiguresOptions) -> Plan:
    from rankpress.figures import Line, LinePanel, line_panels

    lines, peaks = [], []
    for order in orderings.frequent:
        bands = [estimate(count, orderings.draws) for count in orderings.counts[order]]
        values, lows, highs = ([getattr(band, end) for band in bands] for end in ("value", "low", "high"))
        lines.append(Line(order_text(order), orderings.steps, tuple(values), tuple(lows), tuple(highs)))
        peaks.append(f"{order_text(order)} {max(values):.2f} at {orderings.steps[values.index(max(values))]:g}")
    panel, name, style = LinePanel("", tuple(lines)), f"{slug(orderings.procedure)}-orders", style_of(options)
    draw = partial(line_panels, (panel,), x_title="λ", y_title="share of repetitions", y_range=(0.0, 1.0), style=style)
    table = orders_table(orderings)
    caption = say("{} Bands: {} intervals.", table.caption, percent_text(LEVEL))
    alt = f"Lines of shares over λ from {orderings.steps[0]:g} to {orderings.steps[-1]:g}. Peaks: {joined(peaks)}."
    return Plan((), name, table.title, caption, alt, draw, file=name)


def _document(calibration: Calibration, rates: Sequence[Rate], drawings: Sequence[Drawing]) -> Document:
    study = calibration.settings.study
    document = Document(
        title=f"{TITLE}: {study}" if study else TITLE,
        summary=tuple(filter(None, _summary(calibration, rates))),
        sections=tuple(_sections(calibration, rates, drawings)),
        provenance=tuple(manifest.library_versions().items()),
    )
    sources = references(document.texts)
    return replace(document, sections=(*document.sections, Section("references", "References", references=sources)))


def _sections(calibration: Calibration, rates: Sequence[Rate], drawings: Sequence[Drawing]) -> Iterator[Section]:
    for orderings, drawing in zip(calibration.orderings, drawings, strict=True):
        text, tables = (join(_ends(orderings)),), (orders_table(orderings),)
        yield Section(drawing.kind, f"Orders by {orderings.procedure}", text, tables=tables, drawings=(drawing,))
    by_world, is_folded = worlds_table(calibration, rates), len(calibration.settings.methods.tests) > 1
    each = Section(
        "each-family",
        "Each test with each adjustment",
        tables=tuple(family_tables(calibration, rates)),
        folded=is_folded,
    )
    yield Section(
        "families",
        "Families of tests over data sets",
        (join(_exceeding(rates, calibration.settings.alpha)),),
        (_SCOPE, _POOLED),
        tables=() if by_world is None else (by_world,),
        sections=(each,),
    )
    if calibration.omnibus:
        yield Section("omnibus", "Omnibus tests", _of_omnibus(calibration), tables=(omnibus_table(calibration),))
    if calibration.within is not None:
        yield Section(
            "within", "Tests within a data set", _of_tests_within(calibration), tables=(within_table(calibration),)
        )
    yield Section("methods", "Methods", tuple(filter(None, _methods(calibration.settings))))


_SCOPE = (
    "These rates hold for simulated studies of these kinds only; another size or distribution can have other rates. A"
    " low rate is no merit in itself: a test that never rejects has the lowest."
)
_POOLED = (
    "The null hypothesis of a test that ranks all algorithms together, or estimates one error from all of them, is"
    " about all of them. If some algorithms differ, its p-value for two equal ones can be too small or too large, and"
    " no adjustment corrects that."
)


def _summary(calibration: Calibration, rates: Sequence[Rate]) -> Iterator[Prose]:
    settings, none = calibration.settings, estimate(0, calibration.settings.draws)
    whose, size = ("a study", " of its size") if settings.study else ("rankpress", "")
    level = level_text(settings.alpha)
    yield (
        f"Error rates of the methods of {whose} on simulated results{size} whose truth is known"
        f" ({counted(settings.draws, 'draw')} of each setting). A test at {level} should reject a true null hypothesis"
        f" in at most {percent_text(settings.alpha)} of them."
    )
    yield join(_taken(settings))
    yield join(_of_deciding(settings, rates))
    yield join(sentence for orderings in calibration.orderings for sentence in _ends(orderings))
    yield "" if settings.study else join(_exceeding(rates, settings.alpha))
    yield join((*_of_omnibus(calibration), *_of_tests_within(calibration)))
    if none.high > settings.alpha:
        yield (
            f"These draws are too few to show whether a rate of {level} is kept: the interval of no error in"
            f" {settings.draws:,} reaches {fixed(none.high, 3)}."
        )


def _taken(settings: Settings) -> Iterator[str]:
    """Yield what was taken from a study, and what was not."""
    if not settings.study:
        return
    methods, [test] = settings.methods, settings.methods.tests
    sizes = joined(f"{counted(k, 'algorithm')} on {counted(n, 'data set')}" for k, n in settings.sizes)
    adjustments = f", adjusted by {joined(map(title_of, methods.adjustments))}" if methods.adjustments else ""
    design = "comparisons with a control" if methods.controls[0] else "all pairs"
    omnibus = "".join(f"; the {OMNIBUS[item].title}" for item in methods.omnibus)
    yield (
        f"The study “{settings.study}” sets the size, level and methods: {sizes}; the level"
        f" {level_text(settings.alpha)}; the {PAIRWISE[test].title} of {design}{adjustments}{omnibus}. Its scores are"
        " not used: their distribution differs from the simulated ones, and which algorithms are equal is unknown."
    )
    yield from settings.notes


def _of_deciding(settings: Settings, rates: Sequence[Rate]) -> Iterator[str]:
    """Yield the largest rate of the only test by the first adjustment, if its null hypothesis is true and if not."""
    adjusted = [item for item in rates if item.errors.adjustment != UNADJUSTED] or rates
    if len(settings.methods.tests) > 1 or not rates:
        return
    deciding = adjusted[0].errors.adjustment
    [test], of_it = settings.methods.tests, [item for item in adjusted if item.errors.adjustment == deciding]
    worst = {is_true: largest(item for item in of_it if item.has_true_null is is_true) for is_true in (True, False)}
    texts = [
        f"{_interval(item.estimate)} if its null hypothesis is {'true' if is_true else 'false'}"
        f" ({item.studies.world.title})"
        for is_true, item in worst.items()
        if item is not None
    ]
    how = "without adjustment" if deciding == UNADJUSTED else f"adjusted by {title_of(deciding)}"
    yield f"The largest error rate of the {PAIRWISE[test].title}, {how}, is {joined(texts)}."


def _ends(orderings: Orderings) -> Iterator[str]:
    """Yield how often the order is the true one if all are equal, and if all differ most."""
    first, last = orderings.steps[0], orderings.steps[-1]
    if first == 0:
        share = _share(orderings, tuple(range(orderings.k)), 0)
        yield f"If all algorithms are equal, {orderings.procedure} returns the order of cost in {share}."
    if last > 0:
        order = tuple(reversed(range(orderings.k)))
        share = _share(orderings, order, len(orderings.steps) - 1)
        yield f"At λ = {last:g} it returns the true order, {order_text(order)}, in {share}."


def _share(orderings: Orderings, order: Order, index: int) -> str:
    counts = orderings.counts.get(order, (0,) * len(orderings.steps))
    return _interval(estimate(counts[index], orderings.draws))


def _interval(item: Estimate) -> str:
    return f"{fixed(item.value, 3)} ({percent_text(LEVEL)} interval {fixed(item.low, 3)} to {fixed(item.high, 3)})"


def _exceeding(rates: Sequence[Rate], alpha: float) -> Iterator[str]:
    """Yield which tests with an adjustment clearly exceed the level, if their null hypothesis is true and if not."""
    above = [item for item in rates if item.is_to_hold and item.estimate.clearly_above(alpha)]
    true = [item for item in above if item.has_true_null]
    if true:
        yield f"Although the null hypothesis is true, adjustments exceed their error rate with {_tests_of(true)}."
    elif any(item.is_to_hold for item in rates):
        yield "If the null hypothesis of a test is true, no adjustment clearly exceeds the error rate that it controls."
    for world in WORLDS.values():
        if here := [item for item in above if item.studies.name == world.name and not item.has_true_null]:
            yield f"If {world.title}, adjustments exceed their error rate with {_tests_of(here)}."


def _tests_of(rates: Sequence[Rate]) -> str:
    """Name the tests of some rates, and the largest of the rates."""
    tests, worst = {item.errors.test for item in rates}, max(rates, key=lambda item: item.estimate.value)
    of = f" with the {PAIRWISE[worst.errors.test].title}" if len(tests) > 1 else ""
    titles = [f"the {PAIRWISE[test].title}" for test in PAIRWISE if test in tests]
    named = "every test" if len(titles) == len(PAIRWISE) else joined(titles)
    return (
        f"{named} (up to {_interval(worst.estimate)}, by {title_of(worst.errors.adjustment)}{of},"
        f" {counted(worst.studies.k, 'algorithm')} on"
        f" {counted(worst.studies.n_datasets, 'data set')})"
    )


def _of_omnibus(calibration: Calibration) -> tuple[str, ...]:
    """Say which omnibus tests reject too often."""
    by_kind, tests = omnibus_rates(calibration), calibration.settings.methods.omnibus
    worst = {
        OMNIBUS[name].title: max((rates[name] for rates in by_kind), key=lambda rate: rate.value)
        for name in (tests if by_kind else ())
    }
    return _rejecting("omnibus tests", "equal algorithms", worst, calibration.settings.alpha)


def _of_tests_within(calibration: Calibration) -> tuple[str, ...]:
    """Say which tests within a data set reject too often."""
    rates = {WITHIN[name].title: item for name, item in within_rates(calibration).items()}
    return _rejecting("tests within a data set", "equal learners", rates, calibration.settings.alpha)


def _rejecting(tests: str, what: str, rates: Mapping[str, Estimate], alpha: float) -> tuple[str, ...]:
    above = [f"the {title}, {_interval(rate)}" for title, rate in rates.items() if rate.clearly_above(alpha)]
    often = f"{what} clearly more often than {level_text(alpha)}"
    if not rates:
        return ()
    return (
        f"{capitalized(tests)} that reject {often}: {joined(above)}."
        if above
        else f"None of the {tests} rejects {often}.",
    )


def _methods(settings: Settings) -> Iterator[Prose]:
    """Yield how results were simulated, and what was not."""
    yield say(
        "All random numbers follow from the seed {} ({} of each setting). Intervals are those of Clopper and Pearson"
        " ({}), which are conservative.",
        *(settings.seed, counted(settings.draws, "draw"), cite("clopper1934")),
    )
    if settings.steps:
        yield say(
            "The experiments on orders follow section 4.6 of {}. The error rates of three algorithms, the cheapest"
            " first, are 0.5 + 2λ, 0.5 and 0.5 − 2λ on one data set; those of four are α + 3λ, α + λ, α − λ and α − 3λ"
            " on {}, with α uniform between {:g} and {:g}. Each error rate of the 5x2cv F test ({}) is"
            " that of {}. Tests on a data set are one-sided, of whether the more expensive of two algorithms is better."
            " Their adjustment, which the paper does not state and on which the orders between the two ends depend, is"
            " Holm's ({}); over the data sets it is Bergmann and Hommel's ({}), after Friedman's test.",
            *(
                cite("ulas2012"),
                counted(DATASETS, "data set"),
                *BASE,
                cite("alpaydin1999"),
                counted(CASES, "independent case"),
            ),
            *(cite("holm1979"), cite("bergmann1988")),
        )
    sizes = joined(f"{counted(k, 'algorithm')} on {counted(n, 'data set')}" for k, n in settings.sizes)
    whose = "the settings of the study" if settings.study else "default settings"
    yield (
        f"Studies have {sizes}. Scores on a data set are independent around a difficulty that all algorithms share,"
        " normal with a standard deviation of one unless the kind of the studies states otherwise; algorithms that"
        f" differ are {APART:g} standard deviations apart. An error is the rejection of a pair with equal means. All"
        f" tests are run on the same studies with {whose}."
    )
    if settings.cases:
        yield say(
            "Within a data set of {} and two classes, each of two learners predicts the nearer class mean of its"
            " own ten features, which have the same distribution, so that both have the same expected accuracy. Tests"
            " use {} of {}-fold cross-validation, the first of these repeats, five repeats of two folds, or one"
            " case of {} held out ({}, {}).",
            *(
                counted(settings.cases, "case"),
                counted(REPEATS, "repeat"),
                FOLDS,
                HELD_OUT,
                cite("nadeau2003"),
                cite("dietterich1998"),
            ),
        )
    slow = [ADJUSTMENTS[name].title for name in ADJUSTMENTS if name not in settings.methods.adjustments]
    if slow and not settings.study:
        yield f"Omitted because they are slow with so many algorithms: {joined(slow)}."
    yield "Not simulated: results with gaps, intervals, effect sizes, confidence curves and Bayesian tests."
