"""report.html in a real browser: no request, no complaint, sorting, copying, light and dark, any width."""

import io
import re
from dataclasses import replace

import pytest
from pypdf import PdfReader

from rankpress.core.bibliography import cite, library
from rankpress.core.document import Document, Section
from rankpress.core.table import Cell, Table
from rankpress.wording.text import say
from tests.documents.conftest import SVG, write_page
from tests.documents.polling import wait_until


def score(value, rank, *marks):
    detail = f"({rank:g})"
    return Cell(f"{value:.3f} {detail}", value, frozenset(marks), detail=detail, detail_value=rank)


def scores(rows, columns, name="accuracy-scores"):
    """A table of scores, the greater the later."""
    heads = (Cell("Data set"), *(Cell(f"algorithm_{column}(depth={column})") for column in range(columns)))
    body = tuple(
        (Cell(f"set {row}"), *(score((row * 7 % rows) / rows + column / 1e3, 1.5) for column in range(columns)))
        for row in range(rows)
    )
    footer = (Cell("Average rank"), *(Cell("1.50", 1.5) for _ in range(columns)))
    aligned = ("left", *("right",) * columns)
    return Table(name, "accuracy", "Scores", "Means.", (heads,), (*body, footer), aligned, 1, detail="rank")


def comparisons():
    """A table with two columns that name its rows, numbers of all kinds and a missing one."""
    values = ((-1.25, 0.2), (0.5, 1e-9), (-10.0, 0.03), (0.125, None))
    rows = tuple(
        (
            Cell(f'=a{place}, "b"'),
            Cell("x" * 300 if place == 1 else f"c{place}"),
            Cell(f"{number:.2f}".replace("-", "\N{MINUS SIGN}"), number),
            Cell("–", "") if p is None else Cell("<0.001" if p < 0.001 else f"{p:.3f}", p, frozenset({"significant"})),
        )
        for place, (number, p) in enumerate(values)
    )
    heads = (Cell("Better"), Cell("Worse"), Cell("Difference"), Cell("p"))
    return Table("pairs", "accuracy", "Pairs", "All.", (heads,), rows, ("left", "left", "right", "right"), stub=2)


FOLDS = "document.querySelectorAll('main section details').forEach((fold) => {{ fold.open = {}; }})"


def write_report(folder, drawing, *tables):
    """Write a report with some tables of scores, one of comparisons and a figure."""
    long = "ab" * 200
    tests = Section("tests", f"Tests {long}", (long,), (long,), tables=(comparisons(),), drawings=(drawing("cd"),))
    sections = (Section("scores", "Scores", tables=tables), tests)
    provenance = (("study.yaml", "sha256 " + "0f" * 32),)
    document = Document(f"A study of {long}", ("Summary.",), sections, provenance=provenance)
    return write_page(folder, document)


@pytest.fixture(scope="module")
def written(tmp_path_factory, drawing):
    return write_report(tmp_path_factory.mktemp("page"), drawing, scores(6, 2))


@pytest.fixture
def report(written, chromium_page):
    """A report in the browser, without a table for which it would take long."""
    opened = chromium_page(written)
    opened.page.evaluate(FOLDS.format("true"))
    return opened


@pytest.fixture(scope="module")
def written_wide(tmp_path_factory, drawing):
    return write_report(tmp_path_factory.mktemp("wide"), drawing, scores(6, 2), scores(60, 40, "wide"))


@pytest.fixture
def wide_report(written_wide, chromium_page):
    """A report with a wide and long table in the browser."""
    opened = chromium_page(written_wide)
    opened.page.evaluate(FOLDS.format("true"))
    return opened


def column(page, table, place):
    cells = page.locator(f"#table-{table} tbody:first-of-type tr > :nth-child({place})")
    return [text.split()[0] for text in cells.all_inner_texts()]


def test_a_drawing_scrolls_on_a_narrow_page_with_legible_letters_and_is_larger_while_it_has_the_focus(report):
    page = report.page
    page.set_viewport_size({"width": 390, "height": 800})
    drawing, svg = page.locator(".drawing"), page.locator(".drawing svg")
    whole = svg.bounding_box()["width"]
    assert 9 / 7 * 5.5 * 72 <= whole < 520  # letters of 7 pt in a drawing as wide as a page have 9 px
    assert drawing.evaluate("element => element.scrollWidth > element.clientWidth")
    drawing.click()
    assert svg.bounding_box()["width"] > 1.2 * whole
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.keyboard.press("Tab")
    assert svg.bounding_box()["width"] == whole


def test_fits_any_width(wide_report):
    for width in (390, 1200):
        assert_fits(wide_report.page, width)


