"""Runs an extractor over all chunks: one thread pool, in one place, for both extractors."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import reduce

from graphpack.errors import (
    CredentialsError,
    GraphpackError,
    ModelError,
    ModelUnavailableError,
    ReplyError,
)
from graphpack.extract.protocol import Extractor
from graphpack.extract.standin import stand_in
from graphpack.model.chunk import Chunk, ChunkContext, ChunkGraph
from graphpack.model.report import Gap, Usage

POLL_S = 0.2
"""How often the waiting thread looks up, so that Ctrl-C is seen on every platform."""


_Outcome = ChunkGraph | BaseException
_Jobs = Iterator[tuple[Chunk, ChunkContext]]


def extract_all(
    chunks: Sequence[Chunk],
    contexts: Sequence[ChunkContext],
    extractor: Extractor,
    *,
    concurrency: int = 1,
    on_progress: Callable[[int, int], None] | None = None,
    substitute: Extractor | None = None,
) -> tuple[ChunkGraph, ...]:
    """Extract every chunk, several at once, and give the graphs back in chunk order.

    A chunk whose extraction raises a GraphpackError becomes a gap as long as another chunk
    succeeds; where every chunk failed, the most telling of the errors is raised, with the usage
    of all. With a substitute every gap is read by that one, and only what no other try can help
    (a refused key, a model that is not there) is raised where every chunk failed. A refused key
    stops the run: the chunks not yet begun become gaps as well. Ctrl-C leaves at once; requests
    under way are abandoned with their daemon threads.

    Args:
        chunks: In conversation order.
        contexts: One per chunk.
        extractor: Called from several threads where ``concurrency`` is above 1.
        concurrency: Chunks under way at once; 1 runs in the calling thread.
        on_progress: Called in the calling thread with chunks done and chunks in all.
        substitute: Reads what the extractor failed to read; None leaves the gaps.

    Returns:
        One graph per chunk.
    """
    workers = min(concurrency, len(chunks))
    jobs = zip(chunks, contexts, strict=True)
    outcomes: dict[int, _Outcome] = {}
    finished = _serial(jobs, extractor) if workers <= 1 else _pooled(jobs, extractor, workers)
    for index, outcome in finished:
        if isinstance(outcome, BaseException) and not isinstance(outcome, GraphpackError):
            raise outcome
        outcomes[index] = outcome
        if on_progress is not None:
            on_progress(len(outcomes), len(chunks))
        if isinstance(outcome, CredentialsError):
            break
    graphs = _settle(chunks, outcomes, has_substitute=substitute is not None)
    if substitute is None:
        return graphs
    given = zip(graphs, chunks, contexts, strict=True)
    return tuple(
        stand_in(graph, chunk, context, substitute) if graph.gaps else graph
        for graph, chunk, context in given
    )


def _attempt(extractor: Extractor, chunk: Chunk, context: ChunkContext) -> _Outcome:
    try:
        return extractor.extract(chunk, context)
    except GraphpackError as error:
        return error


def _serial(jobs: _Jobs, extractor: Extractor) -> Iterator[tuple[int, _Outcome]]:
    for chunk, context in jobs:
        yield chunk.index, _attempt(extractor, chunk, context)


def _pooled(jobs: _Jobs, extractor: Extractor, workers: int) -> Iterator[tuple[int, _Outcome]]:
    """Yield outcomes as they come.

    Daemon threads rather than a ThreadPoolExecutor, whose threads are joined at exit: after
    Ctrl-C that would wait for every request's timeout.
    """
    lock = threading.Lock()
    stopped = threading.Event()
    done: queue.SimpleQueue[tuple[int, _Outcome] | None] = queue.SimpleQueue()

    def work() -> None:
        try:
            while not stopped.is_set():
                with lock:
                    job = next(jobs, None)
                if job is None:
                    return
                done.put((job[0].index, _attempt_anything(extractor, *job)))
        finally:
            done.put(None)

    for number in range(workers):
        threading.Thread(target=work, name=f"extract-{number}", daemon=True).start()
    try:
        running = workers
        while running:
            try:
                item = done.get(timeout=POLL_S)
            except queue.Empty:
                continue
            if item is None:
                running -= 1
            else:
                yield item
    finally:
        stopped.set()


def _attempt_anything(extractor: Extractor, chunk: Chunk, context: ChunkContext) -> _Outcome:
    """Carry a bug over to the calling thread instead of losing it in a worker's traceback."""
    try:
        return _attempt(extractor, chunk, context)
    except BaseException as error:  # noqa: BLE001  # raised again by extract_all
        return error


def _settle(
    chunks: Sequence[Chunk], outcomes: dict[int, _Outcome], *, has_substitute: bool
) -> tuple[ChunkGraph, ...]:
    errors = [o for o in outcomes.values() if isinstance(o, GraphpackError)]
    if errors and len(errors) == len(outcomes):
        # a key or a name to be put right is not passed over, nor where the server failed besides
        final = [e for e in errors if not isinstance(e, ModelUnavailableError | ReplyError)]
        if final or not has_substitute:
            raise _most_telling(final if has_substitute else errors)
    untried = next((f"not tried after: {e}" for e in errors if isinstance(e, CredentialsError)), "")
    return tuple(_graph(chunk, outcomes.get(chunk.index), untried) for chunk in chunks)


def _graph(chunk: Chunk, outcome: _Outcome | None, untried: str) -> ChunkGraph:
    if isinstance(outcome, ChunkGraph):
        return outcome
    reason = str(outcome) if outcome is not None else untried
    gap = Gap(chunk.messages[0].index, chunk.messages[-1].index, reason)
    return ChunkGraph(index=chunk.index, gaps=(gap,), usage=_usage(outcome))


def _usage(outcome: object) -> Usage | None:
    if isinstance(outcome, ModelError | ReplyError) and isinstance(outcome.usage, Usage):
        return outcome.usage
    return None


def _most_telling(errors: Sequence[GraphpackError]) -> GraphpackError:
    """The error a person can act on first, carrying what all of them cost."""
    kinds = (CredentialsError, ModelUnavailableError, ModelError, ReplyError)
    error = next((e for kind in kinds for e in errors if isinstance(e, kind)), errors[0])
    spent = [usage for usage in map(_usage, errors) if usage is not None]
    if spent and isinstance(error, ModelError | ReplyError):
        error.usage = reduce(Usage.__add__, spent)
    return error
