"""The effects stage and what the report makes of it."""

import numpy as np
import pytest

from rankpress.app.run import analyse
from rankpress.catalog.methods import EFFECTS
from rankpress.checks.agreement import agreeing_scores
from rankpress.core.faults import FaultsFound
from rankpress.core.scores import Gap, MetricScores, Missing, Scores
from rankpress.core.text import plain
from rankpress.spec.model import Study
from rankpress.spec.reading import read_study
from rankpress.stats.sign_flips import simultaneous_level
from rankpress.topics.kinds import build_document, build_tables
from rankpress.topics.pairwise import pairs_table
from rankpress.topics.results import results

OF_SCORES = {name for name in EFFECTS if not EFFECTS[name].of_order}


def analysis_of(means, *, better="higher", missing=None, **spec):
    n, k = means.shape
    scores = MetricScores(
        "error" if better == "lower" else "accuracy",
        better,
        tuple(f"data {i}" for i in range(n)),
        tuple("ABCDEFGH"[:k]) if k <= 8 else tuple(f"alg {i}" for i in range(k)),
        means,
        n,
        missing=missing or Missing("error"),
    )
    study = Study.model_validate({"scores": {"files": ["x.csv"]}, **spec})
    [analysis] = analyse(study, Scores((scores,), {}, ()))
    return analysis


@pytest.fixture(scope="module")
def means():
    generator = np.random.default_rng(5)
    rounded = generator.uniform(0.4, 0.8, (12, 1)) + generator.normal(0, 0.02, (12, 4)) + np.linspace(0, 0.06, 4)
    return np.asarray(rounded.round(3))


def told(analysis):
    metric = results("", 0.05, [analysis])["metrics"][analysis.scores.name]
    return {(one["a"], one["b"]): one["effects"] for one in metric["comparisons"]}


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_each_measure_is_that_of_the_better_ranked_against_the_worse(means, better):
    analysis = analysis_of(means, better=better, effects={"measures": list(EFFECTS)})
    for (a, b), effects in told(analysis).items():
        assert tuple(effects) == tuple(EFFECTS)
        pair = [["ABCD".index(a), "ABCD".index(b)]]
        for name, found in effects.items():
            measure = EFFECTS[name]
            # differences are in the metric's own unit; what has none favours the better
            plain = measure.run(means if EFFECTS[name].in_unit or better == "higher" else -means, pair)
            assert found["estimate"] == pytest.approx(plain.estimate[0])
            assert found["interval"] == pytest.approx([plain.low[0], plain.high[0]])
            assert found["level"] == 0.95


def test_the_spec_says_which_measures_and_how(means):
    asked = {"measures": ["hedges-g", "superiority"], "level": 0.9, "bootstrap": True, "draws": 1000, "seed": 3}
    analysis = analysis_of(means, effects=asked)
    [first, *_] = told(analysis).values()
    assert set(first) == {"hedges-g", "superiority"}
    metric = results("", 0.05, [analysis])["metrics"]["accuracy"]
    assert metric["effects"]["methods"] == {"hedges-g": "BCa", "superiority": "Wilson"}
    assert (metric["effects"]["level"], metric["effects"]["draws"], metric["effects"]["seed"]) == (0.9, 1000, 3)
    again, other = analysis_of(means, effects=asked), analysis_of(means, effects={**asked, "seed": 4})
    assert results("", 0.05, [again]) == results("", 0.05, [analysis]) != results("", 0.05, [other])


def test_gaps_leave_each_pair_the_data_sets_that_both_have(means):
    gaps = means.copy()
    gaps[[0, 1, 2], 0], gaps[5, 1] = np.nan, np.nan
    missing = Missing("incomplete-blocks", gaps=(Gap("data 0", "A", 0, 1),))
    analysis = analysis_of(gaps, missing=missing, scores={"files": ["x.csv"], "missing": "incomplete-blocks"})
    for (a, b), effects in told(analysis).items():
        pair = ["ABCD".index(a), "ABCD".index(b)]
        both = gaps[:, pair][~np.isnan(gaps[:, pair]).any(axis=1)]
        for name, found in effects.items():
            alone = EFFECTS[name].run(both, [[0, 1]])
            assert found["estimate"] == pytest.approx(alone.estimate[0])
            assert found["interval"] == pytest.approx([alone.low[0], alone.high[0]])
        assert effects["median-difference"]["attained"] >= 0.95
    metric = results("", 0.05, [analysis])["metrics"]["accuracy"]
    assert metric["concordance"] is None
    assert metric["effects"]["left_out"] == ["Kendall's W is left out, for it needs every result."]


