"""What a renderer is given beside the graph, and the one way to JSON text."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import orjson

from graphpack.errors import GraphError
from graphpack.model.extra import put_extra
from graphpack.model.graph import Source
from graphpack.model.pack_parts import SOURCE_KEYS
from graphpack.model.record import Record
from graphpack.patterns import compiled
from graphpack.render.inert import inert

_HALF_CHARACTER = compiled("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Options:
    """How to write a graph.

    Args:
        with_sources: True to write each node's evidence; the archive form always does.
        record: The run's account; only the archive form has a place for it, and needs it.
    """

    with_sources: bool = False
    record: Record | None = None


def to_json(document: dict[str, Any], *, is_indented: bool = False) -> str:
    """Encode a document.

    Args:
        document: Strings, numbers, lists and objects.
        is_indented: True for two spaces per level, False for one minified line.

    Returns:
        JSON text without a final newline; characters beyond ASCII as themselves, half a
        surrogate pair as U+FFFD, what could act on a chat or a terminal as an escape.

    Raises:
        GraphError: It holds a value that JSON has no form for.
    """
    try:
        encoded = orjson.dumps(document, option=orjson.OPT_INDENT_2 if is_indented else 0)
        return inert(encoded.decode())
    except orjson.JSONEncodeError:
        pass  # half a surrogate pair, or a number beyond 64 bits
    try:
        separators = None if is_indented else (",", ":")
        indent = 2 if is_indented else None
        text = json.dumps(document, ensure_ascii=False, indent=indent, separators=separators)
    except (TypeError, ValueError) as error:
        raise GraphError(f"/: cannot be written as JSON ({error})") from error
    # one character for one, so that offsets into quotes stay right
    return inert(_HALF_CHARACTER.sub("\ufffd", text))


def source_document(source: Source) -> dict[str, Any]:
    """Write one source; every form uses the same field names.

    Args:
        source: A span of the transcript.

    Returns:
        Its JSON object.
    """
    document: dict[str, Any] = {
        "message": source.message,
        "part": source.part,
        "start": source.start,
        "end": source.end,
        "quote": source.quote,
    }
    if source.session is not None:
        document["session"] = source.session
    put_extra(document, source.extra, SOURCE_KEYS)
    return document
