"""Numbers, each explained in a key, for names that figures or a format of the report cannot show."""

import json

import pytest
from matplotlib.text import Text

from rankpress.account.document import build_document
from rankpress.account.tables import build_tables
from rankpress.analysis import analyse, labels_of
from rankpress.catalog.formats import REPORT_FORMATS
from rankpress.report.latex import latex_report
from rankpress.report.missing_glyphs import numbered_names
from rankpress.report.plot import plans_of
from rankpress.spec.plot_sections import PlottedFigure
from rankpress.spec.reading import read_study
from rankpress.stages.load import load
from rankpress.wording.text import plain

NAMES = ["日本 RF", "中", "\N{TEST TUBE}", "\u202egnirts", "ก้า", "العربية", "RF"]


def planned(analysis, *kinds):
    return plans_of([analysis], [*map(PlottedFigure.of_kind, kinds)])


def drawn_texts(plan):
    return "".join(one.get_text() for one in plan.draw().findobj(Text))


@pytest.mark.nightly
def test_without_a_font_a_number_stands_for_a_name_in_all_figures(install_fonts, make_analysis):
    install_fonts()
    for plan in planned(make_analysis(names=NAMES), "cd", "p-values", "comparison-matrix", "score-map", "scatter"):
        text = drawn_texts(plan)
        assert "U+" not in text
        assert not set(text) & set("日本中ก\u202e\N{TEST TUBE}")
        number = "A1" in text
        assert ("A1: 日本 RF, A2: 中" in plain(plan.caption)) == number
        assert number or plan.kind == "scatter"
        assert "日本 RF" in plain(plan.alt) or plan.kind == "scatter"


@pytest.mark.nightly
def test_with_a_font_no_number_stands_for_a_name_and_the_drawing_depends_on_it(install_fonts, font_of, make_analysis):
    analysis = make_analysis(names=["日本", "中", "RF"])
    install_fonts(font_of("日本中"))
    for plan in planned(analysis, "cd", "scatter"):
        assert "A1" not in plain(plan.caption) + drawn_texts(plan)
        assert [*plan.fonts] == ([str(font_of("日本中"))] if "中" in drawn_texts(plan) else [])


def test_a_number_is_no_name_of_another(make_analysis):
    analysis = make_analysis(names=["A2", "中", "RF"])
    every = labels_of([analysis])
    labels = every.numbering(lambda name: plain(name).isascii())
    assert labels.drawn(analysis.algorithms) == ("A2", "AA2", "RF")
    assert every.plain(labels.explained_numbers(["A2", "AA2 − RF"])) == "AA2: 中"
    assert labels.in_text(analysis.algorithms) == ("A2", "中", "RF")


# what stands for a name in LaTeX, in report.pdf without further fonts, and in the formats that readers' fonts show
CLASSES = {
    "CJK": ("日本 RF", "latex pdf"),
    "emoji": ("\N{ROCKET}\N{TEST TUBE}", "latex pdf"),
    "Thai": ("ก้า", "latex pdf"),
    "Hebrew": ("\N{HEBREW LETTER ALEF}", "latex"),
    "accents": ("ấ", "latex"),
    "one accent": ("naïve", ""),
    "private use": ("\ue000net", "latex pdf html markdown typst docx"),
    "unassigned": ("\U000e0fff", "latex pdf html markdown typst docx"),
    "control": ("a\x1bb", "latex pdf html markdown typst docx"),
    "direction": ("\u202egnirts", "latex pdf html markdown typst docx"),
}


@pytest.mark.parametrize(("name", "numbered"), CLASSES.values(), ids=CLASSES)
def test_a_format_shows_a_name_or_explains_its_number(name, numbered, install_fonts, make_analysis):
    install_fonts()
    analysis = make_analysis(names=["B", name, "C"], datasets=["x", "y", name])
    [scores] = [table for table in build_tables(analysis) if table.kind == "scores"]
    for output in REPORT_FORMATS.names():
        shown = labels_of([analysis], numbered_names([analysis], {}, output)).shown(scores)
        cells = [plain(cell.text) for row in (*shown.head, *shown.rows) for cell in row]
        is_numbered = output in numbered.split()
        assert (name in cells, "A2" in cells, "D3" in cells) == (not is_numbered, is_numbered, is_numbered)
        key = "A2: algorithm 2 of the scores, D3: data set 3 of the scores (names that this format cannot print)."
        assert (key == plain(shown.notes[-1])) == is_numbered


@pytest.mark.nightly
def test_report_pdf_takes_a_font_of_the_machine(install_fonts, font_of, make_analysis):
    analysis = make_analysis(names=["日本", "中", "RF"])
    install_fonts(font_of("日本"))
    numbered = labels_of([analysis], numbered_names([analysis], {}, "pdf"))
    assert numbered.in_figure(analysis.algorithms) == ("日本", "A2", "RF")


@pytest.mark.nightly
def test_a_group_of_data_sets_is_numbered_wherever_it_is_named(tmp_path):
    members = {"金融": ["d0", "d1", "d2"], "生物": ["d3", "d4", "d5"]}
    rows = [f"d{d},{a},{0.9 - 0.1 * i + 0.01 * (d % 3 * i)},{i + 1}" for d in range(6) for i, a in enumerate("ABC")]
    (tmp_path / "scores.csv").write_text("\n".join(["dataset,algorithm,accuracy,seconds", *rows, ""]))
    scores = {"files": "scores.csv", "metrics": ["accuracy"], "costs": ["seconds"], "groups": members}
    varied = {"pairwise": [], "adjust": [], "digits": [], "omnibus": [], "leave_out": ["groups"]}
    spec = {"scores": scores, "order": {"within": "none", "cost": "seconds"}, "sensitivity": varied}
    (tmp_path / "study.yaml").write_text(json.dumps(spec))
    study = read_study(tmp_path / "study.yaml").study
    [analysis] = analyse(study, load(study.scores, tmp_path))
    labels = labels_of([analysis], numbered_names([analysis], study.names, "latex"))
    tables = [*build_tables(analysis)]
    document = build_document("T", [analysis], tables, [])
    for shown in (labels, labels_of([analysis], study.names)):
        code_points = [line for line in latex_report(shown.shown(document), stamp="1").splitlines() if "U+" in line]
        assert bool(code_points) == (shown is not labels), code_points
        keys = {table.kind for table in shown.shown(tables) for note in table.notes if "G1: group 1 of" in plain(note)}
        assert keys == ({"scores", "ordering-groups", "sensitivity-measures"} if shown is labels else set())
