"""What a well-behaved server says to the talk of ``talks``, and the call that asks it."""

from __future__ import annotations

import json

from tests.extract.server import completion
from tests.extract.talks import ALONE, chunk, extractor
from tests.fakes import item, nodes

GOOD_REPLY = nodes(
    item(1, 0, "never touch the billing table", type="decision", importance="high"),
    item(2, 2, "No Redis, the cluster has no memory left", type="decision"),
    description="mail queue without Redis",
)
GOOD = completion(json.dumps(GOOD_REPLY))


def extract(server, **options):
    made = extractor(api_base=server.base, **options)
    return made, made.extract(chunk(), ALONE)


def summaries(graph):
    return [node.summary for node in graph.nodes]


WANTED = ["never touch the billing table", "No Redis, the cluster has no memory left"]
