"""Run the command line on thousands of damaged specs and score files, and save what brings it down.

    python tests/trials/fuzz.py --seed 1 --specs 5000 --files 5000 --jobs 1 --out failures

A case follows from seed, kind and number. It runs in a fork of this process, which has imported rankpress once, within
limits on memory and processor time. Exit codes other than 0, 2 and 3, tracebacks and exceeded limits are failures: the
first case of each distinct one is saved in --out, and the program exits with 1.
"""

import os

os.environ |= {"OPENBLAS_NUM_THREADS": "1", "MPLBACKEND": "agg"}  # before numpy: a fork takes one thread along

import argparse
import bz2
import csv
import faulthandler
import gc
import gzip
import importlib
import io
import json
import lzma
import math
import pkgutil
import random
import re
import resource
import shutil
import signal
import sqlite3
import sys
import tempfile
import traceback
from collections import Counter
from contextlib import closing, suppress
from multiprocessing import get_context
from pathlib import Path

import duckdb
import pandas as pd
import yaml

import rankpress
from rankpress.app import cli
from rankpress.spec.reading import study_schema

MEMORY, SECONDS, CRASHED = 2 * 1024**3, 60, 99
ALGORITHMS, DATASETS = [*"ABCD"], [f"d{at}" for at in range(6)]
COLUMNS = "dataset algorithm repeat fold n_train n_test accuracy fit_seconds".split()
NAMES = [*ALGORITHMS, *DATASETS, *COLUMNS, "holm", "s"]
# Names that suit a key, by what the key contains.
SUITING = {"cost": ["fit_seconds"], "metric": ["accuracy"], "dataset": DATASETS, "groups": DATASETS, "columns": COLUMNS}
SUITING |= dict.fromkeys("control baseline algorithm new closest pairs prior".split(), ALGORITHMS)
FINITE = [0, 0.0, 1, -1, 0.5, 1e308, -1e308, 1e-320, 1e16, 10**40, 2**63]
EXTREMES = [*FINITE, *FINITE, math.nan, math.inf, True, None, "", "NA", "1e999"]
ODD = [*EXTREMES, [], {}, [[]], {"": ""}, {"a": {"b": [1]}}, [1, "a", None], ["A", "A"], {"A": "A", "B": "A"}, 10**400]
ODD += [" ", "\0", "a\nb", "x" * 5000, "a/" * 200, "é" * 300, "\ud800", "\u202eabc", "SELECT * FROM s", "DROP TABLE s"]
ODD += r"שלום 🍷 \input{x} $x^ % <b>& {algorithm} {dataset:(a+)+}.csv (a+)+$ **/* [ .. /dev/null runs/*.csv no".split()
ODD += "1e-3 1,5 1_0 0x1F ٣ nan -0 =1+1 2024-01-01 sqlite:///s.db postgresql://127.0.0.1:1/x".split()
TOKENS = [*"\0\ufeff\r\t\"'{[#|;\u2028é", "&a ", "*a", "!!python/name:x ", "<<: *a\n", "---\n", "%YAML 1.1\n", ": "]
LAUGHS = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 9))
SECTIONS = """\
title: Some study
test: {alpha: 0.05, omnibus: [friedman, quade], pairwise: wilcoxon, within: corrected-t}
adjust: [holm, shaffer]
effects: {draws: 1000, bootstrap: true}
bayes: {rope: 0.01, draws: 1000}
order: {cost: fit_seconds}
curves: {baseline: A}
sensitivity: {}
replicability: {draws: 20}
power: {effect: 0.01}
plot: [cd, comparison-matrix, rank-distribution, curves, order, {cost-front: {cost: fit_seconds}}]
labels: {algorithms: {A: Alpha}}
report: {formats: [latex, html]}
"""
POLICIES = "drop-datasets drop-algorithms worst-rank incomplete-blocks".split()
LAYOUTS = "long long long examples wide ranks counts".split()
FORMATS = "csv csv csv tsv json jsonl parquet xlsx db duckdb gz xz bz2 program".split()
SCHEMA = study_schema()
OURS = f"{Path(rankpress.__file__).parents[1]}/"
PROGRAMS = Path(__file__).parents[1] / "pipeline" / "sources" / "programs"


def resolved(schema, rng):
    """A schema without references, and one of its choices."""
    while "$ref" in schema or ("properties" not in schema and ("anyOf" in schema or "oneOf" in schema)):
        if "$ref" in schema:
            schema = SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]]
        else:
            schema = rng.choice(schema.get("anyOf") or schema["oneOf"])
    return schema


