"""The ordering in results.json: the order, what it rests on, and what it was held against."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rankpress.analysis import Analysis
from rankpress.contradictions import Contradictions
from rankpress.order import Ordered
from rankpress.report.plain import Json, by_name, number, omnibus_figures
from rankpress.stats.best import CONDITIONS
from rankpress.stats.rank_agreement import RankAgreement

MOST_CONTRADICTED = 50


def order_results(analysis: Analysis) -> Json:
    """The order with its warnings, and the orders on groups and from validation scores.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    dict
    """
    names, validation = analysis.names, analysis.validation
    return {
        **_of_order(analysis.ordered, names),
        "warnings": [_of_warning(one, names) for one in analysis.contradictions],
        "groups": {
            group.name: {
                "datasets": list(group.datasets),
                **_of_order(group.ordered, names),
                "agreement": _of_agreement(group.agreement, names),
            }
            for group in analysis.groups
        },
        "validation": None
        if validation is None
        else {
            "scores": validation.column,
            **_of_order(validation.ordered, names),
            "agreement": _of_agreement(validation.agreement, names),
            "agreement_per_dataset": {
                dataset: _of_agreement(agreement, names) for dataset, agreement in validation.by_dataset.items()
            },
        },
    }


def _of_order(ordered: Ordered, names: Sequence[str]) -> Json:
    told: Json = {
        "cost": ordered.cost,
        "cost_weights": dict(ordered.cost_weights),
        "prior": [names[i] for i in ordered.prior],
        "ranking": [
            {"position": place, "algorithm": names[position.algorithm], "decided_by": position.decided_by}
            for place, position in enumerate(ordered.ranking, start=1)
        ],
        "edges": [[names[a], names[b]] for a, b in ordered.edges],
        "per_dataset": {dataset: [names[i] for i in order] for dataset, order in ordered.per_dataset.items()},
    }
    if ordered.why:
        return {**told, "why": ordered.why}
    return told | {
        "within": ordered.within,
        "adjust": ordered.adjust,
        "within_adjust": ordered.within_adjust,
        "average_ranks": None if ordered.average_ranks is None else by_name(names, ordered.average_ranks),
        "average_costs": None if ordered.average_costs is None else by_name(names, ordered.average_costs),
        "omnibus": None if ordered.omnibus is None else omnibus_figures(ordered.omnibus),
        "rejected": ordered.rejected,
    }


def _of_warning(one: Contradictions, names: Sequence[str]) -> Json:
    return {
        "test": one.test,
        "dataset": one.dataset,
        "adjust": one.adjustment,
        "cycles": one.intransitive.n_cycles,
        "gaps": one.intransitive.n_gaps,
        "intransitive": [[names[i] for i in triple] for triple in one.intransitive.examples],
        "contradicted": [[names[a], names[b]] for a, b in one.contradicted[:MOST_CONTRADICTED]],
        "n_contradicted": len(one.contradicted),
    }


def _of_agreement(agreement: RankAgreement | None, names: Sequence[str]) -> Json | None:
    if agreement is None:
        return None
    told: Json = {
        "tau_b": number(agreement.tau_b),
        "same": agreement.same,
        "largest_change": int(agreement.largest_change),
        "moved": [names[i] for i in agreement.moved],
    }
    return {**told, "why": agreement.why} if agreement.why else told


def best_results(analysis: Analysis) -> Json | None:
    """Which of the conditions for naming a best hold, and whom they name; None where there are no groups."""
    best, names = analysis.best, analysis.names
    if best is None:
        return None
    told: Json = {
        "adjustment": best.adjustment,
        "cost": best.cost,
        "first": [names[i] for i in best.named.first],
        "conditions": [
            {"condition": number_, "says": says, "holds": holds}
            for number_, (says, holds) in enumerate(zip(CONDITIONS, best.named.conditions, strict=True), start=1)
        ],
        "algorithm": None if best.named.best is None else names[best.named.best],
    }
    return {**told, "why": best.named.why} if best.named.why else told


def within_wins_results(analysis: Analysis) -> Iterator[Json]:
    """Significant wins of each pair over the data sets, with the sign test over them."""
    wins, names = analysis.wins, analysis.names
    if wins is None:
        return
    for at, (a, b) in enumerate(wins.pairs.tolist()):
        won, neither, lost = wins.counts[at].tolist()
        yield {
            "a": names[a],
            "b": names[b],
            "wins": won,
            "neither": neither,
            "losses": lost,
            "p": number(wins.p[at]),
            "adjusted": {"holm": number(wins.adjusted[at])},
        }
