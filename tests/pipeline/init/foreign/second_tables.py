"""Layouts 50 to 70, kept closed until the end: columns, heads and cells. All names and numbers are made up."""

from __future__ import annotations

import random

from foreign import Corpus, grid, markdown, mean, text, times, wide

LAYOUTS = Corpus()
add = LAYOUTS.add
draw = random.Random(21)
NINE = ("atlas", "bison", "comet", "dune", "eddy", "fern", "gale", "hive", "islet")
SEVEN = NINE[:7]

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
