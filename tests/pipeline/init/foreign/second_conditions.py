"""Layouts 71 to 80, kept closed until the end: conditions, curves and no scores. All names and numbers are made up."""

from __future__ import annotations

import json
import math
import random

from foreign import Corpus, text

LAYOUTS = Corpus()
add = LAYOUTS.add
draw = random.Random(22)
NINE = ("atlas", "bison", "comet", "dune", "eddy", "fern", "gale", "hive", "islet")
SEVEN = NINE[:7]

# 31 -- corruptions by severities
rows, made = [], []
for c, base in (("blur", 0.35), ("fog", 0.42), ("jpeg", 0.25), ("snow", 0.50)):
    for s in (1, 3, 5):
        made.append(f"{c} / {s}")
        rows += [
            [c, s, a, round(base + 0.05 * s + m + draw.uniform(-0.01, 0.01), 4)]
            for a, m in (("plainnet", 0.06), ("augnet", 0.0), ("mixnet", 0.03))
        ]
add(
    "corruption_by_severity",
    {"robustness.csv": text([["corruption", "severity", "model", "top1_error"], *rows])},
    outcome="right-or-ask",
    datasets=tuple(made),
    algorithms=("plainnet", "augnet", "mixnet"),
    metric="top1_error",
    better="lower",
    use="joined",
    best="augnet",
    words=("severity", "join"),
    why="A corruption at a severity is a data set (12); severities are no folds.",
)

# 32 -- horizons of a forecast
rows, made = [], []
for d in ("etta", "traffica", "weathera", "exchanga"):
    for h in (96, 192, 336, 720):
        made.append(f"{d} / {h}")
        rows += [
            [
                d,
                h,
                a,
                round((m + h / 3000 + len(d) / 40) * draw.uniform(0.97, 1.03), 3),
                round((m + h / 3000 + len(d) / 40) * 0.8, 3),
            ]
            for a, m in (("PatchTime", 0.30), ("iForm", 0.33), ("DLine", 0.38))
        ]
add(
    "horizons",
    {"ltsf.csv": text([["data", "pred_len", "model", "mse", "mae"], *rows])},
    outcome="right-or-ask",
    datasets=tuple(made),
    algorithms=("PatchTime", "iForm", "DLine"),
    metric="mse",
    better="lower",
    use="joined",
    best="PatchTime",
    words=("pred_len", "join"),
    also=("mae",),
    why="A series at a horizon is a data set (16), not a fold of it.",
)

# 33 -- the budget of an optimizer
rows = []
for i, d in enumerate(SEVEN):
    for a, (low, lag) in {"randsearch": (0.30, 2.0), "bayesopt": (0.12, 12.0), "halver": (0.20, 4.0)}.items():
        rows += [
            [d, a, b, round(low + 0.01 * i + 0.9 * math.exp(-b / lag) + draw.uniform(0, 0.01), 4)]
            for b in (1, 3, 9, 27, 81)
        ]
add(
    "budgets",
    {"hpo.csv": text([["problem", "optimizer", "budget", "regret"], *rows])},
    outcome="right-or-ask",
    datasets=SEVEN,
    algorithms=("randsearch", "bayesopt", "halver"),
    metric="regret",
    better="lower",
    use="steps-last",
    best="bayesopt",
    words=("budget", "last|reduce|join"),
    why="regret falls with the budget; at the end bayesopt leads, by the mean randsearch or halver.",
)

# 34 -- shares of the training set
rows = []
for i, d in enumerate(SEVEN):
    for a, (top, lag) in {"shallow": (0.72, 0.05), "profound": (0.97, 0.6), "middling": (0.83, 0.12)}.items():
        rows += [
            [d, a, p, round(top - 0.01 * i - 0.5 * math.exp(-p / lag) + draw.uniform(-0.004, 0.004), 4)]
            for p in (0.05, 0.1, 0.2, 0.4, 1.0)
        ]
add(
    "shares_of_training",
    {"curves.csv": text([["corpus", "learner", "train_fraction", "accuracy"], *rows])},
    outcome="right-or-ask",
    datasets=SEVEN,
    algorithms=("shallow", "profound", "middling"),
    metric="accuracy",
    better="higher",
    use="steps-last",
    best="profound",
    words=("train_fraction", "last|reduce|join"),
    why="accuracy grows with the share; a mean over shares crowns middling or shallow.",
)

