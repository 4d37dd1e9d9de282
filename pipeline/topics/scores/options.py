"""What a study may ask of the tables of scores and of ranks on each data set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from rankpress.spec.strict import Distinct, Flag, Incoherence, NamedPlace, Number, OrMapping, Path, Text, WordOr
from rankpress.spec.table_options import Joinable, Scaled, Sortable, Transposable, unknown_metrics

SummaryName = Literal[
    "mean",
    "mean-spread",
    "median",
    "geometric-mean",
    "average-rank",
    "wins",
    "wins-ties-losses",
    "difference",
    "relative-difference",
    "p",
    "effect",
]
# what compares with an algorithm that a study may name: {difference: forest}
_Difference = Literal["difference", "relative-difference"]
_Named = Annotated[dict[_Difference, Text], Field(min_length=1, max_length=1)]
Summary = WordOr[
    SummaryName, Annotated[dict[_Difference | Literal["wins-ties-losses"], Text], Field(min_length=1, max_length=1)]
]
_Cells = WordOr[Literal["score"] | _Difference, _Named]
Against = WordOr[Text, Annotated[dict[Literal["better", "worse"], Text], Field(min_length=1, max_length=1)]]
Tolerance = Annotated[Number, Field(ge=0)]
Choice = str | Mapping[Any, str]


def with_algorithm(choice: Choice) -> tuple[str, str | None]:
    """Return a choice such as `difference`, and the algorithm that it names where it is `{difference: forest}`."""
    return (choice, None) if isinstance(choice, str) else next(iter(choice.items()))


def _row(choice: Choice) -> str:
    return " of ".join(filter(None, with_algorithm(choice)))


class RanksTableOptions(Transposable, Joinable, Sortable):
    """Options of the ranks on each data set."""

    metrics: Literal["apart", "together", "stacked"] = Field(  # type: ignore[assignment]
        default="apart",
        description="together: one table of all metrics, side by side, in place of one per metric. stacked: one with a "
        "row for each data set and metric.",
    )
    marks: Literal["best", "bold", "gray", "tests", "none"] = Field(
        default="best",
        description="In the rows of scores and ranks, among the columns shown. best: the best bold and, of three or "
        "more, the second underlined. bold: the best bold. gray: the best on dark gray, the second on light gray. "
        "tests: bold what the tests within the data set do not find worse than its best, by order.within_adjust, or "
        "with a control by adjust; where this is not the best, it alone is compared with the best.",
    )

    @property
    def has_groups(self) -> bool:
        """Whether rows may be groups of data sets."""
        return True


class ScoresTableOptions(RanksTableOptions, Scaled):
    """Options of the scores on each data set."""

    tolerance: OrMapping[Tolerance, dict[Text, Tolerance]] = Field(
        default=0.0,
        description="Scores that are worse than the best by this much at most are bold too, in the unit of the scores "
        "files; by metric, {accuracy: 0.001}. It does not affect ranks and tests, which have rank.tolerance.",
    )
    cells: _Cells = Field(
        default="score",
        description="What the cells show. difference: score minus the score of the control, or else of the best "
        "ranked, on the same data set. relative-difference: that divided by the absolute score of the latter, in "
        "percent. Of another algorithm, {difference: forest}.",
    )
    center: Literal["mean", "median"] = Field(
        default="mean",
        description="Of folds, seeds or runs on a data set. Ranks and tests over data sets are of means in any case.",
    )
    spread: Literal["sd", "se", "ci", "iqr"] | None = Field(
        default=None,
        description="Next to each mean over folds, seeds, runs or test examples, behind ±. sd: their standard "
        "deviation. se: the standard error of the mean. ci: the half-width of its 95% interval. iqr: their "
        "interquartile range. se and ci are corrected for overlapping training sets, and those over test examples for "
        "clusters. Default: none.",
    )
    spread_as: Literal["plus-minus", "parentheses", "subscript"] = Field(
        default="plus-minus", description="How the spread stands behind the mean. In parentheses there are no ranks."
    )
    ranks: Flag | None = Field(
        default=None,
        description="Whether scores have ranks in parentheses. Default: where there are at most eight algorithms.",
    )
    summary: Annotated[tuple[Summary, ...], Distinct("row", _row)] = Field(
        default=("average-rank",),
        description="The rows below the scores, in this order. wins: on how many data sets it is best. "
        "wins-ties-losses: against each other algorithm on each data set; {wins-ties-losses: ours}: on how many data "
        "sets ours is better, equal and worse. mean-spread: the mean ± the standard deviation over the data sets. "
        "difference, relative-difference: the mean over the data sets of what cells calls so, {difference: forest} "
        "from another algorithm. p, effect: the adjusted p and the effect size over the data sets against the control "
        "or the best. With transpose, columns next to the scores. The first is also below each of scores.groups.",
    )
    against: Against | None = Field(
        default=None,
        description="An algorithm: by the tests within the data set, scores significantly better than its score have "
        "a dagger, those significantly worse a bullet; a row below counts both. {worse: ours}: a dagger at those that "
        "ours is significantly better than, and no bullet; {better: ours}: at those better than ours. Default: none.",
    )
    signs: Literal["plus-minus"] | None = Field(
        default=None,
        description="How against is printed. plus-minus: behind each score + where it is significantly better than "
        "that of the algorithm, = where neither is, and \N{MINUS SIGN} where it is worse; the row below counts them. "
        "Default: daggers.",
    )

    @property
    def marked_against(self) -> tuple[str | None, tuple[float, ...]]:
        """The algorithm that `against` names, and which scores are marked: better (1), worse (-1)."""
        if self.against is None or isinstance(self.against, str):
            return self.against, (1.0, -1.0)
        [(side, name)] = self.against.items()
        return name, (1.0 if side == "better" else -1.0,)

    def tolerance_in(self, metric: str) -> float:
        """Return by how much scores of a metric may be worse than the best and are marked as it is."""
        return self.tolerance.get(metric, 0.0) if isinstance(self.tolerance, dict) else self.tolerance

    def contradictions(self) -> Iterator[Incoherence]:
        """Yield options that have no effect next to others."""
        yield from super().contradictions()
        if self.tolerance and self.marks in ("tests", "none"):
            yield Incoherence(("tolerance",), f"tolerance with marks: {self.marks}", "marks: best, or marks: bold")
        if self.signs is not None and self.against is None:
            yield Incoherence(("signs",), "signs without against", "against: an algorithm")
        if self.signs is not None and isinstance(self.against, dict):
            yield Incoherence(("signs",), "signs of both sides, and against of one", "against: an algorithm")
        if self.center == "median" and self.spread in ("se", "ci"):
            yield Incoherence(("spread",), f"spread: {self.spread}, of a mean, next to medians", "iqr, or sd")
        if self.spread_as != "plus-minus" and self.spread is None:
            yield Incoherence(("spread_as",), "spread_as without spread", "spread: sd, se, ci or iqr")
        if self.spread_as == "parentheses" and self.ranks:
            yield Incoherence(("ranks",), "ranks and spreads both in parentheses", "one of the two")
        if with_algorithm(self.cells)[0] != "score":
            if self.center == "median":
                yield Incoherence(("center",), "differences of medians", "cells: score, or center: mean")
            if self.spread is not None:
                yield Incoherence(("spread",), "the spread of scores next to differences", "cells: score, or no spread")
            if "geometric-mean" in self.summary:
                yield Incoherence(("summary",), "a geometric mean of differences", "mean, or median")
        if self.rows == "groups":
            for key in ("spread", "against", "ranks"):
                if getattr(self, key):
                    message = f"{key} with rows: groups, which shows no single data set"
                    yield Incoherence((key,), message, f"no {key}, or other rows")

    def wrong_in_study(self, others: Mapping[str, Any]) -> Iterator[Incoherence]:
        """Yield also tolerances of metrics that the study has not."""
        yield from super().wrong_in_study(others)
        if "scores" in others and isinstance(self.tolerance, dict):
            yield from unknown_metrics(
                "tolerance", self.tolerance, [metric.name for metric in others["scores"].metrics]
            )

    def algorithms(self) -> Iterator[NamedPlace]:
        """Yield also those that cells, summaries and signs compare with."""
        against = self.against if isinstance(self.against, dict) else {"": self.against}
        choices: list[tuple[Path, object]] = [
            (("against",), against),
            (("cells",), self.cells),
            *((("summary", place), choice) for place, choice in enumerate(self.summary)),
        ]
        for place, choice in choices:
            for key, name in choice.items() if isinstance(choice, dict) else ():
                if name is not None:
                    yield ((*place, key) if key else place), name
        yield from super().algorithms()
