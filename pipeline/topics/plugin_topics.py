"""Topics and tables of plug-ins: what is wrong with what their functions return is a fault of the plug-in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from rankpress.catalog.kinds import FigureKind, TableKind
from rankpress.core.document import Missing, Plan
from rankpress.core.faults import Fault, FaultsFound, PluginPlace
from rankpress.core.plain_data import plain_data
from rankpress.core.plugin_checks import guarded, listing
from rankpress.core.plugins import fault_of, owner
from rankpress.core.table import Cell, Table
from rankpress.spec.strict import Incoherence
from rankpress.spec.topic_steps import Step
from rankpress.topics.facts import Fact
from rankpress.topics.phrases import count, decimal
from rankpress.topics.topic import (
    Axes,
    Builder,
    Methods,
    OfStudy,
    Request,
    ResultKey,
    Sentences,
    StudyResultKey,
    Topic,
)
from rankpress.wording.text import Text

if TYPE_CHECKING:
    from matplotlib.figure import Figure


_SENTENCES = ("paragraphs", "caveats", "reminders", "brief_account", "cautions")
_OF_STUDY = ("opening", "methods", "closing", "setup", "brief_setup")


def guarded_topic(topic: Topic) -> Topic:
    """Return a topic of a plug-in; what its functions raise, or return of another kind, is a fault of the plug-in."""
    name, guard = topic.identifier, partial(_sentences, topic.identifier)
    sentences: dict[str, Any] = {part: guard(getattr(topic, part)) for part in _SENTENCES}
    return replace(
        topic,
        **sentences,
        account=None if topic.account is None else guard(topic.account),
        methods=tuple(_guarded_methods(name, methods) for methods in topic.methods),
        brief_methods=_guarded_methods(name, topic.brief_methods),
        headline=topic.headline and replace(topic.headline, sentences=guard(topic.headline.sentences)),
        step=topic.step and _guarded_step(name, topic.step),
        of_study=topic.of_study and _guarded_of_study(name, topic.of_study),
        facts=tuple(replace(facts, state=listing(name, facts.state, Fact)) for facts in topic.facts),
        results=tuple(replace(key, of=_plain_result(name, key)) for key in topic.results),
        tables=tuple(replace(kind, builder=_table_builder(kind)) for kind in topic.tables),
        figures=tuple(replace(kind, builder=_planner(kind)) for kind in topic.figures),
    )


def _guarded_of_study(name: str, of_study: OfStudy) -> OfStudy:
    sentences: dict[str, Any] = {part: _sentences(name, getattr(of_study, part)) for part in _OF_STUDY}
    section = of_study.section
    return replace(
        of_study,
        **sentences,
        section=None if section is None else guarded("topic", name, section)[1],
        facts=listing(name, of_study.facts, Fact),
        results=tuple(replace(key, of=_plain_result(name, key)) for key in of_study.results),
    )


def _guarded_step(name: str, step: Step) -> Step:
    return replace(
        step,
        compute=guarded("topic", name, step.compute)[1],
        wrong=listing(name, step.wrong, Incoherence),
        wrong_for_scores=listing(name, step.wrong_for_scores, Incoherence),
    )


def _guarded_methods(name: str, methods: Sentences | Methods) -> Sentences | Methods:
    safe = _sentences(name, _function_of(methods))
    return replace(methods, sentences=safe) if isinstance(methods, Methods) else safe


def _function_of(methods: Sentences | Methods) -> Callable[..., Any]:
    return methods.sentences if isinstance(methods, Methods) else methods


def functions_of(topic: Topic) -> Iterator[Callable[..., Any]]:
    """Yield what a topic calls, whose code is a part of what is cached where a program registers it."""
    yield from (getattr(topic, name) for name in _SENTENCES)
    yield from map(_function_of, (*topic.methods, topic.brief_methods))
    yield from (facts.state for facts in topic.facts)
    yield from (key.of for key in topic.results)
    if topic.of_study is not None:
        yield from (getattr(topic.of_study, name) for name in (*_OF_STUDY, "facts"))
        yield from (key.of for key in topic.of_study.results)
        if topic.of_study.section is not None:
            yield topic.of_study.section
    if topic.step is not None:
        yield topic.step.compute
    if topic.headline is not None:
        yield topic.headline.sentences
    if topic.account is not None:
        yield topic.account
    yield from (kind.function for kind in (*topic.tables, *topic.figures))


def _sentences(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    return listing(name, function, str, Text)


def _plain_result(name: str, key: ResultKey | StudyResultKey) -> Callable[..., Any]:
    """Return a function whose result is plain data of the declared type."""
    from pydantic import TypeAdapter

    def plain(of: Any) -> Any:  # an analysis, or those of all metrics
        return TypeAdapter(key.type).validate_python(plain_data(key.of(of)))

    return guarded("topic", name, plain)[1]


def _table_builder(kind: TableKind) -> Builder[Any]:
    builder = kind.function if isinstance(kind.function, Builder) else Builder(kind.function, Axes())
    return replace(builder, function=partial(build_guarded, *guarded("table", kind.name, builder.function)))


def build_guarded(place: str, build: Callable[..., Any], argument: object) -> Table | None:
    """Return the table that a function of a plug-in builds; what is wrong with it is a fault of the plug-in."""
    table = build(argument)
    if table is None:
        return None
    expected = "a Table with as many cells in each row as in align and in the last row of its head, or None"
    if not isinstance(table, Table):
        raise FaultsFound([Fault(place, f"it returned {type(table).__name__}", expected)])
    widths = {len(row) for row in (*table.rows, table.head[-1], table.align)} if table.head else {0, 1}
    if len(widths) > 1:
        raise FaultsFound([Fault(place, f"its rows differ in length: {sorted(widths)}", expected)])
    return replace(table, head=tuple(map(_cells, table.head)), rows=tuple(map(_cells, table.rows)))


def _cells(row: Sequence[Any]) -> tuple[Cell, ...]:
    """Return a row whose texts and numbers are cells."""
    return tuple(cell if isinstance(cell, Cell) else _cell(cell) for cell in row)


def _cell(content: Any) -> Cell:
    if isinstance(content, int | np.integer):
        return count(int(content))
    return decimal(content, 3) if isinstance(content, float) else Cell(content)


def _planner(kind: FigureKind) -> Callable[..., Any]:
    place, plan = (owner(), f"figure {kind.name}"), listing(kind.name, kind.function, Plan, Missing)

    def planner(request: Request) -> Iterator[Plan | Missing]:
        for planned in plan(request):
            guarded = isinstance(planned, Plan)
            yield replace(planned, draw=partial(_drawn, place, planned.draw)) if guarded else planned

    return planner


def _drawn(place: tuple[str, str], draw: Callable[[], Figure]) -> Figure:
    try:
        return draw()
    except Exception as error:
        expected = "a function that returns a matplotlib Figure"
        raise FaultsFound([fault_of(error, PluginPlace(*place), expected)]) from error
