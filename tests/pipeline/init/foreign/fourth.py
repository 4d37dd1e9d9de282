"""Layouts of a fourth reading, made up before the code was read, by the kinds that it had failed on, with siblings."""

from __future__ import annotations

import json

from foreign import Foreign, grid, markdown, mean, text, times, wide

LAYOUTS: list[Foreign] = []
SETS = ("anvil", "bellows", "crucible", "die", "engraver", "forge", "grindstone", "hammer")
NAMES = ("Iron", "Jade", "Kaolin")
G = grid(501, SETS, {"Iron": 0.72, "Jade": 0.78, "Kaolin": 0.75}, 0.2, 0.004)
# lower is better: read as higher, Kaolin would be first
T = times(502, SETS, {"Iron": 3200.0, "Jade": 2500.0, "Kaolin": 4100.0}, 0.5, 0.012, 0)
LOW = grid(503, SETS, {"Iron": 0.31, "Jade": 0.22, "Kaolin": 0.4}, 0.1, 0.004)


def add(name, files, better="higher", outcome="right", **stated):
    """Append a layout of eight data sets and three algorithms, of which Jade is the best."""
    files = {"scores.csv": files} if isinstance(files, str) else files
    kind, sibling = name.split(": ")
    given = stated.pop("given", None) or next(iter(files))
    stated = {"datasets": SETS, "algorithms": NAMES, "best": "Jade", "why": f"{kind}, as {sibling}", **stated}
    LAYOUTS.append(Foreign(name=name, files=files, given=given, outcome=outcome, better=better, **stated))


def long(values, head, *more):
    return text([head, *([d, a, values[d, a], *more] for d in SETS for a in NAMES)])


def comma(value):
    return f"{value:.3f}".replace(".", ",")


# Rows that sum up others, in other languages and ways to write numbers.
_M = "sums with decimal commas"
for word in ("Mittelwert", "Moyenne", "Media"):
    means = [f"{comma(mean(G[d, a] for d in SETS))} ± 0,020" for a in NAMES]
    cells = wide(G, SETS, NAMES, "dataset", lambda v: f"{comma(v)} ± 0,011", ";")
    add(f"{_M}: {word}", {"accuracy.csv": cells + text([[word, *means]], ";")})

# Columns of changes, and what they say of references.
_C = "changes from one column to another"
LEAST = {d: min(T[d, a] for a in NAMES) for d in SETS}
BKS = {d: round(0.97 * LEAST[d]) for d in SETS}


def gained(d):
    rest = min(T[d, a] for a in NAMES if a != "Jade")
    return round(100 * (rest - T[d, "Jade"]) / rest, 2)


add(
    f"{_C}: an improvement over the others",
    {
        "cost.csv": text(
            [["instance", *NAMES, "Improv. (%)"], *([d, *(T[d, a] for a in NAMES), gained(d)] for d in SETS)]
        )
    },
    "lower",
)
GAPS = [[d, BKS[d], *(c for a in NAMES for c in (T[d, a], round(100 * (T[d, a] / BKS[d] - 1), 2)))] for d in SETS]
add(
    f"{_C}: gaps to the best known",
    text([["instance", "BKS", *(c for a in NAMES for c in (a, f"{a} gap%"))], *GAPS]),
    "lower",
)
add(
    f"{_C}: a best known result alone says that lower is better",
    text([["instance", "BKS", *NAMES], *([d, BKS[d], *(T[d, a] for a in NAMES)] for d in SETS)]),
    "lower",
)

add(
    f"{_C}: a column of the best of each row alone says that lower is better",
    text(
        [
            ["instance", *NAMES, "Best"],
            *([d, *(LOW[d, a] for a in NAMES), min(LOW[d, a] for a in NAMES)] for d in SETS),
        ]
    ),
    "lower",
)

