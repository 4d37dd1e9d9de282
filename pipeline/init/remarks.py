"""Sentences near the numbers that say something of them which no rule follows: some are wrong, a sign is turned.

Titles, captions, comments, prose, notes, cells of remarks and files such as README.md speak here in one way: what they
say is quoted as a doubt, and asked about where another algorithm is first if it is followed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rankpress.catalog.metrics import words_of
from rankpress.core.doubts import Doubt, Way
from rankpress.init.measured import columns_of
from rankpress.init.measures import ways_of
from rankpress.init.odd_leaders import doubt_on_first
from rankpress.init.sentences import says_way
from rankpress.init.turned_datasets import doubt_on_turned, speaks_of_turned
from rankpress.wording.strings import quoted, quoted_sentence

if TYPE_CHECKING:
    from rankpress.init.guess import Guess
    from rankpress.init.measured import Measured
    from rankpress.init.table import Table


class Remark(NamedTuple):
    """A sentence near the numbers, and where it stands."""

    place: str
    sentence: str
    # whether it stands in a file that may be about others: it counts if it names what is compared
    is_near: bool = False


# What says that numbers are not to be compared as they stand, or are no results.
_ASIDE = re.compile(
    r"\b(?:exclud(?:e|ed|es|ing)|invalid(?:ated)?|not valid|wrong(?:ly)?|incorrect(?:ly)?"
    r"|erroneous(?:ly)?|errat(?:um|a)|corrigend(?:um|a)|corrected in|(?:was|were|to be) corrected|retracted|withdrawn"
    r"|disqualified|(?:not|in|un) ?comparable|unreliable|unfair|leak(?:s|ed|age)?|contaminat(?:ed|ion)"
    r"|cheat(?:s|ed|ing)?|copied from|taken from|(?:as )?reported (?:by|in)|from (?:its|their|the original) papers?"
    r"|saw the|sees the|(?:trained|tuned|selected|chosen) on (?:the )?test|on (?:the )?training (?:set|data|cases)"
    r"|(?:is|are|an?) (?:oracles?|upper bounds?|lower bounds?)|preliminary|provisional|placeholders?"
    r"|dummy (?:values?|numbers?)|(?:do|does|did|should|must|may|can) ?n[o']t be"
    r"|do(?: no|n')t (?:use|trust|cite)"
    r"|(?:to be|should be|must be|please) (?:ignored?|discarded?|omitted|removed|dropped)|ignored?|obsolete|outdated"
    r"|superseded|deprecated|buggy|bug|broken|mistakes?|by accident|swapped|interchanged|mixed up|mislabel\w+|typos?"
    r"|ungültig|fehlerhaft|falsch|ausgeschlossen|vorläufig|nicht vergleichbar|irrtümlich|exclue?s?|erroné\w*"
    r"|provisoires?|inválid\w+|excluid\w+|erróne\w+|provisional\w*|non valid\w+|esclus\w+)\b",
    re.IGNORECASE,
)
# What says so of a name in the same sentence beyond doubt.
_ASIDE_SURELY = re.compile(
    r"\b(?:(?:is|are|was|were|be|been|results?|numbers?|scores?)(?: (?!not\b|never\b)\w+)? (?:excluded|invalid|wrong"
    r"|incorrect|erroneous|swapped|interchanged|preliminary|provisional|retracted|withdrawn|disqualified|unreliable"
    r"|leaked|contaminated|buggy|broken|obsolete|outdated|superseded|deprecated|mislabel\w+|placeholders?|ungültig"
    r"|fehlerhaft|falsch|ausgeschlossen|vorläufig|exclue?s?|invalides?|inválid\w+|excluid\w+|erróne\w+|esclus\w+)"
    r"|excluded from|(?:not|in|un) ?comparable|do(?: no|n')t (?:use|trust|cite)"
    r"|(?:not|n't) be (?:used|compared|trusted)"
    r"|(?:taken|quoted|cited) from (?:its|their|the|an?)? ?(?:original )?(?:papers?|publications?|articles?"
    r"|literature|\[)|copied from|as reported (?:by|in)|(?:saw|sees|seen) the (?:test|labels?|answers?|targets?)"
    r"|(?:trained|tuned|selected|chosen) on (?:the )?test|(?:is|are|as) (?:an? )?(?:oracle|upper bound|lower bound)s?"
    r"|(?:results?|numbers?|scores?) (?:\w+ ){0,3}on (?:the )?training|(?:has|had|due to|because of) an? (?:\w+ )?"
    r"(?:bug|mistake|error in)|by (?:mistake|accident)|cheat(?:s|ed)|nicht vergleichbar"
    r"|(?:to be|should be|must be|please) (?:ignored?|discarded?|omitted|removed|dropped))\b",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"\b(?:no|not|never|without|avoids?|avoiding|prevents?|neither|nor|free of)\W+(?:\w+\W+)?$", re.IGNORECASE
)
# What says that a number stands for something else, or that something is not so of all.
_STANDS_FOR = re.compile(
    r"\bexcept(?:ions?)?\b|\b(?:time-?outs?|timed out|crash(?:es|ed)?|fail(?:ed|ures?)|missing|out of memory)\b.*"
    r"\b(?:counts?|counted|stands?|entered|encoded|coded|scored|set|recorded|written|given|replaced|imputed)\b"
    r"|\bimputed\b|\bfilled (?:in )?with\b",
    re.IGNORECASE,
)
# What says that the sign of numbers is turned, and which direction is better with it.
_SIGN = re.compile(
    r"\bnegated\b|\b(?:is|are|was|were|been) (?:inverted|reversed|flipped)\b|\bsigns? (?:is|are|was|were|has|have)\b"
    r"|\bwith (?:a )?(?:minus|negative|reversed) sign",
    re.IGNORECASE,
)
# What says that the numbers of one thing are in another unit; of all of them it changes no rank.
_UNIT_SURELY = re.compile(
    r"\bin units? of\b|\b(?:is|are|was|were|given|reported|measured) in (?:thousands|millions|hundreds|per ?cent"
    r"|seconds|minutes|milliseconds|ms|%)|\btimes 10|\bmultiplied by|[×x]\s*10",
    re.IGNORECASE,
)
_UNIT = re.compile(
    r"\bin units? of\b|\bin (?:thousands|millions|hundreds|per ?cent|seconds|minutes|milliseconds|ms|%)|\btimes 10"
    r"|\bmultiplied by|\bdivided by|\b(?:re)?scaled\b|\bnormali[sz]ed\b|\bstandardi[sz]ed\b|\brelative to\b"
    r"|\blog(?:10|arithm\w*|-transformed| scale)?\b|[×x]\s*10",
    re.IGNORECASE,
)
# Of more sentences, and of longer ones, none are looked at.
_MOST, _LONGEST = 200, 400
_END = re.compile(r"(?<=[.!?;])\s+(?=[\"'(]?[A-Z\u00c0-\u00dd*†])")
# What columns of remarks are called.
_OF_REMARKS = frozenset(
    "note notes comment comments remark remarks caveat caveats warning warnings annotation footnote bemerkung hinweis "
    "kommentar remarque nota notas".split()
)


def remarks_in(place: str, lines: Iterable[str], *, is_near: bool = False) -> Iterator[Remark]:
    """Yield the sentences of some lines that say something of numbers, and no direction, which is read elsewhere.

    >>> [each.sentence for each in remarks_in("a comment", ["Run in May. B is wrong.", "B: lower is better"])]
    ['B is wrong.']
    """
    for line, _ in zip(filter(None, lines), range(_MOST), strict=False):
        for sentence in _END.split(line[:_LONGEST]):
            speaks = any(kind.search(sentence) for kind in (_ASIDE, _STANDS_FOR, _SIGN, _UNIT))
            if speaks_of_turned(sentence) or _MARK.match(sentence) or (speaks and _says_besides(sentence)):
                yield Remark(place, sentence.strip(" _#>|-"), is_near)


def doubts_on_remarks(table: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield what sentences say of the numbers that are compared; open where another algorithm is first by them."""
    names = [
        name for name in (scores.first(),) if _ASIDE.search(name)
    ]  # multipliers in names are asked about elsewhere
    for remark in dict.fromkeys((*table.remarks, *_in_columns(table, guess), *remarks_in("a name", names))):
        algorithms, datasets = (_meant_by(remark.sentence, names) for names in (scores.algorithms, scores.datasets))
        if remark.is_near and not (algorithms or datasets):
            continue
        text = f"{remark.place} says {quoted_sentence(remark.sentence)}"
        unfollowed = Doubt(f"{text}, which no rule of reading follows")
        if (doubt := doubt_on_turned(table, guess, scores, remark.sentence, text)) is not None:
            yield doubt if doubt.is_open else unfollowed
        elif _SIGN.search(remark.sentence) and not says_way(remark.sentence):
            yield Doubt(text, scores.metric, scores.metric, is_open=True, ways=ways_of(scores.better))
        elif _ASIDE.search(remark.sentence):
            is_sure = bool(_MARK.match(remark.sentence)) or _says_surely(_ASIDE_SURELY, remark.sentence)
            doubt = _doubt_on_aside(table, guess, scores, text, (algorithms, datasets)) if is_sure else unfollowed
            yield doubt if doubt.is_open else unfollowed
        # whatever a note says of one of them
        elif _STANDS_FOR.search(remark.sentence) or (_MARK.match(remark.sentence) and (algorithms or datasets)):
            yield unfollowed
        elif _UNIT.search(remark.sentence) and algorithms and len(algorithms) < len(scores.algorithms):
            yield Doubt(text, is_open=True) if _says_surely(_UNIT_SURELY, remark.sentence) else unfollowed


