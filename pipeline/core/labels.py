"""Names as reports show them, short names, and names that a sentence has to set apart."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from rankpress.core.faults import quoted

Kind = Literal["algorithms", "datasets", "metrics", "costs"]
SINGULAR: Mapping[str, str] = {"algorithms": "algorithm", "datasets": "data set", "metrics": "metric", "costs": "cost"}

LONG = 60  # characters of a name; of a longer one sentences and cells show no middle, and the whole on request


class Name(str):
    """A name as a report shows it, which knows what the files call the thing.

    It is the shown text in every other way, so that whatever prints, joins or looks up names takes it as it is. What
    must not change with a label (names of files and macros, cells of CSV) asks `key_of`.

    Parameters
    ----------
    shown : str
        What reports show.
    key : str
        The name in the files.
    short : str
        What is shown where there is little room; the same where there is no shorter one.
    parts : tuple of str
        The names that it is composed of, where it is.
    """

    __slots__ = ("key", "parts", "short")
    key: str
    short: str
    parts: tuple[str, ...]

    def __new__(cls, shown: str, key: str, short: str = "", parts: tuple[str, ...] = ()) -> Name:
        """Make the text that is shown, with what it knows besides."""
        name = super().__new__(cls, shown)
        name.key, name.short, name.parts = key, short or shown, parts
        return name

    def __reduce__(self) -> tuple[type[Name], tuple[str, str, str, tuple[str, ...]]]:
        """Return what another process makes it again from."""
        return Name, (str(self), self.key, self.short, self.parts)


# What is shown, by what the files call it.
Names = Mapping[Kind, Mapping[str, Name]]


def key_of(name: str) -> str:
    """Return what the files call the thing of a name."""
    return name.key if isinstance(name, Name) else name


def short_of(name: str) -> str:
    """Return a name where there is little room."""
    return name.short if isinstance(name, Name) else name


def parts_of(name: str) -> tuple[str, ...]:
    """Return the names that a text is composed of; itself where it is of none."""
    return name.parts if isinstance(name, Name) and name.parts else (name,)


def composed(form: str, *names: str) -> str:
    """Return a text about names, such as the head of a column for two of them, that is a name wherever they are.

    >>> head = composed("{} less {}", Name("naive Bayes", key="nb", short="NB"), "C4.5")
    >>> head, key_of(head), short_of(head)
    ('naive Bayes less C4.5', 'nb less C4.5', 'NB less C4.5')
    """
    shown = form.format(*names)
    if not any(isinstance(name, Name) for name in names):
        return shown
    parts = tuple(part for name in names for part in parts_of(name))
    return Name(shown, form.format(*map(key_of, names)), form.format(*map(short_of, names)), parts)


def enumerated(names: Sequence[str]) -> str:
    """Names with commas, in a cell."""
    return composed(", ".join(["{}"] * len(names)), *names)


class Mention(NamedTuple):
    """A name inside a sentence, between quotation marks or not."""

    kind: Kind
    name: str
    quoted: bool = False

    @property
    def told(self) -> str:
        """The name as it stands in the sentence."""
        return quoted(self.name) if self.quoted else self.name

    def renamed(self, names: Names) -> str:
        """Return the same with the name that is shown in its place, if there is such."""
        name = names.get(self.kind, {}).get(self.name)
        return self.told if name is None else f"'{name}'" if self.quoted else name


class Sentence(str):
    """A sentence that a stage writes, which remembers what it names, so that a report can say it with its own names.

    >>> sentence = Sentence.of("No test was possible within ", Mention("datasets", "iris"), ".")
    >>> sentence
    'No test was possible within iris.'
    >>> sentence.renamed({"datasets": {"iris": "Iris flowers"}})
    'No test was possible within Iris flowers.'
    """

    parts: tuple[str | Mention, ...]

    @classmethod
    def of(cls, *parts: str | Mention) -> Sentence:
        """Put a sentence together from texts, names and other sentences."""
        flat = tuple(item for part in parts for item in (part.parts if isinstance(part, Sentence) else (part,)))
        text = cls("".join(part.told if isinstance(part, Mention) else part for part in flat))
        text.parts = flat
        return text

    def renamed(self, names: Names) -> str:
        """Return the sentence with the names that are shown in place of those in the files."""
        return "".join(part.renamed(names) if isinstance(part, Mention) else part for part in self.parts)


def mentioned(kind: Kind, names: Iterable[str], last: str = ", ") -> Sentence:
    """Names with commas, as a part of a sentence.

    >>> mentioned("algorithms", ["A", "B", "C"], " and ")
    'A, B and C'
    """
    parts: list[str | Mention] = []
    for name in names:
        parts += [", ", Mention(kind, name)]
    parts[-2] = last
    return Sentence.of(*parts[1:])


def slug(name: str) -> str:
    """A file name for any text: lower-case letters, digits and hyphens; distinguished by a hash where text was lost.

    >>> slug("accuracy"), slug("F1 score")
    ('accuracy', 'f1-score')
    >>> slug("../x") == slug("x")
    False
    """
    name = key_of(name)
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    retained = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    # spaces, underscores and case are the only losses that do not need a hash
    if retained == re.sub(r"[ _-]+", "-", name).lower() and len(retained) <= 40:
        return retained
    return f"{retained[:40].strip('-') or 'x'}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
