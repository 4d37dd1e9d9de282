"""Cells of scores in the digits that a table asks for, and the rows that sum them up."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from rankpress.core.scores import (
    BoolArray,
    Examples,
    FloatArray,
    Folds,
    MetricResults,
    MetricScores,
    PairedOutcomes,
    ratio_tested_to_trained,
)
from rankpress.core.table import Cell, Mark
from rankpress.spec.table_options import Scaled
from rankpress.stats.clustered import clustered_means
from rankpress.stats.spread import (
    half_widths,
    half_widths_of_runs,
    shortfall_from_best,
    standard_deviations,
    standard_errors,
)
from rankpress.topics.phrases import IMPUTED_SIGN, PLUS_MINUS, over_instances, over_runs
from rankpress.topics.scores.options import ScoresTableOptions
from rankpress.wording.numbers import MINUS, Rounding, Scale, between_in_words, place_text
from rankpress.wording.strings import counted

_LEVEL = 0.95  # of the intervals
SPREADS = {
    "sd": "standard deviation",
    "se": "standard error of the mean",
    "ci": "half-width of the 95% interval of the mean",
    "iqr": "interquartile range",
}
FRAMES = {"plus-minus": PLUS_MINUS, "parentheses": "({})", "subscript": "{}"}
VIEWS = ("Scores", "Ranks", "Difference from best", "Heat")  # of a table of scores in report.html
SIGNS = {1.0: "†", -1.0: "•"}  # against another algorithm: significantly better, worse
PLUS_OR_MINUS = {1.0: "+", 0.0: "=", -1.0: MINUS}  # the same, and neither
_ABSENT = frozenset[Mark]({"muted"})


def spreads_of(scores: MetricScores, form: str) -> FloatArray | None:
    """Compute the spread of each score over its measurements, or return that of the files; None where there is none."""
    of_runs = _spreads_of_runs(scores, form)
    if not scores.has_folds and not _has_examples(scores) and not scores.has_instances:
        return of_runs
    others = np.full((len(scores.datasets), len(scores.algorithms)), np.nan) if of_runs is None else of_runs
    none = (None,) * len(scores.datasets)
    on_each = zip(scores.folds or none, scores.examples or none, scores.outcomes or none, others, strict=True)
    spreads = [_spread_on(form, *on) for on in on_each]
    for row, instances in enumerate(scores.instances):
        if instances is not None:
            spreads[row] = _spread_of_instances(form, instances)
    return np.array(spreads)


def _spread_of_instances(form: str, instances: FloatArray) -> FloatArray:
    if form == "iqr":
        return _interquartile_ranges(instances)
    counts = np.isfinite(instances).sum(axis=0).astype(np.float64)
    return _of_deviations(standard_deviations(instances), counts, form)


def _has_examples(scores: MetricScores) -> bool:
    return scores.has_outcomes or any(examples is not None for examples in scores.examples)


def _spread_on(
    form: str, folds: Folds | None, examples: Examples | None, outcomes: PairedOutcomes | None, other: FloatArray
) -> FloatArray:
    """Compute the spreads on a data set over what was measured there: folds, test examples, or else runs."""
    if folds is not None:
        return _spread(folds, form)
    if examples is not None:
        return _spread_of_examples(examples, form)
    if outcomes is not None and form != "iqr":
        right = np.diagonal(outcomes.both) / outcomes.n
        deviations = np.sqrt(right * (1 - right) * outcomes.n / max(outcomes.n - 1, 1))
        n = np.full(len(right), float(outcomes.n))
        return _of_deviations(deviations, n, form)
    return other


def _spread_of_examples(examples: Examples, form: str) -> FloatArray:
    """Compute the spreads over test examples, of which those of a cluster are not taken to be independent."""
    if form == "sd":
        return standard_deviations(examples.scores)
    if form == "iqr":
        return _interquartile_ranges(examples.scores)
    whole = np.isfinite(examples.scores).all(axis=0)
    spreads = np.full(examples.scores.shape[1], np.nan)
    if whole.any() and examples.n_clusters > 1:
        means = clustered_means(examples.scores[:, whole], examples.clusters, level=_LEVEL)
        spreads[whole] = means.standard_error if form == "se" else means.high - means.mean
    return spreads


def _interquartile_ranges(values: FloatArray) -> FloatArray:
    """Return the interquartile range of each column, nan of fewer than two values."""
    ranges = np.full(values.shape[1], np.nan)
    some = np.isfinite(values).sum(axis=0) > 1
    if some.any():
        low, high = np.nanquantile(values[:, some], [0.25, 0.75], axis=0)
        ranges[some] = high - low
    return ranges


def medians_of(scores: MetricResults) -> FloatArray:
    """Return the median over the folds, runs or instances of each score; the mean where it has neither."""
    if not isinstance(scores, MetricScores):
        raise ValueError(f"metric {scores.name}: average ranks alone have no scores")
    medians = scores.means.copy()
    none = (None,) * len(scores.datasets)
    several = zip(scores.folds or none, scores.by_seed or none, scores.instances or none, strict=True)
    for row, (folds, runs, instances) in enumerate(several):
        each = folds.scores if folds is not None else runs if instances is None else instances
        if each is not None:
            some = np.isfinite(each).any(axis=0) & np.isfinite(medians[row])
            medians[row, some] = np.nanmedian(each[:, some], axis=0)
    return medians


def _of_deviations(deviations: FloatArray, n: FloatArray, form: str) -> FloatArray:
    if form == "sd":
        return deviations
    return deviations / np.sqrt(n) if form == "se" else half_widths_of_runs(deviations, n, _LEVEL)


def _spreads_of_runs(scores: MetricScores, form: str) -> FloatArray | None:
    """Compute the spread of each score over its runs, or return that of the files; nan on data sets with folds."""
    if form == "iqr":
        if not scores.has_runs:
            return None
        unknown = np.full(len(scores.algorithms), np.nan)
        return np.array([unknown if runs is None else _interquartile_ranges(runs) for runs in scores.by_seed])
    if form == "sd" or scores.spreads is None or scores.runs is None:
        return scores.spreads if form == "sd" else None
    return _of_deviations(scores.spreads, scores.runs, form)


def _spread(folds: Folds, form: str) -> FloatArray:
    if form == "sd":
        return standard_deviations(folds.scores)
    if form == "iqr":
        return _interquartile_ranges(folds.scores)
    overlap = ratio_tested_to_trained(folds) or 0.0
    return standard_errors(folds.scores, overlap) if form == "se" else half_widths(folds.scores, overlap, _LEVEL)


def spread_phrase(scores: MetricScores, options: ScoresTableOptions) -> str:
    """Say what the spread next to a mean is, and over how many scores: for captions."""
    meaning = spread_meaning(scores, options.spread or "")
    if options.spread_as == "subscript":
        return f"{options.center} with the {meaning} as subscript"
    return f"{options.center} {FRAMES[options.spread_as].format(meaning)}"


def spread_meaning(scores: MetricScores, form: str) -> str:
    """Return what a spread is, and over how many folds, runs or test examples."""
    if _has_examples(scores) and not scores.has_folds:
        return f"{SPREADS[form]} over {_counted_examples(scores)}"
    if scores.has_instances:
        others = "" if all(each is not None for each in scores.instances) else ", or what else was measured"
        return f"{SPREADS[form]} over {over_instances(scores)}{others}"
    if not scores.has_folds:
        if scores.seeds is None:
            return "spread as the files give it"
        return f"{SPREADS[form]} over {over_runs(scores)}"
    counts = {len(folds.scores) for folds in scores.folds if folds is not None}
    over = counted(counts.pop(), "fold") if len(counts) == 1 else "the folds"
    return f"{SPREADS[form]} over {over}"


def _counted_examples(scores: MetricScores) -> str:
    """Count the test examples of a data set, and the clusters that they are in."""
    all_examples = [examples for examples in scores.examples if examples is not None]
    sizes = [len(examples.scores) for examples in all_examples] or [
        outcomes.n for outcomes in scores.outcomes if outcomes is not None
    ]
    over = between_in_words(sizes, "test example")
    clusters = [examples.n_clusters for examples in all_examples if examples.clusters is not None]
    return f"{over} in {between_in_words(clusters, 'cluster')}" if clusters else over


def spread_note(scores: MetricScores, form: str) -> str:
    """State the correction of standard errors for training sets that overlap, where there is one."""
    corrected = any(folds is not None and ratio_tested_to_trained(folds) is not None for folds in scores.folds)
    if form in ("sd", "iqr") or not corrected:
        return ""
    return "Standard errors are corrected for overlapping training sets, as in the corrected resampled t test."


@dataclass(frozen=True)
class ScoreCells:
    """The cells of a table of scores."""

    # means, ranks, behind_best: (n_datasets, n_algorithms): of the scores, and how far each is from the data set's best
    means: FloatArray
    ranks: FloatArray
    behind_best: FloatArray
    spreads: FloatArray | None  # next to the means
    scale: Scale  # how the scores are printed in this table
    of_scores: Rounding  # how what sums them up is rounded
    of_rows: Sequence[Rounding]  # how those of each data set are
    form: str  # what the spreads are: sd, se or ci
    with_ranks: bool  # whether ranks stand in parentheses
    # 1 where significantly better than the algorithm compared with, -1 where worse, nan for itself
    against: FloatArray | None = None
    signs: Mapping[float, str] = field(default_factory=lambda: SIGNS)  # of `against`, what is printed
    imputed: FloatArray | None = None  # 1 where a score stands in for a missing one, else 0; None where none does
    # (n_datasets, n_algorithms): what is printed in place of the means, and how: differences from an algorithm
    differences: tuple[FloatArray, Rounding] | None = None
    relative: bool = False  # whether these are in relation to its scores
    frame: str = PLUS_MINUS  # of the spreads
    censored: BoolArray | None = None  # runs that were not solved within the limit, in place of whose time it stands
    limit: float = 0.0

    @property
    def values(self) -> FloatArray:
        """What the cells show."""
        return self.means if self.differences is None else self.differences[0]

    @property
    def rounding(self) -> Rounding:
        """How what sums that up is rounded."""
        return self.of_scores if self.differences is None else self.differences[1]

    def rounding_on(self, place: int) -> Rounding:
        """Return how that is rounded on a data set."""
        if self.differences is None:
            return self.of_rows[place]
        return self.rounding if self.relative else replace(self.of_rows[place], signed=True)

    @cached_property
    def behind(self) -> Mapping[str, FloatArray]:
        """What stands behind the means, by the names that CSV gives it."""
        ranks = self.ranks if self.with_ranks else None
        here = {self.form: self.spreads, "rank": ranks, "against": self.against, "imputed": self.imputed}
        return {part: values for part, values in here.items() if values is not None}

    def rows(self, marks: Sequence[Sequence[frozenset[Mark]]]) -> list[list[Cell]]:
        """Return the rows of cells, marked."""
        return [list(self._row(place, marked)) for place, marked in enumerate(marks)]

    @property
    def unsolved_text(self) -> str:
        """What stands in place of the time of a run that was not solved within the limit."""
        return f"> {self.of_scores.text(self.limit)}"

    def unprinted_rows(self) -> list[list[Cell]]:
        """Return the rows as a CSV file alone has them."""
        rows = bare_rows(self.values)
        for place, column in () if self.censored is None else np.argwhere(self.censored).tolist():
            rows[place][column] = Cell("", self.unsolved_text)
        if not self.behind:
            return rows
        return [
            [Cell("", cell.value, detail_value=self._value_behind(place, column)) for column, cell in enumerate(row)]
            for place, row in enumerate(rows)
        ]

    def _row(self, place: int, marks: Sequence[frozenset[Mark]]) -> Iterator[Cell]:
        means, behind_best = self.values[place].tolist(), self.behind_best[place].tolist()
        rounding, print_score = self.rounding_on(place), self.of_rows[place].text
        widest = max(filter(math.isfinite, behind_best), default=0.0)
        for column, (mean, mark) in enumerate(zip(means, marks, strict=True)):
            absent, text, frame = math.isnan(mean), rounding.text(mean), self._frame_behind(place, column)
            behind = self._value_behind(place, column)
            value: float | str = "" if absent else mean
            if self.censored is not None and self.censored[place, column]:
                absent, text = True, self.unsolved_text
                value = text
            detail = frame.format(print_score(behind[0])) if isinstance(behind, tuple) else frame
            yield Cell(
                f"{text} {detail}" if detail else text,
                value,
                _ABSENT if absent else mark,
                detail=detail,
                detail_value=behind,
                others=self._others(place, column, print_score(behind_best[column])),
                shade=0 if absent or not widest else round(100 * (1 - behind_best[column] / widest)),
                form=None if isinstance(value, str) and value else rounding,
                detail_frame=frame,
            )

    def _others(self, place: int, column: int, gap: str) -> tuple[str, ...]:
        """Return the rank and the difference to the best, each with the sign that a score has."""
        sign = "" if self.against is None else self.signs.get(self.against[place, column], "")
        if self.imputed is not None and self.imputed[place, column]:
            sign = f"{sign} {IMPUTED_SIGN}".strip()
        return tuple(f"{text} {sign}".rstrip() for text in (place_text(self.ranks[place, column]), gap))

    def _frame_behind(self, place: int, column: int) -> str:
        """Return what stands behind a mean: a frame for the spread, which is rounded as the mean is, rank and sign."""
        parts_shown = []
        for part, values in self.behind.items():
            value = float(values[place, column])
            if part == "against":
                parts_shown.append(self.signs.get(value, ""))
            elif part == "imputed":
                parts_shown.append(IMPUTED_SIGN if value else "")
            elif not math.isnan(value):
                parts_shown.append(f"({place_text(value)})" if part == "rank" else self.frame)
        return " ".join(filter(None, parts_shown))

    def _value_behind(self, place: int, column: int) -> float | tuple[float, ...] | None:
        """Return the values behind a mean: None where there are none, and a rank alone as it is."""
        values = tuple(float(array[place, column]) for array in self.behind.values())
        if all(map(math.isnan, values)):
            return None
        return values[0] if [*self.behind] == ["rank"] else values


def bare_rows(values: FloatArray) -> list[list[Cell]]:
    """Return rows of cells with values and without texts, which would take most of the time."""
    return [[Cell("", "" if math.isnan(value) else value) for value in row] for row in values.tolist()]


def score_cells(
    scores: MetricResults, ranks: FloatArray, options: ScoresTableOptions, *, with_ranks: bool
) -> ScoreCells:
    """Choose digits, spread and ranks of a table of scores."""
    if not isinstance(scores, MetricScores):
        raise ValueError(f"metric {scores.name}: average ranks alone have no scores")
    scale = scale_in(scores, options)
    centers = scores.means if options.center == "mean" else medians_of(scores)
    rounding = scale.rounding(centers)
    return ScoreCells(
        centers,
        ranks,
        shortfall_from_best(scores.sign * centers),
        None if options.spread is None else spreads_of(scores, options.spread),
        scale,
        rounding,
        scale.roundings(centers, rounding),
        options.spread or "",
        with_ranks,
        frame=FRAMES[options.spread_as],
        imputed=imputed_cells(scores),
        censored=scores.censored,
        limit=scores.limit or 0.0,
    )


def imputed_cells(scores: MetricResults) -> FloatArray | None:
    """Return 1 where a score stands in for a missing one and 0 elsewhere; None where none does."""
    imputed = scores.missing.is_imputed(scores.datasets, scores.algorithms)
    return imputed.astype(np.float64) if imputed.any() else None


def scale_in(scores: MetricResults, options: Scaled) -> Scale:
    """Return how a table prints the scores of a metric: as the metric says, unless the table says otherwise."""
    scale, percent, digits = scores.scale, options.percent, options.digits
    if isinstance(percent, dict):
        percent = percent.get(scores.name)
    elif percent and not is_share(scores):
        percent = None
    if isinstance(digits, dict):
        digits = digits.get(scores.name)
    return replace(
        scale,
        percent=scale.percent if percent is None else percent,
        # the decimals of a metric are those of its scale, percent or not
        digits=scale.digits if digits is None and percent in (None, scale.percent) else digits,
    )


def is_share(scores: MetricResults) -> bool:
    """Return whether scores are shares: said to be, or all from 0 to 1 and in no other unit."""
    if scores.scale.percent or scores.scale.is_proportion:
        return True
    if scores.scale.unit or not isinstance(scores, MetricScores):
        return False
    return bool(np.all((scores.means >= 0) & (scores.means <= 1) | np.isnan(scores.means)))
