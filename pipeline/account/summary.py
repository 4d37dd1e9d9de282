"""The summary of a report."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from rankpress.analysis import Analysis
from rankpress.topics.topic import PLACE_OF_FINDING, topics, topics_of_study
from rankpress.wording.text import Prose, join

_MOST_LINES = 6


def summary(analyses: Sequence[Analysis]) -> tuple[Prose, ...]:
    """Sum up a study in a paragraph for each metric; the sections have the evidence, and repeat no sentence."""
    return tuple(map(join, summary_lines(analyses)))


def summary_lines(analyses: Sequence[Analysis]) -> list[list[Prose]]:
    """Sum up each metric in lines, one for each topic that has a headline, and say in what metrics differ.

    Lines of the finding are always there. The other topics follow in the order of their places, each for all metrics
    or for none, while there is room on a first screen; the others begin their own sections.
    """
    earlier = set[Prose]()
    lines: list[list[Prose]] = [[] for _ in analyses]
    closing = [sentence for of_study in topics_of_study() for sentence in of_study.closing(analyses)] if lines else []
    headlines = [topic.headline for topic in topics() if topic.headline is not None]
    for headline in sorted(headlines, key=lambda headline: headline.place):
        of_metrics = [join(headline.sentences(analysis, earlier)) for analysis in analyses]
        number = len([*chain(*lines), *closing, *filter(None, of_metrics)])
        if headline.place > PLACE_OF_FINDING and number > _MOST_LINES:
            break
        for already, line in zip(lines, of_metrics, strict=True):
            already += [line] if line else []
    if lines:
        lines[-1] += closing
    return lines
