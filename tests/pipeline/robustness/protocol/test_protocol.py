"""How a study came about: what its author says, what scores and settings tell; exploratory studies call their p so."""

import csv
import re
from dataclasses import replace
from io import BytesIO
from itertools import combinations, product

import numpy as np
import pytest
from PIL import Image
from pypdf import PdfReader

from rankpress.account.document import build_document
from rankpress.account.macros import collect
from rankpress.account.paper import methods_for_paper
from rankpress.account.results import results
from rankpress.analysis import analyse
from rankpress.app.cli import main
from rankpress.catalog.kinds import TABLES
from rankpress.catalog.methods import WITHIN
from rankpress.checks.agreement import examine
from rankpress.core.document import Document, Section, all_sections
from rankpress.core.labels import Labels
from rankpress.core.table import TableLayout, in_print, table_csv
from rankpress.report.latex_table import table_fragment
from rankpress.report.macro_files import macro_latex
from rankpress.report.page import html_report
from rankpress.report.pdf import pdf_report
from rankpress.report.plot import plans_of, plot
from rankpress.report.render import in_any_format
from rankpress.report.table_view import choose_tables
from rankpress.robustness.protocol import (
    COMMUNITY,
    GENERALIZING,
    RECOMMENDED,
    TUNING,
    VALIDITY,
    comparisons_of,
    count_comparisons,
)
from rankpress.spec.plot_sections import FiguresOptions
from rankpress.spec.reading import read_study
from rankpress.spec.table_options import table_options
from rankpress.topics.comparisons.comparisons import many_tests_within
from rankpress.topics.phrases import OF_MARKS, OF_P, OF_TESTS
from rankpress.topics.within.methods import within_methods
from rankpress.topics.within.within import within_findings
from rankpress.wording.text import plain
from tests.pipeline.robustness.protocol.conftest import (
    analysed,
    exploratory,
    kinds,
    recorded,
    scores_of,
    study_of,
    write_study,
)

ALGORITHMS = ("A", "B", "C")
SAID = {
    "kind": "confirmatory",
    "datasets": {
        "chosen": "drawn at random",
        "when": "before",
        "source": "a repository",
        "population": "small problems",
        "excluded": "none",
        "developed_on": [],
    },
    "algorithms": {"chosen": "all that are known", "new": ["A"], "closest": "B", "strengths": "speed"},
    "tuning": {name: {"by": "the authors", "data": "validation", "tries": 5} for name in ALGORITHMS},
    "partition": {"how": "5 times repeated 2-fold cross-validation", "same": True, "test_seen": False},
    "planned": {"comparisons": "before", "metric": "before", "tests": "before", "alpha": "before", "registered": "x"},
    "earlier": {"which": "none are known", "repeated": "no", "number": 0},
    "available": {"code": "here", "data": "there", "environment": "Python"},
}


# What is said otherwise than above, which item then has a pitfall, and whose warning it is.
PITFALLS = (
    ("datasets", {"when": "after"}, "Data sets: when chosen", GENERALIZING),
    (
        "datasets",
        {"developed_on": ["d1", "elsewhere"]},
        "Data sets: known when algorithms were developed",
        GENERALIZING,
    ),
    ("algorithms", {"closest": "Z"}, "Algorithms: closest to the new ones", RECOMMENDED),
    ("tuning", {"B": {"by": "x", "data": "validation", "tries": 50}}, "Tuning: tries of an algorithm", TUNING),
    ("tuning", {"B": {"data": "none"}}, "Tuning: tries of an algorithm", TUNING),
    ("partition", {"test_seen": True}, "Test data: results seen", TUNING),
    ("partition", {"same": False}, "Training and test data: the same for all algorithms", VALIDITY),
    ("planned", {"comparisons": "after"}, "Planned: comparisons", VALIDITY),
    ("planned", {"metric": "after"}, "Planned: metric that decides", VALIDITY),
    ("planned", {"tests": "after"}, "Planned: tests and adjustment", VALIDITY),
    ("planned", {"alpha": "after"}, "Planned: level", VALIDITY),
    ("earlier", {"number": 1}, "Earlier studies: how many", COMMUNITY),
)


HOSTILE = r"\input{x} <script>alert(1)</script> & 100% $a_1^2$ #1 ~ {b} \\ ü 漢"


