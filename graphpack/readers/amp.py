"""Amp threads: ``T-<uuid>.json`` of its command line and editor extension.

The output of a tool is a block of the next user message and says what became of the run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from graphpack.errors import ReadError
from graphpack.model.conversation import (
    Attachment,
    Conversation,
    ConversationSource,
    Origin,
    Part,
    Role,
    Text,
    ToolResult,
)
from graphpack.readers.assembly import Draft, Label, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.blocks import output_text, parts_of
from graphpack.readers.exports import attached
from graphpack.readers.faults import Faults
from graphpack.readers.jsonl import load_document
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of
from graphpack.readers.shapes import is_list_of

_UNFINISHED = ("in-progress", "queued", "blocked-on-user")
_THREAD_KEYS = frozenset({"agentMode", "created", "env", "nextMessageId", "v"})


class Reader:
    """Reads a thread's messages."""

    name: ClassVar[str] = "amp"
    about: ClassVar[str] = "Amp thread (JSON)"
    facts: ClassVar[Facts] = Facts(
        where="`~/.local/share/amp/threads/T-<uuid>.json`, or `amp threads export`",
        keeps="thoughts, calls with outputs, exit codes and refusals, mentioned files, summaries, "
        "prompts still queued, models",
        drops="hidden blocks, traces, the environment; sub-agents, which are not stored",
        checked="by other programs' readers; no real thread was at hand",
        sign="`id` that begins with `T-`, beside messages",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim an object with a thread's id and messages."""
        return Certainty.SURE if _is_thread(probe.document) else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the thread.

        Raises:
            ReadError: It is none.
        """
        faults = Faults(source.name)
        thread = dict_of(load_document(source, faults))
        if not isinstance(thread.get("messages"), list):
            raise ReadError(f"{source.name}: holds no thread of Amp")
        label = Label(
            name_of(thread.get("id")), name_of(thread.get("title")), time_of(thread.get("created"))
        )
        origin = ConversationSource(source.name, self.name)
        found = conversation(_Reading(faults).drafts(thread), origin, faults, label)
        yield from attached([found] if found else [], Faults(source.name))


def _is_message(value: Any) -> bool:
    message = dict_of(value)
    return isinstance(message.get("content"), list) and "role" in message


def _is_thread(value: Any) -> bool:
    thread = dict_of(value)
    messages = thread.get("messages")
    if not isinstance(messages, list) or (messages and not is_list_of(messages, _is_message)):
        return False
    own = thread.get("id")
    is_named = isinstance(own, str) and own.startswith("T-")
    is_numbered = any("messageId" in dict_of(message) for message in messages[:5])
    return (is_named or is_numbered) and not _THREAD_KEYS.isdisjoint(thread)


@dataclass(slots=True)
class _Reading:
    faults: Faults
    is_stopped: bool = False

    def drafts(self, thread: dict[str, Any]) -> Iterator[Draft]:
        """Read the messages, then the prompts that still wait.

        Source:
            Threads as other programs describe and read them, 2025-10 to 2026-06.
        """
        for number, raw in enumerate(list_of(thread.get("messages")), start=1):
            if not _is_message(raw):
                if raw is not None:  # else a broken item, already counted
                    self.faults.add("broken-record", "not a message; left out", number)
                continue
            yield from self._message(raw, number)
        for raw in map(dict_of, list_of(thread.get("queuedMessages"))):
            inner = next((raw[key] for key in ("queuedMessage", "message") if key in raw), raw)
            if _is_message(inner):
                yield from self._message({**inner, "role": "user"}, "queued")

    def _message(self, message: dict[str, Any], place: int | str) -> Iterator[Draft]:
        role = message.get("role")
        at = time_of(dict_of(message.get("meta")).get("sentAt"))
        usage = dict_of(message.get("usage"))
        origin = Origin.SUBAGENT if message.get("parentToolUseId") else Origin.MAIN
        own = message.get("messageId", message.get("id"))
        own = str(own) if isinstance(own, int | str) and own != "" else None
        results, words = self._parts(message["content"], place)
        if role == "assistant":
            at = at or time_of(usage.get("timestamp"))
            author = name_of(usage.get("model"))
            if words:
                yield Draft(Role.ASSISTANT, tuple(words), at, author, origin, own)
            if results:
                yield Draft(Role.TOOL, tuple(results), at, origin=origin)
            self.is_stopped |= dict_of(message.get("state")).get("type") == "cancelled"
            return
        if results:
            yield Draft(Role.TOOL, tuple(results), at, origin=origin)
        yield from self._summaries(message["content"])
        if role == "user":
            words += _mentioned(message)
            is_human = bool(words) and origin is Origin.MAIN
            if words:
                stopped = self.is_stopped and is_human
                yield Draft(Role.USER, tuple(words), at, None, origin, own, is_interruption=stopped)
            self.is_stopped &= not is_human
        elif words:
            self.faults.add("harness-text", "a note of the program; left out", place)

    def _parts(self, content: list[Any], place: int | str) -> tuple[list[Part], list[Part]]:
        results: list[Part] = []
        words: list[Part] = []
        for block in map(dict_of, content):
            kind = block.get("type")
            if block.get("hidden") is True or kind == "summary":
                continue
            if kind == "tool_result" and "run" in block:
                result = self._run(block)
                results += [result] if result else []
                continue
            for part in parts_of([block], self.faults, place) if block else ():
                (results if isinstance(part, ToolResult) else words).append(part)
        return results, words

    def _run(self, block: dict[str, Any]) -> ToolResult | None:
        """Read an output; a run that has none yet is none."""
        run = dict_of(block.get("run"))
        status = text_of(run.get("status"))
        call_id = name_of(block.get("toolUseID")) or name_of(block.get("tool_use_id"))
        value = run.get("result")
        error = dict_of(run.get("error"))
        if status in _UNFINISHED and value is None:
            return None
        output, has_failed = output_of(value)
        message = text_of(error.get("message")) or text_of(run.get("reason"))
        text = "\n".join(piece for piece in (output, message) if piece)
        is_refused = status.startswith("rejected")
        is_error: bool | None = None
        if status in ("done", "error"):
            is_error = status == "error" or has_failed is True
        self.is_stopped |= status == "cancelled"
        return ToolResult(text, None, call_id, is_error, is_refused)

    def _summaries(self, content: list[Any]) -> Iterator[Draft]:
        for block in map(dict_of, content):
            if block.get("type") != "summary":
                continue
            summary = block.get("summary")
            inner = dict_of(summary).get("summary", dict_of(summary).get("text"))
            text = text_of(summary) or text_of(inner)
            if text.strip():
                yield Draft(Role.ASSISTANT, (Text(text.strip()),), origin=Origin.COMPACTION)


def output_of(value: Any) -> tuple[str, bool | None]:
    """Read what a run brought.

    Args:
        value: Any JSON; of a shell an object with output and exit code.

    Returns:
        The text, with an exit code that is not zero, and whether it failed; None where the value
        does not say.
    """
    answer = dict_of(value)
    text = output_text(answer.get("output", answer.get("content", value)))
    code = answer.get("exitCode")
    if not isinstance(code, int) or isinstance(code, bool):
        return text, None
    return (f"{text}\nexit code {code}".lstrip("\n") if code else text), code != 0


def _mentioned(message: dict[str, Any]) -> list[Part]:
    found: list[Part] = []
    for file in map(dict_of, list_of(dict_of(message.get("fileMentions")).get("files"))):
        name = name_of(file.get("uri")) or name_of(file.get("path"))
        if name and isinstance(file.get("content"), str):
            found.append(Attachment(name, text_of(file.get("content"))))
    return found
