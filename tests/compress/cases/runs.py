"""Outputs of test runners."""

from __future__ import annotations

from collections.abc import Iterator

from graphpack.compress import Kind

from .base import Case, marked, times

__all__ = ["runs"]


def runs() -> Iterator[Case]:
    """Make one of each runner."""
    yield from _python()
    yield from _javascript()


def _python() -> Iterator[Case]:
    yield marked(
        "pytest quiet",
        Kind.TEST_RUN,
        f"""{times(6, lambda n: "." * 72 + f" [ {n * 16:2}%]")}
»...F..E...x..                                                           [100%]
==================================== ERRORS ====================================
»___________________ ERROR at setup of test_reads_after_midnight ________________

    @pytest.fixture
    def pool():
>       return Pool(size=0)

tests/conftest.py:12:
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _

»E       ValueError: size must be at least 1, is 0

»src/tide/pool.py:9: ValueError
=================================== FAILURES ===================================
»______________________________ test_depth[7-metres] ____________________________

gauge = 7, unit = 'metres'

    @pytest.mark.parametrize("gauge, unit", GAUGES)
    def test_depth(gauge, unit):
        reading = read(gauge)
»>       assert reading.unit == unit
»E       AssertionError: assert 'feet' == 'metres'
E
»E         - metres
»E         + feet

»tests/test_gauge.py:41: AssertionError
----------------------------- Captured stdout call -----------------------------
»gauge 7 answered late
=============================== warnings summary ===============================
»tests/test_gauge.py::test_depth[7-metres]
»  /srv/tide/src/tide/read.py:17: DeprecationWarning: depth() is going away in 3.0
    depth()

-- Docs: https://docs.pytest.org/en/stable/how-to/capture-warnings.html
=========================== short test summary info ============================
»FAILED tests/test_gauge.py::test_depth[7-metres] - AssertionError: assert 'feet' == 'metres'
»ERROR tests/test_pool.py::test_reads_after_midnight - ValueError: size must be at least 1, is 0
»1 failed, 443 passed, 1 xfailed, 1 warning, 1 error in 3.21s""",
    )
    yield marked(
        "pytest import error",
        Kind.TEST_RUN,
        """============================= test session starts ==============================
platform linux -- Python 3.12.1, pytest-8.3.4, pluggy-1.5.0
rootdir: /srv/tide
configfile: pyproject.toml
plugins: anyio-4.2.0, cov-4.1.0
»collected 0 items / 1 error

==================================== ERRORS ====================================
»_____________________ ERROR collecting tests/test_gauge.py _____________________
»ImportError while importing test module '/srv/tide/tests/test_gauge.py'.
Hint: make sure your test modules/packages have valid Python names.
Traceback:
/usr/lib/python3.12/importlib/__init__.py:90: in import_module
    return _bootstrap._gcd_import(name[level:], package, level)
»tests/test_gauge.py:3: in <module>
    from tide.gauge import depth
»src/tide/gauge.py:1: in <module>
    import soundings
»E   ModuleNotFoundError: No module named 'soundings'
=========================== short test summary info ============================
»ERROR tests/test_gauge.py
!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!
»=============================== 1 error in 0.12s ===============================""",
    )
    yield marked(
        "pytest xdist",
        Kind.TEST_RUN,
        f"""============================= test session starts ==============================
platform linux -- Python 3.12.1, pytest-8.3.4, pluggy-1.5.0
created: 4/4 workers
4 workers [122 items]

{times(60, lambda n: f"[gw{n % 4}] [ {n}%] PASSED tests/test_gauge.py::test_read[{n}] ")}
»[gw2] [ 61%] FAILED tests/test_pool.py::TestPool::test_take
{times(60, lambda n: f"[gw{n % 4}] [ {n}%] PASSED tests/test_gauge.py::test_write[{n}] ")}

=================================== FAILURES ===================================
»________________________________ TestPool.test_take ____________________________
[gw2] linux -- Python 3.12.1 /usr/bin/python3

self = <tests.test_pool.TestPool object at 0x7f0000000000>

    def test_take(self):
        with Pool(1) as pool:
            pool.take()
»>           pool.take(timeout=0.1)

»tests/test_pool.py:12:
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _

»>       raise Empty(f"nothing within {{timeout}} s")
»E       tide.pool.Empty: nothing within 0.1 s

»src/tide/pool.py:31: Empty
»FAILED tests/test_pool.py::TestPool::test_take - tide.pool.Empty: nothing within 0.1 s
»======================== 1 failed, 120 passed, 2 skipped in 9.02s ==============""",
    )
    yield marked(
        "unittest",
        Kind.TEST_RUN,
        f"""{times(40, lambda n: f"test_read_{n} (tests.test_gauge.GaugeTest.test_read_{n}) ... ok")}
»test_take (tests.test_pool.PoolTest.test_take) ... FAIL
»test_drop (tests.test_pool.PoolTest.test_drop) ... ERROR
test_late (tests.test_pool.PoolTest.test_late) ... skipped 'slow'

======================================================================
»ERROR: test_drop (tests.test_pool.PoolTest.test_drop)
----------------------------------------------------------------------
Traceback (most recent call last):
»  File "/srv/tide/tests/test_pool.py", line 31, in test_drop
    pool.drop(7)
»KeyError: 7

======================================================================
»FAIL: test_take (tests.test_pool.PoolTest.test_take)
----------------------------------------------------------------------
Traceback (most recent call last):
»  File "/srv/tide/tests/test_pool.py", line 12, in test_take
    self.assertEqual(pool.take(), 4)
»AssertionError: 3 != 4

----------------------------------------------------------------------
»Ran 43 tests in 0.412s

»FAILED (failures=1, errors=1, skipped=1)""",
    )


