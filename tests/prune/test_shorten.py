from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpack.prune.shorten import shorten
from graphpack.text import identifiers, negations
from tests.strategies import WORDS


@pytest.mark.parametrize(
    ("text", "shorter"),
    [
        (
            "Uploads run in the background. That made everybody happy. Retries stop after 3.",
            "Uploads run in the background. Retries stop after 3.",
        ),
        (
            "The index is rebuilt nightly because the load is small at that hour.",
            "The index is rebuilt nightly.",
        ),
        (
            "Images are scaled on upload (the usual way of doing it), which is quick enough.",
            "Images are scaled on upload.",
        ),
        (
            "Sessions live in a cookie — the easier option by far; kept for v2.1.",
            "Sessions live in a cookie; kept for v2.1.",
        ),
        (  # what is left of the second sentence once its clause is gone says nothing hard either
            "The index is rebuilt nightly. That was fine; I saw as much of it.",
            "The index is rebuilt nightly.",
        ),
    ],
)
def test_what_carries_no_hard_fact_goes(text, shorter):
    assert shorten(text) == shorter


@pytest.mark.parametrize(
    "text",
    [
        "The queue stays because there is no time to replace it.",
        "The table is split, since Postgres 16 makes that cheap and easy.",
        "Retry is on; see src/net/retry.py for all of the reasons.",
        "The flag is used because --strict would break the nightly run.",
        "Uploads are slow (the reason lies in `chunked_read` and its callers).",
        "The list is sorted. Switched from insertion order to alphabetical order.",
        "The list is sorted. Marta wants it that way for the whole season.",
        "The index is rebuilt nightly because nobody works at that hour.",
        "Die Liste ist sortiert, weil niemand sie anders haben wollte.",
        "設定は保存される。これはとても便利な機能だと思われている。",
        "The list goes through sort (by name) and verify(user) and so on.",
        "The call is `merge (left and right side)` in this place, as ever.",
        'The label says "because of the weather, which is bad" to the reader.',
        "The label says 'closed for now, because of the weather, which is bad' to the reader.",
        "The label says ‘closed for now, because of the weather, which is bad’ to the reader.",
    ],
)
def test_negations_names_numbers_and_quotations_stay(text):
    assert shorten(text) == text


joints = st.sampled_from([
    "; ", " — ", ", which ", " because ", " (", ") ", ". ", ", since ", " `", "` ", ' "', '" ',
    " so that ", ", ", ": ", "! ",
])  # fmt: skip
parts = st.lists(st.tuples(st.sampled_from(WORDS), st.just(" ") | joints), min_size=1, max_size=24)


@settings(max_examples=400)
@given(parts.map(lambda pairs: "".join(word + joint for word, joint in pairs).strip() + "."))
def test_shortening_loses_no_identifier_and_no_negation_and_is_stable(text):
    shorter = shorten(text)
    assert sorted(identifiers(shorter)) == sorted(identifiers(text))
    assert negations(shorter) == negations(text)
    assert all(shorter.count(name) == text.count(name) for name in ("Redis", "設定"))
    assert len(shorter) <= len(text)
    assert shorten(shorter) == shorter
