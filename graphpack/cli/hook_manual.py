"""The words of ``graphpack hooks --help`` and of its neighbours."""

from __future__ import annotations

HOOKS = """Have a session packed where it is about to be lost, and handed to the next one.

A host that runs hooks (Claude Code, Codex, Gemini CLI) calls graphpack before it compacts a session
and when a session ends; a pack of it is written into the project's .graphpack folder. A session
that is resumed, cleared or compacted is given the last pack as context. Nothing leaves the machine.
"""
HOST = "Whose settings: claude-code, codex or gemini."
ANY_HOST = "Which host; all by default."
PROJECT = "In the project of the current folder, for all who work on it, instead of for you."
PROMPTS = "At every prompt, too, give what earlier packs of the project say on it."
WAIT = "Keep the host waiting that long for a pack; it is finished in any case.  [default: 0.7]"
INSTALL = """Put the hooks into a host's settings.

The settings are edited in place: hooks of others and everything else stay as they are, a copy is
kept beside them, and a second time changes nothing.

\b
Examples:
  graphpack hooks install claude-code
  graphpack hooks install codex --project
  graphpack hooks install gemini --prompts
"""
UNINSTALL = """Take the hooks out of a host's settings; those of others stay.

\b
Examples:
  graphpack hooks uninstall claude-code
  graphpack hooks uninstall codex --project
"""
STATUS = """Tell which hosts call graphpack, what was packed in this project, and what went wrong.

\b
Examples:
  graphpack hooks status
  graphpack hooks status claude-code
"""
RUN = """Serve one call of a host: its JSON on standard input, what it takes on standard output.

This is what the settings call, and no command for people. It never fails: the exit status is 0,
and what went wrong is in .graphpack/hooks.log, or else in the user's state folder.
"""
AUDIT = """Say what a host's own compaction dropped, with the lines to restore it.

Packs what was said before the compaction, holds every statement of the pack against the summary
that the host has made, and lists what the summary lacks, rules and decisions first; last the lines
to paste. A statement in other words may be listed though it is there: read before you paste.

\b
Examples:
  graphpack audit-compact @latest
  graphpack audit-compact session.jsonl --all
  graphpack audit-compact session.jsonl --json --fail-on-notice
"""
SESSION = "A session with a compaction in it: a file, or a name such as @latest or @here."
AUDIT_ALL = "Every compaction of the session, and not the last one alone."
AUDIT_BUDGET = "Size of the pack that the summary is held against: a larger one asks for more."
AUDIT_JSON = "Write one JSON object instead of lines."
SHARE = """Keep what an agent has found for the other agents of the project.

graphpack brief --shared gives it to the next one, with who found it. Equal content is kept once;
the project keeps 50 findings of at most 100,000 tokens, and forgets what was used least recently.
Standard output has the short name of the finding.

\b
Examples:
  graphpack share --agent tracer --about src/auth.py < findings.md
  graphpack share --agent runner --records results.json
  graphpack share --list
  graphpack share --show s-1a2b3c4d
"""
FINDING = "A text, or - for standard input."
FOUND_BY = "Who found it."
ABOUT = "The file it is about."
SHARE_RECORDS = "The file holds records, as graphpack context takes them: each is a finding."
SHARE_LIST = "List the findings, the one used last first."
SHARE_SHOW = "Write all of one finding."
SKILL = """Teach agents to hand sessions on: as a skill, as a plugin, or in the files they read."""
SKILL_INSTALL = """Write the skill where a host looks for it.

\b
Examples:
  graphpack skill install
  graphpack skill install --project
  graphpack skill install --host codex
  graphpack skill install --into ./skills
"""
SKILL_HOST = "Whose folder: claude-code, codex or gemini."
SKILL_PROJECT = "In the project of the current folder instead of for you."
SKILL_INTO = "A folder of skills, instead of a host's."
PLUGIN = """Write a plugin folder: the skill, the hooks and the server, for hosts that take one.

Beside it lies the catalogue that offers it, so that the folder can be added as a source of plugins.

\b
Examples:
  graphpack skill plugin ./plugins
"""
PLUGIN_FOLDER = "Where; is made where it is missing."
AGENTS_MD = """Put a block into AGENTS.md or CLAUDE.md that tells agents how to use graphpack.

The block stands between two marks and has a version: a second time brings it up to date in its
place, and nothing else in the file is changed.

\b
Examples:
  graphpack skill agents-md
  graphpack skill agents-md docs/AGENTS.md
  graphpack skill agents-md --remove
"""
AGENT_FILES = (
    "Files; by default those of AGENTS.md and CLAUDE.md that the project has, or AGENTS.md."
)
BLOCK_REMOVE = "Take the block out."
