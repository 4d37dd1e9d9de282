"""The set-up of .venv, as far as it shows without installing anything: what is ready, who installs, what is said.

Not checked here, for it needs a bare machine and a registry: that what is chosen then works.
"""

import ast
import runpy
import shutil
import subprocess
import sys

import pytest

from bootstrap import debian, environment, installer, pango
from bootstrap.checkout import Checkout


@pytest.fixture
def checkout(root, tmp_path):
    """A checkout with an environment in which one distribution is installed, marked as ready for the example."""
    made = Checkout(tmp_path)
    for name in ("pyproject.toml", "setup.py", ".ci/locked/example.txt", ".ci/locked/tests.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / name, tmp_path / name)
    (made.site_packages / "numpy-2.0.0.dist-info").mkdir(parents=True)
    made.python.parent.mkdir(parents=True)
    made.python.symlink_to(sys.executable)
    made.mark_ready("example")
    return made


def test_what_is_ready_stays_ready_and_tests_cover_the_example(checkout):
    assert checkout.is_ready("example")
    assert not checkout.is_ready("tests")
    checkout.stamp("example").unlink()
    checkout.mark_ready("tests")
    assert checkout.is_ready("tests")
    assert checkout.is_ready("example")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda checkout: (checkout.root / "pyproject.toml").write_text("changed"),
        lambda checkout: checkout.lock("example").write_text("changed"),
        lambda checkout: checkout.stamp("example").write_text("{"),
        lambda checkout: checkout.unfinished.touch(),
        lambda checkout: checkout.python.unlink(),
        lambda checkout: (checkout.site_packages / "numpy-2.0.0.dist-info").rmdir(),
        lambda checkout: shutil.rmtree(checkout.venv),
    ],
)
def test_what_is_spoilt_is_not_ready(checkout, spoil):
    spoil(checkout)
    assert not checkout.is_ready("example")


def test_a_moved_environment_is_not_ready(checkout, tmp_path):
    shutil.copytree(tmp_path, tmp_path / "moved", symlinks=True)
    assert not Checkout(tmp_path / "moved").is_ready("example")


@pytest.fixture
def installed(monkeypatch):
    """Run no installer, and list the commands that it would have run."""
    ran = []
    monkeypatch.setattr(environment, "find_installers", lambda _: [["installer"]])
    monkeypatch.setattr(environment, "_install", lambda _, wanted, __: ran.append(wanted))
    monkeypatch.setattr(pango, "provide", lambda _: None)
    return ran


def test_a_developers_environment_is_installed_into(checkout, installed):
    shutil.rmtree(checkout.venv)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", checkout.venv], check=True, timeout=300)
    (checkout.venv / "kept").touch()
    environment._set_up(checkout, "example")
    assert (checkout.venv / "kept").exists()
    assert [wanted[0] for wanted in installed] == ["--require-hashes", "--no-deps"]
    assert checkout.is_ready("example")


def test_a_half_done_environment_is_created_again(checkout, installed):
    def interrupt(*_):
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(environment, "_install", interrupt)
        with pytest.raises(KeyboardInterrupt):
            environment._set_up(checkout, "example")
    (checkout.venv / "half").touch()
    environment._set_up(checkout, "example")
    assert not (checkout.venv / "half").exists()
    assert checkout.is_ready("example")


@pytest.fixture
def works(monkeypatch):
    """Let commands with one of some words work, and pip have some settings."""

    def work(*words, settings=""):
        def run(command, **_):
            works = any(word in " ".join(command) for word in words)
            return subprocess.CompletedProcess(command, 0 if works else 1, settings)

        monkeypatch.setattr(subprocess, "run", run)

    return work


def test_the_first_that_works_installs(checkout, works, monkeypatch):
    works("uv")
    monkeypatch.setattr(installer.shutil, "which", lambda name: f"/bin/{name}")
    assert [one[:3] for one in installer.find_installers(checkout)] == [["/bin/uv", "pip", "install"]]
    works("ensurepip")
    assert [one[:3] for one in installer.find_installers(checkout)] == [[str(checkout.python), "-m", "pip"]]
    works("-m pip --python")
    assert [one[0] for one in installer.find_installers(checkout)] == [sys.executable]


