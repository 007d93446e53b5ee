"""Looks at what graphpack has here: ``graphpack doctor``."""

from __future__ import annotations

import json
import os
import platform
import sqlite3
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal

from platformdirs import user_cache_path, user_config_path, user_state_path

from graphpack.cli.speak import put
from graphpack.cli.surroundings import working_folder
from graphpack.errors import GraphpackError
from graphpack.settings import Settings, project_file, traced, user_config_file
from graphpack.text.counted import counted
from graphpack.tokens import counter

State = Literal["ok", "none", "wrong"]
EXTRAS = {"postgres": "psycopg", "dask": "distributed", "semantic": "wordllama"}
"""What each extra of the package brings."""
_MARKS = {"ok": " ", "none": "-", "wrong": "!"}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    Args:
        what: Its name.
        state: ``none`` where it is not there and need not be.
        detail: What was found.
        hint: What to do; empty where nothing need be done.
    """

    what: str
    state: State
    detail: str
    hint: str = ""


def run_doctor(*, asks_model: bool, as_json: bool) -> int:
    """Write what was found to standard output.

    Args:
        asks_model: True to send the configured model a question.
        as_json: True for one JSON object.

    Returns:
        1 where something does not work.
    """
    findings = list(examine(asks_model=asks_model))
    if as_json:
        put(json.dumps({"findings": [asdict(each) for each in findings]}, indent=2))
    else:
        wide = max(len(each.what) for each in findings)
        for each in findings:
            put(f"{_MARKS[each.state]} {each.what:<{wide}}  {each.detail}")
            if each.hint:
                put(f"  {'':<{wide}}  hint: {each.hint}")
    return int(any(each.state == "wrong" for each in findings))


def examine(*, asks_model: bool) -> Iterator[Finding]:
    """Look at everything, in the order in which one thing needs the other.

    Args:
        asks_model: True to send the configured model a question.

    Yields:
        What was found.
    """
    from graphpack import __version__

    python = f"Python {platform.python_version()} on {sys.platform}"
    yield Finding("graphpack", "ok", f"{__version__}, {python}")
    yield _shipped()
    try:
        found = traced(environment=os.environ, folder=working_folder())
    except GraphpackError as error:
        yield Finding("settings", "wrong", str(error), error.hint or "")
        settings = Settings()
    else:
        settings = found.settings
        yield Finding("settings", "ok", _settings_told(len(found.origins)))
    yield from _files()
    yield _tokenizer(settings.tokenizer)
    yield from _folders()
    yield Finding("SQLite", "ok", sqlite3.sqlite_version)
    yield _archive(settings)
    yield from _hooks()
    for extra, module in EXTRAS.items():
        yield _extra(extra, module)
    yield _model(settings, is_asked=asks_model)


def _shipped() -> Finding:
    from graphpack.resources import folder

    try:
        for name in ("schemas", "prompts", "examples"):
            folder(name)
    except GraphpackError as error:
        return Finding("resources", "wrong", str(error), error.hint or "")
    return Finding("resources", "ok", "schemas, prompts and examples are there")


def _settings_told(number: int) -> str:
    verb = "is" if number == 1 else "are"
    return f"{counted(number, 'setting')} {verb} not a default; graphpack config show lists them"


def _files() -> Iterator[Finding]:
    here = working_folder()
    for what, path in (
        ("your settings", user_config_file()),
        ("project's settings", project_file(here) if here is not None else None),
    ):
        if path is None or not path.is_file():
            yield Finding(what, "none", "none" if path is None else f"none at {path}")
        else:
            yield Finding(what, "ok", str(path))


def _tokenizer(name: str) -> Finding:
    try:
        found = counter(name)
        tokens = found.count("a line to count")
    except GraphpackError as error:
        return Finding("tokenizer", "wrong", str(error), error.hint or "")
    if found.notice:
        return Finding("tokenizer", "wrong", found.notice, "pip install --force-reinstall rs-bpe")
    kind = "exact" if found.is_exact else "an estimate"
    return Finding("tokenizer", "ok", f"{found.name}, {kind}; 4 words are {tokens} tokens")


def _folders() -> Iterator[Finding]:
    for what, path in (
        ("config folder", user_config_path("graphpack")),
        ("cache folder", user_cache_path("graphpack")),
        ("crash folder", user_state_path("graphpack")),
    ):
        if _is_writable(path):
            yield Finding(what, "ok", str(path))
        else:
            yield Finding(
                what, "wrong", f"{path}: cannot be written to", f"see its rights: ls -ld {path}"
            )


def _is_writable(path: Path) -> bool:
    """Whether a folder can be written to, or made where it is not there yet."""
    there = next(each for each in (path, *path.parents) if each.exists() or each == each.parent)
    return there.is_dir() and os.access(there, os.W_OK | os.X_OK)


def _archive(settings: Settings) -> Finding:
    """Say where the archive is; a file is looked into, a server is not asked."""
    from graphpack.archive.database import SQLITE, is_missing, shown, url_of
    from graphpack.archive.health import stats
    from graphpack.cli.archiving import opened, where_of

    try:
        url = url_of(where_of(settings))
        if url.get_backend_name() != SQLITE:
            return Finding("archive", "ok", f"{shown(url)}; not asked (graphpack archive stats)")
        if is_missing(url):
            return Finding("archive", "none", f"none at {shown(url)}")
        with opened(settings) as archive:
            sessions = stats(archive).sessions
    except GraphpackError as error:
        return Finding("archive", "wrong", str(error), error.hint or "")
    return Finding("archive", "ok", f"{shown(url)}, {counted(sessions, 'session')}")


def _hooks() -> Iterator[Finding]:
    """Say which hosts call graphpack, by the user's settings and by the project's."""
    from graphpack.cli.hooking import REACH
    from graphpack.hooks.installing import standing
    from graphpack.hooks.project import project_of

    here = working_folder()
    project = None if here is None else project_of(here, os.environ)
    found = () if project is None else standing(Path.home(), project, os.environ)
    told = [one for one in found if one.events or one.fault]
    for one in told:
        where = f"{one.path} ({'project' if one.is_project else 'user'})"
        if one.fault is not None:
            hint = f"graphpack hooks status {one.host}"
            yield Finding(f"hooks {one.host}", "wrong", one.fault, hint)
        elif one.lacks is not None:
            what = f"{where}: calls {one.lacks}, which is not found"
            yield Finding(f"hooks {one.host}", "wrong", what, REACH)
        elif one.is_off:
            yield Finding(f"hooks {one.host}", "none", f"{where}: all hooks are switched off")
        else:
            yield Finding(f"hooks {one.host}", "ok", f"{where}: {', '.join(one.events)}")
    if not told:
        yield Finding("hooks", "none", "none: graphpack hooks install HOST puts them in")


def _extra(name: str, package: str) -> Finding:
    try:
        return Finding(f"[{name}]", "ok", f"{package} {version(package)}")
    except PackageNotFoundError:
        return Finding(
            f"[{name}]", "none", f"not installed: pip install 'graphpack-context[{name}]'"
        )


def _model(settings: Settings, *, is_asked: bool) -> Finding:
    if settings.model is None:
        return Finding("model", "none", "none: the offline extractor reads, and nothing is sent")
    from graphpack.extract.llm.keys import key_hint, lacks_key
    from graphpack.pipeline.extractors import options_of, reach

    if lacks_key(options_of(settings), os.environ):
        return Finding(
            "model", "wrong", f"{settings.model}: no key is set", key_hint(settings.model)
        )
    if not is_asked:
        return Finding("model", "ok", f"{settings.model}; not asked (--ask-model does)")
    reason = reach(settings)
    if reason:
        return Finding(
            "model", "wrong", f"{settings.model}: {reason}", "graphpack config show model"
        )
    return Finding("model", "ok", f"{settings.model}: answers")
