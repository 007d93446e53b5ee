from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpack.model.conversation import Conversation, Role
from graphpack.readers import read
from graphpack.readers.marks import find_marks
from graphpack.readers.transcript import MAX_SECTION_CHARS, sections, transcribe


def one(text: str) -> Conversation:
    (found,) = read(text.encode(), name="chat.txt")
    assert found.source.format == "plain-text"
    return found


def said(found: Conversation) -> list[tuple[str, str]]:
    return [(message.role.value, message.text) for message in found.messages]


TURNS = [("user", "Which pump leaks?"), ("assistant", "Pump 3."), ("user", "Swap it.")]

STYLES = {
    "user": ("User", "Assistant"),
    "human": ("Human", "AI"),
    "lower": ("user", "assistant"),
    "letters": ("Q", "A"),
    "h-a": ("H", "A"),
    "question": ("Question", "Answer"),
    "you": ("You", "ChatGPT"),
    "model": ("User", "GPT-4"),
    "me": ("Me", "Claude"),
    "customer": ("Customer", "Agent"),
    "german": ("Nutzer", "Assistent"),
}


@pytest.mark.parametrize(("user", "model"), STYLES.values(), ids=STYLES.keys())
def test_every_pair_of_marks(user: str, model: str) -> None:
    text = f"{user}: Which pump leaks?\n\n{model}: Pump 3.\n\n{user}: Swap it.\n"
    found = one(text)
    assert said(found) == TURNS
    assert "unrecognised-format" not in [notice.code for notice in found.notices]


def test_marks_alone_on_their_line() -> None:
    assert (
        said(one("User:\nWhich pump leaks?\n\nAssistant:\nPump 3.\n\nUser:\nSwap it.\n")) == TURNS
    )
    assert said(one("You\nWhich pump leaks?\n\nChatGPT\nPump 3.\n\nYou\nSwap it.\n")) == TURNS


def test_wide_colons() -> None:
    assert said(one("用户：哪个泵漏水？\n助手：三号泵。\n用户：换掉它。\n")) == [
        ("user", "哪个泵漏水？"),
        ("assistant", "三号泵。"),
        ("user", "换掉它。"),
    ]


def test_lines_without_a_mark_go_on() -> None:
    text = (
        "User: Two things.\n  First: the pump.\nNote: old.\nhttps://example.org: see there\n\n"
        "System: Linux 6.1\nAssistant: Seen.\nStep 1: drain it.\nUser: Ok.\n"
    )
    found = one(text)
    assert [message.role.value for message in found.messages] == ["user", "assistant", "user"]
    assert found.messages[0].text.endswith("System: Linux 6.1")
    assert found.messages[1].text == "Seen.\nStep 1: drain it."


def test_a_system_line_before_the_first_turn_is_the_prompt() -> None:
    found = one("System: Be dry.\nUser: Hi.\nAssistant: Ho.\n")
    assert said(found)[0] == ("system", "Be dry.")


DINNER = """Dana: Shall we move the release to Friday?
Omar: I'd rather not. The migration is untested.
Dana: Fine, then Monday.
Omar: Monday works.
"""


def test_people_are_users_with_names() -> None:
    found = one(DINNER)
    assert [(message.role, message.author) for message in found.messages] == [
        (Role.USER, "Dana"),
        (Role.USER, "Omar"),
    ] * 2
    assert found.messages[1].text == "I'd rather not. The migration is untested."


def test_somebody_who_speaks_once_counts_where_every_line_is_a_turn() -> None:
    found = one(DINNER + "Li Wei: I veto Monday.\nDana: Then Tuesday.\n")
    assert [message.author for message in found.messages][4:] == ["Li Wei", "Dana"]


def test_a_person_opposite_a_model() -> None:
    found = one("Ines: Hi there.\nClaude: Hello!\nInes: Which pump?\nClaude: Pump 3.\n")
    assert [(message.role.value, message.author) for message in found.messages] == [
        ("user", "Ines"),
        ("assistant", "Claude"),
    ] * 2


@pytest.mark.parametrize(
    "stamp",
    [
        "[10:32]",
        "10:32 AM",
        "(10:32:05)",
        "2025-03-01 10:32",
        "01/03/25 10:32",
        "1.3.2025, 10:32 |",
    ],
)
def test_times_may_stand_before_the_names(stamp: str) -> None:
    text = "".join(f"{stamp} {line}\n" for line in DINNER.splitlines())
    found = one(text)
    assert [message.author for message in found.messages] == ["Dana", "Omar"] * 2
    assert found.messages[2].text == "Fine, then Monday."


