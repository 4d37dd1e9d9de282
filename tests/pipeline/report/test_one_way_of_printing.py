"""What all outputs of a study print alike: p-values at its level, numbers of a metric in its decimals and unit."""

import io
import re
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.artist import Artist

from rankpress.account.document import build_document
from rankpress.account.macros import collect
from rankpress.account.paper import cautions, methods_for_paper, results_for_paper
from rankpress.account.tables import build_tables
from rankpress.app.answer import write_answer
from rankpress.core.document import Plan, all_sections
from rankpress.report.plot import plans_of
from rankpress.report.table_view import choose_tables
from rankpress.spec.model import Study
from rankpress.spec.table_options import table_options
from rankpress.wording.forms import is_p
from rankpress.wording.numbers import MINUS, Rounding
from rankpress.wording.text import plain

EVERYTHING = {
    "folds": (2, 5),
    "effects": {},
    "bayes": {"rope": 0.0123456, "draws": 1000},
    "curves": {"pairs": "all", "average": True},
    "power": {"effect": 0.0123456, "draws": 100, "datasets": [6, 8]},
    "replicability": {"draws": 20, "size": 4},
    "sensitivity": {"pairwise": ["t"], "omnibus": [], "adjust": ["hochberg"], "digits": [2]},
    "costs": True,
    "groups": {"first": ["data 0", "data 1", "data 2"]},
}
FIGURES = [
    "scatter",
    "p-values",
    "comparison-matrix",
    "curves",
    "curve",
    "power",
    "sensitivity",
    {"cost-front": {"of": "score"}},
]


def plans(analysis):
    """What is drawn of an analysis, as far as it has what a figure needs."""
    options = Study.model_validate({"scores": {"files": ["x.csv"]}, "plot": FIGURES})
    planned = (plans_of([analysis], [figure], options.report.figures, {}) for figure in options.plot)
    return [plan for group in planned for plan in group if isinstance(plan, Plan)]


def sentences(analysis):
    """All sentences of a study: of the report in full and for a paper, of its tables, figures, macros, terminal."""
    tables = build_tables(analysis)
    document = build_document("Title", [analysis], tables, ())
    texts = [text for section in all_sections(document.sections) for text in (*section.paragraphs, *section.caveats)]
    texts += [*document.summary, *document.account, *document.methods]
    texts += [methods_for_paper([analysis], "we"), *results_for_paper([analysis]), *cautions([analysis])]
    for table in tables:
        texts += [table.title, table.caption, *table.short_note, *table.notes]
    texts += [text for plan in plans(analysis) for text in (plan.caption, plan.alt)]
    stream = io.StringIO()
    write_answer([analysis], {}, stream, width=100)
    return [*map(plain, texts), " ".join(stream.getvalue().split())]


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("k", [2, 3])
def test_a_p_shows_on_which_side_of_the_level_it_is_everywhere(make_analysis, k):
    # with six data sets the least p of the signed-ranks test is 1/32, which three decimals do not tell from the level
    means = np.linspace(0.7, 0.9, 6)[:, None] - np.arange(k) * np.linspace(0.02, 0.03, 6)[:, None]
    analysis = make_analysis(6, k, means=means, test={"alpha": 0.0313}, adjust=["holm"], **EVERYTHING)
    assert analysis.tested.over.p.min() == 1 / 32
    cells = [cell for table in build_tables(analysis) for row in table.rows for cell in row if is_p(cell.form)]
    assert {cell.form.level for cell in cells} == {0.0313}
    printed = [*sentences(analysis), *(plain(cell.text) for cell in cells)]
    printed += [
        plain(macro.text)
        for macro in collect([analysis]).macros
        if (macro.is_p or "phrase" in macro.key) and "average-p" not in macro.key
    ]
    for plan in (plan for plan in plans(analysis) if plan.kind in ("p-values", "curve", "comparison-matrix")):
        artists = plan.draw().findobj(match=Artist)
        printed += [artist.get_text() for artist in artists if hasattr(artist, "get_text")]
    assert [text for text in printed if re.search(r"(?<![\d.])0?\.031(?!\d)", text)] == []