def test_two_that_never_meet_have_no_effect_size(means):
    gaps = means.copy()
    gaps[:6, 0], gaps[6:, 1] = np.nan, np.nan
    missing = Missing("incomplete-blocks", gaps=(Gap("data 0", "A", 0, 1),))
    analysis = analysis_of(gaps, missing=missing, scores={"files": ["x.csv"], "missing": "incomplete-blocks"})
    found = told(analysis)
    for name, one in (found.get(("A", "B")) or found["B", "A"]).items():
        assert (one["estimate"], one["interval"]) == (None, [None, None]), name
        assert one["why"] == "the two share fewer than two data sets"
    table = pairs_table(analysis)
    assert any("fewer than two data sets" in plain(note) for note in table.notes)


def test_results_ranked_last_for_missing_leave_what_rests_on_ranks(means):
    gaps = means.copy()
    gaps[0, 0] = np.nan
    missing = Missing("worst-rank", worst_ranked=(Gap("data 0", "A", 0, 1),))
    analysis = analysis_of(gaps, missing=missing)
    assert all(set(effects) == set(EFFECTS) - OF_SCORES for effects in told(analysis).values())
    metric = results("", 0.05, [analysis])["metrics"]["accuracy"]
    assert "ranked last for missing" in metric["effects"]["left_out"][0]
    assert metric["concordance"]["kendall_w"] is not None


def test_average_ranks_alone_have_no_effect_sizes():
    scores = MetricScores("accuracy", "higher", (), ("A", "B", "C"), None, 10, average_ranks=np.array([1.0, 2.0, 3.0]))
    study = Study.model_validate({"scores": {"files": ["x.csv"], "layout": "ranks", "datasets": 10}})
    [analysis] = analyse(study, Scores((scores,), {}, ()))
    metric = results("", 0.05, [analysis])["metrics"]["accuracy"]
    assert metric["effects"]["left_out"] == ["Effect sizes need the scores; only average ranks were given."]
    data = build_document("", [analysis], (), ()).sections[-2]
    assert "only average ranks were given" in data.paragraphs[-1]


def test_identical_columns_are_no_fault(means):
    found = told(analysis_of(np.repeat(means[:, :1], 3, axis=1)))
    for effects in found.values():
        for name, one in effects.items():
            assert one["estimate"] == EFFECTS[name].no_difference
            assert one["interval"] == [one["estimate"]] * 2
            assert one["why"] == "the two score alike on every data set"


def test_simultaneous_intervals_are_wider_and_named_so(means):
    alone, together = (analysis_of(means, effects={"simultaneous": which}) for which in (False, True))
    for name, effect in alone.estimated.effects.items():
        wider = together.estimated.effects[name]
        assert wider.estimate == pytest.approx(effect.estimate)
        defined = ~np.isnan(wider.low)
        assert (wider.low <= effect.low + 1e-12)[defined].all()
        assert (wider.high >= effect.high - 1e-12)[defined].all()
    levels = {name: effect.level for name, effect in together.estimated.effects.items()}
    assert levels["mean-difference"] == simultaneous_level(means, together.estimated.pairs, draws=2000, seed=1)
    assert levels["hodges-lehmann"] == pytest.approx(1 - 0.05 / 6)
    document = build_document("", [together], build_tables(together), ())
    text = " ".join(plain(paragraph) for section in document.sections for paragraph in section.paragraphs)
    assert "simultaneous 95% CI" in text
    assert results("", 0.05, [together])["metrics"]["accuracy"]["effects"]["simultaneous"] is True
    assert "simultaneous" not in results("", 0.05, [alone])["metrics"]["accuracy"]["effects"]


def test_ratios_of_scores_that_are_not_above_zero_are_a_fault(tmp_path):
    (tmp_path / "a.csv").write_text("dataset,A,B,C\none,1,2,3\ntwo,0,2,1\nthree,2,3,4\n")
    spec = "scores: {files: a.csv, layout: wide, metrics: [{name: gain}]}\neffects: {measures: [ratio]}\n"
    (tmp_path / "study.yaml").write_text(spec)
    read = read_study(tmp_path / "study.yaml")
    with pytest.raises(FaultsFound, match="ratio divides scores, and gain on 'two' is as low as 0"):
        agreeing_scores(read)
