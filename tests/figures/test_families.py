"""Families of algorithms: in every figure that shows them, one color, one sign before each name, and a legend."""

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.text import Text
from matplotlib.textpath import TextPath

from rankpress.analysis import analyse
from rankpress.catalog.kinds import FIGURES
from rankpress.checks.agreement import agreeing_scores
from rankpress.core.faults import FaultsFound
from rankpress.figures.colours import LEAST_CONTRAST, contrast, dark_counterpart, readable
from rankpress.figures.families import SIGNS, look_of
from rankpress.figures.style import DARK, PAPER, font
from rankpress.report.plot import plans_of
from rankpress.spec.reading import read_study
from rankpress.stages.load import load
from rankpress.wording.text import plain

NAMES = ("forest", "boost", "svr", "knn", "other")
FAMILIES = "families: {trees: [forest, boost], kernels: [svr], neighbors: [knn]}"
OF = (0, 0, 1, 2, None)


def written(tmp_path, families=FAMILIES, plot=""):
    rng = np.random.default_rng(3)
    rows = [
        [f"d{d}", name, 0.9 - 0.03 * i + rng.normal(0, 0.01), rng.normal(0.5, 0.1), (5 - i) * rng.uniform(1, 1.1)]
        for d in range(14)
        for i, name in enumerate(NAMES)
    ]
    rows = [",".join(map(str, row)) for row in rows]
    (tmp_path / "scores.csv").write_text("\n".join(["dataset,algorithm,accuracy,f1,seconds", *rows, ""]))
    scores = f"scores: {{files: scores.csv, metrics: [accuracy, f1], costs: [seconds], {families}}}"
    (tmp_path / "study.yaml").write_text(
        f"{scores}\nleaderboard: {{}}\norder: {{within: none, cost: seconds}}\n{plot}\n"
    )
    return read_study(tmp_path / "study.yaml")


def of_runs(tmp_path, plot, families=FAMILIES, columns="seed: run, step: step"):
    """A study whose algorithms were run three times over three steps, or measured on three folds."""
    rng = np.random.default_rng(3)
    rows = [
        f"d{d},{name},{run},{step},{0.5 + 0.1 * step - 0.03 * i + rng.normal(0, 0.01)}"
        for d in range(4)
        for i, name in enumerate(NAMES)
        for run in range(3)
        for step in ((1, 2, 3) if "step: step" in columns else (1,))
    ]
    (tmp_path / "scores.csv").write_text("\n".join(["dataset,algorithm,run,step,accuracy", *rows, ""]))
    reduce = ", reduce: last" if "step: step" in columns else ""
    scores = f"scores: {{files: scores.csv, columns: {{{columns}}}{reduce}, metrics: [accuracy], {families}}}"
    more = "progress: {targets: [0.7]}\naggregates: {}" if reduce else "curves: {baseline: other}"
    (tmp_path / "study.yaml").write_text(f"{scores}\n{more}\n{plot}\n")
    return read_study(tmp_path / "study.yaml")


RUNS = ("aggregates", "probability-of-improvement", "score-profiles", "progress", "targets-reached", "score-boxes")


def figures_of(tmp_path, families=FAMILIES):
    """Each figure that shows families, with its names as they are shown and the algorithms of its ids."""
    kinds = [name for name, kind in FIGURES.items() if kind.by_family and name not in (*RUNS, "curves")]
    study = written(tmp_path, families, f"plot: [{', '.join(kinds)}]").study
    analyses = analyse(study, load(study.scores, tmp_path))
    return kinds, plans_of(analyses, study.figures, study.report.drawing, study.names)


def test_signs_of_families_are_of_one_size():
    boxes = [TextPath((0, 0), sign, prop=font(10, sign)).get_extents() for sign in SIGNS.values()]
    assert {file_of(sign) for sign in SIGNS.values()} == {file_of("A")}  # so that names keep their own face
    for sizes in zip(*((box.width, box.height) for box in boxes), strict=True):
        assert max(sizes) < 1.2 * min(sizes)


def file_of(text):
    return str(font(10, text).get_file())


