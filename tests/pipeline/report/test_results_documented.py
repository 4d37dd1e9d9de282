"""The types of results.json against what studies write: every key has a type, and every key of a type is written."""

import json
import math
import re
import runpy
from dataclasses import replace
from functools import cache
from itertools import product
from typing import get_args, get_origin, get_type_hints

import numpy as np
import pytest
from pydantic import TypeAdapter
from typing_extensions import get_original_bases, is_typeddict

from rankpress.account.macros import parts
from rankpress.account.results import json_text, results
from rankpress.account.results_arrays import in_one, in_two_files
from rankpress.account.results_model import results_type
from rankpress.app.run import analyse
from rankpress.catalog.methods import EFFECTS, OF_INCOMPLETE_BLOCKS, OMNIBUS, PAIRWISE
from rankpress.checks.agreement import agreeing_scores
from rankpress.checks.doubts import doubts_of
from rankpress.spec.reading import read_study
from rankpress.spec.report_sections import MacrosOptions
from rankpress.stats import hierarchical
from rankpress.stats.synthetic import compare_in_study
from rankpress.topics.aggregates.measures import KINDS
from rankpress.topics.facts import Subjects, key_word
from rankpress.topics.leaderboard.measures import MEASURES
from rankpress.topics.topic import topics

NAMES, SETS = ("best", "good", "fair", "poor"), tuple("abcdefg")
EVERYTHING = """
scores:
  files: long.csv
  metrics: [{name: accuracy, better: higher, validation: val_accuracy}]
  costs: [seconds, bytes]
  groups: {first: [a, b, c], others: [d, e, f, g]}
test:
  omnibus: [friedman, iman-davenport, aligned-ranks, quade, rm-anova]
  tuning_runs: 3
  within: 5x2cv-t
  pairwise: PAIRWISE
effects:
  measures: [mean-difference, median-difference, hodges-lehmann, hedges-g, cliffs-delta, superiority, rank-biserial]
bayes: {rope: 0.01, draws: 1000}
curves: {pairs: all, average: true}
order: {cost: [{seconds: 1, bytes: 2}, seconds], within: 5x2cv-f}
"""
# A test of pairs by itself; what else a study has is the same whichever test it is.
COMPARED = EVERYTHING.partition("effects:")[0]
# of some of these studies, for the time that it takes
TRUST = """
sensitivity: {pairwise: [sign], adjust: [holm], digits: [1, 15]}
protocol: {kind: exploratory, tuning: {best: {data: test, tries: 3}}}
power: {effect: [0.05, 0.1], draws: 100, datasets: [5, 9], pairs: [[best, poor]]}
replicability: {draws: 20, size: 5, biases: [0, 10], table_bias: 10, by: [best, good], tests: [t, sign]}
"""
OUTCOMES = """
scores: {files: outcomes.csv, metrics: [{name: correct, labels: person}], columns: {example: case}}
test: {within: mcnemar-chi2}
rates: {}
curves: {pairs: all, average: true}
"""
GAPS = "scores: {files: gaps.csv, layout: wide, missing: POLICY}\n"
# results of the AutoML Benchmark, which say why one is missing
FAILED = "scores: {files: failed.csv, metrics: [{name: score}], missing: drop-datasets}\n"
# rows are left out, names and columns made of others, runs averaged, and a cell says that there is no result
NOTED = """
scores:
  files: noted.csv
  metrics: [{name: accuracy}]
  columns: {seed: seed}
  join: {algorithm: [model, size]}
  where: {seed: {max: 2}}
  rename: {algorithm: {"best / s": finest}}
  ignore: [note]
  doubts: [{text: is it a score?, key: ignore, column: note, file: noted.csv, row: 3, value: x}]
  missing: drop-datasets
"""
# of the runs of one algorithm one lacks, and one ends before the others
STEPS = """
scores:
  files: steps.csv
  metrics: [{name: accuracy}]
  columns: {seed: seed, step: epoch}
  seeds: paired
  reduce: last
"""
PROGRESS = (
    "  normalize: {low: 0, high: 1}\n  weights: {a: 2}\naggregates: {draws: 200}\nprogress: {targets: [0.7, 0.9]}\n"
)
CHOSEN = """
scores:
  files: steps.csv
  metrics: [{name: accuracy}]
  columns: {seed: seed}
  choose: {by: epoch, best: higher}
  normalize: {low: -1, high: poor}
"""
BY_SCHEME = """
scores:
  files: steps.csv
  metrics: [{name: accuracy}]
  columns: {seed: seed, scheme: epoch}
  scheme: "10"
"""
LIMITED = """
scores:
  files: limited.csv
  layout: wide
  metrics: [{name: seconds, better: lower}]
  censored: {limit: 60}
ratios: {}
"""
# a cost is unknown where a result is missing
NO_FRONT = """
scores: {files: holes.csv, metrics: [{name: accuracy}], costs: [seconds], missing: worst-rank}
order: null
"""
LABELLED = """
scores: {files: alike.csv, layout: wide, metrics: [{name: accuracy}]}
labels:
  algorithms: {best: The best}
  metrics: {accuracy: {label: Share right, short: Right}}
effects: {simultaneous: true}
rank: {intervals: simultaneous}
"""
BAYES = "bayes: {rope: 0.01, over: sign, within: none}\n"
# an order by a correction that finds less than the study's
CONTRADICTED = "{prior: [poor, fair, good, best], within: none, adjust: bonferroni}\nadjust: [benjamini-hochberg]"
VOTES = "{scores: {files: votes.csv, layout: votes}}"
RANKS = "{scores: {files: ranks.csv, layout: ranks, datasets: 9}, adjust: [nemenyi, holm]}"
# three data sets, on which all rank alike
FEW = "{scores: {files: few.csv, layout: wide}, test: {pairwise: sign}}"
ALIKE = """
scores: {files: alike.csv, layout: wide}
test: {pairwise: conover}
effects: {margin: 0.01, margin_test: t}
"""
BOARD = f"leaderboard: {{measures: [{', '.join(MEASURES)}], baseline: poor, best: 1}}\nanytime: {{}}\npareto: {{}}\n"


