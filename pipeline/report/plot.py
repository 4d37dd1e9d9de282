"""The plot stage: draws what the earlier stages found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial
from itertools import chain, count
from types import MappingProxyType
from typing import TYPE_CHECKING

from rankpress.account.tables import figure_called
from rankpress.analysis import Analysis, labels_of, names_of
from rankpress.cache.store import FIGURES as DRAWING
from rankpress.cache.store import Store
from rankpress.cache.work import Work
from rankpress.catalog.formats import DEFAULT_FORMATS, FigureForm, forms_of_figures
from rankpress.catalog.kinds import FIGURES
from rankpress.core.document import Drawing, DrawnForms, Missing, Plan
from rankpress.core.labels import Labels, Names, slug, written_names
from rankpress.executors.local import Local
from rankpress.report.missing_glyphs import can_draw
from rankpress.spec.plot_sections import FiguresOptions, PlottedFigure
from rankpress.topics.phrases import is_exploratory, with_key
from rankpress.topics.topic import Request
from rankpress.wording.text import Prose, plain, reference

if TYPE_CHECKING:
    from rankpress.figures.style import Style


CONTINUED = "Continued: all marks are explained with the first part."
"""The caption of a part of a figure, where an earlier one has the same caption already."""

AS_THEY_ARE = FiguresOptions.unchecked()


@dataclass(frozen=True)
class Drawn:
    """The figures of a report, and those that could not be drawn."""

    drawings: tuple[Drawing, ...]
    missing: tuple[Missing, ...] = ()

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings of requested figures that are missing."""
        return tuple(
            f"{plain(missing.metric)}: the figure {missing.kind} was not drawn: {plain(missing.why)}"
            for missing in self.missing
        )


def plot(
    analyses: Sequence[Analysis],
    figures: Sequence[PlottedFigure],
    options: FiguresOptions = AS_THEY_ARE,
    jobs: int = 1,
    store: Store | None = None,
    names: Names = MappingProxyType({}),
    formats: Collection[str] = DEFAULT_FORMATS,
    *,
    by_default: bool = False,
) -> Drawn:
    """Draw the figures of a report in these formats; by default none that shows too little of few algorithms."""
    store = store or Store(None)
    most = max((len(analysis.names) for analysis in analyses), default=0)
    chosen = tuple(figure for figure in figures if not by_default or FIGURES[figure.name].least <= most)
    with Local(jobs) as here:
        drawing = replace(store, spread=here.map)
        requested = (tuple(analyses), chosen, options, names, forms_of_figures(formats, options.also))
        if store.dry:
            return Drawn(_plan_and_draw(*requested, drawing).drawings)
        before = len(store.work)
        if "tikz" in requested[-1]:  # what it is written from cannot be kept
            drawn = _plan_and_draw(*requested, drawing)
        else:
            also = {"fonts of the machine": _system_fonts(analyses, names)}
            kept = store.within("all figures")
            drawn = kept.call("draw", _plan_and_draw, *requested, drawing, code=DRAWING, also=also)
    if drawn.drawings and len(store.work) == before:  # not even planned
        store.report([Work("draw", drawn_figure.name) for drawn_figure in drawn.drawings], "draw", "figure")
    places = zip(drawn.drawings, drawn.places, strict=True)
    return Drawn(tuple(replace(drawn_figure, figure=chosen[place]) for drawn_figure, place in places), drawn.missing)


_OURS = "\u0590"  # the first character that our own fonts may lack; checked before matplotlib is loaded


def _system_fonts(analyses: Sequence[Analysis], names: Names) -> tuple[str, ...]:
    """Return the fonts of the machine by which names are drawn, on which the figures depend."""
    labels = labels_of(analyses, names)
    texts = [labels.plain(reference(*name)) for analysis in analyses for name in names_of(analysis)]
    if not any(character >= _OURS for text in texts for character in text):
        return ()
    from rankpress.figures.text import fonts_beyond_ours

    return fonts_beyond_ours(texts)


