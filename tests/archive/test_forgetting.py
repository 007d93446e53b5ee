"""What is forgotten stands nowhere any more: the raw files of the database are searched for it."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select, text

from graphpack.archive import schema
from graphpack.archive.documents import kept_messages
from graphpack.archive.entry import entry_of
from graphpack.archive.forgetting import forget, scrub
from graphpack.archive.listing import Chosen
from graphpack.archive.packed import as_bytes, pack
from graphpack.errors import UsageError

from .talks import LINES, NOW, filing, made, talk

ODD = "Zyxoplankton"
"""Stands nowhere else."""

SECRETIVE = tuple((role, text.replace("berth", ODD).replace("gate", ODD)) for role, text in LINES)


def _odd():
    lines = (*SECRETIVE, ("user", f"{ODD} café: see {ODD}Reader and 泊位{ODD}."))
    one = talk(f"{ODD}-0001-aaaa-bbbb", lines, title=f"About {ODD}", author=f"{ODD} Quill")
    return made(one)


def _file(archive, request):
    """The bytes of everything that a database has on the disk, but for a server's own log."""
    if archive.is_sqlite:
        path = Path(archive.url.database)
        return b"".join(one.read_bytes() for one in sorted(path.parent.glob(f"{path.name}*")))
    _, data = request.getfixturevalue("server")
    paths = [path for path in (data / "base").rglob("*") if path.is_file()]
    return b"".join(path.read_bytes() for path in sorted(paths))


def _traces(one, about):
    """What would give a session away: its words, its packed texts, its hashes."""
    packed = [pack(content) for content in entry_of(one, about).blobs.values()]
    packed += [pack(kept.document) for kept in kept_messages(one.redacted)]
    return {
        "name": ODD.encode(),
        "folded": ODD.lower().encode(),
        "source": about.source_sha256.encode(),
        "origin": about.origin_sha256.encode(),
        **{f"packed {n}": content[2:42] for n, content in enumerate(packed)},
    }


@pytest.mark.parametrize(
    "chosen",
    [
        {"project": ODD},
        {"author": f"{ODD} Quill"},
        {"tag": f"tag-{ODD}"},
        {"before": NOW.replace(year=2021)},
        {"refs": ()},
    ],
    ids=["project", "author", "tag", "age", "session"],
)
def test_no_trace_is_left(archive, request, chosen):
    one = _odd()
    past = tuple(replace(m, at=m.at.replace(year=2020)) for m in one.redacted.conversation.messages)
    conversation = replace(one.redacted.conversation, messages=past)
    one = replace(one, redacted=replace(one.redacted, conversation=conversation))
    about = filing(
        project=ODD, author=f"{ODD} Quill", tags=(f"tag-{ODD}",), source_sha256="d" * 64,
        origin=f"/srv/{ODD}",
    )  # fmt: skip
    archive.add(made(), filing())
    put = archive.add(one, about)
    project = select(schema.projects.c.id).where(schema.projects.c.name == ODD)
    row = {
        "project_id": project.scalar_subquery(), "origin_sha256": about.origin_sha256,
        "sha256": about.source_sha256, "settings_sha256": "0" * 64, "generator": "g",
        "name": f"{ODD}.jsonl", "sessions": 1, "at": NOW,
    }  # fmt: skip
    archive.writing(lambda connection: connection.execute(schema.files.insert().values(row)))
    if not archive.is_sqlite:
        with archive.engine.connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT").execute(text("CHECKPOINT"))
    before = _file(archive, request)
    known = {name for name, trace in _traces(one, about).items() if trace in before}
    assert {"name", "source", "origin"} <= known  # else the search would find nothing ever
    wanted = Chosen(**({"refs": (put.ref,)} if "refs" in chosen else chosen))
    done = forget(archive, wanted, at=NOW, actor=f"{ODD} Quill" if "author" in chosen else "Ben")
    assert done.sessions == 1
    assert done.messages == len(LINES) + 1
    assert done.nodes
    assert done.is_scrubbed
    after = _file(archive, request)
    assert [name for name, trace in _traces(one, about).items() if trace in after] == []
    # and all else is there
    (left,) = archive.sessions()
    assert "\n".join(archive.transcript(left))
    assert archive.graph(left).graph.nodes
    assert b"Never delete a berth record" in after


def test_a_text_that_another_session_has_too_stays(archive):
    two = talk("harbour-ledger-0002-bbbb", (("user", "Once more, please."), *LINES[3:]))
    first = archive.add(made(), filing())
    second = archive.add(made(two), filing())
    done = forget(archive, Chosen(refs=(first.ref,)), at=NOW, actor=None)
    assert (done.sessions, done.blobs) == (1, 1)
    assert "gate 3" in "".join(archive.transcript(archive.session(second.ref)))


def test_all_is_never_forgotten_by_accident(archive):
    archive.add(made(), filing())
    with pytest.raises(UsageError, match="which sessions"):
        forget(archive, Chosen(), at=NOW, actor=None)
    assert len(archive.sessions()) == 1


def test_what_was_forgotten_can_be_brought_again(archive):
    first = archive.add(made(), filing())
    forget(archive, Chosen(refs=(first.ref,)), at=NOW, actor=None)
    again = archive.add(made(), filing())
    assert (again.ref, again.outcome) == (first.ref, "added")


def test_the_account_says_that_something_was_forgotten_and_no_more(archive):
    put = archive.add(made(), filing())
    forget(archive, Chosen(project="harbour"), at=NOW, actor="Ben Okoro")
    with archive.reading() as connection:
        rows = connection.execute(select(schema.audit)).all()
    assert [(row.actor, row.action, row.detail) for row in rows] == [
        ("Ben Okoro", "forgotten", "1 session")
    ]
    assert put.ref not in str(rows)


def test_a_reader_of_an_older_state_is_waited_for_and_told_of(archive, monkeypatch):
    if not archive.is_sqlite:
        pytest.skip("the log of a server is its own")
    monkeypatch.setattr("graphpack.archive.forgetting.WAIT_S", 0.2)
    one, about = _odd(), filing(source_sha256="e" * 64)
    archive.add(one, about)
    reader = sqlite3.connect(archive.url.database)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM nodes").fetchone()
    done = forget(archive, Chosen(project="harbour"), at=NOW, actor=None)
    assert not done.is_scrubbed
    reader.close()
    assert scrub(archive)
    assert ODD.encode() not in Path(archive.url.database).read_bytes()
    assert as_bytes("harbour") not in Path(archive.url.database).read_bytes()
