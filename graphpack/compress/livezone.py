"""Shortens what is new in a message array, and nothing that was sent before.

A provider caches the beginning of a prompt byte for byte: a message that changes after it was sent
costs more than shortening it saves. So only what follows the last answer is touched.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from graphpack import tokens
from graphpack.compress import compress
from graphpack.compress.ansi import Plain
from graphpack.compress.base import Elision, Kind, shorten
from graphpack.compress.dumps import dumps
from graphpack.compress.originals import Originals
from graphpack.compress.policy import Output, Policy, Reversible, reversible, shorten_output

__all__ = ["Live", "live_from", "shorten_live"]

_TOOL_ROLES = frozenset({"tool", "function"})
_TOOL_TYPES = frozenset({"tool_result", "function_call_output"})

Message = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Live:
    """A message array of which only the newest part is shorter.

    Args:
        messages: All of them; what was sent before is the same object as it was.
        first: Index of the first message that may have changed.
        made: What was shortened, in order.
    """

    messages: tuple[Message, ...]
    first: int
    made: tuple[Reversible, ...] = ()


def live_from(messages: Sequence[Message]) -> int:
    """Find where the live zone begins: after the last message of the model.

    Args:
        messages: As an API takes them, with a ``role`` each.

    Returns:
        The index of its first message; their number where the last one is the model's.
    """
    return next((at + 1 for at in range(len(messages) - 1, -1, -1) if _is_answer(messages[at])), 0)


def shorten_live(
    messages: Sequence[Message],
    policy: Policy,
    *,
    originals: Originals | None = None,
    count: Callable[[str], int] | None = None,
) -> Live:
    """Shorten the newest tool results, and what a person has pasted into the newest message.

    Args:
        messages: As the APIs of OpenAI or Anthropic take them; others pass as they are.
        policy: The rules of the run.
        originals: Where originals are kept; None keeps them nowhere.
        count: Tokens of a text; by default by ``tokens.DEFAULT``.

    Returns:
        The array; instructions and all that was sent before are byte-identical.
    """
    first = live_from(messages)
    run = _Run(policy, originals, count or tokens.counter().count)
    newest = [run.message(message) for message in messages[first:]]
    return Live((*messages[:first], *newest), first, tuple(run.made))


@dataclass(slots=True)
class _Run:
    policy: Policy
    originals: Originals | None
    count: Callable[[str], int]
    made: list[Reversible] = field(default_factory=list)

    def message(self, message: Message) -> Message:
        role = message.get("role")
        if message.get("type") in _TOOL_TYPES:
            return self._with(message, "output", self._tool)
        if role in _TOOL_ROLES:
            return self._with(message, "content", self._tool)
        if role != "user":
            return message
        content = message.get("content")
        if isinstance(content, str):
            return self._with(message, "content", self._said)
        if isinstance(content, list):
            return self._put(message, "content", [self._block(block) for block in content])
        return message

    def _block(self, block: Any) -> Any:
        if not isinstance(block, Mapping):
            return block
        if block.get("type") in _TOOL_TYPES:
            is_error = bool(block.get("is_error"))
            return self._with(block, "content", lambda text: self._tool(text, is_error=is_error))
        if block.get("type") in {"text", "input_text"}:
            return self._with(block, "text", self._said)
        return block

    def _with(self, holder: Message, key: str, change: Callable[[str], str]) -> Message:
        """Change the text under a key, be it a string or a list of text blocks."""
        value = holder.get(key)
        if isinstance(value, str):
            return self._put(holder, key, change(value))
        if isinstance(value, list):
            return self._put(holder, key, [self._texts(block, change) for block in value])
        return holder

    def _texts(self, block: Any, change: Callable[[str], str]) -> Any:
        if isinstance(block, Mapping) and isinstance(block.get("text"), str):
            return self._put(block, "text", change(block["text"]))
        return block

    def _put(self, holder: Message, key: str, value: Any) -> Message:
        return holder if value == holder[key] else {**holder, key: value}

    def _tool(self, text: str, *, is_error: bool = False) -> str:
        output = Output(text, is_error=is_error)
        return self._keep(
            shorten_output(output, self.policy, originals=self.originals, count=self.count)
        )

    def _said(self, text: str) -> str:
        plain = Plain(text)
        policy = self.policy
        elisions: list[Elision] = []
        for region in () if policy.is_detail else dumps(plain.text):
            found = compress(
                plain.text[region.start : region.end],
                kind=region.kind,
                level=policy.level,
                focus=policy.focus,
                caps=policy.caps_now(),
            )
            elisions += (one.shifted(region.start) for one in found.elisions)
        if not elisions:
            return text
        made = shorten(text, plain.back(elisions), kind=Kind.MIXED, level=policy.level)
        made = replace(made, original_tokens=self.count(text), tokens=self.count(made.text))
        if self.originals is not None:
            return self._keep(reversible(text, made, self.originals, self.count))
        return self._keep(Reversible(made.text, made, None, made.tokens or 0))

    def _keep(self, made: Reversible) -> str:
        self.made.append(made)
        return made.text


def _is_answer(message: Message) -> bool:
    if message.get("role") in {"assistant", "model"}:
        return True
    return message.get("type") in {"function_call", "reasoning"}
