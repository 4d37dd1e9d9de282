"""Scores over the test examples of a benchmark, in clusters: a table and sentences of the topic of tests within."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.methods import WITHIN
from rankpress.core.bibliography import cite
from rankpress.core.scores import BoolArray, FloatArray, IntArray
from rankpress.core.table import Cell, Table
from rankpress.stages.within import WithinDataset
from rankpress.stats.clustered import ClusteredMeans
from rankpress.topics.facts import Fact, Subjects, Unit, interval
from rankpress.topics.phrases import (
    adjusted,
    alpha_of,
    count,
    datasets_named,
    grouped_by,
    is_exploratory,
    listed,
    names_by_rank,
    number,
    p_in_words,
    table_of,
)
from rankpress.topics.topic import PAIRS_ON_DATASETS, Axes, Rows
from rankpress.wording.forms import NumberForm
from rankpress.wording.numbers import Rounding, all_in_words, counted_in_words, in_words, percent_text
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, capitalized, dataset_named, join, joined, say

FEW_DEGREES = 4  # below these Satterthwaite's approximation is poor
_MOST_NAMED = 6
_MOST_DATASETS = 3
_MOST_EQUAL = 2
_COLUMNS = ("Examples", "Clusters", "Score", "SE", "From", "To", "Sampling")


@Axes(Rows("data sets, algorithms", PAIRS_ON_DATASETS.names), _COLUMNS)
def example_scores_table(analysis: Analysis) -> Table | None:
    """Build the table of the mean scores over the test examples of each data set."""
    means = analysis.tested.within_means
    if not means:
        return None
    sampled = any(np.isfinite(of_dataset.sampling_share).any() for of_dataset in means.values())
    head = _COLUMNS if sampled else _COLUMNS[:-1]
    level = percent_text(next(iter(means.values())).level)
    sampling = ("Sampling: share of the squared standard error that more answers to each example would remove.",)
    caption = (
        "Mean {} over the test examples of {}, with clustered standard errors and {} confidence intervals"
        " (Student's t, CR2 errors with Satterthwaite's degrees of freedom; {})."
    )
    return table_of(
        ("Data set", "Algorithm", *head),
        (row[: 2 + len(head)] for row in _rows(analysis)),
        names=2,
        title=say("Mean scores over test examples by {}", analysis.metric),
        caption=say(caption, analysis.metric, datasets_named([*means]), level, cite("pustejovsky2018")),
        notes=sampling if sampled else (),
    )


def _rows(analysis: Analysis) -> Iterator[tuple[Cell | Prose, ...]]:
    rounding = mean_rounding(analysis)
    for dataset, means in analysis.tested.within_means.items():
        for a in _best_first(analysis, means).tolist():
            values, share = (means.mean, means.standard_error, means.low, means.high), means.sampling_share[a]
            yield (
                dataset_named(dataset),
                analysis.algorithms[a],
                count(means.n),
                count(means.clusters),
                *(number(value[a], rounding) for value in values),
                number(round(float(share), 2), NumberForm("share")),
            )


def mean_rounding(analysis: Analysis) -> Rounding:
    """Choose how means over test examples and their errors are rounded."""
    means = analysis.tested.within_means.values()
    return analysis.scores.scale.rounding_of_estimates(
        np.concatenate([of_dataset.mean for of_dataset in means]),
        np.concatenate([of_dataset.standard_error for of_dataset in means]),
    )


def _best_first(analysis: Analysis, means: ClusteredMeans) -> IntArray:
    """Return the algorithms in the order of their means on a data set."""
    return np.argsort(-analysis.scores.sign * means.mean, kind="stable")


def example_sentences(analysis: Analysis, *, with_verdicts: bool = True) -> Iterator[Prose]:
    """Say what each algorithm scores on each data set and, on request, which of them differ after Holm's adjustment."""
    of_datasets = analysis.tested.within_means
    for within in analysis.tested.within if len(of_datasets) <= _MOST_DATASETS else ():
        means = of_datasets.get(within.dataset)
        if means is None:
            continue
        order = _best_first(analysis, means).tolist()
        rounding, level = mean_rounding(analysis), percent_text(means.level)
        sentences = [
            say(
                "{} {} ({}{} to {})",
                analysis.algorithms[a],
                rounding.text(means.mean[a]),
                "" if place else f"{level} CI ",
                rounding.text(means.low[a]),
                rounding.text(means.high[a]),
            )
            for place, a in enumerate(order[:_MOST_NAMED])
        ]
        more = f" and {len(order) - _MOST_NAMED} others" if len(order) > _MOST_NAMED else ""
        form = "Mean {} over the {} of {}{}: {}{}."
        where = f", in {counted(means.clusters, 'cluster')}" if means.clusters < means.n else ""
        examples = counted(means.n, "test example")
        yield say(form, analysis.metric, examples, dataset_named(within.dataset), where, join(sentences, "; "), more)
        if with_verdicts and not is_exploratory([analysis]):
            test = WITHIN[analysis.tested.within_procedure]
            yield who_differs(analysis, within, "" if test.design == "examples" else test.title)


