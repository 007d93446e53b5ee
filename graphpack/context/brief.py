"""A brief: what a sub-agent has to know before it begins, on a page.

Goal, rules, decisions, what was found and by whom, and the files in focus by name: a sub-agent can
read files itself, but not what was decided.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from graphpack.context.account import BUDGET_CONFLICT, ContextReport, Origin
from graphpack.context.build import Context, Options, build_context
from graphpack.context.facts import FAULTS, RUNS, facts_of
from graphpack.context.lexicon import REJECTED_STATUSES, STANDING
from graphpack.context.protect import protect
from graphpack.context.records import Kind, Record
from graphpack.context.sorts import is_binding, is_rule, shows_trouble
from graphpack.pipeline.safety import seal
from graphpack.redact import Vault
from graphpack.text import iter_sentences

__all__ = ["BRIEF_TOKENS", "Brief", "build_brief"]

BRIEF_TOKENS = 2_000
_WIDE = 8
"""The context that a brief is made of may be so many times its size."""
_LINE_CHARS = 280
_RULE_CHARS = 600
"""So much of rules is told in one line, however long the rest is."""
_SHOWN_NAMES = 4
_SHOWN_CHANGES = 4
_CHANGE_CHARS = 80
_MANDATORY = 1_000.0
_OUTPUT_SHARE = 0.4
"""What a run that shows no trouble is worth beside what somebody says."""
_SECTIONS = ("Rules", "Decisions", "Asked", "Findings", "Files in focus")
_MUST = frozenset({"Rules", "Decisions"})


@dataclass(frozen=True, slots=True)
class Brief:
    """A brief for one task.

    Args:
        text: Markdown, without a final line feed.
        tokens: Its size.
        left: How many lines had no room.
        is_over: Whether rules and decisions alone are over the budget.
        report: Of the context that it was made of.
    """

    text: str
    tokens: int
    left: int
    is_over: bool
    report: ContextReport


@dataclass(frozen=True, slots=True)
class _Line:
    section: str
    text: str
    worth: float
    place: int


def build_brief(
    task: str,
    records: Iterable[Record],
    *,
    budget_tokens: int = BRIEF_TOKENS,
    options: Options | None = None,
) -> Brief:
    """Build the brief for a task.

    Args:
        task: What the sub-agent is to do.
        records: In their order.
        budget_tokens: Size of the whole; exceeded only by rules and decisions on the task.
        options: As for ``build_context``.

    Returns:
        The brief; equal for equal arguments, to the byte.
    """
    options = options or Options()
    vault = options.vault or Vault()
    options = replace(options, vault=vault)
    count = options.counted().count
    given = tuple(records)
    made = build_context(task, given, budget_tokens=budget_tokens * _WIDE, options=options)
    # lines are made of the records again, and those hold what the context does not
    lines = list(_lines(made, protect(given, options.policy, vault).records))
    ranked = sorted(lines, key=lambda one: (one.section not in _MUST, -one.worth, one.place))
    chosen = [one for one in ranked if one.section in _MUST and one.worth >= _MANDATORY]
    is_over = count(_page(made.report.task, chosen)) > budget_tokens
    for one in ranked if not is_over else ():
        more = chosen if one in chosen else [*chosen, one]
        if count(_page(made.report.task, more)) <= budget_tokens:
            chosen = more
    text = seal(_page(made.report.task, chosen), options.policy, vault, name="brief")
    return Brief(
        text=text,
        tokens=count(text),
        left=len(lines) - len(chosen),
        is_over=is_over or made.report.has(BUDGET_CONFLICT),
        report=made.report,
    )


def _page(task: str, lines: Sequence[_Line]) -> str:
    pieces = [f"# Goal\n{task}\n"]
    for section in _SECTIONS:
        inside = sorted((one for one in lines if one.section == section), key=lambda one: one.place)
        if inside:
            pieces.append(f"\n## {section}\n")
            pieces += (f"- {one.text}\n" for one in inside)
    return "".join(pieces).strip("\n")


def _lines(made: Context, given: Sequence[Record]) -> Iterator[_Line]:
    """One line for each fragment, and one for each file."""
    by_id: dict[str, Record] = {}
    for record in given:
        by_id.setdefault(record.given_id, record)
        by_id[record.id] = record
    files: dict[str, list[Origin]] = {}
    for place, origin in enumerate(made.sources):
        if origin.kind in {Kind.FILE, Kind.DIFF} and origin.path:
            files.setdefault(origin.path, []).append(origin)
            continue
        record = by_id[origin.record]
        section = _section(origin, record)
        who = f" ({origin.author})" if section == "Findings" and origin.author else ""
        text = f"{_said(origin, record)}{who} [record {origin.record}]"
        # of what is mandatory all has to be there
        worth = origin.score.total + _MANDATORY * origin.is_mandatory
        is_output = origin.kind in RUNS and not shows_trouble(record)
        yield _Line(section, text, worth * _OUTPUT_SHARE if is_output else worth, place)
    for path, found in files.items():
        worth = max(one.score.total for one in found)
        yield _Line("Files in focus", _file(path, found), worth, len(made.sources))


def _section(origin: Origin, record: Record) -> str:
    if origin.kind == Kind.DECISION:
        return "Rules" if is_binding(record) and is_rule(record) else "Decisions"
    is_person = record.role in {"user", "system"}
    if origin.kind == Kind.MESSAGE and is_person:
        return "Rules" if origin.is_mandatory else "Asked"
    return "Findings"


def _said(origin: Origin, record: Record) -> str:
    """What a fragment says, on one line; of a run or an error how it failed."""
    text = origin.text
    if origin.kind in FAULTS | RUNS:
        facts = facts_of(record)
        telling = (*facts.failures[:2], *facts.signatures[:1], *facts.places[:1])
        name = f"`{record.name}`: " if record.name else ""
        text = name + ("; ".join(telling) if telling else text)
    line = " ".join(text.split())
    status = record.status if record.status in REJECTED_STATUSES else None
    if status and status not in line.lower():
        line = f"({status}) {line}"
    return _shortened(line)


def _shortened(line: str) -> str:
    """Whole sentences up to a size, rules before all else; what is left out is marked."""
    if len(line) <= _LINE_CHARS:
        return line
    spans = list(iter_sentences(line))
    sizes = [end - start for start, end in spans]
    kept: set[int] = set()
    for at, (start, end) in enumerate(spans):
        ruled = sum(sizes[one] for one in kept)
        if STANDING.search(line[start:end]) and ruled + sizes[at] <= _RULE_CHARS:
            kept.add(at)
    room = _LINE_CHARS - sum(sizes[one] for one in kept)
    for at in range(len(spans)):
        if at in kept:
            continue
        if sizes[at] > room:
            break
        kept.add(at)
        room -= sizes[at] + 1
    return _told(line, spans, kept) if kept else f"{line[:_LINE_CHARS].rstrip()} …"


def _told(line: str, spans: Sequence[tuple[int, int]], kept: set[int]) -> str:
    pieces: list[str] = []
    for at, (start, end) in enumerate(spans):
        if at in kept:
            pieces.append(line[start:end])
        elif not pieces or pieces[-1] != "…":
            pieces.append("…")
    return " ".join(pieces)


def _file(path: str, found: Sequence[Origin]) -> str:
    changes = [line for one in found if one.kind == Kind.DIFF for line in _changed(one.text)]
    changed = f" (changed: {'; '.join(changes[:_SHOWN_CHANGES])})" if changes else ""
    names: list[str] = []
    for one in found:
        record = Record(one.record, Kind(one.kind), one.text, path=path)
        names += [name for name in facts_of(record).declared if name not in names]
    shown = f": {', '.join(names[:_SHOWN_NAMES])}" if names else ""
    ids = ", ".join(dict.fromkeys(one.record for one in found))
    return f"{path}{changed}{shown} [record {ids}]"


def _changed(diff: str) -> Iterator[str]:
    """The short lines that a diff takes out and puts in."""
    for line in diff.split("\n"):
        bare = " ".join(line[1:].split())
        is_change = line.startswith(("+", "-")) and not line.startswith(("+++", "---"))
        if is_change and 2 < len(bare) <= _CHANGE_CHARS:
            yield f"{line[0]}{bare}"
