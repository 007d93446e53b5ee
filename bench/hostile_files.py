"""Makes the files that were made to do harm, each with what the command may do about it."""

from __future__ import annotations

import json
import os
import socket
import struct
import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from hostile_trees import all_parents, circle, deep, same_ids, times, tree

CANARY = "the-word-that-lies-outside"
FINE, REFUSED = (0,), (4, 5, 6)
EITHER = (*FINE, *REFUSED)

CHAT = [
    {"role": "user", "content": "Never use slug pellets. Which bed gets the tomatoes?"},
    {"role": "assistant", "content": "Decision: the tomatoes go into bed 2."},
]


@dataclass(frozen=True)
class Case:
    """One attack.

    Args:
        name: For the table.
        make: Writes the files into a folder.
        command: What is run there.
        codes: The exit codes that are right.
        says: What the command has to say; empty where nothing is asked.
        seconds: How much processor time it may take.
        peak_mb: How much memory it may take.
        stdin: What it is fed.
        is_waiting: True where it may wait for ever, if it says so.
    """

    name: str
    make: Callable[[Path], object]
    command: tuple[str, ...] = ("export", "in", "-q")
    codes: tuple[int, ...] = EITHER
    says: str = ""
    seconds: float = 30.0
    peak_mb: float = 300.0
    stdin: Callable[[Path], bytes] | None = None
    is_waiting: bool = False


def _write(data: bytes | str | Callable[[], bytes], name: str = "in") -> Callable[[Path], object]:
    def make(folder: Path) -> object:
        raw = data() if callable(data) else data
        return (folder / name).write_bytes(raw.encode() if isinstance(raw, str) else raw)

    return make


def _json(value: Callable[[], Any]) -> Callable[[Path], object]:
    return _write(lambda: json.dumps(value()).encode())


# -- ZIPs


def _zip(members: Callable[[zipfile.ZipFile], object]) -> Callable[[Path], object]:
    def make(folder: Path) -> None:
        with zipfile.ZipFile(folder / "in", "w", zipfile.ZIP_DEFLATED) as archive:
            members(archive)

    return make


def _zeros(archive: zipfile.ZipFile, name: str = "conversations.json", mb: int = 400) -> None:
    with archive.open(name, "w", force_zip64=True) as file:
        for _ in range(mb):
            file.write(b" " * (1 << 20))


def _nested(folder: Path) -> None:
    raw = b" " * (50 << 20)
    for depth in range(4):
        packed = BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for number in range(1 if depth == 0 else 10):
                archive.writestr(f"{number}.zip" if depth else "chat.txt", raw)
        raw = packed.getvalue()
    (folder / "in").write_bytes(raw)


def _named(*names: str) -> Callable[[Path], object]:
    def members(archive: zipfile.ZipFile) -> None:
        for name in names:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # of a name that is there twice
                archive.writestr(name, json.dumps(CHAT))

    return _zip(members)


def _overlapping(folder: Path) -> None:
    """Many directory entries for one and the same packed data."""
    name, raw = b"a.json", b" " * (2 << 20)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(raw) + packer.flush()
    fields = (zlib.crc32(raw), len(packed), len(raw))
    local = struct.pack("<4s5H3L2H", b"PK\3\4", 20, 0, 8, 0, 33, *fields, len(name), 0) + name
    count = 5000
    entries = b""
    for number in range(count):
        own = f"{number:04d}.json".encode()
        head = struct.pack("<4s6H3L", b"PK\1\2", 20, 20, 0, 8, 0, 33, *fields)
        entries += head + struct.pack("<5H2L", len(own), 0, 0, 0, 0, 0, 0) + own
    start = len(local) + len(packed)
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count, count, len(entries), start, 0)
    (folder / "in").write_bytes(local + packed + entries + end)


def _lying(size: int) -> Callable[[Path], object]:
    """A member that says it unpacks to another size than it does."""

    def make(folder: Path) -> None:
        packed = BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("a.json", b" " * (30 << 20) + json.dumps(CHAT).encode())
        raw = bytearray(packed.getvalue())
        at = raw.rfind(b"PK\1\2")
        raw[at + 24 : at + 28] = struct.pack("<L", size)
        (folder / "in").write_bytes(raw)

    return make


def _wide_directory(folder: Path) -> None:
    """A directory of a million empty members, which are listed whole when a ZIP is opened."""
    entry = struct.pack("<4s6H3L5H2L", b"PK\1\2", 20, 20, 0, 0, 0, 33, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0)
    count = 1_000_000
    entries = b"".join(entry + b"%06x" % number for number in range(count))
    local = struct.pack("<4s5H3L2H", b"PK\3\4", 20, 0, 0, 0, 33, 0, 0, 0, 6, 0) + b"000000"
    where = len(local)
    after = where + len(entries)
    end = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, count, count, len(entries), where)
    end += struct.pack("<4sLQL", b"PK\6\7", 0, after, 1)
    end += struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 65535, 65535, 2**32 - 1, 2**32 - 1, 0)
    (folder / "in").write_bytes(local + entries + end)


