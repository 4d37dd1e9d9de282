"""Changes as text, Markdown, JSON and as a section, where names are only shown; earlier reports as they are read."""

import hashlib
import json
from html import escape

import pytest
from markdown_it import MarkdownIt

from rankpress.core.faults import FaultsFound
from rankpress.core.labels import Label, Labels
from rankpress.diff.changes import Cause, Change, Factor, changes_results
from rankpress.diff.comparison import compare_reports
from rankpress.diff.formats import MAX_CHARACTERS, changes_markdown, changes_section, changes_text
from rankpress.diff.stored_report import fingerprint, read_stored

IRIS, WINE = Factor("data set", "iris"), Factor("data set", "wine", "added")
CHANGES = (
    Change("verdict", "omnibus", "m", "friedman", (), (), (("differ",),), 0.06, 0.04, Cause((IRIS,))),
    Change("verdict", "pair", "m", "holm", ("A", "B"), (("A",),), (), 0.01, 0.2, Cause(together=(IRIS, WINE))),
    Change("verdict", "pair", "m", "shaffer", ("A", "B"), (("A",),), (), 0.01, 0.1, Cause(together=(IRIS, WINE))),
    Change("within", "within", "m", "corrected-t", ("iris", "A", "B"), (("A",),), (), 0.01, None, Cause((IRIS,))),
    Change(
        "group",
        "groups",
        "m",
        "holm",
        (),
        (("A", "B"), ("B", "C")),
        (("A", "B"),),
        None,
        None,
        Cause((Factor("version"),)),
    ),
    Change("leader", "best-ranked", "m", "", (), (("A", "B"),), (("A",),), None, None, Cause((IRIS, WINE))),
    Change("order", "order", "m", "", (), (("A", "B"),), (("B", "A"),), None, None, Cause(why="a reason")),
    Change("rank", "average rank", "m", "", ("A",), [1.5, 1], [2.25, 3]),
    Change("number", "critical difference", "m", "nemenyi", (), 1.25, None),
    Change("data", "new data sets", "m", "", (), None, ["wine"]),
    Change("setting", "test.alpha", old=0.05, new=0.1),
    Change("input", "runs/iris.csv", old="0" * 64, new="1" * 64),
    Change("version", "rankpress", old="1.0", new="1.1"),
)
EXPECTED = (
    "all algorithms (friedman): no significant difference, p = 0.060 -> significant, p = 0.040",
    "A and B (holm and shaffer): A is better, p = 0.010 -> no significant difference, p = 0.200, p = 0.100",
    "cause: data set iris (new scores) and data set wine (new); together",
    "A and B on iris (corrected-t): A is better, p = 0.010 -> no significant difference",
    "groups (holm): B and C -> none",
    "cause: version of rankpress or a library",
    "best average rank: A and B -> A",
    "cause: data set iris (new scores) and data set wine (new); each alone",
    "cost-aware order: A, B -> B, A",
    "cause: not known: a reason",
    "A: 1.50 (place 1) -> 2.25 (place 3)",
    "critical difference (nemenyi): 1.250 -> –",
    "new data sets: – -> wine",
    "test.alpha: 0.05 -> 0.1",
    "runs/iris.csv: sha256 00000000 -> sha256 11111111",
    "rankpress: 1.0 -> 1.1",
)
HOSTILE = (
    "a|b",
    "<script>x</script>",
    "@someone",
    "#12",
    "$x$",
    "**b**",
    "a\nb",
    "`c`",
    "</details>",
    "שלום 😀",
    "\x1b[31m",
)


def rendered(markdown):
    return str(MarkdownIt("gfm-like", {"linkify": False}).render(markdown))


def test_text_lists_everything():
    text = changes_text(CHANGES)
    assert [line for line in EXPECTED if line not in text] == []
    assert text.startswith(
        "Best average rank: A (before: A and B). 1 leader, 3 verdicts, 1 grouping, 1 order, 1 verdict on a single data"
        " set, 1 average rank, 1 headline number, 1 list of data, 1 setting, 1 input and 1 version changed."
    )


def test_markdown_folds_all_but_conclusions():
    shown = rendered(changes_markdown(CHANGES))
    before, _, folded = shown.partition("<details>")
    assert before.startswith("<p><strong>Best average rank: A (before: A and B).")
    assert before.count("<table>") == 1
    assert folded.count("<table>") == shown.count("</details>") == shown.count("<details>") == 4
    cells = [cell for line in EXPECTED for cell in line.removeprefix("cause: ").replace(" -> ", ": ").split(": ")]
    assert [cell for cell in cells if cell not in shown] == []


def test_section_has_labels():
    names = {"algorithms": {"A": Label("Label of A", "A")}, "datasets": {"iris": Label("Iris", "iris")}}
    section = Labels(names).shown(changes_section(CHANGES))
    assert section.paragraphs[0].startswith("Best average rank: Label of A (before: Label of A and B).")
    cells = [cell.text for table in section.tables for row in table.rows for cell in row]
    assert "Label of A and B on Iris (corrected-t)" in cells
    assert "data set Iris (new scores)" in cells
    assert len({table.name for table in section.tables}) == len(section.tables) == 5


