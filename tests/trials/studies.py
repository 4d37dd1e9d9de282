"""Build random valid studies, of all that the JSON Schema can generate, and judge every file of their reports.

    python tests/trials/studies.py --seed 1 --studies 3000 --jobs 2 --out failures

A study follows from seed and number. What `check` refuses of it is set to what the fault expects, or removed, until
nothing is wrong. It is built in a fork, within limits, as LaTeX, HTML and Markdown; the files are parsed, and the LaTeX
of every so many studies is compiled, many in one run. Faults of rankpress, and files that are not sound, are failures:
the first study of each distinct one is saved in --out, and the program exits with 1.
"""

import argparse
import contextlib
import csv
import gc
import html.parser
import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from multiprocessing import get_context
from pathlib import Path

import fuzz  # first of all that loads numpy
import yaml

from rankpress.app.run import build
from rankpress.checks.agreement import agreeing_scores
from rankpress.core.faults import FaultsFound
from rankpress.spec.reading import read_study

ROUNDS, REFUSED = 40, 7
FORMATS = ["latex", "html", "markdown"]
POLICIES = [*fuzz.POLICIES, "fail"]
PLAIN, ODD = ["A", "B", "C", "D", "E", "F"], ["a_b", "50% & x", "$x$", "É 決", "#1 {x}", "<b>"]
FORM_NAMES = {"csv": "csv", "tsv": "csv", "json": "json", "jsonl": "json", "parquet": "parquet", "xlsx": "excel"}
FORM_NAMES |= {"db": "sqlite", "duckdb": "duckdb", "gz": "csv"}
# what asks for a cluster, other files or code is not for a trial of a single study
APART = ("extends", "plugins", "compute", "scores", "title")


def number(rng, style):
    """A score in the style of a study."""
    if style == "ties":
        return rng.choice([0.5, 0.75, 1.0])
    if style == "equal":
        return 0.5
    if style == "signs":
        return round(rng.gauss(0, 1), 3)
    return round(rng.uniform(0.5, 1), 4) * (1e6 if style == "large" else 1e-6 if style == "small" else 1)


def design(rng):
    """A table of scores and the section of the study that reads it, with the names that suit each kind of key."""
    layout = rng.choice(["long"] * 6 + ["wide"] * 3 + ["examples", "counts", "ranks"])
    pool = ODD if rng.random() < 0.2 else PLAIN
    algorithms = pool[: rng.choice([2, 2, 3, 4, 4, 5, 6])]
    datasets = [f"d{at}" for at in range(rng.choice([1, 2, 3, 5, 6, 8, 8, 12]))]
    style = rng.choice(["", "", "", "", "ties", "equal", "signs", "large", "small"])
    gaps = rng.choice([0, 0, 0, 0.05, 0.25])
    each = [(d, a) for d in datasets for a in algorithms]
    kept = [pair for pair in each if rng.random() >= gaps] or each
    metrics, costs = ["accuracy"], []
    scores = {"layout": layout}
    if layout == "long":
        repeats, folds = rng.choice([(1, 1), (1, 3), (1, 3), (2, 2), (5, 2)])
        metrics, costs = (
            rng.choice([["accuracy"], ["accuracy", "loss"]]),
            rng.choice([[], ["seconds"], ["seconds", "mb"]]),
        )
        rows = [["dataset", "algorithm", "repeat", "fold", *metrics, *costs]]
        rows += [
            [d, a, r, f, *(number(rng, style) for _ in metrics), *(algorithms.index(a) + rng.random() for _ in costs)]
            for d, a in kept
            for r in range(repeats)
            for f in range(folds)
        ]
    elif layout == "examples":
        scores = {"columns": {"example": "case"}}
        graded = rng.random() < 0.3
        rows = [["dataset", "algorithm", "case", "accuracy", "topic"]]
        rows += [
            [d, a, n, round(rng.random(), 2) if graded else rng.randrange(2), n % 3] for d, a in kept for n in range(8)
        ]
        if rng.random() < 0.4:
            scores["columns"]["cluster"] = "topic"
    elif layout == "counts":
        right, both = {a: 20 + at for at, a in enumerate(algorithms)}, rng.randint(12, 20)
        rows = ["dataset a b both_right only_a only_b both_wrong".split()]
        pairs = [(a, b) for at, a in enumerate(algorithms) for b in algorithms[at + 1 :]]
        cells = [[d, a, b, both, right[a] - both, right[b] - both] for d in datasets for a, b in pairs]
        rows += [[*row, 40 - sum(row[3:])] for row in cells]
        metrics = []
    elif layout == "ranks":
        rows, scores = [algorithms, [at + 1.0 for at in range(len(algorithms))]], {"layout": "ranks", "datasets": 12}
    else:
        rows = [["dataset", *algorithms]]
        rows += [[d, *(number(rng, style) if (d, a) in kept else "" for a in algorithms)] for d in datasets]
    if metrics:
        directions = {"loss": "lower"}
        scores["metrics"] = [{"name": name, "better": directions.get(name, "higher")} for name in metrics]
    if costs:
        scores["costs"] = costs
    if layout in ("long", "wide") and (gaps or rng.random() < 0.2):
        scores["missing"] = rng.choice(POLICIES)
    if len(datasets) > 3 and layout != "ranks" and rng.random() < 0.2:
        scores["groups"] = {"some": datasets[:2], "others": datasets[2:]}
    suiting = {"cost": costs or ["seconds"], "metric": metrics or ["accuracy"], "dataset": datasets, "groups": datasets}
    suiting |= dict.fromkeys(
        "algorithm control baseline new closest pairs prior highlight rows by tuning".split(), algorithms
    )
    return rows, scores, suiting


