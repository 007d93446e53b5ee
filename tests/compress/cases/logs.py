"""Logs of servers, in the layouts of many programs."""

from __future__ import annotations

from collections.abc import Iterator

from graphpack.compress import Kind

from .base import Case, marked, times

__all__ = ["logs"]


def _clock(n: int) -> str:
    return f"10:{n // 60 % 60:02}:{n % 60:02}"


def logs() -> Iterator[Case]:
    """Make one of each layout."""
    yield from _web()
    yield from _system()
    yield from _json()
    yield from _python()
    yield from _java()
    yield from _databases()
    yield from _languages()


def _web() -> Iterator[Case]:
    def access(n: int) -> str:
        return (
            f'10.0.{n % 7}.{n % 250} - - [01/Mar/2026:{_clock(n)} +0000] "GET /v1/gauges/{n * 37}'
            f' HTTP/1.1" 200 {n * 13} "-" "buoy/1.{n % 3}"'
        )

    yield marked(
        "nginx access",
        Kind.LOG,
        f"""{times(150, access)}
»10.0.3.9 - - [01/Mar/2026:10:03:00 +0000] "POST /v1/gauges HTTP/1.1" 502 157 "-" "buoy/1.1"
{times(150, access)}
»10.0.3.9 - - [01/Mar/2026:10:06:00 +0000] "POST /v1/gauges HTTP/1.1" 500 21 "-" "buoy/1.1"
{times(20, access)}""",
    )
    yield marked(
        "nginx error",
        Kind.LOG,
        f"""{times(80, lambda n: f"2026/03/01 {_clock(n)} [notice] 12#12: signal process started {n}")}
»2026/03/01 10:02:00 [error] 12#12: *{41} connect() failed (111: Connection refused) while connecting to upstream, client: 10.0.3.9, server: tides.example
»2026/03/01 10:02:01 [crit] 12#12: *42 open() "/var/www/tide.html" failed (13: Permission denied)
{times(80, lambda n: f"2026/03/01 {_clock(n)} [info] 12#12: *{n} client closed keepalive connection")}
»2026/03/01 10:02:09 [warn] 12#12: *77 an upstream response is buffered to a temporary file
""",
    )
    yield marked(
        "haproxy",
        Kind.LOG,
        f"""{times(90, lambda n: f"Mar  1 {_clock(n)} lb haproxy[7]: 10.0.0.{n}:{40000 + n} [01/Mar/2026:{_clock(n)}.1] web api/a{n % 3} 0/0/1/{n}/{n} 200 512 - - ---- 1/1/0/0/0 0/0 {{}} 'GET /v1'")}
»Mar  1 10:02:00 lb haproxy[7]: Server api/a2 is DOWN, reason: Layer4 connection problem, info: "Connection refused", check duration: 0ms.
»Mar  1 10:02:01 lb haproxy[7]: backend api has no server available!
{times(40, lambda n: f"Mar  1 {_clock(n)} lb haproxy[7]: 10.0.0.{n}:{40000 + n} [01/Mar/2026:{_clock(n)}.1] web api/a{n % 3} 0/0/1/{n}/{n} 200 512 - - ---- 1/1/0/0/0 0/0 {{}} 'GET /v1'")}
""",
    )


