"""HTML of posts, mails and answers as text."""

from __future__ import annotations

import pytest

from graphpack.readers.html_text import html_to_text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("a &amp; b", "a & b"),
        ("<p>One\n two</p><p>Three</p>", "One two\n\nThree"),
        ("<div>a<br>b</div>c", "a\nb\nc"),
        ("<h2>Tides</h2><p>x", "## Tides\n\nx"),
        ("<ul><li>a<ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c"),
        ("<ol><li>a</li><li>b</li></ol>", "1. a\n2. b"),
        ("<pre><code class='lang-py'>a &lt;\n  b</code></pre>", "```py\na <\n  b\n```"),
        ("<pre>``` in it</pre>", "````\n``` in it\n````"),
        ("<p>See <code>x</code></p>", "See `x`"),
        ("<blockquote>a<blockquote>b</blockquote></blockquote>c", "> a\n\n>> b\n\nc"),
        ("<a href='https://tide.example/x'>the page</a>", "the page (https://tide.example/x)"),
        ("<a href='https://tide.example/x'>tide.example</a>", "tide.example"),
        ("<a href='javascript:x'>y</a>", "y"),
        ("<style>p {}</style><script>1 < 2</script><title>t</title>z", "z"),
        ("<head><meta><body>z", "z"),
        ("a<!-- <p>hidden --> b", "a b"),
        ("<img class='emoji' alt=':tide:'> <img src='data:image/png;base64,AAAA'>", ":tide:"),
        ("<table><tr><td>a</td><td>b</td></tr></table>", "a | b"),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
        ("<p title='a > b'>x", "x"),
        ("<p", "<p"),
        ("x\u202fy\u200e", "x y"),
    ],
)
def test_marks(markup: str, text: str) -> None:
    assert html_to_text(markup) == text
