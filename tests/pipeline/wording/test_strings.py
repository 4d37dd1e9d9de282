"""Strings as messages quote them."""

import pytest

from rankpress.wording.strings import shown


@pytest.mark.parametrize(("length", "printed"), [(80, "a" * 80), (81, "a" * 77 + "..."), (500, "a" * 77 + "...")])
def test_what_is_longer_than_a_line_is_cut_to_its_beginning(length, printed):
    assert shown("a" * length) == printed