def fitting(schema, rng, within, suiting=SUITING):
    """A value that a schema accepts, of small numbers and of names that suit the keys it is within."""
    schema = resolved(schema, rng)
    kind, given = schema.get("type"), schema.get("properties", {})
    low = math.ceil(schema.get("minimum", schema.get("exclusiveMinimum", 0)))
    high = max(low, min(schema.get("maximum", schema.get("exclusiveMaximum", low + 9)), low + 9))
    if "enum" in schema or "const" in schema:
        return rng.choice(schema.get("enum") or [schema["const"]])
    suited = next((names for key, names in suiting.items() if key in within), NAMES)
    if kind == "object":
        keys = {*schema.get("required", ()), *rng.sample([*given], min(len(given), rng.randint(0, 3)))}
        values = {key: given[key] for key in sorted(keys)}
        if isinstance(further := schema.get("additionalProperties"), dict):
            values |= dict.fromkeys(rng.sample([*suited], min(len(suited), rng.randint(1, 2))), further)
        return {key: fitting(inner, rng, f"{key} {within}", suiting) for key, inner in values.items()}
    if kind == "array":
        few = schema.get("minItems", 0)
        made = [fitting(schema.get("items", {}), rng, within, suiting) for _ in range(rng.randint(few, max(few, 3)))]
        return [value for at, value in enumerate(made) if value not in made[:at]]
    if kind in ("boolean", "integer", "null"):
        return {"boolean": rng.random() < 0.5, "integer": rng.randint(low, math.floor(high)), "null": None}[kind]
    return rng.uniform(low, high) if kind == "number" else rng.choice(suited if rng.random() < 0.9 else NAMES)


def containers(value):
    """All mappings and lists that hold something."""
    if isinstance(value, (dict, list)) and value:
        yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from containers(inner)


def change_spec(spec, rng, gentle):
    """Set a key of the schema; where it need not be gentle, or replace, drop, copy or rename what is there."""
    if gentle or not spec or rng.random() < 0.6:  # nothing is left to change in an empty one
        schema, mapping = SCHEMA, spec
        while True:
            key = "scores" if mapping is spec and rng.random() < 0.25 else rng.choice([*schema["properties"]])
            inner = resolved(schema["properties"][key], rng)
            if "properties" not in inner or not isinstance(mapping.get(key), dict) or rng.random() < 0.1:
                fits = gentle or rng.random() < 0.8
                mapping[key] = fitting(schema["properties"][key], rng, key) if fits else rng.choice(ODD)
                return
            schema, mapping = inner, mapping[key]
    (mapping, key), (other, from_) = (
        (one, rng.choice([*one]) if isinstance(one, dict) else rng.randrange(len(one)))
        for one in rng.choices([*containers(spec)], k=2)
    )
    act = rng.random()
    if act < 0.4:
        mapping[key] = rng.choice(ODD)
    elif act < 0.6 and (key not in ("scores", "files", "metrics", "name", "layout", "datasets") or act < 0.45):
        del mapping[key]
    elif act < 0.75:
        mapping[key] = json.loads(json.dumps(other[from_]))
    elif isinstance(mapping, dict):
        mapping[str(rng.choice([*NAMES, *ODD]))] = mapping.pop(key)


def mangled(data, rng):
    """Bytes with a few of them damaged, or in another encoding."""
    for _ in range(rng.choice([1, 1, 2, 5])):
        at = rng.randrange(len(data) + 1)
        to, token = at + rng.choice([1, 3, 30]), rng.choice(TOKENS).encode()
        encoding = rng.choice(["utf-16", "latin-1", "utf-8-sig", "utf-32"])
        recoded = data.decode("utf-8", "ignore").encode(encoding, "ignore")
        inserted, flipped = data[:at] + token + data[at:], data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
        replaced = data.replace(data[at : at + 1] or b",", token)
        shorter, longer = data[:at] + data[to:], data[:to] + data[at:]
        data = rng.choice([flipped, shorter, longer, inserted, replaced, data[:at], recoded])
    return data


def table(layout, rng):
    """Small scores, the first row the header."""
    each = [(d, a) for d in DATASETS for a in ALGORITHMS]
    score = lambda: round(rng.uniform(0.5, 1), 3)  # noqa: E731
    if layout == "long":
        return [COLUMNS[:], *([d, a, 0, fold, 90, 10, score(), score()] for d, a in each for fold in range(3))]
    if layout == "examples":
        head = ["dataset", "algorithm", "case", "accuracy"]
        return [head, *([d, a, n, rng.randrange(2)] for d, a in each for n in range(5))]
    if layout == "counts":
        right, both = dict(zip(ALGORITHMS, (20, 22, 24, 26), strict=True)), rng.randint(12, 20)
        cells = [(d, a, b, both, right[a] - both, right[b] - both) for d, a in each for b in ALGORITHMS if a < b]
        head = "dataset a b both_right only_a only_b both_wrong".split()
        return [head, *([*row, 40 - sum(row[3:])] for row in cells)]
    if layout == "ranks":
        return [ALGORITHMS[:], [1.5, 2.0, 2.5, 4.0]]
    return [["dataset", *ALGORITHMS], *([d, *(score() for _ in ALGORITHMS)] for d in DATASETS)]


