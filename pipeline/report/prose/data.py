"""The section on the data: what there was, what was missing, and what was left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rankpress.analysis import Analysis
from rankpress.report.prose.phrases import listed
from rankpress.report.prose.reading import naming_sentences, selection_sentences, source_sentences
from rankpress.report.tables.datasets import design_of
from rankpress.scores import Missing
from rankpress.wording import counted, joined

_POLICIES = {
    "error": "a missing result would have stopped the build",
    "drop-datasets": "data sets with a missing result are left out",
    "drop-algorithms": "algorithms with a missing result are left out",
    "worst-rank": "an algorithm without a result is ranked last on that data set",
    "incomplete-blocks": "results that are there are compared, and gaps are left as they are",
}
_MOST_NAMES = 40
_NO_FOLDS = " within data sets need the scores of repeats or folds; there are none."


def data_paragraphs(analysis: Analysis) -> list[str]:
    """What there was, what was missing, and what was done about it."""
    scores = analysis.scores
    read = (*source_sentences(scores.reading), *selection_sentences(scores), *naming_sentences(scores.reading))
    told = [" ".join(_there(analysis)), " ".join(read), " ".join(missing_results(scores.missing))]
    return [paragraph for paragraph in told if paragraph]


def _there(analysis: Analysis) -> Iterator[str]:
    scores = analysis.scores
    yield f"Algorithms: {listed(scores.algorithms, _MOST_NAMES)}."
    if scores.datasets:
        yield f"Data sets: {listed(scores.datasets, _MOST_NAMES)}."
    else:
        yield f"Average ranks over {counted(scores.n_datasets, 'data set')} were given."
    folds = Counter(design_of(folds) for folds in scores.folds if folds is not None)
    for design, number in folds.items():
        yield f"{counted(number, 'data set')} with {design}."
    examples = [outcomes.n for outcomes in scores.outcomes if outcomes is not None]
    if examples:
        least, most = min(examples), max(examples)
        told = counted(most, "test example") if least == most else f"{least} to {counted(most, 'test example')}"
        yield f"Outcomes on {told} of {counted(len(examples), 'data set')}, right or wrong; a score is a share of them."
    single = scores.means is not None and len(scores.datasets) - sum(folds.values())
    if single and folds:
        yield f"{counted(single, 'data set')} with one score an algorithm."


def missing_results(missing: Missing) -> Iterator[str]:
    """Say what was missing, and what was done about it."""
    # a policy that is not known here is told by its name
    policy = _POLICIES.get(missing.policy, missing.policy)
    if not (missing.gaps or missing.dropped_datasets or missing.dropped_algorithms or missing.worst_ranked):
        yield f"No result was missing (policy: {policy})."
        return
    number = len(dict.fromkeys((*missing.gaps, *missing.worst_ranked)))
    yield f"{counted(number, 'result')} {'was' if number == 1 else 'were'} missing (policy: {policy})."
    yield from _pattern(missing)
    if missing.dropped_datasets:
        yield f"Data sets left out: {listed(missing.dropped_datasets, _MOST_NAMES)}."
    if missing.dropped_algorithms:
        yield f"Algorithms left out: {listed(missing.dropped_algorithms, _MOST_NAMES)}."
    if missing.worst_ranked:
        yield f"{counted(len(missing.worst_ranked), 'result')} ranked last for being missing."
    if missing.left_open:
        yield f"{counted(len(missing.left_open), 'result')} left open."


def _pattern(missing: Missing) -> Iterator[str]:
    """How many data sets the algorithms have, before anything was left out."""
    if missing.coverage is None:
        return
    there = missing.coverage.present
    n, k = there.shape
    have, has = there.sum(axis=0), there.sum(axis=1)
    yield (
        f"Of {counted(n, 'data set')}, algorithms have between {have.min()} and {have.max()}; of"
        f" {counted(k, 'algorithm')}, data sets have between {has.min()} and {has.max()}."
    )


def data_caveats(analysis: Analysis) -> list[str]:
    """What missing results mean for the conclusions."""
    missing = analysis.scores.missing
    caveats = []
    if missing.dropped_datasets or missing.dropped_algorithms:
        caveats.append(
            "Nothing is known of what was left out: where results are missing for a reason, such as a time limit, the"
            " conclusions hold for the rest only."
        )
    if missing.worst_ranked:
        caveats.append("Ranking a missing result last is a choice, and the tests take it for an observation.")
    if missing.left_open:
        caveats.append(
            "Tests of incomplete results take them to be missing for reasons that have nothing to do with how good they"
            " would have been; where an algorithm fails on hard data sets, it looks better than it is."
        )
    return caveats


def left_out(analysis: Analysis) -> list[str]:
    """Why parts of the report are not there."""
    tested, ordered = analysis.tested, analysis.ordered
    reasons = [why for part, why in tested.left_out.items() if part != "over" or tested.over is None]
    if not tested.within and not tested.curves:
        reasons += tested.notes
    bayesian = analysis.bayesian
    reasons += [] if bayesian is None else bayesian.left_out.values()
    reasons += [analysis.sensitivity.why] if analysis.sensitivity is not None and analysis.sensitivity.why else []
    reasons += [] if analysis.replicated is None else analysis.replicated.left_out.values()
    if analysis.powered is not None and not analysis.powered.each:
        reasons += analysis.powered.left_out.values()
    reasons += [] if analysis.estimated is None else analysis.estimated.left_out
    return [*_merged(reasons), *([ordered.why] if ordered.why else [])]


def _merged(reasons: Sequence[str]) -> list[str]:
    """Reasons of several parts that lack the same within data sets are one sentence."""
    lacking = [reason for reason in reasons if reason.endswith(_NO_FOLDS)]
    if len(lacking) < 2:
        return list(reasons)
    parts = [reason.removesuffix(_NO_FOLDS) for reason in lacking]
    told = joined([parts[0], *parts[1:]]) + _NO_FOLDS
    return [told if reason == lacking[0] else reason for reason in reasons if reason not in lacking[1:]]
