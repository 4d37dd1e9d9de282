"""Variations of the studies that papers print.

Held against Berrar's own juggling (2017, 7.1, Table 2) with data sets and classifiers, and Demsar's (2006) Table 6,
whose leader hangs on single data sets.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from rankpress.analysis import analyse
from rankpress.core.scores import Scores
from rankpress.spec.model import Study
from rankpress.spec.reading import read_study
from rankpress.stages.conclude import Conclusion
from rankpress.stages.load import load

EXAMPLES = Path(__file__).parents[3] / "example_project"
BERRAR = EXAMPLES / "papers" / "berrar2017" / "study.yaml"
DEMSAR = EXAMPLES / "papers" / "demsar2006" / "study.yaml"


def printed(path: Path, **sections: Any) -> tuple[Study, Scores]:
    """A paper's study, with a section on sensitivity."""
    study = read_study(path, ("sensitivity={}",)).study
    return study.model_copy(update=sections), load(study.scores, path.parent)


class TestBerrar:
    """Section 7.1: Alice leaves out a classifier, then data sets, and tweaks the results."""

    RF_CART, NB_RF = (Conclusion("pair", "", pair) for pair in (("CART", "RF"), ("NB", "RF")))

    def test_all_pairs_with_the_null_model_differ_and_no_others(self, varied):
        study, scores = printed(BERRAR)
        found = varied(scores.metrics[0], study)
        apart = {
            one.subject for one, concluded in found.conclusions.items() if one.kind == "pair" and concluded.verdict
        }
        assert apart == {("EC", "NB"), ("EC", "RF"), ("CART", "EC")}

    def test_without_the_null_model_forest_and_tree_differ(self, varied):
        study, scores = printed(BERRAR)
        found = varied(scores.metrics[0], study, without_algorithms=("EC",))
        assert found.conclusions[self.RF_CART].verdict == (("RF",),)
        assert found.conclusions[self.NB_RF].verdict == ()

    def test_on_real_data_sets_alone_forest_and_bayes_differ_and_the_tree_no_more(self, varied):
        study, scores = printed(BERRAR)
        synthetic = tuple(f"Synthetic {number}" for number in range(1, 5))
        found = varied(scores.metrics[0], study, without_algorithms=("EC",), without_datasets=synthetic)
        assert found.conclusions[self.RF_CART].verdict == ()
        assert found.conclusions[self.NB_RF].verdict == (("RF",),)

    def test_without_four_others_no_difference_is_found_at_all(self, varied):
        study, scores = printed(BERRAR)
        without = scores.metrics[0].datasets[5:9]  # 6 to 9
        found = varied(scores.metrics[0], study, without_algorithms=("EC",), without_datasets=without)
        assert found.conclusions[Conclusion("omnibus")].verdict == ()

    def test_the_stage_names_the_data_sets_that_turn_the_rest_over(self, found_in, about, flips):
        """Of the three real classifiers; the groups are those that Alice leaves out."""
        study, scores = printed(BERRAR)
        [four] = scores.metrics
        means = np.asarray(four.means)[:, :3]
        three = replace(four, algorithms=four.algorithms[:3], means=means)
        groups = {"synthetic": four.datasets[10:], "6 to 9": four.datasets[5:9]}
        test = study.test.model_copy(update={"omnibus": ("iman-davenport",)})
        study = study.model_copy(update={"scores": study.scores.model_copy(update={"groups": groups}), "test": test})
        found = found_in(analyse(study, replace(scores, metrics=(three,)))[0])
        assert flips(found, about(found, "pair", "CART", "RF"))["group", "synthetic"] == ()
        assert flips(found, about(found, "pair", "NB", "RF"))["group", "synthetic"] == (("RF",),)
        assert flips(found, about(found, "omnibus"))["group", "6 to 9"] == ()
        assert ("group", "6 to 9") in flips(found, about(found, "pair", "CART", "RF"))
        assert flips(found, found.leader) == {("group-alone", "synthetic"): (("NB",),)}

    def test_the_stage_names_the_classifier_that_turns_the_pair_over(self, found_in, about, flips):
        study, scores = printed(BERRAR)
        found = found_in(analyse(study, scores)[0])
        assert flips(found, about(found, "pair", "CART", "RF"))["algorithm", "EC"] == (("RF",),)
        assert not found.leader.flips


def test_who_leads_by_a_hair_is_found_to_hang_on_data_sets_in_demsar(found_in, flips):
    """Table 6 of Demsar (2006): 1.964 and 2.000 are the average ranks of the best two."""
    study, scores = printed(DEMSAR)
    found = found_in(analyse(study, scores)[0])
    assert found.leader.verdict == (("C4.5+m+cf",),)
    toppling = {name for (kind, name), verdict in flips(found, found.leader).items() if kind == "dataset"}
    metric_scores = scores.metrics[0]
    ranks = analyse(study, scores)[0].ranking.ranks
    names = metric_scores.algorithms
    both = ranks[:, [names.index("C4.5+m"), names.index("C4.5+m+cf")]]
    lead = both[:, 0] - both[:, 1]
    assert toppling == {name for name, one in zip(metric_scores.datasets, lead, strict=True) if lead.sum() - one <= 0}
    assert toppling
