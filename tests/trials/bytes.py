"""Build the example and fourteen small studies, and compare every output with an earlier build of them.

    python tests/trials/bytes.py FOLDER            # builds into FOLDER/<study>/, prints a digest of each
    python tests/trials/bytes.py FOLDER --against EARLIER
    python tests/trials/bytes.py FOLDER --only robustness bayes     # some of the studies; example is the example

Used before and after a change that must not change what reports say: every file that differs is listed, and the exit
status is 1. manifest.json is not compared, nor the hash of the code that reports print.
"""

import argparse
import csv
import hashlib
import random
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
HOSTILE = ["a_b", "50% $x$ & #1", "<img onerror=x>", "שלום", "naïve Bayes", "ridge ^2"]
PLAIN = ["ours", "forest", "boosting", "nearest", "bayes", "ridge"]

Row = dict[str, object]


def _long(names, datasets, folds, seed):
    """Rows of a long file: two metrics, a cost and the sizes of each fold."""
    draw = random.Random(seed)
    for i in range(datasets):
        level = draw.uniform(0.6, 0.8)
        for j, name in enumerate(names):
            skill = level + 0.02 * j + draw.gauss(0, 0.02)
            for fold in range(folds):
                accuracy = round(min(skill + draw.gauss(0, 0.01), 1.0), 4)
                yield {
                    "dataset": f"data-{i:02}",
                    "algorithm": name,
                    "repeat": fold // 2,
                    "fold": fold % 2,
                    "accuracy": accuracy,
                    "loss": round(1 - accuracy + draw.gauss(0, 0.01), 4),
                    "seconds": round((j + 1) * draw.uniform(0.9, 1.1), 3),
                    "n_train": 150,
                    "n_test": 150,
                }


def _gaps(rows):
    for row in rows:
        if (row["dataset"], row["algorithm"]) not in {("data-01", "forest"), ("data-04", "ridge")}:
            yield row


def _wide(names, datasets, seed):
    draw = random.Random(seed)
    for i in range(datasets):
        yield {
            "dataset": f"data-{i:02}",
            **{name: round(draw.gauss(0.7 + 0.03 * j, 0.05), 3) for j, name in enumerate(names)},
        }


def _ranks():
    yield {"ours": 1.7, "forest": 2.2, "bayes": 2.9, "ridge": 3.2}


def _outcomes():
    draw = random.Random(5)
    for i in range(5):
        for case in range(60):
            for j, name in enumerate(PLAIN[:4]):
                yield {
                    "dataset": f"data-{i:02}",
                    "algorithm": name,
                    "case": case,
                    "correct": int(draw.random() < 0.6 + 0.07 * j),
                }


