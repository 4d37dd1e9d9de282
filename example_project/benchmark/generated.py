"""Data sets drawn from a stated distribution, each with the seed its caller gives."""

import numpy as np
from numpy.typing import NDArray

Attributes = NDArray[np.float64]
Classes = NDArray[np.int64]
Sample = tuple[Attributes, Classes]

# Lights on for the digits 0-9: top, upper left, upper right, middle, lower left, lower right, bottom.
LIGHTS = np.array(
    [
        [1, 1, 1, 0, 1, 1, 1],
        [0, 0, 1, 0, 0, 1, 0],
        [1, 0, 1, 1, 1, 0, 1],
        [1, 0, 1, 1, 0, 1, 1],
        [0, 1, 1, 1, 0, 1, 0],
        [1, 1, 0, 1, 0, 1, 1],
        [1, 1, 0, 1, 1, 1, 1],
        [1, 0, 1, 0, 0, 1, 0],
        [1, 1, 1, 1, 1, 1, 1],
        [1, 1, 1, 1, 0, 1, 1],
    ]
)


def generate_twonorm(rows: int, seed: int) -> Sample:
    """Draw two 20-dimensional unit normals with means (a, ..., a) and (-a, ..., -a), a = 2 / sqrt(20).

    References
    ----------
    Breiman, L. (1998). Arcing classifiers. Annals of Statistics 26, 801-849, 10.1214/aos/1024691079.
    """
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 2, rows)
    mean = np.where(labels == 0, 1, -1)[:, None] * 2 / np.sqrt(20)
    return mean + rng.standard_normal((rows, 20)), labels


def generate_threenorm(rows: int, seed: int) -> Sample:
    """Draw unit normals, class 0 around (a, ..., a) or (-a, ..., -a) and class 1 around (a, -a, a, ...).

    There are 20 dimensions, and a = 2 / sqrt(20).

    References
    ----------
    Breiman, L. (1998). Arcing classifiers. Annals of Statistics 26, 801-849, 10.1214/aos/1024691079.
    """
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 2, rows)
    corner = np.where(rng.integers(0, 2, rows) == 0, 1, -1)[:, None] * np.ones(20)
    alternating = np.where(np.arange(20) % 2 == 0, 1, -1) * np.ones((rows, 1))
    mean = np.where(labels[:, None] == 0, corner, alternating) * 2 / np.sqrt(20)
    return mean + rng.standard_normal((rows, 20)), labels


def generate_ringnorm(rows: int, seed: int) -> Sample:
    """Draw class 0 around 0 with covariance 4 I, class 1 around (a, ..., a) with covariance I.

    There are 20 dimensions, and a = 1 / sqrt(20).

    References
    ----------
    Breiman, L. (1998). Arcing classifiers. Annals of Statistics 26, 801-849, 10.1214/aos/1024691079.
    """
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 2, rows)
    first = (labels == 0)[:, None]
    noise = rng.standard_normal((rows, 20))
    return np.where(first, 2 * noise, noise + 1 / np.sqrt(20)), labels


def generate_waveform(rows: int, seed: int, irrelevant: int = 0) -> Sample:
    """Draw random blends of two of three triangular waves at 21 points, plus unit noise.

    The class says which two; `irrelevant` columns of pure noise follow.

    References
    ----------
    Breiman, L., Friedman, J. H., Olshen, R. A. and Stone, C. J. (1984). Classification and Regression Trees,
    section 2.6.2. UCI: 10.24432/C5CS3C, with 19 irrelevant attributes 10.24432/C56014.
    """
    rng = np.random.default_rng(seed)
    points = np.arange(1, 22)
    waves = np.maximum(6 - np.abs(points - np.array([[11], [15], [7]])), 0)
    labels = rng.integers(0, 3, rows)
    blended = np.array([(0, 1), (0, 2), (1, 2)])[labels]
    share = rng.random((rows, 1))
    signal = share * waves[blended[:, 0]] + (1 - share) * waves[blended[:, 1]]
    padded = np.hstack([signal, np.zeros((rows, irrelevant))])
    return padded + rng.standard_normal(padded.shape), labels


def generate_led(rows: int, seed: int, irrelevant: int = 0) -> Sample:
    """Draw digits on a display of seven lights, each of them wrong with probability 0.1.

    The class is the digit; `irrelevant` columns of fair coin flips follow.

    References
    ----------
    Breiman, L., Friedman, J. H., Olshen, R. A. and Stone, C. J. (1984). Classification and Regression Trees,
    section 2.6.1. UCI: 10.24432/C5FG61.
    """
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 10, rows)
    wrong = rng.random((rows, 7)) < 0.1
    coins = rng.integers(0, 2, (rows, irrelevant))
    return np.hstack([LIGHTS[labels] ^ wrong, coins]).astype(np.float64), labels


def generate_berrar_1(seed: int) -> Sample:
    """Draw Synthetic 1: 50 positives N(0, 1) and 50 negatives N(0.5, 1) in ten dimensions.

    References
    ----------
    Berrar, D. (2017). Confidence curves: an alternative to null hypothesis significance testing for the
    comparison of classifiers. Machine Learning 106, 911-949, 10.1007/s10994-016-5612-6 (section 7).
    """
    return _draw_normals(seed, positives=50, negatives=50, positive_mean=0.0, negative_mean=0.5)


def generate_berrar_2(seed: int) -> Sample:
    """Draw Synthetic 2: 30 positives and 70 negatives, all N(0, 1) in ten dimensions (see Synthetic 1)."""
    return _draw_normals(seed, positives=30, negatives=70, positive_mean=0.0, negative_mean=0.0)


def generate_berrar_3(seed: int) -> Sample:
    """Draw Synthetic 3: 20 positives N(0.5, 1), 80 negatives N(0, 1), in ten dimensions (see Synthetic 1)."""
    return _draw_normals(seed, positives=20, negatives=80, positive_mean=0.5, negative_mean=0.0)


def generate_berrar_4(seed: int) -> Sample:
    """Draw Synthetic 4: 50 positives N(0.5, 1), 50 negatives N(0, 1), in ten dimensions (see Synthetic 1).

    Ten more dimensions are U(-1, 1) for both classes.
    """
    informative, labels = _draw_normals(seed, positives=50, negatives=50, positive_mean=0.5, negative_mean=0.0)
    # A second, independent stream; the same seed would repeat the bits behind the normals.
    uniform = np.random.default_rng([seed, 1]).uniform(-1, 1, informative.shape)
    return np.hstack([informative, uniform]), labels


def _draw_normals(seed: int, positives: int, negatives: int, positive_mean: float, negative_mean: float) -> Sample:
    labels = np.repeat([1, 0], [positives, negatives])
    mean = np.where(labels == 1, positive_mean, negative_mean)[:, None]
    return mean + np.random.default_rng(seed).standard_normal((len(labels), 10)), labels