def otherwise(section, keys):
    return {**SAID, section: {**SAID[section], **keys}}


def item_of(protocol, question):
    [only] = [item for item in protocol.items if item.question == question]
    return only


def test_all_said_leaves_nothing_and_flags_nothing():
    protocol = recorded(SAID)
    assert not protocol.not_stated
    assert not protocol.pitfalls
    for section, keys in SAID.items():  # every key matters: without it something is not stated
        for key in keys if isinstance(keys, dict) else ():
            without = {**SAID, section: {name: value for name, value in keys.items() if name != key}}
            assert len(recorded(without).not_stated) >= 1, (section, key)


@pytest.mark.parametrize(("section", "keys", "question", "source"), PITFALLS)
def test_a_pitfall_is_flagged(section, keys, question, source):
    protocol = recorded(otherwise(section, keys) | {"kind": "exploratory"})
    [flagged] = protocol.pitfalls
    assert (flagged.question, flagged.section) == (question, source)
    assert not flagged.pitfall.endswith(".")


@pytest.mark.parametrize(
    ("section", "keys", "clause"),
    [
        ("datasets", {"when": "after"}, "data sets were chosen after results on them were seen"),
        ("partition", {"test_seen": True}, "results on test data were seen before all was fixed"),
        ("tuning", {"B": {"data": "test"}}, "an algorithm was tuned on test data"),
        ("planned", {"metric": "after", "tests": "after"}, "metric and tests were chosen after"),
        ("planned", {"alpha": "after"}, "level was chosen after"),
    ],
)
def test_confirmatory_by_name_alone(section, keys, clause):
    kind = item_of(recorded(otherwise(section, keys)), "Kind of study")
    assert clause in kind.pitfall
    exploratory = otherwise(section, keys) | {"kind": "exploratory"}
    assert not item_of(recorded(exploratory), "Kind of study").pitfall


def test_tuning_on_test_data_is_flagged_and_gives_the_lie_to_unseen_test_data():
    protocol = recorded(otherwise("tuning", {"B": {"by": "x", "data": "test", "tries": 5}}) | {"kind": "exploratory"})
    assert [(plain(item.question), item.section) for item in protocol.pitfalls] == [
        ("Tuning of B", TUNING),
        ("Test data: results seen", TUNING),
    ]
    assert "tuned on test data, by the protocol" in protocol.pitfalls[1].pitfall


@pytest.mark.parametrize(("number", "alpha"), [(1, 0.05), (99, 0.05), (20, 0.01)])
def test_community_experiments(number, alpha):
    protocol = recorded(otherwise("earlier", {"number": number}), test={"alpha": alpha})
    chance = 1 - (1 - alpha) ** (number + 1)
    stated = re.search(r"with probability ([\d.]+)$", item_of(protocol, "Earlier studies: how many").pitfall)
    assert float(stated[1]) == pytest.approx(chance, abs=0.0005)


def test_tries_on_test_data_count():
    tuned = {
        "tuning": {
            "A": {"data": "test", "tries": 7},
            "B": {"data": "test", "tries": 5},
            "C": {"data": "validation", "tries": 90},
        }
    }
    assert study_of(tuned).test.tuning_runs == 12
    assert study_of(tuned, test={"tuning_runs": 30}).test.tuning_runs == 30  # there may be others
    assert study_of({}, test={"tuning_runs": 3}).test.tuning_runs == 3
    [analysis] = analysed(tuned)
    assert analysis.conclusions.multiplicity.over.tuning_runs == 12
    assert item_of(analysis.protocol, "Tuning: tries that count as comparisons").answer == "12"


@pytest.mark.parametrize(("repeats", "per_repeat"), [(1, 2), (1, 3), (1, 10), (2, 2), (5, 2), (3, 5)])
def test_training_data_overlap_as_counted(repeats, per_repeat):
    rng = np.random.default_rng(3)
    parts = [np.array_split(rng.permutation(60), per_repeat) for _ in range(repeats)]
    trained = [set(range(60)) - set(part.tolist()) for several in parts for part in several]
    overlap = any(one & other for one, other in combinations(trained, 2))
    [analysis] = analysed({}, scores_of(repeats=repeats, per_repeat=per_repeat))
    expected = f"overlap on {6 if overlap else 0} of 6 data sets with folds"
    assert item_of(analysis.protocol, "Training data of folds").answer == expected


