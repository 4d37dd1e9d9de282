"""Cases in files, compared with the same file, and analyses of made-up scores by the real stages."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from rankpress.app.run import analyse
from rankpress.core.scores import (
    Costs,
    Examples,
    Folds,
    Gap,
    MetricRanks,
    MetricScores,
    Missing,
    PairedOutcomes,
    Reading,
    Scheme,
    Scores,
    Trajectories,
)
from rankpress.spec.model import Study
from rankpress.wording.numbers import Scale

Case = Mapping[str, Any]
ONE_SCORE = '{"acc": 0.5}'  # what all `paths` of a case hold
MOST_KEPT = 120  # analyses, the last that were asked for


class BlockDumper(yaml.SafeDumper):
    """Writes texts of several lines as they stand, where YAML can."""


def _text(dumper, text):
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


BlockDumper.add_representer(str, _text)


@pytest.fixture
def golden_cases(golden, tmp_path, monkeypatch):
    """Compare the messages of each case of a file, in a folder with the case's own files, with those in the file.

    To add a case, write it without `printed` at the end of the file, run with --update-goldens, and read the message.
    """

    def compare(path, message_of):
        cases = yaml.safe_load(path.read_text(encoding="utf-8"))
        for at, case in enumerate(cases):
            (tmp_path / str(at)).mkdir()
            monkeypatch.chdir(tmp_path / str(at))
            for name, content in {**case.get("files", {}), **dict.fromkeys(case.get("paths", ()), ONE_SCORE)}.items():
                Path(name).parent.mkdir(parents=True, exist_ok=True)
                Path(name).write_bytes(content.encode())
            case["printed"] = "".join(f"{line.rstrip()}\n" for line in message_of(case).splitlines())
            assert case["printed"], f"{case['name']} has no message"
        golden(path, yaml.dump(cases, Dumper=BlockDumper, allow_unicode=True, sort_keys=False, width=1000))

    return compare


def folds_of(by_fold, repeats=1):
    """Folds of each data set from arrays of a row a fold, in the order of the repeats."""
    per_repeat = len(by_fold[0]) // repeats
    repeat, fold = np.repeat(np.arange(1, repeats + 1), per_repeat), np.tile(np.arange(1, per_repeat + 1), repeats)
    return tuple(Folds(repeat, fold, rows) for rows in by_fold)


def metric_of(means, better="higher", missing="error", *, names="ABCDEFGHIJKLMN", name="accuracy", **fields):
    """Scores on data 0, data 1, ... of algorithms A, B, ..., of which `missing` is the policy or all that is known."""
    n, k = np.shape(means)
    missing = Missing(missing) if isinstance(missing, str) else missing
    datasets = tuple(f"data {i}" for i in range(n))
    return MetricScores(name, better, tuple(names[:k]), datasets, means, missing=missing, **fields)


def metric_by_folds(by_fold, better="higher", repeats=1, **fields):
    """The same of arrays of scores by fold, one a data set."""
    return metric_of(
        np.array([rows.mean(axis=0) for rows in by_fold]), better, folds=folds_of(by_fold, repeats), **fields
    )


def analysis_of(scores, store=None, costs=None, **spec):
    """Analyze scores of one metric, or means of A, B, ..., by the real stages."""
    scores = scores if isinstance(scores, MetricScores | MetricRanks) else metric_of(scores)
    read = {"files": ["x.csv"], "missing": scores.missing.policy, "costs": list(costs or {})}
    read |= {"columns": {"seed": "seed"}} if isinstance(scores, MetricScores) and scores.by_seed else {}
    study = Study.model_validate({"scores": read, **spec})
    [analysis] = analyse(study, Scores((scores,), costs or {}, ()), store)
    return analysis


def make_metric(name, datasets, algorithms, folds, means, better, missing, seed):
    """Scores that improve a little from one algorithm to the next."""
    rng, fields = np.random.default_rng(seed), {"better": better, "missing": missing, "names": algorithms, "name": name}
    n, k = len(datasets), len(algorithms)
    if folds is None:
        drawn = rng.uniform(0.5, 0.9, (n, 1)) + rng.normal(0, 0.03, (n, k)) + np.linspace(0, 0.05, k)
        return replace(metric_of(drawn if means is None else means, **fields), datasets=tuple(datasets))
    by_fold = [
        rng.normal(rng.uniform(0.6, 0.9) + np.linspace(0, 0.05, k), 0.03, (folds[0] * folds[1], k)) for _ in datasets
    ]
    return replace(metric_by_folds(by_fold, repeats=folds[0], **fields), datasets=tuple(datasets))


def with_outcomes(metric, examples, seed, *, clustered, labels=0):
    """Outcomes on single test examples, on request in clusters and with labels, in place of the scores."""
    rng, k = np.random.default_rng(seed), len(metric.algorithms)
    right = [
        (rng.random((examples + row, k)) < np.linspace(0.6, 0.9, k)).astype(np.float64)
        for row in range(metric.n_datasets)
    ]
    return replace(
        metric,
        means=np.array([rows.mean(axis=0) for rows in right]),
        folds=(None,) * metric.n_datasets,
        outcomes=tuple(PairedOutcomes(len(rows), rows.T @ rows) for rows in right),
        examples=tuple(
            Examples(
                rows,
                np.arange(len(rows)) % 7 if clustered else None,
                np.full(rows.shape, 0.05),
                _labels(rows, labels) if labels else None,
            )
            for rows in right
        ),
    )


def _labels(judged, n):
    """Label the first n examples: as a judge of them all says, but for each fifth."""
    others = np.add.outer(*map(np.arange, judged.shape)) % 5 == 0
    return np.where(np.arange(len(judged))[:, None] < n, np.where(others, 1 - judged, judged), np.nan)


def with_steps(metric, steps):
    """Let each run of a metric rise to its score over so many steps; the last run of a data set ends one earlier."""
    rise, drawn = np.linspace(0.6, 1, steps), []
    for by_run in metric.by_seed:
        lengths = [steps - (run == len(by_run) - 1) for run in range(len(by_run)) for _ in metric.algorithms]
        drawn.append(
            Trajectories(
                np.tile(np.arange(len(metric.algorithms)), len(by_run)),
                np.cumsum(lengths),
                np.concatenate([np.arange(1.0, length + 1) for length in lengths]),
                np.concatenate([score * rise[:length] for score, length in zip(by_run.ravel(), lengths, strict=True)]),
            )
        )
    return replace(metric, trajectories=tuple(drawn), reading=Reading(step="epoch", reduced="last"))


def study_of(given, arrays=None):
    """What `make_analysis` takes, of plain data, in which words in place of means name arrays."""
    made = dict(given)
    if "means" in given:
        means = given["means"]
        made["means"] = arrays[means] if isinstance(means, str) else np.array(means, dtype=float)
    if given.get("folds"):
        made["folds"] = tuple(given["folds"])
    if "missing" in given:
        policy, *gaps = given["missing"]
        dropped = gaps.pop() if gaps and isinstance(gaps[-1], dict) else {}
        gaps = tuple(Gap(dataset, algorithm, 0, 1) for dataset, algorithm in gaps)
        kept = {"worst-rank": {"worst_ranked": gaps}, "incomplete-blocks": {"left_open": gaps}}.get(policy, {})
        made["missing"] = Missing(policy, gaps, **kept, **{key: tuple(names) for key, names in dropped.items()})
    return made


def studies(text, **arrays):
    """Studies in YAML, by name or in a list: each as `make_analysis` takes it, or several of several metrics."""

    def made(one):
        return [made(part) for part in one] if isinstance(one, list) else study_of(one, arrays)

    described = yaml.safe_load(text)
    return {name: made(one) for name, one in described.items()} if isinstance(described, dict) else made(described)


def _make(
    n=14,
    k=4,
    *,
    names=(),
    datasets=(),
    metric="accuracy",
    folds=None,
    means=None,
    better="higher",
    missing=None,
    costs=False,
    more_costs=(),
    examples=None,
    labels=0,
    runs=None,
    steps=None,
    schemes=False,
    groups=None,
    validation=False,
    scale=None,
    seed=0,
    **spec,
):
    """Make up scores, and analyze them by the real stages."""
    algorithms = names or tuple(f"alg {i}" for i in range(k))
    rows = datasets or tuple(f"data {i}" for i in range(n))
    scores = make_metric(metric, rows, algorithms, folds, means, better, missing or Missing("error"), seed)
    scores = replace(scores, scale=Scale(**(scale or {})))
    clustered = spec.get("test", {}).get("within") == "clustered-t"
    scores = scores if examples is None else with_outcomes(scores, examples, seed, clustered=clustered, labels=labels)
    if runs is not None:
        noise = np.random.default_rng(seed).normal(0, 0.02, (len(rows), runs, len(algorithms)))
        drawn = list(scores.means[:, None, :] + noise)
        means = np.array([each.mean(axis=0) for each in drawn])
        scores = replace(scores, means=means, by_seed=tuple(drawn), seeds=(runs, runs))
    if steps is not None:
        scores = with_steps(scores, steps)
    if schemes:
        other = make_metric(metric, rows, algorithms, (5, 2), None, better, Missing("error"), seed + 5)
        scores = replace(
            scores,
            schemes=tuple(Scheme(name, each.means, each.folds) for name, each in (("10-fold", scores), ("5x2", other))),
        )
    if validation:
        other = make_metric(f"val {metric}", rows, algorithms, folds, None, better, Missing("error"), seed + 9)
        scores = replace(scores, validation=other)
    rng, read_costs = np.random.default_rng(seed + 1), {}
    for name in ("seconds", *more_costs) if costs else ():
        values = rng.uniform(1, 9, (len(rows), len(algorithms)))
        read_costs[name] = Costs(name, tuple(rows), tuple(algorithms), values)
    columns = {} if examples is None else {"example": "case"}
    columns |= {} if runs is None else {"seed": "seed"}
    columns |= {} if steps is None else {"step": "epoch"}
    columns |= {"scheme": "scheme"} if schemes else {}
    read = {"files": ["x.csv"], "costs": list(read_costs), "columns": columns, "groups": groups or {}}
    read |= {} if steps is None else {"reduce": "last"}
    read |= {"metrics": [{"name": metric, "better": better, "labels": "person"}]} if labels else {}
    read |= {"scheme": "10-fold"} if schemes else {}
    order = {"order": {"cost": "seconds"}} if costs else {}
    study = Study.model_validate({"scores": read, **order, **spec})
    [analysis] = analyse(study, Scores((scores,), read_costs, ()))
    return analysis


def _key(value):
    return (value.shape, value.tobytes()) if isinstance(value, np.ndarray) else repr(value)


@pytest.fixture(scope="session")
def make_analysis():
    """Make an analysis: ``make_analysis(n_datasets, n_algorithms, names=..., folds=(repeats, folds), **spec)``.

    With ``runs=n`` scores are means over n independent runs.
    With ``steps=n`` next to it, runs have scores at so many steps.
    With ``schemes=True`` there are scores by a further resampling scheme.
    With ``examples=n`` the scores are shares of n test examples, or a few more, on which algorithms are right.
    With ``labels=n`` next to it, so many of them have labels.
    """
    made = {}

    def make(*args, **spec):
        key = (args, *((name, _key(value)) for name, value in sorted(spec.items())))
        made[key] = made.pop(key) if key in made else _make(*args, **spec)
        if len(made) > MOST_KEPT:
            made.pop(next(iter(made)))
        return made[key]

    return make
