"""Makes data sets, threads and mails that the tests are about; people and words are invented."""

from __future__ import annotations

import json
from typing import Any


def ai_studio(*chunks: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {
        "runSettings": {"model": "models/gemini-3-pro-preview"},
        "systemInstruction": {},
        "chunkedPrompt": {"chunks": list(chunks), "pendingInputs": [{"text": "", "role": "user"}]},
        **fields,
    }


def asked(text: str, **fields: Any) -> dict[str, Any]:
    return {"role": "user", "text": text, "tokenCount": 3, **fields}


def answered(text: str, **fields: Any) -> dict[str, Any]:
    return {"role": "model", "text": text, "tokenCount": 3, **fields}


def adk(*events: dict[str, Any]) -> dict[str, Any]:
    return {"id": "s-1", "app_name": "tides", "events": list(events)}


def event(
    author: str, *parts: dict[str, Any], role: str = "model", **fields: Any
) -> dict[str, Any]:
    content = {"parts": list(parts), "role": role}
    return {
        "invocation_id": "i1", "author": author, "content": content,
        "id": f"e-{author}", "timestamp": 1767605400.5, **fields,
    }  # fmt: skip


def sharegpt(*turns: tuple[str, str], **fields: Any) -> dict[str, Any]:
    return {"conversations": [{"from": who, "value": text} for who, text in turns], **fields}


def reply(
    key: str, role: str, text: str, *replies: dict[str, Any], **fields: Any
) -> dict[str, Any]:
    return {"message_id": key, "role": role, "text": text, "replies": list(replies), **fields}


def tree(prompt: dict[str, Any]) -> dict[str, Any]:
    return {
        "message_tree_id": prompt["message_id"],
        "tree_state": "ready_for_export",
        "prompt": prompt,
    }


def human(text: Any) -> dict[str, Any]:
    return {"type": "human", "data": {"content": text, "additional_kwargs": {}}}


def ai(text: Any, **fields: Any) -> dict[str, Any]:
    return {"type": "ai", "data": {"content": text, "additional_kwargs": {}, **fields}}


def lc(name: str, **kwargs: Any) -> dict[str, Any]:
    path = ["langchain", "schema", "messages", name]
    return {"lc": 1, "type": "constructor", "id": path, "kwargs": kwargs}


def run(key: str, inputs: list[dict[str, Any]], answer: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": key,
        "run_type": "llm",
        "inputs": {"messages": [inputs]},
        "outputs": {"generations": [[{"text": "", "message": answer}]]},
    }


def activity(title: str, time: str, answer: str | None = None, **fields: Any) -> dict[str, Any]:
    items = {"safeHtmlItem": [{"html": answer}]} if answer else {}
    return {
        "header": "Gemini Apps", "title": title, "time": time, "products": ["Gemini Apps"],
        **items, **fields,
    }  # fmt: skip


def activity_page(*cells: tuple[str, str, str]) -> bytes:
    """My Activity as a page: title, time and answer of each cell."""
    body = "".join(
        '<div class="outer-cell mdl-cell"><div class="mdl-grid"><div class="header-cell">'
        '<p class="mdl-typography--title">Gemini Apps<br></p></div>'
        f'<div class="content-cell mdl-typography--body-1">{title}<br>{time}<br>{answer}</div>'
        '<div class="content-cell mdl-typography--text-right"></div>'
        '<div class="content-cell mdl-typography--caption"><b>Products:</b><br>&emsp;Gemini Apps'
        "<br></div></div></div>"
        for title, time, answer in cells
    )
    return (
        f"<html><head><title>My Activity History</title></head><body>{body}</body></html>".encode()
    )


def devgpt(*sharings: dict[str, Any], title: str = "Tide gauge fails") -> dict[str, Any]:
    return {"Sources": [{"Type": "issue", "Title": title, "ChatgptSharing": list(sharings)}]}


def sharing(
    *turns: tuple[str, str, list[dict[str, str]]], url: str = "https://c.example/share/a1"
) -> dict[str, Any]:
    conversations = [{"Prompt": q, "Answer": a, "ListOfCode": code} for q, a, code in turns]
    return {
        "URL": url, "Status": 200, "Title": "Gauge", "Model": "GPT-4",
        "Conversations": conversations,
    }  # fmt: skip


HOME = "https://api.github.com/repos/tide/gauge/issues/7"


def issue(body: str | None = "It leaks.", **fields: Any) -> dict[str, Any]:
    return {
        "url": HOME, "html_url": "https://github.com/tide/gauge/issues/7", "number": 7,
        "title": "The gauge leaks", "body": body, "user": {"login": "ada", "type": "User"},
        "author_association": "NONE", "state": "open", "comments": 0, "labels": [],
        "created_at": "2026-01-01T00:00:00Z", **fields,
    }  # fmt: skip


def comment(login: str, body: str, day: int = 2, **fields: Any) -> dict[str, Any]:
    return {
        "user": {"login": login, "type": "User"}, "body": body, "issue_url": HOME, "id": day,
        "created_at": f"2026-01-{day:02}T00:00:00Z", "author_association": "MEMBER", **fields,
    }  # fmt: skip


def topic(*posts: dict[str, Any], **fields: Any) -> dict[str, Any]:
    stream = {"posts": list(posts), "stream": [item["id"] for item in posts]}
    return {"id": 41, "title": "Which gauge?", "post_stream": {**stream, **fields}}


def post(number: int, who: str, cooked: str, **fields: Any) -> dict[str, Any]:
    return {
        "id": number, "post_number": number, "username": who, "cooked": cooked, "post_type": 1,
        "created_at": f"2026-01-01T0{number}:00:00.000Z", **fields,
    }  # fmt: skip


def mail(key: str, who: str, subject: str, body: str, hour: int = 10, **headers: str) -> str:
    lines = [
        f"From: {who}",
        f"Subject: {subject}",
        f"Date: Mon, 5 Jan 2026 {hour:02}:00:00 +0100",
        f"Message-ID: <{key}@tide.example>",
        *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items()),
    ]
    return "\n".join([*lines, "", body])


def mbox(*mails: str) -> bytes:
    return "".join(
        f"From list@tide.example Mon Jan  5 10:00:00 2026\n{text}\n\n" for text in mails
    ).encode()


def lines(*records: Any) -> bytes:
    return "".join(json.dumps(record) + "\n" for record in records).encode()


def dumped(value: Any) -> bytes:
    return json.dumps(value).encode()
