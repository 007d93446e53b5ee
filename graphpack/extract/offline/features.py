"""What the ranker sees of a unit: who said it, where it stands, how it is worded, what it names."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from graphpack.extract.offline.cues import Cue, cue_counts
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.turns import Turn
from graphpack.extract.offline.units import Kind, Unit
from graphpack.model.conversation import Message, Role
from graphpack.text import identifiers, is_wide, normal, words

Features = dict[str, float]


class Surroundings:
    """Term statistics of one conversation: how often, first and last where, by whom."""

    def __init__(
        self, messages: Sequence[Message], placed: Sequence[Turn], units: Sequence[Unit]
    ) -> None:
        self.messages = messages
        self.placed = placed
        self.frequency: Counter[str] = Counter()
        self.first: dict[str, int] = {}
        self.last: dict[str, int] = {}
        self.human: set[str] = set()
        self.units_in: Counter[int] = Counter(unit.message for unit in units)
        self.humans = [at for at, turn in enumerate(placed) if turn.is_human]
        self.exchanges = max((turn.exchange for turn in placed), default=0) + 1
        self.terms: list[frozenset[str]] = []
        for unit in units:
            terms = frozenset(words(unit.text)) | {normal(name) for name in identifiers(unit.text)}
            self.terms.append(terms)
            for term in terms:
                self.frequency[term] += 1
                self.first.setdefault(term, unit.message)
                self.last[term] = unit.message
                if self.is_human(unit):
                    self.human.add(term)
        self.total = max(len(units), 1)
        self._weights = {term: self._weight(count) for term, count in self.frequency.items()}
        # how much a term is of the conversation's subject, and how rare it is, in one
        self.centrality = {
            term: math.log1p(count) * self._weights[term] for term, count in self.frequency.items()
        }
        self.replies = _replies(messages, placed)
        self.reply_words = {text: frozenset(words(text)) for text in dict.fromkeys(self.replies)}
        closing = [at for at, turn in enumerate(placed) if turn.is_closing]
        last = closing[-1] if closing else -1
        self.final: frozenset[str] = frozenset().union(
            *(terms for unit, terms in zip(units, self.terms, strict=True) if unit.message == last)
        )
        self.recent: frozenset[str] = frozenset().union(
            *(
                terms
                for unit, terms in zip(units, self.terms, strict=True)
                if placed[unit.message].exchange >= self.exchanges - 3
            )
        )

    def is_human(self, unit: Unit) -> bool:
        """Whether a person says it in words of their own."""
        return self.placed[unit.message].is_human and not unit.is_borrowed

    def weight(self, term: str) -> float:
        """Inverse frequency of a term over this conversation's units, natural logarithm."""
        known = self._weights.get(term)
        return self._weight(0) if known is None else known

    def weights(self, terms: Iterable[str]) -> list[float]:
        """The same of each of a unit's terms."""
        return [self._weights[term] for term in terms]

    def _weight(self, count: int) -> float:
        return math.log((self.total + 1) / (count + 0.5))


def _replies(messages: Sequence[Message], placed: Sequence[Turn]) -> list[str]:
    """For each message, the next thing a person says after it; empty where nobody does."""
    following = ""
    found = [""] * len(messages)
    for at in range(len(messages) - 1, -1, -1):
        found[at] = following
        if placed[at].is_human:
            following = messages[at].text[:400]
    return found


def unit_features(unit: Unit, terms: frozenset[str], around: Surroundings) -> Features:
    """Describe one unit for the ranker.

    Args:
        unit: The unit.
        terms: Its words and identifiers, in normal form.
        around: The conversation's statistics.

    Returns:
        Named numbers; absent means 0.
    """
    line = plain(unit.text)
    row: Features = {"bias": 1.0}
    _place(row, unit, around)
    _shape(row, unit, line)
    _terms(row, unit, terms, around)
    _words(row, unit, line)
    _reply(row, unit, terms, around)
    return row


def _place(row: Features, unit: Unit, around: Surroundings) -> None:
    message = around.messages[unit.message]
    turn = around.placed[unit.message]
    count = max(len(around.messages) - 1, 1)
    role = "user" if turn.is_human else str(message.role)
    if unit.is_borrowed and role == "user":
        role = "quoted"
    row[f"role_{role}"] = 1.0
    row["at"] = unit.message / count
    row["at2"] = (unit.message / count) ** 2
    row["last_exchange"] = float(turn.exchange == around.exchanges - 1)
    row["exchanges_left"] = math.log1p(around.exchanges - 1 - turn.exchange)
    row["first_human"] = float(bool(around.humans) and unit.message == around.humans[0])
    row["early"] = float(unit.message < 4)
    if turn.is_closing:
        row["closing"] = 1.0
        row["closing_last"] = row["last_exchange"]
    row["narration"] = float(turn.is_narration)
    row["after_rejection"] = float(turn.after_rejection)
    if turn.is_human and turn.reply_to >= 0:
        asked = around.messages[turn.reply_to].text.rstrip()[-300:]
        row["answers_question"] = float("?" in asked or "？" in asked)
    size = around.units_in[unit.message]
    row["message_units"] = math.log1p(size)
    row["place"] = unit.place / max(size, 1)
    row["first_unit"] = float(unit.place == 0)
    row["last_unit"] = float(unit.place >= size - 1)
    row["system"] = float(message.role == Role.SYSTEM)


