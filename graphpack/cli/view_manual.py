"""The words of ``--help`` for ``view``, ``show`` and ``render``."""

from __future__ import annotations

VIEW = """Write a pack, or what a transcript holds, as one HTML file to look at.

The file loads nothing from anywhere: it can be kept, sent and opened without a network. It shows
the graph by type and time with what superseded what, a reading list of what is open, what holds and
what was dropped, and the evidence of what is chosen, in its place where TRANSCRIPT is given.

Evidence beside the pack (PACK.evidence.json) is used. A transcript as INPUT is packed first.

\b
Examples:
  graphpack view pack.json -o pack.html
  graphpack view pack.json session.jsonl -o pack.html
  graphpack view conversations.zip --pick newest -o chat.html
"""
VIEW_INPUT = "A pack; or a transcript: a file, a directory, a ZIP, -, or a session such as @latest."
VIEW_OUTPUT = "Write to FILE instead of standard output, whole or not at all."
SHOW = """Show a pack in the terminal: what is open, what holds, what is settled, what was dropped.

Colours tell where a statement stands; there are none where the output is no terminal, or NO_COLOR
is set. --plain writes a line for each statement, without a tree.

\b
Examples:
  graphpack show pack.json
  graphpack show pack.json --plain | grep decision
"""
PLAIN = "A line for each statement, its fields between tabs; no tree and no colours."
RENDER = """Write a pack for other programs to show: as a page, a drawing, a graph.

convert writes the forms that graphpack reads again; these are for others. markdown is a page by
what is open and what holds; mermaid and dot are drawings; graphml is for programs that work on
graphs; json is the readable form; html the page of view; handoff the prompt alone, paste with the
pack.

\b
Examples:
  graphpack render pack.json --to markdown -o pack.md
  graphpack render pack.json --to dot | dot -Tsvg > pack.svg
  graphpack render pack.json --to handoff
"""
TO = "The form to write."
SOURCES = "Write the evidence, where the form has a place for it."
