"""Numbers such as 1.012 and 1,012, which are thousands or have three decimals: asked about where it decides."""

import pandas as pd
import pytest

from rankpress.app.cli import main
from rankpress.core.faults import FaultsFound
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table
from rankpress.spec.reading import read_study
from rankpress.spec.scores_section import CsvOptions
from rankpress.stages.load import load

COSTS = [(998, 1012), (2345, 2412), (987, 1001), (1450, 1611), (870, 905), (12405, 13001), (3400, 3555)]


def written(number, sign):
    return f"{number:,}".replace(",", sign)


def rows_of(layout, sign, costs):
    cells = [[written(number, sign) for number in row] for row in costs]
    if layout == "wide":
        return [["instance", "A", "B"], *([f"i{at}", *row] for at, row in enumerate(cells))]
    rows = [[f"i{at}", name, cell] for at, row in enumerate(cells) for name, cell in zip("AB", row, strict=True)]
    return [["instance", "solver", "cost"], *rows]


def file_of(rows, path):
    delimiter = {".csv": ";", ".tsv": "\t", ".md": " | "}[path.suffix]
    lines = [delimiter.join(row) for row in rows]
    if path.suffix == ".md":
        lines = [f"| {line} |" for line in (lines[0], " | ".join("---" for _ in rows[0]), *lines[1:])]
    path.write_text("\n".join([*lines, ""]))
    return str(path)


def asked(given, csv=None):
    doubts = guess_study(read_table(given, csv), given).doubts
    return [doubt for doubt in doubts if "taken for" in doubt.text and doubt.key == "csv" and doubt.is_open]


@pytest.mark.few
@pytest.mark.parametrize("sign", [".", ","])
@pytest.mark.parametrize("layout", ["long", "wide"])
@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".md"])
def test_a_sign_that_decides_which_number_is_larger_is_asked_about(suffix, layout, sign, tmp_path):
    given = file_of(rows_of(layout, sign, COSTS), tmp_path / f"cost{suffix}")
    [doubt] = asked(given)
    assert {way.value for way in doubt.ways} == {f'scores.csv.thousands="{sign}"', f'scores.csv.decimal="{sign}"'}
    for stated in (CsvOptions(thousands=sign), CsvOptions(decimal=sign)):
        assert not asked(given, stated)


@pytest.mark.parametrize("layout", ["long", "wide"])
def test_and_so_in_a_frame(layout):
    from rankpress import compare

    head, *rows = rows_of(layout, ".", COSTS)
    with pytest.raises(FaultsFound, match=r"scores=\{'csv': \{'thousands': '\.'\}\}"):
        compare(pd.DataFrame(rows, columns=head), better="lower")


def test_points_that_are_stated_to_stand_between_thousands_do(tmp_path):
    file_of(rows_of("wide", ".", COSTS), tmp_path / "cost.csv")
    (tmp_path / "study.yaml").write_text(
        'scores: {files: cost.csv, layout: wide, csv: {thousands: "."}, metrics: [{name: cost, better: lower}]}\n'
    )
    [metric] = load(read_study(tmp_path / "study.yaml").study.scores, tmp_path).metrics
    assert [tuple(row) for row in metric.means.tolist()] == COSTS
    table = read_table(str(tmp_path / "cost.csv"), CsvOptions(thousands="."))
    assert table.columns["A"].numbers.tolist() == [a for a, _ in COSTS]


RIGHT = {
    "all with three decimals": [(1.234, 2.345), (12.405, 3.333), (5.177, 4.81)],
    "one below 1": [("998", "0.912"), ("12", "1.012"), ("17", "2.345")],
    "a limit": [("60", "1.234"), ("60", "2.345"), ("3.456", "4.567"), ("12.405", "5.678")],
    "whole numbers above 1000": [("2345", "1.234"), ("998", "2.345"), ("17", "3.456")],
    "whole numbers that are smaller in both": [("1", "3.234"), ("2", "4.345"), ("0", "3.456")],
    "other decimals": [("998", "1.01"), ("987", "2.345"), ("12", "3.456")],
    "decimals of whole numbers": [("998.0", "1.012"), ("987.0", "2.345"), ("12.0", "3.456")],
}


@pytest.mark.parametrize("name", RIGHT)
def test_nobody_is_asked_about_points_without_such_numbers(name, tmp_path):
    cells = [[f"{cell:.3f}" if isinstance(cell, float) else cell for cell in row] for row in RIGHT[name]]
    rows = [[f"i{at}", name, cell] for at, row in enumerate(cells) for name, cell in zip("AB", row, strict=True)]
    assert not asked(file_of([["instance", "solver", "time"], *rows], tmp_path / "runs.csv"))


def test_whole_numbers_of_another_metric_show_nothing(tmp_path):
    rows = [[f"i{at}", name, f"{at + 1}.2{at}{ord(name) % 7}", str(20 + 7 * at)] for at in range(7) for name in "AB"]
    assert not asked(file_of([["instance", "solver", "time", "iterations"], *rows], tmp_path / "runs.csv"))


def test_the_command_stops(capsys, tmp_path):
    assert main(["run", file_of(rows_of("long", ".", COSTS), tmp_path / "cost.csv"), "--better", "lower"]) == 2
    assert "'1.012' is taken for 1.012, as nothing shows whether it is 1012" in capsys.readouterr().err


def test_counts_in_a_row_of_their_own_show_nothing_of_points(tmp_path):
    rows = [["dataset", "A", "B"], *([f"d{at}", f"1{at}.4{at}7", f"1{at}.0{at}3"] for at in range(6))]
    assert not asked(file_of([*rows, ["firsts", "10", "11"]], tmp_path / "error.csv"))
