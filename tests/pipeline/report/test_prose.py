"""The text of the report: sentences/ has a file of each section, with what it says of studies that none before has."""

import io
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rankpress.account.document import build_document
from rankpress.account.paper import methods_for_paper, results_for_paper, results_paragraphs
from rankpress.account.summary import summary
from rankpress.account.tables import build_tables
from rankpress.app.answer import write_answer
from rankpress.catalog.adjustments import UNADJUSTED
from rankpress.catalog.methods import ADJUSTMENTS, EFFECTS, OF_INCOMPLETE_BLOCKS, OMNIBUS, PAIRWISE
from rankpress.core.bibliography import cite
from rankpress.core.document import Drawing, DrawnForms, all_sections
from rankpress.core.scores import Gap, Missing
from rankpress.report.latex import latex_paragraphs
from rankpress.spec.report_sections import ProseOptions
from rankpress.topics.comparisons.comparisons import _share_of
from rankpress.topics.scores.scores import scores_paragraphs
from rankpress.topics.sentences_of_metrics import merged
from rankpress.topics.topic import methods_in, topics
from rankpress.wording.numbers import in_words, part_in_words, rank_text
from rankpress.wording.text import join, pieces, plain, say
from tests.pipeline.conftest import analysis_of, metric_of, studies


def document(*analyses, drawings=(), **prose):
    tables = [table for analysis in analyses for table in build_tables(analysis)]
    return build_document(
        "Title",
        analyses,
        tables,
        drawings,
        (("spec", "abc"),),
        prose=ProseOptions.model_validate({"length": "full", **prose}),
    )


def by_section(written):
    """Return the texts of each section, marked, those of the headline under `summary`."""
    texts = {"summary": list(written.summary)}
    for section in all_sections(written.sections):
        texts[section.identifier] = [*section.paragraphs, *section.caveats]
        texts[section.identifier] += [text for table in section.tables for text in (table.caption, *table.notes)]
    return texts


def marked(written):
    return [text for texts in by_section(written).values() for text in texts]


def sentences(written):
    return [plain(text) for text in marked(written)]


def assert_sound(written):
    for text in sentences(written):
        assert re.search(r"\.$|doi:\S+$", text), text
        assert not re.search(r"\bnan\b|\bNone\b(?! of)|\binf\b|  | ,|\.\.|p = 0\.000", text), text
        assert text.count("(") == text.count(")"), text
    identifiers = [section.identifier for section in all_sections(written.sections)]
    assert len(set(identifiers)) == len(identifiers)
    assert all(re.fullmatch("[a-z0-9-]+", identifier) for identifier in identifiers)
    names = [table.name for section in all_sections(written.sections) for table in section.tables]
    assert len(set(names)) == len(names)


