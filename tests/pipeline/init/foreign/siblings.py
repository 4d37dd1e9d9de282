"""Siblings of layouts that were once refused or misread, by their kind: what else a stranger may write so."""

from __future__ import annotations

import json

from foreign import Foreign, grid, markdown, text, times, wide

LAYOUTS: list[Foreign] = []
SETS = ("atlas", "bison", "comet", "dune", "eddy", "fern", "gale", "hive", "islet")
MEANS = {"Hearth": 0.61, "Kiln": 0.66, "Stove": 0.63}
NAMES = tuple(MEANS)
G = grid(301, SETS, MEANS, 0.2, 0.006)
SECONDS = {"Hearth": 8.0, "Kiln": 5.0, "Stove": 11.0}
T = times(302, SETS, SECONDS, 1.2, 0.03, 2)


def add(name, files, given=None, outcome="right-or-ask", words=(), **stated):
    """Append a layout of nine data sets and three algorithms, of which Kiln is the best, unless stated otherwise."""
    files = {"scores.csv": files} if isinstance(files, str) else files
    of_names = {} if outcome == "ask" else {"datasets": SETS, "algorithms": NAMES, "best": "Kiln", "better": "higher"}
    kind, sibling = name.split(": ")
    stated = {"why": f"{kind}, as {sibling}", **of_names, **stated}
    LAYOUTS.append(
        Foreign(name=name, files=files, given=given or next(iter(files)), outcome=outcome, words=words, **stated)
    )


def long(values, head=("dataset", "method", "accuracy"), sets=SETS, names=NAMES, sep=","):
    """Return a table with a row a measurement."""
    return text([head, *([d, a, values[d, a]] for d in sets for a in names)], sep)


def numbered(labels, values=G):
    """Return the scores by other names of the data sets."""
    return {(label, a): values[d, a] for label, d in zip(labels, SETS, strict=True) for a in NAMES}


# Rows or columns named by numbers: editions, instances, sizes, identifiers.
YEARS = tuple(str(year) for year in range(2012, 2021))
IDS = ("3", "31", "37", "44", "151", "1461", "1590", "4534", "23517")
COUNT = tuple(map(str, range(1, 10)))
SIZES = tuple(str(2**k) for k in range(6, 15))
SOLVED = grid(303, YEARS, {"Hearth": 148, "Kiln": 171, "Stove": 160}, 60, 4, 0)
_N = "numbers for names"
add(f"{_N}: years", {"accuracy.csv": wide(numbered(YEARS), YEARS, NAMES, "year")}, datasets=YEARS, words=("year",))
add(
    f"{_N}: edition and counts",
    {"solved.csv": wide(SOLVED, YEARS, NAMES, "Edition")},
    datasets=YEARS,
    words=("Edition",),
)
add(
    f"{_N}: instances from 1",
    {"accuracy.csv": wide(numbered(COUNT), COUNT, NAMES, "instance")},
    datasets=COUNT,
    words=("instance",),
)
add(f"{_N}: instances by #", {"accuracy.csv": wide(numbered(COUNT), COUNT, NAMES, "#")}, datasets=COUNT, words=("'#'",))
add(
    f"{_N}: an index without a name",
    {"accuracy.csv": wide(numbered(COUNT), COUNT, NAMES, "")},
    datasets=COUNT,
    words=("first column|column ''|row",),
)
add(
    f"{_N}: identifiers",
    {"accuracy.csv": wide(numbered(IDS), IDS, NAMES, "openml_id")},
    datasets=IDS,
    words=("openml_id",),
)
add(
    f"{_N}: sizes",
    {"runtime.csv": wide(numbered(SIZES, T), SIZES, NAMES, "n")},
    datasets=SIZES,
    better="lower",
    words=("'n'",),
)
add(
    f"{_N}: years last",
    {
        "accuracy.csv": text(
            [[*NAMES, "year"], *([*(G[d, a] for a in NAMES), y] for d, y in zip(SETS, YEARS, strict=True))]
        )
    },
    datasets=YEARS,
    words=("year",),
)
add(
    f"{_N}: years in the head",
    {"accuracy.csv": text([["solver", *YEARS], *([a, *(G[d, a] for d in SETS)] for a in NAMES)])},
    datasets=YEARS,
    words=("2012",),
)
add(
    f"{_N}: sizes in the head",
    {"accuracy.csv": text([["method", *IDS], *([a, *(G[d, a] for d in SETS)] for a in NAMES)])},
    datasets=IDS,
    words=("'3'|3 to",),
)
add(
    f"{_N}: no names of rows",
    {"accuracy.csv": text([NAMES, *([G[d, a] for a in NAMES] for d in SETS)])},
    outcome="ask",
    words=("none that names the rows|none names the rows",),
)
add(
    f"{_N}: instances among counts",
    {
        "solved.csv": text(
            [["no", *NAMES], *([150 + 3 * i, *(SOLVED[y, a] for a in NAMES)] for i, y in enumerate(YEARS))]
        )
    },
    datasets=tuple(str(150 + 3 * i) for i in range(9)),
    words=("'no'",),
)

