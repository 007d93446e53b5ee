"""Gemini's chats in Google Takeout: My Activity, where each prompt and its answer is one record.

The export says nothing of threads in most records, so they are put together by what is there: the
link to the chat, else the time between two prompts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar

from graphpack.errors import ReadError
from graphpack.model.conversation import (
    Attachment,
    Conversation,
    ConversationSource,
    Part,
    Role,
    Text,
)
from graphpack.patterns import compiled
from graphpack.readers.activity_html import activity_records, is_activity_page
from graphpack.readers.assembly import Draft, Label, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.faults import Faults
from graphpack.readers.html_text import html_to_text
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of
from graphpack.readers.probe import probe as look
from graphpack.readers.transcript import text_in
from graphpack.readers.values import iter_values, or_read_error, probed_values

_PRODUCTS = ("gemini", "bard")
_VERB = "Prompted"
_CANVAS = compiled(r"Created (?:Gemini )?Canvas titled\s*")
_OTHER = compiled(r"(?:Used|Selected|Answered|Gave|Viewed|Visited|Searched|Created|Opened)\s")
_APP_LINK = compiled(r"gemini\.google\.com/app/(?:c_)?([\w-]{4,64})")
_GAP = timedelta(minutes=30)
_MIN_SHARED = 3
_MAX_SHARED_WORDS = 6


class Reader:
    """Reads ``MyActivity.json`` and ``MyActivity.html`` of Gemini Apps."""

    name: ClassVar[str] = "gemini-takeout"
    about: ClassVar[str] = "Gemini chats in Google Takeout (My Activity, JSON or HTML)"
    facts: ClassVar[Facts] = Facts(
        where="takeout.google.com, My Activity, Gemini Apps",
        keeps="prompts, answers, Canvas documents, names of files; chats by their link, else by "
        "pauses of half an hour, and it says so",
        drops="feedback, choices, use of other apps",
        checked="an export of 2025",
        sign="list of records with `header`, `title` and `time` of Gemini Apps",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim My Activity; the records of other products are refused while reading."""
        if is_activity_page(probe.head):
            is_named = any(product in probe.head.lower() for product in _PRODUCTS)
            return Certainty.SURE if is_named else Certainty.MAYBE
        values = [value for value in probed_values(probe) if value is not None]
        known = sum(1 for value in values if _is_record(value))
        return Certainty.SURE if known * 5 >= len(values) * 4 > 0 else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the chats, oldest first."""
        faults = Faults(source.name)
        found = _conversations(source, faults)
        return or_read_error(found, source, faults, what="prompts of Gemini Apps")


@dataclass(frozen=True, slots=True)
class _Turn:
    """A record: a prompt with its answer, or a document the model made."""

    prompt: tuple[Part, ...]
    answer: tuple[Part, ...]
    at: datetime | None
    chat: str | None


def _is_record(value: Any) -> bool:
    record = dict_of(value)
    return (
        isinstance(record.get("header"), str)
        and isinstance(record.get("title"), str)
        and ("products" in record or "time" in record)
    )


def _is_gemini(record: dict[str, Any]) -> bool:
    names = [record.get("header"), *list_of(record.get("products"))]
    return any(product in text_of(name).lower() for name in names for product in _PRODUCTS)


def _conversations(source: Opened, faults: Faults) -> Iterator[Conversation]:
    """Read the records and put them into chats.

    Raises:
        ReadError: They are of other products.
    """
    is_page = is_activity_page(look(source).head)
    is_foreign = False
    records: list[dict[str, Any]] = []
    values = (
        enumerate(activity_records(text_in(source, faults)), start=1)
        if is_page
        else iter_values(source, faults)
    )
    for number, value in values:
        if not isinstance(value, dict) or not isinstance(value.get("title"), str):
            faults.add("broken-record", "a record without a title; left out", number or None)
        elif _is_gemini(value):
            records.append(value)
        else:
            is_foreign = True
            faults.add("side-file", "activity in another product; left out", number)
    if is_foreign and not records:
        raise ReadError(f"{source.name}: activity in other products than Gemini")
    turns = _turns(records, faults)
    for chat, group in _chats(turns, faults):
        own = Faults(source.name)
        origin = ConversationSource(source.name, Reader.name)
        found = conversation(_drafts(group), origin, own, Label(chat))
        if found:
            yield found


def _turns(records: Sequence[dict[str, Any]], faults: Faults) -> list[_Turn]:
    """Read the prompts in the order of time: the export has the newest first.

    Source:
        Google Takeout, My Activity of Gemini Apps, 2024-2025.
    """
    verb = _verb(records)
    turns = [turn for record in records if (turn := _turn(record, verb, faults))]
    times = [turn.at for turn in turns if turn.at]
    if not times or times[0] >= times[-1]:
        turns.reverse()
    return turns


def _verb(records: Sequence[dict[str, Any]]) -> str:
    """Find the words before each prompt, which are in the language of the account.

    They are what the titles of most answered records begin with.
    """
    titles = [
        text_of(record["title"]).split()
        for record in records
        if list_of(record.get("safeHtmlItem"))
    ]
    if any(words[:1] == [_VERB] for words in titles) or len(titles) < _MIN_SHARED:
        return _VERB
    shared: list[str] = []
    while len(shared) < _MAX_SHARED_WORDS:
        place = len(shared)
        heads = Counter(
            words[place] for words in titles if len(words) > place + 1 and words[:place] == shared
        )
        most, count = next(iter(heads.most_common(1)), ("", 0))
        if count < _MIN_SHARED or count * 5 < len(titles) * 4:
            return " ".join(shared)
        shared.append(most)
    return " ".join(shared)


def _turn(record: dict[str, Any], verb: str, faults: Faults) -> _Turn | None:
    title = text_of(record.get("title")).strip()
    at = time_of(record.get("time"))
    chat = _chat_id(record)
    canvas = _CANVAS.match(title)
    if canvas:
        names = [text_of(dict_of(item).get("name")) for item in list_of(record.get("subtitles"))]
        body = "\n\n".join(html_to_text(name) for name in names if name.strip())
        document = Attachment(title[canvas.end() :].strip() or "canvas", body)
        return _Turn((), (document,), at, chat)
    prompt = _prompt(title, verb, has_answer=bool(list_of(record.get("safeHtmlItem"))))
    if prompt is None:
        faults.add("other-activity", "no prompt (feedback, a choice, another app); left out")
        return None
    items = (dict_of(item).get("html") for item in list_of(record.get("safeHtmlItem")))
    answers = (html_to_text(item) for item in items if isinstance(item, str))
    answer = "\n\n".join(text for text in answers if text)
    said: tuple[Part, ...] = (Text(prompt), *_files(record)) if prompt else _files(record)
    return _Turn(said, (Text(answer),) if answer else (), at, chat)


def _prompt(title: str, verb: str, *, has_answer: bool) -> str | None:
    """Take the words before the prompt off; None where the title holds none."""
    if verb and (title == verb or title.startswith((f"{verb} ", f"{verb}\n"))):
        return title[len(verb) :].strip()
    # in a language without a common beginning only an answer shows that there was a prompt
    is_unknown = verb != _VERB or not _OTHER.match(title)
    return title if has_answer and is_unknown and verb in ("", _VERB) else None


def _files(record: dict[str, Any]) -> tuple[Part, ...]:
    files = list_of(record.get("attachedFiles"))
    names = [name_of(item) or name_of(dict_of(item).get("name")) for item in files]
    names.append(name_of(record.get("imageFile")))
    return tuple(Attachment(name) for name in dict.fromkeys(names) if name)


def _chat_id(record: dict[str, Any]) -> str | None:
    links = [dict_of(item).get("name") for item in list_of(record.get("details"))]
    links += [dict_of(item).get("url") for item in list_of(record.get("details"))]
    links.append(record.get("titleUrl"))
    found = (_APP_LINK.search(link[:300]) for link in links if isinstance(link, str))
    return next((match[1] for match in found if match), None)


def _chats(turns: Sequence[_Turn], faults: Faults) -> list[tuple[str | None, list[_Turn]]]:
    """Group the turns by the chat they name, the others by the pauses between them."""
    chats: list[tuple[str | None, list[_Turn]]] = []
    named: dict[str, list[_Turn]] = {}
    held: list[_Turn] = []
    for turn in turns:
        if turn.chat:
            if turn.chat not in named:
                named[turn.chat] = []
                chats.append((turn.chat, named[turn.chat]))
            named[turn.chat].append(turn)
            continue
        if not held or _is_pause(held[-1].at, turn.at):
            held = []
            chats.append((None, held))
            faults.add(
                "guessed-thread", "no chat named; prompts less than 30 minutes apart are one"
            )
        held.append(turn)
    return chats


def _is_pause(before: datetime | None, after: datetime | None) -> bool:
    return before is not None and after is not None and abs(after - before) > _GAP


def _drafts(turns: Sequence[_Turn]) -> Iterator[Draft]:
    for turn in turns:
        if turn.prompt:
            yield Draft(Role.USER, turn.prompt, turn.at)
        if turn.answer:
            yield Draft(Role.ASSISTANT, turn.answer, turn.at)
