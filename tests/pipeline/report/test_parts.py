"""The division of a long page into runs, held against the page: nothing lost, nothing twice but heads of tables."""

from __future__ import annotations

import re
from xml.etree.ElementTree import fromstring

import pytest

from rankpress.report.pdf_parts import Divided, Run, Slice, addresses, count_cells, lift_rows, row_of


def rows(count: int, cells: int = 10) -> str:
    """Rows of a table."""
    return "\n".join(f"<tr><th>row{row}</th>{'<td>1</td>' * (cells - 1)}</tr>" for row in range(count))


def block(name: str, count: int) -> str:
    """A table as the template makes it."""
    return (
        f'<div class="table" id="t-{name}"><div><table><caption>Caption {name}</caption><colgroup><col/></colgroup>'
        f"<thead><tr><th>Head</th></tr></thead><tbody>{rows(count)}</tbody><tbody><tr><td>foot</td></tr></tbody></table>"
        f"</div><div>Notes {name}</div></div>"
    )


def divided(body: str) -> Divided:
    """A page, divided."""
    light, lifted = lift_rows(f'<html lang="en"><head><title>T</title></head><body class="b">{body}</body></html>')
    return Divided(fromstring(light), lifted)


def names(run: Run) -> list[str]:
    """What a run consists of, by the elements' tags or anchors."""
    big = () if run.big is None else (run.big,)
    return [block.element.get("id") or block.element.tag for block in (*run.before, *big, *run.after)]


def test_rows_are_lifted_from_long_bodies_only() -> None:
    short, long = f"<tbody>{rows(59)}</tbody>", f"<tbody>{rows(60)}</tbody>"
    assert lift_rows(short) == (short, ())
    assert len(lift_rows(long)[1][0]) == 60
    nested = long.replace("<td>1</td>", "<td><table></table></td>", 1)
    assert lift_rows(nested) == (nested, ())
    open_ended = lift_rows(long.replace("</tr>", "").replace("</td>", ""))[1]
    assert [len(one) for one in open_ended] == [60]
    assert open_ended[0][59] == "<tr><th>row59</th>" + "<td>1" * 9
    stray = long.replace("</tr>", "</tr>text", 1)
    assert lift_rows(stray) == (stray, ())


def test_short_pages_are_one_run() -> None:
    page = divided(
        f"<h1>T</h1><p>x</p><section id='a'><h2>A</h2>{block('one', 5)}</section><section><h2>B</h2></section>"
    )
    assert [one.element.tag for one in page.front] == ["h1", "p"]
    assert [names(run) for run in page.runs] == [["heading-1", "t-one", "heading-2"]]


def test_sections_begin_runs_once_there_is_enough() -> None:
    parts = "".join(f"<section id='s{at}'><h2>S{at}</h2><p>x</p>{block(f'{at}', 130)}</section>" for at in range(5))
    page = divided(parts)
    assert [len(run.before) for run in page.runs] == [6, 6, 3]


def test_a_heading_goes_with_what_it_heads() -> None:
    page = divided(f"<section><h2>A</h2>{block('one', 300)}<h3>B</h3><p>x</p>{block('two', 300)}</section>")
    assert [names(run) for run in page.runs] == [["heading-0", "t-one"], ["heading-1", "p", "t-two"]]


def test_a_table_that_is_cut_ends_no_run_by_itself() -> None:
    page = divided(f"<section><h2>A</h2>{block('one', 700)}<p>x</p></section>")
    (run,) = page.runs
    assert names(run) == ["heading-0", "t-one", "p"]
    assert run.big is not None
    assert page.n_rows(run.big) == 700
    assert page.cells_of_row(run.big) == 10


def test_slices_make_up_the_table() -> None:
    page = divided(f"<section id='s'><h2>A</h2><p>before</p>{block('one', 700)}<p>after</p></section>")
    (run,) = page.runs
    assert run.big is not None
    first = page.text((*run.before, run.big), last=Slice(0, 150))
    middle = page.text((run.big,), first=Slice(150, 400))
    last = page.text((run.big, *run.after), first=Slice(400, None))
    texts = (first, middle, last)
    assert [row for text in texts for row in re.findall(r"row\d+(?=<)", text)] == [f"row{row}" for row in range(700)]
    for once, where in {
        'id="s"': first, 'id="t-one"': first, "Caption one": first, "before": first, "<h2": first,
        "foot": last, "Notes one": last, "after": last,
    }.items():  # fmt: skip
        assert [once in text for text in texts] == [text is where for text in texts], once
    for repeated in ("<thead>", "<colgroup>", 'class="b"', "<title></title>", 'lang="en"'):
        assert all(repeated in text for text in texts)
    assert "<title>T</title>" in page.skeleton(())  # alone, so that a part stays what it was under another title
    marked = [row_of(name) for name in re.findall(r'<tr id="([^"]+)"', first)]
    assert marked == list(range(150))
    assert "<tr id" not in middle + last


def test_one_block_after_another_where_a_section_is_long() -> None:
    page = divided(f"<section><h2>A</h2>{''.join(block(str(at), 300) for at in range(4))}</section>")
    assert [names(run)[-1] for run in page.runs] == ["t-0", "t-1", "t-2", "t-3"]


@pytest.mark.parametrize("name", ["a", "a&amp;b", "ä"])
def test_addresses(name: str) -> None:
    assert addresses(f'<a href="#{name}">x</a><a href="https://x.invalid/#y">y</a>') == {name.replace("&amp;", "&")}


def test_cells_are_counted_with_any_attributes() -> None:
    assert count_cells('<td><th scope="row"><thead><tdx>') == 2
