"""The words of ``--help``; a paragraph that starts with a backspace keeps its line breaks."""

from __future__ import annotations

GRAPHPACK = """Turn a conversation into a context graph that you can carry.

Reads a chat export or a coding agent's log, and writes a small pack that the next chat can start
from: decisions (those against something, too), rules, open problems, goals, exact versions, and
what was postponed. Nothing leaves this machine unless you name a model.

\b
Examples:
  graphpack export chat.json                       the compact pack
  graphpack export chat.json -o pack.json          and its evidence beside it
  graphpack export chats.zip --pick newest --paste
  graphpack read chats.zip --list                  what is in it
  graphpack sessions                               what agents keep on this machine
  graphpack export @latest                         the newest of these
  graphpack validate pack.json

\b
Files:
  .graphpack.toml            settings of a project, here or in a folder above
  config.toml                yours, in the user's config folder
Environment:
  GRAPHPACK_MODE, GRAPHPACK_BUDGET, ...            any setting by its name
  SOURCE_DATE_EPOCH          the time to stamp a readable pack with
Flags win over the environment, that over files.

\b
Exit status:
  0 done    2 usage    3 over the cap, usable    4-6 unreadable or unknown input
  10-13 the model    20 invalid graph    21 verify found something
  30 a secret would have been written    40 the archive    41 installation
  50 --fail-on-notice
  129 terminal closed    130 Ctrl-C    141 closed pipe    143 told to end    1 a bug
"""

EXPORT = """Pack a conversation.

The pack goes to standard output, everything else to standard error; the last line there tells
its size. Each INPUT holds one conversation, or --pick says which one; several INPUTs give one
pack each, in their order. With --pick all INPUTs are one pile, and one conversation is picked.

The offline extractor reads by default: no key, no network. With --model a language model does.

\b
Examples:
  graphpack export session.jsonl
  graphpack export session.jsonl --mode readable --budget 1500
  graphpack export conversations.zip --pick "login page" -o pack.json
  graphpack export ~/Downloads/export/ --pick 3 --paste --copy
  graphpack export conversations.zip --all -o packs/
  pbpaste | graphpack export - --format markdown
  graphpack export @codex/0199ab42                 see graphpack sessions
  graphpack export session.jsonl --model openai/gpt-5
"""

READ = """Write the transcript of a conversation, whatever its format, in one of three forms.

Each of them can be read again, by graphpack and by others: markdown for people, messages for
programs that take OpenAI's chat messages (it has no place for times), jsonl for programs that want
everything; schemas/messages.v1.schema.json describes it.

\b
Examples:
  graphpack read session.jsonl
  graphpack read conversations.zip --list
  graphpack read conversations.zip --pick 3 --to messages -o chat.json
  graphpack read chat.json --to jsonl | jq -r 'select(.role == "user") | .parts[].text'
"""

VALIDATE = """Check packs against their schema and the rules a schema cannot say.

Each fault is one line with a JSON Pointer. Unknown types, relations and fields are warnings, so
that a later version's pack passes; --strict makes them errors. Exit 20 where a pack is invalid.

\b
Examples:
  graphpack validate pack.json
  graphpack validate --strict packs/*.json
"""

CONVERT = """Rewrite a pack in another form. It invents nothing.

What the other form has no place for is left out; what the pack does not hold is not made up.

\b
Examples:
  graphpack convert pack.json --mode readable
  graphpack convert pack.evidence.json --mode compact -o small.json
"""

FORMATS = """List the formats that can be read.

The format of an INPUT is told from its content; --format NAME overrides it.
"""

SESSIONS = """List the sessions that coding agents keep on this machine, the newest first.

Looks where each agent keeps them (its own variables, such as CLAUDE_CONFIG_DIR or CODEX_HOME, are
followed) and changes nothing there. What SESSION shows can be given as INPUT; so can @latest,
@AGENT/latest, and @here for the newest of the current folder's project. Sizes are estimates.

What the files hold is remembered in the user's cache folder, which may be deleted.

\b
Examples:
  graphpack sessions
  graphpack sessions --here --since 7d
  graphpack sessions --agent codex --limit 0 --json
"""