@dataclass(frozen=True)
class _PlannedAndDrawn:
    """The figures of a report, the place in the spec of each, and those that could not be drawn."""

    drawings: tuple[Drawing, ...]  # `figure` is left to the places, for sections of the spec are not kept
    places: tuple[int, ...]
    missing: tuple[Missing, ...]


def _plan_and_draw(
    analyses: Sequence[Analysis],
    figures: Sequence[PlottedFigure],
    options: FiguresOptions,
    names: Names,
    forms: tuple[FigureForm, ...],
    store: Store,
) -> _PlannedAndDrawn:
    """Plan the figures and draw them: where all is as in an earlier build, neither is done, nor matplotlib loaded."""
    labels, planned = labels_of(analyses, names), _plans(analyses, figures, options, names)
    plans = [plan for plan in planned if isinstance(plan, Plan)]
    missing = tuple(labels.shown(plan) for plan in planned if isinstance(plan, Missing))
    places = tuple(next(place for place, figure in enumerate(figures) if figure is plan.figure) for plan in plans)
    drawn = _draw([labels.shown(plan, marked=True) for plan in plans], options, forms, store, names)
    if store.dry:
        return _PlannedAndDrawn(tuple(drawn), places, missing)
    # references are left in what formats write: some have numbers in place of names
    drawings = tuple(
        replace(drawing, title=plan.title, caption=plan.caption, alt=plan.alt, algorithms=plan.algorithms)
        for drawing, plan in zip(drawn, plans, strict=True)
    )
    return _PlannedAndDrawn(drawings, places, missing)


def plans_of(
    analyses: Sequence[Analysis],
    figures: Sequence[PlottedFigure],
    options: FiguresOptions = AS_THEY_ARE,
    names: Names = MappingProxyType({}),
) -> list[Plan | Missing]:
    """Plan the figures of a report, with names as the study shows them."""
    labels = labels_of(analyses, names)
    return [labels.shown(plan, marked=True) for plan in _plans(analyses, figures, options, names)]


def _plans(
    analyses: Sequence[Analysis], figures: Sequence[PlottedFigure], options: FiguresOptions, names: Names
) -> list[Plan | Missing]:
    """Plan the figures of a report, with references in captions, for some formats have numbers in place of names."""
    if not figures:
        return []
    labels = labels_of(analyses, names)
    drawn = labels.numbering(can_draw)
    return [_explained(plan, drawn) for figure in figures for plan in _planned(analyses, figure, options, drawn)]


def _explained(plan: Plan | Missing, labels: Labels) -> Plan | Missing:
    """Explain the numbers that stand for names in a figure, and note the fonts that set others."""
    from rankpress.figures.text import fonts_beyond_ours

    if isinstance(plan, Missing):
        return plan
    texts = tuple(_strings((plan.draw.args, plan.draw.keywords)))
    caption = with_key(plan.caption, [labels.explained_numbers(texts)])
    return replace(plan, caption=caption, fonts=fonts_beyond_ours(texts))


