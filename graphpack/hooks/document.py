"""A host's settings as a file: read strictly, written in its own style, with a copy beside it.

What is not understood, or could not be written back as it was, is not touched at all.
"""

from __future__ import annotations

import hashlib
import json
import math
from codecs import BOM_UTF8
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, NoReturn

from graphpack.atomic import Staging, make_folder
from graphpack.errors import UsageError
from graphpack.files import read_regular
from graphpack.patterns import compiled

__all__ = ["Document"]

_INDENT = compiled(r"\r?\n([ \t]+)\S")
_USUAL_INDENT = 2
_BACKUP = ".graphpack-{}.bak"


class Document:
    """A host's settings: one JSON file, which may be missing.

    Args:
        path: The file; a link is followed.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.target = path.resolve() if path.is_symlink() else path
        self.data = self._data()
        self.content = self._content()

    def write(self, content: Mapping[str, Any]) -> Path | None:
        """Put other content in its place.

        Args:
            content: All of it. Empty, in the place of a file that only graphpack has made,
                removes the file.

        Returns:
            The copy of what was there; None where nothing was.

        Raises:
            UsageError: The disk does not take it.
        """
        if content == self.content and self.data is not None:
            return None
        try:
            return self._write(content)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise UsageError(f"{self.path}: cannot be written: {reason}") from error

    def _write(self, content: Mapping[str, Any]) -> Path | None:
        earlier = self._earlier(content)
        backup = self._backup()
        if not content and earlier is None and not self._others(backup):
            self.target.unlink()
            return backup
        make_folder(self.target.parent)
        with Staging() as staging:
            staging.add(self.target, self._text(content) if earlier is None else earlier)
            staging.commit()
        return backup

    def _text(self, content: Mapping[str, Any]) -> bytes:
        """Write JSON as the file was written: its indentation, its line ends, its mark."""
        data = self.data or b""
        before = data.decode("utf-8-sig")
        found = _INDENT.search(before)
        indent = found[1] if found else _USUAL_INDENT
        text = json.dumps(content, indent=indent, ensure_ascii=False)
        text += "\n" if not before.strip() or before.endswith("\n") else ""
        text = text.replace("\n", "\r\n" if "\r\n" in before else "\n")
        mark = BOM_UTF8 if data.startswith(BOM_UTF8) else b""
        return mark + text.encode("utf-8", "surrogatepass")

    def _backup(self) -> Path | None:
        """Keep a copy, named after its content: the same content is kept once."""
        if self.data is None:
            return None
        digest = hashlib.sha256(self.data).hexdigest()[:8]
        copy = self.target.with_name(self.target.name + _BACKUP.format(digest))
        if not copy.exists():
            with Staging() as staging:
                staging.add(copy, self.data, keeps_mode=False)
                staging.commit()
        return copy

    def _others(self, backup: Path | None) -> list[Path]:
        pattern = self.target.name + _BACKUP.format("*")
        return [path for path in sorted(self.target.parent.glob(pattern)) if path != backup]

    def _earlier(self, content: Mapping[str, Any]) -> bytes | None:
        """Find a copy that says the same: then the file is again what it was, to the byte."""
        for path in self._others(None):
            try:
                data = read_regular(path)
                said = data.decode("utf-8-sig")
                if _bare(json.loads(said) if said.strip() else {}) == _bare(content):
                    return data
            except (OSError, ValueError):
                continue
        return None

    def _data(self) -> bytes | None:
        try:
            return read_regular(self.target)
        except FileNotFoundError:
            return None
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise UsageError(f"{self.path}: cannot be read: {reason}") from error

    def _content(self) -> dict[str, Any]:
        if self.data is None or not self.data.removeprefix(BOM_UTF8).strip():
            return {}
        hint = "add the hooks by hand, as docs/hooks.md shows, or mend the file"
        try:
            content = json.loads(
                self.data.decode("utf-8-sig"),
                object_pairs_hook=_unique,
                parse_float=_exact,
                parse_constant=_refused,
            )
            json.dumps(content, ensure_ascii=False).encode("utf-8")  # no half characters
        except (ValueError, RecursionError) as error:
            what = str(error) if isinstance(error, _LossError) else "not JSON"
            raise UsageError(f"{self.path}: {what}; left as it is", hint=hint) from None
        if not isinstance(content, dict):
            raise UsageError(f"{self.path}: not a JSON object; left as it is", hint=hint)
        return content


def _bare(content: Any) -> Any:
    """Leave away events without hooks, and a table without events: they say nothing."""
    hooks = content.get("hooks") if isinstance(content, dict) else None
    if not isinstance(hooks, dict):
        return content
    left = {name: groups for name, groups in hooks.items() if groups != []}
    rest = {key: value for key, value in content.items() if key != "hooks"}
    return {**rest, "hooks": left} if left else rest


class _LossError(ValueError):
    """What would not be the same when it is written back: a key that stands twice, a number."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made:
            raise _LossError(f"the key {json.dumps(key)} stands in an object twice")
        made[key] = value
    return made


def _exact(text: str) -> float:
    value = float(text)
    if not math.isfinite(value) or Decimal(repr(value)) != Decimal(text):
        raise _LossError(f"the number {text[:40]} could not be written back as it is")
    return value


def _refused(name: str) -> NoReturn:
    raise _LossError(f"{name} is no JSON")