STUDIES = studies(
    """
the defaults: {n: 9}
folds, costs, curves and effects: {n: 9, folds: [5, 2], costs: true, curves: {pairs: all, average: true},
    effects: {bootstrap: true}}
a control: {n: 9, k: 5, folds: [5, 2], test: {control: alg 1}, curves: {baseline: alg 1}}
the F test of 5x2cv: {n: 5, k: 3, folds: [5, 2], test: {within: 5x2cv-f}}
the t test of 5x2cv: {n: 5, k: 3, folds: [5, 2], test: {within: 5x2cv-t}}
tests that take folds for independent: {n: 5, k: 3, folds: [1, 10], test: {within: kfold-t}}
the uncorrected resampled t test: {n: 5, k: 3, folds: [5, 2], test: {within: resampled-t}}
McNemar: {n: 5, examples: 50, costs: true}
McNemar by chi-squared, and curves: {n: 5, examples: 50, costs: true, test: {within: mcnemar-chi2-corrected},
    curves: {pairs: all}}
the binomial test of two: {n: 5, examples: 50, costs: true, k: 2, test: {within: binomial}}
examples without tests: {n: 5, examples: 50, costs: true, test: {within: none}}
Wilcoxon: {n: 14, k: 3, test: {pairwise: wilcoxon}, adjust: [holm, hochberg]}
Wilcoxon by Pratt: {n: 14, k: 3, test: {pairwise: {wilcoxon: {zeros: pratt}}}}
Wilcoxon without ties: {n: 14, k: 3, test: {pairwise: {wilcoxon: {zeros: wilcox}}}}
Wilcoxon on many: {n: 60, k: 3, test: {pairwise: wilcoxon}}
Wilcoxon on too few: {n: 4, test: {pairwise: wilcoxon}, adjust: [holm, hochberg]}
permutations: {n: 14, k: 3, test: {pairwise: permutation}}
random signs: {n: 30, k: 3, test: {pairwise: {permutation: {draws: 99, seed: 3}}}}
t: {n: 8, k: 3, means: TIED, test: {pairwise: t}}
relative t: {n: 14, k: 3, test: {pairwise: relative-t}}
the sign test: {n: 14, k: 3, test: {pairwise: sign}}
the sign test on five: {n: 5, k: 3, test: {pairwise: sign}}
complete blocks: {n: 12, k: 5, test: {omnibus: [friedman, aligned-ranks, quade, rm-anova], pairwise: block-t}}
few complete blocks: {n: 4, k: 5, test: {omnibus: [rm-anova, quade], pairwise: quade}}
Conover: {n: 12, k: 5, test: {pairwise: conover}, adjust: [hommel, rom]}
aligned ranks: {n: 12, k: 5, test: {pairwise: aligned-ranks}, adjust: [shaffer-dynamic, sidak]}
Bergmann and Hommel: {n: 12, adjust: [bergmann-hommel, holland]}
the false discovery rate: {n: 8, adjust: [benjamini-hochberg, finner]}
the false discovery rate under dependence: {n: 8, adjust: [holm, benjamini-yekutieli]}
Li: {n: 8, adjust: [li], test: {control: alg 1}}
Dunnett: {n: 8, adjust: [dunnett], test: {control: alg 1, pairwise: block-t}}
tuning: {n: 10, k: 3, folds: [2, 5], test: {tuning_runs: 151}}
Bayes: {n: 8, k: 3, folds: [2, 5], bayes: {rope: 0.01, draws: 2000, seed: 7}, adjust: [holm]}
Bayes without a rope: {n: 8, k: 3, bayes: {rope: 0, over: sign}}
all equal: {n: 6, k: 3, means: [[0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5],
    [0.5, 0.5, 0.5]]}
all agree: {n: 30, means: ALL_AGREE, adjust: [holm]}
the exact p next to the other: {n: 3, k: 3, means: [[0.9, 0.8, 0.7], [0.9, 0.8, 0.7], [0.9, 0.8, 0.7]]}
the exact p that decides: {n: 2, k: 3, means: [[0.9, 0.8, 0.7], [0.9, 0.8, 0.7]]}
many groups: {n: 30, k: 20, adjust: [nemenyi], means: MANY_GROUPS}
one data set: {n: 1, k: 3, folds: [2, 5]}
lower is better: {n: 12, k: 3, better: lower}
groups: {n: 9, k: 3, folds: [5, 2], costs: true, groups: {one: [data 0], some: [data 1, data 2, data 3],
    none: [gone]}, order: {cost: {seconds: 2}}}
groups in a stated order: {n: 9, k: 3, groups: {one: [data 0], some: [data 1, data 2, data 3], none: [gone]},
    order: {prior: [alg 1, alg 0, alg 2]}}
validation scores: {n: 9, folds: [5, 2], costs: true, validation: true}
data sets dropped: {n: 6, k: 3, missing: [drop-datasets, [data 9, alg 0], {dropped_datasets: [data 9]}]}
gaps ranked last: {n: 3, k: 3, means: [[0.9, .nan, 0.7], [0.8, 0.7, 0.6], [0.8, 0.6, 0.7]], missing: [worst-rank,
    [data 0, alg 1]]}
a protocol: {n: 6, k: 3, folds: [5, 2], protocol: {kind: exploratory, planned: {metric: after}, earlier: {number: 3},
    tuning: {alg 1: {data: test, tries: 12, by: us}, alg 2: {data: none}}}}
sensitivity: {n: 6, k: 3, effects: null, sensitivity: {pairwise: [wilcoxon], digits: [1]}}
replicability: {n: 14, effects: null, replicability: {draws: 60, size: 6, biases: [0, 10]}}
power: {n: 12, k: 3, effects: null, adjust: [holm], power: {effect: [0.02, 0.04], draws: 200, datasets: [5, 20]}}
""",
    TIED=np.random.default_rng(0).random((8, 3))[:, [0, 1, 1]],
    ALL_AGREE=np.array([[0.9, 0.8, 0.7, 0.6]] * 30),
    MANY_GROUPS=np.arange(20) / 40 + np.random.default_rng(1).normal(0, 0.02, (30, 20)),
)