def test_nothing_and_no_conclusion_changed():
    assert changes_text(()) == "Nothing changed."
    assert changes_markdown(()) == "**Nothing changed.**"
    assert changes_section(()).tables == ()
    assert changes_text(CHANGES[-1:]).startswith("No conclusion changed; 1 version changed.")


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_only_shown(name):
    changes = (
        Change(
            "verdict", "pair", name, "holm", (name, "B"), (), ((name,),), 0.5, 0.01, Cause((Factor("setting", name),))
        ),
        Change("data", "new data sets", name, new=[name]),
        Change("input", name, new="0"),
    )
    shown = rendered(changes_markdown(changes))
    assert shown.count("<table>") == shown.count("</details>") + 1 == 3
    assert escape(name.replace("\n", "\\n")).replace("@", "@<!-- -->").replace("#12", "#<!-- -->12") in shown
    for harmful in ("<script", "@someone", "#12", "<strong>b", "<code>"):
        assert harmful not in shown
    assert len(changes_text(changes).splitlines()) == 11


@pytest.mark.parametrize(("count", "length", "rows"), [(107, 1, 100), (500, 3000, 100)])
def test_a_comment_has_room(count, length, rows):
    changes = tuple(
        Change("verdict", "pair", "m", "holm", (f"A{i}", "B" * length), (), ((f"A{i}",),), cause=Cause((IRIS,)))
        for i in range(count)
    )
    markdown = changes_markdown(changes)
    assert f"{count - rows} more are not listed." in markdown
    assert len(markdown) <= MAX_CHARACTERS < 65_536
    assert len(json.loads(json.dumps(changes_results(changes)))["changes"]) == count


METRIC = {"better": "higher", "datasets": ["d"], "algorithms": ["A", "B"], "average_ranks": {"A": 1.0, "B": 2.0}}
RESULTS = {"schema": "rankpress.results/1", "title": "T", "alpha": 0.05, "metrics": {"m": METRIC}}


def write(folder, results=RESULTS, listed=None):
    """A report of a results.json and a manifest that vouches for it."""
    folder.mkdir(exist_ok=True)
    content = (results if isinstance(results, str) else json.dumps(results)).encode("utf-8", "surrogateescape")
    (folder / "results.json").write_bytes(content)
    manifest = {
        "schema": "rankpress.manifest/1",
        "rankpress": "0.1",
        "versions": {},
        "spec": {"test": {"alpha": 0.05}},
        "inputs": [{"path": "a.csv", "size": 1, "sha256": "0"}],
        "outputs": [{"path": "results.json", "sha256": listed or hashlib.sha256(content).hexdigest()}],
    }
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def test_a_folder_and_its_results_json_are_the_same(tmp_path):
    folder = write(tmp_path / "report")
    assert read_stored(folder) == read_stored(folder / "results.json")
    assert read_stored(folder).versions == {"rankpress": "0.1"}


def test_results_alone(tmp_path):
    folder = write(tmp_path / "report")
    (folder / "manifest.json").unlink()
    assert read_stored(folder).manifest is None
    copied = tmp_path / "copied.json"
    copied.write_bytes((folder / "results.json").read_bytes())
    write(tmp_path)
    assert read_stored(copied).manifest is None  # the manifest next to it is of another


def test_a_manifest_that_does_not_vouch(tmp_path):
    folder = write(tmp_path / "report", listed="0" * 64)
    with pytest.raises(FaultsFound, match="is not the one that"):
        read_stored(folder)
    assert read_stored(folder / "results.json").manifest is None
    (folder / "manifest.json").write_text("{")
    with pytest.raises(FaultsFound, match=r"manifest.json: the file is no whole JSON"):
        read_stored(folder)
    assert read_stored(folder / "results.json").manifest is None


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("", "no whole JSON"),
        (json.dumps(RESULTS)[:-3], "no whole JSON"),
        ("\udcff\udcfe", "no whole JSON"),
        ("[" * 100_000, "no whole JSON"),
        ("[]", "no whole report of rankpress"),
        ("{}", "no whole report of rankpress: schema (field required)"),
        (RESULTS | {"schema": "rankpress.results/2"}, "its schema is 'rankpress.results/2'"),
        (RESULTS | {"schema": "vega\nlite"}, "its schema is"),
        (RESULTS | {"metrics": []}, "metrics"),
        (RESULTS | {"alpha": "often"}, "alpha"),
        (RESULTS | {"metrics": {"m": METRIC | {"average_ranks": {"A": None}}}}, "metrics.m.average_ranks.A"),
        (json.dumps(RESULTS).replace("0.05", "1e999"), "alpha"),
        (json.dumps(RESULTS).replace("0.05", "NaN"), "alpha"),
        (RESULTS | {"metrics": {"m": {}}}, "metrics.m.better"),
    ],
)
def test_damaged_and_foreign_files(tmp_path, content, expected):
    folder = write(tmp_path / "report", content)
    with pytest.raises(FaultsFound) as caught:
        read_stored(folder)
    [fault] = caught.value.faults
    assert expected in fault.message
    assert fault.place == str(folder / "results.json")


def test_nothing_there(tmp_path):
    with pytest.raises(FaultsFound, match=r"there is no results\.json in this folder"):
        read_stored(tmp_path)
    with pytest.raises(FaultsFound, match="there is no such file or folder"):
        read_stored(tmp_path / "gone")


def test_the_smallest_report_can_be_compared(tmp_path):
    """What other versions of rankpress omitted or added does not keep reports from being compared."""
    report = read_stored(write(tmp_path / "report", RESULTS | {"later": {"a": 1}}))
    assert not compare_reports(report, report)


def test_fingerprint_ignores_an_earlier_comparison(tmp_path, make_report):
    first = read_stored(write(tmp_path / "a"))
    assert fingerprint(None) == ""
    assert fingerprint(first) == fingerprint(read_stored(write(tmp_path / "b", RESULTS | {"baseline": {"x": 1}})))
    assert fingerprint(first) != fingerprint(read_stored(write(tmp_path / "c", RESULTS | {"alpha": 0.1})))
