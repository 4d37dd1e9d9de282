"""What a watched study is made from, and the server of its report over real sockets."""

import http.client
import json
import os
import shutil
import socket
import threading
from itertools import pairwise

import pytest

from rankpress.app import watching
from rankpress.app.server import Builds, ReportServer
from rankpress.app.watching import Inputs
from rankpress.core.faults import FaultsFound
from rankpress.core.manifest import describe
from rankpress.report.writing import write_report
from rankpress.spec.reading import read_study


@pytest.fixture
def folder(tmp_path):
    for name in ("runs/a/1.csv", "runs/b/1.csv", "runs/b/deep/2.csv", "other/x.csv", "mine/latex/x.tex.j2"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    return tmp_path


def inputs_of(folder, spec):
    (folder / "study.yaml").write_text(spec)
    return Inputs(folder / "study.yaml", read_study(folder / "study.yaml"))


def below(folder, paths):
    return {path.relative_to(folder).as_posix() for path in paths}


@pytest.mark.parametrize(
    ("pattern", "files", "folders"),
    [
        ("runs/*/*.csv", {"runs/a/1.csv", "runs/b/1.csv"}, {"runs", "runs/a", "runs/b"}),
        (
            "runs/**/*.csv",
            {"runs/a/1.csv", "runs/b/1.csv", "runs/b/deep/2.csv"},
            {"runs", "runs/a", "runs/b", "runs/b/deep"},
        ),
        ("runs/a/1.csv", {"runs/a/1.csv"}, {"runs/a"}),
        ("later/on/*.csv", set(), set()),
        ("runs/c/*.csv", set(), {"runs"}),
        ("runs/{algorithm}/{fold}.csv", {"runs/a/1.csv", "runs/b/1.csv"}, {"runs", "runs/a", "runs/b"}),
    ],
)
def test_patterns(folder, pattern, files, folders):
    inputs = inputs_of(folder, f"scores: {{files: '{pattern}'}}")
    assert below(folder, inputs.state()) == {"study.yaml", *files}
    assert below(folder, inputs.folders()) == {".", *folders}


def test_templates(folder):
    inputs = inputs_of(folder, "scores: {files: other/x.csv}\nreport: {templates: mine}")
    assert below(folder, inputs.state()) == {"study.yaml", "other/x.csv", "mine/latex/x.tex.j2"}
    assert below(folder, inputs.folders()) == {".", "other", "mine", "mine/latex"}


def test_what_changes_the_state(folder):
    inputs = inputs_of(folder, "scores: {files: 'runs/**/*.csv'}")
    states = [inputs.state()]
    changed = folder / "runs/a/1.csv"
    (folder / "runs/a/2.csv").write_text("x")
    states.append(inputs.state())
    os.utime(changed, ns=(1, 1))
    states.append(inputs.state())
    changed.unlink()
    states.append(inputs.state())
    (folder / "other/x.csv").write_text("no score of this study")
    assert inputs.state() == states[-1]
    assert all(one != two for one, two in pairwise(states))


@pytest.mark.nightly
def test_folders_that_come_and_go_meanwhile(folder):
    inputs = inputs_of(folder, "scores: {files: 'runs/**/*.csv'}\nreport: {templates: mine}")
    done = threading.Event()

    def come_and_go():
        while not done.is_set():
            for root in ("runs", "mine"):
                shutil.copytree(folder / root, folder / root / "new")
                shutil.rmtree(folder / root / "new")

    busy = threading.Thread(target=come_and_go)
    busy.start()
    try:
        states = [inputs.state() for _ in range(100)]
        assert all(folder / "study.yaml" in state for state in states)
        assert all(inputs.folders() for _ in range(50))
    finally:
        done.set()
        busy.join()


def test_links_in_a_circle_and_a_whole_disk_end(folder, monkeypatch):
    (folder / "runs" / "again").symlink_to(folder / "runs")
    inputs = inputs_of(folder, "scores: {files: 'runs/**'}")
    assert below(folder, inputs.folders()) == {".", "runs", "runs/a", "runs/b", "runs/b/deep"}
    monkeypatch.setattr(watching, "MOST_FOLDERS", 3)
    assert len(inputs.folders()) == 3


FILES = {"report.html": b"<!doctype html><title>R</title>", "tables/x y.csv": b"1,2\n", "results.json": b"{}"}


@pytest.fixture
def out(tmp_path):
    write_report(FILES, describe({}, (), (), {"rankpress": "1"}, FILES), tmp_path / "report")
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "report" / "notes.txt").write_text("secret")
    return tmp_path / "report"