def change_table(rows, rng, gentle):
    """Change cells, a column, or rows; gently, to numbers only."""
    act, at = rng.choice([0, 1, 5, 5, 5]) if gentle else rng.randrange(8), rng.randrange(len(rows))
    column, some = rng.randrange(max(1, *map(len, rows), 1)), rng.choice([1, 4, 24])
    if act == 0:
        value, factor = rng.choice(FINITE if gentle else EXTREMES), 10.0 ** rng.choice([16, 300, 308, -310])
        for row in rows[1:]:
            if column < len(row):
                row[column] = row[column] * factor if gentle and isinstance(row[column], float) else value
    elif act == 1:
        del rows[max(1, at) : at + some]
    elif act == 2:
        rows[at:at] = [[*row] for row in rows[at : at + some]]
    elif act == 3:
        for row in rows:
            row[column : column + 1] = [[], row[column : column + 1] * 2][at % 2]
    elif act == 4:
        rng.shuffle(rows)
    else:
        for row in rng.choices(rows[act == 5 :] or rows, k=some):
            numbers = [n for n, cell in enumerate(row) if act != 5 or isinstance(cell, (int, float))]
            if numbers:
                row[rng.choice(numbers[-3:])] = rng.choice(FINITE if act == 5 else ODD + NAMES)


def written(rows, form, folder, rng):
    """A table as a file of a format."""
    records = [dict(zip(map(str, rows[0]), row, strict=False)) for row in rows[1:]]
    path, frame = folder / f"made.{form}", pd.DataFrame(records)
    if form in ("json", "jsonl"):
        return ("\n".join(map(json.dumps, records)) if form == "jsonl" else json.dumps(records)).encode()
    if form == "xlsx":
        frame.map(lambda cell: cell if isinstance(cell, (int, float)) else str(cell)).to_excel(path, index=False)
        return path.read_bytes()
    if form == "db":
        with closing(sqlite3.connect(path)) as to:
            frame.to_sql("s", to, index=False)
        return path.read_bytes()
    if form in ("parquet", "duckdb"):
        with duckdb.connect(path if form == "duckdb" else ":memory:", config={"threads": 1}) as to:
            to.register("frame", frame)
            to.execute("CREATE TABLE s AS FROM frame" if form == "duckdb" else f"COPY frame TO '{path}'")
        return path.read_bytes()
    delimiter = "\t" if form == "tsv" else rng.choice(",,,;|")
    csv.writer(text := io.StringIO(), delimiter=delimiter, quoting=rng.choice([0, 1, 2])).writerows(rows)
    packed = {"gz": lambda data: gzip.compress(data, mtime=0), "xz": lzma.compress, "bz2": bz2.compress}
    return packed.get(form, bytes)(text.getvalue().encode("utf-8", "surrogatepass"))


def scores_case(kind, rng, gentle):
    """The name of a file of scores, its bytes, and the section of the spec that reads it."""
    layout, form = rng.choice(LAYOUTS), "csv" if kind == "specs" else rng.choice(FORMATS)
    rows = table(layout, rng)
    for _ in range(0 if kind == "specs" else rng.choice([0, 1, 1, 1, 2])):
        change_table(rows, rng, gentle)
    file = f"s.{form}" if form != "gz" else "s.csv.gz"
    if form == "program":
        example = rng.choice(sorted(path for path in PROGRAMS.rglob("*.*") if path.suffix != ".md"))
        data, file, layout = example.read_bytes(), example.name, "long"
    else:
        with tempfile.TemporaryDirectory() as scratch:
            try:
                data = written(rows, form, Path(scratch), rng)
            except Exception:  # noqa: BLE001 - whatever the writer of the format refuses
                data, file = written(rows, "csv", Path(scratch), rng), "s.csv"
    if kind == "files" and not gentle and rng.random() < 0.5:
        data = mangled(data, rng)
    sections = {"examples": {"columns": {"example": "case"}}, "ranks": {"layout": "ranks", "datasets": 12}}
    scores = {"files": file, "metrics": [{"name": "accuracy"}], **sections.get(layout, {"layout": layout})}
    if layout == "long" and form != "program":
        scores["costs"] = ["fit_seconds"]
    if file == "s.db" and rng.random() < 0.7:
        scores |= {"database": "sqlite:///s.db", "query": "SELECT * FROM s"}
        del scores["files"]
    if rng.random() < 0.3:
        scores["missing"] = rng.choice(POLICIES)
    if rng.random() < 0.1:
        scores["where"] = {rng.choice(COLUMNS): rng.choice(NAMES + FINITE + [{"min": 0}, {"not": ["A"]}])}
    return file, data, scores