def _shape(row: Features, unit: Unit, line: str) -> None:
    row[f"kind_{unit.kind}"] = 1.0
    length = len(line) * (2.5 if is_wide(line) else 1.0)
    row["length"] = math.log1p(length)
    row["tiny"] = float(length < 20)
    row["short"] = float(20 <= length < 50)
    row["long"] = float(length > 240)
    row["question"] = float(line.endswith(("?", "？")))
    row["exclaims"] = float(line.endswith(("!", "！")))
    row["colon_end"] = float(line.endswith((":", "：")))
    row["has_colon"] = float(": " in line or "：" in line)
    row["bold"] = float("**" in unit.text)
    row["ticks"] = math.log1p(unit.text.count("`") / 2)
    row["arrow"] = float("→" in line or "->" in line or "=>" in line)
    row["dash"] = float(" — " in line or " - " in line or "——" in line)
    row["numbered"] = float(bool(unit.label))
    row["has_lead"] = float(bool(unit.lead))
    row["emoji"] = float(any(mark in unit.text for mark in "✅❌⚠🔴🟢"))


def _terms(row: Features, unit: Unit, terms: frozenset[str], around: Surroundings) -> None:
    names = identifiers(unit.text)
    row["names"] = math.log1p(len(names))
    row["numbers"] = math.log1p(sum(name[0].isdigit() for name in names))
    row["paths"] = math.log1p(sum("/" in name for name in names))
    row["versions"] = float(any(name.lstrip("v")[:1].isdigit() and "." in name for name in names))
    row["hash_number"] = float(any(name.startswith("#") for name in names))
    row["calls"] = float(any(name.endswith("()") for name in names))
    if not terms:
        return
    ordered = sorted(terms)
    weights = around.weights(ordered)
    row["rarity"] = sum(weights) / len(weights)
    row["mass"] = math.log1p(sum(weights))
    repeated = [term for term in terms if around.frequency[term] > 1]
    row["shared"] = len(repeated) / len(terms)
    later = [term for term in repeated if around.last[term] > unit.message and len(term) > 3]
    row["lives_on"] = math.log1p(len(later))
    new = [term for term in terms if around.first[term] == unit.message and len(term) > 3]
    row["new"] = len(new) / len(terms)
    row["human_terms"] = len(terms & around.human) / len(terms)
    central = [around.centrality[term] for term in ordered if len(term) > 2]
    row["central"] = sum(central) / len(terms)


def _words(row: Features, unit: Unit, line: str) -> None:
    who = "u" if "role_user" in row else "a"
    for cue, count in cue_counts(line).items():
        row[f"cue_{cue}"] = min(float(count), 3.0)
        row[f"{who}_cue_{cue}"] = 1.0
        if "closing" in row:
            row[f"c_cue_{cue}"] = 1.0
    for cue in cue_counts(unit.heading):
        row[f"head_{cue}"] = 1.0
    for cue in cue_counts(unit.lead):
        row[f"lead_{cue}"] = 1.0
    row["starts_low"] = float(line[:1].islower())
    row["first_person"] = float(line[:3] in {"I'm", "I'v", "I w", "I'l", "I h", "I a"})
    if unit.kind == Kind.OUTPUT:
        row[f"output_{unit.label}"] = 1.0
    if unit.kind == Kind.CODE:
        row["code_lines"] = math.log1p(unit.text.count("\n"))
    if Cue.NARRATION in cue_counts(line[:40]):
        row["starts_narration"] = 1.0


def _reply(row: Features, unit: Unit, terms: frozenset[str], around: Surroundings) -> None:
    """What became of it: how the next person answers, and whether the end still speaks of it."""
    reply = around.replies[unit.message]
    if not reply:
        row["reply_none"] = 1.0
    else:
        counts = cue_counts(reply)
        for cue in (Cue.AGREEMENT, Cue.VETO, Cue.REVERSAL, Cue.PROBLEM, Cue.REQUEST):
            if cue in counts:
                row[f"reply_{cue}"] = 1.0
        row["reply_question"] = float("?" in reply or "？" in reply)
        row["reply_short"] = float(len(reply) < 40)
        said = around.reply_words[reply]
        row["reply_terms"] = len(terms & said) / max(len(terms), 1)
    if terms:
        row["final_terms"] = len(terms & around.final) / len(terms)
        row["recent_terms"] = len(terms & around.recent) / len(terms)
    counts = cue_counts(plain(unit.text))
    unsettled = row.get("question") or any(
        cue in counts for cue in (Cue.PENDING, Cue.NEXT, Cue.OPEN, Cue.NARRATION)
    )
    row["stale"] = float(bool(unsettled) and not row["last_exchange"])
