"""What a statement names must stand in what it rests on; near misses do not count."""

from __future__ import annotations

import pytest

from graphpack.text.details import (
    content_words,
    details,
    has_detail,
    is_plain_number,
    missing_details,
    shared_ratio,
)


@pytest.mark.parametrize(
    ("detail", "text"),
    [
        ("16.4", "PostgreSQL 16.4."),
        ("v2.3", "the release 2.3"),
        ("2.3", "the tag v2.3"),
        ("3.12", "on Python3.12 only"),
        ("#482", "pull request 482"),
        ("500 ms", "after 500ms"),
        ("30%", "30 percent"),
        ("2300", "about 2,300 euros"),
        ("2,300", "about 2300 euros"),
        ("310 ms", "p95 310 ms"),
        ("100", "(4,100)  or 4, 100"),
        ("runTests()", "call runTests with care"),
        ("src/app/main.py", "see `src/app/main.py`"),
        ("--no-cache", "with --no-cache=1"),
        ("TaskService", "the taskservice bean"),
        ("Redis", "用Redis缓存"),
        ("4.2.1", "dist/pump%404.2.1_valve"),
        (".../beds", "plans/north/beds, beside the shed"),
        ("pump.night.enabled", '{"pump": {"level": 3, "night": {"enabled": true}}}'),
        ("pump.night", "pump:\n  level: 3\n  night: off"),
        ("DIR/beds", "plans/north/beds, beside the shed"),
        ("64/80", "it holds 64 80 now"),
        ("7/10", "seven beds, 7 out of 10"),
    ],
)
def test_found_whatever_the_spelling(detail, text):
    assert has_detail(detail, text)


@pytest.mark.parametrize(
    ("detail", "text"),
    [
        ("1.2", "version 1.23"),
        ("1.2", "version 0.1.2"),
        ("1.2", "version 1.2.3"),
        ("30", "in 300 or 1.30"),
        ("17", "Java 21"),
        ("app.py", "myapp.pyc"),
        ("get_user", "get_users"),
        ("pump.night.enabled", '{"night": {"enabled": true, "pump": 3}}'),
        ("pump.night", "the pump runs at night"),
        ("7/11", "7 out of 10"),
        (".../bed", "plans/north/beds"),
    ],
)
def test_not_found_inside_something_longer(detail, text):
    assert not has_detail(detail, text)


def test_only_what_stands_nowhere_is_missing():
    texts = ["We run Java 21 with port 8080", "the file is conf/app.yaml"]
    statement = "Java 17 on port 8080 reads conf/app.yaml, NOT conf/old.yaml (JWT) since 2.0.1"
    assert missing_details(statement, texts) == ("17", "conf/old.yaml", "2.0.1")


def test_list_marks_are_no_numbers():
    assert missing_details("two ways: (1) wait 2) ask", ["two ways: wait, ask"]) == ()


def test_a_plain_number_may_stand_anywhere_by_chance():
    assert is_plain_number("30")
    assert not is_plain_number("3.0")
    assert not is_plain_number("2300")


def test_share_of_content_ignores_small_words_and_knows_wide_scripts():
    assert shared_ratio("the queue is on the database", ["a database with a queue"]) == 1
    assert shared_ratio("kafka cluster", ["a database"]) == 0
    assert shared_ratio("of it", ["of it"]) == 0
    assert shared_ratio("決定:Redisは使わない", ["Redisは使わない、と決定した"]) > 0.6
    assert "der" not in content_words("der Zeitplan")


def test_the_stop_of_a_sentence_is_no_part_of_an_address():
    page = "see https://garden.example/beds/2 for the plan"
    for stop in (".", ";", ",", "…", "?", "**"):
        assert missing_details(f"The plan is at https://garden.example/beds/2{stop}", [page]) == ()
    assert missing_details("It is at https://garden.example/beds/3.", [page]) == (
        "https://garden.example/beds/3",
    )


def test_marks_of_code_may_go():
    page = "it correlates `BedEvent`s, on `keydown`/`keyup`, under MPL-2.0"
    for statement in ("BedEvents are correlated", "keydown/keyup is heard", "licence MPL-2.0"):
        assert missing_details(statement, [page]) == ()
    assert missing_details("licence MPL-2.1", [page]) == ("MPL-2.1",)


def test_a_piece_of_a_longer_name_stands_where_the_whole_name_does():
    page = "there is hosebox_0.1.14-4_i386.deb in the pool"
    assert missing_details("hosebox_0.1.14-4_i386.deb is old", [page]) == ()
    assert missing_details("hosebox_0.1.15-4_i386.deb is old", [page]) != ()


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("移動されないという想定は現実の.NETとCoreで成り立たない", ()),
        ("修改app.py文件", ("app.py",)),
        ("文档/说明.md 与 说明.md", ("文档/说明.md", "说明.md")),
        ("追試はnet6.0では失敗、node20.1.3でも", ("net6.0", "node20.1.3")),
    ],
)
def test_words_of_a_wide_script_are_no_part_of_a_name(statement, named):
    assert details(statement) == named


@pytest.mark.parametrize(
    ("statement", "page", "missing"),
    [
        ("Bed q7 goes", "throw out q7", ()),
        ("Bed q8 goes", "throw out q7", ("q8",)),
        ("on the 27th", "on the 20th of May", ("27th",)),
        ("on the 20th", "on the 20th of May", ()),
        ("OAuth2 it is", "we take OAuth 2 then", ()),
        ("OAuth3 it is", "we take OAuth 2 then", ("OAuth3",)),
        ("闰年3月", "闰年2月", ("3",)),
        ("session fbb01eb4-acb7-48f4-aca6-64635063b6f2",
         "session fbb01eb4-acb7-48f4-aca5-64635063b6f2", ("aca6",)),
    ],
)  # fmt: skip
def test_whatever_holds_a_digit_is_exact(statement, page, missing):
    assert missing_details(statement, [page]) == missing


def test_a_hash_may_be_called_by_its_first_characters():
    said = "fatal: unable to read 4c81e09ab37f5d26c1b0e8a94f7d3365ba20ce17"
    assert missing_details("the object 4c81e09a cannot be read", [said]) == ()
    assert missing_details("the object 4c81e09b cannot be read", [said]) == ("4c81e09b",)
    assert missing_details("the object 81e09ab3 cannot be read", [said]) == ("81e09ab3",)
    assert missing_details("the build 4c81e09a", ["build 4c81e09a1"]) == ("4c81e09a",)


@pytest.mark.parametrize(
    ("detail", "text", "stands"),
    [
        # a stroke joins what stands apart, where neither is part of a path
        ("build/test", "First build, then test.", True),
        ("src/test", "The src/main folder has a test.", False),
        ("build/test", "First build, then check.", False),
        ("tide.py/moon.py", "cli/tide.py was moved beside moon.py", True),
        # a number that was spoken
        ("12", "twelve boats", True),
        ("12", "zwölf Boote", True),
        ("25", "at most twenty five euros", True),
        ("12.50", "it sells for twelve fifty", True),
        ("2.5", "two point five metres", True),
        ("25", "twenty boats, five piers", False),
        ("13", "twelve boats", False),
        ("120", "one hundred and twenty", False),
    ],
)
def test_joined_words_and_spoken_numbers_stand(detail, text, stands):
    assert has_detail(detail, text) is stands