INPUT = (
    "A file, a directory, a ZIP, - for standard input, or a session such as @latest or"
    " @codex/0199ab42; where there is none, a terminal offers the newest sessions."
)
HERE = "Pack the newest session of the current folder's project: the same as @here."
AGENT = "Only this agent's."
SESSIONS_HERE = "Only those of the current folder's project."
SINCE = "Only those that went on after TIME: 12h, 7d, 2w, today, yesterday, or ISO 8601."
LIMIT = "List at most N; 0 lists all."
JSON = "Write JSON; docs/sessions.md describes it."
SESSIONS_NOW = "The time that ages are told from, in place of the clock's."
OUTPUT = (
    "Write to FILE instead of standard output, whole or not at all; with several INPUTs, or where"
    " it is a directory, to files in it."
)
MODE = "The form: compact for a new chat, readable for people.  [default: compact]"
MODEL = (
    "Let a language model extract; NAME as litellm takes it, such as openai/gpt-5 or ollama/qwen3."
    " The text is sent to that provider. offline: ask none, whatever the settings say."
)
BUDGET = "Size to aim at.  [default: grows with the conversation, up to 800; readable: up to 2000]"
CAP = "Size never to exceed.  [default: 1200; readable: 2400]"
TOKENIZER = (
    "What counts: o200k_base, cl100k_base, chars/4 (an estimate), or package.module:function."
    "  [default: o200k_base]"
)
SOURCES = "Write each node's evidence into the pack: the messages' exact words."
PASTE = "Write the block to paste into a new chat."
COPY = "Put the pack on the clipboard as well."
PICK = (
    "Which conversation, where there are several: newest, an id, its place in the list (newest"
    " first), or part of its title. With --branch all its branches come after it."
)
ALL = "Pack all conversations, each to a file in the directory -o DIR/; manifest.json lists them."
READ_INPUT = "A file, a directory, a ZIP, - for standard input, or a session such as @latest."
READ_OUTPUT = "Write to FILE instead of standard output, whole or not at all."
TO = "The form: markdown, messages or jsonl."
LIST = "List the conversations in INPUT instead: place, date, title, messages, id."
LIST_JSON = "The same list as JSON."
FORMAT = "Read INPUT as this format; see graphpack formats.  [default: told from the content]"
BRANCH = (
    "Read an abandoned branch, an edited prompt or a retried answer: its ID, or all of them as"
    " conversations of their own with all.  [default: the current path]"
)
REDACT = (
    "What to hide: off hides nothing, secrets credentials, all personal data as well."
    "  [default: secrets]"
)
REDACT_ALLOW = "This value is no secret and stays; may be repeated."
REDACT_RULES = "A TOML file of rules of your own; see docs/security.md."
SCAN = """Say what export would hide in conversations, and where; never what it is.

A line for each place, on standard output: the file, the message, the family of the secret, and the
placeholder that stands there in a pack. Nothing is written or sent."""
SCAN_JSON = "One JSON object for each place instead of a line."
SUBAGENTS = "Read what sub-agents said to themselves, too; what they returned is read anyway."
KEEP = "Never cut a node whose text holds PATTERN, whatever the cap; may be repeated."
ESTIMATE = "Say what a model would take (calls, tokens, price), and ask nobody."
MAX_COST_USD = "Send no request that might make the run cost more; the rest is read offline."
NO_CACHE = "Neither use nor keep a model's answers."
SINCE_PACK = "An earlier pack of the same conversation: nodes that are in it keep their ids."
EVIDENCE = "Do not write FILE.evidence.json beside -o FILE."
DEBUG = "Show the traceback of a bug; of a file of no known format, why it is none of each."
FAIL_ON_NOTICE = (
    "Exit 50 where anything was lost, skipped, repaired or guessed; not for what a format leaves"
    " out by its nature, such as abandoned branches, reactions or times without a zone."
)
NOW = "The time to stamp a readable pack with: ISO 8601, or seconds since 1970."
PACK = "A pack (compact, readable or evidence), or - for standard input."
STRICT = "Warnings are errors."
CONVERT_MODE = "The form to write."
CONVERT_SOURCES = "Write the evidence; by default where FILE is a pack that shows it."
COMPRESS = """Shorten the output of a tool, or another noisy text, to what matters in it.

Errors, warnings, failures, changed lines and totals stay; repetition and progress become a count
in a mark such as [… 45 lines]. The result is never longer; a text that cannot be shortened is
written as it is, and so are errors, reports of weaknesses and what is being worked on. The original
is kept for graphpack retrieve, redacted, and named below the short text.

\b
Examples:
  pytest -v | graphpack compress
  graphpack compress server.log --stats
  graphpack compress - --type log --level aggressive < out.txt
  graphpack compress app.py --focus src/app.py --level auto --used 90000
"""
COMPRESS_FILE = "The text, or - for standard input."
COMPRESS_TYPE = "What the text is.  [default: told from the text, region by region]"
COMPRESS_LEVEL = (
    "How much goes: summary the least, minimal the most; auto by what --used leaves of the token"
    " budget.  [default: summary]"
)
FOCUS = "What speaks of this path stays whole; may be repeated."
SHOWN_PATH = "What the text shows, where it comes by a pipe: of a path in focus nothing goes."
DETAIL = "Write the text whole."
USED = "Tokens of the budget that are used, for --level auto."
STORE_ORIGINAL = "Keep the original in the cache, or not.  [default: keep it]"
SEEN = (
    "Fold what earlier calls with this FILE have shown; for the outputs of one conversation, in"
    " their order. It holds hashes and paths, no text."
)
METRICS = "Add a line of JSON with the sizes to FILE; graphpack stats sums it up."
STATS = "Say on standard error how many tokens there were, and are."
COMPRESSION = (
    "How much of tool output and pasted dumps a model is not shown: off, summary, aggressive or"
    " minimal. What was said is shown whole.  [default: summary]"
)
RETRIEVE = """Write the original of a shortened text, byte for byte.

REF stands below the short text, in <!-- CCR:REF -->. Originals are kept in the cache, redacted,
until others need their room or the cache is emptied.
"""
REF = "The reference, or the whole mark."
STATS_COMMAND = """Sum up what shortening has brought.

FILE holds the lines that --metrics has written. Without it: the file of the settings, or else how
much the cache holds and how often originals were asked back. A ! marks a kind whose originals are
asked back too often (over 30 %), and of which less is left out for that.
"""
STATS_FILE = "Lines written by --metrics."
STATS_JSON = "Write one JSON object."
CACHE = """Say where the cache is and what it holds, or empty it.

It holds what graphpack can find out anew, and originals of shortened texts, redacted, in files
that only you can read. Emptying it costs time, never a conversation.
"""
CACHE_ACTION = "path, size or clear."
VERIFY = """Hold a pack against the transcript it was made of.

Looks whether its quotes are there, code is the source's own characters, every version, number,
path, flag, address and name stands in the messages it cites, nothing is turned into its contrary,
no relationship leads nowhere, and nothing that was given up is told as current. No model is asked.

Evidence beside the pack (PACK.evidence.json) is used; without any, the texts alone are checked,
and what could not be is said. Exit 21 where something was found, a line for each.

\b
Examples:
  graphpack verify pack.json session.jsonl
  graphpack verify pack.json conversations.zip --pick "login page" --json
"""
EXPLAIN = """Show where a node comes from: who said it, when, and what stands around the words.

Without TRANSCRIPT the quotes of the evidence are shown alone. A node that was cut can be explained
as well: the evidence file keeps it, with the reason.

\b
Examples:
  graphpack explain pack.json n7
  graphpack explain pack.json n7 session.jsonl
"""
DIFF = """Say what changed from one pack to another: added, changed, superseded and lost.

Nodes are matched by what they state, not by their ids. A line begins with + for what is new, ~ for
what changed, ! for what was superseded and - for what is lost, with the reason where NEWER's
evidence file tells it.

\b
Examples:
  graphpack diff monday.json friday.json
  graphpack diff monday.json friday.json --json
"""
MERGE = """Make one pack of several.

Duplicates are folded. Where a later pack names what it gives up, that is superseded; contradictions
that nobody resolved stay side by side. The packs' order is their age, the earliest first. Sources
and placeholders of secrets name the session they are from.

\b
Examples:
  graphpack merge monday.json friday.json -o week.json
  graphpack merge packs/*.json --by-date --cap 2000
"""
TRANSCRIPT = "What the pack was made of: a file, a directory, a ZIP, -, or a session."
NODE = "A node's id, such as n7."
AS_JSON = "Write JSON; docs/verify.md describes it."
BY_DATE = "Order the packs by the time they were made, not as they are named."
MERGE_BUDGET = "Size to aim at.  [default: the cap]"
REPORT = (
    "Write to FILE what the pack leaves out, with the reason and where it stands; - is standard"
    " output. JSON where FILE ends in .json, else Markdown."
)
REPORT_AS = "The report's form, whatever FILE's name."