def make_study(case, seed, folder):
    """Write the scores of a study into a folder; what its study.yaml says at first."""
    rng = random.Random(f"{seed} {case}")
    rows, scores, suiting = design(rng)
    form = rng.choice(["csv"] * 6 + [*FORM_NAMES])
    name = f"s.{form}" if form != "gz" else "s.csv.gz"
    folder.mkdir(parents=True)
    (folder / name).write_bytes(fuzz.written(rows, form, folder, rng))
    for made in folder.glob("made.*"):
        made.unlink()
    scores["files"] = name
    if rng.random() < 0.4:
        scores["format"] = FORM_NAMES[form]
    spec = {"title": rng.choice(["A study", "50% of $x$ & more"]), "scores": scores}
    for key, schema in fuzz.SCHEMA["properties"].items():
        if key not in APART and rng.random() < (0.6 if key in ("test", "report") else 0.25):
            spec[key] = fuzz.fitting(schema, rng, key, suiting)
    if rng.random() < 0.5:
        spec.setdefault("plot", [])
    for key in ("power", "replicability"):
        if isinstance(spec.get(key), dict):
            spec[key].setdefault("draws", 100)
    return spec, rng


def places(node, path=()):
    """The line and column of every key and item of a document, with its path."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield key.start_mark, (*path, key.value)
            yield from places(value, (*path, key.value))
    elif isinstance(node, yaml.SequenceNode):
        for at, value in enumerate(node.value):
            yield value.start_mark, (*path, at)
            yield from places(value, (*path, at))


def written_to(spec, folder):
    text = yaml.safe_dump(spec, sort_keys=False, allow_unicode=True, default_flow_style=False, width=10**6)
    (folder / "study.yaml").write_text(text, encoding="utf-8")
    return text


def at_fault(fault, marks):
    """The path in a study of what a fault is at; empty where it is at none."""
    position = re.match(r"study\.yaml:(\d+):(\d+)$", fault.place)
    if position is None:
        return ()
    line, column = int(position[1]) - 1, int(position[2]) - 1
    paths = [(mark.column, path) for mark, path in marks if mark.line == line and mark.column <= column]
    return max(paths, key=lambda place: (place[0], len(place[1])))[1] if paths else ()


def mend(spec, path, fault, rng):
    """Set what a fault is at to something that it expects, or remove it; whether anything changed."""
    if not path or path in (("scores",), ("scores", "files"), ("scores", "metrics")):
        return False
    section = spec
    for step in path[:-1]:
        section = section[step]
    wished = re.fullmatch(r"(?:one of )?([\w-]+(?:, [\w-]+)*)(?:; did you mean .*)?", fault.expected)
    others = [word for word in wished[1].split(", ") if word != section[path[-1]]] if wished else []
    if others and isinstance(section[path[-1]], str) and rng.random() < 0.7:
        section[path[-1]] = rng.choice(others)
    elif path == ("scores", "missing"):
        section["missing"] = rng.choice(fuzz.POLICIES)
    else:
        del section[path[-1]]
    return True


def valid_study(spec, folder, rng):
    """The study as it is once what is refused of it was mended; None where that cannot be done."""
    for _ in range(ROUNDS):
        text = written_to(spec, folder)
        try:
            read = read_study("study.yaml")
            agreeing_scores(read)
        except FaultsFound as error:
            marks = [*places(yaml.compose(text))]
            wrong = {at_fault(fault, marks): fault for fault in reversed(error.faults)}
            mended = False
            for path in sorted(wrong, key=lambda path: [*map(str, path)], reverse=True):
                with contextlib.suppress(KeyError, IndexError, TypeError):  # what it is in was removed
                    mended |= mend(spec, path, wrong[path], rng)
            if not mended:
                return None
        else:
            return read
    return None


class Page(html.parser.HTMLParser):
    """The ids of a page, the places in it that it links to, and what is not closed."""

    VOID = frozenset("area base br col embed hr img input link meta source track wbr path rect line circle use".split())
    MAY_STAY_OPEN = frozenset("p li td th tr tbody thead dt dd option colgroup html body head caption".split())

    def __init__(self):
        super().__init__()
        self.ids, self.links, self.open, self.wrong = Counter(), set(), [], []

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.ids[given.get("id")] += 1
        for key in ("href", "xlink:href"):
            if (given.get(key) or "").startswith("#"):
                self.links.add(given[key][1:])
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.ids[dict(attrs).get("id")] += 1

    def handle_endtag(self, tag):
        while self.open and self.open[-1] != tag and self.open[-1] in self.MAY_STAY_OPEN:
            self.open.pop()
        if tag in self.VOID or (tag in self.MAY_STAY_OPEN and tag not in self.open):
            return
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}>")


PLURALS = "data sets|pairs|comparisons|algorithms|folds|results|tests|metrics|draws|groups|costs|runs|tuning runs|wins"
PLURALS += "|losses|ties|examples|measurements|repeats|columns|rows|differences|adjustments|corrections|choices"
WRONG = re.compile(rf"(?<![\w.,/−-])1 (?:{PLURALS})\b(?!-)|\b(?:nan|NaN)\b|[=:(] ?None\b|(?<![\w-])-?inf\b|\b0 of 0\b")
SILENT = re.compile(r"<(script|style)\b.*?</\1>|<code\b.*?</code>|<[^>]*>", re.DOTALL)


def unsound(out):
    """What is wrong with the files of a report."""
    json.loads((out / "results.json").read_text("utf-8"), parse_constant=lambda name: 1 / 0)
    for path in (*out.glob("*.csv"), *out.glob("tables/*.csv")):
        widths = {len(row) for row in csv.reader(io.StringIO(path.read_text("utf-8-sig")))}
        if len(widths) != 1:
            yield f"ragged CSV {path.name}: {sorted(widths)}"
    text = (out / "report.html").read_text("utf-8")
    page = Page()
    page.feed(text)
    repeated = [name for name, times in page.ids.items() if name and times > 1]
    dangling = sorted(page.links - set(page.ids) - {"", "top"})
    for what, wrong in (("not closed", page.wrong), ("ids", repeated), ("links to nothing", dangling)):
        if wrong:
            yield f"report.html {what}: {wrong[:3]}"
    alternative = " ".join(re.findall(r'(?:aria-label|alt|title)="([^"]*)"', text))
    said = {
        "report.html": SILENT.sub(" ", re.sub("<t[dh]", " | <td", text)),
        "alt": alternative,
        "report.md": (out / "report.md").read_text("utf-8"),
    }
    said |= {name: (out / name).read_text("utf-8") for name in ("report.tex", "methods.tex", "results.tex")}
    for name, words in said.items():
        for phrase in dict.fromkeys(WRONG.findall(words)):
            where = words.index(phrase)
            yield f"{name} says {phrase.strip()}: {' '.join(words[max(0, where - 60) : where + 40].split())}"


def try_study(case, seed, folder, latex):
    """Make, mend, build and judge a study; whether it could be built."""
    spec, rng = make_study(case, seed, folder / "made")
    os.chdir(folder / "made")
    read = valid_study(spec, folder / "made", rng)
    if read is None:
        return REFUSED
    with contextlib.redirect_stdout(io.StringIO()):
        build(read, folder / "report", FORMATS)
    if wrong := [*unsound(folder / "report")]:
        raise AssertionError("unsound: " + "\n".join(wrong))
    if latex:
        shutil.copytree(folder / "report", latex)
    return 0


def warm_up(seed, number):
    """Build a few studies in this process, so that forks have what is made once, such as validators and fonts."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        for at in range(number):
            with contextlib.suppress(Exception):  # whatever it is, the trial itself will find it
                try_study(f"warm-{at}", seed, Path(folder, f"{at}"), None)
        os.chdir(before)


