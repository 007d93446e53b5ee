"""The table of formats, and reading whatever comes in as conversations.

One reader is one file and one line here. The outer format is told from the content, never from
the file's name alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation
from graphpack.model.dialect import OPENING
from graphpack.model.report import Notice
from graphpack.readers.base import Certainty, Opened, Probe, Reader
from graphpack.readers.beside import open_together
from graphpack.readers.limits import Limits
from graphpack.readers.members import read_members
from graphpack.readers.no_conversation import (
    refusal_of_bytes,
    refusal_of_members,
    refusal_of_pack,
    refusal_of_table,
    refusal_of_text,
)
from graphpack.readers.opening import kept_open, open_source
from graphpack.readers.plugins import plug_ins
from graphpack.readers.probe import probe
from graphpack.readers.selection import select
from graphpack.readers.table import (
    BINARY,
    FALLBACK,
    FOLDER,
    HTML,
    JSON,
    MARKDOWN,
    TEXT,
    Formats,
    LazyReader,
)

__all__ = ["TABLE", "LazyReader", "claim", "detect", "formats", "known", "read", "unique"]

# To add a format: write graphpack/readers/<module>.py with a class Reader, and add its line here,
# in the order shown by `graphpack formats`, with what its files look like, so that it is imported
# for no others (keys.py says more of JSON). A line whose module is missing fails loudly.
TABLE: tuple[LazyReader, ...] = (
    # agent logs
    LazyReader("claude-code", "graphpack.readers.claude_code:Reader", JSON),
    LazyReader("codex", "graphpack.readers.codex:Reader", JSON),
    LazyReader("gemini-cli", "graphpack.readers.gemini_cli:Reader", JSON),
    LazyReader("cline", "graphpack.readers.cline:Reader", JSON),
    LazyReader("cline-sdk", "graphpack.readers.cline_sdk:Reader", JSON),
    LazyReader("cline-md", "graphpack.readers.cline_md:Reader", TEXT),
    LazyReader("continue", "graphpack.readers.continue_dev:Reader", JSON),
    LazyReader("swe-agent", "graphpack.readers.swe_agent:Reader", JSON),
    LazyReader("openhands", "graphpack.readers.openhands:Reader", JSON),
    LazyReader("amp", "graphpack.readers.amp:Reader", JSON),
    LazyReader("amp-md", "graphpack.readers.amp_md:Reader", TEXT),
    LazyReader("copilot-cli", "graphpack.readers.copilot_cli:Reader", JSON),
    LazyReader("cursor", "graphpack.readers.cursor:Reader", BINARY | JSON | TEXT),
    LazyReader("opencode", "graphpack.readers.opencode:Reader", JSON | BINARY | FOLDER),
    LazyReader("zed", "graphpack.readers.zed:Reader", JSON | BINARY),
    LazyReader("aider", "graphpack.readers.aider:Reader", TEXT),
    LazyReader("copilot-chat", "graphpack.readers.copilot_chat:Reader", JSON),
    LazyReader("specstory", "graphpack.readers.specstory:Reader", TEXT),
    # chat exports
    LazyReader("chatgpt", "graphpack.readers.chatgpt:Reader", JSON | HTML | FOLDER),
    LazyReader("claude-ai", "graphpack.readers.claude_ai:Reader", JSON | FOLDER),
    LazyReader("ai-studio", "graphpack.readers.ai_studio:Reader", JSON),
    LazyReader("gemini-takeout", "graphpack.readers.gemini_takeout:Reader", JSON | HTML),
    LazyReader("grok", "graphpack.readers.grok:Reader", JSON | FOLDER),
    LazyReader("open-webui", "graphpack.readers.open_webui:Reader", JSON),
    LazyReader("qwen-web", "graphpack.readers.qwen_web:Reader", JSON),
    LazyReader("librechat", "graphpack.readers.librechat:Reader", JSON),
    LazyReader("chatbot-ui", "graphpack.readers.chatbot_ui:Reader", JSON),
    LazyReader("lm-studio", "graphpack.readers.lm_studio:Reader", JSON),
    LazyReader("typingmind", "graphpack.readers.typingmind:Reader", JSON),
    LazyReader("chatbox", "graphpack.readers.chatbox:Reader", JSON),
    LazyReader("llama-cpp-webui", "graphpack.readers.llama_cpp_webui:Reader", JSON),
    # message arrays
    LazyReader("openai-chat", "graphpack.readers.openai_chat:Reader", JSON),
    LazyReader("openai-responses", "graphpack.readers.openai_responses:Reader", JSON),
    LazyReader("anthropic-messages", "graphpack.readers.anthropic_messages:Reader", JSON),
    LazyReader("gemini-contents", "graphpack.readers.gemini_contents:Reader", JSON),
    LazyReader("adk-session", "graphpack.readers.adk:Reader", JSON),
    LazyReader("langchain", "graphpack.readers.langchain:Reader", JSON),
    # data sets
    LazyReader("sharegpt", "graphpack.readers.sharegpt:Reader", JSON),
    LazyReader("oasst", "graphpack.readers.oasst:Reader", JSON),
    LazyReader("devgpt", "graphpack.readers.devgpt:Reader", JSON | TEXT),
    # people
    LazyReader("slack", "graphpack.readers.slack:Reader", JSON | FOLDER),
    LazyReader("telegram", "graphpack.readers.telegram:Reader", JSON),
    LazyReader("discord", "graphpack.readers.discord:Reader", JSON | TEXT),
    LazyReader("whatsapp", "graphpack.readers.whatsapp:Reader", TEXT),
    LazyReader("irc", "graphpack.readers.irc:Reader", TEXT),
    LazyReader("github-thread", "graphpack.readers.github_thread:Reader", JSON),
    LazyReader("discourse", "graphpack.readers.discourse:Reader", JSON),
    LazyReader("mbox", "graphpack.readers.mbox:Reader", TEXT),
    LazyReader("message-table", "graphpack.readers.message_table:Reader", TEXT),
    # meetings
    LazyReader("webvtt", "graphpack.readers.webvtt:Reader", TEXT),
    LazyReader("srt", "graphpack.readers.srt:Reader", TEXT),
    LazyReader("zoom-chat", "graphpack.readers.zoom_chat:Reader", TEXT),
    LazyReader("meeting-notes", "graphpack.readers.meeting_notes:Reader", TEXT),
    # graphpack's own
    LazyReader("graphpack-messages", "graphpack.readers.own_lines:Reader", JSON),
    # text
    LazyReader("markdown", "graphpack.readers.markdown:Reader", TEXT),
    LazyReader("plain-text", "graphpack.readers.plain_text:Reader", TEXT),
)


def known() -> Formats:
    """Give the formats: the table's, then those of plug-ins."""
    return Formats((*TABLE, *plug_ins([line.name for line in TABLE])))