def cited(texts):
    return {piece.source for text in texts for piece in pieces(text) if piece.kind == "citation"}


def test_what_is_said_of_studies(make_analysis, golden_folder):
    """Of each study, the sentences of a section that none before it has."""
    files = {}
    for name, spec in STUDIES.items():
        written = document(make_analysis(**spec))
        assert_sound(written)
        assert cited(marked(written)) == {reference.key for reference in written.references}, name
        for section, texts in by_section(written).items():
            if new := [text for text in dict.fromkeys(map(plain, texts)) if text not in files.get(section, [])]:
                files.setdefault(section, []).extend([f"== {name}", *new, ""])
    golden_folder("sentences", {section: "\n".join(lines) for section, lines in files.items()})


NAMES_WHO_LEADS = re.compile(r"\b(leads?|comes? first|ranks? first)\b(?! to the same)")
SAYS_OF_WHAT = re.compile(r"\bby\b|\bin (?:accuracy|latency)\b|average rank|the cheaper one")


def sentences_of_goldens(*names):
    """The sentences of all that is read aloud here, those of methods.tex apart."""
    folder = Path(__file__).parent
    lines = [line for name in names for path in sorted(folder.glob(name)) for line in path.read_text().splitlines()]
    there = (line for line in lines if not line.startswith(("== ", "methods: ")))
    return [sentence for line in there for sentence in re.split(r"(?<=[.;]) (?=[A-Za-z])", line)]


def test_who_leads_does_so_in_something():
    """A reader of one sentence takes who leads for the best in the metric."""
    read_aloud = sentences_of_goldens("sentences/*.txt", "shapes.txt", "paragraphs/results.txt")
    leading = [sentence for sentence in read_aloud if NAMES_WHO_LEADS.search(sentence)]
    assert [sentence for sentence in leading if not SAYS_OF_WHAT.search(sentence)] == []


@pytest.mark.parametrize(
    ("number", "count", "begins"),
    [(2, 2, "Both pairs have"), (3, 3, "All three pairs have"), (2, 0, "Neither of the two pairs has")],
)
def test_both_counts_two(number, count, begins):
    assert _share_of(f"{in_words(number)} pairs", count, number) == begins


def test_results_are_in_neither_voice():
    texts = sentences_of_goldens("sentences/[!m]*.txt", "shapes.txt", "paragraphs/results.txt")
    assert [text for text in texts if re.search(r"\b[Ww]e\b", text)] == []


def test_several_metrics(make_analysis):
    one, two = make_analysis(8, 3), make_analysis(8, 3, metric="F1 score", folds=(2, 5), seed=4)
    written = document(one, two)
    assert_sound(written)
    assert len(written.summary) == 2
    scores = next(section for section in written.sections if section.identifier == "scores")
    assert [section.identifier for section in scores.sections] == ["scores-accuracy", "scores-f1-score"]
    sentences = [
        plain(text) for section in all_sections(written.sections) for text in (*section.paragraphs, *section.caveats)
    ]
    assert len([text for text in sentences if "Scores on different data sets need not be on one scale" in text]) == 1
    assert {table.metric for section in all_sections(written.sections) for table in section.tables} == {
        "accuracy",
        "F1 score",
    }


@pytest.mark.nightly
def test_every_table_and_figure_has_its_place(make_analysis):
    analysis = make_analysis(8, 12, folds=(2, 5), costs=True, curves={"pairs": "all"})
    drawings = tuple(
        Drawing(f"accuracy-{kind}", "accuracy", kind, "", "", "", DrawnForms()) for kind in ("cd", "order", "curves")
    )
    written = document(analysis, drawings=drawings)
    placed = {table.name for section in all_sections(written.sections) for table in section.tables}
    assert placed == {table.name for table in build_tables(analysis)}
    assert len([drawing for section in all_sections(written.sections) for drawing in section.drawings]) == 3


