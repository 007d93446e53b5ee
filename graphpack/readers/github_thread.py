"""GitHub's issues, pull requests and discussions, each with its comments and reviews."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any, ClassVar

from graphpack.model.conversation import (
    Attachment,
    Conversation,
    ConversationSource,
    Part,
    Role,
    Text,
)
from graphpack.patterns import compiled
from graphpack.readers.assembly import Draft, Label, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.faults import Faults
from graphpack.readers.github_posts import (
    Post,
    is_comment,
    is_thread,
    posts_in,
    read_post,
    total_of,
)
from graphpack.readers.github_text import read_body
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of
from graphpack.readers.probe import probe as look
from graphpack.readers.said import Said
from graphpack.readers.values import iter_values, or_read_error, probed_values

_THREAD_KEYS = ("issue", "pull_request", "pullRequest", "pull", "pr", "discussion")
_URL_KEYS = ("issue_url", "pull_request_url", "html_url", "url")
_HOME = compiled(
    r"(?:repos/|github\.com/)?([\w.-]{1,100}/[\w.-]{1,100})/(?:issues|pulls?|discussions)/(\d{1,12})"
)
_MAX_DEPTH = 6


class Reader:
    """Reads a thread with its comments, wherever the interface put them."""

    name: ClassVar[str] = "github-thread"
    about: ClassVar[str] = "GitHub issue, pull request or discussion: REST, GraphQL or gh --json"
    facts: ClassVar[Facts] = Facts(
        where="`gh issue view N --json title,body,author,comments`, `gh pr view`, answers of the "
        "REST and GraphQL interfaces, saved together or side by side",
        keeps="logins as authors, reviews and their verdicts, the lines a review comment is about, "
        "folded sections as attachments, how it ended",
        drops="reports of bots, quotes of what stands above, template comments, reactions, events",
        checked="the interfaces' documentation as of 2026",
        sign="`title` and `body` with comments of `user` or `author`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim threads and comments with GitHub's own keys."""
        values = probed_values(probe)
        if any(True for value in values for _ in _found(value, 0)):
            return Certainty.SURE
        comments = sum(1 for value in _flat(values) if is_comment(value))
        return Certainty.SURE if comments * 2 > len(_flat(values)) else Certainty.NO

    def gather(self, sources: Sequence[Opened]) -> list[Opened]:
        """Put a folder's lists of comments under its only thread."""
        kinds = [(source, _holds_thread(source)) for source in sources]
        folders: dict[PurePosixPath, list[Opened]] = {}
        for source, is_main in kinds:
            if is_main:
                folders.setdefault(PurePosixPath(source.name).parent, []).append(source)
        members: dict[str, list[Opened]] = {}
        roots: list[Opened] = []
        for source, is_main in kinds:
            mains = folders.get(PurePosixPath(source.name).parent, [])
            if not is_main and len(mains) == 1:
                members.setdefault(mains[0].name, []).append(source)
            else:
                roots.append(source)
        return [replace(root, members=tuple(members.get(root.name, ()))) for root in roots]

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield one conversation for each thread."""
        faults = Faults(source.name)
        found = _conversations(source, faults)
        return or_read_error(found, source, faults, what="thread of GitHub")


@dataclass(slots=True)
class _Thread:
    head: dict[str, Any]
    posts: list[dict[str, Any]] = field(default_factory=list)
    home: str | None = None


def _flat(values: Sequence[Any]) -> list[Any]:
    return [item for value in values for item in (value if isinstance(value, list) else [value])]


def _holds_thread(source: Opened) -> bool:
    return any(True for value in probed_values(look(source)) for _ in _found(value, 0))


def _found(value: Any, depth: int) -> Iterator[_Thread]:
    """Find threads in an answer: at its top, beside their comments, or deep in GraphQL's data."""
    if is_thread(value):
        yield _Thread(value, list(posts_in(value)), _home(value))
        return
    record = dict_of(value)
    for key in _THREAD_KEYS:
        head = dict_of(record.get(key))
        if is_thread(head):
            posts = [*posts_in(head), *posts_in(record)]
            yield _Thread(head, posts, _home(head))
            return
    if depth < _MAX_DEPTH:
        inner = list_of(value) if isinstance(value, list) else list(record.values())
        for item in inner:
            if isinstance(item, dict | list):
                yield from _found(item, depth + 1)


def _home(record: dict[str, Any]) -> str | None:
    """Name the thread that a thread or comment belongs to: ``owner/name#7``."""
    for key in _URL_KEYS:
        found = _HOME.search(text_of(record.get(key))[:400])
        if found:
            return f"{found[1]}#{found[2]}"
    return None


