"""A protocol as reports tell it: what was asked, what was answered, by whom, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from rankpress.naming import composed, enumerated
from rankpress.report.numbers import MISSING
from rankpress.spec.protocol_section import Kind

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
    """What items ask, in a list that names a subject of several once.

    Parameters
    ----------
    items : iterable of Item
        The items.
    lacking : bool
        Whether it is told what of an answer is not said.

    Examples
    --------
    >>> asked_together([Item("Data sets: source", "", "not said"), Item("Data sets: when chosen", "", "not said")])
    'Data sets – source, when chosen'
    """
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
