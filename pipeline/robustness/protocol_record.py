"""A protocol as reports state it, item by item, and how many comparisons a study makes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from rankpress.core.labels import composed, enumerated
from rankpress.core.numbers import MISSING, level_text, probability_text
from rankpress.core.scores import MetricScores
from rankpress.spec.protocol_section import Kind
from rankpress.stages.adjust import family_by
from rankpress.stages.within import compare_within
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.incomplete_blocks import incidence
from rankpress.stats.multiplicity import chance_of_any_error
from rankpress.stats.pairs import all_pairs, pairs_with

if TYPE_CHECKING:
    from rankpress.analysis import Analysis
    from rankpress.spec.model import Study


Origin = Literal["said", "found", "not said"]
# Sections of Salzberg (1997), by their titles.
GENERALIZING, TUNING, COMMUNITY = "Generalizing results", "Repeated tuning", "Community experiments"
VALIDITY, RECOMMENDED = "Statistical validity", "A recommended approach"
_MOST_NAMES = 8


@dataclass(frozen=True)
class Item:
    """Something that a reader of a study wants to know of how it came about.

    Parameters
    ----------
    subject : str
        What is asked, such as "Data sets: how chosen".
    answer : str
        Empty where there is none.
    origin : {"said", "found", "not said"}
        Whether the author of the study says so, the scores and the spec tell it, or nobody does.
    algorithms : tuple of str
        Those that the subject ends with.
    lacks : str
        What of the answer is not said, where something is.
    pitfall : str
        What may be wrong with it, in a clause; empty where nothing is.
    section : str
        Title of the section of Salzberg (1997) that warns of it.
    """

    subject: str
    answer: str
    origin: Origin
    algorithms: tuple[str, ...] = ()
    lacks: str = ""
    pitfall: str = ""
    section: str = ""

    @property
    def asked(self) -> str:
        """The subject with the algorithms that it is about."""
        if not self.algorithms:
            return self.subject
        most, names = _MOST_NAMES, self.algorithms
        if len(names) <= most + 1:
            return composed(f"{self.subject} {{}}", enumerated(names))
        return composed(f"{self.subject} {{}} and {len(names) - most} others", enumerated(names[:most]))

    @property
    def told(self) -> str:
        """What may be wrong, as a whole: what was asked, the answer, and the pitfall."""
        return f"{self.asked} ({self.answer}): {self.pitfall} ({self.section})"

    def told_of(self, *, lacking: bool = False) -> tuple[str, str]:
        """The subject, and what is asked of it where it has parts; with what the answer lacks, if wanted."""
        subject, _, what = self.subject.partition(": ")
        after = f" ({self.lacks})" if lacking and self.lacks else ""
        return (subject, f"{what}{after}") if what else (f"{self.asked}{after}", "")


def asked_together(items: Iterable[Item], *, lacking: bool = False) -> str:
    """What items ask, in a list that names a subject of several once."""
    by_subject: dict[str, list[str]] = {}
    for subject, what in (item.told_of(lacking=lacking) for item in items):
        by_subject.setdefault(subject, []).extend([what] if what else [])
    return "; ".join(
        f"{subject} {MISSING} {', '.join(told)}" if told else subject for subject, told in by_subject.items()
    )


@dataclass(frozen=True)
class Protocol:
    """How a study came about; the same for all of its metrics.

    Parameters
    ----------
    kind : {"exploratory", "confirmatory"} or None
        As its author says.
    items : tuple of Item
        In the order in which they are told.
    """

    kind: Kind | None
    items: tuple[Item, ...]

    @property
    def is_exploratory(self) -> bool:
        """Whether p-values are to be called so."""
        return self.kind == "exploratory"

    @property
    def unsaid(self) -> tuple[Item, ...]:
        """What is not said, as a whole or in part."""
        return tuple(item for item in self.items if item.origin == "not said" or item.lacks)

    @property
    def pitfalls(self) -> tuple[Item, ...]:
        """What may be wrong."""
        return tuple(item for item in self.items if item.pitfall)


@dataclass(frozen=True)
class Compared:
    """The comparisons of one metric, as far as a pitfall may lie in their number.

    Parameters
    ----------
    scores : MetricScores
    over, within : int
        Comparisons over the data sets, and within them.
    within_procedure : str
        The test within data sets.
    adjustments : tuple of str
        Of the comparisons over the data sets.
    """

    scores: MetricScores
    over: int
    within: int
    within_procedure: str
    adjustments: tuple[str, ...]


def compared_in(analysis: Analysis) -> Compared:
    """The comparisons that were made."""
    made = analysis.multiplicity
    return Compared(
        analysis.scores,
        0 if made.over is None else made.over.tests,
        0 if made.within is None else made.within.tests,
        analysis.tested.within_procedure,
        tuple(analysis.adjusted.p),
    )


def foreseen(study: Study, scores: MetricScores) -> Compared:
    """The comparisons that a build would make of a metric.

    Those within data sets are made to be counted, as on which of them a test can be made only it can tell; whatever
    takes long is not.
    """
    test, k = study.test, len(scores.algorithms)
    pairs = all_pairs(k) if test.control is None else pairs_with(scores.algorithms.index(test.control), k)
    apart = scores.n_datasets < 2 or (scores.means is not None and _fall_apart(scores))
    return Compared(
        scores,
        0 if apart else len(pairs),
        sum(len(one.pairs) for one in compare_within(scores, pairs, test.within).tests),
        test.within,
        () if apart else tuple(_adjustments(study, k)),
    )


def _adjustments(study: Study, n_algorithms: int) -> Iterator[str]:
    family = family_by(study.test.pairwise.name, n_algorithms, control=study.test.control is not None)
    for method in study.adjust:
        if not ADJUSTMENTS[method.name].inapplicable(family):
            yield method.name


def _fall_apart(scores: MetricScores) -> bool:
    """Whether some algorithms share no data set with others, however indirectly."""
    return len(incidence(np.asarray(scores.means)).components) > 1


def found_by_chance(attempts: str, number: int, alpha: float) -> str:
    """How probable it is that one of several attempts finds a difference where there is none."""
    chance = probability_text(chance_of_any_error(number, alpha))
    return (
        f"were nothing to be found and {attempts} independent, at least one would find a difference at level"
        f" {level_text(alpha)} with probability {chance}"
    )
