"""Named pipes on the command line: read where somebody writes, given up where nobody does."""

import json
import os
import signal
import threading

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
TALK = "User: Which bed do the beans go into?\n\nAssistant: Into bed 4, that is decided.\n"


@pytest.fixture(autouse=True)
def _soon():
    """Fail instead of hanging."""

    def give_up(_, __):
        raise TimeoutError("waited for a pipe")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(300)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def pipe(clean, monkeypatch):
    monkeypatch.setattr("graphpack.readers.pipes.WRITER_WAIT_S", 0.1)
    path = clean / "pipe"
    os.mkfifo(path)
    return path


def written(pipe, data):
    writer = threading.Thread(target=lambda: pipe.write_bytes(data), daemon=True)
    writer.start()


@pytest.mark.parametrize(
    "arguments",
    [
        ("export", "pipe"),
        ("read", "pipe"),
        ("view", "pipe"),
        ("verify", "pipe", "pipe"),
        ("compress", "pipe"),
        ("context", "--task", "Sow the beans", "--records", "pipe"),
        ("context", "--task", "Sow the beans", "pipe"),
        ("share", "pipe", "--agent", "a"),
        ("archive", "add", "pipe", "--db", "archive.db"),
        ("mcp", "--http", "--token-file", "pipe"),
        ("scan", "pipe"),
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_a_pipe_without_a_writer_ends_a_command(cli, pipe, arguments):
    ran = cli(*arguments)
    assert ran.code == 4, ran.err
    assert "pipe: a pipe" in ran.err


def test_so_does_one_in_the_place_of_settings(cli, clean, pipe):
    (clean / "talk.txt").write_text(TALK, encoding="utf-8")
    ran = cli("export", "talk.txt", "--redact-rules", "pipe")
    assert (ran.code, "a pipe" in ran.err) == (2, True), ran.err
    pipe.rename(clean / ".graphpack.toml")
    assert cli("export", "talk.txt").code == 0  # no file, and so no settings


def test_a_pipe_with_a_writer_is_an_input_like_others(cli, pipe, monkeypatch):
    monkeypatch.setattr("graphpack.readers.pipes.WRITER_WAIT_S", 200)
    written(pipe, TALK.encode())
    ran = cli("export", "pipe", "--mode", "readable")
    assert ran.code == 0, ran.err
    assert "bed 4" in ran.out
    written(pipe, b"INFO one\n")
    assert cli("compress", "pipe").out == "INFO one\n"
    record = {"kind": "decision", "text": "The beans go into bed 4"}
    written(pipe, json.dumps({"records": [record]}).encode())
    ran = cli("context", "--task", "Sow the beans", "--records", "pipe")
    assert "bed 4" in ran.out, ran.err
