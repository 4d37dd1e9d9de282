"""Writes figures/README.md, and a picture of each kind of figure too, from example_project; package.yml compares them.

python tests/house/gallery.py
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rankpress import figures
from rankpress.analysis import analyse, labels_of
from rankpress.catalog.kinds import FIGURES
from rankpress.checks.agreement import agreeing_scores
from rankpress.report.inline_svg import inline_svg
from rankpress.report.plot import plot
from rankpress.spec.reading import read_study
from rankpress.wording.text import plain

ROOT = Path(__file__).resolve().parents[2]
STUDY = ROOT / "example_project/study.yaml"
FOLDER = ROOT / "figures"

HEAD = """\
# Figures

What `plot` in study.yaml can draw, and how figures look. The pictures are of
[example_project](../example_project/study.yaml): twelve classifiers on twenty-four data sets, and of its
[language models](../example_project/language-models/study.yaml).
`tests/house/gallery.py` writes this page.

Each figure is written as SVG, for LaTeX and report.pdf as PDF too (TrueType fonts, no Type 3), and on demand as PNG and
PGF; the critical difference diagram as TikZ. Every picture has a description for those who cannot see it, made from the
results. The same input gives the same bytes.

```yaml
report:
  venue: icml          # columns and text are as wide there, for tables too; REFERENCE.md lists them
  figures:
    width: column      # of all figures: column, text, or inches; of one: plot: [{cd: {width: text}}]
    font_size: 8       # points; up to 24 for posters and slides
    also: [png, pgf]   # in addition; tikz for the critical difference diagram, dark for dark slides
    transparent: false # true: a slide shows through
    dpi: 300           # of PNG
```

