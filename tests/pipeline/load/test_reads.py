"""What is read of score files: reads.yaml has studies with their files, and the arrays that are made of them."""

from pathlib import Path

import numpy as np

from rankpress.spec.reading import read_study
from rankpress.stages.load import load


def _numbers(values):
    return np.array2string(np.asarray(values, dtype=float), separator=" ", max_line_width=200).replace("\n", "")


def _told(metric):
    yield f"{metric.name} ({metric.better} is better), {metric.n_datasets} data sets: {' | '.join(metric.algorithms)}"
    if metric.means is None:
        yield f"  {_numbers(metric.average_ranks)}"
    for at, dataset in enumerate(metric.datasets):
        yield f"  {dataset}: {_numbers(metric.means[at])}"
        folds = metric.folds[at] if metric.folds else None
        if folds is not None:
            trained = "" if folds.n_train is None else f", trained on {folds.n_train.tolist()}"
            tested = "" if folds.n_test is None else f", tested on {folds.n_test.tolist()}"
            yield f"    repeats {folds.repeat.tolist()}, folds {folds.fold.tolist()}{trained}{tested}"
            yield from (f"    {_numbers(row)}" for row in folds.scores)
        outcomes = metric.outcomes[at] if metric.outcomes else None
        if outcomes is not None:
            yield f"    right together, of {outcomes.n}: {_numbers(outcomes.both)}"
    yield from (f"  no outcome: {fault}".splitlines()[0] for fault in metric.not_outcomes)
    if metric.seeds:
        yield f"  means over {metric.seeds[0]} to {metric.seeds[1]} seeds"
    missing = metric.missing
    for name in ("gaps", "worst_ranked", "left_open", "dropped_datasets", "dropped_algorithms"):
        if getattr(missing, name):
            yield f"  {name}: {', '.join(map(str, getattr(missing, name)))}"
    if missing.gaps and missing.coverage is not None:
        yield f"  present: {missing.coverage.present.astype(int).tolist()}"


def told(case):
    Path("study.yaml").write_bytes(case["study"].encode())
    study = read_study("study.yaml").study
    scores = load(study.scores, Path())
    lines = [line for metric in scores.metrics for line in _told(metric)]
    for metric in scores.metrics:
        lines += [] if metric.validation is None else ["on validation cases:", *_told(metric.validation)]
    lines += [f"{name}: {_numbers(cost.values)}" for name, cost in scores.costs.items()]
    return "\n".join([*lines, *(f"{source.path}: {source.rows} rows" for source in scores.sources[:3])])


def test_reads(golden_cases):
    golden_cases(Path(__file__).parent / "reads.yaml", told)
