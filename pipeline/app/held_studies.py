"""The section `scores` of a study of scores that a program holds: guessed as that of a file, but for what it names."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml
from pydantic import ValidationError

from rankpress.app.frames import SCORES, HeldScores, Name, Roles, frame_columns
from rankpress.core.doubts import Doubt, Way, without_keys
from rankpress.core.faults import Fault, FaultsFound, one_of, path_text
from rankpress.core.questions import faults_on
from rankpress.init.assumptions import directions_stated, doubts_left, with_limit
from rankpress.init.guess import Guess
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_settled
from rankpress.init.table import Table
from rankpress.init.writing import guessed_scores
from rankpress.sources.opening import Shaping
from rankpress.spec.document import value_text
from rankpress.spec.model import Study
from rankpress.spec.reading import apply_overrides, read_study
from rankpress.spec.scores_section import CsvOptions
from rankpress.spec.strict import INCOHERENT
from rankpress.wording.strings import quoted, shown

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better
    from rankpress.spec.reading import ReadStudy

_SPEC = "study.yaml"
# Advice that is for whoever has a file or writes a spec, and what is advised here.
_COLUMNS = (
    'name the columns: compare(frame, dataset="...", algorithm="...", score="..."); where each column is an algorithm, '
    'give them names that are no numbers, such as by frame.add_prefix("algorithm ")'
)
Directions = str | Mapping[Name, str] | None
_KEY_OF_SCORES = re.compile(r"scores\.(\w+).*", re.DOTALL)
CONFIRMED = "scores={'confirmed': True}"


def scores_section(
    scores: HeldScores, folder: Path, better: Directions, stated_scores: Mapping[str, Any]
) -> tuple[HeldScores, Guess, dict[str, Any]]:
    """Return the scores as they are read, what they hold, and the section of a study but for missing results.

    The section is what the caller states, and all else as it is guessed of the file that is written into a folder.
    """
    if scores.guess:
        _write(scores, folder)
        guess = _with_directions(scores.guess, better)
        doubts = tuple(without_keys(guess.doubts, _settled(guess, better, stated_scores)))
    else:
        scores, table, guess = _guessed_by_index(scores, folder, stated_scores)
        guess = with_limit(_with_directions(guess, better), stated_scores)
        of_roles = {"metrics"} if "score" in scores.roles else set[str]()
        doubts = doubts_left(table, guess, _settled(guess, better, stated_scores) | of_roles)
    doubts = () if stated_scores.get("confirmed") else doubts
    if undecided := [doubt for doubt in doubts if doubt.is_open]:
        raise FaultsFound(faults_on(undecided, _place_of, partial(keywords, guess=guess)))
    doubts = tuple(doubt.with_others(lambda way: f"compare(..., {keywords(way, guess)})") for doubt in doubts)
    guess = replace(guess, doubts=doubts, join={**guess.join, **_joins(scores.roles, scores.header)})
    guessed: dict[str, Any] = yaml.safe_load(guessed_scores(Path(), {"files": SCORES}, guess))["scores"]
    section = {**guessed, **stated_scores}
    if columns := {**guessed.get("columns", {}), **stated_scores.get("columns", {})}:
        section["columns"] = columns
    return scores, guess, section


def _settled(guess: Guess, better: Directions, stated_scores: Mapping[str, Any]) -> set[str]:
    """Return the keys of a study and the metrics that the caller states."""
    settled = {*stated_scores, *(guess.metrics if isinstance(better, str) else map(str, better or ()))}
    return settled | directions_stated(guess, stated_scores)


def _write(scores: HeldScores, folder: Path) -> None:
    (folder / SCORES).write_bytes(scores.csv.encode())


def _guessed_by_index(
    scores: HeldScores, folder: Path, stated_scores: Mapping[str, Any]
) -> tuple[HeldScores, Table, Guess]:
    """Return the scores with what they are taken for: with the numbers of the rows only where nothing names these."""
    _write(scores, folder)
    if scores.numbered is None:
        return scores, *_guessed(scores, folder, stated_scores)
    try:
        table, guess = _guessed(scores, folder, stated_scores)
    except FaultsFound:
        _write(scores.numbered, folder)
        return scores.numbered, *_guessed(scores.numbered, folder, stated_scores)
    if not any(doubt.is_open and doubt.key == "layout" for doubt in guess.doubts):
        return scores, table, guess
    _write(scores.numbered, folder)
    by_row, guess_by_row = _guessed(scores.numbered, folder, stated_scores)
    if not guess_by_row.unused:
        return scores.numbered, by_row, guess_by_row
    _write(scores, folder)  # a column is left over that may name the rows, or tell them apart
    return scores, table, guess


def stated_roles(roles: Roles, stated_scores: Mapping[str, Any]) -> Roles:
    """Return the columns that a caller names, by role, with those of a section `scores` that it states."""
    join = stated_scores.get("join", {})
    named_there = {role: column for role, column in stated_scores.get("columns", {}).items() if column is not None}
    of_section: dict[str, tuple[str, ...]] = {role: (column,) for role, column in named_there.items()}
    of_section |= {role: (role,) for role in ("dataset", "algorithm") if role in join and role not in of_section}
    of_section = {role: tuple(join.get(columns[0], columns)) for role, columns in of_section.items()}
    metrics = stated_scores.get("metrics", ())
    scores = [name for metric in metrics if (name := metric if isinstance(metric, str) else _column(metric))]
    of_section |= {"score": tuple(scores)} if scores and stated_scores.get("layout", "long") == "long" else {}
    of_section |= {"cost": frame_columns(stated_scores["costs"])} if stated_scores.get("costs") else {}
    of_section |= {"choose": (stated_scores["choose"]["by"],)} if "by" in (stated_scores.get("choose") or {}) else {}
    return {**of_section, **roles}


def checked_scores(stated_scores: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a caller states of the section `scores`, unless a value is of no kind that its key may have.

    This is checked before the guess; the study with the guess shows whether values fit together.
    """
    plain: dict[str, Any] = _plain(stated_scores, "scores")
    try:
        Study.from_dict({"scores": {"files": SCORES, **plain}})
    except FaultsFound as invalid:
        errors = invalid.__cause__.errors() if isinstance(invalid.__cause__, ValidationError) else ()
        wrong = {key for error in errors if error["type"] != INCOHERENT for key in error["loc"][1:2] if key in plain}
        faults = [fault for fault in invalid.faults if _KEY_OF_SCORES.sub(r"\1", fault.place) in wrong]
        if faults:
            raise FaultsFound(faults) from None
    return plain