def write_scores(folder):
    rng = np.random.default_rng(1)
    long = ["dataset,algorithm,repeat,fold,n_train,n_test,accuracy,val_accuracy,seconds,bytes"]
    outcomes, wide = ["dataset,algorithm,case,correct,person"], [",".join(("dataset", *NAMES))]
    for at, dataset in enumerate(SETS):
        base = np.linspace(0.9, 0.6, 4) + (0.01 * at if at else 0)
        for repeat, fold in np.ndindex(5, 2):
            # on the last data set the last two differ by nothing, so that statistics are null there
            values = base + rng.normal(0, 0.03, 4)
            values[3] = values[2] if dataset == SETS[-1] else values[3]
            rows = zip(NAMES, values, values + rng.normal(0, 0.2, 4), strict=True)
            spent = fold / 9 + at / 7
            long += [
                f"{dataset},{name},{repeat},{fold},50,50,{value:.3f},{other:.3f},{9 - place + spent},{place + 1}"
                for place, (name, value, other) in enumerate(rows)
            ]
        right = rng.random((20, 4)) < np.minimum(base, 1)
        labels = ["1" if n % 3 else "0" for n in range(8 if at else 1)] + [""] * 20
        outcomes += [
            f"{dataset},{name},{n},{int(right[n, i])},{labels[n]}" for n in range(20) for i, name in enumerate(NAMES)
        ]
        cells = [f"{value:.3f}" for value in base + rng.normal(0, 0.05, 4)]
        cells[at % 4] = "" if at in (1, 2) else cells[at % 4]
        wide.append(",".join([dataset, *cells]))
    texts = {"long": long, "outcomes": outcomes, "gaps": wide, "ranks": [",".join(NAMES), "1.2,2.1,2.9,3.8"]}
    texts["holes"] = [line for line in long if not line.startswith("b,good,")]
    texts["few"] = [wide[0], *(f"{dataset},4,3,2,1" for dataset in SETS[:3])]
    texts["benchmark"] = [outcomes[0], *(row for row in outcomes[1:] if row.partition(",")[0] in SETS[:3])]
    texts["alike"] = [wide[0], *(f"{dataset},4,3,2,1" for dataset in SETS)]
    texts["noted"] = ["dataset,model,size,seed,note,accuracy"]
    texts["noted"] += [
        f"{dataset},{name},s,{seed},x,{'NA' if (at, place) == (1, 1) else at + place}"
        for (at, dataset), (place, name), seed in product(enumerate(SETS), enumerate(NAMES), range(4))
    ]
    texts["steps"] = ["dataset,algorithm,seed,epoch,accuracy"]
    texts["steps"] += [
        f"{dataset},{name},{seed},{epoch},{at + epoch * place + seed / 9}"
        for (at, dataset), (place, name), seed, epoch in product(enumerate(SETS), enumerate(NAMES), range(3), (10, 20))
        if (at, place, seed) != (1, 1, 0) and (at, place, seed, epoch) != (2, 1, 1, 20)
    ]
    texts["steps"].append("a,good,0,10,")  # a blank row next to one with the score
    texts["failed"] = ["id,task,framework,fold,metric,result,utc,info"]
    for (at, dataset), (place, name) in product(enumerate(SETS), enumerate(NAMES)):
        rest = ",day,out of memory" if (at, place) == (2, 1) else f"{0.9 - place / 9:.3f},day,"
        texts["failed"].append(f"id,{dataset},{name},0,auc,{rest}")
    for name, lines in texts.items():
        (folder / f"{name}.csv").write_text("\n".join([*lines, ""]), encoding="utf-8")


