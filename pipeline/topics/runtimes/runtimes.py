"""Topic runtimes: instances solved, PAR-k and the virtual best solver, where runs end at a limit."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from pydantic import Field
from typing_extensions import TypedDict

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import FigureKind, TableKind
from rankpress.core.bibliography import cite
from rankpress.core.scores import BoolArray, FloatArray, MetricResults, MetricScores
from rankpress.core.table import Cell, Table
from rankpress.spec.plot_sections import PairsOptions
from rankpress.spec.strict import Distinct, Level, Number, Section
from rankpress.spec.topic_steps import Step
from rankpress.stages.rank import Ranking
from rankpress.stats.pairs import all_pairs
from rankpress.stats.runtimes import (
    Speedups,
    closed_gap,
    marginal_contributions,
    penalized,
    shapley_values,
    shifted_geometric_mean,
    solved_alone,
    speedups,
    virtual_best,
)
from rankpress.topics.facts import COUNT, Fact, Subjects, Unit, alphabetical, interval
from rankpress.topics.phrases import count, listed, named, number, table_of
from rankpress.topics.topic import (
    Axes,
    Facts,
    Headline,
    ResultKey,
    Topic,
    chosen_pairs,
    register,
    where,
)
from rankpress.wording.forms import Form, NumberForm
from rankpress.wording.numbers import MISSING, counted_in_words, in_words, part_in_words, percent_text
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, capitalized, join, joined, say

if TYPE_CHECKING:
    pass

NO_LIMIT = "the study has no limit of runs (scores.censored)"
VIRTUAL_BEST = "Virtual best"
_RATIOS = NumberForm("number", 2)
_MOST_ALONE = 3  # numbers of instances solved alone that a sentence has


class RuntimesOptions(Section):
    """Measures of runs with a limit. Omitted or `{}`: these, where `scores.censored` is given; null: none."""

    par: Annotated[tuple[Annotated[Number, Field(ge=1)], ...], Distinct("factor")] = Field(
        default=(2, 10),
        min_length=1,
        description="k of PAR-k, the mean time in which an unsolved run counts as k times the limit. The last is used"
        " for the virtual best solver: marginal contributions, closed gap and Shapley values.",
    )
    shift: Annotated[Number, Field(gt=0)] = Field(
        default=10,
        description="Of the shifted geometric mean, in the unit of the metric: what is added to each time and then"
        " subtracted from the mean. An unsolved run counts as the limit.",
    )
    level: Level = Field(default=0.95, description="Confidence level of the intervals of speed-ups.")


@dataclass(frozen=True)
class Runtimes:
    """What was found for one metric; arrays have an element an algorithm."""

    times: FloatArray  # (n_instances, n_algorithms): of the data sets with all outcomes; inf where not solved
    limit: float
    shift: float
    level: float
    solved: BoolArray  # (n_instances, n_algorithms)
    par: Mapping[str, FloatArray]  # by name, such as PAR-10
    of_best: Mapping[str, float]  # the same of the virtual best solver
    shifted: FloatArray
    marginal: FloatArray  # marginal, gap, shapley: by the last PAR-k
    alone: FloatArray
    gap: FloatArray
    shapley: FloatArray
    speedups: Speedups  # of all pairs

    @property
    def n(self) -> int:
        """Instances."""
        return len(self.times)

    @property
    def deciding(self) -> str:
        """The PAR-k that decides about the virtual best solver."""
        return [*self.par][-1]

    @property
    def solved_by_any(self) -> int:
        """Instances that the virtual best solver solves."""
        return int(self.solved.any(axis=1).sum())

    @property
    def most_first(self) -> list[int]:
        """The algorithms, who solves the most first, and of those that solve as many the least PAR-k."""
        order = np.lexsort((self.par[self.deciding], -self.solved.sum(axis=0)))
        return [int(i) for i in order]


def compute_runtimes(scores: MetricResults, ranking: Ranking, options: RuntimesOptions) -> Runtimes | None:
    """Compute what is known of runs with a limit; None where the study states none."""
    if not isinstance(scores, MetricScores) or scores.censored is None or scores.limit is None:
        return None
    times, limit = np.where(scores.censored, np.inf, scores.means), scores.limit
    times = times[~np.isnan(times).any(axis=1)]
    if not len(times):
        return None
    best, factor = virtual_best(times, limit)[:, None], options.par[-1]
    named_factors = {f"PAR-{factor:g}": factor for factor in options.par}
    return Runtimes(
        times,
        limit,
        options.shift,
        options.level,
        np.isfinite(times),
        {name: penalized(times, limit, k).mean(axis=0) for name, k in named_factors.items()},
        {name: float(penalized(best, limit, k).mean()) for name, k in named_factors.items()},
        shifted_geometric_mean(times, limit, options.shift),
        marginal_contributions(times, limit, factor),
        solved_alone(times, limit),
        closed_gap(times, limit, factor),
        shapley_values(times, limit, factor),
        speedups(times, all_pairs(times.shape[1]), limit, options.level),
    )


def runtimes_of(analysis: Analysis) -> Runtimes | None:
    """Return what is known of runs with a limit; None where the study states none."""
    runtimes: Runtimes | None = analysis.computed.get("runtimes")
    return runtimes


def _form(values: FloatArray | Sequence[float]) -> Form:
    """Return how times are printed: in three digits of the largest, or whole."""
    sizes = np.abs(np.asarray(values, dtype=np.float64))
    largest = float(sizes[np.isfinite(sizes)].max(initial=0.0))
    return NumberForm("number", 0 if largest <= 0 else max(0, 2 - math.floor(math.log10(largest))))


def _time(analysis: Analysis, value: float) -> str:
    """Return a time in a sentence, with its unit."""
    return analysis.scores.scale.score_phrase(_form([value]).text(value))


def stated_time(analysis: Analysis, value: float) -> str:
    """Return a time that the study states, as it states it, with its unit."""
    return analysis.scores.scale.score_phrase(f"{value:,.10g}")


def stated_limit(analysis: Analysis, runs: Runtimes) -> str:
    """Return the limit of runs, and that it is assumed where neither the study nor a cell states it."""
    scores = analysis.scores
    is_assumed = isinstance(scores, MetricScores) and scores.limit_is_assumed
    return f"{stated_time(analysis, runs.limit)}{' (assumed: the largest time)' if is_assumed else ''}"


@where(runtimes_of)
def _findings(analysis: Analysis, runs: Runtimes) -> Iterator[Prose]:
    """Say who solves the most, what all together solve, and how many times as fast the leader is."""
    yield join((_most_solved(analysis, runs), *_least_par(analysis, runs), *_contributed(analysis, runs)))
    yield from _speedup(analysis, runs)


@where(runtimes_of)
def who_solves_most(analysis: Analysis, runs: Runtimes) -> Iterator[Prose]:
    """Say who solves the most, and what all together solve."""
    yield _most_solved(analysis, runs)


def _most_solved(analysis: Analysis, runs: Runtimes) -> Prose:
    solved, names, name = runs.solved.sum(axis=0), analysis.algorithms, runs.deciding
    leaders = [i for i in runs.most_first if solved[i] == solved.max()]
    of = f"{int(solved.max())} of {runs.n}"
    if solved.max() == 0:
        return "No algorithm solves any instance within the limit."
    if len(leaders) == 1:
        par = _time(analysis, float(runs.par[name][leaders[0]]))
        first: Prose = say("{} solves the most instances ({}; {} {})", names[leaders[0]], of, name, par)
    elif len(leaders) == len(names):
        first = f"All algorithms solve equally many instances ({of})"
    else:
        first = say("{} solve the most instances ({} each)", joined([names[i] for i in leaders]), of)
    parts = []
    for number_alone in sorted({*runs.alone[runs.alone > 0].tolist()}, reverse=True)[:_MOST_ALONE]:
        who = [names[i] for i in np.flatnonzero(runs.alone == number_alone)]
        form = "{} alone solves {}" if len(who) == 1 else "{} each solve {} alone"
        parts.append(say(form, listed(who), in_words(int(number_alone))))
    together = say("the virtual best solver solves {}", part_in_words(runs.solved_by_any, runs.n))
    return say("{}; {}.", first, joined((together, *parts)))


def _least_par(analysis: Analysis, runs: Runtimes) -> Iterator[Prose]:
    par = runs.par[runs.deciding]
    best, first = int(par.argmin()), runs.most_first[0]
    if par[best] < par[first]:
        least = _time(analysis, float(par[best]))
        yield say("{} has the least {} ({}).", analysis.algorithms[best], runs.deciding, least)


def _contributed(analysis: Analysis, runs: Runtimes) -> Iterator[Prose]:
    most = int(runs.marginal.argmax())
    if runs.marginal[most] > 0:
        rise = _time(analysis, float(runs.marginal[most]))
        form = "Without {} the {} of the virtual best solver would rise the most, by {}."
        yield say(form, analysis.algorithms[most], runs.deciding, rise)


def _speedup(analysis: Analysis, runs: Runtimes) -> Iterator[Prose]:
    if len(analysis.algorithms) < 2:
        return
    first, second = chosen_pairs(analysis, None)[0]
    estimate, low, high, n = speedup_of(runs, first, second)
    if not math.isfinite(estimate):
        return
    a, b = analysis.algorithms[first], analysis.algorithms[second]
    ends = f"{percent_text(runs.level)} interval over instances {_RATIOS.text(low)} to {_RATIOS.text(high)}"
    yield say(
        "On the {} that both solve, {} is {} times as fast as {} by geometric mean ({}).",
        counted(n, "instance"),
        a,
        _RATIOS.text(estimate),
        b,
        ends,
    )


def speedup_of(runs: Runtimes, first: int, second: int) -> tuple[float, float, float, int]:
    """Return how many times as fast the first is, the ends of its interval, and how many instances both solve."""
    pairs = all_pairs(runs.times.shape[1])
    row = int(np.flatnonzero((pairs == sorted((first, second))).all(axis=1))[0])
    speed = runs.speedups
    estimate, low, high = (float(values[row]) for values in (speed.estimate, speed.low, speed.high))
    if first > second:
        estimate, low, high = 1 / estimate, 1 / high, 1 / low
    return estimate, low, high, int(speed.n_common[row])


@where(runtimes_of)
def _methods(analysis: Analysis, runs: Runtimes) -> Iterator[Prose]:
    """Say what the limit is, what became of unsolved runs, and how measures were computed."""
    margin = analysis.ranking.tolerance
    near = f", as are two times within {stated_time(analysis, margin)} of each other" if margin else ""
    yield say(
        "Runs had a limit of {}. One that did not solve its instance within it has no time: two unsolved runs are tied"
        "{}, and one unsolved run loses to any run that solved ({}).",
        stated_limit(analysis, runs),
        near,
        cite("vangelder2011"),
    )
    names = [*runs.par]
    counts = joined([f"as {name.removeprefix('PAR-')} times the limit in {name}" for name in names])
    yield (
        f"In mean times an unsolved run counts {counts}; in the shifted geometric mean (shift"
        f" {stated_time(analysis, runs.shift)}) as the limit."
    )
    yield say(
        "The virtual best solver takes the fastest run on each instance. An algorithm's marginal contribution is by how"
        " much {} of the virtual best solver rises without it; Shapley values share what all save together ({}).",
        runs.deciding,
        cite("frechette2016"),
    )
    yield say(
        "Performance profiles are those of {}. Speed-ups are geometric means of ratios over the instances that both"
        " solve, with Student's intervals of their logarithms.",
        cite("dolan2002"),
    )


@where(runtimes_of)
def _limits(analysis: Analysis, runs: Runtimes) -> Iterator[Prose]:
    """Say what measures of runs with a limit do not say."""
    yield (
        f"{joined([*runs.par])} depend on the limit: with another one the order can change. An unsolved run may have"
        " needed a little more time or never have ended."
    )
    yield "A run that failed early is as unsolved as one that the limit stopped, however little time it took."
    yield "Times on different machines cannot be compared; ratios of times on one machine can."
    yield (
        "A speed-up omits instances that only one of the two solves, which favors the one that solves fewer: read"
        " it with the numbers of instances solved."
    )
    unsolved = 1 - float(runs.solved.mean())
    if unsolved >= 0.5:
        yield (
            f"{percent_text(unsolved)} of the runs were not solved. Instances that neither of two algorithms solves are"
            " ties, so that the sign test finds few differences."
        )


SOLVED, ALONE, SHAPLEY, MARGINAL, SHIFTED = (
    "Solved", "Solved alone", "Shapley value", "Marginal contribution", "Shifted mean",
)  # fmt: skip


def _par_names(study: Any) -> tuple[str, ...]:
    """Return the heads of columns of PAR-k."""
    options = study.section("runtimes")
    return () if options is None else tuple(f"PAR-{factor:g}" for factor in options.par)


@Axes(columns=(SOLVED, SHIFTED, ALONE, MARGINAL, SHAPLEY), more_columns=_par_names)
def runtimes_table(analysis: Analysis) -> Table | None:
    """Build the table of all measures, who solves the most first, and the virtual best solver below."""
    runs = runtimes_of(analysis)
    if runs is None:
        return None
    forms = {name: _form(values) for name, values in runs.par.items()}
    shifted, marginal, shapley = (_form(values) for values in (runs.shifted, runs.marginal, runs.shapley))
    rows = [
        (
            named(analysis.algorithms[i]),
            count(int(runs.solved[:, i].sum())),
            *(number(float(values[i]), forms[name]) for name, values in runs.par.items()),
            number(float(runs.shifted[i]), shifted),
            count(int(runs.alone[i])),
            number(float(runs.marginal[i]), marginal),
            number(float(runs.shapley[i]), shapley),
        )
        for i in runs.most_first
    ]
    of_best = (
        named(VIRTUAL_BEST),
        count(runs.solved_by_any),
        *(number(value, forms[name]) for name, value in runs.of_best.items()),
        *[Cell(MISSING, "")] * 4,
    )
    return table_of(
        ("Algorithm", SOLVED, *runs.par, SHIFTED, ALONE, MARGINAL, SHAPLEY),
        [*rows, of_best],
        title=say("Runs solved by {}", analysis.metric),
        caption=say(
            "Runs of {} on {} with a limit of {}, in order of the number of instances solved.",
            counted_in_words(len(analysis.algorithms), "algorithm"),
            counted_in_words(runs.n, "instance"),
            stated_limit(analysis, runs),
        ),
        notes=tuple(_notes(analysis, runs)),
        footer=1,
    )


def _notes(analysis: Analysis, runs: Runtimes) -> Iterator[Prose]:
    unit, shift = analysis.scores.scale.unit, stated_time(analysis, runs.shift)
    yield f"PAR-k: mean time{f' in {unit}' if unit else ''}, an unsolved run counting as k times the limit."
    yield f"{SHIFTED}: geometric mean of the times plus {shift}, minus {shift}."
    yield (
        f"{VIRTUAL_BEST}: the fastest run on each instance. {MARGINAL}: by how much its {runs.deciding} rises without"
        f" the algorithm; {SHAPLEY}: what the algorithm saves of it on average over all portfolios."
    )
    if runs.n < analysis.scores.n_datasets:
        left = analysis.scores.n_datasets - runs.n
        yield f"{capitalized(counted(left, 'instance'))} without all results {'is' if left == 1 else 'are'} omitted."


def _facts(about: Subjects) -> Iterator[Fact]:
    r"""State the measures of each algorithm: \rpTimeSolvedB, \rp{time/solved/b}, and of the virtual best solver."""
    runs = runtimes_of(about.analysis)
    if runs is None:
        return
    time, exact_time = Unit(partial(_time, about.analysis)), Unit(partial(stated_time, about.analysis))
    for i, name in enumerate(about.analysis.algorithms):
        of = about.algorithms[name]
        yield Fact("Solved", int(runs.solved[:, i].sum()), COUNT, say("instances that {} solves", name), of)
        yield Fact("SolvedAlone", int(runs.alone[i]), COUNT, say("instances that {} alone solves", name), of)
        for par, values in runs.par.items():
            yield Fact(f"Par/{par[4:]}", float(values[i]), time, say("{} of {}", par, name), of)
        yield Fact("Shapley", float(runs.shapley[i]), time, say("Shapley value of {}", name), of)
        marginal = say("marginal contribution of {}", name)
        yield Fact("Marginal", float(runs.marginal[i]), time, marginal, of)
    yield Fact("VirtualBestSolved", runs.solved_by_any, COUNT, "instances that the virtual best solver solves")
    for par, value in runs.of_best.items():
        yield Fact(f"VirtualBestPar/{par[4:]}", value, time, f"{par} of the virtual best solver")
    yield Fact("Limit", runs.limit, exact_time, "limit of the runs")


def _facts_of_pairs(about: Subjects) -> Iterator[Fact]:
    """State the speed-up of each pair."""
    runs = runtimes_of(about.analysis)
    if runs is None:
        return
    unit = Unit(_RATIOS.text)
    for first, second in all_pairs(len(about.analysis.algorithms)).tolist():
        if not about.pairs(first, second):
            continue
        a, b = (first, second) if about.pair(first, second).sign > 0 else (second, first)
        estimate, low, high, _ = speedup_of(runs, a, b)
        if math.isfinite(estimate):
            pair = about.pair(first, second)
            meaning = say("speed-up of {} over {}", pair.a, pair.b)
            yield Fact("Speedup", estimate, unit, meaning, pair.of)
            yield from interval("Speedup", (low, high), unit, meaning, pair.of, level=runs.level)


class SpeedupResult(TypedDict):
    """How many times as fast the first of two is on the instances that both solve."""

    first: str
    second: str
    estimate: Annotated[float | None, "geometric mean of ratios; null where they solve fewer than two in common"]
    interval: list[float | None]
    common: Annotated[int, "instances that both solve"]


RuntimesResult = TypedDict(
    "RuntimesResult",
    {
        "limit": float,
        "instances": Annotated[int, "with a result of each algorithm"],
        "solved": Annotated[dict[str, int], "by algorithm"],
        "par-2": Annotated[dict[str, float], "by algorithm; likewise par-10 and others of `runtimes.par`"],
        "par-10": dict[str, float],
        "shifted_geometric_mean": dict[str, float],
        "vbs": Annotated[dict[str, float], "`solved` and PAR-k of the virtual best solver"],
        "marginal": Annotated[
            dict[str, float], "by how much the last PAR-k of the virtual best solver rises without it"
        ],
        "unique": Annotated[dict[str, int], "instances that it alone solves"],
        "closed_gap": Annotated[dict[str, float | None], "from the single best, 0, to the virtual best solver, 1"],
        "shapley": Annotated[dict[str, float], "by the last PAR-k"],
        "speedups": list[SpeedupResult],
    },
    total=False,
)


def _results(analysis: Analysis) -> dict[str, Any] | None:
    """Return the key `runtimes` of the metric in results.json."""
    runs = runtimes_of(analysis)
    if runs is None:
        return None
    names = analysis.names

    def by_name(values: FloatArray) -> dict[str, Any]:
        return dict(zip(names, values.tolist(), strict=True))

    # in alphabetical order, as facts have them
    pairs = [
        (a, b) if alphabetical(*(analysis.algorithms[i] for i in (a, b)))[2] > 0 else (b, a)
        for a, b in all_pairs(len(names)).tolist()
    ]
    each = [(a, b, *speedup_of(runs, a, b)) for a, b in pairs]
    return {
        "limit": runs.limit,
        "instances": runs.n,
        "solved": by_name(runs.solved.sum(axis=0)),
        **{name.lower(): by_name(values) for name, values in runs.par.items()},
        "shifted_geometric_mean": by_name(runs.shifted),
        "vbs": {"solved": runs.solved_by_any, **{name.lower(): value for name, value in runs.of_best.items()}},
        "marginal": by_name(runs.marginal),
        "unique": by_name(runs.alone.astype(np.int64)),
        "closed_gap": by_name(runs.gap),
        "shapley": by_name(runs.shapley),
        "speedups": [
            {"first": names[a], "second": names[b], "estimate": estimate, "interval": [low, high], "common": common}
            for a, b, estimate, low, high, common in each
        ],
    }


def _has_limit(study: Any) -> bool:
    return study.scores.censored is not None


register(
    Topic(
        "runtimes",
        "Runs solved",
        paragraphs=_findings,
        reminders=_limits,
        after="benchmark",
        step=Step(
            "runtimes",
            compute_runtimes,
            takes=("scores", "ranking"),
            section=RuntimesOptions,
            default_where=lambda study: study.scores.censored is not None,
            description="Instances solved, PAR-k and the virtual best solver, where `scores.censored` is given.",
        ),
        methods=(_methods,),
        brief_methods=_methods,
        brief_account=lambda analysis, earlier: who_solves_most(analysis),
        headline=Headline(lambda analysis, earlier: who_solves_most(analysis)),
        facts=(Facts(_facts), Facts(_facts_of_pairs, "pairs", "speed-ups{}")),
        results=(ResultKey("runtimes", RuntimesResult | None, _results),),
        tables=(TableKind("runtimes", "instances solved, PAR-k, the virtual best solver", builder=runtimes_table),),
        figures=(
            FigureKind(
                "performance-profile",
                "instances solved within a multiple of the fastest time",
                builder="runtimes.figures",
                default_where=_has_limit,
            ),
            FigureKind(
                "cactus", "instances solved within a time", builder="runtimes.figures", default_where=_has_limit
            ),
            FigureKind(
                "runtime-scatter",
                "times of two algorithms, unsolved runs at the limit",
                builder="runtimes.figures",
                options=PairsOptions,
                default_where=_has_limit,
            ),
        ),
    )
)
