"""What the tools work with: settings, store, and what the server remembers while it runs."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from graphpack.context.facts import facts_of
from graphpack.context.similarity import shingles
from graphpack.context.terms import terms
from graphpack.errors import UsageError
from graphpack.mcp.reach import Reach
from graphpack.mcp.store import Store
from graphpack.mcp.tally import Tally
from graphpack.pipeline.safety import policy_of
from graphpack.readers.limits import Limits
from graphpack.redact import Policy, Vault
from graphpack.settings import Settings
from graphpack.tokens import Counter, counter

__all__ = ["Answer", "Desk", "Given", "Progress", "nothing_told"]

Given = Mapping[str, Any]
"""The arguments of a call; they fit the tool's schema."""
Answer = dict[str, Any]
"""The result of a call, as its schema says."""
Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done and how much there is; 0 where unknown."""

SESSION = "default"
"""Where records go that name no session."""
_MAX_VAULTS = 32
_FRUGAL_CHARS = 1_500_000
"""Of so much text what was worked out may be remembered; it takes a hundred times the room."""


def nothing_told(_: str, __: int, ___: int) -> None:
    """Tell nobody of progress."""


@dataclass(slots=True)
class Desk:
    """One server's belongings; shared by all of its clients.

    Args:
        store: Where sessions are kept.
        settings: How packs are made and texts shortened. No model is ever asked.
        reach: Which files may be read.
        is_shared: Whether several clients may be there at once.
    """

    store: Store
    settings: Settings = field(default_factory=Settings)
    reach: Reach = field(default_factory=Reach)
    is_shared: bool = False
    tally: Tally = field(default_factory=Tally)
    lock: threading.RLock = field(default_factory=threading.RLock, repr=False)
    counted: Counter = field(init=False)
    limits: Limits = field(init=False)
    policy: Policy = field(init=False)
    _vaults: OrderedDict[str, Vault] = field(default_factory=OrderedDict, repr=False)
    _looked_at: set[int] = field(default_factory=set, repr=False)
    _chars: int = 0

    def __post_init__(self) -> None:
        policy = policy_of(self.settings)
        # what is kept holds no credentials, whatever may be printed
        self.policy = replace(policy, level="secrets") if policy.level == "off" else policy
        self.policy.detector()  # a rule file that is wrong is told of at the start
        self.settings = self.settings.model_copy(
            update={"model": None, "now": None, "redact": self.policy.level}
        )
        self.counted = counter(self.settings.tokenizer)
        self.limits = Limits.of(self.settings)

    def vault(self, session: str) -> Vault:
        """Give what names a session's secrets, so that each keeps its placeholder.

        Args:
            session: Its name.

        Returns:
            A vault; one that is new knows the numbers that the session's texts use already.
        """
        with self.lock:
            vault = self._vaults.pop(session, None)
            if vault is None or self.store.is_on_disk:  # another server may have added to it
                vault = vault or Vault()
                for record in self.store.records(session=session):
                    vault.reserve(record.text)
            self._vaults[session] = vault
            while len(self._vaults) > _MAX_VAULTS:
                self._vaults.popitem(last=False)
            return vault

    def known(self, session: str) -> str:
        """Find a session.

        Args:
            session: Its name, or the first characters of one alone.

        Returns:
            Its name.

        Raises:
            UsageError: There is none of that name, or several begin so.
        """
        names = self.store.sessions()
        if session in names:
            return session
        meant = [name for name in names if session and name.startswith(session)]
        if len(meant) == 1:
            return meant[0]
        if meant:
            few = ", ".join(meant[-5:])
            raise UsageError(
                f"session: {session!r} begins {len(meant)} of them", hint=f"more of it: {few}"
            )
        raise UsageError(f"session: {session!r} is not there", hint=self.which_sessions())

    def which_sessions(self) -> str:
        """Name the latest sessions, or say what to do where there are none."""
        last = ", ".join(self.store.sessions()[-5:])
        return f"there are: {last}" if last else "ingest_records first"

    def looked_at(self, texts: Iterable[str]) -> None:
        """Let go of what was worked out of texts before, where these would make it too much.

        Args:
            texts: What a call looks at.
        """
        with self.lock:
            for text in texts:
                key = hash(text)
                if key not in self._looked_at:
                    self._looked_at.add(key)
                    self._chars += len(text)
            if self._chars > _FRUGAL_CHARS:
                self._looked_at.clear()
                self._chars = 0
                for worked_out in (facts_of, terms, shingles):
                    worked_out.cache_clear()
