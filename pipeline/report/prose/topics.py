"""The sections that each metric has: their sentences, and the kinds of tables and figures that belong to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rankpress.analysis import Analysis
from rankpress.report.prose.bayes import bayes_caveats, bayes_paragraphs, bayes_reminders
from rankpress.report.prose.effects import effects_paragraphs, effects_reminders
from rankpress.report.prose.ordering import ordering_caveats, ordering_paragraphs, ordering_reminders
from rankpress.report.prose.over import (
    ranks_caveats,
    ranks_paragraphs,
    scores_paragraphs,
    tests_caveats,
    tests_paragraphs,
)
from rankpress.report.prose.over_reminders import ranks_reminders, scores_reminders, tests_reminders
from rankpress.report.prose.power import power_caveats, power_paragraphs, power_reminders
from rankpress.report.prose.replicability import (
    replicability_caveats,
    replicability_paragraphs,
    replicability_reminders,
)
from rankpress.report.prose.sensitivity import (
    sensitivity_caveats,
    sensitivity_paragraphs,
    sensitivity_reminders,
)
from rankpress.report.prose.within import (
    curves_caveats,
    curves_paragraphs,
    curves_reminders,
    within_caveats,
    within_paragraphs,
    within_reminders,
)

Sentences = Callable[[Analysis], list[str]]


def _nothing(_analysis: Analysis) -> list[str]:
    return []


@dataclass(frozen=True)
class Topic:
    """What a section is about.

    Parameters
    ----------
    identifier, title : str
        Of the section.
    paragraphs : callable
        What was found.
    caveats : callable
        What must be said beside it, for it is of these results.
    reminders : callable
        What holds of such results whatever they are; told once, in a section of its own.
    tables, drawings : tuple of str
        The kinds that belong to it, in their order.
    """

    identifier: str
    title: str
    paragraphs: Sentences
    caveats: Sentences = _nothing
    reminders: Sentences = _nothing
    tables: tuple[str, ...] = ()
    drawings: tuple[str, ...] = ()


FINDINGS = (
    Topic("scores", "Scores", scores_paragraphs, _nothing, scores_reminders, ("scores", "ranks"), ("score-map",)),
    Topic(
        "ranks",
        "Ranks",
        ranks_paragraphs,
        ranks_caveats,
        ranks_reminders,
        ("average-ranks", "wins-ties-losses"),
        ("cd", "two-metrics", "rank-distribution"),
    ),
    Topic(
        "tests",
        "Tests over the data sets",
        tests_paragraphs,
        tests_caveats,
        tests_reminders,
        ("omnibus", "adjusted-p"),
        ("p-values", "comparison-matrix", "scatter"),
    ),
    Topic("effects", "Effect sizes", effects_paragraphs, _nothing, effects_reminders, ("effects",)),
    Topic(
        "within",
        "Tests within the data sets",
        within_paragraphs,
        within_caveats,
        within_reminders,
        ("within-omnibus", "within-wins", "within-sign", "within"),
    ),
    Topic(
        "bayes",
        "Bayesian comparisons",
        bayes_paragraphs,
        bayes_caveats,
        bayes_reminders,
        ("bayes-over", "bayes-within"),
        ("simplex",),
    ),
    Topic(
        "ordering",
        "Ordering",
        ordering_paragraphs,
        ordering_caveats,
        ordering_reminders,
        ("ordering", "ordering-groups", "ordering-validation", "ordering-datasets"),
        ("order", "cost-front"),
    ),
    Topic(
        "curves",
        "Confidence curves",
        curves_paragraphs,
        curves_caveats,
        curves_reminders,
        ("aucc", "curves", "averaged-curves"),
        ("curves", "average-curves", "curve"),
    ),
    Topic(
        "sensitivity",
        "Sensitivity",
        sensitivity_paragraphs,
        sensitivity_caveats,
        sensitivity_reminders,
        ("sensitivity-leader", "sensitivity-flips", "sensitivity"),
        ("sensitivity",),
    ),
    Topic(
        "replicability",
        "Replicability",
        replicability_paragraphs,
        replicability_caveats,
        replicability_reminders,
        ("replicability", "replicability-multiple"),
        ("replicability",),
    ),
    Topic(
        "power",
        "Power",
        power_paragraphs,
        power_caveats,
        power_reminders,
        ("power", "smallest-difference"),
        ("power",),
    ),
)
DATA_TABLES = ("datasets", "coverage", "shared", "pattern", "missing")
