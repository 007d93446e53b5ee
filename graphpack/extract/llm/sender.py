"""Sends a request until it is answered, within limits: pauses, weaker terms, giving up.

One sender serves all threads of a run. What it learns about the server (the JSON mode it takes,
that it is down) holds for every later request. What was answered before is not asked again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from graphpack.errors import CredentialsError, ModelError, ModelUnavailableError
from graphpack.extract.llm.answers import (
    AnswerStore,
    NoAnswers,
    question_key,
    recall,
    remember,
)
from graphpack.extract.llm.exchange import (
    Answer,
    Client,
    Fault,
    Prompt,
    ProviderError,
    Shape,
    Terms,
    concede,
)
from graphpack.extract.llm.keys import key_hint
from graphpack.extract.llm.options import JsonMode, ModelOptions
from graphpack.extract.llm.prices import Price, price_of
from graphpack.extract.llm.purse import Purse

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
    """Sends requests to one model, for one run.

    Args:
        client: What sends one request once.
        options: Limits and first terms.
        count: Tokens of a text.
        sleep: Waits that many seconds; replaced in tests.
        answers: Where answers are kept; None keeps nothing.
        purse: What may be spent; None is no limit.
    """

    def __init__(
        self,
        client: Client,
        options: ModelOptions,
        *,
        count: Callable[[str], int],
        sleep: Callable[[float], None] = time.sleep,
        answers: AnswerStore | None = None,
        purse: Purse | None = None,
    ) -> None:
        self._client = client
        self._options = options
        self._count = count
        self._sleep = sleep
        self._answers: AnswerStore = NoAnswers() if answers is None else answers
        self._purse = Purse(None) if purse is None else purse
        self.price = Price(*options.price_usd) if options.price_usd else price_of(options.model)
        self._lock = threading.Lock()
        self._is_down = False
        is_auto = options.json_mode == JsonMode.AUTO
        self._is_mode_fixed = not is_auto
        self._terms = Terms(
            mode=JsonMode.SCHEMA if is_auto else JsonMode(options.json_mode),
            max_reply_tokens=options.max_reply_tokens,
            temperature=options.temperature,
        )

    def kept(self, prompt: Prompt) -> bool:
        """Tell whether a request's first answer is kept from an earlier run."""
        key = question_key(self._options, prompt, reply_factor=1)
        return recall(self._answers, key) is not None

    def forget(self, keys: Iterable[str]) -> None:
        """Drop answers that were of no use, so that the next run asks again."""
        for key in keys:
            if key:
                self._answers.drop(key)

    def send(self, prompt: Prompt, *, reply_factor: int = 1, shape: Shape = Shape.NODES) -> Answer:
        """Send one request until it is answered or hopeless, unless its answer is kept.

        Args:
            prompt: The messages.
            reply_factor: Times the usual length of the reply that is allowed.
            shape: What the reply is to hold.

        Returns:
            The completion. A prompt longer than the model's window is a TooLongError, a filter's
            refusal a DeclinedError, one that might cost too much a LimitReachedError.
        """
        key = question_key(self._options, prompt, reply_factor=reply_factor)
        kept = recall(self._answers, key)
        if kept is not None:
            return kept
        answer = replace(self._sent(prompt, reply_factor, shape), key=key)
        remember(self._answers, key, answer)
        return answer

    def _sent(self, prompt: Prompt, reply_factor: int, shape: Shape) -> Answer:
        waited_s, tries, timeouts = 0.0, 0, 0
        while True:
            terms = self._terms
            try:
                asked = replace(
                    terms, max_reply_tokens=terms.max_reply_tokens * reply_factor, shape=shape
                )
                answer = self._paid(prompt, asked)
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

    def _paid(self, prompt: Prompt, terms: Terms) -> Answer:
        """Send a request once, with what it may cost set aside."""
        asked = sum(self._count(message["content"]) for message in prompt)
        reserved = self._purse.reserve(self.price, asked, terms.max_reply_tokens)
        spent: float | None = 0.0  # an error costs nothing
        try:
            answer = self._client.complete(prompt, terms)
            usage = answer.usage
            spent = usage.cost_usd
            if self.price is not None and (spent is None or self._options.price_usd):
                spent = self.price.of(usage.prompt_tokens, usage.completion_tokens)
                answer = replace(answer, usage=replace(usage, cost_usd=spent))
        finally:
            self._purse.settle(reserved, spent)
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
            return CredentialsError(where, hint=key_hint(self._options.model))
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
