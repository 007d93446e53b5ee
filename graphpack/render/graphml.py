"""A graph as GraphML, for programs that lay out, filter and measure graphs."""

from __future__ import annotations

from xml.etree import ElementTree as Xml

from graphpack.model.graph import ContextGraph, Node
from graphpack.patterns import compiled
from graphpack.render.options import Options

NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
DETAIL_OF = "detail_of"
"""Type of the edge from a node to the one it stands under; the other forms show it by nesting."""

_FIELDS = ("type", "importance", "status", "title", "summary", "confidence", "messages", "quotes")
# what XML 1.0 has no way to write, and what steers a terminal
_NOT_XML = compiled("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render_graphml(graph: ContextGraph, options: Options) -> str:
    """Write a graph as GraphML.

    Args:
        graph: A valid graph.
        options: Whether to write the quotes of each node.

    Returns:
        An XML document; node ids are the pack's.

    Source:
        GraphML Primer, "Attributes/Data" (graphml.graphdrawing.org).
    """
    root = Xml.Element("graphml", xmlns=NAMESPACE)
    for place, name in enumerate(_FIELDS):
        kind = "double" if name == "confidence" else "string"
        key = {"id": f"d{place}", "for": "node", "attr.name": name, "attr.type": kind}
        Xml.SubElement(root, "key", key)
    edge_key = {"id": "e0", "for": "edge", "attr.name": "type", "attr.type": "string"}
    Xml.SubElement(root, "key", edge_key)
    graph_key = {"id": "g0", "for": "graph", "attr.name": "description", "attr.type": "string"}
    Xml.SubElement(root, "key", graph_key)
    inner = Xml.SubElement(root, "graph", id="context", edgedefault="directed")
    _data(inner, "g0", graph.description)
    for node in graph.walk():
        _node(inner, node, with_sources=options.with_sources)
    for node in graph.walk():
        for child in node.children:
            _edge(inner, child.id, node.id, DETAIL_OF)
    for tie in graph.relationships:
        _edge(inner, tie.start, tie.end, tie.type)
    Xml.indent(root)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return head + Xml.tostring(root, encoding="unicode")


def _node(inner: Xml.Element, node: Node, *, with_sources: bool) -> None:
    made = Xml.SubElement(inner, "node", id=_writable(node.id))
    messages = dict.fromkeys(str(source.message) for source in node.sources)
    quotes = [source.quote for source in node.sources] if with_sources else []
    values = (
        node.type,
        node.importance,
        node.status,
        node.title,
        node.summary,
        None if node.confidence is None else f"{node.confidence:.2f}",
        " ".join(messages),
        "\n\n".join(quotes),
    )
    for place, value in enumerate(values):
        if value:
            _data(made, f"d{place}", value)


def _edge(inner: Xml.Element, start: str, end: str, kind: str) -> None:
    made = Xml.SubElement(inner, "edge", source=_writable(start), target=_writable(end))
    _data(made, "e0", kind)


def _data(parent: Xml.Element, key: str, text: str) -> None:
    Xml.SubElement(parent, "data", key=key).text = _writable(text)


def _writable(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