def test_no_sentence_on_methods_stands_among_those_of_another_topic(make_analysis):
    """Where one metric has a leaderboard, and both have regions of equivalence of their own."""
    bayes = [{"rope": rope, "draws": 1000, "over": "sign"} for rope in (0.01, 0.2)]
    several = [
        make_analysis(8, 2, folds=None, metric="error", better="lower", bayes=bayes[0]),
        make_analysis(8, 2, folds=None, metric="log loss", better="lower", bayes=bayes[1], leaderboard={"draws": 100}),
    ]
    for analyses in (several, several[::-1]):
        methods, place = plain(methods_for_paper(analyses, "we")), 0
        for topic in topics():
            of_each = {each.metric: methods_in(topic.brief_methods, each, "we") for each in analyses}
            place = methods.index(plain(join(merged(of_each))), place)


def test_sentences_of_several_metrics_keep_the_order_of_the_first():
    sentences = merged({"accuracy": ["One.", "Wins.", "Three."], "recall": ["Three.", "The rest.", "One."]})
    assert sentences == ("One.", "For accuracy: Wins.", "Three.", "For recall, the rest.")


@pytest.mark.parametrize(
    ("of_each", "expected"),
    [
        (
            ["Equivalence within ±2 points was tested.", "Equivalence within ±0.5 ms was tested."],
            ["Equivalence within ±2 points (a) and ±0.5 ms (b) was tested."],
        ),
        (
            ["The gap is to 1, on average.", "The gap is to 2, on average."],
            ["The gap is to 1 (a) and 2 (b), on average."],
        ),
        (["The gap is to 1.", "The gap is to 2."], ["The gap is to 1 (a) and 2 (b)."]),
        (["It is to 1.", "It is to 2.", "It is to 1."], ["It is to 1 (a and c) and 2 (b)."]),
        (["It is to 1.", "It is to 2.", "It is to 3."], ["It is to 1 (a), 2 (b) and 3 (c)."]),
        (["It is to 1.", "It is to 1.", "It is exact."], ["For a and b, it is to 1.", "For c, it is exact."]),
        (["Elo is 1 here.", "We use 2 here."], ["For a: Elo is 1 here.", "For b, we use 2 here."]),
        (["It is to 1. It ends."], ["It is to 1. It ends."]),
        (
            [
                "We repeated it with scores rounded (4), another test (2).",
                "We repeated it with scores rounded (3), another test (2).",
            ],
            ["We repeated it with scores rounded (4 for a and 3 for b), another test (2)."],
        ),
        (
            ["We took all (2 of 4 runs) here.", "We took all (3) here."],
            ["We took all (2 of 4 runs for a and 3 for b) here."],
        ),
    ],
)
def test_sentences_that_differ_in_a_number_alone_are_one(of_each, expected):
    assert list(merged({name: [text] for name, text in zip("abc", of_each, strict=False)})) == expected
    cited = {name: [say("{} ({})", text[:-1], cite("holm1979"))] for name, text in zip("abc", of_each, strict=False)}
    if len(expected) == 1:
        assert len(merged(cited)) == 1
        assert plain(merged(cited)[0]).startswith(expected[0][:-1])


BROKEN = re.compile(
    r"\b[Nn]an\b|\bNone\b(?! of )|\binf\b|  | [,.;:)]|\( |\.\.|,,|p = 0\.000|[a-z]_[a-z]|'[a-z]+-[a-z]+'|\{\}"
)
KEYS = re.compile(
    r"rank-z|corrected-t\b|5x2cv-|kfold-|resampled-t\b|mcnemar|rm-anova|iman-|quesenberry-|bergmann-|block-t\b|relative-t\b"
    r"|correlated-t\b|hodges-|hedges-|worst-rank|incomplete-blocks|drop-|benjamini-|skillings-"
)  # names of the spec, which a sentence tells in words


def paragraphs(written):
    """All that the report and its account for papers say, tables aside."""
    sentences = [*written.summary, *written.account]
    return sentences + [
        text for section in all_sections(written.sections) for text in (*section.paragraphs, *section.caveats)
    ]


def chosen(draw, names, most):
    return draw(st.lists(st.sampled_from(names), min_size=1, max_size=most, unique=True))


