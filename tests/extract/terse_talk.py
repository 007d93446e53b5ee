"""A made-up talk in which a person settles something in nearly each short message."""

from __future__ import annotations

from graphpack.model.conversation import Message, Role, Text

PADDING = (
    "There is more that one could look at some day, such as printed labels in several sizes, a"
    " newsletter, translations into the languages of the neighbourhood, pictures of every plot"
    " through the seasons, and a small shop for seeds. None of this is needed for a first version,"
    " and each of these would bring forms, texts and questions of its own."
)

TURNS = (
    (
        "making a page for our allotment club where people book the shared rotavator. python, on a"
        " raspberry in the shed. weekends only",
        "Nice. What has to be chosen early: the framework, where bookings are kept, and how members"
        " sign in. What do you have so far?",
    ),
    (
        "flask. bookings in a csv for now. sign in not yet",
        "Flask is fine. A file will be written by two people at once sooner or later:\n\n"
        "- **CSV with a lock**: simple, and slow to search.\n"
        "- **SQLite**: one file as well, and safe.\n"
        "- **Postgres**: too much for a shed.",
    ),
    (
        "sqlite. no postgres ever, i maintain one at work and thats enough",
        "Good. Slots: I would cut the day into slots of 60 minutes.",
    ),
    (
        "90, the soil here is clay and it takes longer. lovely weather btw",
        "Slots of 90 minutes, so eight of them a day.",
    ),
    (
        "yes. next: how do people sign in? most are over seventy",
        "Options:\n\n1. A password for each member\n2. One link for each member, printed as a QR"
        " code on the key tag\n3. No sign-in, only the plot number",
    ),
    (
        "2. but the plot number goes on the tag too",
        "A tag with the code and the plot number it is.",
    ),
    (
        "rain: the page said 500 this morning after the storm",
        "What does the log say? Perhaps the card of the raspberry was full, or the clock was wrong"
        " after the power came back.",
    ),
    (
        "clock. it thinks its 1970 until the network is up",
        "Then start the service after `time-sync.target`, or put a clock module on the board.",
    ),
    (
        "module ordered, DS3231. works",
        "Good. I would also keep a journal of all bookings that were changed, with names and times,"
        " so that nobody argues at the gate.",
    ),
    (
        "no journal. they argue anyway, and i won't store who dug when",
        "Understood, nothing of the kind is stored.",
    ),
    (
        "fuel: who pays? i don't know yet, ask me after the meeting in may",
        "I leave it open until the meeting in May.",
    ),
    (
        "off to water the beans",
        "Enjoy the garden.",
    ),
)  # fmt: skip


def terse(turns=TURNS) -> tuple[Message, ...]:
    """The talk; what an assistant says beside is as long as it is in such talks."""
    texts = [text for said, answer in turns for text in (said, f"{answer}\n\n{PADDING}")]
    return tuple(
        Message(at, Role.ASSISTANT if at % 2 else Role.USER, (Text(text),))
        for at, text in enumerate(texts)
    )
