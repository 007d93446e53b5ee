"""How the tests of merging read its notices."""

from __future__ import annotations

from graphpack.merge import Merged


def codes(merged: Merged) -> list[str]:
    return [notice.code for notice in merged.notices]
