"""The best value that a score can have: the end of its scale, or one between the ends, as its name says."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from rankpress.catalog.metrics import better_of, is_change, is_never_negative, is_rate, words_of

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better
    from rankpress.wording.numbers import Scale

# Next to these a name speaks of a distance already, of which lower is better, or of something else.
_DISTANCES = frozenset(
    "abs absolute squared square distance magnitude norm unsigned loss rmse mse mae corrected correction".split()
)
_AT_ZERO = frozenset(
    "intercept citl skew skewness kurtosis pbias mbe mpe bias biases residual residuals drift offset "
    "verzerrung biais sesgo viés schiefe achsenabschnitt".split()
)
_CALIBRATION = frozenset("calibration cal recalibration cox reliability regression logistic kalibrierung".split())
# What may stand next to these: a bias of something else is no score.
_BESIDE_ZERO = _CALIBRATION | frozenset(
    "mean median avg average percent pct perc relative rel normalized signed test val validation train "
    "external internal result results score scores table tables values all final summary time forecast prediction "
    "model models raw of the by per in large".split()
)
# What is one of these alone, or next to words of calibration.
_AT_ONE_ALONE = frozenset("slope steigung pente pendiente".split())
_RATIOS = tuple(
    frozenset(words.split())
    for words in ("oe", "observed expected", "observed predicted", "obs exp", "obs pred", "o e", "expected observed")
)
_OF_INTERVALS = frozenset(
    "interval intervals ci pi prediction predictive credible confidence conformal empirical nominal probability "
    "marginal intervall".split()
)
_COVERED = frozenset("coverage coverages".split())
_LEVEL = re.compile(r"[5-9]\d(?:\.\d+)?|0?[.,][5-9]\d*")
NOMINAL = "the nominal level"


@cache
def ideal_of(name: str) -> str:
    """Return the value that a score of that name is best at: 1, 0 or the nominal level; "" where it is none of these.

    >>> [ideal_of(name) for name in ("calibration_slope", "percent bias", "95% coverage", "O/E ratio", "ME")]
    ['1', '0', 'the nominal level', '1', '0']
    >>> [ideal_of(name) for name in ("absolute bias", "accuracy", "covers", "slope_rmse", "concept drift", "gap")]
    ['', '', '', '', '', '']
    """
    every = words_of(name)
    words = {word for word in every if not word.isdecimal()}
    if not words.isdisjoint(_DISTANCES) or "|" in name or is_change(name):
        return ""
    if "picp" in words or (words & _COVERED and (words & _OF_INTERVALS or _LEVEL.search(name))):
        return NOMINAL
    if every in (["me"], ["mean", "bias", "error"], ["calibration", "in", "the", "large"]):
        return "0"
    if better_of(name) is not None:
        return ""
    plain = words - frozenset("ratio ratios the".split())
    is_slope = words & _AT_ONE_ALONE and (words & _CALIBRATION or len(words) == 1)
    if is_slope or plain in _RATIOS:
        return "1"
    return "0" if words & _AT_ZERO and words <= _AT_ZERO | _BESIDE_ZERO else ""


# Errors that are 0 at best, though losses of other names may be below.
_ZERO_AT_BEST = ("logloss", "crossentropy", "crps", "pinball", "calibrationerror")


def best_of(name: str, better: Better, least: float, largest: float, scale: Scale | None = None) -> float | None:
    """Return the best value that a metric can have, by its name, its unit and its values; None where unknown.

    >>> best_of("accuracy", "higher", 0.5, 0.9), best_of("accuracy", "higher", 50, 90), best_of("rmse", "lower", 2, 30)
    (1.0, 100.0, 0.0)
    >>> from rankpress.wording.numbers import Scale
    >>> best_of("accuracy", "higher", 0.5, 0.9, Scale(unit="%")), best_of("log_loss", "lower", 0.5, 0.9)
    (100.0, 0.0)
    >>> best_of("score", "higher", 0.5, 0.9), best_of("score", "higher", 0.5, 0.9, Scale(is_proportion=True))
    (None, 1.0)
    """
    if least < 0:
        return None
    is_proportion = scale is not None and scale.is_proportion
    if better == "lower":
        is_zero = is_proportion or any(error in "".join(words_of(name)) for error in _ZERO_AT_BEST)
        return 0.0 if is_zero or is_never_negative(name) or is_rate(name) else None
    if is_proportion:
        return 1.0 if largest <= 1 else None
    if not is_rate(name) or largest > 100:
        return None
    is_in_percent = scale is not None and scale.unit == "%"
    return 1.0 if largest <= 1 and not is_in_percent else 100.0
