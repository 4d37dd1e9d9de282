"""Times the statistics on large studies, and beside SciPy and statsmodels where these have the same procedure.

    python tests/benchmarks/procedures.py

Processor seconds of the fastest of three runs, imports not counted, so that a busy machine tells much the same.

Aims: every pairwise test of 50 algorithms over 200 data sets, with every adjustment, under 2 s; Bergmann-Hommel of
rank-z p-values of 20, 50, 100 algorithms in 0.1, 3, 60 s, of any p-values of 12 and 15 in 2 and 60 s; Shaffer's static
procedure for 200 algorithms in 0.1 s.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np
from scipy import stats as scipy_stats
from statsmodels.stats.multitest import multipletests

from rankpress.catalog.methods import ADJUSTMENTS
from rankpress.core.scores import MetricScores
from rankpress.spec.model import AdjustMethod, RankOptions, TestOptions
from rankpress.stages.adjust import adjust
from rankpress.stages.rank import rank
from rankpress.stages.test import compare
from rankpress.stats.adjustments import hommel
from rankpress.stats.bergmann import bergmann_hommel
from rankpress.stats.omnibus_table import OMNIBUS
from rankpress.stats.pairs import all_pairs
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.rank_z import rank_z
from rankpress.stats.ranks import average_ranks, rank_scores
from rankpress.stats.shaffer import shaffer_dynamic, shaffer_static
from rankpress.stats.wilcoxon import wilcoxon

_RUNS = 3


def timed(call: Callable[[], object], runs: int = _RUNS) -> float:
    """Processor seconds of the fastest of some runs."""
    taken = []
    for _ in range(runs):
        began = time.process_time()
        call()
        taken.append(time.process_time() - began)
    return min(taken)


def study(k: int, n: int) -> np.ndarray:
    """Scores of algorithms of rising skill, to three digits, so that there are ties."""
    generator = np.random.default_rng(1)
    return np.round(generator.normal(size=(n, 1)) + np.linspace(0, 1, k) + generator.normal(size=(n, k)), 3)


def whole(k: int, n: int, pairwise: str) -> None:
    """One test of all pairs and every adjustment that goes with it, by the pipeline's stages."""
    scores = study(k, n)
    metric = MetricScores("m", "higher", tuple(f"d{i}" for i in range(n)), tuple(f"a{i}" for i in range(k)), scores, n)
    options = TestOptions.model_validate({"pairwise": pairwise, "within": "none"})
    ranking = rank(metric, RankOptions())
    fitting = [name for name, one in ADJUSTMENTS.items() if one.fits(control=False, pairwise=pairwise)]
    adjust(ranking, compare(metric, ranking, options, None), tuple(AdjustMethod(name=each) for each in fitting), 0.05)


def cases() -> Iterator[tuple[str, float, float | None]]:
    """What was timed, how long it took, and how long a peer took."""
    scores = study(50, 200)
    # a design as Durbin's test needs it, and scores of one sign for relative differences
    for name in PAIRWISE:
        if name not in ("durbin", "relative-t"):
            yield f"50 x 200, {name}, all adjustments", timed(lambda name=name: whole(50, 200, name)), None
    for name, procedure in OMNIBUS.items():
        given = rank_scores(scores) if procedure.uses == "ranks" else scores
        yield f"50 x 200, {name}", timed(lambda procedure=procedure, given=given: procedure.function(given)), None
    pairs = all_pairs(50)
    yield (
        "50 x 200, wilcoxon beside scipy's",
        timed(lambda: wilcoxon(scores, pairs)),
        timed(lambda: [scipy_stats.wilcoxon(scores[:, a], scores[:, b], method="approx") for a, b in pairs], 1),
    )
    p = wilcoxon(scores, pairs).p
    yield (
        "1225 p-values, hommel beside statsmodels'",
        timed(lambda: hommel(p)),
        timed(lambda: multipletests(p, method="hommel"), 1),
    )
    for k in (20, 50, 100):
        average = average_ranks(rank_scores(study(k, 200)))
        by_ranks = rank_z(average, 200, all_pairs(k)).p
        for procedure in (bergmann_hommel, shaffer_dynamic):
            call = lambda f=procedure, p=by_ranks, k=k, r=average: f(p, k, average_ranks=r)  # noqa: E731
            yield f"{procedure.__name__} by ranks, {k} algorithms", timed(call, 1), None
    for k in (12, 15):
        anyhow = wilcoxon(study(k, 60), all_pairs(k)).p
        for procedure in (bergmann_hommel, shaffer_dynamic):
            call = lambda f=procedure, p=anyhow, k=k: f(p, k)  # noqa: E731
            yield f"{procedure.__name__} of any p, {k} algorithms", timed(call, 1), None
    many = np.random.default_rng(2).random(len(all_pairs(200)))
    yield "shaffer_static, 200 algorithms", timed(lambda: shaffer_static(many, 200)), None


def main() -> None:
    """Print a line a case."""
    for name, ours, theirs in cases():
        ratio = "" if theirs is None else f"   peer {theirs:8.3f} s, {theirs / max(ours, 1e-9):7.1f} times as long"
        print(f"{name:48} {ours:8.3f} s{ratio}", flush=True)


if __name__ == "__main__":
    main()
