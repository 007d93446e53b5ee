"""Slack: a workspace export (ZIP or folder), one channel's days, or a slackdump file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, ClassVar

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation, ConversationSource
from graphpack.patterns import compiled
from graphpack.readers.assembly import Label, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.exports import attached
from graphpack.readers.faults import Faults
from graphpack.readers.jsonl import load_document
from graphpack.readers.loose import dict_of, list_of, name_of
from graphpack.readers.probe import probe as look
from graphpack.readers.roster import Member, names_of
from graphpack.readers.slack_channel import (
    authors_in,
    channel_drafts,
    is_post,
    profile_name,
    services_in,
)
from graphpack.readers.slack_text import Names

_DAY = compiled(r"\d{4}-\d{2}-\d{2}\.json$", re.ASCII)
_CHANNELS = ("channels.json", "groups.json", "mpims.json", "dms.json")
_USERS = ("users.json", "org_users.json")
_SIDE = (*_CHANNELS, *_USERS, "integration_logs.json", "canvases.json", "lists.json",
         "file_conversations.json", "huddle_transcripts.json")  # fmt: skip
_USER_ID = compiled(r"[UWB][A-Z0-9]{2,}$", re.ASCII)
_CHANNEL_ID = compiled(r"[CGD][A-Z0-9]{2,}$", re.ASCII)


class Reader:
    """Reads one conversation a channel."""

    name: ClassVar[str] = "slack"
    about: ClassVar[str] = "Slack workspace export (ZIP or folder), a day, a slackdump file"
    facts: ClassVar[Facts] = Facts(
        where="Workspace settings, *Export Data*; or `slackdump dump` and `slackdump export`",
        keeps="names by id, threads after the message that began them, bots under their names, "
        "text of blocks and attachments, files by name with a snippet's preview",
        drops="joins and topic changes, reactions, link previews, messages that were deleted, "
        "wordings before an edit",
        checked="an export of 2016; the later fields as Slack documents them",
        sign="messages with `ts`, `user` and `text`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim an export by its folders, a file by its messages' ids."""
        if probe.members:
            return Certainty.SURE if _is_export(probe.members) else Certainty.NO
        return Certainty.NO if _kind(probe.document) is None else Certainty.SURE

    def gather(self, sources: Sequence[Opened]) -> list[Opened]:
        """Put the days of a channel, and the lists of users and channels, together."""
        kinds = {source.name: _kind(look(source).document) for source in sources}
        sides = [source for source in sources if kinds[source.name] == "side"]
        homes = {PurePosixPath(side.name).parent for side in sides}
        grouped: dict[PurePosixPath, list[Opened]] = {}
        for source in sources:
            if kinds[source.name] != "side":
                folder = PurePosixPath(source.name).parent
                home = folder.parent if folder.parent in homes else folder
                grouped.setdefault(home, []).append(source)
        roots = []
        for home, members in grouped.items():
            beside = [side for side in sides if PurePosixPath(side.name).parent == home]
            name = str(home) if len(members) > 1 and home.name else members[0].name
            roots.append(Opened(name, members=(*beside, *members), archive=members[0].archive))
        return roots or sides

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield a conversation for each channel, by the channels' names."""
        faults = Faults(source.name)
        if source.members:
            yield from attached(_export(source, faults), faults)
        else:
            yield from attached(_files([source], Book(), source, faults, is_only=True), faults)


@dataclass(slots=True)
class Book:
    """What an export says about its people and channels.

    Args:
        members: Everybody, in source order.
        titles: A channel's id and title, by its folder's name and by its id.
    """

    members: list[Member] = field(default_factory=list)
    titles: dict[str, tuple[str | None, str]] = field(default_factory=dict)

    def names(self, records: Sequence[Any]) -> Names:
        """Name everybody, with those whom only a channel's messages describe."""
        people = services_in(records) | names_of([*self.members, *authors_in(records)])
        return Names(people, {channel: title for channel, (_, title) in self.titles.items()})


def _is_export(names: Sequence[str]) -> bool:
    paths = [PurePosixPath(name) for name in names]
    homes = {path.parent.parent for path in paths if len(path.parts) > 1 and _DAY.match(path.name)}
    if len(homes) != 1:
        return False
    (home,) = homes
    beside = {path.name for path in paths if path.parent == home}
    has_list = any(name in beside for name in (*_CHANNELS, *_USERS))
    is_all = all(home in path.parents for path in paths)
    return has_list and is_all and all(name in _SIDE or "." not in name for name in beside)


