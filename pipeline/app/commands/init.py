"""`rankpress init`."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from rankpress.app.terminal import print_result
from rankpress.core.faults import counted, without_passwords
from rankpress.init.head import read_head, settled
from rankpress.init.layout import Guess, guess_layout
from rankpress.init.writing import write_example, write_guessed
from rankpress.spec.document import printable, quoted

MOST_UNUSED = 30
_BRACES = re.compile(r"\{\w+[:}]")


def run(arguments: argparse.Namespace) -> None:
    """Write a starting study, and report what was written and guessed."""
    if arguments.scores is None:
        written = write_example(arguments.folder)
        texts = [f"next: rankpress build {written[0]}"]
    else:
        head = read_head(arguments.scores)
        named, guess = settled(head.named, guess_layout(head, Path(arguments.scores)))
        written = write_guessed(arguments.folder, named, guess)
        texts = [*_guessed(guess, named, arguments.scores, head.rows), f"next: rankpress check {written[0]}"]
    if not arguments.quiet:
        for line in (*map(str, written), *texts):
            print_result(line)


def _guessed(guess: Guess, named: Mapping[str, str], scores: str, rows: int) -> Iterator[str]:
    yield f"guessed from {printable(without_passwords(scores))} ({counted(rows, 'row')} read):"
    yield f"  layout: {guess.layout}"
    if "files" in named and _BRACES.search(named["files"]):
        yield f"  files: {printable(named['files'])}"
    if "table" in named and "table" in guess.doubts:
        yield f"  table: {quoted(named['table'])}"
    for column, value in guess.where.items():
        yield f"  rows: those with {quoted(value)} in column {quoted(column)}"
    for name, columns in guess.join.items():
        yield f"  joined: column {quoted(name)} of {', '.join(map(quoted, columns))}"
    for role, column in guess.columns.items():
        yield f"  {role}: column {quoted(column)}"
    for metric, better in guess.metrics.items():
        yield f"  metric: {quoted(metric)}, {better} is better"
    if guess.costs:
        yield f"  costs: {', '.join(map(quoted, guess.costs))}"
    if guess.na:
        yield f"  no result: {', '.join(map(quoted, guess.na))}"
    if guess.unused:
        more = f" and {len(guess.unused) - MOST_UNUSED:,} more" if len(guess.unused) > MOST_UNUSED else ""
        yield f"  not used: {', '.join(map(quoted, guess.unused[:MOST_UNUSED]))}{more}"
    for subject, doubt in guess.doubts.items():
        yield f"  in doubt: {printable(f'{subject}: {doubt}')}"
    for metric, note in guess.notes.items():
        yield f"  note: {printable(f'{metric}: {note}')}"
