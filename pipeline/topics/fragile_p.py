"""What p-values depend on in addition to the scores: the number of repeats, when one meant to stop, the alternative."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from rankpress.analysis import Analysis
from rankpress.core.bibliography import cite
from rankpress.core.numbers import level_text, p_text, rounding_of
from rankpress.core.scores import Folds, complete_pairs, ratio_tested_to_trained
from rankpress.core.table import Table
from rankpress.core.text import Prose, dataset_named, say
from rankpress.spec.report_sections import TableOptions
from rankpress.stats.bayes_factor import bayes_factor_of_no_difference
from rankpress.stats.paired_t import paired_t
from rankpress.stats.pairs import all_pairs
from rankpress.stats.resampled import over_repeats
from rankpress.stats.stopping import p_of_fixed_number, p_of_last_loss
from rankpress.topics.phrases import count, number, p_value, table_of, which_is_better
from rankpress.topics.topic import PAIRS, Axes

_HEADS = ("Repeats", "Difference", "p corrected", "p uncorrected")


def _repeated(analysis: Analysis, dataset: str | None) -> tuple[str, Folds, float] | None:
    """Return the folds of a data set that has several repeats, the first where none is named."""
    for name, folds in zip(analysis.scores.datasets, analysis.scores.folds, strict=False):
        if dataset in (None, name) and folds is not None and len(folds.per_repeat) > 1 and folds.per_repeat[0] > 1:
            ratio = ratio_tested_to_trained(folds)
            if ratio is not None:
                return name, folds, ratio
    return None


@Axes(PAIRS, _HEADS)
def p_by_repeats_table(analysis: Analysis, options: TableOptions) -> Table | None:
    """Build the table of how p falls with the repeats of a cross-validation, of the leading pair or those named."""
    repeated, names = _repeated(analysis, options.dataset), analysis.algorithms
    if repeated is None or len(names) < 2:
        return None
    dataset, folds, ratio = repeated
    compared = np.array([analysis.leading_pair]) if options.rows is None else all_pairs(len(names))
    complete = complete_pairs(folds, compared)
    if not len(complete):
        return None
    tests = over_repeats(folds.scores[:, complete[:, 0]] - folds.scores[:, complete[:, 1]], folds.repeat, ratio)
    rounding, alpha = rounding_of(np.abs(tests.difference)), analysis.adjusted.alpha
    rows = (
        (
            names[a],
            names[b],
            count(repeats),
            number(tests.difference[row, column], rounding.text(tests.difference[row, column])),
            p_value(tests.corrected[row, column], alpha),
            p_value(tests.uncorrected[row, column], alpha),
        )
        for column, (a, b) in enumerate(complete.tolist())
        for row, repeats in enumerate(tests.repeats.tolist())
    )
    caption = (
        "Tests over the folds of the first repeats of the cross-validation on {} ({}): corrected resampled t test, and"
        " t test that takes folds for independent."
    )
    note = "{} More repeats add folds and no cases, so that p depends on how many were made; no p is adjusted."
    dash = ["A dash: the difference is the same on every fold."] if np.isnan(tests.corrected).any() else []
    return table_of(
        ("a", "b", *_HEADS),
        rows,
        names=2,
        title=say("p by the number of repeats on {} by {}", dataset_named(dataset), analysis.metric),
        caption=say(caption, dataset_named(dataset), cite("berrar2017")),
        notes=(say(note, which_is_better(analysis)), *dash),
    )


def stopping_caveat(analyses: Sequence[Analysis]) -> Iterator[Prose]:
    """Yield what p-values assume of the number of data sets, where these were chosen after results were seen."""
    form = (
        "Data sets were chosen after results were seen, and every p-value here assumes that their number was fixed"
        " before ({}).{}"
    )
    yield say(form, cite("berrar2017"), next(filter(None, map(_stopped, analyses)), ""))


def _stopped(analysis: Analysis) -> Prose:
    """Return the p-values of the leader's wins by two stopping rules."""
    oriented = analysis.scores.oriented
    if oriented is None or len(analysis.names) < 2:
        return ""
    a, b = analysis.leading_pair
    signs = np.sign(oriented[:, a] - oriented[:, b])
    wins, losses = int((signs > 0).sum()), int((signs < 0).sum())
    if not losses or wins <= losses:
        return ""
    form = (
        " For example, {} scores better than {} on {} data sets and worse on {}: the one-sided sign test has p = {} if"
        " that number was fixed, and p = {} if data sets were to be added until {} had lost {}."
    )
    fixed, added = (p_text(p(wins, losses), 0.05) for p in (p_of_fixed_number, p_of_last_loss))
    first, other = analysis.algorithms[a], analysis.algorithms[b]
    return say(form, first, other, wins, losses, fixed, added, first, losses)


def lindley_caveats(analysis: Analysis) -> Iterator[Prose]:
    """Yield the significant differences for which a Bayes factor speaks for no difference in the mean."""
    over, method, values = analysis.tested.over, analysis.adjusted.deciding, analysis.scores.oriented
    if over is None or method is None or values is None or not np.isfinite(values).all():
        return
    alpha = analysis.adjusted.alpha
    rows = np.flatnonzero(analysis.adjusted.p[method] <= alpha)
    if not len(rows):
        return
    tests = paired_t(values, over.pairs[rows])
    decided = (tests.p <= alpha) & np.isfinite(tests.statistic)
    # t of 0 stands in where there is none
    factors = decided * bayes_factor_of_no_difference(np.where(decided, tests.statistic, 0.0), len(values))
    rows, factors = rows[factors > 1], factors[factors > 1]
    if not len(rows):
        return
    a, b = over.pairs[rows[factors.argmax()]].tolist()
    form = (
        "A small p-value need not speak against equal performance: of the significant differences (level {}), {} in the"
        " mean {} a Bayes factor above 1 for no difference, the largest {:.1f} between {} and {} ({}; {})."
    )
    yield say(
        form,
        level_text(alpha),
        len(rows),
        "has" if len(rows) == 1 else "have",
        float(factors.max()),
        analysis.algorithms[a],
        analysis.algorithms[b],
        cite("rouder2009"),
        cite("lindley1957"),
    )
