"""What is published of the spec, against the program: its JSON Schema and REFERENCE.md."""

import csv
import re
import runpy

import pytest
from jsonschema import Draft202012Validator
from scipy.special import ndtr

from rankpress.catalog import methods as catalog
from rankpress.spec import method_sections
from rankpress.spec.document import parse_document
from rankpress.spec.model import Study
from rankpress.spec.reading import study_schema


@pytest.fixture(scope="module")
def schema():
    return study_schema()


@pytest.fixture(scope="module")
def validator(schema):
    return Draft202012Validator(schema)


@pytest.mark.nightly
def test_example_studies(root, validator):
    studies = sorted((root / "example_project").rglob("study*.yaml"))
    assert studies
    for path in studies:
        data = parse_document(path.read_text(encoding="utf-8"), path.name).data
        validator.validate(data)
        Study.model_validate(data)


def levels(schema, name=""):
    """What a schema says of every number that is a level of tests or of intervals."""
    if isinstance(schema, list):
        yield from (level for part in schema for level in levels(part, name))
    elif isinstance(schema, dict):
        if name in ("alpha", "level") and schema.get("type") == "number":
            yield schema
        for key, inner in schema.items():
            within = name if key in ("anyOf", "items") else key
            if not (key == "properties" and isinstance(inner, dict)):
                yield from levels(inner, within)
            else:
                yield from (level for of, part in inner.items() for level in levels(part, of))


def test_levels_are_such_as_can_be_computed_with(schema):
    schemas = [*levels(schema)]
    bounds = {(one.get("minimum"), one.get("maximum")) for one in schemas}
    assert bounds == {(catalog.LEAST_LEVEL, catalog.GREATEST_LEVEL)}
    assert len(schemas) >= 4
    for level in (catalog.LEAST_LEVEL, 1 - catalog.GREATEST_LEVEL):
        assert 0 < 1 - (1 - level / 100_000) < level  # of a hundred thousand comparisons each has a level of its own


@pytest.mark.parametrize(
    "sections",
    [
        {"scores": {"files": ["a.csv", "b/*.csv"]}},
        {"adjust": ["holm", {"bergmann-hommel": {"monotone": True}}]},
        {"test": {"pairwise": {"wilcoxon": {"zeros": "pratt"}}, "tuning_runs": 12}},
        {"test": {"pairwise": {"permutation": {"draws": 20_000, "seed": 7}}}},
        {"curves": {"pairs": "all"}},
        {"scores": {"files": "a.csv", "costs": ["t", "m"]}, "order": {"cost": {"t": 0.7, "m": 0.3}}},
        {"scores": {"files": "a.csv", "groups": {"text": ["a", "b"], "image": ["c", "a"]}}},
        {"scores": {"files": "a.csv", "metrics": [{"name": "test", "validation": "val"}]}},
        {"curves": {"pairs": [["A", "B"]]}},
        {"curves": {"pairs": "all", "form": "quesenberry-hurst", "average": True}},
        {"curves": None, "order": None},
        {"scores": {"files": "a.csv", "layout": "ranks", "datasets": 10}},
    ],
)
def test_short_forms(sections, validator):
    data = {"scores": {"files": "a.csv"}, **sections}
    validator.validate(data)
    resolved = Study.model_validate(data).model_dump(mode="json")
    validator.validate(resolved)


