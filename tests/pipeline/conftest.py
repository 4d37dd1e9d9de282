"""Cases in files: what is given and what is told of it, compared with the same file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

Case = Mapping[str, Any]
ONE_SCORE = '{"acc": 0.5}'  # what all `paths` of a case hold


class BlockDumper(yaml.SafeDumper):
    """Writes texts of several lines as they stand, where YAML can."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


BlockDumper.add_representer(str, _text)


@pytest.fixture
def golden_cases(
    golden: Callable[[Path, str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Path, Callable[[Case], str]], None]:
    """Hold what is told of each case of a file, in a folder with the case's own files, against the file.

    To add a case, write it without `told` at the end of the file, run with --update-goldens, and read what it tells.
    """

    def compare(path: Path, told: Callable[[Case], str]) -> None:
        cases = yaml.safe_load(path.read_text(encoding="utf-8"))
        for at, case in enumerate(cases):
            (tmp_path / str(at)).mkdir()
            monkeypatch.chdir(tmp_path / str(at))
            for name, content in {**case.get("files", {}), **dict.fromkeys(case.get("paths", ()), ONE_SCORE)}.items():
                Path(name).parent.mkdir(parents=True, exist_ok=True)
                Path(name).write_bytes(content.encode())
            case["told"] = "".join(f"{line.rstrip()}\n" for line in told(case).splitlines())
            assert case["told"], f"nothing is told of {case['name']}"
        golden(path, yaml.dump(cases, Dumper=BlockDumper, allow_unicode=True, sort_keys=False, width=1000))

    return compare
