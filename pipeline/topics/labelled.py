"""An analysis with labels in place of the names in the files."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from rankpress.analysis import Analysis
from rankpress.core.labels import LONG, Kind, Name, Names, Sentence, short_of
from rankpress.core.scores import Gap, MetricScores, Missing
from rankpress.core.text import has_marks, is_right_to_left, name_mark, plain, without_names
from rankpress.figures.isolation import isolated
from rankpress.robustness.protocol import Protocol
from rankpress.robustness.variations import Sensitivity, Stability, Variation
from rankpress.stages.bayes import Bayesian
from rankpress.stages.conclude import Verdict
from rankpress.stages.order import GroupOrder, Ordered, ValidationOrder
from rankpress.stages.test import Tested

_KEPT = (48, 72, 96, 144)  # characters that are left of a long name; more, where fewer are those of another too
_JOINER = "\N{ZERO WIDTH JOINER}"


def set_apart(names: Names, analyses: Sequence[Analysis]) -> Names:
    """Mark names of some analyses for the sentences that they stand in."""
    results: dict[Kind, dict[str, Name]] = {kind: dict(of_kind) for kind, of_kind in names.items()}
    named = {*_named(analyses)}
    for kind, name in sorted(named):
        if len(name) > LONG or is_right_to_left(name):
            results.setdefault(kind, {}).setdefault(name, Name(name, name))
    for kind, of_kind in results.items():
        labels = (str(item) for name in of_kind.values() for item in (name, name.short))
        brief = briefly((*labels, *(name for of, name in named if of == kind)))
        of_kind.update({key: _marked(name, brief) for key, name in of_kind.items()})
    return results


def briefly(names: Iterable[str]) -> dict[str, str]:
    """Long names without their middle, each as long as it needs to be to differ from all others."""
    results: dict[str, str] = {}
    whole = {*names}
    left = {name for name in whole if len(name) > LONG}
    for retained in _KEPT:
        taken = Counter(_without_middle(name, retained) if len(name) > LONG else name for name in whole)
        brief = {name: _without_middle(name, retained) for name in left}
        results |= {name: text for name, text in brief.items() if len(text) < len(name) and taken[text] == 1}
        left -= results.keys()
    return results


def _without_middle(name: str, number: int) -> str:
    """Return the beginning and the end of a name, so many characters together, accents left with their letters."""
    first, last = number * 5 // 8, len(name) - number * 3 // 8
    if last <= first:
        return name
    while first > 1 and _combines(name[first]):
        first -= 1
    while last < len(name) - 1 and _combines(name[last]):
        last += 1
    return f"{name[:first]}…{name[last:]}"


def _combines(character: str) -> bool:
    return unicodedata.category(character).startswith("M") or character == _JOINER


def _marked(name: Name, brief: Mapping[str, str]) -> Name:
    """Return the name with a mark where a sentence has to set it apart."""
    return Name(_mark(str(name), brief), name.key, _mark(str(name.short), brief), name.parts)


def _mark(shown: str, brief: Mapping[str, str]) -> str:
    if has_marks(shown) or not (shown in brief or is_right_to_left(shown)):
        return shown
    return name_mark(shown, brief.get(shown, ""))


def _named(analyses: Sequence[Analysis]) -> Iterator[tuple[Kind, str]]:
    for analysis in analyses:
        scores, missing = analysis.scores, analysis.scores.missing
        yield "metrics", scores.name
        if analysis.validation is not None:
            yield "metrics", analysis.validation.column
        yield from (
            ("costs", name) for name in (*analysis.ordered.cost_weights, *(front.cost for front in analysis.fronts))
        )
        read = missing.coverage or scores
        yield from (("algorithms", name) for name in (*scores.algorithms, *read.algorithms))
        yield from (("datasets", name) for name in (*scores.datasets, *read.datasets))
        yield from (("algorithms", name) for name in missing.dropped_algorithms)
        yield from (("datasets", name) for name in missing.dropped_datasets)


Value = TypeVar("Value")


def relabelled(analyses: Sequence[Analysis], names: Names) -> tuple[Analysis, ...]:
    """Put labels in place of names, wherever an analysis holds such."""
    shown = set_apart(names, analyses)
    return (
        tuple(_Relabelling(shown).analysis(analysis) for analysis in analyses) if any(shown.values()) else (*analyses,)
    )


class _Relabelling:
    """Puts labels in place of names, part by part."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def analysis(self, item: Analysis) -> Analysis:
        """Return all of one metric."""
        adjusted = replace(
            item.adjusted, left_out=self._sentences(item.adjusted.left_out), notes=self._all(item.adjusted.notes)
        )
        return replace(
            item,
            scores=self.scores(item.scores),
            tested=self.tested(item.tested),
            adjusted=adjusted,
            ordered=self.ordered(item.ordered),
            estimated=item.estimated and replace(item.estimated, left_out=self._all(item.estimated.left_out)),
            bayesian=item.bayesian and self.bayesian(item.bayesian),
            best=item.best and replace(item.best, cost=item.best.cost and self._sentence(item.best.cost)),
            contradictions=tuple(
                replace(contradiction, dataset=contradiction.dataset and self._of("datasets", contradiction.dataset))
                for contradiction in item.contradictions
            ),
            groups=tuple(map(self.group, item.groups)),
            validation=item.validation and self.validation(item.validation),
            sensitivity=item.sensitivity and self.sensitivity(item.sensitivity),
            replicated=item.replicated
            and replace(
                item.replicated,
                left_out=self._sentences(item.replicated.left_out),
                notes=self._all(item.replicated.notes),
            ),
            powered=item.powered
            and replace(
                item.powered, left_out=self._sentences(item.powered.left_out), notes=self._all(item.powered.notes)
            ),
            fronts=tuple(
                replace(front, cost=self._of("costs", front.cost), why=self._sentence(front.why))
                for front in item.fronts
            ),
            protocol=item.protocol and self.protocol(item.protocol),
        )

    def scores(self, scores: MetricScores) -> MetricScores:
        """Return the scores of one metric, and what of them is missing."""
        return replace(
            scores,
            name=self._of("metrics", scores.name),
            datasets=self._each("datasets", scores.datasets),
            algorithms=self._each("algorithms", scores.algorithms),
            missing=self.missing(scores.missing),
            validation=scores.validation and self.scores(scores.validation),
        )

    def missing(self, missing: Missing) -> Missing:
        """Return what was missing."""
        coverage = missing.coverage
        return replace(
            missing,
            gaps=self._gaps(missing.gaps),
            dropped_datasets=self._each("datasets", missing.dropped_datasets),
            dropped_algorithms=self._each("algorithms", missing.dropped_algorithms),
            worst_ranked=self._gaps(missing.worst_ranked),
            left_open=self._gaps(missing.left_open),
            coverage=coverage
            and replace(
                coverage,
                datasets=self._each("datasets", coverage.datasets),
                algorithms=self._each("algorithms", coverage.algorithms),
            ),
        )

    def tested(self, tested: Tested) -> Tested:
        """Tests and curves."""
        return replace(
            tested,
            within=tuple(replace(item, dataset=self._of("datasets", item.dataset)) for item in tested.within),
            within_omnibus=self._by_dataset(tested.within_omnibus),
            curves=tuple(replace(curve, dataset=self._of("datasets", curve.dataset)) for curve in tested.curves),
            averaged_curves=tuple(
                replace(averaged_curve, datasets=self._each("datasets", averaged_curve.datasets))
                for averaged_curve in tested.averaged_curves
            ),
            left_out=self._sentences(tested.left_out),
            notes=self._all(tested.notes),
        )

    def bayesian(self, bayesian: Bayesian) -> Bayesian:
        """Bayesian comparisons."""
        return replace(
            bayesian,
            within=tuple(replace(item, dataset=self._of("datasets", item.dataset)) for item in bayesian.within),
            left_out=self._sentences(bayesian.left_out),
            notes=self._all(bayesian.notes),
        )

    def ordered(self, ordered: Ordered) -> Ordered:
        """Return an ordering."""
        return replace(
            ordered,
            cost=ordered.cost and self._sentence(ordered.cost),
            cost_weights={self._of("costs", name): weight for name, weight in ordered.cost_weights.items()},
            per_dataset=self._by_dataset(ordered.per_dataset),
            better_within=self._by_dataset(ordered.better_within),
            notes=self._all(ordered.notes),
            why=self._sentence(ordered.why),
        )

    def group(self, group: GroupOrder) -> GroupOrder:
        """Return the ordering on a group of data sets, whose name is the user's own."""
        return replace(group, datasets=self._each("datasets", group.datasets), ordered=self.ordered(group.ordered))

    def validation(self, validation: ValidationOrder) -> ValidationOrder:
        """Return the ordering from validation scores."""
        return replace(
            validation,
            column=self._of("metrics", validation.column),
            ordered=self.ordered(validation.ordered),
            by_dataset=self._by_dataset(validation.by_dataset),
        )

    def protocol(self, protocol: Protocol) -> Protocol:
        """Return how the study came about."""
        items = tuple(
            replace(item, algorithms=self._each("algorithms", item.algorithms), answer=self._sentence(item.answer))
            for item in protocol.items
        )
        return replace(protocol, items=items)

    def sensitivity(self, result: Sensitivity) -> Sensitivity:
        """Conclusions under variations."""
        return replace(
            result,
            variations=tuple(map(self.variation, result.variations)),
            conclusions=tuple(map(self.stability, result.conclusions)),
            skipped=tuple((self.variation(item), self._sentence(why)) for item, why in result.skipped),
            why=self._sentence(result.why),
        )

    def variation(self, item: Variation) -> Variation:
        """One choice made otherwise; the names of groups are the user's own."""
        kinds: dict[str, Kind] = {"dataset": "datasets", "algorithm": "algorithms"}
        named = self._of(kinds[item.kind], item.name) if item.kind in kinds else self._sentence(item.name)
        return replace(item, name=named)

    def stability(self, item: Stability) -> Stability:
        """Return how a conclusion fares."""
        return replace(
            item,
            conclusion=replace(item.conclusion, subject=self._each("algorithms", item.conclusion.subject)),
            verdict=self._verdict(item.verdict),
            flips={index: self._verdict(verdict) for index, verdict in item.flips.items()},
            fewest=item.fewest
            and replace(
                item.fewest,
                datasets=self._each("datasets", item.fewest.datasets),
                verdict=self._verdict(item.fewest.verdict),
            ),
        )

    def _verdict(self, verdict: Verdict) -> Verdict:
        return tuple(self._each("algorithms", names) for names in verdict)

    def _of(self, kind: Kind, name: str) -> str:
        return self._names.get(kind, {}).get(name, name)

    def _each(self, kind: Kind, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(self._of(kind, name) for name in names)

    def _by_dataset(self, results: Mapping[str, Value]) -> dict[str, Value]:
        return {self._of("datasets", name): value for name, value in results.items()}

    def _gaps(self, gaps: Iterable[Gap]) -> tuple[Gap, ...]:
        return tuple(
            replace(gap, dataset=self._of("datasets", gap.dataset), algorithm=self._of("algorithms", gap.algorithm))
            for gap in gaps
        )

    def _sentence(self, text: str) -> str:
        return text.renamed(self._names) if isinstance(text, Sentence) else text

    def _sentences(self, texts: Mapping[str, str]) -> dict[str, str]:
        return {part: self._sentence(text) for part, text in texts.items()}

    def _all(self, texts: Iterable[str]) -> tuple[str, ...]:
        return tuple(map(self._sentence, texts))


MOST_IN_FULL = 8
"""More names than this next to each other are short, where labels give short ones."""


def in_text(names: Iterable[str]) -> tuple[str, ...]:
    """Names as texts without marks, as figures and their descriptions take them."""
    return tuple(map(plain, names))


def drawn(names: Sequence[str]) -> tuple[str, ...]:
    """Names as a figure shows them, without marks but those of direction: short ones where there are many."""
    return tuple(map(isolated, in_text(in_figure(names))))


def in_figure(names: Sequence[str]) -> tuple[str, ...]:
    """Return the same with their marks, for what is set by TeX."""
    in_place = map(short_of, names) if len(names) > MOST_IN_FULL else names
    return tuple(map(without_names, in_place))


def explained(names: Iterable[str]) -> str:
    """Return a sentence that tells what the short ones of some names stand for; empty where they are no shorter."""
    texts = [f"{short_of(name)} for {name}" for name in dict.fromkeys(names) if short_of(name) != name]
    return f"Short names: {'; '.join(texts)}." if texts else ""


def explained_if_drawn(names: Sequence[str]) -> str:
    """Return the same for a figure, with a blank before it: only where `drawn` takes short ones."""
    text = explained(names) if len(names) > MOST_IN_FULL else ""
    return f" {text}" if text else ""
