"""Votes between two algorithms: who won each, by the unit that votes were taken in, such as a judge or a question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rankpress.core.faults import Fault, Findings
from rankpress.core.scores import SourceFile, Votes
from rankpress.sources.cells import Codes, Sheet, Stretch, find_no_column, texts
from rankpress.wording.strings import counted, shown

if TYPE_CHECKING:
    from rankpress.spec.scores_section import ScoresOptions

ROLES = ("model_a", "model_b", "winner", "cluster")
TIES = frozenset({"tie", "tie (bothbad)", "draw", "both", "both_bad", "bothbad", "both_good", "bothgood", "neither"})
FIRST, SECOND = frozenset({"model_a", "a"}), frozenset({"model_b", "b"})
"""What a winner that is no name is called, in small letters."""
_CELLS = 50_000_000  # of the arrays of wins and ties


@dataclass(frozen=True)
class VotesRead:
    """The votes of all files, and the algorithms in the order of their first appearance."""

    algorithms: tuple[str, ...]
    votes: Votes
    files: tuple[SourceFile, ...]
    spare: tuple[str, ...] = ()  # columns of the files that nothing was read from


def winner_of(winner: str, first: str, second: str) -> int | None:
    """Return 1 where the first of two won, -1 where the second did, 0 of a tie; None of a winner that is none of these.

    >>> [winner_of(winner, "gpt", "b") for winner in ("model_a", "b", "gpt", "Tie", "other")]
    [1, -1, 1, 0, None]
    """
    if winner in (first, second):  # a name counts before what a column is called
        return 1 if winner == first else -1
    word = winner.lower()
    return 0 if word in TIES else 1 if word in FIRST else -1 if word in SECOND else None


def read_votes(sheets: Iterable[Sheet], options: ScoresOptions, findings: Findings) -> VotesRead:
    """Read votes from files with one in each row."""
    reading = _VoteFiles(options, findings)
    for sheet in sheets:
        reading.read(sheet)
    return reading.finish()


class _VoteFiles:
    """The votes of one file after the other."""

    def __init__(self, options: ScoresOptions, findings: Findings) -> None:
        self.findings = findings
        self.columns = [getattr(options.columns, role) or role for role in ROLES]
        self.algorithms, self.clusters = Codes(options.rename.algorithm), Codes()
        self.rows: list[tuple[int, int, int, int]] = []  # cluster, the two algorithms, and who won
        self.files: list[SourceFile] = []
        self.spare: dict[str, None] = {}

    def read(self, sheet: Sheet) -> None:
        """Gather the votes of one file."""
        lacking = [name for name in self.columns if name not in sheet.header]
        for name in lacking:
            role = ROLES[self.columns.index(name)]
            why = " of the units that votes were taken in, such as judges or questions" if role == "cluster" else ""
            remedy = f"write columns: {{{role}: NAME}} under scores, with the name that the column has in the file"
            find_no_column(sheet, name, self.findings, why, remedy)
        if lacking:
            return
        self.spare |= dict.fromkeys(name for name in sheet.header if name not in self.columns)
        before = len(self.rows)
        for stretch in sheet.stretches([sheet.header.index(name) for name in self.columns], self.findings):
            self._gather(sheet, stretch)
        self.files += sheet.read_files(len(self.rows) - before)

    def _gather(self, sheet: Sheet, stretch: Stretch) -> None:
        for row, *cells in zip(stretch.rows, *map(texts, stretch.columns), strict=True):
            fault = self._fault(sheet, row, cells)
            if fault is not None:
                self.findings.add_unread("votes that cannot be read", fault)
                continue
            first, second, winner, cluster = cells
            codes = self.algorithms.code(first), self.algorithms.code(second)
            self.rows.append((self.clusters[cluster], *codes, winner_of(winner, first, second) or 0))

    def _fault(self, sheet: Sheet, row: int, cells: Sequence[str]) -> Fault | None:
        first, second, winner, _ = cells
        for name, cell in zip(self.columns, cells, strict=True):
            if not cell:
                place = f"{sheet.place} row {row} column {shown(name)}"
                remedy = "remove the vote, or write its winner: a name, model_a, model_b or tie"
                is_of_winner = name == self.columns[2]
                return Fault(place, "the cell is empty", "a name in each cell", remedy if is_of_winner else "")
        place = f"{sheet.place} row {row} column {shown(self.columns[2])}"
        if winner_of(winner, first, second) is None:
            expected = f"{shown(first)}, {shown(second)}, model_a, model_b or tie"
            return Fault(place, f"the winner is {shown(winner)}", expected)
        if first == second:
            return Fault(f"{sheet.place} row {row}", f"a vote between {shown(first)} and itself", "two algorithms")
        return None

    def finish(self) -> VotesRead:
        """Return all votes of all files."""
        k, n = len(self.algorithms), len(self.clusters)
        if n * k * k > _CELLS:
            message = f"{counted(k, 'algorithm')} and {counted(n, 'cluster')} are too many"
            expected = f"at most {counted(_CELLS // max(k * k, 1), 'cluster')} of so many algorithms"
            self.findings.add_unread("votes too many", Fault(self.files[0].path, message, expected))
        if self.findings.unread:
            self.findings.raise_any()
        wins, ties = np.zeros((n, k, k)), np.zeros((n, k, k))
        table = np.array(self.rows, dtype=np.int64).reshape(-1, 4)
        for sign in (1, -1):
            cluster, first, second, _ = table[table[:, 3] == sign].T
            np.add.at(wins, (cluster, first, second) if sign > 0 else (cluster, second, first), 1.0)
        cluster, first, second, _ = table[table[:, 3] == 0].T
        for pair in ((first, second), (second, first)):
            np.add.at(ties, (cluster, *pair), 1.0)
        votes = Votes(wins, ties, len(table), self.columns[3])
        return VotesRead(tuple(self.algorithms), votes, tuple(self.files), tuple(self.spare))
