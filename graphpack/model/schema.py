"""Validates a written pack against its JSON Schema, then against the invariants.

jsonschema takes as long to import as the rest of the package, so it is loaded only here and only
when asked. References never leave the schema they stand in.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from graphpack.model.codes import VERSION, Mode
from graphpack.model.fault import Fault, pointer, settle
from graphpack.model.pack import mode_of, parse_pack
from graphpack.model.report import Notice
from graphpack.resources import read_text

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

_NOUNS = {
    "st": "a status",
    "status": "a status",
    "i": "an importance",
    "importance": "an importance",
    "strategy": "a strategy",
}
_KINDS = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "array": "a list",
    "object": "an object",
}


def validate_document(document: Any, *, strict: bool = False) -> tuple[Notice, ...]:
    """Validate a parsed pack of any form.

    A document that is no pack, or an invalid one, raises GraphError: the message starts with the
    JSON Pointer of the first fault and counts the others.

    Args:
        document: A parsed JSON value.
        strict: True where warnings (unknown types, relations and fields; odd ids) are errors.

    Returns:
        The warnings, by JSON Pointer.
    """
    return settle(document_faults(document), strict=strict)


def document_faults(document: Any) -> tuple[Fault, ...]:
    """List everything that is wrong with a parsed pack.

    Args:
        document: A parsed JSON value; what is no pack at all raises GraphError.

    Returns:
        What the schema rejects, then what the invariants reject; fatal faults first.
    """
    mode = mode_of(document)
    parsed = parse_pack(document)
    found = () if parsed.graph.version > VERSION else tuple(schema_faults(document, mode))
    named = {fault.where for fault in found}
    # the parser sees the same structural faults; say each once
    found += tuple(
        fault for fault in parsed.faults if not (fault.is_fatal and fault.where in named)
    )
    return tuple(sorted(found, key=lambda fault: not fault.is_fatal))


def schema_faults(document: Any, mode: Mode) -> Iterator[Fault]:
    """List what one form's JSON Schema rejects.

    Args:
        document: A parsed JSON value.
        mode: The form whose schema to use.

    Yields:
        One fatal fault per error, in document order.
    """
    errors = sorted(
        _validator(mode).iter_errors(document),
        key=lambda error: [(isinstance(part, str), part) for part in error.absolute_path],
    )
    for error in errors:
        yield Fault("schema", pointer(*error.absolute_path), _what(error))


def schema_text(mode: Mode) -> str:
    """Give a form's JSON Schema as shipped.

    Args:
        mode: The form.

    Returns:
        JSON text.
    """
    return read_text("schemas", f"{mode}.v{VERSION}.schema.json")


@cache
def _validator(mode: Mode) -> Draft202012Validator:
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - see the module's docstring

    return Draft202012Validator(json.loads(schema_text(mode)))


def _what(error: ValidationError) -> str:
    value, rule = error.instance, cast("Any", error.validator_value)
    name = str(error.absolute_path[-1]) if error.absolute_path else ""
    match str(error.validator):
        case "required":
            return f"{_missing(error)!r} is missing"
        case "enum":
            return f"{value!r} is not {_NOUNS.get(name, 'a known value')}"
        case "const":
            return f"{value!r} is not {rule!r}"
        case "type":
            kinds: list[str] = rule if isinstance(rule, list) else [rule]
            return f"is not {' or '.join(_KINDS.get(kind, kind) for kind in kinds)}"
        case "minimum":
            return f"{value} is under {rule}"
        case "maximum":
            return f"{value} is over {rule}"
        case "minLength":
            return "is empty"
        case _:  # a pattern: the schemas have no other rule
            return f"{value!r} has the wrong form"


def _missing(error: ValidationError) -> str:
    # jsonschema reports one error per missing key and names it in the message only
    wanted, there = cast("list[str]", error.validator_value), cast("dict[str, Any]", error.instance)
    keys = [key for key in wanted if key not in there]
    return next((key for key in keys if error.message.startswith(repr(key))), keys[0])