def who_differs(analysis: Analysis, within: WithinDataset, test: str = "") -> Prose:
    """Return which algorithms are significantly better than which on one data set, by a test that may be named."""
    return verdicts(analysis, within.pairs, within.tests.difference, analysis.p_within(within), test)


def verdicts(
    analysis: Analysis, compared: IntArray, difference: FloatArray, p_values: FloatArray, test: str = ""
) -> Prose:
    """Return which algorithms are significantly better than which, by p-values that decide."""
    alpha, sign = analysis.adjusted.alpha, analysis.scores.sign
    significant = p_values <= alpha
    pairs = zip(compared.tolist(), significant, sign * difference, strict=True)
    ordered = ((a, b) if difference > 0 else (b, a) for (a, b), better, difference in pairs if better)
    beaten = grouped_by(ordered)
    n_pairs, number_of = len(significant), int(significant.sum())
    by = adjusted(analysis.adjusted.within)
    p: Prose = p_in_words(analysis, float(p_values[0])) if n_pairs == 1 else ""
    how = join(filter(None, (test, by if n_pairs > 1 else "", p, alpha_of(analysis))), ", ")
    if not beaten and n_pairs == 1:
        form = "The difference between the two is not significant ({}), which is not evidence that they are equal."
        return say(form, how)
    if not beaten:
        return say("No paired difference is significant ({}), which is not evidence that they are equal.", how)
    if n_pairs == 1:
        [(winner, [loser])] = beaten.items()
        return say("{} is significantly better than {} ({}).", *(analysis.algorithms[i] for i in (winner, loser)), how)
    if number_of == n_pairs:
        return say("{} are significant ({}).", all_in_words(n_pairs, "paired difference"), how)
    return _partly_significant(analysis, compared, significant, beaten, how)


def _partly_significant(
    analysis: Analysis, compared: IntArray, significant: BoolArray, beaten: Mapping[int, Sequence[int]], how: Prose
) -> Prose:
    """Say whom the best exceeds and whom not, and which other pairs differ: no pair is passed over."""
    names = analysis.algorithms
    best = next(place for place in analysis.best_first if place in beaten)
    is_near = (compared == best).any(axis=1) & ~significant
    near = names_by_rank(analysis, (compared[is_near].sum(axis=1) - best).tolist())
    won, of_all = listed(names_by_rank(analysis, beaten[best])), len(beaten[best]) == len(names) - 1
    leads = say("{} is significantly better than {}", names[best], "all others" if of_all else won)
    clauses: list[Prose] = [say("{} ({})", leads, how)]
    if near:
        nouns = ("its difference", "is") if len(near) == 1 else ("its differences", "are")
        clauses.append(say("{} from {} {} not significant", nouns[0], listed(near), nouns[1]))
    is_won = (compared == best).any(axis=1) & np.isin(compared.sum(axis=1) - best, beaten[best])
    rest = np.flatnonzero(~is_near & ~is_won)
    if len(rest):
        clauses.append(_others_in_words(analysis, compared[rest], significant[rest]))
    return capitalized(say("{}.", join(clauses, "; ")))


