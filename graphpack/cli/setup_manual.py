"""The words of ``--help`` for the commands on graphpack itself."""

from __future__ import annotations

CONFIG = """Show and set what a run is told, and where each value comes from."""
CONFIG_SHOW = """Show every setting with its value and where that comes from.

Flags win over the environment, that over the project's .graphpack.toml, that over your own
config.toml. Keys, passwords and addresses with one are not shown.

\b
Examples:
  graphpack config show
  graphpack config show --set            only what is not a default
  graphpack config show budget model
"""
CONFIG_PATH = """Say where your own settings are; the file need not be there yet."""
CONFIG_SET = """Write a setting into your own config.toml; without VALUE, take it out.

The rest of the file stays as it is, with its comments. The value is checked first.

\b
Examples:
  graphpack config set budget 1500
  graphpack config set keep TODO FIXME
  graphpack config set compression.level minimal
  graphpack config set budget            back to the default
"""
KEYS = "Only these settings."
ONLY_SET = "Only what is not a default."
SHOW_JSON = "Write one JSON object: for each setting its value and its origin."
KEY = "A setting, as config show names it; compression.KEY for the table."
VALUE = "What it is to be; several for a list. Behind -- where it begins with a dash."
DOCTOR = """Say what graphpack has here: version, tokenizer, archive, hooks, and what is amiss.

Nothing leaves this machine, and a server's archive is not asked; with --ask-model the configured
model gets one short question, which may cost a fraction of a cent. Exit 1 where something does not
work.
"""
ASK_MODEL = "Ask the configured model one short question, too."
DOCTOR_JSON = "Write one JSON object."
COMPLETIONS = """Write the script by which a shell completes commands, flags, formats and settings.

\b
Install it once:
  bash         graphpack completions bash >> ~/.bashrc
  zsh          graphpack completions zsh > ~/.zfunc/_graphpack    with fpath+=~/.zfunc
  fish         graphpack completions fish > ~/.config/fish/completions/graphpack.fish
  PowerShell   graphpack completions powershell >> $PROFILE
"""
SHELL = "bash, zsh, fish or powershell."
