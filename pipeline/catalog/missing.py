"""What is known of the family-wise error where results were missing, by the policy that treated them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class MissingBias:
    """When a policy makes tests reject too often, and how often they then did.

    Parameters
    ----------
    missing : {"at random", "worst"}
        Which results of an algorithm have to be missing: any, where the policy takes a lack for a failure, or those
        that would have been bad, where it does not.
    percent : int
        Share of simulated studies with a significant difference, of five equal algorithms on 30 data sets, one of which
        lacks 40% of its results so (tests/stats/test_missing_results.py). The level is 5%.
    """

    missing: Literal["at random", "worst"]
    percent: int

    @property
    def condition(self) -> str:
        """Where the error rate is exceeded, as a clause."""
        if self.missing == "at random":
            return "where an algorithm lacks results for other reasons than that it failed"
        return "where results are missing because they would have been bad"

    @property
    def share(self) -> str:
        """What was simulated, as a clause."""
        lack = "40% of its results, at random" if self.missing == "at random" else "the worst 40% of its results"
        return (
            f"{self.percent}% of simulated studies on 30 data sets of five equal algorithms, of which one lacked {lack}"
        )


MISSING_BIASES: Mapping[str, MissingBias] = {
    "worst-rank": MissingBias("at random", 69),
    "dataset-worst": MissingBias("at random", 29),
    "dataset-mean": MissingBias("worst", 51),
    "baseline": MissingBias("worst", 45),
    "incomplete-blocks": MissingBias("worst", 68),
}
