"""Sentences that speak of numbers, in each place where a file has sentences: quoted, asked about, or followed."""

import io
import json
import re
from itertools import product
from pathlib import Path

import openpyxl
import pytest
from openpyxl.comments import Comment
from openpyxl.styles import Font

from rankpress.core.faults import FaultsFound
from rankpress.init.assumptions import doubts_on_values
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table
from rankpress.init.remarks import remarks_in

SETS = ("harbor", "meadow", "quarry", "tundra", "lagoon", "canyon")
ALGORITHMS = ("Boreal", "Zephyr", "Kestrel", "Osprey")
HEADER = ["dataset", *ALGORITHMS]
ROWS = [
    [name, *(f"{0.9 - 0.03 * a - 0.002 * ((d * 7 + a * 3) % 5) - 0.04 * (d % 3):.3f}" for a in range(4))]
    for d, name in enumerate(SETS)
]
RECORDS = [
    {"dataset": row[0], "model": each, "accuracy": float(cell)}
    for row in ROWS
    for each, cell in zip(ALGORITHMS, row[1:], strict=True)
]


def lines(*rows, sign=","):
    return "".join(f"{sign.join(map(str, row))}\n" for row in rows)


WIDE = lines(HEADER, *ROWS)
LONG = lines(("dataset", "model", "accuracy"), *(record.values() for record in RECORDS))
MARKDOWN = "".join(f"| {' | '.join(row)} |\n" for row in [HEADER, ["---"] * 5, *ROWS])


def workbook(*, notes="", comment="", below="", struck=""):
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "accuracy"
    for row in [HEADER, *([name, *map(float, cells)] for name, *cells in ROWS)]:
        sheet.append(row)
    if notes:
        book.create_sheet("Notes")["A1"] = notes
    if comment:
        sheet["B2"].comment = Comment(comment, "me")
    if below:
        sheet.append([below])
    if struck:
        sheet[struck].font = Font(strike=True)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def page(caption="", below=""):
    rows = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in ROWS)
    head = "".join(f"<th>{cell}</th>" for cell in HEADER)
    return f"<html><table><caption>{caption}</caption><tr>{head}</tr>{rows}</table><p>{below}</p></html>"


def latex(caption="Accuracy", below=""):
    rows = "".join(f"{' & '.join(row)} \\\\\n" for row in [HEADER, *ROWS])
    return (
        f"\\begin{{table}}\\caption{{{caption}}}\n\\begin{{tabular}}{{lrrrr}}\n{rows}\\end{{tabular}}\n{below}\n"
        "\\end{table}\n"
    )


# By place, the files with a sentence in it; the first is given unless there are several.
PLACES = {
    "comment": lambda said: {"accuracy.csv": f"# {said}\n{WIDE}"},
    "title": lambda said: {"accuracy.csv": f'"{said}"\n\n{WIDE}'},
    "comment of a long table": lambda said: {"scores.csv": f"# {said}\n{LONG}"},
    "row below": lambda said: {"accuracy.csv": f'{WIDE}"{said}",,,,\n'},
    "above a Markdown table": lambda said: {"accuracy.md": f"# Results\n\n{said}\n\n{MARKDOWN}"},
    "below a Markdown table": lambda said: {"accuracy.md": f"# Results\n\n{MARKDOWN}\n{said}\n"},
    "caption in LaTeX": lambda said: {"accuracy.tex": latex(said)},
    "below a table in LaTeX": lambda said: {"accuracy.tex": latex(below=f"\\footnotesize {said}")},
    "caption in HTML": lambda said: {"accuracy.html": page(said)},
    "below a table in HTML": lambda said: {"accuracy.html": page(below=said)},
    "sheet of notes": lambda said: {"accuracy.xlsx": workbook(notes=said)},
    "comment on a cell": lambda said: {"accuracy.xlsx": workbook(comment=said)},
    "row below in a workbook": lambda said: {"accuracy.xlsx": workbook(below=said)},
    "key of JSON": lambda said: {"accuracy.json": json.dumps({"note": said, "results": RECORDS})},
    "key of YAML": lambda said: {"accuracy.yaml": json.dumps({"comment": said, "results": RECORDS})},
    "README.md": lambda said: {"accuracy.csv": WIDE, "README.md": f"# Results\n\nRun in May.\n{said}\n"},
    "NOTES.txt": lambda said: {"scores.csv": LONG, "NOTES.txt": f"{said}\n"},
}
# Boreal is first, and Zephyr second.
ASKED = (
    "Boreal was excluded from the ranking because it saw the test set.",
    "Boreal is an oracle.",
    "Numbers of Boreal are copied from its paper.",
    "Boreal: results on the training set",
    "All scores are negated.",
    "Osprey is in units of 0.001.",
    "Lower is better.",
)
DOUBTED = (
    "The numbers on quarry are invalid.",
    "Preliminary, do not use.",
    "Corrected in version 2, see the erratum.",
    "Zephyr is not comparable.",
    "Zephyr and Kestrel were swapped.",
    "A timeout counts as 0.",
    "Boreal is best except on quarry.",
)
PLAIN = (
    "Measured on one machine with four cores.",
    "All numbers are normalized.",
    "We thank the authors of the solvers.",
)


