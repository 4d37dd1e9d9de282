"""figures/README.md and its pictures: every kind of figure, drawn as the program draws it now."""

import re
import runpy

import pytest


@pytest.mark.nightly
def test_page_is_what_the_script_writes(root):
    script = runpy.run_path(str(root / "tests/house/gallery.py"))
    written = dict(script["pages"]())
    assert [path for path, content in written.items() if (root / "figures" / path).read_bytes() != content] == []
    assert {f"gallery/{path.name}" for path in (root / "figures/gallery").iterdir()} == written.keys() - {"README.md"}
    assert all(len(content) < 200_000 for path, content in written.items())
    for target in re.findall(r"\]\(([^)#]+)\)", written["README.md"].decode()):
        assert (root / "figures" / target).exists(), target
