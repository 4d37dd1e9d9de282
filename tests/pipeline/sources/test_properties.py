"""Loading does not hang on where measurements stand or how tables are written: with made-up tables, by hypothesis."""

import csv
import io
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from rankpress.core.faults import FaultsFound
from rankpress.sources.text_tables import detect
from tests.pipeline.sources import conftest

SCORES = st.floats(allow_nan=False, allow_infinity=False, width=32)
NAMES = st.text(min_size=1, max_size=8).filter(lambda name: name == name.strip() and "\0" not in name)


def loaded(files, **options):
    with TemporaryDirectory() as folder:
        for name, content in files:
            (Path(folder) / name).write_text(content, encoding="utf-8", newline="")
        return conftest.loaded(Path(folder), "*.csv", **options).metrics[0]


def written(head, rows):
    text = io.StringIO()
    csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows([head, *rows])
    return text.getvalue()


def as_long(rows):
    return written(("dataset", "algorithm", "repeat", "fold", "accuracy"), rows)


def as_mapping(metric):
    """All that is known of a metric but the order of its names."""
    known = {}
    for d, dataset in enumerate(metric.datasets):
        folds = metric.folds[d]
        for a, algorithm in enumerate(metric.algorithms):
            known[dataset, algorithm] = repr(metric.means[d, a])
            if folds is not None:
                known[dataset, algorithm, "folds"] = repr(folds.scores[:, a].tolist())
                known[dataset, "splits"] = list(zip(folds.repeat.tolist(), folds.fold.tolist(), strict=True))
    missing = metric.missing
    parts = (missing.gaps, missing.worst_ranked, missing.dropped_datasets, missing.dropped_algorithms)
    known["missing"] = [missing.policy, *map(frozenset, parts)]
    return known


@st.composite
def tables(draw, gaps=False):
    """Rows of a long table in which all is there or, with `gaps`, some rows and some scores are not."""
    datasets = draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
    algorithms = draw(st.lists(NAMES, min_size=2, max_size=4, unique=True))
    splits = draw(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=4, unique=True))
    rows = []
    for dataset in datasets:
        for algorithm in algorithms:
            for repeat, fold in splits:
                present = draw(st.sampled_from(["there"] * 4 + ["empty", "absent"])) if gaps else "there"
                if present != "absent":
                    score = None if present == "empty" else draw(SCORES)
                    rows.append((dataset, algorithm, repeat, fold, score))
    return rows


@given(rows=tables(), random=st.randoms(use_true_random=False), parts=st.integers(1, 4))
def test_shuffled_and_split_rows_are_the_same_scores(rows, random, parts):
    metric = loaded([("a.csv", as_long(rows))])
    shuffled = rows.copy()
    random.shuffle(shuffled)
    pieces = [shuffled[part::parts] for part in range(parts)]
    files = [(f"{random.random()}-{part}.csv", as_long(piece)) for part, piece in enumerate(pieces) if piece]
    assert as_mapping(loaded(files)) == as_mapping(metric)


@given(
    rows=tables(gaps=True),
    random=st.randoms(use_true_random=False),
    policy=st.sampled_from(["drop-datasets", "drop-algorithms", "worst-rank", "incomplete-blocks"]),
)
def test_gaps_are_the_same_wherever_they_stand(rows, random, policy):
    assume(len({row[1] for row in rows}) > 1)
    shuffled = rows.copy()
    random.shuffle(shuffled)
    try:
        metric = loaded([("a.csv", as_long(rows))], missing=policy)
    except FaultsFound:
        with pytest.raises(FaultsFound):
            loaded([("a.csv", as_long(shuffled))], missing=policy)
    else:
        assert as_mapping(loaded([("a.csv", as_long(shuffled))], missing=policy)) == as_mapping(metric)


