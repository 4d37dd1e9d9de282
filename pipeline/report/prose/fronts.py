"""Sentences on which algorithms no other is as good and as cheap as."""

from __future__ import annotations

from collections.abc import Iterator

from rankpress.analysis import Analysis
from rankpress.wording import counted, joined

_MOST_NAMES = 12


def front_sentences(analysis: Analysis) -> Iterator[str]:
    """Who is on the front of average ranks over each cost."""
    for one in analysis.fronts:
        if one.by_rank is None:
            continue
        members = [analysis.names[i] for i in one.by_rank.members]
        more, others = len(members) - _MOST_NAMES, len(analysis.names) - len(members)
        listed = joined([*members[:_MOST_NAMES], f"{more} more"] if more > 0 else members)
        on = f"{listed} alone is" if len(members) == 1 else f"{listed}, from the cheapest, are"
        rest = f"; {counted(others, 'other')} {'is' if others == 1 else 'are'} dominated" if others else ""
        yield (
            f"By average rank and mean {one.cost} {on} undominated{rest}. An algorithm is dominated if another is at"
            " least as good and as cheap, and better in one of the two, by these means."
        )
