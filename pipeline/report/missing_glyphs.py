"""Names with characters that a format cannot show, each reported once with what to do."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from rankpress.analysis import labels_of
from rankpress.catalog.formats import REPORT_FORMATS
from rankpress.core.document import Document
from rankpress.core.labels import Labels, Names
from rankpress.spec.model import DEFAULT_TITLE
from rankpress.spec.plot_sections import LabelsOptions
from rankpress.wording.names import isolated
from rankpress.wording.strings import counted, quoted
from rankpress.wording.text import SINGULAR, Kind, Prose, is_writable, joined, plain, reference

if TYPE_CHECKING:
    from rankpress.analysis import Analysis


_Named = tuple[str, Prose]
"""What kind of thing has a name, and the name."""

_MOST = 5  # characters that are reported one by one
_FIGURES = "the figures"


def unshown_characters(
    title: str,
    analyses: Sequence[Analysis],
    labels: Labels,
    formats: Collection[str],
    *,
    drawn: bool,
) -> tuple[str, ...]:
    """Warn of names that some format or figures show by number, and of a title that lacks some of its characters."""
    alike: dict[tuple[tuple[str, ...], tuple[_Named, ...]], list[str]] = {}
    of_analyses = [name for analysis in analyses for name in _names(analysis, labels)]
    names: list[_Named] = list(dict.fromkeys([("title", title), *of_analyses]))
    for output, unknown in (*_unknown(formats).items(), *([(_FIGURES, _unknown_to_figures)] if drawn else ())):
        lacking = {name: tuple(unknown(name[1])) for name in names}
        for of_title in (False, True):
            examples = tuple(name for name in names if lacking[name] and (name[0] == "title") == of_title)
            if examples and not (of_title and output == _FIGURES):  # which show no title
                characters = tuple(dict.fromkeys(character for name in examples for character in lacking[name]))
                alike.setdefault((characters, examples), []).append(output)
    return tuple(_warning(characters, outputs, examples) for (characters, examples), outputs in alike.items())


def numbered_names(analyses: Sequence[Analysis], names: Names, output: str) -> Names:
    """Return the names of a study with numbers in place of those that a format cannot show."""
    unknown = REPORT_FORMATS[output].unknown_to_it
    return labels_of(analyses, names).numbering(partial(_has_all, unknown)).names


def titled(document: Document, output: str) -> Document:
    """Return a document with what a format can print of its title, or the usual one, and a sentence on it."""
    lacking = tuple(REPORT_FORMATS[output].unknown_to_it(document.title))
    if not lacking:
        return document
    note = "The title of the study has characters that this format cannot print."
    return replace(document, title=_title_without(document.title, lacking), summary=(*document.summary, note))


def _title_without(title: Prose, lacking: Collection[str]) -> str:
    """Return a title without some characters, or where less than half of it would remain, the usual one."""
    retained = "".join(character for character in plain(title) if character not in lacking)
    is_most = 2 * len("".join(retained.split())) >= len("".join(plain(title).split()))
    return " ".join(retained.split()) if is_most else DEFAULT_TITLE


def _has_all(unknown: Callable[[Prose], Iterable[str]], name: Prose) -> bool:
    return next(iter(unknown(name)), None) is None


def _unknown(formats: Collection[str]) -> Mapping[str, Callable[[Prose], Iterable[str]]]:
    """By output, what yields the characters of a name that it has no sign for."""
    chosen = [format_ for name, format_ in REPORT_FORMATS.items() if name in formats]
    return {format_.title or next(iter(format_.opens), format_.name): format_.unknown_to_it for format_ in chosen}


def unknown_anywhere(name: Prose) -> Iterator[str]:
    """Yield the characters of a name that no font has, whoever reads: controls, private and unassigned ones."""
    for character in plain(name):
        if not is_writable(character) or unicodedata.category(character) in ("Co", "Cn"):
            yield character


def can_draw(name: Prose) -> bool:
    """Return whether figures can show a name."""
    return _has_all(_unknown_to_figures, name)


def _unknown_to_figures(name: Prose) -> Iterator[str]:
    written = plain(name)
    if not (written.isascii() and written.isprintable()):
        from rankpress.figures.text import is_printable  # which loads matplotlib

        if not is_printable(isolated(written)):
            others = [character for character in written if not (character.isascii() and character.isprintable())]
            yield from [character for character in others if not is_printable(character)] or others


def _names(analysis: Analysis, labels: Labels) -> Iterator[_Named]:
    scores = analysis.scores
    names: dict[Kind, Iterable[str]] = {
        "metrics": (scores.name,),
        "algorithms": scores.algorithms,
        "datasets": scores.datasets,
        "groups": analysis.conclusions.dataset_groups,
        "costs": analysis.costs_of_orders,
    }
    for kind, of_kind in names.items():
        yield from ((kind, labels.text(reference(kind, name))) for name in of_kind)


def _warning(characters: Sequence[str], outputs: Sequence[str], examples: Sequence[_Named]) -> str:
    (kind, name), *others = examples
    lacking, where, remedy = joined(_listed(characters)), _where(kind, name), _remedy(kind)
    if kind == "title":
        instead = _title_without(name, characters)
        return f"{joined(outputs)} cannot show {lacking}: {quoted(instead)} stands for {where}; {remedy}"
    font = "install a font that has them and build with --force, or " if {*outputs} & {_FIGURES, "report.pdf"} else ""
    return (
        f"{joined(outputs)} cannot show {lacking}: {'numbers stand' if others else 'a number stands'} for"
        f" {where}{' and others' if others else ''}; to show names, {font}{remedy}"
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
    has_labels = kind in LabelsOptions.model_fields
    return f"give it a label (labels: {kind}: in the study)" if has_labels else "use other characters there"
