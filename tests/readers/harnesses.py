"""Makes logs of Cline, Roo Code, Continue, SWE-agent, OpenHands and Amp; all of it is invented."""

from __future__ import annotations

import json
from typing import Any

from graphpack.model.conversation import Conversation, Message, Origin, Role
from graphpack.readers import read

ENVIRONMENT = (
    "<environment_details>\n# VSCode Visible Files\nsrc/tide.py\n\n# Current Mode\nACT MODE\n\n"
    "<custom_instructions>\nNever say please.\n</custom_instructions>\n</environment_details>"
)
START_MS = 1_772_000_000_000


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def result(heading: str, body: str) -> dict[str, Any]:
    return text(f"[{heading}] Result:\n{body}")


class Cline:
    """Writes the messages of an API history, a second apart."""

    def __init__(self) -> None:
        self.number = 0

    def _message(self, role: str, *blocks: dict[str, Any] | str, **fields: Any) -> dict[str, Any]:
        self.number += 1
        content = [text(block) if isinstance(block, str) else block for block in blocks]
        at = START_MS + 1000 * self.number
        return {"role": role, "content": content, "ts": at, **fields}

    def user(self, *blocks: dict[str, Any] | str, **fields: Any) -> dict[str, Any]:
        return self._message("user", *blocks, ENVIRONMENT, **fields)

    def says(self, *blocks: dict[str, Any] | str, **fields: Any) -> dict[str, Any]:
        return self._message("assistant", *blocks, **fields)


def cline_history() -> list[dict[str, Any]]:
    c = Cline()
    return [
        c.user("<task>\nChart the tides, bitte für Büsum\n</task>"),
        c.says("Reading.\n<read_file>\n<path>gauge.csv</path>\n</read_file>"),
        c.user(result("read_file for 'gauge.csv'", "04:12 ⚓ 3.1")),
        c.says("Which unit?\n<ask_followup_question>\n<question>Metres?</question>\n"
               '<options>["metres", "feet"]</options>\n</ask_followup_question>'),
        c.user(result("ask_followup_question for 'Metres?'",
                      "<answer>\nmetres, always\n</answer>")),
        c.says({"type": "tool_use", "id": "t1", "name": "execute_command",
                "input": {"command": "plot"}}),
        c.user(result("execute_command for 'plot'", "Command executed. Exit code: 1\nOutput:\nno")),
    ]  # fmt: skip


def cline_window() -> list[dict[str, Any]]:
    rows: list[tuple[str, str, str]] = [
        ("say", "text", "Chart the tides, bitte für Büsum"),
        ("say", "api_req_started", '{"request":"<task>Chart the tides</task>","tokensIn":3}'),
        ("say", "reasoning", "Gauge first."),
        ("say", "text", "Reading."),
        ("ask", "tool", '{"tool":"readFile","path":"gauge.csv","content":"/src/gauge.csv"}'),
        ("say", "checkpoint_created", ""),
        ("ask", "followup", '{"question":"Metres?","options":["metres","feet"]}'),
        ("say", "user_feedback", "metres, always"),
        ("say", "command", "plot"),
        ("ask", "command_output", "no"),
        ("say", "completion_result", "Charted."),
        ("ask", "completion_result", ""),
    ]
    return [
        {"ts": START_MS + 1000 * n, "type": kind, kind: name, "text": words}
        for n, (kind, name, words) in enumerate(rows, start=1)
    ]


def sdk_session() -> dict[str, Any]:
    return {
        "version": 1,
        "updated_at": "2026-07-15T05:42:04.818Z",
        "agent": "lead",
        "sessionId": "s1",
        "messages": [
            {
                "id": "m1",
                "role": "user",
                "ts": START_MS,
                "content": [
                    text("chart @gauge.csv"),
                    {"type": "file", "path": "gauge.csv", "content": "04:12,3.1"},
                ],
            },
            {
                "id": "m2",
                "role": "assistant",
                "ts": START_MS + 1000,
                "modelInfo": {"id": "acme/tidal-1", "provider": "acme"},
                "content": [
                    text("Running."),
                    {"type": "tool_use", "id": "t1", "name": "run_commands",
                     "input": {"commands": ["plot", "ls"]}},
                ],
            },
            {
                "id": "m3",
                "role": "user",
                "ts": START_MS + 2000,
                "content": [
                    {"type": "tool_result", "tool_use_id": "t1", "name": "run_commands",
                     "content": [{"query": "plot", "result": "no gnuplot", "success": False},
                                 {"query": "ls", "result": "gauge.csv", "success": True}]},
                ],
            },
        ],
        "system_prompt": "You chart tides.",
    }  # fmt: skip


