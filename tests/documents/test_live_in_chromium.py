"""The live critical difference diagram in a real browser: what a reader does, and what the page then says."""

from dataclasses import replace

import numpy as np
import pytest

from rankpress.core.document import Document, Live, Section
from rankpress.figures.colours import readable
from rankpress.figures.style import PAPER
from rankpress.wording.numbers import fixed, scientific
from tests.documents.polling import wait_until

# The script draws again some time after the page got another width.
DRAWN_AS_WIDE = """() => {
  const stage = document.querySelector("[data-live=cd] .stage");
  return Number(stage.querySelector("svg").getAttribute("width")) === Math.floor(stage.getBoundingClientRect().width);
}"""
HOSTILE = "a <b>&amp; very-long_name" * 4


FAMILIES = {
    "names": ["trees", "a family with a long <name>"],
    "of": [0, 1, 1, None],
    "signs": ["•", "■"],
    "points": list(PAPER.palette[:2]),
    "texts": [readable(colour, PAPER.paper) for colour in PAPER.palette[:2]],
}


def as_rgb(colour):
    """A color as the browser writes it."""
    return f"rgb({', '.join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))})"


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
        "families": None,
        "inRows": False,
        "bestAtLeft": False,
        "oneSide": False,
        "showRanks": True,
        "letters": False,
        "states": states,
        "groupings": [[[0, 1, 2], [1, 2, 3]], [[0, 1], [2, 3]], [[0, 2]]] if control is None else [[[]], [[0]], [[0]]],
    }
    return Live("accuracy-cd", "Average ranks", {"adjustment": ("Nemenyi", "Holm")}, data)


@pytest.fixture
def show(open_report, drawing):
    """Open a report of live figures and their drawings."""

    def open_live(*live):
        drawings = tuple(drawing("cd", one.title, "Caption of cd.", name=one.drawing) for one in live)
        section = Section("ranks", "Ranks", drawings=drawings)
        return open_report(Document("A study", ("Summary.",), (section,), live=live))

    return open_live


@pytest.fixture
def report(show):
    """A report with a live diagram, in the browser."""
    return show(diagram())


def test_the_diagram_answers_to_level_and_adjustment(report):
    page = report.page
    live = page.locator("[data-live=cd]")
    level, sentence = live.locator("[name=level]"), live.locator("[data-reading=sentence]")
    groups = live.locator("[data-reading=groups]")
    caption = page.locator("figcaption .caption")
    assert live.locator(".bar").count() == 2
    assert live.locator(".ruler").count() == 1
    assert "CD = 1.25" in (live.locator("svg").text_content() or "")
    assert caption.inner_text() == "Nemenyi, 0.05."
    assert groups.text_content().startswith("Not significantly different: a <b>&amp;")
    assert sentence.text_content() == ""
    assert live.get_by_role("button").is_disabled()
    level.focus()
    page.keyboard.press("ArrowLeft")
    assert level.get_attribute("aria-valuetext") == "0.01"
    assert caption.inner_text() == "Nemenyi, 0.01."
    assert sentence.inner_text() == "It separates 1. Marks in the tables remain."
    assert live.locator(".bar line.group").count() == 2
    live.locator("[name=adjustment]").select_option("Holm")
    assert live.locator(".ruler").count() == 0
    # one group, of the first and the third: in two parts, each member with a dot
    assert live.locator(".bar line.group").count() == 2
    assert live.locator(".bar .member").count() == 2
    assert live.locator(".bar title").text_content() == f"{HOSTILE}, C"
    page.keyboard.press("Tab")
    level.fill("1")
    assert "There are more groups than bars can show." in groups.text_content()
    assert live.locator(".bar").count() == 0
    live.get_by_role("button", name="Reset").click()
    assert caption.inner_text() == "Nemenyi, 0.05."
    assert report.complaints == []


def test_the_diagram_begins_as_its_drawing(show):
    live = diagram()
    options = {"adjustment": 1, "caption": "Our own.", "highlight": [2], "showRanks": False}
    report = show(replace(live, data={**live.data, **options}))
    shown, caption = report.page.locator("[data-live=cd]"), report.page.locator("figcaption .caption")
    assert shown.locator("select option:checked").inner_text() == "Holm"
    assert caption.inner_text() == "Our own."
    assert shown.get_by_role("button").is_disabled()
    assert (shown.locator("text.outstanding").text_content() or "").endswith("C")
    assert shown.locator("text.soft").count() == 0
    shown.locator("[name=adjustment]").select_option("Nemenyi")
    assert caption.inner_text() == "Nemenyi, 0.05."
    shown.get_by_role("button", name="Reset").click()
    assert caption.inner_text() == "Our own."
    assert report.complaints == []


