"""Turns one item of the OpenAI Responses API into parts: the model's own, or a tool's output."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphpack.model.conversation import Image, Part, Reasoning, Text, ToolCall, ToolResult
from graphpack.readers.blocks import arguments_of, output_text, parts_of
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, text_of

Item = dict[str, Any]

_CALLS = {
    "web_search_call": "web_search",
    "computer_call": "computer",
    "local_shell_call": "shell",
    "shell_call": "shell",
    "apply_patch_call": "apply_patch",
    "tool_search_call": "tool_search",
}
_SILENT = frozenset({"mcp_list_tools", "additional_tools"})
"""Lists of what could be called: part of the request's settings, like its ``tools``."""


def own_parts(item: Item, faults: Faults, number: int) -> tuple[Part, ...]:
    """Read an item the model gave.

    Args:
        item: The raw item.
        faults: Takes what cannot be read.
        number: The item's place in its list, from 1.

    Returns:
        Its parts; a tool that ran on the server gives its call and its result.
    """
    kind = text_of(item.get("type")) or "message"
    if kind == "message":
        return parts_of(item.get("content"), faults, number)
    if kind in _SILENT:
        return ()
    if kind == "compaction":
        faults.add("compacted", "earlier turns are folded into an encrypted item", number)
        return ()
    if kind == "item_reference":
        faults.add("missing-item", "an item that only the server has; left out", number)
        return ()
    read = _READ.get(kind)
    if read is None:
        faults.add("unknown-block", f"an item of an unknown type '{kind}'; left out", number)
        return ()
    parts = read(item)
    if not parts and kind == "reasoning":
        faults.add("unreadable-block", "encrypted reasoning; left out", number)
    return parts


def result_of(item: Item) -> ToolResult | None:
    """Read an item with a tool's output, or a person's word on a call; None for any other."""
    kind = text_of(item.get("type"))
    if kind == "mcp_approval_response":
        refused = item.get("approve") is False
        call_id = name_of(item.get("approval_request_id"))
        return ToolResult(text_of(item.get("reason")), None, call_id, is_rejected=refused)
    if not kind.endswith("_output"):
        return None
    output = item.get("output", item.get("tools"))
    # local shells give JSON in a string, newer ones a list of runs
    failed = item.get("status") == "failed" or None
    return ToolResult(_runs(output), None, name_of(item.get("call_id")), is_error=failed)


def _runs(output: Any) -> str:
    texts = []
    for run in output if isinstance(output, list) else [output]:
        if isinstance(run, dict) and "stdout" in run:
            lines = [text_of(run.get(key)).rstrip("\n") for key in ("stdout", "stderr")]
            code = dict_of(run.get("outcome")).get("exit_code")
            lines.append(f"exit code {code}" if code else "")
            texts.append("\n".join(line for line in lines if line))
        elif isinstance(run, dict) and run.get("type") == "computer_screenshot":
            continue
        else:
            texts.append(output_text(run))
    return "\n".join(text for text in texts if text)


def _reasoning(item: Item) -> tuple[Part, ...]:
    found = [*list_of(item.get("summary")), *list_of(item.get("content"))]
    texts = [text_of(dict_of(part).get("text")) for part in found]
    return tuple(Reasoning(text) for text in texts if text.strip())


def _function(item: Item) -> tuple[Part, ...]:
    arguments = item.get("arguments", item.get("input"))
    name = name_of(item.get("name")) or "unknown"
    call_id = name_of(item.get("call_id")) or name_of(item.get("id"))
    return (ToolCall(name, arguments_of(arguments), call_id),)


def _server_call(item: Item) -> tuple[Part, ...]:
    """Read a call whose arguments are an ``action``, an ``operation`` or plain arguments."""
    name = _CALLS[item["type"]]
    keys = ("action", "operation", "arguments")
    given: Any = next((item[key] for key in keys if item.get(key) is not None), None)
    arguments = arguments_of(given)
    if isinstance(arguments, dict):
        arguments = {key: value for key, value in arguments.items() if value is not None}
    return (ToolCall(name, arguments, name_of(item.get("call_id")) or name_of(item.get("id"))),)


def _mcp(item: Item) -> tuple[Part, ...]:
    call_id = name_of(item.get("id"))
    name = name_of(item.get("name")) or "unknown"
    call = ToolCall(name, arguments_of(item.get("arguments")), call_id)
    output, error = item.get("output"), item.get("error")
    if output is None and error is None:
        return (call,)
    text = output_text(error if output is None else output)
    return (call, ToolResult(text, name, call_id, is_error=error is not None))


def _file_search(item: Item) -> tuple[Part, ...]:
    call_id = name_of(item.get("id"))
    call = ToolCall("file_search", {"queries": list_of(item.get("queries"))}, call_id)
    found = [dict_of(result) for result in list_of(item.get("results"))]
    lines = [f"{text_of(one.get('filename'))}\n{text_of(one.get('text'))}" for one in found]
    return (call, ToolResult("\n\n".join(lines), "file_search", call_id)) if lines else (call,)


def _code(item: Item) -> tuple[Part, ...]:
    call_id = name_of(item.get("id"))
    call = ToolCall("code_interpreter", {"code": text_of(item.get("code"))}, call_id)
    outputs = list_of(item.get("outputs"))
    text = output_text(outputs)
    return (call, ToolResult(text, "code_interpreter", call_id)) if outputs else (call,)


def _image(item: Item) -> tuple[Part, ...]:
    call_id = name_of(item.get("id"))
    prompt = text_of(item.get("revised_prompt"))
    return (ToolCall("image_generation", {"prompt": prompt} if prompt else {}, call_id), Image())


def _refusable(item: Item) -> tuple[Part, ...]:
    name = name_of(item.get("name")) or "unknown"
    return (ToolCall(name, arguments_of(item.get("arguments")), name_of(item.get("id"))),)


_READ: dict[str, Callable[[Item], tuple[Part, ...]]] = {
    "reasoning": _reasoning,
    "function_call": _function,
    "custom_tool_call": _function,
    "mcp_call": _mcp,
    "mcp_approval_request": _refusable,
    "file_search_call": _file_search,
    "code_interpreter_call": _code,
    "image_generation_call": _image,
    "text": lambda item: (Text(text_of(item.get("text"))),),
    **dict.fromkeys(_CALLS, _server_call),
}
