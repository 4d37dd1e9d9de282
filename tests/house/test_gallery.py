"""figures/README.md has what the gallery names; that it is drawn as the program draws now is seen by package.yml."""

import re
import runpy


def test_each_picture_is_on_the_page_and_there(root):
    kinds = runpy.run_path(str(root / "tests/house/gallery.py"))["GALLERY"]
    page = (root / "figures/README.md").read_text(encoding="utf-8")
    pictures = {f"gallery/{path.name}": path.stat().st_size for path in (root / "figures/gallery").iterdir()}
    assert pictures.keys() == {f"gallery/{kind}.svg" for kind in kinds}
    assert pictures.keys() == set(re.findall(r"!\[.*\]\((gallery/[^)]+)\)", page))
    assert max(pictures.values()) < 200_000
    for target in re.findall(r"\]\(([^)#]+)\)", page):
        assert (root / "figures" / target).exists(), target
