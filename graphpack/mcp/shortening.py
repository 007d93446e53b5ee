"""Shortening what tools gave, the way back, and what it has brought."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

from graphpack.compress.base import Kind, Level
from graphpack.compress.levels import auto_level
from graphpack.compress.metrics import Metric, Row, metric_of
from graphpack.compress.originals import references
from graphpack.compress.policy import Output, Policy, Reversible, caps_of, shorten_output
from graphpack.compress.repeats import Repeats, shorten_unseen
from graphpack.compress.router import classify
from graphpack.errors import ReadError
from graphpack.mcp.desk import Answer, Desk, Given, Progress
from graphpack.redact import Vault, clean_kept

__all__ = ["Shortener"]

RETRIEVED_CHARS = 40_000
"""Of an original that are given at once, unless all of it is asked for."""
MAX_SESSIONS = 4
"""Whose outputs are remembered, so that what is seen again is folded; each may hold much text."""


@dataclass(slots=True)
class Shortener:
    """The tools that shorten.

    Args:
        desk: What the server has.
    """

    desk: Desk
    _seen: OrderedDict[str, Repeats] = field(default_factory=OrderedDict)

    def compress(self, given: Given, progress: Progress) -> Answer:
        """Shorten a text.

        Args:
            given: ``text``; ``kind``, ``level``, ``path``, ``focus``, ``is_error``, ``session``,
                ``used_tokens``, ``detail``.
            progress: Told of the stages.

        Returns:
            The text to show, its sizes, and the reference of its original.
        """
        desk = self.desk
        progress("shortening", 0, 0)
        text = clean_kept(given["text"], desk.policy, Vault())
        kind = Kind(given["kind"]) if "kind" in given else None
        output = Output(
            text, kind=kind, path=given.get("path", ""), is_error=bool(given.get("is_error"))
        )
        compression = desk.settings.compression
        policy = Policy(
            level=self._level(given),
            caps=caps_of(compression),
            focus=tuple(given.get("focus", ())),
            is_detail=bool(given.get("detail")),
            asked=desk.tally.asked(),
        )
        with desk.lock:
            found = self._shortened(output, policy, given.get("session"))
        desk.tally.shortened(metric_of(found.made, tool="compress", tokens=found.tokens))
        before = found.made.original_tokens
        answer: Answer = {
            "text": found.text,
            "kind": str(found.made.kind),
            "level": policy.level,
            "raw_tokens": found.tokens if before is None else before,
            "tokens": found.tokens,
            "ref": found.ref,
            "bypass": found.made.bypass,
            "left_out": [],
        }
        if found.made.elisions:
            how = f": retrieve ref={found.ref}" if found.ref else ""
            answer["left_out"] = [f"{len(found.made.elisions)} places{how}"]
        return {key: value for key, value in answer.items() if value is not None}

    def retrieve(self, given: Given, progress: Progress) -> Answer:
        """Give an original back.

        Args:
            given: ``ref``; ``offset``, ``detail``.
            progress: Told of the stages.

        Returns:
            The text, or the part of it that fits.

        Raises:
            ReadError: It is not kept.
        """
        progress("looking for the original", 0, 0)
        ref = next(iter(references(given["ref"])), given["ref"]).strip().lower()
        text = self.desk.store.originals.retrieve(ref)
        if text is None:
            raise ReadError(
                f"ref: {ref[:60]!r} is not kept", hint="the latest originals are; older ones go"
            )
        offset = given.get("offset", 0)
        if offset == 0:
            kind = str(classify(text))
            self.desk.tally.shortened(Metric(tool="retrieve", kind=kind))
        end = len(text) if given.get("detail") else offset + RETRIEVED_CHARS
        part = text[offset:end]
        left = max(0, len(text) - end)
        return {
            "text": part,
            "chars": len(text),
            "left_out": [f"{left} characters: offset={end}, or detail=true"] if left else [],
        }

    def stats(self, given: Given, progress: Progress) -> Answer:
        """Tell how shortening is set, and what it has brought since the server started.

        Args:
            given: ``detail``.
            progress: Told of the stages.
        """
        progress("counting", 0, 0)
        desk, totals = self.desk, self.desk.tally.totals()
        compression, whole = desk.settings.compression, totals.all
        answer: Answer = {
            "level": compression.level,
            "token_budget": compression.token_budget,
            "tokens_sent": desk.tally.tokens_sent,
            "calls": sum(calls for calls, _, _ in desk.tally.calls().values()),
            "originals": len(desk.store.originals),
            **_row(whole),
            "left_out": [] if given.get("detail") else ["by kind and by tool: detail=true"],
        }
        if given.get("detail"):
            answer["kinds"] = {
                name: {**_row(row), "is_asked_back_too_often": row.asked.is_too_often}
                for name, row in totals.kinds.items()
            }
            answer["bypassed"] = dict(totals.bypassed)
            answer["tools"] = {
                tool: {"calls": calls, "details": details, "errors": errors}
                for tool, (calls, details, errors) in desk.tally.calls().items()
            }
            answer["settings"] = compression.model_dump(mode="json", exclude={"metrics"})
        return answer

    def _level(self, given: Given) -> Level:
        """Choose the level; ``auto`` follows what is said, or known, to be used of the budget."""
        settings = self.desk.settings.compression
        level: Level | str = given.get("level") or settings.level
        if level != "auto":
            return level  # type: ignore[return-value]  # the schema lets no other through
        used = given.get("used_tokens")
        if used is None and self.desk.is_shared:
            return "summary"  # what was sent to all clients says nothing of one of them
        used = self.desk.tally.tokens_sent if used is None else used
        return auto_level(1 - used / settings.token_budget)

    def _shortened(self, output: Output, policy: Policy, session: str | None) -> Reversible:
        desk = self.desk
        if session is None or not desk.settings.compression.dedup:
            return shorten_output(
                output, policy, originals=desk.store.originals, count=desk.counted.count
            )
        repeats = self._seen.pop(session, None)
        if repeats is None:
            window = desk.settings.compression.staleness_window
            repeats = Repeats(window, count=desk.counted.count, originals=desk.store.originals)
        repeats.focus = policy.focus
        self._seen[session] = repeats
        while len(self._seen) > MAX_SESSIONS:
            self._seen.popitem(last=False)
        number = repeats.turn + 1
        return shorten_unseen(
            output, policy, repeats, message=number, originals=desk.store.originals
        )


def _row(row: Row) -> dict[str, float]:
    return {
        "texts": row.texts,
        "shortened": row.shortened,
        "raw_tokens": row.raw_tokens,
        "tokens": row.compressed_tokens,
        "saved_ratio": round(row.saved_ratio, 4),
        "returned": row.returned,
        "seen_before": row.seen,
        "failures": row.failures,
    }
