"""The one warning about characters that LaTeX, the PDF's fonts or those of figures lack: when, and what it says.

That such characters are shown by code points is held in test_characters.py and tests/figures.
"""

import pytest

from rankpress.analysis import labels_of
from rankpress.core.labels import Labels
from rankpress.report.missing_glyphs import unshown_characters
from rankpress.spec.plot_sections import LabelsOptions


@pytest.mark.parametrize(
    ("name", "formats", "drawn", "outputs"),
    [
        ("naïve Łódź", ("latex", "pdf", "html"), True, None),
        ("χ² ≤ 3 ℓ₁", ("latex", "pdf"), True, None),
        ("決", ("html", "markdown"), False, None),
        ("決", ("latex", "html"), False, "LaTeX can"),
        ("決", ("pdf",), False, "report.pdf can"),
        ("決", (), True, "the figures can"),
        ("決", ("latex", "pdf"), True, "LaTeX, report.pdf and the figures can"),
        ("Дерево", ("latex", "pdf"), True, "LaTeX can"),  # Cyrillic letters are in the fonts
        ("a\u202eb", ("pdf",), False, "report.pdf can"),
    ],
)
def test_who_cannot_show_a_name(name, formats, drawn, outputs, make_analysis):
    found = unshown_characters("T", [make_analysis(names=[name, "B", "C"])], Labels(), formats, drawn=drawn)
    assert [one.split(" show ")[0] for one in found] == ([] if outputs is None else [outputs])


def test_it_names_the_characters_and_what_to_do(make_analysis):
    analyses = [make_analysis(names=["決策", "B", "C"], datasets=["木", "x", "y"])]
    [told] = unshown_characters("T", analyses, Labels(), ["latex"], drawn=False)
    assert told == (
        "LaTeX can show U+6C7A (決), U+7B56 (策) and U+6728 (木) by code points alone, as in the algorithm '決策'; to"
        " have it shown as you wish, give it a label (labels: algorithms: in the spec)"
    )


def test_outputs_that_lack_other_characters_are_told_apart(make_analysis):
    analyses = [make_analysis(names=["\u05e9\u05dc", "決", "C"])]
    told = unshown_characters("T", analyses, Labels(), ["latex", "pdf"], drawn=True)
    assert [one.partition(" by code")[0] for one in told] == [
        "LaTeX can show U+05E9 (\u05e9), U+05DC (\u05dc) and U+6C7A (決)",
        "report.pdf and the figures can show U+6C7A (決)",
    ]


def test_a_label_is_the_way_out(make_analysis):
    labels = {"algorithms": {"決策木": {"label": "Tree, $\\ell_1$", "math": True}}}
    analyses = [make_analysis(names=["決策木", "B", "C"])]
    assert unshown_characters("T", analyses, Labels(), ["latex", "pdf"], drawn=True)
    shown = labels_of(analyses, LabelsOptions.model_validate(labels).names)
    assert unshown_characters("T", analyses, shown, ["latex", "pdf"], drawn=True) == ()
