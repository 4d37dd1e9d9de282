"""The formats that scores are read from: built-in ones, and those of other packages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from rankpress.core.faults import Fault, FaultsFound, Findings, one_of, quoted
from rankpress.core.plugins import Registry

if TYPE_CHECKING:
    from rankpress.sources.cells import Sheet
    from rankpress.sources.files import Origin


# The libraries of the formats below; a test holds the two against each other.
READERS = ("duckdb", "pandas", "python-calamine")

# By name, where it stands, written as entry points are. Of which format a file is, is asked in this order: those of
# certain programs, what others add, those that say nothing of what the columns mean.
OF_PROGRAMS = {
    "mlflow": "rankpress.sources.mlflow:FORMAT",
    "amlb": "rankpress.sources.programs:AMLB_FORMAT",
    "inspect": "rankpress.sources.inspect_logs:FORMAT",
    "jmetal": "rankpress.sources.programs:JMETAL_FORMAT",
    "keel": "rankpress.sources.programs:KEEL_FORMAT",
    "lm-eval": "rankpress.sources.json_records:LANGUAGE_MODELS_FORMAT",
    "scikit-learn": "rankpress.sources.json_records:CROSS_VALIDATION_FORMAT",
    "tsml": "rankpress.sources.programs:TSML_FORMAT",
    "wandb": "rankpress.sources.wandb_runs:FORMAT",
    "weka": "rankpress.sources.programs:WEKA_FORMAT",
}
OF_TABLES = {
    "parquet": "rankpress.sources.duck:PARQUET",
    "duckdb": "rankpress.sources.duck:DATABASE",
    "sqlite": "rankpress.sources.database:FORMAT",
    "excel": "rankpress.sources.excel:FORMAT",
    "json": "rankpress.sources.json_records:RECORDS_FORMAT",
    "arff": "rankpress.sources.arff:FORMAT",
    "html": "rankpress.sources.marked_tables:HTML_FORMAT",
    "markdown": "rankpress.sources.marked_tables:MARKDOWN_FORMAT",
    "numbers": "rankpress.sources.text_tables:BARE_NUMBERS_FORMAT",
    "csv": "rankpress.sources.text_tables:DELIMITED_FORMAT",
}


@dataclass(frozen=True)
class Format:
    """A format that scores are read from.

    Parameters
    ----------
    name : str
        What a spec calls it in `scores.format`.
    holds : str
        What such a file is, in words: "a Parquet file".
    recognizes : callable
        Whether a file or folder is one, from its name and the beginning of its content. A file may be of several
        formats, and the first that recognizes it is taken, so it should say yes only of what is surely its own.
    open : callable
        Given the file or folder and the findings, the tables in it; several with different `Sheet.table` are chosen
        among by `scores.table`, several without are read one after the other. Raises `Unreadable` where there is none.
    inputs : tuple of str
        Of a format whose sources are folders: globs of the files in them that are read, from the folder.
    libraries : tuple of str
        Packages that read it, by their names on PyPI: their versions are reported in the manifest of the report.
    """

    name: str
    holds: str
    recognizes: Callable[[Origin], bool]
    open: Callable[[Origin, Findings], Sequence[Sheet]]
    inputs: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()


LOADERS: Registry[Format] = Registry({}, "rankpress.loaders")
"""The formats of plug-ins."""


def names() -> list[str]:
    """Return the names of all formats that there are."""
    return [*OF_PROGRAMS, *LOADERS.names(), *OF_TABLES]


def named(name: str, findings: Findings) -> Format | None:
    """Return the format of a name; None, and a fault, where there is none."""
    if name not in names():
        fault = Fault(
            "scores.format",
            f"{quoted(name)} is no format",
            one_of(name, names()),
            "remove the key to detect the format from the content of the files",
        )
        findings.add_unread("formats that are not known", fault)
        return None
    return _loaded(name, findings)


def recognized(origin: Origin, findings: Findings) -> Format | None:
    """Return the first format that takes a file or folder for its own, or None. Raises Unreadable."""
    forms = (_loaded(name, findings) for name in names())
    return next((form for form in forms if form is not None and form.recognizes(origin)), None)


def _loaded(name: str, findings: Findings) -> Format | None:
    if name in OF_PROGRAMS | OF_TABLES:
        return _built_in(name)
    try:
        LOADERS.load(name)
    except FaultsFound as found:
        for fault in found.faults:
            findings.add_unread("formats of others that are at fault", fault)
        return None
    return LOADERS[name]


@cache
def _built_in(name: str) -> Format:
    module, _, attribute = (OF_PROGRAMS | OF_TABLES)[name].partition(":")
    form: Format = getattr(import_module(module), attribute)
    return form
