"""Live figures in a real browser: what the script computes is held against `rankpress.stats`, and what a reader does
with pointer, keys and controls against what the page then tells.
"""

import json
from dataclasses import replace

import numpy as np
import pytest

from rankpress.core.document import Document, Live, Section
from rankpress.report.live import STEPS, digits, form_points
from rankpress.stats.curves import AveragedCurve, ConfidenceCurve, QuesenberryHurstCurve, quesenberry_hurst
from rankpress.stats.tails import normal_two_sided
from rankpress.wording.numbers import fixed, scientific

# The script draws again some time after the page got another width.
DRAWN_AS_WIDE = """() => {
  const stage = document.querySelector("[data-live=cd] .stage");
  return Number(stage.querySelector("svg").getAttribute("width")) === Math.floor(stage.getBoundingClientRect().width);
}"""
HOSTILE = "a <b>&amp; very-long_name" * 4

# Of two pairs on three data sets: Student's t with two degrees of freedom each, test examples, no spread, and a gap.
T9, T4, EXAMPLES = ConfidenceCurve(0.15, 0.08, 9), ConfidenceCurve(0.04, 0.03, 4), quesenberry_hurst(100, 30, 20)
FLAT = ConfidenceCurve(0.02, 0.0, 9)
CURVES = [[T9, T4, EXAMPLES], [FLAT, None, T4]]
FORMS = {("t", 9): 0, ("t", 4): 1, ("quesenberry-hurst", 0): 2}
POINTS = {"forms": [form_points(*form) for form in FORMS], "heights": digits(normal_two_sided(STEPS))}


def row(curve):
    if curve is None:
        return None
    if isinstance(curve, ConfidenceCurve):
        return [0 if curve.df == 9 else 1, curve.difference, curve.standard_error]
    assert isinstance(curve, QuesenberryHurstCurve)
    return [2, curve.difference, curve.discordant, curve.n, curve.aucc]


def curves():
    choices = {"pair": (f"{HOSTILE} − B", "C − B"), "dataset": ("average over the data sets", "one", "two", HOSTILE)}
    rows = [[row(curve) for curve in pair] for pair in CURVES]
    data = {"metric": "accuracy", **POINTS, "curves": rows, "averaged": True, "decimals": 3, "scientific": False}
    return Live("curves", "accuracy-curves", "Confidence curves", choices, data)


def diagram(control=None):
    """A live diagram of four algorithms, with a grouping that leaves one out."""
    states = [
        [[0, 1.5, "Nemenyi, 0.01.", "It separates 1."], [1, 1.25, "Nemenyi, 0.05.", "It separates 2."]],
        [[2, None, "Holm, 0.01.", "It separates 3."], [None, None, "Holm, 0.05.", "It separates 4."]],
    ]
    data = {
        "names": ["A", HOSTILE, "C", "D"],
        "ranks": [3.5, 1.25, 2.75, 2.5],
        "order": [1, 3, 2, 0],
        "control": control,
        "highlight": [],
        "alphas": [0.01, 0.05],
        "alphaTexts": ["0.01", "0.05"],
        "level": 1,
        "adjustment": 0,
        "caption": None,
        "tables": "Marks in the tables remain.",
        "bestAtLeft": False,
        "oneSide": False,
        "showRanks": True,
        "states": states,
        "groupings": [[[0, 1, 2], [1, 2, 3]], [[0, 1], [2, 3]], [[0, 2]]] if control is None else [[[]], [[0]], [[0]]],
    }
    return Live("cd", "accuracy-cd", "Average ranks", {"adjustment": ("Nemenyi", "Holm")}, data)


@pytest.fixture
def show(open_report, drawing):
    """Open a report of live figures and their drawings."""

    def open_live(*live):
        drawings = tuple(drawing(one.kind, one.title, f"Caption of {one.kind}.", name=one.drawing) for one in live)
        section = Section("ranks", "Ranks", drawings=drawings)
        return open_report(Document("A study", ("Summary.",), (section,), live=live))

    return open_live


