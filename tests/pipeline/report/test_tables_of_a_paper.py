"""What authors ask of the tables of a paper: records, differences, groups alone, order, highlights, marks."""

import csv
import io
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from pydantic import ValidationError

from rankpress.account.tables import axes_of
from rankpress.analysis import analyse
from rankpress.catalog.kinds import TABLES
from rankpress.core.scores import Costs, Scores
from rankpress.core.table import table_csv
from rankpress.report.latex_table import SHADES, lay_out, table_files, table_fragment
from rankpress.report.markdown import table_markdown
from rankpress.report.page_table import display_html
from rankpress.report.table_view import choose_tables
from rankpress.report.text_table import table_text
from rankpress.spec.model import Study
from rankpress.spec.report_sections import LatexOptions, ReportOptions
from rankpress.spec.table_options import Sortable, SortOptions, table_options
from rankpress.wording.text import plain
from tests.pipeline.conftest import metric_of

HOSTILE = ("a_b & <c>", "x" * 60, "ours", "$50%")
GROUPS = {"small": ["data 3", "data 1"], "a_b & <g>": ["data 0", "data 4", "data 5"]}
FORMATS = {
    "latex": lambda table: table_fragment(table, stamp=""),
    "html": lambda table: display_html([table]),
    "markdown": table_markdown,
    "text": table_text,
}


def table_of(analysis, kind="scores", report_sort="rank", **options):
    tables = choose_tables([analysis], {kind: table_options(kind)(**options)}, report_sort).tables
    [table] = [table for table in tables if table.kind == kind]
    return table


def texts(row):
    return [plain(cell.text) for cell in row[1:]]


def row_named(table, name):
    [row] = [row for row in table.rows if plain(row[0].text) == name]
    return row


def written(table):
    """What each format has of a table, with the minus sign that is printed."""
    return {name: write(table).replace(r"\ensuremath{-}", "−") for name, write in FORMATS.items()}


def as_written(text, name):
    """What a format has of a printed text."""
    space = {"latex": r"\phantom{0}", "text": " "}.get(name, "\N{FIGURE SPACE}")
    text = text.replace("\N{FIGURE SPACE}", space)
    signs = {"latex": ("–", r"\textendash{}"), "markdown": ("+", r"\+")}
    return text.replace(*signs[name]) if name in signs else text


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_records_of_one_algorithm_are_plain_counts(make_analysis, better):
    means = np.array([[1, 2, 3], [3, 2, 1], [2, 2, 2], [1, 1, 5], [4, 1, 2]], dtype=float)
    analysis = make_analysis(5, 3, means=means, better=better)
    row = row_named(table_of(analysis, sort="file", summary=({"wins-ties-losses": "alg 1"},)), "W/T/L of alg 1")
    signed = means if better == "higher" else -means
    for other in (0, 2):
        gains = signed[:, 1] - signed[:, other]
        expected = tuple(int(count) for count in ((gains > 0).sum(), (gains == 0).sum(), (gains < 0).sum()))
        assert row[1 + other].record == expected
        assert plain(row[1 + other].text) == "/".join(map(str, expected))
    assert plain(row[2].text) == "–"


@pytest.mark.parametrize(("better", "relative"), [*product(["higher", "lower"], [False, True])])
def test_differences_as_cells_and_as_rows(make_analysis, better, relative):
    analysis = make_analysis(6, 4, better=better, order=None)
    means, word = analysis.scores.means, "relative-difference" if relative else "difference"
    expected = means - means[:, [2]]
    expected = 100 * expected / means[:, [2]] if relative else expected
    cells = table_of(analysis, sort="file", cells={word: "alg 2"}, summary=("mean",), ranks=False)
    np.testing.assert_allclose([[cell.value for cell in row[1:]] for row in cells.body], expected)
    assert [cell.value for cell in cells.rows[-1][1:]] == pytest.approx(expected.mean(axis=0).tolist())
    scores = table_of(analysis, sort="file", summary=({word: "alg 2"},), ranks=False)
    row = scores.rows[-1]
    others = [0, 1, 3]
    assert [row[1 + at].value for at in others] == pytest.approx(expected.mean(axis=0)[others].tolist())
    assert plain(row[3].text) == "–"
    # the best of a data set is the same, whatever its cells show
    assert [[cell.marks for cell in line[1:]] for line in cells.body] == [
        [cell.marks for cell in line[1:]] for line in scores.body
    ]
    signs = {plain(cell.text)[0] for line in cells.body for cell in line[1:] if abs(cell.value) > 0.06}
    assert signs == {"+", "−"}
    assert float(next(csv.DictReader(io.StringIO(table_csv(cells))))["alg 0"]) == pytest.approx(expected[0, 0])


