"""The tables against the analysis; text of other formats than pages and LaTeX."""

import csv
import html
import io
import re
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

import rankpress
from rankpress.account.document import build_document
from rankpress.account.results import results
from rankpress.account.summary import summary
from rankpress.account.tables import build_tables, built_table
from rankpress.analysis import analyse
from rankpress.core.table import Cell, Table, in_print, table_csv
from rankpress.report.page import html_report
from rankpress.report.table_view import choose_tables
from rankpress.spec.reading import read_study
from rankpress.spec.table_options import OfDataset, TableOptions, table_options
from rankpress.stages.load import load
from rankpress.stats.adjustments import holm
from rankpress.topics.comparisons import comparisons
from rankpress.topics.comparisons.pairs import P_UNADJUSTED, WINS, exhaustive_sets_table
from rankpress.topics.comparisons.signed_ranks import signed_ranks_table
from rankpress.topics.conclusion.leaders import disagreement
from rankpress.topics.data.protocol import stopping_caveat
from rankpress.topics.order.methods import ordering_methods
from rankpress.topics.ranks.ranking import group_letters
from rankpress.topics.ranks.ranks import ranks_reminders, ties_methods, ties_sentences
from rankpress.topics.scores.marks import mark_average_ranks, mark_datasets, significant_against
from rankpress.topics.scores.marks import test_within as within_test
from rankpress.topics.scores.options import ScoresTableOptions
from rankpress.topics.scores.scores import scores_reminders
from rankpress.topics.topic import TableRequest, place_of
from rankpress.topics.within.tables import p_by_repeats_table
from rankpress.wording.text import plain


def tables_of(analysis):
    return {table.kind: table for table in build_tables(analysis)}


def texts(table):
    return [[plain(cell.text) for cell in row] for row in table.rows]


def test_scores_with_ranks(make_analysis):
    means = np.array([[0.9, 0.8, 0.7], [0.8, 0.8, 0.7], [0.5, 0.5, 0.5], [0.6, 0.7, 0.8]])
    table = tables_of(make_analysis(4, 3, means=means))["scores"]
    assert texts(table) == [
        ["data 0", "0.9 (1)", "0.8 (2)", "0.7 (3)"],
        ["data 1", "0.8 (1.5)", "0.8 (1.5)", "0.7 (3)"],
        ["data 2", "0.5 (2)", "0.5 (2)", "0.5 (2)"],
        ["data 3", "0.6 (3)", "0.7 (2)", "0.8 (1)"],
        ["Average rank", "1.88", "1.88", "2.25"],
    ]
    marks = [["".join(sorted(cell.marks)) for cell in row[1:]] for row in table.rows]
    assert marks == [
        ["bold", "underline", ""],
        ["bold", "bold", ""],
        ["", "", ""],
        ["", "underline", "bold"],
        ["bold", "bold", ""],  # bold is the best here too
    ]
    assert plain(table.head[0][1].text) == "accuracy ↑"
    assert table.footer == 1


@pytest.mark.parametrize(
    ("groups", "letters"),
    [
        ([(0, 1, 2, 3)], "a a a a"),
        ([], "a b c d"),
        ([(0, 1), (1, 2)], "a ab b c"),
        ([(0, 2), (1, 2, 3)], "a b ab b"),  # no run: 1 lies between 0 and 2
        ([(1, 3), (0, 2)], "a b a b"),
    ],
)
def test_letters(groups, letters):
    lettered = group_letters(groups, range(4))
    assert [lettered[i].replace(" ", "") for i in range(4)] == letters.split()


def test_two_share_a_letter_exactly_where_no_test_separates_them(make_analysis):
    analysis = make_analysis(20, 7, adjust=["holm"])
    table = tables_of(analysis)["average-ranks"]
    groups = table.columns.index("Groups")
    letters = {row[0].name: set(row[groups].text.split()) for row in table.rows}
    together = {
        frozenset(analysis.names[i] for i in pair)
        for pair, p in zip(analysis.tested.over.pairs.tolist(), analysis.adjusted.p["holm"], strict=True)
        if p > 0.05
    }
    assert {frozenset(pair) for pair in combinations(letters, 2) if letters[pair[0]] & letters[pair[1]]} == together


