"""Names that a sentence has to set apart: those that read from right to left, and long ones."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rankpress.analysis import Analysis
from rankpress.naming import LONG, Kind, Name, Names
from rankpress.report.characters import is_right_to_left
from rankpress.report.inline import has_marks, name_mark

_KEPT = (48, 72, 96, 144)  # characters that are left of a long name; more, where fewer are those of another too
_JOINER = "\N{ZERO WIDTH JOINER}"


def set_apart(names: Names, analyses: Sequence[Analysis]) -> Names:
    """Mark names of some analyses for the sentences that they stand in.

    Parameters
    ----------
    names : mapping of kind to mapping of str to Name
        Labels, by what the files call things.
    analyses : sequence of Analysis
        Whose other names are looked through as well.

    Returns
    -------
    mapping of kind to mapping of str to Name
        The same where no name is long or has a letter that is written from right to left. A label with marks of its
        own, which hold mathematics, stays as it is.
    """
    found: dict[Kind, dict[str, Name]] = {kind: dict(of_kind) for kind, of_kind in names.items()}
    named = {*_named(analyses)}
    for kind, name in sorted(named):
        if len(name) > LONG or is_right_to_left(name):
            found.setdefault(kind, {}).setdefault(name, Name(name, name))
    for kind, of_kind in found.items():
        labels = (str(one) for name in of_kind.values() for one in (name, name.short))
        brief = briefly((*labels, *(name for of, name in named if of == kind)))
        of_kind.update({key: _marked(name, brief) for key, name in of_kind.items()})
    return found


def briefly(names: Iterable[str]) -> dict[str, str]:
    """Long names without their middle, each as long as it needs to be to differ from all others.

    Parameters
    ----------
    names : iterable of str
        All names of a kind.

    Returns
    -------
    dict of str to str
        A shorter form of each long name that has one; no two are the same, nor one of the names.

    Examples
    --------
    >>> name = "forest-" + "depth" * 20 + "-end"
    >>> briefly([name, "kNN"])[name]
    'forest-depthdepthdepthdepthdep…epthdepthdepth-end'
    """
    found: dict[str, str] = {}
    whole = {*names}
    left = {name for name in whole if len(name) > LONG}
    for kept in _KEPT:
        taken = Counter(_without_middle(name, kept) if len(name) > LONG else name for name in whole)
        brief = {name: _without_middle(name, kept) for name in left}
        found |= {name: told for name, told in brief.items() if len(told) < len(name) and taken[told] == 1}
        left -= found.keys()
    return found


def _without_middle(name: str, kept: int) -> str:
    """The beginning and the end of a name, so many characters together, accents left with their letters."""
    first, last = kept * 5 // 8, len(name) - kept * 3 // 8
    if last <= first:
        return name
    while first > 1 and _combines(name[first]):
        first -= 1
    while last < len(name) - 1 and _combines(name[last]):
        last += 1
    return f"{name[:first]}…{name[last:]}"


def _combines(character: str) -> bool:
    return unicodedata.category(character).startswith("M") or character == _JOINER


def _marked(name: Name, brief: Mapping[str, str]) -> Name:
    """The name with a mark where a sentence has to set it apart."""
    return Name(_mark(str(name), brief), name.key, _mark(str(name.short), brief), name.parts)


def _mark(shown: str, brief: Mapping[str, str]) -> str:
    if has_marks(shown) or not (shown in brief or is_right_to_left(shown)):
        return shown
    return name_mark(shown, brief.get(shown, ""))


def _named(analyses: Sequence[Analysis]) -> Iterator[tuple[Kind, str]]:
    for one in analyses:
        scores, missing = one.scores, one.scores.missing
        yield "metrics", scores.name
        if one.validation is not None:
            yield "metrics", one.validation.column
        yield from (("costs", name) for name in (*one.ordered.cost_weights, *(front.cost for front in one.fronts)))
        read = missing.coverage or scores
        yield from (("algorithms", name) for name in (*scores.algorithms, *read.algorithms))
        yield from (("datasets", name) for name in (*scores.datasets, *read.datasets))
        yield from (("algorithms", name) for name in missing.dropped_algorithms)
        yield from (("datasets", name) for name in missing.dropped_datasets)
