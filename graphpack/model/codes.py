"""The vocabulary of the graph and its one-letter codes (schemas/, "Codes").

Short codes exist only here, in the compact renderer and in prompts; code elsewhere says
``NodeType.FACT``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

CONFLICT_NOTE = "[conflict: "
"""Begins the note in a summary that somebody else has said the contrary, and nobody settled it."""


class NodeType(StrEnum):
    """What a node is."""

    FACT = "fact"
    DECISION = "decision"
    PROBLEM = "problem"
    GOAL = "goal"
    CODE = "code"
    ASSUMPTION = "assumption"
    CONTEXT = "context"


class Importance(StrEnum):
    """How much a successor loses without the node."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Status(StrEnum):
    """Where the matter stands at the end of the conversation."""

    ACTIVE = "active"
    OPEN = "open"
    RESOLVED = "resolved"
    DEFERRED = "deferred"
    BLOCKED = "blocked"
    ABANDONED = "abandoned"


class RelationType(StrEnum):
    """How two nodes hang together; ``from`` is the newer, dependent or fixing side."""

    DEPENDS_ON = "depends_on"
    CAUSED_BY = "caused_by"
    RESOLVES = "resolves"
    SUPERSEDES = "supersedes"
    REFERENCES = "references"
    RELATED_TO = "related_to"


TYPE_CODES: dict[str, str] = {
    NodeType.FACT: "F",
    NodeType.DECISION: "D",
    NodeType.PROBLEM: "P",
    NodeType.GOAL: "G",
    NodeType.CODE: "C",
    NodeType.ASSUMPTION: "A",
    NodeType.CONTEXT: "X",
}
IMPORTANCE_CODES: dict[str, str] = {
    Importance.HIGH: "h",
    Importance.MEDIUM: "m",
    Importance.LOW: "l",
}
CODE_TYPES = {code: name for name, code in TYPE_CODES.items()}
CODE_IMPORTANCES = {code: name for name, code in IMPORTANCE_CODES.items()}

VERSION = 2
"""Of the written forms; file names in schemas/ carry it."""

MIN_CONFIDENCE = 0.60
"""Below this a node is not published (seed 002, "Confidence")."""


class Mode(StrEnum):
    """The written forms of a graph."""

    COMPACT = "compact"
    READABLE = "readable"
    ARCHIVE = "archive"


@dataclass(frozen=True, slots=True)
class Form:
    """The field names of one written form.

    Args:
        root: JSON Pointer of the object that holds the graph, empty for the document itself.
        description: JSON Pointer below ``root``.
        version: JSON Pointer below ``root``.
        chunks: JSON Pointer below ``root``.
        nodes: Key in ``root``.
        relationships: Key in ``root``.
        handoff: Key in ``root``.
        type: Key of a node; likewise the rest.
        importance: Importance.
        status: Status.
        title: None where the form has no titles.
        summary: Summary.
        confidence: Confidence.
        children: Children.
        sources: Sources.
        types: From the written type to the model's; likewise ``importances``.
        importances: From the written importance to the model's.
    """

    root: str
    description: str
    version: str
    chunks: str
    nodes: str
    relationships: str
    handoff: str
    type: str
    importance: str
    status: str
    title: str | None
    summary: str
    confidence: str
    children: str
    sources: str
    types: dict[str, str]
    importances: dict[str, str]

    @property
    def node_keys(self) -> frozenset[str]:
        """Every key a node of this form may have."""
        keys = {"id", self.type, self.importance, self.status, self.summary, self.confidence}
        keys |= {self.children, self.sources}
        return frozenset(keys | ({self.title} if self.title else set()))


COMPACT_FORM = Form(
    root="",
    description="desc",
    version="v",
    chunks="chunks",
    nodes="n",
    relationships="rel",
    handoff="handoff",
    type="t",
    importance="i",
    status="st",
    title=None,
    summary="s",
    confidence="conf",
    children="c",
    sources="src",
    types=CODE_TYPES,
    importances=CODE_IMPORTANCES,
)
READABLE_FORM = Form(
    root="/context_graph",
    description="metadata/description",
    version="metadata/version",
    chunks="metadata/chunks",
    nodes="nodes",
    relationships="relationships",
    handoff="handoff_prompt",
    type="type",
    importance="importance",
    status="status",
    title="title",
    summary="summary",
    confidence="confidence",
    children="children",
    sources="sources",
    types={name.value: name.value for name in NodeType},
    importances={name.value: name.value for name in Importance},
)
FORMS = {Mode.COMPACT: COMPACT_FORM, Mode.READABLE: READABLE_FORM, Mode.ARCHIVE: READABLE_FORM}
