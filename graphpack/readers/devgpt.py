"""DevGPT: chats with ChatGPT that developers shared in issues, commits, code and news.

The data set keeps code apart from the answers it was cut out of; here it is put back.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterator
from typing import Any, ClassVar

import orjson

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation, ConversationSource, Part, Role, Text
from graphpack.patterns import compiled
from graphpack.readers.assembly import Draft, Label, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.csv_rows import csv_rows
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, plain, text_of, time_of
from graphpack.readers.probe import probe as look
from graphpack.readers.python_literal import parse_literal
from graphpack.readers.transcript import text_in
from graphpack.readers.values import iter_values, or_read_error, probed_values

_WRAPPERS = frozenset({"Sources"})
_PLACE = compiled(r"\[CODE_BLOCK_\d{1,6}\]")
_SPEAKER = compiled(r"\s*ChatGPT\s*\n")
_SHARING, _TURNS = "ChatgptSharing", "Conversations"
_ROW_KEYS = ("ConversationID", "ConversationId", "SharingURL", "ChatgptURL", "URL")
_LINK_COLUMNS = frozenset({"URL", "Status", "MentionedURL"})
_COLUMNS = frozenset({_SHARING, _TURNS})


class Reader:
    """Reads ``{"Sources": [{"ChatgptSharing": [{"Conversations": […]}]}]}`` and CSV of it."""

    name: ClassVar[str] = "devgpt"
    about: ClassVar[str] = "DevGPT data set: shared ChatGPT chats of developers, JSON or CSV"
    facts: ClassVar[Facts] = Facts(
        where="the DevGPT snapshots",
        keeps="each shared chat once, its code put back in place, the model's name",
        drops="the page's HTML, where the chat was mentioned, chats that were no longer there",
        checked="the data set's description, 2023-2024",
        sign="`Sources` with `ChatgptSharing`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim sources with shared chats, shared chats, and a CSV header with their names."""
        if _is_table(probe.head):
            return Certainty.SURE
        if _is_wrapped(probe.document) or _columns(probe.head) >= _LINK_COLUMNS:
            return Certainty.SURE
        values = probed_values(probe, wrappers=_WRAPPERS)
        is_own = any(_is_source(value) or _is_sharing(value) for value in values)
        return Certainty.SURE if is_own else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield one conversation for each shared chat."""
        faults = Faults(source.name)
        found = _conversations(source, faults)
        return or_read_error(found, source, faults, what="shared chats of DevGPT")


def _columns(head: str) -> set[str]:
    line = head.lstrip("\ufeff\n").split("\n", 1)[0][:5000]
    return set() if line.startswith(("{", "[")) else {n.strip(' "\r') for n in line.split(",")}


def _is_wrapped(document: Any) -> bool:
    """Tell a snapshot whose first source is longer than a probe."""
    sources = [dict_of(source) for source in list_of(dict_of(document).get("Sources"))]
    return any({"Type", "URL"} <= source.keys() for source in sources)


def _is_table(head: str) -> bool:
    names = _columns(head)
    return bool(names & _COLUMNS) or {"Prompt", "Answer"} <= names


def _is_source(value: Any) -> bool:
    return isinstance(dict_of(value).get(_SHARING), list)


def _is_sharing(value: Any) -> bool:
    record = dict_of(value)
    turns = [dict_of(turn) for turn in list_of(record.get(_TURNS))]
    return any("Prompt" in turn or "Answer" in turn for turn in turns)


def _conversations(source: Opened, faults: Faults) -> Iterator[Conversation]:
    seen: set[str] = set()
    for number, sharing, title in _sharings(source, faults):
        url = name_of(sharing.get("URL"))
        if not list_of(sharing.get(_TURNS)):
            faults.add("missing-chat", "a link whose chat was no longer there; left out", number)
            continue
        if url and url in seen:
            faults.add("repeated-chat", "a chat that was shared before; left out", number)
            continue
        own = Faults(f"{source.name}:{number}" if number else source.name)
        chat_id = url.rstrip("/").rsplit("/", 1)[-1] if url else None
        at = time_of(sharing.get("DateOfConversation"))
        label = Label(chat_id, name_of(sharing.get("Title")) or title, at)
        origin = ConversationSource(source.name, Reader.name)
        found = conversation(_drafts(sharing, own), origin, own, label)
        if found:
            seen.add(url or "")
            yield found
        else:
            faults.add("empty-conversation", "nothing readable in it; left out", number)


def _sharings(
    source: Opened, faults: Faults
) -> Iterator[tuple[int | None, dict[str, Any], str | None]]:
    """List the shared chats: place, chat, the title of where it was shared.

    Raises:
        ReadError: The source is the data set's list of links.
    """
    if not _is_table(look(source).head) and _columns(look(source).head) >= _LINK_COLUMNS:
        raise ReadError(
            f"{source.name}: DevGPT's list of links, without the chats",
            hint="give the snapshot's JSON files, such as …_issue_sharings.json",
        )
    if _is_table(look(source).head):
        yield from _table(source, faults)
        return
    for number, value in iter_values(source, faults, wrappers=_WRAPPERS):
        record = dict_of(value)
        if _is_sharing(record):
            yield number or None, record, None
        elif isinstance(record.get(_SHARING), list):
            for sharing in record[_SHARING]:
                yield number or None, dict_of(sharing), name_of(record.get("Title"))
        else:
            faults.add("broken-record", "no source with shared chats; left out", number or None)


def _table(
    source: Opened, faults: Faults
) -> Iterator[tuple[int | None, dict[str, Any], str | None]]:
    """Read a CSV: a row for each source, each chat, or each question and answer."""
    held: dict[str, dict[str, Any]] = {}
    for number, row in enumerate(csv_rows(text_in(source, faults)), start=1):
        title = name_of(row.get("Title"))
        if row.get(_SHARING) or row.get(_TURNS):
            key = _SHARING if row.get(_SHARING) else _TURNS
            value = _decoded(row[key])
            if value is None:
                faults.add("broken-record", "a cell that is no list; left out", number)
            elif key == _TURNS:
                yield number, {**row, _TURNS: list_of(value)}, title
            else:
                for sharing in list_of(value) or [value]:
                    yield number, dict_of(sharing), title
        elif "Prompt" in row or "Answer" in row:
            chat = next((row[key] for key in _ROW_KEYS if row.get(key)), "")
            record = held.setdefault(chat, {**row, "URL": chat, _TURNS: []})
            code = _decoded(row.get("ListOfCode") or "[]")
            record[_TURNS].append({**row, "ListOfCode": list_of(code)})
    for record in held.values():
        yield None, record, name_of(record.get("Title"))


def _decoded(cell: str) -> Any:
    """Decode a cell: JSON, or the way Python writes a list."""
    try:
        return orjson.loads(cell)
    except orjson.JSONDecodeError:
        return parse_literal(cell)


def _drafts(sharing: dict[str, Any], faults: Faults) -> Iterator[Draft]:
    """Read a chat's questions and answers.

    Source:
        DevGPT's description of its snapshots, 2023-2024.
    """
    model = name_of(sharing.get("Model"))
    for number, value in enumerate(list_of(sharing.get(_TURNS)), start=1):
        turn = dict_of(value)
        if not turn:
            faults.add("broken-record", "no question and answer; left out", number)
            continue
        codes = _codes(turn)
        question = _filled(text_of(turn.get("Prompt")), codes, faults, number)
        answer = text_of(turn.get("Answer"))
        speaker = _SPEAKER.match(answer)  # pages of 2023 had the name above the words
        answer = answer[speaker.end() :] if speaker else answer
        answer = _filled(answer, codes, faults, number)
        rest = [fenced for queue in codes.values() for fenced in queue]
        if rest:  # numbered anew where answers were joined: better at the end than lost
            faults.add(
                "misplaced-code", "code without a place in the answer; put at its end", number
            )
            answer = "\n\n".join([answer, *rest]).strip()
        yield from _turn(question, Role.USER, None)
        yield from _turn(answer, Role.ASSISTANT, model)


def _turn(text: str, role: Role, author: str | None) -> Iterator[Draft]:
    parts: tuple[Part, ...] = (Text(text),) if text.strip() else ()
    if parts:
        yield Draft(role, parts, author=author)


def _codes(turn: dict[str, Any]) -> dict[str, deque[str]]:
    """Fence the code of a turn, by the mark that stands in its place."""
    codes: dict[str, deque[str]] = defaultdict(deque)
    for value in list_of(turn.get("ListOfCode")):
        code = dict_of(value)
        content = plain(text_of(code.get("Content"))).strip("\n")
        if not content.strip():
            continue
        runs = (len(run) for run in re.findall(r"`{3,}", content))
        fence = "`" * (max(runs, default=2) + 1)
        language = text_of(code.get("Type")).strip().replace(" ", "-")[:30]
        mark = text_of(code.get("ReplaceString"))
        codes[mark].append(f"{fence}{language}\n{content}\n{fence}")
    return codes


def _filled(text: str, codes: dict[str, deque[str]], faults: Faults, number: int) -> str:
    """Put code back; a mark without code stays."""

    def code_of(mark: re.Match[str]) -> str:
        queue = codes.get(mark[0])
        if not queue:
            faults.add("missing-code", "code that was cut out and is not there", number)
            return mark[0]
        return f"\n{queue.popleft()}\n"

    return re.sub(r"\n{3,}", "\n\n", _PLACE.sub(code_of, text)).strip()