@given(
    rows=tables(gaps=True),
    policy=st.sampled_from(["error", "drop-datasets", "drop-algorithms", "worst-rank", "incomplete-blocks"]),
)
def test_policies_keep_what_they_say(rows, policy):
    datasets, algorithms = (list(dict.fromkeys(row[place] for row in rows)) for place in (0, 1))
    assume(len(algorithms) > 1)
    splits = {dataset: {row[2:4] for row in rows if row[0] == dataset} for dataset in datasets}
    whole = {
        (dataset, algorithm): {row[2:4] for row in rows if row[:2] == (dataset, algorithm) and row[4] is not None}
        == splits[dataset]
        for dataset in datasets
        for algorithm in algorithms
    }
    kept_datasets, kept_algorithms = datasets, algorithms
    if policy == "drop-datasets":
        kept_datasets = [d for d in datasets if all(whole[d, a] for a in algorithms)]
    elif policy == "drop-algorithms":
        kept_algorithms = [a for a in algorithms if all(whole[d, a] for d in datasets)]
    elif policy == "worst-rank":
        kept_datasets = [d for d in datasets if any(whole[d, a] for a in algorithms)]
    elif policy == "incomplete-blocks":
        kept_datasets = [d for d in datasets if sum(whole[d, a] for a in algorithms) >= 2]
        kept_algorithms = [a for a in algorithms if any(whole[d, a] for d in kept_datasets)]
    if (policy == "error" and not all(whole.values())) or not kept_datasets or len(kept_algorithms) < 2:
        with pytest.raises(FaultsFound):
            loaded([("a.csv", as_long(rows))], missing=policy)
        return
    metric = loaded([("a.csv", as_long(rows))], missing=policy)
    assert list(metric.datasets) == kept_datasets
    assert list(metric.algorithms) == kept_algorithms
    assert np.isnan(metric.means).tolist() == [[not whole[d, a] for a in kept_algorithms] for d in kept_datasets]
    gaps = {(gap.dataset, gap.algorithm) for gap in metric.missing.gaps}
    assert gaps == {cell for cell, there in whole.items() if not there}


@pytest.mark.nightly
@given(rows=tables())
def test_wide_and_long_are_the_same_table(rows):
    rows = [row for row in rows if row[2:4] == rows[0][2:4]]
    datasets, algorithms = list(dict.fromkeys(row[0] for row in rows)), list(dict.fromkeys(row[1] for row in rows))
    assume("dataset" not in algorithms)
    scores = {row[:2]: row[4] for row in rows}
    table = [[dataset, *(scores[dataset, algorithm] for algorithm in algorithms)] for dataset in datasets]
    long = loaded([("a.csv", as_long(rows))])
    wide = loaded([("a.csv", written(["dataset", *algorithms], table))], layout="wide")
    assert (long.datasets, long.algorithms) == (wide.datasets, wide.algorithms)
    np.testing.assert_array_equal(long.means, wide.means)


@given(numbers=st.lists(st.floats(-1e100, 1e100), min_size=2, max_size=6))
@example(numbers=[5e-324, 1e100])
@example(numbers=[0.1 + 0.2, 1e23])
def test_numbers_are_those_that_python_reads(numbers):
    rows = [("d", f"a{place}", 1, 1, number) for place, number in enumerate(numbers)]
    metric = loaded([("a.csv", as_long(rows))])
    assert metric.means.tolist() == [numbers]


CELLS = st.sampled_from(["", " ", *"dataset algorithm fold accuracy n_test A B 1 2.5 nan 1e999 é 0".split(), '"', "\r"])
LINES = st.lists(CELLS, max_size=5).map(",".join)


@given(
    head=st.sampled_from(["", "dataset,algorithm,accuracy", "dataset,algorithm,fold,n_test,accuracy", "dataset,A,B"]),
    lines=st.lists(LINES, max_size=6),
    layout=st.sampled_from(["long", "wide", "ranks"]),
    policy=st.sampled_from(["error", "drop-datasets", "drop-algorithms", "worst-rank", "incomplete-blocks"]),
)
def test_whatever_a_file_holds_it_is_read_or_refused(head, lines, layout, policy):
    options = {"layout": layout, "missing": "error" if layout == "ranks" else policy}
    if layout == "ranks":
        options["datasets"] = 5
    try:
        metric = loaded([("a.csv", "\n".join([head, *lines]))], **options)
    except FaultsFound:
        return
    assert len(metric.algorithms) >= 2
    assert metric.n_datasets >= 1


