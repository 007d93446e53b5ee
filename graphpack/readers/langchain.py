"""LangChain's messages: as dictionaries, as serialised constructors, in LangSmith's runs.

A history is repeated whole by each run and each checkpoint; only the longest is read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from graphpack.model.conversation import Conversation, ConversationSource
from graphpack.readers.arrays import Thread
from graphpack.readers.assembly import Label, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.blocks import arguments_of, json_text
from graphpack.readers.chat_messages import drafts
from graphpack.readers.faults import Faults
from graphpack.readers.langchain_dump import as_chat_message, is_constructor, is_dumped
from graphpack.readers.loose import dict_of, list_of, name_of, text_of
from graphpack.readers.shapes import is_message
from graphpack.readers.values import iter_values, or_read_error, probed_values

_LIST_KEYS = ("messages", "chat_history", "history")
_WRAPPERS = ("inputs", "input", "values", "channel_values", "checkpoint", "state", "kwargs")
_ANSWERS = ("outputs", "output")
_THREAD_KEYS = ("thread_id", "session_id", "conversation_id", "trace_id")
_MAX_DEPTH = 6
_DOCUMENT_KEYS = frozenset({"runs"})
_ASKED_KEYS = ("input", "question", "query", "prompt", "human_input", "text")
_ANSWERED_KEYS = ("output", "answer", "result", "text", "response")


class Reader:
    """Reads ``[{"type": "human", "data": …}]``, ``{"lc": 1, "type": "constructor"}`` and runs."""

    name: ClassVar[str] = "langchain"
    about: ClassVar[str] = "LangChain messages: dumps, serialised objects, LangSmith runs"
    facts: ClassVar[Facts] = Facts(
        where="FileChatMessageHistory, `messages_to_dict`, `dumps`, LangGraph checkpoints as JSON, "
        "runs exported from LangSmith",
        keeps="tool calls and their results, the model's name, reasoning",
        drops="histories that a later run repeats, usage figures",
        checked="dumps of LangChain 0.1 to 1.0",
        sign='messages of type `human` and `ai`, or objects with `"lc": 1`',
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim messages in LangChain's own forms, and runs that hold any messages."""
        values = probed_values(probe, wrappers=_DOCUMENT_KEYS)
        if any(_row(value) for value in values):
            return Certainty.SURE
        threads = [thread for value in values for thread in _threads(value, 0)]
        loose = [value for value in values if is_dumped(value)]
        if not threads and not loose:
            return Certainty.NO
        items = [*loose, *(item for thread in threads for item in thread.items)]
        if any(is_dumped(item) for item in items):
            is_sure = any(_is_sign(item) for item in items)
            return Certainty.SURE if is_sure else Certainty.MAYBE
        return Certainty.SURE if any(_is_run(value) for value in values) else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield one conversation for each history; what is a part of another is left out."""
        faults = Faults(source.name)
        found = _conversations(source, faults)
        return or_read_error(found, source, faults, what="LangChain messages")


@dataclass(frozen=True, slots=True)
class _Found:
    """Messages in OpenAI's form, and where they came from."""

    items: tuple[Any, ...]
    container: dict[str, Any]


def _is_sign(item: Any) -> bool:
    record = dict_of(item)
    return is_constructor(item) or "data" in record or "additional_kwargs" in record


def _is_run(value: Any) -> bool:
    record = dict_of(value)
    return "run_type" in record or ("inputs" in record and "outputs" in record)


def _is_history(value: Any) -> bool:
    items = list_of(value)
    good = sum(1 for item in items if is_dumped(item))
    return good > 0 and good * 2 >= len(items)


def _threads(value: Any, depth: int) -> Iterator[_Found]:
    """Find the histories in a value."""
    if depth > _MAX_DEPTH:
        return
    if isinstance(value, list):
        if _is_history(value):
            yield _Found(tuple(value), {})
        else:
            for item in value:
                if isinstance(item, dict | list) and not is_message(item):
                    yield from _threads(item, depth + 1)
    elif isinstance(value, dict) and not is_dumped(value):
        items = _inside(value, depth, allows_chat=_is_run(value)) or _spoken(value)
        if items:
            yield _Found(tuple(items), value)
        else:  # a store: histories by the names of their sessions
            for key, history in value.items():
                if _is_history(history):
                    yield _Found(tuple(history), {"id": key})


def _spoken(run: dict[str, Any]) -> list[Any]:
    """Read an outermost run that was asked and answered in plain words."""
    if "run_type" not in run or run.get("parent_run_id"):
        return []
    asked, answered = dict_of(run.get("inputs")), dict_of(run.get("outputs"))
    question = next((text for key in _ASKED_KEYS if (text := text_of(asked.get(key)))), "")
    answer = next((text for key in _ANSWERED_KEYS if (text := text_of(answered.get(key)))), "")
    if not question or not answer:
        return []
    return [{"role": "user", "content": question}, {"role": "assistant", "content": answer}]


