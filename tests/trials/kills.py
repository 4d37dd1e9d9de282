"""Kill builds of all formats, and hold what they leave against whole reports.

    python tests/trials/kills.py --seed 1 --random 200 --aimed 100 --out kept

Two versions of the scores take turns over one report. Each build runs in a fork of this process, which has imported
rankpress once, and is ended by SIGKILL: at a random instant of its time, or before or after one of the calls that move
the finished report into place. After each kill a reader without rankpress must find one of the two reports whole, and
the user's own files; the next build must exit with 0, give the bytes of a build that nobody killed, and leave nothing
else. The studies of failures are kept in --out, and the program exits with 1.
"""

from __future__ import annotations

import os

os.environ |= {"OPENBLAS_NUM_THREADS": "1", "MPLBACKEND": "agg"}  # before numpy: a fork takes one thread along

import argparse
import ctypes
import gc
import hashlib
import importlib
import json
import pkgutil
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import rankpress
from rankpress.app import cli

MOVES, WHOLE = ("rename", "replace", "link", "unlink", "remove", "rmdir"), ("rename", "replace", "renameat2", "syscall")
SPEC = (
    "title: version {}\nscores: {{files: s.csv, layout: wide}}\nadjust: [holm]\nplot: [cd]\nreport: {{formats: {}}}\n"
)
OWN = {"notes.txt": b"mine", "tables/mine.tex": b"mine as well"}
STORE = ".rankpress"


def write_study(study: Path, version: int, formats: str) -> None:
    rows = "".join(f"d{at},0.{9 - at % 2},0.8,0.{7 - version * at % 3}\n" for at in range(6))
    (study / "s.csv").write_text("dataset,A,B,C\n" + rows)
    (study / "study.yaml").write_text(SPEC.format(version, formats))


def tree(out: Path) -> dict[str, str]:
    """The files that a reader finds, but for the user's own and those that are hidden, by their sums."""
    found = {path.relative_to(out).as_posix(): path for path in out.rglob("*") if path.is_file()}
    shown = {name: path for name, path in found.items() if name not in OWN and not name.startswith(".rankpress-")}
    return {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in shown.items()}


def names(study: Path) -> set[str]:
    """What lies beside the report, at the top of it, and in the folder for temporary files."""
    folders = [study, study / "report"]
    there = {path.relative_to(study).as_posix() for folder in folders for path in folder.iterdir()}
    return there | {path.name for path in Path(tempfile.gettempdir()).iterdir() if path.is_dir()}


class Watched:
    """Counts the calls that move files of a study, and kills this process at one of the instants before and after."""

    def __init__(self, study: Path, last: int) -> None:
        self.study, self.last, self.calls = str(study), last, list[str]()
        for name in MOVES:
            setattr(os, name, self.counted(name, getattr(os, name)))
        found = ctypes.CDLL.__getattr__

        def looked_up(library, name):
            function = found(library, name)
            if name in WHOLE:
                function = self.counted(name, function)
                setattr(library, name, function)
            return function

        ctypes.CDLL.__getattr__ = looked_up

    def counted(self, name, function):
        def call(*arguments, **options):
            if not self.concerned(arguments, options):
                return function(*arguments, **options)
            self.instant(2 * len(self.calls))
            done = function(*arguments, **options)
            self.calls.append(name)
            self.instant(2 * len(self.calls) - 1)
            return done

        return call

    def instant(self, number: int) -> None:
        if number == self.last:
            os.kill(os.getpid(), signal.SIGKILL)

    def concerned(self, arguments, options) -> bool:
        if options.get("dir_fd") is not None:
            arguments = (Path(f"/proc/self/fd/{options['dir_fd']}").readlink(),)
        paths = [os.fsdecode(one) for one in arguments if isinstance(one, (str, bytes, os.PathLike))]
        return any(path.startswith(self.study) and f"/{STORE}" not in path.replace(f"{STORE}-", "-") for path in paths)


def begun(study: Path, jobs: int, aimed: int | None = None) -> int:
    """Begin a build in a fork; its process."""
    sys.stdout.flush()
    process = os.fork()
    if process:
        return process
    code = 99
    try:
        os.setsid()
        for number, name in enumerate([os.devnull, study.parent / "stdout", study.parent / "stderr"]):
            os.dup2(os.open(name, os.O_RDWR | os.O_CREAT | os.O_TRUNC), number)
        watched = Watched(study, -1 if aimed is None else aimed)
        code = cli.main(["build", str(study / "study.yaml"), "--jobs", str(jobs), "-q"])
        (study.parent / "calls").write_text(json.dumps(watched.calls))
    finally:
        os._exit(code)


