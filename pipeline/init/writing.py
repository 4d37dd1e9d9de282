"""Writes a folder with a starter study."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path, PurePath
from string import Template

import yaml
from pydantic import ValidationError

from rankpress.catalog.methods import WITHIN
from rankpress.checks.agreement import examine
from rankpress.core.doubts import Doubt, Way
from rankpress.core.faults import Fault, FaultsFound, with_no_password
from rankpress.core.quotable import folder_named
from rankpress.init.guess import Guess
from rankpress.spec.column_names import NOT_BY_DEFAULT
from rankpress.spec.document import on_terminal, parse_document, plain_scalar
from rankpress.spec.model import DEFAULT_TITLE, Study
from rankpress.spec.reading import read_study
from rankpress.spec.statistics_sections import TestOptions
from rankpress.spec.variables import SQLITE
from rankpress.wording.strings import counted

SPEC, SCORES = "study.yaml", "scores.csv"
_PLAIN = re.compile(r"(\.\./)*[A-Za-z0-9_][A-Za-z0-9_./-]*")

ORDER = """\
order:                   # cheaper algorithms first where no test finds a difference; omitted or null: no order
  {by}
  adjust: bergmann-hommel  # keys within, within_adjust: the tests on each data set; default: as in test, and holm"""
PRIOR = "prior: [cheapest, ..., most expensive]  # all algorithms"
CURVES = "curves: {}  # how far the best is from each other one on each data set; by default none is drawn"
PLOT = "plot: [{kinds}]  # default: cd, curves, order; others: p-values, scatter, ..."


_COMPARED = {"outcomes": "test examples", "examples": "test examples", "runs": "runs", "paired-runs": "runs"}


def _tests_of(scores: str) -> TestOptions:
    """Return the tests that a study of these scores makes where it names none."""
    try:
        return Study.model_validate(parse_document(scores, SPEC).data).test
    except ValidationError:  # of scores that are still to be completed
        return TestOptions()


def _test_keys(scores: str) -> dict[str, str]:
    """Return the values of tests that depend on the scores, each with what it is."""
    test = _tests_of(scores)
    design = WITHIN[test.within].design
    others = [name for name in WITHIN if name != test.within and WITHIN[name].design in (design, "5x2")]
    over = _COMPARED.get(design, "folds")
    within = f"{test.within:<14} # on each data set, over its {over}: or {', '.join(others[:2])}, none, ..."
    omnibus = ", ".join(test.omnibus)
    return {"within": within, "omnibus": f"[{omnibus}]  # do the algorithms differ at all?"}


def write_example(folder: Path) -> tuple[Path, ...]:
    """Write a study with scores of its own, which builds as it stands."""
    scores = _text("scores.yaml").rstrip()
    spec = Template(_text(SPEC)).substitute(
        about="An example to change: four classifiers on six data sets, 10-fold cross-validation with scikit-learn.",
        title="Four classifiers on six data sets",
        scores=scores,
        **_test_keys(scores),
        order=ORDER.format(by="cost: fit_seconds"),
        curves=CURVES,
        figures=PLOT.format(kinds="cd, curves, order"),
    )
    return _write(folder, {SPEC: spec, SCORES: _text(SCORES)})


def guessed_scores(folder: Path, keys: Mapping[str, str], guess: Guess, missing: str | None = None) -> str:
    """Return the section `scores` of a study in a folder, for a file that the user has, and what follows from it."""
    return _scores_section(_from(keys, folder), guess, missing) + _labels_section(guess) + _effects_section(guess)


