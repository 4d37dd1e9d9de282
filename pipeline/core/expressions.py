"""Arithmetic that a spec may state: names, numbers, + - * / and parentheses, and nothing else."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

_SIGNS: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_LONGEST = 500


class WrongExpression(ValueError):
    """A text is no arithmetic of the kind that is taken."""


def names_in(expression: str) -> tuple[str, ...]:
    """Return the names of an expression; raises WrongExpression.

    >>> names_in("2 * tp / (2 * tp + fp + fn)")
    ('tp', 'fp', 'fn')
    """
    nodes = [node for node in ast.walk(_parsed(expression)) if isinstance(node, ast.Name)]
    return tuple(dict.fromkeys(node.id for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset))))


def evaluated(expression: str, values: Mapping[str, Any]) -> Any:
    """Compute an expression of numbers or arrays by name; raises WrongExpression.

    >>> evaluated("tp / (tp + fp)", {"tp": 3.0, "fp": 1.0})
    0.75
    """
    return _value(_parsed(expression).body, values)


def _parsed(expression: str) -> ast.Expression:
    if len(expression) > _LONGEST:
        raise WrongExpression(f"it has more than {_LONGEST} characters")
    try:
        tree = ast.parse(expression, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise WrongExpression("it is no arithmetic expression") from error
    for node in ast.walk(tree.body):
        if not isinstance(node, (ast.BinOp, ast.UnaryOp, ast.Name, ast.Constant, ast.operator, ast.unaryop, ast.Load)):
            raise WrongExpression("it holds more than names, numbers, + - * / and parentheses")
        if isinstance(node, ast.BinOp) and type(node.op) not in _SIGNS:
            raise WrongExpression("it holds another sign than + - * /")
        if isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.USub):
            raise WrongExpression("it holds another sign than + - * /")
        if isinstance(node, ast.Constant) and type(node.value) not in (int, float):
            raise WrongExpression("it holds a constant that is no number")
    return tree


def _value(node: ast.expr, values: Mapping[str, Any]) -> Any:
    if isinstance(node, ast.BinOp):
        return _SIGNS[type(node.op)](_value(node.left, values), _value(node.right, values))
    if isinstance(node, ast.UnaryOp):
        return -_value(node.operand, values)
    if isinstance(node, ast.Name):
        return values[node.id]
    return ast.literal_eval(node)
