"""What names of metrics and costs say: which direction is better."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Literal

from rankpress.catalog.metric_names import (
    AMBIGUOUS,
    AMBIGUOUS_TERMS,
    COST,
    COST_ALONE,
    COST_ENDS,
    HIGHER,
    HIGHER_ALONE,
    HIGHER_ENDS,
    LOWER,
    LOWER_ALONE,
    LOWER_ENDS,
    TERMS,
    TIMES,
    joined_terms,
)
from rankpress.catalog.modifiers import (
    ARROWS,
    BAD_IF_SCORED,
    BETTERS,
    CHANGES,
    FALLS,
    LEAVE_OPEN,
    REACHED,
    SPARED,
    SPREADS,
    TURNED,
    UNDER_CONDITION,
    WAYS_OF_ARROWS,
    WORSENS,
    arrow_in,
    dealt_with,
    speaks_of_unwanted,
    turning_word,
    unknown_event,
    unknown_word,
)
from rankpress.catalog.units import SIZES, UNITS, unit_of_cost

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

# What lies between 0 and 1, or 0 and 100 percent.
RATES = frozenset(
    "accuracy acc balacc auc auroc auprc f1 fscore fmeasure precision recall sensitivity specificity iou dice jaccard "
    "purity ndcg map mrr top1 top5 top10 tpr tnr fpr fnr eer bacc prauc ppv npv miou mmce aupr aupro "
    "fpr95 hter frr tmscore dockq lddt fnat picp hitrate exactmatch "
    "准确率 正确率 精度 精确率 召回率 正解率 再現率 適合率 정확도 genauigkeit exactitude accuratezza acurácia".split()
)
# What the names of files of results say besides.
_OF_FILES = frozenset(
    "result results score scores table tables data all final mean avg average per summary numbers raw values total "
    "totale totali".split()
)
# Names that say nothing of what is measured: what the value of a metric column or the file is called decides.
ANY_SCORE = frozenset(
    "score scores value values result results metric measure measurement estimate quality 得分 分数 スコア 점수".split()
)
# How much is done in a time: ops/s, tokens_per_second, fps.
_SPEEDS = frozenset("throughput fps qps rps tps iops ops gops tops durchsatz débit".split())
_SPEED = re.compile(r"(/|[\W_]per[\W_])\s*(s|secs?|seconds?|mins?|minutes?|h|hours?)([\W_]|$)", re.IGNORECASE)
# What is done, in front of a unit of time, so often in it: img_s, tok_s.
_DONE = frozenset(
    "img imgs images tok toks tokens it its iters iterations samples frames reqs requests queries ops rows records "
    "msgs messages examples sentences words events docs files pages videos batches steps games txns "
    "transactions".split()
)
# What takes time, in front of a unit of it: train_s, wall_s.
_TAKES = frozenset(
    "total train training fit predict test wall walltime wallclock clock cpu gpu solve solver run inference infer "
    "setup build compile search load init startup user sys real sort compress compression decompress decompression "
    "encode decode eval evaluation indexing response preprocess preprocessing optimize tuning timeout par par1 par2 "
    "par10 mean avg median max min std sd p50 p90 p95 p99 sum".split()
)
_IN_SECONDS = re.compile(r".*?([^\W_]+)[ _]+s(?:ecs?)?", re.IGNORECASE)
# A name that ends in a unit: time_s, solve (s), peak [MB]; or s/iter.
_UNIT = re.compile(r".+[_ ([](s|[kmg]i?b)[)\]]?|s/\w+", re.IGNORECASE)


_BETWEEN_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[0-9])(?=[A-Z][a-z])")
# A name that is no camel case, though it has capitals within: EuRoC, CoNLL, PeMS; or one of a set of tasks: RiskBench.
_STYLIZED = re.compile(
    r"(?!(?:Is|No|Nb|Of|On|In|To|At|By|Cv|Id|Ms|Ns|Us)[A-Z])[A-Z][a-z][A-Z]\w*|\w*[a-z0-9](?:Bench|QA|NLI|Gym|Tenth)"
)


def words_of(name: str) -> list[str]:
    """Return the words of a name such as test_accuracy, testAccuracy or fit.time, without case.

    >>> words_of("testAccuracy"), words_of("EuRoC-MAV"), words_of("testIoU")
    (['test', 'accuracy'], ['euroc', 'mav'], ['test', 'io', 'u'])
    """
    return list(_words_of(name))


@lru_cache(maxsize=4096)
def _words_of(name: str) -> tuple[str, ...]:
    words = list[str]()
    for token in re.split(r"[\W_]+", unicodedata.normalize("NFKC", name)):  # R² is R2
        parted = token if _STYLIZED.fullmatch(token) else _BETWEEN_WORDS.sub(" ", token)
        words += _COMPOUND.sub(" ", parted.casefold()).split()
    return tuple(words)


# Between two words that are written as one, behind the last letters of error, classification, detection, failure and
# success: errorrate, f1score.
_COMPOUND = re.compile(r"(?<=error|ation|ction|ilure|ccess)(?=(?:rates?|scores?|ratios?)\b)|(?<=f1)(?=scores?\b)")


# Of these no value is below 0, unless the sign is turned so that higher is better.
_NEVER_NEGATIVE = frozenset(
    "error err mse rmse nrmse mae mape smape mase rmsle medae wer cer brier fps makespan perplexity ppl fid eer "
    "misclassification violations".split()
)
# How far something lies from where it should be, or from something else, perhaps with a sign.
_DISTANCES = frozenset(
    "error errors err gap gaps bias biases deviation deviations difference differences diff residual residuals drift "
    "offset disparity discrepancy imbalance mismatch fehler abweichung erreur écart erro errore desviación sesgo biais "
    "viés 误差 偏差 誤差 오차 편차".split()
)
_ONE_MINUS = re.compile(r"\s*1(?:\.0*)?\s*[-\u2212\u2013]\s*(?=\D)")
_MINUS = re.compile(r"\s*[-\u2212\u2013]\s*(?=[^\W\d])")
_IN_BRACKETS = re.compile(r"\[[^]]*\]|\([^)]*[/%\d][^)]*\)")  # units, and what numbers are of
# Words next to a metric that change nothing of what it says.
_PLAIN = (
    _OF_FILES
    | UNITS
    | frozenset("rate rates percent pct perc test testing train val valid validation cv compressed".split())
)


@dataclass(frozen=True)
class Sound:
    """Which direction of a score is better by its name, and how far the name says so."""

    better: Better | None = None
    is_cost: bool = False  # whether it is a cost rather than a score
    is_turned: bool = False  # whether the sign of the metric in it is turned, so that errors are below 0
    doubt: str = ""  # the word that leaves it open; "" where none does
    is_unknown: bool = False  # whether nothing is known of that word
    # what a short name may stand for, where of the first higher and of the second lower is better
    meanings: tuple[str, str] | None = None


@cache
def sound_of(name: str) -> Sound:
    """Return what the name of a score or cost says of its better direction.

    >>> sound_of("error_reduction").better, sound_of("-rmse").better, sound_of("accuracy_drop").better
    ('higher', 'higher', 'lower')
    >>> sound_of("inverse_error").doubt, sound_of("zero-shot accuracy").doubt
    ('inverse', '')
    >>> sound_of("rounds_to_target").better, sound_of("attack_success_rate").doubt, sound_of("time of solved").better
    ('lower', 'attack', 'lower')
    >>> sound_of("score_time").is_cost, sound_of("time_score").doubt
    (True, 'time')
    >>> sound_of("TPR at FPR 0.01").better, sound_of("matches at 1% FDR").better
    ('higher', None)
    >>> sound_of("Zeta (↓)").better, sound_of("accuracy ↓").doubt
    ('lower', '↓')
    """
    if arrow := arrow_in(name):
        bare, better = ARROWS.sub("", name), WAYS_OF_ARROWS[arrow]
        if sound_of(bare).better in (better, None) or is_any_score(bare):
            return replace(sound_of(bare), better=better, doubt="", is_unknown=False, meanings=None)
        return Sound(better, doubt=arrow)
    rest, has_sign = name, False
    if one_minus := _ONE_MINUS.match(name):
        rest = name[one_minus.end() :]
        # 1-nn error is the error of 1-NN
        has_sign = bool(words_of(rest)) and all(_is_metric(word) or word in _PLAIN for word in words_of(rest))
    elif minus := _MINUS.match(name):
        rest, has_sign = name[minus.end() :], True
    words = _whole(words_of(rest))
    if _is_until(words):
        turning = turning_word(words)
        return Sound(
            "higher" if turning else "lower", doubt=turning or unknown_event(words[words.index("to") :], _is_metric)
        )
    base = _base_of(rest, words)
    if base.better is None or base.meanings:
        return base
    places = [index for index, word in enumerate(words) if _is_metric(word)] or [0]
    before, behind = words[: places[0]], words[places[0] + 1 :]
    turns = has_sign or ("false" not in before and not TURNED.isdisjoint(before))
    change = next((word for word in behind if word in CHANGES), "")
    perhaps = turning_word(words)
    open_word = next((word for word in behind if word in LEAVE_OPEN), "") or dealt_with(words)
    unknown = "" if _alone(name) else unknown_word(_whole(words_of(_IN_BRACKETS.sub("", rest))), _is_metric)
    is_turned = turns and not one_minus
    turns = turns or not SPARED.isdisjoint(before)
    if change in BETTERS | WORSENS:
        return Sound("higher" if change in BETTERS else "lower", doubt=perhaps or open_word)
    if (turns != (change in FALLS)) != bool(perhaps):
        return Sound(_other(base.better), is_turned=is_turned, doubt=perhaps or open_word)
    doubt = perhaps or open_word or base.doubt
    return Sound(base.better, base.is_cost and not perhaps, is_turned, doubt or unknown, is_unknown=not doubt)


def _whole(words: Sequence[str]) -> list[str]:
    """Return words with those as one that name a metric together.

    >>> _whole(["test", "top", "1"]), _whole(["c", "index"]), _whole(["error", "rate"]), _whole(["tm", "score"])
    (['test', 'top1'], ['cindex'], ['error', 'rate'], ['tmscore'])
    >>> _whole(["echo", "return", "loss"]), _whole(["time", "in", "range"])
    (['echo', 'return loss'], ['time in range'])
    """
    whole: list[str] = []
    for word in joined_terms(words):
        both = f"{whole[-1]}{word}" if whole else ""
        if len(both) > 1 and both in LOWER | HIGHER and not {whole[-1], word} & (LOWER | HIGHER - ANY_SCORE):
            whole[-1] = both
        else:
            whole.append(word)
    return whole


def _base_of(name: str, words: list[str]) -> Sound:
    """Return what the metric in a name says, before other words turn it; of "x per y", "x to y", "x@y" that of x."""
    at = _place_of_condition(name, words)
    ends = (end for end, word in enumerate(words) if word in ("per", "to") or _is_condition(words[end : end + 2]))
    if end := next((end for end in sorted({at, *ends}) if any(map(_is_metric, words[:end]))), 0):
        return _base_of("", words[:end])
    if "@" in name and {*words[:at]} & _AT:
        return Sound("higher")
    if at and any(map(_is_metric, words[at:])):  # at which rate of errors something unknown is counted
        return Sound()
    if _is_rated(name) and leans_low(name):  # false alarms/h
        return Sound("lower")
    if is_speed(name):
        return Sound("higher", doubt="ops" if words == ["ops"] else "")  # how many in a second, or in all
    if alone := _alone(name):
        return alone
    term = next((word for word in words if word in AMBIGUOUS_TERMS), "")
    if term and not any(map(names_score, words[words.index(term) + 1 :])):  # band gap error is an error
        return Sound("lower" if any(map(_is_metric, term.split())) else "higher", meanings=AMBIGUOUS_TERMS[term])
    if over := _cost_below(words):
        return Sound("lower" if speaks_of_unwanted(words, _is_higher) else "higher", doubt=over)
    if bad := next((word for word in words if word in BAD_IF_SCORED and "score" in words), ""):
        return Sound("lower", doubt=bad)
    if "score" in words and not _PENALTIES.isdisjoint(words):
        return Sound("lower")
    lower = [index for index, word in enumerate(words) if _is_lower(word)]
    if "free" in words and not lower:  # free of one of what is counted: crash_free_rate
        lower = [at for at, word in enumerate(words) if not {f"{word}s", f"{word}es"}.isdisjoint(LOWER)]
    higher = [index for index, word in enumerate(words) if _is_higher(word)]
    above = [index for index in higher if words[index] not in ANY_SCORE]
    if lower and above and above[-1] > lower[-1]:  # of two the last is what the others describe
        return Sound("higher", doubt=words[lower[-1]])
    if lower:
        return Sound("lower")
    if above:  # accuracy_cost may be the cost of being accurate
        behind = words[above[-1] + 1 :]
        if not SPREADS.isdisjoint(behind):
            return Sound("lower")
        return Sound("higher", doubt=next(filter(_is_cost, behind), ""))
    unit = unit_of_cost(name)
    if higher:  # the time of scoring is a cost; a score of times may be either
        if unit or any(map(_is_cost, words[higher[-1] + 1 :])):
            return Sound("lower", is_cost=True, doubt=unit)
        return Sound("higher", doubt=next(filter(_is_cost, words[: higher[-1]]), ""))
    if any(map(_is_cost, words)):
        return Sound("lower", is_cost=True)
    if unit and _TAKES.isdisjoint(words):  # minutes of flight are better if they are more
        return Sound("lower", is_cost=True, doubt="" if unit.casefold() in SIZES else unit)
    if not name or not _UNIT.fullmatch(name.strip()):
        return Sound()
    before = _before_seconds(name)  # seconds of what is not known, or so many of it in a second
    return Sound("lower", is_cost=True, doubt="" if before in _TAKES else before)


def _place_of_condition(name: str, words: Sequence[str]) -> int:
    """Return how many words stand before what a metric is taken at, as "tpr at fpr01" is; 0 for a name without it."""
    head, mark, _ = name.partition("@")
    return len(_whole(words_of(head))) if mark else words.index("at") if "at" in words else 0


def _cost_below(words: Sequence[str]) -> str:
    """Return what something unknown is divided by where less of that is better, as "per cost"; "" where it is not.

    >>> _cost_below(["gain", "per", "cost"]), _cost_below(["yield", "to", "loss", "ratio"])
    ('per cost', 'to loss')
    """
    by = "per" if "per" in words else "to" if "to" in words and "ratio" in words else ""
    at = words.index(by) if by else 0
    if not at:
        return ""
    below = next((word for word in words[at + 1 :] if _is_lower(word) or _is_cost(word)), "")
    return f"{by} {below}" if below and not any(map(_is_metric, words[:at])) else ""


def _is_condition(words: Sequence[str]) -> bool:
    """Return whether two words say over which cases a metric is taken: on answered, of solved."""
    return len(words) > 1 and words[0] in UNDER_CONDITION and words[1] in REACHED


# Before an @ and a number: recall, precision and hits among the first so many.
_AT = frozenset("r p hr ap ar pck acc rr".split())


def _alone(name: str) -> Sound | None:
    """Return what a short name says that is the whole name of a metric, but for numbers and words as test and mean.

    >>> _alone("GD+").better, _alone("momentum GD"), _alone("test_p95").is_cost, _alone("MR").meanings[1]
    ('lower', None, True, 'a mean rank or miss rate')
    """
    words = [word for word in re.split(r"[\W_]+", name) if word]
    plain = [word for word in words if word.casefold() not in _PLAIN - {"per"} and not word.isdecimal()]
    for key in ("".join(words), "".join(plain)):
        small = key.casefold()
        if meanings := AMBIGUOUS.get(key) or AMBIGUOUS.get(small):
            return Sound("lower" if small in LOWER | COST else "higher", meanings=meanings)
        if small in COST_ALONE:
            return Sound("lower", is_cost=True)
        if small in LOWER_ALONE | HIGHER_ALONE:
            return Sound("lower" if small in LOWER_ALONE else "higher")
    return None


# How much was done until something was reached.
_UNTIL = frozenset(
    "step steps round rounds epoch epochs iteration iterations iters sample samples episode episodes frame frames "
    "query queries evaluation evaluations evals generation generations update updates tests trials".split()
)


def _is_until(words: Sequence[str]) -> bool:
    return "to" in words[1:-1] and not _UNTIL.isdisjoint(words[: words.index("to")])


def _before_seconds(name: str) -> str:
    """Return the word before a unit of seconds that no bracket is around; "" where there is none.

    >>> _before_seconds("img_s"), _before_seconds("solve (s)"), _before_seconds("peak_mb")
    ('img', '', '')
    """
    parted = _IN_SECONDS.fullmatch(name.strip().casefold())
    return parted[1] if parted else ""


# What a score is called after that is a penalty of forecasts: the interval score, the energy score.
_PENALTIES = frozenset({"interval", "winkler", "energy", "crps", "dawid"})
# Errors and losses of whatever kind: nmse, wmape, focalloss.
_ENDS_OF_ERRORS = ("error", "errors", "mse", "mae", "mape")


def _is_lower(word: str) -> bool:
    if word in TERMS:
        return word in LOWER
    is_known = not {word, _without_number(word)}.isdisjoint(LOWER)
    return is_known or word.endswith((*_ENDS_OF_ERRORS, "loss", *LOWER_ENDS))


def _is_higher(word: str) -> bool:
    if word in TERMS:
        return word in HIGHER
    is_known = not {word, _without_number(word)}.isdisjoint(HIGHER)
    return is_known or (word.endswith(HIGHER_ENDS) and not word.endswith(LOWER_ENDS))


def _is_cost(word: str) -> bool:
    return word in COST or word.endswith(COST_ENDS)


def _without_number(word: str) -> str:
    """Return a word without a number behind it: bleu of bleu4, map of map50; a short one as it is, such as f1."""
    stem = word.rstrip("0123456789")
    return stem if len(stem) > 2 else word


def _is_metric(word: str) -> bool:
    return names_score(word) or _is_cost(word)


def names_score(word: str) -> bool:
    """Return whether a word speaks of a score wherever it stands, not only as a whole name.

    >>> names_score("accuracy"), names_score("pro"), better_of("PRO")
    (True, False, 'higher')
    """
    return _is_lower(word) or _is_higher(word)


def _other(better: Better) -> Better:
    return "higher" if better == "lower" else "lower"


def better_of(name: str) -> Better | None:
    """Return which direction of a score of that name is better, or None where the name does not show it."""
    sound = sound_of(name)
    return None if sound.is_cost else sound.better


def is_cost(name: str) -> bool:
    """Return whether a number of that name is a cost, lower being cheaper."""
    return sound_of(name).is_cost


def doubt_of_direction(name: str) -> str:
    """Return why the name of a metric leaves its better direction open; "" where it does not.

    >>> doubt_of_direction("error_rate")
    ''
    """
    sound = sound_of(name)
    if sound.meanings:
        of_higher, of_lower = sound.meanings
        return (
            f"its name may stand for {of_higher}, where higher is better, or for {of_lower}, where lower is; "
            f"{sound.better} is assumed (otherwise add --better {_other(sound.better or 'higher')})"
        )
    if sound.better is None or not sound.doubt:
        return ""
    return (
        f"'{sound.doubt}' in its name may turn which direction is better; {sound.better} is assumed "
        f"(otherwise add --better {_other(sound.better)})"
    )


def is_plain_metric(name: str) -> bool:
    """Return whether a name is that of a metric or cost alone, with no word that may speak of something else.

    >>> is_plain_metric("test_error_rates"), is_plain_metric("error_analysis")
    (True, False)
    """
    words = [word for word in words_of(name) if not word.isdecimal()]
    return all(_is_metric(word) or _is_metric(word.removesuffix("s")) or word in _PLAIN for word in words)


def disagrees(name: str) -> bool:
    """Return whether two words of a name say different directions, or one may be short for either.

    >>> [name for name in ("qerror_gmean", "attack_success_rate", "error_rate", "macro_f1") if disagrees(name)]
    ['qerror_gmean']
    """
    sound = sound_of(name)
    is_word = sound.doubt in words_of(name)
    return bool(sound.meanings) or (is_word and way_of(sound.doubt) not in (None, sound.better))


def is_named_metric(name: str) -> bool:
    """Return whether a name is that of a metric or cost alone, spelled out or in short, whose direction it shows.

    >>> [name for name in ("SPL", "CD", "F1", "test_error", "RF acc", "value") if is_named_metric(name)]
    ['SPL', 'CD', 'F1', 'test_error']
    """
    return way_of(name) is not None and not is_any_score(name) and (_alone(name) is not None or is_plain_metric(name))


def is_never_negative(name: str) -> bool:
    """Return whether no value of that name is below 0.

    >>> is_never_negative("test_rmse"), is_never_negative("neg_rmse"), is_never_negative("loss")
    (True, False, False)
    """
    return (is_size(name) or is_rate(name)) and not is_change(name)


def may_aim_at_zero(name: str) -> bool:
    """Return whether what a name speaks of may be best where it is nearest to 0, on whichever side.

    >>> [name for name in ("parity_gap", "mean bias", "rmse", "accuracy_difference") if may_aim_at_zero(name)]
    ['parity_gap', 'mean bias']
    """
    sound = sound_of(name)
    is_distance = not _DISTANCES.isdisjoint(words_of(name)) and "rate" not in words_of(name)
    return (
        is_distance
        and not sound.is_turned
        and (sound.better is None or (sound.better == "lower" and not is_change(name)))
    )


def is_time(name: str) -> bool:
    """Return whether a name is that of a time that runs take.

    >>> is_time("cpu_time"), is_time("Runtime (s)"), is_time("memory"), is_time("tokens per second")
    (True, True, False, False)
    """
    return not TIMES.isdisjoint(words_of(name)) and not is_speed(name)


def is_size(name: str) -> bool:
    """Return whether what a name speaks of, an error or a cost, is below 0 only where its sign is turned.

    >>> is_size("test_rmse"), is_size("neg_rmse"), is_size("loss"), is_size("steps_to_target")
    (True, True, False, True)
    """
    words = words_of(name)
    is_error = not _NEVER_NEGATIVE.isdisjoint(words) or any(word.endswith(_ENDS_OF_ERRORS) for word in words)
    return is_error or _is_until(words) or is_cost(name)


def is_change(name: str) -> bool:
    """Return whether a metric of that name is a difference or has its sign turned, so that it may be below 0."""
    return sound_of(name).is_turned or not CHANGES.isdisjoint(words_of(name))


def is_speed(name: str) -> bool:
    """Return whether a number of that name says how much is done in a time.

    >>> [name for name in ("img_s", "tok/s", "fps", "tokens_per_second", "train_s", "s/iter") if is_speed(name)]
    ['img_s', 'tok/s', 'fps', 'tokens_per_second']
    """
    return _is_rated(name) and not leans_low(name)


def _is_rated(name: str) -> bool:
    is_rated = _SPEED.search(name) is not None or _before_seconds(name) in _DONE
    return is_rated or not _SPEEDS.isdisjoint(words_of(name))


def leans_low(name: str) -> bool:
    """Return whether a word of what is not wanted is in a name: where nothing else speaks, lower may be better.

    >>> [name for name in ("lost tracks", "false alarms/h", "tracks/h", "agreement") if leans_low(name)]
    ['lost tracks', 'false alarms/h']
    """
    return speaks_of_unwanted(words_of(name), _is_higher)


def way_of(name: str) -> Better | None:
    """Return which direction of a number of that name is better, costs included; None where it does not show.

    >>> way_of("ns/op"), way_of("ops/s"), way_of("wall (s)"), way_of("x")
    ('lower', 'higher', 'lower', None)
    """
    return sound_of(name).better


def is_any_score(name: str) -> bool:
    """Return whether nothing but a word such as score or value says what is measured.

    >>> is_any_score("test_score"), is_any_score("f1_score"), is_any_score("TM-score")
    (True, False, False)
    """
    words = set(_whole(words_of(name)))
    return not ANY_SCORE.isdisjoint(words) and LOWER.isdisjoint(words) and HIGHER & words <= ANY_SCORE


def is_rate(name: str) -> bool:
    """Return whether a metric of that name lies between 0 and 1, or 0 and 100 percent."""
    return not RATES.isdisjoint(words_of(name)) and not is_change(name)


# What is no share, though its name is that of a metric.
_NO_SHARES = (
    LOWER - RATES - frozenset("error err wer cer mape smape misclassification brier fehlerrate".split())
) | frozenset("reward rew return psnr fitness utility profit wins hits passed solved resolved likelihood".split())


def may_be_share(name: str) -> bool:
    """Return whether a metric of that name may lie between 0 and 1, as those do whose names say nothing.

    >>> may_be_share("test_error"), may_be_share("score"), may_be_share("rmse"), may_be_share("runtime")
    (True, True, False, False)
    """
    return _NO_SHARES.isdisjoint(words_of(name)) and not (is_cost(name) or is_change(name) or is_speed(name))


def is_of_costs(name: str) -> bool:
    """Return whether a file, table or column of that name is one of costs: runtimes, train_time, latency_ms.

    Examples
    --------
    >>> is_of_costs("solver_runtimes_s"), is_of_costs("time_series_results"), is_of_costs("compressed_bytes")
    (True, False, True)
    >>> is_of_costs("cpu_seconds"), is_of_costs("limit_60_seconds"), is_of_costs("k_s")
    (True, False, False)
    """
    every = words_of(name)
    is_unit = bool(every) and (every[-1] in SIZES or (every[-1] in TIMES & UNITS and len(every[-1]) > 1))
    if len(every) > 1 and is_unit and not every[-2].isdecimal():
        return True  # compressed_bytes and cpu_seconds, though not limit_16_gb
    words = [word for word in every if word not in _OF_FILES and not word.isdecimal()]
    while len(words) > 1 and words[-1] in UNITS:
        words.pop()
    return bool(words) and not COST.isdisjoint({words[-1], words[-1].removesuffix("s")})
