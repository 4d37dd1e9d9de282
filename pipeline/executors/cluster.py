"""Work on a Dask cluster."""

from __future__ import annotations

import asyncio
import logging
import pickle
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import cache, cached_property, lru_cache, partial
from typing import Any, TypeVar

from rankpress.core.extras import lacking
from rankpress.core.faults import Fault, FaultsFound
from rankpress.core.manifest import library_versions
from rankpress.core.plugins import Plugin, activate, active, only_here, versions
from rankpress.executors.local import called, cut
from rankpress.wording.strings import counted

_Item = TypeVar("_Item")
_Made = TypeVar("_Made")

ANSWER = 10.0  # seconds that a scheduler, or a first worker, is waited for
LOOK_AGAIN = 1.0  # seconds between looks at whether there still are workers
PLACE = "compute"
LOCALLY = "or compute on this machine, with --set 'compute={}'"
_KEPT = f"repeat the command once the cluster is there, which continues from the parts that are finished; {LOCALLY}"


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """Connect to the scheduler of a cluster, and take leave of it."""
    try:
        from distributed import Client

        connect: Any = Client
    except ModuleNotFoundError as error:
        raise FaultsFound([lacking(PLACE, "a Dask cluster", "dask.distributed", "dask")]) from error
    _greet(address)
    with _silent("distributed.client"):  # which prints tracebacks where faults say what happened, and what to do
        client = connect(address, timeout=ANSWER, set_as_default=False)
        try:
            _await_workers(client, address)
            yield client
        finally:
            client.close(timeout=ANSWER)


@contextmanager
def _silent(name: str) -> Iterator[None]:
    """Have a logger drop all that is not critical."""
    logger = logging.getLogger(name)
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(level)


def _greet(address: str) -> None:
    """Make sure that a scheduler is there: a client waits long for other services, and for ever for silent ones."""
    with ThreadPoolExecutor(1) as pool:  # where this is called, as in a notebook, an event loop may be running
        try:
            kind = pool.submit(asyncio.run, _kind(address)).result()
            why = "" if kind == "Scheduler" else f"it is that of a {kind.lower()}"
        except TimeoutError:
            why = f"nothing within {ANSWER:g} s"
        except Exception as error:  # noqa: BLE001 - whatever comes of taking another service's words for Dask's
            why = (str(error) or type(error).__name__).splitlines()[0]
    if why:
        expected = "the address that `dask scheduler` printed; tls:// needs Dask's own configuration of certificates"
        raise FaultsFound([Fault(PLACE, f"no Dask scheduler answers at {address}: {why}", expected, LOCALLY)])


async def _kind(address: str) -> str:
    """Return what answers at an address."""
    import distributed

    dask: Any = distributed

    async def answered_kind() -> str:
        security = dask.Security().get_connection_args("client")
        async with dask.rpc(address, timeout=ANSWER, connection_args=security) as there:
            return str((await there.identity())["type"])

    return await asyncio.wait_for(answered_kind(), ANSWER)


def _await_workers(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=ANSWER)
    except TimeoutError as error:
        raise FaultsFound([_no_workers(address)]) from error


def _no_workers(address: str) -> Fault:
    return Fault(PLACE, f"the cluster at {address} has no workers", f"some: `dask worker {address}` starts one", _KEPT)


def _no_scheduler(address: str) -> Fault:
    return Fault(PLACE, f"the scheduler at {address} went away during the work", "a cluster that stays up", _KEPT)


@cache
def computing_versions() -> Mapping[str, str]:
    """Return the versions of the code and the libraries that can change what is computed."""
    versions = library_versions()
    return {name: versions[name] for name in ("rankpress code", "numpy", "scipy")}


def on_worker(
    sent: Mapping[str, str], plugins: Sequence[Plugin], packed_function: bytes, packed_items: bytes
) -> list[Any]:
    """Call a function with some items, on a worker that computes with the same versions and plug-ins as the sender."""
    activate(plugins)
    here = {**computing_versions(), **versions()}
    differing = [name for name, version in sent.items() if here.get(name) != version]
    if differing:
        message = "worker {} of the cluster has {} {}, and here is {}"
        raise FaultsFound(
            Fault(PLACE, message.format(_worker(), name, here.get(name), sent[name]), "the same versions", LOCALLY)
            for name in differing
        )
    return _unpacked(packed_function)(pickle.loads(packed_items))


@lru_cache(maxsize=1)
def _unpacked(packed_function: bytes) -> Callable[[Any], list[Any]]:
    """Return a function with what all its calls share, read once by each worker."""
    function: Callable[[Any], list[Any]] = pickle.loads(packed_function)
    return function


def _worker() -> str:
    """Return the address of the worker that this is called on."""
    from distributed import get_worker

    find: Any = get_worker
    return str(find().address)