def table_of(analysis, kind, **options):
    [table] = [table for table in build_tables(analysis, {kind: table_options(kind)(**options)}) if table.kind == kind]
    return table


def worse_than_best(analysis):
    """By the first adjustment, from the comparisons one by one."""
    over, best = analysis.tested.over, analysis.ranking.best
    [p, *_] = analysis.adjusted.p.values()
    return {
        loser
        for (a, b), favours, one in zip(over.pairs.tolist(), over.favours.tolist(), p.tolist(), strict=True)
        for winner, loser in (((a, b),) if favours > 0 else ((b, a),) if favours < 0 else ())
        if one <= analysis.adjusted.alpha and winner in best
    }


@pytest.mark.nightly
@pytest.mark.few
@pytest.mark.parametrize(
    "spec",
    [
        {"k": 9, "n": 30},
        {"test": {"pairwise": "t"}, "n": 25},
        {"adjust": ["benjamini-hochberg"]},
        {"test": {"control": "alg 3"}},
        {"n": 5, "test": {"alpha": 0.2}},
    ],
)
def test_average_ranks_by_the_first_adjustment(make_analysis, spec):
    analysis = make_analysis(**spec)
    worse, best = worse_than_best(analysis), analysis.ranking.best
    [marks] = mark_average_ranks(analysis).rows
    bold = {at for at, mark in enumerate(marks) if "bold" in mark}
    assert bold == set(range(len(analysis.names))) - (worse - set(best))
    second = analysis.ranking.best_first[1]
    assert {at for at, mark in enumerate(marks) if "underline" in mark} == ({second} if len(bold) == 1 else set())
    # the row below scores that are marked by tests and the table of average ranks are marked alike
    tested = make_analysis(**spec, folds=(2, 5))
    footer = table_of(tested, "scores", marks="tests").rows[-1][1:]
    assert [cell.marks for cell in footer] == list(mark_average_ranks(tested).rows[0])
    column = {row[0].name: row[1].marks - {"muted"} for row in table_of(analysis, "average-ranks").rows}
    assert column == dict(zip(analysis.names, marks, strict=True))


def test_a_test_that_favours_the_worse_ranked_does_not_make_it_worse(make_analysis):
    """Of a t test: alg 1 is better by far on few data sets, alg 0 by little on most, so that it has the better rank."""
    means = np.tile([0.51, 0.5], (20, 1))
    means[:4] = [0.5, 0.51]
    means[:, 1] += np.where(np.arange(20) < 4, 0.4, 0)
    analysis = make_analysis(20, 2, means=means, test={"pairwise": "t", "alpha": 0.2}, adjust=["holm"])
    assert analysis.ranking.best == (0,)
    over = analysis.tested.over
    assert over.favours.tolist() == [-1]
    [marks] = mark_average_ranks(analysis).rows
    assert [sorted(mark) for mark in marks] == [["bold"], ["bold"]]


@pytest.mark.few(1)
@pytest.mark.parametrize("better", ["higher", "lower"])
@pytest.mark.parametrize("ordered", [False, True])
def test_data_sets_by_the_tests_within_them(make_analysis, better, ordered):
    spec = {"folds": (10, 10), "better": better, "seed": 5}
    if ordered:
        spec |= {"costs": True, "order": {"cost": "seconds", "within_adjust": "bonferroni"}}
    analysis = make_analysis(8, 4, **spec)
    ranks = analysis.ranking.ranks
    sign = 1 if better == "higher" else -1
    marking = mark_datasets(analysis, ScoresTableOptions(marks="tests"))
    n_bold = []
    for one, row, marks in zip(analysis.tested.within, ranks, marking.rows, strict=True):
        p = np.minimum(one.tests.p * len(one.pairs), 1) if ordered else holm(one.tests.p)
        best = int(row.argmin())
        worse = set()
        for (a, b), q, difference in zip(one.pairs.tolist(), p.tolist(), one.tests.difference.tolist(), strict=True):
            if q <= 0.05 and best in (a, b) and (sign * difference > 0) == (a == best):
                worse.add(b if a == best else a)
        bold = {at for at, mark in enumerate(marks) if "bold" in mark}
        assert bold == set(range(4)) - worse
        n_bold.append(len(bold))
    assert len(set(n_bold)) > 1  # the case is one in which tests matter
    assert f"corrected resampled t test, adjusted by {'Bonferroni' if ordered else 'Holm'}" in plain(marking.note(True))
    scores = table_of(analysis, "scores", marks="tests")
    assert [[cell.marks for cell in row[1:]] for row in scores.rows[:-1]] == [list(row) for row in marking.rows]
    assert marking.note(True) in scores.notes


