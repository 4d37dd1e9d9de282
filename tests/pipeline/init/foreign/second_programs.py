"""Layouts 41 to 49, kept closed until the end: what programs write. All names and numbers are made up."""

from __future__ import annotations

import json
import math
import random

from foreign import Corpus, grid, markdown, mean, text, wide

LAYOUTS = Corpus()
add = LAYOUTS.add
draw = random.Random(2)
NINE = ("atlas", "bison", "comet", "dune", "eddy", "fern", "gale", "hive", "islet")
SIX = NINE[:6]

# 1 -- the data sets are years of a competition
years = tuple(str(y) for y in range(2011, 2021))
means = {"Timer-XL": 171, "StepTree": 160, "MiniRank": 148, "SeedGAN": 155}
g = grid(101, years, means, 60, 4, 0)
add(
    "years_as_data_sets",
    {"solved_instances.csv": wide(g, years, means, "Year")},
    outcome="right-or-ask",
    datasets=years,
    algorithms=tuple(means),
    better="higher",
    best="Timer-XL",
    words=("Year",),
    why="Editions of a competition are the rows; the columns, though Timer, Step, Rank and Seed are in their names, "
    "solvers.",
)

# 2 -- data sets are numbers of an archive, with numbers about them
ids = ("3", "31", "37", "44", "151", "1461", "1590", "4534", "23517")
means = {"gblinear": 0.71, "forestry": 0.80, "tabnetto": 0.76}
g = grid(102, ids, means, 0.3, 0.01, 4)
add(
    "numbers_as_data_sets",
    {
        "evaluations.csv": text(
            [
                ["run_id", "task_id", "flow", "n_samples", "bal_acc"],
                *(
                    [80000 + 31 * i + j, d, a, 500 * (i + 1), g[d, a]]
                    for i, d in enumerate(ids)
                    for j, a in enumerate(means)
                ),
            ]
        )
    },
    outcome="right",
    datasets=ids,
    algorithms=tuple(means),
    metric="bal_acc",
    better="higher",
    best="forestry",
    why="task_id is the data set though it is a number; run_id counts rows; n_samples belongs to the task.",
)

# 3 -- a leaderboard as a list of objects with results inside
names = ("ocelot-9b", "serval-27b", "margay-2b", "caracal-70b")
tasks = ("arithmetic", "bible", "charades", "dialogue", "essays", "facts")
means = dict(zip(names, (55.0, 66.0, 43.0, 61.0), strict=True))
g = grid(103, tasks, means, 24, 1.2, 1)
add(
    "leaderboard_objects",
    {
        "board.json": json.dumps(
            [
                {
                    "model": m,
                    "params_b": (9, 27, 2, 70)[i],
                    "average": mean((g[t, m] for t in tasks), 2),
                    "date": f"2031-0{i + 1}-11",
                    "results": {t: g[t, m] for t in tasks},
                }
                for i, m in enumerate(names)
            ],
            indent=1,
        )
    },
    outcome="right-or-ask",
    datasets=tuple(f"{t} | results.{t}" for t in tasks),
    algorithms=names,
    better="higher",
    best="serval-27b",
    words=("results.arithmetic|results.*|'results'",),
    why="An object a model; the keys below results are data sets, params_b and average are not.",
)


# 4 -- a harness's tables, a page a model
def harness(model):
    """Return the page of a model."""
    rows = [[t, 1, "none", 5, "acc", "↑", f"{g[t, model] / 100:.4f}", "±", f"0.0{11 + i}"] for i, t in enumerate(tasks)]
    return markdown([["Tasks", "Version", "Filter", "n-shot", "Metric", "", "Value", "", "Stderr"], *rows])


add(
    "harness_page_a_model",
    {f"out/{m}.md": f"hf (pretrained={m}), limit: None\n\n" + harness(m) for m in names},
    "out",
    outcome="right-or-ask",
    datasets=tasks,
    algorithms=names,
    metric=None,
    better="higher",
    best="serval-27b",
    words=("'Value'|column Value", "Stderr|Tasks|Metric"),
    why="A file a model, a row a task; Value is the score, Stderr, Version and n-shot are not.",
)

# 5 -- a harness's JSON, a file a model
add(
    "harness_json_a_model",
    {
        f"logs/{m}.json": json.dumps(
            {
                "results": {
                    t: {"alias": t, "acc,none": round(g[t, m] / 100, 4), "acc_stderr,none": 0.012} for t in tasks
                },
                "config": {"model": m, "batch_size": 8, "num_fewshot": 5},
                "total_time": 812.4 + i,
            }
        )
        for i, m in enumerate(names)
    },
    "logs",
    outcome="right-or-ask",
    datasets=tasks,
    algorithms=names,
    better="higher",
    best="serval-27b",
    words=("acc,none",),
    why="Below results a task each; acc,none is the score, its standard error and total_time are not.",
)

