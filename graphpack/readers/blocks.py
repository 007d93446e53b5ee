"""Turns the content of an API message into parts: OpenAI's, Anthropic's and their imitators'.

One table for all, because they overlap: gateways put one vendor's blocks into another's body.
Who speaks is not decided here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson

from graphpack.model.conversation import (
    Attachment,
    Image,
    Part,
    Reasoning,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, plain, text_of

Block = dict[str, Any]
Place = int | str | None

MAX_DEPTH = 12
"""Deeper than any API nests; what lies below is written as JSON."""


def parts_of(content: Any, faults: Faults, place: Place = None) -> tuple[Part, ...]:
    """Read a message's content.

    Args:
        content: A string, a block, a list of either, or nothing.
        faults: Takes the blocks that hold nothing readable.
        place: Where the message is, for the notice.

    Returns:
        Parts in source order, blank texts left out.

    Source:
        OpenAI chat completions and Responses, Anthropic Messages, as recorded 2024-2026.
    """
    blocks = content if isinstance(content, list) else [content]
    parts: list[Part] = []
    for block in blocks:
        if isinstance(block, str):
            parts.append(Text(plain(block)))
        elif isinstance(block, dict):
            parts.extend(_block(block, faults, place))
    return tuple(part for part in parts if not (isinstance(part, Text) and not part.text.strip()))


def arguments_of(value: Any) -> dict[str, Any] | str:
    """Decode a call's arguments; what is no JSON object stays the text it is."""
    if isinstance(value, str):
        try:
            decoded = orjson.loads(value)
        except orjson.JSONDecodeError:
            return plain(value)
        return decoded if isinstance(decoded, dict) else plain(value)
    if isinstance(value, dict):
        return value
    return {} if value is None else json_text(value)


def json_text(value: Any) -> str:
    """Write a JSON value on one line; an empty string for nothing."""
    if value is None:
        return ""
    try:
        return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS).decode()
    except (TypeError, ValueError):
        return "(nested too deeply)"


def output_text(value: Any, depth: int = 0) -> str:
    """Flatten what a tool answered, or a document, to its readable text.

    Args:
        value: A string, blocks, or any JSON.
        depth: How deep the value stands in what was asked for.

    Returns:
        The text; encrypted content, signatures and bytes are left out.
    """
    if isinstance(value, str):
        return plain(value)
    if depth > MAX_DEPTH:
        return json_text(value)
    if isinstance(value, list):
        texts = (output_text(item, depth + 1) for item in value)
        return "\n".join(text for text in texts if text)
    if not isinstance(value, dict):
        return json_text(value)
    kind = text_of(value.get("type"))
    flatten = _FLATTENED.get(kind)
    if flatten:
        return flatten(value, depth + 1)
    if kind.endswith("_error"):
        return text_of(value.get("error_code")) or text_of(value.get("message")) or kind
    if isinstance(value.get("text"), str) and kind:
        return text_of(value["text"])
    return json_text({key: item for key, item in value.items() if not _is_opaque(key)})


def _is_opaque(key: str) -> bool:
    return key.startswith("encrypted_") or key in ("signature", "data", "b64_json")


def _titled(value: Block, depth: int) -> str:
    lines = [text_of(value.get(key)) for key in ("title", "url", "source", "page_age")]
    lines.append(output_text(value.get("content") or value.get("source"), depth))
    return "\n".join(dict.fromkeys(line for line in lines if line))


def _source(value: Block, _depth: int) -> str:
    return text_of(value.get("data")) if _is_words(value) else text_of(value.get("url"))


def _is_words(source: Block) -> bool:
    media = text_of(source.get("media_type"))
    return source.get("type") == "text" or media.startswith("text/")


def _run(value: Block, _depth: int) -> str:
    lines = [text_of(value.get(key)).rstrip("\n") for key in ("stdout", "stderr", "logs")]
    code = value.get("return_code")
    if isinstance(code, int) and code:
        lines.append(f"exit code {code}")
    return "\n".join(line for line in lines if line)


def _plain(value: Block, depth: int) -> str:
    # a document's own text stands under "data"
    return output_text(value.get("text", value.get("data")), depth)


def _nothing(_value: Block, _depth: int) -> str:
    return ""


def _wrapped(key: str) -> Callable[[Block, int], str]:
    def flatten(value: Block, depth: int) -> str:
        return output_text(value.get(key), depth)

    return flatten


_FLATTENED: dict[str, Callable[[Block, int], str]] = {
    "text": _plain,
    "input_text": _wrapped("text"),
    "output_text": _wrapped("text"),
    "image": _nothing,
    "image_url": _nothing,
    "input_image": _nothing,
    "base64": _source,
    "url": _source,
    "document": _titled,
    "search_result": _titled,
    "web_search_result": _titled,
    "web_fetch_result": _titled,
    "content": _wrapped("content"),
    "code_execution_result": _run,
    "bash_code_execution_result": _run,
    "logs": _run,
    "tool_reference": _wrapped("tool_name"),
    "tool_search_tool_search_result": _wrapped("tool_references"),
}