IN_UNIT = re.compile(rf"({MINUS}?[\d.]+)(?= qq)")
INTERVAL = re.compile(rf" qq[^(]* \(95% CI ({MINUS}?[\d.]+) to ({MINUS}?[\d.]+);")


def forms_of_scores(analysis):
    """How tables print scores and their differences; other numbers, such as costs, have forms of their own."""
    kinds = {"scores", "average-ranks", "differences", "curves", "average-curves", "within", "bayes-within"}
    tables = [table for table in build_tables(analysis) if table.kind in kinds]
    return [cell.form for table in tables for row in table.rows for cell in row if isinstance(cell.form, Rounding)]


@pytest.mark.nightly
def test_numbers_of_a_metric_have_its_decimals_everywhere(make_analysis):
    digits, better = 5, "lower"
    analysis = make_analysis(8, 3, scale={"unit": "qq", "digits": digits}, better=better, **EVERYTHING)
    texts = sentences(analysis)
    numbers = {number for text in texts for number in IN_UNIT.findall(text)} - {"0.0123456"}  # as the study states it
    assert len(numbers) > 3
    assert {len(number.partition(".")[2]) for number in numbers} == {digits}
    ends = [end for text in texts for ends in INTERVAL.findall(text) for end in ends]
    assert ends
    assert {len(end.partition(".")[2]) for end in ends} == {digits}
    forms = forms_of_scores(analysis)
    assert {(form.scientific, form.factor) for form in forms} == {(False, 1.0)}
    assert {form.decimals for form in forms} <= {digits, digits + 1}  # of areas and errors one more
    macros = {plain(macro.text) for macro in collect([analysis]).macros if "of the score of" in plain(macro.meaning)}
    assert {len(text.partition(".")[2]) for text in macros} <= {digits}


@pytest.mark.nightly
def test_a_metric_in_per_cent_is_so_everywhere(make_analysis):
    analysis = make_analysis(8, 3, scale={"percent": True, "digits": 2}, **EVERYTHING)
    texts = [
        text.replace(" percentage points", "pp").replace(" percentage point", "pp") for text in sentences(analysis)
    ]
    texts = [text for text in texts if "Monte Carlo" not in text]  # whose errors are of other shares
    points = {number for text in texts for number in re.findall(rf"({MINUS}?[\d.]+)pp", text)} - {"1.23456"}
    assert {len(number.partition(".")[2]) for number in points} == {2}
    assert {form.factor for form in forms_of_scores(analysis)} == {100.0}
    assert not any(re.search(r"0\.0123456", text) for text in texts)


@pytest.mark.parametrize("digits", [2, 4])
def test_decimals_set_for_a_column_of_p_hold_wherever_it_is_printed(make_analysis, digits):
    """The pairs, the half matrix, the ranking and the row below the scores; a study can ask for two."""
    of_pairs = {"pairs": table_options("pairs")(digits={"p (Holm)": digits})}
    analysis = replace(make_analysis(14, 4), table_digits=of_pairs)
    kinds = {"average-ranks": {}, "pairwise-p": {}, "scores": {"summary": ["p"]}}
    kinds["pairs"] = {"digits": {"p (Holm)": digits}}
    options = {kind: table_options(kind)(**more) for kind, more in kinds.items()}
    holm = analysis.adjusted.p["holm"]
    for table in choose_tables([analysis], options).tables:
        if table.kind in kinds:
            cells = [cell for row in table.rows for cell in row if cell.is_p and cell.value in holm]
            assert cells, table.kind
            decimals = {len(plain(cell.text).partition(".")[2]) for cell in cells if cell.form.decimals is not None}
            assert decimals == {digits}, table.kind
