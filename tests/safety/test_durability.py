"""What is written is written whole, and privately, whatever ends a run."""

import json
import os
import resource
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from graphpack import atomic
from graphpack.atomic import PREFIX, SUFFIX, Staging, make_folder, write_private

ROOT = Path(__file__).parents[2]
KILLS = 52
SIGNALS = 40

# a program that tells when it has taken over from the interpreter
TELLING = """
from graphpack.cli import main
print("begun", flush=True)
main()
"""


def words(count, salt="a"):
    return [
        {"role": ("user", "assistant")[n % 2], "content": f"Decision {n}: bed {n} gets {salt}."}
        for n in range(count)
    ]


@pytest.fixture
def place(tmp_path):
    """A folder to work in, with a chat and an export of many."""
    work = tmp_path / "work"
    work.mkdir()
    (work / "chat.json").write_text(json.dumps(words(30)))
    many = [{"id": f"c{n}", "title": f"Plan {n}", "messages": words(6, n)} for n in range(40)]
    (work / "many.json").write_text(json.dumps(many))
    (work / "few.json").write_text(json.dumps(many[:14]))
    session = work / "home" / ".codex" / "sessions" / "2026" / "01" / "02"
    session.mkdir(parents=True)
    head = {"id": "0199", "timestamp": "2026-01-02T03:04:05Z", "cwd": "/home/mira"}
    lines = [
        {"type": "session_meta", "payload": head},
        {"type": "event_msg", "payload": {"type": "user_message", "message": "Hello"}},
    ]
    stamped = [json.dumps({"timestamp": head["timestamp"], **line}) for line in lines]
    (session / "rollout-2026-01-02T03-04-05-0199.jsonl").write_text("\n".join(stamped) + "\n")
    return work


def environment(work, **more):
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("GRAPHPACK_", "XDG_"))}
    names = {f"XDG_{name}_HOME": str(work / "xdg" / name) for name in ("CACHE", "CONFIG", "STATE")}
    return {**kept, **names, "HOME": str(work / "home"), "PYTHONPATH": str(ROOT), **more}


def graphpack(work, *arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "graphpack", *map(str, arguments)],
        cwd=work,
        env=environment(work),
        check=False,
        stdout=options.pop("stdout", subprocess.PIPE),
        stderr=subprocess.PIPE,
        text=True,
        timeout=600,
        **options,
    )


def scraps(folder):
    return sorted(path.name for path in folder.rglob(f"{PREFIX}*{SUFFIX}"))


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_fifty_kills_lose_nothing(tmp_path):
    out = tmp_path / "kills.json"
    command = [sys.executable, ROOT / "bench" / "kills.py", f"--kills={KILLS}", f"--json={out}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    table = json.loads(out.read_text())
    assert sum(row["kills"] for row in table) >= 50
    assert all(row["survived"] == row["kills"] for row in table)
    assert all(row["left_over"] for row in table if row["job"].startswith("export"))


@pytest.mark.parametrize(
    "arguments",
    [
        ("export", "chat.json", "-o", "out/pack.json"),
        ("export", "many.json", "chat.json", "--all", "-o", "out"),
        ("read", "chat.json", "-o", "out/chat.md"),
    ],
    ids=lambda arguments: f"{arguments[0]} {arguments[-1]}",
)
def test_a_full_disk_is_a_line_and_no_half_a_file(place, arguments):
    (place / "out").mkdir()
    limit = 700 if arguments[0] == "export" else 200

    def full():
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    done = graphpack(place, *arguments, "-q", preexec_fn=full)
    assert done.returncode == 2, done.stderr
    assert [
        line for line in done.stderr.splitlines() if "cannot be written: file too large" in line
    ]
    assert len(done.stderr.splitlines()) == 1
    # the account of a bulk run that came to nothing is small enough
    assert {path.name for path in (place / "out").iterdir()} <= {"manifest.json"}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount")
def test_a_disk_that_fills_up_keeps_what_was_completed(place):
    (place / "out").mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=128k,mode=0700", "none", str(place / "out")]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        done = graphpack(place, "export", "many.json", "--all", "-o", "out", "-q")
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        assert "no space left on device" in done.stderr
        assert not scraps(place / "out")
        packs = list((place / "out").glob("*.compact.json"))
        assert 0 < len(packs) < 40
        for pack in packs:
            assert json.loads(pack.read_text())["n"]
            assert json.loads(pack.with_suffix(".evidence.json").read_text())
    finally:
        subprocess.run(["umount", str(place / "out")], check=True)


def test_an_index_for_which_there_is_no_room_is_a_note(place):
    def full():
        resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))

    done = graphpack(place, "sessions", preexec_fn=full)
    assert done.returncode == 0, done.stderr
    assert "note: what was found cannot be remembered" in done.stderr
    assert not scraps(place)


