"""Topic replicability: tables, sentences, macros and results."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.methods import ADJUSTMENTS, OMNIBUS, PAIRWISE
from rankpress.core.bibliography import cite
from rankpress.core.faults import counted, joined
from rankpress.core.labels import slug
from rankpress.core.numbers import Json, fixed, level_text, number
from rankpress.core.scores import FloatArray, IntArray
from rankpress.core.table import Cell, Table
from rankpress.robustness.replicability import Repeated, Replicated
from rankpress.stats.replicability import Replicability
from rankpress.topics.phrases import MOST_ACROSS, MOST_CELLS, decimal, head_row, left, named, right
from rankpress.topics.ranks import title_of as omnibus_title
from rankpress.topics.results_model import BiasResult, DrawsResult, ReplicabilityResult
from rankpress.topics.topic import FigureKind, TableKind, Topic

if TYPE_CHECKING:
    from rankpress.spec.model import Study

NO_MEASURE = "None of this tells how likely a finding is to be found again: that depends on power, not on p."


def replicability_table(analysis: Analysis) -> Table | None:
    """Build the table of the tests of each pair by itself."""
    found, k = analysis.replicated, len(analysis.names)
    if found is None or not found.each or not found.tabled.alone:
        return None
    if len(found.tabled.alone) * k * k > MOST_CELLS:
        return None
    control = analysis.tested.control is not None
    body = _by_pair(analysis, found) if control else _matrix(analysis, found)
    heads = ("a", "b", "Average p / R(p)", "Rejections / R(e)") if control else ("Algorithm", *analysis.names)
    where = "" if control else "Below the diagonal: average p / R(p). Above it: rejections / R(e)."
    return Table(
        name=f"{slug(analysis.scores.name)}-replicability",
        metric=analysis.scores.name,
        kind="replicability",
        title=f"Tests of pairs on draws of data sets by {analysis.scores.name}",
        caption=f"{_drawn(found, drawn_by(analysis, found))} {where}".rstrip(),
        head=(head_row("Test", *heads),),
        rows=tuple(body),
        align=(*left(3 if control else 2), *right(2 if control else k)),
        notes=tuple(_notes(found, list(found.tabled.alone.values()))),
        stub=3 if control else 2,
        detail="R",
        in_pdf=k <= MOST_ACROSS,
        long=len(found.tabled.alone) * k > 30,
    )


def _drawn(found: Replicated, where: str) -> str:
    with_replacement = "with" if found.replacement else "without"
    favours = f"draws favour data sets on which {where}" if found.table_bias else "no data set is favoured"
    return (
        f"{found.draws:,} draws of {found.size:,} of the {counted(found.n_datasets, 'data set')}, {with_replacement}"
        f" replacement, at bias k = {found.table_bias:g}: {favours}."
    )


def drawn_by(analysis: Analysis, found: Replicated) -> str:
    """On which data sets what is the case that are the more probable, in a clause."""
    if found.by == "pair" or (found.by == "others" and len(analysis.names) == 2):
        return "the better ranked of the pair is better"
    if found.by == "others":
        return "the better ranked of the pair is better than the mean of all others"
    return drawn_for_all(analysis, found)


def drawn_for_all(analysis: Analysis, found: Replicated) -> str:
    """The same where all algorithms are tested."""
    over = "the mean of all others" if found.against is None else analysis.names[found.against]
    return f"{analysis.names[found.favoured]} is better than {over}"


def adjusted_of(found: Replicated) -> str:
    """Which tests are adjusted by what, in a sentence."""
    by_test: dict[str, list[str]] = {}
    for method, test in found.adjusts.items():
        by_test.setdefault(test, []).append(ADJUSTMENTS[method].title)
    told = [f"of the {PAIRWISE[test].title} ({joined(methods)})" for test, methods in by_test.items()]
    return f"Adjusted p are those {joined(told)}."


def _matrix(analysis: Analysis, found: Replicated) -> Iterator[tuple[Cell, ...]]:
    k = len(analysis.names)
    where = np.full((k, k), -1)
    where[found.pairs[:, 0], found.pairs[:, 1]] = where[found.pairs[:, 1], found.pairs[:, 0]] = range(len(found.pairs))
    for name, one in found.tabled.alone.items():
        for i in range(k):
            cells = (_cell(one, where, i, j) for j in range(k))
            yield (named(title_of(name)), named(analysis.names[i]), *cells)


def title_of(name: str) -> str:
    """A test of pairs at the head of a row."""
    title = PAIRWISE[name].title
    return title[:1].upper() + title[1:]


def _cell(one: Replicability, where: IntArray, i: int, j: int) -> Cell:
    if i == j:
        return Cell("", "")
    return _of_p(one, where[i, j]) if i > j else _of_rejections(one, where[i, j])


def _of_p(one: Replicability, at: int) -> Cell:
    return _two(fixed(one.average_p[at], 2), float(one.average_p[at]), float(one.of_p[at]))


def _of_rejections(one: Replicability, at: int) -> Cell:
    return _two(f"{one.rejections[at]:,}", int(one.rejections[at]), float(one.of_outcomes[at]))


def _two(text: str, value: float, r: float) -> Cell:
    detail = f"/ {fixed(r, 2)}"
    return Cell(f"{text} {detail}", value, detail=detail, detail_value=r)


def _by_pair(analysis: Analysis, found: Replicated) -> Iterator[tuple[Cell, ...]]:
    for name, one in found.tabled.alone.items():
        for at, (a, b) in enumerate(found.pairs.tolist()):
            heads = head_row(title_of(name), analysis.names[a], analysis.names[b])
            yield (*heads, _of_p(one, at), _of_rejections(one, at))


def _notes(found: Replicated, several: list[Replicability]) -> Iterator[str]:
    alpha = level_text(several[0].alpha)
    yield (
        f"Rejections: draws with p of at most {alpha}. R(p) = 1 − 2 var(p); R(e): the share of pairs of draws that come"
        f" to the same outcome. Monte Carlo standard errors, seed {found.seed}: of average p at most"
        f" {_most(one.average_p_error for one in several)}, of R(p) {_most(one.of_p_error for one in several)}, of R(e)"
        f" {_most(one.of_outcomes_error for one in several)}."
    )
    yield NO_MEASURE


def _most(errors: Iterable[FloatArray]) -> str:
    return fixed(max(float(one.max()) for one in errors), 3)


def replicability_multiple_table(analysis: Analysis) -> Table | None:
    """Build the table of omnibus tests and adjustments."""
    found = analysis.replicated
    if found is None or not found.each or not (found.tabled.omnibus or found.tabled.adjusted):
        return None
    at = found.tabled
    head = ("Procedure", "Average p", "R(p)", "Rejections", "R(e)", "Pairs rejected")
    rows = [
        (named(omnibus_title(name)), *_replicability_means(one), Cell("", "")) for name, one in at.omnibus.items()
    ] + [
        (named(ADJUSTMENTS[name].title), *_replicability_means(one), decimal(at.rejected[name][0], 2))
        for name, one in at.adjusted.items()
    ]
    several = [*at.omnibus.values(), *at.adjusted.values()]
    error = max((error for _, error in at.rejected.values()), default=0.0)
    return Table(
        name=f"{slug(analysis.scores.name)}-replicability-multiple",
        metric=analysis.scores.name,
        kind="replicability-multiple",
        title=f"Omnibus tests and adjustments on draws of data sets by {analysis.scores.name}",
        caption=(
            f"{_drawn(found, drawn_for_all(analysis, found))} Of an adjustment p, R(p), rejections and R(e) are means"
            f" over {counted(len(found.pairs), 'pair')}, and pairs rejected their number in a draw, on average."
        ),
        head=(head_row(*head),),
        rows=tuple(rows),
        align=("left", *right(5)),
        notes=(
            *_notes(found, several),
            *([adjusted_of(found)] if at.rejected else []),
            *([f"The standard error of pairs rejected is at most {fixed(error, 3)}."] if at.rejected else []),
        ),
    )


def _replicability_means(one: Replicability) -> tuple[Cell, ...]:
    rejections = float(one.rejections.mean())
    decimals = 0 if len(one.rejections) == 1 else 1
    return (
        decimal(float(one.average_p.mean()), 3),
        decimal(float(one.of_p.mean()), 2),
        Cell(f"{rejections:,.{decimals}f}", rejections),
        decimal(float(one.of_outcomes.mean()), 2),
    )


_ENDLESS = math.log(1000)  # beyond, the chances hardly change with the bias


def replicability_paragraphs(analysis: Analysis) -> list[str]:
    """What the draws found."""
    found = analysis.replicated
    if found is None or not found.each:
        return []
    told = [" ".join(_alone(analysis, found))] if found.tabled.alone else []
    return [*told, *([" ".join(_together(analysis, found))] if found.tabled.omnibus or found.tabled.adjusted else [])]


def _alone(analysis: Analysis, found: Replicated) -> Iterator[str]:
    tests, random = found.tabled.alone, _at_random(found)
    yield (
        f"Each pair was tested on {found.draws:,} draws of {found.size:,} of {counted(found.n_datasets, 'data set')},"
        f" which favour data sets on which {drawn_by(analysis, found)}, the more so the larger the bias k."
    )
    shares = [
        f"{PAIRWISE[name].title} {_share(one)}" + (f" ({_share(random.alone[name])})" if random else "")
        for name, one in tests.items()
    ]
    beside = " and, in parentheses, where they favour none (k = 0)" if random else ""
    several = len(found.pairs) > 1
    of_pairs = f", on average over {counted(len(found.pairs), 'pair')}," if several else ""
    yield (
        f"The share of draws that reject{of_pairs} at k = {found.table_bias:g}{beside}: {'; '.join(shares)}. The Monte"
        f" Carlo interval of 95% of {'the share of a pair' if several else 'each share'} reaches at most"
        f" {fixed(100 * max(map(_reach, tests.values())), 1)} percentage points to a side."
    )
    measures = [
        f"{PAIRWISE[name].title} {fixed(float(one.of_outcomes.mean()), 2)} and {fixed(float(one.of_p.mean()), 2)}"
        for name, one in tests.items()
    ]
    yield f"R(e) and R(p) at k = {found.table_bias:g}{of_pairs.rstrip(',')}: {'; '.join(measures)}."


def _reach(one: Replicability) -> float:
    """How far from a share its interval reaches, of any pair."""
    share = one.rejections / one.n
    return float(np.maximum(one.high - share, share - one.low).max())


def _at_random(found: Replicated) -> Repeated | None:
    """The draws that favour no data set, where they are not those of the tables."""
    return found.each[found.biases.index(0.0)] if 0.0 in found.biases and found.table_bias else None


def _share(one: Replicability) -> str:
    return f"{fixed(100 * float(one.rejections.mean()) / one.n, 1)}%"


def _together(analysis: Analysis, found: Replicated) -> Iterator[str]:
    at = found.tabled
    where = f"of {found.draws:,} draws that favour data sets on which {drawn_for_all(analysis, found)}"
    if not found.table_bias:
        where = f"of {found.draws:,} draws that favour no data set"
    if at.omnibus:
        told = [f"by the {OMNIBUS[name].title} in {int(one.rejections[0]):,}" for name, one in at.omnibus.items()]
        yield f"At bias k = {found.table_bias:g}, {where}, that all are equal is rejected {joined(told)}."
    if at.adjusted:
        told = [
            f"{ADJUSTMENTS[name].title} {fixed(mean, 2)} ± {fixed(error, 2)}"
            for name, (mean, error) in at.rejected.items()
        ]
        yield (
            f"Of {counted(len(found.pairs), 'pair')}, such a draw separates on average, with Monte Carlo standard"
            f" errors: {joined(told)}."
        )


def replicability_caveats(analysis: Analysis) -> list[str]:
    """How the draws were made, where that was not as stated, and how far they overlap."""
    found = analysis.replicated
    if found is None or not found.each:
        return []
    shared = max(one.shared for one in found.each)
    return [
        *found.notes,
        (
            f"The draws are from the same {counted(found.n_datasets, 'data set')}: two that favour"
            f" {analysis.names[found.favoured]} share up to {fixed(shared, 1)} of {found.size:,} on average, and the"
            " more they share, the more alike their outcomes are whatever the test."
        ),
        *_biased(analysis, found),
    ]


def _biased(analysis: Analysis, found: Replicated) -> Iterator[str]:
    """What the largest bias amounts to: its unit is the inverse of the metric's."""
    bias, difference, metric = max(found.biases), found.median_difference, analysis.scores.name
    if not bias or not difference:
        return
    times = bias * difference  # its exponential is the ratio of the chances of such a difference and its opposite
    told = f"{fixed(math.exp(times), 1)} times" if times < _ENDLESS else f"more than {math.exp(_ENDLESS):,.0f} times"
    yield (
        f"The median size of a difference in {metric}, of any pair on any data set, is {difference:.2g}. At k ="
        f" {bias:g} a data set with such a difference in favour is {told} as likely to be drawn as one with the"
        f" opposite.{_advice(times)}"
    )


