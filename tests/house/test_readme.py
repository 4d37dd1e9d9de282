"""What README and docs tell a reader to type: the Python runs, studies validate, commands parse."""

import re
import shlex
import shutil
from pathlib import Path

import pytest
import yaml

from rankpress.app.cli import main
from rankpress.app.parser import make_parser
from rankpress.core.plugins import owner, withdraw
from rankpress.spec.model import ScoresOptions, Study
from rankpress.stages.load import load

ROOT = Path(__file__).resolve().parents[2]
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
}
CODE = r"(?:python|{code-cell} python)"
WITH_PYTHON = [name for name in PAGES if re.search(rf"^```{CODE}$", PAGES[name], re.MULTILINE)]


def blocks(page, language):
    return re.findall(rf"```{language}\n(.*?)```", page, flags=re.DOTALL)


@pytest.fixture
def readers_folder(tmp_path):
    """A folder with the scores and studies that the pages read; what is written stays there."""
    shutil.copy(ROOT / "pipeline" / "init" / "scores.csv", tmp_path)
    (tmp_path / "example_project").symlink_to(ROOT / "example_project")
    return tmp_path


@pytest.mark.nightly
@pytest.mark.parametrize("name", WITH_PYTHON)
def test_the_python_of_the_docs_runs(name, readers_folder, monkeypatch):
    """Each block without the names of the others, but in a notebook; here, as libraries load longer than most run."""
    monkeypatch.chdir(readers_folder)
    codes = blocks(PAGES[name], CODE)
    if name == "docs/notebook.md":
        codes = ["\n".join(codes)]
        Path("scores.csv").unlink()  # it writes its own
    try:
        for code in codes:
            exec(compile(code, code, "exec"), {"__name__": "__main__"})
    finally:
        withdraw(owner())  # what a page on plug-ins registered


