"""What a topic declares: all that a report says about one subject, and what rows and columns of tables are called."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar, cast

import numpy as np
from typing_extensions import TypeVar as TypeVarWithDefault

from rankpress.analysis import Analysis
from rankpress.catalog.adjustments import UNADJUSTED
from rankpress.catalog.kinds import FIGURES, TABLES, FigureKind, TableKind
from rankpress.catalog.methods import adjustment_of_p
from rankpress.core.bibliography import Source, library
from rankpress.core.document import Missing, Plan, Section
from rankpress.core.labels import slug
from rankpress.core.plugins import BUILT_IN, Registry
from rankpress.core.scores import IntArray, MetricScores
from rankpress.core.table import Cell, Table
from rankpress.spec.plot_sections import FigureOptions, PlottedFigure
from rankpress.spec.table_options import TableOptions
from rankpress.spec.topic_steps import STEPS, Step
from rankpress.topics.facts import Fact, Subjects
from rankpress.topics.imputation import lacking_results
from rankpress.topics.phrases import OVER_METRICS, p_of, with_key
from rankpress.wording.text import Prose, Text, joined, plain, say

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from rankpress.core.labels import Labels
    from rankpress.figures.style import Style
    from rankpress.spec.model import Study
    from rankpress.stages.rank import Ranking
    from rankpress.stages.test import Tested

_Result = TypeVar("_Result")
Given = TypeVar("Given")
Sentences = Callable[[Analysis], Iterable[Prose]]
Stating = Callable[[Analysis, set[Prose]], Iterable[Prose]]
Voice = Literal["we", "passive"]
StudySentences = Callable[[Sequence[Analysis]], Iterable[Prose]]
RowNames = Callable[["Study", Sequence[str], Sequence[str]], Iterable[str]]

KEY_OF_FAMILIES = "colors and signs: families of algorithms"
"""What a caption says of them."""


def where(
    result_of: Callable[[Analysis], _Result | None],
) -> Callable[[Callable[[Analysis, _Result], Iterable[Prose]]], Callable[[Analysis], list[Prose]]]:
    """Let sentences on a result say nothing where there is none: they are given it with the analysis."""

    def decorate(sentences: Callable[[Analysis, _Result], Iterable[Prose]]) -> Callable[[Analysis], list[Prose]]:
        @wraps(sentences)
        def of_result(analysis: Analysis) -> list[Prose]:
            value = result_of(analysis)
            return [] if value is None else list(sentences(analysis, value))

        return of_result

    return decorate


where_compared = where(lambda analysis: analysis.tested.over)
"""Sentences on the comparisons over the data sets."""


@dataclass(frozen=True)
class Rows:
    """What names the rows of a table."""

    what: str  # as the reference has it
    names: RowNames  # given the spec, names of algorithms and of data sets
    are_pairs: bool = False  # whether a pair of algorithms names one too


ALGORITHMS = Rows("algorithms", lambda _study, names, _datasets: names)
DATASETS = Rows("data sets", lambda _study, _names, datasets: datasets)
PAIRS = Rows("algorithms, pairs", lambda _study, names, _datasets: names, are_pairs=True)
PAIRS_ON_DATASETS = Rows(
    "data sets, algorithms, pairs", lambda _study, names, datasets: (*datasets, *names), are_pairs=True
)


def adjusted_heads(head_of: Callable[[str], str]) -> Callable[[Study], list[str]]:
    """Titles of the columns of which there is one per adjustment."""
    return lambda study: [head_of(method.name) for method in study.adjust]


def heads_of_adjusted_p(study: Study) -> list[str]:
    """Titles of the columns of adjusted p-values next to others; of two algorithms there is one column, p."""
    return [
        p_of(method.name, OVER_METRICS if method.options.get("over") == "metrics" else "") for method in study.adjust
    ]


def head_of_p_within(study: Study) -> list[str]:
    """Title of the column of adjusted p-values within data sets; unadjusted ones have a column whatever the study."""
    adjustment = adjustment_of_p(method.name for method in study.adjust)
    return [p_of(adjustment)] if adjustment != UNADJUSTED else []


def nothing(_of: object) -> list[Any]:
    """Nothing to say."""
    return []


def silent(_of: Analysis, _earlier: set[Prose]) -> list[Any]:
    """Nothing to say, whatever has been stated."""
    return []


@dataclass(frozen=True)
class Axes:
    """Name the rows and columns of a table; decorates the function that builds it.

    That takes an analysis or, decorated by `by_request`, a `TableRequest`; `build_tables` gives what it returns the
    name, metric and kind.
    """

    rows: Rows = ALGORITHMS
    columns: tuple[str, ...] = ()  # heads of columns, whatever the spec
    more_columns: Callable[[Study], Iterable[str]] = nothing  # further heads, given the spec
    of_algorithms: bool = False  # whether columns are algorithms
    of_pairs: bool = False  # whether columns are pairs of algorithms
    # whether rows are algorithms in the order that the study asks for, and not in one of their own
    sorts_rows: bool = False
    needs: str = ""  # what a study needs for the table, where its sections alone do not say

    def __call__(self, build: Callable[[Analysis], Table | None]) -> Builder[Analysis]:
        """Return a function of an analysis with its axes."""
        return Builder(build, self)

    def by_request(self, build: Callable[[TableRequest[OfTable]], Table | None]) -> Builder[TableRequest[OfTable]]:
        """Return a function of what a study asks for with its axes."""
        return Builder(build, self, takes_request=True)


OfTable = TypeVarWithDefault("OfTable", bound=TableOptions, default=TableOptions)


@dataclass(frozen=True)
class TableRequest(Generic[OfTable]):
    """Hold a table that a study asks for, with the options of its kind, and what it is built from.

    Examples
    --------
    >>> @Axes(columns=("Mean",)).by_request
    ... def mean_table(request):
    ...     return None if request.most(100) < len(request.analysis.algorithms) else request.analysis
    >>> mean_table.takes_request
    True
    """

    analysis: Analysis
    options: OfTable
    analyses: Sequence[Analysis] = ()  # those of all metrics, which a table of one may show too
    places: Mapping[str, int] | None = None  # of the algorithms of a half matrix; None: the best ranked first

    def most(self, cells: int) -> int:
        """Return how many cells, or algorithms, it may have at most: so many, unless rows or columns are listed."""
        return sys.maxsize if self.options.rows or self.options.columns else cells


@dataclass(frozen=True)
class Builder(Generic[Given]):
    """What builds a kind of table, and what its rows and columns may be called."""

    function: Callable[[Given], Table | None]  # of an analysis, or of a request
    axes: Axes
    takes_request: bool = False

    def __call__(self, given: Given) -> Table | None:
        """Build the table from what its function takes."""
        return self.function(given)

    def build(self, request: TableRequest[Any]) -> Table | None:
        """Build the table that a study asks for."""
        given: Any = request if self.takes_request else request.analysis
        return self.function(given)


OfFigure = TypeVarWithDefault("OfFigure", bound=FigureOptions, default=FigureOptions)


@dataclass(frozen=True)
class Request(Generic[OfFigure]):
    """Hold a figure that a study asks for, with the options of its kind, and what it is planned from.

    Examples
    --------
    >>> def plan_means(request):
    ...     yield request.missing("the study has no means")
    >>> FigureKind("means", "means of the algorithms", builder=plan_means).name
    'means'
    """

    analyses: Sequence[Analysis]  # that of one metric, or those of all
    figure: PlottedFigure
    style: Style
    labels: Labels

    @property
    def options(self) -> OfFigure:
        """What the study asks of it."""
        return cast("OfFigure", self.figure.options)

    @property
    def analysis(self) -> Analysis:
        """The analysis of the metric, or of the first."""
        return self.analyses[0]

    @property
    def names(self) -> tuple[Text, ...]:
        """The algorithms."""
        return self.analysis.algorithms

    @property
    def highlighted(self) -> tuple[Text, ...]:
        """The algorithms that stand out: those that the study names, else the control."""
        asked, control = self.options.highlight, self.analysis.tested.control
        if asked is None:
            return () if control is None else (self.names[control],)
        return tuple(label for name, label in zip(self.analysis.names, self.names, strict=True) if name in asked)

    @property
    def families(self) -> dict[str, int]:
        """By the name of an algorithm as it is drawn, the number of its family, where the figure shows families."""
        if not FIGURES[self.figure.name].by_family:
            return {}
        numbers = self.labels.families_of(self.names)[1]
        drawn = zip(self.labels.drawn(self.names), numbers, strict=True)
        return {name: number for name, number in drawn if number is not None}

    def missing(self, why: Prose) -> Missing:
        """Return why it cannot be drawn, a clause."""
        return Missing(self.figure.name, self.analysis.metric, why)

    def plan(
        self,
        draw: Callable[..., Figure],
        title: Prose,
        caption: Prose,
        alt: Prose,
        explained: Sequence[Sequence[Prose]] = (),
        **more: Any,
    ) -> Plan:
        """Plan it; the caption explains short names, where the figure has such."""
        key: list[Prose] = []
        of = {"metrics": (self.analysis.scores.name,), **more}
        if self.families:
            from rankpress.figures.families import draw_by_family

            families, _ = self.labels.families_of(self.analysis.algorithms)
            number = dict(zip(map(plain, self.names), self.labels.families_of(self.names)[1], strict=True))
            members = [number.get(plain(name)) for name in of.get("algorithms", ())]
            draw = partial(draw_by_family, draw, families, members)
            key.append(KEY_OF_FAMILIES)
            of.setdefault("whole", "a legend of families stands below it")
        if self.highlighted and not FIGURES[self.figure.name].highlights_itself:
            from rankpress.figures.highlighting import draw_highlighted

            numbers = [i for i, name in enumerate(of.get("algorithms", ())) if name in self.highlighted]
            draw = partial(draw_highlighted, draw, tuple(self.labels.drawn(self.highlighted)), numbers)
            key += [say("highlighted: {}", joined(self.highlighted))] if numbers else []
        if self.style.enlarged > 1:
            from rankpress.figures.enlarging import draw_enlarged

            draw = partial(draw_enlarged, draw)
            of.setdefault("whole", "its type and lines are enlarged as a whole")
        key += map(self.labels.explained_if_drawn, explained)
        if FIGURES[self.figure.name].of_ranks:
            key += dict.fromkeys(map(lacking_results, self.analyses))
        caption = with_key(caption, key)
        return Plan(
            kind=self.figure.name, title=title, caption=caption, alt=alt, draw=partial(draw, style=self.style), **of
        )


def chosen_pairs(analysis: Analysis, pairs: Sequence[tuple[str, str]] | None) -> tuple[tuple[int, int], ...]:
    """Return the pairs that a spec names, as indices; without, the two best ranked, or the control and the best other.

    A pair is omitted whose algorithms the missing policy dropped.
    """
    if pairs is not None:
        index = {name: i for i, name in enumerate(analysis.names)}
        return tuple((index[a], index[b]) for a, b in pairs if a in index and b in index)
    if len(analysis.names) < 2:
        return ()
    a, b = sorted(analysis.leading_pair, key=analysis.best_first.index)
    return ((a, b),)


def place_of(pair: tuple[int, int], pairs: IntArray) -> tuple[int, bool] | None:
    """Return where a pair is among those compared, and whether the other way round; None where it is not."""
    for turned, requested in ((False, pair), (True, pair[::-1])):
        rows = np.flatnonzero((pairs == requested).all(axis=1))
        if rows.size:
            return int(rows[0]), turned
    return None


def part_of(analysis: Analysis, pair: tuple[int, int], *, among: int) -> str:
    """Return what the file's name of a pair ends with, where there are several."""
    return "".join(f"-{slug(analysis.names[i])}" for i in pair) if among > 1 else ""


