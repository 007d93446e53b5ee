"""The hosts that have hooks: where they keep them, what their events are called, what they do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType

__all__ = ["HOSTS", "Action", "Event", "Host"]


class Action(StrEnum):
    """What is done at an event."""

    PACK = "pack"
    """Write a pack of the session."""
    KEEP_UP = "keep-up"
    """Write one where the session has grown by much: of a host that says no session's end."""
    HAND_BACK = "hand-back"
    """Give the last pack to a session that has lost its context."""
    RECALL = "recall"
    """Give what earlier packs say on the prompt."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a host.

    Args:
        name: As the host calls it, in its settings and in what it sends.
        action: What is done then.
        matchers: In which cases; one entry of the settings for each, None for all.
        is_optional: Not installed unless asked for.
    """

    name: str
    action: Action
    matchers: tuple[str | None, ...] = (None,)
    is_optional: bool = False

    def fits(self, case: str) -> bool:
        """Whether it is served in a case; where the host names none, or no matter which, it is."""
        return not case or any(one is None or case in one.split("|") for one in self.matchers)


@dataclass(frozen=True, slots=True)
class Host:
    """A host that calls hooks.

    Args:
        name: As the command line names it.
        format: Of its sessions.
        folder: Of its settings, in the user's home and in a project.
        file: The settings' name in that folder.
        home_variable: Names another folder in place of the one in the home; None where none does.
        timeout_unit: How many of what it counts a timeout in make a second.
        events: In the order in which they are installed.
        advice: What a person has to know besides; empty where nothing.
    """

    name: str
    format: str
    folder: str
    file: str
    home_variable: str | None
    timeout_unit: int
    events: tuple[Event, ...]
    advice: str = ""

    def event(self, name: str) -> Event | None:
        """Find an event by the host's name for it."""
        return next((one for one in self.events if one.name == name), None)

    def settings(self, home: Path, project: Path | None, environment: Mapping[str, str]) -> Path:
        """Say where its settings are.

        Args:
            home: The user's home.
            project: A project's folder; None for the user's own settings.
            environment: Where the host's own variable is looked up.
        """
        if project is not None:
            return project / self.folder / self.file
        moved = environment.get(self.home_variable, "") if self.home_variable else ""
        return (Path(moved) if moved else home / self.folder) / self.file


_AGAIN = "resume|clear|compact"

HOSTS: Mapping[str, Host] = MappingProxyType(
    {
        host.name: host
        for host in (
            Host(
                "claude-code",
                "claude-code",
                ".claude",
                "settings.json",
                "CLAUDE_CONFIG_DIR",
                1,
                (
                    Event("PreCompact", Action.PACK),
                    Event("SessionEnd", Action.PACK),
                    Event("SessionStart", Action.HAND_BACK, (_AGAIN,)),
                    Event("UserPromptSubmit", Action.RECALL, is_optional=True),
                ),
            ),
            Host(
                "codex",
                "codex",
                ".codex",
                "hooks.json",
                "CODEX_HOME",
                1,
                (
                    Event("PreCompact", Action.PACK),
                    Event("Stop", Action.KEEP_UP),
                    Event("SessionStart", Action.HAND_BACK, (_AGAIN,)),
                    Event("UserPromptSubmit", Action.RECALL, is_optional=True),
                ),
                "Codex runs a hook only once it is trusted: open /hooks in Codex and look at it",
            ),
            Host(
                "gemini",
                "gemini-cli",
                ".gemini",
                "settings.json",
                None,
                1000,
                (
                    Event("PreCompress", Action.PACK),
                    Event("SessionEnd", Action.PACK),
                    # a host that compares whole words: one entry for each
                    Event("SessionStart", Action.HAND_BACK, ("resume", "clear")),
                    Event("BeforeAgent", Action.RECALL, is_optional=True),
                ),
            ),
        )
    }
)
"""By name.

Source:
    The hosts' own documentation of their hooks as of 2026: events, the shapes of what they send
    and take, the unit of timeouts.
"""
