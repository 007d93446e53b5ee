"""All who fill an archive share one limit on requests to a model."""

import threading

import pytest

from graphpack.archive import ingest
from graphpack.archive.pace import wait_turn
from graphpack.archive.store import Archive
from graphpack.settings import Settings


def test_turns_are_an_interval_apart_whoever_takes_them(archive):
    waits, lock = [], threading.Lock()

    def note(seconds):
        with lock:
            waits.append(seconds)

    def take():
        with Archive(archive.url.render_as_string(hide_password=False)) as own:
            for _ in range(3):
                wait_turn(own, per_minute=1, sleep=note)

    threads = [threading.Thread(target=take) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # nine turns, a minute apart from the first on, and the test itself takes a few seconds
    assert len(waits) == 8
    assert 420 < max(waits) <= 480
    assert all(
        later - earlier > 4
        for earlier, later in zip(sorted(waits), sorted(waits)[1:], strict=False)
    )


def test_who_comes_late_need_not_wait(archive):
    if not archive.is_sqlite:
        return  # a server's clock is its own
    times, waits = iter([100.0, 105.0, 200.0]), []
    for _ in range(3):
        wait_turn(archive, per_minute=6, clock=lambda: next(times), sleep=waits.append)
    assert waits == [5.0]


def test_a_models_requests_wait_for_their_turn(archive, monkeypatch):
    asked = []
    monkeypatch.setattr(ingest, "wait_turn", lambda _, per_minute: asked.append(per_minute))
    before = ingest._before(archive, Settings(calls_per_minute=30))
    before()
    assert asked == [30]
    assert ingest._before(archive, Settings()) is None


def test_the_turn_is_taken_before_anything_is_sent(monkeypatch):
    from graphpack.extract.llm import client
    from graphpack.extract.llm.exchange import Terms
    from graphpack.extract.llm.options import JsonMode
    from graphpack.pipeline.extractors import model_of

    class ToldError(Exception):
        pass

    def before():
        raise ToldError

    monkeypatch.setattr(client, "_litellm", lambda: None)
    named = Settings(model="openai/made-up", api_base="http://127.0.0.1:9/v1")
    made = model_of(named, count=len, before=before)
    with pytest.raises(ToldError):
        made._client.complete(({"role": "user", "content": "x"},), Terms(JsonMode.TEXT, 9, None))
