"""Outputs of test runners of compiled languages, the JVM's and others."""

from __future__ import annotations

from collections.abc import Iterator

from graphpack.compress import Kind

from .base import Case, marked, times

__all__ = ["compiled_runs"]


def compiled_runs() -> Iterator[Case]:
    """Make one of each runner."""
    yield from _compiled()
    yield from _jvm()
    yield from _others()


def _compiled() -> Iterator[Case]:
    yield marked(
        "cargo test",
        Kind.TEST_RUN,
        f"""   Compiling tide v0.1.0 (/srv/tide)
»warning: unused variable: `unit`
»  --> src/gauge.rs:41:9
    Finished `test` profile [unoptimized + debuginfo] target(s) in 2.31s
     Running unittests src/lib.rs (target/debug/deps/tide-0123456789abcdef)

running 42 tests
{times(40, lambda n: f"test gauge::tests::reads_{n} ... ok")}
test gauge::tests::slow ... ignored
»test buoy::tests::depth ... FAILED

failures:

---- buoy::tests::depth stdout ----
reading gauge 7

»thread 'buoy::tests::depth' panicked at src/buoy.rs:41:9:
»assertion `left == right` failed: depth of gauge 7
»  left: 3
» right: 4
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace


failures:
»    buoy::tests::depth

»test result: FAILED. 40 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.03s

»error: test failed, to rerun pass `--lib`""",
    )
    yield marked(
        "nextest",
        Kind.TEST_RUN,
        f"""    Finished `test` profile [unoptimized + debuginfo] target(s) in 0.04s
    Starting 42 tests across 2 binaries
{times(40, lambda n: f"        PASS [   0.0{n:02}s] tide gauge::tests::reads_{n}")}
»        FAIL [   0.007s] tide buoy::tests::depth
--- STDOUT:              tide buoy::tests::depth ---
--- STDERR:              tide buoy::tests::depth ---
»thread 'buoy::tests::depth' panicked at src/buoy.rs:41:9:
»assertion failed: depth > 3
»     Summary [   0.061s] 42 tests run: 40 passed, 1 failed, 1 skipped
»error: test run failed""",
    )
    yield marked(
        "go test verbose",
        Kind.TEST_RUN,
        f"""{times(40, lambda n: f"=== RUN   TestRead{n}{chr(10)}--- PASS: TestRead{n} (0.0{n % 10}s)")}
=== RUN   TestDepth
=== RUN   TestDepth/gauge_7
»    buoy_test.go:41: depth(7) = 3, want 4
»    buoy_test.go:44: unit is "feet"
»--- FAIL: TestDepth (0.00s)
»    --- FAIL: TestDepth/gauge_7 (0.00s)
=== RUN   TestSink
--- SKIP: TestSink (0.00s)
    buoy_test.go:55: takes too long
»FAIL
coverage: 71.2% of statements
»FAIL	example.org/tide/buoy	0.012s
ok  	example.org/tide/gauge	0.004s
ok  	example.org/tide/pool	(cached)
?   	example.org/tide/cmd	[no test files]
»FAIL""",
    )
    yield marked(
        "go test build failed",
        Kind.TEST_RUN,
        f"""{times(20, lambda n: f"ok  {chr(9)}example.org/tide/gauge{n}{chr(9)}0.00{n % 10}s")}
»# example.org/tide/buoy [example.org/tide/buoy.test]
»./buoy_test.go:12:9: undefined: sound
»./buoy_test.go:14:2: not enough arguments in call to depth
»	have ()
»	want (int)
»FAIL	example.org/tide/buoy [build failed]
»--- FAIL: TestPanics (0.00s)
»panic: runtime error: invalid memory address or nil pointer dereference [recovered]
»[signal SIGSEGV: segmentation violation code=0x1 addr=0x8 pc=0x4f1e2a]

goroutine 7 [running]:
testing.tRunner.func1.2({{0x51a2c0, 0x6a1f30}})
	/usr/local/go/src/testing/testing.go:1631 +0x24a
»example.org/tide/pier.(*Pier).Depth(...)
»	/srv/tide/pier/pier.go:31
»example.org/tide/pier.TestPanics(0xc0000b6000)
»	/srv/tide/pier/pier_test.go:9 +0x1c
»FAIL	example.org/tide/pier	0.009s
»FAIL""",
    )
    yield marked(
        "gtest",
        Kind.TEST_RUN,
        f"""[==========] Running 42 tests from 2 test suites.
[----------] 40 tests from Gauge
{times(40, lambda n: f"[ RUN      ] Gauge.Reads{n}{chr(10)}[       OK ] Gauge.Reads{n} ({n} ms)")}
[----------] 2 tests from Buoy
[ RUN      ] Buoy.Depth
»/srv/tide/buoy_test.cc:41: Failure
»Expected equality of these values:
»  depth(7)
»    Which is: 3
»  4
»[  FAILED  ] Buoy.Depth (0 ms)
[----------] Global test environment tear-down
»[==========] 42 tests from 2 test suites ran. (31 ms total)
»[  PASSED  ] 41 tests.
»[  FAILED  ] 1 test, listed below:
»[  FAILED  ] Buoy.Depth

» 1 FAILED TEST""",
    )
    yield marked(
        "ctest",
        Kind.TEST_RUN,
        f"""Test project /srv/tide/build
{times(30, lambda n: f"      Start {n + 1:2}: gauge_{n}{chr(10)}{n + 1:2}/31 Test #{n + 1}: gauge_{n} ..........................   Passed    0.0{n % 10} sec")}
      Start 31: buoy
»31/31 Test #31: buoy .............................***Failed    0.04 sec
»buoy.cc:41: depth(7) == 4 is false

»97% tests passed, 1 tests failed out of 31

Total Test time (real) =   0.61 sec

»The following tests FAILED:
»	 31 - buoy (Failed)
»Errors while running CTest""",
    )


