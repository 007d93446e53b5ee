"""What holds of group chats whatever was dropped, swapped, cut or retyped in them."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation
from graphpack.readers import read
from tests.timing import grows_linearly

from .people_records import (
    discord_channel,
    discord_message,
    post,
    slack_files,
    telegram_chat,
    telegram_message,
    ts,
    zipped,
)

TEXTS = {
    "whatsapp": "31/12/25, 9:15\u202fPM - Mara: Open?\nreally\n"
    "31/12/25, 9:16\u202fPM - ~ Luka: \u200e<a: b.jpg>\n"
    "31/12/25, 9:17\u202fPM - Mara: <Media omitted>\n31/12/25, 9:18\u202fPM - Mara left\n",
    "irc": "--- Log opened Tue Mar 03 23:58:00 2026\n"
    "[12:18] <mara> scribe: bo\n[12:18] <bo> mara: a\n"
    "[12:18] <bo> ... b\n[12:19] * mara nods\n[2026-03-01T12:00:00Z]\t<zed>\ts/a/b/\nrest\n",
    "discord": "[2026-03-04T17:30:00+00:00] mara (id=111)\n"
    "    Open, <@2>?\n    [attachment] g.png\n"
    "[3/4/26 5:31 PM] luka (id=2)\n    Yes.\n    [embed] x\n",
    "meeting-notes": "# Call\n\n"
    "Attendees: Mara, Bo\n\n**Mara**\n\nOpen?\n\n**Bo:** Yes.\n\n"
    "## Votes\n\n"
    "**Mara**\n\nGood.\n\n**Bo**\n\nHm.\n",
    "zoom-chat": '00:06:06\tMara:\tOpen?\r\n00:06:07\tBo:\tReplying to "Open?"\n\nYes\r\n'
    "00:06:08 From Zed to Everyone: ok\r\n",
    "webvtt": "WEBVTT - x\n\n1\n00:00:01.000 --> 00:00:02.000\n<v Mara>Open?</v>\n\n"
    "00:03.000 --> 00:04.000 align:x\nBo: Yes\n",
    "srt": "1\n00:00:01,000 --> 00:00:02,000\nMara: Open?\n\n2\n"
    "00:00:03,000 --> 00:00:04,000\nBo: Yes\n",
}


def slack_document() -> object:
    block = {
        "type": "rich_text",
        "elements": [{"type": "rich_text_section", "elements": [{"type": "text", "text": "x"}]}],
    }
    return [
        post(
            1,
            "a <@U1> <#C1|x>",
            reactions=[{"name": "x"}],
            files=[{"name": "f", "mimetype": "image/png"}],
        ),
        post(2, "b", thread_ts=ts(1), user_profile={"display_name": "Zoe"}),
        post(
            3,
            "",
            blocks=[block],
            attachments=[{"title": "t", "fields": [{"title": "k", "value": "v"}]}],
        ),
        {"type": "message", "subtype": "message_changed", "message": post(1, "c"), "ts": ts(4)},
    ]


def discord_document() -> object:
    return discord_channel(
        discord_message(1, "a", embeds=[{"title": "t", "fields": [{"name": "k", "value": "v"}]}]),
        discord_message(2, "b", attachments=[{"url": "https://c.example/x.png"}]),
        discord_message(
            3, "c", mentions=[{"id": "2", "name": "zoe"}], forwardedMessage={"content": "d"}
        ),
    )


def telegram_document() -> object:
    chat = telegram_chat(
        telegram_message(1, ["a", {"type": "bold", "text": "b"}], reactions=[{"emoji": "x"}]),
        telegram_message(2, "c", poll={"question": "q", "answers": [{"text": "y", "voters": 1}]}),
        telegram_message(
            3, "", photo="x.jpg", location_information={"latitude": 1, "longitude": 2}
        ),
    )
    return {"chats": {"list": [chat]}}


DOCUMENTS: dict[str, Callable[[], object]] = {
    "slack": slack_document,
    "discord": discord_document,
    "telegram": telegram_document,
}

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6)
    | st.sampled_from(["\ud83d", "9" * 400, "1700000000.000100", 10**30, -1, 1e308]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(["type", "text", "id", "ts", "elements"]), inner, max_size=3
    ),
    max_leaves=5,
)  # fmt: skip


def spots(node: object) -> list[tuple[object, object]]:
    """All places in a document: a container and the key or index in it."""
    found: list[tuple[object, object]] = []
    items = (
        node.items()
        if isinstance(node, dict)
        else enumerate(node)
        if isinstance(node, list)
        else ()
    )
    for key, value in items:
        found.append((node, key))
        found += spots(value)
    return found


@st.composite
def twisted(draw: st.DrawFn) -> tuple[str, bytes]:
    name = draw(st.sampled_from(sorted(DOCUMENTS)))
    document = DOCUMENTS[name]()
    for _ in range(draw(st.integers(1, 3))):
        places = spots(document)
        if not places:
            break
        node, key = draw(st.sampled_from(places))
        action = draw(st.sampled_from(["drop", "retype", "swap"]))
        if action == "drop":
            del node[key]  # type: ignore[attr-defined]
        elif action == "retype":
            node[key] = draw(values)  # type: ignore[index]
        else:
            other, its = draw(st.sampled_from(places))
            node[key] = json.loads(json.dumps(other[its]))  # type: ignore[index]
    raw = json.dumps(document).encode()
    return name, raw[: draw(st.integers(0, len(raw)))] if draw(st.booleans()) else raw


def attempt(raw: bytes, name: str | None) -> list[Conversation]:
    try:
        found = list(read(raw, format=name))
    except ReadError:
        return []
    for one in found:
        assert [message.index for message in one.messages] == list(range(len(one.messages)))
        for message in one.messages:
            assert message.parts
            assert message.at is None or message.at.utcoffset() is not None
            for part in message.parts:
                part.text.encode()
            (message.author or "").encode()
    return found


@given(case=twisted(), is_named=st.booleans())
def test_any_value_anywhere_reads(case: tuple[str, bytes], is_named: bool) -> None:
    name, raw = case
    attempt(raw, name if is_named else None)


@given(raw=st.binary(max_size=200), name=st.sampled_from(sorted({*TEXTS, *DOCUMENTS})))
@example(raw=b'{"messages":[{"ts":"1.1"}]}', name="slack")
@example(raw=b"[" * 5000, name="discord")
@example(raw=b"{" * 5000, name="telegram")
def test_any_bytes_read_or_are_a_read_error(raw: bytes, name: str) -> None:
    attempt(raw, name)


@given(data=st.data(), name=st.sampled_from(sorted(TEXTS)), is_named=st.booleans())
def test_text_with_changed_lines_and_characters_reads(
    data: st.DataObject, name: str, is_named: bool
) -> None:
    text = TEXTS[name]
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(at, min(len(text), at + 12)))
        filler = data.draw(
            st.text(max_size=4)
            | st.sampled_from(["\n", "99", "00:00", "<", ">", ": ", "\u200e", "[", "**", "\t"])
        )
        text = text[:at] + filler + text[end:]
    attempt(text.encode("utf-8", "replace"), name if is_named else None)


def test_a_zip_with_any_of_its_files_broken_reads() -> None:
    files = slack_files(harbour=[[post(1, "a")], [post(1500, "b")]])
    for name in files:
        for value in (b"", b"{", b"[1]", b"{}", b"null", b'[{"id":[]}]', b"[[[", "x"):
            attempt(zipped({**files, name: value}), None)


def hostile(size: int) -> dict[str, list[str]]:
    return {
        "webvtt": [
            "WEBVTT x" + " " * size + "y\n\n00:01.000 --> 00:02.000\nhi",
            "WEBVTT\n\n00:01.000 --> 00:02.000\n" + "<v a " * size,
            "WEBVTT\n\n00:01.000 --> 00:02.000\n" + "<a " * size,
        ],
        "zoom-chat": [
            "10:00:00 From a" + " to b" * size,
            "10:00:00\tMara:\t" + 'Replying to "x ' * size,
            "10:00:00\tMara:\t" + 'Reacted to "x" ' * size,
        ],
        "whatsapp": [
            "31/12/25, 9:15 - a: " + "<b " * size,
            "31/12/25, 9:15 - " + "a b " * size,
            "".join(f"31/12/25, 9:15 - n{n}: x\n" for n in range(size // 4)),
            "31/12/25, 9:15 - a: x\n" + "\n" * size,
            "31/12/25, 9:15 - a: x (" + "a.b (" * size,
        ],
        "irc": [
            "[10:00] <a> b\n" + "x\n" * size,
            "[10:00] <a> scribe: a\n" + "[10:00] <a> ... b\n" * (size // 4),
            "[10:00] <a> scribe: a\n" + "[10:00] <a> s/q/r/\n" * (size // 8),
            "[10:00] <" + "a" * size,
        ],
        "discord": ["[2026-03-04] a (id=1)\n" + "<@1" * size, "[2026-03-04] " + "a (id=" * size],
        "meeting-notes": [
            "# Call\n" + "**a" * size,
            "# Call\n" + "**Mara** x\n" * (size // 8),
            "# " + "[" * size,
            "# Call " + " " * size + "x\n**a**\n",
        ],
        "plain-text": [
            "# a" + " " * size + "x",
            "a" + " " * size + "said x",
            "**a** " + " " * size + "x",
        ],
        "slack": [
            json.dumps([post(1, "<" * size + "<a" * size)]),
            json.dumps([post(n, "r", thread_ts=ts(0)) for n in range(size // 8)]),
        ],
    }


@pytest.mark.parametrize(
    ("name", "at"), [(name, at) for name, texts in hostile(1).items() for at in range(len(texts))]
)
def test_no_input_takes_more_than_its_length(name: str, at: int) -> None:
    for given_as in (name, None):
        grows_linearly(
            lambda raw, given_as=given_as: attempt(raw, given_as),
            1_250,
            lambda size: hostile(size)[name][at].encode(),
        )