def _says_besides(sentence: str) -> bool:
    """Return whether a sentence says no direction, or more than that: of which names something is not so."""
    return not says_way(sentence) or any(_says_surely(kind, sentence) for kind in (_ASIDE_SURELY, _STANDS_FOR))


def _says_surely(kind: re.Pattern[str], sentence: str) -> bool:
    """Return whether a sentence says something that no word in front of it denies."""
    return any(not _NOT.search(sentence[: said.start()]) for said in kind.finditer(sentence))


def _doubt_on_aside(
    table: Table, guess: Guess, scores: Measured, text: str, named: tuple[list[str], list[str]]
) -> Doubt:
    """Return a doubt on what is not to be compared; open where the first is, or is first by what is."""
    algorithms, datasets = named
    first = scores.first()
    if first in algorithms and (doubt := doubt_on_first(table, guess, scores, text)):
        return doubt
    if not datasets or len(datasets) == len(scores.datasets):
        return Doubt(text)
    are_meant = np.isin(scores.dataset_of, [scores.datasets.index(name) for name in datasets])
    if algorithms:
        are_meant &= np.isin(scores.algorithm_of, [scores.algorithms.index(name) for name in algorithms])
    if scores.first(np.where(are_meant, np.nan, scores.values)) == first:
        return Doubt(text)
    [column, *more] = columns_of(table, guess, "dataset")
    if more or algorithms or column not in table.columns or not {*datasets} <= {*table.columns[column].labels}:
        return Doubt(text, is_open=True)
    left = list(dict.fromkeys((*guess.excluded.get(column, ()), *datasets)))
    ways = (
        Way("they are compared all the same", "set", guess.selection({})),
        Way("they are omitted", "set", guess.selection({column: {"not": left}})),
    )
    return Doubt(text, "where", column, is_open=True, ways=ways)


