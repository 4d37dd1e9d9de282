"""What a test of all algorithms at once, an omnibus test, hands on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class OmnibusTest:
    """The outcome of a test of all algorithms at once.

    Parameters
    ----------
    name : str
        The test.
    statistic : float
        nan where it is undefined or infinite; `why` then says so.
    df : tuple of float
        Degrees of freedom of its reference distribution.
    p : float
        nan where undefined.
    uncorrected : OmnibusTest or None
        The same without correction for ties.
    why : str
        Why the statistic, p or some of the details are nan; empty otherwise.
    details : mapping of str to float
        What else the test gives, such as an exact p or a corrected one; nan where that is undefined.
    """

    name: str
    statistic: float
    df: tuple[float, ...]
    p: float
    uncorrected: OmnibusTest | None = None
    why: str = ""
    details: Mapping[str, float] = field(default_factory=dict)