def write_guessed(
    folder: Path, keys: Mapping[str, str], guess: Guess, rows: int, *, all_files: bool = True
) -> tuple[tuple[Path, ...], tuple[Fault, ...]]:
    """Write a study for a file of scores that the user has; return the files, and what stops `rankpress check`."""
    by = f"cost: {scalar(guess.costs[0])}" if guess.layout == "long" and guess.costs else PRIOR
    curves = f"# {CURVES}" if guess.has_splits else "# curves need folds or test examples"
    scores = guessed_scores(folder, keys, guess)
    spec = _with_defaults_as_comments(
        Template(_text(SPEC)).substitute(
            about="Written by rankpress init for your scores; check what it guessed.",
            title=DEFAULT_TITLE,
            scores=scores,
            **_test_keys(scores),
            order=_commented(ORDER.format(by=by)),
            curves=curves,
            figures=PLOT.format(kinds="cd"),
        )
    )
    written = _write(folder, {SPEC: spec})
    faults: tuple[Fault, ...] = ()
    if all_files and rows <= MOST_CHECKED:
        try:
            read = replace(read_study(written[0]), quotable_folder=folder_named(keys.get("files", "")))
            faults = examine(read).faults
        except FaultsFound as result:
            faults = result.faults
    if faults:
        stops = f"# rankpress check stops here ({counted(len(faults), 'error')}), until this is fixed:\n"
        lines = [f"#   {on_terminal(line.strip())}\n" for line in str(faults[0]).splitlines() if line.strip()]
        first, end, rest = spec.partition("\n")
        written[0].write_text(first + end + stops + "".join(lines) + rest, encoding="utf-8", newline="\n")
    return written, faults


# Larger files are checked when their author asks for it.
MOST_CHECKED = 200_000


def _with_defaults_as_comments(spec: str) -> str:
    """Return the spec with the lines between the scores and the report as comments: they state defaults."""
    before, mark, rest = spec.partition("\nrank:\n")
    sections, report, after = (mark[1:] + rest).partition("\nreport:\n")
    lines = [line if not line or line.startswith("#") else f"# {line}" for line in sections.splitlines()]
    return before + "\n" + "\n".join(lines) + report + after


def scalar(text: str) -> str:
    """Return the text as a scalar of YAML, in quotes where it would not be read as it stands."""
    if _PLAIN.fullmatch(text) and plain_scalar(text) == text:
        return text
    return yaml.dump(text, default_style='"', allow_unicode=True, width=1 << 30).rstrip("\n")


def _relative(scores: Path, folder: Path) -> str:
    # Resolved, as .. leads elsewhere from a folder that is a link.
    try:
        return PurePath(os.path.relpath(scores.resolve(), folder.resolve())).as_posix()
    except ValueError:  # on another drive of Windows
        return scores.resolve().as_posix()


