"""A secret is found although something stands in its middle, or its field is what says so."""

from __future__ import annotations

import random

import pytest

from graphpack.model.conversation import Conversation, ConversationSource, Message, Role, ToolCall
from graphpack.redact import Policy, Vault, clean, redact
from tests.redact.canaries import HEX, draw

TOKEN = "ghp_" + draw(random.Random(21), 36)
PASSWORD = "Zq7-pLm2-Xx9"


@pytest.mark.parametrize(
    "between", ["\u200b", "\u00ad", "\u2060", "\U000e0041", "\x00", "\x05", "\x7f", "\x1b[0m"]
)
def test_what_cannot_be_seen_hides_no_secret(between):
    text = f"use {TOKEN[:12]}{between}{TOKEN[12:]} now"
    assert clean(text, Policy(), Vault()) == "use ⟨secret:github-token:1⟩ now"


def test_a_colour_before_a_secret_does_not_hide_it():
    for colour in ("\x1b[01;31m\x1b[K", "\\x1b[32m", "\\u001b[32m"):
        assert TOKEN not in clean(f"{colour}{TOKEN}\x1b[m", Policy(), Vault())


@pytest.mark.parametrize("broken", ["\n", "\n> "])
def test_a_secret_that_a_line_end_breaks_is_hidden_whole(broken):
    text = f"{TOKEN[:24]}{broken}{TOKEN[24:]} and more"
    assert clean(text, Policy(), Vault()) == "⟨secret:github-token:1⟩ and more"


@pytest.mark.parametrize("line", ["2031-01-01 INFO tick 1", "41b,rest", "PORT=80", "Then rest."])
def test_the_line_behind_a_whole_secret_is_no_part_of_it(line):
    text = f"export GITHUB_TOKEN={TOKEN}\n{line}\n"
    out = clean(text, Policy(), Vault())
    assert out == f"export GITHUB_TOKEN=⟨secret:github-token:1⟩\n{line}\n"


def test_what_follows_a_password_in_an_address_stays_and_the_rest_of_a_password_goes():
    said = "password=Tr0ub4dor&3xYz and https://a.internal/?password=Tr0ub4dor-9&page=2"
    out = clean(said, Policy(), Vault())
    assert out == (
        "password=⟨secret:password:1⟩ and https://a.internal/?password=⟨secret:password:2⟩&page=2"
    )


def test_lines_of_names_are_not_joined():
    text = "\n".join(f"ordinary_identifier_number_{number}" for number in range(50))
    assert clean(text, Policy(), Vault()) == text


@pytest.mark.parametrize(
    "arguments",
    [
        {"name": "DB_PASSWORD", "value": PASSWORD},
        {"password": [{"current": PASSWORD}]},
        {"credentials": {"jo": PASSWORD}},
        {"auth": ["jo", draw(random.Random(4), 30)]},
        {"env": {"API_TOKEN": draw(random.Random(5), 30)}},
    ],
)
def test_an_argument_is_secret_by_the_field_above_it(arguments):
    call = ToolCall("run", arguments)
    message = Message(0, Role.ASSISTANT, (call,))
    source = ConversationSource("a.json", "openai-chat")
    redacted = redact(Conversation("a", None, source, (message,)), Policy())
    [part] = redacted.conversation.messages[0].parts
    assert "⟨secret:" in part.text
    assert PASSWORD not in part.text
    assert len(redacted.findings) == 1


UUID = "7c1e5a3f-9b2d-4e6a-8c0f-1d3b5a7c9e2f"
_R = random.Random(8)


@pytest.mark.parametrize(
    "secret",
    [
        f"pat-eu1-{UUID}",
        f"tskey-auth-{draw(_R, 16)}-{draw(_R, 32)}",
        f"sqp_{draw(_R, 40, HEX)}",
        f"phx_{draw(_R, 43)}",
        f"dt0c01.{draw(_R, 24, 'ABCDEFGHJKLMNPQRST234567')}.{draw(_R, 64, 'ABCDEFGHJKLMNPQRST234567')}",  # noqa: E501
        f"rnd_{draw(_R, 32)}",
        f"otpauth://totp/app?secret={draw(_R, 32, 'ABCDEFGHJKLMNPQRST234567')}",
        f"$2b$12${draw(_R, 53)}",
        f"https://api.telegram.org/bot1234509876:AA{draw(_R, 33)}/getMe",
        f"https://open.feishu.cn/open-apis/bot/v2/hook/{UUID}",
        f"https://eth-mainnet.g.alchemy.com/v2/{draw(_R, 32)}",
    ],
)
def test_further_issuers_are_known(secret):
    out = clean(f"see {secret} there", Policy(), Vault())
    assert "⟨secret:" in out
    assert secret[-20:] not in out or "getMe" in secret


@pytest.mark.parametrize(
    "text",
    [
        '{"ParameterKey": "DbPassword", "ParameterValue": "@"}',
        '{"Value": "@", "Name": "DB_PASSWORD"}',
        '<Parameter Name="DB_PASSWORD" Value="@"/>',
        "aws ssm put-parameter --name /tide/db-password --value @ --type SecureString",
        "数据库密码改成@了",
        "the pwd for prod? @",
        'dbPass = "@"',
        "I typed @ as the password",
        "@ is the new root password",
        "the root password, @, must go",
        "the password (@) was in the log",
        "$ echo $DB_PASSWORD\n@\n$",
    ],
)
def test_a_password_is_hidden_wherever_its_name_stands(text):
    whole = text.replace("@", "Vt9!kQ2zLm#x")
    assert clean(whole, Policy(), Vault()) == text.replace("@", "⟨secret:password:1⟩")


def test_pairs_of_name_and_value_are_known_in_any_spelling():
    pairs = [
        {"Name": "DB_PASSWORD", "Value": PASSWORD},
        {"Key": "db_password", "Value": "Qx7!mWp2"},
    ]
    call = ToolCall("run", {"env": pairs, "Name": "DB_PASSWORD", "Other": "a-word-1"}, None)
    done = redact(
        Conversation(
            "c", None, ConversationSource("t", "t"), (Message(0, Role.ASSISTANT, (call,)),)
        ),
        Policy(),
    )
    arguments = done.conversation.messages[0].parts[0].arguments
    assert [pair["Value"] for pair in arguments["env"]] == [
        "⟨secret:password:1⟩",
        "⟨secret:password:2⟩",
    ]
    assert arguments["Other"] == "a-word-1"


@pytest.mark.parametrize("sequence", ["\x1b[2J", "\x1b[0K", "\x1b[1;31m", "\x1b[?25l", "\x1b[3~"])
@pytest.mark.parametrize("written", [None, "\\u001b", "\\x1b", "\\e", "\\033"])
def test_a_terminals_sequence_is_no_beginning_of_a_word(sequence, written):
    token = "ghp_" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"
    text = f"step{sequence}{token}{sequence} done"
    text = text.replace("\x1b", written) if written else text
    assert token not in clean(text, Policy(), Vault())
