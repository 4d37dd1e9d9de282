"""Topic replicability: tables, sentences, facts and results."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
from pydantic import Field

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import FigureKind, TableKind
from rankpress.catalog.methods import ADJUSTMENTS, OMNIBUS, PAIRWISE
from rankpress.core.bibliography import cite
from rankpress.core.plain_data import Json, picked
from rankpress.core.scores import FloatArray
from rankpress.core.table import Cell, Table, TableLayout
from rankpress.spec.plot_sections import FigureOptions
from rankpress.spec.strict import Distinct, WordOr
from rankpress.spec.table_options import Sortable
from rankpress.stats.replicability import Replicability
from rankpress.topics.facts import COUNT, Fact, Subjects, decimals
from rankpress.topics.phrases import MOST_ACROSS, MOST_CELLS_BUILT, decimal, grouped_by, number, table_of, with_detail
from rankpress.topics.robustness.results import ReplicabilityResult
from rankpress.topics.topic import Axes, Facts, ResultKey, Rows, Topic, register, where
from rankpress.wording.forms import NumberForm
from rankpress.wording.numbers import Rounding, counted_in_words, fixed, in_words, level_text
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, join, joined, say

if TYPE_CHECKING:
    from rankpress.robustness.replicability import Repeated, Replicated
    from rankpress.spec.model import Study


def _drawn_from(analysis: Analysis) -> Replicated | None:
    """Return the draws, where any could be made."""
    replicated = analysis.robustness.replicated
    return replicated if replicated is not None and replicated.each else None


def _of_pairs(study: Study, names: Sequence[str], _datasets: Sequence[str]) -> list[str]:
    tests = () if study.replicability is None else study.replicability.tests
    return [*(PAIRWISE[name].heading for name in tests), *names]


@Axes(Rows("tests, algorithms", _of_pairs), ("Average p / R(p)", "Rejections / R(e)"), of_algorithms=True)
def replicability_table(analysis: Analysis) -> Table | None:
    """Build the table of the tests of each pair by itself."""
    replicated, k = analysis.robustness.replicated, len(analysis.algorithms)
    if replicated is None or not replicated.each or not replicated.tabled.alone:
        return None
    if len(replicated.tabled.alone) * k * k > MOST_CELLS_BUILT:
        return None
    if analysis.tested.control is not None:
        head: tuple[Prose, ...] = ("Test", "a", "b", "Average p / R(p)", "Rejections / R(e)")
        rows, names, where = _by_pair(analysis, replicated), 3, ""
    else:
        head, rows, names = ("Test", "Algorithm", *analysis.algorithms), _matrix(analysis, replicated), 2
        where = "Below the diagonal: average p / R(p). Above it: rejections / R(e)."
    return table_of(
        head,
        rows,
        names=names,
        title=say("Tests of pairs on samples of data sets by {}", analysis.metric),
        caption=join(filter(None, (_drawn(replicated, drawn_by(analysis, replicated)), where))),
        notes=tuple(_notes(replicated, list(replicated.tabled.alone.values()))),
        detail="R",
        in_pdf=k <= MOST_ACROSS,
        layout=TableLayout(long=len(replicated.tabled.alone) * k > 30),
    )


def _drawn(replicated: Replicated, where: Prose) -> Prose:
    with_ = "with" if replicated.replacement else "without"
    favours = say(" toward data sets on which {}", where) if replicated.table_bias else ""
    form = "Tests on {:,} samples of {:,} of the {}, {} replacement, with bias k = {:g}{}."
    datasets = counted(replicated.n_datasets, "data set")
    return say(form, replicated.draws, replicated.size, datasets, with_, replicated.table_bias, favours)


def drawn_by(analysis: Analysis, replicated: Replicated) -> Prose:
    """Return what holds on the data sets that are more likely to be drawn, in a clause."""
    if replicated.by == "pair" or (replicated.by == "others" and len(analysis.algorithms) == 2):
        return "the better ranked of the pair is better"
    if replicated.by == "others":
        return "the better ranked of the pair is better than the mean of all others"
    return drawn_for_all(analysis, replicated)


def drawn_for_all(analysis: Analysis, replicated: Replicated) -> Prose:
    """Return what holds on these data sets where all algorithms are tested."""
    over = "the mean of all others" if replicated.against is None else analysis.algorithms[replicated.against]
    return say("{} is better than {}", analysis.algorithms[replicated.favoured], over)


def adjusted_of(replicated: Replicated) -> Prose:
    """Return which tests are adjusted by what, in a sentence."""
    by_test = grouped_by((test, ADJUSTMENTS[method].title) for method, test in replicated.adjusts.items())
    texts = [f"of the {PAIRWISE[test].title} ({joined(methods)})" for test, methods in by_test.items()]
    return f"Adjusted p are those {joined(texts)}."


def _matrix(analysis: Analysis, replicated: Replicated) -> Iterator[tuple[Cell | Prose, ...]]:
    places = {frozenset(pair): place for place, pair in enumerate(replicated.pairs.tolist())}
    for name, replicability in replicated.tabled.alone.items():
        for i, algorithm in enumerate(analysis.algorithms):
            cells = (
                Cell("", "")
                if i == j
                else (_of_p if i > j else _of_rejections)(replicability, places[frozenset((i, j))])
                for j in range(len(analysis.algorithms))
            )
            yield PAIRWISE[name].heading, algorithm, *cells


def _of_p(replicability: Replicability, index: int) -> Cell:
    average = float(replicability.average_p[index])
    return with_detail(average, float(replicability.of_p[index]), "/ {}", Rounding(2))


def _of_rejections(replicability: Replicability, index: int) -> Cell:
    rejections = int(replicability.rejections[index])
    r = float(replicability.of_outcomes[index])
    detail = f"/ {fixed(r, 2)}"
    return Cell(f"{rejections:,} {detail}", rejections, detail=detail, detail_value=r)


def _by_pair(analysis: Analysis, replicated: Replicated) -> Iterator[tuple[Cell | Prose, ...]]:
    for name, replicability in replicated.tabled.alone.items():
        for index, (a, b) in enumerate(replicated.pairs.tolist()):
            pair = analysis.algorithms[a], analysis.algorithms[b]
            yield PAIRWISE[name].heading, *pair, _of_p(replicability, index), _of_rejections(replicability, index)


def _notes(replicated: Replicated, several: list[Replicability]) -> Iterator[str]:
    alpha = level_text(several[0].alpha)
    yield (
        f"Rejections: samples with p ≤ {alpha}; R(p) = 1 − 2 var(p); R(e): share of pairs of samples with the same"
        " outcome."
    )
    p, of_p, outcomes = (
        _most(getattr(replicability, error) for replicability in several)
        for error in ("average_p_error", "of_p_error", "of_outcomes_error")
    )
    yield (
        f"Largest Monte Carlo standard errors (seed {replicated.seed}): average p {p}, R(p) {of_p}, R(e) {outcomes}."
    )


def _most(errors: Iterable[FloatArray]) -> str:
    return fixed(max(float(error.max()) for error in errors), 3)


def _of_several(study: Study, _names: Sequence[str], _datasets: Sequence[str]) -> list[str]:
    options = study.replicability
    if options is None:
        return []
    adjustments = (ADJUSTMENTS[method.name].title for method in options.adjust or study.adjust)
    return [*(OMNIBUS[name].heading for name in options.omnibus), *adjustments]


@Axes(Rows("tests", _of_several), ("Average p", "R(p)", "Rejections", "R(e)", "Pairs rejected"))
def replicability_multiple_table(analysis: Analysis) -> Table | None:
    """Build the table of omnibus tests and adjustments."""
    replicated = analysis.robustness.replicated
    if replicated is None or not replicated.each or not (replicated.tabled.omnibus or replicated.tabled.adjusted):
        return None
    index = replicated.tabled
    rows = [
        (OMNIBUS[name].heading, *_replicability_means(replicability), Cell("", ""))
        for name, replicability in index.omnibus.items()
    ]
    for name, replicability in index.adjusted.items():
        rejected = decimal(index.rejected[name][0], 2)
        rows.append((ADJUSTMENTS[name].title, *_replicability_means(replicability), rejected))
    error = max((error for _, error in index.rejected.values()), default=0.0)
    of_rejected = [f"The standard error of pairs rejected is at most {fixed(error, 3)}."] if index.rejected else []
    form = "{} Rows of adjustments: means over {}; pairs rejected: mean number per sample."
    drawn = _drawn(replicated, drawn_for_all(analysis, replicated))
    return table_of(
        ("Procedure", "Average p", "R(p)", "Rejections", "R(e)", "Pairs rejected"),
        rows,
        title=say("Omnibus tests and adjustments on samples of data sets by {}", analysis.metric),
        caption=say(form, drawn, counted_in_words(len(replicated.pairs), "pair")),
        notes=(*_notes(replicated, [*index.omnibus.values(), *index.adjusted.values()]), *of_rejected),
    )


def _replicability_means(replicability: Replicability) -> tuple[Cell, ...]:
    rejections = float(replicability.rejections.mean())
    decimals = 0 if len(replicability.rejections) == 1 else 1
    return (
        decimal(float(replicability.average_p.mean()), 3),
        decimal(float(replicability.of_p.mean()), 2),
        number(rejections, NumberForm("grouped", decimals)),
        decimal(float(replicability.of_outcomes.mean()), 2),
    )


_ENDLESS = math.log(1000)  # beyond, the chances hardly change with the bias


@where(_drawn_from)
def replicability_paragraphs(analysis: Analysis, replicated: Replicated) -> Iterator[Prose]:
    """Return what the draws found."""
    if replicated.tabled.alone:
        yield join(_alone(analysis, replicated))
    if replicated.tabled.omnibus or replicated.tabled.adjusted:
        yield join(_together(analysis, replicated))


@where(_drawn_from)
def replicability_in_short(analysis: Analysis, replicated: Replicated) -> Iterator[Prose]:
    """Return in how many of the samples the test of the study, else the first, rejects."""
    tests, over = replicated.tabled.alone, analysis.tested.over
    if not tests:
        yield from _together(analysis, replicated)
        return
    name = over.procedure if over is not None and over.procedure in tests else next(iter(tests))
    on_average = (
        f", on average over {counted_in_words(len(replicated.pairs), 'pair')}" if len(replicated.pairs) > 1 else ""
    )
    of_bias = (
        say(", biased toward data sets on which {}", drawn_by(analysis, replicated)) if replicated.table_bias else ""
    )
    form = "In {} of {} of the {}{} (k = {:g}), the {} rejects {} of the time{}."
    sizes = (
        counted(replicated.draws, "sample"),
        in_words(replicated.size),
        counted_in_words(replicated.n_datasets, "data set"),
    )
    yield say(form, *sizes, of_bias, replicated.table_bias, PAIRWISE[name].title, _share(tests[name]), on_average)


def _alone(analysis: Analysis, replicated: Replicated) -> Iterator[Prose]:
    tests, n_pairs = replicated.tabled.alone, len(replicated.pairs)
    # the draws that favor no data set, where they are not those of the tables
    there = 0.0 in replicated.biases and replicated.table_bias
    random = replicated.each[replicated.biases.index(0.0)] if there else None
    form = "For each pair, {:,} samples of {} of the {} were drawn, with a bias k toward data sets on which {}."
    sizes = replicated.draws, in_words(replicated.size), counted_in_words(replicated.n_datasets, "data set")
    yield say(form, *sizes, drawn_by(analysis, replicated))
    shares = [
        f"{PAIRWISE[name].title} {_share(test)}" + (f" ({_share(random.alone[name])})" if random else "")
        for name, test in tests.items()
    ]
    at_random = " (in parentheses k = 0)" if random else ""
    of_pairs = f", on average over {counted_in_words(n_pairs, 'pair')}," if n_pairs > 1 else ""
    yield (
        f"Share of samples that reject{of_pairs} at k = {replicated.table_bias:g}{at_random}: {join(shares, '; ')}."
        f" The Monte Carlo error of {'the share of a pair' if n_pairs > 1 else 'each share'} is at most"
        f" {fixed(100 * max(map(_reach, tests.values())), 1)} percentage points (95%)."
    )
    measures = [
        f"{PAIRWISE[name].title} {fixed(float(test.of_outcomes.mean()), 2)} and {fixed(float(test.of_p.mean()), 2)}"
        for name, test in tests.items()
    ]
    yield f"R(e) and R(p) at k = {replicated.table_bias:g}{of_pairs.rstrip(',')}: {join(measures, '; ')}."


def _reach(replicability: Replicability) -> float:
    """Return how far from a share its interval reaches, of any pair."""
    share = replicability.rejections / replicability.n
    return float(np.maximum(replicability.high - share, share - replicability.low).max())


def _share(replicability: Replicability) -> str:
    return f"{fixed(100 * float(replicability.rejections.mean()) / replicability.n, 1)}%"


def _together(analysis: Analysis, replicated: Replicated) -> Iterator[Prose]:
    index = replicated.tabled
    toward = say(" toward data sets on which {}", drawn_for_all(analysis, replicated)) if replicated.table_bias else ""
    if index.omnibus:
        texts = [
            f"the {OMNIBUS[name].title} rejects in {int(replicability.rejections[0]):,}"
            for name, replicability in index.omnibus.items()
        ]
        form = "With bias k = {:g}{}, the hypothesis of equal performance is tested in {}: {}."
        yield say(form, replicated.table_bias, toward, counted(replicated.draws, "sample"), joined(texts))
    if index.adjusted:
        texts = [
            f"{ADJUSTMENTS[name].title} {fixed(mean, 2)} ± {fixed(error, 2)}"
            for name, (mean, error) in index.rejected.items()
        ]
        yield (
            f"Mean number of significant pairs per sample, of {len(replicated.pairs):,} (± Monte Carlo standard error):"
            f" {joined(texts)}."
        )


@where(_drawn_from)
def replicability_caveats(analysis: Analysis, replicated: Replicated) -> Iterator[Prose]:
    """Return how the draws were made where that was not as stated, how far they overlap, and what the bias means."""
    yield from replicated.notes
    form = "Samples overlap (by up to {} of the {} on average where they favor {}), so their outcomes are correlated."
    shared, favoured = (
        fixed(max(repeated.shared for repeated in replicated.each), 1),
        analysis.algorithms[replicated.favoured],
    )
    yield say(form, shared, counted_in_words(replicated.size, "data set"), favoured)
    bias, difference, metric = max(replicated.biases), replicated.median_difference, analysis.metric
    if bias and difference:
        # the unit of the bias is the inverse of the metric's; the exponential of the product is the ratio of the
        # chances of such a difference and its opposite
        times = bias * difference
        how_likely = (
            f"{fixed(math.exp(times), 1)} times" if times < _ENDLESS else f"more than {math.exp(_ENDLESS):,.0f} times"
        )
        form = (
            "The median absolute difference in {} of a pair on a data set is {}; at k = {:g} a data set with this"
            " difference in favor is {} as likely to be drawn as one with the opposite difference.{}"
        )
        scale = analysis.scores.scale
        rounding = scale.in_points(scale.rounding(np.array([[difference]])))
        yield say(form, metric, scale.difference_phrase(rounding.text(difference)), bias, how_likely, _advice(times))


def _advice(times: float) -> str:
    if times >= _ENDLESS:
        return " The samples hardly change with k; choose smaller replicability.biases."
    if times < math.log(1.1):
        return " The samples are nearly random; choose larger replicability.biases."
    return ""


@where(_drawn_from)
def replicability_reminders(_analysis: Analysis, _replicated: Replicated) -> Iterator[Prose]:
    """Return what not to read into the draws."""
    form = (
        "{} measures the replicability of tests on samples of data sets; {} objects that a p-value does not measure"
        " replicability, which depends on the power of the test. To estimate power, state the difference that matters"
        " and simulate it."
    )
    yield say(form, cite("demsar2006"), cite("berrar2017"))
    yield (
        "R(e) favors tests that rarely reject, because it is smallest for a test that rejects in half of the samples;"
        " R(p) favors tests whose p varies little, even if it is always large. Biased samples vary how much two"
        " algorithms differ; choosing the data sets of a study by their results would invalidate it."
    )


@where(_drawn_from)
def replicability_methods(analysis: Analysis, replicated: Replicated) -> Iterator[Prose]:
    """Return what was done, for the section on methods."""
    low, high = min(replicated.biases), max(replicated.biases)
    form = (
        "To examine how the tests behave on other selections of data sets, {:,} of them were drawn {} replacement,"
        " {:,} times at each bias k {} (seed {}), with probabilities proportional to 1 / (1 + exp(-k d)), where d is"
        " the difference in favor of one algorithm on a data set, following {} and {}."
    )
    with_, biases = "with" if replicated.replacement else "without", f"from {low:g} to {high:g}"
    drawn = replicated.size, with_, replicated.draws, biases if len(replicated.biases) > 1 else f"{low:g}"
    yield say(form, *drawn, replicated.seed, cite("demsar2006"), cite("garcia2008"))
    index, favored = replicated.each[0], "For {}, the samples favored data sets on which {}."
    if index.alone:
        tests = joined(f"the {PAIRWISE[name].title}" for name in index.alone)
        yield say(favored, tests, drawn_by(analysis, replicated))
    if index.omnibus or index.adjusted:
        created = [f"the {OMNIBUS[name].title}" for name in index.omnibus]
        if index.adjusted:
            created.append(f"comparisons adjusted by {joined(ADJUSTMENTS[name].title for name in index.adjusted)}")
        yield say(favored, joined(created), drawn_for_all(analysis, replicated))
    if index.adjusted:
        yield adjusted_of(replicated)
    form = "R(e) is the share of pairs of samples with the same outcome ({}), R(p) is 1 − 2 var(p) ({})."
    yield say(form, cite("bouckaertr2004"), cite("demsar2006"))


def facts_of_replicability(about: Subjects) -> Iterator[Fact]:
    """State what the draws find at the bias of the tables; nothing where there are none."""
    replicated = about.analysis.robustness.replicated
    if replicated is None or not replicated.each:
        return
    index, bias = replicated.tabled, f"bias {replicated.table_bias:g}"
    yield Fact("Draws", replicated.draws, COUNT, "samples of data sets at each bias")
    yield Fact("DrawnDatasets", replicated.size, COUNT, "data sets in a sample")
    for name, replicability in index.alone.items():
        yield from _facts_of_draws(name, replicability, f"{PAIRWISE[name].title}, all pairs, {bias}")
    for name, replicability in index.omnibus.items():
        yield from _facts_of_draws(name, replicability, f"{OMNIBUS[name].title}, {bias}")
    for name, (mean, _) in index.rejected.items():
        meaning = f"mean number of significant pairs per sample, {ADJUSTMENTS[name].title}, {bias}"
        yield Fact(f"DrawnSeparated/{name}", mean, decimals(2), meaning)


def _facts_of_draws(name: str, replicability: Replicability, of: str) -> Iterator[Fact]:
    share = float(replicability.rejections.mean()) / replicability.n
    yield Fact(f"DrawnRejections/{name}", share, decimals(3), f"share of samples that reject, {of}")
    yield Fact(
        f"DrawnAverageP/{name}", float(replicability.average_p.mean()), decimals(3, is_p=True), f"average p, {of}"
    )
    yield Fact(f"DrawnRp/{name}", float(replicability.of_p.mean()), decimals(2), f"R(p), {of}")
    yield Fact(f"DrawnRe/{name}", float(replicability.of_outcomes.mean()), decimals(2), f"R(e), {of}")


def replicability_results(analysis: Analysis) -> Json | None:
    """Return what the draws found at each bias; None where none were requested."""
    # Of pairs there is what reports show: all of them at the bias of the tables, those of the figures at the others.
    replicated, names = analysis.robustness.replicated, analysis.names
    if replicated is None:
        return None
    return {
        **picked(replicated, "draws size replacement seed n_datasets median_difference table_bias"),
        "by": replicated.by if isinstance(replicated.by, str) else [names[i] for i in replicated.by],
        "favoured": names[replicated.favoured],
        "against": None if replicated.against is None else names[replicated.against],
        "adjusts": replicated.adjusts,
        "biases": [
            _at(analysis, bias, replicated, repeated)
            for bias, repeated in zip(
                replicated.biases, replicated.each, strict=False
            )  # none where nothing could be made
        ],
        **picked(replicated, "left_out notes"),
    }


# The keys of results.json, and the fields of `Replicability`, of which there is one a pair.
_KEYS = {"average_p": "average_p", "r_p": "of_p", "rejections": "rejections", "r_e": "of_outcomes"}


def _at(analysis: Analysis, bias: float, replicated: Replicated, repeated: Repeated) -> Json:
    pairs = [(index, *replicated.pairs[index].tolist()) for index in replicated.pairs_at(bias)]
    alone, adjusted = repeated.alone, repeated.adjusted
    return {
        "bias": bias,
        "shared_datasets": repeated.shared,
        "omnibus": _of_pair(repeated.omnibus, 0),
        **{
            key: {name: {"mean": mean, "standard_error": error} for name, (mean, error) in means.items()}
            for key, means in (("rejected_by_draw", repeated.rejected), ("average_p_by_draw", repeated.over_pairs))
        },
        "over_pairs": {
            kind: {
                name: {key: getattr(replicability, field).mean() for key, field in _KEYS.items()}
                for name, replicability in tests.items()
            }
            for kind, tests in (("tests", alone), ("adjusted", adjusted))
        },
        "comparisons": [
            {
                "a": analysis.names[a],
                "b": analysis.names[b],
                "tests": _of_pair(alone, index),
                "adjusted": _of_pair(adjusted, index),
            }
            for index, a, b in pairs
        ],
    }


def _of_pair(tests: Mapping[str, Replicability], index: int) -> Json:
    """Return what each test finds on the draws for a pair, each figure followed by its error."""
    return {
        name: {
            "average_p": replicability.average_p[index],
            "average_p_error": replicability.average_p_error[index],
            "r_p": replicability.of_p[index],
            "r_p_error": replicability.of_p_error[index],
            "rejections": replicability.rejections[index],
            "share_95": [replicability.low[index], replicability.high[index]],
            "r_e": replicability.of_outcomes[index],
            "r_e_error": replicability.of_outcomes_error[index],
        }
        for name, replicability in tests.items()
    }


Part = Literal["rejections", "p", "r", "together", "together-p", "together-r"]


class ReplicabilityFigureOptions(FigureOptions):
    """Options of the figures of tests on draws of data sets."""

    parts: WordOr[Literal["all"], Annotated[tuple[Part, ...], Distinct("figure"), Field(min_length=1)]] | None = Field(
        default=None,
        description="Figures, by the bias of the samples. rejections, p, r: the share of samples that reject with "
        "R(e), the average p, and R(p) and R(e), of tests of a pair. together, together-p, together-r: likewise for "
        "tests of all algorithms, adjusted. all: all six. Default: rejections, or together where no pair is tested "
        "alone.",
    )


register(
    Topic(
        "replicability",
        "Replicability",
        paragraphs=replicability_paragraphs,
        caveats=replicability_caveats,
        reminders=replicability_reminders,
        after="aggregations",
        methods=(replicability_methods,),
        brief_methods=lambda analysis: replicability_methods(analysis)[:2],
        brief_account=lambda analysis, _earlier: replicability_in_short(analysis),
        facts=(Facts(facts_of_replicability),),
        results=(ResultKey("replicability", ReplicabilityResult | None, replicability_results),),
        tables=(
            TableKind(
                "replicability",
                "tests of pairs on samples of data sets: average p, rejections, R(p), R(e)",
                builder=replicability_table,
                options=Sortable,
                shows="p",
            ),
            TableKind(
                "replicability-multiple",
                "omnibus tests and adjustments on samples of data sets",
                builder=replicability_multiple_table,
                shows="p",
            ),
        ),
        figures=(
            FigureKind(
                "replicability",
                "tests on samples of the data sets",
                builder="robustness.figures",
                options=ReplicabilityFigureOptions,
                shows="p",
            ),
        ),
    )
)
