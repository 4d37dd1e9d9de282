"""What the tests of the house read of the checkout."""

import ast
from functools import cache


@cache
def nodes_of(path):
    """All nodes of a module's syntax tree, outer ones first; each file is parsed once a session."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
