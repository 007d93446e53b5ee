"""JSON, search results and tables."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from graphpack.compress import Kind

from .base import Case, marked, times

__all__ = ["documents"]


def documents() -> Iterator[Case]:
    """Make one of each layout."""
    yield from _json()
    yield from _searches()
    yield from _tables()


def _order(n: int) -> dict[str, Any]:
    return {
        "id": n,
        "sku": f"SKU-{n * 37 % 100_000:05}",
        "customer": {
            "name": f"Ana {n}",
            "vip": n % 9 == 0,
            "city": ["Oslo", "Porto", "Riga"][n % 3],
        },
        "total": round(20 + n % 17 * 1.37, 2),
        "status": "paid",
        "tags": ["a", "b"][: n % 3],
        "note": None,
        "created_at": f"2026-03-01T10:{n // 60 % 60:02}:{n % 60:02}Z",
    }


def _json() -> Iterator[Case]:
    orders = [_order(n) for n in range(200)]
    orders[61] |= {"status": "failed", "error": {"code": "E_CARD", "message": "card 4411 declined"}}
    orders[62] |= {"note": "refund of 31.70 is due"}
    orders[131] |= {"total": 99_812.5}
    orders[140] |= {"retried": True}
    must = ("card 4411 declined", "E_CARD", "refund of 31.70 is due", "99812.5", "retried", "sku",
            "customer", "created_at", "vip", "SKU-00000", "SKU-07363")  # fmt: skip
    yield Case("json records", Kind.JSON_ARRAY, json.dumps(orders), must)
    yield Case("json records indented", Kind.JSON_ARRAY, json.dumps(orders, indent=2), must)
    yield Case("json lines", Kind.JSON_LINES, "\n".join(json.dumps(one) for one in orders), must)
    yield Case(
        "json in an object",
        Kind.JSON_OBJECT,
        json.dumps({"data": {"orders": orders}, "next": "/v1/orders?after=199", "total": 200}),
        (*must, "/v1/orders?after=199"),
    )
    pods = {
        "apiVersion": "v1",
        "kind": "List",
        "items": [
            {
                "metadata": {"name": f"tide-{n}", "labels": {"app": "tide", "pier": str(n % 3)}},
                "spec": {"nodeName": f"pier-{n % 4}", "restartPolicy": "Always"},
                "status": {"phase": "Running", "restartCount": 0, "ready": True},
            }
            for n in range(40)
        ],
    }
    pods["items"][17]["status"] = {  # type: ignore[index]
        "phase": "CrashLoopBackOff", "restartCount": 41, "ready": False,
        "lastState": {"terminated": {"exitCode": 137, "reason": "OOMKilled"}},
    }  # fmt: skip
    yield Case(
        "json pods",
        Kind.JSON_OBJECT,
        json.dumps(pods, indent=2),
        ("tide-17", "CrashLoopBackOff", "41", "137", "OOMKilled", "nodeName", "restartPolicy"),
    )
    tests = {
        "success": False,
        "numFailedTests": 1,
        "testResults": [
            {
                "name": f"src/gauge{n}.test.ts",
                "status": "failed" if n == 11 else "passed",
                "assertionResults": [
                    {
                        "title": f"reads {k}",
                        "status": "failed" if n == 11 and k == 3 else "passed",
                        "failureMessages": [
                            "Error: expected 3 to be 4\n at src/gauge11.test.ts:41:7"
                        ]
                        if n == 11 and k == 3
                        else [],
                    }
                    for k in range(8)
                ],
            }
            for n in range(20)
        ],
    }
    yield Case(
        "json test report",
        Kind.JSON_OBJECT,
        json.dumps(tests),
        ("src/gauge11.test.ts", "expected 3 to be 4", "src/gauge11.test.ts:41:7", "reads 3",
         "numFailedTests", "failureMessages"),
    )  # fmt: skip
    audit = {
        "vulnerabilities": {
            f"gauge{n}": {"severity": "critical" if n == 5 else "low", "via": [f"CVE-2026-{1000 + n}"],
                          "range": f"<{n}.1", "fixAvailable": n != 5}
            for n in range(30)
        },
        "metadata": {"total": 30},
    }  # fmt: skip
    yield Case(
        "json audit",
        Kind.JSON_OBJECT,
        json.dumps(audit, indent=1),
        ("gauge5", "critical", "CVE-2026-1005"),
    )
    numbers = [round(4 + random.Random(n).random(), 3) for n in range(400)]
    numbers[211] = -999.0
    yield Case("json numbers", Kind.JSON_ARRAY, json.dumps(numbers), ("-999.0",))
    rows = [[n, f"gauge-{n}", n % 7, "ok"] for n in range(120)]
    rows[71][3] = "sensor fault 0x3f"
    yield Case("json rows", Kind.JSON_ARRAY, json.dumps(rows), ("sensor fault 0x3f", "gauge-71"))
    yield Case(
        "json null record",
        Kind.JSON_ARRAY,
        json.dumps([{"gauge": n, "depth": None if n == 31 else n % 5 + 0.5} for n in range(90)]),
        ("gauge", "depth", "null", "31"),
    )


def _searches() -> Iterator[Case]:
    def hits(join: str) -> list[str]:
        return [
            f"src/gauge{n // 4}.py:{n * 7 + 3}{join}    reading = read_depth(gauge_{n}, unit='m')"
            for n in range(40)
        ]

    # how a hit is written is the compressor's choice: its number and what was searched must stand
    must = (*(f" {n * 7 + 3} " for n in range(40)), *(f"src/gauge{n}.py" for n in range(10)))
    yield Case("grep -n", Kind.SEARCH_RESULTS, "\n".join(hits(":")), must)
    yield Case("rg --column", Kind.SEARCH_RESULTS, "\n".join(hits(":9:")), must)
    heading = "\n\n".join(
        f"src/gauge{n}.py\n"
        + "\n".join(f"{k * 7 + 3}:    reading = read_depth(gauge_{k}, unit='m')" for k in range(6))
        for n in range(8)
    )
    yield Case(
        "rg --heading",
        Kind.SEARCH_RESULTS,
        heading,
        (*(f"src/gauge{n}.py" for n in range(8)), *(f" {k * 7 + 3} " for k in range(6))),
    )
    context = "\n--\n".join(
        f"src/gauge{n}.py-{n + 2}-def take(pool):\nsrc/gauge{n}.py-{n + 3}-    pool.lock()\n"
        f"src/gauge{n}.py:{n + 4}:    return read_depth(pool, {n})\n"
        f"src/gauge{n}.py-{n + 5}-\nsrc/gauge{n}.py-{n + 6}-def drop(pool):"
        for n in range(20)
    )
    yield Case(
        "grep -C 2",
        Kind.SEARCH_RESULTS,
        context,
        (*(f"src/gauge{n}.py" for n in range(20)), *(f" {n + 4} " for n in range(20))),
    )
    yield Case(
        "grep -l",
        None,
        times(40, lambda n: f"src/pier{n // 8}/gauge{n}.py"),
        tuple(f"src/pier{n}" for n in range(5)),
    )
    yield Case(
        "grep of calls with commas",
        Kind.SEARCH_RESULTS,
        times(30, lambda n: f"src/gauge{n}.py:{n + 9}:    take({n}, unit='m', retry=3)  # as ever"),
        (*(f"src/gauge{n}.py" for n in range(30)), *(f" {n + 9} " for n in range(30))),
    )
    yield Case(
        "git grep with errors",
        Kind.SEARCH_RESULTS,
        times(30, lambda n: f"src/gauge{n}.py:{n + 9}:        raise GaugeError('gauge is offline')")
        + "\ngrep: src/secret: Permission denied",
        (*(f"src/gauge{n}.py" for n in range(30)), "grep: src/secret: Permission denied"),
    )


def _tables() -> Iterator[Case]:
    yield marked(
        "psql",
        None,
        f""" id  |    name    |   depth   | status
