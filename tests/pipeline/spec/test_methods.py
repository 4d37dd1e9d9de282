"""The names that a spec may use are those that rankpress.stats has functions for."""

from __future__ import annotations

import inspect
from typing import get_args

import pytest

from rankpress import stats
from rankpress.catalog import methods as catalog
from rankpress.spec import methods
from rankpress.spec.method_sections import PairwiseMethod
from rankpress.spec.test_sections import EffectsOptions
from rankpress.stats.wilcoxon import Zeros


def test_each_method_has_a_function() -> None:
    assert set(catalog.ADJUSTMENTS) == set(stats.ADJUSTMENTS)


@pytest.mark.parametrize(("names", "table"), [(methods.Pairwise, stats.PAIRWISE), (methods.Omnibus, stats.OMNIBUS)])
def test_tests_over_data_sets(names: object, table: dict[str, object]) -> None:
    assert set(get_args(names)) == set(table)


def test_options() -> None:
    for name, procedure in stats.PAIRWISE.items():
        assert PairwiseMethod.OPTIONS.get(name, ()) == procedure.options
    assert get_args(methods.Zeros) == get_args(Zeros)
    draws = inspect.signature(stats.permutation).parameters
    assert PairwiseMethod(name="permutation").options == {name: draws[name].default for name in ("draws", "seed")}
    assert PairwiseMethod(name="wilcoxon").zeros == inspect.signature(stats.wilcoxon).parameters["zeros"].default


def test_bayesian_comparisons() -> None:
    assert set(get_args(methods.BayesOver)) == {*stats.BAYES_OVER, "none"}
    assert set(get_args(methods.BayesWithin)) == {*stats.BAYES_WITHIN, "none"}


def test_tests_within_a_data_set() -> None:
    assert set(get_args(methods.Within)) == {*stats.WITHIN, "none"}
    for names, design in ((methods.OF_OUTCOMES, "outcomes"), (methods.FIVE_BY_TWO, "5x2")):
        assert names == {name for name, procedure in stats.WITHIN.items() if procedure.design == design}


def test_effect_sizes() -> None:
    assert tuple(stats.EFFECTS) == methods.EFFECTS
    given = inspect.signature(stats.hedges_g).parameters
    defaults = EffectsOptions()
    for name in stats.EFFECTS["hedges-g"].options:
        assert getattr(defaults, name) == given[name].default


def test_forms_of_curves() -> None:
    assert set(get_args(methods.CurveForm)) == set(stats.CURVE_FORMS)


def test_each_default_can_be_made() -> None:
    for control in (True, False):
        for pairwise in get_args(methods.Pairwise):
            names = catalog.default_adjustments(control=control, pairwise=pairwise)
            assert all(catalog.ADJUSTMENTS[name].fits(control=control, pairwise=pairwise) for name in names)


def test_what_tests_take() -> None:
    of_ranks = {name for name, procedure in stats.PAIRWISE.items() if procedure.uses == "ranks"}
    assert of_ranks == methods.OF_RANKS_ON_DATASETS
    of_scores = {name for name, procedure in stats.OMNIBUS.items() if procedure.uses == "scores"}
    assert of_scores == methods.OF_SCORES
