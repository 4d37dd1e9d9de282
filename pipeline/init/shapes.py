"""What is said of a table that no reading explains: which shape it has, and what to do."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path, PurePosixPath

import numpy as np

from rankpress.catalog.metrics import better_of, is_cost
from rankpress.core.faults import Fault, FaultsFound, Findings
from rankpress.init.folders import MARKS, Field, in_two_parts
from rankpress.init.hypotheses import fold_columns
from rankpress.init.kinds import are_runs_alone
from rankpress.init.measures import of_some_files
from rankpress.init.opposite_columns import fault_of_opposite_rows
from rankpress.init.table import Column, Table, Unread
from rankpress.init.vocabulary import is_dataset_first, is_neither, role_of
from rankpress.sources.cells import NUMBER, Sheet, empty
from rankpress.sources.counts import COUNTS, PAIR
from rankpress.sources.notation import Notation
from rankpress.sources.numerals import Censoring, NumberColumn, NumeralKind, read_texts
from rankpress.wording.strings import counted, listed, quoted, shown

_HELD = re.compile(r"\s*[\[{].*[\]}]\s*", re.DOTALL)
_OF_SEARCH = re.compile(r"(params?|config|hparams?)[_./].+|(param_|hp_).+", re.IGNORECASE)
_BOTH = "at least two data sets and two algorithms"
_HAND = "or write study.yaml by hand: rankpress init DIR shows one"


def without_names(table: Table, place: str) -> FaultsFound:
    """Return what is raised where nothing explains a table."""
    fault = _averages_alone(table, place) or next(_shapes(table, place), None)
    fault = fault or fault_of_opposite_rows(table, place) or _unnamed(table, place)
    return FaultsFound([fault])


def other_cells(table: Table, place: str) -> Fault | None:
    """Return that cells hold lists, or outcomes of test examples, where no column holds scores; None elsewhere."""
    columns = list(table.columns.values())
    return next(_lists(columns, place), None) or next(find_wide_outcomes(table, place), None)


def _shapes(table: Table, place: str) -> Iterator[Fault]:
    columns = list(table.columns.values())
    yield from _lists(columns, place)
    if table.rows > 1 and (seen := _second_header(columns)):
        message = (
            f"there seem to be two header rows: the first row below the names holds {listed(map(quoted, seen), 3)}"
        )
        yield Fault(
            place, message, "one header row", "write scores.header: 2, or join the two rows in the file", for_files=True
        )
    yield from find_wide_outcomes(table, place)
    yield from _without_some_names(table)
    yield from _runs_of_one_dataset(table, place)
    yield from _names_of_both(table, place)
    yield from _singles(table, place)
    if folds := fold_columns(table):
        yield folds_alone(table, folds, place)
    if table.rows > 1 and 1 < len(table.numeric) == len(columns):
        names = listed(map(quoted, table.columns), 6)
        message = f"{counted(len(columns), 'column')} with numbers alone, and none that names the rows: {names}"
        remedy = "put a column of names in front, such as dataset"
        if Path(place).suffix.casefold() == ".csv" and Path(place).is_file():
            remedy += "; where each row is a data set, their numbers will do: "
            remedy += f"pandas.read_csv({place!r}).to_csv('named.csv', index_label='dataset')"
        yield Fault(
            place,
            message,
            "a column with the names of the data sets, and one for each algorithm",
            remedy,
            for_files=True,
        )
    searched = [name for name in table.columns if _OF_SEARCH.fullmatch(name)]
    of_roles = [column for column in columns if not column.is_numeric and role_of(column.name) and column.distinct > 1]
    if searched and not of_roles:
        message = (
            f"its {counted(table.rows, 'row')} seem to be trials of one study of one objective (columns "
            f"{listed(map(quoted, searched), 3)}): there is nothing to compare"
        )
        remedy = "give the best trial of each algorithm on each data set as a row of its own"
        yield Fault(place, message, _BOTH, remedy)


def two_in_a_cell(cell: str, columns: int, place: str) -> Fault:
    """Return that cells of several columns hold two numbers each, such as precision and recall: either is compared."""
    first, second = (
        f"rankpress run {shlex.quote(place)} --set scores.csv.pair={which}   # the {which} of {quoted(cell)}"
        for which in ("first", "second")
    )
    message = (
        f"{counted(columns, 'column')} with two numbers in a cell, such as {quoted(cell)}, each perhaps of a metric"
    )
    return Fault(place, message, "one number of each metric in a cell", f"{first}\n{second}", for_files=True)


def folds_alone(table: Table, columns: Sequence[str], place: str) -> Fault:
    """Return that columns are folds of algorithms, or of data sets, that nothing names."""
    if any(role_of(name) == "algorithm" for name in table.columns if name not in columns):
        message = f"columns {columns[0]} to {columns[-1]} look like folds or resamples, and nothing names the data set"
        remedy = (
            "if each column is a data set, give the columns names that do not count, such as sphere and rastrigin; if "
            "each file is of one data set, give the files as a pattern such as '{dataset}.csv'"
        )
        return Fault(place, message, "a column or a part of the file's name with the data sets", remedy, for_files=True)
    message = f"columns {columns[0]} to {columns[-1]} look like folds or resamples, and nothing names the algorithm"
    remedy = (
        "if each file is of one algorithm, give the files as a pattern such as '{algorithm}.csv'; if each column is an "
        "algorithm, give the columns names that do not count, such as tree and forest"
    )
    return Fault(place, message, "a column or a part of the file's name with the algorithms", remedy, for_files=True)


def _without_some_names(table: Table) -> Iterator[Fault]:
    """Yield the first row without a name in a column that is called after names, where another row has one."""
    for name, column in table.columns.items():
        role = role_of(name)
        if role in ("dataset", "algorithm") and column.distinct and not column.is_full:
            gaps = column.where([""])
            file, row = table.place_of(int(np.argmax(gaps)))
            number, word = int(np.count_nonzero(gaps)), role.replace("dataset", "data set")
            more = f", nor {'has' if number == 2 else 'have'} {counted(number - 1, 'more row')}" if number > 1 else ""
            message = f"the row has no {word}{more}"
            yield Fault(f"{file} row {row} column {shown(name)}", message, "a name in each row", _filling(column))


def find_wide_outcomes(table: Table, place: str) -> Iterator[Fault]:
    """Yield that the scores of a wide table are right or wrong on test examples, of one data set or of some."""
    columns = [column for column in table.columns.values() if column.is_numeric and not column.is_running]
    others = [column for column in table.columns.values() if column not in columns]
    owners = [column.name for column in others if not column.is_numeric]
    if table.rows < 2 or len(columns) < 2 or len(owners) > 2 or not all(column.is_zero_or_one for column in columns):
        return
    owner = f" of {listed(map(quoted, owners))}" if owners else ""
    message = (
        f"each number in the columns {listed((quoted(column.name) for column in columns), 3)} is 0 or 1, on "
        f"{counted(table.rows, 'row')}{owner}: each row seems to be a test example, which was solved or not, "
        "rather than a data set"
    )
    examples = [column.name for column in others if column.is_unique and column.is_full]
    study = _study_of_outcomes(place, examples[0], [name for name in owners if name != examples[0]]) if examples else ""
    remedy = (
        f"write into study.yaml: {study}, and call rankpress build study.yaml"
        if study
        else "write a row for each example and algorithm, with the columns dataset, algorithm, example and correct"
    )
    if not owners or table.is_key(*owners):
        command = f"rankpress run {shlex.quote(place)} --reading 1"
        remedy += f"; where each row is a data set, as a problem that is solved or not: {command}"
    yield Fault(
        place,
        message,
        "the scores of at least two data sets, or which data set an example is of",
        remedy,
        for_files=True,
    )


def _study_of_outcomes(place: str, example: str, owners: Sequence[str]) -> str:
    """Return the section `scores` for a wide table of outcomes, of the data sets that a column names or else of one."""
    path = PurePosixPath(place)
    if set("{}*[]?#") & set(place) or not path.suffix:  # which the key files reads as a pattern, or a part of a file
        return ""
    files = place if owners else str(path.with_name(f"{{dataset:{re.escape(path.stem)}}}{path.suffix}"))
    columns = ({"dataset": owners[0]} if owners else {}) | {"example": example}
    scores = {
        "files": files,
        "layout": "wide",
        "columns": columns,
        "metrics": [{"name": "correct", "better": "higher"}],
    }
    return json.dumps({"scores": scores}, ensure_ascii=False)


def _lists(columns: list[Column], place: str) -> Iterator[Fault]:
    """Yield that cells hold lists or objects, where no other column has numbers."""
    of_lists = [column for column in columns if (cells := list(filter(None, column.labels))) and _all_held(cells)]
    if of_lists and not any(column.is_numeric and not is_neither(column.name) for column in columns):
        names = listed(quoted(column.name) for column in of_lists)
        message = f"{names} holds lists or objects in place of one number or name"
        remedy = "write one row per measurement"
        if PurePosixPath(place).suffix.startswith(".json"):
            remedy = f"name the list whose items are the rows, by {place}#{of_lists[0].name}, or {remedy}"
        yield Fault(place, message, "a number or a name in each cell", remedy, for_files=True)


def _all_held(cells: list[str]) -> bool:
    return all(map(_HELD.fullmatch, cells[:50]))


def _second_header(columns: list[Column]) -> list[str]:
    """Return the cells of the first row where it alone has texts over numbers."""
    seen, other = [], 0
    for column in columns:
        first = column.labels[column.codes[0]] if len(column.codes) else ""
        rest = [label for code, label in enumerate(column.labels) if label and code in set(column.codes[1:].tolist())]
        is_above = first and rest and NumeralKind.NUMBER not in _kinds([first])
        if is_above and all(map(NUMBER.fullmatch, rest)):
            seen.append(first)
        elif column.is_numeric:
            other += 1
    return seen if len(seen) > 1 and len(seen) > other else []


def find_further_header(table: Table, read: Sequence[str], place: str) -> Iterator[Fault]:
    """Yield that a row further down holds names over numbers, as where one table stands below another.

    `read` are the columns of scores.
    """
    censoring, notation = Censoring(), Notation(".")
    cells = [
        (name, cell)
        for name in read
        for cell in table.unread.get(name, ())
        if not censoring.is_unsolved(cell.value, notation)  # >60 is no name
    ]
    rows = {(cell.file, cell.row): [name for name, other in cells if other.row == cell.row] for _, cell in cells}
    again = {(cell.file, cell.row) for name, cell in cells if cell.value.casefold() == name.casefold()}
    everywhere = {at for at, names in rows.items() if 1 < len(names) == len(read) and _are_names(_row_of(cells, at))}
    for file, row in sorted(again | everywhere, key=str)[:1]:
        seen = _row_of(cells, (file, row))
        message = (
            f"there is a second header: the row holds {listed(map(quoted, seen), 3)} in the columns of scores, as "
            "where two tables stand one below the other"
        )
        remedy = (
            "save each table in a file of its own and compare one of them, or remove the row if both are parts of one"
        )
        yield Fault(f"{file or place} row {row}", message, "one header, above all rows", remedy, for_files=True)


def _row_of(cells: Sequence[tuple[str, Unread]], at: tuple[str, int | None]) -> list[str]:
    return [cell.value for _, cell in cells if (cell.file, cell.row) == at]


def _are_names(cells: Sequence[str]) -> bool:
    """Return whether the cells of a row are names: none is a number, however it is written, and not all begin as one.

    >>> _are_names(["CNN", "5nn"]), _are_names(["78.2%", "0.8±0.1"]), _are_names(["412 ms", "398 ms"])
    (True, False, False)
    """
    kinds = _kinds(cells)
    return NumeralKind.OTHER in kinds and NumeralKind.NUMBER not in kinds


def _kinds(cells: Sequence[str]) -> list[NumeralKind]:
    return [reading.kind for reading in read_texts(cells, NumberColumn("", "", decimal="."))]


# What may part an algorithm from what it ran on.
_PARTS = (*MARKS, "/", "@", "|", ":", ",", "<", "(", "[", "=")


# Between an algorithm and a metric, as the resamples of caret have it: rf~Accuracy.
_TILDE = "~"


def _runs_of_one_dataset(table: Table, place: str) -> Iterator[Fault]:
    """Yield that rows are folds or resamples of one data set, where columns of numbers are all that is next to them."""
    texts = [column for column in table.columns.values() if not column.is_numeric and column.distinct > 1]
    if len(texts) != 1 or not table.numeric or not are_runs_alone(texts[0].labels):
        return
    name, rows_of = texts[0].name, "seem to be folds or resamples of one data set"
    numbers = [other for other in table.numeric if not table.columns[other].is_running]
    of_both = [other for other in numbers if other.count(_TILDE) == 1]
    if any(map(better_of, numbers)) and not of_both:
        message, rows = "and nothing names the algorithm", ""
    elif of_both:
        message = f"and columns such as {listed(map(quoted, of_both), 2)} name an algorithm and a metric"
        rows = (
            f"rows = frame.set_index({name!r}).filter(like={_TILDE!r}); "
            f"rows.columns = rows.columns.str.split({_TILDE!r}, expand=True); "
            "rows.stack(0).rename_axis(['fold', 'algorithm'])"
        )
    else:
        message = f"and columns {listed(map(quoted, numbers), 3)} seem to be the algorithms"
        melted = f"frame.melt({name!r}, {numbers}, 'algorithm', 'score')"
        rows = f"{melted}.rename(columns={{{name!r}: 'fold'}}).set_index(['fold', 'algorithm'])"
    yield Fault(
        place,
        f"rows such as {quoted(texts[0].labels[0])} in column {quoted(name)} {rows_of}, {message}",
        "a row for each data set, algorithm and fold",
        _as_long_file(place, rows),
        for_files=True,
    )


def _as_long_file(place: str, rows: str) -> str:
    """Return how a file of one data set is written with a row for each algorithm and fold, and compared."""
    path = PurePosixPath(place)
    remedy = "write such a table, with the columns dataset, algorithm and fold and one for each metric"
    if not rows or set("{}*[]?#") & set(place) or not path.suffix:
        return remedy
    stem = path.name.removesuffix("".join(path.suffixes))
    long_file, pattern = (str(path.with_name(f"{of}-long.csv")) for of in (stem, f"{{dataset:{re.escape(stem)}}}"))
    command = f"rankpress run {shlex.quote(pattern)} --dataset dataset --algorithm algorithm"
    return f"{remedy}; with pandas: {rows}.to_csv({long_file!r}); then {command}"


def _names_of_both(table: Table, place: str) -> Iterator[Fault]:
    """Yield that one column names what was run and on what, as BM_Quick/64 and test_sort[quick-64] do."""
    names = [column for column in table.columns.values() if not column.is_numeric and column.distinct > 1]
    keys = [column for column in names if table.is_key(column.name) and column.distinct == table.rows]
    keys = [column for column in keys if not are_runs_alone(column.labels)]
    called = [column for column in names if role_of(column.name) in ("dataset", "algorithm") and column not in keys]
    if called or not table.numeric:
        return
    for column in keys:
        if not (tokens := in_two_parts(tuple(map(column.labels.__getitem__, column.codes.tolist())), _PARTS)):
            continue
        first, last = (token for token in tokens if isinstance(token, Field))
        mark = next(token for token in tokens if isinstance(token, str))
        message = (
            f"column {quoted(column.name)} holds both the algorithm and the data set: {quoted(column.labels[0])} "
            f"consists of {quoted(first.values[0])} and {quoted(last.values[0])}, and most of the "
            f"{len(set(first.values))} first parts are there with most of the {len(set(last.values))} last ones"
        )
        side = "rsplit" if f"{first.values[0]}{mark}".count(mark) > 1 else "split"
        roles = ["algorithm", "dataset"][:: -1 if is_dataset_first(first.values, last.values) else 1]
        remedy = (
            f"make two columns of it, dataset and algorithm; with pandas: frame[{roles}] = "
            f"frame[{column.name!r}].str.{side}({mark!r}, n=1, expand=True)"
        )
        yield Fault(place, message, "a column with the data sets and one with the algorithms", remedy)


def _singles(table: Table, place: str) -> Iterator[Fault]:
    """Yield that there is one data set or one algorithm alone."""
    for role, word in (("dataset", "data set"), ("algorithm", "algorithm")):
        other = "algorithm" if role == "dataset" else "dataset"
        for name, column in table.columns.items():
            if role_of(name) == role and column.distinct == 1:
                label = next(filter(None, column.labels))
                message = f"column {quoted(name)} names one {word}, {quoted(label)}; at least two are needed to compare"
                remedy = (
                    f"add the rows of others; where each file is of one {word}, give all of them as a pattern such as "
                    f"'results-{{{role}}}.csv'"
                )
                yield Fault(place, message, _BOTH, remedy, for_files=True)
        naming = [name for name, column in table.columns.items() if role_of(name) == role and column.distinct > 1]
        lacking = not any(role_of(name) == other for name in table.columns)
        scores = [name for name in table.numeric if better_of(name)]
        if naming and lacking and len(scores) == 1 and table.is_key(naming[0]):
            there = "algorithm" if role == "dataset" else "data set"
            message = (
                f"column {quoted(naming[0])} names the {word}s and {quoted(scores[0])} holds the score of one {there}; "
                "at least two are needed to compare"
            )
            remedy = f"give the files of all {there}s as a pattern such as 'results-{{{other}}}.csv'"
            yield Fault(place, message, _BOTH, remedy, for_files=True)
    if table.rows == 1 and len(table.numeric) > 1:
        message = f"it has one row with {len(table.numeric)} numbers: one data set; at least two are needed to compare"
        yield Fault(place, message, _BOTH, "add the rows of the other data sets")
    wide = [name for name in table.numeric if not is_neither(name) and role_of(name) is None]
    names = [name for name, column in table.columns.items() if not column.is_numeric]
    if len(wide) == len(table.numeric) == 1 and len(names) == 1 and table.is_key(names[0]) and not better_of(wide[0]):
        message = f"next to the names in {quoted(names[0])} there is one column of numbers, {quoted(wide[0])}"
        yield Fault(
            place,
            f"{message}: one algorithm; at least two are needed to compare",
            _BOTH,
            "add a column for each other algorithm",
        )


def named_dataset(place: str) -> str:
    """Return how to say that a file is of one data set, which is called as the file is.

    >>> named_dataset("out/iris.csv")
    "rankpress run 'out/{dataset:iris}.csv' --dataset dataset"
    """
    path = PurePosixPath(place)
    pattern = path.with_name(f"{{dataset:{re.escape(path.stem)}}}{path.suffix}")
    return f"rankpress run {shlex.quote(str(pattern))} --dataset dataset"


def _of_one_dataset(table: Table, place: str) -> str:
    """Return what to do where a file is of one data set, which no column names."""
    algorithms = [name for name in table.columns if role_of(name) == "algorithm" and table.distinct(name) > 1]
    numbered = [name for name in table.columns if role_of(name) in ("repeat", "fold") and table.distinct(name) > 1]
    if len(algorithms) != 1 or not numbered or set("{}*") & set(place) or not PurePosixPath(place).suffix:
        return ""
    return f"where all rows are of one data set: {named_dataset(place)} --algorithm {shlex.quote(algorithms[0])}"


def _on_one_scale(table: Table) -> str:
    """Return what to do where columns next to the names of data sets may be algorithms with scores on unlike scales."""
    names = [name for name, column in table.columns.items() if not column.is_numeric]
    scores = [name for name in table.numeric if role_of(name) is None and not better_of(name)]
    if len(names) != 1 or not table.is_key(names[0]) or not 1 < len(scores) == len(table.numeric):
        return ""
    return f"if {listed(map(quoted, scores))} are algorithms, write their scores on one scale, in one unit; "


# A key with its value, as in lines of logs.
_PAIR = re.compile(r"([^\W\d][\w.-]*)=\S+")


def _unnamed(table: Table, place: str) -> Fault:
    pairs = {name: pair[1] for name in table.columns if (pair := _PAIR.fullmatch(name))}
    keys = [
        key for name, key in pairs.items() if all(cell.startswith(f"{key}=") for cell in table.columns[name].labels)
    ]
    if len(keys) > 1:  # a line of a log was taken for the header
        cell = next(name for name, key in pairs.items() if key == keys[0])
        return Fault(
            place,
            f"its lines hold keys with their values, such as {quoted(cell)}, and no columns",
            "a column for each key and a row for each line",
            f"write the header {','.join(keys)}, and in each row the values alone",
            for_files=True,
        )
    if not table.numeric:
        name, column = list(table.columns.items())[-1]
        message = f"no column holds numbers that could be scores; {quoted(name)} holds {quoted(column.labels[0])}"
        return Fault(place, message, "a column of numbers", "write the scores as numbers", for_files=True)
    misnamed = [name for name in table.numeric if role_of(name) in ("dataset", "algorithm")]
    if len(misnamed) == len(table.numeric):
        message = f"the name of {listed(map(quoted, misnamed), 6)} is that of a column of data sets or algorithms"
        remedy = "give the column of scores another name, such as score"
        return Fault(place, f"{message}, and no other holds numbers", "a column of scores", remedy, for_files=True)
    called = {role for name in table.columns if (role := role_of(name)) and table.distinct(name) > 1}
    lacking = [role.replace("dataset", "data set") for role in ("dataset", "algorithm") if role not in called]
    words = " and the ".join(f"{word}s" for word in lacking) or "data sets and algorithms"
    columns = list(table.columns)
    message = f"there is no column that could hold the {words}; the columns are {', '.join(map(quoted, columns[:40]))}"
    of_some, remedy = of_some_files(table)
    return Fault(
        place,
        message + of_some,
        "a column such as 'dataset' and one such as 'algorithm', or one row per data set and one column per algorithm",
        remedy
        or _of_one_dataset(table, place)
        or f"{_on_one_scale(table)}name the column in the file; where each file is of one data set or algorithm, give "
        f"all of them as a pattern such as results-{{dataset}}.csv; {_HAND}",
        for_files=True,
    )


_RANKS = re.compile(r"\b(ranks?|avranks?)\b")


def _averages_alone(table: Table, place: str) -> Fault | None:
    """Return how to write average ranks of which a table has no more than one for each algorithm."""
    texts = [name for name, column in table.columns.items() if not column.is_numeric]
    of_columns = len(table.numeric) == 1 and _of_ranks(table.numeric[0])  # one row per algorithm
    of_row = table.rows == 1 and len(texts) == 1 and _of_ranks(table.columns[texts[0]].labels[0])
    if not (of_row or (of_columns and len(texts) == 1 and table.is_key(texts[0]))):
        return None
    return Fault(
        place,
        "the file holds average ranks alone, without the results on the data sets",
        "a row for each data set",
        "give the results; or write one row of average ranks, with a column for each algorithm, and in study.yaml"
        " layout: ranks and datasets: N, the number of data sets, below scores",
        for_files=True,
    )


def _of_ranks(name: str) -> bool:
    """Return whether a name is that of average ranks."""
    return _RANKS.search(name.replace("_", " ").lower()) is not None


MOST_UNNAMED = 0.1  # share of rows without a name in a column of names


def find_unreadable_shapes(table: Table, sheets: Sequence[Sheet], place: str, findings: Findings) -> None:
    """Report of a table in which nothing can be compared, or some rows are nameless."""
    if table.rows == 1 and len(sheets) == 1 and (averages := _averages_alone(table, place)) is not None:
        findings.add("single rows", averages)
    elif table.rows == 1 and len(sheets) == 1 and _is_no_layout_of_one_row(table):
        what = "one data set" if len(table.numeric) > 1 and _is_wide(table) else "one data set or one run"
        message = f"the file holds one row: {what}; at least two are needed to compare"
        remedy = "where each file is one run, give the folder of all of them, or a pattern such as 'runs/*.json'"
        fault = Fault(place, message, "at least two data sets and two algorithms", remedy, for_files=True)
        findings.add("single rows", fault)
    for sheet in sheets:
        if (first := _number_in_header(sheet, table)) is not None:
            message = (
                f"the first row holds {quoted(first)}, a number like those below it: the file seems to have no header"
            )
            remedy = "put a row above the others with a name for each column, such as dataset and accuracy"
            fault = Fault(sheet.head, message, "a header with the names of the columns", remedy, for_files=True)
            findings.add("files without a header", fault)
        if sheet.header[:2] == ("", ""):
            n = next((index for index, name in enumerate(sheet.header) if name), len(sheet.header))
            message = f"no names in the header over the first {counted(n, 'column')}"
            remedy = "name them there, such as dataset and algorithm; pandas writes the names of an index that has some"
            findings.add(
                "columns without names", Fault(sheet.head, message, "a name over each column of names", remedy)
            )
    for name in _with_gaps(table):
        for sheet in (sheet for sheet in sheets if name in sheet.header):
            for stretch in sheet.stretches([sheet.header.index(name)], Findings()):
                rows = [stretch.rows[index] for index in empty(stretch.columns[0])]
                remedy = _filling(table.columns[name])
                findings.add_each("rows without a name", rows, partial(_nameless, sheet, name, remedy))


def _number_in_header(sheet: Sheet, table: Table) -> str | None:
    """Return a decimal that stands in place of the name of a column, if all columns of numbers have such names."""
    names = [name for name in sheet.header if name in table.numeric]
    are_cells = names and all(
        _DECIMAL.fullmatch(name) and table.columns[name].numbers.size and _lies_among(float(name), table.columns[name])
        for name in names
    )
    return names[0] if are_cells else None


_DECIMAL = re.compile(r"[+-]?\d*\.\d+")


def _lies_among(number: float, column: Column) -> bool:
    """Return whether a number lies among those of a column, or about as far from them as they lie apart."""
    numbers = column.numbers[np.isfinite(column.numbers)]
    width = float(numbers.max() - numbers.min())
    return bool(numbers.min() - width <= number <= numbers.max() + width) and not float(number).is_integer()


def _is_wide(table: Table) -> bool:
    """Return whether a row seems to hold the scores of several algorithms: no name is that of a metric or a cost."""
    return not any(better_of(name) or is_cost(name) for name in table.numeric)


def _is_no_layout_of_one_row(table: Table) -> bool:
    """Return whether a table holds neither average ranks nor counts of test examples."""
    return len(table.numeric) < len(table.columns) and not {*PAIR, *COUNTS} <= table.columns.keys()


def _with_gaps(table: Table) -> Iterator[str]:
    """Yield the columns of names that few rows leave empty, where no other column names the same."""
    for name, column in table.columns.items():
        role = role_of(name)
        if role not in ("dataset", "algorithm") or column.is_numeric or column.is_full or column.distinct < 2:
            continue
        others = (other for other in table.columns.values() if role_of(other.name) == role)
        gaps = int(column.where([""]).sum())
        if gaps <= max(1, MOST_UNNAMED * len(column.codes)) and not any(other.is_full for other in others):
            yield name


def _nameless(sheet: Sheet, name: str, remedy: str, row: int) -> Fault:
    place = f"{sheet.place} row {row} column {shown(name)}"
    return Fault(place, "the row has no name", "a name in each row", remedy)


def _filling(column: Column) -> str:
    """Return what to do about rows without a name: where each name stands once, above the rows that it is of, that."""
    there = [label for label in (column.labels[code] for code in column.codes.tolist()) if label]
    first = column.labels[column.codes[0]] if len(column.codes) else ""
    if not first or len(there) != len(set(there)):
        return "fill it in, or remove the row"
    return (
        "each name stands once, as if it were of the rows below it too; if so, write it in each of them: "
        f"frame[{column.name!r}] = frame[{column.name!r}].ffill() with pandas"
    )
