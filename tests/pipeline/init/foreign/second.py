"""Layouts 41 to 80 of the foreign corpus, kept closed until the end. All names and numbers are made up."""

from __future__ import annotations

import json
import math
import random

from foreign import Foreign, grid, markdown, mean, text, times, wide

LAYOUTS: list[Foreign] = []


def add(name, files, given=None, **stated):
    """Append a layout; what is given is its only file unless stated."""
    LAYOUTS.append(Foreign(name=name, files=files, given=given or next(iter(files)), **stated))


draw = random.Random(2)
NINE = ("atlas", "bison", "comet", "dune", "eddy", "fern", "gale", "hive", "islet")
SEVEN = NINE[:7]
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
    why="scores.test.0.main_score is the score; by evaluation_time serval-27b would be last.",
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

# 10 -- a competition's wide table: time and result of each solver
head, rows = ["benchmark"], []
for s in ("Zeta", "Yota", "Xeno"):
    head += [f"{s} time", f"{s} result"]
for i, b in enumerate(NINE):
    hard = draw.uniform(5, 200)
    zeta = (round(hard * 1.1, 1), "sat") if i % 3 == 0 else (0.1, "unknown")
    rows.append([b, *zeta, round(hard, 1), "sat", round(hard * 1.7, 1), "sat" if i != 4 else "unknown"])
add(
    "result_a_solver",
    {"main_track.csv": text([head, *rows])},
    outcome="ask",
    words=("result", "unknown", "failed|outcome|scores.where|where:|no result"),
    why="Zeta says unknown after 0.1 s on six of nine: whether that counts decides who is first.",
)

# 11 -- an index that pandas wrote
means = {"koala": 0.77, "lemur": 0.74, "mouse": 0.70}
g = grid(111, NINE, means, 0.2, 0.01)
add(
    "index_column",
    {"roc_auc.csv": text([["", "dataset", *means], *([i, d, *(g[d, a] for a in means)] for i, d in enumerate(NINE))])},
    outcome="right",
    datasets=NINE,
    algorithms=tuple(means),
    better="higher",
    best="koala",
    why="The first column counts rows; as an algorithm it would lead on all but one.",
)

# 12 -- three header lines of a grouped frame
means = {"ridge": 4.4, "lasso": 5.0, "elastic": 3.9}
g = grid(112, SEVEN, means, 2, 0.15)
add(
    "grouped_frame",
    {
        "summary.csv": text(
            [
                ["", "", "mae", "mae", "fit_time", "fit_time"],
                ["", "", "mean", "std", "mean", "std"],
                ["dataset", "model", "", "", "", ""],
                *(
                    [d, a, g[d, a], 0.2, {"ridge": 1.1, "lasso": 0.8, "elastic": 3.0}[a], 0.1]
                    for d in SEVEN
                    for a in means
                ),
            ]
        )
    },
    outcome="right-or-ask",
    datasets=SEVEN,
    algorithms=tuple(means),
    metric=None,
    better="lower",
    best="elastic",
    words=("header|head row|three rows|two rows",),
    why="Three header lines: mae over mean and std, then the names of the index. By fit_time lasso leads.",
)

# 13 -- a column of means and one of deviations for each
means = {"GRUve": 0.82, "Conveyor": 0.79, "Attentive": 0.77}
g = grid(113, NINE, means, 0.16, 0.008)
head = ["dataset", *(c for a in means for c in (f"{a}_mean", f"{a}_std"))]
rows = [[d, *(c for a in means for c in (g[d, a], round(draw.uniform(0.005, 0.09), 3)))] for d in NINE]
add(
    "means_and_deviations",
    {"accuracy_5runs.csv": text([head, *rows])},
    outcome="right-or-ask",
    datasets=NINE,
    algorithms=tuple(f"{a} | {a}_mean" for a in means),
    better="higher",
    best="GRUve | GRUve_mean",
    words=("GRUve_std|_std",),
    why="Columns of means are the algorithms', with or without _mean in their names; those of deviations are not: six "
    "algorithms are wrong.",
)

# 14 -- ranks beside values
means = {"Pike": 18.2, "Roach": 15.1, "Tench": 16.4}
g = grid(114, NINE, means, 8, 0.6, 1)
add(
    "ranks_beside_values",
    {
        "nrmse.csv": text(
            [
                ["series", *means, *(f"r({a})" for a in means)],
                *(
                    [d, *(g[d, a] for a in means), *(1 + sum(g[d, b] < g[d, a] for b in means) for a in means)]
                    for d in NINE
                ),
            ]
        )
    },
    outcome="right",
    datasets=NINE,
    algorithms=tuple(means),
    better="lower",
    best="Roach",
    why="The last three columns are the ranks within the row of the first three.",
)

