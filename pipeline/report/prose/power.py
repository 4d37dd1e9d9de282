"""The section on simulated power, and what the section on methods says of it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rankpress.analysis import Analysis
from rankpress.power.found import PairPower, Powered
from rankpress.report.bibliography import cite
from rankpress.report.numbers import fixed, level_text, percent_text
from rankpress.report.power_told import (
    by_procedure,
    mistaken,
    needed_told,
    own_power,
    own_told,
    power_told,
    resting_on,
    rounding_of_smallest,
    sizes_text,
    title_of,
)
from rankpress.stats.required_size import LEVEL
from rankpress.stats.simulated_power import UNADJUSTED
from rankpress.wording import counted, joined

_MODELS = {
    "resampled": (
        "the data sets of a simulated study were drawn with replacement from those observed, their deviations enlarged"
        " by the root of n / (n \N{MINUS SIGN} 1)"
    ),
    "normal": "the scores of a simulated study were normal with the observed means and covariance",
}


def power_paragraphs(analysis: Analysis) -> list[str]:
    """How many data sets the differences worth having need, and the smallest that is found here."""
    powered = analysis.powered
    if powered is None or not powered.each:
        return []
    told = [" ".join(_of_effect(analysis, powered, place)) for place in range(len(powered.effects))]
    return [*told, " ".join(_of_smallest(analysis, powered))]


def power_found(analysis: Analysis) -> list[str]:
    """The same in one paragraph."""
    told = power_paragraphs(analysis)
    # below the tables of a report it is a note
    return [" ".join((*told, resting_on(analysis.powered)))] if told and analysis.powered else []


def _of_effect(analysis: Analysis, powered: Powered, place: int) -> Iterator[str]:
    first, at = powered.each[0], powered.deciding
    found = first.by_size[place]
    yield (
        f"If {_named(analysis, first, ' were better than ')} by {level_text(powered.effects[place])} in"
        f" {analysis.scores.name} on average, {by_procedure(powered, powered.procedures[at])} would find it with a"
        f" power of {power_told(powered, own_power(powered, first, place, at))} on {own_told(analysis, powered)}; for a"
        f" power of {level_text(powered.target)} it would need {needed_told(powered, found.needed[at])}."
    )
    if len(powered.each) > 1:
        yield from _of_all(powered, place)


def _of_all(powered: Powered, place: int) -> Iterator[str]:
    at, pairs = powered.deciding, counted(len(powered.each), "pair")
    shares = [own_power(powered, one, place, at) / powered.draws for one in powered.each]
    sizes = [one.by_size[place].needed[at].at for one in powered.each]
    enough = sum(share >= powered.target for share in shares)
    ends = [_in_words(sizes_text(powered, size)) for size in (min(sizes), max(sizes))]
    needed = ends[0] if ends[0] == ends[1] else f"{ends[0]} to {ends[1]}"
    least, most = fixed(min(shares), 2), fixed(max(shares), 2)
    power = f"it is {least} for each" if least == most else f"it lies between {least} and {most}"
    yield (
        f"Of {pairs} simulated, {enough or 'none'} {'has' if enough < 2 else 'have'} that power here: {power}, and the"
        f" data sets needed are {needed}."
    )


def _in_words(size: str) -> str:
    return size.replace(">", "more than ").replace("\N{LESS-THAN OR EQUAL TO}", "at most ")


def _of_smallest(analysis: Analysis, powered: Powered) -> Iterator[str]:
    at, rounding = powered.deciding, rounding_of_smallest(powered)
    found = [one.by_difference.smallest[at] for one in powered.each]
    first = found[0]
    pair = _named(analysis, powered.each[0], " and ")
    if math.isinf(first.at):
        yield f"No difference of {pair}, however large, is found here with a power of {level_text(powered.target)}."
    else:
        yield (
            f"The smallest difference of {pair} that {by_procedure(powered, powered.procedures[at])} would find here"
            f" with a power of {level_text(powered.target)} is {rounding.text(first.at)} ({percent_text(LEVEL)}"
            f" interval {rounding.text(first.low)} to {rounding.text(first.high)})."
        )
    finite = [one.at for one in found if math.isfinite(one.at)]
    if len(finite) > 1:
        yield f"Over all pairs simulated it is {rounding.text(min(finite))} to {rounding.text(max(finite))}."


def _named(analysis: Analysis, one: PairPower, between: str) -> str:
    return f"{analysis.names[one.a]}{between}{analysis.names[one.b]}"


def power_caveats(analysis: Analysis) -> list[str]:
    """What these simulations leave out, and where test and mean difference disagree."""
    powered = analysis.powered
    if powered is None:
        return []
    told = list(powered.notes)
    if powered.each:
        told += [why for part, why in powered.left_out.items() if part != "all"]
        told += _disagreeing(analysis, powered)
    return told


def _disagreeing(analysis: Analysis, powered: Powered) -> Iterator[str]:
    found = list(mistaken(powered))
    if not found:
        return
    one, effect, wrong, right = max(found, key=lambda case: case[2])
    others = f" So it is in {counted(len(found) - 1, 'other row')} of the table." if len(found) > 1 else ""
    yield (
        f"If {_named(analysis, one, ' were better than ')} by {level_text(effect)} on average,"
        f" {by_procedure(powered, UNADJUSTED)} on {powered.sizes[-1]} data sets would find {analysis.names[one.b]}"
        f" better in {wrong:,} of {powered.draws:,} studies, and {analysis.names[one.a]} in {right:,}: few large"
        " differences make the mean, and many small ones of the other sign what the test sees. More data sets do not"
        f" mend that.{others}"
    )


def power_reminders(analysis: Analysis) -> list[str]:
    """What not to read into simulated power."""
    powered = analysis.powered
    if powered is None or not powered.each:
        return []
    told = [
        (
            "Power is told for differences that are worth finding, named in the study, and not for those observed."
            " Power at the observed difference is another form of the p-value: it is low where p is large, whatever is"
            f" true, and cannot tell why nothing was found ({cite('hoenig2001')})."
        ),
        (
            "Simulated studies have the spread of this one, which is itself an estimate; how far it may be off stands"
            " below the tables. The intervals of power do not hold this."
        ),
        (
            "Further data sets are taken to be like those of the study. How many are needed of another kind, the"
            " simulations cannot tell."
        ),
    ]
    if len(analysis.names) > 2:
        told.append(
            "In a simulated study one algorithm of the pair is moved, the others stay where they were observed, as if"
            " the differences observed between them were the true ones. What adjustments in steps find (Holm's,"
            " Shaffer's and the like), and a test that ranks all algorithms, depends on where those are."
        )
    return told


def power_methods(analysis: Analysis) -> list[str]:
    """What was done, for the section on methods."""
    powered = analysis.powered
    if powered is None or not powered.each:
        return []
    procedures = [title_of(name) for name in powered.procedures[1:]]
    source = f" ({cite('davison1997')})" if powered.model == "resampled" else ""
    adjusted = f", by itself and with the adjustments of all comparisons by {joined(procedures)}" if procedures else ""
    return [
        (
            f"Power was simulated at mean differences of {joined(map(level_text, powered.effects))}, named in the"
            f" study, from {powered.draws:,} studies at each number of data sets"
            f" ({', '.join(map(str, powered.sizes))}; seed {powered.seed}): {_MODELS[powered.model]}{source},"
            " and the scores of the worse ranked of a pair were moved by a constant to make the difference."
            f" Each study was tested as this one was{adjusted}, no omnibus test being asked first; what counts is a"
            f" rejection in favour of the better one at level {level_text(powered.alpha)}."
        ),
        (
            f"Intervals of a power are Wilson's at {percent_text(LEVEL)}. The data sets needed are those from which on"
            f" the power is at least {level_text(powered.target)}, on a straight line between numbers simulated, of"
            " which more were added where the power is reached, until they were neighbours or 5% apart;"
            f" the smallest difference found on {counted(powered.own, 'data set')} was bisected on the same draws."
        ),
    ]
