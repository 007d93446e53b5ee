"""AI Studio's prompts: a turn's thoughts, files and code stand in chunks of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphpack.errors import ReadError
from graphpack.model.conversation import (
    Attachment,
    Conversation,
    Image,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.readers import read

from .thread_records import ai_studio, answered, asked, dumped

SHARED = Path(__file__).parents[2].parent / "shared"


def one(document: object) -> Conversation:
    (found,) = read(dumped(document))
    assert found.source.format == "ai-studio"
    return found


def test_a_turn_is_its_thoughts_and_its_answer() -> None:
    thought = answered("Long", isThought=True, parts=[{"text": "Lo", "thought": True}])
    found = one(ai_studio(asked("Chart the tides"), thought, answered("Charted.")))
    assert [message.role for message in found.messages] == [Role.USER, Role.ASSISTANT]
    assert found.messages[1].parts == (Reasoning("Long"), Text("Charted."))
    assert found.messages[1].author == "gemini-3-pro-preview"


def test_unsent_input_and_chunks_of_nobody_are_left_out() -> None:
    document = ai_studio(asked("Chart"), {"text": "lost"}, answered("Done."))
    document["chunkedPrompt"]["pendingInputs"] = [{"text": "draft", "role": "user"}]
    found = one(document)
    assert [message.text for message in found.messages] == ["Chart", "Done."]
    assert [(notice.code, notice.count) for notice in found.notices] == [("broken-record", 1)]


def test_the_instruction_is_the_systems_in_either_form() -> None:
    for given in ({"text": "Be brief."}, {"parts": [{"text": "Be brief."}]}):
        first = one(ai_studio(asked("Chart"), systemInstruction=given)).messages[0]
        assert (first.role, first.text) == (Role.SYSTEM, "Be brief.")


def test_code_and_its_output_stand_between_the_words() -> None:
    chunk = {
        "role": "model",
        "parts": [{"text": "Computing:"}],
        "executableCode": {"language": "python", "code": "print(55)"},
        "codeExecutionResult": {"outcome": "OUTCOME_FAILED", "output": "boom"},
    }
    found = one(ai_studio(asked("Sum"), chunk, answered("It failed.")))
    assert [message.role.value for message in found.messages] == [
        "user", "assistant", "tool", "assistant",
    ]  # fmt: skip
    call, result = found.messages[1].parts[1], found.messages[2].parts[0]
    assert isinstance(call, ToolCall)
    assert call.text == "code: print(55)"
    assert result == ToolResult("boom", "code_execution", is_error=True)


def test_files_are_named_and_pictures_are_pictures_without_their_bytes() -> None:
    chunk = asked("See", inlineFile={"mimeType": "image/png", "data": "aGVsbG8="})
    found = one(ai_studio({"role": "user", "driveDocument": {"id": "d1"}}, chunk))
    assert found.messages[0].parts == (Attachment("d1"), Image("image/png"), Text("See"))


def test_the_files_name_is_the_title() -> None:
    raw = dumped(ai_studio(asked("Chart")))
    assert [item.title for item in read(raw, name="Chart the tides")] == ["Chart the tides"]
    assert [item.title for item in read(raw)] == [None]


def test_old_files_have_the_chunks_at_the_top() -> None:
    found = one({"chunks": [asked("Chart"), answered("Done.")], "runSettings": {}})
    assert [message.text for message in found.messages] == ["Chart", "Done."]


def test_an_answer_that_another_took_the_place_of_is_a_branch() -> None:
    found = one(
        ai_studio(
            asked("Chart", id="u1"),
            answered("First.", id="m1", branchParent={"id": "u1"}),
            answered("Second.", id="m2", branchParent={"id": "u1"}),
        )
    )
    assert [message.text for message in found.messages] == ["Chart", "Second."]
    (branch,) = found.branches
    assert (branch.id, branch.after, branch.messages[0].text) == ("m1", 0, "First.")
    assert branch.messages[0].index == 1


def test_a_branch_of_another_prompt_changes_nothing() -> None:
    named = {"promptId": "p-1", "displayName": "Copy of tides"}
    found = one(ai_studio(asked("a"), answered("b", branchParent=named)))
    assert [message.text for message in found.messages] == ["a", "b"]
    assert not found.branches


def test_a_prompt_without_words_is_refused() -> None:
    with pytest.raises(ReadError, match="holds no chunks"):
        list(read(dumped(ai_studio()), name="tides"))


@pytest.mark.skipif(not SHARED.is_dir(), reason="the sample transcripts are not here")
@pytest.mark.parametrize(
    ("name", "messages", "abandoned"),
    [
        ("aistudio__openwebui-importer__1.json", 2, 0),
        # five chunks: one is empty, one is the edited answer, two are one turn
        ("aistudio__polylogue__2.json", 2, 1),
        # the thought and the code are one turn, the code's output another
        ("aistudio__polylogue__3.json", 4, 0),
    ],
)
def test_samples(name: str, messages: int, abandoned: int) -> None:
    (found,) = read(SHARED / "samples" / "chat" / name)
    assert len(found.messages) == messages
    assert sum(len(branch.messages) for branch in found.branches) == abandoned
