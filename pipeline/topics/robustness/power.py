"""Topic power: tables, sentences, facts and results."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from pydantic import Field

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import FigureKind, TableKind
from rankpress.catalog.methods import ADJUSTMENTS, PAIRWISE
from rankpress.core.bibliography import cite
from rankpress.core.plain_data import Json, picked, stated
from rankpress.core.scores import IntArray
from rankpress.core.table import Cell, Table
from rankpress.spec.plot_sections import PairsOptions
from rankpress.spec.strict import Pairs
from rankpress.stats.simulated_power import LEVEL, UNADJUSTED, Reached, share_bands, spread_interval
from rankpress.topics.facts import AS_LEVEL, COUNT, Fact, Pair, Subjects, Unit, interval, size_unit, unit_of_text
from rankpress.topics.phrases import number, table_of, with_interval
from rankpress.topics.robustness.results import PowerResult
from rankpress.topics.topic import PAIRS, Axes, Facts, ResultKey, Topic, adjusted_heads, register, where
from rankpress.wording.forms import NumberForm
from rankpress.wording.numbers import (
    MISSING,
    Rounding,
    Scale,
    counted_in_words,
    fixed,
    in_words,
    level_text,
    percent_text,
)
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, capitalized, join, joined, say

if TYPE_CHECKING:
    from rankpress.robustness.power import BySize, PairPower, Powered

MODELS = {
    "resampled": "data sets drawn from these with replacement",
    "normal": "data sets whose scores are normal with the observed covariance",
}


def _simulated(analysis: Analysis) -> Powered | None:
    """Return the simulated power, where any pair has some."""
    powered = analysis.robustness.powered
    return powered if powered is not None and powered.each else None


def procedure_title(procedure: str) -> str:
    """Return a procedure at the head of a column, or next to a line: Unadjusted, Holm."""
    return "Unadjusted" if procedure == UNADJUSTED else ADJUSTMENTS[procedure].title


def by_procedure(powered: Powered, procedure: str) -> str:
    """Return a procedure in a sentence: the sign test, adjusted by Holm."""
    test = f"the {PAIRWISE[powered.test].title}"
    return test if procedure == UNADJUSTED else f"{test} adjusted by {ADJUSTMENTS[procedure].title}"


def own_text(analysis: Analysis, powered: Powered) -> str:
    """Return the study's own data sets: where some lack results, those with all."""
    here = counted(powered.n_datasets, "data set")
    return (
        f"{here} (as in this study)"
        if powered.n_datasets == analysis.scores.n_datasets
        else f"{here}, those here with all results"
    )


def resting_on(powered: Powered) -> str:
    """Return how little is known of the spread that all of it rests on, in a sentence below a table."""
    low, high = spread_interval(powered.n_datasets)
    return (
        f"The spread is estimated from {counted(powered.n_datasets, 'data set')}; the true spread is"
        f" {fixed(low, 2)} to {fixed(high, 2)} times, and N {fixed(low**2, 2)} to {fixed(high**2, 2)} times as large"
        f" ({percent_text(LEVEL)} interval, normal differences)."
    )


_POWER = NumberForm("proportion")


def power_bounds(powered: Powered, count: int) -> tuple[float, float, float]:
    """Return a power, and the ends of its interval."""
    low, high = share_bands([count], powered.draws)
    return count / powered.draws, float(low[0]), float(high[0])


def power_text(powered: Powered, count: int) -> str:
    """Return a power with its interval in a sentence: 0.43 (95% interval 0.40 to 0.46)."""
    power, low, high = map(_POWER.text, power_bounds(powered, count))
    return f"{power} ({percent_text(LEVEL)} interval {low} to {high})"


@dataclass(frozen=True)
class _Sizes:
    """How a number of data sets is printed that was read off in the range that was simulated: 23, >240, ≤5."""

    least: int
    most: int

    def text(self, value: float | None) -> str:
        """Print it."""
        if value is None:
            return MISSING
        if math.isinf(value):
            return f">{self.most}"
        return f"\N{LESS-THAN OR EQUAL TO}{self.least}" if value == self.least else str(math.ceil(value))

    def phrase(self, value: float) -> str:
        """Print it for a sentence."""
        if math.isinf(value):
            return f"more than {self.most}"
        return f"at most {self.least}" if value == self.least else str(math.ceil(value))

    def of_ends(self, _low: float, _high: float) -> _Sizes:
        """Return this rounding."""
        return self

    def with_decimals(self, decimals: int) -> _Sizes:
        """Return this rounding: numbers of data sets are whole."""
        return self


