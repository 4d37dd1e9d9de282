"""Layouts of a third reading that were once read wrongly, and siblings of each by its kind."""

from __future__ import annotations

import json

from foreign import Foreign, grid, markdown, text, times, wide

LAYOUTS: list[Foreign] = []
SETS = ("abbey", "brook", "cairn", "dell", "estuary", "fen", "glen", "hollow")
NAMES = ("Alder", "Birch", "Cedar")
G = grid(401, SETS, {"Alder": 0.72, "Birch": 0.78, "Cedar": 0.75}, 0.2, 0.004)
# a score that is better the lower: read as higher, Cedar would be first
T = times(402, SETS, {"Alder": 3200.0, "Birch": 2500.0, "Cedar": 4100.0}, 0.5, 0.012, 1)
LOW = grid(403, SETS, {"Alder": 0.31, "Birch": 0.22, "Cedar": 0.4}, 0.1, 0.004)


def add(name, files, better="higher", outcome="right-or-ask", words=(), **stated):
    """Append a layout of eight data sets and three algorithms, of which Birch is the best."""
    files = {"scores.csv": files} if isinstance(files, str) else files
    kind, sibling = name.split(": ")
    given = stated.pop("given", None) or next(iter(files))
    stated = {"datasets": SETS, "algorithms": NAMES, "best": "Birch", "why": f"{kind}, as {sibling}", **stated}
    LAYOUTS.append(Foreign(name=name, files=files, given=given, outcome=outcome, better=better, words=words, **stated))


def long(values, head, *more):
    """Return a table with a row a measurement, and the same further cells in each row."""
    return text([head, *([d, a, values[d, a], *more] for d in SETS for a in NAMES)])


def thousands(value):
    return f"{value:,.2f}".replace(",", "_").replace(".", ",").replace("_", ".")


# Quantities whose names say no direction, and that are no shares.
_Q = "quantities of no known direction"
ASKED = {"words": ("direction",)}
add(f"{_Q}: costs in Italian", {"costo_totale_eur.csv": wide(T, SETS, NAMES, "istanza", thousands, ";")}, "lower")
add(f"{_Q}: lengths", {"tour_length.csv": wide(T, SETS, NAMES, "instance")}, "lower", **ASKED)
add(f"{_Q}: a value in a long table", long(T, ("dataset", "method", "makespan_total_length")), "lower", words=())
add(f"{_Q}: an objective", long(T, ("instance", "solver", "objective")), "lower", **ASKED)
add(
    f"{_Q}: distances in JSON",
    {"out.json": json.dumps([{"task": d, "solver": a, "distance": T[d, a]} for d, a in T])},
    "lower",
    **ASKED,
)

# Bounds of each score next to it.
_B = "bounds"
HALF = {"Alder": 0.091, "Birch": 0.012, "Cedar": 0.02}


def bounded(ends, sign="_", first=False):
    """Return a wide table with the two bounds of each score next to it; by the upper ones Alder is first."""
    ended = [
        (a, f"{end}{sign}{a}" if first else f"{a}{sign}{end}", s)
        for a in NAMES
        for end, s in zip(ends, (-1, 1), strict=True)
    ]
    head = ["dataset", *(c for a in NAMES for c in (a, *(name for own, name, _ in ended if own == a)))]
    rows = [[d, *(round(G[d, a] + s * HALF[a], 3) for a in NAMES for s in (0, -1, 1))] for d in SETS]
    return text([head, *rows])


add(f"{_B}: lo and hi", {"f1_ci95.csv": bounded(("lo", "hi"))})
add(f"{_B}: words that nobody knows", {"f1.csv": bounded(("q05", "q95"))})
add(f"{_B}: in front", {"f1.csv": bounded(("lower", "upper"), " ", first=True)})
add(
    f"{_B}: of some alone",
    {
        "f1.csv": text(
            [
                ["dataset", *NAMES, "Alder_hi"],
                *([d, *(G[d, a] for a in NAMES), round(G[d, "Alder"] + 0.09, 3)] for d in SETS),
            ]
        )
    },
)
add(
    f"{_B}: in a long table",
    text(
        [
            ["dataset", "method", "f1_lo", "f1", "f1_hi"],
            *([d, a, round(v - HALF[a], 3), v, round(v + HALF[a], 3)] for (d, a), v in G.items()),
        ]
    ),
    metric="f1",
)

