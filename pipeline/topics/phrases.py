"""Phrases, cells and marks that the tables and sentences of several topics share."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar, overload

from rankpress.analysis import Analysis
from rankpress.catalog.adjustments import ADJUSTMENTS, UNADJUSTED
from rankpress.catalog.methods import PAIRWISE
from rankpress.core.bibliography import cite
from rankpress.core.scores import FloatArray, MetricScores
from rankpress.core.table import Alignment, Cell, Mark, Table
from rankpress.spec.table_options import Rounded
from rankpress.wording.forms import INTERVAL, LEAST_OF_P, Form, NumberForm
from rankpress.wording.numbers import (
    MINUS,
    MISSING,
    Rounding,
    between_in_words,
    counted_in_words,
    in_words,
    level_text,
    p_phrase,
)
from rankpress.wording.text import Prose, Text, capitalized, compose, dataset_named, join, joined, mathematics, say

WORD = "exploratory"


OF_P, OF_TESTS = f"These p-values are {WORD}.", f"These tests are {WORD}."


OF_MARKS = f"The tests behind its marks are {WORD}."


def is_exploratory(analyses: Sequence[Analysis]) -> bool:
    """Return whether the study of these analyses is marked so."""
    return any(analysis.protocol is not None and analysis.protocol.is_exploratory for analysis in analyses)


def exploratory_sentence(analyses: Sequence[Analysis]) -> list[Prose]:
    """That the study is exploratory, and what follows; nothing where it is not."""
    if not is_exploratory(analyses):
        return []
    sentence = say(
        "This study is exploratory ({}): its p-values suggest hypotheses to be tested on other data sets and confirm"
        " none.",
        cite("berrar2017"),
    )
    return [sentence]


def before_p(analyses: Sequence[Analysis]) -> str:
    """Return what a sentence has in front of a p-value: "exploratory " where the study is marked so, else nothing."""
    return f"{WORD} " if is_exploratory(analyses) else ""


def p_in_words(analysis: Analysis, p: float, adjustment: str | None = None) -> Prose:
    """Return a p-value of an analysis in a sentence, as tables, figures and macros print it: p = 0.012, p < 0.001.

    One of the comparisons over the data sets has the decimals that the study sets for the column of its adjustment.
    """
    phrase = p_phrase(p, analysis.adjusted.alpha, p_decimals(analysis, adjustment))
    return compose(before_p([analysis]), mathematics(phrase, phrase))


def alpha_of(analysis: Analysis) -> Prose:
    """Return the level of a study: α = 0.05."""
    level = level_text(analysis.adjusted.alpha)
    return mathematics(rf"\alpha = {level}", f"\N{GREEK SMALL LETTER ALPHA} = {level}")


def level_of(analysis: Analysis, method: str) -> Prose:
    """Return the level of an adjustment: α = 0.05."""
    level = level_text(analysis.adjusted.alpha)
    if ADJUSTMENTS[method].controls == "false discovery rate" and not analysis.ranking.is_of_two:
        return f"false discovery rate {level}"
    return alpha_of(analysis)


OVER_METRICS = " over all metrics"
SHARED_DATASETS = "Each pair was compared on the data sets that both have."

_MOST_NAMES = 8
_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


@overload
def listed(names: Sequence[str], most: int = _MOST_NAMES) -> str: ...


@overload
def listed(names: Sequence[Prose], most: int = _MOST_NAMES) -> Prose: ...


def listed(names: Sequence[Prose], most: int = _MOST_NAMES) -> Prose:
    """Name a few things, and count the rest."""
    if len(names) <= most + 1:
        return joined(names)
    return joined([*names[:most], f"{in_words(len(names) - most)} others"])


def over_runs(scores: MetricScores) -> str:
    """Say over how many runs, or rows without a number, each measurement is a mean."""
    balance = scores.reading.balance
    return between_in_words(scores.seeds or (1, 1), "row" if balance is not None and balance.by_rows else "run")


def over_instances(scores: MetricScores) -> str:
    """Say over how many instances of a data set scores are means, where some are."""
    counts = [len(each) for each in scores.instances if each is not None]
    return between_in_words(counts, "instance")


def grouped_by(pairs: Iterable[tuple[_Key, _Value]]) -> dict[_Key, list[_Value]]:
    """Put together what has the same key, in the order in which keys are first met."""
    groups: dict[_Key, list[_Value]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


def procedure(adjustment: str) -> str:
    """Return an adjustment in a sentence."""
    return "the unadjusted test" if adjustment == UNADJUSTED else f"the {procedure_name(adjustment)}"


def adjusted_by(adjustment: str, *, number: bool = False) -> str:
    """Return an adjustment behind a test, in words that say on request what it allows for: , adjusted by Holm."""
    return f", {adjusted(adjustment, number=number)}"


def adjusted(adjustment: str, *, number: bool = False) -> str:
    """Return how p-values are adjusted: adjusted by Holm."""
    allows_for = " for their number" if number else ""
    return "unadjusted" if adjustment == UNADJUSTED else f"adjusted{allows_for} by {ADJUSTMENTS[adjustment].title}"


def adjustment_within(analysis: Analysis) -> str:
    """Return what adjusts p-values within data sets: adjustment by Holm."""
    return f"adjustment by {ADJUSTMENTS[analysis.adjusted.within].title}"


def over_metrics(analysis: Analysis, adjustment: str) -> str:
    """Return what follows an adjustment whose family is of all metrics: over all metrics; of one metric nothing."""
    return OVER_METRICS if adjustment in analysis.adjusted.across else ""


def adjustment_title(analysis: Analysis, adjustment: str) -> str:
    """Return an adjustment as captions, notes and heads name it, with its family: Holm over all metrics."""
    return f"{ADJUSTMENTS[adjustment].title}{over_metrics(analysis, adjustment)}"


def procedure_of(analysis: Analysis, adjustment: str) -> str:
    """Return an adjustment in a sentence, with its family: the Holm procedure over all metrics."""
    return f"{procedure(adjustment)}{over_metrics(analysis, adjustment)}"


def procedure_name(adjustment: str) -> str:
    """Return an adjustment without an article: Holm procedure, Nemenyi test."""
    method = ADJUSTMENTS[adjustment]
    if adjustment == UNADJUSTED:
        return method.title
    return f"{method.title} {'test' if method.test else 'procedure'}"


def test_with(test: str, adjustment: str) -> str:
    """Return a test with an adjustment: the Wilcoxon signed-ranks test with Holm, the Nemenyi test."""
    method = ADJUSTMENTS[adjustment]
    if adjustment == UNADJUSTED and test:
        return f"the {PAIRWISE[test].title}"
    return procedure(adjustment) if method.test or not test else f"the {PAIRWISE[test].title} with {method.title}"


def level_phrase(analysis: Analysis) -> str:
    """Return the level of the tests in a sentence."""
    return f"at level {level_text(analysis.adjusted.alpha)}"


@dataclass(frozen=True)
class Separation:
    """Which pairs the first adjustment finds significant; algorithms are reported by place in the scores."""

    method: str  # the adjustment
    # pairs whose adjusted p is at most the level; the one that the test favours first
    separated: tuple[tuple[int, int], ...]
    together: tuple[tuple[int, int], ...]  # all others; the better ranked first

    @property
    def number(self) -> int:
        """How many comparisons there were."""
        return len(self.separated) + len(self.together)

    def together_with(self, algorithm: int) -> list[int]:
        """Return the algorithms that it is compared with and not separated from."""
        return [b if a == algorithm else a for a, b in self.together if algorithm in (a, b)]


def separation(analysis: Analysis) -> Separation | None:
    """Return what the deciding adjustment finds significant; None where nothing was compared or adjusted."""
    over, method = analysis.tested.over, analysis.adjusted.deciding
    if over is None or method is None:
        return None
    rejected = (analysis.adjusted.p[method] <= analysis.adjusted.alpha).tolist()
    pairs = [(a, b) for a, b in over.pairs.tolist()]
    return Separation(
        method,
        tuple(
            pair[:: favoured or 1]
            for pair, favoured, apart in zip(pairs, over.favours.tolist(), rejected, strict=True)
            if apart
        ),
        tuple(pair for pair, apart in zip(pairs, rejected, strict=True) if not apart),
    )


def nothing_is_attainable(analysis: Analysis) -> bool:
    """Return whether no comparison could be significant by the adjustment that decides, whatever the scores."""
    least = analysis.adjusted.least.get(analysis.adjusted.deciding or "")
    return least is not None and bool((least > analysis.adjusted.alpha).all())


def significant_by_adjustment(analysis: Analysis) -> dict[int, str]:
    """Return how many differences are significant, with the adjustments after which as many are."""
    titles = defaultdict[int, list[str]](list)
    for name, p in analysis.adjusted.p.items():
        if name == UNADJUSTED:
            continue
        titles[int((p <= analysis.adjusted.alpha).sum())].append(adjustment_title(analysis, name))
    return {count: joined(of) for count, of in titles.items()}


def without_detail(cell: Cell) -> Cell:
    """Return a cell without its spread or interval."""
    return replace(cell, text=cell.body, detail="", detail_value=None, detail_frame="")


def names_by_rank(analysis: Analysis, algorithms: Sequence[int]) -> list[Prose]:
    """Names of algorithms, the best ranked first."""
    return [analysis.algorithms[i] for i in analysis.best_first if i in set(algorithms)]


ARROWS = {"higher": "\N{UPWARDS ARROW}", "lower": "\N{DOWNWARDS ARROW}"}
SCALED_RANKS = (
    "Ranks compare the results that a data set has; average ranks scale ranks among fewer algorithms to the number of"
    " all, and cover the data sets on which the algorithm has a result."
)
IMPUTED_SIGN = "‡"  # a score that was not measured
# What stands in the place of a missing score.
IMPUTED = {
    "dataset-mean": "the data set's mean",
    "dataset-worst": "the data set's worst score",
    "baseline": "the baseline's score",
}


COUNT, RANK, PLACE, STATISTIC = NumberForm("count"), NumberForm("rank"), NumberForm("place"), NumberForm("statistic")
PLUS_MINUS = "\N{PLUS-MINUS SIGN} {}"  # how a spread is set behind a number
ASTERISK = frozenset[Mark]({"significant"})
EQUALS = frozenset[Mark]({"equivalent"})
UNMARKED = frozenset[Mark]()

# Longer tables of pairs are not built at all: results.json has what they would show.
MOST_CELLS_BUILT = 40_000
MOST_ACROSS = 20  # algorithms in a printed table of each against each


def named(text: Prose, span: int = 1) -> Cell:
    """Return a cell that is its text."""
    return Cell(text, span=span)


def number(value: float, form: Form, marks: frozenset[Mark] = UNMARKED) -> Cell:
    """Return a cell with a number as printed and unrounded; an en dash where there is none."""
    return Cell(MISSING, "") if math.isnan(value) else Cell(form.text(value), float(value), marks, form=form)


def count(value: int) -> Cell:
    """Return a cell with a whole number."""
    return Cell(str(value), int(value), form=COUNT)


def decimal(value: float, decimals: int) -> Cell:
    """Return a cell with a number to so many decimals."""
    return number(value, Rounding(decimals))


def average_rank(value: float, marks: frozenset[Mark] = UNMARKED) -> Cell:
    """Return a cell with an average rank."""
    return number(value, RANK, marks)


def with_interval(value: float, low: float, high: float, form: Form) -> Cell:
    """Return a cell with an estimate and its interval."""
    return with_detail(value, (low, high), INTERVAL, form)


def with_detail(value: float, detail: float | tuple[float, ...], frame: str, form: Form) -> Cell:
    """Return a cell with a number and, set in a frame, the numbers behind it that are printed in the same form."""
    return Cell("", value, detail_value=detail, detail_frame=frame, form=form).printed_as(form)


def place(value: float) -> Cell:
    """Return a cell with a rank on one data set."""
    return number(value, PLACE)


def statistic(value: float) -> Cell:
    """Return a cell with a test statistic."""
    return number(value, STATISTIC)


def p_value(p: float, alpha: float, *, marked: bool = True, decimals: int | None = None) -> Cell:
    """Return a cell with a p-value of a study at a level; marked, on request, where it does not exceed that."""
    return number(p, NumberForm("p", decimals, level=alpha), ASTERISK if marked and p <= alpha else UNMARKED)


def head_row(*texts: Prose) -> tuple[Cell, ...]:
    """Return a row of column heads."""
    return tuple(named(text) for text in texts)


def right(n_columns: int) -> tuple[Alignment, ...]:
    """Alignment of so many columns of numbers."""
    aligned: tuple[Alignment, ...] = ("right",)
    return aligned * n_columns


def left(n_columns: int) -> tuple[Alignment, ...]:
    """Alignment of so many columns of names."""
    aligned: tuple[Alignment, ...] = ("left",)
    return aligned * n_columns


def table_of(
    head: Sequence[Prose | Cell], rows: Iterable[Sequence[Any]], names: int = 1, align: str = "", **more: Any
) -> Table:
    """Set rows below one row of heads; so many of the first columns name a row, the others are numbers.

    A row has cells, and texts, which become cells. Where texts follow, `align` has a letter a column: l or r.
    """
    letters = align or "l" * names + "r" * (len(head) - names)
    sides: tuple[Alignment, ...] = tuple("left" if letter == "l" else "right" for letter in letters)
    cells = tuple(
        tuple(text_or_cell if isinstance(text_or_cell, Cell) else Cell(text_or_cell) for text_or_cell in row)
        for row in rows
    )
    heads = tuple(text_or_cell if isinstance(text_or_cell, Cell) else named(text_or_cell) for text_or_cell in head)
    return Table(head=(heads,), rows=cells, align=sides, **{"stub": names, **more})


def significance_note(alpha: float, of: str = "adjusted p") -> str:
    """Return what the asterisk means.

    >>> significance_note(0.05, "Holm p")
    '*: Holm p ≤ 0.05.'
    """
    return f"*: {of} ≤ {level_text(alpha)}."


def of_asterisks(*notes: Prose) -> tuple[tuple[Mark, Prose], ...]:
    """Return notes with the mark without which a table omits them."""
    return tuple(("significant", note) for note in notes)


def decimals_asked(options: Rounded, *names: str) -> int | None:
    """Return in how many decimals a study asks for the column of these names; None where it does not say."""
    digits = options.digits
    if isinstance(digits, dict):
        return next((digits[name] for name in names if name in digits), None)
    return digits


def p_decimals_asked(options: Rounded, *names: str) -> int:
    """Return in how many decimals p-values are printed."""
    decimals = decimals_asked(options, *names) or 0
    return decimals if isinstance(options.digits, dict) else max(decimals, LEAST_OF_P)


def reference_role(analysis: Analysis) -> str:
    """Return what titles call the algorithm that the others are compared with, whose name may be long."""
    return "best" if analysis.tested.control is None else "control"


def p_decimals(analysis: Analysis, adjustment: str | None) -> int | None:
    """Return the decimals that the study sets for the column of an adjustment: of pairs, or else of the ranking."""
    if adjustment is None:
        return None
    heads = ["p" if analysis.ranking.is_of_two else p_of(adjustment, over_metrics(analysis, adjustment))]
    if adjustment == analysis.adjusted.deciding:
        heads.append(f"p vs. {reference_role(analysis)}")
    of_tables = analysis.table_digits
    asking = (of_tables[kind] for kind in ("pairs", "average-ranks") if kind in of_tables)
    return next((p_decimals_asked(of, *heads) for of in asking if decimals_asked(of, *heads) is not None), None)


def deciding_p_value(analysis: Analysis) -> str:
    """Return what a p-value is called that decides: one of several pairs is adjusted."""
    is_alone = analysis.ranking.is_of_two or analysis.adjusted.deciding == UNADJUSTED
    return "p" if is_alone else "adjusted p"


def asterisk(analysis: Analysis) -> str:
    """Return what the asterisk means, for a line of notes; nothing where no p is adjusted."""
    deciding, alpha = analysis.adjusted.deciding, analysis.adjusted.alpha
    if deciding is None or analysis.tested.over is None:
        return ""
    of_two = analysis.ranking.is_of_two
    by = PAIRWISE[analysis.tested.over.procedure].title if of_two else adjustment_title(analysis, deciding)
    return f"*: p ≤ {level_text(alpha)} ({by}). "


def which_is_better(analysis: Analysis) -> Prose:
    """Return which scores are the better ones, where no arrow tells it."""
    return say("In {}, {} is better.", analysis.metric, analysis.scores.better)


def direction(analysis: Analysis) -> str:
    """Return what the arrow next to the name of a metric means."""
    return f"{ARROWS[analysis.scores.better]}: {analysis.scores.better} is better."


def p_of(adjustment: str, further: str = "") -> str:
    """Head of a column of adjusted p-values next to others: p (Holm), p (Holm over all metrics)."""
    return f"p ({ADJUSTMENTS[adjustment].title}{further})"


def adjusted_p_of(analysis: Analysis) -> dict[str, FloatArray]:
    """Return the p-values that are adjusted, by the heads of their columns; two algorithms have a single p, unadjusted.

    The first ones decide.
    """
    adjusted = analysis.adjusted.p
    if analysis.ranking.is_of_two:
        return {} if analysis.adjusted.deciding is None else {"p": adjusted[analysis.adjusted.deciding]}
    return {p_of(name, over_metrics(analysis, name)): p for name, p in adjusted.items()}


def deciding_test(analysis: Analysis, adjustment: str) -> str:
    """Return the test that decides, with the adjustment of its p-values where that is not the test itself."""
    over = analysis.tested.over
    if over is None or (ADJUSTMENTS[adjustment].test and not analysis.ranking.is_of_two):
        return procedure_name(adjustment)
    title, across = PAIRWISE[over.procedure].title, adjustment in analysis.adjusted.across
    if analysis.ranking.is_of_two and not across:
        return title
    return f"{title}{adjusted_by(adjustment)}{over_metrics(analysis, adjustment)}"


def difference(a: Prose, b: Prose) -> Prose:
    """Return what stands over the columns of a pair."""
    return say("{} {} {}", a, MINUS, b)


def scope(analysis: Analysis) -> str:
    """Return what was compared: four algorithms on 14 data sets."""
    datasets = counted_in_words(analysis.scores.n_datasets, "data set")
    return f"{counted_in_words(len(analysis.algorithms), 'algorithm')} on {datasets}"


def scope_of_metric(analysis: Analysis) -> Prose:
    """Return what was compared, with the metric, for captions: four algorithms on 14 data sets by accuracy."""
    return say("{} by {}", scope(analysis), analysis.metric)


def mean_over_datasets(analysis: Analysis) -> str:
    """Return what a mean of scores or costs over the data sets is called."""
    return "weighted mean" if analysis.is_weighted else "mean"


def unweighted(analysis: Analysis) -> str:
    """Return what stands before a difference of a pair, where means of scores have weights that it has not."""
    return "unweighted " if analysis.is_weighted else ""


def datasets_named(datasets: Sequence[str]) -> Prose:
    """Name the only data set, or say how many there are."""
    return dataset_named(datasets[0]) if len(datasets) == 1 else counted_in_words(len(datasets), "data set")


def why_not_adjusted(analysis: Analysis, method: str | None) -> Prose:
    """Why there are no p-values of an adjustment; empty where there are."""
    if analysis.tested.over is None or method is None:
        return "no tests over the data sets were made"
    if analysis.ranking.is_of_two:
        return "two algorithms make a single comparison"
    if method in analysis.adjusted.p:
        return ""
    title = ADJUSTMENTS[method].title
    return say("{} was omitted: {}", title, analysis.adjusted.left_out.get(method, "it is not one of adjust"))


def critical_difference(analysis: Analysis, method: str | None) -> float | None:
    """Return the difference of average ranks from which on an adjustment tells algorithms apart, where it has one."""
    difference = None if method is None else analysis.adjusted.critical_difference.get(method)
    return None if difference is None else difference.cd


def over_datasets(analysis: Analysis) -> str:
    """Return what was compared: four algorithms over 14 data sets."""
    datasets = counted_in_words(analysis.scores.n_datasets, "data set")
    return f"{counted_in_words(len(analysis.algorithms), 'algorithm')} over {datasets}"


def at_level_of(adjustment: str, alpha: float) -> str:
    """Return the level of an adjustment in a sentence."""
    rate = "false discovery rate" if ADJUSTMENTS[adjustment].controls == "false discovery rate" else "level"
    return f"at {rate} {level_text(alpha)}"


def weaker(analysis: Analysis, adjustments: Iterable[str]) -> Iterator[str]:
    """Say what adjustments keep that do not keep the chance of any error, the family-wise error."""
    if analysis.ranking.is_of_two:
        return
    level = level_text(analysis.adjusted.alpha)
    titles = defaultdict[str, list[str]](list)
    for name in adjustments:
        titles[ADJUSTMENTS[name].controls].append(ADJUSTMENTS[name].title)
    if of_fdr := titles["false discovery rate"]:
        yield (
            f"{joined(of_fdr)} {'bounds' if len(of_fdr) == 1 else 'bound'} by {level} the false discovery rate (FDR),"
            " the expected share of errors among the differences found, and not the family-wise error, the chance of"
            " any error."
        )
    for title in titles["family-wise error if independent"]:
        yield (
            f"{title} bounds the chance of any error by {level} for independent comparisons; comparisons with one"
            " control depend on each other, and with many of them the chance can be half as large again."
        )
    for title in titles["family-wise error if all are true"]:
        yield (
            f"{title} bounds the chance of any error by {level} only where no algorithms differ: among true differences"
            " it can call equal algorithms different far more often."
        )


def of_all_together(analysis: Analysis) -> str:
    """For which columns of adjusted p-values the level is that of any error among all comparisons."""
    if analysis.ranking.is_of_two:
        return ""
    methods = [ADJUSTMENTS[name] for name in analysis.adjusted.p]
    others = [*weaker(analysis, analysis.adjusted.p)]
    kept = [method for method in methods if method.name != UNADJUSTED]
    titles = [method.title for method in kept if not others or method.controls == "family-wise error"]
    if not titles:
        return ""
    level = level_text(analysis.adjusted.alpha)
    return f"those adjusted by {joined(titles)} keep level {level} for all comparisons together"


def the_best(analysis: Analysis) -> str:
    """Return how those are called that come first where algorithms stand best first: ranked where ranks decide."""
    return "the best ranked" if analysis.averages_ranks else "the best"


def once(sentences: Iterable[Prose], earlier: set[Prose]) -> Iterator[Prose]:
    """Yield the sentences that have not been stated, of this metric or one before it."""
    for sentence in sentences:
        if sentence not in earlier:
            earlier.add(sentence)
            yield sentence


def cited(method: str, key: str) -> Prose:
    """Return a method with its source."""
    return say("{} ({})", method, cite(key))


MOST_SENTENCES = 3  # of a caption


def with_key(caption: Prose, key: Sequence[Prose]) -> Prose:
    """Explain what else is in a figure at the end of its caption, which keeps to three sentences.

    >>> with_key("Ranks.", ["highlighted: A", "dots: data sets"])
    'Ranks. Highlighted: A; dots: data sets.'
    >>> with_key("Ranks. Bars join. Overlap is not a test.", ["highlighted: A"])
    'Ranks. Bars join. Overlap is not a test; highlighted: A.'
    """
    items = [entry for entry in key if entry]
    if not items:
        return caption
    parts = caption.parts if isinstance(caption, Text) else (caption,)
    *before, last = parts
    literal = "".join(part if isinstance(part, str) else "X" for part in parts)
    if literal.count(". ") + 1 < MOST_SENTENCES or not (isinstance(last, str) and last.endswith(".")):
        return join([caption, say("{}.", capitalized(join(items, "; ")))])
    return compose(*before, last[:-1], "; ", join(items, "; "), ".")
