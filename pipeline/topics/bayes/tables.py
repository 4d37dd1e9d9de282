"""Tables of Bayesian comparisons: over data sets, and within each."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.adjustments import UNADJUSTED
from rankpress.catalog.methods import ADJUSTMENTS, BAYES_OVER, BAYES_WITHIN, LEAST_DATASETS_OF_POSTERIOR, PAIRWISE
from rankpress.core.scores import BoolArray, FloatArray
from rankpress.core.table import Cell, Mark, Table
from rankpress.stages.bayes import Bayesian
from rankpress.stats.bayes import Posterior
from rankpress.topics.phrases import (
    MOST_CELLS_BUILT,
    UNMARKED,
    adjusted_p_of,
    level_phrase,
    number,
    p_value,
    scope_of_metric,
    table_of,
)
from rankpress.topics.topic import (
    PAIRS,
    PAIRS_ON_DATASETS,
    Axes,
    TableRequest,
    heads_of_adjusted_p,
)
from rankpress.wording.forms import NumberForm
from rankpress.wording.numbers import (
    MISSING,
    counted_in_words,
    level_text,
)
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, dataset_named, say

CONVINCING = 0.95
MOST_R_HAT = 1.01
_DIFFERENCE = ("Difference", "From", "To")
_BOLD = frozenset[Mark]({"bold"})
_REGIONS = ("P(a better)", "P(equivalent)", "P(b better)")


def compared_bayesian(analysis: Analysis) -> Bayesian | None:
    """Return the comparisons, where any were made."""
    bayesian = analysis.bayesian
    return bayesian if bayesian is not None and (bayesian.over is not None or bayesian.within) else None


def probabilities(posterior: Posterior) -> FloatArray:
    """Probabilities of the first to be better, of both to be equivalent, and of the second, one row per pair."""
    return np.column_stack([posterior.p_first, posterior.p_equal, posterior.p_second])


def probabilities_of_pair(posterior: Posterior, row: int) -> tuple[float, float, float]:
    """Return the three probabilities of a pair: the first is better, both are equivalent, the second is better."""
    return float(posterior.p_first[row]), float(posterior.p_equal[row]), float(posterior.p_second[row])


def decisive(analysis: Analysis, bayesian: Bayesian, posterior: Posterior) -> FloatArray:
    """Return the probabilities that a verdict over the data sets goes by: on few of them the least of several priors.

    Where there is no second prior to judge few data sets by, they are 0.
    """
    p = probabilities(posterior)
    if analysis.scores.n_datasets >= LEAST_DATASETS_OF_POSTERIOR:
        return p
    return np.zeros_like(p) if bayesian.against is None else np.fmin(p, bayesian.against)


@Axes(PAIRS, (*_DIFFERENCE, *_REGIONS, "p"), heads_of_adjusted_p)
def bayes_over_table(analysis: Analysis) -> Table | None:
    """Build the table of Bayesian comparisons over the data sets, with the p-values of the tests next to them."""
    bayesian = analysis.bayesian
    if bayesian is None or bayesian.over is None:
        return None
    tested = analysis.tested.over
    is_adjusted = analysis.adjusted.deciding != UNADJUSTED
    adjusted_p = dict([*adjusted_p_of(analysis).items()][:is_adjusted])
    p = {} if tested is None else {"p": tested.p, **adjusted_p}
    difference = _DIFFERENCE if "low" in bayesian.over.details else ()
    order = range(len(bayesian.pairs)) if tested is None else np.argsort(tested.p, kind="stable").tolist()
    certain = decisive(analysis, bayesian, bayesian.over) >= CONVINCING
    rows = [
        (
            *(analysis.algorithms[i] for i in bayesian.pairs[index]),
            *(_differences(analysis, bayesian.over, index) if difference else ()),
            *_bayes_probabilities(bayesian, bayesian.over, index, certain),
            *(p_value(values[index], analysis.adjusted.alpha, marked=False) for values in p.values()),
        )
        for index in order
    ]
    return table_of(
        ("a", "b", *difference, *_regions(bayesian), *p),
        rows,
        names=2,
        title=say("Bayesian comparisons over the data sets by {}", analysis.metric),
        caption=say(
            "Posterior probabilities by the {}, with {}: {} of {}.{}",
            BAYES_OVER[bayesian.over_procedure].title,
            rope_text(analysis, bayesian),
            counted_in_words(len(rows), "comparison"),
            scope_of_metric(analysis),
            _compared_p(analysis),
        ),
        notes=tuple(_notes_over(analysis, bayesian, bayesian.over)),
    )


def _differences(analysis: Analysis, posterior: Posterior, row: int) -> tuple[Cell, ...]:
    """Return the mean difference of a pair, the score of a minus that of b, with the ends of its 95% interval."""
    mean, *ends = (analysis.scores.sign * posterior.details[name] for name in ("mean", "low", "high"))
    errors = (posterior.details["high"] - posterior.details["low"]) / 4
    rounding = analysis.scores.scale.rounding_of_estimates(mean, errors)
    values = (mean[row], *sorted(end[row] for end in ends))
    return tuple(number(value, rounding) if np.isfinite(value) else Cell(MISSING, value) for value in values)


def _compared_p(analysis: Analysis) -> str:
    """Return which test's p stand next to the probabilities."""
    over, deciding = analysis.tested.over, analysis.adjusted.deciding
    if over is None:
        return ""
    title = PAIRWISE[over.procedure].title
    if deciding in (None, UNADJUSTED) or analysis.ranking.is_of_two:
        return f" p: {title}."
    return f" p: {title}, unadjusted and adjusted by {ADJUSTMENTS[deciding].title}, {level_phrase(analysis)}."


