"""`rankpress macros`: the numbers that a paper may cite, and those that it uses."""

from __future__ import annotations

import argparse
import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import TYPE_CHECKING

from rankpress.account.macros import STAMP, Macro
from rankpress.app.terminal import print_result
from rankpress.core.faults import Fault, FaultsFound
from rankpress.core.folders import standing
from rankpress.core.regular_files import content_of
from rankpress.report.macro_files import OWN
from rankpress.spec.reading import read_study
from rankpress.spec.report_sections import PREFIX
from rankpress.wording.text import plain

if TYPE_CHECKING:
    from rankpress.spec.reading import ReadStudy

_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%.*")
_DEFINITION = re.compile(r"\\(?:(?:re)?new|provide)command\*?\s*\{?\\([A-Za-z]+)|\\[eg]?def\s*\\([A-Za-z]+)")
_FILE = re.compile(r"\\(?:input|include|subfile)\s*\{([^{}]+)\}")
_MOST_BYTES = 1 << 28
# Parts of keys less like each other, 1 being equal, are not the same word; more keys than these are no advice.
_LEAST_LIKENESS, _MOST_NEAR = 0.5, 3


@dataclass(frozen=True)
class _MacroUse:
    """A use of a number: the key or the name of a macro, and where it stands first."""

    word: str
    place: str


def uses_in(papers: Sequence[Path], prefix: str = PREFIX) -> list[_MacroUse]:
    r"""Find the macros and keys of a prefix that papers use, each once, in their files and those they ``\input``."""
    use = re.compile(rf"\\{prefix}\s*\{{([^{{}}]*)\}}|\\({prefix}[A-Z][A-Za-z]*)")
    places: dict[str, str] = {}
    defined: set[str] = set()
    for paper in papers:
        for path, number, line in _lines(paper):
            defined |= {name for names in _DEFINITION.findall(line) for name in names if name}
            for key, name in use.findall(line):
                places.setdefault(key or name, f"{path}:{number}")
    return [
        _MacroUse(word, place) for word, place in places.items() if word not in defined | {prefix + own for own in OWN}
    ]


def _lines(paper: Path) -> Iterator[tuple[Path, int, str]]:
    """Yield the lines of a paper and of the files that it takes in, without comments and without what we wrote."""
    queue, seen = [paper], {paper.resolve()}
    while queue:
        path = queue.pop(0)
        try:
            latex = content_of(path, _MOST_BYTES).decode("utf-8", "replace")
        except OSError as error:
            if path == paper:
                is_absent = isinstance(error, FileNotFoundError)
                reason = "there is no such file" if is_absent else f"it cannot be read: {error.strerror or error}"
                raise FaultsFound([Fault(str(path), reason, "a file of LaTeX")]) from error
            continue  # LaTeX itself says so
        if latex.startswith(f"% {STAMP}"):
            continue
        for number, line in enumerate(latex.splitlines(), start=1):
            line = _COMMENT.sub(r"\1", line)
            yield path, number, line
            for name in _FILE.findall(line):
                taken = paper.parent / name
                taken = taken if taken.suffix == ".tex" else taken.with_name(f"{taken.name}.tex")
                if taken.resolve() not in seen:
                    seen.add(taken.resolve())
                    queue.append(taken)


def unknown_uses(uses: Sequence[_MacroUse], numbers: Sequence[Macro], prefix: str = PREFIX) -> list[Fault]:
    """Return a fault for each use of a number that there is not, with what may be meant."""
    keys, names = [number.key for number in numbers], [number.name for number in numbers if number.is_named]
    by_key, existing = {number.name: number.key for number in numbers}, {*keys, *names}
    faults = []
    for use in uses:
        if use.word in existing:
            continue
        is_name = "/" not in use.word and re.match(f"{prefix}[A-Z]", use.word) is not None
        macro = f"\\{use.word}" if is_name else f"\\{prefix}{{{use.word}}}"
        if use.word in by_key:
            expected = f"\\{prefix}{{{by_key[use.word]}}}, or this pair or data set in report.macros"
        else:
            near = _near(use.word, names if is_name else keys)
            expected = " or ".join(f"\\{name}" if is_name else f"\\{prefix}{{{name}}}" for name in near)
            expected = expected or "one of the keys and names that 'rankpress macros' lists"
        faults.append(Fault(use.place, f"there is no number {macro}", expected))
    return faults


