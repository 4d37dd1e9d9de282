"""Panels of lines in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rankpress.figures.lines.layout import Line, LinePanel


def describe_lines(panels: Sequence[LinePanel], x_title: str, y_title: str) -> str:
    """Describe panels of lines by where each line begins and ends.

    Parameters
    ----------
    panels : sequence of LinePanel
    x_title, y_title : str
        What the axes show.

    Returns
    -------
    str

    Examples
    --------
    >>> from rankpress.figures.lines.layout import Line, LinePanel
    >>> describe_lines([LinePanel("A and B", [Line("sign", [0, 20], [0.1, 0.9])])], "bias k", "share of rejections")
    'Lines of share of rejections over bias k. A and B: sign from 0.1 at 0 to 0.9 at 20.'
    """
    told = [f"Lines of {y_title} over {x_title}."]
    for panel in panels:
        lines = "; ".join(map(_course, panel.lines))
        told.append(f"{panel.title}: {lines}." if panel.title else f"{lines}.")
    return " ".join(told)


def _course(line: Line) -> str:
    first, last = f"{line.ys[0]:.3g} at {line.xs[0]:g}", f"{line.ys[-1]:.3g} at {line.xs[-1]:g}"
    return f"{line.label} from {first} to {last}" if len(line.xs) > 1 else f"{line.label} {first}"
