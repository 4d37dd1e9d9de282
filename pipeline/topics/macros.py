"""The macros that a study asks for, as TeX, as CSV and as a section of the report."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from rankpress.analysis import Analysis
from rankpress.core.document import Section
from rankpress.core.faults import joined
from rankpress.core.labels import key_of
from rankpress.core.latex import comment_text
from rankpress.core.table import Cell, Table, table_csv
from rankpress.core.text import plain
from rankpress.spec.report_sections import MacrosOptions
from rankpress.topics.macro_names import Citable, Letters, Macro, hash_letters, letters_of, macros_called, macros_of
from rankpress.topics.macros_of_pairs import (
    Wanted,
    WantedDataset,
    effects_of_pairs,
    of_curves,
    of_datasets,
    of_orders,
    tests_of_pairs,
    within_datasets,
)
from rankpress.topics.macros_of_study import WORDS, macro_latex, of_protocol, of_study
from rankpress.topics.variants import is_exploratory

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
    """The parts that a study wants, what is cited most first."""
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


# About a megabyte. What a study asks for by name comes on top of it, and so does what is no pair and no data set's.
MOST_CITABLES = 9_000

_HEAD = (
    "% For the preamble: the numbers of the report, each under a name of its own, for text and for mathematics.",
    r"% A blank after a name is lost: write \rp...{} before one. Names with Phrase in them say a whole: p < 0.001.",
)


@dataclass(frozen=True)
class Macros:
    """The macros of a report, no two of a name, and what was left out of them, in clauses."""

    macros: tuple[Macro, ...]
    left_out: tuple[str, ...] = ()


def collect(analyses: Sequence[Analysis], options: MacrosOptions | None = None) -> Macros:
    """Make the macros of a report."""
    options = MacrosOptions() if options is None else options
    metrics = letters_of([analysis.scores.name for analysis in analyses])
    letters = [
        Letters.of(metrics[analysis.scores.name], analysis.names, analysis.scores.datasets) for analysis in analyses
    ]
    found, left_out = _admitted(list(zip(analyses, letters, strict=True)), list(parts(options)))
    found, unrounded = [*found, ("", list(of_protocol(analyses)))], options.unrounded
    made = [macro for metric, citables in found for one in citables for macro in macros_of(one, metric, unrounded)]
    # names are those that the macros would have in any other study
    distinct = list(_distinct(made))
    return Macros(tuple(macros_called(distinct) if is_exploratory(analyses) else distinct), tuple(left_out))


def _admitted(
    metrics: Sequence[tuple[Analysis, Letters]], wanted: Sequence[Part]
) -> tuple[list[tuple[str, list[Citable]]], list[str]]:
    """What may be cited, a metric after the other, as far as there is room; and the rest in words."""
    found: dict[str, list[Citable]] = {letters.metric: [] for _, letters in metrics}
    left_out, room = [], MOST_CITABLES
    for part in wanted:
        without = []
        for analysis, letters in metrics:
            if part.always:
                found[letters.metric] += part.make(analysis, letters)
                continue
            citables = list(_up_to(room, part, analysis, letters))
            if len(citables) <= room:
                found[letters.metric] += citables
                room -= len(citables)
            else:
                without.append(analysis.scores.name)
        if without:
            left_out.append(part.title if len(without) == len(metrics) else f"{part.title} by {joined(without)}")
    return list(found.items()), left_out


def _up_to(room: int, part: Part, analysis: Analysis, letters: Letters) -> Iterator[Citable]:
    """A part as far as there is room for it, and one more, by which one sees that there is none."""
    return islice(part.make(analysis, letters), room + 1)


def _distinct(macros: Sequence[Macro]) -> Iterator[Macro]:
    """Macros of which no two have a name: all that would share one get letters of their own."""
    counts = Counter(macro.name for macro in macros)
    for macro in macros:
        yield macro if counts[macro.name] == 1 else replace(macro, name=macro.name + hash_letters(macro.meaning))


def macros_tex(found: Macros, *, stamp: str) -> str:
    """The text of macros.tex."""
    lines = [f"% {comment_text(stamp)}", *_HEAD]
    lines += [f"% Left out, for the length of this file: {comment_text(told)}." for told in found.left_out]
    if found.left_out:
        lines.append("% All are there with `macros: {pairs: all, datasets: all}` in the section `report` of the study.")
    lines.append(WORDS)
    lines += [
        rf"\newcommand{{\{macro.name}}}{{{macro_latex(macro)}}}% {comment_text(plain(macro.meaning))}"
        for macro in found.macros
    ]
    return "\n".join(lines) + "\n"


# A page would spend more on a longer list than on all its tables; macros.csv holds the rest.
MOST_LISTED = 1_000


def macros_csv(found: Macros) -> str:
    """The text of macros.csv: name, text, unrounded value and meaning of each."""
    rows = tuple((*_cells(macro)[:2], Cell("", _value(macro)), _cells(macro)[2]) for macro in found.macros)
    head = tuple(map(Cell, ("Macro", "Text", "Value", "Meaning")))
    return table_csv(Table("macros", "", "", "", (head,), rows, ("left",) * 4))


def macros_section(found: Macros) -> Section:
    """The section of the report that lists macros, as many as a page has room for."""
    listed = found.macros[:MOST_LISTED]
    more = len(found.macros) - len(listed)
    table = Table(
        name="macros",
        metric="",
        kind="macros",
        title="Macros",
        caption="The name of each macro, the text that it stands for, and what that says.",
        head=(tuple(map(Cell, ("Macro", "Text", "Meaning"))),),
        rows=tuple(_cells(macro) for macro in listed),
        align=("left", "left", "left"),
        notes=(f"The other {more} are in macros.csv.",) if more else (),
        in_pdf=False,
    )
    return Section("macros", "Macros", _paragraphs(found), tables=(table,), folded=True)


def _paragraphs(found: Macros) -> tuple[str, ...]:
    told = (
        (
            r"With \input{macros.tex} in the preamble of a paper, each number below is written by its name, and follows"
            r" the results. A blank after a name is lost: write \rp...{} before one. Names with Phrase in them say a"
            " whole, such as p < 0.001. All are in macros.csv too, with unrounded values."
        ),
    )
    if not found.left_out:
        return told
    return (*told, f"Left out, for the length of macros.tex: {'; '.join(found.left_out)}.")


def _value(macro: Macro) -> float | str:
    """The unrounded number, and nothing where there is none or it is undefined."""
    return "" if macro.value is None or math.isnan(macro.value) else macro.value


def _cells(macro: Macro) -> tuple[Cell, Cell, Cell]:
    return Cell(f"\\{macro.name}"), Cell(plain(macro.text)), Cell(plain(macro.meaning))
