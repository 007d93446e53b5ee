"""Every text of a conversation is looked at, and a secret keeps its one placeholder."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from graphpack.model.conversation import (
    Attachment,
    Branch,
    Conversation,
    ConversationSource,
    Image,
    Message,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.model.report import Notice
from graphpack.redact import MAX_NESTING, Policy, Vault, clean, find, namespaced, redact

KEY = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
OTHER = "ghp_" + "Z9y8X7w6V5u4T3s2R1q0P9o8N7m6L5k4J3h2"
PASSWORD = "Xk9#mPq2$vL8"
POLICY = Policy()


def talk(*parts, title="A talk", **fields):
    messages = tuple(Message(index, Role.USER, (part,)) for index, part in enumerate(parts))
    return Conversation(
        "c1", title, ConversationSource("talk.json", "openai-chat"), messages, **fields
    )


def text_of(conversation):
    return repr(conversation)


PARTS = [
    Text(f"use {KEY}"),
    Reasoning(f"the user gave {KEY}"),
    ToolCall("shell", {"command": f"export GH_TOKEN={KEY}"}),
    ToolCall("shell", {"env": [{"deep": {"list": ["x", f"a {KEY} b"]}}]}),
    ToolCall("shell", {KEY: "a key of an object"}),
    ToolCall("shell", f'{{"token": "{KEY}"}}'),
    ToolCall(f"run {KEY}", {}),
    ToolResult(f"token: {KEY}"),
    ToolResult("done", name=f"tool {KEY}"),
    Attachment(f"{KEY}.txt"),
    Attachment("a.env", f"GH_TOKEN={KEY}"),
    Image(name=f"{KEY}.png"),
]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: type(part).__name__)
def test_no_part_keeps_a_secret(part):
    done = redact(talk(part), POLICY)
    assert KEY not in text_of(done.conversation)
    assert [(one.family, one.placeholder) for one in done.findings] == [
        ("github-token", "⟨secret:github-token:1⟩")
    ]


@pytest.mark.parametrize(
    "key", ["password", "db_password", "apiKey", "client_secret", "accessToken"]
)
def test_an_argument_is_secret_by_its_name(key):
    value = "q7Rt9vLx2Kp4Wn8Zb3Yc" if "password" not in key else PASSWORD
    done = redact(talk(ToolCall("login", {"user": {key: value, "name": "ada"}})), POLICY)
    assert value not in text_of(done.conversation)
    assert done.conversation.messages[0].parts[0].arguments["user"]["name"] == "ada"


def test_what_is_nested_too_deep_to_be_looked_at_is_dropped():
    value = {"token": KEY}
    for _ in range(MAX_NESTING + 5):
        value = {"a": value}
    done = redact(talk(ToolCall("shell", value)), POLICY)
    assert KEY not in text_of(done.conversation)


def test_titles_authors_source_and_notices_are_looked_at():
    base = talk(Text("hello"), title=f"fix {KEY}", notices=(Notice("x", f"{KEY}:1", f"bad {KEY}"),))
    base = replace(
        base,
        source=ConversationSource(f"{KEY}.json", "openai-chat"),
        messages=(replace(base.messages[0], author=f"ada {KEY}"),),
    )
    done = redact(base, POLICY)
    assert KEY not in text_of(done.conversation)
    assert {one.placeholder for one in done.findings} == {"⟨secret:github-token:1⟩"}
    assert {(one.message, one.part) for one in done.findings} == {(0, -1), (-1, -1)}


def test_abandoned_branches_are_looked_at():
    branch = Branch("b1", 0, (Message(1, Role.USER, (Text(f"or use {KEY}"),)),))
    done = redact(talk(Text("hello"), branches=(branch,)), POLICY)
    assert KEY not in text_of(done.conversation)
    (found,) = done.findings
    assert (found.branch, found.message, found.part, found.line) == ("b1", 1, 0, 1)


def test_ids_order_and_what_is_clean_stay():
    base = talk(Text("hello"), Text(f"use {KEY}"), ToolResult("fine", call_id="c9"))
    done = redact(base, POLICY).conversation
    assert done.messages[0] is base.messages[0]
    assert done.messages[2] is base.messages[2]
    assert [one.index for one in done.messages] == [0, 1, 2]


def test_the_same_secret_has_the_same_placeholder_and_another_another():
    done = redact(talk(Text(f"use {KEY}"), Text(f"not {OTHER}"), ToolResult(f"got {KEY}")), POLICY)
    texts = [message.parts[0].text for message in done.conversation.messages]
    assert texts == [
        "use ⟨secret:github-token:1⟩",
        "not ⟨secret:github-token:2⟩",
        "got ⟨secret:github-token:1⟩",
    ]
    assert done.families == (("github-token", 2),)


def test_a_password_that_was_found_once_keeps_its_name():
    done = redact(talk(Text(f"password: {PASSWORD}"), Text(f"PGPASSWORD={PASSWORD} psql")), POLICY)
    texts = [message.parts[0].text for message in done.conversation.messages]
    assert texts == ["password: ⟨secret:password:1⟩", "PGPASSWORD=⟨secret:password:1⟩ psql"]


@pytest.mark.parametrize(
    "old",
    [
        talk(Text("it was ⟨secret:github-token:3⟩"), Text(f"now {KEY}")),
        talk(Text(f"now {KEY}"), title="about ⟨secret:github-token:3⟩"),
        talk(ToolCall("x", {"a": ["⟨secret:github-token:3⟩"]}), Text(f"now {KEY}")),
        talk(
            Text(f"now {KEY}"),
            branches=(
                Branch("b", 0, (Message(1, Role.USER, (Text("⟨secret:github-token:3⟩"),)),)),
            ),
        ),
    ],
)
def test_a_placeholder_that_a_text_holds_already_names_nothing_new(old):
    done = redact(old, POLICY)
    assert [one.placeholder for one in done.findings] == ["⟨secret:github-token:4⟩"]
    assert "⟨secret:github-token:3⟩" in json.dumps(text_of(done.conversation), ensure_ascii=False)


def test_redacting_twice_changes_nothing():
    once = redact(talk(Text(f"use {KEY}, password: {PASSWORD}")), POLICY).conversation
    again = redact(once, POLICY)
    assert again.conversation == once
    assert again.findings == ()


def test_off_hides_nothing():
    base = talk(Text(f"use {KEY}"))
    done = redact(base, Policy("off"))
    assert done.conversation is base
    assert find(KEY, Policy("off")) == ()
    assert clean(KEY, Policy("off"), Vault()) == KEY


def test_what_is_made_later_gets_the_same_placeholder():
    done = redact(talk(Text(f"use {KEY}")), POLICY)
    assert (
        clean(f"Deploy with {KEY}.", POLICY, done.vault) == "Deploy with ⟨secret:github-token:1⟩."
    )


def test_placeholders_of_two_sessions_do_not_collide():
    text = "⟨secret:github-token:1⟩ and ⟨personal:email:2⟩, ⟨old/secret:jwt:1⟩"
    assert namespaced(text, "s7") == (
        "⟨s7/secret:github-token:1⟩ and ⟨s7/personal:email:2⟩, ⟨old/secret:jwt:1⟩"
    )
    assert namespaced(namespaced(text, "s7"), "s8") == namespaced(text, "s7")
    assert find(namespaced(text, "s7"), POLICY) == ()


@pytest.mark.parametrize(
    "command",
    [
        'sudo -S <<< "{}"', "sudo -S apt update <<< {}", "sudo -kS id <<<'{}'",
        'gcloud auth login --cred-file=- <<< "{}"',
        'gcloud secrets create tide --data-file=- <<< "{}"',
        "docker login -u mara --password-stdin <<<{}", 'sudo chpasswd <<< "mara:{}"',
    ],
)  # fmt: skip
def test_a_password_in_a_here_string_is_hidden(command):
    said = clean(command.format("Kq7mxPw2rt"), Policy(), Vault())
    assert "Kq7mxPw2rt" not in said
    assert said.startswith(command.partition("<<<")[0])


@pytest.mark.parametrize(
    "command",
    [
        'sudo tee /etc/tide.conf <<< "height=3-b"', 'sudo -S <<< "$PASSWORD"',
        "gcloud compute ssh tide-1 <<< uptime-2", 'chpasswd <<< "$user:$pass"',
        "gcloud auth login --cred-file=- <<< word",
    ],
)  # fmt: skip
def test_other_here_strings_stay(command):
    assert clean(command, Policy(), Vault()) == command
