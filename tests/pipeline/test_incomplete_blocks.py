"""Studies in which results are missing, from the spec to the report, under every policy."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest

from rankpress.account.paper import methods_paragraphs
from rankpress.account.results import results
from rankpress.account.tables import build_tables
from rankpress.analysis import analyse
from rankpress.app.run import build
from rankpress.catalog.methods import PAIRWISE
from rankpress.checks.agreement import disagreements
from rankpress.core.faults import FaultsFound
from rankpress.spec.model import Study
from rankpress.spec.reading import read_study
from rankpress.stages.load import load
from rankpress.stages.test import TOO_FEW_SHARED
from rankpress.stats.incomplete_blocks import UNLINKED, durbin, durbin_pairs, skillings_mack, skillings_mack_pairs
from rankpress.stats.ranks import rank_scores, scaled_average_ranks
from rankpress.stats.wilcoxon import wilcoxon
from rankpress.topics.phrases import SHARED_DATASETS
from rankpress.wording.text import join, plain

NAN = float("nan")
NAMES = ("knn", "tree", "bayes", "svm", "mlp")
POLICIES = ("drop-datasets", "drop-algorithms", "worst-rank", "incomplete-blocks")
SPEC = "scores:\n  files: a.csv\n  layout: wide\n  metrics: [{name: accuracy}]\n  missing: incomplete-blocks\n"

COMPLETE_ONLY = (
    "test: {omnibus: [friedman, durbin, skillings-mack], pairwise: rank-z}\n"
    "order: {prior: [knn, tree, bayes, svm, mlp]}\n"
)


def matrix(n=12, k=5, share=0.0, seed=3):
    """Scores that improve from one algorithm to the next, with a share of them dropped."""
    rng = np.random.default_rng(seed)
    scores = (rng.uniform(0.5, 0.8, (n, 1)) + np.linspace(0, 0.08, k) + rng.normal(0, 0.03, (n, k))).round(4)
    scores[rng.random(scores.shape) < share] = NAN
    return scores


def wide(scores, names=NAMES):
    head = ",".join(("dataset", *names[: scores.shape[1]]))
    rows = (
        ",".join([f"d{at}", *("" if np.isnan(x) else repr(float(x)) for x in row)]) for at, row in enumerate(scores)
    )
    return "\n".join([head, *rows]) + "\n"


@pytest.fixture
def study(tmp_path):
    """Write a study and its scores; the spec as read."""

    def write(scores, more="", spec=SPEC):
        (tmp_path / "a.csv").write_text(scores if isinstance(scores, str) else wide(scores), encoding="utf-8")
        (tmp_path / "study.yaml").write_text(spec + more, encoding="utf-8")
        return read_study(tmp_path / "study.yaml")

    return write


@pytest.fixture
def analysed(study):
    def analysed(*args):
        read = study(*args)
        scores = load(read.study.scores, read.folder)
        assert not disagreements(read.study, scores, read.source)
        [analysis] = analyse(read.study, scores)
        return analysis

    return analysed


@pytest.fixture
def faults(study):
    def faults(*args):
        read = study(*args)
        disagreeing = disagreements(read.study, load(read.study.scores, read.folder), read.source)
        return [str(fault).splitlines()[0].removeprefix(str(read.folder / "study.yaml:")) for fault in disagreeing]

    return faults


# The spec


def test_the_policy_decides_which_tests_a_study_has_that_names_none():
    scores = {"files": ["a.csv"], "missing": "incomplete-blocks"}
    plain = Study.model_validate({"scores": scores})
    assert plain.test.omnibus == ("skillings-mack",)
    assert plain.test.pairwise.name == "skillings-mack"
    assert [method.name for method in plain.adjust] == ["holm", "shaffer"]
    controlled = Study.model_validate({"scores": scores, "test": {"control": "knn", "alpha": 0.1}})
    assert controlled.test.omnibus == ("skillings-mack",)
    assert controlled.test.alpha == 0.1
    assert [method.name for method in controlled.adjust] == ["holm", "hochberg"]
    named = Study.model_validate({"scores": scores, "test": {"omnibus": ["durbin"], "pairwise": "sign"}})
    assert (named.test.omnibus, named.test.pairwise.name) == (("durbin",), "sign")
    for policy in ("error", *POLICIES[:-1]):
        other = Study.model_validate({"scores": {**scores, "missing": policy}})
        test = "rank-z" if policy == "worst-rank" else "wilcoxon"
        assert (other.test.omnibus[0], other.test.pairwise.name) == ("friedman", test)


def test_tests_of_complete_results_are_faults_where_gaps_are_left(faults):
    scores = matrix(share=0.2)
    open_ = f"missing: incomplete-blocks leaves {np.isnan(scores).sum()} results of accuracy open"
    needs = "needs a result of each algorithm on each data set"
    assert faults(scores, COMPLETE_ONLY) == [
        f"6:18: friedman {needs}, and {open_}",
        "6:28: durbin needs a balanced design, and the results of accuracy are not balanced",
        f"6:63: rank-z {needs}, and {open_}",
        f"7:8: an order by cost and tests {needs}, and {open_}",
    ]
    assert faults(scores, "test: {pairwise: durbin}\n") == [
        "6:18: durbin needs a balanced design, and the results of accuracy are not balanced"
    ]


@pytest.mark.few
@pytest.mark.parametrize("name", [name for name, test in PAIRWISE.items() if test.pair_alone])
def test_tests_of_a_pair_alone_are_made_on_what_the_two_share(faults, analysed, name):
    scores, more = matrix(share=0.25), f"test: {{pairwise: {name}}}\n"
    assert faults(scores, more) == []
    over = analysed(scores, more).tested.over
    for (a, b), statistic, p in zip(over.pairs.tolist(), over.statistic, over.p, strict=True):
        both = scores[~np.isnan(scores[:, [a, b]]).any(axis=1)][:, [a, b]]
        procedure = PAIRWISE[name]
        alone = procedure.run(-both if procedure.uses == "ranks" else both, np.array([[0, 1]]))  # 1 is the best
        assert (statistic, p) == pytest.approx((alone.statistic[0], alone.p[0]), nan_ok=True)


@pytest.mark.few
@pytest.mark.parametrize("name", [name for name, test in PAIRWISE.items() if test.pair_alone])
def test_where_no_two_share_two_data_sets_all_are_alike_for_want_of_results(study, tmp_path, name):
    scores = np.array([[0.5, 0.6, NAN], [NAN, 0.7, 0.6], [0.7, NAN, 0.9]])
    read = study(scores, f"test: {{pairwise: {name}}}\nplot: []\n")
    [analysis] = build(read, tmp_path / "out", formats=("markdown",)).analyses
    over = analysis.tested.over
    assert over.p.tolist() == [1, 1, 1]
    assert set(over.why) == {TOO_FEW_SHARED}


def test_methods_say_once_on_which_data_sets_pairs_were_compared(analysed):
    analysis = analysed(matrix(share=0.25), "test: {pairwise: wilcoxon}\n")
    said = " ".join(plain(paragraph) for paragraph in methods_paragraphs([analysis]))
    assert said.count(SHARED_DATASETS) == 1


# The stages


@pytest.mark.parametrize("share", [0.0, 0.1, 0.3, 0.5])
def test_stages_give_what_the_procedures_give(analysed, share):
    analysis = analysed(matrix(share=share))
    ranks = rank_scores(analysis.scores.means, missing="gap")
    np.testing.assert_array_equal(analysis.ranking.ranks, ranks)
    np.testing.assert_array_equal(analysis.ranking.average, scaled_average_ranks(ranks))
    test = analysis.tested.omnibus["skillings-mack"]
    assert (test.statistic, test.p) == (skillings_mack(ranks).statistic, skillings_mack(ranks).p)
    over = analysis.tested.over
    np.testing.assert_array_equal(over.statistic, skillings_mack_pairs(ranks, over.pairs).statistic)
    assert not np.isnan(list(analysis.adjusted.p.values())).any()
    for (a, b), counted in zip(over.pairs.tolist(), over.wins.tolist(), strict=True):
        both = ranks[~np.isnan(ranks[:, [a, b]]).any(axis=1)]
        assert counted == [
            (both[:, a] < both[:, b]).sum(),
            (both[:, a] == both[:, b]).sum(),
            (both[:, a] > both[:, b]).sum(),
        ]


def test_a_balanced_design_has_durbins_tests(analysed):
    scores = matrix(12, 3)
    scores[np.arange(12), np.arange(12) % 3] = NAN
    analysis = analysed(scores, "test: {omnibus: [durbin, skillings-mack], pairwise: durbin}\n")
    ranks = rank_scores(scores, missing="gap")
    assert analysis.tested.omnibus["durbin"].statistic == durbin(ranks).statistic
    assert analysis.tested.omnibus["durbin"].statistic == pytest.approx(
        analysis.tested.omnibus["skillings-mack"].statistic, rel=1e-12
    )
    over = analysis.tested.over
    np.testing.assert_array_equal(over.p, durbin_pairs(ranks, over.pairs).p)
    omnibus = results("", 0.05, [analysis])["metrics"]["accuracy"]["omnibus"]
    assert omnibus["durbin"]["details"]["f_p"] == durbin(ranks).details["f_p"]
    assert omnibus["skillings-mack"]["details"] == {"datasets_used": 12.0, "datasets_left_out": 0.0}
    [table] = [table for table in build_tables(analysis) if table.kind == "omnibus"]
    assert f"Durbin test in its F form: {durbin(ranks).details['f']:.3f}, df 2, 10, p " in plain(join(table.notes))


def test_parts_that_share_no_data_set_are_a_fault(study):
    scores = matrix(10, 4)
    scores[:5, 2:], scores[5:, :2] = NAN, NAN
    read = study(scores)
    with pytest.raises(FaultsFound) as error:
        load(read.study.scores, read.folder)
    [fault] = error.value.faults
    assert fault.message == (
        "the algorithms fall into 2 parts that share no data set in accuracy, so their average ranks are not"
        " comparable: knn, tree; bayes, svm"
    )
    [metric] = load(read.study.scores.model_copy(update={"missing": "worst-rank"}), read.folder).metrics
    assert metric.algorithms == NAMES[:4]
    scores[0] = 1 - np.arange(4) / 10
    read = study(scores)
    assert load(read.study.scores, read.folder).metrics[0].algorithms == NAMES[:4]


def test_parts_that_share_no_data_set_once_one_is_left_out_are_named(study):
    scores = matrix(11, 4)
    scores[:5, 2:], scores[5:10, :2] = NAN, NAN
    read = study(scores)
    loaded = load(read.study.scores, read.folder)
    [analysis] = analyse(read.study, replace(loaded, metrics=(loaded.metrics[0].on(range(10)),)))
    assert analysis.tested.omnibus["skillings-mack"].why == UNLINKED
    assert analysis.tested.over is None
    assert plain(analysis.tested.left_out["over"]) == (
        "Pairs were not compared over the data sets: the algorithms fall into parts that share none"
        " (knn and tree; bayes and svm)."
    )


def test_a_pair_that_shares_too_little_is_not_significant(analysed):
    scores = matrix(12, 3)
    scores[:6, 2], scores[6:, 0] = NAN, NAN
    over = analysed(scores, "test: {pairwise: wilcoxon}\n").tested.over
    pairs = [sorted(pair) for pair in over.pairs.tolist()]
    never, alone = pairs.index([0, 2]), pairs.index([0, 1])
    assert (over.p[never], over.why[never]) == (1.0, TOO_FEW_SHARED)
    assert (over.p[alone], over.why[alone]) == (wilcoxon(scores[:6, :2], [[0, 1]]).p[0], "")


# The report


def folds_of(share, seed=5):
    """Ten folds of four algorithms on eight data sets, with seconds; cells dropped whole, and one in part."""
    rng = np.random.default_rng(seed)
    rows = ["dataset,algorithm,fold,accuracy,seconds"]
    for d in range(8):
        for a, name in enumerate(NAMES[:4]):
            if d > 1 and rng.random() < share:
                continue
            rows += [
                f"d{d},{name},{fold},{0.6 + 0.03 * a + rng.normal(0, 0.02):.4f},{1 + a + d / 10 + fold / 100:.3f}"
                for fold in range(9 if share and (d, a) == (1, 2) else 10)
            ]
    return "\n".join(rows) + "\n"


LONG = (
    "scores:\n  files: a.csv\n  metrics: [{name: accuracy}]\n  costs: [seconds]\n  missing: POLICY\n"
    "curves: {pairs: all}\n"
)


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("policy", "share"),
    [
        ("worst-rank", 0.0),
        ("drop-algorithms", 0.3),
        ("incomplete-blocks", 0.3),
        *(pytest.param(policy, 0.08, marks=pytest.mark.nightly) for policy in POLICIES if "drop" in policy),
        pytest.param("worst-rank", 0.3, marks=pytest.mark.nightly),
    ],
)
def test_reports_of_a_study_that_lacks_results(study, tmp_path, policy, share):
    # figures are drawn where all is there and where most is left open
    drawn = share == 0 or policy == "incomplete-blocks"
    read = study(folds_of(share), "" if drawn else "plot: []\n", LONG.replace("POLICY", policy))
    if share == 0.3 and policy == "drop-algorithms":
        # once so many cells are gone, each algorithm lacks some
        with pytest.raises(FaultsFound, match=f"missing: {policy} leaves"):
            build(read, tmp_path / "out", ["latex", "html"])
        return
    build(read, tmp_path / "out", ["latex", "html"])
    results = json.loads((tmp_path / "out/results.json").read_text(encoding="utf-8"))["metrics"]["accuracy"]
    coverage = results["missing"]["coverage"]
    assert sum(coverage["algorithms"].values()) == 32 - len(results["missing"]["gaps"])
    assert sum(coverage["datasets"].values()) == 32 - len(results["missing"]["gaps"])
    assert coverage["balanced"] == (share == 0)
    tables = {path.name for path in (tmp_path / "out/tables").iterdir()}
    for kind in ("coverage", "shared", "pattern", "missing"):
        assert (f"accuracy-{kind}.csv" in tables) == (share > 0)
    for path in [tmp_path / "out/report.tex", tmp_path / "out/macros.tex", *(tmp_path / "out/tables").iterdir()]:
        assert not re.search(r"\b(nan|inf)\b", path.read_text(encoding="utf-8")), path
    html = re.sub(
        r"<(svg|script|style)\b.*?</\1>", "", (tmp_path / "out/report.html").read_text(encoding="utf-8"), flags=re.S
    )
    assert not re.search(r">[^<]*\bnan\b", html)
    assert ("Pattern of missing results" in html) == (share > 0)
    if policy == "incomplete-blocks" and share:
        assert results["missing"]["left_open"] == results["missing"]["gaps"]
        assert results["order"]["ranking"] == []
        assert list(results["omnibus"]) == ["skillings-mack"]
        assert "missing for reasons unrelated to their quality" in html
        gone = {(gap["dataset"], gap["algorithm"]) for gap in results["missing"]["gaps"]}
        assert {(d, a) for d, row in results["ranks"].items() for a, rank in row.items() if rank is None} == gone
        assert not any((row["dataset"], row[side]) in gone for row in results["within"] for side in "ab")
        assert not any((row["dataset"], row[side]) in gone for row in results["curves"] for side in "ab")
