"""Engines: the same results in the same order wherever the work is done, and faults that say what to do."""

import logging
import os
import shutil
import signal
import socket
import threading
import time
from contextlib import suppress
from functools import partial
from importlib import import_module

import pytest
from engine_work import (
    DATASETS,
    Shared,
    as_parquet,
    busy,
    contents,
    dask_cluster,
    ending,
    place,
    reported,
    slow,
    unpacked_how_often,
    wrong,
)

from rankpress.app.cli import main
from rankpress.app.shared_files import on_files
from rankpress.core.faults import FaultsFound
from rankpress.executors import cluster as clusters
from rankpress.executors import local as locals_
from rankpress.executors.cluster import Cluster, connected
from rankpress.executors.local import Local, cut
from rankpress.spec.reading import read_study
from rankpress.stages.load import load


@pytest.mark.parametrize(("items", "processes"), [(0, 2), (1, 2), (7, 1), (100, 3), (1000, 2)])
def test_pieces_are_all_in_order(items, processes):
    pieces = cut(range(items), processes)
    assert [item for piece in pieces for item in piece] == list(range(items))
    assert len(pieces) <= 8 * processes
    assert all(pieces)


@pytest.fixture
def at_once(monkeypatch):
    """Further processes, whether or not they are worth it; only the first item is done here."""
    monkeypatch.setattr(locals_, "PATIENCE", -1.0)
    monkeypatch.setattr(locals_, "WORTH_PROCESSES", -1.0)


@pytest.mark.nightly
@pytest.mark.usefixtures("at_once")
def test_much_work_is_done_in_processes_and_stays_in_order():
    with Local(2) as local:
        assert list(local.map(partial(pow, 2), range(200))) == [2**at for at in range(200)]
        assert os.getpid() not in local.map(place, range(20))
    with Local(1) as local:
        assert set(local.map(place, range(20))) == {os.getpid()}


@pytest.mark.nightly
@pytest.mark.usefixtures("at_once")
def test_what_goes_wrong_in_a_process_is_reported():
    with Local(2) as local, pytest.raises(ValueError, match="item 0"):
        list(local.map(wrong, range(5)))
    with pytest.raises(FaultsFound, match="--jobs 2: a process that worked for this build"), Local(2) as local:
        list(local.map(ending, range(5)))


@pytest.mark.weekly
def test_work_is_spread_where_it_takes_long(monkeypatch):
    monkeypatch.setattr(locals_, "PATIENCE", 0.05)
    monkeypatch.setattr(locals_, "WORTH_PROCESSES", 1.0)
    with Local(2) as local:
        assert set(local.map(slow, [0.03] * 50)) == {os.getpid()}  # a machine that is busy elsewhere
        assert len(set(local.map(busy, [0.03] * 100))) > 1
        assert set(local.map(busy, [0.03] * 10)) == {os.getpid()}
        assert set(local.map(busy, [0.5] + [0.001] * 50)) == {os.getpid()}  # the first loads what all need
        assert len(set(local.map(busy, [1.2] + [0.01] * 50))) > 1  # and is itself long


@pytest.mark.weekly
def test_workers_are_sent_the_scores(study, address):
    read = read_study(study)
    [metric] = load(read.study.scores, read.folder).metrics
    items = [metric.on([row]) for row in range(len(DATASETS))]
    function = partial(reported, more=1)
    with Cluster(address) as cluster:
        from_workers = list(cluster.map(function, items))
    here = [function(item) for item in items]
    assert [one[:3] for one in from_workers] == [one[:3] for one in here]
    assert os.getpid() not in {one[3] for one in from_workers}
    assert not any(one[4] for one in from_workers)  # with their folds


def test_what_all_pieces_share_is_sent_once_to_each_worker(address):
    with Cluster(address) as cluster:
        by_worker = set(cluster.map(partial(unpacked_how_often, Shared()), range(64)))
    assert len(by_worker) == 2  # workers
    assert {count for _, count in by_worker} == {1}


