"""What holds for every command: exit codes, where messages go, that nothing heavy is imported too early."""

import io
import json
import os
import re
import subprocess
import sys

import duckdb
import pytest

from rankpress.app import terminal
from rankpress.app.cli import main
from rankpress.app.commands import schema as schema_command
from rankpress.core.faults import Fault, FaultsFound
from rankpress.spec.scores_section import GroupedScoresOptions

HEAVY = {"numpy", "scipy", "pandas", "matplotlib", "weasyprint", "jinja2", "pydantic", "yaml"}


def imported_by(*arguments):
    """The top-level modules that a command has imported when it ends."""
    code = f"import sys; from rankpress.app.cli import main; main({list(arguments)!r}); print(*sys.modules)"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    return {name.partition(".")[0] for name in ended.stdout.splitlines()[-1].split()}


def test_help_imports_nothing_heavy():
    assert not HEAVY & imported_by("build", "--help")


def test_the_end_of_a_process_looks_for_no_cycles():
    code = (
        "import atexit, gc; atexit.register(lambda: print(gc.get_freeze_count() > 1000))\n"
        "from rankpress.app.cli import main; main(['--version']); print(gc.get_freeze_count())"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert ended.stdout.splitlines()[-2:] == ["0", "True"]


@pytest.fixture
def of_parquet(tmp_path):
    rows = "SELECT 'd' || (i % 4) AS dataset, 'a' || (i // 4) AS algorithm, i / 100 AS accuracy FROM range(12) t(i)"
    duckdb.sql(f"COPY ({rows}) TO '{tmp_path}/s.parquet'")
    (tmp_path / "study.yaml").write_text("scores: {files: s.parquet, metrics: [{name: accuracy}]}\n")
    return tmp_path / "study.yaml"


@pytest.mark.weekly
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_process_that_has_read_parquet_ends_in_silence_and_so_do_its_copies(of_parquet):
    """One that reads nothing itself, one that does, and the process, which has read again."""
    code = """\
import os, sys
from rankpress.app.cli import main
check = ["check", sys.argv[1], "-q"]
for of_the_copy in (lambda: 3, lambda: main(check) or 3):
    main(check)
    if (copy := os.fork()) == 0:
        sys.exit(of_the_copy())
    _, status = os.waitpid(copy, 0)
    print(os.waitstatus_to_exitcode(status), flush=True)
sys.exit(main(check))
"""
    ended = subprocess.run([sys.executable, "-c", code, str(of_parquet)], capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "3\n3\n", "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "the following arguments are required: COMMAND"),
        (("biuld",), "unknown command 'biuld'; expected: one of "),
        (("build", "s.yaml", "--jobs", "0"), "'0' is not a whole number of 1 or more"),
        (("build", "s.yaml", "--jobs", "9" * 5000), "is not a whole number of 1 or more"),
        (("build", "s.yaml", "-q", "-v"), "not allowed with argument"),
        (("build", "s.yaml", "--dry-runs"), "unrecognized arguments: --dry-runs; did you mean --dry-run?"),
    ],
)
def test_wrong_arguments(arguments, message, capsys):
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert message in err
    assert not out


def test_faults_of_the_user(study, capsys):
    study.write_text("scores: {files: a.csv, layuot: wide}\ntest: {alpha: 5}\n")
    assert main(["check", "study.yaml"]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err == (
        "study.yaml:1:24: unknown key 'layuot' in scores\n"
        "    1 | scores: {files: a.csv, layuot: wide}\n"
        "      |                        ^\n"
        f"    expected: one of {', '.join(GroupedScoresOptions.model_fields)}; did you mean 'layout'?\n"
        "study.yaml:2:15: test.alpha is the number 5\n"
        "    2 | test: {alpha: 5}\n"
        "      |               ^\n"
        "    expected: a number between 0 and 1\n"
        "2 errors\n"
    )


def fail(monkeypatch, error):

    def run(arguments):
        raise error

    monkeypatch.setattr(schema_command, "run", run)


OWN_FAULT = "internal error, not of your study: ZeroDivisionError:"


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (
            ZeroDivisionError("by \x1b[31m zero\nand more"),
            1,
            f"{OWN_FAULT} by \\x1b[31m zero; run again with -v and report what it prints\n",
        ),
        (KeyboardInterrupt(), 130, "interrupted\n"),
        (
            PermissionError(13, "Permission denied", "report/x"),
            2,
            "report/x: permission denied\n    expected: a place that can be read and written\n",
        ),
        (
            FaultsFound([Fault("a\x1b]0;x\x07.csv row 2", "no \u202ename\x9b")]),
            2,
            "a\\x1b]0;x\\x07.csv row 2: no \\u202ename\\x9b\n",
        ),
    ],
    ids=["own fault", "interrupt", "disk", "names not let loose on a terminal"],
)
def test_what_goes_wrong(error, code, message, monkeypatch, capsys):
    fail(monkeypatch, error)
    assert main(["schema"]) == code
    assert capsys.readouterr() == ("", message)


