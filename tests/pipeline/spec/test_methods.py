"""The names that a spec may use are those that rankpress.stats has functions for."""

from __future__ import annotations

import inspect
from dataclasses import fields
from typing import get_args

import pytest

from rankpress import stats
from rankpress.catalog import methods as catalog
from rankpress.spec import methods
from rankpress.spec.method_sections import PairwiseMethod
from rankpress.spec.test_sections import EffectsOptions
from rankpress.stats.wilcoxon import Zeros


@pytest.mark.parametrize(
    "table", ["OMNIBUS", "PAIRWISE", "WITHIN", "ADJUSTMENTS", "EFFECTS", "BAYES_OVER", "BAYES_WITHIN"]
)
def test_each_method_has_a_function_that_takes_what_is_said(table: str) -> None:
    entries, functions = getattr(catalog, table), getattr(stats, table)
    assert set(entries) == set(functions)
    for name, entry in entries.items():
        ours, theirs = ({field.name for field in fields(one)} for one in (entry, functions[name]))
        for field in ours & theirs - {"from_average_ranks"}:
            assert getattr(entry, field) == getattr(functions[name], field), (name, field)
        if table == "OMNIBUS":
            assert entry.from_average_ranks == (functions[name].from_average_ranks is not None)
        options = set(getattr(entry, "options", ()))
        assert options <= set(inspect.signature(functions[name].function).parameters)


def test_defaults_of_options() -> None:
    assert get_args(methods.Zeros) == get_args(Zeros)
    draws = inspect.signature(stats.permutation).parameters
    assert PairwiseMethod(name="permutation").options == {name: draws[name].default for name in ("draws", "seed")}
    assert PairwiseMethod(name="wilcoxon").zeros == inspect.signature(stats.wilcoxon).parameters["zeros"].default


def test_effect_sizes() -> None:
    given = inspect.signature(stats.hedges_g).parameters
    defaults = EffectsOptions()
    for name in stats.EFFECTS["hedges-g"].options:
        assert getattr(defaults, name) == given[name].default
