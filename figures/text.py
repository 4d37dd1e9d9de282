"""Names as they can be printed: glyphs, sizes, lines."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, NamedTuple

from rankpress.figures.loading import load_matplotlib
from rankpress.figures.style import Style, faces, font, foreign_font, set_elsewhere
from rankpress.figures.system_fonts import has_characters
from rankpress.wording.names import enclosed, runs, without_isolates

load_matplotlib()
from matplotlib.patheffects import Normal  # noqa: E402 - only now
from matplotlib.textpath import text_to_path  # noqa: E402

if TYPE_CHECKING:
    from matplotlib.axes import Axes


LINE_HEIGHT = 1.25  # of the type size, from one line of text to the next
_BEFORE = {
    "left": 0.0,
    "bottom": 0.0,
    "center": 0.5,
    "right": 1.0,
    "top": 1.0,
}  # of what a line is aligned at
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})  # controls, surrogates, private and unassigned characters

# Choose between forms of what stands before them, or join it to what follows: nothing that is seen by itself.
_JOINING = frozenset(map(chr, range(0xFE00, 0xFE10))) | {"\u200c", "\u200d"}


@lru_cache(maxsize=1)
def _glyphs() -> frozenset[int]:
    """Code points that the last face has, to which the others leave what they have not."""
    return faces()[-1].characters


@lru_cache(maxsize=4096)
def printable(text: str) -> str:
    r"""Return the text with code points for characters that no font can show, on one line."""
    printed = (
        (inside, "".join(_shown(cluster, inside) for cluster in _with_marks(run)))
        for inside, run in runs(" ".join(text.split()).replace("\N{NON-BREAKING HYPHEN}", "-"))
    )
    return "".join(enclosed(run) if inside else run for inside, run in printed)


def is_printable(text: str) -> bool:
    r"""Return whether fonts have all characters of a text, so that `printable` replaces none.

    Examples
    --------
    >>> is_printable("naïve Bayes"), is_printable("\uffff")
    (True, False)
    """
    if text.isascii() and text.isprintable():
        return True
    clusters = ((inside, cluster) for inside, run in runs(" ".join(text.split())) for cluster in _with_marks(run))
    return all(_shown(cluster, inside) in (cluster, _without_joining(cluster)) for inside, cluster in clusters)


def fonts_beyond_ours(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the fonts of the machine that set some texts."""
    pieces = (piece for text in texts if not text.isascii() for piece in _set_pieces(printable(text)))
    return tuple(sorted({font for font in map(foreign_font, pieces) if font is not None}))


def _shown(cluster: str, inside: bool) -> str:
    """Return a character with its marks as it can be set; what reads from right to left is set by our fonts alone."""
    foreign = None if inside else foreign_font(cluster[0])
    if foreign is not None and has_characters(foreign, cluster) and not _UNSEEN & {*map(unicodedata.category, cluster)}:
        return cluster
    return "".join(map(_shown_by_ours, _without_joining(cluster)))


def _without_joining(cluster: str) -> str:
    return "".join(character for character in cluster if character not in _JOINING)


def _shown_by_ours(character: str) -> str:
    seen = ord(character) in _glyphs() and unicodedata.category(character) not in _UNSEEN
    return character if seen else f"U+{ord(character):04X}"


def _with_marks(run: str) -> list[str]:
    """Divide a run into characters, each with the marks that combine with it."""
    clusters: list[str] = []
    for character in run:
        if clusters and unicodedata.category(character) in ("Mn", "Me", "Mc"):
            clusters[-1] += character
        else:
            clusters.append(character)
    return clusters


@lru_cache(maxsize=4096)
def _set_pieces(text: str) -> tuple[str, ...]:
    """Divide a printable line into what one artist sets: an isolate, or what one font has."""
    if text.isascii():
        return (text,)
    by_font = ("".join(part) for _, run in runs(text) for _, part in groupby(_with_marks(run), foreign_font))
    return tuple(by_font)