# Names that hold algorithm and data set.
_B = "names of both"
FEW = SIZES[:5]
for title, form in {
    "slash": "BM_{a}/{d}",
    "brackets": "test_sort[{a}-{d}]",
    "angles": "sort<{a}>/{d}",
    "parentheses": "sort({a} n={d})",
    "in the middle": "sort/{a}/n={d}-8",
    "at": "{a}@{d}",
}.items():
    rows = [[form.format(a=a, d=d), T[s, a]] for d, s in zip(FEW, SETS, strict=False) for a in NAMES]
    add(
        f"{_B}: {title}",
        text([["name", "real_time"], *rows]),
        outcome="ask",
        words=(form.format(a="Hearth", d=64), "holds both the algorithm and the data set"),
    )
add(
    f"{_B}: a list of results",
    {
        "bench.json": json.dumps(
            {"results": [{"command": f"{a} {d}.txt", "mean": T[d, a], "stddev": 0.1} for d in SETS for a in NAMES]}
        )
    },
    outcome="ask",
    words=("Hearth atlas.txt", "holds both the algorithm and the data set"),
)
add(
    f"{_B}: a run of both",
    text([["run", "accuracy"], *([f"{d}_{a}", G[d, a]] for d in SETS for a in NAMES)]),
    outcome="ask",
    words=("atlas_Hearth", "holds both the algorithm and the data set"),
)

# Heads of several rows, as pandas writes them.
_H = "rows of a head"
body = [[d, a, G[d, a], 0.02, T[d, a], 0.1] for d in SETS for a in NAMES]
levels = [["", "", "accuracy", "accuracy", "fit_time", "fit_time"], ["", "", "mean", "std", "mean", "std"]]
add(f"{_H}: means and deviations", text([*levels, ["dataset", "method", "", "", "", ""], *body]), words=("header",))
add(f"{_H}: without names of the index", text([*levels, *body]), words=("header",))
add(
    f"{_H}: merged cells",
    text([["", "", "accuracy", "", "fit_time", ""], ["dataset", "method", "mean", "std", "mean", "std"], *body]),
    words=("header",),
)
table = [[d, *(G[d, a] for a in NAMES)] for d in SETS]
add(
    f"{_H}: unstacked",
    text([["", *["accuracy"] * 3], ["method", *NAMES], ["dataset", "", "", ""], *table]),
    words=("header",),
)
add(f"{_H}: pivoted", text([["method", *NAMES], ["dataset", "", "", ""], *table]), words=("header|dataset",))
double = [[d, *(G[d, a] for a in NAMES), *(T[d, a] for a in NAMES)] for d in SETS]
add(
    f"{_H}: two values unstacked",
    text([["", *["accuracy"] * 3, *["fit_time"] * 3], ["method", *NAMES, *NAMES], ["dataset", *[""] * 6], *double]),
    algorithms=tuple(f"{a} | accuracy / {a}" for a in NAMES),
    best="Kiln | accuracy / Kiln",
    words=("header|accuracy",),
)
deep = [[d, *(x for a in NAMES for x in (G[d, a], 0.02, T[d, a], 0.1))] for d in SETS]
add(
    f"{_H}: three levels",
    text(
        [
            ["", *(a for a in NAMES for _ in range(4))],
            ["", *["accuracy", "accuracy", "time", "time"] * 3],
            ["", *["mean", "std"] * 6],
            ["dataset", *[""] * 12],
            *deep,
        ]
    ),
    algorithms=tuple(f"{a} | {a} / accuracy / mean" for a in NAMES),
    best="Kiln | Kiln / accuracy / mean",
    words=("header",),
)

