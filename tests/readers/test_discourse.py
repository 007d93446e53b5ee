"""Discourse topics: posts in HTML that quote one another."""
# ruff: noqa: E501

from __future__ import annotations

from pathlib import Path

from graphpack.model.conversation import Conversation, Image
from graphpack.readers import read

from .thread_records import dumped, post, topic


def one(value: object) -> Conversation:
    (found,) = read(dumped(value))
    assert found.source.format == "discourse"
    return found


def said(found: Conversation) -> list[tuple[str | None, str]]:
    return [(message.author, message.text) for message in found.messages]


def quote(who: str, words: str) -> str:
    return (
        f'<aside class="quote no-group" data-username="{who}" data-post="1"><div class="title">'
        f'<img class="avatar" src="x"> {who}:</div><blockquote><p>{words}</p></blockquote></aside>'
    )


def test_posts_keep_their_authors_and_code() -> None:
    code = '<p>Use <strong>blue</strong>:</p><pre><code class="lang-python">a &lt; b</code></pre>'
    found = one(topic(post(1, "ann", "<p>Which gauge?</p>"), post(2, "ben", code)))
    assert said(found) == [("ann", "Which gauge?"), ("ben", "Use blue:\n\n```python\na < b\n```")]
    assert (found.id, found.title) == ("41", "Which gauge?")
    assert found.messages[0].at is not None


def test_a_quote_of_a_post_above_is_dropped() -> None:
    found = one(
        topic(
            post(1, "ann", "<p>Which gauge?</p>"),
            post(2, "ben", quote("ann", "Which gauge?") + "<p>Blue.</p>"),
        )
    )
    assert said(found) == [("ann", "Which gauge?"), ("ben", "Blue.")]


def test_a_quote_from_elsewhere_is_its_authors() -> None:
    found = one(
        topic(post(1, "ben", quote("cleo", "The red gauge leaks badly.") + "<p>So blue.</p>"))
    )
    assert said(found) == [("cleo", "The red gauge leaks badly."), ("ben", "So blue.")]


def test_posts_in_markdown() -> None:
    raw = '[quote="ann, post:1, topic:41"]\nWhich gauge?\n[/quote]\n\nBlue.'
    found = one(
        topic(
            post(1, "ann", "<p>Which gauge?</p>"),
            {**post(2, "ben", ""), "cooked": None, "raw": raw},
        )
    )
    assert said(found)[1] == ("ben", "Blue.")


def test_previews_emoji_and_pictures() -> None:
    cooked = (
        '<p>See <img class="emoji" alt=":tide:" src="e"></p><aside class="onebox" '
        'data-onebox-src="https://tide.example/x"><article>Somebody else wrote this.</article></aside>'
        '<div class="lightbox-wrapper"><a href="u"><img alt="leak" src="x"><div class="meta">'
        '<span class="filename">leak</span><span>690×388 58 KB</span></div></a></div>'
    )
    (message,) = one(topic(post(1, "ann", cooked))).messages
    assert message.text == "See :tide:\n\nhttps://tide.example/x"
    assert message.parts[1:] == (Image(None, "leak"),)


def test_closing_and_hidden_posts_and_missing_ones_are_counted() -> None:
    posts = [
        post(1, "ann", "<p>a</p>"),
        post(2, "system", "<p>closed</p>", post_type=3, action_code="closed.enabled"),
        post(3, "spam", "<p>b</p>", hidden=True),
    ]
    found = one(topic(*posts, stream=[1, 2, 3, 4, 5]))
    assert said(found) == [("ann", "a")]
    assert [(n.code, n.count) for n in found.notices] == [
        ("incomplete-thread", 1), ("system-line", 1), ("hidden-message", 1),
    ]  # fmt: skip
    assert found.notices[0].message.startswith("2 posts")


def pages() -> list[dict]:
    first = topic(post(1, "ann", "<p>a</p>", topic_id=41), post(2, "ben", "<p>b</p>", topic_id=41))
    first["post_stream"]["stream"] = [1, 2, 3]
    last = [post(3, "ann", "<p>c</p>", topic_id=41), post(2, "ben", "<p>b</p>", topic_id=41)]
    return [first, {"post_stream": {"posts": last}}]


def test_the_pages_of_a_topic_are_put_together(tmp_path: Path) -> None:
    whole = [("ann", "a"), ("ben", "b"), ("ann", "c")]
    found = one(pages())
    assert (said(found), found.title, found.notices) == (whole, "Which gauge?", ())
    for number, page in enumerate(reversed(pages())):  # the page with the title may come last
        (tmp_path / f"{number}.json").write_bytes(dumped(page))
    (tmp_path / "x.json").write_bytes(dumped(topic(post(9, "zed", "<p>z</p>", topic_id=42))))
    first, second = read(tmp_path)
    assert (said(first), first.title) == (whole, "Which gauge?")
    assert said(second) == [("zed", "z")]