WRITTEN = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=9).filter(
    lambda name: name not in ("?", "-") and not any(c in name for c in "\\'\"|{}%,*_[]()<>&$`±#")
)
VALUES = st.floats(0, 1).map(lambda value: repr(round(value, 6)))


@pytest.mark.nightly
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_arff_html_and_markdown_hold_what_csv_holds(data, read):
    datasets = data.draw(st.lists(WRITTEN, min_size=2, max_size=4, unique_by=str.lower))
    algorithms = data.draw(st.lists(WRITTEN, min_size=2, max_size=4, unique_by=str.lower))
    rows = [[name, *(data.draw(VALUES) for _ in algorithms)] for name in datasets]
    table = [["dataset", *algorithms], *rows]
    texts = {
        "a.csv": "".join(",".join(row) + "\n" for row in table),
        "a.html": f"<table>{''.join('<tr>' + ''.join(f'<td>{cell}' for cell in row) for row in table)}</table>",
        "a.md": "".join(
            f"| {' | '.join(row)} |\n" + ("|" + "---|" * len(row) + "\n") * (not at) for at, row in enumerate(table)
        ),
        "a.arff": "@relation r\n"
        + "".join(f"@attribute '{name}' string\n" for name in table[0])
        + "@data\n"
        + "".join(",".join(f"'{cell}'" for cell in row) + "\n" for row in rows),
    }
    results = []
    for file, text in texts.items():
        try:
            [metric] = read({file: text}, layout="wide").metrics
        except FaultsFound as error:
            results.append(str(error).replace(file, "a"))
        else:
            results.append((metric.datasets, metric.algorithms, metric.means.tolist()))
    assert all(isinstance(result, str) for result in results) or results.count(results[0]) == len(results)


@given(st.lists(st.text(max_size=50), max_size=5))
def test_detecting_never_fails(lines):
    assert detect(lines, ".csv").delimiter


COUNTED = "dataset,a,b,both_right,only_a,only_b,both_wrong"


def test_outcomes_and_counts_of_them_are_the_same_study(read):
    rng = np.random.default_rng(5)
    right = {dataset: rng.random((n, 4)) < 0.7 for dataset, n in (("iris", 40), ("wine", 25))}
    measured = [
        f"{dataset},{'ABCD'[at]},{case},{int(hit)}"
        for dataset, hits in right.items()
        for case, row in enumerate(hits)
        for at, hit in enumerate(row)
    ]
    rng.shuffle(measured)
    counted = [
        f"{dataset},{'ABCD'[i]},{'ABCD'[j]},{(a & b).sum()},{(a & ~b).sum()},{(~a & b).sum()},{(~a & ~b).sum()}"
        for dataset, hits in right.items()
        for i, j in combinations(rng.permutation(4).tolist(), 2)
        for a, b in [(hits[:, i], hits[:, j])]
    ]
    rng.shuffle(counted)
    outcomes = {"a.csv": "\n".join(["dataset,algorithm,case,accuracy", *measured])}
    [one] = read(outcomes, columns={"example": "case"}).metrics
    [other] = read({"c.csv": "\n".join([COUNTED, *counted])}, layout="counts").metrics
    for dataset, hits in right.items():
        first, second = one.datasets.index(dataset), other.datasets.index(dataset)
        for metric, at in ((one, first), (other, second)):
            order = ["ABCD".index(name) for name in metric.algorithms]
            paired = metric.outcomes[at]
            assert paired.n == len(hits)
            assert paired.both.tolist() == (hits[:, order].T.astype(int) @ hits[:, order]).tolist()
            assert metric.means[at] == pytest.approx(hits[:, order].mean(axis=0))