@pytest.mark.nightly
def test_every_figure_shows_each_family_alike(tmp_path, artists, assert_clean):
    kinds, plans = figures_of(tmp_path)
    drawn = [plan for plan in plans if hasattr(plan, "draw")]
    assert {plan.kind for plan in drawn} == {*kinds}
    for plan in drawn:
        figure = plan.draw()
        assert_clean(figure)
        for number, name in enumerate(map(plain, plan.algorithms)):
            family = OF[NAMES.index(name)]
            texts = [text for kind in ("name", "label") for text in artists(figure, f"{kind}-{number}")]
            for text in texts:
                sign = "" if family is None else f"{SIGNS[look_of(family, PAPER).marker]} "
                assert text.get_text() == f"{sign}{name}"
                if family is not None:
                    assert text.get_color() == readable(look_of(family, PAPER).colour, PAPER.paper)
            for point in (*artists(figure, f"point-{number}"), *artists(figure, f"estimate-{number}")):
                if family is not None:
                    assert point.get_markeredgecolor() == look_of(family, PAPER).colour
        assert [text.get_text() for text in artists(figure, "family-")] == ["trees", "kernels", "neighbors"]
        assert "families of algorithms" in plain(plan.caption)


@pytest.mark.nightly
@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("kind", "columns", "options"),
    [
        *((kind, "seed: run, step: step", "") for kind in RUNS),
        ("curves", "fold: run", "axes: own"),
        ("curves", "fold: run", "form: intervals"),
    ],
)
def test_figures_of_runs_and_curves_show_families(tmp_path, artists, assert_clean, kind, columns, options):
    study = of_runs(tmp_path, f"plot: [{{{kind}: {{{options}}}}}]", columns=columns).study
    analyses = analyse(study, load(study.scores, tmp_path))
    plan = next(plan for plan in plans_of(analyses, study.figures, study.report.drawing, study.names))
    figure = plan.draw()
    assert_clean(figure)
    texts = [text.get_text() for text in figure.findobj(Text)]
    assert any(text.startswith(SIGNS[look_of(1, PAPER).marker]) and "svr" in text for text in texts)
    assert [text.get_text() for text in artists(figure, "family-")] == ["trees", "kernels", "neighbors"]
    colours = {to_hex(line.get_color()) for line in (*artists(figure, "line-"), *artists(figure, "curve-"))}
    colours |= {to_hex(point.get_markeredgecolor()) for point in artists(figure, "estimate-")}
    for text in (*artists(figure, "legend-"), *artists(figure, "panel-")):
        family = {SIGNS[look_of(number, PAPER).marker]: number for number in range(3)}.get(text.get_text()[:1])
        own = PAPER.ink if family is None else readable(look_of(family, PAPER).colour, PAPER.paper)
        assert text.get_color() == own
    if kind != "probability-of-improvement":  # whose rows are pairs
        assert {to_hex(look_of(number, PAPER).colour) for number in range(3)} <= colours


@pytest.mark.nightly
def test_diagrams_of_two_metrics_have_one_legend(tmp_path, artists, assert_clean):
    study = written(tmp_path, plot="plot: [{cd: {together: true}}]").study
    analyses = analyse(study, load(study.scores, tmp_path))
    [plan] = plans_of(analyses, study.figures, study.report.drawing, study.names)
    figure = plan.draw()
    assert_clean(figure)
    assert [text.get_text() for text in artists(figure, "family-")] == ["trees", "kernels", "neighbors"]
    forest, again = (artists(figure, name)[0] for name in ("name-0", "name-0-1"))
    assert forest.get_color() == again.get_color() == readable(look_of(0, PAPER).colour, PAPER.paper)
    lines = [artists(figure, name)[0] for name in ("connector-0", "connector-0-1")]
    assert {line.get_color() for line in lines} == {look_of(0, PAPER).colour}


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ("{svr: {family: kernels}, knn: {family: neighbors}, forest: {label: RF, family: trees}}", None),
        ("{svr: {family: lines}}", "'svr' is in lines, and in kernels by scores.families"),
    ],
)
def test_labels_state_families_too(tmp_path, labels, expected):
    families = "families: {trees: [boost]}" if expected is None else FAMILIES
    plot = f"plot: [cd]\nlabels: {{algorithms: {labels}}}"
    if expected is not None:
        with pytest.raises(FaultsFound, match=expected):
            written(tmp_path, families, plot)
        return
    study = written(tmp_path, families, plot).study
    analyses = analyse(study, load(study.scores, tmp_path))
    plan = next(plan for plan in plans_of(analyses, study.figures, study.report.drawing, study.names))
    texts = [text.get_text() for text in plan.draw().findobj(Text)]
    assert {"trees", "kernels", "neighbors"} <= {*texts}
    assert any(text.endswith(" RF") for text in texts)