def _others_in_words(analysis: Analysis, compared: IntArray, significant: BoolArray) -> Prose:
    """Say which pairs without the best differ significantly."""
    names, number_of = analysis.algorithms, int(significant.sum())
    equal = [(names[a], names[b]) for a, b in compared[~significant].tolist()]
    if not equal:
        others = "difference is" if len(compared) == 1 else "differences are"
        return f"{'the' if len(compared) == 1 else 'all'} other {others} significant"
    if len(equal) <= _MOST_EQUAL and number_of > 1:
        between = joined(say("between {} and {}", a, b) for a, b in equal)
        of = "that" if len(equal) == 1 else "those"
        return say("all other differences except {} {} are significant", of, between)
    if len(equal) <= _MOST_EQUAL:
        return say("the {} not significant{}", _between(equal), ", the remaining one is" if number_of else "")
    share, verb = in_words(number_of) if number_of else "none", "is" if number_of == 1 else "are"
    return f"{share} of the {counted_in_words(len(compared), 'other difference')} {verb} significant"


def _between(pairs: Sequence[tuple[Prose, Prose]]) -> Prose:
    """Name the differences of pairs, with the verb that follows."""
    between = joined(say("between {} and {}", a, b) for a, b in pairs)
    return say("difference {} is", between) if len(pairs) == 1 else say("differences {} are", between)


def verdicts_within(analysis: Analysis) -> Iterator[Prose]:
    """Say which differences on the only data set are significant."""
    for within in analysis.tested.within:  # none where test.within is none
        yield who_differs(analysis, within, WITHIN[analysis.tested.within_procedure].title)


def example_reminders(analysis: Analysis) -> Iterator[Prose]:
    """Say what standard errors over clusters of test examples allow for, and what not."""
    means = list(analysis.tested.within_means.values())
    grouped = [of_dataset for of_dataset in means if of_dataset.clusters < of_dataset.n]
    if grouped:
        alone = [
            np.where(of_dataset.unclustered_error > 0, of_dataset.unclustered_error, np.inf) for of_dataset in grouped
        ]
        ratios = [
            float((of_dataset.standard_error / each).max()) for of_dataset, each in zip(grouped, alone, strict=True)
        ]
        factor, up_to = f"{max(ratios):.1f}", "up to " if len(grouped) * len(analysis.algorithms) > 1 else ""
        yield say(
            "Test examples of one cluster are not independent; standard errors are clustered ({}){}.",
            cite("miller2024"),
            ""
            if factor == "1.0"
            else f" and {up_to}{factor} times those that take all test examples to be independent",
        )
    few = [of_dataset.df for of_dataset in means if of_dataset.df < FEW_DEGREES]
    if few:
        yield say(
            "The clusters are so few, or so unequal, that clustered standard errors have no more than {:.1f} degrees of"
            " freedom, too few for p-values near the level to be relied on ({}).",
            min(few),
            cite("pustejovsky2018"),
        )
    shares = np.concatenate([of_dataset.sampling_share for of_dataset in means]) if means else np.empty(0)
    if np.isfinite(shares).any():
        low, high = (percent_text(round(float(end), 2)) for end in (np.nanmin(shares), np.nanmax(shares)))
        share = low if low == high else f"{low} to {high}"
        yield (
            f"Several answers to an example are averaged; their number accounts for {share} of the squared standard"
            " errors of the means."
        )
    if means:
        yield (
            "The intervals and tests allow for the choice of test examples from those that a benchmark could have; they"
            " do not show how the algorithms perform on other tasks or after another training run."
        )


def facts_of_examples(about: Subjects) -> Iterator[Fact]:
    """State the mean scores over the test examples of single data sets, with their intervals."""
    for dataset, means in about.analysis.tested.within_means.items():
        if about.datasets(dataset):
            unit, on = Unit(mean_rounding(about.analysis).text), about.on(dataset)
            for row, name in enumerate(about.analysis.algorithms):
                meaning = say("mean of {} over the test examples of {}", name, dataset_named(dataset))
                of = about.algorithms[name]
                yield Fact("ExamplesSE", float(means.standard_error[row]), unit, say("{}: SE", meaning), of, on)
                bounds = (float(means.low[row]), float(means.high[row]))
                yield from interval("Examples", bounds, unit, meaning, of, on, level=means.level)