def test_with_a_control_what_was_compared_with_the_best_is_marked_and_stated(make_analysis):
    """Bold is the best, and what a test compared with it and did not find worse; of no other that is claimed."""
    analysis = make_analysis(14, 4, folds=(1, 3), test={"control": "alg 3"}, order=None)
    ranks = analysis.ranking.ranks
    marking = mark_datasets(analysis, ScoresTableOptions(marks="tests"))
    worse_or_better = significant_against(analysis, ScoresTableOptions(against="alg 3"))
    led = ranks[:, 3] == ranks.min(axis=1)
    for is_led, row, marks, significant in zip(led, ranks, marking.rows, worse_or_better, strict=True):
        best, bold = int(row.argmin()), {at for at, mark in enumerate(marks) if "bold" in mark}
        others = {at for at in range(3) if significant[at] == 0} if is_led else {3} if significant[best] == 0 else set()
        assert bold == {best} | others
    assert {True, False} <= {*led.tolist()} | {bool(np.nansum(row)) for row in worse_or_better[~led]}
    table = table_of(analysis, "scores", marks="tests")
    reserve = "where alg 3 is not the best, it alone was compared with the best"
    for form in ("short", "full"):
        assert reserve in " ".join(map(plain, table.notes_in(form)))
    hidden = table_of(analysis, "scores", marks="tests", columns=("alg 0", "alg 1"))
    assert "significantly" not in " ".join(map(plain, hidden.notes))


def test_data_sets_without_tests_are_named_where_tests_mark_the_others(make_analysis):
    analysis = make_analysis(7, 4, folds=(1, 3), order=None)
    for n_untested, named in ((1, "no tests on data 6"), (6, "no tests on 6 of 7 data sets")):
        tested = replace(analysis.tested, within=analysis.tested.within[: 7 - n_untested])
        note = mark_datasets(replace(analysis, tested=tested), ScoresTableOptions(marks="tests")).note(True)
        assert named in plain(note)


@pytest.mark.parametrize("order", [None, {"cost": "seconds"}, {"cost": "seconds", "within_adjust": "bonferroni"}])
def test_with_a_control_one_family_decides_within_the_data_sets(make_analysis, order):
    """An order takes all pairs; what the table of scores calls significant is what the section counts."""
    study = {"test": {"control": "alg 3"}, "adjust": ["hochberg"], "costs": True, "order": order}
    analysis = make_analysis(14, 4, folds=(2, 5), **study)
    signs = significant_against(analysis, ScoresTableOptions(against="alg 3"))
    counted = sum(np.count_nonzero(analysis.p_within(one) <= 0.05) for one in analysis.tested.within)
    assert np.count_nonzero(np.nan_to_num(signs)) == counted > 0
    by = "corrected resampled t test, adjusted by Hochberg for the comparisons with alg 3 on each data set"
    assert plain(within_test(analysis)) == by
    led = analysis.ranking.ranks[:, 3] == 1
    marks = np.array(mark_datasets(analysis, ScoresTableOptions(marks="tests")).rows)[led, :3]
    assert np.array_equal(np.vectorize(lambda mark: "bold" in mark)(marks), signs[led, :3] == 0)
    if order is not None:
        assert "On each data set all pairs were tested by" in " ".join(map(plain, ordering_methods(analysis)))


