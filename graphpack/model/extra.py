"""How fields that this version does not know travel through a written form and back.

A field keeps its place beside the known ones. Where its name means something else in the form
that is written, it goes into an object named ``extra``, from which the parser takes it back.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

KEY = "extra"


def put_extra(document: dict[str, Any], extra: Mapping[str, Any], known: Collection[str]) -> None:
    """Write unknown fields into a document.

    Args:
        document: Where to write; changed in place.
        extra: The unknown fields.
        known: Keys that mean something in this form.
    """
    apart = {key: value for key, value in extra.items() if key in known}
    if KEY in extra and (apart or _is_container(extra[KEY], known)):
        apart[KEY] = extra[KEY]
    # sorted: on the way through another form they may have changed places
    document.update((key, extra[key]) for key in sorted(extra) if key not in apart)
    if apart:
        document[KEY] = {key: apart[key] for key in sorted(apart)}


def take_extra(document: Mapping[str, Any], known: Collection[str]) -> dict[str, Any]:
    """Collect what a document holds beside the known fields.

    Args:
        document: A parsed object.
        known: Keys that mean something in this form.

    Returns:
        The unknown fields, in document order.
    """
    extra = {key: value for key, value in document.items() if key not in known}
    if _is_container(extra.get(KEY), known):
        apart = extra.pop(KEY)
        extra.update(apart)
    return extra


def _is_container(value: Any, known: Collection[str]) -> bool:
    if not isinstance(value, Mapping) or not value:
        return False
    if set(value) == {KEY}:
        return _is_container(value[KEY], known)
    return all(key == KEY or key in known for key in value)