@pytest.mark.parametrize(
    "sections",
    [
        {"scores": {}},
        {"scores": {"files": []}},
        {"scores": {"files": ""}},
        {"title": 3},
        {"colour": "red"},
        {"test": {"alpha": 1}},
        {"test": {"alpha": "0.05"}},
        {"test": {"pairwise": "t-test"}},
        {"test": {"pairwise": {"sign": {"zeros": "pratt"}}}},
        {"test": {"pairwise": {"wilcoxon": {"zeros": "zsplit"}}}},
        {"test": {"pairwise": {"wilcoxon": {"draws": 5}}}},
        {"test": {"pairwise": {"permutation": {"draws": 0}}}},
        {"test": {"tuning_runs": -1}},
        {"adjust": []},
        {"adjust": ["holms"]},
        {"adjust": ["holm", "holm"]},
        {"adjust": [{"bergmann-hommel": {"monoton": True}}]},
        {"curves": {"pairs": "some"}},
        {"scores": {"files": "a.csv", "costs": ["t"]}, "order": {"cost": {"t": 0}}},
        {"scores": {"files": "a.csv", "costs": ["t"]}, "order": {"cost": {}}},
        {"scores": {"files": "a.csv", "groups": {"text": []}}},
        {"scores": {"files": "a.csv", "groups": {"text": ["a", "a"]}}},
        {"curves": {"pairs": [["A"]]}},
        {"curves": {"pairs": "all", "form": "normal"}},
        {"curves": {"pairs": "all", "average": "yes"}},
        {"curves": {"pairs": [["A", "B", "C"]]}},
        {"plot": ["cd", "cd"]},
        {"rank": {"tolerance": -1}},
    ],
)
def test_refused_by_both(sections, validator):
    data = {"scores": {"files": "a.csv"}, **sections}
    assert not validator.is_valid(data)
    with pytest.raises(ValueError, match="validation error"):
        Study.model_validate(data)


@pytest.fixture(scope="module")
def text(root):
    return (root / "pipeline/spec/REFERENCE.md").read_text(encoding="utf-8")


@pytest.mark.nightly
def test_keys_are_those_of_the_model(root, text):
    """If not, run python tests/house/reference_page.py."""
    assert runpy.run_path(str(root / "tests/house/reference_page.py"))["page"](text) == text
    assert "| `zeros` | `split` `pratt` `wilcox` | `split` |" in text
    assert "| `monotone` |" in text


@pytest.mark.parametrize(
    ("heading", "names", "table"),
    [
        ("`test.omnibus`", method_sections.Omnibus, catalog.OMNIBUS),
        ("`test.pairwise`", method_sections.Pairwise, catalog.PAIRWISE),
        ("`test.within`", method_sections.Within, catalog.WITHIN),
        ("`adjust`", method_sections.Adjustment, catalog.ADJUSTMENTS),
        ("`effects.measures`", method_sections.Effect, catalog.EFFECTS),
        (
            "`bayes.over`",
            (method_sections.BayesOver, method_sections.BayesWithin),
            {**catalog.BAYES_OVER, **catalog.BAYES_WITHIN},
        ),
        ("`curves.form`", method_sections.CurveForm, catalog.CURVE_FORMS),
    ],
)
def test_methods_and_their_sources(text, heading, names, table):
    [part] = re.findall(rf"(?ms)^## {re.escape(heading)}.*?(?=^## |\Z)", text)
    rows = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("| `")]
    sources = {row[0].strip("`"): (re.findall(r"`(\w+)`$", row[-1]) or [""])[0] for row in rows}
    known = {name for one in (names if isinstance(names, tuple) else (names,)) for name in one.__metadata__[0].names()}
    assert set(sources) == known
    assert {name: source for name, source in sources.items() if source} == {
        name: one.reference for name, one in table.items()
    }