# 35 -- a column a checkpoint
rows = []
for i, d in enumerate(SEVEN):
    for a, (top, lag) in {"frozen": (0.70, 3), "adapter": (0.78, 10), "tuned": (0.86, 40)}.items():
        rows.append(
            [
                d,
                a,
                *(
                    round(top - 0.01 * i - 0.5 * math.exp(-k / lag) + draw.uniform(-0.003, 0.003), 3)
                    for k in (5, 20, 50, 100)
                ),
            ]
        )
add(
    "checkpoints_in_columns",
    {"checkpoints_acc.csv": text([["dataset", "method", "epoch 5", "epoch 20", "epoch 50", "epoch 100"], *rows])},
    outcome="right-or-ask",
    datasets=SEVEN,
    algorithms=("frozen", "adapter", "tuned"),
    metric="epoch 100",
    better="higher",
    use="steps-last",
    best="tuned",
    words=("epoch 100", "epoch 5"),
    why="Four points of a curve in columns: the last, or the user is asked. At epoch 5 frozen leads.",
)

# 36 -- one list of models
add(
    "one_list_of_models",
    {
        "ranking.csv": text(
            [
                ["rank", "model", "score", "votes"],
                *(
                    [i + 1, m, 1290 - 23 * i, 4100 - 300 * i]
                    for i, m in enumerate(("ocelot", "serval", "margay", "caracal", "jaguar"))
                ),
            ]
        )
    },
    outcome="ask",
    words=("one data set|at least two|single data set|nothing to compare",),
    why="One score a model: there is one data set, over which nothing can be compared. rank and votes are no "
    "data sets.",
)

# 37 -- numbers about data sets, and no scores
add(
    "descriptions_only",
    {
        "datasets.csv": text(
            [
                ["dataset", "n_instances", "n_features", "n_classes", "minority_fraction", "missing_rate"],
                *(
                    [d, 150 * (i + 2), 4 + 3 * i, 2 + i % 4, round(0.5 / (1 + i % 4), 3), round(i / 50, 2)]
                    for i, d in enumerate(NINE)
                ),
            ]
        )
    },
    outcome="ask",
    words=("no scores|no algorithm|describe|nothing to compare|n_instances",),
    why="Only descriptions of data sets: no column is an algorithm's.",
)

# 38 -- votes
names = ("ocelot-9b", "serval-27b", "margay-2b", "caracal-70b")
rows = [[f"q{k}", *draw.sample(names, 2), draw.choice(("model_a", "model_b", "tie"))] for k in range(60)]
add(
    "votes",
    {
        "battles.jsonl": "".join(
            json.dumps(dict(zip(("question", "model_a", "model_b", "winner"), r, strict=True))) + "\n" for r in rows
        )
    },
    outcome="right",
    metric="votes",
    why="Votes on pairs hold no scores on data sets, and have a layout of their own.",
)

# 39 -- p-values of pairs
means = ("SVMax", "kNNear", "Bayesic", "Treeish")
p = {(a, b): 1.0 if a == b else round(0.003 + 0.02 * (len(a) + len(b)) % 0.3, 3) for a in means for b in means}
add(
    "p_values_of_pairs",
    {"nemenyi.csv": text([["", *means], *([a, *(p[a, b] for b in means)] for a in means)])},
    outcome="ask",
    words=("pairs|p-value|same names|symmetric",),
    why="Rows and columns have the same names, 1 on the diagonal: a matrix of p-values of pairs, no scores.",
)

# 40 -- lines of a tracker: settings inside, validation and test inside
lines = []
for i, d in enumerate(SEVEN):
    for a, (good, top) in {"stumps": (9, 0.88), "lattice": (3, 0.84), "splines": (5, 0.82)}.items():
        for depth in (3, 5, 9):
            t = (
                top
                - 0.02 * i
                - (0 if depth == good else (0.22 if a == "stumps" else 0.02))
                + draw.uniform(-0.004, 0.004)
            )
            lines.append(
                {
                    "data": {"name": d, "rows": 900 + i},
                    "estimator": {"name": a, "max_depth": depth},
                    "metrics": {
                        "val": {"auc": round(t + draw.uniform(-0.003, 0.003), 4)},
                        "test": {"auc": round(t, 4)},
                    },
                    "status": "FINISHED",
                    "duration_s": 5.0 + depth,
                }
            )
add(
    "tracker_lines",
    {"runs.jsonl": "".join(json.dumps(line) + "\n" for line in lines)},
    outcome="right-or-ask",
    datasets=SEVEN,
    algorithms=("stumps", "lattice", "splines"),
    metric="metrics.test.auc",
    better="higher",
    use="settings",
    best="stumps",
    words=("max_depth", "choose|setting|join"),
    why="max_depth is a setting, chosen by the AUC of validation in each cell. By the mean stumps is last.",
)
