"""Writes tables of REFERENCE.md, from the model of study.yaml and the catalogue, and RESULTS.md; tests compare them."""

import csv
import json
import re
import runpy
from functools import cache
from pathlib import Path
from typing import get_args, get_origin

from pydantic import BaseModel

from rankpress.account.tables import axes_of, kinds_in_order
from rankpress.catalog.kinds import FIGURES, TABLES
from rankpress.catalog.methods import GREATEST_LEVEL, LEAST_LEVEL, PAIRWISE
from rankpress.catalog.tests import NULLS
from rankpress.spec.method_sections import Method
from rankpress.spec.model import Study
from rankpress.spec.plot_sections import FigureOptions
from rankpress.spec.reading import schema_text
from rankpress.spec.strict import OptionsByKind, Section
from rankpress.spec.table_options import TableOptions
from rankpress.topics.topic import nothing

PAGE = Path(__file__).resolve().parents[2] / "pipeline/spec/REFERENCE.md"
BEGIN, END = "<!-- keys: written by tests/house/reference_page.py -->\n", "<!-- end of keys -->\n"
SHARES, END_OF_SHARES = "<!-- coverage: from tests/reference/coverage.csv -->\n", "<!-- end of coverage -->\n"
TABLE_KINDS, END_OF_TABLE_KINDS = "<!-- tables: from pipeline/catalog/kinds.py -->\n", "<!-- end of tables -->\n"
FIGURE_KINDS, END_OF_FIGURE_KINDS = "<!-- figures: from pipeline/catalog/kinds.py -->\n", "<!-- end of figures -->\n"
NULL_ROWS, END_OF_NULLS = ("<!-- nulls: from tests/reference/nulls.csv -->\n", "<!-- end of nulls -->\n")
OF_LIMITS, END_OF_LIMITS = "<!-- limits: from tests/reference/censored.csv -->\n", "<!-- end of limits -->\n"
OF_RUNS, END_OF_RUNS = "<!-- runs: from tests/reference/runs.csv -->\n", "<!-- end of runs -->\n"
OF_BOARDS = "<!-- leaderboards: from tests/reference/leaderboard_coverage.csv -->\n"
END_OF_BOARDS = "<!-- end of leaderboards -->\n"
COVERAGE, NULLS_FILE, LIMITS_FILE, RUNS_FILE, BOARDS_FILE = (
    Path(__file__).resolve().parents[1] / f"reference/{name}.csv"
    for name in ("coverage", "nulls", "censored", "runs", "leaderboard_coverage")
)
TITLES = {Study: "Sections"}
# What stands for the names of methods, which have tables of their own.
MOST_VALUES = 6


def tables(model, schema):
    """A table of the keys of each section, in the order of the model."""
    parts, shown = [], set()
    for path, section in sections(model):
        is_of_kind = issubclass(section, FigureOptions | TableOptions) and section not in (FigureOptions, TableOptions)
        if section in shown and not is_of_kind:  # several keys hold such sections, or a kind has no options of its own
            continue
        shown.add(section)
        rows = [_row(name, section, schema, model) for name in _own(section) if not _is_the_name(name, section)]
        title = f"`{path}`" + (": options" if issubclass(section, Method) else "") if path else TITLES[model]
        head = f"\n### {title}\n\n| key | values | default | what |\n|---|---|---|---|\n"
        parts.append(head + "\n".join(rows) + "\n")
    return "".join(parts) + "\n"


def sections(model, path=""):
    """The sections beneath a model, by the path of their key; options of a kind after those of all kinds."""
    yield path, model
    for name, field in model.fields().items():
        inner, below = _section_in(field.annotation), f"{path}.{name}".removeprefix(".")
        if inner is None:
            continue
        kinds = next((item for item in field.metadata if isinstance(item, OptionsByKind)), inner.OF_KINDS)
        if kinds is not None:
            yield f"{below}.NAME", _of_any(kinds)
            yield from ((f"{below}.{kind}", kinds.model_of(kind)) for kind in kinds.kinds.names())
        else:
            several = "[]" if name in ("metrics", "adjust") else ".NAME" if _is_mapping(field.annotation) else ""
            yield from sections(inner, f"{below}{several}")


def _of_any(kinds):
    """The model of the options of any kind."""
    return next(model for model in kinds.model_of(kinds.kinds.names()[0]).__mro__ if model.__base__ is Section)


def _own(section):
    """The keys of a section; of options of a kind those that not every kind has."""
    of_any = next((known for known in (FigureOptions, TableOptions) if issubclass(section, known)), None)
    return [name for name in section.fields() if of_any in (None, section) or name not in of_any.fields()]


def _is_mapping(annotation):
    """Whether the key holds sections by name."""
    return get_origin(annotation) is dict or any(map(_is_mapping, get_args(annotation)))


def _is_the_name(name, section):
    """Whether the key is that of a method's name, which the study writes by itself."""
    return issubclass(section, Method) and name == "name"


