"""The answer of a study on a terminal: headline, ranking with a critical difference diagram, what was uncertain."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TextIO

from rankpress.analysis import Analysis, labels_of
from rankpress.core.doubts import Doubt
from rankpress.core.labels import Names
from rankpress.core.table import Cell, Table, column_forms
from rankpress.topics.examples import example_scores_table
from rankpress.topics.imputation import signed
from rankpress.topics.kinds import built_table
from rankpress.topics.leader_effects import leader_effects, more_datasets
from rankpress.topics.pairwise_test import settled_by
from rankpress.topics.protocol import exploratory_sentence
from rankpress.topics.score_cells import IMPUTED_SIGN
from rankpress.topics.summary import comparisons_in_short, summary_lines
from rankpress.wording.forms import is_p
from rankpress.wording.strings import without_controls
from rankpress.wording.text import Prose, plain, say

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

WIDEST = 100  # letters: longer lines are hard to read
_MOST_ROWS, _MOST_GROUPS = 30, 12
_LEAST_AXIS, _SHORT_AXIS, _MOST_AXIS, _LEAST_NAME = 12, 8, 48, 8
_RANK, _GROUPS = "Average rank", "Groups"
_SHORTER = {_RANK: "Rank"}
# A point on the axis, the axis, a member of a group and an algorithm that a group passes over.
_SIGNS, _ASCII = ("●", "·", "┃", "┊"), ("o", ".", "|", ":")


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

    # rich itself would end the process where the stream is no longer read
    known, text = Console(file=stream, width=width), io.StringIO()
    console = Console(
        file=text,
        width=min(known.width, WIDEST),
        force_terminal=known.is_terminal,
        color_system=known.color_system,  # type: ignore[arg-type]
        no_color=known.no_color,
        highlight=False,
        emoji=False,
    )
    _print(console, _signs(known), analyses, names, account, doubts)
    lines = text.getvalue().split("\n")
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
    lines = [(without_controls(labels.plain(line)), "dim") for line in account]
    lines += [(f"in doubt: {without_controls(str(doubt))}", "yellow") for doubt in doubts]
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
        built = built or example_scores_table(analysis) or built_table("scores", analysis) or _of_votes(analysis)
        table = labels.shown(built or Table())
        if table.rows:
            console.print()
            console.print(_ranking(analysis, table, signs, console.width))
            console.print()
        for sentence in (*comparisons_in_short(analysis), *more_datasets(analysis)):
            console.print(Text(without_controls(labels.plain(sentence)), style="dim"))
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


def _ranking(analysis: Analysis, table: Table, signs: Sequence[str], width: int) -> RenderableType:
    """Return the ranking; where there are average ranks, each with its place on an axis, and the groups."""
    from rich import box
    from rich.cells import cell_len
    from rich.table import Table as Grid
    from rich.text import Text

    heads = [plain(name) for name in table.columns or (cell.text for cell in table.head[-1])]
    # of a ranking its mean, average rank and p; of any other table all columns
    shown = [
        place
        for place, (head, form) in enumerate(zip(heads, column_forms(table), strict=True))
        if _RANK not in heads or place < table.stub or head in ("Mean", _RANK) or is_p(form)
    ]
    grid = Grid(box=box.SIMPLE_HEAD if signs is _SIGNS else box.ASCII2, pad_edge=False, show_edge=False)
    rows = [[_cell(row[place]) for place in shown] for row in table.rows[:_MOST_ROWS]]
    titles = [_SHORTER.get(heads[place]) or without_controls(plain(table.head[-1][place].text)) for place in shown]
    widths = [max(map(cell_len, column)) for column in zip(titles, *rows, strict=True)]
    more = f"and {len(table.rows) - len(rows)} more" if len(table.rows) > len(rows) else ""
    widths[0] = max(widths[0], len(more))
    columns = _group_columns(analysis, signs) if _RANK in heads else []
    least = _LEAST_AXIS + 1 + 2 * len(columns) if _RANK in heads else 0
    effects = leader_effects(analysis) if _RANK in heads else None
    room, has_axis = width - least - sum(of_column + 3 for of_column in widths[1:]) - 3, True
    if effects is not None:
        head, texts = effects[0], effects[1][:_MOST_ROWS]
        across = max(map(cell_len, (head, *texts)))
        # where there is no room for them next to an axis, which shows the ranks again, they take its place
        # without an axis, the groups stand under a title of their own
        saved_axis = least - max(2 * len(columns) - 1, len(_GROUPS) if columns else 0)
        lefts = [room - across - 3 + saved for saved in (0, _LEAST_AXIS - _SHORT_AXIS, saved_axis)]
        left = next((left for left in lefts if left >= widths[0]), None)
        if left is not None:
            titles, widths, room, has_axis = [*titles, head], [*widths, across], left, left != lefts[-1]
            rows = [[*row, text] for row, text in zip(rows, texts, strict=True)]
    widths[0] = min(widths[0], max(_LEAST_NAME, room))  # of a long name its beginning
    aligned = [table.align[place] for place in shown] + ["right"] * (len(titles) - len(shown))
    for place, (title, of_column, justify) in enumerate(zip(titles, widths, aligned, strict=True)):
        most = of_column if place == 0 else None
        grid.add_column(title, justify=justify, no_wrap=True, overflow="ellipsis", min_width=of_column, max_width=most)
    strips: list[str] = []
    if _RANK in heads and has_axis:
        strips = _strips(analysis, columns, width - sum(of_column + 3 for of_column in widths), signs)
        title = f"Rank 1 to {len(analysis.algorithms)}"
        grid.add_column(title, no_wrap=True, overflow="ellipsis", min_width=max(map(cell_len, strips)))
    elif columns:
        strips = [" ".join(row).rstrip() for row in zip(*columns, strict=True)]
        grid.add_column(_GROUPS, no_wrap=True)
    for number, row in enumerate(rows):
        grid.add_row(*map(Text, row), *map(Text, strips[number : number + 1]))
    if more:
        grid.add_row(more)
    return grid


def _cell(cell: Cell) -> str:
    sign = f" {IMPUTED_SIGN}" if "incomplete" in cell.marks else ""
    return without_controls(plain(cell.body)) + cell.sign + sign


def _strips(analysis: Analysis, columns: Sequence[Sequence[str]], room: int, signs: Sequence[str]) -> list[str]:
    """Return for each algorithm, the best first, its place on an axis of ranks, then columns of groups."""
    count, (point, axis, *_) = len(analysis.algorithms), signs
    length = max(_SHORT_AXIS, min(_MOST_AXIS, 4 * count, room - 2 * len(columns) - 1))
    strips = []
    for number, algorithm in enumerate(analysis.ranking.best_first):
        place = round((float(analysis.ranking.average[algorithm]) - 1) / max(count - 1, 1) * (length - 1))
        groups = " ".join(column[number] for column in columns)
        strips.append(f"{axis * place}{point}{axis * (length - 1 - place)}  {groups}".rstrip())
    return strips


def _group_columns(analysis: Analysis, signs: Sequence[str]) -> list[list[str]]:
    """Return the signs of groups from the best algorithm down, in as few columns as they take; none where too many."""
    order, (*_, member, passed) = analysis.ranking.best_first, signs
    columns: list[list[str]] = []
    for group in analysis.adjusted.groups.get(analysis.adjusted.deciding or "", ()):
        places = [number for number, algorithm in enumerate(order) if algorithm in group]
        span = range(places[0], places[-1] + 1)
        if len(places) < 2:
            continue
        around = range(max(span.start - 1, 0), min(span.stop + 1, len(order)))  # a gap between two bars
        column = next((column for column in columns if all(column[number] == " " for number in around)), None)
        if column is None:
            columns.append(column := [" "] * len(order))
        for number in span:
            column[number] = member if number in places else passed
    return columns if len(columns) <= _MOST_GROUPS else []
