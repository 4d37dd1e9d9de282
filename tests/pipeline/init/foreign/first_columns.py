"""Layouts 1 to 13, which the inference was written with: columns and cells. All names and numbers are made up."""

from __future__ import annotations

import math
import random

from foreign import Corpus, grid, markdown, mean, text, times, wide

LAYOUTS = Corpus()
add = LAYOUTS.add
TEN = ("amber", "basin", "cedar", "delta", "ember", "fjord", "grove", "heath", "inlet", "jetty")
EIGHT = TEN[:8]

# 1 -- words inside names, whole numbers
means = {"MaxSim": 62, "Rank-SVM": 66, "TimeMix": 71, "DepthNet": 64, "n-Grams": 58}
g = grid(1, TEN, means, 24, 2, 0)
add(
    "names_with_words",
    {"accuracy.csv": wide(g, TEN, means, "Task")},
    outcome="right",
    datasets=TEN,
    algorithms=tuple(means),
    better="higher",
    best="TimeMix",
    why="Five columns of whole numbers of one range. No word in a name (max, rank, time, depth, n) "
    "makes one a descriptor.",
)

# 2 -- the same with other words, tab-separated, names that look like statistics
means = {"std-PSO": 55, "Yearling": 59, "MemoryNet": 61, "StepLR": 57, "ID3": 68, "sizeless": 60}
g = grid(2, EIGHT, means, 20, 2, 0)
add(
    "names_like_statistics",
    {"f1_macro.tsv": wide(g, EIGHT, means, "corpus", sep="\t")},
    outcome="right",
    datasets=EIGHT,
    algorithms=tuple(means),
    better="higher",
    best="ID3",
    why="std-PSO, Yearling, MemoryNet, StepLR, ID3 and sizeless are algorithms: their values are "
    "in each other's midst.",
)

# 3 -- a descriptor in the unit interval next to AUC
means = {"Alder": 0.80, "Bramble": 0.85, "Clover": 0.82, "Dogwood": 0.79}
g = grid(3, TEN, means, 0.16, 0.008)
share = [0.48, 0.03, 0.11, 0.35, 0.09, 0.27, 0.41, 0.05, 0.18, 0.22]
rows = [
    [d, 300 + 217 * i, 5 + (i * 7) % 23, share[i], f"{(i * 13) % 39}.{i}", *(g[d, a] for a in means)]
    for i, d in enumerate(TEN)
]
add(
    "fractions_beside_auc",
    {"auc.csv": text([["Data", "instances", "features", "minority share", "missing %", *means], *rows])},
    outcome="right-or-ask",
    datasets=TEN,
    algorithms=tuple(means),
    better="higher",
    best="Bramble",
    words=("minority share",),
    why="instances, features, missing % and minority share describe the data; a share of 0.03 to 0.48 is no AUC of a "
    "method among AUCs of 0.7 to 0.9. Read as higher is better 'missing %' would win.",
)

# 4 -- leaderboard of a README with places, sizes, licences and an average
models = ("Heronry-70B", "Plover-7B", "Curlew-13B", "Dunlin-3B", "Sandpiper-34B")
tasks = ("Trivia", "Algebra", "Cloze", "Commonsense", "Coding", "Reading")
means = dict(zip(models, (61.0, 58.2, 66.8, 51.5, 63.9), strict=True))
g = grid(4, tasks, means, 22, 1.2, 1)
order = sorted(models, key=lambda m: -mean(g[t, m] for t in tasks))
rows = [
    [
        n + 1,
        f"[{m}](https://example.org/{m})",
        f"{m.split('-')[1]}",
        (4096, 8192, 2048, 4096, 32768)[n],
        "open",
        *(f"**{g[t, m]}**" if g[t, m] == max(g[t, k] for k in models) else g[t, m] for t in tasks),
        mean((g[t, m] for t in tasks), 2),
    ]
    for n, m in enumerate(order)
]
add(
    "leaderboard_markdown",
    {
        "README.md": "# Leaderboard\n\nScores in per cent.\n\n"
        + markdown([["#", "Model", "Params", "Context", "License", *tasks, "Avg ↑"], *rows])
    },
    outcome="right",
    datasets=tasks,
    algorithms=models,
    better="higher",
    best="Curlew-13B",
    why="A row a model. #, Params, Context, License and Avg are no tasks; links and bold are marks.",
)

