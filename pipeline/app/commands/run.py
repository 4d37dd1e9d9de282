"""`rankpress run`: from a file of scores to the answer and the report, without a study to write."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rankpress.app.commands.build import print_paths, processors, show_in_browser
from rankpress.app.terminal import LOGGER, print_answer, print_warning, shown
from rankpress.core.faults import Fault, FaultsFound, counted, listed, one_of
from rankpress.core.processes import scratch_folder
from rankpress.spec.reading import study_of_text

if TYPE_CHECKING:
    from rankpress.analysis import Analysis
    from rankpress.catalog.metrics import Better
    from rankpress.init.guess import Guess

_SPEC, _SCORES = "study.yaml", "scores.csv"
_LEFT_OUT = "drop-datasets"  # the rule for missing results of who names none, reported where it leaves out something


def run(arguments: argparse.Namespace) -> None:
    """Guess what a file holds, compare the algorithms, print the answer, and write the report."""
    if arguments.scores != "-":
        _run(arguments, arguments.scores)
        return
    content = sys.stdin.buffer.read()
    if arguments.save:
        _save(Path(_SCORES), content)
        _run(arguments, _SCORES)
        return
    with scratch_folder("rankpress-stdin-") as folder:
        (folder / _SCORES).write_bytes(content)
        _run(arguments, str(folder / _SCORES))


def _run(arguments: argparse.Namespace, scores: str) -> None:
    from rankpress.app.run import build
    from rankpress.init.guess import guess_study
    from rankpress.init.reading import read_table, settled
    from rankpress.init.writing import guessed_scores

    table = read_table(scores)
    named, guess = settled(table.named, guess_study(table, scores))
    guess = _with_metrics(guess, arguments.metric, arguments.better)
    rule = arguments.missing or _LEFT_OUT
    lines = [guessed_scores(Path(), named, guess, missing=rule), *_sections(arguments)]
    text = "".join(f"{line}\n" for line in lines)
    read = study_of_text(text, f"the study guessed from {scores}", Path())
    if arguments.save:
        _save(Path(_SPEC), text.encode())
    out = arguments.out or Path("report")
    built = build(
        read,
        out,
        formats=tuple(dict.fromkeys(arguments.only)),
        jobs=arguments.jobs or processors(),
        reporter=LOGGER.info if arguments.verbose else lambda line: None,
        pdf_required="pdf" in arguments.only,
        awaited=shown,
    )
    for warning in built.warnings:
        print_warning(warning)
    if not arguments.quiet:
        doubts = [f"{subject}: {doubt}" for subject, doubt in guess.doubts.items()]
        doubts += [] if arguments.missing else _left_out(built.analyses)
        print_answer(built.analyses, read.study.labels.names, doubts)
        print_paths(out)
    if arguments.open:
        show_in_browser(out)


def _with_metrics(guess: Guess, requested: Sequence[str], better: Better | None) -> Guess:
    """Return the guess with the metrics that are asked for, and with their direction."""
    unknown = [name for name in requested if name not in guess.metrics and name not in guess.unused]
    if unknown and guess.layout == "long":
        raise FaultsFound([Fault("--metric", f"no column {unknown[0]}", one_of(unknown[0], [*guess.metrics]))])
    metrics = {name: guess.metrics.get(name, "higher") for name in requested} if requested else dict(guess.metrics)
    if better is not None:
        metrics = dict.fromkeys(metrics, better)
    return replace(
        guess,
        metrics=metrics,
        doubts={
            subject: doubt
            for subject, doubt in guess.doubts.items()
            if not (requested and subject in guess.metrics) and not (better and subject in metrics)
        },
    )


def _left_out(analyses: Sequence[Analysis]) -> Iterator[str]:
    """Yield which data sets were left out of a metric for lack of results, which nobody asked for."""
    metrics: dict[tuple[str, ...], list[Analysis]] = {}
    for analysis in analyses:
        metrics.setdefault(analysis.scores.missing.dropped_datasets, []).append(analysis)
    for names, those in metrics.items():
        if names:
            total = counted(len(names) + len(those[0].scores.datasets), "data set")
            yield (
                f"{listed(analysis.scores.name for analysis in those)}: results are missing on {len(names)} of {total},"
                f" left out here ({listed(names, 3)}); --missing drop-algorithms, worst-rank or incomplete-blocks"
                " retains them"
            )


def _sections(arguments: argparse.Namespace) -> Iterator[str]:
    """Yield the sections of a spec that options ask for."""
    from rankpress.init.writing import scalar

    test = {"control": arguments.control, "pairwise": arguments.test}
    if any(test.values()):
        yield "test:"
        yield from (f"  {key}: {scalar(value)}" for key, value in test.items() if value)
    if arguments.adjust:
        yield f"adjust: [{', '.join(map(scalar, arguments.adjust))}]"


def _save(path: Path, content: bytes) -> None:
    if path.exists() and path.read_bytes() != content:
        raise FaultsFound([Fault(str(path), "this file is there already", "a folder without one", "remove it")])
    path.write_bytes(content)
