"""Kept answers: asked once, found again, forgotten where they were of no use."""

from __future__ import annotations

import json

import pytest

from graphpack.cli.caching import KeyedFolder
from graphpack.errors import ReplyError
from graphpack.extract.llm import ModelExtractor, ModelOptions
from graphpack.extract.llm.answers import question_key, recall, remember
from graphpack.extract.llm.exchange import Answer
from graphpack.model.chunk import Chunk, ChunkContext
from graphpack.model.report import Usage
from tests.extract.talks import ALONE, LINES, chunk, talk
from tests.fakes import FakeModel, item, nodes

GOOD = nodes(item(1, 2, "No Redis"))
PROMPT = ({"role": "system", "content": "a"}, {"role": "user", "content": "b"})


class Memory(dict):
    """A store that is a dictionary."""

    def put(self, key, data):
        self[key] = data

    def drop(self, key):
        self.pop(key, None)


def ask(model, store, *, made=None, **options):
    extractor = ModelExtractor(
        ModelOptions(model="openai/small", **options),
        count=lambda text: len(text) // 4,
        client=model,
        sleep=lambda _: None,
        answers=store,
    )
    return extractor.extract(made or chunk(), ALONE)


def test_an_unchanged_question_is_asked_once(tmp_path):
    store, model = KeyedFolder(tmp_path / "answers"), FakeModel([GOOD])
    first, again = ask(model, store), ask(model, store)
    assert len(model.prompts) == 1
    assert first.nodes == again.nodes
    assert first.usage == Usage(calls=1, prompt_tokens=100, completion_tokens=20)
    assert again.usage == Usage(cached=1)


def test_a_repaired_reply_is_not_repaired_again():
    store, model = Memory(), FakeModel(["prose", GOOD])
    ask(model, store)
    assert ask(model, store).usage == Usage(cached=2)
    assert len(model.prompts) == 2


def test_an_answer_of_no_use_is_asked_for_again_the_next_time():
    store = Memory()
    with pytest.raises(ReplyError):
        ask(FakeModel(["prose"]), store)
    assert store == {}
    assert ask(FakeModel([GOOD]), store).nodes


@pytest.mark.parametrize(
    "change",
    [
        {"model": "openai/large"},
        {"api_base": "http://127.0.0.1:1"},
        {"temperature": 0.5},
        {"seed": 7},
        {"extra": {"top_p": 0.1}},
        {"max_reply_tokens": 9},
        {"json_mode": "text"},
    ],
)
def test_what_may_change_an_answer_is_another_question(change):
    plain = {"model": "openai/small"}
    one = question_key(ModelOptions(**plain), PROMPT, reply_factor=1)
    assert one != question_key(ModelOptions(**{**plain, **change}), PROMPT, reply_factor=1)
    assert one != question_key(ModelOptions(**plain), PROMPT[:1], reply_factor=1)
    assert one != question_key(ModelOptions(**plain), PROMPT, reply_factor=2)


@pytest.mark.parametrize("change", [{"timeout_s": 9}, {"retries": 0}, {"api_key": "sk-1"}])
def test_how_patiently_it_is_asked_is_not(change):
    options = [ModelOptions(model="m"), ModelOptions(model="m", **change)]
    assert len({question_key(each, PROMPT, reply_factor=1) for each in options}) == 1


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[]", b"null", b'{"format": 1}', b"\xff\xfe", b'{"format": 9, "text": "x"}',
     b'{"format": 1, "text": 5, "is_cut": false, "refusal": ""}', b"[" * 99_999],
)  # fmt: skip
def test_a_damaged_answer_is_none(data):
    assert recall(Memory(k=data), "k") is None


def test_an_answer_survives_being_kept():
    store = Memory()
    remember(store, "k", Answer("日本 \ud83d", is_cut=True, refusal="no"))
    assert recall(store, "k") == Answer("日本 \ud83d", True, "no", Usage(cached=1), "k")


def test_a_full_disk_stops_nothing():
    class Full(Memory):
        def put(self, key, data):
            raise OSError(28, "no space left")

    assert ask(FakeModel([GOOD]), Full()).nodes


def test_a_conversation_that_grew_pays_for_its_new_chunks_only():
    """Nothing in a chunk's question tells how much comes after it."""
    store, model = Memory(), FakeModel([GOOD])
    early = Chunk(0, talk(*LINES), 100)
    late = Chunk(1, talk(*LINES, first=5), 100)
    extractor = ModelExtractor(ModelOptions(model="m"), count=len, client=model, answers=store)
    extractor.extract(early, ChunkContext(total=1))
    extractor.extract(early, ChunkContext(total=2))
    assert len(model.prompts) == 1
    foreseen = extractor.foresee(late, ChunkContext(total=2, account="Last question: …"))
    assert (foreseen.calls, foreseen.kept) == (1, 0)
    assert extractor.foresee(early, ChunkContext(total=2)).kept == 1


def test_keys_and_questions_are_not_in_what_is_kept():
    store = Memory()
    ask(FakeModel([GOOD]), store, api_key="sk-secret")
    (kept,) = store.values()
    assert b"sk-secret" not in kept
    assert LINES[0].encode() not in kept
    assert json.loads(kept)["text"]