@pytest.mark.parametrize("within", ["corrected-t", "resampled-t", "kfold-t", "5x2cv-f", "none"])
def test_a_test_that_takes_folds_for_independent(within):
    repeats, per_repeat = (5, 2) if within == "5x2cv-f" else (1, 5)
    [analysis] = analysed(SAID, scores_of(repeats=repeats, per_repeat=per_repeat), test={"within": within})
    item = item_of(analysis.protocol, "Training data of folds")
    assert bool(item.pitfall) == (within != "none" and WITHIN[within].liberal)
    assert item.section == (RECOMMENDED if item.pitfall else "")


@pytest.mark.nightly
def test_several_metrics_and_adjustments_that_were_not_chosen_before():
    for when, flagged in (("before", False), ("after", True), (None, True)):
        protocol = otherwise("planned", {"metric": when, "tests": when})
        analyses = analysed(protocol, scores_of(), scores_of("f1", seed=1), adjust=["holm", "nemenyi"])
        assert {one.protocol for one in analyses} == {analyses[0].protocol}  # of the study, the same from each metric
        assert bool(item_of(analyses[0].protocol, "Metrics compared by").pitfall) == flagged
        assert bool(item_of(analyses[0].protocol, "Adjustments for their number").pitfall) == flagged
    one = analysed(otherwise("planned", {"metric": None, "tests": None}), adjust=["holm"])[0].protocol
    assert not item_of(one, "Metrics compared by").pitfall
    assert not item_of(one, "Adjustments for their number").pitfall
    assert plain(item_of(analyses[0].protocol, "Comparisons over the data sets").answer) == "3 by accuracy, 3 by f1"
    within = item_of(analyses[0].protocol, "Tests within the data sets")
    assert plain(within.answer) == "18 by accuracy, 18 by f1; adjusted within, not across, data sets"
    assert within.section == VALIDITY
    assert within.pitfall.endswith(f"probability {1 - 0.95**12:.3f}")
    assert item_of(one, "Comparisons over the data sets").answer == "3"
    tables = [table for table in choose_tables(analyses, {}).tables if table.kind == "protocol"]
    assert len(tables) == 1


@pytest.mark.nightly
def test_hostile_answers():
    protocol = {"kind": "exploratory", "datasets": {"chosen": HOSTILE, "developed_on": [HOSTILE]}}
    protocol |= {"algorithms": {"closest": HOSTILE}, "available": {"code": "x" * 300}}
    analyses = analysed(protocol)
    tables = choose_tables(analyses, {}).tables
    page = html_report(build_document("T", analyses, tables, ()))
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
    fragment = table_fragment(kinds(tables)["protocol"], stamp="")
    assert r"\input{" not in fragment
    assert fragment.isascii()
    assert "x" * 300 not in fragment  # it can be broken


def test_check_advises_and_does_not_fail(tmp_path, capsys):
    path = write_study(tmp_path, "adjust: [holm]\nprotocol: {datasets: {when: after}}\n")
    assert main(["check", str(path)]) == 0
    printed, _, _ = capsys.readouterr().out.partition("\n\n")
    first, *_, too_few, unsaid, pitfall = printed.splitlines()
    assert first.endswith("no errors")
    assert "nothing can be significant at level 0.05" in too_few
    assert "not reported in protocol: Kind of study; Data sets – how chosen, source," in unsaid
    assert "potential issue in protocol: Data sets: when chosen: after results were seen; " in pitfall
    assert main(["check", str(path), "-q"]) == 0
    assert not capsys.readouterr().out


@pytest.mark.few
@pytest.mark.parametrize("within", ["corrected-t", "kfold-t", "5x2cv-f", "none"])
@pytest.mark.parametrize("control", [None, "B"])
def test_check_foresees_the_comparisons_of_a_build(within, control):
    """So that the pitfalls that follow from them are reported before the build."""
    adjust = ["holm", "hochberg"] if control else ["nemenyi", "bergmann-hommel"]
    spec = {"test": {"within": within, "control": control}, "adjust": adjust}
    gapped = scores_of("f1", repeats=1, per_repeat=5)
    folds = (None, *gapped.folds[1:])
    metrics = (scores_of(), replace(gapped, folds=folds))
    study = study_of({}, **spec)
    made = analysed({}, *metrics, **spec)
    for metric, analysis in zip(metrics, made, strict=True):
        before, after = count_comparisons(study, metric), comparisons_of(analysis)
        for field in ("over", "within", "within_procedure", "adjustments"):
            assert getattr(before, field) == getattr(after, field)