def _system() -> Iterator[Case]:
    yield marked(
        "journald",
        Kind.LOG,
        f"""-- Logs begin at Sun 2026-03-01 09:00:00 UTC. --
{times(90, lambda n: f"Mar 01 {_clock(n)} pier systemd[1]: Started Session {n} of user ana.")}
»Mar 01 10:01:40 pier kernel: Out of memory: Killed process 4242 (tided) total-vm:8123456kB, anon-rss:7012345kB
»Mar 01 10:01:41 pier systemd[1]: tided.service: Main process exited, code=killed, status=9/KILL
»Mar 01 10:01:41 pier systemd[1]: tided.service: Failed with result 'oom-kill'.
{times(60, lambda n: f"Mar 01 {_clock(n)} pier CRON[{900 + n}]: (root) CMD (/usr/bin/true {n})")}
»Mar 01 10:04:40 pier sshd[991]: Failed password for invalid user admin from 203.0.113.7 port 40022 ssh2
»Mar 01 10:05:00 pier systemd[1]: tided.service: Start request repeated too quickly.
""",
    )
    yield marked(
        "klog",
        Kind.LOG,
        f"""{times(120, lambda n: f"I0301 {_clock(n)}.{n:06d}       1 controller.go:{200 + n % 4}] Syncing gauge tides/g{n}")}
»W0301 10:02:00.000017       1 reflector.go:324] tides/factory.go:99: watch of *v1.Gauge ended with: too old resource version: 81233 (81299)
»E0301 10:02:00.000117       1 controller.go:114] error syncing 'tides/g7': gauges.tides.example "g7" not found, requeuing
{times(80, lambda n: f"I0301 {_clock(n)}.{n:06d}       1 controller.go:{200 + n % 4}] Syncing gauge tides/g{n}")}
»F0301 10:04:00.000117       1 main.go:55] leaderelection lost
""",
    )
    yield marked(
        "kubectl describe",
        None,
        f"""Name:             tide-api-5d8f7c9b6d-x2x4q
Namespace:        tides
Node:             pier-3/10.0.0.3
Status:           Running
Containers:
  api:
    Image:          registry.example/tide-api:1.4.2
    Port:           8080/TCP
»    State:          Waiting
»      Reason:       CrashLoopBackOff
    Last State:     Terminated
»      Reason:       OOMKilled
»      Exit Code:    137
    Ready:          False
»    Restart Count:  12
    Environment:
{times(30, lambda n: f"      TIDE_OPTION_{n}:  value-{n}")}
Events:
  Type     Reason     Age                  From               Message
  ----     ------     ----                 ----               -------
  Normal   Scheduled  12m                  default-scheduler  Successfully assigned tides/tide-api to pier-3
  Normal   Pulled     11m (x4 over 12m)    kubelet            Container image already present on machine
»  Warning  BackOff    2m (x41 over 12m)    kubelet            Back-off restarting failed container api in pod tide-api
»  Warning  Unhealthy  1m (x3 over 4m)      kubelet            Readiness probe failed: HTTP probe failed with statuscode: 503
""",
    )
    yield marked(
        "docker compose",
        Kind.LOG,
        f"""{times(80, lambda n: f"web-1    | 10.0.0.{n} GET /health 200 {n}ms")}
»db-1     | 2026-03-01 10:00:01.123 UTC [42] FATAL:  password authentication failed for user "tide"
»web-1    | Error: connect ECONNREFUSED 172.18.0.2:5432
»web-1    |     at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1595:16)
{times(80, lambda n: f"worker-1 | heartbeat {n} ok")}
»web-1 exited with code 1
""",
    )


def _json() -> Iterator[Case]:
    def zap(n: int) -> str:
        return f'{{"level":"info","ts":{1772359200 + n}.25,"caller":"tide/read.go:{n % 9}","msg":"read","gauge":{n * 37}}}'

    yield marked(
        "zap",
        Kind.LOG,
        f"""{times(80, zap)}
»{{"level":"error","ts":1772359290.25,"caller":"tide/read.go:41","msg":"gauge offline","gauge":7,"error":"dial tcp 10.0.0.7:502: i/o timeout","stacktrace":"tide.Read\\n\\t/srv/tide/read.go:41"}}
»{{"level":"warn","ts":1772359291.25,"caller":"tide/read.go:77","msg":"slow read","ms":3120}}
{times(80, zap)}
»{{"level":"fatal","ts":1772359390.25,"caller":"tide/main.go:9","msg":"giving up after 5 attempts"}}""",
    )
    yield marked(
        "pino",
        Kind.LOG,
        f"""{times(90, lambda n: f'{{"level":30,"time":{1772359200000 + n},"pid":7,"hostname":"pier","reqId":"r-{n}","msg":"request completed"}}')}
»{{"level":50,"time":1772359290000,"pid":7,"hostname":"pier","reqId":"r-91","err":{{"type":"TypeError","message":"depth is not a function","stack":"TypeError: depth is not a function"}},"msg":"request errored"}}
»{{"level":40,"time":1772359290001,"pid":7,"hostname":"pier","reqId":"r-92","msg":"queue is nearly full: 96 of 100"}}
{times(50, lambda n: f'{{"level":20,"time":{1772359300000 + n},"pid":7,"hostname":"pier","msg":"tick {n}"}}')}
»{{"level":60,"time":1772359399000,"pid":7,"hostname":"pier","msg":"leaving with 3"}}""",
    )
    yield marked(
        "cloud severity",
        Kind.LOG,
        f"""{times(70, lambda n: f'{{"severity":"INFO","timestamp":"2026-03-01T{_clock(n)}Z","message":"gauge {n} read","labels":{{"pier":"{n % 3}"}}}}')}
»{{"severity":"ERROR","timestamp":"2026-03-01T10:01:11Z","message":"gauge 7: checksum 0x3f, wanted 0x4f","labels":{{"pier":"2"}}}}
»{{"severity":"WARNING","timestamp":"2026-03-01T10:01:12Z","message":"retry 2 of 5","labels":{{"pier":"2"}}}}
{times(70, lambda n: f'{{"severity":"INFO","timestamp":"2026-03-01T{_clock(n)}Z","message":"gauge {n} read","labels":{{"pier":"{n % 3}"}}}}')}""",
    )


