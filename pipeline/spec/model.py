"""A study: everything that study.yaml may say, with its defaults."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, Self, cast

import yaml
from pydantic import (
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    ModelWrapValidatorHandler,
    PrivateAttr,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema

from rankpress.catalog.adjustments import UNADJUSTED
from rankpress.catalog.kinds import FIGURES
from rankpress.catalog.methods import (
    ADJUSTMENTS,
    DEFAULT_PLOTS,
    OMNIBUS_OF_GAPS,
    PAIRWISE,
    PAIRWISE_OF_GAPS,
    PAIRWISE_OF_RANKS,
    PAIRWISE_OF_WINS,
    default_adjustments,
    test_of,
    tests_of_order,
)
from rankpress.core.faults import Fault, FaultsFound, path_text
from rankpress.core.labels import Label, Names
from rankpress.core.requested_files import requested_path, write_requested
from rankpress.spec.column_names import ColumnNames
from rankpress.spec.method_sections import AdjustMethod, PairwiseMethod
from rankpress.spec.metrics_section import Metric
from rankpress.spec.plot_sections import LabelsOptions, PlottedFigure, default_figures, wrong_figures
from rankpress.spec.protocol_section import ProtocolOptions, uncounted_tries, with_tries
from rankpress.spec.report_sections import ComputeOptions, CurvesOptions, OrderOptions, ReportOptions, wrong_report
from rankpress.spec.scores_section import GroupedScoresOptions, ScoresOptions
from rankpress.spec.statistics_sections import (
    BayesOptions,
    EffectsOptions,
    PowerOptions,
    RankOptions,
    ReplicabilityOptions,
    SensitivityOptions,
    TestOptions,
    wrong_adjustments,
    wrong_power,
    wrong_replicability,
    wrong_sensitivity,
)
from rankpress.spec.strict import UNIQUE, Distinct, Incoherence, Section, Text, misnamed, refuse, unlisted
from rankpress.spec.topic_steps import STEPS, Step, TopicSection, keyed, topic_sections
from rankpress.stats.paired_comparisons import TieModel

__all__ = [
    "AdjustMethod", "BayesOptions", "ColumnNames", "ComputeOptions", "CurvesOptions", "EffectsOptions",
    "LabelsOptions", "Metric", "OrderOptions", "PairwiseMethod", "PowerOptions", "ProtocolOptions", "RankOptions",
    "ReplicabilityOptions", "ReportOptions", "ScoresOptions", "SensitivityOptions", "Study", "TestOptions",
]  # fmt: skip

DEFAULT_TITLE = "Comparison of algorithms"


_OVER_METRICS = dict[Literal["over"], Literal["metrics"]]


def _as_list(adjust: Any) -> Any:
    """`{over: metrics}` stands for a list of Holm's correction with this option."""
    return [{"holm": adjust}] if isinstance(adjust, dict) and [*adjust] == ["over"] else adjust


_ADJUSTMENTS = Annotated[tuple[AdjustMethod, ...], Field(min_length=1, json_schema_extra=UNIQUE)]
_Adjust = Annotated[_ADJUSTMENTS, BeforeValidator(_as_list, json_schema_input_type=_ADJUSTMENTS | _OVER_METRICS)]


def _test_taken(study: Any) -> tuple[str, str] | None:
    """Return the test that corrections are of, and the first such correction, where a study names no test."""
    if not isinstance(study, dict) or not isinstance(study.get("adjust"), (list, tuple)):
        return None
    listed = [next(iter(method), "") if isinstance(method, dict) else method for method in study["adjust"]]
    names = [str(getattr(method, "name", method)) for method in listed]
    name, test = test_of(names), study.get("test", {})
    if name is None or not isinstance(test, dict) or test.get("pairwise", "auto") != "auto":
        return None
    scores = study.get("scores")
    if isinstance(scores, dict) and scores.get("missing") == "incomplete-blocks":
        return None
    return name, next(each for each in names if test_of([each]) == name)


