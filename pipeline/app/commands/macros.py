"""`rankpress macros`."""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rankpress.app.terminal import print_result
from rankpress.core.faults import FaultsFound
from rankpress.core.folders import standing
from rankpress.core.text import plain
from rankpress.spec.reading import read_study

if TYPE_CHECKING:
    from rankpress.spec.reading import ReadStudy
    from rankpress.topics.macros import Macro


def run(arguments: argparse.Namespace) -> None:
    """List the numbers of a study, or those that papers use, and what changed since the report was built."""
    from rankpress.report.paper import unknown_uses, uses_in

    uses = uses_in(arguments.used)
    read = read_study(arguments.study, arguments.overrides, allow_plugins=arguments.allow_plugins)
    numbers = _numbers(read)
    folder = standing(read.folder / "report" if arguments.out is None else arguments.out)
    built = _built(folder / "macros.csv")
    by_word = {number.name: number for number in numbers} | {number.key: number for number in numbers}
    used = [by_word[use.word] for use in uses if use.word in by_word] if arguments.used else numbers
    for line in _listed(list({number.key: number for number in used}.values()), built):
        print_result(line)
    faults = unknown_uses(uses, numbers)
    if faults:
        raise FaultsFound(faults)


def _numbers(read: ReadStudy) -> Sequence[Macro]:
    from rankpress.analysis import analyse, labels_of
    from rankpress.checks.agreement import agreeing_scores
    from rankpress.topics.macros import collect

    analyses = analyse(read.study, agreeing_scores(read))
    return labels_of(analyses, read.study.labels.names).shown(collect(analyses, read.study.report.macros)).macros


def _built(path: Path) -> Mapping[str, str]:
    """Return the texts of the last build by their keys; nothing where there is none, or one of another version."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return {row["Key"]: row["Text"] for row in csv.DictReader(file)}
    except (OSError, KeyError, UnicodeDecodeError, csv.Error):
        return {}


def _listed(numbers: Sequence[Macro], built: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each number: its key, its macro, its text, what it was, and what it says."""
    for number in numbers:
        text, before = plain(number.text), built.get(number.key)
        was = "" if before in (None, text) else f" (built: {before})"
        macro = f" \\{number.name}" if number.is_named else ""
        yield f"{number.key}{macro} = {text}{was}: {plain(number.meaning)}"
