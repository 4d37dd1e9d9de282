"""Who may know whom: `stats` knows numpy and scipy, `figures` matplotlib and `stats`, and nobody knows `pipeline`.

The rules are checked on the import statements of the checkout; planted violations show that none slips through. That
`stats` and `figures` run on so little is shown by running them with all else out of reach; that the command line starts
without the heavy libraries, by asking what it loaded.
"""

import ast
import re
import subprocess
import sys
import textwrap

import pytest

from tests.house.conftest import nodes_of

KNOWN = {
    "stats": ("numpy", "scipy", "rankpress.stats"),
    "figures": ("numpy", "matplotlib", "rankpress.figures", "rankpress.stats", "rankpress.wording"),
    "templates": (),
    "pipeline": (
        *"rankpress numpy scipy pandas matplotlib filelock fontTools yaml pydantic pydantic_core".split(),
        *"typing_extensions jinja2 markupsafe pydyf regex tinyhtml5 unicodeit weasyprint".split(),
        *"distributed docx duckdb great_tables sqlalchemy watchfiles".split(),  # of extras, imported when they are used
        *"rich shtab tqdm".split(),  # what a terminal shows, imported when it is shown
    ),
}
# What is handed the same gives back the same: no files, no clock, no environment, no chance.
PURE = ("stats", "figures", "pipeline/stages", "pipeline/report/plot.py")
WORLD = {"datetime", "glob", "os", "pathlib", "random", "shutil", "socket", "subprocess", "tempfile", "time"}
SLOW = ("scipy.stats",)  # takes half as long to import as all else that a build needs; scipy.special has what it has
EXCEPTIONS = {
    ("figures/style.py", "pathlib"),  # to find the fonts that come with matplotlib
    ("figures/system_fonts.py", "pathlib"),  # to tell fonts of the machine by the names of their files
    ("pipeline/stages/load.py", "pathlib"),  # what it loads is in files
}


def imported(source):
    """Yield the line and the full name of each import; a relative one as it is written, dots first."""
    for node in nodes_of(source):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            # `from rankpress import stats` imports rankpress.stats, `from numpy import array` just numpy
            whole = module == "rankpress"
            yield from ((node.lineno, f"{module}.{alias.name}" if whole else module) for alias in node.names)


def belongs(name, families):
    """Whether a module is one of these, or within one."""
    return any(name == family or name.startswith(f"{family}.") for family in families)


def violations(root):
    """List the imports that break a rule, as `file:line: what`."""
    broken = {}
    for folder, known in KNOWN.items():
        for source in sorted((root / folder).rglob("*.py")):
            place = source.relative_to(root).as_posix()
            pure = belongs(place.replace("/", "."), tuple(part.replace("/", ".") for part in PURE))
            for line, name in imported(source):
                first = name.partition(".")[0]
                of_python = first in sys.stdlib_module_names and not (pure and first in WORLD)
                may_know = of_python or (belongs(name, known) and not belongs(name, SLOW))
                if not (may_know or (place, name) in EXCEPTIONS):
                    broken[f"{place}:{line}: {folder} may not know {name}"] = None
    return list(broken)


def test_what_the_rules_name_is_there(root):
    assert [name for name in (*PURE, *(place for place, _ in EXCEPTIONS)) if not (root / name).exists()] == []


def test_nobody_knows_more_than_allowed(root):
    assert violations(root) == []


@pytest.mark.parametrize(
    ("place", "statement"),
    [
        ("stats/ranks.py", "import pandas"),
        ("stats/ranks.py", "import rankpress"),
        ("stats/ranks.py", "from rankpress import figures"),
        ("stats/ranks.py", "from rankpress.core.scores import Scores"),
        ("stats/ranks.py", "from . import nemenyi"),
        ("stats/ranks.py", "from pathlib import Path"),
        ("stats/ranks.py", "from scipy.stats import norm"),
        ("stats/ranks.py", "def f():\n    import matplotlib.figure"),
        ("stats/bayes/__init__.py", "import yaml"),
        ("figures/cd/figure.py", "import scipy.stats"),
        ("figures/cd/figure.py", "if TYPE_CHECKING:\n    from rankpress.core.document import Drawing"),
        ("templates/latex/__init__.py", "import jinja2"),
        ("pipeline/stages/rank.py", "import stats.ranks"),
        ("pipeline/stages/rank.py", "import time"),
        ("pipeline/load.py", "import pipeline.rank"),
        ("pipeline/load.py", "import sklearn"),
    ],
)
def test_a_planted_violation_is_found(tmp_path, place, statement):
    planted = tmp_path / place
    planted.parent.mkdir(parents=True)
    planted.write_text(statement)
    assert len(violations(tmp_path)) == 1
    assert violations(tmp_path)[0].startswith(place)


