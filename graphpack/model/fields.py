"""Typed access to a parsed JSON object that collects faults by JSON Pointer instead of raising."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from graphpack.model.extra import take_extra
from graphpack.model.fault import Fault, pointer

_KINDS = {
    type(None): "null",
    bool: "a boolean",
    int: "a number",
    float: "a number",
    str: "text",
    list: "a list",
    dict: "an object",
}


class Fields:
    """One JSON object under reading.

    Args:
        value: What stands where an object is wanted.
        where: Its JSON Pointer.
        faults: Where to report; shared by all objects of one document.
    """

    def __init__(self, value: Any, where: str, faults: list[Fault]) -> None:
        self.where = where
        self.faults = faults
        self.is_object = isinstance(value, Mapping)
        self.value: Mapping[str, Any] = value if isinstance(value, Mapping) else {}
        if not self.is_object:
            self._wrong_kind(where, value, "an object")

    def report(self, code: str, key: str | None, what: str, *, is_fatal: bool = True) -> None:
        """Note a fault of one field, or of the object itself where ``key`` is None."""
        where = self.where if key is None else self.where + pointer(key)
        self.faults.append(Fault(code, where, what, is_fatal))

    def text(
        self, key: str, *, may_lack: bool = False, min_chars: int = 0, pattern: str = ""
    ) -> str | None:
        """Read a string.

        Args:
            key: Its key.
            may_lack: True where the field is optional.
            min_chars: Shortest allowed.
            pattern: Regular expression it must match; empty for any text.

        Returns:
            The string, or None where it is missing or wrong.
        """
        if not self._has(key, may_lack):
            return None
        value = self.value[key]
        if not isinstance(value, str):
            self._wrong_kind(self.where + pointer(key), value, "text")
        elif len(value) < min_chars:
            self.report("empty-field", key, "is empty")
        elif pattern and not re.search(pattern, value):
            self.report("bad-value", key, f"{value!r} has the wrong form")
        else:
            return value
        return None

    def texts(self, key: str, *, may_lack: bool = False) -> tuple[str, ...]:
        """Read a list of strings.

        Args:
            key: Its key.
            may_lack: True where the field is optional.

        Returns:
            Its strings, in order.
        """
        if not self._has(key, may_lack):
            return ()
        value = self.value[key]
        if not isinstance(value, list | tuple):
            self._wrong_kind(self.where + pointer(key), value, "a list")
            return ()
        for index, item in enumerate(value):
            if not isinstance(item, str):
                self._wrong_kind(self.where + pointer(key, index), item, "text")
        return tuple(item for item in value if isinstance(item, str))

    def whole(self, key: str, *, may_lack: bool = False, minimum: int | None = 0) -> int | None:
        """Read a whole number; ``2.0`` is one, as JSON Schema has it.

        Args:
            key: Its key.
            may_lack: True where the field is optional.
            minimum: Smallest allowed; None for no limit.

        Returns:
            The number, or None where it is missing or wrong.
        """
        value = self.number(key, may_lack=may_lack, minimum=minimum)
        if value is None:
            return None
        if isinstance(value, float) and not value.is_integer():
            self.report("bad-value", key, f"{value} is not a whole number")
            return None
        return int(value)

    def number(
        self,
        key: str,
        *,
        may_lack: bool = False,
        may_be_null: bool = False,
        minimum: float | None = 0,
        maximum: float | None = None,
    ) -> float | None:
        """Read a number.

        Args:
            key: Its key.
            may_lack: True where the field is optional.
            may_be_null: True where null says that it is unknown.
            minimum: Smallest allowed; None for no limit.
            maximum: Largest allowed; None for no limit.

        Returns:
            The number, or None where it is missing or wrong.
        """
        if not self._has(key, may_lack):
            return None
        value = self.value[key]
        if value is None and may_be_null:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            self._wrong_kind(self.where + pointer(key), value, "a number")
        elif minimum is not None and not value >= minimum:
            self.report("bad-value", key, f"{value} is under {minimum}")
        elif maximum is not None and value > maximum:
            self.report("bad-value", key, f"{value} is over {maximum}")
        else:
            return value
        return None

    def items(self, key: str, *, may_lack: bool = False) -> Iterator[Fields]:
        """Read a list of objects.

        Args:
            key: Its key.
            may_lack: True where the field is optional.

        Yields:
            Each item that is an object, in order.
        """
        if not self._has(key, may_lack):
            return
        value = self.value[key]
        if not isinstance(value, list | tuple):
            self._wrong_kind(self.where + pointer(key), value, "a list")
            return
        for index, item in enumerate(value):
            found = Fields(item, self.where + pointer(key, index), self.faults)
            if found.is_object:
                yield found

    def inner(self, key: str, *, may_lack: bool = False) -> Fields | None:
        """Read an object.

        Args:
            key: Its key.
            may_lack: True where the field is optional.

        Returns:
            The object, or None where it is missing or wrong.
        """
        if not self._has(key, may_lack):
            return None
        found = Fields(self.value[key], self.where + pointer(key), self.faults)
        return found if found.is_object else None

    def extra(self, known: frozenset[str]) -> dict[str, Any]:
        """Collect the unknown fields, with a warning for each.

        Args:
            known: Keys that mean something here.

        Returns:
            The unknown fields as they came.
        """
        extra = take_extra(self.value, known)
        for key in extra:
            self.report("unknown-field", key, "is not a field of version 2", is_fatal=False)
        return extra

    def _has(self, key: str, may_lack: bool) -> bool:
        if key in self.value:
            return True
        if not may_lack and self.is_object:
            self.report("missing-field", None, f"{key!r} is missing")
        return False

    def _wrong_kind(self, where: str, value: Any, wanted: str) -> None:
        kind = _KINDS.get(type(value), "something else")
        self.faults.append(Fault("wrong-kind", where, f"is {kind}, not {wanted}"))