def test_reports_are_the_same_wherever_they_are_computed(study, address, monkeypatch, capsys):
    """Here, and by workers that read the scores; others of these tests have workers that are sent them."""
    as_parquet(study)
    reports, original = [], Cluster.map_pieces
    worked = {"read": set(), "given": set()}
    build = ["build", str(study), "--only", "markdown", "--set", "plot=[]", "--out"]

    def noted(self, function, items):
        if items:
            worked["read" if function.func is on_files else "given"].add(function.args[0].func)
        return original(self, function, items)

    monkeypatch.setattr(Cluster, "map_pieces", noted)
    engines = {"here": "{}", "read": f"{{engine: dask, address: '{address}', scores: read}}"}
    for where, engine in engines.items():
        assert not worked["given"]  # nothing went to workers
        shutil.rmtree(study.parent / ".rankpress", ignore_errors=True)  # nothing is recalled
        command = [*build, str(study.parent / where), "--jobs", "1", "--set", f"compute={engine}"]
        assert main(command) == 0, capsys.readouterr()
        reports.append(contents(study.parent / where))
    assert len(reports[0]) > 10
    names = {where: {work.__name__ for work in works} for where, works in worked.items()}
    assert names["read"] | names["given"] == WORK
    assert {"within_tests", "_on_one", "compare_pairs_within"} <= names["read"]
    assert not names["read"] & names["given"]
    assert reports[0] == reports[1]
    # where it is computed is none of what a report was made from
    capsys.readouterr()
    assert main([*build, str(study.parent / "read")]) == 0
    printed = capsys.readouterr().err
    assert "is up to date" in printed


# On each data set, and the pieces of what tells whether the study can be trusted.
WORK = {
    *("within_tests", "_on_one"),
    *("compare_pairs_within", "_examine_one", "_search", "repeat_at", "by_size", "by_difference"),
}


def faults(run):
    with pytest.raises(FaultsFound) as error:
        run()
    return [str(fault) for fault in error.value.faults]


def test_other_versions_on_a_worker(address, monkeypatch):
    monkeypatch.setattr("rankpress.executors.cluster.computing_versions", lambda: {"numpy": "1.0"})
    with Cluster(address) as cluster:
        messages = faults(lambda: list(cluster.map(slow, [0.0])))
    assert messages[0].startswith("compute: worker tcp://")
    assert " of the cluster has numpy " in messages[0]
    assert "and here is 1.0" in messages[0]
    assert "expected: the same versions" in messages[0]


@pytest.mark.nightly
def test_no_cluster_is_there(study, monkeypatch, capsys):
    monkeypatch.setattr(clusters, "ANSWER", 0.5)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        there = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    arguments = ["--set", "compute.engine=dask", "--set", f"compute.address={there}"]
    assert main(["build", str(study), *arguments]) == 2
    printed = capsys.readouterr().err
    assert f"compute: no Dask scheduler answers at {there}" in printed
    assert "fix: or compute on this machine, with --set 'compute={}'" in printed
    assert not (study.parent / "report").exists()
    assert main(["build", str(study), "--set", "compute.engine=dask", "--set", "compute.address=nonsense://x"]) == 2


@pytest.mark.nightly
@pytest.mark.few(1)
@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n" * 10])
def test_another_service_is_there(monkeypatch, answer):
    monkeypatch.setattr(clusters, "ANSWER", 1.0)

    def serve():
        with suppress(OSError):
            while True:
                kept.append(service.accept()[0])
                kept[-1].sendall(answer)

    kept = []
    with socket.create_server(("127.0.0.1", 0)) as service:
        there = f"tcp://127.0.0.1:{service.getsockname()[1]}"
        thread = threading.Thread(target=serve)
        thread.start()
        began = time.monotonic()
        with Cluster(there) as cluster:
            [message] = faults(lambda: list(cluster.map(abs, [1])))
        assert time.monotonic() - began < 20  # where a client of Dask would wait for ever
        service.shutdown(socket.SHUT_RDWR)
        thread.join()
    for one in kept:
        one.close()
    assert f"no Dask scheduler answers at {there}: " in message


def test_a_worker_is_no_scheduler(address):
    with connected(address) as client:
        [worker, *_] = client.scheduler_info(n_workers=-1)["workers"]
    with Cluster(worker) as cluster:
        assert f"no Dask scheduler answers at {worker}: it is that of a worker" in str(
            faults(lambda: list(cluster.map(abs, [1])))
        )


@pytest.mark.weekly
def test_a_cluster_without_workers(tmp_path, monkeypatch):
    monkeypatch.setattr(clusters, "ANSWER", 1.0)
    with dask_cluster(tmp_path, workers=0) as (there, _), Cluster(there) as cluster:
        assert "has no workers" in faults(lambda: list(cluster.map(abs, [1])))[0]


class Answerless:
    """A piece of work, and its cluster, of whose scheduler nothing is heard any more."""

    def __init__(self, error, status, ncores=None):
        self.error, self.status, self.ncores = error, status, ncores

    def result(self, timeout):
        raise self.error

    def exception(self, timeout):
        return self.error


def no_connection():
    raise OSError("Timed out trying to connect")


