"""The section `plot`: which figures are drawn, and how."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, Literal

from pydantic import Discriminator, Field, Tag

from rankpress.spec.method_sections import Method
from rankpress.spec.methods import DEFAULT_PLOTS, Plot
from rankpress.spec.nearest import one_of
from rankpress.spec.strict import UNIQUE, Flag, Incoherence, Number, Text

OF_ANY_FIGURE = ("metrics", "width", "caption", "file")


def _form_of_width(width: object) -> str:
    return "<word>" if isinstance(width, str) else "<inches>"


Width = Annotated[
    Annotated[Literal["column", "text"], Tag("<word>")] | Annotated[Number, Field(ge=2, le=20), Tag("<inches>")],
    Discriminator(_form_of_width),
]


class PlottedFigure(Method):
    """A figure; in YAML its name, or with options: `{cd: {best: left}}`."""

    KIND = "a figure"
    FORMS = "a name such as cd, or {cd: {best: left}}"
    OPTIONS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "cd": (*OF_ANY_FIGURE, "best", "sides", "ranks"),
        "curves": OF_ANY_FIGURE,
        "order": OF_ANY_FIGURE,
    }

    name: Plot = Field(description="The figure.")
    metrics: tuple[Text, ...] | None = Field(
        default=None, json_schema_extra=UNIQUE, min_length=1, description="The metrics it is drawn for. Left out: all."
    )
    width: Width | None = Field(
        default=None, description="column, text, or inches. Left out: as report.figures has it."
    )
    caption: Text | None = Field(default=None, description="In place of the caption that is written for it.")
    file: Text | None = Field(
        default=None,
        description="Name of its file, after the metric's, in place of the figure's own.",
    )
    best: Literal["left", "right"] = Field(default="right", description="cd only: where the best rank lies.")
    sides: Literal["both", "left", "right"] = Field(
        default="both", description="cd only: where the names stand; one side suits a narrow column."
    )
    ranks: Flag = Field(default=True, description="cd only: whether average ranks stand beside the names.")


DEFAULT_FIGURES = tuple(PlottedFigure(name=name) for name in DEFAULT_PLOTS)


def repeated_figures(figures: Sequence[PlottedFigure]) -> Iterator[Incoherence]:
    """Find figures that are listed twice with the same options."""
    for index, figure in enumerate(figures):
        if figure in figures[:index]:
            yield Incoherence(
                (index,), f"the figure '{figure.name}' is listed twice", "each figure once, or differently"
            )


def unknown_metrics(figures: Sequence[PlottedFigure], metrics: Sequence[str]) -> Iterator[Incoherence]:
    """Find figures for metrics that the study has not."""
    for index, figure in enumerate(figures):
        for place, metric in enumerate(figure.metrics or ()):
            if metric not in metrics:
                yield Incoherence(
                    (index, figure.name, "metrics", place),
                    f"the metric '{metric}' is not one of scores.metrics",
                    one_of(metric, metrics),
                )
