"""Changes as text, Markdown, JSON and as a section, where names are only shown; earlier reports as they are read."""

import hashlib
import io
import json
import tracemalloc
import zipfile
from typing import cast

import numpy as np
import pytest
from markdown_it import MarkdownIt

from rankpress.account.results import results_files
from rankpress.account.results_arrays import ARRAYS, in_two_files
from rankpress.account.results_model import Results
from rankpress.core.faults import FaultsFound
from rankpress.core.labels import Label, Labels
from rankpress.diff.changes import Change, Rank, Verdict, changes_results
from rankpress.diff.comparison import compare_reports, fingerprint, read_stored
from rankpress.diff.formats import MAX_CHARACTERS, changes_markdown, changes_section, changes_text
from rankpress.wording.text import plain as plain_text

ADDED = ("datasets", "added")
BETTER = Verdict(significant=True, better="A", p=0.01, level=0.05)
CHANGES = (
    Change(
        "verdict",
        (),
        Verdict(False, None, 0.06, 0.05),
        Verdict(True, None, 0.04, 0.05),
        "m",
        "friedman",
        (("test.alpha",),),
    ),
    Change(
        "verdict",
        ("A", "B"),
        BETTER,
        Verdict(False, None, None, 0.05),
        "m",
        "holm",
        (("adjust",), (*ADDED, "iris"), (*ADDED, "wine")),
    ),
    Change("group", (), [["A", "B"], ["B", "C"]], [["A", "B"]], "m", "holm", ()),
    Change("leader", (), [["A", "B"]], [["A"]], "m"),
    Change("best", (), [["A"]], [], "m"),
    Change("order", (), [["A", "B"]], [["B", "A"]], "m"),
    Change("rank", ("A",), Rank(1.5, 1), Rank(2.25, 3), "m"),
    Change("data", ADDED, None, ["iris", "wine"], "m"),
    Change("setting", ("test.alpha",), 0.05, 0.1),
    Change("version", ("rankpress",), "1.0", "1.1"),
)
EXPECTED = (
    "all algorithms (friedman): no significant difference, p = 0.060 -> significant, p = 0.040",
    "cause: test.alpha",
    "A and B (holm): A is better, p = 0.010 -> no significant difference",
    "cause: adjust; data sets added: iris, wine",
    "grouping (holm): A, B; B, C -> A, B",
    "cause: no data set, algorithm or setting alone",
    "cause: not known",
    "leader: A, B -> A",
    "best algorithm: A -> none",
    "cost-aware order: A, B -> B, A",
    "A: 1.50 (place 1) -> 2.25 (place 3)",
    "data sets added: – -> iris, wine",
    "test.alpha: 0.05 -> 0.1",
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
        "One leader, one best algorithm, two verdicts, one grouping, one cost-aware order, one average rank"
    )


def test_markdown_folds_all_but_conclusions():
    shown = rendered(changes_markdown(CHANGES))
    before, _, folded = shown.partition("<details>")
    assert before.startswith("<p><strong>One leader, ")
    assert before.count("<table>") == 1
    assert folded.count("<table>") == 3
    assert folded.count("</details>") == 1
    cells = [cell for line in EXPECTED for cell in line.removeprefix("cause: ").replace(" -> ", ": ").split(": ")]
    assert [cell for cell in cells if cell not in shown] == []


def test_section_has_labels():
    names = {"algorithms": {"A": Label("Label of A", "A")}, "datasets": {"iris": Label("Iris", "iris")}}
    section = Labels(names).shown(changes_section(CHANGES))
    cells = [plain_text(cell.text) for table in section.tables for row in table.rows for cell in row]
    assert {"Label of A and B (holm)", "Label of A is better, p = 0.010", "Iris, wine"} <= {*cells}
    assert len({table.name for table in section.tables}) == len(section.tables) == 4


