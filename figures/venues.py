"""Where papers go: how wide and high their columns are."""

from __future__ import annotations

from typing import NamedTuple


class Venue(NamedTuple):
    """Inches of a column's width, and of the text's width and height; where they are stated; and points of type."""

    name: str
    column: float
    text: float
    height: float
    source: str
    font_size: float = 8.0  # of figures that ask for no other


POINTS = 72.27  # of TeX in an inch
_MM = 25.4  # in an inch


def _in_points(column: float, text: float, height: float) -> tuple[float, float, float]:
    return column / POINTS, text / POINTS, height / POINTS


_ICML = (3.25, 6.75, 9.0)
_LNCS = _in_points(347.12, 347.12, 549.13)
_LNCS_SOURCE = "class llncs: text of 347.1 pt (122 mm) by 549.1 pt (193 mm)"
_SIGCONF = _in_points(241.14, 506.29, 626.0)
_SIGCONF_SOURCE = "class acmart, sigconf: text of 506.3 pt by 626 pt, two columns of 241.1 pt"

# Measures of classes are those that \the\columnwidth, \the\textwidth and \the\textheight print after \maketitle.
_LISTED = (
    Venue("aaai", 3.3, 6.975, 9.0, "AAAI author kit: two columns of 3.3 in, 0.375 in apart"),
    Venue("acl", 3.03, 6.3, 9.72, "ACL style files: text of 16 cm by 24.7 cm, columns of 7.7 cm"),
    Venue("acm", *_SIGCONF, _SIGCONF_SOURCE),
    Venue("acm-journal", *_in_points(395.82, 395.82, 574), "class acmart, acmsmall: text of 395.8 pt by 574 pt"),
    Venue("aistats", 3.25, 6.75, 9.25, "AISTATS style file: two columns of 3.25 in, 0.25 in apart"),
    Venue("cvpr", 3.25, 6.875, 8.875, "CVPR author kit: text 6.875 in by 8.875 in, columns 3.25 in"),
    Venue("ecml", *_LNCS, _LNCS_SOURCE),
    # The artwork guide's 90 mm and 190 mm are wider than the columns of Elsevier's own class.
    Venue("elsevier", *_in_points(252, 522, 682), "class elsarticle, 5p: columns of 252 pt, text of 522 pt by 682 pt"),
    Venue("iclr", 5.5, 5.5, 9.0, "ICLR style file: text 5.5 in by 9 in"),
    Venue("icml", *_ICML, "ICML style file: two columns of 3.25 in, 0.25 in apart"),
    # The author centre's 3.5 in and 7.16 in are wider than the columns of IEEE's own class.
    Venue("ieee", *_in_points(252, 516, 672), "class IEEEtran: columns of 252 pt, text of 516 pt by 672 pt"),
    Venue("ijcai", 3.375, 7.0, 9.25, "IJCAI style file: text 7 in by 9.25 in, columns 0.25 in apart"),
    Venue("jmlr", 6.0, 6.0, 8.5, "JMLR formatting instructions: text 6 in by 8.5 in"),
    Venue("kdd", *_SIGCONF, _SIGCONF_SOURCE),
    Venue("lncs", *_LNCS, _LNCS_SOURCE),
    # Figures of 170 mm leave room for their legends on the page.
    Venue(
        "nature", 89 / _MM, 183 / _MM, 170 / _MM + 0.75, "Nature figure guide: 89 mm, 183 mm, 170 mm high, 5–7 pt", 7.0
    ),
    Venue("neurips", 5.5, 5.5, 9.0, "NeurIPS style file: text 5.5 in by 9 in"),
    Venue("plos", 5.2, 7.5, 8.75, "PLOS figure requirements: at most 7.5 in by 8.75 in; text of 5.2 in, not confirmed"),
    Venue("pmlr", *_in_points(433.62, 433.62, 614.29), "class jmlr: text of 433.6 pt by 614.3 pt"),
    Venue(
        "pnas",
        87 / _MM,
        178 / _MM,
        225 / _MM,
        "PNAS digital art guidelines, as authors quote them: 87 mm, 178 mm, 225 mm high, 6–8 pt",
        7.0,
    ),
    # One of the three columns of Science, 57 mm, is too narrow for names of algorithms next to a plot.
    Venue(
        "science",
        121 / _MM,
        184 / _MM,
        9.0,
        "Science figure guidelines, as authors quote them: 121 mm (two columns) and 184 mm, 5–7 pt",
        7.0,
    ),
    Venue("springer", 3.31, 6.85, 9.2, "Springer journals, artwork guidelines: 84 mm and 174 mm, 234 mm high"),
    Venue("tmlr", 6.5, 6.5, 9.0, "TMLR style file: text 6.5 in by 9 in"),
    Venue("uai", 3.25, 6.75, 9.25, "UAI class: two columns of 3.25 in, 0.25 in apart"),
)
VENUES = {venue.name: venue for venue in _LISTED}
