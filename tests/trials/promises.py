"""Simulate whether error rates and intervals are what rankpress states, with Clopper-Pearson intervals.

    python tests/trials/promises.py

Each row is a share of simulated studies: of those with any wrong rejection, or of those whose intervals all hold the
true values. A statement is refuted where the 95% interval of the share lies outside of it; the program then exits with
1. It writes tests/reference/promises.csv.
"""

import csv
import sys
from functools import partial
from pathlib import Path

import numpy as np
from scipy import stats

from rankpress.catalog.methods import ADJUSTMENTS, EFFECTS, PAIRWISE
from rankpress.stats.anytime import sign_process
from rankpress.stats.clustered import clustered_t
from rankpress.stats.equivalence import equivalence
from rankpress.stats.mixed import mixed
from rankpress.stats.multiplicity import chance_of_any_error
from rankpress.stats.pairs import all_pairs
from rankpress.stats.rank_intervals import rank_confidence_sets
from rankpress.stats.ranks import rank_scores
from rankpress.stats.sign_flips import simultaneous_level
from rankpress.stats.synthetic import families_of_studies
from rankpress.stats.wilcoxon import wilcoxon

FILE = Path(__file__).resolve().parents[1] / "reference/promises.csv"
LEVEL = 0.05


def noise(world, size, generator):
    """Draw scores of one distribution."""
    if world == "normal":
        return generator.normal(size=size)
    if world == "rounded":
        return generator.normal(size=size).round()
    if world == "t3":
        return generator.standard_t(3, size=size)
    if world == "log-normal":
        return generator.lognormal(size=size)
    wide = generator.random(size) < 0.1  # contaminated: of one in ten the standard deviation is ten times as large
    return generator.normal(size=size) * np.where(wide, 1.0, 0.1)


def side_by_side(scores):
    """Set studies (studies, n, 2) as columns of one table, with the pair of each."""
    studies, n, _ = scores.shape
    return scores.transpose(1, 0, 2).reshape(n, 2 * studies), np.arange(2 * studies).reshape(-1, 2)


def false_differences(world, k, n, studies):
    """Count studies of equal algorithms in which the default test finds any difference."""
    scores = noise(world, (studies, n, k), np.random.default_rng([k, n]))
    families = families_of_studies(PAIRWISE["wilcoxon"], scores, all_pairs(k))
    return sum(bool((ADJUSTMENTS["holm"].adjust(family) <= LEVEL).any()) for family in families)


def covered(measure, world, n, studies):
    """Count studies of two equal algorithms whose interval holds no difference."""
    scores, pairs = side_by_side(noise(world, (studies, n, 2), np.random.default_rng(n)))
    effect = EFFECTS[measure].run(scores, pairs, 1 - LEVEL)
    return int(((effect.low <= 0) & (effect.high >= 0)).sum())


def covered_together(measure, world, n, studies):
    """Count studies of five equal algorithms of which all simultaneous intervals hold no difference."""
    generator, pairs, count = np.random.default_rng(n), all_pairs(5), 0
    for _ in range(studies):
        scores = noise(world, (n, 5), generator)
        effect = EFFECTS[measure].run(scores, pairs, simultaneous_level(scores, pairs, 1 - LEVEL))
        count += bool(((effect.low <= 0) & (effect.high >= 0)).all())
    return count


def ranks_held(n, studies):
    """Count studies in which all confidence sets hold the true ranks: two groups of equal algorithms."""
    generator, better, count = np.random.default_rng(n), np.array([0.5, 0.5, 0.0, 0.0, 0.0]), 0
    low, high = np.array([1, 1, 3, 3, 3]), np.array([2, 2, 5, 5, 5])  # any order of equal ones is a true one
    for _ in range(studies):
        sets = rank_confidence_sets(-rank_scores(better + generator.normal(size=(n, 5))), 1 - LEVEL)
        count += bool(((sets.low <= low) & (sets.high >= high)).all())
    return count


def clustered_errors(sizes, n_clusters, shared, studies):
    """Count benchmarks of two equal models with clusters of questions in which they are found to differ."""
    generator, count = np.random.default_rng(n_clusters), 0
    for _ in range(studies):
        drawn = np.ceil(generator.lognormal(1.5, 1.0, n_clusters)) if sizes == "unequal" else np.full(n_clusters, 6)
        clusters = np.repeat(np.arange(n_clusters), drawn.astype(int))
        of_cluster = np.sqrt(shared) * generator.normal(size=n_clusters)[clusters]
        values = of_cluster + np.sqrt(1 - shared) * generator.normal(size=len(clusters))
        count += bool(clustered_t(values[:, None], clusters).p[0] <= LEVEL)
    return count


def mixed_errors(ratio, n, studies):
    """Count studies of data sets with two to eight folds in which the mixed model finds a difference."""
    generator, count = np.random.default_rng(n), 0
    for _ in range(studies):
        folds = [
            np.sqrt(ratio / 2) * generator.normal(size=2) + np.sqrt(0.5) * generator.normal(size=(m, 2))
            for m in generator.integers(2, 9, n)
        ]
        p = mixed(np.array([fold.mean(axis=0) for fold in folds]), [[0, 1]], folds=folds).p
        count += bool(p[0] <= LEVEL)
    return count