def test_nothing_and_no_conclusion_changed():
    assert changes_text(()) == "Nothing changed."
    assert changes_markdown(()) == "**Nothing changed.**"
    assert changes_section(()).tables == ()
    assert changes_text(CHANGES[-1:]).startswith("No conclusion changed; one version changed.")


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_only_shown(name):
    changes = (
        Change("verdict", (name, "B"), BETTER, Verdict(True, name, 0.01, 0.05), name, "holm", ((*ADDED, name),)),
        Change("data", ("datasets", "added"), None, [name], name),
        Change("setting", (name,), None, "0"),
    )
    shown = rendered(changes_markdown(changes))
    assert shown.count("<table>") == 3
    assert shown.count("</details>") == 1
    for harmful in ("<script", "@someone", "#12", "<strong>b", "<code>"):
        assert harmful not in shown
    assert len(changes_text(changes).splitlines()) == 11


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize(("count", "length"), [(107, 1), (500, 300)])
def test_a_comment_has_room(count, length):
    changes = [Change("verdict", (f"A{i}", "B" * length), BETTER, BETTER, "m", "holm") for i in range(count)]
    markdown = changes_markdown(changes)
    assert f"{count - 100} more are not listed." in markdown
    assert len(markdown) <= MAX_CHARACTERS < 65_536
    many = [Change("verdict", ("A" * 300, "B" * 300), BETTER, BETTER, f"m{i}", "holm") for i in range(500)]
    assert changes_markdown(many) == "**500 verdicts changed.** `rankpress diff` lists the changes."
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


def test_a_manifest_is_read_with_its_folder(tmp_path):
    folder = write(tmp_path / "report")
    assert read_stored(folder).versions == {"rankpress": "0.1"}
    assert read_stored(folder).spec == {"test": {"alpha": 0.05}}
    assert read_stored(folder / "results.json").spec is None
    (folder / "manifest.json").unlink()
    assert read_stored(folder).spec is None


def test_a_manifest_that_does_not_vouch(tmp_path):
    folder = write(tmp_path / "report", listed="0" * 64)
    with pytest.raises(FaultsFound, match="is not the one that"):
        read_stored(folder)
    (folder / "manifest.json").write_text("{")
    with pytest.raises(FaultsFound, match="is not the one that"):
        read_stored(folder)


@pytest.mark.few(5)
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


KEYS = {"comparisons", "within", "within_wins", "means", "ranks"}


@pytest.fixture
def stored(make_report, table, tmp_path, monkeypatch):
    """A report with all its lists, and the folder in which the long ones are arrays."""
    report = make_report(table, folds=4)
    monkeypatch.setattr("rankpress.topics.columns.MOST_VALUES", 20)
    folder = tmp_path / "stored"
    folder.mkdir()
    for name, content in results_files(report.results).items():
        (folder / name).write_bytes(content)
    return report, folder


def plain(results):
    return json.loads(json.dumps(results, default=list))


def test_what_was_written_comes_back(stored):
    report, folder = stored
    written = json.loads((folder / "results.json").read_text())
    assert set(written["arrays"]["metrics"]["accuracy"]) == KEYS
    assert not KEYS & set(written["metrics"]["accuracy"])
    back = read_stored(folder)
    assert plain(back.results) == plain(report.results)
    assert compare_reports(back, report) == ()
    assert fingerprint(back) == fingerprint(read_stored(folder / "results.json"))


def test_the_arrays_are_named_by_their_keys(stored):
    report, folder = stored
    listed = json.loads((folder / "results.json").read_text())["arrays"]["metrics"]["accuracy"]["comparisons"]
    with np.load(folder / ARRAYS) as arrays:
        columns = {".".join(map(str, column["path"])): arrays[column["array"]] for column in listed["columns"]}
    comparisons = report.results["metrics"]["accuracy"]["comparisons"]
    assert columns["adjusted.holm"].tolist() == [pair["adjusted"]["holm"] for pair in comparisons]
    assert columns["a"].tolist() == [pair["a"] for pair in comparisons]
    assert columns["wins"].dtype == np.int64