def test_own_fault_is_printed_in_full(monkeypatch, capsys):
    fail(monkeypatch, ZeroDivisionError("by zero"))
    assert main(["schema", "-v"]) == 1
    first, *_, last = capsys.readouterr().err.splitlines()
    assert first == "Traceback (most recent call last):"
    assert last == f"{OWN_FAULT} by zero; please report it with the lines above"


NOTES = {
    "computing test accuracy": "use --jobs 1, read fewer rows",
    "reading the scores": "read fewer rows and columns",
    "reading report/results.json": "allow the command more memory",
    None: "allow the command more memory",
}


@pytest.mark.parametrize("error", [MemoryError("Unable to allocate 9 TiB"), OSError(12, "Cannot allocate memory")])
@pytest.mark.parametrize("doing", NOTES)
def test_memory_that_runs_out(error, doing, monkeypatch, capsys):
    error = type(error)(*error.args)
    if doing is not None:
        error.add_note(doing)
    fail(monkeypatch, error)
    assert main(["schema"]) == 2
    message = capsys.readouterr().err
    assert message.startswith(f"the memory: the memory ran out while {doing or 'running rankpress schema'}: ")
    assert f"fix: {NOTES[doing]}" in message


@pytest.mark.nightly
def test_reader_that_stops_reading():
    for command in (["completion", "zsh"], ["--help"]):  # more than a buffer holds, and less
        with subprocess.Popen(
            [sys.executable, "-m", "rankpress", *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            process.stdout.close()
            assert process.stderr.read() == b""
        assert process.returncode == 0


def test_terminal_without_the_characters(study, monkeypatch):
    study.write_text("scores: {files: a.csv, \N{GREEK SMALL LETTER BETA}: 1}\n", encoding="utf-8")
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert main(["check", "study.yaml"]) == 2
    assert b"unknown key '\\u03b2' in scores" in sys.stderr.buffer.getvalue()


@pytest.mark.parametrize("name", ["", "a\0b"])
@pytest.mark.parametrize(
    "command",
    [
        *(["build", "study.yaml", "--out"], ["build", "study.yaml", "--baseline"]),
        *(["watch", "study.yaml", "--out"], ["status", "study.yaml", "--out"], ["check"]),
        *(["init"], ["init", "new", "--from"], ["diff", "old"]),
    ],
)
def test_a_path_names_something(command, name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main([*command, name]) == 2
    assert f"{name!r} names no file and no folder" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


WORDS = (
    "::error file=a,line=1::x",
    "  ::add-matcher::x",
    "##[add-matcher]x",
    "a ##vso[task.setvariable]x",
    "##teamcity[x]",
)
RUNNERS = re.compile(r"^\s*::|##\[|##vso\[|##teamcity\[", re.MULTILINE)


@pytest.mark.parametrize("word", WORDS)
def test_no_line_is_a_command_of_a_runner(word, capsys):
    assert RUNNERS.search(word)
    terminal.print_result(word)
    terminal.print_result(f"a\n{word}")
    terminal.print_warning(f"a\n{word}")
    terminal.print_faults([Fault(word, word, word, word, word)] * 2)
    terminal.tell(word)
    stream = terminal._Disobeyed(sys.stdout)
    for character in f"{word}\n{word}":
        stream.write(character)
    stream.end()
    with terminal.progress(quiet=False, verbose=True):
        terminal.LOGGER.info(f"a\n{word}")
    written = capsys.readouterr()
    assert "x" in written.out
    assert "x" in written.err
    assert not RUNNERS.search(written.out + written.err)


def test_what_a_runner_obeys_stays_json(capsys):
    terminal.print_result(json.dumps({"a": WORDS}, indent=1))
    assert json.loads(capsys.readouterr().out) == {"a": list(WORDS)}


@pytest.mark.parametrize("arguments", [["check"], ["build"], ["status"], ["macros"], ["build", "--dry-run"]])
def test_a_pipe_is_no_study(arguments, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("study.yaml")
    assert main([item.format("study.yaml") for item in arguments]) == 2
    assert "study.yaml: the file cannot be read: it is no regular file" in capsys.readouterr().err


def test_a_pipe_is_no_paper(study, tmp_path, capsys):
    os.mkfifo("paper.tex")
    assert main(["macros", "--used", "paper.tex"]) == 2
    assert "paper.tex: it cannot be read: it is no regular file" in capsys.readouterr().err