def _adjustments_for(study: dict[str, Any]) -> tuple[AdjustMethod, ...]:
    """Return the default of `adjust`, which depends on the tests that were requested."""
    test = study.get("test", TestOptions.unchecked())
    names = default_adjustments(control=test.control is not None, pairwise=test.pairwise.name)
    protocol = study.get("protocol")
    if protocol is not None and protocol.kind == "exploratory":
        names = (UNADJUSTED,)
    return tuple(AdjustMethod.unchecked(name=name) for name in names)


def wrong_order(order: OrderOptions | None, others: Mapping[str, Any]) -> Iterator[Incoherence]:
    """Find corrections that do not go with the tests, a test that the scores do not take, and costs that are not."""
    if order is None or "scores" not in others:
        return
    scores: ScoresOptions = others["scores"]
    if order.sides == "one" and order.within == "none":
        message = "sides: one, and there are no tests within data sets, of which it is an option"
        yield Incoherence(("sides",), message, "two, or a test in order.within")
    if order.sides == "one" and ADJUSTMENTS[order.within_adjust].is_logical:
        message = f"{order.within_adjust} rests on which two-sided hypotheses can be true together, and sides is one"
        yield Incoherence(("within_adjust",), message, "holm, or sides: two")
    if not ADJUSTMENTS[order.adjust].fits(control=False, pairwise=PAIRWISE[order.test]):
        message = f"{order.adjust} with order.test: {order.test}, whose hypotheses are not those that it is for"
        yield Incoherence(("adjust",), message, "holm, or order.test: rank-z")
    without_numbers = scores.layout in ("ranks", "votes") or scores.missing == "worst-rank"
    of_scores = PAIRWISE[order.test].uses == "scores"
    if (order.test != PAIRWISE_OF_RANKS and without_numbers) or (of_scores and scores.censored is not None):
        message = f"order.test is {order.test}, and of some algorithms only ranks are known"
        yield Incoherence(("test",), message, PAIRWISE_OF_RANKS)
    for place, weights in enumerate(order.cost if isinstance(order.cost, tuple) else (order.cost,)):
        path: tuple[str | int, ...] = ("cost", place) if isinstance(order.cost, tuple) else ("cost",)
        for cost in [weights] if isinstance(weights, str) else weights or ():
            if cost not in scores.costs:
                place_of_cost = path if isinstance(weights, str) else (*path, cost)
                yield unlisted(place_of_cost, cost, scores.costs, "scores.costs", "cost")


