"""What a text may cite of tests on draws of data sets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rankpress.analysis import Analysis
from rankpress.report.macros.citable import Citable, rounded, whole
from rankpress.report.macros.names import camel
from rankpress.stats.families import ADJUSTMENTS
from rankpress.stats.omnibus_table import OMNIBUS
from rankpress.stats.pairwise import PAIRWISE
from rankpress.stats.replicability import Replicability


def of_replicability(analysis: Analysis) -> Iterator[Citable]:
    """What may be cited of the draws, at the bias of the tables; nothing where there are none.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Yields
    ------
    Citable
    """
    found = analysis.replicated
    if found is None or not found.each:
        return
    at = found.tabled
    bias = f"bias {found.table_bias:g}"
    yield whole("Draws", found.draws, "draws of data sets at each bias")
    yield whole("DrawnDatasets", found.size, "data sets in a draw")
    for name, one in at.alone.items():
        yield from _measures(camel(name), one, f"{PAIRWISE[name].title}, all pairs, {bias}")
    for name, one in at.omnibus.items():
        yield from _measures(camel(name), one, f"{OMNIBUS[name].title}, {bias}")
    for name, (mean, _) in at.rejected.items():
        meaning = f"pairs that a draw separates on average, {ADJUSTMENTS[name].title}, {bias}"
        yield rounded(f"DrawnSeparated{camel(name)}", mean, 2, meaning)


def _measures(word: str, one: Replicability, told: str) -> Iterator[Citable]:
    share = float(one.rejections.mean()) / one.n
    yield rounded(f"DrawnRejections{word}", share, 3, f"share of draws that reject, {told}")
    yield replace(rounded(f"DrawnAverageP{word}", float(one.average_p.mean()), 3, f"average p, {told}"), is_p=True)
    yield rounded(f"DrawnRp{word}", float(one.of_p.mean()), 2, f"R(p), {told}")
    yield rounded(f"DrawnRe{word}", float(one.of_outcomes.mean()), 2, f"R(e), {told}")