REWARDS = np.array([[-10, -20, -40], [-12, -18, -30], [0, -5, -6], [-1, 0, -2], [3, -2, 0], [-7, -9, -8.0]])


@pytest.mark.parametrize("options", [{"cells": {"relative-difference": "alg 1"}}, {}])
def test_relative_differences_from_scores_below_zero_and_from_zero(make_analysis, options):
    """They keep the sign of the difference; where there are none is stated, and the mean over the others is marked."""
    analysis = make_analysis(6, 3, means=REWARDS, order=None)
    table = table_of(analysis, summary=("mean", {"relative-difference": "alg 1"}), **options)
    notes = [plain(note) for note in table.notes]
    expected = ["No relative differences from alg 1 on one data set, where its score is 0."]
    assert [note for note in notes if note.startswith("No ")] == expected
    assert any("difference divided by an absolute score" in note for note in notes)
    assert any("absolute value of the latter" in note for note in notes) == bool(options)
    mean = row_named(table, "Mean")
    assert any("bold" in cell.marks for cell in mean)
    if options:
        assert table.rows[0][1].value == pytest.approx(50)
        assert "§: over fewer data sets." in notes
    above = table_of(make_analysis(6, 3, means=REWARDS + 50, order=None), **options)
    assert not any("absolute" in plain(note) or "No rel" in plain(note) for note in above.notes)


@pytest.mark.parametrize("control", [None, "alg 1"])
def test_differences_are_from_the_control_or_the_best_unless_named(make_analysis, control):
    analysis = make_analysis(6, 4, test={"control": control}, order=None)
    other = "alg 1" if control else analysis.names[analysis.ranking.best_first[0]]
    table = table_of(analysis, summary=("difference",), cells="relative-difference")
    assert plain(table.rows[-1][0].text) == f"Difference from {other}"
    assert f"Relative differences from {other} (%)" in plain(table.title)


def test_differences_in_per_cent_of_the_metric_and_relative_ones_have_titles_of_their_own(make_analysis):
    """The note of relative ones is next to the table in LaTeX too."""
    analysis = make_analysis(6, 4, order=None)
    table = table_of(analysis, summary=({"difference": "alg 2"}, {"relative-difference": "alg 2"}))
    titles = [plain(row[0].text) for row in table.rows[-2:]]
    assert titles == ["Difference from alg 2", "Relative difference from alg 2 (%)"]
    for form in ("full", "short"):
        assert any("each data set's ratio" in plain(note) for note in table.notes_in(form))


def test_scores_of_zero_have_no_relative_difference(make_analysis):
    analysis = make_analysis(3, 2, means=np.array([[0.0, 1.0], [2.0, 1.0], [4.0, 5.0]]))
    table = table_of(analysis, sort="file", cells={"relative-difference": "alg 0"}, summary=("mean",), ranks=False)
    assert texts(table.rows[0]) == ["–", "–"]
    assert texts(table.rows[-1]) == ["0.0 §", "−12.5 §"]  # over the other two data sets


OPTIONS = {
    "records": {"summary": ({"wins-ties-losses": "ours"}, "wins-ties-losses")},
    "differences": {"cells": {"relative-difference": "ours"}, "summary": ("mean", "difference")},
    "groups": {"rows": "groups", "summary": ("mean",)},
    "highlight": {"highlight": "ours"},
    "last": {"sort": {"by": "file", "last": "a_b & <c>"}},
    "bold": {"marks": "bold", "tolerance": 0.01},
    "transposed": {"transpose": True, "summary": ({"wins-ties-losses": "ours"}, "difference"), "highlight": "ours"},
}


@pytest.mark.few
@pytest.mark.parametrize("options", OPTIONS)
def test_every_format_has_what_is_printed(make_analysis, options):
    analysis = make_analysis(12, 4, names=HOSTILE, groups=GROUPS, order=None)
    table = table_of(analysis, ranks=False, **OPTIONS[options])
    for name, text in written(table).items():
        for row in table.rows:
            for cell in row[table.stub :]:
                printed = as_written(plain(cell.text), name)
                assert printed.rstrip() in text, (name, printed)  # lines end without spaces
        assert "<c>" not in text or name == "text"


