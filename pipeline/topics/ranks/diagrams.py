"""The critical difference diagram: of a metric, or of several together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import FIGURES, FigureKind
from rankpress.catalog.methods import PAIRWISE
from rankpress.core.document import PANELS, Missing, Plan, Restylable
from rankpress.core.latex import has_signs
from rankpress.core.plain_data import picked
from rankpress.spec.plot_sections import AdjustedOptions
from rankpress.spec.strict import Flag, Incoherence
from rankpress.stats.groups import is_run
from rankpress.topics.phrases import (
    at_level_of,
    critical_difference,
    over_datasets,
    over_metrics,
    procedure_name,
    why_not_adjusted,
)
from rankpress.topics.ranks.intervals import title_of_intervals
from rankpress.topics.ranks.ranking import group_letters
from rankpress.topics.sentences_of_metrics import merged
from rankpress.topics.topic import Request
from rankpress.wording.numbers import counted_in_words, rank_text
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, join, joined, plain, say

if TYPE_CHECKING:
    from rankpress.figures.style import Style


SCALED_RANKS = ", ranks among fewer algorithms scaled to the number of all"


# A row each: of more, names are smaller than can be read, and measuring them takes minutes.
MOST_NAMES = 300
# With more algorithms, or bars next to one another, than these only the groups with the best ranked are drawn.
MOST_IN_GROUPS, MOST_BARS_DRAWN = 25, 10
LEAST_IN_CD = 4  # of fewer, a sentence says as much
_MOST_LETTERS = 8  # of an algorithm, that are shown unasked
_MOST_BARS = 5  # below one another at an axis, that can be distinguished


class CdOptions(AdjustedOptions):
    """Options of the critical difference diagram."""

    layout: Literal["auto", "axis", "rows"] = Field(
        default="auto",
        description="axis: names at the sides of an axis. rows: one row per algorithm. auto: rows for many algorithms, "
        "for more than five bars below one another, and for names that do not fit at an axis.",
    )
    best: Literal["left", "right"] | None = Field(
        default=None,
        description="Where the best rank lies. Default: right with names at the sides of an axis, left in rows.",
    )
    sides: Literal["both", "left", "right"] = Field(
        default="both", description="Where names are placed at an axis; one side suits a narrow column."
    )
    ranks: Flag = Field(default=True, description="Whether average ranks are shown next to the names.")
    letters: Flag | None = Field(
        default=None,
        description="Whether rows have letters next to the ranks, which algorithms of a group share. null: where bars "
        "of several groups stand below one another, which is hard to follow.",
    )
    together: Flag = Field(
        default=False, description="Whether one figure has the diagrams of all its metrics, one below the other."
    )

    @property
    def of_all_metrics(self) -> bool:
        """Whether one figure shows all metrics."""
        return self.together

    def contradictions(self) -> Iterator[Incoherence]:
        """Yield letters where there are no rows."""
        yield from super().contradictions()
        if self.letters and self.layout == "axis":
            yield Incoherence(("letters",), "letters with layout: axis, which has no rows for them", "layout: rows")


@dataclass(frozen=True)
class _Diagram:
    """A diagram of one metric: what is drawn, as arguments of `critical_difference_diagram`, and its caption."""

    average: tuple[float, ...]
    marks: Mapping[str, Any]
    looks: Mapping[str, Any]
    reading: tuple[Prose, ...]  # how it is read, the sentences of its caption but the first


def plan_cd(request: Request[CdOptions]) -> Iterator[Plan | Missing]:
    """Plan the diagram of average ranks by the adjustment that the figure names, or the deciding one."""
    from rankpress.figures.cd import critical_difference_diagram, describe_cd

    diagrams = {}
    for analysis in request.analyses:
        diagram = _diagram(analysis, request.options)
        if isinstance(diagram, _Diagram):
            diagrams[analysis.scores.name] = analysis, diagram
        else:
            yield Missing(request.figure.name, analysis.metric, diagram)
    if len(diagrams) > 1:
        yield _plan_together(request, list(diagrams.values()))
        return
    labels = request.labels
    for analysis, diagram in diagrams.values():
        names = analysis.algorithms
        drawn = diagram.average, diagram.marks, diagram.looks
        yield request.plan(
            partial(
                critical_difference_diagram, labels.drawn(names), diagram.average, **diagram.marks, **diagram.looks
            ),
            say("Average ranks by {}", analysis.metric),
            join([_shown(analysis, analysis.metric), *diagram.reading]),
            describe_cd(labels.in_text(names), diagram.average, **diagram.marks),
            [names],
            lay_out=partial(_lay_out, labels.numbering(has_signs).in_figure(names), *drawn, request.style.restored()),
            metrics=(analysis.scores.name,),
            algorithms=names,
        )


def _plan_together(request: Request[CdOptions], diagrams: Sequence[tuple[Analysis, _Diagram]]) -> Plan:
    """Plan the diagrams of several metrics, one below the other."""
    from rankpress.figures.cd import DiagramPart, describe_cd, stacked_diagrams

    labels = request.labels
    parts = [
        DiagramPart(labels.plain(one.metric), labels.drawn(one.algorithms), it.average, it.marks, it.looks)
        for one, it in diagrams
    ]
    described = (
        say("{}: {}", one.metric, describe_cd(labels.in_text(one.algorithms), it.average, **it.marks))
        for one, it in diagrams
    )
    alike = {one.names for one, _ in diagrams}
    return request.plan(
        partial(stacked_diagrams, parts),
        say("Average ranks by {}", joined(one.metric for one, _ in diagrams)),
        _caption_together([(one, it.reading) for one, it in diagrams]),
        join(described),
        [one.algorithms for one, _ in diagrams[:1]],
        whole=PANELS,
        metrics=tuple(one.scores.name for one, _ in diagrams),
        algorithms=diagrams[0][0].algorithms if len(alike) == 1 else (),
    )


def _caption_together(readings: Sequence[tuple[Analysis, Sequence[Prose]]]) -> Prose:
    """Return the caption of diagrams of several metrics, which states once what they share."""
    metrics_of: dict[Prose, list[Prose]] = {}
    for analysis, _ in readings:
        metrics_of.setdefault(_shown(analysis, ""), []).append(analysis.metric)
    shown = {_shown(analysis, ""): analysis for analysis, _ in readings}
    heads = [_shown(analysis, joined(metrics_of[head])) for head, analysis in shown.items()]
    return join([*heads, *merged({analysis.metric: reading for analysis, reading in readings})])


def _diagram(analysis: Analysis, options: CdOptions) -> _Diagram | Prose:
    """Return what a diagram of a metric shows; or why there is none, a clause."""
    method = options.adjust or analysis.adjusted.deciding
    why = why_not_adjusted(analysis, method)
    if not why and len(analysis.names) > MOST_NAMES:
        why = f"{counted(len(analysis.names), 'algorithm')} are more than a diagram can hold"
    if why or method is None:
        return why
    average = tuple(float(value) for value in analysis.ranking.average)
    highlight, whiskers = highlighted(analysis, options), rank_whiskers(analysis, options)
    marks: dict[str, Any] = {**cd_marks(analysis, method), "highlight": highlight, "rank_intervals": whiskers}
    letters = group_letters_in_rows(analysis, marks["groups"] or (), options)
    drawn = drawn_groups(analysis, marks["groups"] or (), options)
    if len(drawn) < len(marks["groups"] or ()):
        marks["groups"] = drawn
        letters = letters if options.letters else None
    marks["letters"] = letters
    looks = {**picked(options, "layout best sides"), "show_ranks": options.ranks}
    if options.layout == "auto" and stands_in_rows(analysis, marks["groups"] or (), options):
        looks["layout"] = "rows"
    reading = _reading(analysis, method, highlight, whiskers, groups=marks["groups"], with_letters=letters is not None)
    return _Diagram(average, marks, looks, reading)


def drawn_groups(analysis: Analysis, groups: Sequence[Sequence[int]], options: CdOptions) -> Sequence[Sequence[int]]:
    """Return the groups that a diagram draws: of many algorithms those with the best ranked, unless it has a layout."""
    is_legible = len(analysis.names) <= MOST_IN_GROUPS and most_bars(analysis, groups) <= MOST_BARS_DRAWN
    if options.layout != "auto" or is_legible or len(groups) < 2:
        return groups
    return [group for group in groups if not set(analysis.ranking.best).isdisjoint(group)]


def stands_in_rows(analysis: Analysis, groups: Sequence[Sequence[int]], options: CdOptions) -> bool:
    """Return whether each algorithm has a row: where a study asks for it, or too many names or bars are at an axis."""
    from rankpress.figures.cd import MOST_ON_AXIS

    if options.layout != "auto":
        return options.layout == "rows"
    if analysis.rank_intervals is not None or len(analysis.names) > MOST_ON_AXIS:
        return True
    return bool(options.letters and _spans(analysis, groups)) or _has_many_bars(analysis, groups)


def _spans(analysis: Analysis, groups: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Return the first and the last place of each group of several algorithms."""
    place = analysis.ranking.best_first.index
    return [(min(map(place, group)), max(map(place, group))) for group in groups if len(group) > 1]


