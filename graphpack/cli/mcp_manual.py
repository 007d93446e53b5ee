"""The words of ``graphpack mcp --help``."""

from __future__ import annotations

MCP = """Serve hosts of models over the Model Context Protocol.

A host starts it and talks to it over standard input and output; with --http it listens instead,
on this machine only unless told otherwise. It keeps records of sessions, finds decisions, errors
and files in them, builds contexts, packs sessions, checks packs, and shortens what tools gave.
What comes in is redacted first; no model is asked. docs/mcp.md says how hosts are set up.

\b
Examples:
  graphpack mcp
  graphpack mcp --store ~/.local/share/graphpack/sessions.db
  graphpack mcp --root ~/exports --no-machine
  graphpack mcp --http --port 8765 --token-file token.txt
"""
STORE = "Keep sessions in a SQLite file, made where it is not there.  [default: in memory]"
ROOT = "Transcripts below FOLDER may be ingested by their path; may be repeated."
MACHINE = (
    "Sessions that agents keep on this machine may be listed and ingested by their path.  [default:"
    " yes, and no with --http]"
)
COMPRESSION = (
    "How much the tool compress leaves out: off, summary, aggressive, minimal, or auto by what is"
    " left of the token budget.  [default: the settings', else summary]"
)
HTTP = "Listen for streamable HTTP instead of standard input."
HOST = "Where to listen; beyond this machine only where it is named."
PORT = "Where to listen; 0 lets the system choose."
TOKEN = "What clients have to send as bearer token.  [default: one is made, and shown]"
TOKEN_FILE = "Read the token from a file: on a command line others may see it."
ALLOW_HOST = "A further name by which clients call the server, such as a proxy's; may be repeated."
MAX_BODY = "Size of one request."
