"""Through litellm and a real socket: however a server behaves, nothing is lost without a word.

Whatever comes back must end as nodes, as a gap with its reason or as an error of the family
below, never as another exception and never as an empty success.
"""

from __future__ import annotations

import json
import socket
import threading

import pytest

from graphpack.errors import CredentialsError, ModelError, ModelUnavailableError, ReplyError
from graphpack.extract.run import extract_all
from graphpack.model.report import Usage
from tests.extract.replies import GOOD, GOOD_REPLY, WANTED, extract, summaries
from tests.extract.server import Said, completion, failure, page, serving
from tests.extract.talks import ALONE, LINES, chunk, extractor
from tests.fakes import item, nodes


def test_a_good_reply_becomes_nodes_with_evidence_and_usage():
    with serving(GOOD) as server:
        _, graph = extract(server)
    assert summaries(graph) == WANTED
    assert [node.sources[0].message for node in graph.nodes] == [0, 2]
    assert graph.description == "mail queue without Redis"
    assert graph.usage == Usage(calls=1, prompt_tokens=100, completion_tokens=20, cost_usd=None)
    assert graph.gaps == ()
    asked = server.requests[0]
    assert asked["response_format"]["type"] == "json_schema"
    assert "$ref" not in json.dumps(asked)
    assert [message["role"] for message in asked["messages"]] == ["system", "user"]
    assert all(line in asked["messages"][1]["content"] for line in LINES)
    assert server.headers[0]["authorization"] == "Bearer sk-secret-1234"


def test_two_requests_begin_with_the_same_bytes():
    with serving(GOOD) as server:
        made = extractor(api_base=server.base)
        made.extract(chunk(), ALONE)
        with pytest.raises(ReplyError):  # the same answer quotes nothing of the other chunk
            made.extract(chunk("quite " * 30, "another " * 30, index=1, first=9), ALONE)
    first, second = server.requests[:2]
    assert first["messages"][0] == second["messages"][0]
    assert first["messages"][1] != second["messages"][1]


@pytest.mark.parametrize(
    ("bad", "nap"),
    [
        (failure(429, "slow down", Retry_After="7"), 7.0),
        (failure(429, "slow down"), 1.0),
        (failure(429, "slow down", Retry_After_Ms="1500"), 1.5),
        (failure(500, "boom"), 1.0),
        (failure(503, "overloaded", Retry_After="3"), 3.0),
        (failure(529, "overloaded"), 1.0),
        (failure(408, "late"), 1.0),
        (Said(drop=True), 1.0),
        (page("<html><body>Bad gateway</body></html>"), 1.0),
        (page("", "application/json"), 1.0),
        (page("", "text/plain"), 1.0),
        (page("null", "application/json"), 1.0),
        (page("[]", "application/json"), 1.0),
        (page("{}", "application/json"), 1.0),
        (page('data: {"choices":[{"delta":{}}]}\n\ndata: [DONE]\n\n', "text/event-stream"), 1.0),
        (Said(body=b'\xff\xfe{"a"'), 1.0),
        (Said(body=b'{"choices": [{"mess'), 1.0),
        (page('{"error": {"message": "boom", "code": 500}}', "application/json"), 1.0),
    ],
)
def test_a_passing_fault_is_waited_out(bad, nap):
    with serving(bad, GOOD) as server:
        made, graph = extract(server)
    assert summaries(graph) == WANTED
    assert made.naps == [nap]


def test_a_server_that_stays_broken_is_given_up_after_the_retries():
    with serving(failure(500, "boom")) as server:
        made = extractor(api_base=server.base, retries=3)
        with pytest.raises(ModelUnavailableError, match="openai/small: boom, tried 4 times"):
            made.extract(chunk(), ALONE)
        assert len(server.requests) == 4
        assert made.naps == [1.0, 2.0, 4.0]
        # the next chunk tries once: it need not wait as long to learn the same
        with pytest.raises(ModelUnavailableError):
            made.extract(chunk(), ALONE)
        assert len(server.requests) == 5


def test_a_page_that_is_no_completion_is_called_that():
    said = "the server's answer is no completion"
    with (
        serving(page("<html><body>Welcome to nginx</body></html>")) as server,
        pytest.raises(ModelUnavailableError, match=said),
    ):
        extract(server, retries=0)


def test_a_wait_longer_than_allowed_is_not_waited():
    with serving(failure(429, "slow down", Retry_After="3600")) as server:
        made = extractor(api_base=server.base)
        with pytest.raises(ModelUnavailableError, match="asks to wait 3600 s"):
            made.extract(chunk(), ALONE)
    assert made.naps == []


