"""The macros on effect sizes: estimates and intervals of pairs, and Kendall's W."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rankpress.analysis import Analysis
from rankpress.effects import Estimated
from rankpress.report.macro_names import alphabetical, camel
from rankpress.report.numbers import Rounding, fixed, percent_text
from rankpress.report.tables.effects import effect_roundings
from rankpress.stats.effects_table import EFFECTS

# Of more than this, only those of the algorithms of the best average rank: TeX has to read all of them.
MOST_EFFECTS = 1_500


def effects_macros(
    analysis: Analysis, name_of: Callable[..., str], name_of_pair: Callable[[str, str, str], str]
) -> Iterator[tuple[str, str, str]]:
    """Name, text and meaning of each.

    Parameters
    ----------
    analysis : Analysis
        One metric.
    name_of, name_of_pair : callable
        Make the name of a macro from its kind, and from its kind and two algorithms.

    Yields
    ------
    (str, str, str)
        A pair's macros are of the alphabetically first algorithm against the other, whichever ranks better.
    """
    estimated, names = analysis.estimated, analysis.names
    if estimated is None:
        return
    if estimated.concordance is not None:
        found, level = estimated.concordance, percent_text(estimated.level)
        yield name_of("KendallW"), fixed(found.estimate, 2), "Kendall's W"
        yield name_of("KendallWLow"), fixed(found.low, 2), f"Kendall's W: lower bound of the {level} interval"
        yield name_of("KendallWHigh"), fixed(found.high, 2), f"Kendall's W: upper bound of the {level} interval"
    roundings = effect_roundings(estimated)
    for at in _pairs(analysis, estimated):
        a, b, sign = alphabetical(*(names[i] for i in estimated.pairs[at].tolist()))
        for kind, text, meaning in _of_pair(estimated, at, sign, roundings):
            yield name_of_pair(kind, a, b), text, f"{meaning}, {a} against {b}"


def _pairs(analysis: Analysis, estimated: Estimated) -> list[int]:
    if len(estimated.pairs) * len(estimated.effects) <= MOST_EFFECTS:
        return list(range(len(estimated.pairs)))
    best = set(analysis.ranking.best)
    return [at for at, pair in enumerate(estimated.pairs.tolist()) if best & set(pair)]


def _of_pair(
    estimated: Estimated, at: int, sign: int, roundings: dict[str, Rounding]
) -> Iterator[tuple[str, str, str]]:
    level = percent_text(estimated.level)
    for name, effect in estimated.effects.items():
        about, text = EFFECTS[name].no_difference, roundings[name].text
        # turned round about the value of no difference where the alphabet names b first
        low, estimate, high = (
            about + sign * (float(values[at]) - about) for values in (effect.low, effect.estimate, effect.high)[::sign]
        )
        kind, title = camel(name), EFFECTS[name].title
        yield kind, text(estimate), title
        yield f"{kind}Low", text(low), f"{title}: lower bound of the {level} interval"
        yield f"{kind}High", text(high), f"{title}: upper bound of the {level} interval"
