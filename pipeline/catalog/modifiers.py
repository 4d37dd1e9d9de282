"""What words next to a metric do to its direction: turn it, leave it open, or keep it.

A word such as loss, time or distance is used by many fields, and says which direction is better only together with what
it is of: a log loss is to be low, a weight loss perhaps not. Next to such a word only what is known here keeps the
direction; every other word leaves it open.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal


def _set_of(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Behind a metric: how far it fell, which turns it; that it became better, or worse, whatever it is.
FALLS = _set_of(
    "reduction reductions reduced decrease decreased saved saving savings drop drops dropped decline declined "
    "avoided removed averted prevented avoidance prevention mitigated"
)
BETTERS = _set_of("improvement improvements improved")
WORSENS = _set_of("degradation degradations degraded deterioration")
CHANGES = FALLS | BETTERS | WORSENS | _set_of("increase gain change delta diff difference")
# In front of a metric: its sign is turned.
TURNED = _set_of("neg negative minus")
# In front of a metric: so much of it was spared.
SPARED = _set_of("saved spared avoided averted prevented")
# Words that turn a metric, though perhaps not.
PERHAPS_TURNED = _set_of(
    "inverse inverted inv reciprocal no non not zero free without attack attacker attackers jailbreak backdoor "
    "adversary opponent opponents enemy leakage leaked memorization poisoning evasion phishing fraud trojan exploit "
    "spoof spoofing hacking membership reidentification deanonymization eavesdropper"
)
# Behind such a word: what is done against it, which succeeds as any other.
_AGAINST = _set_of(
    "shot detection detector classification recognition identification prevention defense defence filter"
)
# What is lost gladly; what is to last, or to be far away.
_TURNING = frozenset(
    [(lost, "loss") for lost in ("weight", "fat", "mass", "kg")]
    + [(far, "distance") for far in ("detection", "covered", "jump", "run")]
    + [(cause, "sensitivity") for cause in _set_of("to noise parameter hyperparameter seed prompt price outlier order")]
    + [(thing, "overlap") for thing in _set_of("class node label edge layout text train contamination")]
    + [("injection", "success")]
    + [(event, "delay") for event in _set_of("relapse progression recurrence failure death")]
)
_LASTING = _set_of("survival survived surviving endurance remission standby uptime holding remaining left talk")
# Words behind a metric that leave open whether it is that metric or something that falls as it rises.
LEAVE_OPEN = _set_of(
    "adjusted exponent effectiveness effective efficiency efficient tolerance tolerant resilience resilient "
    "robustness robust resistance resistant aware analysis margin budget limit threshold coverage detection "
    "correction corrected rank ranks ranking std stdev sd se stderr sem var variance ci iqr gain gains gained "
    "headroom slack reserve reserves"
)
# Behind what is better high: how far it differs between cases.
SPREADS = _set_of(
    "disparity disparities inequality instability inconsistency deviation range skew dispersion variability"
)
# What is counted, and what may have become of it, so that more of it is better.
_COUNTED = _set_of(
    "errors faults failures crashes defects collisions violations mistakes misses co2 emissions toxicity hallucination"
)
_DEALT_WITH = _set_of(
    "detected found discovered identified located exposed triggered unique distinct caught killed fixed repaired "
    "corrected resolved captured sequestered absorbed offset recovered predicted"
)
# How bad something is that is called a score.
BAD_IF_SCORED = _set_of(
    "pain symptom symptoms severity depression anxiety fatigue disability damage impairment deformity disease "
    "lodging wilting necrosis lesion lesions itch itching erosion nausea distress "
    "mortality injury hazard workload frailty rust anomaly anomalies spam"
)
# What is not wanted, next to words that are no metric.
LEANING = _set_of(
    "losses damage damages late delayed readmission readmissions rollback rollbacks bycatch switches spill spills "
    "lost dropped missed conceded wasted rejected failed failure failures reject rejects rejection scrap waste "
    "mortality death deaths dropout churn infection infections complication complications violation violations crash "
    "crashes accident accidents injury injuries abandonment relapse relapses leak leaks leakage conflict conflicts "
    "forgetting contamination defect defects bug bugs complaint complaints alarm alarms fault outage outages "
    "hallucinated false wrong wrongly timeout timeouts refusal refused jailbreak jailbroken blunder attrition stall "
    "deadlock livelock rework overrun overshoot undershoot takeover hazard hazardous casualty fatality extinction "
    "discard wastage refund unsubscribe delinquency deception contradiction sycophancy stutter flicker cheating harm "
    "harmful toxic offensive abuse breach glitch infraction offroad illegal malformed unsupported overfitting"
)
# In front of a word of what is wanted: that it is not there. And what is wanted, besides metrics and what is reached.
_NEGATION = re.compile(r"(?:in|im|un|non|dis)(?=\w{4})")
_MISTAKEN = re.compile(
    r"mis(?:class|predict|label|identif|match|recogn|rank|align|detect|calib|diagnos|judg|translat|assign|rout)\w*"
)
_WANTED = _set_of(
    "accurate precise fair fairness stable stability reliable reliability explained complete satisfied safe usable "
    "readable sufficient feasibility consistent certain certainty classified labeled assigned covered served met "
    "acceptance acceptability coverage recovery survival click clickthrough conversion response detection answer "
    "arrival convergence compliance adherence participation engagement approval satisfaction cure remission "
    "germination resolution delivery capture identification recognition classification matching attainment "
    "achievement adoption improvement win goal"
)
# How often something is, which is good or bad as that is.
_SHARES = _set_of(
    "rate rates frequency freq incidence prevalence probability proportion fraction share percentage ratio likelihood"
)

# Between, to or before what is not wanted is better long, and to what is wanted short.
_BAD_EVENTS = _set_of(
    "failure failures fail fault faults error errors crash crashes collision collisions incident incidents accident "
    "accidents death relapse relapses progression recurrence rejection infection breakdown breakdowns fracture "
    "rupture compromise exhaustion overload intervention interventions disengagement disengagements exacerbation "
    "outage outages defect defects dropout fall falls"
)
_GOOD_EVENTS = _set_of(
    "target goal solution solutions solve solved threshold accuracy converge converged convergence optimum optimal "
    "completion complete completed finish finished success reach reached reward detect recovery recover answer first "
    "fix merge repair restore respond response train training fit quality best result results render interactive "
    "insight decision diagnosis treatment market delivery ready readiness steady settle resolve resolution close "
    "reply load byte token paint feasible incumbent sort run compute find build compile predict"
)
_UP_TO = _set_of("to until till before between")
# What became of cases, so that a metric may be taken over those of which it is so, as these words in front of it say.
REACHED = _set_of(
    "answered answerable solved accepted valid success successes successful succeeded completed complete completion "
    "converged convergence feasible finished reached attempted attempts parsed parseable passed passing compiled "
    "compiling executed executable detected found retrieved registered tracked localized localised matched confident "
    "decided delivered responded resolved verified proved proven terminated recovered"
)
UNDER_CONDITION = _set_of("on of when given if among for over in within where only by until at")


@dataclass(frozen=True)
class _General:
    """Words of many fields, and which others next to them keep the direction."""

    heads: frozenset[str]
    keep: frozenset[str]
    in_front: bool = False  # whether any word in front of them keeps it


# Short words, and those with numbers in them, are names of things and units.
_SHORTEST = 3
_OF = _set_of("of in on for at by with from over under within against vs between per")
# Words that keep the direction of anything: how it was summed up, on which cases, of which part.
_ANY_DIRECTION = _set_of(
    "mean median avg average min max minimum maximum geometric geo total overall sum aggregate aggregated cumulative "
    "weighted unweighted macro micro balanced smoothed normalized scaled standardized relative rel absolute abs "
    "squared square root sqrt log percent percentage pct rate rates ratio count counts number num no norm final last "
    "best worst train training val valid validation test testing tests eval evaluation dev holdout heldout cv cross "
    "fold out sample oos expected empirical estimated observed measured real true full per of in on for at by with "
    "from over and the a an as unit units value values result results score scores metric measure index level "
    "function mae mse rmse all each any single one two unscaled raw clean standard typical combined joint global "
    "local end model models method methods algorithm algorithms system systems network solver data dataset datasets "
    "task tasks problem problems instance instances case cases set sets table tables file files seed seeds run runs "
    "step steps epoch epochs iteration iterations round rounds query queries request requests item items example "
    "examples subject subjects person node nodes op ops operation operations call calls job jobs batch image images "
    "frame frames pixel token tokens word words report metrics kib mib gib usd eur gbp msec usec de du des del dello "
    "della la le les el los das der die von moyen moyenne medio media medios médio média absoluto absolue absolu "
    "assoluto relativo relativa cuadrático quadratique quadratico quadrático mittlerer mittlere mittleres calcul "
    "cálculo calcolo ejecución execução esecuzione exécution entrenamiento treinamento addestramento entraînement "
    "apprentissage prueba teste prova"
)

_TIME = _General(
    _set_of("time times seconds second secs sec minutes hours duration temps tiempo tiempos tempo tempos zeit dauer"),
    _set_of(
        "fit predict prediction wall walltime wallclock clock cpu gpu tpu solve solving solution run running runtime "
        "inference infer setup build building construction compile compilation search searching selection load loading "
        "init initialization startup start boot warmup warm cold user sys real kernel host device sort sorting "
        "compress compression compressed decompress decompression encode encoding decode decoding indexing index "
        "response reaction preprocess preprocessing postprocess postprocessing optimize optimization optimisation "
        "tuning timeout par par1 par2 par10 p50 p90 p95 p99 travel traveling travelling trip lap race finish finishing "
        "completion complete processing process waiting wait queue queueing queuing service lead cycle changeover idle "
        "recovery repair turnaround delivery transit arrival charging charge flush sync join scan insert insertion "
        "update delete deletion commit write read seek access lookup frame rendering render simulation sim iter plan "
        "planning scheduling exploration convergence settling rise fall computation computational computing compute "
        "execution exec elapsed amortized ping connection handshake download upload transfer copy io disk "
        "communication comm synchronization barrier blocking block lock latency learning learn fitting generation "
        "generate sampling sample parsing parse tokenization feature extraction augmentation import export "
        "installation install deployment deploy migration merge matching registration alignment segmentation detection "
        "tracking mapping clustering classification reconstruction ingest ingestion link linking verification proof "
        "proving checking first next answer reply editing annotation labeling review task transaction page preparation "
        "cleanup shutdown reboot failover restore backup rebuild recompute retrain refit gc pause stop stall freeze "
        "delay overhead cost penalized cutoff taken needed required spent used consumed makespan under pr round flow "
        "tardy filling traversal driving commute downtime outage loop"
    ),
)
_GENERAL = (
    _General(
        _set_of("loss losses verlust perte pertes pérdida pérdidas perda perdas perdita"),
        _set_of(
            "logistic hinge huber focal dice ce bce entropy crossentropy contrastive triplet ranking pinball "
            "quantile l1 l2 zero zeroone 01 surrogate population reconstruction recon perceptual style content "
            "adversarial adv generator gen discriminator disc critic policy actor auxiliary aux regularization reg "
            "objective language lm masked mlm nll kl vae elbo pretraining pretrain finetune finetuning downstream "
            "cls classification bbox box mask rpn regression segmentation depth flow pose packet packets insertion "
            "path transmission propagation heat power energy capacity yield performance information precision signal "
            "privacy credit default given loan bone tooth hearing vision memory blood crop soil nutrient water "
            "habitat species biodiversity head hydraulic pressure friction conversion compression quantization "
            "pruning rounding distortion exact conditional forward poisson gaussian margin softmax sigmoid interval "
            "coverage hamming jaccard brier exponential deviance gini plasticity accuracy quality utility revenue "
            "tax trees sequence time optical polarization core cable join"
        ),
    ),
    _TIME,
    _General(
        _set_of("distance distances"),
        _set_of(
            "edit levenshtein wasserstein frechet fréchet inception hausdorff chamfer hamming cosine euclidean "
            "manhattan mahalanobis jaccard mover movers earth dtw energy mmd generational inverted tour route travel "
            "optimum optimal goal target truth reference ref ground landmark surface perceptual symmetric tree rf "
            "robinson foulds variation kernel transport to pareto front matching error hd fid kid bures statistical "
            "squared"
        ),
    ),
    _General(
        _set_of("energy energie énergie energía energia joules"),
        _set_of(
            "inference package cpu gpu dram consumption consumed used use usage idle active peak wh kwh joule j mj "
            "system board chip device dynamic static switching heating cooling electric electrical grid primary "
            "specific cost"
        ),
    ),
    _General(
        _set_of("error errors err mistakes fehler erreur erreurs errores erro erros errore errori"),
        _set_of(
            "bar l1 l2 inf x y z pos position rot rotation trans translation angle deg px mm cm m km estimate "
            "estimation vs against under above below between within prediction probability free growth increase "
            "bound"
        ),
        in_front=True,
    ),
    _General(
        _set_of(
            "cost costs expense expenses fuel emissions co2 regret delay penalty penalties failures faults crashes "
            "defects collisions overhead deficit violations discrepancy divergence lateness tardiness downtime misses"
        ),
        _set_of(
            "usage use used consumption consumed footprint peak allocated usd eur gbp ratio written sent transferred "
            "emitted time spread kg co2 size"
        ),
        in_front=True,
    ),
    _General(
        _set_of("memory mem bytes"),
        _set_of(
            "usage use used consumption consumed footprint peak allocated written sent transferred moved copied read "
            "size gpu cpu ram vram dram sram resident host device heap stack swap cache disk storage flash buffer "
            "video main chip virtual physical private process activation kv fit predict inference compressed archive "
            "packed encoded download upload traffic network wire communication payload message output code binary "
            "overhead cost running runtime build index required needed"
        ),
    ),
    _General(
        _set_of("gap gaps"),
        _set_of(
            "optimality duality mip lp primal dual integrality generalization performance fairness accuracy parity "
            "sim sim2real reality modality domain bks optimum optimal known bound objective gender group equity "
            "calibration robustness adaptation imitation reward prediction to knowledge"
        ),
    ),
    _General(
        _set_of("stress"),
        _set_of("kruskal sstress mds embedding layout graph perceived heat water drought salt emotional thermal"),
    ),
    _General(
        _set_of("price prices"),
        _set_of("purchase buying list api paid cost ratio spread solution winning bid procurement"),
    ),
    _General(
        _set_of("risk"),
        _set_of(
            "excess bayes credit tail downside default portfolio operational systemic fall infection crash collision "
            "accident cancer disease mortality churn fraud failure conditional structural"
        ),
    ),
)  # fmt: skip


_KNOWN = _ANY_DIRECTION | _OF | CHANGES | TURNED | SPARED | PERHAPS_TURNED | LEAVE_OPEN

# Before the event that something lasts to: the first token, two failures.
_BEFORE_EVENTS = _set_of("first next the a an any two consecutive")


def turning_word(words: Sequence[str]) -> str:
    """Return the first word that turns a metric, though perhaps not; "" where none does.

    >>> turning_word(["zero", "shot", "accuracy"]), turning_word(["weight", "loss"])
    ('', 'weight')
    >>> turning_word(["time", "to", "first", "failure"]), turning_word(["time", "to", "solution"])
    ('to failure', '')
    """
    is_time = not _TIME.heads.isdisjoint(words)
    for index, word in enumerate(words):
        after = [*words[index + 1 :], ""][0]
        if (word in PERHAPS_TURNED and after not in _AGAINST) or (is_time and word in _LASTING):
            return word
        if word in _UP_TO and (event := _event_behind(words, index)) in _BAD_EVENTS:
            return f"{word} {event}"
        if any(word == turning and head in words for turning, head in _TURNING):
            return word
    return ""


def unknown_word(words: Sequence[str], is_metric: Callable[[str], bool]) -> str:
    """Return the first word next to a word of many fields of which nothing is known; "" where there is none.

    >>> unknown_word(["val", "loss"], {"loss"}.__contains__), unknown_word(["hair", "loss"], {"loss"}.__contains__)
    ('', 'hair')
    """
    words = words[: words.index("per")] if "per" in words[1:] else words
    places = [index for index, word in enumerate(words) if is_metric(word)]
    general = [kind for kind in map(_general_of, (words[index] for index in places)) if kind]
    if not places or len(general) < len(places):  # one that says its direction whatever stands next to it
        return ""
    kind, head = general[-1], places[-1]
    behind = next((at for at in range(head + 1, len(words)) if words[at] in _OF | _UP_TO), len(words))
    before = _first_telling(words[:head][::-1])
    is_known = before in kind.keep or is_metric(before)
    up_to = next((at for at, word in enumerate(words) if at and word in _UP_TO), 0)
    if kind is _TIME and up_to and not is_known:
        return unknown_event(words[up_to:], is_metric)
    of_what = "" if is_known or kind.in_front else _first_telling(words[behind:])
    others = (
        "" if is_known or kind.in_front else before,
        _first_telling(words[head + 1 : behind]),
        "" if of_what in _GOOD_EVENTS else of_what,
    )
    return next((word for word in others if word and word not in kind.keep and not is_metric(word)), "")


def _first_telling(words: Sequence[str]) -> str:
    """Return the first word that says of what something is, and is no name of a thing or unit; "" for none."""
    american = (word.replace("ised", "ized").replace("isation", "ization") for word in words)
    return next((word for word in american if word not in _KNOWN and len(word) >= _SHORTEST and word.isalpha()), "")


def dealt_with(words: Sequence[str]) -> str:
    """Return the word that says of what is counted, and not wanted, that it was found or done away with; "" for none.

    >>> dealt_with(["faults", "detected"]), dealt_with(["corrected", "error"])
    ('detected', '')
    """
    return "" if _COUNTED.isdisjoint(words) else next((word for word in words if word in _DEALT_WITH), "")


def speaks_of_unwanted(words: Sequence[str], is_good: Callable[[str], bool]) -> bool:
    """Return whether a word is that of what is not wanted: of a fault, or of what is good with a negation before it.

    >>> names = (["wrong"], ["unsolved"], ["not", "feasible"], ["inaccuracy"], ["input"])
    >>> [speaks_of_unwanted(words, {"accuracy"}.__contains__) for words in names]
    [True, True, True, True, False]
    """
    if any(map(_is_unwanted, words)):
        return True
    joined = [f"un{word}" for before, word in pairwise(words) if before in ("not", "non", "no")]
    goods = [_NEGATION.sub("", word, count=1) for word in (*words, *joined) if _NEGATION.match(word)]
    return any(good in REACHED | _WANTED or is_good(good) for word in goods for good in (word, word.removesuffix("ly")))


def _is_unwanted(word: str) -> bool:
    forms = {word, word.removesuffix("s"), word.removesuffix("es"), re.sub("ies$", "y", word)}
    return not forms.isdisjoint(LEANING | _BAD_EVENTS) or _MISTAKEN.fullmatch(word) is not None


def share_of_unknown(words: Sequence[str], is_good: Callable[[str], bool]) -> str:
    """Return of what a rate is, where nothing is known of it and more of it may be worse; "" elsewhere.

    >>> share_of_unknown(["bounce", "rate"], bool), share_of_unknown(["rate"], bool)
    ('', '')
    >>> share_of_unknown(["bounce", "rate"], {"accuracy"}.__contains__)
    'bounce'
    """
    others = [word for word in words if word not in _SHARES]
    if len(others) == len(words) or any(word in REACHED | _WANTED or is_good(word) for word in others):
        return ""
    return next((word for word in others if word not in _ANY_DIRECTION | _OF and len(word) >= _SHORTEST), "")


def unknown_event(words: Sequence[str], is_metric: Callable[[str], bool]) -> str:
    """Return what something is done until, by the words from "to" on, where nothing is known of it: surrender."""
    event = _event_behind(words, 0)
    return "" if event in _GOOD_EVENTS | _BAD_EVENTS or not event or is_metric(event) else event


def _event_behind(words: Sequence[str], index: int) -> str:
    """Return the first word behind another that names an event; "" where only numbers follow."""
    names = (word for word in words[index + 1 :] if word not in _BEFORE_EVENTS and word.isalpha())
    first = next(names, "")
    return first or ("first" if "first" in words[index + 1 :] else "")


def _general_of(word: str) -> _General | None:
    return next((kind for kind in _GENERAL if word in kind.heads), None)


WAYS_OF_ARROWS: dict[str, Literal["higher", "lower"]] = {
    **dict.fromkeys("↑⬆⇑", "higher"),
    **dict.fromkeys("↓⬇⇓", "lower"),
}
ARROWS = re.compile(f"[{''.join(WAYS_OF_ARROWS)}]\N{VARIATION SELECTOR-16}?")


def arrow_in(name: str) -> str:
    """Return the arrow that a name has, which says which direction is better; "" for none, or for both."""
    arrows = {arrow[0][0] for arrow in ARROWS.finditer(name)}
    return arrows.pop() if len({WAYS_OF_ARROWS[arrow] for arrow in arrows}) == 1 else ""