def _conversations(source: Opened, faults: Faults) -> Iterator[Conversation]:
    waiting: list[_Thread] = []
    comments: list[dict[str, Any]] = []
    for item in (source, *source.members):
        for number, value in iter_values(replace(item, members=()), faults):
            threads = list(_found(value, 0))
            for thread in threads:
                claimed, here = total_of(thread.head)
                if source.members or claimed > here or not thread.posts:
                    waiting.append(thread)  # its comments may be anywhere in the source
                else:
                    yield from _conversation(thread, source)
            if not threads:
                loose = [dict_of(post) for post in _flat([value]) if is_comment(post)]
                comments.extend(loose)
                if not loose and value != []:
                    faults.add(
                        "broken-record", "neither thread nor comment; left out", number or None
                    )
    for thread in _joined(waiting, comments):
        yield from _conversation(thread, source)


def _joined(threads: list[_Thread], comments: list[dict[str, Any]]) -> list[_Thread]:
    """Give each comment to its thread; those of none make one of their own."""
    by_home = {thread.home: thread for thread in threads if thread.home}
    found = list(threads)
    for comment in comments:
        home = _home(comment)
        thread = by_home.get(home) if home else None
        if thread is None and len(threads) == 1 and (home is None or threads[0].home is None):
            thread = threads[0]
        if thread is None:
            thread = by_home.get(home or "")
        if thread is None:
            thread = by_home[home or ""] = _Thread({}, home=home)
            found.append(thread)
        thread.posts.append(comment)
    return found


def _conversation(thread: _Thread, source: Opened) -> Iterator[Conversation]:
    number = thread.head.get("number")
    label_id = thread.home or (f"#{number}" if isinstance(number, int) else None)
    faults = Faults(f"{source.name}:{label_id}" if label_id else source.name)
    claimed, here = total_of(thread.head)
    missing = claimed - max(here, len(thread.posts))
    if missing > 0:
        faults.add("incomplete-thread", f"{missing} of its {claimed} comments are not in the file")
    label = Label(label_id, name_of(thread.head.get("title")))
    origin = ConversationSource(source.name, Reader.name)
    found = conversation(_drafts(thread, faults), origin, faults, label)
    if found:
        yield found


def _drafts(thread: _Thread, faults: Faults) -> Iterator[Draft]:
    posts = [read_post(record) for record in thread.posts]
    seen: set[tuple[str, str]] = set()
    if all(post.at for post in posts):  # comments and reviews come in lists of their own
        posts.sort(key=lambda post: post.at.timestamp() if post.at else 0.0)
    said = Said()
    if thread.head:
        yield from _draft(read_post(thread.head), said, faults, is_opening=True)
    for post in posts:
        key = (post.id or f"{post.author} {post.at}", post.body)
        if (post.id or post.at) and key in seen:
            continue  # a comment listed under its review and by itself
        seen.add(key)
        yield from _draft(post, said, faults)
    yield from _end(thread.head)


def _draft(post: Post, said: Said, faults: Faults, *, is_opening: bool = False) -> Iterator[Draft]:
    if post.is_hidden:
        faults.add("hidden-message", "a comment hidden as spam or off topic; left out", post.id)
        return
    if post.is_bot and not post.is_assistant and not is_opening:
        faults.add("bot-message", "a bot's report; left out", post.author)
        return
    body = read_body(post.body)
    for quote in body.quotes:
        if not said.knows(quote.text):
            faults.add("quoted-text", "quoted words that stand nowhere in the thread; left out")
    parts: list[Part] = list(body.parts)
    if post.path:
        parts.insert(0, Attachment(post.path, post.hunk))
    if not any(isinstance(part, Text) for part in parts) and not body.parts:
        return
    said.add(post.body)
    role = Role.ASSISTANT if post.is_bot else Role.USER
    yield Draft(role, tuple(parts), post.at, post.author, source_id=post.id)


def _end(head: dict[str, Any]) -> Iterator[Draft]:
    """Say how a thread ended, as the page shows it below the last comment."""
    state = text_of(head.get("state")).lower()
    at = next(
        (
            at
            for key in ("merged_at", "mergedAt", "closed_at", "closedAt")
            if (at := time_of(head.get(key)))
        ),
        None,
    )
    is_merged = head.get("merged") is True or any(head.get(k) for k in ("merged_at", "mergedAt"))
    if not is_merged and state not in ("closed", "merged"):
        return
    reason = text_of(head.get("state_reason")) or text_of(head.get("stateReason"))
    words = "merged" if is_merged or state == "merged" else "closed"
    reason = f" ({reason.lower().replace('_', ' ')})" if reason and words == "closed" else ""
    yield Draft(Role.SYSTEM, (Text(f"state: {words}{reason}"),), at)
