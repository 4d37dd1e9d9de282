"""`rankpress run`: from a file of scores to the answer and the report, without a study to write."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rankpress.app.commands.build import build_report, print_paths, show_in_browser
from rankpress.app.gaps import compared_by_policies, policies_of
from rankpress.app.terminal import LOGGER, print_answer, print_result
from rankpress.catalog.formats import checked_formats
from rankpress.core.doubts import Way
from rankpress.core.faults import Fault, FaultsFound, one_of
from rankpress.core.processes import scratch_folder
from rankpress.core.questions import Question, faults_on, questions_of
from rankpress.core.quotable import folder_named
from rankpress.report.place import ReportPlace
from rankpress.spec.reading import apply_overrides, study_of_text
from rankpress.wording.strings import listed, quoted

if TYPE_CHECKING:
    from rankpress.app.run import Built
    from rankpress.catalog.metrics import Better
    from rankpress.init.guess import Guess
    from rankpress.init.table import Table
    from rankpress.spec.reading import ReadStudy
    from rankpress.spec.scores_section import CsvOptions

_SPEC, _SCORES = "study.yaml", "scores.csv"
# The keys of the guessed study that options write.
_PATHS: dict[str, tuple[str | int, ...]] = {
    "control": ("test", "control"),
    "test": ("test", "pairwise"),
    "adjust": ("adjust",),
    "missing": ("scores", "missing"),
}


def run(arguments: argparse.Namespace) -> None:
    """Guess what a file holds, compare the algorithms, print the answer, and write the report."""
    from rankpress.init.folders import one_pattern

    if arguments.scores != ["-"]:
        _run(arguments, one_pattern(arguments.scores))
        return
    content = sys.stdin.buffer.read()
    if arguments.save:
        _refuse_other(Path(_SCORES), [content])
        Path(_SCORES).write_bytes(content)
        _run(arguments, _SCORES)
        return
    with scratch_folder("rankpress-stdin-") as folder:
        path = folder / _SCORES
        path.write_bytes(content)
        try:
            _run(arguments, str(path))
        except FaultsFound as error:
            raise FaultsFound([_of_stdin(fault, str(path)) for fault in error.faults]) from None


def _of_stdin(fault: Fault, path: str) -> Fault:
    """Return a fault of the file that standard input was copied to, as one of standard input."""
    return replace(
        fault,
        place=fault.place.replace(path, "standard input"),
        message=fault.message.replace(path, "standard input"),
        remedy=fault.remedy.replace(path, "-"),
    )


def _run(arguments: argparse.Namespace, scores: str) -> None:
    from rankpress.init.writing import guessed_scores
    from rankpress.sources.withheld import withholding_words

    with withholding_words(scores):
        names_of_scores, guess = _guessed(arguments, scores)
    missing_stated = (arguments.missing, guess.missing, _override_of(arguments, "scores.missing"))
    lines = [*_sections(arguments)]
    texts = {
        missing: "".join(f"{line}\n" for line in (guessed_scores(Path(), names_of_scores, guess, missing), *lines))
        for missing in policies_of(missing_stated)
    }
    if arguments.save:
        _refuse_other(Path(_SPEC), [text.encode() for text in texts.values()])
    source = Path("-" if arguments.scores == ["-"] else scores)
    own = (Path(_SPEC), source) if arguments.save else (source,)
    place = ReportPlace(arguments.out or Path("report"), own[0], arguments.out is not None, own[-1])
    place.refuse()
    only = checked_formats(arguments.only, "--only")
    report = LOGGER.info if arguments.verbose else lambda line: None

    def read(missing: str) -> ReadStudy:
        with withholding_words(scores):
            study = study_of_text(
                texts[missing],
                f"the study guessed from {scores}",
                Path(),
                arguments.overrides,
                options=_options_of(arguments),
            )
        if arguments.save:
            Path(_SPEC).write_bytes(_saved(texts[missing], study, arguments.overrides).encode())
        return replace(study, quotable_folder=folder_named(scores))

    def build(study: ReadStudy) -> tuple[ReadStudy, Built]:
        return study, build_report(arguments, study, place, only, report)

    study, built = compared_by_policies(missing_stated, read, build)
    if not arguments.quiet:
        print_answer(built.analyses, study.study.labels.names, built.account, built.doubts)
        print_paths(built.out)
    if arguments.open:
        show_in_browser(built.out)


def _options_of(arguments: argparse.Namespace) -> dict[tuple[str | int, ...], str]:
    """Return the options that write keys of the guessed study, by the paths of these."""
    return {path: f"--{name}" for name, path in _PATHS.items() if getattr(arguments, name)}


def _override_of(arguments: argparse.Namespace, key: str) -> str:
    """Return what options set a key of the study to; "" where they do not."""
    values = [value for name, _, value in (each.partition("=") for each in arguments.overrides) if name == key]
    return values[-1] if values else ""


def _guessed(arguments: argparse.Namespace, scores: str) -> tuple[dict[str, str], Guess]:
    """Return what names the scores, and what they are taken for once all that the answer depends on is decided."""
    from rankpress.init.inference import guess_study
    from rankpress.init.reading import read_table, settled

    try:
        table = read_table(scores, _csv_of(arguments.overrides), _format_of(arguments.overrides))
    except FaultsFound as error:
        raise FaultsFound([_with_commands(fault, scores, arguments) for fault in error.faults]) from None
    table = _with_names(table, arguments)

    def guessed() -> tuple[dict[str, str], Guess]:
        reading = None if arguments.reading is None else arguments.reading - 1
        metric = arguments.metric[0] if len(arguments.metric) == 1 else ""
        return settled(
            table.named, _with_metrics(table, guess_study(table, scores, reading, metric), scores, arguments)
        )

    named, guess = guessed()
    while undecided := [doubt for doubt in guess.doubts if doubt.is_open]:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            command = partial(_command, shlex.quote(scores), arguments)
            raise FaultsFound(faults_on(undecided, lambda doubt: doubt.file or scores, command))
        _ask(questions_of(undecided)[0], arguments)
        named, guess = guessed()
    scores_argument = shlex.join(arguments.scores)
    command = partial(_command, scores_argument, arguments)
    return named, replace(guess, doubts=tuple(doubt.with_others(command) for doubt in guess.doubts))


def _with_commands(fault: Fault, scores: str, arguments: argparse.Namespace) -> Fault:
    """Return a fault with the command for each setting with which the scores may be read."""
    ways = [Way(meaning, "set", setting) for setting, meaning in fault.settings]
    lines = [f"{_command(shlex.quote(scores), arguments, way)}   # {way.meaning}" for way in ways]
    return replace(fault, remedy="\n".join(lines)) if lines else fault


def _csv_of(overrides: Sequence[str]) -> CsvOptions | None:
    """Return how options say that tables in text are written; None where they do not, or wrongly."""
    from rankpress.spec.scores_section import CsvOptions

    overridden, _, _ = apply_overrides({}, [each for each in overrides if each.startswith("scores.csv")])
    try:
        return CsvOptions.model_validate(overridden["scores"]["csv"]) if overridden else None
    except ValueError:
        return None


def _stated(overrides: Sequence[str]) -> dict[str, Any]:
    """Return the keys of `scores` that options state as wholes."""
    whole = [each for each in overrides if each.startswith("scores.") and each.partition("=")[0].count(".") == 1]
    overridden, _, _ = apply_overrides({}, whole)
    return dict(overridden.get("scores", {}))


def _format_of(overrides: Sequence[str]) -> str | None:
    """Return the format that options name; None where they name none."""
    stated = _stated(overrides)
    return str(stated["format"]) if "format" in stated else None


def _with_names(table: Table, arguments: argparse.Namespace) -> Table:
    """Return the table with the columns that options say to name algorithms and data sets."""
    columns_of_options = {"algorithm": arguments.algorithm, "dataset": arguments.dataset}
    settled = {role: (column,) for role, column in columns_of_options.items() if column is not None}
    for role, (column,) in settled.items():
        if column not in table.columns:
            message = f"there is no column {quoted(column)}"
            raise FaultsFound([Fault(f"--{role}", message, one_of(column, list(table.columns)))])
    columns = frozenset(column for columns in settled.values() for column in columns)
    return replace(table, settled={**table.settled, **settled}, stated=table.stated | columns)


def _with_metrics(table: Table, guess: Guess, place: str, arguments: argparse.Namespace) -> Guess:
    """Return the guess with the metrics that options request, and without the doubts that options settle."""
    from rankpress.init.assumptions import directions_stated, doubts_left, with_limit
    from rankpress.init.requested import is_of_direction, with_requested, with_ways_of_each

    better = arguments.better
    others = {*guess.metrics} - {*arguments.metric} if arguments.metric else set()
    guess = with_requested(table, guess, place, arguments.metric)
    if better is not None:
        in_doubt = {doubt.key for doubt in guess.doubts if is_of_direction(doubt, guess.metrics)}
        guess = replace(guess, metrics=_directed(guess.metrics, in_doubt, better))
    paths = [override.partition("=")[0].split(".") for override in arguments.overrides]
    settled = {path[1] for path in paths if path[0] == "scores" and len(path) > 1}
    settled |= {"layout"} if arguments.reading else set()
    settled |= {"missing"} if arguments.missing else set()
    settled |= {*others, *(guess.metrics if better else ()), *(["metrics"] if arguments.metric else ())}
    stated = _stated(arguments.overrides)
    guess, settled = with_limit(guess, stated), settled | directions_stated(guess, stated)
    doubts = () if "confirmed" in settled else doubts_left(table, guess, settled)
    return replace(guess, doubts=with_ways_of_each(doubts, guess.metrics))


def _directed(metrics: Mapping[str, Better], in_doubt: Collection[str], better: Better) -> dict[str, Better]:
    """Return the metrics with a direction that is stated; of several, those whose direction is known keep it."""
    from rankpress.catalog.metrics import way_of

    unknown = in_doubt or [name for name in metrics if len(metrics) == 1 or way_of(name) is None]
    if not unknown and (others := [name for name, known in metrics.items() if known != better]):
        message = f"{better}, but the names of all metrics show which direction is better: {metrics[others[0]]} of "
        expected = "no --better, or one metric"
        remedy = f"run without --better, or add --metric {shlex.quote(others[0])}"
        raise FaultsFound([Fault("--better", f"{message}{listed(map(quoted, others))}", expected, remedy)])
    return {**metrics, **dict.fromkeys(unknown, better)}


def _saved(text: str, read: ReadStudy, overrides: Sequence[str]) -> str:
    """Return the text of the study that was used: as it was guessed, unless options changed it."""
    if not overrides:
        return text
    import yaml

    return yaml.safe_dump(read.study.to_dict(), sort_keys=False, allow_unicode=True)


# Options of one value that a printed command keeps.
_SAID = ("algorithm", "dataset", "better", "reading", "control", "test", "missing")


def _command(scores: str, arguments: argparse.Namespace, way: Way) -> str:
    """Return the command with the option that decides a doubt, behind the options that were given."""
    changed = {name for name, _ in way.options} - {"set"}
    keys = {value.partition("=")[0] for name, value in way.options if name == "set"}
    options = [(name, getattr(arguments, name)) for name in _SAID]
    options += [(name, value) for name in ("metric", "adjust") for value in getattr(arguments, name)]
    options += [("set", value) for value in arguments.overrides if value.partition("=")[0] not in keys]
    before = "".join(f"--{name} {shlex.quote(str(value))} " for name, value in options if value and name not in changed)
    return f"rankpress run {scores} {before}{_option(way)}"


def _option(way: Way) -> str:
    return " ".join(f"--{name} {shlex.quote(value)}" for name, value in way.options)


def _ask(question: Question, arguments: argparse.Namespace) -> None:
    """Ask at a terminal what is meant, and set the option that says so."""
    ways = question.ways
    for doubt in question.doubts:
        print_result(str(doubt))
    for number, way in enumerate(ways, 1):
        print_result(f"  {number}: {way.meaning} ({_option(way)})")
    answer = input("Which is right? [1] ").strip() or "1"
    if not answer.isdecimal() or not 1 <= int(answer) <= len(ways):
        raise FaultsFound([Fault("answer", answer, f"a number from 1 to {len(ways)}")])
    way = ways[int(answer) - 1]
    for name, value in way.options:
        if name == "set":
            arguments.overrides = [*arguments.overrides, value]
        elif name == "metric":
            arguments.metric = [value]
        else:
            setattr(arguments, name, int(value) if name == "reading" else value)


def _sections(arguments: argparse.Namespace) -> Iterator[str]:
    """Yield the sections of a spec that options ask for."""
    from rankpress.init.writing import scalar

    test = {"control": arguments.control, "pairwise": arguments.test}
    if any(test.values()):
        yield "test:"
        yield from (f"  {key}: {scalar(value)}" for key, value in test.items() if value)
    if arguments.adjust:
        yield f"adjust: [{', '.join(map(scalar, arguments.adjust))}]"


def _refuse_other(path: Path, contents: Sequence[bytes]) -> None:
    """Refuse to write where something else is, before all work."""
    if path.exists() and path.read_bytes() not in contents:
        remedy = "run without --save or in another folder, or rename the file"
        raise FaultsFound([Fault(str(path), "this file is there already", "a folder without one", remedy)])
