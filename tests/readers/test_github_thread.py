"""GitHub's issues and pull requests, as each of its interfaces writes them."""
# ruff: noqa: E501

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graphpack.model.conversation import Attachment, Conversation, Image, Role, Text
from graphpack.readers import read

from .thread_records import comment, dumped, issue, lines


def one(value: object) -> Conversation:
    (found,) = read(dumped(value))
    assert found.source.format == "github-thread"
    return found


def said(found: Conversation) -> list[tuple[str | None, str]]:
    return [(message.author, message.text) for message in found.messages]


ISSUE = issue(comments=2)
COMMENTS = [comment("bob", "Which gauge?", 2), comment("ada", "The red one.", 3)]
WHOLE = [("ada", "It leaks."), ("bob", "Which gauge?"), ("ada", "The red one.")]


@pytest.mark.parametrize(
    "raw",
    [
        dumped({"issue": ISSUE, "comments": COMMENTS}),
        dumped({**ISSUE, "comments": COMMENTS}),
        dumped([ISSUE, *COMMENTS]),
        dumped([ISSUE, COMMENTS]),
        lines(ISSUE, *COMMENTS),
    ],
    ids=["wrapped", "inside", "list", "two lists", "lines"],
)
def test_an_issue_and_its_comments_wherever_they_stand(raw: bytes) -> None:
    (found,) = read(raw)
    assert said(found) == WHOLE
    assert (found.id, found.title) == ("tide/gauge#7", "The gauge leaks")
    assert {message.role for message in found.messages} == {Role.USER}
    assert not found.notices


def test_files_of_a_folder_are_put_together(tmp_path: Path) -> None:
    (tmp_path / "comments.json").write_bytes(dumped(COMMENTS))
    (tmp_path / "issue.json").write_bytes(dumped(ISSUE))
    (found,) = read(tmp_path)
    assert said(found) == WHOLE


def test_threads_of_one_list_keep_their_own_comments() -> None:
    other = json.loads(
        json.dumps([ISSUE, *COMMENTS]).replace("issues/7", "issues/8").replace("red", "blue")
    )
    first, second = read(dumped([ISSUE, other[0], *COMMENTS, *other[1:]]))
    assert (said(first), len(second.messages)) == (WHOLE, 3)
    assert said(second)[2] == ("ada", "The blue one.")


def test_missing_comments_are_told() -> None:
    found = one(ISSUE)
    assert [notice.message for notice in found.notices] == [
        "2 of its 2 comments are not in the file"
    ]


GH: dict[str, Any] = {
    "number": 7, "title": "The gauge leaks", "body": "", "author": {"login": "ada", "is_bot": False},
    "url": "https://github.com/tide/gauge/pull/7", "state": "MERGED", "mergedAt": "2026-01-09T00:00:00Z",
    "comments": [
        {"author": {"login": "bob"}, "authorAssociation": "OWNER", "body": "Ship it", "createdAt": "2026-01-03T00:00:00Z", "isMinimized": False, "minimizedReason": ""},
        {"author": {"login": "spam"}, "authorAssociation": "NONE", "body": "Buy", "createdAt": "2026-01-03T00:00:00Z", "isMinimized": True, "minimizedReason": "spam"},
    ],
    "reviews": [
        {"author": {"login": "cleo"}, "body": "", "state": "APPROVED", "submittedAt": "2026-01-02T00:00:00Z"},
        {"author": {"login": "dov"}, "body": "", "state": "COMMENTED", "submittedAt": "2026-01-02T00:00:00Z"},
    ],
}  # fmt: skip


def test_gh_json_by_time_with_verdicts_and_the_end() -> None:
    found = one(GH)
    assert said(found) == [("cleo", "[approved]"), ("bob", "Ship it"), (None, "state: merged")]
    assert found.messages[-1].role is Role.SYSTEM
    assert [notice.code for notice in found.notices] == ["hidden-message"]


