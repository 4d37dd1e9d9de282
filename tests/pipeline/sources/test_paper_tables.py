"""Tables as papers and programs set them for readers: in LaTeX, under titles, printed in columns."""

import openpyxl
import pytest

from rankpress.core.faults import Findings
from rankpress.sources.files import Origin
from rankpress.sources.numerals import NumberColumn, NumeralKind, read_texts
from rankpress.sources.opening import open_origin


def opened(folder, name, content):
    """The sheets of a file."""
    (folder / name).write_text(content)
    findings = Findings()
    sheets = open_origin(Origin(folder, name), findings)
    findings.raise_any()
    return sheets


CELLS = {
    r"\textbf{0.95}": (0.95, None),
    r"\underline{\textbf{0.95}}": (0.95, None),
    r"\num{0.95}": (0.95, None),
    r"{\bf 0.95}": (0.95, None),
    r"\cellcolor{gray!25}0.95": (0.95, None),
    r"\textcolor{red}{0.95}": (0.95, None),
    r"\best{0.95}": (0.95, None),
    r"$0.95 \pm 0.02$": (0.95, 0.02),
    r"$\mathbf{0.95}_{\pm 0.02}$": (0.95, 0.02),
    r"0.95{\tiny $\pm$ 0.02}": (0.95, 0.02),
    r"0.95 \scriptsize{(0.02)}": (0.95, 0.02),
    r"$9.5 \times 10^{-1}$": (0.95, None),
    r"\multirow{2}{*}{0.95}": (0.95, None),
    r"1{,}014.5": (1014.5, None),
}


@pytest.mark.parametrize("cell", CELLS)
def test_a_number_as_latex_sets_it(cell):
    [reading] = read_texts([cell], NumberColumn("", "", decimal="."))
    assert (reading.value, reading.behind) == CELLS[cell]


@pytest.mark.parametrize(
    "cell", [r"$10^{2}$", r"$0.9^{2}$", r"\SI{5.2}{\ms}", r"\frac{1}{2}", r"\foo{2}{0.9}", r"{2}{0.9}"]
)
def test_what_is_no_number_in_latex_is_read_as_none(cell):
    [reading] = read_texts([cell], NumberColumn("", "", decimal="."))
    assert reading.kind in (NumeralKind.UNREAD, NumeralKind.OTHER)


TABULAR = r"""% written by hand
\begin{table}\caption{Accuracy \& \emph{ranks}}
\begin{tabular*}{\textwidth}{l@{\extracolsep{\fill}}cc}
\toprule
\multirow{2}{*}{Data} & \multicolumn{2}{c}{Methods~\cite{x}} \\ \cmidrule(lr){2-3}
 & Ours & \textsc{Theirs} \\ \midrule
two\_moons & \textbf{0.9} & 0.8 \\[2pt]
% a comment & 1 & 2 \\
\makecell{a\\b} & 0.7 & 0.75 \\ \bottomrule
\end{tabular*}
\end{table}
"""


def test_a_tabular(tmp_path):
    [sheet] = opened(tmp_path, "a.tex", TABULAR)
    assert sheet.header == ("Data", "Methods / Ours", "Methods / Theirs")
    assert list(sheet.records(Findings())) == [
        (7, ["two_moons", r"\textbf{0.9}", "0.8"]),
        (9, [r"a\\b", "0.7", "0.75"]),
    ]


