"""The commands and options of `rankpress`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from rankpress.app.terminal import print_result, tell
from rankpress.catalog.formats import REPORT_FORMATS
from rankpress.core.faults import nearest
from rankpress.diff.changes import FAIL_ON, NOUNS

EPILOG = """\
quick start:
  rankpress run scores.csv
or, to state what is compared and how:
  rankpress init my_study --from scores.csv
  rankpress build my_study/study.yaml

exit codes: 0 success; 1 internal error; 2 invalid study or data; 3 diff --fail-on found such a change;
130 interrupted; 143 ended by SIGTERM
"""
DEFAULT_STUDY = Path("study.yaml")
_CHECK = "Reads the study and its scores and reports all errors at once. Writes nothing."
_SCHEMA = "Prints the JSON Schema of study.yaml, by which editors complete and explain its keys."


@cache
def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line; the chosen command's name is left in `command`."""
    parser = _Parser(
        prog="rankpress",
        description="From scores of algorithms over data sets to the tables, figures and reports of a paper.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=_Command)
    _add_run(commands)
    _add_init(commands)
    _add_study(_add(commands, "check", "find what is wrong with a study", _CHECK))
    _add_build(commands)
    _add_watch(commands)
    _add_status(commands)
    _add_diff(commands)
    _add_macros(commands)
    _add(commands, "schema", "print the JSON Schema of study.yaml", _SCHEMA)
    _add_help(commands)
    _add(commands, "doctor", "list versions and missing components", "Lists versions and extras.")
    _add_completion(commands)
    return parser


def _add_run(commands: Any) -> None:
    description = (
        "Guesses what a file of scores holds, compares the algorithms, prints the answer and what was uncertain, and"
        " writes the report."
    )
    command = _add(commands, "run", "compare the algorithms of a file of scores", description)
    command.add_argument(
        "scores",
        nargs="+",
        metavar="SCORES",
        type=_name,
        help="as for init --from: a file or several, a folder, a pattern, or - for stdin",
    )
    command.add_argument(
        "--metric", action="append", default=[], metavar="NAME", type=_name, help="compare by this metric; repeatable"
    )
    command.add_argument(
        "--better",
        choices=("higher", "lower"),
        help="which scores are better, of one metric or of those whose names do not show it",
    )
    command.add_argument("--algorithm", metavar="COLUMN", help="the column that names the algorithms")
    command.add_argument("--dataset", metavar="COLUMN", help="the column that names the data sets")
    command.add_argument(
        "--reading", type=_positive, metavar="N", help="take the Nth reading of those that init --explain lists"
    )
    _add_set(command)
    command.add_argument("--control", metavar="NAME", help="compare all others with this algorithm")
    command.add_argument("--test", metavar="NAME", help="test of two algorithms over the data sets, such as wilcoxon")
    command.add_argument(
        "--adjust", action="append", default=[], metavar="NAME", help="correction, such as holm; repeatable"
    )
    command.add_argument(
        "--missing",
        metavar="RULE",
        help="for missing results: drop-datasets, drop-algorithms, worst-rank or incomplete-blocks (default: the first,"
        " or the last where that leaves nothing)",
    )
    command.set_defaults(force=False, baseline=None)
    command.add_argument("--save", action="store_true", help="leave the study that was used as study.yaml")
    command.add_argument("-o", "--out", metavar="DIR", type=_path, help="folder of the report (default: report)")
    _add_only(command)
    _add_jobs(command)
    command.add_argument("--open", action="store_true", help="show report.html in the browser")


def _add_init(commands: Any) -> None:
    init = _add(commands, "init", "create a starter study", "Writes a study.yaml that can be built at once.")
    init.add_argument("folder", metavar="DIR", type=_path, help="folder for study.yaml; created if missing")
    init.add_argument(
        "--from",
        dest="scores",
        nargs="+",
        metavar="FILE",
        type=_name,
        help="write a study for these scores, guess their layout and columns and show them: a file, several that are"
        " alike, a folder of run files, a pattern such as 'runs/{algorithm}/{dataset}.json', or the URL of a"
        " database; append #TABLE to choose one",
    )
    init.add_argument(
        "--explain",
        action="store_true",
        help="show the evidence for the two best readings of the scores, and the use of each column",
    )


def _add_build(commands: Any) -> None:
    description = "Builds the report of a study, if it is stale, and prints the paths of what was built."
    build = _add(commands, "build", "build the report of a study", description)
    _add_study(build)
    _add_making(build)
    build.add_argument("--force", action="store_true", help="build, whether or not anything changed")
    build.add_argument("--dry-run", action="store_true", help="show what would be built and why; write nothing")
    build.add_argument("--open", action="store_true", help="show report.html in the browser")


def _add_making(command: argparse.ArgumentParser) -> None:
    """Where and how a report is made."""
    _add_out(command)
    _add_only(command)
    _add_jobs(command)
    command.add_argument(
        "--baseline",
        metavar="OLD",
        type=_path,
        help="an earlier report, folder or results.json: the report shows what changed since",
    )


class _Completed(tuple[str, ...]):
    """Names that a shell completes; whether there is another is known once the study has loaded its plug-ins."""

    def __contains__(self, name: object) -> bool:
        return True


def _add_only(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--only",
        metavar="FORMAT",
        action="append",
        choices=_Completed(REPORT_FORMATS),
        default=[],
        help=f"build this format alone: {', '.join(REPORT_FORMATS)}, or one of a plug-in; repeatable",
    )


def _add_jobs(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--jobs", metavar="N", type=_positive, default=None, help="processes to use (default: one per processor)"
    )


def _add_out(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "-o",
        "--out",
        metavar="DIR",
        type=_path,
        help="folder of the report (default: report.out of the study, or report/ next to it)",
    )


def _add_watch(commands: Any) -> None:
    description = (
        "Builds the report of a study, and builds it again when the study, the scores, the templates or the theme"
        " change, until it is interrupted."
    )
    watch = _add(commands, "watch", "build the report again whenever something changes", description)
    _add_study(watch)
    _add_making(watch)
    watch.set_defaults(force=False, dry_run=False)
    watch.add_argument(
        "--serve",
        metavar="PORT",
        type=_port,
        nargs="?",
        const=0,
        default=None,
        help="show the report at http://127.0.0.1:PORT/ and reload it after a build (default: a free port)",
    )


def _add_status(commands: Any) -> None:
    message = "Shows for each stage of a build whether its result is up to date, and what changed. Runs nothing."
    message += " Of a report of `rankpress run`, which has no study: whether it is, and why not."
    status = _add(commands, "status", "show what a build would do, and why", message)
    _add_study(status)
    _add_out(status)
    status.add_argument("--format", choices=("text", "json"), default="text", help="output format (default: text)")


def _add_diff(commands: Any) -> None:
    message = (
        "Lists what changed from one report to another: conclusions and their causes, ranks, data, settings and"
        " versions."
    )
    diff = _add(commands, "diff", "list what changed between two reports", message)
    for name, help_ in (("old", "the earlier report: an output folder, or a results.json"), ("new", "the later one")):
        diff.add_argument(name, metavar=name.upper(), type=_path, help=help_)
    diff.add_argument(
        "--format", choices=("text", "json", "markdown"), default="text", help="output format (default: text)"
    )
    diff.add_argument(
        "--fail-on",
        action="append",
        default=[],
        choices=(*FAIL_ON, *NOUNS),
        metavar="KIND",
        help=f"exit with 3 if something of this kind changed: {', '.join((*FAIL_ON, *NOUNS))}; may be repeated",
    )
    diff.add_argument(
        "--exit-code",
        dest="fail_on",
        action="append_const",
        const="conclusion",
        help="the same as --fail-on conclusion",
    )


def _add_macros(commands: Any) -> None:
    description = (
        "Lists the numbers of a study that a paper may cite, with their keys, and which differ from those of the last"
        " build. Writes nothing."
    )
    macros = _add(commands, "macros", "list the numbers that a paper may cite", description)
    _add_study(macros)
    _add_out(macros)
    macros.add_argument(
        "--used",
        metavar="PAPER.tex",
        type=_path,
        nargs="+",
        default=[],
        help="only those that these files use, and those that they \\input; unknown ones are errors",
    )


def _add_help(commands: Any) -> None:
    description = (
        "Explains a key of study.yaml, a method or a word such as dagger; without one, lists sections and methods."
    )
    command = _add(commands, "help", "explain a key of study.yaml, or a method", description)
    command.add_argument("key", metavar="KEY", nargs="*", help="such as test.alpha, plot or wilcoxon")


def _add_completion(commands: Any) -> None:
    description = "Prints a script by which a shell completes commands and options: see the manual of the shell."
    command = _add(commands, "completion", "print a script for a shell to complete with", description)
    command.add_argument("shell", choices=("bash", "zsh", "tcsh"), help="the shell")


def _add(commands: Any, name: str, summary: str, description: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        name, help=summary, description=description, allow_abbrev=False
    )
    loudness = command.add_mutually_exclusive_group()
    loudness.add_argument("-q", "--quiet", action="store_true", help="show errors and warnings only")
    loudness.add_argument("-v", "--verbose", action="store_true", help="show each step, and where an error arose")
    return command


def _add_study(command: argparse.ArgumentParser, help_text: str = "", default: Path | None = DEFAULT_STUDY) -> None:
    help_text = help_text or "a study.yaml (default: ./study.yaml)"
    command.add_argument("study", metavar="STUDY", type=_path, help=help_text, nargs="?", default=default)
    _add_set(command)
    command.add_argument(
        "--allow-plugins",
        action="store_true",
        help="run the files of Python that the study names in plugins",
    )


def _add_set(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--set",
        dest="overrides",
        metavar="KEY.PATH=VALUE",
        action="append",
        default=[],
        help="a value in place of the one in the study, as in test.alpha=0.01 or adjust.0=holm; repeatable",
    )


def _name(text: str) -> str:
    if not text or "\0" in text:
        raise argparse.ArgumentTypeError(f"{text!r} names no file and no folder; '.' names this folder")
    return text


def _path(text: str) -> Path:
    return Path(_name(text))


def _integer(least: int, most: int, expected: str) -> Callable[[str], int]:
    def number(text: str) -> int:
        if text.isascii() and text.isdecimal() and len(text) < 16 and least <= int(text) <= most:
            return int(text)
        raise argparse.ArgumentTypeError(f"'{text}' is not a {expected}")

    return number


_positive = _integer(1, 10**9 - 1, "whole number of 1 or more")
_natural = _integer(0, 10**15 - 1, "whole number of 0 or more")
_port = _integer(0, 65_535, "port from 0 to 65535")


class _Parser(argparse.ArgumentParser):
    """Its help is a result; neither it nor a usage error ends the program where it cannot be written."""

    def _print_message(self, message: str, file: object = None) -> None:
        (print_result if file is sys.stdout else tell)(message.removesuffix("\n"))

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if isinstance(action, argparse._SubParsersAction) and value not in action.choices:
            commands = list(action.choices)
            near = nearest(str(value), commands)
            meant = f"; did you mean '{near}'?" if near else ""
            raise argparse.ArgumentError(
                None, f"unknown command '{value}'; expected: one of {', '.join(commands)}{meant}"
            )
        super()._check_value(action, value)


class _Version(argparse.Action):
    """Prints the version; looked up only then, as that takes as long as all else."""

    def __init__(self, option_strings: Sequence[str], dest: str, **_: object) -> None:
        super().__init__(option_strings, dest, nargs=0, help="print the version")

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print_result(f"rankpress {version('rankpress')}")
        parser.exit()


class _Command(_Parser):
    """A command says itself which of its options is not one."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        arguments, rest = super().parse_known_args(args, namespace)
        if rest:
            near = nearest(rest[0], self._option_string_actions, 0.8) if rest[0].startswith("-") else None
            self.error(f"unrecognized arguments: {' '.join(rest)}{f'; did you mean {near}?' if near else ''}")
        return arguments, rest
