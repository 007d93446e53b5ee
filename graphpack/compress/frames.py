"""The frames of stack traces in six languages: where they are, and whose code they name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphpack.patterns import compiled

__all__ = ["Frame", "frames"]


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame of a trace.

    Args:
        first: Index of its line.
        last: Index of its last line: the source below it, or the place.
        is_foreign: Whether it is the code of a runtime, a framework or a library.
        key: What tells it from another.
        is_split: Whether the lines after the first are only source, and may go without it.
        weight: How many frames it stands for.
    """

    first: int
    last: int
    is_foreign: bool
    key: str
    is_split: bool
    weight: int = 1


_PYTHON = compiled(r"[ \t|+-]*File \"[^\"\n]{1,500}\", line \d+")
_AT = compiled(r"[ \t|]*at (?:async |new )?\S")
_MORE = compiled(
    r"[ \t|]*(?:\.\.\.|\[Previous line repeated) (\d{1,9}) (?:more|common frames omitted)"
)
_NUMBERED = compiled(r"[ \t]*\d{1,4}: {1,4}(?:0x[0-9a-f]+ - )?[<\w{].{0,500}$")
_NUMBERED_AT = compiled(r"[ \t]+at \S")
_GO_CALL = compiled(
    r"created by \S{1,300}(?: in goroutine \d+)?$|[\w./*(){}\[\]$~%-]{1,300}\(.{0,500}\)$"
)
_GO_PLACE = compiled(r"\t\S{1,400}\.(?:go|s):\d+(?: \+0x[0-9a-f]+)?$")
_RUBY_PHP = compiled(
    r"[ \t]*from \S{1,400}:\d+:in "
    r"|[ \t]+\([\w ]{1,40} \d[\w.-]{0,20}\) \S{1,300}\.(?:exs?|[eh]rl):\d"
    r"|[ \t]*#\d{1,3} +(?:\S{1,400}\(\d+\): |0x[0-9a-f]+ in )"
)

_FOREIGN = compiled(
    r"site-packages|dist-packages|/lib/python\d|/lib64/python|[\\/]Lib[\\/]|\"<frozen |importlib"
    r"|node_modules|node:|\(internal/|at internal/|<anonymous>\)?$|\bnative\b"
    r"|/rustc/|\.cargo[\\/]registry|/toolchains/"
    r"|/usr/local/go/src|/go/pkg/mod/|/libexec/src/|\bruntime\.|/vendor/|/gems/|/usr/lib/"
    r"|[\\/]dotnet[\\/]|/_/src/|\b__libc_|/glibc|\((?:elixir|stdlib|kernel|phoenix|plug|ecto\w*|cowboy"
    r"|bandit|ranch|mix|ex_unit|telemetry|db_connection|postgrex|oban|absinthe) \d"
)
_FOREIGN_NAME = compiled(
    r"[ \t|]*(?:at |\d{1,4}: +(?:0x[0-9a-f]+ - )?)(?:async )?<?(?:"
    r"(?:java|jdk)\.[\w.]+/|(?:java|javax|jakarta|jdk|sun|com\.sun|kotlin|kotlinx|scala|groovy"
    r"|android|androidx|dalvik|akka|reactor|io\.(?:netty|reactivex|grpc|micrometer|undertow)"
    r"|org\.(?:springframework|hibernate|apache|junit|gradle|eclipse|jboss|mockito|testng"
    r"|codehaus|slf4j|postgresql)|com\.(?:fasterxml|google\.common|zaxxer|mysql|intellij)"
    r"|ch\.qos|okhttp3|retrofit2|System|Microsoft|MS|Npgsql|Newtonsoft|Xunit|NUnit|Castle)\."
    r"|(?:std|core|alloc|tokio|futures\w*|hyper|tower|rayon\w*|actix\w*|axum|backtrace|test)::"
    r"|__?rust_|rust_|_start\b|main$|__libc|clone|start_thread|_?_?pthread|BaseThreadInit|Rtl"
    r"|Array\.|Promise\.|process\.|Module\.|Function\.|Object\.<anonymous> \(node:)"
)


def frames(lines: Sequence[str], first: int = 0, end: int | None = None) -> Iterator[Frame]:
    """Find the frames in a run of lines.

    Args:
        lines: Of the text.
        first: Where to begin.
        end: Where to stop; None goes to the end.

    Yields:
        The frames in order, none sharing a line.
    """
    at = first
    stop = len(lines) if end is None else end
    while at < stop:
        frame = _frame(lines, at, stop)
        if frame is None:
            at += 1
        else:
            yield frame
            at = frame.last + 1


def _frame(lines: Sequence[str], at: int, stop: int) -> Frame | None:
    line = lines[at]
    if _PYTHON.match(line):
        last = _source_end(lines, at, stop)
        return Frame(at, last, bool(_FOREIGN.search(line)), line.strip(), last > at)
    more = _MORE.match(line)
    if more:
        return Frame(at, at, True, line.strip(), False, int(more[1]))
    if _AT.match(line) or _RUBY_PHP.match(line):
        foreign = bool(_FOREIGN.search(line) or _FOREIGN_NAME.match(line))
        return Frame(at, at, foreign, line.strip(), False)
    if _NUMBERED.match(line):
        has_place = at + 1 < stop and bool(_NUMBERED_AT.match(lines[at + 1]))
        place = lines[at + 1] if has_place else ""
        foreign = bool(_FOREIGN_NAME.match(line) or _FOREIGN.search(place))
        key = f"{line.partition(': ')[2]} {place.strip()}"
        return Frame(at, at + has_place, foreign, key, False)
    if at + 1 < stop and _GO_PLACE.match(lines[at + 1]) and _GO_CALL.match(line):
        place = lines[at + 1]
        foreign = bool(_FOREIGN.search(place) or line.startswith("runtime."))
        return Frame(at, at + 1, foreign, f"{line.partition('(0x')[0]} {place.strip()}", False)
    return None


def _source_end(lines: Sequence[str], at: int, stop: int) -> int:
    """Find the last line of the source that stands, further in, below a frame."""
    margin = _margin(lines[at])
    last = at
    while last + 1 < stop and last < at + 4:
        line = lines[last + 1]
        if not line.strip() or _margin(line) <= margin or _PYTHON.match(line):
            break
        last += 1
    return last


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip(" \t|+-"))