WIDE = "{files: scores.csv, layout: wide, metrics: [{name: accuracy}]}"
FOLDS = "{files: scores.csv, metrics: [{name: accuracy}], costs: [seconds]}"
SPECS = f"""
wide:
  scores: {WIDE}
  plot: [cd, p-values, comparison-matrix, score-map, rank-distribution, scatter]
control:
  scores: {WIDE}
  test: {{control: ours, pairwise: wilcoxon}}
  plot: [cd, p-values]
two:
  scores: {WIDE}
  test: {{pairwise: wilcoxon}}
folds:
  scores: {FOLDS}
  test: {{within: 5x2cv-f}}
  order: {{cost: seconds, within: 5x2cv-f}}
  curves: {{pairs: [[ours, ridge]], average: true}}
  plot: [cd, curves, average-curves, curve, order, cost-front]
one-dataset:
  scores: {FOLDS}
  plot: []
metrics:
  scores:
    files: scores.csv
    metrics: [{{name: accuracy}}, {{name: loss, better: lower}}]
    costs: [seconds]
    groups: {{first: [data-00, data-01, data-02, data-03], rest: [data-04, data-05, data-06, data-07]}}
  report:
    tables: {{scores: {{metrics: together}}, pairs: {{metrics: together}}}}
    formats: [latex, html, pdf, markdown, typst, docx]
  plot: [cd, two-metrics]
gaps:
  scores: {{files: scores.csv, metrics: [{{name: accuracy}}], missing: incomplete-blocks}}
gaps-ranked-last:
  scores: {{files: scores.csv, metrics: [{{name: accuracy}}], missing: worst-rank}}
  plot: [score-map]
gaps-pairs-alone:
  scores: {{files: scores.csv, metrics: [{{name: accuracy}}], missing: incomplete-blocks}}
  test: {{pairwise: wilcoxon}}
  plot: [p-values, scatter]
ranks:
  scores: {{files: scores.csv, layout: ranks, datasets: 20, metrics: [{{name: accuracy}}]}}
outcomes:
  scores: {{files: scores.csv, columns: {{example: case}}, metrics: [{{name: correct}}]}}
bayes:
  scores: {FOLDS}
  bayes: {{rope: 0.01}}
  test: {{pairwise: t}}
  plot: [simplex]
robustness:
  scores: {FOLDS}
  protocol: {{kind: exploratory}}
  sensitivity: {{}}
  replicability: {{draws: 100}}
  power: {{effect: 0.02, draws: 200}}
  plot: [sensitivity, replicability, power]
hostile:
  scores: {FOLDS}
  labels: {{algorithms: {{a_b: {{label: $\\ell_1$ norm, math: true, short: L1}}}}}}
  adjust: [holm, bergmann-hommel, nemenyi]
"""
SCORES = {
    "wide": lambda: _wide(PLAIN, 14, 1),
    "control": lambda: _wide(PLAIN, 12, 3),
    "two": lambda: _wide(PLAIN[:2], 10, 4),
    "folds": lambda: _long(PLAIN, 8, 10, 2),
    "one-dataset": lambda: _long(PLAIN[:4], 1, 10, 5),
    "metrics": lambda: _long(PLAIN, 9, 4, 6),
    "gaps": lambda: _gaps(_long(PLAIN, 9, 4, 7)),
    "gaps-ranked-last": lambda: _gaps(_long(PLAIN, 7, 4, 11)),
    "gaps-pairs-alone": lambda: _gaps(_long(PLAIN, 9, 4, 12)),
    "ranks": _ranks,
    "outcomes": _outcomes,
    "bayes": lambda: _long(PLAIN[:4], 8, 10, 8),
    "robustness": lambda: _long(PLAIN[:4], 12, 4, 9),
    "hostile": lambda: _long(HOSTILE, 7, 4, 10),
}


def build(folder, only):
    """Build every study, or only some, below a folder."""
    for name, spec in yaml.safe_load(SPECS).items():
        if only and name not in only:
            continue
        study = folder / name
        shutil.rmtree(study, ignore_errors=True)
        study.mkdir(parents=True)
        table = list(SCORES[name]())
        with (study / "scores.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(table[0]))
            writer.writeheader()
            writer.writerows(table)
        (study / "study.yaml").write_text(yaml.safe_dump({"title": f"Study {name}", **spec}), encoding="utf-8")
        _rankpress("build", str(study / "study.yaml"), "-q")
    if not only or "example" in only:
        example, out = str(ROOT / "example_project" / "study.yaml"), str(folder / "example" / "report")
        _rankpress("build", example, "-q", "--force", "--out", out)


def _rankpress(*arguments):
    subprocess.run([sys.executable, "-P", "-m", "rankpress", *arguments], check=True, timeout=900)


def digests(folder):
    """The sha256 of every output below a folder, by path."""
    files = sorted(path for path in folder.glob("*/report/**/*") if path.is_file() and path.name != "manifest.json")
    return {path.relative_to(folder).as_posix(): hashlib.sha256(_without_code(path)).hexdigest() for path in files}


def _without_code(path):
    """The content of a file without the hash of our code; of a PDF, the text of its pages, of a docx, its parts."""
    if path.name == "report.pdf":
        text = subprocess.run(["pdftotext", "-layout", str(path), "-"], check=True, capture_output=True, timeout=60)
        content = text.stdout
    elif path.suffix == ".docx":
        with zipfile.ZipFile(path) as archive:
            content = b"".join(name.encode() + archive.read(name) for name in archive.namelist())
    else:
        content = path.read_bytes()
    return re.sub(rb"(rankpress code(?:<[^>]*>|\W)+)[0-9a-f]{12}", rb"\1", content)


def main():
    """Build, compare, and list what differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--only", nargs="+", default=())
    options = parser.parse_args()
    build(options.folder, options.only)
    after = digests(options.folder)
    print(f"{len(after)} outputs, {hashlib.sha256(repr(after).encode()).hexdigest()[:16]}")
    if options.against is None:
        return 0
    built = {path.partition("/")[0] for path in after}
    before = {path: digest for path, digest in digests(options.against).items() if path.partition("/")[0] in built}
    changed = sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))
    for path in changed:
        print("gone" if path not in after else "new" if path not in before else "differs", path)
    return bool(changed)


if __name__ == "__main__":
    sys.exit(main())
