"""Scores of one algorithm on another scale than all others, and whether the answer depends on it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import may_be_share
from rankpress.core.doubts import Doubt, Way
from rankpress.core.mixed_scales import per_cent_among_fractions, sentence_on_scales
from rankpress.init.derived import medians
from rankpress.init.measured import cells_of, columns_of
from rankpress.init.numerals import is_in_per_cent
from rankpress.wording.strings import listed, quoted

if TYPE_CHECKING:
    from rankpress.core.scores import FloatArray
    from rankpress.init.guess import Guess
    from rankpress.init.measured import Measured
    from rankpress.init.table import Table


def doubts_on_scales(table: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield whose scores are in percent where others are not; open where another algorithm is first if all are.

    No way compares them as they stand, which is never meant.
    """
    columns = (scores.metric,) if guess.layout == "long" else cells_of(table, guess)
    if not may_be_share(scores.metric) or all(is_in_per_cent(table, column) for column in columns):
        return
    values = scores.values
    per_cent = per_cent_among_fractions(values, scores.dataset_of)
    if per_cent.any():
        others = np.isfinite(values) & ~per_cent & np.isin(scores.dataset_of, scores.dataset_of[per_cent])
        sides = scores.of_algorithms(per_cent), scores.of_algorithms(others)
        text = f"{scores.metric}: {sentence_on_scales(*sides, values[per_cent])}"
        if scores.first() == scores.first(np.where(per_cent, values / 100, values)):
            yield Doubt(text)
        else:
            omissible = [names for names in sides if len(scores.algorithms) - len(names) >= _FEWEST_COMPARED]
            yield _doubt(table, guess, text, omissible)


_FEWEST_COMPARED = 2


_POWERS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻−", "0123456789+--")
_SUPERSCRIPT = "[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻]"
_TIMES = r"(?:×|(?<=[\s(\[])[x*·])"
_MULTIPLIER = re.compile(
    rf"{_TIMES}\s*10+\s*(?:\^|\*\*)?\s*[{{(]?[-+−]?\d*|10{_SUPERSCRIPT}+|10\s*(?:\^|\*\*)\s*[{{(]?[-+−]?\d+"
    rf"|{_TIMES}\s*1?e[-+−]?\d+"
    r"|\(1?e[-+−]?\d+\)|\[1?e[-+−]?\d+\]|‰|\bper ?mille\b|‱"
    r"|\bin (?:hundred|thousand|million|billion|tausend|million(?:en)?|milliers|miles|migliaia)s?\b"
    r"|[(\[](?:hundred|thousand|million|billion)s?[)\]]",
    re.IGNORECASE,
)


def multiplier_of(name: str) -> str:
    """Return what a title says that its numbers are multiplied by, as it is written but for its digits; "" for nothing.

    >>> multiplier_of("MARS (×10³)"), multiplier_of("LSTM (x 10^3)"), multiplier_of("RF lr=1e-3")
    ('×103', 'x10^3', '')
    """
    stated = re.search(rf"(?:{_MULTIPLIER.pattern}){_SUPERSCRIPT}*", name, re.IGNORECASE)
    return re.sub(r"\s+", "", stated[0]).translate(_POWERS) if stated else ""


def doubts_on_multipliers(table: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield that the titles of some algorithms state a multiplier that others do not state; always open."""
    is_wide = guess.layout == "wide" and "algorithm" not in guess.columns
    [column, *more] = ("",) if is_wide else columns_of(table, guess, "algorithm")
    if more:
        return
    # with those that are not read as their numbers are so large or small
    aside = guess.excluded.get(column, ())
    aside = tuple(name for name in guess.ignored if name in guess.uses and guess.uses[name].doubt) if is_wide else aside
    names = [*scores.algorithms_in_order, *aside]
    stating = [name for name in names if multiplier_of(name)]
    if len({*map(multiplier_of, names)}) < 2:
        return
    text = (
        f"{listed(map(quoted, stating), 4)} {'states' if len(stating) == 1 else 'state'} a multiplier, which is not "
        "the same for all, and no number is converted: write all of them in one unit, and no multiplier in a title"
    )
    as_read = f"scores.ignore={json.dumps(guess.ignored, ensure_ascii=False)}" if is_wide else guess.selection({})
    way = Way("the numbers that are read are in one unit as they stand", "set", as_read)
    yield Doubt(f"{scores.metric}: {text}", "ignore" if is_wide else "where", column, is_open=True, ways=(way,))


# What numbers of one algorithm may have to be multiplied by to be of the size of those of the others, and what they
# are then.
_FACTORS = (
    (1e3, "a thousandth"),
    (1e-3, "a thousand times"),
    (1e6, "a millionth"),
    (1e-6, "a million times"),
    (-1.0, "of the other sign but"),
)
# Numbers are of one size up to this factor, on so large a share of the data sets, and on so many at least.
_OF_SIZE, _MOSTLY, _LEAST = 3.0, 0.75, 3


def doubts_on_units_of_one(table: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield whose numbers are of the size of all others in another unit, if that decides who is first; always open."""
    means, first = scores.means(), scores.first()
    if min(means.shape) < _LEAST:
        return
    for code, name in enumerate(scores.algorithms):
        for factor, size in _factors_of(means[:, code], np.delete(means, code, axis=1)):
            is_own = scores.algorithm_of == code
            if first == scores.first(np.where(is_own, scores.values * factor, scores.values)):
                continue
            text = (
                f"the numbers of {quoted(name)} are {size} the size of those of the others, as in another unit or of "
                "another sign; no number is converted: write all of them alike"
            )
            as_read = "the numbers are of one unit and sign"
            yield _doubt(table, guess, f"{scores.metric}: {text}", [[name]], as_read=as_read)


def _factors_of(own: FloatArray, others: FloatArray) -> Iterator[tuple[float, str]]:
    """Yield by what the means of one algorithm are to be multiplied to be of the size of those of the others."""
    there = np.isfinite(own) & np.isfinite(others).any(axis=1) & (own != 0)
    others = others[there]
    if there.sum() < _LEAST or ((others > 0).any() and (others < 0).any()):
        return
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = own[there] / medians(others, axis=1)
    for factor, size in _FACTORS:
        if np.mean((ratio * factor > 1 / _OF_SIZE) & (ratio * factor < _OF_SIZE)) >= _MOSTLY:
            yield factor, size


def _doubt(table: Table, guess: Guess, text: str, omissible: Sequence[Sequence[str]], as_read: str = "") -> Doubt:
    """Return an open doubt on numbers, whose ways read them if that may be meant, or omit some of the algorithms."""
    is_wide = guess.layout == "wide" and "algorithm" not in guess.columns
    [column, *more] = ("",) if is_wide else columns_of(table, guess, "algorithm")
    if more or not omissible:  # no column has the names, or there is nothing to omit
        return Doubt(text, is_open=True)

    def setting(names: Sequence[str]) -> str:
        if is_wide:
            return f"scores.ignore={json.dumps(list(dict.fromkeys((*guess.ignored, *names))), ensure_ascii=False)}"
        return guess.selection({column: {"not": [*guess.excluded.get(column, ()), *names]}} if names else {})

    ways = [Way(as_read, "set", setting([]))] if as_read else []
    for names in omissible:
        verb = "is" if len(names) == 1 else "are"
        ways.append(Way(f"{listed(map(quoted, names), 4)} {verb} not compared", "set", setting(names)))
    key, about = ("ignore", omissible[0][0]) if is_wide else ("where", column)
    return Doubt(text, key, about, is_open=True, ways=tuple(ways))
