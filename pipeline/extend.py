"""What a plug-in calls to add tests, adjustments, effect sizes, topics, tables, figures, formats and venues.

A plug-in is a file that a study names in `plugins`, or a package with entry points. As it is run or imported it calls
the functions below; what they register is then named by studies as the built-in methods are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import numpy as np

from rankpress.account.results_model import MetricResult, Results
from rankpress.catalog import entries, kinds
from rankpress.catalog.formats import REPORT_FORMATS, FigureForm, ReportFormat, Written
from rankpress.catalog.kinds import FigureKind, TableKind
from rankpress.catalog.methods import ADJUSTMENTS, EFFECTS, PAIRWISE
from rankpress.catalog.tests import NULLS, Null
from rankpress.core.bibliography import Source, cite, library
from rankpress.core.document import Plan
from rankpress.core.faults import Fault, FaultsFound, PluginPlace, one_of
from rankpress.core.manifest import is_path_of_output
from rankpress.core.plugin_checks import guarded, plugin_fault, require_options, require_texts, rows_of_numbers
from rankpress.core.plugins import fault_of, owner
from rankpress.core.scores import MetricScores
from rankpress.core.table import Cell, Table
from rankpress.figures.venues import Venue
from rankpress.sources.formats import LOADERS, Format, Loader
from rankpress.spec.plot_sections import FigureOptions
from rankpress.spec.strict import Incoherence, Section
from rankpress.spec.table_options import TableOptions
from rankpress.spec.topic_steps import Step
from rankpress.stats.arrays import FloatArray, IntArray
from rankpress.stats.effects import PairEffects
from rankpress.stats.pairs import PairTests
from rankpress.topics.facts import Fact, decimals
from rankpress.topics.plugin_topics import build_guarded, functions_of, guarded_topic
from rankpress.topics.topic import (
    Axes,
    Builder,
    Facts,
    Headline,
    Methods,
    OfStudy,
    Request,
    ResultKey,
    StudyResultKey,
    TableRequest,
    Topic,
    register,
)
from rankpress.wording.text import plain, say

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from rankpress.analysis import Analysis
    from rankpress.core.faults import Findings
    from rankpress.figures.style import Style
    from rankpress.report.rendering import Rendering
    from rankpress.sources.cells import Sheet
    from rankpress.sources.files import Origin

__all__ = [
    "Axes", "Cell", "Fact", "Facts", "FigureKind", "FigureOptions", "Headline", "Incoherence", "Methods",
    "MetricScores", "OfStudy", "Request", "ResultKey", "Section", "Step", "StudyResultKey", "Table", "TableKind",
    "TableOptions", "TableRequest", "Topic", "add_format", "add_topic", "adjustment", "cite", "decimals", "effect_size",
    "figure", "loader", "pairwise_test", "plain", "report_format", "say", "source", "table", "venue",
]  # fmt: skip

_Function = TypeVar("_Function", bound=Callable[..., Any])
HOLDS = ("level", "level for many data sets")


def source(key: str, kind: str, **fields: str) -> str:
    """Register a source to cite, and return its key.

    Parameters
    ----------
    key : str
        What it is cited by, such as ``wang2024``.
    kind : {"article", "book", "inproceedings", "misc", "phdthesis"}
        The kind of BibTeX entry.
    **fields
        Its fields: author ("Wang, Ann and Li, Bo"), title, year, and those of its kind, such as journal, volume, pages.

    Examples
    --------
    >>> source("wang2024", "article", author="Wang, Ann", title="A", year="2024", journal="J", volume="3", pages="1")
    'wang2024'
    """
    reference = Source(key, kind, fields)
    try:
        _ = reference.text, reference.label
    except KeyError as error:
        raise FaultsFound(
            [plugin_fault("source", key, f"a source of kind {kind} lacks {error}", "that field")]
        ) from error
    if library().get(key) != reference:
        library().add(reference, of=owner())
    return key


def pairwise_test(
    name: str, *, title: str, reference: str, null: str, holds: str, caution: str = ""
) -> Callable[[_Function], _Function]:
    """Register a test of two algorithms over the data sets.

    The function takes their scores on the data sets that both have, two float arrays of equal length of which higher is
    better, and returns a statistic, above 0 where the first is better, and the two-sided p. It is not called for two
    that are equal on all data sets, whose p is 1.

    Parameters
    ----------
    name, title : str
        In a study and in a report: "trimmed-t", "trimmed t test".
    reference : str
        Its source: a key of the built-in bibliography, or what `source` returns.
    null : str
        The null hypothesis about the two, as a clause: "the differences have mean zero"; or a name in `NULLS`.
    holds : {"level", "level for many data sets"}
        Which error rate it keeps where its null hypothesis is true: the level, or the level as data sets become many.
    caution : str
        A sentence for the reader of its p-values.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy.stats import ttest_1samp
    >>> @pairwise_test("log-t", title="t test of logarithms", reference="student1908", null="ratio of 1", holds="level")
    ... def log_t(a, b):
    ...     return ttest_1samp(np.log(a) - np.log(b), 0)
    >>> from rankpress import compare
    >>> scores = {"A": [0.9, 0.8, 0.7], "B": [0.6, 0.7, 0.5]}
    >>> round(float(compare(scores, test="log-t", better="higher").pvalues.iloc[0, 1]), 3)
    0.07
    """
    require_texts("pairwise test", name, title, reference)
    if holds not in HOLDS or not null.strip():
        message = f"null is {null!r} and holds is {holds!r}"
        expected = f"the null hypothesis in words, and holds: {' or '.join(map(repr, HOLDS))}"
        raise FaultsFound([plugin_fault("pairwise test", name, message, expected)])

    def add(function: _Function) -> _Function:
        if null not in NULLS:
            NULLS.add(Null(name, null), of=owner())
        many = "" if holds == "level" else f"The {title} keeps its level for many data sets only."
        method = entries.PairwiseMethod(
            name,
            title,
            reference,
            partial(_test_pairs, name, *guarded("pairwise test", name, function)),
            "scores",
            null if null in NULLS else name,
            pair_alone=True,
            transitive=False,
            caution=" ".join(filter(None, (caution, many))),
        )
        PAIRWISE.add(method, of=owner(), function=function)
        return function

    return add


def _test_pairs(name: str, place: str, test: Callable[..., Any], scores: FloatArray, pairs: IntArray) -> PairTests:
    scores = np.asarray(scores, dtype=np.float64)
    expected = "a statistic, above 0 where the first is better, and p from 0 to 1, both numbers"
    scored = [(scores[:, a], scores[:, b]) for a, b in pairs]
    returned = [(0.0, 1.0) if np.array_equal(a, b) else test(a, b) for a, b in scored]
    results = rows_of_numbers(place, returned, 2, expected)
    if ((results[:, 1] < 0) | (results[:, 1] > 1)).any() or np.isnan(results).any():
        raise FaultsFound([Fault(place, f"it returned {_first_wrong(results)}", expected)])
    return PairTests(name, results[:, 0].copy(), results[:, 1].copy())


def _first_wrong(results: FloatArray) -> str:
    wrong = np.isnan(results).any(axis=1) | (results[:, 1] < 0) | (results[:, 1] > 1)
    statistic, p = results[int(np.flatnonzero(wrong)[0])]
    return f"statistic {statistic:g} and p {p:g}"


def adjustment(
    name: str, *, title: str, reference: str, controls: str, caution: str = ""
) -> Callable[[_Function], _Function]:
    """Register an adjustment of p-values for their number.

    The function takes the p-values of all comparisons, a float array, and returns the adjusted ones in the same order.

    Parameters
    ----------
    name, title, reference, caution : str
        As for `pairwise_test`.
    controls : str
        The error rate that it keeps: "family-wise error", "family-wise error if independent", "family-wise error if all
        are true" or "false discovery rate".

    Examples
    --------
    >>> import numpy as np
    >>> @adjustment("times-ten", title="ten times p", reference="dunn1961", controls="family-wise error")
    ... def times_ten(p):
    ...     return np.minimum(10 * p, 1)
    """
    require_texts("adjustment", name, title, reference)
    rates = get_args(entries.ErrorRate)
    if controls not in rates:
        raise FaultsFound([plugin_fault("adjustment", name, f"controls is {controls!r}", one_of(controls, rates))])

    def add(function: _Function) -> _Function:
        call: Any = partial(_adjust, *guarded("adjustment", name, function))
        rate: Any = controls
        method = entries.AdjustmentMethod(name, title, reference, call, rate, caution=caution)
        ADJUSTMENTS.add(method, of=owner(), function=function)
        return function

    return add


def _adjust(place: str, function: Callable[..., Any], p: FloatArray) -> FloatArray:
    returned = function(p.copy())
    expected = f"an array of {len(p)} numbers from 0 to 1, adjusted p-values in the order of those given"
    try:
        adjusted = np.asarray(returned, dtype=np.float64)
    except (TypeError, ValueError):
        adjusted = np.array(np.nan)
    if adjusted.shape != p.shape or not ((adjusted >= 0) & (adjusted <= 1)).all():
        raise FaultsFound([Fault(place, f"it returned {returned!r}", expected)])
    return adjusted


def effect_size(
    name: str,
    *,
    title: str,
    reference: str,
    interval: str,
    range: tuple[float, float] = (-np.inf, np.inf),
    no_difference: float = 0.0,
    in_unit: bool = False,
) -> Callable[[_Function], _Function]:
    """Register a measure of how far two algorithms differ over the data sets.

    The function takes the scores of the two as that of `pairwise_test` does, and the level of the interval, and returns
    the estimate and the ends of its interval, greater where the first is better.

    Parameters
    ----------
    name, title, reference : str
        As for `pairwise_test`.
    interval : str
        How intervals are computed, in words: "the percentile bootstrap".
    range : pair of float
        The least and the greatest value.
    no_difference : float
        Its value where the two perform equally well, in the middle of what it can be of a against b and b against a.
    in_unit : bool
        Whether it has the unit of the scores.

    Examples
    --------
    >>> @effect_size("first", title="first difference", reference="demsar2006", interval="none", in_unit=True)
    ... def first(a, b, level):
    ...     return a[0] - b[0], a[0] - b[0], a[0] - b[0]
    """
    require_texts("effect size", name, title, reference)

    def add(function: _Function) -> _Function:
        call = partial(_estimate, name, interval, range, *guarded("effect size", name, function))
        method = entries.EffectMethod(
            name, title, reference, call, reference, in_unit=in_unit, range=range, no_difference=no_difference
        )
        EFFECTS.add(method, of=owner(), function=function)
        return function

    return add


def _estimate(
    name: str,
    interval: str,
    ends: tuple[float, float],
    place: str,
    measure: Callable[..., Any],
    scores: FloatArray,
    pairs: IntArray,
    level: float,
) -> PairEffects:
    scores, (least, most) = np.asarray(scores, dtype=np.float64), ends
    expected = f"an estimate and the ends of its interval around it, three numbers from {least:g} to {most:g}"
    results = [measure(scores[:, a], scores[:, b], level) for a, b in pairs]
    rows = rows_of_numbers(place, results, 3, expected)
    value, low, high = rows.T.copy()
    sound = (least <= low) & (low <= value) & (value <= high) & (high <= most)
    if not sound.all():
        wrong = rows[int(np.flatnonzero(~sound)[0])].tolist()
        raise FaultsFound([Fault(place, f"it returned {wrong}", expected)])
    return PairEffects(name, value, low, high, level, interval, ("",) * len(pairs))


def table(name: str, *, title: str, options: type[TableOptions] | None = None) -> Callable[[_Function], _Function]:
    """Register a table, which is a section of its own in the report of a study that names it in `report.tables`.

    The function takes the `Analysis` of a metric and returns a `Table` with a title, a caption, a head, rows and align,
    or None where the study has nothing for it. Cells are texts, numbers, `analysis.algorithms`, or a `Cell`.

    Parameters
    ----------
    name, title : str
        In a study and in a report.
    options : subclass of `TableOptions`, optional
        What a study may ask of it besides what it may of any table; the function then takes such options, too.

    Examples
    --------
    >>> @table("sizes", title="Numbers of data sets")
    ... def sizes(analysis):
    ...     head, row = (Cell("algorithms"), Cell("data sets")), (len(analysis.algorithms), len(analysis.datasets))
    ...     return Table(title="Sizes", caption="Sizes.", head=(head,), rows=(row,), align=("right", "right"))
    """
    require_texts("table", name, title)
    require_options("table", name, options, TableOptions)

    def add(function: _Function) -> _Function:
        place, build = guarded("table", name, function)
        builder = Builder(partial(build_guarded, place, build), Axes())
        if options is not None:
            builder = Builder(partial(build_guarded, place, partial(_of_request, build)), Axes(), takes_request=True)
        kind = TableKind(name, title, builder=builder, options=options, on_request=True)
        register(Topic(f"plugin-{name}", title, tables=(kind,)), of=owner(), functions=(function,))
        return function

    return add


def _of_request(build: Callable[..., Any], request: TableRequest) -> Any:
    return build(request.analysis, request.options)


def figure(
    name: str, *, title: str, caption: str, alt: str, options: type[FigureOptions] | None = None
) -> Callable[[_Function], _Function]:
    """Register a figure, which is a section of its own in the report of a study that names it in `plot`.

    The function takes the `Analysis` of a metric, the names of the algorithms as they are shown, and the `Style`, whose
    width it is to have, and returns a matplotlib Figure.

    Parameters
    ----------
    name, title : str
        In a study and in a report.
    caption, alt : str
        Under the figure, and for readers who do not see it.
    options : subclass of `FigureOptions`, optional
        What a study may ask of it besides what it may of any figure; the function then takes such options, too.

    Examples
    --------
    >>> @figure("means", title="Means", caption="Mean scores.", alt="A bar for each algorithm.")
    ... def means(analysis, names, style):
    ...     from matplotlib.figure import Figure
    ...     drawn = Figure(figsize=(style.width, 2))
    ...     drawn.subplots().barh(names, analysis.scores.means.mean(axis=0))
    ...     return drawn
    """
    require_texts("figure", name, title, caption, alt)
    require_options("figure", name, options, FigureOptions)

    def add(function: _Function) -> _Function:
        if "<locals>" in function.__qualname__:  # other processes find it by its name
            message = f"{function.__qualname__} is within a function"
            raise FaultsFound([plugin_fault("figure", name, message, "a function at the top of its module")])
        with_options = options is not None
        planner = partial(_plan, (title, caption, alt), (owner(), f"figure {name}"), function, with_options)
        kind = FigureKind(name, title, builder=planner, options=options)
        register(Topic(f"plugin-{name}", title, figures=(kind,)), of=owner(), functions=(function,))
        return function

    return add


def _plan(
    texts: tuple[str, str, str],
    place: tuple[str, str],
    draw: Callable[..., Figure],
    with_options: bool,
    request: Request,
) -> Iterator[Plan]:
    title, caption, alt = texts
    analysis, names = request.analysis, request.labels.drawn(request.names)
    options = (request.options,) if with_options else ()
    yield request.plan(
        partial(_draw, place, draw, options, analysis, names), say("{} by {}", title, analysis.metric), caption, alt
    )


def _draw(
    place: tuple[str, str],  # the parts of a `PluginPlace`, which can be kept
    draw: Callable[..., Figure],
    options: tuple[FigureOptions, ...],
    analysis: Analysis,
    names: tuple[str, ...],
    style: Style,
) -> Figure:
    from rankpress.figures.style import drawing_context

    try:
        with drawing_context(style):
            return draw(analysis, names, style, *options)
    except Exception as error:
        expected = "a function that returns a matplotlib Figure"
        raise FaultsFound([fault_of(error, PluginPlace(*place), expected)]) from error


def add_topic(topic: Topic) -> None:
    """Register a topic: a section of the report with all that belongs to it, as `Topic` and its parts say.

    A study that lists the plug-in's file in `plugins` has it without further keys, unless its `Step` has a section.

    Examples
    --------
    >>> add_topic(Topic("sample", "Sample", account=lambda analysis, stated: ["A sentence on the metric."]))
    """
    require_texts("topic", topic.identifier, topic.title)
    of_study = () if topic.of_study is None else topic.of_study.results
    taken = sorted({key.name for key in topic.results} & MetricResult.__annotations__.keys())
    taken += sorted({key.name for key in of_study} & Results.__annotations__.keys())
    if taken:
        message = f"results.json has a key {taken[0]!r} of its own"
        raise FaultsFound([plugin_fault("topic", topic.identifier, message, "another name")])
    register(guarded_topic(topic), of=owner(), functions=tuple(functions_of(topic)))


def loader(name: str, *, holds: str, suffixes: Sequence[str]) -> Callable[[_Function], _Function]:
    """Register a file format.

    The function takes the content of a file as bytes and returns its rows, each a mapping of columns to values.

    Parameters
    ----------
    name : str
        What `scores.format` calls it.
    holds : str
        What such a file is, in words: "a file of dots".
    suffixes : sequence of str
        What the names of such files end with: ``[".dots"]``.

    Examples
    --------
    >>> @loader("dots", holds="a file of dots", suffixes=[".dots"])
    ... def read_dots(content):
    ...     return [{"dataset": "a", "algorithm": "A", "score": content.count(b".")}]
    """
    require_texts("loader", name, holds)
    endings = tuple(suffixes)

    def add(function: _Function) -> _Function:
        call = partial(_open, *guarded("loader", name, function))
        add_format(Format(name, holds, partial(_ends_with, endings), call))
        return function

    return add


def add_format(form: Format) -> None:
    """Register a format whose files are read in parts, or that is a folder; see `rankpress.sources`.

    Examples
    --------
    >>> from rankpress.sources.formats import LOADERS
    >>> add_format(Format("mine", "a file of mine", lambda origin: origin.place.endswith(".mine"), lambda *_: []))
    >>> "mine" in LOADERS
    True
    """
    if not isinstance(form, Format):
        raise FaultsFound(
            [plugin_fault("format", repr(form), "it is none", "an instance of rankpress.sources.formats.Format")]
        )
    LOADERS.add(Loader(form.name, form), of=owner(), function=form.open)


def _ends_with(endings: tuple[str, ...], origin: Origin) -> bool:
    return not origin.is_folder and PurePath(origin.place).name.endswith(endings)


def _open(place: str, read: Callable[..., Iterable[Mapping[str, Any]]], origin: Origin, _: Findings) -> list[Sheet]:
    from rankpress.sources.json_records import tabulate

    rows = read(origin.content)
    expected = "an iterable of rows, each a mapping of columns to texts, numbers or None"
    try:
        records = [(number, dict(row)) for number, row in enumerate(rows, start=1)]
    except FaultsFound:
        raise
    except Exception as error:
        message = f"of {origin.place} it returned no rows: {type(error).__name__}: {error}"
        raise FaultsFound([Fault(place, message, expected)]) from error
    return [tabulate(records, origin.place, (origin.file,))]


def report_format(name: str, *, title: str, figures: Sequence[FigureForm] = ()) -> Callable[[_Function], _Function]:
    """Register a format of reports, which a study names in `report.formats`.

    The function takes a `rankpress.report.rendering.Rendering`: its `document` has the sections with their sentences,
    tables and figures. It returns texts or bytes by the path of a file below the output folder.

    Parameters
    ----------
    name, title : str
        In a study, and what its files are, in words: "report.slides".
    figures : sequence of {"pdf", "png", "pgf"}
        The forms of figures that it takes besides SVG.

    Examples
    --------
    >>> @report_format("titles", title="titles.txt")
    ... def write_titles(rendering):
    ...     return {"titles.txt": "; ".join(section.title for section in rendering.document.sections)}
    """
    require_texts("report format", name, title)

    def add(function: _Function) -> _Function:
        writer = partial(_write, *guarded("report format", name, function))
        entry = ReportFormat(name, title, writer, figures=tuple(figures))
        REPORT_FORMATS.add(entry, of=owner(), function=function)
        return function

    return add


def _write(place: str, write: Callable[..., Any], rendering: Rendering) -> Written:
    contents = write(rendering)
    expected = "texts or bytes by the paths of files below the output folder, which no other part of a report has"
    if not isinstance(contents, Mapping):
        raise FaultsFound([Fault(place, f"it returned {type(contents).__name__}", expected)])
    for path, content in contents.items():
        if not (isinstance(path, str) and is_path_of_output(path) and isinstance(content, str | bytes)):
            raise FaultsFound([Fault(place, f"it returned {type(content).__name__} as {path!r}", expected)])
    return Written(
        {path: content.encode() if isinstance(content, str) else content for path, content in contents.items()}
    )


def venue(name: str, *, column: float, text: float, height: float, stated: str) -> None:
    """Register where papers are published: inches of a column's width, of the text's width and height, and a source.

    Examples
    --------
    >>> venue("journal-of-tests", column=3.3, text=6.9, height=9.0, stated="its class file, 2026")
    """
    require_texts("venue", name, stated)
    if not 1 <= column <= text <= 20 or not 1 <= height <= 30:
        message = f"column {column}, text {text}, height {height}"
        raise FaultsFound([plugin_fault("venue", name, message, "inches, a column no wider than the text")])
    kinds.VENUES.add(Venue(name, column, text, height, stated), of=owner())
