"""What holds for both export readers, whatever happens to a file."""

import copy
import json
import subprocess
import sys
import tracemalloc
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpack.errors import ReadError
from graphpack.readers.base import Opened
from graphpack.readers.chatgpt import Reader as ChatGPT
from graphpack.readers.claude_ai import Reader as ClaudeAI
from graphpack.readers.exports import claims
from tests.readers import chatgpt_records as gpt
from tests.readers import test_claude_ai as claude

ROOT = Path(__file__).parents[2]
OWN, FOREIGN = frozenset({"mine.json"}), frozenset({"theirs.json"})


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        (["main.json", "mine.json"], True),
        (["a/main.json", "a/mine.json", "a/pictures/1.png"], True),
        (["a/main.json", "a/mine.json", "b/main.json", "b/mine.json"], True),
        (["main.json"], False),
        (["mine.json"], False),
        (["main.json", "mine.json", "theirs.json"], False),
        (["a/main.json", "a/mine.json", "readme.md"], False),
        (["a/main.json", "b/mine.json"], False),
        ([], False),
    ],
)
def test_claims_only_a_container_that_is_one_export(members, expected):
    def is_main(name):
        return name == "main.json"

    assert claims(members, is_main=is_main, own=OWN, foreign=FOREIGN) is expected


def rich_gpt(number):
    picture = {"content_type": "image_asset_pointer", "asset_pointer": "file-service://f"}
    made = gpt.chat(
        gpt.said("system", "hidden", weight=0),
        gpt.said("user", "", content=gpt.content("multimodal_text", parts=["What?", picture])),
        gpt.said("assistant", "", content=gpt.content("thoughts", thoughts=[{"content": "Hm."}])),
        gpt.call("canmore.create_textdoc", '{"content": "Beds"}', "code"),
        gpt.said("tool", "", content=gpt.content("computer_output", state={"title": "Done"})),
        gpt.said("assistant", "In \ue200cite\ue202t\ue201May【1†source】.", channel="final"),
        gpt.said("user", "Thanks", metadata={"attachments": [{"id": "f", "name": "a.pdf"}]}),
        number=number,
    )
    for key, parent in (("b1", "m1"), ("b2", "b1"), ("b3", "m2")):
        made["mapping"][parent]["children"].append(key)
        message = {"id": key} | gpt.said("assistant", "Or so.")
        made["mapping"][key] = {"id": key, "message": message, "parent": parent, "children": []}
    return made


def rich_claude(number):
    result = {"type": "tool_result", "content": [{"type": "text", "text": "4"}], "name": "t"}
    return claude.chat(
        claude.said(
            "human",
            "See this.",
            attachments=[{"file_name": "a.md", "extracted_content": "# A", "file_type": "txt"}],
            files=[{"file_name": "b.png", "file_kind": "image"}],
            parent_message_uuid=claude.ROOT,
        ),
        claude.said(
            "assistant",
            {"type": "thinking", "thinking": "", "summaries": [{"summary": "Hm."}]},
            {"type": "tool_use", "id": "u", "name": "t", "input": {"code": "2+2"}},
            result,
            claude.TestInlineArtifact.TEXT,
            number=1,
            parent_message_uuid="m0",
        ),
        claude.said("assistant", "Or so.", number=2, parent_message_uuid="m0"),
        claude.said("human", "And now?", number=3, parent_message_uuid="m2"),
        number=number,
        current_leaf_message_uuid="m1",
    )


def places(value, path=()):
    """Every path into a JSON value, itself included."""
    yield path
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in items:
            yield from places(item, (*path, key))


JUNK = (
    *(None, True, 0, -1, 10**30, 1.5, "", "x", "\ud83d", "\x00", [], {}, [None], ["x"], {"a": 1}),
    *("all", "user", "tool", "text", [[]], {"content_type": "text"}, {"role": []}),
)


def junk(draw):
    return copy.deepcopy(draw(st.sampled_from(JUNK)))


