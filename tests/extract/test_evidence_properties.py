"""In whatever script: a quote that is there is found, with right offsets; a twisted one is not."""

from __future__ import annotations

import unicodedata

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from graphpack.extract.evidence import anchor
from graphpack.model.conversation import Message, Role, Text
from graphpack.text import negations

# words of many scripts: spaced, wide, combining, joined, right to left, astral
WORDS = st.sampled_from([
    "pump", "Valve", "naïve", "nai\u0308ve", "cafe\u0301", "Straße", "İstanbul", "насос", "бак",
    "水泵", "在6点启动", "ファイル", "ﾌｧｲﾙ", "が\u3099く", "한글",
    "\u1112\u1161\u11ab\u1100\u1173\u11af", "नमस्ते", "क्षत्रिय", "ภาษาไทย",
    "مَرْحَبًا", "שָׁלוֹם", "👩\u200d👩\u200d👧", "👍🏽", "🇩🇪", "e\u0301\u0323", "ﬁlter",
    "x²", "½", "v2.4.1", "--slow", "/etc/pump.toml", "`level`", "**bold**", "zero\u200bwidth",
    "soft\u00adhyphen", "don’t", "“so”", "a—b", "①", "Ａ１", "𝒙𝒚", "𠮷野", "ß", "ΣΊΣΥΦΟΣ", "ς",
])  # fmt: skip
GAPS = st.sampled_from([" ", " ", " ", "\n", "  ", "\u3000", ", ", ". "])


@st.composite
def passages(draw, least=4, most=14):
    """A text, and one stretch of whole words of it."""
    words = draw(st.lists(WORDS, min_size=least, max_size=most))
    gaps = draw(st.lists(GAPS, min_size=len(words), max_size=len(words)))
    text, spans = "", []
    for word, gap in zip(words, gaps, strict=True):
        spans.append((len(text), len(text) + len(word)))
        text += word + gap
    first = draw(st.integers(0, len(words) - 1))
    last = draw(st.integers(first, len(words) - 1))
    return text, (spans[first][0], spans[last][1])


def anchored(quote, text):
    found = anchor(quote, 0, [Message(0, Role.USER, (Text(text),))])
    if found is not None:
        assert 0 <= found.start < found.end <= len(text)
        assert text[found.start : found.end] == found.quote
        assert not _cuts_a_cluster(text, found.end)
    return found


def _cuts_a_cluster(text, at):
    return at < len(text) and (
        unicodedata.combining(text[at]) > 0 or text[at] == "\u200d" or "🏻" <= text[at] <= "🏿"
    )


@settings(max_examples=60)
@given(passages())
def test_what_is_there_is_found_to_the_letter(case):
    text, (start, end) = case
    quote = text[start:end]
    assume(len(quote) >= 2)
    assume(not _cuts_a_cluster(text, end))
    found = anchored(quote, text)
    assert found is not None
    assert found.quote == quote


def _respaced(text):
    return "  ".join(text.split())


TWISTS = st.sampled_from([
    str.upper,
    str.lower,
    str.casefold,
    _respaced,
    lambda text: "\n".join(text.split()),
    lambda text: unicodedata.normalize("NFC", text),
    lambda text: unicodedata.normalize("NFD", text),
    lambda text: unicodedata.normalize("NFKC", text),
    lambda text: unicodedata.normalize("NFKD", text),
    lambda text: text.replace("’", "'").replace("“", '"').replace("”", '"').replace("—", "-"),
    lambda text: text.replace("`", "").replace("**", ""),
    lambda text: text.replace("\u200b", "").replace("\u00ad", ""),
])  # fmt: skip


def _folded(text):
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    marks = {"’": "'", "“": '"', "”": '"', "—": "-"}
    kept = (marks.get(c, c) for c in unicodedata.normalize("NFKC", text) if not c.isspace())
    return "".join(c for c in kept if c not in "`*\u200b\u00ad")


@settings(max_examples=100)
@given(passages(), TWISTS, TWISTS)
def test_another_spelling_is_found_and_the_sources_own_characters_come_back(case, one, other):
    text, (start, end) = case
    quote = text[start:end]
    assume(len(_folded(quote)) >= 8)
    assume(not _cuts_a_cluster(text, end))
    twisted = other(one(quote))
    assume(_folded(twisted) == _folded(quote))  # a case that does not come back is another text
    found = anchored(twisted, text)
    assert found is not None
    assert _folded(found.quote) == _folded(quote)


@settings(max_examples=40)
@given(passages(least=12, most=20), st.data())
def test_a_word_too_few_is_found_where_it_was_left_out(case, data):
    text, _ = case
    words = text.split()
    assume(len(words) >= 12)
    gone = data.draw(st.integers(1, len(words) - 2))
    assume(not any(c.isdigit() for c in unicodedata.normalize("NFKC", words[gone])))
    quote = " ".join(words[:gone] + words[gone + 1 :])
    assume(negations(quote) == negations(text))
    found = anchored(quote, text)
    if found is not None:
        assert negations(found.quote) == negations(quote)


@settings(max_examples=30)
@given(st.permutations(["the", "pump", "in", "bed", "seven", "starts", "at", "dawn", "again"]))
def test_a_not_too_many_is_another_statement(words):
    said = " ".join(words)
    assert anchored(said, said) is not None
    for place in range(1, len(words)):
        turned = " ".join([*words[:place], "not", *words[place:]])
        assert anchored(turned, said) is None
        assert anchored(said, turned) is None


@settings(max_examples=30)
@given(passages(), passages())
def test_what_is_nowhere_is_not_found(case, other):
    text, _ = case
    quote = other[0].strip()
    assume(len(_folded(quote)) >= 12)
    found = anchored(quote, text)
    if found is not None:
        mine = sorted(_folded(found.quote))
        shared = sum((c in mine) and (mine.remove(c) or True) for c in _folded(quote))
        assert shared >= 0.5 * len(_folded(quote))