def _from(keys: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Return the keys that name the scores, with paths from a folder."""
    given = dict(keys)
    if "files" in given:
        given["files"] = _relative(Path(given["files"]), folder)
    if "database" in given:
        given["database"] = with_no_password(given["database"])  # which would lie next to the study for all to read
    url = given.get("database", "")
    if url.startswith(SQLITE):
        given["database"] = SQLITE + _relative(Path(url.removeprefix(SQLITE)), folder)
    return given


def _scores_section(keys: Mapping[str, str], guess: Guess, missing: str | None) -> str:
    return "\n".join([*_lines_of_scores(keys, guess, missing), *_lines_of_doubts(guess)])


def _lines_of_scores(keys: Mapping[str, str], guess: Guess, missing: str | None) -> list[str]:
    lines = ["scores:", *(f"  {key}: {scalar(value)}{_comment(guess, key)}" for key, value in keys.items())]
    if guess.csv:
        lines.append(f"  csv: {{{', '.join(f'{key}: {scalar(sign)}' for key, sign in guess.csv.items())}}}")
    lines.append(f"  layout: {guess.layout}{_comment(guess, 'layout')}")
    if guess.layout == "ranks":
        lines.append("  datasets:              # to fill in: over how many data sets the ranks are averages")
    lines += [*_lines_of_columns(guess), *_lines_of_rows(guess)]
    if guess.fill:
        lines.append(f"  fill: [{', '.join(map(scalar, guess.fill))}]{_comment(guess, 'fill')}")
    if guess.ignored:
        lines.append(f"  ignore: [{', '.join(map(scalar, guess.ignored))}]{_comment(guess, 'ignore')}")
    if guess.repeats:
        lines.append(f"  repeats: rows{_comment(guess, 'repeats')}")
    if guess.reduce:
        lines.append(f"  reduce: {guess.reduce}{_comment(guess, 'reduce')}")
    if guess.choose:
        by, best = guess.choose
        lines.append(f"  choose: {{by: {scalar(by)}, best: {best}}}{_comment(guess, 'choose')}")
    lines.append(f"  metrics:{_comment(guess, 'metrics')}")
    lines += [f"    - {_metric(guess, name, better)}{_comment(guess, name)}" for name, better in guess.metrics.items()]
    if guess.costs:
        lines.append(f"  costs: [{', '.join(map(scalar, guess.costs))}]")
    if guess.na:
        lines.append(f"  na: [{', '.join(map(scalar, guess.na))}]{_comment(guess, 'na')}")
    if (missing or guess.missing) and guess.layout not in ("ranks", "votes"):
        lines.append(f"  missing: {scalar(missing or guess.missing)}")
    elif guess.layout not in ("ranks", "votes"):
        lines.append("  # missing: error       # or drop-datasets, drop-algorithms, worst-rank, incomplete-blocks")
    return lines


def _lines_of_doubts(guess: Guess) -> Iterator[str]:
    """Yield what is in doubt, with the keys that settle it."""
    if guess.doubts:
        replaced = "                # the keys of the way that you choose replace those above"
        yield f"  doubts:{replaced if any(doubt.ways for doubt in guess.doubts) else ''}"
        for doubt in guess.doubts:
            yield f"    - {{{', '.join(_stated(doubt))}}}"
            yield from (f"      # {line}" for way in doubt.ways for line in settling_lines(guess, way))
        yield "  confirmed: false       # true once these are settled; until then rankpress check and reports list them"


def _labels_section(guess: Guess) -> str:
    """Return the section of what metrics are called in reports, where their columns do not say it."""
    metrics = ", ".join(f"{scalar(name)}: {scalar(label)}" for name, label in guess.labels.items())
    return f"\n\nlabels:\n  metrics: {{{metrics}}}{_comment(guess, 'labels')}" if metrics else ""


def _effects_section(guess: Guess) -> str:
    """Return the section of an effect size that is the same on any scale, where data sets have scales of their own."""
    return "" if guess.is_on_one_scale else "\n\neffects:\n  measures: [superiority]  # data sets have other metrics"


def _lines_of_columns(guess: Guess) -> Iterator[str]:
    """Yield what the columns are called, as far as the study has to say it, and those that are made of others."""
    roles = {
        role: column
        for role, column in guess.columns.items()
        if guess.layout != "long" or role != column or role in NOT_BY_DEFAULT
    }
    if roles:
        yield "  columns:"
        yield from (f"    {role}: {scalar(column)}{_comment(guess, role)}" for role, column in roles.items())
    if guess.join:
        joined = ", ".join(f"{scalar(name)}: [{', '.join(map(scalar, of))}]" for name, of in guess.join.items())
        yield f"  join: {{{joined}}}{_comment(guess, 'join')}"


def _lines_of_rows(guess: Guess) -> Iterator[str]:
    """Yield which rows are read, and what their data sets and algorithms are called."""
    where = [f"{scalar(column)}: {_one_or_list(values)}" for column, values in guess.where.items()]
    where += [
        f"{scalar(column)}: {{not: [{', '.join(map(scalar, names))}]}}" for column, names in guess.excluded.items()
    ]
    if where:
        yield f"  where: {{{', '.join(where)}}}{_comment(guess, 'where')}"
    for role, names in guess.rename.items():
        renamed = ", ".join(f"{scalar(name)}: {scalar(other)}" for name, other in names.items())
        yield f"  rename: {{{role}: {{{renamed}}}}}"


def settling_lines(guess: Guess, way: Way) -> list[str]:
    """Return what may be meant by a doubt, and the keys of `scores` that state it; nothing where an option alone does.

    What was guessed is marked.

    >>> way = Way("they hold no result", "set", "scores.na=[timeout]")
    >>> settling_lines(Guess("wide", {}, {}), way)
    ['they hold no result:', '  na: [timeout]']
    >>> settling_lines(Guess("wide", {}, {}, na=("timeout",)), way)
    ['they hold no result (taken):', '  na: [timeout]']
    """
    keys: dict[str, str] = {}
    sections: dict[str, dict[str, str]] = {}  # what is inside keys of which a part is set, with what was guessed of it
    of_guess = {"columns": guess.columns, "csv": guess.csv}
    for name, value in way.options:
        path, _, setting = _setting(guess, name, value).partition("=")
        scores, *parts = path.split(".", 2)
        if scores != "scores":
            return []
        if len(parts) == 2:
            guessed = {key: scalar(value) for key, value in of_guess.get(parts[0], {}).items()}
            section = sections.setdefault(parts[0], guessed)
            section[parts[1]] = setting
            setting = f"{{{', '.join(f'{key}: {value}' for key, value in section.items())}}}"
        keys[parts[0]] = setting
    mark = " (taken)" if keys and _stand(guess, keys) else ""
    meaning = f"{on_terminal(way.meaning)}{mark}:"
    return [meaning, *(f"  {key}: {on_terminal(setting)}" for key, setting in keys.items())]


def _stand(guess: Guess, keys: Mapping[str, str]) -> bool:
    """Return whether keys of `scores` say what the study says without them."""
    guessed = yaml.safe_load("\n".join(_lines_of_scores({}, guess, None)))["scores"]
    stated = yaml.safe_load("\n".join(f"{key}: {setting}" for key, setting in keys.items()))
    without: tuple[object, ...] = ("error", None, [], {})  # what an omitted key says
    return all(value == guessed.get(key) or (key not in guessed and value in without) for key, value in stated.items())


def _setting(guess: Guess, name: str, value: str) -> str:
    """Return an option of `rankpress run` as one that sets a key; what sets none as it is."""
    if name == "missing":
        return f"scores.missing={value}"
    if name == "better":
        return f"scores.metrics=[{', '.join(_metric(guess, metric, value) for metric in guess.metrics)}]"
    return value if name == "set" else ""


def _metric(guess: Guess, name: str, better: str) -> str:
    """Return a metric as a mapping of YAML."""
    unit = f", unit: {scalar(guess.units[name])}" if name in guess.units else ""
    return f"{{name: {scalar(name)}, better: {better}{unit}}}"


def _stated(doubt: Doubt) -> Iterator[str]:
    """Yield what a doubt says and what it is about, as keys of a mapping of YAML."""
    yield from (f"{name}: {scalar(value)}" for name, value in (("key", doubt.key), ("text", doubt.text)) if value)
    yield from (f"{name}: {value if name == 'row' else scalar(value)}" for name, value in doubt.about.items())


def _one_or_list(values: Sequence[str]) -> str:
    """Return a value as a scalar of YAML, several as a list."""
    return scalar(values[0]) if len(values) == 1 else f"[{', '.join(map(scalar, values))}]"


def _comment(guess: Guess, subject: str) -> str:
    note = guess.notes.get(subject)
    return f"  # {on_terminal(note)}" if note else ""


def _commented(lines: str) -> str:
    return "# " + lines.replace("\n", "\n# ")


def _text(name: str) -> str:
    return files("rankpress.init").joinpath(name).read_text(encoding="utf-8")


def _write(folder: Path, texts: Mapping[str, str]) -> tuple[Path, ...]:
    paths = {folder / name: text for name, text in texts.items()}
    taken = [path for path in paths if os.path.lexists(path)]
    if taken:
        raise FaultsFound(
            Fault(str(path), "this file is there already", "a folder without one", "name another folder, or rename it")
            for path in taken
        )
    folder.mkdir(parents=True, exist_ok=True)
    for path, text in paths.items():
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    return tuple(paths)
