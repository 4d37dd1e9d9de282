"""Layouts 23 to 40, which the inference was written with: formats of files. All names and numbers are made up."""

from __future__ import annotations

import json
import random

from foreign import Corpus, grid, markdown, mean, text, times, wide

LAYOUTS = Corpus()
add = LAYOUTS.add
draw = random.Random(72)
TEN = ("amber", "basin", "cedar", "delta", "ember", "fjord", "grove", "heath", "inlet", "jetty")
EIGHT = TEN[:8]
SIX = TEN[:6]

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
