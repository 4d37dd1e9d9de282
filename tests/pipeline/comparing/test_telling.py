"""Changes as text, Markdown, JSON and as a section: everything is told, and no name does anything but be shown."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from rankpress.core.labels import Label, Labels
from rankpress.core.text import plain
from rankpress.diff.changes import (
    Cause,
    Changes,
    Factor,
    Flip,
    Input,
    Membership,
    MetricChanges,
    Move,
    Replaced,
    Rescored,
    TrustChange,
)
from rankpress.diff.formats import MOST_LETTERS, changes_json, changes_markdown, changes_section, changes_text
from rankpress.diff.text import Speaker
from rankpress.stages.conclude import Conclusion

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
        Membership(("N",), ("G",), ("A",)),
        (Rescored("iris", ("A",)),),
        (Move("A", 1.5, 2.25, 1, 3),),
        (Replaced("nemenyi", "1.250", ""),),
        tuple(flips()),
        (
            TrustChange("leader", "19 of 20 variations", "25 of 26 variations"),
            TrustChange("datasets needed", "23", "more than 40 data sets", ("A", "B"), 0.01),
            TrustChange("draws", "212 of 1,000", "640 of 1,000", ("A", "B"), bias=15.0, method="holm"),
        ),
    )
    return Changes(
        (Replaced("test.alpha", "0.05", "0.1"),),
        (Replaced("rankpress", "1.0", "1.1"),),
        (Input("runs/iris.csv", "changed", ("iris",)), Input("runs/x.csv", "gone")),
        Membership(("recall",), ("auc",)),
        (metric, *others),
    )


TOLD = (
    "who leads stands under",
    "25 of 26 variations",
    "data sets needed for a difference of 0.01 of A and B",
    "draws of data sets at bias 15 that tell A and B apart (holm)",
    "640 of 1,000",
    *(
        "6 conclusions over the data sets and 1 conclusion on single data sets changed",
        "all algorithms (friedman)",
        "no difference shown, p = 0.060",
        "they differ, p = 0.040",
    ),
    *("A is better, p = 0.010", "B is better, p < 0.001", "on iris (corrected-t)", "no two together"),
    *(
        "data set iris (scores of A, runs/iris.csv) alone does it",
        "no one change does it",
        "for a reason",
        "who is cheaper alone does it",
    ),
    *("data sets iris (scores of A, runs/iris.csv) and wine (new) do it together", "without data set iris"),
    *("tried by themselves: 2 of 9 changes", "do it, each alone", "order by cost", "named the best"),
    *("new set", "gone set", "other scores", "test.alpha", "runs/iris.csv", "rankpress", "recall", "auc", "1.250"),
)


def rendered(markdown: str) -> str:
    return str(MarkdownIt("gfm-like", {"linkify": False}).render(markdown))


def test_text_tells_everything() -> None:
    text = changes_text(changes_of())
    assert [told for told in TOLD if told not in text] == []
    assert "Average ranks that changed (accuracy)\n  A: 1.50 (1) -> 2.25 (3)\n" in text
    verdict = "The algorithms are shown to differ (friedman), B is shown better than A (holm), A ranks best"
    assert text.startswith(f"{verdict} (before: A and B) and 2 more changes. ")


def test_markdown_tells_everything_and_folds_all_but_conclusions() -> None:
    shown = rendered(changes_markdown(changes_of())).replace("&lt;", "<")
    assert [told for told in TOLD if told not in shown] == []
    before, _, folded = shown.partition("<details>")
    assert "6 conclusions over the data sets" in before.splitlines()[0]
    assert before.count("<table>") == 1
    assert folded.count("<table>") == shown.count("</details>") == shown.count("<details>") == 8


def test_section_tells_everything_with_labels() -> None:
    names: Any = {"algorithms": {"A": Label("Label of A", "A")}, "datasets": {"iris": Label("Iris", "iris")}}
    section = Labels(names).shown(changes_section(changes_of()))
    cells = [cell.text for table in section.tables for row in table.rows for cell in row]
    shown = "\n".join((*section.paragraphs, *cells))
    expected = [re.sub(r"\bA\b", "Label of A", told) for told in TOLD]
    expected = [re.sub(r"(sets?|on) iris", r"\1 Iris", told) for told in expected]
    assert [told for told in expected if told not in shown] == []
    assert not section.sections


def test_several_metrics_have_a_section_each() -> None:
    other = MetricChanges("recall", moves=(Move("A", 1.0, 2.0, 1, 2),))
    changes = changes_of("accuracy", other)
    section = Labels().shown(changes_section(changes))
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
    assert changes_section(Changes()).tables == ()


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
    assert name in plain(speaker.factor(Factor("data set", name)))
    lines = changes_text(Changes(by_metric=(metric,))).splitlines()
    assert len(lines) == 10


@pytest.mark.parametrize(("count", "length", "listed"), [(107, 1, 100), (500, 200, 100), (500, 3000, 50)])
def test_as_much_is_told_as_a_comment_has_room_for(count: int, length: int, listed: int) -> None:
    many = tuple(Flip(Conclusion("pair", "holm", (f"A{at}", "B" * length)), (), ((f"A{at}",),)) for at in range(count))
    changes = Changes(by_metric=(MetricChanges("accuracy", flips=many),))
    markdown = changes_markdown(changes)
    assert f"{count - listed} more are not listed." in markdown
    assert len(markdown) <= MOST_LETTERS < 65_536
    assert len(json.loads(changes_json(changes))["by_metric"][0]["flips"]) == count


def test_of_too_many_metrics_a_comment_has_the_line_that_sums_up() -> None:
    many = tuple(MetricChanges(f"metric {at} {'x' * 200}", moves=(Move("A", 1.0, 2.0, 1, 2),)) for at in range(500))
    markdown = changes_markdown(Changes(by_metric=many))
    assert markdown.startswith("**No conclusion changed.**")
    assert "--format text" in markdown
    assert len(markdown) < 1000


def test_lines_are_broken_for_a_terminal() -> None:
    """Nothing is lost, and what follows stands under what it follows."""
    text, broken = changes_text(changes_of()), changes_text(changes_of(), 60)
    assert broken.split() == text.split()
    assert max(map(len, broken.splitlines())) <= 60
    assert (
        "\n    cause:  data sets iris (scores of A, runs/iris.csv) and\n            wine (new) do it together; "
        in broken
    )


def test_what_holds_for_all_is_said_once() -> None:
    metric = MetricChanges("accuracy", rescored=tuple(Rescored(name, ("A",)) for name in ("iris", "wine")))
    factors = (Factor("data set", "iris"), Factor("data set", "wine"), Factor("setting", "test.alpha"))
    told = Speaker(Changes(by_metric=(metric,))).cause(Cause(together=factors))
    assert plain(told) == "data sets iris and wine (scores of A) and test.alpha do it together"


def test_corrections_that_agree_are_told_once() -> None:
    pair, cause = ("A", "B"), Cause((Factor("data set", "iris"),))
    flips = tuple(Flip(Conclusion("pair", one, pair), (), (("A",),), 0.06, 0.04, cause) for one in ("holm", "shaffer"))
    other = Flip(Conclusion("pair", "nemenyi", pair), (("B",),), (), 0.04, 0.06, cause)
    text = changes_text(Changes(by_metric=(MetricChanges("accuracy", flips=(*flips, other)),)))
    assert text.startswith("A is shown better than B (holm). 3 conclusions over the data sets changed.")
    assert text.count("A and B (") == 2
    assert "A and B (holm and shaffer)\n    before: no difference shown, p = 0.060\n" in text


def test_each_p_is_told_with_its_correction() -> None:
    cause = Cause((Factor("data set", "iris"),))
    flips = tuple(
        Flip(Conclusion("pair", one, ("A", "B")), (), (("A",),), old, new, cause)
        for one, old, new in (("nemenyi", 0.53, 0.040), ("holm", 0.485, 0.040), ("shaffer", 0.485, 0.030))
    )
    text = changes_text(Changes(by_metric=(MetricChanges("accuracy", flips=flips),)))
    assert "before: no difference shown, p = 0.530 (nemenyi), p = 0.485 (holm and shaffer)\n" in text
    assert "now:    A is better, p = 0.040 (nemenyi and holm), p = 0.030 (shaffer)\n" in text


def test_pairs_on_a_data_set_are_told_in_a_line() -> None:
    about = {other: Conclusion("within", "corrected-t", ("iris", *sorted(("B", other)))) for other in "ACD"}
    flips = (
        Flip(about["A"], (), (("A",),)),
        Flip(about["C"], (("B",),), (("C",),)),
        Flip(about["D"], (("D",),), ()),
    )
    text = changes_text(Changes(by_metric=(MetricChanges("accuracy", flips=flips),)))
    assert "before: B better than C; D better than B; no difference shown between A and B" in _sorted_clauses(text)
    assert "now:    A and C better than B; no difference shown between B and D" in _sorted_clauses(text)


def _sorted_clauses(text: str) -> str:
    lines = []
    for line in text.splitlines():
        head, sign, rest = line.partition(": ")
        lines.append(
            f"{head}{sign}" + " " * (len(rest) - len(rest.lstrip())) + "; ".join(sorted(rest.strip().split("; ")))
        )
    return "\n".join(lines)


def test_an_order_is_told_where_it_changed() -> None:
    names = [f"A{at}" for at in range(9)]
    other = [*names[:3], "A4", "A3", *names[5:]]
    flip = Flip(Conclusion("order"), (tuple(names),), (tuple(other),))
    text = changes_text(Changes(by_metric=(MetricChanges("accuracy", flips=(flip,)),)))
    assert "before: places 4 to 5: A3, A4\n    now:    places 4 to 5: A4, A3\n" in text


def test_groups_that_stayed_are_not_told() -> None:
    flip = Flip(Conclusion("groups", "holm"), (("A", "B", "N"), ("C", "D")), (("A", "B"), ("B", "C", "D")))
    members = Membership(gone=("N",))
    text = changes_text(Changes(by_metric=(MetricChanges("accuracy", algorithms=members, flips=(flip,)),)))
    assert "before: together: C and D\n    now:    together: B, C and D\n" in text


def test_every_key_is_documented(root: Path) -> None:
    """pipeline/diff/CHANGES.md against a JSON that has something under every key."""
    page = (root / "pipeline/diff/CHANGES.md").read_text(encoding="utf-8").partition("## Keys")[2]
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


def test_many_files_are_told_in_few_words() -> None:
    """Runs come by the hundred: each is in the JSON, and a reader is told how many there are."""
    inputs = tuple(Input(f"runs/{at}.json", "added" if at % 2 else "changed", ("iris",)) for at in range(300))
    flip = Flip(Conclusion("omnibus", "friedman"), (), (("differ",),), 0.06, 0.04, Cause((Factor("data set", "iris"),)))
    nothing = Membership((), (), ())
    changes = Changes(inputs=inputs, by_metric=(MetricChanges("accuracy", nothing, nothing, flips=(flip,)),))
    text = changes_text(changes)
    assert "  150, such as runs/1.json and runs/3.json: new" in text.splitlines()
    assert "data set iris alone does it" in text
    assert len(text) < 1000
    assert len(changes_markdown(changes)) < 1500
    assert len(json.loads(changes_json(changes))["inputs"]) == 300