def _advice(times: float) -> str:
    if times >= _ENDLESS:
        return " So draws hardly change with k: smaller replicability.biases would tell more."
    if times < math.log(1.1):
        return " So draws are nearly as at random: larger replicability.biases would tell more."
    return ""


def replicability_reminders(analysis: Analysis) -> list[str]:
    """What not to read into the draws."""
    found = analysis.replicated
    if found is None or not found.each:
        return []
    return [
        (
            f"{cite('demsar2006')} measures by draws of data sets how replicable tests are, from the variance of p"
            f" among other things; {cite('berrar2017')} objects that a p-value is no measure of replicability: whether"
            " a difference is found again is up to the power of the test, that is to its level, the true difference and"
            " the number of data sets, which are the same whatever p came out. A small p is no promise that a second"
            " study will find the same. To ask how likely it would be, state the difference that matters and simulate"
            " the power."
        ),
        (
            "R(e) is least for a test that rejects in half of the draws, so that it favours tests that hardly ever"
            " reject; R(p) favours those that give the same p each time, as a test does that always gives a large one."
            " Draws that favour an algorithm are a way to vary how much two differ; to choose data sets for a study by"
            " their results would be cheating."
        ),
    ]


def replicability_methods(analysis: Analysis) -> list[str]:
    """What was done, for the section on methods."""
    found = analysis.replicated
    return [] if found is None or not found.each else list(_methods(analysis, found))


