"""Reads the messages of OpenAI's chat completions and Anthropic's Messages API.

One reading for both: gateways and data sets mix them, and which one a source is only decides the
name of its format. Finding the lists is ``chat_bodies``' work.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from graphpack.model.conversation import (
    Image,
    Origin,
    Part,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.patterns import compiled
from graphpack.readers.arrays import Arrays, Thread, certainty, probed_threads
from graphpack.readers.assembly import Draft, author_in, time_in
from graphpack.readers.base import Certainty, Probe
from graphpack.readers.blocks import calls_of, parts_of
from graphpack.readers.chat_bodies import find_threads
from graphpack.readers.cline_history import is_history
from graphpack.readers.faults import Faults
from graphpack.readers.loose import list_of, name_of, text_of
from graphpack.readers.shapes import is_anthropic, is_message, is_messages, role_of

_BODY_KEYS = frozenset(
    {
        # requests
        "anthropic_version", "betas", "body", "cache_control", "container", "context_management",
        "custom_id", "frequency_penalty", "function_call", "functions", "id", "logit_bias",
        "logprobs", "max_completion_tokens", "max_tokens", "mcp_servers", "messages", "metadata",
        "method", "model", "n", "options", "parallel_tool_calls", "params", "prediction",
        "presence_penalty", "provider", "reasoning", "reasoning_effort", "request",
        "response_format", "seed", "service_tier", "stop", "stop_sequences", "store", "stream",
        "stream_options", "system", "temperature", "thinking", "tool_choice", "tools", "top_k",
        "top_logprobs", "top_p", "url", "user", "verbosity",
        # answers
        "choices", "content", "created", "error", "object", "response", "result", "role",
        "stop_details", "stop_reason", "stop_sequence", "system_fingerprint", "type", "usage",
        # data sets
        "category", "chat_template_kwargs", "conversation_id", "info", "prompt", "prompt_id",
        "reward", "source", "task_id", "title", "traj", "trial", "weight",
    }
)  # fmt: skip
_THINK = compiled(r"\s*<think(?:ing)?>(.*?)</think(?:ing)?>\s*", re.DOTALL)
_REASONING_KEYS = ("reasoning_content", "reasoning", "thinking")
_SIMULATION_END = "###STOP###"
"""What a simulated user ends an agent's trial with: a sign to the harness, nobody's word."""


def chat_arrays(name: str) -> Arrays:
    """Describe the chat arrays for the reader of one of the two APIs."""
    return Arrays(
        name,
        "messages",
        is_message,
        is_messages,
        find_threads,
        drafts,
        _BODY_KEYS,
        is_headed=True,
    )


def detect(probe: Probe, arrays: Arrays, *, wants_anthropic: bool) -> Certainty:
    """Say whether a source holds message lists of the one API or the other.

    Args:
        probe: The first look.
        arrays: From ``chat_arrays``.
        wants_anthropic: Which of the two is asked for.

    Returns:
        ``NO`` where they are the other's or an agent wrote them, else what ``certainty`` says.
    """
    if is_history(probe.document):  # an agent's history is such a list, with tags in its texts
        return Certainty.NO
    threads = probed_threads(probe, arrays)
    found = any(is_anthropic(thread.container, list(thread.items)) for thread in threads)
    return certainty(threads, _BODY_KEYS) if found == wants_anthropic else Certainty.NO


def drafts(thread: Thread, faults: Faults) -> Iterator[Draft]:
    """Read a thread's messages.

    Args:
        thread: Raw messages and the keys beside them.
        faults: Takes what was skipped.

    Yields:
        Drafts in order; the body's system prompt comes first.

    Source:
        OpenAI chat completions; Anthropic Messages 2023-06-01; ``reasoning_content`` as DeepSeek
        and vLLM write it; seen on recorded bodies of 2024-2026.
    """
    system = parts_of(thread.container.get("system"), faults)
    if system:
        yield Draft(Role.SYSTEM, system)
    for number, raw in enumerate(thread.items, start=1):
        if is_message(raw):
            yield from _message(raw, faults, number)
        else:
            faults.add("broken-record", "not a message; left out", number)


def _message(raw: dict[str, Any], faults: Faults, number: int) -> Iterator[Draft]:
    for summary in _summaries(raw):
        yield Draft(Role.ASSISTANT, (Text(summary),), time_in(raw), origin=Origin.COMPACTION)
    role = role_of(raw.get("role")) or Role.USER
    parts = _parts(raw, role, faults, number)
    if role is Role.TOOL:
        parts = _as_result(raw, parts)
    elif role is Role.USER and parts and all(isinstance(part, ToolResult) for part in parts):
        role = Role.TOOL
    if role is Role.USER and [part.text.strip() for part in parts] == [_SIMULATION_END]:
        return
    author = author_in(raw) if role in (Role.USER, Role.ASSISTANT) else None
    if role is Role.ASSISTANT:
        author = author or name_of(raw.get("model"))
    yield Draft(role, parts, time_in(raw), author, source_id=name_of(raw.get("id")))


def _summaries(raw: dict[str, Any]) -> Iterator[str]:
    """Find the summaries that stand for turns the server folded away."""
    for block in list_of(raw.get("content")):
        if isinstance(block, dict) and block.get("type") == "compaction":
            text = text_of(block.get("content"))
            if text.strip():
                yield text


def _parts(raw: dict[str, Any], role: Role, faults: Faults, number: int) -> tuple[Part, ...]:
    content = raw.get("content")
    if isinstance(content, list):
        content = [block for block in content if not _is_summary(block)]
    parts = list(parts_of(content, faults, number))
    if role is not Role.ASSISTANT:
        return (*parts, *(Image() for _ in list_of(raw.get("images"))))
    if parts and isinstance(parts[0], Text):
        parts[:1] = _thought_apart(parts[0])
    thoughts = (text_of(raw.get(key)) for key in _REASONING_KEYS)
    thought = next((text for text in thoughts if text.strip()), "")
    if thought and not any(isinstance(part, Reasoning) for part in parts):
        parts.insert(0, Reasoning(thought))
    audio = raw.get("audio")
    spoken = audio.get("transcript") if isinstance(audio, dict) else None
    parts.extend(parts_of([raw.get("refusal"), spoken], faults, number))
    known = {part.call_id for part in parts if isinstance(part, ToolCall)}
    legacy = raw.get("function_call")
    for call in (*calls_of(raw.get("tool_calls")), *calls_of([legacy] if legacy else [])):
        if call.call_id is None or call.call_id not in known:
            parts.append(call)
    return tuple(parts)


def _is_summary(block: Any) -> bool:
    return isinstance(block, dict) and block.get("type") == "compaction"


def _thought_apart(part: Text) -> list[Part]:
    """Cut a leading ``<think>`` off, as open models' servers leave it in the answer."""
    thought = _THINK.match(part.text)
    if not thought:
        return [part]
    rest = part.text[thought.end() :]
    return [Reasoning(thought[1].strip()), *([Text(rest)] if rest.strip() else [])]


def _as_result(raw: dict[str, Any], parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Make a tool message's texts one result; an empty answer is an answer."""
    if any(isinstance(part, ToolResult) for part in parts):
        return parts
    texts = [part.text for part in parts if isinstance(part, Text)]
    is_error = raw.get("is_error")
    failed = is_error if isinstance(is_error, bool) else raw.get("status") == "error" or None
    result = ToolResult(
        "\n".join(texts),
        name=name_of(raw.get("name")),
        call_id=name_of(raw.get("tool_call_id")),
        is_error=failed,
    )
    return (result, *(part for part in parts if not isinstance(part, Text)))
