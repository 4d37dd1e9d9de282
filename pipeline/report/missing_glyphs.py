"""Names with characters that a format cannot show, each reported once with what to do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rankpress.catalog.formats import REPORT_FORMATS
from rankpress.core.labels import Labels
from rankpress.core.latex import unknown_to_latex
from rankpress.wording.strings import counted, quoted
from rankpress.wording.text import SINGULAR, Kind, Prose, joined, pieces, plain, reference, without_names

if TYPE_CHECKING:
    from rankpress.analysis import Analysis


Named = tuple[str, Prose]
"""What kind of thing has a name, and the name."""

_MOST = 5  # characters that are reported one by one


def unshown_characters(
    title: str,
    analyses: Sequence[Analysis],
    labels: Labels,
    formats: Collection[str],
    *,
    drawn: bool,
) -> tuple[str, ...]:
    """Warn of names whose characters some format shows by code points, or for which the figures have numbers."""
    alike: dict[tuple[tuple[str, ...], Named], list[str]] = {}
    of_analyses = [name for analysis in analyses for name in _names(analysis, labels)]
    names: list[Named] = list(dict.fromkeys([("title", title), *of_analyses]))
    for output, unknown in _unknown(formats).items():
        lacking = {name: tuple(unknown(name[1])) for name in names}
        examples = [name for name in names if lacking[name]]
        if examples:
            characters = tuple(dict.fromkeys(character for name in examples for character in lacking[name]))
            alike.setdefault((characters, examples[0]), []).append(output)
    documents = (_warning(characters, outputs, *example) for (characters, example), outputs in alike.items())
    return (*documents, *(_numbered(of_analyses) if drawn else ()))


def _unknown(formats: Collection[str]) -> Mapping[str, Callable[[Prose], Iterable[str]]]:
    """By output, what yields the characters of a name that it has no sign for."""
    chosen = [format_ for name, format_ in REPORT_FORMATS.items() if name in formats]
    return {format_.title: format_.unknown_to_it for format_ in chosen if format_.unknown_to_it is not None}


def unknown_to_latex_fonts(name: Prose) -> Iterator[str]:
    """Yield the characters of a name that LaTeX has no sign for."""
    for piece in pieces(without_names(name)):
        if piece.kind == "text":
            yield from unknown_to_latex(piece.shown)


def _unknown_to_figures(name: Prose) -> Iterator[str]:
    others = [
        character
        for character in plain(name)
        if not (character.isspace() or (character.isascii() and character.isprintable()))
    ]
    if others:
        from rankpress.figures.text import is_printable  # which loads matplotlib

        yield from (character for character in others if not is_printable(character))


def _numbered(names: Sequence[Named]) -> Iterator[str]:
    """Warn of names for which numbers stand in the figures."""
    lacking = {name: tuple(_unknown_to_figures(name[1])) for name in dict.fromkeys(names)}
    examples = [name for name in lacking if lacking[name]]
    if examples:
        characters = tuple(dict.fromkeys(character for name in examples for character in lacking[name]))
        yield (
            f"no font of this machine has {joined(_listed(characters))}: in the figures numbers stand for"
            f" {_where(*examples[0])}{' and others' if len(examples) > 1 else ''}; to have names shown, install such a"
            f" font and build with --force, or {_remedy(examples[0][0])}"
        )


def _names(analysis: Analysis, labels: Labels) -> Iterator[Named]:
    scores = analysis.scores
    names: dict[Kind, Iterable[str]] = {
        "metrics": (scores.name,),
        "algorithms": scores.algorithms,
        "datasets": scores.datasets,
        "costs": analysis.costs_of_orders,
    }
    for kind, of_kind in names.items():
        yield from ((kind, labels.text(reference(kind, name))) for name in of_kind)
    yield from (("group", group.name) for group in analysis.further_orders.on_groups)


def _warning(characters: Sequence[str], outputs: Sequence[str], kind: str, name: Prose) -> str:
    return (
        f"{joined(outputs)} can show {joined(_listed(characters))} only as code points, as in {_where(kind, name)}:"
        f" {_remedy(kind)}"
    )


def _listed(characters: Sequence[str]) -> list[str]:
    listed = [
        f"U+{ord(character):04X}" + (f" ({character})" if character.isprintable() else "")
        for character in characters[:_MOST]
    ]
    others = len(characters) - _MOST
    return [*listed, counted(others, "other character")] if others > 0 else listed


def _where(kind: str, name: Prose) -> str:
    return f"the {SINGULAR.get(kind, kind)} {quoted(plain(name))}"


def _remedy(kind: str) -> str:
    return f"give it a label (labels: {kind}: in the spec)" if kind in SINGULAR else "use other characters there"