def formats() -> tuple[tuple[str, str], ...]:
    """List the formats, in the table's order, then those of plug-ins that can be used.

    Returns:
        Name and one line about each.
    """
    return tuple((reader.name, reader.about) for reader in known().readers())


def detect(source: Opened) -> Reader:
    """Find the reader of a source: the one that is sure, else the one that may be right.

    Several that are equally sure are an ``AmbiguousFormatError``. Where none recognises it, and it
    is no text or holds JSON objects, it is an ``UnknownFormatError``: reading those as prose would
    pass a wrong reading off as a right one.

    Args:
        source: A file, bytes, or a container that one reader claims whole.

    Returns:
        The reader; the plain-text one for prose that nothing recognises.
    """
    return _detect(source, known())


def _detect(source: Opened, formats: Formats) -> Reader:
    look = probe(source)
    reader = formats.recognise(look)
    is_prose = reader is None or reader.name in (FALLBACK, MARKDOWN)
    refused = refusal_of_text(look) if is_prose and look.is_text else None
    if refused is not None and not look.head.startswith(OPENING):
        raise refused
    if reader is not None:
        return reader
    if look.is_text and look.head.strip() and not _holds_objects(look):
        refused = refusal_of_table(look)
        if refused is not None:
            raise refused
        return formats.named(FALLBACK)
    is_file = not look.is_text and not look.members and not look.tables
    refused = refusal_of_bytes(source) if is_file else refusal_of_pack(look)
    raise refused or formats.unknown(look)


def _holds_objects(look: Probe) -> bool:
    if look.objects or look.document == [] or look.head.lstrip()[:2] in {'{"', "[{"}:
        return True
    items = look.document if isinstance(look.document, list) else ()
    return any(isinstance(item, dict | list) for item in items)


