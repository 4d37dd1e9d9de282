"""Topic aggregations: which algorithm leads by each way to aggregate scores, next to other choices of the study."""

from __future__ import annotations

from collections.abc import Iterator

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import TableKind
from rankpress.core.table import Cell, Table
from rankpress.robustness.aggregations import Led
from rankpress.topics.leaderboard.leaderboard import board_of
from rankpress.topics.phrases import named, table_of
from rankpress.topics.topic import Axes, Headline, Rows, Topic, register, where
from rankpress.wording.numbers import MISSING
from rankpress.wording.text import Prose, group_named, join, joined, say

TITLES = {
    "average-rank": "average rank",
    "mean": "mean",
    "weighted": "weighted mean",
    "median": "median",
    "elo": "Elo",
    "skill": "skill",
    "champions": "share of first places",
    "groups": "average rank with equally weighted groups",
}
_ON_GROUP = "average rank on {}"
_MEANINGS = (
    "Skill: reduction of the error of the last ranked algorithm, by the geometric mean of the ratios. Elo: strengths by"
    " the Bradley–Terry model."
)


def led_of(analysis: Analysis) -> tuple[Led, ...] | None:
    """Return who leads by each way to aggregate; None where the study asks for none."""
    sensitivity = analysis.robustness.sensitivity
    return None if sensitivity is None else sensitivity.led or None


def _title(led: Led) -> Prose:
    return say(_ON_GROUP, group_named(led.group)) if led.group else TITLES[led.by]


@where(led_of)
def _findings(analysis: Analysis, led: tuple[Led, ...]) -> Iterator[Prose]:
    """Say whether all ways to aggregate name the same leader, and else which names whom."""
    by_leaders: dict[tuple[int, ...], list[Prose]] = {}
    for way in led:
        if way.leaders:
            by_leaders.setdefault(way.leaders, []).append(_title(way))
    who = {leaders: joined([analysis.algorithms[i] for i in leaders]) for leaders in by_leaders}
    if len(by_leaders) == 1:
        [(leaders, titles)] = by_leaders.items()
        if len(titles) > 1:
            yield say("All ways to aggregate name the same leader, {}: {}.", who[leaders], joined(titles))
    elif by_leaders:
        parts = [
            say("{} {} by {}", who[leaders], "leads" if len(leaders) == 1 else "lead", joined(titles))
            for leaders, titles in by_leaders.items()
        ]
        yield say("Which algorithm leads depends on the aggregation: {}.", join(parts, "; "))


def in_short(analysis: Analysis) -> list[Prose]:
    """Say which aggregation names whom, where they part and no leaderboard says so."""
    several = {way.leaders for way in led_of(analysis) or () if way.leaders}
    return _findings(analysis) if len(several) > 1 and board_of(analysis) is None else []


_WAYS = Rows("ways to aggregate", lambda study, *_: (*TITLES.values(), *map(_ON_GROUP.format, study.scores.groups)))


@Axes(rows=_WAYS, columns=("Leader",))
def sensitivity_measures_table(analysis: Analysis) -> Table | None:
    """Build the table of who leads by each way to aggregate."""
    led = led_of(analysis)
    if led is None:
        return None
    rows = [(named(_title(way)), _leader(analysis, way)) for way in led]
    reasons = [say("{}, because {}", _title(way), way.why) for way in led if way.why]
    return table_of(
        ("Aggregation", "Leader"),
        rows,
        align="ll",
        title=say("Leaders by aggregation in {}", analysis.metric),
        caption=say("The best algorithm in {} by each way to aggregate the data sets.", analysis.metric),
        in_pdf=len({way.leaders for way in led}) > 1,  # where all name one leader, a sentence says so
        notes=(_MEANINGS, *([say("No leader by {}.", join(reasons, "; "))] if reasons else [])),
    )


def _leader(analysis: Analysis, led: Led) -> Cell:
    return named(joined([analysis.algorithms[i] for i in led.leaders])) if led.leaders else Cell(MISSING, "")


register(
    Topic(
        "aggregations",
        "Leaders by aggregation",
        paragraphs=_findings,
        after="sensitivity",
        brief_account=lambda analysis, earlier: in_short(analysis),
        headline=Headline(lambda analysis, earlier: in_short(analysis)),
        tables=(
            TableKind(
                "sensitivity-measures",
                "who leads by each way to aggregate: mean, average rank, Elo, skill, groups; needs sensitivity",
                builder=sensitivity_measures_table,
            ),
        ),
    )
)
