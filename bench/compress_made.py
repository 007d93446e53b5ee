"""Made-up texts of the sizes that both seeds name, each with what of it must survive."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

from graphpack.compress import Kind
from tests.compress.cases import Case

__all__ = ["made"]

_SERVICES = ("api", "auth", "billing", "cache", "pool", "worker")
_WORDS = ("harbour", "keeper", "gauge", "morning", "weather", "ferry", "lamp", "rope", "market")


def made() -> Iterator[Case]:
    """Make them all; the same texts in every run."""
    dice = random.Random(4)
    yield _records(dice, 1000)
    yield _records(dice, 100)
    yield _log(dice, 5000)
    yield _log(dice, 500)
    yield Case("log_repeated_500", Kind.LOG, "[INFO] Processing item\n" * 500, ("Processing item",))
    yield _diff(dice)
    yield _build()
    yield _panic()
    yield _tree()
    yield _readme(dice)
    yield _search(dice)
    yield _table(dice)
    yield _tests()
    yield _code()


def _records(dice: random.Random, count: int) -> Case:
    records = [
        {
            "id": n,
            "sku": f"SKU-{dice.randrange(100_000):05}",
            "customer": {"name": f"{dice.choice(_WORDS)} {n}", "vip": dice.random() < 0.1},
            "quantity": dice.randrange(1, 9),
            "price": round(dice.uniform(3, 90), 2),
            "status": dice.choice(("paid", "sent", "new")),
            "note": None,
        }
        for n in range(count)
    ]
    bad = range(count // 9, count, count // 3)
    for n in bad:
        records[n] |= {"status": "failed", "error": f"charge {n} refused: code 51-{n}"}
    must = [*records[0], "vip", *(str(records[n]["error"]) for n in bad)]
    must += [str(records[0]["sku"]), str(records[-1]["sku"])]
    return Case(f"json_{count}", Kind.JSON_ARRAY, json.dumps(records), tuple(must))


def _log(dice: random.Random, count: int) -> Case:
    lines, must = [], []
    for n in range(count):
        at = f"2026-03-01T{n // 3600 % 24:02}:{n // 60 % 60:02}:{n % 60:02}.{dice.randrange(1000):03}Z"
        service = dice.choice(_SERVICES)
        if n % (count // 5) == count // 7:
            lines.append(f"{at} ERROR [{service}] gauge {n} refused depth={dice.random():.3f}")
            must.append(lines[-1])
        elif n % (count // 9) == count // 11:
            lines.append(f"{at} WARN  [{service}] slow query {n} ms tenant={dice.randrange(9999)}")
            must.append(lines[-1])
        else:
            what = dice.choice(("GET /v1/gauges", "job done", "cache hit key=g:", "heartbeat seq="))
            lines.append(f"{at} INFO  [{service}] {what}{dice.randrange(10**6)}")
    lines.append("process exited with code 137")
    return Case(f"log_{count}", Kind.LOG, "\n".join(lines), (*must, lines[-1]))


def _diff(dice: random.Random) -> Case:
    lines, must = [], []
    for n in range(4):
        lines += [f"diff --git a/src/m{n}.py b/src/m{n}.py", "index 1a2b3c4..5d6e7f8 100644"]
        lines += [f"--- a/src/m{n}.py", f"+++ b/src/m{n}.py", f"@@ -1,48 +1,49 @@ def read_{n}():"]
        must += [f"src/m{n}.py", lines[-1]]
        context = [
            f"     {dice.choice(_WORDS)}_{k} = {dice.choice(_WORDS)}({k})" for k in range(44)
        ]
        change = [
            f"-    return depth_{n}",
            f"+    unit_{n} = 'm'",
            f"+    return depth_{n}, unit_{n}",
        ]
        lines += [*context[:22], *change, *context[22:]]
        must += change
    return Case("diff_wide_200", Kind.DIFF, "\n".join(lines), tuple(must))


def _build() -> Case:
    bad = """warning: unused variable: `depth`
  --> src/gauge.rs:7:9
error[E0308]: mismatched types
  --> src/buoy.rs:4:18
error[E0425]: cannot find value `unit` in this scope
  --> src/pier.rs:41:5
