"""Topic protocol: table, sentences, facts and results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Annotated

import numpy as np
from typing_extensions import TypedDict

from rankpress.analysis import Analysis
from rankpress.catalog.kinds import TableKind
from rankpress.core.bibliography import cite
from rankpress.core.document import Section
from rankpress.core.plain_data import Json
from rankpress.core.scores import MetricScores
from rankpress.core.table import Table
from rankpress.robustness.protocol import (
    HOW_DIVIDED,
    NOT_TUNED,
    SUBJECTS,
    Protocol,
    ProtocolItem,
    questions_together,
    record_protocol,
)
from rankpress.stats.stopping import p_of_fixed_number, p_of_last_loss
from rankpress.topics.facts import COUNT, WORDS, Fact
from rankpress.topics.phrases import grouped_by, table_of
from rankpress.topics.topic import Axes, OfStudy, ResultKey, Rows, StudyResultKey, Topic, register
from rankpress.wording.numbers import MISSING, in_words, p_text
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, capitalized, join, joined, plain, references, say

_LONGEST_PARTITION = 120  # characters that a sentence takes in

if TYPE_CHECKING:
    from rankpress.spec.model import Study

HEADS = ("Item", "Answer", "Potential issue")


def _items(study: Study, names: Sequence[str], datasets: Sequence[str]) -> Iterator[str]:
    if study.protocol is not None:
        recorded = record_protocol(study.protocol, study.test, names, datasets)
        yield from (plain(question) for question, _ in _reported(recorded.items, len(names)))
        yield from SUBJECTS


@Axes(Rows("items, such as Planned: level", _items), HEADS[1:])
def protocol_table(analysis: Analysis) -> Table | None:
    """Build the table of the protocol, the same from each metric of a study."""
    protocol = analysis.protocol
    items = [] if protocol is None else list(_reported(protocol.items, len(analysis.names)))
    if not items:
        return None
    caption = "Protocol of the study. The section of {} that discusses a potential issue is in parentheses."
    note = "Answers are the authors' own and were not checked; those marked derived follow from scores and settings."
    rows = (
        (
            question,
            say("derived: {}", item.answer) if item.origin == "derived" else item.answer,
            f"{capitalized(item.pitfall)} ({item.section})." if item.pitfall else "",
        )
        for question, item in items
    )
    return table_of(
        HEADS,
        rows,
        names=len(HEADS),
        stub=1,
        name="protocol",
        kind="protocol",
        title="How the study came about",
        caption=say(caption, cite("salzberg1997")),
        notes=(note,),
    )


def _reported(items: Iterable[ProtocolItem], number: int) -> Iterator[tuple[Prose, ProtocolItem]]:
    """Yield the items that have an answer with what they ask; algorithms with the same answer are one item."""
    by_answer = grouped_by((replace(item, algorithms=()), item.algorithms) for item in items if item.answer)
    for item, several in by_answer.items():
        names = [*chain.from_iterable(several)]
        every = len(names) == number > 1
        yield (f"{item.subject} all algorithms" if every else replace(item, algorithms=tuple(names)).question), item


def protocol_section(analyses: Sequence[Analysis]) -> Section | None:
    """Return the section on the protocol; None where the study has none."""
    protocol = analyses[0].protocol
    if protocol is None:
        return None
    return Section(
        "protocol",
        "Protocol",
        paragraphs=(_flagged(protocol), _not_stated(protocol)),
        caveats=(
            *_caveats(protocol, analyses),
            *(stopping_caveat(analyses) if protocol.datasets_seen else ()),
        ),
    )


def _flagged(protocol: Protocol) -> Prose:
    """Return which items have a potential issue; the table says which."""
    flagged = protocol.pitfalls
    if not flagged:
        return "No potential issue was found in the protocol."
    items = "item has" if len(flagged) == 1 else "items have"
    number = capitalized(in_words(len(flagged)))
    return say("{} {} a potential issue ({}): {}.", number, items, cite("salzberg1997"), questions_together(flagged))


def _not_stated(protocol: Protocol) -> Prose:
    not_stated = protocol.not_stated
    if not not_stated:
        return f"All {counted(len(protocol.items), 'item')} of the protocol are reported."
    return say("Not reported: {}.", questions_together(not_stated, lacking=True))


def _caveats(protocol: Protocol, analyses: Sequence[Analysis]) -> Iterator[Prose]:
    yield ("Answers on the protocol are the authors' own; missing answers and items without a flag were not verified.")
    compared = [analysis.conclusions.multiplicity.over for analysis in analyses]
    if protocol.is_exploratory and any(over is not None and over.tests > 1 for over in compared):
        form = (
            "Recommendations on p-values of exploratory studies differ: {} recommends reporting them unadjusted and"
            " marking them as exploratory; levels should allow for the number of comparisons according to {}."
        )
        yield say(form, cite("berrar2017"), cite("salzberg1997"))


def stopping_caveat(analyses: Sequence[Analysis]) -> Iterator[Prose]:
    """Yield what p-values assume of the number of data sets, where these were chosen after results were seen."""
    form = (
        "Data sets were chosen after results were seen, and every p-value here assumes that their number was fixed"
        " before ({}).{}"
    )
    yield say(form, cite("berrar2017"), next(filter(None, map(_stopped, analyses)), ""))


def _stopped(analysis: Analysis) -> Prose:
    """Return the p-values of the leader's wins by two stopping rules."""
    if not isinstance(analysis.scores, MetricScores) or len(analysis.names) < 2:
        return ""
    oriented = analysis.scores.oriented
    a, b = analysis.leading_pair
    signs = np.sign(oriented[:, a] - oriented[:, b])
    wins, losses = int((signs > 0).sum()), int((signs < 0).sum())
    if not losses or wins <= losses:
        return ""
    form = (
        " For example, {} scores better than {} on {} and worse on {}: the one-sided sign test has p = {} if"
        " that number was fixed, and p = {} if data sets were to be added until {} had lost {}."
    )
    fixed, added = (p_text(p(wins, losses), 0.05) for p in (p_of_fixed_number, p_of_last_loss))
    first, other = analysis.algorithms[a], analysis.algorithms[b]
    return say(form, first, other, counted(wins, "data set"), losses, fixed, added, first, losses)


