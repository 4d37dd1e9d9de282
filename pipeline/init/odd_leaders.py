"""What may be no algorithm: people and chance anywhere, and what is first by its name, its numbers or a remark."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import words_of
from rankpress.core.doubts import Doubt, Way
from rankpress.init.columns import ways_with_columns, ways_with_rows
from rankpress.init.derived import decimals_of
from rankpress.init.evidence import holds_objects
from rankpress.init.measured import columns_of
from rankpress.init.placement import called_as
from rankpress.init.spellings import is_own, is_unlike
from rankpress.init.vocabulary import EXTREMES, SPREAD, is_baseline, is_baseline_alone, leaning_of
from rankpress.wording.strings import listed, quoted

if TYPE_CHECKING:
    from rankpress.init.guess import Guess
    from rankpress.init.measured import Measured
    from rankpress.init.table import Table

_PEOPLE = frozenset(
    "human humans annotator annotators physician physicians clinician clinicians radiologist radiologists pathologist "
    "pathologists rater raters interannotator interrater mensch menschen menschlich humain humains humano humana umano "
    "mens människa człowiek человек 人类 人間 인간".split()
)
# These next to people say that they took part in an algorithm.
_WITH_PEOPLE = frozenset("feedback loop aligned alignment preference preferences inspired like".split())
# A person, the best there is, what was published before, or what sees the answers.
_STANDARDS = _PEOPLE | frozenset(
    "person people sota annotation expert experts ceiling iaa "
    "oracle clairvoyant omniscient hindsight topline skyline bound limit perfect ideal optimum optimal gold golden "
    "groundtruth truth labels reference reported published literature leaderboard winner champion cheat cheater "
    "teacher consensus target threshold obergrenze grenze orakel referenz referenzwert "
    "literatur bestwert beste experte experten soll sollwert référence plafond borne idéal idéale "
    "referencia límite oráculo ideale riferimento limite oracolo esperto experto gouden "
    "referencja эталон оракул 专家 基准 参考 上限".split()
)
# What somebody says of an algorithm, or of a run, that is not meant to be compared.
_ASIDE = frozenset(
    "buggy bug ignore ignored broken invalid debug sanity wip tmp temp deprecated leaked leaky leak leakage cheating "
    "contaminated contamination wrong obsolete superseded discard discarded excluded exclude outlier smoke withdrawn "
    "retracted disqualified unofficial preliminary incomparable unfair ungültig fehlerhaft verworfen ausgeschlossen "
    "invalide exclu erroné inválido excluido erróneo".split()
)
_TRIAL = frozenset({"test", "run", "trial", "try", "dry"})
# What scores are where they are relative to those of one algorithm.
_UNITS_OF_RATIOS = (0.0, 1.0, 100.0)
_EARLIER = frozenset("previous prior earlier published reported".split())
_BEST = frozenset("best sota record results result".split())
# Cells that say no, and yes: of a run that counts, or of one that does not.
_NO, _YES = (
    frozenset(words.split()) for words in ("no n false 0 nein non não нет 否", "yes y true 1 x ja oui sí sim да 是")
)
# Scores of one algorithm go along with those of the others where these go along with each other.
_ALONG, _AGAINST, _FEWEST_DATASETS = 0.6, 0.2, 5

# So many numbers and algorithms there are at least, and of the others so many are fractions.
_FEWEST, _MOST_FRACTIONS = 4, 0.85


def is_standard(name: str) -> bool:
    """Return whether a name is that of a person or of earlier results, whatever these came from.

    >>> is_standard("Previous SOTA (ensemble)"), is_standard("Human baseline"), is_standard("Superhumanoid")
    (True, True, False)
    """
    words = {*words_of(name)}
    return not _STANDARDS.isdisjoint(words) or not (_EARLIER.isdisjoint(words) or _BEST.isdisjoint(words))


def doubts_on_odd_leaders(table: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield that what is first may be no algorithm, as an open doubt; with it other standards are left unread."""
    first = scores.first()
    if not first or any(_may_omit(doubt, first) for doubt in guess.doubts if doubt.is_open):
        return
    if not (oddity := _oddity(scores, first) or _said_of(table, guess, scores, first)):
        return
    if doubt := doubt_on_first(table, guess, scores, f"{quoted(first)} is first, and {oddity}"):
        yield doubt