@pytest.mark.nightly
@pytest.mark.few(8)
@pytest.mark.parametrize(("k", "marks", "columns"), [*product([2, 3, 5], ["best", "bold", "tests", "none"], [None, 2])])
def test_notes_say_underlined_where_something_is_and_the_other_of_two_is_no_second(make_analysis, k, marks, columns):
    analysis = make_analysis(12, k, folds=(2, 5), seed=k, groups=GROUPS, order=None)
    shown = None if columns is None else analysis.names[:columns]
    table = table_of(analysis, marks=marks, columns=shown, summary=("mean", "average-rank"))
    underlined = [cell for row in table.rows for cell in row if "underline" in cell.marks]
    if k == 2 or shown or marks in ("bold", "none"):
        assert not underlined
    for notes in (table.notes, table.short_note):
        assert any("underlined" in plain(note) for note in notes) <= bool(underlined)
    assert any("underlined" in plain(note) for note in table.notes) == bool(underlined)
    ranking = table_of(analysis, "average-ranks")
    second = any("underline" in cell.marks for row in ranking.rows for cell in row)
    assert any("underlined" in plain(note) for note in (*ranking.notes, *ranking.short_note)) == second


SHAPES = {
    "folds": {"folds": (2, 5)},
    "single": {},
    "tied": {"means": np.full((12, 4), 0.9)},
    "control": {"folds": (2, 5), "test": {"control": "alg 1"}},
}


@pytest.mark.few(8)
@pytest.mark.parametrize(("shape", "marks"), [*product(SHAPES, ["best", "bold", "gray", "tests", "none"])])
def test_each_mark_has_a_note_in_every_format_and_each_note_a_mark(make_analysis, shape, marks):
    """And one meaning: best, or not significantly worse than that."""
    analysis = make_analysis(12, 4, seed=3, order=None, **SHAPES[shape])
    summary = ("mean", "average-rank", "wins", "p", "effect")
    for table in (table_of(analysis, marks=marks, summary=summary), table_of(analysis, "average-ranks")):
        cells = [cell for row in table.rows for cell in row]
        bold = any({"bold", "gray"} & cell.marks for cell in cells)
        starred = any("*" in cell.sign for cell in cells)
        for form in ("short", "full"):
            notes = " ".join(map(plain, table.notes_in(form)))
            assert ("Bold:" in notes or "On dark gray:" in notes) == bold, (table.kind, form, notes)
            assert ("*:" in notes or "Asterisk" in notes) == starred, (table.kind, form, notes)
            assert not ("not significantly worse" in notes and "Bold: best;" in notes), notes


def test_marks_by_tests_that_were_not_made_are_by_rank_and_warned_of(make_analysis):
    analysis = make_analysis(12, 4, order=None)
    by_tests, by_rank = (table_of(analysis, marks=marks) for marks in ("tests", "best"))
    assert by_tests.rows == by_rank.rows
    assert by_tests.notes == by_rank.notes
    for kind in ("scores", "ranks"):
        chosen = choose_tables([analysis], {kind: table_options(kind)(marks="tests")})
        assert [option.key for option in chosen.without_effect] == ["marks"]
    with_folds = make_analysis(12, 4, folds=(2, 5), order=None)
    assert choose_tables([with_folds], {"scores": table_options("scores")(marks="tests")}).without_effect == ()


@pytest.mark.few
@pytest.mark.parametrize(("better", "tolerance"), [*product(["higher", "lower"], [0.0, 0.002, 0.02, 1.0])])
def test_scores_within_the_tolerance_of_the_best_are_bold(make_analysis, better, tolerance):
    analysis = make_analysis(9, 5, better=better, seed=4, order=None)
    table = table_of(analysis, sort="file", ranks=False, tolerance={"accuracy": tolerance}, summary=("mean",))
    sign = 1 if better == "higher" else -1
    for values, row in zip((*analysis.scores.means, analysis.scores.means.mean(axis=0)), table.rows, strict=True):
        near = sign * values >= (sign * values).max() - tolerance
        bold = np.array(["bold" in cell.marks for cell in row[1:]])
        # where all are as good as the best, none is set off
        assert bold.tolist() == (near & ~near.all()).tolist()
    noted = any(" of the best" in plain(note) for note in table.notes)
    marked = any("bold" in cell.marks for row in table.rows for cell in row)
    assert noted == (bool(tolerance) and marked)
    assert not marked or plain(table.short_note[0]).startswith(
        "Bold: best" if not tolerance else f"Bold: within {tolerance:g} of the best"
    )
    # ranks know nothing of it
    averages = [table_of(analysis, sort="file", tolerance=one).rows[-1] for one in (0.0, tolerance)]
    assert averages[0] == averages[1]


