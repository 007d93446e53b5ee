"""A graph with one of everything: the session of two people on a small photo server."""

from __future__ import annotations

from graphpack.model.graph import (
    About,
    ContextGraph,
    Node,
    PackSource,
    Relationship,
    Source,
)
from graphpack.model.record import Record
from graphpack.model.report import Cut, Gap, Merge, Notice, Report, Strategy, Usage

GRAPH = ContextGraph(
    description="Photo album server; uploads work, sharing links next.",
    nodes=(
        Node(
            id="n1",
            type="fact",
            importance="high",
            title="Stack",
            summary="Go 1.22, SQLite 3.45, no ORM.",
            sources=(Source(message=0, part=0, start=10, end=18, quote="Go 1.22,"),),
            children=(
                Node(
                    id="n1.1",
                    type="assumption",
                    importance="medium",
                    summary="One server only: all paths are local.",
                    confidence=0.824,
                ),
            ),
        ),
        Node(
            id="n2",
            type="decision",
            importance="medium",
            status="abandoned",
            summary="Thumbnails are made when a page asks for them.",
        ),
        Node(
            id="n4",
            type="decision",
            importance="high",
            status="active",
            title="Thumbnails on upload",
            summary="Switched from making thumbnails on request to making them on upload: pages "
            "took 4 s.",
        ),
        Node(
            id="n5",
            type="problem",
            importance="high",
            status="open",
            title="HEIC uploads fail",
            summary="Uploads of .heic files end in “unknown format”; größere Dateien auch.",
        ),
        Node(
            id="n6",
            type="code",
            importance="high",
            title="Signing a share link",
            summary='func sign(id string) string {\n\treturn hmacHex("share:" + id)\n}',
        ),
        Node(
            id="n7",
            type="goal",
            importance="high",
            status="active",
            title="Sharing links",
            summary="Albums can be shared by a link that expires after 30 days.",
        ),
        Node(
            id="n8",
            type="context",
            importance="medium",
            status="deferred",
            summary="Video support waits until after the first release.",
        ),
        Node(id="n9", type="fact", importance="low", summary="The repository has 41 files."),
    ),
    relationships=(
        Relationship(start="n4", end="n2", type="supersedes"),
        Relationship(start="n7", end="n6", type="depends_on"),
        Relationship(start="n9", end="n1", type="related_to"),
    ),
    handoff="Resuming the photo album server. Next: sharing links. HEIC uploads are broken.",
    chunks=2,
    meta={"team": "albums"},
    about=About(
        compressed_at="2026-03-04T05:06:07Z",
        generator="graphpack 0.1.0",
        source=PackSource(format="markdown", title="Photo album", messages=48, tokens=21034),
    ),
)
RECORD = Record(
    report=Report(
        extractor="model example/small",
        strategy=Strategy.CHUNKED,
        input_tokens=21034,
        output_tokens=431,
        counter="o200k_base",
        notices=(Notice("broken-record", "album.md:70", "cut off in the middle, skipped"),),
        cuts=(Cut("n3", "dropped", "over the target", "Icons are SVG.", 17),),
        merges=(Merge("n1", "n10", "same topic"),),
        gaps=(Gap(30, 33, "the model refused"),),
        usage=Usage(2, 23011, 1480, 0.0123),
    ),
    settings_sha256="5e" * 32,
    pruned=(Node(id="n3", type="fact", importance="medium", summary="Icons are SVG."),),
    originals=("original-7",),
)