def _sizes(powered: Powered) -> _Sizes:
    return _Sizes(powered.sizes[0], powered.sizes[-1])


def needed_text(powered: Powered, needed: Reached) -> str:
    """Return how many data sets are needed, in a sentence."""
    if math.isinf(needed.place):
        return f"more than {counted(powered.sizes[-1], 'data set')}"
    if needed.place == powered.sizes[0]:
        return f"{counted(powered.sizes[0], 'data set')} or fewer"
    low, high = map(_sizes(powered).text, (needed.low, needed.high))
    of_draws = f"{percent_text(LEVEL)} Monte Carlo interval {low} to {high}"
    return f"about {counted(math.ceil(needed.place), 'data set')} ({of_draws})"


def rounding_of_smallest(powered: Powered, scale: Scale) -> Rounding:
    """Return how the smallest differences are rounded."""
    smallest = [difference for pair in powered.each for difference in pair.by_difference.smallest]
    values = [
        [difference.place, (difference.high - difference.low) / 2]
        for difference in smallest
        if math.isfinite(difference.high) and difference.high > difference.low
    ]
    return scale.rounding(np.array(values or [[1.0, 1.0]]))


def simulated(powered: Powered) -> str:
    """Return what was drawn, in a clause of a caption."""
    return (
        f"{powered.draws:,} simulated studies each, of {MODELS[powered.model]} (seed {powered.seed}), at level"
        f" {level_text(powered.alpha)}"
    )


def own_power(powered: Powered, power: PairPower, effect: int, procedure: int) -> int:
    """In how many simulated studies of the study's own size a difference is found."""
    power_of_effect = power.by_size[effect]
    return int(power_of_effect.right[power_of_effect.sizes.index(powered.n_datasets), procedure])


def mistaken(powered: Powered) -> Iterator[tuple[PairPower, float, int, int]]:
    """Pairs and differences of which the test finds the worse algorithm better, more often than were they equal."""
    for power in powered.each:
        for effect, power_of_effect in zip(powered.effects, power.by_size, strict=True):
            wrong, right = int(power_of_effect.wrong[-1, 0]), int(power_of_effect.right[-1, 0])
            if wrong > right and power_bounds(powered, wrong)[1] > powered.alpha / 2:
                yield power, effect, wrong, right


POWER_HERE = "Power here"


def needed_by(procedure: str) -> str:
    """Head of the column of data sets that a procedure needs: N (Holm)."""
    return f"N ({procedure_title(procedure)})"


@Axes(PAIRS, ("Difference", POWER_HERE, needed_by(UNADJUSTED)), adjusted_heads(needed_by))
def power_table(analysis: Analysis) -> Table | None:
    """Build the table of how many data sets the differences worth having need."""
    powered = _simulated(analysis)
    if powered is None:
        return None
    form = (
        "Data sets needed to find a mean difference in {} in favor of a with a power of {}, by procedure, and the power"
        " on {} ({}). {}."
    )
    target, here = level_text(powered.target), own_text(analysis, powered)
    deciding = procedure_title(powered.procedures[powered.deciding])
    rows = (
        (
            *_named_pair(analysis, power),
            number(effect, NumberForm("number", factor=analysis.scores.scale.factor)),
            with_interval(*power_bounds(powered, own_power(powered, power, place, powered.deciding)), _POWER),
            *(_power_needed(powered, needed) for needed in power.by_size[place].needed),
        )
        for power in powered.each
        for place, effect in enumerate(powered.effects)
    )
    return table_of(
        ("a", "b", "Difference", POWER_HERE, *map(needed_by, powered.procedures)),
        rows,
        names=2,
        stub=3,
        title=say("Data sets needed by {}", analysis.metric),
        caption=say(form, analysis.metric, target, here, deciding, simulated(powered)),
        notes=(
            f"In brackets: {percent_text(LEVEL)} Monte Carlo intervals.",
            resting_on(powered),
        ),
        detail="interval",
        detail_parts=("from", "to"),
    )