class Study(Section):
    """Describe a comparison of algorithms: where the scores are, what is tested, and what is written.

    Examples
    --------
    >>> study = Study.model_validate({"scores": {"files": "runs/*.csv"}, "test": {"alpha": 0.01}})
    >>> study.test.alpha, study.scores.files
    (0.01, ('runs/*.csv',))
    """

    model_config = ConfigDict(extra="allow")

    extends: Text | tuple[Text, ...] | None = Field(
        default=None,
        exclude=True,
        description="One or several studies that supply the keys this file omits, relative to this file. "
        "Mappings are merged, lists and values replaced; other paths are relative to the study that is built.",
    )
    title: Text = Field(default=DEFAULT_TITLE, description="Title of the report.")
    scores: GroupedScoresOptions = Field(description="Where the scores are, and how to read them.")
    plugins: Annotated[tuple[Text, ...], Distinct("file")] = Field(
        default=(),
        exclude_if=lambda files: not files,
        description="Files of Python, relative to study.yaml, that register tests, adjustments, tables and so on. They"
        " run with --allow-plugins only.",
    )
    # before `test`, whose number of tuning runs follows from it
    protocol: ProtocolOptions | None = Field(
        default=None, description="How the study came about, which its scores cannot show. null: not reported."
    )
    rank: RankOptions = Field(default=RankOptions.unchecked(), description="How scores become ranks.")
    test: TestOptions = Field(default=TestOptions.unchecked(), validate_default=True, description="Tests to run.")
    adjust: _Adjust = Field(
        default_factory=_adjustments_for,
        description="Corrections for the number of comparisons; the first one decides groups and bold face. Default: "
        "holm, with a control also hochberg; with pairwise: rank-z nemenyi, holm, shaffer, or with a control "
        "bonferroni-dunn, holm, hochberg; of an exploratory study (protocol.kind) unadjusted alone. "
        "{over: metrics} is holm over the pairs of all metrics. Pairs within data sets, and over the test examples "
        "of few data sets, are adjusted by the first that needs p-values alone, else by holm.",
    )
    effects: EffectsOptions | None = Field(
        default=EffectsOptions.unchecked(),
        description="Effect sizes with intervals of the pairs that are tested, next to the tests. null: none.",
    )
    bayes: BayesOptions | None = Field(
        default=None, description="Bayesian comparisons of the pairs that are tested, next to the tests. null: none."
    )
    order: OrderOptions | None = Field(
        default=None, description="Order of the algorithms by cost and tests. Default, or null: none."
    )
    curves: CurvesOptions | None = Field(
        default=None, description="Confidence curves of differences on each data set. null: none."
    )
    sensitivity: SensitivityOptions | None = Field(
        default=None,
        description="Sensitivity of the conclusions to choices, which are changed one at a time. null: none; {}: the "
        "defaults.",
    )
    replicability: ReplicabilityOptions | None = Field(
        default=None,
        description="Tests repeated on samples of data sets, and how often they agree. null: none; {}: the defaults.",
    )
    power: PowerOptions | None = Field(
        default=None,
        description="Power of studies on more or fewer data sets to find a relevant difference, by simulation. "
        "null: none.",
    )
    plot: tuple[PlottedFigure, ...] = Field(
        default_factory=default_figures,
        json_schema_extra=UNIQUE | {"default": [*DEFAULT_PLOTS]},
        description="Figures to draw; those without data are skipped.",
    )
    labels: LabelsOptions = Field(
        default=LabelsOptions.unchecked(), description="What reports show in place of the names in the files."
    )
    report: ReportOptions = Field(default=ReportOptions.unchecked(), description="What is written.")
    # left out of what a report says it was made from: it is the same wherever it was computed
    compute: ComputeOptions = Field(
        default=ComputeOptions.unchecked(), exclude=True, description="Where the work on each data set is done."
    )

    # the sections that topics declare, by key
    __pydantic_extra__: dict[str, TopicSection] = Field(init=False)

    # what `to_yaml` writes next to the spec: scores that were in no file
    _files: dict[str, bytes] = PrivateAttr(default_factory=dict)
    _settled_by: str = PrivateAttr(default="")

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Study:
        """Return the study that a mapping describes, as study.yaml does; raises FaultsFound with all that is wrong."""
        from rankpress.spec.complaints import complaints_of

        if data.get("extends") is not None:
            raise FaultsFound([Fault("extends", "a mapping lies in no folder", "no extends: it is for files")])
        try:
            return cls.model_validate(data)
        except ValidationError as error:
            raise FaultsFound(
                Fault(path_text(complaint.path), complaint.message, complaint.expected, complaint.remedy)
                for complaint in complaints_of(error, data, cls)
            ) from error

    def to_dict(self) -> dict[str, Any]:
        """Return what was stated, without defaults, as `from_dict` takes it."""
        return self.model_dump(mode="json", exclude_unset=True, by_alias=True)

    def to_yaml(self, path: str | os.PathLike[str]) -> None:
        """Write the study and the scores that were in no file; raise FaultsFound where one of these exists already."""
        place = requested_path(path)
        written = yaml.safe_dump(self.to_dict(), sort_keys=False, allow_unicode=True)
        contents = {place: written.encode(), **{place.parent / name: content for name, content in self._files.items()}}
        there = [str(file) for file, content in contents.items() if file.is_file() and file.read_bytes() != content]
        if there:
            raise FaultsFound([Fault(file, "this file is there already", "another place") for file in there])
        for file, content in contents.items():
            write_requested(file, content)

    def bring(self, name: str, content: bytes) -> None:
        """Keep a file of scores, which `to_yaml` is to write."""
        self._files[name] = content

    @classmethod
    def fields(cls) -> Mapping[str, FieldInfo]:
        """Return the keys of a study, those that topics declare at the end."""
        return {**cls.model_fields, **topic_sections()}

    @property
    def names(self) -> Names:
        """What reports show in place of the names in the files, with the family of each algorithm."""
        families = {name: family for family, members in self.scores.families.items() for name in members}
        families |= self.labels.families
        if not families:
            return self.labels.names
        return {**self.labels.names, "families": {name: Label(family, family) for name, family in families.items()}}

    def section(self, name: str) -> Section | None:
        """Return a section that a topic declares; None where the study does not ask for it."""
        sections, step = self.__pydantic_extra__ or {}, STEPS[name]
        if name not in sections and step.is_default_of(self) and step in STEPS.in_use() and step.section is not None:
            return step.section()
        return sections.get(name)

    def steps(self) -> Iterator[tuple[Step, tuple[Section, ...]]]:
        """Yield the steps of topics that the study asks for, each with its section, if it has one."""
        for step in STEPS.in_use():
            section = None if step.section is None else self.section(step.name)
            if section is not None or (step.section is None and step.active(self)):
                yield step, () if section is None else (section,)

    @property
    def reads_steps(self) -> bool:
        """Whether it reads the scores at all steps of runs, besides those that `scores.reduce` makes of them."""
        return any(step.reads_steps for step, _ in self.steps())

    @property
    def tie_model(self) -> TieModel:
        """How ties are modeled where votes rank the algorithms."""
        models = (step.tie_model(*section) for step, section in self.steps() if step.tie_model is not None)
        return next(models, "halves")

    @property
    def figures(self) -> tuple[PlottedFigure, ...]:
        """The figures to draw: those of `plot`; without it also those that topics draw by default."""
        if "plot" in self.model_fields_set:
            return self.plot
        return (
            *self.plot,
            *(PlottedFigure.of_kind(kind.name) for kind in FIGURES.in_use() if kind.is_default_of(self)),
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        schema = handler.resolve_ref_schema(handler(core))
        for name, field in topic_sections().items():
            declared = handler(TypeAdapter[Any](cast("Any", field.annotation)).core_schema)
            schema["properties"][name] = {**declared, "default": None, "description": field.description}
        return {**schema, "additionalProperties": False}

    @model_validator(mode="before")
    @classmethod
    def _topics_have_sections(cls, study: Any) -> Any:
        return keyed(study, {*cls.model_fields})

    @model_validator(mode="before")
    @classmethod
    def _test_fits_adjustments(cls, study: Any) -> Any:
        """Where a study names no test of two algorithms, it is the one that its corrections are of."""
        taken = _test_taken(study)
        if taken is None:
            return study
        return {**study, "test": {**study.get("test", {}), "pairwise": taken[0]}}

    @model_validator(mode="wrap")
    @classmethod
    def _remember_what_settled_the_test(cls, study: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        taken, validated = _test_taken(study), handler(study)
        if taken is None or ADJUSTMENTS[validated.adjust[0].name].test:
            return validated
        scores = validated.scores
        by_ranks = scores.layout in ("ranks", "votes") or scores.missing == "worst-rank"
        if taken[0] != (PAIRWISE_OF_RANKS if by_ranks else None):
            validated._settled_by = taken[1]
        return validated

    @property
    def test_settled_by(self) -> str:
        """The correction because of which the test that decides is not the default; empty where the study names it.

        It is empty too where the first correction is a test by itself, such as nemenyi.
        """
        return self._settled_by

    @field_validator("test")
    @classmethod
    def _tests_fit_scores(cls, test: TestOptions, info: ValidationInfo) -> TestOptions:
        """The tests that a study does not name are those that its scores allow."""
        scores = info.data.get("scores")
        fitting: dict[str, Any] = {}
        if scores is not None and scores.missing == "incomplete-blocks":
            fitting = {"omnibus": OMNIBUS_OF_GAPS, "pairwise": PairwiseMethod.unchecked(name=PAIRWISE_OF_GAPS)}
        elif scores is not None and (scores.layout in ("ranks", "votes") or scores.missing == "worst-rank"):
            fitting = {"pairwise": PairwiseMethod.unchecked(name=PAIRWISE_OF_RANKS)}
        elif scores is not None and scores.censored is not None:
            fitting = {"pairwise": PairwiseMethod.unchecked(name=PAIRWISE_OF_WINS)}
        if test.names_test_over_datasets:
            fitting["over"] = "datasets"
        keys = test.model_fields_set
        return test.model_copy(update={key: value for key, value in fitting.items() if key not in keys})

    @field_validator("test")
    @classmethod
    def _within_fits_scores(cls, test: TestOptions, info: ValidationInfo) -> TestOptions:
        """Where the scores are of test examples, or of runs without folds, the default test is of these."""
        scores = info.data.get("scores")
        if scores is None or "within" in test.model_fields_set:
            return test
        if scores.has_runs_alone:
            return test.model_copy(update={"within": "signed-rank" if scores.seeds == "paired" else "rank-sum"})
        if not scores.of_examples:
            return test
        grouped = scores.columns.cluster is not None or scores.columns.seed is not None
        return test.model_copy(update={"within": "clustered-t" if grouped else "mcnemar"})

    @field_validator("test")
    @classmethod
    def _tries_are_counted(cls, test: TestOptions, info: ValidationInfo) -> TestOptions:
        """Tries on test data that the protocol states count as comparisons."""
        protocol = info.data.get("protocol")
        counted = with_tries(test, protocol)
        refuse(uncounted_tries(counted, protocol), test)
        return counted

    @field_validator("order")
    @classmethod
    def _order_follows_the_tests(cls, order: OrderOptions | None, info: ValidationInfo) -> OrderOptions | None:
        """Where an order does not name its tests, they are those of the study."""
        test = info.data.get("test")
        if order is None or test is None:
            return order
        written = {key: getattr(order, key) for key in order.model_fields_set}
        name, adjustment = tests_of_order(test.pairwise.name, written.get("test"), written.get("adjust"))
        return order.model_copy(update={"within": test.within, "test": name, "adjust": adjustment} | written)

    @staticmethod
    def wrong_labels(labels: LabelsOptions, others: Mapping[str, Any]) -> Iterator[Incoherence]:
        """Find algorithms that are in another family by `scores.families`."""
        families = others["scores"].families if "scores" in others else {}
        for name, family in labels.families.items():
            for other, members in families.items():
                if name in members and other != family:
                    message = f"'{name}' is in {family}, and in {other} by scores.families"
                    yield Incoherence(("algorithms", name, "family"), message, "each algorithm in one family")

    @staticmethod
    def wrong_bayes(bayes: BayesOptions | None, others: Mapping[str, Any]) -> Iterator[Incoherence]:
        """Find ropes of metrics that the study has not, and metrics without one."""
        if bayes is not None and "scores" in others:
            yield from misnamed("rope", "number", bayes.rope, (metric.name for metric in others["scores"].metrics))

    @staticmethod
    def wrong_protocol(protocol: ProtocolOptions | None, others: Mapping[str, Any]) -> Iterator[Incoherence]:
        """Find a primary metric that the study has not."""
        primary = None if protocol is None else protocol.planned.primary
        if primary is not None and "scores" in others:
            names = [metric.name for metric in others["scores"].metrics]
            if names and primary not in names:
                yield unlisted(("planned", "primary"), primary, names, "scores.metrics", "metric")

    @staticmethod
    def wrong_effects(effects: EffectsOptions | None, others: Mapping[str, Any]) -> Iterator[Incoherence]:
        """Find margins of metrics that the study has not, and metrics without one."""
        if effects is not None and "scores" in others:
            metrics = (metric.name for metric in others["scores"].metrics)
            yield from misnamed("margin", "number", effects.margin, metrics)

    wrong_order = staticmethod(wrong_order)
    wrong_adjust = staticmethod(wrong_adjustments)
    wrong_sensitivity = staticmethod(wrong_sensitivity)
    wrong_replicability = staticmethod(wrong_replicability)
    wrong_power = staticmethod(wrong_power)
    wrong_report = staticmethod(wrong_report)
    wrong_plot = staticmethod(wrong_figures)