def doubt_on_first(table: Table, guess: Guess, scores: Measured, text: str) -> Doubt | None:
    """Return an open doubt on whether the first is compared, and other standards with it; None where it has no name."""
    first = scores.first()
    others = [name for name in scores.algorithms if name != first and (is_standard(name) or _is_yardstick(name))]
    if guess.layout == "wide" and "algorithm" not in guess.columns:
        doubt = Doubt(text, "ignore", first, is_open=True)
        both = [ways_with_columns(doubt, [*guess.ignored, *some]) for some in ([], others)]
    else:
        [column, *more] = columns_of(table, guess, "algorithm")
        if more or first not in table.columns[column].labels:
            return None
        doubt = Doubt(text, "where", column, value=first, is_open=True)
        both = [
            ways_with_rows(doubt, {**guess.excluded, column: (*guess.excluded.get(column, ()), *some)}, guess.where)
            for some in ([], others)
        ]
    read, out = both[0].ways[0], both[1].ways[1]
    if others:
        out = out._replace(meaning=f"{listed(map(quoted, (first, *others)))} are not compared")
    return replace(doubt, ways=(read, out))


def doubts_on_yardsticks(table: Table, guess: Guess, scores: Measured) -> Iterator[Doubt]:
    """Yield that people are compared as algorithms are, wherever they stand among these, and chance next to people.

    A study may well compare with a majority class; next to people it is a mark on the same scale as they are.
    """
    has_people = any(map(_are_people, scores.algorithms))
    names = [name for name in scores.algorithms_in_order if has_people and _is_yardstick(name)]
    is_header = guess.layout == "wide" and "algorithm" not in guess.columns
    columns = () if is_header else columns_of(table, guess, "algorithm")
    if not names or 2 * len(names) >= len(scores.algorithms) or len(columns) > 1:
        return
    if is_header:
        ignored = ([*guess.ignored], [*guess.ignored, *names])
        read, out = (f"scores.ignore={json.dumps(some, ensure_ascii=False)}" for some in ignored)
    else:
        left = {columns[0]: {"not": [*guess.excluded.get(columns[0], ()), *names]}}
        read, out = guess.selection({}), guess.selection(left)
    verb, what = ("is", "a reference") if len(names) == 1 else ("are", "references")
    yield Doubt(
        f"{listed(map(quoted, names), 3)} {verb} named like people or chance, and compared and adjusted for as the "
        f"algorithms are; perhaps meant as {what} alone",
        "ignore" if is_header else "where",
        names[0] if is_header else columns[0],
        value="" if is_header else names[0],
        ways=(Way("compared", "set", read), Way("not compared", "set", out)),
    )


def _is_yardstick(name: str) -> bool:
    """Return whether a name is that of people, or of what chooses without looking.

    >>> [name for name in ("Human Baselines", "Random", "Human feedback", "Mean Teacher") if _is_yardstick(name)]
    ['Human Baselines', 'Random']
    """
    return _are_people(name) or is_baseline_alone(name)


def _are_people(name: str) -> bool:
    words = {*words_of(name)}
    return not _PEOPLE.isdisjoint(words) and _WITH_PEOPLE.isdisjoint(words)


def _may_omit(doubt: Doubt, name: str) -> bool:
    """Return whether a question is about a name, or one of its answers reads or omits what is called so."""
    return name in (doubt.column, doubt.value) or any(
        json.dumps(name, ensure_ascii=False) in value for way in doubt.ways for _, value in way.options
    )


def _oddity(scores: Measured, first: str) -> str:
    """Return what is odd of a name or its numbers among those of the others; "" for nothing."""
    others = [name for name in scores.algorithms if name != first]
    for is_odd, text in _ODD_NAMES:
        if is_odd(first) and 2 * sum(map(is_odd, others)) < len(others):
            return text
    return _odd_numbers(scores, first) or _odd_in_two_ways(scores, first)


def _is_aside(name: str) -> bool:
    words = {*words_of(name)}
    return not _ASIDE.isdisjoint(words) or (len(words) > 1 and words <= _TRIAL)


def _is_sum(name: str) -> bool:
    called = called_as(name)
    return called == "summary" or bool(called and not (SPREAD | EXTREMES).isdisjoint(words_of(name)))


# What the name of no algorithm is like, unless those of many are.
_ODD_NAMES: tuple[tuple[Callable[[str], bool], str], ...] = (
    (is_standard, "its name is that of a standard which algorithms are measured by"),
    (is_baseline, "its name is that of what any algorithm should exceed"),
    (_is_aside, "its name says that it is not meant to be compared"),
    (_is_sum, "its name is that of a sum, a spread or an extreme of others"),
)


def _odd_numbers(scores: Measured, first: str) -> str:
    """Return what is odd of the numbers of an algorithm by themselves; "" for nothing."""
    is_own = scores.algorithm_of == scores.algorithms.index(first)
    own, others = (each[np.isfinite(each)] for each in (scores.values[is_own], scores.values[~is_own]))
    is_ratio = len(own) > 2 and bool(np.isin(own, _UNITS_OF_RATIOS).all() and np.ptp(own) == 0)
    if is_ratio and len(np.unique(others)) > len(others) / 2:
        return f"has {own[0]:g} on all data sets, as that has which the others are measured in"
    if len(own) < _FEWEST or len(scores.algorithms) < _FEWEST:
        return ""
    if np.ptp(own) == 0 and len(np.unique(others)) > len(others) / 2:
        return "has the same number on all data sets, as a setting has"
    fractions = np.mean(others != np.round(others))
    if (own == np.round(own)).all() and fractions >= _MOST_FRACTIONS:
        return "has whole numbers alone, where the others have fractions"
    return ""


