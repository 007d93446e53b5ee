"""What agents of one session have found, kept for each other: a small store that forgets.

A snapshot is something one agent found out: a trace, the callers of a function, why a test fails.
Equal content is kept once, whoever brings it, and all who brought it are named. What was given to
an agent is not given to it again. Beyond its size the store forgets what was used least recently.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from graphpack.context.records import Kind, Record
from graphpack.errors import ReadError
from graphpack.text import normal

__all__ = [
    "MAX_SNAPSHOTS",
    "MAX_TOKENS",
    "Put",
    "Snapshot",
    "Snapshots",
    "digest_of",
    "parse_snapshots",
]

MAX_SNAPSHOTS = 50
MAX_TOKENS = 100_000
"""Source: seed 000, cross-agent context sharing."""
_ID_CHARS = 8


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Something that was found out.

    Args:
        digest: SHA-256 of its content, white space and case aside, and of what it is about.
        text: Its content.
        found_by: Who found it, in the order in which they brought it; never empty.
        tokens: Its size.
        kind: What it is.
        path: The file it is about; None where it is about none.
        name: What it is the answer to: a command, a question; None where nothing.
    """

    digest: str
    text: str
    found_by: tuple[str, ...]
    tokens: int
    kind: Kind = Kind.NOTE
    path: str | None = None
    name: str | None = None

    @property
    def id(self) -> str:
        """Its short name, as a brief has it."""
        return f"s-{self.digest[:_ID_CHARS]}"

    @property
    def subject(self) -> tuple[Kind, str | None, str | None] | None:
        """What a later snapshot replaces it by; None where it stands for itself."""
        return (self.kind, self.path, self.name) if self.path and self.name else None

    def record(self) -> Record:
        """Make the record that a context takes."""
        return Record(
            self.id,
            self.kind,
            self.text,
            path=self.path,
            name=self.name,
            author=", ".join(self.found_by),
        )


@dataclass(frozen=True, slots=True)
class Put:
    """What became of something that was brought.

    Args:
        id: The snapshot's.
        is_known: Whether it was there already.
        others: Who had found it before.
        replaced: Id of the older snapshot on the same subject; None where there was none.
        forgotten: Ids of those that had to go.
    """

    id: str
    is_known: bool = False
    others: tuple[str, ...] = ()
    replaced: str | None = None
    forgotten: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Snapshots:
    """The store; a change makes a new one.

    Args:
        kept: The one used least recently first.
        told: By agent: digests of what it was given.
        max_snapshots: How many are kept.
        max_tokens: Their size together.
    """

    kept: tuple[Snapshot, ...] = ()
    told: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    max_snapshots: int = MAX_SNAPSHOTS
    max_tokens: int = MAX_TOKENS

    @property
    def tokens(self) -> int:
        """Size of all together."""
        return sum(one.tokens for one in self.kept)

    def find(self, id: str) -> Snapshot | None:
        """Find a snapshot by its short name, or by the beginning of its digest."""
        wanted = id.removeprefix("s-")
        return next((one for one in self.kept if wanted and one.digest.startswith(wanted)), None)

    def put(
        self, record: Record, *, agent: str, count: Callable[[str], int]
    ) -> tuple[Snapshots, Put]:
        """Take what an agent has found out.

        Args:
            record: With content; kind, path and name say what it is about.
            agent: Who found it.
            count: Tokens of a text.

        Returns:
            The store with it, and what became of it. A snapshot larger than the whole store is
            the only one that is left then.
        """
        digest = digest_of(record)
        before = next((one for one in self.kept if one.digest == digest), None)
        if before is not None:
            finders = tuple(dict.fromkeys((*before.found_by, agent)))
            others = tuple(name for name in before.found_by if name != agent)
            again = replace(before, found_by=finders)
            return self._used(again), Put(again.id, is_known=True, others=others)
        made = Snapshot(
            digest, record.text, (agent,), count(record.text), record.kind, record.path, record.name
        )
        old = next((one for one in self.kept if made.subject and one.subject == made.subject), None)
        left = [one for one in self.kept if one is not old]
        forgotten: list[str] = []
        while left and (
            len(left) >= self.max_snapshots
            or sum(one.tokens for one in left) + made.tokens > self.max_tokens
        ):
            forgotten.append(left.pop(0).id)
        after = replace(self, kept=(*left, made))._forgot()
        replaced = old.id if old else None
        return after, Put(made.id, replaced=replaced, forgotten=tuple(forgotten))

    def news_for(self, agent: str | None) -> tuple[Snapshot, ...]:
        """List what an agent neither found itself nor was given; all for None."""
        told = set(self.told.get(agent, ())) if agent is not None else set()
        return tuple(
            one for one in self.kept if one.digest not in told and agent not in one.found_by
        )

    def tell(self, agent: str | None, ids: Iterable[str]) -> Snapshots:
        """Note what an agent was given; that counts as a use.

        Args:
            agent: Who; None for one that is not known by name.
            ids: Short names of snapshots; of others nothing is noted.
        """
        wanted = set(ids)
        given = [one for one in self.kept if one.id in wanted]
        store = self
        for one in given:
            store = store._used(one)
        if agent is None or not given:
            return store
        told = (*store.told.get(agent, ()), *(one.digest for one in given))
        return replace(store, told={**store.told, agent: tuple(dict.fromkeys(told))})

    def _used(self, one: Snapshot) -> Snapshots:
        rest = tuple(other for other in self.kept if other.digest != one.digest)
        return replace(self, kept=(*rest, one))

    def _forgot(self) -> Snapshots:
        """Forget who was given what is no longer there."""
        there = {one.digest for one in self.kept}
        told = {
            agent: left
            for agent, digests in self.told.items()
            if (left := tuple(digest for digest in digests if digest in there))
        }
        return replace(self, told=told)

    def document(self) -> dict[str, Any]:
        """Make what JSON takes."""
        kept = [
            {
                "digest": one.digest, "text": one.text, "found_by": list(one.found_by),
                "tokens": one.tokens, "kind": str(one.kind), "path": one.path, "name": one.name,
            }
            for one in self.kept
        ]  # fmt: skip
        return {"snapshots": kept, "told": {name: list(told) for name, told in self.told.items()}}


def digest_of(record: Record) -> str:
    """Give the digest by which equal content is known.

    Args:
        record: Its text counts in its normal form, with what it is about; who found it does not.
    """
    about = f"{record.kind}\0{record.path or ''}\0{record.name or ''}\0{normal(record.text)}"
    return hashlib.sha256(about.encode("utf-8", "surrogatepass")).hexdigest()


def parse_snapshots(document: Any, *, where: str) -> Snapshots:
    """Read back what ``Snapshots.document`` made.

    Args:
        document: Decoded JSON.
        where: What it is called in errors.

    Returns:
        The store.

    Raises:
        ReadError: It has another form.
    """
    try:
        kept = tuple(
            Snapshot(
                str(one["digest"]),
                str(one["text"]),
                tuple(map(str, one["found_by"])),
                int(one["tokens"]),
                Kind(one["kind"]),
                one["path"],
                one["name"],
            )
            for one in document["snapshots"]
        )
        told = {str(name): tuple(map(str, ids)) for name, ids in document["told"].items()}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ReadError(f"{where}: is no store of snapshots") from error
    return Snapshots(kept, told)