def rope_text(analysis: Analysis, bayesian: Bayesian) -> str:
    """Return the rope in a caption."""
    if bayesian.rope == 0:
        return "no region of practical equivalence"
    return f"scores that differ by at most {analysis.scores.scale.size_phrase(bayesian.rope)} taken as equivalent"


def _regions(bayesian: Bayesian) -> tuple[str, ...]:
    """Heads of the columns; without a rope nothing can be equivalent."""
    return _REGIONS if bayesian.rope else (_REGIONS[0], _REGIONS[2])


def _bayes_probabilities(bayesian: Bayesian, posterior: Posterior, row: int, certain: BoolArray) -> Iterator[Cell]:
    regions = zip(probabilities_of_pair(posterior, row), certain[row].tolist(), strict=True)
    for place, (value, is_certain) in enumerate(regions):
        if bayesian.rope or place != 1:
            yield number(value, NumberForm("probability"), _BOLD if is_certain else UNMARKED)


def _notes_over(analysis: Analysis, bayesian: Bayesian, posterior: Posterior) -> Iterator[str]:
    few = analysis.scores.n_datasets < LEAST_DATASETS_OF_POSTERIOR
    if few and bayesian.against is None:
        pass
    else:
        yield _bold_note(" also under a prior against the outcome" if few else "")
    if "r_hat" in posterior.details:
        yield (
            "Difference: posterior mean of the average difference, with its 95% interval; largest split R-hat"
            f" {np.nanmax(posterior.details['r_hat'], initial=1.0):.3f}, smallest effective sample size"
            f" {np.nan_to_num(np.fmin.reduce(posterior.details['ess'])):,.0f}."
        )
    if posterior.draws:
        yield (
            f"{counted(posterior.draws, 'posterior sample')} (seed {posterior.seed}); Monte Carlo standard errors are"
            f" at most {np.nanmax(posterior.monte_carlo_error, initial=0.0):.4f}."
        )

    undefined = np.isnan(posterior.p_first).tolist()
    reasons = {reason for reason, none in zip(posterior.why, undefined, strict=True) if reason and none}
    yield from (f"A dash: {reason}." for reason in sorted(reasons))


def _bold_note(also: str = "") -> str:
    return f"Bold: probabilities of at least {level_text(CONVINCING)}{also}."


@Axes(PAIRS_ON_DATASETS, ("Difference", "Scale", "df", *_REGIONS)).by_request
def bayes_within_table(request: TableRequest) -> Table | None:
    """Build the table of Bayesian comparisons within the data sets."""
    analysis = request.analysis
    bayesian = analysis.bayesian
    n_rows = 0 if bayesian is None else sum(len(of_dataset.pairs) for of_dataset in bayesian.within)
    if bayesian is None or not n_rows or too_many_within(bayesian, request.most(MOST_CELLS_BUILT)):
        return None
    return table_of(
        ("Data set", "a", "b", "Difference", "Scale", "df", *_regions(bayesian)),
        _rows_within(analysis, bayesian),
        names=3,
        title=say("Bayesian comparisons within the data sets by {}", analysis.metric),
        caption=say(
            "Posterior probabilities over the folds of a data set by the {}, with {}: {} in {} on {}. A difference is"
            " the score of a minus that of b.",
            BAYES_WITHIN[bayesian.within_procedure].title,
            rope_text(analysis, bayesian),
            counted_in_words(n_rows, "comparison"),
            analysis.metric,
            counted_in_words(len(bayesian.within), "data set"),
        ),
        notes=(
            "Posterior of the mean difference: Student's t with this location, scale and df.",
            _bold_note(),
        ),
    )


def too_many_within(bayesian: Bayesian, most: int = MOST_CELLS_BUILT) -> bool:
    """Return whether the comparisons within data sets are left to results.json."""
    return 9 * sum(len(of_dataset.pairs) for of_dataset in bayesian.within) > most


def _rows_within(analysis: Analysis, bayesian: Bayesian) -> Iterator[tuple[Cell | Prose, ...]]:
    sign = analysis.scores.sign
    means = np.concatenate([element.posterior.details["mean"] for element in bayesian.within])
    rounding = analysis.scores.scale.rounding(np.abs(means)[None])
    finer = rounding.finer
    for of_dataset in bayesian.within:
        details, certain = of_dataset.posterior.details, probabilities(of_dataset.posterior) >= CONVINCING
        for index, (a, b) in enumerate(of_dataset.pairs.tolist()):
            difference, scale, df = sign * details["mean"][index], details["scale"][index], float(details["df"][index])
            yield (
                dataset_named(of_dataset.dataset),
                analysis.algorithms[a],
                analysis.algorithms[b],
                number(difference, rounding),
                number(scale, finer),
                number(df, NumberForm("df")),
                *_bayes_probabilities(bayesian, of_dataset.posterior, index, certain),
            )
