"""Rows and columns of tables that a spec asks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rankpress.faults import Fault
from rankpress.scores import Scores
from rankpress.sources.findings import one_of, quoted

if TYPE_CHECKING:
    from rankpress.spec.document import Path
    from rankpress.spec.model import Study
    from rankpress.spec.source import SpecSource

_ONE = {"rows": "row", "columns": "column"}


def find_wrong_tables(study: Study, scores: Scores, source: SpecSource) -> Iterator[tuple[Path, Fault]]:
    """Find rows and columns that no table of their kind has.

    Parameters
    ----------
    study, scores, source : Study, Scores, SpecSource
        As for `rankpress.agreement.disagreements`.

    Yields
    ------
    (path, Fault)
        The path of the spec that the fault is about. What a table of another study of these scores would have, such as
        the degrees of freedom of another test, is no fault.
    """
    if not any(options.rows or options.columns for options in study.report.tables.values()):
        return
    # loads what the tables are made from
    from rankpress.report.heads import column_names, has_pairs, row_names

    algorithms, datasets = scores.all_algorithms, scores.all_datasets
    for kind, options in study.report.tables.items():
        known = {
            "rows": row_names(kind, study, algorithms, datasets),
            "columns": column_names(kind, study, algorithms),
        }
        for axis, items in (("rows", options.rows), ("columns", options.columns)):
            for index, item in enumerate(items or ()):
                path: Path = ("report", "tables", kind, axis, index)
                if isinstance(item, str):
                    yield from _unknown(item, known[axis], f"a {_ONE[axis]} of the table {kind}", path, source)
                elif has_pairs(kind, axis):
                    for side, name in enumerate(item):
                        yield from _unknown(name, algorithms, "an algorithm of the scores", (*path, side), source)
                else:
                    message = f"a pair names no {_ONE[axis]} of the table {kind}"
                    yield path, source.fault(path, message, "a name")


def _unknown(
    name: str, known: Sequence[str], what: str, path: Path, source: SpecSource
) -> Iterator[tuple[Path, Fault]]:
    if name not in known:
        expected = one_of(name, known) if known else "nothing, for there is none by name"
        yield path, source.fault(path, f"{quoted(name)} is not {what}", expected)