@pytest.fixture(scope="module")
def validated():
    """What the types of results.json make of a value."""
    return TypeAdapter(results_type()).validate_python


@pytest.fixture(scope="module", autouse=True)
def few_steps():
    """Few steps of the chains before their draws count: which keys are written does not depend on the numbers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hierarchical, "WARM_UP", 40)
        yield


@pytest.fixture(scope="module")
def analyzed(tmp_path_factory, validated):
    folder = tmp_path_factory.mktemp("studies")
    write_scores(folder)
    (folder / "limited.csv").write_text("dataset,A,B,C\na,1,2,8\nb,4,3,t/o\nc,10,40,20\nd,t/o,t/o,30\n")

    votes = [f"A,B,{winner},judge {at}" for at, winner in enumerate(["A", "B", "A", "tie"])]
    (folder / "votes.csv").write_text("\n".join(["model_a,model_b,winner,cluster", *votes, ""]))

    @cache
    def analyzed(spec):
        (folder / "study.yaml").write_text(spec, encoding="utf-8")
        read = read_study(folder / "study.yaml")
        scores = agreeing_scores(read)
        analyses = analyse(read.study, scores)
        settings = read.study.model_dump(mode="json")
        doubts = doubts_of(read, scores)
        document = json.loads(json_text(results("T", 0.05, analyses, read.study.labels.names, settings, doubts)))
        # its types know every key: what they do not know, validation drops
        assert validated(document) == document
        return analyses, document

    return analyzed


@pytest.fixture(scope="module")
def results_of(analyzed):
    return lambda spec: analyzed(spec)[1]


OTHERS = tuple(sorted(set(PAIRWISE) - OF_INCOMPLETE_BLOCKS - {"rank-z", "wilcoxon"}))


def specs(tests=OTHERS):
    """Studies that between them have every key, with each of the tests of pairs."""
    for pairwise in tests:
        yield COMPARED.replace("PAIRWISE", pairwise)
    yield COMPARED.replace("PAIRWISE", "wilcoxon")
    yield EVERYTHING.replace("PAIRWISE", "rank-z") + BOARD + TRUST
    yield COMPARED.replace("PAIRWISE", "sign\n  control: best").replace("5x2cv-t", "corrected-t") + TRUST
    yield COMPARED.replace("PAIRWISE", "sign") + "bayes: {rope: 0.01, draws: 1000, over: hierarchical}\n"
    yield COMPARED.replace("PAIRWISE", "t") + f"order: {CONTRADICTED}"
    yield from (
        *(OUTCOMES, OUTCOMES.replace("mcnemar-chi2", "mcnemar"), OUTCOMES.replace("mcnemar-chi2", "clustered-t")),
        OUTCOMES.replace("mcnemar-chi2", "clustered-t").replace("outcomes.csv", "benchmark.csv"),
        VOTES,
        *(RANKS, ALIKE, FEW, LABELLED, NO_FRONT, FAILED, NOTED, f"{STEPS}{PROGRESS}", CHOSEN, BY_SCHEME, LIMITED),
    )
    for policy in ("drop-datasets", "drop-algorithms", "worst-rank", "incomplete-blocks"):
        yield GAPS.replace("POLICY", policy) + ("" if policy == "worst-rank" else BAYES)
    yield GAPS.replace("POLICY", "drop-datasets") + "test: {omnibus: [durbin], pairwise: durbin}\n"


@pytest.fixture(scope="module")
def results_page(root):
    return runpy.run_path(str(root / "tests/house/results_page.py"))


hints_of = cache(get_type_hints)  # which takes longer than the walk


def written_keys(model, value):
    """Yield each key of a value that has a type, with the type or its base."""
    if is_typeddict(model) and isinstance(value, dict):
        hints = hints_of(model)
        for key in value:
            yield from ((base, key) for base in (model, *get_original_bases(model)))
            yield from written_keys(hints[key], value[key])
    elif get_origin(model) in (dict, list) and isinstance(value, (dict, list)):
        for inside in value.values() if isinstance(value, dict) else value:
            yield from written_keys(get_args(model)[-1], inside)
    else:
        for part in get_args(model):
            yield from written_keys(part, value)


def test_page_is_that_of_the_types(root, results_page):
    """If not, run python tests/house/results_page.py."""
    text = (root / "pipeline/report/RESULTS.md").read_text(encoding="utf-8")
    assert results_page["page"](text) == text


@pytest.mark.nightly
def test_every_declared_key_is_written(results_of, results_page, monkeypatch):
    """And no other, which `results_of` checks; these studies have no baseline, and no agreement that is undefined."""
    declared = {(model, key) for model in results_page["models"]() for key in results_page["keys_of"](model)}
    written = {key for spec in specs() for key in written_keys(results_type(), results_of(spec))}
    monkeypatch.setattr("rankpress.topics.columns.MOST_VALUES", 0)
    written |= {key for spec in specs() for key in written_keys(results_type(), in_two_files(results_of(spec))[0])}
    unwritten = {(model.__name__, key) for model, key in declared - written}
    assert unwritten == {("Results", "baseline"), ("AgreementResult", "why")}


@pytest.mark.nightly
def test_every_list_comes_back_from_arrays(results_of, validated, monkeypatch):
    written = [*map(results_of, specs())]
    monkeypatch.setattr("rankpress.topics.columns.MOST_VALUES", 0)
    for result in written:
        short, content = in_two_files(result)
        assert validated(short) == short
        back = in_one(short, content) if content else short
        assert json.loads(json.dumps(back, default=list)) == result


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("better", ["higher", "lower"])
def test_directions(results_of, better):
    """As the table of the page has them, on scores of which the first are far better, or far worse."""
    a, b = ("best", "poor") if better == "higher" else ("poor", "best")
    own, oriented = (1 if better == "higher" else -1), 1
    of_test = {}
    for pairwise in sorted(set(PAIRWISE) - OF_INCOMPLETE_BLOCKS - {"wilcoxon", "sign"}):
        whole = EVERYTHING if pairwise == "t" else COMPARED
        spec = whole.replace("PAIRWISE", pairwise).replace("higher", better)
        metric = results_of(spec)["metrics"]["accuracy"]
        [one] = [row for row in metric["comparisons"] if {row["a"], row["b"]} == {a, b}]
        of_test[pairwise] = metric, one
        assert (one["a"], one["difference"] < 0) == (a, True)
        ranks = np.array([[1.0, 2.0], [1.0, 2.0], [2.0, 1.0], [1.0, 2.0], [1.0, 2.0]])
        of_scores = compare_in_study(PAIRWISE[pairwise], ranks, np.array([[0, 1]])).of == "scores"
        assert one["statistic"] * (oriented if of_scores else -oriented) > 0
        details = one.get("details", {}) if of_scores else {}
        for name in {"mean_difference", "mean_relative_difference"} & details.keys():
            assert details[name] * own > 0
    metric, one = of_test["t"]
    effects = {name: effect["estimate"] for name, effect in one["effects"].items()}
    assert all(effects[name] * own > 0 for name in ("mean-difference", "median-difference", "hodges-lehmann"))
    assert all(effects[name] > 0 for name in ("hedges-g", "cliffs-delta", "rank-biserial"))
    assert effects["superiority"] > 0.5
    assert one["wins"] > one["losses"]
    for part in (metric["within"], metric["curves"], metric["averaged_curves"], metric["bayes"]["within"]):
        rows = [row for row in part if {row["a"], row["b"]} == {a, b}]
        assert rows
        assert all(row["difference"] * own * (1 if row["a"] == a else -1) > 0 for row in rows)
    [over] = [row for row in metric["bayes"]["over"]["comparisons"] if {row["a"], row["b"]} == {a, b}]
    assert over["a_better" if over["a"] == a else "b_better"] > 0.9


AGGREGATES = "|".join(KINDS)
# Where results.json has the number of a fact, by the words of its key; * is every key of a mapping. A fact that is not
# here is looked for under the keys of its topic.
PATHS = {
    "alpha": "alpha",
    "datasets": "n_datasets",
    "votes": "votes n",
    "clusters": "votes clusters",
    "(comparisons|tuning-runs|expected-errors|chance-of-any-error|level-for-family)": r"multiplicity \1",
    "within-(tests|expected-errors|chance-of-any-error|level-for-family)": r"multiplicity within \1",
    "critical-wins-of/.*": "sign_test wins",
    "(best|second|last)-rank": "average_ranks *",
    "rank": "average_ranks ALGORITHM",
    "rank-(low|high)": "rank_intervals intervals ALGORITHM",
    "order-friedman-(statistic|p)": r"order omnibus \1; order omnibus uncorrected \1",
    "mauchly-(w|p)": r"omnibus rm-anova details mauchly-\1",
    "(greenhouse-geisser|huynh-feldt)-(epsilon|p)": r"omnibus rm-anova details \1-\2",
    f"({'|'.join(OMNIBUS)})-uncorrected-(statistic|p)": r"omnibus \1 uncorrected \2",
    f"({'|'.join(OMNIBUS)})-statistic": r"omnibus \1 statistic; omnibus \1 uncorrected statistic",
    f"({'|'.join(OMNIBUS)})-df(-one|-two)?": r"omnibus \1 df",
    f"({'|'.join(OMNIBUS)})-p": r"omnibus \1 deciding-p",
    f"({'|'.join(OMNIBUS)})-approximate-p": r"omnibus \1 p",
    "equivalence-margin": "settings effects margin",
    "shared-place": "leaderboard places ALGORITHM",
    "equivalence-p": "comparisons equivalence adjusted",
    "(first|second)-not-inferior-p": "comparisons equivalence not_inferior (a|b) adjusted",
    "par/(.*)": r"runtimes par-\1 ALGORITHM",
    "(shapley|marginal)": r"runtimes \1 ALGORITHM",
    "virtual-best-solved": "runtimes vbs solved",
    "virtual-best-par/(.*)": r"runtimes vbs par-\1",
    "limit": "limit",
    "speedup": "runtimes speedups estimate",
    "speedup-(low|high)": "runtimes speedups interval",
    f"({'|'.join(MEASURES)})": r"leaderboard \1 ALGORITHM estimate",
    f"({'|'.join(MEASURES)})-(low|high)": r"leaderboard \1 ALGORITHM interval",
    f"({AGGREGATES})": r"aggregates \1 ALGORITHM estimate",
    f"({AGGREGATES})-(low|high)": r"aggregates \1 ALGORITHM interval",
    f"({AGGREGATES})-over-datasets-(low|high)": r"aggregates \1 ALGORITHM interval_over_datasets",
    "improvement": "aggregates probability-of-improvement estimate",
    "improvement-(low|high)": "aggregates probability-of-improvement interval",
    "improvement-over-datasets-(low|high)": "aggregates probability-of-improvement interval_over_datasets",
    "area": "progress areas ALGORITHM estimate",
    "area-(low|high)": "progress areas ALGORITHM interval",
    "on running-time/.*": "progress times expected",
    "(cd|q)/(.*)": r"critical_difference \2 \1",
    "kendall-w": "concordance kendall_w",
    "kendall-w-(low|high)": "concordance interval",
    "rope": "bayes rope",
    "draws": "replicability draws",
    "drawn-datasets": "replicability size",
    "drawn-(average-p|rp|re)/(.*)": (
        r"replicability biases over_pairs tests \2 \1; replicability biases omnibus \2 \1"
    ),
    "drawn-separated/(.*)": r"replicability biases rejected_by_draw \1 mean",
    "leader-(stands|tried)": r"sensitivity conclusions \1",
    "leader-stability": "sensitivity conclusions share",
    "power-(target|draws)": r"power \1",
    "power-effect.*": "power effects",
    "power-([^-]+-)?(low|high)": "power pairs by_datasets procedures * interval",
    "power.*": "power pairs by_datasets procedures * power",
    "datasets-needed.*": "power pairs by_datasets procedures * needed datasets",
    "smallest-difference": "power pairs smallest * difference",
    "smallest-difference-(low|high)": "power pairs smallest * interval",
    "place": "order ranking position",
    "place-in-.*": "order groups * ranking position",
    "place-by-.*": "order by_other_costs ranking position",
    "validation-place": "order validation ranking position",
    "cost": "order average_costs ALGORITHM",
    "cost-in-.*": "order groups * average_costs ALGORITHM",
    "cost-by-.*": "order by_other_costs average_costs ALGORITHM",
    "mean/.*": "cost_fronts costs ALGORITHM",
    "mean-score": "cost_fronts scores ALGORITHM",
    "tau-in-.*": "order groups * agreement tau_b",
    "order-tau-by-.*": "order by_other_costs agreement tau_b",
    "order-similarity": "order similarity mean_tau_b",
    "validation-tau": "order validation agreement tau_b",
    "p/(.*)": r"comparisons adjusted \1",
    "statistic": "comparisons statistic; comparisons details losses",  # the sign test counts those of the other
    "(difference|p|bayes-factor-bound|error-probability-bound)": r"comparisons \1",
    "(wins|losses)": "comparisons (wins|losses)",
    "ties": "comparisons ties",
    "significant-(wins|losses)": "within_wins (wins|losses)",
    "significant-neither": "within_wins neither",
    "significant-wins-p": "within_wins p",
    "significant-wins-p/holm": "within_wins adjusted holm",
    "posterior-(better|worse)": "bayes over comparisons (a_better|b_better)",
    "posterior-equal": "bayes over comparisons equal",
    f"({'|'.join(EFFECTS)})-(low|high)": r"comparisons effects \1 interval",
    f"({'|'.join(EFFECTS)})-attained": r"comparisons effects \1 attained",
    f"({'|'.join(EFFECTS)})": r"comparisons effects \1 estimate",
    "averaged-(low|high)": "averaged_curves interval_95",
    "averaged-(difference|aucc)": r"averaged_curves \1",
    "averaged-(p|entangled)": r"averaged_curves \1_null",
    "protocol-pitfalls": "protocol pitfalls",
    "protocol-not-stated": "protocol not_stated",
    "on score": "means DATASET ALGORITHM",
    "on rank": "ranks DATASET ALGORITHM",
    "on cochran-(statistic|p|df)": r"within_omnibus \1",
    "on validation-tau": "order validation agreement_per_dataset DATASET tau_b",
    "stratified-(difference|df|p)": r"stratified \1",
    "stratified-p/holm": "stratified adjusted holm",
    "stratified-(low|high)": "stratified interval",
    "stratified-se": "stratified standard_error",
    "stratified-t": "stratified statistic",
    "on examples-se": "example_scores standard_error",
    "on examples-(low|high)": "example_scores interval",
    "on posterior-(better|worse)": "bayes within (a_better|b_better)",
    "on posterior-equal": "bayes within equal",
    "on corrected-mean": "labeled estimate",
    "on corrected-mean-(low|high)": "labeled interval",
    "on within-se": "within standard_error",
    "on within-only-.*": "within (only_a|only_b)",
    "on within-statistic": "within (statistic|only_b|u_b)",
    "on within-(difference|df|p)": r"within \1",
    "on within-p/holm": "within adjusted holm",
    "on (low|high)": "curves interval_95",
    "on (difference|aucc)": r"curves \1",
    "on (p|entangled)": r"curves \1_null",
}
# What is counted of lists, names and ranks in results.json.
COUNTED = (
    "algorithms|dropped-(datasets|algorithms)|gaps|(separated|together|groups|near-best)/.*|variations|order-edges"
    "|(fragile-|stable-)?conclusions|leader-fewest-datasets|datasets-in-.*|drawn-rejections/.*|on place|protocol-items"
    "|all (wins|ties|losses)"
)


word_of = cache(key_word)  # of a few names, a million times


@cache
def leads_on(step, key):
    """Whether a key of results.json is a step of a path, whatever the fact is about."""
    return step == "*" or key.replace("_", "") == step.replace("-", "") or bool(re.fullmatch(step, key))


def records_about(records, about):
    """The entries of a list that name no other algorithms and data sets."""
    for record in records:
        keys = [key for key in ("a", "b", "algorithm", "dataset") if key in record] if type(record) is dict else []
        if all(word_of(record[key]) in about for key in keys):
            yield record


def numbers_at(value, path, about, known):
    """The numbers of results.json under a path, of the records about the same algorithms and data set.

    These are known by list, for as long as the lists are there: many facts are about the same.
    """
    if isinstance(value, list):
        if (id(value), about) not in known:
            known[id(value), about] = list(records_about(value, about))
        for item in known[id(value), about]:
            yield from numbers_at(item, path, about, known)
    elif path and isinstance(value, dict):
        step, *rest = path
        for key, inner in value.items():
            is_named = step in ("ALGORITHM", "DATASET") and word_of(key) in about
            if is_named or leads_on(step, key):
                yield from numbers_at(inner, rest, about, known)
    elif not path and isinstance(value, int | float):
        yield value


@cache
def paths_of(words):
    """Where results.json has the number of facts with these words, in steps; None where it is counted."""
    if re.fullmatch(COUNTED, words):
        return None
    paths = (re.sub(pattern, path, words) for pattern, path in PATHS.items() if re.fullmatch(pattern, words))
    path = next(paths, None)
    return () if path is None else [path.split() for path in path.split("; ")]


def all_numbers(value, about, names):
    """The numbers of results.json about these algorithms and data sets, or about none of the names."""
    if isinstance(value, list):
        for item in value:
            yield from all_numbers(item, about, names)
    elif isinstance(value, dict):
        if {word_of(item) for item in value.values() if isinstance(item, str)} & names <= about:
            for key, inner in value.items():
                if word_of(key) in about or word_of(key) not in names:
                    yield from all_numbers(inner, about, names)
    elif isinstance(value, int | float):
        yield value


def keys_by_topic(analysis):
    """The keys of the facts that each topic states."""
    subjects = Subjects(analysis)
    return {
        topic.identifier: {stated.key for facts in topic.facts for stated in facts.state(subjects)}
        for topic in topics()
    }


def stated_by_topic(result, fact, analysis, by_topic):
    """Whether a key of the topic that states a fact has its number."""
    names = {*map(word_of, (*analysis.names, *analysis.scores.datasets))}
    about = {*fact.of.path.split("/"), fact.on.path}
    return any(
        math.isclose(number, fact.number, abs_tol=1e-12)
        for topic in topics()
        if fact.key in by_topic[topic.identifier]
        for key in topic.results
        for number in all_numbers(result.get(key.name), about, names)
    )


def stated_in(result, fact, analysis, by_topic, known):
    """Whether results.json has the number of a fact where its key says; of a pair also the other way round."""
    words = f"on {fact.words}" if fact.on.path else fact.words
    words = f"all {words}" if words in ("wins", "ties", "losses") and "/" not in fact.of.path else words
    paths = paths_of(words)
    if fact.number is None or math.isnan(fact.number) or paths is None:
        return True
    if not paths:
        return stated_by_topic(result, fact, analysis, by_topic)
    about = frozenset((*fact.of.path.split("/"), fact.on.path))
    values = {abs(fact.number), *([1 - fact.number] if words.startswith(("superiority", "improvement")) else [])}
    values |= {1 / fact.number} if words.startswith("ratio") and fact.number else set()
    there = [abs(number) for path in paths for number in numbers_at(result, path, about, known)]
    return any(math.isclose(number, value, abs_tol=1e-12) for number in there for value in values)


@pytest.mark.nightly
def test_the_number_of_every_fact_is_in_results(analyzed):
    """What papers cite is what programs read, though macros.py and results.py walk the analyses apart."""
    for spec in specs(tests=("t", "permutation")):  # of scores; facts of a test are called alike whichever it is
        analyses, document = analyzed(spec)
        for analysis in analyses:
            result = {**document, **document["metrics"][analysis.scores.name]}
            facts = [fact for part in parts(MacrosOptions()) for fact in part.stated(Subjects(analysis))]
            by_topic, known = keys_by_topic(analysis), {}
            assert [fact.key for fact in facts if not stated_in(result, fact, analysis, by_topic, known)] == [], spec
            changed = ("Rank", "Difference", "ParetoShare", "SuccessRate")
            others = [replace(fact, value=fact.number + 0.3721) for fact in facts if fact.key in changed]
            others = [fact for fact in others if not math.isnan(fact.number)]
            assert not any(stated_in(result, fact, analysis, by_topic, known) for fact in others)