@st.composite
def shapes(draw):
    """How many there are, how far they agree, which folds, and what is missing."""
    n, k = draw(st.integers(1, 14)), draw(st.integers(2, 6))
    folds = draw(st.sampled_from([None, (5, 2), (1, 10), (2, 5)]))
    shape = {"n": n, "k": k, "seed": draw(st.integers(0, 50)), "folds": folds}
    shape["better"] = draw(st.sampled_from(["higher", "lower"]))
    if folds is None:
        rng = np.random.default_rng(shape["seed"])
        agreement = draw(st.sampled_from([0.0, 0.2, 5.0]))  # none, some, and all data sets rank alike
        shape["means"] = (2 * rng.random((n, k)) + agreement * np.arange(k)).round(draw(st.integers(0, 4)))
        if draw(st.booleans()):
            shape["examples"], shape["means"] = draw(st.integers(20, 60)), None
        elif n > 3 and draw(st.booleans()):
            shape["means"][1, 0] = np.nan
            gap = Gap("data 1", "alg 0", 0, 1)
            policy = draw(st.sampled_from(["worst-rank", "incomplete-blocks"]))
            kept = {"worst-rank": "worst_ranked", "incomplete-blocks": "left_open"}[policy]
            shape["missing"] = Missing(policy, (gap,), **{kept: (gap,)})
    return shape


@st.composite
def specs(draw, shape):
    """Settings that go together and with the data, as `check` sees to."""
    missing = shape.get("missing")
    control = draw(st.sampled_from([None, "alg 1"]))
    omnibus, pairwise = list(OMNIBUS), list(PAIRWISE)
    if missing is not None:
        gaps = missing.policy == "incomplete-blocks"
        omnibus = ["skillings-mack"] if gaps else ["friedman", "iman-davenport"]
        pairwise = (
            ["skillings-mack", *sorted(name for name, test in PAIRWISE.items() if test.pair_alone)]
            if gaps
            else ["rank-z", "conover", "sign"]
        )
    else:
        omnibus, pairwise = ([name for name in one if name not in OF_INCOMPLETE_BLOCKS] for one in (omnibus, pairwise))
    test = {
        "control": control,
        "omnibus": chosen(draw, sorted(omnibus), 4),
        "pairwise": draw(st.sampled_from(pairwise)),
    }
    test["alpha"] = draw(st.sampled_from([0.05, 0.1, 0.001]))
    of_folds = ["none", "corrected-t", "resampled-t"]
    of_folds += ["5x2cv-f", "5x2cv-t"] if shape["folds"] == (5, 2) else []
    within = ["none", "mcnemar", "binomial", "mcnemar-chi2"] if shape.get("examples") else of_folds
    test["within"] = draw(st.sampled_from(within))
    with_control, over = control is not None, test["pairwise"]
    left = {name for name, one in ADJUSTMENTS.items() if one.fits(control=with_control, pairwise=PAIRWISE[over])}
    left -= {"bergmann-hommel"} if shape["k"] > 5 else set()
    spec = {"test": test, "adjust": chosen(draw, sorted(left), 3)}
    spec["curves"] = draw(st.sampled_from([None, {"pairs": "all"}, {"baseline": "alg 1", "average": True}]))
    spec["effects"] = {"measures": chosen(draw, list(EFFECTS), 3)} if draw(st.booleans()) else None
    if missing is None:
        rope = draw(st.sampled_from([0, 0.01]))
        spec["bayes"] = draw(st.sampled_from([None, {"over": "sign", "within": "correlated-t", "rope": rope}]))
        spec["costs"] = draw(st.booleans())
    return spec


@st.composite
def drawn_studies(draw):
    """A metric or two, under the same settings."""
    first = draw(shapes())
    spec = draw(specs(first))
    several = [{**first, **spec}]
    if draw(st.booleans()):
        several.append({**first, **spec, "metric": "recall", "seed": first["seed"] + 1})
    return several


def assert_whole(text):
    sentence = plain(text)
    assert not BROKEN.search(sentence), sentence
    assert not KEYS.search(sentence), sentence
    assert re.search(r"\.$", sentence), sentence
    depth = 0
    for character in sentence:
        depth += {"(": 1, ")": -1}.get(character, 0)
        assert depth >= 0, sentence
    assert depth == 0, sentence
    assert not re.search(r"(?<!al)\. [a-oq-z]", sentence.replace("alg ", "")), (
        sentence
    )  # a sentence begins with a capital, or p


