"""Topic leaderboard: Elo, win rates and other measures of leaderboards, with intervals over data sets and places."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import numpy as np
from typing_extensions import TypedDict

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import FigureKind, TableKind
from rankpress.core.bibliography import cite
from rankpress.core.scores import FloatArray, MetricScores
from rankpress.core.table import Cell, Table
from rankpress.spec.table_options import Sortable
from rankpress.spec.topic_steps import Step
from rankpress.stats.consensus import MOST_FOR_KEMENY
from rankpress.stats.leaderboards import (
    CLIP,
    Measure,
)
from rankpress.topics.facts import Fact, Subjects, Unit, interval
from rankpress.topics.leaderboard.measures import (
    INTERVALS,
    MEASURES,
    SHARES,
    Board,
    LeaderboardOptions,
    best_of_unknown,
    compute_board,
    unused_resampling,
)
from rankpress.topics.leaderboard.places import neighbors_sentence, order_of, places_of
from rankpress.topics.phrases import count, mean_over_datasets, named, number, table_of, with_interval
from rankpress.topics.topic import (
    Axes,
    Facts,
    Headline,
    RankingColumn,
    RankingColumns,
    ResultKey,
    Topic,
    register,
    where,
)
from rankpress.wording.forms import Form, NumberForm
from rankpress.wording.numbers import counted_in_words, percent_text
from rankpress.wording.text import Prose, capitalized, join, joined, say

_MOST_NAMED = 8  # algorithms in a sentence


def board_of(analysis: Analysis) -> Board | None:
    """Return the measures of a metric; None where the study has none."""
    board: Board | None = analysis.computed.get("leaderboard")
    return board


def leaders_by_measure(board: Board, name: str) -> list[int]:
    """Return who is best by a measure."""
    estimate = board.measures[name].estimate
    return _best_of(estimate if MEASURES[name].better == "higher" else -estimate)


def _best_of(values: FloatArray) -> list[int]:
    return [int(i) for i in np.flatnonzero(np.isclose(values, values.max(), rtol=1e-12, atol=1e-12))]


def _value(board: Board, name: str, algorithm: int) -> tuple[str, str]:
    """Return an estimate, and its interval in words; "" where there is none."""
    measure, form = board.measures[name], MEASURES[name].form
    unit = "%" if form is SHARES else ""
    estimate, low, high = (
        form.text(float(values[algorithm])) for values in (measure.estimate, measure.low, measure.high)
    )
    if not math.isfinite(measure.low[algorithm]):
        return f"{estimate}{unit}", ""
    interval = f"{percent_text(board.level)} interval over {board.units} {low}{unit} to {high}{unit}"
    return f"{estimate}{unit}", interval


@where(board_of)
def _findings(analysis: Analysis, board: Board) -> Iterator[Prose]:
    """Say who leads by each measure, which measures agree, and whose place is settled."""
    yield join((*_led(analysis, board), *neighbors_sentence(analysis)))
    yield join(_agreed(analysis, board))
    for name, reason in board.why.items():
        yield say("{} is not given: {}.", capitalized(MEASURES[name].title), reason)


def _led(analysis: Analysis, board: Board) -> Iterator[Prose]:
    by_leader = _named_leaders(analysis, board)
    if len(by_leader) > 1:
        parts = [
            say("{} by {}", joined([analysis.algorithms[i] for i in best]), joined(titles))
            for best, titles in by_leader.items()
        ]
        yield say("The measures name different leaders: {}.", join(parts, "; "))
    for name in list(board.measures)[:1]:
        best, kind = leaders_by_measure(board, name), MEASURES[name]
        word = "highest" if kind.better == "higher" else "lowest"
        who = joined([analysis.algorithms[i] for i in best])
        estimate, interval = _value(board, name, best[0])
        if board.n_votes is not None and len(best) == 1 and tuple(best) == analysis.best:
            # that it is the highest was said of the strength in votes
            yield say("The {} of {} is {}{}.", kind.title, who, estimate, f" ({interval})" if interval else "")
        elif len(best) == 1:
            how = f"{estimate}; {interval}" if interval else estimate
            yield say("{} has the {} {} ({}).", who, word, kind.title, how)
        else:
            yield say("{} share the {} {}.", who, word, kind.title)


def _named_leaders(analysis: Analysis, board: Board) -> dict[tuple[int, ...], list[str]]:
    """Return who leads by average rank, by each measure and by the mean, with the measures that agree on it."""
    by_leader = {} if board.n_votes is not None else {tuple(sorted(analysis.ranking.best)): ["average rank"]}
    if analysis.is_benchmark:
        by_leader.setdefault(tuple(sorted(analysis.best)), []).append("mean over the test examples")
    for name in board.measures:
        by_leader.setdefault(tuple(leaders_by_measure(board, name)), []).append(MEASURES[name].title)
    scores = analysis.scores
    if isinstance(scores, MetricScores) and np.isfinite(scores.oriented).all():
        average = np.average(scores.oriented, axis=0, weights=scores.weights)
        by_leader.setdefault(tuple(_best_of(average)), []).append(f"{mean_over_datasets(analysis)} score")
    return by_leader


def _agreed(analysis: Analysis, board: Board) -> Iterator[Prose]:
    if board.of_ranks:
        titles = [*(MEASURES[name].title for name in board.of_ranks), "Borda count"]
        yield (
            f"Each data set ranks all algorithms, so that {joined(titles)} are functions of the average rank and give"
            " the same order."
        )
    if board.condorcet is not None:
        yield say("{} beats each other algorithm on more data sets than it loses (Condorcet winner).",
                  analysis.algorithms[board.condorcet])  # fmt: skip
    elif board.n_votes is None:
        yield "There is no Condorcet winner: no algorithm beats each other one on more data sets than it loses."
    if board.kemeny is not None and len(board.kemeny[0]) <= _MOST_NAMED:
        order = joined([analysis.algorithms[i] for i in board.kemeny[0]])
        which, cost = "The order that disagrees", f"{board.kemeny[1]:,.10g}"
        if not board.kemeny[2]:
            which = "One of several orders that disagree"
        yield say("{} least with the data sets (Kemeny, cost {}) is, from the best, {}.", which, cost, order)
    if board.borda is not None and len(board.borda) <= _MOST_NAMED:
        counts = [say("{} {}", analysis.algorithms[i], f"{board.borda[i]:,.10g}") for i in analysis.best_first]
        yield say("Borda counts: {}.", joined(counts))
    if board.borda is not None and len(board.borda) > _MOST_NAMED:
        which = "Borda counts and the order of Kemeny are" if board.kemeny is not None else "Borda counts are"
        most = f"; the order of Kemeny is computed for at most {MOST_FOR_KEMENY} algorithms"
        yield f"{which} in results.json{'' if board.kemeny is not None else most}."
    if board.has_gaps:
        yield "Borda counts are not given: they are sums over data sets, and some algorithms lack results."


@where(board_of)
def _methods(analysis: Analysis, board: Board) -> Iterator[Prose]:
    """Say how the measures were computed."""
    names = list(board.measures)
    if "elo" in names:
        at = (
            "their mean is 1000"
            if board.anchor is None
            else say("that of {} is {}", analysis.algorithms[board.anchor[0]], f"{board.anchor[1]:g}")
        )
        model = say("the Bradley–Terry model ({}), a tie being half a win of either", cite("bradley1952"))
        if board.tie is not None:
            model = say("Davidson's model with ties ({}, nu = {})", cite("davidson1970"), f"{board.tie:.3g}")
        form = "Elo ratings are the maximum-likelihood strengths of {}; {}, and {}."
        each = "each data set is one comparison of each pair" if board.n_votes is None else "all votes weigh the same"
        yield say(form, model, each, at)
    if board.baseline is not None:
        least, most = CLIP
        yield say(
            "Errors are relative to those of {}, each ratio being limited to between {} and {}.",
            analysis.algorithms[board.baseline],
            f"{least:g}",
            f"{most:g}",
        )
    if board.shares is not None:
        yield say("How stable the ranking is was estimated by resampling data sets ({}).", cite("wiesenfarth2021"))
    if board.has_gaps:
        yield (
            "Where results are missing, a data set counts for the algorithms that have a result on it, among which they"
            " are compared; win rates are means over pairs of their shares of the data sets that both have."
        )
    if board.n_units > 1:
        yield _methods_of_intervals(board)


def _methods_of_intervals(board: Board) -> Prose:
    """Say what the intervals are, and of Elo what a resample without a greatest likelihood counts for."""
    (kind, source), rated = INTERVALS[board.intervals.method], "elo" in board.measures
    if board.intervals.method == "t":
        unit = "data set" if board.n_votes is None else "cluster"
        more = f", of Elo with the sandwich variance by {unit}" if rated else ""
    else:
        more = f", from {board.intervals.draws:,} resamples (seed {board.intervals.seed})"
        if rated:
            more += (
                "; a resample in which Elo is unbounded counts as below all others for the lower end and as above all"
                " others for the upper end"
            )
    form = "The {} intervals over {} are {} intervals ({}){}."
    return say(form, percent_text(board.level), board.units, kind, cite(source), more)


@where(board_of)
def _limits(analysis: Analysis, board: Board) -> Iterator[Prose]:
    """Say what measures of leaderboards do not say."""
    yield (
        "Measures of leaderboards depend on which algorithms take part; Elo and win rates state how often an algorithm"
        " beats the others, not by how much."
    )
    if board.n_votes is not None:
        yield (
            "Intervals allow for dependent votes within a cluster; clusters are assumed to be independent, and voters"
            " to be a random sample."
        )
    if board.has_gaps:
        yield (
            "Results are missing, so that measures compare algorithms on different data sets and against different"
            " opponents."
        )
    if board.shares is not None:
        yield "The share of resamples in which an algorithm ranks first is not the probability that it is the best."


_FIRST = "First of resamples"
PLACE, FIRST = "Place", f"{_FIRST} (%)"


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
            *([] if board.shares is None else [number(float(board.shares[i, 0]), SHARES)]),
        )
        for i in analysis.best_first
    ]
    return table_of(
        ("Algorithm", *([] if places is None else [PLACE]), *heads, *([] if board.shares is None else [FIRST])),
        rows,
        title=say("Leaderboard by {}", analysis.metric),
        caption=say(
            "Measures over {}{}{}.",
            board.counted_units,
            say(" in {}", analysis.metric) if board.n_votes is None else "",
            board.with_intervals,
        ),
        notes=tuple(_notes(analysis, board, places)),
        detail="interval",
        detail_parts=("from", "to"),
    )


PODIUM = ("First", "Second", "Third", "Beyond")


@Axes(columns=PODIUM, sorts_rows=True)
def podium_table(analysis: Analysis) -> Table | None:
    """Build the table of how often each algorithm is first, second and third, the best ranked first."""
    board = board_of(analysis)
    if board is None or board.podium is None:
        return None
    form = NumberForm("number", 0 if np.array_equal(board.podium, np.round(board.podium)) else 2)
    rows = [
        (named(analysis.algorithms[i]), *(number(value, form) for value in board.podium[i].tolist()))
        for i in analysis.best_first
    ]
    return table_of(
        ("Algorithm", *PODIUM),
        rows,
        title=say("Places by {}", analysis.metric),
        caption=say(
            "On how many of {} each algorithm has which place in {}{}; those that tie share their places.",
            counted_in_words(board.n_units, "data set"),
            analysis.metric,
            " among the algorithms with a result there" if board.has_gaps else "",
        ),
    )


def _cell(measure: Measure, algorithm: int, form: Form) -> Cell:
    estimate, low, high = (float(values[algorithm]) for values in (measure.estimate, measure.low, measure.high))
    if math.isnan(low) or low == high:  # what an anchor has by definition needs no interval
        return Cell(form.text(estimate), estimate, form=form)
    return with_interval(estimate, low, high, form)


def _ranking_columns(analysis: Analysis) -> dict[str, RankingColumn]:
    """Return the measures as columns of the ranking, without intervals."""
    board = board_of(analysis)
    return {
        kind.label: RankingColumn(
            kind.head,
            [Cell(kind.form.text(value), value, form=kind.form) for value in measure.estimate.tolist()],
            f"{kind.label}: {kind.meaning}.",
        )
        for kind, measure in ([] if board is None else [(MEASURES[name], it) for name, it in board.measures.items()])
    }


def _names_of_columns(study: Any) -> Iterator[str]:
    options: LeaderboardOptions | None = study.section("leaderboard")
    yield from (MEASURES[name].label for name in (() if options is None else options.measures))


def _notes(analysis: Analysis, board: Board, places: Sequence[int] | None) -> Iterator[Prose]:
    if places is not None:
        yield f"{PLACE}: algorithms share it until one of them is significantly better than the next by average rank."
    yield join(f"{MEASURES[name].label}: {MEASURES[name].meaning}." for name in board.measures)
    if board.baseline is not None:
        yield say("Baseline: {}.", analysis.algorithms[board.baseline])
    if board.shares is not None:
        yield f"{_FIRST}: share of resamples of the data sets with the best average rank."


_LETTERS = {name: "".join(word.capitalize() for word in name.split("-")) for name in MEASURES}


def _facts(about: Subjects) -> Iterator[Fact]:
    r"""State the measures of each algorithm: \rpAccuracyEloForest, \rp{accuracy/elo/forest}."""
    board = board_of(about.analysis)
    if board is None:
        return
    places = places_of(about.analysis)
    for i, name in enumerate(about.analysis.algorithms):
        of = about.algorithms[name]
        if places is not None:
            yield Fact(
                "SharedPlace",
                places[i],
                Unit(str),
                say("place of {}, shared by algorithms that do not differ significantly", name),
                of,
            )
        for key, measure in board.measures.items():
            kind = MEASURES[key]
            unit = Unit(kind.form.text)
            meaning = say("{} of {}", kind.title, name)
            yield Fact(_LETTERS[key], float(measure.estimate[i]), unit, meaning, of)
            if math.isfinite(measure.low[i]):
                ends = float(measure.low[i]), float(measure.high[i])
                yield from interval(_LETTERS[key], ends, unit, meaning, of, level=board.level)


class MeasureResult(TypedDict, total=False):
    """A measure of one algorithm."""

    estimate: Annotated[float | None, "null where it could not be computed"]
    interval: Annotated[list[float | None] | None, "its ends, over data sets"]
    why: Annotated[str, "only where it could not be computed"]


class NeighborsResult(TypedDict):
    """How many pairs of neighbors in the order by average rank differ."""

    pairs: int
    not_significant: Annotated[int, "those that do not differ significantly"]


_ByAlgorithm = dict[str, MeasureResult]
_Measures = TypedDict(
    "_Measures",
    {
        "elo": _ByAlgorithm,
        "win-rate": _ByAlgorithm,
        "skill": _ByAlgorithm,
        "improvability": _ByAlgorithm,
        "relative-error": _ByAlgorithm,
        "rescaled": _ByAlgorithm,
        "champions": _ByAlgorithm,
        "mrr": _ByAlgorithm,
    },
    total=False,
)


class LeaderboardResult(_Measures, total=False):
    """Measures of leaderboards by algorithm, each under the name that `leaderboard.measures` has."""

    level: Annotated[float, "confidence level of the intervals"]
    interval: Annotated[str, "how intervals are computed, as `leaderboard.interval` names it"]
    places: Annotated[dict[str, int], "by algorithm, shared by those that do not differ significantly: 1, 1, 1, 4"]
    neighbors: Annotated[NeighborsResult, "pairs next to one another by average rank"]
    may_be_first: Annotated[list[str], "algorithms that none is significantly better than, the best ranked first"]
    first: Annotated[dict[str, float], "share of resamples of the data sets with the best average rank"]
    borda: Annotated[dict[str, float], "algorithms beaten on all data sets together, ties as halves"]
    condorcet: Annotated[str | None, "who beats each other algorithm on more data sets than it loses"]
    podium: Annotated[dict[str, list[float]], "data sets with the first, the second, the third and a further place"]
    kemeny: Annotated[
        dict[str, Any] | None, "`order`; `cost`: pairs on data sets that it has the wrong way round; `unique`"
    ]


def _results(analysis: Analysis) -> dict[str, Any] | None:
    """Return the key `leaderboard` of the metric in results.json."""
    board = board_of(analysis)
    if board is None:
        return None
    names = analysis.names
    by_measure: dict[str, Any] = {"level": board.level, "interval": board.intervals.method}
    for key, measure in board.measures.items():
        by_measure[key] = {name: _result(measure, i) for i, name in enumerate(names)}
    for key, reason in board.why.items():
        by_measure[key] = {name: {"estimate": None, "interval": None, "why": reason} for name in names}
    places = places_of(analysis)
    if places is not None:
        by_measure["places"] = dict(zip(names, places, strict=True))
    if (order := order_of(analysis)) is not None:
        by_measure["neighbors"] = {"pairs": order.neighbors, "not_significant": order.alike}
        by_measure["may_be_first"] = [names[i] for i in order.first]
    if board.shares is not None:
        by_measure["first"] = dict(zip(names, board.shares[:, 0].tolist(), strict=True))
    if board.podium is not None:
        by_measure["podium"] = dict(zip(names, board.podium.tolist(), strict=True))
    if board.borda is not None:
        by_measure["borda"] = dict(zip(names, board.borda.tolist(), strict=True))
    if board.n_votes is None:
        by_measure["condorcet"] = None if board.condorcet is None else names[board.condorcet]
        by_measure["kemeny"] = (
            None
            if board.kemeny is None
            else {
                "order": [names[i] for i in board.kemeny[0]],
                "cost": board.kemeny[1],
                "unique": board.kemeny[2],
            }
        )
    return by_measure


def _result(measure: Measure, algorithm: int) -> dict[str, Any]:
    low, high = float(measure.low[algorithm]), float(measure.high[algorithm])
    ends = [low, high] if math.isfinite(low) and math.isfinite(high) else None
    return {"estimate": float(measure.estimate[algorithm]), "interval": ends}


register(
    Topic(
        "leaderboard",
        "Leaderboard",
        paragraphs=_findings,
        reminders=_limits,
        after="ratios",
        step=Step(
            "leaderboard",
            compute_board,
            takes=("read", "ranking"),  # with the unit, which says what the best value is
            section=LeaderboardOptions,
            default_where=lambda study: study.scores.layout == "votes",
            wrong=unused_resampling,
            wrong_for_scores=best_of_unknown,
            tie_model=lambda section: section.ties,
            description="Elo, win rates and other measures of leaderboards, with intervals over data sets.",
        ),
        methods=(_methods,),
        brief_methods=_methods,
        brief_account=lambda analysis, earlier: _findings(analysis)[:1],
        headline=Headline(lambda analysis, earlier: _findings(analysis)[:1]),
        facts=(Facts(_facts),),
        results=(ResultKey("leaderboard", LeaderboardResult | None, _results),),
        tables=(
            TableKind(
                "leaderboard",
                "Elo, win rates and other measures",
                builder=leaderboard_table,
                options=Sortable,
                opens=3,
            ),
            TableKind(
                "podium",
                "how often each is first, second and third; needs leaderboard",
                builder=podium_table,
                options=Sortable,
                on_request=True,
            ),
        ),
        ranking_columns=RankingColumns(_names_of_columns, _ranking_columns),
        figures=(
            FigureKind(
                "leaderboard",
                "measures of leaderboards with their intervals",
                builder="leaderboard.figures",
                default_where=lambda study: study.scores.layout == "votes",
                of_ranks=True,
                by_family=True,
                opens=3,
            ),
            FigureKind(
                "win-rates",
                "share of the data sets on which each beats each other one",
                builder="leaderboard.figures",
                of_ranks=True,
            ),
            FigureKind(
                "stability",
                "share of resamples of the data sets in which each has each rank; needs leaderboard",
                builder="leaderboard.figures",
                of_ranks=True,
                by_family=True,
            ),
            FigureKind(
                "mcb",
                "multiple comparisons with the best: average ranks with half Nemenyi's critical difference",
                builder="leaderboard.figures",
                of_ranks=True,
                shows="tests",
                by_family=True,
            ),
        ),
    )
)