def _named_pair(analysis: Analysis, power: PairPower) -> tuple[Prose, Prose]:
    return analysis.algorithms[power.a], analysis.algorithms[power.b]


def _power_needed(powered: Powered, needed: Reached) -> Cell:
    if math.isinf(needed.place) or needed.place == powered.sizes[0]:
        return Cell(_sizes(powered).text(needed.place))
    return with_interval(math.ceil(needed.place), needed.low, needed.high, _sizes(powered))


@Axes(PAIRS, ("Spread", procedure_title(UNADJUSTED)), adjusted_heads(procedure_title))
def smallest_difference_table(analysis: Analysis) -> Table | None:
    """Build the table of the smallest differences that a study of this size finds."""
    powered = _simulated(analysis)
    if powered is None:
        return None
    form = "Smallest mean difference in {} in favor of a that is found with a power of {} on {}, by procedure."
    rounding = rounding_of_smallest(powered, analysis.scores.scale)
    rows = (
        (
            *_named_pair(analysis, power),
            number(power.spread, rounding),
            *(
                Cell("none")
                if math.isinf(smallest.place)
                else with_interval(smallest.place, smallest.low, smallest.high, rounding)
                for smallest in power.by_difference.smallest
            ),
        )
        for power in powered.each
    )
    return table_of(
        ("a", "b", "Spread", *map(procedure_title, powered.procedures)),
        rows,
        names=2,
        title=say("Smallest differences found by {}", analysis.metric),
        caption=say(form, analysis.metric, level_text(powered.target), own_text(analysis, powered)),
        notes=(
            "Spread: standard deviation of the observed differences over the data sets.",
            f"In brackets: {percent_text(LEVEL)} Monte Carlo intervals.",
            resting_on(powered),
        ),
        detail="interval",
        detail_parts=("from", "to"),
    )


_MODELS = {
    "resampled": (
        "the data sets of a simulated study were drawn with replacement from those observed, their deviations enlarged"
        " by the root of n / (n \N{MINUS SIGN} 1)"
    ),
    "normal": "the scores of a simulated study were normal with the observed means and covariance",
}


@where(_simulated)
def power_paragraphs(analysis: Analysis, powered: Powered) -> Iterator[Prose]:
    """Return how many data sets the differences worth having need, and the smallest that is found here."""
    for place in range(len(powered.effects)):
        yield join(_of_effect(analysis, powered, place))
    yield join(_of_smallest(analysis, powered))


@where(_simulated)
def power_findings(analysis: Analysis, powered: Powered) -> Iterator[Prose]:
    """Return the findings on power in one paragraph; notes below the tables of a report have the assumptions."""
    yield join((*power_paragraphs(analysis), resting_on(powered)))


@where(_simulated)
def power_in_short(analysis: Analysis, powered: Powered) -> Iterator[Prose]:
    """Return the power to find each difference worth having between the leading two, and the data sets needed."""
    yield from (next(_of_effect(analysis, powered, place)) for place in range(len(powered.effects)))


def _of_effect(analysis: Analysis, powered: Powered, place: int) -> Iterator[Prose]:
    first, index, target = powered.each[0], powered.deciding, level_text(powered.target)
    form = "If {} by {} in {} on average, {} would detect it with a power of {} on {}; a power of {} requires {}."
    better, effect = (
        _named(analysis, first, " were better than "),
        analysis.scores.scale.size_phrase(powered.effects[place]),
    )
    by, power = by_procedure(powered, powered.procedures[index]), own_power(powered, first, place, index)
    needed = needed_text(powered, first.by_size[place].needed[index])
    here = power_text(powered, power), own_text(analysis, powered)
    yield say(form, better, effect, analysis.metric, by, *here, target, needed)
    if len(powered.each) > 1:
        yield from _of_all(powered, place)


