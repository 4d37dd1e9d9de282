"""What a topic of a report declares: its section, and its kinds of tables and figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from rankpress.analysis import Analysis
from rankpress.core.document import Missing, Plan
from rankpress.core.table import Table
from rankpress.core.text import Prose, Text
from rankpress.topics.phrases import p_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from rankpress.core.labels import Labels
    from rankpress.figures.style import Style
    from rankpress.spec.model import Study
    from rankpress.spec.plot_sections import PlottedFigure

Result = TypeVar("Result")
Sentences = Callable[[Analysis], Sequence[Prose]]
RowNames = Callable[["Study", Sequence[str], Sequence[str]], Iterable[str]]
# What is exploratory in an exploratory study: p-values, tests, or neither.
Shows = Literal["", "tests", "p"]


def where(
    result_of: Callable[[Analysis], Result | None],
) -> Callable[[Callable[[Analysis, Result], Iterable[Prose]]], Callable[[Analysis], list[Prose]]]:
    """Let sentences on a result say nothing where there is none: they are given it with the analysis."""

    def decorate(sentences: Callable[[Analysis, Result], Iterable[Prose]]) -> Callable[[Analysis], list[Prose]]:
        @wraps(sentences)
        def of_result(analysis: Analysis) -> list[Prose]:
            result = result_of(analysis)
            return [] if result is None else list(sentences(analysis, result))

        return of_result

    return decorate


def algorithms(_study: Study, names: Sequence[str], _datasets: Sequence[str]) -> Iterable[str]:
    """Rows named by algorithms."""
    return names


def datasets(_study: Study, _names: Sequence[str], datasets: Sequence[str]) -> Iterable[str]:
    """Rows named by data sets."""
    return datasets


def pairs(_study: Study, names: Sequence[str], _datasets: Sequence[str]) -> Iterable[str]:
    """Rows named by a pair of algorithms, or by one of the two."""
    return names


def pairs_on_datasets(_study: Study, names: Sequence[str], datasets: Sequence[str]) -> Iterable[str]:
    """Rows named by a data set and a pair of algorithms, or by one of the three."""
    return (*datasets, *names)


def adjusted_heads(head_of: Callable[[str], str]) -> Callable[[Study], list[str]]:
    """Heads of the columns of which there is one an adjustment."""
    return lambda study: [head_of(method.name) for method in study.adjust]


adjusted_p = adjusted_heads(p_of)
"""Heads of the columns of adjusted p-values next to others."""


def nothing(_of: object) -> list[Any]:
    """Nothing to say."""
    return []


@dataclass(frozen=True)
class TableKind:
    """A kind of table."""

    name: str  # as `rankpress.catalog.kinds` lists it
    # takes an analysis and, where it has such parameters, `options` (of its kind), `requested` (columns), `places` (of
    # algorithms) and `most` (cells); `build_tables` gives what it returns the name, metric and kind
    build: Callable[..., Table | None]
    row_names: RowNames = algorithms  # what rows may be called, given the spec, names of algorithms and of data sets
    columns: tuple[str, ...] = ()  # heads of columns, whatever the spec
    more_columns: Callable[[Study], Iterable[str]] = nothing  # further heads, given the spec
    of_algorithms: bool = False  # whether columns are algorithms
    # whether rows are algorithms in the order that the study asks for, and not in one of their own
    sorts_rows: bool = False
    of_pairs: bool = False  # whether columns are pairs of algorithms
    # where another table of the metric can show the same, so that paper has it only where the spec names it, and
    # neither has the page what is a view
    shown_among: Literal["", "quantities", "views"] = ""
    shows: Shows = ""  # what is exploratory in it, if the study is
    on_request: bool = False  # whether it is built only where the spec names it
    # whether another table or a figure sums it up, so that paper has it on request only, where it has many rows
    is_detail: bool = False


@dataclass(frozen=True)
class Request:
    """A figure that a study asks for, and what it is planned from."""

    analyses: Sequence[Analysis]  # that of one metric, or those of all
    figure: PlottedFigure
    style: Style
    labels: Labels

    @property
    def analysis(self) -> Analysis:
        """The analysis of the metric, or of the first."""
        return self.analyses[0]

    @property
    def names(self) -> tuple[Text, ...]:
        """The algorithms."""
        return self.analysis.algorithms

    def missing(self, why: Prose) -> Missing:
        """Return why it cannot be drawn, a clause."""
        return Missing(self.figure.name, self.analysis.metric, why)

    def plan(
        self,
        draw: Callable[..., Figure],
        title: Prose,
        caption: Prose,
        alt: Prose,
        explained: Sequence[Sequence[Prose]] = (),
        **more: Any,
    ) -> Plan:
        """Plan it; the caption explains short names, where the figure has such."""
        for names in explained:
            caption += self.labels.explained_if_drawn(names)
        of = {"metrics": (self.analysis.scores.name,), **more}
        return Plan(
            kind=self.figure.name, title=title, caption=caption, alt=alt, draw=partial(draw, style=self.style), **of
        )


@dataclass(frozen=True)
class FigureKind:
    """A kind of figure."""

    name: str  # as `rankpress.catalog.kinds` lists it
    # the planner, or the module of topics with it, `plan_NAME`, loaded when it is used: most need matplotlib
    planned_in: str | Callable[[Request], Iterator[Plan | Missing]]
    of_all_metrics: bool = False  # whether the planner takes the analyses of all metrics at once
    shows: Shows = ""  # what is exploratory in it, if the study is

    def plan(
        self, analyses: Analysis | Sequence[Analysis], figure: PlottedFigure, style: Style, labels: Labels
    ) -> Iterator[Plan | Missing]:
        """Plan the figure of a metric, or of all."""
        planner = self.planned_in
        if isinstance(planner, str):
            module = import_module(f"rankpress.topics.{planner}")
            planner = getattr(module, f"plan_{self.name.replace('-', '_')}")
        shown = [analyses] if isinstance(analyses, Analysis) else analyses
        return planner(Request(shown, figure, style, labels))


@dataclass(frozen=True)
class Topic:
    """What a section is about."""

    identifier: str  # identifier, title: of the section
    title: str
    paragraphs: Sentences  # what was found
    caveats: Sentences = nothing  # what must be said next to it, for it is of these results
    # what holds of such results whatever they are; stated once, in a section of its own
    reminders: Sentences = nothing
    tables: tuple[TableKind, ...] = ()  # tables, figures: the kinds that belong to it, in their order
    figures: tuple[FigureKind, ...] = ()
