"""Cassettes as people can review them: JSON bodies as YAML, nothing but what is matched or read.

A vcrpy serializer. Headers are reduced to an allow list before it is called; here the bodies are
decoded, so that a diff of a cassette shows which line of a prompt or an answer changed.
"""

from __future__ import annotations

import json
from typing import Any

import yaml

KEPT_HEADERS = {"content-type"}
"""An allow list: a header with a secret that nobody thought of cannot slip in."""


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as blocks."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    # a block cannot hold a line with trailing space, and then yaml quotes it anyway
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _text)


def serialize(cassette: dict[str, Any]) -> str:
    """Write a cassette; vcrpy's name for it."""
    tape = {
        "interactions": [
            {
                "request": {
                    "method": entry["request"]["method"],
                    "uri": entry["request"]["uri"],
                    "headers": entry["request"]["headers"],
                    "json": json.loads(entry["request"]["body"]),
                },
                "response": {
                    "status": entry["response"]["status"],
                    "headers": entry["response"]["headers"],
                    "json": json.loads(entry["response"]["body"]["string"]),
                },
            }
            for entry in cassette["interactions"]
        ],
        "version": cassette["version"],
    }
    return yaml.dump(tape, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=10**9)


def deserialize(text: str) -> dict[str, Any]:
    """Read what ``serialize`` wrote; vcrpy's name for it."""
    tape = yaml.safe_load(text)
    for entry in tape["interactions"]:
        entry["request"]["body"] = json.dumps(entry["request"].pop("json"))
        body = json.dumps(entry["response"].pop("json")).encode()
        entry["response"]["body"] = {"string": body}
    return tape


def scrub_request(request: Any) -> Any:
    """Drop every header but the kept ones, and the port, which is whatever was free."""
    request.headers = {k: v for k, v in request.headers.items() if k.lower() in KEPT_HEADERS}
    return request


def scrub_response(response: dict[str, Any]) -> dict[str, Any]:
    """Drop every header but the kept ones."""
    headers = response["headers"]
    response["headers"] = {k: v for k, v in headers.items() if k.lower() in KEPT_HEADERS}
    return response
