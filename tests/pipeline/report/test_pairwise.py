"""The half matrices and the list of pairs: what they show, and which tables they stand for."""

import html
import re

import numpy as np

from rankpress.core.table import in_print
from rankpress.core.text import plain
from rankpress.report.page import html_report
from rankpress.report.table_view import choose_tables
from rankpress.spec.report_sections import TableOptions
from rankpress.topics.kinds import build_document
from rankpress.topics.pairwise import UNADJUSTED, WINS


def chosen(analysis, sort="rank", **options):
    asked = {kind.replace("_", "-"): option for kind, option in options.items()}
    return {table.kind: table for table in choose_tables([analysis], asked, sort).tables}


def cells(table):
    """All quantities of each pair, by the names of row and column."""
    head = [cell.name for cell in table.head[-1]]
    return {
        (row[0].name, head[place]): (plain(cell.text), *cell.others)
        for row in table.rows
        for place, cell in enumerate(row)
        if place and cell.text
    }


def test_each_pair_stands_once_the_better_ranked_first(make_analysis):
    analysis = make_analysis(9, 5)
    best = [analysis.names[index] for index in analysis.ranking.best_first]
    pairs = [(a, b) for place, a in enumerate(best) for b in best[place + 1 :]]
    table = chosen(analysis)["pairwise-p"]
    assert list(cells(table)) == pairs
    assert {len(texts) for texts in cells(table).values()} == {len(table.quantities)}
    over = analysis.tested.over
    [first] = [at for at, pair in enumerate(over.pairs.tolist()) if set(pair) == set(analysis.ranking.best_first[:2])]
    assert table.rows[0][1].value == analysis.adjusted.p["holm"][first]


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
    assert any("25 best ranked of 27" in plain(note) for note in tables["pairwise-p"].notes)
    assert len(tables["pairs"].rows) == 27 * 26 // 2


def test_the_list_is_for_the_page_and_on_paper_where_it_is_named(make_analysis):
    analysis = make_analysis(8, 4, folds=(2, 5))
    unnamed, named = chosen(analysis)["pairs"], chosen(analysis, pairs=TableOptions(long=True))["pairs"]
    assert unnamed.in_page
    assert not unnamed.in_pdf
    assert named.in_pdf


def test_the_list_prints_some_columns_and_its_file_has_all(make_analysis):
    analysis = make_analysis(8, 4, folds=(2, 5), test={"pairwise": "wilcoxon"})
    table = chosen(analysis)["pairs"]
    whole, shown = ([cell.name for cell in each.head[-1]] for each in (table, in_print(table)))
    assert shown == ["Better ranked", "Worse ranked", "Mean difference", "Hedges' g", WINS, "p (Holm)", UNADJUSTED]
    assert {*shown, "R+", "R−", "Statistic", "Cliff's delta", "Rank difference"} < {*whole}
    over, estimated = analysis.tested.over, analysis.estimated
    column = {name: [row[place].value for row in table.rows] for place, name in enumerate(whole)}
    order = np.argsort(over.p, kind="stable")
    assert column[UNADJUSTED] == over.p[order].tolist()
    assert column["R+"] == over.details["r_plus"][order].tolist()
    assert column["Hedges' g"] == estimated.effects["hedges-g"].estimate[order].tolist()
    asked = chosen(analysis, pairs=TableOptions(columns=("R+", "p (Holm)")))["pairs"]
    assert [cell.name for cell in in_print(asked).head[-1]][2:] == ["R+", "p (Holm)"]


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
