from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpack.model.conversation import Conversation, Role
from graphpack.readers import read
from graphpack.readers.base import Certainty, Opened, Probe
from graphpack.readers.srt import Reader as SrtReader
from graphpack.readers.webvtt import Reader
from graphpack.readers.zoom_chat import Reader as ZoomChatReader

SHARED = Path(__file__).parents[2].parent / "shared"
CHAT = SHARED / "samples" / "chat"


def vtt(*cues: str, header: str = "WEBVTT") -> Conversation:
    """Cues of two seconds, half a second apart, unless they bring their own times."""
    blocks = [header]
    for number, cue in enumerate(cues):
        at = number * 2.5
        times = f"00:00:{at:06.3f} --> 00:00:{at + 2:06.3f}"
        blocks.append(cue if "-->" in cue else f"{times}\n{cue}")
    (found,) = read("\n\n".join(blocks).encode())
    assert found.source.format == "webvtt"
    assert {message.role for message in found.messages} == {Role.USER}
    return found


def said(found: Conversation) -> list[tuple[str | None, str]]:
    return [(message.author, message.text) for message in found.messages]


def test_names_before_the_words() -> None:
    found = vtt("Mara Voss: Shall we start?", "luka | L2: Yes.", "David (dz): One minute.")
    assert said(found) == [
        ("Mara Voss", "Shall we start?"),
        ("luka | L2", "Yes."),
        ("David (dz)", "One minute."),
    ]


def test_voice_tags() -> None:
    found = vtt(
        "<v Mara Voss>Shall we <i>start</i>?</v>",
        "<v.loud Bo &amp; Al>Yes.",
        "<v A>Hi.</v>\n<v B>Ho.</v>",
    )
    assert said(found) == [
        ("Mara Voss", "Shall we start?"),
        ("Bo & Al", "Yes."),
        ("A", "Hi."),
        ("B", "Ho."),
    ]


def test_cues_of_one_speaker_are_one_turn() -> None:
    found = vtt("Mara: We ship", "Mara: on Friday.", "Bo: No.", "Mara: Then Monday.")
    assert said(found) == [("Mara", "We ship on Friday."), ("Bo", "No."), ("Mara", "Then Monday.")]


def test_a_long_silence_ends_a_turn() -> None:
    found = vtt(
        "00:01.000 --> 00:02.000\nMara: Hello?", "00:06.500 --> 00:07.000\nMara: Anyone?",
        "00:13.000 --> 00:14.000\nMara: Good.",
    )  # fmt: skip
    assert said(found) == [("Mara", "Hello? Anyone?"), ("Mara", "Good.")]


def test_a_cue_without_a_name_belongs_to_who_spoke_last() -> None:
    found = vtt("Mara: We ship", "on Friday.", "Bo: No.", "Mara: Why?", "Bo: Tests.")
    assert said(found)[0] == ("Mara", "We ship on Friday.")


@pytest.mark.parametrize(
    "text",
    [
        "10:30 Meeting: the plan",
        "see https://example.org: it is there",
        "Note: it is raining",
        "12: no",
    ],
)
def test_what_is_no_name_is_said(text: str) -> None:
    found = vtt(text, "and so on.", "more words.")
    assert said(found) == [(None, f"{text} and so on. more words.")]


def test_captions_name_nobody() -> None:
    found = vtt("We ship", "We ship", "We ship on Friday.", "<c.yellow>Not</c> &lt;before&gt;.")
    assert said(found) == [(None, "We ship on Friday. Not <before>.")]


def test_long_captions_are_cut_at_a_sentence() -> None:
    found = vtt(*[f"{'word ' * 40}{number}." for number in range(10)])
    assert len(found.messages) > 1
    assert all(message.text.endswith(".") for message in found.messages)


