"""Topic data: data sets, which results there are, and missing ones: tables and sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import TableKind
from rankpress.catalog.missing import MISSING_BIASES, MissingBias
from rankpress.core.document import Section
from rankpress.core.scores import IntArray, MetricResults, MetricScores, MetricVotes, Missing, Reading, Votes
from rankpress.spec.table_options import Sortable
from rankpress.spec.topic_steps import STEPS
from rankpress.stages.bayes import BAYES_NEEDS_FOLDS
from rankpress.stages.order import NO_ORDER_REQUESTED
from rankpress.stages.within import NO_CURVES_REQUESTED, TESTS_NEED_FOLDS, TESTS_SWITCHED_OFF
from rankpress.topics.data.reading import next_to_scores
from rankpress.topics.data.results import OF_DATA, OF_READING
from rankpress.topics.data.runs import early_ends, optimism, runs_sentences
from rankpress.topics.data.tables import (
    SharedOptions,
    coverage_table,
    datasets_table,
    design_of,
    missing_table,
    pattern_table,
    shared_table,
)
from rankpress.topics.facts import AS_LEVEL, COUNT, Fact, Subjects
from rankpress.topics.phrases import IMPUTED, listed
from rankpress.topics.sentences_of_metrics import merged
from rankpress.topics.topic import OfStudy, Topic, register
from rankpress.wording.numbers import between_in_words, counted_in_words, in_words
from rankpress.wording.strings import counted, quoted, shown
from rankpress.wording.text import Prose, capitalized, join, joined, references, say

_POLICIES = {
    "error": "a missing result would have stopped the build",
    "drop-datasets": "data sets with a missing result were omitted",
    "drop-algorithms": "algorithms with a missing result were omitted",
    "worst-rank": "an algorithm without a result was ranked last on that data set",
    "incomplete-blocks": "all available results were analyzed",
}
_TEXT_MOST_NAMES = 40
# What needs folds in a study without: one sentence for both.
_NOT_REQUESTED = (NO_ORDER_REQUESTED, NO_CURVES_REQUESTED, TESTS_SWITCHED_OFF)
_NEED_FOLDS = (TESTS_NEED_FOLDS, BAYES_NEEDS_FOLDS)
_BOTH_NEED_FOLDS = (
    "Tests and Bayesian comparisons within data sets need the scores of repeats or folds; there are none."
)


def data_paragraphs(analysis: Analysis) -> list[Prose]:
    """Return what there was, what was missing, and what was done about it."""
    scores = analysis.scores
    read = (*source_sentences(scores.reading), *selection_sentences(scores), *naming_sentences(scores.reading))
    missing = [*missing_results(analysis)]
    if analysis.scores.missing.coverage is None or analysis.scores.missing.coverage.present.all():
        read, missing = (*read, *missing), []  # a sentence is no paragraph
    paragraphs = [join(_there(analysis)), join(read), join(missing)]
    return [paragraph for paragraph in paragraphs if paragraph]


_MOST_RENAMED = 12


_LONGEST_QUERY = 400


# Formats that say nothing of what wrote the files, and so nothing of what was measured.
_KINDS = {
    "csv": "text file",
    "json": "JSON file",
    "numbers": "number file",
    "parquet": "Parquet file",
    "duckdb": "DuckDB database",
    "excel": "workbook",
}


def source_sentences(reading: Reading) -> Iterator[str]:
    """Say where the scores come from."""
    if reading.database:
        query = " ".join(reading.query.split())
        cut = query if len(query) <= _LONGEST_QUERY else f"{query[:_LONGEST_QUERY].rstrip()}…"
        yield f"The scores are the answer of the database {shown(reading.database)} to the query: {cut}"
    elif reading.formats:
        kinds = [
            counted_in_words(number, _KINDS.get(name, f"{name} source")) for name, number in reading.formats.items()
        ]
        yield f"The scores were read from {joined(kinds)}."


def selection_sentences(scores: MetricResults) -> Iterator[Prose]:
    """Say which rows count, and what they were made into."""
    reading = scores.reading
    if reading.where:
        conditions = joined(f"{quoted(column)} {message}" for column, message in reading.where)
        number, omitted = reading.rows - reading.passed_over, f" of {reading.rows:,}, {reading.passed_over:,} omitted"
        used = f"{number:,}{omitted}" if reading.passed_over else f"all {number:,}"
        yield f"Only rows where {conditions} are used: {used}."
    for name, columns in reading.joined.items():
        yield f"The column {quoted(name)} joins {joined(map(quoted, columns))}."
    if reading.chosen is not None:
        by, best = reading.chosen
        extreme = "highest" if best == "higher" else "lowest"
        yield f"Of several rows of a run the one with the {extreme} {quoted(by)} counts."
    yield from runs_sentences(scores)
    if reading.balance is not None and reading.balance.early:
        yield say("Some runs end before others: {}.", early_ends(reading.balance))


def naming_sentences(reading: Reading) -> Iterator[str]:
    """Say what the source calls otherwise, which columns of it are not looked at, which cells are taken for empty."""
    if reading.renamed:
        texts = [f"{quoted(new)} for {quoted(old)}" for old, new in reading.renamed]
        yield f"Names that replace those in the source: {listed(texts, _MOST_RENAMED)}."
    if reading.ignored:
        yield f"Ignored columns: {listed(list(map(quoted, reading.ignored)), _MOST_RENAMED)}."
    if reading.empty:
        texts = [f"{quoted(text)} ({counted(number, 'cell')})" for text, number in reading.empty.items()]
        yield f"Treated as missing: {listed(texts, _MOST_RENAMED)}."
    if reading.filled:
        texts = [f"{counted(number, 'cell')} of {quoted(column)}" for column, number in reading.filled.items()]
        yield f"Blank cells filled with the name above them: {listed(texts, _MOST_RENAMED)}."
    if reading.blank_rows:
        yield f"Passed over: {counted(reading.blank_rows, 'row')} without a score, where others have the score."
    if reading.comments:
        yield f"{next_to_scores(reading.comments, _MOST_RENAMED)}."
    if reading.marks:
        texts = [f"{quoted(mark)} ({counted(number, 'cell')})" for mark, number in reading.marks.items()]
        yield f"Ignored marks at numbers: {listed(texts, _MOST_RENAMED)}."
    if reading.accompanied:
        cells = counted(reading.accompanied, "cell")
        yield f"Of two numbers in a cell, as in 0.91 ± 0.02 or 0.91 (3), the first is the score ({cells})."
    if reading.per_cent:
        yield f"Scores in percent: {listed(list(map(quoted, reading.per_cent)), _MOST_RENAMED)}."


def votes_phrase(votes: Votes) -> str:
    """Return how many votes there are, by the column of the units that they were taken in: judges, questions."""
    return f"{counted(votes.n, 'pairwise vote')}, clustered by {votes.unit} ({counted(votes.n_clusters, 'cluster')})"


def _there(analysis: Analysis) -> Iterator[Prose]:
    scores = analysis.scores
    yield say("Algorithms: {}.", listed(analysis.algorithms, _TEXT_MOST_NAMES))
    if scores.datasets:
        noun = "Data set" if len(scores.datasets) == 1 else "Data sets"
        yield say("{}: {}.", noun, listed(references("datasets", scores.datasets), _TEXT_MOST_NAMES))
    elif isinstance(scores, MetricVotes):
        yield f"Votes: {votes_phrase(scores.votes)}."
    else:
        yield f"Average ranks over {counted(scores.n_datasets, 'data set')} were given."
    if not isinstance(scores, MetricScores):
        return
    folds = Counter(design_of(folds) for folds in scores.folds if folds is not None)
    for design, number in folds.items():
        if number == len(scores.datasets):
            yield f"{'The' if number == 1 else 'Each'} data set has {design}."
        else:
            datasets = capitalized(counted_in_words(number, "data set"))
            yield f"{datasets} {'has' if number == 1 else 'have'} {design}."
    examples = [outcomes.n for outcomes in scores.outcomes if outcomes is not None]
    if examples:
        how_many = between_in_words(examples, "test example")
        where = "" if len(scores.datasets) == 1 else f" of {counted(len(examples), 'data set')}"
        yield f"A score is the share of right outcomes on {how_many}{where}."
    single = len(scores.datasets) - sum(folds.values())
    if single and folds:
        yield f"{counted(single, 'data set')} with one score per algorithm."


def has_missing_results(analysis: Analysis) -> bool:
    """Return whether results are missing, or omitted for those that are."""
    missing = analysis.scores.missing
    return bool(_missing_number(missing) or missing.dropped_datasets or missing.dropped_algorithms)


def missing_share(analysis: Analysis) -> Iterator[Prose]:
    """Say in a sentence what share of the results is missing, and what became of it; nothing where none is."""
    missing, number = analysis.scores.missing, _missing_number(analysis.scores.missing)
    if not number:
        return
    verb = "is" if number == 1 else "are"
    dropped = [
        f"{in_words(len(names))} {noun} is omitted"
        if len(names) == 1
        else f"{in_words(len(names))} {noun}s are omitted"
        for names, noun in ((missing.dropped_datasets, "data set"), (missing.dropped_algorithms, "algorithm"))
        if names
    ]
    rest = f"; {joined(dropped)}" if dropped else ""
    fate = " and ranked worst" if missing.worst_ranked else ""
    fate = f", {IMPUTED[missing.policy]} in {'its' if number == 1 else 'their'} place" if missing.imputed else fate
    yield f"{_share(analysis, number, verb)}{fate}{rest}."


def _missing_number(missing: Missing) -> int:
    return len(dict.fromkeys((*missing.gaps, *missing.worst_ranked)))


def _share(analysis: Analysis, number: int, verb: str) -> str:
    """Return how many of all results are missing: Of 120 results, three (2.5%) are missing."""
    missing = analysis.scores.missing
    n = analysis.scores.n_datasets + len(missing.dropped_datasets)
    k = len(analysis.algorithms) + len(missing.dropped_algorithms)
    percent = f"{number / (n * k):.1%}" if 2000 * number >= n * k else "less than 0.1%"
    return f"Of {counted(n * k, 'result')}, {in_words(number)} ({percent}) {verb} missing"


def missing_results(analysis: Analysis) -> Iterator[Prose]:
    """Say what was missing, and what was done about it."""
    missing = analysis.scores.missing
    dropped_datasets = references("datasets", missing.dropped_datasets)
    dropped_algorithms = references("algorithms", missing.dropped_algorithms)
    number = _missing_number(missing)
    if not number:
        if not isinstance(analysis.scores, MetricVotes):  # which have no data sets to lack
            yield "No result was missing."
        return
    # a policy that is not known here is reported by its name
    policy: Prose = _POLICIES.get(missing.policy, missing.policy)
    if missing.policy in IMPUTED:
        # a data set on which the baseline lacks is omitted
        of = f"{in_words(len(missing.imputed))} of them" if 0 < len(missing.imputed) < number else "each"
        policy = f"{IMPUTED[missing.policy]} stood in for {'it' if number == 1 else of}"
    for names, of_policy in ((dropped_datasets, "drop-datasets"), (dropped_algorithms, "drop-algorithms")):
        if names and missing.policy == of_policy:
            policy = say("{} ({})", policy, listed(names, _TEXT_MOST_NAMES))
    yield say("{}; {}.", _share(analysis, number, "was" if number == 1 else "were"), policy)
    if number > 1 and not (missing.imputed or dropped_datasets or dropped_algorithms):  # which are named
        yield from _pattern(missing)
    for names, noun, of_policy in (
        (dropped_datasets, "data set", "drop-datasets"),
        (dropped_algorithms, "algorithm", "drop-algorithms"),
    ):
        if names and missing.policy != of_policy:
            form = f"The {noun} {{}} was omitted." if len(names) == 1 else f"The {noun}s {{}} were omitted."
            yield say(form, listed(names, _TEXT_MOST_NAMES))
    if missing.worst_ranked:
        worst = len(missing.worst_ranked)
        if worst != number:
            results = "result was" if worst == 1 else "results were"
            yield capitalized(f"{in_words(worst)} missing {results} ranked last.")


def _pattern(missing: Missing) -> Iterator[str]:
    """Yield how many data sets the algorithms have, before any omission."""
    if missing.coverage is None:
        return
    there = missing.coverage.present
    n, k = there.shape
    have, has = there.sum(axis=0), there.sum(axis=1)
    yield (
        f"Each algorithm has results on {_span(have)} of the {counted(n, 'data set')}, and each data set has results of"
        f" {_span(has)} of the {counted(k, 'algorithm')}."
    )


def _span(counts: IntArray) -> str:
    least, most = int(counts.min()), int(counts.max())
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def facts_of_data(about: Subjects) -> Iterator[Fact]:
    """State what was compared: algorithms by votes, or on data sets, with what is missing and the level of tests."""
    scores, missing = about.analysis.scores, about.analysis.scores.missing
    if isinstance(scores, MetricVotes):
        yield Fact("Votes", scores.votes.n, COUNT, "number of votes")
        yield Fact("Clusters", scores.votes.n_clusters, COUNT, "number of clusters of votes")
        yield Fact("Algorithms", len(scores.algorithms), COUNT, "number of algorithms")
        return
    yield Fact("Datasets", scores.n_datasets, COUNT, "number of data sets")
    yield Fact("Algorithms", len(scores.algorithms), COUNT, "number of algorithms")
    yield Fact("Alpha", about.analysis.adjusted.alpha, AS_LEVEL, "level of significance")
    yield Fact("DroppedDatasets", len(missing.dropped_datasets), COUNT, "data sets omitted for missing results")
    yield Fact("DroppedAlgorithms", len(missing.dropped_algorithms), COUNT, "algorithms omitted for missing results")
    yield Fact("Gaps", len(missing.gaps), COUNT, "results that are missing, of all that the files name")


def data_caveats(analysis: Analysis) -> list[Prose]:
    """Return what missing results mean for the conclusions."""
    missing = analysis.scores.missing
    caveats: list[Prose] = list(optimism(analysis.scores))
    if missing.dropped_datasets or missing.dropped_algorithms:
        caveats.append(
            "If results are missing for a reason, such as a time limit, the conclusions hold only for the analyzed"
            " results."
        )
    if missing.worst_ranked:
        caveats.append("Missing results were ranked last by choice; the tests treat these ranks as observations.")
    if missing.imputed:
        caveats.append(
            "The tests treat scores put in place of missing ones as measured; differences that result from them are not"
            " evidence."
        )
    if missing.left_open:
        caveats.append(
            "Tests of incomplete results assume that results are missing for reasons unrelated to their quality; an"
            " algorithm that fails on hard data sets looks better than it is."
        )
    if (bias := bias_of_missing(analysis)) is not None:
        caveats.append(
            f"The tests exceed their level {bias.condition}: there was a significant difference in {bias.share}."
        )
    return caveats


def bias_of_missing(analysis: Analysis) -> MissingBias | None:
    """Return what the treatment of missing results does to the error rate, where results were missing."""
    missing = analysis.scores.missing
    treated = missing.worst_ranked or missing.imputed or missing.left_open
    return MISSING_BIASES.get(missing.policy) if treated else None


def left_out(analysis: Analysis) -> list[Prose]:
    """Say why parts of the report are not there; the summary says why there are no tests over the data sets."""
    tested, ordered = analysis.tested, analysis.ordered
    reasons = [why for part, why in tested.left_out.items() if part != "over"]
    if not tested.within and not tested.curves:
        reasons += tested.notes
    bayesian = analysis.bayesian
    reasons += [] if bayesian is None else bayesian.left_out.values()
    sensitivity, replicated = analysis.robustness.sensitivity, analysis.robustness.replicated
    powered = analysis.robustness.powered
    reasons += [sensitivity.why] if sensitivity is not None and sensitivity.why else []
    reasons += [] if replicated is None else replicated.left_out.values()
    reasons += [] if powered is None or powered.each else powered.left_out.values()
    reasons += [] if analysis.estimated is None else analysis.estimated.left_out
    reasons += _sections_without_scores(analysis)
    reasons = [*_merged(reasons), *([ordered.why] if ordered.why else [])]
    return [why for why in reasons if why not in _NOT_REQUESTED]


def _sections_without_scores(analysis: Analysis) -> Iterator[str]:
    """Name the sections of topics that found nothing to compute from votes or average ranks."""
    if not isinstance(analysis.scores, MetricScores):
        requested = [name for name in analysis.computed if STEPS[name].section and not STEPS[name].is_default]
        empty = [name for name in requested if analysis.computed[name] is None]
        if empty:
            verb = "needs" if len(empty) == 1 else "need"
            yield f"{capitalized(joined(empty))} {verb} the scores on each data set; there are none."


def _merged(reasons: Sequence[Prose]) -> list[Prose]:
    """Return the reasons, with one sentence where both tests and Bayesian comparisons lack folds."""
    if not all(reason in reasons for reason in _NEED_FOLDS):
        return list(reasons)
    merged = (_BOTH_NEED_FOLDS if reason in _NEED_FOLDS else reason for reason in reasons)
    return list(dict.fromkeys(merged))


def data_section(analyses: Sequence[Analysis]) -> Section:
    """Return what there was to compare, and why parts of the report are missing; what metrics share once."""
    reasons = dict.fromkeys(why for analysis in analyses for why in left_out(analysis))
    absent = (join(reasons, " "),) if reasons else ()
    return Section(
        "data",
        "Data",
        paragraphs=merged({analysis.metric: data_paragraphs(analysis) for analysis in analyses}) + absent,
        caveats=merged({analysis.metric: data_caveats(analysis) for analysis in analyses}),
    )


register(
    Topic(
        "data",
        "Data",
        after="protocol",
        limitations="Data and scores",
        of_study=OfStudy(section=data_section, results=OF_READING),
        results=OF_DATA,
        tables=(
            TableKind(
                "datasets",
                "which algorithms have results on which data sets, those alike together",
                builder=datasets_table,
                is_of_study=True,
            ),
            TableKind(
                "coverage",
                "available results of each algorithm",
                builder=coverage_table,
                options=Sortable,
                is_of_study=True,
            ),
            TableKind(
                "shared",
                "data sets that two algorithms share",
                builder=shared_table,
                options=SharedOptions,
                is_of_study=True,
            ),
            TableKind(
                "pattern", "which results are missing", builder=pattern_table, options=Sortable, is_of_study=True
            ),
            TableKind("missing", "each missing result, and what was done", builder=missing_table, is_of_study=True),
        ),
    )
)
