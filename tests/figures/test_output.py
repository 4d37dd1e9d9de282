"""Figures as files: the same bytes everywhere, TrueType fonts, SVG fit for a page, rcParams left alone."""

import hashlib
import os
import re
import subprocess
import sys
from io import BytesIO
from xml.etree import ElementTree

import matplotlib as mpl
import pypdf
import pytest

import rankpress.figures
from rankpress.figures.cd import critical_difference_diagram
from rankpress.figures.curves import confidence_curve_page
from rankpress.figures.order import multitest_graph
from rankpress.figures.output import to_pdf, to_png, to_svg
from rankpress.figures.pgf import to_pgf
from rankpress.figures.style import drawing_context
from rankpress.stats.curves import ConfidenceCurve

NAMES = ["50% $x$ & #1", "a_b", r"\input{/etc/passwd}", "<img src=x onerror=alert(1)>", "Ωμέγα", "\N{TEST TUBE}"]


def figures():
    """One figure of each kind, with hostile names."""
    k = len(NAMES)
    yield critical_difference_diagram(NAMES, range(1, k + 1), groups=[(0, 1), (1, 3)], cd=2.0)
    yield confidence_curve_page(
        [(name, [(label, ConfidenceCurve(0.1, 0.02, 9)) for label in NAMES]) for name in NAMES[:2]],
        baseline=NAMES[0],
        metric=NAMES[1],
    )
    edges = [(j, i) for i in range(k) for j in range(i + 1, k, 2)]
    yield multitest_graph(NAMES, range(k), edges, range(k), ["test", "cost"] * (k // 2), cost_label=NAMES[2])


def digests():
    return [
        hashlib.sha256(to_bytes(figure)).hexdigest()
        for figure in figures()
        for to_bytes in (to_pdf, to_svg, to_png, to_pgf)
    ]


def run(code, **environment):
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    ).stdout


@pytest.fixture(scope="module")
def here():
    return digests()


@pytest.mark.nightly
def test_same_bytes_under_another_hash_seed_and_without_tex(here):
    code = (
        f"import importlib.util as u; s = u.spec_from_file_location('t', {__file__!r}); m = u.module_from_spec(s);"
        "s.loader.exec_module(m); print(*m.digests())"
    )
    elsewhere = {"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo", "SOURCE_DATE_EPOCH": "1", "PATH": "/nowhere"}
    assert run(code, **elsewhere).split() == here


@pytest.mark.nightly
def test_bytes_do_not_depend_on_the_callers_rcparams(here):
    changed = {
        "axes.grid": True,
        "axes.linewidth": 3,
        "figure.autolayout": True,
        "figure.dpi": 50,
        "font.family": ["serif"],
        "lines.dash_capstyle": "round",
        "lines.scale_dashes": False,
        "path.sketch": (1, 100, 2),
        "path.snap": False,
        "pdf.fonttype": 3,
        "savefig.bbox": "tight",
        "savefig.facecolor": "red",
        "savefig.transparent": True,
        "text.color": "red",
        "xtick.direction": "in",
        "ytick.right": True,
    }
    with mpl.rc_context(changed):
        assert digests() == here
        assert {key: mpl.rcParams[key] for key in changed} == changed


def test_rcparams_come_back_after_an_error():
    before = dict(mpl.rcParams)
    with pytest.raises(ZeroDivisionError), drawing_context():
        mpl.rcParams["font.size"] = 1 / (mpl.rcParams["pdf.fonttype"] - 42)
    assert dict(mpl.rcParams) == before


@pytest.mark.nightly
def test_pdf_holds_names_as_text_and_no_dates():
    for figure in figures():
        reader = pypdf.PdfReader(BytesIO(to_pdf(figure, title=NAMES[0])))
        text = re.sub(r"\s", "", reader.pages[0].extract_text())
        for name in [*NAMES[:3], "Ωμέγα", "U+1F9EA"]:
            assert name.replace(" ", "") in text
        assert dict(reader.metadata) == {"/Title": NAMES[0]}


@pytest.mark.nightly
def test_svg_is_one_element_that_names_itself():
    for figure in figures():
        svg = to_svg(figure, salt="a", title=NAMES[3], description="x < y \x01\ud800 & z").decode()
        root = ElementTree.fromstring(svg)
        assert svg.startswith("<svg ")
        assert root.attrib["role"] == "img"
        described = [root.find(f".//*[@id='{name}']").text for name in root.attrib["aria-labelledby"].split()]
        assert described == [NAMES[3], "x < y �� & z"]
        assert "<img" not in svg
        assert "<!--" not in svg
        assert set(re.findall(r"https?://[^\"' ]+", svg)) == {
            "http://www.w3.org/2000/svg",
            "http://www.w3.org/1999/xlink",
        }


def test_svgs_of_different_names_share_no_identifier():
    figure = next(figures())
    first, second = (to_svg(figure, salt=name).decode() for name in ("accuracy-cd", "1 F1/cd"))
    identifiers = [re.findall(r'\sid="([^"]*)"', svg) for svg in (first, second)]
    assert all(len(ids) == len(set(ids)) for ids in identifiers)
    assert not set(identifiers[0]) & set(identifiers[1])
    for svg, ids in zip((first, second), identifiers, strict=True):
        assert set(re.findall(r'href="#([^"]*)"', svg)) | set(re.findall(r"url\(#([^)]*)\)", svg)) <= set(ids)
        assert all(re.fullmatch(r"[A-Za-z][\w.-]*", name) for name in ids)
        assert re.findall(r"<style[^>]*>([^{]*)", svg) == [f"#{ids[0]} *"]  # no rule for the rest of the page


@pytest.mark.nightly
def test_nothing_needs_pyplot_and_alt_texts_not_even_matplotlib():
    code = "import sys; from rankpress.{} import {}; print([m for m in {!r} if m in sys.modules])"
    every_figure = ", ".join(rankpress.figures.__all__)
    assert run(code.format("figures", every_figure, ["matplotlib.pyplot"])).strip() == "[]"
    assert run(code.format("wording", "names, numbers", ["matplotlib"])).strip() == "[]"