# What a note begins with, and what stands behind the names that it is about.
_MARK = re.compile(
    r"\s*[(\[]?([*\u2217\u2020\u2021\u00a7\u00b6\u2660\u2666]+|[\u00b9\u00b2\u00b3\u2074-\u2079]|(?<=[(\[])[a-z](?=[)\]]))"
)


def _meant_by(sentence: str, names: Iterable[str]) -> list[str]:
    """Return which names a sentence has as words, or which have the mark that it begins with.

    Single letters and numbers may be anything.

    >>> _meant_by("SVM and kNN on iris", ["SVM", "NN", "kNN", "A"]), _meant_by("† saw the labels", ["SVM†", "kNN"])
    (['SVM', 'kNN'], ['SVM†'])
    """
    mark = _MARK.match(sentence)
    return [
        name
        for name in names
        if (mark and name.rstrip(")] ").endswith(mark[1]) and len(name) > 1)
        or (len(name) > 1 and not name.isdecimal() and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", sentence))
    ]


# Of columns with more texts none are remarks on the table.
_MOST_TEXTS = 50


def _in_columns(table: Table, guess: Guess) -> Iterator[Remark]:
    """Yield what columns of remarks say, and those with one text in all rows, as a note in JSON becomes."""
    used = {*guess.columns.values(), *guess.where, *(name for names in guess.join.values() for name in names)}
    for name, column in table.columns.items():
        if name in used or column.is_numeric or column.distinct > _MOST_TEXTS:
            continue
        labels = [label for label in column.labels if label]
        if column.distinct == 1 or not _OF_REMARKS.isdisjoint(words_of(name)):
            yield from remarks_in(f"column {quoted(name)}", (label for label in labels if " " in label))