def _measure(text: str, size: float, bold: bool) -> tuple[float, float, float]:
    """Width, height and depth below the baseline in inches of a line."""
    width, height, descent = _measure_glyphs(text, bold, set_elsewhere())
    scale = size / _MEASURED_AT / 72
    return width * scale, height * scale, descent * scale


_MEASURED_AT = text_to_path.FONT_SCALE  # points; unhinted text is as many times as wide as it is larger


@lru_cache(maxsize=16384)
def _measure_glyphs(text: str, bold: bool, _elsewhere: bool) -> tuple[float, float, float]:
    """Return points of a line by our own fonts, unhinted as PDF and SVG set it; which depends on where it is set."""
    if not text:
        return 0.0, 0.0, 0.0
    measured = [
        text_to_path.get_text_width_height_descent(piece, font(_MEASURED_AT, piece, bold=bold), False)
        for piece in _set_pieces(text)
    ]
    widths, heights, descents = zip(*measured, strict=True)
    return sum(widths), max(heights), max(descents)


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Width in inches of printable text on one line."""
    return _measure(text, size, bold)[0]


def block_width(lines: Sequence[str], size: float, *, bold: bool = False) -> float:
    """Width in inches of the widest line."""
    return max((text_width(line, size, bold=bold) for line in lines), default=0.0)


def block_height(lines: Sequence[str], size: float, *, bold: bool = False) -> float:
    """Height in inches to keep free for these lines; stacked accents make a line higher than others."""
    return sum(LINE_HEIGHT * max(size / 72, _measure(line, size, bold)[1]) for line in lines)


def reach_about_middle(line: str, size: float) -> tuple[float, float]:
    """Return the inches that a line of `place_lines` reaches above and below its middle, descender included."""
    em = size / 72
    _, height, descent = _measure(line, size, False)
    _, usual, usual_descent = _measure("lp", size, False)
    baseline = em / 3 if height <= em else height / 2 - descent
    return max(height - descent, usual - usual_descent) - baseline, max(descent, usual_descent) + baseline


def place_lines(
    ax: Axes,
    x: float,
    middle: float,
    lines: Sequence[str],
    style: Style,
    *,
    gid: str,
    colour: str | None = None,
    bold: bool = False,
    ha: str = "left",
) -> None:
    r"""Write printable lines as they stand, `$` and `\` being signs, never markup."""
    # Each line is an artist of its own on a baseline computed here, because matplotlib's spacing of lines differs from
    # version to version.
    em = style.font_size / 72
    top = middle - block_height(lines, style.font_size, bold=bold) / 2
    for number, line in enumerate(lines):
        _, height, descent = _measure(line, style.font_size, bold)
        slot = LINE_HEIGHT * max(em, height)
        # A third of the type size below the middle sets capitals and small letters in the middle, on one line all.
        below = em / 3 if height <= em else height / 2 - descent
        write(
            ax,
            x,
            top + slot / 2 + below,
            line,
            style,
            gid=f"{gid}-{number}" if number else gid,
            colour=colour,
            bold=bold,
            ha=ha,
        )
        top += slot


def write(
    ax: Axes,
    x: float,
    y: float,
    text: str,
    style: Style,
    *,
    gid: str,
    colour: str | None = None,
    bold: bool = False,
    ha: str = "left",
    va: str = "baseline",
    rotation: float = 0.0,
) -> None:
    """Write one printable line, from left to right or upwards; an isolate, and each font, is an artist of its own."""
    pieces = _set_pieces(text)
    if len(pieces) > 1:
        inch = 1.0 if rotation else _inch_across(ax)
        lengths = [inch * text_width(piece, style.font_size, bold=bold) for piece in pieces]
        before = sum(lengths) * _BEFORE[va if rotation else ha]
        x, y = (x, y + before) if rotation else (x - before, y)
        ha, va = (ha, "bottom") if rotation else ("left", va)
    for index, piece in enumerate(pieces):
        along = sum(lengths[:index]) if index else 0.0
        ax.text(
            x if rotation else x + along,
            y - along if rotation else y,
            piece,
            fontproperties=font(style.font_size, piece, bold=bold),
            color=colour or style.ink,
            gid=gid,
            horizontalalignment=ha,
            verticalalignment=va,
            rotation=rotation,
            parse_math=False,
            usetex=False,
            # as outlines: PDF has no room for fonts of other formats, and a license may forbid to embed one
            path_effects=[Normal()] if foreign_font(piece) else None,
        )


def _inch_across(ax: Axes) -> float:
    """Return an inch to the right in the units of a canvas, whose x may count ranks, the best at the right."""
    left, right = ax.get_xlim()
    figure = ax.get_figure(root=True)
    assert figure is not None
    return float((right - left) * figure.dpi / ax.get_window_extent().width)


def write_upright(
    ax: Axes, x: float, middle: float, text: str, style: Style, *, gid: str, colour: str | None = None
) -> None:
    """Write one printable line from the bottom to the top, about its middle."""
    write(ax, x, middle, text, style, gid=gid, colour=colour, ha="center", va="center", rotation=90)


_MOST_LINES = 12  # of names that are to look different
_BREAK_AFTER = frozenset(" -_/+,;:.=|&\\)]}")


class _Cluster(NamedTuple):
    """A character with the marks that combine with it, and whether it stands in an isolate."""

    sign: str
    inside: bool


def wrap_text(text: str, width: float, size: float, *, max_lines: int = 1, bold: bool = False) -> tuple[str, ...]:
    """Break a text into at most `max_lines` lines of `width` inches; a longer one loses its middle to an ellipsis."""
    # The middle goes because names made by one script share their beginnings.
    clusters = _clusters(printable(text))
    lines = _break_lines(clusters, width, size, bold)
    if len(lines) <= max_lines:
        return lines
    fitting, too_many = 0, len(clusters)
    best: tuple[str, ...] = ("…",)
    while too_many - fitting > 1:
        retained = (fitting + too_many) // 2
        lines = _break_lines(_without_middle(clusters, retained), width, size, bold)
        if len(lines) <= max_lines:
            fitting, best = retained, lines
        else:
            too_many = retained
    return best


_OFF = 0.3  # of what is retained, that a cut may move to stand between words


def _without_middle(clusters: Sequence[_Cluster], retained: int) -> list[_Cluster]:
    """Return the beginning and the end of a name about an ellipsis, of whole words where some end near the cut."""
    usual, count, signs = retained * 2 // 5, len(clusters), [cluster.sign for cluster in clusters]
    begins = [place for place in range(1, count) if _may_end(signs, place - 1) and not _may_end(signs, place)]
    off = _OFF * retained
    tail = min((count - place for place in begins), key=lambda tail: abs(tail - usual), default=usual)
    tail = tail if abs(tail - usual) <= off and tail < retained else usual
    head = retained - tail
    ends = [place for place in begins if head - off / 2 <= place <= head]
    head = ends[-1] if ends and tail != usual else head
    around = clusters[max(head - 1, 0) : count - tail + 1]
    ellipsis = _Cluster("…", all(cluster.inside for cluster in around))
    while head and signs[head - 1] == " ":
        head -= 1
    return [*clusters[:head], ellipsis, *clusters[count - tail :]]


def wrap_apart(texts: Sequence[str], width: float, size: float, *, max_lines: int = 1) -> list[tuple[str, ...]]:
    """Wrap several texts likewise, in more lines where different ones would become equal."""
    for lines in range(max_lines, _MOST_LINES):
        wrapped = [wrap_text(text, width, size, max_lines=lines) for text in texts]
        if len({*wrapped}) == len({*texts}):
            return wrapped
    return [wrap_text(text, width, size, max_lines=_MOST_LINES) for text in texts]


def wrap_evenly(text: str, width: float, size: float, *, max_lines: int = 1) -> tuple[str, ...]:
    """The same in lines of about the same length, as a title wants them: no sign stands alone on the last one."""
    even = wrap_text(text, width, size, max_lines=max_lines)
    for share in range(19, 9, -1):
        narrower = wrap_text(text, width * share / 20, size, max_lines=max_lines)
        if len(narrower) != len(even) or not keeps_words(text, narrower):
            break
        even = narrower
    return even


def longest_piece(text: str, size: float) -> float:
    """Width in inches of the widest part of a text that `wrap_text` would rather not break."""
    return block_width([piece.strip() for piece in _pieces(text)], size)


def keeps_words(text: str, lines: Sequence[str]) -> bool:
    """Return whether lines that `wrap_text` gave hold the whole text, and end where it may be broken."""
    pieces = _pieces(text)
    ends = set(accumulate(len(piece.replace(" ", "")) for piece in pieces))
    set_lines = [without_isolates(line).replace(" ", "") for line in lines]
    return "".join(set_lines) == "".join(pieces).replace(" ", "") and set(accumulate(map(len, set_lines))) <= ends


def _pieces(text: str) -> list[str]:
    """Return the parts of a text between which it may be broken."""
    signs = without_isolates(printable(text))
    return "".join(f"{sign}\n" if _may_end(signs, index) else sign for index, sign in enumerate(signs)).split("\n")


def _may_end(signs: Sequence[str], index: int) -> bool:
    """Return whether a line may end with a sign, which it does not within a number."""
    if (
        signs[index] in (".", ",")
        and 0 < index < len(signs) - 1
        and signs[index - 1].isdigit()
        and signs[index + 1].isdigit()
    ):
        return False
    return signs[index] in _BREAK_AFTER


def _clusters(text: str) -> list[_Cluster]:
    """Characters with the marks that combine with them, which a line break must not part."""
    clusters: list[_Cluster] = []
    for inside, run in runs(text):
        clusters += [_Cluster(cluster, inside) for cluster in _with_marks(run)]
    return clusters


def _break_lines(clusters: Sequence[_Cluster], width: float, size: float, bold: bool) -> tuple[str, ...]:
    """Fill lines greedily, breaking after a space or sign where one stands in the last two thirds of a line."""
    lines: list[str] = []
    start = 0
    while start < len(clusters):
        # Letters that join are of another width than each by itself.
        rest = text_width(_line(clusters[start:]), size, bold=bold)
        end = len(clusters) if rest <= width else _end_of_line(clusters, start, width, size, bold)
        while end > start + 1 and text_width(_line(clusters[start:end]), size, bold=bold) > width + 1e-9:
            end = _break_before(clusters, start, end - 1)
        lines.append(_line(clusters[start:end]))
        start = end
    return tuple(line for line in lines if line) or ("",)


def _end_of_line(clusters: Sequence[_Cluster], start: int, width: float, size: float, bold: bool) -> int:
    """Return where a line ends that begins at `start`, by the widths of its characters."""
    used = 0.0
    for position in range(start, len(clusters)):
        used += text_width(clusters[position].sign, size, bold=bold)
        if used > width and position > start and clusters[position].sign != " ":
            return _break_before(clusters, start, position)
    return len(clusters)


def _line(clusters: Sequence[_Cluster]) -> str:
    """Join what a line holds, the isolates of others closed and its own opened."""
    seen = [index for index, cluster in enumerate(clusters) if cluster.sign != " "]
    line_clusters = clusters[seen[0] : seen[-1] + 1] if seen else ()
    grouped = groupby(line_clusters, key=lambda cluster: cluster.inside)
    joined = ((inside, "".join(cluster.sign for cluster in group)) for inside, group in grouped)
    return "".join(enclosed(run) if inside else run for inside, run in joined)


def _break_before(clusters: Sequence[_Cluster], start: int, position: int) -> int:
    """Return where the next line begins when the cluster at `position` no longer fits the line begun at `start`."""
    signs = [cluster.sign for cluster in clusters]
    for candidate in range(position, start + (position - start) // 3, -1):
        if _may_end(signs, candidate - 1):
            return candidate
    return position
