"""Figures of confidence curves: of pairs on each data set, averaged, and one with all that is read off it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby, islice
from math import nan
from typing import TYPE_CHECKING, Any, Literal

from rankpress.analysis import Analysis
from rankpress.core.document import PANELS, Missing, Plan, numbered
from rankpress.core.scores import MetricScores
from rankpress.spec.method_sections import CurveForm
from rankpress.spec.model import CurvesOptions
from rankpress.stages.within import AveragedPair, PairCurve, average_pairs, find_curves
from rankpress.stats.curves import Curve, scaled
from rankpress.topics.curves.curves import CurveOptions, CurvesFigureOptions, difference_rounding
from rankpress.topics.topic import Request, chosen_pairs, part_of
from rankpress.wording.numbers import counted_in_words, p_phrase
from rankpress.wording.strings import counted
from rankpress.wording.text import Prose, capitalized, dataset_named, join, joined, plain, references, say

if TYPE_CHECKING:
    from rankpress.figures.curves import Panel
    from rankpress.figures.intervals import Interval


_AVERAGE = "average over the data sets"  # the panel of averaged curves

MOST_CURVES = 12
"""In a panel; more cannot be distinguished, and are divided among figures."""

_LEVEL = 0.95

MOST_FIGURES = 12
"""Of a metric's curves so divided; the tables hold those that are omitted."""

MOST_AVERAGED = 8
"""Pairs whose averaged curves are drawn, the best ranked first."""

_Pair = tuple[int, int]

_WAYS: dict[CurveForm, str] = {
    "t": "the corrected resampled t test",
    "quesenberry-hurst": "Quesenberry-Hurst intervals",
}


@dataclass(frozen=True)
class Share:
    """The pairs whose curves one figure shows, and the algorithm that all begin with or that all end with, if any."""

    pairs: tuple[_Pair, ...]
    first: int | None
    baseline: int | None


def plan_curves(request: Request[CurvesFigureOptions]) -> Iterator[Plan | Missing]:
    """Plan pages with one panel per data set, several times where there are many pairs."""
    if not request.analysis.tested.curves:
        yield request.missing("there are no confidence curves; curves: {} requests them")
    elif request.options.form != "curves":
        yield from _plan_intervals(request)
    else:
        shares = divide(request.analysis)
        for number, share in enumerate(shares[:MOST_FIGURES], start=1):
            yield from _plan_share(request, share, f"-{number}" if len(shares) > 1 else "", shares)


