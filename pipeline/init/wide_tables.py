"""What a table is taken for whose header names the algorithms, the data sets, or the folds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from rankpress.catalog.metrics import is_named_metric, words_of
from rankpress.core.doubts import Doubt, Way
from rankpress.core.faults import FaultsFound
from rankpress.init.blocks import with_runs_as_columns
from rankpress.init.columns import TableDirection, direction_of_table, doubts_on_columns
from rankpress.init.few_repeats import doubt_of_few_repeats
from rankpress.init.group_means import doubts_on_group_means
from rankpress.init.guess import Guess
from rankpress.init.hypotheses import Hypothesis, fold_columns, is_called_number, numbered_rows
from rankpress.init.kinds import doubts_on_kinds
from rankpress.init.opposite_columns import of_one_way
from rankpress.init.other_rows import OtherRows, rows_of_others
from rankpress.init.outcomes import doubts_next_to_scores
from rankpress.init.placement import Placement, Use
from rankpress.init.shapes import folds_alone, named_dataset
from rankpress.init.splits import ROWS, new_name, split_columns
from rankpress.init.steps import doubt_of_last
from rankpress.init.table import Table
from rankpress.init.vocabulary import is_quantity, is_step, numbers_runs, role_of
from rankpress.wording.strings import counted, listed, quoted


def guess_wide(table: Table, reading: Hypothesis, place: str) -> Guess:
    """Return what a table is taken for that has one row per data set and one column per algorithm, or the reverse."""
    role, keys = ("dataset", reading.datasets) if reading.datasets else ("algorithm", reading.algorithms)
    of_rows, word = role == "algorithm", role.replace("dataset", "data set")
    placement = reading.placement or Placement({})
    if one_way := of_one_way(table, placement, keys) if of_rows else None:
        placement, direction = one_way.placement, TableDirection("score", one_way.better, (one_way.doubt,))
    else:
        direction = direction_of_table(table, place, placement, keys, of_rows=of_rows)
    cells, notes = placement.cells, dict[str, str]()
    others = rows_of_others(table, keys, cells, (direction.metric, direction.better)) if of_rows else OtherRows()
    columns, repeats = _splits_of_rows(table, keys)
    join = {new_name(role, table): keys} if len(keys) > 1 else {}
    name, first = next(iter(join), keys[0]), next(iter(table.columns))
    if of_rows or join or name not in (first, "dataset") or ("" in table.columns and name != ""):
        columns[role] = name
    unused = [column for column in table.columns if column not in (*cells, *columns.values(), *(() if join else keys))]
    again = [_doubt_repeats(table, keys, unused, word, cells)] if repeats else []
    kinds = list(doubts_on_kinds(table, keys, cells, unused, of_rows=of_rows))
    doubts = [
        *direction.doubts,
        *_doubts_on_names(table, place, role, keys, placement, columns.get("step", "")),
        *again,
        *(
            doubt  # what a column numbers is asked already
            for doubt in doubts_on_columns(table, placement, keys, unused, direction, of_rows=of_rows)
            if doubt.column not in [each.column for each in (*again, *kinds) if each.column]
        ),
        *kinds,
        *doubts_next_to_scores(table, cells, unused),
        *others.doubts,
        *doubts_on_group_means(table, keys, cells),
    ]
    if unused and not any(doubt.key == "ignore" for doubt in doubts):
        notes["ignore"] = f"not compared; {counted(len(cells), 'column')} {'are' if len(cells) > 1 else 'is'}"
    notes |= {"layout": "one row per algorithm, one column per data set"} if of_rows else {}
    return Guess(
        "wide",
        columns,
        {direction.metric: direction.better},
        [],
        unused,
        unused,
        join,
        excluded={name: others.names} if others.names else {},
        repeats=repeats,
        reduce="last" if "step" in columns else "",
        doubts=tuple(doubts),
        notes=notes,
        rename={"dataset" if of_rows else "algorithm": _stems(placement)} if placement.blocks else {},
        uses={**dict.fromkeys(keys, Use("names", f"names the {word}s")), **placement.uses},
    )


def _doubts_on_names(
    table: Table, place: str, role: str, keys: Sequence[str], placement: Placement, step: str
) -> Iterator[Doubt]:
    """Yield what is not certain of what names rows and columns; `step` numbers the rows of a name, if one does."""
    cells = placement.cells
    if step:
        yield doubt_of_last(table, step)
    if table.columns[keys[0]].is_numeric and keys[0] in numbered_rows(table):
        yield _doubt_numbered_rows(table, role, keys[0], place)
    if _are_quantities(cells):
        yield _doubt_quantities(role, cells)
    stems = _stems(placement) if placement.blocks else {}
    cells = tuple(stems.get(column, column) for column in cells)
    every = tuple(column for column in placement.uses if column not in keys)
    if several := next((names for names in (cells, every) if with_runs_as_columns(names)), ()):
        yield _doubt_runs(several, with_runs_as_columns(several))
    if len(keys) > 1:
        names = f"{role.replace('dataset', 'data set')}s"
        doubt = f"{listed(keys)} were joined to the names of {names}: only together do they name the rows"
        yield Doubt(doubt, "join")


def _doubt_numbered_rows(table: Table, role: str, name: str, place: str) -> Doubt:
    """Return that numbers name the rows of a wide table; open where nothing says that they are no algorithm's."""
    if role_of(name) in ("repeat", "fold") and not set("{}*") & set(place):
        doubt = f"{quoted(name)} numbers folds or runs, which are data sets only where each was made of other data"
        ways = (Way(f"each number of {quoted(name)} is a data set", "set", "scores.layout=wide"),)
        doubt += f"; where all rows are of one data set: {named_dataset(place)}" if PurePosixPath(place).suffix else ""
        return Doubt(doubt, "layout", name, is_open=True, ways=ways)
    word = role.replace("dataset", "data set")
    doubt = (
        f"no column of texts names the {word}s; each of the {table.rows:,} numbers of column {quoted(name)} is taken "
        "for one"
    )
    ways = (Way(f"the numbers of {quoted(name)} name the {word}s", "set", "scores.layout=wide"),)
    is_certain = is_called_number(name) and not is_step(name)  # of steps, the scores are a curve
    return Doubt(doubt, "layout", name, is_open=not is_certain, ways=() if is_certain else ways)


