"""The keys that JSON has to hold for a reader to be imported and asked about it.

Most of what a short run takes is imports, and of these most would be readers of other formats. What
is said here is less than what a reader looks for, and never more: a format without a line here is
asked about all JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from graphpack.readers.base import Probe

LIST = "[]"
"""Stands for a key where the document is a list of values."""

KEYS: Mapping[str, str] = MappingProxyType(
    {
        "claude-code": "sessionId | parentUuid | isSidechain | leafUuid | snapshot",
        "codex": "payload type | id timestamp instructions | session items",
        "gemini-cli": "sessionId projectHash | id type content",
        "cline": "[] role content | ts | type say | type ask | files_in_context model_usage",
        "cline-sdk": "sessionId updated_at messages | session_id started_at workspace_root",
        "continue": "sessionId history | sessionId dateCreated",
        "swe-agent": "trajectory",
        "openhands": "kind | timestamp source | history action | history observation | agent",
        "amp": "messages id | messages messageId",
        "copilot-cli": "type data parentId",
        "cursor": "role message content",
        "opencode": "info parts | info messages | id time projectID | id time directory",
        "zed": "zed text | User content | Agent content | segments role tool_uses",
        "copilot-chat": "requests",
        "chatgpt": "mapping | linear_conversation | conversation_id | email chatgpt_plus_user",
        "claude-ai": "chat_messages | role message | full_name | uuid docs | conversations_memory",
        "ai-studio": "chunkedPrompt | chunks",
        "gemini-takeout": "header title",
        "grok": "responses",
        "open-webui": "history",
        "qwen-web": "history",
        "librechat": "isCreatedByUser | conversationId",
        "chatbot-ui": "history",
        "lm-studio": "messages versions",
        "typingmind": "data chats | messages chatID | messages chatTitle",
        "chatbox": "session: | chat-sessions-list | chat-sessions | __exported_items "
        "| contentParts",
        "llama-cpp-webui": "currNode | conv convId",
        "gemini-contents": "parts",
        "adk-session": "author",
        "sharegpt": "from value",
        "oasst": "message_tree_id | tree_state | text role message_id | text role user_message_id",
        "devgpt": "Sources | ChatgptSharing | Conversations",
        "slack": "ts | id profile | id members created",
        "telegram": "messages type date",
        "discord": "author id | author isBot | guild channel messages",
        "github-thread": "body",
        "discourse": "post_stream",
        "graphpack-messages": "conversation index role origin parts",
    }
)
"""By format: sets of keys, parted by bars, one of which each of its sources holds, however deep.

A key that ends in a colon stands for all that begin with it.
"""


def may_be(name: str, held: frozenset[str]) -> bool:
    """Tell whether a source may be of a format, by its keys alone.

    Args:
        name: The format's name.
        held: What ``keys_of`` gives of the source.

    Returns:
        False where its reader would surely not claim it.
    """
    sets = KEYS.get(name)
    return sets is None or any(held.issuperset(some.split()) for some in sets.split("|"))


def keys_of(look: Probe) -> frozenset[str]:
    """List the keys of all objects in what was seen of a source's JSON, however deep.

    Args:
        look: The first look at it.

    Returns:
        The keys; of one with a colon also what stands up to it, and ``[]`` for a list of values.
    """
    found: set[str] = {LIST} if isinstance(look.document, list) else set()
    waiting: list[Any] = [look.document, *look.records]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            found.update(value)
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
    return frozenset(found | {key[: key.index(":") + 1] for key in found if ":" in key})
