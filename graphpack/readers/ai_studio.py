"""Google AI Studio: the prompts it saves on Drive, JSON files without an extension.

A turn is several chunks there: thoughts, files and code stand in chunks of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import PurePosixPath
from typing import Any, ClassVar

from graphpack.model.conversation import (
    Attachment,
    Branch,
    Conversation,
    ConversationSource,
    Image,
    Part,
    Reasoning,
    Role,
    Text,
)
from graphpack.readers.assembly import Draft, Label, answer_drafts, conversation, label_of
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.branching import walk
from graphpack.readers.faults import Faults
from graphpack.readers.gemini_parts import parts_in
from graphpack.readers.jsonl import load_document
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of
from graphpack.readers.values import or_read_error

_ROLES = {"user": Role.USER, "model": Role.ASSISTANT}
_CHUNK_KEYS = frozenset(
    {"isThought", "tokenCount", "driveDocument", "driveImage", "thinkingBudget"}
)
_FILES = {
    "driveDocument": None,
    "driveAudio": "audio",
    "driveVideo": "video",
    "driveImage": "image",
    "inlineFile": None,
    "inlineImage": "image",
    "inlineAudio": "audio",
    "youtubeVideo": "video",
}
_CODE = ("functionCall", "functionResponse", "executableCode", "codeExecutionResult")


class Reader:
    """Reads ``{"chunkedPrompt": {"chunks": […]}}``."""

    name: ClassVar[str] = "ai-studio"
    about: ClassVar[str] = "Google AI Studio prompt, as saved on Drive (no file extension)"
    facts: ClassVar[Facts] = Facts(
        where="Google Drive, folder Google AI Studio",
        keeps="system instruction, thoughts apart from answers, code and its output, files by name",
        drops="unsent input, token counts, grounding, the content of attached files",
        checked="a file of 2025-11 and fixtures of 2025",
        sign="`chunkedPrompt` with `chunks`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim a document with a prompt in chunks."""
        document = dict_of(probe.document)
        if "chunks" in dict_of(document.get("chunkedPrompt")):
            return Certainty.SURE
        chunks = [dict_of(chunk) for chunk in list_of(document.get("chunks"))]
        is_own = "runSettings" in document or any(_CHUNK_KEYS & chunk.keys() for chunk in chunks)
        is_own = is_own and any(text_of(chunk.get("role")) in _ROLES for chunk in chunks)
        return Certainty.SURE if is_own else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the prompt's one conversation."""
        faults = Faults(source.name)
        found = _conversation(dict_of(load_document(source, faults)), source, faults)
        outer = Faults(source.name)
        return or_read_error(
            [found] if found else [], source, outer, what="chunks of an AI Studio prompt"
        )


def _conversation(document: dict[str, Any], source: Opened, faults: Faults) -> Conversation | None:
    chunks = list_of(dict_of(document.get("chunkedPrompt")).get("chunks"))
    chunks = chunks or list_of(document.get("chunks"))
    kept = {number: chunk for number, chunk in enumerate(chunks) if _is_chunk(chunk, faults)}
    model = name_of(dict_of(document.get("runSettings")).get("model"))
    model = model.removeprefix("models/") if model else None
    parents = _parents(kept)
    found = walk(parents, max(parents, default=None), faults)
    system = _system(document, faults)
    turns, last = _turns(found.path, kept, model, faults)
    label = label_of(document)
    title = name_of(document.get("displayName")) or label.title or _file_title(source.name)
    label = Label(label.id, title, label.started_at)
    origin = ConversationSource(source.name, Reader.name)
    one = conversation([*system, *turns], origin, faults, label)
    if one is None:
        return None
    branches: list[Branch] = []
    for side in found.sides:
        after = last.get(side.fork, -1) + len(system) if side.fork is not None else -1
        drafts, _ = _turns(side.keys, kept, model, Faults(""))
        other = conversation(drafts, origin, Faults(""))
        if other and after < len(one.messages):
            messages = tuple(replace(m, index=m.index + after + 1) for m in other.messages)
            branch_id = name_of(kept[side.keys[-1]].get("id")) or f"b{len(branches) + 1}"
            branches.append(Branch(branch_id, after, messages))
    return replace(one, branches=tuple(branches))