def _methods(analysis: Analysis, found: Replicated) -> Iterator[str]:
    biases = f"from {min(found.biases):g} to {max(found.biases):g}" if len(found.biases) > 1 else f"{found.biases[0]:g}"
    yield (
        f"To see how tests behave on other selections of data sets, {found.size:,} of them were drawn"
        f" {'with' if found.replacement else 'without'} replacement, {found.draws:,} times at each bias k"
        f" {biases} (seed {found.seed}), with chances in proportion to 1 / (1 + exp(-k d)), where d is by how much the"
        f" favoured algorithm is better on a data set, in {analysis.scores.name}, following {cite('demsar2006')} and"
        f" {cite('garcia2008')}."
    )
    at = found.each[0]
    if at.alone:
        yield (
            f"For {joined(f'the {PAIRWISE[name].title}' for name in at.alone)}, draws favoured data sets on which"
            f" {drawn_by(analysis, found)}."
        )
    if at.omnibus or at.adjusted:
        made = [f"the {OMNIBUS[name].title}" for name in at.omnibus] + [
            f"comparisons adjusted after {joined(ADJUSTMENTS[name].title for name in at.adjusted)}"
        ] * bool(at.adjusted)
        yield f"For {joined(made)}, draws favoured data sets on which {drawn_for_all(analysis, found)}."
    if at.adjusted:
        yield adjusted_of(found)
    yield (
        "R(e) is the share of pairs of draws that come to the same outcome"
        f" ({cite('bouckaertr2004')}), R(p) is 1 − 2 var(p) ({cite('demsar2006')})."
    )


