"""The summary of a report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rankpress.analysis import Analysis
from rankpress.topics.topic import topics, topics_of_study
from rankpress.wording.text import Prose, join


def summary(analyses: Sequence[Analysis]) -> tuple[Prose, ...]:
    """Sum up a study in a paragraph for each metric; the sections have the evidence, and repeat no sentence."""
    return tuple(map(join, summary_lines(analyses)))


def summary_lines(analyses: Sequence[Analysis]) -> list[list[Prose]]:
    """Sum up each metric in lines, one for each topic that has a headline, and say in what metrics differ."""
    earlier = set[Prose]()
    lines = [list(_of_topics(analysis, earlier)) for analysis in analyses]
    if lines:
        lines[-1] += [sentence for of_study in topics_of_study() for sentence in of_study.closing(analyses)]
    return lines


def _of_topics(analysis: Analysis, earlier: set[Prose]) -> Iterator[Prose]:
    """Yield what topics have in the summary, a line for each, in the order of their places."""
    headlines = [topic.headline for topic in topics() if topic.headline is not None]
    for headline in sorted(headlines, key=lambda headline: headline.place):
        if line := join(headline.sentences(analysis, earlier)):
            yield line