def judged(work, folder):
    code, stderr, seconds, megabytes = fuzz.run_forked(work, folder)
    if code == REFUSED:
        return "refused", ""
    failure = fuzz.failure_of(code, stderr, seconds, megabytes)
    if "unsound: " in stderr:
        failure = re.sub(r"\d+", "N", stderr.rpartition("unsound: ")[2].splitlines()[0])[:70]
    return failure or "built", stderr


def compiled(folders, scratch):
    """Compile the reports in some folders in as few documents as their preambles allow; what LaTeX complains of."""
    of_preamble = {}
    for folder in folders:
        preamble, _, body = (folder / "report.tex").read_text("utf-8").partition("\\begin{document}\n")
        preamble = re.sub(r"(?m)^%.*\n|\\input\{macros.tex\}\n", "", preamble)
        of_preamble.setdefault(preamble, []).append((folder, body.partition("\\end{document}")[0]))
    for number_of, (preamble, reports) in enumerate(of_preamble.items()):
        parts = [f"{preamble}\\begin{{document}}\n"]
        for folder, body in reports:
            parts.append(
                f"\\begingroup\\makeatletter\\def\\input@path{{{{{folder}/}}}}\\makeatother"
                f"\\graphicspath{{{{{folder}/}}}}\n"
                f"\\typeout{{RANKPRESS {folder.name}}}\\input{{macros.tex}}\n{body}\n"
                f"\\input{{methods.tex}}\\input{{results.tex}}\\clearpage\\endgroup\n"
            )
        name = f"all{number_of}"
        (scratch / f"{name}.tex").write_text("".join(parts) + "\\end{document}\n", encoding="utf-8")
        command = ["pdflatex", "-draftmode", "-interaction=nonstopmode", "-no-shell-escape", name]
        subprocess.run(command, cwd=scratch, capture_output=True, timeout=900, check=False)
        log = (scratch / f"{name}.log").read_text("latin-1")
        current = "?"
        for line in log.splitlines():
            if line.startswith("RANKPRESS "):
                current = line.split()[1]
            elif line.startswith("! ") or "Missing character" in line:
                yield f"LaTeX: {line[:60]}", current, log


