"""Pairs of algorithms, as several sections list them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rankpress.spec.strict import Incoherence, Text

Pair = tuple[Text, Text]


def pairs_of_one(pairs: Sequence[Pair]) -> Iterator[Incoherence]:
    """Find pairs that are one algorithm twice."""
    for index, (a, b) in enumerate(pairs):
        if a == b:
            yield Incoherence((index,), f"the pair [{a}, {b}] is one algorithm", "two different algorithms")