# Cells as LaTeX sets them.
_X = "cells of LaTeX"
for title, form in {
    "bold": r"\textbf{{{0:.3f}}}",
    "a spread in mathematics": r"${0:.3f} \pm 0.012$",
    "bold mathematics with a spread below": r"$\mathbf{{{0:.3f}}}_{{\pm 0.012}}$",
    "bold mathematics around both": r"$\mathbf{{{0:.3f} \pm 0.012}}$",
    "underlined and bold": r"\underline{{\textbf{{{0:.3f}}}}}",
    "num": r"\num{{{0:.3f}}}",
    "num with a spread": r"\num{{{0:.3f} \pm 0.012}}",
    "num with digits in parentheses": r"\num{{{0:.3f}(12)}}",
    "braces": r"{{\bf {0:.3f}}}",
    "a color": r"\textcolor{{red}}{{{0:.3f}}}",
    "a colored cell": r"\cellcolor{{gray!25}}{0:.3f}",
    "an own command": r"\best{{{0:.3f}}}",
    "a small spread": r"{0:.3f}{{\tiny $\pm$ 0.012}}",
    "a spread as index": r"{0:.3f}$_{{\pm 0.012}}$",
    "a small spread in parentheses": r"{0:.3f} \scriptsize{{(0.012)}}",
    "a star": r"{0:.3f}\textsuperscript{{*}}",
}.items():
    cells = {key: form.format(value) if key[1] == "Kiln" else f"{value:.3f}" for key, value in G.items()}
    add(f"{_X}: {title}", {"accuracy.csv": wide(cells, SETS, NAMES, "data")}, outcome="right")
    if title in ("bold mathematics with a spread below", "a small spread", "num"):
        all_cells = {key: form.format(value) for key, value in G.items()}
        add(
            f"{_X}: {title} everywhere",
            {
                "accuracy.md": "Text.\n\n"
                + markdown([["data", *NAMES], *([d, *(all_cells[d, a] for a in NAMES)] for d in SETS)])
            },
            outcome="right",
        )