def protocol_methods(analyses: Sequence[Analysis]) -> list[Prose]:
    """Return how the study came about as its authors state it, for a paper's section on methods."""
    sentences = [*_answers([item for item in _stated(analyses) if not item.algorithms]), *tuning_sentences(analyses)]
    return [join(sentences)] if sentences else []


def _stated(analyses: Sequence[Analysis]) -> list[ProtocolItem]:
    protocol = analyses[0].protocol
    return [] if protocol is None else [item for item in protocol.items if item.origin == "stated"]


def partition_of(analysis: Analysis) -> Prose:
    """Return how data were divided, as the protocol states it in a few words; empty where it does not."""
    answers = [item.answer for item in _stated([analysis]) if (item.subject, item.part) == HOW_DIVIDED]
    answer = answers[0] if answers else ""
    return answer if len(plain(answer)) <= _LONGEST_PARTITION and not plain(answer).endswith(".") else ""


def tuning_sentences(analyses: Sequence[Analysis]) -> list[Prose]:
    """Return how the algorithms were tuned; what holds for all of them once."""
    return list(_tuning([item for item in _stated(analyses) if item.algorithms], len(analyses[0].names)))


def _answers(items: Sequence[ProtocolItem]) -> list[Prose]:
    """Questions and answers, those of one subject in a sentence."""
    answers = []
    for item in items:
        subject, what = item.subject_and_part()
        answer = item.answer.removesuffix(".") if isinstance(item.answer, str) else item.answer
        answers.append((subject, say("{} {} {}", what, MISSING, answer) if what else answer))
    return [say("{}: {}.", subject, join(texts, "; ")) for subject, texts in grouped_by(answers).items()]


