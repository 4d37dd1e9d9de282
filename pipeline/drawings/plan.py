"""A figure before it is drawn, and after."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from rankpress.figures.cd.diagram import Diagram
    from rankpress.figures.style import Style
    from rankpress.spec.methods import Plot
    from rankpress.spec.plot_section import PlottedFigure

_Page = TypeVar("_Page")


@dataclass(frozen=True)
class Restylable:
    """A critical difference diagram that a paper can restyle: laid out, with its names as they are set by TeX.

    Parameters
    ----------
    labels : sequence of str
        The names, which may hold mathematics.
    diagram : Diagram
        Where everything goes.
    style : Style
        That it was laid out in.
    """

    labels: Sequence[str]
    diagram: Diagram
    style: Style


@dataclass(frozen=True)
class Drawing:
    """A figure as the report takes it.

    Parameters
    ----------
    name : str
        File name without suffix, such as ``accuracy-cd``.
    metric, kind : str
        The metric it shows, empty where it shows several, and the kind as the spec names it, such as ``cd``.
    title, caption, alt : str
        Heading, caption and description for those who cannot see it.
    pdf, svg : bytes
        The drawing, fonts embedded as TrueType (PDF) and text as paths (SVG).
    others : mapping of str to bytes
        Further forms of it by the suffix of their files, such as ``png``.
    restylable : Restylable or None
        What its TikZ is written from, where that was asked for.
    figure : PlottedFigure or None
        How the spec asks for it; None is without options.
    calling : str
        A sentence on its p-values or tests, such as that they are exploratory, for files that have no caption.
    """

    name: str
    metric: str
    kind: str
    title: str
    caption: str
    alt: str
    pdf: bytes
    svg: bytes
    others: Mapping[str, bytes] = field(default_factory=dict)
    restylable: Restylable | None = None
    figure: PlottedFigure | None = None
    calling: str = ""


@dataclass(frozen=True)
class Plan:
    """A figure that is still to be drawn.

    Parameters
    ----------
    metrics : sequence of str
        Which it shows; the name of its file begins with them.
    kind : str
        As the spec names it, where it does.
    title, caption, alt : str
        As for `Drawing`.
    draw : callable
        Draws it, in another process where that is faster: a `functools.partial`, for it is sent there.
    part : str
        What its file's name ends with, where a figure comes in several parts, such as ``-2``.
    file : str
        What stands for the kind in the file's name; the plot stage fills it in, and `figure`.
    lay_out : callable or None
        Lays it out for TikZ, where it can be restyled.
    calling : str
        As for `Drawing`.
    """

    metrics: Sequence[str]
    kind: str
    title: str
    caption: str
    alt: str
    draw: Callable[[], Figure]
    part: str = ""
    file: str = ""
    lay_out: Callable[[], Restylable] | None = None
    figure: PlottedFigure | None = None
    calling: str = ""


@dataclass(frozen=True)
class Missing:
    """A figure that cannot be drawn from what a study has; `why` is a clause, such as "no test was made"."""

    kind: Plot
    metric: str
    why: str


def numbered(pages: Sequence[_Page]) -> Iterator[tuple[str, str, _Page]]:
    """The pages of a figure, each after what ends the name of its file and its title; nothing does of one page alone.

    Examples
    --------
    >>> list(numbered("AB")), list(numbered("A"))
    ([('-1', ' (1 of 2)', 'A'), ('-2', ' (2 of 2)', 'B')], [('', '', 'A')])
    """
    if len(pages) == 1:
        yield "", "", pages[0]
        return
    for number, page in enumerate(pages, start=1):
        yield f"-{number}", f" ({number} of {len(pages)})", page
