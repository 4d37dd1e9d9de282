"""What a text may cite of how a study came about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rankpress.analysis import Analysis
from rankpress.report.macros.citable import Citable, whole


def of_protocol(analyses: Sequence[Analysis]) -> Iterator[Citable]:
    """What may be cited of a study whatever its metrics.

    Parameters
    ----------
    analyses : sequence of Analysis
        One a metric.

    Yields
    ------
    Citable
        None where the study has no protocol.
    """
    protocol = next((one.protocol for one in analyses), None)
    if protocol is None:
        return
    yield Citable("ProtocolKind", protocol.kind or "not said", "kind of study, as its authors say")
    yield whole("ProtocolItems", len(protocol.items), "number of items of the protocol")
    yield whole(
        "ProtocolUnsaid", len(protocol.unsaid), "items of the protocol that are not said, as a whole or in part"
    )
    yield whole("ProtocolPitfalls", len(protocol.pitfalls), "items of the protocol that have a pitfall")
