"""What a single line looks like, told from how it begins."""

from __future__ import annotations

import re

from graphpack.compress.test_runs import TEST_RUN

__all__ = ["SAMPLE_CHARS", "line_kind"]

SAMPLE_CHARS = 240
"""So much of a line is looked at."""

_TRACE = (
    r"Traceback \(most recent call last\)|Exception in thread |Caused by: |thread '[^'\n]{0,80}'"
    r"(?: \(\d+\))? panicked at|goroutine \d+ \[|panic: |Unhandled [Ee]xception|stack backtrace:"
    r"|[ \t|+]*File \"[^\"\n]{1,200}\", line \d|[ \t]+at (?:async |new )?[\w.$<>/\[\]` ]{1,200}\("
    r"|[ \t]+at (?:async )?(?:file://)?[/\w.][^ \n]{0,200}:\d+(?::\d+)?$|[ \t]+\.\.\. \d+ more"
    r"|\t\S{1,200}\.go:\d+(?: \+0x[0-9a-f]+)?$"
    r"|\s+\d+: +0x[0-9a-f]+ - |\s*\d+: [\w<]\S*::\S|[ \t]+at [A-Z][\w.`<>]+\(.{0,150}\) in "
    r"|[\w.$]{0,100}[A-Z]\w{0,60}(?:Error|Exception): ?.{0,100}$"
)
_LOG = (
    r"\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d |\[?\d\d:\d\d:\d\d"
    r"(?:[.,]\d+)?\]? |[IWEF]\d{4} \d\d:\d\d|\d\d-\d\d \d\d:\d\d:\d\d\.\d|<\d{1,3}>\S"
    r"|\S{1,60} (?:-|\w+) (?:-|\w+) \[\d\d/[A-Z][a-z]{2}/\d{4}:|(?:ts|time|level|lvl)=\S"
    r"|\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\b\]?[ :|\]]"
    r"|\[[A-Za-z][\w./:@ -]{1,40}\] +\S|(?:debug|info|warn|error|fatal): "
    r"|\{\"(?:[^\"\n]{1,40}\":[^\n]{0,160}\")?(?:level|severity|lvl)\":"
)
_DIFF = (
    r"diff --git |@@ -\d|--- (?:a/|/dev/null|\S+\t)|\+\+\+ (?:b/|/dev/null|\S+\t)"
    r"|index [0-9a-f]{7,40}\.\.|Index: \S|similarity index|rename (?:from|to) |new file mode"
    r"|deleted file mode|Binary files "
)
_BUILD = (
    r"\s{2,}(?:Compiling|Checking|Downloaded|Downloading|Fresh|Finished|Documenting|Updating) \S"
    r"|npm (?:warn|WARN|ERR!|error|http|notice|info|verb|timing) |> Task :|added \d+ packages"
    r"|make(?:\[\d+\])?: |\[ *\d+%\] (?:Building|Linking|Built|Generating)|\[\d+/\d+\] "
    r"|[^\s:(]{1,200}\(\d+,\d+\): (?:error|warning) "
    r"|[^\s:]{1,200}:\d+:\d+: (?:fatal |error|warn|note)"
    r"|[^\s:]{1,200}:\d+: (?:error|warning): |error(?:\[E\d+\])?: |warning(?:\[\w+\])?: |error TS\d"
    r"|(?:gcc|g\+\+|clang|clang\+\+|cc|rustc|javac) -|Collecting \S"
    r"|Successfully (?:installed|built)"
    r"|Requirement already satisfied|BUILD (?:SUCCESSFUL|FAILED|SUCCESS)|#\d+ \[|Step \d+/\d+ : "
    r"|\[INFO\] (?:BUILD|-{3,}|Scanning|Building )|\[ERROR\] /|webpack \d|(?:CC|LD|CXX) +\S+\.[co]"
)
_TREE = r"[│|\s]*(?:├─|└─|\|--|`--|\+--|\\--)|[-dlcbps][-rwxsStT]{9}[.+@]? +\d+ \S|total \d+$"
_TABLE = r"\s*\|.{0,220}\|?\s*$|[┌╔├╠└╚][─═┬╦┼╪┴╩┐]|[│║] .{1,200}|\+[-=+]{3,}"
_HIT = (
    r"(?:\./|/)?[\w.@+~-]{1,80}(?:/[\w.@+~ -]{1,80}){0,20}"
    r"(?:[.\w]:\d{1,7}(?::\d{1,6})?[:-]|(?<=\w)-\d{1,7}-)|--$"
)
_DECLARED = (
    r"(?:from \S+ )?import [\w{*\"']|#include|use \w+(?:::|;)|package [\w.]+;?$|#!/|@\w+(?:\(|$)"
    r"|\s*(?:pub(?:\(\w+\))? |async |export |static |public |private |protected |default )*"
    r"(?:abstract |final |override |unsafe |inline |const |extern )*"
    r"(?:fn|def|class|function|func|struct|enum|interface|impl|trait|namespace|mod|void)"
    r" [\w<*(\[&].{0,200}(?:[:{(,;]|\)|\w)$"
)
_CODE = (
    r"//|/\*|\s*(?:const|let|var|type|int|string|bool) \w"
    r"|\s*(?:return|if|for|while|elif|except|catch|switch|case|match|raise|throw|yield|with)\b"
    r".{0,200}[:{;)]$|\s*(?:else|try|finally|do)\s*[:{]|\s*[})\]]+[;,)]*$|\s+[\w.\[\]]+\(.{0,200}\);?$"
    r"|\s*[\w.\[\]\"']+ ?(?::=|[-+*/|&]?=) .{0,220}|.{0,230}[{;]$"
)
_MARKDOWN = r"#{1,6} \S|```|~~~|\s{0,6}[-*+] \S|\s{0,6}\d{1,3}[.)] \S|> ?\S|!?\[[^\]\n]{1,120}\]\("

_LINE = re.compile(
    f"(?P<trace>{_TRACE})|(?P<test>{TEST_RUN.pattern})|(?P<diff>{_DIFF})|(?P<build>{_BUILD})"
    f"|(?P<log>{_LOG})|(?P<tree>{_TREE})|(?P<table>{_TABLE})|(?P<hit>{_HIT})"
)
_PLAIN = re.compile(f"(?P<declared>{_DECLARED})|(?P<markdown>{_MARKDOWN})|(?P<code>{_CODE})")


def line_kind(line: str, *, is_text: bool = False) -> str:
    """Tell what a line looks like.

    Args:
        line: Without its end.
        is_text: Look for the marks of source code and Markdown only.

    Returns:
        ``trace``, ``test``, ``diff``, ``build``, ``log``, ``tree``, ``table``, ``hit``; with
        ``is_text`` ``declared``, ``markdown`` or ``code``; empty where it looks like none of them.
    """
    found = (_PLAIN if is_text else _LINE).match(line[:SAMPLE_CHARS])
    return (found.lastgroup or "") if found else ""