def test_letters_are_those_of_the_level(show):
    """Each group has a letter from the best, and who is in no group one of its own."""
    page = show(replace(diagram(), data={**diagram().data, "letters": True})).page
    shown = page.locator("[data-live=cd]")
    letters = shown.locator("text.letters")
    assert letters.all_text_contents() == ["a", "a", "b", "b"]  # from the best
    shown.locator("[name=level]").fill("0")
    assert letters.all_text_contents() == ["a", "ab", "ab", "b"]
    shown.locator("[name=adjustment]").select_option("Holm")
    assert letters.all_text_contents() == ["a", "b", "a", "c"]
    shown.locator("[name=level]").fill("1")  # more groups than bars can show
    assert letters.count() == 0
    assert show(diagram()).page.locator("text.letters").count() == 0


def test_a_single_adjustment_is_no_choice(show):
    live = diagram()
    one = replace(live, choices={"adjustment": ("Nemenyi",)}, data={**live.data, "states": live.data["states"][:1]})
    report = show(one)
    shown = report.page.locator("[data-live=cd]")
    assert shown.locator("select").count() == 0
    assert "Adjustment: Nemenyi" in shown.inner_text()
    shown.locator("[name=level]").fill("0")
    assert report.page.locator("figcaption .caption").inner_text() == "Nemenyi, 0.01."
    shown.get_by_role("button", name="Reset").click()
    assert report.page.locator("figcaption .caption").inner_text() == "Nemenyi, 0.05."
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


@pytest.mark.few(1)
@pytest.mark.parametrize(("best_at_left", "one_side", "in_rows"), [(0, 0, 0), (1, 1, 0), (1, 1, 1)])
def test_the_diagram_places_what_it_shows(show, best_at_left, one_side, in_rows):
    laid_out = {"bestAtLeft": bool(best_at_left), "oneSide": bool(one_side), "inRows": bool(in_rows)}
    laid_out["families"] = FAMILIES if in_rows else None
    page = show(replace(diagram(), data={**diagram().data, **laid_out})).page
    live = page.locator("[data-live=cd]")
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        wait_until(page, DRAWN_AS_WIDE)
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
        if in_rows:
            continue
        across = page.evaluate(
            "[...document.querySelectorAll('.connector')].map(one => one.getPathData?.()[0].values[0]"
            " ?? Number(one.getAttribute('d').match(/M([\\d.]+)/)[1]))"
        )
        ranks = np.array([1.25, 2.5, 2.75, 3.5])
        np.testing.assert_allclose(np.diff(across) / (across[-1] - across[0]), np.diff(ranks) / 2.25, atol=1e-6)
        assert (across[0] < across[-1]) == best_at_left


@pytest.mark.parametrize("in_rows", [False, True])
def test_families_have_their_colors_and_signs_in_either_scheme(show, in_rows):
    laid_out = {"families": FAMILIES, "inRows": in_rows, "bestAtLeft": in_rows, "oneSide": in_rows}
    report = show(replace(diagram(), data={**diagram().data, **laid_out}))
    shown, page = report.page.locator("[data-live=cd] svg"), report.page
    names = shown.locator("text.name")
    signs = [name.evaluate("one => one.lastChild.textContent[0]") for name in names.all()]
    assert sorted(signs) == ["D", "•", "■", "■"]
    assert shown.locator("text.family").all_text_contents() == ["• trees", "■ a family with a long <name>"]
    colors = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        fills = [name.evaluate("one => getComputedStyle(one).fill") for name in names.all()]
        colors.append(dict(zip(signs, fills, strict=True)))
    light, dark = colors
    assert (light["•"], light["■"]) == tuple(map(as_rgb, FAMILIES["texts"]))
    assert all(light[sign] != dark[sign] for sign in light)
    assert len({*dark.values()}) == 3
    assert report.complaints == []


def test_rows_have_a_point_and_bars_at_the_right(show):
    """One row for each algorithm, the best on top; a group that leaves one out is in two parts."""
    page = show(replace(diagram(), data={**diagram().data, "inRows": True, "bestAtLeft": True, "oneSide": True})).page
    live = page.locator("[data-live=cd]")
    points = [one.bounding_box() for one in live.locator("circle.differs").all()]
    assert [round(box["y"]) for box in points] == sorted(round(box["y"]) for box in points)
    assert [box["x"] for box in points] == sorted(box["x"] for box in points)  # the best at the left
    assert live.locator(".bar").count() == 2
    bars = [one.bounding_box() for one in live.locator(".bar line.group").all()]
    assert all(bar["height"] > bar["width"] and bar["x"] > points[-1]["x"] for bar in bars)
    live.locator("[name=level]").fill("0")
    live.locator("[name=adjustment]").select_option("Holm")
    assert live.locator(".bar line.group").count() == live.locator(".bar .member").count() == 2


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
