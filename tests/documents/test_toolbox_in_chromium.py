"""Algorithms of report.html in a real browser: lit wherever they stand; highlighted, renamed, hidden by the toolbox."""

import pytest

from rankpress.app.cli import main

MARKUP, RTL = "<i title='x'>&amp;\"", "שלום"
NAMES = ("svm", MARKUP, RTL, "knn", "tree")
HOSTILE = "<img src=x onerror=alert(1)>\"'&\u202e 😀 " + "long" * 50
SECTIONS = """\
title: Made-up scores of several algorithms
test: {within: corrected-t}
plot: [cd, within, cost-front, rank-distribution]
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory, write_study):
    """A report with names that are markup, and that read from right to left."""
    folder, datasets = tmp_path_factory.mktemp("study"), [f"set {at}" for at in range(13)]
    study = write_study(folder, NAMES, datasets, SECTIONS, scores=", costs: [seconds]", folds=5, step=-0.03)
    assert main(["build", str(study), "--only", "html", "-q"]) == 0
    return folder / "report" / "report.html"


@pytest.fixture
def report(built, chromium_page):
    """The report in the browser, its live diagram drawn."""
    opened = chromium_page(built)
    opened.page.locator(".plot text.name").first.wait_for()
    return opened


def again(page, query):
    """Open the same report with another query."""
    page.goto(page.url.partition("?")[0] + query)
    page.locator(".plot text.name").first.wait_for()


def row(page, name):
    """The row of an algorithm in the toolbox."""
    if page.locator(".toolbox").is_hidden():
        page.get_by_role("button", name="Algorithms", exact=True).click()
    return page.locator(".toolbox li").nth(NAMES.index(name))


PLACES = {
    "prose": "span.algorithm[data-lit]",
    "live diagram": ".plot .connector[data-lit]",
    "ranking": ".answer tbody tr[data-lit]",
    "columns": "#table-accuracy-scores td[data-lit]",
    "rows of the matrix": ".matrix tbody tr[data-lit]",
    "columns of the matrix": ".matrix thead th[data-lit]",
    "matrices within data sets": "#figure-accuracy-within g[data-lit]",
    "scatter plot": "#figure-accuracy-cost-front-seconds g[data-lit]",
    "distribution": "#figure-accuracy-rank-distribution g[data-lit]",
}


def test_an_algorithm_is_lit_wherever_it_stands(report):
    page = report.page
    height = page.evaluate("document.documentElement.scrollHeight")
    for name in (MARKUP, RTL):
        page.locator(".answer tbody th").filter(has_text=name).hover()
        lit = {place: page.locator(selector).count() for place, selector in PLACES.items()}
        assert 0 not in lit.values(), lit
        lit_names = page.locator("[data-lit][data-algorithm]").evaluate_all(
            "parts => parts.map((p) => p.dataset.algorithm)"
        )
        assert len({*lit_names}) == 1
        assert page.locator(".answer tr[data-lit]").count() == 1
        assert page.evaluate("document.documentElement.scrollHeight") == height
        page.locator("h1").hover()
        assert page.locator("[data-lit]").count() == 0
        row(page, name).locator("[name=name]").focus()
        page.mouse.move(1, 1)
        row(page, name).locator("[name=color]").focus()
        assert {place: page.locator(selector).count() for place, selector in PLACES.items()} == lit
        page.get_by_role("button", name="Algorithms", exact=True).click()  # the toolbox is closed again
    assert not report.complaints


@pytest.mark.weekly
def test_choices_are_kept_in_the_address(report):
    page = report.page
    again(page, "?own=1")
    row(page, "svm").locator("[name=name]").fill("SVM & more=less")
    row(page, MARKUP).locator("[name=color]").select_option("green")
    row(page, RTL).locator("[name=show]").uncheck()
    address = page.url
    page.reload()
    assert page.url == address
    assert page.locator(".answer tbody th").first.inner_text() == "SVM & more=less"
    assert page.locator(".answer tr[data-mark='3'] th").inner_text() == MARKUP
    assert not row(page, RTL).locator("[name=show]").is_checked()
    page.get_by_role("region", name="Algorithms shown").get_by_role("button", name="Reset").click()
    assert page.url.endswith("?own=1")
    assert page.locator(".answer tbody th").first.inner_text() == "svm"
    assert page.locator("main :is([data-mark], [data-off], [display=none], [data-cover])").count() == 0


@pytest.mark.weekly
def test_what_the_address_has_no_choice_for_is_ignored(report):
    page = report.page
    before = page.locator("main").inner_text()
    again(page, "?hide.other=1&hide.svm=2&mark.svm=77&mark.knn=__proto__&name.other=x&name.svm=%00%20&hide.__proto__=1")
    assert page.locator("main").inner_text() == before
    assert page.locator("main [data-mark]").count() == 0
    assert not report.complaints


def test_a_hostile_name_is_text_everywhere(report):
    page = report.page
    row(page, "svm").locator("[name=name]").fill(HOSTILE)
    page.reload()
    shown = HOSTILE.replace("\u202e", " ")[:200]
    assert page.locator("img").count() == 0
    assert page.locator(".headline .algorithm").first.text_content() == shown
    assert page.locator(".answer tbody th").first.text_content() == shown
    assert page.locator("#table-accuracy-scores thead th", has_text="<img").count() == 1
    assert page.locator(".matrix tbody th").first.text_content() == shown
    assert (page.locator(".matrix td[data-texts]").first.get_attribute("title") or "").startswith(shown)
    assert page.locator(".plot text.name", has_text="<img").count() == 1
    assert page.locator("#figure-accuracy-cost-front-seconds text", has_text="<img").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    assert not report.complaints


@pytest.mark.weekly
def test_hidden_algorithms_are_gone_and_the_page_says_so(report):
    page = report.page
    cells = page.locator("#table-accuracy-scores tbody tr").first.locator("td").count()
    statistics = page.locator(".answer tbody tr").last.inner_text()
    for name in ("svm", RTL):
        row(page, name).locator("[name=show]").uncheck()
    note = page.locator("main .hidden-algorithms")
    assert note.inner_text() == "Hidden: 2 of 5 algorithms. All statistics are of all 5."
    assert page.locator(".answer tbody tr:visible").count() == 3
    assert page.locator(".answer tbody tr").last.inner_text() == statistics
    visible = "cells => cells.filter((cell) => getComputedStyle(cell).display !== 'none').length"
    assert page.locator("#table-accuracy-scores tbody tr").first.locator("td").evaluate_all(visible) == cells - 2
    assert page.locator("#table-accuracy-scores thead th.group").evaluate("head => head.colSpan") == 3
    assert page.locator(".matrix tbody tr").evaluate_all(visible) == 2  # the best and another of four rows are gone
    assert page.locator(".plot text.name:visible").count() == 3
    for figure in ("within", "cost-front-seconds", "rank-distribution"):
        hidden = page.locator(f"#figure-accuracy-{figure} :is([display=none], [data-cover])").count()
        assert hidden >= 4, figure
    page.emulate_media(media="print")
    assert note.is_visible()
    assert page.locator(".toolbox").is_hidden()
    assert not report.complaints
