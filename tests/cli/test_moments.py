"""Times as people say them."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from graphpack.cli.moments import ago, moment
from graphpack.errors import UsageError

NOW = datetime(2026, 10, 9, 1, 30, tzinfo=timezone(timedelta(hours=2)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("30min", NOW - timedelta(minutes=30)),
        ("5m", NOW - timedelta(minutes=5)),
        ("12h", NOW - timedelta(hours=12)),
        ("7d", NOW - timedelta(days=7)),
        (" 2 W ", NOW - timedelta(weeks=2)),
        ("today", datetime(2026, 10, 9, tzinfo=NOW.tzinfo)),
        ("yesterday", datetime(2026, 10, 8, tzinfo=NOW.tzinfo)),
        ("2026-10-01", datetime(2026, 10, 1, tzinfo=NOW.tzinfo)),
        ("2026-10-01T08:00", datetime(2026, 10, 1, 8, tzinfo=NOW.tzinfo)),
        ("2026-10-01T08:00Z", datetime(2026, 10, 1, 8, tzinfo=UTC)),
    ],
)
def test_a_time_is_read_in_the_zone_of_now(text, expected):
    assert moment(text, now=NOW, flag="--since") == expected


@pytest.mark.parametrize("text", ["", "soon", "7", "7y", "-3d", "999999w", "2026-13-01", "٧d"])
def test_what_is_no_time_is_refused_with_an_example(text):
    with pytest.raises(UsageError, match=r"^--since: ") as caught:
        moment(text, now=NOW, flag="--since")
    assert "--since 7d" in caught.value.hint


@pytest.mark.parametrize(
    ("past", "expected"),
    [
        (timedelta(0), "just now"),
        (timedelta(seconds=59), "just now"),
        (timedelta(minutes=1), "1 min ago"),
        (timedelta(minutes=59, seconds=59), "59 min ago"),
        (timedelta(hours=1), "1 h ago"),
        (timedelta(hours=23, minutes=59), "23 h ago"),
        (timedelta(days=1), "1 d ago"),
        (timedelta(days=13, hours=23), "13 d ago"),
        (timedelta(days=14), "2026-09-25"),
        (timedelta(days=-1), "2026-10-10"),
    ],
)
def test_how_long_ago(past, expected):
    assert ago((NOW - past).astimezone(UTC), now=NOW) == expected


def test_the_edge_of_the_calendar_has_a_date():
    assert ago(datetime.max.replace(tzinfo=UTC), now=NOW) == "9999-12-31"
    assert ago(datetime.min.replace(tzinfo=UTC), now=NOW.replace(tzinfo=UTC)) == "0001-01-01"
