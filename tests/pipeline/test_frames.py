"""A frame is read as `rankpress run` reads the same table from a file; what a caller names is settled."""

import io
import json
import re
import warnings
from decimal import Decimal
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace

import numpy as np
import pandas
import polars
import pytest
import xarray

import rankpress
from rankpress.app.cli import main
from rankpress.app.comparison import Comparison
from rankpress.app.frames import HeldScores
from rankpress.core.doubts import Doubt, Way
from rankpress.core.faults import FaultsFound
from rankpress.init import inference as guessing
from rankpress.init.assumptions import doubts_left
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table, settled
from rankpress.init.writing import guessed_scores
from rankpress.spec.reading import study_of_text

LAYOUTS = {
    layout.name: text
    for layout in run_path(str(Path(__file__).with_name("init") / "layouts.py"))["LAYOUTS"]
    if len(layout.files) == 1
    for name, text in layout.files.items()
    if name.endswith(".csv") and layout.source == name and isinstance(text, str)
    # no frame has comments or a second header row
    if not text.startswith("#") and layout.name != "two header rows"
}
# The command or keyword for another reading, which a file and a frame say each in its own words.
OTHER_WAY = re.compile(r" \(if so: .*\)$", re.DOTALL)
RNG = np.random.default_rng(7)
NAMES = ["knn", "tree", "ours", "forest"]
SETS = [f"d{number:02}" for number in range(12)]
WIDE = pandas.DataFrame(
    (RNG.random((12, 4)) / 5 + [0.6, 0.7, 0.65, 0.75]).round(4), columns=NAMES, index=pandas.Index(SETS, name="dataset")
)
LONG = WIDE.melt(ignore_index=False, var_name="model", value_name="accuracy").reset_index()
RUNS = pandas.concat([LONG.assign(seed=seed, accuracy=LONG["accuracy"] + seed / 100) for seed in range(3)])
LABELED = LONG.set_axis([f"r{number}" for number in range(48)])
OF_LONG = {"dataset": "dataset", "algorithm": "model", "score": "accuracy"}
WITH_AVERAGE = pandas.concat([WIDE, WIDE.mean().to_frame("Average").T.rename_axis("dataset")])
FRAMES = {
    "wide": WIDE,
    "descriptors": WIDE.assign(n_samples=np.arange(12) * 370 + 100, n_features=7),
    "descriptors in front": pandas.concat(
        [pandas.Series(range(100, 1300, 100), SETS, name="n_samples"), WIDE], axis=1
    ).rename_axis("dataset"),
    "a row that sums up": WITH_AVERAGE,
    "spreads in the cells": WIDE.map(lambda score: f"{score:.3f} ± 0.010"),
    "numbers as text": WIDE.astype({"ours": str}),
    "a mark of failure": WIDE.astype(object).replace({"tree": {WIDE.loc["d03", "tree"]: "OOM"}}),
    "turned": WIDE.T.rename_axis("method"),
    "errors": 1 - WIDE.pow(3).add_suffix("_v2"),
    "no name over the names": WIDE.rename_axis(None),
    "long": LONG,
    "seeds": RUNS,
    "two metrics and a cost": LONG.assign(rmse=1 - LONG["accuracy"], fit_time=range(48)),
    "a column of no direction": LONG.rename(columns={"accuracy": "outcome"}),
    "an unknown metric, with folds": RUNS.rename(columns={"accuracy": "value", "seed": "fold"}),
}


def of_run(path):
    """The section that `rankpress run` writes for a file, and the comparison; its door is tried below."""
    table = read_table(path)
    guess = guess_study(table, path)
    guess = guessing.replace(guess, doubts=doubts_left(table, guess, ["missing"]))  # which the frames' state
    if any(doubt.is_open for doubt in guess.doubts):  # run stops here too, unless it can ask
        raise rankpress.FaultsFound([])
    named, guess = settled(table.named, guess)
    text = guessed_scores(Path(), named, guess, "drop-datasets")
    return Comparison(study_of_text(text, "study.yaml", Path()))


def of_frame(frame, **keywords):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return rankpress.compare(frame, **keywords)