def _of_all(powered: Powered, place: int) -> Iterator[str]:
    index, pairs = powered.deciding, counted_in_words(len(powered.each), "pair")
    shares = [own_power(powered, pair_power, place, index) / powered.draws for pair_power in powered.each]
    sizes = [pair_power.by_size[place].needed[index].place for pair_power in powered.each]
    enough = sum(share >= powered.target for share in shares)
    ends = [_sizes(powered).phrase(size) for size in (min(sizes), max(sizes))]
    needed = ends[0] if ends[0] == ends[1] else f"{ends[0]} to {ends[1]}"
    least, most = fixed(min(shares), 2), fixed(max(shares), 2)
    power = f"{least} for each" if least == most else f"{least} to {most}"
    who = f"of the {pairs} simulated, {in_words(enough)} {'has' if enough == 1 else 'have'}"
    if enough in (0, len(shares)):
        words = ("neither of", "both of") if len(shares) == 2 else ("none of", "all of")
        who = f"{words[enough > 0]} the {pairs} simulated {'have' if enough else 'has'}"
    yield f"{capitalized(who)} that power here ({power}); the number of data sets needed is {needed}."


def _of_smallest(analysis: Analysis, powered: Powered) -> Iterator[Prose]:
    scale, target = analysis.scores.scale, level_text(powered.target)
    index, rounding = powered.deciding, scale.in_points(rounding_of_smallest(powered, scale))
    differences = [pair_power.by_difference.smallest[index] for pair_power in powered.each]
    first, pair = differences[0], _named(analysis, powered.each[0], " and ")
    if math.isinf(first.place):
        yield say("No difference between {}, however large, is detected here with a power of {}.", pair, target)
    else:
        form = (
            "The smallest difference between {} that {} would detect here with a power of {} is {} ({} Monte Carlo"
            " interval {} to {})."
        )
        by, ends = by_procedure(powered, powered.procedures[index]), map(rounding.text, (first.low, first.high))
        smallest = scale.difference_phrase(rounding.text(first.place))
        yield say(form, pair, by, target, smallest, percent_text(LEVEL), *ends)
    finite = [difference.place for difference in differences if math.isfinite(difference.place)]
    if len(finite) > 1:
        least, most = rounding.text(min(finite)), scale.difference_phrase(rounding.text(max(finite)))
        yield f"Over all pairs simulated, the smallest difference is {least} to {most}."


def _named(analysis: Analysis, power: PairPower, between: str) -> Prose:
    return say("{}{}{}", analysis.algorithms[power.a], between, analysis.algorithms[power.b])


@where(lambda analysis: analysis.robustness.powered)
def power_caveats(analysis: Analysis, powered: Powered) -> Iterator[Prose]:
    """Return what these simulations leave out, and where test and mean difference disagree."""
    yield from powered.notes
    if powered.each:
        yield from (why for part, why in powered.left_out.items() if part != "all")
        yield from _disagreeing(analysis, powered)


def _disagreeing(analysis: Analysis, powered: Powered) -> Iterator[Prose]:
    mistakes = list(mistaken(powered))
    if not mistakes:
        return
    power, effect, wrong, right = max(mistakes, key=lambda case: case[2])
    others = f" The same holds for {counted(len(mistakes) - 1, 'other row')} of the table." if len(mistakes) > 1 else ""
    form = (
        "If {} by {} on average, {} on {} would find {} better in {:,} of {:,} studies, and {} in {:,}, because few"
        " large differences determine the mean and many small ones of the other sign the test. More data sets do not"
        " change that.{}"
    )
    better, by = _named(analysis, power, " were better than "), by_procedure(powered, UNADJUSTED)
    a, b = _named_pair(analysis, power)
    studies = counted(powered.sizes[-1], "data set"), b, wrong, powered.draws, a, right
    yield say(form, better, analysis.scores.scale.size_phrase(effect), by, *studies, others)


@where(_simulated)
def power_reminders(analysis: Analysis, _powered: Powered) -> Iterator[Prose]:
    """Return what not to read into simulated power."""
    form = (
        "Power is estimated for the differences worth finding that the study names, not for the observed ones."
        " Power at the observed difference is another form of the p-value and does not explain why a difference is not"
        " significant ({})."
    )
    yield say(form, cite("hoenig2001"))
    yield (
        "Simulated studies have the spread of this one, which is itself an estimate; the intervals of power do not"
        " reflect its error, which is given below the tables."
    )
    yield ("The simulations assume that further data sets resemble those of the study.")
    if len(analysis.algorithms) > 2:
        yield (
            "The simulations shift one algorithm of a pair and take the observed differences between the others for"
            " true; stepwise adjustments and tests that rank all algorithms depend on them."
        )


