"""What holds of data sets, threads and mails whatever was dropped, swapped, cut or retyped."""
# ruff: noqa: E501

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation
from graphpack.readers import read
from tests.timing import grows_linearly

from . import thread_records as make


def studio() -> Any:
    chunks = [
        make.asked("Chart the tides", driveDocument={"id": "d1"}, id="c1"),
        make.answered("Hm", isThought=True, parts=[{"text": "Hm", "thought": True}]),
        make.answered("a", id="c2", branchParent={"id": "c1"}, branchChildren=[{"id": "c3"}]),
        make.answered("b", id="c3", branchParent={"id": "c1"}, createTime="2026-01-01T00:00:00Z"),
        make.answered(
            "",
            executableCode={"code": "1"},
            codeExecutionResult={"outcome": "OUTCOME_OK", "output": "1"},
        ),
    ]
    return make.ai_studio(*chunks, systemInstruction={"parts": [{"text": "s"}]})


def sessions() -> Any:
    return make.adk(
        make.event("user", {"text": "Chart"}, role="user"),
        make.event("root", {"function_call": {"name": "f", "args": {"x": 1}, "id": "c"}}),
        make.event("root", {"functionResponse": {"name": "f", "response": {"output": "r"}}}),
        make.event("root", {"text": "Done"}, actions={"compaction": {"compacted_content": {"parts": [{"text": "s"}]}}}),
    )  # fmt: skip


def shared() -> Any:
    call = json.dumps({"name": "f", "arguments": {"x": 1}})
    turns = [
        ("human", "Chart"),
        ("function_call", call),
        ("observation", "r"),
        ("gpt", "<p>Done</p>"),
    ]
    return [make.sharegpt(*turns, id="i1", system="s"), make.sharegpt(("human", "x"))]


def trees() -> Any:
    best = make.reply("b", "assistant", "B", make.reply("c", "prompter", "C", rank=None), rank=0)
    return [
        make.tree(make.reply("a", "prompter", "A", make.reply("d", "assistant", "D", rank=1), best))
    ]


def flat() -> Any:
    rows = [
        ("a", None, "prompter"),
        ("b", "a", "assistant"),
        ("c", "a", "assistant"),
        ("d", "c", "prompter"),
    ]
    return [{"message_id": k, "parent_id": p, "text": k, "role": r, "rank": 0} for k, p, r in rows]


def chain() -> Any:
    calls = [{"name": "f", "args": {"x": 1}, "id": "c"}]
    return [
        make.human("Chart"),
        make.ai([{"type": "text", "text": "a"}], tool_calls=calls, additional_kwargs={"tool_calls": []}),
        {"type": "tool", "data": {"content": "r", "tool_call_id": "c", "status": "error"}},
    ]  # fmt: skip


def runs() -> Any:
    asked = [make.lc("SystemMessage", content="s"), make.lc("HumanMessage", content="q")]
    return [
        make.run("r1", asked, make.lc("AIMessage", content="a")),
        make.run(
            "r2", [*asked, make.lc("AIMessage", content="a")], make.lc("AIMessage", content="b")
        ),
        {"values": {"messages": [make.human("x")]}, "config": {"configurable": {"thread_id": "t"}}},
    ]


def takeout() -> Any:
    return [
        make.activity("Prompted c", "2026-01-01T12:00:00Z", "<p>C</p>", attachedFiles=["f"]),
        make.activity("Created Gemini Canvas titled D", "2026-01-01T10:06:00Z", subtitles=[{"name": "<p>x"}]),
        make.activity("Prompted a", "2026-01-01T10:00:00Z", "<b>A", details=[{"name": "https://gemini.google.com/app/abcd"}]),
    ]  # fmt: skip


def developers() -> Any:
    code = [{"ReplaceString": "[CODE_BLOCK_0]", "Type": "python", "Content": "print(1)"}]
    return make.devgpt(
        make.sharing(("Why?", "ChatGPT\nSee [CODE_BLOCK_0].", code)), {"URL": "u", "Status": 404}
    )


def rest() -> Any:
    return {
        "issue": make.issue("<!-- a --> b <details><summary>s</summary>x</details>", state="closed"),
        "comments": [make.comment("bob", "> b\n\nWhich?"), make.comment("ci[bot]", "x", 3)],
        "reviews": [{"user": {"login": "z"}, "body": "", "state": "APPROVED", "submitted_at": "2026-01-04T00:00:00Z"}],
    }  # fmt: skip


