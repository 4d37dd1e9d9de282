r"""Text as LaTeX that shows it as written, under pdfLaTeX, XeLaTeX and LuaLaTeX alike."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from rankpress.report.characters import EDGE, code_point
from rankpress.report.glyphs import COMBINING, KNOWN, accented, decomposed

# Characters that stand for themselves, and pairs of them that TeX would join into another glyph.
_PLAIN = re.compile(r"[A-Za-z0-9 .,;:!?'()+=/@-]*")
_JOINED = re.compile(r"([-',])(?=\1)")
_TOUCHING = re.compile(f"(?<=[A-Za-z0-9]){EDGE}+(?=[A-Za-z0-9])")


@lru_cache(maxsize=65536)
def latex_escape(text: str) -> str:
    r"""Escape a finished text, once.

    Parameters
    ----------
    text : str
        Any text: no part of it is taken for LaTeX.

    Returns
    -------
    str
        ASCII on one line. Line breaks are spaces; characters without a glyph are their code points.

    Examples
    --------
    >>> print(latex_escape("50% $x$ & #1"))
    50\% \$x\$ \& \#1
    >>> print(latex_escape("naïve χ² ≤ 3"), latex_escape("😀"))
    na\"{\i}ve \ensuremath{\chi}\ensuremath{^{2}} \ensuremath{\le} 3 U+1F600
    """
    if _PLAIN.fullmatch(text) and not _JOINED.search(text):
        return text
    clusters = _clusters(unicodedata.normalize("NFC", text))
    return _separated("".join(_set(cluster) for cluster in clusters))


def unknown_to_latex(text: str) -> list[str]:
    """The characters of a text that LaTeX shows by their code points.

    Examples
    --------
    >>> unknown_to_latex("naïve 木😀")
    ['木', '😀']
    """
    clusters = _clusters(unicodedata.normalize("NFC", text))
    return [one for cluster in clusters if EDGE in _set(cluster) for one in cluster if EDGE in _set(one)]


def comment_text(text: str) -> str:
    """A text that stays in a LaTeX comment: one line of printable ASCII.

    Parameters
    ----------
    text : str
        Any text.

    Returns
    -------
    str
        Other characters are their code points.
    """
    return "".join(c if " " <= c <= "~" else " " if c.isspace() else f"U+{ord(c):04X}" for c in text)


def _clusters(text: str) -> list[str]:
    """Split into characters, combining accents kept with the letter before them."""
    clusters: list[str] = []
    for character in text:
        if character in COMBINING and clusters:
            clusters[-1] += character
        else:
            clusters.append(character)
    return clusters


def _set(cluster: str) -> str:
    if len(cluster) == 1 and (cluster in KNOWN or _PLAIN.fullmatch(cluster)):
        return KNOWN.get(cluster, cluster)
    accents = decomposed(cluster)
    whole = accented(accents) if len(accents) > 1 else None
    if whole is not None:
        return whole
    return "".join(KNOWN.get(one) or (one if _PLAIN.fullmatch(one) else code_point(one)) for one in cluster)


def _separated(text: str) -> str:
    """Keep TeX from joining dashes, quotes and commas, and code points from running into what is beside them."""
    text = _JOINED.sub(r"\1{}", text)
    return _TOUCHING.sub(r"\\,", text).replace(EDGE, "")
