"""A long report.pdf: its parts set in several processes, and joined."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from itertools import pairwise

from rankpress.report.joining import join
from rankpress.report.long_rows import lift_rows
from rankpress.report.part_typesetting import Part, SetPart, page_elements, set_part, set_skeleton
from rankpress.report.parts import Divided, Run, Slice
from rankpress.report.typesetting import Typeset, complaints, parsed, uncollected
from rankpress.store.entries import Store
from rankpress.store.makers import of_pages
from rankpress.store.work import told_of_several

STAGE = "set report.pdf"
CELLS = 5000  # of a part that is cut out of a table
FIRST_ROWS = 150  # of a table that is cut, from which is learned how many fill a page
LAST_ROWS = 3  # of such a table, that stay together

Submit = Callable[[Callable[[Part], SetPart], Part], "Future[SetPart]"]


def typeset_long(
    html: str, style: str, held: Mapping[str, bytes], submit: Submit, store: Store | None = None
) -> Typeset | None:
    """Set a long page, as `rankpress.report.typesetting.typeset` sets a short one.

    Parameters
    ----------
    html, style, held
        As there.
    submit : callable
        Has a part set, here or in another process.
    store : Store or None
        Results of earlier builds, among them parts that are still the same.

    Returns
    -------
    Typeset or None
        None where the page, by a template of the user's own, has no sections to divide it by.
    """
    light, rows = lift_rows(html)
    divided = Divided(parsed(light), rows)
    if not divided.runs:
        return None
    store = store or Store(None)
    before = len(store.work)
    parts = [done.result() for done in _Setting(divided, style, held, submit, store).parts()]
    store.told(told_of_several(STAGE, "part", store.work[before:]))
    pages = [page for part in parts for page in part.pages]
    with complaints() as heard, uncollected():
        whole = divided.skeleton(page_elements(pages, divided.root))
        skeleton, front = set_skeleton(whole, style, _named(held, whole), pages)
    told = (*heard, *(complaint for part in parts for complaint in part.complaints))
    return Typeset(join(skeleton, front, [part.pdf for part in parts]), tuple(dict.fromkeys(told)))


class _Setting:
    """Has the parts of a page set."""

    def __init__(self, divided: Divided, style: str, held: Mapping[str, bytes], submit: Submit, store: Store) -> None:
        self._divided, self._style, self._held, self._submit, self._store = divided, style, held, submit, store

    def parts(self) -> Iterator[Future[SetPart]]:
        """Yield the parts in order; those that others wait for are begun first."""
        runs = self._divided.runs
        opened = {at: self._opened(at, run) for at, run in enumerate(runs) if run.big is not None}
        whole = {at: self._begun(self._divided.text(run.before), at) for at, run in enumerate(runs) if run.big is None}
        rest = {at: self._rest(at, runs[at], first.result()) for at, first in opened.items()}
        for at in range(len(runs)):
            yield from (opened[at], *rest[at]) if at in opened else (whole[at],)

    def _opened(self, at: int, run: Run) -> Future[SetPart]:
        """Begin with what is before a table that is cut, and its first rows."""
        assert run.big is not None
        html = self._divided.text((*run.before, run.big), last=Slice(0, FIRST_ROWS))
        return self._begun(html, at, is_open=True)

    def _rest(self, at: int, run: Run, first: SetPart) -> list[Future[SetPart]]:
        """Set the other rows of a table that is cut, each part with as many as fill its pages, and what follows it."""
        assert run.big is not None
        n_rows, step = self._divided.n_rows(run.big), max(first.rows_a_page, 1)
        step *= max(1, CELLS // (step * self._divided.cells_of_row(run.big)))
        starts = list(range(first.rows, max(n_rows - LAST_ROWS, first.rows) + 1, step))
        texts = [self._divided.text((run.big,), first=Slice(start, end)) for start, end in pairwise(starts)]
        texts.append(self._divided.text((run.big, *run.after), first=Slice(starts[-1], None)))
        return [self._begun(text, at, number) for number, text in enumerate(texts, start=1)]

    def _begun(self, html: str, at: int, number: int = 0, *, is_open: bool = False) -> Future[SetPart]:
        part = Part(html, self._style, _named(self._held, html), f"{at}-{number}", is_open)
        parts = {
            "its text": (html, is_open),
            "its style": self._style,
            "its place": part.name,
            "its figures and fonts": part.held,
            **of_pages(),
        }
        return self._store.recall_later(STAGE, part.name, parts, lambda: self._submit(set_part, part))


def _named(held: Mapping[str, bytes], html: str) -> dict[str, bytes]:
    """Return the fonts, and of the images those that a page names."""
    named = set(re.findall(r"memory:\d+\.svg", html))
    return {address: content for address, content in held.items() if address in named or address.endswith(".font")}