def sdk_manifest() -> dict[str, Any]:
    return {
        "version": 1,
        "session_id": "s1",
        "source": "cli",
        "started_at": "2026-07-15T05:42:04.609Z",
        "workspace_root": "/src/tidemark",
        "metadata": {"title": "chart (fork)", "fork": {"forkedFromSessionId": "s0"}},
    }


def sdk_compaction() -> dict[str, Any]:
    session = sdk_session()
    summary = {
        "role": "user",
        "content": [text("Context summary:\n\n## Goal\nCharts")],
        "metadata": {"kind": "compaction_summary"},
    }
    return {**session, "messages": [summary, *session["messages"][-1:]]}


def markdown_task() -> str:
    turns = [
        ("User", f"<task>\nChart the tides\n</task>\n{ENVIRONMENT}"),
        ("Assistant", "On it.\n\n```tool_code\n<write_to_file>\n<path>a.md</path>\n<content>\n"
                      "# <content>\n</content>\n</write_to_file>\n```"),
        ("User", "[write_to_file for 'a.md'] Result:\nThe user denied this operation and provided "
                 f"the following feedback:\n<feedback>\nIn metres!\n</feedback>\n{ENVIRONMENT}"),
        ("Assistant", "<attempt_completion>\n<result>\nDone.\n</result>\n</attempt_completion>"),
    ]  # fmt: skip
    return "\n---\n\n".join(f"**{who}:**\n\n{said}\n" for who, said in turns)


def continue_session() -> dict[str, Any]:
    call = {
        "id": "c1",
        "type": "function",
        "function": {"name": "run_terminal_command", "arguments": '{"command": "plot"}'},
    }
    return {
        "sessionId": "u-1",
        "title": "Tides",
        "workspaceDirectory": "file:///src/tidemark",
        "history": [
            {"message": {"role": "user", "content": [text("Chart the tides, in metres")]},
             "contextItems": [{"name": "gauge.csv", "content": "04:12,3.1", "description": "d"}],
             "editorState": {"type": "doc"}},
            {"message": {"role": "thinking", "content": "Plot it."}, "contextItems": []},
            {"message": {"role": "assistant", "content": "Plotting.", "toolCalls": [call]},
             "contextItems": [],
             "toolCallStates": [{"toolCallId": "c1", "toolCall": call, "status": "errored",
                                 "output": [{"name": "Terminal", "content": "no gnuplot"}]}],
             "promptLogs": [{"modelTitle": "Tidal 1", "prompt": "<user>\nChart the tides",
                             "completion": "Plotting."}]},
            {"message": {"role": "tool", "content": "no gnuplot", "toolCallId": "c1"},
             "contextItems": []},
            {"message": {"role": "assistant", "content": "No gnuplot here."},
             "contextItems": [], "conversationSummary": "They chart tides."},
        ],
    }  # fmt: skip