def equivalent_at_the_margin(test, n, studies):
    """Count studies whose two algorithms differ by the margin and are found equivalent."""
    scores = noise("normal", (studies, n, 2), np.random.default_rng(n))
    scores[..., 0] += 2.0
    return int((equivalence(*side_by_side(scores), 2.0, test=test).p <= LEVEL).sum())


def any_look(way, studies):
    """Count benchmarks that grow from 6 to 40 data sets, looked at after each, in which equals ever differ."""
    generator, count = np.random.default_rng(1), 0
    for _ in range(studies):
        differences = generator.normal(size=40)
        if way == "anytime":
            count += sign_process(differences).p <= LEVEL
        else:
            scores = np.column_stack([differences, np.zeros(40)])
            count += any(wilcoxon(scores[:n], [[0, 1]]).p[0] <= LEVEL for n in range(6, 41))
    return int(count)


def any_metric(over, n_metrics, studies):
    """Count studies of two equal algorithms by metrics that correlate by 0.5 in which any metric finds a difference."""
    generator = np.random.default_rng(n_metrics)
    common = generator.normal(size=(20, studies, 1))
    differences = np.sqrt(0.5) * (common + generator.normal(size=(20, studies, n_metrics)))
    scores, pairs = side_by_side(np.stack([differences, 0 * differences], axis=-1).reshape(20, -1, 2).swapaxes(0, 1))
    p = wilcoxon(scores, pairs).p.reshape(studies, n_metrics)
    return int((p.min(axis=1) * (n_metrics if over else 1) <= LEVEL).sum())


def promises():
    """Yield what is stated, a world, the least and the greatest share that the statement allows, studies, and hits."""
    for world in ("normal", "rounded"):
        for k, n in ((2, 6), (2, 30), (5, 12), (5, 30), (10, 12)):
            of = partial(false_differences, world, k, n)
            yield "any wrong difference by Wilcoxon and Holm", f"{world}, k = {k}, N = {n}", 0, LEVEL, 1000, of
    for measure in ("mean-difference", "hodges-lehmann", "hedges-g"):
        for world in ("normal", "t3", "log-normal", "contaminated"):
            for n in (8, 30, 100):
                of = partial(covered, measure, world, n)
                yield f"95% interval of {measure}", f"equal, {world}, N = {n}", 1 - LEVEL, 1, 2000, of
    for measure in ("mean-difference", "hedges-g"):
        for world in ("normal", "t3", "log-normal"):
            for n in (8, 30):
                of = partial(covered_together, measure, world, n)
                yield f"simultaneous intervals of {measure}", f"k = 5, {world}, N = {n}", 1 - LEVEL, 1, 400, of
    for n in (6, 12, 30):
        yield "confidence sets of ranks", f"two groups, N = {n}", 1 - LEVEL, 1, 400, partial(ranks_held, n)
    for sizes in ("equal", "unequal"):
        for n_clusters in (5, 10, 30, 60):
            of = partial(clustered_errors, sizes, n_clusters, 0.2)
            yield "clustered-t between equal models", f"{sizes} clusters, {n_clusters}", 0, 0.07, 2000, of
    for ratio in (0.0, 0.3, 3.0):
        for n in (4, 12):
            of = partial(mixed_errors, ratio, n)
            yield "mixed model between equals", f"ratio of variances {ratio:g}, N = {n}", 0, LEVEL, 500, of
    for test in ("t", "wilcoxon"):
        for n in (8, 30):
            of = partial(equivalent_at_the_margin, test, n)
            yield f"equivalence at the margin by {test}", f"normal, N = {n}", 0, LEVEL, 2000, of
    yield "anytime-valid sign test at any look", "N = 6 to 40", 0, LEVEL, 1000, partial(any_look, "anytime")
    yield "Wilcoxon at any look, as cautioned", "N = 6 to 40", LEVEL, 1, 400, partial(any_look, "wilcoxon")
    for m in (2, 4):
        most = chance_of_any_error(m, LEVEL)
        yield "any error in several metrics", f"{m}, r = 0.5", 0, most, 2000, partial(any_metric, False, m)
        yield "Holm over metrics", f"{m}, r = 0.5", 0, LEVEL, 2000, partial(any_metric, True, m)


def judged(least, most, studies, hits):
    """Return the share of hits, its Clopper-Pearson interval, and whether it refutes that the share is in between."""
    low, high = stats.binomtest(hits, studies).proportion_ci(0.95, method="exact")
    return hits / studies, low, high, low > most or high < least


def main():
    """Simulate all, print them and write the file."""
    rows, refuted = [("statement", "world", "least", "most", "studies", "share", "low", "high")], 0
    for statement, world, least, most, studies, count in promises():
        share, low, high, is_refuted = judged(least, most, studies, count(studies))
        refuted += is_refuted
        rows.append(
            (statement, world, f"{least:.3g}", f"{most:.3g}", studies, f"{share:.4f}", f"{low:.4f}", f"{high:.4f}")
        )
        print(*rows[-1], "REFUTED" if is_refuted else "", sep=" | ", flush=True)
    with FILE.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
    return 1 if refuted else 0


if __name__ == "__main__":
    sys.exit(main())
