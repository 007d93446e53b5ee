"""Chunks run side by side and come back in order; failures are kept apart from bugs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

from graphpack.errors import CredentialsError, ModelError, ModelUnavailableError, ReplyError
from graphpack.extract.run import extract_all
from graphpack.model.chunk import Chunk, ChunkContext, ChunkGraph
from graphpack.model.conversation import Message, Role, Text
from graphpack.model.report import Usage


def chunks(number):
    return [
        Chunk(i, (Message(2 * i, Role.USER, (Text("a"),)), Message(2 * i + 1, Role.USER, ())), 1)
        for i in range(number)
    ]


class Scripted:
    name, reads_whole = "scripted", False

    def __init__(self, work):
        self.work = work
        self.seen = []

    def extract(self, chunk, context):
        self.seen.append((chunk.index, context.account))
        return self.work(chunk) or ChunkGraph(chunk.index, description=f"c{chunk.index}")


def run(number, work, **options):
    extractor = Scripted(work)
    contexts = [ChunkContext(number, f"before {i}") for i in range(number)]
    return extractor, extract_all(chunks(number), contexts, extractor, **options)


def test_order_is_the_chunks_whoever_is_first():
    ended = [threading.Event() for _ in range(7)]
    ended[6].set()

    def after_the_next_one(chunk):
        assert ended[chunk.index + 1].wait(120)
        ended[chunk.index].set()

    _, graphs = run(6, after_the_next_one, concurrency=6)
    assert [graph.index for graph in graphs] == list(range(6))


def test_so_many_at_once_and_no_more():
    running, most, lock = 0, 0, threading.Lock()
    together = threading.Barrier(3)

    def work(chunk):
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        together.wait(120)  # as many as may are at work
        time.sleep(0.05)  # and a fourth would be seen beside them
        with lock:
            running -= 1

    run(9, work, concurrency=3)
    assert most == 3


def test_one_at_a_time_stays_in_the_calling_thread():
    threads = set()
    extractor, _ = run(3, lambda chunk: threads.add(threading.current_thread().name))
    assert threads == {threading.current_thread().name}
    assert extractor.seen == [(0, "before 0"), (1, "before 1"), (2, "before 2")]


def test_progress_is_told_in_the_calling_thread():
    told = []
    run(
        3,
        lambda chunk: None,
        concurrency=3,
        on_progress=lambda done, total: told.append((done, total, threading.current_thread())),
    )
    assert [(done, total) for done, total, _ in told] == [(1, 3), (2, 3), (3, 3)]
    assert {thread for *_, thread in told} == {threading.current_thread()}


@pytest.mark.parametrize("concurrency", [1, 3])
def test_a_failed_chunk_is_a_gap_where_another_succeeds(concurrency):
    def work(chunk):
        if chunk.index == 1:
            raise ReplyError("nothing but prose", usage=Usage(calls=3, prompt_tokens=9))

    _, graphs = run(3, work, concurrency=concurrency)
    assert [len(graph.gaps) for graph in graphs] == [0, 1, 0]
    gap = graphs[1].gaps[0]
    assert (gap.first_message, gap.last_message, gap.reason) == (2, 3, "nothing but prose")
    assert graphs[1].usage == Usage(calls=3, prompt_tokens=9)


def test_all_failed_raises_the_most_telling_error_with_the_cost_of_all():
    def work(chunk):
        usage = Usage(calls=1, prompt_tokens=10, cost_usd=0.5)
        if chunk.index == 2:
            raise ModelUnavailableError("down", usage=usage)
        raise ReplyError("prose", usage=usage)

    with pytest.raises(ModelUnavailableError, match="down") as caught:
        run(3, work)
    assert caught.value.usage == Usage(calls=3, prompt_tokens=30, cost_usd=1.5)


def test_a_refused_key_ends_the_run():
    def work(chunk):
        raise CredentialsError("no key")

    extractor = Scripted(work)
    with pytest.raises(CredentialsError):
        extract_all(chunks(50), [ChunkContext()] * 50, extractor)
    assert len(extractor.seen) == 1


def test_a_key_refused_half_way_leaves_gaps_with_the_reason():
    def work(chunk):
        if chunk.index == 1:
            raise CredentialsError("key revoked")

    extractor, graphs = run(4, work)
    assert [bool(graph.gaps) for graph in graphs] == [False, True, True, True]
    assert graphs[3].gaps[0].reason == "not tried after: key revoked"
    assert len(extractor.seen) == 2


@pytest.mark.parametrize("concurrency", [1, 2])
def test_a_bug_is_not_a_gap(concurrency):
    def work(chunk):
        if chunk.index == 1:
            raise ZeroDivisionError("a bug")

    with pytest.raises(ZeroDivisionError):
        run(3, work, concurrency=concurrency)


def test_nothing_to_do():
    assert run(0, None)[1] == ()


def test_as_many_contexts_as_chunks():
    with pytest.raises(ValueError, match="shorter"):
        extract_all(chunks(2), [ChunkContext()], Scripted(lambda chunk: None))


def test_errors_of_a_run_carry_their_usage_through_a_pickle():
    import pickle

    for kind in (ModelError, ReplyError, CredentialsError, ModelUnavailableError):
        error = kind("where: what", hint="try", usage=Usage(calls=2))
        again = pickle.loads(pickle.dumps(error))
        assert (str(again), again.hint, again.usage) == ("where: what", "try", Usage(calls=2))


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
def test_ctrl_c_does_not_wait_for_requests_under_way():
    script = textwrap.dedent("""
        import os, time
        from tests.extract.test_run import run
        def work(chunk):
            os.write(1, b"begun\\n")  # a thread that prints would hold the lock of stdout at exit
            time.sleep(600)
        try:
            run(4, work, concurrency=2)
        except KeyboardInterrupt:
            raise SystemExit(130)
    """)
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"begun\n"
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=300) == 130
    process.stdout.close()