@pytest.mark.few(1)
@pytest.mark.parametrize("first", ["mean", "median", "difference", "average-rank"])
def test_rows_of_groups_alone(make_analysis, first):
    analysis = make_analysis(6, 3, groups=GROUPS, order=None)
    table = table_of(analysis, sort="file", rows="groups", summary=(first,))
    assert [plain(row[0].text) for row in table.body] == list(GROUPS)
    means = analysis.scores.means
    over = np.median if first == "median" else np.mean
    for members, row in zip(GROUPS.values(), table.body, strict=True):
        values = means[[int(name[-1]) for name in members]]
        values = values - values[:, [analysis.ranking.best_first[0]]] if first == "difference" else values
        cells = [cell.value for cell in row[1:]]
        assert [value for value in cells if value != ""] == pytest.approx(
            [v for v in over(values, axis=0) if v or first != "difference"]
        )
    assert "3" in plain(table.notes[-1])
    assert not any(f"data {i}" in text for i in range(6) for text in written(table).values())


def test_tables_of_groups_need_groups():
    spec = {"scores": {"files": ["x"]}, "report": {"tables": {"scores": {"rows": "groups"}}}}
    with pytest.raises(ValueError, match="no groups of data sets"):
        Study.model_validate(spec)
    spec["scores"]["groups"] = {"a": ["b"]}
    Study.model_validate(spec)
    spec["report"]["tables"] = {"pairs": {"rows": "groups"}}
    with pytest.raises(ValueError, match="without a row for each data set"):
        Study.model_validate(spec)


@pytest.mark.few
@pytest.mark.parametrize(
    ("sort", "last"), [*product(["rank", "mean", "name", "file"], ["ours", ("ours", "a_b & <c>")])]
)
def test_whatever_the_order_some_come_last(make_analysis, sort, last):
    analysis = make_analysis(6, 4, names=HOSTILE, order=None)
    names = (last,) if isinstance(last, str) else last
    plainly = [cell.name for cell in table_of(analysis, sort=sort).head[-1][1:]]
    expected = [*(name for name in plainly if name not in names), *names]
    for table in (
        table_of(analysis, sort={"by": sort, "last": last}),
        table_of(analysis, "scores", SortOptions(by=sort, last=last)),
    ):
        assert [cell.name for cell in table.head[-1][1:]] == expected
    rows = table_of(analysis, "average-ranks", sort={"by": sort, "last": last})
    assert [row[0].name for row in rows.rows] == expected
    groups_last = table_of(analysis, "average-ranks", sort={"last": ["Average rank", "Wins"]})
    assert [cell.name for cell in groups_last.head[-1]][-2:] == ["Average rank", "Wins"]


def test_kinds_that_are_sorted_are_those_with_algorithms_in_order():
    sorted_kinds = {name for name in TABLES if axes_of(name).of_algorithms or axes_of(name).sorts_rows}
    assert {name for name in TABLES if issubclass(table_options(name), Sortable)} == sorted_kinds | {"average-ranks"}


@pytest.mark.few(1)
@pytest.mark.parametrize("kind", ["scores", "average-ranks", "pairs", "pairwise-p"])
def test_what_is_highlighted_stands_out_in_every_format(make_analysis, kind):
    analysis = make_analysis(8, 4, names=HOSTILE, order=None)
    table = table_of(analysis, kind, highlight="ours")
    bare = table_of(analysis, kind)
    cells = [cell for row in (*table.head, *table.rows) for cell in row]
    names = [cell for cell in cells if cell.name == "ours" and "highlight" in cell.marks]
    assert names
    assert all("bold" in cell.marks for cell in names)
    assert SHADES["highlight"] in table_fragment(table, stamp="")
    assert r"\providecommand{\cellcolor}" in table_fragment(table, stamp="")
    assert SHADES["highlight"] not in table_fragment(bare, stamp="")
    assert "highlight" in display_html([table])
    assert "**ours" in table_markdown(table)
    # nothing but the looks is another
    assert [[plain(cell.text) for cell in row] for row in table.rows] == [
        [plain(cell.text) for cell in row] for row in bare.rows
    ]
    of_ours = [cell for row in table.rows if any(cell.name == "ours" for cell in row[: table.stub]) for cell in row]
    assert all("highlight" in cell.marks for cell in of_ours)


