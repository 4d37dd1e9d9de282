"""The sections `plot`, `report.figures` and `labels`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from rankpress.catalog.formats import FigureForm
from rankpress.catalog.kinds import CHOICES, FIGURES
from rankpress.catalog.methods import DEFAULT_PLOTS
from rankpress.core.faults import one_of
from rankpress.core.labels import Label as ShownLabel
from rankpress.core.labels import Names
from rankpress.core.mathematics import WrongMathematics, with_mathematics
from rankpress.core.written_names import ALLOWED, WrongLatex, own_macro, set_name
from rankpress.spec.method_sections import Adjustment, Method, Plot, Venue
from rankpress.spec.strict import (
    UNIQUE,
    Count,
    Distinct,
    Flag,
    Incoherence,
    Level,
    Number,
    OrShort,
    Pairs,
    Section,
    Text,
    WordOr,
    repeated,
    unlisted,
)
from rankpress.wording.text import Kind, Prose, plain, written_name

OF_ANY_FIGURE = ("metrics", "width", "caption", "file")

Width = WordOr[Literal["column", "text"], Annotated[Number, Field(ge=2, le=20)]]


class _KeysOfFigures(Mapping[str, tuple[str, ...]]):
    """The options of each figure that has any, those of plug-ins included."""

    def __getitem__(self, name: str) -> tuple[str, ...]:
        return FIGURES[name].keys

    def __iter__(self) -> Iterator[str]:
        return (name for name, kind in FIGURES.items() if kind.keys)

    def __len__(self) -> int:
        return sum(1 for _ in self)


class PlottedFigure(Method):
    """A figure; in YAML its name, or with options: `{cd: {best: left}}`."""

    KIND = "a figure"
    FORMS = "a name such as cd, or {cd: {best: left}}"
    OPTIONS = _KeysOfFigures()
    OF_ANY = OF_ANY_FIGURE

    name: Plot = Field(description="The figure.")
    metrics: tuple[Text, ...] | None = Field(
        default=None, json_schema_extra=UNIQUE, min_length=1, description="The metrics it is drawn for. Left out: all."
    )
    width: Width | None = Field(
        default=None, description="column, text, or inches. Left out: as report.figures has it."
    )
    caption: Text | None = Field(default=None, description="In place of the caption that is written for it.")
    file: Text | None = Field(
        default=None, description="Name of its file, after the metric's, in place of the figure's own."
    )
    layout: Literal["auto", "axis", "rows", "arcs"] = Field(
        default="auto",
        description="cd: axis (names at the sides of an axis) or rows (an algorithm a row); auto is rows for many"
        " algorithms and for names that do not fit at an axis. order: rows, or arcs between as many algorithms as a"
        " line has room for; auto is rows.",
    )
    best: Literal["left", "right"] | None = Field(
        default=None,
        description="cd only: where the best rank lies. Left out: right with names at the sides of an axis, left in"
        " rows.",
    )
    sides: Literal["both", "left", "right"] = Field(
        default="both",
        description="cd only: where names are placed at an axis; one side suits a narrow column.",
    )
    ranks: Flag = Field(default=True, description="cd only: whether average ranks are shown next to the names.")
    highlight: tuple[Text, ...] = Field(
        default=(), json_schema_extra=UNIQUE, description="cd only: algorithms that stand out."
    )
    form: Literal["box", "violin", "intervals", "curves"] | None = Field(
        default=None,
        description="rank-distribution: box (boxes with a dot a data set), the default, or violin (bars as high as the"
        " number of data sets). curves: intervals (estimates with 95% intervals), the default, or curves (the whole"
        " confidence curves).",
    )
    pairs: Pairs | None = Field(
        default=None,
        min_length=1,
        description="scatter, simplex, curve and power only: pairs [A, B] of algorithms, a figure each, or in power a"
        " panel each. Left out: the best ranked and the next, or the control and the best other; for curve the first"
        " pair of curves, if any; for power those simulated, six panels at most.",
    )

    axes: Literal["shared", "own"] = Field(
        default="own",
        description="curves only: a scale for each panel, which shows narrow intervals better, or one scale for all"
        " panels, whose widths can be compared.",
    )
    dataset: Text | None = Field(
        default=None,
        description="curve and order only: the data set. Left out: for curve the first on which the pair has a curve,"
        " for order all.",
    )
    level: Level = Field(default=0.95, description="curve only: confidence level of the interval that is marked.")
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
    rows: Annotated[tuple[Text, ...] | None, Distinct("algorithm")] = Field(
        default=None,
        min_length=1,
        description="comparison-matrix only: the algorithms of the rows. Default: all.",
    )
    columns: Annotated[tuple[Text, ...] | None, Distinct("algorithm")] = Field(
        default=None,
        min_length=1,
        description="comparison-matrix only: the algorithms above the cells. Left out: all, or as many of the best"
        " ranked as the width has room for.",
    )
    triangle: Literal["upper", "full"] = Field(
        default="upper",
        description="comparison-matrix only: each pair once, or twice, with either algorithm first. With rows or"
        " columns of your own, all their cells are drawn.",
    )
    colour: Literal["scores", "ranks", "best"] = Field(
        default="scores",
        description="score-map only: colours show scores, ranks, or how far a score is from its data set's best.",
    )


DEFAULT_FIGURES = tuple(PlottedFigure.unchecked(name=name) for name in DEFAULT_PLOTS)


def wrong_figures(figures: Sequence[PlottedFigure], others: Mapping[str, Any]) -> Iterator[Incoherence]:
    """Find figures that are listed twice with the same options, or show what the study has not."""
    scores = others.get("scores")
    for index, _ in repeated(figure.model_dump_json() for figure in figures):
        text = f"the figure '{figures[index].name}' is listed twice"
        yield Incoherence((index,), text, "each figure once, or differently")
    for index, figure in enumerate(figures):
        path = index, figure.name
        if scores is not None:
            yield from _unknown_metrics(figure, path, [metric.name for metric in scores.metrics])
            if figure.cost is not None and figure.cost not in scores.costs:
                yield unlisted((*path, "cost"), figure.cost, scores.costs, "scores.costs", "cost")
        methods = [method.name for method in others.get("adjust", ())]
        for key, allowed in CHOICES.get(figure.name, {}).items():
            value = getattr(figure, key)
            if value not in (None, *allowed):
                text = f"{key}: '{value}' is not one of the figure {figure.name}"
                yield Incoherence((*path, key), text, one_of(value, allowed))
        if "adjust" in others and figure.adjust is not None and figure.adjust not in methods:
            yield unlisted((*path, "adjust"), figure.adjust, methods, "adjust")


def _unknown_metrics(figure: PlottedFigure, path: tuple[int, str], metrics: Sequence[str]) -> Iterator[Incoherence]:
    listed = [(("metrics", place), metric) for place, metric in enumerate(figure.metrics or ())]
    axes = [((axis,), metric) for axis, metric in (("x", figure.x), ("y", figure.y)) if metric is not None]
    for key, metric in (*listed, *axes):
        if metric not in metrics:
            yield unlisted((*path, *key), metric, metrics, "scores.metrics", "metric")
        elif figure.metrics is not None and metric not in figure.metrics:
            text = f"the metric '{metric}' is not one of the metrics of this figure"
            yield Incoherence((*path, *key), text, one_of(metric, figure.metrics))
    if figure.x is not None and figure.x == figure.y:
        yield Incoherence((*path, "y"), f"x and y are both '{figure.x}'", "two metrics")


class FiguresOptions(Section):
    """How figures look, and in which forms they are written."""

    venue: Venue | None = Field(
        default=None,
        description="The venue of the figures alone. Left out: report.venue.",
    )
    width: Width | None = Field(
        default=None,
        description="Of all figures that say nothing else: column, text, or inches. Left out: text. Without a venue, "
        "column is 3.25 inches and text is 5.5 inches.",
    )
    font_size: Annotated[Number, Field(ge=6, le=12)] = Field(default=8, description="Of all text, in points.")
    also: Annotated[tuple[FigureForm, ...], Distinct("form")] = Field(
        default=(),
        description="Forms of each figure besides SVG and, in reports with latex or pdf among their formats, PDF. pgf: "
        "for \\input into a paper, in whose font it is set. tikz: the critical difference diagram in commands that a "
        "paper can restyle. pdf: also where no format needs it.",
    )
    dpi: Annotated[Count, Field(ge=72, le=1200)] = Field(default=300, description="Of PNG, dots an inch.")


REMEDY = "or leave math out, and a dollar is a dollar"


class Label(Section):
    """What reports show in place of one name."""

    label: Text | None = Field(
        default=None, description="What tables, sentences and figures show. Left out: the name in the files."
    )
    short: Text | None = Field(
        default=None,
        description="What is shown where more than eight stand side by side: in the heads of such tables, which "
        "explain it in their notes, and in such figures, which do in their captions.",
    )
    math: Flag = Field(
        default=False,
        description="true: what stands between two dollars, in label and short, is mathematics as LaTeX has it, such "
        r"as $\ell_1$; where there is no LaTeX, the same in Unicode.",
    )
    latex: Text | None = Field(
        default=None,
        description=r"How LaTeX has it, in place of label: \textsc{Foo}, Foo-$\ell_1$, or a macro of the paper, \ours. "
        f"Allowed is {ALLOWED}. Figures show it as TikZ and PGF alone. Left out: as label.",
    )

    @staticmethod
    def wrong_label(text: str | None, others: Mapping[str, Any]) -> Iterator[Incoherence]:
        """Yield that nothing can be seen of a text."""
        if text is not None and not text.strip():
            yield Incoherence((), "a label of blanks alone", "what reports are to show")

    wrong_short = wrong_label

    @staticmethod
    def wrong_latex(written: str | None, others: Mapping[str, Any]) -> Iterator[Incoherence]:
        """Yield why a name cannot be written so."""
        try:
            set_name(written or "-", str)
        except WrongLatex as wrong:
            yield Incoherence((), f"{wrong}", ALLOWED)

    def contradictions(self) -> Iterator[Incoherence]:
        """Yield what is wrong with the mathematics, or that nothing is shown in place of the name."""
        if self.label is None and self.latex is None and self.short is None:
            yield Incoherence((), "a label that shows nothing", "label, short or latex")
        for key in ("label", "short"):
            try:
                self._set(getattr(self, key) or "")
            except WrongMathematics as wrong:
                yield Incoherence((key,), f"{wrong}", r"mathematics such as $\alpha_1$ or $\mathrm{max}^2$", REMEDY)

    def _set(self, text: str) -> Prose:
        return with_mathematics(text) if self.math else text

    def shown(self, name: str) -> ShownLabel:
        """Return what is shown in place of a name."""
        text = name if self.label is None else self._set(self.label)
        label = text if self.latex is None else written_name(self.latex, plain(text))
        return ShownLabel(label, label if self.short is None else self._set(self.short))


def _as_mapping(label: Any) -> Any:
    """Return a text stands for a label without more."""
    return {"label": label} if isinstance(label, str) else label


_TEXT_OR_LABEL = OrShort(Label, ({"type": "string", "minLength": 1},))
Labels = dict[Text, Annotated[Label, BeforeValidator(_as_mapping), _TEXT_OR_LABEL]]


class LabelsOptions(Section):
    """What reports show in place of the names in the files: a text, or `label`, `short`, `math` and `latex`.

    results.json, the cells of CSV that name something, and the names of files and of macros keep the names of the
    files, so that no label breaks what reads them.
    """

    algorithms: Labels = Field(default={}, description="Of algorithms: {nb: naive Bayes}.")
    datasets: Labels = Field(default={}, description="Of data sets.")
    metrics: Labels = Field(default={}, description="Of metrics, and of columns with validation scores.")
    costs: Labels = Field(default={}, description="Of costs.")

    def by_kind(self) -> Mapping[Kind, Labels]:
        """Return the labels of each kind."""
        return {"algorithms": self.algorithms, "datasets": self.datasets, "metrics": self.metrics, "costs": self.costs}

    @property
    def macros(self) -> Mapping[str, str]:
        """The macros of the paper that names are written as, with what is shown where it is not set by LaTeX."""
        return {
            own_macro(label.latex): plain(label.shown(name).shown)
            for labels in self.by_kind().values()
            for name, label in labels.items()
            if label.latex is not None and own_macro(label.latex)
        }

    @property
    def names(self) -> Names:
        """What is shown, by what the files call it."""
        return {
            kind: {name: label.shown(name) for name, label in labels.items()} for kind, labels in self.by_kind().items()
        }
