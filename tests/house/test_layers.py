"""Which part of `pipeline` may know which: no import runs upward through the layers, and no modules form a circle.

Nor do the folders of `topics`, which hold one subject each: what all subjects share, next to them, knows none of them.

Checked on every import statement of the checkout but those for annotations, within functions too.
"""

import ast
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.house.conftest import nodes_of

# From bottom to top; on a line, each may know those before it.
LAYERS = (
    ("wording",),
    ("core",),
    ("catalog", "spec"),
    ("sources", "cache", "executors"),
    ("stages", "robustness", "analysis"),
    ("topics", "account", "extend"),
    ("checks", "diff", "report"),
    ("init",),
    ("app",),
)
RANK = {part: rank for rank, part in enumerate(part for layer in LAYERS for part in layer)}


def modules(root):
    """The modules of `pipeline` by their names, without `rankpress.`."""
    folder = root / "pipeline"
    paths = {path.relative_to(folder).with_suffix(""): path for path in sorted(folder.rglob("*.py"))}
    return {
        ".".join(name.parts).removesuffix(".__init__"): path
        for name, path in paths.items()
        if len(name.parts) > 1 or name.name in ("analysis", "extend")
    }


def imported(path, known):
    """The modules of `pipeline` that a module imports when it runs, with the lines."""
    nodes = nodes_of(path)
    typing = {id(node) for block in nodes if _is_for_types(block) for node in ast.walk(block)}
    for node in nodes:
        if (
            not isinstance(node, ast.ImportFrom)
            or id(node) in typing
            or not (node.module or "").startswith("rankpress")
        ):
            continue
        for alias in node.names:
            module = f"{node.module}".removeprefix("rankpress").removeprefix(".")
            whole = f"{module}.{alias.name}".removeprefix(".")
            yield from ((node.lineno, name) for name in (whole if whole in known else module,) if name in known)


def _is_for_types(node):
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def upward(root):
    """The imports that run up, as `file:line: what`."""
    known = modules(root)
    return [
        f"{path.relative_to(root).as_posix()}:{line}: {name.partition('.')[0]} may not know {target}"
        for name, path in known.items()
        for line, target in imported(path, known)
        if RANK[target.partition(".")[0]] > RANK[name.partition(".")[0]]
    ]


def test_no_import_runs_upward(root):
    assert upward(root) == []


def refuse_circles(imports):
    """Fail where parts import each other in a circle, given what each imports."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as circle:
        pytest.fail(" -> ".join(circle.args[1]))


def test_no_modules_import_each_other_in_a_circle(root):
    known = modules(root)
    refuse_circles({name: {target for _, target in imported(path, known)} - {name} for name, path in known.items()})


def test_what_collects_topics_knows_no_subject(root):
    known = modules(root)
    subjects = {name for name, path in known.items() if name.startswith("topics.") and name.count(".") > 1}
    collectors = {name: path for name, path in known.items() if name.startswith("account.")}
    assert {name: {target for _, target in imported(path, known)} & subjects for name, path in collectors.items()} == {
        name: set() for name in collectors
    }


def subjects(root):
    """What the folders of `topics`, and the modules next to them, import of each other."""
    known = {name: path for name, path in modules(root).items() if name.startswith("topics.")}
    imports = {}
    for name, path in known.items():
        if path.name != "__init__.py":
            subject = imports.setdefault(name.split(".")[1], set())
            subject |= {target.split(".")[1] for _, target in imported(path, known)} - {name.split(".")[1]}
    return imports


def test_subjects_form_no_circle_and_what_they_share_knows_none_of_them(root):
    imports = subjects(root)
    refuse_circles(imports)
    shared = {part for part in imports if (root / "pipeline/topics" / f"{part}.py").is_file()}
    assert {part: imports[part] - shared for part in shared if imports[part] - shared} == {}


def test_an_upward_import_is_found(tmp_path):
    for place, text in {
        "core/labels.py": "def f():\n    from rankpress.report import page\n",
        "report/page.py": "from rankpress.core.labels import f\n",
    }.items():
        planted = tmp_path / "pipeline" / place
        planted.parent.mkdir(parents=True)
        planted.write_text(text)
    assert upward(tmp_path) == ["pipeline/core/labels.py:2: core may not know report.page"]
