"""Changes as text, Markdown, JSON and as a section: complete, and no name does anything but be shown."""

from __future__ import annotations

import json
from html import escape
from typing import Any

import pytest
from markdown_it import MarkdownIt

from rankpress.core.labels import Label, Labels
from rankpress.diff.changes import Cause, Change, Factor, changes_results
from rankpress.diff.formats import MAX_CHARACTERS, changes_markdown, changes_section, changes_text

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


def rendered(markdown: str) -> str:
    return str(MarkdownIt("gfm-like", {"linkify": False}).render(markdown))


def test_text_lists_everything() -> None:
    text = changes_text(CHANGES)
    assert [line for line in EXPECTED if line not in text] == []
    assert text.startswith(
        "Best average rank: A (before: A and B). 1 leader, 3 verdicts, 1 grouping, 1 order, 1 verdict on a single data"
        " set, 1 average rank, 1 headline number, 1 list of data, 1 setting, 1 input and 1 version changed."
    )


def test_markdown_folds_all_but_conclusions() -> None:
    shown = rendered(changes_markdown(CHANGES))
    before, _, folded = shown.partition("<details>")
    assert before.startswith("<p><strong>Best average rank: A (before: A and B).")
    assert before.count("<table>") == 1
    assert folded.count("<table>") == shown.count("</details>") == shown.count("<details>") == 4
    cells = [cell for line in EXPECTED for cell in line.removeprefix("cause: ").replace(" -> ", ": ").split(": ")]
    assert [cell for cell in cells if cell not in shown] == []


def test_section_has_labels() -> None:
    names: Any = {"algorithms": {"A": Label("Label of A", "A")}, "datasets": {"iris": Label("Iris", "iris")}}
    section = Labels(names).shown(changes_section(CHANGES))
    assert section.paragraphs[0].startswith("Best average rank: Label of A (before: Label of A and B).")
    cells = [cell.text for table in section.tables for row in table.rows for cell in row]
    assert "Label of A and B on Iris (corrected-t)" in cells
    assert "data set Iris (new scores)" in cells
    assert len({table.name for table in section.tables}) == len(section.tables) == 5


def test_several_metrics_have_tables_each() -> None:
    both = (*CHANGES, Change("leader", "best", "recall", old=(("A",),), new=(), cause=Cause(why="a reason")))
    text = changes_text(both)
    assert "Conclusions that changed in m\n" in text
    assert "Conclusions that changed in recall\n  named the best: A -> –\n" in text
    assert text.startswith("Best average rank in m: A (before: A and B).")


def test_nothing_and_no_conclusion_changed() -> None:
    assert changes_text(()) == "Nothing changed."
    assert changes_markdown(()) == "**Nothing changed.**"
    assert changes_section(()).tables == ()
    assert changes_text(CHANGES[-1:]).startswith("No conclusion changed; 1 version changed.")


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_only_shown(name: str) -> None:
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
def test_a_comment_has_room(count: int, length: int, rows: int) -> None:
    changes = tuple(
        Change("verdict", "pair", "m", "holm", (f"A{i}", "B" * length), (), ((f"A{i}",),), cause=Cause((IRIS,)))
        for i in range(count)
    )
    markdown = changes_markdown(changes)
    assert f"{count - rows} more are not listed." in markdown
    assert len(markdown) <= MAX_CHARACTERS < 65_536
    assert len(json.loads(json.dumps(changes_results(changes)))["changes"]) == count


def test_a_comment_on_too_many_metrics_is_the_summary() -> None:
    changes = tuple(Change("rank", "average rank", f"m{i} {'x' * 200}", "", ("A",), [1, 1], [2, 2]) for i in range(500))
    markdown = changes_markdown(changes)
    assert markdown.startswith("**No conclusion changed; 500 average ranks changed.**")
    assert len(markdown) < 1000