LONG = r"""\begin{longtable}{@{}lcc@{}}
\caption{WER of
all systems}\label{t}\\
\toprule Data & A & B \\ \midrule
\endfirsthead
\multicolumn{3}{l}{Table \thetable{} continued} \\ Data & A & B \\ \midrule
\endhead
\multicolumn{3}{r}{on the next page} \\
\endfoot
\bottomrule
\endlastfoot
d1 & 1 & 2 \\
d2 & 3 & 4 \\
\end{longtable}
"""
OTHERS = {
    "as it is": LONG,
    "with one head": LONG[: LONG.index(r"\endfirsthead")] + "\n\n" + LONG[LONG.index(r"\endhead") :],
    "without parts": LONG[: LONG.index(r"\endfirsthead")] + "\n" * 7 + LONG[LONG.index("d1") :],
    "over the width": LONG.replace("longtable}{", "xltabular}{\\textwidth}{").replace("longtable}", "xltabular}"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_a_long_table_has_its_rows_and_its_head_once(tmp_path, name):
    [sheet] = opened(tmp_path, "a.tex", OTHERS[name])
    assert (sheet.title, sheet.header) == ("WER of all systems", ("Data", "A", "B"))
    assert list(sheet.records(Findings())) == [(12, ["d1", "1", "2"]), (13, ["d2", "3", "4"])]


def in_latex(row, begin, end):
    lines = ("Data & A & B", "d1 & 1 & 2", f"{begin}\n{row}", f"{end}\nd2 & 3 & 4")
    return "\\begin{tabular}{lcc}\n" + "".join(line + r" \\" + "\n" for line in lines) + "\\end{tabular}\n"


UNSET = {
    "iffalse": ("a.tex", in_latex("wrong & 9 & 9", "\\iffalse % B saw the test set", "\\fi")),
    "if0": ("a.tex", in_latex("wrong & 9 & 9", "\\if0", "\\else")),
    "comment": ("a.tex", in_latex("wrong & 9 & 9", "\\begin{comment}", "\\end{comment}")),
    "lines": ("a.tex", in_latex("% wrong & 9 & 9", "%", "%")),
    "Markdown": ("a.md", "|Data|A|B|\n|-|-|-|\n|d1|1|2|\n<!-- |wrong|9|9| -->\n|d2|3|4|\n"),
    "several lines": ("a.md", "|Data|A|B|\n|-|-|-|\n|d1|1|2|\n<!--\n|wrong|9|9|\n-->\n|d2|3|4|\n"),
    "a table": ("a.md", "<!--\n|Data|A|\n|-|-|\n|wrong|9|\n-->\n|Data|A|B|\n|-|-|-|\n|d1|1|2|\n|d2|3|4|\n"),
    "HTML": (
        "a.html",
        "<table><tr><th>Data<th>A<th>B<tr><td>d1<td>1<td>2<!-- <tr><td>wrong<td>9<td>9 --><tr><td>d2<td>3<td>4</table>",
    ),
}


@pytest.mark.parametrize("name", UNSET)
def test_what_is_commented_out_is_not_read(tmp_path, name):
    file, content = UNSET[name]
    (tmp_path / file).write_text(content)
    findings = Findings()
    [sheet] = open_origin(Origin(tmp_path, file), findings)
    assert [cells for _, cells in sheet.records(findings)] == [["d1", "1", "2"], ["d2", "3", "4"]]
    assert any("wrong" in row and "9" in row for row in findings.comments)  # which the account quotes


@pytest.mark.parametrize("name", ["a.tex", "a.txt", "a.csv", "a"])
def test_rows_of_a_tabular(read, name):
    text = "data & A & B \\\\ \\hline\nd1 & 0.5 & \\textbf{0.75} \\\\\nd2 & 1 & 2 \\\\\n"
    [metric] = read({name: text}, layout="wide").metrics
    assert metric.means.tolist() == [[0.5, 0.75], [1, 2]]


TITLED = "corpus,A,B\nc1,0.5,0.25\nc2,1,2\nc3,3,4\n"


@pytest.mark.parametrize(
    "title",
    ["Table 1\n", "Table 1,,\n", "Table 1\n\n", "Seed,42,\nMetric,auc,\n", "of A and B, all\n", "# x\nTable 1\n"],
)
@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_titles_are_no_rows(tmp_path, title, sign):
    [sheet] = opened(tmp_path, "a.csv", title.replace(",", sign) + TITLED.replace(",", sign))
    assert sheet.header == ("corpus", "A", "B")
    assert next(row for row, _ in sheet.records(Findings())) == title.count("\n") + 2


@pytest.mark.parametrize("title", ["Table 1\n", "Sizes of code, in bytes\n====\n\n", "# x\nThe results of all runs\n"])
@pytest.mark.parametrize("name", ["a.txt", "a.csv"])
def test_titles_above_aligned_columns_are_no_rows(tmp_path, title, name):
    aligned = "".join("".join(f"{cell:<9}" for cell in line.split(",")) + "\n" for line in TITLED.splitlines())
    [sheet] = opened(tmp_path, name, title + aligned)
    assert sheet.header == ("corpus", "A", "B")
    assert next(row for row, _ in sheet.records(Findings())) == title.count("\n") + 2


@pytest.mark.parametrize(
    "text", [TITLED, TITLED.replace("corpus", ""), "A,B\nd1,0.5,1\nd2,1,2\nd3,1,2\n", "x\nd1,5\nd2,6\nd3,7\n"]
)
def test_a_first_row_that_is_no_title(tmp_path, text):
    [sheet] = opened(tmp_path, "a.csv", text)
    assert sheet.header == tuple(text.split("\n")[0].split(","))


@pytest.mark.parametrize("names", ["dataset", "dataset  fold"])
@pytest.mark.parametrize("over", ["", "method"])
def test_a_frame_as_pandas_prints_it(tmp_path, names, over):
    rows = [f"d{n}  {'1  ' if 'fold' in names else ''}0.5  0.25" for n in range(3)]
    [sheet] = opened(tmp_path, "a.txt", "\n".join([f"{over}  A  B", names, *rows]))
    assert sheet.header == (*names.split(), "A", "B")
    assert len(list(sheet.records(Findings()))) == 3


@pytest.mark.parametrize("title", [["Table 1: WER"], ["Table 1", "WER"], ["Seed", 42]])
@pytest.mark.parametrize("blank", [[], [[]]])
def test_titles_in_a_workbook(tmp_path, title, blank):
    book = openpyxl.Workbook()
    rows = [["corpus", "A", "B", "C"], ["c1", 0.5, 0.25, 1], ["c2", 1, 2, 3]]
    for row in [title, *blank, *rows]:
        book.active.append(row)
    book.save(tmp_path / "a.xlsx")
    [sheet] = open_origin(Origin(tmp_path, "a.xlsx"), Findings())
    assert (sheet.header, sheet.title) == (("corpus", "A", "B", "C"), " ".join(map(str, title)))
    assert [row for row, _ in sheet.records(Findings())] == [3 + len(blank), 4 + len(blank)]


@pytest.mark.parametrize("hidden", ['style="display:none"', 'style="color:red; DISPLAY : None"', "hidden"])
def test_what_a_page_does_not_show_in_a_cell_is_not_read(tmp_path, hidden):
    cells = "".join(f"<td><span {hidden}>{n}<b>9</b></span>0.{n}5" for n in (3, 1))
    page = f"<table><tr><th>corpus<th>A<th>B</tr><tr><td>c1{cells}</tr></table>"
    [sheet] = opened(tmp_path, "a.html", page)
    assert [cells for _, cells in sheet.records(Findings())] == [["c1", "0.35", "0.15"]]


def test_a_title_over_all_columns_of_a_page(tmp_path):
    page = "<table><tr><th colspan=3>Table 1: WER</tr><tr><th>corpus<th>A<th>B</tr><tr><td>c1<td>1<td>2</tr></table>"
    [sheet] = opened(tmp_path, "a.html", page)
    assert (sheet.header, sheet.title) == (("corpus", "A", "B"), "Table 1: WER")
