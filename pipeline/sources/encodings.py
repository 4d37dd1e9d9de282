"""Text in encodings other than UTF-8: read as UTF-8 where one is stated, and named where one would fit."""

from __future__ import annotations

import codecs
import unicodedata
from collections.abc import Callable
from io import RawIOBase
from itertools import pairwise
from typing import IO, Any

from rankpress.core.faults import Fault
from rankpress.wording.strings import listed, quoted

CHUNK = 1 << 16
# What spreadsheets, editors and consoles write where they do not write UTF-8, by how many people do so.
_USUAL = ("cp1252", "cp1250", "cp1254", "gb18030", "shift_jis", "euc_jp", "cp949", "big5", "cp1251", "cp1253")
_MARKS = {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_SCRIPTS = ("LATIN", "GREEK", "CYRILLIC", "CJK", "HIRAGANA", "KATAKANA", "HANGUL")
_WITH_CJK = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL"})


def encoding_of(beginning: bytes, stated: str | None) -> str | None:
    r"""Return how a file is encoded that is no UTF-8, by the mark that it begins with or as stated; None of all others.

    >>> encoding_of(b"\xff\xfea\0", None), encoding_of(b"a,b", "cp1252"), encoding_of(b"PK\3\4\0", "cp1252")
    ('utf-16', 'cp1252', None)
    """
    for mark, encoding in _MARKS.items():
        if beginning.startswith(mark) and not beginning.startswith(codecs.BOM_UTF32_LE):
            return encoding
    if stated is None or beginning.startswith(codecs.BOM_UTF8):
        return None
    # a zero is in no text but that of wide characters: the file is a workbook, or another that is no text
    is_wide = codecs.lookup(stated).name.startswith(("utf-16", "utf-32"))
    return None if b"\0" in beginning and not is_wide else stated


class Recoded(RawIOBase):
    """The text of a file in UTF-8, recoded as it is read; `refuse` makes an error of what is wrong with a byte."""

    def __init__(self, inner: IO[bytes], encoding: str, refuse: Callable[[str], Exception]) -> None:
        super().__init__()
        self._inner, self._encoding, self._refuse = inner, encoding, refuse
        self._decoder = codecs.getincrementaldecoder(encoding)()
        self._left, self._line = b"", 1

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer, as far as text is left."""
        while not self._left:
            chunk = self._inner.read(CHUNK)
            try:
                text = self._decoder.decode(chunk, not chunk)
            except UnicodeDecodeError as error:
                line = self._line + error.object.count(b"\n", 0, error.start)
                message = f"byte 0x{error.object[error.start]:02x} in line {line:,} is not valid {self._encoding}"
                raise self._refuse(message) from error
            self._line += text.count("\n")
            self._left = text.encode()
            if not chunk:
                break
        n = min(len(buffer), len(self._left))
        buffer[:n], self._left = self._left[:n], self._left[n:]
        return n


def no_text(place: str, position: int, byte: int, line: int, beginning: bytes, remedy: str = "") -> Fault:
    """Return what is wrong with a byte that no text in UTF-8 has there, and in which encodings it would be right."""
    message = f"byte {position + 1:,} of the file, 0x{byte:02x} in line {line:,}, is not valid UTF-8"
    expected, fitting = "text in UTF-8, or scores.csv.encoding", _fitting(beginning)
    read = [(f"scores.csv.encoding={encoding}", f"in {encoding} it reads {quoted(word)}") for encoding, word in fitting]
    if read:
        remedy = f"--set {read[0][0]} if that is how it is encoded: {listed(words for _, words in read)}"
    return Fault(place, message, expected, remedy, settings=tuple(read))


def _fitting(beginning: bytes) -> list[tuple[str, str]]:
    """Return the encodings in which text would be made of words, and of each its longest foreign one."""
    fitting, read = [], set[str]()
    for encoding in _USUAL:
        try:
            # the last line may be cut within a character
            text = beginning.rpartition(b"\n")[0].decode(encoding)
        except UnicodeDecodeError:
            continue
        words = [word for word in _words(text) if not word.isascii()]
        if words and text not in read and all(map(_is_plausible, words)):
            read.add(text)
            fitting.append((encoding, max(words[:20], key=len)))
    return fitting


def _words(text: str) -> list[str]:
    return "".join(sign if sign.isalpha() or ord(sign) > 127 else " " for sign in text).split()


def _is_plausible(word: str) -> bool:
    """Return whether a word is of letters of one script, with marks and signs, and no capital within it.

    Chinese, Japanese and Korean names have Latin letters at them, such as BERT.
    """
    if any(unicodedata.category(sign)[0] not in "LMPS" for sign in word):
        return False
    foreign = [_script(sign) for sign in word if sign.isalpha() and not sign.isascii()]
    if _WITH_CJK.issuperset(foreign):
        # a word of one accent, read as two bytes of Chinese, has a single such letter between small ones
        latin = "".join(sign for sign in word if sign.isascii() and sign.isalpha())
        return len(foreign) > 1 or not latin or latin.isupper()
    scripts = {_script(sign) for sign in word if sign.isalpha()}
    inner_capital = any(a.islower() and b.isupper() and not b.isascii() for a, b in pairwise(word))
    return not inner_capital and len(scripts) <= 1


def _script(sign: str) -> str:
    return next((script for script in _SCRIPTS if unicodedata.name(sign, "").startswith(script)), "other")