def _python() -> Iterator[Case]:
    yield marked(
        "logging default",
        Kind.LOG,
        f"""{times(80, lambda n: f"INFO:tide.gauge:read gauge {n * 37} in {n} ms")}
»WARNING:tide.gauge:gauge 7 answers late (3120 ms)
»ERROR:tide.pool:giving up on gauge 7
Traceback (most recent call last):
»  File "/srv/tide/pool.py", line 41, in read
»    return table[depth]
»KeyError: 'depth'
{times(80, lambda n: f"DEBUG:tide.pool:heartbeat {n}")}
»CRITICAL:tide.main:stopping""",
    )
    yield marked(
        "logging with dashes",
        Kind.LOG,
        f"""{times(100, lambda n: f"2026-03-01 {_clock(n)},{n:03} - tide.gauge - INFO - read gauge {n * 37}")}
»2026-03-01 10:01:40,017 - tide.gauge - ERROR - gauge 7 is offline: [Errno 113] No route to host
»2026-03-01 10:01:41,017 - tide.gauge - WARNING - falling back to the reading of 09:58
{times(100, lambda n: f"2026-03-01 {_clock(n)},{n:03} - tide.gauge - DEBUG - pulse {n}")}""",
    )
    yield marked(
        "gunicorn",
        Kind.LOG,
        f"""[2026-03-01 10:00:00 +0000] [7] [INFO] Starting gunicorn 21.2.0
[2026-03-01 10:00:00 +0000] [7] [INFO] Listening at: http://0.0.0.0:8000 (7)
{times(60, lambda n: f"[2026-03-01 {_clock(n)} +0000] [{9 + n}] [INFO] Booting worker with pid: {9 + n}")}
»[2026-03-01 10:01:00 +0000] [7] [CRITICAL] WORKER TIMEOUT (pid:12)
»[2026-03-01 10:01:01 +0000] [7] [ERROR] Worker (pid:12) was sent SIGKILL! Perhaps out of memory?
{times(60, lambda n: f"[2026-03-01 {_clock(n)} +0000] [{9 + n}] [INFO] Booting worker with pid: {9 + n}")}
»[2026-03-01 10:02:01 +0000] [7] [ERROR] Shutting down: Master
»[2026-03-01 10:02:01 +0000] [7] [ERROR] Reason: Worker failed to boot.""",
    )
    yield marked(
        "uvicorn",
        Kind.LOG,
        f"""INFO:     Started server process [7]
{times(90, lambda n: f'INFO:     10.0.0.{n}:{40000 + n} - "GET /v1/gauges/{n} HTTP/1.1" 200 OK')}
»INFO:     10.0.0.9:40411 - "POST /v1/gauges HTTP/1.1" 500 Internal Server Error
»ERROR:    Exception in ASGI application
Traceback (most recent call last):
  File "/usr/lib/python3.12/site-packages/uvicorn/protocols/http/httptools_impl.py", line 401, in run_asgi
    result = await app(self.scope, self.receive, self.send)
»  File "/srv/tide/api.py", line 55, in post
»    gauge = gauges[body.id]
»KeyError: 7
{times(40, lambda n: f'INFO:     10.0.0.{n}:{40000 + n} - "GET /v1/gauges/{n} HTTP/1.1" 200 OK')}""",
    )
    yield marked(
        "loguru",
        Kind.LOG,
        f"""{times(100, lambda n: f"2026-03-01 {_clock(n)}.{n:03} | INFO     | tide.gauge:read:{n % 7} - gauge {n * 37} says {n % 11} m")}
»2026-03-01 10:01:40.123 | ERROR    | tide.gauge:read:12 - gauge 7 says -999 m
»2026-03-01 10:01:41.123 | WARNING  | tide.pool:take:9 - only 1 of 8 left
{times(100, lambda n: f"2026-03-01 {_clock(n)}.{n:03} | SUCCESS  | tide.gauge:read:{n % 7} - stored {n * 37}")}""",
    )
    yield marked(
        "celery",
        Kind.LOG,
        f"""{times(70, lambda n: f"[2026-03-01 {_clock(n)},{n:03}: INFO/ForkPoolWorker-{n % 4}] Task tide.read[{n:08x}-0000-4000-8000-000000000000] succeeded in 0.{n:03}s: None")}
»[2026-03-01 10:01:40,017: ERROR/ForkPoolWorker-2] Task tide.read[00000007-0000-4000-8000-000000000000] raised unexpected: GaugeError('gauge 7 is offline')
Traceback (most recent call last):
»  File "/srv/tide/tasks.py", line 31, in read
»tide.errors.GaugeError: gauge 7 is offline
»[2026-03-01 10:01:41,017: WARNING/MainProcess] Substantial drift from celery@pier may mean clocks are out of sync.
{times(70, lambda n: f"[2026-03-01 {_clock(n)},{n:03}: INFO/MainProcess] Task tide.read[{n:08x}-0000-4000-8000-000000000000] received")}""",
    )


