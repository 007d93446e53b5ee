"""JSON arrays, objects and lines: keys, trouble, ends and true counts."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpack.compress import Kind
from graphpack.compress.json_choice import knee

from .survival import checked, golden, shortened

NAMES = ("Ada", "Bo", "Cleo", "Dov", "Eli")


def _orders(count: int) -> list[dict[str, Any]]:
    return [
        {
            "id": at,
            "buyer": {"name": NAMES[at % 5], "city": f"City {at % 3}"},
            "total": 10 + at % 7 / 4,
            "state": "paid",
            "note": "deliver to the door of the neighbour when nobody is at home",
            "refund": None,
            "gift": False,
        }
        for at in range(count)
    ]


def _rows(made: str) -> list[str]:
    return [line for line in made.splitlines() if line.startswith("#")]


def test_json_array_basic() -> None:
    text = json.dumps([{"id": at, "name": NAMES[at % 5]} for at in range(1, 101)])
    made = shortened(text, Kind.JSON_ARRAY)
    assert re.match(r"\[… \d+ of 100 items; \{id: int, name: str\}; rows: #item, values\]\n", made)
    assert '#0 1,"Bo"' in made and '#99 100,"Ada"' in made


def test_json_object_nested() -> None:
    pool = {
        "min": 5,
        "max": 20,
        "timeout": 30000,
        "names": ["first pool of the year, and still the largest"] * 5,
    }
    text = json.dumps(
        {"config": {"db": {"host": "localhost", "port": 5432, "pool": pool, "spare": pool}}}
    )
    made = shortened(text, Kind.JSON_OBJECT, "aggressive")
    assert '"host": "localhost", "port": 5432' in made
    assert "[… 4 keys: min, max, timeout, names]" in made


def test_json_empty_array() -> None:
    assert shortened("[]", Kind.JSON_ARRAY) == "[]"


def test_json_single_item() -> None:
    text = '[{"id":1}]'
    assert shortened(text, Kind.JSON_ARRAY) == text


def test_json_mixed_types() -> None:
    things = [{"a": 1, "b": "x" * 40}, {"a": "one", "c": [1, 2, 3, 4]}] * 30
    made = shortened(json.dumps(things), Kind.JSON_ARRAY)
    assert "{a: int|str, b?: str, c?: list}" in made


@pytest.mark.parametrize("text", ['{"broken": tru' + " x" * 200, "[1, 2", "[" * 5000, ""])
def test_json_malformed(text: str) -> None:
    assert shortened(text, Kind.JSON_ARRAY) == text


def test_json_large_values() -> None:
    text = json.dumps({"page": "words of a page that goes on, " * 400, "size": 12000})
    made = shortened(text, Kind.JSON_OBJECT)
    assert re.match(r'\{"page": "words of .{60,160}\[… 1\d{4} characters\]', made)
    assert made.endswith('"size": 12000}')


def test_json_keeps_keys() -> None:
    made = shortened(json.dumps(_orders(100)), Kind.JSON_ARRAY)
    for key in ("id", "buyer", "name", "city", "total", "state", "note", "refund", "gift"):
        assert re.search(rf"\b{key}\b", made)


def test_json_drops_mid_array() -> None:
    made = shortened(json.dumps(_orders(100)), Kind.JSON_ARRAY)
    assert 4 <= len(_rows(made)) < 20
    assert made.count("nobody is at home") == 1


def test_json_keeps_boundaries() -> None:
    rows = _rows(shortened(json.dumps(_orders(100)), Kind.JSON_ARRAY))
    assert rows[0].startswith("#0 0,") and rows[-1].startswith("#99 99,")


@pytest.mark.parametrize(
    "odd",
    [
        {"error": {"code": "E_DECLINED", "message": "the bank said no"}},
        {"state": "failed"},
        {"gift": True},
        {"refund": {"amount": 3}},
        {"total": 98765.5},
        {"status_code": 503},
        {"exit_code": 2},
        {"buyer": {"name": "Ada", "city": None}},
    ],
)
def test_json_preserves_errors(odd: dict[str, Any]) -> None:
    orders = _orders(100)
    orders[57] |= odd
    rows = _rows(shortened(json.dumps(orders), Kind.JSON_ARRAY, "minimal"))
    assert any(row.startswith("#57 ") for row in rows)


def test_every_error_is_kept_even_where_most_are() -> None:
    orders = [
        {**one, "error": f"declined {one['id']}" * (one["id"] % 4 > 0)} for one in _orders(60)
    ]
    made = shortened(json.dumps(orders), Kind.JSON_ARRAY, "minimal")
    assert all(f"declined {at}" in made for at in range(60) if at % 4)


def test_a_rate_that_every_record_has_is_no_trouble() -> None:
    orders = [{**one, "error_rate": 0.25 + one["id"] % 5, "timeout": 30} for one in _orders(100)]
    assert len(_rows(shortened(json.dumps(orders), Kind.JSON_ARRAY))) < 20


def test_json_ratio_70_90pct() -> None:
    made = checked(json.dumps(_orders(100)), Kind.JSON_ARRAY)
    assert made.tokens is not None and made.original_tokens is not None
    assert 1 - made.tokens / made.original_tokens >= 0.7


def test_rows_are_exact() -> None:
    orders = _orders(40)
    orders[3]["note"] = 'a "quoted" line\nand é'
    text = json.dumps(orders, indent=2)
    made = shortened(text, Kind.JSON_ARRAY, focus=["and"])
    columns = [("id",), ("buyer", "name"), ("buyer", "city"), ("total",), ("note",)]
    for row in _rows(made):
        at, _, values = row[1:].partition(" ")
        cells = json.loads(f"[{values}]")
        record = orders[int(at)]
        assert cells == [
            record[path[0]] if len(path) == 1 else record[path[0]][path[1]] for path in columns
        ]


def test_records_in_another_order_stay_as_they_are() -> None:
    orders = _orders(40)
    orders[0] = dict(reversed(orders[0].items()))
    orders[39] = dict(reversed(orders[39].items()))
    made = shortened(json.dumps(orders), Kind.JSON_ARRAY)
    assert json.dumps(orders[39]) in made and json.dumps(orders[0]) in made


def test_a_map_of_records_is_sampled() -> None:
    packages = {f"lib-{at}": {"version": f"1.{at}", "hash": "ab12" * 10} for at in range(60)}
    packages["lib-33"]["error"] = "hash does not match"
    made = shortened(json.dumps({"lock": 3, "packages": packages}), Kind.JSON_OBJECT)
    assert '"lib-33": {"version": "1.33"' in made and "hash does not match" in made
    assert "of 61 keys]" in made or "of 60 keys]" in made
    assert '"lib-0"' in made and '"lib-59"' in made


def test_a_long_string_keeps_its_lines_of_trouble() -> None:
    lines = ["compiling part of the program"] * 40
    lines[20] = "ERROR: disk full at block 7"
    made = shortened(json.dumps({"stdout": "\n".join(lines), "code": 1}), Kind.JSON_OBJECT)
    assert "\\nERROR: disk full at block 7\\n" in made and len(made) < 500


def test_no_escape_is_cut() -> None:
    text = json.dumps({"path": 'C:\\new\\"é"' * 200})
    made = shortened(text, Kind.JSON_OBJECT)
    json.loads(re.sub(r"\[… \d+ characters\]", "", made))


def test_json_lines() -> None:
    text = "starting\n" + "".join(json.dumps(one) + "\n" for one in _orders(80)) + "not json {\n"
    made = shortened(text, Kind.JSON_LINES)
    assert made.startswith("starting\n[… ") and made.endswith("\nnot json {\n")
    assert "of 80 items" in made and '#79 79,"Eli"' in made


def test_a_record_in_focus_stays() -> None:
    things = [{"file": f"src/m{at}.py", "lines": 40 + at % 5, "owner": "Ada"} for at in range(60)]
    made = shortened(json.dumps(things), Kind.JSON_ARRAY, "minimal", focus=["src/m41.py"])
    assert '"src/m41.py"' in made


def test_knee_stops_where_little_is_new() -> None:
    assert knee([{at} for at in range(5)] + [{0}] * 95) == 5
    assert knee([{1}] * 50) == 1


def test_golden() -> None:
    orders = _orders(60)
    orders[31] |= {"state": "failed", "error": {"code": "E_DECLINED", "message": "no funds"}}
    golden("json.txt", shortened(json.dumps(orders, indent=1), Kind.JSON_ARRAY))


_SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9)
)
_VALUES = st.recursive(
    _SCALARS,
    lambda below: (
        st.lists(below, max_size=8) | st.dictionaries(st.text(max_size=4), below, max_size=5)
    ),
    max_leaves=40,
)
_RECORDS = st.lists(
    st.dictionaries(st.sampled_from(["alpha", "beta", "gamma", "delta"]), _VALUES, max_size=4),
    min_size=1,
    max_size=40,
)


@given(_RECORDS, st.sampled_from([None, 1]), st.sampled_from(["summary", "minimal"]))
def test_keys_and_trouble_survive(records: list[dict[str, Any]], indent: int | None, level) -> None:
    records.insert(len(records) // 2, {"alpha": "the pump has failed at 7 bar"})
    filler = [{"alpha": "nothing to see in this record", "beta": at % 3} for at in range(20)]
    text = json.dumps(records + filler, indent=indent)
    made = shortened(text, Kind.JSON_ARRAY, level)
    assert "the pump has failed at 7 bar" in made
    for record in records:
        for key in record:
            assert re.search(rf"\b{key}\b", made)


@given(_VALUES, st.sampled_from([None, 2]))
def test_any_value_is_read(value: object, indent: int | None) -> None:
    text = json.dumps({"value": value, "same": [value] * 12}, indent=indent)
    shortened(text, Kind.JSON_OBJECT, "minimal")
    shortened(text.replace("\n", " ") + "\n" + text, Kind.JSON_LINES)


@given(st.text(max_size=200))
def test_any_text_comes_back(text: str) -> None:
    for kind in (Kind.JSON_ARRAY, Kind.JSON_OBJECT, Kind.JSON_LINES):
        shortened(text * 4, kind)