def read(table):
    return list(csv.reader(io.StringIO(table_csv(table))))


def test_scores_are_unrounded_and_ranks_next_to_them(make_analysis):
    analysis = make_analysis(5, 3)
    head, *rows, average = read(tables_of(analysis)["scores"])
    assert head == ["Data set", "alg 0", "alg 0 rank", "alg 1", "alg 1 rank", "alg 2", "alg 2 rank"]
    assert np.array_equal([[float(cell) for cell in row[1::2]] for row in rows], analysis.scores.means)
    assert np.array_equal([[float(cell) for cell in row[2::2]] for row in rows], analysis.ranking.ranks)
    assert [float(cell) for cell in average[1::2]] == analysis.ranking.average.tolist()


@pytest.mark.parametrize("name", ["=1+1", "+a", "-a", "-1-a", "=1", "@1", "@a", "\ta", "\ra"])
def test_text_is_no_formula(name):
    table = Table("t", "m", "", "", ((Cell(name), Cell("v")),), ((Cell(name), Cell("−1.0", -1.0)),), ("left", "right"))
    written = "'" + name.replace("\r", "\n")
    assert read(table) == [[written, "v"], [written, "-1.0"]]


@pytest.mark.parametrize("name", ["-3", "+1.5", "3", "a=1"])
def test_a_number_is_no_formula(name):
    assert read(Table("t", "m", "", "", ((Cell(name),),), (), ("left",))) == [[name]]


def test_what_is_missing_is_empty():
    table = Table("t", "m", "", "", ((Cell("a"), Cell("b")),), ((Cell("–"), Cell("–", "")),), ("left", "right"))
    assert read(table)[1] == ["–", ""]


def chosen(analysis, sort="rank", **options):
    options = {kind.replace("_", "-"): option for kind, option in options.items()}
    return {table.kind: table for table in choose_tables([analysis], options, sort).tables}


def cells(table):
    """All quantities of each pair, by the names of row and column."""
    head = [cell.name for cell in table.head[-1]]
    return {
        (row[0].name, head[place]): (plain(cell.text), *cell.others)
        for row in table.rows
        for place, cell in enumerate(row)
        if place and cell.text
    }


def test_quantities_turn_with_the_order(make_analysis):
    analysis = make_analysis(9, 4, folds=(2, 5))
    by_rank, by_name = (chosen(analysis, sort)["pairwise-p"] for sort in ("rank", "name"))
    at = {title: place for place, title in enumerate(by_rank.quantities)}
    ranks, wins = at["Rank difference"], at["Wins/ties/losses of the row"]
    within = at["Significant wins/neither/losses within data sets"]
    turned = [(a, b) for a, b in cells(by_rank) if (b, a) in cells(by_name)]
    assert turned
    for a, b in turned:
        mine, others = cells(by_rank)[a, b], cells(by_name)[b, a]
        assert mine[0] == others[0]
        assert mine[ranks].removeprefix("−") == others[ranks].removeprefix("−")
        for records in (wins, within):
            assert mine[records].split("/") == others[records].split("/")[::-1]


def test_of_many_algorithms_the_best_are_in_the_matrix_and_all_in_the_list(make_analysis):
    tables = chosen(make_analysis(6, 27, effects=None, adjust=["holm"]))
    assert len(tables["pairwise-p"].rows) == 24
    assert any("25 best of 27" in plain(note) for note in tables["pairwise-p"].notes)
    assert len(tables["pairs"].rows) == 27 * 26 // 2


def test_the_list_is_for_the_page_and_on_paper_where_it_is_named(make_analysis):
    analysis = make_analysis(8, 4, folds=(2, 5))
    unnamed, named = chosen(analysis)["pairs"], chosen(analysis, pairs=table_options("pairs")(long=True))["pairs"]
    assert unnamed.in_page
    assert not unnamed.in_pdf
    assert named.in_pdf