BEGINNING = re.compile(r"multiprocessing|subprocess|ProcessPoolExecutor|os\.(system|popen|exec|spawn|posix_spawn|fork)")


@pytest.mark.nightly
def test_processes_are_begun_in_one_place(root):
    """It is there that they import nothing from the current folder, and are given no key of the store."""
    sources = [source for folder in KNOWN for source in (root / folder).rglob("*.py")]
    places = {
        source.relative_to(root).as_posix(): {
            *(name for _, name in imported(source) if BEGINNING.match(name)),
            *BEGINNING.findall(re.sub(r'"[^"\n]*"|`[^`]*`|#.*', "", source.read_text(encoding="utf-8"))),
        }
        for source in sources
    }
    assert [place for place, names in places.items() if names] == ["pipeline/core/processes.py"]


def test_templates_hold_no_python(root):
    for source in (root / "templates").rglob("*.py"):
        assert source.name == "__init__.py"
        body = ast.parse(source.read_text(encoding="utf-8")).body
        assert all(isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) for node in body), source


# Runs first in a fresh Python: what is not named there is not found, as if it were not installed.
ONLY = """
import sys
from importlib.machinery import PathFinder

class Only:
    def find_spec(self, name, path=None, target=None):
        first = name.partition(".")[0]
        if first in {allowed!r} or first in sys.stdlib_module_names or first.startswith(("_", "sphinx_doc")):
            return None
        raise ModuleNotFoundError(f"out of reach: {{name}}", name=name)

sys.meta_path.insert(0, Only())
"""


def run_fresh(code, **known):
    """Run code in a fresh Python and return what it prints."""
    command = [sys.executable, "-P", "-c", textwrap.dedent(code).format(**known)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("package", "allowed"),
    [
        ("rankpress.stats", {"rankpress", "numpy", "scipy"}),
        # matplotlib's own needs
        (
            "rankpress.figures",
            {"rankpress", "numpy", "scipy", "matplotlib", "mpl_toolkits", "PIL", "pyparsing", "cycler", "kiwisolver"}
            | {"contourpy", "dateutil", "fontTools", "packaging"},
        ),
    ],
)
def test_a_package_runs_on_what_it_may_know(package, allowed):
    everything = """
        import importlib, pkgutil
        package = importlib.import_module({package!r})
        for module in pkgutil.walk_packages(package.__path__, {package!r} + "."):
            importlib.import_module(module.name)
        """
    run_fresh(ONLY + textwrap.dedent(everything), package=package, allowed=allowed)


@pytest.mark.parametrize("statement", ["import rankpress", "from rankpress.app.cli import main; main(['--help'])"])
def test_the_start_is_light(statement):
    heavy = ("numpy", "pandas", "matplotlib", "scipy", "weasyprint", "pydantic", "jinja2", "yaml")
    code = """
        import sys
        try:
            {statement}
        except SystemExit:
            pass
        print("loaded:", *sorted(set({heavy}) & set(sys.modules)))
        """
    assert run_fresh(code, statement=statement, heavy=heavy).splitlines()[-1].split() == ["loaded:"]


@pytest.mark.nightly
def test_planning_loads_nothing_that_draws_and_an_svg_nothing_that_writes_pdf_or_pgf():
    """Nor are simulations loaded that are not requested."""
    code = """
        import importlib, pkgutil, sys
        import rankpress.app.run
        print(*(name for name in sys.modules if name.startswith("rankpress.robustness.sensitivity")))
        import rankpress.robustness.sensitivity
        import rankpress.figures, rankpress.report.styling
        for module in pkgutil.iter_modules(rankpress.figures.__path__, "rankpress.figures."):
            if module.name.removeprefix("rankpress.figures.") not in ("output", "pgf"):
                importlib.import_module(module.name)
        print(*(name for name in sys.modules if name in ("matplotlib.figure", "matplotlib.axes")))
        from rankpress.figures.output import to_pdf, to_svg
        from matplotlib.figure import Figure
        to_svg(Figure(figsize=(1, 1)))
        print(*(name for name in sys.modules if name.startswith(("matplotlib.backends.backend_p", "fontTools.subset"))))
        to_pdf(Figure(figsize=(1, 1)))
        assert "matplotlib.backends.backend_pdf" in sys.modules
        """
    assert not run_fresh(code).strip()