@pytest.fixture
def report(show):
    """A report with a live diagram and live curves, in the browser."""
    return show(diagram(), curves())


def reading(page, name):
    return float(page.locator(f"[data-live=curves] [data-reading={name}]").get_attribute("data-value"))


def now(line, what="now"):
    return float(line.get_attribute(f"aria-value{what}"))


def choose(page, pair, dataset):
    page.locator("[name=pair]").select_option(index=pair)
    page.locator("[name=dataset]").select_option(index=dataset)


def handle(page, name):
    return page.locator(f".handle.{name}")


def drag(page, what, to):
    what.scroll_into_view_if_needed()
    box = what.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + to[0] / 2, y + to[1] / 2)
    page.mouse.move(x + to[0], y + to[1])
    page.mouse.up()


def script(page, expression, *arguments):
    """What a function of the page's script gives of each of these."""
    text = page.evaluate(f"lists => JSON.stringify(lists.map(({expression})).map(String))", list(zip(*arguments)))  # noqa: B905
    return np.array([float(value.replace("Infinity", "inf")) for value in json.loads(text)])


def check(page, make, curve):
    """Hold a curve of the script against one of stats, at many nulls and levels."""
    x = curve.difference + np.linspace(-0.4, 0.4, 81)
    x = np.append(x[x != curve.difference], [0.0, curve.difference])
    page.evaluate(f"window.curve = {make}")
    heights = script(page, "([x]) => curve.p(x)", x)
    np.testing.assert_allclose(heights, curve.p_at(x), atol=2e-5)
    p = np.array([0.001, 0.01, 0.05, 0.2, 0.5, 0.9, 0.999])
    bounds = np.array([script(page, f"([p]) => curve.bounds(p)[{side}]", p) for side in (0, 1)])
    np.testing.assert_allclose(bounds, np.array(curve.bounds(p)), atol=1e-5)
    assert page.evaluate("curve.area") == pytest.approx(curve.aucc, abs=1e-5)
    assert script(page, "([x]) => curve.entangled(x)", [0.0])[0] == pytest.approx(
        curve.entangled_null, abs=1e-5, nan_ok=True
    )
    other = script(page, "([x]) => curve.entangled(x)", x)
    there = np.isfinite(other) & (heights > 1e-4)
    np.testing.assert_allclose(curve.p_at(other[there]), heights[there], atol=2e-5)


@pytest.mark.parametrize(
    "curve",
    [T9, T4, EXAMPLES, FLAT, quesenberry_hurst(50, 50, 0), quesenberry_hurst(50, 0, 0), quesenberry_hurst(1000, 7, 3)],
)
def test_curves_are_those_of_stats(report, curve):
    check(report.page, f"makeCurve({json.dumps(row(curve))}, {json.dumps(POINTS)})", curve)


@pytest.mark.parametrize(
    "several",
    [(T9, replace(T9, difference=-0.02, standard_error=0.03)), (T9, T4, EXAMPLES), (FLAT, T4), (FLAT, EXAMPLES, T9)],
)
def test_averages_are_those_of_stats(report, several):
    rows = json.dumps([row(curve) for curve in several])
    make = f"(data => averageCurve({rows}.map(row => makeCurve(row, data))))({json.dumps(POINTS)})"
    check(report.page, make, AveragedCurve(several))


def test_areas_without_end_and_curves_without_spread_are_told(report):
    page = report.page
    forms = json.dumps({**POINTS, "forms": [form_points("t", 1)]})
    assert page.evaluate(f"makeCurve([0, 0.1, 0.2], {forms}).area") == float("inf")
    choose(page, 1, 1)
    assert page.locator("[data-reading=entangled]").inner_text() == "none"
    assert page.locator("[data-live=curves] [data-reading=p]").inner_text() == "<0.001"
    assert reading(page, "area") == 0


