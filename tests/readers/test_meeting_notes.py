from __future__ import annotations

import pytest

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation, Role
from graphpack.readers import read

NOTES = """# Harbour call 7
### Date/Time: Friday, March 6th, 2026 14:00 UTC
### Notes: Ada Lou

## Decisions
| Item | What |
| --- | --- |
| **Decision 1** | Shut the gate at nine |

# 1. The gate

**Mara Voss**

* Shall we shut it at nine?
* It rains.

**Luka** [10:32]

* I would rather wait.

## Votes

| **Decision 1** | Shut the gate at nine |

**mara:** Then nine it is.

**zed_x**

* fine

```
**Bo**
```

**zed_x:**

* **really** fine

---

## Attendees
- Mara Voss
- Luka Brandt (remote)
- zed_x
"""


def notes(text: str) -> Conversation:
    (found,) = read(text.encode())
    assert found.source.format == "meeting-notes"
    assert {message.role for message in found.messages} == {Role.USER}
    return found


def test_turns_sections_title_and_time() -> None:
    found = notes(NOTES)
    assert found.title == "Harbour call 7"
    assert found.started_at is not None
    assert found.started_at.isoformat() == "2026-03-06T14:00:00+00:00"
    said = [(message.author, message.text.split("\n")[0]) for message in found.messages]
    assert said == [
        ("Ada Lou", "# Harbour call 7"),
        ("Ada Lou", "# 1. The gate"),
        ("Mara Voss", "* Shall we shut it at nine?"),
        ("Luka Brandt", "* I would rather wait."),
        ("Ada Lou", "## Votes"),
        ("Mara Voss", "Then nine it is."),
        ("zed_x", "* fine"),
        ("zed_x", "* **really** fine"),
        ("Ada Lou", "## Attendees"),
    ]
    assert found.messages[0].text.endswith("| **Decision 1** | Shut the gate at nine |")


def test_names_in_list_items_and_attendees_on_one_line() -> None:
    found = notes(
        "Attendees: Mara Voss, Luka Brandt and Bo\n\n"
        "- **Mara**: Open?\n- **Luka:** Yes.\n- **Mara**: Good.\n- **Bo:** Hm.\n"
    )
    assert [message.author for message in found.messages][1:] == [
        "Mara Voss",
        "Luka Brandt",
        "Mara Voss",
        "Bo",
    ]


def test_two_people_of_one_first_name_are_not_guessed() -> None:
    found = notes(
        "## Attendees\n- Ana Lou\n- Ana Voss\n- Bo\n\n## Talk\n\n"
        "**Ana**\n\nOpen?\n\n**Bo**\n\nYes.\n\n**Ana**\n\nGood.\n\n**Bo**\n\nHm.\n"
    )
    assert {message.author for message in found.messages} == {None, "Ana", "Bo"}


@pytest.mark.parametrize(
    "text",
    [
        # bold sections of a document that nobody speaks in
        "# Harbour meeting\n\n**Summary**\n\nShut.\n\n**Next steps**\n\nPaint.\n\n"
        "**Summary**\n\nOpen.\n\n**Risks**\n\nRain.\n",
        # bold names, but no meeting: an article about two people
        "# Two painters\n\n**Ana Lou**\n\nShe paints.\n\n**Bo Voss**\n\nHe does not.\n\n"
        "**Ana Lou**\n\nAgain.\n\n**Bo Voss**\n\nNever.\n",
        # minutes without turns
        "# Meeting\n\n## Attendees\n- Ana\n- Bo\n\n## Decisions\n- **Gate**: shut\n",
    ],
)
def test_documents_are_not_taken(text: str) -> None:
    (found,) = read(text.encode())
    assert found.source.format != "meeting-notes"
    with pytest.raises(ReadError, match="no meeting notes"):
        list(read(text.encode(), format="meeting-notes"))
