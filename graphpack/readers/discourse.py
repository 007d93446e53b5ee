"""Discourse: a topic as its JSON address gives it, posts in HTML with quotes of one another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from graphpack.model.conversation import Conversation, ConversationSource, Image, Part, Role, Text
from graphpack.patterns import compiled
from graphpack.readers.assembly import Draft, Label, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.faults import Faults
from graphpack.readers.html_text import attributes_of, html_to_text
from graphpack.readers.loose import dict_of, list_of, name_of, plain, text_of, time_of
from graphpack.readers.probe import probe as look
from graphpack.readers.replies import Quote, split_reply
from graphpack.readers.said import Said
from graphpack.readers.values import iter_values, or_read_error, probed_values

_WRAPPERS = frozenset({"topics"})
_ASIDE = compiled(r"<(?P<close>/?)aside\b(?P<rest>[^<>]{0,2000})>", re.IGNORECASE)
_META = compiled(r'<div class="meta">(?:(?!</div>).){0,2000}</div>', re.DOTALL)
_QUOTE_TITLE = compiled(r'<div class="title">(?:(?!</div>).){0,2000}</div>', re.DOTALL)
_IMAGE = compiled(r"<img\b([^<>]{0,3000})>", re.IGNORECASE)
_RAW_QUOTE = compiled(r"\[(?P<close>/?)quote(?:=(?P<who>[^\]\n]{0,200}))?\]", re.IGNORECASE)
_SMALL_ACTION = 3


class Reader:
    """Reads ``{"title", "post_stream": {"posts": […]}}``."""

    name: ClassVar[str] = "discourse"
    about: ClassVar[str] = "Discourse topic (its .json address)"
    facts: ClassVar[Facts] = Facts(
        where="a topic's address with `.json` behind it",
        keeps="user names as authors, code, links, how many posts are missing",
        drops="quotes of earlier posts, link previews, closing and moving, hidden posts, likes",
        checked="topics of 2024-2026",
        sign="`post_stream` with `posts`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim topics by their stream of posts."""
        values = probed_values(probe, wrappers=_WRAPPERS)
        return Certainty.SURE if any(_is_topic(value) for value in values) else Certainty.NO

    def gather(self, sources: Sequence[Opened]) -> list[Opened]:
        """Put the pages of one topic, which hold twenty posts each, under its first."""
        roots: list[Opened] = []
        places: dict[str, int] = {}
        for source in sources:
            key = next((_topic_id(value) for value in probed_values(look(source))), None)
            if key is None or key not in places:
                if key is not None:
                    places[key] = len(roots)
                roots.append(source)
                continue
            root = roots[places[key]]
            roots[places[key]] = replace(root, members=(*root.members, source))
        return roots

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield one conversation for each topic."""
        faults = Faults(source.name)
        found = _conversations(source, faults)
        return or_read_error(found, source, faults, what="topic of Discourse")


@dataclass(frozen=True, slots=True)
class _Body:
    text: str
    quotes: tuple[Quote, ...]
    images: tuple[Image, ...]


def _is_topic(value: Any) -> bool:
    posts = dict_of(dict_of(value).get("post_stream")).get("posts")
    return isinstance(posts, list)


def _conversations(source: Opened, faults: Faults) -> Iterator[Conversation]:
    for number, topic in _topics(source, faults):
        own = Faults(f"{source.name}:{number}" if number else source.name)
        topic_id = topic.get("id")
        label = Label(
            str(topic_id) if isinstance(topic_id, int) and abs(topic_id) < 1 << 62 else None,
            name_of(topic.get("title")),
            time_of(topic.get("created_at")),
        )
        origin = ConversationSource(source.name, Reader.name)
        found = conversation(_drafts(topic, own), origin, own, label)
        if found:
            yield found
        else:
            faults.add("empty-conversation", "nothing readable in it; left out", number or None)


def _topic_id(value: Any) -> str | None:
    """Name a topic by its posts: a page beyond the first has no id of its own."""
    posts = list_of(dict_of(dict_of(value).get("post_stream")).get("posts"))
    found = dict_of(posts[0]).get("topic_id") if posts else None
    return str(found)[:40] if isinstance(found, int) else None


def _topics(source: Opened, faults: Faults) -> Iterator[tuple[int, dict[str, Any]]]:
    """Read the topics, the pages of one that follow each other joined."""
    first, pages = 0, list[dict[str, Any]]()
    for item in (source, *source.members):
        for number, value in iter_values(replace(item, members=()), faults, wrappers=_WRAPPERS):
            if not _is_topic(value):
                faults.add("broken-record", "not a topic with posts; left out", number or None)
                continue
            key = _topic_id(value)
            if pages and (key is None or key != _topic_id(pages[0])):
                yield first, _joined(pages)
                pages = []
            first = first if pages else number
            pages.append(value)
    if pages:
        yield first, _joined(pages)


def _joined(pages: list[dict[str, Any]]) -> dict[str, Any]:
    """Join the pages of a topic, each post once, by their numbers."""
    if len(pages) == 1:
        return pages[0]
    streams = [page["post_stream"] for page in pages]
    posts = [dict_of(post) for stream in streams for post in stream["posts"]]
    kept = list({str(post.get("id")): post for post in posts}.values())
    if all(isinstance(post.get("post_number"), int) for post in kept):
        kept.sort(key=lambda post: int(post["post_number"]))
    listed: list[Any] = next((stream["stream"] for stream in streams if stream.get("stream")), [])
    whole = {key: page[key] for page in reversed(pages) for key in page}
    return {**whole, "post_stream": {"posts": kept, "stream": listed}}


def _drafts(topic: dict[str, Any], faults: Faults) -> Iterator[Draft]:
    """Read the posts.

    Source:
        Discourse, ``/t/ID.json`` as of 2024-2026.
    """
    stream = dict_of(topic["post_stream"])
    posts = list_of(stream["posts"])
    missing = len(list_of(stream.get("stream"))) - len(posts)
    if missing > 0:
        faults.add("incomplete-thread", f"{missing} posts are listed, but not in the file")
    said = Said()
    for number, value in enumerate(posts, start=1):
        post = dict_of(value)
        if not isinstance(post.get("cooked"), str) and not isinstance(post.get("raw"), str):
            if value is not None:
                faults.add("broken-record", "a post without text; left out", number)
            continue
        if post.get("post_type") == _SMALL_ACTION or post.get("action_code"):
            faults.add("system-line", "a topic closed, moved, pinned …; left out", number)
            continue
        if any(post.get(key) for key in ("hidden", "user_deleted", "deleted_at")):
            faults.add("hidden-message", "a hidden or deleted post; left out", number)
            continue
        yield from _draft(post, said, faults, number)


def _draft(post: dict[str, Any], said: Said, faults: Faults, number: int) -> Iterator[Draft]:
    body = _cooked(post["cooked"]) if isinstance(post.get("cooked"), str) else _raw(post["raw"])
    at = time_of(post.get("created_at"))
    for quote in body.quotes:
        if said.knows(quote.text):
            continue
        if quote.author:  # from another topic, or a post that is missing
            yield Draft(Role.USER, (Text(quote.text),), author=quote.author)
            said.add(quote.text)
        else:
            faults.add("quoted-text", "quoted words that stand nowhere in the thread; left out")
    said.add(body.text)
    parts: tuple[Part, ...] = (Text(body.text),) if body.text.strip() else ()
    author = name_of(post.get("username")) or name_of(post.get("name"))
    post_id = post.get("id")
    source_id = str(post_id) if isinstance(post_id, int) and abs(post_id) < 1 << 62 else None
    if parts or body.images:
        yield Draft(Role.USER, (*parts, *body.images), at, author, source_id=source_id)
    else:
        faults.add("empty-message", "a post without words of its own; left out", number)


def _cooked(cooked: str) -> _Body:
    """Take a post's HTML apart: its own, what it quotes, its pictures."""
    own, quotes = _without_asides(cooked)
    own = _META.sub("", own)
    images = []
    for tag in _IMAGE.finditer(own):
        attributes = attributes_of(tag[1])
        kind = attributes.get("class", "")
        if "emoji" not in kind and "avatar" not in kind and "favicon" not in kind:
            images.append(Image(None, name_of(attributes.get("alt"))))
    reply = split_reply(html_to_text(own), is_mail=False)
    return _Body(reply.text, (*quotes, *reply.quotes), tuple(images))


