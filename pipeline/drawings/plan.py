"""A figure before it is drawn, and after."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from rankpress.figures.cd.diagram import Diagram
    from rankpress.figures.style import Style
    from rankpress.spec.methods import Plot


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


@dataclass(frozen=True)
class Plan:
    """A figure that is still to be drawn.

    Parameters
    ----------
    metrics : sequence of str
        Which it shows; the name of its file begins with them.
    kind : str
        As the spec names it.
    title, caption, alt : str
        As for `Drawing`.
    draw : callable
        Draws it, in another process where that is faster: a `functools.partial`, for it is sent there.
    part : str
        What its file's name ends with, where a figure comes in several parts, such as ``-2``.
    file : str
        What stands for the kind in the file's name; the plot stage fills it in.
    lay_out : callable or None
        Lays it out for TikZ, where it can be restyled.
    """

    metrics: Sequence[str]
    kind: Plot
    title: str
    caption: str
    alt: str
    draw: Callable[[], Figure]
    part: str = ""
    file: str = ""
    lay_out: Callable[[], Restylable] | None = None


@dataclass(frozen=True)
class Missing:
    """A figure that cannot be drawn from what a study has; `why` is a clause, such as "no test was made"."""

    kind: Plot
    metric: str
    why: str