def _has_many_bars(analysis: Analysis, groups: Sequence[Sequence[int]]) -> bool:
    """Return whether more bars would stand below one another than can be distinguished."""
    return most_bars(analysis, groups) > _MOST_BARS


def most_bars(analysis: Analysis, groups: Sequence[Sequence[int]]) -> int:
    """Return how many bars stand at most below one another, or next to one another in rows."""
    spans = _spans(analysis, groups)
    below = (sum(first <= place <= last for first, last in spans) for place in range(len(analysis.names)))
    return max(below, default=0)


def group_letters_in_rows(
    analysis: Analysis, groups: Sequence[Sequence[int]], options: CdOptions
) -> tuple[str, ...] | None:
    """Return the letters of each algorithm where a study asks for them, or where rows have bars below one another."""
    drawn = [group for group in groups if len(group) > 1]
    if options.letters is False or options.layout == "axis" or not drawn:
        return None
    order = analysis.ranking.best_first
    letters = group_letters(groups, order)
    if all(len(letter) == 1 for of_algorithm in letters.values() for letter in of_algorithm.split()):
        letters = {i: of_algorithm.replace(" ", "") for i, of_algorithm in letters.items()}
    if options.letters is None:
        spans = _spans(analysis, groups)
        reuses_lanes = any(first[1] < second[0] for first in spans for second in spans)
        is_unclear = reuses_lanes or _has_many_bars(analysis, groups)
        if (
            not (is_unclear and stands_in_rows(analysis, groups, options))
            or max(map(len, letters.values())) > _MOST_LETTERS
        ):
            return None
    return tuple(letters[i] for i in range(len(order)))