@where(_simulated)
def power_methods(analysis: Analysis, powered: Powered) -> Iterator[Prose]:
    """Return what was done, for the section on methods."""
    procedures = [procedure_title(name) for name in powered.procedures[1:]]
    source = say(" ({})", cite("davison1997")) if powered.model == "resampled" else ""
    adjusted = f", by itself and with the adjustments of all comparisons by {joined(procedures)}" if procedures else ""
    effects = joined(map(analysis.scores.scale.size_phrase, powered.effects))
    yield say(
        "Power was simulated at {} of {}.",
        "a mean difference" if len(powered.effects) == 1 else "mean differences",
        effects,
    )
    form = (
        "At each number of data sets ({}), {:,} studies were simulated (seed {}): {}{}, and the scores of the"
        " worse-ranked algorithm of a pair were shifted by a constant to the difference. Each simulated study was"
        " analyzed like the observed one{}, without a preceding omnibus test; power is the probability of a"
        " significant difference in favor of the better algorithm at level {}."
    )
    sizes = ", ".join(map(str, powered.sizes))
    model = _MODELS[powered.model], source, adjusted, level_text(powered.alpha)
    yield say(form, sizes, powered.draws, powered.seed, *model)
    yield (
        f"Intervals of a power are Wilson's at {percent_text(LEVEL)}. The number of data sets needed for a power of"
        f" {level_text(powered.target)} was interpolated between simulated numbers; further numbers near it were"
        f" simulated until they differed by one data set or by 5%. The smallest difference found on"
        f" {counted(powered.n_datasets, 'data set')} was searched for by bisection on the same simulations."
    )


def facts_of_power(about: Subjects) -> Iterator[Fact]:
    """Yield the power of the pairs that were simulated, by the procedure that decides groups."""
    powered = about.analysis.robustness.powered
    if powered is None or not powered.each:
        return
    yield Fact("PowerTarget", powered.target, AS_LEVEL, "required power")
    unit = size_unit(about.analysis.scores.scale)
    meaning = "simulated studies at each number of data sets and each difference"
    yield Fact("PowerDraws", powered.draws, COUNT, meaning)
    for effect, word in zip(powered.effects, _letters_of_effects(powered), strict=True):
        yield Fact(f"PowerEffect{word}", effect, unit, "smallest relevant difference")
    for power in powered.each:
        a, b = about.analysis.algorithms[power.a], about.analysis.algorithms[power.b]
        yield from _facts_of_pair(about.analysis, powered, power, Pair(a, b, 1, about.both(a, b)))


def _letters_of_effects(powered: Powered) -> list[str]:
    """Return what distinguishes differences in names, which have no digits."""
    if len(powered.effects) == 1:
        return [""]
    return [chr(ord("A") + place) if place < 26 else f"Z{'z' * (place - 25)}" for place in range(len(powered.effects))]


def _facts_of_pair(analysis: Analysis, powered: Powered, pair_power: PairPower, pair: Pair) -> Iterator[Fact]:
    index, of, target = powered.deciding, pair.of, level_text(powered.target)
    how = by_procedure(powered, powered.procedures[index])
    for place, word in enumerate(_letters_of_effects(powered)):
        difference = say(
            "a difference of {} of {}", analysis.scores.scale.size_phrase(powered.effects[place]), pair.both
        )
        power, *ends = power_bounds(powered, own_power(powered, pair_power, place, index))
        meaning = say("power on {} for {}, {}", counted(powered.n_datasets, "data set"), difference, how)
        yield Fact(f"Power{word}", power, Unit(_POWER.text), meaning, of)
        yield from interval(f"Power{word}", ends, Unit(_POWER.text), meaning, of, level=LEVEL)
        needed = pair_power.by_size[place].needed[index].place
        printed, meaning = (
            _sizes(powered).text(needed),
            say("data sets needed to find {} with a power of {}, {}", difference, target, how),
        )
        rounded_up = math.ceil(needed) if math.isfinite(needed) else printed
        yield Fact(f"DatasetsNeeded{word}", rounded_up, unit_of_text(printed), meaning, of)
    smallest = pair_power.by_difference.smallest[index]
    if math.isfinite(smallest.place):
        unit = Unit(rounding_of_smallest(powered, analysis.scores.scale).text)
        meaning = say("smallest difference of {} found with a power of {} here, {}", pair.both, target, how)
        yield Fact("SmallestDifference", smallest.place, unit, meaning, of)
        ends = [smallest.low, smallest.high]
        yield from interval("SmallestDifference", ends, unit, meaning, of, level=LEVEL)


