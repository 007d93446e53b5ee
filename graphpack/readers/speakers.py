"""Who a label names: "You", "🤖 Claude", "Assistant (2025-03-01)", "ChatGPT said".

Knows the words for the two sides of a chat with a model, in the languages the chat programs speak.
Personal names are not known here; what stands on the other side of a model is decided in
``marks``.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime

from graphpack.model.conversation import Role
from graphpack.patterns import compiled
from graphpack.readers.loose import time_of

MAX_LABEL_CHARS = 60


@dataclass(frozen=True, slots=True)
class Speaker:
    """Whom a label names.

    Args:
        role: The side.
        author: The name, where the label is more than a word for the side.
        is_weak: True for words that also head sections, lists and settings ("Answer", "Model").
        at: Time given in the label.
    """

    role: Role
    author: str | None = None
    is_weak: bool = False
    at: datetime | None = None


_WORDS: dict[Role, tuple[str, ...]] = {
    Role.USER: (
        "user", "human", "you", "me", "usuario", "usuário", "utilisateur", "utilisatrice",
        "benutzer", "nutzer", "utente", "пользователь", "вы", "ты", "用户", "用戶", "使用者", "我",
        "你", "您", "ユーザー", "ユーザ", "あなた", "사용자", "나",
    ),
    Role.ASSISTANT: (
        "assistant", "ai", "ai assistant", "the assistant", "ассистент", "asistente",
        "assistente", "assistent", "助手", "アシスタント", "어시스턴트",
    ),
    Role.TOOL: (
        "tool", "tool_execute", "tool execute", "tool_result", "tool result", "tool output",
        "tool response", "function result",
    ),
    Role.SYSTEM: ("system", "system prompt", "developer"),
}  # fmt: skip
_WEAK_WORDS: dict[Role, tuple[str, ...]] = {
    Role.USER: (
        "q", "h", "u", "i", "prompt", "question", "instruction", "customer", "client", "frage",
        "pregunta",
    ),
    Role.ASSISTANT: (
        "a", "answer", "response", "reply", "model", "agent", "bot", "chatbot", "antwort",
        "respuesta",
    ),
    Role.TOOL: ("function",),
}  # fmt: skip
_KNOWN: dict[str, tuple[Role, bool]] = {
    word: (role, is_weak)
    for table, is_weak in ((_WORDS, False), (_WEAK_WORDS, True))
    for role, words in table.items()
    for word in words
}

# a chat program or model family, then nothing but versions, sizes and variants: "Cursor position"
# is not one
_HEAD = compiled(
    r"(?:(?:github |microsoft |ms )?copilot|chat ?gpt|gpt(?=[ -]?\d|$)|o[1-9](?=$|[- ])|claude"
    r"|gemini|bard|grok|deep ?seek|llama|mistral|mixtral|le chat|qwen|kimi|perplexity|cursor|codex"
    r"|bing|gemma|meta ai|ernie|doubao|文心一言|通义千问|豆包)(?:\d+(?:\.\d+)?)?",
    re.IGNORECASE,
)
_TAIL = compiled(
    r"(?:[ -](?:v?\d[\w.]*|r\d|\d+[bk]|opus|sonnet|haiku|flash|lite|pro|plus|mini|nano|turbo|large"
    r"|medium|small|instruct|chat|code|coder|preview|latest|advanced|ultra|max|thinking|reasoner"
    r"|auto|online|exp|experimental|ai|bot|assistant))*",
    re.IGNORECASE,
)
_BRACKETED = compiled(r"(?<!\s)\s*+[(\[（]([^()\[\]（）]{1,50})[)\]）]\s*+$")
_SUFFIX = compiled(r"(?<!\s)\s++(?:[-–—|·@]|at)\s+(?=.{4,40}$)(?=.*\d)(.+)$")
_NUMBERED = compiled(r"^(?:#?\d{1,4}[.):]\s+|(?:turn|message|msg)\s+#?\d{1,4}\s*[-–—:.|]\s*)", re.I)
_SAID = compiled(
    r"^(?P<name>.(?:.*?\S)??)\s*+(?:said|says|wrote|asked|answered|replied|dijo|disse|ha detto"
    r"|a dit|avez dit|hat gesagt|sagte|сказал[аи]?|说|說)$",
    re.IGNORECASE,
)
_EMOJI_TAILS = "\ufe0e\ufe0f\u20e3"
_I_SAID = frozenset(
    {
        "dijiste",
        "du hast gesagt",
        "hai detto",
        "vous avez dit",
        "você disse",
        "вы сказали",
        "you said",
    }
)


def speaker_of(label: str) -> Speaker | None:
    """Tell whom a label names.

    Args:
        label: The text of a heading, of bold type or before a colon, without the mark itself.

    Returns:
        The speaker, None where the words name neither side.
    """
    if len(label) > MAX_LABEL_CHARS:
        return None
    name, note = bare_name(label)
    at = time_of(note.replace(" at ", " ")) if note else None
    folded = name.casefold()
    if folded in _I_SAID:
        return Speaker(Role.USER, at=at)
    said = _SAID.match(name)
    if said:
        name = said["name"].strip()
        folded = name.casefold().removeprefix("o ")
    known = _KNOWN.get(folded) or _KNOWN.get(folded.replace("-", " "))
    if known:
        role, is_weak = known
        author = note if role is Role.ASSISTANT and note and is_model(note) else None
        return Speaker(role, author, is_weak, at)
    return Speaker(Role.ASSISTANT, name, at=at) if is_model(name) else None


def is_model(name: str) -> bool:
    """Tell the name of a chat program or a model family, with or without a version."""
    head = _HEAD.match(name)
    return head is not None and _TAIL.fullmatch(name, head.end()) is not None


def bare_name(label: str) -> tuple[str, str | None]:
    """Take emoji, numbering, a bracketed note and a trailing colon off a label.

    Args:
        label: As the source writes it.

    Returns:
        The name, and the note (a time, a model) without its brackets.
    """
    text = "".join(" " if _is_ornament(char) else char for char in label)
    text = _NUMBERED.sub("", text.strip()).strip().rstrip(":：").strip(" *_`")
    note = _BRACKETED.search(text) or _SUFFIX.search(text)
    if note and note.start():
        return text[: note.start()].strip(" :：*_"), note[1].strip()
    return text.strip(), None


def _is_ornament(char: str) -> bool:
    # emoji with their joiners, skin tones and variation selectors; letters and their marks stay
    if char <= "\xa8":
        return False
    return unicodedata.category(char) in ("So", "Sk", "Cf") or char in _EMOJI_TAILS
