"""The command line draws without docstrings that list properties of artists; whoever imports the figures keeps them."""

import subprocess
import sys

import pytest


@pytest.mark.nightly
@pytest.mark.parametrize(("first", "is_listed"), [("", True), ("loading.leave_undocumented();", False)])
def test_only_a_process_that_is_ours_leaves_out_lists_of_properties(first, is_listed):
    code = f"from rankpress.figures import loading; {first} import rankpress.figures.output\n"
    code += "from matplotlib.lines import Line2D; from matplotlib.artist import kwdoc\n"
    code += "print('antialiased' in Line2D.set.__doc__, 'antialiased' in kwdoc(Line2D))"
    printed = subprocess.run(
        [sys.executable, "-P", "-c", code], check=True, capture_output=True, text=True, timeout=120
    )
    assert printed.stdout.split() == [str(is_listed), "True"]