def _column(metric: Mapping[str, Any]) -> str:
    """Return the column of a metric, unless it is computed of others."""
    return "" if "from" in metric else str(metric.get("name", ""))


def _joins(roles: Roles, header: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the columns that are made of several which together name a data set or algorithm, by their new name."""
    join = dict[str, tuple[str, ...]]()
    for role in ("dataset", "algorithm"):
        if len(columns := roles.get(role, ())) > 1:
            name = role
            while name in header:
                name += "_joined"
            join[name] = columns
    return join


def _guessed(scores: HeldScores, folder: Path, stated_scores: Mapping[str, Any]) -> tuple[Table, Guess]:
    """Return the table of a file in a folder, and what it is taken for."""
    join = _joins(scores.roles, scores.header)
    made = {columns: name for name, columns in join.items()}
    roles = {role: (made[columns],) if columns in made else columns for role, columns in scores.roles.items()}
    parts = [column for columns in join.values() for column in columns]
    in_roles = {column for columns in roles.values() for column in columns}
    ignore = [column for column in (*parts, *frame_columns(stated_scores.get("ignore", ()))) if column not in in_roles]
    place = re.sub(r"[/\\.{*]", "_", scores.metric) or scores.what
    try:
        table = read_settled(folder, SCORES, roles, Shaping(ignore, join), _csv_of(stated_scores))
        guess = guess_study(table, place, metric=scores.metric)
    except FaultsFound as error:
        raise FaultsFound(_of_columns(fault, place, scores) for fault in error.faults) from None
    if scores.metric and guess.layout != "long" and len(guess.metrics) == 1:
        [(former, better)] = guess.metrics.items()
        doubts = (replace(doubt, key=scores.metric) if doubt.key == former else doubt for doubt in guess.doubts)
        units = dict.fromkeys([scores.metric] if guess.units else [], guess.units.get(former, ""))
        guess = replace(guess, metrics={scores.metric: better}, units=units, doubts=tuple(doubts))
    if scores.metric and guess.layout == "long" and scores.metric not in guess.metrics:
        columns = [*guess.metrics, *guess.costs, *guess.unused]
        raise FaultsFound(
            [Fault("metric", f"there is no column {quoted(scores.metric)}", one_of(scores.metric, columns))]
        )
    unused = [column for column in guess.unused if column not in ignore]
    return table, replace(guess, unused=unused)


def _csv_of(stated_scores: Mapping[str, Any]) -> CsvOptions | None:
    """Return how the caller says that numbers are written; None where that is wrong, as the study then reports."""
    try:
        return CsvOptions.model_validate(stated_scores["csv"]) if "csv" in stated_scores else None
    except ValueError:
        return None


def _of_columns(fault: Fault, place: str, scores: HeldScores) -> Fault:
    """Return a fault of the guess with the keywords that name columns, in place of advice on files."""
    if fault.place not in (place, SCORES):
        return fault
    remedy = _COLUMNS if fault.for_files else fault.remedy
    return replace(fault, place=scores.what, remedy=remedy)


def _with_directions(guess: Guess, better: Directions) -> Guess:
    """Return the guess with the directions that the caller states."""
    if better is None:
        return guess
    if isinstance(better, Mapping):
        directions = {str(name): direction for name, direction in better.items()}
    else:
        directions = dict.fromkeys(guess.metrics, better)
    if unknown := [name for name in directions if name not in guess.metrics]:
        raise FaultsFound([Fault("better", f"no metric {quoted(unknown[0])}", one_of(unknown[0], guess.metrics))])
    metrics: dict[str, Better] = {name: directions.get(name, guessed) for name, guessed in guess.metrics.items()}  # type: ignore[misc]
    return replace(guess, metrics=metrics)


def _place_of(doubt: Doubt) -> str:
    """Return the row and column of the scores that a doubt is about."""
    row = "" if doubt.row is None else f" row {doubt.row}"
    column = f" column {shown(doubt.column)}" if row and doubt.column else ""
    return f"{SCORES}{row}{column}"


def keywords(way: Way, guess: Guess) -> str:
    """Return what may be meant as keywords of `compare`.

    >>> keywords(Way("a failed run is the worst", "set", "scores.missing=worst-rank"), Guess("long"))
    "missing='worst-rank'"
    """
    return ", ".join(f"{name}={value!r}" for name, value in _keywords(way, guess))


def _keywords(way: Way, guess: Guess) -> Iterator[tuple[str, Any]]:
    for option, value in way.options:
        if option == "reading":
            reading = guess.readings[int(value) - 1]
            for role, columns in (("dataset", reading.datasets), ("algorithm", reading.algorithms)):
                if columns:
                    yield role, columns[0] if len(columns) == 1 else list(columns)
        elif option != "set":
            yield ("score" if option == "metric" and guess.layout == "long" else option), value
    if overrides := [value for name, value in way.options if name == "set"]:
        for section, values in apply_overrides({}, overrides)[0].items():
            alone = section == "scores" and len(values) == 1 and next(iter(values)) in ("missing", "reduce", "choose")
            yield from values.items() if alone else [(section, values)]


@dataclass(frozen=True)
class HeldStudy:
    """Scores that a program holds in a file of a folder, and what a study says of them."""

    scores: HeldScores  # as they are in the file
    guess: Guess
    folder: Path
    spec: Mapping[str, Any]

    @property
    def missing_stated(self) -> tuple[str | None, ...]:
        """What states a policy for missing results: the caller, or a guess."""
        return self.spec["scores"].get("missing"), self.guess.missing

    def read(self, missing: str) -> ReadStudy:
        """Write the study with a policy for missing results into the folder, and read it."""
        of_results = self.guess.layout not in ("ranks", "votes")
        scores = {**self.spec["scores"], **({"missing": missing} if of_results else {})}
        spec = _plain({**self.spec, "scores": scores})
        Study.from_dict(spec)  # whose faults name no file
        (self.folder / _SPEC).write_text(yaml.safe_dump(spec, sort_keys=False, allow_unicode=True), encoding="utf-8")
        read = read_study(self.folder / _SPEC)
        read.study.bring(SCORES, (self.folder / SCORES).read_bytes())
        return read


def study_in_folder(
    scores: HeldScores, folder: Path, better: Directions, stated_scores: Mapping[str, Any], sections: Mapping[str, Any]
) -> HeldStudy:
    """Write scores into a folder, and return the study of them.

    The scores are read from a file there, for the guess and for the study: so both see what `run` would see, such as
    the columns that the format of a program adds, and so does whoever builds the study that is written elsewhere.
    """
    scores, guess, section = scores_section(scores, folder, better, stated_scores)
    return HeldStudy(scores, guess, folder, {"scores": section, **sections})


def _plain(value: Any, *path: str | int) -> Any:
    """Return what a spec may hold: mappings, lists, texts and numbers of Python's own."""
    if isinstance(value, Mapping):
        return {str(key): _plain(part, *path, str(key)) for key, part in value.items()}
    if hasattr(value, "tolist"):
        return _plain(value.tolist(), *path)
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return [_plain(part, *path, place) for place, part in enumerate(value)]
    if value is None or isinstance(value, str | int | float | date):
        return value
    message = f"{path_text(path)} is {value_text(value)}"
    raise FaultsFound([Fault("compare", message, "texts, numbers, lists and mappings, as a spec has them")])


def without_files(fault: Fault, folder: Path, scores: HeldScores) -> Fault:
    """Return a fault in words for scores of a program, whose author has never seen the files."""
    place = fault.place.removeprefix(f"{folder}{os.sep}")
    fault = replace(fault, place="compare", excerpt="") if place.startswith(_SPEC) else replace(fault, place=place)
    message, expected, remedy = map(scores.in_words, (fault.message, fault.expected, fault.remedy))
    return replace(fault, place=scores.place_of(fault.place), message=message, expected=expected, remedy=remedy)


def warning_of(doubts: Sequence[Doubt]) -> str:
    """Return what is not certain of the scores as the text of a warning."""
    lines = "".join(f"\n- {doubt}" for doubt in doubts)
    return f"what is not certain of the scores (state it, or {CONFIRMED} once it is right):{lines}"
