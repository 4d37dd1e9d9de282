"""What topics compute of each metric, and the sections of study.yaml that ask for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import PlainValidator, ValidationInfo
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError

from rankpress.core.plugins import Registry
from rankpress.spec.strict import Incoherence, Section, refuse
from rankpress.stats.paired_comparisons import TieModel

# What the function of a step may take: results of the stages before it, what `load` returned with all that no stage
# reads (`read`), the data sets of each group, their weights, the level of the tests, the scores and ranks in all of the
# `metrics`, and the store, which spreads work over processes.
_OfMetric = Literal["scores", "read", "groups", "weights", "costs", "ranking", "tested", "adjusted", "ordered", "alpha"]
Input = _OfMetric | Literal["metrics", "store"]


def nothing_wrong(_section: object, _others: object) -> tuple[Incoherence, ...]:
    """Find nothing."""
    return ()


def every_study(_study: object) -> bool:
    """Activate a step in every study."""
    return True


@dataclass(frozen=True)
class Step:
    """Describe what a topic computes; `Analysis.computed` has it under the name.

    The function is pure: it is given what `takes` names, in that order, and then its section of the study, if it has
    one. It is called again only where these, or the code, have changed.
    """

    name: str  # of the result, and of the section
    compute: Callable[..., Any]
    takes: tuple[Input, ...] = ("scores",)
    # the keys of its section of study.yaml: `{}` asks for the step with all defaults, null for none; None: it has no
    # section, and every study has the step whose design it is for (`active`)
    section: type[Section] | None = None
    active: Callable[[Any], bool] = every_study  # of a step without a section, given the study
    is_default: bool = False  # whether a study without the section is one with `{}`
    default_where: Callable[[Any], bool] | None = None  # which studies without it are, given the study
    description: str = ""  # of the section, for the reference
    reads_steps: bool = False  # whether it reads the scores at all steps of runs, which are kept for nothing else
    # how its section says that ties between algorithms are modeled where votes rank them; None: it says nothing of it
    tie_model: Callable[[Any], TieModel] | None = None
    # what is wrong with the section next to the other sections of the study, which are given by name as far as they are
    # right, and next to the scores (`core.scores.Scores`); paths begin within the section
    wrong: Callable[[Any, Mapping[str, Any]], Iterable[Incoherence]] = nothing_wrong
    wrong_for_scores: Callable[[Any, Any], Iterable[Incoherence]] = nothing_wrong

    def is_default_of(self, study: Any) -> bool:
        """Return whether a study without the section is one with `{}`."""
        return self.is_default or (self.default_where is not None and self.default_where(study))


STEPS = Registry[Step]("rankpress.topics", package="rankpress.topics")


def topic_sections() -> dict[str, FieldInfo]:
    """Return the sections of study.yaml that topics declare, as fields of the study, in alphabetical order."""
    return {
        step.name: FieldInfo(annotation=step.section | None, default=None, description=step.description)  # type: ignore[arg-type]
        for step in sorted(STEPS.values(), key=lambda step: step.name)
        if step.section is not None
    }


def keyed(study: Any, declared: set[str]) -> Any:
    """Put its key next to each value of a study that is not declared, for `TopicSection`."""
    if not isinstance(study, dict):
        return study
    return {key: value if key in declared else (key, value) for key, value in study.items()}


def _validated(pair: tuple[object, Any], info: ValidationInfo) -> Section | None:
    """Return the section that a topic declares under a key."""
    key, value = pair
    step = STEPS[key] if isinstance(key, str) and STEPS.finds(key) else None
    if step is None or step.section is None:
        raise PydanticCustomError("extra_forbidden", "Extra inputs are not permitted")
    if value is None:
        return None
    section = step.section.model_validate(value)
    refuse(step.wrong(section, info.data), value)
    return section


TopicSection = Annotated[Any, PlainValidator(_validated)]
"""A section of a study that a topic declares; takes what `keyed` made of it."""