# 5 -- summing rows under odd names
means = {"Flint": 0.71, "Gneiss": 0.74, "Halite": 0.69, "Jasper": 0.72}
g = grid(5, EIGHT, means, 0.3, 0.012)
foot = [
    ["Macro avg", *(mean(g[d, a] for d in EIGHT) for a in means)],
    ["Geo. mean", *(round(math.exp(sum(math.log(g[d, a]) for d in EIGHT) / 8), 3) for a in means)],
    ["# wins", *(sum(g[d, a] == max(g[d, b] for b in means) for d in EIGHT) for a in means)],
]
add(
    "summing_rows",
    {"supplement_S3.csv": wide(g, EIGHT, means, "benchmark") + text(foot)},
    outcome="right",
    datasets=EIGHT,
    algorithms=tuple(means),
    better="higher",
    best="Gneiss",
    why="Three rows below sum up those above: mean, geometric mean, number of wins.",
)

# 6 -- a mean and a median without telling names
means = {"Oriole": 31.0, "Pipit": 27.5, "Quelea": 29.0}
g = grid(6, EIGHT, means, 16, 1.0, 1)
foot = [
    ["all", *(round(sum(g[d, a] for d in EIGHT) / 8, 1) for a in means)],
    ["∑", *(round(sum(g[d, a] for d in EIGHT), 1) for a in means)],
]
add(
    "summing_rows_unnamed",
    {"word_error_rate.csv": wide(g, EIGHT, means, "") + text(foot)},
    outcome="right-or-ask",
    datasets=EIGHT,
    algorithms=tuple(means),
    better="lower",
    best="Pipit",
    words=("'all'|`all`|row all|∑",),
    why="The rows 'all' and '∑' are the mean and the sum of the eight rows above; word error rate: lower.",
)

# 7 -- who gives up quickly is not fast
draw = random.Random(7)
problems = tuple(f"p{n:02d}" for n in range(1, 13))
rows = []
for i, p in enumerate(problems):
    hard = draw.uniform(1, 90)
    for solver, factor, fails in (("Hasty", 0.4, i % 4 != 0), ("Steady", 1.0, False), ("Thorough", 1.6, i == 5)):
        took = 0.2 + draw.random() / 10 if fails and solver == "Hasty" else hard * factor * draw.uniform(0.9, 1.1)
        rows.append([p, solver, f"{took:.2f}", draw.choice(("unknown", "memout")) if fails else "solved"])
add(
    "status_who_fails_fast",
    {"runs.csv": text([["instance", "solver", "cpu_s", "status"], *rows])},
    outcome="ask",
    words=("status", "unknown|memout|failed"),
    why="Hasty gives up on 9 of 12 instances within 0.3 s and solves few: without the user's word on failed runs no "
    "order by cpu_s is defensible (Hasty is first both if ignored and on the instances that all solve).",
)

# 8 -- exit codes, with the winner the same whatever is done with failed runs
rows = []
for i, p in enumerate(problems):
    hard = draw.uniform(2, 60)
    for solver, factor in (("Swiftlet", 1.5), ("Kestrel", 1.0), ("Buzzard", 2.2)):
        dead = solver == "Swiftlet" and (i % 2 == 0 or i == 3)
        rows.append([p, solver, f"{0.3 if dead else hard * factor * draw.uniform(0.95, 1.05):.2f}", 137 if dead else 0])
add(
    "exit_codes",
    {"bench.tsv": text([["problem", "tool", "wall time [s]", "exit_code"], *rows], "\t")},
    outcome="right-or-ask",
    datasets=problems,
    algorithms=("Swiftlet", "Kestrel", "Buzzard"),
    metric="wall time [s]",
    better="lower",
    best="Kestrel",
    words=("exit_code",),
    why="exit_code 137: the run was killed, its 0.3 s are no result. Without those runs, or with them last, Kestrel "
    "leads; "
    "to take exit_code for a metric or the 0.3 s for times is wrong (Swiftlet would lead).",
)