# 15 -- groups with rows of their own within the table
means = {"Cello": 81.0, "Viola": 78.5, "Basso": 76.0}
g = grid(115, NINE, means, 18, 1.0, 1)
rows = []
for title, part in (("Images", NINE[:4]), ("Texts", NINE[4:])):
    rows += [
        [title, "", "", ""],
        *([d, *(g[d, a] for a in means)] for d in part),
        [f"{title} (avg)", *(mean((g[d, a] for d in part), 1) for a in means)],
    ]
rows.append(["Overall", *(mean((g[d, a] for d in NINE), 1) for a in means)])
add(
    "groups_of_rows",
    {"linear_probe_accuracy.csv": text([["Dataset", *means], *rows])},
    outcome="right-or-ask",
    datasets=NINE,
    algorithms=tuple(means),
    better="higher",
    best="Cello",
    words=("Images", "avg|Overall"),
    why="Two title rows without numbers, a mean below each group and one of all: nine data sets.",
)

# 16 -- columns that are functions of the others
means = {"Saffron": 9.1, "Sumac": 8.2, "Thyme": 9.8}
g = grid(116, NINE, means, 4, 0.35, 2)
add(
    "functions_of_columns",
    {
        "perplexity.csv": text(
            [
                ["corpus", *means, "oracle", "Δ", "all three"],
                *(
                    [d, *v, min(v), round(max(v) - min(v), 2), round(sum(v), 2)]
                    for d in NINE
                    for v in [[g[d, a] for a in means]]
                ),
            ]
        )
    },
    outcome="right-or-ask",
    datasets=NINE,
    algorithms=tuple(means),
    better="lower",
    best="Sumac",
    words=("oracle",),
    why="oracle is the least, Δ the range, 'all three' the sum of the row: each a function of the three models.",
)

# 17 -- wins, ties, losses and a test below the table
means = {"Ours": 0.84, "Rival-1": 0.81, "Rival-2": 0.83, "Rival-3": 0.80}
g = grid(117, NINE, means, 0.14, 0.006)
foot = [
    ["W/T/L", "–", "9/0/0", "7/0/2", "9/0/0"],
    ["Friedman rank", *(mean((1 + sum(g[d, b] > g[d, a] for b in means) for d in NINE), 2) for a in means)],
    ["p-value", "–", "0.004", "0.031", "0.004"],
]
add(
    "tests_below_the_table",
    {"paper_table_3.csv": wide(g, NINE, means, "Dataset") + text(foot)},
    outcome="right",
    datasets=NINE,
    algorithms=tuple(means),
    better="higher",
    best="Ours",
    why="W/T/L, Friedman rank and p-value are no data sets.",
)

# 18 -- ranks in parentheses
means = {"Hearth": 0.612, "Kiln": 0.655, "Stove": 0.631}
g = grid(118, NINE, means, 0.2, 0.012)
rows = [
    ["Data", *means],
    *([d, *(f"{g[d, a]:.3f} ({1 + sum(g[d, b] > g[d, a] for b in means)})" for a in means)] for d in NINE),
]
add(
    "ranks_in_parentheses",
    {"ndcg.md": "NDCG@10 (rank)\n\n" + markdown(rows)},
    outcome="right-or-ask",
    datasets=NINE,
    algorithms=tuple(means),
    better="higher",
    best="Kiln",
    words=("(1)|(2)|(3)",),
    why="'0.655 (1)' is a score with its rank.",
)

# 19 -- TeX in cells
cells = {k: f"${v:.3f}_{{\\pm {draw.uniform(0.002, 0.02):.3f}}}$" for k, v in g.items()}
for d in NINE:
    top = max(means, key=lambda a: g[d, a])
    cells[d, top] = f"$\\mathbf{{{g[d, top]:.3f}}}_{{\\pm 0.008}}$"
add(
    "tex_in_cells",
    {
        "README.md": "### NDCG@10\n\n"
        + markdown([["Data", *means], *([d, *(cells[d, a] for a in means)] for d in NINE)])
    },
    outcome="right-or-ask",
    datasets=NINE,
    algorithms=tuple(means),
    better="higher",
    best="Kiln",
    words=("README.md", "mathbf|\\pm|TeX"),
    why="Formulas of TeX: the number before _{\\pm ...} is the score.",
)

