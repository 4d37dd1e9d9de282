"""Rebuilds build/types/rankpress, where type checkers find the packages under the names they are imported by.

The folders `pipeline`, `stats`, `figures` and `templates` are `rankpress` and its sub-packages only once installed;
mypy and pyright follow neither the installation nor setup.py, but they do follow links.

    python3 tests/house/link_types.py && mypy
"""

import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TYPES = ROOT / "build" / "types"


def link_types():
    """Create the folder of links again and return it."""
    package = TYPES / "rankpress"
    shutil.rmtree(package, ignore_errors=True)
    package.mkdir(parents=True)
    parts = [*(ROOT / "pipeline").iterdir(), *(ROOT / name for name in ("stats", "figures", "templates"))]
    for part in parts:
        if part.name != "__pycache__":
            (package / part.name).symlink_to(part, target_is_directory=part.is_dir())
    return TYPES


if __name__ == "__main__":
    print(link_types())
