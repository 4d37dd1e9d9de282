"""Sentences on shapes of studies, in the report and for a paper: shapes.txt has them, to be read aloud.

A shape is what a sentence has to fit: two algorithms, few data sets, a shared first place, a leader with the lower
mean, missing results, several metrics, and so on.
"""

import csv
import io
import re
from pathlib import Path

import numpy as np
import pytest

from rankpress.account.document import build_document
from rankpress.account.paper import cautions, methods_for_paper, results_for_paper
from rankpress.account.results import results
from rankpress.account.summary import summary, summary_lines
from rankpress.account.tables import build_tables
from rankpress.app.answer import write_answer
from rankpress.catalog.kinds import FIGURES
from rankpress.catalog.methods import PAIRWISE
from rankpress.core.document import all_sections
from rankpress.core.labels import Labels
from rankpress.core.scores import Gap, Missing
from rankpress.core.table import table_csv
from rankpress.figures.style import Style
from rankpress.report.latex_table import table_fragment
from rankpress.report.markdown import table_markdown
from rankpress.report.narrowed_tables import narrowed
from rankpress.report.page_table import display_html
from rankpress.report.plot import plans_of
from rankpress.report.table_view import choose_tables
from rankpress.spec.plot_sections import PlottedFigure
from rankpress.spec.table_options import table_options
from rankpress.topics.comparisons.comparisons import facts_of_adjustments
from rankpress.topics.comparisons.omnibus import facts_of_omnibus, omnibus_in_words
from rankpress.topics.comparisons.pairs import facts_of_comparisons
from rankpress.topics.comparisons.pairwise_test import limit_of_significance
from rankpress.topics.effects.effects import effects_findings
from rankpress.topics.facts import Subjects, camel
from rankpress.topics.topic import Request
from rankpress.wording.numbers import counted_in_words, in_words
from rankpress.wording.text import join, plain
from tests.pipeline.conftest import studies

RNG = np.random.default_rng(5)


def _steps(n, *steps, spread=0.004):
    """Scores of algorithms so far above a base on each data set, with a little noise."""
    base = np.linspace(0.70, 0.90, n)[:, None]
    return (base + np.array(steps) + RNG.normal(0, spread, (n, len(steps)))).round(4)


