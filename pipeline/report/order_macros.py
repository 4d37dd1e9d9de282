"""The macros on orders: places over all data sets, on groups and by validation scores, and who is named the best."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rankpress.analysis import Analysis
from rankpress.report.macro_names import distinct_words
from rankpress.report.numbers import fixed
from rankpress.stats.families import ADJUSTMENTS


def order_macros(analysis: Analysis, name_of: Callable[..., str]) -> Iterator[tuple[str, str, str]]:
    """Name, text and meaning of each.

    Parameters
    ----------
    analysis : Analysis
        One metric.
    name_of : callable
        Makes the name of a macro from its kind, and the names of the algorithms that it is about.

    Yields
    ------
    (str, str, str)
    """
    for place, position in enumerate(analysis.ordered.ranking, start=1):
        name = analysis.names[position.algorithm]
        yield (name_of("Place", name), str(place), f"place of {name} in the order")
    if analysis.best is not None and analysis.best.named.best is not None:
        title = ADJUSTMENTS[analysis.best.adjustment].title
        yield (name_of("NamedBest"), analysis.names[analysis.best.named.best], f"who {title} lets be named best")
    words = distinct_words(group.name for group in analysis.groups)
    for group in analysis.groups:
        if group.agreement is not None:
            told = f"tau-b of the orders on {group.name} and on all data sets"
            yield (name_of(f"TauIn{words[group.name]}"), fixed(group.agreement.tau_b, 2), told)
        for place, position in enumerate(group.ordered.ranking, start=1):
            name = analysis.names[position.algorithm]
            yield (
                name_of(f"PlaceIn{words[group.name]}", name),
                str(place),
                f"place of {name} in the order on {group.name}",
            )
    validation = analysis.validation
    if validation is not None and validation.agreement is not None:
        tau = validation.agreement.tau_b
        yield (name_of("ValidationTau"), fixed(tau, 2), "tau-b of the orders from test and validation scores")
        for place, position in enumerate(validation.ordered.ranking, start=1):
            name = analysis.names[position.algorithm]
            yield (name_of("ValidationPlace", name), str(place), f"place of {name} by validation scores")
