"""Environment variables in a study, which may be someone else's: what they hold is nowhere to be read."""

import copy
from pathlib import Path

import pytest
import yaml

from rankpress.app.cli import main
from rankpress.core.faults import FaultsFound, path_text
from rankpress.spec.reading import read_study, study_schema

SECRET = "ghp_Jq7Kx2mVwR9"
PATHS = ["extends", "scores.files", "report.templates", "report.theme"]


def places(schema, of, path=()):
    """Yield the paths of all texts of a schema: a key, 0 for the items of lists, NAME for a key of the user's."""
    if "$ref" in of:
        of = schema["$defs"][of["$ref"].rpartition("/")[2]]
    for form in (*of.get("anyOf", ()), *of.get("oneOf", ())):
        yield from places(schema, form, path)
    if of.get("type") == "string" or "enum" in of or "const" in of:
        yield path
    for name, inside in of.get("properties", {}).items():
        yield from places(schema, inside, (*path, name))
    for inside in (of.get("items"), *of.get("prefixItems", ())):
        if isinstance(inside, dict):
            yield from places(schema, inside, (*path, 0))
    if isinstance(of.get("additionalProperties"), dict):
        yield from places(schema, of["additionalProperties"], (*path, "NAME"))


@pytest.fixture(scope="module")
def all_paths():
    schema = study_schema()
    return sorted({*places(schema, schema)}, key=str)


def spec_with(path, text):
    """A study with a text at a path, and otherwise scores alone."""
    for key in reversed(path):
        text = [text] if key == 0 else {key: text}
    if path[0] != "scores":
        text["scores"] = {"files": "scores.csv"}
    return yaml.safe_dump(text)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TOKEN", SECRET)
    Path("scores.csv").write_text("dataset,A,B,C\n" + "".join(f"d{n},0.{n},0.{n}5,0.{9 - n}\n" for n in range(1, 9)))


def message_of(text):
    Path("study.yaml").write_text(text)
    with pytest.raises(FaultsFound) as error:
        read_study("study.yaml")
    return str(error.value)


@pytest.mark.nightly
def test_the_schema_is_walked(all_paths):
    names = {path_text(path).replace("[0]", "") for path in all_paths}
    assert {*PATHS, "scores.database", "title", "scores.metrics.name", "labels.algorithms.NAME"} <= names
    assert len(all_paths) > 100


def key_of(path):
    return path_text(path).replace("[0]", "")


def test_a_key_that_leads_to_files_does_not_give_away_what_a_variable_holds(all_paths):
    paths = [path for path in all_paths if key_of(path) in (*PATHS, "scores.database")]
    for path in paths:
        message = message_of(spec_with(path, "${TOKEN}"))
        assert SECRET not in message, path
        kind = "holds no address of a database" if "database" in path else "leads to nothing that is there"
        assert f"the environment variable TOKEN {kind}" in message, path


def has_room(tree, path):
    """Put a variable at a path of nested keys, where nothing that is there excludes it."""
    *keys, last = path
    for key in keys:
        if not isinstance(tree, dict) or (tree and (0 in tree) != (key == 0)):
            return False
        tree = tree.setdefault(key, {})
    if not isinstance(tree, dict) or last in tree or (tree and (0 in tree) != (last == 0)):
        return False
    tree[last] = "${TOKEN}"
    return True


def with_lists(tree):
    if not isinstance(tree, dict):
        return tree
    return [*map(with_lists, tree.values())] if 0 in tree else {key: with_lists(of) for key, of in tree.items()}


@pytest.mark.weekly
def test_no_other_key_gives_away_what_a_variable_holds(all_paths):
    """As many keys of a study at once as are reported and do not exclude each other."""
    left = [path for path in all_paths if key_of(path) not in (*PATHS, "scores.database")]
    tried = 0
    while left:
        spec, tried_now = {"scores": {"files": "scores.csv"}}, []
        for path in left:
            before = copy.deepcopy(spec)
            if len(tried_now) == 40 or not has_room(spec, path):
                spec = before
            else:
                tried_now.append(path)
        message = message_of(yaml.safe_dump(with_lists(spec)))
        assert SECRET not in message
        for path in tried_now:
            assert f"{path_text(path)} names the environment variable TOKEN, and takes none" in message
            assert f"--set {'.'.join(map(str, path))}=" in message, path
        left, tried = [path for path in left if path not in tried_now], tried + len(tried_now)
    assert tried > 100


