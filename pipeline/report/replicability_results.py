"""The tests on draws of data sets in results.json."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rankpress.analysis import Analysis
from rankpress.replicability.found import Repeated, Replicated
from rankpress.report.plain import Json, number
from rankpress.stats.replicability import Replicability


def replicability_results(analysis: Analysis) -> Json | None:
    """What the draws found at each bias; None where none were asked for.

    Of pairs there is what reports show: all of them at the bias of the tables, those of the figures at the others.

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
        "median_difference": number(found.median_difference),
        "table_bias": found.table_bias,
        "by": found.by if isinstance(found.by, str) else [names[i] for i in found.by],
        "favoured": names[found.favoured],
        "against": None if found.against is None else names[found.against],
        "adjusts": dict(found.adjusts),
        "biases": [
            {"bias": bias, **_at(analysis, found, repeated, found.pairs_at(bias))}
            for bias, repeated in zip(found.biases, found.each, strict=False)  # none where nothing could be made
        ],
        "left_out": dict(found.left_out),
        "notes": list(found.notes),
    }


def _at(analysis: Analysis, found: Replicated, repeated: Repeated, pairs: Sequence[int]) -> Json:
    return {
        "shared_datasets": number(repeated.shared),
        "omnibus": {name: _figures(one, 0) for name, one in repeated.omnibus.items()},
        "rejected_by_draw": _means(repeated.rejected),
        "average_p_by_draw": _means(repeated.over_pairs),
        "over_pairs": {
            "tests": {name: _over_pairs(one) for name, one in repeated.alone.items()},
            "adjusted": {name: _over_pairs(one) for name, one in repeated.adjusted.items()},
        },
        "comparisons": [
            {
                "a": analysis.names[a],
                "b": analysis.names[b],
                "tests": {name: _figures(one, at) for name, one in repeated.alone.items()},
                "adjusted": {name: _figures(one, at) for name, one in repeated.adjusted.items()},
            }
            for at, (a, b) in ((at, found.pairs[at].tolist()) for at in pairs)
        ],
    }


def _means(by_method: Mapping[str, tuple[float, float]]) -> Json:
    return {name: {"mean": mean, "standard_error": error} for name, (mean, error) in by_method.items()}


def _over_pairs(one: Replicability) -> Json:
    """Means over all pairs."""
    return {
        "average_p": number(one.average_p.mean()),
        "r_p": number(one.of_p.mean()),
        "rejections": number(one.rejections.mean()),
        "r_e": number(one.of_outcomes.mean()),
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