BASE = np.linspace(0.70, 0.90, 30)
OFTEN_LITTLE = np.where(np.arange(30) < 17, 0.001, -0.2)  # better on most data sets, worse on average
EVEN = np.where(np.arange(30) < 15, 0.002, -0.06)  # better on as many as not, and worse on average
ARRAYS = {
    "CLEAR_TWO": _steps(14, 0.02, 0.0),
    "EQUAL_TWO": _steps(14, 0.0, 0.0005, spread=0.01),
    "FIVE": _steps(5, 0.02, 0.0),
    "SIX": _steps(6, 0.03, 0.02, 0.01, 0.0),
    "EIGHT_OF_FIVE": _steps(8, 0.04, 0.03, 0.02, 0.01, 0.0),
    "ALL_DIFFER": _steps(14, 0.08, 0.04, 0.0),
    "NONE_DIFFER": _steps(14, 0.0, 0.0, 0.0, spread=0.02),
    "SHARED": np.column_stack([BASE + EVEN, BASE, BASE - 0.3]).round(4),
    "SHARED_TWO": np.column_stack([BASE + EVEN, BASE]).round(4),
    "LOWER_MEAN": np.column_stack([BASE + OFTEN_LITTLE, BASE, BASE - 0.3]).round(4),
    "TIED_SECOND": np.column_stack(
        [BASE + 0.05, BASE + np.resize([0.01, -0.01], 30), BASE - np.resize([0.01, -0.01], 30)]
    ).round(4),
    "ALL_EQUAL": np.full((8, 3), 0.8),
    "GAPS": np.where(np.eye(12, 3, dtype=bool), np.nan, _steps(12, 0.03, 0.02, 0.0)),
    "TEN": _steps(12, *np.linspace(0.05, 0.0, 10)),
}
GAPS = [f"[data {i}, alg {i}]" for i in range(3)]
SHAPES = studies(
    f"""
two that differ: {{means: CLEAR_TWO, n: 14, k: 2}}
two that do not: {{means: EQUAL_TWO, n: 14, k: 2}}
two on five data sets: {{means: FIVE, n: 5, k: 2}}
two with several adjustments and a control: {{means: CLEAR_TWO, n: 14, k: 2, adjust: [holm, hochberg],
    test: {{control: alg 1}}}}
two that share the best rank: {{means: SHARED_TWO, n: 30, k: 2}}
two, lower is better: {{means: CLEAR_TWO, n: 14, k: 2, better: lower, metric: error}}
two of an exploratory study: {{means: CLEAR_TWO, n: 14, k: 2, protocol: {{kind: exploratory}}}}
six data sets, nothing can be significant: {{means: SIX, n: 6, k: 4}}
eight data sets of five, nothing can be significant: {{means: EIGHT_OF_FIVE, n: 8, k: 5}}
six data sets with a control: {{means: SIX, n: 6, k: 4, test: {{control: alg 0}}}}
all pairs differ: {{means: ALL_DIFFER, n: 14, k: 3, scale: {{is_proportion: true}}}}
no pair differs: {{means: NONE_DIFFER, n: 14, k: 3}}
the best rank is shared: {{means: SHARED, n: 30, k: 3}}
the leader has the lower mean: {{means: LOWER_MEAN, n: 30, k: 3, scale: {{is_proportion: true}}}}
the leader has the higher error: {{means: LOWER_MEAN, n: 30, k: 3, better: lower, metric: error}}
two tie for second: {{means: TIED_SECOND, n: 30, k: 3}}
all scores are equal: {{means: ALL_EQUAL, n: 8, k: 3}}
missing results left open: {{means: GAPS, n: 12, k: 3, missing: [incomplete-blocks, {", ".join(GAPS)}],
    test: {{omnibus: [skillings-mack], pairwise: wilcoxon}}}}
missing results ranked last: {{means: GAPS, n: 12, k: 3, missing: [worst-rank, {", ".join(GAPS)}]}}
a control: {{means: TEN, n: 12, k: 10, test: {{control: alg 4}}}}
many algorithms, costs: {{means: TEN, n: 12, k: 10, costs: true}}
the leader beats all, costs: {{means: ALL_DIFFER, n: 14, k: 3, costs: true}}
Nemenyi: {{means: TEN, n: 12, k: 10, test: {{pairwise: rank-z}}, adjust: [nemenyi, shaffer]}}
an exploratory study: {{means: TEN, n: 12, k: 10, protocol: {{kind: exploratory}}}}
folds: {{n: 12, k: 3, folds: [2, 5], scale: {{is_proportion: true}}}}
one data set of folds: {{n: 1, k: 3, folds: [10, 10]}}
a long name: {{means: CLEAR_TWO, n: 14, k: 2, names: [a name that is as long as the names of methods in papers, B]}}
two metrics: [{{means: ALL_DIFFER, n: 14, k: 3}}, {{means: NONE_DIFFER, n: 14, k: 3, metric: loss, better: lower}}]
two metrics that disagree: [{{means: ALL_DIFFER, n: 14, k: 3}}, {{means: ALL_DIFFER, n: 14, k: 3, metric: latency,
    better: lower, scale: {{unit: ms, digits: 2}}}}]
all that can be examined besides: {{means: SIX, n: 6, k: 4, costs: true, replicability: {{draws: 20, size: 4}},
    power: {{effect: 0.01, draws: 100, datasets: [6]}}, sensitivity: {{pairwise: [t], digits: []}},
    groups: {{few: [data 0, data 1, data 2]}}}}
sensitivity: {{means: SIX, n: 6, k: 4, sensitivity: {{pairwise: [t], digits: [1]}}}}
Bayes: {{means: ALL_DIFFER, n: 14, k: 3, bayes: {{rope: 0.05, draws: 2000, seed: 7}}}}
""",
    **ARRAYS,
)

SOME_TIES = np.round(_steps(8, 0.02, 0.01, 0.0), 2)


@pytest.fixture
def shape(make_analysis):
    """The analyses of a shape, by its name."""

    def made(name):
        spec = SHAPES[name]
        return [make_analysis(**one) for one in (spec if isinstance(spec, list) else [spec])]

    return made


