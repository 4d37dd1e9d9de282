"""Texts broken into lines of a width, where their words and parts end."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import accumulate, groupby
from typing import NamedTuple

from rankpress.figures.isolation import enclosed, runs, without_isolates
from rankpress.figures.text import block_width, printable, text_width

_MOST_LINES = 12  # of names that are to look different
_BREAK_AFTER = frozenset(" -_/+,;:.=|&\\)]}")


class _Cluster(NamedTuple):
    """A character with the marks that combine with it, and whether it stands in an isolate."""

    sign: str
    inside: bool


def wrap_text(text: str, width: float, size: float, *, max_lines: int = 1, bold: bool = False) -> tuple[str, ...]:
    """Break a text into at most `max_lines` lines of `width` inches; a longer one loses its middle to an ellipsis.

    The middle goes because names made by one script share their beginnings.

    Examples
    --------
    >>> wrap_text("random forest", 0.6, 8, max_lines=2)
    ('random', 'forest')
    >>> wrap_text("an algorithm of a very long name", 1.0, 8)
    ('an algori… name',)
    """
    clusters = _clusters(printable(text))
    lines = _break_lines(clusters, width, size, bold)
    if len(lines) <= max_lines:
        return lines
    fitting, too_many = 0, len(clusters)
    best: tuple[str, ...] = ("…",)
    while too_many - fitting > 1:
        kept = (fitting + too_many) // 2
        tail = kept * 2 // 5
        around = clusters[max(kept - tail - 1, 0) : len(clusters) - tail + 1]
        ellipsis = _Cluster("…", all(cluster.inside for cluster in around))
        shortened = [*clusters[: kept - tail], ellipsis, *clusters[len(clusters) - tail :]]
        lines = _break_lines(shortened, width, size, bold)
        if len(lines) <= max_lines:
            fitting, best = kept, lines
        else:
            too_many = kept
    return best


def wrap_apart(texts: Sequence[str], width: float, size: float, *, max_lines: int = 1) -> list[tuple[str, ...]]:
    """The same of several texts, in more lines where different ones would lose what tells them apart.

    Examples
    --------
    >>> wrap_apart(["forest of a hundred trees", "forest of a thousand trees"], 0.9, 8)
    [('forest of a', 'hundred trees'), ('forest of a', 'thousand trees')]
    """
    for lines in range(max_lines, _MOST_LINES):
        wrapped = [wrap_text(text, width, size, max_lines=lines) for text in texts]
        if len({*wrapped}) == len({*texts}):
            return wrapped
    return [wrap_text(text, width, size, max_lines=_MOST_LINES) for text in texts]


def wrap_evenly(text: str, width: float, size: float, *, max_lines: int = 1) -> tuple[str, ...]:
    """The same in lines of about the same length, as a title wants them: no sign stands alone on the last one.

    Examples
    --------
    >>> wrap_text("average rank by accuracy, better", 1.6, 8, max_lines=2)
    ('average rank by accuracy,', 'better')
    >>> wrap_evenly("average rank by accuracy, better", 1.6, 8, max_lines=2)
    ('average rank by', 'accuracy, better')
    """
    even = wrap_text(text, width, size, max_lines=max_lines)
    for share in range(19, 9, -1):
        narrower = wrap_text(text, width * share / 20, size, max_lines=max_lines)
        if len(narrower) != len(even) or not keeps_words(text, narrower):
            break
        even = narrower
    return even


def longest_piece(text: str, size: float) -> float:
    """Width in inches of the widest part of a text that `wrap_text` would rather not break."""
    return block_width([piece.strip() for piece in _pieces(text)], size)


def keeps_words(text: str, lines: Sequence[str]) -> bool:
    """Whether lines that `wrap_text` gave hold the whole text, and end where it may be broken.

    Examples
    --------
    >>> keeps_words("random forest", ("random", "forest")), keeps_words("random forest", ("rand", "om", "forest"))
    (True, False)
    >>> keeps_words("power of 0.8", ("power of 0.", "8"))
    False
    """
    pieces = _pieces(text)
    ends = set(accumulate(len(piece.replace(" ", "")) for piece in pieces))
    set_lines = [without_isolates(line).replace(" ", "") for line in lines]
    return "".join(set_lines) == "".join(pieces).replace(" ", "") and set(accumulate(map(len, set_lines))) <= ends


def _pieces(text: str) -> list[str]:
    """The parts of a text between which it may be broken."""
    signs = without_isolates(printable(text))
    return "".join(f"{sign}\n" if _may_end(signs, at) else sign for at, sign in enumerate(signs)).split("\n")


def _may_end(signs: Sequence[str], at: int) -> bool:
    """Whether a line may end with a sign, which it does not within a number."""
    if signs[at] in (".", ",") and 0 < at < len(signs) - 1 and signs[at - 1].isdigit() and signs[at + 1].isdigit():
        return False
    return signs[at] in _BREAK_AFTER


def _clusters(text: str) -> list[_Cluster]:
    """Characters with the marks that combine with them, which a line break must not part."""
    clusters: list[_Cluster] = []
    for inside, run in runs(text):
        for character in run:
            if clusters and unicodedata.category(character) in ("Mn", "Me", "Mc"):
                clusters[-1] = clusters[-1]._replace(sign=clusters[-1].sign + character)
            else:
                clusters.append(_Cluster(character, inside))
    return clusters


def _break_lines(clusters: Sequence[_Cluster], width: float, size: float, bold: bool) -> tuple[str, ...]:
    """Fill lines greedily, breaking after a space or sign where one stands in the last half of a line."""
    lines: list[str] = []
    start = 0
    while start < len(clusters):
        end = _end_of_line(clusters, start, width, size, bold)
        # Letters that join are of another width than each by itself.
        while end > start + 1 and text_width(_line(clusters[start:end]), size, bold=bold) > width + 1e-9:
            end = _break_before(clusters, start, end - 1)
        lines.append(_line(clusters[start:end]))
        start = end
    return tuple(line for line in lines if line) or ("",)


def _end_of_line(clusters: Sequence[_Cluster], start: int, width: float, size: float, bold: bool) -> int:
    """Where a line ends that begins at `start`, by the widths of its characters."""
    used = 0.0
    for position in range(start, len(clusters)):
        used += text_width(clusters[position].sign, size, bold=bold)
        if used > width and position > start and clusters[position].sign != " ":
            return _break_before(clusters, start, position)
    return len(clusters)


def _line(clusters: Sequence[_Cluster]) -> str:
    """Join what a line holds, the isolates of others closed and its own opened."""
    seen = [at for at, cluster in enumerate(clusters) if cluster.sign != " "]
    held = clusters[seen[0] : seen[-1] + 1] if seen else ()
    grouped = groupby(held, key=lambda cluster: cluster.inside)
    joined = ((inside, "".join(cluster.sign for cluster in group)) for inside, group in grouped)
    return "".join(enclosed(run) if inside else run for inside, run in joined)


def _break_before(clusters: Sequence[_Cluster], start: int, position: int) -> int:
    """Where the next line begins when the cluster at `position` no longer fits the line begun at `start`."""
    signs = [cluster.sign for cluster in clusters]
    for candidate in range(position, (start + position) // 2, -1):
        if _may_end(signs, candidate - 1):
            return candidate
    return position
