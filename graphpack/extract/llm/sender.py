"""Sends a request until it is answered, within limits: pauses, weaker terms, giving up.

One sender serves all threads of a run. What it learns about the server (the JSON mode it takes,
that it is down) holds for every later request.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from graphpack.errors import CredentialsError, ModelError, ModelUnavailableError
from graphpack.extract.llm.exchange import (
    Answer,
    Client,
    Fault,
    Prompt,
    ProviderError,
    Terms,
    concede,
)
from graphpack.extract.llm.options import JsonMode, ModelOptions

FIRST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 30.0
TIMEOUT_RETRIES = 1
"""A timeout has cost its whole wait already."""


_ABOUT_TERMS = frozenset({Fault.REJECTED, Fault.BROKEN, Fault.TOO_LONG})


class TooLongError(Exception):
    """The prompt does not fit the model's window; smaller pieces may."""


class DeclinedError(Exception):
    """The provider's filter declined the request; the text says why."""


class Sender:
    """Sends requests for one run.

    Args:
        client: What sends one request once.
        options: Limits and first terms.
        sleep: Waits that many seconds; replaced in tests.
    """

    def __init__(
        self,
        client: Client,
        options: ModelOptions,
        *,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._client = client
        self._options = options
        self._sleep = sleep
        self._lock = threading.Lock()
        self._is_down = False
        is_auto = options.json_mode == JsonMode.AUTO
        self._is_mode_fixed = not is_auto
        self._terms = Terms(
            mode=JsonMode.SCHEMA if is_auto else JsonMode(options.json_mode),
            max_reply_tokens=options.max_reply_tokens,
            temperature=options.temperature,
        )

    def send(self, prompt: Prompt, *, reply_factor: int = 1) -> Answer:
        """Send one request until it is answered or hopeless.

        Args:
            prompt: The messages.
            reply_factor: Times the usual length of the reply that is allowed.

        Returns:
            The completion.

        Raises:
            TooLongError: The prompt is longer than the model's window.
            DeclinedError: The provider's filter declined it.
        """
        waited_s, tries, timeouts = 0.0, 0, 0
        while True:
            terms = self._terms
            try:
                answer = self._client.complete(prompt, _longer(terms, reply_factor))
            except ProviderError as error:
                if error.fault is Fault.DECLINED:
                    raise DeclinedError(str(error)) from error
                if reply_factor > 1 and error.fault in {Fault.REJECTED, Fault.TOO_LONG}:
                    reply_factor = 1
                    continue
                if self._concede(terms, error):
                    continue
                if error.fault is Fault.TOO_LONG:
                    raise TooLongError(str(error)) from error
                tries += 1
                timeouts += error.fault is Fault.TIMEOUT
                pause_s = self._pause_s(error, tries, timeouts, waited_s)
                if pause_s is None:
                    raise self._giving_up(error, tries) from error
                self._sleep(pause_s)
                waited_s += pause_s
            else:
                self._is_down = False
                return answer

    def _concede(self, refused: Terms, error: ProviderError) -> bool:
        """Weaken the terms of the run; True where the request is worth sending again."""
        with self._lock:
            if self._terms != refused:
                # another thread has learnt it meanwhile
                return error.fault in _ABOUT_TERMS and not error.is_final
            weaker = concede(refused, error, is_mode_fixed=self._is_mode_fixed)
            if weaker is not None:
                self._terms = weaker
            return weaker is not None

    def _pause_s(
        self, error: ProviderError, tries: int, timeouts: int, waited_s: float
    ) -> float | None:
        """How long to wait before the next try; None to give up."""
        if error.is_final or error.fault not in {Fault.BUSY, Fault.BROKEN, Fault.TIMEOUT}:
            return None
        if self._is_down or tries > self._options.retries or timeouts > TIMEOUT_RETRIES:
            return None
        pause_s = min(FIRST_PAUSE_S * 2 ** (tries - 1), LONGEST_PAUSE_S)
        if error.retry_after_s is not None:
            pause_s = error.retry_after_s
        return pause_s if waited_s + pause_s <= self._options.max_wait_s else None

    def _giving_up(self, error: ProviderError, tries: int) -> ModelError:
        where = f"{self._options.model}: {error}"
        if error.fault is Fault.CREDENTIALS:
            return CredentialsError(where, hint="set the provider's key in its variable")
        if error.fault is Fault.REJECTED:
            return ModelError(where, hint="check the model's name and the server's address")
        self._is_down = True  # the other chunks try once each instead of waiting as long again
        asked = error.retry_after_s
        if asked is not None and asked > self._options.max_wait_s:
            where += f" (the server asks to wait {asked:.0f} s)"
        times = "once" if tries == 1 else f"{tries} times"
        return ModelUnavailableError(
            f"{where}, tried {times}",
            hint="check the server's address, try again later, or run without --model",
        )


def _longer(terms: Terms, factor: int) -> Terms:
    return Terms(terms.mode, terms.max_reply_tokens * factor, terms.temperature)