def written(analyses):
    """What is said of a study first, and what a paper takes of it."""
    results = [*results_for_paper(analyses), *cautions(analyses)]
    return {
        "summary": [plain(text) for text in summary(analyses)],
        "methods": [plain(methods_for_paper(analyses, "we"))],
        "results": [plain(text) for text in results],
    }


def test_shapes_read_aloud(shape, golden):
    lines = []
    for name in SHAPES:
        lines.append(f"== {name}")
        for part, texts in written(shape(name)).items():
            lines += [f"{part}: {text}" for text in texts]
        lines.append("")
    golden(Path(__file__).parent / "shapes.txt", "\n".join(lines))


@pytest.mark.nightly
def test_the_headline_tells_where_metrics_disagree(make_analysis):
    """Who leads in another metric is said, and how many pairs differ significantly the other way round there."""
    for seed in range(6):
        analyses = [
            make_analysis(20, 4, seed=seed, metric=name, better=better)
            for name, better in (("accuracy", "higher"), ("latency", "lower"))
        ]
        [_, last] = map(plain, summary(analyses))
        leaders = {analysis.ranking.best for analysis in analyses}
        assert ("The metrics disagree on the leader: " in last) == (len(leaders) > 1)
        favored = [
            {
                tuple(pair[:: int(which)])
                for pair, which, p in zip(over.pairs.tolist(), over.favours, p, strict=True)
                if p <= 0.05
            }
            for over, p in ((item.tested.over, item.adjusted.p["holm"]) for item in analyses)
        ]
        opposite = len(favored[0] & {(b, a) for a, b in favored[1]})
        verb = "differs" if opposite == 1 else "differ"
        counted_pairs = f"{in_words(opposite).capitalize()} of six pairs {verb} significantly in opposite directions"
        assert (counted_pairs in last) == (opposite > 0)
        assert last.endswith(plain(results_for_paper(analyses)[-1])[-60:])


def test_a_paper_has_all_that_was_requested(shape):
    [methods], [results] = (written(shape("all that can be examined besides"))[part] for part in ("methods", "results"))
    assert {word for word in ("conclusions depend", "Power was simulated", "other selections") if word in methods}
    for words in (
        "conclusions, ",
        "In 20 samples of ",
        "would detect it with a power of",
        "comes first on few",
        "comes first",
    ):
        assert words in results


OF_TWO = [name for name, spec in SHAPES.items() if isinstance(spec, dict) and spec["k"] == 2]
OF_SEVERAL = re.compile(
    r"Friedman|Iman|omnibus|Holm|Hochberg|Nemenyi|adjusted|adjustment|[Gg]roups?\b|critical difference"
)


def all_words(analyses):
    """All that a report says of a study: its sentences, in short and in full, its tables and its numbers."""
    tables = [table for analysis in analyses for table in build_tables(analysis)]
    document = build_document("Title", analyses, tables, ())
    said = [text for section in all_sections(document.sections) for text in (*section.paragraphs, *section.caveats)]
    said += [*document.summary, *document.account, *document.methods]
    said += [text for texts in written(analyses).values() for text in texts]
    for table in tables:
        said += [table.title, table.caption, *table.short_note, *table.notes, *table.columns]
        said += [cell.text for row in (*table.head, *table.rows) for cell in row]
    for facts in (facts_of_omnibus, facts_of_adjustments, facts_of_comparisons):
        said += [fact.meaning for analysis in analyses for fact in facts(Subjects(analysis))]
    return list(map(plain, said))


@pytest.mark.few
@pytest.mark.parametrize("name", OF_TWO)
def test_two_algorithms_have_one_test(shape, name):
    """Neither tests of all, nor adjustments, groups or diagrams in any sentence, table, macro or result."""
    analyses = shape(name)
    # the questions of a protocol that it does not answer are the same of all studies
    said = [text for text in all_words(analyses) if not text.startswith("Not reported: ")]
    assert [text for text in said if OF_SEVERAL.search(text)] == []
    metric = results("Title", 0.05, analyses)["metrics"][analyses[0].scores.name]
    assert [metric[key] for key in ("omnibus", "critical_difference", "groups")] == [{}, {}, {}]


