"""The settings that decide what a report concludes, each by itself, so that one can be changed and not the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from rankpress.comparing.kept import KeptMetric
from rankpress.spec.model import AdjustMethod, OrderOptions, RankOptions, TestOptions

SECTIONS = ("rank", "test", "adjust", "order")
# What these ask for is a conclusion of its own, or tells nothing of it.
_OF_OTHERS = ("test.omnibus", "test.within", "test.tuning_runs")
_ADJUST: TypeAdapter[tuple[AdjustMethod, ...]] = TypeAdapter(tuple[AdjustMethod, ...])
_ORDER: TypeAdapter[OrderOptions | None] = TypeAdapter(OrderOptions | None)
_PLAIN: TypeAdapter[object] = TypeAdapter(object)
BETTER, MISSING, ALPHA = "better", "scores.missing", "test.alpha"
# Of the settings of an order these are not about who comes first where no test tells two apart.
ORDER_TESTS = ("order.within", "order.adjust")


@dataclass(frozen=True)
class Options:
    """Settings as the stages take them."""

    rank: RankOptions
    test: TestOptions
    adjust: tuple[AdjustMethod, ...]
    order: OrderOptions | None


def deciding(metric: KeptMetric, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings by the keys that a user knows them by, those that are null left out.

    Parameters
    ----------
    metric : KeptMetric
        What a report found in a metric.
    settings : mapping
        The settings of its study.
    """
    found: dict[str, Any] = {BETTER: metric.better, MISSING: metric.missing.policy}
    for section in SECTIONS:
        value = settings.get(section)
        found |= (
            {f"{section}.{key}": inside for key, inside in value.items()}
            if isinstance(value, Mapping)
            else {section: value}
        )
    return {key: value for key, value in found.items() if key not in _OF_OTHERS and value is not None}


def options_of(values: Mapping[str, Any]) -> Options:
    """The settings as the stages take them; no omnibus test.

    Raises
    ------
    ValidationError
        Where they are none of this version's, or do not go together.
    """
    return Options(
        RankOptions.model_validate_json(_json(_section(values, "rank"))),
        TestOptions.model_validate_json(_json({**_section(values, "test"), "within": "none", "omnibus": []})),
        _ADJUST.validate_json(_json(values["adjust"])),
        _ORDER.validate_json(_json(_section(values, "order") or None)),
    )


def _section(values: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {key.removeprefix(f"{name}."): value for key, value in values.items() if key.startswith(f"{name}.")}


def _json(value: object) -> str:
    """As JSON: a tuple of the study is a list there."""
    return _PLAIN.dump_json(value).decode()