def assert_true(analysis, sentences):
    """Compare what the sentences say of leaders, omnibus tests and pairs with the arrays."""
    average = analysis.ranking.average
    leaders = [analysis.names[i] for i in np.flatnonzero(np.isclose(average, average.min(), rtol=0, atol=1e-9))]
    one = analysis.scores.n_datasets == 1
    assert not (one and "average rank" in sentences)
    if len(leaders) < len(analysis.names):
        names = " and ".join(leaders[-2:])
        metric = analysis.scores.name
        value = rf"{metric} \(" if one else rf"average rank( in {metric})? \({rank_text(average.min())}"
        degrees = (
            {"higher": "highest|higher", "lower": "lowest|lower"}[analysis.scores.better] if one else "best|better"
        )
        assert re.search(rf"{names} (achieves|share) the ({degrees}) {value}", sentences)
    if analysis.tested.over is None:
        assert "separate" not in sentences
        return
    alpha, deciding = analysis.adjusted.alpha, analysis.adjusted.deciding
    decisive = [test.details.get("exact_p", test.p) for test in analysis.tested.omnibus.values()]
    known = [p for p in decisive if not np.isnan(p)]
    assert ("No omnibus test rejects" in sentences) == (bool(known) and min(known) > alpha)
    rejecting = sum(p <= alpha for p in known)
    assert ("The algorithms differ significantly" in sentences) == bool(rejecting)
    assert ("but not according to every test" in sentences) == (0 < rejecting < len(known))
    if deciding is None:
        return
    apart = int((analysis.adjusted.p[deciding] <= alpha).sum())
    number = len(analysis.tested.over.p)
    if number > 1 and deciding == UNADJUSTED:
        assert len(analysis.adjusted.p) > 1 or "after adjustment" not in sentences
    elif number > 1:
        count, title = part_in_words(apart, number), ADJUSTMENTS[deciding].title
        before = int((analysis.tested.over.p <= alpha).sum())
        alike = f"before and after adjustment by {title}" if apart else "before adjustment."
        assert re.search(rf"; {count} (is|are) significant after adjustment by {title}", sentences) or (
            apart == before and alike in sentences
        )
    else:
        assert ("The difference between the two is not significant" in sentences) == (not apart)
    if number > 1 and apart and known and min(known) > alpha:
        assert "significant pairwise differences call for caution" in sentences