@pytest.mark.parametrize("name", ["cd", "p-values", "comparison-matrix"])
def test_two_algorithms_have_no_diagram_of_pairs(shape, name):
    request = Request(shape("two that differ"), PlottedFigure(name=name), Style(), Labels())
    [missing] = FIGURES[name].function(request)
    assert missing.why == "two algorithms make a single comparison"


ESTIMATES = re.compile(
    r"(?:by|is) ([−\d.]+)(?: percentage points)?(?: (?:higher|lower) than that of [^(]*)?"
    r" \(95% CI ([−\d.]+) to ([−\d.]+)(?:; Hedges' g = ([−\d.]+))?\)"
)


@pytest.mark.parametrize("name", [name for name, spec in SHAPES.items() if isinstance(spec, dict)])
def test_estimate_interval_and_g_are_of_the_same_difference(shape, name):
    """The better one comes first, so that all figures are above 0 where its advantage is."""
    [analysis] = shape(name)
    for text in map(plain, effects_findings(analysis, short=True)):
        assert text.count("CI") <= 1
        if numbers := ESTIMATES.search(text):
            estimate, low, high, *g = (float(figure.replace("−", "-")) for figure in numbers.groups() if figure)
            assert estimate >= 0
            assert low <= estimate <= high
            assert all(value >= 0 for value in g)


@pytest.mark.few(8)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("pairwise", ["wilcoxon", "rank-z", "skillings-mack", "t"])
def test_a_cause_is_given_only_where_the_adjusted_interval_has_it(make_analysis, pairwise, seed):
    """An interval is said not to be adjusted where the adjusted one would contain zero."""
    spec = {"n": 13, "k": 5, "seed": seed, "test": {"pairwise": pairwise}, "adjust": ["holm"]}
    alone = make_analysis(**spec)
    together = make_analysis(**spec, effects={"simultaneous": True})
    said = " ".join(map(plain, effects_findings(alone, short=True)))
    if "is not adjusted for" in said:
        effect, pair = together.estimated.effects[PAIRWISE[pairwise].effect], set(together.leading_pair)
        row = next(row for row, both in enumerate(together.estimated.pairs.tolist()) if set(both) == pair)
        assert effect.low[row] <= 0 <= effect.high[row]
    assert "uses another statistic" not in said


@pytest.mark.few(12)
@pytest.mark.parametrize("name", list(SHAPES))
def test_a_phrase_says_what_the_sentence_says(shape, name):
    """The p-value of a macro is that which decides, as results.tex has it; an exact p stands once in a sentence."""
    for analysis in shape(name):
        tests = {fact.key: fact for fact in facts_of_omnibus(Subjects(analysis))}
        said = plain(join(omnibus_in_words(analysis))).replace("exploratory ", "")
        for procedure, test in analysis.tested.omnibus.items():
            exact, key = test.details.get("exact_p"), camel(procedure)
            assert tests[f"{key}P"].value == (test.p if exact is None else exact)
            phrase = tests[f"{key}Phrase"].phrase()
            assert ("exact p" in phrase) == (exact is not None)
            if said and not np.isnan(test.statistic):
                figure, p = phrase.rsplit(", ", 1)
                assert figure in said
                assert p in said
        assert said.count("exact p") <= 1


NOT_IN_A_PAPER = (
    "16 units in the last place",
    "rests on",
    "A p-value does not measure",
    "folds share training data",
    "The p-values are exact",
)


@pytest.mark.parametrize("name", list(SHAPES))
def test_what_a_paper_has_and_what_is_for_limitations(shape, name):
    analyses = shape(name)
    said = written(analyses)
    methods, results_ = " ".join(said["methods"]), " ".join(said["results"])
    assert [text for text in NOT_IN_A_PAPER if text in methods + results_] == []
    assert re.search(r"computed with rankpress \d+\.\d+\.$", methods)
    assert "α = 0.05" in methods
    assert ("missing" in methods) == any(analysis.scores.missing.gaps for analysis in analyses)
    assert ("not adjusted across metrics" in methods) == (len(analyses) > 1)
    if "confidence intervals" in methods:
        assert re.search(r"confidence intervals \(.*?; [A-Z].*?\d{4}\)", methods)


