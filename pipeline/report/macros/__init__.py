r"""macros.tex: a \newcommand for every number that a paper's text may cite, so that none is typed by hand.

`study`, `pairs`, `orders` and `datasets` tell what may be cited, `choice` which of it has macros, `setting` how LaTeX
sets them; `listing` is the list of them in the report.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from rankpress.analysis import Analysis
from rankpress.report.escaping import comment_text
from rankpress.report.exploratory import is_exploratory
from rankpress.report.inline import plain
from rankpress.report.macros.choice import Part, parts
from rankpress.report.macros.citable import Citable, Letters, Macro, letters_of, macros_called, macros_of
from rankpress.report.macros.names import hash_letters
from rankpress.report.macros.protocol import of_protocol
from rankpress.report.macros.setting import WORDS, macro_latex
from rankpress.spec.macros_section import MacrosOptions
from rankpress.wording import joined

# About a megabyte. What a study asks for by name comes on top of it, and so does what is no pair and no data set's.
MOST_CITABLES = 9_000

_HEAD = (
    "% For the preamble: the numbers of the report, each under a name of its own, for text and for mathematics.",
    r"% A blank after a name is lost: write \rp...{} before one. Names with Phrase in them say a whole: p < 0.001.",
)


@dataclass(frozen=True)
class Macros:
    """The macros of a report, no two of a name, and what was left out of them, in clauses."""

    macros: tuple[Macro, ...]
    left_out: tuple[str, ...] = ()


def collect(analyses: Sequence[Analysis], options: MacrosOptions | None = None) -> Macros:
    """Make the macros of a report.

    Parameters
    ----------
    analyses : sequence of Analysis
        One a metric. The names of macros come from the names in the files, whatever their labels.
    options : MacrosOptions or None
        Which to make; where they do not say, as many as a file of about a megabyte holds, what is cited most first.

    Returns
    -------
    Macros
        A pair's macros name the alphabetically first algorithm first, whichever ranks better.
    """
    options = MacrosOptions() if options is None else options
    metrics = letters_of([analysis.scores.name for analysis in analyses])
    letters = [
        Letters.of(metrics[analysis.scores.name], analysis.names, analysis.scores.datasets) for analysis in analyses
    ]
    found, left_out = _admitted(list(zip(analyses, letters, strict=True)), list(parts(options)))
    found, unrounded = [*found, ("", list(of_protocol(analyses)))], options.unrounded
    made = [macro for metric, citables in found for one in citables for macro in macros_of(one, metric, unrounded)]
    # names are those that the macros would have in any other study
    distinct = list(_distinct(made))
    return Macros(tuple(macros_called(distinct) if is_exploratory(analyses) else distinct), tuple(left_out))


def _admitted(
    metrics: Sequence[tuple[Analysis, Letters]], wanted: Sequence[Part]
) -> tuple[list[tuple[str, list[Citable]]], list[str]]:
    """What may be cited, a metric after the other, as far as there is room; and the rest in words."""
    found: dict[str, list[Citable]] = {letters.metric: [] for _, letters in metrics}
    left_out, room = [], MOST_CITABLES
    for part in wanted:
        without = []
        for analysis, letters in metrics:
            if part.always:
                found[letters.metric] += part.make(analysis, letters)
                continue
            citables = list(_up_to(room, part, analysis, letters))
            if len(citables) <= room:
                found[letters.metric] += citables
                room -= len(citables)
            else:
                without.append(analysis.scores.name)
        if without:
            left_out.append(part.title if len(without) == len(metrics) else f"{part.title} by {joined(without)}")
    return list(found.items()), left_out


def _up_to(room: int, part: Part, analysis: Analysis, letters: Letters) -> Iterator[Citable]:
    """A part as far as there is room for it, and one more, by which one sees that there is none."""
    return islice(part.make(analysis, letters), room + 1)


def _distinct(macros: Sequence[Macro]) -> Iterator[Macro]:
    """Macros of which no two have a name: all that would share one get letters of their own."""
    counts = Counter(macro.name for macro in macros)
    for macro in macros:
        yield macro if counts[macro.name] == 1 else replace(macro, name=macro.name + hash_letters(macro.meaning))


def macros_tex(found: Macros, *, stamp: str) -> str:
    """The text of macros.tex.

    Parameters
    ----------
    found : Macros
        The macros.
    stamp : str
        What the first line, a comment, says of where it comes from.

    Returns
    -------
    str
        ASCII.
    """
    lines = [f"% {comment_text(stamp)}", *_HEAD]
    lines += [f"% Left out, for the length of this file: {comment_text(told)}." for told in found.left_out]
    if found.left_out:
        lines.append("% All are there with `macros: {pairs: all, datasets: all}` in the section `report` of the study.")
    lines.append(WORDS)
    lines += [
        rf"\newcommand{{\{macro.name}}}{{{macro_latex(macro)}}}% {comment_text(plain(macro.meaning))}"
        for macro in found.macros
    ]
    return "\n".join(lines) + "\n"