def graphql() -> Any:
    node = {
        "author": {"login": "b", "__typename": "User"},
        "body": "c",
        "createdAt": "2026-01-01T00:00:00Z",
        "diffHunk": "@@",
    }
    thread = {"path": "a.py", "comments": {"nodes": [node]}}
    pull = {
        "number": 3,
        "url": "https://github.com/o/r/pull/3",
        "title": "P",
        "body": "b",
        "author": {"login": "a"},
        "comments": {"edges": [{"node": node}], "totalCount": 4},
        "reviewThreads": {"nodes": [thread]},
        "state": "OPEN",
    }
    return {"data": {"repository": {"pullRequest": pull}}}  # fmt: skip


def topics() -> Any:
    quote = (
        '<aside class="quote" data-username="x"><blockquote><p>q</p></blockquote></aside><p>y</p>'
    )
    return make.topic(
        make.post(1, "ann", "<p>a <img alt='p'></p>"), make.post(2, "ben", quote, name="B")
    )


FORMATS: list[tuple[str, Callable[[], Any]]] = [
    ("ai-studio", studio),
    ("adk-session", sessions),
    ("sharegpt", shared),
    ("oasst", trees),
    ("oasst", flat),
    ("langchain", chain),
    ("langchain", runs),
    ("gemini-takeout", takeout),
    ("devgpt", developers),
    ("github-thread", rest),
    ("github-thread", graphql),
    ("discourse", topics),
]
CODE = "[{'URL': 'u', 'Conversations': [{'Prompt': 'a', 'Answer': 'b [CODE_BLOCK_0]'}]}]"
QUOTING = (
    "Yes.\n\nOn Mon, Jan 5, 2026 at 10:00 AM Ada Lindqvist <ada@tide.example>\nwrote:\n\n> Which\n>\n"
    ">> deeper\n\n-- \nBen\n-----Original Message-----\nFrom: Dov\nSent: x\nTo: y\nSubject: z\n\nOld.\n"
)
TEXTS = {
    "mbox": make.mbox(
        make.mail("a", "=?utf-8?q?Ada?= <ada@tide.example>", "Which gauge?", ">From here\n", 9),
        make.mail("b", "ben@tide.example", "Re: Which gauge?", QUOTING, In_Reply_To="<a@tide.example>"),
        make.mail(
            "c", "Cleo", "AW: x", '--B\nContent-Type: text/html\n\n<p>a<blockquote>b\n--B\nContent-Type: image/png; name="x"\n'
            "Content-Transfer-Encoding: base64\n\niVBORw0=\n--B--\n",
            MIME_Version="1.0", Content_Type='multipart/mixed; boundary="B"',
        ),
    ),
    "gemini-takeout": make.activity_page(
        ('Prompted&nbsp;b<br>Attached 1 file.<br>-&nbsp;<a href="f">f.png</a>', "Oct 3, 2025, 10:10:00 AM CEST", "<p>B</p>"),
        ("Prompted&nbsp;a", "03.10.2025, 10:00:00 MESZ", "<ol><li>A<pre><code class=lang-x>y"),
    ),
    "devgpt": f'Type,Title,ChatgptSharing\nissue,T,"{CODE}"\n'.encode(),
}  # fmt: skip


def attempt(raw: bytes, name: str | None) -> list[Conversation]:
    try:
        return list(read(raw, format=name))
    except ReadError:
        return []


def check(found: list[Conversation]) -> None:
    for one in found:
        assert [message.index for message in one.messages] == list(range(len(one.messages)))
        for branch in one.branches:
            assert -1 <= branch.after < len(one.messages)
            indices = [message.index for message in branch.messages]
            assert indices == list(range(branch.after + 1, branch.after + 1 + len(indices)))
        for message in [*one.messages, *(m for b in one.branches for m in b.messages)]:
            assert message.parts
            for part in message.parts:
                part.text.encode()
        assert all(notice.count > 0 for notice in one.notices)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
    | st.sampled_from(["a", "b", "\ud83d", "9" * 400, "<p>", "> x", "```", "user", "human"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "content", "text", "role", "id", "parts"]), inner, max_size=3)
    ),
    max_leaves=6,
)  # fmt: skip


@st.composite
def twisted(draw: st.DrawFn) -> tuple[bytes, str]:
    """A document in which one or two values somewhere were dropped or replaced by any other."""
    name, build = draw(st.sampled_from(FORMATS))
    document = build()
    for _ in range(draw(st.integers(1, 2))):
        at = document
        while isinstance(at, dict | list) and at:
            keys = sorted(at) if isinstance(at, dict) else range(len(at))
            key = draw(st.sampled_from(keys))
            if not isinstance(at[key], dict | list) or not at[key] or draw(st.integers(0, 3)) == 0:
                if draw(st.booleans()):
                    at[key] = draw(json_values)
                else:
                    del at[key]
                break
            at = at[key]
    if isinstance(document, list) and draw(st.booleans()):
        return "\n".join(json.dumps(item) for item in document).encode(), name
    return json.dumps(document).encode(), name


