"""The protocol of a study: what its author states, what is found, and what may be wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from rankpress.catalog.adjustments import UNADJUSTED
from rankpress.catalog.methods import ADJUSTMENTS, WITHIN
from rankpress.core.faults import LISTED, nearest
from rankpress.core.scores import MetricResults, MetricScores
from rankpress.spec.protocol_section import Kind
from rankpress.stages.adjust import family_by
from rankpress.stages.within import compare_within
from rankpress.stats.incomplete_blocks import incidence
from rankpress.stats.multiplicity import chance_of_any_error
from rankpress.stats.pairs import all_pairs, pairs_with
from rankpress.wording.numbers import MISSING, level_text, probability_text
from rankpress.wording.strings import counted, quoted
from rankpress.wording.text import Prose, algorithm_named, join, joined, metric_named, plain, references, say

if TYPE_CHECKING:
    from rankpress.analysis import Analysis
    from rankpress.core.scores import Scores
    from rankpress.spec.model import Study
    from rankpress.spec.protocol_section import (
        AlgorithmsChoice,
        DatasetsChoice,
        EarlierStudies,
        Planned,
        ProtocolOptions,
        Tuning,
    )
    from rankpress.spec.statistics_sections import TestOptions


_Origin = Literal["stated", "derived", "not stated"]
# Sections of Salzberg (1997), by their titles.
GENERALIZING, TUNING, COMMUNITY = "Generalizing results", "Repeated tuning", "Community experiments"
VALIDITY, RECOMMENDED = "Statistical validity", "A recommended approach"
_MOST_NAMES = 8
WHEN_CHOSEN = ("Data sets", "when chosen")


@dataclass(frozen=True)
class ProtocolItem:
    """Something that a reader of a study wants to know of how it came about."""

    subject: str  # what the question is about, such as "Data sets"; the whole question where it has no part
    answer: Prose  # empty where there is none
    origin: _Origin  # whether the author states it, it follows from scores and spec, or nobody states it
    algorithms: tuple[str, ...] = ()  # those that the question is about
    lacks: str = ""  # what the answer does not state, if anything
    pitfall: str = ""  # what may be wrong with it, in a clause; empty where nothing is
    section: str = ""  # title of the section of Salzberg (1997) that warns of it
    part: str = ""  # the question about the subject, such as "how chosen"; empty where the subject says all

    @property
    def question(self) -> Prose:
        """The subject with the algorithms that it is about."""
        if not self.algorithms:
            return f"{self.subject}: {self.part}" if self.part else self.subject
        most, names = _MOST_NAMES, references("algorithms", self.algorithms)
        if len(names) <= most + 1:
            return say("{} {}", self.subject, join(names, ", "))
        return say("{} {} and {} others", self.subject, join(names[:most], ", "), len(names) - most)

    @property
    def described(self) -> Prose:
        """The potential issue in a line: the item, its answer, and the issue."""
        return say("{}: {}; {} ({})", self.question, self.answer, self.pitfall, self.section)

    def subject_and_part(self, *, lacking: bool = False) -> tuple[Prose, str]:
        """Return the subject, and the question about it where it has one; on request with what the answer lacks."""
        after = f" ({self.lacks})" if lacking and self.lacks else ""
        return (self.subject, f"{self.part}{after}") if self.part else (self.question + after, "")


def questions_together(items: Iterable[ProtocolItem], *, lacking: bool = False) -> Prose:
    """Return the questions of items, in a list that names a subject of several once."""
    by_subject: dict[Prose, list[str]] = {}
    for subject, part in (item.subject_and_part(lacking=lacking) for item in items):
        by_subject.setdefault(subject, []).extend([part] if part else [])
    texts = (
        say("{} {} {}", subject, MISSING, ", ".join(parts)) if parts else subject
        for subject, parts in by_subject.items()
    )
    return join(texts, "; ")


@dataclass(frozen=True)
class Protocol:
    """How a study came about; the same for all of its metrics."""

    kind: Kind | None  # as its author says
    items: tuple[ProtocolItem, ...]  # in the order in which they are reported
    primary: str | None = None  # the metric that was planned to decide

    @property
    def is_exploratory(self) -> bool:
        """Whether the study is exploratory, so that its p-values are called exploratory."""
        return self.kind == "exploratory"

    @property
    def datasets_seen(self) -> bool:
        """Whether data sets were chosen after results on them were seen."""
        return any(item.pitfall and (item.subject, item.part) == WHEN_CHOSEN for item in self.items)

    @property
    def not_stated(self) -> tuple[ProtocolItem, ...]:
        """The items that are not stated, as a whole or in part."""
        return tuple(item for item in self.items if item.origin == "not stated" or item.lacks)

    @property
    def pitfalls(self) -> tuple[ProtocolItem, ...]:
        """The items with a potential issue."""
        return tuple(item for item in self.items if item.pitfall)


@dataclass(frozen=True)
class ComparisonCount:
    """The comparisons of one metric, as far as a pitfall may lie in their number."""

    scores: MetricResults
    over: int  # comparisons over the data sets
    within: tuple[int, ...]  # comparisons on each data set, whose p-values are adjusted for that number
    within_procedure: str  # the test within data sets
    adjustments: tuple[str, ...]


def comparisons_of(analysis: Analysis) -> ComparisonCount:
    """Return the comparisons that were made."""
    created = analysis.conclusions.multiplicity
    return ComparisonCount(
        analysis.scores,
        0 if created.over is None else created.over.tests,
        tuple(len(of_dataset.pairs) for of_dataset in analysis.tested.within),
        analysis.tested.within_procedure,
        tuple(analysis.adjusted.p),
    )


def count_comparisons(study: Study, scores: MetricResults) -> ComparisonCount:
    """Return the comparisons that a build would make of a metric."""
    # The tests within data sets are made in order to count them, because only they show on which data sets they can be
    # made; whatever takes long is not.
    test, k = study.test, len(scores.algorithms)
    pairs = all_pairs(k) if test.control is None else pairs_with(scores.algorithms.index(test.control), k)
    # whether there are too few data sets, or some algorithms share none with others, however indirectly
    apart = scores.n_datasets < 2 or (isinstance(scores, MetricScores) and len(incidence(scores.placed).components) > 1)
    family = family_by(test.pairwise.name, k, control=test.control is not None)
    fitting = (of_dataset.name for of_dataset in study.adjust if not ADJUSTMENTS[of_dataset.name].inapplicable(family))
    within: tuple[int, ...] = ()
    if isinstance(scores, MetricScores):
        within = tuple(len(of_dataset.pairs) for of_dataset in compare_within(scores, pairs, test.within).tests)
    return ComparisonCount(
        scores,
        0 if apart else len(pairs),
        within,
        test.within,
        () if apart else tuple(fitting),
    )


def found_by_chance(attempts: str, number: int, alpha: float) -> str:
    """Return how probable it is that one of several attempts finds a difference where there is none."""
    chance = probability_text(chance_of_any_error(number, alpha))
    return (
        f"were nothing to be found and {attempts} independent, at least one would find a difference at level"
        f" {level_text(alpha)} with probability {chance}"
    )


_SEEN = {"before": "before results were seen", "after": "after results were seen"}
NOT_TUNED = "not tuned"
_DATA = {
    "none": NOT_TUNED,
    "training": "within the training data",
    "validation": "on validation data",
    "test": "on test data",
}


def _not_confirmatory(options: ProtocolOptions) -> Iterator[str]:
    """Yield what was decided after results were seen, in clauses."""
    if options.datasets.when == "after":
        yield "data sets were chosen after results on them were seen"
    if options.partition.test_seen:
        yield "results on test data were seen before all was fixed"
    if options.is_tuned_on_test:
        yield "an algorithm was tuned on test data"
    if options.planned.after:
        # of these "comparisons" and "tests" are several
        verb = "was" if options.planned.after in (("metric",), ("level",)) else "were"
        yield f"{joined(options.planned.after)} {verb} chosen after results were seen"


def declared_datasets(datasets: DatasetsChoice, compared: Sequence[str]) -> Iterator[ProtocolItem]:
    """Yield how data sets were chosen; known are those that were compared on."""
    after = "data sets that are chosen by their results favor whoever chose them"
    yield _stated("Data sets", "how chosen", datasets.chosen)
    when = None if datasets.when is None else _SEEN[datasets.when]
    yield _stated(*WHEN_CHOSEN, when, after if datasets.when == "after" else "", GENERALIZING)
    yield _stated("Data sets", "source", datasets.source)
    yield _stated("Data sets", "what they stand for", datasets.population)
    yield _stated("Data sets", "omitted by the authors", datasets.excluded)
    yield _developed_on(datasets.developed_on, compared)


def _developed_on(names: Sequence[str] | None, compared: Sequence[str]) -> ProtocolItem:
    subject = ("Data sets", "known when algorithms were developed")
    if not names:
        return _stated(*subject, None if names is None else "none")
    shared = [name for name in names if name in compared]
    unused = [name for name in names if name not in compared]
    answer = join(references("datasets", shared), ", ") if shared else "none of those compared on"
    if unused:  # where a name that is misspelled shows
        answer = say("{}; not compared on here: {}", answer, join(references("datasets", unused), ", "))
    pitfall = f"{len(shared)} of {counted(len(compared), 'data set')} compared on may have shaped the algorithms"
    return _stated(*subject, answer, pitfall if shared else "", GENERALIZING)


def declared_algorithms(algorithms: AlgorithmsChoice, compared: Sequence[str]) -> Iterator[ProtocolItem]:
    """Yield how algorithms were chosen; known are those that were compared."""
    yield _stated("Algorithms", "how chosen", algorithms.chosen)
    new = algorithms.new
    names = None if new is None else join(references("algorithms", new), ", ") if new else "none"
    yield _stated("Algorithms", "new ones", names)
    closest, strengths = algorithms.closest, algorithms.strengths
    if new != () or closest is not None:
        pitfall = "" if closest is None or closest in compared else "it is not among the algorithms compared"
        closest_name = None if closest is None else algorithm_named(closest)
        yield _stated("Algorithms", "closest to the new ones", closest_name, pitfall, RECOMMENDED)
    if new != () or strengths is not None:
        yield _stated("Algorithms", "what the new ones are to be good at", strengths)


def declared_tuning(tuning: dict[str, Tuning], compared: Sequence[str]) -> Iterator[ProtocolItem]:
    """Yield who tuned which algorithm on which data, which are not mentioned, and how efforts differ."""
    for name in compared:
        if name in tuning:
            yield _tuned(name, tuning[name])
    not_stated = tuple(name for name in compared if name not in tuning)
    if not_stated:
        yield ProtocolItem("Tuning of", "", "not stated", not_stated)
    yield from _effort({name: of_algorithm for name, of_algorithm in tuning.items() if name in compared})


def _tuned(name: str, tuning: Tuning) -> ProtocolItem:
    if tuning.data == "none":
        return ProtocolItem("Tuning of", _DATA["none"], "stated", (name,))
    tries = None if tuning.tries is None else f"{tuning.tries:,} {'try' if tuning.tries == 1 else 'tries'}"
    answers = [
        None if tuning.data is None else _DATA[tuning.data],
        tries,
        None if tuning.by is None else f"by {_in_a_line(tuning.by)}",
    ]
    questions = ("on which data", "how many tries", "by whom")
    lacks = (
        joined(lacking)
        if (lacking := [question for question, answer in zip(questions, answers, strict=True) if answer is None])
        else ""
    )
    answer = ", ".join(answer for answer in answers if answer is not None)
    if not answer:
        return ProtocolItem("Tuning of", "", "not stated", (name,))
    pitfall = ""
    if tuning.data == "test":
        unknown = "as tries are not reported, no level can allow for them"
        why = unknown if tuning.tries is None else "each try is one more comparison"
        pitfall = f"its results on these data are optimistic, and {why}"
    return ProtocolItem("Tuning of", answer, "stated", (name,), lacks, pitfall, TUNING if pitfall else "")


def _effort(tuning: dict[str, Tuning]) -> Iterator[ProtocolItem]:
    """Yield how often algorithms were tried, where that differs."""
    tries = {name: 0 if each.data == "none" else each.tries for name, each in tuning.items()}
    with_tries = {name: number for name, number in tries.items() if number is not None}
    if len(set(with_tries.values())) < 2:
        return
    least, most = min(with_tries, key=with_tries.__getitem__), max(with_tries, key=with_tries.__getitem__)
    answer = say(
        "{} was tuned with {}, {} with {}",
        algorithm_named(most),
        counted(with_tries[most], "configuration"),
        algorithm_named(least),
        counted(with_tries[least], "configuration") if with_tries[least] else "none",
    )
    yield ProtocolItem(
        "Tuning",
        answer,
        "stated",
        pitfall="more tries are an advantage",
        section=TUNING,
        part="tries of an algorithm",
    )


HOW_DIVIDED = ("Training and test data", "how divided")


def declared_partition(options: ProtocolOptions) -> Iterator[ProtocolItem]:
    """Yield how data were divided, and whether test data were looked at."""
    partition = options.partition
    yield _stated(*HOW_DIVIDED, partition.how)
    same = partition.same
    answer = None if same is None else "yes" if same else "no"
    pitfall = "tests that pair results of folds or of test examples do not hold" if same is False else ""
    yield _stated("Training and test data", "the same for all algorithms", answer, pitfall, VALIDITY)
    seen = partition.test_seen
    answer = None if seen is None else "before all was fixed" if seen else "only after all was fixed"
    pitfall = "whatever was changed since is fitted to the test data" if seen else ""
    if seen is False and options.is_tuned_on_test:
        pitfall = "yet an algorithm was tuned on test data, by the protocol"
    yield _stated("Test data", "results seen", answer, pitfall, TUNING)


def declared_plan(planned: Planned) -> Iterator[ProtocolItem]:
    """Yield what was decided before scores were seen."""
    for choice, when in (
        ("comparisons", planned.comparisons),
        ("metric that decides", planned.metric or ("before" if planned.primary is not None else None)),
        ("tests and adjustment", planned.tests),
        ("level", planned.alpha),
    ):
        pitfall = "a choice by results is not allowed for in p-values" if when == "after" else ""
        yield _stated("Planned", choice, None if when is None else f"chosen {_SEEN[when]}", pitfall, VALIDITY)
    yield _stated("Planned", "registered", planned.registered)


def declared_earlier(earlier: EarlierStudies, alpha: float) -> Iterator[ProtocolItem]:
    """Yield what is known of other studies on the same data sets."""
    yield _stated("Earlier studies on these data sets", "", earlier.which)
    number, pitfall = earlier.number, ""
    if number:
        pitfall = found_by_chance(f"the {number + 1:,} studies, this one included,", number + 1, alpha)
    yield _stated("Results found again on new data", "", earlier.repeated)
    yield _stated("Earlier studies", "how many", None if number is None else f"{number:,}", pitfall, COMMUNITY)


def _stated(subject: str, part: str, answer: Prose | None, pitfall: str = "", section: str = "") -> ProtocolItem:
    if answer is None:
        return ProtocolItem(subject, "", "not stated", part=part)
    one_line = _in_a_line(answer) if isinstance(answer, str) else answer
    return ProtocolItem(subject, one_line, "stated", pitfall=pitfall, section=section if pitfall else "", part=part)


def _in_a_line(answer: str) -> str:
    """Return what YAML lets an author write over several lines."""
    return " ".join(answer.split())


FOLDS, METRICS, OVER = "Training data of folds", "Metrics compared by", "Comparisons over the data sets"
ADJUSTED, TESTS_WITHIN = "Adjustments for their number", "Tests within the data sets"
# What follows from the scores, and not from the spec alone.
SUBJECTS = (FOLDS, METRICS, OVER, ADJUSTED, TESTS_WITHIN)


def derived_folds(compared: Sequence[ComparisonCount]) -> Iterator[ProtocolItem]:
    """On how many data sets folds were trained on data that overlap, and what the tests make of it."""
    metric = compared[0]
    liberal = WITHIN[metric.within_procedure].liberal if metric.within else False
    scores = metric.scores
    divided = (
        [folds.per_repeat for folds in scores.folds if folds is not None] if isinstance(scores, MetricScores) else []
    )
    # any two folds were trained on some of the same cases but those of one division into halves
    overlapping = sum(len(per_repeat) > 1 or int(per_repeat.max()) > 2 for per_repeat in divided)
    if divided:
        answer = f"overlap on {overlapping} of {counted(len(divided), 'data set')} with folds"
    elif scores.has_outcomes:
        answer = "no folds; outcomes on test examples"
    else:
        answer = "no folds; " + ("one score per data set and algorithm" if scores.datasets else "average ranks alone")
    if overlapping and liberal:
        title = WITHIN[metric.within_procedure].title
        pitfall = f"the {title} takes folds for independent trials, and rejects too often"
        yield ProtocolItem(FOLDS, answer, "derived", pitfall=pitfall, section=RECOMMENDED)
    else:
        yield ProtocolItem(FOLDS, answer, "derived")


def derived_metrics(compared: Sequence[ComparisonCount], planned: Planned) -> Iterator[ProtocolItem]:
    """By how many metrics algorithms were compared."""
    pitfall = ""
    chosen = planned.metric == "before" or (planned.primary is not None and planned.metric is None)
    if len(compared) > 1 and not chosen:
        pitfall = "each is one more chance of a difference, and none is said to have been chosen before"
    names = join(references("metrics", (metric.scores.name for metric in compared)), ", ")
    yield _derived(METRICS, names, pitfall)


def derived_tests(compared: Sequence[ComparisonCount], planned: Planned, alpha: float) -> Iterator[ProtocolItem]:
    """Yield how many tests were made, over the data sets and within them, and how they were adjusted."""
    over = [(metric.scores.name, metric.over) for metric in compared if metric.over]
    within = [(metric.scores.name, sum(metric.within)) for metric in compared if metric.within]
    if over:
        yield _derived(OVER, _by_metric(over, len(compared)))
    adjustments = list(dict.fromkeys(name for metric in compared if metric.over > 1 for name in metric.adjustments))
    if adjustments == [UNADJUSTED]:
        yield _derived(ADJUSTED, "none")
    elif adjustments:
        titles = joined(ADJUSTMENTS[name].title for name in adjustments)
        pitfall = ""
        if len(adjustments) > 1 and planned.tests != "before" and max(number for _, number in over) > 1:
            pitfall = "several are reported, and none is stated to have been chosen in advance"
        yield _derived(ADJUSTED, f"{titles}; the first decides", pitfall)
    if within:
        families = [number for metric in compared for number in metric.within]
        alone = all(metric.scores.n_datasets == 1 for metric in compared)
        answer = say("{}{}", _by_metric(within, len(compared)), _adjusted_within(compared, alone=alone))
        families_counted = f"the {counted(len(families), 'test')}"
        if max(families) > 1:
            unit = "data set" if len(compared) == 1 else "data set and metric"
            families_counted = f"the {len(families):,} families of tests, each the pairs of a {unit},"
        pitfall = "" if alone or len(families) == 1 else found_by_chance(families_counted, len(families), alpha)
        yield _derived(TESTS_WITHIN, answer, pitfall)


def _adjusted_within(compared: Sequence[ComparisonCount], *, alone: bool) -> str:
    """Say for what the tests within data sets are adjusted: the pairs of each data set, where there are several."""
    if all(len(metric.scores.algorithms) == 2 for metric in compared):
        return "" if alone else "; not adjusted for their number"
    return "; adjusted for their number" if alone else "; adjusted within, not across, data sets"


def _by_metric(numbers: Sequence[tuple[str, int]], metrics: int) -> Prose:
    if metrics == 1:
        return f"{numbers[0][1]:,}"
    return join((say("{:,} by {}", number, metric_named(name)) for name, number in numbers), ", ")


def _derived(subject: str, answer: Prose, pitfall: str = "") -> ProtocolItem:
    return ProtocolItem(subject, answer, "derived", pitfall=pitfall, section=VALIDITY if pitfall else "")


def record_protocol(
    options: ProtocolOptions,
    test: TestOptions,
    algorithms: Sequence[str],
    datasets: Sequence[str],
    compared: Sequence[ComparisonCount] = (),
) -> Protocol:
    """Put together what is known of how a study came about."""
    planned = options.planned
    primary = None if planned.metric == "after" else planned.primary
    return Protocol(options.kind, tuple(_declared_and_derived(options, test, algorithms, datasets, compared)), primary)


def with_protocol(study: Study, analyses: Sequence[Analysis]) -> Iterator[Analysis]:
    """Yield the analyses of a study with how it came about, which is reported of all metrics together."""
    if study.protocol is None:
        yield from analyses
        return
    algorithms = dict.fromkeys(name for analysis in analyses for name in analysis.scores.algorithms)
    datasets = dict.fromkeys(name for analysis in analyses for name in analysis.scores.datasets)
    compared = [comparisons_of(analysis) for analysis in analyses]
    protocol = record_protocol(study.protocol, study.test, [*algorithms], [*datasets], compared)
    yield from (replace(analysis, protocol=protocol) for analysis in analyses)


def _declared_and_derived(
    options: ProtocolOptions,
    test: TestOptions,
    algorithms: Sequence[str],
    datasets: Sequence[str],
    compared: Sequence[ComparisonCount],
) -> Iterator[ProtocolItem]:
    reasons = list(_not_confirmatory(options)) if options.kind == "confirmatory" else []
    pitfall = f"it is said to be confirmatory, though {joined(reasons)}" if reasons else ""
    yield _stated("Kind of study", "", options.kind, pitfall, VALIDITY)
    yield from declared_datasets(options.datasets, datasets)
    yield from declared_algorithms(options.algorithms, algorithms)
    yield from declared_tuning(options.tuning, algorithms)
    yield _derived("Tuning: tries that count as comparisons", f"{test.tuning_runs:,}")
    yield from declared_partition(options)
    if compared:
        yield from derived_folds(compared)
    yield from declared_plan(options.planned)
    if compared:
        yield from derived_metrics(compared, options.planned)
        yield from derived_tests(compared, options.planned, test.alpha)
    yield from declared_earlier(options.earlier, test.alpha)
    for what in ("code", "data", "environment"):
        yield _stated("Available", what, getattr(options.available, what))


def protocol_advice(study: Study, scores: Scores) -> Iterator[str]:
    """Yield what a protocol does not say, its pitfalls, and names that may be misspelled."""
    options = study.protocol
    if options is None:
        return
    datasets = list(dict.fromkeys(name for metric in scores.metrics for name in metric.datasets))
    compared = [count_comparisons(study, metric) for metric in scores.metrics]
    protocol = record_protocol(options, study.test, scores.algorithms, datasets, compared)
    if protocol.not_stated:
        yield f"not reported in protocol: {plain(questions_together(protocol.not_stated, lacking=True))}"
    for item in protocol.pitfalls:
        yield f"potential issue in protocol: {plain(item.described)}"
    yield from _unknown_datasets(options, scores.all_datasets)


def _unknown_datasets(options: ProtocolOptions, datasets: list[str]) -> Iterator[str]:
    """Data sets of development that are not in the study: rightly, or misspelled, which would hide a pitfall."""
    there = frozenset(datasets)
    unknown = [name for name in options.datasets.developed_on or () if name not in there]
    for name in unknown[:LISTED]:
        near = nearest(name, datasets)
        meant = f"; if {quoted(near)} is meant, write it so" if near else ""
        yield f"protocol.datasets.developed_on: there is no data set {quoted(name)} in the scores{meant}"
    if len(unknown) > LISTED:
        more = counted(len(unknown) - LISTED, "more data set")
        yield f"protocol.datasets.developed_on: the scores lack {more}"
