"""Discord: channels saved by DiscordChatExporter, as JSON or plain text, and archives like them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation, ConversationSource
from graphpack.readers.assembly import Label, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.discord_json import is_exported, is_homemade, message_drafts
from graphpack.readers.discord_text import is_text, text_channel
from graphpack.readers.exports import attached
from graphpack.readers.faults import Faults
from graphpack.readers.jsonl import load_document
from graphpack.readers.loose import dict_of, list_of, name_of
from graphpack.readers.probe import probe as look
from graphpack.readers.transcript import text_in


class Reader:
    """Reads one channel or thread a file; a list of them, too."""

    name: ClassVar[str] = "discord"
    about: ClassVar[str] = "Discord channel: DiscordChatExporter JSON or text, other archives"
    facts: ClassVar[Facts] = Facts(
        where="DiscordChatExporter, formats JSON and plain text; bots that archive a channel",
        keeps="names shown in the channel, embeds of bots, forwarded messages, files by name",
        drops="joins, pins, calls, reactions, link previews, wordings before an edit",
        checked="an archive of 2026; DiscordChatExporter's fields of 2024-2026",
        sign="`guild` and `channel` beside messages",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim messages with Discord's ids, or text in the exporter's layouts."""
        is_own = is_text(probe.head) or any(map(_is_channel, _channels(probe.document)))
        return Certainty.SURE if is_own else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield a conversation for each channel."""
        faults = Faults(source.name)
        if is_text(look(source).head):
            yield from attached(_from_text(source), faults)
        else:
            yield from attached(_from_json(source, faults), faults)


def _from_json(source: Opened, faults: Faults) -> Iterator[Conversation]:
    """Read the channels.

    Raises:
        ReadError: There are none.
    """
    channels = _channels(load_document(source, faults))
    if not channels:
        raise ReadError(
            f"{source.name}: no messages of a Discord channel in it",
            hint="leave --format out to detect the format",
        )
    for number, channel in enumerate(channels, start=1):
        own = Faults(f"{source.name}:{number}" if len(channels) > 1 else source.name)
        inner = dict_of(channel.get("channel")) or channel
        title = name_of(inner.get("title")) or name_of(inner.get("name"))
        first = dict_of(next(iter(list_of(channel.get("messages"))), None))
        label = Label(name_of(inner.get("id")) or name_of(first.get("id")), title)
        origin = ConversationSource(source.name, Reader.name)
        found = conversation(
            message_drafts(list_of(channel.get("messages")), own), origin, own, label
        )
        if found:
            yield found
        else:
            faults.add("empty-conversation", "nothing readable in it; left out", number)


def _from_text(source: Opened) -> Iterator[Conversation]:
    faults = Faults(source.name)
    title, drafts = text_channel(text_in(source, faults), faults)
    origin = ConversationSource(source.name, Reader.name)
    found = conversation(drafts, origin, faults, Label(title=title))
    if found:
        yield found


def _channels(document: Any) -> list[dict[str, Any]]:
    """Find the objects with messages: the document, the items of its list, or a bare list."""
    whole = dict_of(document)
    if isinstance(whole.get("messages"), list):
        return [whole]
    items = list_of(document) or list_of(whole.get("channels")) or list_of(whole.get("threads"))
    found = [item for item in map(dict_of, items) if isinstance(item.get("messages"), list)]
    if not found and any(is_exported(item) or is_homemade(item) for item in items[:3]):
        return [{"messages": items}]
    return found


def _is_channel(channel: dict[str, Any]) -> bool:
    items = [item for item in list_of(channel.get("messages")) if item is not None]
    own = sum(1 for item in items if is_exported(item) or is_homemade(item))
    if not own and dict_of(channel.get("guild")) and dict_of(channel.get("channel")):
        return "messages" in channel  # a channel whose first message is cut
    return own > 0 and own * 5 >= (len(items) - 1) * 4