def test_a_scheduler_that_cannot_be_connected_to_again():
    cluster = Cluster("tcp://there:1")
    for work in (
        Answerless(OSError("Timed out trying to connect"), "pending"),
        Answerless(TimeoutError(), "running", no_connection),
    ):
        cluster._client = work
        assert "the scheduler at tcp://there:1 went away" in faults(lambda work=work: cluster._result(work))[0]
    with pytest.raises(FileNotFoundError):  # of the work itself
        cluster._result(Answerless(FileNotFoundError("no such file"), "error"))


def killing(process, results):
    """What takes the results of a cluster, and kills a process after so many."""
    original, left = Cluster._result, [results]

    def result(self, future):
        left[0] -= 1
        if left[0] == 0:
            os.kill(process, signal.SIGKILL)
        return original(self, future)

    return result


# Without what is simulated, which others of these tests have done on a cluster.
LITTLE = [
    *("--set", "plot=[]", "--set", "sensitivity=null", "--set", "replicability=null", "--set", "power=null"),
    *("--set", "bayes=null"),
]


@pytest.mark.nightly
def test_a_build_outlives_a_worker(study, cluster, monkeypatch, capsys):
    there, pids = cluster
    build = ["build", str(study), "--force", "--only", "markdown", *LITTLE, "--out"]
    assert main([*build, str(study.parent / "here")]) == 0
    monkeypatch.setattr(Local, "map", None)  # the other worker does it, not this process
    monkeypatch.setattr(Cluster, "_result", killing(pids[1], 6))
    engine = ["--set", "compute.engine=dask", "--set", f"compute.address={there}"]
    assert main([*build, str(study.parent / "there"), *engine]) == 0
    assert f"warning: 1 of the 2 workers of the cluster at {there} went away" in capsys.readouterr().err
    assert contents(study.parent / "here") == contents(study.parent / "there")


@pytest.mark.weekly
def test_a_build_that_loses_the_scheduler_is_continued(study, tmp_path, monkeypatch, capsys):
    """First a piece of work kills the worker, which comes again, then the scheduler goes too."""
    build, computed = ["build", str(study), "--only", "markdown", *LITTLE, "--out"], [0]
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "0")  # it restarts no worker for it
    original, logged = Local.map, []
    monkeypatch.setattr(logging.getLogger("distributed.client"), "handle", logged.append)

    def counted(self, function, items):
        computed[0] += len(items)
        return original(self, function, items)

    monkeypatch.setattr(Local, "map", counted)
    assert main([*build, str(tmp_path / "here")]) == 0
    every, computed[0] = computed[0], 0
    shutil.rmtree(study.parent / ".rankpress")
    with dask_cluster(tmp_path, workers=1) as (there, pids):
        with Cluster(there) as cluster:
            messages = faults(lambda: list(cluster.map(ending, range(5))))
        assert "died of the same piece of work" in messages[0]
        monkeypatch.setattr(Cluster, "_result", killing(pids[0], 10))
        cluster = ["--set", "compute.engine=dask", "--set", f"compute.address={there}"]
        assert main([*build, str(tmp_path / "there"), *cluster]) == 2
    assert logged == []  # no traceback of Dask's
    printed = capsys.readouterr().err
    assert f"compute: the scheduler at {there} went away during the work" in printed
    assert "repeat the command once the cluster is there, which continues from the parts that are finished" in printed
    assert "; or compute on this machine, with --set 'compute={}'" in printed
    assert not (tmp_path / "there").exists()
    assert main([*build, str(tmp_path / "there"), *cluster, "--set", "compute={}"]) == 0  # as the message says
    assert 0 < computed[0] <= every - 9
    assert contents(tmp_path / "here") == contents(tmp_path / "there")


def test_a_cluster_that_lacks_a_module(address, tmp_path, monkeypatch):
    (tmp_path / "only_here.py").write_text("def work(item):\n    return item\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    work = import_module("only_here").work
    with Cluster(address) as cluster:
        messages = faults(lambda: list(cluster.map(work, [1])))
    assert "the cluster lacks a module: No module named 'only_here'" in messages[0]


@pytest.mark.nightly
def test_the_section_of_the_spec(study, capsys):
    assert main(["check", str(study), "--set", "compute.engine=dask"]) == 2
    assert "a cluster has an address" in capsys.readouterr().err
    assert main(["check", str(study), "--set", "compute.address=tcp://a:1"]) == 2
    assert "only a cluster has an address" in capsys.readouterr().err
    assert main(["check", str(study), "--set", "compute.engine=spark"]) == 2
    capsys.readouterr()
    assert main(["check", str(study), "--set", "compute.scores=read"]) == 2
    assert "scores: read without a cluster" in capsys.readouterr().err