def _are_quantities(cells: Sequence[str]) -> bool:
    """Return whether all columns are called as quantities are, several ones, or each as a metric is in short."""
    if all(map(is_quantity, cells)) and len({words_of(cell)[-1] for cell in cells}) > 1:
        return True
    return all(map(is_named_metric, cells)) and len({tuple(words_of(cell)) for cell in cells}) > 1


def _doubt_quantities(role: str, cells: Sequence[str]) -> Doubt:
    """Return that all columns are called as quantities are, so that there is nothing to compare, or on nothing."""
    each = "a data set" if role == "dataset" else "an algorithm"
    lack = "no column is an algorithm's" if role == "dataset" else "there is a single data set at most"
    doubt = (
        f"the {counted(len(cells), 'column')} {listed(map(quoted, cells), most=3)} are named like properties of "
        f"{each}: {lack}, and there is nothing to compare"
    )
    what = "an algorithm" if role == "dataset" else "a data set"
    return Doubt(
        doubt, "layout", cells[0], is_open=True, ways=(Way(f"each column is {what}", "set", "scores.layout=wide"),)
    )


def _doubt_runs(cells: Sequence[str], names: Sequence[str]) -> Doubt:
    """Return that columns seem to be the runs of algorithms, which a wide table has no place for."""
    doubt = (
        f"the {counted(len(cells), 'column')} {listed(map(quoted, cells), most=3)} seem to be runs of "
        f"{counted(len(names), 'algorithm')}, {listed(names, 3)}, and would be compared as {len(cells)}; write "
        "one row per run with columns dataset, algorithm and seed instead"
    )
    ways = (Way("each column is an algorithm of its own", "set", "scores.layout=wide"),)
    return Doubt(doubt, "layout", cells[0], is_open=True, ways=ways)


def _stems(placement: Placement) -> dict[str, str]:
    """Return the names without what was measured, by the columns that are read."""
    stems = placement.blocks[0].columns
    return {name: stems[name] for name in placement.cells if name in stems}


