"""Gemini CLI sessions: the JSON of its first year and the append-only JSON Lines since.

A tool's output stands inside the answer that called it. Notes of the program are not read, but
that the person cancelled marks what they say next.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any, ClassVar

from graphpack.errors import ReadError
from graphpack.model.conversation import (
    Attachment,
    Branch,
    Conversation,
    ConversationSource,
    Part,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.patterns import compiled
from graphpack.readers.arrays import json_values
from graphpack.readers.assembly import Draft, Label, answer_drafts, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.blocks import json_text
from graphpack.readers.branching import MAX_BRANCH_NODES, MAX_BRANCHES
from graphpack.readers.faults import Faults
from graphpack.readers.gathering import is_start, without_copies
from graphpack.readers.gemini_parts import parts_in
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of
from graphpack.readers.probe import probe as look_at

_KINDS = frozenset({"user", "gemini", "info", "error", "warning"})
_INJECTED = (
    "This is the Gemini CLI. We are setting up the context for our chat.",
    "<session_context>",
)
_REFERENCED = "--- Content from referenced files ---"
_FILE = compiled(r"^Content from @?(?P<name>\S[^\n]*?):\n", re.MULTILINE)
_FILES_END = "--- End of content ---"
_CANCELLED = "Request cancelled"
_SHELL = compiled(r"(?:Command: .*?\n)?(?:Directory: [^\n]*+\n)?(?:Stdout|Output): ", re.DOTALL)
_SECTION = compiled(r"\n(?P<name>Stderr|Error): ")
# it begins a line, or a run of spaces: from within one it is not tried
_TAIL = compiled(
    r"(?:(?=\n[ESBP])|(?<!\s))(?:\nExit Code: (?P<code>\S++))?(?:\nSignal: [^\n]*+)?"
    r"(?:\nBackground PIDs: [^\n]*+)?(?:\nProcess Group PGID: [^\n]*+)?\s*+\Z"
)
_NOTHING = ("(none)", "(empty)")


class Reader:
    """Reads ``~/.gemini/tmp/<project>/chats/session-*.json`` and ``.jsonl``."""

    name: ClassVar[str] = "gemini-cli"
    about: ClassVar[str] = "Gemini CLI session (JSON or JSON Lines)"
    facts: ClassVar[Facts] = Facts(
        where="`~/.gemini/tmp/<project>/chats/session-*.json` and `.jsonl`",
        keeps="prompts as they were typed, the files they mention as attachments, thoughts, calls "
        "with results and cancellations, models, what was rewound as branches",
        drops="notices of the program, session context, tokens, the JSON of a session that goes on "
        "in JSON Lines",
        checked="JSON of January and April 2026; JSON Lines by the source of 0.39",
        sign="`sessionId` with `projectHash`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim a session record, or a log that starts with one."""
        first = probe.objects[0] if probe.objects else {}
        if "sessionId" in first and "projectHash" in first:
            return Certainty.SURE
        rows = [value for value in probe.objects if _is_row(value)]
        if rows and len(rows) * 5 >= len(probe.objects) * 4:
            return Certainty.SURE if any(row["type"] == "gemini" for row in rows) else Certainty.NO
        return Certainty.NO

    def gather(self, sources: Sequence[Opened]) -> list[Opened]:
        """Leave out the JSON of a session that goes on in JSON Lines, and copies.

        Args:
            sources: The sessions of one folder or ZIP.

        Returns:
            The sessions, each once.
        """
        names = {one.name for one in sources if one.name.endswith(".jsonl")}
        resumed = {_session(one) for one in sources if one.name in names} - {""}
        newest = [one for one in sources if one.name in names or _session(one) not in resumed]
        return without_copies(newest, _session, is_copy=is_start)

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the file's one session.

        Raises:
            ReadError: There is none in it.
        """
        faults = Faults(source.name)
        log = _Log()
        for number, value in json_values(source, faults):
            log.take(value, number, faults)
        if not log.rows and not log.about:
            raise ReadError(f"{source.name}: holds no session of Gemini CLI")
        origin = ConversationSource(source.name, self.name)
        started = time_of(log.about.get("startTime"))
        label = Label(name_of(log.about.get("sessionId")), _title(log.about), started)
        found = conversation(_drafts(log.rows.values(), faults), origin, faults, label)
        if found:
            yield replace(found, branches=tuple(_branches(log, found)))


@dataclass(slots=True)
class _Log:
    """What the lines read so far amount to.

    Args:
        about: The session's own record.
        rows: The messages by id: a later line of the same id replaces it in its place.
        rewound: What the messages were whenever some were taken back.
    """

    about: dict[str, Any] = field(default_factory=dict)
    rows: dict[str, dict[str, Any]] = field(default_factory=dict)
    rewound: list[dict[str, dict[str, Any]]] = field(default_factory=list)
    room: int = MAX_BRANCH_NODES

    def take(self, value: Any, number: int, faults: Faults) -> None:
        """Apply one line, or the whole document."""
        record = dict_of(value)
        if "$rewindTo" in record:
            self._rewind(record["$rewindTo"], faults)
        elif "$set" in record:
            self._describe(dict_of(record["$set"]), number, faults)
        elif _is_row(record):
            self.rows[_key(record, len(self.rows))] = record
        elif "sessionId" in record:
            self._describe(record, number, faults)
        else:
            faults.add("unknown-record", "neither a message nor about the session", number or None)

    def _describe(self, record: dict[str, Any], number: int, faults: Faults) -> None:
        self.about.update({key: value for key, value in record.items() if key != "messages"})
        for place, row in enumerate(list_of(record.get("messages")), start=1):
            if _is_row(row):
                self.rows[_key(row, len(self.rows))] = row
            elif row is not None:
                faults.add("broken-record", "not a message; left out", number or place)

    def _rewind(self, target: Any, faults: Faults) -> None:
        keys = list(self.rows)
        if isinstance(target, str) and target in self.rows:
            if len(keys) <= self.room and len(self.rewound) < MAX_BRANCHES:
                self.room -= len(keys)
                self.rewound.append(dict(self.rows))
            for key in keys[keys.index(target) :]:
                del self.rows[key]
                faults.add("abandoned-branch", "taken back by the person; --branch reads it")


def _session(source: Opened) -> str:
    """Give a file's session id; empty where its start has none."""
    for value in look_at(source).objects:
        if name_of(value.get("sessionId")):
            return name_of(value.get("sessionId")) or ""
    return ""