@pytest.mark.parametrize(
    ("measure", "shape", "n", "truth"),
    [
        ("superiority", "normal", 30, ndtr(0.5)),
        *(
            pytest.param(*one, marks=pytest.mark.nightly)
            for one in (("mean-difference", "log-normal", 10, 0.5), ("hedges-g", "t3", 30, 0.5))
        ),
    ],
)
def test_the_coverage_of_intervals_is_what_is_simulated(root, measure, shape, n, truth):
    trial = runpy.run_path(str(root / "tests/trials/coverage.py"))
    with trial["FILE"].open(encoding="utf-8", newline="") as file:
        [share] = [
            float(row["coverage"])
            for row in csv.DictReader(file)
            if (row["measure"], row["differences"], row["datasets"]) == (measure, shape, str(n))
        ]
    shapes = (shape, "log-normal, turned") if shape == "log-normal" else (shape,)
    assert share == pytest.approx(min(trial["coverage"](measure, one, n, truth) for one in shapes), abs=0.002)


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.conformance("Coverage of the intervals of leaderboards", "simulation, 1,000 studies of 5 algorithms")
@pytest.mark.parametrize(
    ("measure", "interval", "n"),
    [("win-rate", "t", 10), pytest.param("champions", "bca", 20, marks=pytest.mark.nightly)],
)
def test_the_coverage_of_intervals_of_leaderboards_is_what_is_simulated(root, measure, interval, n):
    trial = runpy.run_path(str(root / "tests/trials/leaderboards.py"))
    with trial["FILE"].open(encoding="utf-8", newline="") as file:
        shares = {
            (row["measure"], row["interval"], row["datasets"]): float(row["coverage"]) for row in csv.DictReader(file)
        }
    coverage = trial["coverage"](measure, n, (interval,))[interval]
    assert shares[measure, interval, str(n)] == pytest.approx(coverage, abs=0.002)
    least = {by: [shares[one, by, "10"] for one in ("elo", *trial["MEASURES"])] for by in trial["METHODS"]}
    assert all(t >= max(others) or t > 0.95 for t, *others in zip(*least.values(), strict=True))  # why t is the default


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("test", "world"),
    [("rank-z", "opposite pair"), pytest.param("wilcoxon", "unequal spreads", marks=pytest.mark.nightly)],
)
def test_the_errors_of_tests_are_what_is_simulated(root, test, world):
    trial = runpy.run_path(str(root / "tests/trials/nulls.py"))
    with trial["FILE"].open(encoding="utf-8", newline="") as file:
        shares = {(row["test"], row["world"]): float(row["error"]) for row in csv.DictReader(file)}
    assert shares[test, world] == pytest.approx(trial["family_wise_error"](test, world), abs=0.0002)


@pytest.mark.parametrize(("test", "n", "share"), [("sign", 30, 0.3), ("ratios", 10, 0.7), ("ratios", 30, 0)])
def test_the_errors_of_tests_of_unsolved_runs_are_what_is_simulated(root, test, n, share):
    trial = runpy.run_path(str(root / "tests/trials/censored.py"))
    with trial["FILE"].open(encoding="utf-8", newline="") as file:
        errors = {(row["test"], row["instances"], row["unsolved"]): float(row["error"]) for row in csv.DictReader(file)}
    assert errors[test, str(n), f"{share:g}"] == pytest.approx(trial["error"](test, n, share), abs=0.0002)
    # at most the level, but for the error of the simulation
    assert max(errors.values()) <= 0.05 + 3 * (0.05 * 0.95 / trial["STUDIES"]) ** 0.5


@pytest.mark.few(1)
@pytest.mark.conformance("Power in small studies", "simulation, 1,000 studies a cell")
@pytest.mark.parametrize(("k", "n", "name"), [(5, 9, "Wilcoxon, Holm (default)"), (3, 8, "Nemenyi")])
def test_the_power_of_small_studies_is_what_is_simulated(root, k, n, name):
    trial = runpy.run_path(str(root / "tests/trials/small_studies.py"))
    table = trial["PAGE"].read_text(encoding="utf-8").partition(trial["BEGIN"])[2].partition(trial["END"])[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.strip().splitlines()]
    [row] = [row for row in rows if row[:2] == [str(k), name]]
    procedures = {title: procedure for title, *procedure in trial["PROCEDURES"]}
    assert row[rows[0].index(f"N = {n}")] == f"{100 * trial['power'](k, n, *procedures[name]):.0f}"
    assert {row[1] for row in rows[2:]} == set(procedures)


def test_what_goes_with_what(text):
    [part] = re.findall(r"(?ms)^## `adjust`.*?(?=^## )", text)
    goes = dict(re.findall(r"(?m)^\| `([\w-]+)` \| .* \| ([^|]*) \| `\w+` \|$", part))
    for name, method in catalog.ADJUSTMENTS.items():
        assert goes[name].startswith({"all": "all pairs", "control": "a control"}.get(method.pairs, "")), name
        assert {test for test in ("rank-z", "block-t") if f"`{test}`" in goes[name]} == {method.test} - {None}
