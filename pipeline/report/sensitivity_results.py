"""Which conclusions hang on choices of the study, in results.json."""

from __future__ import annotations

from collections.abc import Sequence

from rankpress.analysis import Analysis
from rankpress.conclusions.conclusion import Verdict
from rankpress.report.plain import Json, number
from rankpress.sensitivity.found import Stability, Variation


def sensitivity_results(analysis: Analysis) -> Json | None:
    """Each conclusion with the variations that turn it over; None where none were asked for.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    dict or None
    """
    found = analysis.sensitivity
    if found is None:
        return None
    return {
        "alpha": found.alpha,
        "omnibus": found.omnibus or None,
        "pairwise": found.pairwise or None,
        "adjust": found.adjust or None,
        "rounding_unit": found.unit,
        "searched_pairs": found.searched,
        "variations": [{"kind": one.kind, "name": one.name, "value": one.value} for one in found.variations],
        "conclusions": [_conclusion(one, found.variations) for one in found.conclusions],
        "skipped": [{"kind": one.kind, "name": one.name, "why": why} for one, why in found.skipped],
        "why": found.why or None,
    }


def _conclusion(one: Stability, variations: Sequence[Variation]) -> Json:
    told: Json = {
        "kind": one.conclusion.kind,
        "subject": list(one.conclusion.subject),
        "verdict": _verdict(one.verdict),
        "p": None if one.p is None else number(one.p),
        "stands": one.stands,
        "tried": one.tried,
        "share": one.share if one.tried else None,
        "by_kind": {kind: {"stands": stands, "tried": tried} for kind, (stands, tried) in one.counts.items()},
        "flips": [
            {"kind": variations[at].kind, "name": variations[at].name, "verdict": _verdict(verdict)}
            for at, verdict in one.flips.items()
        ],
        "fewest_datasets": None
        if one.fewest is None
        else {
            "datasets": list(one.fewest.datasets),
            "verdict": _verdict(one.fewest.verdict),
            "exact": one.fewest.exact,
        },
    }
    return told if one.p_under is None else {**told, "p_under": [number(p) for p in one.p_under.tolist()]}


def _verdict(verdict: Verdict) -> list[list[str]]:
    return [list(names) for names in verdict]