def _near(word: str, names: Sequence[str]) -> list[str]:
    """Return the names of the same parts in another order, else those with one part that is spelled much like it.

    All other parts agree, and neither a part that other names have nor a number is taken for a slip: what is named is
    of the same algorithms, and no p-value of another pair.

    >>> keys = ["auc/rank/5nn", "auc/rank/rf", "auc/mean-score/rf", "auc/p/holm/5nn/rf", "auc/p/holm/rf/svm"]
    >>> _near("auc/mean/rf", keys), _near("auc/p/hlm/svm/rf", keys), _near("auc/rank/7nn", keys)
    (['auc/mean-score/rf'], ['auc/p/holm/rf/svm'], [])
    """
    parts = _parts(word)
    alike = {name: others for name in names if len(others := _parts(name)) == len(parts)}
    if exchanged := [name for name, others in alike.items() if sorted(others) == sorted(parts)]:
        return exchanged
    existing = {part for others in alike.values() for part in others}
    likeness: dict[str, float] = {}
    for name, others in alike.items():
        ours, theirs = (
            list((Counter(one) - Counter(other)).elements()) for one, other in ((parts, others), (others, parts))
        )
        if len(ours) == 1 and ours[0] not in existing and _digits(ours[0]) == _digits(theirs[0]):
            likeness[name] = SequenceMatcher(None, ours[0], theirs[0]).ratio()
    best = max(likeness.values(), default=0.0)
    return [name for name, ratio in likeness.items() if ratio == best >= _LEAST_LIKENESS][:_MOST_NEAR]


def _parts(word: str) -> list[str]:
    return word.split("/") if "/" in word else re.findall(r"^[^A-Z]+|[A-Z][^A-Z]*", word)


def _digits(part: str) -> list[str]:
    return re.findall(r"\d+", part)


def run(arguments: argparse.Namespace) -> None:
    """List the numbers of a study, or those that papers use, and what changed since the report was built."""
    read = read_study(arguments.study, arguments.overrides, allow_plugins=arguments.allow_plugins)
    prefix = read.study.report.prefix
    uses = uses_in(arguments.used, prefix)
    numbers = _numbers(read)
    folder = standing(read.out if arguments.out is None else arguments.out)
    built = _built(folder / "macros.csv")
    by_word = {number.name: number for number in numbers} | {number.key: number for number in numbers}
    used = [by_word[use.word] for use in uses if use.word in by_word] if arguments.used else numbers
    for line in _listed(list({number.key: number for number in used}.values()), built):
        print_result(line)
    faults = unknown_uses(uses, numbers, prefix)
    if faults:
        raise FaultsFound(faults)


def _numbers(read: ReadStudy) -> Sequence[Macro]:
    from rankpress.account.macros import collect
    from rankpress.analysis import analyse, labels_of
    from rankpress.checks.agreement import agreeing_scores

    analyses = analyse(read.study, agreeing_scores(read))
    report = read.study.report
    collected = collect(analyses, report.macros, report.prefix)
    return labels_of(analyses, read.study.labels.names).shown(collected).macros


def _built(path: Path) -> Mapping[str, str]:
    """Return the texts of the last build by their keys; nothing where there is none, or one of another version."""
    try:
        lines = io.StringIO(content_of(path, _MOST_BYTES).decode("utf-8"), newline="")
        return {row["Key"]: row["Text"] for row in csv.DictReader(lines)}
    except (OSError, KeyError, UnicodeDecodeError, csv.Error):
        return {}


def _listed(numbers: Sequence[Macro], built: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each number: its key, its macro, its text, its text in the earlier report, and its meaning."""
    for number in numbers:
        value, before = plain(number.text), built.get(number.key)
        was = "" if before in (None, value) else f" (built: {before})"
        macro = f" \\{number.name}" if number.is_named else ""
        yield f"{number.key}{macro} = {value}{was}: {plain(number.meaning)}"
