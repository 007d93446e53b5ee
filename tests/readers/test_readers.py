from __future__ import annotations

import importlib
import io
import zipfile
from pathlib import Path

import pytest

import graphpack.readers as readers
from graphpack.errors import AmbiguousFormatError, ReadError, UnknownFormatError, UsageError
from graphpack.model.conversation import (
    Conversation,
    ConversationSource,
    Message,
    Role,
    Text,
)
from graphpack.readers import LazyReader, detect, formats, read
from graphpack.readers.base import Certainty
from graphpack.readers.opening import open_source, read_bytes

from .records import Claude, Codex, jsonl


class _Tide:
    """A format of this test: the first word is ``sure`` or ``maybe``."""

    name = "tide"
    about = "tide tables"
    word = "tide"

    def detect(self, probe) -> Certainty:
        if "tide-index" in probe.members:
            return Certainty.SURE
        words = probe.head.split(maxsplit=2)
        if len(words) < 2 or words[1] not in (self.word, "both"):
            return Certainty.NO
        return {"sure": Certainty.SURE, "maybe": Certainty.MAYBE}.get(words[0], Certainty.NO)

    def read(self, source):
        if source.members:
            yield self.one("whole", source.name, str(len(source.members)))
            return
        raw = read_bytes(source).decode()
        if "broken" in raw:
            raise ReadError(f"{source.name}:1: no tide")
        if "empty" not in raw:
            yield self.one(raw.split()[-1], source.name, raw)

    def one(self, key: str, name: str, text: str) -> Conversation:
        message = Message(0, Role.USER, (Text(text),))
        return Conversation(key, None, ConversationSource(name, self.name), (message,))


class _Gauge(_Tide):
    name = "gauge"
    about = "gauges"
    word = "gauge"

    def detect(self, probe) -> Certainty:
        return Certainty.NO if probe.members else super().detect(probe)


class _Plain(_Tide):
    name = "plain-text"
    about = "text"

    def detect(self, probe) -> Certainty:
        return Certainty.NO


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> None:
    here = __name__
    lines = [("tide", "_Tide"), ("gauge", "_Gauge"), ("plain-text", "_Plain")]
    made = tuple(LazyReader(name, f"{here}:{cls}") for name, cls in lines)
    monkeypatch.setattr(readers, "TABLE", made)


def codes(found: Conversation) -> list[tuple[str, str, int]]:
    return [(n.code, n.where, n.count) for n in found.notices]