@pytest.fixture
def builds():
    return Builds(0)


@pytest.fixture
def server(out, builds):
    server = ReportServer(out, builds)
    yield server
    server.close()


@pytest.fixture
def ask(server):
    port = int(server.address.rstrip("/").rpartition(":")[2])

    def ask(path, method="GET", host=None):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.putrequest(method, path, skip_host=True)
        if host != "":
            connection.putheader("Host", (host or "127.0.0.1:PORT").replace("PORT", str(port)))
        connection.endheaders()
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, content, answer.headers

    return ask


def test_the_report_is_sent_as_it_is(ask):
    for path, content in FILES.items():
        assert ask("/" + path.replace(" ", "%20"))[:2] == (200, content)
    status, page, headers = ask("/?x=1")
    assert status == 200
    assert b'<iframe src="/report.html"' in page
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    status, content, headers = ask("/report.html", "HEAD")
    assert (status, content, headers["Content-Length"]) == (200, b"", str(len(FILES["report.html"])))
    assert (headers["X-Content-Type-Options"], headers["Cache-Control"]) == ("nosniff", "no-store")


@pytest.mark.few
@pytest.mark.parametrize(
    "path",
    [
        *("/notes.txt", "/manifest.json.bak", "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt"),
        *("/tables/../../secret.txt", "//etc/passwd", "/%2fetc%2fpasswd", "/tables", "/tables/", "/report.html/"),
        *("/report.html%00", "/./report.html", "/REPORT.HTML", "/link.html", "/-/other"),
    ],
)
def test_nothing_else_is_sent(ask, path):
    status, content, _ = ask(path)
    assert (status, b"secret" in content) == (404, False)


def test_a_listed_file_that_leads_elsewhere(ask, out):
    (out / "results.json").unlink()
    (out / "results.json").symlink_to(out.parent / "secret.txt")
    assert ask("/results.json")[0] == 404
    (out / "report.html").unlink()
    assert ask("/report.html")[0] == 404


@pytest.mark.few
@pytest.mark.parametrize(
    ("host", "status"),
    [
        *(("localhost:PORT", 200), ("127.0.0.1:PORT", 200), ("", 421), ("evil.example", 421)),
        *(("evil.example:PORT", 421), ("127.0.0.1", 421), ("127.0.0.1.evil.example:PORT", 421)),
    ],
)
@pytest.mark.parametrize("path", ["/", "/report.html", "/-/builds"])
def test_only_this_machine_s_own_name_is_answered(ask, path, host, status):
    method = "HEAD" if path == "/-/builds" else "GET"
    assert ask(path, method, host)[0] == status


def test_no_other_method(ask):
    assert {ask("/report.html", method)[0] for method in ("POST", "PUT", "DELETE", "OPTIONS")} == {501}


def test_it_listens_on_this_machine_alone(server):
    port = int(server.address.rstrip("/").rpartition(":")[2])
    assert server.address.startswith("http://127.0.0.1:")
    with pytest.raises(OSError), socket.create_connection(("127.0.0.2", port), timeout=5):  # noqa: PT011 - any refusal
        pass


def test_a_port_that_is_taken(server, out):
    port = int(server.address.rstrip("/").rpartition(":")[2])
    with pytest.raises(FaultsFound, match=f"port {port} cannot be served: address already in use"):
        ReportServer(out, Builds(), port)


def test_builds_are_announced_as_they_come(server, builds):
    connection = http.client.HTTPConnection(server.address.removeprefix("http://").rstrip("/"), timeout=60)
    connection.request("GET", "/-/builds")
    answer = connection.getresponse()

    def event():
        line = answer.readline()
        answer.readline()
        return json.loads(line.removeprefix(b"data: "))

    assert answer.headers["Content-Type"] == "text/event-stream"
    assert event() == {"build": 0, "faults": ""}
    builds.note()
    assert event() == {"build": 1, "faults": ""}
    builds.note("</script>\ndata: {}")
    assert event() == {"build": 1, "faults": "</script>\ndata: {}"}
    builds.note()
    assert event() == {"build": 2, "faults": ""}
    connection.close()
