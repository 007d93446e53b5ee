"""Packs that were loaded, written short."""

from __future__ import annotations

from graphpack.model.codes import Mode
from graphpack.model.graph import About, PackSource, Source
from graphpack.model.record import Record
from graphpack.model.report import Report, Strategy
from graphpack.packs import Loaded
from tests.verify.build import graph, node


def at(message, quote="x"):
    return Source(message=message, part=0, start=0, end=len(quote), quote=quote)


def loaded(*nodes, name="a.json", ties=(), pruned=(), made=None, **report):
    about = About(compressed_at=made, source=PackSource(format="test", messages=9, tokens=900))
    whole = graph(*nodes, ties=ties, about=about, description=f"About {name}")
    told = Report("offline", Strategy.SINGLE_PASS, 900, 90, "x", **report)
    return Loaded(name, whole, Mode.ARCHIVE, Record(told, "0" * 64, tuple(pruned)))


def said(name, kind, summary, message, **fields):
    return node(name, kind, summary, at(message, summary), **fields)