def _javascript() -> Iterator[Case]:
    yield marked(
        "jest",
        Kind.TEST_RUN,
        f"""{times(25, lambda n: f"PASS src/gauge{n}.test.ts")}
»FAIL src/buoy.test.ts (5.12 s)
  buoy
    ✓ floats (2 ms)
»    ✕ shows the depth (11 ms)
    ○ skipped sinks

»  ● buoy › shows the depth

»    expect(received).toEqual(expected) // deep equality

»    - Expected  - 1
»    + Received  + 1

      Object {{
»    -   "depth": 4,
»    +   "depth": 3,
        "unit": "m",
      }}

      12 |     const reading = await buoy.read();
»    > 13 |     expect(reading).toEqual({{ depth: 4, unit: 'm' }});
         |                     ^
      14 |   }});

»      at Object.<anonymous> (src/buoy.test.ts:13:21)

»  ● Console
»    console.error
»      Warning: an update to Buoy inside a test was not wrapped in act(...).

»FAIL src/pier.test.ts
»  ● Test suite failed to run

»    Cannot find module './harbour' from 'src/pier.ts'

      at Resolver._throwModNotFoundError (node_modules/jest-resolve/build/resolver.js:427:11)
»      at Object.<anonymous> (src/pier.ts:1:1)

»Test Suites: 2 failed, 25 passed, 27 total
»Tests:       1 failed, 1 skipped, 120 passed, 122 total
Snapshots:   0 total
Time:        6.412 s
Ran all test suites.""",
    )
    yield marked(
        "vitest",
        Kind.TEST_RUN,
        f""" RUN  v1.6.0 /srv/tide

{times(30, lambda n: f" ✓ src/gauge{n}.test.ts  ({n} tests) {n}ms")}
» ❯ src/buoy.test.ts  (4 tests | 2 failed) 31ms
»   × buoy > shows the depth 7ms
»     → expected 3 to be 4 // Object.is equality
»   × buoy > is never null
»     → Cannot read properties of null (reading 'depth')

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 2 ⎯⎯⎯⎯⎯⎯⎯

» FAIL  src/buoy.test.ts > buoy > shows the depth
»AssertionError: expected 3 to be 4 // Object.is equality

»- Expected
»+ Received

»- 4
»+ 3

» ❯ src/buoy.test.ts:13:21
     11|   it('shows the depth', () => {{
     12|     const reading = read()
»     13|     expect(reading).toBe(4)
       |                     ^
     14|   }})

⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/2]⎯

» FAIL  src/buoy.test.ts > buoy > is never null
»TypeError: Cannot read properties of null (reading 'depth')
» ❯ depthOf src/buoy.ts:7:17
» ❯ src/buoy.test.ts:18:9

» Test Files  1 failed | 30 passed (31)
»      Tests  2 failed | 181 passed | 3 skipped (186)
   Start at  10:00:00
   Duration  1.21s (transform 102ms, setup 0ms, collect 300ms, tests 61ms)
""",
    )
    yield marked(
        "mocha",
        Kind.TEST_RUN,
        f"""

  gauge
{times(40, lambda n: f"    ✔ reads {n} ({n}ms)")}

  buoy
    ✔ floats
»    1) shows the depth
    - sinks


»  41 passing (312ms)
»  1 pending
»  1 failing

»  1) buoy
»       shows the depth:

»      AssertionError: expected 3 to equal 4
»      + expected - actual

»      -3
»      +4

»      at Context.<anonymous> (test/buoy.spec.js:12:14)
      at process.processImmediate (node:internal/timers:476:21)
""",
    )
    yield marked(
        "node test",
        Kind.TEST_RUN,
        f"""TAP version 13
{times(40, lambda n: f"# Subtest: reads {n}{chr(10)}ok {n + 1} - reads {n}{chr(10)}  ---{chr(10)}  duration_ms: {n}.41{chr(10)}  ...")}
# Subtest: shows the depth
»not ok 41 - shows the depth
  ---
  duration_ms: 1.7
»  location: '/srv/tide/test/buoy.test.js:9:1'
»  failureType: 'testCodeFailure'
»  error: |-
»    Expected values to be strictly equal:
»    3 !== 4
»  code: 'ERR_ASSERTION'
»  expected: 4
»  actual: 3
  ...
1..41
»# tests 41
»# pass 40
»# fail 1
# duration_ms 61.2""",
    )
    yield marked(
        "playwright",
        Kind.TEST_RUN,
        f"""
Running 42 tests using 4 workers

{times(40, lambda n: f"  ✓  {n + 1} [chromium] › gauge.spec.ts:{n + 3}:5 › reads {n} ({n}ms)")}
»  ✘  41 [chromium] › buoy.spec.ts:9:5 › shows the depth (5.0s)
  -  42 [chromium] › buoy.spec.ts:20:5 › sinks


»  1) [chromium] › buoy.spec.ts:9:5 › shows the depth ─────────────────────

»    Error: Timed out 5000ms waiting for expect(locator).toHaveText(expected)

»    Expected string: "4 m"
»    Received string: "3 m"

      10 |   await page.goto('/buoys/7');
»    > 11 |   await expect(page.locator('.depth')).toHaveText('4 m');
         |                                       ^
»        at /srv/tide/e2e/buoy.spec.ts:11:39

»  1 failed
»    [chromium] › buoy.spec.ts:9:5 › shows the depth
»  1 skipped
»  40 passed (12.1s)""",
    )