def _row(value: Any) -> tuple[str, Any] | None:
    """Read a row of a message store: the session's name and one message, at times as text."""
    record = dict_of(value)
    message = record.get("message")
    if isinstance(message, str) and message.startswith("{"):
        message = arguments_of(message)
    if not is_dumped(message):
        return None
    session = record.get("session_id") or dict_of(record.get("metadata")).get("thread_id")
    return str(session)[:200] if isinstance(session, str | int) else "", message


def _inside(value: dict[str, Any], depth: int, *, allows_chat: bool) -> list[Any]:
    """List the messages that a run, a checkpoint or a row of a data set holds, answer last."""
    if depth > _MAX_DEPTH:
        return []
    items = next(
        (found for key in _LIST_KEYS if (found := _history(value.get(key), allows_chat))), []
    )
    for key in _WRAPPERS if not items else ():
        inner = value.get(key)
        found = _history(inner, allows_chat)
        if isinstance(inner, dict):
            found = _inside(inner, depth + 1, allows_chat=allows_chat)
        if found:
            items = found
            break
    for key in _ANSWERS:
        answer = _answer(value.get(key), depth, allows_chat)
        known = [json_text(item) for item in items]
        if len(answer) > 1 and [json_text(item) for item in answer[: len(items)]] == known:
            return answer  # a chain gives the whole history back
        items = [*items, *(item for item in answer if json_text(item) not in known[-4:])]
    return items


def _history(value: Any, allows_chat: bool) -> list[Any]:
    items = list_of(value)
    while len(items) == 1 and isinstance(items[0], list):  # a batch of one
        items = items[0]
    if _is_history(items):
        return items
    return items if allows_chat and items and all(is_message(item) for item in items) else []


def _answer(value: Any, depth: int, allows_chat: bool) -> list[Any]:
    record = dict_of(value)
    generations = list_of(record.get("generations"))
    while generations and isinstance(generations[0], list):
        generations = generations[0]
    message = dict_of(generations[0]).get("message") if generations else None
    for item in (message, record.get("message"), record.get("output"), value):
        if is_dumped(item) or (allows_chat and is_message(item)):
            return [item]
    return _inside(record, depth + 1, allows_chat=allows_chat) if record else []


def _conversations(source: Opened, faults: Faults) -> Iterator[Conversation]:
    stored: dict[str, list[Any]] = {}
    found: list[tuple[int, _Found]] = []
    for number, value in iter_values(source, faults, wrappers=_DOCUMENT_KEYS):
        row = ("", value) if is_dumped(value) else _row(value)
        if row:
            stored.setdefault(row[0], []).append(row[1])
            continue
        inner = list(_threads(value, 0))
        found.extend((number, thread) for thread in inner)
        if not inner:
            faults.add("no-messages", "a record without messages; left out", number or None)
    found += [(0, _Found(tuple(items), {"id": key})) for key, items in stored.items()]
    for number, thread in _longest(found, faults):
        own = Faults(f"{source.name}:{number}" if number else source.name)
        chat = (as_chat_message(item, own) for item in thread.items)
        given = Thread(tuple(item for item in chat if item), {})
        origin = ConversationSource(source.name, Reader.name)
        one = conversation(drafts(given, own), origin, own, _label(thread.container))
        if one:
            yield one


def _longest(found: list[tuple[int, _Found]], faults: Faults) -> Iterator[tuple[int, _Found]]:
    """Leave out the histories that another one begins with, or repeats."""
    chains = [_digests(thread.items) for _, thread in found]
    prefixes = {digest for chain in chains for digest in chain[:-1]}
    seen: set[bytes] = set()
    for (number, thread), chain in zip(found, chains, strict=True):
        if chain[-1] in prefixes or chain[-1] in seen:
            faults.add("repeated-history", "a history that a longer one repeats; left out", number)
            continue
        seen.add(chain[-1])
        yield number, thread


def _digests(items: tuple[Any, ...]) -> list[bytes]:
    """Digest every beginning of a history, by what is said."""
    digest = hashlib.sha256()
    digests = []
    for item in items:
        chat = as_chat_message(item, Faults(""))
        said = json_text([chat.get("role"), chat.get("content"), chat.get("tool_calls")])
        digest.update(said.encode("utf-8", "replace"))
        digests.append(digest.digest())
    return digests


def _label(container: dict[str, Any]) -> Label:
    extra = dict_of(container.get("extra"))
    places = (
        dict_of(extra.get("metadata")),
        dict_of(dict_of(container.get("config")).get("configurable")),
        container,
    )
    for place in places:
        for key in _THREAD_KEYS:
            found = name_of(place.get(key))
            if found:
                return Label(found)
    return Label(name_of(container.get("id")))
