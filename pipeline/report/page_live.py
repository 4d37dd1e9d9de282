"""Live figures as the HTML templates take them: choices as texts, data as JSON that a page can hold."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from rankpress.report.document import Live
from rankpress.report.inline import plain

Write = Callable[[str], str]

# Within a page a script ends where its text says so, and a comment in it can hide that it does.
_UNSAFE = str.maketrans({"<": r"\u003c", ">": r"\u003e", "&": r"\u0026", "\u2028": r"\u2028", "\u2029": r"\u2029"})


@dataclass(frozen=True)
class PageLive:
    """A live figure: its choices by name, the JSON that the script draws from, or why there is none."""

    identifier: str
    kind: str
    title: str
    choices: Mapping[str, tuple[str, ...]]
    data: Markup
    why: str


def page_live(live: Live, write: Write) -> PageLive:
    """Return a live figure as templates take it.

    Parameters
    ----------
    live : Live
        The figure.
    write : callable
        Writes a text, what cannot be shown as code points.

    Returns
    -------
    PageLive
        The same bytes for the same figure; no number is nan or infinite.
    """
    return PageLive(
        identifier=f"live-{live.drawing}",
        kind=live.kind,
        title=write(plain(live.title)),
        choices={name: tuple(write(plain(text)) for text in texts) for name, texts in live.choices.items()},
        data=Markup(_json(_written(live.data, write))) if live.data else Markup(),
        why=write(plain(live.why)),
    )


def _written(value: object, write: Write) -> object:
    """Plain data with its texts as they are written; keys are ours and stay."""
    if isinstance(value, str):
        return write(plain(value))
    if isinstance(value, Mapping):
        return {key: _written(one, write) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_written(one, write) for one in value]
    return value


def _json(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.translate(_UNSAFE)
