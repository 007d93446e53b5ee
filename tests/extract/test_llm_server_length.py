"""Through a real socket: replies that break off and prompts that do not fit."""

from __future__ import annotations

import json

import pytest

from graphpack.errors import ReplyError
from tests.extract.replies import GOOD, GOOD_REPLY, WANTED, extract, summaries
from tests.extract.server import completion, failure, serving
from tests.extract.talks import LINES
from tests.fakes import item, nodes

CUT = json.dumps(GOOD_REPLY)[: json.dumps(GOOD_REPLY).index('"No Redis')]


@pytest.mark.parametrize("finish", ["length", "stop"])
def test_a_cut_reply_keeps_its_whole_items_and_the_rest_is_asked_for(finish):
    quotes = {0: WANTED[0], 2: WANTED[1], 4: "Leave the retry for release 2.5"}

    def answer(request):
        shown = request["messages"][1]["content"]
        if LINES[0] in shown and LINES[4] in shown:
            return completion(CUT, finish=finish)
        there = [item(n, n, quote) for n, quote in quotes.items() if LINES[n] in shown]
        return completion(json.dumps(nodes(*there)))

    with serving(answer) as server:
        _, graph = extract(server)
    assert summaries(graph) == [*WANTED, "Leave the retry for release 2.5"]
    assert graph.gaps == ()
    assert "piece-divided" in [notice.code for notice in graph.notices]


def test_a_reply_that_is_always_cut_ends_in_a_gap_and_keeps_what_came():
    with serving(completion(CUT, finish="length")) as server:
        _, graph = extract(server)
        assert len(server.requests) < 20
    assert summaries(graph) == WANTED[:1]
    assert graph.gaps
    assert graph.gaps[-1].last_message == 4


def test_a_reply_cut_before_its_first_word_gets_more_room_and_then_is_a_gap():
    with serving(completion("", finish="length")) as server:
        with pytest.raises(ReplyError):
            extract(server, max_reply_tokens=1000)
        rooms = [request["max_tokens"] for request in server.requests]
    assert rooms[:3] == [1000, 2000, 4000]
    assert len(rooms) < 60


def test_a_prompt_that_does_not_fit_is_halved():
    def answer(request):
        shown = request["messages"][1]["content"]
        if LINES[0] in shown and LINES[2] in shown:
            return failure(400, "This model's maximum context length is 4096 tokens")
        return GOOD

    with serving(answer) as server:
        _, graph = extract(server)
    assert sorted(summaries(graph)) == sorted(WANTED)
    assert graph.gaps == ()


def test_a_window_too_small_for_anything_ends():
    with serving(failure(400, "This model's maximum context length is 16 tokens")) as server:
        with pytest.raises(ReplyError, match="too long"):
            extract(server)
        assert len(server.requests) < 40
