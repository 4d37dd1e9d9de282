"""What names of metrics and costs say: which direction is better."""

from __future__ import annotations

import re
from typing import Literal

Better = Literal["higher", "lower"]
# How metrics follow from the counts of true and false positives and negatives.
OF_COUNTS = {
    "f1": "2*tp/(2*tp + fp + fn)",
    "precision": "tp/(tp + fp)",
    "recall": "tp/(tp + fn)",
    "specificity": "tn/(tn + fp)",
    "jaccard": "tp/(tp + fp + fn)",
    "accuracy": "(tp + tn)/(tp + fp + fn + tn)",
}

LOWER = frozenset(
    "error err loss logloss mse rmse nrmse mae mape smape mase rmsle medae nll deviance brier regret perplexity ppl "
    "wer cer fid risk msis crps misclassification eer hamming divergence violations fpr fnr makespan gap fehler "
    "fehlerrate verlust abweichung erreur perte pérdida errore perdita".split()
)
HIGHER = frozenset(
    "accuracy acc auc auroc auprc roc f1 fscore fmeasure precision recall score r2 kappa mcc bleu rouge map ndcg mrr "
    "hits wins reward return fitness gmean sensitivity specificity iou dice psnr ssim tpr tnr jaccard ari nmi purity "
    "top1 top5 top10 balacc silhouette correct passed solved resolved success quality utility profit likelihood "
    "correlation genauigkeit trefferquote exactitude exactitud precisión precisione accuratezza".split()
)
# What lies between 0 and 1, or 0 and 100 per cent.
RATES = frozenset(
    "accuracy acc balacc auc auroc auprc f1 fscore fmeasure precision recall sensitivity specificity iou dice jaccard "
    "purity ndcg map mrr top1 top5 top10 tpr tnr fpr fnr eer".split()
)
# What the names of files of results say besides.
_OF_FILES = frozenset(
    "result results score scores table tables data all final mean avg average per summary numbers raw values".split()
)
_UNITS = frozenset("s ms us ns sec secs seconds min minutes h hours b kb mb gb kib mib gib bytes j kwh w".split())
COST = frozenset(
    "time times seconds second secs sec ms ns us µs msec usec minutes hours duration runtime runtimes walltime cputime "
    "elapsed latency bytes memory mem ram rss params parameters flops energy joules cost laufzeit zeit "
    "dauer rechenzeit temps durée tiempo tempo kosten".split()
)
# Names that say nothing of what is measured: what the value of a metric column or the file is called decides.
ANY_SCORE = frozenset("score scores value values result results metric measure measurement estimate quality".split())
# How much is done in a time: ops/s, tokens_per_second, fps.
_SPEEDS = frozenset("throughput fps qps rps tps".split())
_SPEED = re.compile(r"(/|[\W_]per[\W_])\s*(s|secs?|seconds?|mins?|minutes?|h|hours?)([\W_]|$)", re.IGNORECASE)
# A name that ends in a unit: time_s, solve (s), peak [MB]; or s/iter.
_UNIT = re.compile(r".+[_ ([](s|[kmg]i?b)[)\]]?|s/\w+", re.IGNORECASE)


def words_of(name: str) -> list[str]:
    """Return the words of a name such as test_accuracy, testAccuracy or fit.time, without case.

    >>> words_of("testAccuracy")
    ['test', 'accuracy']
    """
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return [word for word in re.split(r"[\W_]+", parted.casefold()) if word]


def better_of(name: str) -> Better | None:
    """Return which direction of a score of that name is better, or None where the name does not show it."""
    words = words_of(name)
    if "neg" in words or "negative" in words:
        return None  # the sign is turned in some conventions, as in scikit-learn's neg_log_loss, and not in others
    if is_speed(name):
        return "higher"
    if not LOWER.isdisjoint(words) or any(word.endswith(("error", "loss")) for word in words):
        return "lower"
    return "higher" if not HIGHER.isdisjoint(words) else None


def is_cost(name: str) -> bool:
    """Return whether a number of that name is a cost, lower being cheaper."""
    return not is_speed(name) and (not COST.isdisjoint(words_of(name)) or _UNIT.fullmatch(name.strip()) is not None)


def is_speed(name: str) -> bool:
    """Return whether a number of that name says how much is done in a time."""
    return not _SPEEDS.isdisjoint(words_of(name)) or _SPEED.search(name) is not None


def way_of(name: str) -> Better | None:
    """Return which direction of a number of that name is better, costs included; None where it does not show.

    >>> way_of("ns/op"), way_of("ops/s"), way_of("wall (s)"), way_of("x")
    ('lower', 'higher', 'lower', None)
    """
    return better_of(name) or ("lower" if is_cost(name) else None)


def is_any_score(name: str) -> bool:
    """Return whether nothing but a word such as score or value says what is measured.

    >>> is_any_score("test_score"), is_any_score("f1_score")
    (True, False)
    """
    words = set(words_of(name))
    return not ANY_SCORE.isdisjoint(words) and LOWER.isdisjoint(words) and HIGHER & words <= ANY_SCORE


def is_rate(name: str) -> bool:
    """Return whether a metric of that name lies between 0 and 1, or 0 and 100 per cent."""
    return not RATES.isdisjoint(words_of(name))


def is_of_costs(name: str) -> bool:
    """Return whether a file, table or column of that name is one of costs: runtimes, train_time, latency_ms.

    Examples
    --------
    >>> is_of_costs("solver_runtimes_s"), is_of_costs("time_series_results")
    (True, False)
    """
    words = [word for word in words_of(name) if word not in _OF_FILES and not word.isdecimal()]
    while len(words) > 1 and words[-1] in _UNITS:
        words.pop()
    return bool(words) and not COST.isdisjoint({words[-1], words[-1].removesuffix("s")})
