"""What a single line looks like, told from how it begins.

All patterns are asked in one pass of an automaton: one after the other they would take twenty times
as long. An automaton looks neither ahead nor back, so what is an exception stands before the rule.
"""

from __future__ import annotations

from functools import cache

import re2

from graphpack.compress.runners import RUNNER
from graphpack.patterns import compiled

__all__ = ["SAMPLE_CHARS", "line_kind"]

SAMPLE_CHARS = 240
"""So much of a line is looked at."""

_MAX_MEMORY_BYTES = 64 << 20

_TRACE = (
    r"Traceback \(most recent call last\)|Exception in thread |Caused by: |thread '[^'\n]{0,80}'"
    r"(?: \(\d+\))? panicked at|goroutine \d+ \[|panic: |Unhandled [Ee]xception|stack backtrace:"
    r"|[ \t|+]*File \"[^\"\n]{1,200}\", line \d|[ \t]+at (?:async |new )?[\w.$<>/\[\]` ]{1,200}\("
    r"|[ \t]+at (?:async )?(?:file://)?[/\w.][^ \n]{0,200}:\d+(?::\d+)?$|[ \t]+\.\.\. \d+ more"
    r"|\t\S{1,200}\.go:\d+(?: \+0x[0-9a-f]+)?$"
    r"|\s+\d+: +0x[0-9a-f]+ - |\s*\d+: [\w<]\S*::\S|[ \t]+at [A-Z][\w.`<>]+\(.{0,150}\) in "
    r"|[\w.$]{0,100}[A-Z]\w{0,60}(?:Error|Exception): ?.{0,100}$"
    r"|(?:[ \t]*from )?[/\w.][^ \n]{0,200}\.rb:\d+:in [`']|[ \t]*from \S{1,200}:\d+:in "
    r"|[ \t]*#\d{1,3} +(?:0x[0-9a-f]+ in |\S{1,200}\(\d+\): |\{main\})|==\d+==(?:ERROR|ABORT)"
    r"|[ \t]+\([\w ]{1,40} \d[\w.-]{0,20}\) \S{1,200}\.[eh]rl:\d|\*\* \([\w.]{1,80}\) "
    r"|[ \t]+\([\w ]{1,40} \d[\w.-]{0,20}\) \S{1,200}\.exs?:\d|[ \t]*--- End of inner exception"
    r"|[ \t|+]*(?:Exception Group )?Traceback \(most recent|[ \t|]*\+[-+]+ (?:\d+|\.\.\.) -{4,}"
)
_LOG = (
    r"\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d |\[?\d\d:\d\d:\d\d"
    r"(?:[.,]\d+)?\]? |[IWEF]\d{4} \d\d:\d\d|\d\d-\d\d \d\d:\d\d:\d\d\.\d|<\d{1,3}>\S"
    r"|\S{1,60} (?:-|\w+) (?:-|\w+) \[\d\d/[A-Z][a-z]{2}/\d{4}:|(?:ts|time|level|lvl)=\S"
    r"|\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\b\]?[ :|\]]"
    r"|\[[A-Za-z][\w./:@ -]{1,40}\] +\S|(?:debug|info|warn|error|fatal): "
    r"|\{\"(?:[^\"\n]{1,40}\":[^\n]{0,160}\")?(?:level|severity|lvl)\":"
    r"|\d{1,7}:[MSCX] \d\d [A-Z][a-z]{2} \d{4} \d\d:|[A-Z], \[\d{4}-\d\d-|\[ *\d{1,6}\.\d{3,6}\] "
    r"|(?:START|END|REPORT|INIT_START) (?:RequestId|Runtime)|\[\d\d-[A-Z][a-z]{2}-\d{4} \d\d:"
    r"|\[?\d\d?[./]\d\d?[./]\d{2,4},? \d\d?:\d\d|\[[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d\d:"
    r"|[a-z][\w.-]{0,60}[-_]\d+ +\| |section_(?:start|end):\d"
)
_DIFF = (
    r"diff --(?:git|cc|combined) |@@@* -\d|--- (?:a/|/dev/null|\S+\t)|\+\+\+ (?:b/|/dev/null|\S+\t)"
    r"|index [0-9a-f]{7,40}\.\.|Index: \S|similarity index|rename (?:from|to) |new file mode"
    r"|deleted file mode|Binary files "
)
_BUILD = (
    r"\s{2,}(?:Compiling|Checking|Downloaded|Downloading|Fresh|Finished|Documenting|Updating) \S"
    r"|npm (?:warn|WARN|ERR!|error|http|notice|info|verb|timing) |> Task :|added \d+ packages"
    r"|make(?:\[\d+\])?: |\[ *\d+%\] (?:Building|Linking|Built|Generating)|\[\d+/\d+\] "
    r"|[^\s:(]{1,200}\(\d+,\d+\): (?:error|warning) "
    r"|[^\s:]{1,200}:\d+:\d+:? (?:- )?(?:fatal |error|warn|note)|[^\s:]{1,200}:\d+:\d+: [A-Za-z'\"`]"
    r"|[^\s:]{1,200}:\d+: (?:error|warning|note|[A-Z]{1,4}\d{2,4}\b)|[ \t]*\d+:\d+ +(?:error|warning) "
    r"|[ \t]*(?:error(?:\[E\d+\])?|warning(?:\[\w+\])?): |error TS\d|[A-Z]{1,4}\d{3,4} (?:\[\*\] )?\S"
    r"|[ \t]+--> \S+:\d+:\d+$|[✘▲] \[(?:ERROR|WARNING)\] |(?:ERROR|WARNING) in \S|[ew]: (?:file://)?/"
    r"|✖ \d+ problem|In \S+ line \d+:$|In file included from |Module (?:not found|parse failed)"
    r"|(?:gcc|g\+\+|clang|clang\+\+|cc|rustc|javac) -|Collecting \S|collect2: |/usr/bin/ld: "
    r"|Successfully (?:installed|built)|✓ (?:\d+ modules|built in)|vite v\d|[ \t]*(?:dist|build|out)/\S+ +[\d.]+ ?[kKM]i?[bB]"
    r"|Requirement already satisfied|BUILD (?:SUCCESSFUL|FAILED|SUCCESS)|Build (?:FAILED|succeeded)\."
    r"|#\d+ (?:\[|DONE|CACHED|ERROR|sha256:|\d+\.\d+ |extracting|exporting|transferring)|Step \d+/\d+ : "
    r"|\[INFO\] (?:BUILD|-{3,}|Scanning|Building |Download)|\[(?:ERROR|WARNING)\] /|webpack \d"
    r"|asset \S+ [\d.]+ [KM]?i?B|(?:CC|LD|CXX) +\S+\.[co]|CMake (?:Error|Warning)|MSBuild version"
    r"|-- (?:Looking|Detecting|Found|The \w+ comp|Check|Performing|Configuring|Build files|Generating)"
    r"|[ \t]+\S+ -> /|[ \t]+\d+ (?:Warning|Error)\(s\)|go: (?:downloading|finding|extracting|added) "
    r"|(?:Get|Hit|Ign):\d+ http|(?:Selecting previously|Preparing to unpack|Setting up|Unpacking) \S"
    r"|[├└┌┬─]+ [○●ƒλ◐] |▲ Next|\S+: (?:Refreshing state|Still \w+|Creation complete)|➤ YN\d"
    r"|[ \t]+- (?:Installing|Downloading|Upgrading|Locking|Removing) \S|yarn \w+ v\d|[0-9a-f]{12}: Pull"
    r"|(?:Using|Fetching|Installing) [\w.-]+ \d[\w.]*$|(?:Resolved|Prepared|Installed) \d+ packages? in"
)
_TREE = r"[│|\s\x{A0}]*(?:├─|└─|\|--|`--|\+--|\\--)|[-dlcbps][-rwxsStT]{9}[.+@]? +\d+ \S|total \d+$"
_TABLE = r"\s*\|.{0,220}\|?\s*$|[┌╔├╠└╚][─═┬╦┼╪┴╩┐]|[│║] .{1,200}|\+[-=+]{3,}"
_HIT = (
    r"(?:\./|/)?[\w.@+~-]{1,80}(?:/[\w.@+~ -]{1,80}){0,20}"
    r"(?:[.\w]:\d{1,7}(?::\d{1,6})?[:-]|\w-\d{1,7}-)|--$|L?\d{1,7}:|L\d{1,7}- "
)
_DECLARED = (
    r"(?:from \S+ )?import [\w{*\"']|#include|use \w+(?:::|;)|package [\w.]+;?$|#!/|@\w+(?:\(|$)"
    r"|\s*(?:pub(?:\(\w+\))? |async |export |static |public |private |protected |default )*"
    r"(?:abstract |final |override |unsafe |inline |const |extern )*"
    r"(?:fn|def|class|function|func|struct|enum|interface|impl|trait|namespace|mod|void)"
    r" [\w<*(\[&].{0,200}(?:[:{(,;]|\)|\w)$"
)
_CODE = (
    r"[ \t]*(?://|/\*|\*/)|\t+[A-Za-z_]\w* +[*\[\]\w.]+(?: +`[^`]*`)?,?$|\t+\w+:? .{0,200},$|\s*(?:const|let|var|type|int|string|bool) \w"
    r"|\s*(?:return|if|for|while|elif|except|catch|switch|case|match|raise|throw|yield|with)\b"
    r".{0,200}[:{;)]$|\s*(?:else|try|finally|do)\s*[:{]|\s*[})\]]+[;,)]*$|\s*[\w.\[\]]+\(.{0,200}\);?$"
    r"|\s*[\w.\[\]\"']+ ?(?::=|[-+*/|&]?=) .{0,220}|.{0,230}[{;]$"
)
_MARKDOWN = r"#{1,6} \S|```|~~~|\s{0,6}[-*+] \S|\s{0,6}\d{1,3}[.)] \S|> ?\S|!?\[[^\]\n]{1,120}\]\("

