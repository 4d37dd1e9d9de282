"""Methods and results in words: in full as the report has them, in short for a paper."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain

from rankpress.analysis import Analysis
from rankpress.core.manifest import version_of
from rankpress.topics.phrases import once
from rankpress.topics.sentences_of_metrics import merged
from rankpress.topics.topic import Voice, account_of, methods_in, topics, topics_of_study
from rankpress.wording.text import Prose, join, joined, say


def opening(analyses: Sequence[Analysis], voice: Voice) -> Prose:
    """Return what was compared: the sentences with which the methods begin."""
    return join(chain.from_iterable(of_study.opening(analyses, voice) for of_study in topics_of_study()))


def methods_paragraphs(
    analyses: Sequence[Analysis], voice: Voice = "passive", tabled: Collection[str] = ()
) -> tuple[Prose, ...]:
    """Say what was done, one paragraph per topic; what differs between metrics is reported with their names.

    `tabled` are the kinds of tables of the report that replace sentences.
    """
    paragraphs: list[Prose] = []
    for of_topic in zip(*(_methods_of_metric(analysis, voice, tabled) for analysis in analyses), strict=True):
        there = {
            analysis.metric: sentences for analysis, sentences in zip(analyses, of_topic, strict=True) if sentences
        }
        if there:
            shared, of_all = join(merged(there)), len(there) == len(analyses)
            paragraphs.append(shared if of_all else say("For {}: {}", joined(there), shared))
    of_all_metrics = (join(of_study.methods(analyses)) for of_study in topics_of_study())
    return (*paragraphs, *(paragraph for paragraph in of_all_metrics if paragraph))


def _methods_of_metric(analysis: Analysis, voice: Voice, tabled: Collection[str]) -> list[list[Prose]]:
    """Return the sentences of each paragraph, without those that an earlier one has; none where nothing was done."""
    earlier = set[Prose]()
    of_topics = (methods for topic in topics() for methods in topic.methods)
    return [[*once(methods_in(methods, analysis, voice, tabled), earlier)] for methods in of_topics]


def results_paragraphs(analyses: Sequence[Analysis]) -> tuple[Prose, ...]:
    """Report the results, a paragraph a topic."""
    earlier = set[Prose]()
    paragraphs = [join(account) for analysis in analyses for account in _accounts(analysis, earlier) if account]
    return (*paragraphs, *([join(closing)] if (closing := _closing(analyses)) else []))


def _accounts(analysis: Analysis, earlier: set[Prose]) -> Iterator[list[Prose]]:
    yield from (account_of(topic, analysis, earlier) for topic in topics())


def _closing(analyses: Sequence[Analysis]) -> list[Prose]:
    return [sentence for of_study in topics_of_study() for sentence in of_study.closing(analyses)]


def methods_for_paper(analyses: Sequence[Analysis], voice: Voice) -> Prose:
    """Return what was compared and tested, in a paragraph; what differs between metrics is stated with their names."""
    by_metric = {analysis.metric: _brief_methods_of_metric(analysis, voice) for analysis in analyses}
    of_topics = zip(*by_metric.values(), strict=True)  # merged apart: no sentence stands among those of another topic
    specific = chain.from_iterable(merged(dict(zip(by_metric, of_topic, strict=True))) for of_topic in of_topics)
    of_study = topics_of_study()
    setup = chain.from_iterable(of_topic.brief_setup(analyses) for of_topic in of_study)
    methods = chain.from_iterable(of_topic.methods(analyses) for of_topic in of_study)
    release = f"Results were computed with rankpress {_release()}."
    return join([opening(analyses, voice), *setup, *specific, *methods, release])


def _brief_methods_of_metric(analysis: Analysis, voice: Voice) -> list[list[Prose]]:
    """Return the sentences of each topic, without those that an earlier one has."""
    earlier = set[Prose]()
    return [[*once(methods_in(topic.brief_methods, analysis, voice), earlier)] for topic in topics()]


def results_for_paper(analyses: Sequence[Analysis]) -> tuple[Prose, ...]:
    """Return the results, a paragraph for each metric."""
    earlier = set[Prose]()
    *before, last = (
        [sentence for topic in topics() for sentence in topic.brief_account(analysis, earlier)] for analysis in analyses
    )
    return tuple(join(sentences) for sentences in (*before, [*last, *_closing(analyses)]))


def cautions(analyses: Sequence[Analysis]) -> list[Prose]:
    """Return what a reader of the results must not read into them, a sentence each."""
    return list(
        dict.fromkeys(sentence for analysis in analyses for topic in topics() for sentence in topic.cautions(analysis))
    )


def _release() -> str:
    """Return the version of rankpress without its last number."""
    return ".".join(version_of("rankpress").split(".")[:2])