def contents(compared):
    """What a comparison was read as, and what came out."""
    comparison = compared()
    section = comparison.study.to_dict()["scores"]
    section.pop("doubts", None)  # they stand below
    return (
        section,
        [(each.scores.datasets, each.names, each.ranking.average.tolist()) for each in comparison.analyses],
        [OTHER_WAY.sub("", HeldScores((), ()).in_words(str(doubt))) for doubt in comparison.doubts],
    )


def outcome(compared):
    try:
        return contents(compared)
    except rankpress.FaultsFound:
        return "refused"


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


# These have numbers alone: the index of such a frame names its rows, and a file has no index.
NUMBERS_ALONE = ["scikit-learn: cv_results_ of one data set", "predictions in place of scores"]


@pytest.mark.nightly
def test_rows_without_a_score_are_no_repeats():
    twins = pandas.concat([LONG.assign(accuracy=np.nan), LONG])
    once, again = (rankpress.compare(frame) for frame in (LONG, twins))
    assert (once.scores == again.scores).all(axis=None)
    assert not again.doubts


@pytest.mark.few(8)
# every eighth one: each takes two analyses, and all are read as files elsewhere
@pytest.mark.parametrize("name", [name for name in LAYOUTS if name not in NUMBERS_ALONE][::8])
def test_a_layout_is_read_as_run_reads_it(name):
    separator = ";" if ";" in LAYOUTS[name].partition("\n")[0] else ","
    frame = pandas.read_csv(io.StringIO(LAYOUTS[name]), sep=separator, skipinitialspace=True, index_col=False)
    frame = frame.rename(columns=lambda column: "" if str(column).startswith("Unnamed: ") else column)
    frame.to_csv("scores.csv", index=False)
    assert outcome(lambda: of_frame(frame, missing="drop-datasets")) == outcome(lambda: of_run("scores.csv"))


@pytest.mark.nightly
@pytest.mark.few(4)
# what CHANGES below has too is left to it
@pytest.mark.parametrize("name", [name for name in FRAMES if name not in ("errors", "turned", "a row that sums up")])
def test_a_frame_is_read_as_run_reads_it(name):
    frame = FRAMES[name]
    is_numbered = frame.index.name is None and pandas.api.types.is_integer_dtype(frame.index)
    frame.to_csv("scores.csv", index=not is_numbered)
    read = outcome(lambda: of_run("scores.csv"))
    assert isinstance(read, tuple)
    assert outcome(lambda: of_frame(frame, missing="drop-datasets")) == read


# What pandas writes of levels of columns, and how it reads a table whose names stand in several rows.
LEVELS = {
    "metrics over algorithms": lambda: TWO.pivot_table(index="dataset", columns="model", values=["accuracy", "time"]),
    "algorithms over metrics": lambda: TWO.pivot_table(
        index="dataset", columns="model", values=["accuracy", "time"]
    ).swaplevel(axis=1),
    "one metric over algorithms": lambda: LONG.pivot_table(index="dataset", columns="model", values=["accuracy"]),
    "means and deviations": lambda: RUNS.groupby(["dataset", "model"])[["accuracy"]].agg(["mean", "std"]),
}
TWO = LONG.assign(time=7 * (1.2 - LONG["accuracy"]) ** 3)


@pytest.mark.nightly
@pytest.mark.few(2)
@pytest.mark.parametrize(("name", "levels"), [*zip(LEVELS, [None, 2, 2, None], strict=True)])
def test_levels_of_columns_are_read_as_run_reads_their_file(name, levels):
    frame = LEVELS[name]()
    frame.to_csv("scores.csv")
    if levels is None:  # as a beginner reads it, its second row of names among the scores
        read = pandas.read_csv("scores.csv")
    else:
        read = pandas.read_csv("scores.csv", header=[0, 1], index_col=list(range(frame.index.nlevels)))
    expected = of_run("scores.csv")
    for scores in (read, frame):
        comparison = of_frame(scores)
        assert [[*metric.scores.means.ravel()] for metric in comparison.analyses] == [
            [*metric.scores.means.ravel()] for metric in expected.analyses
        ]
        assert [metric.names for metric in comparison.analyses] == [metric.names for metric in expected.analyses]
        assert [doubt.column for doubt in comparison.doubts] == [doubt.column for doubt in expected.doubts]


