"""A text that holds a question and its answer: the answer is hidden where it is a password."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpack.redact import Policy, Vault, clean_kept
from graphpack.redact.across import answered
from tests.redact.canaries import draw
from tests.timing import grows_linearly

FIND = Policy().detector().find
PASSWORD = "harbour7Lantern"
ASKED = [
    f"Ann: what's the DB password?\nBob: {PASSWORD}\nAnn: thanks",
    f"what is the password for staging?\n{PASSWORD}",
    f"user\nwhat is the password for staging?\n\nassistant:\n{PASSWORD}",
    f"**Ann**: send me the password\n\n**Bob**: {PASSWORD}",
    f"> which passphrase did you set?\n> {PASSWORD}",
    "\n".join(
        json.dumps({"role": role, "content": text})
        for role, text in (("user", "the database password, please"), ("assistant", PASSWORD))
    ),
    json.dumps([{"text": "What's the DB password?"}, {"text": PASSWORD}], indent=2),
]


def kept(text: str) -> str:
    return clean_kept(text, Policy(), Vault())


@pytest.mark.parametrize("text", ASKED)
def test_an_answer_is_hidden_for_the_question_in_the_line_before(text):
    out = kept(text)
    assert PASSWORD not in out
    assert "⟨secret:password:1⟩" in out
    assert kept(out) == out


@pytest.mark.parametrize(
    "text",
    [
        "Where is the password?\nIn settings.py, line 41",
        "what's the password?\nI don't know it",
        "> which token should I use?\n> the one from CI-7, see docs",
        "Did the password test pass?\nsee https://ci.internal/runs/418",
        'password = ask("password?")\nprint(len(password))',
    ],
)
def test_what_answers_nothing_stays(text):
    assert kept(text) == text


def test_nothing_is_hidden_where_it_is_off():
    assert clean_kept(ASKED[0], Policy("off"), Vault()) == ASKED[0]


def test_secrets_without_a_question_are_hidden_as_ever():
    secret = f"ghp_{draw(random.Random(3), 36)}"
    assert secret not in kept(f"here: {secret}")


@given(st.text(alphabet='password?:\n"1a ⟩', max_size=120))
def test_spans_lie_in_the_text_and_do_not_overlap(text):
    past = 0
    for start, end, _ in answered(text, FIND):
        assert past <= start < end <= len(text)
        past = end


@pytest.mark.parametrize("unit", ["what's the password?\n", 'password?"', "password?\nab12!\n"])
def test_many_questions_cost_no_more_than_their_length(unit):
    grows_linearly(
        lambda text: answered(text, FIND), 4_000 // len(unit), lambda count: unit * count
    )
