"""Layouts 1 to 40 of the foreign corpus, which the inference was written with. All names and numbers are made up."""

from __future__ import annotations

import json
import math
import random

from foreign import Foreign, grid, markdown, mean, text, times, wide

LAYOUTS: list[Foreign] = []


def add(name, files, given=None, **stated):
    """Append a layout; what is given is its only file unless stated."""
    LAYOUTS.append(Foreign(name=name, files=files, given=given or next(iter(files)), **stated))


TEN = ("amber", "basin", "cedar", "delta", "ember", "fjord", "grove", "heath", "inlet", "jetty")
EIGHT = TEN[:8]
SIX = TEN[:6]

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

# 14 -- a folder of runs of which one ran out of memory
means = {"Caddis": 0.83, "Mayfly": 0.79, "Stonefly": 0.77}
speed = {"Caddis": 30, "Mayfly": 9, "Stonefly": 2}
g, t = grid(14, EIGHT, means, 0.14, 0.01, 4), times(14, EIGHT, speed, 0.5, 0.05, 2)
files = {f"runs/{a}__{d}.json": json.dumps({"accuracy": g[d, a], "fit_seconds": t[d, a]}) for d in EIGHT for a in means}
files["runs/Mayfly__fjord.json"] = json.dumps({"fit_seconds": 0.4, "error": "OOM"})
add(
    "one_run_failed",
    files,
    "runs",
    outcome="right",
    datasets=EIGHT,
    algorithms=tuple(means),
    metric="accuracy",
    better="higher",
    best="Caddis",
    why="One of 24 files has an error and no accuracy: a missing result. By fit_seconds Stonefly would lead.",
)

# 15 -- a loss that became infinite
means = {"Sparrow": 3.1, "Wagtail": 2.7, "Dipper": 3.6}
g = grid(15, EIGHT, means, 1.6, 0.12)
g.update(dict.fromkeys([(d, "Sparrow") for d in ("amber", "basin", "delta", "grove", "heath")], math.inf))
g["grove", "Dipper"] = math.inf
add(
    "infinite_loss",
    {"finals.json": json.dumps([{"dataset": d, "optimizer": a, "final_loss": g[d, a]} for d in EIGHT for a in means])},
    outcome="right-or-ask",
    datasets=EIGHT,
    algorithms=tuple(means),
    metric="final_loss",
    better="lower",
    best="Wagtail",
    words=("infin|'inf'|inf ", "Sparrow|final_loss"),
    why="Infinity is no result or the worst one, never 1.0, which would be the best loss of its data set, and "
    "Sparrow first.",
)

# 16 -- a learning curve by frames: fast starters are not the best
envs = ("Lagoon", "Maze", "Orbit", "Pendant", "Quarry", "Rapids", "Summit")
agents = {"QuickQ": (60, 0.4), "SlowPG": (100, 4.0), "MidAC": (76, 1.8)}


def curve(top, lag, step, wobble):
    """Return the value of a curve that approaches its top with a lag."""
    return round(top * (1 - math.exp(-step / lag)) + wobble, 2)


rows = []
for e, env in enumerate(envs):
    for a, (top, lag) in agents.items():
        rows += [[env, a, 200000 * s, curve(top * (0.7 + 0.1 * e), lag, s, draw.uniform(-1, 1))] for s in range(1, 8)]
add(
    "curve_frames",
    {"eval.csv": text([["env", "agent", "frames", "episode_return"], *rows])},
    outcome="right-or-ask",
    datasets=envs,
    algorithms=tuple(agents),
    metric="episode_return",
    better="higher",
    use="steps-last",
    best="SlowPG",
    words=("frames", "last|reduce"),
    why="frames numbers the points of a curve; the value at the end counts. By the mean over frames MidAC leads.",
)

# 17 -- seeds and epochs at once
nets = {"Fernet": (0.90, 6.0), "Mossnet": (0.84, 1.5), "Lichenet": (0.80, 2.0)}
rows = []
for i, d in enumerate(SIX):
    for a, (top, lag) in nets.items():
        for seed in (11, 12, 13):
            rows += [
                [d, a, seed, ep, f"{curve(top - 0.03 * i, lag, ep, draw.uniform(-0.01, 0.01)):.2f}", f"{2.5 / ep:.3f}"]
                for ep in (2, 4, 8, 16, 32)
            ]
