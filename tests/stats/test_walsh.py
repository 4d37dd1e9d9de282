"""Order statistics of Walsh averages.

Checked against: all averages listed and sorted, ties, zeros of both signs and huge spreads among them.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankpress.stats import walsh
from rankpress.stats.walsh import walsh_order_statistics

TIED = st.sampled_from([-0.3, -0.1, -0.0, 0.0, 0.1, 0.3 - 0.2, 0.2 - 0.1, 0.7])
ANY = st.floats(-8e307, 8e307, allow_subnormal=True)
GRID = st.integers(-30, 30).map(lambda thousandths: thousandths / 1000)
VALUES = st.one_of(*(st.lists(kind, min_size=1, max_size=70) for kind in (TIED, ANY, GRID, TIED | ANY)))


def listed(values):
    first, second = np.triu_indices(len(values))
    return np.sort((values[first] + values[second]) / 2)


@settings(max_examples=300)
@pytest.mark.conformance(procedure="Walsh averages: order statistics", source="all averages sorted")
@given(VALUES, st.data())
def test_they_are_those_of_all_averages_sorted(values, data):
    averages = listed(np.array(values))
    places = np.array(data.draw(st.lists(st.integers(0, len(averages) - 1), min_size=1, max_size=4)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walsh, "_LISTED", 0)
        patch.setattr(walsh, "_LISTED_PER_VALUE", 0)
        found = walsh_order_statistics(np.array(values), places)
    assert found.tolist() == averages[places].tolist()


@pytest.mark.parametrize("n", [400, 1500])
def test_of_many_values_too(n):
    generator = np.random.default_rng(n)
    for values in (
        generator.normal(size=n),
        generator.standard_cauchy(n),
        np.round(generator.uniform(size=n), 3) - np.round(generator.uniform(size=n), 3),
        generator.integers(0, 2, n).astype(float),
        np.full(n, 0.1),
    ):
        averages = listed(values)
        places = np.array([0, len(averages) // 3, len(averages) // 2, len(averages) // 2 + 1, len(averages) - 1])
        assert walsh_order_statistics(values, places).tolist() == averages[places].tolist()
