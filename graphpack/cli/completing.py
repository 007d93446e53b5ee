"""What a shell completes: the script for each, and the words only graphpack knows."""

from __future__ import annotations

# from a file of fpath, zsh runs the script at the first tab: without this that tab brings nothing
_ZSH_AT_ONCE = """

if [[ $funcstack[1] == _graphpack ]]; then
  _graphpack_completion "$@"
fi"""


def format_names(incomplete: str) -> list[str]:
    """List the formats that a word may become.

    Args:
        incomplete: What stands there.
    """
    from graphpack.readers import TABLE

    return [line.name for line in TABLE if line.name.startswith(incomplete)]


def setting_names(incomplete: str) -> list[str]:
    """List the settings that a word may become.

    Args:
        incomplete: What stands there.
    """
    from graphpack.settings import Settings

    return [name for name in Settings.model_fields if name.startswith(incomplete)]


def agent_names(incomplete: str) -> list[str]:
    """List the agents that a word may become.

    Args:
        incomplete: What stands there.
    """
    from graphpack.readers.discover import agents

    return [name for name in agents() if name.startswith(incomplete)]


def run_completions(shell: str) -> None:
    """Write a shell's script to standard output.

    Args:
        shell: Which one.
    """
    from typer.completion import get_completion_script  # type: ignore[attr-defined]  # used, not named

    from graphpack.cli.speak import put

    names = {"powershell": "pwsh"}
    script = get_completion_script(
        prog_name="graphpack",
        complete_var="_GRAPHPACK_COMPLETE",
        shell=names.get(shell, shell),
    )
    put(script + _ZSH_AT_ONCE if shell == "zsh" else script)
