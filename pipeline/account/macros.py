"""The numbers of a report for the text of a paper: macros, keys, CSV and a section of the report."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Literal

from rankpress.analysis import Analysis
from rankpress.core.document import Section
from rankpress.spec.report_sections import PREFIX, MacrosOptions
from rankpress.topics.facts import NONE, Fact, Subject, Subjects, hash_letters, subjects_of
from rankpress.topics.phrases import WORD, before_p, is_exploratory, table_of
from rankpress.topics.topic import Facts, Scope, topics, topics_of_study
from rankpress.wording.text import Prose, joined, plain, say

_Form = Literal["words", "number", "formula"]
Choose = Callable[[Analysis], Callable[[int, int], bool]]

# In numbers.tex, about half a megabyte; what has macros comes on top.
MAX_FACTS = 9_000
STAMP = "rankpress, spec"  # begins the first line of each file of LaTeX


@dataclass(frozen=True)
class FactGroup:
    """Facts of a metric that are cited together: what states them, of which pairs and data sets; if with macros."""

    title: str
    facts: tuple[Callable[[Subjects], Iterator[Fact]], ...]
    pairs: Choose
    datasets: Callable[[str], bool]
    has_macros: bool = False
    # least number of facts, so that a part without room for them is omitted before any is computed
    least: Callable[[Subjects], int] = lambda _about: 0

    def stated(self, about: Subjects) -> Iterator[Fact]:
        """State the facts."""
        return chain.from_iterable(facts(about) for facts in self.facts)


def parts(options: MacrosOptions) -> Iterator[FactGroup]:
    """Yield all that there is, first what has macros, then what is cited most."""
    pairs, datasets = _pairs(options), _datasets(options)
    others, off = _all_but(pairs), lambda dataset: not datasets(dataset)
    groups = _groups()
    with_macros: dict[Scope, tuple[Choose, Callable[[str], bool]]] = {
        "study": (pairs, datasets),
        "pairs": (pairs, datasets),
        "pairs on datasets": (pairs, datasets),
        "datasets": (_all, datasets),
    }
    for scope, chosen in with_macros.items():
        for group in groups:
            if group[0].scope == scope:
                yield _part(group, "", *chosen, has_macros=True)
    with_keys: tuple[tuple[Scope, str, Choose, Callable[[str], bool]], ...] = (
        ("pairs", " of other pairs", others, datasets),
        ("datasets", "", _all, off),
        ("pairs on datasets", " of leading pairs", pairs, off),
        ("pairs on datasets", " of other pairs", others, _any),
    )
    for is_often_cited in (True, False):
        for scope, which, choose, on in with_keys:
            for group in groups:
                if group[0].scope == scope and group[0].is_often_cited == is_often_cited:
                    yield _part(group, which, choose, on)


def _groups() -> list[list[Facts]]:
    """Return the facts of all topics, those of a title together."""
    groups: dict[str, list[Facts]] = {}
    for topic in topics():
        for facts in topic.facts:
            groups.setdefault(facts.title, []).append(facts)
    return list(groups.values())


def _part(
    group: Sequence[Facts], which: str, pairs: Choose, datasets: Callable[[str], bool], *, has_macros: bool = False
) -> FactGroup:
    return FactGroup(
        group[0].title.format(which),
        tuple(facts.state for facts in group),
        pairs,
        datasets,
        has_macros,
        lambda about: sum(facts.least(about) for facts in group),
    )


def _pairs(options: MacrosOptions) -> Choose:
    """Which pairs have macros."""
    if options.pairs == "best":
        return _leading
    if options.pairs == "all":
        return _all
    pairs_named = {frozenset(pair) for pair in options.pairs}
    return lambda analysis: lambda a, b: {analysis.names[a], analysis.names[b]} in pairs_named


def _all(analysis: Analysis) -> Callable[[int, int], bool]:
    return lambda a, b: True


def _any(dataset: str) -> bool:
    return True


def _leading(analysis: Analysis) -> Callable[[int, int], bool]:
    leaders = {*analysis.best, analysis.tested.control}
    return lambda a, b: a in leaders or b in leaders


def _all_but(choose: Choose) -> Choose:
    def others(analysis: Analysis) -> Callable[[int, int], bool]:
        is_chosen = choose(analysis)
        return lambda a, b: not is_chosen(a, b)

    return others


def _datasets(options: MacrosOptions) -> Callable[[str], bool]:
    """On which data sets there are macros."""
    chosen = options.datasets if isinstance(options.datasets, tuple) else ()
    return lambda dataset: options.datasets == "all" or dataset in chosen


@dataclass(frozen=True, slots=True)
class Macro:
    """A number that a paper may cite."""

    name: str  # of its macro, without the backslash
    text: Prose  # as printed, unescaped
    meaning: Prose  # what it says
    value: float | int | None = None  # the unrounded number
    form: _Form = "number"  # how it is set
    is_p: bool = False  # whether it is a p-value
    key: str = ""  # by which numbers.tex finds it
    is_named: bool = True  # whether macros.tex has it under its name


@dataclass(frozen=True)
class Macros:
    """The numbers of a report, no two of a name or of a key, and what was omitted of them, in clauses."""

    macros: tuple[Macro, ...]
    left_out: tuple[Prose, ...] = ()
    prefix: str = PREFIX  # that their names begin with

    @property
    def named(self) -> tuple[Macro, ...]:
        """The macros that macros.tex has."""
        return tuple(macro for macro in self.macros if macro.is_named)


def collect(
    analyses: Sequence[Analysis],
    options: MacrosOptions | None = None,
    prefix: str = PREFIX,
) -> Macros:
    """Collect the numbers of a report: names begin with a prefix."""
    options = MacrosOptions.unchecked() if options is None else options
    metrics = subjects_of([analysis.metric for analysis in analyses])
    macros: list[Macro] = []
    left_out: list[Prose] = []
    room, mark = MAX_FACTS, before_p(analyses)
    for part in parts(options):
        without = []
        for analysis in analyses:
            about = Subjects(analysis, pairs=part.pairs(analysis), datasets=part.datasets)
            facts = _within(part, about, room)
            if facts is None:
                without.append(analysis.metric)
                continue
            room -= 0 if part.has_macros else len(facts)
            macros += (
                macro
                for fact in facts
                for macro in _macros_of(
                    fact, metrics[analysis.metric], options, prefix, mark, has_macros=part.has_macros
                )
            )
        if without:
            left_out.append(
                part.title if len(without) == len(analyses) else say("{} by {}", part.title, joined(without))
            )
    macros += (
        macro
        for of_study in topics_of_study()
        for fact in of_study.facts(analyses)
        for macro in _macros_of(fact, NONE, options, prefix, mark, has_macros=True)
    )
    distinct = list(_distinct(macros))
    marked = map(_marked, distinct) if is_exploratory(analyses) else distinct
    return Macros(tuple(marked), tuple(left_out), prefix)


def _within(part: FactGroup, about: Subjects, room: int) -> list[Fact] | None:
    """Return the facts of a part; None where there is no room for them."""
    if part.has_macros:
        return list(part.stated(about))
    if part.least(about) > room:
        return None
    facts = list(islice(part.stated(about), room + 1))  # one more than there is room for shows that there is none
    return facts if len(facts) <= room else None


def _distinct(macros: Sequence[Macro]) -> Iterator[Macro]:
    """Add letters to macros that would share a name or a key; all others are named alike in every study."""
    names, keys = Counter(macro.name for macro in macros), Counter(macro.key for macro in macros)
    for macro in macros:
        shared = names[macro.name] > 1, keys[macro.key] > 1
        letters = hash_letters(plain(macro.meaning)) if any(shared) else ""
        name, key = (own + letters * is_shared for own, is_shared in zip((macro.name, macro.key), shared, strict=True))
        yield replace(macro, name=name, key=key) if letters else macro


def _macros_of(
    fact: Fact, metric: Subject, options: MacrosOptions, prefix: str, mark: str, *, has_macros: bool
) -> Iterator[Macro]:
    """Yield the macros of a fact: as printed, as a sentence says it with a mark before p, and unrounded on request."""
    printed, phrase, number = fact.text, fact.phrase(mark), fact.number
    forms: list[tuple[str, Prose, Prose, _Form]]
    if not printed:
        forms = [("", phrase or "", fact.meaning, "formula")]
    else:
        forms = [("", printed, fact.meaning, "words" if number is None else "number")]
        if phrase is not None:
            forms.append(("Phrase", phrase, say("{}, for a sentence", fact.meaning), "formula"))
        if options.unrounded and number is not None and math.isfinite(number):
            forms.append(("Value", repr(number), say("{}, unrounded", fact.meaning), "number"))
    for which, value, meaning, form in forms:
        key = (metric.path, fact.words, which.lower(), fact.on.path, fact.of.path)
        yield Macro(
            name=f"{prefix}{metric.letters}{fact.letters}{which}{fact.of.letters}",
            text=value,
            meaning=meaning,
            value=number,
            form=form,
            is_p=fact.unit.is_p,
            key="/".join(filter(None, key)),
            is_named=has_macros and (options.numbers == "all" or not fact.is_minor),
        )


def _marked(macro: Macro) -> Macro:
    """Return the macro of an exploratory study, whose meaning says so where it has a p-value."""
    return replace(macro, meaning=say("{}; {}", macro.meaning, WORD)) if macro.is_p else macro


def macros_section(collected: Macros) -> Section:
    """Return the section of the report that lists the numbers that have macros."""
    table = table_of(
        ("Macro", "Text", "Meaning"),
        ((f"\\{macro.name}", plain(macro.text), plain(macro.meaning)) for macro in collected.named),
        names=3,
        stub=1,
        name="macros",
        kind="macros",
        title="Macros",
        caption="Each macro with its text and its meaning.",
        in_pdf=False,
    )
    return Section(
        "macros", "Macros", (_USE.format(collected.prefix, len(collected.macros)),), tables=(table,), folded=True
    )


_USE = (
    r"With \input{{macros}} in the preamble of a paper, each macro below prints a number of this report;"
    r" with \input{{numbers}}, \{0}{{KEY}} prints any of {1:,} numbers, which macros.csv lists with their keys and"
    r" exact values. LaTeX drops a space after the name of a macro; write \{0}...{{}} to keep it."
)
