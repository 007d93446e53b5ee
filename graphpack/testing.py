"""What a package that brings a reader calls in its tests: does it keep what readers promise?

    from graphpack.testing import check_reader

    def test_reader():
        check_reader(Reader(), samples=[Path("tests/one.log")], not_samples=[b"other"])

``docs/own-reader.md`` shows a reader, its entry point and this test. What fails is an
``AssertionError`` that says what was expected.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation, Message
from graphpack.readers import TABLE
from graphpack.readers.base import Certainty, Opened, Reader
from graphpack.readers.opening import open_source, read_bytes
from graphpack.readers.probe import probe

__all__ = ["Sample", "check_conversation", "check_reader", "mutants", "open_sample"]

Sample = Path | bytes
"""A file, folder or ZIP by its path, or the bytes of a file."""

MUTANTS = 60
"""How many damaged copies of each sample are tried."""

_OTHERS = (b"", b"\0\1\2" * 99, b"just words\n", b"{}", b"[]", b'{"a": 1}\n{"a": 2}\n', b"[" * 999)
_STRANGE: tuple[Any, ...] = (
    None,
    True,
    -1,
    10**30,
    1e308,
    "",
    "x",
    "\ud800",
    [],
    {},
    [[]],
    {"a": 1},
)


def check_reader(
    reader: Reader,
    samples: Sequence[Sample],
    not_samples: Sequence[Sample] = (),
    *,
    mutants_each: int = MUTANTS,
) -> None:
    """Check that a reader knows its own files and no others, and reads whatever comes.

    Args:
        reader: An instance.
        samples: At least one file of its format.
        not_samples: Files of other formats, the most alike first.
        mutants_each: How many damaged copies of each sample to try.

    Raises:
        AssertionError: It does not keep what readers promise.
    """
    _check_names(reader)
    if not samples:
        raise AssertionError("give at least one sample")
    for sample in samples:
        opened = open_sample(sample)
        _check_detection(reader, opened)
        first, again = list(reader.read(opened)), list(reader.read(open_sample(sample)))
        _expect(bool(first), f"{opened.name}: no conversation was read")
        _expect(first == again, f"{opened.name}: reading twice gives two results")
        for conversation in first:
            check_conversation(conversation, format=reader.name)
        _check_mutants(reader, opened, mutants_each)
    for sample in (*not_samples, *_OTHERS):
        opened = open_sample(sample)
        said = reader.detect(probe(opened))
        what = opened.name if isinstance(sample, Path) else repr(sample[:40])
        _expect(said is Certainty.NO, f"{what}: detect says {said!r} of a file of another format")


def open_sample(sample: Sample) -> Opened:
    """Open a sample as ``graphpack.read`` opens it."""
    return open_source(sample)


def check_conversation(conversation: Conversation, *, format: str) -> None:
    """Check one conversation.

    Args:
        conversation: As a reader yields it.
        format: The reader's name; what is wrong is an ``AssertionError``.
    """
    kind = type(conversation).__name__
    _expect(isinstance(conversation, Conversation), f"{kind} is no Conversation")
    name = conversation.id
    _expect(bool(name), "a conversation needs an id")
    _expect(conversation.source.format == format, f"{name}: its source names no format {format!r}")
    _expect(bool(conversation.messages), f"{name}: has no messages")
    _check_messages(conversation.messages, 0, name)
    for branch in conversation.branches:
        last = len(conversation.messages) - 1
        _expect(-1 <= branch.after <= last, f"{name}~{branch.id}: leaves after no message")
        _check_messages(branch.messages, branch.after + 1, f"{name}~{branch.id}")


def _check_messages(messages: Sequence[Message], first: int, name: str) -> None:
    for index, message in enumerate(messages, start=first):
        where = f"{name}, message {index}"
        _expect(message.index == index, f"{where}: its index is {message.index}")
        _expect(bool(message.parts), f"{where}: has no parts")
        utc = message.at is None or message.at.utcoffset() == timedelta(0)
        _expect(utc, f"{where}: its time is not in UTC")
        for part in message.parts:
            try:
                part.text.encode()
            except UnicodeEncodeError:
                _expect(False, f"{where}: text that no UTF-8 can hold")


def _check_names(reader: Reader) -> None:
    name, about = getattr(reader, "name", None), getattr(reader, "about", None)
    _expect(isinstance(name, str) and bool(name), "a reader needs a name")
    one_line = isinstance(about, str) and bool(about) and "\n" not in about
    _expect(one_line, "a reader needs one line about itself")
    _expect(name not in {line.name for line in TABLE}, f"{name}: a format of graphpack's own")


def _check_detection(reader: Reader, opened: Opened) -> None:
    look = probe(opened)
    said = reader.detect(look)
    _expect(said is Certainty.SURE, f"{opened.name}: detect says {said!r} of an own sample")
    sure = [line.name for line in TABLE if line.load().detect(look) is Certainty.SURE]
    _expect(not sure, f"{opened.name}: {', '.join(sure)} of graphpack's own is sure, too")


def _check_mutants(reader: Reader, opened: Opened, count: int) -> None:
    if opened.members:
        return
    for number, raw in enumerate(mutants(read_bytes(opened), count)):
        damaged = replace(opened, data=raw, path=None)
        try:
            reader.detect(probe(damaged))
            for conversation in reader.read(damaged):
                check_conversation(conversation, format=reader.name)
        except ReadError:
            continue
        except AssertionError as error:
            raise AssertionError(f"{opened.name}, damaged copy {number}: {error}") from error
        except Exception as error:  # whatever it is, it is not a ReadError
            what = f"{type(error).__name__}: {error}"
            raise AssertionError(
                f"{opened.name}, damaged copy {number}: {what}, not a ReadError"
            ) from error


def mutants(raw: bytes, count: int = MUTANTS) -> Iterator[bytes]:
    """Damage a file in every way that files are damaged; the same ways each time.

    Args:
        raw: Its bytes.
        count: How many copies.

    Yields:
        Copies: cut, with flipped bytes, with lines dropped, doubled or swapped, and with values of
        its JSON dropped or replaced by any others.
    """
    dice = random.Random(len(raw))  # not for secrets
    ways = (_cut, _flip, _shuffle, _retype)
    for number in range(count):
        yield ways[number % len(ways)](raw, dice)


def _cut(raw: bytes, dice: random.Random) -> bytes:
    return raw[: dice.randrange(len(raw) + 1)]


def _flip(raw: bytes, dice: random.Random) -> bytes:
    damaged = bytearray(raw)
    for _ in range(dice.randrange(1, 9)):
        if damaged:
            damaged[dice.randrange(len(damaged))] = dice.randrange(256)
    return bytes(damaged)


def _shuffle(raw: bytes, dice: random.Random) -> bytes:
    lines = raw.splitlines(keepends=True) or [b""]
    one, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    match dice.randrange(3):
        case 0:
            del lines[one]
        case 1:
            lines.insert(other, lines[one])
        case _:
            lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def _retype(raw: bytes, dice: random.Random) -> bytes:
    """Replace or drop one value: of the document, or of one of its lines."""
    try:
        return _dumped(_changed(json.loads(raw), dice))
    except (ValueError, RecursionError):
        pass
    lines = raw.split(b"\n")
    at = dice.randrange(len(lines))
    try:
        lines[at] = _dumped(_changed(json.loads(lines[at]), dice))
    except (ValueError, RecursionError):
        return _flip(raw, dice)
    return b"\n".join(lines)


def _changed(value: Any, dice: random.Random) -> Any:
    keys: list[Any] = []
    if isinstance(value, dict):
        keys = list(value)
    elif isinstance(value, list):
        keys = list(range(len(value)))
    if not keys:
        return dice.choice(_STRANGE)
    key = dice.choice(keys)
    if isinstance(value[key], dict | list) and dice.random() < 0.7:
        value[key] = _changed(value[key], dice)
    elif dice.random() < 0.3:
        del value[key]
    else:
        value[key] = dice.choice(_STRANGE)
    return value


def _dumped(value: Any) -> bytes:
    return json.dumps(value).encode()


def _expect(is_so: bool, otherwise: str) -> None:
    if not is_so:
        raise AssertionError(otherwise)
