"""Changes as text, Markdown, JSON and as a section: everything is told, and no name does anything but be shown."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from rankpress.comparing.changes import (
    Cause,
    Changes,
    Conclusion,
    Factor,
    Flip,
    Input,
    Membership,
    MetricChanges,
    Move,
    Replaced,
)
from rankpress.comparing.markdown import MOST_ROWS, changes_markdown
from rankpress.comparing.plain import changes_json
from rankpress.comparing.section import changes_section
from rankpress.comparing.sentences import Speaker
from rankpress.comparing.text import changes_text
from rankpress.naming import Name

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


def flips() -> Iterator[Flip]:
    iris, wine = Factor("data set", "iris"), Factor("data set", "wine", "added")
    yield Flip(Conclusion("omnibus", "friedman"), (), (("differ",),), 0.06, 0.04, Cause((iris,), (iris,), (), 2, 2))
    yield Flip(
        Conclusion("pair", "holm", ("A", "B")),
        (("A",),),
        (("B",),),
        0.01,
        0.0001,
        Cause((), (iris,), (iris, wine), 2, 9),
    )
    yield Flip(Conclusion("within", "corrected-t", ("iris", "A", "B")), (("A",),), (), 0.01, None, Cause((iris,)))
    yield Flip(Conclusion("groups", "holm"), (("A", "B"),), (), cause=Cause(tried=2, of=2))
    yield Flip(Conclusion("best-ranked"), (("A", "B"),), (("A",),), cause=Cause((iris, wine), (), (), 2, 2))
    yield Flip(Conclusion("best"), (("A",),), (), cause=Cause(why="for a reason"))
    yield Flip(Conclusion("order"), (("A", "B"),), (("B", "A"),), cause=Cause((Factor("costs"),), (), (), 1, 1))


def changes_of(name: str = "accuracy", *others: MetricChanges) -> Changes:
    metric = MetricChanges(
        name,
        Membership(("new set",), ("gone set",), ("iris",)),
        Membership(("N",), ("G",)),
        (Move("A", 1.5, 2.25, 1, 3),),
        (Replaced("nemenyi", "1.250", ""),),
        tuple(flips()),
    )
    return Changes(
        (Replaced("test.alpha", "0.05", "0.1"),),
        (Replaced("rankpress", "1.0", "1.1"),),
        (Input("runs/iris.csv", "changed", ("iris",)), Input("runs/x.csv", "gone")),
        Membership(("recall",), ("auc",)),
        (metric, *others),
    )


TOLD = (
    *("7 conclusions changed", "all algorithms (friedman)", "no difference shown, p = 0.060", "they differ, p = 0.040"),
    *("A is better, p = 0.010", "B is better, p < 0.001", "A and B on iris (corrected-t)", "no two together"),
    *(
        "data set iris (runs/iris.csv) alone does it",
        "no one change does it",
        "for a reason",
        "the costs alone does it",
    ),
    *("data set iris (runs/iris.csv) and data set wine (new) do it together", "without data set iris"),
    *("tried were the 2 of 9 changes that move ranks most", "do it, each alone", "order by cost", "named the best"),
    *("new set", "gone set", "other scores", "test.alpha", "runs/iris.csv", "rankpress", "recall", "auc", "1.250"),
)


def rendered(markdown: str) -> str:
    return MarkdownIt("gfm-like", {"linkify": False}).render(markdown)


def test_text_tells_everything() -> None:
    text = changes_text(changes_of())
    assert [told for told in TOLD if told not in text] == []
    assert "average rank of A: 1.500 -> 2.250, place 1 -> 3" in text
    assert text.splitlines()[0].startswith("7 conclusions changed; ")


def test_markdown_tells_everything_and_folds_all_but_conclusions() -> None:
    shown = rendered(changes_markdown(changes_of())).replace("&lt;", "<")
    assert [told for told in TOLD if told not in shown] == []
    before, _, folded = shown.partition("<details>")
    assert "7 conclusions changed" in before.splitlines()[0]
    assert before.count("<table>") == 1
    assert folded.count("<table>") == shown.count("</details>") == shown.count("<details>") == 7


def test_section_tells_everything_with_labels() -> None:
    names: Any = {"algorithms": {"A": Name("Label of A", "A")}, "datasets": {"iris": Name("Iris", "iris")}}
    section = changes_section(changes_of(), names)
    cells = [cell.text for table in section.tables for row in table.rows for cell in row]
    shown = "\n".join((*section.paragraphs, *cells))
    expected = [told.replace("A is", "Label of A is").replace("A and B", "Label of A and B") for told in TOLD]
    expected = [told.replace("set iris", "set Iris").replace("on iris", "on Iris") for told in expected]
    assert [told for told in expected if told not in shown] == []
    assert not section.sections


def test_several_metrics_have_a_section_each() -> None:
    other = MetricChanges("recall", moves=(Move("A", 1.0, 2.0, 1, 2),))
    changes = changes_of("accuracy", other)
    section = changes_section(changes, {})
    assert [one.title for one in section.sections] == ["accuracy", "recall"]
    names = [table.name for part in (section, *section.sections) for table in part.tables]
    assert len({*names}) == len(names)
    assert "#### accuracy" in changes_markdown(changes)


def test_json_holds_everything() -> None:
    told = json.loads(changes_json(changes_of()))
    assert (told["schema"], told["conclusions_changed"]) == ("rankpress.changes/1", 7)
    [metric] = told["by_metric"]
    assert metric["flips"][1]["conclusion"] == {"kind": "pair", "method": "holm", "subject": ["A", "B"]}
    assert metric["flips"][1]["cause"]["together"][1] == {"kind": "data set", "name": "wine", "change": "added"}


def test_nothing_changed() -> None:
    assert changes_text(Changes()) == "Nothing changed."
    assert changes_markdown(Changes()) == "**Nothing changed.**"
    assert changes_section(Changes(), {}).tables == ()


@pytest.mark.parametrize("name", HOSTILE)
def test_names_do_nothing_but_show(name: str) -> None:
    metric = MetricChanges(
        name, Membership((name,)), flips=(Flip(Conclusion("pair", "holm", (name, "B")), (), ((name,),), 0.5, 0.01),)
    )
    markdown = changes_markdown(Changes(by_metric=(metric,), inputs=(Input(name, "added", (name,)),)))
    shown = rendered(markdown)
    assert "<script>" not in shown
    assert shown.count("<table>") == shown.count("</details>") + 1 == 3
    assert "@someone" not in shown
    assert "#12" not in shown
    assert "<strong>b" not in shown
    assert "<code>" not in shown
    speaker = Speaker(Changes())
    assert name in speaker.factor(Factor("data set", name))
    lines = changes_text(Changes(by_metric=(metric,))).splitlines()
    assert len(lines) == 8


def test_a_long_table_is_cut_for_a_comment() -> None:
    many = tuple(
        Flip(Conclusion("pair", "holm", (f"A{at}", f"B{at}")), (), ((f"A{at}",),)) for at in range(MOST_ROWS + 7)
    )
    changes = Changes(by_metric=(MetricChanges("accuracy", flips=many),))
    markdown = changes_markdown(changes)
    assert "7 more are not listed." in markdown
    assert len(markdown) < 65_536
    assert len(json.loads(changes_json(changes))["by_metric"][0]["flips"]) == MOST_ROWS + 7


def test_every_key_is_documented(root: Path) -> None:
    """pipeline/comparing/CHANGES.md against a JSON that has something under every key."""
    page = (root / "pipeline/comparing/CHANGES.md").read_text(encoding="utf-8").partition("## Keys")[2]
    documented = set(re.findall(r"`([a-z_.\[\]]+)`", page))
    alike = {"by_metric[].datasets", "by_metric[].algorithms", "by_metric[].differences[]"}
    alike |= {"by_metric[].flips[].conclusion", *(f"by_metric[].flips[].cause.{one}" for one in ("alone", "together"))}

    def paths(value: Any, path: str = "") -> Iterator[str]:
        if path in alike or path.removesuffix("[]") in alike or path == "by_metric[].flips[].cause.needed":
            yield path if path in alike else path.removesuffix("[]")
        elif isinstance(value, dict):
            for key, inside in value.items():
                yield from paths(inside, f"{path}.{key}".removeprefix("."))
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            yield from (one for inside in value for one in paths(inside, f"{path}[]"))
        else:
            yield path

    written = {*paths(json.loads(changes_json(changes_of())))}
    assert sorted(written - documented) == []
    assert sorted(one for one in documented - written if "." in one) == []
