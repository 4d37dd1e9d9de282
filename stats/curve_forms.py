"""The forms of confidence curves, by the names that a study gives them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal


@dataclass(frozen=True)
class CurveForm:
    """What a confidence curve of one data set is made of.

    Parameters
    ----------
    name, title : str
        As a study and as a report name it.
    reference : str
        Bibliography key of its source.
    design : {"folds-ratio", "outcomes"}
        Whether it is made of differences by fold with the ratio of test to training cases, or of counts of examples.
    """

    name: str
    title: str
    reference: str
    design: Literal["folds-ratio", "outcomes"]


CURVE_FORMS: Mapping[str, CurveForm] = MappingProxyType(
    {
        form.name: form
        for form in (
            CurveForm("t", "Student's t", "nadeau2003", "folds-ratio"),
            CurveForm("quesenberry-hurst", "Quesenberry-Hurst", "quesenberry1964", "outcomes"),
        )
    }
)
