"""What shows only when a spec and its scores meet, reported at the line of study.yaml that is at fault."""

from pathlib import Path

import pytest

from rankpress.checks.agreement import examine
from rankpress.checks.designs import MOST_ALGORITHMS
from rankpress.spec.reading import read_study

HEAD = "dataset,algorithm,repeat,fold,accuracy,seconds\n"


def folds(repeats, of, seconds="123"):
    """Scores of A, B and C on two data sets, with as many folds, and a second more for each of them."""
    rows = [
        f"{dataset},{name},{repeat},{fold},0.{place}{fold},{cost}"
        for dataset in ("iris", "wine")
        for place, (name, cost) in enumerate(zip("ABC", seconds, strict=True))
        for repeat in range(repeats)
        for fold in range(of)
    ]
    return HEAD + "\n".join(rows)


def with_bytes(content, sizes):
    head, *rows = content.splitlines()
    return "\n".join([f"{head},bytes", *(f"{row},{sizes[row.split(',')[1]]}" for row in rows)])


FIVE_BY_TWO, TEN_FOLDS, ONE_SCORE, TIED = folds(5, 2), folds(1, 10), folds(1, 1), folds(1, 10, seconds="313")
GAPPED = TEN_FOLDS.replace("wine,B,0,3,0.13,2\n", "")
TIED_ONCE = TEN_FOLDS.replace("iris,B", "IRIS,B").replace(",2\n", ",1\n", 10).replace("IRIS", "iris")
TIED_ON_AVERAGE = HEAD + "iris,A,1,1,1,1\niris,B,1,1,2,3\nwine,A,1,1,1,3\nwine,B,1,1,2,1\n"
ODD_COSTS = HEAD + "iris,A,1,1,1,1\niris,B,1,1,2,-2\nwine,A,1,1,1,3\nwine,B,1,1,,\n"
ODD_FOLDS = FIVE_BY_TWO.replace("wine,A,4,1", "wine,A,3,2").replace("wine,B,4,1", "wine,B,3,2")
ODD_FOLDS = ODD_FOLDS.replace("wine,C,4,1", "wine,C,3,2")
WIDE = "dataset,A,B,C\niris,1,2,3\nwine,4,5,6\n"
SIGNS = "dataset,A,B,C\niris,1,2,3\nwine,4,-5,6\nzoo,-1,1,2\n"
AVERAGE_RANKS = "A,B,C\n1.5,2,2.5\n"
OUTCOMES = "dataset,algorithm,case,accuracy\n" + "\n".join(
    f"{dataset},{name},{case},{int(case % 4 > place)}"
    for dataset in ("iris", "wine")
    for place, name in enumerate("ABC")
    for case in range(12)
)
NO_OUTCOME = OUTCOMES.replace("iris,A,1,1", "iris,A,1,0.5")
COUNTS = "dataset,a,b,both_right,only_a,only_b,both_wrong\niris,A,B,5,1,2,2\niris,C,A,6,2,0,2\n"
# D lacks a result, so that it is dropped
FOUR = "dataset,algorithm,acc,val,seconds\n" + "".join(
    f"{dataset},{name},0.{place + 1},0.{place + 1},{place + 1}\n"
    for dataset in ("iris", "wine")
    for place, name in enumerate("ABCD")
    if (dataset, name) != ("wine", "D")
)
MANY = [f"a{place}" for place in range(101)]
MANY_WIDE = f"dataset,{','.join(MANY)}\niris,{','.join(map(str, range(101)))}\n"

LONG = "scores:\n  files: a.csv\n  metrics: [{name: accuracy}]\n"
COST = LONG + "  costs: [seconds]\n"
OF_WIDE = LONG + "  layout: wide\n"
OF_RANKS = LONG + "  layout: ranks\n  datasets: 20\n"
OF_OUTCOMES = LONG + "  columns: {example: case}\n"
OF_COUNTS = "scores:\n  files: a.csv\n  layout: counts\n"
TWO_COSTS = COST.replace("[seconds]", "[seconds, bytes]") + "order: {cost: {seconds: 1, bytes: 1}}\n"
OF_FOUR = (
    "scores: {files: a.csv, metrics: [{name: acc, validation: val}], costs: [seconds], missing: drop-algorithms}\n"
)
LABELS, TABLES = OF_FOUR + "labels:\n  ", OF_FOUR + "labels: {algorithms: {A: The first}}\nreport:\n  tables:\n    "

