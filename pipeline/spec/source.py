"""Where the keys and values of a study were said: in study.yaml, or by --set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rankpress.faults import Fault
from rankpress.spec.document import Document, Path
from rankpress.spec.excerpt import Mark, excerpt


@dataclass(frozen=True)
class SpecSource:
    """The text of a study, for faults that are found later and point back into it.

    Parameters
    ----------
    document : Document
        The file.
    overrides : mapping of path to str
        The option of the command line, such as ``--set test.alpha``, that gave the value at the path.
    """

    document: Document
    overrides: Mapping[Path, str] = field(default_factory=dict)

    def place(self, path: Path, at_key: bool = False) -> str:
        """Where a value stands: ``study.yaml:12:5`` or ``--set test.alpha``.

        Parameters
        ----------
        path : tuple of str or int
            Keys and indices from the top, such as ``("scores", "files", 0)``. Of a value that was left out, the place
            of the nearest mapping around it.
        at_key : bool
            Where its key stands instead.
        """
        option = self._option(path)
        if option:
            return option
        mark = self.mark(path, at_key)
        return f"{self.document.name}:{mark.line}:{mark.column}"

    def fault(self, path: Path, message: str, expected: str = "", remedy: str = "", at_key: bool = False) -> Fault:
        """A fault at the value of a path, or at its key, with the line shown."""
        line = "" if self._option(path) else excerpt(self.document.lines, self.mark(path, at_key))
        return Fault(self.place(path, at_key), message, expected, remedy, line)

    def mark(self, path: Path, at_key: bool = False) -> Mark:
        """The line and column in the file; of a value that was left out, those of the key of the mapping around it."""
        if path in self.document.values:
            marks = self.document.keys if at_key and path in self.document.keys else self.document.values
            return marks[path]
        while path and path not in self.document.values:
            path = path[:-1]
        return self.document.keys.get(path) or self.document.values.get(path, Mark(1, 1))

    def is_written(self, path: Path) -> bool:
        """Whether a value was given by the user, not by default."""
        return path in self.document.values or path in self.overrides

    def _option(self, path: Path) -> str | None:
        """The option that gave the value, or all that there is of it."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.overrides:
                return self.overrides[path[:length]]
        if path in self.document.values:
            return None
        return next((option for given, option in self.overrides.items() if given[: len(path)] == path), None)
