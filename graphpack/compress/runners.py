"""What test runners write: that one test passed, that work goes on, how it all ended."""

from __future__ import annotations

from graphpack.patterns import compiled

__all__ = ["GREETING", "PASSED", "RUNNER"]

PASSED = compiled(
    r"\S.{0,400}::.{1,400} (?:PASSED|SKIPPED|XFAIL)\b.{0,400}$"  # pytest -v
    r"|[\w./\\-]{1,300}\.py(?:::\S+)? [.sxX]+ *(?:\[ *\d+%\])?$|[.sxX]{20,}(?: *\[ *\d+%\])?$"
    r"|\[gw\d+\] \[ *\d+%\] (?:PASSED|SKIPPED|XFAIL) "
    r"|\s*[✓✔√○↓] |PASS (?:\[.{1,20}\] )?\S|\s*PASS +\[ *[\d.]+s\] "  # jest, vitest, nextest
    r"|test .{1,400} \.\.\. (?:ok|ignored)(?:, .{0,100})?$|running \d+ tests?(?: from \S+)?$"  # cargo
    r"|test result: ok\. 0 passed; 0 failed; 0 ignored|\s*Running (?:unittests |tests/)"
    r"|\s*--- (?:PASS|SKIP): |\s*=== (?:RUN|PAUSE|CONT|NAME) |ok +\t?\S|\?   \t"  # go
    r"|\w+ \([\w.]+\)(?: \.\.\.)? (?:ok|skipped '.{0,100})$"  # unittest
    r"|\s*(?:ok \d+\b|# Subtest: )|\S+\.t \.+ ok$"  # TAP
    r"|\[INFO\] Tests run: \d+, Failures: 0, Errors: 0,.{0,200} -+ in |\[INFO\] Running "
    r"|Tests run: \d+, Failures: 0, Errors: 0,.{0,200}Time elapsed|Running [\w.]+$"  # JUnit
    r"|[\w.$]+ > .{1,300} (?:PASSED|SKIPPED)$|\s*\[OK\] |.{1,300} ✔$"
    r"|\[ +(?:RUN|OK) +\] |\[-{6,}\] "  # GoogleTest
    r"|\s*Start +\d+: |\s*\d+/\d+ Test +#\d+: .{1,300}\bPassed +[\d.]+ sec$"  # CTest
    r"|\s+(?:Passed|Skipped) \S.{0,400} \[[<\d][^\]]{0,20}\]$"  # dotnet
    r"|Test (?:Case|Suite) '.{1,300}' (?:started|passed)\b"  # XCTest
    r"|.{1,300} \.\.\. (?:ok|ignored) \(\d+m?s\)$"  # deno
    r"|[.SIRNDW*]{20,}(?: +\d+ / \d+ \( *\d+%\))?$"  # PHPUnit, RSpec, ExUnit
    r"|//\S{1,300} +(?:\(cached\) )?PASSED\b|.{1,300} \| PASS \|$|\[info\] - (?!.{0,400}\*\*\*)"
)
"""A line that says of one test, or one file of tests, that it passed or was skipped."""

RUNNER = (
    r"=+ (?:test session starts|FAILURES|ERRORS|short test summary info|\d+ (?:passed|failed)"
    r"|no tests ran|\d+ errors?|.{0,80}\d+ (?:passed|failed|error)) ?.{0,80}=*$"
    r"|\S+::\S.{0,300} (?:PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)\b|(?:FAILED|ERROR) \S+\.py\b"
    r"|[\w./\\-]+\.py [.FEsxX]+ *\[ *\d+%\]$|\[gw\d+\] \[ *\d+%\] "
    r"|\d+ (?:passed|failed)(?:, \d+ \w+)* in [\d.]+s|[.FEsxX]{10,} *\[ *\d+%\]$"
    r"|Test(?: Suite)?s: +\d|Test Files +\d|\s*Tests +\d+ (?:passed|failed)"
    r"|(?:PASS|FAIL) +\S+\.[jt]sx?|\s+\d+ (?:passing|failing|pending)\b"
    r"|\s*[✓✔√×✕✗✘] .{1,200}(?:\(?\d+ ?ms\)?)?$"
    r"|\s*● .{1,200} › "
    r"|test .{1,300} \.\.\. (?:ok|FAILED|ignored)|test result: |running \d+ tests?\b|failures:$"
    r"|\s*--- (?:PASS|FAIL|SKIP): |=== (?:RUN|CONT|PAUSE) |(?:ok|FAIL) {0,4}\t\S+"
    r"|(?:\[\w+\] )?Tests run: \d+, Failures: |Ran \d+ tests? in |\d+ tests completed"
    r"|[\w.$]+ > .{1,200} (?:PASSED|FAILED|SKIPPED)$|(?:not )?ok \d+ - |TAP version|# Subtest: "
    r"|# (?:tests|pass|fail|cancelled|skipped) \d+$"
    r"|\w+ \([\w.]+\)(?: \.\.\.)? (?:ok|FAIL|ERROR)$"
    r"|\[ +(?:RUN|OK|FAILED|PASSED|SKIPPED) +\] |\[[=-]{6,}\] |\d+% tests passed"
    r"|\s*\d+/\d+ Test +#\d+: |\s+(?:PASS|FAIL|SLOW|LEAK) \[ *[\d.]+s\] |\s+Summary \["
    r"|\s+(?:Passed|Failed|Skipped) \S.{0,400} \[[<\d][^\]]{0,20}\]$|Test Run (?:Failed|Successful)"
    r"|Test (?:Case|Suite) '|\s*Executed \d+ tests?, with |.{1,200} \.\.\. (?:ok|FAILED) \(\d+m?s\)$"
    r"|(?:FAILED|ok) \| \d+ passed|\d+ (?:examples?|tests?), \d+ failures?|rspec \./\S+:\d"
    r"|\s*Failure/Error: |Running ExUnit|PHPUnit \d|Tests: \d+, Assertions: |OK \(\d+ tests?, "
    r"|There (?:was|were) \d+ (?:failure|error|risky|warning|skipped)|\d+ runs, \d+ assertions, "
    r"|[.FESIRNDW*]{10,} +\d+ / \d+ \( *\d+%\)$|//\S{1,200} +(?:\(cached\) )?(?:PASSED|FAILED) in "
    r"|.{1,200} \| (?:PASS|FAIL) \|$|\[info\] Tests: succeeded|Test run for \S"
)
"""A line that nothing but a test runner writes; a pattern without looking ahead or back."""

GREETING = compiled(
    r"platform \w+ -- |cachedir: |rootdir: |plugins: |configfile: |testpaths: |hypothesis profile"
    r"|asyncio: |Using --random|collecting \.\.\.\s*$|scheduling tests via|created: \d+/\d+ workers"
    r"|\d+ workers \[|PASS$|Browserslist|Snapshots: +0 |Duration +|\s*Start at |Ran all test"
    r"|> \S+@\S+ \S+$|> [\w./ -]+$|\s*RUN +v[\d.]+ |\s+(?:---|\.\.\.)$|\s+duration_ms: [\d.]+$"
    r"|\s+type: '(?:test|suite)'$|1\.\.\d+$|Runtime: +PHP|Configuration: /|-- Docs: https?:"
    r"|  Determining projects to restore|  All projects are up-to-date|Starting test execution"
    r"|A total of \d+ test files? matched|Run with --s"
)
"""A line in which a runner only introduces itself or its settings."""
