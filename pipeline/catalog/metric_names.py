"""Names of metrics and costs by field and language, and which direction of each is better, as these fields use them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True)
class MetricNames:
    """What metrics and costs are called in one field or language, words parted by blanks."""

    lower: str = ""  # words of which lower is better, wherever they stand in a name
    higher: str = ""
    time: str = ""  # the time that it takes, of which lower is better
    cost: str = ""  # what else it costs
    # short names, which mean something else next to other words: only where they are the whole name
    lower_alone: str = ""
    higher_alone: str = ""
    cost_alone: str = ""
    # terms of several words, parted by semicolons, which mean something else than each word
    lower_terms: str = ""
    higher_terms: str = ""
    plain_terms: str = ""  # that say no direction


FIELDS: Mapping[str, MetricNames] = MappingProxyType(
    {
        "classification": MetricNames(
            lower="error err loss logloss misclassification mmce ce bce ece mce tce brier bbrier mbrier hinge hamming "
            "fpr fnr fdr missrate misses missed crossentropy calibrationerror ibs unresolved mistakes fpr95 frr hter "
            "acer",
            higher="accuracy acc balacc bacc auc auroc auprc prauc roc f1 fscore fmeasure precision recall score kappa "
            "mcc sensitivity specificity tpr tnr ppv npv jaccard gmean top1 top5 top10 concordance cindex areaunder "
            "lift correct passed solved resolved success match pass quality aupr rocauc balancedaccuracy qwk",
            lower_alone="ace far sce uce",
            higher_alone="em ap",
            lower_terms="zero one loss; zero one error",
            plain_terms="risk adjusted; risk free; cost sensitive; cost aware; error free; distance weighted; "
            "distance based; energy based; zero one; time series; time step; time steps; time resolved; time weighted; "
            "time averaged; time dependent; real time",
        ),
        "regression": MetricNames(
            lower="mse rmse nrmse mae mape smape rmsle medae rae rrse rse sae sse maxae rmsse rmsd mre mare",
            higher="r2 rsq rsquared correlation spearman pearson kendall ktau srho",
            lower_alone="ae ape mdape",
            higher_alone="pcc ccc srcc plcc krcc lcc",
        ),
        "forecasting": MetricNames(
            lower="mase wape wql pinball owa mrae crps msis mpiw staleness gmrae maape mdrae quantileloss",
            higher="crpss rpss skill",
            lower_alone="nd ql winkler",
            higher_alone="bss csi hss ets sedi pod picp",
        ),
        "hydrology": MetricNames(higher="nse kge lnse"),
        "probability": MetricNames(
            lower="nll deviance aic bic aicc waic surprisal kl kld jsd mmd divergence nelbo discrepancy emd "
            "wasserstein frechet",
            higher="likelihood elbo",
        ),
        "language": MetricNames(
            lower="perplexity ppl bpc bpd bpb bpp hallucination infidelity toxicity levenshtein",
            higher="bleu rouge meteor cider bertscore chrf bleurt faithfulness helpfulness fluency bartscore "
            "moverscore unieval clipscore vqascore exactmatch",
            lower_alone="bitsperbyte bitsperchar bitsperdim bitsdim bitstoken",
            lower_terms="self bleu; self similarity; intra list similarity",
            higher_alone="spice comet xcomet em pass",
        ),
        "speech": MetricNames(
            lower="wer cer eer mindcf mcd cpwer jer ter",
            higher="pesq stoi estoi sisdr sisnr sdr dnsmos utmos nisqa rtfx werr",
            lower_alone="per der ser uer rtf",
            higher_alone="snr mos",
            lower_terms="real time factor",
            higher_terms="signal to distortion; signal to noise and distortion; signal to interference; return loss; "
            "echo return loss enhancement",
        ),
        "retrieval": MetricNames(
            higher="map ndcg mrr hits retention hit diversity novelty overlap hitrate",
            higher_alone="rbp",
            higher_terms="reciprocal rank; rank correlation; rank ic",
        ),
        "vision": MetricNames(
            lower="lpips fid fvd kid niqe brisque absrel sqrel chamfer hausdorff hd95 assd mpjpe pampjpe idsw "
            "distortion cfid cmmd fad",
            higher="iou miou dice psnr ssim fsim vmaf ap50 ap75 idf1 idp idr hota mota motp deta assa similarity pck "
            "pckh aupro imagereward hpsv2 pickscore nima musiq clipiqa",
            lower_alone="epe swd asd cd",
            higher_alone="is inceptionscore pro pq sq rq jf oks vif",
        ),
        "clustering": MetricNames(
            lower="daviesbouldin",
            higher="ari nmi ami purity silhouette modularity vmeasure calinskiharabasz trustworthiness dbcv",
            higher_alone="chindex",
            lower_terms="davies bouldin index",
            higher_terms="rand index; adjusted rand index; fowlkes mallows; dunn index; calinski harabasz; "
            "conformity index",
        ),
        "anomalies": MetricNames(higher="vus prec sharpe affiliationf"),
        "optimization": MetricNames(
            lower="regret makespan gap igd rpd tardiness suboptimality violations lateness delay wirelength penalty "
            "penalties distance distances stress flowtime turnaround par2 par10 epsilonindicator",
            higher="hypervolume hv fitness utility profit",
            lower_alone="gd spacing",
        ),
        "learning to act": MetricNames(
            lower="risk drawdown collisions ade fde minade minfde rpe jitter shortfall deficit",
            higher="wins reward rew return returns win winrate elo speedup hdr sortino calmar",
            higher_alone="sr spl",
        ),
        "business": MetricNames(
            lower_terms="return rate; return rates; product returns; customer returns; return visits; reward hacking",
            higher_terms="on time; in full; first time; benefit cost ratio; benefit to cost; rate of return; "
            "time between maintenance; time between overhauls; time between interventions",
            plain_terms="one time; part time; full time; all time",
        ),
        "medicine": MetricNames(
            lower_terms="time above range; time below range; time outside range; time out of range; "
            "urinary retention; fluid retention; urine retention",
            higher_terms="time in range; time in target range; time within range; working memory; recognition memory; "
            "episodic memory; verbal memory; memory span; warning lead time; detection lead time; "
            "prediction lead time; forecast lead time; relative risk reduction",
        ),
        "engineering": MetricNames(
            lower_terms="return to baseline; dead time; braking distance; stopping distance; power consumption; "
            "area delay product; energy delay product; power delay product; switching loss; "
            "specific energy consumption; delivery lead time; production lead time; order lead time; "
            "manufacturing lead time; procurement lead time",
            higher_terms="energy efficiency; fuel efficiency; fuel economy; cost efficiency; power efficiency; "
            "memory efficiency; sample efficiency; energy density; energy yield; coherence time; dephasing time; "
            "spectral gap; eigen gap; yield stress; tensile stress; failure stress; code distance; free distance; "
            "sight distance; time headway",
        ),
        "fairness": MetricNames(lower="unfairness dpd eod inconsistency"),
        "structural biology": MetricNames(
            lower="irmsd lrmsd clashscore clashes clash molprobity",
            higher="lddt plddt gdt tmscore dockq fnat iptm ptm bedroc enrichmentfactor",
            lower_alone="pae",
            higher_alone="qed validity uniqueness",
        ),
        "computers": MetricNames(
            lower="slowdown ttft itl cpi mpki overhead downtime failures faults crashes defects edp hpwl",
            higher="uptime agreement",
            time="time times seconds second secs sec ms ns us µs msec usec minutes hours duration runtime runtimes "
            "walltime cputime elapsed latency",
            cost="bytes memory mem ram rss params parameters flops gflops mflops tflops macs mmacs gmacs energy joules "
            "cost costs price prices expense expenses fuel emissions co2 luts brams",
            lower_alone="tpot",
            higher_alone="ipc",
            cost_alone="powerw powermw p50 p75 p90 p95 p99 p999 areamm2 areaum2 dsps ffs watts",
        ),
        # Words end in these, as those of German and of scripts without blanks do.
        "German": MetricNames(
            lower="fehler fehlerrate fehlerquote verlust abweichung",
            higher="genauigkeit trefferquote präzision sensitivität spezifität korrektklassifikationsrate güte gewinn "
            "belohnung",
            time="laufzeit zeit dauer rechenzeit",
            cost="kosten preis speicherbedarf speicherverbrauch energieverbrauch stromverbrauch",
        ),
        "French": MetricNames(
            lower="erreur erreurs perte pertes",
            higher="exactitude précision justesse spécificité sensibilité récompense",
            time="temps durée",
            cost="coût coûts prix mémoire énergie",
            higher_alone="rappel",
        ),
        "Spanish": MetricNames(
            lower="errores pérdida pérdidas",
            higher="exactitud precisión exhaustividad sensibilidad especificidad recompensa ganancia aciertos",
            time="tiempo tiempos",
            cost="coste costes costo precio memoria energía",
        ),
        "Portuguese": MetricNames(
            lower="erro erros perda perdas",
            higher="acurácia precisão exatidão revocação sensibilidade especificidade acertos",
            time="tempo tempos",
            cost="custo custos memória energia",
        ),
        "Italian": MetricNames(
            lower="errore errori perdita",
            higher="precisione accuratezza richiamo",
            time="tempo tempi",
            cost="prezzo costo costi",
        ),
        "Russian": MetricNames(
            lower="ошибка погрешность потери", higher="точность полнота", time="время", cost="стоимость"
        ),
        "Chinese": MetricNames(
            lower="误差 错误率 误差率 损失 均方误差 平均绝对误差 损失函数 困惑度",
            higher="准确率 正确率 精度 精确率 召回率 查准率 查全率 准确度 精确度 f1值 "
            "f1分数 宏f1 微f1 宏平均f1 微平均f1 收益 "
            "奖励 吞吐量",
            time="时间 耗时 用时 运行时间 训练时间",
            cost="成本 代价 费用 内存 显存 能耗 延迟",
        ),
        "Japanese": MetricNames(
            lower="誤差 誤り率 損失 エラー率 エラー 誤答率",
            higher="正解率 適合率 再現率 f値 正答率 報酬",
            time="時間 実行時間",
            cost="コスト 費用 メモリ 遅延",
        ),
        "Korean": MetricNames(
            lower="오차 오류율 손실", higher="정확도 정밀도 재현율", time="시간 실행시간", cost="비용 메모리"
        ),
    }
)
# Short names that mean two things, of the first higher and of the second lower is better; in small letters those that
# do so however they are written.
AMBIGUOUS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "mr": ("a mean reward", "a mean rank or miss rate"),
        "ar": ("an average recall", "an average rank"),
        "ERR": ("an expected reciprocal rank", "an error"),
        "ate": ("an average treatment effect", "an absolute trajectory error"),
        "spread": ("how far solutions reach", "how unevenly they lie"),
        "power": ("a statistical power", "a power in watts"),
        "GFLOPS": ("operations per second", "operations in all"),
        "MFLOPS": ("operations per second", "operations in all"),
        "TFLOPS": ("operations per second", "operations in all"),
        "wns": ("a slack with its sign", "the size of a negative slack"),
        "tns": ("a slack with its sign", "the size of a negative slack"),
        "area": ("an area under a curve", "the area of a circuit"),
        "hr": ("a hit rate", "a hazard ratio"),
        "crashes": ("crashes that a test finds", "crashes that happen"),
    }
)
# Terms that do so, whatever stands next to them; of some neither direction is usual.
AMBIGUOUS_TERMS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "insertion loss": ("what a silencer or a barrier keeps away", "what a part takes from a signal"),
        "transmission loss": ("what a wall keeps away", "what a line takes from a signal"),
        "lead time": ("how early a warning comes", "how long a delivery takes"),
        "time on task": ("how long somebody stays with it", "how long it takes"),
        "time on page": ("how long somebody stays on it", "how long it takes"),
        "time on site": ("how long somebody stays on it", "how long it takes"),
        "reading time": ("how long somebody reads", "how long it takes"),
        "walking time": ("how long somebody can walk", "how long a way takes"),
        "relative risk": ("how often what is wanted happens", "how often what is not wanted happens"),
        "risk ratio": ("how often what is wanted happens", "how often what is not wanted happens"),
        "odds ratio": ("how often what is wanted happens", "how often what is not wanted happens"),
        "hazard ratio": ("how often what is wanted happens", "how often what is not wanted happens"),
        "minimum distance": ("how far things stay apart", "how near something comes"),
        "min distance": ("how far things stay apart", "how near something comes"),
        "distance per": ("how far something comes with it", "how long the way is"),
        "band gap": ("a wide gap", "a narrow gap"),
        "specific energy": ("energy that is stored per mass", "energy that is used per unit"),
        "percentile rank": ("a share of others that are worse", "a place among others"),
        "risk score": ("a score that grows with safety", "a score that grows with the risk"),
        "docking score": ("a score that grows with the binding", "an energy of binding"),
        "shear stress": ("a stress that something bears", "a stress that it is under"),
        "onset delay": ("how long it is put off", "how late it begins"),
    }
)


def _words(of: Iterable[str]) -> frozenset[str]:
    return frozenset(" ".join(of).split())


def _terms(of: Iterable[str]) -> frozenset[str]:
    return frozenset(term.strip() for terms in of for term in terms.split(";") if term.strip())


_LOWER_TERMS = _terms(names.lower_terms for names in FIELDS.values())
_HIGHER_TERMS = _terms(names.higher_terms for names in FIELDS.values())
TERMS = _LOWER_TERMS | _HIGHER_TERMS | _terms(names.plain_terms for names in FIELDS.values()) | AMBIGUOUS_TERMS.keys()
LOWER = _words(names.lower for names in FIELDS.values()) | _LOWER_TERMS
HIGHER = _words(names.higher for names in FIELDS.values()) | _HIGHER_TERMS
TIMES = _words(names.time for names in FIELDS.values())
COST = TIMES | _words(names.cost for names in FIELDS.values())
LOWER_ALONE = _words(names.lower_alone for names in FIELDS.values())
HIGHER_ALONE = _words(names.higher_alone for names in FIELDS.values())
COST_ALONE = _words(names.cost_alone for names in FIELDS.values())
# Names of these languages are often written as one word with what they are of, which stands in front.
_JOINED = ("German", "Chinese", "Japanese", "Korean")


def _ends(of: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(_words(of)))


LOWER_ENDS = _ends(FIELDS[language].lower for language in _JOINED)
HIGHER_ENDS = _ends(FIELDS[language].higher for language in _JOINED)
COST_ENDS = _ends(f"{FIELDS[language].time} {FIELDS[language].cost}" for language in _JOINED)


_LONGEST_TERM = max(len(term.split()) for term in TERMS)


def joined_terms(words: Sequence[str]) -> list[str]:
    """Return words with those as one, parted by blanks, that are a term together.

    >>> joined_terms(["Mean", "time", "in", "Range"])
    ['Mean', 'time in Range']
    """
    joined, at = list[str](), 0
    while at < len(words):
        ends = range(min(at + _LONGEST_TERM, len(words)), at, -1)
        end = next((end for end in ends if " ".join(words[at:end]).casefold() in TERMS), at + 1)
        joined.append(" ".join(words[at:end]))
        at = end
    return joined
