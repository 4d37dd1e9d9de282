"""The map of scores: a row a data set, a column an algorithm."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from rankpress.analysis import Analysis
from rankpress.drawings.plan import Missing, Plan, numbered
from rankpress.figures.alt import describe_score_map
from rankpress.report.inline import plain
from rankpress.report.numbers import place_text, rounding_of
from rankpress.report.tables.cells import scope
from rankpress.scores import FloatArray
from rankpress.short_names import drawn, explained_if_drawn, in_text
from rankpress.spec.plot_section import PlottedFigure
from rankpress.stats.shortfall import shortfall_from_best

if TYPE_CHECKING:
    from rankpress.figures.style import Style


@dataclass(frozen=True)
class _Shown:
    """What the colours show: its name in the figure and in the caption, its values, and how they are printed."""

    label: str
    told: str
    values: FloatArray
    better: Literal["higher", "lower"]
    number: Callable[[float], str]


def plan(analysis: Analysis, figure: PlottedFigure, style: Style) -> Iterator[Plan | Missing]:
    """Plan a map, in parts where there are more data sets than a page has room for."""
    from rankpress.figures.matrix.score_map import score_map, score_map_pages

    metric, shown = analysis.scores.name, _shown(analysis, figure.colour)
    if shown is None:
        yield Missing("score-map", metric, "only average ranks are known")
        return
    order = list(analysis.ranking.best_first)
    values, datasets = shown.values[:, order], analysis.scores.datasets
    names = [analysis.names[i] for i in order]
    pages = score_map_pages(drawn(datasets), drawn(names), style=style, label=shown.label)
    told: dict[str, Any] = {"label": shown.label, "number": shown.number}
    for part, which, rows in numbered(pages):
        yield Plan(
            metrics=(metric,),
            part=part,
            kind="score-map",
            title=f"Map of {shown.told}{which}",
            caption=score_map_caption(analysis, shown.told, figure.colour, paged=bool(part))
            + explained_if_drawn(names)
            + explained_if_drawn(datasets),
            alt=describe_score_map(values, in_text(datasets), in_text(names), **told, rows=rows),
            draw=partial(
                score_map,
                values,
                drawn(datasets),
                drawn(names),
                **told,
                better=shown.better,
                rows=rows,
                style=style,
            ),
        )


def _shown(analysis: Analysis, colour: Literal["scores", "ranks", "best"]) -> _Shown | None:
    scores, ranks = analysis.scores, analysis.ranking.ranks
    if scores.means is None or scores.oriented is None or ranks is None:
        return None
    metric, rounding = scores.name, rounding_of(scores.means)
    if colour == "ranks":
        return _Shown(f"rank by {plain(metric)}", f"ranks by {metric}", ranks, "lower", place_text)
    if colour == "best":
        short, told = shortfall_from_best(scores.oriented), f"distance in {metric} to the best"
        return _Shown(plain(told), told, short, "lower", rounding.text)
    return _Shown(plain(metric), metric, scores.means, scores.better, rounding.text)


def score_map_caption(
    analysis: Analysis, told: str, colour: Literal["scores", "ranks", "best"], *, paged: bool = False
) -> str:
    """What a map of scores shows, in a few sentences."""
    scores = analysis.scores
    scale = {
        "scores": f" ({scores.better} {scores.name} is better), on one scale for all data sets",
        "ranks": "",
        "best": " on its data set, of which the best has distance 0",
    }
    order = "the algorithms from the left by average rank, the best first"
    sentences = [
        f"{told[:1].upper()}{told[1:]} of {scope(analysis)}; {order}.",
        f"The darker a cell, the better the result{scale[colour]}.",
    ]
    if paged:
        sentences.append("All parts have the same colours.")
    if scores.missing.worst_ranked and colour == "ranks":
        sentences.append("A missing result is ranked last on its data set.")
    elif scores.missing.worst_ranked or scores.missing.left_open:
        sentences.append("Cells that are struck through have no result.")
    sentences.append("Colours show no significance.")
    return " ".join(sentences)