# What papers say of their own method with the same words.
ORDINARY = (
    "Boreal is trained on the training set and evaluated on the test set.",
    "Boreal avoids label leakage.",
    "Boreal gives the fewest wrong answers.",
    "Boreal was not excluded.",
    "Missing values are ignored by Boreal.",
    "The code of Boreal is taken from the repository of its authors.",
    "Boreal queries an oracle for labels.",
    "All numbers are relative to Boreal.",
    "Boreal uses log-transformed inputs.",
    "Boreal (ours) excludes outliers.",
    "Boreal finds each bug.",
    "Best results are in bold, results of others are taken from their papers.",
)


def doubts_of(files):
    for name, content in files.items():
        folder = Path("runs")
        folder.mkdir(exist_ok=True)
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    given = f"runs/{next(iter(files))}"
    table = read_table(given)
    guess = guess_study(table, given)
    return [*guess.doubts, *doubts_on_values(table, guess)]


def quotes(doubt, said):
    plain = [re.sub(r"[^a-z]", "", each.lower()) for each in (said, doubt.text)]
    return plain[0] in plain[1]


def somewhere(sentences, places=tuple(PLACES)):
    """Each sentence in every fifth place, so that some stand in each."""
    pairs = product(enumerate(places), enumerate(sentences))
    return [(place, said) for (at, place), (number, said) in pairs if (at + number) % 5 == 0]


@pytest.mark.few(20)
@pytest.mark.parametrize(("place", "said"), somewhere(ASKED))
def test_what_a_sentence_says_is_asked_about_where_the_answer_depends_on_it(place, said):
    doubts = doubts_of(PLACES[place](said))
    asked = [doubt for doubt in doubts if doubt.is_open]
    is_direction = said.startswith("Lower")
    assert [said for doubt in asked if is_direction or quotes(doubt, said)], doubts


@pytest.mark.few(20)
@pytest.mark.parametrize(("place", "said"), somewhere(DOUBTED))
def test_what_a_sentence_says_otherwise_is_quoted_as_a_doubt(place, said):
    doubts = doubts_of(PLACES[place](said))
    assert not [doubt for doubt in doubts if doubt.is_open]
    assert [doubt for doubt in doubts if quotes(doubt, said)], doubts


@pytest.mark.few(8)
@pytest.mark.parametrize(
    ("place", "said"), somewhere(PLAIN, [place for place in PLACES if not place.startswith("row below")])
)
def test_a_sentence_that_says_nothing_of_numbers_is_no_doubt(place, said):
    assert not [doubt for doubt in doubts_of(PLACES[place](said)) if quotes(doubt, said)]


@pytest.mark.few
@pytest.mark.parametrize("said", ORDINARY)
def test_what_papers_say_of_their_own_method_is_not_asked_about(said):
    assert not any(doubt.is_open for doubt in doubts_of({"accuracy.csv": f"# {said}\n{WIDE}"}))


def test_a_data_set_whose_numbers_decide_and_are_invalid_is_asked_about():
    rows = [["dataset", "A1", "B1"], *([f"d{n}", 0.7 + n / 100, 0.71 + n / 100] for n in range(4))]
    rows += [[f"e{n}", 0.8 - n / 100, 0.7] for n in range(5)]
    files = {"accuracy.csv": f"# e0 and e1 are invalid, except nothing else\n{lines(*rows)}"}
    assert any(doubt.is_open and doubt.ways for doubt in doubts_of(files))


@pytest.mark.few
@pytest.mark.parametrize("mark", ["*", "\N{DAGGER}", "\N{SUPERSCRIPT ONE}"])
@pytest.mark.parametrize("is_long", [False, True])
def test_a_note_is_about_the_names_with_its_mark(mark, is_long):
    table = LONG if is_long else WIDE
    for name, is_asked in (("Boreal", True), ("Osprey", False)):
        marked = table.replace(name, f"{name}{mark}")
        doubts = doubts_of({"accuracy.csv": f"# {mark} Copied from the original paper\n{marked}"})
        assert (name, any(doubt.is_open for doubt in doubts)) == (name, is_asked)
        assert any("Copied from the original paper" in doubt.text for doubt in doubts)