def read(  # noqa: PLR0913  # each is a thing of its own that can be said
    source: Path | bytes,
    *,
    format: str | None = None,
    name: str | None = None,
    branch: str | None = None,
    subagents: bool = False,
    beside: Sequence[Path] = (),
    limits: Limits | None = None,
) -> Iterator[Conversation]:
    """Read the conversations of a file, a directory, a ZIP or bytes.

    The members of a directory or ZIP are read in the order of their names, unless one reader
    claims the whole. Members of no known format, and damaged ones, are skipped; the notice of it
    stands on the conversation that is yielded next, else on the last.

    An unknown ``format`` is a ``UsageError``, a source that cannot be opened a ``ReadError``, both
    at once; iterating raises ``ReadError`` where the source is broken, of unknown or ambiguous
    format, or holds no conversation, and ``UsageError`` where none has the ``branch``.

    Args:
        source: The path, or the bytes.
        format: A name of the table, to override detection.
        name: Display name of the source; by default the path's last part.
        branch: None reads the current path. ``all`` gives, after each conversation, one more for
            each of its abandoned branches, with the id ``<id>~<branch id>`` and the messages they
            share before it. A branch's id gives that branch alone.
        subagents: True to include what sub-agents said to themselves. What they returned stands
            in the tool results anyway; a sub-agent's own log is always read.
        beside: Files below a file's folder that belong to it: they are read together, as if they
            were alone there.
        limits: The largest source; None are the defaults.

    Returns:
        The conversations, as they are read; their ids are unique, no one is without messages.
    """
    formats = known()
    reader = formats.named(format) if format else None
    opened = open_source(source, name=name, limits=limits or Limits())
    if beside and isinstance(source, Path):
        opened = open_together(source, beside)
    found = _told(unique(_conversations(opened, reader, formats)), formats)
    selected = select(found, branch=branch, subagents=subagents, name=opened.name)
    return selected if branch is None else unique(selected)


def _told(found: Iterator[Conversation], formats: Formats) -> Iterator[Conversation]:
    """Put what is wrong with plug-ins on the first conversation."""
    for number, conversation in enumerate(found):
        broken = () if number else formats.notices()
        if broken:
            conversation = replace(conversation, notices=broken + conversation.notices)
        yield conversation


def _conversations(
    source: Opened, reader: Reader | None, formats: Formats
) -> Iterator[Conversation]:
    found: Iterator[Conversation]
    if source.members:
        claimed = claim(source, reader, formats)
        refused = refusal_of_members(source) if claimed is None and reader is None else None
        if refused is not None:
            raise refused

        def inner(member: Opened) -> Iterator[Conversation]:
            return _conversations(member, None, formats)

        found = claimed.read(source) if claimed else read_members(source, reader, formats, inner)
    elif source.path is not None and source.member is None and source.path.is_dir():
        raise ReadError(f"{source.name}: an empty directory")
    else:
        found = _single(source, reader, formats)
    is_empty = True
    with kept_open(source):
        for conversation in found:
            if conversation.messages:
                is_empty = False
                yield conversation
    if is_empty:
        raise ReadError(f"{source.name}: no conversation in it")


def _single(source: Opened, reader: Reader | None, formats: Formats) -> Iterator[Conversation]:
    notices: tuple[Notice, ...] = ()
    if reader is None:
        reader = _detect(source, formats)
        if reader.name == FALLBACK and reader.detect(probe(source)) is Certainty.NO:
            message = "no known format; read as plain text"
            notices = (Notice("unrecognised-format", source.name, message),)
    for conversation in reader.read(source):
        yield replace(conversation, notices=notices + conversation.notices)


def claim(source: Opened, reader: Reader | None, formats: Formats) -> Reader | None:
    """Find the reader that takes a container whole."""
    look = probe(source)
    if reader is not None:
        return reader if reader.detect(look) is not Certainty.NO else None
    return formats.recognise(look)


def unique(conversations: Iterator[Conversation]) -> Iterator[Conversation]:
    """Number the copies of an id: the same session may lie in a folder twice."""
    seen: dict[str, int] = {}
    for conversation in conversations:
        count = seen[conversation.id] = seen.get(conversation.id, 0) + 1
        if count > 1:
            conversation = replace(conversation, id=f"{conversation.id}~{count}")
        yield conversation
