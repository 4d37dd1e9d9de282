"""Files in a temporary folder, and loading them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from rankpress.faults import FaultsFound
from rankpress.load import load
from rankpress.scores import Scores
from rankpress.spec.model import ScoresOptions

Files = Mapping[str, str | bytes]


def write_files(folder: Path, files: Files) -> None:
    """Write files of these names and contents; text as UTF-8, with the line ends that it has."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Scores]:
    """Write files and load them; by default all of them, in long layout, with the metric accuracy."""

    def read(written: Files, /, **options: Any) -> Scores:
        write_files(tmp_path, written)
        given = {"files": list(written), "metrics": [{"name": "accuracy"}]} | options
        return load(ScoresOptions.model_validate(given), tmp_path)

    return read


@pytest.fixture
def faults(read: Callable[..., Scores]) -> Callable[..., list[str]]:
    """Write files and load them; what is told of the faults."""

    def faults(written: Files, /, **options: Any) -> list[str]:
        with pytest.raises(FaultsFound) as found:
            read(written, **options)
        return [str(fault) for fault in found.value.faults]

    return faults
