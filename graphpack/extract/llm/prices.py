"""What a model costs: litellm's own table, read as a file, without importing litellm.

A model that is not in the table has no price here; 0 is a price only where the table says so.
"""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import orjson

_TABLE = "model_prices_and_context_window_backup.json"
_PER_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens."""

    input_usd: float
    output_usd: float

    def of(self, prompt_tokens: int, reply_tokens: int) -> float:
        """Give the price of one call."""
        spent = prompt_tokens * self.input_usd + reply_tokens * self.output_usd
        return spent / _PER_MILLION


def price_of(model: str) -> Price | None:
    """Look a model's price up.

    Args:
        model: As litellm names it, with or without its provider in front.

    Returns:
        Its price; None where it is not known.
    """
    table = _table()
    provider, _, rest = model.partition("/")
    for name in dict.fromkeys((model, rest)):
        entry = table.get(name)
        if not isinstance(entry, dict) or (
            # the same name may be another provider's, at another price
            name != model and provider not in str(entry.get("litellm_provider"))
        ):
            continue
        asked, given = entry.get("input_cost_per_token"), entry.get("output_cost_per_token")
        if isinstance(asked, int | float) and isinstance(given, int | float):
            return Price(asked * _PER_MILLION, given * _PER_MILLION)
    return None


def owner_of(model: str) -> str:
    """Name the provider whose model one is.

    Args:
        model: As litellm names it, with or without its provider in front.

    Returns:
        litellm's word for the provider; empty where it is not known.
    """
    provider, has_provider, _ = model.partition("/")
    if has_provider:
        return provider
    entry = _table().get(model)
    return str(entry.get("litellm_provider", "")) if isinstance(entry, dict) else ""


@cache
def _table() -> dict[str, Any]:
    found = importlib.util.find_spec("litellm")
    for place in (found.submodule_search_locations or ()) if found else ():
        try:
            table = orjson.loads(Path(place, _TABLE).read_bytes())
        except (OSError, ValueError):
            continue
        if isinstance(table, dict):
            return table
    return {}
