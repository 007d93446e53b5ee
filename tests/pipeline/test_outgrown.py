from __future__ import annotations

from graphpack.model.conversation import Conversation, ConversationSource, Message, Role, Text
from graphpack.pipeline import pack
from graphpack.settings import Settings


def said(times: int) -> Conversation:
    lines = [
        "The harbour café opens on 4 May and seats thirty.",
        "Never order from Petrakis again; the fish comes from Solana.",
        "The oven takes six trays and wants a new seal.",
        "Leave the terrace for the summer.",
        "We print the menu at Linde & Sohn.",
        "The till is counted twice a day.",
    ]
    messages = tuple(
        Message(index=at, role=Role.USER, parts=(Text(f"{lines[at % 6]} Note {at}."),))
        for at in range(6 * times)
    )
    return Conversation("c", None, ConversationSource("c", "messages"), messages)


def codes(conversation: Conversation) -> set[str]:
    made = pack(conversation, Settings())
    assert ("pack-larger" in {n.code for n in made.report.notices}) == (
        made.report.output_tokens > made.report.input_tokens
    )
    assert made.report.losses == 0 or "pack-larger" not in {n.code for n in made.report.notices}
    return {notice.code for notice in made.report.notices}


def test_a_pack_larger_than_its_conversation_says_so_and_loses_nothing():
    assert "pack-larger" in codes(said(2))
    assert "pack-larger" not in codes(said(20))
