"""What the names of columns say: of roles, metrics and their direction, costs, and of test cases."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import PurePath
from typing import TYPE_CHECKING

import numpy as np

from rankpress.catalog.metrics import COST, better_of, is_cost, is_of_costs, words_of
from rankpress.core.doubts import Doubt
from rankpress.core.faults import Fault, FaultsFound
from rankpress.init.table import Column, Table
from rankpress.sources.cells import FAILED
from rankpress.wording.strings import counted, listed

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better

# Names of columns by what they hold, the usual ones first; compared without case, blanks and punctuation.
ROLES: dict[str, list[str]] = {
    role: names.split()
    for role, names in {
        "dataset": "dataset datasetname data task taskname problem benchmark instance domain dataid datasetid taskid"
        " openmltask corpus environment env game function testset tasks problemname dataname file series",
        "algorithm": "algorithm algorithmname algo alg algname method methodname classifier classifiername clf model"
        " modelname learner estimator regressor approach system technique optimizer solver agent pipeline framework"
        " strategy variant treatment flow flowname detector heuristic forecaster planner policy implementation",
        "repeat": "repeat repetition rep replicate replication run runid seed randomseed randomstate trial iteration"
        " iter resample resampleid",
        "fold": "fold foldid cvfold kfold split splitid cv cvsplit",
        "n_train": "ntrain ntraining trainsize trainingsize numtrain trainn traininstances",
        "n_test": "ntest ntesting testsize numtest testn testinstances",
    }.items()
}
# Columns that name a data set or an algorithm only together with another one.
PARTS: dict[str, frozenset[str]] = {
    role: frozenset(names.split())
    for role, names in {
        "dataset": "signal subset subtask split partition horizon dimension dim dimensions language lang size radius "
        "noise noiselevel target channel term difficulty level scenario track category frequency freq nvars",
        "algorithm": "configuration config tag revision version constraint budget timebudget params parameters setting "
        "settings preset variant checkpoint prompt shots nshot fewshot precision quantization imgsize imagesize "
        "pretrained preprocessing scaler encoder backbone loss kernel",
    }.items()
}
# Of those that are called repeats, the runs of one algorithm that differ in chance alone, unless folds are reported.
RUNS = frozenset("run runid seed randomseed randomstate trial iteration iter".split())
# Columns that name the metric whose value a row has.
METRIC_NAMES = frozenset("metric metricname measure measurename indicator indicatorname scorename scoretype".split())
# Single test examples, as people call them; some of these names may stand for something else too.
EXAMPLES = frozenset(
    "example exampleid exampleno testexample case caseid caseno testcase instance instanceid testinstance item itemid "
    "sample sampleid testsample observation observationid question questionid document documentid docid image imageid "
    "sentence sentenceid record recordid row rowid id idx index uid".split()
)


def _set_of(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Words in the names of numbers that describe a data set, a row or the spread of a score.
NEITHER = _set_of(
    "id index idx row unnamed timestamp date n instances features classes samples size low high lower upper min max p "
    "pvalue rank version shot shots len length num number count counts ratio imbalance dim dims dimension dimensions "
    "attributes examples cardinality epoch epochs step steps lr learning depth batch alpha beta gamma lambda "
    "iterations crop year likes downloads"
)
# Rows and columns of a table that sum it up.
_SUMMARY = _set_of(
    "average avg mean median std sd stdev deviation total sum overall rank ranks ranking wins losses draws ties pvalue "
    "friedman wilcoxon best worst vbs sbs oracle virtual"
)
_WITH_SUMMARY = _set_of(
    "standard accuracy acc error score scores values value of the all datasets data sets number win loss perf on"
)
_WINS = re.compile(r"#?\s*w(in)?s?\s*[-/|]\s*[td]\w*\s*[-/|]\s*l\w*|p[\s_-]?values?|#\s*(wins?|best)", re.IGNORECASE)
_TRAINING = _set_of("train training val valid validation dev")
# Next to a score of the same name these are no scores of their own: its spread, its place, its change.
SPREAD = _set_of("std stdev sd stderr sem var variance ci rank diff delta")
EXTREMES = _set_of("min max lower upper low high")
_OVERALL = _set_of("average avg mean overall total aggregate")

UNITS = _set_of("b k m g mb gb kb s h of per in the perc percent pct train test training")
# What the names of columns consist of that describe rows, or cost something, and name no algorithm.
DESCRIPTIVE = NEITHER | SPREAD | EXTREMES | UNITS | COST

# Words in the names of well-known data sets and algorithms, without their numbers.
DATASETS = _set_of(
    "iris adult wine zoo mnist fashion cifar imagenet svhn glass abalone letter yeast ionosphere sonar vehicle credit "
    "diabetes pima cancer breast spambase covertype covtype titanic california housing boston higgs kddcup digits "
    "segment vowel ecoli australian german heart hepatitis mushroom nursery chess car balance haberman lymphography "
    "coco imdb squad glue sst mnli cora citeseer pubmed electricity bank churn yahoo mimic movielens phoneme satimage "
    "waveform splice tictactoe vote dataset data ds"
)
ALGORITHMS = _set_of(
    "svm svc svr libsvm knn nn ibk rf randomforest extratrees forest tree cart dt xgb xgboost lgbm lgb lightgbm "
    "gbm gbdt catboost adaboost boosting bagging lr logreg logistic regression linear ridge lasso elasticnet nb bayes "
    "gnb naivebayes mlp net cnn rnn lstm gru transformer bert gpt vit lda qda pca zeror oner ripper jrip smo gp gpr "
    "baseline majority dummy random autosklearn autogluon flaml tpot tabpfn rocket inception hivecote algorithm algo "
    "model method nsgaii moead spea sgd adam dqn ppo sac"
)
_ENDS_OF_ALGORITHMS = ("net", "forest", "tree", "boost", "former", "svm", "bayes", "classifier", "regressor")
# Texts in place of a score that say that a run came to nothing.
FAILURES = FAILED | _set_of("dnf dnr crash crashed abort aborted killed diverged unsupported oot mem tle mle to mo")


def numbered_role(word: str) -> str:
    """Return what a number behind this word counts: fold, repeat or seed; "" where it is none of them."""
    if word.casefold() in ("s", "seeds"):
        return "seed"
    role = role_of(word)
    if role == "repeat" and is_run(word):
        return "seed"
    return role if role in ("fold", "repeat") else ""


def is_dataset_first(names: Iterable[str], other: Iterable[str]) -> bool:
    """Return whether of two sets of names the first are rather the data sets: known ones, or failing that the more."""
    some, others = set(names), set(other)
    leaning = leaning_of(some) - leaning_of(others)
    return leaning > 0 if leaning else len(some) > len(others)


def leaning_of(names: Iterable[str]) -> float:
    """From 1, where all names are those of known data sets, to -1, where they are those of algorithms."""
    each = [_kind(re.findall(r"[a-z]+", name.casefold())) for name in names if name]
    return sum(each) / max(len(each), 1)


def _kind(words: list[str]) -> int:
    if not DATASETS.isdisjoint(words):
        return 1
    return -int(any(word in ALGORITHMS or word.endswith(_ENDS_OF_ALGORITHMS) for word in words))


def is_failure(text: str) -> bool:
    """Return whether a text in a column of numbers says that there is no result."""
    return text.casefold() in FAILURES


@cache
def role_of(column: str) -> str | None:
    """Return what a column of that name holds: a key of `ROLES`, or None."""
    plain = _plain_names(column)
    stems = [*plain, *(text.removesuffix(end) for text in plain for end in ("name", "id") if len(text) > len(end) + 2)]
    return next((role for stem in stems for role, names in ROLES.items() if stem in names), None)


@cache
def is_example(column: str) -> bool:
    """Return whether a column of that name may hold the names of test examples."""
    return not EXAMPLES.isdisjoint(_plain_names(column))


@cache
def is_neither(column: str) -> bool:
    """Return whether a column of that name holds numbers that are neither scores nor costs."""
    words = words_of(column)
    if not words or not SPREAD.isdisjoint(words):
        return True
    return not NEITHER.isdisjoint(words) and better_of(column) is None


def is_extreme(column: str) -> bool:
    """Return whether a score of that name may be the least or the greatest of several."""
    return not EXTREMES.isdisjoint(words_of(column))


@cache
def is_overall(column: str) -> bool:
    """Return whether a column of that name sums up others."""
    return not _OVERALL.isdisjoint(words_of(column))


@cache
def sums_up(name: str) -> bool:
    """Return whether a row or column of that name sums up the others of its table: Average, Avg. rank, W/T/L."""
    words = [word for word in words_of(name) if not word.isdecimal()]
    return bool(_WINS.fullmatch(name.strip())) or (
        not _SUMMARY.isdisjoint(words) and set(words) <= _SUMMARY | _WITH_SUMMARY
    )


@cache
def part_of(column: str) -> str:
    """Return of which role a column of that name names a part: dataset, algorithm, or "" where it does not show."""
    return next((role for role, names in PARTS.items() if not names.isdisjoint(_plain_names(column))), "")


def is_run(column: str) -> bool:
    """Return whether a column of that name numbers runs that differ in chance alone."""
    return not RUNS.isdisjoint(_plain_names(column))


def is_metric_name(column: str) -> bool:
    """Return whether a column of that name names the metric of each row."""
    return not METRIC_NAMES.isdisjoint(_plain_names(column))


def is_on_tests(column: str) -> bool:
    """Return whether a score of that name says that it is on test cases."""
    return "test" in words_of(column)


def is_on_training(column: str) -> bool:
    """Return whether a score of that name says that it is on cases that were trained or chosen on."""
    return not _TRAINING.isdisjoint(words_of(column))


def _plain_names(column: str) -> list[str]:
    """Return a name, and its last part where it is a path such as config.seed."""
    return [_plain(text) for text in (column, re.split(r"[./:]", column)[-1]) if text]


def _plain(column: str) -> str:
    """Return a name without case, blanks and punctuation."""
    return re.sub(r"[\W_]", "", column.casefold())


# More kinds of scores than this are hardly measured in one study: as many names are those of something else.
MOST_METRICS = 50
# The share of rows that may lack a metric next to others that they have.
MOST_EMPTY = 0.25
UNKNOWN = "nothing tells which direction is better; taken: higher is better (--better lower turns it)"


def kept_metric(table: Table) -> tuple[str, str] | None:
    """Where a column names the metric of each row: that column, and the first of its values that is known as one."""
    for name, column in table.columns.items():
        labels = column.labels
        if not column.is_full or column.is_numeric or len(labels) > MOST_METRICS:
            continue
        known = [label for label in labels if better_of(label)]
        if is_metric_name(name) or (len(labels) > 1 and len(known) == len(labels) and name not in table.parts):
            return name, next(iter(known), labels[0])
    return None


def find_metrics(
    table: Table, free: Sequence[str], costs: Sequence[str], doubts: list[Doubt], place: str
) -> dict[str, Better]:
    """Columns named like metrics; failing that any number, failing that the first cost."""
    free = [name for name in free if name not in table.partial]
    others = [name for name in free if name not in costs]
    if table.better:
        known = {name: better for name, better in table.better.items() if name in table.columns}
        return _nearly_whole(table, known) or _fullest(table, doubts)
    known = {name: better for name in others if (better := better_of(name)) and not is_neither(name)}
    known = {name: better for name, better in known.items() if not is_extreme(name)} or known
    if known:
        return _of_tests(table, known)
    unknown = [name for name in others if not is_neither(name) and not is_example(name) and table.distinct(name) > 1]
    # where some are fractions, whole numbers are settings and counts
    unknown = [name for name in unknown if not table.columns[name].is_whole] or unknown
    doubts += [Doubt(UNKNOWN, name, name) for name in unknown]
    if unknown:
        return dict.fromkeys(unknown, "higher")
    if costs:
        return {costs[0]: "lower"}
    text, remedy = of_some_files(table)
    text = f"there is no column of numbers that could be scores{text}"
    raise FaultsFound([Fault(place, text, "a column such as 'accuracy', with a number in each cell", remedy)])


def of_some_files(table: Table) -> tuple[str, str]:
    """Say which columns of numbers only some of the files have, and what to do; nothing where there are none."""
    names = [name for name in table.numeric if name in table.partial]
    if not names:
        return "", ""
    remedy = "name the files that hold the scores, by a pattern in quotes such as 'results-*.csv'"
    return f"; only some of the files have {listed(names, 8)}", remedy


def _of_tests(table: Table, known: dict[str, Better]) -> dict[str, Better]:
    """Those of the metrics that are on test cases, where some are, and that nearly all rows have, where some do."""
    on_tests = {name: better for name, better in known.items() if is_on_tests(name)}
    others = {name: better for name, better in known.items() if not is_on_training(name)}
    left = others if on_tests else known
    return _nearly_whole(table, left) or left


def _nearly_whole(table: Table, known: dict[str, Better]) -> dict[str, Better]:
    """Return those of the metrics that nearly all rows have."""
    return {name: better for name, better in known.items() if empty_share(table, name) <= MOST_EMPTY}


def empty_share(table: Table, name: str) -> float:
    """Return the share of the cells of a column that are empty."""
    column = table.columns[name]
    return float(column.where([""]).mean()) if len(column.codes) else 0.0


def _fullest(table: Table, doubts: list[Doubt]) -> dict[str, Better]:
    """Return the metric of the source that most rows have."""
    name = min(table.better, key=lambda name: empty_share(table, name))
    others = ", ".join(other for other in table.better if other != name)
    empty = round(empty_share(table, name) * table.rows)
    doubts.append(Doubt(f"{empty} of {table.rows} rows have none; others are {others}", name, name))
    return {name: table.better[name]}


def find_costs(table: Table, names: Sequence[str], metrics: Iterable[str], notes: dict[str, str]) -> list[str]:
    """Return those of the costs that each row with a score has, that differ, and that were taken."""
    costs, columns = [], [table.columns[metric] for metric in metrics]
    for name in names:
        column = table.columns[name]
        if name in table.partial or column.distinct < 2:
            continue
        if 2 * (column.numbers == 0).sum() >= len(column.codes):
            notes[name] = "not taken for a cost, as it is 0 in most rows"
        elif lacking := _scored_without(column, columns):
            notes[name] = f"not taken for a cost, as it is missing in {counted(lacking, 'row')} with a score"
        else:
            costs.append(name)
    return costs


def _scored_without(cost: Column, metrics: Sequence[Column]) -> int:
    """Return how many of the rows at hand have a score and no cost."""
    rows = min(len(column.codes) for column in (cost, *metrics))
    scored = np.zeros(rows, dtype=bool)
    for metric in metrics:
        scored |= ~metric.where([""])[:rows]
    return int(np.count_nonzero(scored & cost.where([""])[:rows]))


def costs_among(names: Sequence[str]) -> list[str]:
    """Return the columns whose names are those of costs."""
    return [name for name in names if is_cost(name) and better_of(name) is None]


def metric_of_file(place: str) -> tuple[str, Better | None]:
    """Return the metric that the name of a file gives, such as error_rates.csv or time.csv, and its direction."""
    stem = PurePath(place).name.partition(".")[0]
    if "{" in stem or "*" in stem:
        return "score", None
    better = better_of(stem) or ("lower" if is_of_costs(stem) else None)
    return (stem, better) if better else ("score", None)
