"""Measures report.html: its bytes by part, and what Chromium takes to open it, sort its largest table and filter that.

python3 tests/benchmarks/make_scores.py long FOLDER --datasets 200 --algorithms 50 --repeats 5 --folds 2
printf 'curves: {baseline: algorithm 000}\nbayes: {rope: 0.01}\n' >> FOLDER/study.yaml
rankpress build FOLDER/study.yaml --only html
python3 tests/benchmarks/page.py FOLDER/report/report.html
"""

from __future__ import annotations

import argparse
import re
import shutil
import time
from pathlib import Path

PARTS = {
    "table": r'<div class="table[^>]* id="table-([^"]+)".*?</table>',
    "drawing": r'<figure id="figure-([^"]+)".*?</figure>',
    "data": r'<script type="application/json" id="([^"]+)".*?</script>',
    "style": r"<(style)>.*?</style>",
    "script": r"<(script)>.*?</script>",
}


def main() -> None:
    """Measure the page that the command line names."""
    parser = argparse.ArgumentParser(description="Measure a report.html.")
    parser.add_argument("page", type=Path)
    path: Path = parser.parse_args().page
    page = path.read_text(encoding="utf-8")
    print(f"{len(page.encode()):>10} bytes in all")
    for kind, pattern in PARTS.items():
        for found in re.finditer(pattern, page, flags=re.DOTALL):
            print(f"{len(found[0].encode()):>10} {kind} {found[1]}")
    _open(path)


def _open(path: Path) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        started = time.perf_counter()
        page.goto(path.resolve().as_uri())
        page.screenshot()
        print(f"{time.perf_counter() - started:>10.2f} s to open")
        largest = "[...document.querySelectorAll('.table table')].sort((a, b) => b.rows.length - a.rows.length)[0]"
        sort = "table.querySelector('thead tr:last-child > :last-child button').click()"
        write = "const box = table.closest('.table').querySelector('input'); box.value = '1'"
        for what, steps in {"sort": sort, "filter": f"{write}; box.dispatchEvent(new Event('input'))"}.items():
            started = time.perf_counter()
            page.evaluate(f"{{ const table = {largest}; {steps}; table.offsetHeight; }}")
            print(f"{time.perf_counter() - started:>10.2f} s to {what}")
        browser.close()


if __name__ == "__main__":
    main()