def _branches(log: _Log, found: Conversation) -> Iterator[Branch]:
    """Read what was taken back, each time from where the conversation now goes another way."""
    index_of = {message.source_id: message.index for message in found.messages}
    taken: set[str] = set()
    for rows in log.rewound:
        keys = list(rows)
        pairs = zip(keys, log.rows, strict=False)
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        ids = (name_of(rows[key].get("id")) for key in reversed(keys[:shared]))
        after = next((index_of[one] for one in ids if one in index_of), -1)
        drafts = _drafts((rows[key] for key in keys[shared:]), Faults(""))
        branch = conversation(drafts, found.source, Faults(""))
        if branch and keys[-1] not in taken:
            taken.add(keys[-1])
            messages = (replace(m, index=m.index + after + 1) for m in branch.messages)
            yield Branch(keys[-1], after, tuple(messages))


def _is_row(value: Any) -> bool:
    record = dict_of(value)
    kind = record.get("type")
    return isinstance(kind, str) and kind in _KINDS and "id" in record and "content" in record


def _key(row: dict[str, Any], count: int) -> str:
    return name_of(row.get("id")) or f"#{count}"


def _title(about: dict[str, Any]) -> str | None:
    summary = name_of(about.get("summary"))
    return summary.split("\n")[0] if summary else None


