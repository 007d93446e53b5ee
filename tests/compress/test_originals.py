"""The store of originals: byte-identical, bounded in number and in time."""

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpack.compress.originals import (
    MAX_ENTRIES,
    TTL_S,
    MemoryOriginals,
    hint,
    reference,
    references,
    with_hint,
)


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def originals(clock):
    return MemoryOriginals(clock)


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(), max_size=200))
def test_retrieve_after_store_is_identity(text):
    originals = MemoryOriginals(lambda: 0.0)
    back = originals.retrieve(originals.store(text))
    assert back == text
    assert back.encode("utf-8", "surrogatepass") == text.encode("utf-8", "surrogatepass")


def test_ccr_store_and_retrieve(originals):
    ref = originals.store("line one\r\n\tline two\x00\n")
    assert originals.retrieve(ref) == "line one\r\n\tline two\x00\n"
    assert originals.retrieve("0" * 24) is None


def test_ccr_lru_eviction(clock):
    originals = MemoryOriginals(clock, max_entries=3)
    refs = [originals.store(text) for text in ("a", "b", "c")]
    originals.retrieve(refs[0])  # used: "b" is now the one longest not used
    originals.store("d")
    assert [originals.retrieve(ref) for ref in refs] == ["a", None, "c"]
    assert len(originals) == 3


def test_ccr_ttl_expiry(originals, clock):
    ref = originals.store("text")
    clock.now = TTL_S
    assert originals.retrieve(ref) == "text"
    clock.now = TTL_S + 1
    assert originals.retrieve(ref) is None
    assert originals.store("text") == ref  # stored anew, it lives as long again
    assert originals.retrieve(ref) == "text"


def test_ccr_bounds_are_a_thousand_and_an_hour(originals):
    assert (MAX_ENTRIES, TTL_S) == (1_000, 3_600)
    refs = [originals.store(str(number)) for number in range(1_001)]
    assert originals.retrieve(refs[0]) is None
    assert originals.retrieve(refs[1]) == "1"


def test_ccr_hash_deterministic():
    assert reference("tide") == hashlib.sha256(b"tide").hexdigest()[:24]
    assert reference("tide") != reference("tide ")


def test_ccr_inject_hint():
    ref = reference("original")
    short = with_hint("short", ref)
    assert short == f"short\n<!-- CCR:{ref} -->\n"
    assert with_hint("short\n", ref) == short
    assert references(short + short + hint("f" * 24)) == (ref, "f" * 24)
    assert references("<!-- CCR:nothing -->") == ()