# -- folders


def _outside(folder: Path) -> Path:
    path = folder / "outside.txt"
    path.write_text(f"user: {CANARY}\nassistant: {CANARY}\n")
    return path


def _links(folder: Path) -> None:
    inside = folder / "in"
    inside.mkdir()
    (inside / "chat.json").write_text(json.dumps(CHAT))
    (inside / "loop").symlink_to(inside, target_is_directory=True)
    (inside / "self").symlink_to("self")
    (inside / "gone").symlink_to("nowhere")
    (inside / "same.json").symlink_to("chat.json")


def _link_out(folder: Path) -> None:
    inside = folder / "in"
    inside.mkdir()
    (inside / "chat.json").write_text(json.dumps(CHAT))
    (inside / "notes.txt").symlink_to(_outside(folder))
    (inside / "folder").symlink_to(folder, target_is_directory=True)


def _many_files(folder: Path) -> None:
    (folder / "in").mkdir()
    for number in range(10_000):
        (folder / "in" / f"{number:05d}.json").write_text(json.dumps(CHAT))


def _special_files(folder: Path) -> None:
    inside = folder / "in"
    inside.mkdir()
    (inside / "chat.json").write_text(json.dumps(CHAT))
    os.mkfifo(inside / "fifo.json")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(inside / "s"))


def _socket(folder: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(folder / "in"))


def _unreadable(folder: Path) -> None:
    (folder / "in").mkdir()
    (folder / "in" / "chat.json").write_text(json.dumps(CHAT))
    (folder / "in" / "locked.json").write_text(json.dumps(CHAT))
    (folder / "in" / "locked.json").chmod(0)


# -- JSON


def _codex(lines: Iterable[dict[str, Any]]) -> bytes:
    head = {"id": "0199", "timestamp": "2026-01-02T03:04:05Z", "cwd": "/home/mira"}
    found = [{"type": "session_meta", "payload": head}, *lines]
    stamp = {"timestamp": "2026-01-02T03:04:05Z"}
    return b"".join(json.dumps(stamp | line).encode() + b"\n" for line in found)


def _said(text: str) -> dict[str, Any]:
    return {"type": "event_msg", "payload": {"type": "user_message", "message": text}}


BIG = 100_000_000


def _sparse(folder: Path) -> None:
    with (folder / "in").open("wb") as file:
        file.truncate(5 << 30)


