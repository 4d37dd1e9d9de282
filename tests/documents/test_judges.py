"""The judges themselves: each passes a sound document and condemns a faulty one, so that silence means something."""

import pytest

PAGE = "<!doctype html><html lang=en><head><title>t</title></head><body><h1>Heading</h1>{}</body></html>"
DOCUMENT = r"\documentclass{{article}}\begin{{document}}{}\end{{document}}"


@pytest.mark.parametrize("body", [r"\undefined", r"\input{/etc/passwd}", r"\input{../secret}", "a_b"])
def test_pdflatex_condemns(pdflatex, tmp_path, body):
    (tmp_path / "secret.tex").write_text("Secret.")
    with pytest.raises(pytest.fail.Exception, match="pdflatex failed"):
        pdflatex(DOCUMENT.format(body), runs=1)


def test_pdflatex_runs_no_shell(pdflatex):
    compiled = pdflatex(DOCUMENT.format(r"\immediate\write18{touch made} Text."), runs=1)
    assert not (compiled.pdf.parent / "made").exists()


def test_chromium_sees_faults_and_requests(chromium_page, tmp_path):
    body = "<img alt='' src='http://127.0.0.1:9/x.png'><script>undefined_name()</script>"
    (tmp_path / "faulty.html").write_text(PAGE.format(body))
    opened = chromium_page(tmp_path / "faulty.html")
    assert any("undefined_name" in complaint for complaint in opened.complaints)
    assert "http://127.0.0.1:9/x.png" in opened.requests


LEFT = """[localStorage.length, document.querySelectorAll(":hover").length > 2, innerWidth, innerHeight,
  ...["print", "(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"].map(one => matchMedia(one).matches),
]"""


@pytest.mark.parametrize("test", ["one", "another"])
def test_chromium_keeps_nothing_between_tests(chromium_page, tmp_path, test):
    (tmp_path / "page.html").write_text(PAGE.format("<p style='margin: 300px'>Text.</p>"))
    page = chromium_page(tmp_path / "page.html").page
    assert page.evaluate(LEFT) == [0, False, 1280, 720, False, False, True]
    page.set_viewport_size({"width": 900, "height": 700})
    page.emulate_media(media="print", color_scheme="dark", reduced_motion="no-preference")
    page.evaluate("localStorage.setItem('look', 'dark')")
    page.locator("p").hover()
    assert page.evaluate(LEFT) == [1, True, 900, 700, True, True, False]


@pytest.mark.parametrize("variant", ["pdf/ua-1", None])
def test_pdf_ua_is_distinguished_from_pdf(check_pdf_ua, tmp_path, variant):
    try:
        from weasyprint import HTML
    except OSError as missing:
        pytest.skip(f"Pango is not installed: {missing}")
    HTML(string=PAGE.format("<p>Text.</p>")).write_pdf(tmp_path / "page.pdf", pdf_variant=variant)
    if variant:
        check_pdf_ua(tmp_path / "page.pdf")
    else:
        with pytest.raises(AssertionError):
            check_pdf_ua(tmp_path / "page.pdf")
