"""Simulate how often 95% intervals of Elo hold the true rating, and write tests/reference/elo_coverage.csv.

    python tests/trials/leaderboards.py

Five algorithms with means 0, 0.2, ..., 0.8 have normal scores of variance 1 on each data set. The true ratings are
those of the chances to win. Next to rankpress's intervals stand percentiles of resampled data sets, and what follows if
each comparison on a data set is taken for a battle of its own. docs/how-to/leaderboards.md shows the file; a test
compares it.
"""

import csv
from pathlib import Path

import numpy as np
from scipy.special import ndtr

from rankpress.stats.paired_comparisons import bradley_terry, pairwise_wins

FILE = Path(__file__).resolve().parents[1] / "reference/elo_coverage.csv"
SIZES, STUDIES, RESAMPLES = (10, 20, 50), 1000, 400
MEANS = np.arange(5) * 0.2
WAYS = ("t over data sets", "percentiles of resamples", "independent battles")
_Z = 1.959963984540054
_LARGEST = 20.0  # of a log strength, where the likeliest is not finite


def fitted(won):
    """Log strengths that add up to 0, and their covariance were all battles independent, of many tables of wins."""
    k = won.shape[-1]
    strengths, battles = np.zeros(won.shape[:-1]), won + np.swapaxes(won, -1, -2)
    for _ in range(12):
        chance = 1 / (1 + np.exp(strengths[..., None, :] - strengths[..., :, None]))
        information = battles * chance * (1 - chance)
        matrix = -information + information.sum(-1)[..., None] * np.eye(k) + 1 / k  # the last makes the sum 0
        slope = (won - battles * chance).sum(-1)
        step = np.linalg.solve(matrix + 1e-9 * np.eye(k), slope[..., None])[..., 0]
        strengths = np.clip(strengths + np.clip(step, -2, 2), -_LARGEST, _LARGEST)
    return strengths, np.linalg.pinv(matrix - 1 / k)


def true_strengths():
    """Log strengths by the chances to win."""
    chances = ndtr((MEANS[:, None] - MEANS) / np.sqrt(2))
    np.fill_diagonal(chances, 0)
    return fitted(chances)[0]


def covered(n, truth, generator):
    """Return the share of the algorithms whose rating lies in its interval in a study, by way; None if unbounded."""
    wins, ties = pairwise_wins(MEANS + generator.normal(size=(n, len(MEANS))))
    found = bradley_terry(wins, ties)
    if found.why:
        return None
    counts = generator.multinomial(n, np.full(n, 1 / n), size=RESAMPLES)
    resampled, _ = fitted(np.einsum("bn,nij->bij", counts, wins))
    strengths, covariance = fitted(wins.sum(axis=0))
    half = _Z * np.sqrt(np.diag(covariance))
    ends = (found.interval(0.95), np.quantile(resampled, [0.025, 0.975], axis=0), (strengths - half, strengths + half))
    return [float(((low <= truth) & (truth <= high)).mean()) for low, high in ends]


def main():
    """Write the table and print it."""
    truth, rows = true_strengths(), []
    for n in SIZES:
        generator = np.random.default_rng(n)
        studies = [one for _ in range(STUDIES) if (one := covered(n, truth, generator)) is not None]
        rows.append({"datasets": n, **dict(zip(WAYS, np.mean(studies, axis=0).round(4).tolist(), strict=True))})
        print(rows[-1], f"{len(studies)} bounded", flush=True)
    with FILE.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, ["datasets", *WAYS], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
