"""graphpack turns a conversation into a context graph that you can carry."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphpack.errors import GraphpackError
    from graphpack.model.conversation import Conversation
    from graphpack.model.graph import ContextGraph
    from graphpack.pipeline import Export, export
    from graphpack.readers import read
    from graphpack.settings import Settings

__version__ = "0.1.0"

__all__ = [
    "ContextGraph",
    "Conversation",
    "Export",
    "GraphpackError",
    "Settings",
    "__version__",
    "export",
    "read",
]

# names are imported when they are first asked for: `graphpack --help` needs none of them
_HOMES = {
    "ContextGraph": "graphpack.model.graph",
    "Conversation": "graphpack.model.conversation",
    "Export": "graphpack.pipeline",
    "GraphpackError": "graphpack.errors",
    "Settings": "graphpack.settings",
    "export": "graphpack.pipeline",
    "read": "graphpack.readers",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
