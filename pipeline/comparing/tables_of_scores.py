"""The scores of two reports, and tables that have some of one and some of the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rankpress.comparing.kept import KeptMetric
from rankpress.scores import BoolArray, FloatArray


@dataclass(frozen=True)
class TablesOfScores:
    """The scores of two reports over the data sets and algorithms of both.

    Parameters
    ----------
    rows, columns : mapping of str to int
        Where each data set and each algorithm is.
    old, new : (n_datasets, n_algorithms) float array
        The scores; nan where there is a gap, or no such measurement.
    had, has : (n_datasets, n_algorithms) bool array
        Whether the report has that measurement, if only a gap.
    """

    rows: Mapping[str, int]
    columns: Mapping[str, int]
    old: FloatArray
    new: FloatArray
    had: BoolArray
    has: BoolArray

    @classmethod
    def of_metrics(cls, old: KeptMetric, new: KeptMetric) -> TablesOfScores:
        """The scores of a metric in both reports."""
        rows = {name: at for at, name in enumerate(dict.fromkeys((*old.datasets, *new.datasets)))}
        columns = {name: at for at, name in enumerate(dict.fromkeys((*old.algorithms, *new.algorithms)))}
        tables, known = [], []
        for metric in (old, new):
            values = np.full((len(rows), len(columns)), np.nan)
            there = np.zeros(values.shape, dtype=bool)
            for dataset, scores in (metric.means or {}).items():
                for algorithm, score in scores.items():
                    at = rows[dataset], columns[algorithm]
                    values[at], there[at] = np.nan if score is None else score, True
            tables.append(values)
            known.append(there)
        return cls(rows, columns, *tables, *known)

    def of(
        self, datasets: Sequence[str], algorithms: Sequence[str], rows_anew: ArrayLike, columns_anew: ArrayLike
    ) -> FloatArray | None:
        """A table with the new scores on some data sets; None where a score is in neither report.

        Parameters
        ----------
        datasets, algorithms : sequence of str
            Of the table.
        rows_anew : (n_datasets,) array_like of bool
            On which the new scores are taken.
        columns_anew : (n_algorithms,) array_like of bool
            Whose scores are taken from the other report than those of the others on the same data set.
        """
        at = np.ix_([self.rows[name] for name in datasets], [self.columns[name] for name in algorithms])
        anew = np.asarray(rows_anew, dtype=bool)[:, None] ^ np.asarray(columns_anew, dtype=bool)
        if not (self.had | self.has)[at].all():
            return None
        from_new = np.where(anew, self.has[at], ~self.had[at])
        means: FloatArray = np.where(from_new, self.new[at], self.old[at])
        return means

    def changed(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Data sets of both on which algorithms of both have other scores, with those algorithms."""
        same = (self.old == self.new) | (np.isnan(self.old) & np.isnan(self.new))
        other = self.had & self.has & ~same
        for name, at in self.rows.items():
            if other[at].any():
                yield name, tuple(one for one, column in self.columns.items() if other[at, column])