@pytest.fixture
def read_only(place):
    """A folder that takes no file; root, who may write anywhere, needs a mount for it."""
    folder = place / "out"
    folder.mkdir(mode=0o555)
    if os.geteuid():
        yield folder
        return
    mount = ["mount", "-t", "tmpfs", "-o", "ro", "none", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("nothing can be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.parametrize("arguments", [("-o", "out/pack.json"), ("--all", "-o", "out")])
def test_a_folder_that_may_not_be_written_is_a_line(place, read_only, arguments):
    done = graphpack(place, "export", "chat.json", *arguments, "-q")
    assert done.returncode == 2, done.stderr
    (line,) = done.stderr.splitlines()
    assert "cannot be written: " in line
    assert "read-only" in line or "permission denied" in line
    assert list(read_only.iterdir()) == []


@pytest.mark.parametrize("command", ["read many.json --list", "export chat.json", "formats"])
def test_head_closes_the_pipe_and_nobody_minds(place, command):
    line = (
        f"{sys.executable} -m graphpack {command} | head -c 1 >/dev/null; echo ${{PIPESTATUS[0]}}"
    )
    done = subprocess.run(
        ["bash", "-c", line],
        cwd=place,
        env=environment(place),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() in {"0", "141"}
    assert "Traceback" not in done.stderr
    assert "error" not in done.stderr


def test_a_signal_between_any_two_steps_leaves_no_scrap(tmp_path):
    """Raise at each line of what writes a file, as a signal's handler would."""

    class Stop(SystemExit):
        pass

    def run(at):
        steps = 0

        def step(frame, event, _):
            nonlocal steps
            if event == "line" and frame.f_code.co_filename == atomic.__file__:
                steps += 1
                if steps == at:
                    raise Stop
            return step

        sys.settrace(step)
        try:
            with Staging() as staging:
                staging.add(tmp_path / "a.json", b"{}")
                staging.add(tmp_path / "b.json", b"{}")
                staging.commit()
        except Stop:
            return True
        finally:
            sys.settrace(None)
        return False

    at = 1
    while run(at):
        assert not scraps(tmp_path), at
        at += 1
    assert at > 40


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_a_signal_ends_a_run_at_any_moment(place, number, code):
    def ends_after(wait_s):
        """Give the signal so long after the program took over; every ending is looked at."""
        child = subprocess.Popen(
            [sys.executable, "-c", TELLING, "export", "few.json", "--all", "-o", "out", "-q"],
            cwd=place,
            env=environment(place),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert child.stdout.readline() == "begun\n"
        began = time.monotonic()
        if wait_s is not None:
            time.sleep(wait_s)
            child.send_signal(number)
        out, said = child.communicate(timeout=600)
        assert (out, said) == ("", "")
        assert not scraps(place)
        json.loads((place / "out" / "manifest.json").read_text())
        return child.returncode, time.monotonic() - began

    whole, took = ends_after(None)
    assert whole == 0
    ends, early, late = [], 0.0, took
    while len(ends) < 3 or (code not in ends and len(ends) < SIGNALS):
        end, _ = ends_after((early + late) / 2)
        ends.append(end)
        if end == 0:  # the run was over before
            late = (early + late) / 2
        else:  # once in the midst of it, look at later moments; or it was too early
            early = (early + late) / 2
        if late - early < 0.01 * took:  # the machine is faster or slower than it was
            early, took = 0.0, 1.5 * took
            late = took
    # the last: it came before the interpreter could be told what to do with it
    assert set(ends) <= {0, code, -int(number)}
    assert code in ends


def test_an_interrupted_batch_tells_what_was_done(place):
    child = subprocess.Popen(
        [sys.executable, "-m", "graphpack", "export", "many.json", "--all", "-o", "out", "-q"],
        cwd=place,
        env=environment(place),
        stderr=subprocess.PIPE,
    )
    out = place / "out"
    while (
        child.poll() is None and len(list(out.glob("*.compact.json")) if out.exists() else []) < 3
    ):
        time.sleep(0.01)
    child.terminate()
    child.communicate(timeout=600)
    assert child.returncode in {0, 143}
    told = json.loads((out / "manifest.json").read_text())["packs"]
    assert len(told) >= 3
    assert {row["file"] for row in told} <= {path.name for path in out.iterdir()}
    assert len(list(out.glob("*.compact.json"))) - len(told) <= 1


# one process for several commands: each would load the program anew
IN_TURN = """
import json, os, sys
from graphpack.cli.app import run
os.umask(0o022)
sys.exit(max(run(arguments) for arguments in json.load(sys.stdin)))
"""


def test_what_is_written_is_its_owners_alone(place):
    commands = [
        ("export", "chat.json", "-o", "pack.json", "-q"),
        ("export", "few.json", "--all", "-o", "new/all", "-q"),
        ("read", "chat.json", "-o", "chat.md", "-q"),
        ("convert", "pack.json", "--mode", "readable", "-o", "long.json", "-q"),
        ("export", "chat.json", "-o", "other/", "-q"),
        ("sessions",),
    ]
    done = subprocess.run(
        [sys.executable, "-c", IN_TURN],
        cwd=place,
        env=environment(place),
        input=json.dumps(commands),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    files = ["pack.json", "pack.evidence.json", "chat.md", "long.json", "other/chat.compact.json"]
    found = [place / name for name in files]
    found += (place / "new" / "all").iterdir()
    found += (place / "xdg" / "CACHE" / "graphpack").iterdir()
    assert len(found) > 28
    assert {mode(path) for path in found} == {0o600}
    folders = ["new", "new/all", "other", "xdg", "xdg/CACHE", "xdg/CACHE/graphpack"]
    assert {mode(place / name) for name in folders} == {0o700}


def test_what_a_killed_run_left_is_cleared_away_and_a_running_ones_is_not(tmp_path):
    abandoned = tmp_path / f"{PREFIX}abc{SUFFIX}"
    abandoned.write_text("half a pa")
    (tmp_path / f"{PREFIX}link{SUFFIX}").symlink_to(tmp_path / "theirs")
    (tmp_path / "theirs").write_text("untouched")
    holder = (
        "import sys; from pathlib import Path; from graphpack.atomic import Staging\n"
        "with Staging() as s:\n"
        "    s.add(Path(sys.argv[1]), b'theirs'); print(flush=True); sys.stdin.read()\n"
        "    s.commit()"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", holder, str(tmp_path / "slow.json")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    child.stdout.readline()
    abandoned.write_text("half a pa")
    with Staging() as staging:
        staging.add(tmp_path / "pack.json", b"whole")
        staging.commit()
    assert not abandoned.exists()
    child.communicate(b"", timeout=300)
    assert child.returncode == 0
    assert (tmp_path / "slow.json").read_bytes() == b"theirs"
    assert (tmp_path / "pack.json").read_bytes() == b"whole"
    assert (tmp_path / "theirs").read_text() == "untouched"


def test_a_private_file_takes_no_permissions_from_what_stands_there(tmp_path):
    bait = tmp_path / "crash.txt"
    bait.write_text("")
    bait.chmod(0o666)
    write_private(bait, b"secret")
    assert mode(bait) == 0o600
    make_folder(tmp_path / "a" / "b")
    assert (mode(tmp_path / "a"), mode(tmp_path / "a" / "b")) == (0o700, 0o700)


def test_the_pack_comes_into_place_after_its_evidence(tmp_path, monkeypatch):
    seen = []
    real = Path.replace
    monkeypatch.setattr(Path, "replace", lambda a, b: (seen.append(b.name), real(a, b)))
    with Staging() as staging:
        staging.add(tmp_path / "pack.json", b"pack")
        staging.add(tmp_path / "pack.evidence.json", b"evidence")
        staging.commit()
    assert seen == ["pack.evidence.json", "pack.json"]
