"""The only place that knows litellm.

It is imported at the first request (three seconds), told to fetch nothing by itself, to print
nothing and to retry nothing; every failure becomes a ProviderError with its kind.

Source:
    litellm 1.110.2 as run against a local server: a lost connection and a page of HTML both come
    as ``InternalServerError`` 500, a missing key under five different classes, a 422 as an
    ``AttributeError`` where ``drop_params`` is set; an unknown model's price is None, or 0.
"""

from __future__ import annotations

import gc
import importlib
import logging
import os
import re
import sys
import threading
import warnings
from collections.abc import Callable, Mapping
from concurrent.futures import Future, wait
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from graphpack.extract.llm.exchange import Answer, Fault, Prompt, ProviderError, Shape, Terms
from graphpack.extract.llm.fields import reply_schema, verdict_schema
from graphpack.extract.llm.keys import known_keys, lacks_key, stand_in
from graphpack.extract.llm.options import JsonMode, ModelOptions
from graphpack.extract.llm.redirects import SentOnError, install, kept_home
from graphpack.extract.llm.wash import washed
from graphpack.model.report import Usage
from graphpack.patterns import compiled

# read by litellm while it is imported
_SWITCHES = {
    "LITELLM_OFFLINE_MODE": "true",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS": "True",
    "LITELLM_MODE": "PRODUCTION",  # else a .env found upwards would be loaded
}

# what it would tell others; a program that has imported it already has chosen for itself
_REPORTING = (
    "audit_log_callbacks",
    "callbacks",
    "failure_callback",
    "input_callback",
    "service_callback",
    "success_callback",
    "_async_failure_callback",
    "_async_input_callback",
    "_async_success_callback",
)

MESSAGE_CHARS = 300

DEADLINE_FACTOR = 1.5
"""A call as a whole may take that many times the timeout, which is for each single read."""

_NO_KEY = compiled(
    r"missing credentials|unable to locate credentials|missing \w+ api[ _]key|api[ _]key (?:is )?"
    r"(?:missing|required|not (?:set|found|provided))|invalid api[ _]key|no api[ _]key",
    re.IGNORECASE,
)
_NO_LIBRARY = compiled(r"not found\. install it|pip install|no module named", re.IGNORECASE)
_NO_QUOTA = compiled(r"insufficient_quota|exceeded your current quota|billing", re.IGNORECASE)
_GARBLED = compiled(
    r"expecting value|empty or invalid response|no 'choices'|invalid response object", re.IGNORECASE
)
_UNREACHED = compiled(r"connection error|connection refused|name or service not known", re.I)
_FILTERED = compiled(r"content[_ ](?:policy|filter|management)|safety (?:system|policy)", re.I)
_TRACEBACK = compiled(r"Traceback \(most recent call last\).*", re.DOTALL)
_PREFIX = compiled(r"^(?:litellm\.)?\w*(?:Error|Exception|Timeout)\s*(?::|-)\s*")
_lock = threading.Lock()


