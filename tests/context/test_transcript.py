"""Records of a conversation: what each part becomes."""

from graphpack.context import Kind, build_context, records_from
from graphpack.model.conversation import (
    Attachment,
    Conversation,
    ConversationSource,
    Message,
    Origin,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.model.graph import ContextGraph, Node, Relationship, Source


def talk(*messages):
    numbered = (Message(at, *one) for at, one in enumerate(messages))
    return Conversation("c", None, ConversationSource("c", "test"), tuple(numbered))


def made(*parts):
    return records_from(talk((Role.ASSISTANT, parts)))


def test_words_a_summary_and_what_is_left_out():
    found = records_from(
        talk(
            (Role.SYSTEM, (Text("You are a pilot."),)),
            (Role.USER, (Text("Moor here."), Attachment("quay.txt", "12 m"))),
            (Role.ASSISTANT, (Reasoning("hm"), Text("Moored."))),
            (Role.USER, (Text("So far: moored."),), None, None, Origin.COMPACTION),
        )
    )
    assert [(one.id, one.kind, one.role, one.path) for one in found] == [
        ("m1", Kind.MESSAGE, "user", None),
        ("m1.1", Kind.FILE, None, "quay.txt"),
        ("m2", Kind.MESSAGE, "assistant", None),
        ("m3", Kind.NOTE, None, None),
    ]


def test_a_call_and_its_result_are_one_run():
    (run,) = made(
        ToolCall("Bash", {"command": "make tide\n"}, "t1"),
        ToolResult("no rule", "Bash", "t1", is_error=True),
    )
    assert (run.kind, run.name, run.exit_code, run.text) == (
        Kind.TOOL_CALL, "make tide", 1, "no rule",
    )  # fmt: skip


def test_a_file_that_was_read_is_a_file_without_its_line_numbers():
    text = "\n".join(f"{n:6}→line {n}" for n in range(1, 9))
    (file,) = made(ToolCall("Read", {"file_path": "tide.py"}, "t1"), ToolResult(text, None, "t1"))
    assert (file.kind, file.path) == (Kind.FILE, "tide.py")
    assert file.text.startswith("line 1\nline 2")


def test_an_edit_is_a_diff_and_a_written_file_a_file():
    edit = {"file_path": "tide.py", "old_string": "a\nb", "new_string": "c"}
    diff, file = made(
        ToolCall("Edit", edit, "t1"),
        ToolResult("ok", None, "t1"),
        ToolCall("Write", {"file_path": "ebb.py", "content": "x = 1"}, "t2"),
    )
    assert (diff.kind, diff.text) == (Kind.DIFF, "-a\n-b\n+c")
    assert (file.kind, file.text) == (Kind.FILE, "x = 1")


def test_a_failed_edit_is_a_run_that_failed():
    edit = {"file_path": "tide.py", "old_string": "a", "new_string": "c"}
    (run,) = made(ToolCall("Edit", edit, "t1"), ToolResult("not found", None, "t1", is_error=True))
    assert (run.kind, run.exit_code, run.text) == (Kind.TOOL_CALL, 1, "not found")


def test_a_refused_call_is_a_note_of_the_user():
    (note,) = made(
        ToolCall("Bash", {"command": "rm -r tides"}, "t1"),
        ToolResult("rejected", None, "t1", is_error=True, is_rejected=True),
    )
    assert (note.kind, note.text) == (Kind.NOTE, "refused by the user: rm -r tides")


def test_a_result_without_its_call_is_output():
    (output,) = made(ToolResult("high water 4:12", "gauge", None))
    assert (output.kind, output.name) == (Kind.TOOL_OUTPUT, "gauge")


def test_decisions_of_the_graph_name_the_message_they_were_found_in():
    source = Source(message=1, part=0, start=0, end=4, quote="UTC")

    def node(name, kind, summary, status=None):
        return Node(id=name, type=kind, summary=summary, status=status, sources=(source,))

    graph = ContextGraph(
        description="",
        nodes=(
            node("n1", "decision", "All times of the table are UTC"),
            node("n2", "fact", "The quay is twelve metres long"),
            node("n3", "decision", "All times are local times here", status="abandoned"),
        ),
    )
    conversation = talk((Role.USER, (Text("Fix the table"),)), (Role.ASSISTANT, (Text("UTC."),)))
    found = records_from(conversation, graph=graph, prefix="2.")
    assert [(one.id, one.given_id, one.status) for one in found[2:]] == [
        ("2.n1", "2.m1", "accepted"), ("2.n3", "2.m1", "superseded"),
    ]  # fmt: skip
    context = build_context("Which times does the table have?", found).context
    assert "record 2.m1]" in context
    assert "local times" not in context


def test_a_patch_is_a_diff_of_its_first_file():
    patch = "*** Begin Patch\n*** Update File: src/tide.py\n@@\n-a\n+b\n*** End Patch"
    for arguments in (patch, {"input": patch}, {"command": f"apply_patch <<'EOF'\n{patch}\nEOF"}):
        (diff,) = made(ToolCall("apply_patch", arguments, "t1"), ToolResult("Done", None, "t1"))
        assert (diff.kind, diff.path) == (Kind.DIFF, "src/tide.py")


def test_a_decision_that_is_a_persons_message_is_there_once():
    source = Source(message=0, part=0, start=0, end=4, quote="Keep")
    node = Node(id="n1", type="decision", summary="User: keep all times in UTC", sources=(source,))
    graph = ContextGraph(description="", nodes=(node,))
    found = records_from(talk((Role.USER, (Text("Please keep all times in UTC."),))), graph=graph)
    assert [one.id for one in found] == ["m0"]


def test_an_order_that_was_lifted_stands_in_no_message():
    said = (
        "We bake on Fridays. Don't order rye flour before the fair.",
        "Understood, no rye flour.",
        "The fair is over. Do order rye flour now.",
    )
    messages = [
        (Role.ASSISTANT if at % 2 else Role.USER, (Text(text),)) for at, text in enumerate(said)
    ]
    found = records_from(talk(*messages), graph=ContextGraph(description="", nodes=()))
    told = {one.id: (one.kind, one.text, one.status) for one in found}
    assert told["m0"] == (Kind.MESSAGE, "We bake on Fridays. […]", None)
    assert told["m0.was1"] == (
        Kind.DECISION, "Don't order rye flour before the fair.", "superseded",
    )  # fmt: skip
    assert "m1" not in told
    assert told["m2"][1] == said[2]
    context = build_context("order the rye flour", found)
    assert "Don't order" not in context.context
    assert "Do order rye flour now" in context.context


def test_a_sentence_that_the_graph_calls_replaced_is_marked_in_its_message():
    old, new = "Cap the spool at 500 MB.", "Make it 4 GB after all."
    text = f"{old} When full drop the oldest."
    nodes = (
        Node(id="n1", type="D", summary=old, status="abandoned", importance="medium",
             sources=(Source(message=0, part=0, start=0, end=len(old), quote=old),)),
        Node(id="n2", type="D", summary=new, importance="high",
             sources=(Source(message=2, part=0, start=0, end=len(new), quote=new),)),
    )  # fmt: skip
    tie = Relationship(start="n2", end="n1", type="supersedes")
    graph = ContextGraph(description="", nodes=nodes, relationships=(tie,))
    conversation = talk(
        (Role.USER, (Text(text),)), (Role.ASSISTANT, (Text("Set."),)), (Role.USER, (Text(new),))
    )
    found = {one.id: one.text for one in records_from(conversation, graph=graph)}
    assert found["m0"] == "[…] When full drop the oldest."
    assert found["m0.was1"] == old
    assert found["m2"] == new


def _over(texts, olds):
    """Records of a talk in which sentences, by message, were given up."""
    nodes, ties = [], []
    for at, old in olds:
        start = texts[at].index(old)
        source = Source(message=at, part=0, start=start, end=start + len(old), quote=old)
        nodes.append(
            Node(id=f"n{len(nodes) + 1}", type="fact", summary=old, status="abandoned",
                 importance="low", sources=(source,))
        )  # fmt: skip
    source = Source(message=len(texts) - 1, part=0, start=0, end=4, quote=texts[-1][:4])
    nodes.append(Node(id="new", type="decision", summary=texts[-1], sources=(source,)))
    ties = [Relationship(start="new", end=one.id, type="supersedes") for one in nodes[:-1]]
    graph = ContextGraph(description="", nodes=tuple(nodes), relationships=tuple(ties))
    messages = [
        (Role.ASSISTANT if at % 2 else Role.USER, (Text(text),)) for at, text in enumerate(texts)
    ]
    return records_from(talk(*messages), graph=graph)


def test_what_an_assistant_said_and_was_replaced_can_still_be_found():
    texts = (
        "Paint the boat shed.",
        "I am writing the colours to shed/colours.txt. The roof is next.",
        "No colours after all, the shed stays grey.",
    )
    found = {one.id: one for one in _over(texts, [(1, texts[1].partition(" The")[0])])}
    assert found["m1"].text == "[…] The roof is next."
    was = found["m1.was1"]
    assert (was.kind, was.status, was.of) == (Kind.DECISION, "superseded", "m1")
    assert was.text == "I am writing the colours to shed/colours.txt."
    assert "colours.txt" not in build_context("paint the shed", found.values()).context


def test_replaced_sentences_side_by_side_have_one_mark_and_a_lead_in_stays():
    texts = (
        "Das Tor ist rot. Das Tor ist hoch. Maße: 3 m auf 2 m.",
        "Gut.",
        "Das Tor bleibt aus Holz, ohne Farbe.",
    )
    found = {one.id: one.text for one in _over(
        texts, [(0, "Das Tor ist rot."), (0, "Das Tor ist hoch."), (0, "Maße:")]
    )}  # fmt: skip
    assert found["m0"] == "[…] Maße: 3 m auf 2 m."
    assert [found[f"m0.was{n}"] for n in (1, 2)] == ["Das Tor ist rot.", "Das Tor ist hoch."]


def test_a_persons_message_that_is_a_decision_has_its_status():
    source = Source(message=0, part=0, start=0, end=4, quote="Keep")
    node = Node(id="n1", type="decision", summary="User: keep all times in UTC", sources=(source,))
    graph = ContextGraph(description="", nodes=(node,))
    found = records_from(talk((Role.USER, (Text("Please keep all times in UTC."),))), graph=graph)
    assert [(one.id, one.kind, one.status) for one in found] == [("m0", Kind.MESSAGE, "accepted")]