def _section_in(annotation):
    if isinstance(annotation, type) and issubclass(annotation, Section):
        return annotation
    return next((section for part in get_args(annotation) if (section := _section_in(part))), None)


def _row(name, section, schema, model):
    field = section.fields()[name]
    name = field.alias or name
    inner = schema["$defs"].get(section.__name__) or _schema_of(section)  # one that also has a short form
    properties = (schema if section is model else inner).get("properties", {})
    for form in schema["$defs"].get(section.__name__, {}).get("anyOf", []):  # of a method, a form for each with options
        for options in form.get("properties", {}).values():
            properties |= options["properties"]
    default = field.get_default(call_default_factory=False)
    if field.is_required():
        left_out = "required"
    elif isinstance(field.json_schema_extra, dict) and "default" in field.json_schema_extra:
        left_out = f"`{_yaml(field.json_schema_extra['default'])}`"
    elif field.default_factory is not None or (isinstance(default, Section) and not isinstance(default, Method)):
        left_out = "see there"
    else:
        left_out = f"`{_yaml(default)}`"
    description = re.sub(r"\s+", " ", str(field.description)).replace("|", "\\|")
    values = " or ".join(dict.fromkeys(_values(properties[name], schema))).replace("|", "\\|")
    return f"| `{name}` | {values} | {left_out} | {description} |"


@cache
def _schema_of(section):
    return section.model_json_schema()


def _yaml(value):
    return json.dumps(value, ensure_ascii=False, default=BaseModel.model_dump).replace('"', "")


def _values(part, schema):
    """What a key may hold, from its JSON Schema."""
    if "$ref" in part:
        inner = schema["$defs"][part["$ref"].rsplit("/", 1)[1]]
        yield from _values(inner, schema)
    elif "enum" in part:
        names = part["enum"]
        yield " ".join(f"`{name}`" for name in names) if len(names) <= MOST_VALUES else "one of the names listed below"
    elif "const" in part:
        yield f"`{part['const']}`"
    elif "properties" in part and part.get("type") == "object":
        yield "mapping"  # even where some keys need others next to them
    elif "anyOf" in part or "oneOf" in part:
        for one in part.get("anyOf") or part["oneOf"]:
            yield from _values(one, schema)
    elif part.get("type") == "array":
        items = part.get("items", {})
        yield _list_of(dict.fromkeys(_values(items, schema))) if items else "list"
    elif part.get("type") == "object":
        only = part.get("propertyNames", {}).get("const")
        yield f"`{{{only}: {part['additionalProperties']['const']}}}`" if only else "mapping"
    else:
        yield {"null": "`null`", "string": "string", "boolean": "`true` `false`"}.get(part["type"]) or _number(part)


def _list_of(values):
    """What a list holds, in the plural: "list of strings", "list of names listed below or mappings"."""
    plurals = (re.sub(r"^(string|integer|number|mapping|list)\b", r"\1s", value) for value in values)
    return f"list of {' or '.join(plurals)}".replace("one of the names listed below", "names listed below")


def _number(part):
    if (part.get("minimum"), part.get("maximum")) == (LEAST_LEVEL, GREATEST_LEVEL):
        return "number between 0 and 1"
    kind = "integer" if part["type"] == "integer" else "number"
    bounds = [
        ("minimum", "of at least"),
        ("exclusiveMinimum", "above"),
        ("exclusiveMaximum", "below"),
        ("maximum", "of at most"),
    ]
    return f"{kind} {' and '.join(f'{word} {part[key]:,}' for key, word in bounds if key in part)}".strip()


def coverage_table():
    """A table of what tests/trials/coverage.py simulated: a row for each measure, columns for differences and sizes."""
    with COVERAGE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    shares = {(row["measure"], row["differences"], row["datasets"]): float(row["coverage"]) for row in rows}
    columns = list(dict.fromkeys(key[1:] for key in shares))
    head = " | ".join(f"{shape}, N = {n}" for shape, n in columns)
    text = f"| measure | {head} |\n|---|{'---|' * len(columns)}\n"
    for measure in dict.fromkeys(key[0] for key in shares):
        text += f"| {measure} | {' | '.join(f'{100 * shares[measure, *column]:.1f}' for column in columns)} |\n"
    return text


def nulls_table():
    """A table of the null hypotheses of pairwise tests, and of what tests/trials/nulls.py simulated."""
    with NULLS_FILE.open(encoding="utf-8", newline="") as file:
        errors = {(row["test"], row["world"]): float(row["error"]) for row in csv.DictReader(file)}
    worlds = runpy.run_path(str(Path(__file__).parents[1] / "trials/nulls.py"))["WORLDS"]
    text = f"| test | null hypothesis | {' | '.join(worlds)} |\n|---|---|{'---|' * len(worlds)}\n"
    marks = {True: "", False: "*"}
    if missing := [name for name in PAIRWISE if (name, next(iter(worlds))) not in errors]:
        raise SystemExit(f"{NULLS_FILE.name} has no errors of: run python tests/trials/nulls.py {' '.join(missing)}")
    for method in PAIRWISE.values():
        shares = (f"{100 * errors[method.name, name]:.1f}{marks[method.null in worlds[name].true]}" for name in worlds)
        text += f"| {method.name} | {NULLS[method.null].statement} | {' | '.join(shares)} |\n"
    return text


