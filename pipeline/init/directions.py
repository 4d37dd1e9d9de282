"""Which direction of a score is better, by its own name, the metric that a column names, and the file; or neither."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.ideals import NOMINAL, ideal_of
from rankpress.catalog.metrics import (
    better_of,
    disagrees,
    doubt_of_direction,
    is_any_score,
    is_size,
    leans_low,
    may_aim_at_zero,
    sound_of,
    way_of,
    words_of,
)
from rankpress.catalog.modifiers import share_of_unknown
from rankpress.init.vocabulary import UNKNOWN, doubt_of_file, metric_of_file
from rankpress.wording.strings import quoted

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better
    from rankpress.core.scores import FloatArray
    from rankpress.init.stated import Stated
    from rankpress.init.table import Column


@dataclass(frozen=True)
class Direction:
    """The better direction of a score, and what is not certain of it."""

    better: Better
    doubt: str = ""
    is_open: bool = False  # whether two names speak for two directions
    note: str = ""
    ideal: str = ""  # the best value, where the numbers lie on both sides of it


# Beyond these numbers no share lies, whether of 1 or of 100: an unknown quantity may as well be better the lower.
_LEAST_SHARE, _LARGEST_SHARES = -1.0, (1.0, 100.0)


def are_high_shares(numbers: FloatArray) -> bool:
    """Return whether numbers of which nothing is known lie where shares of what is right mostly do.

    They are shares, correlations or percentages, and half of them are more than half of the largest possible one: small
    ones are as likely errors.

    >>> are_high_shares(np.array([0.6, 0.9, 0.4])), are_high_shares(np.array([0.03, 0.9, 0.04]))
    (True, False)
    >>> are_high_shares(np.array([60.0, 90.0])), are_high_shares(np.array([6.0, 1_000.0]))
    (True, False)
    """
    finite = numbers[np.isfinite(numbers)]
    if not len(finite):
        return True
    largest = next((most for most in _LARGEST_SHARES if finite.max() <= most), None)
    return largest is not None and bool(finite.min() >= _LEAST_SHARE and np.median(finite) > largest / 2)


# So large a share of numbers on either side of 0 is no rounding, nor some results beyond the best that was known.
_LEAST_BEYOND = 0.1


def doubt_of_zero(name: str, numbers: FloatArray) -> str:
    """Return why differences and errors may be best at 0, where many lie on either side of it; "" where they do not."""
    finite = numbers[np.isfinite(numbers)]
    if not may_aim_at_zero(name) or not len(finite) or min(np.mean(finite < 0), np.mean(finite > 0)) < _LEAST_BEYOND:
        return ""
    return (
        f"{np.mean(finite < 0):.0%} of its values are below 0 and {np.mean(finite > 0):.0%} above: if the nearest to 0 "
        "is the best, neither direction is right, and the file has to have them without their signs"
    )


def direction_to_ideal(name: str, numbers: FloatArray) -> Direction | None:
    """Return the direction of a score that is best between the ends of its scale; None for any other score.

    Where all numbers lie on one side of the best value, that is the better direction; where they lie on both sides, or
    the best value is a level that no name states, neither is.
    """
    ideal, finite = ideal_of(name), numbers[np.isfinite(numbers)]
    if not ideal or not len(finite):
        return None
    best = f"the best value of {quoted(name)} is {ideal}"
    if ideal == NOMINAL:
        text = f"{best}, so that neither direction is right: write how far each number is from it, and --better lower"
        return Direction(better_of(name) or "higher", text, is_open=True)
    below, above = (bool(np.any(side)) for side in (finite < float(ideal), finite > float(ideal)))
    if not (below and above):
        better: Better = "higher" if below else "lower"
        return Direction(better, f"{best}, and none is {'above' if below else 'below'} it: {better} is assumed")
    text = (
        f"{best}, and its values lie on both sides of it, so that neither direction is right: write how far each "
        "number is from it, without its sign, and --better lower"
    )
    return Direction("lower", text, is_open=True, ideal=ideal)


def direction_of(column: Column, metric: str = "", place: str = "", stated: Stated | None = None) -> Direction:
    """Return the better direction of a column of scores.

    Parameters
    ----------
    column
        The scores, under their own name.
    metric
        What a column of metrics names next to them; "" where there is none.
    place
        The file, whose name speaks where no other does.
    stated
        What another column says of it.
    """
    by_name = _by_name(column, metric, place)
    names = (metric, PurePath(place).stem) if is_any_score(column.name) else (column.name,)
    if stated is None and (
        to_ideal := next(filter(None, (direction_to_ideal(n, column.numbers) for n in names)), None)
    ):
        return to_ideal
    if stated is None and (text := doubt_of_zero(metric if is_any_score(column.name) else column.name, column.numbers)):
        return Direction("lower", text, is_open=True)
    if stated is None:
        return by_name
    by_words = (way_of(column.name) if not is_any_score(column.name) else None) or way_of(metric)
    if stated.better is None:
        text = f"{stated.sign} states both directions; {by_name.better} is assumed"
        return Direction(by_name.better, text, is_open=True)
    if by_words and by_words != stated.better:
        name = column.name if way_of(column.name) == by_words else metric
        text = f"{stated.sign} says that {stated.better} is better, and the name {quoted(name)} that {by_words} is"
        return Direction(stated.better, f"{text}; {stated.better} is assumed", is_open=True)
    if stated.doubt:
        return Direction(stated.better, f"{stated.sign} speaks of it, and {stated.doubt}", stated.better == "lower")
    return Direction(stated.better, note=f"{stated.sign} says that {stated.better} is better")


def _by_name(column: Column, metric: str, place: str) -> Direction:
    """Return the better direction by the names of the score, its metric and the file."""
    own, value = way_of(column.name), way_of(metric)
    if is_any_score(column.name):
        own = value or own
    if own and value and own != value:
        if own == "lower":  # metric_error next to roc_auc is its error
            return Direction("lower", note=f"an error or a cost, of {metric}: lower is better")
        text = f"{column.name} sounds as if {own} is better, and its metric {metric} as if {value} is; {own} is assumed"
        return Direction(own, f"{text} (otherwise add --better {value})", is_open=True)
    says_metric = value is not None and is_any_score(column.name)
    name, signs = (metric if says_metric or not own else column.name), _signs(column, metric)
    better = own or value
    if better == "lower" and signs == -1:
        return Direction(
            "higher", "all its values are below 0, as of an error whose sign was turned; higher is assumed"
        )
    if better == "higher" and signs == 1 and sound_of(name).is_turned:
        text = "its name says that the sign of an error was turned, and all its values are above 0"
        return Direction(better, text, is_open=True)
    if better and not value and is_any_score(column.name) and (against := _against(column.name, better, place)):
        return against
    if better:  # what behind a cost or an error may turn it leaves nothing that speaks for a direction
        doubt = doubt_of_direction(name)
        return Direction(better, doubt, is_open=bool(doubt) and (better == "lower" or disagrees(name)))
    of_file, better = metric_of_file(place)
    if better:
        return Direction(better, doubt_of_file(of_file))
    leaning = any(map(may_be_unwanted, (column.name, metric, PurePath(place).stem)))
    return unknown_direction(column.numbers, is_open=leaning)


def may_be_unwanted(name: str) -> bool:
    """Return whether a name speaks of what is not wanted, or is the rate of something of which nothing is known.

    >>> [name for name in ("collision rate", "bounce_rate", "acceptance_rate", "agreement") if may_be_unwanted(name)]
    ['collision rate', 'bounce_rate']
    """
    words = words_of(name)
    of_unknown = share_of_unknown(words, lambda word: way_of(word) == "higher") if len(words) <= _MOST_WORDS else ""
    return leans_low(name) or bool(of_unknown)


# A name of more words is the sentence of a title.
_MOST_WORDS = 6


def unknown_direction(numbers: FloatArray, *, is_open: bool = False) -> Direction:
    """Return the direction that is taken where nothing shows it; open unless the numbers are high shares.

    >>> unknown_direction(np.array([0.6, 0.9])).is_open, unknown_direction(np.array([0.02, 0.04])).is_open
    (False, True)
    """
    return Direction("higher", UNKNOWN, is_open=is_open or not are_high_shares(numbers))


def _against(name: str, better: Better, place: str) -> Direction | None:
    """Return what a score of any kind is where the name of its file or folder speaks for the other direction."""
    of_file, other = metric_of_file(place)
    if other is None or other == better:
        return None
    text = f"its name says that {better} is better, and that of the file or folder, {quoted(of_file)}, that {other} is"
    taken = f"{better} is assumed (otherwise add --better {other})"
    return Direction(better, f"{text}; {taken}", is_open=not doubt_of_file(of_file))


def _signs(column: Column, metric: str) -> int:
    """Return the sign that all values have of a score that is hardly below 0 unless it is turned; 0 without one."""
    # a loss may be below 0, though seldom on all data sets
    if not any(is_size(name) or "loss" in words_of(name) for name in (column.name, metric)):
        return 0
    numbers = column.numbers[np.isfinite(column.numbers)]
    if not numbers.any():
        return 0
    return 1 if (numbers >= 0).all() else -1 if (numbers <= 0).all() else 0
