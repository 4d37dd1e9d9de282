"""What a layout of the foreign corpus states, and the few functions that make its numbers and texts."""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Foreign:
    """Files as a stranger lays them out, and the reading of them that is right.

    `outcome` is "right" (to be read so without asking; doubts allowed), "right-or-ask" (read so, or exit 2 with the
    words) or "ask" (exit 2 with the words, never a headline). Each of `words` must stand in the message, in any case; a
    bar divides words of which one suffices. `metric`, `better`, `best` of None and empty tuples are not checked. `also`
    are further metrics that may be compared. A name may hold alternatives, divided by " | ". `use` says how the rows of
    a cell are used: single, folds, seeds, steps-last, settings, joined or examples.
    """

    name: str
    files: dict[str, str]
    given: str
    outcome: str
    datasets: tuple[str, ...] = ()
    algorithms: tuple[str, ...] = ()
    metric: str | None = None
    better: str | None = None
    use: str = "single"
    best: str | None = None
    words: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    why: str


class Corpus(list[Foreign]):
    """Layouts of one reading, in their order."""

    def add(self, name, files, given=None, **stated):
        """Append a layout; what is given is its only file unless stated."""
        self.append(Foreign(name=name, files=files, given=given or next(iter(files)), **stated))


def grid(seed, sets, means, spread=0.2, noise=0.01, digits=3):
    """Return {(data set, algorithm): score}: the algorithm's mean, moved by the data set and a little noise."""
    draw = random.Random(seed)
    moves = {d: spread * (draw.random() - 0.5) for d in sets}
    return {
        (d, a): (
            round(m + moves[d] + draw.gauss(0, noise), digits) if digits else round(m + moves[d] + draw.gauss(0, noise))
        )
        for d in sets
        for a, m in means.items()
    }


def times(seed, sets, means, decades=1.5, noise=0.1, digits=3):
    """Return {(data set, algorithm): cost}: the algorithm's, multiplied by the data set's and a little noise."""
    draw = random.Random(seed)
    moves = {d: 10 ** (decades * (draw.random() - 0.5)) for d in sets}
    return {(d, a): round(m * moves[d] * 10 ** draw.gauss(0, noise), digits) for d in sets for a, m in means.items()}


def text(rows, sep=","):
    """Return lines of cells."""
    return "".join(sep.join(str(cell) for cell in row) + "\n" for row in rows)


def wide(values, sets, names, corner="dataset", form=str, sep=","):
    """Return a table with a row a data set and a column an algorithm."""
    return text([[corner, *names], *([d, *(form(values[d, a]) for a in names)] for d in sets)], sep)


def markdown(rows):
    """Return a table of Markdown; the first row is its head."""
    head, *body = [["" if c is None else str(c) for c in row] for row in rows]
    lines = [head, ["---"] * len(head), *body]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def mean(numbers, digits=3):
    """Return the mean, rounded."""
    numbers = list(numbers)
    return round(sum(numbers) / len(numbers), digits)