def test_the_null_line_is_dragged(report):
    page = report.page
    choose(page, 0, 1)
    assert reading(page, "p") == pytest.approx(T9.p_null, abs=1e-5)
    assert reading(page, "entangled") == pytest.approx(0.3)
    drag(page, handle(page, "null"), (90, 0))
    null = now(handle(page, "null"))
    assert null > 0.02
    assert page.locator("[name=null]").input_value() == str(null)
    assert reading(page, "p") == pytest.approx(float(T9.p_at(null)), abs=1e-5)
    assert reading(page, "entangled") == pytest.approx(0.3 - null)
    shown = page.locator("[data-live=curves] [data-reading=p]").inner_text()
    assert shown == f"{float(T9.p_at(null)):.3f}"
    assert handle(page, "null").get_attribute("aria-valuetext") == f"{null:.3f}, p = {shown}"
    # a press anywhere in the plot brings the line there, and no drag leaves the plot
    page.locator(".ground").click(position={"x": 5, "y": 60})
    assert now(handle(page, "null")) < 0
    drag(page, page.locator(".ground"), (5000, 0))
    assert now(handle(page, "null")) == pytest.approx(now(handle(page, "null"), "max"), rel=0.01)
    assert report.complaints == []


def test_the_level_line_is_dragged_and_typed(report):
    page = report.page
    choose(page, 0, 1)
    drag(page, handle(page, "level").locator(".grip"), (0, -80))
    level = reading(page, "level")
    assert 0.4 < level < 0.9
    interval = page.locator("[data-reading=interval]")
    low, high = map(float, (interval.get_attribute("data-value") or "").split())
    assert (low, high) == pytest.approx(T9.interval(level), abs=1e-5)
    page.locator("[data-live=curves] [name=level]").fill("99")
    low, high = map(float, (interval.get_attribute("data-value") or "").split())
    assert (low, high) == pytest.approx(T9.interval(0.99), abs=1e-5)
    assert interval.inner_text() == f"{low:.3f} to {high:.3f}".replace("-", "\N{MINUS SIGN}")
    assert "99%" in page.locator("[data-reading=level]").last.inner_text()
    page.locator("[data-live=curves] [name=level]").fill("120")  # no level: nothing changes
    assert reading(page, "level") == 0.99
    page.get_by_role("button", name="Reset").click()
    assert reading(page, "level") == 0.95


def test_the_lines_follow_the_keys(report):
    page = report.page
    choose(page, 0, 1)
    null, level = handle(page, "null"), handle(page, "level")
    null.focus()
    before = now(null)
    page.keyboard.press("ArrowRight")
    step = now(null) - before
    assert step > 0
    page.keyboard.press("PageUp")
    assert now(null) == pytest.approx(before + 11 * step)
    page.keyboard.press("ArrowLeft")
    assert reading(page, "p") == pytest.approx(float(T9.p_at(before + 10 * step)), abs=1e-5)
    page.keyboard.press("Home")
    assert now(null, "min") <= now(null) < now(null, "min") + 2 * step
    level.focus()
    page.keyboard.press("ArrowDown")
    assert reading(page, "level") == pytest.approx(0.94)
    page.keyboard.press("End")
    assert reading(page, "level") == 0.999
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Level of the interval in per cent"


def test_a_null_is_typed_and_a_pair_chosen(report):
    page = report.page
    average = AveragedCurve([T9, T4, EXAMPLES])
    assert reading(page, "difference") == pytest.approx(average.difference)  # the average comes first
    assert reading(page, "p") == pytest.approx(average.p_null, abs=1e-5)
    page.locator("[name=null]").fill("2.5")  # beyond the axis, which then grows
    assert now(handle(page, "null"), "max") > 2.5
    page.locator("[name=null]").fill("0.1")
    choose(page, 0, 3)
    assert reading(page, "p") == 1
    assert reading(page, "area") == pytest.approx(EXAMPLES.aucc, abs=1e-5)
    assert page.locator("[data-reading=form]").inner_text() == "Quesenberry-Hurst"
    page.get_by_label("Also show the other differences").check()
    assert page.locator(".other").count() == 1
    choose(page, 1, 2)
    assert page.locator(".lacking").is_visible()
    assert not page.locator("[data-live=curves] .plot").is_visible()
    choose(page, 1, 3)
    assert reading(page, "difference") == T4.difference
    assert "Estimate 0.040" in page.get_by_role("status").last.inner_text()
    assert report.complaints == []