def _java() -> Iterator[Case]:
    yield marked(
        "logback",
        Kind.LOG,
        f"""{times(100, lambda n: f"{_clock(n)}.{n:03} [http-nio-8080-exec-{n % 8}] INFO  o.t.GaugeController - read gauge {n * 37}")}
»10:01:40.017 [http-nio-8080-exec-3] ERROR o.t.GaugeController - cannot read gauge 7
»org.tides.GaugeException: gauge 7 is offline
»	at org.tides.Gauge.open(Gauge.java:12)
	at org.springframework.aop.framework.ReflectiveMethodInvocation.proceed(ReflectiveMethodInvocation.java:184)
	at java.base/java.lang.Thread.run(Thread.java:840)
»Caused by: java.net.SocketTimeoutException: Read timed out
	at java.base/sun.nio.ch.NioSocketImpl.timedRead(NioSocketImpl.java:288)
»	at org.tides.Wire.pull(Wire.java:7)
	... 41 common frames omitted
{times(100, lambda n: f"{_clock(n)}.{n:03} [scheduling-1] DEBUG o.t.Pool - {n} of 100 free")}
»10:03:40.017 [scheduling-1] WARN  o.t.Pool - 0 of 100 free for 30 s""",
    )
    yield marked(
        "spring boot",
        Kind.MIXED,
        f"""
  .   ____          _            __ _ _
 /\\\\ / ___'_ __ _ _(_)_ __  __ _ \\ \\ \\ \\
 :: Spring Boot ::                (v3.2.4)

{times(60, lambda n: f"2026-03-01T{_clock(n)}.{n:03}Z  INFO 7 --- [tide] [           main] o.t.Bean{n}   : Bean {n} is up")}
»2026-03-01T10:01:01.017Z  WARN 7 --- [tide] [           main] o.t.Config   : option 'tide.depth' is not set, taking 4
»2026-03-01T10:01:02.017Z ERROR 7 --- [tide] [           main] o.s.boot.SpringApplication : Application run failed
***************************
»APPLICATION FAILED TO START
***************************
»Description:
»Web server failed to start. Port 8080 was already in use.
»Action:
»Identify and stop the process that's listening on port 8080 or configure this application to listen on another port.
""",
    )
    yield marked(
        "kafka",
        Kind.LOG,
        f"""{times(120, lambda n: f"[2026-03-01 {_clock(n)},{n:03}] INFO [GroupCoordinator 0]: Member tide-{n} joined group gauges (kafka.coordinator.group.GroupCoordinator)")}
»[2026-03-01 10:02:00,017] ERROR [ReplicaManager broker=0] Error processing append operation on partition gauges-3 (kafka.server.ReplicaManager)
»org.apache.kafka.common.errors.OutOfOrderSequenceException: Out of order sequence number for producer 7: 31 (incoming seq. number), 29 (current end sequence number)
»[2026-03-01 10:02:01,017] WARN [Log partition=gauges-3] Non-monotonic update of high watermark from 81 to 79 (kafka.log.Log)
{times(60, lambda n: f"[2026-03-01 {_clock(n)},{n:03}] INFO [GroupCoordinator 0]: Member tide-{n} left group gauges (kafka.coordinator.group.GroupCoordinator)")}""",
    )