@pytest.mark.parametrize("transpose", [False, True])
def test_next_to_shades_of_the_best_and_second_a_highlight_shades_names_alone(make_analysis, transpose):
    analysis = make_analysis(6, 4)
    options = {"marks": "gray", "highlight": "alg 1", "transpose": transpose}
    choice = choose_tables([analysis], {"scores": table_options("scores")(**options)})
    table = next(table for table in choice.tables if table.kind == "scores")
    cells = [cell for row in (*table.head, *table.rows) for cell in row]
    assert [cell.name for cell in cells if "highlight" in cell.marks] == ["alg 1"]
    assert sum(bool(cell.fill) for cell in cells) == sum(not cell.marks.isdisjoint(SHADES) for cell in cells)
    assert not choice.warnings


def test_a_highlight_of_nothing_is_a_warning(make_analysis):
    chosen = choose_tables([make_analysis(6, 4)], {"omnibus": table_options("omnibus")(highlight="alg 1")})
    assert [str(warning) for warning in chosen.warnings] == [
        "report.tables.omnibus.highlight has no effect: the table has no row and no column of alg 1"
    ]


@pytest.mark.parametrize("side", ["better", "worse"])
def test_daggers_on_one_side(make_analysis, side):
    analysis = make_analysis(8, 4, folds=(10, 10), seed=5, order=None)
    both = table_of(analysis, sort="file", against="alg 1", ranks=False)
    one = table_of(analysis, sort="file", against={side: "alg 1"}, ranks=False)
    sign = "†" if side == "better" else "•"
    for before, after in zip(both.body, one.body, strict=True):
        wanted = [text.endswith(sign) for text in texts(before)]
        assert [text.endswith("†") for text in texts(after)] == wanted
        assert not any("•" in text for text in texts(after))
    notes = " ".join(map(plain, (*one.notes, *one.short_note)))
    assert "•" not in notes
    assert notes.count("†") == 2
    expected = "significantly better than alg 1" if side == "better" else "alg 1 is significantly better"
    assert notes.count(expected) == 2


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_signs_instead_of_daggers(make_analysis, better):
    analysis = make_analysis(8, 4, folds=(10, 10), seed=5, order=None, better=better)
    daggers = table_of(analysis, sort="file", against="alg 1", ranks=False)
    signs = table_of(analysis, sort="file", against="alg 1", signs="plus-minus", ranks=False)
    for before, after in zip(daggers.body, signs.body, strict=True):
        for at, (old, new) in enumerate(zip(texts(before), texts(after), strict=True)):
            expected = {"†": "+", "•": "\N{MINUS SIGN}"}.get(old[-1], "" if at == 1 else "=")
            assert new.split() == [*old.rstrip(" †•").split(), *expected.split()]
    assert texts(signs.rows[-1]) == texts(daggers.rows[-1])
    assert plain(signs.rows[-1][0].text) == "+/=/\N{MINUS SIGN} against alg 1"
    notes = " ".join(map(plain, (*signs.notes, *signs.short_note)))
    assert not {"†", "•"} & set(notes)
    assert notes.count("+: significantly better than alg 1; \N{MINUS SIGN}: significantly worse; =: neither") == 2


@pytest.mark.parametrize(
    ("options", "fault"),
    [({"signs": "plus-minus"}, "signs without"), ({"signs": "plus-minus", "against": {"worse": "a"}}, "both sides")],
)
def test_signs_need_an_algorithm(options, fault):
    study = {"scores": {"files": "a.csv"}, "report": {"tables": {"scores": options}}}
    with pytest.raises(ValidationError, match=fault):
        Study.model_validate(study)


def test_records_in_a_column_stand_below_each_other(make_analysis):
    analysis = make_analysis(12, 4, order=None)
    table = table_of(analysis, transpose=True, summary=("wins-ties-losses", {"wins-ties-losses": "alg 0"}), ranks=False)
    for column in zip(*table.rows, strict=True):
        records = [plain(cell.text) for cell in column if cell.record]
        assert len({tuple(map(len, text.split("/"))) for text in records}) <= 1
        assert [tuple(map(int, text.replace("\N{FIGURE SPACE}", "").split("/"))) for text in records] == [
            cell.record for cell in column if cell.record
        ]
    ranking = table_fragment(table_of(analysis, "average-ranks"), stamp="").splitlines()
    places = {line.replace(r"\phantom{0}", "0").index("/") for line in ranking if line.startswith("alg ")}
    assert len(places) == 1