def test_graphql_with_review_threads() -> None:
    note = {
        "author": {"login": "bob"},
        "body": "Why 3?",
        "createdAt": "2026-01-02T00:00:00Z",
        "diffHunk": "@@ -1 +1 @@\n-2\n+3",
    }
    answer = {"author": None, "body": "Measured.", "createdAt": "2026-01-03T00:00:00Z"}
    pull = {
        "title": "Raise it", "body": "To 3 m.", "author": {"login": "ada"}, "createdAt": "2026-01-01T00:00:00Z", "number": 9, "state": "OPEN",
        "comments": {"totalCount": 1, "edges": [{"node": answer}]},
        "reviewThreads": {"nodes": [{"path": "gauge.py", "comments": {"nodes": [note]}}]},
    }  # fmt: skip
    found = one({"data": {"repository": {"pullRequest": pull}}})
    assert said(found) == [("ada", "To 3 m."), ("bob", "Why 3?"), (None, "Measured.")]
    assert found.messages[1].parts[0] == Attachment("gauge.py", "@@ -1 +1 @@\n-2\n+3")


def test_rest_review_comments_stand_with_their_lines_and_only_once() -> None:
    note = comment(
        "bob", "Why 3?", 2, path="gauge.py", diff_hunk="@@ -1 +1 @@", pull_request_review_id=5
    )
    found = one({"pull_request": issue(), "review_comments": [note], "comments": [note]})
    assert len(found.messages) == 2
    assert found.messages[1].parts == (Attachment("gauge.py", "@@ -1 +1 @@"), Text("Why 3?"))


def test_a_quote_is_not_the_repliers_word() -> None:
    found = one(
        {
            "issue": issue("We take the red gauge."),
            "comments": [comment("bob", "> We take the red gauge.\n\nNo.")],
        }
    )
    assert said(found)[1] == ("bob", "No.")
    assert not found.notices
    found = one(
        {"issue": issue(), "comments": [comment("bob", "> The manual says it never leaks.\n\nNo.")]}
    )
    assert said(found)[1] == ("bob", "No.")
    assert [notice.code for notice in found.notices] == ["quoted-text"]


def test_templates_folds_and_pictures() -> None:
    body = (
        "<!-- describe\n> the bug -->\nIt leaks.\n\n<details>\n<summary>Full <b>log</b></summary>\n\n```\n"
        "</details> <!-- in code -->\n```\n</details>\n\n<img width=3 alt='the leak' src='x'>\n"
        "Write `<details>` and\n```html\n<!-- kept -->\n```"
    )
    parts = one(issue(body)).messages[0].parts
    assert parts[0] == Text("It leaks.\n\nWrite `<details>` and\n```html\n<!-- kept -->\n```")
    assert parts[1] == Attachment("Full log", "```\n</details> <!-- in code -->\n```")
    assert parts[2] == Image(None, "the leak")


def test_an_empty_body_is_no_message() -> None:
    assert said(one({"issue": issue(None), "comments": COMMENTS})) == WHOLE[1:]


@pytest.mark.parametrize(
    "person",
    [{"login": "ci[bot]"}, {"login": "ci", "type": "Bot"}, {"login": "ci", "is_bot": True}],
)
def test_reports_of_bots_are_left_out_and_counted(person: dict[str, Any]) -> None:
    report = comment("x", "coverage 81 %", 4, user=person)
    found = one({"issue": issue(), "comments": [*COMMENTS, report]})
    assert said(found) == WHOLE
    assert [(notice.code, notice.count) for notice in found.notices] == [("bot-message", 1)]


def test_a_model_that_answers_is_an_assistant() -> None:
    found = one({"issue": issue(), "comments": [comment("copilot[bot]", "Try the blue one.")]})
    assert (found.messages[1].role, found.messages[1].author) == (Role.ASSISTANT, "copilot")


def test_how_an_issue_was_closed() -> None:
    found = one(issue(state="closed", state_reason="not_planned", closed_at="2026-01-05T00:00:00Z"))
    last = found.messages[-1]
    assert (last.role, last.text) == (Role.SYSTEM, "state: closed (not planned)")
    assert last.at is not None


def test_comments_alone_are_a_thread() -> None:
    found = one(COMMENTS)
    assert (found.id, said(found)) == ("tide/gauge#7", WHOLE[1:])
