"""Work on a Dask cluster, whose workers read the scores themselves."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import cached_property, partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from rankpress.core.faults import Fault, FaultsFound
from rankpress.executors.local import Local, cut
from rankpress.executors.worker_scores import Source, Sources, on_worker, sent_to_worker

if TYPE_CHECKING:
    from rankpress.core.scores import Scores
    from rankpress.spec.model import ScoresOptions
    from rankpress.spec.report_sections import ComputeOptions


Map = Callable[[Callable[[Any], Any], Sequence[Any]], Iterable[Any]]


@contextmanager
def opened_engine(
    compute: ComputeOptions, jobs: int, options: ScoresOptions, folder: Path, scores: Scores
) -> Iterator[Map]:
    """Give what has a function called with each of several items, wherever the study wants that done."""
    if compute.address is None:
        with Local(jobs) as local:
            yield local.map
        return

    with Cluster(compute.address, options, folder, scores) as cluster:
        yield cluster.map


Item = TypeVar("Item")
Made = TypeVar("Made")

ANSWER = 10.0  # seconds that a scheduler, or a first worker, is waited for
LOOK_AGAIN = 1.0  # seconds between looks at whether there still are workers
PLACE = "compute"
LOCALLY = "or leave the section out, to compute here"


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """Connect to the scheduler of a cluster, and take leave of it."""
    try:
        from distributed import Client

        connect: Any = Client
    except ModuleNotFoundError as error:
        message = "a Dask cluster needs dask.distributed, which is not installed"
        raise FaultsFound([Fault(PLACE, message, remedy="pip install rankpress[dask]")]) from error
    _greet(address)
    client = connect(address, timeout=ANSWER, set_as_default=False)
    try:
        _await_workers(client, address)
        yield client
    finally:
        client.close(timeout=ANSWER)


def _greet(address: str) -> None:
    """Make sure that a scheduler is there: a client waits long for other services, and for ever for silent ones."""
    with ThreadPoolExecutor(1) as apart:  # where this is called, as in a notebook, an event loop may be running
        try:
            kind = apart.submit(asyncio.run, _kind(address)).result()
            why = "" if kind == "Scheduler" else f"it is that of a {kind.lower()}"
        except TimeoutError:
            why = f"nothing within {ANSWER:g} s"
        except Exception as error:  # noqa: BLE001 - whatever comes of taking another service's words for Dask's
            why = (str(error) or type(error).__name__).splitlines()[0]
    if why:
        expected = "the address that `dask scheduler` printed; tls:// needs Dask's own configuration of certificates"
        raise FaultsFound([Fault(PLACE, f"no Dask scheduler answers at {address}: {why}", expected, LOCALLY)])


async def _kind(address: str) -> str:
    """What answers at an address."""
    import distributed

    dask: Any = distributed

    async def asked() -> str:
        security = dask.Security().get_connection_args("client")
        async with dask.rpc(address, timeout=ANSWER, connection_args=security) as there:
            return str((await there.identity())["type"])

    return await asyncio.wait_for(asked(), ANSWER)


def _await_workers(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=ANSWER)
    except TimeoutError as error:
        raise FaultsFound([_no_workers(address)]) from error


def _no_workers(address: str) -> Fault:
    return Fault(
        PLACE, f"the cluster at {address} has no workers", f"some, as `dask worker {address}` begins one", LOCALLY
    )


class Cluster:
    """The workers of a cluster, which it connects to when there is work for them; a context manager.

    Parameters
    ----------
    address : str
        Of its scheduler.
    options, folder, scores : ScoresOptions, Path, Scores
        What scores the study has, where they are, and what was read from there.
    """

    def __init__(self, address: str, options: ScoresOptions, folder: Path, scores: Scores) -> None:
        self._address, self._of_study = address, (options, folder, scores)
        self._begun = ExitStack()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._begun.__exit__(kind, error, trace)

    @cached_property
    def _client(self) -> Any:
        return self._begun.enter_context(connected(self._address))

    @cached_property
    def _sources(self) -> Sources:
        options, folder, scores = self._of_study
        return Sources(Source.of(options, folder, scores), scores)

    def map(self, function: Callable[[Item], Made], items: Sequence[Item]) -> Iterator[Made]:
        """Yield what a function makes of each item, in their order."""
        if not items:
            return
        references = [self._sources.reference(item) for item in items]
        known = [one for one in references if one is not None]
        there = len(known) == len(items)
        done_there: Any = on_worker if there else sent_to_worker
        task: Any = partial(done_there, self._sources.source, function)
        begun = self._begin(task, known if there else items)
        try:
            for future in begun:
                yield from self._result(future)
        finally:
            self._client.cancel(begun)

    def _begin(self, task: Any, items: Sequence[object]) -> list[Any]:
        pieces = cut(items, sum(self._client.ncores().values()) or 1)
        # impure: Dask would look for results of earlier builds by hashes of its own
        return list(self._client.map(task, pieces, pure=False))

    def _result(self, future: Any) -> list[Any]:
        from distributed import CancelledError, KilledWorker
        from distributed.comm.core import CommClosedError

        alone_since: float | None = None
        while True:
            try:
                made: list[Any] = future.result(timeout=LOOK_AGAIN)
                return made
            except FaultsFound:
                raise
            except TimeoutError as error:
                # the work's own, and not that of this look
                if future.status == "error" and isinstance(future.exception(timeout=ANSWER), TimeoutError):
                    raise
                alone_since = self._alone_since(alone_since)
                if alone_since is not None and time.monotonic() - alone_since > ANSWER:
                    raise FaultsFound([_no_workers(self._address)]) from error
            except KilledWorker as error:
                message = "workers of the cluster died of the same piece of work, as it happens where memory is short"
                raise FaultsFound([Fault(PLACE, message, "workers with more memory", LOCALLY)]) from error
            except (CancelledError, CommClosedError) as error:
                message = f"the scheduler at {self._address} went away while it worked"
                raise FaultsFound([Fault(PLACE, message, "a cluster that stays up", LOCALLY)]) from error
            except (ImportError, RuntimeError) as error:
                # the scheduler, which unpickles too, tells why in the cause
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
