"""report.html checked by axe-core's rules of accessibility, light and dark, on a telephone and on a desk."""

import pytest

from rankpress.app.cli import main

pytestmark = pytest.mark.nightly

# Of rows that differ in their text alone one is left: to see against which ground a text stands takes long.
LEAVE_ONE_OF_EACH_LOOK = r"""document.querySelectorAll("tbody").forEach((body) => {
  const seen = new Set();
  [...body.rows].forEach((row) => {
    const markup = row.outerHTML.replace(/>[^<]+</g, "><");
    const look = markup.replace(/ (id|href|title|data-algorithm|data-values?)="[^"]*"/g, "");
    if (seen.has(look)) row.remove();
    seen.add(look);
  });
})"""

# axe would describe all nodes that pass as well, which takes as long again.
FAULTS_ALONE = {"resultTypes": ["violations"]}


@pytest.fixture(scope="module")
def built(tmp_path_factory, full_study):
    """A report with every section, and of the figures, whose markup is alike, a few kinds."""
    study = full_study(tmp_path_factory.mktemp("full") / "study", ("curves", "order", "p-values"))
    assert main(["build", str(study), "--only", "html", "-q"]) == 0
    return study.parent / "report" / "report.html"


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_axe_finds_nothing(built, chromium_page, scheme, width):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    page = chromium_page(built).page
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
    page.get_by_role("button", name="Algorithms", exact=True).click()
    page.locator(".toolbox [name=color]").first.select_option("orange")
    page.locator(".toolbox [name=name]").first.fill("another name")
    page.locator(".toolbox [name=show]").last.uncheck()
    page.locator("main [data-algorithm]").first.hover()
    page.locator(".table .menu > button").first.click()
    page.get_by_role("searchbox").first.fill("d1")
    page.evaluate(LEAVE_ONE_OF_EACH_LOOK)
    broken_rules = axe.Axe().run(page, options=FAULTS_ALONE).response["violations"]
    violations = [
        f"{one['id']} ({one['impact']}): {node['html'][:160]}" for one in broken_rules for node in one["nodes"][:3]
    ]
    assert violations == []


def test_axe_would_find_what_is_wrong(built, chromium_page):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    page = chromium_page(built).page
    page.evaluate("document.querySelector('.summary').innerHTML = '<input><b style=color:#ccc>faint</b>'")
    violations = axe.Axe().run(page, context=".summary", options=FAULTS_ALONE).response["violations"]
    assert "label" in {one["id"] for one in violations}
