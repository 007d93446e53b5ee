"""A conversation as an extractor is shown it."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpack.compress import LEVELS, Kind
from graphpack.compress.conversations import compress_conversation, path_of
from graphpack.compress.dumps import dumps
from graphpack.compress.policy import Policy
from graphpack.model.conversation import (
    Attachment,
    Conversation,
    ConversationSource,
    Message,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.model.graph import Source

from . import outputs
from .test_properties import TEXTS

CODE = "\n".join(
    f"def gauge_{n}(depth: float) -> float:\n    scale = {n}\n    depth = depth * scale\n"
    f"    return depth + {n}\n"
    for n in range(60)
)
SAID = "We keep the gauges in metres, never in feet. " * 40


def count(text):
    return len(text) // 4


def talk(*messages):
    made = tuple(
        Message(at, role, parts if isinstance(parts, tuple) else (parts,))
        for at, (role, parts) in enumerate(messages)
    )
    return Conversation("c", None, ConversationSource("c", "test"), made)


def read_of(path, text, call_id):
    return (
        (Role.ASSISTANT, ToolCall("Read", {"file_path": path}, call_id)),
        (Role.TOOL, ToolResult(text, "Read", call_id)),
    )


def run(conversation, **changes):
    return compress_conversation(conversation, Policy(**changes), count=count)


SESSION = talk(
    (Role.USER, Text(SAID)),
    *read_of("src/gauges.py", CODE, "1"),
    (Role.ASSISTANT, Text(SAID)),
    *read_of("src/gauges.py", CODE, "2"),
    (Role.TOOL, ToolResult(outputs.PYTEST, "Bash")),
)


def texts(compressed):
    return [part.text for message in compressed.conversation.messages for part in message.parts]


def test_what_is_said_stays_and_what_tools_gave_is_shortened():
    made = run(SESSION)
    assert made.whole is SESSION
    shown = texts(made)
    assert shown[0] == shown[3] == SAID
    assert len(shown[2]) < 600
    assert shown[2].startswith("def gauge_0(depth: float) -> float:")
    assert shown[5] == "(seen in message 2: src/gauges.py)"
    assert "E       assert 3 == 4" in shown[6].splitlines()
    assert made.counts.texts == 3
    assert made.counts.elisions == sum(map(len, made.elisions.values()))
    assert made.counts.tokens < 0.3 * made.counts.original_tokens
    assert sum(row[1] for row in made.counts.kinds) == 3


def test_off_is_the_conversation_itself():
    made = run(SESSION, level="off")
    assert made.conversation is SESSION
    assert made.counts.texts == 0


def test_levels_leave_out_more_and_more():
    sizes = [sum(map(len, texts(run(SESSION, level=level)))) for level in ("summary", "minimal")]
    assert sizes[0] > sizes[1]


def test_a_long_call_is_shown_in_part_and_keeps_its_id():
    call = ToolCall("Write", {"file_path": "a.py", "content": CODE}, "9")
    (message,) = run(talk((Role.ASSISTANT, call))).conversation.messages
    (shown,) = message.parts
    assert (shown.name, shown.call_id) == ("Write", "9")
    assert shown.text.startswith("file_path: a.py\n")
    assert len(shown.text) < 500


def test_a_pasted_log_loses_noise_and_the_words_around_it_stay():
    asked = "Why does the buoy stop every night?\n\n"
    text = f"{asked}{outputs.LOG}\n\nPlease keep the answer short."
    (message,) = run(talk((Role.USER, Text(text)))).conversation.messages
    assert message.text.startswith(asked)
    assert message.text.endswith("\n\nPlease keep the answer short.")
    assert len(message.text) < 0.7 * len(text)
    assert "gauge 7 is offline" in message.text


def test_words_between_two_pasted_dumps_stay():
    words = "That was before the storm. And this is after it, with the new gauge:"
    text = f"{outputs.LOG}\n\n{words}\n\n{outputs.LOG}"
    (message,) = run(talk((Role.USER, Text(text)))).conversation.messages
    assert f"\n\n{words}\n\n" in message.text
    assert len(message.text) < 0.7 * len(text)


@pytest.mark.parametrize("role", [Role.ASSISTANT, Role.SYSTEM])
def test_what_others_than_people_say_is_not_a_pasted_dump(role):
    conversation = talk((role, Text(f"Look:\n\n{outputs.LOG}\n")))
    assert run(conversation).elisions == {}


def test_an_attached_dump_is_shortened():
    conversation = talk((Role.USER, (Text("see"), Attachment("out.log", outputs.LOG))))
    assert list(run(conversation).elisions) == [(0, 1)]


def test_a_refused_call_is_what_a_person_said():
    refused = ToolResult(SAID * 5, "Bash", is_rejected=True)
    assert run(talk((Role.TOOL, refused))).elisions == {}


def test_what_a_person_answered_to_a_tool_stays():
    answer = ToolResult(SAID * 3, "AskUserQuestion")
    assert run(talk((Role.TOOL, answer))).elisions == {}
    assert run(talk((Role.TOOL, ToolResult(SAID * 3, "WebFetch")))).elisions


def test_of_a_plan_and_of_an_agents_report_more_is_shown():
    todos = [{"content": f"check gauge number {n}", "status": "pending"} for n in range(60)]
    calls = [ToolCall("TodoWrite", {key: todos}) for key in ("todos", "rows")]
    results = [ToolResult(SAID * 3, name) for name in ("Task", "WebFetch")]
    for more, less in (calls, results):
        made = run(talk((Role.TOOL, more), (Role.TOOL, less)))
        first, second = (message.parts[0].text for message in made.conversation.messages)
        assert len(first) > 1.5 * len(second)


def test_a_failure_shows_more_and_keeps_its_errors():
    text = "\n".join(["make: entering tide"] + [f"step {n} of the build" for n in range(300)])
    failed = text.replace("step 150 of the build", "error: gauge.h: no such file")
    made = run(talk((Role.TOOL, ToolResult(failed, "Bash", is_error=True))))
    (message,) = made.conversation.messages
    assert "error: gauge.h: no such file" in message.parts[0].text


def test_a_report_of_weaknesses_is_shown_whole():
    text = "\n".join([f"package-{n} 1.{n} ok" for n in range(90)] + ["left-pad: CVE-2031-40817"])
    assert run(talk((Role.TOOL, ToolResult(text, "Bash")))).elisions == {}


def test_evidence_leads_back_and_crosses_no_elision():
    made = run(SESSION)
    shown = made.conversation.messages[2].parts[0].text
    at = shown.index("gauge_0(depth")
    there = Source(message=2, part=0, start=at, end=at + 13, quote="gauge_0(depth")
    back = made.back(there)
    assert CODE[back.start : back.end] == back.quote == "gauge_0(depth"
    over = made.back(Source(message=2, part=0, start=0, end=len(shown), quote=shown))
    assert CODE[over.start : over.end] == over.quote
    assert over.quote in shown
    assert "[… " not in over.quote
    mark = shown.index("[… ")
    assert made.back(Source(message=2, part=0, start=mark, end=mark + 5, quote="x")) is None


def test_evidence_in_a_text_that_was_not_shortened_stays():
    source = Source(message=0, part=0, start=3, end=7, quote="keep")
    assert run(SESSION).back(source) is source


def test_a_message_does_not_depend_on_what_comes_after_it():
    made = run(SESSION).conversation.messages
    for size in range(1, len(SESSION.messages)):
        part = talk()
        part = Conversation("c", None, part.source, SESSION.messages[:size])
        assert run(part).conversation.messages == made[:size]


PARTS = st.one_of(
    st.builds(Text, st.sampled_from([SAID, outputs.LOG, "ok"])),
    st.builds(
        ToolResult,
        st.sampled_from([CODE, CODE + "\nend", outputs.LOG, outputs.PYTEST, "ok"]),
        is_error=st.sampled_from([None, True]),
    ),
    st.builds(ToolCall, st.just("Write"), st.fixed_dictionaries({"content": st.just(CODE)})),
)


@settings(max_examples=12, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from([Role.USER, Role.TOOL]), PARTS), min_size=1, max_size=5),
    st.sampled_from(["summary", "aggressive", "minimal"]),
)
def test_only_listed_parts_change_and_equal_input_gives_equal_output(messages, level):
    conversation = talk(*messages)
    made = run(conversation, level=level)
    assert made == run(conversation, level=level)
    assert made.counts.failures == 0
    for message, whole in zip(made.conversation.messages, conversation.messages, strict=True):
        for at, (part, before) in enumerate(zip(message.parts, whole.parts, strict=True)):
            if (message.index, at) in made.elisions:
                assert len(part.text) < len(before.text)
            else:
                assert part == before


@settings(max_examples=60, deadline=None)
@given(st.lists(TEXTS, min_size=1, max_size=3), st.sampled_from(LEVELS[1:]), st.data())
def test_any_text_comes_through(found, level, data):
    conversation = talk(
        *[(Role.TOOL, ToolResult(text * 4, "Bash")) for text in found],
        *[(Role.USER, Text(text * 4)) for text in found],
    )
    made = run(conversation, level=level)
    assert made.counts.failures == 0
    for (message, part), elisions in made.elisions.items():
        whole = conversation.messages[message].parts[part].text
        short = made.conversation.messages[message].parts[part].text
        pieces, at = [], 0
        for one in elisions:
            assert at <= one.start < one.end <= len(whole)
            pieces += (whole[at : one.start], one.marker)
            at = one.end
        assert "".join((*pieces, whole[at:])) == short
        assert len(short) < len(whole)
        start = data.draw(st.integers(0, len(short)))
        end = data.draw(st.integers(start, len(short)))
        source = Source(message=message, part=part, start=start, end=end, quote=short[start:end])
        back = made.back(source)
        if back is not None:
            assert whole[back.start : back.end] == back.quote
            assert back.quote in source.quote


@pytest.mark.parametrize(
    ("arguments", "path"),
    [
        ({"command": ["cat", "src/gauges.py"]}, "cat src/gauges.py"),
        ({"path": " ", "cmd": "ls"}, "ls"),
        ({"command": [1, 2]}, ""),
        ("*** Begin Patch", ""),
    ],
)
def test_a_call_is_known_by_what_it_looks_at(arguments, path):
    assert path_of(ToolCall("shell", arguments, "1")) == path


def test_a_pasted_answer_in_json_is_shortened():
    rows = json.dumps([{"gauge": n, "depth": n * 3, "pier": "north"} for n in range(200)], indent=1)
    assert [one.kind for one in dumps(rows)] == [Kind.JSON_ARRAY]
    (message,) = run(talk((Role.USER, Text(rows)))).conversation.messages
    assert len(message.parts[0].text) < len(rows) / 2
