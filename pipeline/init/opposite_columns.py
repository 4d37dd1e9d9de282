"""Data sets whose names state opposite directions: BBBP (AUROC ↑) next to ESOL (RMSE ↓), WikiText next to PIQA."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from rankpress.catalog.metrics import is_cost, is_named_metric, way_of, words_of
from rankpress.catalog.modifiers import ARROWS
from rankpress.core.doubts import Doubt, Way
from rankpress.core.faults import Fault
from rankpress.init.placement import Placement, Use
from rankpress.init.sentences import way_of_title
from rankpress.wording.strings import listed, quoted

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better
    from rankpress.init.hypotheses import Hypothesis
    from rankpress.init.table import Table

_LAST_WORD = re.compile(r"([^\W_][\w-]*)\.?\s*[)\]]?\s*$")
# Next to tasks, which have accuracies, these corpora have perplexities, whether a table says so or not.
_CORPUS = re.compile(
    r"(the)?(wikitext|wiki|wt|ptb|penntreebank|c4|(proof)?pile|enwik|text8|lm1b|1bw|onebillionwords?|openwebtext|owt"
    r"|slimpajama|redpajama|fineweb|dolma|pg19|bookcorpus)(v?\d+)?(raw|test|val|valid|validation|en)*"
)
_SET_OFF = re.compile(rf"[(\[]|{ARROWS.pattern}")
_TASK = re.compile(
    r"hellaswag|hellas|winogrande|winog$|piqa|siqa|socialiqa|boolq|arc(e|c|easy|challenge)|openbookqa|obqa|sciq|copa|c?mmlu|ceval"
    r"|gsm8k|triviaqa|truthfulqa|commonsenseqa|csqa|humaneval|mbpp|bbh|agieval|mathqa|logiqa"
)


class OneWay(NamedTuple):
    """The columns of one direction, as they are placed among all others, and the question which ones are compared."""

    placement: Placement
    better: Better
    doubt: Doubt


def opposite_ways(names: Sequence[str]) -> dict[str, Better]:
    """Return which direction each name of a data set states, if each does and they differ; nothing otherwise.

    >>> opposite_ways(["BBBP (AUROC ↑)", "ESOL (RMSE ↓)"]), opposite_ways(["HIV AUROC", "Lipo RMSE"])
    ({'BBBP (AUROC ↑)': 'higher', 'ESOL (RMSE ↓)': 'lower'}, {'HIV AUROC': 'higher', 'Lipo RMSE': 'lower'})
    >>> opposite_ways(["AUROC ↑", "RMSE ↓"]), opposite_ways(["HIV ↑", "Lipo"])
    ({}, {})
    >>> opposite_ways(["WikiText-2", "LAMBADA", "PIQA"]), opposite_ways(["WikiText-2", "LAMBADA", "C4"])
    ({'WikiText-2': 'lower', 'LAMBADA': 'higher', 'PIQA': 'higher'}, {})
    """
    ways = {name: way for name in names if (way := _stated(name))}
    if any(_TASK.match(_letters(name)) for name in names):
        kinds: dict[str, Better] = {name: "lower" if _has_perplexities(name) else "higher" for name in names}
        # CLEVR Distance is a task like the others, ESOL (RMSE) is not
        ways = {name: ways.get(name, kinds[name]) if _SET_OFF.search(name) else kinds[name] for name in names}
    return ways if len(ways) == len(names) and len({*ways.values()}) > 1 else {}


def _has_perplexities(name: str) -> bool:
    return bool(_CORPUS.fullmatch(_letters(name)) or {"ppl", "perplexity"}.intersection(words_of(name)))


def _letters(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.casefold())


def _stated(name: str) -> Better | None:
    """Return the direction that the name of a data set states, by an arrow or a metric at its end."""
    if is_cost(name) or is_named_metric(ARROWS.sub("", name).strip()):
        return None
    if ARROWS.search(name):
        return way_of_title(name)
    word = _LAST_WORD.search(name)
    return way_of(word[1]) if word and is_named_metric(word[1]) else None


def has_opposite_columns(reading: Hypothesis) -> bool:
    """Return whether a reading has algorithms in rows, and data sets in columns that state opposite directions."""
    is_of_rows = reading.layout == "wide" and bool(reading.algorithms) and not reading.datasets
    return is_of_rows and bool(opposite_ways(reading.cells))


def of_one_way(table: Table, placement: Placement, keys: Sequence[str]) -> OneWay | None:
    """Return the columns of the direction that most data sets state, where others state the opposite one."""
    of_cells = opposite_ways(placement.cells)
    if not of_cells:
        return None
    ways = {name: way for name in placement.uses if (way := of_cells.get(name) or _stated(name))}
    most = sorted(dict.fromkeys(ways.values()), key=lambda way: -[*ways.values()].count(way))
    columns: Mapping[Better, list[str]] = {way: [name for name in ways if ways[name] == way] for way in most}
    read, left = (columns[way] for way in most)
    sides = " and ".join(f"{listed(map(quoted, names), 3)} that {way} is better" for way, names in columns.items())
    text = f"the columns state opposite directions: {sides}; one report compares scores of one direction"
    options = {
        way: json.dumps([n for n in table.columns if n not in (*keys, *names)], ensure_ascii=False)
        for way, names in columns.items()
    }
    meaning = "the data sets on which {} is better are compared"
    answers = [Way(meaning.format(way), "better", way, (("set", f"scores.ignore={options[way]}"),)) for way in most]
    uses = {**placement.uses, **{name: Use("metric", "of the opposite direction by its name") for name in left}}
    uses |= {name: Use("score", placement.uses[name].reason) for name in read}
    doubt = Doubt(text, "ignore", left[0], is_open=True, ways=tuple(answers))
    return OneWay(replace(placement, uses=uses), most[0], doubt)


def fault_of_opposite_rows(table: Table, place: str) -> Fault | None:
    """Return that a column names metrics of opposite directions, each in rows of its own; None where none does."""
    for name, column in table.columns.items():
        labels = [label for label in column.labels if label]
        of_labels = {label: way_of(label) for label in labels if is_named_metric(label)}
        ways = of_labels if len(of_labels) == len(labels) else opposite_ways(labels)
        sides = {way: [label for label in ways if ways[label] == way] for way in ("higher", "lower")}
        if column.is_numeric or not all(sides.values()):
            continue
        claims = " and ".join(f"{listed(map(quoted, labels), 3)} that {way} is better" for way, labels in sides.items())
        message = f"the rows state opposite directions, by column {quoted(name)}: {claims}"
        expected = "rows of one direction, since one report compares scores of one direction"
        rows = f"table[table[{name!r}].isin({sides['higher']!r})].to_csv('higher.csv', index=False)"
        advice = f"give those of each direction in a file of their own: table = pandas.read_csv({place!r}); {rows}"
        return Fault(place, message, expected, advice, for_files=True)
    return None