def _lay_out(
    names: Sequence[Prose], average: Sequence[float], marks: Mapping[str, Any], looks: Mapping[str, Any], style: Style
) -> Restylable:
    """Return the same diagram for TikZ, in the fonts of a paper."""
    from rankpress.figures.cd import lay_out_diagram
    from rankpress.figures.cd_diagram import check_content
    from rankpress.figures.style import drawing_context

    style = replace(style, set_elsewhere=True)
    with drawing_context(style):
        content = check_content(tuple(map(plain, names)), average, **marks)
        diagram = lay_out_diagram(content, **looks, style=style)
    return Restylable(tuple(names), diagram, style)


def highlighted(analysis: Analysis, options: CdOptions) -> tuple[int, ...]:
    """Return the algorithms that a figure lets stand out."""
    return tuple(i for i, name in enumerate(analysis.names) if name in (options.highlight or ()))


def cd_marks(analysis: Analysis, method: str) -> dict[str, Any]:
    """What a critical difference diagram marks by one adjustment, as arguments of `critical_difference_diagram`."""
    adjusted = analysis.adjusted
    return {
        "groups": adjusted.groups.get(method),
        "cd": critical_difference(analysis, method),
        "control": analysis.tested.control,
        "significant_vs_control": _apart_from_control(analysis, method),
    }


def _apart_from_control(analysis: Analysis, method: str) -> tuple[int, ...] | None:
    control, over = analysis.tested.control, analysis.tested.over
    if control is None or over is None:
        return None
    apart = over.pairs[analysis.adjusted.p[method] <= analysis.adjusted.alpha]
    return tuple(int(i) for i in apart.ravel() if i != control)


def rank_whiskers(analysis: Analysis, options: CdOptions) -> tuple[tuple[int, int], ...] | None:
    """Return the rank intervals that a diagram shows; on an axis the names are in their way."""
    intervals = analysis.rank_intervals
    if intervals is None or options.layout == "axis":
        return None
    return tuple(zip(intervals.low.tolist(), intervals.high.tolist(), strict=True))


def cd_caption(
    analysis: Analysis,
    method: str,
    highlight: Sequence[int] = (),
    *,
    groups: Sequence[Sequence[int]] | None = None,
    with_letters: bool = False,
) -> Prose:
    """Return what a critical difference diagram by one adjustment shows, with these groups or all of them."""
    reading = _reading(analysis, method, highlight, groups=groups, with_letters=with_letters)
    return join([_shown(analysis, analysis.metric), *reading])