# 6 -- a file a task below a folder a model, the score inside a list
files = {
    f"results/{m}/a1b2c3/{t}.json": json.dumps(
        {
            "task_name": t,
            "evaluation_time": 30.5 + 100 * (m == "serval-27b"),
            "kg_co2_emissions": None,
            "scores": {"test": [{"main_score": g[t, m] / 100, "hf_subset": "default", "languages": ["eng"]}]},
        }
    )
    for t in tasks
    for m in names
}
add(
    "score_in_a_list",
    files,
    "results",
    outcome="right-or-ask",
    datasets=tasks,
    algorithms=names,
    better="higher",
    best="serval-27b",
    words=("main_score",),
    why="main_score in the list is the score; by evaluation_time serval-27b would be last.",
)

# 6b -- the same with several languages a task, which each model lists in an order of its own
tongues = ("eng", "deu", "fra")
files = {
    f"results/{m}/a1b2c3/{t}.json": json.dumps(
        {
            "task_name": t,
            "evaluation_time": 30.5,
            "scores": {
                "test": [
                    {"main_score": g[t, m] / 100 - tongues.index(tongue) / 10, "hf_subset": tongue}
                    for tongue in tongues[at % 3 :] + tongues[: at % 3]
                ]
            },
        }
    )
    for t in tasks
    for at, m in enumerate(names)
}
add(
    "languages_in_a_list",
    files,
    "results",
    outcome="right-or-ask",
    datasets=[f"{t} / {tongue}" for t in tasks for tongue in tongues],
    algorithms=names,
    better="higher",
    best="serval-27b",
    words=("hf_subset",),
    why="hf_subset is a part of the data sets; the places in the lists mean nothing.",
)

# 7 -- benchmarks of one program each: names that hold program and input
rows = [
    {
        "name": f"BM_{a}/{n}",
        "iterations": 1000,
        "real_time": round(m * n * math.log2(n) * draw.uniform(0.97, 1.03), 1),
        "cpu_time": round(m * n * math.log2(n), 1),
        "time_unit": "ns",
    }
    for n in (64, 256, 1024, 4096, 16384)
    for a, m in (("Quick", 1.2), ("Merge", 1.5), ("Radix", 0.9))
]
add(
    "name_holds_both",
    {"bench.json": json.dumps({"context": {"date": "2031-02-03", "num_cpus": 8}, "benchmarks": rows})},
    outcome="right-or-ask",
    datasets=("64", "256", "1024", "4096", "16384"),
    algorithms=("BM_Quick | Quick", "BM_Merge | Merge", "BM_Radix | Radix"),
    metric="real_time",
    better="lower",
    best="BM_Radix | Radix",
    words=("argument", "benchmark"),
    also=("cpu_time",),
    why="The name is program/size; 15 data sets of one program each would be nothing to compare. ns: lower.",
)

# 8 -- a logger's folders: algorithm, environment, seed, and a progress file
files = {}
for e, env in enumerate(("Hopscotch-v2", "Cartwheel-v1", "Swinger-v3", "Lander-v2", "Crawler-v1", "Balancer-v4")):
    for a, (top, lag) in {"ddpq": (240, 0.6), "sax": (400, 4.0), "tripo": (300, 1.5)}.items():
        for s in (0, 1):
            files[f"exp/{a}/{env}/seed_{s}/progress.csv"] = text(
                [
                    ["time/total_timesteps", "rollout/ep_rew_mean", "time/fps"],
                    *(
                        [
                            k * 10000,
                            round(top * (1 + e / 9) * (1 - math.exp(-k / lag)) + draw.uniform(-4, 4), 1),
                            900 - k * len(a),
                        ]
                        for k in range(1, 9)
                    ),
                ]
            )
add(
    "logger_folders",
    files,
    "exp",
    outcome="right-or-ask",
    datasets=("Hopscotch-v2", "Cartwheel-v1", "Swinger-v3", "Lander-v2", "Crawler-v1", "Balancer-v4"),
    algorithms=("ddpq", "sax", "tripo"),
    metric="rollout/ep_rew_mean",
    better="higher",
    use="steps-last",
    best="sax",
    words=("timesteps", "last|reduce"),
    why="total_timesteps numbers the points of a curve; the last counts. By the mean tripo leads; fps is speed.",
)

# 9 -- a board's exports: Wall time, Step, Value
files = {}
for e, d in enumerate(SIX):
    for a, (low, lag) in {"adamant": (0.9, 1.0), "lionet": (0.3, 5.0), "sgdm": (0.6, 2.5)}.items():
        files[f"val_loss/{a}__{d}.csv"] = text(
            [
                ["Wall time", "Step", "Value"],
                *(
                    [
                        1700000000.5 + 60 * k,
                        500 * k,
                        round(low + e / 20 + 3 * math.exp(-k / lag) + draw.uniform(-0.02, 0.02), 4),
                    ]
                    for k in range(1, 21)
                ),
            ]
        )
add(
    "board_exports",
    files,
    "val_loss/{algorithm}__{dataset}.csv",
    outcome="right-or-ask",
    datasets=SIX,
    algorithms=("adamant", "lionet", "sgdm"),
    better="lower",
    use="steps-last",
    best="lionet",
    words=("Step", "last|reduce|--better|direction"),
    why="Step numbers a curve of a loss (the folder says so): the last Value counts. By the mean sgdm leads.",
)