def runs_table():
    """A table of what tests/trials/runs.py simulated: a row for each test and number of runs."""
    with RUNS_FILE.open(encoding="utf-8", newline="") as file:
        errors = {(row["test"], row["runs"], row["world"]): float(row["error"]) for row in csv.DictReader(file)}
    worlds = list(dict.fromkeys(world for *_, world in errors))
    text = f"| test | runs of each | {' | '.join(worlds)} |\n|---|---|{'---|' * len(worlds)}\n"
    for test, n in dict.fromkeys((test, n) for test, n, _ in errors):
        text += f"| {test} | {n} | {' | '.join(f'{100 * errors[test, n, world]:.1f}' for world in worlds)} |\n"
    return text


def boards_table():
    """A table of what tests/trials/leaderboards.py simulated: a row for each measure, columns for intervals, sizes."""
    with BOARDS_FILE.open(encoding="utf-8", newline="") as file:
        shares = {(row["measure"], row["interval"], row["datasets"]): row["coverage"] for row in csv.DictReader(file)}
    methods, sizes = (dict.fromkeys(key[place] for key in shares if key[0] == "win-rate") for place in (1, 2))
    columns = [(method, n) for method in methods for n in sizes]
    text = f"| measure | {' | '.join(f'{method}, N = {n}' for method, n in columns)} |\n|---|{'---|' * len(columns)}\n"
    for measure in dict.fromkeys(name for name, *_ in shares):
        rates = " | ".join(f"{100 * float(shares[measure, *column]):.1f}" for column in columns)
        text += f"| {measure} | {rates} |\n"
    return text


def limits_table():
    """A table of what tests/trials/censored.py simulated: a row for each test and share of unsolved runs."""
    with LIMITS_FILE.open(encoding="utf-8", newline="") as file:
        errors = {(row["test"], row["unsolved"], row["instances"]): float(row["error"]) for row in csv.DictReader(file)}
    sizes = list(dict.fromkeys(n for *_, n in errors))
    text = f"| test | unsolved runs | {' | '.join(f'N = {n}' for n in sizes)} |\n|---|---|{'---|' * len(sizes)}\n"
    for test, share in dict.fromkeys((test, share) for test, share, _ in errors):
        rates = " | ".join(f"{100 * errors[test, share, n]:.1f}" for n in sizes)
        text += f"| {test} | {100 * float(share):.0f}% | {rates} |\n"
    return text


def kinds_tables():
    """The tables of the kinds of tables and figures."""
    text = "| kind | what | rows are named by | columns are named by | besides |\n|---|---|---|---|---|\n"
    for kind in kinds_in_order(TABLES):
        axes = axes_of(kind.name)
        heads = axes.columns or axes.more_columns is not nothing
        names = {"algorithms": axes.of_algorithms, "pairs": axes.of_pairs, "titles": heads}
        columns = ", ".join(name for name, are_there in names.items() if are_there)
        what = kind.what + ("; where requested" if kind.on_request else "")
        text += f"| `{kind.name}` | {what} | {axes.rows.what} | {columns} | {_keys(kind)} |\n"
    figures = "".join(f"| `{kind.name}` | {kind.what} | {_keys(kind)} |\n" for kind in kinds_in_order(FIGURES))
    return text, f"| kind | what | options |\n|---|---|---|\n{figures}"


def _keys(kind):
    return " ".join(f"`{key}`" for key in _own(kind.options)) if kind.options else ""


def page(text):
    """The page with the tables as they are today."""
    tables_text, figures_text = kinds_tables()
    for begin, table, end in (
        (TABLE_KINDS, tables_text, END_OF_TABLE_KINDS),
        (FIGURE_KINDS, figures_text, END_OF_FIGURE_KINDS),
        (BEGIN, tables(Study, json.loads(schema_text())), END),
        (NULL_ROWS, nulls_table(), END_OF_NULLS),
        (SHARES, coverage_table(), END_OF_SHARES),
        (OF_LIMITS, limits_table(), END_OF_LIMITS),
        (OF_RUNS, runs_table(), END_OF_RUNS),
        (OF_BOARDS, boards_table(), END_OF_BOARDS),
    ):
        before, rest = text.split(begin)
        text = before + begin + table + end + rest.split(end)[1]
    return text


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    runpy.run_path(str(Path(__file__).with_name("results_page.py")), run_name="__main__")