def swe_run(*, native: bool = True) -> dict[str, Any]:
    task = (
        "We solve this issue.\nISSUE:\nTides are off by one hour\nSee Büsum.\n\n\n"
        "INSTRUCTIONS:\nUse the shell.\n(Open file: n/a)\n(Current directory: /tide)\nbash-$"
    )
    call = {
        "id": "c1",
        "type": "function",
        "function": {"name": "open", "arguments": '{"path": "tide.py"}'},
    }
    answer: dict[str, Any] = {
        "role": "assistant",
        "content": "Look.",
        "thought": "Look.",
        "action": "open tide.py",
        "agent": "main",
    }
    if native:
        answer["tool_calls"] = [call]
    return {
        "environment": "tide",
        "trajectory": [
            {"action": "open tide.py", "observation": "1: tz = 0\r\n(Open file: tide.py)\n"
             "(Current directory: /tide)\nbash-$", "response": "Look.", "thought": "Look.",
             "state": {"open_file": "n/a"} if native else '{"open_file": "n/a"}',
             "messages": [{"role": "user", "content": task}]},
            {"action": "submit\n", "observation": "diff", "response": "Submit.\n```\nsubmit\n```",
             "thought": "Submit.\n"},
        ],
        "history": [
            {"role": "system", "content": "You are a programmer.", "agent": "main"},
            {"role": "user", "content": "A demonstration: ISSUE:\nother\nINSTRUCTIONS:\nx",
             "is_demo": True, "agent": "main"},
            {"role": "user", "content": task, "agent": "main"},
            answer,
        ],
        "info": {"exit_status": "submitted", "submission": "diff"},
    }  # fmt: skip


def event(number: int, source: str, **fields: Any) -> dict[str, Any]:
    at = f"2026-03-01T10:{number // 60:02}:{number % 60:02}.5"
    return {"id": number, "timestamp": at, "source": source, "message": "a label", **fields}


def tool_metadata(
    call: str, name: str, said: str, response: str = "r1", **arguments: Any
) -> dict[str, Any]:
    function = {"name": name, "arguments": json.dumps(arguments)}
    message = {
        "role": "assistant",
        "content": said,
        "tool_calls": [{"id": call, "type": "function", "function": function}],
    }
    return {
        "function_name": name,
        "tool_call_id": call,
        "model_response": {"id": response, "model": "acme/tidal-1",
                           "choices": [{"index": 0, "message": message}]},
    }  # fmt: skip


def openhands_events() -> list[dict[str, Any]]:
    run = tool_metadata("k1", "execute_bash", "Let me plot.", command="plot")
    return [
        event(0, "agent", action="system", args={"content": "You are OpenHands."}),
        event(1, "environment", observation="agent_state_changed", content="",
              extras={"agent_state": "loading"}),
        event(2, "user", action="message", args={"content": "Chart the tides", "image_urls": []}),
        event(3, "user", action="recall", args={"query": "Chart the tides"}),
        event(4, "environment", observation="recall", cause=3, content="Added", extras={}),
        event(5, "agent", action="run", tool_call_metadata=run,
              args={"command": "plot", "thought": "Let me plot.", "blocking": False}),
        event(6, "agent", observation="run", cause=5, tool_call_metadata=run, content="no gnuplot",
              extras={"command": "plot", "metadata": {
                  "exit_code": 127, "suffix": "\n[The command completed with exit code 127.]"}}),
        event(7, "user", observation="null", cause=2, content="", extras={}),
        event(8, "agent", action="think", args={"thought": "Use Python."}),
        event(9, "agent", observation="think", cause=8, content="Your thought has been logged."),
        event(10, "agent", action="finish",
              args={"final_thought": "Charted.", "outputs": {}, "thought": "All good."}),
    ]  # fmt: skip