def _drafts(rows: Iterable[dict[str, Any]], faults: Faults) -> Iterator[Draft]:
    """Read the messages.

    Source:
        Gemini CLI 0.23 to 0.39, sessions of 2026-01 and 2026-04; the JSON Lines after its source.
    """
    is_cancelled = False
    for row in rows:
        at, row_id = time_of(row.get("timestamp")), name_of(row.get("id"))
        if row["type"] == "user":
            given = row.get("displayContent") or row.get("content")
            parts = _typed(parts_in(given, faults, row_id))
            if any(part.text.startswith(_INJECTED) for part in parts):
                continue
            yield Draft(Role.USER, parts, at, source_id=row_id, is_interruption=is_cancelled)
            is_cancelled = False
        elif row["type"] == "gemini":
            like = Draft(Role.ASSISTANT, (), at, name_of(row.get("model")), source_id=row_id)
            yield from answer_drafts(_answer(row, faults), like)
        else:
            is_cancelled |= text_of(row.get("content")).startswith(_CANCELLED)


def _typed(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Take the files that a prompt mentions out of its words; they are attached instead."""
    for place, part in enumerate(parts):
        if isinstance(part, Text) and _REFERENCED in part.text:
            words, _, rest = part.text.partition(_REFERENCED)
            said = [Text(words.rstrip())] if words.strip() else []
            after = parts[place + 1 :]
            bodies = [one.text.strip("\n") for one in after if isinstance(one, Text)]
            others = [one for one in after if not isinstance(one, Text)]
            return (*parts[:place], *said, *_attached("\n".join([rest, *bodies])), *others)
    return parts


def _attached(text: str) -> Iterator[Attachment]:
    pieces = _FILE.split(text.replace(_FILES_END, ""))
    for name, body in zip(pieces[1::2], pieces[2::2], strict=True):
        yield Attachment(name, body.strip("\n"))


def _answer(row: dict[str, Any], faults: Faults) -> Iterator[Part]:
    for thought in map(dict_of, list_of(row.get("thoughts"))):
        lines = [text_of(thought.get(key)) for key in ("subject", "description")]
        text = "\n".join(line for line in lines if line.strip())
        if text:
            yield Reasoning(text)
    yield from parts_in(row.get("content"), faults, name_of(row.get("id")))
    calls = [dict_of(call) for call in list_of(row.get("toolCalls"))]
    for call in calls:
        yield ToolCall(_tool(call), dict_of(call.get("args")), name_of(call.get("id")))
    for call in calls:
        if call.get("result") is not None or call.get("status") in ("error", "cancelled"):
            yield _result(call)


def _tool(call: dict[str, Any]) -> str:
    return name_of(call.get("name")) or "unknown"


def _shown(text: str) -> tuple[str, str]:
    """Take what a shell printed out of what was noted of its run; and its exit code."""
    section = _SECTION.search(text)
    pieces = [text[: section.start()], text[section.end() :]] if section else [text]
    if section and section["name"] == "Stderr":
        pieces[1:] = pieces[1].split("\nError: ", 1)
    tail = _TAIL.search(pieces[-1])
    pieces[-1] = pieces[-1][: tail.start()] if tail else pieces[-1]
    printed = "\n".join(piece for piece in pieces if piece and piece not in _NOTHING)
    return printed, (tail and tail["code"]) or "0"


def _result(call: dict[str, Any]) -> ToolResult:
    texts = []
    is_failed = call.get("status") == "error"
    for part in list_of(call.get("result")):
        response = dict_of(dict_of(dict_of(part).get("functionResponse")).get("response"))
        error, output = response.get("error"), response.get("output")
        is_failed |= error is not None
        value = output if output is not None else error
        texts.append(text_of(value) if isinstance(value, str) else json_text(value or response))
    text = "\n".join(text for text in texts if text)
    shell = _SHELL.match(text)
    if shell:
        text, code = _shown(text[shell.end() :])
        is_failed |= code.lstrip("-").isdigit() and code != "0"
    is_rejected = call.get("status") == "cancelled"
    is_error = None if is_rejected else is_failed
    return ToolResult(text, _tool(call), name_of(call.get("id")), is_error, is_rejected)
