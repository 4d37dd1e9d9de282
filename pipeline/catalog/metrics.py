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
    "wer cer fid risk msis crps misclassification eer hamming divergence violations fpr fnr makespan gap".split()
)
HIGHER = frozenset(
    "accuracy acc auc auroc auprc roc f1 fscore fmeasure precision recall score r2 kappa mcc bleu rouge map ndcg mrr "
    "hits wins reward return fitness gmean sensitivity specificity iou dice psnr ssim tpr tnr jaccard ari nmi purity "
    "top1 top5 top10 balacc silhouette correct success quality utility profit likelihood correlation".split()
)
COST = frozenset(
    "time seconds second secs sec ms duration runtime walltime cputime latency bytes memory mem ram params parameters "
    "flops energy cost".split()
)


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
    if not LOWER.isdisjoint(words) or any(word.endswith(("error", "loss")) for word in words):
        return "lower"
    return "higher" if not HIGHER.isdisjoint(words) else None


def is_cost(name: str) -> bool:
    """Return whether a number of that name is a cost, lower being cheaper."""
    return not COST.isdisjoint(words_of(name))