# 9 -- a loss beside the name of a score
means = {"AutoFen": 0.24, "AutoMoor": 0.21, "AutoMarsh": 0.28}
rows = []
for fold in range(3):
    g = grid(90 + fold, EIGHT, means, 0.2, 0.012, 4)
    rows += [
        [d, a, fold, g[d, a], "balanced_accuracy", "binary", 60 * (1 + (len(a) % 3))] for d in EIGHT for a in means
    ]
add(
    "loss_beside_scoring",
    {"results.csv": text([["task", "framework", "fold", "holdout_loss", "scoring", "type", "train_s"], *rows])},
    outcome="right",
    datasets=EIGHT,
    algorithms=tuple(means),
    metric="holdout_loss",
    better="lower",
    use="folds",
    best="AutoMoor",
    why="A loss is lower-better whatever the column scoring holds; three folds a cell; train_s a cost.",
)

# 10 -- the metric varies between data sets and directions with it
rows = []
for i, d in enumerate(TEN):
    kind = ("auroc", "rmse", "logloss")[i % 3]
    for j, a in enumerate(("Ridgeway", "Towpath", "Causeway")):
        value = 0.8 + 0.03 * j if kind == "auroc" else 0.5 - 0.04 * j
        rows.append([d, a, kind, round(value + 0.004 * ((i * 7 + j * 3) % 5), 3)])
add(
    "metric_by_data_set",
    {"scores.csv": text([["dataset", "method", "metric", "value"], *rows])},
    outcome="ask",
    words=("metric", "auroc", "rmse"),
    why="Each data set has one of three metrics, two of them lower-better: neither all values nor a third of the "
    "data sets "
    "may be ranked without the user's word.",
)

# 11 -- an error throughout, metrics by data set
means = {"Linearis": 0.36, "Boostwood": 0.25, "Mitra": 0.28}
g = grid(11, TEN, means, 0.2, 0.01, 4)
rows = [[d, a, g[d, a], ("roc_auc", "log_loss", "rmse")[i % 3]] for i, d in enumerate(TEN) for a in means]
add(
    "error_with_metric_by_data_set",
    {"all.csv": text([["dataset", "method", "metric_error", "metric"], *rows])},
    outcome="right-or-ask",
    datasets=TEN,
    algorithms=tuple(means),
    metric="metric_error",
    better="lower",
    best="Boostwood",
    words=("'metric'|column metric",),
    why="metric_error is an error on all ten data sets: lower. A third of the data sets, or higher, is wrong.",
)

# 12 -- run times beyond the limit
means = {"Basalt": 40, "Chert": 90, "Dolomite": 70}
g = times(12, TEN, means, 1.2, 0.06, 1)
cells = dict(g)
cells["cedar", "Basalt"] = cells["heath", "Chert"] = cells["cedar", "Chert"] = ">3600"
add(
    "beyond_the_limit",
    {"runtime_s.csv": wide(cells, TEN, means, "instance")},
    outcome="right-or-ask",
    datasets=TEN,
    algorithms=tuple(means),
    better="lower",
    best="Basalt",
    words=(">3600",),
    why="'>3600' is no number, but the columns Basalt and Chert are solvers still; without either, another table.",
)

# 13 -- one cell of each kind, in accuracy
means = {"Fulmar": 0.86, "Gannet": 0.90, "Skua": 0.87, "Tern": 0.84}
g = grid(13, TEN, means, 0.12, 0.008)
cells = dict(g)
cells["basin", "Gannet"] = ">0.99"
cells["delta", "Skua"] = f"{g['delta', 'Skua']}†"
cells["ember", "Tern"] = "n/a"
cells["grove", "Gannet"] = f"{g['grove', 'Gannet']}**"
add(
    "one_odd_cell",
    {"accuracy.csv": wide(cells, TEN, means, "dataset")},
    outcome="right-or-ask",
    datasets=TEN,
    algorithms=tuple(means),
    better="higher",
    best="Gannet",
    words=(">0.99", "Gannet"),
    why="Gannet, the best, has one cell '>0.99' and one with stars; Skua a dagger; Tern a gap. None leaves the table.",
)
