"""Makes small exports of chat programs, one of each, for the tests; all of it is invented."""

from __future__ import annotations

import json
from typing import Any

from graphpack.model.conversation import Conversation
from graphpack.readers import read


def dump(document: Any) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode()


def reading(document: Any, **options: Any) -> list[Conversation]:
    raw = document if isinstance(document, bytes) else dump(document)
    return list(read(raw, **options))


def said(found: Conversation) -> list[tuple[str, str]]:
    return [(message.role.value, message.text) for message in found.messages]


def codes(found: Conversation) -> dict[str, int]:
    counts: dict[str, int] = {}
    for notice in found.notices:
        counts[notice.code] = counts.get(notice.code, 0) + notice.count
    return counts


def webui_node(own: str, parent: str | None, role: str, content: Any, **more: Any) -> dict:
    return {
        "id": own,
        "parentId": parent,
        "childrenIds": [],
        "role": role,
        "content": content,
        "timestamp": 1772000000 + len(own),
        **more,
    }


def webui_chat(*nodes: dict, current: str | None, **more: Any) -> dict:
    messages = {node["id"]: node for node in nodes}
    return {
        "id": "c1",
        "user_id": "u1",
        "title": "Harbour fees",
        "chat": {
            "title": "Harbour fees",
            "models": ["gull:8b"],
            "params": {},
            "history": {"messages": messages, "currentId": current},
            "messages": [{"role": "user", "content": "stale copy"}],
        },
        "created_at": 1772000000,
        **more,
    }


def open_webui() -> list[dict]:
    return [
        webui_chat(
            webui_node("q", None, "user", "What is the fee?", models=["gull:8b"]),
            webui_node("a", "q", "assistant", "Nine euros.", model="gull:8b"),
            webui_node("a2", "q", "assistant", "Ten euros.", model="gull:8b"),
            webui_node("q2", "a2", "user", "Per night?", files=[{"type": "file", "name": "f.pdf"}]),
            webui_node(
                "b",
                "q2",
                "assistant",
                '<details type="reasoning" done="true" duration="2">\n<summary>Thought</summary>\n'
                "&gt; per night\n</details>\nPer night.",
                model="gull:8b",
            ),
            current="b",
        )
    ]


def qwen_web() -> dict:
    answer = [
        {"content": "the tariff says", "phase": "think", "status": "finished"},
        {"content": "", "phase": "web_search"},
        {"content": "Nine euros.", "phase": "answer", "status": "finished"},
    ]
    chat = webui_chat(
        webui_node("q", None, "user", "What is the fee?", chat_type="t2t"),
        webui_node("a", "q", "assistant", "", model="tern-max", content_list=answer),
        current="a",
    )
    return {"success": True, "request_id": "r1", "data": [{**chat, "currentId": "a"}]}


def libre_message(own: str, parent: str | None, words: str, is_person: bool, **more: Any) -> dict:
    return {
        "messageId": own,
        "parentMessageId": parent,
        "conversationId": "lc",
        "sender": "User" if is_person else "Harbour master",
        "text": words,
        "isCreatedByUser": is_person,
        "createdAt": "2026-03-01T10:00:00.000Z",
        "error": False,
        **more,
    }


ROOT = "00000000-0000-0000-0000-000000000000"


def librechat(**more: Any) -> dict:
    answer = libre_message("a", "q", "Nine euros.", False, model="gull-4", children=[])
    return {
        "conversationId": "lc",
        "endpoint": "openAI",
        "title": "Harbour fees",
        "exportAt": "13:18:04 GMT-0400 (Eastern Daylight Time)",
        "branches": True,
        "recursive": True,
        "options": {"promptPrefix": "Answer in euros.", "model": "gull-4"},
        "messages": [
            libre_message("q", ROOT, "What is the fee?", True, children=[answer]),
            libre_message("p", ROOT, "What is the fee today?", True, children=[]),
        ],
        **more,
    }


def chatbot_ui() -> dict:
    return {
        "version": 4,
        "history": [
            {
                "id": "h1",
                "name": "Harbour fees",
                "messages": [
                    {"role": "user", "content": "What is the fee?"},
                    {"role": "assistant", "content": "Nine euros."},
                ],
                "model": {"id": "gull-4", "name": "Gull 4", "maxLength": 24000},
                "prompt": "Answer in euros.",
                "folderId": None,
            }
        ],
        "folders": [],
        "prompts": [{"id": "p1", "name": "Prompt 1", "content": "never said"}],
    }


def text_step(words: str, **more: Any) -> dict:
    return {"type": "contentBlock", "content": [{"type": "text", "text": words}], **more}


def lm_version(role: str, *steps: dict) -> dict:
    if role == "user":
        return {"type": "singleStep", "role": role, "content": [s["content"][0] for s in steps]}
    sender = {"senderName": "gull-8b-gguf"}
    return {"type": "multiStep", "role": role, "senderInfo": sender, "steps": list(steps)}


