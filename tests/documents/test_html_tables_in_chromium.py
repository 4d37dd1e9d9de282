"""Tables of report.html in a real browser: filtered, kept in view, copied, saved; copies are pasted where they belong.

Copied LaTeX is set by pdfLaTeX and read back from the PDF, Markdown by a parser of it, CSV compared with the CSV file.
"""

import csv
import io
import subprocess
from dataclasses import replace

import pytest
from markdown_it import MarkdownIt

from rankpress.core.document import Document, Section
from rankpress.core.table import Cell, Table, table_csv
from rankpress.figures.colours import LEAST_CONTRAST, contrast
from rankpress.report.page import html_report
from rankpress.topics.scores.cells import VIEWS
from tests.documents.conftest import write_page
from tests.documents.polling import wait_until

# Each shown as written by LaTeX, Markdown and CSV alike; what pdftotext cannot give back is left out.
NAMES = [
    *r"a_b^c¦50% & #1¦$x$ {y} ~z¦\input{passwd}¦<img src=x onerror=alert(1)>¦p|q `r` **s** [t](u)".split("¦"),
    *"[0, 1]¦*star¦=1+1¦- item¦http://www.example.com¦naïve, Ulaş¦--x¦1. one¦# head¦</script>".split("¦"),
]


def marked(text, value, *marks, detail="", detail_value=None):
    return Cell(f"{text} {detail}".strip(), value, frozenset(marks), detail=detail, detail_value=detail_value)


def pairs():
    """Pairs of names with a difference in an interval and a p-value, under two rows of heads."""
    rows = (
        (
            Cell(name),
            Cell(f"r{place:02}"),
            marked(f"−{place}.25", -place - 0.254321, "bold", detail="[0.1, 0.2]", detail_value=(0.111, 0.222)),
            marked("<0.001", 1e-9 * (place + 1), "significant"),
        )
        for place, name in enumerate(NAMES)
    )
    summary = (Cell("Average"), Cell(""), marked("0.50", 0.5, "underline"), Cell("–", ""))
    over = (Cell(""), Cell(""), Cell("accuracy ↑ by fold_mean", span=2))
    head = (over, tuple(map(Cell, ("a", "b", "Difference", "p"))))
    aligned, parts = ("left", "left", "right", "right"), {"detail": "interval", "detail_parts": ("from", "to")}
    options = {"footer": 1, "notes": ("Bold: best_of_all.",), "kind": "pairs", "stub": 2}
    return Table(
        "pairs", "accuracy", "Pairs of 50% & more", "All.", head, (*rows, summary), aligned, **options, **parts
    )


def wide():
    """Many columns, the first two of which name a row, under one head."""
    rows = tuple((Cell("set"), Cell(f"b{row}"), *(Cell(f"{row}.{at:03}") for at in range(40))) for row in range(60))
    head = (Cell("a"), Cell("b"), *(Cell(f"algorithm {at}") for at in range(40)))
    spanner = (Cell(""), Cell(""), Cell("accuracy ↑", span=40))
    aligned = ("left", "left", *("right",) * 40)
    return Table("wide", "accuracy", "Wide", "All.", (spanner, head), rows, aligned, stub=2)


def matrix():
    """Three algorithms, two quantities, and numbers above the columns."""

    def p(text, other, *marks):
        return replace(marked(text, float(text), *marks), others=(other,))

    rows = (
        (
            Cell("1 a|", "a|"),
            p("0.200", "−0.01 [−0.03, 0.01]", "muted"),
            p("0.004", "0.20 [0.10, 0.30]", "significant"),
        ),
        (Cell("2 b<i>", "b<i>"), Cell("", ""), p("0.040", "0.15 [0.05, 0.25]", "significant")),
    )
    head, options = (
        (Cell("Algorithm"), Cell("2", "b<i>"), Cell("3", "c")),
        {"quantities": ("p (Holm)", "Mean difference")},
    )
    aligned = ("left", "right", "right")
    return Table("matrix", "accuracy", "Pairs", "All.", (head,), rows, aligned, kind="pairwise-p", **options)