def _jvm() -> Iterator[Case]:
    yield marked(
        "maven surefire",
        Kind.TEST_RUN,
        f"""[INFO] Scanning for projects...
[INFO] --- surefire:3.2.5:test (default-test) @ tide ---
[INFO] -------------------------------------------------------
[INFO]  T E S T S
[INFO] -------------------------------------------------------
{times(20, lambda n: f"[INFO] Running org.tides.Gauge{n}Test{chr(10)}[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.0{n} s -- in org.tides.Gauge{n}Test")}
[INFO] Running org.tides.BuoyTest
»[ERROR] Tests run: 3, Failures: 1, Errors: 1, Skipped: 0, Time elapsed: 0.112 s <<< FAILURE! -- in org.tides.BuoyTest
»[ERROR] org.tides.BuoyTest.depth -- Time elapsed: 0.02 s <<< FAILURE!
»org.opentest4j.AssertionFailedError: depth of gauge 7 ==> expected: <4> but was: <3>
	at org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:55)
»	at org.tides.BuoyTest.depth(BuoyTest.java:21)
	at java.base/java.lang.reflect.Method.invoke(Method.java:580)
»[ERROR] org.tides.BuoyTest.sink -- Time elapsed: 0.01 s <<< ERROR!
»java.lang.NullPointerException: Cannot invoke "Gauge.depth()" because "gauge" is null
»	at org.tides.Buoy.sink(Buoy.java:41)
»	at org.tides.BuoyTest.sink(BuoyTest.java:30)
[INFO]
[INFO] Results:
[INFO]
»[ERROR] Failures:
»[ERROR]   BuoyTest.depth:21 depth of gauge 7 ==> expected: <4> but was: <3>
»[ERROR] Errors:
»[ERROR]   BuoyTest.sink:30 » NullPointer Cannot invoke "Gauge.depth()" because "gauge" is null
[INFO]
»[ERROR] Tests run: 83, Failures: 1, Errors: 1, Skipped: 0
[INFO]
[INFO] ------------------------------------------------------------------------
»[INFO] BUILD FAILURE
[INFO] ------------------------------------------------------------------------
[INFO] Total time:  12.311 s
»[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.2.5:test (default-test) on project tide: There are test failures.""",
    )
    yield marked(
        "gradle test",
        Kind.TEST_RUN,
        f"""> Task :compileJava UP-TO-DATE
> Task :processResources NO-SOURCE
> Task :classes UP-TO-DATE
> Task :compileTestJava

> Task :test

{times(40, lambda n: f"GaugeTest > reads{n}() PASSED")}

»BuoyTest > depth() FAILED
»    org.opentest4j.AssertionFailedError: expected: <4> but was: <3>
        at app//org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:55)
»        at app//org.tides.BuoyTest.depth(BuoyTest.java:21)

BuoyTest > sink() SKIPPED

»42 tests completed, 1 failed, 1 skipped

»> Task :test FAILED

»FAILURE: Build failed with an exception.

* What went wrong:
»Execution failed for task ':test'.
»> There were failing tests. See the report at: file:///srv/tide/build/reports/tests/test/index.html

* Try:
> Run with --scan to get full insights.

»BUILD FAILED in 7s
4 actionable tasks: 2 executed, 2 up-to-date""",
    )