def _plan_intervals(request: Request[CurvesFigureOptions]) -> Iterator[Plan]:
    """Plan an interval plot of the pairs of the baseline, the control or the best ranked algorithm."""
    from rankpress.figures.intervals import describe_intervals, interval_pages, interval_panels

    analysis, labels = request.analysis, request.labels
    share, omitted = _interval_pairs(analysis)
    curves = {(curve.dataset, curve.a, curve.b): curve.curve for curve in analysis.tested.curves}
    averages = {(average.a, average.b): average.curve for average in analysis.tested.averaged_curves}
    datasets = references("datasets", dict.fromkeys(curve.dataset for curve in analysis.tested.curves))
    factor, average = analysis.scores.scale.factor, [_AVERAGE] if averages else []
    bars = [[_interval(curves, (plain(dataset),), pair, factor) for pair in share.pairs] for dataset in datasets] + (
        [[_interval(averages, (), pair, factor) for pair in share.pairs]] if averages else []
    )
    common = share.first if share.baseline is None else share.baseline
    title, alone = _intervals_title(analysis, share), len(share.pairs) == 1
    of_pairs = [_label(labels.drawn(analysis.algorithms), share, a, b) for a, b in share.pairs]
    by_pair = len(share.pairs) < len(datasets)  # a panel for each of what there is less of
    of_sets = [*labels.drawn(datasets), *(["average"] if average and by_pair else average)]
    described = [_label(labels.in_text(analysis.algorithms), share, a, b) for a, b in share.pairs]
    texts = [*zip((*labels.in_text(datasets), *average), bars, strict=True)]
    names, panels = of_pairs, [*zip(of_sets, bars, strict=True)]
    if by_pair:
        turned = map(list, zip(*bars, strict=True))
        names, panels = of_sets, [*zip([""] if alone else of_pairs, turned, strict=True)]
    share_x, begin, axis = request.options.axes == "shared", 0, labels.plain(title)
    options: dict[str, Any] = {"title": axis, "share_x": share_x, "among": panels}
    options |= {"sums_up": bool(averages)} if by_pair else {"by_row": common is not None}
    options |= {"numbers": _number_of(analysis)} if by_pair and alone else {}
    others = () if common is None or by_pair else [b if a == common else a for a, b in share.pairs]
    for part, which, page in numbered(interval_pages(names, panels, style=request.style)):
        on_page = slice(begin, begin + len(page))
        rows = (
            (described[on_page], [(name, of_set[on_page]) for name, of_set in texts[: len(datasets)]])
            if by_pair
            else (described, texts[on_page])
        )
        yield request.plan(
            partial(interval_panels, names, page, **options),
            say("Differences in {} with 95% confidence intervals{}", analysis.metric, which),
            intervals_caption(
                analysis, title, omitted, share_x=share_x or len(panels) == 1, sums_up=bool(averages) and by_pair
            ),
            describe_intervals(*rows, title=axis, on_datasets=by_pair),
            [analysis.algorithms, datasets],
            whole=PANELS,
            part=part,
            algorithms=[analysis.algorithms[i] for i in others],
        )
        begin += len(page)


def _intervals_title(analysis: Analysis, share: Share) -> Prose:
    """Return which differences the axis of an interval plot has."""
    measured, names = analysis.measured, analysis.algorithms
    if len(share.pairs) == 1:
        return say("difference in {}, {} − {}", measured, *(names[i] for i in share.pairs[0]))
    if share.baseline is not None:
        return say("difference in {}, each other algorithm − {}", measured, names[share.baseline])
    if share.first is not None:
        return say("difference in {}, {} − each other algorithm", measured, names[share.first])
    return say("difference in {}", measured)


def _interval_pairs(analysis: Analysis) -> tuple[Share, int]:
    """Return the pairs of an interval plot, the best ranked first, and how many others there are."""
    pairs = list(dict.fromkeys((curve.a, curve.b) for curve in analysis.tested.curves))
    best_first, control = analysis.best_first, analysis.tested.control
    place = {algorithm: number for number, algorithm in enumerate(best_first)}
    chosen = pairs
    if len({b for _, b in pairs}) > 1:
        leader = best_first[0] if control is None else control
        of_leader = [pair for pair in pairs if leader in pair]
        if len(pairs) > MOST_CURVES and of_leader:
            chosen = [(leader, b if a == leader else a) for a, b in of_leader]
        chosen = chosen if of_leader else pairs[:MOST_CURVES]
    chosen = sorted(chosen, key=lambda pair: (place[pair[0]], place[pair[1]]))
    return _share(chosen), len(pairs) - len(chosen)


def _interval(curves: Mapping[Any, Curve], where: tuple[str, ...], pair: _Pair, factor: float) -> Interval:
    """Return the estimate and the 95% interval of a pair, in whichever order its curve has it."""
    a, b = pair
    if (curve := curves.get((*where, a, b))) is not None:
        low, high = curve.interval(_LEVEL)
        return factor * curve.difference, factor * low, factor * high
    if (curve := curves.get((*where, b, a))) is not None:
        low, high = curve.interval(_LEVEL)
        return -factor * curve.difference, -factor * high, -factor * low
    return nan, nan, nan