def _shown(analysis: Analysis, metrics: Prose) -> Prose:
    scaled = SCALED_RANKS if analysis.ranking.has_gaps else ""
    return say("Average ranks of {} by {}{}.", over_datasets(analysis), metrics, scaled)


def _reading(
    analysis: Analysis,
    method: str,
    highlight: Sequence[int] = (),
    whiskers: Sequence[tuple[int, int]] | None = None,
    *,
    groups: Sequence[Sequence[int]] | None = None,
    with_letters: bool = False,
) -> tuple[Prose, ...]:
    """Return how a diagram is read, in a sentence or two."""
    drawn = [group for group in _groups(analysis, method) if groups is None or group in groups]
    legend: list[Prose] = [*_legend(analysis, method, drawn)]
    if whiskers:
        legend.append(f"whiskers: {title_of_intervals(analysis)} of the ranks")
    if highlight:
        legend.append(say("highlighted: {}", joined(analysis.algorithms[i] for i in highlight)))
    verdict = _verdict(analysis, method, drawn, with_letters=with_letters)
    further = say("; {}", join(legend, "; ")) if legend else ""
    not_of_ranks = _not_of_ranks(analysis, drawn)
    return (say("{}{}.", verdict, further), *([not_of_ranks] if not_of_ranks else []))


def _groups(analysis: Analysis, method: str) -> list[Sequence[int]]:
    """Return the groups of several algorithms, which bars join."""
    return [group for group in analysis.adjusted.groups.get(method) or () if len(group) > 1]


def _verdict(analysis: Analysis, method: str, drawn: Sequence[Sequence[int]], *, with_letters: bool) -> Prose:
    """Return what bars or filled markers show."""
    other, level, control = _other_test(analysis), at_level_of(method, analysis.adjusted.alpha), analysis.tested.control
    test = f"{other and f'{other}, '}{procedure_name(method)}{over_metrics(analysis, method)}, {level}"
    if control is not None:
        return say("Filled markers differ significantly from {} ({})", analysis.algorithms[control], test)
    if drawn or analysis.adjusted.groups.get(method) is None:
        joined_by = "joined by a bar, which share a letter," if with_letters else "joined by a bar"
        return f"Algorithms {joined_by} do not differ significantly ({test})"
    if _groups(analysis, method):
        best = joined(analysis.algorithms[i] for i in analysis.ranking.best)
        return say("No bar: all others differ significantly from {} ({})", best, test)
    return f"All pairs of algorithms differ significantly ({test})"


def _legend(analysis: Analysis, method: str, drawn: Sequence[Sequence[int]]) -> Iterator[str]:
    """Yield the critical difference, and what bars and dots on them mark."""
    cd = critical_difference(analysis, method)
    if cd is not None:
        yield f"critical difference {rank_text(cd)}"
    if analysis.tested.control is None and drawn:
        if len(drawn) < len(_groups(analysis, method)):
            yield "only groups with the best ranked algorithm are drawn"
        if not all(is_run(group, analysis.ranking.average) for group in drawn):
            yield "dots mark the members of a group with gaps"


def _other_test(analysis: Analysis) -> str:
    """Return the pairwise test, where it is not one of average ranks."""
    over = analysis.tested.over
    procedure = None if over is None else PAIRWISE[over.procedure]
    return "" if procedure is None or procedure.of_average_ranks else procedure.title


def _not_of_ranks(analysis: Analysis, drawn: Sequence[Sequence[int]]) -> str:
    """Say that the axis and the marks are of two kinds, where it is not average ranks that are tested."""
    other, with_control = _other_test(analysis), analysis.tested.control is not None
    if not other or not (with_control or drawn):
        return ""
    return f"The {'marks' if with_control else 'bars'} come from the {other}, which does not compare average ranks."


FIGURES.add(
    FigureKind(
        "cd",
        "the critical difference diagram: average ranks, and groups that the tests do not distinguish; by default from"
        f" {counted_in_words(LEAST_IN_CD, 'algorithm')} on",
        "ranks",
        plan_cd,
        CdOptions,
        least=LEAST_IN_CD,
        shows="tests",
        opens=1,
        of_ranks=True,
        highlights_itself=True,
        by_family=True,
    ),
)