add(
    "curve_seeds_epochs",
    {"log.csv": text([["dataset", "net", "seed", "epoch", "test_acc", "train_loss"], *rows])},
    outcome="right-or-ask",
    datasets=SIX,
    algorithms=tuple(nets),
    metric="test_acc",
    better="higher",
    use="steps-last",
    best="Fernet",
    words=("epoch", "last|reduce"),
    also=("train_loss",),
    why="Three seeds a cell, five epochs a seed: the last epoch of each, seeds averaged. Mean over epochs: Mossnet.",
)

# 18 -- repeats without a column, with gaps
means = {"Ochre": 0.77, "Sienna": 0.81, "Umber": 0.75}
rows = []
for i, d in enumerate(EIGHT):
    for j, (a, m) in enumerate(means.items()):
        rows += [[d, a, round(m - 0.02 * i + draw.uniform(-0.02, 0.02), 4)] for _ in range(3 - ((i + j) % 5 == 0))]
add(
    "repeats_with_gaps",
    {"measured.csv": text([["dataset", "algorithm", "f1"], *rows])},
    outcome="right-or-ask",
    datasets=EIGHT,
    algorithms=tuple(means),
    metric="f1",
    better="higher",
    use="seeds",
    best="Sienna",
    words=("repeats",),
    why="Two or three rows a cell without a number: repeats, of which the mean is taken.",
)

# 19 -- functions by dimensions, with runs
funcs, dims = ("f1", "f2", "f3", "f4"), (10, 30, 50)
rows, made = [], []
for f in funcs:
    for n in dims:
        made.append(f"{f} / {n}")
        for a, m in (("SwarmA", 1.0), ("EvolB", 0.5), ("DiffC", 0.8)):
            rows += [
                [n, f, a, run, f"{m * n**1.5 * (1 + funcs.index(f)) * draw.uniform(0.9, 1.1):.3e}"]
                for run in range(1, 6)
            ]
add(
    "functions_by_dimensions",
    {"cec.csv": text([["dim", "func", "algo", "run", "best_error"], *rows])},
    outcome="right-or-ask",
    datasets=tuple(made),
    algorithms=("SwarmA", "EvolB", "DiffC"),
    metric="best_error",
    better="lower",
    use="joined",
    best="EvolB",
    words=("dim", "func", "join"),
    why="A function at a dimension is a data set: 12 of them, five runs a cell.",
)

# 20 -- the algorithm is made of two columns
combos = {("conv", "linear"): 0.66, ("conv", "proto"): 0.80, ("attn", "linear"): 0.78, ("attn", "proto"): 0.73}
joined = {f"{b} / {h}": m for (b, h), m in combos.items()}
g = grid(20, EIGHT, joined, 0.2, 0.01)
add(
    "backbone_by_head",
    {
        "ablation.csv": text(
            [
                ["backbone", "head", "corpus", "macro_f1"],
                *([*k.split(" / "), d, g[d, k]] for k in joined for d in EIGHT),
            ]
        )
    },
    outcome="right-or-ask",
    datasets=EIGHT,
    algorithms=tuple(joined),
    metric="macro_f1",
    better="higher",
    use="joined",
    best="conv / proto",
    words=("backbone", "head", "join"),
    why="Both columns vary in full: four algorithms. With head pooled as folds attn would lead (means .755 and .73).",
)

# 21 -- a note with commas in quotes
means = {"Ash": 0.74, "Beech": 0.78, "Hazel": 0.71}
g = grid(21, EIGHT, means, 0.2, 0.01)
rows = [
    [d, a, g[d, a], '"4,5"' if i % 3 == 0 else ('"rerun, node 7"' if i % 3 == 1 else "")]
    for i, d in enumerate(EIGHT)
    for a in means
]
add(
    "note_with_commas",
    {"final.csv": text([["dataset", "algorithm", "accuracy", "note"], *rows])},
    outcome="right",
    datasets=EIGHT,
    algorithms=tuple(means),
    metric="accuracy",
    better="higher",
    best="Beech",
    why="note is text: '4,5' there says nothing of how accuracy is written.",
)