# What facts are about besides the metric and single algorithms: nothing, a pair, a data set, a pair on a data set.
Scope = Literal["study", "pairs", "datasets", "pairs on datasets"]
# Titles that facts of several topics share.
OF_TESTS = "tests{} over the data sets"
ON_DATASETS = "scores, ranks and places on single data sets{}"
OF_TESTS_ON_DATASETS = "tests{} on single data sets"


@dataclass(frozen=True)
class Facts:
    """List numbers for the text of a paper, those about the same things together."""

    state: Callable[[Subjects], Iterator[Fact]]
    scope: Scope = "study"
    # what is left out where there are too many, all facts of a title together; {} becomes nothing, or which pairs
    title: str = "the study{}"
    is_often_cited: bool = False  # whether there is room for all of them before there is for those of other facts
    least: Callable[[Subjects], int] = lambda about: 0  # how many there are at least, by which to leave them out unmade


@dataclass(frozen=True)
class ResultKey:
    """Describe a key of results.json under each metric."""

    name: str
    # a TypedDict whose annotations have the text of each key, or a plain type; None of a key that every report has:
    # `account/results_model.py` has those together, for programs that read reports
    type: Any
    of: Callable[[Analysis], Any]  # returns plain data, arrays included; None where there is nothing; ABSENT: no key
    text: str = ""  # of the key, in RESULTS.md, where the type does not say it
    # pairs that what stands under the key compares, the one that is better first, each with its adjusted p-value:
    # conclusions, whose changes between two reports are listed
    pairs: Callable[[Any], Iterable[tuple[str, str, float]]] | None = None
    # the same pairs of other scores, at a level: so a comparison of reports tries what changes a conclusion
    compare: Callable[[MetricScores, Ranking, Tested, float], Iterable[tuple[str, str, float]]] | None = None
    called: str = ""  # by what these are conclusions, in a list of changes; empty: by its name


