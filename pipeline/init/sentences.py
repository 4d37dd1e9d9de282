"""What titles, captions, comments and notes around a table say: which direction is better, and of which metric."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rankpress.catalog.metric_names import TERMS, joined_terms
from rankpress.catalog.metrics import (
    better_of,
    is_any_score,
    is_cost,
    is_named_metric,
    names_score,
    way_of,
    words_of,
)
from rankpress.catalog.modifiers import ARROWS
from rankpress.init.definitions import definition_in
from rankpress.init.vocabulary import is_metric_name, role_of

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better

_PERFECT = r"\s*%?\s+(?:would be|is|are|means|indicates?|being)\s+(?:an? |the )?(?:perfect|ideal|best|optimal|no error)"


def _saying(more: str, arrow: str, aim: str, perfect: str) -> re.Pattern[str]:
    """Return a pattern of what says one direction: a comparative next to better, an arrow, an aim, what is perfect."""
    return re.compile(
        rf"\b(?:{more})\b[\w\s,]{{0,12}}\bbetter\b|\bbetter (?:when|if|is|are) (?:\w+ )?(?:{more})\b|{arrow}"
        rf"|\bto (?:be )?{aim}|(?<![\d.,])(?:{perfect}){_PERFECT}",
        re.IGNORECASE,
    )


_SAYS: Mapping[Better, re.Pattern[str]] = {
    "higher": _saying("higher|larger|greater|more", r"↑|\\uparrow", "maximi[sz]e", "1(?:[.]0+)?|100(?:[.]0+)?"),
    "lower": _saying("lower|smaller|less|fewer|shorter", r"↓|\\downarrow", "minimi[sz]e", "0(?:[.]0+)?"),
}


def way_of_title(title: str) -> Better | None:
    """Return which direction of its scores the title of a table says is better, in words or by the metric in it.

    >>> way_of_title("Table 1: WER [%] of three systems"), way_of_title("Scores (higher is better)")
    ('lower', 'higher')
    """
    said = _said(title)
    if said:
        return said[0] if len(said) == 1 else None
    if definition := definition_in(title):
        return definition.better
    return way_of(metric_of_title(title)) or way_of(title)


_UP_OR_DOWN = re.compile(rf"(?P<of>[^([{{]*?)\$?(?:{ARROWS.pattern}|\\(?:up|down)arrow)[\s$]*")
_SIDEWAYS = re.compile(r"[←→↔⬅➡⇒⟶]|\\(?:left|right|to)(?:arrow)?\b")


def points_along(name: str) -> bool:
    """Return whether the arrow in the name of a column of names says how the table runs, or by what it is sorted.

    >>> points_along("Model ⬆️"), points_along("Method ↓ / Task →"), points_along("Score ↓"), points_along("Model (↓)")
    (True, True, False, False)
    """
    arrow = _UP_OR_DOWN.fullmatch(name)
    words = arrow["of"].strip() if arrow else ""
    return names_both_axes(name) or any(role_of(each) in ("dataset", "algorithm") for each in (words, words[:-1]))


def names_both_axes(name: str) -> bool:
    """Return whether the arrows in a name say what stands below each other and what next to it: Method ↓ / Task →."""
    return _SIDEWAYS.search(name) is not None


# Where the name of a metric in a sentence begins and ends.
_PARTS = re.compile(r"[.,;:!?|=()\[\]{}\u2013\u2014\"“”]+|\s-\s")
_AROUND = frozenset(
    "of for in on at by with from over under within against vs versus per and or across among using as is are was were "
    "the a an our this these all each which when where that than compared comparison table results result summary der "
    "die das des von für auf bei mit de du la le les sur pour en dans del los las por para di su".split()
)
_UP_TO = frozenset({"between", "until", "till", "before", "without", "to"})


def metric_of_title(title: str) -> str:
    """Return the words of a title that name a metric, with what describes it; "" where none does.

    >>> metric_of_title("Table 2: Mean time between failures of six pumps"), metric_of_title("Test accuracy in %")
    ('Mean time between failures', 'Test accuracy')
    >>> metric_of_title("Results on ten corpora"), metric_of_title("Gain per cost of two")
    ('', 'Gain per cost')
    """
    for part in _PARTS.split(title):
        words = joined_terms(part.split())
        at = next((index for index, word in enumerate(words) if _speaks_of_metric(word)), None)
        if at is None:
            continue
        begin = at
        while begin and _is_of_metric(words[begin - 1], begin - 1, words):
            begin -= 1
        end = at + 1 + _of_distance(words[at:])
        while end < len(words) and words[end].casefold() not in _AROUND:
            end += 1
        return " ".join(words[begin:end])
    return ""


def _is_of_metric(word: str, at: int, words: Sequence[str]) -> bool:
    """Return whether a word in front of a metric belongs to it: what is counted "per cost", or "to cost" in a ratio."""
    is_ratio = word.casefold() == "to" and "ratio" in map(str.casefold, words[at:])
    is_counted = bool(at) and word.casefold() == "per" and words[at - 1].casefold() not in _AROUND
    return is_ratio or is_counted or word.casefold() not in _AROUND | _UP_TO


def _of_distance(words: Sequence[str]) -> int:
    """Return how many words after a distance say from what it is, which says whether it is to be far."""
    return 2 if len(words) > 2 and words[0].casefold() == "distance" and words[1].casefold() == "from" else 0


def _speaks_of_metric(word: str) -> bool:
    return (word.casefold() in TERMS or any(names_score(each) or is_cost(each) for each in words_of(word))) and not (
        is_any_score(word)
    )


def says_way(line: str) -> bool:
    """Return whether a line says in words which direction is better.

    >>> says_way("The lower, the better."), says_way("0 would be perfectly smooth"), says_way("Accuracy of 10 is best")
    (True, True, False)
    >>> way_of_title("Noten von 1 (sehr gut) bis 6 (ungenügend)"), way_of_title("ratings: 1 = very bad, 5 = very good")
    ('lower', 'higher')
    """
    return bool(_said(line))


# What makes a direction hold for some numbers alone, or not before something is done with them.
_CONDITION = (
    r"(?:after|once|if|except|excepting|unless|until|when|only (?:for|on|in|if|when|after)|apart from|other than"
    r"|aside from|save for|provided|as long as|but not|for [^,;.]* only)"
)
_BEHIND_WAY = re.compile(rf"[\s,;:(\u2013\u2014-]*(?:\w+ ){{0,2}}?{_CONDITION}\b(?P<of>.*)", re.IGNORECASE | re.DOTALL)
_BEFORE_WAY = re.compile(rf"(?:^|[,;:(.]\s*){_CONDITION}\b(?P<of>[^;]*)[,:]\s*(?:the )?$", re.IGNORECASE)
# What says that numbers run the other way than others.
TURNS = re.compile(
    r"\b(?:reversed?|reversal|reverse-?(?:coded|keyed|scored|worded)|invert(?:ed)?|inverse|flip(?:ped)?|negat(?:ed?|ive|ively)"
    r"|opposite|turned|umgepolt|invertiert)\b|\b\d+\s*[-\u2212\u2013]\s*x\b|\b1\s*/\s*x\b|[-\u2212]x\b",
    re.IGNORECASE,
)
# What is said to be so unless it is stated elsewhere is so of all that a table has.
_ELSEWHERE = re.compile(
    r"\b(?:otherwise|noted|stated|specified|indicated|mentioned|comparing|compared)\b", re.IGNORECASE
)


def is_conditional_way(line: str) -> bool:
    """Return whether a line says which direction is better, and that it is so under a condition or with exceptions.

    >>> is_conditional_way("Higher is better after (R) is reversed"), is_conditional_way("Except on X, lower is better")
    (True, True)
    >>> is_conditional_way("(lower is better) after 9 h"), is_conditional_way("(lower is better), if not negated")
    (False, True)
    >>> is_conditional_way("Lower is better unless stated otherwise"), is_conditional_way("it is better when lower")
    (False, False)
    """
    for said in (each for pattern in _SAYS.values() for each in pattern.finditer(line)):
        behind = line[said.end() :]
        around = (_BEHIND_WAY.match(behind), _BEFORE_WAY.search(line[: said.start()]))
        if any(each and not _ELSEWHERE.search(each["of"]) for each in around):
            return True
        # behind a bracket most conditions are of the scores: they are those after 100 epochs
        _, is_bracketed, of_scores = behind.partition(")")
        if is_bracketed and _BEHIND_WAY.match(of_scores) and TURNS.search(of_scores):
            return True
    return False


def _said(line: str) -> list[Better]:
    said: list[Better] = [better for better, pattern in _SAYS.items() if pattern.search(line)]
    return said or _of_scale(line)


# The ends of a scale, with what each is called: grades from 1 (very good) to 6 (insufficient).
_END = re.compile(r"(?<![\d.,])(\d+(?:[.,]\d+)?)\s*(?:\(|=|:)\s*([^\d),;]+)")
_GOOD = re.compile(
    r"^(?:sehr gut|very good|best|excellent|perfect|outstanding|flawless|très bien|muy bueno|ottimo"
    r"|uitstekend|ausgezeichnet)",
    re.IGNORECASE,
)
_BAD = re.compile(
    r"^(?:ungenügend|mangelhaft|sehr schlecht|schlecht|very bad|very poor|bad|poor|worst|terrible|insufficient|fail"
    r"|unusable|insuffisant|muy malo|pessimo|slecht)",
    re.IGNORECASE,
)


def _of_scale(line: str) -> list[Better]:
    """Return the better direction of a scale whose ends a line calls good and bad."""
    ends = [(float(number.replace(",", ".")), word.strip()) for number, word in _END.findall(line)]
    good, bad = ([number for number, word in ends if pattern.match(word)] for pattern in (_GOOD, _BAD))
    if len(good) != 1 or len(bad) != 1 or good == bad:
        return []
    return ["higher" if good > bad else "lower"]


# A line of comments that names a metric alone has no more words.
_MOST_WORDS = 8


_CAPTION = re.compile(r"\s*(?:tab(?:le|\.|elle|leau)?|title|caption)\s*[\w.]{0,4}\s*", re.IGNORECASE)


def metric_of_sentence(line: str) -> str:
    """Return the words of a title or comment that name a metric; "" where it says a direction in words."""
    if says_way(line):
        return ""
    definition = definition_in(line)
    return definition.name if definition else metric_of_title(line)


def way_of_comment(line: str) -> Better | None:
    """Return which direction a line of comments above a table says is better, in words or as the name of a metric.

    >>> way_of_comment("force MAE in meV/A (lower is better)"), way_of_comment("metric: WER"), way_of_comment("lr=0.1")
    ('lower', 'lower', None)
    """
    if says_way(line) or definition_in(line):
        return way_of_title(line)
    key, colon, value = line.partition(":")
    if colon and not (is_metric_name(key) or _CAPTION.fullmatch(key)):  # what somebody set, or when it ran
        return None
    named = value.strip() if colon else line
    if (colon and is_metric_name(key)) or is_named_metric(named):
        return way_of(named)
    return None if "=" in named or len(words_of(named)) > _MOST_WORDS else better_of(named)
