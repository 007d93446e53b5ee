"""Makes home folders with the sessions of invented people in them, as each agent keeps them."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path

from graphpack.readers.machine import Machine

PROJECT = "/home/mira/tidemark"


def at(day: int, hour: int = 12, minute: int = 0) -> str:
    """A time in October 2026."""
    return f"2026-10-{day:02}T{hour:02}:{minute:02}:00.000Z"


def seconds(day: int, hour: int = 12) -> float:
    return datetime(2026, 10, day, hour, tzinfo=UTC).timestamp()


def write(path: Path, *records, day: int | None = None) -> Path:
    """Write records one per line, or one document; the file's time is a minute after the day's."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [record if isinstance(record, str) else json.dumps(record) for record in records]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    if day is not None:
        touch(path, day)
    return path


def touch(path: Path, day: int) -> None:
    os.utime(path, (seconds(day) + 60, seconds(day) + 60))


def machine(home: Path, folder: Path | None = None, platform: str = "linux", **variables):
    return Machine(variables, home, platform, folder)


def claude_records(session: str, prompt: str, *, day: int, project: str = PROJECT, **more):
    head = {"sessionId": session, "cwd": project, "isSidechain": False, "version": "2.1.33", **more}
    return [
        {
            **head, "type": "user", "uuid": f"{session}-1", "parentUuid": None,
            "timestamp": at(day, 11), "message": {"role": "user", "content": prompt},
        },
        {
            **head, "type": "assistant", "uuid": f"{session}-2", "parentUuid": f"{session}-1",
            "timestamp": at(day),
            "message": {
                "id": f"msg-{session}", "role": "assistant", "model": "claude-opus-4-5",
                "content": [{"type": "text", "text": "I will look at the gauge first."}],
            },
        },
    ]  # fmt: skip


def claude(home: Path, session: str, prompt: str, *, day: int, project: str = PROJECT) -> Path:
    folder = home / ".claude" / "projects" / project.replace("/", "-")
    records = claude_records(session, prompt, day=day, project=project)
    return write(folder / f"{session}.jsonl", *records, day=day)


def codex(
    home: Path, session: str, prompt: str, *, day: int, project: str = PROJECT, source="cli"
) -> Path:
    folder = home / ".codex" / "sessions" / "2026" / "10" / f"{day:02}"
    meta = {"id": session, "timestamp": at(day, 11), "cwd": project, "source": source}
    message = {"type": "output_text", "text": "The sensor reads in feet."}
    return write(
        folder / f"rollout-2026-10-{day:02}T11-00-00-{session}.jsonl",
        {"timestamp": at(day, 11), "type": "session_meta", "payload": meta},
        {
            "timestamp": at(day, 11), "type": "event_msg",
            "payload": {"type": "user_message", "message": prompt},
        },
        {
            "timestamp": at(day), "type": "response_item",
            "payload": {"type": "message", "role": "assistant", "content": [message]},
        },
        day=day,
    )  # fmt: skip


def gemini(home: Path, session: str, prompt: str, *, day: int, folder: str, **more) -> Path:
    chats = home / ".gemini" / "tmp" / folder / "chats"
    value = {
        "sessionId": session, "projectHash": folder, "startTime": at(day, 11),
        "lastUpdated": at(day), **more,
        "messages": [
            {"id": "m1", "timestamp": at(day, 11), "type": "user", "content": prompt},
            {"id": "m2", "timestamp": at(day), "type": "gemini", "content": "Two metres."},
        ],
    }  # fmt: skip
    return write(chats / f"session-2026-10-{day:02}-{session[:8]}.json", value, day=day)


def copilot_chat(user: Path, workspace: str, session: str, prompt: str, *, day: int) -> Path:
    request = {
        "requestId": "r1", "message": {"text": prompt, "parts": []},
        "response": [{"value": "The chart is drawn by the client."}],
        "timestamp": int(seconds(day) * 1000), "variableData": {"variables": []},
    }  # fmt: skip
    value = {
        "version": 3, "sessionId": session, "responderUsername": "GitHub Copilot",
        "initialLocation": "panel", "requests": [request],
    }  # fmt: skip
    folder = user / "workspaceStorage" / workspace
    return write(folder / "chatSessions" / f"{session}.json", value, day=day)


def cline_task(tasks: Path, task: str, prompt: str, *, day: int, **item) -> Path:
    details = f"<environment_details>\n# Current Workspace Directory ({PROJECT}) Files\na.py\n"
    said = [f"<task>\n{prompt}\n</task>", f"{details}</environment_details>"]
    content = [{"type": "text", "text": text} for text in said]
    answer = [{"type": "text", "text": "The tide table is wrong by an hour."}]
    messages = [
        {"role": "user", "content": content, "ts": int(seconds(day) * 1000)},
        {"role": "assistant", "content": answer, "ts": int(seconds(day) * 1000) + 5000},
    ]
    if item:
        write(tasks / task / "history_item.json", {"id": task, "task": prompt, **item}, day=day)
    return write(tasks / task / "api_conversation_history.json", messages, day=day)


def aider(project: Path, prompt: str, *, day: int) -> Path:
    text = f"\n# aider chat started at 2026-10-{day:02} 12:00:00\n\n#### {prompt}  \n\nDone.\n"
    return write(project / ".aider.chat.history.md", text, day=day)


def specstory(project: Path, prompt: str, *, day: int) -> Path:
    text = (
        "<!-- Generated by SpecStory, Markdown v2.1.0 -->\n\n# 2026-10-01 12:00:00Z\n\n"
        f"<!-- Claude Code Session 77aa ({at(day)}) -->\n\n_**User ({at(day)})**_\n\n{prompt}\n\n"
        f"---\n\n_**Agent (claude-opus-4-5 {at(day)})**_\n\nThe buoy is at anchor.\n\n---\n"
    )
    name = f"2026-10-{day:02}_12-00-00Z-buoy.md"
    return write(project / ".specstory" / "history" / name, text, day=day)