def ended(process: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def wrong(study: Path, reports: list[dict[str, str]]) -> list[str]:
    """What is not as it should be after a kill."""
    out = study / "report"
    found = ["the report is neither of the two"] if tree(out) not in reports else []
    kept = {name: (out / name).read_bytes() if (out / name).exists() else b"" for name in OWN}
    return found + [f"{name} of the user is gone or changed" for name in OWN if kept[name] != OWN[name]]


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill builds and look at what they leave.")
    for name, default in (("seed", 1), ("random", 200), ("aimed", 100)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--formats", default="[latex, html, pdf]")
    parser.add_argument("--out", type=Path, default=Path("kills-failures"))
    asked = parser.parse_args()
    for module in pkgutil.walk_packages(rankpress.__path__, "rankpress."):
        if "__main__" not in module.name:
            importlib.import_module(module.name)
    gc.freeze()
    rng, killed, faults = random.Random(asked.seed), Counter[str](), Counter[str]()
    with tempfile.TemporaryDirectory(prefix="rankpress-kills-") as held:
        tempfile.tempdir = os.environ["TMPDIR"] = str(Path(held) / "tmp")
        study = Path(held).resolve() / "study"
        out = study / "report"
        for folder in (tempfile.tempdir, out / "tables"):
            Path(folder).mkdir(parents=True)
        for name, content in OWN.items():
            (out / name).write_bytes(content)
        lengths, reports, calls = dict[bool, float](), list[dict[str, str]](), list[str]()
        for version, warm in ((0, False), (1, False), (0, True), (1, True)):
            write_study(study, version, asked.formats)
            start = time.monotonic()
            code = ended(begun(study, 1))
            lengths[warm] = time.monotonic() - start
            assert code == 0, (study.parent / "stderr").read_text()
            listed = {one["path"]: one["sha256"] for one in json.loads((out / "manifest.json").read_text())["outputs"]}
            reports = [*reports, tree(out)][-2:]
            assert listed == {name: told for name, told in tree(out).items() if name != "manifest.json"}
            calls = json.loads((study.parent / "calls").read_text())
        assert len({*map(str, reports)}) == 2
        clean = names(study)
        whole = [at for at, name in enumerate(calls) if name in WHOLE]
        print(
            f"a build takes {lengths[False]:.1f} s, {lengths[True]:.1f} s from the store, and moves: {Counter(calls)}"
        )
        for trial in range(asked.random + asked.aimed):
            version, aimed, jobs = trial % 2, None, 1
            write_study(study, version, asked.formats)
            if trial < asked.random:
                warm, jobs = rng.random() < 0.5, rng.choice([1, 1, 1, 2])
                if not warm:
                    shutil.rmtree(study / STORE)
                how = f"after {(wait := rng.uniform(0, lengths[warm])):.2f} s"
                process = begun(study, jobs)
                time.sleep(wait)
                os.kill(process, signal.SIGKILL)
            else:
                at = rng.choice(whole if trial % 4 < 2 else range(len(calls)))
                aimed = 2 * at + rng.randrange(2)
                how = f"{('before', 'after')[aimed % 2]} call {at} ({calls[at]})"
                process = begun(study, jobs, aimed)
            code = ended(process)
            kind = "random" if aimed is None else "aimed"
            killed[f"{kind}, {'killed' if code == -signal.SIGKILL else f'exit {code}'}"] += 1
            found = wrong(study, reports)
            killed["the new report is there"] += tree(out) == reports[version]
            left = Path(held) / "left"
            shutil.copytree(study, left, symlinks=True)
            if (code := ended(begun(study, 1))) != 0:
                found.append(f"the next build ends with {code}: {(study.parent / 'stderr').read_text()[:200]}")
            found += wrong(study, [reports[version]])
            found += [f"left behind: {name}" for name in sorted(names(study) - clean)]
            if found:
                print(f"trial {trial}, killed {how}: {'; '.join(dict.fromkeys(found))}", flush=True)
                shutil.copytree(left, asked.out / f"{trial}", symlinks=True, dirs_exist_ok=True)
                faults.update(one.partition(":")[0] for one in dict.fromkeys(found))
            shutil.rmtree(left)
        tempfile.tempdir = None
    print(f"seed {asked.seed}; {dict(killed)}")
    print(f"faults: {dict(faults)}" if faults else "no fault")
    gc.unfreeze()  # or libraries tell at the end what they think was leaked
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
