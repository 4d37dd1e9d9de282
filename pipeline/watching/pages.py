"""The page in which a served report stands: it shows the report as it is, and reloads it after a build.

The report is sent byte for byte as it is on disk, in a frame, under its own Content-Security-Policy; what watches for
builds is the page around it.
"""

from __future__ import annotations

import base64
import hashlib

STYLE = """\
html, body { margin: 0; height: 100% }
body { display: flex; flex-direction: column; font: 15px/1.4 system-ui, sans-serif }
iframe { flex: 1; border: 0; width: 100% }
#told { margin: 0; padding: .7em 1em; max-height: 40%; overflow: auto; white-space: pre-wrap;
  font: 13px/1.4 ui-monospace, monospace; background: #fff3cd; color: #3d2c00; border-bottom: 2px solid #b58900 }
#told[hidden] { display: none }
"""
SCRIPT = """\
"use strict";
const frame = document.querySelector("iframe"), told = document.querySelector("#told");
let builds = null, shown = null;
const tell = (text) => { told.textContent = text; told.hidden = !text; };
const listen = () => {
  builds = new EventSource("/-/builds");
  builds.onmessage = (event) => {
    const now = JSON.parse(event.data);
    tell(now.faults);
    if (shown !== null && now.build !== shown) frame.contentWindow.location.reload();
    shown = now.build;
  };
  builds.onerror = () => tell("rankpress watch has ended: the report is shown as it was then");
};
// a browser opens six connections to a server and no more: tabs that nobody sees give theirs up
document.addEventListener("visibilitychange", () => { builds.close(); if (!document.hidden) listen(); });
listen();
frame.addEventListener("load", () => { document.title = frame.contentDocument.title || "rankpress"; });
"""


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


POLICY = (
    f"default-src 'none'; style-src {_hash(STYLE)}; script-src {_hash(SCRIPT)}; connect-src 'self'; frame-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def frame_page(report: str) -> bytes:
    """The page around a report.

    Parameters
    ----------
    report : str
        Path of the report below the address of the page; one of the names that rankpress gives its files.
    """
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>rankpress</title>'
        f'<style>{STYLE}</style></head><body><pre id="told" role="alert" hidden></pre>'
        f'<iframe src="/{report}" title="Report"></iframe><script>{SCRIPT}</script></body></html>\n'
    ).encode()