def replicability_results(analysis: Analysis) -> ReplicabilityResult | None:
    """What the draws found at each bias; None where none were asked for.

    Of pairs there is what reports show: all of them at the bias of the tables, those of the figures at the others.
    """
    found = analysis.replicated
    if found is None:
        return None
    names = analysis.names
    return {
        "draws": found.draws,
        "size": found.size,
        "replacement": found.replacement,
        "seed": found.seed,
        "n_datasets": found.n_datasets,
        "median_difference": number(found.median_difference),
        "table_bias": found.table_bias,
        "by": found.by if isinstance(found.by, str) else [names[i] for i in found.by],
        "favoured": names[found.favoured],
        "against": None if found.against is None else names[found.against],
        "adjusts": dict(found.adjusts),
        "biases": [
            _at(analysis, bias, found, repeated)
            for bias, repeated in zip(found.biases, found.each, strict=False)  # none where nothing could be made
        ],
        "left_out": dict(found.left_out),
        "notes": list(found.notes),
    }


def _at(analysis: Analysis, bias: float, found: Replicated, repeated: Repeated) -> BiasResult:
    return {
        "bias": bias,
        "shared_datasets": number(repeated.shared),
        "omnibus": {name: _figures(one, 0) for name, one in repeated.omnibus.items()},
        "rejected_by_draw": _results_means(repeated.rejected),
        "average_p_by_draw": _results_means(repeated.over_pairs),
        "over_pairs": {
            "tests": {name: _over_pairs(one) for name, one in repeated.alone.items()},
            "adjusted": {name: _over_pairs(one) for name, one in repeated.adjusted.items()},
        },
        "comparisons": [
            {
                "a": analysis.names[a],
                "b": analysis.names[b],
                "tests": {name: _figures(one, at) for name, one in repeated.alone.items()},
                "adjusted": {name: _figures(one, at) for name, one in repeated.adjusted.items()},
            }
            for at, (a, b) in ((at, found.pairs[at].tolist()) for at in found.pairs_at(bias))
        ],
    }