def _block(block: Block, faults: Faults, place: Place) -> tuple[Part, ...]:
    kind = text_of(block.get("type"))
    read = _BLOCKS.get(kind)
    if read:
        return read(block)
    if kind.endswith("_tool_result") or kind.endswith("_tool_output"):
        return _tool_result(block)
    if kind in _UNREADABLE:
        faults.add("unreadable-block", "an encrypted block; left out", place)
        return ()
    text = _words(block)
    if not text:
        what = f"a block of an unknown type '{kind}'" if kind else "a block without a type"
        faults.add("unknown-block", f"{what}; left out", place)
    return (Text(text),) if text else ()


def _words(block: Block) -> str:
    """Find a block's words where any API or data set keeps them."""
    for key in ("text", "value", "content"):
        value = block.get(key)
        if isinstance(value, str):
            return plain(value)
        nested = dict_of(value).get("value")
        if isinstance(nested, str):
            return plain(nested)
    return ""


def _text(block: Block) -> tuple[Part, ...]:
    return (Text(_words(block)),)


def _refusal(block: Block) -> tuple[Part, ...]:
    return (Text(text_of(block.get("refusal"))),)


def _reasoning(block: Block) -> tuple[Part, ...]:
    text = text_of(block.get("thinking")) or text_of(block.get("reasoning")) or _words(block)
    text = text or output_text(block.get("summary"))
    return (Reasoning(text),) if text.strip() else ()


def _image(block: Block) -> tuple[Part, ...]:
    source = block.get("image_url") or block.get("source") or block
    source = source if isinstance(source, dict) else {"url": source}
    url = text_of(source.get("url"))
    if url.startswith("data:"):
        return (Image(url[5:].split(";")[0].split(",")[0] or None),)
    name = url or name_of(source.get("file_id")) or name_of(block.get("file_id"))
    return (Image(name_of(source.get("media_type")), name or None),)


def _audio(block: Block) -> tuple[Part, ...]:
    audio = dict_of(block.get("input_audio")) or dict_of(block.get("audio")) or block
    form = name_of(audio.get("format"))
    words = text_of(audio.get("transcript"))
    return (Attachment("audio", words, f"audio/{form}" if form else None),)


def _file(block: Block) -> tuple[Part, ...]:
    file = dict_of(block.get("file")) or block
    names = (name_of(file.get(key)) for key in ("filename", "path", "file_id", "file_url"))
    name = next((name for name in names if name), "file")
    return (Attachment(name, text_of(file.get("content"))),)


def _document(block: Block) -> tuple[Part, ...]:
    source = dict_of(block.get("source"))
    body = block.get("content") or source.get("content") or source
    text = output_text(body) if body else ""
    text = text_of(source.get("data")) if _is_words(source) else text
    name = name_of(block.get("title")) or name_of(block.get("source")) or "document"
    return (Attachment(name, text, name_of(source.get("media_type"))),)


def _tool_call(block: Block) -> tuple[Part, ...]:
    if isinstance(block.get("value"), str):  # the call itself as JSON text
        return tuple(
            part for call in list_of(_decoded(block["value"])) for part in calls_of([call])
        )
    return calls_of([block])


def _decoded(text: str) -> Any:
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        value = {"name": "unknown", "arguments": text}
    return value if isinstance(value, list) else [value]


def calls_of(values: Any) -> tuple[ToolCall, ...]:
    """Read tool calls in any of the shapes of the APIs.

    Args:
        values: OpenAI's ``tool_calls``, ``function_call`` or blocks, as a list.

    Returns:
        One call for each object.
    """
    calls = []
    for value in list_of(values):
        call = dict_of(value)
        inner = dict_of(call.get("function")) or dict_of(call.get("custom")) or call
        found = (inner.get(key) for key in ("arguments", "input", "args", "parameters"))
        arguments = next((item for item in found if item is not None), None)
        name = name_of(inner.get("name")) or name_of(call.get("name")) or "unknown"
        names = (name_of(call.get(key)) for key in ("id", "call_id", "tool_use_id"))
        call_id = next((item for item in names if item), None)
        if call:
            calls.append(ToolCall(name, arguments_of(arguments), call_id))
    return tuple(calls)


def _tool_result(block: Block) -> tuple[Part, ...]:
    content = block.get("content", block.get("output"))
    kind = dict_of(content).get("type")
    failed = isinstance(kind, str) and kind.endswith("_error")
    is_error = block.get("is_error")
    return (
        ToolResult(
            output_text(content),
            name=name_of(block.get("name")),
            call_id=name_of(block.get("tool_use_id")) or name_of(block.get("tool_call_id")),
            is_error=is_error if isinstance(is_error, bool) else (True if failed else None),
        ),
    )


_UNREADABLE = frozenset({"redacted_thinking", "encrypted_reasoning"})
_BLOCKS: dict[str, Callable[[Block], tuple[Part, ...]]] = {
    "text": _text,
    "input_text": _text,
    "output_text": _text,
    "refusal": _refusal,
    "thinking": _reasoning,
    "reasoning": _reasoning,
    "think": _reasoning,
    "image": _image,
    "image_url": _image,
    "input_image": _image,
    "image_file": _image,
    "input_audio": _audio,
    "audio": _audio,
    "file": _file,
    "input_file": _file,
    "container_upload": _file,
    "document": _document,
    "search_result": _document,
    "tool_use": _tool_call,
    "server_tool_use": _tool_call,
    "mcp_tool_use": _tool_call,
    "tool_call": _tool_call,
    "tool_calls": _tool_call,
    "tool_result": _tool_result,
}