@settings(deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(several=drawn_studies())
def test_any_study(make_analysis, several):
    analyses = [make_analysis(**study) for study in several]
    tables = [table for analysis in analyses for table in build_tables(analysis)]
    written = build_document("Title", analyses, tables, ())
    for text in paragraphs(written):
        assert_whole(text)
    shown = [text for section in all_sections(written.sections) for text in section.caveats]
    shown += [
        text
        for section in all_sections(written.sections)
        if "keep" in section.identifier
        for text in section.paragraphs
    ]
    assert len(analyses) > 1 or len(shown) == len(set(shown))
    listed = {source.key for source in written.references}
    assert cited((*written.methods, *written.account)) <= listed
    for text in (
        methods_for_paper(analyses, "we"),
        methods_for_paper(analyses, "passive"),
        *results_for_paper(analyses),
    ):
        assert_whole(text)
    for analysis in analyses:
        assert_true(analysis, plain(join(results_paragraphs([analysis]))))
        if analysis.tested.over is not None:
            used = {OMNIBUS[name].reference for name in analysis.tested.omnibus}
            if len(analysis.tested.over.p) > 1:  # one comparison is not adjusted
                used |= {ADJUSTMENTS[name].reference for name in analysis.adjusted.p}
            deciding = analysis.adjusted.deciding
            if len(analysis.tested.over.p) == 1 or deciding is None or not ADJUSTMENTS[deciding].test:  # which names it
                used.add(PAIRWISE[analysis.tested.over.procedure].reference)
            assert used <= cited(written.methods)
        assert any(analysis.scores.name in plain(text).lower() for text in written.summary)
    for parts in (written.methods, written.account):
        latex = latex_paragraphs(parts, title="T", stamp="s")
        assert latex.isascii()
        keys = {key for group in re.findall(r"\\cite[pt]\{([a-z0-9,]+)\}", latex) for key in group.split(",")}
        assert keys == cited(parts)
        assert "(\\cite" not in latex


def test_a_metric_without_a_name_of_its_own_gives_none_to_its_scores():
    means = np.array([[0.5, 0.6], [0.4, 0.5], [0.7, 0.8]])
    said = {name: plain(scores_paragraphs(analysis_of(metric_of(means, name=name)))[0]) for name in ("score", "AUC")}
    assert said["score"].startswith("Each score is ")
    assert said["AUC"].startswith("Each score in AUC is ")


@pytest.mark.few(1)
@pytest.mark.parametrize("runs", [2, 5, 12, 20])
def test_what_a_seed_numbers_is_a_run_and_counted_in_one_style(runs, make_analysis):
    analysis = make_analysis(k=5, runs=runs, aggregates={"draws": 100}, test={"within": "rank-sum"})
    written = document(analysis)
    texts = [
        *sentences(written),
        plain(methods_for_paper([analysis], "we")),
        *map(plain, results_for_paper([analysis])),
    ]
    assert not [text for text in texts if re.search(r"\bseeds\b", text.replace("(seeds)", ""))]
    counted = [number for text in texts for number in re.findall(r"\b(\w+) (?:independent )?runs\b", text)]
    numbers = {number for number in counted if number.isdigit() or number == part_in_words(runs, 1000)}
    assert numbers == {part_in_words(runs, 1000)}


@pytest.mark.nightly
@pytest.mark.few
@pytest.mark.parametrize("k", [2, 3, 4, 7, 12])
@pytest.mark.parametrize("spread", [0.001, 0.05])
def test_bayesian_pairs_are_named_where_few_and_counted_where_many(k, spread, make_analysis):
    means = np.random.default_rng(k).normal(0.8, spread, (24, k)) - 0.02 * np.arange(k)
    analysis = make_analysis(k=k, means=means, n=24, bayes={"rope": 0.01})
    [text] = [text for text in by_section(document(analysis))["bayes"] if "By the Bayesian" in plain(text)]
    named = sum(plain(text).count(name) for name in analysis.names)
    assert plain(text).startswith("By the Bayesian signed-rank test over the data sets, ")
    assert named <= 20
    assert len(plain(text).split()) < 110


@pytest.mark.few
@pytest.mark.parametrize(
    ("adjust", "k", "spread"),
    [
        (["unadjusted", "holm"], 2, 0.02),
        (["holm", "unadjusted"], 3, 0.02),
        (["unadjusted", "holm"], 5, 0.001),
        (["holm", "unadjusted", "hochberg"], 5, 0.02),
        (["holm", "unadjusted"], 8, 0.05),
    ],
)
@pytest.mark.parametrize("test", [{}, {"control": "alg 1"}])
def test_no_adjustment_is_not_an_adjustment(adjust, k, spread, test, make_analysis):
    means = np.random.default_rng(k).normal(0.8, 0.02, (15, k)) - spread * np.arange(k)
    analysis = make_analysis(k=k, n=15, means=means, adjust=adjust, test=test)
    for text in [*sentences(document(analysis)), *map(plain, results_for_paper([analysis]))]:
        assert not re.search(r"(adjust\w+|procedure)[^.;]* by (the )?unadjusted", text, re.IGNORECASE), text


def test_an_exploratory_study_names_no_significant_difference(make_analysis):
    """Neither in its summary nor in results.tex or the terminal, whatever it asks for."""
    asked = {"leaderboard": {"draws": 100}, "anytime": {}, "order": {"cost": "seconds"}, "effects": {"margin": 0.05}}
    for k in (2, 4):
        analysis = make_analysis(14, k, folds=(5, 2), costs=True, protocol={"kind": "exploratory"}, **asked)
        terminal = io.StringIO()
        write_answer([analysis], {}, terminal, width=90)
        shown = re.sub(r"\s+", " ", terminal.getvalue())
        assert "Exploratory p: Wilcoxon signed-ranks test" in shown
        texts = [*map(plain, (*results_for_paper([analysis]), *summary([analysis]))), shown]
        named = [text for texts_of in texts for text in re.split(r"(?<=[.;]) ", texts_of) if "significan" in text]
        assert [text for text in named if "exploratory" not in text] == []
