"""The tests on draws of data sets in results.json."""

from __future__ import annotations

from rankpress.analysis import Analysis
from rankpress.replicability.found import Repeated, Replicated
from rankpress.report.plain import Json, number
from rankpress.stats.replicability import Replicability


def replicability_results(analysis: Analysis) -> Json | None:
    """What the draws found at each bias; None where none were asked for.

    Parameters
    ----------
    analysis : Analysis
        One metric.

    Returns
    -------
    dict or None
    """
    found = analysis.replicated
    if found is None:
        return None
    names = analysis.names
    return {
        "draws": found.draws,
        "size": found.size,
        "replacement": found.replacement,
        "seed": found.seed,
        "n_datasets": found.n_datasets,
        "table_bias": found.table_bias,
        "by": found.by if isinstance(found.by, str) else [names[i] for i in found.by],
        "favoured": names[found.favoured],
        "against": None if found.against is None else names[found.against],
        "biases": [
            {"bias": bias, **_at(analysis, found, repeated)}
            for bias, repeated in zip(found.biases, found.each, strict=False)  # none where nothing could be made
        ],
        "left_out": dict(found.left_out),
        "notes": list(found.notes),
    }


def _at(analysis: Analysis, found: Replicated, repeated: Repeated) -> Json:
    return {
        "shared_datasets": number(repeated.shared),
        "omnibus": {name: _figures(one, 0) for name, one in repeated.omnibus.items()},
        "rejected_by_draw": {
            name: {"mean": mean, "standard_error": error} for name, (mean, error) in repeated.rejected.items()
        },
        "comparisons": [
            {
                "a": analysis.names[a],
                "b": analysis.names[b],
                "tests": {name: _figures(one, at) for name, one in repeated.alone.items()},
                "adjusted": {name: _figures(one, at) for name, one in repeated.adjusted.items()},
            }
            for at, (a, b) in enumerate(found.pairs.tolist())
        ],
    }


def _figures(one: Replicability, at: int) -> Json:
    return {
        "average_p": number(one.average_p[at]),
        "average_p_error": number(one.average_p_error[at]),
        "r_p": number(one.of_p[at]),
        "r_p_error": number(one.of_p_error[at]),
        "rejections": int(one.rejections[at]),
        "share_95": [number(one.low[at]), number(one.high[at])],
        "r_e": number(one.of_outcomes[at]),
        "r_e_error": number(one.of_outcomes_error[at]),
    }