# 22 -- per cent in cells
means = {"Zircon": 71.0, "Topaz": 75.0, "Onyx": 72.5}
g = grid(22, EIGHT, means, 24, 1.2, 1)
add(
    "per_cent_cells",
    {"top1.csv": wide(g, EIGHT, means, "dataset", lambda v: f"{v} %")},
    outcome="right",
    datasets=EIGHT,
    algorithms=tuple(means),
    better="higher",
    best="Topaz",
    why="'71.4 %' is a number with its unit.",
)

# 23 -- one table of a page of several
means = {"Rook": 44.0, "Jackdaw": 49.0, "Magpie": 46.0}
g = grid(23, SIX, means, 20, 1.5, 1)
page = (
    "# Notes\n\n## Links\n\n"
    + markdown([["what", "where", "since"], ["code", "here"], ["weights", "there", "May"]])
    + "\n## Zero-shot accuracy\n\n"
    + markdown([["task", *means], *([d, *(g[d, a] for a in means)] for d in SIX)])
    + "\n## Cost\n\n"
    + markdown([["model", "GPU h"], *([a, 7 * len(a)] for a in means)])
)
add(
    "named_table_of_a_page",
    {"notes.md": page},
    "notes.md#Zero-shot accuracy",
    outcome="right",
    datasets=SIX,
    algorithms=tuple(means),
    better="higher",
    best="Jackdaw",
    why="The table that was named is whole; a short row in another one (which Markdown fills) does not matter.",
)

# 24 -- an object by model, by metric, by data set
means = {"coder-s": 41.0, "coder-m": 55.0, "coder-l": 52.0}
g, h = grid(24, SIX, means, 20, 1.5, 1), grid(240, SIX, means, 20, 1.5, 1)
add(
    "object_by_model",
    {
        "results.json": json.dumps(
            {
                a: {"pass@1": {d: g[d, a] for d in SIX}, "pass@5": {d: round(h[d, a] + 9, 1) for d in SIX}}
                for a in means
            },
            indent=1,
        )
    },
    outcome="right-or-ask",
    datasets=SIX,
    algorithms=tuple(means),
    metric="pass@1",
    better="higher",
    best="coder-m",
    words=("key1",),
    also=("pass@5",),
    why="An object with an entry a model, in it one a metric, in it one a data set.",
)

# 25 -- records under one key beside what describes the run
means = {"nmt-base": 24.0, "nmt-deep": 27.0, "nmt-wide": 25.5, "pivot": 22.0}
g = grid(25, EIGHT, means, 14, 0.7, 2)
add(
    "records_under_a_key",
    {
        "systems.json": json.dumps(
            {
                "harness": {"version": "3.1", "git": "abc123"},
                "host": "node7",
                "results": [
                    {"pair": d, "system": a, "score": {"bleu": g[d, a], "chrf": round(g[d, a] + 28, 2)}, "seconds": 31}
                    for d in EIGHT
                    for a in means
                ],
            }
        )
    },
    outcome="right-or-ask",
    datasets=EIGHT,
    algorithms=tuple(means),
    metric="score.bleu",
    better="higher",
    best="nmt-deep",
    words=("bleu",),
    also=("score.chrf",),
    why="The list under 'results' is the table; harness and host describe it.",
)

# 26 -- a file that is a cost only
means = {"zip-a": 120, "zip-b": 75, "zip-c": 210}
g = times(26, EIGHT, means, 1.4, 0.05, 1)
add(
    "file_of_costs",
    {"peak_memory_mb.csv": wide(g, EIGHT, means, "workload")},
    outcome="right",
    datasets=EIGHT,
    algorithms=tuple(means),
    better="lower",
    best="zip-b",
    why="The file's name says megabytes of memory: lower.",
)