def assert_fits(page, width):
    page.set_viewport_size({"width": width, "height": 800})
    # an observer finds which tables fit, in the frame after the one that has the new width
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    wait_until(page, "width => document.documentElement.scrollWidth <= width", width)
    # what is wider scrolls by itself, can be reached by the keyboard, and no text lies outside of its box
    wide = page.locator("#table-wide .scroll")
    assert wide.evaluate("element => element.scrollWidth > element.clientWidth")
    assert wide.get_attribute("tabindex") == "0"
    contents = page.get_by_role("navigation", name="Contents")
    assert contents.count() == 1  # at the side or on top, never both


def test_sorts_numbers_by_their_unrounded_values(report):
    page = report.page
    head = page.locator("#table-pairs thead th:nth-child(4)")
    printed = column(page, "pairs", 4)
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "ascending"
    assert column(page, "pairs", 4) == ["<0.001", "0.030", "0.200", "–"]  # what is missing comes last
    head.get_by_role("button").press("Enter")
    assert head.get_attribute("aria-sort") == "descending"
    assert column(page, "pairs", 4) == ["0.200", "0.030", "<0.001", "–"]
    head.get_by_role("button").click()
    assert column(page, "pairs", 4) == printed
    page.locator("#table-pairs thead th:nth-child(3) button").click()
    assert column(page, "pairs", 3) == ["−10.00", "−1.25", "0.12", "0.50"]
    assert page.locator(".status").inner_text() == "Sorted by Difference: ascending"


def test_sorting_leaves_average_ranks_below(report):
    page = report.page
    page.locator("#table-accuracy-scores thead th:nth-child(2) button").click()
    assert column(page, "accuracy-scores", 2) == sorted(column(page, "accuracy-scores", 2))
    assert page.locator("#table-accuracy-scores tr").last.inner_text().startswith("Average rank")


@pytest.fixture
def folded(open_report):
    """A report whose appendix is folded and far below, and whose text cites a source there."""
    source = library()["demsar2006"]
    tall = replace(scores(20, 4), name="tall")
    sections = (
        Section("scores", "Scores", (say("As {} has it.", cite("demsar2006")),), tables=(tall,)),
        Section("methods", "Methods", ("What was done.",)),
        Section("data", "Data", ("What there was.",), tables=(scores(60, 3, "long"),)),
        Section("references", "References", references=(source,)),
    )
    page = open_report(Document("A study", ("Summary.",), sections, provenance=(("study.yaml", "0"),))).page
    page.evaluate("document.body.style.paddingBottom = '100vh'")  # so that each target can come to the top
    return page


TO_TOP = "scrollTo({ top: 0, behavior: 'instant' })"  # no link is clicked while the page still scrolls
IN_VIEW = """(id) => {
  const target = document.getElementById(id);
  const { top, height } = target.getBoundingClientRect();
  return !target.closest("details:not([open])") && height > 0 && top >= 0 && top < 90;
}"""


@pytest.mark.parametrize(("width", "way"), [(390, "key"), (1280, "hash")])
def test_a_link_opens_the_fold_and_goes_there(folded, width, way):
    folded.set_viewport_size({"width": width, "height": 800})
    folded.emulate_media(reduced_motion="no-preference" if way == "hash" else "reduce")  # smoothly, and else at once
    for target in ("methods", "data", "report-provenance", "references", "reference-demsar2006"):
        if way == "hash":
            folded.evaluate(f"location.hash = '{target}'")
        else:
            folded.evaluate(TO_TOP)
            folded.evaluate("document.querySelectorAll('nav.top details').forEach((fold) => { fold.open = true; })")
            link = folded.locator(f"a[href='#{target}']:visible").first
            link.press("Enter")
        wait_until(folded, IN_VIEW, target)
    # and again, where the address leads there already
    folded.evaluate(TO_TOP)
    folded.evaluate("document.querySelectorAll('main details').forEach((fold) => { fold.open = false; })")
    if way != "hash":
        link = folded.locator("a.citation").first
        link.press("Enter")
        wait_until(folded, IN_VIEW, "reference-demsar2006")


def test_light_and_dark(report):
    page = report.page
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.emulate_media(color_scheme="dark")
    dark = page.evaluate(paper)
    assert dark != light
    page.get_by_role("button", name="Light").click()
    assert page.evaluate(paper) == light
    page.reload()
    assert page.evaluate(paper) == light  # the choice is remembered
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.querySelector('.drawing')).backgroundColor") == "rgb(255, 255, 255)"


def test_keyboard_reaches_the_text_first(report):
    page = report.page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the report"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")


