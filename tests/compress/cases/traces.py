"""Stack traces."""

from __future__ import annotations

from collections.abc import Iterator

from graphpack.compress import Kind

from .base import Case, marked, times

__all__ = ["traces"]

_RUSTC = "/rustc/07dca489ac2d933c78d3c5158e3f43beefeb02ce/library"
_CRATES = "/home/mila/.cargo/registry/src/crates-6f17d22bba15001f"


def traces() -> Iterator[Case]:
    """Make one of each language and shape."""
    yield from _python()
    yield from _jvm()
    yield from _javascript()
    yield from _compiled()
    yield from _others()


def _library(n: int) -> str:
    return (
        f'  File "/usr/lib/python3.12/site-packages/starlette/routing.py", line {n}, in app\n'
        "    await route.handle(scope, receive, send)"
    )


def _symfony(n: int) -> str:
    return (
        f"#{n + 1} /srv/tide/vendor/symfony/http-kernel/HttpKernel.php({n}):"
        f" Symfony\\Component\\HttpKernel\\HttpKernel->handle{n}()"
    )


def _python() -> Iterator[Case]:
    yield marked(
        "python chained",
        Kind.STACK_TRACE,
        f"""Traceback (most recent call last):
»  File "/srv/tide/gauge.py", line 41, in read
    return self.wire.pull(7)
»  File "/srv/tide/wire.py", line 12, in pull
    raise TimeoutError("gauge 7: nothing within 500 ms")
»TimeoutError: gauge 7: nothing within 500 ms

»The above exception was the direct cause of the following exception:

Traceback (most recent call last):
{times(14, _library)}
»  File "/srv/tide/api.py", line 31, in depth
    return gauge.read()
»tide.errors.GaugeError: gauge 7 is offline

»During handling of the above exception, another exception occurred:

Traceback (most recent call last):
{times(14, _library)}
»  File "/srv/tide/errors.py", line 9, in report
»KeyError: 'harbour'""",
    )
    yield marked(
        "python group",
        Kind.STACK_TRACE,
        f"""  + Exception Group Traceback (most recent call last):
{times(8, lambda n: f'  |   File "/usr/lib/python3.12/asyncio/taskgroups.py", line {n}, in __aexit__' + chr(10) + "  |     raise BaseExceptionGroup(")}
»  |   File "/srv/tide/main.py", line 41, in main
»  | ExceptionGroup: unhandled errors in a TaskGroup (2 sub-exceptions)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
»    |   File "/srv/tide/gauge.py", line 12, in read
»    | ValueError: depth is -999
    +---------------- 2 ----------------
    | Traceback (most recent call last):
»    |   File "/srv/tide/pool.py", line 7, in take
»    | TimeoutError
    +------------------------------------""",
    )
    yield marked(
        "python syntax error",
        Kind.STACK_TRACE,
        f"""Traceback (most recent call last):
{times(10, lambda n: f'  File "<frozen importlib._bootstrap>", line {n}, in _find_and_load')}
»  File "/srv/tide/main.py", line 3, in <module>
    import gauge
»  File "/srv/tide/gauge.py", line 41
»    def depth(
             ^
»SyntaxError: '(' was never closed""",
    )
    yield marked(
        "python multi-line message",
        Kind.STACK_TRACE,
        f"""Traceback (most recent call last):
{times(10, _library)}
»  File "/srv/tide/models.py", line 41, in load
    return Reading.model_validate(row)
»pydantic_core._pydantic_core.ValidationError: 2 validation errors for Reading
»depth
»  Input should be a valid number, unable to parse string as a number [type=float_parsing, input_value='deep', input_type=str]
»unit
»  Field required [type=missing, input_value={{'depth': 'deep'}}, input_type=dict]""",
    )