RIGHT = (
    *((LONG, TEN_FOLDS), (COST, TEN_FOLDS), (COST, ONE_SCORE), (OF_WIDE, WIDE), (OF_RANKS, AVERAGE_RANKS)),
    (OF_RANKS + "order: {prior: [A, B, C], within: none}\ntest: {control: A}\n", AVERAGE_RANKS),
    (OF_WIDE + "test: {pairwise: {wilcoxon: {zeros: pratt}}, control: C}\n", WIDE),
    (OF_WIDE + "test: {pairwise: relative-t}\n", WIDE.replace("1,2,3", "-1,0,-3")),
    (OF_WIDE + "test: {pairwise: block-t, omnibus: [aligned-ranks, quade, rm-anova]}\n", WIDE),
    (OF_WIDE + "  missing: worst-rank\ntest: {pairwise: conover}\n", WIDE.replace("6", "")),
    (COST + "test: {within: 5x2cv-f}\norder: {cost: seconds, within: 5x2cv-f}\n", FIVE_BY_TWO),
    (COST + "curves: {pairs: [[A, B], [C, A]]}\norder: null\n", TEN_FOLDS),
    (COST, TIED),
    # equal costs are ties, on a data set, on average or as shares
    *((COST + "order: {cost: seconds}\n", content) for content in (TIED, TIED_ONCE, TIED_ON_AVERAGE)),
    (TWO_COSTS, with_bytes(TEN_FOLDS, {"A": "300", "B": "200", "C": "100"})),
    (TWO_COSTS, with_bytes(TEN_FOLDS, {"A": "300", "B": "201", "C": "99"})),
    (LONG + "  missing: drop-datasets\n  groups: {all: [iris, wine]}\n", GAPPED),
    *((OF_OUTCOMES + more, NO_OUTCOME) for more in ("", "test: {within: none}\n")),  # no test was requested by name
    (OF_OUTCOMES + "test: {within: mcnemar-chi2}\norder: {prior: [A, B, C], within: binomial}\n", OUTCOMES),
    (OF_COUNTS + "test: {within: mcnemar-mid-p}\n", COUNTS),
    (LONG + "test: {within: kfold-t}\n", TEN_FOLDS),
    *((LONG + f"test: {{within: {name}}}\n", FIVE_BY_TWO) for name in ("resampled-t", "5x2cv-t")),
    (LABELS + "algorithms: {A: First, D: Fourth}\n", FOUR),  # the dropped one is in the sentence that says so
    (LABELS + "algorithms: {A: B, B: A}\n", FOUR),
    (LABELS + "metrics: {acc: accuracy, val: on validation cases}\n  costs: {seconds: acc}\n", FOUR),
    (TABLES + "scores: {rows: [wine, iris], columns: [B, A, D]}\n", FOUR),
    (TABLES + "average-ranks: {rows: [C], columns: [Groups, Wins, p (Holm)]}\n", FOUR),
    (TABLES + "pairs: {rows: [A, [B, C]], columns: [p (Holm), R+, p (unadjusted)]}\n", FOUR),
    (TABLES + "within: {rows: [iris, A, [A, B]], columns: [p]}\n    aucc: {columns: [[B, A], AUCC]}\n", FOUR),
)
WRONG = (
    (
        LONG + "test: {control: a}\ncurves:\n  pairs: [[A, B], [B, Z]]\norder:\n  prior:\n    - A\n    - Q\n    - C\n",
        TEN_FOLDS,
    ),
    (
        LONG + "plot:\n- comparison-matrix:\n    rows: [A, b]\n    columns: [Z]\n- scatter: {pairs: [[A, Z]]}\n",
        TEN_FOLDS,
    ),
    (
        LONG + "  missing: drop-algorithms\ntest: {control: B}\ncurves: {baseline: B}\norder: {prior: [A, B, C]}\n",
        GAPPED,
    ),
    (LONG + "  groups: {flowers: [iris], drinks: [win, wine]}\n", TEN_FOLDS),
    (LONG + "report:\n  macros: {pairs: [[A, B], [D, C]], datasets: [iris, win]}\n", TEN_FOLDS),
    (COST + "  missing: worst-rank\norder: {cost: seconds}\n", ODD_COSTS),
    (TWO_COSTS, with_bytes(TEN_FOLDS, {"A": "300", "B": "-5", "C": "100"})),
    *(
        (OF_WIDE + f"order: {{adjust: {name}, within_adjust: {name}, prior: [{', '.join(MANY)}]}}\n", MANY_WIDE)
        for name in ("bergmann-hommel", "shaffer-dynamic")
    ),
    (OF_RANKS + "test: {pairwise: wilcoxon, within: 5x2cv-f}\n", AVERAGE_RANKS),
    (OF_RANKS + "test: {omnibus: [friedman, rm-anova, quade], pairwise: block-t}\n", AVERAGE_RANKS),
    (OF_RANKS + "test: {omnibus: [skillings-mack], pairwise: durbin}\nadjust: [holm]\n", AVERAGE_RANKS),
    (OF_RANKS + "bayes: {rope: 1}\n", AVERAGE_RANKS),
    (OF_WIDE + "test: {pairwise: relative-t}\n", SIGNS),
    (OF_WIDE + "  missing: worst-rank\nbayes: {rope: 1}\ntest: {pairwise: t}\n", WIDE.replace("6", "")),
    (
        OF_WIDE + "  missing: worst-rank\ntest: {omnibus: [aligned-ranks, friedman], pairwise: quade}\n",
        WIDE.replace("6", ""),
    ),
    (OF_WIDE + "curves: {pairs: all}\norder: {prior: [A, B, C], within: corrected-t}\n", WIDE),
    (COST + "curves: {pairs: all}\nbayes: {rope: 1, within: correlated-t}\n", ONE_SCORE),
    (COST + "curves: {pairs: all, form: quesenberry-hurst}\n", TEN_FOLDS),
    (COST + "test: {within: 5x2cv-f}\n", TEN_FOLDS),
    (COST + "order: {cost: seconds, within: 5x2cv-f}\n", ODD_FOLDS),
    (LONG + "test: {within: kfold-t}\n", FIVE_BY_TWO),
    *((LONG + "test: {within: mcnemar-mid-p}\n", content) for content in (TEN_FOLDS, ONE_SCORE)),
    *(
        (spec + "test: {within: 5x2cv-f}\n", content)
        for spec, content in ((OF_OUTCOMES, OUTCOMES), (OF_COUNTS, COUNTS))
    ),
    (OF_OUTCOMES + "order: {prior: [A, B, C], within: kfold-t}\n", OUTCOMES),
    (OF_OUTCOMES + "test: {within: mcnemar}\norder: {prior: [A, B, C], within: mcnemar-mid-p}\n", NO_OUTCOME),
    (LONG + "power: {effect: 0.01, pairs: [[A, Z]]}\n", TEN_FOLDS),
    (LONG + "replicability: {size: 7}\n", TEN_FOLDS),
    (LONG + "protocol: {tuning: {Aa: {data: none}}, algorithms: {new: [D]}}\n", TEN_FOLDS),
    *(
        (LABELS + labels, FOUR)
        for labels in (
            "algorithms: {a: x}\n  datasets: {Iris: x}\n  metrics: {ac: x}\n  costs: {second: x}\n",
            "algorithms: {A: B}\n",
            "algorithms: {A: x, C: x}\n",
            "algorithms: {A: {label: x, short: C}}\n",
            "datasets: {iris: '²', wine: {label: '$^2$', math: true}}\n",
        )
    ),
    *(
        (TABLES + tables, FOUR)
        for tables in (
            "scores: {rows: [irsi, [A, B]], columns: [The first]}\n",
            "pairs: {rows: [[A, E]], columns: [[A, B], hedges g]}\n",
            "pairs: {columns: [p (Bonferroni)]}\n",  # not one of the study's
            "average-ranks: {digits: {Mode: 1}}\n    scores: {digits: {acc: 2, F1: 1}}\n",
            "omnibus: {rows: [Quade test]}\n    ordering-groups: {columns: [text]}\n",
        )
    ),
)