def lm_studio(**more: Any) -> dict:
    return {
        "name": "Harbour fees",
        "createdAt": 1772000000000,
        "systemPrompt": "Answer in euros.",
        "messages": [
            {"versions": [lm_version("user", text_step("What is the fee?"))],
             "currentlySelected": 0},
            {"versions": [
                lm_version("assistant", text_step("Ten euros.")),
                lm_version(
                    "assistant",
                    text_step("tariff?", style={"type": "thinking"}),
                    text_step("Nine euros.", stepIdentifier="1772000005000-0.5"),
                    {"type": "debugInfoBlock", "debugInfo": "never said"},
                ),
            ], "currentlySelected": 1},
        ],
        **more,
    }  # fmt: skip


def typingmind() -> dict:
    chat = {
        "chatID": "t1",
        "chatTitle": "Harbour fees",
        "model": "gull-4",
        "createdAt": "2026-03-01T10:00:00.000Z",
        "messages": [
            {"uuid": "m1", "role": "user", "content": [{"type": "text", "text": "The fee?"}]},
            {"uuid": "m2", "role": "assistant", "content": "Nine euros.", "model": "gull-4o"},
        ],
    }
    gone = {**chat, "chatID": "t2", "deletedAt": "2026-03-02T10:00:00.000Z"}
    return {"data": {"chats": [chat, gone], "folders": [], "userPrompts": []}}


def box_message(own: str, role: str, *parts: Any, **more: Any) -> dict:
    blocks = [{"type": "text", "text": part} if isinstance(part, str) else part for part in parts]
    return {"id": own, "role": role, "contentParts": blocks, "timestamp": 1772000000000, **more}


def box_session(**more: Any) -> dict:
    return {
        "id": "s1",
        "name": "Harbour fees",
        "messages": [
            box_message("m0", "system", "Answer in euros."),
            box_message("m1", "user", "What is the fee?"),
            box_message("m2", "assistant", "Nine euros.", model="gull-4"),
        ],
        "messageForksHash": {
            "m1": {
                "position": 1,
                "lists": [
                    {"id": "l0", "messages": [box_message("m3", "assistant", "Ten euros.")]},
                    {"id": "l1", "messages": []},
                ],
            }
        },
        **more,
    }


def chatbox() -> dict:
    return {
        "settings": {"providers": {"openai": {"apiKey": "never read"}}},
        "chat-sessions-list": [{"id": "s1", "name": "Harbour fees"}],
        "session:s1": box_session(),
        "__exported_items": ["setting", "conversations"],
    }


def grok_response(own: str, parent: str | None, sender: str, words: str, **more: Any) -> dict:
    return {
        "response": {
            "_id": own,
            "message": words,
            "sender": sender,
            "create_time": {"$date": {"$numberLong": str(1772000000000 + 1000 * int(own[1:]))}},
            "parent_response_id": parent,
            "model": "grok-3",
            **more,
        },
        "share_link": None,
    }


def grok_chat(*responses: dict, leaf: str | None = None) -> dict:
    about = {
        "id": "g1",
        "title": "Harbour fees",
        "create_time": "2026-03-01T10:00:00.000000Z",
        "leaf_response_id": leaf,
    }
    return {"conversation": about, "responses": list(responses)}


def grok() -> dict:
    return {
        "conversations": [
            grok_chat(
                grok_response("r1", None, "human", "What is the fee?"),
                grok_response("r2", "r1", "ASSISTANT", "Ten euros."),
                grok_response("r3", "r1", "assistant", "Nine euros.", thinking_trace="tariff"),
            )
        ],
        "projects": [],
        "tasks": [],
    }


def llama_message(own: str, parent: str | None, role: str, words: str, **more: Any) -> dict:
    return {
        "id": own,
        "convId": "v1",
        "type": "text",
        "timestamp": 1772000000000,
        "role": role,
        "content": words,
        "parent": parent,
        "children": [],
        **more,
    }


def llama_cpp_webui() -> list[dict]:
    return [
        {
            "conv": {"id": "v1", "name": "Harbour fees", "currNode": "b", "lastModified": 1},
            "messages": [
                llama_message("root", None, "system", "", type="root"),
                llama_message("q", "root", "user", "What is the fee?"),
                llama_message("a", "q", "assistant", "Ten euros.", model="gull-8b"),
                llama_message(
                    "b", "q", "assistant", "Nine euros.", model="gull-8b", thinking="tariff"
                ),
            ],
        }
    ]


DOCUMENTS = {
    "llama-cpp-webui": llama_cpp_webui,
    "open-webui": open_webui,
    "qwen-web": qwen_web,
    "librechat": librechat,
    "chatbot-ui": chatbot_ui,
    "lm-studio": lm_studio,
    "typingmind": typingmind,
    "chatbox": chatbox,
    "grok": grok,
}
"""One document of each format, by the format's name."""
