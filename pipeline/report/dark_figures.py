"""How report.html shows its drawings where the page is dark: each colour of a figure turned into its counterpart."""

from __future__ import annotations

from collections.abc import Iterator


def dark_rules() -> str:
    """Return rules of a style sheet for drawings in the page.

    Returns
    -------
    str
        One for each colour that a shape may be given; colours of a colour map, and the text on them, have none. What is
        saved from the page is as it was drawn, for its attributes are, and in print the page is light.
    """
    return "\n".join(("/* ---- Colours of drawings on a dark page ---- */", *_rules(), ""))


def _rules() -> Iterator[str]:
    from rankpress.figures.style import DARK, PAPER, dark_counterparts

    yield f".drawing {{ background: light-dark({PAPER.paper}, {DARK.paper}); }}"
    counterparts = dark_counterparts()
    # Shapes that are filled with black have no attribute that says so.
    yield f".drawing svg {{ fill: light-dark(#000000, {counterparts['#000000']}); }}"
    # Not `.drawing [fill=...]`: to a selector, a mark that is taken from elsewhere in a drawing does not lie in it.
    for light, dark in counterparts.items():
        for paint in ("fill", "stroke"):
            yield f'[{paint}="{light}"] {{ {paint}: light-dark({light}, {dark}); }}'
