from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from graphpack.merge import merge, renumber
from graphpack.merge.numbering import number
from graphpack.model.chunk import ChunkGraph, chunk_letter
from graphpack.model.codes import RelationType, Status
from graphpack.model.graph import Node, Relationship
from graphpack.model.topology import is_acyclic
from tests.merge.build import node, part, src, told

SUMMARIES = [
    "Use SQLite for storage",
    "Use Postgres for storage",
    "Switched from SQLite to Postgres",
    "Switched from Postgres to MySQL",
    "Switched from MySQL to SQLite",
    "Do not use Redis",
    "Use Redis",
    "Use Redis for cache",
    "Use Redis for queue",
    "Java 17",
    "Java 21",
    "Enable compression",
    "Disable compression",
    "The API listens on port 8080",
    "The API listens on port 9090",
    "ImportError in ledger.py at start",
    "Fixed ImportError in ledger.py",
    "Import bank statements from CSV",
    "Import of bank statements from CSV is done",
    "CSV or JSON for the export?",
    "Use CSV for the export",
    "缓存使用Redis",
    "缓存不要使用Redis",
    "从Redis换成Memcached",
]
KINDS = ["fact", "decision", "problem", "goal", "context", "assumption"]


@st.composite
def parts(draw) -> list[ChunkGraph]:
    made = []
    for index in range(draw(st.integers(1, 3))):
        letter = chunk_letter(index)
        nodes = []
        for place in range(draw(st.integers(0, 6))):
            at = draw(st.one_of(st.none(), st.integers(index * 20, index * 20 + 19)))
            nodes.append(
                Node(
                    id=f"{letter}-n{place}",
                    type=draw(st.sampled_from(KINDS)),
                    importance=draw(st.sampled_from(["high", "medium", "low"])),
                    summary=draw(st.sampled_from(SUMMARIES)),
                    status=draw(st.sampled_from([None, *Status])),
                    sources=() if at is None else (src(at),),
                )
            )
        if len(nodes) > 3 and draw(st.booleans()):
            child = nodes.pop()
            nodes[0] = nodes[0].model_copy(update={"children": (child,)})
        names = [n.id for root in nodes for n in (root, *root.children)]
        ties = draw(
            st.lists(
                st.builds(
                    Relationship,
                    start=st.sampled_from([*names, "none"]),
                    end=st.sampled_from([*names, "none"]),
                    type=st.sampled_from(["supersedes", "supersedes", "resolves", "related_to"]),
                ),
                max_size=5,
            )
        )
        made.append(ChunkGraph(index, tuple(nodes), tuple(ties), f"Chunk {index}"))
    return made


@given(parts())
@settings(max_examples=60, deadline=None)
def test_the_graph_is_sound(made):
    graph = merge(made).graph
    names = [n.id for n in graph.walk()]
    assert len(names) == len(set(names))
    assert names == sorted(names, key=number)
    keys = [(t.start, t.end, t.type) for t in graph.relationships]
    assert len(keys) == len(set(keys))
    assert all(start in names and end in names and start != end for start, end, _ in keys)
    superseded = [(s, e) for s, e, kind in keys if kind == RelationType.SUPERSEDES]
    assert is_acyclic(superseded)
    by_id = {n.id: n for n in graph.walk()}
    for _, old in superseded:
        assert by_id[old].status in {Status.ABANDONED, Status.RESOLVED}
        assert by_id[old].importance != "high"
        current = graph.handoff.split("Abandoned:")[0]
        assert f"({old})" not in current


@given(parts(), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_the_order_of_the_parts_does_not_matter(made, random):
    shuffled = list(made)
    random.shuffle(shuffled)
    assert merge(shuffled) == merge(made)
    at_once = [ChunkGraph(0, p.nodes, p.relationships, p.description) for p in made]
    mixed = list(at_once)
    random.shuffle(mixed)
    assert merge(mixed).graph == merge(at_once).graph


@given(parts())
@settings(max_examples=60, deadline=None)
def test_merging_what_was_merged_changes_nothing(made):
    once = merge(made).graph
    again = merge([ChunkGraph(0, once.nodes, once.relationships, once.description)])
    assert again.graph.nodes == once.nodes
    assert again.graph.relationships == once.relationships
    assert (again.graph.handoff, again.graph.description) == (once.handoff, once.description)
    assert again.merges == ()


THINGS = st.sampled_from(
    ["Redis", "src/app.py", "the nightly job", "port 8080", "feature flags", "gRPC", "кэш", "缓存"]
)
FRAMES = st.sampled_from(
    [
        ("Use {}", "Do not use {}"),
        ("Use {} for all reports", "Never use {} for all reports"),
        ("Use {}", "Avoid {}"),
        ("We use {} in production", "We don't use {} in production"),
        ("Wir nutzen {} im Betrieb", "Wir nutzen {} nicht im Betrieb"),
        ("{} verwenden", "kein {} verwenden"),
        ("Utiliser {} ici", "Ne pas utiliser {} ici"),
        ("Usar {} aquí", "No usar {} aquí"),
        ("Usar {} aqui", "Não usar {} aqui"),
        ("Usare {} qui", "Non usare {} qui"),
        ("Gebruik {} hier", "Gebruik {} niet hier"),
        ("Использовать {} здесь", "Не использовать {} здесь"),
        ("这里使用{}", "这里不使用{}"),
        ("这里用{}", "这里不要用{}"),
        ("ここで{}を使う", "ここで{}を使わない"),
        ("여기서 {}를 사용한다", "여기서 {}를 사용하지 않는다"),
        ("Enable {} on every server", "Disable {} on every server"),
    ]
)


@given(FRAMES, THINGS, st.sampled_from("DF"), st.sampled_from("DF"), st.booleans(), st.booleans())
@settings(max_examples=150, deadline=None)
@example(("Use {}", "Do not use {}"), "Redis", "D", "D", True, True)
def test_no_statement_merges_with_its_negation(frame, thing, kind, other, is_same_chunk, is_turned):
    texts = [text.format(thing) for text in frame]
    if is_turned:
        texts.reverse()
    one, two = (kind, texts[0], 3), (other, texts[1], 30)
    made = [told(one, two)] if is_same_chunk else [told(one), told(two, index=1)]
    graph = merge(made, judge=lambda pairs: ["same" for _ in pairs]).graph
    assert len(graph.nodes) == 2


@given(st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 50)), max_size=8))
@settings(deadline=None)
def test_merging_one_part_without_conflicts_is_numbering_it(raw):
    # two words of its own for each node: nothing to fold, nothing to replace
    nodes = [
        node(f"A-n{i}", kind, f"{'abcdefgh'[i] * 5} {'ijklmnop'[i] * 5}", at)
        for i, (kind, at) in enumerate(raw)
    ]
    ties = [
        Relationship(start=f"A-n{i}", end=f"A-n{i - 1}", type="depends_on")
        for i in range(1, len(raw))
    ]
    merged = merge([part(0, *nodes, ties=tuple(ties))])
    expected = renumber(nodes, ties)
    assert merged.graph.nodes == expected.nodes
    assert merged.graph.relationships == expected.relationships
    assert (merged.merges, merged.notices) == ((), ())
