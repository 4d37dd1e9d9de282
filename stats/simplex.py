"""Where the draws of three chances that add up to 1 lie: counted in the cells of a triangle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, IntArray, as_matrix, check_count

HELD = (0.5, 0.9, 0.99)
"""Shares of the draws that the regions hold."""


@dataclass(frozen=True)
class SimplexDensity:
    """A density over the triangle of three chances, by cells.

    Parameters
    ----------
    corners : (n_cells, 3, 3) float array
        The three chances at the three corners of each cell that holds draws, in the order in which regions take them.
    share : (n_cells,) float array
        Share of the draws in each.
    held : tuple of float
        What the regions hold, ascending.
    region : (n_cells,) int array
        The first region that takes in the cell; the number of regions for a cell outside all of them.
    mean : (3,) float array
        Mean of the draws.
    """

    corners: FloatArray
    share: FloatArray
    held: tuple[float, ...]
    region: IntArray
    mean: FloatArray


def simplex_density(draws: ArrayLike, *, cells: int = 60, held: Sequence[float] = HELD) -> SimplexDensity:
    """Count draws of three chances in equal triangular cells, and find the fewest cells that hold a share of them.

    Parameters
    ----------
    draws : (n_draws, 3) array_like
        Chances of at least 0 that add up to 1.
    cells : int
        Cells along a side of the triangle.
    held : sequence of float
        Shares of the draws that the regions are to hold, ascending, between 0 and 1.

    Returns
    -------
    SimplexDensity
        Each region takes the densest cells until it holds at least its share.

    Raises
    ------
    ValueError
        If draws are no three chances, or cells or shares do not fit.

    Notes
    -----
    Cells are taken by the mean number of draws in the cells about their corners, which is less a matter of chance than
    their own number; what a region holds is counted in its own cells.

    Examples
    --------
    >>> found = simplex_density([[0.9, 0.05, 0.05], [0.9, 0.05, 0.05], [0.1, 0.1, 0.8]], cells=2, held=[0.6])
    >>> found.corners[0].tolist()
    [[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.5, 0.0, 0.5]]
    >>> found.share.round(3).tolist(), found.region.tolist()
    ([0.667, 0.333], [0, 1])
    """
    chances = _check(draws, cells, held)
    lattice = np.minimum(np.floor(chances * cells), cells).astype(np.int64)
    lattice = _off_corners(lattice, cells)
    found, counts = np.unique(lattice, axis=0, return_counts=True)
    corners = _corners(found, cells)
    densest = np.argsort(-_density_about(corners, counts, cells), kind="stable")
    corners, share = corners[densest], counts[densest] / len(chances)
    before = np.concatenate([[0.0], np.cumsum(share)[:-1]])
    region = np.searchsorted(np.asarray(held), before + 1e-12, side="right")
    return SimplexDensity(corners / cells, share, tuple(held), region.astype(np.int64), chances.mean(axis=0))


def _check(draws: ArrayLike, cells: int, held: Sequence[float]) -> FloatArray:
    chances = as_matrix("draws", draws, rows=1, columns=3)
    if chances.shape[1] != 3 or (chances < 0).any() or np.abs(chances.sum(axis=1) - 1).max() > 1e-9:
        raise ValueError("draws: three chances of at least 0 that add up to 1 are needed")
    check_count("cells", cells, 1)
    if not held or list(held) != sorted(set(held)) or not 0 < held[0] <= held[-1] < 1:
        raise ValueError(f"held: got {tuple(held)}; ascending shares between 0 and 1 are needed")
    return chances


def _off_corners(lattice: IntArray, cells: int) -> IntArray:
    """Move draws on a lattice point, and those that rounding sets beside the triangle, into a cell.

    The whole parts of three numbers that add up to `cells` add up to one or two less, but on a lattice point.
    """
    moved = lattice.copy()
    rows = np.arange(len(moved))
    above, below = moved.sum(axis=1) >= cells, moved.sum(axis=1) < cells - 2
    moved[rows[above], moved[above].argmax(axis=1)] -= 1
    moved[rows[below], moved[below].argmax(axis=1)] += 1
    return moved


def _corners(lattice: IntArray, cells: int) -> IntArray:
    """Corners of cells: one that points up takes one step along each chance, one that points down two of three."""
    up = lattice.sum(axis=1) == cells - 1
    one_step = np.eye(3, dtype=np.int64)
    steps = np.where(up[:, None, None], one_step, 1 - one_step[::-1])
    return np.asarray(lattice[:, None, :] + steps, dtype=np.int64)


def _density_about(corners: IntArray, counts: IntArray, cells: int) -> IntArray:
    """By cell, the sum of the mean counts of the cells that meet in its corners: six, fewer at the triangle's edge.

    In sixths, so that sums of the same numbers are equal in whatever order they are added.
    """
    at = corners[:, :, 0], corners[:, :, 1]
    around = np.zeros((cells + 1, cells + 1), dtype=np.int64)
    np.add.at(around, at, counts[:, None])
    outer = (corners == 0).sum(axis=2)
    return np.asarray((around[at] * np.choose(outer, (1, 2, 6))).sum(axis=1), dtype=np.int64)