class Cluster(ExitStack):
    """The workers of the cluster with a scheduler's address; connected to when there is work for them."""

    def __init__(self, address: str, warn: Callable[[str], None] = lambda message: None) -> None:
        super().__init__()
        self._address, self._warn = address, warn
        self._seen: set[str] = set()  # addresses of workers

    @cached_property
    def _client(self) -> Any:
        return self.enter_context(connected(self._address))

    def map(self, function: Callable[[_Item], _Made], items: Sequence[_Item]) -> Iterator[_Made]:
        """Yield what a function makes of each item, in their order."""
        return self.map_pieces(partial(called, function), items)

    def map_pieces(self, function: Callable[[Sequence[_Item]], list[_Made]], items: Sequence[_Item]) -> Iterator[_Made]:
        """Yield what a function makes of the items, several of which it is given at once, in their order."""
        if not items:
            return
        if only_here():
            message = "workers of a cluster do not know what this program registered itself"
            raise FaultsFound([Fault(PLACE, message, "a file that the study names in plugins, or a package", LOCALLY)])
        with self._expecting_scheduler():
            cores = self._client.ncores()
            self._report_losses(set(cores))
            begun = self._begin(function, cut(items, sum(cores.values()) or 1))
        try:
            for future in begun:
                yield from self._result(future)
            with self._expecting_scheduler():
                self._report_losses(set(self._client.ncores()))
        finally:
            with suppress(OSError):  # of a scheduler that is gone
                self._client.cancel(begun)

    def _begin(
        self, function: Callable[[Sequence[_Item]], list[_Made]], pieces: Sequence[Sequence[_Item]]
    ) -> list[Any]:
        """Send each piece to one worker, and once to each what all of them share: the function and its arguments.

        What they share is the result of a task, which workers fetch from each other, and which is computed again if
        those that have it die; scattered data would be lost. Both are packed here: otherwise the scheduler would unpack
        and pack them again, and a worker with other versions would fail to unpack them before it can compare these.
        Tasks are impure, or Dask would look for results of earlier builds by hashes of its own.
        """
        submit = partial(self._client.submit, pure=False)
        shared = submit(bytes, pickle.dumps(function))
        sent = {**computing_versions(), **versions()}
        return [submit(on_worker, sent, active(), shared, pickle.dumps(piece)) for piece in pieces]

    @contextmanager
    def _expecting_scheduler(self) -> Iterator[None]:
        """Report a scheduler that is no longer there as a fault."""
        from distributed.client import ClosedClientError

        closed: Any = ClosedClientError
        try:
            yield
        except (OSError, closed) as error:
            raise FaultsFound([_no_scheduler(self._address)]) from error

    def _report_losses(self, present: set[str]) -> None:
        """Warn of workers that went away since they were last seen; others have done their work by now, or will."""
        lost, n_before = self._seen - present, len(self._seen)
        self._seen = present
        if lost:
            workers = f"{len(lost)} of the {counted(n_before, 'worker')} of the cluster at {self._address}"
            names = ", ".join(sorted(lost))
            self._warn(f"{workers} went away during the work ({names}); others do it, and the results are complete")

    def _result(self, future: Any) -> list[Any]:
        from distributed import CancelledError, KilledWorker

        alone_since: float | None = None
        while True:
            try:
                created: list[Any] = future.result(timeout=LOOK_AGAIN)
                return created
            except FaultsFound:
                raise
            except TimeoutError as error:
                # the work's own, and not that of this look
                if future.status == "error" and isinstance(future.exception(timeout=ANSWER), TimeoutError):
                    raise
                with self._expecting_scheduler():
                    alone_since = self._alone_since(alone_since)
                if alone_since is not None and time.monotonic() - alone_since > ANSWER:
                    raise FaultsFound([_no_workers(self._address)]) from error
            except KilledWorker as error:
                message = "workers of the cluster died of the same piece of work, as it happens where memory is short"
                raise FaultsFound([Fault(PLACE, message, "workers with more memory", _KEPT)]) from error
            except (CancelledError, OSError) as error:
                if future.status == "error":  # the work's own
                    raise
                raise FaultsFound([_no_scheduler(self._address)]) from error
            except (ImportError, RuntimeError) as error:
                # the scheduler, which unpickles too, gives the reason in the cause
                lacking = error if isinstance(error, ImportError) else error.__cause__
                if not isinstance(lacking, ImportError):
                    raise
                message = f"the cluster lacks a module: {lacking}"
                expected = "rankpress, of the same version, for its scheduler and on every worker"
                raise FaultsFound([Fault(PLACE, message, expected, LOCALLY)]) from error

    def _alone_since(self, since: float | None) -> float | None:
        """Since when there are no workers; None while there are some."""
        if self._client.status == "running" and self._client.ncores():
            return None
        return time.monotonic() if since is None else since