@pytest.mark.nightly
def test_without_families_nothing_changes(tmp_path, artists):
    _, plans = figures_of(tmp_path, "missing: error")
    drawn = [plan for plan in plans if hasattr(plan, "draw")]
    assert drawn
    for plan in drawn:
        figure = plan.draw()
        assert artists(figure, "family-") == []
        assert "families" not in plain(plan.caption)


@pytest.mark.parametrize(
    ("families", "expected"),
    [
        ("families: {trees: [forest, bost]}", "there is no algorithm 'bost'"),
        ("families: {trees: [forest], kernels: [forest]}", "'forest' is in trees and in kernels"),
        ("families: {trees: [forest, forest]}", "forest"),
    ],
)
def test_faults(tmp_path, families, expected):
    with pytest.raises(FaultsFound, match=expected):
        agreeing_scores(written(tmp_path, families))


@pytest.mark.few(1)
@pytest.mark.nightly
@pytest.mark.parametrize(("in_figure", "in_study"), [(None, None), (None, "knn"), ("svr", "knn")], ids=str)
def test_every_figure_lets_the_control_or_the_algorithms_that_are_named_stand_out(
    tmp_path, in_figure, in_study, assert_clean
):
    of_names = {"cd", "order", "cost-front", "two-metrics", "rank-distribution", "score-map"}
    kinds = sorted({*FIGURES} - {"simplex", "curve", "sensitivity", "replicability", "power", "average-curves"})
    if in_figure is None:  # whom a study names, every figure takes as if it were its own option
        kinds = sorted(of_names)
    option = f"{{highlight: [{in_figure}]}}" if in_figure else "{}"
    control = "test: {control: svr}\nadjust: [holm]" if in_figure is None and in_study is None else ""
    control += f"\nreport: {{figures: {{highlight: [{in_study}]}}}}" if in_study else ""
    plot = f"{control}\nplot: [{', '.join(f'{{{kind}: {option}}}' for kind in kinds)}]"
    study = written(tmp_path, "missing: error", plot).study
    analyses = analyse(study, load(study.scores, tmp_path))
    drawn = [
        plan for plan in plans_of(analyses, study.figures, study.report.drawing, study.names) if hasattr(plan, "draw")
    ]
    shown = in_figure or in_study or "svr"
    assert {plan.kind for plan in drawn} >= of_names
    for plan in drawn:
        figure = plan.draw()
        texts = [text for text in figure.findobj(Text) if plain_text(text) in NAMES]
        stand_out = {plain_text(text) for text in texts if text.get_bbox_patch() or is_bold(text)}
        named = {plain_text(text) for text in texts}
        assert stand_out == named & {shown}, plan.kind
        if plan.kind != "cd":
            assert_clean(figure)


def plain_text(text):
    return text.get_text().strip("\u2066\u2067\u2068\u2069")


def is_bold(text):
    return "Semibold" in str(text.get_fontproperties().get_file())


@pytest.mark.nightly
def test_marks_of_algorithms_that_stand_out_are_larger(tmp_path, artists):
    study = written(
        tmp_path, "missing: error", "plot: [{cost-front: {highlight: [svr]}}, {mcb: {highlight: [knn]}}]"
    ).study
    analyses = analyse(study, load(study.scores, tmp_path))
    for plan in plans_of(analyses[:1], study.figures, study.report.drawing, study.names):
        names, figure = list(map(plain, plan.algorithms)), plan.draw()
        sizes = [
            mark.get_markersize()
            for number in range(len(names))
            for kind in ("point", "estimate")
            for mark in artists(figure, f"{kind}-{number}")
        ]
        largest = [name for name, size in zip(names, sizes, strict=True) if size > 1.3 * min(sizes)]
        assert largest == ["svr" if plan.kind == "cost-front" else "knn"]
        assert f"ighlighted: {largest[0]}." in plain(plan.caption)


def test_names_in_the_color_of_their_family_can_be_read_on_a_dark_page():
    for colour in PAPER.palette:
        name = readable(colour, PAPER.paper)
        assert contrast(dark_counterpart(name), DARK.paper) >= LEAST_CONTRAST