@pytest.mark.nightly
def test_an_omitted_result_is_in_doubt_in_a_frame_as_in_a_file(capsys):
    frame = LONG[1:]
    frame.to_csv("scores.csv", index=False)
    assert main(["run", "scores.csv", "--only", "markdown", "--set", "plot=[]"]) == 0
    assert "--missing worst-rank" in capsys.readouterr().out
    [of_file] = json.loads(Path("report/results.json").read_text())["doubts"]
    [doubt] = of_frame(frame).doubts
    assert str(doubt) == of_file["text"].replace("--missing worst-rank", 'missing="worst-rank"')
    assert "1 of 12 data sets" in str(doubt)
    assert not of_frame(frame, missing="drop-datasets").doubts


CHANGES = {
    "gaps": lambda frame: frame.mask(RNG.random(frame.shape) < 0.06),
    "errors": lambda frame: 1 - frame,
    "in percent": lambda frame: (100 * frame).round(2),
    "spreads": lambda frame: frame.map(lambda score: "" if score != score else f"{score:.4g} (0.01)"),
    "as text": lambda frame: frame.map(str),
    "descriptors": lambda frame: frame.assign(n_features=np.arange(len(frame)) * 13 + 20, size="large"),
    "sums": lambda frame: pandas.concat([frame, frame.iloc[:1].rename(index=lambda _: "Mean").rename_axis("dataset")]),
    "no name": lambda frame: frame.rename_axis(None),
    "names in a column": lambda frame: frame.rename_axis("problem").reset_index(),
    "turned": lambda frame: frame.T.rename_axis("classifier"),
    "long": lambda frame: frame.melt(ignore_index=False, var_name="solver", value_name="loss").reset_index(),
}


@pytest.mark.few(4)
@pytest.mark.parametrize("number", range(6))  # between which each change is drawn but spreads in the cells
def test_a_frame_that_was_changed_is_read_as_run_reads_it(number):
    """Some changes, one after another; what cannot be read is refused by both."""
    drawn = np.random.default_rng(number).choice(list(CHANGES), size=3, replace=False)
    frame = WIDE
    for name in [name for name in CHANGES if name in drawn]:
        try:
            frame = CHANGES[name](frame)
        except TypeError:  # of texts
            continue
    is_numbered = frame.index.name is None and pandas.api.types.is_integer_dtype(frame.index)
    frame.to_csv("scores.csv", index=not is_numbered)
    assert outcome(lambda: of_frame(frame, missing="drop-datasets")) == outcome(lambda: of_run("scores.csv"))


@pytest.mark.nightly
def test_the_command_writes_what_is_compared_here():
    WIDE.to_csv("scores.csv")
    assert main(["run", "scores.csv", "--only", "markdown", "--save", "-q"]) == 0
    written = rankpress.run_study("study.yaml").study.to_dict()
    assert written["scores"] == of_run("scores.csv").study.to_dict()["scores"]


def with_missing_cells(values, none):
    """The wide frame with values of another type, one of which is none."""
    frame = WIDE.map(values).astype(object)
    frame.loc["d03", "tree"] = none
    return frame


class Arrow:
    """A table as those of PyArrow: columns by name, each with `to_pylist`, and no names under `columns`."""

    def __init__(self, columns):
        self._columns = columns
        self.column_names, self.columns = list(columns), list(columns.values())

    def __len__(self):
        return len(self.columns[0])

    def __getitem__(self, name):
        return SimpleNamespace(to_pylist=lambda: self._columns[name])


