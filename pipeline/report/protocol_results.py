"""results.json: how a study came about, as its protocol tells it."""

from __future__ import annotations

from collections.abc import Sequence

from rankpress.analysis import Analysis
from rankpress.protocol.record import Item
from rankpress.report.plain import Json


def protocol_results(analyses: Sequence[Analysis]) -> Json | None:
    """What is said, what is found, what is not said and what is a pitfall; None where there is no protocol."""
    protocol = analyses[0].protocol
    if protocol is None:
        return None
    return {
        "kind": protocol.kind,
        "pitfalls": len(protocol.pitfalls),
        "unsaid": len(protocol.unsaid),
        "items": [_item(item) for item in protocol.items],
    }


def kind_of_p(analysis: Analysis) -> str | None:
    """What the p-values of a metric are: exploratory, confirmatory, or nobody says."""
    return None if analysis.protocol is None else analysis.protocol.kind


def _item(item: Item) -> Json:
    return {
        "asked": item.asked,
        "from": item.origin,
        "answer": item.answer or None,
        "lacks": item.lacks or None,
        "pitfall": item.pitfall or None,
        "section": item.section or None,
    }