»-----+------------+-----------+---------
» 000 | gauge-0    |      4.01 | ok
{times(60, lambda n: f" {n + 1:03} | gauge-{n + 1:<4} |      4.{n:02} | ok")}
» 071 | gauge-71   |   -999.00 | offline
{times(40, lambda n: f" {n + 72:03} | gauge-{n + 72:<4} |      4.{n:02} | ok")}
» 112 | gauge-112  |      4.07 | ok
»(103 rows)
""",
    )
    yield marked(
        "mysql table",
        Kind.TABLE,
        f"""+-----+----------+---------+
»| id  | name     | status  |
+-----+----------+---------+
{times(50, lambda n: f"| {n:<3} | gauge-{n:<2} | ok      |")}
»| 51  | gauge-51 | failed  |
{times(30, lambda n: f"| {n + 52:<3} | gauge-{n + 52:<2} | ok      |")}
+-----+----------+---------+
»82 rows in set (0.00 sec)""",
    )
    yield marked(
        "kubectl get pods",
        None,
        f"""»NAME                READY   STATUS    RESTARTS   AGE
{times(40, lambda n: f"tide-api-{n:05x}       1/1     Running   0          {n}h")}
»tide-api-fffff       0/1     CrashLoopBackOff   41         7h
»tide-api-eeeee       0/1     Pending   0          7m
{times(20, lambda n: f"tide-job-{n:05x}       1/1     Running   0          {n}h")}""",
    )
    yield marked(
        "docker ps",
        None,
        f"""»CONTAINER ID   IMAGE              COMMAND       CREATED        STATUS                       PORTS      NAMES
{times(30, lambda n: f"{n:012x}   tide/api:1.4.{n}     ./tided       {n + 2} hours ago   Up {n + 2} hours                   80/tcp     api-{n}")}
»ffffffffffff   tide/db:15         postgres      2 hours ago    Exited (137) 3 minutes ago              db-1
{times(10, lambda n: f"{n:012x}   tide/web:1.4.{n}     ./webd        {n + 2} hours ago   Up {n + 2} hours                   80/tcp     web-{n}")}""",
    )
    yield marked(
        "csv",
        Kind.TABLE,
        f"""»gauge,depth,unit,state
{times(80, lambda n: f"g{n},{4 + n % 5}.5,m,ok")}
»g80,-999,m,sensor error
{times(40, lambda n: f"g{n + 81},{4 + n % 5}.5,m,ok")}
»g121,4.5,m,ok""",
    )
    yield marked(
        "tsv",
        Kind.TABLE,
        "»gauge\tdepth\tstate\n"
        + times(80, lambda n: f"g{n}\t{4 + n % 5}.5\tok")
        + "\n»g80\t4.5\tfailed\n"
        + times(20, lambda n: f"g{n + 81}\t{4 + n % 5}.5\tok"),
    )
    yield marked(
        "box drawn",
        Kind.TABLE,
        f"""┌───────┬───────┬────────┐
»│ gauge │ depth │ state  │
├───────┼───────┼────────┤
{times(40, lambda n: f"│ g{n:<4} │ 4.{n:<3} │ ok     │")}
»│ g41   │ 4.41  │ FAILED │
{times(20, lambda n: f"│ g{n + 42:<4} │ 4.{n + 42:<3} │ ok     │")}
└───────┴───────┴────────┘""",
    )
    yield marked(
        "markdown table",
        Kind.TABLE,
        f"""»| gauge | depth | state |
| --- | --- | --- |
»| g0 | 4.0 | ok |
{times(40, lambda n: f"| g{n + 1} | 4.{n} | ok |")}
»| g42 | 4.2 | error 31 |
{times(20, lambda n: f"| g{n + 43} | 4.{n} | ok |")}
»| g99 | 4.9 | ok |""",
    )
    yield marked(
        "df",
        None,
        f"""»Filesystem      Size  Used Avail Use% Mounted on
{times(20, lambda n: f"/dev/sd{chr(97 + n)}1       100G   4{n % 10}G   5{n % 10}G  4{n % 10}% /data/{n}")}
»/dev/sdz1       100G  100G    0G 100% /var/lib/tide""",
    )