def _jvm() -> Iterator[Case]:
    yield marked(
        "java causes and suppressed",
        Kind.STACK_TRACE,
        f"""»Exception in thread "main" org.tides.HarbourException: cannot open the harbour
»	at org.tides.Harbour.open(Harbour.java:41)
{times(20, lambda n: f"	at org.springframework.web.servlet.Step{n}.run(Step{n}.java:{n})")}
»	Suppressed: java.io.IOException: wall is closed
»		at org.tides.Wall.close(Wall.java:7)
»Caused by: org.tides.GaugeException: gauge 7 is offline [code=E-113]
»	at org.tides.Gauge.open(Gauge.java:12)
{times(20, lambda n: f"	at org.hibernate.engine.Step{n}.run(Step{n}.java:{n})")}
	... 22 more
»Caused by: java.net.SocketTimeoutException: Read timed out after 500 ms
	at java.base/sun.nio.ch.NioSocketImpl.timedRead(NioSocketImpl.java:288)
»	at org.tides.Wire.pull(Wire.java:9)
	... 44 more""",
    )
    yield marked(
        "kotlin coroutine",
        Kind.STACK_TRACE,
        f"""»Exception in thread "DefaultDispatcher-worker-1" kotlinx.coroutines.TimeoutCancellationException: Timed out waiting for 500 ms
{times(15, lambda n: f"	at kotlinx.coroutines.scheduling.CoroutineScheduler.run{n}(CoroutineScheduler.kt:{n})")}
»	at org.tides.GaugeKt$read$2.invokeSuspend(Gauge.kt:41)
	at kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith(ContinuationImpl.kt:33)""",
    )
    yield marked(
        "scala",
        Kind.STACK_TRACE,
        f"""»java.util.NoSuchElementException: key not found: depth
	at scala.collection.MapOps.default(Map.scala:289)
»	at org.tides.Gauge$.$anonfun$read$1(Gauge.scala:41)
{times(20, lambda n: f"	at akka.dispatch.Mailbox.run{n}(Mailbox.scala:{n})")}
»	at org.tides.Main$.main(Main.scala:7)""",
    )


def _javascript() -> Iterator[Case]:
    yield marked(
        "node with cause",
        Kind.STACK_TRACE,
        f"""/srv/tide/src/gauge.js:14
    throw new GaugeError('gauge 7 is offline', {{ cause: error }});
    ^

»GaugeError: gauge 7 is offline
»    at read (/srv/tide/src/gauge.js:14:11)
{times(15, lambda n: f"    at Layer.handle{n} (/srv/tide/node_modules/express/lib/router/layer.js:{n}:5)")}
»    at async main (file:///srv/tide/src/main.js:3:1) {{
»  code: 'E_OFFLINE',
»  [cause]: Error: connect ECONNREFUSED 10.0.0.7:502
      at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1595:16)
»      at pull (/srv/tide/src/wire.js:9:7) {{
»    errno: -111,
»    code: 'ECONNREFUSED',
»    syscall: 'connect',
»    address: '10.0.0.7',
»    port: 502
  }}
}}

Node.js v20.11.1""",
    )
    yield marked(
        "browser",
        Kind.STACK_TRACE,
        f"""»Uncaught (in promise) TypeError: can't access property "depth", gauge is undefined
»    at Gauge.render (https://tides.example/static/js/gauge.js:41:17)
{times(15, lambda n: f"    at renderWithHooks{n} (https://tides.example/node_modules/react-dom/cjs/react-dom.development.js:{n}:18)")}
»    at App (https://tides.example/static/js/app.js:7:3)""",
    )


def _compiled() -> Iterator[Case]:
    yield marked(
        "rust backtrace",
        Kind.STACK_TRACE,
        f"""»thread 'tide-worker-3' panicked at src/pool.rs:41:22:
»called `Result::unwrap()` on an `Err` value: Timeout {{ gauge: 7, ms: 500 }}
stack backtrace:
   0: rust_begin_unwind
             at {_RUSTC}/std/src/panicking.rs:645:5
   1: core::panicking::panic_fmt
             at {_RUSTC}/core/src/panicking.rs:72:14
   2: core::result::unwrap_failed
             at {_RUSTC}/core/src/result.rs:1653:5
»   3: tide::pool::Pool::take
»             at ./src/pool.rs:41:22
»   4: tide::worker::run::{{{{closure}}}}
»             at ./src/worker.rs:7:9
{times(20, lambda n: f"  {n + 5:2}: tokio::runtime::task::core::poll{n}{chr(10)}             at {_CRATES}/tokio-1.36.0/src/runtime/task/core.rs:{n}:9")}
note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.""",
    )
    yield marked(
        "anyhow",
        Kind.STACK_TRACE,
        f"""»Error: cannot open the harbour

»Caused by:
»    0: gauge 7 is offline
»    1: connection refused (os error 111)

Stack backtrace:
   0: anyhow::error::<impl anyhow::Error>::msg
             at {_CRATES}/anyhow-1.0.80/src/error.rs:83:36
»   1: tide::harbour::open
»             at ./src/harbour.rs:41:9
{times(12, lambda n: f"  {n + 2:2}: std::rt::lang_start_internal{n}{chr(10)}             at {_RUSTC}/std/src/rt.rs:{n}:18")}""",
    )
    yield marked(
        "go panic",
        Kind.STACK_TRACE,
        f"""»panic: assignment to entry in nil map
»	panic: closing a closed pool

goroutine 41 [running]:
»tides.example/tide/pool.(*Pool).Put(0xc0000140a0, {{0xc00001c0c0, 0x7}})
»	/srv/tide/pool/pool.go:41 +0x1d
»tides.example/tide/api.(*Server).depth(0xc000010030, {{0x7f0, 0xc0}}, 0xc0000f6000)
»	/srv/tide/api/depth.go:12 +0x9a
{times(12, lambda n: f"net/http.HandlerFunc.ServeHTTP{n}(0xc0000a{n:02x})" + chr(10) + f"	/usr/local/go/src/net/http/server.go:{n} +0x2{n}")}
»created by tides.example/tide/api.Serve in goroutine 1
»	/srv/tide/api/serve.go:9 +0x51

goroutine 7 [chan receive]:
{times(6, lambda n: f"runtime.gopark{n}(0xc0000a{n:02x})" + chr(10) + f"	/usr/local/go/src/runtime/proc.go:{n} +0x2{n}")}
»exit status 2""",
    )
    yield marked(
        "sanitizer",
        None,
        f"""=================================================================
»==4242==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000014 at pc 0x0001 bp 0x7ffe sp 0x7ffe
»READ of size 4 at 0x602000000014 thread T0
»    #0 0x4f1e2a in depth /srv/tide/buoy.c:41:12
»    #1 0x4f1f00 in main /srv/tide/main.c:7:5
{times(10, lambda n: f"    #{n + 2} 0x7f00{n:04x} in __libc_start_main /build/glibc/csu/libc-start.c:{n}")}

»0x602000000014 is located 0 bytes to the right of 4-byte region [0x602000000010,0x602000000014)
»SUMMARY: AddressSanitizer: heap-buffer-overflow /srv/tide/buoy.c:41:12 in depth
»==4242==ABORTING""",
    )


