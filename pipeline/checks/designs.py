"""Whether the scores are of a design that the requested tests take."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from math import comb
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.entries import OmnibusMethod, PairwiseMethod
from rankpress.catalog.methods import (
    ADJUSTMENTS,
    BAYES_OVER,
    EFFECTS,
    FIVE_BY_TWO,
    FROM_AVERAGE_RANKS,
    OF_EXAMPLES,
    OF_OUTCOMES,
    OF_PAIRED_RUNS,
    OF_RUNS,
    OMNIBUS,
    PAIRWISE,
    PAIRWISE_OF_RANKS,
)
from rankpress.catalog.tests import NULLS
from rankpress.core.faults import Fault
from rankpress.core.scores import Folds, MetricResults, MetricScores, Scores, is_five_by_two, of_both_signs
from rankpress.robustness.draws import impossible, remedy, sizes, unmade_draws
from rankpress.spec.topic_steps import STEPS, topic_sections
from rankpress.stages.order import OF_GAPS, infeasible_corrections, wrong_costs
from rankpress.stages.remedies import Limit, allowing_significance
from rankpress.stages.suitability import Lack, lack_of
from rankpress.wording.strings import counted, listed, quoted
from rankpress.wording.text import plain

if TYPE_CHECKING:
    from rankpress.spec.document import Path, SpecSource
    from rankpress.spec.model import Study


# What a study gets that does not name a test.
DEFAULT = "corrected-t"
TEST, ORDER = ("test", "within"), ("order", "within")


def find_wrong_within(study: Study, scores: Scores, source: SpecSource) -> Iterator[tuple[Path, Fault]]:
    """Find tests within data sets that need folds, or test examples, that are not there."""
    requested = [(TEST, study.test.within), *([] if study.order is None else [(ORDER, study.order.within)])]
    # Left out, test.within is what suits the scores, and order.within the same.
    written = [(path, name) for path, name in requested if name != "none" and source.is_written(path)]
    of_outcomes = [(path, name) for path, name in written if name in OF_OUTCOMES]
    if of_outcomes and study.scores.of_examples:
        path, _ = of_outcomes[0]
        yield from ((path, fault) for metric in scores.scored for fault in metric.not_outcomes)
    for path, name in written:
        if name in OF_RUNS | OF_PAIRED_RUNS:
            for message, expected in _runs(name, study, scores):
                yield path, source.fault(path, message, expected)
        elif name in OF_EXAMPLES:
            yield from _examples(path, name, scores, source)
        elif name not in OF_OUTCOMES:
            for message, expected, remedy in _folds(path, name, study, scores):
                yield path, source.fault(path, message, expected, remedy)
        elif not study.scores.of_examples:
            message = f"{name} compares outcomes on test examples, which the scores do not have"
            remedy = "one row per example, named by scores.columns.example, or their numbers with layout: counts"
            expected = "a test over folds" if _has_folds(scores) else "none"
            yield path, source.fault(path, message, expected, f"or give the outcomes: {remedy}")


def _examples(path: Path, name: str, scores: Scores, source: SpecSource) -> Iterator[tuple[Path, Fault]]:
    if not any(metric.examples for metric in scores.scored):
        message = f"{name} compares scores on test examples, and the scores are not of single ones"
        remedy = "or give one row per example, named by scores.columns.example"
        yield path, source.fault(path, message, "a test over folds, or of counts of outcomes", remedy)
    for metric in scores.scored:
        for dataset, examples in zip(metric.datasets, metric.examples, strict=False):
            if examples is not None and examples.n_clusters < 2:
                message = f"{name} needs two clusters of test examples, and all of {quoted(dataset)} are in one"
                yield path, source.fault(path, message, "a column of clusters that distinguishes test examples")
                return


def _runs(name: str, study: Study, scores: Scores) -> Iterator[tuple[str, str]]:
    """Say why a test over runs cannot be made: there are none, or nothing pairs them."""
    if not any(metric.has_runs for metric in scores.metrics):
        there = "the scores are of folds" if _has_folds(scores) else no_folds(study).replace("folds", "runs")
        yield f"{name} compares runs, and {there}", "columns: {seed: NAME} under scores, the column of the runs"
    elif name in OF_PAIRED_RUNS and study.scores.seeds != "paired":
        message = f"{name} takes runs of the same seed for a pair, and scores.seeds does not say that they are"
        yield message, "seeds: paired under scores, or a test of independent runs such as rank-sum"


def _folds(path: Path, name: str, study: Study, scores: Scores) -> Iterator[tuple[str, str, str]]:
    if study.scores.of_examples:
        message = f"{name} compares scores fold by fold, and the scores are outcomes on test examples"
        yield message, "mcnemar, or another test of outcomes", "remove the key to get mcnemar"
    elif not _has_folds(scores):
        # A spec may name the default for scores without folds too; then there are no tests within.
        if path == ORDER or name != DEFAULT:
            yield f"{name} compares scores fold by fold, and {no_folds(study)}", _EXPECTED.get(name, "none"), ""
    elif name in _EXPECTED:
        wrong = {
            dataset: folds
            for metric in scores.scored
            for dataset, folds in zip(metric.datasets, metric.folds, strict=True)
            if folds is None or (len(folds.per_repeat) > 1 if name == "kfold-t" else not is_five_by_two(folds))
        }
        if wrong:
            dataset, folds = next(iter(wrong.items()))
            others = f", nor {counted(len(wrong) - 1, 'other data set')}" if len(wrong) > 1 else ""
            yield f"{name} does not suit {quoted(dataset)}, which has {_design(folds)}{others}", _EXPECTED[name], ""


_EXPECTED = {
    **dict.fromkeys(FIVE_BY_TWO, "5 repeats of 2 folds on each data set, or another test"),
    "kfold-t": "one repeat of several folds on each data set, or another test such as corrected-t",
}


def _design(folds: Folds | None) -> str:
    if folds is None:
        return "one score for each algorithm"
    repeats = folds.per_repeat.tolist()
    if len(set(repeats)) > 1:
        return f"repeats of {listed(map(str, repeats))} folds"
    return f"{counted(len(repeats), 'repeat')} of {counted(repeats[0], 'fold')}"


def no_folds(study: Study) -> str:
    """That the scores of a study have no folds, in a clause."""
    if study.scores.layout == "long":
        return "there is one score for each algorithm and data set"
    return f"with layout: {study.scores.layout} there are no folds"


def find_wrong_designs(study: Study, scores: Scores, source: SpecSource) -> Iterator[tuple[Path, Fault]]:
    """Find tests that need scores or folds that are not there.

    What a spec leaves to its defaults is no fault: where there are no folds, the tests within data sets are omitted.
    """
    if study.scores.layout == "votes":
        yield from _without_datasets(study, source)
        return
    for path, message, expected, mend in (*_over_datasets(study, scores), *_ratios(study, scores)):
        yield path, source.fault(path, message, expected, mend)
    yield from find_wrong_within(study, scores, source)
    for path, message, expected, mend in _curves(study, scores):
        yield path, source.fault(path, message, expected, mend)


# the sections that have a meaning where algorithms are compared by votes; of `test` the level
_OF_VOTES = ("extends", "title", "scores", "plugins", "protocol", "plot", "labels", "report", "compute")


def _without_datasets(study: Study, source: SpecSource) -> Iterator[tuple[Path, Fault]]:
    """Find what a study asks for over data sets, of which votes have none."""
    keys = [name for name in type(study).model_fields if name not in (*_OF_VOTES, "rank", "test")]
    keys += [f"rank.{key}" for key in type(study.rank).model_fields]
    keys += [f"test.{key}" for key in type(study.test).model_fields if key != "alpha"]
    sections = {key: attrgetter(key)(study) for key in keys}
    sections |= {name: study.section(name) for name in topic_sections() if not STEPS[name].is_default_of(study)}
    for key, section in sections.items():
        path = tuple(key.split("."))
        if section is not None and source.is_written(path):
            message = f"{key} is for results on data sets, and layout: votes has none"
            expected = "leaderboard, which compares by votes"
            yield path, source.fault(path, message, expected, "remove the key", at_key=True)


_Complaints = Iterator[tuple["Path", str, str, str]]
_NO_GAPS = "or set scores.missing to drop-datasets or drop-algorithms"
_POLICIES = "or set scores.missing to drop-datasets, drop-algorithms or worst-rank"


def _named_tests(study: Study) -> Iterator[tuple[Path, OmnibusMethod | PairwiseMethod]]:
    """Yield the tests over the data sets that a study names to be made, with their places."""
    # those that sensitivity and replicability name are left out where they cannot be made, and the report says why
    for index, name in enumerate(study.test.omnibus):
        yield ("test", "omnibus", index), OMNIBUS[name]
    yield ("test", "pairwise"), PAIRWISE[study.test.pairwise.name]
    for index, method in enumerate(study.test.also or ()):
        if method.name != study.test.pairwise.name:
            yield ("test", "also", index), PAIRWISE[method.name]


def _over_datasets(study: Study, scores: Scores) -> _Complaints:
    """Tests over the data sets that need more than the scores have."""
    for path, method in _named_tests(study):
        for metric in scores.metrics:
            lack = lack_of(method, metric)
            if lack is not None:
                message, expected, mend = _LACKING[lack](method, metric, path)
                yield path, message, expected, mend


Said = tuple[str, str, str]  # the message, what was expected, and what to do


def _no_results(method: OmnibusMethod | PairwiseMethod, metric: MetricResults, path: Path) -> Said:
    only = "with layout: ranks there are average ranks only"
    if isinstance(method, OmnibusMethod):
        return f"{method.name} needs the results on each data set, and {only}", _of_ranks(method, path), ""
    return f"{_compares(method)}, and {only}", _of_ranks(method, path), ""


def _no_score(method: OmnibusMethod | PairwiseMethod, metric: MetricResults, path: Path) -> Said:
    gaps = counted(len(metric.missing.worst_ranked), "result")
    worst = f"missing: worst-rank ranks {gaps} of {metric.name} without a score"
    return f"{_compares(method)}, and {worst}", _of_ranks(method, path), _NO_GAPS


def _no_number(method: OmnibusMethod | PairwiseMethod, metric: MetricResults, path: Path) -> Said:
    unsolved = counted(metric.n_censored, "run")
    others = OMNIBUS if isinstance(method, OmnibusMethod) else PAIRWISE
    expected = " or ".join(name for name, other in others.items() if other.uses != "scores" and not other.incomplete)
    return f"{_compares(method)}, and {unsolved} of {metric.name} did not end within the limit", expected, ""


def _compares(method: OmnibusMethod | PairwiseMethod) -> str:
    return f"{method.name} compares the {'ranks' if method.uses == 'ranks' else 'scores'} on each data set"


def _of_ranks(method: OmnibusMethod | PairwiseMethod, path: Path) -> str:
    """Return the tests that average ranks are enough for."""
    if isinstance(method, OmnibusMethod):
        return " or ".join(sorted(FROM_AVERAGE_RANKS))
    return f"{PAIRWISE_OF_RANKS}, or no test" if "also" in path else PAIRWISE_OF_RANKS


def _open_gaps(metric: MetricResults) -> str:
    return f"missing: incomplete-blocks leaves {counted(len(metric.missing.left_open), 'result')} of {metric.name} open"


def _not_whole(method: OmnibusMethod | PairwiseMethod, metric: MetricResults, path: Path) -> Said:
    expected = "skillings-mack, or durbin where the results are balanced"
    if isinstance(method, PairwiseMethod):
        of_a_pair = ", ".join(sorted(name for name, other in PAIRWISE.items() if other.pair_alone))
        expected = f"skillings-mack, or over the data sets that two algorithms share {of_a_pair}"
    message = f"{method.name} needs a result of each algorithm on each data set, and {_open_gaps(metric)}"
    return message, expected, _POLICIES


def _not_balanced(method: OmnibusMethod | PairwiseMethod, metric: MetricResults, path: Path) -> Said:
    return (
        f"{method.name} needs a balanced design, and the results of {metric.name} are not balanced",
        "equally many algorithms on each data set, data sets of each algorithm, and data sets that any two share",
        "use skillings-mack, which needs no balance",
    )


def _different_signs(method: OmnibusMethod | PairwiseMethod, metric: MetricResults, path: Path) -> Said:
    """Scores that have no relative difference; the first such data set is named."""
    if not isinstance(metric, MetricScores):
        raise ValueError(f"metric {metric.name}: without scores there are no signs")
    means = metric.means
    wrong = of_both_signs(means)
    dataset, row = metric.datasets[wrong[0]], means[wrong[0]]
    others = f", and so on {counted(wrong.size - 1, 'other data set')}" if wrong.size > 1 else ""
    from_to = f"goes from {np.nanmin(row):g} to {np.nanmax(row):g}{others}"
    return (
        f"{method.name} divides by the average of two scores, and {metric.name} on {quoted(dataset)} {from_to}",
        "scores of which none is negative or none positive, or another test: t, wilcoxon",
        "",
    )


_LACKING: Mapping[Lack, Callable[[OmnibusMethod | PairwiseMethod, MetricResults, Path], Said]] = {
    "results": _no_results,
    "number": _no_number,
    "score": _no_score,
    "whole": _not_whole,
    "balance": _not_balanced,
    "sign": _different_signs,
}


def _ratios(study: Study, scores: Scores) -> _Complaints:
    """Scores that cannot be divided by each other; the lowest is named."""
    measures = (study.effects and study.effects.measures) or ()
    for metric in scores.scored if any(EFFECTS[name].of_ratio for name in measures) else ():
        if (lowest := np.nanmin(metric.means)) <= 0:
            dataset = metric.datasets[int(np.argwhere(metric.means == lowest)[0, 0])]
            message = f"ratio divides scores, and {metric.name} on {quoted(dataset)} is as low as {lowest:g}"
            yield ("effects", "measures"), message, "scores above 0, or another measure, such as hedges-g", ""


def _curves(study: Study, scores: Scores) -> _Complaints:
    if study.curves is None:
        return
    form, has_outcomes = study.curves.form, any(metric.has_outcomes for metric in scores.metrics)
    if form == "quesenberry-hurst" and not has_outcomes:
        yield (
            ("curves", "form"),
            "Quesenberry-Hurst curves count test examples, and there are neither examples nor counts of them",
            "t, which is made of folds" if _has_folds(scores) else "a file with a row for each test example, or counts",
            "",
        )
    elif form == "t" and has_outcomes and not _has_folds(scores):
        yield (
            ("curves", "form"),
            "curves of the form t are made of folds, and there are test examples without any",
            "quesenberry-hurst",
            "",
        )
    elif not has_outcomes and not _has_folds(scores):
        yield (
            ("curves",),
            f"confidence curves need the scores of folds, and {no_folds(study)}",
            "curves only with layout: long and several repeats or folds",
            "remove curves, or name the columns of repeats and folds in scores.columns",
        )


def _has_folds(scores: Scores) -> bool:
    return any(metric.has_folds for metric in scores.metrics)


def find_order_of_gaps(study: Study, scores: Scores, source: SpecSource) -> Iterator[tuple[Path, Fault]]:
    """Find an order that was requested where results are missing and left so; that of scores.costs is omitted."""
    path: Path = ("order",)
    if study.order is not None and source.is_written(path):
        for metric in scores.metrics:
            if metric.missing.left_open:
                yield path, source.fault(path, f"{OF_GAPS}, and {_open_gaps(metric)}", "order: null", _POLICIES)


# The pairs of 200 algorithms take half a minute and 40 MB a metric, and either grows faster than their number.
MOST_ALGORITHMS = 300


def find_too_many_pairs(study: Study, scores: Scores, source: SpecSource) -> Iterator[tuple[Path, Fault]]:
    """Find that a study without a control has more algorithms than a report can compare in pairs."""
    k = max(len(metric.algorithms) for metric in scores.metrics)
    if study.test.control is not None or k <= MOST_ALGORITHMS:
        return
    path = ("test", "control")
    fault = source.fault(
        path,
        f"{counted(k, 'algorithm')} make {counted(comb(k, 2), 'pair')}, more than a report can hold",
        f"at most {MOST_ALGORITHMS} algorithms that are compared with each other, or a control",
        "write as test.control the name of an algorithm to compare the others with it alone; or choose, not by "
        f"their scores, those that the study is about: scores.where: {{{study.scores.columns.algorithm}: [NAME, "
        "NAME, ...]}",
    )
    yield path, fault


def too_few_datasets(study: Study, compared: Sequence[MetricResults]) -> Iterator[str]:
    """Say in which metrics nothing can be significant, whatever the scores: the tests have a least p.

    The metrics are those that are compared over the data sets.
    """
    from rankpress.stats.multiplicity import least_p_of_signs

    test, adjustment = study.test, study.adjust[0].name
    adjusted = study.protocol is None or study.protocol.kind != "exploratory"  # the p-values that reports give
    if not PAIRWISE[test.pairwise.name].of_signs:
        return
    for metric in compared:
        k, n, alpha = len(metric.algorithms), metric.n_datasets, test.alpha
        others = _of_other_metrics(study, compared, metric)
        comparisons = _n_pairs(study, k) + others if adjusted else 1
        if n < 2 or 2.0 ** (1 - n) * comparisons <= alpha:  # no adjustment is worse than Bonferroni's
            continue
        least = partial(_least_p, study, k, others) if adjusted else least_p_of_signs
        needed = next(more for more in count(n) if least(more) <= alpha)
        if needed == n:
            continue
        after = f", after {ADJUSTMENTS[adjustment].title} for {counted(comparisons, 'comparison')},"
        whole = isinstance(metric, MetricScores) and bool(np.isfinite(metric.means).all())
        limit = Limit(
            test.pairwise.name,
            adjustment,
            k,
            n,
            test.control is not None,
            alpha,
            2.0 ** (1 - n),
            whole,
            needed,
            adjusted,
            -(-comparisons // _n_pairs(study, k)),
        )
        yield (
            f"metric {metric.name}: nothing can be significant at level {alpha:g}, whatever the scores: with"
            f" {counted(n, 'data set')} the least p of the {PAIRWISE[test.pairwise.name].title}"
            f"{after if comparisons > 1 else ''} is {float(least(n)):.3g}; {allowing_significance(limit)}"
        )


def null_of_all_algorithms(study: Study, compared: Sequence[MetricResults]) -> Iterator[str]:
    """Caution that the errors of a test are bounded under exchangeability alone, where there are more than two."""
    method = PAIRWISE[study.test.pairwise.name]
    if (
        not method.pair_alone
        and study.scores.layout != "votes"
        and any(len(metric.algorithms) > 2 for metric in compared)
    ):
        null = NULLS[method.null].statement
        instead = "" if study.scores.layout == "ranks" else ". wilcoxon, sign and t rest on the two algorithms alone"
        yield (
            f"test.pairwise: the {method.title} keeps its error rate where {null}; where algorithms have"
            f" equal means but unequal spreads, it can exceed the level with any adjustment{instead}"
        )


def _n_pairs(study: Study, k: int) -> int:
    return k - 1 if study.test.control is not None else comb(k, 2)


def _of_other_metrics(study: Study, compared: Sequence[MetricResults], metric: MetricResults) -> int:
    """Return how many comparisons of other metrics the first correction adjusts together with those of a metric."""
    if study.adjust[0].options.get("over") != "metrics":
        return 0
    return sum(_n_pairs(study, len(other.algorithms)) for other in compared if other is not metric)


def _least_p(study: Study, k: int, others: int, n: int) -> float:
    """Return the least adjusted p of the first correction on so many data sets, if no pair is tied on any.

    Those of other metrics in its family are as low as on so many data sets they can be.
    """
    from rankpress.stages.adjust import family_by

    method, family = study.adjust[0], family_by(study.test.pairwise.name, k, control=study.test.control is not None)
    family = replace(family, p=family.p * 2.0 ** (1 - n), others=np.full(others, 2.0 ** (1 - n)))
    if ADJUSTMENTS[method.name].inapplicable(family) or ADJUSTMENTS[method.name].by_signs:
        return 2.0 ** (1 - n)  # where all agree, signs of all together are as rare as those of a pair
    return float(ADJUSTMENTS[method.name].adjust(family, **method.options).min())


def find_too_large_draws(study: Study, scores: Scores, source: SpecSource) -> Iterator[tuple[Path, Fault]]:
    """Find a size of draws, written by the user, that can be drawn in no metric."""
    options = study.replicability
    if options is None or "size" not in options.model_fields_set:
        return
    unmade = list(unmade_draws(scores.metrics, options))
    if unmade and len(unmade) == len(scores.metrics):
        path: Path = ("replicability", "size")
        complete = max(number for _, number in unmade)
        message = impossible(complete, options)
        expected = "" if complete <= 2 else f"{sizes(complete)}, or replacement: true"
        yield path, source.fault(path, message, expected, remedy(complete))


def find_wrong_bayes(study: Study, scores: Scores, source: SpecSource) -> Iterator[tuple[Path, Fault]]:
    """Find Bayesian comparisons that need scores or folds that are not there."""
    bayes = study.bayes
    if bayes is None or study.scores.layout == "votes":
        return
    if study.scores.layout == "ranks":
        path: Path = ("bayes",)
        message = "Bayesian comparisons are of scores, and with layout: ranks there are average ranks only"
        yield path, source.fault(path, message, "bayes only with scores", "write null, or give the scores")
        return
    path = ("bayes", "over")
    for metric in scores.metrics:
        if bayes.over != "none" and metric.missing.worst_ranked:
            gaps = counted(len(metric.missing.worst_ranked), "result")
            message = (
                f"{bayes.over} compares the scores on each data set, and missing: worst-rank ranks {gaps} of"
                f" {metric.name} without a score"
            )
            remedy = "or set scores.missing to drop-datasets, drop-algorithms or incomplete-blocks"
            yield path, source.fault(path, message, "none", remedy)
    of_folds = bayes.over in BAYES_OVER and BAYES_OVER[bayes.over].uses == "folds"
    if of_folds and not _has_folds(scores):
        message = f"{bayes.over} compares scores fold by fold, and {no_folds(study)}"
        yield path, source.fault(path, message, "signed-rank, sign or none")
    path = ("bayes", "within")
    # Left out, it is made where there are folds.
    if source.is_written(path) and bayes.within != "none" and not _has_folds(scores):
        message = f"{bayes.within} compares scores fold by fold, and {no_folds(study)}"
        yield path, source.fault(path, message, "none")


def find_unsolved(study: Study, scores: Scores, source: SpecSource) -> Iterator[tuple[Path, Fault]]:
    """Find sections that take the time of each run, where some were not solved."""
    margin = None if study.effects is None else study.effects.margin
    sections: dict[Path, object] = {(name,): getattr(study, name) for name in _OF_NUMBERS}
    for metric in scores.scored:
        for path, section in {**sections, ("effects", "margin"): margin}.items():
            if metric.has_censored and section is not None:
                unsolved = counted(metric.n_censored, "run")
                claim = f"{'.'.join(map(str, path))} takes the time of each run"
                message = f"{claim}, and {unsolved} of {metric.name} did not end within the limit"
                yield path, source.fault(path, message, "null")


_OF_NUMBERS = ("bayes", "sensitivity", "replicability", "power")


def find_wrong_priors(study: Study, scores: Scores, source: SpecSource) -> Iterator[tuple[Path, Fault]]:
    """Find costs that do not order the algorithms (empty, negative), and corrections that would run too long."""
    order = study.order
    # The order that follows from scores.costs is left out where it cannot be made; one that was written is a fault.
    # Where gaps are left open, there is none at all, which is reported with the tests that need all results.
    metrics = [metric for metric in scores.metrics if not metric.missing.left_open]
    if order is None or not metrics or not source.is_written(("order",)):
        return
    for message, expected, mend in dict.fromkeys(
        wrong_cost
        for metric in metrics
        for each_order in (order, *order.by_other_costs)
        for wrong_cost in wrong_costs(scores.costs, metric, each_order)
    ):
        yield ("order", "cost"), source.fault(("order", "cost"), plain(message), expected, mend)
    for key, message in infeasible_corrections(order, max(len(metric.algorithms) for metric in metrics)):
        path: Path = ("order", key)
        yield path, source.fault(path, message, "shaffer, which takes any number of algorithms")