def test_the_list_prints_some_columns_and_its_file_has_all(make_analysis):
    effects = {"measures": ["hodges-lehmann", "hedges-g", "cliffs-delta"]}
    analysis = make_analysis(8, 4, folds=(2, 5), test={"pairwise": "wilcoxon"}, effects=effects)
    table = chosen(analysis)["pairs"]
    whole, shown = ([cell.name for cell in each.head[-1]] for each in (table, in_print(table)))
    assert shown == [
        "Better ranked",
        "Worse ranked",
        "Hodges-Lehmann shift",
        "Hedges' g",
        WINS,
        "p (Holm)",
        P_UNADJUSTED,
    ]
    assert {*shown, "R+", "R−", "Statistic", "Cliff's delta", "Rank difference"} < {*whole}
    over, estimated = analysis.tested.over, analysis.estimated
    column = {name: [row[place].value for row in table.rows] for place, name in enumerate(whole)}
    order = np.argsort(over.p, kind="stable")
    assert column[P_UNADJUSTED] == over.p[order].tolist()
    assert column["R+"] == over.details["r_plus"][order].tolist()
    assert column["Hedges' g"] == estimated.effects["hedges-g"].estimate[order].tolist()
    requested = chosen(analysis, pairs=table_options("pairs")(columns=("R+", "p (Holm)")))["pairs"]
    assert [cell.name for cell in in_print(requested).head[-1]][2:] == ["R+", "p (Holm)"]


def test_long_names_are_numbers_above_the_columns(make_analysis):
    names = [f"gradient boosting, depth {depth}" for depth in range(8)]
    table = chosen(make_analysis(8, 8, names=names))["pairwise-p"]
    assert [cell.text for cell in table.head[0]] == ["Algorithm", *map(str, range(2, 9))]
    assert {plain(row[0].text)[2:] for row in table.rows} < set(names)
    assert set(map(plain, table.columns)) < {"Algorithm", *names}


def test_what_the_page_and_print_show(make_analysis):
    analysis = make_analysis(8, 4, names=("a|b", "<i>", "knn", "svm"))
    tables = choose_tables([analysis], {}).tables
    document = build_document("T", [analysis], tables, ())
    page = html_report(document)
    assert page.count('class="table matrix"') == 1
    assert 'data-algorithm="&lt;i&gt;"' in page
    assert 'id="table-accuracy-pairwise-differences"' not in page
    [table] = [table for table in tables if table.kind == "pairwise-p"]
    texts = [html.unescape(text).split("|") for text in re.findall(r'data-texts="([^"]*)"', page)]
    assert [tuple(text) for text in texts] == list(cells(table).values())


SCORES = np.array([[0.1 + 0.2, 0.3, 0.5], [0.7, 0.7, 0.6], [0.70, 0.72, 0.75], [0.5, np.nan, np.nan]])
NEAR = {None: 1, 0: 0, 0.03: 2}  # 0.1 + 0.2 and 0.3; 0.70 and 0.72


@pytest.mark.parametrize(("tolerance", "rule"), [(None, "average"), (0, "min"), (0.03, "max")])
def test_ties_are_counted_in_pairs(make_analysis, tolerance, rule):
    analysis = make_analysis(4, 3, means=SCORES, rank={"ties": rule, "tolerance": tolerance})
    ranks = analysis.ranking.ranks
    pairs = [(row, a, b) for row in range(4) for a, b in combinations(range(3), 2)]
    known = [(row, a, b) for row, a, b in pairs if np.isfinite(SCORES[row, [a, b]]).all()]
    tied = [(row, a, b) for row, a, b in known if ranks[row, a] == ranks[row, b]]
    ties = results("T", 0.05, [analysis])["metrics"]["accuracy"]["ties"]
    assert ties == {
        "rule": rule,
        "tolerance": tolerance,
        "comparisons": len(known),
        "tied": len(tied),
        "near": NEAR[tolerance],
    }
    assert sum(bool(SCORES[row, a] != SCORES[row, b]) for row, a, b in tied) == NEAR[tolerance]


