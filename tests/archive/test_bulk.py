"""Large jobs: bad files, changed files, killed processes and lost workers; each session once."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sqlalchemy import func, select

from graphpack.archive import bulk, ingest, schema
from graphpack.archive.bulk import run_here, run_in_processes, run_on_cluster, tasks
from graphpack.archive.health import failures, faults
from graphpack.archive.ingest import Job, Share, archive_unit
from graphpack.errors import ArchiveError, UsageError
from graphpack.readers.limits import Limits
from graphpack.readers.units import Unit, units_of
from graphpack.settings import Settings
from tests.services import need_package
from tests.timing import HANGS_S

from .talks import NOW, chat, write_chat

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def no_open_archive():
    yield
    ingest.release()


def _job(where, **changes):
    values = {
        "where": str(where), "settings": Settings(now=NOW), "project": "harbour",
        "otherwise": "elsewhere", "author": "Mira Solano", "tags": (), "at": NOW,
    }  # fmt: skip
    return Job(**(values | changes))


def _units(folder):
    return units_of(folder, format=None, limits=Limits()).units


def _outcomes(done):
    found = {}
    for one in done:
        for name, count in one.outcomes:
            found[name] = found.get(name, 0) + count
    return found


def _conversations(archive):
    sessions = schema.sessions
    with archive.reading() as connection:
        return sorted(connection.execute(select(sessions.c.conversation)).scalars())


def test_a_folder_goes_in_once_and_then_only_what_is_new(archive, url, tmp_path):
    folder = tmp_path / "in"
    for number in range(3):
        write_chat(folder / f"deep/{number}.json", number)
    write_chat(folder / "copy.json", 1)
    job = _job(url)
    assert _outcomes(run_here(job, _units(folder))) == {"added": 3, "unchanged": 1}
    assert _outcomes(run_here(job, _units(folder))) == {"known": 4}
    write_chat(folder / "deep/1.json", 1, messages=8)
    write_chat(folder / "new.json", 7)
    # the copy is of an earlier state now
    assert _outcomes(run_here(job, _units(folder))) == {"known": 3, "grown": 1, "added": 1}
    assert len(archive.sessions()) == 4
    assert list(faults(archive)) == []


def test_a_bad_file_stops_nothing_and_is_told_of(archive, url, tmp_path, monkeypatch):
    folder = tmp_path / "in"
    for number in range(3):
        write_chat(folder / f"{number}.json", number)
    units = list(_units(folder))
    (folder / "1.json").unlink()
    read_unit = ingest.read_unit

    def reading(unit, **limits):
        if unit.name == "2.json":
            raise RecursionError("a reader's bug that names /home/mira/secret")
        return read_unit(unit, **limits)

    monkeypatch.setattr(ingest, "read_unit", reading)
    done = list(run_here(_job(url), units))
    assert _outcomes(done) == {"added": 1}
    assert [bool(one.errors) for one in done] == [False, True, True]
    assert dict(failures(archive)) == {
        "1.json": "1.json: no such file or directory",
        "2.json": "2.json: a bug: RecursionError",
    }
    # mended, it comes in, and is no failure any more
    monkeypatch.undo()
    write_chat(folder / "1.json", 1)
    assert _outcomes(run_here(_job(url), units)) == {"added": 2, "known": 1}
    assert failures(archive) == ()


def test_a_session_is_filed_where_it_was_held(archive, url, tmp_path):
    log = tmp_path / "in" / "0199.jsonl"
    log.parent.mkdir()
    said = {"role": "user", "content": "Decision: the lock opens at six."}
    head = {"sessionId": "0199ab42-1111-4222-8333-444455556666", "cwd": "/home/mira/locks"}
    row = {"type": "user", "uuid": "u1", "timestamp": "2026-01-02T03:04:05Z", "message": said}
    log.write_text(json.dumps(head | row) + "\n", encoding="utf-8")
    write_chat(tmp_path / "in" / "1.json", 1)
    list(run_here(_job(url, project=None), _units(tmp_path / "in")))
    assert {(s.format, s.project) for s in archive.sessions()} == {
        ("claude-code", "locks"), ("openai-chat", "elsewhere"),
    }  # fmt: skip


def test_a_large_file_is_shared(archive, url, tmp_path, monkeypatch):
    path = tmp_path / "many.json"
    path.write_text(json.dumps([chat(number) for number in range(5)]), encoding="utf-8")
    (unit,) = _units(path)
    assert [share for _, share in tasks([unit], workers=3)] == [Share()]
    monkeypatch.setattr(bulk, "LARGE_BYTES", 100)
    shares = list(tasks([unit], workers=3))
    assert [share for _, share in shares] == [Share(n, 3) for n in range(3)]
    found = [dict(archive_unit(_job(url), *task).outcomes) for task in shares]
    assert found == [{"added": 2}, {"added": 2}, {"added": 1}]
    assert len(archive.sessions()) == 5


def test_an_archive_that_refuses_ends_a_job(tmp_path):
    unit = Unit("1.json", write_chat(tmp_path / "1.json", 1))
    with pytest.raises(ArchiveError):
        list(run_here(_job(tmp_path / "none" / "team.db"), [unit]))


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)  # it takes a while
def test_processes_do_the_same_and_one_that_ends_is_survived(archive, url, tmp_path):
    folder = tmp_path / "in"
    for number in range(4):
        write_chat(folder / f"{number}.json", number)
    units = list(_units(folder))
    units.insert(2, _Deadly("deadly.json", folder / "0.json"))
    done = list(run_in_processes(_job(url), units, workers=2))
    # what was archived when the process ended, but not yet told, is found again: unchanged, or
    # known where the file was noted as read to its end; each is told once
    told = _outcomes(done)
    assert set(told) <= {"added", "unchanged", "known"}
    assert sum(told.values()) == 4
    assert sorted(one.name for one in done) == [*(f"{n}.json" for n in range(4)), "deadly.json"]
    assert [one.errors for one in done if one.errors] == [(bulk.DIED,)]
    assert [name for name, _ in failures(archive)] == ["deadly.json"]
    assert len(_conversations(archive)) == 4


class _Deadly(Unit):
    """A piece that kills whoever takes it out of its envelope."""

    def __reduce__(self):
        return (_deadly, (self.name, self.path, os.getpid()))


def _deadly(name, path, giver):
    if os.getpid() != giver:
        os.kill(os.getpid(), signal.SIGKILL)
    return _Deadly(name, path)


def _writer(url, folder, *, dies_after_s=0.0):
    """Archive a folder in a child: forked, for a new program takes seconds to begin.

    Where it is to die, that is after so much computing of its own, however busy the machine is:
    as abruptly as it would be killed by others.
    """
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, dies_after_s)
        list(run_here(_job(url), _units(folder)))
        code = 0
    finally:
        os._exit(code)


def _ended(child):
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_killed_writers_lose_nothing_and_leave_nothing_twice(archive, url, tmp_path):
    source = random.Random(7)
    folders = []
    for writer in range(3):
        folder = tmp_path / f"in{writer}"
        for number in range(writer * 4, writer * 4 + 8):  # half of them are the next one's, too
            write_chat(folder / f"{number}.json", number)
        folders.append(folder)
    archive.engine.dispose()  # a child must not speak on its parent's connections
    killed = 0
    for round in range(6):
        children = [
            _writer(url, folder, dies_after_s=0.01 + 0.05 * round + source.uniform(0, 0.1))
            for folder in folders
        ]
        ends = [_ended(child) for child in children]
        assert set(ends) <= {0, -signal.SIGPROF}
        killed += ends.count(-signal.SIGPROF)
    assert killed
    assert list(faults(archive)) == []
    archive.engine.dispose()
    assert [_ended(child) for child in [_writer(url, folder) for folder in folders]] == [0] * 3
    assert _conversations(archive) == sorted({chat(n)["id"] for n in range(16)})
    assert list(faults(archive)) == []
    messages = schema.messages
    with archive.reading() as connection:
        count = select(func.count()).select_from(messages)
        assert connection.execute(count).scalar_one() == 16 * 6


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)  # it takes a while
def test_a_cluster_archives_each_session_once_though_a_worker_is_killed(
    url, archive, tmp_path, monkeypatch
):
    need_package("distributed")
    monkeypatch.setattr(bulk, "_CONNECT_S", HANGS_S)
    import distributed

    folder = tmp_path / "in"
    for number in range(16):
        write_chat(folder / f"{number}.json", number % 12)  # four of them twice
    quiet = {"env": {**os.environ, "DASK_LOGGING__DISTRIBUTED": "critical"}, "cwd": ROOT}
    told = tmp_path / "scheduler.json"
    null = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    listen = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(told)]
    running = [subprocess.Popen([*dask, *listen], **quiet, **null)]
    try:
        for _ in range(3):
            worker = [sys.executable, "-m", "distributed.cli.dask_worker"]
            about = [
                "--scheduler-file", str(told), "--nworkers", "1", "--nthreads", "1", "--no-nanny",
                "--no-dashboard", "--local-directory", str(tmp_path / "dask"),
            ]  # fmt: skip
            running.append(subprocess.Popen([*worker, *about], **quiet, **null))
        address = _address(told)
        with distributed.Client(address, timeout=f"{HANGS_S}s", set_as_default=False) as client:
            client.wait_for_workers(3, timeout=HANGS_S)
        done = []
        for one in run_on_cluster(_job(url), _units(folder), scheduler=address):
            done.append(one)
            if len(done) == 5:
                running[2].kill()
        assert not any(one.errors for one in done)
        assert len(done) == 16
    finally:
        for process in reversed(running):
            process.kill()
            process.wait()
    assert _conversations(archive) == sorted(chat(n)["id"] for n in range(12))
    assert list(faults(archive)) == []


def _address(told):
    end = time.monotonic() + HANGS_S
    while time.monotonic() < end:
        if told.exists() and told.read_text().strip().endswith("}"):
            return json.loads(told.read_text())["address"]
        time.sleep(0.1)
    raise AssertionError("no scheduler")


def test_a_cluster_that_is_not_there_is_said(tmp_path, monkeypatch):
    need_package("distributed")
    monkeypatch.setattr(bulk, "_CONNECT_S", 1)
    with pytest.raises(UsageError, match="no cluster"):
        list(run_on_cluster(_job(tmp_path / "x"), [], scheduler="tcp://127.0.0.1:9"))


def test_names_that_sessions_are_filed_under_hold_no_secrets(archive, url, tmp_path):
    token = "ghp_" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"
    write_chat(tmp_path / "1.json", 1)
    names = {"project": token, "author": f"Mira {token}", "tags": (token,)}
    for outcome in ("added", "known"):
        assert _outcomes(run_here(_job(url, **names), _units(tmp_path))) == {outcome: 1}
    names = {"project": None, "otherwise": token}
    list(run_here(_job(url, **names), _units(tmp_path)))
    assert token not in str(archive.sessions())
    assert len(archive.projects()) == 1
