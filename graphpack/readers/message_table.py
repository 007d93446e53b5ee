"""Tables of messages (CSV, TSV): a header row that names who said what, when and where.

Programs and people make them in many ways; each channel in one is a conversation of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise
from typing import ClassVar

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation, ConversationSource, Role, Text
from graphpack.readers.assembly import Draft, Label, conversation
from graphpack.readers.base import PROBE_BYTES, Certainty, Facts, Opened, Probe
from graphpack.readers.clocks import worded_time
from graphpack.readers.csv_rows import table_rows
from graphpack.readers.day_order import DayOrder, order_of, stamp_in
from graphpack.readers.exports import attached
from graphpack.readers.faults import Faults
from graphpack.readers.loose import plain, time_of
from graphpack.readers.message_columns import Columns, columns_in
from graphpack.readers.speakers import speaker_of
from graphpack.readers.transcript import text_in

_WHOLE_CHARS = PROBE_BYTES // 4
"""A head of fewer characters is a whole file, however many bytes each takes."""


class Reader:
    """Reads ``time,author,channel,message`` in any order and under the usual names."""

    name: ClassVar[str] = "message-table"
    about: ClassVar[str] = "table of messages (CSV, TSV) whose header names who says what"
    facts: ClassVar[Facts] = Facts(
        where="exports and spreadsheets of chats, support tools and data sets",
        keeps="names, times, each channel or thread as a conversation of its own; `role` columns "
        "as roles",
        drops="the other columns",
        checked="tables made after the exports of several programs",
        sign="header row with columns such as `author` and `message`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim a table whose columns are those of messages."""
        if not probe.is_text or probe.document is not None or probe.records:
            return Certainty.NO
        is_whole = len(probe.head) < _WHOLE_CHARS
        found = columns_in(plain(probe.head).lstrip("\n"), is_whole=is_whole)
        return Certainty.SURE if found else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield one conversation for each channel, in the order first met.

        Raises:
            ReadError: No columns of messages.
        """
        faults = Faults(source.name)
        text = plain(text_in(source, faults)).lstrip("\n")
        columns = columns_in(text)
        if columns is None:
            raise ReadError(
                f"{source.name}: no table with columns for who says what",
                hint="leave --format out to detect the format",
            )
        rows = list(table_rows(text, columns.delimiter))[1:]
        origin = ConversationSource(source.name, self.name)
        found: list[Conversation] = []
        for place, drafts in _by_place(rows, columns, faults).items():
            own = faults if not found else Faults(source.name)
            one = conversation(_in_order(drafts), origin, own, Label(title=place or None))
            found += [one] if one else []
        yield from attached(found, Faults(source.name))


def _by_place(
    rows: Sequence[Sequence[str]], columns: Columns, faults: Faults
) -> dict[str, list[Draft]]:
    stamps = [stamp for row in rows if (stamp := stamp_in(_stamp(row, columns)))]
    order = order_of(stamps, faults) if stamps else None
    places: dict[str, list[Draft]] = {}
    for number, row in enumerate(rows, start=2):
        if list(row) == [""]:
            continue
        if len(row) <= columns.text:
            faults.add("broken-record", "a row with too few cells; skipped", number)
            continue
        place = _cell(row, columns.place) if columns.place is not None else ""
        at = _time(_stamp(row, columns), order)
        places.setdefault(place, []).append(_draft(row, columns, at))
    return places


def _draft(row: Sequence[str], columns: Columns, at: datetime | None) -> Draft:
    text = row[columns.text].strip()
    name = _cell(row, columns.author)
    speaker = speaker_of(name)
    parts = (Text(text),) if text else ()
    if speaker is None:
        return Draft(Role.USER, parts, at, name or None)
    return Draft(speaker.role, parts, at, speaker.author)


def _cell(row: Sequence[str], column: int) -> str:
    return row[column].strip() if column < len(row) else ""


def _stamp(row: Sequence[str], columns: Columns) -> str:
    return " ".join(_cell(row, column) for column in columns.at)[:100]


def _time(text: str, order: DayOrder | None) -> datetime | None:
    stamp = stamp_in(text) if order else None
    if stamp is not None and order is not None:
        return order.time(stamp)
    try:
        return time_of(float(text))
    except ValueError:
        return worded_time(text)


def _in_order(drafts: list[Draft]) -> list[Draft]:
    """Turn a table that has the newest first."""
    times = [draft.at for draft in drafts if draft.at]
    falls = sum(1 for one, other in pairwise(times) if other < one)
    rises = sum(1 for one, other in pairwise(times) if other > one)
    is_newest_first = falls > 0 and not rises and len(times) == len(drafts)
    return drafts[::-1] if is_newest_first else drafts
