"""Words of files that lie outside of a study's reach stand in no message; those of its own files do."""

import io
import json
import os
import sqlite3
from contextlib import closing
from itertools import product
from pathlib import Path

import pandas as pd
import pytest

from rankpress.app.cli import main
from rankpress.core.quotable import Quotable, folder_named
from rankpress.sources.withheld import MOST_DESCRIBED

TOKEN = "hunter2"
LAYOUTS = ("long", "wide", "ranks", "counts", "folds")
ROWS = [["hunter2a", "hunter2b"], ["hunter2c", "hunter2d"], ["hunter2e", "hunter2f"]]
_TABLE = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in ROWS)


def workbook():
    made = io.BytesIO()
    pd.DataFrame(ROWS[1:], columns=ROWS[0]).to_excel(made, sheet_name="hunter2s", index=False)
    return made.getvalue()


def database(folder):
    (folder / "made.db").unlink(missing_ok=True)
    with closing(sqlite3.connect(folder / "made.db")) as made, made:
        made.execute("CREATE TABLE hunter2t (hunter2a TEXT, hunter2b TEXT)")
        made.execute("INSERT INTO hunter2t VALUES ('hunter2c', 'hunter2d')")
    return (folder / "made.db").read_bytes()


FORMS = {
    "s.csv": "\n".join(map(",".join, ROWS)),
    "ragged.csv": "hunter2a\nhunter2b,hunter2c\n",
    "s.json": json.dumps([dict(zip(ROWS[0], row, strict=True)) for row in ROWS[1:]]),
    "cut.json": '{"hunter2a": [hunter2b',
    "s.arff": "@relation hunter2r\n@attribute hunter2a string\n@attribute hunter2b {hunter2c}\n@data\nhunter2c,2d\n",
    "s.yaml": "hunter2a: {hunter2b: hunter2c}\n",
    "s.html": f"<table id=hunter2t>{_TABLE}</table>",
    "s.md": "# hunter2h\n\n| hunter2a | hunter2b |\n|---|---|\n| hunter2c | hunter2d |\n",
    "s.xlsx": None,
    "s.db": None,
    "id_rsa": "hunter2 hunter2b\n",
}


def content_of_form(form, folder):
    made = {"s.xlsx": workbook, "s.db": lambda: database(folder)}
    return made[form]() if form in made else FORMS[form].encode()


def messages(capsys, *given):
    """The exit code, and all that is written."""
    try:
        code = main(list(given))
    except SystemExit as left:
        code = left.code
    written = capsys.readouterr()
    return code, written.out + written.err


def study(files, layout):
    of_ranks = ", datasets: 9" if layout == "ranks" else ""
    metrics = "metrics: [{name: m, better: higher}]"
    return f"scores: {{files: {json.dumps(files)}, layout: {layout}, {metrics}{of_ranks}}}\n"


@pytest.fixture
def places(tmp_path, monkeypatch):
    """A study's folder that is the current one, and where files lie next to it and out of its reach."""
    home = tmp_path / "home"
    folder = home / "work" / "theirs"
    for name in ("home/.aws", "home/papers", "home/work/.ssh", "home/work/theirs/.hidden"):
        (tmp_path / name).mkdir(parents=True)
    folder.mkdir(exist_ok=True)
    monkeypatch.chdir(folder)
    return home


PLACES = {
    "hidden far": ".aws/{}",
    "hidden next to it": "work/.ssh/{}",
    "hidden in it": "work/theirs/.hidden/{}",
    "far": "papers/{}",
}


def file_at(place, form, places, content):
    """Write a file of a form at a place; return the path that leads to it, through a link at some places."""
    path = places / PLACES.get(place, "papers/{}").format(form)
    path.write_bytes(content)
    if place == "link":
        Path(form).symlink_to(path)
        return form
    if place == "link to a folder":
        Path("inner").symlink_to(path.parent)
        return f"inner/{form}"
    return os.path.relpath(path)


WAYS = [*product(("relative", "absolute", "glob"), ("check", "build"))]  # to name a file, and the command


@pytest.mark.few(22)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("place", [*PLACES, "link", "link to a folder"])
def test_no_message_has_a_word_of_a_file_out_of_reach(form, place, places, tmp_path, capsys):
    # Each form is met in several ways and layouts, and each of these in each place.
    at = [*FORMS].index(form) + [*PLACES, "link", "link to a folder"].index(place)
    written = file_at(place, form, places, content_of_form(form, tmp_path))
    layout = at % len(LAYOUTS)
    way, command = WAYS[(at + layout) % len(WAYS)]
    files = {"relative": written, "absolute": str(Path.cwd() / written), "glob": f"{written[:-3]}*"}[way]
    Path("study.yaml").write_text(study([files], LAYOUTS[layout]))
    code, said = messages(capsys, command, "study.yaml")
    assert code == 2
    assert TOKEN not in said
    assert "no word is shown" in said
    if place != "far":  # what the user names at a terminal is in reach, unless it is hidden or a link
        command = [("run", written), ("init", "made", "--from", written)][at % 2]
        code, said = messages(capsys, *command)
        assert code == 2, said
        assert TOKEN not in said


