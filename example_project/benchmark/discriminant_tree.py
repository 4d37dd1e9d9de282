"""A multivariate decision tree: each node asks on which side of a hyperplane a case lies."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.tree import DecisionTreeClassifier

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Leaf:
    """The class of every case that ends here."""

    label: int


@dataclass(frozen=True)
class Node:
    """Cases with `attributes @ direction <= threshold` go low, the others high."""

    direction: Floats
    threshold: float
    low: "Node | Leaf"
    high: "Node | Leaf"


class LinearDiscriminantTree(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """A tree of Fisher's linear discriminants in the manner of Yildiz and Alpaydin.

    At a node the classes form two groups: the two classes whose means lie farthest apart, and the others with
    the nearer of these. Fisher's discriminant of the groups is the direction, and the cut along it is the one
    of least entropy over the classes. The original exchanges classes between groups in search of a better
    split and prunes afterwards; this one does neither, and stops at small nodes.

    Parameters
    ----------
    min_samples_split : int
        A node with fewer cases is a leaf.
    ridge : float
        Added to the diagonal of the within-group covariance, as a share of its mean, to make it invertible.

    References
    ----------
    Yildiz, O. T. and Alpaydin, E. (2000). Linear discriminant trees. International Conference on Machine
    Learning, 1175-1182.
    """

    def __init__(self, min_samples_split: int = 10, ridge: float = 1e-2) -> None:
        self.min_samples_split = min_samples_split
        self.ridge = ridge

    def fit(self, attributes: Floats, labels: Ints) -> "LinearDiscriminantTree":
        """Grow the tree from attributes (rows, columns) and the class of each row."""
        self.classes_, codes = np.unique(labels, return_inverse=True)
        self.tree_ = self._grow(np.asarray(attributes, dtype=np.float64), codes)
        return self

    def predict(self, attributes: Floats) -> Ints:
        """Return the class of the leaf that each row reaches."""
        codes = np.empty(len(attributes), dtype=np.int64)
        waiting: list[tuple[Node | Leaf, Ints]] = [(self.tree_, np.arange(len(attributes)))]
        while waiting:
            node, rows = waiting.pop()
            if isinstance(node, Leaf):
                codes[rows] = node.label
                continue
            low = attributes[rows] @ node.direction <= node.threshold
            waiting += [(node.low, rows[low]), (node.high, rows[~low])]
        return np.asarray(self.classes_[codes])

    def _grow(self, attributes: Floats, codes: Ints) -> Node | Leaf:
        leaf = Leaf(int(np.bincount(codes).argmax()))
        if len(codes) < self.min_samples_split or len(np.unique(codes)) == 1:
            return leaf
        direction = self._find_direction(attributes, _split_classes(attributes, codes))
        projected = (attributes @ direction)[:, None]
        stump = DecisionTreeClassifier(criterion="entropy", max_depth=1, random_state=0).fit(projected, codes)
        if stump.tree_.node_count == 1:
            return leaf
        threshold = float(stump.tree_.threshold[0])
        low = projected[:, 0] <= threshold
        if low.all() or not low.any():
            return leaf
        return Node(
            direction,
            threshold,
            self._grow(attributes[low], codes[low]),
            self._grow(attributes[~low], codes[~low]),
        )

    def _find_direction(self, attributes: Floats, first: NDArray[np.bool_]) -> Floats:
        """Solve for Fisher's discriminant of the rows in `first` against the others."""
        means = attributes[first].mean(axis=0), attributes[~first].mean(axis=0)
        centred = attributes - np.where(first[:, None], *means)
        within = centred.T @ centred / len(attributes)
        scale = max(float(np.trace(within)) / len(within), 1e-12)
        within[np.diag_indices_from(within)] += self.ridge * scale
        return np.asarray(np.linalg.solve(within, means[0] - means[1]))


def _split_classes(attributes: Floats, codes: Ints) -> NDArray[np.bool_]:
    """Mark the rows whose class belongs to the first of two groups of classes."""
    present = np.unique(codes)
    means = np.array([attributes[codes == code].mean(axis=0) for code in present])
    gaps = np.linalg.norm(means[:, None] - means[None], axis=2)
    seeds = np.unravel_index(gaps.argmax(), gaps.shape) if gaps.any() else (0, 1)
    in_first = gaps[:, seeds[0]] < gaps[:, seeds[1]]
    in_first[seeds[0]], in_first[seeds[1]] = True, False
    return np.isin(codes, present[in_first])
