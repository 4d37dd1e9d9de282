"""A whole topic in one file: how far each algorithm stays behind the best one of each data set.

A study that lists this file in `plugins` has the section of the report, its table and figure, the sentences of
methods.tex, results.tex and the summary, the macros and the key `regret` of results.json.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

import numpy as np
from pydantic import Field
from typing_extensions import TypedDict

from rankpress.extend import (
    Axes,
    Cell,
    Fact,
    Facts,
    FigureKind,
    FigureOptions,
    Headline,
    Incoherence,
    MetricScores,
    ResultKey,
    Section,
    Step,
    Table,
    TableKind,
    Topic,
    add_topic,
    cite,
    decimals,
    say,
    source,
)

SAVAGE = source(
    "savage1951",
    "article",
    author="Savage, Leonard J.",
    title="The Theory of Statistical Decision",
    journal="Journal of the American Statistical Association",
    volume="46",
    number="253",
    pages="55–67",
    year="1951",
)


class RegretOptions(Section):
    """The section `regret` of study.yaml; a study without it has its defaults, and one with null no regrets."""

    tolerance: float = Field(default=0.01, ge=0, description="Regrets up to this are near the best.")
    datasets: tuple[str, ...] | None = Field(default=None, description="On which data sets. Default: all.")


def compute_regrets(scores, options):
    """Compute the regrets of a metric: plain data and arrays, which the store keeps until scores or options change."""
    if not isinstance(scores, MetricScores):  # average ranks or votes alone
        return None
    if options.datasets is not None:
        scores = scores.on([row for row, name in enumerate(scores.datasets) if name in options.datasets])
    best = np.nanmax(scores.oriented, axis=1, keepdims=True)
    regrets = best - scores.oriented  # (n_datasets, n_algorithms), nan where a result is missing
    return {
        "mean": np.nanmean(regrets, axis=0),
        "largest": np.nanmax(regrets, axis=0),
        "where": [scores.datasets[row] for row in np.nanargmax(regrets, axis=0)],
        "near": np.nanmean(regrets <= options.tolerance, axis=0),
        "tolerance": options.tolerance,
    }


def unknown_datasets(options, scores):
    """Find data sets that the section names and the scores do not have; paths begin within the section."""
    for index, name in enumerate(options.datasets or ()):
        if name not in scores.all_datasets:
            yield Incoherence(("datasets", index), f"there is no data set '{name}'", "one of the scores")


def regrets_of(analysis):
    """Return what `compute_regrets` found; None where the study has no regrets."""
    return analysis.computed.get("regret")


def least(analysis):
    """Return the algorithm of least mean regret, and that regret as text."""
    regrets = regrets_of(analysis)
    place = int(np.argmin(regrets["mean"]))
    return analysis.algorithms[place], f"{regrets['mean'][place]:.3f}"


def findings(analysis):
    """Say who has the least regret: for the section, and for results.tex."""
    if regrets_of(analysis) is not None:
        name, regret = least(analysis)
        yield say("{} has the smallest mean regret in {} ({}).", name, analysis.metric, regret)


def methods(analysis):
    """Say what was done: for the section Methods, and for methods.tex."""
    if regrets_of(analysis) is not None:
        form = "The regret of an algorithm on a data set is its distance from the best score there ({})."
        yield say(form, cite(SAVAGE))


def limits(analysis):
    """Say what holds of all regrets, once in the section Limitations."""
    if regrets_of(analysis) is not None:
        yield "Regrets depend on which algorithms were compared, for the best of them is the reference."


@Axes(columns=("Mean regret", "Largest regret", "On", "Near the best"))
def regret_table(analysis):
    """Build the table; what rows and columns are called is what `report.tables: {regret: {columns: ...}}` may name."""
    regrets = regrets_of(analysis)
    if regrets is None:
        return None
    rows = [
        (
            name,
            float(regrets["mean"][place]),
            float(regrets["largest"][place]),
            regrets["where"][place],
            Cell(f"{100 * regrets['near'][place]:.0f}%", value=float(regrets["near"][place])),
        )
        for place, name in enumerate(analysis.algorithms)
    ]
    return Table(
        title=say("Regret by {}", analysis.metric),
        caption=say("Distance in {} from the best algorithm of each data set; near: up to {}.",
                    analysis.metric, regrets["tolerance"]),
        head=(("Algorithm", "Mean regret", "Largest regret", "On", "Near the best"),),
        rows=tuple(rows),
        align=("left", "right", "right", "left", "right"),
    )  # fmt: skip


class RegretFigureOptions(FigureOptions):
    """What `plot: [{regret: {of: largest}}]` may ask of the figure besides width, caption and what any figure has."""

    of: Literal["mean", "largest"] = Field(default="mean", description="Which regrets are drawn.")


def plan_regret(request):
    """Plan the figure: what is drawn, with its caption, or why nothing is."""
    regrets = regrets_of(request.analysis)
    if regrets is None:
        yield request.missing("the study has no regrets")
        return
    names, of = request.labels.drawn(request.names), request.options.of
    yield request.plan(
        partial(draw_regrets, names, regrets[of].tolist(), f"{of.capitalize()} regret"),
        say("{} regret by {}", of.capitalize(), request.analysis.metric),
        say("{} distance in {} from the best algorithm of each data set.", of.capitalize(), request.analysis.metric),
        f"A horizontal bar for each algorithm, as long as its {of} regret.",
    )


def draw_regrets(names, lengths, label, *, style):
    """Draw a bar for each algorithm; a function at the top of its module, for other processes call it by its name."""
    from matplotlib.figure import Figure

    drawn = Figure(figsize=(style.width, 0.5 + 0.25 * len(names)), layout="constrained")
    axes = drawn.add_subplot()
    axes.barh(names, lengths, color=style.accent)
    axes.set_xlabel(label)
    return drawn


def facts(about):
    r"""State the numbers that a paper may cite: \rpAccuracyMeanRegretForest, \rp{accuracy/mean-regret/forest}."""
    regrets = regrets_of(about.analysis)
    if regrets is not None:
        for name, regret in zip(about.analysis.algorithms, regrets["mean"], strict=True):
            meaning = say("mean regret of {}", name)
            yield Fact("MeanRegret", float(regret), decimals(3), meaning, about.algorithms[name])


class RegretResult(TypedDict):
    """Distances from the best algorithm of each data set."""

    tolerance: Annotated[float, "`regret.tolerance`"]
    mean: Annotated[dict[str, float], "by algorithm"]
    largest: Annotated[dict[str, float], "by algorithm"]


def results(analysis):
    """Return the key `regret` of the metric in results.json, of the type above."""
    regrets = regrets_of(analysis)
    if regrets is None:
        return None
    by_name = {key: dict(zip(analysis.names, regrets[key], strict=True)) for key in ("mean", "largest")}
    return {"tolerance": regrets["tolerance"], **by_name}


add_topic(
    Topic(
        "regret",
        "Regret",
        paragraphs=findings,
        reminders=limits,
        after="scores",
        step=Step(
            "regret",
            compute_regrets,
            takes=("scores",),
            section=RegretOptions,
            is_default=True,
            wrong_for_scores=unknown_datasets,
            description="How far each algorithm stays behind the best one of each data set.",
        ),
        methods=(methods,),
        brief_methods=methods,
        brief_account=lambda analysis, earlier: findings(analysis),
        headline=Headline(lambda analysis, earlier: findings(analysis)),
        facts=(Facts(facts),),
        results=(ResultKey("regret", RegretResult | None, results),),
        tables=(TableKind("regret", "distance from the best algorithm of each data set", builder=regret_table),),
        figures=(
            FigureKind(
                "regret",
                "regret of each algorithm",
                builder=plan_regret,
                options=RegretFigureOptions,
                is_default=True,
            ),
        ),
    )
)
