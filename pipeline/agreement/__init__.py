"""What shows only when a spec and its scores meet: names that are not there, costs that tie, tests without folds."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from rankpress.agreement.bayes import find_wrong_bayes
from rankpress.agreement.designs import find_wrong_designs
from rankpress.agreement.draws import find_too_large_draws
from rankpress.agreement.gaps import find_tests_without_gaps
from rankpress.agreement.labels import find_wrong_labels
from rankpress.agreement.names import find_unknown_names
from rankpress.agreement.priors import find_wrong_priors
from rankpress.agreement.sizes import find_too_many_pairs
from rankpress.agreement.tables import find_wrong_tables
from rankpress.faults import Fault
from rankpress.scores import Scores
from rankpress.sources.findings import Findings
from rankpress.spec.complaints import kind_of

if TYPE_CHECKING:
    from rankpress.spec.model import Study
    from rankpress.spec.source import SpecSource


def disagreements(study: Study, scores: Scores, source: SpecSource, without: Collection[str] = ()) -> list[Fault]:
    """Find what a study asks of its scores that they cannot give.

    Parameters
    ----------
    study : Study
        The spec.
    scores : Scores
        What its files hold.
    source : SpecSource
        Its text, where the faults point to.
    without : collection of str
        Sections of the spec that are at fault themselves: the study has their defaults, of which nothing is told.

    Returns
    -------
    list of Fault
    """
    findings = Findings(source.document.name)
    for find in (
        find_unknown_names,
        find_too_many_pairs,
        find_wrong_labels,
        find_wrong_designs,
        find_tests_without_gaps,
        find_wrong_bayes,
        find_wrong_priors,
        find_wrong_tables,
        find_too_large_draws,
    ):
        for path, fault in find(study, scores, source):
            if path[0] not in without:
                findings.add_each(kind_of(path), [fault], lambda one: one if isinstance(one, Fault) else one())
    return list(findings.faults())


def in_spec(faults: Iterable[Fault], source: SpecSource) -> list[Fault]:
    """Turn places such as ``scores.files[0]``, which loading gives, into lines of the spec.

    Parameters
    ----------
    faults : iterable of Fault
        As `rankpress.load.load` raises them.
    source : SpecSource
        The text of the spec.

    Returns
    -------
    list of Fault
        Those that lie in score files are as they were.
    """
    return [_in_spec(fault, source) for fault in faults]


def _in_spec(fault: Fault, source: SpecSource) -> Fault:
    if not re.fullmatch(r"scores(\.[a-z_]+)?(\[\d+\])?", fault.place):
        return fault
    steps = re.findall(r"[a-z_]+|\d+", fault.place)
    path = tuple(int(step) if step.isdigit() else step for step in steps)
    return source.fault(path, fault.message, fault.expected, fault.remedy)
