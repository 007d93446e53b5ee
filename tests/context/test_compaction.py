"""What a compaction's summary dropped: found where it is missing, and not where it is said."""

from dataclasses import replace

import pytest

from graphpack.context.compaction import audit_compactions
from graphpack.model.conversation import (
    Conversation,
    ConversationSource,
    Message,
    Origin,
    Role,
    Text,
)
from graphpack.settings import Settings

USER, MODEL = Role.USER, Role.ASSISTANT
TALK = (
    (USER, "We build the ferry timetable. Never change the schema of the tides table by hand."),
    (MODEL, "I have opened the project; the importers have tests, the pages have none yet."),
    (USER, "Decision: the API listens on port 8443, and it returns times in UTC."),
    (MODEL, "Done, the health check answers."),
    (USER, "The import of harbour 7 fails with E_TIDE_GAP since yesterday, that is still open."),
    (MODEL, "Let me look at what the importer reads."),
    (USER, "We decided against Redis: the cache stays in SQLite, version 3.45."),
    (MODEL, "Good."),
)
RULE = "The user said: never change the schema of the tides table by hand."
PORT = "The API listens on port 8443 and returns times in UTC."
GAP = "Open: the import of harbour 7 fails with E_TIDE_GAP since yesterday."
CACHE = "The cache stays in SQLite, version 3.45; decided against Redis."
TESTS = "The importers of the ferry timetable project have tests, the pages have none yet."
HEALTH = "The health check answers."
ALL = f"{RULE}\n{PORT}\n{GAP}\n{CACHE}\n{TESTS}\n{HEALTH}"


def session(*parts):
    """A conversation; a bare string is a summary."""
    messages = []
    for part in parts:
        role, text = (MODEL, part) if isinstance(part, str) else part
        origin = Origin.COMPACTION if isinstance(part, str) else Origin.MAIN
        messages.append(Message(len(messages), role, (Text(text),), origin=origin))
    return Conversation("s", "Ferry", ConversationSource("s.jsonl", "claude-code"), tuple(messages))


def audit(*parts):
    (found,) = audit_compactions(session(*parts), Settings())
    return found


def dropped(audit):
    return " | ".join(one.text for one in audit.dropped)


def test_a_summary_that_says_all_drops_nothing():
    found = audit(*TALK, ALL)
    assert found.said >= 4
    assert dropped(found) == ""
    assert (found.number, found.message, found.summary_chars) == (1, 8, len(ALL))


@pytest.mark.parametrize(
    ("left_out", "word"),
    [(RULE, "schema of the tides"), (PORT, "8443"), (GAP, "E_TIDE_GAP"), (CACHE, "Redis")],
)
def test_what_a_summary_leaves_out_is_found_and_nothing_else(left_out, word):
    found = audit(*TALK, ALL.replace(left_out, ""))
    assert word in dropped(found)
    others = [w for w in ("schema of the tides", "8443", "E_TIDE_GAP", "Redis") if w != word]
    assert [w for w in others if w in dropped(found)] == []


@pytest.mark.parametrize(
    ("old", "new", "lack"),
    [
        ("8443", "8080", "8443"),
        ("3.45", "3.40", "3.45"),
        ("E_TIDE_GAP", "an error", "E_TIDE_GAP"),
        ("never change", "change", "not"),
    ],
)  # fmt: skip
def test_what_a_summary_has_only_in_part_says_what_is_lacking(old, new, lack):
    found = audit(*TALK, ALL.replace(old, new))
    assert lack in [name for one in found.partial for name in one.lacks]


def test_rules_and_decisions_come_first_and_say_who_said_them():
    found = audit(*TALK, "We worked on the ferry timetable for a while.")
    assert found.said <= 1
    assert found.dropped[0].type == "decision"
    rule = next(one for one in found.dropped if "schema" in one.text)
    assert (rule.message, rule.author) == (0, "user")


def test_what_was_said_again_since_is_marked():
    found = audit(*TALK, ALL.replace(PORT, ""), (USER, PORT), (MODEL, "Yes, it does."))
    (port,) = {one.is_repeated for one in found.dropped if "8443" in one.text}
    assert port


def test_a_later_summary_is_held_against_all_that_was_said_before_it():
    first, second = audit_compactions(
        session(*TALK, ALL, *TALK[2:4], ALL.replace(RULE, "")), Settings()
    )
    assert dropped(first) == ""
    assert "schema of the tides" in dropped(second)
    assert (second.number, second.message) == (2, 11)


def test_a_summary_with_nothing_before_it_is_no_loss():
    assert audit_compactions(session(ALL, *TALK), Settings()) == ()
    assert audit_compactions(session(*TALK), Settings()) == ()


def test_what_sub_agents_and_summaries_said_is_not_what_the_session_lost():
    found = audit(*TALK, ALL)
    again = session(*TALK, ALL)
    inner = replace(again.messages[1], origin=Origin.SUBAGENT)
    assert audit_compactions(replace(again, messages=(*again.messages[:1], inner,
        *again.messages[2:])), Settings())[0].message == found.message  # fmt: skip


def test_no_model_is_asked():
    settings = Settings(model="openai/none-of-this-is-called")
    assert len(audit_compactions(session(*TALK, ALL), settings)) == 1
