"""What the names of columns say: of roles, metrics and their direction, costs, and of test cases."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from functools import cache
from pathlib import PurePath
from typing import TYPE_CHECKING

from rankpress.catalog.metric_names import COST, joined_terms
from rankpress.catalog.metrics import (
    better_of,
    doubt_of_direction,
    is_named_metric,
    is_of_costs,
    is_plain_metric,
    sound_of,
    way_of,
    words_of,
)
from rankpress.sources.cells import FAILED
from rankpress.wording.strings import quoted

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better

# Names of columns by what they hold, the usual ones first; compared without case, blanks and punctuation.
ROLES: dict[str, list[str]] = {
    role: names.split()
    for role, names in {
        "dataset": "dataset datasetname data task taskname problem benchmark instance domain dataid datasetid taskid "
        "uniqueid func fn openmltask corpus environment env game function testset tasks problemname dataname file "
        "workload circuit matrix graph scene series suite cohort stream datensatz aufgabe "
        "instanz problema conjunto instancia istanza problème tâche jeu jeudedonnées conjuntodedatos dados датасет "
        "набор наборданных задача 数据集 数据 任务 问题 データ データセット タスク 課題 데이터셋 데이터 과제",
        "algorithm": "algorithm algorithmname algo alg algname method methodname classifier classifiername clf model"
        " modelname learner estimator regressor approach system technique optimizer solver agent pipeline framework"
        " strategy variant treatment flow flowname detector heuristic forecaster planner policy implementation"
        " verfahren methode modell algorithmus algorithme méthode modèle método modelo algoritmo metodo modello "
        "алгоритм метод модель классификатор 方法 算法 模型 分类器 手法 アルゴリズム モデル 分類器 알고리즘 방법 모델",
        "repeat": "repeat repetition rep replicate replication run runid seed randomseed randomstate trial iteration"
        " iter resample resampleid wiederholung lauf durchlauf répétition essai repetición ejecución corrida repetição "
        "execução ripetizione повтор запуск 次数 重复 运行 随机种子 种子 試行 シード 반복 시드",
        "fold": "fold foldid cvfold kfold split splitid cv cvsplit falte pli pliegue 折 フォールド 폴드",
        "n_train": "ntrain ntraining trainsize trainingsize numtrain trainn traininstances",
        "n_test": "ntest ntesting testsize numtest testn testinstances",
    }.items()
}
# Of these, names that some fields use for the other role: models of shapes or organisms, instances of machines.
_BOTH_WAYS = frozenset(
    "model modelname modell modèle modelo modello модель 模型 モデル 모델 system agent flow flowname pipeline "
    "framework policy strategy variant detector instance func fn function graph matrix environment env suite series "
    "stream file".split()
)
# Columns that name a data set or an algorithm only together with another one.
PARTS: dict[str, frozenset[str]] = {
    role: frozenset(names.split())
    for role, names in {
        "dataset": "signal subset subtask split partition horizon dimension dim dimensions language lang hfsubset size "
        "radius noise noiselevel severity predlen predictionlength forecasthorizon snr corruption "
        "target channel term difficulty level scenario track category frequency freq nvars",
        "algorithm": "configuration config tag revision version constraint budget timebudget params parameters setting "
        "settings preset variant checkpoint prompt shots nshot fewshot precision quantization imgsize imagesize "
        "pretrained preprocessing scaler encoder backbone loss kernel",
    }.items()
}
# Of those that are called repeats, the runs of one algorithm that differ in chance alone, unless folds are reported.
RUNS = frozenset(
    "run runid seed randomseed randomstate trial iteration iter lauf durchlauf essai ejecución corrida execução запуск "
    "运行 随机种子 种子 試行 シード 시드".split()
)
# Columns that name the metric whose value a row has.
METRIC_NAMES = frozenset(
    "metric metricname measure measurename indicator indicatorname quantity scorename scoretype".split()
)
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
    "iterations crop year likes downloads nodes conflicts decisions propagations restarts tokens calls queries "
    "exit exitcode exitstatus returncode retcode errorcode errno"
)
_STEPS = _set_of(
    "epoch epochs step steps globalstep frame frames timestep timesteps generation generations evals evaluation "
    "evaluations nfe fes nfev fevals updates"
)
_MAYBE_STEPS = _set_of("iteration iterations iter iters round rounds episode episodes budget checkpoint t time trial")
_SETTINGS = _set_of(
    "lr learning rate depth layers width hidden units dropout batch batchsize alpha beta gamma lambda eta sigma "
    "epsilon temperature momentum decay estimators trees neighbors neighbors degree size dim"
)
_MAYBE_SETTINGS = _set_of("k c bins leaves clusters window order")
# Rows and columns of a table that sum it up.
_SUMMARY = _set_of(
    "average avg mean geomean median std sd stdev deviation total sum overall rank ranks ranking wins losses draws "
    "ties pvalue friedman wilcoxon best worst vbs sbs oracle virtual mittelwert mittel durchschnitt gesamt moyenne "
    "médiane promedio mediana ø ∅ x̄ 平均 平均値 平均值 均值 总计 总体 合計 평균 среднее средняя итого всего gemiddelde "
    "gemiddeld genomsnitt medelvärde keskiarvo średnia srednia průměr átlag ortalama toplam totaal totales insgesamt"
)
# These may sum others up too, where the numbers are a function of theirs.
_MAYBE_SUMMARY = _set_of("media média moy geomean gmean")
_WITH_SUMMARY = _set_of(
    "standard accuracy acc error score scores values value of the all datasets data sets number win loss perf on"
)
_TALLIES = _set_of("rank ranks ranking win wins best first firsts rang ränge")
_WINS = re.compile(
    r"#?\s*w(in)?s?\s*[-/|]\s*[td]\w*\s*[-/|]\s*l\w*|p[\s_-]?values?(\s*[(\[].*)?|p\s*[(\[].*|#\s*(wins?|best)",
    re.IGNORECASE,
)
_VERDICTS = re.compile(r"(?:[-+=≈~<>\u2212\u2013]\s*[/|]\s*){2}[-+=≈~<>\u2212\u2013]")  # of a test: +/-/=
_SPLITS = _set_of("split subset partition portion part phase datasplit evalsplit evalset")
_TRAINING = _set_of("train training val valid validation dev")
# Next to a score of the same name these are no scores of their own: its spread, its place, its change.
SPREAD = _set_of("std stdev sd se stderr sem var variance ci iqr rank diff delta")
MEANS = _set_of("mean avg average median")
EXTREMES = _set_of("min max lower upper low high lo hi lb ub lcl ucl lwr upr minimum maximum")
# Next to a mean these are of the same runs: how many they are, and what else was computed of them.
_COUNTS = _set_of(
    "count counts n nobs num number size len length nunique run runs rep reps repeat repeats repetition repetitions "
    "replicates seed seeds fold folds trial trials sample samples obs observations experiments support"
)
_MOMENTS = _set_of("sum skew skewness kurt kurtosis range ptp quantile percentile")
# Rows at the end of a table that describe the others.
_STATISTICS = (
    _SUMMARY | _MAYBE_SUMMARY | SPREAD | EXTREMES | _MOMENTS | _set_of("count quartile q1 q2 q3 q4 failures failed")
)
_WITH_STATISTICS = _set_of(
    "standard error dev interval confidence of the all coefficient variation first third st rd th"
)
_QUANTILE = re.compile(r"(?:^|[\W_])(?:(?:\d+\.)?\d{1,2}%|[pq](?:05|10|25|50|75|90|95|99)(?![^\W_]))")
_TOTALS = _set_of("all overall total aggregate average avg mean macroavg microavg macro micro combined")
_OVERALL = _set_of(
    "average avg mean overall total aggregate mittelwert mittel durchschnitt gesamt moyenne promedio ø ∅ 平均 平均値 "
    "平均值 均值 평균 среднее средняя gemiddelde gemiddeld genomsnitt medelvärde keskiarvo średnia srednia průměr "
    "átlag ortalama"
)

UNITS = _set_of("b k m g mb gb kb s h of per in the perc percent pct train test training")
# What the names of columns consist of that describe rows, or cost something, and name no algorithm.
DESCRIPTIVE = NEITHER | SPREAD | EXTREMES | UNITS | COST

# What a reference is called that no algorithm beats, or that none falls short of: the best known result, a bound.
_BOUNDS = _set_of("lb ub bound bounds")
_SURE_REFERENCES = _BOUNDS | _set_of("bks bkv optimum optimal optima")
_REFERENCES = _SURE_REFERENCES | _set_of("opt ideal oracle record")
_WITH_REFERENCE = _set_of(
    "best known lower upper reference ref value values cost costs solution solutions result score z f"
)

# Names of what predicts without looking at the features, or chooses without looking at all.
_BASELINES = _set_of("featureless dummy majority constant constantpredictor zeror chance prior")
_WITH_BASELINE = _set_of(
    "guess guesses guessing guesser baseline agent policy player play classifier classif predictor regressor regr "
    "class classes label level model choice"
)

# Words at the end of the names of quantities, which no algorithm or data set is called.
_QUANTITIES = _set_of(
    "rate fraction ratio share proportion percentage percent count counts number score scores votes points rating elo "
    "rank ranking wins losses"
)

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
_ENDS_OF_ALGORITHMS = (
    *("net", "forest", "tree", "boost", "former", "svm", "bayes", "classifier", "regressor"),
    *("bert", "gnn", "gcn", "lstm", "gpt", "coder"),
)
# What a column is called whose rows are what something was measured on, in the singular.
_KINDS_OF_DATASETS = _set_of(
    "query site subject patient participant volunteer scene species city town country county region station "
    "catchment basin river lake hospital clinic ward school fach puzzle protein molecule compound tissue cellline "
    "video clip track song image abfrage anfrage proband stadt fluss land requête sujet ville pays espèce rivière "
    "matière consulta sujeto ciudad país sitio especie asignatura materia soggetto città paese specie fiume vak stad "
    "cidade espécie disciplina"
)
# Texts in place of a score that say that a run came to nothing.
FAILURES = FAILED | _set_of("dnf dnr crash crashed abort aborted killed diverged unsupported oot mem tle mle to mo")


def numbered_role(word: str) -> str:
    """Return what a number behind this word counts: fold, repeat or seed; "" where it is none of them."""
    if word.casefold() in ("s", "seeds"):
        return "seed"
    role = role_of(word)
    if role == "repeat" and numbers_runs(word):
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
def is_used_both_ways(column: str) -> bool:
    """Return whether a name that is usual for one role is in some fields as usual for the other.

    >>> is_used_both_ways("model"), is_used_both_ways("classifier"), is_used_both_ways("data set")
    (True, False, False)
    """
    return not _BOTH_WAYS.isdisjoint(_plain_names(column))


@cache
def is_example(column: str) -> bool:
    """Return whether a column of that name may hold the names of test examples."""
    return not EXAMPLES.isdisjoint(_plain_names(column))


@cache
def is_neither(column: str) -> bool:
    """Return whether a column of that name holds numbers that are neither scores nor costs."""
    words = words_of(column)
    if not words or not SPREAD.isdisjoint(joined_terms(words)):  # a reciprocal rank is a score
        return True
    return not NEITHER.isdisjoint(words) and better_of(column) is None


def is_extreme(column: str) -> bool:
    """Return whether a score of that name may be the least or the greatest of several."""
    return not EXTREMES.isdisjoint(words_of(column))


@cache
def statistic_of(name: str, other: str) -> str:
    """Return what a column holds of the runs whose mean or score is in another: "count", "spread" or "" for neither.

    Of an error no count is one of runs unless the other is called a mean.

    >>> statistic_of("acc_count", "acc_mean"), statistic_of("n_runs (acc)", "acc"), statistic_of("acc_25%", "mean acc")
    ('count', 'count', 'spread')
    >>> statistic_of("error_count", "error_rate"), statistic_of("error_count", "error"), statistic_of("f1", "f1")
    ('', '', '')
    """
    measure = [word for word in words_of(other) if word not in MEANS]
    rest = list(words_of(_QUANTILE.sub(" ptp", name)))
    is_mean = len(measure) < len(words_of(other))
    if not measure or not set(measure) < set(rest):
        return ""
    rest = [word for word in rest if word not in measure]
    if set(rest) <= _COUNTS:
        return "count" if is_mean or way_of(other) == "higher" else ""
    return "spread" if is_mean and set(rest) <= SPREAD | EXTREMES | _MOMENTS else ""


def is_letter(name: str) -> bool:
    """Return whether one of the words of a name is a letter that names something, and is no unit.

    >>> is_letter("std_B"), is_letter("b mean"), is_letter("s per epoch"), is_letter("train time s")
    (True, True, False, False)
    """
    words = [word for word in re.split(r"[\W_]+", name) if word]
    if any(len(word) == 1 and word.isupper() and word.casefold() in UNITS for word in words):
        return True
    first, second = [*words, "", ""][:2]
    return len(first) == 1 and first in UNITS and second.casefold() not in ("", "per", "of", "in")


@cache
def is_reference(name: str) -> bool:
    """Return whether a column or row of that name is what algorithms are measured by: BKS, Optimum, Lower bound.

    >>> is_reference("BKS"), is_reference("best known"), is_reference("OptiFlow"), is_reference("Best")
    (True, True, False, False)
    """
    words = {word for word in words_of(name) if not word.isdecimal()}
    return _is_best_known(words, _REFERENCES) and words <= _REFERENCES | _WITH_REFERENCE


@cache
def is_baseline(algorithm: str) -> bool:
    """Return whether an algorithm of that name is one that any other should beat.

    >>> is_baseline("classif.featureless"), is_baseline("DummyClassifier"), is_baseline("RandomForest")
    (True, True, False)
    >>> is_baseline("Most Frequent Class"), is_baseline("random agent"), is_baseline("random search")
    (True, True, False)
    """
    words = words_of(algorithm)
    is_called = not _BASELINES.isdisjoint([*words, "".join(words)]) or {"most", "frequent"} <= {*words}
    return is_called or {*words} - _WITH_BASELINE == {"random"}


@cache
def is_baseline_alone(algorithm: str) -> bool:
    """Return whether all words of a name are those of such a baseline.

    >>> is_baseline_alone("chance level"), is_baseline_alone("Deep Image Prior"), is_baseline_alone("majority vote")
    (True, False, False)
    """
    words = {word for word in words_of(algorithm) if not word.isdecimal()}
    of_baseline = _BASELINES | _WITH_BASELINE | {"random", "most", "frequent"}
    return is_baseline(algorithm) and (words <= of_baseline or "".join(words) in _BASELINES)


@cache
def is_bound(reference: str) -> bool:
    """Return whether a reference is a bound, which may lie on either side of what is best: LB, upper bound."""
    return not _BOUNDS.isdisjoint(words_of(reference))


@cache
def may_be_algorithm(reference: str) -> bool:
    """Return whether an algorithm may be called as a reference is.

    >>> may_be_algorithm("Oracle"), may_be_algorithm("best known oracle"), may_be_algorithm("BKS")
    (True, False, False)
    """
    return not _is_best_known(set(words_of(reference)), _SURE_REFERENCES)


def _is_best_known(words: Set[str], references: Set[str]) -> bool:
    return {"best", "known"} <= words or not references.isdisjoint(words)


@cache
def is_overall(column: str) -> bool:
    """Return whether a column of that name sums up others."""
    return not _OVERALL.isdisjoint(words_of(column))


@cache
def sums_up(name: str) -> bool:
    """Return whether a row or column of that name sums up the others of its table: Average, Avg. rank, W/T/L."""
    words = [word for word in words_of(name) if not word.isdecimal()]
    return bool(_WINS.fullmatch(name.strip()) or _VERDICTS.fullmatch(name.strip())) or (
        not _SUMMARY.isdisjoint(words) and set(words) <= _SUMMARY | _WITH_SUMMARY
    )


@cache
def is_of_others(name: str) -> bool:
    """Return whether a row of that name holds what is computed of others: mean, SEM, 25%, Q1, CI lower, max.

    >>> is_of_others("std. dev."), is_of_others("p25"), is_of_others("95% CI low"), is_of_others("CIFAR-10 (10%)")
    (True, True, True, False)
    """
    words = {word for word in words_of(_QUANTILE.sub(" ptp ", name)) if not word.isdecimal()}
    return sums_up(name) or (words <= _STATISTICS | _WITH_STATISTICS and not words.isdisjoint(_STATISTICS))


# What tells earlier and later files of the same numbers apart.
_VERSIONED = re.compile(
    r"(?:^|[\W_])(?:copy|old|older|new|backup|bak|final|tmp|prev|previous|orig|v\d+)(?:[\W_]|$)", re.I
)


def is_version(name: str) -> bool:
    """Return whether a name says that it is one of several versions of the same.

    >>> is_version("accuracy (copy)"), is_version("auc_v2"), is_version("renewed_auc")
    (True, True, False)
    """
    return _VERSIONED.search(name) is not None


def is_tally(name: str) -> bool:
    """Return whether a row or column of that name holds mean ranks, or how often something is first.

    >>> is_tally("Avg. rank"), is_tally("# best"), is_tally("W/T/L"), is_tally("mean")
    (True, True, True, False)
    """
    return not _TALLIES.isdisjoint(words_of(name)) or bool(_WINS.fullmatch(name.strip()))


@cache
def may_sum_up(name: str) -> bool:
    """Return whether a row of that name sums up the others if its numbers are a function of theirs."""
    return not _MAYBE_SUMMARY.isdisjoint(words_of(name))


def is_total(name: str) -> bool:
    """Return whether a name in a column of names says that its row is of all others together.

    >>> is_total("ALL"), is_total("(overall)"), is_total("all-cnn")
    (True, True, False)
    """
    return _plain(name) in _TOTALS


@cache
def role_of_part(column: str) -> str:
    """Return of which role a column of that name names a part: dataset, algorithm, or "" where it does not show."""
    return next((role for role, names in PARTS.items() if not names.isdisjoint(_plain_names(column))), "")


def is_kind_of_dataset(column: str) -> bool:
    """Return whether a column of that name, in a table with names in its header too, rather names data sets.

    >>> is_kind_of_dataset("Query"), is_kind_of_dataset("Fach"), is_kind_of_dataset("engine")
    (True, True, False)
    """
    return not _KINDS_OF_DATASETS.isdisjoint(_plain_names(column))


def numbers_runs(column: str) -> bool:
    """Return whether a column of that name numbers runs that differ in chance alone."""
    return not RUNS.isdisjoint(_plain_names(column))


def is_metric_name(column: str) -> bool:
    """Return whether a column of that name names the metric of each row."""
    return not METRIC_NAMES.isdisjoint(_plain_names(column))


def is_quantity(column: str) -> bool:
    """Return whether a column of that name says of which quantity it is, such as missing_rate, score or votes."""
    words = [word for word in words_of(column) if not word.isdecimal()]
    return bool(words) and words[-1] in _QUANTITIES


def is_split_of_data(column: str) -> bool:
    """Return whether a column of that name says which split of a data set a score is on."""
    return not _SPLITS.isdisjoint(_plain_names(column))


def are_numbers_of_folds(column: str, labels: Iterable[str]) -> bool:
    """Return whether names number folds, as fold1 does: clean and noisy, or train and test, are conditions.

    >>> are_numbers_of_folds("split", ["cv1", "cv2"]), are_numbers_of_folds("split", ["noise1", "noise2"])
    (True, False)
    """
    names = list(filter(None, labels))
    words = {word for name in names for word in re.findall(r"[^\W\d_]{2,}", name)}
    if not all(len(name) == 1 or any(map(str.isdigit, name)) for name in names):
        return False
    return not is_split_of_data(column) or all(map(numbered_role, words))


def is_step(column: str) -> bool:
    """Return whether a column of that name numbers the steps of a run, of which the scores are a curve."""
    return not _STEPS.isdisjoint([*words_of(column), *_plain_names(column)])


def may_be_step(column: str) -> bool:
    """Return whether a column of that name numbers steps where the scores move along it."""
    return not _MAYBE_STEPS.isdisjoint([*words_of(column), *_plain_names(column)])


def is_setting(column: str) -> bool:
    """Return whether a column of that name holds what somebody set, such as a learning rate."""
    return bool(role_of_part(column)) or not _SETTINGS.isdisjoint(words_of(column))


def may_be_setting(column: str) -> bool:
    """Return whether numbers under that name may be settings, where nothing else tells what is compared."""
    return is_setting(column) or not _MAYBE_SETTINGS.isdisjoint(words_of(column))


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
UNKNOWN = "nothing shows which direction is better; higher is assumed (otherwise add --better lower)"


def metric_of_file(place: str) -> tuple[str, Better | None]:
    """Return the metric that the name of a file gives, such as error_rates.csv or time.csv, and its direction.

    Of a pattern what all its files are called: KNN_accuracy.csv of {algorithm}_accuracy.csv.

    >>> metric_of_file("seed_{seed}/auprc.csv"), metric_of_file("accuracy_seed{seed}.csv")
    (('auprc', 'higher'), ('accuracy', 'higher'))
    >>> metric_of_file("val_loss/{algorithm}.csv"), metric_of_file("runs/{algorithm}.csv")
    (('val_loss', 'lower'), ('score', None))
    >>> metric_of_file("20_fid.csv"), metric_of_file("2024-05-01 accuracy.csv"), metric_of_file("10_fold_error.csv")
    (('fid', 'lower'), ('accuracy', 'higher'), ('10_fold_error', 'lower'))
    """
    path = PurePath(place)
    stem, folder = _without_fields(path.name).partition(".")[0].rstrip("-_ "), _without_fields(path.parent.name)
    # of rmse/results.csv and rmse/{algorithm}.csv the folder speaks
    if not way_of(stem) and (is_named_metric(folder) or (not stem and way_of(folder))):
        stem = folder
    stem = _NUMBER.sub("", stem)
    better = better_of(stem) or ("lower" if is_of_costs(stem) else None)
    return (stem, better) if better else ("score", None)


# What numbers or dates files, in front of their names.
_NUMBER = re.compile(r"^(?:\d{2,}[-_. ]+)+(?!folds?(?![a-z]))")


def _without_fields(step: str) -> str:
    """Return a step of a path without placeholders and stars, and without the words of the numbers that they count."""
    *before, last = re.split(r"\{[^}]*\}|\*", step)
    counted = [re.sub(r"(?:^|[-_ .])([A-Za-z]+)[-_=]?$", _without_role, part) for part in before]
    return "".join([*counted, last]).strip("-_ ")


def _without_role(word: re.Match[str]) -> str:
    return "" if numbered_role(word[1]) else word[0]


def doubt_of_file(name: str) -> str:
    """Return why the name of a file does not settle the better direction; "" where it is that of a metric alone."""
    better = better_of(name) or "lower"
    if (text := doubt_of_direction(name)) and not sound_of(name).is_unknown:
        return text
    if is_plain_metric(name):
        return ""
    other = "lower" if better == "higher" else "higher"
    return (
        f"nothing but the file's name, {quoted(name)}, shows which direction is better; {better} is assumed "
        f"(otherwise add --better {other})"
    )
