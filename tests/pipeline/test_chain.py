"""The chain with an extractor whose findings are known beforehand."""

import json
from dataclasses import dataclass, field

import pytest

from graphpack.errors import ReadError, UsageError
from graphpack.extract.offline import OfflineExtractor
from graphpack.model.chunk import ChunkGraph, chunk_letter
from graphpack.model.graph import Node, Relationship, Source
from graphpack.model.pack import read_pack
from graphpack.model.report import Gap, Notice, Strategy, Usage
from graphpack.pipeline import export, extractor_of, pack
from graphpack.pipeline.account import settings_sha256
from graphpack.readers import read
from graphpack.settings import Settings

TEXTS = [
    "We need a name for the boat before the launch on 3 May.",
    "Three options: 1. Heron, 2. Tern, 3. Gull.",
    "The second one. It is called Tern.",
    "Tern it is. Who paints the name on the stern?",
    "That is still open, the painter has not answered.",
    "Then I leave the order of the letters until she does.",
]


@pytest.fixture
def source():
    turns = [{"role": ("user", "assistant")[n % 2], "content": t} for n, t in enumerate(TEXTS)]
    return json.dumps({"title": "Boat", "messages": turns}).encode()


@dataclass
class Finder:
    """Finds one node in each message, as it stands there."""

    reads_whole: bool = True
    name: str = "finder"
    importance: str = "high"
    seen: list = field(default_factory=list)
    gaps: tuple = ()
    usage: Usage | None = None

    def extract(self, chunk, context):
        self.seen.append((chunk, context))
        letter = chunk_letter(chunk.index)
        found = tuple(
            Node(
                id=f"{letter}-n{place}",
                type="fact",
                importance=self.importance,
                summary=message.text,
                value=1 - message.index / 100,
                sources=(
                    Source(
                        message=message.index,
                        part=0,
                        start=0,
                        end=len(message.text),
                        quote=message.text,
                    ),
                ),
            )
            for place, message in enumerate(chunk.messages, 1)
        )
        ties = (
            (Relationship(start=found[1].id, end=found[0].id, type="references"),)
            if len(found) > 1
            else ()
        )
        notices = (Notice("seen", "", f"chunk {chunk.index}"),)
        return ChunkGraph(
            chunk.index, found, ties, "A boat gets its name", self.gaps, notices, self.usage
        )


def test_a_source_becomes_a_pack_with_its_report(source):
    made = export(source, extractor=Finder())
    assert read_pack(made.text).graph.nodes == read_pack(made.text, strict=True).graph.nodes
    assert [node.id for node in made.graph.nodes] == [
        f"n{n}" for n in range(1, len(made.graph.nodes) + 1)
    ]
    assert made.report.extractor == "finder"
    assert made.report.strategy is Strategy.SINGLE_PASS
    assert made.report.counter == "o200k_base"
    assert made.report.input_tokens > 0
    assert made.report.output_tokens == made.rendered.tokens
    assert Notice("seen", "", "chunk 0") in made.report.notices


def test_the_same_bytes_twice(source):
    assert export(source, extractor=Finder()).text == export(source, extractor=Finder()).text


def test_what_was_cut_stands_in_the_record_under_an_id_of_its_own(source):
    made = export(source, Settings(budget=110, cap=200), extractor=Finder(importance="medium"))
    kept = {node.id for node in made.graph.walk()}
    gone = {node.id for node in made.record.pruned}
    assert gone
    assert kept
    assert {cut.node for cut in made.report.cuts} <= gone | kept | {"handoff"}
    dropped = {cut.node for cut in made.report.cuts if cut.action == "dropped"}
    assert dropped
    assert not dropped & kept
    texts = {node.summary for node in made.record.pruned} | {n.summary for n in made.graph.walk()}
    assert set(TEXTS) <= texts


def test_the_hand_off_names_only_nodes_that_are_there(source):
    made = export(source, Settings(budget=180, cap=250), extractor=Finder(importance="medium"))
    named = {word.strip("(),.;") for word in made.graph.handoff.split()}
    ids = {name for name in named if name.startswith("n") and name[1:].isdigit()}
    assert ids <= {node.id for node in made.graph.walk()}


def test_the_archive_form_is_valid_and_holds_the_evidence(source):
    made = export(source, Settings(budget=180, cap=250), extractor=Finder(importance="medium"))
    archive = read_pack(made.archive(), strict=True)
    assert archive.mode == "archive"
    assert all(node.sources for node in archive.graph.walk())
    assert json.loads(made.archive())["record"]["cuts"]


def test_a_large_conversation_goes_in_chunks_that_know_what_came_before(source):
    finder = Finder(reads_whole=False)
    settings = Settings(read_tokens=20, chunk_tokens=30, concurrency=1)
    made = export(source, settings, extractor=finder)
    assert made.report.strategy is Strategy.CHUNKED
    assert len(finder.seen) == made.graph.chunks > 1
    contexts = [context for _, context in finder.seen]
    assert contexts[0].account == ""
    assert "Tern" in contexts[-1].account
    assert {context.total for context in contexts} == {len(contexts)}
    assert not any(context.is_priority_only for context in contexts)