# A name stands once, above the rows that it is of.
_N = "names above their rows"
add(
    f"{_N}: data sets of a long table",
    text([["Dataset", "Method", "Top-1 acc."], *([d if a == "Iron" else "", a, v] for (d, a), v in G.items())]),
)
add(
    f"{_N}: statistics of each function",
    {
        "rmse.csv": text(
            [
                ["Function", "Index", *NAMES],
                *(
                    [d if word == "Mean" else "", word, *cells]
                    for d in SETS
                    for word, cells in (
                        ("Mean", [LOW[d, a] for a in NAMES]),
                        ("Std", [round(0.2 - 0.1 * LOW[d, a], 3) for a in NAMES]),
                        ("Rank", [1 + sum(LOW[d, b] < LOW[d, a] for b in NAMES) for a in NAMES]),
                    )
                ),
            ]
        )
    },
    "lower",
)
HORIZONS = {d: 96 * (1 + i % 4) for i, d in enumerate(SETS)}
FOURS = (SETS[:4], SETS[4:])
add(
    f"{_N}: horizons under two rows of names",
    text(
        [
            ["Dataset", "", *(c for a in NAMES for c in (a, ""))],
            ["", "", *(c for _ in NAMES for c in ("MSE", "MAE"))],
            *(
                [four[0] if row == 0 else "", label, *(c for a in NAMES for c in cells(a))]
                for four in FOURS
                for row, (label, cells) in enumerate(
                    [
                        *((HORIZONS[d], lambda a, d=d: (LOW[d, a], round(LOW[d, a] + 0.1, 3))) for d in four),
                        ("Avg", lambda a, four=four: [mean(LOW[d, a] + s for d in four) for s in (0, 0.1)]),
                    ]
                )
            ),
        ]
    ),
    "lower",
    metric="MSE",
    datasets=tuple(f"{four[0]} / {HORIZONS[d]}" for four in FOURS for d in four),
)

# Folds under any name, and metrics behind any sign.
_F = "names that number folds"
for sign, numbered in (("~", "Fold{}"), (".", "Rep{}")):
    add(
        f"{_F}: {numbered} with {sign}",
        {
            f"results/{d}.csv": text(
                [
                    ["", "Resample", *(f"{a}{sign}{m}" for a in NAMES for m in ("Accuracy", "Kappa"))],
                    *(
                        [
                            k,
                            numbered.format(k),
                            *(round(v, 3) for a in NAMES for v in (G[d, a] + 0.001 * k, 2 * G[d, a] - 1 - 0.002 * k)),
                        ]
                        for k in range(1, 4)
                    ),
                ]
            )
            for d in SETS
        },
        given="results",
        metric="Accuracy",
    )

# A file a metric.
_P = "files called after metrics"
add(
    f"{_P}: wide ones",
    {f"tables/{m}.csv": wide(v, SETS, NAMES) for m, v in (("f1", LOW), ("runtime", T), ("accuracy", G))},
    given="tables",
    metric="accuracy",
)
add(
    f"{_P}: losses that are compared",
    {
        f"losses/{a}.csv": text([["dataset", "accuracy"], *([d, G[d, n]] for d in SETS)])
        for a, n in zip(("mae", "mse", "focal_loss"), NAMES, strict=True)
    },
    given="losses",
    metric="accuracy",
    algorithms=("mae", "mse", "focal_loss"),
    best="mse",
)

# What a solver answers is no failure, and counts of its work are no scores.
_A = "answers of solvers"
ENDS = {d: ("OPTIMAL", "INFEASIBLE")[i % 2] for i, d in enumerate(SETS)}
LOG = [[a, d, ENDS[d], T[d, a], 100 * i] for d in SETS for i, a in enumerate(NAMES)]
add(f"{_A}: infeasible for all", text([["solver", "instance", "status", "cpu_time", "nodes"], *LOG]), "lower")
add(
    f"{_A}: infeasible for one alone",
    text(
        [
            ["solver", "instance", "status", "cpu_time"],
            *([a, d, "infeasible" if a == "Iron" and d < "e" else "optimal", T[d, a]] for d in SETS for a in NAMES),
        ]
    ),
    outcome="ask",
    words=("status", "infeasible", "4 of 8 of Iron"),
    best=None,
)

# Where nothing tells the direction, an algorithm that should be the last shows it.
_B = "the featureless is first"
for name in ("featureless", "DummyClassifier", "ZeroR"):
    add(
        f"{_B}: {name}",
        text([["dataset", "method", "quux"], *([d, a.replace("Kaolin", name), v] for (d, a), v in LOW.items())]),
        outcome="ask",
        words=(name, "--better lower"),
        best=None,
    )

# Tables of a page.
_T = "tables of a page"
add(
    f"{_T}: rules of one hyphen",
    {"README.md": markdown([["Model", *SETS], *([a, *(G[d, a] for d in SETS)] for a in NAMES)]).replace("---", ":-:")},
)
PAGE = "".join(f"## {d}\n\n{markdown([['Model', 'MASE'], *([a, LOW[d, a]] for a in NAMES)])}\n" for d in SETS)
add(f"{_T}: one a data set", {"page.md": PAGE}, outcome="ask", words=("page.md#*",), best=None)
add(f"{_T}: all of them", {"page.md": PAGE}, "lower", given="page.md#*", metric="MASE")

# Parameters of a run are no messages of failures.
add(
    "texts with single letters: parameters",
    text(
        [
            ["dataset", "framework", "accuracy", "params"],
            *([d, a, v, json.dumps({"n_jobs": 4}) if a == "Jade" else ""] for (d, a), v in G.items()),
        ]
    ),
)
