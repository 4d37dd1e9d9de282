"""Tables as a notebook shows them, in a real browser: the page around them looks as it did, and they look alike in any.

The page has rules such as JupyterLab's for the tables of a notebook: stripes, numbers to the right, no borders.
"""

import pytest

from rankpress.core.table import Cell, Table

BOLD = frozenset({"bold"})
TABLE = Table(
    name="accuracy-scores",
    metric="accuracy",
    kind="scores",
    title="Scores",
    caption="Scores of two.",
    head=((Cell(""), Cell("accuracy ↑", span=2)), (Cell("Data set"), Cell("tree"), Cell("forest"))),
    rows=(
        (Cell("iris"), Cell("0.90", 0.9, BOLD), Cell("0.80", 0.8, frozenset({"underline", "significant"}))),
        (Cell("Average rank"), Cell("1.00", 1.0), Cell("2.00", 2.0)),
    ),
    align=("left", "right", "right"),
    footer=1,
    notes=("Bold is best.",),
)
PAGE = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>notebook</title><style>
body {{ background: {paper}; color: {ink}; }}
.jp table {{ border: none; border-collapse: collapse; font-size: 12px; table-layout: fixed; }}
.jp tbody tr:nth-child(odd) {{ background: {stripe}; }}
.jp td, .jp th {{ text-align: right; padding: 0.5em; max-width: none; vertical-align: middle; }}
</style></head><body><div class="jp">
<table id="outside"><caption>c</caption><tbody><tr><th>a</th><td><b>b</b></td></tr></tbody></table>
<p class="notes" id="note">note</p>{shown}</div></body></html>"""
STYLES = """selector => [...document.querySelectorAll(selector)].map(one => {
  const style = getComputedStyle(one)
  return [one.tagName, ...style].map((name, at) => at ? style.getPropertyValue(name) : name).join("|")
})"""


@pytest.mark.parametrize(("paper", "ink", "stripe"), [("white", "black", "#f5f5f5"), ("#111", "#ddd", "#222")])
def test_the_page_around_is_left_alone(tmp_path, chromium_page, paper, ink, stripe):
    styles = {}
    for name, shown in (("with", TABLE._repr_html_()), ("without", "")):
        path = tmp_path / f"{name}.html"
        path.write_text(PAGE.format(shown=shown, paper=paper, ink=ink, stripe=stripe), encoding="utf-8")
        opened = chromium_page(path)
        styles[name] = opened.page.evaluate(STYLES, "#outside, #outside *, #note")
        assert opened.complaints == []
    assert styles["with"] == styles["without"]


def test_a_table_looks_as_in_the_report(tmp_path, chromium_page):
    path = tmp_path / "page.html"
    path.write_text(PAGE.format(shown=TABLE._repr_html_(), paper="#111", ink="#ddd", stripe="#222"), encoding="utf-8")
    page = chromium_page(path).page

    def style(selector, what):
        return str(page.locator(selector).first.evaluate(f"one => getComputedStyle(one).{what}"))

    inside = ".rankpress table"
    assert style(f"{inside} tbody tr", "backgroundColor") == "rgba(0, 0, 0, 0)"
    assert style(f"{inside} tbody th", "textAlign") == "left"
    assert style(f"{inside} tbody td", "textAlign") == "right"
    assert style(f"{inside} tbody tr:first-child :nth-child(2)", "fontWeight") == "700"
    assert style(f"{inside} tbody tr:first-child :nth-child(3)", "textDecorationLine") == "underline"
    assert style(f"{inside} thead tr:first-child > *", "borderTopWidth") == "2px"
    assert style(f"{inside} thead tr:first-child > *", "borderTopColor") == "rgb(221, 221, 221)"
