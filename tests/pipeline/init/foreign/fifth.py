"""Layouts of a fifth reading, made up by the kinds that are usual in papers, on boards and in trackers of runs."""

from __future__ import annotations

import json

from foreign import Foreign, grid, markdown, mean, text, times

LAYOUTS: list[Foreign] = []
SETS = ("anchor", "barge", "canoe", "dinghy", "ferry", "galley", "kayak", "launch")
NAMES = ("Onyx", "Pearl", "Quartz")
# Pearl is the best of each; of LOW and TIMES, read as higher is better, Quartz would be first
G = grid(511, SETS, {"Onyx": 0.72, "Pearl": 0.78, "Quartz": 0.75}, 0.2, 0.004)
LOW = grid(512, SETS, {"Onyx": 0.31, "Pearl": 0.22, "Quartz": 0.40}, 0.1, 0.004)
TIMES = times(513, SETS, {"Onyx": 320.0, "Pearl": 250.0, "Quartz": 410.0}, 0.5, 0.012, 1)


def add(name, files, better="higher", outcome="right", **stated):
    """Append a layout of eight data sets and three algorithms, of which Pearl is the best."""
    files = {"scores.csv": files} if isinstance(files, str) else files
    given = stated.pop("given", None) or next(iter(files))
    if outcome == "ask":
        stated = {"datasets": (), "algorithms": (), "best": None, **stated}
    stated = {"datasets": SETS, "algorithms": NAMES, "best": "Pearl", "why": name, **stated}
    LAYOUTS.append(Foreign(name=name, files=files, given=given, outcome=outcome, better=better, **stated))


def rows(values, form=str, corner="dataset", more=()):
    """Return a table with a row a data set, and rows below."""
    return [[corner, *NAMES], *([d, *(form(values[d, a]) for a in NAMES)] for d in SETS), *more]


# Columns that are metrics are neither data sets nor algorithms.
for kind, metrics in {
    "of detectors": ("AUC-ROC", "AUC-PR", "VUS-ROC", "VUS-PR", "Affiliation-F", "R-based-F1"),
    "of classifiers": ("accuracy", "f1", "precision", "recall", "auc"),
    "of regressors": ("RMSE", "MAE", "R2", "MAPE"),
    "of translators": ("BLEU", "chrF", "COMET", "TER"),
}.items():
    cells = [[a, *(round(0.5 + 0.1 * i + 0.03 * j, 3) for j in range(len(metrics)))] for i, a in enumerate(NAMES)]
    add(f"columns are metrics: {kind}", text([["model", *metrics], *cells]), None, "ask", words=("metric|data set",))

# Rows that sum up others, in other languages.
for word in ("平均", "Среднее", "Ø", "Gemiddelde", "Średnia"):
    sums = [word, *(mean(G[d, a] for d in SETS) for a in NAMES)]
    add(f"sums in other languages: {word}", text(rows(G, more=[sums])))

# What shows who is first.
RANKED = (("Onyx", 2), ("Pearl", 1), ("Quartz", 3))
add("who is first: ranks", text(rows(LOW, more=[["Average rank", 2, 1, 3], ["# best", 0, 8, 0]])), "lower")
add(
    "who is first: ranks in brackets",
    text(
        [
            ["dataset", *NAMES],
            *([d, *(f"{LOW[d, a]} ({r})" for a, r in RANKED)] for d in SETS),
        ]
    ),
    "lower",
)
add(
    "who is first: columns of ranks",
    text(
        [
            ["dataset", *(c for a in NAMES for c in (a, f"{a} rank"))],
            *([d, *(c for a, r in RANKED for c in (LOW[d, a], r))] for d in SETS),
        ]
    ),
    "lower",
)
add(
    "who is first: winners",
    text([["dataset", *NAMES, "winner"], *([d, *(LOW[d, a] for a in NAMES), "Pearl"] for d in SETS)]),
    "lower",
)
TABLE = [["Dataset", *NAMES], *([d, *(f"**{LOW[d, a]}**" if a == "Pearl" else LOW[d, a] for a in NAMES)] for d in SETS)]
add("who is first: bold", {"README.md": "# Results\n\n" + markdown(TABLE)}, "lower")
add(
    "who is first: a caption",
    {"README.md": "# Results\n\nTable 2. Error rates.\n\n" + markdown(rows(LOW))},
    "lower",
)

# Runs, splits and steps.
EXPORT = [
    [f"run-{i}{a}", "finished", int(TIMES[d, a]), d, a, 0.001, G[d, a], 1000, 1_700_000_000 + i]
    for i, d in enumerate(SETS)
    for a in NAMES
]
add(
    "a row a run, named by itself",
    text([["Name", "State", "Runtime", "dataset", "model", "lr", "test/acc", "_step", "_timestamp"], *EXPORT]),
)
TRAINED = {"Onyx": 0.999, "Pearl": 0.9, "Quartz": 0.95}
SPLITS = [
    [d, a, s, G[d, a] if s == "holdout" else round(TRAINED[a] - 0.001 * i, 4)]
    for i, d in enumerate(SETS)
    for a in NAMES
    for s in ("fit", "holdout")
]
add(
    "splits whose firsts differ",
    text([["dataset", "method", "subset", "acc"], *SPLITS]),
    None,
    "ask",
    words=("subset",),
)
CHART = [[k, *(round(0.7 + 0.02 * k + 0.01 * i, 3) for i, _ in enumerate(NAMES))] for k in range(1, 9)]
add("a chart of runs", text([["Step", *(f"{a} - val/acc" for a in NAMES)], *CHART]), None, "ask", words=("step",))
SEEDS = [[d, *(round(G[d, a] + 0.001 * k, 3) for a in NAMES for k in (0, 2, 1))] for d in SETS]
add(
    "a column a run",
    text([["dataset", *(f"{a}_s{k}" for a in NAMES for k in (1, 2, 3))], *SEEDS]),
    None,
    "ask",
    words=("runs",),
)
NESTED = {"results": [{"task": d, "model": {"name": a}, "metrics": {"acc": G[d, a]}} for d in SETS for a in NAMES]}
add("objects in objects", {"scores.json": json.dumps({"config": {"seeds": 5}, **NESTED})})
TWICE = [[d, "pearl" if a == "Pearl" and i % 2 else a, G[d, a]] for i, d in enumerate(SETS) for a in NAMES]
add("one name in two ways", text([["dataset", "method", "acc"], *TWICE]), None, "ask", words=("alike",))
add(
    "a cost with a word that may turn it",
    text([["dataset", "method", "cost_effectiveness"], *([d, a, G[d, a]] for d in SETS for a in NAMES)]),
    None,
    "ask",
    words=("turn",),
)