# 27 -- from inside the folder, a file an algorithm
means = {"Aphid": 0.70, "Beetle": 0.75, "Cicada": 0.72}
g = grid(27, EIGHT, means, 0.2, 0.01)
add(
    "dot_file_an_algorithm",
    {f"{a}.csv": text([["dataset", "accuracy"], *([d, g[d, a]] for d in EIGHT)]) for a in means},
    ".",
    outcome="right",
    datasets=EIGHT,
    algorithms=tuple(means),
    metric="accuracy",
    better="higher",
    best="Beetle",
    why="run . in a folder with a file an algorithm.",
)

# 28 -- two header rows: tool over column
means = {"Larch": 0.66, "Spruce": 0.72, "Yew": 0.69}
g, t = grid(28, EIGHT, means, 0.2, 0.01), times(28, EIGHT, {"Larch": 2, "Spruce": 9, "Yew": 5}, 0.8, 0.05, 1)
add(
    "two_header_rows",
    {
        "table4.csv": text(
            [
                ["", *(c for a in means for c in (a, ""))],
                ["data set", *(c for a in means for c in ("F1", "time (s)"))],
                *([d, *(c for a in means for c in (g[d, a], t[d, a]))] for d in EIGHT),
            ]
        )
    },
    outcome="right-or-ask",
    datasets=EIGHT,
    algorithms=tuple(means),
    metric="F1",
    better="higher",
    best="Spruce",
    words=("header|two head|head row|two rows",),
    why="The first row names the tools, the second F1 and time of each. By time Larch leads.",
)

# 29 -- a table of HTML with plus-minus
means = {"Merlin": 88.0, "Hobby": 85.0, "Harrier": 83.5}
g = grid(29, EIGHT, means, 12, 0.9, 1)
body = "".join(
    f"<tr><td><i>{d}</i></td>"
    + "".join(
        f"<td>{'<b>' if g[d, a] == max(g[d, b] for b in means) else ''}{g[d, a]} ± {0.3 + i / 10:.1f}"
        f"{'<sup>a</sup>' if (d, a) == ('cedar', 'Hobby') else ''}"
        f"{'</b>' if g[d, a] == max(g[d, b] for b in means) else ''}</td>"
        for i, a in enumerate(means)
    )
    + "</tr>\n"
    for d in EIGHT
)
add(
    "html_plus_minus",
    {
        "table2.html": "<html><body><p>Text</p><table><caption>Accuracy (%), mean ± sd</caption>\n"
        "<thead><tr><th>Data set</th>"
        + "".join(f"<th>{a}</th>" for a in means)
        + "</tr></thead>\n<tbody>"
        + body
        + "</tbody></table></body></html>"
    },
    outcome="right-or-ask",
    datasets=EIGHT,
    algorithms=tuple(means),
    better="higher",
    best="Merlin",
    words=("cedar|Hobby",),
    why="Three methods, 'x ± y' is a mean with its spread; the raised a in one cell is a footnote's mark.",
)

# 30 -- a row a method, a column a data set, with descriptors of the methods
means = {"Lyra": 27.1, "Draco": 24.6, "Vela": 30.2, "Crux": 25.9}
g = grid(30, SIX, means, 12, 0.8, 1)
ranks = {a: mean((sum(g[d, b] < g[d, a] for b in means) + 1 for d in SIX), 2) for a in means}
add(
    "methods_in_rows",
    {
        "rmse_by_method.csv": text(
            [
                ["Method", "Released", "Params (M)", *SIX, "Avg. rank"],
                *([a, 2019 + i, 11.5 * (i + 1), *(g[d, a] for d in SIX), ranks[a]] for i, a in enumerate(means)),
            ]
        )
    },
    outcome="right",
    datasets=SIX,
    algorithms=tuple(means),
    better="lower",
    best="Draco",
    why="Rows are methods; Released, Params (M) and Avg. rank are no data sets; rmse: lower.",
)

