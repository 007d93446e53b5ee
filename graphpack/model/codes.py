"""The vocabulary of the graph and its one-letter codes (schemas/, "Codes").

Short codes exist only here, in the compact renderer and in prompts; code elsewhere says
``NodeType.FACT``.
"""

from __future__ import annotations

from enum import StrEnum


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

MIN_CONFIDENCE = 0.60
"""Below this a node is not published (seed 002, "Confidence")."""
