"""Topic anytime: comparisons of a growing benchmark that are valid whenever one looks, by the signs of differences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Any

import numpy as np
from pydantic import Field
from typing_extensions import TypedDict

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import TableKind
from rankpress.core.bibliography import cite
from rankpress.core.scores import MetricScores
from rankpress.core.table import Cell, Table
from rankpress.spec.strict import Level, Section
from rankpress.spec.topic_steps import Step
from rankpress.stages.rank import Ranking, counted_by
from rankpress.stages.test import Tested
from rankpress.stats.anytime import SignProcess, sign_process
from rankpress.topics.phrases import before_p, count, is_exploratory, named, number, p_value, table_of, with_interval
from rankpress.topics.topic import PAIRS, Axes, Headline, ResultKey, Topic, register, where
from rankpress.wording.forms import NumberForm
from rankpress.wording.numbers import counted_in_words, in_words, level_text, ordinal, part_in_words, percent_text
from rankpress.wording.text import Prose, capitalized, join, say

_MOST_PAIRS = 6
_EVIDENCE, _SHARE = NumberForm("number", 3), NumberForm("number", 1, factor=100)


class AnytimeOptions(Section):
    """Comparisons that are valid at any look, with data sets in the order of the files. `{}` asks for them."""

    level: Level = Field(default=0.95, description="Confidence level of the sequence of each pair, at all looks.")


@dataclass(frozen=True)
class PairEvidence:
    """How two algorithms compare as data sets arrive."""

    # a, b: the algorithms; a was ahead when their difference became significant, else it wins at least as often
    a: int
    b: int
    wins: int
    losses: int
    e: float  # after the last data set
    p: float  # one over the largest e, valid at any look
    adjusted: float  # p times the number of pairs
    interval: tuple[float, float]  # of the chance that a wins on a data set without a tie
    significant_from: int | None  # after how many data sets the adjusted p was first at most alpha


@dataclass(frozen=True)
class Anytime:
    """The comparisons of one metric."""

    pairs: tuple[PairEvidence, ...]
    alpha: float
    level: float


def follow_pairs(
    scores: MetricScores, ranking: Ranking, tested: Tested, alpha: float, options: AnytimeOptions
) -> Anytime | None:
    """Follow the wins and losses of each pair, or of each with the control, in the order of the files."""
    counted = counted_by(scores, ranking)
    if counted is None:
        return None
    k, control = len(scores.algorithms), tested.control
    pairs = [pair for pair in combinations(range(k), 2) if control is None or control in pair]
    followed = [_followed(*counted, pair, len(pairs), alpha, options.level) for pair in pairs]
    return Anytime(tuple(followed), alpha, options.level)


def _followed(
    values: np.ndarray, tolerance: float, pair: tuple[int, int], n_pairs: int, alpha: float, level: float
) -> PairEvidence:
    a, b = pair
    differences = values[:, a] - values[:, b]
    # a data set that lacks one of the two says nothing of them, as a tie
    differences = np.where(np.isnan(differences) | (np.abs(differences) < tolerance), 0.0, differences)
    reached = np.flatnonzero(sign_process(differences, level).e >= n_pairs / alpha)
    at_that_look = differences[: reached[0] + 1] if reached.size else differences
    if np.sign(at_that_look).sum() < 0:
        a, b, differences = b, a, -differences
    process: SignProcess = sign_process(differences, level)
    return PairEvidence(
        a=a,
        b=b,
        wins=int((differences > 0).sum()),
        losses=int((differences < 0).sum()),
        e=float(process.e[-1]),
        p=process.p,
        adjusted=min(1.0, n_pairs * process.p),
        interval=(process.low, process.high),
        significant_from=int(reached[0]) + 1 if reached.size else None,
    )


def anytime_of(analysis: Analysis) -> Anytime | None:
    """Return the comparisons of a metric; None where the study has no such section."""
    anytime: Anytime | None = analysis.computed.get("anytime")
    return anytime


@where(anytime_of)
def _findings(analysis: Analysis, anytime: Anytime) -> Iterator[Prose]:
    """Say which pairs differ, and from which data set on."""
    significant = [pair for pair in anytime.pairs if pair.significant_from is not None]
    by = f"sign e-process, α = {level_text(anytime.alpha)}"
    if len(anytime.pairs) == 1:
        not_ = "" if significant else "not "
        test = "an exploratory test" if is_exploratory([analysis]) else "a test"
        yield f"By {test} that is valid at any number of data sets, the difference is {not_}significant ({by})."
    else:
        form = "By {}tests that are valid at any number of data sets, {} of the {} {} significantly ({}, e-Bonferroni)."
        number_of = part_in_words(len(significant), len(anytime.pairs))
        verb = "differs" if len(significant) < 2 else "differ"
        yield say(form, before_p([analysis]), number_of, counted_in_words(len(anytime.pairs), "pair"), verb, by)
    named_pairs = [
        say(
            "{} is better than {} from the {} data set on",
            analysis.algorithms[pair.a],
            analysis.algorithms[pair.b],
            ordinal(pair.significant_from or 0),
        )
        for pair in significant[:_MOST_PAIRS]
    ]
    if named_pairs:
        more = f"; and {in_words(len(significant) - _MOST_PAIRS)} more" if len(significant) > _MOST_PAIRS else ""
        yield say("{}{}.", capitalized(join(named_pairs, "; ")), more)


@where(anytime_of)
def _methods(analysis: Analysis, anytime: Anytime) -> Iterator[Prose]:
    """Say how the pairs were followed."""
    yield say(
        "Evidence that is valid at any look is the e-process of the signs of differences, with data sets in the order"
        " of the files ({}); e-values are divided by the number of pairs ({}), and ties are skipped.",
        cite("ramdas2023"),
        cite("vovk2021"),
    )


@where(anytime_of)
def _limits(analysis: Analysis, anytime: Anytime) -> Iterator[Prose]:
    """Say what the process assumes and costs."""
    yield (
        "The e-process assumes that the order of the files is that in which data sets were added, and that without a"
        " difference either algorithm is equally likely to win the next one. It needs more data sets than a test whose"
        " number of data sets is fixed in advance."
    )


_HEADS = ("Algorithm", "Compared with", "Wins", "Losses", "e", "p at any look", "Adjusted p", "Wins (%)", "From")


@Axes(rows=PAIRS, columns=_HEADS[2:])
def anytime_table(analysis: Analysis) -> Table | None:
    """Build the table of all pairs, the strongest evidence first."""
    anytime = anytime_of(analysis)
    if anytime is None:
        return None
    rows = [
        (
            named(analysis.algorithms[pair.a]),
            named(analysis.algorithms[pair.b]),
            count(pair.wins),
            count(pair.losses),
            number(pair.e, _EVIDENCE),
            p_value(pair.p, anytime.alpha, marked=False),
            p_value(pair.adjusted, anytime.alpha),
            _share(pair),
            Cell("–", "") if pair.significant_from is None else count(pair.significant_from),
        )
        for pair in sorted(anytime.pairs, key=lambda pair: pair.p)
    ]
    return table_of(
        _HEADS,
        rows,
        names=2,
        title=say("Comparisons at any look by {}", analysis.metric),
        caption=say(
            "E-process of the signs of differences in {}, data sets in the order of the files, with a {} confidence"
            " sequence of the share of wins.",
            analysis.metric,
            percent_text(anytime.level),
        ),
        notes=(
            f"Adjusted p: by the number of pairs; asterisk: at most {level_text(anytime.alpha)}.",
            "From: the data set from which on the difference is significant.",
        ),
        detail="interval",
        detail_parts=("from", "to"),
    )


def _share(pair: PairEvidence) -> Cell:
    share = pair.wins / (pair.wins + pair.losses) if pair.wins + pair.losses else 0.5
    return with_interval(share, *pair.interval, _SHARE)


class AnytimePair(TypedDict):
    """How two algorithms compare at any look."""

    a: Annotated[str, "ahead of b when their difference became significant, else wins at least as often"]
    b: str
    wins: int
    losses: int
    e: Annotated[float, "e-value after the last data set"]
    p: Annotated[float, "one over the largest e-value, at most 1"]
    adjusted: Annotated[float, "p times the number of pairs, at most 1"]
    interval: Annotated[list[float], "confidence sequence of the chance that a wins, ties omitted"]
    significant_from: Annotated[int | None, "number of data sets after which adjusted was first at most alpha"]


class AnytimeResult(TypedDict):
    """Comparisons that are valid at any number of data sets."""

    level: Annotated[float, "of the confidence sequences"]
    pairs: list[AnytimePair]


def _results(analysis: Analysis) -> dict[str, Any] | None:
    """Return the key `anytime` of the metric in results.json."""
    anytime = anytime_of(analysis)
    if anytime is None:
        return None
    pairs = [
        {
            "a": analysis.names[pair.a],
            "b": analysis.names[pair.b],
            "wins": pair.wins,
            "losses": pair.losses,
            "e": pair.e,
            "p": pair.p,
            "adjusted": pair.adjusted,
            "interval": list(pair.interval),
            "significant_from": pair.significant_from,
        }
        for pair in anytime.pairs
    ]
    return {"level": anytime.level, "pairs": pairs}


def _pairs(stored: AnytimeResult) -> Iterator[tuple[str, str, float]]:
    yield from ((pair["a"], pair["b"], pair["adjusted"]) for pair in stored["pairs"])


def _compared(scores: MetricScores, ranking: Ranking, tested: Tested, alpha: float) -> Iterator[tuple[str, str, float]]:
    """Yield the pairs and adjusted p-values of scores without a report; the level of intervals does not matter."""
    anytime = follow_pairs(scores, ranking, tested, alpha, AnytimeOptions())
    names = scores.algorithms
    yield from ((names[pair.a], names[pair.b], pair.adjusted) for pair in (anytime.pairs if anytime else ()))


register(
    Topic(
        "anytime",
        "Comparisons at any look",
        paragraphs=_findings,
        reminders=_limits,
        after="effects",
        step=Step(
            "anytime",
            follow_pairs,
            takes=("scores", "ranking", "tested", "alpha"),
            section=AnytimeOptions,
            description="Comparisons of a growing benchmark that are valid whenever one looks; data sets in the order"
            " of the files.",
        ),
        methods=(_methods,),
        brief_methods=_methods,
        brief_account=lambda analysis, earlier: _findings(analysis),
        headline=Headline(lambda analysis, earlier: _findings(analysis)[:1]),
        results=(
            ResultKey("anytime", AnytimeResult | None, _results, pairs=_pairs, compare=_compared, called="at any look"),
        ),
        tables=(TableKind("anytime", "evidence for each pair that is valid at any look", builder=anytime_table),),
    )
)