@pytest.mark.parametrize("name", list(SHAPES))
def test_who_is_named_and_counted(shape, name):
    for analysis, headline in zip(shape(name), written(shape(name))["summary"], strict=True):
        assert ". It " not in headline or len(analysis.ranking.best) == 1
        assert not re.search(r"Of the (\w+) .*, \1 (is|are) significant", headline)
        assert not headline.startswith("With")


@pytest.mark.nightly
@pytest.mark.few
@pytest.mark.parametrize(("n", "k"), [(4, 2), (5, 2), (6, 3), (6, 4), (8, 5), (8, 12)])
@pytest.mark.parametrize("control", [None, "alg 0"])
def test_as_many_data_sets_allow_significance_as_are_said_to(make_analysis, n, k, control):
    """With so many data sets that all agree something is significant, and with one fewer nothing is."""
    steps = np.linspace(0.9, 0.5, k)

    def finds(size, **spec):
        means = steps + np.arange(size)[:, None] * (0.001 + steps / 1000)
        spec = {"test": {"control": control}, "adjust": ["holm"], **spec}
        analysis = make_analysis(size, k, means=means, **spec)
        p = analysis.adjusted.p[analysis.adjusted.deciding]
        return bool((p <= 0.05).any()), " ".join(limit_of_significance(analysis))

    significant, said = finds(n)
    if not said:
        assert significant
        return
    words = [counted_in_words(size, "data set") for size in range(40)]
    enough = next(size for size, text in enumerate(words) if re.search(rf"\b{text}\b", said.split(". ")[1], re.I))
    assert (finds(enough - 1)[0], finds(enough)[0]) == (False, True)
    if "a single control" in said:
        assert finds(n, test={"control": "alg 0"})[0]
    if "Westfall-Young" in said:
        assert finds(n, adjust=["westfall-young"])[0]


@pytest.mark.few
@pytest.mark.parametrize("policy", ["dataset-mean", "dataset-worst", "baseline"])
@pytest.mark.parametrize("k", [3, 10])
@pytest.mark.parametrize("marks", ["best", "tests"])
def test_a_score_that_was_not_measured_is_never_printed_as_measured(make_analysis, policy, k, marks):
    """It has a sign in every format, a column in the CSV file, a line in the short note, and no mark as best."""
    gaps = tuple(Gap(f"data {i}", f"alg {i}", 0, 1) for i in range(3))
    means = _steps(12, *np.linspace(0.05, 0.0, k))
    means[:3] = means[:3].max()  # those that stand in are among the best
    analysis = make_analysis(12, k, means=means, folds=None, missing=Missing(policy, gaps, imputed=gaps))
    tables = build_tables(analysis, {"scores": table_options("scores")(marks=marks)})
    table = next(table for table in tables if table.kind == "scores")
    rows = {plain(row[0].text): row[1:] for row in table.rows}
    for i, gap in enumerate(gaps):
        for column, cell in enumerate(rows[gap.dataset]):
            assert ("‡" in plain(cell.text)) == (column == i)
            assert column != i or not cell.marks & {"bold", "underline"}
            assert all(("‡" in other) == (column == i) for other in cell.others)
    assert "‡: no result; " in plain(join(table.short_note))
    written_rows = list(csv.DictReader(io.StringIO(table_csv(table))))
    in_csv = {
        (row["Data set"], f"alg {i}") for row in written_rows for i in range(k) if float(row[f"alg {i} imputed"] or 0)
    }
    assert in_csv == {(gap.dataset, gap.algorithm) for gap in gaps}
    assert "stood in" in written([analysis])["methods"][0]


@pytest.mark.parametrize("color", ["scores", "ranks", "best"])
def test_no_figure_shows_a_score_that_was_not_measured(make_analysis, color):
    gaps = (Gap("data 0", "alg 0", 0, 1),)
    means = _steps(12, 0.05, 0.02, 0.0)
    means[0, 0] = 0.987
    analysis = make_analysis(12, 3, means=means, missing=Missing("dataset-mean", gaps, imputed=gaps), folds=None)
    figures = [{"name": "score-map", "color": color}, {"name": "scatter", "pairs": [["alg 0", "alg 1"]]}]
    of_map, scatter = plans_of([analysis], [*map(PlottedFigure.model_validate, figures)])
    assert "struck through: no result" in plain(of_map.caption)
    assert "0.987" not in plain(of_map.alt)
    assert "(one data set without a score of both" in plain(scatter.caption)


