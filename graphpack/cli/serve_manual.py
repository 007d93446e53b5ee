"""The words of ``--help`` for ``serve`` and ``token``."""

from __future__ import annotations

SERVE = """Show a team's archive in the browser: projects, sessions, graphs beside transcripts.

This machine alone can reach it by default, and needs no login. At any other address everybody
shows a token (graphpack token add); put a proxy with TLS before it there. Pages load nothing from
elsewhere. A JSON API is at /api/v1, described by /api/openapi.json. Exit 40 where there is no
archive: nothing is made by looking at it.

\b
Examples:
  graphpack serve
  graphpack serve --db team.db --port 8800
  graphpack serve --db postgresql://USER@HOST/NAME --host 10.0.0.5 --allow-host packs.example
"""
DB = "The archive: a file, or postgresql://USER@HOST/NAME.  [default: the setting db]"
HOST = "Where to listen; other addresses than this machine's own need tokens."
PORT = "Where to listen; 0 lets the system choose."
ALLOW_HOST = "A name that browsers call the server by, such as a proxy's; may be repeated."
RATE = "Requests that one client may make in a second, in the long run."
TOKENS = "The file of the tokens.  [default: tokens.json in the user's config folder]"
TOKEN = """Make, list and revoke the tokens that graphpack serve asks for.

Only hashes are kept: a token is shown once, when it is made. What changes holds at once.
"""
TOKEN_ADD = """Make a token and print it.

\b
Examples:
  graphpack token add mira --project harbour
  graphpack token add ci --role writer
"""
TOKEN_LIST = "List whose tokens there are, with role and projects."
TOKEN_REVOKE = "Take a token away; its logins end."
NAME = "Whose it is."
ROLE = "reader looks; writer archives and forgets, too."
PROJECT = "A project it is good for; may be repeated.  [default: all]"
