"""The names that a spec may use are those that rankpress.stats has functions for."""

from __future__ import annotations

from typing import get_args

import pytest

from rankpress import stats
from rankpress.spec import methods


def test_adjustments() -> None:
    assert set(methods.ADJUSTMENTS) == set(stats.ADJUSTMENTS)


@pytest.mark.parametrize(("names", "table"), [(methods.Pairwise, stats.PAIRWISE), (methods.Omnibus, stats.OMNIBUS)])
def test_tests_over_data_sets(names: object, table: dict[str, object]) -> None:
    assert set(get_args(names)) == set(table)


def test_tests_within_a_data_set() -> None:
    assert set(get_args(methods.Within)) == {*stats.WITHIN, "none"}


def test_what_orders_keeps_the_family_wise_error() -> None:
    for names in (methods.AllPairsAdjustment, methods.WithinAdjustment):
        for name in get_args(names):
            assert stats.ADJUSTMENTS[name].holds == "family-wise error"
            assert name not in methods.OF_A_CONTROL


def test_each_default_can_be_made() -> None:
    for control in (True, False):
        for pairwise in get_args(methods.Pairwise):
            names = methods.default_adjustments(control, pairwise)
            assert set(names) <= set(methods.ADJUSTMENTS)
            assert not (control and methods.OF_ALL_PAIRS & set(names))
            assert control or not methods.OF_A_CONTROL & set(names)
            assert pairwise == "rank-z" or not methods.OF_RANKS & set(names)
