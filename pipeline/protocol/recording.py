"""Puts together the protocol of a study, before its scores are analysed and after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rankpress.protocol.compared import Compared, compared_in
from rankpress.protocol.found import found_of_folds, found_of_metrics, found_of_tests, found_of_tries
from rankpress.protocol.record import Item, Protocol
from rankpress.protocol.said import (
    said_of_algorithms,
    said_of_datasets,
    said_of_earlier,
    said_of_materials,
    said_of_partition,
    said_of_plan,
    said_of_study,
    said_of_tuning,
)

if TYPE_CHECKING:
    from rankpress.analysis import Analysis
    from rankpress.spec.model import Study
    from rankpress.spec.protocol_section import ProtocolOptions
    from rankpress.spec.test_section import TestOptions


def record_protocol(
    options: ProtocolOptions,
    test: TestOptions,
    algorithms: Sequence[str],
    datasets: Sequence[str],
    compared: Sequence[Compared] = (),
) -> Protocol:
    """Put together what is known of how a study came about.

    Parameters
    ----------
    options : ProtocolOptions
        What its author says.
    test : TestOptions
        The level, and how many tries of tuning count as comparisons.
    algorithms, datasets : sequence of str
        What was compared, and on what.
    compared : sequence of Compared
        The comparisons, one a metric; none where there are no scores yet.

    Returns
    -------
    Protocol
        With what is not said, and what of it may be wrong.
    """
    return Protocol(options.kind, tuple(_items(options, test, algorithms, datasets, compared)))


def with_protocol(study: Study, analyses: Sequence[Analysis]) -> Iterator[Analysis]:
    """The analyses of a study with how it came about, which is told of all metrics together.

    Parameters
    ----------
    study : Study
        The study.
    analyses : sequence of Analysis
        One a metric.

    Yields
    ------
    Analysis
        As it was, where the study has no section `protocol`.
    """
    if study.protocol is None:
        yield from analyses
        return
    algorithms = dict.fromkeys(name for one in analyses for name in one.names)
    datasets = dict.fromkeys(name for one in analyses for name in one.scores.datasets)
    compared = [compared_in(one) for one in analyses]
    protocol = record_protocol(study.protocol, study.test, [*algorithms], [*datasets], compared)
    yield from (replace(one, protocol=protocol) for one in analyses)


def _items(
    options: ProtocolOptions,
    test: TestOptions,
    algorithms: Sequence[str],
    datasets: Sequence[str],
    compared: Sequence[Compared],
) -> Iterator[Item]:
    yield from said_of_study(options)
    yield from said_of_datasets(options.datasets, datasets)
    yield from said_of_algorithms(options.algorithms, algorithms)
    yield from said_of_tuning(options.tuning, algorithms)
    yield from found_of_tries(test.tuning_runs)
    yield from said_of_partition(options)
    if compared:
        yield from found_of_folds(compared)
    yield from said_of_plan(options.planned)
    if compared:
        yield from found_of_metrics(compared, options.planned)
        yield from found_of_tests(compared, options.planned, test.alpha)
    yield from said_of_earlier(options.earlier, test.alpha)
    yield from said_of_materials(options.available)
