"""Options that travel together, written once and handed to a command as one value.

A group is a frozen dataclass whose fields are typer's options. typer reads options off a function's
parameters, one by one; ``grouped`` shows it a signature in which each group stands open.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, get_type_hints

KEYWORD = inspect.Parameter.KEYWORD_ONLY


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """Make a command that typer can read of one whose parameters are groups, too.

    Args:
        command: Its groups are keyword-only parameters without a default.

    Returns:
        The same command, with an option for each field where the group stood.
    """
    parameters = inspect.signature(command, eval_str=True).parameters.values()
    groups: dict[str, Any] = {
        each.name: each.annotation for each in parameters if is_dataclass(each.annotation)
    }

    @functools.wraps(command)
    def run(**given: Any) -> None:
        made = {
            name: group(**{field.name: given.pop(field.name) for field in fields(group)})
            for name, group in groups.items()
        }
        command(**given, **made)

    opened = [option for each in parameters for option in _opened(each)]
    run.__signature__ = inspect.Signature(opened)  # type: ignore[attr-defined]  # as inspect reads it
    return run


def _opened(parameter: inspect.Parameter) -> Iterator[inspect.Parameter]:
    """Give a parameter itself, or those that a group's fields are."""
    group = parameter.annotation
    if not is_dataclass(group):
        yield parameter.replace(kind=KEYWORD)
        return
    hints = get_type_hints(group, include_extras=True)
    for field in fields(group):
        default = inspect.Parameter.empty if field.default is MISSING else field.default
        yield inspect.Parameter(field.name, KEYWORD, default=default, annotation=hints[field.name])


def settings_of(*groups: Any, **others: Any) -> dict[str, Any]:
    """Write what flags gave as arguments of ``settings.load``.

    Args:
        groups: Values of groups; each field is a setting.
        others: Further settings.

    Returns:
        By setting name; a list is a tuple, and None where it was not given.
    """
    given = {field.name: getattr(group, field.name) for group in groups for field in fields(group)}
    return {
        name: (tuple(value) or None) if isinstance(value, list) else value
        for name, value in (given | others).items()
    }
