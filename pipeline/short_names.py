"""Short names: where they stand in place of labels, and what tells a reader whom they mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rankpress.figures.isolation import isolated
from rankpress.naming import short_of
from rankpress.report.inline import plain, without_names

MOST_IN_FULL = 8
"""More names than this beside each other are short, where labels give short ones."""


def in_text(names: Iterable[str]) -> tuple[str, ...]:
    """Names as texts without marks, as figures and their descriptions take them."""
    return tuple(map(plain, names))


def drawn(names: Sequence[str]) -> tuple[str, ...]:
    """Names as a figure shows them, without marks but those of direction: short ones where there are many.

    Examples
    --------
    >>> from rankpress.naming import Name
    >>> bayes = Name("naive Bayes", key="nb", short="NB")
    >>> drawn([bayes, "C4.5"])
    ('naive Bayes', 'C4.5')
    >>> drawn([bayes, *"ABCDEFGH"])[0]
    'NB'
    """
    return tuple(map(isolated, in_text(in_figure(names))))


def in_figure(names: Sequence[str]) -> tuple[str, ...]:
    """The same with their marks, for what is set by TeX."""
    in_place = map(short_of, names) if len(names) > MOST_IN_FULL else names
    return tuple(map(without_names, in_place))


def explained(names: Iterable[str]) -> str:
    """A sentence that tells what the short ones of some names stand for; empty where they are no shorter.

    Examples
    --------
    >>> from rankpress.naming import Name
    >>> explained([Name("naive Bayes", key="nb", short="NB"), "C4.5"])
    'Short names: NB for naive Bayes.'
    """
    told = [f"{short_of(name)} for {name}" for name in dict.fromkeys(names) if short_of(name) != name]
    return f"Short names: {'; '.join(told)}." if told else ""


def explained_if_drawn(names: Sequence[str]) -> str:
    """The same for a figure, with a blank before it: only where `drawn` takes short ones."""
    told = explained(names) if len(names) > MOST_IN_FULL else ""
    return f" {told}" if told else ""
