"""The words of ``graphpack context --help``."""

from __future__ import annotations

CONTEXT = """Build the context for one task: what a model needs to do it, and no more.

Takes structured records (messages, runs, errors, files, diffs, decisions; see
schemas/records.v1.schema.json) and transcripts of any format, folds what stands there twice,
leaves out what has nothing to do with the task, and writes the rest under a budget, with its
source behind every fragment. What is mandatory (rules, decisions on the task, failures where it
is) is never dropped: where it alone is too large, it is written whole, and the exit status is 3.

\b
Examples:
  graphpack context --task "Fix auth after the policy change" --records session.json
  graphpack context --task "Fix auth" session.jsonl --budget 6000 -o context.md
  graphpack context --task "Fix auth" --records - --report report.json < records.jsonl
  graphpack context --task "Fix auth" @latest --weight recency=3 --json
"""
TASK = "What is to be done, or asked; by default what the file of records says."
RECORDS = "A JSON or JSON Lines file of records, or - for standard input; may be repeated."
TRANSCRIPTS = "Conversations to take records from: files, folders, ZIPs, sessions such as @latest."
BUDGET = "Size of the whole context.  [default: what the file of records says, else 12000]"
REPORT = "Write the whole account to FILE: what was kept, folded and left out, why, and the scores."
JSON = "Write one JSON object with the context and its account instead of the context."
WEIGHT = (
    "What a signal counts; may be repeated. Signals: lexical_overlap, identifier_match,"
    " error_relevance, constraint, failed_attempt, recency, role, redundancy_penalty,"
    " caller_priority."
)
FLOOR = "Factor on the relevance that a record has to show; 0 lets in all that fits."
TOKENIZER = (
    "What counts: an exact counter (o200k_base, cl100k_base), a model family (claude, gemini,"
    " gpt-4, gpt-5, llama, mistral), chars/4, or package.module:function.  [default: o200k_base]"
)
BRIEF = """Write the brief for a sub-agent: goal, rules, decisions, findings, files in focus.

What context chooses for the task, on a page: a line for each thing, with who found it and the
record it stands in. Files are named, not shown.

\b
Examples:
  graphpack brief --task "Write the tests for the parser" @here
  graphpack brief --task "Check the migration" --records findings.json --budget 800
  graphpack brief --task "Fix what the review found" @here --shared --agent fixer
"""
SHARED = "Take in what agents have found for each other with graphpack share."
AGENT = (
    "Who is given the brief: what it found itself or was given before is left out. For --shared."
)
BRIEF_TASK = "What the sub-agent is to do; by default what the file of records says."
BRIEF_BUDGET = "Size of the brief.  [default: what the file of records says, else 2000]"
RESUME = """Hand a pack to a new session.

Writes the block that is pasted into a new chat, puts it on the clipboard, or starts a host with it
as the first prompt, in this folder and this terminal.

\b
Examples:
  graphpack resume pack.json --into claude
  graphpack resume pack.json --into clipboard
  graphpack export @here | graphpack resume -
"""
INTO = "Where to: a host that is installed (claude, codex, gemini), clipboard or stdout."
