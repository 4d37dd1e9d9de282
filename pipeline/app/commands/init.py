"""`rankpress init`."""

from __future__ import annotations

import argparse
import re
import shlex
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace

from rankpress.app.terminal import print_result
from rankpress.core.doubts import Way
from rankpress.core.faults import without_passwords
from rankpress.init.assumptions import doubts_on_values
from rankpress.init.folders import one_pattern
from rankpress.init.guess import Guess
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table, settled
from rankpress.init.table import Table
from rankpress.init.writing import settling_lines, write_example, write_guessed
from rankpress.sources.withheld import withholding_words
from rankpress.spec.document import on_terminal, quoted_value
from rankpress.wording.strings import counted

MOST_UNUSED = 30
_BRACES = re.compile(r"\{\w+[:}]")


def run(arguments: argparse.Namespace) -> None:
    """Write a starting study, and report what was written and guessed."""
    if arguments.scores is None:
        written = write_example(arguments.folder)
        texts = [f"next: rankpress build {written[0]}"]
    else:
        scores = one_pattern(arguments.scores)
        with withholding_words(scores):
            table = read_table(scores)
            guessed = _asked(table, scores) if sys.stdin.isatty() and sys.stdout.isatty() else None
            guessed = guessed or guess_study(table, scores)
            guessed = replace(guessed, doubts=(*guessed.doubts, *doubts_on_values(table, guessed)))
        names_of_scores, guess = settled(table.named, guessed)
        written, faults = write_guessed(arguments.folder, names_of_scores, guess, table.rows, all_files=table.is_whole)
        texts = [*_guessed(guess, names_of_scores, scores, table)]
        texts += [*_explained(guess), *_uses(guess)] if arguments.explain else []
        texts += [f"rankpress check stops: {faults[0].place}: {faults[0].message}"] if faults else []
        texts += [f"next: rankpress check {written[0]}"]
    if not arguments.quiet:
        for line in (*map(str, written), *texts):
            print_result(line)


def _asked(table: Table, scores: str) -> Guess | None:
    """Ask at a terminal which of two close readings is right; None where one is clear."""
    guess = guess_study(table, scores)
    if guess.rival is None:
        return None
    print_result("Two readings explain the file nearly as well:")
    for number, reading in enumerate(guess.readings[:2], 1):
        print_result(f"  {number}: {on_terminal(reading.text)}")
    answer = input("Which is right? [1] ").strip()
    return guess_study(table, scores, 1 if answer == "2" else 0)


def _explained(guess: Guess) -> Iterator[str]:
    """Yield the evidence for the two best readings, as a table."""
    best_two = guess.readings[:2]
    if not best_two:
        yield f"no readings were compared: the columns are those of layout: {guess.layout}"
        return
    yield f"readings compared: {len(guess.readings)}"
    for number, reading in enumerate(best_two, 1):
        yield f"  reading {number}, {reading.points:.1f} points: {reading.layout}: {on_terminal(reading.text)}"
    reasons = dict.fromkeys(evidence.text for reading in best_two for evidence in reading.evidence if evidence.points)
    points = [{evidence.text: evidence.points for evidence in reading.evidence} for reading in best_two]
    for reason in reasons:
        cells = "".join(f"{each[reason]:+8.1f}" if each.get(reason) else " " * 8 for each in points)
        yield f"{cells}  {on_terminal(reason)}"


def _uses(guess: Guess) -> Iterator[str]:
    """Yield what each column was taken for, and why."""
    yield "columns:"
    for name, use in guess.uses.items():
        yield f"  {quoted_value(name)}: {use.role}" + (f": {on_terminal(use.reason)}" if use.reason else "")


def _settling_command(scores: str, way: Way) -> Iterator[str]:
    """Yield what may be meant by a doubt, and the command that writes a study in which it is so."""
    yield f"{on_terminal(way.meaning)}:"
    options = " ".join(f"--{name} {shlex.quote(value)}" for name, value in way.options)
    yield f"  rankpress run {on_terminal(shlex.quote(without_passwords(scores)))} {on_terminal(options)} --save"


def _guessed(guess: Guess, names_of_scores: Mapping[str, str], scores: str, table: Table) -> Iterator[str]:
    rows = counted(table.rows, "row")
    read = f"{rows} read" if table.is_whole else f"from {rows} of it; a build reads all"
    yield f"guessed from {on_terminal(without_passwords(scores))} ({read}):"
    yield f"  layout: {guess.layout}"
    if "files" in names_of_scores and _BRACES.search(names_of_scores["files"]):
        yield f"  files: {on_terminal(names_of_scores['files'])}"
    if "table" in names_of_scores and any(doubt.key == "table" for doubt in guess.doubts):
        yield f"  table: {quoted_value(names_of_scores['table'])}"
    for column, values in guess.where.items():
        yield f"  rows: those with {' or '.join(map(quoted_value, values))} in column {quoted_value(column)}"
    for column, names in guess.excluded.items():
        totals = ", ".join(map(quoted_value, names))
        yield f"  rows omitted: {totals} in column {quoted_value(column)}, which sum up the others"
    for name, columns in guess.join.items():
        yield f"  joined: column {quoted_value(name)} of {', '.join(map(quoted_value, columns))}"
    for role, column in guess.columns.items():
        yield f"  {role}: column {quoted_value(column)}"
    if guess.reduce:
        yield f"  score of a run: {guess.reduce} of its steps"
    if guess.choose:
        yield f"  row of a run: the one with the best {quoted_value(guess.choose[0])}, {guess.choose[1]} is better"
    if guess.repeats:
        yield "  fold: the rows of a data set and algorithm, numbered as they stand"
    for metric, better in guess.metrics.items():
        called = f", called {quoted_value(guess.labels[metric])}" if metric in guess.labels else ""
        yield f"  metric: {quoted_value(metric)}{called}, {better} is better"
    if guess.costs:
        yield f"  costs: {', '.join(map(quoted_value, guess.costs))}"
    if guess.na:
        yield f"  no result: {', '.join(map(quoted_value, guess.na))}"
    if guess.unused:
        more = f" and {len(guess.unused) - MOST_UNUSED:,} more" if len(guess.unused) > MOST_UNUSED else ""
        yield f"  not used: {', '.join(map(quoted_value, guess.unused[:MOST_UNUSED]))}{more}"
    for doubt in guess.doubts:
        yield f"  in doubt: {on_terminal(str(doubt))}"
        for way in doubt.ways:
            yield from (f"    {line}" for line in settling_lines(guess, way) or _settling_command(scores, way))
    for subject, note in guess.notes.items():
        yield f"  note: {on_terminal(f'{subject}: {note}')}"
