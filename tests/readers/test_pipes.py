"""What is no file keeps nobody waiting: pipes without a writer, sockets, devices."""

import os
import signal
import socket
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from graphpack.errors import ReadError
from graphpack.files import open_regular, read_regular
from graphpack.readers import pipes, read
from graphpack.readers.base import Opened
from graphpack.readers.opening import open_source, read_bytes
from graphpack.readers.pipes import read_pipe
from graphpack.readers.sqlite import database

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
TALK = "User: Which bed do the beans go into?\n\nAssistant: Into bed 4.\n"


@pytest.fixture(autouse=True)
def _soon():
    """Fail instead of hanging."""

    def give_up(_, __):
        raise TimeoutError("waited for a pipe")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(180)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def pipe(tmp_path):
    path = tmp_path / "pipe.txt"
    os.mkfifo(path)
    return path


def test_only_files_are_opened(pipe, tmp_path):
    for path, what in (
        (pipe, "a pipe"),
        (tmp_path, "Is a directory"),
        (Path("/dev/null"), "a dev"),
    ):
        with pytest.raises(OSError, match=what):
            read_regular(path)
    (tmp_path / "one.txt").write_bytes(b"one")
    (tmp_path / "link.txt").symlink_to("one.txt")
    with open_regular(tmp_path / "link.txt") as file:
        assert file.read() == b"one"


def test_a_pipe_that_takes_the_place_of_a_file_is_noticed(tmp_path, pipe, monkeypatch):
    # between the first look at it and the opening
    plain = tmp_path / "plain.txt"
    plain.write_bytes(b"one")
    state = plain.stat()
    monkeypatch.setattr(Path, "stat", lambda *_, **__: state)
    with pytest.raises(OSError, match="a pipe, no file"):
        open_regular(pipe)


def test_pipes_and_sockets_are_refused_where_a_file_is_read(pipe, tmp_path):
    with pytest.raises(ReadError, match=r"pipe.txt: a pipe, no file"):
        list(read(pipe))
    with closing(socket.socket(socket.AF_UNIX)) as made:
        made.bind(str(tmp_path / "s"))
        with pytest.raises(ReadError, match="a socket, no file"):
            list(read(tmp_path / "s"))


def test_in_a_folder_they_are_passed_over(pipe, tmp_path):
    (tmp_path / "talk.txt").write_text(TALK, encoding="utf-8")
    assert [member.name for member in open_source(tmp_path).members] == ["talk.txt"]
    assert len(list(read(tmp_path))) == 1
    assert pipe.exists()


def test_a_pipe_in_the_place_of_a_journal_is_refused(tmp_path):
    path = tmp_path / "state.db"
    with closing(sqlite3.connect(path)) as made:
        made.execute("CREATE TABLE one(two)")
    os.mkfifo(tmp_path / "state.db-journal")
    with pytest.raises(ReadError, match="a pipe, no file"), database(Opened("s", path=path)) as db:
        db.tables()


def test_a_pipe_without_a_writer_is_given_up(pipe):
    assert pipes.WRITER_WAIT_S <= 3
    with pytest.raises(ReadError, match="a pipe that nobody writes into"):
        read_pipe(pipe)


@pytest.mark.parametrize("pieces", [[b"one", b"two"], [b"x" * 300_000, b"y" * 200_000]])
def test_a_writer_may_come_late_and_take_its_time(pipe, pieces, monkeypatch):
    monkeypatch.setattr(pipes, "WRITER_WAIT_S", 150)

    def write():
        time.sleep(0.2)
        with pipe.open("wb", buffering=0) as file:
            for piece in pieces:
                time.sleep(0.2)
                file.write(piece)

    writer = threading.Thread(target=write)
    writer.start()
    assert read_bytes(open_source(pipe, takes_pipe=True)) == b"".join(pieces)
    writer.join()
