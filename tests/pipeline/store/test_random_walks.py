"""Random walks through studies: after each change, a build with the store of all before is held against one without.

    WALKS=50 python -m pytest tests/pipeline/store/test_random_walks.py

takes that many; one is taken in every run of the tests.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

import pytest

from rankpress.app.run import build
from rankpress.core.faults import FaultsFound
from rankpress.spec.reading import read_study

STEPS = 9
DATASETS = ("iris", 'a "quoted", name', "größe 🌱", "$x$")

# What keys of the study may be; a study that another key forbids is passed over.
VALUES: Mapping[str, tuple[str, ...]] = {
    "title": ("Four", "Five $x$"),
    "scores.missing": ("error", "drop-dataset", "worst-rank", "incomplete-blocks"),
    "scores.groups": ("{}", "{two: [iris, größe 🌱]}", "{two: [iris, $x$], all: [iris, $x$, größe 🌱]}"),
    "scores.where": ("{}", "{algorithm: [knn, tree, nb]}", "{dataset: {not: [iris]}}"),
    "scores.rename.algorithm": ("{}", "{knn: 1-NN}"),
    "scores.costs": ("[seconds]", "[]"),
    "rank.ties": ("average", "min", "max"),
    "rank.tolerance": ("0", "0.05"),
    "test.alpha": ("0.3", "0.05", "0.9"),
    "test.omnibus": ("[friedman]", "[iman-davenport, quade]", "[anova]"),
    "test.pairwise": ("rank-z", "wilcoxon", "sign", "t", "{name: wilcoxon, zeros: pratt}"),
    "test.control": ("null", "tree", "nb"),
    "test.within": ("corrected-t", "resampled-t", "kfold-t", "none"),
    "test.tuning_runs": ("0", "40"),
    "adjust": ("[holm]", "[holm, hommel]", "[bonferroni-dunn]", "[shaffer, nemenyi]", "[{name: li}]"),
    "effects": ("null", "{measures: [cliffs-delta]}", "{level: 0.8, bootstrap: true, draws: 200, seed: 3}"),
    "bayes": ("null", "{rope: 0.01}", "{rope: {accuracy: 0.02, loss: 0}}", "{rope: 0.01, over: sign, within: none}"),
    "order": (
        "null", "{cost: seconds}", "{prior: [svm, nb, tree, knn]}", "{cost: seconds, within: none}",
        "{cost: seconds, adjust: nemenyi}", "{cost: seconds, within: resampled-t, within_adjust: bonferroni}",
    ),
    "curves": ("null", "{pairs: all}", "{baseline: knn, average: true}", "{pairs: [[knn, nb]], form: t}"),
    "labels.algorithms": ("{}", "{nb: naive Bayes}", "{nb: {label: 'B $\\alpha$', short: B}}"),
    "labels.datasets": ("{}", "{iris: Flowers}"),
    "labels.metrics": ("{}", "{accuracy: Acc.}"),
    "plot": ("[]", "[cd]", "[{name: cd, layout: rows, highlight: [knn]}]", "[{name: cd, caption: Mine, file: mine}]"),
    "report.tables": ("{}", "{pairwise: {omit: true}}", "{ranks: {caption: Mine, transpose: true}}"),
    "report.macros.unrounded": ("false", "true"),
    "report.figures.font_size": ("8", "9"),
    "report.figures.venue": ("null", "neurips"),
    "report.latex.siunitx": ("false", "true"),
}  # fmt: skip


def walk(study: Path, seed: int, steps: int, write: Callable[..., None]) -> int:
    """Change a study step by step, hold warm builds against cold ones, and return how many were."""
    draw, held = Random(seed), 0
    chosen = {"plot": "[]"}
    for step in range(steps):
        before = dict(chosen)
        if draw.random() < 0.25:
            disturb(draw, study, write)
        for key in draw.sample(list(VALUES), draw.choice((0, 1, 1, 1, 2, 4))):
            chosen[key] = draw.choice(VALUES[key])
        with tempfile.TemporaryDirectory() as temporary:
            warm, cold = Path(temporary, "warm"), Path(temporary, "cold")
            try:
                built(study, warm, chosen)
            except FaultsFound:
                chosen = before
                continue
            alone = Path(temporary, "study")
            shutil.copytree(study.parent, alone, ignore=shutil.ignore_patterns(".rankpress"))
            built(alone / study.name, cold, chosen)
            one, other = contents(warm), contents(cold)
            unlike = sorted(name for name in {*one, *other} if one.get(name) != other.get(name))
            assert not unlike, f"seed {seed}, step {step}, {chosen}: {unlike}"
            held += 1
    return held


def disturb(draw: Random, study: Path, write: Callable[..., None]) -> None:
    """Other scores on one data set, some that turn ranks, some as they were; now and then a data set comes or goes."""
    write(study.parent / "runs", draw.choice(DATASETS), draw.choice((0.0, 0.001, 0.05, 0.6)))
    if draw.random() < 0.3:
        (study.parent / "runs" / f"{draw.randrange(1, len(DATASETS))}.csv").unlink()


def built(study: Path, out: Path, chosen: Mapping[str, str]) -> None:
    """Build a study with some keys of it as they were chosen."""
    read = read_study(study, [f"{key}={value}" for key, value in chosen.items()])
    build(read, out, formats=("html", "markdown"))


def contents(out: Path) -> dict[str, bytes]:
    """The files of a report."""
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(int(os.environ.get("WALKS", "1"))))
def test_warm_and_cold_builds_write_the_same_wherever_a_walk_leads(
    study: Path, write_scores: Callable[..., None], seed: int
) -> None:
    assert walk(study, seed, STEPS, write_scores) > STEPS // 3