def test_pip_brings_uv_unless_it_has_an_index_of_its_own(checkout, works, monkeypatch):
    monkeypatch.setattr(installer.shutil, "which", lambda name: None)
    works("ensurepip", "-m pip", "uv --version", settings="global.extra-index-url='x'")
    assert [one[0] for one in installer.find_installers(checkout)] == [f"{checkout.scripts}/uv", str(checkout.python)]
    for setting in ("global.index-url='https://mirror.example'", ":env:.no-index='1'"):
        works("ensurepip", "-m pip", "uv --version", settings=setting)
        assert [one[0] for one in installer.find_installers(checkout)] == [str(checkout.python)]
    works("ensurepip", "pip config", "uv --version")  # what it was to install cannot be had
    assert [one[0] for one in installer.find_installers(checkout)] == [str(checkout.python)]


def test_where_one_installer_fails_the_next_installs(checkout, works):
    works("pip")
    environment._install([["uv"], ["pip"]], ["numpy"], checkout)
    works("neither")
    with pytest.raises(SystemExit, match="This did not work: pip numpy"):
        environment._install([["uv"], ["pip"]], ["numpy"], checkout)


def test_where_nobody_installs_it_says_what_to_install(checkout, monkeypatch):
    monkeypatch.setattr(installer, "_succeeds", lambda command: False)
    monkeypatch.setattr(debian, "is_there", lambda: False)
    with pytest.raises(SystemExit, match="apt-get install python3-venv"):
        installer.find_installers(checkout)


@pytest.mark.parametrize("root_user", [True, False])
def test_debian_provides_pip(checkout, monkeypatch, root_user):
    packages = []
    monkeypatch.setattr(installer, "_succeeds", lambda command: False)
    monkeypatch.setattr(debian, "is_there", lambda: True)
    monkeypatch.setattr(debian, "is_root", lambda: root_user)
    monkeypatch.setattr(debian, "install", lambda names: packages.extend(names))
    monkeypatch.setattr(debian, "unpack", lambda names, folder: packages.extend(names))
    with pytest.raises(SystemExit):
        installer.find_installers(checkout)
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    assert packages == [f"python{version}-venv" if root_user else "python3-pip-whl"]


def test_without_pango_it_says_what_to_install(checkout, monkeypatch, capsys):
    monkeypatch.setattr(pango, "works", lambda _: False)
    monkeypatch.setattr(debian, "is_there", lambda: False)
    pango.provide(checkout)
    stderr = capsys.readouterr().err
    for system in ("Debian", "Fedora", "macOS", "Windows"):
        assert system in stderr


def test_an_old_python_is_refused_with_a_message(root, monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 8, 18))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer, and this is Python 3\.8"):
        runpy.run_path(str(root / ".ci" / "bootstrap" / "__init__.py"))


@pytest.mark.parametrize("name", ["example_project/__main__.py", "tests/__main__.py", ".ci/bootstrap/__init__.py"])
def test_what_an_old_python_reads_is_old_syntax(root, name):
    source = (root / name).read_text(encoding="utf-8")
    assert source.isascii()
    nodes = list(ast.walk(ast.parse(source, feature_version=(3, 4))))
    newer = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.Match, ast.Starred)
    assert not [node for node in nodes if isinstance(node, newer)]


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["-q"],
        ["-k", "stats"],  # the name of a folder, too
        ["-m", "nightly or not nightly"],
        ["tests/stats"],
        ["tests/stats/test_ranks.py", "tests/stats/test_pool.py"],
        ["tests/stats/test_ranks.py", "tests/figures"],
    ],
)
def test_the_tests_run_on_all_processors_whatever_the_options(options, root, monkeypatch):
    monkeypatch.chdir(root)
    pytest_options = runpy.run_path("tests/__main__.py")["pytest_options"]
    assert pytest_options(options) == ["--numprocesses=auto", "--dist=loadfile", "--no-loadscope-reorder", *options]


@pytest.mark.parametrize("named", [["tests/stats/test_ranks.py"], ["-q", "tests/stats/test_ranks.py::test_ties", "-x"]])
def test_the_tests_of_one_file_run_in_one_process(named, root, monkeypatch):
    monkeypatch.chdir(root)
    assert runpy.run_path("tests/__main__.py")["pytest_options"](named) == named
