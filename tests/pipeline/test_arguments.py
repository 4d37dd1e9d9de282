"""What a program gives to the Python interface: each value is used, or a fault that names it."""

from contextlib import suppress
from functools import cache
from inspect import signature

import numpy as np
import pandas
import polars
import pytest

import rankpress
from rankpress.app.arguments import refuse_wrong_types
from rankpress.spec.model import Study
from rankpress.spec.scores_section import GroupedScoresOptions

NAMES = ["knn", "tree", "ours"]
VALUES = np.random.default_rng(0).uniform(0.5, 0.9, size=(6, 3))
WIDE = pandas.DataFrame(VALUES, columns=NAMES, index=pandas.Index(list("uvwxyz"), name="dataset"))
LONG = WIDE.melt(ignore_index=False, var_name="algorithm", value_name="score").reset_index()
LISTS = WIDE.to_dict("list")


@cache
def compared():
    """Compare once what the tests ask for tables, figures and files."""
    return rankpress.compare(LISTS, better="higher")


KEYWORDS = [name for name, each in signature(rankpress.compare).parameters.items() if each.kind is each.KEYWORD_ONLY]
SECTIONS = [*Study.fields(), *(f"scores.{key}" for key in GroupedScoresOptions.model_fields)]
OBJECTS = [object(), [object()], {"x": object()}, WIDE, WIDE["ours"], VALUES, 3, "x", {3: 3}]
OTHERS = [None, True, 1.5, "", [], {}, ("higher",), np.float64(0.5)]


@pytest.mark.few
@pytest.mark.parametrize("keyword", KEYWORDS)
@pytest.mark.filterwarnings("ignore")
def test_any_value_of_a_keyword_is_used_or_a_fault(keyword):
    for value in (*OBJECTS, *OTHERS):
        with suppress(rankpress.FaultsFound):
            rankpress.compare(LONG, **{keyword: value})


@pytest.mark.few
@pytest.mark.parametrize("keyword", SECTIONS)
@pytest.mark.filterwarnings("ignore")
def test_any_value_in_a_section_is_used_or_a_fault(keyword):
    section, _, key = keyword.rpartition(".")
    for value in OBJECTS:
        with suppress(rankpress.FaultsFound):
            rankpress.compare(LISTS, **({section: {key: value}} if section else {key: value}))


@pytest.mark.parametrize("keyword", KEYWORDS)
def test_a_value_of_a_wrong_type_is_a_fault_that_names_the_keyword(keyword):
    with pytest.raises(rankpress.FaultsFound) as raised:
        rankpress.compare(WIDE, **{keyword: object()})
    [fault] = raised.value.faults
    assert fault.message == f"{keyword} is an object of type object"
    assert fault.expected


def of_types(*, number: float | None = None, names: list[str] | None = None, ax: "Unknown | None" = None) -> None:  # noqa: F821
    """Stand for a function whose types are in part known to type checkers alone."""


@pytest.mark.parametrize("value", [{"number": True}, {"number": "1"}, {"names": "x"}])
def test_types_are_those_of_the_signature(value):
    with pytest.raises(rankpress.FaultsFound):
        refuse_wrong_types(of_types, value)


def test_all_wrong_types_are_reported_and_unknown_types_allow_all():
    with pytest.raises(rankpress.FaultsFound) as raised:
        refuse_wrong_types(of_types, {"number": "x", "names": 3, "ax": object()})
    assert [fault.message for fault in raised.value.faults] == ["number is 'x'", "names is the number 3"]


@pytest.mark.parametrize("metric", ["nope", 0, None, ["score"], object()])
def test_a_metric_that_is_not_there_is_a_fault_that_names_those_that_are(metric):
    comparison = compared()
    with pytest.raises(rankpress.FaultsFound, match="no metric") as raised:
        comparison[metric]
    assert isinstance(raised.value, KeyError)
    assert raised.value.faults[0].expected == "score"
    assert comparison.get(metric) is None
    assert metric not in comparison