Outcome = Literal["better", "equal", "not inferior", "open"]


class StatedVerdict(NamedTuple):
    """What a topic states of two algorithms in words that are no test of a difference."""

    method: str  # what it is by
    first: str  # the one that is better, or not inferior
    second: str
    outcome: Outcome  # `open`: none of them is shown
    p: float | None = None  # adjusted


PLACE_OF_FINDING = 20  # headlines up to here are in every summary, further ones where there is room


@dataclass(frozen=True)
class Headline:
    """Say sentences in the summary of a report."""

    sentences: Stating
    place: int = 100  # smaller ones come first, those of the same place in the order of topics


class RankingColumn(NamedTuple):
    """A column of the ranking that a topic fills."""

    head: Prose  # as it is printed
    cells: list[Cell]  # one for each algorithm
    note: Prose


@dataclass(frozen=True)
class RankingColumns:
    """The columns that a topic offers the ranking, which has them where a study names them."""

    names: Callable[[Any], Iterable[str]]  # those of a study
    of: Callable[[Analysis], Mapping[str, RankingColumn]]  # by name


@dataclass(frozen=True)
class Methods:
    """Say sentences on methods, in the voice that a study asks for, or that a table of the report replaces.

    Examples
    --------
    >>> methods = Methods(lambda analysis, voice: ["Ranks are averaged."], table="measures")
    >>> methods.sentences(None, "we")
    ['Ranks are averaged.']
    """

    sentences: Callable[[Analysis, Voice], Iterable[Prose]]
    table: str = ""  # the kind of table


