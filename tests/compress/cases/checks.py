"""Outputs of checkers and package managers."""

from __future__ import annotations

from collections.abc import Iterator

from graphpack.compress import Kind

from .base import Case, marked, times

__all__ = ["checks"]


def checks() -> Iterator[Case]:
    """Make one of each tool."""
    yield from _checkers()
    yield from _packages()


def _checkers() -> Iterator[Case]:
    yield marked(
        "eslint",
        Kind.BUILD,
        "\n".join(
            f"\n»/srv/tide/src/gauge{n}.js\n»  {n + 4}:{n + 7}  error    'unit{n}' is defined but never used  no-unused-vars\n"
            f"»  {n + 9}:3  warning  Unexpected console statement       no-console"
            for n in range(12)
        )
        + """

»✖ 24 problems (12 errors, 12 warnings)
»  0 errors and 12 warnings potentially fixable with the `--fix` option.
""",
    )
    yield marked(
        "ruff",
        Kind.BUILD,
        "\n".join(
            f"»src/tide/gauge{n}.py:{n + 4}:{n + 7}: F401 [*] `os{n}` imported but unused"
            for n in range(20)
        )
        + """
»src/tide/buoy.py:41:101: E501 Line too long (112 > 100)
»Found 21 errors.
»[*] 20 fixable with the `--fix` option.""",
    )
    yield marked(
        "ruff full",
        Kind.BUILD,
        "\n".join(
            f"»F401 [*] `os{n}` imported but unused\n»  --> src/tide/gauge{n}.py:{n + 4}:8\n   |\n"
            f"»{n + 4} | import os{n}\n   |        ^^^\n   |\nhelp: Remove unused import: `os{n}`\n"
            for n in range(8)
        )
        + """
»Found 8 errors.""",
    )
    yield marked(
        "mypy",
        Kind.BUILD,
        "\n".join(
            f'»src/tide/gauge{n}.py:{n + 4}: error: Argument 1 to "read" has incompatible type "str"; expected "int"  [arg-type]'
            for n in range(15)
        )
        + """
»src/tide/buoy.py:41: error: Item "None" of "Gauge | None" has no attribute "depth"  [union-attr]
»src/tide/buoy.py:41: note: See https://mypy.example/en/stable/_refs.html
»Found 16 errors in 16 files (checked 81 source files)""",
    )
    yield marked(
        "clippy",
        Kind.BUILD,
        f"""{times(30, lambda n: f"    Checking gauge{n} v1.{n}.0")}
»warning: this `if` has identical blocks
»  --> src/buoy.rs:41:19
   |
»41 |       if depth > 4 {{
   |  ___________________^
   = help: for further information visit https://clippy.example/if_same_then_else
»error: this loop never actually loops
»  --> src/pier.rs:7:5
»error: could not compile `tide` (lib) due to 1 previous error; 1 warning emitted""",
    )
    yield marked(
        "shellcheck",
        None,
        f"""{times(20, lambda n: f"checked gauge{n}.sh")}

»In deploy.sh line 41:
»rm -rf $TIDE_HOME/*
»       ^--------^ SC2115 (warning): Use "${{var:?}}" to ensure this never expands to /* .

»In deploy.sh line 44:
»cd $TIDE_HOME
»^-----------^ SC2164 (warning): Use 'cd ... || exit' in case cd fails.""",
    )


def _packages() -> Iterator[Case]:
    yield marked(
        "npm install",
        Kind.BUILD,
        f"""»npm warn ERESOLVE overriding peer dependency
»npm warn deprecated inflight@1.0.6: This module is not supported, and leaks memory.
{times(60, lambda n: f"npm http fetch GET 200 https://registry.example/gauge{n} {n}ms (cache hit)")}

»added 812 packages, and audited 813 packages in 21s

142 packages are looking for funding
  run `npm fund` for details

»7 vulnerabilities (2 moderate, 5 high)

To address all issues, run:
  npm audit fix""",
    )
    yield marked(
        "pip",
        Kind.BUILD,
        f"""{times(40, lambda n: f"Collecting gauge{n}>={n}.0{chr(10)}  Downloading gauge{n}-{n}.1-py3-none-any.whl ({n} kB){chr(10)}     ━━━━━━━━━━━━━━━━━━━━━━ {n}.0/{n}.0 kB 1.1 MB/s eta 0:00:00")}
Building wheels for collected packages: soundings
  Building wheel for soundings (pyproject.toml): started
»  error: subprocess-exited-with-error

»  × Building wheel for soundings (pyproject.toml) did not run successfully.
»  │ exit code: 1
»  ╰─> [12 lines of output]
»      src/soundings.c:7:10: fatal error: harbour.h: No such file or directory
»      compilation terminated.
»      error: command '/usr/bin/gcc' failed with exit code 1
»  ERROR: Failed building wheel for soundings
»ERROR: Could not build wheels for soundings, which is required to install pyproject.toml-based projects""",
    )
    yield marked(
        "apt",
        Kind.BUILD,
        f"""{times(20, lambda n: f"Get:{n} http://deb.example/debian bookworm/main amd64 gauge{n} amd64 {n}.1-1 [{n} kB]")}
{times(30, lambda n: f"Selecting previously unselected package gauge{n}.{chr(10)}Preparing to unpack .../gauge{n}_{n}.1-1_amd64.deb ...{chr(10)}Unpacking gauge{n} ({n}.1-1) ...")}
»dpkg: error processing archive /var/cache/apt/archives/soundings_1.0_amd64.deb (--unpack):
» trying to overwrite '/usr/bin/sound', which is also in package buoy 2.1
{times(30, lambda n: f"Setting up gauge{n} ({n}.1-1) ...")}
»Errors were encountered while processing:
» /var/cache/apt/archives/soundings_1.0_amd64.deb
»E: Sub-process /usr/bin/dpkg returned an error code (1)""",
    )
    yield marked(
        "cargo success",
        Kind.BUILD,
        f"""    Updating crates.io index
{times(70, lambda n: f"   Compiling gauge{n} v{n}.1.0")}
»    Finished `release` profile [optimized] target(s) in 41.12s""",
    )