TYPES = {
    "categories": lambda: LONG.astype({"dataset": "category", "model": "category"}),
    "nullable": lambda: LONG.convert_dtypes(),
    "decimals": lambda: LONG.assign(accuracy=[Decimal(str(score)) for score in LONG["accuracy"]]),
    "objects": lambda: LONG.astype(object),
    "levels of the index": lambda: LONG.set_index(["dataset", "model"]),
    "a series": lambda: LONG.set_index(["dataset", "model"])["accuracy"],
    "levels of the columns": lambda: LONG.pivot_table(index="dataset", columns="model", values=["accuracy"]),
    "pivoted": lambda: LONG.pivot_table(index="dataset", columns="model", values="accuracy"),
    "polars": lambda: polars.from_dict(LONG.to_dict("list")),
    "a table of Arrow": lambda: Arrow(LONG.to_dict("list")),
    "a mapping of columns": lambda: LONG.to_dict("list"),
    "an index that numbers rows": lambda: LONG.sample(frac=1, random_state=1).sort_values(["dataset", "model"]),
}


@pytest.mark.parametrize("data", [polars.LazyFrame(LONG.to_dict("list")), polars.Series([1.0, 2.0]), object(), 3])
def test_what_is_no_frame_is_refused(data):
    with pytest.raises(rankpress.FaultsFound, match=f"{type(data).__name__} cannot be read"):
        of_frame(data)


@pytest.mark.few
@pytest.mark.parametrize("name", TYPES)
def test_types_of_frames_are_read_alike(name):
    [analysis] = of_frame(TYPES[name](), metric="accuracy").analyses
    assert sorted(analysis.names) == sorted(NAMES)
    order = [analysis.names.index(algorithm) for algorithm in NAMES]
    datasets = [analysis.scores.datasets.index(dataset) for dataset in SETS]
    assert np.array_equal(analysis.scores.means[np.ix_(datasets, order)], WIDE.to_numpy())  # to the last digit


@pytest.mark.few
@pytest.mark.parametrize("none", [None, float("nan"), pandas.NA, pandas.NaT, Decimal("NaN"), "", "NA"])
def test_what_is_no_result(none):
    frame = with_missing_cells(float, none)
    [analysis] = of_frame(frame, metric="accuracy", missing="drop-datasets").analyses
    assert analysis.scores.datasets == tuple(name for name in SETS if name != "d03")


ROLES = {
    "seed": RUNS,
    "fold": RUNS.rename(columns={"seed": "fold"}),
    "repeat": RUNS.rename(columns={"seed": "repeat"}),
    "example": pandas.concat(
        [LONG.assign(example=number, accuracy=RNG.integers(0, 2, len(LONG))) for number in range(6)]
    ),
}


@pytest.mark.few
@pytest.mark.parametrize(("role", "other"), [*((role, "same") for role in ROLES), ("seed", "zz"), ("example", "zz")])
def test_a_column_may_be_called_as_its_role(role, other):
    column = role if other == "same" else other
    comparison = of_frame(ROLES[role].rename(columns={role: column}), **OF_LONG, **{role: column})
    stated = comparison.study.scores.columns
    assert getattr(stated, role) == column
    [analysis] = comparison.analyses
    assert (analysis.scores.seeds is not None) == (role == "seed")
    assert (analysis.scores.examples != ()) == (role == "example")