# what the rules of another kind would take for theirs
_BUILD_FIRST = r"\s*✓ (?:\d+ modules|built in|Compiled|Linting)|\s*[✘▲] \[(?:ERROR|WARNING)\] "
_LOG_FIRST = r"[IWEF]\d{4} \d\d:\d\d"
_CLOCK = r"\d{1,2}:\d\d\b"

_OUTPUT = (
    ("trace", _TRACE),
    ("build", _BUILD_FIRST),
    ("test", RUNNER),
    ("diff", _DIFF),
    ("log", _LOG_FIRST),
    ("build", _BUILD),
    ("log", _LOG),
    ("tree", _TREE),
    ("table", _TABLE),
    ("", _CLOCK),
    ("hit", _HIT),
)
_TEXT = (("declared", _DECLARED), ("markdown", _MARKDOWN), ("code", _CODE))
_BOUND = compiled(r"\{([01]),\d{2,3}\}")


@cache
def _matcher(kinds: tuple[tuple[str, str], ...]) -> re2.Set:
    options = re2.Options()
    options.max_mem = _MAX_MEMORY_BYTES
    made = re2.Set.MatchSet(options)
    for _, pattern in kinds:
        # lines are cut, so bounds inside them only make the automaton larger
        made.Add(_BOUND.sub(lambda bound: "*" if bound[1] == "0" else "+", pattern))
    made.Compile()
    return made


def line_kind(line: str, *, is_text: bool = False) -> str:
    """Tell what a line looks like.

    Args:
        line: Without its end.
        is_text: Look for the marks of source code and Markdown only.

    Returns:
        ``trace``, ``test``, ``diff``, ``build``, ``log``, ``tree``, ``table``, ``hit``; with
        ``is_text`` ``declared``, ``markdown`` or ``code``; empty where it looks like none of them.
    """
    kinds = _TEXT if is_text else _OUTPUT
    found = _matcher(kinds).Match(line[:SAMPLE_CHARS].encode("utf-8", "replace"))
    return kinds[min(found)][0] if found else ""