def test_notes_settings_and_identifiers_are_not_said() -> None:
    (found,) = read(
        b"\xef\xbb\xbfWEBVTT - Weekly sync\r\n\r\nNOTE by hand\r\nkept: no\r\n\r\n"
        b"STYLE\r\n::cue {}\r\n\r\n"
        b"7f-1/3\r\n00:04.470 --> 00:05.530 align:start position:10%\r\nMara: Hello.\r\n\r\n"
        b"bad --> times\r\nlost\r\n"
    )
    assert said(found) == [("Mara", "Hello.")]
    assert found.title == "Weekly sync"
    assert [notice.code for notice in found.notices] == ["broken-record"]


def test_subrip() -> None:
    first = "1\n00:00:01,000 --> 00:00:02,000\nMara: Hello.\n\n"
    (found,) = read(f"{first}2\n00:00:02,100 --> 00:00:03,000\nBo: Hi.\n".encode())
    assert found.source.format == "srt"
    assert said(found) == [("Mara", "Hello."), ("Bo", "Hi.")]


def test_a_meetings_chat() -> None:
    raw = (
        "00:06:06\tMara Voss:\tFirst line\n\nsecond: line\r\n"
        '00:06:07\tBo:\tReacted to "First…" with 👍\r\n'
        '00:06:07\tBo:\tReacted to First li... with "👍"\r\n'
        '00:06:08\tBo:\tReplying to "First line"\n\nI agree.\r\n'
        '00:06:09\tMara Voss:\tRemoved a 👍 reaction from "First…"\r\n'
    )
    (found,) = read(raw.encode())
    assert found.source.format == "zoom-chat"
    assert said(found) == [("Mara Voss", "First line\n\nsecond: line"), ("Bo", "I agree.")]
    assert [(notice.code, notice.count) for notice in found.notices] == [("reaction", 3)]


def test_the_older_chat() -> None:
    (found,) = read(
        b"10:02:11\t From  Mara Voss  to  Everyone:\n\tHello all\n10:02:15 From Bo to Mara: Hi\n"
    )
    assert said(found) == [("Mara Voss", "Hello all"), ("Bo", "Hi")]


def test_a_line_pasted_into_a_message_of_the_chat_stays_in_it() -> None:
    raw = b"00:06:06\tMara:\tshe wrote:\n00:01:01\tBo:\tno\r\n00:06:09\tZed:\tI see.\r\n"
    (found,) = read(raw)
    assert said(found) == [("Mara", "she wrote:\n00:01:01\tBo:\tno"), ("Zed", "I see.")]


def test_detection() -> None:
    def claiming(head: str) -> list[str]:
        readers = (Reader(), SrtReader(), ZoomChatReader())
        return [one.name for one in readers if one.detect(Probe("x", head)) is Certainty.SURE]

    assert claiming("WEBVTT\n\n") == ["webvtt"]
    assert claiming("\n1\n00:00:01,000 --> 00:00:02,000\nx") == ["srt"]
    assert claiming("00:06:06\tBo:\thi") == ["zoom-chat"]
    assert claiming("WEBVTTX\n1\n2") == []


LINES = ["WEBVTT", "", "1", "00:01.000 --> 00:02.000", "a --> b", "Mara: x", "<v Bo>y", "NOTE z"]


@given(st.lists(st.sampled_from([*LINES, "\r"])))
def test_no_mixture_of_its_lines_fails(lines: list[str]) -> None:
    for found in Reader().read(Opened("-", data="\n".join(lines).encode())):
        assert all(message.parts for message in found.messages)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the sample transcripts are not here")
@pytest.mark.parametrize(
    ("name", "messages", "people"),
    [
        # 678 cues in 134 runs of one speaker; silences cut eleven of them
        ("webvtt-zoom__pm__1.vtt", 145, 33),
        # 865 captions without speakers, put together as paragraphs
        ("webvtt-plain__webvtt-py__1.vtt", 96, 0),
        # 663 messages, 387 of them reactions given or taken back
        ("zoom-chat__pm__1.txt", 276, 62),
    ],
)
def test_samples(name: str, messages: int, people: int) -> None:
    (found,) = read(CHAT / name)
    assert len(found.messages) == messages
    assert len({message.author for message in found.messages} - {None}) == people
