"""The section `protocol`: how a study came about, which its scores cannot show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from rankpress.spec.strict import Distinct, Flag, Incoherence, Natural, Section, Text

if TYPE_CHECKING:
    from rankpress.spec.statistics_sections import TestOptions


Kind = Literal["exploratory", "confirmatory"]
When = Literal["before", "after"]
TunedOn = Literal["none", "training", "validation", "test"]

_NOT_SAID = "Default: not reported."


class DatasetsChoice(Section):
    """Which data sets there are, and why these."""

    chosen: Text | None = Field(default=None, description=f"How they were chosen, in a few words. {_NOT_SAID}")
    when: When | None = Field(
        default=None, description="Whether they were chosen before or after results on them were seen."
    )
    source: Text | None = Field(default=None, description="Where they come from, with its version.")
    population: Text | None = Field(default=None, description="What they stand for: where conclusions are to hold.")
    excluded: Text | None = Field(
        default=None, description="Which were omitted, by whom, when and why; a word such as 'none' where none were."
    )
    developed_on: Annotated[tuple[Text, ...] | None, Distinct("data set")] = Field(
        default=None,
        description="Data sets that were known when algorithms of the study were developed; [] where none were.",
    )


class AlgorithmsChoice(Section):
    """Which algorithms there are, and why these."""

    chosen: Text | None = Field(default=None, description=f"How they were chosen, in a few words. {_NOT_SAID}")
    new: Annotated[tuple[Text, ...] | None, Distinct("algorithm")] = Field(
        default=None, description="Those that the authors of the study propose; [] where none are."
    )
    closest: Text | None = Field(default=None, description="The algorithm that is most like the new ones.")
    strengths: Text | None = Field(
        default=None, description="What the new ones are meant to be good at, and which data sets would show it."
    )

    def contradictions(self) -> Iterator[Incoherence]:
        """Yield that a new algorithm is the closest to the new ones."""
        if self.closest is not None and self.closest in (self.new or ()):
            message = f"'{self.closest}' is one of the new algorithms, and no new one is the closest to itself"
            remedy = "name the one that the new ones are compared with, or remove the key"
            yield Incoherence(("closest",), message, "an algorithm that is not in new", remedy)


class Tuning(Section):
    """Who tuned an algorithm on which data, and how often it was tried."""

    by: Text | None = Field(default=None, description="Who tuned it. Not with data: none.")
    # not `on`, which readers of YAML 1.1 take for a truth value
    data: TunedOn | None = Field(
        default=None,
        description="Which data decided. none: it was not tuned; training: by cross-validation within the training "
        "data; validation: data set aside from them; test: the data on which results are reported.",
    )
    tries: Natural | None = Field(
        default=None,
        description="How many settings, versions of its code and forms of the data were tried. Those on test data "
        "count as test.tuning_runs, where that is omitted.",
    )

    def contradictions(self) -> Iterator[Incoherence]:
        """Yield that what was not tuned was tried, or the reverse."""
        if self.data == "none":
            remedy = "leave it out, or say on which data it was tuned"
            if self.tries:
                message = "data: none says that it was not tuned, and tries that it was"
                yield Incoherence(("tries",), message, "0", remedy)
            if self.by is not None:
                yield Incoherence(("by",), "data: none says that it was not tuned, and by who did", "nothing", remedy)
        elif self.data is not None and self.tries == 0:
            message = f"data: {self.data} says that it was tuned, and tries that it was not"
            yield Incoherence(("tries",), message, "1 or more", "leave it out, or write data: none")


class Partition(Section):
    """How data were divided into training and test data."""

    how: Text | None = Field(default=None, description="How the data were divided, in a few words.")
    same: Flag | None = Field(
        default=None,
        description="true: all algorithms were trained and tested on the same divisions, as tests over folds or test "
        "examples take for granted.",
    )
    test_seen: Flag | None = Field(
        default=None, description="true: results on test data were seen before all that may change them was fixed."
    )


class Planned(Section):
    """What was decided before scores were seen, and what after."""

    comparisons: When | None = Field(default=None, description="Which algorithms are compared with which.")
    metric: When | None = Field(default=None, description="Which metric decides.")
    primary: Text | None = Field(
        default=None, description="The metric that was to decide before scores were seen; the others are secondary."
    )
    tests: When | None = Field(default=None, description="Which tests and which adjustment.")
    alpha: When | None = Field(default=None, description="The level.")
    registered: Text | None = Field(
        default=None, description="Address of a plan that was registered; a word such as 'not' where none was."
    )

    @property
    def after(self) -> tuple[str, ...]:
        """What was decided after scores were seen."""
        plan = {"comparisons": self.comparisons, "metric": self.metric, "tests": self.tests, "level": self.alpha}
        return tuple(what for what, when in plan.items() if when == "after")


class EarlierStudies(Section):
    """Studies of others on the same data sets."""

    which: Text | None = Field(default=None, description="Known studies, in a few words.")
    repeated: Text | None = Field(
        default=None, description="Whether the results were replicated on newly sampled data; such as 'no'."
    )
    number: Natural | None = Field(default=None, description="About how many compared algorithms on these data sets.")


class Available(Section):
    """What others have of the study."""

    code: Text | None = Field(default=None, description="Where the code of algorithms and experiments is.")
    data: Text | None = Field(default=None, description="Where the data are.")
    environment: Text | None = Field(default=None, description="Machine, versions of libraries, seeds.")


class ProtocolOptions(Section):
    """How the study came about: what its scores cannot show, and their readers must know."""

    kind: Kind | None = Field(
        default=None,
        description="exploratory: p-values are marked so everywhere, and summary and results.tex report ranks "
        "and effect sizes, not which differences are significant. confirmatory: what is compared, and how, was fixed "
        "before scores were seen.",
    )
    datasets: DatasetsChoice = Field(default=DatasetsChoice.unchecked(), description="Which data sets, and why these.")
    algorithms: AlgorithmsChoice = Field(
        default=AlgorithmsChoice.unchecked(), description="Which algorithms, and why these."
    )
    tuning: dict[Text, Tuning] = Field(
        default_factory=dict, description="By algorithm, who tuned it on which data; {data: none} where no one did."
    )
    partition: Partition = Field(default=Partition.unchecked(), description="Training and test data.")
    planned: Planned = Field(default=Planned.unchecked(), description="What was decided before scores were seen.")
    earlier: EarlierStudies = Field(default=EarlierStudies.unchecked(), description="Studies on the same data sets.")
    available: Available = Field(default=Available.unchecked(), description="What is available to others.")

    @property
    def is_tuned_on_test(self) -> bool:
        """Whether an algorithm was tuned on the data that results are reported on."""
        return any(tuning.data == "test" for tuning in self.tuning.values())

    @property
    def tries_on_test(self) -> int:
        """Tries on test data, of all algorithms together, where they are stated."""
        return sum(tuning.tries or 0 for tuning in self.tuning.values() if tuning.data == "test")


def with_tries(test: TestOptions, protocol: ProtocolOptions | None) -> TestOptions:
    """The section `test` with the tries on test data that a protocol states, where it does not count them itself."""
    if protocol is None or "tuning_runs" in test.model_fields_set:
        return test
    return test.model_copy(update={"tuning_runs": protocol.tries_on_test}) if protocol.tries_on_test else test


def uncounted_tries(test: TestOptions, protocol: ProtocolOptions | None) -> Iterator[Incoherence]:
    """Report that fewer tries are counted than the protocol states."""
    if protocol is not None and test.tuning_runs < protocol.tries_on_test:
        yield Incoherence(
            ("tuning_runs",),
            f"tuning_runs is {test.tuning_runs}, and protocol.tuning reports {protocol.tries_on_test} tries on test"
            " data",
            f"{protocol.tries_on_test} or more",
            "leave it out, and it is counted from protocol.tuning",
        )
