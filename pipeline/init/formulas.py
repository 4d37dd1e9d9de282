"""Formulas with brackets that define a score, such as gain = (old - new) / old: which direction of it is better."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rankpress.catalog.metrics import Better

# How often a name stands where more of it makes the score larger, and where it makes it smaller.
_Signs = Mapping[str, frozenset[int]]

_FORMULA = re.compile(r"(?:^|[;,.:(]\s*|\s)(?P<name>[^\W\d][\w %-]{0,40}?)\s*:?=\s*(?:the )?(?P<formula>[^=]+)$")
_UNIT = re.compile(r"\s*\[[^]]*\]|\s*%")
_AS_PYTHON = str.maketrans({"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "^": "**"})
# Of more characters none are read.
_LONGEST = 200
_GROWS = frozenset("log ln log2 log10 log1p sqrt exp mean avg average median sum total max min".split())
_OF_COUNTS: Mapping[str, Better] = {"tp": "higher", "tn": "higher", "fp": "lower", "fn": "lower"}


def is_formula(line: str) -> bool:
    """Return whether a line gives something as a formula with brackets.

    >>> is_formula("speedup = t_ref / (t_a + t_b)"), is_formula("lr = 0.1"), is_formula("n = 5 (seeds)")
    (True, False, False)
    """
    return _parsed(line) is not None


def formula_in(line: str, way_of: Callable[[str], Better | None]) -> tuple[str, Better | None] | None:
    """Return the name of what a line gives as a formula with brackets, and its better direction, if names show it.

    `way_of` says which direction of what stands in it is better; None for what does not depend on what is compared.

    >>> formula_in("score = (1 - error) * 100", {"error": "lower"}.get), formula_in("s = (a - b) / b", {}.get)
    (('score', 'higher'), ('s', None))
    """
    parsed = _parsed(line)
    if parsed is None:
        return None
    name, formula = parsed
    ways = {
        way if sign > 0 else _other(way)
        for part, signs in _signs_in(formula).items()
        if (way := _OF_COUNTS.get(part.casefold()) or way_of(part))
        for sign in signs
    }
    return name, ways.pop() if len(ways) == 1 else None


def _parsed(line: str) -> tuple[str, ast.expr] | None:
    defined = _FORMULA.search(line)
    if not defined or "(" not in defined["formula"] or len(line) > _LONGEST:
        return None
    text = _UNIT.sub("", defined["formula"]).translate(_AS_PYTHON)
    for end in re.finditer(r"[;,.:]\s|[;,.:]?$", text):
        words = re.sub(r"(?<=\w)[^\S\n]+(?=[^\W\d])", "_", text[: end.start()].strip())
        try:
            with warnings.catch_warnings(action="ignore"):  # on escapes and numbers in what is no Python
                formula = ast.parse(words, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        return (defined["name"].strip(), formula) if _calculates(formula) else None
    return None


def _calculates(formula: ast.expr) -> bool:
    nodes = [*ast.walk(formula)]
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    is_computed = any(isinstance(node, ast.BinOp | ast.UnaryOp | ast.Call) for node in nodes)
    return is_computed and all(isinstance(call.func, ast.Name) for call in calls)


def _signs_in(node: ast.expr) -> _Signs:
    """Return of each name in a formula whether more of it makes the whole larger, where all are above 0, or smaller."""
    match node:
        case ast.Name(id=name):
            return {name.replace("_", " "): frozenset({1})}
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return _turned(_signs_in(inner))
        case ast.BinOp(left=left, op=ast.Sub() | ast.Div(), right=right):
            return _joined(_signs_in(left), _turned(_signs_in(right)))
        case ast.BinOp(left=left, op=ast.Add() | ast.Mult(), right=right):
            return _joined(_signs_in(left), _signs_in(right))
        case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant()):
            return _signs_in(left)
        case ast.Call(func=ast.Name(id=function), args=inner) if function.casefold() in _GROWS:
            return _joined(*map(_signs_in, inner))
        case ast.Call():
            return {re.sub(r"[\W_]+", " ", ast.unparse(node)).strip(): frozenset({1})}
        case _:
            names = (each.id for each in ast.walk(node) if isinstance(each, ast.Name))
            return {name.replace("_", " "): frozenset({1, -1}) for name in names}


def _joined(*parts: _Signs) -> _Signs:
    names = dict.fromkeys(name for part in parts for name in part)
    return {name: frozenset[int]().union(*(part.get(name, frozenset()) for part in parts)) for name in names}


def _turned(signs: _Signs) -> _Signs:
    return {name: frozenset(-sign for sign in of) for name, of in signs.items()}


def _other(better: Better) -> Better:
    return "higher" if better == "lower" else "lower"
