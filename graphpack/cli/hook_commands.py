"""The commands for where people work: ``hooks``, ``skill`` and ``audit-compact``."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from graphpack.cli import hook_manual as words
from graphpack.cli.grouping import grouped, settings_of
from graphpack.cli.options import Debug, FailOnNotice, Hiding, Quiet, Selection

HostName = Literal["claude-code", "codex", "gemini"]
OneHost = Annotated[HostName, typer.Argument(metavar="HOST", help=words.HOST)]
InProject = Annotated[bool, typer.Option("--project", help=words.PROJECT)]


def register(app: typer.Typer) -> None:
    """Add the commands to the program.

    Args:
        app: The program.
    """
    hooks = typer.Typer(help=words.HOOKS, no_args_is_help=True, rich_markup_mode=None)
    hooks.command(help=words.INSTALL)(install)
    hooks.command(help=words.UNINSTALL)(uninstall)
    hooks.command(help=words.STATUS)(status)
    hooks.command(help=words.RUN)(run)
    app.add_typer(hooks, name="hooks")
    skill = typer.Typer(help=words.SKILL, no_args_is_help=True, rich_markup_mode=None)
    skill.command("install", help=words.SKILL_INSTALL)(skill_install)
    skill.command("plugin", help=words.PLUGIN)(plugin)
    skill.command("agents-md", help=words.AGENTS_MD)(agents_md)
    app.add_typer(skill, name="skill")
    app.command(help=words.SHARE)(grouped(share))
    app.command("audit-compact", help=words.AUDIT)(grouped(audit_compact))


def install(
    host: OneHost,
    project: InProject = False,
    prompts: Annotated[bool, typer.Option("--prompts", help=words.PROMPTS)] = False,
    wait: Annotated[
        float | None, typer.Option("--wait", min=0.0, metavar="SECONDS", help=words.WAIT)
    ] = None,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Install the hooks; its help is in ``hook_manual``."""
    from graphpack.cli.hooking import run_install

    run_install(host, in_project=project, with_prompts=prompts, wait_s=wait, is_quiet=bool(quiet))


def uninstall(
    host: OneHost, project: InProject = False, quiet: Quiet = None, debug: Debug = False
) -> None:
    """Take the hooks out; its help is in ``hook_manual``."""
    from graphpack.cli.hooking import run_uninstall

    run_uninstall(host, in_project=project, is_quiet=bool(quiet))


def status(
    host: Annotated[HostName | None, typer.Argument(metavar="[HOST]", help=words.ANY_HOST)] = None,
    debug: Debug = False,
) -> None:
    """Tell how it stands; its help is in ``hook_manual``."""
    from graphpack.cli.hooking import run_status

    run_status(host)


def run(
    host: OneHost,
    wait: Annotated[
        float | None, typer.Option("--wait", min=0.0, metavar="SECONDS", help=words.WAIT)
    ] = None,
) -> None:
    """Serve a host; its help is in ``hook_manual``.

    Raises:
        Exit: With 0, whatever happened.
    """
    from graphpack.hooks.entry import main

    waiting = () if wait is None else ("--wait", str(wait))
    raise typer.Exit(main((host, *waiting)))


def audit_compact(  # noqa: PLR0913  # typer reads a command's options off its parameters
    session: Annotated[str, typer.Argument(metavar="SESSION", help=words.SESSION)],
    all: Annotated[bool, typer.Option("--all", help=words.AUDIT_ALL)] = False,
    budget: Annotated[
        int, typer.Option(min=200, metavar="TOKENS", help=words.AUDIT_BUDGET)
    ] = 2_000,
    json: Annotated[bool, typer.Option("--json", help=words.AUDIT_JSON)] = False,
    *,
    selection: Selection,
    hiding: Hiding,
    fail_on_notice: FailOnNotice = None,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Say what a compaction dropped; its help is in ``hook_manual``."""
    from graphpack.cli.auditing import run_audit

    arguments = settings_of(selection, hiding, fail_on_notice=fail_on_notice, quiet=quiet)
    run_audit(session, arguments, is_all=all, as_json=json, budget_tokens=budget)


def share(  # noqa: PLR0913  # typer reads a command's options off its parameters
    file: Annotated[str, typer.Argument(metavar="[FILE]", help=words.FINDING)] = "-",
    agent: Annotated[str | None, typer.Option(metavar="NAME", help=words.FOUND_BY)] = None,
    about: Annotated[str | None, typer.Option(metavar="PATH", help=words.ABOUT)] = None,
    records: Annotated[bool, typer.Option("--records", help=words.SHARE_RECORDS)] = False,
    list: Annotated[bool, typer.Option("--list", help=words.SHARE_LIST)] = False,
    show: Annotated[str | None, typer.Option(metavar="ID", help=words.SHARE_SHOW)] = None,
    *,
    hiding: Hiding,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Keep a finding for other agents; its help is in ``hook_manual``."""
    from graphpack.cli import sharing

    if list:
        sharing.run_shared_list()
    elif show is not None:
        sharing.run_shared_show(show)
    else:
        sharing.run_share(
            file,
            settings_of(hiding, quiet=quiet),
            agent=agent or "",
            about=about,
            is_records=records,
        )


def skill_install(
    host: Annotated[HostName, typer.Option(metavar="NAME", help=words.SKILL_HOST)] = "claude-code",
    project: Annotated[bool, typer.Option("--project", help=words.SKILL_PROJECT)] = False,
    into: Annotated[str | None, typer.Option(metavar="DIR", help=words.SKILL_INTO)] = None,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Write the skill; its help is in ``hook_manual``."""
    from graphpack.cli.skilling import run_skill_install

    run_skill_install(host, in_project=project, into=into, is_quiet=bool(quiet))


def plugin(
    folder: Annotated[str, typer.Argument(metavar="DIR", help=words.PLUGIN_FOLDER)],
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Write a plugin folder; its help is in ``hook_manual``."""
    from graphpack.cli.skilling import run_plugin

    run_plugin(folder, is_quiet=bool(quiet))


def agents_md(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE]...", help=words.AGENT_FILES)
    ] = None,
    remove: Annotated[bool, typer.Option("--remove", help=words.BLOCK_REMOVE)] = False,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Put the block into agents' files; its help is in ``hook_manual``."""
    from graphpack.cli.skilling import run_agents_md

    run_agents_md(tuple(files or ()), is_removed=remove, is_quiet=bool(quiet))
