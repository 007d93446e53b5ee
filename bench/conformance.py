"""Runs graphpack's offline packer through the compaction conformance kit.

    make conformance        # installs the kit into an environment of its own first

The kit plants statements in a session, lets a compactor shorten it five times in a row to a fixed
number of characters, and looks for the words of each statement in what is left. It counts
characters, so the graph is written as plain lines here, one for each node that holds, instead of
as JSON; what was superseded is left out, because the kit takes any mention of it for stale.
Prints the kit's own table; two runs print the same one, but for the time taken.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from compaction_kit.benchmark import budget_benchmark_to_markdown, run_budget_benchmark
from compaction_kit.compacted import CompactedContext

from graphpack.extract.offline import OfflineExtractor
from graphpack.merge import merge
from graphpack.model.chunk import Chunk, ChunkContext
from graphpack.model.codes import RelationType, Status
from graphpack.model.conversation import Message, Role, Text
from graphpack.model.graph import ContextGraph
from graphpack.prune import Budget, prune

HEAD = "What holds:"
BUDGETS = (0.1, 0.2, 0.3)
SEEDS = (1, 2, 3, 4)


class Graphpack:
    """The offline extractor, the merger and the pruner, behind the kit's protocol."""

    name = "graphpack"

    def compact(
        self, turns: Sequence[Any], round_num: int = 1, budget_chars: int | None = None
    ) -> CompactedContext:
        """Shorten a session."""
        own = turns[0].text if len(turns) == 1 else ""
        # what was packed before is a pack, and packing it again changes nothing
        text = own if own.startswith(HEAD) else packed(turns, budget_chars)
        return CompactedContext(text=text, compactor_name=self.name, round_num=round_num)


def packed(turns: Sequence[Any], budget_chars: int | None) -> str:
    """Pack turns into lines of at most so many characters."""
    messages = tuple(
        Message(index=at, role=Role(turn.role), parts=(Text(turn.text),))
        for at, turn in enumerate(turns)
    )
    size = sum(len(turn.text) for turn in turns)
    part = OfflineExtractor().extract(Chunk(0, messages, size), ChunkContext(1))
    graph = standing(merge([part]).graph)
    most = budget_chars or size
    return lines(
        prune(
            graph,
            Budget(most, most),
            measure=lambda graph: len(lines(graph)),
            restate=lambda graph: graph,
        ).graph
    )


def standing(graph: ContextGraph) -> ContextGraph:
    """Leave out what was replaced, and what was said about it in other nodes."""
    fallen = {tie.end for tie in graph.relationships if tie.type == RelationType.SUPERSEDES}
    nodes = tuple(
        node.model_copy(update={"summary": node.summary.split(" [was: ")[0]})
        for node in graph.nodes
        if node.id not in fallen and node.status != Status.ABANDONED
    )
    return graph.model_copy(update={"nodes": nodes, "relationships": (), "handoff": ""})


def lines(graph: ContextGraph) -> str:
    """Write a graph as lines; who says it is left out, as nearly all of it is the user's."""
    return "\n".join([HEAD, *(node.summary.removeprefix("User: ") for node in graph.walk())])


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--show", type=int, help="print the pack of this session instead")
    parser.add_argument("--budget", type=float, default=0.2, help="with --show")
    given = parser.parse_args(arguments)
    if given.show is not None:
        return show(given.show, given.budget)
    payload = run_budget_benchmark({Graphpack.name: Graphpack}, BUDGETS, SEEDS)
    print(budget_benchmark_to_markdown(payload))
    return 0


def show(seed: int, budget: float) -> int:
    """Print what is left of the kit's sessions, and which statements are not."""
    from compaction_kit.corpus import build_random_session
    from compaction_kit.runner import run_conformance
    from compaction_kit.semantic_corpus import (
        build_semantic_heldout_session,
        build_semantic_session,
    )

    for build in (build_random_session, build_semantic_session, build_semantic_heldout_session):
        session, planted, *_ = build(seed)
        run = run_conformance(
            session, Graphpack(), rounds=1, canaries=planted, budget_fraction=budget
        )
        final = run.rounds[-1]
        print(f"# {build.__name__}: {final.output_chars} of {final.budget_chars} characters")
        print(final.context.text)
        text = final.context.text.lower()
        for one in planted:
            stale = [token for token in one.superseded_tokens if token.lower() in text]
            if stale or not final.survived[one.id]:
                state = "kept" if final.survived[one.id] else "lost"
                print(f"  {one.id}: {state}, stale {stale}, {one.content}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