def make_case(case, seed, folder, base):
    """Write the files of a case; the arguments to call the command line with."""
    rng, kind = random.Random(f"{seed} {case}"), case.partition("-")[0]
    gentle = rng.random() < 0.35
    file, data, scores = scores_case(kind, rng, gentle)
    sections = yaml.safe_load(SECTIONS) if "costs" in scores else {}
    spec = {"scores": scores} | {key: sections[key] for key in sections if rng.random() < 0.3}
    for _ in range(rng.choice([1, 1, 2, 2, 4]) if kind == "specs" else rng.choice([0, 0, 0, 1])):
        change_spec(spec, rng, gentle)
    for key in ("power", "replicability"):
        if isinstance(spec.get(key), dict):
            spec[key].setdefault("draws", 100)  # a thousand of some tests take a minute
    text = yaml.safe_dump(spec, sort_keys=False, allow_unicode=rng.random() < 0.5).encode("utf-8", "surrogatepass")
    if kind == "specs" and not gentle and rng.random() < 0.2:
        text = mangled(text, rng) if rng.random() < 0.95 else LAUGHS.encode() + text
    (folder / "runs").mkdir(parents=True)
    for name, content in ((file, data), ("study.yaml", text), ("runs/" + "a" * 30 + ".csv", data[:2000])):
        (folder / name).write_bytes(content)
    act = rng.random()
    if act < 0.04:
        kept = (base / "report" / "results.json").read_bytes()
        changed = json.loads(kept)
        for _ in range(rng.randint(1, 3)):
            mapping = rng.choice([one for one in containers(changed) if isinstance(one, dict)])
            mapping[rng.choice([*mapping, *NAMES])] = rng.choice(ODD)
        (folder / "old.json").write_bytes(mangled(kept, rng) if rng.random() < 0.3 else json.dumps(changed).encode())
        (folder / "new.json").write_bytes(kept)
        return ["diff", *rng.sample(["old.json", "new.json"], 2), "--format", rng.choice(["text", "json", "markdown"])]
    if act < (0.08 if kind == "specs" else 0.16):
        return ["init", "made", "--from", rng.choice([file, file, file, "runs", "runs/{algorithm}.csv"])]
    if act < 0.18:
        return ["status", "study.yaml"]
    if act < 0.22:
        key = rng.choice(["test.alpha", "adjust.0", "scores.where", "plot", "x", "", ".", "scores.metrics.0.name"])
        value = str(rng.choice(ODD)).replace("\0", "").encode("utf-8", "ignore").decode()
        return ["check", "study.yaml", "--set", f"{key}={value}"]
    # a build of large numbers takes long, which is no fault: builds have small numbers only
    if act > (0.5 if gentle else 0.9) and not re.search(rb"\d{5}|e\+", text):
        places = ["--out", rng.choice(["", ".", "deep/er", "s.csv", "runs", "x" * 300, "é", "a\nb"])]
        further = rng.choice([[], [], [], [], [], places, ["--dry-run"], ["--baseline", file]])
        form = rng.choice(["latex", "latex", "html", "markdown"])
        return ["build", "study.yaml", "--jobs", "1", "--only", form, *further]
    return ["check", "study.yaml"]


def run_forked(work, folder):
    """Run a function in a fork, within limits; its exit code, less than 0 for a signal, stderr, seconds, megabytes."""
    sys.stdout.flush()
    if not (process := os.fork()):
        code = CRASHED
        try:
            os.setsid()
            for number, path in enumerate([os.devnull, folder / "stdout", folder / "stderr"]):
                os.dup2(os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC), number)
            used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
            limits = {resource.RLIMIT_AS: used + MEMORY, resource.RLIMIT_CPU: SECONDS, resource.RLIMIT_CORE: 0}
            for limit, most in limits.items():
                resource.setrlimit(limit, (most, most + 5))
            faulthandler.enable()
            faulthandler.register(signal.SIGXCPU, chain=True)
            signal.alarm(10 * SECONDS)
            code = work()
            sys.stdout.flush()
        except BaseException:  # noqa: BLE001 - whatever it is, it is a failure
            traceback.print_exc()
        finally:
            os._exit(code)
    _, status, usage = os.wait4(process, 0)
    with suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)
    stderr = (folder / "stderr").read_text("utf-8", "replace")
    return os.waitstatus_to_exitcode(status), stderr, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1e3


