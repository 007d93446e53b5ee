"""Which variable holds a provider's key: asked before litellm is imported, which takes seconds.

A provider that is not listed, or that takes no key, is left to litellm.

Source:
    litellm 1.110.2: ``utils.validate_environment`` and the providers' own look-ups.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import MappingProxyType

from graphpack.extract.llm.options import ModelOptions
from graphpack.extract.llm.prices import owner_of

OWN_KEY = "GRAPHPACK_API_KEY"
NO_KEY = "none"
"""Sent to a server of one's own: the client wants a key, and such a server none."""

# by provider: the variable people set, and how the names of all begin that say who one is
_KEYS: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "anthropic": ("ANTHROPIC_API_KEY", "ANTHROPIC_"),
    "cerebras": ("CEREBRAS_API_KEY", "CEREBRAS_"),
    "cohere": ("COHERE_API_KEY", "COHERE_", "CO_API_KEY"),
    "deepinfra": ("DEEPINFRA_API_KEY", "DEEPINFRA_"),
    "deepseek": ("DEEPSEEK_API_KEY", "DEEPSEEK_"),
    "fireworks_ai": ("FIREWORKS_AI_API_KEY", "FIREWORKS"),
    "gemini": ("GEMINI_API_KEY", "GEMINI_", "GOOGLE_"),
    "groq": ("GROQ_API_KEY", "GROQ_"),
    "mistral": ("MISTRAL_API_KEY", "MISTRAL_"),
    "moonshot": ("MOONSHOT_API_KEY", "MOONSHOT_"),
    "nvidia_nim": ("NVIDIA_NIM_API_KEY", "NVIDIA_"),
    "openai": ("OPENAI_API_KEY", "OPENAI_"),
    "openrouter": ("OPENROUTER_API_KEY", "OPENROUTER_", "OR_"),
    "perplexity": ("PERPLEXITYAI_API_KEY", "PERPLEXITY"),
    "together_ai": ("TOGETHERAI_API_KEY", "TOGETHER"),
    "xai": ("XAI_API_KEY", "XAI_"),
})  # fmt: skip

_SECRET_ENDS = ("_KEY", "_TOKEN", "_SECRET", "_PASSWORD")
_MIN_KEY_CHARS = 8
"""A shorter value of a variable is no key, and words have such letters in them."""


def lacks_key(options: ModelOptions, environment: Mapping[str, str]) -> bool:
    """Tell whether a request is sure to be refused for want of a key.

    Args:
        options: Model, address and key.
        environment: The process's variables.

    Returns:
        False wherever a key may come from elsewhere, or none may be needed.
    """
    names = _KEYS.get(owner_of(options.model), ())
    is_said = options.api_key is not None or options.api_base is not None or bool(options.extra)
    if not names or is_said or _is_imported():
        return False
    return not _is_any_set(names, environment)


def stand_in(options: ModelOptions, environment: Mapping[str, str]) -> str | None:
    """Give what is sent as the key where a server of one's own is asked and no key is set.

    Args:
        options: Model, address and key.
        environment: The process's variables.

    Returns:
        None where the key is said, or litellm is to look for it.
    """
    if options.api_base is None or options.api_key is not None or "api_key" in options.extra:
        return None
    names = _KEYS.get(owner_of(options.model), ())
    return NO_KEY if names and not _is_any_set(names, environment) else None


def known_keys(options: ModelOptions, environment: Mapping[str, str]) -> tuple[str, ...]:
    """Give what no message may say again, whatever it looks like: a server may repeat its key.

    Args:
        options: With the key that was said.
        environment: The process's variables.

    Returns:
        The keys, the longest first: one may begin as another does.
    """
    said = [options.api_key, options.extra.get("api_key")]
    said += [
        value
        for name, value in environment.items()
        if name.endswith(_SECRET_ENDS) and len(value) >= _MIN_KEY_CHARS
    ]
    found = {key for key in said if isinstance(key, str) and key not in {"", NO_KEY}}
    return tuple(sorted(found, key=lambda key: (-len(key), key)))


def key_hint(model: str) -> str:
    """Say how a model's key is given.

    Args:
        model: As litellm names it.

    Returns:
        The hint of an error.
    """
    own = f"{OWN_KEY}, or api_key in your config.toml"
    names = _KEYS.get(owner_of(model), ())
    return f"set {names[0]}, {own}" if names else f"set the provider's variable, {own}"


def _is_imported() -> bool:
    """Whether a program has imported litellm, and may have handed it a key."""
    return "litellm" in sys.modules


def _is_any_set(beginnings: tuple[str, ...], environment: Mapping[str, str]) -> bool:
    return any(value and name.startswith(beginnings) for name, value in environment.items())
