"""Turns the pieces of a Copilot Chat answer into parts, with its tools' arguments and outputs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote

from graphpack.model.conversation import Part, Reasoning, Text, ToolCall, ToolResult
from graphpack.readers.blocks import Place, arguments_of
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, text_of

_SILENT = frozenset(
    {
        "agentDetection", "clearToPreviousToolInvocation", "codeCitations", "codeblockUri",
        "command", "confirmation", "elicitation", "elicitationSerialized", "extensions",
        "mcpServersStarting", "multiDiffData", "notebookEditGroup", "prepareToolInvocation",
        "progressMessage", "progressTask", "progressTaskSerialized", "pullRequest", "reference",
        "textEditGroup", "treeData", "undoStop", "usedContext", "workspaceEdit",
    }
)  # fmt: skip
_REFUSED = (0, 5)
"""How a confirmation ended: denied, skipped."""
_MAX_DEPTH = 60


def answer_parts(request: dict[str, Any], faults: Faults, place: Place = None) -> Iterator[Part]:
    """Read a request's answer.

    Args:
        request: One of a chat's ``requests``.
        faults: Takes pieces of unknown kinds.
        place: The request's number, for the notice.

    Yields:
        Parts in order; a call's output comes right after it.

    Source:
        VS Code 1.104 to 1.109, exports of 2025-10 to 2026-02.
    """
    tools = _Tools(request)
    words: list[str] = []
    for piece in list_of(request.get("response")):
        record = dict_of(piece)
        kind = record.get("kind")
        if kind is None or kind in ("markdownContent", "markdownVuln"):
            words.append(_markdown(record))
            continue
        if kind == "inlineReference":
            words.append(_reference(record))
            continue
        if kind in _SILENT if isinstance(kind, str) else False:
            continue
        yield from _text(words)
        words = []
        if kind == "thinking":
            yield from _thinking(record)
        elif kind in ("toolInvocationSerialized", "toolInvocation"):
            yield from tools.parts(record)
        elif kind == "warning":
            faults.add("program-message", "a warning of the program; left out", place)
        else:
            faults.add("unknown-block", f"a piece of an unknown kind '{kind}'; left out", place)
    yield from _text(words)


def _markdown(record: dict[str, Any]) -> str:
    value = record.get("value", record.get("content"))
    text = text_of(value) or text_of(dict_of(value).get("value"))
    # the fence around an edit that is shown elsewhere
    return "" if text.strip() == "```" else text


def _text(words: list[str]) -> Iterator[Part]:
    text = "".join(words).strip("\n")
    if text.strip():
        yield Text(text)


def _reference(record: dict[str, Any]) -> str:
    target = dict_of(record.get("inlineReference"))
    name = name_of(record.get("name")) or name_of(target.get("name"))
    uri = (
        dict_of(target.get("uri")) or dict_of(dict_of(target.get("location")).get("uri")) or target
    )
    path = text_of(uri.get("fsPath")) or text_of(uri.get("path")) or text_of(uri.get("external"))
    name = name or PurePosixPath(unquote(path)).name
    return f"`{name}`" if name else ""


def _thinking(record: dict[str, Any]) -> Iterator[Part]:
    value = record.get("value")
    lines = [text_of(item) for item in (value if isinstance(value, list) else [value])]
    text = "\n".join(line for line in lines if line.strip())
    if text:
        yield Reasoning(text)


class _Tools:
    """The calls and outputs that stand beside an answer, by id and in order."""

    def __init__(self, request: dict[str, Any]) -> None:
        metadata = dict_of(dict_of(request.get("result")).get("metadata"))
        rounds = (dict_of(one) for one in list_of(metadata.get("toolCallRounds")))
        self._calls = [dict_of(call) for one in rounds for call in list_of(one.get("toolCalls"))]
        self._results = dict_of(metadata.get("toolCallResults"))

    def parts(self, record: dict[str, Any]) -> Iterator[Part]:
        """Read one invocation, with the call of its id, else the next one of its name."""
        call = self._take(record)
        call_id = name_of(call.get("id")) or name_of(record.get("toolCallId"))
        name = name_of(call.get("name")) or name_of(record.get("toolId")) or "unknown"
        raw = call.get("arguments")
        yield ToolCall(name, _shown(record) if raw is None else arguments_of(raw), call_id)
        is_refused = _is_refused(record.get("isConfirmed"))
        result = self._results.get(call_id) if call_id else None
        if result is not None or is_refused:
            yield ToolResult(_output(result), name, call_id, is_rejected=is_refused)

    def _take(self, record: dict[str, Any]) -> dict[str, Any]:
        call_id, tool = record.get("toolCallId"), text_of(record.get("toolId"))
        for call in self._calls:
            if call.get("id") == call_id:
                self._calls.remove(call)
                return call
        for call in self._calls:
            if _plain(tool) == _plain(text_of(call.get("name"))):
                self._calls.remove(call)
                return call
        return {}


def _plain(name: str) -> str:
    # the tool that the model calls create_file is copilot_createFile to the editor
    return name.removeprefix("copilot_").replace("_", "").lower()


def _is_refused(confirmed: Any) -> bool:
    kind = dict_of(confirmed).get("type")
    return confirmed is False or (isinstance(kind, int) and kind in _REFUSED)


def _shown(record: dict[str, Any]) -> str:
    for key in ("pastTenseMessage", "invocationMessage"):
        value = record.get(key)
        text = text_of(value) or text_of(dict_of(value).get("value"))
        if text:
            return text
    return ""


def _output(result: Any) -> str:
    texts = []
    for item in list_of(dict_of(result).get("content")):
        value = dict_of(item).get("value")
        if isinstance(value, str):
            texts.append(text_of(value))
        else:
            texts.append("".join(_tree(dict_of(value).get("node"), 0)))
    return "\n".join(text for text in texts if text)


def _tree(node: Any, depth: int) -> Iterator[str]:
    """Flatten the tree of a prompt: its texts, with the line breaks it asks for."""
    record = dict_of(node)
    if not record or depth > _MAX_DEPTH:
        return
    text = text_of(record.get("text"))
    if text:
        yield ("\n" if record.get("lineBreakBefore") else "") + text
    for child in list_of(record.get("children")):
        yield from _tree(child, depth + 1)