def scores():
    """Two data sets whose cells have ranks, differences to the best and shades behind them, and a missing result."""

    def score(text, value, rank, gap, shade, detail="", *marks):
        cell = marked(text, value, *marks, detail=detail, detail_value=1.0 if detail else None)
        return replace(cell, others=(rank, gap), shade=shade)

    rows = (
        (
            Cell("iris"),
            score("0.900", 0.9004, "1 †", "0.000 †", 100, "± 0.01 †", "bold"),
            score("0.800", 0.8, "2", "0.100", 0, "± 0.01"),
        ),
        (Cell("wine"), score("–", "", "2", "–", 0, "", "muted"), score("0.70", 0.7, "1", "0.00", 100, "", "bold")),
        (Cell("Average rank"), Cell("1.50", 1.5), Cell("1.50", 1.5)),
    )
    head, options = tuple(map(Cell, ("Data set", "knn", "svm"))), {"kind": "scores", "detail": "sd", "views": VIEWS}
    aligned = ("left", "right", "right")
    return Table("scores", "accuracy", "Scores", "All.", (head,), rows, aligned, footer=1, **options)


PIXELS = """
(element) => {
  const painted = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const hex = (colour) => {
    painted.fillStyle = colour;
    painted.fillRect(0, 0, 1, 1);
    const parts = [...painted.getImageData(0, 0, 1, 1).data].slice(0, 3);
    return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  };
  const ground = getComputedStyle(element.closest("td")).backgroundColor;
  const paper = getComputedStyle(document.body).backgroundColor;
  return [hex(ground === "rgba(0, 0, 0, 0)" ? paper : ground), hex(getComputedStyle(element).color)];
}
"""
UNFOLD = "document.querySelectorAll('main section details').forEach((fold) => { fold.open = true; })"


@pytest.fixture(scope="module")
def written(tmp_path_factory, drawing):
    """A report with these tables and a figure; each test waits for the page, so that the wide one has its own."""
    tables = (pairs(), matrix(), scores())
    section = Section("tests", "Tests", tables=tables, drawings=(drawing("order"),))
    return write_page(tmp_path_factory.mktemp("page"), Document("A study", ("Summary.",), (section,)))


@pytest.fixture
def page(written, chromium_page):
    """This report in the browser, its clipboard within reach."""
    opened = chromium_page(written)
    opened.page.evaluate(UNFOLD)
    opened.page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    yield opened.page
    assert opened.complaints == []
    assert opened.requests == [opened.page.url]


def choose(page, table, item):
    """Choose an item of the menu of a table, and return what it puts into the clipboard."""
    page.evaluate("delete window.copied")
    page.get_by_role("button", name=f"Copy Table {table}").click()
    page.get_by_role("menuitem", name=item).click()
    wait_until(page, "'copied' in window")
    return str(page.evaluate("window.copied"))


def copied(page, form):
    return choose(page, 1, f"Copy as {form}")


def shown_rows(page):
    return page.locator("#table-pairs tbody:first-of-type tr:visible")


def test_a_matrix_shows_the_quantity_that_is_chosen(page):
    part = page.locator("#table-matrix")
    cells = part.locator("[data-texts]")
    assert cells.all_inner_texts() == ["0.200", "0.004", "0.040"]
    assert cells.nth(0).get_attribute("title") == "a|, b<i>: p (Holm) 0.200"
    classes = [cell.get_attribute("class") for cell in cells.all()]
    assert classes == ["muted", "significant shade-2", "significant shade-1"]
    part.get_by_label("Show").select_option("Mean difference")
    shown = [" ".join(text.split()) for text in cells.all_inner_texts()]
    assert shown == ["−0.01 [−0.03, 0.01]", "0.20 [0.10, 0.30]", "0.15 [0.05, 0.25]"]
    assert cells.nth(2).get_attribute("title") == "b<i>, c: Mean difference 0.15 [0.05, 0.25]"
    head, first, _ = csv.reader(io.StringIO(choose(page, 2, "Copy as CSV")))
    assert head == ["", "b<i>", "c"]
    assert first[::2] == ["a|", "0.20 [0.10, 0.30]"]


def shown_scores(page):
    rows = page.locator("#table-scores tbody tr").all()
    return [[text.strip() for text in row.locator("td").all_inner_texts()] for row in rows]


