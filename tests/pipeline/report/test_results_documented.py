"""The types of results.json against what studies write: every key has a type, and every key of a type is written."""

import json
import runpy
from functools import cache
from itertools import product
from typing import get_args, get_origin, get_type_hints

import numpy as np
import pytest
from pydantic import TypeAdapter
from typing_extensions import get_original_bases, is_typeddict

from rankpress.app.run import analyse
from rankpress.catalog.methods import OF_INCOMPLETE_BLOCKS, PAIRWISE
from rankpress.checks.agreement import agreeing_scores
from rankpress.spec.reading import read_study
from rankpress.topics.results import json_text, results
from rankpress.topics.results_arrays import in_one, in_two_files
from rankpress.topics.results_model import Results

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
bayes: {rope: 0.01, draws: 1000}
curves: {pairs: all, average: true}
order: {cost: [{seconds: 1, bytes: 2}, seconds], within: 5x2cv-f}
"""
# of some of these studies, for the time that it takes
TRUST = """
sensitivity: {pairwise: [sign], adjust: [holm], digits: [1, 15]}
protocol: {kind: exploratory, tuning: {best: {data: test, tries: 3}}}
power: {effect: [0.05, 0.1], draws: 100, datasets: [5, 9], pairs: [[best, poor]]}
replicability: {draws: 20, size: 5, biases: [0, 10], table_bias: 10, by: [best, good], tests: [t, sign]}
"""
OUTCOMES = """
scores: {files: outcomes.csv, metrics: [{name: correct}], columns: {example: case}}
test: {within: mcnemar-chi2}
curves: {pairs: all, average: true}
"""
GAPS = """
scores: {files: gaps.csv, layout: wide, missing: POLICY}
"""
# results of the AutoML Benchmark, which say why one is missing
FAILED = """
scores: {files: failed.csv, metrics: [{name: score}], missing: drop-datasets}
"""
# rows are left out, names and columns made of others, runs averaged, and a cell says that there is no result
TOLD = """
scores:
  files: told.csv
  metrics: [{name: accuracy}]
  columns: {seed: seed}
  join: {algorithm: [model, size]}
  where: {seed: {max: 2}}
  rename: {algorithm: {"best / s": finest}}
  ignore: [note]
  missing: drop-datasets
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
RANKS = "{scores: {files: ranks.csv, layout: ranks, datasets: 9}, adjust: [nemenyi, holm]}"
# three data sets, on which all rank alike
FEW = "{scores: {files: few.csv, layout: wide}, test: {pairwise: sign}}"
ALIKE = "{scores: {files: alike.csv, layout: wide}, test: {pairwise: conover}}"


def write_scores(folder):
    rng = np.random.default_rng(1)
    long = ["dataset,algorithm,repeat,fold,n_train,n_test,accuracy,val_accuracy,seconds,bytes"]
    outcomes, wide = ["dataset,algorithm,case,correct"], [",".join(("dataset", *NAMES))]
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
        outcomes += [f"{dataset},{name},{n},{int(right[n, i])}" for n in range(20) for i, name in enumerate(NAMES)]
        cells = [f"{value:.3f}" for value in base + rng.normal(0, 0.05, 4)]
        cells[at % 4] = "" if at in (1, 2) else cells[at % 4]
        wide.append(",".join([dataset, *cells]))
    texts = {"long": long, "outcomes": outcomes, "gaps": wide, "ranks": [",".join(NAMES), "1.2,2.1,2.9,3.8"]}
    texts["holes"] = [line for line in long if not line.startswith("b,good,")]
    texts["few"] = [wide[0], *(f"{dataset},4,3,2,1" for dataset in SETS[:3])]
    texts["alike"] = [wide[0], *(f"{dataset},4,3,2,1" for dataset in SETS)]
    texts["told"] = ["dataset,model,size,seed,note,accuracy"]
    texts["told"] += [
        f"{dataset},{name},s,{seed},x,{'NA' if (at, place) == (1, 1) else at + place}"
        for (at, dataset), (place, name), seed in product(enumerate(SETS), enumerate(NAMES), range(4))
    ]
    texts["failed"] = ["id,task,framework,fold,metric,result,utc,info"]
    for (at, dataset), (place, name) in product(enumerate(SETS), enumerate(NAMES)):
        told = ",day,out of memory" if (at, place) == (2, 1) else f"{0.9 - place / 9:.3f},day,"
        texts["failed"].append(f"id,{dataset},{name},0,auc,{told}")
    for name, lines in texts.items():
        (folder / f"{name}.csv").write_text("\n".join([*lines, ""]), encoding="utf-8")