def test_waits_add_up_to_no_more_than_the_limit():
    with serving(failure(429, "slow down", Retry_After="40")) as server:
        made = extractor(api_base=server.base, max_wait_s=90, retries=9)
        with pytest.raises(ModelUnavailableError):
            made.extract(chunk(), ALONE)
    assert made.naps == [40.0, 40.0]


def test_an_exhausted_quota_is_not_tried_again():
    with serving(failure(429, "You exceeded your current quota, insufficient_quota")) as server:
        with pytest.raises(ModelUnavailableError, match="quota"):
            extract(server)
        assert len(server.requests) == 1


def test_nobody_listening():
    with socket.socket() as mute:  # bound, so that nobody else takes the port meanwhile
        mute.bind(("127.0.0.1", 0))
        port = mute.getsockname()[1]
        made = extractor(api_base=f"http://127.0.0.1:{port}/v1", retries=2)
        said = f"no connection to .*:{port}.*tried 3 times"
        with pytest.raises(ModelUnavailableError, match=said):
            made.extract(chunk(), ALONE)


def test_a_server_that_hangs_is_left_after_the_timeout():
    let_go, answered = threading.Event(), []

    def hanging(_):
        let_go.wait(300)
        answered.append(1)
        return GOOD

    with serving(hanging) as server:
        made = extractor(api_base=server.base, timeout_s=0.3)
        try:
            with pytest.raises(ModelUnavailableError, match="tried 2 times"):
                made.extract(chunk(), ALONE)
            assert answered == []
        finally:
            let_go.set()


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_is_said_at_once_and_not_repeated(status):
    with serving(failure(status, "Incorrect API key provided: sk-secret-1234")) as server:
        with pytest.raises(CredentialsError) as caught:
            extract(server)
        assert len(server.requests) == 1
    assert "sk-secret-1234" not in str(caught.value)
    assert caught.value.hint


def test_no_key_at_all(monkeypatch):
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    for model in ("openai/small", "anthropic/claude-sonnet-4-5", "gemini/gemini-2.5-pro"):
        made = extractor(model=model, api_key=None)
        with pytest.raises(CredentialsError):
            made.extract(chunk(), ALONE)


def test_an_unknown_provider():
    with pytest.raises(ModelError, match="nosuch") as caught:
        extractor(model="nosuch").extract(chunk(), ALONE)
    assert "\n" not in str(caught.value)
    assert caught.value.hint


def test_an_unknown_model():
    with serving(failure(404, "model not found")) as server:
        with pytest.raises(ModelError, match="model not found"):
            extract(server)
        assert len(server.requests) == 1


@pytest.mark.parametrize(
    "refusal",
    [
        failure(400, "response_format json_schema is not supported"),
        failure(422, "unknown field"),
        failure(400, "unknown error"),
        failure(500, "response_format.type: Input should be 'text' or 'json_object'"),
    ],
)
def test_a_server_without_schemas_is_asked_in_weaker_terms_and_remembered(refusal):
    def answer(request):
        kind = request.get("response_format", {}).get("type")
        return refusal if kind == "json_schema" else GOOD

    with serving(answer) as server:
        made, graph = extract(server)
        assert summaries(graph) == WANTED
        before = len(server.requests)
        made.extract(chunk(), ALONE)
        assert len(server.requests) == before + 1
        assert server.requests[-1]["response_format"] == {"type": "json_object"}
    assert made.naps == []


def test_a_server_without_any_json_mode_is_asked_in_words():
    def answer(request):
        return failure(400, "bad request") if "response_format" in request else GOOD

    with serving(answer) as server:
        _, graph = extract(server)
        assert summaries(graph) == WANTED
        assert '"nodes"' in server.requests[-1]["messages"][0]["content"]


def test_a_mode_the_user_chose_is_kept():
    with serving(failure(400, "response_format json_schema is not supported")) as server:
        with pytest.raises(ModelError, match="json_schema is not supported"):
            extract(server, json_mode="json_schema")
        assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("complaint", "check"),
    [
        ("temperature: only the default 1 is supported", lambda r: "temperature" not in r),
        (
            "max_tokens is too large: at most 4096 completion tokens",
            lambda r: r["max_tokens"] == 4096,
        ),
    ],
)
def test_what_a_model_does_not_take_is_left_out(complaint, check):
    with serving(failure(400, complaint), GOOD) as server:
        _, graph = extract(server)
        assert summaries(graph) == WANTED
        assert check(server.requests[-1])


