"""Pairs of algorithms: all that is known of each, in one table, and its facts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from rankpress.analysis import Analysis
from rankpress.catalog.adjustments import UNADJUSTED
from rankpress.catalog.methods import ADJUSTMENTS, EFFECTS, EXHAUSTIVE, PAIRWISE
from rankpress.core.bibliography import cite
from rankpress.core.scores import BoolArray, FloatArray
from rankpress.core.table import Cell, Table, TableLayout
from rankpress.spec.table_options import Joinable, Rounded
from rankpress.stages.test import OverDatasets
from rankpress.stats.exhaustive import exhaustive_sets, retained_sets
from rankpress.stats.multiplicity import bayes_factor_bound, error_probability_bound
from rankpress.stats.pairs import all_pairs
from rankpress.stats.step_levels import WITH_LEVELS, step_levels
from rankpress.topics.comparisons.equivalence import COLUMNS, EQUIVALENCE, equivalence_columns, equivalence_note
from rankpress.topics.comparisons.pairwise_test import notes_on_differences
from rankpress.topics.effects.cells import effect_cells, effect_notes, level_of_intervals, notes_on_ties, too_many
from rankpress.topics.effects.effects import reported_measures
from rankpress.topics.facts import COUNT, PROBABILITY, STATISTIC, Fact, Subjects, Unit, decimals, p_unit
from rankpress.topics.phrases import (
    MOST_CELLS_BUILT,
    adjusted_p_of,
    adjustment_title,
    count,
    deciding_p_value,
    deciding_test,
    decimal,
    named,
    number,
    of_all_together,
    of_asterisks,
    p_decimals,
    p_of,
    p_value,
    scope,
    scope_of_metric,
    significance_note,
    statistic,
    table_of,
)
from rankpress.topics.scores.rows import win_record
from rankpress.topics.topic import PAIRS, Axes, Rows, TableRequest, heads_of_adjusted_p
from rankpress.wording.forms import Form, NumberForm
from rankpress.wording.numbers import (
    Rounding,
    Scale,
    counted_in_words,
    fixed,
    grouped_number,
    level_text,
    probability_text,
    rounding_of,
)
from rankpress.wording.text import Prose, Text, join, say

if TYPE_CHECKING:
    from rankpress.spec.model import Study

WINS = "Wins/ties/losses"
RANKS, STATISTIC_TITLE = "Rank difference", "Statistic"
P_UNADJUSTED = "p (unadjusted)"
_SIGNIFICANT_WINS = "Significant wins/neither/losses within data sets"
# What a pairwise test tells next to its statistic, as the head of a column.
DETAILS = {
    "mean_difference": "Mean difference tested",
    "mean_relative_difference": "Mean relative difference",
    "standard_error": "Standard error",
    "df": "df",
    "r_plus": "R+",
    "r_minus": "R−",
    "n_used": "Data sets used",
    "wins": "Wins",
    "ties": "Ties",
    "losses": "Losses",
    "shared": "Data sets shared",
}
_TESTED = ("mean_difference", "mean_relative_difference")
_OF_SCORES = ("mean_difference", "standard_error")
_PLAIN = NumberForm("number")
# What each is of a pair that is seen from the other of the two.
_TURNED = {"r_plus": "r_minus", "r_minus": "r_plus", "wins": "losses", "losses": "wins"}
_CellOfPair = Callable[[int, bool], Cell]


@dataclass(frozen=True)
class Quantity:
    """What is known of each pair: its name, and its cell, of which pair and seen from which of the two."""

    title: str
    cell: _CellOfPair
    name: str = ""  # what a caption calls it, without the level of its intervals
    in_unit: bool = False  # whether it is a difference in the unit of the scores
    in_print: bool = True  # whether the table of pairs has it where a study names no columns


class PairsTableOptions(Joinable, Rounded):
    """Options of the table of pairs."""


def _more_columns(study: Study) -> Iterable[str]:
    """Return the heads of the columns of p-values, effect sizes and levels of steps."""
    yield from heads_of_adjusted_p(study)
    if study.effects is not None:
        requested = [study.effects.measures_for(study.test.pairwise.name, of_scores=each) for each in (True, False)]
        yield from dict.fromkeys(EFFECTS[name].heading for names in requested for name in names)
        yield from COLUMNS if study.effects.margin is not None else ()
    yield from step_level_heads(method.name for method in study.adjust).values()


_COLUMNS = (RANKS, *DETAILS.values(), STATISTIC_TITLE, WINS, P_UNADJUSTED, _SIGNIFICANT_WINS)


@Axes(PAIRS, _COLUMNS, _more_columns).by_request
def pairs_table(request: TableRequest[PairsTableOptions]) -> Table | None:
    """Build the table of pairs, the least p first; what is not for print, its CSV file has."""
    analysis, over = request.analysis, request.analysis.tested.over
    if over is None:
        return None
    requested = request.options.columns_below(each.scores.name for each in request.analyses)
    columns = pair_quantities(analysis, requested, request.most(MOST_CELLS_BUILT))
    titles = [quantity.title for quantity in columns]
    printed = [
        column.title for column in columns if (column.in_print if requested is None else column.title in requested)
    ]
    adjusted = [*adjusted_p_of(analysis)]
    rows = (
        (
            *(analysis.algorithms[i] for i in over.pairs[index].tolist()),
            *(quantity.cell(index, False) for quantity in columns),
        )
        for index in np.argsort(over.p, kind="stable").tolist()
    )
    sign = analysis.scores.scale.sign
    heads = [
        Cell(f"{column.title} ({sign})", column.title) if column.in_unit and sign else column.title
        for column in columns
    ]
    return table_of(
        ("Better ranked", "Worse ranked", *heads),
        rows,
        names=2,
        title=say("Pairs of algorithms by {}", analysis.metric),
        caption=_caption(analysis, over),
        notes=tuple(_notes(analysis, over, printed, request.options)),
        short_note=(
            *_marks_of_columns(analysis),
            *_equivalent(analysis, printed),
            *_brackets(analysis, printed),
            *notes_on_ties(analysis, printed),
        ),
        mark_notes=(
            *of_asterisks(*_marks_of_columns(analysis), *_significant(analysis)),
            *(("equivalent", note) for note in _equivalent(analysis, printed)),
        ),
        detail="interval",
        detail_parts=("from", "to"),
        unprinted=tuple(title for title in titles if title not in printed),
        layout=TableLayout(dispensable=(P_UNADJUSTED, *adjusted[:0:-1])),
    )


def pair_quantities(
    analysis: Analysis, requested: Collection[object] | None = None, most: int = MOST_CELLS_BUILT
) -> list[Quantity]:
    """Return what is known of each pair, in the order of columns; levels of steps only where a study names them."""
    over = analysis.tested.over
    if over is None:
        return []
    reported = reported_measures(analysis.estimated)
    measures = [] if analysis.estimated is None or too_many(analysis.estimated, most) else _measures(analysis)
    levels = step_level_columns(analysis, requested or ())
    return [
        *(replace(quantity, title=EFFECTS[name].heading, in_print=name in reported) for name, quantity in measures),
        replace(_rank_difference(over), in_print=not reported),
        *_details(over, analysis.scores.scale),
        replace(_alike_turned(STATISTIC_TITLE, over.statistic, statistic), in_print=False),
        *(replace(quantity, title=WINS) for quantity in _wins(analysis, over)),
        *_p_values(analysis, over),
        *_of_equivalence(analysis),
        *(Quantity(head, partial(_cell_of, cells)) for head, cells in levels.items()),
        *(replace(quantity, in_print=False) for quantity in _significant_wins(analysis, over)),
    ]


def _details(over: OverDatasets, scale: Scale) -> Iterator[Quantity]:
    """Yield what the test tells next to its statistic."""
    values = [over.details[name] for name in _OF_SCORES if name in over.details]
    rounding = scale.rounding(np.abs(np.column_stack(values))) if values else Rounding(0)
    ratios = over.details.get("mean_relative_difference")
    of_ratios = Rounding(0) if ratios is None else rounding_of(np.abs(ratios)[:, np.newaxis])
    forms: dict[str, Form] = {**dict.fromkeys(_OF_SCORES, rounding), "mean_relative_difference": of_ratios}

    def cell(name: str, index: int, turned: bool) -> Cell:
        value = over.details[_TURNED.get(name, name) if turned else name][index]
        value = -value if turned and name in _TESTED else value
        return number(value, forms.get(name, _PLAIN))

    for name, title in DETAILS.items():
        if name in over.details:
            yield Quantity(title, partial(cell, name), in_unit=name in _OF_SCORES, in_print=False)


def _caption(analysis: Analysis, over: OverDatasets) -> Prose:
    control, which = analysis.tested.control, say("The better ranked algorithm of each pair against the worse ranked")
    if control is not None:
        which = say("Each algorithm with {}, the better ranked first", analysis.algorithms[control])
    comparisons, test = counted_in_words(len(over.p), "comparison"), PAIRWISE[over.procedure].title
    return say("{}, by the {}: {} of {}.", which, test, comparisons, scope_of_metric(analysis))


def _notes(
    analysis: Analysis, over: OverDatasets, titles: Collection[str], options: PairsTableOptions
) -> Iterator[Prose]:
    """Yield what the columns that are printed mean."""
    if (over.difference == 0).any():
        yield "Algorithms with equal average ranks are in the order of the files."
    yield from _significant(analysis)
    together = of_all_together(analysis)
    yield f"p-values are two-sided{together and '; '}{together}."
    if RANKS in titles:
        tested = PAIRWISE[over.procedure].of_average_ranks
        test = "" if tested else f"; the {PAIRWISE[over.procedure].title} does not test them"
        yield f"Rank differences are first minus second{test}."
    yield from (
        notes_on_differences(analysis) if not {STATISTIC_TITLE, *map(DETAILS.get, _TESTED)}.isdisjoint(titles) else ()
    )
    yield from effect_notes(analysis, titles)
    yield from _equivalent(analysis, titles)
    yield from notes_on_p(analysis)


def _significant(analysis: Analysis) -> Iterator[str]:
    """Yield what the asterisk means, in whichever column of p-values it stands."""
    if analysis.adjusted.p:
        which = "p" if UNADJUSTED in analysis.adjusted.p else deciding_p_value(analysis)
        yield significance_note(analysis.adjusted.alpha, which)


def _marks_of_columns(analysis: Analysis) -> Iterator[str]:
    """Yield what the asterisk means in short: with the adjustment, where a single one has a column."""
    yield from _significant(analysis) if len(analysis.adjusted.p) > 1 else note_on_marks(analysis)


def _equivalent(analysis: Analysis, titles: Collection[str]) -> Iterator[Prose]:
    """Yield what the equals sign means."""
    if EQUIVALENCE in titles:
        yield equivalence_note(analysis)


def _brackets(analysis: Analysis, titles: Collection[str]) -> Iterator[str]:
    """Yield what stands in brackets."""
    estimated = analysis.estimated
    if estimated is not None and not set(titles).isdisjoint(EFFECTS[name].heading for name in estimated.effects):
        yield f"In brackets: {level_of_intervals(estimated)} confidence intervals."


def notes_on_p(analysis: Analysis) -> tuple[Prose, ...]:
    """Return which adjustments are omitted."""
    omitted = () if analysis.ranking.is_of_two else analysis.adjusted.left_out.items()
    return tuple(say("{} was omitted: {}.", ADJUSTMENTS[name].title, why) for name, why in omitted)


def note_on_marks(analysis: Analysis) -> Iterator[str]:
    """Yield which differences an asterisk marks."""
    deciding = analysis.adjusted.deciding
    if deciding is not None:
        of_two, level = analysis.ranking.is_of_two, level_text(analysis.adjusted.alpha)
        title = deciding_test(analysis, deciding) if of_two else adjustment_title(analysis, deciding)
        yield f"*: p ≤ {level} ({title})."


def where_all_pairs(analysis: Analysis) -> OverDatasets | None:
    """Return the comparisons of all pairs; None where there are none, or too few for a matrix."""
    has_matrix = analysis.tested.control is None and len(analysis.algorithms) > 2
    return analysis.tested.over if has_matrix else None


def quantities_of_pairs(analysis: Analysis, over: OverDatasets) -> Iterator[Quantity]:
    """Yield all that is known of pairs, the p-values that decide first."""
    yield from _p_values(analysis, over)[: len(analysis.adjusted.p) or None]
    yield from _p_of_other_tests(analysis)
    yield from differences_of_pairs(analysis, over)
    yield from _wins(analysis, over)
    yield from _significant_wins(analysis, over)


def _p_values(analysis: Analysis, over: OverDatasets) -> list[Quantity]:
    alpha = analysis.adjusted.alpha
    adjusted = [
        _alike_turned(title, p, partial(p_value, alpha=alpha, decimals=p_decimals(analysis, name)))
        for name, (title, p) in zip(analysis.adjusted.p, adjusted_p_of(analysis).items(), strict=False)
    ]
    if adjusted and (analysis.ranking.is_of_two or P_UNADJUSTED in adjusted_p_of(analysis)):
        return adjusted
    return [*adjusted, _alike_turned(P_UNADJUSTED, over.p, lambda value: p_value(value, alpha, marked=False))]


def _alike_turned(title: str, values: FloatArray, cell: Callable[[float], Cell]) -> Quantity:
    """Return what is the same of a pair and of its other way round."""
    numbers = values.tolist()  # an array takes long to give each
    return Quantity(title, lambda index, _turned: cell(numbers[index]))


def _of_equivalence(analysis: Analysis) -> Iterator[Quantity]:
    """Yield the adjusted p-values of equivalence and non-inferiority, where they were tested."""
    for title, cells in equivalence_columns(analysis).items():
        yield Quantity(title, partial(_cell_of, cells), in_print=title == EQUIVALENCE)


def _cell_of(cells: Sequence[Cell], index: int, _turned: bool) -> Cell:
    return cells[index]


def _p_of_other_tests(analysis: Analysis) -> Iterator[Quantity]:
    """Yield the adjusted p-values of the tests that decide nothing."""
    alpha = analysis.adjusted.alpha
    for over, adjusted in zip(analysis.tested.also, analysis.adjusted.also, strict=True):
        for name, p in adjusted.p.items():
            method = ADJUSTMENTS[name]
            title = p_of(name) if method.test else f"p ({PAIRWISE[over.procedure].title}, {method.title})"
            yield _alike_turned(title, p, lambda value: p_value(value, alpha))


def differences_of_pairs(analysis: Analysis, over: OverDatasets) -> list[Quantity]:
    """Return by how much pairs differ: by each effect size, and in average rank."""
    return [*(quantity for _, quantity in _measures(analysis)), _rank_difference(over)]


def _measures(analysis: Analysis) -> Iterator[tuple[str, Quantity]]:
    """Yield the effect sizes; a difference in the unit of the scores first."""
    estimated = analysis.estimated
    if estimated is None:
        return
    level = level_of_intervals(estimated)
    for name in sorted(estimated.effects, key=lambda name: not EFFECTS[name].in_unit):
        heading, cells = EFFECTS[name].heading, effect_cells(estimated, name, analysis.scores.scale)
        in_unit, sign = EFFECTS[name].in_unit, analysis.scores.scale.sign
        measured = f"{heading} ({sign})" if in_unit and sign else heading
        yield name, Quantity(f"{measured} [{level} interval]", cells, measured, in_unit=in_unit)


def _rank_difference(over: OverDatasets) -> Quantity:
    return Quantity(
        RANKS, lambda index, turned: decimal(-over.difference[index] if turned else over.difference[index], 2), RANKS
    )


def _wins(analysis: Analysis, over: OverDatasets) -> Iterator[Quantity]:
    """Yield on how many data sets each of two is better, where ranks on data sets are known."""
    if over.wins is None:
        return
    counts = over.wins.tolist()

    def cell(index: int, turned: bool) -> Cell:
        return win_record(*counts[index][:: -1 if turned else 1])

    yield Quantity(f"{WINS} of the row", cell)


def _significant_wins(analysis: Analysis, over: OverDatasets) -> Iterator[Quantity]:
    """Yield on how many data sets each of two is significantly better by the tests within them."""
    if analysis.conclusions.wins is None:
        return
    pairs, counts = analysis.conclusions.wins.pairs.tolist(), analysis.conclusions.wins.counts.tolist()
    outcomes = {(a, b): outcome for (a, b), outcome in zip(pairs, counts, strict=True)}
    outcomes |= {(b, a): outcome[::-1] for (a, b), outcome in outcomes.items()}

    def cell(index: int, turned: bool) -> Cell:
        a, b = over.pairs[index].tolist()[:: -1 if turned else 1]
        return win_record(*outcomes[a, b]) if (a, b) in outcomes else named("")

    yield Quantity(_SIGNIFICANT_WINS, cell)


_SETS = ("Size", "Smallest p", "Level", "Retained")
_MOST_IN_SETS = 6  # 202 sets


def step_level_heads(names: Iterable[str]) -> dict[str, str]:
    """Return the head of the column with the levels of its steps, of each procedure that has such."""
    return {name: f"{ADJUSTMENTS[name].title} level" for name in names if name in WITH_LEVELS}


def levels_of_steps(analysis: Analysis) -> dict[str, FloatArray]:
    """Return what each procedure compares the unadjusted p-values with."""
    over, adjusted = analysis.tested.over, analysis.adjusted
    if over is None:
        return {}
    p = np.nan_to_num(over.p, nan=1.0)
    families = {name: np.concatenate([p, adjusted.others]) if name in adjusted.across else p for name in adjusted.p}
    return {name: step_levels(name, families[name], adjusted.alpha)[: len(p)] for name in step_level_heads(adjusted.p)}


def step_level_columns(analysis: Analysis, requested: Collection[object]) -> dict[str, list[Cell]]:
    """Return the columns of levels that a study asks for, a cell for each comparison."""
    heads = step_level_heads(analysis.adjusted.p)
    return {
        heads[name]: [number(value, NumberForm("level")) for value in levels.tolist()]
        for name, levels in levels_of_steps(analysis).items()
        if heads[name] in requested
    }


@Axes(Rows("", lambda *_: ()), _SETS, needs=f"the {EXHAUSTIVE} adjustment and at most {_MOST_IN_SETS} algorithms")
def exhaustive_sets_table(analysis: Analysis) -> Table | None:
    """Build the table of exhaustive sets, with few algorithms and this procedure."""
    over, k, alpha = analysis.tested.over, len(analysis.algorithms), analysis.adjusted.alpha
    if over is None or k > _MOST_IN_SETS or EXHAUSTIVE not in analysis.adjusted.p:
        return None
    p, sets = np.nan_to_num(over.p, nan=1.0), exhaustive_sets(k)
    retained = retained_sets(p, k, alpha)
    rows = (
        (
            join(_classes(analysis.algorithms, each), "; "),
            count(size := int(each.sum())),
            p_value(float(p[each].min()), alpha, marked=False),
            number(alpha / size, NumberForm("level")),
            "yes" if is_retained else "no",
        )
        for each, is_retained in zip(sets, retained, strict=True)
    )
    accepted = [
        say("{} and {}", *(analysis.algorithms[i] for i in pair))
        for pair in all_pairs(k)[np.any(sets[retained], axis=0)].tolist()
    ]
    caption = (
        "The {} sets of pairwise hypotheses that can be exactly the true ones ({}), by the algorithms that they take to"
        " be equal. The Bergmann-Hommel procedure retains a set if its smallest p ({}) exceeds its level, {} divided by"
        " its size, and rejects each hypothesis that is in no retained set ({})."
    )
    test = PAIRWISE[over.procedure].title
    return table_of(
        ("Equal", *_SETS),
        rows,
        align="lrrrl",
        title=say("Exhaustive sets of hypotheses by {}", analysis.metric),
        caption=say(caption, grouped_number(len(sets)), scope(analysis), test, level_text(alpha), cite("bergmann1988")),
        notes=(say("Not rejected: {}.", join(accepted, "; ") if accepted else "no pair"),),
    )


def _classes(algorithms: Sequence[Text], true: BoolArray) -> Iterator[Prose]:
    """Yield each class of algorithms that a set of hypotheses makes equal."""
    k, pairs = len(algorithms), all_pairs(len(algorithms))[true].tolist()
    first = list(range(k))
    for a, b in pairs:
        first[b] = min(first[b], a)
    for leader in range(k):
        members = [algorithms[i] for i in range(k) if first[i] == leader]
        if len(members) > 1:
            yield join(members, " = ")


_FACTOR = Unit(lambda factor: probability_text(factor) if factor < 0.001 else fixed(factor, 3))


def facts_of_comparisons(about: Subjects) -> Iterator[Fact]:
    """State what the pairwise test and its adjustments find of each pair."""
    over = about.analysis.tested.over
    if over is None:
        return
    of_two = about.analysis.ranking.is_of_two
    adjusted = () if of_two else about.analysis.adjusted.p.items()
    alpha, analysis = about.analysis.adjusted.alpha, about.analysis
    methods = [
        (f"P/{name}", ADJUSTMENTS[name].title, p_unit(alpha, p_decimals(analysis, name)), p.tolist())
        for name, p in adjusted
    ]
    differences, p = over.difference.tolist(), over.p.tolist()
    statistics = {1: over.statistic.tolist(), -1: over.exchanged.tolist()}
    for row, pair in about.of_pairs(over.pairs.tolist()):
        a, b, sign, of = pair
        yield Fact(
            "Difference", sign * differences[row], decimals(2), say("average rank of {} minus that of {}", a, b), of
        )
        yield Fact("Statistic", statistics[sign][row], STATISTIC, say("statistic of {} against {}", a, b), of)
        yield Fact("P", p[row], about.p, say("{} of {}", "p" if of_two else "unadjusted p", pair.both), of)
        if p[row] > 0:
            meaning = say("least Bayes factor in favor of no difference of {}", pair.both)
            yield Fact("BayesFactorBound", float(bayes_factor_bound(p[row])), _FACTOR, meaning, of, is_minor=True)
            meaning = say(
                "least probability that {} do not differ, if both hypotheses were equally likely a priori", pair.both
            )
            yield Fact(
                "ErrorProbabilityBound", float(error_probability_bound(p[row])), PROBABILITY, meaning, of, is_minor=True
            )
        for key, title, unit, values in methods:
            yield Fact(key, values[row], unit, say("p of {}, {}", pair.both, title), of)
        if over.wins is not None:
            wins, ties, losses = over.wins[row].tolist()[::sign]
            yield Fact("Wins", wins, COUNT, say("data sets on which {} is better than {}", a, b), of)
            yield Fact("Ties", ties, COUNT, say("data sets on which {} and {} tie", a, b), of)
            yield Fact("Losses", losses, COUNT, say("data sets on which {} is worse than {}", a, b), of)


def least_of_comparisons(about: Subjects) -> int:
    """Return how many facts there are at least: those of `facts_of_comparisons`."""
    over = about.analysis.tested.over
    if over is None:
        return 0
    adjusted = 0 if about.analysis.ranking.is_of_two else len(about.analysis.adjusted.p)
    of_each = 3 + adjusted + (0 if over.wins is None else 3)
    return of_each * about.count(over.pairs.tolist()) + 2 * about.count(over.pairs[over.p > 0].tolist())