CASES = (
    # ZIPs
    Case("ZIP: 400 MB from 400 KB", _zip(_zeros), codes=REFUSED, says="max_zip_ratio"),
    Case("ZIP: ZIPs in ZIPs in ZIPs", _nested, codes=REFUSED),
    Case(
        "ZIP: 20,000 members",
        _zip(lambda z: [z.writestr(f"{n}.txt", b"") for n in range(20_000)]),
        seconds=60,
    ),
    Case("ZIP: a directory of a million", _wide_directory, codes=REFUSED, says="max_files"),
    Case("ZIP: 5,000 members share their bytes", _overlapping, codes=REFUSED, says="max_zip"),
    Case("ZIP: says less than it unpacks to", _lying(40), codes=EITHER),
    Case("ZIP: says more than it unpacks to", _lying(3 << 30), codes=REFUSED),
    Case("ZIP: names that climb", _named("../../out.json", "a/../../b.json"), codes=(2,)),
    Case("ZIP: absolute names", _named("/etc/out.json", "C:\\out.json", "\\\\host\\x"), codes=(2,)),
    Case("ZIP: names that steer a terminal", _named("\x1b[2J\x1b]0;x\x07.json"), codes=FINE),
    Case("ZIP: one name twice", _named("a.json", "a.json"), ("export", "in", "--pick", "1")),
    Case("ZIP: cut off", _write(b"PK\3\4" + b"\0" * 1000), codes=REFUSED, says="damaged zip"),
    # folders and special files
    Case("folder: links in circles", _links, codes=(*FINE, 2)),
    Case("folder: links that lead out", _link_out, codes=FINE),
    Case(
        "folder: links that lead out are told",
        _link_out,
        ("export", "in"),
        codes=FINE,
        says="leads out of the folder",
    ),
    Case("folder: 10,000 files", _many_files, ("read", "in", "--list", "-q"), FINE, seconds=120),
    Case("folder: a pipe and a socket in it", _special_files, codes=FINE),
    Case("folder: a file without permission", _unreadable, codes=(*FINE, 2)),
    Case("file: no permission", lambda f: _write("x")(f) and (f / "in").chmod(0)),
    Case("file: empty", _write(b""), codes=REFUSED),
    Case("file: a name that is not there", lambda _: None, codes=REFUSED, says="no such file"),
    Case("file: a name with NUL", lambda _: None, ("read", "-", "-q"), stdin=lambda _: b"\0"),
    Case("file: 5 GB", _sparse, codes=REFUSED, says="max_input_bytes"),
    Case("device: /dev/zero", lambda _: None, ("export", "/dev/zero"), REFUSED, "a device"),
    Case("device: /dev/null", lambda _: None, ("export", "/dev/null"), REFUSED, "a device"),
    Case("device: validate /dev/zero", lambda _: None, ("validate", "/dev/zero"), REFUSED),
    Case("device: a socket", _socket, codes=REFUSED, says="a socket"),
    Case(
        "pipe: nobody writes",
        lambda folder: os.mkfifo(folder / "in"),
        seconds=2,
        is_waiting=True,
    ),
    # JSON
    Case("JSON: 10,000 lists deep", _write(deep("[", "]"))),
    Case("JSON: 10,000 objects deep", _write(deep('{"a":', "}", tail="").replace(":}", ":1}", 1))),
    Case(
        "JSON: a message 10,000 deep",
        _write(deep("[", "]", head='[{"role":"user","content":', tail="}]")),
    ),
    Case(
        "JSON: a line of a log 10,000 deep",
        _write(_codex([_said("hi")]) + deep("[", "]", head='{"type":', tail="}\n").encode()),
        codes=FINE,
    ),
    Case("JSON: a million open brackets", _write("[" * 1_000_000)),
    Case("JSON: a million open objects", _write('{"a":' * 1_000_000)),
    Case("JSON: deep pack", _write(deep("[", "]")), ("validate", "in"), codes=(20,)),
    Case("JSON: a million keys", _json(lambda: {str(n): n for n in range(1_000_000)}), peak_mb=900),
    Case(
        "JSON: a string of 100 MB",
        _json(lambda: [{"role": "user", "content": "word " * (BIG // 5)}, CHAT[1]]),
        seconds=240,
        peak_mb=2500,
    ),
    Case(
        "JSON: one line of 100 MB in a log",
        _write(lambda: _codex([_said("hello"), _said("x" * BIG)])),
        seconds=240,
        peak_mb=2500,
    ),
    Case(
        "JSON: integers of 5,000 digits", _write('[{"role":"user","content":' + "9" * 5000 + "}]")
    ),
    Case(
        "JSON: integers beyond 64 bits",
        _write(json.dumps([{**CHAT[0], "create_time": 2**70, "id": -(2**80)}, CHAT[1]])),
        codes=FINE,
    ),
    Case("JSON: NaN and Infinity", _write('[{"role":"user","content":"hi","t":NaN},Infinity]')),
    Case("JSON: half surrogates", _write('[{"role":"user","content":"a\\ud800b"}]'), codes=FINE),
    Case("JSON: NUL bytes", _write(b"\0" * 4000 + json.dumps(CHAT).encode())),
    Case(
        "JSON: a byte order mark", _write(b"\xef\xbb\xbf" + json.dumps(CHAT).encode()), codes=FINE
    ),
    Case("JSON: UTF-16", _write(json.dumps(CHAT).encode("utf-16"))),
    # trees
    Case("tree: a circle", _json(lambda: [tree(circle)]), codes=FINE),
    Case("tree: every node under every node", _json(lambda: [tree(all_parents)]), codes=FINE),
    Case("tree: one id for all", _json(lambda: [tree(same_ids)]), codes=FINE),
    Case(
        "tree: chats of one id",
        _json(lambda: [tree(lambda _: None)] * 20),
        ("read", "in", "--list"),
        FINE,
    ),
    Case("tree: 20,000 deep", _json(lambda: [tree(lambda _: None, 20_000)]), seconds=90),
    *(
        Case(f"dates: {value!r}"[:30], _json(lambda v=value: [tree(times(v))]), codes=FINE)
        for value in (1e300, -1e300, 2**70, "99999-01-01T00:00:00Z", "0000-00-00", [], -62135596801)
    ),
    # text
    Case(
        "text: one line of 100 MB", _write(lambda: b"word " * (BIG // 5)), seconds=240, peak_mb=2500
    ),
    Case("text: 100 MB without a space", _write(lambda: b"x" * BIG), seconds=240, peak_mb=2500),
    Case("text: 2 million empty lines", _write("\n" * 2_000_000)),
    Case("text: no UTF-8", _write(bytes(range(128, 256)) * 1000)),
    Case("text: NUL in the middle", _write(b"user: hello\0there\nassistant: hi\n"), codes=FINE),
    Case(
        "stdin: 100 MB of one byte",
        lambda _: None,
        ("export", "-", "-q"),
        stdin=lambda _: b"a" * BIG,
        seconds=240,
        peak_mb=2500,
    ),
    Case(
        "settings: a project's file 10,000 deep",
        lambda folder: (
            _write(deep("[", "]", head="keep = "), ".graphpack.toml")(folder),
            _json(lambda: CHAT)(folder),
        ),
        codes=(2,),
    ),
    Case(
        "settings: a project's file raises a limit",
        lambda folder: (
            _write("max_zip_ratio = 100000", ".graphpack.toml")(folder),
            _zip(_zeros)(folder),
        ),
        codes=(2,),
    ),
)