@pytest.mark.parametrize(
    "bad",
    [
        completion("I think the main points are the queue and the billing table."),
        completion("[]"),
        completion('{"nodes": []}'),
        completion(""),
        completion(None),
        completion('{"facts": ["x"]}'),
        completion('{"nodes": [{"title": "no type"}, 7]}'),
        completion('{"nodes": [{"id": "1", "type": "idea", "summary": "x"}]}'),
        completion(json.dumps(nodes(item(1, 0, "we chose Kafka because of its log")))),
        completion("\ufffd\u202e\x00¯\\_(ツ)_/¯ \U0001f9ff" * 40),
        completion("{" * 3000),
        page(
            '{"id":"x","object":"chat.completion","created":0,"model":"m","choices":[]}',
            "application/json",
        ),
    ],
)
class TestAReplyOfNoUse:
    def test_is_asked_for_again(self, bad):
        with serving(bad, GOOD) as server:
            _, graph = extract(server)
            again = server.requests[1]["messages"]
        assert summaries(graph) == WANTED
        assert graph.usage.calls == 2
        assert "could not be used" in again[-1]["content"]
        assert [notice.code for notice in graph.notices] == ["reply-repaired"]

    def test_that_stays_so_is_an_error_with_its_cost(self, bad):
        with serving(bad) as server, pytest.raises(ReplyError, match="messages 0-4: ") as caught:
            extract(server)
        assert 2 <= caught.value.usage.calls <= 3
        assert len(server.requests) == caught.value.usage.calls

    def test_is_a_gap_where_another_chunk_succeeds(self, bad):
        def answer(request):
            return GOOD if LINES[0] in request["messages"][1]["content"] else bad

        other = chunk("all other words " * 30, *(f"and {w} more" for w in WORDS), index=1, first=5)
        with serving(answer) as server:
            made = extractor(api_base=server.base)
            one, two = extract_all([chunk(), other], [ALONE, ALONE], made, concurrency=2)
        assert summaries(one) == WANTED
        assert two.nodes == ()
        assert [(gap.first_message, gap.last_message) for gap in two.gaps] == [(5, 50)]
        assert two.gaps[0].reason
        assert two.usage.calls >= 2


WORDS = [f"matter{chr(97 + i % 26)}{chr(97 + i // 26)}word" for i in range(45)]


@pytest.mark.parametrize(
    "refusal",
    [
        completion(None, refusal="I cannot help with that."),
        completion(None, finish="content_filter"),
        failure(400, "content_policy_violation: flagged by the content management policy"),
    ],
)
def test_a_refusal_is_not_argued_with(refusal):
    with serving(refusal) as server:
        with pytest.raises(ReplyError, match="declined"):
            extract(server)
        assert len(server.requests) == 1


def test_the_static_part_is_marked_for_the_cache_of_claude():
    said = {
        "id": "m",
        "type": "message",
        "role": "assistant",
        "model": "claude-sonnet-4-5",
        "content": [{"type": "text", "text": json.dumps(GOOD_REPLY)}],
        "stop_reason": "end_turn",
        "usage": {"input_tokens": 50, "output_tokens": 10},
    }
    with serving(page(json.dumps(said), "application/json")) as server:
        made = extractor(model="anthropic/claude-sonnet-4-5", api_base=server.base[:-3])
        graph = made.extract(chunk(), ALONE)
    assert summaries(graph) == WANTED
    assert graph.usage.cost_usd > 0
    assert server.requests[0]["system"][0]["cache_control"] == {"type": "ephemeral"}


def test_nothing_is_printed(capfd):
    with serving(failure(500, "boom"), GOOD) as server:
        extract(server)
    with serving(failure(404, "gone")) as server, pytest.raises(ModelError):
        extract(server)
    out, err = capfd.readouterr()
    assert out == ""
    assert err == ""


@pytest.mark.parametrize("body", ['{"id":1}', '{"id":1,"choices":[{}]}'])
def test_a_malformed_object_is_one_clean_line(body, capfd):
    with (
        serving(page(body, "application/json")) as server,
        pytest.raises(ModelUnavailableError, match="answer is no completion") as caught,
    ):
        extract(server, retries=0)
    assert "Traceback" not in str(caught.value)
    assert capfd.readouterr().err == ""


def test_a_server_that_drips_is_left_after_the_deadline():
    dripping = Said(body=GOOD.body[:60] + b" " * 3_000, drip_s=0.1)  # for five minutes
    with (
        serving(dripping) as server,
        pytest.raises(ModelUnavailableError, match="no complete answer within"),
    ):
        extract(server, timeout_s=0.6, retries=0)
