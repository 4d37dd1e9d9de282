"""Makes mypy refuse a `Text` in an f-string or `str.format`, which else is seen only when the sentence is written."""

import gc

from mypy.plugin import Plugin
from mypy.types import Instance, UnionType, get_proper_type

TEXT = "rankpress.wording.text.Text"


def holds_text(kind):
    proper = get_proper_type(kind)
    if isinstance(proper, UnionType):
        return any(map(holds_text, proper.items))
    return isinstance(proper, Instance) and proper.type.fullname == TEXT


def refuse_texts(context):
    if any(holds_text(kind) for kinds in context.arg_types for kind in kinds):
        context.api.fail("a Text becomes no string here: use say()", context.context)
    return context.default_return_type


class Texts(Plugin):
    def get_method_hook(self, fullname):
        return refuse_texts if fullname == "builtins.str.format" else None


def plugin(_version):
    gc.set_threshold(2_000_000, 50, 1_000)  # going through all that is read again and again takes a tenth of the time
    return Texts