# 31 -- right or wrong on test examples, a column a model
n = 300
g = {
    (f"q{i:03d}", a): int(draw.random() < p)
    for i in range(n)
    for a, p in (("tutor", 0.62), ("scholar", 0.78), ("novice", 0.5))
}
add(
    "examples_wide",
    {"graded.csv": wide(g, [f"q{i:03d}" for i in range(n)], ("tutor", "scholar", "novice"), "question")},
    outcome="right-or-ask",
    algorithms=("tutor", "scholar", "novice"),
    better="higher",
    use="examples",
    best="scholar",
    words=("example", "0 and 1|0/1|question"),
    why="300 rows of 0 and 1 are test examples of one data set, not data sets: a doubt must say so.",
)

# 32 -- the same, long, with four data sets
rows = []
for i, d in enumerate(("law", "history", "physics", "biology")):
    for a, p in (("tutor", 0.60), ("scholar", 0.75), ("novice", 0.48)):
        rows += [[d, a, f"{d}-{k}", int(draw.random() < p - 0.04 * i)] for k in range(60)]
add(
    "examples_long",
    {"outcomes.csv": text([["subject", "model", "question_id", "correct"], *rows])},
    outcome="right-or-ask",
    datasets=("law", "history", "physics", "biology"),
    algorithms=("tutor", "scholar", "novice"),
    metric="correct",
    better="higher",
    use="examples",
    best="scholar",
    words=("question_id", "example"),
    why="question_id numbers test examples; the score is the share that is correct in each of four subjects.",
)

# 33 -- one study of one objective
rows = [
    [
        i,
        f"{0.9 - 0.3 / (i + 1) + draw.uniform(-0.05, 0.05):.4f}",
        f"{10 ** draw.uniform(-4, -1):.2e}",
        draw.randint(2, 12),
        "COMPLETE" if i % 6 else "PRUNED",
    ]
    for i in range(24)
]
add(
    "one_study_of_tuning",
    {"tuning.csv": text([["number", "value", "params_lr", "params_max_depth", "state"], *rows])},
    outcome="ask",
    words=("nothing to compare|one study|one objective|trials",),
    why="Trials of one tuning study: no data sets, no algorithms, nothing to compare.",
)

# 34 -- settings with scores of validation
rows = []
for i, d in enumerate(EIGHT):
    for a, (best_lr, top) in {"Anvil": (0.1, 0.84), "Bellows": (0.01, 0.80), "Forge": (0.001, 0.81)}.items():
        for lr in (0.1, 0.01, 0.001):
            loss = 0.25 if a == "Anvil" else 0.02
            test = top - 0.02 * i - (loss if lr != best_lr else 0) + draw.uniform(-0.005, 0.005)
            rows.append([d, a, lr, f"{test + draw.uniform(-0.004, 0.004):.4f}", f"{test:.4f}"])
add(
    "settings_with_validation",
    {"sweep.csv": text([["dataset", "method", "lr", "val_acc", "test_acc"], *rows])},
    outcome="right-or-ask",
    datasets=EIGHT,
    algorithms=("Anvil", "Bellows", "Forge"),
    metric="test_acc",
    better="higher",
    use="settings",
    best="Anvil",
    words=("lr", "choose|setting|join"),
    why="Each cell has three settings of lr; the one with the best val_acc counts. By the mean Anvil is last.",
)

# 35 -- precision, recall, f1 and support
means = {"tagger": 0.78, "chunker": 0.83, "parser": 0.80}
g, t = grid(35, EIGHT, means, 0.15, 0.01), grid(350, EIGHT, {"tagger": 0.9, "chunker": 0.8, "parser": 0.7}, 0.1, 0.01)
add(
    "support_beside_scores",
    {
        "report.csv": text(
            [
                ["corpus", "system", "precision", "recall", "f1-score", "support"],
                *(
                    [d, a, t[d, a], round(1.6 * g[d, a] - 0.6 * t[d, a], 3), g[d, a], 100 + 37 * i]
                    for i, d in enumerate(EIGHT)
                    for a in means
                ),
            ]
        )
    },
    outcome="right-or-ask",
    datasets=EIGHT,
    algorithms=tuple(means),
    metric=None,
    better="higher",
    best=None,
    words=("support|--metric",),
    also=("precision", "recall", "f1-score"),
    why="Three metrics, each higher; support counts the items of a corpus, the same for all: never a score.",
)

