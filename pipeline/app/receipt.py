"""How a build finds that nothing changed before it reads its study.

A build leaves a receipt in the store: a digest of all that its study was read from, which files the study names, and
which manifest.json its report has. While these are the same, reading the study would give what the manifest records,
and the report is fresh if its files are, which are compared as ever. Where more could matter (plug-ins, templates of
the user's own, a database), no receipt is left, and whatever is not as it was makes the build read its study.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from rankpress.app.freshness import Inputs, stale_files
from rankpress.cache.shelf import FOLDER, MOST_BYTES, Shelf
from rankpress.core import manifest
from rankpress.core.folders import has_leftovers

if TYPE_CHECKING:
    from rankpress.spec.reading import ReadStudy

_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)")
_READERS = ("pydantic", "pyyaml")  # whose versions could read another study from the same text


class Receipt:
    """The receipt of a study's report in a folder."""

    def __init__(self, study: Path, overrides: Sequence[str], out: Path) -> None:
        self._study, self._overrides, self._out = study, tuple(overrides), out
        self._shelf = Shelf(study.parent / FOLDER, MOST_BYTES)
        self._name = _digest(["receipt", study.name, os.path.realpath(out)])

    def vouches(self, formats: Sequence[str]) -> bool:
        """Return whether the report is what a build would make; False where that takes reading the study."""
        noted = self._shelf.noted(self._name)
        try:
            bases, files, further, of_study = (
                tuple(map(str, json.loads(noted[name]))) for name in ("bases", "files", "own", "formats")
            )
            texts = [_text(path) for path in (self._study, *(self._study.parent / base for base in bases))]
            if noted["read from"] != self._read_from(texts) or noted["manifest"] != _of_manifest(self._out):
                return False
        except (OSError, KeyError, TypeError, ValueError):
            return False
        inputs = Inputs(self._study.parent, files, further)
        versions = manifest.library_versions()
        return not (
            has_leftovers(self._out)
            or stale_files(manifest.read(self._out), inputs, self._out, versions, formats or of_study)
        )

    def leave(self, read: ReadStudy) -> None:
        """Note that the report is what a build of a study as it was read made, or would make."""
        scores, report = read.study.scores, read.study.report
        read_from = self._read_from(read.texts)
        if not read_from or read.plugins or scores.database is not None or report.templates is not None:
            return
        parts = {
            "bases": [os.path.relpath(base, read.folder) for base in read.bases],
            "files": scores.files or (),
            "own": read.own_files,
            "formats": report.formats,
        }
        try:
            noted = {"read from": read_from, "manifest": _of_manifest(self._out)}
        except OSError:
            return
        self._shelf.note(self._name, noted | {name: json.dumps(part) for name, part in parts.items()})

    def _read_from(self, texts: Sequence[str]) -> str:
        """Hash all that a study is read from; empty where that is not certain."""
        variables = sorted({name for text in texts for name in _VARIABLE.findall(text)})
        if not texts or (variables and any("\\" in text for text in texts)):  # an escape may spell another's name
            return ""
        environment = [os.environ.get(name) for name in variables]
        return _digest([[*texts], self._overrides, environment, sys.version, [*map(version, _READERS)]])


def _text(path: Path) -> str:
    """Return the text of a study, as it is read."""
    return path.read_bytes().decode().removeprefix("\ufeff")


def _of_manifest(out: Path) -> str:
    return hashlib.sha256(manifest.content_of(out / manifest.NAME, manifest.MOST_BYTES)).hexdigest()


def _digest(parts: object) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
