"""How `rankpress init --from` reads files as others lay them out: right, asked about, or wrong; never wrong.
guesses.yaml has files of many forms, what is told of them, and the scores of the spec: long files of benchmarks,
leaderboards, folders of runs, results with failures, seeds that say nothing, outcomes on test examples and counts of
them, average ranks from a paper.
"""

import re
import sys
from collections import Counter
from pathlib import Path
from runpy import run_path

import numpy as np

from rankpress.app.cli import main
from rankpress.checks.agreement import examine
from rankpress.core.faults import FaultsFound
from rankpress.spec.reading import read_study

LAYOUTS = run_path(str(Path(__file__).with_name("layouts.py")))["LAYOUTS"]
# Of ten layouts as many are read right without a question or a change.
LEAST_RIGHT = 8


def outcome(layout, folder):
    """Return right, doubted, asked or wrong for what `init --from` makes of a layout, and why."""
    for name, text in layout.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    if main(["init", "study", "--from", layout.source, "-q"]):
        return "asked", "no study is written"
    scores, confirmed = checked()
    if scores is None:
        written = Path("study/study.yaml").read_text(encoding="utf-8")
        return ("asked" if "rankpress check stops" in written else "wrong"), "check stops"
    found = {metric.name: metric.better for metric in scores.metrics}
    differences = [
        f"{what}: {got} instead of {right}"
        for what, got, right in (
            ("metrics", found, layout.metrics),
            ("costs", tuple(scores.costs), layout.costs),
            *((f"data sets of {m.name}", set(m.datasets), set(layout.datasets)) for m in scores.metrics),
            *((f"algorithms of {m.name}", set(m.algorithms), set(layout.algorithms)) for m in scores.metrics),
            *((f"splits of {m.name}", splits_of(m), layout.splits) for m in scores.metrics),
            *((f"seeds of {m.name}", max(m.seeds or (0,)), layout.seeds) for m in scores.metrics),
        )
        if got != right
    ]
    if not differences and not layout.stopped:
        return ("right" if confirmed else "doubted"), ""
    return ("wrong" if confirmed else "asked"), "; ".join(differences)


def checked():
    """Return the scores of the study that was written, None where `check` stops, and whether nothing is in doubt."""
    try:
        read = read_study("study/study.yaml")
    except FaultsFound:
        return None, True
    examined = examine(read)
    return (None if examined.faults else examined.scores), read.study.scores.confirmed


def splits_of(metric):
    """Return how many measurements a cell has."""
    divided = [len(item.scores) for item in (*metric.folds, *metric.examples) if item is not None]
    return int(np.max(divided)) if divided else 1


def test_score(tmp_path, monkeypatch, capsys):
    results = {}
    for number, layout in enumerate(LAYOUTS):
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        results[layout.name] = outcome(layout, folder)
    capsys.readouterr()
    counts = Counter(kind for kind, _ in results.values())
    right = counts["right"] + counts["doubted"]
    lines = [
        (
            f"{len(LAYOUTS)} layouts: {right} right ({counts['doubted']} of them with a question), "
            f"{counts['asked']} asked or stopped, {counts['wrong']} wrong"
        ),
        *(f"  {kind}: {name}: {why[:200]}" for name, (kind, why) in results.items() if kind in ("asked", "wrong")),
    ]
    with capsys.disabled():
        sys.stdout.write("\n" + "\n".join(lines) + "\n")
    assert not counts["wrong"]
    assert 10 * right >= LEAST_RIGHT * sum(not layout.stopped for layout in LAYOUTS)


def test_guesses(golden_cases, capsys):
    def told(case):
        code = main(["init", "study", "--from", case["from"]])
        text = "".join(capsys.readouterr())
        if code:
            assert not Path("study").exists()
            return f"exit code {code}\n{text}"
        spec = Path("study/study.yaml").read_text(encoding="utf-8")
        [scores] = re.findall(r"^scores:\n(?:[ #].*\n)*", spec, re.MULTILINE)
        checked = main(["check", "study/study.yaml"])
        found, _, _ = "".join(capsys.readouterr()).partition("\n\n")  # without the answer
        return f"{text}\n{scores}\ncheck: exit code {checked}\n{found}"

    golden_cases(Path(__file__).parent / "guesses.yaml", told)
