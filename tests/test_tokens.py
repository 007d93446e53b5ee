"""The counters against tiktoken, against odd text, and the door for a user's own."""

import base64
import importlib.util
import sys
from pathlib import Path

import pytest
import tiktoken
import tiktoken_ext.openai_public

from graphpack import tokens
from graphpack.errors import UsageError

# litellm carries the rank files under tiktoken's cache names; they are read as plain files here,
# so that no environment variable and no cache folder is touched
RANK_FILES = {
    "o200k_base": "fb374d419588a4632f3f557e76b4b70aebbca790",
    "cl100k_base": "9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
}
TEXTS = [
    "",
    "Hello, world",
    "def f(x):\n    return x  # naïve\n\n\n",
    "会議は火曜日に延期されました。承認待ち。",
    "👩‍👩‍👧‍👦 family, flag 🇩🇰, tone 👍🏽",
    "a line\r\nand another\r\n\r\n",
    "<|endoftext|> inside a transcript is text",
    "x" * 5000,
    " " * 700 + "\t\t\n",
    "1234567890 3.14159 2026-11-30T09:00:00Z",
    '{"v":2,"n":[{"id":"n1","t":"D","s":"No Redis."}]}',
]


@pytest.fixture(scope="module", params=sorted(RANK_FILES))
def reference(request):
    spec = importlib.util.find_spec("litellm")
    folder = Path(spec.submodule_search_locations[0], "litellm_core_utils", "tokenizers")
    lines = (folder / RANK_FILES[request.param]).read_bytes().splitlines()
    ranks = {base64.b64decode(t): int(n) for t, n in (line.split() for line in lines)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tiktoken_ext.openai_public, "load_tiktoken_bpe", lambda *_, **__: ranks)
        parts = getattr(tiktoken_ext.openai_public, request.param)()
    return request.param, tiktoken.Encoding(**parts)


def test_exact_counters_agree_with_tiktoken(reference):
    name, encoding = reference
    exact = tokens.counter(name)
    assert exact.is_exact
    assert exact.name == name
    assert exact.notice is None
    for text in [*TEXTS, "\n\n".join(TEXTS)]:
        assert exact.count(text) == len(encoding.encode_ordinary(text)), text[:40]


def test_agrees_with_tiktoken_on_the_example_conversation(reference):
    name, encoding = reference
    text = (Path(__file__).parents[1] / "examples" / "auth-session.json").read_text("utf-8")
    assert tokens.counter(name).count(text) == len(encoding.encode_ordinary(text))


def test_lone_surrogate_is_counted_and_not_fatal():
    count = tokens.counter().count
    assert count("half \ud83d pair") == count("half \ufffd pair")


def test_estimate_says_that_it_is_one():
    estimate = tokens.counter("chars/4")
    assert estimate.name == "chars/4 (estimate)"
    assert not estimate.is_exact
    assert [estimate.count(t) for t in ("", "a", "abcd", "abcde")] == [0, 1, 1, 2]
    assert tokens.counter(estimate.name) == estimate


def test_a_platform_without_rs_bpe_gets_a_labelled_estimate(monkeypatch):
    monkeypatch.setitem(sys.modules, "rs_bpe", None)
    fallback = tokens.counter("o200k_base")
    assert not fallback.is_exact
    assert "o200k_base" in fallback.notice


def test_unknown_name_lists_the_known_ones():
    with pytest.raises(UsageError, match="o200k: not a known tokenizer") as caught:
        tokens.counter("o200k")
    for name in tokens.names():
        assert name in caught.value.hint


def test_a_users_own_function_counts(tmp_path, monkeypatch):
    (tmp_path / "wordcounter.py").write_text("def count(text):\n    return len(text.split())\n")
    monkeypatch.syspath_prepend(tmp_path)
    own = tokens.counter("wordcounter:count")
    assert own.count("three small words") == 3
    assert own.name == "wordcounter:count"


@pytest.mark.parametrize(
    "name",
    [
        "no_such_module_here:count",
        "builtins:no_such",
        "builtins:int",
        "builtins:str",
        "builtins:callable",
    ],
)
def test_what_does_not_count_is_refused(name):
    with pytest.raises(UsageError, match=name):
        tokens.counter(name)


@pytest.mark.parametrize("name", ["sys:exit", "no_such_module_here:count", "builtins:ord"])
def test_a_function_that_does_not_count_is_refused(name):
    with pytest.raises(UsageError, match="cannot be used as a tokenizer"):
        tokens.counter(name)


@pytest.mark.parametrize(
    ("name", "counter"),
    [
        ("gpt-4", "cl100k_base"),
        ("gpt-4o-mini", "o200k_base"),
        ("openai/gpt-5", "o200k_base"),
        ("GPT-4.1", "o200k_base"),
    ],
)
def test_a_model_family_with_a_counter_of_its_own_is_exact(name, counter):
    found = tokens.counter(name)
    assert found.name == counter
    assert found.is_exact


@pytest.mark.parametrize(("name", "chars"), [("claude-sonnet", 3), ("gemini", 4), ("default", 4)])
def test_any_other_family_is_an_estimate_that_says_so(name, chars):
    found = tokens.counter(name)
    assert not found.is_exact
    assert found.name.startswith(name)
    assert [found.count("x" * size) for size in (0, 1, chars, chars + 1)] == [0, 1, 1, 2]


def test_a_name_that_only_begins_like_a_family_is_none():
    with pytest.raises(UsageError, match="not a known tokenizer"):
        tokens.counter("claudette")