def _file_title(name: str) -> str | None:
    """Take the title from the file's name, which is all that holds it."""
    stem = PurePosixPath(name).name.removesuffix(".json")
    return stem if len(stem) > 1 else None  # standard input is called "-"


def _is_chunk(chunk: Any, faults: Faults) -> bool:
    if chunk is None:  # broken, already counted
        return False
    if text_of(dict_of(chunk).get("role")) in _ROLES:
        return True
    faults.add("broken-record", "a chunk without a role; left out")
    return False


def _parents(chunks: dict[int, dict[str, Any]]) -> dict[int, int | None]:
    """Link each chunk to the one before, or to the one of this file it says it branches off."""
    parents: dict[int, int | None] = {}
    places: dict[str, int] = {}
    before: int | None = None
    for number, chunk in chunks.items():
        named = name_of(dict_of(chunk.get("branchParent")).get("id"))
        parents[number] = places.get(named, before) if named else before
        own = name_of(chunk.get("id"))
        if own:
            places[own] = number
        before = number
    return parents


def _system(document: dict[str, Any], faults: Faults) -> list[Draft]:
    given = document.get("systemInstruction")
    parts = parts_in(dict_of(given).get("parts") or dict_of(given).get("text") or None, faults)
    if isinstance(given, str):
        parts = parts_in(given, faults)
    return [Draft(Role.SYSTEM, parts)] if parts else []


def _turns(
    numbers: tuple[int, ...], chunks: dict[int, dict[str, Any]], model: str | None, faults: Faults
) -> tuple[list[Draft], dict[int, int]]:
    """Join the chunks of one speaker in a row; also say in which draft each chunk ends.

    Source:
        Prompts saved by AI Studio in 2024-2025.
    """
    drafts: list[Draft] = []
    last: dict[int, int] = {}
    for name, group in groupby(numbers, key=lambda number: text_of(chunks[number].get("role"))):
        own = list(group)
        parts = [part for number in own for part in _parts(chunks[number], faults)]
        role = _ROLES[name]
        times = (time_of(chunks[number].get("createTime")) for number in own)
        at = next((time for time in times if time), None)
        like = Draft(role, (), at, source_id=name_of(chunks[own[0]].get("id")))
        if parts and role is Role.USER:
            drafts.append(replace(like, parts=tuple(parts)))
        elif parts:
            drafts.extend(answer_drafts(parts, replace(like, author=model)))
        for number in own:
            last[number] = len(drafts) - 1
    return drafts, last


def _parts(chunk: dict[str, Any], faults: Faults) -> list[Part]:
    parts: list[Part] = list(parts_in(list_of(chunk.get("parts")), faults))
    text = text_of(chunk.get("text"))
    if text.strip():
        # the chunk's text repeats what its parts say
        parts = [part for part in parts if not isinstance(part, Text | Reasoning)]
        parts.insert(0, Text(text))
    if chunk.get("isThought") is True:
        parts = [Reasoning(part.text) if isinstance(part, Text) else part for part in parts]
    for key in _CODE:
        known = {type(part) for part in parts}
        given = parts_in([{key: chunk.get(key)}], Faults(""))
        parts.extend(part for part in given if type(part) not in known)
    files = [_file(key, chunk[key]) for key in _FILES if isinstance(chunk.get(key), dict)]
    if chunk.get("errorMessage"):
        faults.add("failed-answer", "an answer that broke off with an error; kept as far as it got")
    return [*files, *parts]


def _file(key: str, value: dict[str, Any]) -> Part:
    media = name_of(value.get("mimeType")) or _FILES[key]
    name = next((n for k in ("displayName", "name", "id") if (n := name_of(value.get(k)))), None)
    if media and media.startswith("image"):
        return Image(media if "/" in media else None, name)
    return Attachment(name or "file", "", media if media and "/" in media else None)
