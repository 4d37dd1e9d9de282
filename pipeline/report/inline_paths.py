"""Outlines of an SVG drawing in few bytes: steps from point to point, to a hundredth of a point."""

from __future__ import annotations

import re
from collections.abc import Iterator

_TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_POINTS = {"M": 1, "L": 1, "Q": 2, "C": 3}  # a command's points; all but these and Z are left as they are


def compact_path(path: str) -> str:
    """Write the ``d`` of a path by steps instead of places.

    Rounded places are subtracted, so that errors do not add up along a curve.

    Parameters
    ----------
    path : str
        Of commands with places, as drawing libraries write it.

    Returns
    -------
    str
        The same outline; the path as it was where it has commands that are not known here.

    Examples
    --------
    >>> compact_path("M 86.2825 8.6 L 103.5625 8.6 L 103.56 7 z")
    'M86.28 8.6l17.28 0 0-1.6z'
    """
    tokens = _TOKEN.findall(path)
    if any(token.isalpha() and token not in "MLQCZz" for token in tokens) or not tokens or tokens[0] != "M":
        return path
    try:
        return "".join(_steps(tokens))
    except ValueError:  # a command without all its numbers
        return path


def _steps(tokens: list[str]) -> Iterator[str]:
    here = start = (0, 0)
    command = before = ""
    numbers = iter(tokens)
    for token in numbers:
        if token in "Zz":
            yield "z"
            here, command, before = start, "", "z"
            continue
        command, first = (token, next(numbers, "")) if token in _POINTS else (command, token)
        places = list(_places(first, numbers, _POINTS.get(command, 0)))
        if command == "M":
            yield "M" + _joined(_written(number) for number in places[0])
            start, command, before = places[0], "L", "M"
        else:
            steps = [_written(number) for x, y in places for number in (x - here[0], y - here[1])]
            text = _joined(steps)
            yield command.lower() + text if command != before else text if text[0] == "-" else f" {text}"
            before = command
        here = places[-1]


def _places(first: str, numbers: Iterator[str], points: int) -> Iterator[tuple[int, int]]:
    """Yield the places of a command in hundredths."""
    if not points:
        raise ValueError("a number without a command")
    for number in range(points):
        x = first if number == 0 else next(numbers, "")
        yield round(float(x) * 100), round(float(next(numbers, "")) * 100)


def _written(hundredths: int) -> str:
    """Return a number of hundredths as short as can be."""
    text = f"{abs(hundredths) / 100:.2f}".rstrip("0").rstrip(".")
    text = text.removeprefix("0") if text.startswith("0.") else text
    return f"-{text}" if hundredths < 0 else text


def _joined(numbers: Iterator[str] | list[str]) -> str:
    """Join numbers by spaces, where no sign divides them."""
    return " ".join(numbers).replace(" -", "-")
