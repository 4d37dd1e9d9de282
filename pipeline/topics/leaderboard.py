"""Topic leaderboard: Elo, win rates and other measures of leaderboards, with intervals over data sets and places."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field
from typing_extensions import TypedDict

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import FigureKind, TableKind
from rankpress.catalog.metrics import best_of
from rankpress.core.bibliography import cite
from rankpress.core.document import Missing, Plan
from rankpress.core.faults import one_of
from rankpress.core.scores import FloatArray, MetricScores, Scores
from rankpress.core.table import Cell, Table
from rankpress.spec.strict import Distinct, Incoherence, Level, Section, Text
from rankpress.spec.topic_steps import Step
from rankpress.stages.rank import Ranking
from rankpress.stats.consensus import borda_counts, condorcet_winner, kemeny_order, rank_shares
from rankpress.stats.leaderboards import (
    CLIP,
    Measure,
    champions,
    improvability,
    mean_reciprocal_rank,
    relative_error,
    rescaled_error,
    skill,
    win_rate,
)
from rankpress.stats.paired_comparisons import (
    ELO_SCALE,
    Strengths,
    bradley_terry,
    davidson,
    elo,
    pairwise_wins,
    quasi_variances,
)
from rankpress.topics.facts import Fact, Subjects, Unit, interval
from rankpress.topics.phrases import count, named, separation, table_of, with_interval
from rankpress.topics.topic import Axes, Facts, Headline, Request, ResultKey, Topic, register, where
from rankpress.wording.forms import Form, NumberForm
from rankpress.wording.numbers import level_text, percent_text
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, capitalized, join, joined, say

MeasureName = Literal["elo", "win-rate", "skill", "improvability", "relative-error", "rescaled", "champions", "mrr"]
_RATINGS, _SHARES, _RATIOS = NumberForm("number", 0), NumberForm("number", 1, factor=100), NumberForm("number", 3)


@dataclass(frozen=True)
class _Kind:
    """How a measure is called and printed, and what it means."""

    title: str  # in a sentence
    head: str  # of a column
    form: Form
    meaning: str  # a clause for a note
    better: Literal["higher", "lower"] = "higher"
    of_errors: bool = False  # whether it needs errors, which are distances from the best value of the metric
    with_baseline: bool = False
    of_ranks: bool = False  # whether it is a function of the average rank where every data set has all results


MEASURES: Mapping[str, _Kind] = {
    "elo": _Kind("Elo", "Elo", _RATINGS, "400 points are odds of ten to one to win on a data set", of_ranks=True),
    "win-rate": _Kind(
        "win rate", "Win rate (%)", _SHARES, "share of the other algorithms beaten, ties as halves", of_ranks=True
    ),
    "skill": _Kind(
        "skill",
        "Skill (%)",
        _SHARES,
        "by how much the error of the baseline falls, by geometric mean",
        of_errors=True,
        with_baseline=True,
    ),
    "improvability": _Kind(
        "improvability",
        "Improvability (%)",
        _SHARES,
        "by how much the error would fall with the best algorithm of each data set",
        "lower",
        of_errors=True,
    ),
    "relative-error": _Kind(
        "relative error",
        "Relative error",
        _RATIOS,
        "geometric mean of the ratio of the error to that of the baseline",
        "lower",
        of_errors=True,
        with_baseline=True,
    ),
    "rescaled": _Kind(
        "rescaled error", "Rescaled error", _RATIOS, "0 for the best and 1 for the worst of each data set", "lower"
    ),
    "champions": _Kind("share of first places", "First places (%)", _SHARES, "data sets on which it is best"),
    "mrr": _Kind("mean reciprocal rank", "MRR", _RATIOS, "mean of one over the rank"),
}


class LeaderboardOptions(Section):
    """Measures of leaderboards. `{}` asks for those that need no baseline, null for none."""

    measures: Annotated[tuple[MeasureName, ...], Distinct("measure")] = Field(
        default=("elo", "win-rate", "improvability", "champions"),
        min_length=1,
        description="Which measures, in the order of the table. skill and relative-error need baseline.",
    )
    baseline: Text | None = Field(default=None, description="The algorithm whose error is the unit of skill.")
    anchor: dict[Text, float] | None = Field(
        default=None,
        min_length=1,
        max_length=1,
        description="An algorithm and its Elo, such as {forest: 1000}. null: the mean Elo is 1000.",
    )
    ties: Literal["halves", "davidson"] = Field(
        default="halves", description="In Elo: half a win of either, or by the parameter of Davidson's model."
    )
    best: float | dict[Text, float] | None = Field(
        default=None,
        description="The best value of the metric, or by metric, from which errors are counted. null: 1 or 100 of"
        " rates such as accuracy, 0 of errors and times; other metrics have no skill or improvability.",
    )
    level: Level = Field(default=0.95, description="Confidence level of the intervals.")
    draws: int = Field(
        default=2000, ge=100, le=1_000_000, description="Resamples of the data sets behind the shares of places."
    )
    seed: int = Field(default=0, ge=0, description="Of the generator that draws them.")

    def contradictions(self) -> Iterator[Incoherence]:
        """Yield the measures that need a baseline where there is none."""
        for index, name in enumerate(self.measures):
            if MEASURES[name].with_baseline and self.baseline is None:
                yield Incoherence(("measures", index), f"{name} without baseline", "baseline: an algorithm")


@dataclass(frozen=True)
class Board:
    """What was found for one metric."""

    measures: Mapping[str, Measure]  # by name, those that could be computed
    why: Mapping[str, str]  # by name, why the others could not
    level: float
    anchor: tuple[int, float] | None
    baseline: int | None
    comparable: FloatArray | None  # (n_algorithms,): quasi standard errors of Elo, whose intervals can be compared
    shares: FloatArray | None  # (n_algorithms, n_places): of places by average rank over resampled data sets
    borda: FloatArray | None
    condorcet: int | None
    kemeny: tuple[tuple[int, ...], float] | None
    n_units: int  # data sets


def compute_board(scores: MetricScores, ranking: Ranking, options: LeaderboardOptions) -> Board | None:
    """Compute the measures of a metric; None where there are average ranks alone."""
    if scores.placed is None:
        return None
    oriented = scores.sign * scores.placed
    baseline = None if options.baseline is None else scores.algorithms.index(options.baseline)
    anchored = next(iter(options.anchor.items())) if options.anchor else None
    anchor = None if anchored is None else (scores.algorithms.index(anchored[0]), anchored[1])
    complete = bool(np.isfinite(oriented).all())
    measures: dict[str, Measure] = {}
    why: dict[str, str] = {}
    comparable = None
    for name in options.measures:
        if name == "elo":
            strengths = _strengths(oriented, ranking, options)
            if strengths.why:
                why[name] = strengths.why
                continue
            measures[name] = _rated(strengths, anchor, options.level)
            comparable = _comparable(strengths)
            continue
        reason = _why_not(name, complete, scores, options)
        if reason:
            why[name] = reason
        else:
            measures[name] = _measured(name, oriented, _errors(scores, options), baseline, options.level)
    places = rank_shares(oriented, draws=options.draws, seed=options.seed) if complete else None
    order = kemeny_order(oriented) if complete else None
    return Board(
        measures,
        why,
        options.level,
        anchor,
        baseline,
        comparable,
        places,
        borda_counts(oriented) if complete else None,
        condorcet_winner(oriented) if complete else None,
        None if order is None else (tuple(order[0]), order[1]),
        len(oriented),
    )


def unknown_names(options: LeaderboardOptions, scores: Scores) -> Iterator[Incoherence]:
    """Find a baseline or an anchor that no metric has."""
    algorithms = list(dict.fromkeys(name for metric in scores.metrics for name in metric.algorithms))
    named_ones = [(("baseline",), options.baseline), *((("anchor", name), name) for name in options.anchor or ())]
    for path, name in named_ones:
        if name is not None and name not in algorithms:
            yield Incoherence(path, f"the scores have no algorithm '{name}'", one_of(name, algorithms))


def _strengths(oriented: FloatArray, ranking: Ranking, options: LeaderboardOptions) -> Strengths:
    fit = bradley_terry if options.ties == "halves" else davidson
    return fit(*pairwise_wins(oriented, ranking.tolerance or 0.0))


def _rated(strengths: Strengths, anchor: tuple[int, float] | None, level: float) -> Measure:
    """Return Elo ratings with their intervals, from the anchor or from the mean."""
    rating = elo(strengths.estimate, anchor)
    low, high = strengths.interval(level, None if anchor is None else anchor[0])
    centre = strengths.estimate - (0.0 if anchor is None else strengths.estimate[anchor[0]])
    return Measure(rating, rating + ELO_SCALE * (low - centre), rating + ELO_SCALE * (high - centre), level)


def _comparable(strengths: Strengths) -> FloatArray | None:
    covariance = strengths.covariance
    if len(covariance) < 3 or strengths.n_units < 2:
        return None
    deviations = np.sqrt(quasi_variances(covariance))
    return ELO_SCALE * deviations if np.isfinite(deviations).all() else None


def _why_not(name: str, complete: bool, scores: MetricScores, options: LeaderboardOptions) -> str:
    if not complete:
        return "some results are missing"
    if scores.has_censored and (MEASURES[name].of_errors or name == "rescaled"):
        return "some runs were not solved, and have no time"
    if not MEASURES[name].of_errors:
        return ""
    if _best(scores, options) is None:
        return "the best value of the metric is not known; leaderboard.best states it"
    errors = _errors(scores, options)
    return "" if (errors >= 0).all() else "some scores are better than the best value of the metric"


def _best(scores: MetricScores, options: LeaderboardOptions) -> float | None:
    stated = options.best.get(scores.name) if isinstance(options.best, dict) else options.best
    if stated is not None or scores.means is None:
        return stated
    return best_of(scores.name, scores.better, float(np.nanmin(scores.means)), float(np.nanmax(scores.means)))


def _errors(scores: MetricScores, options: LeaderboardOptions) -> FloatArray:
    """Distances from the best value of the metric; without one, scores turned so that lower is better."""
    oriented, best = scores.oriented, _best(scores, options)
    if oriented is None:
        raise ValueError(f"metric {scores.name}: average ranks alone have no errors")
    return -oriented if best is None else scores.sign * best - oriented


def _measured(name: str, oriented: FloatArray, errors: FloatArray, baseline: int | None, level: float) -> Measure:
    of_baseline = 0 if baseline is None else baseline
    functions = {
        "win-rate": partial(win_rate, oriented),
        "champions": partial(champions, oriented),
        "mrr": partial(mean_reciprocal_rank, oriented),
        "improvability": partial(improvability, errors),
        "rescaled": partial(rescaled_error, errors),
        "skill": partial(skill, errors, of_baseline),
        "relative-error": partial(relative_error, errors, of_baseline),
    }
    return functions[name](level=level)


def board_of(analysis: Analysis) -> Board | None:
    """Return the measures of a metric; None where the study has none."""
    board: Board | None = analysis.computed.get("leaderboard")
    return board


def places_of(analysis: Analysis) -> list[int] | None:
    """Return the place of each algorithm, shared by those of a tier: 1, 1, 1, 4; None without all comparisons.

    A tier ends where the tests find one of its algorithms better than the next by average rank.
    """
    found, k = separation(analysis), len(analysis.algorithms)
    if found is None or found.number < k * (k - 1) // 2:
        return None
    better, places, tier = set(found.separated), [0] * k, list[int]()
    for position, algorithm in enumerate(analysis.ranking.best_first, 1):
        if any((member, algorithm) in better for member in tier):
            tier = []
        tier.append(algorithm)
        places[algorithm] = position if len(tier) == 1 else places[tier[0]]
    return places


def leaders(board: Board, name: str) -> list[int]:
    """Return who is best by a measure."""
    estimate, kind = board.measures[name].estimate, MEASURES[name]
    best = estimate.max() if kind.better == "higher" else estimate.min()
    return [int(i) for i in np.flatnonzero(np.isclose(estimate, best, rtol=1e-12, atol=1e-12))]


def _value(analysis: Analysis, board: Board, name: str, algorithm: int) -> Prose:
    """Return an estimate with its interval in a sentence."""
    measure, form = board.measures[name], MEASURES[name].form
    unit = "%" if form is _SHARES else ""
    estimate, low, high = (
        form.text(float(values[algorithm])) for values in (measure.estimate, measure.low, measure.high)
    )
    if not math.isfinite(measure.low[algorithm]):
        return f"{estimate}{unit}"
    return f"{estimate}{unit}; {percent_text(board.level)} interval over data sets {low}{unit} to {high}{unit}"


@where(board_of)
def findings(analysis: Analysis, board: Board) -> Iterator[Prose]:
    """Say who leads by each measure, which measures agree, and whose place can be told."""
    yield join((*_led(analysis, board), *_tied(analysis)))
    yield join(_agreed(analysis, board))
    for name, reason in board.why.items():
        yield say("{} is not given: {}.", capitalized(MEASURES[name].title), reason)


def _led(analysis: Analysis, board: Board) -> Iterator[Prose]:
    by_leader: dict[tuple[int, ...], list[str]] = {}
    for name in board.measures:
        by_leader.setdefault(tuple(leaders(board, name)), []).append(name)
    if len(by_leader) > 1:
        parts = [
            say("{} by {}", joined([analysis.algorithms[i] for i in best]), joined([MEASURES[n].title for n in names]))
            for best, names in by_leader.items()
        ]
        yield say("The measures name different leaders: {}.", joined(parts))
    for best, names in list(by_leader.items())[:1]:
        kind = MEASURES[names[0]]
        word = "highest" if kind.better == "higher" else "lowest"
        leader = analysis.algorithms[best[0]]
        if len(best) == 1:
            yield say("{} has the {} {} ({}).", leader, word, kind.title, _value(analysis, board, names[0], best[0]))
        else:
            yield say("{} share the {} {}.", joined([analysis.algorithms[i] for i in best]), word, kind.title)


def _tied(analysis: Analysis) -> Iterator[Prose]:
    """Say how many neighbors in the order cannot be told apart, and who may be first."""
    places, found = places_of(analysis), separation(analysis)
    if places is None or found is None or len(places) < 3:
        return
    order, apart = analysis.ranking.best_first, {frozenset(pair) for pair in found.separated}
    neighbors = list(pairwise(order))
    together = sum(frozenset(pair) not in apart for pair in neighbors)
    firsts = places.count(1)
    level = level_text(analysis.adjusted.alpha)
    yield (
        f"Of {counted(len(neighbors), 'pair')} of neighbors by average rank, the tests separate"
        f" {len(neighbors) - together or 'none'} at level {level}; {counted(firsts, 'algorithm')} may be first."
    )


def _agreed(analysis: Analysis, board: Board) -> Iterator[Prose]:
    ranks = [MEASURES[name].title for name in board.measures if MEASURES[name].of_ranks]
    if board.borda is not None and ranks:
        ranks = [*ranks, "Borda count"]
        yield f"All data sets have all results, so that {joined(ranks)} are functions of the average rank."
    if board.condorcet is not None:
        yield say("{} is better than each other algorithm on most data sets.", analysis.algorithms[board.condorcet])
    elif board.borda is not None:
        yield "No algorithm is better than each other one on most data sets."
    if board.kemeny is not None:
        order = [analysis.algorithms[i] for i in board.kemeny[0]]
        if len(order) <= 8:
            yield say("The order that disagrees least with the data sets (Kemeny) is {}.", joined(order))


@where(board_of)
def methods(analysis: Analysis, board: Board) -> Iterator[Prose]:
    """Say how the measures were computed."""
    names = list(board.measures)
    if "elo" in names:
        at = (
            "their mean is 1000"
            if board.anchor is None
            else say("that of {} is {}", analysis.algorithms[board.anchor[0]], f"{board.anchor[1]:g}")
        )
        yield say(
            "Elo ratings are the strengths of greatest likelihood in the model of Bradley and Terry ({}), each data set"
            " being one comparison of each pair; {}.",
            cite("bradley1952"),
            at,
        )
    if board.baseline is not None:
        least, most = CLIP
        yield say(
            "Errors are relative to those of {}, each ratio being cut to between {} and {}.",
            analysis.algorithms[board.baseline],
            f"{least:g}",
            f"{most:g}",
        )
    yield (
        f"Intervals are Student's t over the {counted(board.n_units, 'data set')}, at level"
        f" {percent_text(board.level)} each."
    )


@where(board_of)
def limits(analysis: Analysis, board: Board) -> Iterator[Prose]:
    """Say what measures of leaderboards do not say."""
    yield (
        "Elo and win rates depend on which algorithms take part: they say how often one beats the others, not by how"
        " much."
    )
    if board.shares is not None:
        yield "How often an algorithm comes first when data sets are redrawn is not the chance that it is the best."


PLACE, FIRST = "Place", "First of resamples (%)"


@Axes(columns=(PLACE, FIRST, *(kind.head for kind in MEASURES.values())), sorts_rows=True)
def leaderboard_table(analysis: Analysis) -> Table | None:
    """Build the table of all measures, the best ranked first."""
    board = board_of(analysis)
    if board is None or not board.measures:
        return None
    places = places_of(analysis)
    heads = [MEASURES[name].head for name in board.measures]
    rows = [
        (
            named(analysis.algorithms[i]),
            *([] if places is None else [count(places[i])]),
            *(_cell(measure, i, MEASURES[name].form) for name, measure in board.measures.items()),
            *([] if board.shares is None else [Cell(_SHARES.text(board.shares[i, 0]), float(board.shares[i, 0]))]),
        )
        for i in analysis.ranking.best_first
    ]
    return table_of(
        ("Algorithm", *([] if places is None else [PLACE]), *heads, *([] if board.shares is None else [FIRST])),
        rows,
        title=say("Leaderboard by {}", analysis.metric),
        caption=say(
            "Measures over {} in {}, with {} intervals over data sets.",
            counted(board.n_units, "data set"),
            analysis.metric,
            percent_text(board.level),
        ),
        notes=tuple(_notes(analysis, board, places)),
        detail="interval",
        detail_parts=("from", "to"),
    )


def _cell(measure: Measure, algorithm: int, form: Form) -> Cell:
    estimate, low, high = (float(values[algorithm]) for values in (measure.estimate, measure.low, measure.high))
    if math.isnan(low):
        return Cell(form.text(estimate), estimate, form=form)
    return with_interval(estimate, low, high, form)


def _notes(analysis: Analysis, board: Board, places: Sequence[int] | None) -> Iterator[Prose]:
    if places is not None:
        yield f"{PLACE}: shared until the tests find one of those who share it better than the next by average rank."
    yield join(f"{capitalized(MEASURES[name].title)}: {MEASURES[name].meaning}." for name in board.measures)
    if board.baseline is not None:
        yield say("Baseline: {}.", analysis.algorithms[board.baseline])
    if board.shares is not None:
        yield "First of resamples: how often it has the best average rank when data sets are redrawn."


def plan_leaderboard(request: Request) -> Iterator[Plan | Missing]:
    """Plan dots with intervals, the best on top, a panel a measure."""
    from rankpress.figures.intervals import interval_panels

    analysis = request.analysis
    board = board_of(analysis)
    if board is None or not board.measures:
        yield request.missing("no measures of leaderboards were computed")
        return
    order = analysis.ranking.best_first
    names = [request.labels.drawn(request.names)[i] for i in order]
    panels, references = [], []
    for name, measure in board.measures.items():
        low, high = _compared(board, name, measure)
        scale = 100 if MEASURES[name].form is _SHARES else 1
        rows = [(scale * float(measure.estimate[i]), scale * float(low[i]), scale * float(high[i])) for i in order]
        panels.append((MEASURES[name].head, rows))
        references.append(board.anchor[1] if name == "elo" and board.anchor else None)
    caption = say("Measures of {}, the best ranked on top, with {} intervals over data sets.", analysis.metric,
                  percent_text(board.level))  # fmt: skip
    if board.comparable is not None and "elo" in board.measures:
        caption += " Those of Elo are quasi-intervals, which can be compared with each other."
    yield request.plan(
        partial(interval_panels, names, panels, title="", references=references),
        say("Leaderboard by {}", analysis.metric),
        caption,
        _described(analysis, board),
    )


def _described(analysis: Analysis, board: Board) -> Prose:
    """Return what the figure shows, in words: by each measure the algorithms with their values."""
    parts = []
    for name, measure in board.measures.items():
        form = MEASURES[name].form
        values = [
            say("{} {}", analysis.algorithms[i], form.text(float(measure.estimate[i])))
            for i in analysis.ranking.best_first
        ]
        parts.append(say("{}: {}", MEASURES[name].head, joined(values)))
    return say("Dots with intervals, a panel a measure. {}.", join(parts, "; "))


def _compared(board: Board, name: str, measure: Measure) -> tuple[FloatArray, FloatArray]:
    """Return the ends of the intervals that the figure draws: of Elo those from quasi-variances."""
    if name != "elo" or board.comparable is None:
        return measure.low, measure.high
    from rankpress.stats.tails import t_two_sided_isf

    half = float(t_two_sided_isf(1 - board.level, board.n_units - 1)) * board.comparable
    return measure.estimate - half, measure.estimate + half


_LETTERS = {name: "".join(word.capitalize() for word in name.split("-")) for name in MEASURES}


def facts(about: Subjects) -> Iterator[Fact]:
    r"""State the measures of each algorithm: \rpAccuracyEloForest, \rp{accuracy/elo/forest}."""
    board = board_of(about.analysis)
    if board is None:
        return
    places = places_of(about.analysis)
    for i, name in enumerate(about.analysis.algorithms):
        of = about.algorithms[name]
        if places is not None:
            yield Fact(
                "SharedPlace", places[i], Unit(str), say("place of {}, shared where tests do not separate", name), of
            )
        for key, measure in board.measures.items():
            kind = MEASURES[key]
            unit = Unit(kind.form.text)
            meaning = say("{} of {}", kind.title, name)
            yield Fact(_LETTERS[key], float(measure.estimate[i]), unit, meaning, of)
            if math.isfinite(measure.low[i]):
                yield from interval(
                    _LETTERS[key], (float(measure.low[i]), float(measure.high[i])), unit, meaning, of
                )  # fmt: skip


class MeasureResult(TypedDict, total=False):
    """A measure of one algorithm."""

    estimate: Annotated[float | None, "null where it could not be computed"]
    interval: Annotated[list[float | None] | None, "its ends, over data sets"]
    why: Annotated[str, "only where it could not be computed"]


_ByAlgorithm = dict[str, MeasureResult]
LeaderboardResult = TypedDict(
    "LeaderboardResult",
    {
        "level": Annotated[float, "confidence level of the intervals"],
        **{name: Annotated[_ByAlgorithm, kind.meaning] for name, kind in MEASURES.items()},  # type: ignore[misc]
        "places": Annotated[dict[str, int], "by algorithm, shared by those that the tests do not separate: 1, 1, 1, 4"],
        "first": Annotated[dict[str, float], "how often it has the best average rank when data sets are redrawn"],
        "borda": Annotated[dict[str, float], "algorithms beaten on all data sets together, ties as halves"],
        "condorcet": Annotated[str | None, "who is better than each other algorithm on most data sets"],
        "kemeny": Annotated[dict[str, Any] | None, "`order`, and `cost`: pairs that it has the wrong way round"],
    },
    total=False,
)
LeaderboardResult.__doc__ = "Measures of leaderboards by algorithm, under the names that `leaderboard.measures` has."


def results(analysis: Analysis) -> dict[str, Any] | None:
    """Return the key `leaderboard` of the metric in results.json."""
    board = board_of(analysis)
    if board is None:
        return None
    names = analysis.names
    found: dict[str, Any] = {"level": board.level}
    for key, measure in board.measures.items():
        found[key] = {name: _result(measure, i) for i, name in enumerate(names)}
    for key, reason in board.why.items():
        found[key] = {name: {"estimate": None, "interval": None, "why": reason} for name in names}
    places = places_of(analysis)
    if places is not None:
        found["places"] = dict(zip(names, places, strict=True))
    if board.shares is not None:
        found["first"] = dict(zip(names, board.shares[:, 0].tolist(), strict=True))
    if board.borda is not None:
        found["borda"] = dict(zip(names, board.borda.tolist(), strict=True))
        found["condorcet"] = None if board.condorcet is None else names[board.condorcet]
        found["kemeny"] = (
            None if board.kemeny is None else {"order": [names[i] for i in board.kemeny[0]], "cost": board.kemeny[1]}
        )
    return found


def _result(measure: Measure, algorithm: int) -> dict[str, Any]:
    low, high = float(measure.low[algorithm]), float(measure.high[algorithm])
    ends = [low, high] if math.isfinite(low) and math.isfinite(high) else None
    return {"estimate": float(measure.estimate[algorithm]), "interval": ends}


register(
    Topic(
        "leaderboard",
        "Leaderboard",
        paragraphs=findings,
        reminders=limits,
        after="ranks",
        step=Step(
            "leaderboard",
            compute_board,
            takes=("scores", "ranking"),
            section=LeaderboardOptions,
            wrong_for_scores=unknown_names,
            description="Elo, win rates and other measures of leaderboards, with intervals over data sets.",
        ),
        methods=(methods,),
        brief_methods=methods,
        brief_account=lambda analysis, stated: findings(analysis)[:1],
        headline=Headline(lambda analysis, stated: findings(analysis)[:1]),
        facts=(Facts(facts),),
        results=(ResultKey("leaderboard", LeaderboardResult | None, results),),
        tables=(
            TableKind("leaderboard", "Elo, win rates and other measures", builder=leaderboard_table, keys=("sort",)),
        ),
        figures=(FigureKind("leaderboard", "measures of leaderboards with their intervals", builder=plan_leaderboard),),
    )
)
