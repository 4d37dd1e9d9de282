"""The templates of live figures, compared with golden files, with names that are no markup; users may extend them."""

from pathlib import Path

from rankpress.core.document import Document, Drawing, DrawnForms, Live, Section
from rankpress.core.environment import html_environment
from rankpress.report.page import html_report, page_live
from rankpress.wording.text import Writing

HERE = Path(__file__).parent
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'
LIVE = Live("f1-cd", "Ranks by <f1>", {"adjustment": ("Holm", "Li & <i>")}, {"names": ["</script>"]})


def test_golden(golden):
    template = html_environment().get_template("html/live/cd.html.j2")
    golden(HERE / "live-cd.html", template.render(live=page_live(LIVE, Writing())))


def test_a_users_template_extends_ours(tmp_path):
    (tmp_path / "live").mkdir()
    extended = '{% extends "rankpress/html/live/cd.html.j2" %}'
    own = extended + "{% block readings %}Own: {{ live.title }}{% endblock %}"
    (tmp_path / "live" / "cd.html.j2").write_text(own, encoding="utf-8")
    drawing = Drawing(LIVE.drawing, "f1", "cd", "Title", "Caption.", "Alt.", DrawnForms(svg=SVG))
    document = Document("A study", (), (Section("ranks", "Ranks", drawings=(drawing,)),), live=(LIVE,))
    page = html_report(document, templates=tmp_path)
    assert "Own: Ranks by &lt;f1&gt;" in page
    assert 'name="reset"' in page
