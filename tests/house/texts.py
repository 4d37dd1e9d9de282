"""Makes mypy refuse a `Text` in an f-string or `str.format`, which else is seen only when the sentence is written."""

from __future__ import annotations

from collections.abc import Callable

from mypy.plugin import MethodContext, Plugin
from mypy.types import Instance, Type, UnionType, get_proper_type

TEXT = "rankpress.core.text.Text"


def holds_text(kind: Type) -> bool:
    proper = get_proper_type(kind)
    if isinstance(proper, UnionType):
        return any(map(holds_text, proper.items))
    return isinstance(proper, Instance) and proper.type.fullname == TEXT


def refuse_texts(context: MethodContext) -> Type:
    if any(holds_text(kind) for kinds in context.arg_types for kind in kinds):
        context.api.fail("a Text becomes no string here: use say()", context.context)
    return context.default_return_type


class Texts(Plugin):
    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        return refuse_texts if fullname == "builtins.str.format" else None


def plugin(_version: str) -> type[Plugin]:
    return Texts
