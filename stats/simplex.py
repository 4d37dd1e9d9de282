"""Where the draws of three chances that add up to 1 lie: a density over a triangle, and how far regions reach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rankpress.stats.arrays import FloatArray, IntArray, as_matrix, check_count

_SHARES = (0.5, 0.9, 0.99)
"""Shares of the draws that the regions hold."""

_BANDWIDTH = 0.2  # of the draws' spread where it is least; two draws nearer than that are smoothed into each other
_PASSES = (2, 60)


@dataclass(frozen=True)
class SimplexDensity:
    """Describe a density over the triangle of three chances, linear between the points of a lattice.

    Parameters
    ----------
    density : (cells + 1, cells + 1) float array
        At first chance ``i / cells`` and second chance ``j / cells``, in draws for each point of the lattice; 0 where
        that is outside the triangle.
    shares : tuple of float
        What the regions hold, ascending.
    levels : tuple of float
        The density that each region reaches to: it holds all that is at least as dense.
    mean : (3,) float array
        Mean of the draws.

    Examples
    --------
    >>> density = simplex_density([[0.9, 0.05, 0.05]] * 3 + [[0.1, 0.1, 0.8]], shares=[0.6, 0.9])
    >>> len(density.levels)
    2
    """

    density: FloatArray
    shares: tuple[float, ...]
    levels: tuple[float, ...]
    mean: FloatArray

    @property
    def cells(self) -> int:
        """Steps of the lattice along a side of the triangle."""
        return len(self.density) - 1

    def at(self, chances: ArrayLike) -> FloatArray:
        """Return the density at points of the triangle, each three chances that add up to 1."""
        points, weights = _lattice_about(np.asarray(chances, dtype=np.float64), self.cells)
        return np.asarray((self.density[points[..., 0], points[..., 1]] * weights).sum(axis=1), dtype=np.float64)


def simplex_density(draws: ArrayLike, *, cells: int = 90, shares: Sequence[float] = _SHARES) -> SimplexDensity:
    """Smooth draws of three chances into a density, and find the levels above which shares of them lie.

    Parameters
    ----------
    draws : (n_draws, 3) array_like
        Chances of at least 0 that add up to 1.
    cells : int
        Steps of the lattice along a side of the triangle.
    shares : sequence of float
        Shares of the draws that the regions are to hold, ascending, between 0 and 1.

    Returns
    -------
    SimplexDensity
        Regions hold their shares of these very draws, or a little more where draws are equal: smoothing decides where
        they end, not how much is in them.

    Raises
    ------
    ValueError
        If draws are no three chances, or cells or shares do not fit.

    Notes
    -----
    Each draw is divided among the three points of the lattice about it, in proportion to its nearness. Then each point
    gives half of what it has to its six neighbors, again and again, until the spread of one draw is 0.2 times the
    least standard deviation of all; what would leave the triangle is made good by the area that is there.

    Examples
    --------
    >>> found = simplex_density([[0.9, 0.05, 0.05]] * 3 + [[0.1, 0.1, 0.8]], shares=[0.6, 0.9])
    >>> (found.at([[0.9, 0.05, 0.05], [0.1, 0.1, 0.8]]) >= found.levels[0]).tolist()
    [True, False]
    """
    chances = _check(draws, cells, shares)
    points, weights = _lattice_about(chances, cells)
    counts, areas = np.zeros((2, cells + 1, cells + 1))
    np.add.at(counts, (points[..., 0], points[..., 1]), weights)
    inside = np.add.outer(np.arange(cells + 1), np.arange(cells + 1)) <= cells
    areas[inside] = _areas(cells)[inside]
    for _ in range(_passes(chances, cells)):
        counts, areas = _spread(counts) * inside, _spread(areas) * inside
    density = np.divide(counts, areas, out=np.zeros_like(counts), where=inside)
    smoothed = SimplexDensity(density, tuple(shares), (), chances.mean(axis=0))
    densest = -np.sort(-smoothed.at(chances))
    levels = (float(densest[int(np.ceil(share * len(chances) - 1e-9)) - 1]) for share in shares)
    # The last bits of a density that is interpolated once more must not leave a draw out.
    return SimplexDensity(density, tuple(shares), tuple(level * (1 - 1e-9) for level in levels), smoothed.mean)


def _check(draws: ArrayLike, cells: int, shares: Sequence[float]) -> FloatArray:
    chances = as_matrix("draws", draws, rows=1, columns=3)
    if chances.shape[1] != 3 or (chances < 0).any() or np.abs(chances.sum(axis=1) - 1).max() > 1e-9:
        raise ValueError("draws: three chances of at least 0 that add up to 1 are needed")
    check_count("cells", cells, 1)
    if not shares or list(shares) != sorted(set(shares)) or not 0 < shares[0] <= shares[-1] < 1:
        raise ValueError(f"shares: got {tuple(shares)}; ascending shares between 0 and 1 are needed")
    return chances


def _lattice_about(chances: FloatArray, cells: int) -> tuple[IntArray, FloatArray]:
    """Return the three points of the lattice about each draw, and its nearness to each, which add up to 1."""
    scaled = np.clip(chances[:, :2], 0, 1) * cells
    corner = np.minimum(np.floor(scaled), cells).astype(np.int64)
    corner[:, 1] = np.minimum(corner[:, 1], cells - corner[:, 0])  # rounding may set a draw next to the triangle
    along, up = np.clip(scaled - corner, 0, 1).T
    edge = corner.sum(axis=1)
    over = along + up > 1
    low = ~over | (edge >= cells - 1)  # in the half of its square next to the corner: all there is at the third side
    along, up = np.where(edge >= cells, 0.0, along), np.where(edge >= cells, 0.0, up)
    rest = np.where(low, np.maximum(0.0, 1 - along - up), along + up - 1)
    near = np.where(low[:, None], np.stack([rest, along, up], axis=1), np.stack([rest, 1 - up, 1 - along], axis=1))
    steps = np.array([[[0, 0], [1, 0], [0, 1]], [[1, 1], [1, 0], [0, 1]]])
    points = corner[:, None, :] + steps[np.where(low, 0, 1)]
    return np.minimum(points, cells), near / near.sum(axis=1, keepdims=True)


def _areas(cells: int) -> FloatArray:
    """By point of the lattice, the share of the area about it that is in the triangle."""
    i, j = np.indices((cells + 1, cells + 1))
    sides = (i == 0).astype(np.int64) + (j == 0) + (i + j == cells)
    return np.asarray(np.choose(sides, (1.0, 0.5, 1 / 6)), dtype=np.float64)


def _passes(chances: FloatArray, cells: int) -> int:
    """Return how often to smooth: a pass adds a variance of a quarter of a squared step."""
    # Distances in the triangle are those of the chances divided by the square root of 2.
    variance = float(np.linalg.eigvalsh(np.cov(chances.T, bias=True))[1]) / 2
    least, most = _PASSES
    return int(min(most, max(least, round(4 * _BANDWIDTH**2 * variance * cells**2))))


def _spread(values: FloatArray) -> FloatArray:
    """Each point keeps half of its own, and gives a twelfth to each of its six neighbors."""
    wide = np.pad(values, 1)
    around = (
        wide[:-2, 1:-1] + wide[2:, 1:-1] + wide[1:-1, :-2] + wide[1:-1, 2:] + wide[:-2, 2:] + wide[2:, :-2]
    )  # fmt: skip
    return values / 2 + around / 12
