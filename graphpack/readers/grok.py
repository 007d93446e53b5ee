"""Reads xAI's data export of Grok chats, and single chats as the web page gets them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, ClassVar

from graphpack.model.conversation import Conversation, ConversationSource, Role
from graphpack.readers.assembly import Draft, Label
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.branched import Tree, assemble, read_chats
from graphpack.readers.branching import link
from graphpack.readers.exports import Record, claims
from graphpack.readers.faults import Faults
from graphpack.readers.grok_content import Raw, read_parts
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of

_MAIN = "prod-grok-backend.json"
_ID_KEYS = ("response_id", "responseId", "_id", "id")
_PARENT_KEYS = ("parent_response_id", "parentResponseId")
_TIME_KEYS = ("create_time", "createTime")
_MODEL_KEYS = ("model", "model_slug")
_MAX_DIGITS = 15


class Reader:
    """Reads ``conversations[].responses[]``."""

    name: ClassVar[str] = "grok"
    about: ClassVar[str] = "Grok data export (ZIP, folder, prod-grok-backend.json), one chat"
    facts: ClassVar[Facts] = Facts(
        where="accounts.x.ai, Download account data",
        keeps="the path to the marked or newest answer and the other branches, thinking, artifacts "
        "and searches as calls, names of files, models",
        drops="search results, the steps of a search, citation cards, pictures' bytes",
        checked="an export of June 2025",
        sign="`conversations` with `conversation` and `responses`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Look for chats with responses, or for the export's own file names."""
        if probe.members:
            main = frozenset({_MAIN})
            sure = claims(probe.members, is_main=main.__contains__, own=main, foreign=frozenset())
        else:
            sure = any(map(_is_chat, _chats(probe.document) or ()))
        return Certainty.SURE if sure else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the chats in file order, each along the path to its last answer."""
        return read_chats(source, _chats, _conversation, main=_MAIN)


def _chats(document: Any) -> list[Any] | None:
    if isinstance(document, list):
        return document
    if not isinstance(document, dict):
        return None
    if isinstance(document.get("responses"), list):
        return [document]
    conversations = document.get("conversations")
    return conversations if isinstance(conversations, list) else None


def _is_chat(value: Any) -> bool:
    raw = dict_of(value)
    responses = raw.get("responses")
    if not isinstance(responses, list):
        return False
    if not responses:
        return "leaf_response_id" in dict_of(raw.get("conversation"))
    if any("message" in one and "sender" in one for one in map(_response, responses)):
        return True
    # cut within the first response
    is_export = isinstance(raw.get("conversation"), dict)
    return is_export and any("message" in _response(one) for one in responses)


def _response(value: Any) -> Raw:
    raw = dict_of(value)
    return dict_of(raw.get("response")) or raw


def _conversation(raw: Raw, record: Record, faults: Faults) -> Conversation | None:
    about = dict_of(raw.get("conversation")) or raw
    responses = []
    for value in list_of(raw.get("responses")):
        if isinstance(value, dict):
            responses.append(_response(value))
        elif value is not None:
            faults.add("broken-record", "a response that is no object; skipped")
    ids = [_first(response, _ID_KEYS) for response in responses]
    parents = [_first(response, _PARENT_KEYS) for response in responses]
    drafts = {
        place: tuple(_drafts(response, ids[place], faults))
        for place, response in enumerate(responses)
    }
    # the mark is often missing, or names an answer that the export lacks
    leaf = name_of(about.get("leaf_response_id"))
    place = ids.index(leaf) if leaf is not None and leaf in ids else None
    tree = Tree(link(ids, parents, faults), drafts, place)
    label = Label(
        _first(about, ("conversation_id", "conversationId", "_id", "id")),
        name_of(about.get("title")),
        _time(about),
    )
    return assemble(tree, ConversationSource(record.name, Reader.name), faults, label)


def _first(raw: Raw, keys: tuple[str, ...]) -> str | None:
    for key in keys:
        value = raw.get(key)
        name = name_of(value) or name_of(dict_of(value).get("$oid"))
        if name:
            return name
    return None


def _time(raw: Raw) -> datetime | None:
    for key in _TIME_KEYS:
        value = raw.get(key)
        if isinstance(value, dict):  # MongoDB's extended JSON
            value = value.get("$date")
        if isinstance(value, dict):
            value = value.get("$numberLong")
            if isinstance(value, str) and value.isdecimal() and len(value) <= _MAX_DIGITS:
                value = int(value)
        at = time_of(value)
        if at:
            return at
    return None


def _drafts(raw: Raw, own: str | None, faults: Faults) -> Iterator[Draft]:
    sender = text_of(raw.get("sender")).strip()
    if not sender:
        faults.add("broken-record", "a response of nobody known; skipped", own)
        return
    # every other sender is the model: "assistant" in both cases, or its name
    role = Role.USER if sender.lower() in ("human", "user") else Role.ASSISTANT
    parts = read_parts(raw, role)
    model = _first(raw, _MODEL_KEYS)
    if role is Role.ASSISTANT and model is None and sender.lower() != "assistant":
        model = sender
    yield Draft(role, parts, _time(raw), model if role is Role.ASSISTANT else None, source_id=own)