def test_methods_state_the_rule_and_the_report_how_many_ties_there_are(make_analysis):
    analysis = make_analysis(4, 3, means=SCORES)
    assert not [*ties_methods(analysis)]
    [reminder] = ranks_reminders(analysis)
    by_default = "Scores that differ by rounding error only (16 units in the last place) are tied"
    assert reminder == f"{by_default} (one of nine comparisons of two scores)."
    assert [*ties_sentences(analysis)] == ["Of the nine comparisons of two scores on a data set, two are ties."]
    exact = make_analysis(4, 3, means=SCORES, rank={"tolerance": 0, "ties": "max"})
    assert [*ties_methods(exact)] == ["Equal scores are tied; tied algorithms all receive the worst of their ranks."]
    coarse = make_analysis(4, 3, means=SCORES, rank={"tolerance": 0.03, "ties": "min"})
    assert next(ties_methods(coarse)) == (
        "Scores that differ by less than 0.03 are tied (two of nine comparisons of two scores); tied algorithms all"
        " receive the best of their ranks."
    )


def test_nothing_is_said_of_ties_where_there_are_none(make_analysis):
    assert not [*ties_sentences(make_analysis(6, 3))]


def test_levels_are_shown_on_request(make_analysis):
    analysis = make_analysis(8, 4, adjust=["holm", "hommel"])
    plain, requested = (
        built_table("pairs", analysis, table_options("pairs")(columns=columns)) for columns in (None, ("Holm level",))
    )
    assert not any("level" in cell.name for cell in plain.head[0])
    place = [cell.name for cell in requested.head[0]].index("Holm level")
    assert [row[place].value for row in requested.rows] == pytest.approx([0.05 / n for n in range(6, 0, -1)])
    comparisons = results("", 0.05, [analysis])["metrics"]["accuracy"]["comparisons"]
    assert {name for item in comparisons for name in item["levels"]} == {"holm"}


def test_exhaustive_sets_need_the_procedure_and_few_algorithms(make_analysis):
    ranks = {"pairwise": "rank-z"}
    assert exhaustive_sets_table(make_analysis(8, 4, adjust=["holm"])) is None
    assert exhaustive_sets_table(make_analysis(8, 7, test=ranks, adjust=["bergmann-hommel"])) is None
    few = make_analysis(8, 3, test=ranks, adjust=["bergmann-hommel"])
    table = exhaustive_sets_table(few)
    options = {"exhaustive-sets": table_options("exhaustive-sets")()}
    assert {item.kind for item in build_tables(few, options)} - {item.kind for item in build_tables(few)} == {*options}
    assert [row[1].value for row in table.rows] == [1, 1, 1, 3]


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_ranks_of_differences_sum_to_the_statistics_of_wilcoxons_test(make_analysis, better):
    analysis = make_analysis(9, 3, better=better)
    first, second = analysis.leading_pair
    table = signed_ranks_table(TableRequest(analysis, TableOptions()))
    differences, ranks = np.array([[cell.value for cell in row[5:7]] for row in table.rows]).T
    means = analysis.scores.means
    assert differences == pytest.approx(means[:, first] - means[:, second])
    row, turned = place_of((first, second), analysis.tested.over.pairs)
    details, sign = analysis.tested.over.details, (1 if better == "higher" else -1) * (-1 if turned else 1)
    assert ranks[sign * differences > 0].sum() == details["r_plus"][row]
    assert ranks[sign * differences < 0].sum() == details["r_minus"][row]
    assert len(signed_ranks_table(TableRequest(analysis, TableOptions(rows=(("alg 0", "alg 1"),)))).rows) == 3 * 9


def test_repeats_are_those_of_the_study(make_analysis):
    analysis = make_analysis(5, 4, folds=(3, 5))
    table = p_by_repeats_table(TableRequest(analysis, OfDataset(dataset="data 2")))
    assert [row[2].value for row in table.rows] == [1, 2, 3]
    last = next(item for item in analysis.tested.within if item.dataset == "data 2")
    pair = [analysis.names.index(plain(cell.text)) for cell in table.rows[-1][:2]]
    index = [sorted(both) for both in last.pairs.tolist()].index(sorted(pair))
    assert table.rows[-1][4].value == pytest.approx(last.tests.p[index])
    every = p_by_repeats_table(TableRequest(analysis, OfDataset(rows=(("alg 0", "alg 1"),))))
    assert len(every.rows) == 6 * 3
    assert p_by_repeats_table(TableRequest(make_analysis(5, 4, folds=(1, 5)), OfDataset())) is None