def _databases() -> Iterator[Case]:
    yield marked(
        "postgres",
        Kind.LOG,
        f"""{times(80, lambda n: f"2026-03-01 {_clock(n)}.{n:03} UTC [{400 + n}] LOG:  checkpoint complete: wrote {n} buffers ({n % 10}.{n % 7}%)")}
»2026-03-01 10:01:20.017 UTC [441] ERROR:  duplicate key value violates unique constraint "gauges_pkey"
»2026-03-01 10:01:20.017 UTC [441] DETAIL:  Key (id)=(7) already exists.
»2026-03-01 10:01:20.017 UTC [441] STATEMENT:  INSERT INTO gauges (id, depth) VALUES (7, 4.2)
{times(80, lambda n: f"2026-03-01 {_clock(n)}.{n:03} UTC [{400 + n}] LOG:  connection received: host=10.0.0.{n} port={40000 + n}")}
»2026-03-01 10:02:20.017 UTC [1] FATAL:  remaining connection slots are reserved for roles with the SUPERUSER attribute
»2026-03-01 10:02:20.018 UTC [1] HINT:  Raise max_connections.""",
    )
    yield marked(
        "mysql",
        Kind.LOG,
        f"""{times(60, lambda n: f"2026-03-01T{_clock(n)}.000000Z {n} [Note] [MY-010{n:03}] [Server] event {n} scheduled")}
»2026-03-01T10:01:01.000000Z 0 [ERROR] [MY-012574] [InnoDB] Unable to lock ./ibdata1 error: 11
»2026-03-01T10:01:02.000000Z 0 [Warning] [MY-013360] [Server] Plugin sha256_password reported: ''sha256_password' is deprecated'
{times(60, lambda n: f"2026-03-01T{_clock(n)}.000000Z {n} [System] [MY-010{n:03}] [Server] ready step {n}")}
»2026-03-01T10:02:02.000000Z 0 [ERROR] [MY-010119] [Server] Aborting""",
    )
    yield marked(
        "redis",
        Kind.LOG,
        f"""{times(60, lambda n: f"7:M 01 Mar 2026 {_clock(n)}.{n:03} * {n} changes in 300 seconds. Saving...")}
»7:M 01 Mar 2026 10:01:00.017 # WARNING Memory overcommit must be enabled!
»7:M 01 Mar 2026 10:01:01.017 # MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk.
»7:M 01 Mar 2026 10:01:02.017 # Failed opening the temp RDB file temp-7.rdb (in server root dir /data) for saving: No space left on device
{times(60, lambda n: f"7:M 01 Mar 2026 {_clock(n)}.{n:03} * Background saving terminated with success {n}")}""",
    )


