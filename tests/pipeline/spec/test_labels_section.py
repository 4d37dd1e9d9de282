r"""The section `labels`: a text or a mapping, mathematics only where it is asked for, faults at their line and column.

Names that the scores do not have, and labels that show two things alike: tests/pipeline/agreement/test_labels.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rankpress.core.faults import FaultsFound
from rankpress.core.labels import key_of, short_of
from rankpress.core.text import plain
from rankpress.spec.model import Study
from rankpress.spec.reading import read_study

HEAD = "scores: {files: a.csv}\nlabels:\n"


def told(labels: str, tmp_path: Path) -> list[str]:
    path = tmp_path / "study.yaml"
    path.write_text(HEAD + labels, encoding="utf-8")
    with pytest.raises(FaultsFound) as caught:
        read_study(path)
    return [str(fault).removeprefix(f"{path}:") for fault in caught.value.faults]


def names(**labels: object) -> dict[str, object]:
    return dict(Study.model_validate({"scores": {"files": "a.csv"}, "labels": labels}).labels.names)


def test_a_text_is_a_label_without_more() -> None:
    found = names(algorithms={"nb": "naive Bayes", "c45": {"label": "C4.5", "short": "C4"}})["algorithms"]
    assert found == {"nb": "naive Bayes", "c45": "C4.5"}
    assert [(key_of(name), short_of(name)) for name in found.values()] == [("nb", "naive Bayes"), ("c45", "C4")]


def test_by_default_nothing_has_a_label() -> None:
    assert names() == {"algorithms": {}, "datasets": {}, "metrics": {}, "costs": {}}


def test_a_dollar_is_a_dollar_unless_mathematics_is_asked_for() -> None:
    written = r"$\alpha$ of $5"
    assert names(costs={"price": written})["costs"] == {"price": written}
    [name] = names(costs={"price": {"label": r"$\alpha$ of", "short": r"$\beta$", "math": True}})["costs"].values()
    assert (plain(name), plain(short_of(name))) == ("α of", "β")


@pytest.mark.parametrize(
    ("labels", "fault"),
    [
        (r"  algorithms: {a: {label: '$\input{x}$', math: true}}", "3:27: the command \\input is not taken"),
        (r"  algorithms: {a: {label: a, short: '$x', math: true}}", "3:37: a dollar without another one"),
        ("  datasets: {a: ' '}", "3:14: a label of blanks alone"),
        ("  datasets: {a: {label: a, short: ' '}}", "3:35: a label of blanks alone"),
        ("  metrics: {a: 3}", "3:16: labels.metrics.a is the number 3"),
        ("  metrics: {a: {short: b}}", "3:13: the key 'label' is missing from labels.metrics.a"),
        ("  costs: {a: {label: b, math: yes}}", "3:31: labels.costs.a.math is 'yes'"),
        ("  costs: {a: {label: b, shrt: c}}", "3:25: unknown key 'shrt' in labels.costs.a"),
        ("  algorithm: {a: b}", "3:3: unknown key 'algorithm' in labels"),
    ],
)
def test_faults_are_told_where_they_are(labels: str, fault: str, tmp_path: Path) -> None:
    [found] = told(labels, tmp_path)
    assert found.startswith(fault)


def test_the_nearest_key_is_told(tmp_path: Path) -> None:
    [found] = told("  datsets: {a: b}", tmp_path)
    assert "the nearest is 'datasets'" in found
