"""report.html as text: a golden page, hostile names in every place, the policy, the user's own templates.

The golden file leaves out style sheet and script, which tests/documents/test_html_in_chromium.py sees at work.
"""

import base64
import hashlib
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rankpress.core.document import Document, Drawing, DrawnForms, Section
from rankpress.core.faults import FaultsFound
from rankpress.core.table import Cell, Table
from rankpress.report.page import html_report

GOLDEN = Path(__file__).parent / "report.html"
SVG = b"""<?xml version="1.0"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100pt" height="50pt"
 viewBox="0 0 100 50"><metadata>m</metadata><defs><style>*{stroke-linejoin: round}</style></defs>
<g id="axes"><path id="mark" d="M 0 0&#10;L 99.12345 50" style="stroke: #000000; fill: none"/></g>
<use xlink:href="#mark" x="3.14159" clip-path="url(#mark)"/></svg>"""
HOSTILE = [
    "a_b",
    "50% $x$ & #1",
    r"\input{/etc/passwd}",
    "<img src=x onerror=alert(1)>",
    "\"quoted' `ticks`",
    *"</style></script><script>alert(1)</script>¦{{ 7 * 7 }} {% raw %} {# c #}¦&lt;already&gt;".split("¦"),
    "x" * 300,
    *"Ωμέγα ∑¦😀¦中文".split("¦"),
    "العربية",
]


def bold(text, value, *marks):
    """A score with its rank behind it."""
    return Cell(f"{text} (1)", value, frozenset(marks), detail="(1)", detail_value=1.0)


def table(name="accuracy-scores", title="Scores", caption="Means.", **more):
    """A table with every kind of cell."""
    note, head = more.get("note", "Bold: best."), more.get("head", "tree")
    return Table(
        name=name,
        metric="accuracy",
        title=title,
        caption=caption,
        head=(
            (Cell(""), Cell("accuracy ↑", span=2), Cell("")),
            (Cell("Data set"), Cell(head), Cell("forest"), Cell("by")),
        ),
        rows=(
            (Cell(head), bold("0.91", 0.9123, "bold"), Cell("0.90", 0.9), Cell(head)),
            (
                Cell("wine"),
                bold("0.81", 0.81, "underline"),
                Cell("<0.001", 1e-9, frozenset({"significant"})),
                Cell("test"),
            ),
            (Cell("Average"), Cell("1.00", 1.0), Cell("–", "", frozenset({"muted"})), Cell("")),
        ),
        align=("left", "right", "right", "center"),
        footer=1,
        notes=(note,),
        detail="rank",
    )


def drawing(name="accuracy-cd", title="Ranks", caption="Caption.", alt="A line."):
    """A figure of one line."""
    return Drawing(name, "accuracy", "cd", title, caption, alt, DrawnForms(svg=SVG))


def document():
    """A report with every kind of part."""
    inner = Section("inner", "Inner", caveats=("Mind this.",), drawings=(drawing(), drawing("accuracy-order")))
    scores = Section(
        "scores", "Scores", ("A paragraph.",), tables=(table(), table("accuracy-again")), sections=(inner,)
    )
    return Document(
        "A study", ("Two were compared.", "None leads."), (scores,), provenance=(("study.yaml", "sha256 00"),)
    )


class Seen(HTMLParser):
    """What a browser would make of a page: elements, ids, and all the text."""

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.elements = []
        self.attributes = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data):
        self.text += data


def test_golden_page(golden):
    page = html_report(document())
    page = re.sub(r"<(style|script)>.*?</\1>", r"<\1>...</\1>", page, flags=re.DOTALL)
    golden(GOLDEN, re.sub(r"sha256-[\w+/=]*", "sha256-...", page))


