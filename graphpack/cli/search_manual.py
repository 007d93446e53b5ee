"""The words of ``--help`` for ``archive search``, ``decisions``, ``timeline`` and ``merge``."""

from __future__ import annotations

SEARCH = """Find statements and messages by their words, the best first.

Those that hold all words come first, then those that hold them in other forms, then those that hold
some; of like ones what holds before what was given up. What is called cut is kept here, and its
session's pack had no room for it. --semantic finds what says the same in other words, besides; it
needs the extra [semantic], and reads each statement once. Without a QUERY the newest statements
are listed.

\b
Examples:
  graphpack archive search "berth records"
  graphpack archive search --type decision --project harbour --after 30d
  graphpack archive search "how long do we keep it" --semantic --json
"""
QUERY = "Words; no character is an operator."
DECISIONS = """List what is decided in a project now: what it replaced, when, where and by whom.

A decision takes an earlier one's place only where it says so; what two people say of one matter is
shown as disputed. What packs had no room for is counted and left out; search finds it, as cut.

\b
Examples:
  graphpack archive decisions --project harbour
  graphpack archive decisions --project harbour --author "Mira Solano" --json
"""
TIMELINE = """Tell what was said of a topic over all sessions, the earliest first.

\b
Examples:
  graphpack archive timeline "berth records" --project harbour
  graphpack archive timeline retention --type decision --json
"""
TOPIC = "Words that the statements hold."
MERGE = """Make one pack of a project's sessions: what a new colleague must know.

The rules are those of graphpack merge; the archive knows who said what and when, besides. What one
person says does not silently replace what another said: contradictions are named in both.
--json writes the account instead of the pack.

\b
Examples:
  graphpack archive merge --project harbour --cap 2000 -o harbour.json
  graphpack archive merge --project harbour --mode readable --after 90d
  graphpack archive merge --project harbour --json | jq .contradictions
"""
PROJECT = "A project; may be given several times.  [default: all]"
ONE_PROJECT = "The project."
AUTHOR = "Of sessions that this person brought."
SAID_BY = "Said by this person, or by user or assistant."
TAG = "Of sessions with this tag."
SESSION = "Of this session: its name as list shows it, or the beginning of it."
TYPE = "Statements of this type, such as decision; may be given several times."
STATUS = "Statements of this status, such as open; may be given several times."
AFTER = "Said since then: a date, or a span such as 30d."
BEFORE = "Said before."
IN = "What is looked through."
LIMIT = "How many at most."
SEMANTIC = "Find what says the same in other words, too."
DROPPED = "List what was given up or put off, too."
SESSIONS_AFTER = "Sessions whose last message is newer: a date, or a span such as 90d."
SESSIONS_BEFORE = "Sessions whose last message is older."
