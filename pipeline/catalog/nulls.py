"""The null hypotheses that the error rates of tests of two algorithms rest on."""

from __future__ import annotations

from dataclasses import dataclass

from rankpress.core.plugins import Registry


@dataclass(frozen=True)
class Null:
    """What is true where a test rejects no more often than at its level, and its adjustments keep their error rate."""

    name: str
    statement: str  # a clause


NULLS = Registry[Null]()
NULLS.add(
    Null("exchangeable", "the scores of all algorithms are exchangeable within each data set"),
    Null(
        "spherical",
        "the scores of all algorithms are normal, the two have the same mean, and the differences of all"
        " pairs have the same variance",
    ),
    Null("symmetric", "the differences between the two are symmetric about zero"),
    Null("median", "each of the two is as likely as the other to be the better one on a data set"),
    Null("normal", "the differences between the two are normal with mean zero"),
    Null("relative", "the relative differences between the two are normal with mean zero"),
)