def _results_means(by_method: Mapping[str, tuple[float, float]]) -> Json:
    return {name: {"mean": mean, "standard_error": error} for name, (mean, error) in by_method.items()}


def _over_pairs(one: Replicability) -> Json:
    """Means over all pairs."""
    return {
        "average_p": number(one.average_p.mean()),
        "r_p": number(one.of_p.mean()),
        "rejections": number(one.rejections.mean()),
        "r_e": number(one.of_outcomes.mean()),
    }


def _figures(one: Replicability, at: int) -> DrawsResult:
    return {
        "average_p": number(one.average_p[at]),
        "average_p_error": number(one.average_p_error[at]),
        "r_p": number(one.of_p[at]),
        "r_p_error": number(one.of_p_error[at]),
        "rejections": int(one.rejections[at]),
        "share_95": [number(one.low[at]), number(one.high[at])],
        "r_e": number(one.of_outcomes[at]),
        "r_e_error": number(one.of_outcomes_error[at]),
    }


def _of_pairs(study: Study, names: Sequence[str], _datasets: Sequence[str]) -> list[str]:
    tests = () if study.replicability is None else study.replicability.tests
    return [*map(title_of, tests), *names]


def _of_several(study: Study, _names: Sequence[str], _datasets: Sequence[str]) -> list[str]:
    options = study.replicability
    if options is None:
        return []
    adjustments = (ADJUSTMENTS[method.name].title for method in options.adjust or study.adjust)
    return [*map(omnibus_title, options.omnibus), *adjustments]


TABLES = (
    TableKind(
        "replicability",
        replicability_table,
        _of_pairs,
        ("Average p / R(p)", "Rejections / R(e)"),
        of_algorithms=True,
        shows="p",
    ),
    TableKind(
        "replicability-multiple",
        replicability_multiple_table,
        _of_several,
        ("Average p", "R(p)", "Rejections", "R(e)", "Pairs rejected"),
        shows="p",
    ),
)
FIGURES = (FigureKind("replicability", "robustness_figures", shows="p"),)
TOPIC = Topic(
    "replicability",
    "Replicability",
    replicability_paragraphs,
    replicability_caveats,
    replicability_reminders,
    TABLES,
    FIGURES,
)
