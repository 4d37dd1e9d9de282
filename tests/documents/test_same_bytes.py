"""The same inputs give the same bytes, in every file of every format, whatever surrounds the build."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

# Two builds of nearly all that there is.
pytestmark = pytest.mark.nightly

# Decimal commas, an i that is not I in small letters, and names of files that are not UTF-8.
LOCALE = "tr_TR.ISO-8859-9"
ELSEWHERE = {
    "TZ": "Asia/Kathmandu",
    "PYTHONHASHSEED": "7",
    "PYTHONUTF8": "0",
    "SOURCE_DATE_EPOCH": "86400",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}
# Every font that is requested is a script's.
FONTS = """<fontconfig><match target="pattern"><edit name="family" mode="assign" binding="strong">
<string>cursive</string></edit></match></fontconfig>"""
MATPLOTLIBRC = "font.size: 30\nlines.linewidth: 9\naxes.formatter.use_locale: True\npdf.fonttype: 3\n"


@pytest.fixture(scope="module")
def built(rankpress):
    """Build a study and return its files."""

    def build(study, *options, **surroundings):
        rankpress("build", study, *options, **surroundings)
        out = study.parent / "report"
        return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}

    return build


@pytest.fixture(scope="module")
def expected(tmp_path_factory, full_study, built):
    plain = {"TZ": "UTC", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "0"}
    return built(full_study(tmp_path_factory.mktemp("first") / "study"), "--jobs", "1", **plain)


@pytest.fixture(scope="module")
def locales(tmp_path_factory):
    """The locale, for the environment variable LOCPATH."""
    folder = tmp_path_factory.mktemp("locales")
    language, _, charset = LOCALE.partition(".")
    command = ["localedef", "-i", language, "-f", charset, str(folder / LOCALE)]
    if shutil.which("localedef") is None or not Path("/usr/share/i18n/locales", language).exists():
        pytest.skip("what localedef makes locales of is not installed")
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    code = "import locale; locale.setlocale(locale.LC_ALL, ''); print(locale.str(0.5), locale.getencoding())"
    environment = {**os.environ, "LC_ALL": LOCALE, "LOCPATH": str(folder), "PYTHONUTF8": "0"}
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, timeout=300)
    assert ended.stdout.split() == ["0,5", charset]  # it is in force
    return folder


def test_the_study_has_every_format(expected):
    kinds = {Path(path).suffix for path in expected}
    assert {".html", ".pdf", ".tex", ".md", ".csv", ".svg", ".png", ".tikz", ".pgf", ".bib", ".json"} <= kinds
    assert len(expected) > 100


def test_its_latex_compiles(expected, tmp_path, pdflatex):
    for path, content in expected.items():
        if path.startswith(("tables/", "figures/", "macros")) or path.endswith((".tex", ".bib")):
            (tmp_path / "report" / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "report" / path).write_bytes(content)
    compiled = pdflatex(tmp_path / "report" / "report.tex", inputs=tmp_path / "report")
    assert "undefined" not in compiled.log
    assert "Missing character" not in compiled.log
    wide = [float(points) for points in re.findall(r"Overfull \\hbox \(([\d.]+)pt", compiled.log)]
    assert max(wide, default=0) < 1


def test_nothing_of_the_machine_is_in_a_file(expected):
    names = (b"pytest-of", str(Path.home() / "x")[:-1].encode(), sys.prefix.encode())
    assert [(path, name) for path, content in expected.items() for name in names if name in content] == []


def test_the_same_bytes(expected, locales, tmp_path, full_study, built):
    study = full_study(tmp_path / "else where «é»" / "deep", late=True)
    home = tmp_path / "home"
    home.mkdir()
    (home / "matplotlibrc").write_text(MATPLOTLIBRC)
    (home / ".config" / "fontconfig").mkdir(parents=True)
    (home / ".config" / "fontconfig" / "fonts.conf").write_text(FONTS)
    own = dict.fromkeys(("LC_ALL", "LANG"), LOCALE) | {"LOCPATH": str(locales), "HOME": str(home)}
    own |= {"COLUMNS": "20", "LOGNAME": "he"}
    made = built(study, "--jobs", "3", umask=0o077, cwd=home, **own, **ELSEWHERE)
    assert made.keys() == expected.keys()
    assert [path for path in made if made[path] != expected[path]] == []
