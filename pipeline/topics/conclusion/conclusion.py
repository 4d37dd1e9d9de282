"""Topic conclusion: who leads and which differences are significant, with which methods, account and summary begin."""

from __future__ import annotations

from rankpress.topics.conclusion.account import account_in_full, account_in_short, caution_on_ranks
from rankpress.topics.conclusion.leaders import disagreement, headline
from rankpress.topics.conclusion.methods import compared, methods_in_full, methods_in_short
from rankpress.topics.data.runs import runs_sentences
from rankpress.topics.topic import Headline, Methods, OfStudy, Topic, register

register(
    Topic(
        "conclusion",
        "Conclusion",
        methods=(lambda analysis: runs_sentences(analysis.scores), Methods(methods_in_full)),
        brief_methods=Methods(methods_in_short),
        account=account_in_full,
        brief_account=account_in_short,
        cautions=caution_on_ranks,
        headline=Headline(headline, place=0),
        of_study=OfStudy(opening=lambda analyses, voice: [compared(analyses, voice)], closing=disagreement),
    )
)