# 20 -- a boolean column of outcomes
rows = []
for i, d in enumerate(NINE):
    for a, m in (("newtonic", 0.45), ("conjugal", 0.40), ("steepest", 0.55)):
        bad = a == "newtonic" and i % 2 == 0
        rows.append(
            [d, a, f"{0.001 if bad else m * (1 + i / 9) * draw.uniform(0.95, 1.05):.4f}", 3 if bad else 40 + i, not bad]
        )
add(
    "converged_or_not",
    {"fits.csv": text([["problem", "method", "residual", "iterations", "converged"], *rows])},
    outcome="right-or-ask",
    datasets=NINE,
    algorithms=("newtonic", "conjugal", "steepest"),
    metric="residual",
    better="lower",
    best="conjugal",
    words=("converged", "False|failed|scores.where"),
    why="Where converged is False the residual of 0.001 is no result (five of nine of newtonic's). With it "
    "newtonic leads; without, or with what failed last, conjugal.",
)

# 21 -- a column called error that holds texts
means = {"treeline": 2.2, "meadowlark": 1.8, "ridgeback": 2.6}
g = grid(121, NINE, means, 1.2, 0.08)
rows = [
    [
        d,
        a,
        "" if (d, a) == ("gale", "treeline") else g[d, a],
        "MemoryError: 12 GB" if (d, a) == ("gale", "treeline") else "",
    ]
    for d in NINE
    for a in means
]
add(
    "texts_of_errors",
    {"log.csv": text([["dataset", "estimator", "rmse", "error"], *rows])},
    outcome="right",
    datasets=NINE,
    algorithms=tuple(means),
    metric="rmse",
    better="lower",
    best="meadowlark",
    why="error holds what went wrong with one run, whose rmse is blank: one missing result of 27.",
)

# 22 -- a sentinel for what failed
means = {"Packer": 420, "Sorter": 360, "Loader": 510}
g = grid(122, NINE, means, 240, 14, 0)
cells = {**g, ("bison", "Loader"): -1, **{(d, "Packer"): -1 for d in ("atlas", "bison", "dune", "fern", "hive")}}
add(
    "sentinel",
    {"makespan.csv": wide(cells, NINE, means, "instance")},
    outcome="right-or-ask",
    datasets=NINE,
    algorithms=tuple(means),
    better="lower",
    best="Sorter",
    words=("-1",),
    why="-1 stands for no schedule found; taken as a makespan it is the best one of its row, and Packer leads.",
)

# 23 -- planners: solved, and the time until they ended
rows = []
for i, d in enumerate(tuple(f"logistics-{k}" for k in range(1, 5)) + tuple(f"rovers-{k}" for k in range(1, 7))):
    base = draw.uniform(3, 80)
    for a, factor, solved in (
        ("forwards", 0.3, int(i in (1, 6))),
        ("backwards", 1.0, 1),
        ("sideways", 1.4, int(i != 3)),
    ):
        rows.append([d, a, solved, f"{base * factor * draw.uniform(0.9, 1.1):.2f}"])
add(
    "solved_and_time",
    {"ipc.tsv": text([["problem", "planner", "solved", "total_time"], *rows], "\t")},
    outcome="ask",
    words=("solved", "failed|scores.where|did not"),
    why="forwards ends first everywhere and solves two of ten. solved is an outcome: not the metric unasked, "
    "not ignored.",
)

# 24 -- sizes only
means = {"blosk": 3100, "lzq": 2400, "snapper": 4300}
g = times(124, NINE, means, 1.6, 0.04, 0)
add(
    "sizes_only",
    {"compressed_bytes.csv": text([["file", *means], *([d, *(int(g[d, a]) for a in means)] for d in NINE)])},
    outcome="right",
    datasets=NINE,
    algorithms=tuple(means),
    better="lower",
    best="lzq",
    why="Bytes after compression: lower. 'file' is the name of the data set's column.",
)

