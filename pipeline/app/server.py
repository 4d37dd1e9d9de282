"""A server of one report for the browser of the same machine."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
import time
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from rankpress.core import manifest
from rankpress.core.faults import Fault, FaultsFound

STYLE = """\
html, body { margin: 0; height: 100% }
body { display: flex; flex-direction: column; font: 15px/1.4 system-ui, sans-serif }
iframe { flex: 1; border: 0; width: 100% }
#message { margin: 0; padding: .7em 1em; max-height: 40%; overflow: auto; white-space: pre-wrap;
  font: 13px/1.4 ui-monospace, monospace; background: #fff3cd; color: #3d2c00; border-bottom: 2px solid #b58900 }
#message[hidden] { display: none }
"""
SCRIPT = """\
"use strict";
const frame = document.querySelector("iframe"), message = document.querySelector("#message");
let builds = null, shown = null;
const report = (text) => { message.textContent = text; message.hidden = !text; };
const listen = () => {
  builds = new EventSource("/-/builds");
  builds.onmessage = (event) => {
    const now = JSON.parse(event.data);
    report(now.faults);
    if (shown !== null && now.build !== shown) frame.contentWindow.location.reload();
    shown = now.build;
  };
  builds.onerror = () => report("rankpress watch has ended: the report is shown as it was then");
};
// a browser opens six connections to a server and no more: tabs that no one sees give theirs up
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
    """Return the page around a report."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>rankpress</title>'
        f'<style>{STYLE}</style></head><body><pre id="message" role="alert" hidden></pre>'
        f'<iframe src="/{report}" title="Report"></iframe><script>{SCRIPT}</script></body></html>\n'
    ).encode()


HERE = "127.0.0.1"
# What the page shows, the first that there is.
SHOWN = ("report.html", "report.pdf", "report.md", "results.json")
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".pdf": "application/pdf",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".csv": "text/csv; charset=utf-8",
}
# Seconds after which a page that waits hears from the server, which thereby learns of one that has gone.
HEARTBEAT = 15


@dataclass
class Builds:
    """A number that grows with each build, and what was wrong with the last attempt; pages wait for the next.

    It begins with the time (in milliseconds, which a browser can count exactly), so that a page that is still open from
    an earlier server reloads.
    """

    build: int = field(default_factory=lambda: time.time_ns() // 1_000_000)
    faults: str = ""

    def __post_init__(self) -> None:
        self._changed = threading.Condition()

    def note(self, faults: str = "") -> None:
        """Report of an attempt: it built a report unless there are faults."""
        with self._changed:
            self.build, self.faults = self.build + (not faults), faults
            self._changed.notify_all()

    def after(self, earlier: tuple[int, str] | None) -> tuple[int, str]:
        """Return the state, as soon as it differs from this one, or after a while."""
        with self._changed:
            self._changed.wait_for(lambda: (self.build, self.faults) != earlier, HEARTBEAT)
            return self.build, self.faults


class ReportServer:
    """Serves the files that a report's manifest lists, on this machine alone; port 0 is any that is free."""

    def __init__(self, out: Path, builds: Builds, port: int = 0) -> None:
        try:
            self._server = _Server((HERE, port), _Handler)
        except OSError as error:
            message = f"port {port} cannot be served: {(error.strerror or str(error)).lower()}"
            raise FaultsFound([Fault("--serve", message, "a port that is free", "--serve alone takes any")]) from error
        self._server.out, self._server.builds = out, builds
        self.address = f"http://{HERE}:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    out: Path
    builds: Builds

    def handle_error(self, *_: Any) -> None:
        """A browser that went away is no fault."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"
    timeout = 60  # of a connection that says nothing

    def do_GET(self) -> None:
        """Send the page, a file of the report, or builds as they come."""
        if not self._of_this_machine():
            # a name that was made to lead here could be a page of anyone's
            self._send(HTTPStatus.MISDIRECTED_REQUEST, b"this server answers to 127.0.0.1 and localhost only\n")
            return
        path = unquote(urlsplit(self.path).path).removeprefix("/")
        if path == "-/builds":
            self._send_builds()
            return
        files = _files(self.server.out)
        if not path:
            first_page = next((name for name in SHOWN if name in files), SHOWN[0])
            self._send(HTTPStatus.OK, frame_page(first_page), TYPES[".html"], {"Content-Security-Policy": POLICY})
            return
        content = _content(self.server.out, path) if path in files else None
        if content is None:
            self._send(HTTPStatus.NOT_FOUND, b"not a file of the report\n")
        else:
            self._send(HTTPStatus.OK, content, TYPES.get(Path(path).suffix, "text/plain; charset=utf-8"))

    do_HEAD = do_GET

    def log_message(self, *_: Any) -> None:
        """Requests are not logged."""

    def version_string(self) -> str:
        """Return what the server calls itself."""
        return "rankpress"

    def _of_this_machine(self) -> bool:
        hosts = {f"{name}:{self.server.server_port}" for name in (HERE, "localhost")}
        return self.headers.get_all("Host") in [[host] for host in hosts]

    def _send(
        self,
        status: HTTPStatus,
        content: bytes,
        kind: str = "text/plain; charset=utf-8",
        headers: dict[str, str] | None = None,
    ) -> None:
        self._begin(status, kind, {"Content-Length": str(len(content)), **(headers or {})})
        if self.command != "HEAD":
            self.wfile.write(content)

    def _begin(self, status: HTTPStatus, kind: str, headers: dict[str, str]) -> None:
        self.send_response(status)
        retained = {
            "Content-Type": kind,
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "SAMEORIGIN",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Referrer-Policy": "no-referrer",
        }
        for name, value in (retained | headers).items():
            self.send_header(name, value)
        self.end_headers()

    def _send_builds(self) -> None:
        """Events, one at once and then one a build, until the page goes away."""
        self.close_connection = True
        self._begin(HTTPStatus.OK, "text/event-stream", {"Connection": "close"})
        last_sent: tuple[int, str] | None = None
        while self.command != "HEAD":
            now = self.server.builds.after(last_sent)
            event = f"data: {json.dumps({'build': now[0], 'faults': now[1]})}\n\n" if now != last_sent else ": here\n\n"
            last_sent = now
            self.wfile.write(event.encode())
            self.wfile.flush()


def _files(out: Path) -> frozenset[str]:
    """Return the files of the report, as its manifest lists them."""
    described = manifest.read(out)
    return frozenset() if described is None else frozenset(str(output["path"]) for output in described["outputs"])


def _content(out: Path, path: str) -> bytes | None:
    """Return a file of the report; None where it is gone, or a link that leads elsewhere."""
    try:
        file = (out / path).resolve(strict=True)
        return file.read_bytes() if file.is_relative_to(out.resolve()) else None
    except OSError:
        return None
