"""Widths of columns and text by venue, in inches, and where they are stated."""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple


class Venue(NamedTuple):
    """Inches of a column's width, and of the text's width and height; and where they are stated."""

    column: float
    text: float
    height: float
    source: str


_ICML = (3.25, 6.75, 9.0)
_LNCS = (4.8, 4.8, 7.59)
_LNCS_SOURCE = "Springer LNCS, class llncs: text of 122 mm by 193 mm"
_SIGCONF = (3.33, 7.0, 8.66)
_SIGCONF_SOURCE = "class acmart, sigconf: two columns of 241.1 pt, 24 pt apart"

VENUES = MappingProxyType(
    {
        "aaai": Venue(3.3, 6.975, 9.0, "AAAI author kit: two columns of 3.3 in, 0.375 in apart"),
        "acl": Venue(3.03, 6.3, 9.72, "ACL style files: text of 16 cm by 24.7 cm, columns of 7.7 cm"),
        "acm": Venue(*_SIGCONF, _SIGCONF_SOURCE),
        "acm-journal": Venue(5.47, 5.47, 7.94, "class acmart, acmsmall: text of 395.8 pt by 574 pt"),
        "aistats": Venue(3.25, 6.75, 9.25, "AISTATS style file: two columns of 3.25 in, 0.25 in apart"),
        "cvpr": Venue(3.25, 6.875, 8.875, "CVPR author kit: text 6.875 in by 8.875 in, columns 3.25 in"),
        "ecml": Venue(*_LNCS, _LNCS_SOURCE),
        # The artwork guide's 90 mm and 190 mm are wider than the columns of Elsevier's own class.
        "elsevier": Venue(3.48, 7.22, 9.43, "class elsarticle, 5p: columns of 252 pt, text of 522 pt by 682 pt"),
        "iclr": Venue(5.5, 5.5, 9.0, "ICLR style file: text 5.5 in by 9 in"),
        "icml": Venue(*_ICML, "ICML style file: two columns of 3.25 in, 0.25 in apart"),
        # The author centre's 3.5 in and 7.16 in are wider than the columns of IEEE's own class.
        "ieee": Venue(3.48, 7.13, 9.29, "class IEEEtran: columns of 252 pt, text of 516 pt by 672 pt"),
        "ijcai": Venue(3.375, 7.0, 9.25, "IJCAI style file: text 7 in by 9.25 in, columns 0.25 in apart"),
        "jmlr": Venue(6.0, 6.0, 8.5, "JMLR formatting instructions: text 6 in by 8.5 in"),
        "kdd": Venue(*_SIGCONF, _SIGCONF_SOURCE),
        "lncs": Venue(*_LNCS, _LNCS_SOURCE),
        "neurips": Venue(5.5, 5.5, 9.0, "NeurIPS style file: text 5.5 in by 9 in"),
        "pmlr": Venue(6.0, 6.0, 8.5, "class jmlr, for the proceedings: text of 433.6 pt by 614.3 pt"),
        "springer": Venue(3.31, 6.85, 9.2, "Springer journals, artwork guidelines: 84 mm and 174 mm, 234 mm high"),
        "tmlr": Venue(6.5, 6.5, 9.0, "TMLR style file: text 6.5 in by 9 in"),
        "uai": Venue(3.25, 6.75, 9.25, "UAI class: two columns of 3.25 in, 0.25 in apart"),
    }
)