def two_metrics():
    rng = np.random.default_rng(7)
    accuracy = metric_of(rng.uniform(0.6, 0.9, (6, 4)), names=HOSTILE)
    latency = replace(metric_of(rng.uniform(3, 9, (6, 4)), "lower", names=HOSTILE[::-1]), name="latency")
    costs = {"params": Costs("params", accuracy.datasets, HOSTILE, np.tile([22.1, 5.0, 22.1, 86.6], (6, 1)))}
    metrics = [{"name": "accuracy"}, {"name": "latency", "better": "lower"}]
    study = Study.model_validate({"scores": {"files": ["x"], "metrics": metrics, "costs": ["params"]}})
    return analyse(study, Scores((accuracy, latency), costs, ()))


def test_costs_and_metrics_as_columns_of_the_ranking():
    analyses = two_metrics()
    options = {"average-ranks": table_options("average-ranks")(columns=("params", "latency", "accuracy"))}
    for analysis in analyses:
        [table] = [
            table
            for table in choose_tables([analysis], options, of_all=analyses).tables
            if table.kind == "average-ranks"
        ]
        assert [cell.name for cell in table.head[-1]] == ["Algorithm", "params", "latency", "accuracy"]
        arrows = [plain(cell.text)[-1] for cell in table.head[-1][1:]]
        assert arrows == ["↓", "↓", "↑"]
        for row in table.rows:
            name = row[0].name
            latency, accuracy = (
                one.scores.means[:, one.names.index(name)].mean() for one in (analyses[1], analyses[0])
            )
            assert [cell.value for cell in row[1:]] == pytest.approx(
                [dict(zip(HOSTILE, [22.1, 5.0, 22.1, 86.6], strict=True))[name], latency, accuracy]
            )
        notes = " ".join(map(plain, (*table.notes, *table.short_note, table.caption)))
        assert "verage ranks are" not in notes
        assert "Bold" not in notes
        assert "underlined" not in notes


@pytest.mark.parametrize(("n", "k", "seed"), [(6, 3, 1), (8, 2, 2), (12, 4, 0), (20, 2, 0), (5, 3, 3)])
def test_the_short_note_of_the_ranking_is_of_what_stands_in_it(make_analysis, n, k, seed):
    table = table_of(make_analysis(n, k, seed=seed), "average-ranks")
    note = " ".join(map(plain, table.short_note))
    assert ("*:" in note) is any("significant" in cell.marks for row in table.rows for cell in row)
    assert ("all others" in note) is (k > 2)
    assert any("all other algorithms" in plain(text) for text in table.notes) is (k > 2)


@pytest.mark.few
@pytest.mark.parametrize("form", ["short", "full"])
@pytest.mark.parametrize(("width", "omitted"), [(170, {"Mean", "Groups"}), (225, {"Mean"}), (500, set())])
def test_notes_of_latex_are_on_the_columns_that_are_set(make_analysis, form, width, omitted):
    report = ReportOptions(latex=LatexOptions(notes=form, width=width))
    table = table_of(make_analysis(12, 6, folds=(1, 4)), "average-ranks")
    assert set(lay_out(table, report).omitted) == omitted
    _, (_, notes) = table_files([table], stamp="", report=report)
    for column, note in table.column_notes:
        last_words = plain(note).split()[-3:]
        assert (" ".join(last_words) in notes) is (column not in omitted)


@pytest.mark.parametrize("more", [{}, {"ranks": False}, {"spread": "sd"}, {"rows": "groups"}])
def test_csv_has_the_deviation_of_the_row_that_prints_it(make_analysis, more):
    spec = {"folds": (1, 4)} if "spread" in more else {}
    analysis = make_analysis(6, 3, groups={"one": ["data 0", "data 1"], "two": ["data 2", "data 3"]}, **spec)
    table = table_of(analysis, summary=("mean-spread",), **more)
    head, *rows = csv.reader(io.StringIO(table_csv(table)))
    of_groups = more.get("rows") == "groups"
    [row] = [row for row in rows if row[0] == ("two" if of_groups else "Mean ± SD")]
    members = [2, 3] if of_groups else range(6)
    for column, name in enumerate(analysis.names):
        expected = np.std(analysis.scores.means[list(members), column], ddof=1)
        assert float(row[head.index(f"{name} sd")]) == pytest.approx(expected, rel=1e-4)
