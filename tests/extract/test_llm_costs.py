"""What a run may cost, which models it asks in turn, and who reads what none of them reads."""

from __future__ import annotations

import pytest

from graphpack.errors import CredentialsError, ModelError, ModelUnavailableError, ReplyError
from graphpack.extract.llm import ModelExtractor, ModelOptions
from graphpack.extract.llm.exchange import Fault, ProviderError
from graphpack.extract.llm.prices import Price, price_of
from graphpack.extract.llm.purse import LimitReachedError, Purse
from graphpack.extract.offline import OfflineExtractor
from graphpack.extract.run import extract_all
from graphpack.extract.standin import WHOLLY_OFFLINE
from graphpack.model.report import COST_LIMIT
from tests.extract.talks import ALONE, LINES, chunk, codes, extractor
from tests.fakes import FakeModel, item, nodes

GOOD = nodes(item(1, 2, "No Redis"))
DOWN = ProviderError("down", fault=Fault.BROKEN)


def test_prices_are_those_of_litellms_table():
    assert price_of("openai/gpt-4o") == price_of("gpt-4o") == Price(2.5, 10.0)
    assert price_of("gpt-4o").of(1_000_000, 100_000) == 3.5
    assert price_of("openai/no-such-model") is None
    assert price_of("other/gpt-4o") is None, "another provider's price is not this one's"


def test_a_purse_sets_aside_the_most_a_request_may_cost():
    purse, price = Purse(1.0), Price(1.0, 10.0)
    first = purse.reserve(price, 100_000, 50_000)
    assert first == pytest.approx(0.6)
    with pytest.raises(LimitReachedError, match=r"\$0\.6000.*\$1 \$0\.4000 are left"):
        purse.reserve(price, 100_000, 50_000)
    purse.settle(first, 0.1)
    assert purse.reserve(price, 100_000, 50_000)
    with pytest.raises(LimitReachedError, match="price is unknown"):
        purse.reserve(None, 1, 1)
    assert Purse(None).reserve(None, 1, 1) == 0.0


def costly(replies, limit, **options):
    model = FakeModel(replies)
    made = ModelExtractor(
        ModelOptions(
            model="m",
            max_cost_usd=limit,
            price_usd=(1000.0, 1000.0),
            max_reply_tokens=10,
            **options,
        ),
        count=lambda text: 1,
        client=model,
        sleep=lambda _: None,
    )
    return model, made


def test_a_run_stops_before_it_costs_too_much_and_the_rest_is_read_offline():
    # 100 + 20 tokens at a thousandth of a dollar each are 0.12; (2 + 10) set aside are 0.012
    model, made = costly([GOOD], 0.13)
    second = chunk(*LINES, index=1, first=5)
    one, two = extract_all([chunk(), second], [ALONE, ALONE], made, substitute=OfflineExtractor())
    assert len(model.prompts) == 1
    assert one.usage.cost_usd == pytest.approx(0.12)
    assert {COST_LIMIT, WHOLLY_OFFLINE} <= codes(two).keys()
    assert two.nodes
    assert two.gaps == ()


def test_another_model_is_asked_where_one_fails_for_good():
    asked = []

    class Two:
        def preload(self):
            pass

        def complete(self, prompt, terms):
            asked.append(len(prompt))
            if len(asked) <= 2:
                raise DOWN
            return FakeModel([GOOD]).complete(prompt, terms)

    graph = extractor(Two(), retries=1, fallbacks=("other/large",)).extract(chunk(), ALONE)
    assert len(asked) == 3
    assert [node.summary for node in graph.nodes] == ["No Redis"]
    (notice,) = [n for n in graph.notices if n.code == "other-model"]
    assert "down, tried 2 times" in notice.message
    assert "other/large was asked instead" in notice.message


def test_another_providers_model_gets_neither_address_nor_key():
    options = ModelOptions(
        model="openai/small", api_base="http://here", api_key="sk-1", fallbacks=("openai/x", "b/y")
    )
    _, same, other = options.falling_back()
    assert (same.model, same.api_base, same.api_key) == ("openai/x", "http://here", "sk-1")
    assert (other.model, other.api_base, other.api_key) == ("b/y", None, None)


@pytest.mark.parametrize("reply", ["prose", DOWN])
def test_what_no_model_reads_is_read_offline_and_marked(reply):
    made = extractor(FakeModel([reply]), retries=0)
    (graph,) = extract_all([chunk()], [ALONE], made, substitute=OfflineExtractor())
    assert any("Redis" in node.summary for node in graph.nodes)
    assert graph.gaps == ()
    (notice,) = [n for n in graph.notices if n.code == WHOLLY_OFFLINE]
    assert notice.where == "chunk A, messages 0-4"
    assert notice.is_loss
    with pytest.raises(ReplyError if reply == "prose" else ModelUnavailableError):
        extract_all([chunk()], [ALONE], extractor(FakeModel([reply]), retries=0))


def test_a_refused_key_is_not_passed_over():
    refused = ProviderError("bad key", fault=Fault.CREDENTIALS)
    with pytest.raises(CredentialsError):
        extract_all(
            [chunk()], [ALONE], extractor(FakeModel([refused])), substitute=OfflineExtractor()
        )


def test_a_missing_model_is_not_passed_over_where_the_server_failed_besides():
    gone = ProviderError("no such model", fault=Fault.REJECTED)
    other = chunk(*LINES, index=1, first=5)
    made = extractor(FakeModel([DOWN, gone]), retries=0)
    with pytest.raises(ModelError, match="no such model"):
        extract_all([chunk(), other], [ALONE, ALONE], made, substitute=OfflineExtractor())


def test_a_stretch_that_fails_inside_a_chunk_is_read_offline_under_ids_of_its_own():
    def half(prompt):
        shown = prompt[1]["content"]
        if LINES[0] in shown and LINES[4] in shown:
            return ProviderError("context of 4096", fault=Fault.TOO_LONG)
        return nodes(item(1, 0, "never touch the billing table")) if LINES[0] in shown else DOWN

    made = extractor(FakeModel([half]), retries=0)
    (graph,) = extract_all([chunk()], [ALONE], made, substitute=OfflineExtractor())
    ids = [node.id for node in graph.nodes]
    assert len(ids) == len(set(ids)) > 1
    assert codes(graph)["read-offline"] == 1
    assert graph.gaps == ()


def test_what_cannot_be_divided_gets_a_longer_reply():
    long = nodes(item(1, 0, "the pump runs at night", summary="the pump runs at night " * 3))

    def answer(prompt):
        return long

    class Short(FakeModel):
        def complete(self, prompt, terms):
            answered = super().complete(prompt, terms)
            if terms.max_reply_tokens < 4000:
                return type(answered)(answered.text[:60], is_cut=True)
            return answered

    model = Short([answer])
    made = extractor(model, max_reply_tokens=1000, splits=1)
    graph = made.extract(chunk("the pump runs at night, says the keeper"), ALONE)
    assert [terms.max_reply_tokens for terms in model.terms] == [1000, 2000, 4000]
    assert len(graph.nodes) == 1
    assert sum(notice.code == "reply-lengthened" for notice in graph.notices) == 2
