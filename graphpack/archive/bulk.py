"""Runs a large job: in this process, in several, or on a Dask cluster; it can be ended any time.

Never more pieces are under way than are needed to keep everybody busy, so memory stays flat. What
was done is in the archive, and the next run passes it over.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from typing import Any

from graphpack.archive.ingest import Done, Job, Share, archive_unit, note_failure, release
from graphpack.errors import UsageError
from graphpack.readers.units import Unit

DIED = "whoever worked on it was ended: out of memory, or killed"
LARGE_BYTES = 8 << 20
"""A file of that size is shared among the workers: it holds many conversations."""

_AHEAD = 2
_TRIES = 3
_CONNECT_S = 20

Task = tuple[Unit, Share]


def tasks(units: Iterable[Unit], *, workers: int) -> Iterator[Task]:
    """Cut large files into shares.

    Args:
        units: The pieces.
        workers: How many there are to share them.

    Yields:
        Pieces, or shares of them.
    """
    for unit in units:
        shares = workers if unit.size_bytes >= LARGE_BYTES else 1
        yield from ((unit, Share(number, shares)) for number in range(shares))


def run_here(job: Job, units: Iterable[Unit]) -> Iterator[Done]:
    """Do a job in this process, piece by piece."""
    try:
        for unit in units:
            yield archive_unit(job, unit)
    finally:
        release()


def run_in_processes(job: Job, units: Iterable[Unit], *, workers: int) -> Iterator[Done]:
    """Do a job in several processes of this machine.

    Args:
        job: What is done.
        units: The pieces.
        workers: How many processes.

    Yields:
        What became of each piece, as it is done. One that ends its process is tried alone, and
        noted as failed where that ends another; an archive that refuses raises ``ArchiveError``.
    """
    waiting = deque(tasks(units, workers=workers))
    while waiting:
        suspects = yield from _pooled(job, waiting, workers)
        for task in suspects:
            yield _alone(job, task)


def _pooled(job: Job, waiting: deque[Task], workers: int) -> Generator[Done, None, list[Task]]:
    """Work until all is done, or a process was ended; gives what was under way then."""
    under_way: dict[Future[Done], Task] = {}
    pool = _pool(workers)
    try:
        while waiting or under_way:
            while waiting and len(under_way) < _AHEAD * workers:
                task = waiting[0]
                under_way[pool.submit(archive_unit, job, *task)] = task
                waiting.popleft()
            done, _ = wait(under_way, return_when=FIRST_COMPLETED)
            for future in done:
                result = future.result()
                del under_way[future]
                yield result
    except BrokenProcessPool:
        left: list[Task] = []
        for future, task in under_way.items():
            if future.done() and future.exception() is None:
                yield future.result()
            else:
                left.append(task)
        return left
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return []


def _pool(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_begin)


def _begin() -> None:
    """Leave Ctrl-C to the process that gives out the work, and end when that one does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    giver = parent_process()
    if giver is not None:
        giver.join()
        os._exit(1)


def _alone(job: Job, task: Task) -> Done:
    with _pool(1) as pool:
        try:
            return pool.submit(archive_unit, job, *task).result()
        except BrokenProcessPool:
            return _died(job, task)


def run_on_cluster(job: Job, units: Iterable[Unit], *, scheduler: str) -> Iterator[Done]:
    """Do a job on a Dask cluster whose workers see the same files and the same archive.

    Args:
        job: What is done.
        units: The pieces.
        scheduler: Address of the cluster's scheduler, such as ``tcp://10.0.0.7:8786``.

    Yields:
        What became of each piece, as it is done. What a lost worker had under way is done by
        another.

    Raises:
        UsageError: There is no such cluster, or Dask is not installed.
    """
    try:
        from distributed import Client, as_completed  # noqa: PLC0415  # an extra
    except ModuleNotFoundError as error:
        raise UsageError(
            "--scheduler: Dask is not installed", hint="pip install 'graphpack-context[dask]'"
        ) from error
    try:
        client: Any = Client(scheduler, timeout=_CONNECT_S, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TimeoutError) as error:
        raise UsageError(f"--scheduler: {scheduler}: no cluster answers there") from error
    with client:
        workers = max(1, len(client.scheduler_info(n_workers=-1)["workers"]))
        waiting = iter(tuple(tasks(units, workers=workers)))
        finished: Any = as_completed(loop=client.loop)  # type: ignore[no-untyped-call]
        under_way: dict[Any, Task] = {}

        def submit() -> None:
            for task in waiting:
                # not pure: a piece is done again where its file has changed meanwhile
                future = client.submit(archive_unit, job, *task, pure=False, retries=_TRIES)
                under_way[future.key] = task
                finished.add(future)
                return

        for _ in range(_AHEAD * workers):
            submit()
        for future in finished:
            task = under_way.pop(future.key)
            yield _result(future, job, task)
            submit()


def _result(future: Any, job: Job, task: Task) -> Done:
    """Take what a worker gave; a piece that ended several workers is noted as failed."""
    from distributed.scheduler import KilledWorker  # noqa: PLC0415

    try:
        found: Done = future.result()
    except KilledWorker:
        return _died(job, task)
    return found


def _died(job: Job, task: Task) -> Done:
    try:
        return note_failure(job, task[0], DIED)
    finally:
        release()