@st.composite
def damaged(draw, document):
    """The document with one to four values dropped, replaced, or copied to another place."""
    document = copy.deepcopy(document)
    for _ in range(draw(st.integers(1, 4))):
        path = draw(st.sampled_from(list(places(document))))
        if not path:
            document = junk(draw)
            continue
        holder = document
        for key in path[:-1]:
            holder = holder[key]
        if draw(st.booleans()):
            holder[path[-1]] = junk(draw)
        elif isinstance(holder, dict):
            del holder[path[-1]]
        else:
            holder.insert(path[-1], copy.deepcopy(holder[path[-1]]))
    return document


CASES = pytest.mark.parametrize(
    ("reader", "make"), [(ChatGPT(), rich_gpt), (ClaudeAI(), rich_claude)], ids=["gpt", "claude"]
)


def check_branches(conversation):
    ids = [branch.id for branch in conversation.branches]
    assert len(ids) == len(set(ids))
    for branch in conversation.branches:
        assert -1 <= branch.after < len(conversation.messages)
        indices = [message.index - branch.after for message in branch.messages]
        assert indices == list(range(1, len(indices) + 1))
        assert all(message.parts for message in branch.messages)


def loads(reader, document):
    raw = document if isinstance(document, bytes) else json.dumps(document).encode()
    found = list(reader.read(Opened("export.json", data=raw)))
    for conversation in found:
        assert conversation.messages
        assert [m.index for m in conversation.messages] == list(range(len(conversation.messages)))
        check_branches(conversation)
        for message in conversation.messages:
            assert message.parts
            assert all(isinstance(part.text, str) for part in message.parts)
            "".join(part.text for part in message.parts).encode()
    return found


@CASES
@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_damage_to_one_conversation_leaves_the_others(reader, make, data):
    before, after = make("before"), make("after")
    whole = loads(reader, [before, after])
    bad = data.draw(damaged(make("bad")))
    found = loads(reader, [before, bad, after])
    assert found[0].messages == whole[0].messages
    assert found[-1].messages == whole[1].messages
    assert len(found) == 3 or any(c.notices for c in found) or bad is None


@CASES
@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_damage_anywhere_raises_read_errors_only(reader, make, data):
    document = data.draw(damaged([make("a"), make("b")]))
    with suppress(ReadError):
        loads(reader, document)


@CASES
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_bytes_cut_or_changed_raise_read_errors_only(reader, make, data):
    raw = bytearray(json.dumps([make("a"), make("b")]).encode())
    del raw[data.draw(st.integers(0, len(raw))) :]
    for _ in range(data.draw(st.integers(0, 3))):
        if raw:
            raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    with suppress(ReadError):
        loads(reader, bytes(raw))


MEASURE = """
import resource, sys
from pathlib import Path
from graphpack.readers.base import Opened
from graphpack.readers.{module} import Reader
import graphpack.readers.probe
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
count = sum(1 for _ in Reader().read(Opened("export.json", path=Path(sys.argv[1]))))
print(count, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="peak memory is measured as Linux counts it")
@pytest.mark.parametrize(
    ("module", "make", "few", "many"),
    [
        ("chatgpt", rich_gpt, '"In ', '"' + "beans " * 500),
        ("claude_ai", rich_claude, '"Here ', '"' + "boats " * 300),
    ],
)
def test_a_large_export_takes_a_few_times_its_size(tmp_path, module, make, few, many):
    # real exports have 1 to 7 kB for each message
    path = tmp_path / "conversations.json"
    text = json.dumps([make(f"chat-{n}") for n in range(3000)]).replace(few, many)
    path.write_text(text, encoding="utf-8")
    code = MEASURE.format(module=module)
    run = subprocess.run(
        [sys.executable, "-c", code, path], capture_output=True, text=True, check=True, cwd=ROOT
    )
    count, peak_kb = map(int, run.stdout.split())
    assert count == 3000
    assert path.stat().st_size > 10_000_000
    assert peak_kb * 1024 < 9 * path.stat().st_size


@CASES
def test_what_was_read_is_let_go_on_the_way(reader, make):
    raw = json.dumps([make(f"chat-{n}") for n in range(200)]).encode()
    tracemalloc.start()
    found = reader.read(Opened("export.json", data=raw))
    next(found)
    for _ in range(160):
        next(found)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < len(raw) / 4