def test_stopping_rules_are_described_with_the_numbers_of_the_study(make_analysis):
    means = np.column_stack([[0.9, 0.8, 0.7, 0.9, 0.8, 0.5], [0.8, 0.7, 0.6, 0.8, 0.7, 0.6]])
    [text] = map(plain, stopping_caveat([make_analysis(6, 2, means=means)]))
    assert "alg 0 scores better than alg 1 on 5 data sets and worse on 1" in text
    assert "p = 0.109 if" in text
    assert "p = 0.031 if data sets were to be added until alg 0 had lost 1" in text


def test_many_data_sets_can_make_significant_what_a_bayes_factor_does_not(make_analysis):
    rng = np.random.default_rng(2)
    difference = rng.normal(size=400)
    difference = (difference - difference.mean()) / difference.std(ddof=1) + 2.2 / 20  # t = 2.2
    means = 0.5 + np.column_stack([np.zeros(400), 0.01 * difference])
    paradox = make_analysis(400, 2, means=means, test={"pairwise": "t"}, adjust=["holm"])
    assert any("a Bayes factor above 1" in plain(text) for text in comparisons.tests_caveats(paradox))
    clear = make_analysis(400, 2, means=means + np.array([0, 0.01]), test={"pairwise": "t"}, adjust=["holm"])
    assert not any("Bayes factor" in plain(text) for text in comparisons.tests_caveats(clear))


def test_no_doubt_from_the_omnibus_test():
    scores = np.random.default_rng(5).normal(size=16)
    few_large_losses = np.where(np.arange(16) < 5, -0.01, 0.3)  # by ranks 11 to 5, by differences nearly all one way
    comparison = rankpress.compare({"a": scores + few_large_losses, "b": scores}, better="higher")
    [analysis] = comparison.analyses
    assert analysis.tested.over.p[0] < 0.05
    assert all(test.p > 0.05 for test in analysis.tested.omnibus.values())
    [text] = map(plain, summary(comparison.analyses))
    assert "significantly better than b" in text
    assert "caution" not in text


def test_data_sets_on_scales_of_their_own_have_decimals_of_their_own(make_analysis):
    means = np.array(
        [[2.5e-6, 3.1e-6, 0.0], [0.0002, 0.0053, 0.0017], [2.97, 3.28, 4.8125], [48210.5, 46533.1, 69011.7]]
    )
    analysis = make_analysis(4, 3, means=means, better="lower", metric="RMSE")
    rows = [[cell.body for cell in row[1:]] for row in chosen(analysis)["scores"].body]
    assert rows == [
        ["2.50e−6", "3.10e−6", "0"],
        ["0.0002", "0.0053", "0.0017"],
        ["2.97", "3.28", "4.81"],
        ["48211", "46533", "69012"],
    ]
    [reminder] = map(plain, scores_reminders(analysis))
    assert "a typical one is 2.80e−6 on data 0 and 48,200 on data 3" in reminder
    in_two = chosen(analysis, scores=ScoresTableOptions.unchecked(digits=2))["scores"]
    assert [row[1].body for row in in_two.body] == ["0.00", "0.00", "2.97", "48210.50"]


def test_no_interval_that_excludes_zero_reads_as_if_it_had_it(make_analysis):
    steps = np.array([2e-7, 0.004, 0.03, 0.9, 40.0, 300.0, 1700.0, 2500.0])
    means = np.column_stack([steps, 2 * steps, 3 * steps])
    analysis = make_analysis(8, 3, means=means, better="lower", metric="RMSE")
    for table in chosen(analysis).values():
        for cell in (cell for row in table.rows for cell in row if cell.detail.startswith("[")):
            low, high = cell.detail_value
            zeros = [not set("123456789") & set(end) for end in cell.detail.split(", ")]
            assert not any(zeros) or low <= 0 <= high, cell
    sentence = " ".join(map(plain, summary([analysis])))
    assert "CI 0 to" not in sentence


