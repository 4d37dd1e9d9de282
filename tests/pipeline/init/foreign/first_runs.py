"""Layouts 14 to 22, which the inference was written with: runs and curves. All names and numbers are made up."""

from __future__ import annotations

import json
import math
import random

from foreign import Corpus, grid, text, times, wide

LAYOUTS = Corpus()
add = LAYOUTS.add
draw = random.Random(71)
TEN = ("amber", "basin", "cedar", "delta", "ember", "fjord", "grove", "heath", "inlet", "jetty")
EIGHT = TEN[:8]
SIX = TEN[:6]

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