def test_one_table_shows_scores_ranks_and_differences_with_the_same_marks(page):
    part = page.locator("#table-scores")
    as_built = shown_scores(page)
    assert as_built == [["0.900 ± 0.01 †", "0.800 ± 0.01"], ["–", "0.70"], ["1.50", "1.50"]]
    part.get_by_role("radio", name="Scores").focus()
    page.keyboard.press("ArrowRight")
    assert page.get_by_role("group", name="Show").get_by_role("radio", name="Ranks").is_checked()
    shown = [[" ".join(text.split()) for text in row] for row in shown_scores(page)]
    assert shown == [["1 †", "2"], ["2", "1"], ["1.50", "1.50"]]
    assert part.locator("b").all_inner_texts() == ["1", "1"]
    assert part.locator("caption strong").inner_text() == "Table 3 (ranks)."
    assert [row[1] for row in csv.reader(io.StringIO(choose(page, 3, "Copy as CSV")))] == ["knn", "1", "2", "1.50"]
    part.get_by_role("radio", name="Difference from best").check()
    assert [row[1].split() for row in shown_scores(page)] == [["0.100"], ["0.00"], ["1.50"]]
    part.get_by_role("radio", name="Scores").check()
    assert shown_scores(page) == as_built


def test_shaded_scores_can_be_read(page):
    part = page.locator("#table-scores")
    cells = part.locator("tbody td")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        part.get_by_role("radio", name="Scores").check()
        plain = cells.evaluate_all(f"cells => cells.map({PIXELS})")
        part.get_by_role("radio", name="Heat").check()
        shaded = cells.evaluate_all(f"cells => cells.map({PIXELS})")
        changed = [one[0] != other[0] for one, other in zip(plain, shaded, strict=True)]
        assert changed == [True, False, False, True, False, False], scheme
        details = part.locator("tbody small").evaluate_all(f"cells => cells.map({PIXELS})")
        assert all(contrast(paper, ink) >= LEAST_CONTRAST for paper, ink in (*shaded, *details)), scheme


@pytest.mark.weekly
def test_without_scripts_scores_stand_alone_and_files_are_linked(tmp_path, chromium):
    path = tmp_path / "report.html"
    path.write_text(html_report(Document("A study", (), (Section("s", "S", tables=(scores(),)),))), encoding="utf-8")
    context = chromium.new_context(offline=True, java_script_enabled=False)
    page = context.new_page()
    page.goto(path.as_uri())
    assert page.locator("#table-scores table").is_visible()
    assert not page.locator(".views").is_visible()
    assert page.locator("#table-scores .tools a").get_attribute("href") == "tables/scores.csv"
    context.close()


def test_filters_rows_by_all_words(page):
    box = page.get_by_role("searchbox", name="Filter the rows of Table 1")
    box.fill("R1 -1")
    assert shown_rows(page).count() == 6
    count = page.locator("#table-pairs output")
    assert count.inner_text() == f"6 of {len(NAMES)} rows"
    box.fill("−11 R1")
    assert shown_rows(page).count() == 1
    box.fill("<img")
    assert shown_rows(page).all_inner_texts()[0].startswith("<img src=x")
    assert page.locator("#table-pairs tbody").last.is_visible()
    box.fill("nothing such")
    assert shown_rows(page).count() == 0
    assert count.inner_text() == f"0 of {len(NAMES)} rows"
    box.fill("")
    assert shown_rows(page).count() == len(NAMES)
    assert count.inner_text() == ""


def test_controls_of_a_table_stand_within_the_page_and_beside_its_caption(open_report):
    names = [f"{'a long name ' * 20}{place}" for place in range(3)]
    rows = tuple((Cell(name), Cell(f"b{place}"), Cell("0.5", 0.5)) for name in names for place in range(6))
    head = tuple(map(Cell, ("a", "b", "p")))
    caption = "A caption of several lines. " * 12
    table = Table("t", "accuracy", "Pairs", caption, (head,), rows, ("left", "left", "right"), stub=2)
    few = replace(table, name="few", rows=rows[:3])
    page = open_report(Document("A study", ("S.",), (Section("tests", "Tests", tables=(table, few)),))).page
    page.evaluate(UNFOLD)
    page.get_by_role("searchbox").fill("b1")  # whereupon the number of rows stands there too
    for width in (390, 1280, 1600):
        page.set_viewport_size({"width": width, "height": 800})
        for name in ("t", "few"):
            captioned = box(page.locator(f"#table-{name} caption div"))
            right, bottom = captioned["x"] + captioned["width"], captioned["y"] + 1
            for control in page.locator(f"#table-{name} .tools > *").all():
                one = control.bounding_box()
                if one is not None and one["width"]:
                    assert 0 <= one["x"] < one["x"] + one["width"] <= width
                    is_beside = one["x"] >= right or one["x"] + one["width"] <= captioned["x"]
                    assert is_beside or one["y"] + one["height"] <= bottom, width


