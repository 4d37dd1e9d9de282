"""The templates of live figures, held against golden files, with names that are no markup; a user's may extend them."""

from pathlib import Path

import pytest

from rankpress.core.document import Document, Drawing, Live, Section
from rankpress.core.environment import html_environment
from rankpress.report.page import html_report, page_live
from rankpress.wording.text import Writing

HERE = Path(__file__).parent
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'
LIVE = {
    "cd": Live("cd", "f1-cd", "Ranks by <f1>", {"adjustment": ("Holm", "Li & <i>")}, {"names": ["</script>"]}),
    "curves": Live(
        "curves", "f1-curves", 'Curves "f1"', {"pair": ("a<b − c", "d − c"), "dataset": ("iris", "<x>")}, {"curves": []}
    ),
}


@pytest.mark.parametrize("kind", LIVE)
def test_golden(golden, kind):
    template = html_environment().get_template(f"html/live/{kind}.html.j2")
    golden(HERE / f"live-{kind}.html", template.render(live=page_live(LIVE[kind], Writing())))


@pytest.mark.parametrize("kind", LIVE)
def test_a_users_template_extends_ours(tmp_path, kind):
    (tmp_path / "live").mkdir()
    extended = f'{{% extends "rankpress/html/live/{kind}.html.j2" %}}'
    own = extended + "{% block readings %}Own: {{ live.title }}{% endblock %}"
    (tmp_path / "live" / f"{kind}.html.j2").write_text(own, encoding="utf-8")
    live = LIVE[kind]
    drawing = Drawing(live.drawing, "f1", kind, "Title", "Caption.", "Alt.", b"", SVG)
    document = Document("A study", (), (Section("ranks", "Ranks", drawings=(drawing,)),), live=(live,))
    page = html_report(document, templates=tmp_path)
    assert {"cd": "Own: Ranks by &lt;f1&gt;", "curves": "Own: Curves &#34;f1&#34;"}[kind] in page
    assert 'name="reset"' in page