def test_same_bytes_and_ids_once():
    page = html_report(document())
    assert page == html_report(document())
    ids = [value for name, value in Seen(page).attributes if name == "id"]
    assert len(ids) == len(set(ids))
    targets = [value for name, value in Seen(page).attributes if name == "href"]
    assert {target[1:] for target in targets if target.startswith("#")} <= set(ids)


def test_policy_allows_this_style_and_this_script_only():
    page = html_report(document())
    policy = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)[0].replace("&#39;", "'")
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for element in ("style", "script"):
        inlined = re.findall(rf"<{element}>(.*?)</{element}>", page, flags=re.DOTALL)
        assert len(inlined) == 1
        digest = base64.b64encode(hashlib.sha256(inlined[0].encode()).digest()).decode()
        assert f"{element}-src 'sha256-{digest}'" in policy
    # what the policy would block is not there in the first place
    seen = Seen(page)
    assert not [name for name, _ in seen.attributes if name == "style" or name.startswith("on")]
    leading = {value for name, value in seen.attributes if name in ("src", "href") and not value.startswith("#")}
    assert leading == {"tables/accuracy-scores.csv", "tables/accuracy-again.csv"}


def hostile_section(name, place):
    """A section that has a name wherever it can have text."""
    shown = table(f"t{place}", name, name, note=name, head=name)
    figure = drawing(f"d{place}", name, name, name)
    inner = Section(f"inner{place}", name, (name,))
    return Section(f"s{place}", name, (name,), (name,), tables=(shown,), drawings=(figure,), sections=(inner,))


@pytest.mark.nightly
def test_hostile_text_is_shown_as_written():
    plain = html_report(document())
    sections = tuple(hostile_section(name, place) for place, name in enumerate(HOSTILE))
    title, named = " / ".join(HOSTILE), tuple((name, name) for name in HOSTILE)
    seen = Seen(html_report(Document(title, tuple(HOSTILE), sections, provenance=named)))
    labels = [value for attribute, value in seen.attributes if attribute == "aria-label"]
    for name in HOSTILE:
        # title, h1, contents twice, summary, headings, caption and so on; the alt text, the region's label and long
        # names' titles are attributes
        assert seen.text.count(name) >= 20, name
        assert name in labels
    assert set(seen.elements) <= set(Seen(plain).elements) | {"wbr", "span"}
    assert seen.elements.count("script") == 2  # the script, and how LaTeX shows the characters of the tables
    assert "img" not in seen.elements


@pytest.mark.nightly
def test_what_turns_or_breaks_text_is_shown_by_code_point():
    title = "a\u202eb\x00\x1b\ud800c"
    page = html_report(Document(title, (), ()))
    page.encode()
    thin = "\N{THIN SPACE}"
    assert f"a{thin}U+202E{thin}b{thin}U+0000{thin}U+001B{thin}U+D800{thin}c" in page


def test_own_template_hides_or_extends_the_built_in_one(tmp_path):
    (tmp_path / "html").mkdir()
    (tmp_path / "html" / "figure.html.j2").write_text("<p>{{ figure.alt }}!</p>\n")
    (tmp_path / "section.html.j2").write_text('{% include "rankpress/html/section.html.j2" %}<hr>\n')
    (tmp_path / "style.css").write_text("/* {# mine #} */ b { color: red }\n")
    page = html_report(document(), templates=tmp_path)
    assert page.count("<p>A line.!</p>") == 2
    assert page.count("<hr>") == 2
    assert "<style>/* {# mine #} */ b { color: red }\n" in page


def test_own_template_for_a_kind_of_table_extends_the_built_in_one(tmp_path):
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "ranks.html.j2").write_text(
        '{% extends "rankpress/html/table.html.j2" %}\n{% from "html/row.html.j2" import row %}\n'
        "{% block notes %}<p>Mine of {{ table.kind }}.</p>\n{% endblock %}\n"
        "{% block footer %}{% for cells, values in table.footer %}{{ row(cells) }}{% endfor %}{% endblock %}\n"
    )
    tables = tuple(replace(table(f"t-{kind}"), kind=kind) for kind in ("scores", "ranks", ""))
    page = html_report(Document("D", (), (Section("s", "S", tables=tables),)), templates=tmp_path)
    assert re.findall("Mine of (.*)[.]<", page) == ["ranks"]
    assert page.count("<p>Bold: best.</p>") == 2
    assert page.count("<th scope=row>Average") == 3


