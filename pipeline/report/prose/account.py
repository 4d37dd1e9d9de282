"""The results in the few paragraphs that a paper has room for: what was found, what may not be concluded from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rankpress.analysis import Analysis
from rankpress.report.error_rates import weaker
from rankpress.report.prose.bayes import bayes_caveats, bayes_found
from rankpress.report.prose.data import data_caveats, missing_results
from rankpress.report.prose.effects import effects_found
from rankpress.report.prose.ordering import ordering_caveats, ordering_paragraphs
from rankpress.report.prose.over import grouped, ranks_caveats, tests_caveats, tests_paragraphs
from rankpress.report.prose.phrases import separation
from rankpress.report.prose.power import power_caveats, power_found
from rankpress.report.prose.replicability import replicability_caveats, replicability_paragraphs
from rankpress.report.prose.sensitivity import sensitivity_caveats, sensitivity_found
from rankpress.report.prose.summary import compared_in_words, leaders, reservations
from rankpress.report.prose.within import curves_caveats, curves_found, within_caveats, within_found


def results_paragraphs(analyses: Sequence[Analysis]) -> tuple[str, ...]:
    """Tell the results.

    Parameters
    ----------
    analyses : sequence of Analysis
        One a metric.

    Returns
    -------
    tuple of str
        Of each metric a paragraph a topic; the first names the metric.
    """
    return tuple(paragraph for analysis in analyses for paragraph in _of_metric(analysis))


def _of_metric(analysis: Analysis) -> Iterator[str]:
    topics = (
        list(_over(analysis)),
        effects_found(analysis),
        [*within_found(analysis), *within_caveats(analysis)],
        [*bayes_found(analysis), *bayes_caveats(analysis)],
        [*ordering_paragraphs(analysis), *ordering_caveats(analysis)],
        [*curves_found(analysis), *curves_caveats(analysis)],
        [*sensitivity_found(analysis), *sensitivity_caveats(analysis)],
        [*replicability_paragraphs(analysis), *replicability_caveats(analysis)],
        [*power_found(analysis), *power_caveats(analysis)],
    )
    yield from (" ".join(sentences) for sentences in topics if sentences)


def _over(analysis: Analysis) -> Iterator[str]:
    missing, found = analysis.scores.missing, separation(analysis)
    yield compared_in_words(analysis)
    if missing.gaps or missing.dropped_datasets or missing.dropped_algorithms or missing.worst_ranked:
        yield from missing_results(missing)
        yield from data_caveats(analysis)
    yield f"{leaders(analysis)}."
    if analysis.tested.over is None:
        yield analysis.tested.left_out.get("over", "There were no tests over the data sets.")
    yield from tests_paragraphs(analysis)
    yield from grouped(analysis)
    if found is not None:
        yield from weaker(analysis, (found.method,))
        yield from reservations(analysis, found)
    yield from tests_caveats(analysis)
    yield from ranks_caveats(analysis)
