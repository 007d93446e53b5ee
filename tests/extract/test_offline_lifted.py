from __future__ import annotations

from graphpack.model.conversation import Conversation, ConversationSource
from graphpack.pipeline import pack
from graphpack.settings import Settings
from tests.extract.talks import talk


def said(*lines: str) -> str:
    """All that a pack with much room says of a talk, user and assistant by turns."""
    source = ConversationSource("c", "messages")
    conversation = Conversation(id="c", title=None, source=source, messages=talk(*lines))
    graph = pack(conversation, Settings(budget=1200, cap=1200)).graph
    return " ".join(node.summary for node in graph.walk())


def test_an_order_that_was_lifted_is_not_handed_on_nor_its_echo():
    told = said(
        "The invoice service runs on Django 4.2. Please don't upgrade Django before the audit.",
        "Understood, Django stays at 4.2.",
        "The audit is over. OK, do upgrade Django to 5.1 now.",
        "Upgraded to 5.1, all 88 tests pass.",
    )
    assert "do upgrade Django to 5.1 now" in told
    assert "don't upgrade" not in told
    assert "stays at 4.2" not in told


def test_a_version_stayed_with_falls_when_its_owner_is_raised():
    told = said(
        "Which boto3 does the uploader have?",
        "boto3 1.28.4. Version 1.34 changed the retry defaults.",
        "Stay on 1.28.4 until the move is over.",
        "OK, pinned.",
        "Multipart needs it. Upgrade boto3 to 1.34 after all.",
        "boto3 1.34 is in, multipart works with 2.4 GB.",
    )
    assert "pgrade boto3 to 1.34 after all" in told
    assert "Stay on 1.28.4" not in told


def test_a_version_of_another_thing_stays():
    told = said(
        "Which boto3 does the uploader have?",
        "boto3 1.28.4. Version 1.34 changed the retry defaults.",
        "Stay on 1.28.4 until the move is over.",
        "OK, pinned.",
        "Upgrade celery to 5.4 after all.",
        "celery 5.4 is in.",
    )
    assert "tay on 1.28.4" in told


def packed(*lines: str) -> list[tuple[str, str | None]]:
    source = ConversationSource("c", "messages")
    conversation = Conversation(id="c", title=None, source=source, messages=talk(*lines))
    graph = pack(conversation, Settings(budget=1200, cap=1200)).graph
    return [(node.summary, node.status) for node in graph.walk()]


def test_what_only_points_tells_what_it_sets_anew():
    told = packed(
        "We want to print the club magazine again. Let's go to the printer on 11 June.",
        "I will book the printer.",
        "Actually no, move it to 18 June, the editor is on leave.",
        "Booked for 18 June.",
    )
    (newer,) = [text for text, _ in told if "18 June" in text and "[was: " in text]
    assert "printer on" in newer.partition("[was: ")[2]
    standing = [text.partition("[was: ")[0] for text, status in told if status != "abandoned"]
    assert not any("11 June" in text for text in standing)


def test_a_setting_that_is_named_again_holds_once():
    told = packed(
        "The uploader hangs sometimes. Use a timeout of 30 seconds. Never log the bucket keys.",
        "Done.",
        "Make the timeout 90 seconds, big files need it.",
        "timeout=90.",
    )
    texts = " ".join(text for text, status in told if status != "abandoned")
    assert "timeout 90 seconds" in texts
    assert "30 seconds" not in texts
    assert "Never log the bucket keys" in texts


def test_half_of_an_order_takes_nothing_else_with_it():
    texts = " ".join(
        text
        for text, _ in packed(
            "Keep the sessions in Redis, but no caching for the price list.",
            "Done.",
            "Let's cache the price list after all.",
            "Cached.",
        )
    )
    assert "Keep the sessions in Redis" in texts
    assert "cache the price list after all" in texts