def intervals_caption(analysis: Analysis, title: Prose, omitted: int, *, share_x: bool, sums_up: bool = False) -> Prose:
    """Return what an interval plot shows; with `sums_up` its last row is the average over the data sets."""
    caption = say(
        "{}, with 95% confidence intervals ({}){}.",
        capitalized(title),
        forms_of_curves(analysis.tested.curves),
        "; below the line, averages over the data sets" if sums_up else "",
    )
    if not share_x:
        caption += " Each panel has its own scale."
    if omitted:
        caption += f" The tables have {counted_in_words(omitted, 'other pair')}."
    return caption


def divide(analysis: Analysis) -> tuple[Share, ...]:
    """Divide the pairs so that no panel has more than `MOST_CURVES`, the pairs of the best ranked algorithms first."""
    pairs = list(dict.fromkeys((curve.a, curve.b) for curve in analysis.tested.curves))
    if len(pairs) <= MOST_CURVES:
        return (_share(pairs),)
    place = {algorithm: number for number, algorithm in enumerate(analysis.best_first)}
    common = len({b for _, b in pairs}) == 1
    pairs.sort(key=lambda pair: place[pair[0]] if common else (place[pair[0]], place[pair[1]]))
    groups = [pairs] if common else [list(group) for _, group in groupby(pairs, key=lambda pair: pair[0])]
    parts: list[list[_Pair]] = []
    for group in groups:
        if parts and not common and len(parts[-1]) + len(group) <= MOST_CURVES:
            parts[-1] += group
        else:
            parts += _evenly(group)
    return tuple(map(_share, parts))


