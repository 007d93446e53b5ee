"""What a template leaves in an answer is told from the answer."""

from __future__ import annotations

import pytest

from graphpack.model.conversation import Reasoning, Text, ToolCall
from graphpack.readers.thoughts import split_thoughts
from tests.timing import grows_linearly


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Moor at six.\n", (Text("Moor at six.\n"),)),
        ("<think>tide?</think>\n\nAt six.", (Reasoning("tide?"), Text("At six."))),
        ("<think>\ncut off here", (Reasoning("cut off here"),)),
        ("no opening\n</think>\nAt six.", (Reasoning("no opening"), Text("At six."))),
        ("First.\n<think>b</think>\nSecond.", (Text("First."), Reasoning("b"), Text("Second."))),
        ("<think></think>\n\nAt six.", (Text("At six."),)),
        ("The tag `<think>` opens it.", (Text("The tag `<think>` opens it."),)),
        ("I think so.", (Text("I think so."),)),
        (
            "<|channel|>analysis<|message|>tide?<|end|><|start|>assistant<|channel|>final"
            "<|message|>At six.<|return|>",
            (Reasoning("tide?"), Text("At six.")),
        ),
        (
            "<|channel|>commentary to=functions.gauge <|constrain|>json<|message|>"
            '{"port": "Wyk"}<|call|>',
            (ToolCall("gauge", {"port": "Wyk"}),),
        ),
    ],
)
def test_thoughts_are_apart(text: str, parts: tuple) -> None:
    assert split_thoughts(text) == parts


@pytest.mark.parametrize(
    "unit",
    ["<think>\n", "</think>", " " * 50, "<|channel|>", "<|channel|>a<|message|>", "\n<think"],
)
def test_marks_in_any_number_take_linear_time(unit: str) -> None:
    grows_linearly(split_thoughts, 2_500, lambda count: "x" + unit * count + "think<|channel|>")