def test_the_first_answer_is_what_the_command_prints(tmp_path, monkeypatch, capsys):
    [answer] = (text for text in blocks(PAGES["README.md"], "") if text.startswith("In accuracy, higher is better."))
    [command] = re.findall(r"^    rankpress (run .*)$", PAGES["README.md"], flags=re.MULTILINE)
    shutil.copy(ROOT / "example_project" / "papers" / "garcia2008" / "accuracy.csv", tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main([*shlex.split(command), "--only", "markdown"]) == 0
    assert capsys.readouterr().out.startswith(answer)


def test_the_studies_are_valid():
    texts = [text for page in PAGES.values() for text in blocks(page, "yaml") if "plugins:" not in text]
    # some show a section alone; test_plugins.py builds the one with a plug-in
    studies = [Study.model_validate({"scores": {"files": "a.csv"}} | yaml.safe_load(text)) for text in texts]
    assert any(study.scores.of_examples for study in studies)
    assert any(study.report.theme for study in studies)


EXAMPLES = PAGES["docs/reference/spec/examples.md"]


@pytest.mark.parametrize("study", blocks(EXAMPLES, "yaml"), ids=re.findall(r"^## (.*)$", EXAMPLES, flags=re.MULTILINE))
def test_the_examples_of_keys_are_studies_of_the_files_that_they_name(study, tmp_path):
    shutil.copy(ROOT / "pipeline" / "init" / "scores.csv", tmp_path)
    [runs] = blocks(EXAMPLES, "text")
    files = re.findall(r"```{code-block} text\n:caption: (\S+)\n(.*?)```", EXAMPLES, flags=re.DOTALL)
    for name, text in [("runs.csv", runs), ("study.yaml", study), *files]:
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert main(["check", str(tmp_path / "study.yaml")]) == 0


# What init writes, and what a database or a workbook has, of which no file is here.
WITHOUT_EXAMPLE = re.compile(r"scores\.(doubts(\.\w+)?|database|query|table)")


def keys_of_reference():
    """The keys of the reference with their sections, such as `test.alpha`."""
    section = ""
    reference = (
        (ROOT / "pipeline" / "spec" / "REFERENCE.md").read_text(encoding="utf-8").split("<!-- end of keys -->")[0]
    )
    for line in reference.splitlines():
        if line.startswith("### "):
            section = "" if line == "### Sections" else line[4:].replace("`", "").replace(": options", ".NAME") + "."
        elif line.startswith("| `"):
            yield section + line[3 : line.index("`", 3)]


def keys_in(value, path=""):
    """The keys of a study, a list as the reference has it: `plot.cd.width` and `scores.metrics[].name`."""
    for part in value if isinstance(value, list) else ():
        yield from keys_in(part, path if path == "plot" else f"{path}[]")
    for key, inner in value.items() if isinstance(value, dict) else ():
        yield f"{path}.{key}".lstrip(".")
        yield from keys_in(inner, f"{path}.{key}".lstrip("."))


def test_each_key_has_an_example():
    studies = [yaml.safe_load(text) for page in PAGES.values() for text in blocks(page, "yaml")]
    studies += [yaml.safe_load(path.read_text(encoding="utf-8")) for path in ROOT.glob("example_project/**/*.yaml")]
    given = {key for study in studies for key in keys_in(study)}
    patterns = {key: re.compile(re.escape(key).replace("NAME", "[^.]+")) for key in keys_of_reference()}
    lacking = [key for key, pattern in patterns.items() if not any(map(pattern.fullmatch, given))]
    assert [key for key in lacking if not WITHOUT_EXAMPLE.fullmatch(key)] == []


def test_the_counts_are_read(tmp_path):
    page = PAGES["docs/how-to/scores.md"]
    [text] = re.findall(r"^dataset,a,b,.*?(?=```)", page, flags=re.DOTALL | re.MULTILINE)
    (tmp_path / "counts.csv").write_text(text, encoding="utf-8")
    [metric] = load(ScoresOptions.model_validate({"files": "counts.csv", "layout": "counts"}), tmp_path).metrics
    [outcomes] = metric.outcomes
    assert (outcomes.n, metric.algorithms) == (150, ("knn", "tree", "svm"))


def test_the_commands_are_understood():
    commands = re.findall(r"^(?:    |\$ )rankpress (.*?)(?:\s+#.*)?$", "\n".join(PAGES.values()), flags=re.MULTILINE)
    assert len(commands) > 20
    for command in commands:
        make_parser().parse_args(shlex.split(command))


def test_the_files_it_names_are_there():
    named = set(
        re.findall(r"(?:example_project|figures/gallery|tests|pipeline|docs)(?:/[\w.-]*\w)+", PAGES["README.md"])
    )
    assert len(named) > 5
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_links_lead_somewhere():
    for name, page in PAGES.items():
        for link in re.findall(r"\]\((?!https?:)([^)#]*)[^)]*\)", page):
            assert not link or ((ROOT / name).parent / link).exists(), (name, link)


def test_the_pages_of_the_reference_hold_all_of_it():
    reference = (ROOT / "pipeline" / "spec" / "REFERENCE.md").read_text(encoding="utf-8")
    counts = dict.fromkeys((line for line in reference.splitlines() if line.startswith("| `")), 0)
    for page in PAGES.values():
        for include in re.findall(r"```{include} [./]+pipeline/spec/REFERENCE.md\n(.*?)```", page, flags=re.DOTALL):
            bounds = dict(re.findall(r':(start-after|end-before): "(.*)"', include))
            start = reference.index(bounds["start-after"]) if "start-after" in bounds else 0
            end = reference.index(bounds["end-before"], start + 1) if "end-before" in bounds else len(reference)
            for line in set(reference[start:end].splitlines()) & set(counts):
                counts[line] += 1
    assert {line: count for line, count in counts.items() if not count} == {}


def test_the_readme_is_short():
    assert len(PAGES["README.md"].split()) <= 900
