"""The settings of a calibration of a reader's own case: the size, the level and the methods of a study."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rankpress.calibration.settings import Methods, Settings
from rankpress.draws import complete_datasets
from rankpress.faults import Fault, FaultsFound
from rankpress.wording import counted, joined

if TYPE_CHECKING:
    from rankpress.scores import MetricScores, Scores
    from rankpress.spec.model import Study

FEWEST = 2  # algorithms, and data sets
MOST_SIGNS = 2000  # of the permutation test, which is made in every draw


def settings_of_study(
    study: Study,
    scores: Scores,
    asked: Settings,
    *,
    alpha: float | None = None,
    algorithms: int | None = None,
    datasets: int | None = None,
) -> Settings:
    """What is to be tried for a study: the tests and adjustments that it makes, in studies of its size.

    Parameters
    ----------
    study : Study
    scores : Scores
        With which nothing is wrong.
    asked : Settings
        Whose draws and seed are taken.
    alpha, algorithms, datasets : float, int, int or None
        In place of what the study has.

    Returns
    -------
    Settings
        With a size for each that metrics differ in. Data sets are those with all results.

    Raises
    ------
    FaultsFound
        If there are too few algorithms or data sets.
    """
    sizes = [(algorithms or len(metric.algorithms), datasets or _complete(metric)) for metric in scores.metrics]
    for k, n in sizes:
        if min(k, n) < FEWEST:
            message = (
                "errors of tests over data sets need two algorithms and two data sets with all results; here are"
                f" {counted(k, 'algorithm')} and {counted(n, 'data set')}"
            )
            raise FaultsFound([Fault("calibrate", message, remedy="--algorithms 5 --datasets 20 sets a size")])
    return replace(
        asked,
        alpha=study.test.alpha if alpha is None else alpha,
        steps=(),
        sizes=tuple(dict.fromkeys(sizes)),
        cases=0,
        methods=_methods(study),
        study=study.title,
        notes=(*_set_otherwise(alpha, algorithms, datasets), *_notes(study, scores, datasets)),
    )


def _complete(metric: MetricScores) -> int:
    return metric.n_datasets if metric.oriented is None else len(complete_datasets(metric.oriented))


def _methods(study: Study) -> Methods:
    test = study.test
    return Methods(
        omnibus=test.omnibus,
        tests={test.pairwise.name: _options(study)},
        adjustments={method.name: method.options for method in study.adjust},
        controls=(test.control is not None,),
    )


def _options(study: Study) -> dict[str, Any]:
    options = dict(study.test.pairwise.options)
    if "draws" in options:
        options["draws"] = min(options["draws"], MOST_SIGNS)
    return options


def _notes(study: Study, scores: Scores, datasets: int | None) -> Iterator[str]:
    """What is not as in the study."""
    gaps = any(_complete(metric) < metric.n_datasets for metric in scores.metrics)
    if gaps and datasets is None:
        yield "Data sets with missing results are not counted, and what the tests do with gaps is not tried."
    if study.test.pairwise.options.get("draws", 0) > MOST_SIGNS:
        yield (
            f"The permutation test draws {MOST_SIGNS:,} signs where the data sets are too many for all, fewer than in"
            " the study."
        )
    if study.rank.ties != "average":
        yield "Ties have the mean of their ranks, otherwise than in the study."


def _set_otherwise(alpha: float | None, algorithms: int | None, datasets: int | None) -> Iterator[str]:
    told = {"the level": alpha, "the number of algorithms": algorithms, "the number of data sets": datasets}
    given = [name for name, value in told.items() if value is not None]
    if given:
        yield f"Of these, {joined(given)} {'was' if len(given) == 1 else 'were'} set otherwise on the command line."
