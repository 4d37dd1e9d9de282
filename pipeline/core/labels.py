"""Names as reports show them: labels, short names, long names without their middle; names of files."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import chain, count
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar, overload

from rankpress.core.known_names import known_words, unit_of_quantity
from rankpress.core.table import Cell, Table
from rankpress.wording.names import isolated, with_en_dashes
from rankpress.wording.text import (
    SINGULAR,
    Kind,
    NameReference,
    Piece,
    Prose,
    Text,
    compose,
    is_right_to_left,
    join,
    mathematics,
    pieces,
    plain,
    say,
    without_names,
)

LONG = 60  # characters of a name; of a longer one sentences and cells show no middle, and the whole on request
MOST_IN_FULL = 8
"""More names than this next to each other are short, where labels give short ones."""
_KEPT = (48, 72, 96, 144)  # characters that are left of a long name; more, where fewer are those of another too
WITHOUT_MIDDLES = f"Names of more than {LONG} characters are shown without their middle."
_JOINER = "\N{ZERO WIDTH JOINER}"


class Label(NamedTuple):
    """What reports show in place of a name, and where there is little room."""

    shown: Prose
    short: Prose
    key: Prose = ""  # what a key says of a name for which a number stands; empty of any other


Names = Mapping[Kind, Mapping[str, Label]]
_Shown = TypeVar("_Shown")


class Labels:
    """What the writers of a report show in place of the names of the files."""

    # `named` has all names of the report, so that those that are too long or read from right to left can be set apart.

    def __init__(self, labels: Names = MappingProxyType({}), named: Iterable[tuple[Kind, str]] = ()) -> None:
        self.names = labels
        self._labels: dict[tuple[Kind, str], Label] = {}
        of_families = labels.get("families", {})
        self._families = tuple(dict.fromkeys(plain(label.shown) for label in of_families.values()))
        self._numbers: dict[str, NameReference] = {}  # by what stands for it, a name that cannot be shown
        self._named: Labels = self
        self._signs: dict[str, str] = {}  # by family, what stands before the names of its algorithms in a figure
        self._cut: frozenset[tuple[Kind, str]] = frozenset()  # names that are without their middle
        self._tables: dict[int, Table] = {}  # with labels already, as parts of documents are; by id
        self._of_report = tuple(dict.fromkeys(named))
        names = {*self._of_report}
        for kind in {*labels, *(kind for kind, _ in names)}:
            of_reports = {name for of, name in names if of == kind}
            apart = {name: Label(name, name) for name in of_reports if len(name) > LONG or is_right_to_left(name)}
            words = known_words(of_reports) if kind in ("costs", "metrics") else {}
            in_words = {name: Label(phrase, phrase) for name, phrase in words.items()}
            of_kind = apart | in_words | dict(labels.get(kind, {}))
            texts = (*(text for label in of_kind.values() for text in label[:2]), *of_reports)
            brief = briefly(text for text in texts if isinstance(text, str))
            for name, label in of_kind.items():
                self._labels[kind, name] = label._replace(
                    shown=_set_apart(label.shown, brief), short=_set_apart(label.short, brief)
                )
                if label.key:
                    self._numbers[plain(label.shown)] = NameReference(kind, name, "key")

    def without_middles(self) -> Labels:
        """Return the labels in which long names are without their middle; the same where no name is long."""
        brief = {key: label._replace(shown=without_middles(label.shown)) for key, label in self._labels.items()}
        brief = {key: label._replace(short=without_middles(label.short)) for key, label in brief.items()}
        if brief == self._labels:
            return self
        labels = copy(self)
        labels._labels, labels._tables = brief, {}
        labels._cut = frozenset(key for key, label in brief.items() if label != self._labels[key])
        return labels

    def text(self, text: Prose, *, short: bool = False, marked: bool = False) -> Prose:
        """Return a text with labels, or short names, in place of its references; on request algorithms are marked."""
        if isinstance(text, str):
            return text
        return compose(
            *(
                self._shown(part, short, marked=marked) if isinstance(part, NameReference) else part
                for part in text.parts
            )
        )

    def _shown(self, reference: NameReference, short: bool, *, marked: bool = False) -> Prose:
        label = self._labels.get((reference.kind, reference.name))
        if label and label.key and reference.form == "key":
            return label.key
        label_text = reference.formed(label and (label.short if short else label.shown))
        if reference.form == "unit" and (unit := unit_of_quantity(plain(label_text), reference.name)):
            label_text = say("{} ({})", label_text, unit)
        if not marked or reference.kind != "algorithms" or reference.form == "quoted":
            return label_text
        return _marked(label_text, plain(label.shown if label else reference.name))

    def shown(self, value: _Shown, *, marked: bool = False) -> _Shown:
        """Return a document, a table, or whatever else holds texts, with labels in all of them.

        On request algorithms are marked in sentences, captions and notes, and in cells that say more than a name.
        """
        labeled: Any = value
        if type(value) in _WITHOUT_NAMES or id(value) in self._tables:
            pass
        elif isinstance(value, Text):
            labeled = self.text(value, marked=marked)
        elif isinstance(value, tuple | list) and not hasattr(value, "_fields"):
            items = [self.shown(part, marked=marked) for part in value]
            if any(new is not old for new, old in zip(items, value, strict=True)):
                labeled = type(value)(items)
        elif isinstance(value, Cell) and isinstance(value.text, str) and not isinstance(value.value, Text):
            # most cells are numbers, and most of a report is cells
            shown_text = dashed(value.text) if value.detail else typographic(value.text)
            labeled = value if shown_text is value.text else replace(value, text=shown_text)
        elif isinstance(value, Cell):
            labeled_value = self.text(value.value) if isinstance(value.value, Text) else value.value
            is_name = isinstance(value.text, Text) and len(value.text.parts) == 1
            text = self.text(typographic(value.text), marked=marked and not is_name)
            labeled = replace(
                value, text=text, value=labeled_value, algorithm=value.algorithm or self._algorithm(value)
            )
        elif isinstance(value, Mapping):
            labeled = {key: self.shown(part, marked=marked) for key, part in value.items()}
        elif is_dataclass(value) and not isinstance(value, type):
            shown_value: Any = self._in_short(self._with_key(value)) if isinstance(value, Table) else value
            kind: Any = type(shown_value)
            changed: dict[str, Any] = {}
            for name in _fields(kind):
                old = getattr(shown_value, name)
                if name in _PRINTED or type(old) not in _WITHOUT_NAMES:
                    of_field = typographic if name in _PROSE else dashed
                    new = self.shown(_all(old, of_field) if name in _PRINTED else old, marked=marked)
                    changed |= {name: new} if new is not old else {}
            labeled = replace(shown_value, **changed) if changed else shown_value
            if isinstance(labeled, Table):
                self._tables[id(labeled)] = labeled
        as_shown: _Shown = labeled
        return as_shown

    def _with_key(self, table: Table) -> Table:
        """Return a table with notes on what the numbers in it stand for, and on names without their middle."""
        if not self._numbers and not self._cut:
            return table
        cells = chain.from_iterable((*table.head, *table.rows))
        parts = chain.from_iterable(cell.text.parts for cell in cells if isinstance(cell.text, Text))
        mentioned = {(part.kind, part.name) for part in parts if isinstance(part, NameReference)}
        key = self._key(number for number, name in self._numbers.items() if (name.kind, name.name) in mentioned)
        notes = (*((_unprintable(key),) if key else ()), *((WITHOUT_MIDDLES,) if self._cut & mentioned else ()))
        if not notes:
            return table
        return replace(table, notes=(*table.notes, *notes), short_note=(*(table.short_note or table.notes[:1]), *notes))

    def _in_short(self, table: Table) -> Table:
        """Put short names into the heads of a table where many names stand side by side; elsewhere only offer them."""
        short = self._with_short_names(table, rows=True)
        if short is None:
            return table
        has_many = len(table.align) - table.stub > MOST_IN_FULL
        brief = self._with_short_names(table, rows=False) if has_many else None
        return replace(brief or table, short_form=short)

    def _with_short_names(self, table: Table, *, rows: bool) -> Table | None:
        """Return a table with short names in its head, or also at the head of its rows; None where there are none."""
        rows_with_names = (*table.head, *(row[: table.stub] for row in table.rows if rows))
        note = self.explained(cell.text for row in rows_with_names for cell in row)
        if not note:
            return None

        def short(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
            return tuple(
                replace(cell, text=self.text(cell.text, short=True), algorithm=self._algorithm(cell)) for cell in cells
            )

        return replace(
            table,
            head=tuple(map(short, table.head)),
            rows=tuple((*short(row[: table.stub]), *row[table.stub :]) for row in table.rows) if rows else table.rows,
            notes=(*table.notes, note),
            short_note=(*(table.short_note or table.notes[:1]), note),
        )

    def _algorithm(self, cell: Cell) -> str:
        """Return the algorithm that a cell stands for; empty where it stands for several or for anything else."""
        name = cell.text if cell.value is None else cell.value
        if not isinstance(name, Text) or len(name.parts) > 1:
            return ""
        part = name.parts[0]
        return plain(self.text(name)) if isinstance(part, NameReference) and part.kind == "algorithms" else ""

    def plain(self, text: Prose) -> str:
        """Return a text with labels as a string."""
        return plain(self.text(text))

    def in_text(self, names: Iterable[Prose]) -> tuple[str, ...]:
        """Return names as descriptions of figures take them."""
        return tuple(map(self._named.plain, names))

    def in_figure(self, names: Sequence[Prose]) -> tuple[Prose, ...]:
        """Return names for what is set by TeX: short ones where there are many."""
        return tuple(without_names(self.text(name, short=len(names) > MOST_IN_FULL)) for name in names)

    def drawn(self, names: Sequence[Prose]) -> tuple[str, ...]:
        """Return names as a figure shows them, those that read from right to left kept to themselves."""
        signs = (self._signs.get(self._family_of(name), "") for name in names)
        in_figure = (isolated(plain(name)) for name in self.in_figure(names))
        return tuple(f"{sign}{name}" for sign, name in zip(signs, in_figure, strict=True))

    def families_of(self, names: Sequence[Prose]) -> tuple[tuple[str, ...], tuple[int | None, ...]]:
        """Return the families in their order, and the family of each name."""
        families = {*map(self._family_of, names)}
        order = [family for family in self._families if family in families]
        of = (self._family_of(name) for name in names)
        return tuple(order), tuple(order.index(family) if family else None for family in of)

    def with_signs(self, names: Sequence[Prose], sign_of: Callable[[int], str]) -> Labels:
        """Return the labels that put the sign of its family before each name that is drawn."""
        signed = copy(self)
        order, _ = self.families_of(names)
        signed._signs = {family: f"{sign_of(number)} " for number, family in enumerate(order)}
        return signed

    def numbering(self, can_show: Callable[[Prose], bool]) -> Labels:
        """Return the labels in which numbers stand for names that cannot be shown: A2 for the second algorithm."""
        # By their places, so that figures and formats, which lack different characters, give a name the same number.
        labels_of = {(kind, name): self._shown(NameReference(kind, name), False) for kind, name in self._of_report}
        taken, places = {*map(plain, labels_of.values())}, Counter[Kind]()
        numbered: dict[Kind, dict[str, Label]] = {}
        for (kind, name), label in labels_of.items():
            places[kind] += 1
            if not can_show(label):
                numbers = (f"{kind[0].upper() * repeat}{places[kind]}" for repeat in count(1))
                number = next(number for number in numbers if number not in taken)
                key = f"{SINGULAR[kind]} {places[kind]} of the scores"
                numbered.setdefault(kind, {})[name] = Label(number, number, key)
        if not numbered:
            return self
        of_kinds = {kind: {**self.names.get(kind, {}), **numbered.get(kind, {})} for kind in {**self.names, **numbered}}
        labels = Labels(of_kinds, labels_of)
        labels._named = self
        return labels

    @property
    def numbers(self) -> Prose:
        """What all numbers stand for; empty where there are none."""
        return _unprintable(self._key(self._numbers))

    def explained_numbers(self, drawn: Iterable[str]) -> Prose:
        """Return what the numbers in the texts of a figure stand for; empty where there are none."""
        words = {word for text in drawn for word in re.findall(r"\w+", text)}
        return self._key(number for number in self._numbers if number in words)

    def _key(self, numbers: Iterable[str]) -> Prose:
        kinds = [*SINGULAR]
        in_order = sorted(
            numbers, key=lambda stand_in: (kinds.index(self._numbers[stand_in].kind), len(stand_in), stand_in)
        )
        texts = [say("{}: {}", number, Text((self._numbers[number],))) for number in in_order]
        return join(texts, ", ") if texts else ""

    def _family_of(self, name: Prose) -> str:
        """Return the family of an algorithm; "" of what has none."""
        part = name.parts[0] if isinstance(name, Text) and len(name.parts) == 1 else None
        if not isinstance(part, NameReference) or part.kind != "algorithms":
            return ""
        label = self._labels.get(("families", part.name))
        return plain(label.shown) if label else ""

    def explained_if_drawn(self, names: Sequence[Prose]) -> Prose:
        """Return what short names stand for, without an end of the sentence, where `drawn` takes them."""
        return self._short_names(names) if len(names) > MOST_IN_FULL else ""

    def explained(self, names: Iterable[Prose]) -> Prose:
        """Return a sentence on what the short names in some texts stand for; empty where they are no shorter."""
        short_names = self._short_names(names)
        return say("{}.", short_names) if short_names else ""

    def _short_names(self, names: Iterable[Prose]) -> Prose:
        referred = (
            part for name in names if isinstance(name, Text) for part in name.parts if isinstance(part, NameReference)
        )
        pairs = {part: (self._shown(part, True), self._shown(part, False)) for part in referred}
        texts = [say("{} for {}", short, full) for short, full in pairs.values() if short != full]
        return say("Short names: {}", join(texts, "; ")) if texts else ""


def _unprintable(key: Prose) -> Prose:
    """Return a sentence on names that cannot be printed, with their key."""
    return say("{} (names that this format cannot print).", key) if key else ""


def written_names(names: Names) -> dict[str, str]:
    """Return how authors write names in LaTeX, by the names as figures show them."""
    labels_shown = (label.shown for labels in names.values() for label in labels.values())
    return {
        plain(text): piece.source
        for text in labels_shown
        if isinstance(text, Text)
        for piece in pieces(text)
        if piece.kind == "latex"
    }


@cache
def _fields(kind: type[Any]) -> tuple[str, ...]:
    """Return what the constructor of a dataclass takes."""
    return tuple(field.name for field in fields(kind) if field.init)


_WITHOUT_NAMES = frozenset((str, bytes, int, float, bool, type(None)))  # types of most of what there is
# Fields of documents, tables and figures that hold texts, alone or in tuples.
_PROSE = frozenset(
    {"title", "caption", "notes", "short_note", "paragraphs", "caveats"}
    | {"summary", "doubts", "reading", "account", "methods"}
)
_PRINTED = _PROSE | {"columns", "dispensable", "unprinted", "alt", "why", "quantities"}


@overload
def dashed(text: str) -> str: ...


@overload
def dashed(text: Prose) -> Prose: ...


def dashed(text: Prose) -> Prose:
    """Set an en dash between the names of two people that a method is called by; programs and specs keep the hyphen.

    >>> from rankpress.wording.names import name_people
    >>> name_people("Iman-Davenport test")
    >>> dashed("the Iman-Davenport test by signed-ranks")
    'the Iman–Davenport test by signed-ranks'
    """
    if isinstance(text, Text):
        parts = tuple(dashed(part) if isinstance(part, str) else part for part in text.parts)
        return text if parts == text.parts else compose(*parts)
    return with_en_dashes(text) if "-" in text else text


# The letters of statistics, as the papers of the field set them in italics: p wherever it is a word, one that a
# relation to a number follows, and the two that are named after people.
_NUMBER = r"[\N{MINUS SIGN}-]?\d[\d.,]*\d|\d"
_RELATION = (
    rf"(?:[=<>\N{{LESS-THAN OR EQUAL TO}}\N{{GREATER-THAN OR EQUAL TO}}] (?:{_NUMBER})(?![\w%\u2070-\u207f]|[.,]\d))"
)
_LETTER = re.compile(
    rf"(?<![\w'./-])([A-Za-z] {_RELATION})|(?<![\w'.\\])(p)(?![\w'.])|(?<=Hedges' )(g)\b|(?<=Kendall's )(W)\b"
)
_TEX_OF_RELATIONS = str.maketrans(
    {"\N{LESS-THAN OR EQUAL TO}": r"\le", "\N{GREATER-THAN OR EQUAL TO}": r"\ge", "\N{MINUS SIGN}": "-"}
)


def typographic(text: Prose) -> Prose:
    """Set dashes between the names of people, and the letters of statistics as mathematics: p ≤ 0.05."""
    text = dashed(text)
    if isinstance(text, str):
        return compose(*_with_letters(text)) if _LETTER.search(text) else text
    parts = [part for old in text.parts for part in (_with_letters(old) if isinstance(old, str) else (old,))]
    return text if len(parts) == len(text.parts) else compose(*parts)


def _with_letters(text: str) -> Iterator[str | Text]:
    end = 0
    for letter in _LETTER.finditer(text):
        yield text[end : letter.start()]
        yield mathematics(letter[0].translate(_TEX_OF_RELATIONS), letter[0])
        end = letter.end()
    yield text[end:]


def _all(texts: Any, change: Callable[[Prose], Prose]) -> Any:
    if isinstance(texts, str | Text):
        return change(texts)
    if not isinstance(texts, tuple):
        return texts
    changed = tuple(_all(text, change) for text in texts)
    return texts if all(new is old for new, old in zip(changed, texts, strict=True)) else changed


def _marked(label: Prose, name: str) -> Prose:
    """Return the label of an algorithm so that writers can set it apart from the sentence around it."""
    parts = (piece._replace(kind="name") if piece.kind == "text" else piece for piece in pieces(label))
    return compose(*(piece._replace(algorithm=name) for piece in parts))


def _set_apart(label: Prose, brief: Mapping[str, str]) -> Prose:
    """Return a label as a piece of its own where a sentence has to set it apart."""
    if isinstance(label, str) and (label in brief or is_right_to_left(label)):
        return Text((Piece("name", label, brief.get(label, "")),))
    return label


def briefly(names: Iterable[str]) -> dict[str, str]:
    """Long names without their middle, each as long as it needs to be to differ from all others."""
    results: dict[str, str] = {}
    full = {*names}
    left = {name for name in full if len(name) > LONG}
    for retained in _KEPT:
        taken = Counter(_without_middle(name, retained) if len(name) > LONG else name for name in full)
        brief = {name: _without_middle(name, retained) for name in left}
        results |= {name: short for name, short in brief.items() if len(short) < len(name) and taken[short] == 1}
        left -= results.keys()
    return results


def without_middles(text: Prose) -> Prose:
    """Return a text with long names without their middle."""
    parts = [*pieces(text)]
    if not any(map(ends_of, parts)):
        return text
    return compose(*(piece._replace(shown=piece.source, source="") if ends_of(piece) else piece for piece in parts))


def ends_of(piece: Piece) -> tuple[str, str] | None:
    """Return the beginning and the end of a name that are left in its shorter form."""
    before, ellipsis, after = piece.source.partition("…")
    is_one = ellipsis and piece.shown.startswith(before) and piece.shown.endswith(after)
    return (before, after) if is_one and len(before) + len(after) < len(piece.shown) else None


def _without_middle(name: str, number: int) -> str:
    """Return the beginning and the end of a name, so many characters together, accents left with their letters."""
    first, last = number * 5 // 8, len(name) - number * 3 // 8
    if last <= first:
        return name
    while first > 1 and _combines(name[first]):
        first -= 1
    while last < len(name) - 1 and _combines(name[last]):
        last += 1
    return f"{name[:first]}…{name[last:]}"


def _combines(character: str) -> bool:
    return unicodedata.category(character).startswith("M") or character == _JOINER


def slug(name: str) -> str:
    """A file name for any text: lower-case letters, digits and hyphens; distinguished by a hash where text was lost.

    >>> slug("accuracy"), slug("F1 score"), slug("metrics.test.f1"), slug("acc@1"), slug("F1 (macro)")
    ('accuracy', 'f1-score', 'metrics-test-f1', 'acc-1', 'f1-macro')
    >>> slug("loss (%)"), slug("Δ"), slug("FID (↓)"), slug("R²")
    ('loss-percent', 'delta', 'fid', 'r2')
    >>> slug("../x") == slug("x")
    False
    """
    spelled = "".join(map(_spelled, _ARROW.sub("", unicodedata.normalize("NFKC", name)))).strip()
    plain = unicodedata.normalize("NFKD", spelled).encode("ascii", "ignore").decode().lower()
    retained = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    # signs between words, a last bracket and case are the only losses that do not need a hash
    if retained == re.sub(r"[ _./:@,()-]+", "-", spelled.rstrip(" )")).lower() and len(retained) <= 40:
        return retained
    return f"{retained[:40].strip('-') or 'x'}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


_ARROW = re.compile(r"\s*(?:[↑↓⬆⬇]|[(\[]\s*[↑↓⬆⬇]\s*[)\]])")
_SPELLED = {"%": " percent", "\N{INCREMENT}": "delta", "λ": "lambda", "Λ": "lambda"}


def _spelled(character: str) -> str:
    """Return what a sign in the name of a metric is called: % and Greek letters.

    >>> _spelled("Δ"), _spelled("σ"), _spelled("a")
    ('delta', 'sigma', 'a')
    """
    greek = re.fullmatch(r"GREEK (?:SMALL|CAPITAL) LETTER (\w+)", unicodedata.name(character, ""))
    return _SPELLED.get(character, greek[1].lower() if greek else character)