error: could not compile `tide` (bin "tide") due to 2 previous errors; 1 warning emitted"""
    crates = "\n".join(f"   Compiling crate{n} v{n}.{n % 7}.{n % 3}" for n in range(147))
    return Case("cargo_build_150", Kind.BUILD, f"{crates}\n{bad}", tuple(bad.split("\n")))


def _panic() -> Case:
    own = ["   5: tide::buoy::depth", "./src/buoy.rs:12:5", "   6: tide::main", "./src/main.rs:5:3"]
    head = "thread 'main' panicked at src/buoy.rs:12:5:\nindex out of bounds: the len is 3 but the index is 7"
    frames = [
        f"  {n:2}: tokio::runtime::step_{n}\n             at /home/mila/.cargo/registry/src/tokio-1.40.0/src/runtime/s{n}.rs:{n}:9"
        for n in range(30)
    ]
    frames[5] = f"{own[0]}\n             at {own[1]}"
    frames[6] = f"{own[2]}\n             at {own[3]}"
    text = "\n".join([head, "stack backtrace:", *frames])
    return Case("rust_panic_30", Kind.STACK_TRACE, text, (*head.split("\n"), *own))


def _tree() -> Case:
    names = [f"{one}{n}" for one in ("api", "core", "gauges", "store", "web") for n in range(6)]
    lines = [".", *(line for name in names for line in _branch(name)), "└── README.md"]
    must = (*names, *(f"{name}_deep" for name in names))
    return Case("tree_600", Kind.TREE, "\n".join(lines), must)


def _branch(name: str) -> list[str]:
    deep = [f"│   │   ├── {name}_{k}.py" for k in range(9)]
    flat = [f"│   ├── {name}_{k}.toml" for k in range(8)]
    return [f"├── {name}", f"│   ├── {name}_deep", *deep, *flat, f"│   └── {name}.lock"]


def _readme(dice: random.Random) -> Case:
    def sentence() -> str:
        one, two, three = dice.sample(_WORDS, 3)
        return (
            f"The {one} is basically there so that the {two} can be seen by anybody who waits for"
            f" the {three} and has nothing better to do on such a day."
        )

    parts, must = ["# Tides"], ["# Tides"]
    for n in range(14):
        parts += [f"## Part {n}", " ".join(sentence() for _ in range(9))]
        fact = f"Port {8000 + n} must not be open before tide-{n}.{n}.1 runs."
        parts += [f"{sentence()} {fact} {sentence()}"]
        must += [f"## Part {n}", str(8000 + n), "must not", f"tide-{n}.{n}.1"]
        if n % 4 == 0:
            parts += [
                f"```sh\ntide --part {n} --depth {n}\n```",
                f"See [part {n}](https://tides.example/{n}).",
            ]
            must += [f"tide --part {n} --depth {n}", f"https://tides.example/{n}"]
    return Case("readme_large", Kind.MARKDOWN, "\n\n".join(parts), tuple(must))


def _search(dice: random.Random) -> Case:
    hits = [
        f"src/tide/part{n // 2}/module{n // 2}.py:{n * 31 + 7}:        value = read_depth(gauge,"
        f" unit='m', pier={dice.randrange(99)}, retry=3, timeout_s=0.5)  # {dice.choice(_WORDS)}"
        for n in range(20)
    ]
    must = [f"src/tide/part{n}/module{n}.py" for n in range(10)]
    return Case(
        "search_20",
        Kind.SEARCH_RESULTS,
        "\n".join(hits),
        (*must, *(f" {n * 31 + 7} " for n in range(20))),
    )


def _table(dice: random.Random) -> Case:
    rows = [f"g{n}\t{dice.randrange(3, 9)}.{n % 10}\tm\tok" for n in range(100)]
    rows[61] = "g61\t-999.0\tm\tsensor failed"
    must = ("gauge\tdepth\tunit\tstate", rows[0], rows[61], rows[-1])
    return Case("tsv_100", Kind.TABLE, "\n".join([must[0], *rows]), must)


def _tests() -> Case:
    passed = [f"tests/test_gauge.py::test_read[{n}] PASSED  [ {n}%]" for n in range(120)]
    failed = [
        f"____________________________ test_depth_{n} ____________________________\n\n"
        f"    def test_depth_{n}():\n>       assert depth({n}) == {n + 1}\nE       assert {n} == {n + 1}\n\n"
        f"tests/test_depth.py:{n * 9 + 4}: AssertionError"
        for n in range(3)
    ]
    end = "========================= 3 failed, 120 passed in 1.31s ========================="
    text = "\n".join(["=== test session starts ===", *passed, "=== FAILURES ===", *failed, end])
    must = [f"E       assert {n} == {n + 1}" for n in range(3)]
    must += [f"tests/test_depth.py:{n * 9 + 4}" for n in range(3)] + [
        "3 failed, 120 passed in 1.31s"
    ]
    return Case("pytest_123", Kind.TEST_RUN, text, tuple(must))


def _code() -> Case:
    functions = [
        f'def read_{n}(gauge: int, unit: str = "m") -> float:\n    """Read gauge {n}."""\n'
        + "".join(
            f"    {word}_{n} = table[gauge] * {k} + offset_{k}\n" for k, word in enumerate(_WORDS)
        )
        + f"    return {_WORDS[0]}_{n}\n"
        for n in range(40)
    ]
    must = tuple(f'def read_{n}(gauge: int, unit: str = "m") -> float:' for n in range(40))
    return Case(
        "code_40", Kind.CODE, "import math\n\n\n" + "\n\n".join(functions), ("import math", *must)
    )