def _without_asides(cooked: str) -> tuple[str, list[Quote]]:
    """Cut quotes and link previews out; of a preview its address stays."""
    kept: list[str] = []
    quotes: list[Quote] = []
    depth = at = start = 0
    rest = ""
    for tag in _ASIDE.finditer(cooked):
        if not tag["close"]:
            if depth == 0:
                kept.append(cooked[at : tag.start()])
                start, rest = tag.end(), tag["rest"]
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0:
                at = tag.end()
                kept.append(_aside(rest, cooked[start : tag.start()], quotes))
    if depth:  # never closed: what is in it is kept
        at = start
    kept.append(cooked[at:])
    return "".join(kept), quotes


def _aside(rest: str, inner: str, quotes: list[Quote]) -> str:
    attributes = attributes_of(rest)
    if "quote" in attributes.get("class", "").split():
        text = html_to_text(_QUOTE_TITLE.sub("", inner))
        lines = (line.removeprefix("> ").removeprefix(">") for line in text.split("\n"))
        words = "\n".join(line for line in lines if not line.startswith(">")).strip()
        if words:
            quotes.append(Quote(name_of(attributes.get("data-username")), words))
        return ""
    address = attributes.get("data-onebox-src", "")
    return f"<p>{address}</p>" if address.startswith("http") else ""


def _raw(raw: str) -> _Body:
    """Take a post's Markdown apart: quotes stand in brackets there."""
    raw = plain(raw)
    kept: list[str] = []
    quotes: list[Quote] = []
    depth = at = start = 0
    who = ""
    for tag in _RAW_QUOTE.finditer(raw):
        if not tag["close"]:
            if depth == 0:
                kept.append(raw[at : tag.start()])
                start, who = tag.end(), text_of(tag["who"])
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0:
                at = tag.end()
                author = name_of(who.strip("\"' ").split(",")[0])
                quotes.append(Quote(author, raw[start : tag.start()].strip()))
    kept.append(raw[start if depth else at :])
    reply = split_reply("".join(kept), is_mail=False)
    return _Body(reply.text.strip(), (*quotes, *reply.quotes), ())
