"""The section `labels`: what reports show in place of the names of algorithms, data sets, metrics and costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, WithJsonSchema, field_validator, model_validator

from rankpress.mathematics import WrongMathematics, with_mathematics
from rankpress.naming import Kind, Name, Names
from rankpress.spec.strict import Flag, Incoherence, Section, Text, refuse

REMEDY = "or leave math out, and a dollar is a dollar"


class Label(Section):
    """What reports show in place of one name."""

    label: Text = Field(description="What tables, sentences and figures show.")
    short: Text | None = Field(
        default=None,
        description="What is shown where more than eight stand side by side: in the heads of such tables, which "
        "explain it in their notes, and in such figures, which do in their captions.",
    )
    math: Flag = Field(
        default=False,
        description="true: what stands between two dollars, in label and short, is mathematics as LaTeX has it, such "
        r"as $\ell_1$; where there is no LaTeX, the same in Unicode.",
    )

    @field_validator("label", "short")
    @classmethod
    def _can_be_seen(cls, text: str | None) -> str | None:
        if text is not None and not text.strip():
            refuse([Incoherence((), "a label of blanks alone", "what reports are to show")], text)
        return text

    @model_validator(mode="after")
    def _mathematics_is_sound(self) -> Label:
        refuse(self._wrong(), self)
        return self

    def _wrong(self) -> Iterator[Incoherence]:
        for key in ("label", "short"):
            try:
                self._set(getattr(self, key) or "")
            except WrongMathematics as wrong:
                yield Incoherence((key,), f"{wrong}", r"mathematics such as $\alpha_1$ or $\mathrm{max}^2$", REMEDY)

    def _set(self, text: str) -> str:
        return with_mathematics(text) if self.math else text

    def of(self, name: str) -> Name:
        """What is shown in place of a name."""
        return Name(self._set(self.label), name, self._set(self.short or ""))


def _as_mapping(label: Any) -> Any:
    """A text stands for a label without more."""
    return {"label": label} if isinstance(label, str) else label


_ONE: dict[str, Any] = {"type": "string", "minLength": 1}
_TEXT_OR_LABEL = WithJsonSchema({"anyOf": [_ONE, Label.model_json_schema()]})
Labels = dict[Text, Annotated[Label, BeforeValidator(_as_mapping), _TEXT_OR_LABEL]]


class LabelsOptions(Section):
    """What reports show in place of the names in the files: a text, or a mapping with `label`, `short` and `math`.

    results.json, the cells of CSV that name something, and the names of files and of macros keep the names of the
    files, so that no label breaks what reads them.
    """

    algorithms: Labels = Field(default={}, description="Of algorithms: {nb: naive Bayes}.")
    datasets: Labels = Field(default={}, description="Of data sets.")
    metrics: Labels = Field(default={}, description="Of metrics, and of columns with validation scores.")
    costs: Labels = Field(default={}, description="Of costs.")

    def by_kind(self) -> Mapping[Kind, Labels]:
        """The labels of each kind."""
        return {
            "algorithms": self.algorithms,
            "datasets": self.datasets,
            "metrics": self.metrics,
            "costs": self.costs,
        }

    @property
    def names(self) -> Names:
        """What is shown, by what the files call it."""
        return {
            kind: {name: label.of(name) for name, label in labels.items()} for kind, labels in self.by_kind().items()
        }