All options: [REFERENCE.md](../pipeline/spec/REFERENCE.md). In a notebook each is a function of `rankpress.figures` that
takes what `rankpress.stats` returns, and `style=`: `Style.for_venue("icml")`, `DARK`, or a `Style` of your own. It
returns a figure of matplotlib's, which `to_svg`, `to_pdf`, `to_png` and `to_pgf` write.
"""


# What the study has for figures that are drawn without settings.
OF_OTHERS = {"test.within": "none", "order": "null", "curves": "null", "effects": "null"}


@dataclass(frozen=True)
class Shown:
    """A kind of figure: what it shows, the function that draws it, its item in `plot`, and what else the spec says."""

    title: str
    function: str  # of rankpress.figures; "" for one that is drawn where it is planned
    item: str
    settings: tuple[str, ...] = ()
    study: Path = STUDY


# Of runs with a limit and of steps of runs, which the example does not have.
LIMITED = {
    "performance-profile",
    "cactus",
    "runtime-scatter",
    "progress",
    "targets-reached",
    "runs-and-datasets",
    "score-boxes",
    "schemes",
}
GALLERY = {
    "cd": Shown("Critical difference diagram", "critical_difference_diagram", "cd"),
    "two-metrics": Shown(
        "Average ranks by two metrics",
        "two_metrics_plane",
        "two-metrics",
        ("scores.metrics=[{name: accuracy, better: higher}, {name: predict_seconds, better: lower}]",),
    ),
    "p-values": Shown("Adjusted p-values", "p_value_matrix", "p-values"),
    "comparison-matrix": Shown("Multi-comparison matrix", "comparison_matrix", "comparison-matrix"),
    "score-map": Shown("Scores", "score_map", "score-map"),
    "rank-distribution": Shown("Distribution of the ranks", "rank_distribution", "rank-distribution"),
    "leaderboard": Shown(
        "Measures of leaderboards", "interval_panels", "leaderboard", ("leaderboard={measures: [elo, win-rate]}",)
    ),
    "win-rates": Shown("Win rates of all pairs", "win_rate_matrix", "win-rates"),
    "stability": Shown("Stability of the ranks", "rank_blobs", "stability", ("leaderboard={}",)),
    "mcb": Shown("Multiple comparisons with the best", "interval_panels", "mcb"),
    "aggregates": Shown("Aggregates over data sets", "interval_panels", "aggregates", ("aggregates={}",)),
    "probability-of-improvement": Shown(
        "Probability of improvement",
        "interval_panels",
        "probability-of-improvement",
        ("aggregates={measures: [probability-of-improvement]}",),
    ),
    "score-profiles": Shown("Score profiles", "line_panels", "score-profiles", ("aggregates={}",)),
    "scatter": Shown("Two algorithms on every data set", "score_scatter", "scatter"),
    "within": Shown("Significant differences within each data set", "verdict_matrices", "within"),
    "simplex": Shown("Bayesian comparison", "posterior_simplex", "simplex", ("bayes={rope: 0.01}",)),
    "curves": Shown("Differences with intervals, one panel per pair or data set", "interval_panels", "curves"),
    "forest": Shown(
        "Means with intervals, of one data set or a benchmark",
        "interval_panels",
        "forest",
        study=ROOT / "example_project/language-models/study.yaml",
    ),
    "average-curves": Shown(
        "Averaged confidence curves",
        "confidence_curve_page",
        "average-curves",
        ("curves={pairs: [[rf, c45], [rf, nb], [rf, svl]]}",),
    ),
    "curve": Shown("One confidence curve", "annotated_confidence_curve", "curve: {pairs: [[rf, c45]]}"),
    "order": Shown("Order by tests and cost", "multitest_graph", "order"),
    "cost-front": Shown("Rank against cost", "cost_front_plane", "cost-front"),
    "sensitivity": Shown(
        "Sensitivity of p-values",
        "p_strips",
        "sensitivity",
        ("sensitivity={omnibus: [], costs: [], missing: []}", "test.control=svr"),  # a sixth of the pairs
    ),
    "replicability": Shown(
        "Tests on samples of data sets",
        "line_panels",
        "replicability",
        ("replicability={draws: 100, biases: [0, 5, 10, 15, 20]}",),
    ),
    "power": Shown(
        "Power over the number of data sets",
        "line_panels",
        "power",
        ("power={effect: 0.03, draws: 150, pairs: [[svr, rf], [svr, nb]]}", "adjust=[nemenyi, holm]"),
    ),
}
# Those of a topic that need no title of their own and that the example draws as they are.
GALLERY |= {
    name: Shown(f"{kind.what[:1].upper()}{kind.what[1:]}", "", name)
    for name, kind in FIGURES.items()
    if name not in GALLERY and name not in LIMITED
}


@cache
def scores(study, settings):
    """The scores of a study, of whose settings these are about them."""
    return agreeing_scores(read_study(study, settings))


@cache
def analyses(settings, study=STUDY):
    """The analyses of the example, with what a figure needs in addition and without the sections that it does not."""
    of_scores = tuple(setting for setting in settings if setting.startswith("scores"))
    given = {setting.partition("=")[0] for setting in settings}
    omitted = [f"{key}={value}" for key, value in OF_OTHERS.items() if settings and key not in given]
    return analyse(read_study(study, (*settings, *omitted)).study, scores(study, of_scores))


def figure(shown):
    """A kind of figure as the spec has it."""
    item = shown.item if ":" not in shown.item else f"{{{shown.item}}}"
    return read_study(shown.study, (*shown.settings, f"plot=[{item}]")).study.plot[0]


@cache
def drawing(shown):
    """The figure of a kind, the first page of it where there are several."""
    of_study = analyses(shown.settings, shown.study)
    return labels_of(of_study).shown(plot(of_study, [figure(shown)], formats=["html"]).drawings[0])


def pages():
    """The files by their path below figures/."""
    for kind in GALLERY:
        yield f"gallery/{kind}.svg", picture(kind)
    yield "README.md", "\n".join((HEAD, *map(section, GALLERY))).encode()


def picture(kind):
    """The picture of a kind of figure."""
    return inline_svg(drawing(GALLERY[kind]).forms.svg, f"{kind}-").file() + b"\n"


def section(kind):
    """What the page says of a kind of figure."""
    shown, drawn = GALLERY[kind], drawing(GALLERY[kind])
    item = f"[{{{shown.item}}}]" if ":" in shown.item else f"[{shown.item}]"
    lines = [f"{key}: {value}" for key, value in (one.split("=", 1) for one in shown.settings)]
    nested = [re.sub(r"^(\w+)\.(\w+): (.*)$", r"\1: {\2: \3}", line) for line in lines]
    alt = plain(drawn.alt).replace("[", "(").replace("]", ")")
    return "\n".join(
        [
            f"## {shown.title}\n",
            f"![{alt}](gallery/{kind}.svg)\n",
            f"{plain(drawn.caption)}\n",
            "```yaml",
            *nested,
            f"plot: {item}",
            "```\n",
            *([function(shown.function)] if shown.function else []),
        ]
    )


def function(name):
    """Where a function is that draws."""
    module = getattr(figures, name).__module__.removeprefix("rankpress.figures.").replace(".", "/")
    return f"`rankpress.figures.{name}` in [{module}.py]({module}.py)\n"


def main():
    """Write the page and its pictures."""
    (FOLDER / "gallery").mkdir(exist_ok=True)
    for path, content in pages():
        (FOLDER / path).write_bytes(content)


if __name__ == "__main__":
    main()
