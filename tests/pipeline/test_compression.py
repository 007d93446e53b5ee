"""Compression inside an export: what the model is sent, and where its evidence stands."""

import pytest

from graphpack.extract.llm.extractor import ModelExtractor
from graphpack.extract.llm.options import ModelOptions
from graphpack.model.codes import NodeType
from graphpack.model.conversation import (
    Conversation,
    ConversationSource,
    Message,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.pipeline import pack
from graphpack.pipeline.compression import SHORTENED, compressed
from graphpack.settings import Compression, Settings
from tests.compress import outputs
from tests.fakes import FakeModel, item, nodes

CODE = "\n".join(
    f"def gauge_{n}(depth: float) -> float:\n    scale = {n}\n    depth = depth * scale\n"
    f"    return depth + {n}\n"
    for n in range(60)
)
ASKED = "Gauges report in metres. Never change gauge_0 without asking the harbour master first."
KEY = "AKIAQ3EGRWT5YPLMNB7X"


def _talk(*parts):
    roles = {Text: Role.USER, ToolCall: Role.ASSISTANT, ToolResult: Role.TOOL}
    messages = tuple(Message(at, roles[type(part)], (part,)) for at, part in enumerate(parts))
    return Conversation("c", None, ConversationSource("c", "test"), messages)


TALK = _talk(
    Text(ASKED),
    ToolCall("Read", {"file_path": "src/gauges.py"}, "1"),
    ToolResult(CODE, "Read", "1"),
    ToolCall("Bash", {"command": f"AWS_KEY={KEY} pytest"}, "2"),
    ToolResult(f"{KEY} is set\n{outputs.PYTEST}", "Bash", "2"),
    Text("Thanks. The depth test still fails, please look at it tomorrow."),
)


def _export(reply, level="summary", talk=TALK):
    model = FakeModel([reply])
    extractor = ModelExtractor(
        ModelOptions("openai/any"), count=lambda text: len(text) // 4, client=model
    )
    settings = Settings(model="openai/any", compression=level, offline_fallback=False)
    return pack(talk, settings, extractor=extractor), model


def test_prompt_builder_uses_optimizer_and_off_holds_all():
    reply = nodes(item(1, 0, "Never change gauge_0 without asking the harbour master first."))
    short, off = (_export(reply, level)[1].prompts[0][1]["content"] for level in ("summary", "off"))
    assert len(short) < 0.4 * len(off)
    assert "gauge_59" in off
    assert "E       assert 3 == 4" in short
    assert ASKED in short


def test_the_report_counts_what_was_left_out_and_loses_nothing():
    made, _ = _export(nodes(item(1, 0, "Gauges report in metres.")))
    (notice,) = [one for one in made.report.notices if one.code == SHORTENED]
    assert notice.count >= 2
    assert not notice.is_loss
    off, _ = _export(nodes(item(1, 0, "Gauges report in metres.")), "off")
    assert SHORTENED not in {one.code for one in off.report.notices}


def test_input_tokens_are_those_of_the_whole_conversation():
    reply = nodes(item(1, 0, "Gauges report in metres."))
    sizes = {_export(reply, level)[0].report.input_tokens for level in ("off", "summary")}
    assert len(sizes) == 1


def test_spans_point_into_the_redacted_whole():
    quote = "E       assert 3 == 4"
    reply = nodes(
        item(1, 4, quote, summary="The depth test fails: assert 3 == 4", type="problem"),
        item(2, 0, "Gauges report in metres."),
    )
    made, model = _export(reply)
    assert KEY not in model.prompts[0][1]["content"]
    whole = made.redacted.conversation
    sources = [source for node in made.graph.walk() for source in node.sources]
    assert sources
    for source in sources:
        text = whole.messages[source.message].parts[source.part].text
        assert text[source.start : source.end] == source.quote
    assert any(source.quote == quote for source in sources)
    # in the shown text it stands elsewhere
    (wanted,) = [source for source in sources if source.quote == quote]
    assert wanted.start == whole.messages[4].parts[0].text.index(quote)


def test_no_quote_crosses_an_elision():
    shown = compressed(TALK, Compression(), count=len, is_whole=False)
    text = shown.conversation.messages[2].parts[0].text
    head = text[: text.index("[… ") + 30]
    reply = nodes(
        item(1, 2, head, summary=head, type="code"), item(2, 0, "Gauges report in metres.")
    )
    made, _ = _export(reply)
    for node in made.graph.walk():
        for source in node.sources:
            assert "[… " not in source.quote
            assert source.quote in TALK.messages[source.message].parts[source.part].text
        if node.type == NodeType.CODE:
            assert "[… " not in node.summary
            assert node.summary in CODE


@pytest.mark.parametrize("level", ["off", "summary", "minimal"])
def test_the_offline_extractor_reads_everything_at_every_level(level):
    made = pack(TALK, Settings(compression=level))
    assert made.text == pack(TALK, Settings(compression="off")).text


def test_auto_is_summary_in_an_export():
    shown = [
        compressed(TALK, Compression(level=level), count=len, is_whole=False).conversation
        for level in ("auto", "summary")
    ]
    assert shown[0] == shown[1]


def test_optimizer_respects_budget():
    sizes = []
    for level in ("summary", "aggressive", "minimal"):
        shown = compressed(TALK, Compression(level=level), count=len, is_whole=False)
        sizes.append(sum(len(m.parts[0].text) for m in shown.conversation.messages))
    assert sizes == sorted(sizes, reverse=True)
    assert len(set(sizes)) == 3


def test_a6_archives_hold_originals():
    """Seed 001, a6: only the prompt is shortened; what is kept and searched never is."""
    quote = "def gauge_0(depth: float) -> float:"
    made, _ = _export(nodes(item(1, 2, quote, type="code"), item(2, 0, "Gauges report in metres.")))
    assert made.conversation.messages[2].parts[0].text == CODE
    assert "[… " not in made.archive()
    assert made.report.elided


def test_a8_no_false_negatives():
    """Seed 001, a8: errors, traces and exit codes reach the model whatever they stand in."""
    noise = [f"{number} rows were copied to the tide table" for number in range(400)]
    trouble = [
        "ERROR gauge 7 is offline",
        'File "src/tide.py", line 40, in read',
        "KeyError: 'depth'",
        "process exited with code 137",
    ]
    text = "\n".join([*noise[:200], "Traceback (most recent call last):", *trouble, *noise[200:]])
    for is_error in (None, True):
        talk = _talk(Text(ASKED), ToolResult(text, "Bash", is_error=is_error))
        shown = compressed(talk, Compression(), count=len, is_whole=False)
        short = shown.conversation.messages[1].parts[0].text
        assert len(short) < 0.3 * len(text)
        for line in (trouble[0], *trouble[2:]):
            assert line in short.splitlines()


def test_session_dedup_across_calls_and_runs_of_an_export():
    talk = _talk(Text(ASKED), ToolResult(CODE, "Read"), Text("Again."), ToolResult(CODE, "Read"))
    first = compressed(talk, Compression(), count=len, is_whole=False)
    assert first.conversation.messages[3].parts[0].text == "(seen in message 1)"
    assert compressed(talk, Compression(), count=len, is_whole=False) == first


def test_dedup_can_be_switched_off():
    talk = _talk(Text(ASKED), *[ToolResult(CODE, "Read") for _ in range(2)])
    folded = compressed(talk, Compression(), count=len, is_whole=False)
    assert folded.conversation.messages[2].parts[0].text == "(seen in message 1)"
    whole = compressed(talk, Compression(dedup=False), count=len, is_whole=False)
    assert whole.conversation.messages[2].parts == whole.conversation.messages[1].parts


def test_compression_failures_are_counted_and_shown_whole(monkeypatch):
    class Failing:
        name = "failing"

        def compress(self, text, *, level, focus):
            raise KeyError("no")

    monkeypatch.setattr("graphpack.compress.compressor", lambda kind: Failing())
    made, model = _export(nodes(item(1, 0, "Gauges report in metres.")))
    (notice,) = [one for one in made.report.notices if one.code == "compressor-failed"]
    assert notice.count == 2
    assert "E       assert 3 == 4" in model.prompts[0][1]["content"]