@given(case=twisted(), is_named=st.booleans())
def test_any_value_anywhere_reads(case: tuple[bytes, str], is_named: bool) -> None:
    raw, name = case
    check(attempt(raw, name if is_named else None))


@given(
    raw=st.binary(max_size=300), name=st.sampled_from(sorted({n for n, _ in FORMATS} | set(TEXTS)))
)
def test_any_bytes_read_or_are_a_read_error(raw: bytes, name: str) -> None:
    check(attempt(raw, name))


@given(data=st.data(), name=st.sampled_from(sorted(TEXTS)))
def test_a_damaged_text_reads(data: st.DataObject, name: str) -> None:
    raw = bytearray(TEXTS[name])
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(raw) - 1))
        if data.draw(st.booleans()):
            raw[start : start + 1] = data.draw(st.binary(max_size=3))
        else:
            del raw[start : start + data.draw(st.integers(1, 60))]
    check(attempt(bytes(raw), name))


@pytest.mark.parametrize(("name", "build"), FORMATS)
def test_a_document_is_known_and_a_cut_one_loses_only_its_end(
    name: str, build: Callable[[], Any]
) -> None:
    raw = json.dumps(build()).encode()
    whole = list(read(raw))
    assert {one.source.format for one in whole} == {name}
    check(whole)
    for end in range(0, len(raw), 7):
        check(attempt(raw[:end], name))


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_a_text_is_known(name: str) -> None:
    assert {one.source.format for one in read(TEXTS[name])} == {name}


HOSTILE = {
    "mbox": [
        lambda n: make.mbox(make.mail("a", "Ada", "x", "-- \n" * (15 * n))),
        lambda n: make.mbox(make.mail("a", "Ada", "x", "On 1 Jan 2026 A wrote:\n> a\n\n" * (20 * n))),
        lambda n: make.mbox(make.mail("a", "Ada", "x", "From: a\n" * (15 * n))),
        lambda n: make.mbox(make.mail("a", "Ada", "=?a?q?" * (20 * n), "x")),
        lambda n: make.mbox(make.mail("a", "Ada", "Re: " * (20 * n), "x")),
        lambda n: make.mbox(make.mail("a", "Ada", "x", "<a \"" * (15 * n), Content_Type="text/html")),
        lambda n: make.mbox(make.mail("a", "Ada", "x", "<!--" * (15 * n) + "<aside>" * 9, Content_Type="text/html")),
        lambda n: make.mbox(make.mail("a", "Ada", "x", "<a href='http://x'></a>y" * (20 * n) + "</a>" * (20 * n), Content_Type="text/html")),
        lambda n: make.mbox(*(make.mail(f"m{at}", "Ada", "Re: x", "y", References=f"<m{at - 1}@tide.example>") for at in range(4 * n))),
        lambda n: make.mbox("Content-Type: multipart/mixed; boundary=x\nFrom: a\n\n" + "--x\nContent-Type: multipart/mixed; boundary=x\n\n" * (3 * n)),
    ],
    "github-thread": [
        lambda n: make.dumped(make.issue("`" * (15 * n))),
        lambda n: make.dumped(make.issue("` a" * (10 * n))),
        lambda n: make.dumped(make.issue("<details>" * (10 * n))),
        lambda n: make.dumped(make.issue("<!--" * (15 * n))),
        lambda n: make.dumped(make.issue("<img " * (10 * n))),
        lambda n: make.dumped(make.issue("> a\n\nb\n" * (20 * n))),
    ],
    "discourse": [
        lambda n: make.dumped(make.topic(make.post(1, "ann", '<aside class="quote">' * (10 * n)))),
        lambda n: make.dumped(make.topic(make.post(1, "ann", '<div class="meta">' * (10 * n)))),
    ],
    "devgpt": [lambda n: b"Prompt,Answer\n" + b'"a""' * (15 * n), lambda n: b"A,ChatgptSharing\nx,'" + b"\\'" * (40 * n)],
    "sharegpt": [lambda n: make.dumped([make.sharegpt(("gpt", "Copy code " * (10 * n) + "```" * (9 * n)))])],
    "gemini-takeout": [
        lambda n: make.dumped([make.activity("a " * (20 * n), "2026-01-01T00:00:00Z", "x")] * 4),
        lambda n: make.activity_page(("Prompted " + "a<br>" * (12 * n), "x", "y")),
    ],
    "oasst": [
        lambda n: make.dumped([{"message_id": f"{at}", "parent_id": f"{max(at - 1, 0)}", "text": "t", "role": "prompter"} for at in range(9 * n)])
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "made"), [(name, made) for name, values in HOSTILE.items() for made in values]
)
def test_what_is_made_to_be_slow_is_not(name: str, made: Callable[[int], bytes]) -> None:
    check(attempt(made(480), name))
    grows_linearly(lambda raw: attempt(raw, name), 60, made)