def uncommented(folder, section):
    """A study that init writes, with one section without the signs that make it a comment."""
    assert main(["init", str(folder / "study"), "-q"]) == 0
    path = folder / "study" / "study.yaml"
    text = path.read_text(encoding="utf-8")
    assert getattr(read_study(path).study, section) is None
    begin = text.index(f"# {section}:")
    block = text[begin:].partition("\n\n")[0]
    shown = block.replace("# ", "", 1).replace("\n# ", "\n").replace("NAME", "majority")
    path.write_text(text.replace(block, shown), encoding="utf-8")
    assert main(["check", str(path), "-q"]) == 0
    return path


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("section", ["sensitivity", "replicability", "power"])
def test_the_blocks_of_init_work(tmp_path, section):
    few = {
        "sensitivity": ["adjust=[]", "omnibus=[]", "pairwise=[]", "leave_out=[datasets]"],
        "replicability": ["draws=5", "biases=[0, 15]"],
        "power": ["draws=100", "datasets=[10]", "adjust=[]", "pairs=[[majority, random forest]]"],
    }
    overrides = [f"{section}.{one}" for one in few[section]]
    read = read_study(uncommented(tmp_path, section), overrides)
    [analysis] = analyse(read.study, examine(read).scores)
    reported = results("T", 0.05, [analysis])["metrics"]["accuracy"][section]
    assert not reported.get("why")
    assert not reported.get("left_out")


def test_the_block_of_init_is_a_protocol(tmp_path):
    protocol = read_study(uncommented(tmp_path, "protocol")).study.protocol
    filled = protocol.model_dump(exclude_none=True)
    assert set(filled) == set(type(protocol).model_fields)
    assert all(filled.values())


P_HEAD = re.compile(r"\bp\b|^(?:Nemenyi|Holm)$")


def notes_of(tables):
    for table in tables:
        yield table, table.calling == OF_P


@pytest.mark.nightly
def test_every_table_with_p_values_calls_them_exploratory():
    tables = choose_tables(exploratory(), {}).tables
    with_p = {
        table.kind for table in tables if any(P_HEAD.search(plain(cell.text)) for row in table.head for cell in row)
    }
    assert with_p >= {"omnibus", "pairs", "within", "within-sign", "bayes-over", "averaged-curves"}
    assert with_p >= {"average-ranks", "sensitivity", "replicability-multiple"}
    assert with_p <= {table.kind for table, so_called in notes_of(tables) if so_called}
    for table, so_called in notes_of(tables):
        assert not so_called or (OF_P in table_fragment(table, stamp="")), (
            table.name
        )  # where a paper has its own caption
    of_tests = [table for table in tables if table.calling in (OF_TESTS, OF_MARKS)]
    for table in tables:  # what its marks rest on is stated in notes
        assert (
            table in of_tests or table.calling == OF_P or not any("significant" in plain(note) for note in table.notes)
        )
    assert kinds(tables)["ordering"].calling == OF_TESTS


@pytest.mark.nightly
def test_csv_says_so_in_a_column(everything):
    for kind, said in (("exploratory", True), ("confirmatory", False)):
        tables = kinds(choose_tables(analysed({"kind": kind}, **everything), {}).tables)
        for table in tables.values():
            head, *rows = csv.reader(table_csv(table).splitlines())
            called_so = head[-1] == "p-values"
            assert called_so == (said and "p" in (TABLES[table.kind].shows, table.shows))
            assert {row[-1] for row in rows} == {"exploratory"} or not called_so
            assert {len(row) for row in rows} <= {len(head)}


@pytest.mark.nightly
@pytest.mark.parametrize("protocol", [{"kind": "confirmatory"}])
def test_no_other_study_calls_them_so(protocol, everything):
    analyses = analysed(protocol, **everything)
    tables = choose_tables(analyses, {}).tables
    document = build_document("T", analyses, tables, ())
    sentences = [plain(text) for text in document.texts if "exploratory" in plain(text)]
    assert not sentences
    assert not any("exploratory" in plain(macro.text) for macro in collect(analyses).macros)