def _tuning(items: Sequence[ProtocolItem], number: int) -> Iterator[Prose]:
    """Yield how algorithms were tuned: algorithms with the same answer together."""
    by_answer = grouped_by((item.answer, name) for item in items for name in item.algorithms)
    for answer, names in by_answer.items():
        every, several = len(names) == number, len(names) > 1
        algorithms = joined(references("algorithms", names))
        if answer == NOT_TUNED and every and several:
            yield "None of the algorithms was tuned."
        elif answer == NOT_TUNED:
            form = "The algorithms {} were not tuned." if several else "The algorithm {} was not tuned."
            yield say(form, algorithms)
        else:
            yield say("Tuning of {}: {}.", "all algorithms" if every and several else algorithms, answer)


def facts_of_protocol(analyses: Sequence[Analysis]) -> Iterator[Fact]:
    """State the facts of a study whatever its metrics."""
    protocol = next((analysis.protocol for analysis in analyses), None)
    if protocol is not None:
        yield Fact("ProtocolKind", protocol.kind or "not reported", WORDS, "kind of study, as stated by its authors")
        yield Fact("ProtocolItems", len(protocol.items), COUNT, "number of items of the protocol")
        not_stated = "items of the protocol that are not reported, as a whole or in part"
        yield Fact("ProtocolNotStated", len(protocol.not_stated), COUNT, not_stated)
        yield Fact(
            "ProtocolPitfalls", len(protocol.pitfalls), COUNT, "items of the protocol that have a potential issue"
        )


_ItemOrigin = TypedDict(
    "_ItemOrigin",
    {"from": Annotated[str, "`stated` by the authors, `derived` from scores and settings, or `not stated`"]},
)


class ProtocolItemResult(_ItemOrigin, total=False):
    """An item of the protocol."""

    asked: Annotated[str, "what is asked"]
    answer: Annotated[str | None, "the answer"]
    lacks: Annotated[str | None, "what the answer lacks"]
    pitfall: Annotated[str | None, "what may be wrong"]
    section: Annotated[str | None, "the section of Salzberg (1997) that warns of it"]


class ProtocolResult(TypedDict, total=False):
    """How the study came about, from the section `protocol` and the scores."""

    kind: Annotated[str | None, "`exploratory`, `confirmatory`, or null if not stated"]
    pitfalls: Annotated[int, "number of items with a pitfall"]
    not_stated: Annotated[int, "number of items that are not stated, as a whole or in part"]
    items: list[ProtocolItemResult]


def protocol_results(analyses: Sequence[Analysis]) -> Json | None:
    """Return what is stated, derived, not stated, and a pitfall; None where there is no protocol."""
    protocol = analyses[0].protocol
    if protocol is None:
        return None
    items = [
        {"asked": item.question, "from": item.origin}
        | {name: getattr(item, name) or None for name in ("answer", "lacks", "pitfall", "section")}
        for item in protocol.items
    ]
    counts = {"pitfalls": len(protocol.pitfalls), "not_stated": len(protocol.not_stated)}
    return {"kind": protocol.kind, **counts, "items": items}


def kind_of_p(analysis: Analysis) -> str | None:
    """Return what the p-values of a metric are: exploratory, confirmatory, or it is not specified."""
    return None if analysis.protocol is None else analysis.protocol.kind


register(
    Topic(
        "protocol",
        "Protocol",
        after="power",
        of_study=OfStudy(
            section=protocol_section,
            is_before_methods=True,
            setup=protocol_methods,
            brief_setup=tuning_sentences,
            facts=facts_of_protocol,
            results=(StudyResultKey("protocol", ProtocolResult | None, protocol_results),),
        ),
        results=(ResultKey("p_values", None, kind_of_p),),
        tables=(TableKind("protocol", "how the study came about, once for all metrics", builder=protocol_table),),
    )
)
