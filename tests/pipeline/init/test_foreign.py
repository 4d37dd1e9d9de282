"""Files as strangers lay them out, each written by somebody who did not know the code, with the reading that is right.

The layouts of second_*.py were kept closed until the end: 17 of the 40 were then read as they should be, and 13
wrongly, which were mended afterwards. An answer from another reading than the right one fails, and so does a refusal
that does not say what it is about. Those of siblings.py were made up with the code at hand, of each kind that it had
failed on; those of third.py to fifth.py are what was wrong in further such readings, with siblings.
"""

import re
import shlex
import sys
from importlib import import_module
from pathlib import Path

import pytest

from rankpress.app.cli import main
from rankpress.app.commands import run
from rankpress.app.parser import make_parser
from rankpress.core.faults import FaultsFound
from rankpress.init.folders import one_pattern
from rankpress.init.writing import guessed_scores
from rankpress.spec.reading import study_of_text

FOLDER = Path(__file__).with_name("foreign")
FIRST, SECOND = (
    ("first_columns", "first_runs", "first_files"),
    ("second_programs", "second_tables", "second_conditions"),
)
# a bare list of all columns asks nothing
LISTED = re.compile(r"the columns are (?:'[^']*'(?:, | and )?)*")
ALLOWED = {
    "right": {"right"},
    "right-or-ask": {"right", "asked"},
    "ask": {"asked"},
}


def prepared(layout, folder, monkeypatch):
    folder.mkdir(exist_ok=True)
    monkeypatch.chdir(folder)
    for name, content in layout.files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(content, encoding="utf-8")


def refusal(options):
    """What `run` says where it does not answer with these options, as far as the guess and its study go."""
    arguments = make_parser().parse_args(["run", *options])
    scores = one_pattern(arguments.scores)
    try:
        named, guess = run._guessed(arguments, scores)
        text = guessed_scores(Path(), named, guess, arguments.missing or guess.missing or "drop-datasets")
        study_of_text(f"{text}\n", scores, Path(), arguments.overrides)
    except FaultsFound as error:
        return str(error)
    return ""


def layouts():
    sys.path.insert(0, str(FOLDER))
    try:
        files = (*FIRST, *SECOND, "siblings", "third", "fourth", "fifth")
        corpus = [layout for name in files for layout in import_module(name).LAYOUTS]
    finally:
        sys.path.remove(str(FOLDER))
    return [pytest.param(layout, id=layout.name) for layout in corpus]


def plain(name):
    """A name without case and marks, the parts of a joined one in any order."""
    return tuple(sorted(re.findall(r"[^\W_]+(?:\.\d+)?", str(name).casefold()))) or (str(name),)


def admits(expected, name):
    return any(plain(choice) == plain(name) for choice in expected.split(" | "))


def says(message, word):
    flat = LISTED.sub("", " ".join(message.split())).casefold()
    return any(choice.casefold() in flat for choice in word.split("|"))


def is_metric(name, expected):
    a, b = str(name).casefold(), expected.casefold()
    return a == b or a.endswith(f".{b}") or b.endswith(f".{a}") or plain(a) == plain(b)


def differences(layout, metrics):
    """How an answer, as scores and their average ranks by metric, differs from that of the right reading."""
    allowed = [metric for metric in (layout.metric, *layout.also) if metric]
    if allowed:
        yield from (f"metric {name}" for name in metrics if not any(is_metric(name, one) for one in allowed))
    if layout.metric and not any(is_metric(name, layout.metric) for name in metrics):
        yield f"no metric {layout.metric}"
        return
    chosen = next((name for name in metrics if layout.metric and is_metric(name, layout.metric)), next(iter(metrics)))
    scores, ranks = metrics[chosen]
    if layout.better and scores.better != layout.better:
        yield f"{scores.better} is better"
    for what in ("datasets", "algorithms"):
        expected = getattr(layout, what)
        there = {*getattr(scores, what), *getattr(scores.missing, f"dropped_{what}")}
        if expected and not (
            len(there) == len(expected)
            and all(any(admits(one, name) for name in there) for one in expected)
            and all(any(admits(one, name) for one in expected) for name in there)
        ):
            yield f"{what}: {sorted(there)}"
    leaders = [name for name, average in zip(scores.algorithms, ranks, strict=True) if average < min(ranks) + 1e-9]
    if layout.best and not (len(leaders) == 1 and admits(layout.best, leaders[0])):
        yield f"first: {leaders}"


@pytest.mark.nightly
@pytest.mark.parametrize("layout", layouts())
def test_a_foreign_layout(layout, ranked, tmp_path, monkeypatch, capsys):
    prepared(layout, tmp_path, monkeypatch)
    code = main(["run", layout.given, "-q"])
    message = "".join(capsys.readouterr())
    if "--reading 1" in message:  # what is read by the likelier one
        code = main(["run", layout.given, "-q", "--reading", "1"])
        message += "".join(capsys.readouterr())
    if code:
        assert code == 2, message
        lacking = [word for word in layout.words if not says(message, word)]
        kind = "asked" if layout.words and not lacking else f"refused without {lacking}"
    else:
        wrong = "; ".join(differences(layout, ranked))
        kind = f"wrong: {wrong}" if wrong else "right"
    assert kind in ALLOWED[layout.outcome], f"{layout.why}\n{message}"


PRINTED = re.compile(r"rankpress run (.*?)(?:   # .*)?$", re.MULTILINE)


@pytest.mark.nightly
def test_each_printed_command_leads_on(tmp_path, monkeypatch):
    """To an answer or another question, which has commands too: never to the same one, a usage error or a refusal."""
    tried = 0
    corpus = [layout for parameters in layouts() for layout in parameters.values]
    # those that have to be answered print no such command: the test above runs them; of the others every tenth one,
    # as test_ways.py follows the commands of tables of all shapes
    for number, layout in enumerate([layout for layout in corpus if layout.outcome != "right"][::10]):
        prepared(layout, tmp_path / str(number), monkeypatch)
        message = refusal([layout.given])
        for command in PRINTED.findall(message):
            tried += 1
            then = refusal(shlex.split(command))
            assert then.splitlines()[:1] != message.splitlines()[:1], f"{layout.name}: {command}"
            assert not then or PRINTED.search(then), f"{layout.name}: {command}\n{then}"
    assert tried > 6