@pytest.fixture(scope="module")
def results_of(tmp_path_factory):
    folder = tmp_path_factory.mktemp("studies")
    write_scores(folder)

    @cache
    def results_of(spec):
        (folder / "study.yaml").write_text(spec, encoding="utf-8")
        read = read_study(folder / "study.yaml")
        analyses = analyse(read.study, agreeing_scores(read))
        settings = read.study.model_dump(mode="json")
        found = json.loads(json_text(results("T", 0.05, analyses, read.study.labels.names, settings)))
        # its types know every key: what they do not know, validation drops
        assert TypeAdapter(Results).validate_python(found) == found
        return found

    return results_of


def specs():
    """Studies that between them have every key."""
    for pairwise in sorted(set(PAIRWISE) - OF_INCOMPLETE_BLOCKS):
        yield EVERYTHING.replace("PAIRWISE", pairwise) + (TRUST if pairwise in ("rank-z", "wilcoxon") else "")
    yield EVERYTHING.replace("PAIRWISE", "sign\n  control: best").replace("5x2cv-t", "corrected-t") + TRUST
    yield EVERYTHING.replace("PAIRWISE", "sign").replace("draws: 1000", "draws: 1000, over: hierarchical")
    yield EVERYTHING.replace("PAIRWISE", "t").partition("order:")[0] + f"order: {CONTRADICTED}"
    yield from (
        OUTCOMES,
        OUTCOMES.replace("mcnemar-chi2", "mcnemar"),
        OUTCOMES.replace("mcnemar-chi2", "clustered-t"),
        RANKS,
        ALIKE,
        FEW,
        LABELLED,
        NO_FRONT,
        FAILED,
        TOLD,
    )
    for policy in ("drop-datasets", "drop-algorithms", "worst-rank", "incomplete-blocks"):
        yield GAPS.replace("POLICY", policy) + ("" if policy == "worst-rank" else BAYES)
    yield GAPS.replace("POLICY", "drop-datasets") + "test: {omnibus: [durbin], pairwise: durbin}\n"


@pytest.fixture(scope="module")
def results_page(root):
    return runpy.run_path(str(root / "tests/house/results_page.py"))


def written_keys(model, value):
    """Yield each key of a value that has a type, with the type or its base."""
    if is_typeddict(model) and isinstance(value, dict):
        hints = get_type_hints(model)
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


def test_every_declared_key_is_written(results_of, results_page, monkeypatch):
    """And no other, which `results_of` checks; these studies have no baseline, and no agreement that is undefined."""
    declared = {(model, key) for model in results_page["models"]() for key in results_page["keys_of"](model)}
    written = {key for spec in specs() for key in written_keys(Results, results_of(spec))}
    monkeypatch.setattr("rankpress.topics.results_arrays.MOST_VALUES", 0)
    written |= {key for spec in specs() for key in written_keys(Results, in_two_files(results_of(spec))[0])}
    unwritten = {(model.__name__, key) for model, key in declared - written}
    assert unwritten == {("Results", "baseline"), ("AgreementResult", "why")}


def test_every_list_comes_back_from_arrays(results_of, monkeypatch):
    written = [*map(results_of, specs())]
    monkeypatch.setattr("rankpress.topics.results_arrays.MOST_VALUES", 0)
    for result in written:
        short, content = in_two_files(result)
        assert TypeAdapter(Results).validate_python(short) == short
        back = in_one(short, content) if content else short
        assert json.loads(json.dumps(back, default=list)) == result


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_directions(results_of, better):
    """As the table of the page has them, on scores of which the first are far better, or far worse."""
    a, b = ("best", "poor") if better == "higher" else ("poor", "best")
    own, oriented = (1 if better == "higher" else -1), 1
    for pairwise in sorted(set(PAIRWISE) - OF_INCOMPLETE_BLOCKS - {"wilcoxon", "sign"}):
        spec = EVERYTHING.replace("PAIRWISE", pairwise).replace("higher", better)
        metric = results_of(spec)["metrics"]["accuracy"]
        [one] = [row for row in metric["comparisons"] if {row["a"], row["b"]} == {a, b}]
        assert (one["a"], one["difference"] < 0) == (a, True)
        of_scores = pairwise in ("t", "mixed", "relative-t", "block-t", "permutation")
        assert one["statistic"] * (oriented if of_scores else -oriented) > 0
        for name in {"mean_difference", "mean_relative_difference"} & one["details"].keys() if of_scores else ():
            assert one["details"][name] * own > 0
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
