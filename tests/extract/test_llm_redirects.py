"""A model's server that sends requests on gets no key and no prompt to another host."""

from __future__ import annotations

import pytest

from graphpack.errors import ModelError
from graphpack.extract.llm.redirects import SentOnError, install, kept_home
from tests.extract.replies import GOOD, WANTED, extract, summaries
from tests.extract.server import Said, serving
from tests.extract.talks import ALONE, chunk, extractor


def sending_on(status, place):
    return Said(status=status, headers={"Location": place, "Content-Type": "text/plain"})


@pytest.mark.parametrize("status", [302, 308])
@pytest.mark.parametrize("model", ["openai/small", "ollama/small", "anthropic/claude-small"])
def test_no_request_goes_to_another_host(status, model):
    with serving(GOOD) as other:
        # one address by two names: nothing but the name tells the hosts apart
        place = other.base.replace("127.0.0.1", "localhost") + "/chat/completions"
        with serving(sending_on(status, place)) as server, pytest.raises(ModelError) as raised:
            extractor(model=model, api_base=server.base).extract(chunk(), ALONE)
    assert other.requests == []
    assert len(server.requests) == 1
    assert "sends requests on to localhost" in str(raised.value)


def test_another_port_is_another_server():
    with (
        serving(GOOD) as other,
        serving(sending_on(307, f"{other.base}/chat/completions")) as server,
        pytest.raises(ModelError, match="sends requests on to"),
    ):
        extractor(api_base=server.base).extract(chunk(), ALONE)
    assert other.requests == []


def test_a_redirect_within_the_server_is_followed():
    with serving(sending_on(307, "/v2/chat/completions"), GOOD) as server:
        _, graph = extract(server)
    assert summaries(graph) == WANTED
    assert len(server.requests) == 2


def test_a_server_that_sends_round_in_circles_ends():
    with (
        serving(sending_on(307, "/v1/chat/completions")) as server,
        pytest.raises(ModelError),
    ):
        extractor(api_base=server.base, retries=0).extract(chunk(), ALONE)
    assert len(server.requests) <= 12


def test_what_others_send_goes_as_it_would():
    import httpx

    install()
    with (
        serving(GOOD) as other,
        serving(sending_on(307, other.base)) as server,
        httpx.Client(follow_redirects=True) as client,
    ):
        assert client.post(server.base, json={}).status_code == 200
        with pytest.raises(SentOnError), kept_home():
            client.post(server.base, json={})
    assert len(other.requests) == 1