def test_copies_what_the_csv_file_says(page):
    ours = list(csv.reader(io.StringIO(copied(page, "CSV"))))
    kept = list(csv.reader(io.StringIO(table_csv(pairs()))))
    assert len(ours) == len(kept)
    assert ours[0] == kept[0] == ["a", "b", "Difference", "Difference from", "Difference to", "p"]
    for one, other in zip(ours[1:], kept[1:], strict=True):
        assert one[:2] == other[:2]
        assert [field == "" for field in one] == [field == "" for field in other]
        numbers, exact = ([float(field) for field in row[2:] if field] for row in (one, other))
        assert numbers == pytest.approx(exact, rel=5e-6)


def test_copies_latex_that_shows_every_name(page, pdflatex):
    fragment = copied(page, "LaTeX")
    assert fragment.splitlines()[0] == r"% needs \usepackage{booktabs}"
    assert r"\multicolumn{2}{c}{accuracy" in fragment
    assert r"\cmidrule(lr){3-4}" in fragment
    packages = r"\usepackage{booktabs,lmodern}\usepackage[T1]{fontenc}\input{glyphtounicode}\pdfgentounicode=1"
    document = rf"\documentclass{{article}}{packages}\begin{{document}}\footnotesize"
    made = pdflatex(f"{document}\n{fragment}\n\\end{{document}}\n")
    assert not [line for line in made.warnings if "Overfull" not in line]
    read = ["pdftotext", "-layout", made.pdf, "-"]
    text = subprocess.run(read, capture_output=True, text=True, check=True, timeout=120).stdout
    seen = " ".join(text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").split())
    missing = [name for name in NAMES if " ".join(name.split()) not in seen.replace("‘", "`")]
    assert missing == []
    assert "best_of_all" not in text  # notes are comments


def test_copies_markdown_that_shows_every_name(page):
    text = copied(page, "Markdown")
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(text)
    cells = [token for token in tokens if token.type == "inline"]
    inside = [child for cell in cells for child in cell.children or [] if child.type not in ("text", "text_special")]
    shown = ["".join(child.content for child in cell.children or []) for cell in cells]
    assert shown[:4] == ["a", "b", "Difference", "p"]
    assert shown[4::4][: len(NAMES)] == NAMES
    assert {child.type for child in inside} == {"strong_open", "strong_close", "html_inline"}
    assert {child.content for child in inside if child.type == "html_inline"} == {"<u>", "</u>"}
    assert shown[-1] == "Bold: best_of_all."
    assert "| **−1.25** \\[0.1, 0.2\\] |" in text  # a number needs no backslash


RICH = """async () => {
    navigator.clipboard.write = async ([item]) => {
        const read = async (type) => (await item.getType(type)).text();
        window.copied = [await read("text/html"), await read("text/plain")];
    };
}"""


def test_copies_rich_text_with_marks(page):
    page.evaluate(RICH)
    choose(page, 1, "Copy for Word or Docs")
    markup, tabs = page.evaluate("window.copied")
    pasted = page.context.new_page()
    pasted.set_content(markup)
    assert pasted.locator("th").all_inner_texts()[-4:] == ["a", "b", "Difference", "p"]
    assert pasted.locator("td:first-child").evaluate_all("(cells) => cells.map((cell) => cell.textContent)")[
        : len(NAMES)
    ] == [name.strip() for name in NAMES]
    assert pasted.locator("b").first.inner_text() == "\u22120.25"
    assert "[0.1, 0.2]" in pasted.locator("td").all_inner_texts()[2]
    assert pasted.locator("p").last.inner_text() == "Bold: best_of_all."
    assert tabs.splitlines()[-1].count("\t") == 3
    pasted.close()


def test_copies_what_is_shown(page):
    page.get_by_role("searchbox", name="Filter the rows of Table 1").fill("r1")
    page.locator("#table-pairs").get_by_role("button", name="Difference").click()
    rows = list(csv.reader(io.StringIO(copied(page, "CSV"))))
    assert [row[1] for row in rows[1:]] == [*(f"r{at}" for at in (15, 14, 13, 12, 11, 10)), ""]
    assert copied(page, "LaTeX").count("r1") == 6
    assert copied(page, "Markdown").count("r1") == 6


def test_menu_by_keyboard(page):
    opener = page.locator("#table-pairs").get_by_role("button", name="Copy Table 1")
    opener.focus()
    page.keyboard.press("Enter")
    assert opener.get_attribute("aria-expanded") == "true"
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.textContent") == "Save as CSV"
    page.keyboard.press("Home")
    assert page.evaluate("document.activeElement.textContent") == "Copy as LaTeX"
    page.keyboard.press("Escape")
    assert opener.get_attribute("aria-expanded") == "false"
    assert page.evaluate("document.activeElement.textContent") == "Copy"
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    wait_until(page, "'copied' in window")
    assert page.evaluate("window.copied").startswith("a,b,Difference")
    assert page.locator(".status").inner_text() == "Copied Table 1: Pairs of 50% & more as CSV"


def test_saves_files(page, tmp_path):
    for place, choice, name, starts in (
        ("#table-pairs", "Save as CSV", "pairs.csv", b"a,b,Difference"),
        ("#figure-accuracy-order", "As SVG", "accuracy-order.svg", b"<svg "),
        ("#figure-accuracy-order", "As PNG", "accuracy-order.png", b"\x89PNG"),
    ):
        page.locator(f"{place} .menu > button").click()
        with page.expect_download() as begun:
            page.get_by_role("menuitem", name=choice).click()
        assert begun.value.suggested_filename == name
        begun.value.save_as(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(starts)
    other = page.context.new_page()
    other.goto((tmp_path / "accuracy-order.svg").as_uri())
    assert other.locator("path").count() == 1
    other.close()


def test_names_and_what_is_over_many_columns_stay_in_view(open_report):
    opened = open_report(Document("A study", ("Summary.",), (Section("tests", "Tests", tables=(wide(),)),)))
    page = opened.page
    page.evaluate(UNFOLD)
    page.set_viewport_size({"width": 1200, "height": 600})
    scroll = page.locator("#table-wide .scroll")
    scroll.evaluate("element => element.scrollTo(900, 700)")
    frame = box(scroll)
    wait_until(page, "document.querySelector('#table-wide .scroll.left')")
    assert scroll.evaluate("element => element.clientWidth === element.parentElement.clientWidth")
    first, second = (box(page.locator(f"#table-wide tbody tr:nth-child(40) > :nth-child({at})")) for at in (1, 2))
    assert abs(first["x"] - frame["x"]) < 2
    assert abs(second["x"] - (first["x"] + first["width"])) < 2
    heads = [box(page.locator(f"#table-wide thead tr:last-child > :nth-child({at})")) for at in (1, 2)]
    assert [round(head["x"]) for head in heads] == [round(first["x"]), round(second["x"])]
    assert box(page.locator("#table-wide thead tr").first)["y"] >= frame["y"] - 1
    over = box(page.locator("#table-wide .group > span"))
    assert over["x"] > second["x"] + second["width"]
    assert over["x"] + over["width"] < frame["x"] + frame["width"]
    # where the window is narrow, names would take it up
    page.set_viewport_size({"width": 160, "height": 600})
    wait_until(page, "document.querySelector('#table-wide .pinned-1')")
    assert opened.complaints == []


def box(locator):
    return dict(locator.bounding_box())


def test_contents_lead_to_their_sections_in_a_large_page(open_report):
    row = tuple(Cell(f"0.{at:03}", at / 1000) for at in range(40))
    rows = ((Cell("set"), *row),) * 60
    aligned = ("left", *("right",) * 40)
    head = (Cell("Data set"), *(Cell(f"algorithm {at}") for at in range(40)))
    names = ("one", "two", "three")
    tables = [Table(name, "m", name, "C", (head,), rows, aligned) for name in names]
    sections = tuple(Section(table.name, table.name, tables=(table,)) for table in tables)
    page = open_report(Document("A study", ("Summary.",), sections)).page
    page.set_viewport_size({"width": 1500, "height": 800})
    page.evaluate(UNFOLD)
    for name in ("three", "one"):
        page.get_by_role("navigation").get_by_role("link", name=name).click()
        wait_until(page, "name => Math.abs(document.getElementById(name).getBoundingClientRect().top - 16) < 2", name)
        wait_until(page, "name => document.querySelector('nav [aria-current]').textContent === name", name)