@pytest.mark.usefixtures("table")
class TestDetect:
    @pytest.mark.parametrize(
        ("raw", "name"),
        [
            (b"sure tide", "tide"),
            (b"maybe gauge", "gauge"),
            (b"nothing known", "plain-text"),
        ],
    )
    def test_one_reader_is_found(self, raw: bytes, name: str) -> None:
        assert detect(open_source(raw)).name == name

    def test_a_sure_one_beats_one_that_may_be(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(_Gauge, "detect", lambda self, probe: Certainty.MAYBE)
        assert detect(open_source(b"sure tide")).name == "tide"

    @pytest.mark.parametrize("level", ["sure", "maybe"])
    def test_two_of_a_kind_are_ambiguous_and_named(self, level: str) -> None:
        with pytest.raises(AmbiguousFormatError, match="f: could be tide or gauge") as caught:
            detect(open_source(f"{level} both".encode(), name="f"))
        assert caught.value.hint is not None
        assert "--format tide" in caught.value.hint

    @pytest.mark.parametrize(
        ("raw", "why"), [(b"\0\1\2" * 50, "not text"), (b"", "empty"), (b" \n", "empty")]
    )
    def test_what_is_no_text_is_of_no_format(self, raw: bytes, why: str) -> None:
        with pytest.raises(UnknownFormatError, match=f"^f: {why}$"):
            detect(open_source(raw, name="f"))


@pytest.mark.usefixtures("table")
class TestRead:
    def test_text_of_no_format_is_read_with_a_notice(self) -> None:
        (found,) = read(b"just words", name="f")
        assert found.source.format == "plain-text"
        assert codes(found) == [("unrecognised-format", "f", 1)]

    def test_the_format_can_be_said(self) -> None:
        (found,) = read(b"sure tide", format="gauge")
        assert found.source.format == "gauge"
        (found,) = read(b"just words", format="plain-text")
        assert found.notices == ()

    def test_an_unknown_format_is_refused_at_once(self) -> None:
        with pytest.raises(UsageError, match="no format is called 'ebb'"):
            read(b"x", format="ebb")

    def test_a_source_that_is_not_there_is_refused_at_once(self, tmp_path: Path) -> None:
        with pytest.raises(ReadError):
            read(tmp_path / "none")

    def test_no_conversation_is_a_read_error(self) -> None:
        with pytest.raises(ReadError, match=r"^f: no conversation in it"):
            list(read(b"sure tide empty", name="f"))

    def test_ids_are_unique_within_a_source(self, tmp_path: Path) -> None:
        for name in "abc":
            (tmp_path / name).write_bytes(b"sure tide same")
        assert [found.id for found in read(tmp_path)] == ["same", "same~2", "same~3"]

    def test_a_folder_is_read_by_name_and_nothing_is_lost_silently(self, tmp_path: Path) -> None:
        files = {
            "1-image.png": b"\x89PNG\0\1\2\3\4\5\6\7\0",
            "2-broken": b"sure tide broken",
            "3-good": b"sure tide three",
            "4-notes": b"nothing known",
            "5/good": b"maybe gauge five",
            "6-both": b"sure both six",
            "7-broken": b"sure tide broken",
        }
        for name, raw in files.items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_bytes(raw)
        three, five = read(tmp_path, name="folder")
        assert (three.id, three.source) == ("three", ConversationSource("3-good", "tide"))
        assert (five.id, five.source) == ("five", ConversationSource("5/good", "gauge"))
        assert codes(three) == [
            ("unknown-file", "folder:1-image.png,4-notes", 2),
            ("unreadable-member", "folder", 1),
            ("unreadable-member", "folder", 1),
        ]
        assert "6-both: could be tide or gauge" in three.notices[1].message
        assert "2-broken:1: no tide" in three.notices[2].message
        assert "7-broken:1: no tide" in five.notices[0].message

    def test_a_folder_of_broken_files_says_what_is_wrong(self, tmp_path: Path) -> None:
        (tmp_path / "a").write_bytes(b"sure tide broken")
        with pytest.raises(ReadError, match="a:1: no tide"):
            list(read(tmp_path))

    def test_a_folder_of_other_files_is_of_no_format(self, tmp_path: Path) -> None:
        (tmp_path / "a.png").write_bytes(b"\x89PNG\0\1\2\3\4\5\6\7\0")
        (tmp_path / "b.txt").write_bytes(b"nothing known")
        why = "^f: none of its 2 files is of a known format; a.png: not text$"
        with pytest.raises(UnknownFormatError, match=why) as caught:
            list(read(tmp_path, name="f"))
        assert [name for name, _ in caught.value.refusals] == ["tide", "gauge", "plain-text"]

    def test_an_empty_folder_is_a_read_error(self, tmp_path: Path) -> None:
        with pytest.raises(ReadError, match="an empty directory"):
            list(read(tmp_path))

    def test_a_container_may_be_claimed_whole(self, tmp_path: Path) -> None:
        for name in ("tide-index", "a", "b"):
            (tmp_path / name).write_bytes(b"sure gauge x")
        (found,) = read(tmp_path)
        assert (found.id, found.messages[0].text) == ("whole", "3")

    def test_a_format_said_for_a_folder_reads_its_own_files(self, tmp_path: Path) -> None:
        (tmp_path / "a").write_bytes(b"sure tide a")
        (tmp_path / "b").write_bytes(b"sure gauge b")
        (found,) = read(tmp_path, format="gauge")
        assert found.id == "b"

    def test_a_zip_in_a_folder_is_a_container_of_its_own(self, tmp_path: Path) -> None:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as archive:
            archive.writestr("a", "sure tide a")
            archive.writestr("b", "sure gauge b")
        (tmp_path / "m.zip").write_bytes(buffer.getvalue())
        (tmp_path / "z").write_bytes(b"sure tide z")
        assert [found.id for found in read(tmp_path)] == ["a", "b", "z"]
        assert [found.id for found in read(buffer.getvalue())] == ["a", "b"]


def test_the_table_holds_what_it_says() -> None:
    names = [line.name for line in readers.TABLE]
    assert len(set(names)) == len(names)
    for line in readers.TABLE:
        assert line.load().name == line.name
    assert [name for name, _ in formats()] == names
    assert all(about and "\n" not in about for _, about in formats())


def test_readers_are_imported_only_when_asked() -> None:
    source = Path(importlib.import_module("graphpack.readers").__file__ or "").read_text("utf-8")
    top = [line for line in source.splitlines() if line.startswith(("import", "from"))]
    modules = {line.target.split(":")[0].rsplit(".", 1)[1] for line in readers.TABLE}
    assert not [line for line in top for module in modules if f"readers.{module} " in line]


def test_the_logs_of_two_programs_in_one_folder_are_told_apart(tmp_path: Path) -> None:
    c, x = Claude(), Codex()
    (tmp_path / "one.txt").write_bytes(jsonl(c.user("go")))
    (tmp_path / "two.txt").write_bytes(jsonl(x.meta(), *x.prompt("go")))
    assert [found.source.format for found in read(tmp_path)] == ["claude-code", "codex"]
