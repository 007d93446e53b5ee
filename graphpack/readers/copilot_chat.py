"""GitHub Copilot Chat in VS Code: "Export Chat", the stored session, and its operation log.

An answer is a list of pieces of many kinds; file names that stand between two pieces of text
belong into the sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation, ConversationSource, Role, Text
from graphpack.readers.arrays import json_values
from graphpack.readers.assembly import Draft, Label, answer_drafts, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.copilot_answer import answer_parts
from graphpack.readers.exports import attached
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of
from graphpack.readers.oplog import replay

_STATE_CANCELLED = 2


class Reader:
    """Reads ``requests`` with their ``message`` and ``response``."""

    name: ClassVar[str] = "copilot-chat"
    about: ClassVar[str] = "GitHub Copilot Chat: exported chat.json or stored session"
    facts: ClassVar[Facts] = Facts(
        where="*Chat: Export Chat…* in VS Code, or `workspaceStorage/<hash>/chatSessions/`",
        keeps="prompts, answers with the names of files they point at, thinking, tool calls with "
        "arguments and results, models",
        drops="edits as such, undo stops, follow-up suggestions, encrypted thinking, pictures' "
        "bytes",
        checked="exports of October 2025 to February 2026; the operation log by its source",
        sign="`requests` with `message` and `response`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim a chat with requests, or an operation log that starts with one."""
        first = probe.objects[0] if probe.objects else {}
        if first.get("kind") == 0 and "requests" in dict_of(first.get("v")):
            return Certainty.SURE
        requests = [dict_of(item) for item in list_of(first.get("requests"))]
        if not requests or not all("message" in item for item in requests[:-1]):
            return Certainty.NO
        is_own = "requestId" in requests[0] and "message" in requests[0]
        return Certainty.SURE if is_own else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the file's one chat.

        Raises:
            ReadError: There is none in it.
        """
        faults = Faults(source.name)
        values = [value for _, value in json_values(source, faults)]
        chat = dict_of(values[0]) if values else {}
        if "kind" in chat:
            chat = dict_of(replay(values, faults))
        if "requests" not in chat:
            raise ReadError(f"{source.name}: holds no chat with requests")
        title = name_of(chat.get("customTitle"))
        label = Label(name_of(chat.get("sessionId")), title, time_of(chat.get("creationDate")))
        origin = ConversationSource(source.name, self.name)
        found = conversation(_drafts(chat, faults), origin, faults, label)
        yield from attached([found] if found else [], Faults(source.name))


def _drafts(chat: dict[str, Any], faults: Faults) -> Iterator[Draft]:
    """Read the requests and their answers.

    Source:
        VS Code 1.104 to 1.109, exports of 2025-10 to 2026-02.
    """
    is_cancelled = False
    author = name_of(chat.get("requesterUsername"))
    for number, request in enumerate(list_of(chat.get("requests")), start=1):
        if not isinstance(request, dict):
            faults.add("broken-record", "not a request; left out", number)
            continue
        at, request_id = time_of(request.get("timestamp")), name_of(request.get("requestId"))
        said = _prompt(request.get("message"))
        if said.strip():
            yield Draft(
                Role.USER,
                (Text(said),),
                at,
                author,
                source_id=request_id,
                is_interruption=is_cancelled,
            )
        is_cancelled = _was_cancelled(request)
        model = name_of(request.get("modelId"))
        like = Draft(Role.ASSISTANT, (), at, model, source_id=name_of(request.get("responseId")))
        yield from answer_drafts(answer_parts(request, faults, number), like)
        error = dict_of(dict_of(request.get("result")).get("errorDetails"))
        if error and not is_cancelled:
            faults.add("failed-answer", "the answer ended in an error", number)


def _prompt(message: Any) -> str:
    if isinstance(message, str):
        return text_of(message)
    text = text_of(dict_of(message).get("text"))
    if text:
        return text
    parts = (dict_of(part).get("text") for part in list_of(dict_of(message).get("parts")))
    return "".join(text_of(part) for part in parts)


def _was_cancelled(request: dict[str, Any]) -> bool:
    state = dict_of(request.get("modelState")).get("value")
    return request.get("isCanceled") is True or state == _STATE_CANCELLED
