"""Places a graph's statements on a plane: a lane for each type, time from left to right.

Pure arithmetic on ids, types and moments; it knows no page and no library that draws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

CARD_WIDTH, CARD_HEIGHT = 172, 58
GAP_X, GAP_Y = 40, 24
LANE_HEAD, LANE_FOOT, LANE_GAP = 26, 12, 10
MOST_COLUMNS = 120


@dataclass(frozen=True, slots=True)
class Card:
    """A statement to place.

    Args:
        id: Of its node.
        lane: Name of its lane.
        moment: When it was said, as something that can be ordered; equal ones stand together.
    """

    id: str
    lane: str
    moment: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lane:
    """A band across the plane, in pixels.

    Args:
        name: Of the lane.
        top: Its upper edge.
        height: Of the band.
    """

    name: str
    top: int
    height: int


@dataclass(frozen=True, slots=True)
class Column:
    """What stands below each other, of one stretch of time.

    Args:
        left: Its left edge, in pixels.
        cards: Their ids, the earliest first.
    """

    left: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything stands, in pixels from the upper left corner.

    Args:
        places: Centre of each card, by id.
        lanes: From top to bottom.
        columns: From left to right.
        width: Of the plane.
        height: Of the plane.
    """

    places: Mapping[str, tuple[int, int]]
    lanes: tuple[Lane, ...]
    columns: tuple[Column, ...]
    width: int
    height: int


def arrange(cards: Sequence[Card], lanes: Sequence[str], *, ratio: float) -> Layout:
    """Place cards in lanes and columns so that none covers another.

    Args:
        cards: Any number; where moments are equal their order counts.
        lanes: Names from top to bottom; one without a card gets no band.
        ratio: Width to height that the plane should come near.

    Returns:
        The places; the same for the same arguments.
    """
    ordered = sorted(cards, key=lambda card: card.moment)
    used = [lane for lane in lanes if any(card.lane == lane for card in ordered)]
    if not ordered:
        return Layout({}, (), (), 0, 0)
    tried = range(1, min(len(ordered), MOST_COLUMNS) + 1)
    columns = min(tried, key=lambda one: abs(log(_ratio(ordered, used, one) / ratio)))
    return _arranged(ordered, used, columns)


def _ratio(ordered: Sequence[Card], lanes: Sequence[str], columns: int) -> float:
    column_of = _columns(ordered, columns)
    deep = _deep(ordered, column_of)
    width = _width(max(column_of) + 1)
    return width / (sum(_height(deep[lane]) + LANE_GAP for lane in lanes) - LANE_GAP)


def _deep(ordered: Sequence[Card], column_of: Sequence[int]) -> Mapping[str, int]:
    """How many cards stand below each other in each lane, at most."""
    rows = Counter((card.lane, column) for card, column in zip(ordered, column_of, strict=True))
    found: dict[str, int] = {}
    for (lane, _), count in rows.items():
        found[lane] = max(count, found.get(lane, 0))
    return found


def _arranged(ordered: Sequence[Card], lanes: Sequence[str], columns: int) -> Layout:
    column_of = _columns(ordered, columns)
    deep = _deep(ordered, column_of)
    bands: list[Lane] = []
    tops: dict[str, int] = {}
    top = 0
    for lane in lanes:
        tops[lane] = top
        bands.append(Lane(lane, top, _height(deep[lane])))
        top += bands[-1].height + LANE_GAP
    rows: Counter[tuple[str, int]] = Counter()
    places: dict[str, tuple[int, int]] = {}
    held: dict[int, list[str]] = {}
    for card, column in zip(ordered, column_of, strict=True):
        row = rows[card.lane, column]
        rows[card.lane, column] += 1
        y = tops[card.lane] + LANE_HEAD + row * (CARD_HEIGHT + GAP_Y) + CARD_HEIGHT // 2
        places[card.id] = (_left(column) + CARD_WIDTH // 2, y)
        held.setdefault(column, []).append(card.id)
    made = tuple(Column(_left(column), tuple(names)) for column, names in held.items())
    return Layout(places, tuple(bands), made, _width(len(made)), top - LANE_GAP)


def _columns(ordered: Sequence[Card], columns: int) -> Sequence[int]:
    """Deal cards to columns of about one size; what was said at one moment is not parted."""
    found: list[int] = []
    used: dict[int, int] = {}
    for place, card in enumerate(ordered):
        if place and card.moment == ordered[place - 1].moment:
            found.append(found[-1])
        else:
            found.append(used.setdefault(place * columns // len(ordered), len(used)))
    return found


def _left(column: int) -> int:
    return GAP_X // 2 + column * (CARD_WIDTH + GAP_X)


def _width(columns: int) -> int:
    return columns * (CARD_WIDTH + GAP_X)


def _height(deep: int) -> int:
    return LANE_HEAD + deep * (CARD_HEIGHT + GAP_Y) - GAP_Y + LANE_FOOT