def test_screen_readers_announce_what_is_there(report):
    page = report.page
    assert page.get_by_role("main").count() == 1
    assert page.get_by_role("img", name="A line.").count() == 1
    assert page.get_by_role("table", name="Table 2. All.").count() == 1
    assert page.get_by_role("rowheader", name="=a0").count() == 1
    assert page.get_by_role("columnheader", name="Difference").count() == 1
    assert page.get_by_role("cell", name="<0.001 significant").count() == 1
    levels = page.evaluate("[...document.querySelectorAll('h1, h2, h3')].map((head) => head.tagName)")
    assert levels[0] == "H1"
    assert set(levels[1:]) == {"H2", "H3"}


def test_nothing_is_printed_over_a_long_table(wide_report):
    page = wide_report.page
    page.set_viewport_size({"width": 1200, "height": 600})
    wait_until(page, "document.querySelector('#table-wide .tall')")
    page.emulate_media(media="print")
    ends = "document.querySelector('#table-wide table').getBoundingClientRect().bottom"
    next_begins = "document.querySelector('#tests').getBoundingClientRect().top"
    assert page.evaluate(f"{ends} <= {next_begins}")


@pytest.mark.weekly
def test_each_page_that_is_printed_has_the_heads_of_its_table(wide_report):
    wide_report.page.evaluate(FOLDS.format("false"))  # what is folded is printed
    wide_report.page.emulate_media(media="print")
    titles = "[...document.querySelectorAll('.folded > .table caption strong')].map((title) => title.offsetWidth)"
    assert min(wide_report.page.evaluate(titles)) > 20  # which the fold has on screen
    pages = PdfReader(io.BytesIO(wide_report.page.pdf(format="A4"))).pages
    texts = [page.extract_text() for page in pages]
    with_rows = [text for text in texts if re.search(r"^set \d+", text, re.MULTILINE)]
    assert len(with_rows) > 1
    assert all(re.search(r"Data\s+set", text) for text in with_rows)


@pytest.mark.parametrize(("figure", "table"), [("forest", "example-scores"), ("leaderboard", "leaderboard")])
def test_a_study_without_average_ranks_begins_with_its_intervals_and_their_table(figure, table, open_report, drawing):
    tables = (replace(scores(5, 3, "others"), kind="scores"), replace(scores(5, 3, "first"), kind=table))
    sections = (Section("s", "Scores", tables=tables, drawings=(drawing("scatter"), drawing(figure))),)
    page = open_report(Document("A study", ("Summary.",), sections)).page
    assert page.locator(".answer > figure").get_attribute("id") == f"figure-accuracy-{figure}"
    assert page.locator(".answer > .table").get_attribute("id") == "table-first"
    assert page.locator(f"#figure-accuracy-{figure}").count() == 1  # and not once more in its section
    page.set_viewport_size({"width": 1280, "height": 900})
    boxes = [page.locator(f".answer > {part}").bounding_box() for part in ("figure", ".table")]
    assert boxes[0]["y"] == pytest.approx(boxes[1]["y"], abs=2)


def test_a_wide_drawing_of_the_first_screen_keeps_its_letters_legible(open_report, drawing):
    wide = SVG.replace(b"450", b"520")
    sections = (
        Section(
            "s", "S", tables=(replace(scores(5, 3), kind="leaderboard"),), drawings=(drawing("leaderboard", svg=wide),)
        ),
    )
    page = open_report(Document("A study", ("Summary.",), sections)).page
    page.set_viewport_size({"width": 1280, "height": 900})
    svg, table = (page.locator(f".answer {part}").bounding_box() for part in ("svg", "table"))
    assert svg["width"] > 900
    assert table["y"] > svg["y"] + svg["height"]


def test_lines_of_prose_are_no_longer_than_can_be_read_and_tools_stand_by_their_table(open_report):
    prose = ("A sentence of the usual length on the results of tests. " * 12,)
    sections = (Section("s", "Scores", prose, prose, tables=(scores(12, 2),)),)
    page = open_report(Document("A study", prose, sections)).page
    for width in (1280, 1600):
        page.set_viewport_size({"width": width, "height": 900})
        size = 17.0  # of letters, in pixels
        for paragraph in page.locator("main section p").all():
            assert paragraph.bounding_box()["width"] <= 66 * size
        table, tools = (page.locator(f"#table-accuracy-scores {part}").bounding_box() for part in ("table", ".tools"))
        assert tools["x"] + tools["width"] <= max(table["x"] + table["width"], table["x"] + 50 * 16) + 2
        caption = page.locator("#table-accuracy-scores caption div").bounding_box()
        assert caption["y"] >= tools["y"] + tools["height"] or caption["x"] + caption["width"] <= tools["x"]