per_cent = {key: rf"{100 * value:.1f}\%" for key, value in G.items()}
add(f"{_X}: per cent", {"accuracy.csv": wide(per_cent, SETS, NAMES, "data")}, outcome="right")
bold = {key: rf"\textbf{{{value:.3f}}}" if key[1] == "Kiln" else f"{value:.3f}" for key, value in G.items()}
lines = [" & ".join([d, *(bold[d, a] for a in NAMES)]) + r" \\" for d in SETS]
tabular = "\n".join(
    [
        r"\begin{table}[t]\centering\caption{Accuracy \& more}",
        r"\begin{tabular}{l*{3}{c}}",
        r"\toprule",
        r"Data & \textsc{Hearth} & Kiln & Stove \\ \midrule",
        *lines,
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
)
add(f"{_X}: a tabular", {"accuracy.tex": tabular + "\n"}, words=("tabular",))
add(
    f"{_X}: rows of a tabular",
    {"accuracy.txt": "\n".join([r"Data & Hearth & Kiln & Stove \\", *lines]) + "\n"},
    words=("&",),
)
add(
    f"{_X}: rows of a tabular as csv",
    {"accuracy.csv": "\n".join([r"Data & Hearth & Kiln & Stove \\ \hline", *lines]) + "\n"},
    words=("&",),
)
spanned = tabular.replace(r"\toprule", r"\toprule & \multicolumn{3}{c}{Ours and others} \\ \cmidrule{2-4}")
add(
    f"{_X}: a tabular with a head of two rows",
    {"accuracy.tex": spanned + "\n"},
    algorithms=tuple(f"{a} | Ours and others / {a}" for a in NAMES),
    best="Kiln | Ours and others / Kiln",
)

# Units, in the head or below it.
_U = "units"
for title, head, values, better in (
    ("brackets", "time [s]", T, "lower"),
    ("per cent", "acc (%)", {key: round(100 * value, 1) for key, value in G.items()}, "higher"),
    ("a slash", "latency/ms", T, "lower"),
    ("parentheses", "p99 (ms)", T, "lower"),
    ("micro", "elapsed (µs)", T, "lower"),
    ("an ending", "peak_rss_mb", T, "lower"),
    ("requests", "throughput (req/s)", {key: round(1000 * value) for key, value in G.items()}, "higher"),
    ("an operation", "ns/op", T, "lower"),
):
    add(f"{_U}: {title}", long(values, ("dataset", "method", head)), outcome="right", metric=head, better=better)
    shortest = {"table.csv": long(values, ("workload", "store", head))}
    add(f"{_U}: {title} of workloads", shortest, metric=head, better=better, words=("workload", "--reading 1"))
add(
    f"{_U}: below the head",
    {"table.csv": text([["dataset", *NAMES], ["", "s", "s", "s"], *([d, *(T[d, a] for a in NAMES)] for d in SETS)])},
    better="lower",
    outcome="right",
    algorithms=tuple(f"{a} | {a} (s)" for a in NAMES),
    best="Kiln | Kiln (s)",
)
add(
    f"{_U}: below a long head",
    {
        "table.csv": text(
            [["dataset", "method", "runtime"], ["-", "-", "[ms]"], *([d, a, T[d, a]] for d in SETS for a in NAMES)]
        )
    },
    better="lower",
    metric="runtime (ms)",
)
add(
    f"{_U}: in each head",
    {
        "table.csv": wide(T, SETS, [f"{a}" for a in NAMES], "dataset")
        .replace("Hearth", "Hearth [s]")
        .replace("Kiln", "Kiln [s]")
        .replace("Stove", "Stove [s]")
    },
    better="lower",
    algorithms=tuple(f"{a} | {a} [s]" for a in NAMES),
    best="Kiln | Kiln [s]",
    words=("[s]",),
)
add(f"{_U}: in the corner", {"table.csv": wide(T, SETS, NAMES, "runtime [s]")}, better="lower", words=("runtime",))

# Titles above the head, notes below the rows.
_T = "titles and notes"
plain_table = wide(G, SETS, NAMES, "corpus")
for title, content in {
    "one title": "Accuracy on nine corpora\n" + plain_table,
    "one title over all cells": "Table 1: accuracy [%] on nine corpora,,,\n" + plain_table,
    "a blank row between": "Table 1: accuracy on nine corpora,,,\n,,,\n" + plain_table,
    "a blank line between": "Table 1. Accuracy\n\n" + plain_table,
    "two titles": "Results of 2031-04-02\nmeasured by the accuracy\n\n" + plain_table,
    "a title with commas": "Accuracy of Hearth, Kiln and Stove, higher is better\n" + plain_table,
    "a quoted title": '"Accuracy, in shares",,,\n' + plain_table,
    "a setting with a number": "Seed:,42,,\nMetric:,accuracy,,\n\n" + plain_table,
    "semicolons": "Accuracy of three methods;;;\n" + plain_table.replace(",", ";"),
    "tabs": "Accuracy of three methods\n" + plain_table.replace(",", "\t"),
    "a note below": plain_table + "Note: the mean of five runs.\n",
    "a note below a blank line": plain_table + "\nBest in bold, see the appendix\n",
    "a note over all cells": plain_table + "* p < 0.05,,,\n",
    "title and note": "Table 1: accuracy\n" + plain_table + "\nHigher is better.\n",
}.items():
    add(f"{_T}: {title}", {"table_1.csv": content}, words=("title|row 1|line 1|note|row 11|row 12|row 13",))

# A file a seed, run or fold.
_S = "a file a seed"
seeds = {
    s: {key: round(value + 0.004 * ((len(key[0]) + s * len(key[1])) % 3 - 1), 4) for key, value in G.items()}
    for s in (1, 2, 3)
}
for title, name, given in (
    ("a suffix", "results_seed{}.csv", "results_seed*.csv"),
    ("an underscore", "out/seed_{}.csv", "out/seed_*.csv"),
    ("a folder of them", "out/seed_{}.csv", "out"),
    ("a folder each", "out/seed{}/accuracy.csv", "out"),
    ("a folder each by stars", "out/seed{}/accuracy.csv", "out/*/accuracy.csv"),
    ("runs", "run-{}.csv", "run-*.csv"),
    ("folds", "out/fold{}.csv", "out/fold*.csv"),
    ("a folder of folds", "out/fold{}.csv", "out"),
    ("numbers alone", "out/{}.csv", "out"),
    ("numbers by a star", "out/{}.csv", "out/*.csv"),
    ("an equals sign", "out/accuracy_seed={}.csv", "out"),
    ("random states", "out/random_state_{}.csv", "out"),
):
    add(
        f"{_S}: {title}",
        {name.format(s): wide(seeds[s], SETS, NAMES) for s in seeds},
        given,
        words=("seeds|{seed}|seed:|fold|repeat|run",),
    )
    add(
        f"{_S}: {title} in the long form",
        {name.format(s): long(seeds[s]) for s in seeds},
        given,
        words=("seeds|{seed}|seed:|fold|repeat|run",),
    )

# A level that moves the scores: shares, sizes, noise.
_L = "a level"
for title, column, values in (
    ("a share", "train_fraction", (0.05, 0.1, 0.2, 0.4, 1.0)),
    ("a ratio", "label_ratio", (0.01, 0.05, 0.1, 0.5)),
    ("a number of labels", "n_labels", (10, 50, 100, 500, 1000)),
    ("per cent", "pct_data", (10, 25, 50, 75, 100)),
    ("seconds", "seconds_allowed", (1.5, 10.5, 60.0, 600.0)),
    ("a threshold", "tau", (0.1, 0.25, 0.7)),
    ("a name of no meaning", "x", (0.05, 0.1, 0.2, 0.4, 1.0)),
    ("words", "regime", ("low", "mid", "high")),
):
    rows = [
        [d, a, v, round(G[d, a] + (k - 1) * (0.2 if a == "Hearth" else 0.02), 4)]
        for d in SETS
        for a in NAMES
        for k, v in enumerate(values)
    ]
    add(
        f"{_L}: {title}",
        text([["corpus", "learner", column, "accuracy"], *rows]),
        outcome="ask",
        words=(column, "--set"),
    )

# Votes and matches: no scores; votes have a layout of their own, where a column says on what.
_V = "votes"
pairs = [(NAMES[k % 3], NAMES[(k + 1) % 3]) for k in range(60)]
for title, head, made in (
    (
        "a winner by side",
        ("question", "model_a", "model_b", "winner"),
        lambda k, a, b: ("model_a", "model_b", "tie")[k % 3],
    ),
    ("a winner by name", ("prompt", "left", "right", "preferred"), lambda k, a, b: (a, b)[k % 2]),
    ("a letter", ("id", "A", "B", "choice"), lambda k, a, b: "AB"[k % 2]),
    ("points", ("round", "white", "black", "points"), lambda k, a, b: (1, 0, 0.5)[k % 3]),
    ("a result", ("match", "player1", "player2", "result"), lambda k, a, b: ("1-0", "0-1", "1/2-1/2")[k % 3]),
    ("numbers of sides", ("q", "first", "second", "vote"), lambda k, a, b: (1, 2)[k % 2]),
):
    add(
        f"{_V}: {title}",
        text([head, *([f"q{k}", a, b, made(k, a, b)] for k, (a, b) in enumerate(pairs))]),
        outcome="right" if head[0] in ("question", "prompt") else "ask",
        words=("votes|match", head[1]),
        datasets=(),
        best=None,
    )
add(f"{_V}: winner and loser", text([["winner", "loser"], *pairs]), outcome="ask", words=("votes|match", "winner"))
add(
    f"{_V}: scores of both",
    text([["home", "away", "home_goals", "away_goals"], *([a, b, k % 4, k % 3] for k, (a, b) in enumerate(pairs))]),
    outcome="ask",
    words=("votes|match|pairs", "home"),
)

# Matrices and lists of pairs: no scores.
_P = "pairs of algorithms"
FOUR = ("SVMax", "kNNear", "Bayesic", "Treeish")
P = {(a, b): round(0.003 + (0.07 * (len(a) * len(b)) % 0.31), 3) for a in FOUR for b in FOUR}
P |= {(b, a): P[a, b] for a in FOUR for b in FOUR if a < b}


def matrix(cell, corner=""):
    """Return a square matrix."""
    return text([[corner, *FOUR], *([a, *(cell(a, b) for b in FOUR)] for a in FOUR)])


at = {a: i for i, a in enumerate(FOUR)}
for title, cell in {
    "p-values with 1": lambda a, b: 1 if a == b else P[a, b],
    "p-values without a diagonal": lambda a, b: "" if a == b else P[a, b],
    "p-values with dashes": lambda a, b: "-" if a == b else P[a, b],
    "p-values of -1": lambda a, b: -1 if a == b else P[a, b],
    "a lower triangle": lambda a, b: P[a, b] if at[a] > at[b] else "",
    "differences": lambda a, b: round((at[a] - at[b]) * 0.017, 3),
    "wins": lambda a, b: 0 if a == b else 5 + at[a] - at[b],
    "a confusion matrix": lambda a, b: 40 + at[a] if a == b else 3 + (at[a] * 2 + at[b]) % 5,
}.items():
    add(f"{_P}: {title}", {"table.csv": matrix(cell)}, outcome="ask", words=("same names", "pairs"))
add(
    f"{_P}: a named matrix",
    {"nemenyi.csv": matrix(lambda a, b: 1 if a == b else P[a, b], "algorithm")},
    outcome="ask",
    words=("same names", "pairs"),
)
for title, head in {
    "a list of p-values": ("method 1", "method 2", "p-value"),
    "a list of adjusted p-values": ("group1", "group2", "p_adj"),
    "a list of differences": ("A", "B", "mean difference"),
}.items():
    add(
        f"{_P}: {title}",
        {"table.csv": text([head, *([a, b, P[a, b]] for a in FOUR for b in FOUR if at[a] < at[b])])},
        outcome="ask",
        words=("pairs", head[1]),
    )

# What programs print.
_D = "printed"


def columns(rows, left=False):
    """Return rows in columns of equal width, as pandas prints a frame."""
    width = [max(len(str(row[i])) for row in rows) for i in range(len(rows[0]))]
    return "".join("  ".join(str(c).rjust(w) for c, w in zip(row, width, strict=True)).rstrip() + "\n" for row in rows)


add(
    f"{_D}: a frame",
    {
        "accuracy.txt": columns(
            [["", "dataset", *NAMES], *([i, d, *(G[d, a] for a in NAMES)] for i, d in enumerate(SETS))]
        )
    },
    words=("blanks",),
)
add(
    f"{_D}: a frame by data set",
    {"accuracy.txt": columns([["", *NAMES], ["dataset", "", "", ""], *([d, *(G[d, a] for a in NAMES)] for d in SETS)])},
    words=("blanks|header",),
)
add(
    f"{_D}: a pivoted frame",
    {
        "accuracy.txt": columns(
            [["method", *NAMES], ["dataset", "", "", ""], *([d, *(G[d, a] for a in NAMES)] for d in SETS)]
        )
    },
    words=("blanks|header",),
)
add(
    f"{_D}: a long frame",
    {
        "out.txt": columns(
            [
                ["", "dataset", "method", "accuracy"],
                *([i, *row] for i, row in enumerate((d, a, G[d, a]) for d in SETS for a in NAMES)),
            ]
        )
    },
    words=("blanks",),
)
add(
    f"{_D}: a frame with NaN",
    {
        "accuracy.txt": columns(
            [
                ["", "dataset", *NAMES],
                *(
                    [i, d, *("NaN" if (d, a) == ("gale", "Stove") else G[d, a] for a in NAMES)]
                    for i, d in enumerate(SETS)
                ),
            ]
        )
    },
    words=("blanks",),
)
bars = [
    ["data", *NAMES],
    *([d, *(f"**{G[d, a]:.3f}**" if a == "Kiln" else f"{G[d, a]:.3f}" for a in NAMES)] for d in SETS),
]
add(
    f"{_D}: a README",
    {"README.md": "# Results\n\nAccuracy, higher is better.\n\n" + markdown(bars) + "\nMore text | here.\n"},
    outcome="right",
)
grid_lines = (
    "+------+\n"
    + "".join("| " + " | ".join(map(str, row)) + " |\n" for row in [["data", *NAMES], *table])
    + "+------+\n"
)
add(f"{_D}: a grid of bars", {"accuracy.txt": grid_lines.replace("|\n|", "|\n+------+\n|", 1)}, words=("'|'|bar",))

add(
    f"{_D}: a frame in part",
    {
        "accuracy.txt": columns(
            [["", "dataset", *NAMES], *([i, d, *(G[d, a] for a in NAMES)] for i, d in enumerate(SETS))]
        )
        + "\n[90 rows x 4 columns]\n"
    },
    outcome="ask",
    words=("90 rows x 4 columns", "to_csv"),
)

# Two tables in one file.
_W = "two tables"
again = wide({key: round(0.9 - value / 2, 3) for key, value in G.items()}, SETS, NAMES, "corpus")
for title, content, name in (
    ("with the same head", plain_table + again, "table 2"),
    ("after a blank line", f"{plain_table}\n{again}", "table 2"),
    ("with other algorithms", plain_table + again.replace("Kiln", "Oven").replace("Hearth", "Fire"), "table 2"),
    ("each with its title", f"Accuracy,,,\n{plain_table}Runtime,,,\n{again}", "Runtime"),
    ("of other widths", plain_table + wide(G, SETS, NAMES[:2], "corpus"), "table 2"),
):
    add(
        f"{_W}: {title}",
        {"two.csv": content},
        outcome="ask",
        words=("the file holds 2 tables", name),
    )