@pytest.mark.nightly
def test_sentences_call_them_so():
    document = build_document("T", exploratory(), choose_tables(exploratory(), {}).tables, ())
    assert "This study is exploratory" in plain(document.summary[-1])
    assert "This study is exploratory" in plain(document.account[0])
    texts = [*document.summary, *document.account]
    texts += [text for section in all_sections(document.sections) for text in (*section.paragraphs, *section.caveats)]
    one_p = r"\bp (?:[=<>≤]|(?:of )?at most)"
    with_p = [plain(text) for text in texts if re.search(one_p, plain(text))]
    assert len(with_p) >= 2  # in the section on tests, and in the account
    assert any("has exploratory p ≤ 0.05 before and after adjustment by " in text for text in with_p)
    assert any("exploratory p ≤ 0.05 before adjustment for multiplicity" in text for text in with_p)
    assert any("Mauchly" in text for text in with_p)
    introduced = r"An exploratory analysis tested [^()]*\((?:[^()]|\([^()]*\))*\)"  # which need not say it of each p
    for text in with_p:
        others = re.sub(introduced, "", text)
        assert not re.search(rf"(?<!exploratory )(?<!exploratory exact )(?<!exploratory unadjusted ){one_p}", others)


@pytest.mark.weekly
def test_a_table_says_so_where_one_begins_to_read():
    """In the caption, or where it goes on over pages on each of them, whichever one of them is looked at."""
    table = in_print(kinds(choose_tables(exploratory(), {"pairs": table_options("pairs")()}).tables)["pairs"])
    table = replace(table, rows=(table.rows * 100)[:100])
    document = Document("T", (), (Section("s", "S", tables=(table,)),))
    caption = re.search("<caption>.*?</caption>", html_report(document), re.DOTALL)
    assert OF_P in (caption or [""])[0]
    pages = [page.extract_text() for page in PdfReader(BytesIO(pdf_report(document))).pages]
    assert len(pages) > 2
    assert all("0.167" in page for page in pages)  # rows of the table
    texts = [" ".join(page.split()).replace("p- values", "p-values") for page in pages]  # where a line ends there
    assert [text.count(OF_P) for text in texts] == [1] * len(pages)
    continued = table_fragment(replace(table, layout=TableLayout(long=True)), stamp="").partition(r"\endhead")[0]
    assert OF_P in continued


def test_tables_of_an_exploratory_study_are_unadjusted_unless_it_names_an_adjustment():
    """As its sentences are: the ranking, the half matrix, letters, bold face, captions and notes (Berrar 2017)."""
    for spec, adjusted in (({}, False), ({"adjust": ["holm"]}, True)):
        [analysis] = analysed({"kind": "exploratory"}, **spec)
        raw = analysis.tested.over.p
        assert (analysis.adjusted.p[analysis.adjusted.deciding].tolist() == raw.tolist()) is not adjusted
        options = {kind: table_options(kind)() for kind in ("average-ranks", "pairwise-p", "pairs")}
        for table in choose_tables([analysis], options).tables:
            heads = [cell.name for cell in table.head[-1]]
            texts = " ".join(map(plain, (table.caption, *table.notes, *table.short_note, *heads)))
            if table.kind in options:
                assert ("Holm" in texts) is adjusted, table.kind
                assert ("unadjusted" in texts) or adjusted, table.kind
                assert heads.count("p (unadjusted)") <= 1
        [plan] = plans_of([analysis], study_of({"kind": "exploratory"}, plot=["cd"], **spec).plot)
        assert ("Holm" in plain(plan.caption)) is adjusted
        methods = plain(methods_for_paper([analysis], "passive"))
        assert ("without adjustment for their number" in methods) is not adjusted


