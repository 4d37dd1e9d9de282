"""What `status` and `--dry-run` foretell, compared with what builds then do, over random changes of a study."""

import random
import shutil

import pytest

from rankpress.app.freshness import foreseen, stale_reasons
from rankpress.app.run import build
from rankpress.core import manifest
from rankpress.core.faults import FaultsFound
from rankpress.spec.reading import read_study

# Work on single data sets, on pieces of what takes long, and on the files of a report, of which the dry run tells under
# their stages.
INNER = (
    *("tests within", "curves", "bayes within", "order within", "set "),
    *(
        *("sensitivity within", "sensitivity variations", "sensitivity search", "sensitivity sets"),
        *("replicability draws", "power sizes"),
    ),
    "power differences",
)
SPEC = {
    "title": ("One", "Another"),
    "test": ("{within: corrected-t}", "{alpha: 0.2}", "{pairwise: wilcoxon}", "{within: none}", "{control: knn}"),
    "adjust": ("[holm]", "[hochberg, holm]"),
    "rank": ("{}", "{ties: max}", "{tolerance: 0.01}"),
    "effects": ("null", "{level: 0.9, measures: [cliffs-delta]}"),
    "bayes": ("null", "{rope: 0.01}"),
    "order": ("{cost: seconds}", "null"),
    "curves": ("{pairs: all}", "{baseline: tree}"),
    "sensitivity": ("null", "{pairwise: [], adjust: [], omnibus: []}"),
    "replicability": ("null", "{biases: [5], draws: 10, size: 3, tests: [sign]}"),
    "power": ("null", "{effect: 0.1, datasets: [5], draws: 100, pairs: [[knn, tree]]}"),
    "protocol": ("null", "{kind: exploratory}"),
    "plot": ("[cd]", "[]", "[cd, {cd: {file: other, highlight: [nb]}}]", "[rank-distribution]"),
    "labels": ("{}", "{algorithms: {nb: naive Bayes}}"),
}
# What is changed at once has no stage in common but those that set the report.
TOGETHER = (
    {"test": "{alpha: 0.2, within: none}"},
    {"test": "{pairwise: wilcoxon, control: knn}"},
    {"adjust": "[hochberg, holm]", "rank": "{ties: max, tolerance: 0.01}"},
    {"effects": SPEC["effects"][1], "bayes": SPEC["bayes"][1], "curves": SPEC["curves"][1], "plot": SPEC["plot"][1]},
    {"title": "Another", "power": SPEC["power"][1], "sensitivity": SPEC["sensitivity"][1], "plot": SPEC["plot"][2]},
    {"order": "null", "replicability": SPEC["replicability"][1], "labels": SPEC["labels"][1], "plot": SPEC["plot"][3]},
)
# Of the section scores, tried one after the other alone: random changes take data sets away.
SCORES = (
    "metrics: [{name: accuracy, validation: validated}]",
    "metrics: [{name: accuracy}], groups: {some: [d0, d1]}",
    "metrics: [{name: accuracy, better: lower}], groups: {some: [d0, d2]}",
)
ALGORITHMS = ("knn", "tree", "nb", "svm")