@pytest.mark.parametrize(
    ("path", "text"),
    [
        *((("scores", "files"), text) for text in ("[${TOKEN}]*.csv", "{${TOKEN}}.csv", "${TOKEN}*", "s${TOKEN:-}*")),
        *((("scores", "files"), text) for text in ("runs/${TOKEN}/*.csv", "${TOKEN}/../scores.csv", "/${TOKEN}")),
        *(
            (("scores", "database"), f"postgresql://{text}")
            for text in ("${TOKEN}@h/d", "h/${TOKEN}", "h/d?a=${TOKEN}")
        ),
        *((("scores", "database"), f"sqlite:///{text}") for text in ("${TOKEN}", "a.db?x=${TOKEN}", "x/${TOKEN}/a.db")),
        (("scores", "database", 0), "${TOKEN}"),
        (("scores", "files", 0, 0), "${TOKEN}"),
        (("tilte",), "${TOKEN}"),
    ],
)
def test_nor_does_a_part_of_one(path, text):
    message = message_of(spec_with(path, text))
    assert "TOKEN" in message
    assert SECRET not in message


@pytest.mark.parametrize("scheme", ["https", "redis", "postgres", "x"])
def test_nor_does_an_address_of_another_kind(monkeypatch, capsys, scheme):
    monkeypatch.setenv("TOKEN", f"{scheme}://u:{SECRET}@hooks.example")
    Path("study.yaml").write_text("scores: {database: '${TOKEN}', query: select 1}\n")
    assert main(["check"]) == 2
    message = capsys.readouterr()
    assert SECRET not in message.out + message.err


def test_a_database_takes_a_whole_address_or_a_part_of_the_path_of_a_file(monkeypatch, tmp_path):
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs/a.db").touch()
    (tmp_path / "runs/a b.db").touch()
    written = "scores: {{database: '{}', query: select 1}}\n"
    for value, text, database in (
        ("postgresql://me@host/runs", "${TOKEN}", "postgresql://me@host/runs"),
        ("sqlite:///runs/a.db", "${TOKEN}", "sqlite:///runs/a.db"),
        ("sqlite:///runs/a%20b.db?x", "${TOKEN}", "sqlite:///runs/a%20b.db?x"),
        ("runs", "sqlite:///${TOKEN}/a.db", "sqlite:///runs/a.db"),
        (str(tmp_path / "runs"), "sqlite:///${TOKEN}/a.db", f"sqlite:///{tmp_path}/runs/a.db"),
    ):
        monkeypatch.setenv("TOKEN", value)
        Path("study.yaml").write_text(written.format(text))
        assert read_study("study.yaml").study.scores.database == database


def test_paths_of_a_study_that_is_extended_are_relative_to_the_one_that_is_built(monkeypatch):
    for name in ("lab/more", "here"):
        Path(name).mkdir(parents=True)
    Path("lab/more/top.yaml").write_text("title: Top\n")
    Path("lab/base.yaml").write_text("extends: ${MORE}/top.yaml\nscores: {files: '${HERE}/*.csv'}\n")
    Path("study.yaml").write_text("extends: lab/base.yaml\n")
    monkeypatch.setenv("MORE", "more")
    monkeypatch.setenv("HERE", "here")
    study = read_study("study.yaml").study
    assert (study.title, study.scores.files) == ("Top", ("here/*.csv",))


def test_a_text_that_looks_like_one_is_kept(monkeypatch):
    Path("study.yaml").write_text("title: a $${TOKEN} of ${} and ${a b} and $x_{1}$\nscores: {files: scores.csv}\n")
    assert read_study("study.yaml").study.title == "a ${TOKEN} of ${} and ${a b} and $x_{1}$"
