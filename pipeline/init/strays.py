"""Files left over among numbered ones, such as old/ or seed_1_rerun/ next to seed_0/, seed_1/ and seed_2/."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import PurePosixPath

from rankpress.init.vocabulary import numbered_role
from rankpress.wording.strings import listed, quoted

# What stands before the word, the word with its mark, and the number: svm_fold3, seed-1, run7.
_NUMBERED = re.compile(r"(|.*[-_. ])([A-Za-z]+)([-_=]?)([0-9]+)")
# Of as many files one at most is left over; more of them are something that is meant.
_LEAST_SHARE = 5


def strays_among(paths: Sequence[str]) -> list[str]:
    """Return the paths that have no number where nearly all others have one behind a word that counts runs.

    Each stands next to numbered ones: in the same folders, and its own name begins as theirs do.

    >>> strays_among([f"iris/svm/seed_{seed}.csv" for seed in range(5)] + ["iris/svm/old.csv"])
    ['iris/svm/old.csv']
    """
    steps = [PurePosixPath(path).with_suffix("").parts for path in paths]
    for at in range(len(steps[0]) if paths else 0):
        numbers = [_NUMBERED.fullmatch(parts[at]) for parts in steps]
        counts = Counter((n[2], n[3]) for n in numbers if n and numbered_role(n[2]))
        if not counts:
            continue
        [(counted, _)] = counts.most_common(1)
        # what stands before the word of a copy of seed_1 has no other number
        several = Counter(start for start, _ in {(n[1], n[4]) for n in numbers if n and (n[2], n[3]) == counted})
        left = [row for row, n in enumerate(numbers) if not n or (n[2], n[3]) != counted or several[n[1]] < 2]
        if not left or _LEAST_SHARE * len(left) > len(paths):
            continue
        starts = {
            (parts[:at], parts[at + 1 :], number[1])
            for row, (parts, number) in enumerate(zip(steps, numbers, strict=True))
            if number and row not in left
        }
        if all(_is_next_to(starts, steps[row], at) for row in left):
            return [paths[row] for row in left]
    return []


def _is_next_to(starts: set[tuple[tuple[str, ...], tuple[str, ...], str]], parts: tuple[str, ...], at: int) -> bool:
    return any(
        before == parts[:at] and after == parts[at + 1 :] and parts[at].startswith(start)
        for before, after, start in starts
    )


def text_on_strays(strays: Sequence[str], read: Sequence[str]) -> str:
    """Return which files are not read, and how those are named that are."""
    verb = "is" if len(strays) == 1 else "are"
    return f"{listed(map(quoted, strays), 3)} {verb} not read, as nearly all others are numbered like {quoted(read[0])}"