def test_metrics_with_a_leader_in_common_do_not_disagree(make_analysis):
    tied = np.array([[1.0, 2.0], [2.0, 1.0], [1.0, 2.0], [2.0, 1.0]])
    ahead = np.array([[2.0, 1.0], [2.0, 1.0], [1.0, 2.0], [2.0, 1.0]])
    one, other = (make_analysis(4, 2, means=means, metric=name) for name, means in (("a", tied), ("b", ahead)))
    assert not [*disagreement([one, other])]
    assert [*disagreement([make_analysis(4, 2, means=-ahead, metric="c"), other])]


def test_the_page_shows_ranks_and_differences_in_the_table_of_scores(make_analysis):
    analysis = make_analysis(6, 9, better="lower")
    tables = chosen(analysis)
    scores, ranks = tables["scores"], tables["ranks"]
    assert not ranks.in_page
    assert not ranks.in_pdf
    for row, places in zip(scores.rows[:6], ranks.rows[:6], strict=True):
        values = [float(cell.value) for cell in row[1:]]
        assert [cell.others[0] for cell in row[1:]] == [cell.text for cell in places[1:]]
        assert [float(cell.others[1]) for cell in row[1:]] == pytest.approx(np.subtract(values, min(values)), abs=6e-4)
        assert [cell.shade for cell in row[1:]] == [
            round(100 * (max(values) - value) / (max(values) - min(values))) for value in values
        ]
    requested = chosen(analysis, ranks=table_options("ranks")())["ranks"]
    assert requested.in_page
    assert requested.in_pdf


@pytest.mark.nightly
def test_long_scores_are_on_paper_where_they_are_requested(make_analysis):
    def printed(n_datasets, **options):
        tables = choose_tables([make_analysis(n_datasets, 20)], {}, **options).tables
        return [table.in_pdf for table in tables if table.kind == "scores"]

    assert printed(90) == [True]  # 91 rows of 21 cells
    assert printed(100) == [False]
    assert printed(100, long=True) == [True]
    [named] = choose_tables([make_analysis(100, 20)], {"scores": table_options("scores")()}).tables[:1]
    assert named.in_pdf


@pytest.mark.nightly
def test_pairs_of_the_sign_test_are_listed_by_rank(make_analysis):
    names = [f"alg {i}" for i in (3, 0, 4, 1, 2)]
    analysis = make_analysis(9, 5, names=names, folds=(1, 6))
    [table] = [table for table in build_tables(analysis) if table.kind == "within-sign"]
    by_rank = [analysis.names[i] for i in analysis.ranking.best_first]
    assert [(plain(a.text), plain(b.text)) for a, b, *_ in table.rows] == [*combinations(by_rank, 2)]
    assert by_rank != names


@pytest.mark.parametrize(("gaps", "partial", "is_printed"), [(5, 0, True), (16, 0, False), (16, 1, True)])
def test_a_long_list_of_missing_results_is_printed_where_no_other_table_has_it(tmp_path, gaps, partial, is_printed):
    rows = [
        f"data {d},{name},{fold},{0.9 - 0.1 * i + 0.01 * (d * 7 % 5)}"
        for d in range(20)
        for i, name in enumerate("abcd")
        for fold in range(2)
        if not (d < gaps and i == d % 4 and (fold or d >= partial))
    ]
    (tmp_path / "scores.csv").write_text("\n".join(["dataset,algorithm,fold,accuracy", *rows, ""]))
    scores = "{files: scores.csv, columns: {fold: fold}, metrics: [accuracy], missing: incomplete-blocks}"
    (tmp_path / "study.yaml").write_text(f"scores: {scores}\n")
    study = read_study(tmp_path / "study.yaml").study
    [analysis] = analyse(study, load(study.scores, tmp_path))
    [table] = [table for table in build_tables(analysis) if table.kind == "missing"]
    assert table.in_pdf == is_printed
