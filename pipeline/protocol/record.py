"""A protocol as reports tell it: what was asked, what was answered, by whom, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rankpress.naming import composed, enumerated
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

    @property
    def unanswered(self) -> str:
        """What is asked and not said, with what is lacking of an answer in parentheses."""
        return f"{self.asked} ({self.lacks})" if self.lacks else self.asked


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