def _strings(value: object) -> Iterator[str]:
    """Yield the texts that a function is given to draw."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, partial):
        yield from _strings((value.args, value.keywords))
    elif isinstance(value, Mapping):
        yield from chain.from_iterable(map(_strings, chain.from_iterable(value.items())))
    elif isinstance(value, tuple | list):
        yield from chain.from_iterable(map(_strings, value))
    elif is_dataclass(value) and not isinstance(value, type):
        yield from _strings([getattr(value, field.name) for field in fields(value)])


def _planned(
    analyses: Sequence[Analysis], figure: PlottedFigure, options: FiguresOptions, labels: Labels
) -> Iterator[Plan | Missing]:
    from rankpress.report.styling import style_of

    style = style_of(options, figure.options.width).reduced()
    metrics, name = figure.options.metrics, figure.options.file
    of_figure = [analysis for analysis in analyses if metrics is None or analysis.scores.name in metrics]
    captions = set[tuple[tuple[str, ...], Prose]]()  # of the parts of one figure
    planned = list(_by_kind(of_figure, _with_highlight(figure, options), style, labels))
    of_metrics = Counter(plan.metrics for plan in planned if isinstance(plan, Plan))
    for plan in planned:
        if isinstance(plan, Plan):
            if name and of_metrics[plan.metrics] == 1:  # its file has the name that the study gives it
                plan = replace(plan, part="")
            file, caption = (
                slug(name or plan.kind),
                CONTINUED if (tuple(plan.metrics), plan.caption) in captions else plan.caption,
            )
            captions.add((tuple(plan.metrics), plan.caption))
            plan = replace(plan, caption=figure.options.caption or caption, file=file, figure=figure)
            plan = figure_called(plan) if is_exploratory(of_figure) else plan
        yield plan


def _with_highlight(figure: PlottedFigure, options: FiguresOptions) -> PlottedFigure:
    """Return a figure with the algorithms that stand out in all figures, where it names none itself."""
    if options.highlight is None or figure.options.highlight is not None:
        return figure
    return figure.model_copy(update={"options": figure.options.model_copy(update={"highlight": options.highlight})})


def _by_kind(
    analyses: Sequence[Analysis], figure: PlottedFigure, style: Style, labels: Labels
) -> Iterator[Plan | Missing]:
    kind = FIGURES[figure.name]
    is_one = kind.of_all_metrics or figure.options.of_all_metrics
    for together in [analyses] if is_one else [[analysis] for analysis in analyses]:
        if kind.by_family:
            from rankpress.figures.families import marker_of

            labels = labels.with_signs(together[0].algorithms, marker_of)
        yield from kind.function(Request(together, figure, style, labels))


def _names(plans: Sequence[Plan]) -> list[str]:
    """Names of files; of several that would be the same, the later ones are numbered."""
    names: list[str] = []
    for plan in plans:
        name = "-".join([*map(slug, plan.metrics), plan.file]) + plan.part
        numbered = (f"{name}-{number}" for number in count(2))
        names.append(name if name not in names else next(other for other in numbered if other not in names))
    return names


def _draw(
    plans: Sequence[Plan],
    options: FiguresOptions,
    forms: tuple[FigureForm, ...],
    store: Store,
    names: Names = MappingProxyType({}),
) -> list[Drawing]:
    # a caption stands next to its figure, and the title is set as plain text
    items = {
        name: replace(
            plan,
            title=plain(plan.title),
            alt=plain(plan.alt),
            caption="",
            file=name,
            part="",
            figure=None,
            lay_out=None,
            algorithms=(),
        )
        for plan, name in zip(plans, _names(plans), strict=True)
    }
    written = written_names(names) if "pgf" in forms else {}
    drawn = store.map("draw", _drawn, options, forms, written, items=items, noun="figure", code=DRAWING)
    if store.dry:
        return drawn
    return [
        replace(
            drawing,
            title=plan.title,
            caption=plan.caption,
            forms=replace(drawing.forms, restylable=plan.lay_out())
            if plan.lay_out is not None and "tikz" in forms
            else drawing.forms,
            calling=plan.calling,
            algorithms=plan.algorithms,
        )
        for drawing, plan in zip(drawn, plans, strict=True)
    ]


def _drawn(options: FiguresOptions, forms: tuple[FigureForm, ...], written: Mapping[str, str], plan: Plan) -> Drawing:
    from rankpress.figures.output import to_pdf, to_svg
    from rankpress.report.styling import dark_forms, other_forms

    figure = plan.draw()
    return Drawing(
        name=plan.file,
        metric=plan.metrics[0] if len(plan.metrics) == 1 else "",
        kind=plan.kind,
        title=plan.title,
        caption="",
        alt=plan.alt,
        forms=DrawnForms(
            to_pdf(figure, title=plain(plan.title), subject=plan.calling) if "pdf" in forms else b"",
            to_svg(figure, salt=plan.file, title=plain(plan.title), description=plain(plan.alt)),
            {
                **other_forms(figure, forms, options.dpi, plan.calling, written),
                **dark_forms(plan.draw, forms, plan.file, options.dpi),
            },
        ),
    )
