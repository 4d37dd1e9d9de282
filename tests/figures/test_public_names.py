"""What `rankpress.figures` offers: all that it names, each when it is asked for."""

import pytest

from rankpress import figures


@pytest.mark.parametrize("name", figures.__all__)
def test_every_name_is_there(name):
    found = getattr(figures, name)
    assert name in dir(figures)
    assert name.isupper() or found.__name__ == name


def test_another_name_is_told_what_there_is():
    with pytest.raises(AttributeError, match=r"no attribute 'cd_plot'; it has .*critical_difference_diagram"):
        _ = figures.cd_plot
