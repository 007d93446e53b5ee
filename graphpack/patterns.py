"""Patterns that stand in the program, compiled once and kept beside Python's own compiled modules.

Parsing some 900 patterns anew is a quarter of a short run. What the parser makes of them is kept
where Python keeps what it makes of modules, in ``__pycache__``, by the same rules: written where
that folder can be written, not at all where bytecode is not to be, and left aside where it is of
another Python or broken. Who can write there can change the modules themselves, so that reading
from there trusts nobody anew.
"""

from __future__ import annotations

import _sre  # type: ignore[import-not-found]  # keyed by its own number, left aside where it changed
import marshal
import os
import re
import sys
import zlib
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, AnyStr

SUFFIX = ".patterns"
MOST = 8_000
"""So many patterns are kept; past it, those of versions that are gone outweigh the rest."""
_ABOUT = f"graphpack patterns 1 {sys.hexversion:x} {_sre.MAGIC} {_sre.CODESIZE} {sys.byteorder}\n"
_HEAD = _ABOUT.encode()
_SUM_BYTES = 4

_Key = tuple[str | bytes, int]


class Shelf:
    """What is kept of patterns in one file.

    Args:
        path: The file; None keeps nothing.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._kept: dict[_Key, bytes] | None = None
        self._new: dict[_Key, None] = {}

    def compiled(self, pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
        """Compile a pattern as ``re.compile`` does, or take what was made of it before.

        Args:
            pattern: One that stands in the program; never of what a user gave, for it is kept.
            flags: Of ``re``.

        Returns:
            A pattern equal to that of ``re.compile``.
        """
        if self._kept is None:
            self._kept = _read(self._path) if self._path else {}
        key = (pattern, int(flags))
        kept = self._kept.get(key)
        if kept is not None:
            with suppress(ValueError, TypeError, EOFError, RuntimeError, OverflowError):
                return _revived(pattern, kept)
        self._new[key] = None
        return re.compile(pattern, flags)

    def keep(self) -> bool:
        """Write what was compiled anew, too; says whether there was anything to write."""
        if not self._new or self._path is None or sys.dont_write_bytecode:
            return False
        kept = self._kept or {}
        if len(kept) + len(self._new) > MOST:
            kept = {}
        # private parts of the standard library: where they are others, nothing is kept
        with suppress(ImportError, AttributeError, TypeError, ValueError, OSError):
            self._kept = {**kept, **{key: _made(*key) for key in self._new}}
            _write(self._path, self._kept)
        self._new = {}
        return True


def _revived(pattern: AnyStr, kept: bytes) -> re.Pattern[AnyStr]:
    flags, code, groups, names, numbers = marshal.loads(kept)  # trusted as modules are
    words = memoryview(code).cast("I").tolist()
    revived: re.Pattern[AnyStr] = _sre.compile(pattern, flags, words, groups, names, numbers)
    return revived


def _made(pattern: str | bytes, flags: int) -> bytes:
    """Do what ``re.compile`` does before the last step, and write it down."""
    from array import array  # noqa: PLC0415  # wanted where something is kept, seldom
    from re import _compiler, _parser  # type: ignore[attr-defined]  # noqa: PLC0415

    parsed = _parser.parse(pattern, flags)
    code = array("I", map(int, _compiler._code(parsed, flags)))
    state = parsed.state
    numbers: list[str | None] = [None] * state.groups
    for name, number in state.groupdict.items():
        numbers[number] = name
    entry = (
        int(flags | state.flags), code.tobytes(), state.groups - 1, dict(state.groupdict),
        tuple(numbers),
    )  # fmt: skip
    return marshal.dumps(entry)


def _read(path: Path) -> dict[_Key, bytes]:
    """Read what is kept; nothing where it is missing, broken or of another Python."""
    try:
        whole = path.read_bytes()
    except OSError:
        return {}
    begins = len(_HEAD) + _SUM_BYTES
    body = memoryview(whole)[begins:]
    if not whole.startswith(_HEAD) or whole[len(_HEAD) : begins] != _sum(body):
        return {}
    kept: Any = marshal.loads(body)  # trusted as modules are
    return dict(kept) if isinstance(kept, dict) else {}


def _write(path: Path, kept: dict[_Key, bytes]) -> None:
    body = marshal.dumps(kept)
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        with beside.open("xb") as file:
            file.write(_HEAD + _sum(body) + body)
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def _sum(body: bytes | memoryview) -> bytes:
    return zlib.crc32(body).to_bytes(_SUM_BYTES, "little")


def _place() -> Path | None:
    """Find where Python keeps the compiled form of this module."""
    if sys.implementation.cache_tag is None or sys.implementation.name != "cpython":
        return None
    return Path(cache_from_source(__file__)).with_suffix(SUFFIX)


_SHELF = Shelf(_place())
compiled = _SHELF.compiled
keep = _SHELF.keep