def sdk_events() -> list[dict[str, Any]]:
    def one(number: int, kind: str, source: str, **fields: Any) -> dict[str, Any]:
        return {"kind": kind, "id": f"e{number}", "source": source,
                "timestamp": f"2026-03-01T10:00:{number:02}.5", **fields}  # fmt: skip

    def said(role: str, words: str) -> dict[str, Any]:
        return {"role": role, "content": [text(words)]}

    return [
        one(0, "SystemPromptEvent", "agent", system_prompt=text("You are OpenHands."), tools=[]),
        one(1, "MessageEvent", "user", llm_message=said("user", "Chart the tides"),
            extended_content=[text("A skill says so.")]),
        one(2, "ActionEvent", "agent", thought=[text("Plotting.")], reasoning_content="gnuplot?",
            tool_name="terminal", tool_call_id="k1", action={"kind": "TerminalAction"},
            tool_call={"id": "k1", "name": "terminal", "arguments": '{"command": "plot"}'}),
        one(3, "ObservationEvent", "environment", tool_name="terminal", tool_call_id="k1",
            action_id="e2", observation={"kind": "TerminalObservation", "exit_code": 127,
                                         "content": [text("no gnuplot")]}),
        one(4, "PauseEvent", "user"),
        one(5, "MessageEvent", "user", llm_message=said("user", "In metres")),
        one(6, "ActionEvent", "agent", thought=[], tool_name="terminal", tool_call_id="k2",
            tool_call={"id": "k2", "name": "terminal", "arguments": '{"command": "rm -r ."}'}),
        one(7, "UserRejectObservation", "user", tool_name="terminal", tool_call_id="k2",
            action_id="e6", rejection_reason="never delete anything"),
        one(8, "AgentErrorEvent", "agent", tool_name="draw", tool_call_id="k3", error="no tool"),
        one(9, "Condensation", "environment", summary="They chart.", forgotten_event_ids=["e1"]),
        one(10, "CondensationSummaryEvent", "environment", summary="They chart."),
        one(11, "ActionEvent", "agent", thought=[], tool_name="finish", tool_call_id="k4",
            tool_call={"id": "k4", "name": "finish", "arguments": '{"message": "Charted."}'}),
        one(12, "ObservationEvent", "environment", tool_name="finish", tool_call_id="k4",
            observation={"kind": "FinishObservation", "content": [text("Charted.")]}),
    ]  # fmt: skip


def amp_thread() -> dict[str, Any]:
    def run(call: str, **fields: Any) -> dict[str, Any]:
        return {"type": "tool_result", "toolUseID": call, "run": fields}

    def use(call: str, **arguments: Any) -> dict[str, Any]:
        return {"type": "tool_use", "id": call, "name": "Bash", "input": arguments,
                "complete": True}  # fmt: skip

    return {
        "v": 42,
        "id": "T-5e551011-0000-4000-8000-000000000001",
        "created": START_MS,
        "title": "Tides",
        "agentMode": "smart",
        "env": {"initial": {"platform": {"os": "linux"}}},
        "messages": [
            {"role": "user", "messageId": 0, "meta": {"sentAt": START_MS + 1000},
             "content": [text("Chart the tides"), {**text("cwd: /src"), "hidden": True}],
             "fileMentions": {"files": [{"uri": "file:///gauge.csv", "content": "04:12"}]}},
            {"role": "assistant", "messageId": 1, "usage": {"model": "acme/tidal-1"},
             "state": {"type": "complete", "stopReason": "tool_use"},
             "content": [{"type": "thinking", "thinking": "Plot."}, text("Plotting."),
                         use("b1", cmd="plot"), use("b2", cmd="rm"), use("b3", cmd="sleep"),
                         use("b4", cmd="x")]},
            {"role": "user", "messageId": 2, "content": [
                run("b1", status="done", result={"output": "no gnuplot", "exitCode": 127}),
                run("b2", status="rejected-by-user", reason="Rejected"),
                run("b3", status="in-progress"),
                run("b4", status="error", error={"message": "no such tool"})]},
            {"role": "user", "messageId": 3, "content": [text("In metres")]},
            {"role": "assistant", "messageId": 4, "content": [text("Ok")],
             "state": {"type": "cancelled"}},
            {"role": "user", "messageId": 5, "content": [text("Stop, use feet")]},
        ],
        "queuedMessages": [{"queuedMessage": {"role": "user", "content": [text("Then rest")]}}],
    }  # fmt: skip


def dumped(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def read_one(value: Any, *, name: str | None = None, format: str | None = None) -> Conversation:
    raw = value if isinstance(value, bytes) else dumped(value)
    (found,) = read(raw, name=name, format=format)
    return found


def brief(found: Conversation) -> list[tuple[str, ...]]:
    """Each message as its role and the texts of its parts."""
    return [
        (message.role.value, *(part.text for part in message.parts)) for message in found.messages
    ]


def said(found: Conversation) -> list[str]:
    """What people typed."""
    return [m.text for m in people(found)]


def people(found: Conversation) -> list[Message]:
    return [m for m in found.messages if m.role is Role.USER and m.origin is Origin.MAIN]