class LiteLLMClient:
    """Sends requests through litellm.

    Args:
        options: Model, address, key and timeout.
        before: Called before each request; waits where others have to be let go first.
    """

    def __init__(self, options: ModelOptions, *, before: Callable[[], None] | None = None) -> None:
        self._options = options
        self._before = before

    def preload(self) -> None:
        """Import litellm in a thread of its own, where it will be asked."""
        if lacks_key(self._options, os.environ):
            return
        threading.Thread(target=_litellm, name="import-litellm", daemon=True).start()

    def complete(self, prompt: Prompt, terms: Terms) -> Answer:
        """Send a request once.

        Args:
            prompt: The messages.
            terms: How to put it.

        Returns:
            The completion.

        Raises:
            ProviderError: It brought no completion.
        """
        if lacks_key(self._options, os.environ):
            raise ProviderError("no key is set", fault=Fault.CREDENTIALS)
        litellm = _litellm()
        if self._before is not None:
            self._before()

        def call() -> Any:
            with kept_home():
                return litellm.completion(**self._arguments(prompt, terms))

        try:
            response = _within(self._options.timeout_s * DEADLINE_FACTOR, call)
        except SentOnError as error:
            raise ProviderError(str(error), fault=Fault.REJECTED, is_final=True) from error
        except _DeadlineError as error:
            raise ProviderError(self._line(str(error)), fault=Fault.TIMEOUT) from error
        except litellm.exceptions.openai.OpenAIError as error:
            raise self._failure(error, litellm) from error
        except (ArithmeticError, AttributeError, LookupError, OSError) as error:
            raise self._stray(error) from error
        except (ImportError, RuntimeError, TypeError, ValueError) as error:
            raise self._stray(error) from error
        return _answer(response, _usage(response, litellm))

    def _arguments(self, prompt: Prompt, terms: Terms) -> dict[str, Any]:
        options = self._options
        arguments: dict[str, Any] = {
            **options.extra,
            "model": options.model,
            "messages": _cached_first(prompt) if "claude" in options.model else list(prompt),
            "max_tokens": terms.max_reply_tokens,
            "timeout": options.timeout_s,
            "max_retries": 0,
            "drop_params": True,
        }
        if terms.temperature is not None:
            arguments["temperature"] = terms.temperature
        if options.seed is not None:
            arguments["seed"] = options.seed
        if terms.mode is JsonMode.SCHEMA:
            wanted = reply_schema() if terms.shape is Shape.NODES else verdict_schema()
            schema = {"name": str(terms.shape), "strict": True, "schema": wanted}
            arguments["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif terms.mode is JsonMode.OBJECT:
            arguments["response_format"] = {"type": "json_object"}
        if options.api_base is not None:
            arguments["api_base"] = options.api_base
        key = options.api_key or stand_in(options, os.environ)
        if key is not None:
            arguments["api_key"] = key
        return arguments

    def _failure(self, error: Exception, litellm: Any) -> ProviderError:
        text = str(error)
        status = getattr(error, "status_code", None)
        kinds = litellm.exceptions
        retry_after_s = _retry_after_s(_headers(error))
        is_final = status in {402, 404, 410} or _NO_QUOTA.search(text) is not None
        if isinstance(error, kinds.ContextWindowExceededError) or status == 413:
            fault = Fault.TOO_LONG
        elif isinstance(error, kinds.ContentPolicyViolationError) or (
            status == 400 and _FILTERED.search(text)
        ):
            fault = Fault.DECLINED
        elif status in {401, 403} or _NO_KEY.search(text):
            fault = Fault.CREDENTIALS
        elif _NO_LIBRARY.search(text):
            fault = Fault.REJECTED
        elif status == 429:
            fault = Fault.BUSY
        elif isinstance(error, kinds.Timeout):
            fault = Fault.TIMEOUT
        elif isinstance(status, int) and 400 <= status < 500 and status not in {408, 409, 425}:
            fault = Fault.REJECTED
        else:
            fault = Fault.BROKEN
        return ProviderError(
            self._line(text), fault=fault, retry_after_s=retry_after_s, is_final=is_final
        )

    def _stray(self, error: Exception) -> ProviderError:
        """An error that litellm did not foresee: most often a request it could not repair."""
        return ProviderError(
            self._line(f"the answer could not be understood ({error})"), fault=Fault.REJECTED
        )

    def _line(self, text: str) -> str:
        """The first line that says something, without litellm's prefixes and without the key."""
        if _GARBLED.search(text):
            return "the server's answer is no completion"
        if _UNREACHED.search(text):
            return f"no connection to {self._options.api_base or 'the provider'}"
        for key in known_keys(self._options, os.environ):
            text = text.replace(key, "…")
        text = _TRACEBACK.sub("", washed(text))
        line = next((line for line in text.splitlines() if line.strip()), "no message").strip()
        while (shorter := _PREFIX.sub("", line)) != line and shorter:
            line = shorter
        return line if len(line) <= MESSAGE_CHARS else line[: MESSAGE_CHARS - 1] + "…"


class _DeadlineError(Exception):
    """A call took longer than it may as a whole."""


def _within(seconds: float, call: Callable[[], Any]) -> Any:
    """Call in a thread that can be left behind: a server that drips never stops a read.

    Raises:
        _DeadlineError: It takes longer.
    """
    done: Future[Any] = Future()

    def work() -> None:
        try:
            done.set_result(call())
        except BaseException as error:  # noqa: BLE001  # raised again where it is waited for
            done.set_exception(error)

    threading.Thread(target=work, name="ask-model", daemon=True).start()
    finished, _ = wait([done], seconds)
    if not finished:
        raise _DeadlineError(f"no complete answer within {seconds:g} seconds")
    return done.result()


def _litellm() -> Any:
    """Import litellm once; a second thread waits for the first."""
    with _lock:
        is_ours = "litellm" not in sys.modules
        os.environ.update(_SWITCHES)
        was_collecting = gc.isenabled()
        gc.disable()  # three thousand modules: a third of the time is the collector's
        try:
            litellm: Any = importlib.import_module("litellm")
        finally:
            if was_collecting:
                gc.enable()
        for name in _REPORTING if is_ours else ():
            setattr(litellm, name, [])
        install()
        litellm.suppress_debug_info = True
        # whatever it would log is raised as well
        logging.getLogger("LiteLLM").setLevel(logging.CRITICAL)
        # of an answer with a field of the wrong type; not around the call, threads share filters
        warnings.filterwarnings("ignore", "Pydantic serializer warnings", UserWarning)
        return litellm


def _cached_first(prompt: Prompt) -> list[dict[str, Any]]:
    """Mark the static message for the cache of the one provider that wants to be told."""
    first, *rest = (dict(message) for message in prompt)
    block = {
        "type": "text",
        "text": first["content"],
        "cache_control": {"type": "ephemeral"},
    }
    return [{**first, "content": [block]}, *rest]


def _answer(response: Any, usage: Usage) -> Answer:
    choices = getattr(response, "choices", None) or []
    if not choices:
        return Answer("", usage=usage)
    choice = choices[0]
    message = getattr(choice, "message", None)
    text = getattr(message, "content", None) or _tool_arguments(message)
    refusal = getattr(message, "refusal", None) or ""
    if choice.finish_reason == "content_filter":
        refusal = refusal or "stopped by the provider's filter"
    return Answer(text or "", choice.finish_reason == "length", str(refusal), usage)


def _tool_arguments(message: Any) -> str:
    """The arguments of a forced tool call, which is how some providers are made to speak JSON."""
    for call in getattr(message, "tool_calls", None) or []:
        arguments = getattr(getattr(call, "function", None), "arguments", None)
        if isinstance(arguments, str):
            return arguments
    return ""


def _usage(response: Any, litellm: Any) -> Usage:
    usage = getattr(response, "usage", None)
    hidden: Mapping[str, Any] = getattr(response, "_hidden_params", None) or {}
    cost = hidden.get("response_cost")
    if not cost:
        # 0 is a price only where the model has an entry
        names = {str(hidden.get("litellm_model_name")), str(getattr(response, "model", ""))}
        cost = 0.0 if cost == 0 and names & litellm.model_cost.keys() else None
    return Usage(
        calls=1,
        prompt_tokens=getattr(usage, "prompt_tokens", None) or 0,
        completion_tokens=getattr(usage, "completion_tokens", None) or 0,
        cost_usd=cost,
    )


def _headers(error: Exception) -> Mapping[str, str]:
    for holder in (getattr(error, "response", None), error):
        for name in ("headers", "litellm_response_headers"):
            headers = getattr(holder, name, None)
            if headers:
                return {str(key).lower(): str(value) for key, value in dict(headers).items()}
    return {}


def _retry_after_s(headers: Mapping[str, str]) -> float | None:
    """Seconds from Retry-After (a number or a date) or Retry-After-Ms; never negative."""
    try:
        if "retry-after-ms" in headers:
            return max(0.0, float(headers["retry-after-ms"]) / 1000)
        text = headers.get("retry-after", "").strip()
        if not text:
            return None
        if re.fullmatch(r"[0-9]+(?:\.[0-9]+)?", text):
            return float(text)
        until = parsedate_to_datetime(text)
        return max(0.0, (until - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None