def test_figures_too_large_for_a_page_are_named(monkeypatch):
    monkeypatch.setattr("rankpress.report.page.MOST_DRAWN", 2 * len(SVG))
    names = ("one", "two", "three")
    drawn = (*(drawing(name) for name in names), replace(drawing("other"), metric="loss"))
    page = html_report(Document("D", (), (Section("s", "S", drawings=drawn),)))
    assert [f"figures/{name}.svg" in page for name in (*names, "other")] == [False, False, True, False]
    assert "figures/three.pdf" not in page
    drawn = tuple(replace(each, forms=replace(each.forms, pdf=b"%PDF")) for each in drawn)
    printed = html_report(Document("D", (), (Section("s", "S", drawings=drawn),)))
    assert "see figures/three.pdf or figures/three.svg." in printed
    assert page.count("<figcaption>") == 4
    assert page.count("<svg") == 3


def test_captures_of_the_whole_page_show_it():
    assert "content-visibility: auto" not in html_report(document())


def test_a_title_has_something_below_it():
    first = replace(table("ranks"), kind="average-ranks")
    moved = Section("r", "Moved up", tables=(first,), drawings=(drawing(),))
    page = html_report(Document("D", (), (moved, Section("p", "Parts", sections=(Section("e", "Empty"), moved)))))
    assert "Parts" not in page
    assert "Moved up" not in page
    assert page.count("<figure ") == page.count("<table>") == 1
    assert "Moved up" in html_report(Document("D", (), (replace(moved, caveats=("Mind this.",)),)))


@pytest.mark.few
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("line\n{% if %}", "figure.html.j2:2: this template cannot be rendered: Expected an expression"),
        ("{{ figure.altt }}", "figure.html.j2:1: this template cannot be rendered: .* has no attribute 'altt'"),
        ("{{ figure.__class__ }}", "figure.html.j2:1: .*unsafe"),
        ("\n\n{{ 1 + 'a' }}", "figure.html.j2:3: this template cannot be rendered: unsupported operand"),
        ('{% include "../secret" %}', "figure.html.j2:1: .*: there is no template ../secret"),
        ('{% extends "figure.html.j2" %}', "figure.html.j2:1: .*: it extends, includes or calls itself without end"),
        ("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "figure.html.j2:1: .* calls itself without end"),
        ("{{ 'x' * 10 ** 17 }}", "figure.html.j2:1: .*: it needs more memory than there is"),
        ("caf\xe9", "figure.html.j2:1: .*: it cannot be read: 'utf-8' codec can't decode"),
    ],
)
def test_faulty_template_is_the_users_fault(text, message, tmp_path):
    (tmp_path / "figure.html.j2").write_bytes(text.encode("latin-1"))
    with pytest.raises(FaultsFound, match=message):
        html_report(document(), templates=tmp_path)


@pytest.mark.nightly
def test_large_tables_make_a_page_that_can_be_sent():
    names = [f"data set number {number}" for number in range(200)]
    heads = (Cell("Data set"), *(Cell(f"algorithm {number}") for number in range(50)))
    rows = tuple(
        (Cell(name), *(bold(f"0.{row:03}{column:02}", 0.123456789012345 + row + column) for column in range(50)))
        for row, name in enumerate(names)
    )
    large = Table("t", "m", "T", "C", (heads,), rows, ("left", *("right",) * 50), detail="rank")
    page = html_report(Document("D", (), (Section("s", "S", tables=(large,)),)))
    assert len(page.encode()) < 530_000
