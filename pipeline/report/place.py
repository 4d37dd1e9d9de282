"""Whose report lies in a folder, and whether a build may replace it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from rankpress.core import manifest
from rankpress.core.faults import Fault, FaultsFound
from rankpress.wording.strings import quoted


@dataclass(frozen=True)
class ReportPlace:
    """The folder of a report, and the file that the report is of."""

    folder: Path
    source: Path | None = None  # study.yaml, or the scores of `rankpress run`; None of a study without a file
    is_named: bool = True  # whether the user named the folder, which may then be a link and hold another's report

    earlier: Path | None = None  # a further file whose report this one takes the place of

    @property
    def study(self) -> str:
        """The path of the file as the manifest has it; empty of a study without one."""
        return self._path(self.source)

    @property
    def others_study(self) -> str:
        """The study of another file whose report lies in the folder; empty where there is none."""
        other = (manifest.read(self.folder) or {}).get("study")
        if not isinstance(other, str) or not self.study:
            return ""
        own = [path for path in (self.study, self._path(self.earlier)) if path]
        # a name alone was written into a folder elsewhere, which the user had named
        is_own = other in own or ("/" not in other and other in {Path(path).name for path in own})
        return "" if is_own else other

    def _path(self, source: Path | None) -> str:
        """Return a path from the folder; of one that the user named elsewhere, the name alone."""
        if source is None:
            return ""
        real, folder = Path(os.path.realpath(source.parent), source.name), Path(os.path.realpath(self.folder))
        if self.is_named and not folder.is_relative_to(real.parent):
            return real.name
        return Path(os.path.relpath(real, folder)).as_posix()

    def refuse(self) -> None:
        """Raise faults of a folder that the user did not name, and that a build had better leave alone."""
        if self.is_named:
            return
        remedy = "name a folder by --out, or in the study by report.out"
        if self.folder.is_symlink():
            message = "this is a link, which a build follows only where --out names it"
            raise FaultsFound([Fault(str(self.folder), message, "a folder, or nothing", remedy)])
        if other := self.others_study:
            message = f"this is the report of another study, {quoted(other)} from here, which a build would replace"
            raise FaultsFound([Fault(str(self.folder), message, "a folder of its own for each study", remedy)])