@dataclass(frozen=True)
class StudyResultKey:
    """Describe a key of results.json about all metrics together.

    Examples
    --------
    >>> StudyResultKey("n_metrics", int, len, text="how many metrics are compared").name
    'n_metrics'
    """

    name: str
    type: Any  # as that of a `ResultKey`
    of: Callable[[Sequence[Analysis]], Any]  # returns plain data; None where there is nothing
    text: str = ""  # of the key, in RESULTS.md, where the type does not say it


@dataclass(frozen=True)
class OfStudy:
    """Say what a topic has on all metrics together.

    Examples
    --------
    >>> OfStudy(closing=lambda analyses: ["All metrics were compared."]).is_before_methods
    False
    """

    # a section behind what was found, in place of one with a part for each metric, without its tables
    section: Callable[[Sequence[Analysis]], Section | None] | None = None
    is_before_methods: bool = False  # whether that section stands before Methods
    # with which methods.tex begins
    opening: Callable[[Sequence[Analysis], Voice], Iterable[Prose]] = lambda analyses, voice: ()
    methods: StudySentences = nothing  # at the end of Methods and of methods.tex
    closing: StudySentences = nothing  # at the end of summary and results.tex
    # how the study came about: paragraphs at the end of a full methods.tex, and sentences of a short one
    setup: StudySentences = nothing
    brief_setup: StudySentences = nothing
    facts: Callable[[Sequence[Analysis]], Iterable[Fact]] = nothing
    results: tuple[StudyResultKey, ...] = ()


