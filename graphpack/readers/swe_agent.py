"""SWE-agent trajectories: one run on one issue, ``.traj`` of the versions 0 and 1.

The steps are read, and of the history only the task and the calls' names: it may begin with a
demonstration, which is another task solved whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from graphpack.errors import ReadError
from graphpack.model.conversation import (
    Conversation,
    ConversationSource,
    Part,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.readers.assembly import Draft, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.blocks import calls_of, output_text
from graphpack.readers.exports import attached
from graphpack.readers.faults import Faults
from graphpack.readers.jsonl import load_document
from graphpack.readers.loose import dict_of, list_of, text_of
from graphpack.readers.task_text import split_task, without_shell_state

_STEP_KEYS = frozenset({"action", "observation", "response", "thought"})
_SHELL = "bash"
_GAVE_UP = "Exit due to "


class Reader:
    """Reads ``trajectory`` with its actions and observations."""

    name: ClassVar[str] = "swe-agent"
    about: ClassVar[str] = "SWE-agent trajectory (.traj)"
    facts: ClassVar[Facts] = Facts(
        where="`trajectories/<user>/<run>/<instance>/<instance>.traj`",
        keeps="the issue as the person's words, the template around it as a system message, "
        "thoughts, actions, observations",
        drops="the system prompt, demonstrations, the prompt repeated in every step, costs",
        checked="one trajectory each of SWE-agent 0.x and 1.x",
        sign="`trajectory` of actions and observations",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim a document whose steps have an action, its observation and the thought."""
        return Certainty.SURE if _is_run(dict_of(probe.document)) else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the run.

        Raises:
            ReadError: It is none.
        """
        faults = Faults(source.name)
        run = dict_of(load_document(source, faults))
        if not isinstance(run.get("trajectory"), list):
            raise ReadError(f"{source.name}: holds no trajectory of SWE-agent")
        origin = ConversationSource(source.name, self.name)
        found = conversation(_drafts(run, faults), origin, faults)
        yield from attached([found] if found else [], Faults(source.name))


def _is_run(run: dict[str, Any]) -> bool:
    steps = run.get("trajectory")
    if not isinstance(steps, list):
        return False
    if not steps:
        return {"history", "info"} <= set(run)
    known = [step for step in steps if isinstance(step, dict)]
    # a first step longer than the probe shows only how it begins
    return any(
        {"action", "observation"} <= set(step) or len(_STEP_KEYS & set(step)) >= 3
        for step in known[:3]
    )


def _drafts(run: dict[str, Any], faults: Faults) -> Iterator[Draft]:
    """Read the task and the steps.

    Source:
        SWE-agent 0.7 and 1.0, trajectories of 2024 and 2025.
    """
    steps = list_of(run["trajectory"])
    yield from _task(run, steps)
    calls = _calls(list_of(run.get("history")))
    for number, step in enumerate(steps, start=1):
        if not isinstance(step, dict):
            if step is not None:  # else a broken item, already counted
                faults.add("broken-record", "not a step; left out", number)
            continue
        yield from _step(step, calls, faults, number)


def _task(run: dict[str, Any], steps: list[Any]) -> Iterator[Draft]:
    first = dict_of(next(iter(steps), None))
    for items in (run.get("history"), first.get("query"), first.get("messages")):
        for item in map(dict_of, list_of(items)):
            if item.get("role") != "user" or _is_demo(item):
                continue
            said, rest = split_task(without_shell_state(output_text(item.get("content"))))
            if said:
                yield Draft(Role.USER, (Text(said),))
            if rest:
                yield Draft(Role.SYSTEM, (Text(rest),))
            return


def _is_demo(item: dict[str, Any]) -> bool:
    return bool(item.get("is_demo")) or item.get("message_type") == "demonstration"


def _calls(history: list[Any]) -> dict[str, list[ToolCall]]:
    """Collect the native calls by their action, the last first."""
    found: dict[str, list[ToolCall]] = {}
    for item in map(dict_of, reversed(history)):
        calls = calls_of(item.get("tool_calls"))
        if calls and not _is_demo(item):
            found.setdefault(text_of(item.get("action")), []).append(calls[0])
    return found


def _step(
    step: dict[str, Any], calls: dict[str, list[ToolCall]], faults: Faults, number: int
) -> Iterator[Draft]:
    action, thought = text_of(step.get("action")), text_of(step.get("thought")).strip()
    said = thought or ("" if action.strip() else text_of(step.get("response")).strip())
    if said.startswith(_GAVE_UP) and not action.strip():
        faults.add("gave-up", "the run ended: a limit was reached", number)
        return
    parts: list[Part] = []
    for block in map(dict_of, list_of(step.get("thinking_blocks"))):
        if text_of(block.get("thinking")).strip():
            parts.append(Reasoning(text_of(block["thinking"])))
    if said:
        parts.append(Text(said))
    call = None
    if action.strip():
        native = calls.get(action)
        given = calls_of(step.get("tool_calls"))
        call = native.pop() if native else next(iter(given), None)
        call = call or ToolCall(_SHELL, {"command": action.strip()})
        parts.append(call)
    if parts:
        yield Draft(Role.ASSISTANT, tuple(parts))
    observed = step.get("observation")
    if observed is not None and (call or text_of(observed).strip()):
        text = without_shell_state(output_text(observed)).strip("\n")
        result = ToolResult(text, call.name if call else None, call.call_id if call else None)
        yield Draft(Role.TOOL, (result,))
