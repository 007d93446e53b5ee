"""JSON arrays: keys with types once, the ends, trouble, what stands out, and a sample as rows."""

from __future__ import annotations

from collections.abc import Sequence

from graphpack.compress.base import Kind, Level, Shortened, shorten
from graphpack.compress.json_places import root
from graphpack.compress.json_values import Shortening, value_elisions

__all__ = ["COMPRESSOR", "JsonValues"]


class JsonValues:
    """Shortens one JSON value in place: an array, or an object with whatever is in it."""

    def __init__(self, name: str, kind: Kind) -> None:
        """Make one for a kind.

        Args:
            name: What statistics call it.
            kind: What its texts are.
        """
        self.name = name
        self._kind = kind

    def compress(self, text: str, *, level: Level, focus: Sequence[str]) -> Shortened:
        """Shorten a JSON value.

        Args:
            text: One JSON value; anything else stays as it is.
            level: How large samples are, how long strings, how deep nesting.
            focus: Paths; a record or a string that names one stays.

        Returns:
            What is read as JSON still where nothing is left out; rows where records are alike.
        """
        try:
            found = list(value_elisions(Shortening(text, level, focus), root(text)))
        except (ValueError, RecursionError):
            found = []
        return shorten(text, found, kind=self._kind, level=level)


COMPRESSOR = JsonValues("json-arrays", Kind.JSON_ARRAY)
