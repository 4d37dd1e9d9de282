"""Which of all that may be cited has macros: TeX has to read all of them, and their number grows with pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rankpress.naming import key_of
from rankpress.report.macros.citable import Citable, Letters
from rankpress.report.macros.datasets import WantedDataset, of_curves, of_datasets, within_datasets
from rankpress.report.macros.orders import of_orders
from rankpress.report.macros.pairs import Wanted, effects_of_pairs, tests_of_pairs
from rankpress.report.macros.study import of_study

if TYPE_CHECKING:
    from rankpress.analysis import Analysis
    from rankpress.spec.macros_section import MacrosOptions

Maker = Callable[["Analysis", Letters], Iterator[Citable]]
Chooser = Callable[["Analysis"], Wanted]


@dataclass(frozen=True)
class Part:
    """A part of what may be cited of a metric.

    Parameters
    ----------
    title : str
        What it is, for the note where it is left out.
    make : callable
        Makes it of one metric.
    always : bool
        Whether it is there however long it is: what is of no pair and no data set, and what the study names.
    """

    title: str
    make: Maker
    always: bool


def parts(options: MacrosOptions) -> Iterator[Part]:
    """The parts that a study wants, what is cited most first.

    Parameters
    ----------
    options : MacrosOptions
        The study's ``report.macros``.

    Yields
    ------
    Part
    """
    is_wanted, on_datasets = _datasets(options), options.datasets != "none"
    named, all_named = options.pairs is not None, options.pairs is not None and options.datasets is not None
    (leading, choose), *others = _choices(options)
    yield Part("the study", _study, always=True)
    yield Part(f"tests of {leading} over the data sets", _tests(choose), named)
    yield Part(f"effect sizes of {leading}", _effects(choose), named)
    for title, choose_others in others:
        yield Part(f"tests of {title} over the data sets", _tests(choose_others), always=False)
    if on_datasets:
        yield Part("scores, ranks and places on single data sets", _scores(is_wanted), options.datasets is not None)
    # whoever asks for curves says of which pairs
    yield Part("confidence curves", _curves(choose if named else _all, is_wanted), all_named)
    for title, choose_others in others:
        yield Part(f"effect sizes of {title}", _effects(choose_others), always=False)
    if on_datasets:
        yield Part(f"tests of {leading} on single data sets", _within(choose, is_wanted), all_named)
        for title, choose_others in others:
            yield Part(f"tests of {title} on single data sets", _within(choose_others, is_wanted), always=False)


def _choices(options: MacrosOptions) -> tuple[tuple[str, Chooser], ...]:
    """Which pairs, and what they are called; where the study names none, those that are cited most come first."""
    leading: tuple[str, Chooser] = ("pairs with the best average rank or the control", _leading)
    if options.pairs is None:
        return leading, ("other pairs", _others)
    if options.pairs == "best":
        return (leading,)
    if options.pairs == "all":
        return (("pairs", _all),)
    named = {frozenset(pair) for pair in options.pairs}
    return (("pairs", lambda analysis: lambda a, b: {key_of(analysis.names[a]), key_of(analysis.names[b])} in named),)


def _all(analysis: Analysis) -> Wanted:
    return lambda a, b: True


def _leading(analysis: Analysis) -> Wanted:
    leaders = {*analysis.ranking.best, analysis.tested.control}
    return lambda a, b: a in leaders or b in leaders


def _others(analysis: Analysis) -> Wanted:
    is_leading = _leading(analysis)
    return lambda a, b: not is_leading(a, b)


def _datasets(options: MacrosOptions) -> WantedDataset:
    if options.datasets == "none":
        return lambda dataset: False
    wanted = options.datasets if isinstance(options.datasets, tuple) else None
    return lambda dataset: wanted is None or key_of(dataset) in wanted


def _study(analysis: Analysis, letters: Letters) -> Iterator[Citable]:
    yield from of_study(analysis, letters)
    yield from of_orders(analysis, letters)


def _tests(choose: Chooser) -> Maker:
    return lambda analysis, letters: tests_of_pairs(analysis, letters, choose(analysis))


def _effects(choose: Chooser) -> Maker:
    return lambda analysis, letters: effects_of_pairs(analysis, letters, choose(analysis))


def _scores(is_wanted: WantedDataset) -> Maker:
    return lambda analysis, letters: of_datasets(analysis, letters, is_wanted)


def _within(choose: Chooser, is_wanted: WantedDataset) -> Maker:
    return lambda analysis, letters: within_datasets(analysis, letters, choose(analysis), is_wanted)


def _curves(choose: Chooser, is_wanted: WantedDataset) -> Maker:
    return lambda analysis, letters: of_curves(analysis, letters, choose(analysis), is_wanted)