def test_a_huge_one_is_asked_for_priorities_only(source):
    finder = Finder(reads_whole=False)
    settings = Settings(read_tokens=20, chunk_tokens=30, priority_tokens=25)
    made = export(source, settings, extractor=finder)
    assert made.report.strategy is Strategy.PRIORITY_ONLY
    assert all(context.is_priority_only for _, context in finder.seen)


def test_chunks_at_once_give_the_same_pack_as_one_by_one(source):
    settings = {"read_tokens": 20, "chunk_tokens": 30}
    one = export(source, Settings(**settings, concurrency=1), extractor=Finder(reads_whole=False))
    four = export(source, Settings(**settings, concurrency=4), extractor=Finder(reads_whole=False))
    assert one.text == four.text


def test_gaps_and_costs_are_reported(source):
    finder = Finder(gaps=(Gap(2, 3, "refused"),), usage=Usage(1, 100, 20, 0.5))
    report = export(source, extractor=finder).report
    assert report.gaps == (Gap(2, 3, "refused"),)
    assert report.usage == Usage(1, 100, 20, 0.5)
    assert export(source, extractor=Finder()).report.usage is None


def test_a_pinned_node_stretches_the_usual_size_before_it_is_a_conflict(source):
    keep = ("Heron", "painter", "boat before", "letters", "stern", "second one")
    made = export(source, Settings(keep=keep, cap=400), extractor=Finder())
    assert made.report.over_cap_tokens == 0
    assert "meta" not in json.loads(made.text)
    tight = export(source, Settings(keep=keep, cap=50), extractor=Finder())
    assert tight.report.over_cap_tokens == tight.report.output_tokens - 50 > 0
    assert json.loads(tight.text)["meta"]["budget_conflict"]


def test_progress_is_told(source):
    told = []
    export(source, extractor=Finder(), progress=lambda *what: told.append(what))
    assert ("extracting", 1, 1) in told


def test_only_a_setting_selects_a_model(monkeypatch):
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GRAPHPACK_MODEL"):
        monkeypatch.setenv(name, "made-up/model")
    assert isinstance(extractor_of(Settings(), count=len), OfflineExtractor)


def test_a_model_that_is_set_is_the_extractor_with_all_its_options(monkeypatch):
    made = []

    class Recorder:
        def __init__(self, options, **handed):
            made.append(options)
            self.is_preloaded = False

        def preload(self):
            self.is_preloaded = True

    monkeypatch.setattr("graphpack.extract.llm.extractor.ModelExtractor", Recorder)
    settings = Settings(
        model="made-up/model", api_base="http://127.0.0.1:1", retries=7, timeout_s=3
    )
    extractor = extractor_of(settings, count=len)
    assert extractor.is_preloaded
    (options,) = made
    for name in ("model", "api_base", "api_key", "retries", "timeout_s", "concurrency", "repairs"):
        assert getattr(options, name) == getattr(settings, name)


def test_the_hash_is_of_what_shapes_a_pack():
    same = [
        Settings(),
        Settings(api_key="x"),
        Settings(quiet=True, concurrency=1),
        Settings(pick="1"),
    ]
    assert len({settings_sha256(settings) for settings in same}) == 1
    other = [
        Settings(budget=3),
        Settings(mode="readable"),
        Settings(keep=("x",)),
        Settings(model="a/b"),
    ]
    assert len({settings_sha256(settings) for settings in [Settings(), *other]}) == 5


def test_a_source_that_is_not_there_or_not_one_is_an_error(tmp_path, source):
    with pytest.raises(ReadError):
        export(tmp_path / "nothing.json")
    (tmp_path / "one.json").write_bytes(source)
    (tmp_path / "two.json").write_bytes(source)
    with pytest.raises(UsageError, match="2 conversations"):
        export(tmp_path)


def test_packing_what_was_read_is_the_same_as_exporting(source, tmp_path):
    path = tmp_path / "boat.json"
    path.write_bytes(source)
    (conversation,) = read(path)
    assert (
        pack(conversation, Settings(), extractor=Finder()).text
        == export(path, extractor=Finder()).text
    )
    assert export(str(path), extractor=Finder()).text == export(path, extractor=Finder()).text


def test_a_very_short_conversation_is_one_or_two_nodes_and_keeps_what_fits():
    turns = [
        {"role": "user", "content": f"Rule {n}: never paint on day {n}. {'So it is. ' * 20}"}
        for n in range(4)
    ]
    made = export(json.dumps(turns).encode(), extractor=Finder())
    assert 1 <= len(list(made.graph.walk())) <= 2
    assert not made.graph.relationships
    assert "Rule 0" in made.text
    accounted = {merge.folded for merge in made.report.merges} | {
        cut.node for cut in made.report.cuts
    }
    assert len(accounted) >= 4 - len(made.graph.nodes)
    assert made.report.output_tokens <= 400
