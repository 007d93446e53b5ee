"""What a message looks like in the message arrays of model APIs, and which API's an array is.

Decides by shape alone; nothing is read from a message here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from graphpack.model.conversation import Role
from graphpack.readers.loose import dict_of, list_of

ROLES: dict[str, Role] = {
    "user": Role.USER,
    "human": Role.USER,
    "assistant": Role.ASSISTANT,
    "ai": Role.ASSISTANT,
    "model": Role.ASSISTANT,
    "system": Role.SYSTEM,
    "developer": Role.SYSTEM,
    "tool": Role.TOOL,
    "function": Role.TOOL,
    "ipython": Role.TOOL,
}
"""The role names of the APIs; compared in lower case."""

_SAID = ("content", "tool_calls", "function_call", "refusal", "reasoning_content")
_CONTENTS = (str, list, dict, type(None))

_ITEM_TYPES = frozenset(
    {
        "additional_tools", "apply_patch_call", "apply_patch_call_output", "code_interpreter_call",
        "compaction", "computer_call", "computer_call_output", "custom_tool_call",
        "custom_tool_call_output", "file_search_call", "function_call", "function_call_output",
        "image_generation_call", "item_reference", "local_shell_call", "local_shell_call_output",
        "mcp_approval_request", "mcp_approval_response", "mcp_call", "mcp_list_tools", "reasoning",
        "shell_call", "shell_call_output", "tool_search_call", "tool_search_output",
        "web_search_call",
    }
)  # fmt: skip
_ITEM_PARTS = frozenset({"input_text", "output_text", "input_image", "input_file", "summary_text"})

_BLOCK_TYPES = frozenset(
    {
        "container_upload", "document", "mcp_tool_use", "redacted_thinking", "search_result",
        "server_tool_use", "thinking", "tool_result", "tool_use",
    }
)  # fmt: skip
_BODY_KEYS = frozenset({"anthropic_version", "anthropic_beta", "anthropic_betas"})

_GEMINI_ROLES = frozenset({"user", "model", "function", "tool", "system", None})
_GEMINI_PARTS = frozenset(
    {
        "text", "thought", "thoughtSignature", "thought_signature", "functionCall",
        "functionResponse", "inlineData", "fileData", "executableCode", "codeExecutionResult",
        "function_call", "function_response", "inline_data", "file_data", "executable_code",
        "code_execution_result",
    }
)  # fmt: skip


def role_of(value: Any) -> Role | None:
    """Translate an API's role name; None where it is not one."""
    return ROLES.get(value.strip().lower()) if isinstance(value, str) else None


def is_message(value: Any) -> bool:
    """Tell a chat message (a role and what was said) from other objects."""
    return (
        isinstance(value, dict)
        and role_of(value.get("role")) is not None
        and any(key in value for key in _SAID)
        and isinstance(value.get("content"), _CONTENTS)
        and "parts" not in value
    )


def is_item(value: Any) -> bool:
    """Tell an item of the Responses API: a typed record, or a bare role with content."""
    if not isinstance(value, dict):
        return False
    kind = value.get("type")
    if kind in (None, "message"):
        return is_message(value)
    return isinstance(kind, str) and kind in _ITEM_TYPES and "role" not in value


def is_typed_item(value: Any) -> bool:
    """Tell an item that only the Responses API has."""
    if not is_item(value):
        return False
    return value.get("type") in _ITEM_TYPES or any(
        kind in _ITEM_PARTS for kind in block_types(value)
    )


def is_content(value: Any) -> bool:
    """Tell a Gemini content: parts under their kind's key, with a Gemini role or none."""
    if not isinstance(value, dict):
        return False
    role, parts = value.get("role"), value.get("parts")
    if not isinstance(role, str | None) or role not in _GEMINI_ROLES:
        return False
    if isinstance(parts, str):
        return role is not None
    if not isinstance(parts, list):
        return False
    # a model that was stopped answers with no parts at all
    return all(_is_gemini_part(part) for part in parts) and bool(parts or role)


def _is_gemini_part(part: Any) -> bool:
    if isinstance(part, str):
        return True
    return isinstance(part, dict) and "type" not in part and not _GEMINI_PARTS.isdisjoint(part)


def is_list_of(values: Any, is_one: Callable[[Any], bool]) -> bool:
    """Tell whether a list holds such records, by its good ones: a bad one must not lose them.

    Args:
        values: Anything; the last item of a probe's list may be incomplete, and what is no object
            was damaged.
        is_one: The test of one item.

    Returns:
        True where at least one item passes and no more objects fail than pass.
    """
    if not isinstance(values, list) or not values:
        return False
    good = sum(1 for value in values if is_one(value))
    bad = sum(1 for value in values if isinstance(value, dict)) - good
    return good > 0 and bad <= good


def is_messages(values: Any) -> bool:
    """Tell a list of chat messages; one with items of the Responses API is not."""
    return is_list_of(values, is_message) and not any(is_typed_item(value) for value in values)


def is_items(values: Any) -> bool:
    """Tell a list of Responses items, at least one of which only that API has."""
    return is_list_of(values, is_item) and any(is_typed_item(value) for value in values)


def is_contents(values: Any) -> bool:
    """Tell a list of Gemini contents."""
    return is_list_of(values, is_content)


def is_anthropic(container: dict[str, Any], messages: list[Any]) -> bool:
    """Tell the Messages API of Anthropic from OpenAI's chat completions.

    Exactly one of the two is true of any array: what carries no sign of Anthropic is OpenAI's,
    whose plain form the world writes.

    Args:
        container: The body's other keys; empty for a bare list.
        messages: Its messages.

    Source:
        Anthropic Messages API, 2023-06-01, with beta blocks seen to 2026; bodies recorded in
        public test suites.
    """
    if not _BODY_KEYS.isdisjoint(container):
        return True
    if "system" in container and "max_tokens" in container:
        return True
    return any(_has_block(message) for message in messages)


def _has_block(message: Any) -> bool:
    raw = dict_of(message)
    if raw.get("type") == "message" and "stop_reason" in raw:  # an answer's whole body
        return True
    for block in block_types(message):
        if block in _BLOCK_TYPES or block.endswith("_tool_result"):
            return True
    return any(
        dict_of(block).get("type") == "image" and isinstance(dict_of(block).get("source"), dict)
        for block in list_of(dict_of(message).get("content"))
    )


def block_types(message: Any) -> Iterator[str]:
    """List the types of a message's content blocks, those without one left out."""
    for block in list_of(dict_of(message).get("content")):
        kind = dict_of(block).get("type")
        if isinstance(kind, str):
            yield kind
