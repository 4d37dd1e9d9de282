"""Text that TeX sets: what is escaped."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.figures.tex import escape_tex


@pytest.mark.parametrize(
    ("text", "tex"),
    [
        ("plain words, 0.5", "plain words,{} 0.5"),
        ("50% of $x_1$", r"50\% of \$x\_1\$"),
        ("a\\b{c}", r"a\textbackslash{}b\{c\}"),
        ("--?`", r"-{}-{}?{}\`{}"),
        ("naïve Šíma ű", r"na\"{\i}ve \v{S}\'{\i}ma \H{u}"),
        ("αΩέ", r"\ensuremath{\alpha}\ensuremath{\Omega}\ensuremath{\acute{\epsilon}}"),
        ("−0.1…", r"\ensuremath{-}0.1\dots{}"),
        ("木Аё", "U+6728U+0410U+0451"),
    ],
    ids=["plain", "specials", "backslash", "ligatures", "accents", "greek", "numbers", "unknown"],
)
def test_what_is_escaped(text, tex):
    assert escape_tex(text) == tex


@pytest.mark.nightly
@given(st.text(max_size=40))
def test_no_text_is_a_command(text):
    tex = escape_tex(text)
    assert tex.isascii()
    assert not set("\n\r\t%#&$~_") & set(tex.replace(r"\%", "").replace(r"\#", "").replace(r"\&", "")
        .replace(r"\$", "").replace(r"\~", "").replace(r"\_", ""))  # fmt: skip
    depth = 0
    for place, sign in enumerate(tex):
        depth += (sign == "{") - (sign == "}") if tex[place - 1 : place] != "\\" else 0
        assert depth >= 0
    assert depth == 0
