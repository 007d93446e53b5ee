"""Puts the records of one Slack channel in order and makes messages of them.

A reply is filed under the day it was written, so a channel's threads are put together only when
all of its days are there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from graphpack.model.conversation import Role
from graphpack.patterns import compiled
from graphpack.readers.assembly import Draft
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of
from graphpack.readers.roster import Member
from graphpack.readers.slack_text import Names, parts_of

_STAMP = compiled(r"\d{1,12}(?:\.\d{1,9})?$", re.ASCII)
_NOTICES = compiled(
    r"(?:channel|group|mpim|im)_|bot_(?!message)|(?:un)?pinned_item$|tombstone$|file_comment$"
    r"|reminder_add$|ekm_access_denied$|sh_room_|huddle_|app_conversation_|joiner_notification"
)
_SERVICE = compiled(r"/services/(B[A-Z0-9]{2,20})\|([^<>]{1,80})>")
_BROADCASTS = ("thread_broadcast", "reply_broadcast")


@dataclass(frozen=True, slots=True)
class Post:
    """A record that has its place in time.

    Args:
        stamp: Seconds since the epoch; the record's before it where it has none of its own.
        number: Its position in the source.
        place: Where it is, for notices.
        record: The message.
    """

    stamp: float
    number: int
    place: str
    record: dict[str, Any]

    @property
    def id(self) -> str:
        """The ``ts``, which is a message's id in its channel."""
        return stamp_of(self.record.get("ts"))

    @property
    def thread(self) -> str:
        """The ``ts`` of the message that this one replies to; empty where it replies to none."""
        root = stamp_of(self.record.get("thread_ts"))
        return "" if root == self.id else root


def stamp_of(value: Any) -> str:
    """Give a ``ts``, ``1700000000.000100``; an empty string for anything else."""
    text = value if isinstance(value, str) else ""
    if isinstance(value, int | float) and not isinstance(value, bool):
        text = f"{value:.6f}" if abs(value) < 1e12 else ""
    return text if _STAMP.match(text) else ""


def is_post(value: Any) -> bool:
    """Tell a message's record: nothing else has a time with six decimals under ``ts``."""
    ts = dict_of(value).get("ts")
    is_stamp = isinstance(ts, str) and re.fullmatch(r"\d{9,10}\.\d{6}", ts, re.ASCII) is not None
    return is_stamp and any(key in value for key in ("type", "user", "text", "bot_id"))


def authors_in(records: Iterable[Any]) -> Iterator[Member]:
    """Find the members whom a channel's own messages describe."""
    for value in records:
        record = dict_of(value)
        for reply in list_of(record.get("slackdump_thread_replies")):
            yield from authors_in([{**dict_of(reply), "slackdump_thread_replies": None}])
        profile = dict_of(record.get("user_profile"))
        user = name_of(record.get("user"))
        if user and profile:
            handle = name_of(profile.get("name"))
            yield Member(user, profile_name(profile) or handle, handle)


def services_in(records: Iterable[Any]) -> dict[str, str]:
    """Name the bots whose installation a channel tells; several may have one name."""
    added = (
        _SERVICE.search(text_of(record.get("text")))
        for record in map(dict_of, records)
        if record.get("subtype") == "bot_add"
    )
    return {found[1]: found[2] for found in added if found}


def profile_name(profile: dict[str, Any]) -> str | None:
    """Give the name that Slack shows for a profile."""
    shown = (
        name_of(profile.get(key)) for key in ("display_name", "real_name", "real_name_normalized")
    )
    return next((name for name in shown if name), None)


def channel_drafts(
    records: Iterable[tuple[str, Any]], names: Names, faults: Faults
) -> Iterator[Draft]:
    """Read a channel's messages.

    Args:
        records: Places and raw messages of all days, in any order.
        names: Whom and what ids stand for.
        faults: Takes what is left out.

    Yields:
        Messages in time order, the replies of a thread right after the message that began it.
    """
    for post in _threaded(_posts(records, faults), faults):
        record = post.record
        subtype = text_of(record.get("subtype"))
        if _NOTICES.match(subtype) or record.get("hidden") is True:
            faults.add("system-line", "a join, topic change or the like; left out", post.place)
            continue
        if record.get("reactions"):
            faults.add("reaction", "reactions to a message; left out", post.place)
        parts = parts_of(record, names, faults, post.place)
        yield Draft(
            Role.USER,
            parts,
            time_of(float(post.id)) if post.id else None,
            _author(record, names),
            source_id=post.id or None,
        )


def _author(record: dict[str, Any], names: Names) -> str | None:
    user = name_of(record.get("user")) or ""
    if user in names.people:
        return names.people[user]
    bot = name_of(record.get("username")) or name_of(dict_of(record.get("bot_profile")).get("name"))
    service = name_of(record.get("bot_id")) or ""
    return bot or user or names.people.get(service) or service or None


def _posts(records: Iterable[tuple[str, Any]], faults: Faults) -> list[Post]:
    """Flatten, apply edits and deletions, drop doubles, and sort by time."""
    posts: dict[str, Post] = {}
    deleted: set[str] = set()
    stamp = 0.0
    for number, (place, value) in enumerate(_flat(records)):
        record = dict_of(value)
        if record.get("subtype") == "message_changed":
            record = dict_of(record.get("message"))
            faults.add("edited-message", "an edit; the newest wording is read", place)
            posts.pop(stamp_of(record.get("ts")), None)
        elif record.get("subtype") == "message_deleted":
            faults.add("deleted-message", "a message that was deleted; left out", place)
            deleted.add(stamp_of(record.get("deleted_ts")))
            continue
        if not record or not any(key in record for key in ("ts", "text", "user", "blocks")):
            faults.add("broken-record", "not a message; left out", place)
            continue
        own = stamp_of(record.get("ts"))
        stamp = float(own) if own else stamp
        key = own or f"#{number}"
        if key in posts:
            # the message that began a thread is repeated with its replies
            faults.add("duplicate-message", "a message that was read before; left out", place)
            continue
        posts[key] = Post(stamp, number, place, record)
    kept = [post for key, post in posts.items() if key not in deleted]
    return sorted(kept, key=lambda post: (post.stamp, post.number))


def _flat(records: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    for place, value in records:
        yield place, value
        replies = list_of(dict_of(value).get("slackdump_thread_replies"))
        root = stamp_of(dict_of(value).get("ts"))
        for number, reply in enumerate(replies, start=1):
            if stamp_of(dict_of(reply).get("ts")) != root or not root:
                yield f"{place}.{number}", reply


def _threaded(posts: list[Post], faults: Faults) -> Iterator[Post]:
    """Put each thread after the message that began it, or where its first reply stands."""
    ids = {post.id for post in posts}
    threads: dict[str, list[Post]] = {}
    for post in posts:
        if post.thread:
            threads.setdefault(post.thread, []).append(post)
    for post in posts:
        if not post.thread:
            yield post
            yield from _once(threads.get(post.id, []), faults)
        elif post.thread not in ids and threads[post.thread][0] is post:
            yield from _once(threads[post.thread], faults)


def _once(replies: list[Post], faults: Faults) -> Iterator[Post]:
    """Leave out the copy that "also send to channel" makes of a reply."""
    own = {_words(post) for post in replies if post.record.get("subtype") not in _BROADCASTS}
    for post in replies:
        if post.record.get("subtype") in _BROADCASTS and _words(post) in own:
            faults.add("duplicate-message", "a message that was read before; left out", post.place)
        else:
            yield post


def _words(post: Post) -> tuple[str, str]:
    return text_of(post.record.get("user")), text_of(post.record.get("text"))
