"""The section `plot`: which figures are drawn, and how."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, Literal

from pydantic import Discriminator, Field, Tag, field_validator

from rankpress.spec.method_sections import Method
from rankpress.spec.methods import DEFAULT_PLOTS, Adjustment, Plot
from rankpress.spec.nearest import one_of
from rankpress.spec.pairs import Pair, pairs_of_one
from rankpress.spec.strict import UNIQUE, Flag, Incoherence, Number, Text, refuse, repeated, repetitions

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
        "cd": (*OF_ANY_FIGURE, "layout", "best", "sides", "ranks", "highlight", "adjust"),
        "rank-distribution": (*OF_ANY_FIGURE, "form"),
        "scatter": (*OF_ANY_FIGURE, "pairs"),
        "simplex": (*OF_ANY_FIGURE, "pairs"),
        "curves": (*OF_ANY_FIGURE, "axes"),
        "average-curves": OF_ANY_FIGURE,
        "curve": (*OF_ANY_FIGURE, "pairs", "dataset", "level"),
        "order": OF_ANY_FIGURE,
        "replicability": OF_ANY_FIGURE,
        "p-values": (*OF_ANY_FIGURE, "adjust", "raw"),
        "comparison-matrix": (*OF_ANY_FIGURE, "adjust", "rows", "columns"),
        "score-map": (*OF_ANY_FIGURE, "colour"),
        "two-metrics": (*OF_ANY_FIGURE, "x", "y"),
        "cost-front": (*OF_ANY_FIGURE, "cost", "of", "scale"),
        "power": (*OF_ANY_FIGURE, "pairs", "against"),
        "sensitivity": OF_ANY_FIGURE,
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
    layout: Literal["auto", "axis", "rows"] = Field(
        default="auto",
        description="cd only: names at the sides of an axis, or an algorithm a row; auto is rows for many algorithms,"
        " and for names that find no room at an axis.",
    )
    best: Literal["left", "right"] | None = Field(
        default=None,
        description="cd only: where the best rank lies. Left out: right with names at the sides of an axis, left in"
        " rows.",
    )
    sides: Literal["both", "left", "right"] = Field(
        default="both", description="cd only: where the names stand beside an axis; one side suits a narrow column."
    )
    ranks: Flag = Field(default=True, description="cd only: whether average ranks stand beside the names.")
    highlight: tuple[Text, ...] = Field(
        default=(), json_schema_extra=UNIQUE, description="cd only: algorithms that stand out."
    )
    form: Literal["box", "violin"] = Field(
        default="box",
        description="rank-distribution only: boxes with a dot a data set, or bars as high as the number of data sets.",
    )
    pairs: tuple[Pair, ...] | None = Field(
        default=None,
        min_length=1,
        description="scatter, simplex, curve and power only: pairs [A, B] of algorithms, a figure each, or in power a"
        " panel each. Left out: the best ranked and the next, or the control and the best other; for curve the first"
        " pair of curves, if any; for power those simulated, six panels at most.",
    )

    @field_validator("pairs")
    @classmethod
    def _pairs_differ(cls, pairs: tuple[Pair, ...] | None) -> tuple[Pair, ...] | None:
        refuse(pairs_of_one(pairs or ()), pairs)
        return pairs

    axes: Literal["shared", "own"] = Field(
        default="shared",
        description="curves only: one scale of differences for all panels, whose widths can be compared, or one of its"
        " own for each, which shows narrow curves better.",
    )
    dataset: Text | None = Field(
        default=None, description="curve only: the data set. Left out: the first on which the pair has a curve."
    )
    level: Annotated[Number, Field(gt=0, lt=1)] = Field(
        default=0.95, description="curve only: confidence level of the interval that is marked."
    )
    x: Text | None = Field(default=None, description="two-metrics only: the metric across. Left out: the first one.")
    y: Text | None = Field(
        default=None, description="two-metrics only: the metric upwards. Left out: each other one, a figure each."
    )
    cost: Text | None = Field(
        default=None, description="cost-front only: one of scores.costs. Left out: each, a figure each."
    )
    of: Literal["rank", "score"] = Field(
        default="rank", description="cost-front only: average ranks or mean scores over the costs."
    )
    scale: Literal["auto", "log", "linear"] = Field(
        default="auto",
        description="cost-front only: of the costs; auto is log where the largest is above 20 times the smallest.",
    )
    against: Literal["datasets", "difference"] = Field(
        default="datasets",
        description="power only: over the number of data sets, or over the difference on as many as the study has.",
    )
    adjust: Adjustment | None = Field(
        default=None,
        description="cd, p-values and comparison-matrix only: whose adjusted p-values, one of adjust. Left out: the"
        " first one.",
    )
    raw: Flag = Field(
        default=False, description="p-values only: unadjusted p-values above the diagonal, adjusted ones below it."
    )
    rows: tuple[Text, ...] | None = Field(
        default=None,
        json_schema_extra=UNIQUE,
        min_length=1,
        description="comparison-matrix only: the algorithms beside the cells. Left out: all.",
    )
    columns: tuple[Text, ...] | None = Field(
        default=None,
        json_schema_extra=UNIQUE,
        min_length=1,
        description="comparison-matrix only: the algorithms above the cells. Left out: all, or as many of the best"
        " ranked as the width has room for.",
    )
    colour: Literal["scores", "ranks", "best"] = Field(
        default="scores",
        description="score-map only: colours show scores, ranks, or how far a score is from its data set's best.",
    )

    @field_validator("rows", "columns")
    @classmethod
    def _algorithms_differ(cls, names: tuple[Text, ...] | None) -> tuple[Text, ...] | None:
        refuse(repetitions("algorithm", names or ()), names)
        return names


DEFAULT_FIGURES = tuple(PlottedFigure(name=name) for name in DEFAULT_PLOTS)


def repeated_figures(figures: Sequence[PlottedFigure]) -> Iterator[Incoherence]:
    """Find figures that are listed twice with the same options."""
    for index, _ in repeated(figure.model_dump_json() for figure in figures):
        told = f"the figure '{figures[index].name}' is listed twice"
        yield Incoherence((index,), told, "each figure once, or differently")


def unknown_metrics(figures: Sequence[PlottedFigure], metrics: Sequence[str]) -> Iterator[Incoherence]:
    """Find figures for metrics that the study has not."""
    for index, figure in enumerate(figures):
        listed = [(("metrics", place), metric) for place, metric in enumerate(figure.metrics or ())]
        axes = [((axis,), metric) for axis, metric in (("x", figure.x), ("y", figure.y)) if metric is not None]
        for path, metric in (*listed, *axes):
            if metric not in metrics:
                yield Incoherence(
                    (index, figure.name, *path),
                    f"the metric '{metric}' is not one of scores.metrics",
                    one_of(metric, metrics),
                )
            elif figure.metrics is not None and metric not in figure.metrics:
                yield Incoherence(
                    (index, figure.name, *path),
                    f"the metric '{metric}' is not one of the metrics of this figure",
                    one_of(metric, figure.metrics),
                )
        if figure.x is not None and figure.x == figure.y:
            yield Incoherence((index, figure.name, "y"), f"x and y are both '{figure.x}'", "two metrics")


def unknown_costs(figures: Sequence[PlottedFigure], costs: Sequence[str]) -> Iterator[Incoherence]:
    """Find figures for costs that the study has not."""
    for index, figure in enumerate(figures):
        if figure.cost is not None and figure.cost not in costs:
            yield Incoherence(
                (index, figure.name, "cost"),
                f"the cost '{figure.cost}' is not one of scores.costs",
                one_of(figure.cost, costs) if costs else "a cost in scores.costs, which has none",
            )


def unknown_adjustments(figures: Sequence[PlottedFigure], methods: Sequence[str]) -> Iterator[Incoherence]:
    """Find figures by an adjustment that the study does not make."""
    for index, figure in enumerate(figures):
        if figure.adjust is not None and figure.adjust not in methods:
            yield Incoherence(
                (index, figure.name, "adjust"),
                f"'{figure.adjust}' is not one of adjust",
                one_of(figure.adjust, methods) if methods else "a method in adjust, which has none",
            )
