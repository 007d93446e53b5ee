"""Runs the planted cases: through the merger alone, and through the whole offline pack.

``python -m tests.merge.trial`` prints what was found and what was replaced wrongly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graphpack.merge import merge
from graphpack.model.codes import RelationType, Status
from graphpack.model.conversation import Conversation, ConversationSource, Message, Role, Text
from graphpack.model.graph import ContextGraph, Node
from graphpack.pipeline import pack
from graphpack.settings import Settings
from tests.merge.build import node, part
from tests.merge.planted import Case

Pair = tuple[int, int]
_SAID = {"D": "D", "F": "F", "X": "X", "d": "D", "f": "F"}
_OPENING = ("Please keep the notes while we plan.", "I will.")
_CLOSING = ("Thanks, that is all for today.", "You are welcome.")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one case.

    Args:
        case: Which one.
        missed: Switches that were not made.
        wrong: Replaced lines that still hold, with what replaced them (-1 where unknown).
    """

    case: Case
    missed: tuple[Pair, ...]
    wrong: tuple[Pair, ...]


def merged(case: Case, *, chunked: bool = False, turned: bool = False) -> Outcome:
    """Run the merger on what a careful reader would hand it.

    Args:
        case: A planted case.
        chunked: One chunk for each line.
        turned: The parts in reverse order.
    """
    return _judged(case, graph_of(case, chunked=chunked, turned=turned), offset=0)


def graph_of(case: Case, *, chunked: bool = False, turned: bool = False) -> ContextGraph:
    """Merge a case's lines as nodes."""
    nodes = [
        node(f"A-n{at}", _SAID[line[0]], line[3:], at, importance="high")
        for at, line in enumerate(case.lines)
        if line[0] in _SAID
    ]
    parts = [part(at, one) for at, one in enumerate(nodes)] if chunked else [part(0, *nodes)]
    return merge(parts[::-1] if turned else parts).graph


def packed(case: Case, settings: Settings | None = None) -> Outcome:
    """Run the whole offline chain on the conversation."""
    conversation, places = spoken(case)
    graph = pack(conversation, settings or Settings(budget=1200, cap=1200)).graph
    return _judged(case, graph, offset=places[0])


def spoken(case: Case) -> tuple[Conversation, tuple[int, ...]]:
    """Make the conversation; with the message of each line."""
    said = [(Role.USER, _OPENING[0]), (Role.ASSISTANT, _OPENING[1])]
    said += [(Role.USER if line[0] in "DFXu" else Role.ASSISTANT, line[3:]) for line in case.lines]
    if said[-1][0] is Role.USER:
        said.append((Role.ASSISTANT, "OK."))
    said += [(Role.USER, _CLOSING[0]), (Role.ASSISTANT, _CLOSING[1])]
    messages = tuple(
        Message(index=at, role=role, parts=(Text(text),)) for at, (role, text) in enumerate(said)
    )
    conversation = Conversation(
        id="c", title=None, source=ConversationSource("c", "messages"), messages=messages
    )
    return conversation, tuple(range(2, 2 + len(case.lines)))


def _judged(case: Case, graph: ContextGraph, *, offset: int) -> Outcome:
    gone = {older for _, older in case.switches}
    nodes = list(graph.walk())
    ends = {
        (tie.start, tie.end) for tie in graph.relationships if tie.type == RelationType.SUPERSEDES
    }
    fallen = {end for _, end in ends} | {n.id for n in nodes if n.status == Status.ABANDONED}
    by_line = {
        at: [n for n in nodes if any(s.message == at + offset for s in n.sources)]
        for at, line in enumerate(case.lines)
        if line[0] in _SAID
    }
    missed = tuple(
        (new, old)
        for new, old in case.switches
        if not _is_switched(by_line[new], by_line[old], new, gone, fallen)
    )
    wrong = tuple(
        (_by(one, ends, by_line), at)
        for at, found in by_line.items()
        if at not in gone
        for one in found
        if one.id in fallen and not _also(one, gone, offset)
    )
    return Outcome(case, missed, wrong)


def _is_switched(
    newer: Sequence[Node], older: Sequence[Node], new: int, gone: set[int], fallen: set[str]
) -> bool:
    """Whether the older line no longer holds anywhere, and the newer one is there."""
    held = [one for one in older if one.id not in fallen and one not in newer]
    stands = new in gone or any(one.id not in fallen for one in newer)
    return bool(newer) and stands and not held


def _also(one: Node, gone: Iterable[int], offset: int) -> bool:
    return any(source.message - offset in gone for source in one.sources)


def _by(one: Node, ends: Iterable[tuple[str, str]], by_line: dict[int, list[Node]]) -> int:
    starts = {start for start, end in ends if end == one.id}
    return next((at for at, found in by_line.items() if starts & {n.id for n in found}), -1)


def figures(outcomes: Sequence[Outcome]) -> str:
    """Say in one line how a run went."""
    true = sum(len(one.case.switches) for one in outcomes)
    missed = sum(len(one.missed) for one in outcomes)
    none = [one for one in outcomes if not one.case.switches]
    false = sum(bool(one.wrong) for one in none)
    beside = sum(bool(one.wrong) for one in outcomes if one.case.switches)
    return (
        f"found {true - missed} of {true}, false {false} of {len(none)}, beside a true one {beside}"
    )


def main() -> None:
    """Print the figures of every set."""
    from tests.merge import fifth, fourth, fresh, heldout, planted, seventh, sixth

    sets = {
        "planted": (*planted.SWITCHES, *planted.NONE),
        "held out": (*heldout.SWITCHES, *heldout.NONE),
        "fresh": (*fresh.SWITCHES, *fresh.NONE),
        "fourth": (*fourth.SWITCHES, *fourth.NONE),
        "fifth": (*fifth.SWITCHES, *fifth.NONE),
        "lifted": (*sixth.SWITCHES, *sixth.NONE),
        "seventh": (*seventh.SWITCHES, *seventh.NONE),
    }
    for name, cases in sets.items():
        runs = {
            "merger": [merged(one) for one in cases],
            "merger, a chunk each": [merged(one, chunked=True, turned=True) for one in cases],
            "offline pack": [packed(one) for one in cases],
        }
        for way, outcomes in runs.items():
            print(f"{name}, {len(cases)} cases, {way}: {figures(outcomes)}")
            for one in outcomes:
                if one.missed or one.wrong:
                    print(f"    {one.case.name}: missed {one.missed} wrong {one.wrong}")


if __name__ == "__main__":
    main()
