"""The macros that a study asks for, as TeX, as CSV and as a section of the report: facts, filtered."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal

from rankpress.analysis import Analysis
from rankpress.core.document import Section
from rankpress.core.latex import comment_text, latex_escape, set_pieces
from rankpress.core.numbers import INFINITY, MINUS, MISSING
from rankpress.core.table import Cell, Table, table_csv
from rankpress.core.text import Prose, Text, join, joined, plain, say
from rankpress.spec.report_sections import MacrosOptions
from rankpress.topics.facts import Fact, Subjects, hash_letters, letters_of
from rankpress.topics.facts_of_pairs import facts_within, of_curves, of_datasets, of_effects, of_tests
from rankpress.topics.facts_of_study import facts_of_study, of_protocol
from rankpress.topics.variants import WORD, called, is_exploratory

Choose = Callable[[Analysis], Callable[[int, int], bool]]

# About a megabyte. What a study asks for by name comes on top, and so does what is about no pair and no data set.
MAX_FACTS = 9_000
# A page would spend more on a longer list than on all its tables; macros.csv has the rest.
MOST_LISTED = 1_000
PREFIX = "rp"


@dataclass(frozen=True)
class Part:
    """Facts of a metric that are cited together: what states them, of which pairs, and if whatever their number."""

    title: str
    facts: Callable[[Subjects], Iterator[Fact]]
    choose: Choose
    always: bool = False


def parts(options: MacrosOptions) -> Iterator[Part]:
    """Yield the parts that a study asks for, what is cited most first."""
    named, on_named = options.pairs is not None, options.datasets is not None
    (leading, choose), *others = _choices(options)
    yield Part("the study", facts_of_study, _all, always=True)
    yield Part(f"tests of {leading} over the data sets", of_tests, choose, named)
    yield Part(f"effect sizes of {leading}", of_effects, choose, named)
    yield from (Part(f"tests of {title} over the data sets", of_tests, others_of) for title, others_of in others)
    yield Part("scores, ranks and places on single data sets", of_datasets, _all, on_named)
    # whoever asks for curves says of which pairs
    yield Part("confidence curves", of_curves, choose if named else _all, named and on_named)
    yield from (Part(f"effect sizes of {title}", of_effects, others_of) for title, others_of in others)
    yield Part(f"tests of {leading} on single data sets", facts_within, choose, named and on_named)
    yield from (Part(f"tests of {title} on single data sets", facts_within, others_of) for title, others_of in others)


def _choices(options: MacrosOptions) -> tuple[tuple[str, Choose], ...]:
    """Which pairs, and what they are called; where the study names none, those that are cited most come first."""
    leading = "pairs with the best average rank or the control", _leading
    if options.pairs is None:
        return leading, ("other pairs", _others)
    if options.pairs == "best":
        return (leading,)
    if options.pairs == "all":
        return (("pairs", _all),)
    named = {frozenset(pair) for pair in options.pairs}
    return (("pairs", lambda analysis: lambda a, b: {analysis.names[a], analysis.names[b]} in named),)


def _all(analysis: Analysis) -> Callable[[int, int], bool]:
    return lambda a, b: True


def _leading(analysis: Analysis) -> Callable[[int, int], bool]:
    leaders = {*analysis.ranking.best, analysis.tested.control}
    return lambda a, b: a in leaders or b in leaders


def _others(analysis: Analysis) -> Callable[[int, int], bool]:
    is_leading = _leading(analysis)
    return lambda a, b: not is_leading(a, b)


def _datasets(options: MacrosOptions) -> Callable[[str], bool]:
    if options.datasets == "none":
        return lambda dataset: False
    chosen = options.datasets if isinstance(options.datasets, tuple) else None
    return lambda dataset: chosen is None or dataset in chosen


@dataclass(frozen=True, slots=True)
class Macro:
    """A macro: its name without the backslash, its text unescaped, what it says, its number, how it is set, if p."""

    name: str
    text: Prose
    meaning: Prose
    value: float | int | None = None
    form: Literal["words", "number", "formula"] = "number"
    is_p: bool = False


@dataclass(frozen=True)
class Macros:
    """The macros of a report, no two of a name, and what was left out of them, in clauses."""

    macros: tuple[Macro, ...]
    left_out: tuple[Prose, ...] = ()


def collect(analyses: Sequence[Analysis], options: MacrosOptions | None = None) -> Macros:
    """Make the macros of a report."""
    options = MacrosOptions() if options is None else options
    metrics = letters_of([analysis.metric for analysis in analyses])
    admitted, left_out = _admitted([Subjects(item, datasets=_datasets(options)) for item in analyses], options)
    facts = [(metrics[name], fact) for name, of_metric in admitted.items() for fact in of_metric]
    facts += [("", fact) for fact in of_protocol(analyses)]
    macros = [macro for metric, fact in facts for macro in _macros_of(fact, metric, options.unrounded)]
    counts = Counter(macro.name for macro in macros)
    # all that would share a name get letters of their own; the others are called as in any other study
    distinct = [
        macro if counts[macro.name] == 1 else replace(macro, name=macro.name + hash_letters(plain(macro.meaning)))
        for macro in macros
    ]
    return Macros(tuple(map(_called, distinct) if is_exploratory(analyses) else distinct), tuple(left_out))


def _admitted(metrics: Sequence[Subjects], options: MacrosOptions) -> tuple[dict[Text, list[Fact]], list[Prose]]:
    """Return the facts of each metric, as far as there is room; and the rest in words."""
    admitted: dict[Text, list[Fact]] = {item.analysis.metric: [] for item in metrics}
    left_out, room = [], MAX_FACTS
    for part in parts(options):
        without = []
        for metric in metrics:
            name = metric.analysis.metric
            result = part.facts(replace(metric, pairs=part.choose(metric.analysis)))
            # one more than there is room for shows that there is none
            facts = list(result if part.always else islice(result, room + 1))
            if not part.always and len(facts) > room:
                without.append(name)
                continue
            admitted[name] += facts
            room -= 0 if part.always else len(facts)
        if without:
            left_out.append(
                part.title if len(without) == len(metrics) else say("{} by {}", part.title, joined(without))
            )
    return admitted, left_out


def _macros_of(fact: Fact, metric: str, unrounded: bool) -> Iterator[Macro]:
    """Yield the macros of a fact: as printed, as a sentence says it, and unrounded where that is asked for."""
    start, of, value, is_p = f"{PREFIX}{metric}{fact.key}", fact.of, fact.number, fact.unit.is_p
    text, phrase = fact.text, fact.unit.phrase
    if not text:
        yield Macro(f"{start}{of}", str(fact.value), fact.meaning, value, "formula", is_p)
        return
    yield Macro(f"{start}{of}", text, fact.meaning, value, "words" if value is None else "number", is_p)
    if phrase is not None:
        message = say("{}, for a sentence", fact.meaning)
        yield Macro(f"{start}Phrase{of}", phrase(fact.value), message, value, "formula", is_p)
    if unrounded and value is not None and math.isfinite(value):
        yield Macro(f"{start}Value{of}", repr(value), say("{}, unrounded", fact.meaning), value, is_p=is_p)


def _called(macro: Macro) -> Macro:
    """Return the macro of an exploratory study: phrases call their p-values so, and numbers are said to be of such."""
    text = called(plain(macro.text)) if macro.form == "formula" else macro.text
    so_called = macro.is_p or text != macro.text
    return replace(macro, text=text, meaning=say("{}; {}", macro.meaning, WORD) if so_called else macro.meaning)


# Words in mathematics are set upright, with their blanks; in text as they are.
WORDS = r"\newcommand{\rpWords}[1]{\ifmmode\mbox{#1}\else#1\fi}"

# A sign in braces stays a sign, whatever stands before it in a formula.
_SIGNS = {
    MINUS: "{-}",
    INFINITY: r"\infty",
    MISSING: r"\mbox{\textendash}",
    "χ²": r"\chi^{2}",
    ", ": r",\ ",
    f"{WORD} ": rf"\mbox{{{WORD} }}",
}
_SPECIAL = re.compile(rf"e({MINUS}?)(\d+)|[<>{MINUS}{INFINITY}{MISSING}]|χ²|, |{WORD} ")


def macro_latex(macro: Macro) -> str:
    r"""Set the text of a macro."""
    if macro.form == "words":
        return rf"\rpWords{{{set_pieces(macro.text, latex_escape)}}}"
    if macro.form == "formula":
        return rf"\ensuremath{{{_SPECIAL.sub(_sign, plain(macro.text))}}}"
    return _SPECIAL.sub(_in_text, plain(macro.text)).replace("%", r"\%")


def _in_text(result: re.Match[str]) -> str:
    return result[0] if result[0] == ", " else rf"\ensuremath{{{_sign(result)}}}"


def _sign(result: re.Match[str]) -> str:
    if result[2]:
        return rf"{{}}\times10^{{{'-' if result[1] else ''}{result[2]}}}"
    return _SIGNS.get(result[0], result[0])


_HEAD = (
    "% For the preamble: the numbers of the report, each under a name of its own, for text and for mathematics.",
    r"% A blank after a name is lost: write \rp...{} before one. Names with Phrase in them say a whole: p < 0.001.",
)


def macros_tex(result: Macros, *, stamp: str) -> str:
    """Return the text of macros.tex."""
    lines = [f"% {comment_text(stamp)}", *_HEAD]
    lines += [f"% Left out, for the length of this file: {comment_text(plain(text))}." for text in result.left_out]
    if result.left_out:
        lines.append("% All are there with `macros: {pairs: all, datasets: all}` in the section `report` of the study.")
    lines.append(WORDS)
    lines += [
        rf"\newcommand{{\{macro.name}}}{{{macro_latex(macro)}}}% {comment_text(plain(macro.meaning))}"
        for macro in result.macros
    ]
    return "\n".join(lines) + "\n"


def macros_csv(result: Macros) -> str:
    """Return the text of macros.csv: name, text, unrounded value and meaning of each."""
    rows = tuple((*_cells(macro)[:2], Cell("", _value(macro)), _cells(macro)[2]) for macro in result.macros)
    head = tuple(map(Cell, ("Macro", "Text", "Value", "Meaning")))
    return table_csv(Table("macros", "", "", "", (head,), rows, ("left",) * 4))


def macros_section(result: Macros) -> Section:
    """Return the section of the report that lists macros, as many as a page has room for."""
    listed = result.macros[:MOST_LISTED]
    more = len(result.macros) - len(listed)
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
    return Section("macros", "Macros", _paragraphs(result), tables=(table,), folded=True)


def _paragraphs(result: Macros) -> tuple[Prose, ...]:
    text = (
        (
            r"With \input{macros.tex} in the preamble of a paper, each number below is written by its name, and follows"
            r" the results. A blank after a name is lost: write \rp...{} before one. Names with Phrase in them say a"
            " whole, such as p < 0.001. All are in macros.csv too, with unrounded values."
        ),
    )
    if not result.left_out:
        return text
    return (*text, say("Left out, for the length of macros.tex: {}.", join(result.left_out, "; ")))


def _value(macro: Macro) -> float | str:
    """Return the unrounded number, and nothing where there is none or it is undefined."""
    return "" if macro.value is None or math.isnan(macro.value) else macro.value


def _cells(macro: Macro) -> tuple[Cell, Cell, Cell]:
    return Cell(f"\\{macro.name}"), Cell(plain(macro.text)), Cell(plain(macro.meaning))
