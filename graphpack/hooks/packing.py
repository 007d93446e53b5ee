"""The process that packs a session: started by a hook, and going on when the host has gone.

Reads offline whatever the settings say, hides secrets whatever they say, and writes the pack, its
evidence and the block that is handed to the next session into the project's folder.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from graphpack.hooks.entry import NOTED
from graphpack.hooks.hosts import HOSTS
from graphpack.hooks.notes import note
from graphpack.hooks.project import MAX_TEXT_BYTES, held, name_of, ready_folder, write_pack
from graphpack.text.counted import counted

__all__ = ["main", "pack_session"]

LIMIT_S = 180
"""A worker that takes longer is ended: it would be packing what nobody waits for any more."""
MAX_TRANSCRIPT_BYTES = 512 * 1024 * 1024
LOCK_WAIT_S = 60.0
_TRIES = 4
_ROOM_RATIO = 0.9
_LEAST_TOKENS = 200


def main() -> int:
    """Carry out the order on standard input.

    Returns:
        0 where a pack was written; ``NOTED`` where what went wrong is in the log.
    """
    started = time.monotonic()
    order: dict[str, Any] = json.loads(sys.stdin.buffer.read())
    project = Path(order["project"])
    what = f"{order['host']} {order['event']} {order['session'][:8]}"
    if hasattr(signal, "alarm"):
        signal.alarm(LIMIT_S)
    try:
        told = pack_session(order, os.environ)
    except Exception as error:  # noqa: BLE001  # nobody is there to be told: the log is
        note(project, f"{what}: not packed: {_reason(error)}")
        return NOTED
    note(project, f"{what}: {told} in {time.monotonic() - started:.1f} s")
    return 0


def pack_session(order: Mapping[str, Any], environment: Mapping[str, str]) -> str:
    """Pack a session and put the pack into its project.

    Args:
        order: ``host``, ``session``, ``transcript`` and ``project``.
        environment: For the settings.

    Returns:
        What was done, in a line.

    Raises:
        ReadError: The session is too large, or cannot be read.
    """
    from graphpack.errors import ReadError

    transcript, session = Path(order["transcript"]), name_of(order["session"])
    size = transcript.stat().st_size
    if size > MAX_TRANSCRIPT_BYTES:
        raise ReadError(f"{transcript}: too large for a hook", hint="graphpack export FILE")
    folder = ready_folder(Path(order["project"]))
    with held(folder / f"{session}.lock", wait_s=LOCK_WAIT_S):
        texts, told = _packed(order, environment)
        write_pack(folder, session, {**texts, ".size": f"{size}"})
    return told


def _packed(order: Mapping[str, Any], environment: Mapping[str, str]) -> tuple[dict[str, str], str]:
    from graphpack.pipeline.chain import pack
    from graphpack.render import render

    settings, fault = _settings(Path(order["project"]), environment)
    conversation = _conversation(order)
    made = pack(conversation, settings)
    block = render(made.graph, to="paste", count=len).text
    for _ in range(_TRIES):
        size = len(block.encode("utf-8", "surrogatepass"))
        if size <= MAX_TEXT_BYTES:
            break
        fitting = int(made.report.output_tokens * MAX_TEXT_BYTES / size * _ROOM_RATIO)
        cap = max(_LEAST_TOKENS, fitting)
        settings = settings.model_copy(update={"budget": cap, "cap": cap})
        made = pack(conversation, settings)
        block = render(made.graph, to="paste", count=len).text
    count = len(conversation.messages)
    told = f"packed {counted(count, 'message')} into {made.report.output_tokens} tokens"
    if len(block.encode("utf-8", "surrogatepass")) > MAX_TEXT_BYTES:
        told += "; too large to be handed back"
    texts = {".json": made.text + "\n", ".evidence.json": made.archive() + "\n"}
    return {**texts, ".paste.txt": _sealed(block, made)}, told + fault


def _sealed(block: str, made: Any) -> str:
    from graphpack.pipeline.safety import seal

    return seal(block, made.redacted.policy, made.redacted.vault, name="pack")


def _settings(project: Path, environment: Mapping[str, str]) -> tuple[Any, str]:
    """Put the settings together; a hook asks no model, and hides secrets in any case."""
    from datetime import UTC, datetime

    from graphpack.errors import UsageError
    from graphpack.settings import Settings, load

    fault = ""
    try:
        settings = load({}, environment=environment, folder=project)
    except UsageError as error:
        settings, fault = Settings(), f"; settings left aside: {error}"
    fixed: dict[str, Any] = {
        "mode": "compact", "model": None, "pick": None, "paste": False, "sources": False,
        "format": None, "branch": None, "now": settings.now or datetime.now(UTC),
    }  # fmt: skip
    if settings.redact == "off":
        fixed["redact"] = "secrets"
    return settings.model_copy(update=fixed), fault


def _conversation(order: Mapping[str, Any]) -> Any:
    """Read the session; by its content where it is not what its host writes as a rule.

    Raises:
        ReadError: It cannot be read, or is no session of an agent: a host may be made to name any
            file.
    """
    from graphpack.errors import ReadError
    from graphpack.readers import read
    from graphpack.readers.discover import PLACES

    path = Path(order["transcript"])
    try:
        found = list(read(path, format=HOSTS[order["host"]].format))
    except ReadError:
        agents = {place.format for place in PLACES}
        found = [one for one in read(path) if one.source.format in agents]
        if not found:
            raise ReadError(f"{path}: is no session of an agent") from None
    named = [one for one in found if one.id == order["session"]]
    return max(named or found, key=lambda one: len(one.messages))


def _reason(error: Exception) -> str:
    from graphpack.errors import GraphpackError
    from graphpack.redact import Policy, Vault, clean

    if isinstance(error, GraphpackError | OSError):
        return clean(str(error), Policy(), Vault())
    return f"a bug: {type(error).__name__}"


if __name__ == "__main__":
    sys.exit(main())
