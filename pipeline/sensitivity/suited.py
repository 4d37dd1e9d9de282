"""Which tests take the scores of a study, as far as names and gaps tell."""

from __future__ import annotations

import numpy as np

from rankpress.scores import MetricScores
from rankpress.spec.methods import OF_A_PAIR, OF_INCOMPLETE_BLOCKS, OF_RANKS_ON_DATASETS, OF_SCORES
from rankpress.stats.incidence import incidence

_NEEDS_ALL = "it needs a result of each algorithm on each data set"
_UNBALANCED = "it needs a balanced design"
_SIGNS = "on a data set scores are of different sign"


def unsuited_omnibus(name: str, scores: MetricScores) -> str:
    """Why a test of all algorithms cannot be made of these scores; empty where it can."""
    if name in OF_INCOMPLETE_BLOCKS:
        return _unbalanced(name, scores)
    if _is_open(scores) or (name in OF_SCORES and _has_gaps(scores)):
        return _NEEDS_ALL
    return ""


def unsuited_pairwise(name: str, scores: MetricScores) -> str:
    """Why a test of two algorithms cannot be made of these scores; empty where it can."""
    if name in OF_INCOMPLETE_BLOCKS:
        return _unbalanced(name, scores)
    if _is_open(scores) and name not in OF_A_PAIR:
        return _NEEDS_ALL
    if _has_gaps(scores) and not _is_open(scores) and name != "rank-z" and name not in OF_RANKS_ON_DATASETS:
        return _NEEDS_ALL
    means = scores.means
    if name == "relative-t" and means is not None and ((means < 0).any(axis=1) & (means > 0).any(axis=1)).any():
        return _SIGNS
    return ""


def is_of_use(name: str, scores: MetricScores) -> bool:
    """Whether a test says anything that others do not: those for gaps are like the Friedman test without any."""
    return name not in OF_INCOMPLETE_BLOCKS or _is_open(scores)


def _unbalanced(name: str, scores: MetricScores) -> str:
    return "" if name != "durbin" or incidence(np.asarray(scores.means)).balanced else _UNBALANCED


def _has_gaps(scores: MetricScores) -> bool:
    return scores.means is not None and bool(np.isnan(scores.means).any())


def _is_open(scores: MetricScores) -> bool:
    """Whether gaps are left without a rank."""
    return scores.missing.policy == "incomplete-blocks" and _has_gaps(scores)