def _others() -> Iterator[Case]:
    yield marked(
        "rspec",
        Kind.TEST_RUN,
        f"""{"." * 61}F{"." * 20}*

Pending: (Failures listed here are expected and do not affect your suite's status)

»  1) Buoy sinks
»     # Temporarily skipped with xit
»     # ./spec/buoy_spec.rb:31

Failures:

»  1) Buoy#depth is four metres
»     Failure/Error: expect(buoy.depth).to eq(4)

»       expected: 4
»            got: 3

»       (compared using ==)
»     # ./spec/buoy_spec.rb:12:in `block (3 levels) in <top (required)>'

Finished in 0.41221 seconds (files took 1.2 seconds to load)
»83 examples, 1 failure, 1 pending

Failed examples:

»rspec ./spec/buoy_spec.rb:11 # Buoy#depth is four metres
""",
    )
    yield marked(
        "rspec documentation",
        Kind.TEST_RUN,
        f"""Gauge
{times(50, lambda n: f"  reads {n} metres")}
Buoy
  floats
»  is four metres deep (FAILED - 1)

Failures:

»  1) Buoy is four metres deep
»     Failure/Error: expect(buoy.depth).to eq(4)
»       expected: 4
»            got: 3
»     # ./spec/buoy_spec.rb:12:in `block (2 levels) in <top (required)>'

Finished in 0.41 seconds (files took 1.2 seconds to load)
»52 examples, 1 failure

»rspec ./spec/buoy_spec.rb:11 # Buoy is four metres deep
""",
    )
    yield marked(
        "phpunit",
        Kind.TEST_RUN,
        f"""PHPUnit 10.5.11 by Sebastian Bergmann and contributors.

Runtime:       PHP 8.3.3
Configuration: /srv/tide/phpunit.xml

{"." * 61}   61 / 100 ( 61%)
»....F....E......S.................W....                           100 / 100 (100%)

Time: 00:00.311, Memory: 10.00 MB

»There was 1 error:

»1) Tide\\Tests\\PoolTest::testTake
»TypeError: take(): Argument #1 ($size) must be of type int, null given

»/srv/tide/src/Pool.php:31
»/srv/tide/tests/PoolTest.php:12

--

»There was 1 failure:

»1) Tide\\Tests\\BuoyTest::testDepth with data set "gauge 7" (7, 4)
»Failed asserting that 3 matches expected 4.

»/srv/tide/tests/BuoyTest.php:21

»ERRORS!
»Tests: 100, Assertions: 211, Errors: 1, Failures: 1, Warnings: 1, Skipped: 1.""",
    )
    yield marked(
        "dotnet test",
        Kind.TEST_RUN,
        f"""  Determining projects to restore...
  All projects are up-to-date for restore.
  Tide -> /srv/tide/bin/Debug/net8.0/Tide.dll
Test run for /srv/tide/bin/Debug/net8.0/Tide.Tests.dll (.NETCoreApp,Version=v8.0)
Starting test execution, please wait...
A total of 1 test files matched the specified pattern.
[xUnit.net 00:00:00.61]     Tide.Tests.BuoyTests.Depth [FAIL]
{times(40, lambda n: f"  Passed Tide.Tests.GaugeTests.Reads(gauge: {n}) [{n} ms]")}
»  Failed Tide.Tests.BuoyTests.Depth [7 ms]
»  Error Message:
»   Assert.Equal() Failure: Values differ
»Expected: 4
»Actual:   3
»  Stack Trace:
»     at Tide.Tests.BuoyTests.Depth() in /srv/tide/tests/BuoyTests.cs:line 21
   at System.RuntimeMethodHandle.InvokeMethod(Object target, Void** arguments, Signature sig, Boolean isConstructor)
  Skipped Tide.Tests.BuoyTests.Sinks [1 ms]

»Test Run Failed.
»Total tests: 42
»     Passed: 40
»     Failed: 1
»    Skipped: 1
 Total time: 1.2111 Seconds""",
    )
    yield marked(
        "exunit",
        Kind.TEST_RUN,
        f"""Running ExUnit with seed: 811, max_cases: 8

{"." * 50}

»  1) test depth of gauge 7 (Tide.BuoyTest)
»     test/buoy_test.exs:11
»     Assertion with == failed
»     code:  assert Buoy.depth(7) == 4
»     left:  3
»     right: 4
»     stacktrace:
»       test/buoy_test.exs:12: (test)

{"." * 20}
Finished in 0.4 seconds (0.2s async, 0.2s sync)
»71 tests, 1 failure, 2 excluded""",
    )
    yield marked(
        "swift test",
        Kind.TEST_RUN,
        f"""Test Suite 'All tests' started at 2026-03-01 10:00:00.017
{times(30, lambda n: f"Test Case '-[TideTests.GaugeTests testRead{n}]' started.{chr(10)}Test Case '-[TideTests.GaugeTests testRead{n}]' passed (0.00{n % 10} seconds).")}
Test Case '-[TideTests.BuoyTests testDepth]' started.
»/srv/tide/Tests/BuoyTests.swift:21: error: -[TideTests.BuoyTests testDepth] : XCTAssertEqual failed: ("3") is not equal to ("4")
»Test Case '-[TideTests.BuoyTests testDepth]' failed (0.017 seconds).
»	 Executed 31 tests, with 1 failure (0 unexpected) in 0.212 (0.219) seconds""",
    )
    yield marked(
        "deno test",
        Kind.TEST_RUN,
        f"""running 42 tests from ./gauge_test.ts
{times(41, lambda n: f"reads {n} ... ok ({n}ms)")}
»shows the depth ... FAILED (3ms)

 ERRORS

»shows the depth => ./buoy_test.ts:9:6
»error: AssertionError: Values are not equal.
»    [Diff] Actual / Expected
»-   3
»+   4
»  throw new AssertionError(message);
    at assertEquals (https://deno.land/std/assert/assert_equals.ts:53:9)
»    at file:///srv/tide/buoy_test.ts:10:3

 FAILURES

»shows the depth => ./buoy_test.ts:9:6

»FAILED | 41 passed | 1 failed (61ms)""",
    )
