"""The words of ``--help`` for ``archive`` and its commands."""

from __future__ import annotations

ARCHIVE = """Keep a team's sessions in one database, and find again what was decided.

The archive is a file of SQLite, or a database of PostgreSQL for many at once: --db names it, else
the setting db (GRAPHPACK_DB), else a file in the user's data folder.

Exit 40 where the database refuses or holds no archive, 2 where a filter names what nothing has.
"""
DB = "The archive: a file, or postgresql://USER@HOST/NAME."
INIT = """Make the archive, or bring one of an earlier version up to date.

\b
Examples:
  graphpack archive init
  graphpack archive init --db postgresql://team@db.example/graphpack
"""
ADD = """Pack sessions and archive them; what is there already is passed over.

A session that grew adds its new messages, one whose settings changed is packed anew. A run that was
ended goes on where it was when it is started again; a file that cannot be read is told at the end
and stops nothing. An archive that is a file is made where it is missing.

Sessions are filed under --project, else under the folder they were held in, else under that they
lie in.

\b
Examples:
  graphpack archive add session.jsonl --project harbour --tag release
  graphpack archive add ~/.claude/projects --workers 4
  graphpack archive add /shared/logs --scheduler tcp://10.0.0.7:8786 --db postgresql://...
"""
ADD_INPUT = "Files, ZIPs or folders."
WORKERS = "Processes that work at once; 1 does all in this one."
SCHEDULER = "A Dask cluster that works instead; its workers see the same files and archive."
PROJECT = "The project."
AUTHOR = "Who brings them; the user's name by default."
TAG = "A word they are found by; may be given several times."
CALLS = "Most requests to a model by all that fill this archive together, wherever they run."
NO_TRANSCRIPT = "Archive the graph alone, not what was said."
JSON = "Write JSON."
LIST = """List sessions, the newest first.

\b
Examples:
  graphpack archive list --project harbour --after 30d
  graphpack archive list --json | jq '.[].ref'
"""
LIMIT = "How many at most; 0 for all."
BY_AUTHOR = "Those that this person brought."
BY_TAG = "Those with this tag."
BEFORE = "Those whose last message is older: a date, or a span such as 365d."
AFTER = "Those whose last message is newer."
REF = "The name of a session as list shows it, or enough of its beginning."
SHOW = """Write what is kept of a session: its graph, or what was said.

\b
Examples:
  graphpack archive show 41148b08
  graphpack archive show 41148b08 --as pack -o pack.json
  graphpack archive show 41148b08 --as transcript | graphpack read - --to markdown
"""
SHOW_AS = "A summary for people, the archive form of the graph, or the transcript."
STATS = "Count what an archive holds, and what it takes."
DOCTOR = """Look through a whole archive for what is wrong, and list the files that failed.

Exits 20 where something is wrong.
"""
SCRUB = "Write the database anew, so that nothing is left of what was forgotten."
FORGET = """Forget sessions, so that the database holds no trace of them.

All that is given has to fit; what only these sessions brought goes with them: names of the project
and the person, tags, texts. Backups and exports that were made before are out of reach.

\b
Examples:
  graphpack archive forget 41148b08
  graphpack archive forget --author "Mira Solano" --yes
  graphpack archive forget --before 365d --yes
"""
YES = "Do not ask."
EXPORT = """Write sessions as open files into a new folder: JSON, JSON Lines, and texts.

\b
Examples:
  graphpack archive export backup-2026-03
  graphpack archive export harbour --project harbour
"""
EXPORT_FOLDER = "A folder that is not there yet."
IMPORT = """Bring what export wrote into an archive; sessions that are there stay as they are."""
IMPORT_FOLDER = "As export wrote it."
NOW = "The time it is now, for tests."