@pytest.mark.parametrize("form", ["s.csv", "s.json", "s.xlsx", "s.db", "s.arff", "s.html", "s.md"])
@pytest.mark.parametrize("place", ["work/theirs/{}", "work/{}", "work/data/{}"])
def test_messages_quote_the_words_of_files_of_the_study_and_next_to_it(form, place, places, tmp_path, capsys):
    path = places / place.format(form)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content_of_form(form, tmp_path))
    Path("study.yaml").write_text(study([os.path.relpath(path)], "long"))
    code, said = messages(capsys, "check", "study.yaml")
    assert code == 2
    assert TOKEN in said


def test_what_does_not_agree_with_scores_out_of_reach_has_no_word_of_them(places, capsys):
    (places / "papers/s.csv").write_text("dataset,hunter2a,hunter2b\nhunter2c,1,2\nhunter2d,3,1\n")
    wrong = study(["../../papers/s.csv"], "wide") + "test: {control: hunter3}\nlabels: {algorithms: {x: y}}\n"
    Path("study.yaml").write_text(wrong)
    code, said = messages(capsys, "check", "study.yaml")
    assert code == 2
    assert TOKEN not in said
    assert "study.yaml:2:" in said


def test_a_database_out_of_reach_is_not_quoted(places, tmp_path, capsys):
    (places / "papers/s.db").write_bytes(database(tmp_path))
    for name, is_quoted in (("../../papers/s.db", False), ("s.db", True)):
        (places / "work/theirs/s.db").write_bytes(database(tmp_path))
        scores = f"database: 'sqlite:///{name}', query: SELECT * FROM hunter2t, metrics: [{{name: m, better: higher}}]"
        Path("study.yaml").write_text(f"scores: {{{scores}}}\n")
        code, said = messages(capsys, "check", "study.yaml")
        assert code == 2
        assert (TOKEN in said) == is_quoted


def test_one_file_out_of_reach_hides_the_words_of_all_but_not_which_paths_are_wrong(places, capsys):
    (places / "papers/s.csv").write_text("hunter2a,hunter2b\nhunter2c,hunter2d\n")
    Path("own.csv").write_text("dataset,algorithm,m\nd1,A,x\n")
    Path("study.yaml").write_text(study(["../../papers/s.csv", "own.csv", "absent.csv"], "long"))
    _, said = messages(capsys, "check", "study.yaml")
    assert TOKEN not in said
    assert "there is no file 'absent.csv'" in said


@pytest.mark.nightly
def test_a_file_out_of_reach_is_described_by_numbers(places, capsys):
    (places / "papers/s.csv").write_text("hunter2a,hunter2b\nhunter2c,hunter2d\n")
    Path("study.yaml").write_text(study(["../../papers/s.csv"], "long"))
    _, said = messages(capsys, "check", "study.yaml")
    assert "a table in text, 36 bytes, 2 columns, 2 lines" in said
    with (places / "papers/s.csv").open("a") as file:
        file.write("\n" * MOST_DESCRIBED)
    assert "2 columns" not in messages(capsys, "check", "study.yaml")[1]


def test_what_may_be_quoted(places):
    (tree := places / "tree/a/b").mkdir(parents=True)
    (places / "tree/.git").mkdir()
    for name in ("papers/s.csv", "work/s.csv", "tree/s.csv", "s.csv", "tree/a/.s.csv"):
        (places / name).write_text("x")
    own = Quotable(places / "work/theirs")
    assert not own.refusal("../s.csv")
    assert not own.refusal(str(places / "work/s.csv"))
    assert own.refusal("../../s.csv") == "it lies elsewhere than the study"
    assert not Quotable(tree).refusal("../../s.csv")  # of its own work tree
    assert Quotable(tree).refusal("../.s.csv") == "a part of its path is hidden"
    assert own.refusal("/proc/self/environ") == own.refusal("/etc/passwd") == "it belongs to the system"
    assert own.refusal("/dev/null") == "it is no regular file"
    assert not own.refusal("absent.csv")
    assert not Quotable(Path(), folder_named(str(places / "papers/*.csv"))).refusal(str(places / "papers/s.csv"))


def test_a_home_in_a_work_tree_is_not_quoted(places, monkeypatch):
    monkeypatch.setenv("HOME", str(places))
    (places / ".git").mkdir()
    (places / "papers/s.csv").write_text("x")
    assert Quotable(places / "work/theirs").refusal("../../papers/s.csv")


def test_a_folder_with_a_link_out_of_it_is_not_quoted(places):
    (runs := places / "work/theirs/runs").mkdir()
    assert not Quotable(Path()).refusal("runs")
    (runs / "metric").symlink_to(places / "papers")
    assert Quotable(Path()).refusal("runs") == "a link leads out of it"


@pytest.mark.few
@pytest.mark.parametrize(
    "template", ["{% hunter2 %}", "{{ hunter2 }}", "{% include 'hunter2' %}", "{{ 'hunter2'.hunter2 }}", "{{ 1 / 0 }}"]
)
def test_a_template_is_quoted_only_where_the_study_may_be(template, places, capsys):
    Path("s.csv").write_text("dataset,A,B\nd1,1,2\nd2,3,1\nd3,1,3\n")
    for folder, is_quoted in (("../../papers", False), ("mine", True)):
        Path(folder, "markdown").mkdir(parents=True)
        Path(folder, "markdown/report.md.j2").write_text(f"\n{template}\n")
        Path("study.yaml").write_text(
            study(["s.csv"], "wide") + f"report: {{formats: [markdown], templates: {folder}}}\n"
        )
        code, said = messages(capsys, "build", "study.yaml")
        assert code == 2
        assert "report.md.j2:2" in said
        assert (TOKEN in said) == (is_quoted and TOKEN in template)
