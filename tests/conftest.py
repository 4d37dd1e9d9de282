"""What all tests share: repeatable examples, golden files, and the rule that CI skips nothing."""

import atexit
import gc
import os
import signal
import sys
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import settings

# Set by .ci/run, which installs all that a test may need: a skip would hide that the installation is at fault.
REQUIRE_ALL = bool(os.environ.get("RANKPRESS_REQUIRE_ALL"))

ROOT = Path(__file__).resolve().parents[1]

# No example is slow enough to matter and none is kept on disk; in CI every run tries the same ones.
settings.register_profile("few", deadline=None, database=None, derandomize=bool(os.environ.get("CI")), max_examples=10)
settings.load_profile("few")

# Each run would compile all tests and libraries again, 25 s, and so would each program that tests start, 3 s and more.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Programs that tests start would inherit it where whoever runs the tests ignores Ctrl-C, as a shell's `&` does.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config):
    if _number_of(config) % 2:
        # Of two processes each compiles what the other one has not come to, and finds the rest compiled.
        config.args = [path for argument in config.args for path in _files_from_the_last(argument)]


def _number_of(config):
    """Return the number of this process among those of pytest-xdist, 0 where there is one."""
    return int(getattr(config, "workerinput", {"workerid": "gw0"})["workerid"].removeprefix("gw"))


def _files_from_the_last(argument):
    """Return the files of tests in a folder, the last first; what else is given as it is."""
    files = Path(argument).rglob("test_*.py") if Path(argument).is_dir() else ()
    return sorted(map(str, files), reverse=True) or [argument]


def pytest_addoption(parser):
    parser.addoption("--update-goldens", action="store_true", help="write the golden files instead of comparing them")


# A server of PostgreSQL, a cluster of Dask, a browser and a LaTeX.
OUTSIDE = {"postgresql", "address", "chromium", "pdflatex"}

COLLECTED = pytest.StashKey[tuple[pytest.Item, ...]]()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Mark the tests that ask for programs outside, and most parameters of those that say so."""
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: item.path.parts)  # the same for all processes, from wherever they began
    config.stash[COLLECTED] = (*items,)
    tests_of_few = defaultdict(list)
    for item in items:
        if item.get_closest_marker("weekly") or OUTSIDE & {*getattr(item, "fixturenames", ())}:
            item.add_marker("nightly")
        if item.get_closest_marker("few"):
            tests_of_few[item.parent, item.originalname].append(item)
    for same in tests_of_few.values():
        for item in _beyond_the_few(same):
            item.add_marker("weekly")
            item.add_marker("nightly")


def _beyond_the_few(same):
    """Return the tests of one function but for as many as its marker says, or a quarter, that are spread over all."""
    number = (*same[0].get_closest_marker("few").args, max(3, len(same) // 4))[0]
    parts = [same[len(same) * at // number : len(same) * (at + 1) // number] for at in range(number)]
    # the next one in each part: with the same one, what varies fastest would be the same in all
    kept = {part[at % len(part)].nodeid for at, part in enumerate(parts) if part}
    return [item for item in same if item.nodeid not in kept]


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Keep the collector of garbage from going through all tests and libraries again and again, a fifth of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 50, 1_000)  # nor often through what the tests make, a twelfth
        # Once pytest has looked for what is left; the end of the process finds it: libraries would print of leaks.
        atexit.register(gc.unfreeze)


@pytest.fixture(scope="session")
def collected(pytestconfig):
    """All tests of the files and folders that were named, also those that a marker or a word leaves out."""
    return pytestconfig.stash[COLLECTED]


@pytest.fixture(scope="session", autouse=True)
def own_state(tmp_path_factory):
    """Keep the secret of the store, of these tests and of programs that they start, out of the home folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        patch.delenv("RANKPRESS_STORE_KEY", raising=False)
        yield


@pytest.fixture(scope="session", autouse=True)
def no_waiting_for_the_disk():
    """Let builds in these processes not wait until files are on the disk, which only a power cut would tell."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda file: None)
        yield


@pytest.fixture(scope="session")
def root():
    """The checkout."""
    return ROOT


@pytest.fixture
def golden(request):
    """Compare a text with the golden file of that path, or write it there with --update-goldens."""
    update = request.config.getoption("--update-goldens")

    def compare(path, text):
        if update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
        assert path.exists(), f"{path} is not there yet: look at the output, then run with --update-goldens"
        with path.open(encoding="utf-8", newline="") as file:
            assert text == file.read(), f"differs from {path.name}; if it should, run with --update-goldens"

    return compare


@pytest.fixture
def golden_folder(request, golden):
    """Compare texts with the golden files of a folder next to the test, one per text, and no other file there."""

    def compare(name, texts):
        folder = request.path.parent / name
        for stem, text in texts.items():
            golden(folder / f"{stem}.txt", text)
        assert {path.stem for path in folder.iterdir()} == {*texts}

    return compare


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    """Fail a test that skips where nothing may be skipped."""
    report = yield
    _refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report():
    """Fail a file of tests that skips as a whole where nothing may be skipped."""
    report = yield
    _refuse_skip(report)
    return report


def _refuse_skip(report):
    """Turn a skip into a failure under RANKPRESS_REQUIRE_ALL; an expected failure, which pytest counts alike, stays."""
    if REQUIRE_ALL and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped where nothing may be: {report.longreprtext or report.longrepr}"


@pytest.fixture(scope="session", autouse=True)
def only_our_fonts():
    """Without the fonts of the machine, which may have what ours lack."""
    from rankpress.figures import system_fonts

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(system_fonts, "findSystemFonts", lambda fontext: [])
        yield


@pytest.fixture
def install_fonts(monkeypatch):
    """Let the machine have these fonts and no others."""
    from rankpress.figures import system_fonts, text

    caches = (system_fonts.system_font, system_fonts._fonts, text.printable, text._set_pieces, text._measure_glyphs)

    def install(*files):
        monkeypatch.setattr(system_fonts, "findSystemFonts", lambda fontext: [*map(str, files)])
        for one in caches:
            one.cache_clear()

    yield install
    for one in caches:
        one.cache_clear()


@pytest.fixture
def font_of(tmp_path):
    """Make a font that has these characters."""

    def make(characters, name="Other Sans"):
        from fontTools.subset import Subsetter
        from fontTools.ttLib import TTFont
        from matplotlib import get_data_path

        with TTFont(f"{get_data_path()}/fonts/ttf/DejaVuSans.ttf") as font:
            subsetter = Subsetter()
            subsetter.populate(text="A")
            subsetter.subset(font)
            tables = [table for table in font["cmap"].tables if table.isUnicode()]
            for table in tables:
                table.cmap = dict.fromkeys(map(ord, characters), "A")
            font["cmap"].tables = tables
            font.save(tmp_path / f"{name}.ttf")
        return tmp_path / f"{name}.ttf"

    return make
