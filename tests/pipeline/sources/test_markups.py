"""Tables in markups that are not read: refused by name, with the command that writes them otherwise."""

from pathlib import Path

import pytest

from rankpress.app.cli import main

ROWS = [["dataset", "knn", "tree"], ["iris", "0.91", "0.88"], ["wine", "0.83", "0.85"], ["glass", "0.71", "0.66"]]


def joined(before, sign, behind="", rows=ROWS):
    return "".join(f"{before}{sign.join(row)}{behind}\n" for row in rows)


WRITTEN = {
    "MediaWiki": "{| class='wikitable'\n! "
    + " !! ".join(ROWS[0])
    + "\n"
    + joined("|-\n| ", " || ", rows=ROWS[1:])
    + "|}\n",
    "AsciiDoc": "|===\n" + joined("|", " |") + "|===\n",
    "Confluence or Jira": joined("||", "||", "||", ROWS[:1]) + joined("|", "|", "|", ROWS[1:]),
    "Textile": joined("|_. ", "|_. ", "|", ROWS[:1]) + joined("|", "|", "|", ROWS[1:]),
    "reStructuredText": ".. list-table:: Accuracy\n   :header-rows: 1\n\n" + joined("   * - ", "\n     - "),
}
COMMANDS = {
    "MediaWiki": "pandoc -f mediawiki",
    "AsciiDoc": "asciidoctor",
    "Confluence or Jira": "pandoc -f jira",
    "Textile": "pandoc -f textile",
    "reStructuredText": "pandoc -f rst",
}


@pytest.mark.parametrize("name", ["page.txt", "page.wiki", "page"])
@pytest.mark.parametrize("markup", WRITTEN)
def test_a_table_in_a_markup_that_is_not_read_is_refused_with_the_command_that_converts_it(
    markup, name, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(WRITTEN[markup])
    assert main(["run", name, "--only", "markdown"]) == 2
    err = capsys.readouterr().err
    assert f"{name}: the table is written in {markup}" in err
    assert f"fix: {COMMANDS[markup]}" in err
