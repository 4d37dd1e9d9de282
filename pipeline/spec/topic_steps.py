"""What topics compute of each metric, and the sections of study.yaml that ask for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import PlainValidator
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError

from rankpress.core.plugins import Registry
from rankpress.spec.strict import Section

# What the function of a step may take: results of the stages before it, what `load` returned with all that no stage
# reads (`read`), the level of the tests, and the store, which spreads work over processes.
Input = Literal["scores", "read", "costs", "ranking", "tested", "adjusted", "ordered", "alpha", "store"]


@dataclass(frozen=True)
class Step:
    """What a topic computes; `Analysis.computed` has it under the name.

    The function is pure: it is given what `takes` names, in that order, and then its section of the study, if it has
    one. It is called anew only where these, or the code, have changed.
    """

    name: str  # of the result, and of the section
    compute: Callable[..., Any]
    takes: tuple[Input, ...] = ("scores",)
    # the keys of its section of study.yaml: `{}` asks for the step with all defaults, null for none; None: it has no
    # section, and every study that knows the topic has the step
    section: type[Section] | None = None
    is_default: bool = False  # whether a study without the section is one with `{}`
    description: str = ""  # of the section, for the reference


STEPS = Registry[Step]("rankpress.topics", package="rankpress.topics")


def topic_sections() -> dict[str, FieldInfo]:
    """Return the sections of study.yaml that topics declare, as fields of the study."""
    return {
        step.name: FieldInfo(annotation=step.section | None, default=None, description=step.description)  # type: ignore[arg-type]
        for step in STEPS.values()
        if step.section is not None
    }


def keyed(study: Any, declared: set[str]) -> Any:
    """Put its key next to each value of a study that is not declared, for `TopicSection`."""
    if not isinstance(study, dict):
        return study
    return {key: value if key in declared else (key, value) for key, value in study.items()}


def _validated(pair: tuple[object, Any]) -> Section | None:
    """Return the section that a topic declares under a key."""
    key, value = pair
    section = STEPS[key].section if isinstance(key, str) and STEPS.finds(key) else None
    if section is None:
        raise PydanticCustomError("extra_forbidden", "Extra inputs are not permitted")
    return None if value is None else section.model_validate(value)


TopicSection = Annotated[Any, PlainValidator(_validated)]
"""A section of a study that a topic declares; takes what `keyed` made of it."""
