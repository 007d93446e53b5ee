"""graphpack turns a conversation into a context graph that you can carry."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphpack.compress.policy import compress_text
    from graphpack.context import Context, ContextStore, Record, build_context
    from graphpack.errors import GraphpackError
    from graphpack.model.conversation import Conversation
    from graphpack.model.graph import ContextGraph
    from graphpack.packs import Difference, Joined, diff_packs, merge_packs, verify_pack
    from graphpack.pipeline import Export, export
    from graphpack.readers import read
    from graphpack.settings import Settings
    from graphpack.verify import Receipt

__version__ = "0.1.0"

__all__ = [
    "Context",
    "ContextGraph",
    "ContextStore",
    "Conversation",
    "Difference",
    "Export",
    "GraphpackError",
    "Joined",
    "Receipt",
    "Record",
    "Settings",
    "__version__",
    "build_context",
    "compress_text",
    "diff_packs",
    "export",
    "merge_packs",
    "read",
    "verify_pack",
]

# names are imported when they are first asked for: `graphpack --help` needs none of them
_HOMES = {
    "Context": "graphpack.context",
    "ContextStore": "graphpack.context",
    "ContextGraph": "graphpack.model.graph",
    "Conversation": "graphpack.model.conversation",
    "Difference": "graphpack.packs",
    "Export": "graphpack.pipeline",
    "GraphpackError": "graphpack.errors",
    "Joined": "graphpack.packs",
    "Receipt": "graphpack.verify",
    "Record": "graphpack.context",
    "Settings": "graphpack.settings",
    "build_context": "graphpack.context",
    "compress_text": "graphpack.compress.policy",
    "diff_packs": "graphpack.packs",
    "export": "graphpack.pipeline",
    "merge_packs": "graphpack.packs",
    "read": "graphpack.readers",
    "verify_pack": "graphpack.packs",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