def _splits_of_rows(table: Table, keys: Sequence[str]) -> tuple[dict[str, str], bool]:
    """Return which columns number the rows of a name in a wide table, and whether the rows are to be numbered."""
    if table.is_key(*keys):
        return {}, False
    splits = split_columns(table, keys)
    columns: dict[str, str] = {role: splits[role] for role in ("repeat", "fold") if role in splits}
    if columns.get("repeat") and "fold" not in columns and table.is_key(*keys, columns["repeat"]):
        return {"seed" if numbers_runs(columns["repeat"]) else "repeat": columns["repeat"]}, False
    if steps := [name for name in _numbering(table, (*keys, *columns.values())) if is_step(name)]:
        role = {"seed" if numbers_runs(name) else role: name for role, name in columns.items()}
        return {**role, "step": steps[0]}, False
    numbered = not columns or not table.is_key(*keys, *columns.values())
    return ({}, True) if numbered else (columns, False)


def _numbering(table: Table, keys: Sequence[str]) -> Iterator[str]:
    """Yield the columns of numbers by which rows of the same names differ."""
    for name, column in table.columns.items():
        numbers = column.is_integral and column.is_full and not table.is_key(name)
        if numbers and name not in keys and table.is_key(*keys, name):
            yield name


def _doubt_repeats(table: Table, keys: Sequence[str], unused: Sequence[str], word: str, cells: Sequence[str]) -> Doubt:
    """Return that rows of the same names are numbered as they stand; open where a column may number them."""
    name = next((name for name in _numbering(table, keys) if name in unused), None)
    if name is None:
        sides = ((), keys) if word == "algorithm" else (keys, ())
        return doubt_of_few_repeats(table, keys, word, cells, sides) or Doubt(ROWS, "repeats")
    doubt = f"rows of one name differ in {quoted(name)}; each is taken for a fold, in the order of the file"
    column = json.dumps(name, ensure_ascii=False)
    ignored = json.dumps([other for other in unused if other != name], ensure_ascii=False)
    read = (("set", "scores.repeats=null"), ("set", f"scores.ignore={ignored}"))
    ways: tuple[Way, ...] = (
        Way(f"{quoted(name)} numbers folds", "set", f"scores.columns.fold={column}", read),
        Way(f"{quoted(name)} numbers independent runs", "set", f"scores.columns.seed={column}", read),
        Way(
            f"{quoted(name)} numbers steps of a run",
            "set",
            f"scores.columns.step={column}",
            (*read, ("set", "scores.reduce=last")),
        ),
    )
    if len(keys) == 1:
        joined, role = f"{keys[0]}_{name}", word.replace("data set", "dataset")
        ignored = json.dumps([*keys, *unused], ensure_ascii=False)
        settings = (
            ("set", "scores.repeats=null"),
            ("set", f"scores.columns.{role}={json.dumps(joined, ensure_ascii=False)}"),
            ("set", f"scores.ignore={ignored}"),
        )
        join = json.dumps({joined: [keys[0], name]}, ensure_ascii=False)
        text = f"{quoted(keys[0])} and {quoted(name)} together name the {word}s"
        ways = (*ways, Way(text, "set", f"scores.join={join}", settings))
    return Doubt(doubt, "repeats", name, is_open=True, ways=ways)


def guess_folded(table: Table, reading: Hypothesis, place: str) -> Guess:
    """Return one row per data set and algorithm, one column per fold."""
    if not reading.algorithms:
        raise FaultsFound([folds_alone(table, reading.cells, place)])
    [dataset], [algorithm] = reading.datasets, reading.algorithms
    placement = reading.placement or Placement({})
    direction = direction_of_table(table, place, placement, (dataset, algorithm))
    unused = [name for name in table.columns if name not in (dataset, algorithm, *fold_columns(table))]
    columns = {"dataset": dataset, "algorithm": algorithm}
    return Guess(
        "folds",
        columns,
        {direction.metric: direction.better},
        [],
        unused,
        unused,
        doubts=(
            *direction.doubts,
            *doubts_on_columns(table, placement, (dataset, algorithm), unused, direction, of_rows=False),
        ),
        uses={**{column: Use("names", f"names the {role}s") for role, column in columns.items()}, **placement.uses},
    )
