"""GitHub's posts as its three interfaces write them: REST, GraphQL and the ``gh`` command.

An issue or pull request is the opening post; comments, reviews and review comments answer it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graphpack.readers.html_text import html_to_text
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of

_PEOPLE_KEYS = ("user", "author", "actor")
_TIME_KEYS = (
    "created_at", "createdAt", "submitted_at", "submittedAt", "publishedAt", "updated_at",
    "updatedAt",
)  # fmt: skip
_THREAD_SIGNS = frozenset(
    {
        "author_association", "authorAssociation", "baseRefName", "comments_url", "diff_url",
        "events_url", "headRefName", "html_url", "isDraft", "labels", "merged", "mergedAt",
        "merged_at", "number", "pull_request", "repository_url", "state", "stateReason",
        "state_reason", "url",
    }
)  # fmt: skip
_COMMENT_SIGNS = frozenset(
    {
        "authorAssociation", "author_association", "commit_id", "diffHunk", "diff_hunk",
        "isMinimized", "issue_url", "minimizedReason", "performed_via_github_app",
        "pull_request_review_id", "pull_request_url", "submittedAt", "submitted_at",
    }
)  # fmt: skip
_LISTS = (
    "comments", "comments_data", "issue_comments", "commentsList", "reviews", "reviewThreads",
    "review_threads", "review_comments", "reviewComments", "timeline", "timelineItems", "replies",
    "discussion_comments", "commits_comments",
)  # fmt: skip
_VERDICTS = {
    "APPROVED": "[approved]",
    "CHANGES_REQUESTED": "[changes requested]",
    "DISMISSED": "[review dismissed]",
}
_ASSISTANTS = (
    "claude", "copilot", "coderabbit", "codex", "cursor", "devin", "gemini", "chatgpt", "sourcery",
    "greptile", "sweep", "openhands", "jules",
)  # fmt: skip
_HIDDEN = frozenset({"abuse", "off-topic", "off_topic", "spam", ""})
_MAX_DEPTH = 4


@dataclass(frozen=True, slots=True)
class Post:
    """One post.

    Args:
        author: Login; None for a deleted account.
        is_bot: It says so itself, or its login does.
        body: Markdown.
        at: When it was posted.
        id: The interface's id.
        path: File that a review comment is about.
        hunk: The lines of the change it is about.
        is_hidden: Minimised as spam or off topic.
    """

    author: str | None
    is_bot: bool
    body: str
    at: datetime | None
    id: str | None = None
    path: str | None = None
    hunk: str = ""
    is_hidden: bool = False

    @property
    def is_assistant(self) -> bool:
        """Tell a bot that answers with a model from one that reports what a program did."""
        name = (self.author or "").lower()
        return self.is_bot and any(word in name for word in _ASSISTANTS)


def is_thread(value: Any) -> bool:
    """Tell an issue, pull request or discussion."""
    record = dict_of(value)
    if not isinstance(record.get("title"), str) or "body" not in record:
        return False
    if not isinstance(record["body"], str | None) or "post_stream" in record:
        return False
    is_written = any(_is_person(record.get(key)) for key in _PEOPLE_KEYS)
    signs = len(_THREAD_SIGNS & record.keys())
    has_posts = any(_items(record.get(key)) for key in _LISTS)
    return (is_written and signs >= 2) or (has_posts and any(map(is_comment, posts_in(record))))


def is_comment(value: Any) -> bool:
    """Tell a comment, a review or a review comment by itself."""
    record = dict_of(value)
    if "title" in record or not isinstance(record.get("body", 0), str | None):
        return False
    if not any(key in record for key in _PEOPLE_KEYS):
        return False
    if not _COMMENT_SIGNS.isdisjoint(record):
        return True
    is_listed = "createdAt" in record and _is_person(record.get("author"))
    return is_listed or "#issuecomment" in text_of(record.get("html_url"))


def _is_person(value: Any) -> bool:
    return isinstance(dict_of(value).get("login"), str)


def posts_in(record: dict[str, Any], depth: int = 0) -> Iterator[dict[str, Any]]:
    """List what answers a thread, in the lists of any interface, review threads opened up."""
    if depth > _MAX_DEPTH:
        return
    for key in _LISTS:
        for item in _items(record.get(key)):
            inner = dict_of(item)
            if "body" in inner or "bodyText" in inner or "state" in inner:
                yield inner
            yield from posts_in(_with_path(inner), depth + 1)


def _with_path(record: dict[str, Any]) -> dict[str, Any]:
    """Give the path of a review thread to its comments."""
    path = record.get("path")
    if not isinstance(path, str):
        return record
    comments = [{"path": path, **item} for item in map(dict_of, _items(record.get("comments")))]
    return {**record, "comments": comments}


def _items(value: Any) -> list[Any]:
    """List the items of a list, of GraphQL's ``nodes`` or of its ``edges``."""
    if isinstance(value, list):
        return value
    record = dict_of(value)
    nodes = list_of(record.get("nodes"))
    return nodes or [dict_of(edge).get("node") for edge in list_of(record.get("edges"))]


def total_of(record: dict[str, Any]) -> tuple[int, int]:
    """Say how many comments a thread claims to have, and how many of them are here."""
    claimed = record.get("comments")
    if isinstance(claimed, dict):
        claimed = claimed.get("totalCount", claimed.get("total_count"))
    here = len(_items(record.get("comments"))) or len(_items(record.get("comments_data")))
    return (claimed if isinstance(claimed, int) and 0 <= claimed < 1 << 40 else 0), here


def read_post(record: dict[str, Any]) -> Post:
    """Read one post of any interface.

    Args:
        record: An issue, a comment, a review.

    Returns:
        The post; a review's verdict stands where its words would, if it has none.

    Source:
        GitHub REST API 2022-11-28, GraphQL API and ``gh`` 2, as of 2026.
    """
    person = next((record[key] for key in _PEOPLE_KEYS if record.get(key)), None)
    login = name_of(dict_of(person).get("login")) or name_of(person)
    body = text_of(record.get("body")) or text_of(record.get("bodyText"))
    if not body.strip() and isinstance(record.get("bodyHTML"), str):
        body = html_to_text(record["bodyHTML"])
    state = text_of(record.get("state")).upper()
    if not body.strip() and "title" not in record:
        body = _VERDICTS.get(state, "")
    reason = text_of(record.get("minimizedReason")).lower()
    own = record.get("id")
    return Post(
        author=login.removesuffix("[bot]") if login else None,
        is_bot=_is_bot(dict_of(person), login),
        body=body,
        at=next((at for key in _TIME_KEYS if (at := time_of(record.get(key)))), None),
        id=str(own)[:80] if isinstance(own, int | str) and own else None,
        path=name_of(record.get("path")),
        hunk=text_of(record.get("diff_hunk")) or text_of(record.get("diffHunk")),
        is_hidden=record.get("isMinimized") is True and reason in _HIDDEN,
    )


def _is_bot(person: dict[str, Any], login: str | None) -> bool:
    return (
        person.get("type") == "Bot"
        or person.get("__typename") == "Bot"
        or person.get("is_bot") is True
        or bool(login and login.endswith("[bot]"))
    )