def test_the_diagram_answers_to_level_and_adjustment(report):
    page = report.page
    live = page.locator("[data-live=cd]")
    level, told = live.locator("[name=level]"), live.locator("[data-reading=sentence]")
    caption = page.locator("figcaption .caption")
    assert live.locator(".bar").count() == 2
    assert live.locator(".ruler").count() == 1
    assert "CD = 1.25" in (live.locator("svg").text_content() or "")
    assert caption.inner_text() == "Nemenyi, 0.05."
    assert told.inner_text().startswith("Not significantly different: a <b>&amp;")
    assert "Marks in the tables remain." not in told.inner_text()
    assert live.get_by_role("button").is_disabled()
    level.focus()
    page.keyboard.press("ArrowLeft")
    assert level.get_attribute("aria-valuetext") == "0.01"
    assert caption.inner_text() == "Nemenyi, 0.01."
    assert told.inner_text().startswith("It separates 1. Marks in the tables remain.")
    assert live.locator(".bar line.group").count() == 2
    live.locator("[name=adjustment]").select_option("Holm")
    assert live.locator(".ruler").count() == 0
    # one group, of the first and the third: in two parts, each member with a dot
    assert live.locator(".bar line.group").count() == 2
    assert live.locator(".bar .member").count() == 2
    assert live.locator(".bar title").text_content() == f"{HOSTILE}, C"
    page.keyboard.press("Tab")
    level.fill("1")
    assert "There are more groups than bars can show." in told.inner_text()
    assert live.locator(".bar").count() == 0
    live.get_by_role("button", name="As in the study").click()
    assert caption.inner_text() == "Nemenyi, 0.05."
    assert report.complaints == []


def test_the_diagram_begins_as_its_drawing(show):
    live = diagram()
    asked = {"adjustment": 1, "caption": "Our own.", "highlight": [2], "showRanks": False}
    report = show(replace(live, data={**live.data, **asked}))
    shown, caption = report.page.locator("[data-live=cd]"), report.page.locator("figcaption .caption")
    assert shown.locator("select option:checked").inner_text() == "Holm"
    assert caption.inner_text() == "Our own."
    assert shown.get_by_role("button").is_disabled()
    assert (shown.locator("text.outstanding").text_content() or "").endswith("C")
    assert shown.locator("text.soft").count() == 0
    shown.locator("[name=adjustment]").select_option("Nemenyi")
    assert caption.inner_text() == "Nemenyi, 0.05."
    shown.get_by_role("button", name="As in the study").click()
    assert caption.inner_text() == "Our own."
    assert report.complaints == []


def test_numbers_halfway_are_rounded_as_in_the_tables(show):
    ranks = [11.625, 1.375, 2.125, 2.5]
    page = show(replace(diagram(), data={**diagram().data, "ranks": ranks})).page
    shown = page.locator("[data-live=cd] text.number.soft").all_text_contents()
    assert sorted(shown) == sorted(fixed(x, 2) for x in ranks)


