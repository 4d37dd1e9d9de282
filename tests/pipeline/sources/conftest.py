"""Files in a temporary folder, and loading them; a PostgreSQL server of Debian's packages to be asked."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import quote

import pytest

from rankpress.core.faults import FaultsFound
from rankpress.spec.model import ScoresOptions
from rankpress.stages.load import load

Files = Mapping[str, str | bytes]


def write_files(folder, files):
    """Write files of these names and contents; text as UTF-8, with the line ends that it has."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)


def loaded(folder, files, **options):
    """Load files of a folder, by default with the metric accuracy."""
    given = {"files": files, "metrics": [{"name": "accuracy"}]} | options
    return load(ScoresOptions.model_validate(given), folder)


def printed_faults(run, *given, **options):
    with pytest.raises(FaultsFound) as error:
        run(*given, **options)
    return [str(fault) for fault in error.value.faults]


@pytest.fixture
def read(tmp_path):
    """Write files and load them; by default all of them, in long layout, with the metric accuracy."""

    def read(written, /, **options):
        write_files(tmp_path, written)
        return loaded(tmp_path, **{"files": list(written), **options})

    return read


@pytest.fixture
def faults(read):
    """Write files and load them; returns the faults as they are printed."""

    return partial(printed_faults, read)


OWNER, PASSWORD = "owner", "s3cret/of:mine"
PLACES = "/usr/lib/postgresql/*/bin"


@contextmanager
def _running():
    """The URL of a server in a temporary folder, on a socket there, which takes only those who know the password."""
    installed = list(Path("/").glob(PLACES.lstrip("/")))
    if not installed:
        pytest.skip("postgresql is not installed")
    binaries = max(installed, key=lambda path: float(path.parent.name))
    # a socket's path may not be long, as those of pytest's folders are
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    user = pwd.getpwnam("postgres") if os.geteuid() == 0 else None  # the server refuses to be root's

    def run(program, *arguments):
        command = [str(binaries / program), "-D", str(folder / "data"), *arguments]
        ids = {} if user is None else {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        ended = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, timeout=300, **ids)
        if ended.returncode:
            log = folder / "log"
            raise RuntimeError(f"{program}: {ended.stdout}{ended.stderr}{log.read_text() if log.exists() else ''}")

    try:
        (folder / "password").write_text(PASSWORD)
        if user is not None:
            for path in (folder, folder / "password"):
                os.chown(path, user.pw_uid, user.pw_gid)
        run("initdb", "-U", OWNER, "-A", "scram-sha-256", f"--pwfile={folder / 'password'}", "-E", "UTF8", "--no-sync")
        options = f"-k {folder} -c listen_addresses='' -c fsync=off"
        run("pg_ctl", "start", "-w", "-l", str(folder / "log"), "-o", options)
        yield f"postgresql+psycopg://{OWNER}:{quote(PASSWORD, safe='')}@/postgres?host={folder}"
        run("pg_ctl", "stop", "-m", "immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgresql():
    """The URL of a server, and the password in it."""
    with _running() as url:
        yield url, PASSWORD