@dataclass(frozen=True)
class Topic:
    """Describe what a report says about one subject; `register` adds all of it.

    Sentences take the analysis of a metric and are empty where it has nothing of the subject. Those that are `Stating`
    also take what was stated of the metrics before it, to which they add what need not be repeated.
    """

    identifier: str  # identifier, title: of the section
    title: str
    # what was found: the section is there where a metric has paragraphs, tables or figures
    paragraphs: Sentences = nothing
    caveats: Sentences = nothing  # what must be said next to it, for it is of these results
    # what holds of such results whatever they are; stated once, in a section of its own
    reminders: Sentences = nothing
    limitations: str = ""  # the title of the part of Limitations that begins with it
    after: str = ""  # the topic that it follows wherever there are several; without one it comes last
    step: Step | None = None  # what it computes, and its section of study.yaml
    methods: tuple[Sentences | Methods, ...] = ()  # paragraphs of the section Methods
    # its sentences in methods.tex and results.tex, where `report.prose.length` is short
    brief_methods: Sentences | Methods = nothing
    brief_account: Stating = silent
    # its paragraph in results.tex where that is full; None: what it says in the report, caveats included
    account: Stating | None = None
    cautions: Sentences = nothing  # how results must not be read, at the end of results.tex
    headline: Headline | None = None
    facts: tuple[Facts, ...] = ()
    results: tuple[ResultKey, ...] = ()
    # the verdicts in what results.json has of a metric, at a level: conclusions, whose changes between two reports are
    # listed with those of tests
    verdicts: Callable[[Mapping[str, Any], float], Iterable[StatedVerdict]] | None = None
    tables: tuple[TableKind, ...] = ()
    of_study: OfStudy | None = None  # what it says of all metrics together
    ranking_columns: RankingColumns | None = None  # that the ranking has where a study names them
    figures: tuple[FigureKind, ...] = ()
    sources: tuple[Source, ...] = ()  # that it cites, besides those of the built-in bibliography


def account_of(topic: Topic, analysis: Analysis, earlier: set[Prose]) -> list[Prose]:
    """Return the paragraph of a topic in a full results.tex, as sentences."""
    if topic.account is None:
        return [*topic.paragraphs(analysis), *topic.caveats(analysis)]
    return list(topic.account(analysis, earlier))


def methods_in(
    methods: Sentences | Methods, analysis: Analysis, voice: Voice, tabled: Collection[str] = ()
) -> list[Prose]:
    """Return sentences on methods, none where a table of a kind in `tabled` replaces them."""
    if not isinstance(methods, Methods):
        return list(methods(analysis))
    return [] if methods.table in tabled else list(methods.sentences(analysis, voice))


TOPICS = Registry[Topic]("rankpress.topics", by="identifier", package="rankpress.topics")
_RESULT_KEYS = Registry[ResultKey]()  # so that no two topics have one of a name
_STUDY_KEYS = Registry[StudyResultKey]()


def register(topic: Topic, *, of: str = BUILT_IN, functions: Sequence[Callable[..., Any]] = ()) -> None:
    """Add a topic with all that it declares, built in or of a plug-in, which names the functions that it calls."""
    TOPICS.add(topic, of=of)
    for function in functions:
        TOPICS.add(of=of, function=function)
    TABLES.add(*(replace(kind, topic=topic.identifier) for kind in topic.tables), of=of)
    FIGURES.add(*(replace(kind, topic=topic.identifier) for kind in topic.figures), of=of)
    _RESULT_KEYS.add(*topic.results, of=of)
    _STUDY_KEYS.add(*(() if topic.of_study is None else topic.of_study.results), of=of)
    if topic.step is not None:
        STEPS.add(topic.step, of=of)
    if topic.sources:
        library().add(*topic.sources, of=of)


def topics_of_study() -> tuple[OfStudy, ...]:
    """Return what topics say of all metrics together, in the order of topics."""
    return tuple(topic.of_study for topic in topics() if topic.of_study is not None)


def keys_of_pairs() -> tuple[ResultKey, ...]:
    """Return the keys under which topics compare pairs."""
    return tuple(key for topic in topics() for key in topic.results if key.pairs is not None)


def stated_verdicts(of_metric: Mapping[str, Any], level: float) -> Iterator[StatedVerdict]:
    """Yield the verdicts that topics state of pairs, as results.json has them."""
    for topic in topics():
        if topic.verdicts is not None:
            yield from topic.verdicts(of_metric, level)


def topics() -> tuple[Topic, ...]:
    """Return the topics of the study in their order, each behind the one that it follows.

    Of several that follow the same one those that fewer follow come first, else the alphabet decides: the order in
    which modules were imported does not count.
    """
    followers: dict[str, list[Topic]] = {}
    for topic in TOPICS.in_use():
        followers.setdefault(topic.after if topic.after in TOPICS else "", []).append(topic)

    def chain(topic: Topic) -> list[Topic]:
        return [topic, *ordered(topic.identifier)]

    def ordered(after: str) -> list[Topic]:
        chains = [chain(topic) for topic in followers.get(after, [])]
        if after:
            chains.sort(key=lambda topics: (len(topics), topics[0].identifier))
        return [topic for topics in chains for topic in topics]

    return tuple(ordered(""))