def test_only_a_time_with_its_day_is_a_time() -> None:
    whole = one("".join(f"[2025-03-01 10:32:05] {line}\n" for line in DINNER.splitlines()))
    assert whole.messages[0].at == datetime(2025, 3, 1, 10, 32, 5, tzinfo=UTC)
    clock = one("".join(f"[10:32] {line}\n" for line in DINNER.splitlines()))
    assert clock.messages[0].at is None


def test_a_time_behind_the_name() -> None:
    found = one("User (2025-03-01 08:00): Go on, please.\nAssistant (2025-03-01 08:01): Done.\n")
    assert found.messages[0].at == datetime(2025, 3, 1, 8, tzinfo=UTC)


NO_DIALOGUE = {
    "agenda": "10:30 Meeting: the plan.\n11:00 Lunch: noon.\n11:30 Meeting: x.\n12:00 Lunch: so.\n",
    "urls": "http://a.example is one.\nhttps://b.example is two.\nhttp://c.example\nhttps://d.ex\n",
    "notes": "Note: it is so.\nWarning: not so.\nNote: it is again.\nWarning: never so.\n",
    "levels": "INFO: it starts now.\nERROR: it failed.\nINFO: it starts now.\nERROR: it fell.\n",
    "yaml": "host: alpha one.\nport: 22\n\nhost: beta one two.\nport: 23\nuser: root\nmodel: x\n",
    "records": "Name: Bo\nAge: 3\n\nName: Al\nAge: 4\n\nName: Cy\nAge: 5\n",
    "cards": "Ada: 3\nBob: 4\nAda: 5\nBob: 6\n",
    "headers": "From: a@example.org\nTo: b@example.org\nFrom: it came here.\nTo: it went there.\n",
    "code": "if x:\n    y: int = 1\nelse:\n    pass\nTry: something else now.\n",
    "settings": "user: nginx\nagent: none\n",
    "late": "One.\n\nTwo.\n\nThree.\n\nFour.\n\nFive.\n\nSix.\n\n" + DINNER,
    "definitions": "Alpha: the first letter.\nBeta: the second letter.\nGamma: the third one.\n",
    "steps": "Step 1: drain the pump.\nStep 2: open the lid.\nStep 1: drain it all.\nStep 2: go.\n",
    "one": "Dana: I talk here.\nDana: And I go on.\nDana: Nobody else does.\nDana: Still so.\n",
}  # fmt: skip


@pytest.mark.parametrize("text", NO_DIALOGUE.values(), ids=NO_DIALOGUE.keys())
def test_what_is_no_dialogue_has_no_speakers(text: str) -> None:
    assert find_marks(text.split("\n")) is None


def test_text_without_speakers_is_one_unknown_persons_paragraphs() -> None:
    found = one("We chose the blue pump.\nIt is quiet.\n\nThe red one is out.\n")
    assert said(found) == [
        ("user", "We chose the blue pump.\nIt is quiet."),
        ("user", "The red one is out."),
    ]
    assert {message.author for message in found.messages} == {None}
    assert [notice.code for notice in found.notices] == ["unrecognised-format"]


def test_a_document_is_cut_at_its_headings() -> None:
    text = "# Pump 3\n\nIt leaks.\n\nBadly.\n\n## Plan\n\n```\n# no heading\n\nx\n```\n\nSwap it.\n"
    found = one(text)
    assert [message.text for message in found.messages] == [
        "# Pump 3\n\nIt leaks.\n\nBadly.",
        "## Plan\n\n```\n# no heading\n\nx\n```\n\nSwap it.",
    ]
    assert found.title == "Pump 3"


def test_a_long_section_is_cut_at_a_paragraph() -> None:
    paragraph = "word " * 200
    text = "# Long\n\n" + f"{paragraph}\n\n" * 6
    cut = list(sections(text.split("\n")))
    assert len(cut) > 1
    assert all(len(section) <= MAX_SECTION_CHARS + 2 * len(paragraph) for section in cut)


def test_blank_text_has_no_messages() -> None:
    assert transcribe("\n \n\t\n").drafts == ()


@given(st.text(max_size=300))
def test_text_without_marks_keeps_every_character(text: str) -> None:
    from graphpack.readers.loose import plain

    lines = plain(text).split("\n")
    if find_marks(lines) is not None:
        return
    kept = "".join("".join(section.split()) for section in sections(lines))
    assert kept.replace("-", "") == "".join(plain(text).split()).replace("-", "")
