"""The fonts of report.html: as much of them as the page uses, the same whenever they are made."""

import base64
import io
import re

from fontTools.ttLib import TTFont

from rankpress.cache.store import Store
from rankpress.report import fonts


def embedded(rules):
    """Return the fonts within style rules."""
    return [TTFont(io.BytesIO(base64.b64decode(data))) for data in re.findall(r"base64,([^)]*)\)", rules)]


def test_a_page_has_its_own_characters_and_those_that_names_are_made_of():
    for font in embedded(fonts.font_rules("ŻΨж语", Store(None))):
        assert set(map(ord, "ŻΨжé~−")) <= set(font.getBestCmap())
        assert not {ord("Ω"), ord("语")} & set(font.getBestCmap())
        assert font["glyf"][".notdef"].numberOfContours > 0  # a box where nothing has the character
        assert "SIL Open Font License" in font["name"].getDebugName(13)


def test_same_characters_same_bytes():
    rules = fonts.font_rules("ŻΨ", Store(None))
    fonts._subset.cache_clear()
    assert fonts.font_rules("ΨŻ", Store(None)) == rules
    original = TTFont(fonts._file("font_source_sans_pro", "SourceSansPro-Regular"))
    assert embedded(rules)[0]["head"].modified == original["head"].modified