@pytest.mark.nightly
def test_tests_within_data_sets_of_an_exploratory_study_are_unadjusted_too(make_analysis):
    """Marks, daggers, tables, notes, captions, sentences, methods and the other test, unless `adjust` has a method."""
    for explores, named in product((True, False), (None, "holm", "unadjusted")):
        protocol = {"protocol": {"kind": "exploratory"}} if explores else {}
        analysis = make_analysis(8, 4, folds=(1, 6), **protocol, **({"adjust": [named]} if named else {}))
        adjusted = named == "holm" or (named is None and not explores)
        assert analysis.adjusts_within is adjusted
        options = {kind: table_options(kind)() for kind in ("within", "within-sign")}
        options["scores"] = table_options("scores")(marks="tests", against="alg 0", notes="full")
        tables = [table for table in choose_tables([analysis], options).tables if table.kind in options]
        assert len(tables) == 3
        said = {table.kind: [table.caption, *table.notes, *table.short_note, *table.columns] for table in tables}
        said["within"] += [*within_findings(analysis), *many_tests_within(analysis)]
        said["methods"] = [*within_methods(analysis)]
        for kind, texts in said.items():
            text = " ".join(map(plain, texts))
            assert ("Holm" in text) is adjusted, (kind, text)
        p = [item.adjusted_p("holm") if adjusted else item.tests.p for item in analysis.tested.within]
        [within] = [table for table in tables if table.kind == "within"]
        marked = [any("significant" in cell.marks for cell in row) for row in within.rows]
        assert marked == (np.concatenate(p) <= 0.05).tolist()
        assert [*analysis.adjusted.also[0].p][:1] == (["nemenyi"] if adjusted else ["unadjusted"])


@pytest.mark.nightly
def test_a_figure_says_so_in_its_files_and_not_in_its_drawing(tmp_path):
    """What has no caption: PDF, SVG, PNG, PGF and TikZ; the lines and texts that are drawn stay as they are."""
    files = {}
    for protocol in ({"kind": "exploratory"}, {}):
        analyses = analysed(protocol, adjust=["holm"])
        options = FiguresOptions(also=("png", "pgf", "tikz"), dpi=72)
        (drawing,) = plot(analyses, study_of(protocol, plot=["cd"]).plot, options).drawings
        files[bool(protocol)] = in_any_format((), [drawing], "", None)
    said, unsaid = files[True], files[False]
    assert len(said) == 5
    for name, content in said.items():
        info = Image.open(BytesIO(content)).info if name.endswith(".png") else {}
        document = PdfReader(BytesIO(content)).metadata if name.endswith(".pdf") else None
        description = info.get("Description") or (document and document.subject) or content.decode(errors="replace")
        assert OF_TESTS in description, name
        assert "exploratory" not in unsaid[name].decode(errors="replace"), name
    for name in (one for one in said if one.endswith((".svg", ".pgf", ".tikz"))):
        lines = zip(said[name].decode().splitlines(), unsaid[name].decode().splitlines(), strict=True)
        assert sum(one != other for one, other in lines) == 1, name


def in_plain_text(macros):
    shown = Labels().shown(macros).macros
    return {item.name: replace(item, text=plain(item.text), meaning=plain(item.meaning)) for item in shown}


@pytest.mark.nightly
def test_phrases_of_macros_call_them_so(everything):
    macros = in_plain_text(collect(exploratory()))
    phrases = [macro for macro in macros.values() if re.search(r"\bp [=<>]", macro.text)]
    assert len(phrases) > 10
    for macro in phrases:
        assert re.search(r"exploratory (exact )?p [=<>]", macro.text), macro.name
        assert r"\mbox{exploratory " in macro_latex(macro, "rp")
    number = macros["rpAccuracyPHolmAVsB"]
    assert number.text[0] in "<01"  # a number by itself stays one
    assert number.meaning == "p of A and B, Holm; exploratory"
    assert macros["rpAccuracyPHolmPhraseAVsB"].meaning == "p of A and B, Holm, for a sentence; exploratory"
    other = in_plain_text(collect(analysed({}, **everything)))
    assert other.keys() == macros.keys()
    one_p = r"(?<!same )\bp\b(?!\))"
    assert any("DrawnAverageP" in name for name in macros)
    so_called = {name for name, macro in macros.items() if macro.meaning != other[name].meaning}
    assert so_called == {name for name, macro in other.items() if re.search(one_p, macro.meaning)}
    assert macros["rpProtocolKind"].text == "exploratory"
    posterior = [macro.text for macro in macros.values() if macro.text.startswith("P ")]
    assert posterior  # which are no p-values