def _odd_in_two_ways(scores: Measured, first: str) -> str:
    """Return two things that are odd of an algorithm, none of which says much by itself; "" where there are fewer."""
    others = [name for name in scores.algorithms if name != first]
    if len(others) < _FEWEST - 1 or is_own(first) or leaning_of([first]) < 0:
        return ""
    order = scores.algorithms_in_order
    oddities = {
        "it stands at an end": first in (order[0], order[-1]),
        "its name is written unlike those of the others": is_unlike(first, others) and not first.istitle(),
        "its numbers do not go along with those of the others over the data sets, as theirs do": _goes_alone(
            scores, first
        ),
        "its numbers have fewer decimals than those of the others": _is_coarser(scores, first),
    }
    odd = [oddity for oddity, is_so in oddities.items() if is_so]
    return listed(odd) if len(odd) > 1 else ""


def _goes_alone(scores: Measured, first: str) -> bool:
    """Return whether scores over data sets go along with the means of the others for all algorithms but one."""
    means = scores.means()
    means = means[np.isfinite(means).all(axis=1)]
    if len(means) < _FEWEST_DATASETS or means.shape[1] < _FEWEST:
        return False
    own = scores.algorithms.index(first)
    rest = [column for column in range(means.shape[1]) if column != own]

    def along(column: int, others: list[int]) -> float:
        pair = means[:, column], means[:, others].mean(axis=1)
        if min(np.ptp(each) for each in pair) == 0:
            return 0.0
        return float(np.corrcoef(*pair)[0, 1])

    each = [along(column, [other for other in rest if other != column]) for column in rest]
    return min(each) >= _ALONG and along(own, rest) <= _AGAINST


def _is_coarser(scores: Measured, first: str) -> bool:
    """Return whether all numbers of an algorithm are rounded more than the most of each other one."""
    finest = []
    for code in range(len(scores.algorithms)):
        values = scores.values[(scores.algorithm_of == code) & np.isfinite(scores.values)][:_MOST_LOOKED_AT]
        finest.append(max((decimals_of(f"{value:.12g}") for value in values.tolist()), default=0))
    own = finest.pop(scores.algorithms.index(first))
    return own < min(finest)


_MOST_LOOKED_AT = 200


def _said_of(table: Table, guess: Guess, scores: Measured, first: str) -> str:
    """Return what a column that is not read says of an algorithm and of few others, if it sets these apart; else ""."""
    if guess.layout == "wide" and "algorithm" not in guess.columns:
        return ""
    read = {*guess.columns.values(), *guess.metrics, *guess.costs, *guess.where}
    read.update(name for names in guess.join.values() for name in names)
    for name, column in table.columns.items():
        if name in read or name in guess.metrics or len(column.codes) <= scores.row_of.max():
            continue
        pairs = np.unique(np.column_stack([scores.algorithm_of, column.codes[scores.row_of]]), axis=0)
        if len(pairs) > len(scores.algorithms):  # it says something of the runs
            continue
        labels = {scores.algorithms[algorithm]: column.labels[code] for algorithm, code in pairs.tolist()}
        if _sets_apart(name, labels[first], list(labels.values())):
            return f"column {quoted(name)} says {quoted(labels[first])} of it"
    return ""


def _sets_apart(name: str, own: str, labels: Sequence[str]) -> bool:
    """Return whether a column says of an algorithm that it is not to be compared, or remarks on few like it.

    >>> _sets_apart("note", "uses labels", ["", "", "uses labels"]), _sets_apart("valid", "no", ["yes", "yes", "no"])
    (True, True)
    >>> _sets_apart("type", "deep", ["linear", "linear", "deep"]), _sets_apart("", "ours", ["", "", "ours"])
    (False, False)
    """
    rest = [label for label in labels if label != own]
    if not own or not rest or is_own(own):
        return False
    is_rare = len(rest) > len(labels) / 2
    if is_rare and (is_standard(own) or _is_aside(own)):
        return True
    if is_rare and {*rest} == {""} and not holds_objects([own]):
        return not name.strip() or not is_own(name)
    says_no, says_yes = (own.casefold() in words for words in (_NO, _YES))
    is_flag = is_rare and all(label.casefold() in _NO | _YES for label in rest)
    return is_flag and ((says_no and not is_own(name)) or (says_yes and _is_aside(name)))
