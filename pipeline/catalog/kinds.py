"""The kinds of tables and figures that a study may ask for: their names, topics, options, and what builds them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, ClassVar, Literal

from rankpress.core.plugins import Registry, imported
from rankpress.figures import venues
from rankpress.figures.venues import Venue


@dataclass(frozen=True)
class Kind:
    """A kind of table or figure."""

    FUNCTION: ClassVar[str]  # what builds or plans a built-in kind, by its name

    name: str
    what: str  # it shows, for the reference
    topic: str = ""  # whose section it stands in; that which registers it
    builder: str | Callable[..., Any] = ""  # the module of `rankpress.topics` with what builds or plans it; that itself
    # the section of its options in a study, a subclass of `TableOptions` or `FigureOptions`; None: those of any kind
    options: type[Any] | None = None
    shows: Literal["", "tests", "p"] = ""  # what is exploratory in it, if the study is
    # report.html begins with the figure and the table of the least number that a study has either of; 0 never does
    opens: int = 0

    @property
    def module(self) -> str:
        """The module with what builds or plans it."""
        if isinstance(self.builder, str):
            return f"rankpress.topics.{self.builder}"
        return str(getattr(getattr(self.builder, "function", self.builder), "__module__", ""))

    @property
    def function(self) -> Any:
        """What builds or plans it, imported when it is used."""
        if not isinstance(self.builder, str):
            return self.builder
        return imported(f"rankpress.topics.{self.builder}:{self.FUNCTION.format(self.name.replace('-', '_'))}")


@dataclass(frozen=True)
class TableKind(Kind):
    """Describe a kind of table; `rankpress.topics.topic.Axes` has the names of its rows and columns."""

    FUNCTION = "{}_table"

    # where another table of the metric can show the same, so that paper has it only where the spec names it, and
    # neither has the page what is a view
    shown_among: Literal["", "quantities", "views"] = ""
    on_request: bool = False  # whether it is built only where the spec names it
    # whether another table or a figure sums it up, so that paper has it on request only, where it has many rows
    is_detail: bool = False
    is_of_study: bool = False  # whether it stands once where it is the same in all metrics


@dataclass(frozen=True)
class FigureKind(Kind):
    """Describe a kind of figure."""

    FUNCTION = "plan_{}"

    is_default: bool = False  # whether a study without `plot` has it, besides the figures that `plot` has by default
    least: int = 0  # algorithms, from which on a study without `plot` has it
    default_where: Callable[[Any], bool] | None = None  # which studies without `plot` have it, given the study
    of_all_metrics: bool = False  # whether the planner takes the analyses of all metrics at once
    highlights_itself: bool = False  # whether its planner lets algorithms stand out, with room for bold names
    of_ranks: bool = False  # whether it shows ranks, wins or tests, so that its caption says which results are missing
    by_family: bool = False  # whether it shows the families of algorithms, whose shapes have ids with their numbers

    def is_default_of(self, study: Any) -> bool:
        """Return whether a study without `plot` has it."""
        return self.is_default or (self.default_where is not None and self.default_where(study))


TABLES = Registry[TableKind]("rankpress.tables", package="rankpress.topics", order=attrgetter("module"))
FIGURES = Registry[FigureKind]("rankpress.figures", package="rankpress.topics", order=attrgetter("module"))
# Where a paper goes.
VENUES = Registry[Venue]("rankpress.venues")
VENUES.add(*venues.VENUES.values())