@pytest.fixture
def messages_of(tmp_path, monkeypatch):
    """Write a study and its file, and tell what is wrong between them."""

    def messages_of(spec, content, *overrides):
        monkeypatch.chdir(tmp_path)
        Path("study.yaml").write_text(spec, encoding="utf-8")
        Path("a.csv").write_text(content, encoding="utf-8")
        return "".join(f"{fault}\n" for fault in examine(read_study("study.yaml", overrides)).faults)

    return messages_of


@pytest.mark.nightly
def test_nothing_is_reported_where_nothing_is_wrong(messages_of):
    assert [(spec, messages) for spec, content in RIGHT if (messages := messages_of(spec, content))] == []


@pytest.mark.nightly
def test_what_is_wrong_is_reported(messages_of, golden):
    cases = [f"{'-' * 60}\n{spec[:400]}\n{messages_of(spec, content)}" for spec, content in WRONG]
    assert [case for case in cases if case.endswith("\n\n")] == []
    cases.append(messages_of(LONG, TEN_FOLDS, "test.control=Z"))
    (Path("study.yaml")).write_text("scores:\n  files:\n    - b.csv\n    - nope/*.csv\n", encoding="utf-8")
    Path("b.csv").write_text("", encoding="utf-8")
    cases += [f"{fault}\n" for fault in examine(read_study("study.yaml")).faults]
    golden(
        Path(__file__).parent / "messages.txt", "".join(line.rstrip() + "\n" for line in "".join(cases).splitlines())
    )


@pytest.mark.nightly
def test_too_many_algorithms_are_reported_unless_one_is_the_control(messages_of):
    def scores_of(k):
        return "dataset,model,x\n" + "".join(f"{d},a{a},0.{a}\n" for d in "PQ" for a in range(k))

    spec, many = "scores: {files: a.csv, columns: {algorithm: model}, metrics: [{name: x}]}\n", MOST_ALGORITHMS + 1
    fault = messages_of(spec, scores_of(many))
    assert f"{many} algorithms make 45,150 pairs" in fault
    assert "scores.where: {model: [NAME, NAME, ...]}" in fault
    assert messages_of(f"{spec}test: {{control: a3}}\nadjust: [holm]\n", scores_of(many)) == ""
    assert messages_of(spec, scores_of(MOST_ALGORITHMS)) == ""
