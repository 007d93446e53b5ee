"""Gives texts to headroom-ai, which lives in an environment of its own.

Its library is asked as its own manual shows it: ``compress`` on a conversation whose last message
is the text as a tool's result, with nothing of it protected. It runs in one process of the other
Python, and its model for prose, which it would download, is not asked for.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Beside", "Other"]

_SCRIPT = r"""
import contextlib, importlib.metadata, io, json, sys, time
texts = json.load(sys.stdin)
noise = io.StringIO()
with contextlib.redirect_stdout(noise):
    from headroom import compress
    def one(text):
        messages = [
            {"role": "user", "content": "What does this say?"},
            {"role": "assistant", "content": None, "tool_calls": [
                {"id": "t1", "type": "function", "function": {"name": "run", "arguments": "{}"}}]},
            {"role": "tool", "tool_call_id": "t1", "content": text},
        ]
        made = compress(
            messages, model="gpt-4o", protect_recent=0, protect_analysis_context=False)
        return made.messages[-1]["content"]
    one("warm " * 400)
    told = []
    for text in texts:
        begin = time.process_time()
        try:
            short = one(text)
        except Exception as error:
            short = text
            print(type(error).__name__, str(error)[:200], file=sys.stderr)
        took = time.process_time() - begin
        short = short if isinstance(short, str) else json.dumps(short)
        told.append({"text": short, "ms": round(took * 1000, 2)})
json.dump({"version": importlib.metadata.version("headroom-ai"), "texts": told}, sys.stdout)
"""
_ALONE = {
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "HEADROOM_TELEMETRY": "off",
    "HEADROOM_UPDATE_CHECK": "off",
}
_LONGEST_S = 1800


@dataclass(frozen=True)
class Other:
    """What it made of one text, and the CPU time it took."""

    text: str
    ms: float


class Beside:
    """headroom-ai behind its own interpreter.

    Args:
        python: The interpreter.
    """

    def __init__(self, python: str) -> None:
        self.python = python
        self.version = ""

    def compressed(self, texts: Sequence[str]) -> list[Other]:
        """Let it compress texts; one that it fails at comes back as it is."""
        ran = subprocess.run(
            [self.python, "-c", _SCRIPT],
            input=json.dumps(texts),
            capture_output=True,
            text=True,
            timeout=_LONGEST_S,
            env={**os.environ, **_ALONE},
            check=False,
        )
        if ran.returncode:
            raise SystemExit(f"{self.python}: {ran.stderr.strip()[-600:]}")
        told = json.loads(ran.stdout)
        self.version = f"headroom-ai {told['version']}"
        return [Other(one["text"], one["ms"]) for one in told["texts"]]
