"""Calls of tools: arguments checked, the right function run, errors worded, everything counted."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from graphpack.errors import GraphpackError, ReadError, UsageError
from graphpack.mcp.building import build
from graphpack.mcp.definitions import TOOLS
from graphpack.mcp.desk import Answer, Desk, Given, Progress, nothing_told
from graphpack.mcp.finding import (
    get_decisions,
    get_file_history,
    get_relevant_errors,
    search_context,
)
from graphpack.mcp.ingest import ingest_records
from graphpack.mcp.listing import list_sessions
from graphpack.mcp.packing import export_graph, verify_graph
from graphpack.mcp.shortening import Shortener
from graphpack.mcp.wording import worded
from graphpack.patterns import compiled
from graphpack.redact import Vault, clean

__all__ = ["Outcome", "Toolbox"]

_LONE_SURROGATE = compiled("[\ud800-\udfff]")
_KINDS = {"string": "a text", "integer": "a whole number", "number": "a number",
          "boolean": "true or false", "array": "a list", "object": "an object"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a call ended.

    Args:
        text: The result as JSON, or what went wrong.
        answer: The result; None where it went wrong.
    """

    text: str
    answer: Answer | None = None

    @property
    def is_error(self) -> bool:
        """Whether it went wrong."""
        return self.answer is None


class Toolbox:
    """The tools of one server; safe to be used from several threads.

    Args:
        desk: What they work with.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        shortener = Shortener(desk)
        self._tools: dict[str, Callable[[Given, Progress], Answer]] = {
            "ingest_records": partial(ingest_records, desk),
            "search_context": partial(search_context, desk),
            "get_decisions": partial(get_decisions, desk),
            "get_relevant_errors": partial(get_relevant_errors, desk),
            "get_file_history": partial(get_file_history, desk),
            "build_context": partial(build, desk),
            "export_graph": partial(export_graph, desk),
            "verify_graph": partial(verify_graph, desk),
            "compress": shortener.compress,
            "retrieve": shortener.retrieve,
            "get_compression_stats": shortener.stats,
            "list_sessions": partial(list_sessions, desk),
        }
        self._checks = {
            name: Draft202012Validator(tool.input_schema()) for name, tool in TOOLS.items()
        }

    def call(
        self, name: str, arguments: Mapping[str, Any], progress: Progress = nothing_told
    ) -> Outcome:
        """Run a tool; whatever it is given, an error is an outcome.

        Args:
            name: A tool of ``TOOLS``.
            arguments: As they came.
            progress: Told of the stages.

        Returns:
            The result, or what went wrong and what to do.
        """
        given: Given = {}
        try:
            given = _plain(dict(arguments))
            self._check(name, given)
            given = _whole(name, given)
            text = json.dumps(self._tools[name](given, progress), ensure_ascii=False)
            outcome = Outcome(text, json.loads(text))  # of JSON's own types, as schemas know them
        except GraphpackError as error:
            outcome = Outcome(self._worded(error))
        except RecursionError:
            outcome = Outcome("error: nested too deeply")
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            outcome = Outcome(self._worded(ReadError(reason)))
        self._desk.tally.call(
            name,
            self._desk.counted.count(outcome.text),
            is_detail=given.get("detail") is True,
            is_error=outcome.is_error,
        )
        return outcome

    def _check(self, name: str, given: Given) -> None:
        """Hold arguments against the tool's schema; a session that is wanted is offered.

        Raises:
            UsageError: They do not fit.
        """
        if "session" in TOOLS[name].required and "session" not in given:
            raise UsageError("session: missing", hint=self._desk.which_sessions())
        _check(self._checks[name], given)

    def _worded(self, error: GraphpackError) -> str:
        return clean("\n".join(worded(error)), self._desk.policy, Vault())


def _plain(value: Any) -> Any:
    """Take out halves of surrogate pairs, which no file and no answer can hold."""
    if isinstance(value, str):
        return value if value.isascii() else _LONE_SURROGATE.sub("\ufffd", value)
    if isinstance(value, dict):
        return {_plain(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return value


def _whole(name: str, given: Given) -> Given:
    """Make whole numbers of what JSON may write as 3.0: a schema lets that pass as a whole one."""
    takes = TOOLS[name].takes
    return {
        key: int(value)
        if isinstance(value, float) and takes[key].get("type") == "integer"
        else value
        for key, value in given.items()
    }


def _check(check: Draft202012Validator, given: Given) -> None:
    """Hold arguments against a tool's schema; what was given is not said again.

    Raises:
        UsageError: They do not fit.
    """
    found: list[ValidationError] = sorted(check.iter_errors(given), key=_place)
    if not found:
        return
    first = found[0]
    where = _place(first)
    rule, wanted = str(first.validator), cast(Any, first.validator_value)
    schema, instance = cast(dict[str, Any], first.schema), cast(Given, first.instance)
    if rule == "required":
        missing = [key for key in wanted if key not in instance]
        raise UsageError(f"{where}{missing[0]}: missing")
    if rule == "additionalProperties":
        known = list(schema["properties"])
        wrong = [key for key in instance if key not in known]
        meant = [one for one in known if one.partition("_")[0] == wrong[0].partition("_")[0]]
        near = f"{meant[0]}? " if meant else ""
        raise UsageError(
            f"{where}{wrong[0][:60]}: no such argument", hint=f"{near}known: {', '.join(known)}"
        )
    raise UsageError(f"{where.rstrip('/')}: {_worded(rule, wanted)}")


def _place(error: ValidationError) -> str:
    return "".join(f"{part}/" for part in error.absolute_path)


def _worded(rule: str, wanted: Any) -> str:
    if rule == "type":
        return f"not {_KINDS.get(str(wanted), wanted)}"
    if rule == "enum":
        return f"none of {', '.join(wanted)}"
    sizes = {"minimum": "less than", "maximum": "more than"}
    return f"{sizes.get(rule, f'does not fit {rule}')} {wanted}"
