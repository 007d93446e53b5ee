"""A pack is read back with the evidence beside it, and its conversation found again."""

from __future__ import annotations

import json

import pytest

from graphpack.errors import GraphError, UsageError
from graphpack.model.conversation import Conversation, ConversationSource
from graphpack.model.graph import PackSource
from graphpack.model.record import Input
from graphpack.packs import conversation_of, how_read, load_pack, verify_pack
from graphpack.pipeline import pack
from graphpack.settings import Settings
from tests.packs.build import loaded, said
from tests.verify.build import talk

TALK = talk(
    "Decision: tomatoes go into bed 2. Never use slug pellets, children play there.",
    "Noted: no slug pellets. Copper tape around bed 2 keeps the slugs out instead.",
    "The water tap is broken since Monday, the caretaker has to repair it. Still open.",
    "Then I leave the drip line out until the tap works again.",
    "Good. Firmware 2.4.1 of the pump is fine.",
)


@pytest.fixture
def written(tmp_path):
    made = pack(TALK, Settings())
    (tmp_path / "p.json").write_text(made.text, encoding="utf-8")
    (tmp_path / "p.evidence.json").write_text(made.archive(), encoding="utf-8")
    return tmp_path / "p.json"


def test_a_compact_pack_gets_the_sources_beside_it(written):
    found = load_pack(written)
    assert found.has_evidence
    assert found.record.input == Input("t1", redact="secrets")
    assert found.graph.about.source.messages == 5
    assert not load_pack(written.read_bytes()).has_evidence
    assert load_pack(written.with_suffix(".evidence.json")).graph.nodes == found.graph.nodes


def test_the_words_that_are_judged_are_the_packs_own(written, tmp_path):
    transcript = tmp_path / "talk.json"
    transcript.write_text(
        json.dumps(
            [{"role": m.role, "content": [{"type": "text", "text": m.text}]} for m in TALK.messages]
        )
    )
    assert verify_pack(written, transcript).is_clean
    text = written.read_text(encoding="utf-8")
    assert "bed 2" in text
    written.write_text(text.replace("bed 2", "bed 7"), encoding="utf-8")
    found = verify_pack(written, transcript).findings
    assert {f.code for f in found} == {"detail-nowhere"}


def test_the_evidence_of_another_pack_is_not_used(written):
    other = json.loads(written.read_text(encoding="utf-8"))
    for node in other["n"]:
        node["s"] = "Something else entirely"
    written.write_text(json.dumps(other), encoding="utf-8")
    found = load_pack(written)
    assert not found.has_evidence
    assert [notice.code for notice in found.notices] == ["evidence-of-another"]


def test_what_is_no_pack_is_said_with_its_name(tmp_path):
    (tmp_path / "x.json").write_text("{}")
    with pytest.raises(GraphError, match=r"x\.json: /: not a context graph"):
        load_pack(tmp_path / "x.json")


def conversations(*titles):
    return [
        Conversation(f"c{n}", title, ConversationSource("all.zip", "test"), TALK.messages)
        for n, title in enumerate(titles)
    ]


def pack_of(id=None, title=None):
    found = loaded(said("n1", "F", "x", 0))
    about = found.graph.about.model_copy(
        update={"source": PackSource(title=title, messages=len(TALK.messages))}
    )
    graph = found.graph.model_copy(update={"about": about})
    object.__setattr__(found.record, "input", Input(id) if id else None)
    object.__setattr__(found, "graph", graph)
    return found


def test_the_conversation_is_found_by_its_id_else_by_its_title():
    there = conversations("Shed", "Garden", "Shed")

    def find(pack, wanted=None):
        return conversation_of(lambda: there, pack, wanted, name="all.zip").id

    assert find(pack_of(id="c2")) == "c2"
    assert find(pack_of(id="c9", title="Garden")) == "c1"
    assert find(pack_of(title="Shed"), "c0") == "c0"
    with pytest.raises(UsageError, match="3 conversations"):
        find(pack_of(title="Shed"))


def test_how_it_was_read_is_how_it_is_read_again():
    found = pack_of(id="c1")
    object.__setattr__(found.record, "input", Input("c1", "b2", has_subagents=True, redact="all"))
    assert how_read(found) == {"branch": "b2", "subagents": True, "redact": "all"}
    assert how_read(pack_of()) == {}