def test_keys_that_some_records_have(monkeypatch):
    monkeypatch.setattr("rankpress.topics.columns.MOST_VALUES", 3)
    records = [
        {"a": "x", "b": "y", "p": None, "why": "no difference", "df": [1, 2.5]},
        {"a": "x", "b": "z", "p": 0.5, "favours": None},
        {"a": "y", "b": "z", "p": 0.25, "df": 3},
    ]
    whole = cast("Results", {"metrics": {"m/../x\0": {"comparisons": records}}})
    short, content = in_two_files(whole)
    from rankpress.account.results_arrays import in_one

    [metric] = in_one(short, content)["metrics"].values()
    assert [*metric["comparisons"]] == records
    assert in_two_files(whole) == (short, content)  # the same bytes again


def test_short_lists_stay(make_report, table):
    results = make_report(table).results
    assert set(results_files(results)) == {"results.json"}
    assert isinstance(results["metrics"]["accuracy"]["comparisons"], list)


@pytest.mark.parametrize("damage", ["gone", "another", "no archive"])
def test_other_arrays_are_refused(stored, damage):
    _, folder = stored
    if damage == "gone":
        (folder / ARRAYS).unlink()
    else:
        np.savez(folder / ARRAYS, x=[1]) if damage == "another" else (folder / ARRAYS).write_bytes(b"PK")
    with pytest.raises(FaultsFound) as caught:
        read_stored(folder)
    [fault] = caught.value.faults
    assert fault.place == str(folder / ARRAYS)


def forged(folder, members, change=lambda arrays: None):
    """Put other arrays next to results.json, which vouches for them, and change what it says of them."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, member in members.items():
            archive.writestr(name, member)
    (folder / ARRAYS).write_bytes(content.getvalue())
    results = json.loads((folder / "results.json").read_text())
    results["arrays"]["sha256"] = hashlib.sha256(content.getvalue()).hexdigest()
    change(results["arrays"])
    (folder / "results.json").write_text(json.dumps(results))


def members_of(folder):
    with zipfile.ZipFile(folder / ARRAYS) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def array_file(shape, descr="<f8", content=b""):
    written = io.BytesIO()
    np.lib.format.write_array_header_1_0(written, {"descr": descr, "fortran_order": False, "shape": shape})
    return written.getvalue() + content


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "array",
    [
        array_file((10**12,)),
        array_file((10**12,), "<U0"),
        array_file((10**9, 0)),
        array_file((1,), "<U100000000"),
        array_file((1000,), "<U100", bytes(400_000)),
        array_file((2**40, 2**40)),
        array_file((1,), "|O", b"x" * 8),
        b"\x93NUMPY\x02\x00" + b"\xff" * 8,
        b"no array",
    ],
)
def test_arrays_larger_than_they_say_are_refused_before_they_are_unpacked(stored, array, monkeypatch):
    _, folder = stored
    monkeypatch.setattr("rankpress.account.results_arrays._LEAST_UNPACKED", 1 << 20)
    members = members_of(folder)
    forged(folder, dict.fromkeys(members, array))
    tracemalloc.start()
    try:
        with pytest.raises(FaultsFound) as caught:
            read_stored(folder)
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()
    [fault] = caught.value.faults
    assert fault.place == str(folder / ARRAYS)


def repeat(arrays):
    columns = arrays["metrics"]["accuracy"]["comparisons"]["columns"]
    columns += [{**columns[0], "path": ["x", str(number)]} for number in range(1000)]


def multiply(arrays):
    arrays["metrics"]["accuracy"]["comparisons"].update(rows=10**12, columns=[])


@pytest.mark.parametrize(("change", "reason"), [(repeat, "is named 1001 times"), (multiply, "000,000 records")])
def test_results_that_make_much_of_few_arrays_are_refused(stored, change, reason):
    _, folder = stored
    forged(folder, members_of(folder), change)
    with pytest.raises(FaultsFound, match=reason):
        read_stored(folder)


def test_records_without_their_keys_are_refused(stored):
    _, folder = stored
    results = json.loads((folder / "results.json").read_text())
    listed = results["arrays"]["metrics"]["accuracy"]["comparisons"]
    listed["columns"] = [column for column in listed["columns"] if column["path"] != ["a"]]
    (folder / "results.json").write_text(json.dumps(results))
    with pytest.raises(FaultsFound, match=r"comparisons\.0\.a \(field required\)"):
        read_stored(folder)