# 25 -- units in the head of a long table
means = {"quillDB": 8.0, "vellumDB": 5.5, "papyrus": 11.0}
g = times(125, SEVEN, means, 0.8, 0.05, 2)
add(
    "units_in_the_head",
    {
        "ycsb.csv": text(
            [["workload", "store", "p99 (ms)", "threads"], *([d, a, g[d, a], 16] for d in SEVEN for a in means)]
        )
    },
    outcome="right",
    datasets=SEVEN,
    algorithms=tuple(means),
    metric="p99 (ms)",
    better="lower",
    best="vellumDB",
    why="Milliseconds: lower; threads is constant.",
)

# 26 -- ns/op in the head of each algorithm
g = times(126, SEVEN, {"btree": 220, "skip": 310, "trie": 150}, 1.0, 0.05, 1)
add(
    "unit_a_column",
    {
        "go_bench.tsv": text(
            [
                ["benchmark", "btree ns/op", "skip ns/op", "trie ns/op"],
                *([d, *(g[d, a] for a in ("btree", "skip", "trie"))] for d in SEVEN),
            ],
            "\t",
        )
    },
    outcome="right-or-ask",
    datasets=SEVEN,
    algorithms=("btree | btree ns/op", "skip | skip ns/op", "trie | trie ns/op"),
    better="lower",
    best="trie | trie ns/op",
    words=("ns/op",),
    why="ns/op in each head: lower, whatever the file is called.",
)

# 27 -- an error of recognition, by its abbreviation, with a title above the head
means = {"Whisperer": 7.9, "Listener": 9.4, "Hark": 8.8}
g = grid(127, SEVEN, means, 6, 0.4, 1)
add(
    "title_above_the_head",
    {"table_1.csv": "Table 1: WER [%] on seven corpora,,,\n,,,\n" + wide(g, SEVEN, means, "Corpus")},
    outcome="right-or-ask",
    datasets=SEVEN,
    algorithms=tuple(means),
    better="lower",
    best="Whisperer",
    words=("Table 1|title|row 1|line 1",),
    why="A title and an empty row above the head; WER: lower.",
)

# 28 -- folds in columns, with their mean
means = {"naive": 0.70, "boosty": 0.79, "kernely": 0.76}
rows = []
for i, d in enumerate(NINE):
    for a, m in means.items():
        folds = [round(m - 0.02 * i + draw.uniform(-0.02, 0.02), 4) for _ in range(5)]
        rows.append([d, a, *folds, mean(folds, 4)])
add(
    "folds_in_columns",
    {"cv_accuracy.csv": text([["dataset", "classifier", *(f"fold_{k}" for k in range(1, 6)), "mean"], *rows])},
    outcome="right-or-ask",
    datasets=NINE,
    algorithms=tuple(means),
    better="higher",
    use="folds",
    best="boosty",
    words=("fold_1|fold_", "mean"),
    why="Five folds of one metric in columns and their mean; read by mean alone, or by the folds, the ranking is one.",
)

# 29 -- a wide file a seed
files = {}
means = {"Ivory": 0.80, "Ebony": 0.78, "Coral": 0.75}
for s in (1, 2, 3):
    g = grid(1290 + s, NINE, means, 0.0, 0.008)
    files[f"results_seed{s}.csv"] = text(
        [["dataset", *means], *([d, *(round(g[d, a] + 0.02 * (len(d) % 4), 4) for a in means)] for d in NINE)]
    )
add(
    "file_a_seed",
    files,
    "results_seed*.csv",
    outcome="right-or-ask",
    datasets=NINE,
    algorithms=tuple(means),
    better="higher",
    use="seeds",
    best="Ivory",
    words=("seeds|{seed}|seed:",),
    why="The same wide table once a seed: three runs a cell, no nine-times-three data sets.",
)

# 30 -- a file a data set
means = {"LogReg": 0.74, "Forest": 0.82, "Memory": 0.79}
g = grid(130, SEVEN, means, 0.2, 0.008)
add(
    "file_a_data_set",
    {
        f"per_set/{d}.csv": text(
            [
                ["method", "auc", "auc_sd", "n_features"],
                *([a, "<0.5" if (d, a) == ("eddy", "Memory") else g[d, a], 0.012, 12 + len(a)] for a in means),
            ]
        )
        for d in SEVEN
    },
    "per_set",
    outcome="right-or-ask",
    datasets=SEVEN,
    algorithms=tuple(means),
    metric="auc",
    better="higher",
    best="Forest",
    words=("auc_sd|n_features|<0.5",),
    why="A file a data set, a row a method; auc_sd and n_features are no metrics. One auc is '<0.5'.",
)

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
