"""What every compressor owes, whatever it is given: asked of it in one place."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from graphpack.compress import Kind, Level, Shortened, compress
from graphpack.compress.base import MARK

GOLDEN = Path(__file__).parent / "golden"


def shortened(text: str, kind: Kind, level: Level = "summary", focus: Sequence[str] = ()) -> str:
    """Compress, check what always holds, and give the text."""
    return checked(text, kind, level, focus).text


def checked(
    text: str, kind: Kind, level: Level = "summary", focus: Sequence[str] = ()
) -> Shortened:
    """Compress, and check that it is no failure, no longer, stable and made of its elisions."""
    made = compress(text, kind=kind, level=level, focus=focus)
    assert made.bypass != "failed"
    assert (made.tokens is not None and made.original_tokens is not None) or made.bypass
    assert len(made.text) <= len(text)
    assert compress(made.text, kind=kind, level=level, focus=focus).text == made.text
    rest, at = [], 0
    for one in made.elisions:
        rest += [text[at : one.start], one.marker]
        at = one.end
    assert "".join([*rest, text[at:]]) == made.text
    if made.elisions:
        assert MARK.search(made.text)
    return made


def golden(name: str, made: str) -> None:
    """Compare with the text that is kept under ``golden/``."""
    assert made == (GOLDEN / name).read_text(encoding="utf-8")