def _languages() -> Iterator[Case]:
    yield marked(
        "rust tracing",
        Kind.LOG,
        f"""{times(100, lambda n: f"2026-03-01T{_clock(n)}.{n:06}Z  INFO tide::gauge: read gauge={n * 37} depth={n % 9}.{n % 7}")}
»2026-03-01T10:01:40.000017Z  WARN tide::gauge: gauge is late gauge=7 ms=3120
»2026-03-01T10:01:41.000017Z ERROR tide::pool: no gauge left err=PoolError {{ size: 8, waiting: 31 }}
{times(100, lambda n: f"2026-03-01T{_clock(n)}.{n:06}Z DEBUG tide::pool: tick={n}")}""",
    )
    yield marked(
        "go log",
        Kind.LOG,
        f"""{times(90, lambda n: f"2026/03/01 {_clock(n)} read.go:{n % 9}: gauge {n * 37} says {n % 11}")}
»2026/03/01 10:01:30 read.go:41: gauge 7: dial tcp 10.0.0.7:502: connect: connection refused
»2026/03/01 10:01:31 main.go:12: could not flush 31 readings
{times(60, lambda n: f"2026/03/01 {_clock(n)} read.go:{n % 9}: gauge {n * 37} says {n % 11}")}
»exit status 1""",
    )
    yield marked(
        "logfmt",
        Kind.LOG,
        f"""{times(90, lambda n: f'ts=2026-03-01T{_clock(n)}Z level=info component=tide msg="read gauge" gauge={n * 37} took={n}ms')}
»ts=2026-03-01T10:01:30Z level=error component=tide msg="read gauge" gauge=7 err="context deadline exceeded"
»ts=2026-03-01T10:01:31Z level=warn component=wal msg="falling behind" segments=31
{times(60, lambda n: f"ts=2026-03-01T{_clock(n)}Z level=debug component=tide msg=tick n={n}")}""",
    )
    yield marked(
        "rails",
        Kind.LOG,
        f"""{times(50, lambda n: f'I, [2026-03-01T{_clock(n)}.{n:06} #7]  INFO -- : [r-{n}] Started GET "/gauges/{n}" for 10.0.0.{n} at 2026-03-01 {_clock(n)} +0000')}
»E, [2026-03-01T10:01:30.000017 #7] ERROR -- : [r-51] ActiveRecord::RecordNotFound (Couldn't find Gauge with 'id'=7):
»W, [2026-03-01T10:01:31.000017 #7]  WARN -- : [r-52] Creating scope :deep. Overwriting existing method Gauge.deep.
»F, [2026-03-01T10:01:32.000017 #7] FATAL -- : [r-53] app/models/gauge.rb:41:in `open'
{times(50, lambda n: f"I, [2026-03-01T{_clock(n)}.{n:06} #7]  INFO -- : [r-{n}] Completed 200 OK in {n}ms (Views: {n % 9}.1ms)")}""",
    )
    yield marked(
        "elixir",
        Kind.LOG,
        f"""{times(70, lambda n: f"{_clock(n)}.{n:03} request_id=F{n:05} [info] Sent 200 in {n}ms")}
»10:01:10.017 [error] GenServer Tide.Pool terminating
»** (MatchError) no match of right hand side value: {{:error, :timeout}}
»    (tide 0.1.0) lib/tide/pool.ex:41: Tide.Pool.handle_call/3
    (stdlib 5.2) gen_server.erl:1131: :gen_server.try_handle_call/4
»10:01:11.017 [warning] gauge 7 is late
{times(70, lambda n: f"{_clock(n)}.{n:03} request_id=F{n:05} [debug] QUERY OK source=gauges db={n}.1ms")}""",
    )
    yield marked(
        "logcat",
        Kind.LOG,
        f"""--------- beginning of main
{times(80, lambda n: f"03-01 {_clock(n)}.{n:03}   412   {500 + n} D TideView: frame {n} drawn")}
»03-01 10:01:20.017   412   512 E AndroidRuntime: FATAL EXCEPTION: main
»03-01 10:01:20.017   412   512 E AndroidRuntime: java.lang.NullPointerException: depth
»03-01 10:01:20.018   412   512 W System.err: tide gauge 7 has no depth
{times(60, lambda n: f"03-01 {_clock(n)}.{n:03}   412   {500 + n} V TideView: frame {n} dropped: 0")}""",
    )
    yield marked(
        "lambda",
        Kind.LOG,
        "\n".join(
            f"START RequestId: {n:08x}-0000-4000-8000-000000000000 Version: $LATEST\n"
            f"END RequestId: {n:08x}-0000-4000-8000-000000000000\n"
            f"REPORT RequestId: {n:08x}-0000-4000-8000-000000000000\tDuration: {n}.31 ms\tBilled"
            f" Duration: {n + 1} ms\tMemory Size: 128 MB\tMax Memory Used: {60 + n % 9} MB"
            for n in range(40)
        )
        + """
START RequestId: 00000077-0000-4000-8000-000000000000 Version: $LATEST
»[ERROR] GaugeError: gauge 7 is offline
»Traceback (most recent call last):
»  File "/var/task/tide.py", line 12, in handler
»2026-03-01T10:01:20.017Z 00000078-0000-4000-8000-000000000000 Task timed out after 3.00 seconds
""",
    )
    yield marked(
        "php fpm",
        Kind.LOG,
        f"""{times(60, lambda n: f"[01-Mar-2026 {_clock(n)}] NOTICE: fpm is running, pid {n}")}
»[01-Mar-2026 10:01:00] WARNING: [pool www] server reached pm.max_children setting (5), consider raising it
»[01-Mar-2026 10:01:01 UTC] PHP Fatal error:  Uncaught TypeError: depth(): Argument #1 ($gauge) must be of type int, string given in /srv/tide/gauge.php:41
»Stack trace:
»#0 /srv/tide/index.php(12): depth('x')
»#1 {{main}}
»  thrown in /srv/tide/gauge.php on line 41
{times(60, lambda n: f"[01-Mar-2026 {_clock(n)}] NOTICE: ready to handle connections {n}")}""",
    )
