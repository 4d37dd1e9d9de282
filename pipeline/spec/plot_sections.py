"""The sections `plot`, `report.figures` and `labels`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import (
    BeforeValidator,
    Field,
    GetJsonSchemaHandler,
    JsonValue,
    PlainValidator,
    ValidationInfo,
    model_serializer,
)

from rankpress.catalog.formats import FigureForm
from rankpress.catalog.kinds import FIGURES
from rankpress.catalog.methods import DEFAULT_PLOTS
from rankpress.core.faults import one_of
from rankpress.core.labels import Label as ShownLabel
from rankpress.core.labels import Names
from rankpress.core.mathematics import WrongMathematics, with_mathematics
from rankpress.core.written_names import ALLOWED, WrongLatex, own_macro, set_name
from rankpress.spec.method_sections import Adjustment, Named, Plot, Venue
from rankpress.spec.strict import (
    UNIQUE,
    Count,
    Distinct,
    Flag,
    Incoherence,
    NamedPlace,
    Number,
    OneOf,
    OptionsByKind,
    OrShort,
    Pairs,
    Path,
    Section,
    Text,
    WordOr,
    in_list,
    in_pairs,
    repeated,
    schema_of,
    unlisted,
)
from rankpress.wording.text import Kind, Prose, plain, written_name

_Width = WordOr[Literal["column", "text"], Annotated[Number, Field(ge=2, le=20)]]


class FigureOptions(Section):
    """Take what a study may ask of any figure; a kind with options of its own has a model of these and its own."""

    metrics: tuple[Text, ...] | None = Field(
        default=None, json_schema_extra=UNIQUE, min_length=1, description="The metrics it is drawn for. Default: all."
    )
    width: _Width | None = Field(
        default=None, description="column, text, or inches. Default: as report.figures has it."
    )
    caption: Text | None = Field(default=None, description="Caption that replaces the default one.")
    file: Text | None = Field(
        default=None, description="Name of its file, after the metric's, in place of the figure's own."
    )
    highlight: tuple[Text, ...] | None = Field(
        default=None,
        json_schema_extra=UNIQUE,
        description="Algorithms that stand out: their names are shaded, their marks larger. Default: as report.figures "
        "has it.",
    )

    @property
    def of_all_metrics(self) -> bool:
        """Whether one figure shows all metrics."""
        return False

    def wrong_in_study(self, others: Mapping[str, Any]) -> Iterator[Incoherence]:
        """Yield what they name and other sections of the study, as far as these are right, have not."""
        if "scores" in others:
            metrics = [metric.name for metric in others["scores"].metrics]
            for place, metric in enumerate(self.metrics or ()):
                yield from self.wrong_metric(("metrics", place), metric, metrics)

    def wrong_metric(self, path: Path, metric: str, metrics: Sequence[str]) -> Iterator[Incoherence]:
        """Yield that a metric is not one of the study, or not one of those that the figure is drawn for."""
        if metric not in metrics:
            yield unlisted(path, metric, metrics, "scores.metrics", "metric")
        elif self.metrics is not None and metric not in self.metrics:
            message = f"the metric '{metric}' is not one of the metrics of this figure"
            yield Incoherence(path, message, one_of(metric, self.metrics))

    def algorithms(self) -> Iterator[NamedPlace]:
        """Yield the algorithms that they name, with their places below the options."""
        yield from in_list(("highlight",), self.highlight)

    def datasets(self) -> Iterator[NamedPlace]:
        """Yield the data sets that they name, with their places below the options."""
        yield from ()


class PlaneOptions(FigureOptions):
    """Options of a plane of points."""

    height: Annotated[Number, Field(ge=1, le=20)] | None = Field(
        default=None, description="Inches between its axes. Default: by the width and the number of algorithms."
    )


class PairsOptions(FigureOptions):
    """Options of a figure that shows pairs of algorithms."""

    pairs: Pairs | None = Field(
        default=None,
        min_length=1,
        description="Pairs [A, B] of algorithms, one figure for each. Default: the best ranked and the next, or the "
        "control and the best other.",
    )

    def algorithms(self) -> Iterator[NamedPlace]:
        """Yield also those of the pairs."""
        yield from (*super().algorithms(), *in_pairs(("pairs",), self.pairs))


class AdjustedOptions(FigureOptions):
    """Options of a figure of adjusted p-values."""

    adjust: Adjustment | None = Field(
        default=None, description="The adjustment of the p-values, one of those in adjust. Default: the first one."
    )

    def wrong_in_study(self, others: Mapping[str, Any]) -> Iterator[Incoherence]:
        """Yield also an adjustment that the study does not make."""
        yield from super().wrong_in_study(others)
        methods = [method.name for method in others.get("adjust", ())]
        if "adjust" in others and self.adjust is not None and self.adjust not in methods:
            yield unlisted(("adjust",), self.adjust, methods, "adjust")


def figure_options(kind: str) -> type[FigureOptions]:
    """Return the model of the options of a kind of figure; a package that has it is loaded."""
    model: type[FigureOptions] | None = FIGURES[kind].options if FIGURES.finds(kind) else None
    return model or FigureOptions


def _options_of_kind(options: object, info: ValidationInfo) -> FigureOptions:
    """Return the options of the figure that is named, if that is one."""
    if "name" not in info.data:
        return FigureOptions.unchecked()
    return figure_options(info.data["name"]).model_validate(options)


class PlottedFigure(Named):
    """A figure; in YAML its name, or with options: `{cd: {best: left}}`."""

    KIND = "a figure"
    FORMS = "a name such as cd, or {cd: {best: left}}"
    OF_KINDS = OptionsByKind(OneOf(FIGURES), figure_options)

    name: Plot = Field(description="The figure.")
    options: Annotated[FigureOptions, PlainValidator(_options_of_kind)] = Field(
        default=FigureOptions.unchecked(), description="Those of its kind."
    )

    @classmethod
    def options_of(cls, name: str) -> tuple[str, ...]:
        """Return the options of a figure."""
        return tuple((figure_options(name) if FIGURES.finds(name) else FigureOptions).fields())

    @classmethod
    def of_kind(cls, name: str) -> PlottedFigure:
        """Return a figure with the defaults of its kind."""
        return cls.unchecked(name=name, options=figure_options(name).unchecked())

    @classmethod
    def _with_options(cls, name: str, options: dict[str, Any], path: tuple[str, ...], item: object) -> dict[str, Any]:
        return {"name": name, "options": options.get("options", options)}

    @model_serializer
    def _to_short_form(self) -> str | dict[str, dict[str, JsonValue]]:
        changed = self.options.model_dump(mode="json", exclude_defaults=True)
        return {self.name: changed} if changed else self.name

    @classmethod
    def _schema_of_options(cls, name: str, section: dict[str, Any], handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return schema_of(figure_options(name), handler)


def default_figures() -> tuple[PlottedFigure, ...]:
    """Return the figures of a study that names none."""
    return tuple(map(PlottedFigure.of_kind, DEFAULT_PLOTS))


def wrong_figures(figures: Sequence[PlottedFigure], others: Mapping[str, Any]) -> Iterator[Incoherence]:
    """Find figures that are listed twice with the same options, or name what the study has not."""
    for index, _ in repeated(figure.model_dump_json() for figure in figures):
        message = f"the figure '{figures[index].name}' is listed twice"
        yield Incoherence((index,), message, "each figure once, or differently")
    for index, figure in enumerate(figures):
        for incoherence in figure.options.wrong_in_study(others):
            yield replace(incoherence, path=(index, figure.name, *incoherence.path))


class FiguresOptions(Section):
    """How figures look, and in which forms they are written."""

    venue: Venue | None = Field(
        default=None,
        description="The venue of the figures alone. Default: report.venue.",
    )
    width: _Width | None = Field(
        default=None,
        description="Of all figures that say nothing else: column, text, or inches. Default: text. Without a venue, "
        "column is 3.25 inches and text is 5.5 inches.",
    )
    font_size: Annotated[Number, Field(ge=5, le=24)] | None = Field(
        default=None,
        description="Of all text, in points; posters and slides need 14 to 24, with which lines, marks and gaps grow. "
        "Default: that of the venue, without one 8.",
    )
    highlight: tuple[Text, ...] | None = Field(
        default=None,
        json_schema_extra=UNIQUE,
        description="The algorithms that stand out in all figures that say nothing else. Default: the control.",
    )
    transparent: Flag = Field(
        default=False, description="true: figures have no ground of their own, so that a slide shows through."
    )
    also: Annotated[tuple[FigureForm, ...], Distinct("form")] = Field(
        default=(),
        description="Forms of each figure besides SVG and, in reports with latex or pdf among their formats, PDF. pgf: "
        "for \\input into a paper, in whose font it is set. tikz: the critical difference diagram in commands that a "
        "paper can restyle. pdf: also where no format needs it. dark: SVG and, with png, PNG for dark slides, as "
        "NAME.dark.svg and NAME.dark.png.",
    )
    dpi: Annotated[Count, Field(ge=72, le=1200)] = Field(
        default=300, description="Resolution of PNG, in dots per inch."
    )


REMEDY = "or leave math out, and a dollar is a dollar"


class Label(Section):
    """What reports show in place of one name."""

    label: Text | None = Field(
        default=None, description="What tables, sentences and figures show. Default: the name in the files."
    )
    short: Text | None = Field(
        default=None,
        description="Shorter name, for tables with more than eight columns of names and figures of more than eight "
        "algorithms; notes and captions explain it.",
    )
    math: Flag = Field(
        default=False,
        description="true: label and short may have mathematics of LaTeX between dollars, such as "
        r"$\ell_1$; formats other than LaTeX show it in Unicode.",
    )
    latex: Text | None = Field(
        default=None,
        description=r"Name in LaTeX, in place of label: \textsc{Foo}, Foo-$\ell_1$, or a macro of the paper, \ours. "
        f"Allowed is {ALLOWED}. Of figures TikZ and PGF have it. Default: label.",
    )
    family: Text | None = Field(default=None, description="Algorithms only: the family, as in scores.families.")

    @staticmethod
    def wrong_label(label: str | None, others: Mapping[str, Any]) -> Iterator[Incoherence]:
        """Yield that a label shows nothing."""
        if label is not None and not label.strip():
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
        if not self.is_shown and self.family is None:
            yield Incoherence((), "a label that shows nothing", "label, short or latex")
        for key in ("label", "short"):
            try:
                self._set(getattr(self, key) or "")
            except WrongMathematics as wrong:
                yield Incoherence((key,), f"{wrong}", r"mathematics such as $\alpha_1$ or $\mathrm{max}^2$", REMEDY)

    @property
    def is_shown(self) -> bool:
        """Whether anything is shown in place of the name."""
        return self.label is not None or self.latex is not None or self.short is not None

    def _set(self, text: str) -> Prose:
        return with_mathematics(text) if self.math else text

    def shown(self, name: str) -> ShownLabel:
        """Return what is shown in place of a name."""
        label = name if self.label is None else self._set(self.label)
        label = label if self.latex is None else written_name(self.latex, plain(label))
        return ShownLabel(label, label if self.short is None else self._set(self.short))


def _as_mapping(label: Any) -> Any:
    """Return a text stands for a label without more."""
    return {"label": label} if isinstance(label, str) else label


_TEXT_OR_LABEL = OrShort(Label, ({"type": "string", "minLength": 1},))
_Labels = dict[Text, Annotated[Label, BeforeValidator(_as_mapping), _TEXT_OR_LABEL]]


class LabelsOptions(Section):
    """What reports show in place of the names in the files: a text, or `label`, `short`, `math` and `latex`.

    results.json, the cells of CSV that name something, and the names of files and of macros keep the names of the
    files, so that no label breaks what reads them.
    """

    algorithms: _Labels = Field(default={}, description="Labels of algorithms, {nb: naive Bayes}.")
    datasets: _Labels = Field(default={}, description="Labels of data sets.")
    metrics: _Labels = Field(default={}, description="Labels of metrics, and of columns with validation scores.")
    costs: _Labels = Field(default={}, description="Labels of costs.")

    def by_kind(self) -> Mapping[Kind, _Labels]:
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
            kind: {name: label.shown(name) for name, label in labels.items() if label.is_shown}
            for kind, labels in self.by_kind().items()
        }

    @property
    def families(self) -> Mapping[str, str]:
        """The family of each algorithm that has one here."""
        return {name: label.family for name, label in self.algorithms.items() if label.family is not None}

    def contradictions(self) -> Iterator[Incoherence]:
        """Yield families of what is no algorithm."""
        for kind, labels in self.by_kind().items():
            for name, label in labels.items():
                if label.family is not None and kind != "algorithms":
                    yield Incoherence((kind, name, "family"), "a family of what is no algorithm", "no family")