# 36 -- forecasts: a column a model, a row a series and metric
series = tuple(f"H{n}" for n in range(1, 9))
means = {"SeasonalMean": 1.00, "AutoETS": 0.86, "TimeWeaver": 0.78, "NBeam": 0.82}
g = grid(36, series, means, 0.5, 0.03)
rows = [
    [s, "2031-06-01", k, *(round(g[s, a] * scale, 3) for a in means)]
    for k, scale in (("mase", 1), ("smape", 11.3))
    for s in series
]
add(
    "forecast_evaluation",
    {"evaluation.csv": text([["unique_id", "cutoff", "metric", *means], *rows])},
    outcome="right-or-ask",
    datasets=series,
    algorithms=tuple(means),
    metric="mase",
    better="lower",
    best="TimeWeaver",
    words=("metric", "scores.where|--metric|smape"),
    also=("smape",),
    why="A row a series and metric, a column a model; both metrics lower; cutoff is constant.",
)

# 37 -- thousands
means = {"Explorer": 5200, "Settler": 7900, "Nomad": 6100}
g = times(37, EIGHT, means, 1.8, 0.06, 0)
add(
    "thousands",
    {"episode_reward.csv": wide(g, EIGHT, means, "game", lambda v: f'"{int(v):,}"')},
    outcome="ask",
    words=("thousands", "decimal"),
    datasets=EIGHT,
    algorithms=tuple(means),
    better="higher",
    best="Settler",
    why="'7,904' is 7904 or 7.904, and nothing else in the file says which; reward: higher.",
)

# 38 -- the algorithms are numbers
g = grid(38, EIGHT, {"1": 0.22, "3": 0.19, "7": 0.16, "15": 0.18}, 0.1, 0.006)
add(
    "neighbors_as_algorithms",
    {
        "knn.csv": text(
            [["dataset", "k", "error_rate"], *([d, k, g[d, k]] for d in EIGHT for k in ("1", "3", "7", "15"))]
        )
    },
    outcome="right-or-ask",
    datasets=EIGHT,
    algorithms=tuple(f"{k} | k={k} | k{k}" for k in (1, 3, 7, 15)),
    metric="error_rate",
    better="lower",
    use="single",
    best="7 | k=7 | k7",
    words=("'k'|column k|k=", "algorithm"),
    why="The column k tells the compared variants apart: four of them. As folds there is nothing to compare.",
)

# 39 -- German, semicolons, decimal commas
means = {"Eiche": 0.81, "Buche": 0.85, "Tanne": 0.79}
g, t = grid(39, EIGHT, means, 0.2, 0.01), times(39, EIGHT, {"Eiche": 3, "Buche": 20, "Tanne": 1}, 0.6, 0.05, 1)
add(
    "german_semicolons",
    {
        "ergebnisse.csv": text(
            [
                ["Datensatz", "Verfahren", "Genauigkeit", "Laufzeit (s)"],
                *([d, a, str(g[d, a]).replace(".", ","), str(t[d, a]).replace(".", ",")] for d in EIGHT for a in means),
            ],
            ";",
        )
    },
    outcome="right-or-ask",
    datasets=EIGHT,
    algorithms=tuple(means),
    metric="Genauigkeit",
    better="higher",
    best="Buche",
    words=("Genauigkeit",),
    also=("Laufzeit (s)",),
    why="Genauigkeit is accuracy, Laufzeit a run time. By the latter Buche is last.",
)

# 40 -- comments before the head, a row of units below it
means = {"Pulsar": 14.0, "Quasar": 11.0, "Magnetar": 17.5}
g = times(40, EIGHT, means, 1.0, 0.05, 2)
add(
    "comments_and_units",
    {
        "kernels.csv": "# written by bench 2.4, do not edit\n# host: node7\n"
        + text([["kernel", *means], ["", "ms", "ms", "ms"], *([d, *(g[d, a] for a in means)] for d in EIGHT)])
    },
    outcome="right-or-ask",
    datasets=EIGHT,
    algorithms=tuple(means),
    better="lower",
    best="Quasar",
    words=("'ms'|units",),
    why="Two lines of comment, then the head, then the units: ms, hence lower.",
)