# What no algorithm goes beyond is a reference.
_R = "references"
BEST = {d: round(0.97 * min(T[d, a] for a in NAMES), 1) for d in SETS}
REFERRED = [[d, BEST[d], *(T[d, a] for a in NAMES)] for d in SETS]
add(f"{_R}: BKS in front", {"runtime.csv": text([["instance", "BKS", *NAMES], *REFERRED])}, "lower")
add(f"{_R}: an optimum", {"cost.csv": text([["instance", "Optimum", *NAMES], *REFERRED])}, "lower")
add(
    f"{_R}: a lower bound at the end",
    {"runtime.csv": text([["instance", *NAMES, "lower bound"], *([*row[:1], *row[2:], row[1]] for row in REFERRED)])},
    "lower",
)
add(
    f"{_R}: a row",
    {
        "runtime.csv": text(
            [["solver", *SETS], ["Best known", *BEST.values()], *([a, *(T[d, a] for d in SETS)] for a in NAMES)]
        )
    },
    "lower",
    words=("Best known",),
)
add(
    f"{_R}: an algorithm of a long table",
    text(
        [["instance", "solver", "cost"], *([d, "BKS", BEST[d]] for d in SETS), *([d, a, v] for (d, a), v in T.items())]
    ),
    "lower",
)

# A column says which direction is better.
_S = "stated direction"
HEAD = ("task", "system", "measure", "value")
add(
    f"{_S}: higher_is_better",
    text([[*HEAD, "higher_is_better"], *([d, a, "delta_h", v, "false"] for (d, a), v in LOW.items())]),
    "lower",
)
add(f"{_S}: a direction in words", long(LOW, ("dataset", "method", "score", "direction"), "minimize"), "lower")
add(
    f"{_S}: lower is better in JSON",
    {
        "out.json": json.dumps(
            [{"task": d, "system": a, "quux": v, "lower_is_better": True} for (d, a), v in LOW.items()]
        )
    },
    "lower",
)
add(
    f"{_S}: an arrow in a wide table",
    {"table.csv": text([["task", "better", *NAMES], *([d, "↓", *(LOW[d, a] for a in NAMES)] for d in SETS)])},
    "lower",
)
add(
    f"{_S}: against the name",
    long(LOW, ("dataset", "method", "accuracy", "direction"), "min"),
    outcome="ask",
    words=("direction",),
    datasets=(),
    algorithms=(),
    best=None,
)

# Units say it too; the error of a score is its spread, and sizes name data sets.
_U = "units"
SIZES = ("64", "128", "256", "512", "1024", "2048", "4096", "8192")
US = {(n, a): round(int(n) * (0.01 + 0.004 * i), 3) for n in SIZES for i, a in enumerate(("Birch", "Alder", "Cedar"))}
JMH = ("Benchmark", "Mode", "Samples", "Score", "Score Error (99.9%)", "Unit", "Param: size")
add(
    f"{_U}: JMH",
    {
        "jmh-result.csv": text(
            [JMH, *([f"org.acme.Sort.{a}", "avgt", 25, v, round(v / 40, 4), "us/op", n] for (n, a), v in US.items())]
        )
    },
    "lower",
    datasets=SIZES,
    algorithms=tuple(f"org.acme.Sort.{a} | {a}" for a in NAMES),
    best="org.acme.Sort.Birch | Birch",
    words=("Param: size",),
)
add(f"{_U}: in each row", long(T, ("dataset", "method", "value", "unit"), "ms"), "lower")
add(
    f"{_U}: with the error of a score",
    text(
        [
            ["dataset", "method", "value", "value error", "unit"],
            *([d, a, v, round(v / 50, 2), "ns/op"] for (d, a), v in T.items()),
        ]
    ),
    "lower",
    metric="value",
)
add(
    f"{_U}: speeds", long({k: round(1e5 / v, 2) for k, v in T.items()}, ("dataset", "method", "value", "unit"), "ops/s")
)

