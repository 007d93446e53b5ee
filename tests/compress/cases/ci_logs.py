"""Logs of build servers, which hold the outputs of many tools."""

from __future__ import annotations

from collections.abc import Iterator

from graphpack.compress import Kind

from .base import Case, marked, times

__all__ = ["ci_logs"]


def _at(n: int) -> str:
    return f"2026-03-01T10:{n // 60 % 60:02}:{n % 60:02}.{n:07d}Z"


def ci_logs() -> Iterator[Case]:
    """Make one of each server."""
    yield marked(
        "github actions",
        None,
        f"""{_at(0)} Current runner version: '2.311.0'
{_at(0)} ##[group]Operating System
{_at(0)} Ubuntu
{_at(0)} 22.04.4
{_at(0)} ##[endgroup]
{_at(1)} ##[group]Run actions/checkout@v4
{_at(1)} with:
{_at(1)}   repository: tides/tide
{_at(1)} ##[endgroup]
{times(40, lambda n: f"{_at(n)} remote: Counting objects: {n}% ({n}/100)")}
{_at(40)} ##[group]Run npm ci
{_at(40)} npm ci
{_at(40)} shell: /usr/bin/bash -e {{0}}
{_at(40)} ##[endgroup]
{times(60, lambda n: f"{_at(40 + n)} npm http fetch GET 200 https://registry.example/tide{n} {n * 7}ms (cache miss)")}
{_at(99)} npm warn deprecated glob@7.2.3: Glob versions prior to v9 are no longer supported
{_at(99)} added 812 packages, and audited 813 packages in 21s
{_at(100)} ##[group]Run npm test
{_at(100)} ##[endgroup]
{times(50, lambda n: f"{_at(101 + n)}   ✓ reads gauge {n} ({n} ms)")}
{_at(160)}   1) shows the depth
{_at(160)}   1 failing
{_at(160)}       AssertionError [ERR_ASSERTION]: 3 == 4
{_at(160)}       at Context.<anonymous> (test/buoy.test.js:12:14)
{_at(161)} ##[error]Process completed with exit code 1.
{_at(162)} ##[warning]Node.js 16 actions are deprecated. Please update to Node.js 20: actions/cache@v3.
{_at(163)} Post job cleanup.
{times(30, lambda n: f"{_at(163 + n)} [command]/usr/bin/git config --local --unset-all http.extraheader.{n}")}
{_at(199)} Cleaning up orphan processes""",
        also=[
            "npm warn deprecated glob@7.2.3: Glob versions prior to v9 are no longer supported",
            "1) shows the depth",
            "1 failing",
            "AssertionError [ERR_ASSERTION]: 3 == 4",
            "at Context.<anonymous> (test/buoy.test.js:12:14)",
            "##[error]Process completed with exit code 1.",
            "##[warning]Node.js 16 actions are deprecated. Please update to Node.js 20: actions/cache@v3.",
        ],
    )
    yield marked(
        "gitlab",
        None,
        f"""Running with gitlab-runner 16.9.1 (782c6ecb)
  on runner-7 Zx81, system ID: s_0
section_start:1772359200:prepare_executor
Preparing the "docker" executor
Using Docker executor with image python:3.12 ...
Pulling docker image python:3.12 ...
{times(20, lambda n: f"{n:012x}: Pull complete")}
section_end:1772359230:prepare_executor
section_start:1772359231:step_script
$ pip install -r requirements.txt
{times(50, lambda n: f"Collecting tide{n}=={n}.0")}
{times(50, lambda n: f"  Downloading tide{n}-{n}.0-py3-none-any.whl ({n} kB)")}
»ERROR: Could not find a version that satisfies the requirement gauge==9.9 (from versions: 1.0, 1.1)
»ERROR: No matching distribution found for gauge==9.9
»WARNING: You are using pip version 23.0; however, version 24.0 is available.
section_end:1772359260:step_script
»ERROR: Job failed: exit code 1""",
    )
    yield marked(
        "jenkins",
        None,
        f"""Started by user Ana Brook
[Pipeline] Start of Pipeline
[Pipeline] node
Running on pier-3 in /var/jenkins/workspace/tide
[Pipeline] {{
[Pipeline] sh
+ make -j4
{times(80, lambda n: f"gcc -O2 -Wall -c -o gauge{n}.o gauge{n}.c")}
»buoy.c:41:12: error: 'depth' undeclared (first use in this function)
»buoy.c:17:5: warning: implicit declaration of function 'sound' [-Wimplicit-function-declaration]
»make: *** [Makefile:12: buoy.o] Error 1
[Pipeline] }}
[Pipeline] // node
[Pipeline] End of Pipeline
»ERROR: script returned exit code 2
»Finished: FAILURE""",
    )
    yield marked(
        "terraform",
        None,
        f"""{times(40, lambda n: f"aws_instance.gauge[{n}]: Refreshing state... [id=i-{n:012x}]")}

Terraform will perform the following actions:

»  # aws_db_instance.tide must be replaced
»-/+ resource "aws_db_instance" "tide" {{
»      ~ engine_version = "14.3" -> "15.2" # forces replacement
{times(20, lambda n: f"        option_{n} = {n}")}
    }}

»Plan: 1 to add, 0 to change, 1 to destroy.
{times(40, lambda n: f"aws_db_instance.tide: Still destroying... [id=tide, {n}0s elapsed]")}
»│ Error: deleting RDS DB Instance (tide): InvalidDBInstanceState: Instance is not available
»│   with aws_db_instance.tide,
»│   on main.tf line 41, in resource "aws_db_instance" "tide":""",
    )
    yield marked(
        "ansible",
        None,
        "\n".join(
            f"TASK [gauge : step {n}] ********************************************************\n"
            f"ok: [pier1]\nok: [pier2]\nchanged: [pier3]\n"
            for n in range(25)
        )
        + """
TASK [gauge : start] *************************************************************
»fatal: [pier2]: FAILED! => {"changed": false, "msg": "Unable to start service tided: Job failed"}
»[WARNING]: Could not match supplied host pattern, ignoring: buoys
PLAY RECAP ***********************************************************************
»pier1                      : ok=26   changed=0    unreachable=0    failed=0    skipped=1
»pier2                      : ok=25   changed=0    unreachable=0    failed=1    skipped=1
»pier3                      : ok=1    changed=25   unreachable=1    failed=0    skipped=1
""",
    )
    yield marked(
        "docker build",
        Kind.BUILD,
        f"""#1 [internal] load build definition from Dockerfile
#1 DONE 0.0s
#2 [internal] load metadata for docker.io/library/node:20
#2 DONE 0.4s
{times(40, lambda n: f"#5 sha256:{n:064x} {n}.1MB / 80MB 0.{n}s")}
#5 DONE 2.1s
#8 [4/6] RUN npm ci
{times(40, lambda n: f"#8 {n}.211 npm http fetch GET 200 https://registry.example/tide{n} {n}ms")}
»#8 9.117 npm ERR! code ERESOLVE
»#8 9.118 npm ERR! ERESOLVE unable to resolve dependency tree
»#8 9.119 npm ERR! Found: react@18.2.0
»#8 ERROR: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1
------
 > [4/6] RUN npm ci:
------
»Dockerfile:9
--------------------
   8 |     COPY package*.json ./
»   9 | >>> RUN npm ci
  10 |     COPY . .
--------------------
»ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1""",
    )
