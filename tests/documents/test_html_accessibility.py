"""report.html held against axe-core's rules of accessibility, light and dark, on a telephone and on a desk."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from rankpress.catalog.kinds import Plot

pytestmark = pytest.mark.nightly
ASKED = f"""\
title: Made-up scores of several algorithms
scores:
  files: scores.csv
  metrics: [{{name: accuracy, better: higher}}, {{name: loss, better: lower}}]
  costs: [seconds]
test: {{within: corrected-t}}
curves: {{baseline: A, average: true}}
bayes: {{rope: 0.01}}
plot: [{", ".join(get_args(Plot))}]
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of two metrics with every section and every kind of figure."""
    from random import Random

    from rankpress.app.cli import main

    folder = tmp_path_factory.mktemp("study")
    random = Random(1)
    lines = ["dataset,algorithm,repeat,fold,n_train,n_test,accuracy,loss,seconds"]
    for dataset in range(13):
        for place, algorithm in enumerate("ABC"):
            for fold in range(10):
                score = 0.7 + 0.02 * place + 0.01 * dataset + random.gauss(0, 0.02)
                numbers = f"{score:.6f},{1 - score:.6f},{1 + place}"
                lines.append(f"set {dataset},{algorithm},1,{fold + 1},90,10,{numbers}")
    (folder / "scores.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "study.yaml").write_text(ASKED, encoding="utf-8")
    assert main(["build", str(folder / "study.yaml"), "--only", "html", "-q"]) == 0
    return folder / "report" / "report.html"


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_axe_finds_nothing(built: Path, chromium_page: Callable[[Path], Any], scheme: str, width: int) -> None:
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
    page.locator(".table input").first.fill("set 1")
    found = axe.Axe().run(page).response["violations"]
    told = [f"{one['id']} ({one['impact']}): {node['html'][:160]}" for one in found for node in one["nodes"][:3]]
    assert told == []


def test_axe_would_find_what_is_wrong(built: Path, chromium_page: Callable[[Path], Any]) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    page = chromium_page(built).page
    page.evaluate("document.querySelector('.summary').innerHTML = '<input><b style=color:#ccc>faint</b>'")
    found = axe.Axe().run(page, context=".summary").response["violations"]
    assert "label" in {one["id"] for one in found}
