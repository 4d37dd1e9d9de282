r"""The files by which a paper cites numbers and sets tables and figures: macros.tex, numbers.tex and macros.csv.

All commands of a report begin with its prefix, and what they are made of is named after the prefix too, so that a
paper can hold several reports.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterable, Iterator

from rankpress.account.macros import Macro, Macros
from rankpress.core.latex import comment_text, latex_escape, set_pieces
from rankpress.core.table import list_csv
from rankpress.core.typst import typst_string, typst_text
from rankpress.wording.numbers import INFINITY, MINUS, MISSING
from rankpress.wording.text import plain

OWN = frozenset({"Words", "Path", "Table", "Figure"})
"""What ends the names of the commands that are no numbers."""

# A sign in braces stays a sign, whatever stands before it in a formula.
_SIGNS = {
    MINUS: "{-}",
    INFINITY: r"\infty",
    MISSING: r"\mbox{\textendash}",
    "χ²": r"\chi^{2}",
    ", ": r",\allowbreak\ ",
}
# Words, such as those before an exact p, are no products of letters.
_SPECIAL = re.compile(rf"e({MINUS}?)(\d+)|[<>{MINUS}{INFINITY}{MISSING}]|χ²|, |(?P<words>(?:[A-Za-z-]{{2,}} )+)")


def macro_latex(macro: Macro, prefix: str) -> str:
    r"""Set the text of a macro."""
    if macro.form == "words":
        return rf"\{prefix}Words{{{set_pieces(macro.text, latex_escape)}}}"
    if macro.form == "formula":
        return rf"\ensuremath{{{_SPECIAL.sub(_sign, plain(macro.text))}}}"
    return _SPECIAL.sub(_in_text, plain(macro.text)).replace("%", r"\%")


def _in_text(special: re.Match[str]) -> str:
    return special[0] if special[0] == ", " or special["words"] else rf"\ensuremath{{{_sign(special)}}}"


def _sign(special: re.Match[str]) -> str:
    if special["words"]:
        return rf"\mbox{{{special['words']}}}"
    if special[2]:
        return rf"{{}}\times10^{{{'-' if special[1] else ''}{special[2]}}}"
    return _SIGNS.get(special[0], special[0])


# In all of LaTeX below, PREFIX@ begins the names of what the commands are made of, and FILE is the file.
_BEGIN = r"""\expandafter\edef\csname PREFIX@catcode\endcsname{\catcode64=\the\catcode64\relax}\catcode64=11\relax
\def\PREFIX@clash#1{\PackageError{rankpress}{#1}%
  {Set report.prefix to other letters in the study of this report, and build it again.}\PREFIX@catcode\endinput}
