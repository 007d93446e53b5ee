"""The description of the JSON API, as OpenAPI 3.1; a test asks the API for everything in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphpack import __version__
from graphpack.model.codes import NodeType, Status

Described = dict[str, Any]

_TEXT: Described = {"type": "string"}
_MAYBE: Described = {"type": ["string", "null"]}
_COUNT: Described = {"type": "integer", "minimum": 0}
_MAYBE_COUNT: Described = {"type": ["integer", "null"], "minimum": 0}
_TIME: Described = {"type": ["string", "null"], "format": "date-time"}
_REF: Described = {"type": "string", "pattern": "^[0-9a-f]{16}$"}


def description() -> Described:
    """Describe the API.

    Returns:
        An OpenAPI document.
    """
    return {
        "openapi": "3.1.0",
        "info": {"title": "graphpack archive", "version": __version__},
        "paths": _PATHS,
        "components": {
            "schemas": _SCHEMAS,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"token": []}, {}],
    }


def parameters(path: str, method: str) -> tuple[str, ...]:
    """Name what may be asked in the query of a path; nothing of one that is not described."""
    asked = _PATHS.get(path, {}).get(method, {}).get("parameters", ())
    return tuple(one["name"] for one in asked if one["in"] == "query")


def _object(**fields: Described) -> Described:
    return {"type": "object", "required": list(fields), "properties": fields}


def _list(of: Described) -> Described:
    return {"type": "array", "items": of}


def _schema(name: str) -> Described:
    return {"$ref": f"#/components/schemas/{name}"}


def _asked(name: str, about: str, *, is_required: bool = False, **schema: Any) -> Described:
    return {
        "name": name,
        "in": "query",
        "description": about,
        "required": is_required,
        "schema": schema or {"type": "string"},
    }


def _answer(about: str, schema: Described) -> Described:
    return {"description": about, "content": {"application/json": {"schema": schema}}}


def _get(about: str, schema: Described, *asked: Described) -> Described:
    return {
        "summary": about,
        "parameters": list(asked),
        "responses": {"200": _answer(about, schema), **_REFUSALS},
    }


_ERROR = _answer("why not", _schema("Error"))
_REFUSALS: Mapping[str, Described] = dict.fromkeys(
    ("401", "403", "404", "413", "421", "422", "429", "503"), _ERROR
)
_PROJECT = _asked("project", "name of a project", is_required=True, type="string", minLength=1)
_LIMIT = _asked("limit", "how many at most", type="integer", minimum=1, maximum=200)
_OFFSET = _asked("offset", "how many to leave out", type="integer", minimum=0, maximum=1_000_000)
_WHEN: Described = {"anyOf": [{**_TEXT, "format": each} for each in ("date", "date-time")]}
_AFTER = _asked("after", "said then or later; what has no date is left out", **_WHEN)
_BEFORE = _asked("before", "said earlier; what has no date is left out", **_WHEN)
_ONE: Described = {
    "name": "ref",
    "in": "path",
    "description": "name of a session, or as much of its beginning as no other has",
    "required": True,
    "schema": {"type": "string", "minLength": 1},
}

_CITED: Described = {
    "kind": {"enum": ["node", "message"]},
    "session": _REF,
    "project": _TEXT,
    "title": _MAYBE,
    "author": _MAYBE,
    "text": _TEXT,
    "message": _MAYBE_COUNT,
    "part": _MAYBE_COUNT,
    "start": _MAYBE_COUNT,
    "end": _MAYBE_COUNT,
    "said_by": _MAYBE,
    "said_at": _TIME,
    "node": _MAYBE,
    "heading": _MAYBE,
    "type": _MAYBE,
    "status": _MAYBE,
    "importance": _MAYBE,
    "is_cut": {"type": "boolean"},
}
_SCHEMAS: Described = {
    "Error": _object(error=_TEXT),
    "Project": _object(name=_TEXT, sessions=_COUNT, statements=_COUNT, last_at=_TIME),
    "Session": _object(
        ref=_REF,
        project=_TEXT,
        author=_MAYBE,
        format=_TEXT,
        conversation=_TEXT,
        title=_MAYBE,
        description=_TEXT,
        source_name=_TEXT,
        source_sha256=_TEXT,
        started_at=_TIME,
        last_at=_TIME,
        added_at=_TIME,
        updated_at=_TIME,
        messages=_COUNT,
        nodes=_COUNT,
        input_tokens=_COUNT,
        has_transcript={"type": "boolean"},
        tags=_list(_TEXT),
    ),
    "Statement": _object(
        id=_TEXT, type=_TEXT, status=_MAYBE, importance=_TEXT, title=_MAYBE, summary=_TEXT
    ),
    "Tie": _object(**{"from": _TEXT, "to": _TEXT, "type": _TEXT}),
    "Graph": _object(
        session=_REF,
        description=_TEXT,
        nodes=_list({"type": "object"}),
        relationships=_list(_schema("Tie")),
        handoff=_TEXT,
    ),
    "Comparison": _object(
        older=_REF,
        newer=_REF,
        same=_COUNT,
        added=_list(_schema("Statement")),
        changed=_list(
            _object(before=_schema("Statement"), after=_schema("Statement"), fields=_list(_TEXT))
        ),
        superseded=_list(
            _object(
                before=_schema("Statement"), by={"anyOf": [_schema("Statement"), {"type": "null"}]}
            )
        ),
        lost=_list(_schema("Statement")),
    ),
    "Cited": _object(**_CITED),
    "Hit": _object(**_CITED, snippet=_TEXT, marks=_list(_list(_COUNT))),
    "Decision": _object(
        **_CITED,
        again=_list(_schema("Cited")),
        replaced=_list(_schema("Cited")),
        disputed=_list(_schema("Cited")),
    ),
    "Event": _object(
        **_CITED,
        replaces=_list(_schema("Cited")),
        repeats={"anyOf": [_schema("Cited"), {"type": "null"}]},
        disputes=_list(_schema("Cited")),
        is_over={"type": "boolean"},
    ),
    "Added": _object(
        ref=_REF,
        outcome={"enum": ["added", "grown", "updated", "unchanged", "older"]},
        new_messages=_COUNT,
    ),
}

_PATHS: Described = {
    "/api/v1/projects": {
        "get": _get("projects that may be seen", _object(projects=_list(_schema("Project"))))
    },
    "/api/v1/sessions": {
        "get": _get(
            "sessions of a project, the newest first",
            _object(
                sessions=_list(_schema("Session")),
                more={"type": "boolean"},
                sessions_without_date=_COUNT,
            ),
            _PROJECT,
            _asked("author", "who brought them"),
            _asked("tag", "one of their tags"),
            _asked(
                "after",
                "whose last message is not earlier; those without a date are left out",
                **_WHEN,
            ),
            _asked(
                "before",
                "whose last message is earlier; those without a date are left out",
                **_WHEN,
            ),
            _LIMIT,
            _OFFSET,
        ),
        "post": {
            "summary": "archive the sessions of a file; the same again changes nothing",
            "parameters": [
                _PROJECT,
                _asked("name", "of the file", is_required=True, type="string", minLength=1),
                _asked("format", "the reader's name; told from the content without it"),
                {**_asked("tag", "words they are found by"), "schema": _list(_TEXT)},
            ],
            "requestBody": {
                "required": True,
                "content": {"application/octet-stream": {"schema": {"type": "string"}}},
            },
            "responses": {
                "201": _answer("what became of each", _object(sessions=_list(_schema("Added")))),
                **_REFUSALS,
            },
        },
    },
    "/api/v1/sessions/{ref}": {
        "get": _get("one session", _schema("Session"), _ONE),
        "delete": {
            "summary": "forget a session without a trace",
            "parameters": [_ONE],
            "responses": {"204": {"description": "forgotten"}, **_REFUSALS},
        },
    },
    "/api/v1/sessions/{ref}/graph": {
        "get": _get("a session's graph with its evidence", _schema("Graph"), _ONE)
    },
    "/api/v1/search": {
        "get": _get(
            "statements and messages that hold words, the best first",
            _object(
                hits=_list(_schema("Hit")),
                more={"type": "boolean"},
                sessions_without_date=_COUNT,
            ),
            _asked("q", "words; none gives the newest statements", type="string", maxLength=400),
            _asked("project", "name of a project; all that may be seen without it"),
            _asked("in", "what is looked through", enum=["all", "nodes", "messages"]),
            _asked("type", "of statements", enum=[str(one) for one in NodeType]),
            _asked("status", "of statements", enum=[str(one) for one in Status]),
            _asked("author", "who brought the session"),
            _asked("said_by", "a name, or a role"),
            _asked("tag", "one of the session's"),
            _asked("session", "its name, or the beginning of it"),
            _AFTER,
            _BEFORE,
            _LIMIT,
            _asked("offset", "how many to leave out", type="integer", minimum=0, maximum=1_000),
        )
    },
    "/api/v1/decisions": {
        "get": _get(
            "what holds now, what it replaced, when, in which session, by whom",
            _object(
                holding=_list(_schema("Decision")),
                dropped=_list(_schema("Cited")),
                statements=_COUNT,
            ),
            _asked("project", "name of a project; all that may be seen without it"),
            _asked("author", "who brought the session"),
            _asked("before", "as it stood then: what was said earlier", **_WHEN),
        )
    },
    "/api/v1/timeline": {
        "get": _get(
            "what was said of a topic, the earliest first",
            _object(events=_list(_schema("Event"))),
            _asked("topic", "words", is_required=True, type="string", minLength=1),
            _asked("project", "name of a project; all that may be seen without it"),
            _AFTER,
            _BEFORE,
            _LIMIT,
        )
    },
    "/api/v1/compare": {
        "get": _get(
            "what changed from one session to another",
            _schema("Comparison"),
            _asked("a", "the older session", is_required=True, type="string", minLength=1),
            _asked("b", "the newer session", is_required=True, type="string", minLength=1),
        )
    },
}
