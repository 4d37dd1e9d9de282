"""The null hypotheses that the error rates of tests of two algorithms rest on."""

from __future__ import annotations

from rankpress.core.plugins import Registry

NULLS = Registry(
    {
        "exchangeable": "the scores of all algorithms are exchangeable within each data set",
        "spherical": "the scores of all algorithms are normal, the two have the same mean, and the differences of all"
        " pairs have the same variance",
        "symmetric": "the differences between the two are symmetric about zero",
        "median": "each of the two is as likely as the other to be the better one on a data set",
        "normal": "the differences between the two are normal with mean zero",
        "relative": "the relative differences between the two are normal with mean zero",
    },
    "",
)
"""What is true where a test rejects no more often than at its level, and so its adjustments keep their error rate."""
