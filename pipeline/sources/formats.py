"""The formats that scores are read from: built-in ones, and those of other packages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rankpress.core.faults import Fault, FaultsFound, Findings, StudyPlace, one_of
from rankpress.core.plugins import Registry, imported
from rankpress.wording.strings import quoted

if TYPE_CHECKING:
    from rankpress.sources.cells import Sheet
    from rankpress.sources.files import Origin


# The libraries of the formats below; a test holds the two against each other.
READERS = ("duckdb", "pandas", "python-calamine", "tinyhtml5")


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


@dataclass(frozen=True)
class Loader:
    """A format by its name, and where it is: it is loaded when files are read."""

    name: str
    form: str | Format  # a built-in one by its path, as entry points have it
    says_little: bool = False  # whether it says nothing of what columns mean


# Of which format a file is, is asked in this order: those of certain programs, what others add, those that say little.
LOADERS = Registry[Loader]("rankpress.loaders")
LOADERS.add(
    Loader("mlflow", "rankpress.sources.trackers:MLFLOW_FORMAT"),
    Loader("amlb", "rankpress.sources.programs:AMLB_FORMAT"),
    Loader("benchexec", "rankpress.sources.benchmarks:BENCHEXEC_FORMAT"),
    Loader("code-samples", "rankpress.sources.benchmarks:CODE_FORMAT"),
    Loader("google-benchmark", "rankpress.sources.benchmarks:GOOGLE_FORMAT"),
    Loader("hyperfine", "rankpress.sources.benchmarks:HYPERFINE_FORMAT"),
    Loader("jmh", "rankpress.sources.benchmarks:JMH_FORMAT"),
    Loader("pytest-benchmark", "rankpress.sources.benchmarks:PYTEST_FORMAT"),
    Loader("trec-eval", "rankpress.sources.benchmarks:TREC_FORMAT"),
    Loader("inspect", "rankpress.sources.evaluations:INSPECT_FORMAT"),
    Loader("inspect-samples", "rankpress.sources.evaluations:INSPECT_SAMPLES_FORMAT"),
    Loader("jmetal", "rankpress.sources.programs:JMETAL_FORMAT"),
    Loader("keel", "rankpress.sources.programs:KEEL_FORMAT"),
    Loader("lm-eval", "rankpress.sources.evaluations:LANGUAGE_MODELS_FORMAT"),
    Loader("lm-eval-samples", "rankpress.sources.evaluations:LM_SAMPLES_FORMAT"),
    Loader("scikit-learn", "rankpress.sources.cross_validation:CROSS_VALIDATION_FORMAT"),
    Loader("tsml", "rankpress.sources.programs:TSML_FORMAT"),
    Loader("wandb", "rankpress.sources.trackers:WANDB_FORMAT"),
    Loader("hydra", "rankpress.sources.run_folders:HYDRA_FORMAT"),
    Loader("sacred", "rankpress.sources.run_folders:SACRED_FORMAT"),
    Loader("weka", "rankpress.sources.programs:WEKA_FORMAT"),
    Loader("parquet", "rankpress.sources.databases:PARQUET_FORMAT", says_little=True),
    Loader("duckdb", "rankpress.sources.databases:DUCKDB_FORMAT", says_little=True),
    Loader("sqlite", "rankpress.sources.databases:SQLITE_FORMAT", says_little=True),
    Loader("excel", "rankpress.sources.excel:EXCEL_FORMAT", says_little=True),
    Loader("json", "rankpress.sources.json_records:RECORDS_FORMAT", says_little=True),
    Loader("yaml", "rankpress.sources.yaml_records:YAML_FORMAT", says_little=True),
    Loader("arff", "rankpress.sources.text_tables:ARFF_FORMAT", says_little=True),
    Loader("html", "rankpress.sources.marked_tables:HTML_FORMAT", says_little=True),
    Loader("markdown", "rankpress.sources.marked_tables:MARKDOWN_FORMAT", says_little=True),
    Loader("latex", "rankpress.sources.latex_tables:LATEX_FORMAT", says_little=True),
    Loader("printed", "rankpress.sources.printed_tables:PRINTED_FORMAT", says_little=True),
    Loader("numbers", "rankpress.sources.text_tables:BARE_NUMBERS_FORMAT", says_little=True),
    Loader("csv", "rankpress.sources.text_tables:DELIMITED_FORMAT", says_little=True),
)


def names() -> list[str]:
    """Return the names of all formats that there are."""
    last = [name for name, loader in LOADERS.items() if loader.says_little]
    return [*(name for name in LOADERS.names() if name not in last), *last]


def format_named(name: str, findings: Findings) -> Format | None:
    """Return the format of a name; None, and a fault, where there is none."""
    if name not in names():
        fault = Fault(
            StudyPlace("scores", "format"),
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
    try:
        LOADERS.load(name)
    except FaultsFound as error:
        for fault in error.faults:
            findings.add_unread("formats of others that are invalid", fault)
        return None
    form = LOADERS[name].form
    loaded: Format = imported(form) if isinstance(form, str) else form
    return loaded
