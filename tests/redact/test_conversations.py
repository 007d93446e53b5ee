"""What several strings of a conversation give away together, and what is known from elsewhere."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

import pytest

from graphpack.model.conversation import (
    Attachment,
    Branch,
    Conversation,
    ConversationSource,
    Image,
    Message,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.model.report import Notice
from graphpack.redact import Policy, redact

TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
KEY = "Q7f9Kd2LmX8vRt4WzB6nYc3HsJ5pGa1E"
PASSWORD = "Zq7-pLm2-Xx9"
EXEMPT = {"format", "code"}
"""What the project itself writes."""


def talk(*turns):
    """Messages of two people; a tuple holds the parts of one message."""
    messages = []
    for index, turn in enumerate(turns):
        parts = turn if isinstance(turn, tuple) else (turn,)
        parts = tuple(Text(part) if isinstance(part, str) else part for part in parts)
        role = Role.ASSISTANT if index % 2 else Role.USER
        messages.append(Message(index, role, parts))
    return Conversation("c", None, ConversationSource("talk.json", "x"), tuple(messages))


def strings(value, name=""):
    """Every string below a value."""
    if isinstance(value, str):
        if name not in EXEMPT and not isinstance(value, Role):
            yield value
    elif is_dataclass(value):
        for one in fields(value):
            yield from strings(getattr(value, one.name), one.name)
    elif hasattr(value, "items"):
        for key, item in value.items():
            yield from strings(key)
            yield from strings(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from strings(item)


def full(fill):
    """A conversation in which every string was made by ``fill``."""
    part = (
        Text(fill()),
        ToolCall(fill(), {fill(): [fill()]}, fill()),
        ToolResult(fill(), fill(), fill()),
        Attachment(fill(), fill(), fill()),
        Image(fill(), fill()),
    )
    message = Message(0, Role.USER, part, author=fill(), source_id=fill())
    return Conversation(
        fill(),
        fill(),
        ConversationSource(fill(), "x"),
        (message,),
        notices=(Notice("n", fill(), fill()),),
        branches=(Branch(fill(), -1, (message,)),),
    )


def test_no_string_of_a_conversation_is_left_out():
    done = redact(full(lambda: f"a {TOKEN} b"), Policy())
    found = [text for text in strings(done.conversation) if text not in ("main", "x")]
    assert len(found) > 30
    assert set(found) == {"a ⟨secret:github-token:1⟩ b"}


def test_a_call_and_its_result_stay_a_pair():
    done = redact(talk((ToolCall("t", {}, TOKEN), ToolResult("fine", call_id=TOKEN))), Policy())
    call, result = done.conversation.messages[0].parts
    assert call.call_id == result.call_id == "⟨secret:github-token:1⟩"


ASKED = [
    ("What's the password?", PASSWORD),
    ("What is the admin password for staging?", f"sure, it's {PASSWORD}"),
    ("¿Cuál es la contraseña?", PASSWORD),
    ("密码是什么？", PASSWORD),
    ("Enter your passphrase:\n", f"`{PASSWORD}`"),
    ("I need the password", PASSWORD),
    ("Please provide the SSH passphrase.", PASSWORD),
    ("what's your login and password?", f"jo\n{PASSWORD}"),
    ("credentials?", f"admin / {PASSWORD}"),
    ("please send me the API token:", KEY),
    ("the token, please", KEY),
    (("the password is", PASSWORD),),
    ((ToolCall("ask", {"questions": [{"question": "The DB password?"}]}), ToolResult(PASSWORD)),),
]


@pytest.mark.parametrize("turns", ASKED)
def test_an_answer_is_hidden_by_its_question(turns):
    done = redact(talk(*turns), Policy())
    text = " ".join(strings(done.conversation))
    assert PASSWORD not in text
    assert KEY not in text
    assert len(done.findings) == 1


@pytest.mark.parametrize(
    "turns",
    [
        ("What is the password?", "I don't know, ask bob@acme.test or look at /etc/passwd2"),
        ("Could you reset the password?", "Done in commit abc1234def5678"),
        ("Which password policy do we want?", "At least 12 characters, as in v2.1"),
        ("Where is the token read?", "In src/auth/token_reader2.py, line 14"),
        (f"the key is {TOKEN}", "Thanks, that works"),
    ],
)
def test_an_answer_that_holds_none_stays(turns):
    done = redact(talk(*turns), Policy())
    assert done.conversation.messages[1].text == turns[1]


@pytest.mark.parametrize("turns", [((f"a {TOKEN[:20]}", TOKEN[20:]),), (TOKEN[:20], TOKEN[20:])])
def test_a_token_in_two_halves_is_hidden_in_both(turns):
    text = " ".join(strings(redact(talk(*turns), Policy()).conversation))
    assert TOKEN[:20] not in text
    assert TOKEN[20:] not in text


def test_what_is_a_secret_in_one_place_is_hidden_in_all():
    done = redact(
        talk(f"try {PASSWORD} first", f"password: {PASSWORD}", (Image(name=PASSWORD),)), Policy()
    )
    assert PASSWORD not in " ".join(strings(done.conversation))
    assert {one.placeholder for one in done.findings} == {"⟨secret:password:1⟩"}
    assert done.conversation.messages[0].text == "try ⟨secret:password:1⟩ first"


def test_a_short_or_longer_word_is_not_the_secret():
    done = redact(talk("password: hunter2x", "hunter2x hunter2xy ahunter2x"), Policy())
    assert done.conversation.messages[1].text == "⟨secret:password:1⟩ hunter2xy ahunter2x"


def test_lone_surrogates_stand_in_no_ones_way():
    done = redact(talk(f"\ud800 {PASSWORD} \udfff", f"password: {PASSWORD}"), Policy())
    assert done.conversation.messages[0].text == "\ud800 ⟨secret:password:1⟩ \udfff"


def test_a_password_that_one_text_shows_whole_is_whole_in_all():
    whole = "Tr0ub4dor&3xYz"
    turns = (
        (Text(f"Set the password to {whole} today."),),
        (Text(f"https://a.internal/?password={whole}"),),
    )
    hidden = redact(talk(*turns), Policy()).conversation
    texts = [part.text for message in hidden.messages for part in message.parts]
    assert texts[0] == "Set the password to ⟨secret:password:1⟩ today."
    assert texts[1] == "https://a.internal/?password=⟨secret:password:1⟩"
