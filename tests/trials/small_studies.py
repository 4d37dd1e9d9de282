"""Simulate how often procedures find the best of k algorithms on few data sets, and write docs/which-test.md's table.

    python tests/trials/small_studies.py

Scores are normal; one algorithm is better than the others, which are equal, by two standard deviations of its own
scores. Power is the mean share of the others from which it is found to differ. A test recomputes some of the table.
"""

from pathlib import Path

import numpy as np

from rankpress.catalog.methods import ADJUSTMENTS, PAIRWISE
from rankpress.stats.pairs import all_pairs, pairs_with
from rankpress.stats.ranks import rank_scores
from rankpress.stats.synthetic import families_of_studies
from rankpress.stats.westfall_young import westfall_young

PAGE = Path(__file__).resolve().parents[2] / "docs/which-test.md"
BEGIN, END = "<!-- power: written by tests/trials/small_studies.py -->\n\n", "<!-- end of power -->\n"
ALGORITHMS, DATASETS = (3, 5, 10), (5, 6, 7, 8, 9, 10, 12, 15)
STUDIES = 1000
LEVEL, BETTER = 0.05, 2.0
# name, test, adjustment, whether the best is the control
PROCEDURES = (
    ("Wilcoxon, Holm (default)", "wilcoxon", "holm", False),
    ("Wilcoxon, Holm, a control", "wilcoxon", "holm", True),
    ("Wilcoxon, Westfall-Young", "wilcoxon", "westfall-young", False),
    ("Paired t, Holm", "t", "holm", False),
    ("Nemenyi", "rank-z", "nemenyi", False),
    ("Average ranks, Shaffer", "rank-z", "shaffer", False),
)


def scores_of(k, n, studies):
    """Scores of a number of studies in which the first algorithm is the best."""
    scores = np.random.default_rng([k, n]).normal(size=(studies, n, k))
    scores[:, :, 0] += BETTER
    return scores


def adjusted_p(scores, test, adjustment, pairs, *, control):
    """Adjusted p-values of each study."""
    if adjustment == "westfall-young":
        return [westfall_young(study, pairs, statistic="wilcoxon") for study in scores]
    values = rank_scores(scores.reshape(-1, scores.shape[2])).reshape(scores.shape) if test == "rank-z" else scores
    families = families_of_studies(PAIRWISE[test], values, pairs, control=control)
    return [ADJUSTMENTS[adjustment].adjust(family) for family in families]


def power(k, n, test, adjustment, control, studies=STUDIES):
    """Mean share of the other algorithms from which the best is found to differ."""
    pairs = pairs_with(0, k) if control else all_pairs(k)
    p = np.array(adjusted_p(scores_of(k, n, studies), test, adjustment, pairs, control=control))
    return float((p[:, (pairs == 0).any(axis=1)] <= LEVEL).mean())


def table():
    """The table in Markdown."""
    yield "| k | procedure | " + " | ".join(f"N = {n}" for n in DATASETS) + " |\n"
    yield "|---|---|" + "---|" * len(DATASETS) + "\n"
    for k in ALGORITHMS:
        for name, *procedure in PROCEDURES:
            yield f"| {k} | {name} | " + " | ".join(f"{100 * power(k, n, *procedure):.0f}" for n in DATASETS) + " |\n"


if __name__ == "__main__":
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    PAGE.write_text(before + BEGIN + "".join(table()) + "\n" + END + rest.partition(END)[2], encoding="utf-8")
