"""How columns whose names say what they measure are called in print, where a study has no label for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple


class KnownName(NamedTuple):
    """A quantity in words, and its unit."""

    words: str
    unit: str = ""


_TRAINING, _PREDICTION = KnownName("training time", "s"), KnownName("prediction time", "s")
_SIZE, _PARAMETERS = KnownName("model size", "bytes"), KnownName("number of parameters")

KNOWN_NAMES: Mapping[str, KnownName] = {
    "fit_seconds": _TRAINING,
    "fit_time": KnownName("training time"),
    "train_seconds": _TRAINING,
    "train_time": KnownName("training time"),
    "training_seconds": _TRAINING,
    "training_time": KnownName("training time"),
    "predict_seconds": _PREDICTION,
    "predict_time": KnownName("prediction time"),
    "score_time": KnownName("prediction time"),
    "test_seconds": _PREDICTION,
    "inference_seconds": KnownName("inference time", "s"),
    "inference_time": KnownName("inference time"),
    "model_bytes": _SIZE,
    "model_size": KnownName("model size"),
    "params": _PARAMETERS,
    "n_params": _PARAMETERS,
    "num_params": _PARAMETERS,
    "n_parameters": _PARAMETERS,
    "gpu_hours": KnownName("GPU time", "h"),
    "peak_memory": KnownName("peak memory"),
    "balanced_accuracy": KnownName("balanced accuracy"),
    "f1": KnownName("F1"),
    "f1_score": KnownName("F1"),
    "f1_macro": KnownName("macro F1"),
    "macro_f1": KnownName("macro F1"),
    "auc": KnownName("AUC"),
    "roc_auc": KnownName("ROC AUC"),
    "mcc": KnownName("MCC"),
    "log_loss": KnownName("log loss"),
    "logloss": KnownName("log loss"),
    "error_rate": KnownName("error rate"),
    "rmse": KnownName("RMSE"),
    "mse": KnownName("MSE"),
    "mae": KnownName("MAE"),
    "mape": KnownName("MAPE"),
    "smape": KnownName("sMAPE"),
    "mase": KnownName("MASE"),
    "crps": KnownName("CRPS"),
}


def known_words(names: Iterable[str]) -> dict[str, str]:
    """Return the words of the names that have such; none where two names would get the same.

    >>> known_words(["fit_seconds", "energy"])
    {'fit_seconds': 'training time'}
    >>> known_words(["fit_seconds", "train_time"])
    {}
    """
    names = set(names)
    in_words = {name: KNOWN_NAMES[name].words for name in sorted(names) if name in KNOWN_NAMES}
    shared = Counter([*in_words.values(), *names])
    return {name: words for name, words in in_words.items() if shared[words] == 1}


def unit_of_quantity(label: str, name: str) -> str:
    """Return the unit of a name that is shown in its words; a label of a study has none.

    >>> unit_of_quantity("training time", "fit_seconds"), unit_of_quantity("cost", "fit_seconds")
    ('s', '')
    """
    quantity = KNOWN_NAMES.get(name)
    return quantity.unit if quantity is not None and label == quantity.words else ""
