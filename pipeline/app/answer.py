"""The answer of a study on a terminal: headline, ranking with groups, what was uncertain."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TextIO

from rankpress.account.summary import summary_lines
from rankpress.account.tables import built_table
from rankpress.analysis import Analysis, labels_of
from rankpress.core.doubts import Doubt
from rankpress.core.labels import Names
from rankpress.core.table import Alignment, Cell, Table, column_forms
from rankpress.topics.comparisons.pairwise_test import settled_by
from rankpress.topics.conclusion.leaders import comparisons_in_short
from rankpress.topics.effects.leader import leader_effects, more_datasets
from rankpress.topics.imputation import signed
from rankpress.topics.phrases import (
    IMPUTED_SIGN,
    deciding_test,
    exploratory_sentence,
    is_exploratory,
    mean_over_datasets,
)
from rankpress.topics.within.benchmark import standings_table
from rankpress.topics.within.examples import example_scores_table
from rankpress.wording.forms import INTERVAL, is_p
from rankpress.wording.strings import without_controls
from rankpress.wording.text import Prose, capitalized, plain, say

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

WIDEST = 100  # letters: longer lines are hard to read
_MOST_ROWS, _MOST_LANES, _LEAST_NAME = 30, 12, 8
_GAP = 3  # letters between two columns
_WIDE_GROUPS = 10  # letters of the bars of four groups, with the gap
_RANK = "Average rank"
_SHORTER = {_RANK: "Rank"}
# A member of a group, and an algorithm that a group passes over.
_SIGNS, _ASCII = ("┃", "┊"), ("|", ":")


def write_answer(
    analyses: Sequence[Analysis],
    names: Names,
    stream: TextIO,
    account: Iterable[Prose] = (),
    doubts: Iterable[Doubt] = (),
    width: int | None = None,
) -> None:
    """Write the answer to a stream: in colors where it is a terminal that takes them, as wide as that is."""
    from rich.console import Console

    # rich would end the process where nobody reads the stream any more
    terminal, written = Console(file=stream, width=width), io.StringIO()
    console = Console(
        file=written,
        width=min(terminal.width, WIDEST),
        force_terminal=terminal.is_terminal,
        color_system=terminal.color_system,  # type: ignore[arg-type]
        no_color=terminal.no_color,
        highlight=False,
        emoji=False,
    )
    _print(console, _signs(terminal), analyses, names, account, doubts)
    lines = written.getvalue().split("\n")
    stream.write("\n".join(lines if console.is_terminal else map(str.rstrip, lines)))


def _signs(console: Console) -> Sequence[str]:
    try:
        "".join(_SIGNS).encode(console.encoding)
    except (UnicodeEncodeError, LookupError):
        return _ASCII
    return _SIGNS


def _print(
    console: Console,
    signs: Sequence[str],
    analyses: Sequence[Analysis],
    names: Names,
    account: Iterable[Prose],
    doubts: Iterable[Doubt],
) -> None:
    from rich.text import Text

    labels = labels_of(analyses, names)
    lines = [(f"in doubt: {without_controls(str(doubt))}", "yellow") for doubt in doubts]
    lines += [(without_controls(labels.plain(line)), "dim") for line in account]
    for line, style in lines:
        console.print(Text(line, style=style))
    if lines:
        console.print()
    for analysis, (headline, *further) in zip(analyses, summary_lines(analyses), strict=True):
        console.print(Text(without_controls(labels.plain(headline)), style="bold" if console.is_terminal else ""))
        for sentence in further:
            console.print(Text(without_controls(labels.plain(sentence))))
        ranking = built_table("average-ranks", analysis)
        built = ranking and signed(analysis, replace(ranking, kind="average-ranks"))
        built = (
            built
            or standings_table(analysis)
            or example_scores_table(analysis)
            or built_table("scores", analysis)
            or _of_votes(analysis)
        )
        table = labels.shown(built or Table())
        if table.rows:
            console.print()
            console.print(_ranking(analysis, table, signs, console.width))
        console.print()
        below = [*comparisons_in_short(analysis), *more_datasets(analysis), *_exploratory_p(analysis)]
        for sentence in below:
            console.print(Text(without_controls(labels.plain(sentence)), style="dim"))
        if below:
            console.print()
    taken = dict.fromkeys(sentence for analysis in analyses for sentence in settled_by(analysis))
    settled = [say("{} test.pairwise names another.", sentence) for sentence in taken]
    for sentence in (*settled, *exploratory_sentence(analyses)):
        console.print(Text(without_controls(labels.plain(sentence))))


def _of_votes(analysis: Analysis) -> Table | None:
    """Return the leaderboard, with its intervals, where there are neither ranks nor scores: of votes."""
    board = built_table("leaderboard", analysis)
    rows = () if board is None else board.rows
    return board and replace(board, rows=tuple(tuple(replace(cell, detail="") for cell in row) for row in rows))


@dataclass(frozen=True)
class _Column:
    """A column of the ranking."""

    title: str
    cells: Sequence[str]
    justify: Alignment = "left"

    @property
    def width(self) -> int:
        """How wide it is, with the gap before the next."""
        from rich.cells import cell_len

        return max(map(cell_len, (self.title, *self.cells))) + _GAP


def _ranking(analysis: Analysis, table: Table, signs: Sequence[str], width: int) -> RenderableType:
    """Return the ranking, with the differences of the leader where there is room for them, and the groups."""
    from rich import box
    from rich.table import Table as Grid
    from rich.text import Text

    heads = [plain(name) for name in table.columns or (cell.text for cell in table.head[-1])]
    rows = table.rows[:_MOST_ROWS]
    names, *columns = _columns(table, heads, rows, mean_over_datasets(analysis))
    behind = list(_groups(analysis, signs)) if _RANK in heads else []
    room = width - sum(column.width for column in (*columns, *behind)) + _GAP
    if _RANK in heads and (effects := leader_effects(analysis)):
        difference = _Column(effects[0], effects[1][:_MOST_ROWS], "right")
        bars = sum(column.width for column in behind)
        if bars > _WIDE_GROUPS and room < names.width + difference.width <= room + bars:
            behind, room = [], room + bars  # many bars are hard to follow, differences are not
        if names.width + difference.width <= room:
            columns, room = [*columns, difference], room - difference.width
    grid = Grid(box=box.SIMPLE_HEAD if signs is _SIGNS else box.ASCII2, pad_edge=False, show_edge=False)
    more = f"and {len(table.rows) - len(rows)} more" if len(table.rows) > len(rows) else ""
    most = min(max(names.width, len(more) + _GAP), max(_LEAST_NAME + _GAP, room)) - _GAP  # of a long name its beginning
    grid.add_column(names.title, no_wrap=True, overflow="ellipsis", min_width=most, max_width=most)
    for column in (*columns, *behind):
        grid.add_column(column.title, justify=column.justify, no_wrap=True, min_width=column.width - _GAP)
    for cells in zip(*(column.cells for column in (names, *columns, *behind)), strict=True):
        grid.add_row(*map(Text, cells))
    if more:
        grid.add_row(more)
    return grid


def _columns(table: Table, heads: Sequence[str], rows: Sequence[Sequence[Cell]], mean: str) -> Iterator[_Column]:
    """Yield of a ranking its names, mean, average rank and p; of any other table all columns."""
    for place, (head, form) in enumerate(zip(heads, column_forms(table), strict=True)):
        if _RANK not in heads or place < table.stub or head in ("Mean", _RANK) or is_p(form):
            title = _SHORTER.get(head) or without_controls(plain(table.head[-1][place].text))
            if head == "Mean":  # which has no note here
                title = title.replace(head, capitalized(mean))
            yield _Column(title, [_cell(row[place]) for row in rows], table.align[place])


def _exploratory_p(analysis: Analysis) -> Iterator[Prose]:
    """Say by which test the p-values of an exploratory study are, of which no sentence above reports any."""
    if is_exploratory([analysis]) and analysis.tested.over is not None and analysis.adjusted.deciding is not None:
        yield say("Exploratory p: {}.", deciding_test(analysis, analysis.adjusted.deciding))


def _cell(cell: Cell) -> str:
    sign = f" {IMPUTED_SIGN}" if "incomplete" in cell.marks else ""
    shown = cell.text if cell.detail_frame == INTERVAL else cell.body
    return without_controls(plain(shown)) + cell.sign + sign


def _groups(analysis: Analysis, signs: Sequence[str]) -> Iterator[_Column]:
    """Yield the groups as bars from the best algorithm down, in as few lanes as they take; nothing where too many."""
    order, (member, passed) = analysis.best_first, signs
    lanes: list[list[str]] = []
    for group in analysis.adjusted.groups.get(analysis.adjusted.deciding or "", ()):
        places = [number for number, algorithm in enumerate(order) if algorithm in group]
        span = range(places[0], places[-1] + 1)
        if len(places) < 2:
            continue
        around = range(max(span.start - 1, 0), min(span.stop + 1, len(order)))  # a gap between two bars
        lane = next((lane for lane in lanes if all(lane[number] == " " for number in around)), None)
        if lane is None:
            lanes.append(lane := [" "] * len(order))
        for number in span:
            lane[number] = member if number in places else passed
    if 0 < len(lanes) <= _MOST_LANES:
        yield _Column(
            "Groups", [" ".join(signs_of_row).rstrip() for signs_of_row in zip(*lanes, strict=True)][:_MOST_ROWS]
        )