def _kind(document: Any) -> str | None:
    """Tell a list of messages, a dump with one inside, and the lists of people and channels."""
    if isinstance(document, dict):
        messages = [item for item in list_of(document.get("messages")) if item is not None]
        return "dump" if _are_posts(messages) else None
    items = [item for item in list_of(document) if item is not None]
    if _are_posts(items):
        return "posts"
    sides = [item for item in items if _is_user(item) or _is_channel(item)]
    return "side" if sides and len(sides) * 5 >= len(items) * 4 else None


def _are_posts(items: list[Any]) -> bool:
    posts = sum(map(is_post, items))
    return posts > 0 and posts * 5 >= len(items) * 4


def _is_user(value: Any) -> bool:
    item = dict_of(value)
    is_id = _USER_ID.match(name_of(item.get("id")) or "") is not None
    return is_id and isinstance(item.get("profile"), dict)


def _is_channel(value: Any) -> bool:
    item = dict_of(value)
    is_id = _CHANNEL_ID.match(name_of(item.get("id")) or "") is not None
    return is_id and isinstance(item.get("members"), list) and "created" in item


def _export(source: Opened, faults: Faults) -> Iterator[Conversation]:
    book = Book()
    folders: dict[str, list[Opened]] = {}
    # people first: a direct message is named after them
    members = sorted(
        source.members, key=lambda member: PurePosixPath(member.name).name not in _USERS
    )
    for member in members:
        path = PurePosixPath(member.name)
        is_side = path.name in _SIDE or _kind(look(member).document) == "side"
        if is_side:
            _note(book, path.name, member, faults)
        elif path.suffix != ".json":
            faults.add("side-file", "holds no messages; left alone", member.name)
        elif _DAY.match(path.name):
            folders.setdefault(str(path.parent), []).append(member)
        else:
            folders.setdefault(member.name, []).append(member)
    for _, days in sorted(folders.items()):
        yield from _files(days, book, source, faults)


def _note(book: Book, name: str, member: Opened, faults: Faults) -> None:
    try:
        items = list_of(load_document(member, Faults(member.name)))
    except ReadError as error:
        faults.add("unreadable-member", f"left out: {error}")
        return
    for item in items:
        if _is_user(item):
            profile = dict_of(item["profile"])
            handle = name_of(item.get("name"))
            shown = profile_name(profile) or name_of(item.get("real_name"))
            book.members.append(Member(item["id"], shown or handle, handle))
    people = names_of(book.members)
    for item in items:
        channel = name_of(dict_of(item).get("id"))
        if channel and not _is_user(item) and name in _CHANNELS:
            title = name_of(item.get("name"))
            # a direct message has no name but its two people
            users = [name_of(user) or "" for user in list_of(item.get("members"))]
            title = title or ", ".join(people.get(user, user) for user in users) or channel
            book.titles[channel] = (channel, title)
            book.titles[name_of(item.get("name")) or channel] = (channel, title)


def _files(
    days: Sequence[Opened], book: Book, source: Opened, faults: Faults, *, is_only: bool = False
) -> Iterator[Conversation]:
    """Read the files of one channel as its conversation.

    Raises:
        ReadError: The only file holds no messages.
    """
    own = Faults(source.name)
    records: list[tuple[str, Any]] = []
    channel: dict[str, Any] = {}
    for day in days:
        damage = Faults(day.name)
        try:
            document = load_document(day, damage)
        except ReadError as error:
            if is_only:
                raise
            faults.add("unreadable-member", f"left out: {error}")
            continue
        own.merge(damage)
        channel = channel or dict_of(document)
        items = list_of(channel.get("messages")) if channel else list_of(document)
        records += [
            (f"{day.name}:{number}", item)
            for number, item in enumerate(items, start=1)
            if item is not None
        ]
    if is_only and (not records or not any(is_post(item) for _, item in records)):
        raise ReadError(
            f"{source.name}: no messages of a Slack channel in it",
            hint="give the export's whole ZIP or folder",
        )
    names = book.names([item for _, item in records])
    label = _label(days, channel, book)
    origin = ConversationSource(_display(days, source), Reader.name)
    found = conversation(channel_drafts(records, names, own), origin, own, label)
    if found:
        yield found
    elif days:
        faults.merge(own)


def _label(days: Sequence[Opened], channel: dict[str, Any], book: Book) -> Label:
    if channel:
        found = name_of(channel.get("channel_id"))
        known = book.titles.get(found or "", (found, found))
        return Label(found, name_of(channel.get("name")) or known[1])
    path = PurePosixPath(days[0].name)
    folder = path.parent.name
    if not _DAY.match(path.name) or not folder:
        return Label(title=path.stem)
    found, title = book.titles.get(folder, (folder, folder))
    return Label(found, title)


def _display(days: Sequence[Opened], source: Opened) -> str:
    if not source.members:
        return source.name
    path = PurePosixPath(days[0].name)
    return str(path.parent) if _DAY.match(path.name) and path.parent.name else days[0].name