def test_what_stands_behind_the_name_of_the_first_is_asked_about():
    assert not any(doubt.is_open for doubt in doubts_of({"accuracy.csv": WIDE.replace("Boreal", "Boreal (2 layers)")}))
    for said in ("copied from paper", "not comparable"):
        assert any(doubt.is_open for doubt in doubts_of({"accuracy.csv": WIDE.replace("Boreal", f"Boreal ({said})")}))


def test_a_file_next_to_others_counts_where_it_names_what_is_compared():
    others = {"accuracy.csv": WIDE, "other.csv": "a,b\n1,2\n"}
    assert not doubts_of({**others, "README.md": "The logger was wrong.\n"})
    [doubt] = doubts_of({**others, "README.md": "Boreal was wrong.\n"})
    assert doubt.is_open


def test_no_more_than_the_first_lines_are_looked_at():
    assert len(list(remarks_in("x", (f"line {n} is wrong" for n in range(10_000))))) <= 200
    with pytest.raises(FaultsFound):
        doubts_of({"accuracy.csv": "# wrong\n"})


STRUCK = {
    "accuracy.md": MARKDOWN.replace(ROWS[2][1], f"~~{ROWS[2][1]}~~"),
    "accuracy.html": page().replace(ROWS[2][1], f"<del>{ROWS[2][1]}</del>"),
    "page.html": page().replace(f"<td>{ROWS[2][1]}", f"<td style='text-decoration: line-through'>{ROWS[2][1]}"),
    "accuracy.tex": latex().replace(ROWS[2][1], f"\\sout{{{ROWS[2][1]}}}"),
    "accuracy.xlsx": workbook(struck="B4"),
}


@pytest.mark.parametrize("name", STRUCK)
def test_a_number_that_is_struck_through_is_asked_about(name):
    asked = [doubt for doubt in doubts_of({name: STRUCK[name]}) if doubt.is_open and "~~" in doubt.text]
    assert len(asked) == 1


# A mark as LaTeX and HTML write it, and as it is shown.
MARKS = {
    r"$^\dagger$": ("tex", "†"),
    r"$^{\ddagger}$": ("tex", "‡"),
    r"\textsuperscript{\dag}": ("tex", "†"),
    "$^*$": ("tex", "∗"),
    "$^{1}$": ("tex", "¹"),
    "<sup>†</sup>": ("html", "†"),
    "<sup>4</sup>": ("html", "⁴"),
    "‡": ("md", "‡"),
}


def marked(mark, at_number, note="trained with extra data"):
    """A table in which a mark stands at the leader, or at a number of its, with a note below it."""
    suffix, _ = MARKS[mark]
    rows = [list(row) for row in (HEADER, *ROWS)]
    rows[1 if at_number else 0][1] += mark
    if suffix == "md":
        return lines(rows[0], ["---"] * 5, *rows[1:], sign=" | ") + f"\n{mark} {note}.\n"
    if suffix == "html":
        cells = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
        return f"<table>{cells}</table><p>{mark} {note}.</p>"
    body = "".join(f"{' & '.join(row)} \\\\\n" for row in rows)
    tabular = f"\\begin{{tabular}}{{lcccc}}\n{body}\\end{{tabular}}\n"
    return f"\\begin{{table}}\n{tabular}\\footnotesize{{{mark} {note}.}}\n\\end{{table}}\n"


def read_marked(mark, at_number, note="trained with extra data"):
    place = f"accuracy.{MARKS[mark][0]}"
    Path(place).write_text(marked(mark, at_number, note), encoding="utf-8")
    table = read_table(place)
    return table, guess_study(table, place)


@pytest.mark.few
@pytest.mark.parametrize("mark", MARKS)
def test_a_note_on_a_name_is_quoted_whatever_it_says(mark):
    table, guess = read_marked(mark, at_number=False)
    shown = MARKS[mark][1]
    assert f"Boreal{shown}" in table.columns
    doubts = [doubt.text for doubt in doubts_on_values(table, guess)]
    assert [text for text in doubts if f"says '{shown} trained with extra data" in text], doubts


@pytest.mark.few
@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_at_a_number_is_no_digit_of_it(mark):
    table, guess = read_marked(mark, at_number=True, note="tuned on the test set")
    assert table.columns["Boreal"].numbers[0] == float(ROWS[0][1])
    assert any("tuned on the test set" in doubt.text for doubt in doubts_on_values(table, guess))


def test_a_legend_of_marks_at_numbers_is_no_remark():
    table, guess = read_marked("$^*$", at_number=True, note="p below 0.05")
    assert not any("0.05" in doubt.text for doubt in doubts_on_values(table, guess))
