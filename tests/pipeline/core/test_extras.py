"""What to type to get an optional part, by where rankpress was installed from."""

import json

import pytest

from rankpress.core import extras


class Installed:
    """A description of an installed package, as pip leaves it."""

    def __init__(self, origin):
        self.origin = origin

    def read_text(self, name):
        assert name == "direct_url.json"
        return self.origin


def checkout(address):
    return json.dumps({"url": address, "dir_info": {"editable": True}})


@pytest.mark.parametrize(
    ("described", "origin"),
    [
        ([], "rankpress"),
        ([None], "rankpress"),
        (["no JSON"], "rankpress"),
        (["[]"], "rankpress"),
        ([checkout("https://forge.invalid/rankpress.git")], "rankpress"),
        ([checkout("file:///home/me/rank%20press")], "/home/me/rank press"),
        ([None, checkout("file:///home/me/rankpress")], "/home/me/rankpress"),
    ],
)
def test_an_extra_is_installed_from_where_rankpress_came(monkeypatch, described, origin):
    monkeypatch.setattr(extras, "distributions", lambda name: [Installed(one) for one in described])
    assert extras.install_command("watch") == f'pip install "{origin}[watch]"'
    fault = extras.lacking("study.yaml", "watching", "watchfiles", "watch")
    assert fault.remedy == extras.install_command("watch")
