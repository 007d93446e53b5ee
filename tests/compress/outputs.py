"""Made-up outputs of tools, and single lines of them."""

import json

PYTEST = "\n".join(
    [
        "============================= test session starts ==============================",
        "platform linux -- Python 3.12.1, pytest-8.3.4, pluggy-1.5.0",
        "rootdir: /srv/tides",
        "collected 44 items",
        "",
        *(
            f"tests/test_gauge.py::test_error_read[{n}] PASSED          [ {n:2}%]"
            for n in range(41)
        ),
        "tests/test_gauge.py::test_depth FAILED                       [ 95%]",
        "",
        "=================================== FAILURES ===================================",
        "__________________________________ test_depth __________________________________",
        "",
        "    def test_depth():",
        ">       assert depth(3) == 4",
        "E       assert 3 == 4",
        "E        +  where 3 = depth(3)",
        "",
        "tests/test_gauge.py:12: AssertionError",
        "=========================== short test summary info ============================",
        "FAILED tests/test_gauge.py::test_depth - assert 3 == 4",
        "========================= 1 failed, 41 passed in 0.31s =========================",
    ]
)
VITEST = "\n".join(
    [
        " RUN  v3.0.5 /srv/tides",
        "",
        *(f" ✓ src/gauge{n}.test.ts (6 tests) {n}ms" for n in range(30)),
        " ❯ src/buoy.test.ts (2 tests | 1 failed) 8ms",
        "   ✓ reads the error code 1ms",
        "   × shows the depth 3ms",
        "     → expected 3 to be 4 // Object.is equality",
        "",
        "⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯",
        "",
        " FAIL  src/buoy.test.ts > shows the depth",
        "AssertionError: expected 3 to be 4 // Object.is equality",
        " ❯ src/buoy.test.ts:9:22",
        "",
        " Test Files  1 failed | 30 passed (31)",
        "      Tests  1 failed | 181 passed (182)",
    ]
)
JEST = "\n".join(
    [
        *(f"PASS src/gauge{n}.test.js" for n in range(20)),
        "FAIL src/buoy.test.js",
        "  buoy",
        *(f"    ✓ floats {n} ({n} ms)" for n in range(20)),
        "    ✕ shows the depth (3 ms)",
        "",
        "  ● buoy › shows the depth",
        "",
        "    expect(received).toBe(expected) // Object.is equality",
        "",
        "    Expected: 4",
        "    Received: 3",
        "",
        "      at Object.<anonymous> (src/buoy.test.js:9:22)",
        "",
        "Test Suites: 1 failed, 20 passed, 21 total",
        "Tests:       1 failed, 120 passed, 121 total",
    ]
)
CARGO_TEST = "\n".join(
    [
        "   Compiling tides v0.1.0 (/srv/tides)",
        "    Finished `test` profile [unoptimized + debuginfo] target(s) in 2.31s",
        "running 42 tests",
        *(f"test gauge::tests::parse_error_{n} ... ok" for n in range(41)),
        "test buoy::tests::depth ... FAILED",
        "",
        "failures:",
        "",
        "---- buoy::tests::depth stdout ----",
        "thread 'buoy::tests::depth' panicked at src/buoy.rs:41:9:",
        "assertion `left == right` failed",
        "  left: 3",
        " right: 4",
        "",
        "failures:",
        "    buoy::tests::depth",
        "",
        "test result: FAILED. 41 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out",
    ]
)
GO_TEST = "\n".join(
    [
        *(f"=== RUN   TestGauge{n}\n--- PASS: TestGauge{n} (0.00s)" for n in range(30)),
        "=== RUN   TestDepth",
        "    buoy_test.go:17: depth = 3, want 4",
        "--- FAIL: TestDepth (0.00s)",
        "FAIL",
        "FAIL\texample.org/tides/buoy\t0.012s",
        "ok  \texample.org/tides/gauge\t0.004s",
    ]
)
JUNIT = "\n".join(
    [
        "[INFO]  T E S T S",
        *(
            f"[INFO] Running org.tides.Gauge{n}Test\n"
            f"[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.0{n} s"
            f" -- in org.tides.Gauge{n}Test"
            for n in range(15)
        ),
        "[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.1 s <<< FAILURE!"
        " -- in org.tides.BuoyTest",
        "[ERROR] org.tides.BuoyTest.depth -- Time elapsed: 0.02 s <<< FAILURE!",
        "org.opentest4j.AssertionFailedError: expected: <4> but was: <3>",
        "\tat org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:55)",
        "\tat org.junit.jupiter.api.AssertEquals.assertEquals(AssertEquals.java:150)",
        "\tat org.tides.BuoyTest.depth(BuoyTest.java:21)",
        "[ERROR] Tests run: 62, Failures: 1, Errors: 0, Skipped: 0",
    ]
)
CARGO_BUILD = "\n".join(
    [
        *(f"   Compiling crate{n} v1.{n}.0" for n in range(45)),
        "warning: unused variable: `depth`",
        "  --> src/gauge.rs:7:9",
        "   |",
        "7  |     let depth = 3;",
        "   |         ^^^^^ help: if this is intentional, prefix it with an underscore: `_depth`",
        "",
        "error[E0308]: mismatched types",
        "  --> src/buoy.rs:4:18",
        "   |",
        '4  |     let a: i32 = "x";',
        "   |            ---   ^^^ expected `i32`, found `&str`",
        "",
        'error: could not compile `tides` (bin "tides") due to 1 previous error; 1 warning emitted',
    ]
)
NPM_INSTALL = "\n".join(
    [
        "npm warn deprecated glob@7.2.3: Glob versions prior to v9 are no longer supported",
        *(f"npm http fetch GET 200 https://registry.example/tide{n} {n * 7}ms" for n in range(60)),
        "",
        "added 150 packages, and audited 151 packages in 3s",
        "3 moderate severity vulnerabilities",
    ]
)
RUST_PANIC = "\n".join(
    [
        "thread 'main' panicked at src/buoy.rs:12:5:",
        "index out of bounds: the len is 3 but the index is 7",
        "stack backtrace:",
        *(
            f"  {n:2}: core::panicking::panic_{n}\n"
            f"             at /rustc/90b35a6/library/core/src/panicking.rs:{n}:5"
            for n in range(8)
        ),
        "   8: tides::buoy::depth\n             at ./src/buoy.rs:12:5",
        "   9: tides::main\n             at ./src/main.rs:5:3",
        *(
            f"  {n:2}: tokio::runtime::park_{n}\n"
            f"             at /home/mila/.cargo/registry/src/tokio-1.40.0/src/runtime/park.rs:{n}:9"
            for n in range(10, 30)
        ),
    ]
)
JAVA_TRACE = "\n".join(
    [
        "java.lang.IllegalStateException: cannot read the gauge",
        "\tat org.tides.Reader.read(Reader.java:31)",
        *(f"\tat org.springframework.aop.Proxy{n}.invoke(Proxy.java:{n})" for n in range(25)),
        "Caused by: org.tides.GaugeException: gauge 7 is offline",
        "\tat org.tides.Gauge.open(Gauge.java:12)",
        *(f"\tat org.hibernate.Session{n}.load(Session.java:{n})" for n in range(10)),
        "\t... 26 more",
        "Caused by: java.net.SocketTimeoutException: read timed out after 500 ms",
        "\tat java.base/java.net.Socket.read(Socket.java:99)",
        "\tat org.tides.Wire.pull(Wire.java:7)",
        "\t... 36 more",
    ]
)
JS_TRACE = "\n".join(
    [
        "TypeError: Cannot read properties of undefined (reading 'depth')",
        "    at readGauge (/srv/tides/src/gauge.js:14:22)",
        *(
            f"    at Layer.handle{n} (/srv/tides/node_modules/express/lib/layer.js:{n}:5)"
            for n in range(20)
        ),
        "    at async main (file:///srv/tides/src/main.js:3:1)",
        "    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)",
    ]
)
GO_TRACE = "\n".join(
    [
        "panic: runtime error: index out of range [7] with length 3",
        "",
        "goroutine 1 [running]:",
        "main.depth(...)",
        "\t/srv/tides/buoy.go:12",
        "main.main()",
        "\t/srv/tides/main.go:5 +0x1d",
        *(
            f"net/http.(*conn).serve{n}(0xc0000a{n:02x})\n"
            f"\t/usr/local/go/src/net/http/server.go:{n} +0x5{n}"
            for n in range(15)
        ),
        "exit status 2",
    ]
)
DOTNET_TRACE = "\n".join(
    [
        "Unhandled exception. System.InvalidOperationException: gauge 7 is offline",
        "   at Tides.Gauge.Open(Int32 id) in /srv/tides/Gauge.cs:line 12",
        *(
            f"   at Microsoft.AspNetCore.Routing.Step{n}.Invoke(HttpContext context)"
            for n in range(20)
        ),
        "   at Tides.Program.Main(String[] args) in /srv/tides/Program.cs:line 5",
    ]
)
PYTHON_TRACE = "\n".join(
    [
        "Traceback (most recent call last):",
        '  File "/srv/tides/main.py", line 5, in <module>',
        "    main()",
        *(
            f'  File "/usr/lib/python3.12/site-packages/click/core.py", line {n}, in invoke\n'
            "    return callback(*args, **kwargs)"
            for n in range(20)
        ),
        '  File "/srv/tides/gauge.py", line 12, in read',
        "    return table[depth]",
        "           ~~~~~^^^^^^^",
        "KeyError: 7",
    ]
)
LOG = "\n".join(
    [
        *(
            f"2026-03-01 10:{n // 60:02}:{n % 60:02},123 INFO  tide.api"
            f" GET /v1/gauges/{n * 37} 200 {n}ms"
            for n in range(100)
        ),
        "2026-03-01 10:02:00,001 ERROR tide.api gauge 7 is offline: no route to host",
        "Traceback (most recent call last):",
        '  File "/srv/tides/gauge.py", line 12, in read',
        "OSError: [Errno 113] No route to host",
        *(
            f"2026-03-01 10:03:{n % 60:02},123 DEBUG tide.pool heartbeat depth={n}"
            for n in range(100)
        ),
        "2026-03-01 10:05:00,001 WARNING tide.pool slow read: 3120 ms",
        *(
            f"2026-03-01 10:06:{n % 60:02},123 DEBUG tide.pool heartbeat depth={n}"
            for n in range(50)
        ),
        "exit code: 3",
    ]
)
JSON_LOG = "\n".join(
    f'{{"level":"{"error" if n == 30 else "info"}","ts":"2026-03-01T10:00:{n % 60:02}Z",'
    f'"msg":"{"gauge offline" if n == 30 else "gauge read"}","id":{n * 31}}}'
    for n in range(80)
)
TREE = "\n".join(["src", *(f"├── gauge{n}.py" for n in range(40)), "└── main.py"])
TABLE = "\n".join(
    ["| gauge | depth |", "| --- | --- |", *(f"| g{n} | {n * 3} |" for n in range(40))]
)
DIFF = "\n".join(
    [
        "diff --git a/src/gauge.py b/src/gauge.py",
        "index 1a2b3c4..5d6e7f8 100644",
        "--- a/src/gauge.py",
        "+++ b/src/gauge.py",
        "@@ -1,40 +1,40 @@ def read():",
        *(f"     line {n}" for n in range(30)),
        "-    return None",
        "+    return depth",
        *(f"     line {n}" for n in range(30)),
    ]
)
HITS = "\n".join(f"src/gauge{n}.py:{n * 3}:def read_{n}(depth):" for n in range(30))
LONG_HITS = "\n".join(
    f"src/tide/part{n // 2}/module.py:{n * 31 + 7}:        value = read_depth(gauge, unit='m',"
    f" pier={n * 7}, retry=3, timeout_s=0.5)  # as it was before the harbour was moved"
    for n in range(20)
)
CALLERS = "\n".join(
    f"src/tide/part{n // 5}/module.py:{n * 13 + 2}:    return read_depth(gauge_{n}, unit='m')"
    for n in range(47)
)
JSON_RECORDS = json.dumps(
    [
        {"id": n, "name": f"gauge {n}", "depth": round(4 + n % 7 / 10, 1), "ok": n % 50 != 3}
        for n in range(1000)
    ]
)
CODE = "\n".join(
    f"def read_{n}(depth):\n    total = depth + {n}\n    return total\n" for n in range(20)
)
PROSE = " ".join(
    f"The harbour has {n} gauges and nobody reads them before noon." for n in range(30)
)
MARKDOWN = f"# Tides\n\n{PROSE}\n\n- one\n- two\n\n```python\n{CODE}\n```\n"
LINES = sorted(
    {
        line
        for text in (
            PYTEST, VITEST, JEST, CARGO_TEST, GO_TEST, JUNIT, CARGO_BUILD, NPM_INSTALL, RUST_PANIC,
            JAVA_TRACE, JS_TRACE, GO_TRACE, DOTNET_TRACE, PYTHON_TRACE, LOG, JSON_LOG, TREE, TABLE,
            DIFF, HITS, CODE, MARKDOWN,
        )
        for line in text.split("\n")
    }
)  # fmt: skip
"""Lines of all of them, for texts that no tool would write."""