@pytest.mark.few
@pytest.mark.parametrize("form", ["short", "full"])
@pytest.mark.parametrize("omitted", [0, 1, 2])
def test_what_is_noted_of_a_column_goes_with_it(make_analysis, form, omitted):
    """A ranking that LaTeX narrows has no notes on columns that it does not print."""
    analysis = make_analysis(12, 4, folds=(1, 5), means=_steps(12, 0.05, 0.02, 0.01, 0.0))
    table = next(table for table in choose_tables([analysis], {}).tables if table.kind == "average-ranks")
    narrow = [*narrowed(table)][omitted]
    notes = " ".join(map(plain, narrow.notes_in(form)))
    assert ("±" in notes) == ("Mean" in narrow.columns) == (omitted < 1)
    assert ("share a letter" in notes) == ("Groups" in narrow.columns) == (omitted < 2)


def test_no_test_of_independent_examples_where_clusters_are_named(make_analysis):
    spec = {"n": 1, "k": 3, "examples": 70}
    alone = make_analysis(**spec, test={"within": "mcnemar"})
    clustered = make_analysis(**spec, test={"within": "clustered-t"})
    said = [" ".join(written([analysis])["results"]) for analysis in (alone, clustered)]
    assert re.search(
        r"The algorithms (do not )?differ significantly in \w+ on data 0 \(Cochran's Q\(2\) = [\d.]+, p [<=] 0\.\d+; ",
        said[0],
    )
    assert "Cochran" not in said[1]
    assert not clustered.tested.within_omnibus


@pytest.mark.few
@pytest.mark.parametrize("policy", ["dataset-mean", "dataset-worst", "baseline", "worst-rank"])
@pytest.mark.parametrize("spread", [None, "sd"])
def test_averages_of_results_that_are_missing_are_signed(make_analysis, policy, spread):
    """The ranking and the rows below scores have the sign in every format, a note, and no mark of the best there."""
    gaps = (Gap("data 0", "alg 0", 0, 1), Gap("data 1", "alg 0", 0, 1), Gap("data 1", "alg 2", 0, 1))
    kept = {"worst_ranked": gaps} if policy == "worst-rank" else {"imputed": gaps}
    means = _steps(12, 0.05, 0.02, 0.0)
    analysis = make_analysis(12, 3, means=means, missing=Missing(policy, gaps, **kept), folds=spread and (1, 5))
    options = {"scores": table_options("scores")(summary=("average-rank", "mean", "wins"), spread=spread)}
    ranking, scores = (
        next(table for table in choose_tables([analysis], options).tables if table.kind == kind)
        for kind in ("average-ranks", "scores")
    )
    lacking = {"alg 0": 2, "alg 2": 1}
    for row in ranking.rows:
        [rank] = [cell for cell, title in zip(row, ranking.columns, strict=False) if title == "Average rank"]
        assert ("‡" in rank.text) == (row[0].name in lacking)
        assert row[0].name not in lacking or not rank.marks & {"bold", "underline"}
    below = scores.rows[len(scores.rows) - scores.footer :]
    assert len(below) == 3
    for row in below:
        for head, cell in zip(scores.head[-1], row, strict=True):
            assert ("‡" in plain(cell.text)) == (head.name in lacking)
            assert head.name not in lacking or not cell.marks & {"bold", "underline"}
    for table in (ranking, scores):
        shown = Labels().shown(table)
        for text in (table_fragment(shown, stamp=""), display_html([shown]), table_markdown(shown)):
            assert text.count("‡") + text.count(r"\ddag") > 1
        assert "‡" in plain(join(table.short_note))
    in_csv = list(csv.DictReader(io.StringIO(table_csv(ranking))))
    assert {row["Algorithm"]: int(row["Missing results"]) for row in in_csv} == {"alg 1": 0, **lacking}
    stream = io.StringIO()
    write_answer([analysis], {}, stream, width=100)
    assert stream.getvalue().count("‡") >= 2


MARKS_IN_NOTES = {"significant": re.compile(r"[Aa]sterisk marks|\*:"), "equivalent": re.compile("equals sign"),
                  "underline": re.compile("; underlined|next underlined|next is underlined")}  # fmt: skip


