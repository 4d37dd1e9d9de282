"""What a table is taken for: what a study states of its scores, and what remains in doubt."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from rankpress.core.doubts import Doubt
from rankpress.init.hypotheses import CLOSE, Hypothesis
from rankpress.init.placement import Use

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better


@dataclass(frozen=True)
class Guess:
    """What a file seems to hold."""

    layout: Literal["long", "wide", "folds", "ranks", "counts", "votes"]  # how it is laid out
    columns: dict[str, str] = field(default_factory=dict)  # by key of scores.columns, the column
    metrics: dict[str, Better] = field(default_factory=dict)  # the better direction of each metric
    # costs, unused, ignored: columns; those that the spec has to ignore are among the unused
    costs: list[str] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    join: dict[str, tuple[str, ...]] = field(default_factory=dict)  # columns made of several, as in scores.join
    where: dict[str, tuple[str, ...]] = field(default_factory=dict)  # by column the values whose rows are read
    # by column the values whose rows are not read
    excluded: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # by role, dataset or algorithm, the names as they are shown, by those in the file
    rename: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)  # what metrics are called whose columns do not say it
    fill: tuple[str, ...] = ()  # columns whose blank cells have the name above them
    repeats: bool = False  # whether the rows of a cell are numbered as they stand
    reduce: str = ""  # how the steps of a run become one score
    choose: tuple[str, Better] | None = None  # the column that one row of each run is chosen by, and which is better
    missing: str = ""  # what is done about results that are missing; "" where nothing speaks for a way
    doubts: tuple[Doubt, ...] = ()  # what was guessed with little to go by, or not read though it holds scores
    notes: dict[str, str] = field(default_factory=dict)  # what else is to be known of a key or a metric
    na: tuple[str, ...] = ()  # texts that stand in place of scores and costs
    readings: tuple[Hypothesis, ...] = ()  # the readings of the table that were compared, the best first
    units: Mapping[str, str] = field(default_factory=dict)  # of metrics whose scores are written with a unit
    csv: Mapping[str, str] = field(default_factory=dict)  # how numbers are written, where a file leaves it open
    uses: Mapping[str, Use] = field(default_factory=dict)  # what each column was taken for, and why
    is_on_one_scale: bool = True  # whether no data sets have scores of metrics on scales of their own

    @property
    def of_examples(self) -> bool:
        """Whether the file lists single test examples, or counts them."""
        return self.layout == "counts" or "example" in self.columns

    @property
    def has_splits(self) -> bool:
        """Whether the file seems to hold test examples, or scores of folds."""
        return (
            self.of_examples
            or self.layout == "folds"
            or self.repeats
            or not {"repeat", "fold"}.isdisjoint(self.columns)
        )

    def selection(self, more: Mapping[str, object]) -> str:
        """Return the rows that are read, with more of what selects them, as what is set."""
        where: dict[str, object] = {column: list(values) for column, values in self.where.items()}
        where |= {column: {"not": list(names)} for column, names in self.excluded.items()}
        return f"scores.where={json.dumps(where | dict(more), ensure_ascii=False)}"

    @property
    def rival(self) -> Hypothesis | None:
        """The second reading, where it explains the table nearly as well."""
        if len(self.readings) > 1 and self.readings[0].points - self.readings[1].points < CLOSE:
            return self.readings[1]
        return None