def power_results(analysis: Analysis) -> Json | None:
    """Return the simulated power by number of data sets and by difference; None where none was requested."""
    powered = analysis.robustness.powered
    if powered is None:
        return None
    return {
        **picked(powered, "test alpha target model effects"),
        "datasets": powered.sizes,
        "own_datasets": powered.n_datasets,
        **picked(powered, "draws seed"),
        "level": LEVEL,
        "pairs": [_results_pair(analysis, powered, power) for power in powered.each],
        **picked(powered, "left_out notes"),
    }


def _results_pair(analysis: Analysis, powered: Powered, power: PairPower) -> Json:
    def by_size(size: BySize) -> Json:
        wrong = size.wrong.T / powered.draws
        each = zip(_shares(powered, size.right).items(), wrong, size.needed, strict=True)
        return {
            name: {**shares, "wrong": in_error, "needed": _results_needed(powered, needed)}
            for (name, shares), in_error, needed in each
        }

    searched = power.by_difference
    return {
        "a": analysis.names[power.a],
        "b": analysis.names[power.b],
        "spread": power.spread,
        "by_datasets": [
            {"difference": effect, "datasets": power_of_effect.sizes, "procedures": by_size(power_of_effect)}
            for effect, power_of_effect in zip(powered.effects, power.by_size, strict=True)
        ],
        "smallest": dict(zip(powered.procedures, map(_results_smallest, searched.smallest), strict=True)),
        "by_difference": {"differences": searched.differences, "procedures": _shares(powered, searched.counts)},
    }


def _shares(powered: Powered, counts: IntArray) -> Json:
    """Return by procedure the power of which there are so many findings, with its interval."""
    return {
        name: {"power": row / powered.draws, "interval": np.column_stack(share_bands(row, powered.draws))}
        for name, row in zip(powered.procedures, counts.T, strict=True)
    }


def _results_needed(powered: Powered, needed: Reached) -> Json:
    size_needed, low, high, first = (
        math.ceil(size) if math.isfinite(size) else None
        for size in (needed.place, needed.low, needed.high, needed.first)
    )
    why = f"more than {counted(powered.sizes[-1], 'data set')}" if size_needed is None else ""
    why = f"{powered.sizes[0]:g} or fewer" if needed.place == powered.sizes[0] else why
    return {"datasets": size_needed, "interval": [low, high], "of_those": first, **stated(why=why)}


def _results_smallest(reached: Reached) -> Json:
    why = "" if math.isfinite(reached.place) else "no difference is found with this power, however large"
    return {"difference": reached.place, "interval": [reached.low, reached.high], **stated(why=why)}


class PowerFigureOptions(PairsOptions):
    """Options of the curves of power."""

    pairs: Pairs | None = Field(
        default=None,
        min_length=1,
        description="Pairs [A, B] of algorithms, one panel for each. Default: those simulated, six panels at most.",
    )
    against: Literal["datasets", "difference"] = Field(
        default="datasets",
        description="Over the number of data sets, or over the difference on as many as the study has.",
    )


register(
    Topic(
        "power",
        "Power",
        paragraphs=power_paragraphs,
        caveats=power_caveats,
        reminders=power_reminders,
        after="replicability",
        methods=(power_methods,),
        brief_methods=lambda analysis: power_methods(analysis)[:2],
        brief_account=lambda analysis, _earlier: power_in_short(analysis),
        account=lambda analysis, _earlier: [*power_findings(analysis), *power_caveats(analysis)],
        facts=(Facts(facts_of_power),),
        results=(ResultKey("power", PowerResult | None, power_results),),
        tables=(
            TableKind(
                "power",
                "power on the study's data sets, and how many data sets differences worth having need",
                builder=power_table,
            ),
            TableKind(
                "smallest-difference",
                "the smallest difference that each procedure finds on the study's data sets",
                builder=smallest_difference_table,
            ),
        ),
        figures=(
            FigureKind(
                "power", "power by the number of data sets", builder="robustness.figures", options=PowerFigureOptions
            ),
        ),
    )
)