def _others() -> Iterator[Case]:
    yield marked(
        "dotnet inner",
        Kind.STACK_TRACE,
        f"""»Unhandled exception. System.InvalidOperationException: cannot open the harbour
» ---> Tides.GaugeException: gauge 7 is offline
» ---> System.Net.Sockets.SocketException (111): Connection refused
{times(10, lambda n: f"   at System.Net.Sockets.Socket.Step{n}(EndPoint remote)")}
»   at Tides.Wire.Pull(Int32 gauge) in /srv/tide/Wire.cs:line 9
   --- End of inner exception stack trace ---
»   at Tides.Gauge.Open(Int32 id) in /srv/tide/Gauge.cs:line 12
   --- End of inner exception stack trace ---
{times(10, lambda n: f"   at Microsoft.AspNetCore.Routing.Step{n}.Invoke(HttpContext context)")}
»   at Tides.Program.Main(String[] args) in /srv/tide/Program.cs:line 5""",
    )
    yield marked(
        "ruby",
        Kind.STACK_TRACE,
        f"""»/srv/tide/lib/gauge.rb:41:in `read': gauge 7 is offline (Tide::GaugeError)
»	from /srv/tide/lib/pool.rb:12:in `block in take'
{times(14, lambda n: f"	from /usr/lib/ruby/gems/3.2.0/gems/rack-3.0.{n}/lib/rack/handler.rb:{n}:in `call'")}
»	from /srv/tide/bin/tide:7:in `<main>'
»/srv/tide/lib/wire.rb:9:in `pull': Connection refused (Errno::ECONNREFUSED)
»	from /srv/tide/lib/gauge.rb:38:in `read'""",
    )
    yield marked(
        "php",
        None,
        f"""»PHP Fatal error:  Uncaught Tide\\GaugeException: gauge 7 is offline in /srv/tide/src/Gauge.php:41
Stack trace:
»#0 /srv/tide/src/Pool.php(12): Tide\\Gauge->read(7)
{times(14, _symfony)}
»#15 /srv/tide/public/index.php(7): run()
#16 {{main}}

»Next RuntimeException: cannot open the harbour in /srv/tide/src/Harbour.php:9
»  thrown in /srv/tide/src/Harbour.php on line 9""",
    )
    yield marked(
        "elixir trace",
        None,
        f"""»** (exit) exited in: GenServer.call(Tide.Pool, :take, 5000)
»    ** (EXIT) time out
    (elixir 1.16.1) lib/gen_server.ex:1114: GenServer.call/3
»    (tide 0.1.0) lib/tide/pool.ex:41: Tide.Pool.take/1
{times(12, lambda n: f"    (phoenix 1.7.{n}) lib/phoenix/router.ex:{n}: Phoenix.Router.__call__/5")}
»    (tide 0.1.0) lib/tide/api.ex:7: Tide.Api.depth/2""",
    )
