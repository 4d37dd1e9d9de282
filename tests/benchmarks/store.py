"""How long builds take with what earlier ones left, as processor time and as parts of a build that keeps nothing.

    python3 tests/benchmarks/store.py STUDY_FOLDER [--only html ...]

The folder holds a study.yaml with runs/*.csv, as tests/benchmarks/measure.py and example_project have it. It is
copied, and changed there: nothing, a caption, one score of one data set, the level.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from measure import Run, run


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description="Measure builds with and without results of earlier ones.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", action="append", default=[])
    arguments = parser.parse_args()
    options = [option for name in arguments.only for option in ("--only", name)]
    with TemporaryDirectory() as temporary:
        folder = Path(temporary) / "study"
        shutil.copytree(arguments.folder, folder, ignore=shutil.ignore_patterns("report", ".rankpress"))
        (folder / ".rankpress").write_text("in the way")
        nothing_kept = _build(folder, options)
        _report("nothing kept", nothing_kept, nothing_kept)
        (folder / ".rankpress").unlink()
        shutil.rmtree(folder / "report")
        _report("cold", _build(folder, options), nothing_kept)
        _report("nothing changed", _build(folder, options), nothing_kept)
        for name, change in CHANGES.items():
            _report(f"after {name}", _build(folder, [*options, *(change(folder) or ())]), nothing_kept)
        size = sum(path.stat().st_size for path in (folder / ".rankpress").rglob("*") if path.is_file())
        print(f"store: {size / 1e6:.1f} MB, {sum(1 for _ in (folder / '.rankpress').rglob('*'))} files")


def _caption(folder: Path) -> list[str]:
    return ["--set", "plot=[{name: cd, caption: Another}, curves, order]"]


def _score(folder: Path) -> None:
    path = sorted((folder / "runs").glob("*.csv"))[0]
    path.write_bytes(path.read_bytes().replace(b"0.8", b"0.7", 1))


def _alpha(folder: Path) -> list[str]:
    return ["--set", "test.alpha=0.01"]


CHANGES: dict[str, Callable[[Path], list[str] | None]] = {"a caption": _caption, "a score": _score, "alpha": _alpha}


def _build(folder: Path, options: list[str]) -> Run:
    command = ["-m", "rankpress", "build", str(folder / "study.yaml"), "-q", "--jobs", "1", *options]
    return run(command, PYTHONHASHSEED="0")


def _report(what: str, took: Run, whole: Run) -> None:
    print(f"{what:18} {took.cpu:7.2f} s of processor, {took.cpu / whole.cpu:6.1%}; {took.wall:7.2f} s", flush=True)


if __name__ == "__main__":
    main()