@pytest.mark.parametrize(
    "call",
    [
        lambda wrong: rankpress.load_study(wrong),
        lambda wrong: rankpress.run_study(wrong),
        lambda wrong: compared().table(wrong),
        lambda wrong: compared().figure(wrong),
        lambda wrong: compared().figure("cd", wrong),
        lambda wrong: compared().figure("cd", width=wrong),
        lambda wrong: compared().report(wrong),
        lambda wrong: compared().report("report", wrong),
        lambda wrong: compared().report("report", jobs=wrong),
        lambda wrong: compared().study.to_yaml(wrong),
        lambda wrong: compared().figure().save(wrong),
        lambda wrong: compared().table().to_csv(wrong),
        lambda wrong: compared().table().to_latex(wrong),
    ],
)
@pytest.mark.parametrize("wrong", [{"scores": {}}, 1j, object()])
def test_calls_refuse_what_they_cannot_take(call, wrong, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(rankpress.FaultsFound, match=" is "):
        call(wrong)


WRITERS = {
    "study.yaml": lambda comparison, path: comparison.study.to_yaml(path),
    "cd.svg": lambda comparison, path: comparison.figure().save(path),
    "table.tex": lambda comparison, path: comparison.table().to_latex(path),
    "table.html": lambda comparison, path: comparison.table().to_html(path),
    "table.md": lambda comparison, path: comparison.table().to_markdown(path),
    "table.csv": lambda comparison, path: comparison.table().to_csv(path),
}


@pytest.mark.few
@pytest.mark.parametrize("name", WRITERS)
def test_what_writes_a_file_makes_its_folder_or_says_why_it_cannot(name, tmp_path):
    comparison = compared()
    path = tmp_path / "one" / "two" / name
    WRITERS[name](comparison, path)
    assert path.stat().st_size > 0
    for impossible in (path / name, path.parent):  # below a file, and in place of a folder
        with pytest.raises(rankpress.FaultsFound, match=r"cannot be written here|no figure is written"):
            WRITERS[name](comparison, impossible)


@pytest.mark.parametrize("kind", [int, np.int64])
def test_columns_and_algorithms_that_are_called_by_numbers(kind):
    long = LONG.set_axis([0, 1, 2], axis=1)
    named = rankpress.compare(long, dataset=kind(0), algorithm=kind(1), score=kind(2), better={kind(2): "higher"})
    assert (
        named["2"].ranking.average.tolist()
        == rankpress.compare(LONG, better="higher")["score"].ranking.average.tolist()
    )
    wide = rankpress.compare(VALUES, names=[1, 2, 3], better="higher", control=kind(2))
    assert wide.study.test.control == "2"


FOLDS = {
    name: {"fit_time": [1.0] * 3, "test_f1": VALUES[:3, at], "test_auc": VALUES[3:, at]}
    for at, name in enumerate(NAMES)
}
SEARCH = {
    "params": [{"depth": depth} for depth in range(3)],
    **{
        f"split{fold}_test_{score}": VALUES[fold + shift]
        for fold in range(3)
        for score, shift in (("f1", 0), ("auc", 3))
    },
}


@pytest.mark.parametrize("data", [FOLDS, SEARCH])
@pytest.mark.filterwarnings("ignore")
def test_a_metric_of_several_that_were_scored_is_the_one_compared(data):
    assert set(rankpress.compare(data)) == {"f1", "auc"}
    assert list(rankpress.compare(data, metric="auc")) == ["auc"]
    with pytest.raises(rankpress.FaultsFound, match="no metric 'aux'"):
        rankpress.compare(data, metric="aux")


FORMS = {
    "wide": WIDE,
    "long": LONG,
    "polars": polars.DataFrame(LONG.to_dict("list")),
    "lists": LISTS,
    "columns": LONG.to_dict("list"),
    "mappings": WIDE.to_dict(),
    "folds": FOLDS,
    "search": SEARCH,
}


@pytest.mark.parametrize("form", FORMS)
def test_names_belong_to_an_array(form):
    with pytest.raises(rankpress.FaultsFound, match="names has no effect"):
        rankpress.compare(FORMS[form], better="higher", names=NAMES)


@pytest.mark.parametrize("keywords", [{}, {"names": NAMES}, {"dataset": "d"}])
@pytest.mark.parametrize("data", [WIDE.to_numpy().tolist(), tuple(map(tuple, WIDE.to_numpy())), [], "scores.csv"])
def test_lists_are_refused_with_what_makes_an_array_of_them_whatever_else_is_stated(data, keywords):
    with pytest.raises(rankpress.FaultsFound) as refused:
        rankpress.compare(data, better="higher", **keywords)
    [fault] = refused.value.faults
    assert fault.message == f"{type(data).__name__} cannot be read"
    assert ("numpy.array(...)" in fault.remedy) is not isinstance(data, str)


@pytest.mark.parametrize(
    ("keywords", "example"),
    [
        ({"better": ["higher"]}, "'higher' or 'lower' or a mapping such as {'...': 'higher'}"),
        ({"better": {"accuracy": 1}}, "'higher' or 'lower' or a mapping such as {'...': 'higher'}"),
        ({"choose": "loss"}, "a mapping such as {'...': '...'}"),
        ({"scores": [1]}, "a mapping such as {'...': ...}"),
    ],
)
def test_where_a_mapping_is_allowed_an_example_shows_its_form(keywords, example):
    with pytest.raises(rankpress.FaultsFound) as refused:
        rankpress.compare(WIDE, **keywords)
    [fault] = refused.value.faults
    assert fault.expected == example


@pytest.mark.parametrize(
    "role", ["dataset", "algorithm", "score", "costs", "fold", "repeat", "seed", "step", "example", "cluster"]
)
@pytest.mark.parametrize("form", [*FORMS, "array"])
@pytest.mark.filterwarnings("ignore")
def test_a_column_that_is_not_there_is_a_fault_in_every_form(role, form):
    data, names = (VALUES, {"names": NAMES}) if form == "array" else (FORMS[form], {})
    with pytest.raises(rankpress.FaultsFound, match=r"no column 'zz'|has no effect"):
        rankpress.compare(data, better="higher", **{role: "zz"}, **names)


@pytest.mark.few
@pytest.mark.parametrize("exponent", [-300, -200, -100, -12, 12, 99])
@pytest.mark.filterwarnings("ignore")
def test_algorithms_are_those_of_scores_of_any_magnitude(exponent):
    compared_there = rankpress.compare(WIDE * 10.0**exponent, better="higher")
    assert list(compared_there.scores.columns[: len(NAMES)]) == NAMES


def test_numbers_that_are_too_large_are_called_so_throughout():
    with pytest.raises(rankpress.FaultsFound) as raised:
        rankpress.compare(WIDE * 1e300, better="higher")
    assert "is too large" in str(raised.value)
    assert "more numbers that are too large" in str(raised.value)
    assert "not numbers" not in str(raised.value)