class Changing:
    """A study and the random changes made to it."""

    def __init__(self, folder, seed):
        self.folder, self._random = folder, random.Random(seed)
        self._spec = {key: values[0] for key, values in SPEC.items()}
        self.scores = SCORES[0]
        (folder / "runs").mkdir()
        (folder / "mine/markdown").mkdir(parents=True)
        for at in range(5):
            self._measure(f"d{at}")
        self._write_spec()

    def change(self):
        changes = [
            *4 * [self._change_key],
            *2 * [self._change_scores],
            *(self._add, self._remove, self._write_alike, self._change_template, self._lose, self._break_off),
            lambda: "nothing",
        ]
        return self._random.choice(changes)()

    def set(self, key, value):
        self._spec[key] = value
        self._write_spec()

    def _write_spec(self):
        scores = f"scores: {{files: runs/*.csv, {self.scores}, costs: [seconds]}}"
        keys = "".join(f"{key}: {value}\n" for key, value in self._spec.items())
        report = "report: {formats: [markdown], templates: mine}"
        (self.folder / "study.yaml").write_text(f"{scores}\n{keys}{report}\n")

    def _measure(self, dataset):
        lines = ["dataset,algorithm,fold,accuracy,validated,seconds,n_train,n_test"]
        for place, algorithm in enumerate(ALGORITHMS):
            for fold in range(1, 4):
                score = 0.6 + 0.1 * place + self._random.gauss(0, 0.1)
                lines.append(f"{dataset},{algorithm},{fold},{score:.4f},{score - place / 99:.4f},{place + 1},90,10")
        (self.folder / f"runs/{dataset}.csv").write_text("\n".join(lines) + "\n")

    def _one(self):
        return self._random.choice(sorted((self.folder / "runs").iterdir()))

    def _change_key(self):
        key = self._random.choice(sorted(SPEC))
        self.set(key, self._random.choice(SPEC[key]))
        return f"{key}: {self._spec[key]}"

    def _change_scores(self):
        path = self._one()
        self._measure(path.stem)
        return f"other scores in {path.name}"

    def _add(self):
        name = f"d{self._random.randrange(5, 12)}"
        self._measure(name)
        return f"{name}.csv written"

    def _remove(self):
        path = self._one()
        if len(list(path.parent.iterdir())) > 4:
            path.unlink()
        return f"{path.name} removed"

    def _write_alike(self):
        path = self._one()
        head, *rows = path.read_text().splitlines()
        path.write_text("\r\n".join([head, *sorted(rows, key=lambda _: self._random.random())]))
        return f"the rows of {path.name} in another order"

    def _break_off(self):
        path = self._one()
        path.write_text(path.read_text().rstrip().rpartition("\n")[0])
        return f"{path.name} broken off"

    def _change_template(self):
        (self.folder / "mine/markdown/notes.txt").write_text(str(self._random.random()))
        return "a file among the templates"

    def _lose(self):
        path = self._random.choice([self.folder / name for name in (".rankpress", "report", "report/results.json")])
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
        return f"{path.name} lost"


def contents(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def reports(out):
    return {path.name: path.read_bytes() for path in out.rglob("*.*")}


def named(stage, unit=""):
    # figures are reported together
    return "draw" if stage == "draw" else f"{stage} {unit}".rstrip()


def built(read, out):
    """What a build reported of its work, and its faults."""
    lines = []
    try:
        build(read, out, reporter=lines.append)
    except FaultsFound as error:
        return lines, tuple(fault.message for fault in error.faults)
    return lines, ()


def agrees(folder, *, cold=False):
    """Foresee, build, and compare one with the other; with `cold`, the report against one without a store."""
    read, out = read_study(folder / "study.yaml"), folder / "report"
    before = contents(folder)
    reasons = stale_reasons(manifest.read(out), read, out, manifest.library_versions())
    works = foreseen(read, reasons)
    assert contents(folder) == before

    if not reasons:
        assert not any(work.why for work in works)
        whole = folder / "whole"
        build(read, whole)
        assert reports(whole) == reports(out)
        shutil.rmtree(whole)
        return
    lines, faults = built(read, out)
    if faults:
        # of scores that it has to read to find them, a dry run says only that they would be read
        assert works[0].stage == "load"
        assert works[0].why
        assert works[0].why == faults or not {*works[0].why} & {*faults}
        return
    is_kept = {line.partition(": ")[0]: line.endswith(": kept") for line in lines if not line.startswith(INNER)}
    done = {name for name, kept in is_kept.items() if not kept}
    perhaps = {named(work.stage, work.unit) for work in works if work.why}
    certain = {named(work.stage, work.unit) for work in works if work.why and "depends on" not in work.why[-1]}
    assert certain - {"render"} <= done <= perhaps
    assert set(is_kept) <= {named(work.stage, work.unit) for work in works}
    if cold:
        build(read, folder / "whole", force=True)
        assert reports(folder / "whole") == reports(out)
        shutil.rmtree(folder / "whole")


@pytest.mark.weekly
def test_of_each_change_of_the_spec(tmp_path):
    changing = Changing(tmp_path, 0)
    agrees(tmp_path)
    for values in TOGETHER:
        for key, value in values.items():
            changing.set(key, value)
        agrees(tmp_path, cold=True)
        for key in values:
            changing.set(key, SPEC[key][0])
    for changing.scores in SCORES[1:]:
        changing.set("title", "Scores")
        agrees(tmp_path, cold=True)
    (tmp_path / "runs/d1.csv").unlink()
    agrees(tmp_path, cold=True)


@pytest.mark.nightly
def test_of_random_changes(tmp_path):
    changing = Changing(tmp_path, 0)
    agrees(tmp_path)
    changes = []
    for _ in range(8):
        changes.append(changing.change())
        try:
            agrees(tmp_path)
        except AssertionError as error:
            raise AssertionError(f"after {changes}") from error
