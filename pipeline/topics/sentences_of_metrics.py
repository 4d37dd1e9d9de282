"""Sentences of several metrics in one account: what all share once, what differs in a number in one sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from rankpress.wording.text import NameReference, Piece, Prose, Text, compose, joined, plain, say

_Token: TypeAlias = str | NameReference | Piece
_TOKENS = re.compile(r"\s+|\(+|[.,;:)]+(?=\s|$)|(?:(?![.,;:)]+(?:\s|$))\S)+")
_LEAST_BEFORE, _MOST_BETWEEN = 3, 9  # tokens, blanks included

# Words that are no names: a sentence that begins with one of them goes on in lower case behind another word.
_OPENERS = frozenset(
    "A Algorithms All An As At Average By Cells Comparisons Data Differences Each Effect Equivalence Every Evidence For"
    " From How If In Intervals It Means No Of On One Only Pairs Ranks Results Runs Scores Several Some Such Tests The"
    " These They This Those Two Values We What Where Whether With Within Without".split()
)


def merged(sentences_of: Mapping[Text, Sequence[Prose]]) -> tuple[Prose, ...]:
    """Join what is reported of each metric, in an order that keeps each metric's own."""
    of = {
        sentence: [metric for metric in sentences_of if sentence in sentences_of[metric]]
        for sentence in _in_order(sentences_of)
    }
    sentences, remaining = list[Prose](), dict(of)
    for sentence, metrics in of.items():
        if sentence not in remaining:
            continue
        del remaining[sentence]
        if len(metrics) == len(sentences_of):
            sentences.append(sentence)
            continue
        others = [other for other, whose in remaining.items() if not set(metrics) & set(whose)]
        variants, shared = {sentence: metrics}, None
        for other in others:
            wider = {**variants, other: remaining[other]}
            is_another = not {*remaining[other]} & {metric for whose in variants.values() for metric in whose}
            if is_another and (framed := _in_one_frame(wider)):
                variants, shared = wider, framed
        for other in variants:
            remaining.pop(other, None)
        sentences.append(shared or _of_metrics(sentence, metrics))
    return tuple(sentences)


def _of_metrics(sentence: Prose, metrics: Sequence[Prose]) -> Prose:
    """Return a sentence that is true of some metrics alone: For accuracy, ranks are ..."""
    first, *others = sentence.parts if isinstance(sentence, Text) else (sentence,)
    word = re.match(r"\w+", first) if isinstance(first, str) else None
    if not isinstance(first, str) or word is None or word[0] not in _OPENERS:
        return say("For {}: {}", joined(metrics), sentence)
    return say("For {}, {}", joined(metrics), compose(first[:1].lower() + first[1:], *others))


def _in_one_frame(variants: Mapping[Prose, Sequence[Prose]]) -> Prose | None:
    """Return in one sentence those that differ in a number and its unit alone: within 2 points (a) and 3 ms (b) was."""
    tokens = [_tokens_of(sentence) for sentence in variants]
    before = _shared(tokens)
    after = _shared([each[before:][::-1] for each in tokens])
    between = [each[before : len(each) - after] for each in tokens]
    if before < _LEAST_BEFORE or not after or not all(map(_is_quantity, between)):
        return None
    first = tokens[0]
    form = "{} for {}" if _depth(first[:before]) else "{} ({})"  # no brackets within brackets
    parts = [say(form, compose(*each), joined(of)) for each, of in zip(between, variants.values(), strict=True)]
    return compose(*first[:before], joined(parts), *first[len(first) - after :])


def _tokens_of(sentence: Prose) -> list[_Token]:
    parts = sentence.parts if isinstance(sentence, Text) else (sentence,)
    return [token for part in parts for token in (_TOKENS.findall(part) if isinstance(part, str) else [part])]


def _shared(tokens: Sequence[Sequence[_Token]]) -> int:
    """Return with how many equal tokens all begin."""
    together = [len(set(each)) == 1 for each in zip(*tokens, strict=False)]
    return together.index(False) if False in together else len(together)


def _is_quantity(tokens: Sequence[_Token]) -> bool:
    between = plain(compose(*tokens))
    is_apart = re.search(r"[.;:](\s|$)", between) or _depth(tokens)
    return len(tokens) <= _MOST_BETWEEN and any(map(str.isdigit, between)) and not is_apart


def _depth(tokens: Sequence[_Token]) -> int:
    """Return how many brackets are open behind these."""
    between = plain(compose(*tokens))
    return between.count("(") - between.count(")")


def _in_order(sentences_of: Mapping[Text, Sequence[Prose]]) -> list[Prose]:
    """Return all sentences, those that only one metric has behind those of the metrics before it."""
    order: list[Prose] = []
    for sentences in sentences_of.values():
        index = 0
        for number, sentence in enumerate(sentences):
            if sentence not in order:
                shared = (order.index(later) for later in sentences[number + 1 :] if later in order)
                order.insert(next((place for place in shared if place >= index), len(order)), sentence)
            index = order.index(sentence) + 1
    return order