def failure_of(code, stderr, seconds, megabytes):
    """What is wrong with how a case ended, and where it arose; empty if nothing is."""
    slow, large = seconds > SECONDS or code == -signal.SIGXCPU, megabytes > MEMORY / 1e6
    if code in (0, 2, 3) and "Traceback (most recent" not in stderr and not slow and not large:
        return ""
    frames = re.findall(r'File "([^"]+)", line \d+,? in (\S+)', stderr)
    ours = [f"{path.removeprefix(OURS)}:{name}" for path, name in frames if path.startswith(OURS)]
    raised = re.findall(r"^([A-Za-z_][\w.]*): ", stderr, re.MULTILINE)
    where = (ours[::-1] if "most recent call first" not in stderr else ours) or ["?"]
    how = "too slow" if slow else "too large" if large else f"exit {code}, {(raised or ['?'])[-1]}"
    return f"{how} at {where[0]}"


def run_cases(cases, seed, out, scratch):
    """Run cases one after the other, saving the first of each distinct failure; how each ended, and the failures."""
    base, ended, known = scratch / "base", Counter(), {}
    base.mkdir(parents=True)
    (base / "s.csv").write_bytes(written(table("long", random.Random(0)), "csv", base, random.Random(0)))
    (base / "study.yaml").write_text("scores: {files: s.csv, metrics: [{name: accuracy}], costs: [fit_seconds]}")
    argv = ["build", str(base / "study.yaml"), "--jobs", "1", "--only", "latex"]
    assert run_forked(lambda: cli.main(argv), scratch)[0] == 0
    for case in cases:
        (folder := scratch / case).mkdir()
        argv = make_case(case, seed, folder / "made", base)

        def attempt(*more, folder=folder, argv=argv):
            os.chdir(shutil.copytree(folder / "made", folder / f"study{len(more)}"))
            return run_forked(lambda: cli.main([*argv, *more]), folder)

        how = attempt()
        ended[argv[0], how[0]] += 1
        if failure_of(*how):
            how = attempt("-v")
            failure = failure_of(*how) or "only without -v"
            if failure not in known:
                saved = shutil.copytree(folder / "made", out / re.sub(r"\W+", "-", failure), dirs_exist_ok=True)
                (saved / "HOW").write_text(f"{case}\nrankpress {argv}\n\n{how[1]}", encoding="utf-8")
            known.setdefault(failure, []).append(case)
        shutil.rmtree(folder)
    return ended, known


def load_all():
    """Import all of rankpress, once for all forks, which wait for no disk."""
    os.fsync = lambda file: None
    for part in ("", "stats.", "figures.", "templates."):
        name = f"rankpress.{part}"
        for module in pkgutil.walk_packages(importlib.import_module(name.rstrip(".")).__path__, name):
            if "__main__" not in module.name:
                importlib.import_module(module.name)


def main():
    parser = argparse.ArgumentParser(description="Run rankpress on damaged specs and score files.")
    for name, default in (("seed", 1), ("specs", 5000), ("files", 5000), ("jobs", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--out", type=Path, default=Path("fuzz-failures"))
    parser.add_argument("--case", help="run this one alone, such as specs-17")
    arguments = parser.parse_args()
    load_all()
    gc.freeze()
    kinds = {"specs": arguments.specs, "files": arguments.files}
    cases = (
        [arguments.case] if arguments.case else [f"{kind}-{n}" for kind, count in kinds.items() for n in range(count)]
    )
    with (
        tempfile.TemporaryDirectory(prefix="rankpress-fuzz-") as folder,
        get_context("fork").Pool(arguments.jobs) as pool,
    ):
        out, jobs = arguments.out.resolve(), arguments.jobs
        shares = [(cases[at::jobs], arguments.seed, out, Path(folder, str(at))) for at in range(jobs)]
        parts = pool.starmap(run_cases, shares, chunksize=1)
    print(f"seed {arguments.seed}, {len(cases)} cases")
    for (command, code), count in sorted(sum((ended for ended, _ in parts), Counter()).items()):
        print(f"{command:6} exit {code}: {count}")
    failures = [item for _, known in parts for item in sorted(known.items())]
    for failure, named in failures:
        print(f"{len(named):4} {failure} ({', '.join(named[:3])})")
    gc.unfreeze()  # or libraries tell at the end what they think was leaked
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
