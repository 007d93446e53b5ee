"""JSON objects: keys stay, long strings are cut, what is nested deep is named, arrays sampled."""

from __future__ import annotations

from graphpack.compress.base import Kind
from graphpack.compress.json_arrays import JsonValues

__all__ = ["COMPRESSOR"]

COMPRESSOR = JsonValues("json-objects", Kind.JSON_OBJECT)