def test_clusters_of_examples():
    frame = ROLES["example"].assign(cluster=lambda each: each["example"] // 2)
    comparison = of_frame(frame, **OF_LONG, example="example", cluster="cluster")
    assert comparison.study.scores.columns.cluster == "cluster"


STEPS = pandas.concat([RUNS.assign(epoch=step, accuracy=RUNS["accuracy"] + step / 50) for step in range(4)])
TRIED = pandas.concat([RUNS.assign(config=name, val_acc=RNG.random(len(RUNS))) for name in "pqr"])


@pytest.mark.few
@pytest.mark.parametrize(
    ("reduce", "added", "named"),
    [
        ("last", 3, OF_LONG),
        ("best", 3, {}),
        ("mean", 1.5, OF_LONG),
        ({"last": 2}, 2.5, {}),
        ({"at": 1}, 1, OF_LONG),
    ],
)
def test_steps_of_a_run_become_one_score(reduce, added, named):
    comparison = of_frame(STEPS, **named, seed="seed", step="epoch", reduce=reduce)
    assert comparison.study.scores.columns.step == "epoch"
    [analysis] = comparison.analyses
    order = [analysis.names.index(name) for name in NAMES]
    assert analysis.scores.means[:, order] == pytest.approx(WIDE.to_numpy() + 0.01 + added / 50)


def test_one_of_the_rows_of_a_run_is_chosen():
    choose = {"by": "val_acc", "best": "higher"}
    comparison = of_frame(TRIED, dataset="dataset", algorithm="model", choose=choose)
    assert comparison.study.to_dict()["scores"]["choose"] == choose
    assert list(comparison) == ["accuracy"]
    chosen = TRIED.sort_values("val_acc").groupby(["dataset", "model", "seed"]).last()["accuracy"]
    means = chosen.groupby(["dataset", "model"]).mean().unstack()[NAMES]
    [analysis] = comparison.analyses
    order = [analysis.names.index(name) for name in NAMES]
    assert analysis.scores.means[:, order] == pytest.approx(means.to_numpy())


SPLIT = LONG.assign(func=LONG["dataset"].str[:2], dim=LONG["dataset"].str[2:], kind=LONG["model"].str[:2],
                    rest=LONG["model"].str[2:]).drop(columns=["dataset", "model"])  # fmt: skip


@pytest.mark.few(1)
@pytest.mark.parametrize("names", [[], ["dataset"], ["algorithm"], ["dataset", "algorithm"]])
def test_several_columns_name_one_thing(names):
    columns = {"dataset": ["func", "dim"], "algorithm": ["kind", "rest"]}
    frame = SPLIT.assign(**dict.fromkeys(names, "taken"))
    comparison = of_frame(frame, **columns, score="accuracy")
    [analysis] = comparison.analyses
    assert set(analysis.names) == {f"{name[:2]} / {name[2:]}" for name in NAMES}
    assert analysis.scores.datasets[0] == "d0 / 0"
    comparison.study.to_yaml("study.yaml")
    assert rankpress.run_study("study.yaml").ranks.equals(comparison.ranks)


@pytest.mark.nightly
def test_what_is_named_is_settled():
    """A metric, a cost, a direction and the other way round, against what names and values suggest."""
    frame, ways = LONG.assign(rmse=1 - LONG["accuracy"], n_samples=range(48)), {"n_samples": "higher"}
    section = of_frame(
        frame, **OF_LONG | {"score": ["n_samples", "rmse"]}, costs="accuracy", better=ways
    ).study.to_dict()["scores"]
    assert [metric["name"] for metric in section["metrics"]] == ["n_samples", "rmse"]
    assert [metric["better"] for metric in section["metrics"]] == ["higher", "lower"]
    assert section["costs"] == ["accuracy"]
    [analysis] = of_frame(LONG, dataset="model", algorithm="dataset").analyses
    assert set(analysis.names) == set(SETS)
    [analysis] = of_frame(WIDE.rename_axis("thing").reset_index(), algorithm="thing", metric="accuracy").analyses
    assert set(analysis.names) == set(SETS)


NAMELESS = WIDE.melt(ignore_index=False, var_name="model", value_name="q7").reset_index()
OF_NAMELESS = {"dataset": "dataset", "algorithm": "model", "score": "q7"}
FORMS = {
    "a wide frame": lambda scores, **keywords: rankpress.compare(scores, **keywords),
    "a column by its name": lambda scores, **keywords: rankpress.compare(
        NAMELESS.assign(q7=scores.to_numpy().T.ravel()), **OF_NAMELESS, **keywords
    ),
    "an array": lambda scores, **keywords: rankpress.compare(scores.to_numpy(), names=NAMES, **keywords),
    "lists": lambda scores, **keywords: rankpress.compare(scores.to_dict("list"), **keywords),
    "mappings": lambda scores, **keywords: rankpress.compare(scores.to_dict(), **keywords),
    "xarray": lambda scores, **keywords: rankpress.compare(
        xarray.DataArray(scores.to_numpy(), dims=("dataset", "algorithm"), coords={"algorithm": NAMES}), **keywords
    ),
}


@pytest.mark.nightly
@pytest.mark.few
@pytest.mark.parametrize("form", FORMS)
def test_a_direction_that_nothing_shows_is_in_doubt_in_every_form(form):
    compare = FORMS[form]
    with pytest.warns(UserWarning, match="nothing shows which direction is better"):
        assert [doubt for doubt in compare(WIDE).doubts if "nothing shows which direction" in doubt.text]
    for errors in (1 - WIDE, WIDE / 100):
        with pytest.raises(FaultsFound, match=r"better='higher'(.|\n)*better='lower'"):
            compare(errors)
        assert compare(errors, better="lower").doubts == ()


@pytest.mark.nightly
def test_a_part_of_a_name_is_not_joined_to_names_that_are_settled():
    frame = pandas.concat([LONG.assign(dim=dim, accuracy=LONG["accuracy"] + dim / 1000) for dim in (10, 30)])
    with pytest.raises(rankpress.FaultsFound, match="'knn' on 'd00' was measured before"):
        of_frame(frame, **OF_LONG)
    assert len(of_frame(frame, **OF_LONG | {"dataset": ["dataset", "dim"]})["accuracy"].scores.datasets) == 24


@pytest.mark.nightly
def test_an_index_of_numbers_names_the_rows_where_nothing_else_does():
    numbered = WIDE.reset_index(drop=True)
    for frame in (numbered, WIDE.set_axis(range(40, 52)), numbered.rename_axis("id")):
        [analysis] = of_frame(frame, metric="accuracy").analyses
        assert analysis.names == tuple(NAMES)
        assert analysis.scores.datasets == tuple(map(str, frame.index))
    [analysis] = of_frame(polars.from_dict(WIDE.to_dict("list")), metric="accuracy").analyses
    assert analysis.scores.datasets == tuple(map(str, range(12)))


def test_columns_that_are_numbers_are_refused_with_a_fix_that_works():
    numbered = WIDE.set_axis(range(1, len(NAMES) + 1), axis=1)
    with pytest.raises(FaultsFound, match=re.escape('such as by frame.add_prefix("algorithm ")')):
        of_frame(numbered)
    [analysis] = of_frame(numbered.add_prefix("algorithm "), metric="accuracy").analyses
    assert analysis.names == ("algorithm 1", "algorithm 2", "algorithm 3", "algorithm 4")


@pytest.mark.few
@pytest.mark.parametrize(
    ("frame", "keywords", "message"),
    [
        (lambda: pandas.concat([WIDE, WIDE[["knn"]]], axis=1), {}, "the frame: 'knn' is the name of 2 columns: 2, 6"),
        (lambda: WIDE[:0], {}, "^the frame: the frame has a header but no rows"),
        (lambda: LONG, {"dataset": "task"}, "the frame: there is no column 'task'"),
        (lambda: LONG, {"better": {"acc": "lower"}}, "better: no metric 'acc'"),
        (lambda: WIDE[[]], {}, 'compare\\(frame, dataset="...", algorithm="...", score="..."\\)'),
        (lambda: LABELED.assign(accuracy=["0.9abc", *LONG["accuracy"][1:]]), OF_LONG,
         "^the frame, row 'r0', column accuracy: .*'0.9abc' is no"),
        (lambda: pandas.concat([LONG, LONG[3:4]]), OF_LONG, "^the frame, row 48: .* before, in row 3 "),
        (lambda: pandas.concat([LONG, LONG[3:4]]).set_axis([f"r{i}" for i in range(49)]), OF_LONG,
         "^the frame, row 'r48': .* before, in row 'r3' "),
        (lambda: polars.from_dict(pandas.concat([LONG, LONG[3:4]]).to_dict("list")), OF_LONG,
         "^the frame, row 48: .* before, in row 3 "),
    ],
)  # fmt: skip
def test_faults_speak_of_the_frame(frame, keywords, message):
    with pytest.raises(rankpress.FaultsFound, match=message) as error:
        of_frame(frame(), **keywords)
    assert "scores.csv" not in str(error.value)


@pytest.mark.nightly
def test_doubts_are_one_warning_until_they_are_settled():
    with pytest.warns(UserWarning, match="nothing shows which direction is better") as warned:
        comparison = rankpress.compare(WITH_AVERAGE.T.rename_axis("method"))
    assert len(warned) == 1
    assert warned[0].filename == __file__
    assert all(f"\n- {doubt}" in str(warned[0].message) for doubt in comparison.doubts)
    for keywords in ({"better": "lower"}, {"scores": {"confirmed": True}}, {"metric": "accuracy"}):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert rankpress.compare(WIDE, **keywords).doubts == ()


@pytest.mark.nightly
def test_a_stated_limit_makes_no_missing_result_of_an_unsolved_run(tmp_path, monkeypatch):
    times = pandas.DataFrame({"problem": SETS, **{name: 10 * (1 + RNG.random(12)) for name in NAMES}}).round(2)
    times = times.astype({"knn": object})
    times.loc[[1, 5], "knn"] = ["timeout", "T.O."]
    limit = {"censored": {"limit": 60}}
    comparison = rankpress.compare(times, metric="time", better="lower", scores=limit)
    assert comparison.doubts == ()
    assert comparison["time"].scores.n_datasets == 12
    monkeypatch.chdir(tmp_path)
    times.to_csv("times.csv", index=False)
    arguments = ["--metric", "time", "--set", "scores.censored={limit: 60}", "--only", "markdown", "-q"]
    assert main(["run", "times.csv", *arguments, "--set", "plot=[]"]) == 0
    results = json.loads(Path("report/results.json").read_text())["metrics"]["time"]
    assert results["n_datasets"] == 12
    assert {name: sum(on[name] for on in results["censored"].values()) for name in NAMES} == {
        **dict.fromkeys(NAMES, 0),
        "knn": 2,
    }


def test_columns_that_a_caller_does_not_name_as_scores_are_no_doubt():
    runs = LONG.assign(f1=LONG["accuracy"] - 0.1)
    comparison = rankpress.compare(runs, dataset="dataset", algorithm="model", score="accuracy")
    assert (list(comparison), comparison.doubts) == (["accuracy"], ())


@pytest.mark.nightly
def test_outcomes_are_hardly_scores():
    outcomes = {name: RNG.integers(0, 2, 200) for name in NAMES}
    for data in (outcomes, pandas.DataFrame(outcomes), pandas.DataFrame(outcomes).astype(bool)):
        with pytest.warns(UserWarning, match="every score is 0 or 1, on 200 data sets(.|\n)*example="):
            rankpress.compare(data, metric="accuracy")


UNDECIDED = {
    Way("lower is better", "better", "lower"): "better='lower'",
    Way("failed runs are the worst", "set", "scores.missing=worst-rank"): "missing='worst-rank'",
    Way("these rows", "set", "scores.where={split: test}"): "scores={'where': {'split': 'test'}}",
    Way("another level", "set", "test.alpha=0.01"): "test={'alpha': 0.01}",
    Way("another column", "metric", "f1"): "metric='f1'",
    Way("the first reading", "reading", "1"): "dataset='dataset'",
}


def test_an_open_doubt_stops_with_the_keyword_for_each_way(monkeypatch):
    doubt = Doubt("which is it?", "metrics", column="A", is_open=True, ways=tuple(UNDECIDED))

    def guessed(*given, **keywords):
        guess = guess_study(*given, **keywords)
        return guessing.replace(guess, doubts=(*guess.doubts, doubt))

    monkeypatch.setattr("rankpress.app.held_studies.guess_study", guessed)
    with pytest.raises(rankpress.FaultsFound, match=r"^the frame: metrics: A: which is it") as error:
        rankpress.compare(WIDE, better="higher")
    for way, keyword in UNDECIDED.items():
        assert f"{keyword}   # {way.meaning}" in str(error.value)
    assert rankpress.compare(WIDE, better="higher", scores={"confirmed": True}).doubts == ()


def test_a_sheet_of_cells_and_the_file_that_it_becomes_are_the_same():
    """Numbers to their last digit, names with commas, quotes and line ends."""
    frame = WIDE.rename(index={"d00": 'a, "b"\nc', "d01": "1e3"}).rename(columns={"tree": "x; y"}) / 3
    comparison = of_frame(frame, metric="accuracy")
    [analysis] = comparison.analyses
    assert np.array_equal(analysis.scores.means, frame.to_numpy())
    assert analysis.scores.datasets[:2] == ('a, "b"\nc', "1e3")
