"""ChatGPT: a chat, its thread, and what of it is not shown."""

from datetime import UTC, datetime

import pytest

from graphpack.model.conversation import (
    Role,
    ToolResult,
)
from graphpack.readers.base import Certainty
from tests.readers.chatgpt_records import (
    ANSWER,
    ASK,
    certainty,
    chat,
    codes,
    content,
    loads,
    one,
    parts,
    said,
)


def test_reads_the_whole_of_a_plain_chat():
    conversation = one(ASK, ANSWER)

    assert conversation.id == "chat-1"
    assert conversation.title == "Garden plan 1"
    assert conversation.started_at == datetime.fromtimestamp(1700000000.5, UTC)
    assert conversation.source.name == "conversations.json"
    assert conversation.source.format == "chatgpt"
    assert conversation.notices == ()
    ask, answer = conversation.messages
    assert (ask.index, ask.role, ask.text) == (0, Role.USER, "When do I sow the beans?")
    assert (ask.source_id, ask.author) == ("m0", None)
    assert ask.at == datetime.fromtimestamp(1700000001.25, UTC)
    assert (answer.index, answer.role, answer.text) == (1, Role.ASSISTANT, "In May.")
    assert (answer.author, answer.at) == ("model-x", None)


def test_an_answer_without_a_model_has_the_conversations():
    assert one(ASK, said("assistant", "In May.")).messages[1].author == "model-d"


@pytest.mark.parametrize(
    "wrap",
    [
        lambda c: [c],
        lambda c: c,
        lambda c: {"conversations": [c]},
        lambda c: [None, {"title": "no tree", "id": "x"}, c],
    ],
)
def test_reads_a_list_one_chat_and_a_wrapped_list(wrap):
    document = wrap(chat(ASK, ANSWER))
    assert certainty(document) is Certainty.SURE
    assert [c.id for c in loads(document)] == ["chat-1"]


def test_order_is_the_trees_not_the_clocks():
    late = said("user", "first", create_time=1700000900)
    early = said("assistant", "second", create_time=1700000100)
    unknown = said("user", "third", create_time=None)
    assert [m.text for m in one(late, early, unknown).messages] == ["first", "second", "third"]


class TestThread:
    def branched(self, current="b"):
        raw = chat(ASK, ANSWER)
        raw["mapping"]["m0"]["children"].append("b")
        raw["mapping"]["b"] = {
            "id": "b",
            "parent": "m0",
            "children": [],
            "message": {"id": "b"} | said("assistant", "In April.", create_time=1700000002),
        }
        return raw | {"current_node": current}

    def test_follows_the_chosen_branch_and_counts_the_other(self):
        (conversation,) = loads([self.branched()])
        assert [m.text for m in conversation.messages][1] == "In April."
        assert codes(conversation) == {"abandoned-branch": 1}

    def test_hidden_nodes_of_another_branch_are_no_messages(self):
        raw = self.branched()
        raw["mapping"]["m1"]["message"] = said("system", "be brief")
        (conversation,) = loads([raw])
        assert codes(conversation) == {}

    @pytest.mark.parametrize("current", [None, "nowhere", 7])
    @pytest.mark.parametrize(
        ("first", "second", "chosen"),
        [(2, 1, "In May."), (1, 2, "In April."), (None, 1, "In April."), (None, None, "In April.")],
    )
    def test_without_a_current_node_the_newest_of_the_longest_chains(
        self, current, first, second, chosen
    ):
        raw = self.branched(current)
        raw["mapping"]["m1"]["message"]["create_time"] = first
        raw["mapping"]["b"]["message"]["create_time"] = second
        (conversation,) = loads([raw])
        assert conversation.messages[1].text == chosen
        assert codes(conversation)["guessed-branch"] == 1

    def test_without_a_current_node_a_longer_chain_beats_a_newer_leaf(self):
        raw = self.branched(None)
        raw["mapping"]["m1"]["children"] = ["m2"]
        raw["mapping"]["m2"] = {"id": "m2", "parent": "m1", "message": said("user", "Thanks.")}
        (conversation,) = loads([raw])
        assert conversation.messages[-1].text == "Thanks."

    def test_parents_that_are_lost_are_found_by_their_children(self):
        raw = chat(ASK, ANSWER)
        for node in raw["mapping"].values():
            del node["parent"]
        (conversation,) = loads([raw])
        assert len(conversation.messages) == 2

    def test_a_parent_outside_the_tree_is_the_root(self):
        raw = chat(ASK, ANSWER)
        del raw["mapping"]["root"]
        (conversation,) = loads([raw])
        assert len(conversation.messages) == 2

    def test_a_circle_of_parents_ends(self):
        raw = chat(ASK, ANSWER)
        raw["mapping"]["m0"]["parent"] = "m1"
        (conversation,) = loads([raw])
        assert [m.text for m in conversation.messages] == ["When do I sow the beans?", "In May."]

    def test_a_long_thread_needs_no_deep_stack(self):
        turns = [said("user" if i % 2 == 0 else "assistant", str(i)) for i in range(3000)]
        assert len(one(*turns, current_node=None).messages) == 3000


class TestHidden:
    @pytest.mark.parametrize(
        "message",
        [
            said("system", "You are a gardener."),
            said("developer", "You are a gardener."),
            said("user", "secret", metadata={"is_visually_hidden_from_conversation": True}),
            said("assistant", "discarded", weight=0),
            said("user", "x", content=content("user_editable_context", user_profile="Lena, 44")),
            said(
                "assistant", "x", content=content("model_editable_context", model_set_context="m")
            ),
        ],
    )
    def test_is_no_turn_but_is_counted(self, message):
        conversation = one(message, ASK, ANSWER)
        assert [m.text for m in conversation.messages] == ["When do I sow the beans?", "In May."]
        assert codes(conversation) == {"hidden-context": 1}

    def test_the_users_profile_is_never_theirs_even_when_shown(self):
        body = content("user_editable_context", user_profile="Lena, 44", user_instructions="short")
        assert "Lena" not in str(parts(one(said("user", "", content=body), ASK, ANSWER)))

    def test_an_empty_system_message_is_worth_no_notice(self):
        hidden = {"is_visually_hidden_from_conversation": True}
        assert one(said("system", "", metadata=hidden), ASK).notices == ()

    def test_a_hidden_node_does_not_split_the_thread(self):
        conversation = one(ASK, said("system", "x"), said("assistant", "", weight=0), ANSWER)
        assert len(conversation.messages) == 2

    @pytest.mark.parametrize(
        "result",
        [
            said("tool", "Beans need 10 °C.", author="browser", weight=0),
            said("assistant", "", weight=0, content=content("tether_quote", text="Beans.")),
        ],
    )
    def test_a_tools_output_of_weight_0_stays(self, result):
        assert isinstance(one(ASK, result, ANSWER).messages[1].parts[0], ToolResult)

    @pytest.mark.parametrize("text", ["", "  \n"])
    def test_empty_messages_are_no_messages(self, text):
        assert len(one(ASK, said("assistant", text), ANSWER).messages) == 2