\ifdefined\PREFIX@FILE\PREFIX@clash{This paper already has a report with the prefix 'PREFIX'}\fi
\def\PREFIX@FILE{DIGEST}
\ifdefined\PREFIX@report\ifx\PREFIX@report\PREFIX@FILE\else
  \PREFIX@clash{This paper already has a report with the prefix 'PREFIX'}\fi\fi"""
# \PREFIXPath is the folder that this file was read from, where LaTeX knows it. Notes are as wide as the widest of the
# tabulars; the width of a table over pages is what longtable noted of its columns, and such a table ends with a space.
# A tabular wider than its place is reduced as long as its letters keep 5.5 pt, and turned beyond that where its place
# is as wide as the text and the page high enough for it and a caption.
_COMMANDS = r"""\ifdefined\PREFIX@report\else
\newcommand{\PREFIXWords}[1]{\ifmmode\mbox{#1}\else#1\fi}
\ifdefined\PREFIXPath\else\ifdefined\CurrentFilePath\edef\PREFIXPath{\CurrentFilePath}\else\def\PREFIXPath{report}\fi\fi
\ifx\PREFIXPath\empty\def\PREFIXPath{.}\fi
\newcommand{\PREFIXTable}[1]{\par\begingroup\addvspace{4pt}\centering\gdef\PREFIX@width{0pt}%
  \let\PREFIX@tabular\tabular\let\PREFIX@endtabular\endtabular
  \def\tabular{\setbox\@tempboxa\hbox\bgroup\PREFIX@tabular}%
  \def\endtabular{\PREFIX@endtabular\egroup\leavevmode
    \ifdim\wd\@tempboxa>\dimexpr\linewidth+1pt\relax\PREFIX@fit{#1}\fi
    \ifdim\wd\@tempboxa>\PREFIX@width\xdef\PREFIX@width{\the\wd\@tempboxa}\fi\box\@tempboxa}%
  \input{\PREFIXPath/tables/#1}\par
  \let\tabular\PREFIX@tabular\let\endtabular\PREFIX@endtabular
  \IfFileExists{\PREFIXPath/tables/#1-notes.tex}{\PREFIX@notes{\PREFIXPath/tables/#1-notes}}{}\endgroup}
\newcommand{\PREFIX@fit}[1]{\edef\PREFIX@natural{\the\wd\@tempboxa}\def\PREFIX@how{and does not fit}%
  \ifdefined\resizebox\ifdim\dimexpr\f@size pt*\linewidth/\wd\@tempboxa\relax<5.5pt
      \ifdim\linewidth=\textwidth\ifdim\wd\@tempboxa<.85\textheight\def\PREFIX@how{and is turned}%
        \setbox\@tempboxa\hbox{\rotatebox[origin=c]{90}{\box\@tempboxa}}\fi\fi
    \else\def\PREFIX@how{and is reduced, with its letters}%
      \setbox\@tempboxa\hbox{\resizebox{\linewidth}{!}{\box\@tempboxa}}\fi\fi
  \PackageWarning{rankpress}{The table #1 is \PREFIX@natural\space wide,\MessageBreak
    its place \the\linewidth, \PREFIX@how:\MessageBreak set report.venue or report.latex.width in\MessageBreak
    the study, or use table* or sidewaystable}}
\newcommand{\PREFIX@notes}[1]{\skip@\z@skip\dimen@\PREFIX@width\relax
  \ifdim\dimen@=0pt\ifdefined\LTpost\skip@\LTpost\vskip-\skip@
    \def\LT@entry##1##2{\advance\dimen@##2}\csname LT@\romannumeral\value{LT@tables}\endcsname\fi
    \ifdim\dimen@=0pt\dimen@\linewidth\fi\fi
  \ifdim\dimen@<14em\dimen@14em\fi\ifdim\dimen@>\linewidth\dimen@\linewidth\fi
  \nobreak\vskip 3pt\nointerlineskip
  \hbox to\hsize{\hfil\parbox[t]{\dimen@}{\footnotesize\raggedright\input{#1}\unskip\strut}\hfil}\vskip\skip@}
\newcommand{\PREFIXFigure}[1]{\par\begingroup\centering\sbox\@tempboxa{\includegraphics{\PREFIXPath/figures/#1}}%
  \ifdim\wd\@tempboxa>\dimexpr\linewidth+1pt\relax\PackageWarning{rankpress}{%
      The figure #1 is \the\wd\@tempboxa\space wide and is reduced,\MessageBreak
      with its letters, to \the\linewidth: use figure*,\MessageBreak or report.figures: {width: column}}%
    \sbox\@tempboxa{\includegraphics[width=\linewidth]{\PREFIXPath/figures/#1}}\fi
  \ifdim\ht\@tempboxa>.85\textheight\PackageWarning{rankpress}{%
      The figure #1 is \the\ht\@tempboxa\space high and is reduced,\MessageBreak
      with its letters, to .85 of the page: set report.venue}%
    \sbox\@tempboxa{\includegraphics[height=.85\textheight]{\PREFIXPath/figures/#1}}\fi
  \leavevmode\box\@tempboxa\par\endgroup CAPTION}
\fi
\let\PREFIX@report\PREFIX@FILE"""
_CAPTION = r"\input{\PREFIXPath/figures/#1-caption}"

_HEAD = (
    "% For the preamble: the numbers that a text cites most, each under a name of its own, in text and mathematics.",
    "% numbers.tex has all others.",
    r"% \PREFIXTable{accuracy-scores} sets a table with its notes, in a table of the paper, \PREFIXFigure{accuracy-cd}",
    r"% a figure, in a figure of the paper; \PREFIXPath is the folder of the report.",
    r"% LaTeX drops a blank after a name: write \PREFIX...{} before one. A name with Phrase gives a phrase: p < 0.001.",
)
# Where a key is unknown, the same pair the other way round is named; what is merely near may be of another algorithm.
_LOOKUP = r"""\ifdefined\PREFIX\PREFIX@clash{The command \string\PREFIX\space is already defined}\fi
\DeclareRobustCommand{\PREFIX}[1]{%
  \ifcsname PREFIX@/#1\endcsname\csname PREFIX@/#1\endcsname\else\PREFIX@unknown{#1}\fi}
\ifdefined\AddToNoCaseChangeList\AddToNoCaseChangeList{\PREFIX}\fi
\def\PREFIX@unknown#1{\begingroup\def\PREFIX@meant{macros.csv lists the keys}%
  \edef\PREFIX@next{\noexpand\PREFIX@exchange{}/#1/\noexpand\PREFIX@end}\PREFIX@next
  \PackageError{rankpress}{There is no number '#1';\MessageBreak \PREFIX@meant}%
    {rankpress macros STUDY --used PAPER.tex lists the keys of a paper.}\endgroup\mbox{\textbf{??}}}
\def\PREFIX@exchange#1#2/#3/#4\PREFIX@end{\def\PREFIX@next{#4}\ifx\PREFIX@next\empty
    \ifcsname PREFIX@#1#3/#2\endcsname\PREFIX@name#1#3/#2\PREFIX@end\fi\let\PREFIX@next\relax
  \else\def\PREFIX@next{\PREFIX@exchange{#1#2/}#3/#4\PREFIX@end}\fi\PREFIX@next}
\def\PREFIX@name/#1\PREFIX@end{\def\PREFIX@meant{the key is '#1'}}"""
# Until the end of the file, \n puts a number under its key.
_KEYS = r"""\begingroup\def\n#1#2{\expandafter\gdef\csname PREFIX@/#1\endcsname{#2}}"""


def macros_tex(macros: Macros, *, stamp: str, captions: bool = False) -> str:
    """Return the text of macros.tex, on request with figures that bring their captions."""
    lines = [
        *_named(_HEAD, macros, "macros"),
        *_named((_BEGIN, _commands(captions), r"\PREFIX@catcode"), macros, "macros"),
        *(
            rf"\newcommand{{\{macro.name}}}{{{macro_latex(macro, macros.prefix)}}}"
            f"% {comment_text(plain(macro.meaning))}"
            for macro in macros.named
        ),
    ]
    return "\n".join((f"% {comment_text(stamp)}", *lines)) + "\n"


def numbers_tex(macros: Macros, *, stamp: str, captions: bool = False) -> str:
    """Return the text of numbers.tex: the command named like the prefix, and each number under its key."""
    head = (
        r"% For the preamble: \PREFIX{KEY} sets a number. A key is the metric, what the number is, the data set and",
        "% the algorithms, two of them in alphabetical order. macros.csv lists all with what they mean.",
    )
    lines = [
        *_named(head, macros, "numbers"),
        *(f"% Omitted, for the length of this file: {comment_text(plain(what))}." for what in macros.left_out),
        *_named((_BEGIN, _commands(captions), _LOOKUP, _KEYS, r"\PREFIX@catcode"), macros, "numbers"),
        *(rf"\n{{{macro.key}}}{{{macro_latex(macro, macros.prefix)}}}" for macro in macros.macros),
        r"\endgroup",
    ]
    return "\n".join((f"% {comment_text(stamp)}", *lines)) + "\n"


def numbers_typst(macros: Macros) -> str:
    """Return the text of numbers.typ but for its first line: a dictionary, and the function that looks a number up."""
    name = macros.prefix
    lines = (
        f'// #import "report/numbers.typ": {name}    then #{name}("KEY") sets a number; macros.csv lists the keys.',
        f"#let {name}-numbers = (:",
        *(f"  {typst_string(macro.key)}: [{typst_text(macro.text)}]," for macro in macros.macros),
        ")",
        f'#let {name}(key) = {name}-numbers.at(key, default: text(fill: red)[no number "#key"])',
    )
    return "\n".join(lines).replace("(:\n  ", "(\n  ", 1) + "\n"


def _commands(captions: bool) -> str:
    return _COMMANDS.replace("CAPTION", _CAPTION if captions else "")


def _named(parts: Iterable[str], macros: Macros, file: str) -> Iterator[str]:
    """Yield LaTeX with the names of one report, whose two files know each other by a digest of their numbers."""
    digest = hashlib.sha256("\n".join(f"{macro.key}={plain(macro.text)}" for macro in macros.macros).encode())
    for latex in parts:
        latex = latex.replace("PREFIX@", f"rankpress@{macros.prefix}@").replace("PREFIX", macros.prefix)
        yield latex.replace("@FILE", f"@{file}").replace("DIGEST", digest.hexdigest()[:16])


def macros_csv(macros: Macros) -> str:
    """Return the text of macros.csv: key, name, text, unrounded value and meaning of each."""

    def value(macro: Macro) -> float | str:  # nothing where there is none or it is undefined
        return "" if macro.value is None or math.isnan(macro.value) else macro.value

    rows = (
        (macro.key, f"\\{macro.name}" * macro.is_named, macro.text, value(macro), macro.meaning)
        for macro in macros.macros
    )
    return list_csv((("Key", "Macro", "Text", "Value", "Meaning"), *rows))