def test_scripts_print_numbers_as_the_tables_do(show, root):
    """All that a person sees as halfway is rounded away from zero, whichever side the binary fraction is on."""
    values = [sign * n / 2000 for n in range(0, 4001, 7) for sign in (1, -1)]
    values += [98.35, 2.675, 1.005, 51 / 20, 1e-9, 3e9]
    of_any_size = [mantissa * 10.0**power for mantissa in (1.235, -9.995, 4.0, 1.2345) for power in range(-12, 13, 4)]
    page, script = show(diagram()).page, (root / "templates/html/scripts/numerals.js").read_text(encoding="utf-8")
    for decimals in (0, 1, 2, 3):
        program = f"(values) => {{ {script} return values.map((value) => printed(value, {decimals})); }}"
        assert page.evaluate(program, values) == [fixed(value, decimals) for value in values]
    shown = page.evaluate(f"(values) => {{ {script} return values.map(printedScientific); }}", of_any_size)
    assert shown == [scientific(value) for value in of_any_size]


@pytest.mark.parametrize(("best_at_left", "one_side"), [(False, False), (True, True)])
def test_the_diagram_places_what_it_shows(show, best_at_left, one_side):
    laid_out = {"bestAtLeft": best_at_left, "oneSide": one_side}
    page = show(replace(diagram(), data={**diagram().data, **laid_out})).page
    live = page.locator("[data-live=cd]")
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function(DRAWN_AS_WIDE)
        box = live.locator(".stage").bounding_box()
        texts = [text.bounding_box() for text in live.locator("svg text").all()]
        # names and numbers lie within the figure, and no two on each other
        for at, one in enumerate(texts):
            assert box["x"] - 8 <= one["x"]
            assert one["x"] + one["width"] <= box["x"] + box["width"] + 8
            for other in texts[:at]:
                apart = (
                    one["x"] >= other["x"] + other["width"] - 1
                    or other["x"] >= one["x"] + one["width"] - 1
                    or one["y"] >= other["y"] + 0.6 * other["height"]
                    or other["y"] >= one["y"] + 0.6 * one["height"]
                )
                assert apart
        # the better the rank the farther to the one end, as far as the ranks say
        across = page.evaluate(
            "[...document.querySelectorAll('.connector')].map(one => one.getPathData?.()[0].values[0]"
            " ?? Number(one.getAttribute('d').match(/M([\\d.]+)/)[1]))"
        )
        ranks = np.array([1.25, 2.5, 2.75, 3.5])
        np.testing.assert_allclose(np.diff(across) / (across[-1] - across[0]), np.diff(ranks) / 2.25, atol=1e-6)
        assert (across[0] < across[-1]) == best_at_left


def test_a_control_is_compared_with(show):
    page = show(diagram(control=3)).page
    live = page.locator("[data-live=cd]")
    assert [live.locator(f".{name}").count() for name in ("is-control", "differs", "alike", "bar")] == [1, 1, 2, 0]
    assert live.locator(".around").count() == 1
    assert "control ± CD = 1.25" in (live.locator("svg").text_content() or "")
    assert "Not significantly" not in live.inner_text()
    live.locator("[name=level]").fill("0")
    assert [live.locator(f".{name}").count() for name in ("is-control", "differs", "alike")] == [1, 0, 3]


def test_drawings_stand_in_without_a_script_and_in_print(report, chromium):
    page, address = report.page, report.page.url
    assert page.locator(".live").first.is_visible()
    assert not page.locator("#figure-accuracy-cd .drawing").is_visible()
    assert page.locator("#figure-accuracy-curves .drawing").is_visible()
    page.emulate_media(media="print")
    assert not page.locator(".live").first.is_visible()
    assert page.locator("#figure-accuracy-cd .drawing").is_visible()
    assert page.locator("#figure-accuracy-cd figcaption").inner_text().endswith("Caption of cd.")
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    assert page.locator(".live:visible").count() == 0
    assert page.locator("#figure-accuracy-cd .drawing").is_visible()
    assert page.locator("#figure-accuracy-cd figcaption").inner_text().endswith("Caption of cd.")
    context.close()


def test_why_there_is_none_is_told(show):
    report = show(Live("curves", "accuracy-curves", "Confidence curves", why="These are too many <b>curves</b>."))
    assert report.page.get_by_text("These are too many <b>curves</b>.").is_visible()
    assert report.complaints == []
