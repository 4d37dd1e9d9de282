"""Sentences of several metrics told once, and those that are not of all with the metrics they are of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rankpress.wording import joined


def merged(told: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Join what is told of each metric, in an order that keeps each metric's own.

    Parameters
    ----------
    told : mapping of str to sequence of str
        Sentences or paragraphs by metric; of a metric with none nothing is told.

    Returns
    -------
    tuple of str
        Each once; what some of the metrics lack begins with the names of the others.

    Examples
    --------
    >>> merged({"accuracy": ["One.", "Two."], "recall": ["One.", "Three."]})
    ('One.', 'For accuracy: Two.', 'For recall: Three.')
    """
    of = {sentence: [metric for metric in told if sentence in told[metric]] for sentence in _in_order(told)}
    return tuple(
        sentence if len(metrics) == len(told) else f"For {joined(metrics)}: {sentence}"
        for sentence, metrics in of.items()
    )


def _in_order(told: Mapping[str, Sequence[str]]) -> list[str]:
    """All sentences, those that only one metric has behind those of the metrics before it."""
    order: list[str] = []
    for sentences in told.values():
        at = 0
        for number, sentence in enumerate(sentences):
            if sentence not in order:
                shared = (order.index(later) for later in sentences[number + 1 :] if later in order)
                order.insert(next((place for place in shared if place >= at), len(order)), sentence)
            at = order.index(sentence) + 1
    return order
