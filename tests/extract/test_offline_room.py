"""A size that was asked for is used, as long as there is something worth telling."""

from __future__ import annotations

from graphpack.extract.offline import OfflineExtractor
from graphpack.extract.offline.selection import MAX_PICKED_TOKENS, Weighed, choose
from graphpack.extract.offline.units import Kind, Unit
from graphpack.model.chunk import Chunk, ChunkContext
from graphpack.model.codes import Importance, NodeType
from graphpack.model.conversation import Conversation, ConversationSource, Message, Role, Text
from graphpack.pipeline import pack
from graphpack.settings import Settings

TOKENS = 60


def weighed(count: int, value: float) -> Weighed:
    """One exchange of units that stand alone and name nothing in common."""
    units = [Unit(at, 0, 0, 9, Kind.SENTENCE, f"crane {at}") for at in range(count)]
    terms = [{f"crane{at}": 1.0} for at in range(count)]
    return Weighed(units, [value] * count, terms, [TOKENS] * count, [0] * count)


def test_an_exchange_that_has_its_share_gives_the_rest_only_where_it_was_asked_for():
    given = weighed(20, 0.03)
    few = choose(given)
    assert 0 < len(few) < 8
    assert set(few) < set(choose(given, asked=1_200))


def test_no_more_is_filled_than_was_asked_for():
    assert len(choose(weighed(60, 0.03), asked=1_200)) * TOKENS < 1_300


def test_what_is_worth_next_to_nothing_fills_no_room():
    assert not choose(weighed(20, 0.003), asked=1_200)


def test_a_large_size_is_not_bounded_by_the_usual_ones():
    picked = choose(weighed(200, 0.5), asked=5_000)
    assert len(picked) * TOKENS > MAX_PICKED_TOKENS


def talk() -> tuple[Message, ...]:
    """One order, and one exchange of many asides."""
    places = ("north", "south", "east", "west", "old", "new", "fish", "coal", "salt", "grain")
    asides = [
        f"I will look at the {place} pump P-{at}{number} now, it moves {number * 7} litres."
        for at, place in enumerate(places, 1)
        for number in range(2, 9)
    ]
    said = [Message(0, Role.USER, (Text("Tell me which pump stands where, and what it does."),))]
    said += [Message(at, Role.ASSISTANT, (Text(aside),)) for at, aside in enumerate(asides, 1)]
    return tuple(said)


def test_a_pack_of_an_asked_size_tells_more_than_one_of_no_size():
    conversation = Conversation("c", None, ConversationSource("talk.json", "native"), talk())
    usual = pack(conversation, Settings())
    asked = pack(conversation, Settings(budget=1_200, cap=1_200))
    small = pack(conversation, Settings(budget=300, cap=300))
    assert asked.report.output_tokens > usual.report.output_tokens
    assert asked.report.output_tokens <= 1_200
    assert small.report.output_tokens <= 300


def test_what_fills_the_room_is_of_some_weight_so_that_it_is_written():
    chunk = Chunk(0, talk(), tokens=300)
    asked = OfflineExtractor().extract(chunk, ChunkContext(asked_tokens=1_200)).nodes
    usual = OfflineExtractor().extract(chunk, ChunkContext()).nodes
    assert told(asked) > told(usual)


def told(nodes) -> int:
    return sum(len(node.summary) for node in nodes if node.importance != Importance.LOW)


def test_what_was_never_called_is_a_fault_and_no_rule():
    messages = (
        Message(0, Role.USER, (Text("Why does the crane stop at noon?"),)),
        Message(1, Role.ASSISTANT, (Text("The brake handler was never called by `hoist.py`."),)),
    )
    nodes = OfflineExtractor().extract(Chunk(0, messages, tokens=40), ChunkContext()).nodes
    (node,) = [node for node in nodes if "never called" in node.summary]
    assert node.type == NodeType.PROBLEM