# A record may hold a list of what is compared.
_L = "entries inside a record"
ENTRIES = [
    {"testset": d, "n_sentences": 500 + 10 * len(d), "scores": [{"system": a, "chrf": G[d, a]} for a in NAMES]}
    for d in SETS
]
add(f"{_L}: lines", {"systems.jsonl": "".join(json.dumps(each) + "\n" for each in ENTRIES)}, metric="chrf")
add(
    f"{_L}: an array",
    {"systems.json": json.dumps([{**each, "scores": each["scores"][::-1]} for each in ENTRIES])},
    metric="chrf",
)
add(
    f"{_L}: data sets in the list",
    {"systems.json": json.dumps([{"model": a, "tasks": [{"task": d, "f1": G[d, a]} for d in SETS]} for a in NAMES])},
    metric="f1",
)
add(
    f"{_L}: lists of folds",
    {"all.json": json.dumps({d: {a: {"acc": [G[d, a] - 0.01, G[d, a] + 0.01]} for a in NAMES} for d in SETS})},
    metric="acc",
)
FRAME = {"corpus": {}, "recognizer": {}, "wer": {}}
for number, ((d, a), v) in enumerate(LOW.items()):
    for key, cell in zip(FRAME, (d, a, v), strict=True):
        FRAME[key][str(number)] = cell
add(f"{_L}: a frame by columns", {"frame.json": json.dumps(FRAME)}, "lower", metric="wer")
SPLIT = {"columns": [*FRAME], "index": [*range(len(LOW))], "data": [[d, a, v] for (d, a), v in LOW.items()]}
add(f"{_L}: a frame with its header apart", {"frame.json": json.dumps(SPLIT)}, "lower", metric="wer")
add(
    f"{_L}: columns as lists",
    {"frame.json": json.dumps({key: [*cells.values()] for key, cells in FRAME.items()})},
    "lower",
    metric="wer",
)

# What stands over all columns is no part of their names.
_H = "headings over all columns"
BODY = [[d, *(G[d, a] for a in NAMES)] for d in SETS]
add(f"{_H}: Variant", {"accuracy.csv": text([["", "Variant", "", ""], ["Data", *NAMES], *BODY])})
add(
    f"{_H}: a title above it",
    {"accuracy.csv": text([["Ablation", "", "", ""], ["", "Variant", "", ""], ["Data", *NAMES], *BODY])},
)
add(f"{_H}: in each cell", {"accuracy.csv": text([["", *["Model"] * 3], ["Data", *NAMES], *BODY])})
add(
    f"{_H}: a metric, which says the direction",
    {"table.csv": text([["", "error", "", ""], ["Data", *NAMES], *([d, *(LOW[d, a] for a in NAMES)] for d in SETS)])},
    "lower",
)

# Of columns that name the same, the one without brackets is read.
_O = "objects for names"


def searched(d, head, called):
    rows = [[n, a, called(a), *(round(G[d, a] + s, 4) for s in (-0.01, 0.01))] for n, a in enumerate(NAMES)]
    return text([["", *head, "split0_test_score", "split1_test_score"], *rows])


add(
    f"{_O}: a search",
    {f"grid/{d}.csv": searched(d, ("param_clf", "params"), lambda a: f"{{'clf': '{a}'}}") for d in SETS},
    given="grid",
)
add(
    f"{_O}: lists",
    text([["dataset", "args", "variant", "accuracy"], *([d, f"['{a}']", a, v] for (d, a), v in G.items())]),
)
add(
    f"{_O}: tuples",
    text([["dataset", "spec", "name", "accuracy"], *([d, f"('{a}')", a, v] for (d, a), v in G.items())]),
)

# Signs around numbers and below headers.
MEDALS = ("🥇 **{}**", "🥈 {}", "🥉 {}")
PLACES = {d: sorted(NAMES, key=lambda a: -G[d, a]) for d in SETS}
add(
    "signs: medals",
    {
        "board.md": "Accuracy\n\n"
        + markdown(
            [["Benchmark", *NAMES], *[[d, *(MEDALS[PLACES[d].index(a)].format(G[d, a]) for a in NAMES)] for d in SETS]]
        )
    },
)
ODD = {d: [f"@{G[d, a]}@" if a == PLACES[d][0] else G[d, a] for a in NAMES] for d in SETS}
add(
    "signs: nobody knows them",
    {"accuracy.csv": text([["dataset", *NAMES], *([d, *ODD[d]] for d in SETS)])},
    words=("Birch",),
)
RULED = "\n".join(
    [
        " dataset | model | f1 ",
        "---------+-------+----",
        *(f" {d} | {a} | {v} " for (d, a), v in G.items()),
        "(24 rows)",
        "",
    ]
)
add("signs: psql", {"query.txt": RULED}, metric="f1")