def _evenly(pairs: Sequence[_Pair]) -> Iterator[list[_Pair]]:
    """As few parts as there can be, of nearly the same size."""
    parts = -(-len(pairs) // MOST_CURVES)
    for number in range(parts):
        yield list(pairs[number * len(pairs) // parts : (number + 1) * len(pairs) // parts])


def _share(pairs: Sequence[_Pair]) -> Share:
    firsts, seconds = ({pair[side] for pair in pairs} for side in (0, 1))
    baseline = seconds.pop() if len(seconds) == 1 else None
    return Share(tuple(pairs), firsts.pop() if len(firsts) == 1 and baseline is None else None, baseline)


def _plan_share(
    request: Request[CurvesFigureOptions], share: Share, part: str, shares: Sequence[Share]
) -> Iterator[Plan]:
    from rankpress.figures.curves import confidence_curve_page, describe_curves, panels_by_page

    analysis, labels, names, axes = request.analysis, request.labels, request.names, request.options.axes
    curves = [curve for curve in analysis.tested.curves if (curve.a, curve.b) in share.pairs]
    averaged = any((average.a, average.b) in share.pairs for average in analysis.tested.averaged_curves)
    datasets = references("datasets", dict.fromkeys(curve.dataset for curve in curves))
    panels = _panels(analysis, share, labels.drawn(names), labels.drawn(datasets))
    # labels name both of a pair, unless all have one baseline: a listener sees no axis title
    share_of_pairs = Share(share.pairs, None, share.baseline)
    rest = iter(_panels(analysis, share_of_pairs, labels.in_text(names), labels.in_text(datasets)))
    pages = panels_by_page(panels, share_x=axes == "shared", style=request.style)
    baseline, first = (
        None if algorithm is None else labels.plain(names[algorithm]) for algorithm in (share.baseline, share.first)
    )
    texts: dict[str, Any] = {"baseline": baseline, "metric": labels.plain(analysis.measured)}
    for number, page in enumerate(pages, start=1):
        with_average = averaged and number == len(pages)
        described = [next(rest) for _ in page]
        # the averages' panel, which is the last, is described apart from those of the data sets
        parts = [described[:-1], described[-1:]] if with_average else [described]
        yield request.plan(
            partial(
                confidence_curve_page,
                page,
                **texts,
                first=first,
                among=panels,
                share_x=axes == "shared",
                families=request.families,
            ),
            say("Confidence curves of differences in {}", analysis.metric)
            + _which(analysis, share, shares, number, len(pages)),
            curves_caption(analysis, share, axes, averaged=with_average) + _division_text(share, shares),
            join(describe_curves(some, **texts, number=_number_of(analysis)) for some in parts if some),
            [names, datasets],
            whole=PANELS,
            part=part + (f"-{number}" if len(pages) > 1 else ""),
        )


def _panels(analysis: Analysis, share: Share, names: Sequence[str], datasets: Sequence[str]) -> tuple[Panel, ...]:
    """One panel per data set, and one of the averages, if there are such; curves in the order of the share's pairs."""
    place, factor = {pair: number for number, pair in enumerate(share.pairs)}, analysis.scores.scale.factor

    def labelled(rows: Sequence[PairCurve] | Sequence[AveragedPair]) -> tuple[tuple[str, Curve], ...]:
        pairs_shown = sorted(
            (row for row in rows if (row.a, row.b) in place), key=lambda pair_curve: place[pair_curve.a, pair_curve.b]
        )
        return tuple(
            (_label(names, share, element.a, element.b), scaled(element.curve, factor)) for element in pairs_shown
        )

    by_dataset = groupby(analysis.tested.curves, key=lambda curve: curve.dataset)
    labelled_rows = [curves for _, rows in by_dataset if (curves := labelled(list(rows)))]
    panels = zip(datasets, labelled_rows, strict=True)
    averaged = labelled(analysis.tested.averaged_curves)
    return (*panels, (_AVERAGE, averaged)) if averaged else (*panels,)


def _label(names: Sequence[str], share: Share, a: int, b: int) -> str:
    if share.baseline is not None:
        return names[a]
    return names[b] if share.first is not None else f"{names[a]} − {names[b]}"


def _which(analysis: Analysis, share: Share, shares: Sequence[Share], page: int, pages: int) -> Prose:
    """Return what a title says of one of several figures."""
    texts = []
    if len(shares) > 1:
        of = f"{shares.index(share) + 1} of {min(len(shares), MOST_FIGURES)}"
        texts.append(of if share.first is None else say("{}: {} minus others", of, analysis.algorithms[share.first]))
    if pages > 1:
        texts.append(f"page {page} of {pages}" if texts else f"{page} of {pages}")
    return say(" ({})", join(texts, "; ")) if texts else ""


def _division_text(share: Share, shares: Sequence[Share]) -> str:
    """Return how the pairs are divided among figures, and that not all are drawn, where that is so."""
    if len(shares) == 1:
        return ""
    pairs = sum(len(share.pairs) for share in shares)
    undrawn = sum(len(share.pairs) for share in shares[MOST_FIGURES:])
    only_in_tables = f" ({undrawn:,} only in the tables)" if undrawn else ""
    return f" Shown are {len(share.pairs)} of {counted(pairs, 'pair')}{only_in_tables}."


def curves_caption(analysis: Analysis, share: Share, axes: Literal["shared", "own"], *, averaged: bool) -> Prose:
    """Return what a page of confidence curves shows; `averaged` where the average is among its panels."""
    names = analysis.algorithms
    pair: Prose = "first minus second"
    if share.baseline is not None:
        pair = say("each algorithm minus {}", names[share.baseline])
    elif share.first is not None:
        pair = say("{} minus each algorithm named", names[share.first])
    form = (
        "Confidence curves of the difference in {} ({}) on each data set, by {}{}. The peak of a curve is the estimate,"
        " its width at height p the interval at level 1 − p{}."
    )
    last = "; last panel: their average" if averaged else ""
    is_one = len({curve.dataset for curve in analysis.tested.curves}) == 1 and not averaged
    scales = "; each panel has its own scale" if axes == "own" and not is_one else ""
    return say(form, analysis.measured, pair, forms_of_curves(analysis.tested.curves), last, scales)


def forms_of_curves(curves: Sequence[PairCurve]) -> str:
    """Return what curves are made by."""
    forms = {curve.form for curve in curves}
    return joined(way for form, way in _WAYS.items() if form in forms)


def plan_average_curves(request: Request) -> Iterator[Plan | Missing]:
    """Plan pages with one panel per pair."""
    from rankpress.figures.curves import confidence_curve_page, describe_curves, panels_by_page

    analysis, names, labels = request.analysis, request.names, request.labels
    place, factor = analysis.best_first.index, analysis.scores.scale.factor
    averaged = sorted(
        average_pairs(analysis.tested.curves), key=lambda pair_average: (place(pair_average.a), place(pair_average.b))
    )
    if not averaged:
        yield request.missing("no pair has confidence curves on two data sets")
        return
    n_pairs, averaged = len(averaged), averaged[:MOST_AVERAGED]
    seconds = {pair_average.b for pair_average in averaged}
    baseline = seconds.pop() if len(seconds) == 1 else None
    texts: dict[str, Any] = {
        "baseline": None if baseline is None else labels.plain(names[baseline]),
        "metric": labels.plain(analysis.measured),
    }
    panels, described = (
        [
            _panel(
                pair_average, names_in(names), names_in(references("datasets", pair_average.datasets)), baseline, factor
            )
            for pair_average in averaged
        ]
        for names_in in (labels.drawn, labels.in_text)
    )
    panels = [(f"{title}: {_interval_text(analysis, curves[-1][1])}", curves) for title, curves in panels]
    rest = iter(described)
    for part, which, page in numbered(panels_by_page(panels, average=_AVERAGE, style=request.style)):
        alone = [(_AVERAGE, [(title, curves[-1][1]) for title, curves in islice(rest, len(page))])]
        yield request.plan(
            partial(confidence_curve_page, page, **texts, among=panels, average=_AVERAGE),
            say("Averaged confidence curves of differences in {}{}", analysis.metric, which),
            average_caption(analysis, baseline, (len(averaged), n_pairs)),
            describe_curves(alone, **texts, number=_number_of(analysis)),
            [names],
            whole=PANELS,
            part=part,
        )


def _interval_text(analysis: Analysis, curve: Curve) -> str:
    """Return estimate and interval of a curve that is on the scale of the metric already."""
    number = _number_of(analysis)
    low, high = curve.interval(_LEVEL)
    return f"{number(curve.difference)} ({number(low)} to {number(high)})"


def _panel(
    pair: AveragedPair, names: Sequence[str], datasets: Sequence[str], baseline: int | None, factor: float
) -> Panel:
    """Return the curves of a pair, the average last, so that it lies over the others."""
    title = names[pair.a] if baseline is not None else f"{names[pair.a]} − {names[pair.b]}"
    of_datasets = zip(datasets, (scaled(curve, factor) for curve in pair.curve.curves), strict=True)
    return title, (*of_datasets, (_AVERAGE, scaled(pair.curve, factor)))


def average_caption(analysis: Analysis, baseline: int | None, drawn: tuple[int, int]) -> Prose:
    """Return what the averaged curves show, of how many pairs where these are not all, and what they do not show."""
    pair = (
        say("each algorithm minus {}", analysis.algorithms[baseline]) if baseline is not None else "first minus second"
    )
    form = (
        "Confidence curves of the difference in {} ({}), by {}: thin on each data set, bold their average, with its 95%"
        " interval above each panel. Averaged curves do not narrow with more data sets and are not a pooled estimate."
    )
    few, every = drawn
    some = f" Drawn are the {few} best ranked of {counted(every, 'pair')}." if few < every else ""
    return say("{}{}", say(form, analysis.measured, pair, forms_of_curves(analysis.tested.curves)), some)


def plan_curve(request: Request[CurveOptions]) -> Iterator[Plan | Missing]:
    """Plan the curve of each pair that the spec names, else of the first of the study's, else of the two best."""
    analysis, options, dataset = request.analysis, request.options, request.options.dataset
    curves = analysis.tested.curves
    pairs = chosen_pairs(analysis, options.pairs)
    if options.pairs is None and curves:
        pairs = ((curves[0].a, curves[0].b),)
    if not pairs:
        yield request.missing("it takes two algorithms")
    for pair in pairs:
        curve = _curve(analysis, pair, dataset)
        if curve is None:
            names = say("{} and {}", *(analysis.algorithms[i] for i in pair))
            where = "on any data set" if dataset is None else say("on {}", dataset_named(dataset))
            yield request.missing(say("{} have no folds or test examples {} that a curve could use", names, where))
        else:
            yield _plan(request, curve, part_of(analysis, pair, among=len(pairs)))


def _curve(analysis: Analysis, pair: tuple[int, int], dataset: str | None) -> PairCurve | None:
    """The curve of a pair, in this order, on a data set or the first that has one; in the form of the study's."""
    if not isinstance(analysis.scores, MetricScores):
        return None
    a, b = (analysis.scores.algorithms[i] for i in pair)
    forms = {curve.form for curve in analysis.tested.curves}
    options = CurvesOptions(pairs=((a, b),), form=forms.pop() if len(forms) == 1 else None)
    curves = find_curves(analysis.scores, options).curves
    return next((curve for curve in curves if dataset is None or curve.dataset == dataset), None)


def _plan(request: Request[CurveOptions], pair_curve: PairCurve, part: str) -> Plan:
    from rankpress.figures.annotated_curve import annotated_confidence_curve, describe_curve

    analysis, level, dataset = request.analysis, request.options.level, dataset_named(pair_curve.dataset)
    first, second = analysis.algorithms[pair_curve.a], analysis.algorithms[pair_curve.b]
    references = {"first": first, "second": second, "metric": analysis.measured, "dataset": dataset}
    curve = scaled(pair_curve.curve, analysis.scores.scale.factor)
    arguments: dict[str, Any] = {name: request.labels.plain(text) for name, text in references.items()}
    arguments |= {"level": level, "alpha": analysis.adjusted.alpha, "decimals": analysis.scores.scale.digits}
    form = "Confidence curve of the difference in {}: {} minus {}, on {}"
    return request.plan(
        partial(annotated_confidence_curve, curve, **arguments),
        say(form, analysis.metric, first, second, dataset),
        curve_caption(analysis, pair_curve, level),
        describe_curve(curve, **arguments),
        part=part,
    )


def _number_of(analysis: Analysis) -> Callable[[float], str]:
    """Return how differences are printed that are on the scale of the metric already."""
    return replace(difference_rounding(analysis.tested.curves, analysis.scores.scale), factor=1.0).text


def curve_caption(analysis: Analysis, pair_curve: PairCurve, level: float) -> Prose:
    """Return what the one curve shows, and what its elements mean."""
    first, second = analysis.algorithms[pair_curve.a], analysis.algorithms[pair_curve.b]
    p_null = p_phrase(pair_curve.curve.p_null, analysis.adjusted.alpha)
    where = dataset_named(pair_curve.dataset)
    difference = say("difference in {} ({} minus {}) on {}", analysis.metric, first, second, where)
    entangled = ""
    if pair_curve.curve.entangled_null not in (0.0, pair_curve.curve.difference) and pair_curve.curve.p_null > 0:
        entangled = ", as has the entangled null value"
    return join(
        (
            say("Two-sided p-values of every hypothetical {}, by {}.", difference, _WAYS[pair_curve.form]),
            (
                f"The width at height p is the interval at level 1 − p (bar: {100 * level:g}%); no difference (vertical"
                f" line) has {p_null}, unadjusted{entangled}."
            ),
            "A smaller shaded area indicates a more precise estimate.",
        )
    )