@pytest.mark.few(12)
@pytest.mark.parametrize("name", list(SHAPES))
def test_notes_explain_the_marks_that_a_table_has(shape, name):
    """An asterisk, an equals sign or a line is explained in both forms of the notes where it stands, and only there."""
    for table in (table for analysis in shape(name) for table in build_tables(analysis)):
        there = {mark for row in table.rows for cell in row for mark in cell.marks}
        for form in ("full", "short"):
            said = plain(join(table.notes_in(form)))
            for mark, words in MARKS_IN_NOTES.items():
                explained = bool(words.search(said))
                assert explained <= (mark in there), (table.kind, form, said)
                assert explained or mark not in there or (mark == "underline" and table.kind == "ranks"), table.kind


@pytest.mark.parametrize(
    "name", ["the best rank is shared", "two that share the best rank", "the leader has the lower mean"]
)
def test_an_asterisk_favors_who_is_better(shape, name):
    """Of the pairs that it marks with the reference, whoever does not have the lower average rank is named."""
    [analysis] = shape(name)
    [table] = [table for table in build_tables(analysis) if table.kind == "average-ranks"]
    over, average = analysis.tested.over, analysis.ranking.average
    significant = analysis.adjusted.p[analysis.adjusted.deciding] <= 0.05
    reference = analysis.ranking.best_first[0]
    pairs = [(a, b) if lean > 0 else (b, a) for (a, b), lean in zip(over.pairs.tolist(), over.favours, strict=True)]
    marked = [pair for pair, rejects in zip(pairs, significant, strict=True) if rejects and reference in pair]
    expected = {analysis.names[better] for better, worse in marked if average[better] >= average[worse]}
    [favored] = re.findall(r"([^.]* (?:is|are) better\b[^.]*)\.", plain(join(table.notes))) or [""]
    assert {name for name in analysis.names if name in favored} == expected
    assert ("The lower average rank" in favored) is (0 < len(expected) < len(marked))


@pytest.mark.nightly
def test_sentences_agree_with_those_next_to_them(shape):
    """Neither a turn against a sentence that said the same, nor a cause that the study does not have."""
    said = {name: " ".join(text for texts in written(shape(name)).values() for text in texts) for name in SHAPES}
    for name, text in said.items():
        assert not re.search(r"(\w+ \w+) is significantly better than (\w+ \w+)\b.*however, the \w+ of \1 is", text), (
            name
        )
        assert not re.search(r"\bThe (algorithm|control) \w+ \w+ (achieves|is)\b", text), name
        assert "with 95% confidence intervals" not in text or re.search(r"95% CI [−\d]", text), name
    assert "is adjusted for their number" not in " ".join(all_words(shape("an exploratory study")))


def test_statistics_stand_twice_only_where_ties_change_them(shape, make_analysis):
    for analysis, tied in ((shape("all pairs differ")[0], False), (make_analysis(means=SOME_TIES, n=8, k=3), True)):
        [table] = [table for table in build_tables(analysis) if table.kind == "omnibus"]
        assert any("uncorrected" in plain(column) for column in table.columns) is tied
        assert ("corrected for ties" in plain(join(table.notes))) is tied


FURTHER = {
    "sensitivity": {"omnibus": [], "pairwise": [], "adjust": []},
    "bayes": {"rope": 0.01, "draws": 1000},
    "effects": {"margin": 0.01},
    "leaderboard": {},
    "aggregates": {},
}


@pytest.mark.nightly
def test_the_summary_has_room_for_a_first_figure_and_drops_no_finding(make_analysis):
    alone = make_analysis(8, 4)
    many = [make_analysis(8, 4, **FURTHER)] * 2
    first, *_ = summary_lines([alone])
    lines = summary_lines(many)
    assert sum(map(len, lines)) <= 6
    assert lines[0][0] == first[0]  # the finding is whole, whatever else there is
    assert all(len(of_metric) == len(lines[0]) for of_metric in lines)  # a topic is there for all metrics or for none
    assert len(summary_lines([many[0]])[0]) > len(lines[0])
    assert all(map(len, summary_lines(many * 4)))