def run_studies(cases, seed, out, scratch, every, batch):
    """Build studies one after the other, and compile the LaTeX of some; how each ended, and the failures."""
    ended, known, waiting = Counter(), {}, []
    scratch.mkdir(parents=True)

    def failed(failure, case, stderr, folder):
        if failure not in known:
            saved = shutil.copytree(folder, out / re.sub(r"\W+", "-", failure), dirs_exist_ok=True)
            (saved / "HOW").write_text(f"{case}\n{stderr}", encoding="utf-8")
            print(case, failure, flush=True)
        known.setdefault(failure, []).append(case)

    def compile_waiting():
        (into := scratch / "latex").mkdir()
        for failure, case, log in compiled(waiting, into):
            failed(failure, case, log[-3000:], scratch / "kept" / case)
        ended["compiled"] += len(waiting)
        shutil.rmtree(into)
        for folder in waiting:
            shutil.rmtree(folder)
        waiting.clear()

    for at, case in enumerate(cases):
        (folder := scratch / case).mkdir()
        kept = scratch / "kept" / case if at % every == 0 else None
        how, stderr = judged(lambda folder=folder, case=case, kept=kept: try_study(case, seed, folder, kept), folder)
        ended[how if how in ("built", "refused") else "unsound" if "unsound: " in stderr else "failed"] += 1
        if how not in ("built", "refused"):
            failed(how, case, stderr, folder / "made")
        if kept and kept.exists():
            waiting.append(kept)
        if len(waiting) == batch:
            compile_waiting()
        shutil.rmtree(folder)
        if at % 100 == 99:
            print(dict(ended), flush=True)
    if waiting:
        compile_waiting()
    return ended, known


def main():
    parser = argparse.ArgumentParser(description="Build random valid studies and judge their reports.")
    for name, default in (("seed", 1), ("first", 0), ("studies", 3000), ("jobs", 1), ("every", 5), ("batch", 25)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--out", type=Path, default=Path("fuzz-failures"))
    parser.add_argument("--case", help="build this one alone, such as study-17")
    arguments = parser.parse_args()
    cases = (
        [arguments.case]
        if arguments.case
        else [f"study-{n}" for n in range(arguments.first, arguments.first + arguments.studies)]
    )
    fuzz.load_all()
    warm_up(arguments.seed, min(6, len(cases) // 4))
    gc.freeze()
    out, jobs = arguments.out.resolve(), arguments.jobs
    with tempfile.TemporaryDirectory(prefix="rankpress-studies-") as folder, get_context("fork").Pool(jobs) as pool:
        shares = [
            (cases[at::jobs], arguments.seed, out, Path(folder, str(at)), arguments.every, arguments.batch)
            for at in range(jobs)
        ]
        parts = pool.starmap(run_studies, shares, chunksize=1)
    ended = sum((ended for ended, _ in parts), Counter())
    print(f"seed {arguments.seed}, {len(cases)} studies: {', '.join(f'{how} {n}' for how, n in sorted(ended.items()))}")
    failures = [item for _, known in parts for item in sorted(known.items())]
    for failure, named in failures:
        print(f"{len(named):4} {failure} ({', '.join(named[:3])})")
    gc.unfreeze()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
